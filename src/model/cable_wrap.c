// Nodes that shapes make by touching a cable (cable_wrap.h): what they are, how they slide, and what
// their coming and going does to the path and its lengths.
#include "model/cable_wrap.h"

#include "model/contact.h"
#include "model/form.h"

#include <math.h>

enum { SLIDES_MAX = 8 };
static const double SLID = 1e-9;        // [m], of a node that stands
static const double LARGEST_JUMP = 4.0; // radii
static const double SHARPEST = 2.2;    // [rad], of a bend that an eye holds off its line as a whole
static const double RIM_GAP = 1.01;    // radii of the cable, by which it is off a cylinder's side
static const double LEAST_TURN = 0.02; // [rad], of a bend that has a middle
static const double SLIDING = 0.5;     // of the way that an eye would slide, in a step
static const double REPAY_TIME = 0.2;  // [s], in which owed length is given back
static const int SLIPPING_MAX =
    16; // nodes of a cable that slip: beyond, those that shapes make do not

// --- room ---

int rv_cables_wraps_per_step(const rv_world* world) {
    int cables = 0;
    for (int i = 0; i < world->cables.count; i++)
        cables += rv_cable_touches_shapes(world, i);
    return cables > 0 ? 2 * RV_WRAP_MAX + 4 * cables : 0;
}

bool rv_cables_reserve_wraps(rv_world* world, int each) {
    int nodes = rv_cables_wraps_per_step(world), waves = nodes, cells = 0, longest = 0;
    int step = nodes + each;
    for (int i = 0; i < world->cables.count; i++) {
        const rv_cable* cable = &world->cables.data[i];
        if (!rv_cable_touches_shapes(world, i))
            continue;
        bool layered = rv_cable_is_layered(cable);
        nodes += each;
        waves += layered ? each : 0;
        cells = layered && cable->layer.cells > cells ? cable->layer.cells : cells;
        longest = cable->node_count > longest ? cable->node_count : longest;
    }
    // one of them has its path twice while that changes
    int twice = nodes > 0 ? longest + step : 0;
    return rv_cable_reserve(world, world->cable_ids.slots.count,
                            world->cable_nodes.count + nodes + twice)
           && (cells == 0 || rv_waves_reserve(world, waves + twice, cells));
}

// --- nodes ---

bool rv_node_has_shape(const rv_world* world, const rv_path_node* node) {
    return node->shape >= 0 && rv_id_pool_alive(&world->shape_ids, node->shape)
           && world->shapes.data[node->shape].body == node->body;
}

// a chain with friction ends at a drum that gives way: there can be one, the first
bool rv_cable_has_room_for_friction(const rv_world* world, const rv_cable* cable) {
    const rv_winch* last = &cable->winch[1];
    bool both = rv_cable_has_drum(world, cable, 0) && rv_cable_has_drum(world, cable, 1);
    return !both || fmin(last->max_force, last->brake_force) == INFINITY;
}

void rv_cable_smooth_wraps(rv_world* world, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 1; i < cable->node_count - 1; i++) {
        if (!rv_node_is_made(&nodes[i]) || !nodes[i].splits)
            continue;
        nodes[rv_section_before(nodes, i)].material += nodes[i].material;
        nodes[i].material = nodes[i].def.friction = 0.0;
        nodes[i].splits = false;
    }
    rv_cable_layout(world, cable);
    rv_cable_seed_forces(world, cable);
    rv_world_touch(world);
}

double rv_cable_friction_on(const rv_world* world, const rv_cable* cable,
                            const rv_material* surface) {
    int slips = 0;
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 1; i < cable->node_count - 1; i++)
        slips += nodes[i].splits && !rv_node_grips(&nodes[i]);
    if (slips >= SLIPPING_MAX || !rv_cable_has_room_for_friction(world, cable)
        || cable->tension == RV_CABLE_TENSION_SPRING)
        return 0.0;
    if (!isnan(cable->touch.friction))
        return cable->touch.friction;
    return rv_contact_law_between(world, &cable->material, surface).friction;
}

