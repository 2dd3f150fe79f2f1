// What a world keeps of contacts: the pairs of shapes that touch, their points, and what is solved
// together.
#ifndef REEVE_MODEL_CONTACT_STATE_H
#define REEVE_MODEL_CONTACT_STATE_H

#include "reeve/contact.h"

enum { RV_STAGES_MAX = 16 }; // of a step

// A law of the user's between two surfaces.
typedef struct rv_surface_law {
    int surface[2]; // ascending
    rv_contact_law law;
} rv_surface_law;

// One point of contact. The forces act on the second body.
typedef struct rv_site {
    uint32_t feature;
    rv_vec3 arm[2];   // to the point from the centres of mass, world axes, where they touch
    rv_vec3 normal;   // unit, world, from the first body to the second
    double gap;       // now; moves on as its row does
    double speed;     // at which the points part, as expected (contacts)
    double time;      // of the step, when its arms are as above (contacts)
    bool sticks;      // did not slide in the last step
    double force;     // along the normal [N], of the last substep: where the next one starts
    rv_vec3 friction; // across it
    double spin;      // torque about the normal
    rv_vec3 roll;     // and across it
    double impulse;   // along the normal over the whole step [N s], with impacts
    rv_vec3 friction_impulse;
    double mean_force; // of them, over the last step that it was solved in
    rv_vec3 mean_friction;
} rv_site;

// Two shapes that touch or may within the step.
typedef struct rv_pair {
    int32_t shape[2]; // ascending
    int32_t body[2];
    int32_t first, count;  // sites
    bool touches, touched; // now; before the last step
    rv_contact_law law;
} rv_pair;

// Islands that contacts connect: solved together (stage "islands").
typedef struct rv_cluster {
    int first_island, island_count; // into world->cluster_islands
    int first_pair, pair_count;     // into world->cluster_pairs
    int first_soft, soft_count;     // into world->cluster_softs
    int site_count;                 // of both
    bool asleep;
    bool goes_first;               // one of its islands does
    size_t first_scratch, scratch; // bytes of world->contact_scratch
    bool shares_scratch;           // with others that the same thread solves
    // what solving took
    int iterations, unsettled, impacts;
    double residual;
    double seconds[RV_STAGES_MAX];
    int parts; // what "solve" wants the running substep to be taken in
} rv_cluster;

#endif
