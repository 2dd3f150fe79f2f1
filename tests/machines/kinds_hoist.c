// Kinds with a hook: hoists of one to four falls, loads that are caught, slings, booms.
#include "machines.h"

#include <math.h>

static const rv_vec3 X = {1, 0, 0}, Y = {0, 1, 0};

// sheaves are 16 to 30 rope diameters wide, and not below 1 cm
static double sheave(machine* m, const rope* r) {
    return fmax(0.005, r->diameter * draw_in(&m->random, 8.0, 15.0));
}

// no rope is shorter than some 60 diameters
static double hoist_height(machine* m, const rope* r, double mass) {
    return fmax(draw_log(&m->random, 1.0, 60.0), 16.0 * load_half(mass)) + 60.0 * r->diameter;
}

// half of the hoists stand on a ground, a third have a boom above the sheave
static void surround(machine* m, double height, double radius) {
    if (draw_chance(&m->random, 0.5))
        add_ground(m, 0.0);
    if (draw_chance(&m->random, 0.33))
        add_wall(m, vec(0.3 * height, 0.05 * height, 0.02 * height),
                 vec(0, 0, 1.03 * height + radius));
}

// an operator lifts and lowers within the height
static void operate_hoist(machine* m, rv_cable_id cable, const rope* r, double height, double mass,
                          int falls) {
    draw* d = &m->random;
    double length = rv_cable_length(m->world, cable);
    double down = 0.1 * height * falls, up = 0.15 * height * falls;
    double top = fmin(draw_log(d, 0.05, 2.0) * falls, 0.5 * height);
    add_winch(m, cable, top, fmax(length - up, 0.02 * height * falls), length + down);
    if (isinf(m->lowest))
        hang_below(m, height, length + down, r, mass / falls);
}

static void hoist_1(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.001, 0.04);
    double mass = rope_load(m, &r, 1), H = hoist_height(m, &r, mass), radius = sheave(m, &r);
    double top = H * draw_in(d, 0.25, 0.8);
    surround(m, H, radius);
    bool turns = draw_chance(d, 0.6);
    rv_body_id load = add_load(m, mass, vec(turns ? radius : 0.0, 0, top));
    path p = {0};
    path_drum(&p, NO_BODY, turns ? vec(-H * draw_in(d, 0.1, 0.5), 0, 0.9 * H) : vec(0, 0, H));
    if (turns)
        path_pulley(m, &p, NO_BODY, vec(0, 0, H), radius);
    path_end(&p, load, load_top(m, load));
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    fit_winch(m, cable, &r, mass * GRAVITY);
    operate_hoist(m, cable, &r, H, mass, 1);
}

// a block whose upper side is at height z; half of the blocks carry the load on a ball joint
static rv_body_id add_block(machine* m, double mass, double z, double radius) {
    if (draw_chance(&m->random, 0.5))
        return add_load(m, mass, vec(0, 0, z));
    double own = mass * draw_log(&m->random, 0.01, 0.2), a = load_half(own);
    rv_body_id block = add_box(m, own, vec(2.5 * radius + a, a, a), vec(0, 0, z - a));
    rv_body_id load = add_load(m, mass, vec(0, 0, z - 2.5 * a));
    rv_joint_def hook =
        rv_joint_def_at(m->world, RV_JOINT_BALL, block, load, vec(0, 0, z - 2.0 * a), X);
    hook.bodies_touch = draw_chance(&m->random, 0.5);
    add_joint(m, &hook);
    return block;
}

static void hoist_2(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.003, 0.04);
    double mass = rope_load(m, &r, 2), H = hoist_height(m, &r, mass), radius = sheave(m, &r);
    double z = H * draw_in(d, 0.25, 0.8);
    surround(m, H, radius);
    rv_body_id block = add_block(m, mass, z, radius);
    rv_vec3 wheel = load_top(m, block);
    wheel.z += radius;
    path p = {0};
    path_drum(&p, NO_BODY, vec(-radius, 0, H));
    path_pulley(m, &p, block, wheel, radius);
    path_end(&p, NO_BODY, vec(radius * draw_in(d, 1.0, 4.0), 0, H));
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    fit_winch(m, cable, &r, mass * GRAVITY / 2.0);
    operate_hoist(m, cable, &r, H, mass, 2);
}

