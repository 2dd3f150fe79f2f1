// Strands: their segments and links, creation and destruction. A segment of length l, mass per
// length m and radius r is a rod: mass m l, inertia m l (r^2/2; r^2/4 + l^2/12 twice). A link
// stands for the halves of the segments beside it; an end that nothing holds leaves its whole
// segment to its one link, so that stretch and twist are exact from end to end.
#include "model/strand.h"

#include "model/body.h"
#include "model/start_motion.h"

#include <math.h>
#include <string.h>

enum { ORPHAN = -2 }; // strand of a segment that is about to go

bool rv_strand_reserve(rv_world* world, int strands, int segments) {
    rv_memory* m = &world->memory;
    int bodies = world->body_ids.slots.count + segments;
    int shapes = world->shape_ids.slots.count + segments;
    // two ends more in the list of bodies, one link more than segments
    int places = world->segment_body.count + segments + 2 * strands;
    int links = world->links.count + segments + strands;
    return rv_array_reserve(m, &world->strands, world->strands.count + strands)
           && rv_array_reserve(m, &world->segment_body, places)
           && rv_array_reserve(m, &world->segment_length, places)
           && rv_array_reserve(m, &world->links, links)
           && rv_array_reserve(m, &world->link_bends, links)
           && rv_array_reserve(m, &world->link_lambda, RV_LINK_ROWS * links)
           && rv_array_reserve(m, &world->link_state, RV_LINK_ROWS * links)
           && rv_id_pool_reserve(m, &world->body_ids, bodies)
           && rv_array_reserve(m, &world->bodies, bodies)
           && rv_id_pool_reserve(m, &world->shape_ids, shapes)
           && rv_array_reserve(m, &world->shapes, shapes)
           && rv_array_reserve(m, &world->scratch, 2 * bodies);
}

void rv_segment_define(const rv_cable* cable, double length, rv_body_def* def,
                       rv_shape_def* shape) {
    double r = 0.5 * cable->diameter, mass = cable->mass_per_length * length;
    double across = mass * (0.25 * r * r + length * length / 12.0);
    def->mass = mass;
    def->inertia = rv_mat3_diagonal(0.5 * mass * r * r, across, across);
    shape->type = RV_SHAPE_CAPSULE;
    shape->radius = r;
    shape->half_length = 0.5 * length;
    shape->material = cable->material;
    shape->group = cable->segments.group;
    shape->mask = cable->segments.mask;
}

// velocity of the point that an end is fixed to
static rv_vec3 end_velocity(const rv_world* world, const rv_path_node* end, rv_vec3 at) {
    if (end->def.type == RV_CABLE_FREE)
        return (rv_vec3){NAN, NAN, NAN};
    rv_motion m = rv_motion_of(world, NULL, end->body);
    return rv_vec3_add(m.v, rv_vec3_cross(m.w, rv_vec3_sub(at, m.x)));
}

rv_quat rv_quat_along(rv_quat q, rv_vec3 direction) {
    rv_vec3 x = rv_quat_rotate(q, (rv_vec3){1, 0, 0});
    double c = rv_vec3_dot(x, direction);
    if (c < -1.0 + 1e-12)
        return rv_quat_mul(rv_quat_from_axis_angle(rv_quat_rotate(q, (rv_vec3){0, 1, 0}), RV_PI),
                           q);
    rv_vec3 n = rv_vec3_cross(x, direction);
    return rv_quat_normalize(rv_quat_mul((rv_quat){1.0 + c, n.x, n.y, n.z}, q));
}

static void add_segments(rv_world* world, const rv_strand_plan* plan, int32_t strand) {
    const rv_cable* cable = &world->cables.data[plan->cable];
    double length = plan->length / plan->count;
    rv_vec3 v[2] = {end_velocity(world, plan->ends[0], plan->points[0]),
                    end_velocity(world, plan->ends[1], plan->points[plan->count])};
    for (int s = 0; s < 2; s++)
        if (!rv_is_finite3(v[s]))
            v[s] = rv_is_finite3(v[1 - s]) ? v[1 - s] : (rv_vec3){0, 0, 0};
    rv_vec3 start = rv_cable_nodes(world, cable)[0].rim.center;
    rv_body_def def = rv_body_def_default();
    rv_shape_def shape = rv_shape_def_default();
    rv_segment_define(cable, length, &def, &shape);
    def.shapes = &shape;
    def.shape_count = 1;
    rv_vec3 first = rv_vec3_normalize(rv_vec3_sub(plan->points[1], plan->points[0]));
    def.pose.rotation = rv_quat_from_x_axis(first);
    for (int i = 0; i < plan->count; i++) {
        rv_vec3 along = rv_vec3_sub(plan->points[i + 1], plan->points[i]);
        rv_vec3 ends[2], t = rv_vec3_normalize(along);
        for (int k = 0; k < 2; k++) {
            double s = (double)(i + k) / plan->count;
            rv_vec3 own = rv_start_velocity(plan->motion, start, plan->points[i + k], s);
            ends[k] = rv_vec3_add(own, rv_vec3_mul_add(v[0], s, rv_vec3_sub(v[1], v[0])));
        }
        def.pose.rotation = rv_quat_along(def.pose.rotation, t);
        def.pose.position = rv_vec3_mul_add(plan->points[i], 0.5, along);
        def.velocity = rv_vec3_scale(rv_vec3_add(ends[0], ends[1]), 0.5);
        // it turns as its ends move, and about itself with the whole
        rv_vec3 across = rv_vec3_cross(along, rv_vec3_sub(ends[1], ends[0]));
        double spin = plan->motion == NULL ? 0.0 : rv_vec3_dot(plan->motion->angular_velocity, t);
        def.angular_velocity = rv_vec3_scale(across, 1.0 / rv_vec3_dot(along, along));
        def.angular_velocity = rv_vec3_mul_add(def.angular_velocity, spin, t);
        int32_t body = rv_body_add(world, &def);
        world->bodies.data[body].strand = strand;
        world->segment_body.data[world->segment_body.count++] = body;
        world->segment_length.data[world->segment_length.count++] = length;
    }
}

