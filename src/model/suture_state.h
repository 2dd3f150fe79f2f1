// What a world keeps of its sutures from step to step. It is part of world.h, and copied by
// snapshots as it is.
#ifndef REEVE_MODEL_SUTURE_STATE_H
#define REEVE_MODEL_SUTURE_STATE_H

#include "model/holder_state.h"

enum {
    RV_SUTURE_FORCES = 3,   // two across the thread, one along it
    RV_SUTURE_ROWS = 4,     // and one that is inertia (suture_rows.c)
    RV_THREAD_VERTICES = 4, // that a point of a thread depends on
};

// A point of the smooth line through the vertices of a thread: sums over some that follow each
// other.
typedef struct rv_thread_point {
    int32_t first, count;
    double weight[RV_THREAD_VERTICES]; // the point
    double slope[RV_THREAD_VERTICES];  // its derivative along the thread, unstretched
    double bend[RV_THREAD_VERTICES];   // and the second one
} rv_thread_point;

typedef struct rv_suture {
    int32_t cable;
    rv_holder holder;                       // what has the hole
    double friction, static_friction, grip; // static_friction as it acts
    bool stopped[2];
    double depth; // of the hole below the surface of its solid, unstrained
    void* user_data;
    double at;   // of the thread, that is in the hole: from its first vertex, all pieces together
    int8_t out;  // 0: there is a thread in it, -1: its first end has come out, 1: its last
    bool told;   // that it has
    int8_t stop; // -1: the first end is at the hole and does not pass, 1: the last; else 0
    int32_t rod; // that is in it; made anew with the islands
    double lambda[RV_SUTURE_ROWS]; // forces on the thread, across and along
    int8_t state[RV_SUTURE_ROWS];
    rv_vec3 axis[RV_SUTURE_FORCES]; // of them
    double speed, lost;
    double bound;    // of the force along the thread
    rv_vec3 impulse; // on the thread, of all substeps of the last step
    // of the running substep
    rv_thread_point point;
    double known[RV_SUTURE_FORCES]; // speed of vertices that no force moves
    int8_t nears;                   // it may come to such an end, as `stop`
    double left;                    // how far that is
    double last_bound, last_limit;  // tried before, and what the forces then allowed; < 0: none
} rv_suture;

#endif
