// What keeps a hand safe: limits of force, torque and their rates, fading, and passivity in the time
// domain (Hannaford and Ryu 2002). The force is held between ticks, so that what it does on the
// device's way is exactly
//   E += F.(x - x_before) + tau.(theta - theta_before)
// Where E, given to the hand, passes the allowance, a damper takes the excess in the next period:
//   F -= a v, tau -= a r^2 w,   a = excess / ((v^2 + r^2 w^2) dt) <= a_max,  r^2 = inertia/mass
#include "step/haptic_tick.h"

// from full force to none, and a tick to notice: within 20 ms
static const double FADE_TIME = 0.015;

void rv_haptic_guard_observe(rv_haptic_guard* guard, rv_vec3 way, rv_vec3 angle) {
    guard->energy += rv_vec3_dot(guard->out_force, way) + rv_vec3_dot(guard->out_torque, angle);
    guard->highest = fmax(guard->highest, guard->energy);
    guard->dissipated -= rv_vec3_dot(guard->damper, way) + rv_vec3_dot(guard->damper_torque, angle);
}

void rv_haptic_guard_damp(rv_haptic_guard* guard, const rv_haptic_def* def, rv_vec3 way,
                          rv_vec3 angle, double dt) {
    guard->damper = guard->damper_torque = (rv_vec3){0, 0, 0};
    double excess = guard->energy - def->energy_allowance;
    double r2 = def->inertia / def->mass;
    double moved2 = rv_vec3_dot(way, way) + r2 * rv_vec3_dot(angle, angle);
    guard->is_damped = def->passivity && excess > 0.0 && moved2 > 0.0;
    if (!guard->is_damped)
        return;
    double most = def->passivity_damping / dt;
    // way/dt is the velocity, and the next way is taken to be as long: F.way = -a moved2/dt
    double per_way = excess < most * moved2 ? excess / moved2 : most;
    guard->damper = rv_vec3_scale(way, -per_way);
    guard->damper_torque = rv_vec3_scale(angle, -per_way * r2);
}

// no longer than `most`
static rv_vec3 within(rv_vec3 v, double most, bool* limited) {
    double length = rv_vec3_length(v);
    if (!(length > most))
        return v;
    *limited = true;
    return rv_vec3_scale(v, most / length);
}

void rv_haptic_guard_give(rv_haptic_guard* guard, const rv_haptic_def* def, rv_vec3 force,
                          rv_vec3 torque, bool rise, double dt) {
    bool* limited = &guard->is_limited;
    *limited = false;
    force = within(rv_vec3_add(force, guard->damper), def->max_force, limited);
    torque = within(rv_vec3_add(torque, guard->damper_torque), def->max_torque, limited);
    rv_vec3 more = within(rv_vec3_sub(force, guard->force), def->max_force_rate * dt, limited);
    guard->force = rv_vec3_add(guard->force, more);
    more = within(rv_vec3_sub(torque, guard->torque), def->max_torque_rate * dt, limited);
    guard->torque = rv_vec3_add(guard->torque, more);
    double up = def->soft_start > 0.0 ? dt / def->soft_start : 1.0;
    guard->fade = rise ? fmin(1.0, guard->fade + up) : fmax(0.0, guard->fade - dt / FADE_TIME);
    guard->out_force = rv_vec3_scale(guard->force, guard->fade);
    guard->out_torque = rv_vec3_scale(guard->torque, guard->fade);
    guard->damper = rv_vec3_scale(guard->damper, guard->fade);
    guard->damper_torque = rv_vec3_scale(guard->damper_torque, guard->fade);
}
