// Ties inside the engine: three rows for each point.
//   tie.c       creation, removal, readers, events
//   tie_rows.c  the rows and their class
//   holder.c    the two sides; suture_place.c that of a thread
#ifndef REEVE_MODEL_TIE_H
#define REEVE_MODEL_TIE_H

#include "model/constraint.h"
#include "model/holder.h"

static inline rv_vec3 rv_tie_force(const rv_world* world, const rv_tie* tie, int point) {
    return rv_vec3_load(world->tie_lambda.data + RV_TIE_ROWS * (tie->first + point));
}
// of all points, on the solid
rv_vec3 rv_tie_force_sum(const rv_world* world, const rv_tie* tie);

// of all ties on a vertex, in the last substep
rv_vec3 rv_rod_tie_force(const rv_world* world, const rv_rod* rod, int vertex);
// What is tied to each other does not touch, nor do segments of cables at the ends that a tied body
// holds: a solid with one of these, -1: not asked.
bool rv_ties_join(const rv_world* world, int solid, int body, int other);
// Whether a tie of the solid holds a rod, or a body that an end of it is fixed to, and where.
bool rv_tie_is_on_rod(const rv_world* world, int index, int solid, int rod, double* s);
bool rv_rod_is_tied_to(const rv_world* world, int solid, int rod);

#endif
