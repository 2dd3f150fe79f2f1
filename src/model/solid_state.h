// What a world keeps of solids: their state, and where they touch.
#ifndef REEVE_MODEL_SOLID_STATE_H
#define REEVE_MODEL_SOLID_STATE_H

#include "model/contact_state.h"
#include "reeve/solid.h"

// A solid of tetrahedra (solid.h). Nodes inside a static one have no state of their own.
typedef struct rv_solid {
    uint64_t serial; // no other of this world has had it; 0: destroyed
    rv_solid_model model;
    int order;
    int32_t body; // of its frame; -1: the world, or it floats
    bool floats;
    bool frozen; // its state was not finite: kept still
    // of the frame: in its body, or in the world; of a floating one as it was at the start of the step
    rv_pose pose;
    int32_t first, count; // nodes, those of quadratic edges included, into the world's lists
    int32_t corners;      // of them, those of the def
    rv_material material;
    double damping_mass, damping_stiffness, skin;
    uint32_t group, mask;
    bool touches_self;
    void* user_data;
    double lambda[6]; // forces that hold it to a body that forces move (solid_rows.c)
    int8_t state[6];
    bool asleep;
    double rest_time; // how long no node has been fast
    bool kept_asleep; // where a step began, if it is refused
    double kept_rest_time;
    // of the last step (publish)
    rv_vec3 force, torque;
    double kinetic, elastic;
    rv_vec3 moment; // mass times where its centre is, in the world
} rv_solid;

enum { RV_SOFT_CORNERS = 3 };

// One side of a contact with a solid: a place on a solid, on a rod, or on a shape.
typedef struct rv_soft_side {
    int32_t solid; // -1: none
    int32_t rod;   // whose vertices its nodes are, -1: none
    int32_t shape; // its slot, -1: none
    int32_t body;  // whose shape it is
    int count;     // of nodes
    int32_t node[RV_SOFT_CORNERS];
    double weight[RV_SOFT_CORNERS];
} rv_soft_side;

// A place where something touches a solid, or may within the step.
typedef struct rv_soft_site {
    rv_soft_side side[2]; // the second is always a solid's
    rv_contact_law law;
    rv_site site; // its first arm: of the shape's body, to the place on the shape
} rv_soft_site;

#endif
