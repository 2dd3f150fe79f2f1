// Joints: what two bodies may not do to each other, with compliance, damping, limits and motors in
// physical units.
#ifndef REEVE_JOINT_H
#define REEVE_JOINT_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A joint holds frame_b on body b to frame_a on body a; the axis of a joint is the x axis of
/// frame_a.
typedef enum rv_joint_type {
    RV_JOINT_BALL,     ///< the frames' origins coincide
    RV_JOINT_HINGE,    ///< and their x axes: one free angle about x
    RV_JOINT_SLIDER,   ///< free displacement along x, no rotation
    RV_JOINT_LOCK,     ///< no relative motion
    RV_JOINT_DISTANCE, ///< the origins stay `rest` apart, or between the limits if those are
                       ///< enabled
    RV_JOINT_ANGLE,  ///< the angle about x stays at `rest` (a torsion spring if compliant); counts
                     ///< turns
    RV_JOINT_SPRING, ///< spring-damper between the origins: rest length, stiffness, damping
} rv_joint_type;

/// Of the free coordinate: angle about x (hinge, angle), displacement along x (slider), distance.
typedef struct rv_joint_limit {
    bool enabled;      ///< default false
    double lower;      ///< [rad] or [m], may be -INFINITY
    double upper;      ///< >= lower, may be INFINITY
    double compliance; ///< [rad/(N m)] or [m/N], >= 0, default 0
    double damping;    ///< [N m s/rad] or [N s/m], >= 0; used if compliance > 0
} rv_joint_limit;

/// Drives the free coordinate at a speed with no more than a force. Hinge, slider, distance and
/// angle (of the last two, the motor replaces the holding row).
typedef struct rv_joint_motor {
    bool enabled;     ///< default false
    double speed;     ///< target [rad/s] or [m/s]
    double max_force; ///< [N m] or [N], >= 0, may be INFINITY (then no rigid limit can stop it)
    double slip;      ///< speed lost per force [rad/s/(N m)] or [m/s/N], >= 0, default 0
} rv_joint_motor;

/// Start from rv_joint_def_default(): a def made any other way is rejected.
typedef struct rv_joint_def {
    rv_joint_type type; ///< default RV_JOINT_BALL
    rv_body_id body_a;  ///< null: the world
    rv_body_id body_b;  ///< null: the world; not both
    rv_pose frame_a;    ///< in body a's frame (or the world's)
    rv_pose frame_b;    ///< in body b's frame (or the world's)
    double rest;        ///< distance, spring [m], angle [rad]; NaN (default): as it is at creation
    double compliance;  ///< [m/N] of the translations (angle: [rad/(N m)]), >= 0, default 0
    double damping;     ///< [N s/m] (angle: [N m s/rad]), >= 0, default 0; used if compliance > 0
    double angular_compliance; ///< [rad/(N m)] of the rotations of hinge, slider and lock, >= 0
    double angular_damping;    ///< [N m s/rad], >= 0; used if angular_compliance > 0
    double stiffness;     ///< spring only: [N/m], >= 0, default 0; its damper is `damping` [N s/m]
    rv_joint_limit limit; ///< default none
    rv_joint_motor motor; ///< default none
    bool bodies_touch;    ///< the two bodies may collide; default false
    int solver_group; ///< RV_SOLVER_BLOCK_GS: joints of one group are solved together; 0 (default):
                      ///< alone
    void* user_data;  ///< of yours, not used; default NULL
    uint32_t magic;   ///< private
} rv_joint_def;

/// A ball joint at both origins, without limit and motor.
RV_API rv_joint_def rv_joint_def_default(void);

/// A def whose two frames coincide now at a world point, with x along `axis` (any length > 0).
RV_API rv_joint_def rv_joint_def_at(const rv_world* world, rv_joint_type type, rv_body_id body_a,
                                    rv_body_id body_b, rv_vec3 point, rv_vec3 axis);
/// A def between two world points, one on each body: distance and spring.
RV_API rv_joint_def rv_joint_def_between(const rv_world* world, rv_joint_type type,
                                         rv_body_id body_a, rv_body_id body_b, rv_vec3 point_a,
                                         rv_vec3 point_b);

/// Adds a joint. On an invalid def: returns the null id, leaves the world unchanged, and
/// rv_world_error() names the field, its value and what is allowed. Not callable during a step.
RV_API rv_joint_id rv_joint_create(rv_world* world, const rv_joint_def* def);
/// Removes a joint. False for a stale id; not callable during a step.
RV_API bool rv_joint_destroy(rv_world* world, rv_joint_id joint);
/// True while the joint exists.
RV_API bool rv_joint_is_valid(const rv_world* world, rv_joint_id joint);

