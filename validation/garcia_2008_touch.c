// Suite "garcia_2008", shapes that cables touch: nodes that come, slide to the shortest way and go
// again. Unrolled, the shortest way over parallel lines is straight: with the lengths s across the
// lines and the way z along them, L = sqrt(s^2 + z^2). A helix of slope a turns by the angle about
// the axis times cos(a), and slips at exp(mu turn).
#include "validation/garcia_2008.h"
#include "validation/touch_sweep.h"

#include <math.h>
#include <stdio.h>

static const double H = 1.0 / 120.0, PI = 3.14159265358979;
static const double RADIUS = 0.001; // of the cable [m]
static const char* const WORD[2] = {"massless", "layered"};

static rv_cable_model model_of(int m) {
    return m == 0 ? RV_CABLE_MASSLESS : RV_CABLE_LAYERED;
}

static rv_cable_def touching_cable(const rv_cable_node* nodes, int count, rv_cable_model model) {
    rv_cable_def def = garcia_cable(nodes, count, 1e7, 0.05);
    def.model = model;
    def.damping = NAN;
    def.layer.damping = 2.0;
    def.diameter = 2.0 * RADIUS;
    def.touch.enabled = true;
    def.touch.friction = 0.0;
    return def;
}

// along y if it is a cylinder
static rv_shape_def shape_of(rv_shape_type type, double size) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = type;
    shape.half_extents = (rv_vec3){size, 3.0, size};
    shape.radius = size;
    shape.half_length = 3.0;
    if (type == RV_SHAPE_CYLINDER)
        shape.local.rotation = rv_quat_from_axis_angle((rv_vec3){0, 0, 1}, 0.5 * PI);
    return shape;
}

static rv_body_id add_shape(rv_world* world, rv_body_type type, rv_shape_def shape, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.type = type;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position = at;
    return rv_body_create(world, &def);
}

static rv_body_id add_load(rv_world* world, double mass, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = mass;
    def.linear_damping = 2.0 * mass;
    def.pose.position = at;
    return rv_body_create(world, &def);
}

// --- the shortest way ---

// a span of 4 m, its second end aside, on a carrier that is lowered over a shape at the origin; a
// load hangs from its eye
typedef struct lowered {
    rv_world* world;
    rv_body_id carrier, load;
    rv_cable_id cable;
} lowered;

static lowered lowered_make(validation* v, rv_cable_model model, rv_shape_def shape, double aside) {
    lowered l = {.world = massless_world(RV_STEPPER_SPOOK, GARCIA_G)};
    const rv_vec3 at = {0, 0, 1.5}, to = {2, aside, 0};
    rv_body_def carrier = rv_body_def_default();
    carrier.type = RV_BODY_KINEMATIC;
    carrier.pose.position = at;
    l.carrier = rv_body_create(l.world, &carrier);
    l.load = add_load(l.world, 50.0, rv_vec3_add(at, (rv_vec3){2, aside, -5}));
    add_shape(l.world, RV_BODY_STATIC, shape, (rv_vec3){0, 0, 0});
    const rv_cable_node nodes[3] = {massless_end(l.carrier, (rv_vec3){-2, 0, 0}),
                                    massless_eye(l.carrier, to),
                                    massless_end(l.load, (rv_vec3){0, 0, 0})};
    rv_cable_def def = touching_cable(nodes, 3, model);
    l.cable = massless_add(v, l.world, &def);
    return l;
}

static void lower(const lowered* l, double by) {
    const int steps = 240;
    for (int i = 0; i < steps; i++) {
        double sine = sin(PI * (i + 0.5) / steps), speed = 2.0 * by * sine * sine / (steps * H);
        rv_body_set_velocity(l->world, l->carrier, (rv_vec3){0, 0, -speed});
        rv_world_step(l->world, H);
    }
    rv_body_set_velocity(l->world, l->carrier, (rv_vec3){0, 0, 0});
    massless_run(l->world, H, 240);
}

// the path without what hangs from the eye
static double way_of(const lowered* l) {
    rv_vec3 eye = rv_cable_get_contact(l->world, l->cable, 1).out;
    rv_vec3 hangs = rv_vec3_sub(rv_body_center(l->world, l->load), eye);
    return rv_cable_path_length(l->world, l->cable) - rv_vec3_length(hangs);
}

static double across(double x, double y) {
    return sqrt(x * x + y * y);
}

// across a cylinder, between points 2 m to both sides and as far below its axis; the angle that it
// runs round
static double round_cylinder(double radius, double below, double* angle) {
    double distance = across(2.0, below);
    *angle = 2.0 * (atan2(below, 2.0) + asin(radius / distance));
    return 2.0 * sqrt(distance * distance - radius * radius) + radius * *angle;
}