// in the frame of the body, from that of its shape
static rv_vec3 body_point(const rv_shape* shape, rv_vec3 local) {
    const rv_pose* pose = &shape->def.local;
    return rv_vec3_add(pose->position, rv_quat_rotate(pose->rotation, local));
}

// how far off its line an eye holds a cable: where its two straight sides would meet
static double eye_distance(double radius, double turn) {
    return radius / rv_cos(0.5 * fmin(fmax(turn, 0.0), SHARPEST));
}

// where an eye holds a cable off a line, in the shape's frame
static rv_vec3 eye_on(const rv_geometry* g, const rv_wrap_line* line) {
    rv_vec3 on = rv_vec3_mul_add(line->end[0], line->place, line->axis);
    rv_vec3 out = rv_vec3_sub(rv_vec3_add(line->touch[0], line->touch[1]), rv_vec3_scale(on, 2.0));
    out = rv_vec3_normalize(rv_vec3_mul_add(out, -rv_vec3_dot(out, line->axis), line->axis));
    rv_vec3 at = rv_vec3_mul_add(on, eye_distance(line->radius, line->turn), out);
    // over the rim of a cylinder it comes to the side from without
    double apart = sqrt(at.y * at.y + at.z * at.z), least = g->radius + RIM_GAP * line->radius;
    if (g->type == RV_SHAPE_CYLINDER && apart > 0.0 && apart < least) {
        at.y *= least / apart;
        at.z *= least / apart;
    }
    return at;
}

void rv_node_follow_line(const rv_world* world, rv_path_node* node, const rv_wrap_line* line) {
    const rv_shape* shape = &world->shapes.data[node->shape];
    for (int k = 0; k < 2; k++)
        node->line[k] = body_point(shape, line->end[k]);
    rv_vec3 axis = rv_quat_rotate(shape->def.local.rotation, line->axis);
    // angles are counted on from the direction that was nearest
    rv_vec3 reference = rv_vec3_mul_add(node->reference, -rv_vec3_dot(node->reference, axis), axis);
    node->reference = rv_vec3_length(reference) > 1e-3 ? rv_vec3_normalize(reference)
                                                       : rv_vec3_perpendicular(axis);
    node->axis = node->def.axis = axis;
    node->feature = line->feature;
    node->follows = !rv_wrap_is_fixed(shape->def.type, line->feature);
    if (node->def.type == RV_CABLE_EYE) {
        rv_geometry geometry = rv_shape_geometry(world, &shape->def);
        node->def.point = body_point(shape, eye_on(&geometry, line));
        node->wrap = line->turn;
        return;
    }
    if (line->feature >= RV_WRAP_BLEND)
        node->def.radius = line->radius;
    node->def.point = rv_vec3_mul_add(node->line[0], line->place, axis);
    node->rise = 0.5 * rv_vec3_dot(line->axis, rv_vec3_sub(line->touch[1], line->touch[0]));
    node->wrap = rv_angle_near(line->turn, node->wrap);
}

rv_path_node rv_node_on_line(const rv_world* world, const rv_cable* cable, int32_t shape,
                             const rv_wrap_line* line) {
    const rv_shape* s = &world->shapes.data[shape];
    // over edges and corners the cable bends as over a point: rims so small would meet each other
    bool is_sharp = line->radius <= (1.0 + 1e-6) * rv_cable_radius(cable);
    rv_cable_node def = rv_cable_node_default();
    def.type = is_sharp ? RV_CABLE_EYE : RV_CABLE_PULLEY;
    def.body = rv_world_body_id(world, s->body);
    def.axis = rv_quat_rotate(s->def.local.rotation, line->axis);
    def.radius = is_sharp ? 0.0 : line->radius;
    def.side = 1;
    def.friction = rv_cable_friction_on(world, cable, &s->def.material);
    rv_path_node node = rv_cable_node_make(world, &def);
    node.shape = shape;
    node.placed = true;
    node.wrap = line->turn;
    rv_node_follow_line(world, &node, line);
    return node;
}

