#include "model/cable_wrap.h"

#include "model/contact.h"
#include "model/form.h"

#include <math.h>

enum { SLIDES_MAX = 8 };
static const double SLID = 1e-9;      // [m], of a node that stands
static const double SLIDING = 0.5;    // of the way that an eye would slide, in a step
static const double REPAY_TIME = 0.2; // [s], in which owed length is given back
static const int FRICTION_MAX = 500;  // nodes of a cable with friction that slips

// --- nodes ---

bool rv_node_has_shape(const rv_world* world, const rv_path_node* node) {
    return rv_id_pool_alive(&world->shape_ids, node->shape)
           && world->shapes.data[node->shape].body == node->body;
}

static double friction_on(const rv_world* world, const rv_cable* cable, const rv_shape* shape) {
    int slips = 0;
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 1; i < cable->node_count - 1; i++)
        slips += nodes[i].splits && !rv_node_grips(&nodes[i]);
    // what a chain of friction cannot be made of
    bool limited[2];
    for (int s = 0; s < 2; s++)
        limited[s] = rv_cable_has_drum(world, cable, s)
                     && fmin(cable->winch[s].max_force, cable->winch[s].brake_force) < INFINITY;
    if (slips >= FRICTION_MAX || (limited[0] && limited[1])
        || cable->tension == RV_CABLE_TENSION_SPRING)
        return 0.0;
    if (!isnan(cable->touch.friction))
        return cable->touch.friction;
    rv_shape thread = {.def = {.material = cable->material}};
    return rv_contact_law_between(world, &thread, shape).friction;
}

// in the frame of the body, from that of its shape
static rv_vec3 body_point(const rv_shape* shape, rv_vec3 local) {
    const rv_pose* pose = &shape->def.local;
    return rv_vec3_add(pose->position, rv_quat_rotate(pose->rotation, local));
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
    node->def.point = rv_vec3_mul_add(node->line[0], line->place, axis);
    node->rise = 0.5 * rv_vec3_dot(line->axis, rv_vec3_sub(line->touch[1], line->touch[0]));
    node->feature = line->feature;
    node->wrap = rv_angle_near(line->turn, node->wrap);
}

rv_path_node rv_node_on_line(const rv_world* world, const rv_cable* cable, int32_t shape,
                             const rv_wrap_line* line) {
    const rv_shape* s = &world->shapes.data[shape];
    rv_cable_node def = rv_cable_node_default();
    def.type = RV_CABLE_PULLEY;
    def.body = rv_world_body_id(world, s->body);
    def.axis = rv_quat_rotate(s->def.local.rotation, line->axis);
    def.radius = line->radius;
    def.side = 1;
    def.friction = friction_on(world, cable, s);
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
    const rv_shape* shape = &world->shapes.data[node->shape];
    rv_geometry geometry = rv_shape_geometry(world, &shape->def);
    rv_placed placed = rv_shape_placed(world, shape, &geometry);
    rv_convex convex = rv_convex_of(&placed);
    rv_convex point = {.core = RV_CORE_POINT, .position = near, .R = rv_mat3_identity()};
    rv_closest c = rv_convex_closest(&convex, &point);
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
    def.friction = friction_on(world, cable, s);
    rv_path_node node = rv_cable_node_make(world, &def);
    node.shape = shape;
    node.placed = true;
    put_on_surface(world, cable, &node, near);
    return node;
}

rv_vec3 rv_node_out(const rv_world* world, const rv_path_node* nodes, int i) {
    const rv_path_node* node = &nodes[i];
    if (node->def.type == RV_CABLE_EYE)
        return rv_mat3_apply(rv_motion_of(world, NULL, node->body).R,
                             rv_vec3_sub(node->line[1], node->line[0]));
    const rv_span* before = &nodes[rv_path_previous(nodes, i)].span;
    return rv_vec3_add(before->radial[1], node->span.radial[0]);
}

// --- sliding ---

