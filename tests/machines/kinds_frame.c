// Kinds with a frame round the load: cable robots, arms on cables, rods of jointed pieces.
#include "machines.h"

#include <math.h>

static const rv_vec3 X = {1, 0, 0}, Y = {0, 1, 0};

// `count` winches on a frame carry a platform; `corner(i)` is where winch i is and `eye(i)` where
// its rope ends on the platform
static void robot(machine* m, const rope* r, rv_body_id platform, int count, const rv_vec3* corners,
                  const rv_vec3* eyes, double force) {
    draw* d = &m->random;
    double slack = draw_chance(d, 0.3) ? 1.0 + draw_log(d, 1e-4, 0.02) : 1.0;
    double speed = draw_log(d, 0.05, 1.0);
    for (int i = 0; i < count; i++) {
        path p = {0};
        path_drum(&p, NO_BODY, corners[i]);
        path_end(&p, platform, eyes[i]);
        double straight =
            rv_vec3_length(rv_vec3_sub(corners[i], rv_body_point(m->world, platform, eyes[i])));
        rv_cable_id cable = add_rope(m, &p, r, straight * slack);
        fit_winch(m, cable, r, force);
        add_winch(m, cable, speed, 0.6 * straight, 1.3 * straight);
    }
}

static void robot_plane(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.001, 0.012);
    double mass = rope_load(m, &r, 1) * 0.3, a = load_half(mass);
    double W = fmax(draw_log(d, 1.0, 15.0), 10.0 * a), H = W * draw_in(d, 0.5, 1.0);
    rv_body_id platform = add_box(m, mass, vec(a, a, a), vec(0.2 * W, 0, 0.1 * H));
    m->loads[m->load_count++] = platform;
    if (draw_chance(d, 0.5)) { // in the plane, by a board that it slides on
        rv_body_def def = rv_body_def_default();
        def.mass = mass * 0.01;
        rv_vec3 at = rv_body_center(m->world, platform);
        def.pose.position = at;
        rv_body_id shoe = add_body(m, &def);
        rv_joint_def along = rv_joint_def_at(m->world, RV_JOINT_SLIDER, NO_BODY, shoe, at, X);
        rv_joint_def up =
            rv_joint_def_at(m->world, RV_JOINT_SLIDER, shoe, platform, at, vec(0, 0, 1));
        add_joint(m, &along);
        add_joint(m, &up);
    }
    rv_vec3 corners[4], eyes[4];
    for (int i = 0; i < 4; i++) {
        double x = i % 2 == 0 ? 1.0 : -1.0, z = i < 2 ? 1.0 : -1.0;
        corners[i] = vec(x * W, 0, z * H);
        eyes[i] = vec(x * a, 0, z * a);
    }
    robot(m, &r, platform, 4, corners, eyes, mass * GRAVITY);
    hang_below(m, H, 2.6 * (W + H), &r, mass);
}

static void robot_space(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.001, 0.012);
    int count = draw_chance(d, 0.3) ? 4 : 6 + 2 * draw_below(d, 2);
    double mass = rope_load(m, &r, 1), a = 2.0 * load_half(mass), b = 0.5 * a;
    double W = fmax(draw_log(d, 1.0, 15.0), 6.0 * a), H = W * draw_in(d, 0.6, 1.5);
    double x = W * draw_in(d, -0.2, 0.2), y = W * draw_in(d, -0.2, 0.2);
    rv_body_id platform = add_box(m, mass, vec(a, a, b), vec(x, y, 0));
    m->loads[m->load_count++] = platform;
    rv_vec3 corners[8], eyes[8];
    for (int i = 0; i < count; i++) {
        // of eight, four pull from below
        bool below = count == 8 && i >= 4;
        double angle = 2.0 * RV_PI * i / (count == 8 ? 4 : count) + (below ? 0.8 : 0.4);
        double c = rv_cos(angle), s = rv_sin(angle);
        corners[i] = vec(W * c, W * s, below ? -H : H);
        eyes[i] = vec(0.9 * a * c, 0.9 * a * s, below ? -b : b);
    }
    robot(m, &r, platform, count, corners, eyes, mass * GRAVITY);
    hang_below(m, H, 2.6 * (W + H), &r, mass);
}

// an arm of two or three pieces on hinges hangs on a rope from each joint
static void hung_arm(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.003, 0.03);
    int pieces = 2 + draw_below(d, 2);
    double mass = rope_load(m, &r, 1) * 0.3 / pieces,
           L = fmax(draw_log(d, 0.5, 6.0), 6.0 * load_half(mass));
    double H = L * draw_in(d, 0.7, 3.0);
    rv_body_id before = NO_BODY;
    for (int i = 0; i < pieces; i++) {
        rv_body_id piece =
            add_box(m, mass, vec(0.5 * L, 0.06 * L, 0.06 * L), vec(L * (i + 0.5), 0, 0));
        m->loads[m->load_count++] = piece;
        rv_joint_def hinge =
            rv_joint_def_at(m->world, RV_JOINT_HINGE, before, piece, vec(L * i, 0, 0), Y);
        add_joint(m, &hinge);
        path p = {0};
        path_drum(&p, NO_BODY, vec(L * (i + 1.0) * draw_in(d, 0.5, 1.0), 0, H));
        path_end(&p, piece, vec(0.45 * L, 0, 0.06 * L));
        rv_cable_id cable = add_rope(m, &p, &r, NAN);
        fit_winch(m, cable, &r, pieces * mass * GRAVITY);
        double length = rv_cable_length(m->world, cable);
        add_winch(m, cable, fmin(draw_log(d, 0.05, 1.0), 0.3 * L), 0.8 * length, 1.2 * length);
        before = piece;
    }
    hang_below(m, 0.0, L * pieces, &r, mass * pieces);
}

