// Kinds where the rope does the work: over edges, over pulleys, along the ground, across valleys.
#include "machines.h"

#include <math.h>

static const rv_vec3 X = {1, 0, 0}, Y = {0, 1, 0};

// a load and a counterweight on a rope that lies over something static at height `top`, whose
// sides are at -half and half
static void drape(machine* m, const rope* r, double mass, double half, double top, double length) {
    draw* d = &m->random;
    double other = mass * draw_log(d, 0.2, 5.0), a = length * draw_in(d, 0.2, 0.8);
    double gap = 0.51 * r->diameter;
    double out = half + gap + 1.7 * load_half(fmax(mass, other));
    // cables that are no chain begin straight above it, and swing down on both sides; those that
    // find shapes by themselves may begin slack
    bool chain = m->model->bit == SEGMENTS, finds = m->model->bit & (MASSLESS | LAYERED);
    out += chain ? 0.0 : 0.3 * length;
    double low = top - length + a, high = top + 3.0 * gap;
    double slack = finds && draw_chance(d, 0.5) ? draw_in(d, 1.0, 1.3) : 1.0;
    rv_body_id left = add_load(m, mass, vec(-out, 0, chain ? top - a : high));
    rv_body_id right = add_load(m, other, vec(out, 0, chain ? low : high));
    rv_body_id pair[2] = {left, right};
    rv_vec3 shape[4] = {rv_body_point(m->world, left, load_top(m, left)),
                        vec(-half - gap, 0, top + gap), vec(half + gap, 0, top + gap),
                        rv_body_point(m->world, right, load_top(m, right))};
    double laid = 0.0;
    for (int i = 0; i < 3; i++)
        laid += rv_vec3_length(rv_vec3_sub(shape[i + 1], shape[i]));
    rv_cable_def def = rv_cable_def_default();
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    for (int i = 0; i < 2; i++) {
        nodes[i].body = pair[i];
        nodes[i].point = load_top(m, pair[i]);
        nodes[i].swivel = true;
    }
    def.nodes = nodes;
    def.node_count = 2;
    def.length = chain ? laid * 1.002 : 2.0 * out * slack;
    rope_define(m, r, &def);
    def.touch.enabled = finds;
    def.segments.mask = UINT32_MAX;
    if (chain) {
        def.segments.shape = shape;
        def.segments.shape_count = 4;
        def.segments.count += 24; // for the edges
    }
    rope_create(m, &def);
    // the heavier one lands before the lighter one is at the edge
    double deepest = chain ? fmax(a, length - a) : 0.5 * def.length - half;
    add_ground(m, top - 0.5 * (deepest + (chain ? length : def.length))
                      - 4.0 * load_half(fmax(mass, other)));
}

static void edge_box(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.004, 0.04);
    double mass = rope_load(m, &r, 1) * 0.3,
           L = fmax(draw_log(d, 1.0, 30.0), 14.0 * load_half(5.0 * mass)) + 60.0 * r.diameter;
    double half = L * draw_in(d, 0.05, 0.3);
    add_wall(m, vec(half, half, half), vec(0, 0, -half));
    drape(m, &r, mass, half, 0.0, L);
}

static void edge_cylinder(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.004, 0.04);
    double mass = rope_load(m, &r, 1) * 0.3,
           L = fmax(draw_log(d, 1.0, 30.0), 14.0 * load_half(5.0 * mass)) + 60.0 * r.diameter;
    double radius = L * draw_in(d, 0.03, 0.15);
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_CYLINDER;
    shape.radius = radius;
    shape.half_length = 5.0 * radius;
    shape.local.rotation = rv_quat_from_axis_angle(vec(0, 0, 1), RV_PI / 2.0);
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position.z = -radius;
    add_body(m, &def);
    drape(m, &r, mass, radius, 0.0, L);
}

static void atwood(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.005, 0.04);
    // most are balanced within a tenth; most have a pit where the lower one lands
    double mass = rope_load(m, &r, 1), unbalance = draw_chance(d, 0.6) ? 1.1 : 2.0;
    double other = mass * draw_log(d, 1.0 / unbalance, unbalance);
    double H = fmax(draw_log(d, 3.0, 60.0), 12.0 * load_half(2.0 * mass));
    double radius = fmax(r.diameter * draw_in(d, 10.0, 20.0), 1.8 * load_half(2.0 * mass));
    rv_body_id car = add_load(m, mass, vec(-radius, 0, -H * draw_in(d, 0.2, 0.8)));
    rv_body_id weight = add_load(m, other, vec(radius, 0, -H * draw_in(d, 0.2, 0.8)));
    path p = {0};
    path_end(&p, car, load_top(m, car));
    path_pulley(m, &p, NO_BODY, vec(0, 0, 0), radius);
    if (draw_chance(d, 0.4)) {
        rv_body_def wheel = rv_body_def_default();
        wheel.kind = RV_BODY_SCALAR;
        wheel.mass = 0.5 * mass * draw_log(d, 0.01, 0.5) * radius * radius;
        p.nodes[1].wheel = rv_body_create(m->world, &wheel);
        p.nodes[1].friction = draw_in(d, 0.1, 0.8);
        p.nodes[1].efficiency = 1.0;
    }
    path_end(&p, weight, load_top(m, weight));
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    double length = rv_cable_length(m->world, cable);
    double lower = fmin(rv_body_center(m->world, car).z, rv_body_center(m->world, weight).z);
    if (draw_chance(d, 0.85))
        add_ground(m, fmin(-0.65 * length, lower - 4.0 * load_half(2.0 * mass)));
    else
        hang_below(m, 0.0, length, &r, mass + other);
}