// an eye comes to lie on the surface again, with what is nearest to a point (world)
static void put_on_surface(const rv_world* world, const rv_cable* cable, rv_path_node* node,
                           rv_vec3 near) {
    rv_closest c = rv_shape_closest(world, &world->shapes.data[node->shape], near, INFINITY);
    rv_motion m = rv_motion_of(world, NULL, node->body);
    rv_vec3 at = rv_vec3_mul_add(c.on_a, rv_cable_radius(cable), c.normal);
    node->def.point = rv_vec3_add(world->bodies.data[node->body].center,
                                  rv_mat3_apply_transpose(m.R, rv_vec3_sub(at, m.x)));
    node->line[0] = node->def.point;
    node->line[1] = rv_vec3_add(node->def.point, rv_mat3_apply_transpose(m.R, c.normal));
    rv_path_place(world, NULL, node, 1);
}

rv_path_node rv_node_on_surface(const rv_world* world, const rv_cable* cable, int32_t shape,
                                rv_vec3 near) {
    const rv_shape* s = &world->shapes.data[shape];
    rv_cable_node def = rv_cable_node_default();
    def.type = RV_CABLE_EYE;
    def.body = rv_world_body_id(world, s->body);
    def.friction = rv_cable_friction_on(world, cable, &s->def.material);
    rv_path_node node = rv_cable_node_make(world, &def);
    node.shape = shape;
    node.feature = RV_SURFACE;
    node.placed = node.follows = true;
    put_on_surface(world, cable, &node, near);
    return node;
}

rv_vec3 rv_node_out(const rv_world* world, const rv_path_node* nodes, int i) {
    const rv_path_node* node = &nodes[i];
    rv_mat3 R = rv_motion_of(world, NULL, node->body).R;
    if (rv_node_is_on_surface(node))
        return rv_mat3_apply(R, rv_vec3_sub(node->line[1], node->line[0]));
    if (node->def.type == RV_CABLE_EYE) {
        rv_vec3 off = rv_vec3_sub(node->def.point, node->line[0]);
        off = rv_vec3_mul_add(off, -rv_vec3_dot(off, node->axis), node->axis);
        return rv_mat3_apply(R, off);
    }
    const rv_span* before = &nodes[rv_path_previous(nodes, i)].span;
    return rv_vec3_add(before->radial[1], node->span.radial[0]);
}

// --- sliding ---

bool rv_node_is_off_line(const rv_path_node* node, double by) {
    if (rv_node_is_on_surface(node))
        return false;
    double length = rv_vec3_length(rv_vec3_sub(node->line[1], node->line[0]));
    double place = rv_vec3_dot(node->axis, rv_vec3_sub(node->def.point, node->line[0]));
    return place < -by || place > length + by;
}

// a point seen from a line: along it, and how long its tangent is seen along it
typedef struct seen {
    double along, tangent;
} seen;

static seen seen_from(const rv_rim* rim, rv_vec3 point) {
    rv_vec3 q = rv_vec3_sub(point, rim->center);
    double along = rv_vec3_dot(q, rim->axis);
    double apart2 = rv_vec3_dot(q, q) - along * along;
    return (seen){along, sqrt(fmax(apart2 - rim->radius * rim->radius, 0.0))};
}

// what of a direction is across the axis of a node
static rv_vec3 across(const rv_path_node* node, rv_vec3 u) {
    return rv_vec3_mul_add(u, -rv_vec3_dot(u, node->rim.axis), node->rim.axis);
}