rv_link rv_link_between(const rv_cable* cable, const int32_t* bodies, const double* lengths) {
    return (rv_link){.body = {bodies[0], bodies[1]},
                     .point = {{0.5 * lengths[0], 0.0, 0.0}, {-0.5 * lengths[1], 0.0, 0.0}},
                     .turn = {rv_quat_identity(), rv_quat_identity()},
                     .is_plain = true,
                     .holds_bend = cable->segments.EI > 0.0,
                     .holds_twist = cable->GJ > 0.0};
}

// the link of an end with what it is fixed to; side 0: before the first segment
static rv_link end_link(const rv_world* world, const rv_cable* cable, const rv_path_node* end,
                        int side, rv_link link) {
    int other = 1 - side; // the segment's place in the link
    const rv_body* segment = &world->bodies.data[link.body[other]];
    rv_motion at = rv_motion_of(world, NULL, end->body);
    bool turns = end->body < 0 || world->bodies.data[end->body].kind == RV_BODY_RIGID;
    link.is_plain = false;
    link.segment_side = (int8_t)other;
    link.point[side] = end->def.point;
    rv_quat axes = segment->q;
    if (rv_vec3_length(end->def.axis) > 0.0)
        axes = rv_quat_along(axes, rv_quat_rotate(at.q, rv_vec3_normalize(end->def.axis)));
    link.turn[side] = rv_quat_normalize(rv_quat_mul(rv_quat_conjugate(at.q), axes));
    link.holds_bend = end->def.clamped && turns && cable->segments.EI > 0.0;
    link.holds_twist = !end->def.swivel && turns && cable->GJ > 0.0;
    return link;
}

static void add_link(rv_world* world, rv_strand* strand, const rv_link* link) {
    world->links.data[world->links.count++] = *link;
    world->link_bends.data[world->link_bends.count++] = (rv_link_bend){0};
    memset(world->link_lambda.data + world->link_lambda.count, 0, RV_LINK_ROWS * sizeof(double));
    memset(world->link_state.data + world->link_state.count, 0, RV_LINK_ROWS);
    world->link_lambda.count += RV_LINK_ROWS;
    world->link_state.count += RV_LINK_ROWS;
    strand->link_count++;
}

void rv_strand_measure(rv_world* world, const rv_strand* strand) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const double* lengths = rv_strand_lengths(world, strand);
    rv_link* links = rv_strand_links(world, strand);
    int first = strand->held[0] ? 0 : 1; // entry before the first link
    for (int k = 0; k < strand->link_count; k++) {
        int before = first + k, after = before + 1;
        bool whole_before = before == 1 && !strand->held[0];
        bool whole_after = after == strand->segment_count && !strand->held[1];
        rv_link* link = &links[k];
        link->length = (whole_before ? 1.0 : 0.5) * lengths[before]
                       + (whole_after ? 1.0 : 0.5) * lengths[after];
        for (int i = 0; i < 2; i++)
            link->rest[i] = cable->segments.rest_curvature[i] * link->length;
        link->rest[2] = cable->segments.rest_twist * link->length;
    }
}

static rv_quat rolled(rv_quat q, double angle) {
    return rv_quat_normalize(rv_quat_mul(q, rv_quat_from_axis_angle((rv_vec3){1, 0, 0}, angle)));
}

