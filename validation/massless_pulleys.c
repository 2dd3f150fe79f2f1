// Suite "servin_2007_massless", pulleys without slip: Atwood's machine with an ideal pulley and
// with a wheel that has inertia, and blocks and tackles. Falls are vertical and cables
// inextensible, so that the formulas are exact in the discrete scheme too: v[n] = n h a.
#include "validation/massless.h"

#include <math.h>
#include <stdio.h>

static const double H = 1.0 / 60.0;
static const rv_body_id WORLD = {0};
static const rv_vec3 ORIGIN = {0.0, 0.0, 0.0};
// Exact formulas, as shares: rows have a compliance floor of 1e-12 of a body's response.
static const double EXACT = 1e-6;

// --- Atwood's machine: m1 on the left, m2 on the right, one second from rest ---

typedef enum wheel_kind { NO_WHEEL, SCALAR_WHEEL, HINGED_WHEEL } wheel_kind;

typedef struct atwood {
    const char* name;
    double m1, m2;
    wheel_kind wheel;
    double wheel_mass; // I/r^2
} atwood;

static const double WHEEL_RADIUS = 0.1;

// a wheel turns either as a coordinate of its own, or as a rigid body on a hinge that is the pulley
static rv_cable_node make_wheel(rv_world* world, const atwood* a) {
    double inertia = a->wheel_mass * WHEEL_RADIUS * WHEEL_RADIUS;
    rv_body_def def = rv_body_def_default();
    rv_cable_node pulley = massless_pulley(WORLD, ORIGIN, WHEEL_RADIUS, 1);
    if (a->wheel == NO_WHEEL)
        return pulley;
    pulley.friction = INFINITY;
    if (a->wheel == SCALAR_WHEEL) {
        def.kind = RV_BODY_SCALAR;
        def.mass = inertia;
        pulley.wheel = rv_body_create(world, &def);
        return pulley;
    }
    def.mass = 1.0;
    def.inertia = rv_mat3_diagonal(inertia, inertia, inertia);
    pulley.body = rv_body_create(world, &def);
    rv_joint_def hinge = rv_joint_def_at(world, RV_JOINT_HINGE, WORLD, pulley.body, ORIGIN,
                                         (rv_vec3){0.0, 1.0, 0.0});
    rv_joint_create(world, &hinge);
    return pulley;
}

static double wheel_speed(const rv_world* world, const rv_cable_node* pulley, wheel_kind wheel) {
    return wheel == SCALAR_WHEEL ? rv_body_velocity(world, pulley->wheel).x
                                 : rv_body_angular_velocity(world, pulley->body).y;
}

static void check_atwood(validation* v, const atwood* a) {
    enum { STEPS = 60 };
    rv_world* world = massless_world(RV_STEPPER_SPOOK, MASSLESS_G);
    rv_cable_node pulley = make_wheel(world, a);
    rv_body_id load[2] = {massless_load(world, a->m1, (rv_vec3){-WHEEL_RADIUS, 0, -2.0}),
                          massless_load(world, a->m2, (rv_vec3){WHEEL_RADIUS, 0, -7.0})};
    rv_cable_node nodes[] = {massless_end(load[0], ORIGIN), pulley, massless_end(load[1], ORIGIN)};
    rv_cable_def def = massless_cable(nodes, 3, INFINITY);
    rv_cable_id cable = massless_add(v, world, &def);
    massless_run(world, H, STEPS);
    double g = MASSLESS_G, acceleration = (a->m1 - a->m2) * g / (a->m1 + a->m2 + a->wheel_mass);
    double measured[2] = {-rv_body_velocity(world, load[0]).z / (STEPS * H),
                          rv_body_velocity(world, load[1]).z / (STEPS * H)};
    char name[160];
    snprintf(name, sizeof name, "Atwood, %s: acceleration of the heavy load [m/s^2]", a->name);
    massless_check(v, name, "(m1 - m2) g/(m1 + m2 + I/r^2)", acceleration, measured[0], EXACT);
    snprintf(name, sizeof name, "Atwood, %s: acceleration of the light load [m/s^2]", a->name);
    massless_check(v, name, "(m1 - m2) g/(m1 + m2 + I/r^2)", acceleration, measured[1], EXACT);
    snprintf(name, sizeof name, "Atwood, %s: tension on the heavy side [N]", a->name);
    massless_check(v, name, "m1 (g - a)", a->m1 * (g - acceleration),
                   rv_cable_tension(world, cable, 0), EXACT);
    snprintf(name, sizeof name, "Atwood, %s: tension on the light side [N]", a->name);
    massless_check(v, name, "m2 (g + a)", a->m2 * (g + acceleration),
                   rv_cable_tension(world, cable, 1), EXACT);
    if (a->wheel != NO_WHEEL) {
        snprintf(name, sizeof name, "Atwood, %s: speed of the wheel [rad/s]", a->name);
        // the cable runs from the light side to the heavy one: over the top towards -x
        massless_check(v, name, "-v/r", -acceleration * STEPS * H / WHEEL_RADIUS,
                       wheel_speed(world, &pulley, a->wheel), EXACT);
    }
    rv_world_destroy(world);
}

