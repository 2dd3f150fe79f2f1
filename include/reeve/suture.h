// Sutures: a thread that passes through a hole and slides in it with friction. The hole is a point
// of a body, of a solid or of the world; the thread is a cable of the model RV_CABLE_ROD.
//
// Across the thread the hole holds it, with whatever force that takes. Along it friction acts,
//     |f_along| <= grip + friction |f_across|,
// always against the sliding: what it takes is lost. Where the thread is bent sharply round the
// hole, tensions on both sides differ as on a single edge, and not by the capstan's e^(mu angle).
// As the thread slides, the hole goes on from edge to edge along a smooth line through the
// vertices, so that its tension has no ripple as long as it bends over some edges: these are to be
// shorter than sqrt(EI/T). A thread passes through as many holes as one likes. Taut cables without
// mass pass through eyes of their path instead (rv_cable_node).
#ifndef REEVE_SUTURE_H
#define REEVE_SUTURE_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Start from rv_suture_def_default(): a def made any other way is rejected.
typedef struct rv_suture_def {
    rv_cable_id cable; ///< the thread: RV_CABLE_ROD with the implicit integrator
    double at;         ///< where the hole is along it, from its first end, unstretched [m], in
                       ///< [0, length]; NaN (default): where it is nearest to the hole
    rv_body_id body;   ///< that has the hole; null (default): the world. The thread then touches
                       ///< none of the body's shapes
    rv_solid_id solid; ///< or that has it, with the body null; default null. A static one has holes
                       ///< in its surface alone: where that is nearest
    rv_vec3 point;   ///< the hole, in the body's frame; no farther from the thread than its longest
                     ///< edge
    double friction; ///< Coulomb coefficient while the thread slides, finite, >= 0, default 0
    double static_friction; ///< while it sticks, finite, >= friction; 0 (default): the same
    double grip;            ///< friction without any force across [N], finite, >= 0, default 0
    bool stopped[2]; ///< there is a knot or a needle at its first end, at its last, which does
                     ///< not pass through; default false
    void* user_data; ///< of yours, not used; default NULL
    uint32_t magic;  ///< private
} rv_suture_def;

/// What the last step found at a hole.
typedef struct rv_suture_state {
    rv_vec3 position;  ///< of the hole, in the world [m]
    rv_vec3 direction; ///< unit, of the thread in it, from its first end to its last
    double at;         ///< of the thread, that is in the hole [m]
    double speed;    ///< of the thread through it, along `direction` [m/s]; about 0 while it sticks
    rv_vec3 force;   ///< of the hole on the thread [N]; minus this acts on the holder
    double friction; ///< its part along `direction` [N]
    double limit;    ///< what that can be at most [N]
    double lost;     ///< what friction has taken so far [J]
    bool sticks;     ///< it does not slide
    bool is_empty;   ///< the thread has come out: all of the others but `position` and `lost` are 0
} rv_suture_state;

/// A thread has come out of a hole.
typedef struct rv_suture_event {
    rv_suture_id suture; ///< stays, empty, until it is destroyed
    rv_cable_id cable;   ///< the thread
    int end; ///< that came out: 0 the first, 1 the last; of the piece, where the thread was cut
} rv_suture_event;

/// Without a thread, in the world, without friction.
RV_API rv_suture_def rv_suture_def_default(void);
/// Makes a hole with a thread in it; may be called between any steps. On an invalid def: returns
/// the null id, leaves the world unchanged, and rv_world_error() names the field, its value and
/// what is allowed. Goes when its cable or its body is destroyed.
RV_API rv_suture_id rv_suture_create(rv_world* world, const rv_suture_def* def);
/// Takes the thread out of the hole. False for a stale id; not callable during a step.
RV_API bool rv_suture_destroy(rv_world* world, rv_suture_id suture);
/// True while the hole exists.
RV_API bool rv_suture_is_valid(const rv_world* world, rv_suture_id suture);
/// All sutures: the one after this, in a fixed order; the first one after the null id; null: no
/// more.
RV_API rv_suture_id rv_suture_next(const rv_world* world, rv_suture_id suture);
/// How many there are.
RV_API int rv_suture_count(const rv_world* world);
/// All zero for a stale id.
RV_API rv_suture_state rv_suture_read(const rv_world* world, rv_suture_id suture);
/// Coulomb coefficient while the thread slides; NaN for a stale id.
RV_API double rv_suture_friction(const rv_world* world, rv_suture_id suture);
/// While it sticks, never below that; NaN for a stale id.
RV_API double rv_suture_static_friction(const rv_world* world, rv_suture_id suture);
/// Friction without any force across [N]; NaN for a stale id.
RV_API double rv_suture_grip(const rv_world* world, rv_suture_id suture);
/// All three, as in the def and with the same rules.
RV_API bool rv_suture_set_friction(rv_world* world, rv_suture_id suture, double friction,
                                   double static_friction, double grip);
/// The thread; null for a stale id.
RV_API rv_cable_id rv_suture_cable(const rv_world* world, rv_suture_id suture);
/// The body that has the hole; null: something else, or a stale id.
RV_API rv_body_id rv_suture_body(const rv_world* world, rv_suture_id suture);
/// The solid that has the hole; null: something else, or a stale id.
RV_API rv_solid_id rv_suture_solid(const rv_world* world, rv_suture_id suture);
/// As in the def; NULL for a stale id.
RV_API void* rv_suture_user_data(const rv_world* world, rv_suture_id suture);

/// Who came out in the last step, in order; valid until the next step or change of the world.
RV_API const rv_suture_event* rv_world_suture_events(const rv_world* world, int* count);

#ifdef __cplusplus
}
#endif
#endif