// turns the segments about themselves so that the links that hold twist share it by their lengths
static void twist_links(rv_world* world, const rv_strand* strand, double twist) {
    rv_link* links = rv_strand_links(world, strand);
    const int32_t* bodies = rv_strand_bodies(world, strand);
    double total = 0.0, angle = 0.0;
    for (int k = 0; k < strand->link_count; k++)
        total += links[k].holds_twist ? links[k].length : 0.0;
    for (int k = 0; k < strand->link_count && total > 0.0; k++) {
        links[k].twist = links[k].holds_twist ? twist * links[k].length / total : 0.0;
        angle += links[k].twist;
        int segment = k + (strand->held[0] ? 1 : 2);
        if (segment <= strand->segment_count) {
            rv_body* body = &world->bodies.data[bodies[segment]];
            rv_body_set_rotation(body, rolled(body->q, angle));
        } else {
            links[k].turn[1] = rolled(links[k].turn[1], angle);
        }
    }
}

// the pull of gaps that are open already: where the first step starts from
static void start_forces(rv_world* world, const rv_strand* strand) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* links = rv_strand_links(world, strand);
    for (int k = 0; k < strand->link_count && cable->EA < INFINITY; k++) {
        rv_link_geometry g = rv_link_geometry_of(world, NULL, &links[k], cable->segments.bend);
        rv_vec3_store(rv_link_forces(world, strand, k),
                      rv_vec3_scale(g.gap, -cable->EA / links[k].length));
    }
}

void rv_strand_add(rv_world* world, const rv_strand_plan* plan) {
    rv_cable* cable = &world->cables.data[plan->cable];
    int32_t index = world->strands.count++;
    rv_strand* strand = &world->strands.data[index];
    if (cable->strand_count++ == 0)
        cable->first_strand = index;
    *strand = (rv_strand){.cable = plan->cable,
                          .node = plan->node,
                          .first_segment = world->segment_body.count,
                          .segment_count = plan->count,
                          .first_link = world->links.count};
    for (int s = 0; s < 2; s++) {
        strand->held[s] = plan->held[s];
        strand->bridge[s] = -1;
        if (s == 1)
            add_segments(world, plan, index);
        world->segment_body.data[world->segment_body.count++] = plan->ends[s]->body;
        world->segment_length.data[world->segment_length.count++] = 0.0;
    }
    const int32_t* bodies = rv_strand_bodies(world, strand);
    const double* lengths = rv_strand_lengths(world, strand);
    for (int k = 0; k <= plan->count; k++) {
        bool end = k == 0 || k == plan->count;
        if (end && !strand->held[k == 0 ? 0 : 1])
            continue;
        rv_link link = rv_link_between(cable, bodies + k, lengths + k);
        if (end)
            link = end_link(world, cable, plan->ends[k == 0 ? 0 : 1], k == 0 ? 0 : 1, link);
        add_link(world, strand, &link);
    }
    rv_strand_measure(world, strand);
    twist_links(world, strand, plan->twist);
    start_forces(world, strand);
    rv_strand_bend_start(world, strand);
    rv_world_touch(world);
}

// takes a strand out of the lists; its bodies stay
static void unlist(rv_world* world, int32_t index) {
    rv_strand strand = world->strands.data[index];
    int places = strand.segment_count + 2;
    int row = RV_LINK_ROWS * strand.first_link, rows = RV_LINK_ROWS * strand.link_count;
    rv_array_cut(&world->segment_body, strand.first_segment, places);
    rv_array_cut(&world->segment_length, strand.first_segment, places);
    rv_array_cut(&world->links, strand.first_link, strand.link_count);
    rv_array_cut(&world->link_bends, strand.first_link, strand.link_count);
    rv_array_cut(&world->link_lambda, row, rows);
    rv_array_cut(&world->link_state, row, rows);
    rv_array_cut(&world->strands, index, 1);
    for (int i = index; i < world->strands.count; i++) {
        rv_strand* later = &world->strands.data[i];
        later->first_segment -= places;
        later->first_link -= strand.link_count;
        for (int k = 1; k <= later->segment_count; k++)
            world->bodies.data[rv_strand_bodies(world, later)[k]].strand = i;
    }
    for (int i = 0; i < world->cables.count; i++)
        if (world->cables.data[i].first_strand > index)
            world->cables.data[i].first_strand--;
}

static void orphan(rv_world* world, const rv_strand* strand) {
    for (int k = 1; k <= strand->segment_count; k++)
        world->bodies.data[rv_strand_bodies(world, strand)[k]].strand = ORPHAN;
}

void rv_cable_remove_strands(rv_world* world, rv_cable* cable) {
    for (; cable->strand_count > 0; cable->strand_count--) {
        int32_t last = cable->first_strand + cable->strand_count - 1;
        cable->bend_loss += world->strands.data[last].bend_loss;
        orphan(world, &world->strands.data[last]);
        unlist(world, last);
    }
    // what stands on a segment goes with it, and may be another cable
    for (int i = 0; i < world->bodies.count; i++) {
        if (!rv_id_pool_alive(&world->body_ids, i) || world->bodies.data[i].strand != ORPHAN)
            continue;
        rv_world_remove_attached(world, i);
        if (rv_id_pool_alive(&world->body_ids, i))
            rv_body_remove(world, i);
    }
}