static void check_way(validation* v, int m, rv_shape_def shape, double aside, double unrolled,
                      const char* what) {
    lowered l = lowered_make(v, model_of(m), shape, aside);
    lower(&l, 1.4);
    char name[120];
    snprintf(name, sizeof name, "%s over %s, %g m aside: way [m]", WORD[m], what, aside);
    massless_check(v, name, "straight on the unrolled surface", across(unrolled, aside), way_of(&l),
                   1e-3);
    lower(&l, -1.4);
    snprintf(name, sizeof name, "%s over %s, %g m aside, and back: nodes left", WORD[m], what,
             aside);
    validation_at_most(v, name, "none", 0.0, rv_cable_wrap_count(l.world, l.cable));
    rv_world_destroy(l.world);
}

static void check_ways(validation* v) {
    rv_shape_def edge = shape_of(RV_SHAPE_BOX, 0.5), box = edge;
    edge.local.rotation = rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, 0.25 * PI);
    rv_shape_def cylinder = shape_of(RV_SHAPE_CYLINDER, 0.6);
    // lowered to 0.1 m above the middle
    double angle, round = round_cylinder(0.6 + RADIUS, -0.1, &angle);
    for (int m = 0; m < 2; m++)
        for (int n = 0; n < 2; n++) {
            double aside = 0.9 * n;
            check_way(v, m, edge, aside, 2.0 * across(2.0, sqrt(0.5) - 0.1), "an edge");
            check_way(v, m, box, aside, 1.0 + 2.0 * across(1.5, 0.4), "two edges");
            check_way(v, m, cylinder, aside, round, "a cylinder");
        }
}

// --- the capstan ---

// two loads over two eyes, of which the second is three times as heavy; a cylinder is pushed up against
// the span between, and the cable slips over it
static void check_capstan(validation* v, int m, double aside) {
    const double friction = 0.3;
    rv_world* world = massless_world(RV_STEPPER_SPOOK, GARCIA_G);
    rv_body_id load[2] = {add_load(world, 10.0, (rv_vec3){-2, 0, -20}),
                          add_load(world, 30.0, (rv_vec3){2, aside, -20})};
    const rv_vec3 none = {0, 0, 0};
    const rv_cable_node nodes[4] = {
        massless_end(load[0], none), massless_eye((rv_body_id){0}, (rv_vec3){-2, 0, 0}),
        massless_eye((rv_body_id){0}, (rv_vec3){2, aside, 0}), massless_end(load[1], none)};
    rv_cable_def def = touching_cable(nodes, 4, model_of(m));
    def.touch.friction = friction;
    rv_cable_id cable = massless_add(v, world, &def);
    rv_body_id body =
        add_shape(world, RV_BODY_KINEMATIC, shape_of(RV_SHAPE_CYLINDER, 0.4), (rv_vec3){0, 0, -1});
    rv_body_set_velocity(world, body, (rv_vec3){0, 0, 1});
    massless_run(world, H, 120);
    rv_body_set_velocity(world, body, none);
    massless_run(world, H, 120);
    double angle, way = round_cylinder(0.4 + RADIUS, 0.0, &angle);
    double turn = angle * way / across(way, aside);
    rv_cable_wrap wrap = rv_cable_get_wrap(world, cable, 0);
    char name[120];
    snprintf(name, sizeof name, "%s slips over a cylinder, %g m aside: ratio of tensions", WORD[m],
             aside);
    massless_check(v, name, "exp(mu angle cos(slope))", exp(friction * turn),
                   wrap.slip > 0.0 ? wrap.tension_out / wrap.tension_in : NAN, 0.01);
    rv_world_destroy(world);
}

// --- random sweeps ---

// at most these shares; the aim is none (docs/limits.md)
static void check_sweeps(validation* v, int m, int count, const double share[3]) {
    touch_tally t = touch_sweep_tally(count, model_of(m));
    char name[120];
    snprintf(name, sizeof name, "%s, %d random sweeps: touched", WORD[m], count);
    validation_check(v, name, "four of five", 0.8 * count, t.touched, 0.05 * count);
    snprintf(name, sizeof name, "%s, %d random sweeps: not finite", WORD[m], count);
    validation_at_most(v, name, "none", 0.0, t.broken);
    snprintf(name, sizeof name, "%s, %d random sweeps: a node is left", WORD[m], count);
    validation_at_most(v, name, "aim: none", share[0] * count, t.stuck);
    snprintf(name, sizeof name, "%s, %d random sweeps: deeper than 1 cm", WORD[m], count);
    validation_at_most(v, name, "aim: none", share[1] * count, t.pierced);
    snprintf(name, sizeof name, "%s, %d random sweeps: gain more than M g 6 mm", WORD[m], count);
    validation_at_most(v, name, "aim: none", share[2] * count, t.gained);
}

void garcia_touch(validation* v) {
    check_ways(v);
    for (int m = 0; m < 2; m++)
        for (int n = 0; n < 3; n++)
            check_capstan(v, m, 0.9 * n);
}

void garcia_sweeps(validation* v) {
    check_sweeps(v, 0, 10000, (const double[3]){0.0, 0.001, 0.0});
    check_sweeps(v, 1, 1000, (const double[3]){0.0, 0.03, 0.002});
}
