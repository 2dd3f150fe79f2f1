// The stages of a step, as step.c lists them. World stages run once; island stages run for every
// island, in parallel, and again for every substep of the island.
#ifndef REEVE_STEP_STEP_H
#define REEVE_STEP_STEP_H

#include "model/constraint.h"

typedef struct rv_step {
    rv_world* world;
    double dt;
    bool failed; // no memory: nothing has been changed
} rv_step;

void rv_stage_inputs(rv_step* step);
void rv_stage_islands(rv_step* step);
void rv_stage_publish(rv_step* step);

void rv_stage_route(rv_world* world, rv_island* island);
void rv_stage_forces(rv_world* world, rv_island* island);
void rv_stage_rows(rv_world* world, rv_island* island);
void rv_stage_solve(rv_world* world, rv_island* island);
void rv_stage_move(rv_world* world, rv_island* island);

// adds the island's stiffness elements to its system; `jump`: the tension has just changed much
void rv_stiffness_write(const rv_world* world, rv_island* island, bool jump);

// makes the islands and their symbolic factorisations if the topology has changed; false without
// memory
bool rv_islands_make(rv_world* world);

#endif
