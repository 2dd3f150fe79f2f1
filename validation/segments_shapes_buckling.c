// Part of suite "servin_2007_segments": the loads at which columns buckle, in the units L = B = 1.
// At a load P a damped column that was pushed aside a little creeps back or away as exp(sigma t),
// and sigma is zero at the buckling load: found by secants. It is compared with Euler's load and
// with that of the chain itself: with angles theta_i of its segments, moments M_i of its joints and
// the force R that keeps its end in line,
//   M_i = k_i (theta_(i+1) - theta_i),  M_i = M_(i-1) - P l theta_i + R l,  sum theta_i = 0
// k = B/l within, 2 B/l at a clamped end, B/(3 l/2) beside a free one. Pinned: (4 B/l^2)
// sin^2(pi/2N).
#include "validation/segments_shapes.h"
#include "validation/segments_world.h"

#include <math.h>
#include <stdio.h>

enum { CASES = 4, SECANTS = 5 };

typedef enum end_kind { FREE, PINNED, CLAMPED } end_kind;

typedef struct column {
    const char* name;
    end_kind start, end;
    double euler; // P L^2/B
    double omega; // of its slowest motion without load
} column;

static const column COLUMNS[CASES] = {
    {"clamped-free", CLAMPED, FREE, 0.25 * RV_PI* RV_PI, 3.516},
    {"pinned-pinned", PINNED, PINNED, RV_PI* RV_PI, 9.870},
    {"clamped-pinned", CLAMPED, PINNED, 20.190729, 15.418},
    {"clamped-clamped", CLAMPED, CLAMPED, 4.0 * RV_PI* RV_PI, 22.373},
};

// --- the chain's own load ---

// the last moment or angle that must vanish, and the sum of angles, of a chain that begins with
// `start`
static void walk(const column* c, int N, double P, const double start[2], double out[2]) {
    double l = 1.0 / N, R = start[1];
    double M = c->start == CLAMPED ? start[0] : 0.0;
    double theta = c->start == CLAMPED ? M * 0.5 * l : start[0];
    out[1] = 0.0;
    for (int i = 1; i <= N; i++) {
        M += (R - P * theta) * l;
        out[1] += theta;
        bool beside_free = c->end == FREE && i == N - 1;
        if (i < N)
            theta += M * l * (beside_free ? 1.5 : 1.0);
    }
    out[0] = c->end == CLAMPED ? theta + M * 0.5 * l : M;
}

static double determinant(const column* c, int N, double P) {
    double a[2], b[2];
    walk(c, N, P, (double[2]){1.0, 0.0}, a);
    if (c->end == FREE)
        return a[0];
    walk(c, N, P, (double[2]){0.0, 1.0}, b);
    return a[0] * b[1] - a[1] * b[0];
}