// an eye on an edge stays in the middle of the cable's bend
static void turn_eye(const rv_world* world, const rv_cable* cable, rv_path_node* node,
                     rv_vec3 push) {
    if (!(node->wrap > LEAST_TURN))
        return;
    rv_vec3 out =
        rv_mat3_apply_transpose(rv_motion_of(world, NULL, node->body).R, rv_vec3_normalize(push));
    double place = rv_vec3_dot(node->axis, rv_vec3_sub(node->def.point, node->line[0]));
    rv_vec3 on = rv_vec3_mul_add(node->line[0], place, node->axis);
    double off = eye_distance(rv_cable_radius(cable), node->wrap);
    node->def.point = rv_vec3_mul_add(on, off, out);
}

// how far it slid
static double slide(const rv_world* world, const rv_cable* cable, rv_path_node* nodes, int i) {
    rv_path_node* node = &nodes[i];
    const rv_span* before = &nodes[rv_path_previous(nodes, i)].span;
    bool is_eye = node->def.type == RV_CABLE_EYE;
    double turn =
        is_eye ? rv_angle_about(node->rim.axis, across(node, before->u), across(node, node->span.u))
               : rv_angle_about(node->rim.axis, before->radial[1], node->span.radial[0]);
    node->wrap = is_eye ? turn : rv_angle_near(turn, node->wrap);
    if (is_eye && !node->follows)
        turn_eye(world, cable, node,
                 rv_vec3_sub(across(node, before->u), across(node, node->span.u)));
    double climbs = rv_vec3_dot(before->u, node->rim.axis);
    node->rim.lean = 1.0 - sqrt(fmax(1.0 - climbs * climbs, 0.0));
    if (node->follows)
        return 0.0;
    seen p = seen_from(&node->rim, before->at[0]), q = seen_from(&node->rim, node->span.at[1]);
    double arc = node->rim.radius * fmax(node->wrap, 0.0), s = p.tangent + arc + q.tangent;
    double climb = q.along - p.along;
    if (!(s > 0.0))
        return 0.0;
    double in = p.along + climb * p.tangent / s, out = q.along - climb * q.tangent / s;
    double slid = fmax(fabs(in + node->rise), fabs(out - node->rise));
    node->def.point = rv_vec3_mul_add(node->def.point, 0.5 * (in + out), node->axis);
    node->rise = 0.5 * (out - in);
    rv_path_place(world, NULL, node, 1);
    return slid;
}

// Of a cable that sags: the angle that it bends by over the surface. Where it pulls the eye aside, by
// more than friction holds, that slides to where it would not, as the cells beside it see it: what is
// farther away has not come here yet.
static void bend_over(const rv_world* world, const rv_cable* cable, int i) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    int before = rv_path_previous(nodes, i);
    rv_vec3 in = rv_wave_tangent(world, cable, before, 1), to = rv_wave_tangent(world, cable, i, 0);
    rv_vec3 turn = rv_vec3_sub(to, in), way = rv_vec3_normalize(rv_vec3_add(to, in));
    rv_vec3 out = rv_node_out(world, nodes, i);
    nodes[i].wrap = -rv_vec3_dot(turn, out);
    rv_vec3 along = rv_vec3_mul_add(turn, nodes[i].wrap, out);
    along = rv_vec3_mul_add(along, -rv_vec3_dot(along, way), way);
    double pulls = rv_vec3_length(along), holds = nodes[i].def.friction * fmax(nodes[i].wrap, 0.0);
    double l[2] = {nodes[before].span.length, nodes[i].span.length};
    if (!(pulls > holds) || !(nodes[i].wrap > 0.0) || !rv_node_has_shape(world, &nodes[i]))
        return;
    double cell = l[0] * l[1] / ((l[0] + l[1]) * cable->layer.cells);
    double slides = SLIDING * (1.0 - holds / pulls) * cell;
    put_on_surface(world, cable, &nodes[i], rv_vec3_mul_add(nodes[i].rim.center, slides, along));
}

