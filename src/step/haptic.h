// A haptic tool: the part of the thread that ticks, the part of the world, and the two triple buffers
// between them.
#ifndef REEVE_STEP_HAPTIC_H
#define REEVE_STEP_HAPTIC_H

#include "core/triple.h"
#include "model/solid.h"
#include "step/haptic_tick.h"

enum { RV_HAPTIC_STEPS_AHEAD = 2 }; // a model may be that old when the next one comes

// what a tick tells the world
typedef struct rv_haptic_told {
    rv_haptic_report report;
    uint64_t jumps;
    bool is_held;
} rv_haptic_told;

// contacts elsewhere on what the tool touches, which keep it from giving way
enum { RV_HAPTIC_SUPPORTS_MAX = 64 };
typedef struct rv_haptic_support {
    int32_t body[2];
    rv_vec3 arm[2], normal; // from the first to the second
} rv_haptic_support;

// the other side of a near point, for its compliance
typedef struct rv_haptic_side {
    int32_t body; // -1: nothing that forces move
    rv_vec3 arm;  // of the point from its centre of mass
    double give;  // of the contact itself [m/N]
    double then;  // its gap when the model is old, if things go on
    // a place on a solid (haptic_solid.c): the tool's, or in the world
    int32_t solid; // -1: none
    bool is_tools;
    rv_solid_spot place;
} rv_haptic_side;

struct rv_haptic {
    rv_haptic_def def;
    atomic_bool engaged;
    rv_triple to_tick, to_world;
    rv_haptic_model models[RV_TRIPLE_SLOTS];
    rv_haptic_told told[RV_TRIPLE_SLOTS];
    rv_haptic_core core; // the tick's alone
    // the world's alone
    uint64_t sequence, jumps;
    uint64_t followed;      // step count of the world's last step with it, and one
    rv_haptic_side* sides;  // by point
    rv_loose_rows rows;     // three axes of every point, then supports
    double *response, *sum; // of the rows of one island or one solid; of all
    rv_haptic_support supports[RV_HAPTIC_SUPPORTS_MAX];
    void* scratch;
    size_t scratch_bytes;
    rv_solid_spot* places; // of one solid, by point
    int* place_points;     // whose they are
};

// C_world of the model's points, with their sides (haptic_give.c)
void rv_haptic_find_compliance(rv_world* world, rv_haptic* haptic, rv_haptic_model* model,
                               double dt);

// of tools that hold a rod (haptic_rod.c): take hold, false if that is refused; stages "inputs" and
// "publish"
bool rv_haptic_take_rod(rv_world* world, rv_haptic* haptic);
void rv_haptic_follow_rod(rv_world* world, rv_haptic* haptic);
void rv_haptic_publish_rod(rv_world* world, rv_haptic* haptic, double dt);

// a place in the model for a point that will be so near: a free one, or that of the farthest; -1: none
int rv_haptic_find_place(const rv_haptic* haptic, rv_haptic_model* model, double then);
// of solids (haptic_solid.c): what of them is near, and how it gives way
void rv_haptic_gather_solids(rv_world* world, rv_haptic* haptic, rv_haptic_model* model,
                             const rv_body* body, double dt);
void rv_haptic_solid_compliance(rv_world* world, rv_haptic* haptic, rv_haptic_model* model);

static inline bool rv_haptic_holds_rod(const rv_haptic_def* def) {
    return def->cable.slot != 0;
}

// all memory that a tick reads and writes, for a thread that wants it to stay where it is
void rv_haptic_blocks(const rv_haptic* haptic, rv_haptic_visit* visit, void* context);

// world side, in haptic.c
rv_haptic* rv_world_haptic(const rv_world* world, rv_haptic_id id);

#endif
