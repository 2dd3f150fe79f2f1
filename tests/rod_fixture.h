// Builders of rods for tests: threads of 10 g/m that neither stretch nor are damped and touch nothing,
// their ends in one line each, and several of them at work.
#ifndef REEVE_ROD_FIXTURE_H
#define REEVE_ROD_FIXTURE_H

#include "cable_fixture.h"

enum { ROD_POINTS_MAX = 512 };

// long runs, of what shorter ones do too, are made once: not where every instruction is watched
enum { ROD_RUNS_ARE_SHORT = TEST_IS_WATCHED };

// bending and twisting stiffness EI
static inline rv_cable_def rod_def(const rv_cable_node nodes[2], int edges, double EI) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.005;
    def.EA = INFINITY;
    def.GJ = EI;
    def.mass_per_length = 0.01;
    def.segments.EI = EI;
    def.segments.bend_damping = 0.0;
    def.segments.count = edges;
    def.segments.mask = 0;
    def.segments.touches_itself = false;
    return def;
}

static inline rv_cable_id add_rod(rv_world* world, rv_cable_node first, rv_cable_node last,
                                  int edges, double EI) {
    rv_cable_node nodes[] = {first, last};
    rv_cable_def def = rod_def(nodes, edges, EI);
    return cable_of(world, &def);
}

// a thread that touches all there is, itself too
static inline rv_cable_def rod_touching(const rv_cable_node nodes[2], int edges, double EI,
                                        double friction) {
    rv_cable_def def = rod_def(nodes, edges, EI);
    def.material.friction = friction;
    def.segments.bend_damping = NAN;
    def.segments.mask = UINT32_MAX;
    def.segments.touches_itself = true;
    return def;
}

// a world that damps nothing by itself
static inline rv_world* undamped_world(double gravity) {
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, -gravity);
    def.geometric_stiffness.delta = 0.0;
    return world_of(&def);
}

// `count` steps, none of which is refused
static inline void rod_run(rv_world* world, double h, long count) {
    for (long i = 0; i < count; i++)
        CHECK(rv_world_step(world, h) != RV_STATUS_FAILED);
}

// the vertices of a rod
typedef struct rod_line {
    int count;
    rv_vec3 at[ROD_POINTS_MAX];
    double tension[ROD_POINTS_MAX]; // of the edge behind each
} rod_line;

static inline rod_line rod_read(const rv_world* world, rv_cable_id cable) {
    rod_line line = {0};
    line.count = rv_cable_points(world, cable, 0.1, line.at, line.tension, ROD_POINTS_MAX);
    CHECK(line.count <= ROD_POINTS_MAX);
    return line;
}

static inline rv_vec3 rod_tip(const rv_world* world, rv_cable_id cable) {
    rod_line line = rod_read(world, cable);
    return line.at[line.count - 1];
}

static inline double distance(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_length(rv_vec3_sub(a, b));
}

// Several rods in several islands, all at work: one that swings, one between a moved and turned body
// and the world, one with a heavy body, two bodies tied to each other, one that a hand pulls, a free
// one, one that winds up to a helix with a body at its end and touches itself.
typedef struct rod_zoo {
    rv_cable_id swing, driven, hoist, pair, held, loose, coil;
    rv_body_id driver, load, bodies[2], bob;
} rod_zoo;

static inline void rod_zoo_build(rv_world* world, rod_zoo* z) {
    *z = (rod_zoo){0};
    z->swing =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(0.8, 0, -0.3)), 12, 1e-4);
    z->driver = add_kinematic(world, vec(1, 5, 0), vec(0, 0, 0));
    rv_cable_node driven[] = {clamped_at(NO_BODY, vec(0, 5, 0)),
                              clamped_at(z->driver, vec(0, 0, 0))};
    driven[0].axis = driven[1].axis = vec(1, 0, 0);
    rv_cable_def def = rod_def(driven, 16, 1e-3);
    def.length = 1.2;
    def.segments.bend_damping = NAN;
    z->driven = cable_of(world, &def);
    z->load = add_rigid(world, 1.0, vec(0.01, 0.012, 0.015), vec(0.5, 10, -0.5));
    z->hoist = add_rod(world, fixed_at(NO_BODY, vec(0, 10, 0)), fixed_at(z->load, vec(0, 0, 0.1)),
                       10, 1e-3);
    for (int k = 0; k < 2; k++)
        z->bodies[k] =
            k == 0 ? add_unit(world, vec(0, 15, 0)) : add_particle(world, 0.1, vec(1, 15, 0));
    z->pair = add_rod(world, fixed_at(z->bodies[0], vec(0.1, 0, 0)),
                      fixed_at(z->bodies[1], vec(0, 0, 0)), 8, 1e-3);
    rv_body_set_velocity(world, z->bodies[1], vec(-1, 0.5, 0.2));
    z->held = add_rod(world, fixed_at(NO_BODY, vec(0, 20, 0)), free_at(vec(1, 20, 0)), 20, 1e-3);
    z->loose = add_rod(world, free_at(vec(0, 25, 0)), free_at(vec(1, 25, 0)), 5, 1e-2);
    z->bob = add_rigid(world, 0.01, vec(1e-5, 1e-5, 1e-5), vec(0, 30, -1));
    rv_cable_node coiled[] = {clamped_at(NO_BODY, vec(0, 30, 0)),
                              fixed_at(z->bob, vec(0, 0, 0.02))};
    def = rod_def(coiled, 30, 1e-3);
    def.segments.rest_curvature[0] = 20.0;
    def.segments.rest_twist = 3.0;
    def.segments.touches_itself = true;
    z->coil = cable_of(world, &def);
}

// what a user does while it runs: the same at the same step
static inline void rod_zoo_control(rv_world* world, const rod_zoo* z, long step) {
    double sign = step % 200 < 100 ? 1.0 : -1.0;
    rv_body_set_velocity(world, z->driver, vec(-0.5 * sign, 0.2 * sign, 0));
    rv_body_set_angular_velocity(world, z->driver, vec(3.0, 0, 0.5 * sign));
    rv_body_apply_force_at_center(world, z->load, vec(3.0 * sign, 0, 0));
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 0.6;
    grip.target = vec(0.5, 20.0 + 0.3 * sign, 0.2);
    grip.stiffness = 5.0;
    grip.max_force = 1.0;
    if (step % 150 == 0)
        rv_cable_hold(world, z->held, 1, &grip);
    else if (step % 150 == 120)
        rv_cable_release(world, z->held, 1);
}

#endif
