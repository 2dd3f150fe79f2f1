// Suite "servin_2007_massless", the hook block of a crane: 20 t on 12 falls of one cable that runs
// over 16 pulleys (6 on the block, 5 between them at the head, 5 more on the way to the winch) and
// carries twist, at 60 steps per second.
#include "validation/massless.h"

#include <math.h>
#include <stdio.h>

enum { FALLS = 12, PULLEYS = 16, NODES = PULLEYS + 2, RATE = 60 };
static const double MASS = 20e3, RADIUS = 0.2, DIAMETER = 0.024, DROP = 20.0, LEAD = 25.0;
static const double DAMPING_TIME = 0.02; // of the cable [s]

typedef struct crane {
    rv_world* world;
    rv_body_id block;
    rv_cable_id cable;
    double EA, GJ, tension; // tension: of every fall at rest
} crane;

// Everything stands in the plane y = 0: fall i hangs at x = 2 i r, pulley i makes it fall i + 1.
static void place_nodes(rv_body_id block, rv_cable_node nodes[NODES]) {
    double middle = (FALLS - 1) * RADIUS;
    nodes[0] = massless_end((rv_body_id){0}, (rv_vec3){0, 0, 0});
    for (int i = 0; i < PULLEYS; i++) {
        bool low = i % 2 == 0, on_block = low && i < FALLS;
        rv_vec3 center = {(2 * i + 1) * RADIUS, 0.0, low ? -LEAD : 0.0};
        rv_vec3 local = {center.x - middle, 0.0, 1.0};
        nodes[i + 1] = on_block ? massless_pulley(block, local, RADIUS, -1)
                                : massless_pulley((rv_body_id){0}, center, RADIUS, low ? -1 : 1);
    }
    // wound on the side where the last fall arrives
    double drum_radius = 0.3;
    nodes[NODES - 1] =
        massless_drum((rv_vec3){2.0 * PULLEYS * RADIUS + drum_radius, 0, -LEAD}, 0.0);
    nodes[NODES - 1].radius = drum_radius;
    nodes[NODES - 1].axis = (rv_vec3){0.0, 1.0, 0.0};
    nodes[NODES - 1].side = -1;
}

// 12 falls, 5 spans to the winch, and half a turn on every pulley
static double path_length(void) {
    return FALLS * DROP + (PULLEYS + 1 - FALLS) * LEAD + PULLEYS * RV_PI * RADIUS;
}

static crane make_crane(validation* v) {
    double radius = 0.5 * DIAMETER, area = RV_PI * radius * radius;
    rv_material steel = rv_material_default();
    crane c = {.world = massless_world(RV_STEPPER_SPOOK, MASSLESS_G),
               .EA = steel.young * area,
               .GJ = 0.25 * steel.young / (1.0 + steel.poisson) * area * radius * radius,
               .tension = MASS * MASSLESS_G / FALLS};
    rv_body_def def = rv_body_def_default();
    def.mass = MASS;
    def.inertia = rv_mat3_diagonal(MASS / 6.0, 1.5 * MASS, 1.5 * MASS);
    def.pose.position = (rv_vec3){(FALLS - 1) * RADIUS, 0.0, -DROP - 1.0};
    c.block = rv_body_create(c.world, &def);
    rv_cable_node nodes[NODES];
    place_nodes(c.block, nodes);
    // EA of a solid bar: NaN. Hung in its stretched length, so that it starts at rest
    rv_cable_def cable = massless_cable(nodes, NODES, NAN);
    cable.GJ = c.GJ;
    cable.diameter = DIAMETER;
    cable.length = path_length() / (1.0 + c.tension / c.EA);
    cable.damping = DAMPING_TIME * c.EA;
    cable.twist_damping = DAMPING_TIME * c.GJ;
    c.cable = massless_add(v, c.world, &cable);
    return c;
}

// the tension farthest from what it should be, over all spans
static double worst_tension(const crane* c) {
    double worst = c->tension;
    for (int i = 0; i < NODES - 1; i++) {
        double tension = rv_cable_tension(c->world, c->cable, i);
        if (!(fabs(tension - c->tension) <= fabs(worst - c->tension)))
            worst = tension;
    }
    return worst;
}

static double tilt_of(const crane* c) {
    return rv_vec3_length(rv_quat_log(rv_body_pose(c->world, c->block).rotation));
}