static void tow(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.005, 0.04);
    double mass = rope_load(m, &r, 1), a = load_half(mass), v = draw_log(d, 0.3, 5.0);
    double L = fmax(draw_log(d, 2.0, 30.0), 4.0 * a), slack = draw_in(d, 0.3, 0.99);
    add_ground(m, 0.0);
    rv_body_id crate = add_box(m, mass, vec(a, a, a), vec(0, 0, a));
    m->loads[m->load_count++] = crate;
    double own = mass * draw_log(d, 0.3, 3.0), b = load_half(own);
    rv_body_id truck = add_box(m, own, vec(b, b, b), vec(a + b + L * slack, 0, b * 1.05));
    rv_joint_def way = rv_joint_def_at(m->world, RV_JOINT_SLIDER, NO_BODY, truck,
                                       rv_body_center(m->world, truck), X);
    way.motor.enabled = true;
    way.motor.max_force = (mass + own) * GRAVITY * draw_in(d, 0.5, 2.0);
    rv_joint_id road = add_joint(m, &way);
    drive* motor = add_motor(m, road, v);
    motor->low = -0.7 * L * slack;
    m->thrust = way.motor.max_force;
    m->speed = v;
    path p = {0};
    path_end(&p, truck, vec(-b, 0, 0));
    path_end(&p, crate, vec(a, 0, 0));
    add_rope(m, &p, &r, L);
}

static void mooring(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.005, 0.04);
    double mass = rope_load(m, &r, 1), L = fmax(draw_log(d, 2.0, 60.0), 10.0 * load_half(mass));
    rv_body_id boat = add_load(m, mass, vec(0.7 * L, 0, 0));
    rv_vec3 center = rv_body_center(m->world, boat);
    // afloat: a soft spring up to a point far above carries the weight
    rv_joint_def buoyancy = rv_joint_def_between(m->world, RV_JOINT_SPRING, NO_BODY, boat,
                                                 vec(center.x, 0, center.z + 20.0 * L), center);
    buoyancy.stiffness = mass * GRAVITY / (0.05 * L);
    buoyancy.rest = 20.0 * L - 0.05 * L;
    buoyancy.damping = 0.3 * sqrt(buoyancy.stiffness * mass);
    add_joint(m, &buoyancy);
    path p = {0};
    path_end(&p, NO_BODY, vec(0, 0, -0.4 * L));
    path_end(&p, boat, rv_vec3_neg(load_top(m, boat)));
    add_rope(m, &p, &r, L);
    double force = mass * GRAVITY * draw_log(d, 0.05, 1.0);
    add_push(m, boat, X, force);
    add_push(m, boat, Y, force * 0.5);
    hang_below(m, 0.0, 2.0 * L, &r, 2.0 * mass);
}

// a load in the middle of a line of two ropes, which a slow winch tightens
static void line(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.003, 0.04);
    double mass = rope_load(m, &r, 1) * 0.3;
    double S = fmax(draw_log(d, 2.0, 60.0), 16.0 * load_half(mass)),
           sag = S * draw_in(d, 0.02, 0.3);
    rv_body_id load = add_load(m, mass, vec(S * draw_in(d, -0.2, 0.2), 0, -sag));
    path p = {0}, q = {0};
    path_drum(&p, NO_BODY, vec(-0.5 * S, 0, 0));
    path_end(&p, load, load_top(m, load));
    path_end(&q, NO_BODY, vec(0.5 * S, 0, 0));
    path_end(&q, load, load_top(m, load));
    rv_cable_id tight = add_rope(m, &p, &r, NAN);
    fit_winch(m, tight, &r, mass * GRAVITY * draw_in(d, 1.0, 4.0));
    add_rope(m, &q, &r, NAN);
    double L = rv_cable_length(m->world, tight);
    add_winch(m, tight, fmin(draw_log(d, 0.02, 0.5), 0.05 * S), 0.99 * L, 1.1 * L);
    hang_below(m, 0.0, S, &r, 2.0 * mass);
}

