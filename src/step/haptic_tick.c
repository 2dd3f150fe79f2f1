// One haptic tick. Coupling of device and tool:
//   admittance  a virtual body on a spring-damper to the device, by implicit Euler:
//               (M/h^2 + B/h + K) dx = M v/h + K (x_d - x) + B v_d + J^T f
//               F_device = K (x - x_d) + B (v - v_d)          with x and v after the step
//   impedance   the tool is where the device is, F_device = J^T f
// A tick in which the tool goes far is taken in parts, so that contacts are met one after another.
#include "step/haptic_tick.h"

#include "model/world.h"

enum { PARTS_MAX = 8 };
static const double LONGEST_TICK = 0.1; // [s]

bool rv_haptic_core_make(rv_memory* memory, rv_haptic_core* core, const rv_haptic_def* def,
                         rv_pose tool) {
    *core = (rv_haptic_core){.def = *def, .tool = tool, .target = tool};
    core->offset = core->device = rv_pose_identity();
    if (!rv_haptic_contacts_make(memory, &core->contacts, def->max_points))
        return false;
    core->contacts.rule = def->rule;
    core->contacts.max_travel = def->max_travel;
    bool is_direct = def->coupling == RV_HAPTIC_IMPEDANCE;
    core->contacts.rigid_give = is_direct ? 1.0 / def->contact_stiffness : 0.0;
    core->report.tool = tool;
    return true;
}

void rv_haptic_core_free(rv_memory* memory, rv_haptic_core* core) {
    rv_haptic_contacts_free(memory, &core->contacts);
}

// --- the device -------------------------------------------------------------------------------------

static bool input_is_finite(const rv_haptic_input* in) {
    rv_quat q = in->pose.rotation;
    double length2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return rv_is_finite3(in->pose.position) && rv_is_finite3(in->velocity)
           && rv_is_finite3(in->angular_velocity) && isfinite(length2) && length2 > 0.0;
}

// where the device is, in the world
static rv_pose to_world(const rv_haptic_def* def, rv_pose device) {
    device.position = rv_vec3_scale(device.position, def->scale);
    rv_pose pose = rv_pose_mul(def->workspace, device);
    pose.rotation = rv_quat_normalize(pose.rotation);
    return pose;
}

// the rotation vector from one rotation to another
static rv_vec3 turn_between(rv_quat from, rv_quat to) {
    return rv_quat_log(rv_quat_mul(to, rv_quat_conjugate(from)));
}

static rv_pose target_of(const rv_haptic_core* core, rv_pose device) {
    rv_pose pose = to_world(&core->def, device);
    return rv_pose_make(rv_vec3_add(pose.position, core->offset.position),
                        rv_quat_normalize(rv_quat_mul(core->offset.rotation, pose.rotation)));
}

// The hand takes hold: the device goes on from where the tool is, or the tool to where the device is.
static void take_hold(rv_haptic_core* core, rv_pose device) {
    rv_pose pose = to_world(&core->def, device);
    if (core->def.relative) {
        core->offset.position = rv_vec3_sub(core->tool.position, pose.position);
        core->offset.rotation = rv_quat_mul(core->tool.rotation, rv_quat_conjugate(pose.rotation));
    } else {
        core->tool = pose;
        core->jumps++;
        rv_haptic_contacts_forget(&core->contacts);
    }
    core->target = target_of(core, device);
    core->device = device;
    core->is_starting = true;
}

// Where the input puts the tool, and how fast that goes; a device without velocities is one at rest
// or one that does not measure them.
static void follow(rv_haptic_core* core, const rv_haptic_input* in, double dt) {
    rv_pose target = target_of(core, in->pose);
    rv_vec3 v = rv_vec3_scale(in->velocity, core->def.scale), w = in->angular_velocity;
    core->target_velocity = rv_quat_rotate(core->def.workspace.rotation, v);
    core->target_spin = rv_quat_rotate(core->def.workspace.rotation, w);
    if (rv_vec3_dot(v, v) + rv_vec3_dot(w, w) == 0.0) {
        rv_vec3 way = rv_vec3_sub(target.position, core->target.position);
        rv_vec3 turn = turn_between(core->target.rotation, target.rotation);
        core->target_velocity = rv_vec3_scale(way, 1.0 / dt);
        core->target_spin = rv_vec3_scale(turn, 1.0 / dt);
    }
    core->target = target;
    core->device = in->pose;
}

// --- the tool ---------------------------------------------------------------------------------------

