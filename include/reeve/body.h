// Bodies: rigid bodies, particles and scalars (one generalised coordinate), and their shapes.
#ifndef REEVE_BODY_H
#define REEVE_BODY_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What moves a body.
typedef enum rv_body_type {
    RV_BODY_DYNAMIC,   ///< moved by forces
    RV_BODY_STATIC,    ///< never moves
    RV_BODY_KINEMATIC, ///< moves with the velocity it is given, whatever pushes
} rv_body_type;

/// How a body can move.
typedef enum rv_body_kind {
    RV_BODY_RIGID,    ///< position and rotation: 6 degrees of freedom
    RV_BODY_PARTICLE, ///< position only: 3
    RV_BODY_SCALAR,   ///< one generalised coordinate (a drum's length, a wheel's angle): position.x
                      ///< and velocity.x; mass is its inertia; no gravity
} rv_body_kind;

/// What a shape is, and which fields of its def say how large.
typedef enum rv_shape_type {
    RV_SHAPE_SPHERE,       ///< radius
    RV_SHAPE_CAPSULE,      ///< radius, half_length: a cylinder along local x with round ends
    RV_SHAPE_CYLINDER,     ///< radius, half_length: along local x
    RV_SHAPE_BOX,          ///< half_extents
    RV_SHAPE_PLANE,        ///< everything below the local x-y plane; not on bodies that forces move
    RV_SHAPE_HULL,         ///< geometry: a convex hull
    RV_SHAPE_MESH,         ///< geometry: triangles; not on bodies that forces move
    RV_SHAPE_HEIGHT_FIELD, ///< geometry: heights over a grid; not on bodies that forces move
} rv_shape_type;

/// Start from rv_shape_def_default().
typedef struct rv_shape_def {
    rv_shape_type type;      ///< default RV_SHAPE_SPHERE
    rv_pose local;           ///< in the body's frame
    double radius;           ///< [m], > 0 where used, default 0.5
    double half_length;      ///< [m], > 0 where used, default 0.5
    rv_vec3 half_extents;    ///< [m], > 0 where used, default 0.5
    rv_geometry_id geometry; ///< hull, mesh, height field
    rv_material material;    ///< default rv_material_default()
    uint32_t group;          ///< bits: what it is, default 1
    uint32_t mask;  ///< bits: what it touches, default all; 0: nothing. Two shapes touch if each
                    ///< has a group bit in the other's mask
    uint32_t magic; ///< private
} rv_shape_def;

/// A sphere of radius 0.5 m and of steel, at the body's origin.
RV_API rv_shape_def rv_shape_def_default(void);

/// How a body resists being moved.
typedef struct rv_mass_properties {
    double mass;     ///< [kg]
    rv_vec3 center;  ///< centre of mass in the body's frame [m]
    rv_mat3 inertia; ///< about the centre of mass, in the body's axes [kg m^2]
} rv_mass_properties;

/// Of solid shapes together, each with its material's density (overlaps count twice). Planes,
/// meshes and height fields have no mass.
RV_API rv_mass_properties rv_shapes_mass_properties(const rv_world* world,
                                                    const rv_shape_def* shapes, int count);

/// Start from rv_body_def_default(): a def made any other way is rejected.
typedef struct rv_body_def {
    rv_body_type type;        ///< default RV_BODY_DYNAMIC
    rv_body_kind kind;        ///< default RV_BODY_RIGID
    rv_pose pose;             ///< of the body's frame in the world
    rv_vec3 velocity;         ///< of the centre of mass [m/s]
    rv_vec3 angular_velocity; ///< in world axes [rad/s]
    double mass;    ///< [kg]; 0 (default): from the shapes' volume and density; > 0: this mass, the
                    ///< shapes' inertia scaled to it
    rv_vec3 center; ///< used if inertia is given: centre of mass in the body's frame [m]
    rv_mat3 inertia; ///< about the centre of mass, in the body's axes [kg m^2]; all zero (default):
                     ///< from the shapes, or without shapes and with a mass, that of a sphere of
                     ///< radius 0.1 m
    const rv_shape_def* shapes; ///< copied
    int shape_count;            ///< >= 0, default 0
    double linear_damping;      ///< drag force per velocity [N s/m], >= 0, default 0
    double angular_damping;     ///< drag torque per angular velocity [N m s/rad], >= 0, default 0
    void* user_data;            ///< of yours, not used; default NULL
    uint32_t magic;             ///< private
} rv_body_def;

/// A dynamic rigid body at the origin without shapes, at rest.
RV_API rv_body_def rv_body_def_default(void);

