// Suite "servin_2007_massless", friction at a post: the capstan's ratio e^(mu theta) in a slip,
// rest below it, and the exact ratio of a post that is made of sharp edges. The load moves along a
// line at a constant speed or acceleration, so that the formulas are exact in the discrete scheme
// too.
#include "validation/massless.h"

#include <math.h>
#include <stdio.h>

static const double H = 1.0 / 60.0, RADIUS = 0.2, LOAD = 10.0;
static const rv_body_id WORLD = {0};
static const rv_vec3 ORIGIN = {0.0, 0.0, 0.0};
// Exact formulas, as shares: rows have a compliance floor of 1e-12 of a body's response.
static const double EXACT = 1e-6;

// The cable comes up from a load, turns by theta round a post and goes on to a winch, which winds
// in or pays out at a constant speed. Returns the ratio of the tensions, winch over load.
static double capstan_ratio(validation* v, double mu, double theta, double speed, double EA) {
    int turns = (int)(theta / (2.0 * RV_PI));
    rv_world* world = massless_world(RV_STEPPER_SPOOK, MASSLESS_G);
    rv_body_id load = massless_load(world, LOAD, (rv_vec3){-RADIUS, 0.0, -5.0});
    rv_vec3 leave = {-RADIUS * cos(theta), 0.0, RADIUS * sin(theta)};
    rv_vec3 winch = rv_vec3_mul_add(leave, 3.0, (rv_vec3){sin(theta), 0.0, cos(theta)});
    rv_cable_node nodes[] = {massless_end(load, ORIGIN), massless_pulley(WORLD, ORIGIN, RADIUS, 1),
                             massless_drum(winch, speed)};
    nodes[1].friction = mu;
    nodes[1].turns = turns;
    rv_cable_def def = massless_cable(nodes, 3, EA);
    def.damping = NAN;
    rv_cable_id cable = massless_add(v, world, &def);
    massless_run(world, H, 60);
    double ratio = rv_cable_tension(world, cable, 1) / rv_cable_tension(world, cable, 0);
    rv_world_destroy(world);
    return ratio;
}

static void capstan(validation* v) {
    enum { ANGLES = 4, FRICTIONS = 3 };
    static const double MU[FRICTIONS] = {0.1, 0.3, 0.5}, HALF_TURNS[ANGLES] = {0.5, 1.0, 2.5, 7.0};
    double x[FRICTIONS][ANGLES], y[FRICTIONS][ANGLES], formula[FRICTIONS][ANGLES];
    for (int m = 0; m < FRICTIONS; m++)
        for (int a = 0; a < ANGLES; a++) {
            double theta = HALF_TURNS[a] * RV_PI;
            char name[160];
            x[m][a] = theta;
            y[m][a] = capstan_ratio(v, MU[m], theta, -0.1, INFINITY);
            formula[m][a] = rv_exp(MU[m] * theta);
            snprintf(name, sizeof name, "capstan, mu = %g, theta = %g pi, winding in: ratio", MU[m],
                     HALF_TURNS[a]);
            massless_check(v, name, "e^(mu theta)", formula[m][a], y[m][a], EXACT);
        }
    massless_check(v, "capstan, mu = 0.3, theta = 2.5 pi, paying out: ratio", "e^(-mu theta)",
                   rv_exp(-0.75 * RV_PI), capstan_ratio(v, 0.3, 2.5 * RV_PI, 0.1, INFINITY), EXACT);
    validation_series series[] = {{"mu = 0.1", x[0], y[0], ANGLES, .points = true},
                                  {"e^(0.1 theta)", x[0], formula[0], ANGLES, .points = false},
                                  {"mu = 0.3", x[1], y[1], ANGLES, .points = true},
                                  {"e^(0.3 theta)", x[1], formula[1], ANGLES, .points = false},
                                  {"mu = 0.5", x[2], y[2], ANGLES, .points = true},
                                  {"e^(0.5 theta)", x[2], formula[2], ANGLES, .points = false}};
    validation_plot(v,
                    &(validation_figure){.title = "Capstan: ratio of the tensions while slipping",
                                         .x_label = "angle theta [rad]",
                                         .y_label = "ratio",
                                         .log_y = true,
                                         .series = series,
                                         .series_count = 6});
}