static double chain_load(const column* c, int N) {
    double low = 0.7 * c->euler, high = 1.2 * c->euler, at_low = determinant(c, N, low);
    for (int n = 0; n < 60; n++) {
        double middle = 0.5 * (low + high);
        if ((determinant(c, N, middle) > 0.0) == (at_low > 0.0))
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

// --- the cable's ---

// a body that slides along the column, and the cable's node on it
static rv_cable_node slider(rv_world* world, end_kind kind, rv_body_id* body) {
    static const rv_vec3 TOP = {1.0, 0.0, 0.0}, ALONG = {1.0, 0.0, 0.0}, ORIGIN = {0.0, 0.0, 0.0};
    rv_body_def def = rv_body_def_default();
    def.mass = 0.01;
    def.pose.position = TOP;
    *body = rv_body_create(world, &def);
    rv_joint_def joint =
        rv_joint_def_at(world, RV_JOINT_SLIDER, (rv_body_id){0}, *body, TOP, ALONG);
    rv_joint_create(world, &joint);
    return kind == CLAMPED ? bars_clamped(*body, ORIGIN, ALONG) : bars_pinned(*body, ORIGIN);
}

static double aside(const bars_held* b) {
    double sum = 0.0;
    for (int i = 0; i < rv_cable_segment_count(b->world, b->cable); i++) {
        rv_vec3 at = bars_segment_center(b, i);
        sum += at.y * at.y + at.z * at.z;
    }
    return sqrt(sum);
}

static void press(const bars_held* b, rv_body_id top, double P, double h, int steps) {
    const rv_vec3 force = {-P, 0.0, 0.0};
    for (int n = 0; n < steps; n++) {
        if (rv_body_is_valid(b->world, top))
            rv_body_apply_force_at_center(b->world, top, force);
        else
            rv_body_apply_force(b->world, bars_end_segment(b, 1), force, bars_end(b, 1));
        rv_world_step(b->world, h);
    }
}

static bars_bar column_bar(int N, double time) {
    return (bars_bar){.count = N,
                      .length = 1.0,
                      .EA = 1e8,
                      .EI = 1.0,
                      .mass_per_length = 1.0,
                      .diameter = 1e-3,
                      .stretch_time = NAN,
                      .bend_time = time};
}

// sigma of a column under load, in its damping times
static double growth(validation* v, const column* c, int N, double P) {
    static const rv_vec3 ORIGIN = {0.0, 0.0, 0.0}, ALONG = {1.0, 0.0, 0.0};
    enum { STEPS_PER_TIME = 6, SETTLES = 30, WATCHED = 10 };
    double time = 2.0 / c->omega, h = time / STEPS_PER_TIME;
    bars_held b = {.world = bars_world(0.0)};
    bars_bar bar = column_bar(N, time);
    rv_body_id top = {0}, world = {0};
    rv_cable_node nodes[2] = {c->start == CLAMPED ? bars_clamped(world, ORIGIN, ALONG)
                                                  : bars_pinned(world, ORIGIN),
                              c->end == FREE ? bars_free(ALONG) : slider(b.world, c->end, &top)};
    rv_cable_def def = bars_cable(&bar, nodes);
    b.cable = bars_add(v, b.world, &def);
    // small against its length, large against rounding
    rv_body_set_velocity(b.world, rv_cable_segment(b.world, b.cable, N / 3),
                         (rv_vec3){0.0, 1e-6, 0.0});
    press(&b, top, P, h, SETTLES * STEPS_PER_TIME);
    double before = aside(&b);
    press(&b, top, P, h, WATCHED * STEPS_PER_TIME);
    double after = aside(&b);
    rv_world_destroy(b.world);
    return log(after / before) / WATCHED;
}

static double buckling_load(validation* v, const column* c, int N) {
    double P = 0.99 * c->euler, other = 0.98 * c->euler, at_other = growth(v, c, N, other);
    for (int n = 0; n < SECANTS; n++) {
        double sigma = growth(v, c, N, P);
        double next = P - sigma * (P - other) / (sigma - at_other);
        other = P;
        at_other = sigma;
        P = next;
        if (fabs(P - other) < 1e-5 * P)
            break;
    }
    return P;
}

static void check_columns(validation* v) {
    char name[160];
    for (int k = 0; k < CASES; k++) {
        const column* c = &COLUMNS[k];
        double P = buckling_load(v, c, 50);
        snprintf(name, sizeof name, "column, %s, N = 50: buckling load P L^2/B", c->name);
        bars_check(v, name, "Euler", c->euler, P, 0.01);
        snprintf(name, sizeof name, "column, %s, N = 50: load of the chain itself", c->name);
        bars_check(v, name, "det = 0 of its moments", chain_load(c, 50), P, 1e-6);
    }
    static const int SIZES[3] = {5, 10, 20};
    for (int s = 0; s < 3; s++) {
        double half = sin(0.5 * RV_PI / SIZES[s]) * SIZES[s];
        snprintf(name, sizeof name, "column, pinned-pinned, N = %d: buckling load P L^2/B",
                 SIZES[s]);
        bars_check(v, name, "(4 B/l^2) sin^2(pi/2N)", 4.0 * half * half,
                   buckling_load(v, &COLUMNS[1], SIZES[s]), 1e-6);
    }
}

// --- far beyond the buckling load ---

// complete elliptic integrals by the arithmetic-geometric mean: E/K = 1 - sum 2^(n-1) c_n^2
static void elliptic(double k, double* K, double* E) {
    double a = 1.0, b = sqrt(1.0 - k * k), c = k, sum = 0.5 * c * c;
    for (double power = 1.0; c > 1e-15; power *= 2.0) {
        c = 0.5 * (a - b);
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
        sum += power * c * c;
    }
    *K = 0.5 * RV_PI / a;
    *E = *K * (1.0 - sum);
}

static void check_beyond(validation* v, double degrees) {
    enum { N = 50, STEPS_PER_TIME = 8, PUSHED = 20, SETTLES = 80 };
    double k = sin(0.5 * degrees * RV_PI / 180.0), K, E;
    elliptic(k, &K, &E);
    double P = 4.0 * K * K, time = 2.0 / COLUMNS[1].omega, h = time / STEPS_PER_TIME;
    bars_held b = {.world = bars_world(0.0)};
    bars_bar bar = column_bar(N, time);
    rv_body_id top = {0};
    rv_cable_node nodes[2] = {bars_pinned((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}),
                              slider(b.world, PINNED, &top)};
    rv_cable_def def = bars_cable(&bar, nodes);
    b.cable = bars_add(v, b.world, &def);
    for (int n = 0; n < PUSHED * STEPS_PER_TIME; n++) {
        rv_body_apply_force_at_center(b.world, rv_cable_segment(b.world, b.cable, N / 2),
                                      (rv_vec3){0.0, 5.0, 0.0});
        press(&b, top, P, h, 1);
    }
    press(&b, top, P, h, SETTLES * STEPS_PER_TIME);
    double shortening = 1.0 - rv_body_center(b.world, top).x;
    double deflection = rv_cable_get_joint(b.world, b.cable, N / 2).point.y;
    rv_world_destroy(b.world);
    char name[160];
    snprintf(name, sizeof name,
             "column, pinned, N = 50, bent to %g degrees at its ends: shortening/L", degrees);
    bars_check(v, name, "2 - 2 E/K at P = 4 K^2 B/L^2", 2.0 - 2.0 * E / K, shortening, 0.01);
    snprintf(name, sizeof name,
             "column, pinned, N = 50, bent to %g degrees at its ends: deflection/L", degrees);
    bars_check(v, name, "k/K", k / K, deflection, 0.01);
}

// --- twist ---

// sigma of a bar between two points that is pulled with T and twisted with M, whose ends may tilt
static double twisted_growth(validation* v, int N, double T, double M) {
    enum { STEPS_PER_TIME = 8, SETTLES = 80, WATCHED = 10 };
    double time = 2.0 / COLUMNS[1].omega, h = time / STEPS_PER_TIME;
    bars_held b = {.world = bars_world(0.0)};
    bars_bar bar = column_bar(N, time);
    bar.GJ = 1.0;
    bar.diameter = 0.1;
    bar.twist_time = time;
    rv_body_id top = {0};
    rv_cable_node nodes[2] = {bars_pinned((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}),
                              slider(b.world, PINNED, &top)};
    nodes[0].swivel = nodes[1].swivel = true;
    rv_cable_def def = bars_cable(&bar, nodes);
    b.cable = bars_add(v, b.world, &def);
    rv_body_set_velocity(b.world, rv_cable_segment(b.world, b.cable, N / 3),
                         (rv_vec3){0.0, 1e-6, 0.0});
    double before = 0.0;
    for (int n = 0; n < (SETTLES + WATCHED) * STEPS_PER_TIME; n++) {
        if (n == SETTLES * STEPS_PER_TIME)
            before = aside(&b);
        rv_body_apply_torque(b.world, bars_end_segment(&b, 0), (rv_vec3){-M, 0.0, 0.0});
        rv_body_apply_torque(b.world, bars_end_segment(&b, 1), (rv_vec3){M, 0.0, 0.0});
        press(&b, top, -T, h, 1);
    }
    double after = aside(&b);
    rv_world_destroy(b.world);
    return log(after / before) / WATCHED;
}

// The chain: (B/l^2) (y_(j+1) - 2 y_j + y_(j-1)) - i (M/2l) (y_(j+1) - y_(j-1)) = T y_j, y_0 = y_N
// = 0, has waves exp(i a j) with (M/l) sin a + (2 B/l^2) cos a = T + 2 B/l^2, and two of them 2
// pi/N apart at (M/l)^2 = ((T + 2 B/l^2)/cos(pi/N))^2 - (2 B/l^2)^2.
static void check_greenhill(validation* v, double T) {
    enum { N = 50 };
    double l = 1.0 / N, stiff = 2.0 / (l * l), wave = (T + stiff) / cos(RV_PI / N);
    double chain = l * sqrt(wave * wave - stiff * stiff), rod = 2.0 * sqrt(T + RV_PI * RV_PI);
    double M = 0.99 * rod, other = 0.98 * rod, at_other = twisted_growth(v, N, T, other);
    for (int n = 0; n < SECANTS && fabs(M - other) > 1e-5 * M; n++) {
        double sigma = twisted_growth(v, N, T, M);
        double next = M - sigma * (M - other) / (sigma - at_other);
        other = M;
        at_other = sigma;
        M = next;
    }
    char name[160];
    snprintf(name, sizeof name, "twisted bar, N = 50, T L^2/B = %g: torque M L/B that buckles it",
             T);
    bars_check(v, name, "Greenhill: 2 sqrt(B T + pi^2 B^2/L^2)", rod, M, 0.01);
    snprintf(name, sizeof name, "twisted bar, N = 50, T L^2/B = %g: torque of the chain itself", T);
    bars_check(v, name, "waves of the chain 2 pi/N apart", chain, M, 1e-5);
}

void shapes_buckling(validation* v) {
    check_columns(v);
    for (int k = 0; k < 3; k++)
        check_beyond(v, (double[]){60.0, 90.0, 120.0}[k]);
    for (int k = 0; k < 3; k++)
        check_greenhill(v, (double[]){0.0, 10.0, 100.0}[k]);
}