static void slide_all(const rv_world* world, const rv_cable* cable, rv_path_node* nodes,
                      int count) {
    rv_path_find_spans(nodes, count);
    for (int round = 0; round < SLIDES_MAX; round++) {
        double slid = 0.0;
        for (int i = 1; i < count - 1; i++)
            if (nodes[i].shape >= 0 && !rv_node_is_on_surface(&nodes[i]) && !nodes[i].lifted)
                slid = fmax(slid, slide(world, cable, nodes, i));
        if (!(slid > 0.0))
            return;
        rv_path_find_spans(nodes, count);
        if (slid < SLID)
            return;
    }
}

void rv_cable_slide(const rv_world* world, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_path_place(world, NULL, nodes, cable->node_count);
    slide_all(world, cable, nodes, cable->node_count);
    for (int i = 1; i < cable->node_count - 1 && rv_cable_is_layered(cable); i++)
        if (rv_node_is_on_surface(&nodes[i]))
            bend_over(world, cable, i);
}

// --- changes ---

// the first split node at or after a node, or the last node
static int split_from(const rv_path_node* nodes, int count, int i) {
    while (i < count - 1 && !nodes[i].splits)
        i++;
    return i;
}

// of the sections from the one that starts at `section` up to node `end`
typedef struct extent {
    double material, geometric;
} extent;

static extent extent_of(const rv_path_node* nodes, int section, int end) {
    extent e = {0.0, 0.0};
    for (int i = section; i < end; i++)
        if (i == section || nodes[i].splits) {
            e.material += nodes[i].material;
            e.geometric += nodes[i].geometric;
        }
    return e;
}

// what a cable gets so that a jump of its path does not pull, nor let it hang
static double given_for(const rv_path_node* before, extent was, double geometric) {
    double jump = geometric - was.geometric;
    if (before->tension > 0.0)
        return jump;
    return jump > 0.0 ? fmin(fmax(geometric - was.material, 0.0), jump) : 0.0;
}

// the material of the sections from `section` up to node `end`, shared alike
static void share(rv_path_node* nodes, int section, int end, double material) {
    double geometric = extent_of(nodes, section, end).geometric;
    for (int i = section; i < end; i++)
        if (i == section || nodes[i].splits) {
            double part = i == section ? 1.0 : 0.0; // of a path without length
            nodes[i].material =
                material * (geometric > 0.0 ? nodes[i].geometric / geometric : part);
        }
}

// length of a path without what it sags
static double spans_of(const rv_path_node* nodes, int count) {
    double sum = 0.0;
    for (int i = 0; i < count - 1; i = nodes[i].next)
        sum += nodes[i].span.length + (i > 0 ? rv_path_arc_of(&nodes[i]) : 0.0);
    return sum;
}

// what it sags between two nodes
static double excess_of(const rv_world* world, const rv_cable* cable, int from, int to) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double sum = 0.0;
    for (int i = from; rv_cable_is_layered(cable) && i < to; i = nodes[i].next)
        sum += rv_waves_of(world, cable)[i].used - rv_waves_of(world, cable)[i].chord;
    return sum;
}

// the wheels of the user's beside what has changed: the cable meets them elsewhere now
static void turn_wheels(rv_path_node* nodes, int count) {
    for (int i = 1; i < count - 1; i++) {
        rv_path_node* node = &nodes[i];
        if (node->def.type != RV_CABLE_PULLEY || rv_node_is_made(node) || node->lifted)
            continue;
        rv_vec3 in = nodes[rv_path_previous(nodes, i)].span.radial[1];
        double turn = rv_angle_about(node->rim.axis, in, node->span.radial[0]);
        node->wrap = rv_angle_near(turn, node->wrap);
    }
}

// where a path meets the rim at its first node (0) or its last (1)
static rv_vec3 radial_at_end(const rv_path_node* nodes, int count, int which) {
    return which == 0 ? nodes[0].span.radial[0]
                      : nodes[rv_path_previous(nodes, count - 1)].span.radial[1];
}