// in how many parts the tick is taken
static int count_parts(const rv_haptic_core* core, rv_pose from, double dt) {
    const rv_haptic_contacts* c = &core->contacts;
    double reach2 = 0.0;
    if (c->count == 0)
        return 1;
    for (int i = 0; i < c->count; i++)
        reach2 = fmax(reach2, rv_vec3_dot(c->touches[i].arm, c->touches[i].arm));
    double reach = sqrt(reach2);
    rv_vec3 way = rv_vec3_sub(core->target.position, from.position);
    rv_vec3 turn = turn_between(from.rotation, core->target.rotation);
    double device = rv_vec3_length(way) + reach * rv_vec3_length(turn);
    double tool = dt * (rv_vec3_length(core->velocity) + reach * rv_vec3_length(core->spin));
    bool is_direct = core->def.coupling == RV_HAPTIC_IMPEDANCE;
    double parts = ceil((is_direct ? device : fmax(device, tool)) / core->def.max_travel);
    // no more than can be paid for
    double most =
        fmin(PARTS_MAX, (double)(RV_HAPTIC_TICK_WORK / (rv_haptic_contacts_least_work(c) + 1)));
    return parts > most ? (int)fmax(most, 1.0) : parts > 1.0 ? (int)parts : 1;
}

static rv_haptic_answer ask(rv_haptic_core* core, const rv_haptic_question* question) {
    rv_haptic_answer answer = rv_haptic_contacts_solve(&core->contacts, question);
    core->report.parts++;
    core->report.iterations += (uint64_t)answer.iterations;
    core->report.unsettled += !answer.settled;
    core->report.cut += answer.cut;
    core->report.contacts = answer.contacts;
    return answer;
}

// The virtual body over h, with the device at `target` in the end.
static void step_body(rv_haptic_core* core, rv_pose target, double h, long work) {
    const rv_haptic_def* def = &core->def;
    double m = def->mass / h, I = def->inertia / h;
    rv_haptic_question q = {.dt = h, .work = work};
    q.give = 1.0 / (m / h + def->damping / h + def->stiffness);
    q.turn = 1.0 / (I / h + def->angular_damping / h + def->angular_stiffness);
    rv_vec3 way = rv_vec3_sub(target.position, core->tool.position);
    rv_vec3 turn = turn_between(core->tool.rotation, target.rotation);
    rv_vec3 push = rv_vec3_scale(core->velocity, m), twist = rv_vec3_scale(core->spin, I);
    push = rv_vec3_mul_add(push, def->stiffness, way);
    push = rv_vec3_mul_add(push, def->damping, core->target_velocity);
    twist = rv_vec3_mul_add(twist, def->angular_stiffness, turn);
    twist = rv_vec3_mul_add(twist, def->angular_damping, core->target_spin);
    q.free.position = rv_vec3_mul_add(core->tool.position, q.give, push);
    q.free.rotation = rv_quat_mul(rv_quat_exp(rv_vec3_scale(twist, q.turn)), core->tool.rotation);
    rv_haptic_answer answer = ask(core, &q);
    rv_vec3 went = rv_vec3_sub(answer.tool.position, core->tool.position);
    core->velocity = rv_vec3_scale(went, 1.0 / h);
    core->spin = rv_vec3_scale(turn_between(core->tool.rotation, answer.tool.rotation), 1.0 / h);
    core->tool = answer.tool;
}

static rv_pose pose_between(rv_pose from, rv_pose to, double share) {
    rv_vec3 turn = rv_vec3_scale(turn_between(from.rotation, to.rotation), share);
    rv_vec3 way = rv_vec3_sub(to.position, from.position);
    return rv_pose_make(rv_vec3_mul_add(from.position, share, way),
                        rv_quat_mul(rv_quat_exp(turn), from.rotation));
}

// The tool over a tick, and the wrench on the device.
static void move_tool(rv_haptic_core* core, rv_pose from, double dt) {
    int parts = count_parts(core, from, dt);
    for (int k = 1; k <= parts; k++) {
        rv_pose target =
            k < parts ? pose_between(from, core->target, (double)k / parts) : core->target;
        if (core->def.coupling == RV_HAPTIC_ADMITTANCE) {
            step_body(core, target, dt / parts, RV_HAPTIC_TICK_WORK / parts);
            continue;
        }
        rv_haptic_question q = {
            .free = target, .dt = dt / parts, .work = RV_HAPTIC_TICK_WORK / parts};
        rv_haptic_answer answer = ask(core, &q);
        core->force = answer.force;
        core->torque = answer.torque;
        core->velocity = core->target_velocity;
        core->spin = core->target_spin;
        core->tool = target;
    }
    // a tool that starts inside of something is out of it at once, but that is no motion
    if (core->is_starting)
        core->velocity = core->spin = core->target_velocity = core->target_spin =
            (rv_vec3){0, 0, 0};
    core->is_starting = false;
    if (core->def.coupling == RV_HAPTIC_IMPEDANCE)
        return;
    const rv_haptic_def* def = &core->def;
    rv_vec3 way = rv_vec3_sub(core->tool.position, core->target.position);
    rv_vec3 turn = turn_between(core->target.rotation, core->tool.rotation);
    rv_vec3 slip = rv_vec3_sub(core->velocity, core->target_velocity);
    core->force = rv_vec3_mul_add(rv_vec3_scale(way, def->stiffness), def->damping, slip);
    slip = rv_vec3_sub(core->spin, core->target_spin);
    core->torque =
        rv_vec3_mul_add(rv_vec3_scale(turn, def->angular_stiffness), def->angular_damping, slip);
}