// Readers answer zero for a stale id. Forces and torques are means over the last step.

/// Force on body b, in world axes, at the origin of frame_b [N].
RV_API rv_vec3 rv_joint_force(const rv_world* world, rv_joint_id joint);
/// Torque on body b, in world axes, about the origin of frame_b [N m].
RV_API rv_vec3 rv_joint_torque(const rv_world* world, rv_joint_id joint);
/// Where that is, in the world; NaN for a stale id.
RV_API rv_vec3 rv_joint_point(const rv_world* world, rv_joint_id joint);
/// Distance and spring: the pull along the joint, > 0 when it pulls the bodies together. [N]
RV_API double rv_joint_tension(const rv_world* world, rv_joint_id joint);
/// The free coordinate: angle [rad], displacement or distance [m]. Angles count turns.
RV_API double rv_joint_coordinate(const rv_world* world, rv_joint_id joint);
/// How fast the coordinate changes [rad/s] or [m/s]; 0 of ball and lock.
RV_API double rv_joint_speed(const rv_world* world, rv_joint_id joint);
/// Of the motor along the coordinate [N m] or [N]; 0 if it is off.
RV_API double rv_joint_motor_force(const rv_world* world, rv_joint_id joint);
/// Of the limit along the coordinate [N m] or [N], > 0 at the lower end; 0 if it is off.
RV_API double rv_joint_limit_force(const rv_world* world, rv_joint_id joint);
/// How far apart the joint has come: length of the position error of its holding rows. [m]
RV_API double rv_joint_gap(const rv_world* world, rv_joint_id joint);
/// What it holds; RV_JOINT_BALL for a stale id.
RV_API rv_joint_type rv_joint_get_type(const rv_world* world, rv_joint_id joint);
/// The first body; null: the world.
RV_API rv_body_id rv_joint_body_a(const rv_world* world, rv_joint_id joint);
/// The second body; null: the world.
RV_API rv_body_id rv_joint_body_b(const rv_world* world, rv_joint_id joint);
/// The first frame as it was given; all NaN for a stale id.
RV_API rv_pose rv_joint_frame_a(const rv_world* world, rv_joint_id joint);
/// The second frame as it was given; all NaN for a stale id.
RV_API rv_pose rv_joint_frame_b(const rv_world* world, rv_joint_id joint);
/// Its motor as it is set now.
RV_API rv_joint_motor rv_joint_get_motor(const rv_world* world, rv_joint_id joint);
/// Its limit as it is set now.
RV_API rv_joint_limit rv_joint_get_limit(const rv_world* world, rv_joint_id joint);
/// Where distance, spring [m] and angle [rad] rest: as set, or as the joint was at creation.
RV_API double rv_joint_rest(const rv_world* world, rv_joint_id joint);
/// As in the def; NULL for a stale id.
RV_API void* rv_joint_user_data(const rv_world* world, rv_joint_id joint);

// Writers return false and change nothing for a stale id or a bad value.

/// Drives the coordinate, or no more; the same rules as in the def.
RV_API bool rv_joint_set_motor(rv_world* world, rv_joint_id joint, const rv_joint_motor* motor);
/// Target [rad/s] or [m/s]. Switches the motor on if it is off: of a distance or an angle it then
/// replaces what holds.
RV_API bool rv_joint_set_motor_speed(rv_world* world, rv_joint_id joint, double speed);
/// What the motor can do at most [N m] or [N], >= 0, may be INFINITY; switches the motor on if it is off, as above.
RV_API bool rv_joint_set_motor_max_force(rv_world* world, rv_joint_id joint, double max_force);
/// Bounds the coordinate, or no more; the same rules as in the def.
RV_API bool rv_joint_set_limit(rv_world* world, rv_joint_id joint, const rv_joint_limit* limit);
/// Where the joint rests: of distance and spring [m], >= 0; of angle [rad].
RV_API bool rv_joint_set_rest(rv_world* world, rv_joint_id joint, double rest);

/// Visits joints: start with the null id; null after the last.
RV_API rv_joint_id rv_joint_next(const rv_world* world, rv_joint_id joint);
/// How many joints there are.
RV_API int rv_joint_count(const rv_world* world);

#ifdef __cplusplus
}
#endif
#endif