// The same over n sharp edges that turn by theta/n each.
static double edges_ratio(validation* v, double mu, double theta, int edges) {
    enum { EDGES_MAX = 16 };
    rv_cable_node nodes[EDGES_MAX + 2];
    rv_world* world = massless_world(RV_STEPPER_SPOOK, MASSLESS_G);
    nodes[0] = massless_end(massless_load(world, LOAD, (rv_vec3){0.0, 0.0, -5.0}), ORIGIN);
    rv_vec3 at = ORIGIN;
    for (int i = 1; i <= edges; i++) {
        double turned = theta * i / edges;
        nodes[i] = massless_eye(WORLD, at);
        nodes[i].friction = mu;
        nodes[i].edge = RV_CABLE_SHARP;
        at = rv_vec3_mul_add(at, i == edges ? 3.0 : 0.2, (rv_vec3){sin(turned), 0.0, cos(turned)});
    }
    nodes[edges + 1] = massless_drum(at, -0.1);
    rv_cable_def def = massless_cable(nodes, edges + 2, INFINITY);
    rv_cable_id cable = massless_add(v, world, &def);
    massless_run(world, H, 60);
    double ratio = rv_cable_tension(world, cable, edges) / rv_cable_tension(world, cable, 0);
    rv_world_destroy(world);
    return ratio;
}

static void sharp_edges(validation* v) {
    static const int EDGES[] = {4, 8, 16};
    const double mu = 0.3, theta = RV_PI;
    for (int i = 0; i < 3; i++) {
        double t = mu * tan(0.5 * theta / EDGES[i]);
        char name[160];
        snprintf(name, sizeof name, "post of %d sharp edges, mu = 0.3, theta = pi: ratio",
                 EDGES[i]);
        massless_check(v, name, "[(1 + mu tan(theta/2N))/(1 - mu tan(theta/2N))]^N; 16: 2.574854",
                       pow((1.0 + t) / (1.0 - t), EDGES[i]), edges_ratio(v, mu, theta, EDGES[i]),
                       EXACT);
    }
}

// --- elastic cables: they ring, but while they slip the ratio is what it is ---

static void elastic_capstan(validation* v) {
    static const double EA[] = {1e5, 1e7};
    for (int i = 0; i < 2; i++) {
        char name[160];
        snprintf(name, sizeof name, "capstan, EA = %g N, mu = 0.3, theta = pi, winding in: ratio",
                 EA[i]);
        massless_check(v, name, "e^(mu theta)", rv_exp(0.3 * RV_PI),
                       capstan_ratio(v, 0.3, RV_PI, -0.5, EA[i]), EXACT);
    }
}

typedef struct spring_case {
    double EA, mu, damping, speed; // speed: of the load at the start, downward [m/s]
} spring_case;