// what drums give because the cable leaves them elsewhere on its new path
static double unwind_drums(const rv_world* world, rv_cable* cable, const rv_path_node* made,
                           int count) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double given = 0.0;
    for (int which = 0; which < 2; which++) {
        const rv_path_node* drum = &made[which == 0 ? 0 : count - 1];
        if (!rv_cable_has_drum(world, cable, which) || !(drum->def.radius > 0.0))
            continue;
        double moved =
            drum->def.radius
            * rv_angle_about(drum->rim.axis, radial_at_end(nodes, cable->node_count, which),
                             radial_at_end(made, count, which));
        given += rv_drum_give(cable, which, which == 0 ? -moved : moved);
    }
    return given;
}

// The sections that a change concerns: those that begin before it or in it, and the one after those,
// whose first arc begins elsewhere now.
typedef struct concern {
    extent changed, after;
} concern;

static concern concern_of(const rv_path_node* nodes, int count, int section, int end) {
    int next = split_from(nodes, count, end);
    concern c = {.changed = extent_of(nodes, section, end)};
    if (next < count - 1)
        c.after = extent_of(nodes, next, next + 1);
    return c;
}

// What a cable that owes may get yet: what a step may bend, in all, however often its path jumps.
static double lends(const rv_cable* cable) {
    return cable->owed > 0.0 ? RV_WRAP_GIFT * rv_cable_radius(cable) - cable->owed : INFINITY;
}

// what the sections from range.first up to range.end of another path need of that
static double needed_for(const rv_path_node* made, int count, const concern* was,
                         rv_node_range range) {
    concern is = concern_of(made, count, range.first, range.end);
    extent all = {was->changed.material + was->after.material,
                  was->changed.geometric + was->after.geometric};
    return given_for(&made[range.first], all, is.changed.geometric + is.after.geometric);
}

// gives the sections their material: the one after keeps its strain
static void share_change(rv_cable* cable, rv_path_node* nodes, rv_node_range range,
                         const concern* was, bool slips) {
    int next = split_from(nodes, cable->node_count, range.end);
    concern is = concern_of(nodes, cable->node_count, range.first, range.end);
    extent all = {was->changed.material + was->after.material,
                  was->changed.geometric + was->after.geometric};
    double given = given_for(&nodes[range.first], all, is.changed.geometric + is.after.geometric);
    // what waves do not keep of their length is not given beyond what a step may bend
    given = fmin(given, RV_WRAP_GIFT * rv_cable_radius(cable));
    // What is more than bends within a step has slipped over something: the cable keeps its length,
    // but for what jumps have given it. So jumps to and fro give nothing.
    if (slips || given < -LARGEST_JUMP * rv_cable_radius(cable))
        given = fmax(given, fmin(-cable->owed, 0.0));
    // something is left of both
    double after = 0.0, least = cable->diameter;
    if (next < cable->node_count - 1) {
        after = was->after.geometric > 0.0
                    ? was->after.material * is.after.geometric / was->after.geometric
                    : was->after.material;
        given = fmax(given, 2.0 * least - all.material);
        after = fmax(least, fmin(after, all.material + given - least));
    } else {
        given = fmax(given, least - all.material);
    }
    share(nodes, range.first, range.end, all.material + given - after);
    if (next < cable->node_count - 1)
        nodes[next].material = after;
    cable->owed += given;
}