// a tackle of two to six falls that a slider with a motor pulls
static void tackle(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.004, 0.03);
    int sheaves = 1 + draw_below(d, 3);
    double mass = rope_load(m, &r, 2 * sheaves), a = load_half(mass);
    double H = fmax(draw_log(d, 2.0, 30.0), 16.0 * a), radius = r.diameter * draw_in(d, 6.0, 12.0);
    double z = -H * draw_in(d, 0.3, 0.7), force = mass * GRAVITY * draw_in(d, 1.0, 3.0) / sheaves;
    rv_body_id load = add_load(m, mass, vec(0, 0, z));
    double own = mass * draw_log(d, 0.1, 1.0), b = load_half(own);
    rv_body_id puller = add_box(m, own, vec(b, b, b), vec(-0.5 * H, 0, -0.05 * H));
    rv_joint_def rail = rv_joint_def_at(m->world, RV_JOINT_SLIDER, NO_BODY, puller,
                                        rv_body_center(m->world, puller), X);
    rail.motor.enabled = true;
    rail.motor.max_force = force;
    rv_joint_id way = add_joint(m, &rail);
    m->thrust = force;
    path p = {0};
    path_end(&p, puller, vec(b, 0, 0));
    path_pulley(m, &p, NO_BODY, vec(-radius, 0, 0), radius);
    for (int i = 0; i < sheaves; i++) {
        rv_vec3 wheel = load_top(m, load);
        wheel.x += radius * (1.0 + 4.0 * i);
        wheel.z += radius;
        path_pulley(m, &p, load, wheel, radius);
        if (i + 1 < sheaves)
            path_pulley(m, &p, NO_BODY, vec(radius * (3.0 + 4.0 * i), 0, 0), radius);
    }
    path_end(&p, NO_BODY, vec(radius * (4.0 * sheaves - 2.0), 0, 0));
    add_rope(m, &p, &r, NAN);
    drive* motor = add_motor(m, way, fmin(draw_log(d, 0.05, 1.5), 0.1 * H));
    motor->low = -0.25 * H;
    motor->high = 0.25 * H;
    hang_below(m, 0.0, H + 0.5 * H, &r, mass / sheaves);
}

// planks hang from two ropes between towers, each plank from both of them
static void bridge(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.006, 0.04);
    int planks = 2 + draw_below(d, 4);
    double mass = rope_load(m, &r, 1) * 0.4 / planks, a = load_half(mass);
    double S = fmax(draw_log(d, 4.0, 60.0), 6.0 * a * planks), W = fmax(0.05 * S, 1.5 * a);
    double sag = S * draw_in(d, 0.05, 0.2);
    rv_body_id before = NO_BODY;
    rv_vec3 eye[2] = {vec(-0.5 * S, -W, 0), vec(-0.5 * S, W, 0)};
    for (int i = 0; i <= planks; i++) {
        double t = (i + 1.0) / (planks + 1.0), z = -4.0 * sag * t * (1.0 - t);
        rv_body_id plank = NO_BODY;
        if (i < planks) {
            plank = add_box(m, mass, vec(a, W, 0.3 * a), vec(S * (t - 0.5), 0, z));
            m->loads[m->load_count++] = plank;
        }
        for (int side = 0; side < 2; side++) {
            double y = side == 0 ? -W : W;
            rv_vec3 at = i < planks ? vec(-a, y, 0) : vec(0.5 * S, y, 0);
            path p = {0};
            path_end(&p, before, eye[side]);
            path_end(&p, plank, at);
            add_rope(m, &p, &r, NAN);
            eye[side] = vec(a, y, 0);
        }
        before = plank;
    }
    if (draw_chance(d, 0.5))
        add_push(m, m->loads[0], Y, mass * GRAVITY * draw_in(d, 0.1, 0.6));
    hang_below(m, 0.0, S, &r, 3.0 * mass * planks);
}

const machine_kind machine_kinds_rope[] = {
    {"edge-box", "A rope over a box carries a load on each side.", ROPES, edge_box},
    {"edge-cylinder", "A rope over a cylinder carries a load on each side.", ROPES, edge_cylinder},
    {"atwood", "A lift and its counterweight hang on a heavy rope over a pulley.", ROPES, atwood},
    {"tow", "A vehicle drags a crate along the ground by a rope that begins slack.", ROPES, tow},
    {"mooring", "A float on an anchor line is pushed about.", LINES, mooring},
    {"line", "A load hangs in the middle of a line that a winch tightens.", HOISTS, line},
    {"tackle", "A motor on a rail pulls a load up by a tackle of two to six falls.", ROPES, tackle},
    {"bridge", "Planks hang between two towers by pairs of ropes.", LINES, bridge},
    {0},
};
