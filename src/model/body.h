// Bodies inside the engine: checks that others need too, and the one place that writes a pose.
#ifndef REEVE_MODEL_BODY_H
#define REEVE_MODEL_BODY_H

#include "model/world.h"

bool rv_shape_is_valid(const rv_world* world, rv_error_text* error, const rv_shape_def* shape);

// adds a body for a def that is valid; there is room
int32_t rv_body_add(rv_world* world, const rv_body_def* def);
// removes a body that nothing stands on any more, with its shapes
void rv_body_remove(rv_world* world, int index);

// finite, with a quaternion of length 1 to within 1e-6
bool rv_pose_is_valid(rv_pose pose);

// writes the inertia, and what is derived from it
void rv_body_set_inertia(rv_body* body, rv_mat3 inertia);
// writes q normalised, and what is derived from it
void rv_body_set_rotation(rv_body* body, rv_quat q);

// The free motion over h from where a body is, with the spin w (body_turn.c): w + before turns it, which has an
// axis that stays, and after that turn its spin is that plus `after`, turned; in world axes.
typedef struct rv_free_turn {
    rv_vec3 before, after;
} rv_free_turn;
rv_free_turn rv_body_turns_freely(const rv_body* body, rv_vec3 w, double h);

// it is awake and forces move it, or it is moved by its user
bool rv_body_moves(const rv_body* body);

// world position of a point given in body coordinates
static inline rv_vec3 rv_body_to_world(const rv_body* body, rv_vec3 local) {
    return rv_vec3_add(body->x, rv_mat3_apply(body->R, rv_vec3_sub(local, body->center)));
}

// and back
static inline rv_vec3 rv_body_to_local(const rv_body* body, rv_vec3 point) {
    rv_vec3 arm = rv_vec3_sub(point, body->x);
    return rv_vec3_add(rv_mat3_apply_transpose(body->R, arm), body->center);
}

// how deep a point, in body coordinates, lies within the shapes of a body that have a radius or
// edges; 0: outside of all
double rv_body_depth(const rv_world* world, const rv_body* body, rv_vec3 local);

#endif
