// A world with the clip on a body that is led, and a tube: what suite "duriez_2004" and the
// benchmarks step.
#ifndef REEVE_VALIDATION_DURIEZ_2004_ENGINE_H
#define REEVE_VALIDATION_DURIEZ_2004_ENGINE_H

#include "reeve/reeve.h"
#include "validation/validation.h"

typedef struct duriez_engine_def {
    rv_solid_model model;
    int order;
    double friction;
    double speed;           // at which the clip goes down onto the tube [m/s]
    rv_allocator allocator; // all zero: the default
} duriez_engine_def;

typedef struct duriez_engine {
    rv_world* world;
    rv_body_id handle;
    rv_solid_id clip;
} duriez_engine;

// The tube stands along z at the origin; the clip begins so that the tube is at y = -13 mm in its
// frame, and is led towards it. No gravity. False, with the reason as a failed check (v may
// be NULL): the engine refuses.
bool duriez_engine_make(duriez_engine* engine, const duriez_engine_def* def, validation* v);
void duriez_engine_free(duriez_engine* engine);
// where the tube is in the frame of the clip, along y [m]
double duriez_engine_place(const duriez_engine* engine);

#endif