// 1 m/s of cable for 3 s, then the brake
static void hoist_and_stop(validation* v, const crane* c) {
    double start = rv_body_center(c->world, c->block).z, tilt = 0.0, jerk = 0.0;
    for (int n = 0; n < 25 * RATE; n++) {
        if (n % (3 * RATE) == 0 && n <= 3 * RATE)
            rv_cable_set_winch_speed(c->world, c->cable, NODES - 1, n == 0 ? -1.0 : 0.0);
        rv_world_step(c->world, 1.0 / RATE);
        double off = fabs(rv_cable_tension(c->world, c->cable, 0) - c->tension);
        jerk = off <= jerk ? jerk : off;
        tilt = fmax(tilt, tilt_of(c));
    }
    double risen = rv_body_center(c->world, c->block).z - start;
    double stiffness = rv_cable_stiffness(c->world, c->cable);
    // 1 m/s on the cable's spring, with the load as M/12^2, and on its damper
    validation_at_most(v, "crane block, hoisted and stopped: largest change of tension [N]",
                       "v sqrt(c M)/12 + v tau c",
                       sqrt(stiffness * MASS) / FALLS + DAMPING_TIME * stiffness, jerk);
    // the plane is a symmetry of the scene: what tilts it is rounding
    validation_at_most(v, "crane block, hoisted and stopped: tilt [rad]", "symmetry", 1e-6, tilt);
    // 22 s are 400 times the time in which the jerk decays
    massless_check(v, "crane block, 3 m of cable wound in: rise [m]", "3 (1 + T/EA)/12",
                   3.0 * (1.0 + c->tension / c->EA) / FALLS, risen, 1e-6);
    massless_check(v, "crane block, stopped: worst tension of 17 spans [N]", "M g/12", c->tension,
                   worst_tension(c), 1e-6);
}

// --- twist: turning the block by alpha turns the frame that is carried along by 2 alpha at each of
// its pulleys, so the end is twisted by -12 alpha against it if falls stay upright ---

static rv_vec3 carry(rv_vec3 u, rv_vec3 from, rv_vec3 to) {
    rv_vec3 X = rv_vec3_cross(from, to);
    rv_vec3 turned = rv_vec3_cross(X, u);
    return rv_vec3_mul_add(rv_vec3_add(u, turned), 1.0 / (1.0 + rv_vec3_dot(from, to)),
                           rv_vec3_cross(X, turned));
}

// x, carried from the first end's direction along the drawn path to the last end's, both downward
static rv_vec3 carried_frame(const crane* c) {
    enum { POINTS_MAX = 40000 };
    static rv_vec3 points[POINTS_MAX];
    int count = rv_cable_points(c->world, c->cable, 0.002, points, NULL, POINTS_MAX);
    rv_vec3 u = {1.0, 0.0, 0.0}, down = {0.0, 0.0, -1.0}, s = down;
    for (int i = 0; i + 1 < count && i + 1 < POINTS_MAX; i++) {
        rv_vec3 span = rv_vec3_sub(points[i + 1], points[i]);
        if (rv_vec3_length(span) < 1e-9)
            continue;
        rv_vec3 next = rv_vec3_normalize(span);
        u = carry(u, s, next);
        s = next;
    }
    return carry(u, s, down);
}

// the angle from u to m about the downward direction
static double angle_down(rv_vec3 u, rv_vec3 m) {
    return atan2(-rv_vec3_cross(u, m).z, rv_vec3_dot(u, m));
}

static void turn_block(validation* v, const crane* c, double alpha) {
    double before = rv_cable_twist(c->world, c->cable);
    rv_vec3 frame = carried_frame(c);
    rv_pose pose = rv_body_pose(c->world, c->block);
    pose.rotation = rv_quat_from_axis_angle((rv_vec3){0, 0, 1}, alpha);
    rv_body_set_pose(c->world, c->block, pose);
    rv_body_set_velocity(c->world, c->block, (rv_vec3){0, 0, 0});
    // long enough to route the cable, too short to move
    rv_world_step(c->world, 1e-6);
    rv_world_step(c->world, 1e-6);
    double twist = rv_cable_twist(c->world, c->cable) - before;
    char name[160];
    snprintf(name, sizeof name, "crane block turned by %g rad: twist [rad]", alpha);
    // falls lean by up to 2 m alpha/20 m: second order in that
    massless_check(v, name, "-12 alpha", -FALLS * alpha, twist, 0.01);
    snprintf(name, sizeof name, "crane block turned by %g rad: twist along the drawn path [rad]",
             alpha);
    // drawn in chords of 0.002 rad, which a span that leans by up to 0.01 meets 0.001 off the
    // tangent: half the product of both per end of an arc
    massless_check(v, name, "parallel transport", angle_down(carried_frame(c), frame), twist, 1e-5);
    snprintf(name, sizeof name, "crane block turned by %g rad: torque of the cable [N m]", alpha);
    massless_check(v, name, "G J twist/L",
                   c->GJ * rv_cable_twist(c->world, c->cable) / rv_cable_length(c->world, c->cable),
                   rv_cable_torque(c->world, c->cable), 1e-3);
}

void massless_crane(validation* v) {
    crane c = make_crane(v);
    massless_check(v, "crane block: length of the path [m]", "12 falls, 5 leads, 16 half turns",
                   path_length(), rv_cable_path_length(c.world, c.cable), 1e-12);
    massless_run(c.world, 1.0 / RATE, 2 * RATE);
    massless_check(v, "crane block, at rest: worst tension of 17 spans [N]", "M g/12", c.tension,
                   worst_tension(&c), 1e-6);
    hoist_and_stop(v, &c);
    turn_block(v, &c, 0.1);
    // let go, the falls and the twist turn it back
    massless_run(c.world, 1.0 / RATE, 20 * RATE);
    validation_at_most(v, "crane block, let go, 20 s: tilt [rad]", "stable", 0.11, tilt_of(&c));
    rv_world_destroy(c.world);
}
