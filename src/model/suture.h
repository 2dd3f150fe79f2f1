// Sutures inside the engine: holes that threads slide through (theory: Duriez et al., three rows
// per hole, with the thread's own compliance).
//   suture.c         creation, removal, readers, events
//   suture_line.c    the smooth line of a thread
//   suture_place.c   places along a thread, and rows on them
//   holder.c         what has the hole
//   suture_rows.c    the rows and their class
#ifndef REEVE_MODEL_SUTURE_H
#define REEVE_MODEL_SUTURE_H

#include "model/constraint.h"
#include "model/holder.h"

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

// --- places along a thread (suture_place.c) ---
// A place is so far from the first vertex of a cable, all of its pieces together.

// of the place where a cable begins: the vertex of a clamped end stands half an edge out
double rv_thread_begin(const rv_world* world, const rv_cable* cable);
double rv_thread_longest_edge(const rv_world* world, const rv_cable* cable);
// the rod that it is on, and how far from the first vertex of that
int rv_thread_rod(const rv_world* world, const rv_cable* cable, double at, double* s);
rv_vec3 rv_thread_place(const rv_world* world, const rv_cable* cable, double at);
// the one that is nearest to a point; how far away it is
double rv_thread_nearest_place(const rv_world* world, const rv_cable* cable, rv_vec3 to,
                               double* distance);

// --- rows on a point of a thread (suture_place.c) ---

typedef struct rv_thread_rows {
    int count;
    rv_vec3 axis[RV_SUTURE_ROWS];  // what they do to a vertex, times its weight,
    rv_vec3 slope[RV_SUTURE_ROWS]; // and times its slope
    bool of_change[RV_SUTURE_ROWS];
    // out: speed of vertices that no force moves, or what that changes by in the substep
    double known[RV_SUTURE_ROWS];
} rv_thread_rows;
// dofs of the vertices that the point depends on, in the block of the rod's bundle
int rv_thread_dofs(const rv_world* world, int rod, const rv_thread_point* p, int* dofs);
void rv_thread_write(const rv_world* world, rv_island* island, int reference, int rod,
                     const rv_thread_point* p, rv_thread_rows* rows);

// --- sutures of a world (suture.c) ---

// the rod that is in the hole, and where on it; -1: it has come out
int rv_suture_rod(const rv_world* world, const rv_suture* suture, double* s);
// of all holes on a vertex, in the last substep
rv_vec3 rv_rod_hole_force(const rv_world* world, const rv_rod* rod, int vertex);
// the body has a hole that the rod passes through
bool rv_rod_is_sewn_to(const rv_world* world, const rv_rod* rod, int body);
bool rv_rod_is_sewn_to_solid(const rv_world* world, const rv_rod* rod, int solid);

#endif