static void hoist_4(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.003, 0.04);
    double mass = rope_load(m, &r, 4), H = hoist_height(m, &r, mass), radius = sheave(m, &r);
    double z = H * draw_in(d, 0.25, 0.8);
    surround(m, H, radius);
    rv_body_id block = add_block(m, mass, z, radius);
    rv_vec3 wheel = load_top(m, block), apart = vec(2.2 * radius, 0, 0);
    wheel.z += radius;
    path p = {0};
    path_drum(&p, NO_BODY, vec(-3.2 * radius, 0, H));
    path_pulley(m, &p, block, rv_vec3_sub(wheel, apart), radius);
    path_pulley(m, &p, NO_BODY, vec(0, 0, H), radius);
    path_pulley(m, &p, block, rv_vec3_add(wheel, apart), radius);
    path_end(&p, NO_BODY, vec(3.2 * radius, 0, H));
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    fit_winch(m, cable, &r, mass * GRAVITY / 4.0);
    operate_hoist(m, cable, &r, H, mass, 4);
}

// --- caught -------------------------------------------------------------------------------------

static rv_cable_id hang(machine* m, rv_body_id from, rv_vec3 at, rv_body_id load, const rope* r,
                        double length, bool swivel) {
    path p = {0};
    path_end(&p, from, at);
    path_end(&p, load, load_top(m, load));
    p.nodes[1].swivel = swivel;
    return add_rope(m, &p, r, length);
}

static void snatch(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.001, 0.04);
    double mass = rope_load(m, &r, 1) * 0.3,
           L = fmax(draw_log(d, 1.0, 40.0), 8.0 * load_half(mass));
    double drop = L * draw_in(d, 0.05, 0.9);
    rv_body_id load = add_load(m, mass, vec(0.02 * L, 0, drop - L));
    hang(m, NO_BODY, vec(0, 0, 0), load, &r, L, draw_chance(d, 0.3));
    hang_below(m, 0.0, L, &r, mass);
}

static void throw_load(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.001, 0.03);
    double mass = rope_load(m, &r, 1) * 0.3,
           L = fmax(draw_log(d, 2.0, 20.0), 8.0 * load_half(mass));
    double x = L * draw_in(d, 0.2, 0.8), z = -sqrt(L * L - x * x) * draw_in(d, 0.3, 0.9);
    rv_body_id load = add_load(m, mass, vec(x, 0, z));
    rv_vec3 v = draw_vec(d, draw_log(d, 0.5, 8.0)), spin = draw_vec(d, 3.0);
    m->speed = rv_vec3_length(v);
    rv_body_set_velocity(m->world, load, v);
    if (draw_chance(d, 0.4))
        rv_body_set_angular_velocity(m->world, load, spin);
    hang(m, NO_BODY, vec(0, 0, 0), load, &r, L, draw_chance(d, 0.3));
    hang_below(m, 0.0, L, &r, mass);
}

static void spin_load(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.002, 0.03);
    double mass = rope_load(m, &r, 1), H = hoist_height(m, &r, mass), L = H * draw_in(d, 0.1, 0.7);
    rv_body_id load = add_load(m, mass, vec(0, 0, H - L));
    rv_vec3 sway = draw_vec(d, 0.5);
    sway.z = 0.0;
    m->speed = rv_vec3_length(sway) + 1.0;
    rv_body_set_velocity(m->world, load, sway);
    rv_body_set_angular_velocity(m->world, load, vec(0, 0, draw_in(d, -8.0, 8.0)));
    path p = {0};
    path_drum(&p, NO_BODY, vec(0, 0, H));
    path_end(&p, load, load_top(m, load));
    p.nodes[1].swivel = draw_chance(d, 0.7);
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    fit_winch(m, cable, &r, mass * GRAVITY);
    operate_hoist(m, cable, &r, H, mass, 1);
}

static void jerk(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.001, 0.04);
    double mass = rope_load(m, &r, 1) * 0.3,
           L = fmax(draw_log(d, 1.0, 40.0), 8.0 * load_half(mass));
    rv_body_id anchor = add_anchor(m, vec(0, 0, 0));
    rv_body_id load = add_load(m, mass, vec(0, 0, -L));
    hang(m, anchor, vec(0, 0, 0), load, &r, NAN, draw_chance(d, 0.2));
    drive* mover = add_mover(m, anchor, X, draw_log(d, 0.2, 4.0), -L, L);
    if (draw_chance(d, 0.6))
        mover->ramp = INFINITY;
    m->speed = 2.0 * mover->top;
    hang_below(m, 0.0, L, &r, mass);
}

// --- slings -------------------------------------------------------------------------------------

