// Haptics: a hand that feels what a tool touches, 1000 times a second, while the world is stepped at
// its own pace. The world publishes a local model of what is near the tool at the end of each step;
// one other thread calls rv_haptic_tick(), which solves the small contact problem of that model for
// where the hand is now and gives the force for the device. The two share nothing but buffers that
// neither waits for.
// A tool is a kinematic body (with what is fixed to it), or a place of a rod that a hand holds.
// Haptics are no part of a snapshot: a restored world goes on with the tool where the hand is.
#ifndef REEVE_HAPTIC_H
#define REEVE_HAPTIC_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most points in the model of a tool.
enum { RV_HAPTIC_POINTS_MAX = 64 };

/// How the tool hangs on the device.
typedef enum rv_haptic_coupling {
    RV_HAPTIC_ADMITTANCE, ///< a virtual body between a spring-damper to the device and the contacts,
                          ///< stepped implicitly: stable with contacts of any stiffness
    RV_HAPTIC_IMPEDANCE,  ///< the tool is where the device is; only for contacts softer than
                          ///< 2 b/T (b: damping of device and hand, T: the period; Colgate 1994)
} rv_haptic_coupling;

/// What a tick does with the contacts that the world told it of.
typedef enum rv_haptic_rule {
    RV_HAPTIC_SOLVE,  ///< finds forces and normals anew among all points that are near
    RV_HAPTIC_FROZEN, ///< forces alone: normals stay as the world found them
    RV_HAPTIC_DROP, ///< Duriez et al. 2004: what touched is taken to touch, forces that would pull
                    ///< are dropped; neither right nor passive, for comparison
    RV_HAPTIC_HOLD, ///< the forces of the world's last step; for comparison
} rv_haptic_rule;

/// Its part for the thread that ticks: fixed memory that never moves.
typedef struct rv_haptic rv_haptic;

/// Start from rv_haptic_def_default(): a def made any other way is rejected.
typedef struct rv_haptic_def {
    rv_body_id body; ///< the tool: kinematic and rigid; its frame follows the device. Null: `cable`
    rv_cable_id cable; ///< or a rod that is held, with hand `hand` of rv_cable_hold()
    double at;         ///< cable: the place, along it from its first end [m], in [0, length]
    int hand;          ///< cable: in [0, 3], default 0
    rv_haptic_coupling coupling; ///< default RV_HAPTIC_ADMITTANCE
    rv_haptic_rule rule;         ///< default RV_HAPTIC_SOLVE
    double stiffness;            ///< between device and tool [N/m], > 0, default 3000
    double damping;              ///< [N s/m], >= 0, default 6
    double angular_stiffness;    ///< [N m/rad], > 0, default 5
    double angular_damping;      ///< [N m s/rad], >= 0, default 0.01
    double mass;                 ///< of the virtual body [kg], > 0, default 0.15
    double inertia;              ///< of it about any axis [kg m^2], > 0, default 2.5e-4
    double contact_stiffness; ///< RV_HAPTIC_IMPEDANCE: of a contact where nothing gives way [N/m],
                              ///< > 0, default 1000
    double period;            ///< of ticks [s], in [1e-4, 0.02], default 1e-3
    double near;              ///< points no farther apart than this are in the model [m], >= 0,
                              ///< default 5e-4, and what the tool travels in two steps
    int max_points;           ///< in the model, in [1, RV_HAPTIC_POINTS_MAX], default 32
    double max_travel;       ///< of the tool between two solutions [m], > 0, default 2.5e-4: a tick
                             ///< in which it goes farther is taken in parts, 8 at most
    double max_force;        ///< on the device [N], > 0, default 10
    double max_torque;       ///< [N m], > 0, default 0.5
    double max_force_rate;   ///< [N/s], > 0, default 5000; may be INFINITY
    double max_torque_rate;  ///< [N m/s], > 0, default 250; may be INFINITY
    double stale;            ///< a model older than this [s] fades, > 0, default 0.1
    double soft_start;       ///< force comes up in [s], >= 0, default 0.1
    bool passivity;          ///< energy is observed in any case; true (default): and held below
                             ///< `energy_allowance` by a damper
    double energy_allowance; ///< that the device may give to the hand [J], >= 0, default 1e-3
    double passivity_damping; ///< of that damper at most [N s/m], >= 0, default 10
    double scale;             ///< metres in the world per metre of the device, > 0, default 1
    double force_scale;       ///< force on the device per force in the world, > 0, default 1
    rv_pose workspace;        ///< of the device's frame in the world, default identity
    bool relative; ///< the tool stays where it is when the hand takes hold, and follows from there;
                   ///< default false: it goes to where the device is
    uint32_t magic; ///< private
} rv_haptic_def;

/// Every default, without a tool.
RV_API rv_haptic_def rv_haptic_def_default(void);