static bool tool_is_finite(const rv_haptic_core* core) {
    rv_quat q = core->tool.rotation;
    return rv_is_finite3(core->force) && rv_is_finite3(core->torque)
           && rv_is_finite3(core->tool.position) && isfinite(q.w + q.x + q.y + q.z)
           && rv_is_finite3(core->velocity) && rv_is_finite3(core->spin);
}

// Where the tool or the model is lost the wrench that was is kept, to fade; the tool starts again
// where the device is. True: all is well.
static bool is_sound(rv_haptic_core* core, rv_vec3 force, rv_vec3 torque) {
    bool is_finite = tool_is_finite(core);
    if (is_finite && !core->model_is_bad)
        return true;
    core->force = force;
    core->torque = torque;
    if (is_finite)
        return false;
    rv_haptic_contacts_forget(&core->contacts);
    core->tool = core->target;
    core->velocity = core->spin = (rv_vec3){0, 0, 0};
    return false;
}

// --- the tick ---------------------------------------------------------------------------------------

static void take_model(rv_haptic_core* core, const rv_haptic_model* model) {
    core->model_is_bad = !rv_haptic_model_is_finite(model);
    if (core->model_is_bad) {
        // the one before it is not ours any more
        rv_haptic_contacts_drop(&core->contacts);
        return;
    }
    // what it says first may be that the tool is inside of something
    core->is_starting |= core->contacts.model == NULL;
    rv_haptic_contacts_take(&core->contacts, model);
    core->report.models++;
    if (model->count > core->report.most_points)
        core->report.most_points = model->count;
}

// what the device has done since the last tick, in its axes: way and angle
static void observe(rv_haptic_core* core, const rv_haptic_input* input, rv_vec3* way,
                    rv_vec3* angle) {
    *way = rv_vec3_sub(input->pose.position, core->device.position);
    *angle = turn_between(core->device.rotation, input->pose.rotation);
    rv_haptic_guard_observe(&core->guard, *way, *angle);
}

static rv_haptic_output tell(rv_haptic_core* core) {
    rv_haptic_report* r = &core->report;
    const rv_haptic_guard* g = &core->guard;
    r->limited += g->is_limited;
    r->damped += g->is_damped;
    if (r->contacts > r->most_contacts)
        r->most_contacts = r->contacts;
    r->model_age = core->contacts.age;
    r->energy = g->energy;
    r->highest_energy = g->highest;
    r->dissipated = g->dissipated;
    r->fade = g->fade;
    r->force = g->out_force;
    r->torque = g->out_torque;
    r->tool = core->tool;
    r->handle = core->device;
    return (rv_haptic_output){g->out_force, g->out_torque, core->tool, r->contacts, g->fade};
}

rv_haptic_output rv_haptic_core_tick(rv_haptic_core* core, const rv_haptic_model* model,
                                     const rv_haptic_input* input, double dt, bool engaged) {
    rv_haptic_report* report = &core->report;
    bool is_finite = dt > 0.0 && dt <= LONGEST_TICK && input_is_finite(input);
    bool is_valid = input->valid && is_finite;
    rv_vec3 force = core->force, torque = core->torque, way = {0, 0, 0}, angle = {0, 0, 0};
    dt = dt > 0.0 && dt <= LONGEST_TICK ? dt : core->def.period;
    report->ticks++;
    report->buttons = input->buttons;
    report->invalid_ticks += !input->valid;
    if (model != NULL)
        take_model(core, model);
    if (is_valid && core->is_held)
        observe(core, input, &way, &angle);
    rv_haptic_guard_damp(&core->guard, &core->def, way, angle, dt);
    if (is_valid && !core->is_held)
        take_hold(core, input->pose);
    core->is_held = is_valid;
    if (is_valid) {
        rv_pose from = core->target;
        follow(core, input, dt);
        move_tool(core, from, dt);
        is_finite = is_sound(core, force, torque);
    } else {
        core->contacts.age += dt;
        core->velocity = core->spin = (rv_vec3){0, 0, 0};
    }
    bool is_stale = core->contacts.model == NULL || core->contacts.age > core->def.stale;
    report->nonfinite += !is_finite;
    report->stale_ticks += is_stale;
    rv_quat to_device = rv_quat_conjugate(core->def.workspace.rotation);
    force = rv_vec3_scale(rv_quat_rotate(to_device, core->force), core->def.force_scale);
    torque = rv_vec3_scale(rv_quat_rotate(to_device, core->torque), core->def.force_scale);
    bool rise = is_valid && is_finite && !is_stale && engaged;
    rv_haptic_guard_give(&core->guard, &core->def, force, torque, rise, dt);
    return tell(core);
}
