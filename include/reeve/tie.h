// Ties: a place of a solid that is fixed to a place of a body, of the world, of another solid, or of
// a thread (a cable of the model RV_CABLE_ROD). It holds the place, with whatever force that takes,
// and lets both sides turn: a knot, not a clamp. A patch ties all corners of the solid's surface
// within a radius, each as it lies: glue, which holds a body's rotation too.
//
// A tie keeps what it finds. On a body and in the world its other end is where the solid's place is
// when the tie is made. Another solid and a thread are tied where they are nearest to it: what they
// are apart by then, no more than `gap`, is drawn together within the first steps.
//
// Cables of the other models end on bodies: rv_tie_anchor() makes one for them.
#ifndef REEVE_TIE_H
#define REEVE_TIE_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Start from rv_tie_def_default(): a def made any other way is rejected.
typedef struct rv_tie_def {
    rv_solid_id solid; ///< that is tied
    rv_vec3 point;   ///< its place, in the solid's frame, unstrained [m]: inside it as it is, else
                     ///< (and for static solids always) where the surface is nearest
    double radius;   ///< > 0: all corners of the surface within it that are not held [m]; 0
                     ///< (default): the place itself
    rv_body_id body; ///< that it is tied to; null with `other` and `cable` null (default): the
                     ///< world. The two then do not touch each other, nor does the end of
                     ///< a cable that is fixed to the body
    rv_solid_id other; ///< or a solid, on its surface; nor do these
    rv_cable_id cable; ///< or a thread: RV_CABLE_ROD with the implicit integrator; it touches the
                       ///< solid away from the knot alone
    double at;         ///< where along it, from its first end, unstretched [m], in [0, length]; NaN
                       ///< (default): where it is nearest
    double gap; ///< by which `other` or the thread is apart from the place at most [m], finite, >=
                ///< 0; 0 (default): a hundredth of the solid's diagonal, an edge of the thread.
                ///< Corners of a patch that are farther away are left out
    double compliance;    ///< of each point [m/N], finite, >= 0, default 0
    double damping;       ///< beside a compliance > 0 [N s/m], finite, >= 0, default 0
    double breaking_load; ///< force at which it breaks [N], > 0, default INFINITY
    void* user_data;      ///< of yours, not used; default NULL
    uint32_t magic;       ///< private
} rv_tie_def;

/// What the last step found at a tie.
typedef struct rv_tie_state {
    rv_solid_id solid; ///< that is tied
    rv_body_id body;   ///< that it is tied to; with `other` and `cable` null, too: the world
    rv_solid_id other; ///< or the solid that it is tied to
    rv_cable_id cable; ///< or the thread
    double at;         ///< of the thread [m]; 0: none
    int point_count;   ///< of a patch; else 1
    rv_vec3 position;  ///< of the solid's place, the mean of all points, in the world [m]
    rv_vec3 force;     ///< on the solid, of all points [N]; minus this acts on the other side
    rv_vec3 torque;    ///< of these about `position` [N m]; 0 of a single point
    double stretch;    ///< by which the two sides are apart, the largest of all points [m]
    bool is_broken;    ///< it holds nothing any more: forces are 0
} rv_tie_state;

/// A tie has broken.
typedef struct rv_tie_event {
    rv_tie_id tie; ///< stays, broken, until it is destroyed
    double force;  ///< that it broke at [N]
} rv_tie_event;

/// A point of no solid, tied to the world, that never breaks.
RV_API rv_tie_def rv_tie_def_default(void);
/// Ties two things; may be called between any steps. On an invalid def: returns the null id, leaves
/// the world unchanged, and rv_world_error() names the field, its value and what is allowed. Goes
/// when its solid, or what that is tied to, is destroyed.
RV_API rv_tie_id rv_tie_create(rv_world* world, const rv_tie_def* def);
/// Unties. False for a stale id; not callable during a step.
RV_API bool rv_tie_destroy(rv_world* world, rv_tie_id tie);
/// True while the tie exists, broken ones too.
RV_API bool rv_tie_is_valid(const rv_world* world, rv_tie_id tie);
/// All ties: the one after this, in a fixed order; the first one after the null id; null: no more.
RV_API rv_tie_id rv_tie_next(const rv_world* world, rv_tie_id tie);
/// How many ties there are.
RV_API int rv_tie_count(const rv_world* world);
/// All zero for a stale id.
RV_API rv_tie_state rv_tie_read(const rv_world* world, rv_tie_id tie);
/// Where one of its points is on the solid, in the world; NaN for a stale id or out of range.
RV_API rv_vec3 rv_tie_point(const rv_world* world, rv_tie_id tie, int index);
/// As in the def; NULL for a stale id.
RV_API void* rv_tie_user_data(const rv_world* world, rv_tie_id tie);

/// A light body, a particle, tied to a place of a solid (as in the def): cables of every model end on
/// it, and eyes stand on it. `mass` [kg], > 0; 0: a thousandth of the solid's. It stays, free, when
/// the solid goes. On invalid arguments: the null id, and rv_world_error() tells.
RV_API rv_body_id rv_tie_anchor(rv_world* world, rv_solid_id solid, rv_vec3 point, double mass);

/// Which broke in the last step, in order; valid until the next step or change of the world.
RV_API const rv_tie_event* rv_world_tie_events(const rv_world* world, int* count);

#ifdef __cplusplus
}
#endif
#endif
