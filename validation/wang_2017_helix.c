// Suite "wang_2017", localised buckling of a long rod that is pulled and twisted (Coyne 1990; van der
// Heijden, Thompson 2000), in the units L = B = C = lambda = 1: clamped, it is twisted by R in all, and its
// ends come closer by d. With m = M L/B and t = T L^2/B as they come out,
//   d = sqrt(16/t (1 - m^2/(4t))),  R = m B/C + 4 acos(m/(2 sqrt(t))),  cos(theta_max) = m^2/(2t) - 1
// for a rod that is long against B/M. It touches nothing.
#include "validation/wang_2017.h"

#include <math.h>
#include <stdio.h>

enum { EDGES = 240 };
static const double EA = 1e7;

typedef struct helix {
    double m, t, d, R, lean; // lean: cos(theta_max)
} helix;

// drawn straight and twisted, and let together while a hand keeps the middle from staying straight
static helix helix_make(validation* v, double R, double d) {
    const double h = 2e-4, pulled = 3.0 * R * R / 4.0, speed = 0.05;
    rv_world* world = wang_world(0.0);
    rv_body_def body = rv_body_def_default();
    body.type = RV_BODY_KINEMATIC;
    body.pose.position.x = 1.0;
    rv_body_id end = rv_body_create(world, &body);
    rv_vec3 line[2] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, along = {1.0, 0.0, 0.0};
    rv_cable_node nodes[2] = {wang_clamped((rv_body_id){0}, line[0], along),
                              wang_clamped(end, line[0], along)};
    rv_cable_def def = wang_rod(nodes, EDGES, 1.0);
    def.mass_per_length = def.GJ = 1.0;
    def.EA = EA;
    def.length = 1.0 - pulled / EA;
    def.twist = R;
    def.segments.bend_damping = 0.02;
    def.segments.shape = line;
    def.segments.shape_count = 2;
    rv_cable_id cable = wang_add(v, world, &def);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 0.5;
    grip.target = (rv_vec3){0.5, 0.0, 1e3};
    grip.max_force = 1.0;
    rv_cable_hold(world, cable, 0, &grip);
    rv_body_set_velocity(world, end, (rv_vec3){-speed, 0.0, 0.0});
    wang_run(world, h, (long)(d / speed / h + 0.5));
    rv_body_set_velocity(world, end, (rv_vec3){0.0, 0.0, 0.0});
    rv_cable_release(world, cable, 0);
    wang_run(world, h, 10000);
    wang_line shape;
    wang_read(world, cable, &shape);
    helix found = {.m = rv_cable_torque(world, cable),
                   .t = -rv_cable_end_force(world, cable, 1).x,
                   .R = R,
                   .lean = 1.0};
    // what the ends come closer, less than what is stretched
    found.d = 1.0 - rv_body_center(world, end).x + (found.t - pulled) / EA;
    for (int j = 0; j < shape.count - 1; j++) {
        rv_vec3 t = rv_vec3_normalize(rv_vec3_sub(shape.at[j + 1], shape.at[j]));
        found.lean = fmin(found.lean, t.x);
    }
    rv_world_destroy(world);
    return found;
}

static void check(validation* v, double R, double d) {
    helix f = helix_make(v, R, d);
    char name[120];
    double share = f.m * f.m / (4.0 * f.t);
    snprintf(name, sizeof name, "localised helix, R = %g, d = %g: shortening for m and t", R, d);
    wang_check(v, name, "sqrt(16/t (1 - m^2/4t))", sqrt(16.0 / f.t * (1.0 - share)), f.d, 0.02);
    snprintf(name, sizeof name, "localised helix, R = %g, d = %g: rotation for m and t", R, d);
    wang_check(v, name, "m B/C + 4 acos(m/(2 sqrt t))", f.m + 4.0 * acos(sqrt(share)), f.R, 0.01);
    snprintf(name, sizeof name, "localised helix, R = %g, d = %g: cos(theta_max)", R, d);
    validation_check(v, name, "m^2/2t - 1", 2.0 * share - 1.0, f.lean, 0.02);
}

void wang_helix(validation* v) {
    check(v, 40.0, 0.08);
    check(v, 50.0, 0.06);
    check(v, 50.0, 0.08);
}
