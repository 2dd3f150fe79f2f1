// Scenarios of `reeve bench` about threads that move by the variational integrator (Wang et al. 2017):
// one metre, 10 g, that cannot stretch, at the rate of a hand that feels it.
#include "bench/explicit_rods.h"

#include <math.h>
#include <stdio.h>

enum { EDGES = 100 };

bool explicit_rod(bench_context* context) {
    const explicit_rod_def* rod = context->def;
    rv_world_def world_def = bench_world_def(context);
    context->h = 1e-3;
    context->world = rv_world_create(&world_def, NULL, 0);
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.002;
    def.mass_per_length = 0.01;
    def.EA = INFINITY;
    def.GJ = def.segments.EI = rod->stiffness;
    def.segments.count = EDGES;
    def.segments.touches_itself = false;
    def.rod.integrator = rod->integrator;
    if (rod->twisted) {
        nodes[1].point = (rv_vec3){0.8, 0.0, 0.0};
        def.length = 1.0;
        def.twist = 2.0 * RV_PI;
    } else {
        // let go 30 degrees off the vertical
        nodes[1].type = RV_CABLE_FREE;
        nodes[1].point = (rv_vec3){0.5, 0.0, -sqrt(0.75)};
    }
    return context->world != NULL && rv_cable_create(context->world, &def).slot != 0;
}

void explicit_rod_note(const bench_context* context, char* buffer, size_t bytes) {
    rv_cable_id cable = rv_cable_next(context->world, (rv_cable_id){0});
    rv_cable_rod_report report = rv_cable_get_rod_report(context->world, cable);
    snprintf(buffer, bytes, "%d parts, %d iterations in the last step", report.substeps,
             report.iterations);
}
