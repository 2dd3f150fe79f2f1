// Suite "servin_2007_segments": Atwood's machine with a heavy rope. With x what has run over the
// wheel,
//   (M_1 + M_2 + rho L) a = (M_2 - M_1 + rho (l_2 - l_1 + 2 x)) g
// whose solution from rest is x = (a_0/k^2) (cosh k t - 1), k^2 = 2 rho g/(M_1 + M_2 + rho L). Rope
// on the wheel is inertia and weight as elsewhere, and at rest all of it hangs on the axle.
#include "validation/segments.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 60 };
static const double G = 9.81, RADIUS = 0.5, LENGTH = 12.0, HOLDER = 50.0;

typedef struct atwood {
    rv_world* world;
    rv_body_id load[2];
    rv_joint_id axle;
} atwood;

static atwood make_atwood(const double mass[2], double rope, int segments, double EA) {
    rv_world_def world = rv_world_def_default();
    world.sleep.enabled = false;
    atwood a = {.world = rv_world_create(&world, NULL, 0)};
    rv_body_def holder = rv_body_def_default();
    holder.mass = HOLDER;
    holder.inertia = rv_mat3_diagonal(5.0, 5.0, 5.0);
    rv_body_id carrier = rv_body_create(a.world, &holder);
    rv_joint_def lock = rv_joint_def_at(a.world, RV_JOINT_LOCK, (rv_body_id){0}, carrier,
                                        (rv_vec3){0, 0, 0}, (rv_vec3){1, 0, 0});
    a.axle = rv_joint_create(a.world, &lock);
    rv_cable_node nodes[3] = {rv_cable_node_default(), rv_cable_node_default(),
                              rv_cable_node_default()};
    for (int k = 0; k < 2; k++) {
        rv_body_def load = rv_body_def_default();
        load.kind = RV_BODY_PARTICLE;
        load.mass = mass[k];
        load.pose.position =
            (rv_vec3){k == 0 ? -RADIUS : RADIUS, 0.0, -0.5 * (LENGTH - RV_PI * RADIUS)};
        a.load[k] = nodes[2 * k].body = rv_body_create(a.world, &load);
    }
    nodes[1].type = RV_CABLE_PULLEY;
    nodes[1].body = carrier;
    nodes[1].radius = RADIUS;
    nodes[1].axis = (rv_vec3){0.0, 1.0, 0.0};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 3;
    def.mass_per_length = rope / LENGTH;
    def.EA = EA;
    def.GJ = def.segments.EI = 0.0;
    def.segments.length = LENGTH / segments;
    def.segments.mask = 0;
    rv_cable_create(a.world, &def);
    return a;
}

static void check_speed(validation* v, double rope, int segments) {
    const double mass[2] = {20.0, 24.0};
    atwood a = make_atwood(mass, rope, segments, 1e8);
    double all = mass[0] + mass[1] + rope, first = (mass[1] - mass[0]) * G / all;
    double k = sqrt(2.0 * rope / LENGTH * G / all), worst = 0.0, fastest = 0.0;
    for (int n = 1; n <= 2 * RATE; n++) {
        rv_world_step(a.world, 1.0 / RATE);
        double expected = first / k * sinh(k * n / RATE);
        double speed =
            0.5 * (rv_body_velocity(a.world, a.load[0]).z - rv_body_velocity(a.world, a.load[1]).z);
        fastest = fmax(fastest, expected);
        worst = fmax(worst, n > RATE / 4 ? fabs(speed - expected) / fastest : 0.0);
    }
    rv_world_destroy(a.world);
    char name[120];
    snprintf(name, sizeof name, "rope of %g kg over a wheel, %d segments: speed of 44 kg, relative",
             rope, segments);
    validation_at_most(v, name, "Atwood with a heavy rope", 0.01, worst);
}

static void check_rest(validation* v, int segments) {
    const double mass[2] = {20.0, 20.0}, rope = 60.0;
    atwood a = make_atwood(mass, rope, segments, INFINITY);
    for (int n = 0; n < 4 * RATE; n++)
        rv_world_step(a.world, 1.0 / RATE);
    double weight = (HOLDER + mass[0] + mass[1] + rope) * G;
    double error = fabs(fabs(rv_joint_force(a.world, a.axle).z) / weight - 1.0);
    rv_world_destroy(a.world);
    char name[120];
    snprintf(name, sizeof name, "rope of %g kg at rest on a wheel, %d segments: load of the axle",
             rope, segments);
    validation_at_most(v, name, "(M_1 + M_2 + rho L) g", 1e-9, error);
}

void segments_atwood(validation* v) {
    check_speed(v, 4.0, 24);
    check_speed(v, 60.0, 24);
    check_speed(v, 60.0, 100);
    check_rest(v, 24);
    check_rest(v, 100);
}