bool rv_cable_change_wraps(rv_world* world, rv_cable* cable, rv_wrap_change* change) {
    int first = change->out.first, old_end = change->out.end, end = first + change->count;
    int count = cable->node_count + end - old_end;
    rv_path_node* made = rv_cable_draft(world, cable, count);
    if (made == NULL)
        return false;
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int section = rv_section_before(nodes, first);
    concern was = concern_of(nodes, cable->node_count, section, old_end);
    double tension = nodes[first - 1].tension;
    rv_cable_copy_nodes(world, cable, (rv_node_range){0, first}, made);
    for (int k = 0; k < change->count; k++) {
        made[first + k] = change->in[k];
        made[first + k].tension = tension;
        made[first + k].fresh = true;
    }
    rv_cable_copy_nodes(world, cable, (rv_node_range){old_end, cable->node_count}, made + end);
    rv_path_place(world, NULL, made, count);
    slide_all(world, cable, made, count);
    turn_wheels(made, count);
    rv_path_measure(made, count);
    // what hangs there lies along the new spans
    change->longer = spans_of(made, count) - spans_of(nodes, cable->node_count);
    change->longer -= excess_of(world, cable, rv_path_previous(nodes, first), old_end);
    double needed = needed_for(made, count, &was, (rv_node_range){section, end});
    change->refused = change->longer > change->most || (!change->slips && needed > lends(cable));
    if (change->refused)
        return true;
    double unwound = unwind_drums(world, cable, made, count);
    was.changed.material += unwound;
    was.changed.geometric += unwound;
    bool swept = cable->swept;
    rv_cable_replace_nodes(world, cable, count, RV_KEEPS_TENSION);
    cable->swept = swept;
    if (rv_cable_is_layered(cable))
        rv_waves_measure(world, cable);
    share_change(cable, rv_cable_nodes(world, cable), (rv_node_range){section, end}, &was,
                 change->slips);
    return true;
}

bool rv_cable_drop_wraps(rv_world* world, rv_cable* cable) {
    for (int i = cable->node_count - 2; i > 0; i--)
        if (rv_node_is_made(&rv_cable_nodes(world, cable)[i])
            && !rv_cable_change_wraps(
                world, cable,
                &(rv_wrap_change){.out = {i, i + 1}, .slips = true, .most = INFINITY}))
            return false;
    return true;
}

void rv_cable_repay(rv_world* world, rv_cable* cable, double dt) {
    cable->repaid = 0.0;
    if (cable->owed == 0.0)
        return;
    double length = rv_cable_material(world, cable);
    cable->repaid = cable->owed * fmin(dt / REPAY_TIME, 1.0);
    if (fabs(cable->owed) < 1e-12 * length)
        cable->repaid = cable->owed;
    // no more than there is
    cable->repaid = fmin(cable->repaid, 0.5 * length);
    cable->owed -= cable->repaid;
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count - 1; i++)
        nodes[i].material *= 1.0 - cable->repaid / length;
}

void rv_cables_leave_body(rv_world* world, int body) {
    for (int c = 0; c < world->cables.count; c++) {
        rv_cable* cable = &world->cables.data[c];
        bool left = false;
        if (!rv_id_pool_alive(&world->cable_ids, c) || cable->made_count == 0)
            continue;
        rv_path_node* nodes = rv_cable_nodes(world, cable);
        for (int i = 0; i < cable->node_count; i++) {
            rv_path_node* node = &nodes[i];
            if (node->shape < 0 || node->body != body)
                continue;
            rv_path_place(world, NULL, node, 1);
            rv_mat3 R = rv_motion_of(world, NULL, body).R;
            node->def.point = node->rim.center;
            node->axis = node->def.axis = node->rim.axis;
            node->reference = rv_mat3_apply(R, node->reference);
            node->def.body = (rv_body_id){0};
            node->body = -1;
            left = true;
        }
        if (left)
            rv_cable_layout(world, cable);
    }
}

void rv_cables_place_body(rv_world* world, int32_t body) {
    for (int c = 0; c < world->cables.count; c++) {
        rv_cable* cable = &world->cables.data[c];
        const rv_path_node* nodes = rv_cable_nodes(world, cable);
        for (int i = 0; i < cable->node_count && rv_id_pool_alive(&world->cable_ids, c); i++)
            cable->swept &= nodes[i].body != body;
    }
}