// a hook under a hoist, and `legs` legs to the corners of a load; on the ground or in the air
static void sling(machine* m, int legs, bool on_ground) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.004, 0.04), s = rope_draw(m, 0.004, 0.03);
    double mass = rope_load(m, &r, 1), legs_carry = rope_load(m, &s, 1);
    mass = fmin(mass, legs_carry);
    // no leg is shorter than some 30 diameters
    double a = fmax(2.0 * load_half(mass), 15.0 * s.diameter), c = 0.15 * a;
    double H = 12.0 * a + draw_log(d, 2.0, 40.0);
    double base = on_ground ? 2.0 * c : H * draw_in(d, 0.2, 0.5), rise = a * draw_in(d, 1.5, 3.0);
    if (on_ground)
        add_ground(m, 0.0);
    rv_body_id load = add_box(m, mass, vec(a, 0.7 * a, c), vec(0, 0, base - c));
    m->loads[m->load_count++] = load;
    double own = mass * draw_log(d, 0.005, 0.1);
    rv_body_id hook = add_load(m, own, vec(0, 0, base + rise));
    path p = {0};
    path_drum(&p, NO_BODY, vec(0, 0, H));
    path_end(&p, hook, load_top(m, hook));
    p.nodes[1].swivel = draw_chance(d, 0.3);
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    fit_winch(m, cable, &r, (mass + own) * GRAVITY);
    double slack = on_ground ? 1.03 : 1.0;
    for (int i = 0; i < legs; i++) {
        double x = i % 2 == 0 ? a : -a, y = legs == 2 ? 0.0 : i < 2 ? 0.7 * a : -0.7 * a;
        rv_vec3 eye = vec(x, y, c), from = rv_vec3_neg(load_top(m, hook));
        double straight = rv_vec3_length(
            rv_vec3_sub(rv_body_point(m->world, hook, from), rv_body_point(m->world, load, eye)));
        path leg = {0};
        path_end(&leg, hook, from);
        path_end(&leg, load, eye);
        add_rope(m, &leg, &s, straight * slack * (1.0 + (i == 1 ? draw_in(d, 0.0, 0.01) : 0.0)));
    }
    operate_hoist(m, cable, &r, H, mass + own, 1);
    m->lowest -= on_ground ? 0.0 : 2.0 * (rise + 2.0 * a);
}

static void sling_2(machine* m) {
    sling(m, 2, false);
}

static void sling_4(machine* m) {
    sling(m, 4, true);
}

// --- booms --------------------------------------------------------------------------------------

static void wrecking_ball(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.006, 0.04);
    double mass = rope_load(m, &r, 1) * 0.5, a = load_half(mass);
    double L = fmax(draw_log(d, 3.0, 25.0), 10.0 * a), H = L + 3.0 * a;
    add_ground(m, 0.0);
    double swing = draw_in(d, 0.3, 1.2);
    rv_shape_def ball = rv_shape_def_default();
    ball.radius = 1.2 * a;
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.shapes = &ball;
    def.shape_count = 1;
    def.pose.position = vec(-L * rv_sin(swing), 0, H - L * rv_cos(swing));
    rv_body_id body = add_body(m, &def);
    m->loads[m->load_count++] = body;
    int boxes = 1 + draw_below(d, 5);
    double half = a * draw_in(d, 0.5, 1.5), own = mass * draw_log(d, 0.05, 2.0);
    for (int i = 0; i < boxes; i++)
        add_box(m, own, vec(half, half, half),
                vec(2.0 * a + half + 0.05 * a, 0, half * (1.0 + 2.001 * i)));
    path p = {0};
    path_end(&p, NO_BODY, vec(0, 0, H));
    path_end(&p, body, vec(0, 0, 0));
    add_rope(m, &p, &r, NAN);
}

