// One haptic tick as a function of plain data: the coupling of device and tool, and what keeps the
// hand safe. No thread, no buffer, no world.
#ifndef REEVE_STEP_HAPTIC_TICK_H
#define REEVE_STEP_HAPTIC_TICK_H

#include "step/haptic_contact.h"

// what stands between a wrench and the device (haptic_guard.c); all in the device's axes
typedef struct rv_haptic_guard {
    rv_vec3 force, torque;         // within limits, before fading
    rv_vec3 out_force, out_torque; // given to the device
    double fade;                   // in [0, 1]
    double energy, highest;        // given to the hand so far [J]
    double dissipated;             // by the damper
    rv_vec3 damper, damper_torque; // its part of what is given
    bool is_limited, is_damped;
} rv_haptic_guard;

typedef struct rv_haptic_core {
    rv_haptic_def def;
    rv_haptic_contacts contacts;
    bool model_is_bad; // the last one that came was not finite
    bool is_held;      // by the hand: the last input was valid
    bool is_starting;  // it has just taken hold
    // the device: last input, and where it puts the tool
    rv_pose device;
    rv_pose offset; // of the tool against the workspace, if relative
    rv_pose target;
    rv_vec3 target_velocity, target_spin;
    // the tool
    rv_pose tool;
    rv_vec3 velocity, spin;
    rv_vec3 force, torque; // on the device, in the world
    rv_haptic_guard guard;
    uint64_t jumps; // times that the tool was put somewhere
    rv_haptic_report report;
} rv_haptic_core;

// false without memory; the tool starts at `tool`
bool rv_haptic_core_make(rv_memory* memory, rv_haptic_core* core, const rv_haptic_def* def,
                         rv_pose tool);
void rv_haptic_core_free(rv_memory* memory, rv_haptic_core* core);

// `model`: one that is new, or NULL; it must stay until the next one. `engaged`: the user has not
// let go.
rv_haptic_output rv_haptic_core_tick(rv_haptic_core* core, const rv_haptic_model* model,
                                     const rv_haptic_input* input, double dt, bool engaged);

// The work that the last output has done while the device went from one pose to another.
void rv_haptic_guard_observe(rv_haptic_guard* guard, rv_vec3 way, rv_vec3 angle);
// Limits, damps and fades a wrench. `rise`: force may come up, else it fades to zero.
void rv_haptic_guard_give(rv_haptic_guard* guard, const rv_haptic_def* def, rv_vec3 force,
                          rv_vec3 torque, bool rise, double dt);
// the passivity damper for a motion of the device over dt; to be called before the one above
void rv_haptic_guard_damp(rv_haptic_guard* guard, const rv_haptic_def* def, rv_vec3 way,
                          rv_vec3 angle, double dt);

#endif
