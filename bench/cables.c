// Scenarios of `reeve bench` about massless cables.
#include "bench/cables.h"

#include "bench/reeving.h"

#include <math.h>

static bool reeve_line(bench_context* context, reeving_kind kind, int nodes, double friction) {
    rv_world_def world_def = bench_world_def(context);
    context->h = 1.0 / 60.0;
    context->world = rv_world_create(&world_def, NULL, 0);
    reeving_def def = {.kind = kind, .nodes = nodes, .mass = 1000.0, .friction = friction};
    rv_cable_id cable;
    return reeving_create(context->world, &def, &cable);
}

bool cable_eyes(bench_context* context) {
    return reeve_line(context, REEVING_EYES, (int)context->size, 0.0);
}

bool cable_pulleys_100(bench_context* context) {
    return reeve_line(context, REEVING_PULLEYS, 100, 0.0);
}

bool cable_beads_100(bench_context* context) {
    return reeve_line(context, REEVING_BEADS, 100, 0.0);
}

bool cable_wheels_100(bench_context* context) {
    return reeve_line(context, REEVING_WHEELS, 100, INFINITY);
}

bool cable_friction_16(bench_context* context) {
    return reeve_line(context, REEVING_PULLEYS, 18, 0.02);
}

// less at each of more pulleys: the tension falls as much along all of them
bool cable_friction(bench_context* context) {
    return reeve_line(context, REEVING_PULLEYS, (int)context->size + 2, 0.2 / context->size);
}

// 20 t on 12 falls over 16 pulleys: the winch runs
bool crane_block(bench_context* context) {
    rv_world_def world_def = bench_world_def(context);
    context->h = 1.0 / 60.0;
    context->world = rv_world_create(&world_def, NULL, 0);
    reeving_def def = {.kind = REEVING_PULLEYS, .nodes = 18, .mass = 20000.0, .winch = true};
    rv_cable_id cable;
    return reeving_create(context->world, &def, &cable)
           && rv_cable_set_winch_speed(context->world, cable, 0, -0.01);
}