/// Adds a body. On an invalid def: returns the null id, leaves the world unchanged, and
/// rv_world_error() names the field, its value and what is allowed. Not callable during a step.
/// What a step computes must come out: the mass and the inertia of a body that forces move, with
/// their inverses, finite and positive, and squares of positions and sizes finite, of sizes above 0
/// (sizes from 1.5e-154 to 1.3e154 m).
RV_API rv_body_id rv_body_create(rv_world* world, const rv_body_def* def);
/// Removes a body with every joint, row set and port on it. False for a stale id.
RV_API bool rv_body_destroy(rv_world* world, rv_body_id body);
/// True while the body exists.
RV_API bool rv_body_is_valid(const rv_world* world, rv_body_id body);

// Readers answer zero (NaN for positions) for a stale id.

/// Of the body's frame, in the world.
RV_API rv_pose rv_body_pose(const rv_world* world, rv_body_id body);
/// The centre of mass, in the world [m].
RV_API rv_vec3 rv_body_center(const rv_world* world, rv_body_id body);
/// Velocity of the centre of mass [m/s].
RV_API rv_vec3 rv_body_velocity(const rv_world* world, rv_body_id body);
/// Angular velocity, in world axes [rad/s].
RV_API rv_vec3 rv_body_angular_velocity(const rv_world* world, rv_body_id body);
/// World position of a point given in the body's frame [m].
RV_API rv_vec3 rv_body_point(const rv_world* world, rv_body_id body, rv_vec3 local);
/// World velocity of a point given in the body's frame [m/s].
RV_API rv_vec3 rv_body_point_velocity(const rv_world* world, rv_body_id body, rv_vec3 local);
/// Mass, centre of mass and inertia.
RV_API rv_mass_properties rv_body_mass_properties(const rv_world* world, rv_body_id body);
/// What moves it; RV_BODY_DYNAMIC for a stale id.
RV_API rv_body_type rv_body_get_type(const rv_world* world, rv_body_id body);
/// How it can move; RV_BODY_RIGID for a stale id.
RV_API rv_body_kind rv_body_get_kind(const rv_world* world, rv_body_id body);
/// True while it rests with everything it touches and is left out of steps. Whatever pushes, moves
/// or drives it, or anything it is joined to, wakes it.
RV_API bool rv_body_is_asleep(const rv_world* world, rv_body_id body);
/// Wakes it, with what it touches, in the next step.
RV_API bool rv_body_wake(rv_world* world, rv_body_id body);
/// True once its state was not finite: it is kept where it last was, and nothing moves it.
RV_API bool rv_body_is_frozen(const rv_world* world, rv_body_id body);
/// As in the def; NULL for a stale id.
RV_API void* rv_body_user_data(const rv_world* world, rv_body_id body);
/// How many shapes it has.
RV_API int rv_body_shape_count(const rv_world* world, rv_body_id body);
/// A shape as it was given; all zero for an index out of range.
RV_API rv_shape_def rv_body_shape(const rv_world* world, rv_body_id body, int index);

// Writers return false and change nothing for a stale id, or a value (of a place also its square)
// that is not finite.

/// Puts it somewhere, without motion on the way; the rotation must be of unit length.
RV_API bool rv_body_set_pose(rv_world* world, rv_body_id body, rv_pose pose);
/// Velocity of the centre of mass [m/s]; a kinematic body keeps it.
RV_API bool rv_body_set_velocity(rv_world* world, rv_body_id body, rv_vec3 velocity);
/// Angular velocity, in world axes [rad/s]; a kinematic body keeps it.
RV_API bool rv_body_set_angular_velocity(rv_world* world, rv_body_id body,
                                         rv_vec3 angular_velocity);
/// The body's frame stays where it is. Mass finite and > 0; inertia (of rigid bodies) symmetric and
/// positive definite, no principal moment above the sum of the others.
RV_API bool rv_body_set_mass_properties(rv_world* world, rv_body_id body,
                                        const rv_mass_properties* properties);
/// A force in the next step, gone after it [N], in world axes at a world point.
RV_API bool rv_body_apply_force(rv_world* world, rv_body_id body, rv_vec3 force, rv_vec3 point);
/// A force at the centre of mass in the next step, gone after it [N], in world axes.
RV_API bool rv_body_apply_force_at_center(rv_world* world, rv_body_id body, rv_vec3 force);
/// A torque in the next step, gone after it [N m], in world axes.
RV_API bool rv_body_apply_torque(rv_world* world, rv_body_id body, rv_vec3 torque);

/// Visits bodies: start with the null id; null after the last.
RV_API rv_body_id rv_body_next(const rv_world* world, rv_body_id body);
/// How many bodies there are, segments of cables among them.
RV_API int rv_body_count(const rv_world* world);

#ifdef __cplusplus
}
#endif
#endif