// a rod of pieces with springs at their hinges, and a line with a fish over its tip
static void fishing_rod(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.001, 0.004);
    double fish = fmin(rope_load(m, &r, 1), 20.0), L = draw_log(d, 1.5, 5.0);
    int pieces = 3 + draw_below(d, 4);
    double l = L / pieces, own = draw_log(d, 0.05, 1.0);
    rv_body_id before = add_anchor(m, vec(0, 0, 0));
    add_mover(m, before, vec(0, 0, 1), draw_log(d, 0.1, 2.0), -0.3 * L, 0.3 * L);
    path p = {0};
    path_drum(&p, before, vec(0, 0, 0.03));
    rv_vec3 tip = vec(0, 0, 0);
    for (int i = 0; i < pieces; i++) {
        rv_body_id piece =
            add_box(m, own / pieces, vec(0.5 * l, 0.01, 0.01), vec(l * (i + 0.5), 0, 0));
        rv_joint_def hinge =
            rv_joint_def_at(m->world, RV_JOINT_LOCK, before, piece, vec(l * i, 0, 0), X);
        hinge.angular_compliance =
            draw_in(d, 0.5, 2.0) / ((own + fish) * GRAVITY * L * (pieces - i));
        hinge.angular_damping = 0.1 / hinge.angular_compliance * draw_in(d, 0.1, 1.0);
        add_joint(m, &hinge);
        if (i + 1 < pieces) { // an eye above each joint
            rv_cable_node* eye = &p.nodes[p.count++];
            *eye = rv_cable_node_default();
            eye->type = RV_CABLE_EYE;
            eye->body = piece;
            eye->point = vec(0.5 * l, 0, 0.03);
            eye->friction = draw_chance(d, 0.5) ? draw_in(d, 0.0, 0.3) : 0.0;
        }
        tip = vec(l * (i + 1.0), 0, 0.03);
        before = piece;
    }
    rv_cable_node* eye = &p.nodes[p.count++];
    *eye = rv_cable_node_default();
    eye->type = RV_CABLE_EYE;
    eye->body = before;
    eye->point = vec(0.5 * l, 0, 0.03);
    rv_body_id load = add_load(m, fish, vec(tip.x, 0, tip.z - L * draw_in(d, 0.3, 1.0)));
    path_end(&p, load, load_top(m, load));
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    fit_winch(m, cable, &r, fish * GRAVITY);
    double length = rv_cable_length(m->world, cable);
    add_winch(m, cable, draw_log(d, 0.05, 1.0), L + 0.05 * L, length + L);
    hang_below(m, 0.3 * L, 2.0 * (length + L), &r, fish);
}

// a trolley with a hoist below it goes along a beam
static void trolley(machine* m) {
    draw* d = &m->random;
    rope r = rope_draw(m, 0.004, 0.04);
    double mass = rope_load(m, &r, 2), a = load_half(mass),
           H = fmax(draw_log(d, 2.0, 40.0), 12.0 * a);
    double radius = r.diameter * draw_in(d, 8.0, 15.0);
    rv_body_id carriage = add_anchor(m, vec(0, 0, 0));
    add_mover(m, carriage, X, draw_log(d, 0.2, 3.0), -H, H);
    rv_body_id load = add_load(m, mass, vec(0, 0, -H * draw_in(d, 0.3, 0.7)));
    rv_vec3 wheel = load_top(m, load);
    wheel.z += radius;
    path p = {0};
    path_drum(&p, carriage, vec(-radius, 0, 0));
    path_pulley(m, &p, load, wheel, radius);
    path_end(&p, carriage, vec(radius, 0, 0));
    rv_cable_id cable = add_rope(m, &p, &r, NAN);
    fit_winch(m, cable, &r, mass * GRAVITY / 2.0);
    double length = rv_cable_length(m->world, cable);
    add_winch(m, cable, fmin(draw_log(d, 0.1, 4.0), H), 0.2 * H, length + 0.3 * H);
    m->speed = 2.0 * m->drives[0].top;
    hang_below(m, 0.0, length + 0.3 * H, &r, mass / 2.0);
}

const machine_kind machine_kinds_frame[] = {
    {"robot-plane", "Four winches in a plane carry a platform.", HOISTS, robot_plane},
    {"robot-space", "Four, six or eight winches carry a platform.", HOISTS, robot_space},
    {"hung-arm", "An arm of two or three pieces hangs on a winch for each of them.", HOISTS,
     hung_arm},
    {"fishing-rod", "A line runs through the eyes of a rod of springy pieces to a fish.", HOISTS,
     fishing_rod},
    {"trolley", "A trolley carries a hoist of two falls along a beam.", HOISTS, trolley},
    {0},
};
