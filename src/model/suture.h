// Sutures inside the engine: holes that threads slide through (theory: Duriez et al., three rows
// per hole, with the thread's own compliance).
//   suture.c         creation, removal, readers, events
//   suture_line.c    the smooth line of a thread
//   suture_holder.c  what has the hole
//   suture_rows.c    the rows and their class
#ifndef REEVE_MODEL_SUTURE_H
#define REEVE_MODEL_SUTURE_H

#include "model/constraint.h"

// --- the line of a thread (suture_line.c) ---

// at s from the first vertex on; `lengths` of the edges between n vertices, n >= 2
rv_thread_point rv_thread_point_at(const double* lengths, int n, double s);
static inline rv_vec3 rv_thread_sum(const rv_vec3* x, const rv_thread_point* p, const double* w) {
    rv_vec3 sum = {0, 0, 0};
    for (int k = 0; k < p->count; k++)
        sum = rv_vec3_mul_add(sum, w[k], x[p->first + k]);
    return sum;
}
// Where the line is nearest to a point, beginning at s; within the line. `beyond`: -1 or 1 where it
// would be before the first vertex or behind the last.
double rv_thread_nearest(const rv_vec3* x, const double* lengths, int n, double s, rv_vec3 to,
                         int* beyond);

// --- what has the hole (suture_holder.c) ---

// where it is, `ahead` seconds after the running substep begins; island NULL: now
rv_vec3 rv_hole_place(const rv_world* world, const rv_island* island,
                      const rv_suture_holder* holder, double ahead);
// its velocity as far as no force moves it
rv_vec3 rv_hole_known_velocity(const rv_world* world, const rv_island* island,
                               const rv_suture_holder* holder);
// What its rows reach, so many dofs of its solid's block, and a body; -1: none.
int rv_hole_dofs(const rv_world* world, const rv_suture_holder* holder, int* dofs);
int32_t rv_hole_body(const rv_world* world, const rv_suture_holder* holder);
bool rv_hole_moves(const rv_world* world, const rv_suture_holder* holder);
// writes minus the velocity of the hole along the axes, as rows of a group, from a reference on: of
// the body, then of the solid; returns the next one
int rv_hole_write(const rv_world* world, rv_island* island, int reference,
                  const rv_suture_holder* holder, const rv_vec3 axis[RV_SUTURE_ROWS]);
// at creation: the nodes of its solid for a point in the frame of that, unstrained
void rv_hole_find_nodes(const rv_world* world, rv_suture_holder* holder);

// --- sutures of a world (suture.c) ---

// the rod that is in the hole, and where on it; -1: it has come out
int rv_suture_rod(const rv_world* world, const rv_suture* suture, double* s);
// before islands are made: the rod of each, and the holes of each rod
void rv_sutures_find_rods(rv_world* world);
// stage "publish": who has come out
void rv_sutures_publish(rv_world* world);
// those that stand on it go with it
void rv_sutures_leave_body(rv_world* world, int body);
void rv_sutures_leave_cable(rv_world* world, int cable);
void rv_sutures_leave_solid(rv_world* world, int solid);
// what holes do to the nodes of a static solid, in the axes of its frame, adds to its loads
void rv_sutures_add_loads(rv_world* world, int solid, rv_mat3 R);
// of all holes on a vertex, in the last substep
rv_vec3 rv_rod_hole_force(const rv_world* world, const rv_rod* rod, int vertex);
// the body has a hole that the rod passes through
bool rv_rod_is_sewn_to(const rv_world* world, const rv_rod* rod, int body);
bool rv_rod_is_sewn_to_solid(const rv_world* world, const rv_rod* rod, int solid);

#endif
