// Spans for the suite "garcia_2008": see garcia_2008.h.
#include "validation/garcia_2008.h"

#include <math.h>

rv_cable_def garcia_cable(const rv_cable_node* nodes, int count, double EA, double density) {
    rv_cable_def def = massless_cable(nodes, count, EA);
    def.model = RV_CABLE_LAYERED;
    def.mass_per_length = density;
    def.layer.damping = 0.0;
    return def;
}

double garcia_length(double chord, double tension, double EA) {
    return chord / (1.0 + tension / EA);
}

// what carries the end of a span
static void add_end(garcia_span* span, const garcia_span_def* def) {
    if (def->kinematic) {
        rv_body_def body = rv_body_def_default();
        body.type = RV_BODY_KINEMATIC;
        body.pose.position = def->to;
        span->end = rv_body_create(span->world, &body);
        return;
    }
    span->end = massless_box(span->world, 1.0, 1.0, def->to, (rv_vec3){1, 0, 0});
    bool rests = rv_vec3_length(def->moves) == 0.0;
    rv_joint_def hold =
        rv_joint_def_at(span->world, rests ? RV_JOINT_LOCK : RV_JOINT_SLIDER, (rv_body_id){0},
                        span->end, def->to, rests ? (rv_vec3){1, 0, 0} : def->moves);
    hold.motor = (rv_joint_motor){.enabled = !rests, .max_force = INFINITY};
    span->hold = rv_joint_create(span->world, &hold);
}

garcia_span garcia_span_make(validation* v, const garcia_span_def* def) {
    garcia_span span = {.world = massless_world(RV_STEPPER_SPOOK, def->gravity),
                        .moves = def->moves,
                        .cells = def->cells};
    add_end(&span, def);
    const rv_cable_node nodes[2] = {massless_end((rv_body_id){0}, (rv_vec3){0, 0, 0}),
                                    massless_end(span.end, (rv_vec3){0, 0, 0})};
    rv_cable_def cable = garcia_cable(nodes, 2, def->EA, def->density);
    cable.length = def->length;
    cable.damping = NAN;
    cable.layer.cells = def->cells;
    cable.layer.waves = def->waves;
    cable.layer.damping = def->damping;
    span.cable = massless_add(v, span.world, &cable);
    return span;
}

void garcia_span_drive(const garcia_span* span, double speed) {
    if (span->hold.slot == 0)
        rv_body_set_velocity(span->world, span->end, rv_vec3_scale(span->moves, speed));
    else
        rv_joint_set_motor_speed(span->world, span->hold, speed);
}

void garcia_shape(const garcia_span* span, rv_vec3 direction, double* u) {
    rv_vec3 points[GARCIA_CELLS_MAX + 1];
    int count = rv_cable_points(span->world, span->cable, 0.1, points, NULL, GARCIA_CELLS_MAX + 1);
    for (int j = 0; j <= span->cells; j++) {
        double share = (double)j / span->cells;
        rv_vec3 chord =
            rv_vec3_mul_add(rv_vec3_scale(points[0], 1.0 - share), share, points[span->cells]);
        u[j] =
            count == span->cells + 1 ? rv_vec3_dot(rv_vec3_sub(points[j], chord), direction) : NAN;
    }
}

double garcia_mode(const double* u, int cells, int n) {
    double sum = 0.0;
    for (int j = 1; j < cells; j++)
        sum += u[j] * sin(n * RV_PI * j / cells);
    return 2.0 * sum / cells;
}

garcia_turn garcia_fit(const double* x, int count) {
    double pp = 0.0, pq = 0.0, qq = 0.0, pn = 0.0, qn = 0.0;
    for (int n = 1; n + 1 < count; n++) {
        // by differences, which keeps the digits of small angles
        double p = x[n], q = x[n] - x[n - 1], next = x[n + 1] - 2.0 * x[n] + x[n - 1];
        pp += p * p;
        pq += p * q;
        qq += q * q;
        pn += p * next;
        qn += q * next;
    }
    // x[n+1] - 2 x[n] + x[n-1] = -s x[n] - d (x[n] - x[n-1])
    double det = pp * qq - pq * pq;
    double s = -(pn * qq - qn * pq) / det, d = -(qn * pp - pn * pq) / det;
    double kept = sqrt(1.0 - d);
    // 2 kept cos(angle) = 2 - s - d
    double half = (s - (1.0 - kept) * (1.0 - kept)) / (4.0 * kept);
    return (garcia_turn){2.0 * asin(sqrt(half)), kept};
}

garcia_catenary garcia_catenary_of(double chord, double w, double b) {
    double H = 0.5 * w * chord / b;
    return (garcia_catenary){
        .H = H, .V = H * sinh(b), .sag = H / w * (cosh(b) - 1.0), .excess = sinh(b) / b - 1.0};
}

garcia_catenary garcia_catenary_under(double chord, double w, double tension) {
    // tension = w chord cosh(b)/(2b) falls with b on the taut branch, up to b = 1.2
    double low = 1e-9, high = 1.19;
    for (int turn = 0; turn < 100; turn++) {
        double b = 0.5 * (low + high);
        if (0.5 * w * chord * cosh(b) / b > tension)
            low = b;
        else
            high = b;
    }
    return garcia_catenary_of(chord, w, 0.5 * (low + high));
}

garcia_catenary garcia_catenary_with(double chord, double w, double sag) {
    // the sag grows with b; chords of b = 20 hang by millions of their length
    double low = 1e-9, high = 20.0;
    for (int turn = 0; turn < 100; turn++) {
        double b = 0.5 * (low + high);
        if (garcia_catenary_of(chord, w, b).sag < sag)
            low = b;
        else
            high = b;
    }
    return garcia_catenary_of(chord, w, 0.5 * (low + high));
}
