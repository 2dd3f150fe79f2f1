// Scenarios of `reeve bench` about layered cables: a line of 24 mm steel through eyes 50 m apart, a
// tonne at its end, which swings. Both planes have waves.
#include "bench/layered.h"

#include <stdio.h>
#include <stdlib.h>

static const double SPAN = 50.0; // [m]
// it hangs under the load's weight from the start: what spans use more, less what it stretches
static const double LENGTH = 1.0009; // per length of the path
// explicit waves need h c M/l < 0.7: 0.45 for 100 cells of 0.5 m and waves of 54 m/s
static const double STEP = 1.0 / 60.0, STEP_EXPLICIT = 1.0 / 240.0;

static rv_body_id add_load(rv_world* world, rv_vec3 at) {
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    rv_body_def body = rv_body_def_default();
    body.mass = 1000.0;
    body.shapes = &box;
    body.shape_count = 1;
    body.pose.position = at;
    body.velocity = (rv_vec3){0.5, 1.0, 0.0};
    return rv_body_create(world, &body);
}

static bool make(bench_context* context, rv_cable_model model) {
    const layered_def* layered = context->def;
    rv_world_def world_def = bench_world_def(context);
    world_def.sleep.enabled = false;
    context->h = layered->waves == RV_CABLE_WAVES_EXPLICIT ? STEP_EXPLICIT : STEP;
    context->world = rv_world_create(&world_def, NULL, 0);
    int last = layered->spans;
    rv_cable_node* nodes = calloc((size_t)last + 1, sizeof *nodes);
    if (context->world == NULL || nodes == NULL) {
        free(nodes);
        return false;
    }
    for (int i = 0; i < last; i++) {
        nodes[i] = rv_cable_node_default();
        nodes[i].type = i == 0 ? RV_CABLE_FIXED : RV_CABLE_EYE;
        nodes[i].point.x = SPAN * i;
    }
    nodes[last] = rv_cable_node_default();
    nodes[last].body = add_load(context->world, (rv_vec3){SPAN * (last - 1), 0.0, -SPAN});
    rv_cable_def def = rv_cable_def_default();
    def.model = model;
    def.nodes = nodes;
    def.node_count = last + 1;
    def.length = LENGTH * SPAN * last;
    def.diameter = 0.024;
    def.layer.cells = layered->cells;
    def.layer.waves = layered->waves;
    bool made = rv_cable_create(context->world, &def).slot != 0;
    free(nodes);
    return made;
}

bool layered_create(bench_context* context) {
    return make(context, RV_CABLE_LAYERED);
}

bool layered_without(bench_context* context) {
    return make(context, RV_CABLE_MASSLESS);
}

void layered_note(const bench_context* context, char* buffer, size_t bytes) {
    rv_cable_id cable = rv_cable_next(context->world, (rv_cable_id){0});
    const layered_def* layered = context->def;
    int suspended = 0;
    for (int i = 0; i < layered->spans; i++)
        suspended += rv_cable_waves_are_suspended(context->world, cable, i);
    snprintf(buffer, bytes, "%.0f N, %d of %d spans suspended",
             rv_cable_tension(context->world, cable, 0), suspended, layered->spans);
}