// A load on a cable that is fixed beyond the post and stretched alike on both sides by its weight.
static void check_spring(validation* v, const spring_case* c) {
    double weight = LOAD * MASSLESS_G, gain = 0.0, worst = 0.0;
    rv_world* world = massless_world(RV_STEPPER_SPOOK, MASSLESS_G);
    rv_body_id load = massless_load(world, LOAD, (rv_vec3){RADIUS, 0.0, -2.0});
    rv_cable_node nodes[] = {massless_end(WORLD, (rv_vec3){-RADIUS, 0.0, -1.0}),
                             massless_pulley(WORLD, ORIGIN, RADIUS, 1), massless_end(load, ORIGIN)};
    nodes[1].friction = c->mu;
    rv_cable_def def = massless_cable(nodes, 3, c->EA);
    def.length = (3.0 + RV_PI * RADIUS) / (1.0 + weight / c->EA);
    def.damping = c->damping;
    rv_cable_id cable = massless_add(v, world, &def);
    rv_body_set_velocity(world, load, (rv_vec3){0.0, 0.0, -c->speed});
    double start = rv_world_energy(world).total, kinetic = 0.5 * LOAD * c->speed * c->speed;
    for (int n = 0; n < 600; n++) {
        rv_world_step(world, H);
        double off = rv_world_energy(world).total - start;
        gain = off <= gain ? gain : off;
        off = fabs(rv_cable_tension(world, cable, 0) / weight - 1.0)
              + fabs(rv_cable_tension(world, cable, 1) / weight - 1.0);
        worst = off <= worst ? worst : off;
    }
    char name[160];
    snprintf(name, sizeof name,
             "spring over a post, EA = %g, mu = %g, damping %g, %g m/s: gain [J]", c->EA, c->mu,
             c->damping, c->speed);
    // friction and damping only take. A kick on a stretched spring counts for (omega h)^2/4 of
    // itself more in the middle of a step that resolves it, with the load's side of 2 m alone while
    // the rest sticks; and there is rounding of 200 J
    double share = 0.25 * H * H * c->EA / 2.0 / LOAD;
    validation_at_most(v, name, "energy is lost or kept", 1e-9 + fmin(share, 0.25) * kinetic, gain);
    if (c->speed == 0.0) {
        snprintf(name, sizeof name, "spring over a post, EA = %g, mu = %g, damping %g: at rest",
                 c->EA, c->mu, c->damping);
        validation_at_most(v, name, "T1 = T2 = m g, errors as shares", EXACT, worst);
    }
    rv_world_destroy(world);
}

static void springs_over_a_post(validation* v) {
    static const spring_case CASES[] = {
        {1e4, 0.3, NAN, 0.0},  {1e6, 0.3, NAN, 0.0},  {1e4, 0.3, 0.0, 0.0},  {1e4, 0.3, NAN, 0.2},
        {1e4, 0.3, 0.0, 0.2},  {1e4, 0.03, NAN, 0.2}, {1e4, 0.03, 0.0, 0.2}, {1e6, 0.3, NAN, 0.2},
        {1e6, 0.03, NAN, 0.2}, {1e3, 0.3, NAN, 0.2},
    };
    for (int i = 0; i < 10; i++)
        check_spring(v, &CASES[i]);
}

// --- two loads over a post or a wheel ---

typedef struct balance {
    double m1, m2;     // left, right
    double mu;         // over half a turn
    double wheel_mass; // I/r^2; 0: a fixed post
} balance;

typedef struct outcome {
    double acceleration;  // of the left load, downward [m/s^2]
    double travel;        // of both together [m]
    double tension[2];    // left, right [N]
    double wheel;         // acceleration at its rim [m/s^2]
    double slip, touches; // of the contact
} outcome;

static outcome run_balance(validation* v, const balance* b, int steps) {
    rv_world* world = massless_world(RV_STEPPER_SPOOK, MASSLESS_G);
    rv_body_id load[2];
    for (int i = 0; i < 2; i++)
        load[i] = massless_load(world, i == 0 ? b->m1 : b->m2,
                                (rv_vec3){i == 0 ? -RADIUS : RADIUS, 0.0, -20.0});
    rv_cable_node post = massless_pulley(WORLD, ORIGIN, RADIUS, 1);
    post.friction = b->mu;
    if (b->wheel_mass > 0.0) {
        rv_body_def wheel = rv_body_def_default();
        wheel.kind = RV_BODY_SCALAR;
        wheel.mass = b->wheel_mass * RADIUS * RADIUS;
        post.wheel = rv_body_create(world, &wheel);
    }
    rv_cable_node nodes[] = {massless_end(load[0], ORIGIN), post, massless_end(load[1], ORIGIN)};
    rv_cable_def def = massless_cable(nodes, 3, INFINITY);
    rv_cable_id cable = massless_add(v, world, &def);
    massless_run(world, H, steps);
    rv_cable_contact contact = rv_cable_get_contact(world, cable, 1);
    outcome o = {
        .acceleration = -rv_body_velocity(world, load[0]).z / (steps * H),
        .travel = fabs(rv_body_center(world, load[0]).z + 20.0)
                  + fabs(rv_body_center(world, load[1]).z + 20.0),
        .tension = {rv_cable_tension(world, cable, 0), rv_cable_tension(world, cable, 1)},
        .wheel = -rv_body_velocity(world, post.wheel).x * RADIUS / (steps * H),
        .slip = contact.slip,
        .touches = contact.touches ? 1.0 : 0.0,
    };
    rv_world_destroy(world);
    return o;
}