bool rv_node_is_off_line(const rv_path_node* node) {
    if (node->def.type == RV_CABLE_EYE)
        return false;
    double length = rv_vec3_length(rv_vec3_sub(node->line[1], node->line[0]));
    double place = rv_vec3_dot(node->axis, rv_vec3_sub(node->def.point, node->line[0]));
    return place < -node->def.radius || place > length + node->def.radius;
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

bool rv_node_has_fixed_line(const rv_world* world, const rv_path_node* node) {
    return node->def.type == RV_CABLE_PULLEY
           && rv_wrap_is_fixed(world->shapes.data[node->shape].def.type, node->feature);
}

// how far it slid
static double slide(const rv_world* world, rv_path_node* nodes, int i) {
    rv_path_node* node = &nodes[i];
    const rv_span* before = &nodes[rv_path_previous(nodes, i)].span;
    node->wrap = rv_angle_near(
        rv_angle_about(node->rim.axis, before->radial[1], node->span.radial[0]), node->wrap);
    if (!rv_node_has_fixed_line(world, node))
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
    node->rim.lean = 1.0 - s / sqrt(s * s + climb * climb);
    rv_path_place(world, NULL, node, 1);
    return slid;
}

// Of a cable that sags: the angle that it bends by over the surface. Where it pulls the eye along the
// surface, by more than friction holds, that slides to where it would not.
static void bend_over(const rv_world* world, const rv_cable* cable, int i) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    int before = rv_path_previous(nodes, i);
    rv_vec3 turn =
        rv_vec3_sub(rv_wave_tangent(world, cable, i, 0), rv_wave_tangent(world, cable, before, 1));
    rv_vec3 out = rv_node_out(world, nodes, i);
    nodes[i].wrap = -rv_vec3_dot(turn, out);
    rv_vec3 along = rv_vec3_mul_add(turn, nodes[i].wrap, out);
    double pulls = rv_vec3_length(along), holds = nodes[i].def.friction * fmax(nodes[i].wrap, 0.0);
    double l[2] = {nodes[before].span.length, nodes[i].span.length};
    if (!(pulls > holds) || !(nodes[i].wrap > 0.0) || !rv_node_has_shape(world, &nodes[i]))
        return;
    double slides = SLIDING * (1.0 - holds / pulls) * l[0] * l[1] / (l[0] + l[1]);
    put_on_surface(world, cable, &nodes[i], rv_vec3_mul_add(nodes[i].rim.center, slides, along));
}

static void slide_all(const rv_world* world, rv_path_node* nodes, int count) {
    rv_path_find_spans(nodes, count);
    for (int round = 0; round < SLIDES_MAX; round++) {
        double slid = 0.0;
        for (int i = 1; i < count - 1; i++)
            if (rv_node_is_made(&nodes[i]) && nodes[i].def.type == RV_CABLE_PULLEY
                && !nodes[i].lifted)
                slid = fmax(slid, slide(world, nodes, i));
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
    slide_all(world, nodes, cable->node_count);
    for (int i = 1; i < cable->node_count - 1 && rv_cable_is_layered(cable); i++)
        if (rv_node_is_made(&nodes[i]) && nodes[i].def.type == RV_CABLE_EYE)
            bend_over(world, cable, i);
}

// --- changes ---

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

// the section at node `first` up to `end` again, with all of its material shared alike
static void share(rv_path_node* nodes, int section, int end, extent whole) {
    for (int i = section; i < end; i++)
        if (i == section || nodes[i].splits)
            nodes[i].material = whole.material * nodes[i].geometric / whole.geometric;
}

bool rv_cable_change_wraps(rv_world* world, rv_cable* cable, const rv_wrap_change* change) {
    int count = cable->node_count - (change->out.end - change->out.first) + change->count;
    rv_path_node* made = rv_cable_draft(world, cable, count);
    if (made == NULL)
        return false;
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int first = change->out.first, old_end = change->out.end, end = first + change->count;
    int section = rv_section_before(nodes, first);
    extent was = extent_of(nodes, section, old_end);
    double given_tension = nodes[first - 1].tension;
    rv_cable_copy_nodes(world, cable, (rv_node_range){0, first}, made);
    for (int k = 0; k < change->count; k++) {
        made[first + k] = change->in[k];
        made[first + k].tension = given_tension;
        made[first + k].material = 0.0;
    }
    rv_cable_copy_nodes(world, cable, (rv_node_range){old_end, cable->node_count}, made + end);
    rv_path_place(world, NULL, made, count);
    slide_all(world, made, count);
    rv_path_measure(made, count);
    rv_cable_replace_nodes(world, cable, count, RV_KEEPS_TENSION);
    rv_path_node* now = rv_cable_nodes(world, cable);
    if (rv_cable_is_layered(cable))
        rv_waves_measure(world, cable);
    // the last of the changed sections ends with the change, where its nodes split the cable
    extent is = extent_of(now, section, end);
    double given = given_for(&now[first - 1], was, is.geometric);
    if (change->slips)
        given = fmax(given, 0.0);
    is.material = was.material + given;
    share(now, section, end, is);
    cable->owed += given;
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

void rv_cables_leave_body(rv_world* world, int32_t body) {
    for (int c = 0; c < world->cables.count; c++) {
        rv_cable* cable = &world->cables.data[c];
        bool left = false;
        if (!rv_id_pool_alive(&world->cable_ids, c) || cable->made_count == 0)
            continue;
        rv_path_node* nodes = rv_cable_nodes(world, cable);
        for (int i = 0; i < cable->node_count; i++) {
            rv_path_node* node = &nodes[i];
            if (!rv_node_is_made(node) || node->body != body)
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
