// Contact: what surfaces do to each other, what touched in the last step, and asking a world what
// is where.
#ifndef REEVE_CONTACT_H
#define REEVE_CONTACT_H

#include "reeve/body.h"
#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What happens where two surfaces touch. Without one of its own, a pair of materials a and b has
/// friction sqrt(a b), restitution sqrt(a b), the larger rolling and spinning friction, stiffness
/// in series and the longer damping time.
typedef struct rv_contact_law {
    double friction;         ///< Coulomb coefficient while sliding, >= 0
    double static_friction;  ///< while sticking, >= friction; 0: the same as friction
    double rolling_friction; ///< torque per normal force against rolling [m], >= 0
    double
        spinning_friction; ///< torque per normal force against spinning about the normal [m], >= 0
    double restitution;    ///< speed after over speed before an impact, in [0, 1]
    double stiffness;      ///< of each point of contact [N/m], > 0; 0: rigid
    double damping;        ///< damper over stiffness [s], >= 0; used if not rigid
} rv_contact_law;

/// The law of two materials, as the world would combine them.
RV_API rv_contact_law rv_contact_law_of(const rv_material* a, const rv_material* b);

/// The law between surfaces with the labels a and b (rv_material.surface), either way round; law
/// NULL: combined from the materials again. False (unchanged) on a bad value.
RV_API bool rv_world_set_contact_law(rv_world* world, int a, int b, const rv_contact_law* law);
/// The law that was set between surfaces with these labels, into `law`. False (unchanged): none was.
RV_API bool rv_world_get_contact_law(const rv_world* world, int a, int b, rv_contact_law* law);

/// Since when two shapes touch.
typedef enum rv_contact_state {
    RV_CONTACT_BEGAN,    ///< touches now and did not before the last step
    RV_CONTACT_PERSISTS, ///< touches still
    RV_CONTACT_ENDED,    ///< touched before the last step and does not now: no points, no force
} rv_contact_state;

/// Most points of one contact.
enum { RV_CONTACT_POINTS = 16 };

/// Where two shapes touch, and with what force.
typedef struct rv_contact_point {
    rv_vec3 position;       ///< in the world
    rv_vec3 normal;         ///< unit, from the first body to the second
    double gap;             ///< [m], < 0: the shapes overlap by this much
    double normal_force;    ///< [N], >= 0, mean over the last step
    rv_vec3 friction_force; ///< [N], on the second body, across the normal
} rv_contact_point;

/// Two shapes that touch.
typedef struct rv_contact {
    rv_body_id body[2];     ///< whose shapes they are
    int shape[2];           ///< index of the shape on its body
    rv_contact_state state; ///< since when
    rv_vec3 force;          ///< of all points on the second body [N]
    int point_count;        ///< up to 4 between convex shapes
    rv_contact_point
        points[RV_CONTACT_POINTS]; ///< the first point_count of them; the others are zero
} rv_contact;

/// Contacts of the last step, in an order that does not depend on threads: those that touch, and
/// those that ended in it.
RV_API int rv_world_contact_count(const rv_world* world);
/// One of them, `index` in [0, count - 1]; all zero out of range.
RV_API rv_contact rv_world_contact(const rv_world* world, int index);

/// What a ray met first.
typedef struct rv_ray_hit {
    rv_body_id body;   ///< null: a solid
    int shape;         ///< index of the shape on its body
    rv_solid_id solid; ///< null: a shape
    int triangle;      ///< of its surface (rv_solid_triangle())
    double weight[3];  ///< of the corners of that triangle at the point, >= 0, their sum is 1
    rv_vec3 point;     ///< where, in the world [m]
    rv_vec3 normal;    ///< outward
    double distance;   ///< from the start [m]
} rv_ray_hit;

/// The first shape or solid on the way from one point to the other whose group is in `mask`. A ray
/// that starts inside of one does not meet it there. Of solids every triangle is looked at. False:
/// none, or a point that is not finite.
RV_API bool rv_world_cast_ray(const rv_world* world, rv_vec3 from, rv_vec3 to, uint32_t mask,
                              rv_ray_hit* hit);

/// A shape of a body.
typedef struct rv_shape_ref {
    rv_body_id body; ///< that has it
    int shape;       ///< its index on the body
} rv_shape_ref;

/// Room for shapes that were found; `out` may be NULL if capacity is 0: then they are only counted.
typedef struct rv_shape_refs {
    rv_shape_ref* out; ///< where they are written
    int capacity;      ///< how many there is room for, >= 0
} rv_shape_refs;

/// Shapes whose group is in `mask` and whose bounding boxes meet a box; returns how many there are,
/// writes as many as there is room for.
RV_API int rv_world_overlap_box(const rv_world* world, rv_vec3 lower, rv_vec3 upper, uint32_t mask,
                                rv_shape_refs found);
/// Shapes that a shape at a pose would touch, exactly; it need not be in the world. A plane, mesh
/// or height field cannot ask. -1 on a bad shape, with the reason in rv_world_error().
RV_API int rv_world_overlap_shape(rv_world* world, const rv_shape_def* shape, rv_pose pose,
                                  uint32_t mask, rv_shape_refs found);

#ifdef __cplusplus
}
#endif
#endif