// a jib on a hinge, held by a luffing winch behind it, with a hoist over its head
static void luffing_jib(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.006, 0.04), s = rope_draw(m, 0.008, 0.04);
    double mass = rope_load(m, &r, 1), luff_carries = 0.4 * rope_load(m, &s, 1);
    mass = fmin(mass, luff_carries);
    double J = fmax(draw_log(d, 4.0, 50.0), 14.0 * load_half(mass)), tilt = draw_in(d, 0.4, 1.1);
    double radius = sheave(m, &r), own = mass * draw_log(d, 0.05, 1.0);
    rv_vec3 along = vec(rv_cos(tilt), 0, rv_sin(tilt)), head = rv_vec3_scale(along, J);
    rv_shape_def beam = rv_shape_def_default();
    beam.type = RV_SHAPE_BOX;
    beam.half_extents = vec(0.5 * J, 0.015 * J, 0.015 * J);
    beam.mask = draw_chance(d, 0.5) ? beam.mask : 0;
    rv_body_def def = rv_body_def_default();
    def.mass = own;
    def.shapes = &beam;
    def.shape_count = 1;
    def.pose.position = rv_vec3_scale(along, 0.5 * J);
    def.pose.rotation = rv_quat_from_axis_angle(Y, -tilt);
    rv_body_id jib = add_body(m, &def);
    rv_joint_def foot = rv_joint_def_at(m->world, RV_JOINT_HINGE, NO_BODY, jib, vec(0, 0, 0), Y);
    add_joint(m, &foot);
    path luff = {0};
    path_drum(&luff, NO_BODY, vec(-0.3 * J, 0, 0.6 * J));
    path_end(&luff, jib, vec(0.5 * J, 0, 0));
    rv_cable_id holder = add_rope(m, &luff, &s, NAN);
    fit_winch(m, holder, &s, 2.0 * (mass + own) * GRAVITY);
    rv_body_id load = add_load(m, mass, vec(head.x + radius, 0, head.z - J * draw_in(d, 0.3, 0.6)));
    path p = {0};
    path_drum(&p, jib, vec(-0.4 * J, 0, 0.03 * J));
    path_pulley(m, &p, jib, vec(0.5 * J, 0, 0), radius);
    path_end(&p, load, load_top(m, load));
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    fit_winch(m, cable, &r, mass * GRAVITY);
    double length = rv_cable_length(m->world, holder);
    add_winch(m, holder, fmin(draw_log(d, 0.05, 1.0), 0.05 * J), 0.9 * length, 1.1 * length);
    double low = rv_cable_length(m->world, cable);
    add_winch(m, cable, fmin(draw_log(d, 0.05, 2.0), 0.2 * J), low - 0.2 * J, low + 0.2 * J);
    hang_below(m, head.z, low + 1.5 * J, &r, mass);
    hang_below(m, m->lowest, 0.1 * J, &s, 2.0 * (mass + own));
}

// a car that falls with its rope running off, and is stopped at once
static void emergency_stop(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.005, 0.03);
    double mass = rope_load(m, &r, 1), H = hoist_height(m, &r, mass) + 10.0;
    double L = H * draw_in(d, 0.05, 0.3), v = draw_log(d, 0.5, 4.0), stop = draw_in(d, 2.0, 8.0);
    rv_body_id car = add_load(m, mass, vec(0, 0, H - L));
    path p = {0};
    path_drum(&p, NO_BODY, vec(0, 0, H));
    path_end(&p, car, load_top(m, car));
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    fit_winch(m, cable, &r, mass * GRAVITY);
    if (draw_chance(d, 0.5)) {
        rv_joint_def rail = rv_joint_def_at(m->world, RV_JOINT_SLIDER, NO_BODY, car,
                                            rv_body_center(m->world, car), vec(0, 0, 1));
        add_joint(m, &rail);
    }
    drive* winch = add_winch(m, cable, v, L, H * 0.9);
    winch->stop = stop;
    winch->target = v;
    winch->until = stop;
    m->speed = v;
    hang_below(m, H, H, &r, mass);
}

const machine_kind machine_kinds_hoist[] = {
    {"hoist-1", "A winch lifts a load by one fall, over a sheave or straight down.", HOISTS,
     hoist_1},
    {"hoist-2", "A winch lifts a hook block by two falls.", HOISTS, hoist_2},
    {"hoist-4", "A winch lifts a hook block by four falls.", HOISTS, hoist_4},
    {"snatch", "A load falls and is caught by its rope.", LINES, snatch},
    {"throw", "A load is thrown, and caught by a slack rope.", LINES, throw_load},
    {"spin", "A load spins under a winch, most of them on a swivel.", HOISTS, spin_load},
    {"jerk", "A load hangs from an anchor that jerks to and fro.", LINES, jerk},
    {"sling-2", "A hook carries a beam by two legs.", HOISTS, sling_2},
    {"sling-4", "A hook lifts a slab off the ground by four slack legs.", HOISTS, sling_4},
    {"wrecking-ball", "A ball on a rope swings into a pile of boxes.", LINES, wrecking_ball},
    {"luffing-jib", "A jib on a hinge is luffed by one winch, and hoists by another.", HOISTS,
     luffing_jib},
    {"emergency-stop", "A car goes down on a winch that stops at once.", HOISTS, emergency_stop},
    {0},
};
