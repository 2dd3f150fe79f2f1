// Suite "wang_2017": the thread as a discrete Kirchhoff rod against its paper, corrected, and closed
// formulas.
#include "validation/wang_2017.h"

#include "collide/segment.h"
#include "validation/wang_2017_explicit.h"

#include <math.h>

rv_world* wang_world(double gravity) {
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0.0, 0.0, -gravity};
    def.substeps.max = 1;
    def.contact.enabled = false;
    def.sleep.enabled = false;
    def.geometric_stiffness.delta = 0.0;
    return rv_world_create(&def, NULL, 0);
}

rv_cable_node wang_pinned(rv_body_id body, rv_vec3 point) {
    rv_cable_node node = rv_cable_node_default();
    node.body = body;
    node.point = point;
    return node;
}

rv_cable_node wang_free(rv_vec3 at) {
    rv_cable_node node = wang_pinned((rv_body_id){0}, at);
    node.type = RV_CABLE_FREE;
    return node;
}

rv_cable_node wang_clamped(rv_body_id body, rv_vec3 point, rv_vec3 axis) {
    rv_cable_node node = wang_pinned(body, point);
    node.clamped = true;
    node.axis = axis;
    return node;
}

rv_body_id wang_grain(rv_world* world, double mass, double damping, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = mass;
    def.linear_damping = damping;
    def.pose.position = at;
    return rv_body_create(world, &def);
}

rv_cable_def wang_rod(const rv_cable_node nodes[2], int edges, double EI) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 1e-3;
    def.EA = INFINITY;
    def.GJ = 0.0;
    def.mass_per_length = 0.01;
    def.segments.count = edges;
    def.segments.EI = EI;
    def.segments.bend_damping = 0.0;
    def.segments.mask = 0;
    def.segments.touches_itself = false;
    return def;
}

void wang_integrate(rv_cable_def* def, rv_cable_rod_integrator integrator) {
    def->rod.integrator = integrator;
    if (integrator == RV_CABLE_ROD_IMPLICIT)
        return;
    def->rod.tolerance = 1e-12;
    def->rod.substeps = 1;
}

rv_cable_id wang_add(validation* v, rv_world* world, const rv_cable_def* def) {
    rv_cable_id cable = rv_cable_create(world, def);
    if (!rv_cable_is_valid(world, cable))
        validation_check(v, rv_world_error(world), "must be accepted", 1.0, 0.0, 0.0);
    return cable;
}

double wang_strain(int edges, int clamps, double wanted) {
    return wanted * (1.0 - 0.5 * clamps / (edges - 0.5 * clamps));
}

void wang_run(rv_world* world, double h, long steps) {
    for (long n = 0; n < steps; n++)
        rv_world_step(world, h);
}

bool wang_failed(const rv_world* world, rv_cable_id cable) {
    rv_cable_rod_report report = rv_cable_get_rod_report(world, cable);
    return report.substeps > 0 ? !report.converged : rv_world_report(world).status != RV_STATUS_OK;
}

void wang_read(const rv_world* world, rv_cable_id cable, wang_line* line) {
    line->count = rv_cable_points(world, cable, 0.1, line->at, line->tension, WANG_POINTS_MAX);
}

double wang_nearest(const wang_line* line) {
    double least = INFINITY;
    for (int i = 0; i < line->count - 1; i++)
        for (int k = i + 3; k < line->count - 1; k++)
            least = fmin(least, rv_nearest_segments(line->at + i, line->at + k).squared);
    return sqrt(least);
}

void wang_check(validation* v, const char* name, const char* source, double expected,
                double measured, double relative) {
    validation_check(v, name, source, expected, measured, relative * fabs(expected));
}

double wang_slope(const double* x, const double* y, int count) {
    double mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0;
    for (int i = 0; i < count; i++) {
        mx += log(x[i]) / count;
        my += log(y[i]) / count;
    }
    for (int i = 0; i < count; i++) {
        xx += (log(x[i]) - mx) * (log(x[i]) - mx);
        xy += (log(x[i]) - mx) * (log(y[i]) - my);
    }
    return xy / xx;
}

double wang_threshold(validation* v, wang_growth* growth, const void* what, double near) {
    enum { SECANTS = 12 };
    double load = 0.99 * near, other = 0.98 * near, at_other = growth(v, what, other);
    for (int n = 0; n < SECANTS && fabs(load - other) > 1e-7 * near; n++) {
        double sigma = growth(v, what, load);
        double next = load - sigma * (load - other) / (sigma - at_other);
        other = load;
        at_other = sigma;
        load = next;
    }
    return load;
}

const validation_part wang_2017_parts[] = {
    {"A thread that swings", wang_motion, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"The explicit scheme", wang_explicit, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"A thread that tumbles", wang_thrown, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"Axial force", wang_axial, VALIDATION_OF_PAPER},
    {"Iterations and time", wang_speed, VALIDATION_OF_PAPER},
    {"Largest steps", wang_step_limits, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"Twenty edges that coil up", wang_plectoneme, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"The square knot", wang_square_knot, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"Loops of a twisted thread", wang_coils, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"Whole turns of twist", wang_turns, VALIDATION_OF_PAPER},
    {"Cantilevers", wang_shapes, VALIDATION_ANALYTIC},
    {"Columns that buckle", wang_columns, VALIDATION_ANALYTIC},
    {"Rods that buckle by twist", wang_twisted, VALIDATION_ANALYTIC},
    {"Localised buckling", wang_helix, VALIDATION_ANALYTIC | VALIDATION_SLOW},
    {"Overhand knots", wang_knots, VALIDATION_ANALYTIC | VALIDATION_SLOW},
    {"A suture in a hand", wang_suture, VALIDATION_ANALYTIC},
    {"A long plectoneme", wang_ply, VALIDATION_ANALYTIC | VALIDATION_SLOW},
    {NULL, NULL, 0},
};
