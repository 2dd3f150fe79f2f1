// The operator: every few seconds another speed for each drive, which is approached as fast as the
// drive can; limit switches stop what comes to the end of its way. And the list of kinds.
#include "machines.h"

#include <math.h>
#include <stdio.h>

static drive* add_drive(machine* m, drive_type type, double top) {
    if (m->drive_count == MACHINE_DRIVES)
        m->drive_count--; // kinds have fewer: none is lost
    drive* d = &m->drives[m->drive_count++];
    draw* random = &m->random;
    *d = (drive){.type = type, .top = top, .low = -INFINITY, .high = INFINITY, .stop = INFINITY};
    // operators ramp within 0.3 to 3 s; keys and bad controllers jump
    d->ramp = draw_chance(random, 0.15) ? INFINITY : top / draw_in(random, 0.3, 3.0);
    return d;
}

drive* add_winch(machine* m, rv_cable_id cable, double top, double low, double high) {
    drive* d = add_drive(m, DRIVE_WINCH, top);
    d->cable = cable;
    // one in five has no switch against two-blocking
    d->low = draw_chance(&m->random, 0.2) ? -INFINITY : low;
    d->high = high;
    // nor is there more on the drum, should the brake give way
    rv_winch winch = rv_cable_winch(m->world, cable, 0);
    winch.stored = 1.02 * high - rv_cable_length(m->world, cable);
    if (!rv_cable_set_winch(m->world, cable, 0, &winch))
        refuse(m, "winch");
    return d;
}

drive* add_mover(machine* m, rv_body_id anchor, rv_vec3 axis, double top, double low, double high) {
    drive* d = add_drive(m, DRIVE_ANCHOR, top);
    d->body = anchor;
    d->axis = axis;
    d->low = low;
    d->high = high;
    return d;
}

drive* add_motor(machine* m, rv_joint_id joint, double top) {
    drive* d = add_drive(m, DRIVE_MOTOR, top);
    d->joint = joint;
    return d;
}

drive* add_push(machine* m, rv_body_id body, rv_vec3 axis, double top) {
    drive* d = add_drive(m, DRIVE_PUSH, top);
    d->body = body;
    d->axis = axis;
    m->thrust += top;
    return d;
}

static double place(const machine* m, const drive* d) {
    switch (d->type) {
    case DRIVE_WINCH:
        return rv_cable_length(m->world, d->cable);
    case DRIVE_MOTOR:
        return rv_joint_coordinate(m->world, d->joint);
    default:
        return d->travel;
    }
}

static void choose(draw* random, drive* d, double time) {
    d->until = time + draw_log(random, 0.4, 5.0);
    d->target = draw_chance(random, 0.25) ? 0.0 : d->top * draw_in(random, -1.0, 1.0);
    if (draw_chance(random, 0.2)) // full speed
        d->target = d->target < 0.0 ? -d->top : d->top;
}

static void apply(machine* m, drive* d) {
    switch (d->type) {
    case DRIVE_WINCH:
        rv_cable_set_winch_speed(m->world, d->cable, 0, d->now);
        break;
    case DRIVE_ANCHOR:
        rv_body_set_velocity(m->world, d->body, rv_vec3_scale(d->axis, d->now));
        break;
    case DRIVE_MOTOR:
        rv_joint_set_motor_speed(m->world, d->joint, d->now);
        break;
    case DRIVE_PUSH:
        rv_body_apply_force_at_center(m->world, d->body, rv_vec3_scale(d->axis, d->now));
        break;
    }
}

static void drive_step(machine* m, drive* d, double time, double dt) {
    if (time < d->start)
        return;
    if (time >= d->until)
        choose(&m->random, d, time);
    double most = d->ramp * dt, change = d->target - d->now;
    d->now += fmax(-most, fmin(most, change));
    double at = place(m, d);
    bool ended = (at <= d->low && d->now < 0.0) || (at >= d->high && d->now > 0.0);
    if (ended || time >= d->stop)
        d->now = 0.0;
    apply(m, d);
    if (d->type == DRIVE_ANCHOR)
        d->travel += d->now * dt;
}

void machine_operate(machine* m, double time, double dt) {
    for (int i = 0; i < m->drive_count; i++)
        drive_step(m, &m->drives[i], time, dt);
}

bool machine_build(machine* m, const machine_kind* kind, const machine_model* model,
                   uint64_t number, double rate) {
    *m = (machine){.model = model, .rate = rate, .lowest = INFINITY};
    m->random = draw_begin(kind->name, model->name, number);
    rv_world_def def = rv_world_def_default();
    m->world = rv_world_create(&def, m->trouble, sizeof m->trouble);
    if (m->world == NULL)
        return false;
    kind->build(m);
    return m->trouble[0] == '\0';
}

void machine_destroy(machine* m) {
    rv_world_destroy(m->world);
    m->world = NULL;
}
