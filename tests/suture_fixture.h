// Builders of sutures for tests: a thread round a hole, its first end held by something that is
// moved, its last one by a particle that a force pulls, as in the theory of suture points.
#ifndef REEVE_SUTURE_FIXTURE_H
#define REEVE_SUTURE_FIXTURE_H

#include "rod_fixture.h"

enum { LOOP_ARC = 30 };

typedef struct suture_loop {
    double turn;       // by which the thread turns at the hole [rad]
    double ends[2];    // lengths of its straight parts [m]
    double edge;       // [m]
    double EI;         // [N m^2]
    double load;       // at its last end [N]
    double load_mass;  // [kg]
    double friction;   // of the hole
    rv_body_id holder; // null: the world
    rv_body_id driver, weight;
    rv_vec3 towards[2]; // unit, from the hole to the ends
    rv_vec3 bottom;     // where the hole is
    rv_cable_id thread;
    rv_suture_id hole;
} suture_loop;

// USP 2-0, 0.125 g/m, round 3 mm, as in theory: 0.1 N at its tail, a turn of 100 degrees
static inline suture_loop suture_loop_default(void) {
    return (suture_loop){.turn = 100.0 * RV_PI / 180.0,
                         .ends = {0.015, 0.03},
                         .edge = 0.001,
                         .EI = 3e-7,
                         .load = 0.1,
                         .load_mass = 5e-4};
}

// the thread, without its hole; its lowest point is at the origin
static inline void suture_loop_lay(rv_world* world, suture_loop* loop) {
    double R = 0.003, half = 0.5 * loop->turn;
    rv_vec3 shape[LOOP_ARC + 3];
    for (int k = 0; k < 2; k++)
        loop->towards[k] = vec(k == 0 ? cos(half) : -cos(half), 0, sin(half));
    for (int i = 0; i <= LOOP_ARC; i++) {
        double angle = half - loop->turn * i / LOOP_ARC;
        shape[1 + i] = vec(R * sin(angle), 0, R - R * cos(angle));
    }
    shape[0] = rv_vec3_mul_add(shape[1], loop->ends[0], loop->towards[0]);
    shape[LOOP_ARC + 2] = rv_vec3_mul_add(shape[LOOP_ARC + 1], loop->ends[1], loop->towards[1]);
    double length = loop->ends[0] + loop->ends[1] + R * loop->turn;
    loop->driver = add_kinematic(world, shape[0], vec(0, 0, 0));
    loop->weight = add_particle(world, loop->load_mass, shape[LOOP_ARC + 2]);
    rv_cable_node ends[] = {fixed_at(loop->driver, vec(0, 0, 0)),
                            fixed_at(loop->weight, vec(0, 0, 0))};
    rv_cable_def def = rod_def(ends, (int)(length / loop->edge + 0.5), loop->EI);
    def.diameter = 0.00035;
    def.mass_per_length = 1.25e-4;
    def.segments.bend_damping = NAN;
    def.segments.shape = shape;
    def.segments.shape_count = LOOP_ARC + 3;
    loop->thread = cable_of(world, &def);
}

// checks that it worked
static inline rv_suture_id suture_of(rv_world* world, const rv_suture_def* def) {
    rv_suture_id suture = rv_suture_create(world, def);
    CHECK(suture.slot != 0);
    if (suture.slot == 0)
        printf("  %s\n", rv_world_error(world));
    return suture;
}

static inline void suture_loop_build(rv_world* world, suture_loop* loop) {
    suture_loop_lay(world, loop);
    rv_suture_def def = rv_suture_def_default();
    def.cable = loop->thread;
    def.body = loop->holder;
    def.friction = loop->friction;
    loop->hole = suture_of(world, &def);
}

// pulls at this speed and steps
static inline void suture_loop_step(rv_world* world, const suture_loop* loop, double speed,
                                    double h) {
    rv_body_set_velocity(world, loop->driver, rv_vec3_scale(loop->towards[0], speed));
    rv_body_apply_force_at_center(world, loop->weight, rv_vec3_scale(loop->towards[1], loop->load));
    CHECK(rv_world_step(world, h) == RV_STATUS_OK);
}

// with the last end held back, the first one pulls in: the force that the first one needs
static inline double suture_loop_pull(const rv_world* world, const suture_loop* loop) {
    return -rv_vec3_dot(rv_cable_end_force(world, loop->thread, 0), loop->towards[0]);
}

#endif