static void sticks_below_the_ratio(validation* v) {
    static const double SHARES[] = {0.5, 0.99}; // of the ratio that slips
    for (int i = 0; i < 2; i++) {
        balance b = {.m1 = SHARES[i] * rv_exp(0.3 * RV_PI), .m2 = 1.0, .mu = 0.3};
        outcome o = run_balance(v, &b, 300);
        char name[160];
        snprintf(name, sizeof name, "fixed post, %g of the ratio that slips, 5 s: travel [m]",
                 SHARES[i]);
        // at rest but for rounding
        validation_at_most(v, name, "sticks", 1e-9, o.travel);
        snprintf(name, sizeof name, "fixed post, %g of the ratio that slips: slip [m/s]",
                 SHARES[i]);
        validation_at_most(v, name, "sticks", 0.0, o.slip);
        snprintf(name, sizeof name, "fixed post, %g of the ratio that slips: tensions over weights",
                 SHARES[i]);
        massless_check(v, name, "T1/m1 g + T2/m2 g", 2.0,
                       (o.tension[0] / b.m1 + o.tension[1] / b.m2) / MASSLESS_G, EXACT);
    }
}

static void slides_above_the_ratio(validation* v) {
    const double g = MASSLESS_G, e = rv_exp(0.3 * RV_PI), m2 = 1.0;
    const double HEAVY[] = {1.01 * e, 5.0, 50.0};
    for (int i = 0; i < 3; i++) {
        double m1 = HEAVY[i], a = g * (m1 - m2 * e) / (m1 + m2 * e);
        outcome o = run_balance(v, &(balance){.m1 = m1, .m2 = m2, .mu = 0.3}, 60);
        char name[160];
        snprintf(name, sizeof name, "fixed post, mu = 0.3, %.4g:1: acceleration [m/s^2]", m1);
        massless_check(v, name, "g (m1 - m2 e)/(m1 + m2 e), e = e^(mu pi)", a, o.acceleration,
                       EXACT);
        snprintf(name, sizeof name, "fixed post, mu = 0.3, %.4g:1: slip [m/s]", m1);
        // along the path, which runs from the heavy load to the light one
        massless_check(v, name, "-a t", -a * 60 * H, o.slip, EXACT);
    }
}

// A wheel too heavy to follow: the loads slide as over a post, and drive it.
static void slides_on_a_wheel(validation* v) {
    const double g = MASSLESS_G, m1 = 5.0, m2 = 1.0, wheel = 100.0, e = rv_exp(0.1 * RV_PI);
    double a = g * (m1 - m2 * e) / (m1 + m2 * e);
    double driven = (m1 * (g - a) - m2 * (g + a)) / wheel;
    outcome o = run_balance(v, &(balance){.m1 = m1, .m2 = m2, .mu = 0.1, .wheel_mass = wheel}, 60);
    massless_check(v, "heavy wheel, mu = 0.1, 5:1: acceleration of the loads [m/s^2]",
                   "g (m1 - m2 e)/(m1 + m2 e)", a, o.acceleration, EXACT);
    massless_check(v, "heavy wheel, mu = 0.1, 5:1: acceleration of its rim [m/s^2]",
                   "(T1 - T2) r^2/I", driven, o.wheel, EXACT);
}

void massless_friction(validation* v) {
    capstan(v);
    sharp_edges(v);
    elastic_capstan(v);
    springs_over_a_post(v);
    sticks_below_the_ratio(v);
    slides_above_the_ratio(v);
    slides_on_a_wheel(v);
}
