// The stages of a step, as step.c lists them. World stages run once; island stages run for every
// island, in parallel, and again for every substep of the island.
#ifndef REEVE_STEP_STEP_H
#define REEVE_STEP_STEP_H

#include "model/constraint.h"

typedef struct rv_step {
    rv_world* world;
    double dt;
    bool failed; // no memory: what has been changed is undone
    bool inputs_kept;
    bool contacts_swapped;
} rv_step;

void rv_stage_adapt(rv_step* step);
void rv_stage_inputs(rv_step* step);
void rv_stage_pairs(rv_step* step);
void rv_stage_contacts(rv_step* step);
void rv_stage_islands(rv_step* step);
void rv_stage_stop(rv_step* step);
void rv_stage_publish(rv_step* step);

void rv_stage_route(rv_world* world, rv_island* island);
void rv_stage_forces(rv_world* world, rv_island* island);
void rv_stage_rows(rv_world* world, rv_island* island);
void rv_stage_move(rv_world* world, rv_island* island);
// of islands that contacts connect
void rv_stage_solve(rv_world* world, rv_cluster* cluster);

// the laws of rows in a substep (rows.c): sigma and bias of a row, given G v at its start
typedef struct rv_stepper_law {
    bool seed;
    double h, h_acting, per_h, h_before; // per_h = 1/h_acting
    double tau, per_a;                   // of rows that only must hold
    double keeps;                        // share of its last force in that of an elastic row
    double fall;                         // by how much gravity takes the middle of the step farther
} rv_stepper_law;

typedef struct rv_discrete {
    double sigma, bias;
} rv_discrete;

rv_stepper_law rv_stepper_law_of(const rv_world_def* def, double h, double h_before,
                                 double h_acting);
rv_stepper_law rv_stepper_law_of_island(const rv_world* world, const rv_island* island);
rv_discrete rv_row_discretise(const rv_stepper_law* law, const rv_row* row, double speed);
// the bias of a rigid row that follows turning, without what that adds
double rv_row_rigid_bias(const rv_stepper_law* law, const rv_row* row);
// how the bias of a row that is never bounded changes with what its phi ends at
double rv_row_bias_per_end(const rv_stepper_law* law, const rv_row* row);

// rows of members that depend on the forces found so far (rows.c)
void rv_rows_again(rv_world* world, rv_island* island);

// the parts of solving one island (solve.c)
void rv_island_load(rv_world* world, rv_island* island, bool store);
void rv_island_write(rv_world* world, rv_island* island, bool jump);
// after a solution: right-hand sides of things with dofs of their own that change by it; false: none
bool rv_island_refine(rv_world* world, rv_island* island);
// one of them must be written anew
bool rv_island_is_unsettled(rv_world* world, rv_island* island, int pass);
void rv_island_add_report(rv_island_report* sum, const rv_kkt_report* r);
void rv_island_find_mobility(rv_world* world, rv_island* island);
bool rv_island_may_trust_factor(const rv_world* world);

// tensions and the geometric stiffness made of them (tension.c): those of the last step; those found
// by a pass, returning how much they changed, relative to the largest; those for the next pass
void rv_island_begin(rv_world* world, rv_island* island);
double rv_island_update_stiffness(const rv_world* world, rv_island* island);
void rv_island_search_tension(rv_island* island);

// A link that turns by more than this angle [rad] in a step asks for substeps.
static const double RV_TRAVEL_PER_SUBSTEP = 0.1;
// A solution that turns one by more is refused (turn.c). [rad]
static const double RV_TURN_REFUSED = 0.2;

// What turning adds to rows (turn.c): at the end of "rows"; after a solution, true: right-hand sides
// have changed by it. And a solution that turns things too far: false: it is taken.
void rv_island_begin_turning(const rv_world* world, rv_island* island);
bool rv_island_follow_turning(const rv_world* world, rv_island* island);
// rigid rows as lines again, with the stepper's own law
void rv_island_leave_turning(const rv_world* world, rv_island* island);
bool rv_cluster_refuse(rv_world* world, rv_cluster* cluster);
// what a substep leaves behind for the next one: forces, states, mobility
void rv_cluster_store(rv_world* world, rv_cluster* cluster);

// a tension that changes by less than this share of the largest needs no other pass
static const double RV_LOAD_TOLERANCE = 0.1;

// solves the islands of a cluster with its contacts (contact_solve.c)
void rv_contacts_solve(rv_world* world, rv_cluster* cluster);
// bytes that needs; rows: of all contacts, and loose ones
size_t rv_contacts_scratch_bytes(const rv_world* world, const rv_cluster* cluster);

// room for this many points of contact at a time (contacts.c)
bool rv_contacts_reserve(rv_world* world, int points);
// bytes for this many points in clusters of any size (contact_net.c)
size_t rv_contacts_scratch_most(const rv_world* world, int points);

// broad phase (pairs.c): leaves of the tree for every shape; false without memory
bool rv_proxies_make(rv_world* world);
// bounds of shapes as the bodies are now, in the tree
void rv_proxies_update(rv_world* world, bool moving_only);
// leaves of the tree that hold all of the last step
void rv_proxies_cover_step(rv_world* world);
// nodes that shapes make by touching cables; false without memory
bool rv_cables_touch(rv_world* world, double dt);
// a shape has another size
void rv_proxy_refresh(rv_world* world, int shape);
// at the end of a step without contacts, joints and cables
rv_vec3 rv_expected_velocity(const rv_world* world, const rv_body* body, double dt);
// how far a point at `reach` from the centre moves by turning
double rv_turn_chord(const rv_body* body, double reach, double dt);
void rv_contacts_swap(rv_world* world);

// what touches after the step, and the contacts' part of the report (contacts.c)
void rv_publish_contacts(rv_world* world, double dt, rv_report* report);

// The audit (audit.c): energies before a step; then those after it, and what the report tells of them.
void rv_audit_begin(rv_world* world);
void rv_audit_publish(rv_world* world, double dt, rv_report* report);

static inline rv_island* rv_cluster_island(const rv_world* world, const rv_cluster* cluster,
                                           int k) {
    return &world->islands.data[world->cluster_islands.data[cluster->first_island + k]];
}

// islands that contacts connect, and what sleeps (cluster.c); false without memory
bool rv_clusters_make(rv_world* world);
void rv_clusters_rest(rv_world* world, double dt);

// adds the inertia of waves across the spans of layered cables to its system
void rv_waves_write(rv_island* island);
// whether a tension of the last pass turns something back by more than a step resolves (stiffness.c)
bool rv_island_is_stiff(const rv_world* world, const rv_island* island);
// adds the island's stiffness elements to its system; `jump`: the tension has just changed much
void rv_stiffness_write(const rv_world* world, rv_island* island, bool jump);
// what pulls on one body have together, beyond each by itself (hung.c)
void rv_hung_write(rv_island* island, double implicit, double kept);

// root of the set that i is in, halving the path on the way
static inline int rv_find_root(int* parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

// haptic tools (haptic_publish.c): go where the hand is; what is near them, for the ticks
void rv_haptics_follow(rv_world* world, double dt);
void rv_haptics_publish(rv_world* world, double dt);

// makes the islands and their symbolic factorisations if the topology has changed; false without
// memory
bool rv_islands_make(rv_world* world);
// anew where things have more or fewer dofs; nothing else has changed. False without memory.
bool rv_islands_resize(rv_world* world);

#endif