/// Adds a tool. All memory that it will ever need is taken here. On an invalid def: returns the null
/// id, leaves the world unchanged, and rv_world_error() names the field, its value and what is
/// allowed. Not callable during a step. A body or a rod's hand has one haptic at most.
RV_API rv_haptic_id rv_haptic_create(rv_world* world, const rv_haptic_def* def);
/// Call it after the last tick. The body stays, at rest; the rod is let go. False for a stale id.
/// Where the body or the cable is gone the world tells the ticks nothing more, and force fades.
RV_API bool rv_haptic_destroy(rv_world* world, rv_haptic_id haptic);
/// True while the haptic exists.
RV_API bool rv_haptic_is_valid(const rv_world* world, rv_haptic_id haptic);
/// Visits haptics: start with the null id; null after the last.
RV_API rv_haptic_id rv_haptic_next(const rv_world* world, rv_haptic_id haptic);
/// How many haptics there are.
RV_API int rv_haptic_count(const rv_world* world);
/// What rv_haptic_tick() wants; lives as long as the haptic. NULL for a stale id.
RV_API rv_haptic* rv_haptic_handle(const rv_world* world, rv_haptic_id haptic);

/// What the device measures, in its own frame.
typedef struct rv_haptic_input {
    rv_pose pose;             ///< of the handle; rotation identity if the device measures none
    rv_vec3 velocity;         ///< [m/s]; all zero is fine: then positions tell it
    rv_vec3 angular_velocity; ///< [rad/s], in the axes of the device's frame
    uint32_t buttons;         ///< passed on to rv_haptic_report
    bool valid; ///< false: the device is not held, or not there; force fades, the tool stays
} rv_haptic_input;

/// What a tick answers. All finite, always; force and torque within their limits.
typedef struct rv_haptic_output {
    rv_vec3 force;  ///< on the handle, in the device's axes [N]
    rv_vec3 torque; ///< [N m]
    rv_pose tool;   ///< in the world
    int contacts;   ///< points that push
    double fade;    ///< in [0, 1]: share of the force that is given
} rv_haptic_output;

/// One tick: `dt` seconds after the last one, in (0, 0.1]; `input` as it is now. From one thread at a
/// time, which need not be the world's. Takes no lock, allocates nothing, calls no system, reads no
/// clock. The force is meant to be held until the next tick. A model that is older than
/// rv_haptic_def.stale, a number that is not finite (in the input, dt, the model or the result), an
/// input that is not valid, and rv_haptic_release() make the force fade to zero within 20 ms.
/// NULL, the handle of a stale id, has no force; the two below do nothing with it.
RV_API rv_haptic_output rv_haptic_tick(rv_haptic* haptic, const rv_haptic_input* input, double dt);

/// Lets go: force fades to zero within 20 ms of ticks, and stays there until it is engaged again.
/// From any thread, at any time; the next tick does it.
RV_API void rv_haptic_release(rv_haptic* haptic);
/// Takes hold again, with a soft start.
RV_API void rv_haptic_engage(rv_haptic* haptic);

/// How the ticks went. Counts are since creation.
typedef struct rv_haptic_report {
    uint64_t ticks;         ///< made
    uint64_t models;        ///< that the ticks have taken
    uint64_t stale_ticks;   ///< with a model that was too old, or none
    uint64_t invalid_ticks; ///< whose input was not valid
    uint64_t limited;       ///< ticks in which a force, torque or rate limit held
    uint64_t nonfinite;     ///< ticks with a number that was not finite
    uint64_t parts;         ///< solutions: more than ticks where the tool was fast
    uint64_t iterations;    ///< of the contact solver
    uint64_t unsettled;     ///< solutions that were not found: the forces before them were kept
    uint64_t cut;      ///< solutions that would have taken too long: with friction, or normals,
                       ///< of those before them
    uint64_t damped;   ///< ticks in which the passivity damper worked
    int contacts;      ///< points that push, now
    int most_contacts; ///< most so far
    int most_points;   ///< most near points in a model so far
    double model_age;  ///< [s]
    double
        energy; ///< that the device has given to the hand so far [J]: the sum of held force times
                ///< way. Negative: the hand has given more
    double highest_energy; ///< the largest that has been
    double dissipated;     ///< by the passivity damper [J]
    double fade;           ///< share of the force that is given, in [0, 1]
    uint32_t buttons;      ///< of the last input
    rv_pose handle;        ///< where the last valid input had it, in the device's frame
    rv_vec3 force, torque; ///< on the handle, in the device's axes
    rv_pose tool;          ///< in the world
} rv_haptic_report;

/// The latest that the ticks have told; from the thread that steps the world. All zero before the
/// first tick and for a stale id.
RV_API rv_haptic_report rv_haptic_read(const rv_world* world, rv_haptic_id haptic);

#ifdef __cplusplus
}
#endif
#endif