static void atwood_machines(validation* v) {
    static const atwood MACHINES[] = {
        {"2:1, ideal pulley", 2.0, 1.0, NO_WHEEL, 0.0},
        {"2:1, wheel 0.5", 2.0, 1.0, SCALAR_WHEEL, 0.5},
        {"2:1, hinged wheel 0.5", 2.0, 1.0, HINGED_WHEEL, 0.5},
        {"1000:1, ideal pulley", 1000.0, 1.0, NO_WHEEL, 0.0},
        {"1000:1, wheel 0.5", 1000.0, 1.0, SCALAR_WHEEL, 0.5},
    };
    for (int i = 0; i < 5; i++)
        check_atwood(v, &MACHINES[i]);
}

// --- block and tackle: the load on n falls, from a fixed point to a winch or a fixed point ---

enum { FALLS_MAX = 12 };
static const double LOAD = 1000.0, SHEAVE_RADIUS = 0.1;

typedef struct tackle {
    int falls;
    bool pulleys;      // else eyes, all falls on one line
    double efficiency; // of every sheave
    double speed;      // of the winch at the end of the last fall; 0: a fixed point
} tackle;

// Down and up in turn: sheave i turns fall i into fall i + 1, even ones hang on the load.
static rv_cable_node make_sheave(const tackle* t, rv_body_id load, int i) {
    bool moves = i % 2 == 0;
    rv_vec3 center = {t->pulleys ? (2 * i + 1) * SHEAVE_RADIUS : 0.0, 0.0, 0.0};
    rv_body_id body = moves ? load : WORLD;
    rv_cable_node sheave = t->pulleys ? massless_pulley(body, center, SHEAVE_RADIUS, moves ? -1 : 1)
                                      : massless_eye(body, center);
    sheave.efficiency = t->efficiency;
    return sheave;
}

static rv_cable_id make_tackle(validation* v, rv_world* world, const tackle* t) {
    rv_cable_node nodes[FALLS_MAX + 1];
    rv_body_id load = massless_load(world, LOAD, (rv_vec3){0.0, 0.0, -10.0});
    rv_vec3 end = {t->pulleys ? 2.0 * (t->falls - 1) * SHEAVE_RADIUS : 0.0, 0.0, 0.0};
    nodes[0] = massless_end(WORLD, ORIGIN);
    for (int i = 0; i < t->falls - 1; i++)
        nodes[i + 1] = make_sheave(t, load, i);
    nodes[t->falls] = t->speed != 0.0 ? massless_drum(end, t->speed) : massless_end(WORLD, end);
    rv_cable_def def = massless_cable(nodes, t->falls + 1, INFINITY);
    return massless_add(v, world, &def);
}

// of the fall whose share of the last one's tension is farthest from growth^(n - i)
static double worst_share(const rv_world* world, rv_cable_id cable, int falls, double growth) {
    double last = rv_cable_tension(world, cable, falls - 1), worst = 1.0;
    for (int i = 0; i < falls; i++) {
        double share = rv_cable_tension(world, cable, i) / last * pow(growth, falls - 1 - i);
        if (!(fabs(share - 1.0) <= fabs(worst - 1.0)))
            worst = share;
    }
    return worst;
}

// Hoisting, the cable runs to the winch and every sheave takes its share: T[i] = eta T[i+1]; the n
// falls carry the load: T[n] (1 + eta + ... + eta^(n-1)) = M g. Lowering, with 1/eta for eta.
static void check_tackle(validation* v, const tackle* t) {
    rv_world* world = massless_world(RV_STEPPER_SPOOK, MASSLESS_G);
    rv_cable_id cable = make_tackle(v, world, t);
    massless_run(world, H, 120);
    double growth = t->speed > 0.0 ? t->efficiency : 1.0 / t->efficiency, eta = 1.0 / growth;
    double carried = eta == 1.0 ? t->falls : (1.0 - pow(eta, t->falls)) / (1.0 - eta);
    const char* how = t->speed < 0.0 ? "hoisting" : t->speed > 0.0 ? "lowering" : "at rest";
    char name[160];
    snprintf(name, sizeof name, "tackle, %d falls, %s, eta = %g, %s: tension at the winch [N]",
             t->falls, t->pulleys ? "pulleys" : "eyes", t->efficiency, how);
    massless_check(v, name, eta == 1.0 ? "M g/n" : "M g (1 - eta)/(1 - eta^n), lowering: 1/eta",
                   LOAD * MASSLESS_G / carried, rv_cable_tension(world, cable, t->falls - 1),
                   EXACT);
    snprintf(name, sizeof name, "tackle, %d falls, %s, eta = %g, %s: worst share of a fall",
             t->falls, t->pulleys ? "pulleys" : "eyes", t->efficiency, how);
    massless_check(v, name, "T[i] = eta T[i+1], lowering: 1/eta", 1.0,
                   worst_share(world, cable, t->falls, growth), EXACT);
    rv_world_destroy(world);
}

static void tackles(validation* v) {
    static const int FALLS[] = {2, 4, 12};
    static const struct {
        double efficiency, speed;
    } CASES[] = {{1.0, 0.0}, {1.0, -0.5}, {0.95, -0.5}, {0.95, 0.5}};
    for (int n = 0; n < 3; n++)
        for (int pulleys = 0; pulleys < 2; pulleys++)
            for (int i = 0; i < 4; i++)
                check_tackle(v, &(tackle){.falls = FALLS[n],
                                          .pulleys = pulleys,
                                          .efficiency = CASES[i].efficiency,
                                          .speed = CASES[i].speed});
}

void massless_pulleys(validation* v) {
    atwood_machines(v);
    tackles(v);
}
