// Suite "wang_2017", what buckles by twist, in the units L = B = C = lambda = 1: the twist moment M at
// which something small neither grows nor fades, found in the motion.
//   Greenhill 1883, pulled with T, ends that may tilt: M = 2 sqrt(B T + pi^2 B^2/L^2); of N links
//     (M/l)^2 = ((T + 2 B/l^2)/cos(pi/N))^2 - (2 B/l^2)^2
//   clamped: a 4 x 4 determinant, M L/B = 8.98682, 10.42886, 20.98350 at T L^2/B = 0, 10, 100
//   a ring (Michell 1889, Zajac 1962): M R/B = sqrt(3), a total twist of 2 pi sqrt(3) B/C
// The rod is pulled because it is T/EA shorter than the way between its ends, and the ring is one that is
// clamped to itself: both ends at one place, in one direction.
#include "validation/wang_2017.h"

#include <math.h>
#include <stdio.h>

enum { STEPS_PER_TIME = 8, SETTLES = 60, WATCHED = 10, RING = 2000 };
static const double EA = 1e8;
static const rv_vec3 ORIGIN = {0.0, 0.0, 0.0}, ALONG = {1.0, 0.0, 0.0};

typedef struct twisted {
    bool clamped, ring;
    double tension, omega;
    int edges;
} twisted;

// vertices out of the line, or of the plane of the ring
static double aside(const rv_world* world, rv_cable_id cable, bool ring) {
    wang_line line;
    double sum = 0.0;
    wang_read(world, cable, &line);
    for (int i = 0; i < line.count; i++)
        sum += line.at[i].z * line.at[i].z + (ring ? 0.0 : line.at[i].y * line.at[i].y);
    return sqrt(sum);
}

static void lay_ring(rv_vec3 circle[RING + 1]) {
    double R = 0.5 / RV_PI;
    for (int i = 0; i <= RING; i++) {
        double a = 2.0 * RV_PI * (i % RING) / RING;
        circle[i] = (rv_vec3){R * sin(a), R * (1.0 - cos(a)), 0.0};
    }
}

static rv_cable_id twisted_make(validation* v, rv_world* world, const twisted* t, double M) {
    static rv_vec3 circle[RING + 1];
    const rv_body_id none = {0};
    rv_vec3 line[2] = {ORIGIN, ALONG}, end = t->ring ? ORIGIN : ALONG;
    lay_ring(circle);
    rv_cable_node nodes[2] = {wang_pinned(none, ORIGIN), wang_pinned(none, end)};
    if (t->clamped) {
        nodes[0] = wang_clamped(none, ORIGIN, ALONG);
        nodes[1] = wang_clamped(none, end, ALONG);
    }
    rv_cable_def def = wang_rod(nodes, t->edges, 1.0);
    def.mass_per_length = def.GJ = 1.0;
    def.segments.bend_damping = 2.0 / t->omega;
    def.segments.shape = t->ring ? circle : line;
    def.segments.shape_count = t->ring ? RING + 1 : 2;
    def.EA = EA;
    def.length = t->ring ? NAN : 1.0 - wang_strain(t->edges, t->clamped ? 2 : 0, t->tension / EA);
    def.twist = M;
    return wang_add(v, world, &def);
}

static double growth(validation* v, const void* what, double M) {
    const twisted* t = what;
    double h = 2.0 / t->omega / STEPS_PER_TIME;
    rv_world* world = wang_world(0.0);
    rv_cable_id cable = twisted_make(v, world, t, M);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 0.36;
    grip.target = (rv_vec3){0.0, 0.0, 1e3};
    grip.max_force = 1e-7;
    rv_cable_hold(world, cable, 0, &grip);
    wang_run(world, h, 1);
    rv_cable_release(world, cable, 0);
    wang_run(world, h, SETTLES * STEPS_PER_TIME);
    double before = aside(world, cable, t->ring);
    wang_run(world, h, WATCHED * STEPS_PER_TIME);
    double after = aside(world, cable, t->ring);
    rv_world_destroy(world);
    return log(after / before) / WATCHED;
}

static void check_greenhill(validation* v, double T, double clamped) {
    enum { N = 60 };
    double pinned = 2.0 * sqrt(T + RV_PI * RV_PI), l = 1.0 / N, stiff = 2.0 / (l * l);
    double wave = (T + stiff) / cos(RV_PI / N), chain = l * sqrt(wave * wave - stiff * stiff);
    twisted t = {.tension = T, .omega = 9.8696, .edges = N};
    double M = wang_threshold(v, growth, &t, pinned);
    char name[120];
    snprintf(name, sizeof name, "twisted rod, pinned, N = %d, T L^2/B = %g: M L/B", N, T);
    wang_check(v, name, "Greenhill: 2 sqrt(B T + pi^2 B^2/L^2)", pinned, M, 0.01);
    snprintf(name, sizeof name, "twisted rod, pinned, N = %d, T L^2/B = %g: M L/B of N links", N,
             T);
    wang_check(v, name, "waves of the chain 2 pi/N apart", chain, M, 1e-5);
    t.clamped = true;
    t.omega = 22.373;
    M = wang_threshold(v, growth, &t, clamped);
    snprintf(name, sizeof name, "twisted rod, clamped, N = %d, T L^2/B = %g: M L/B", N, T);
    wang_check(v, name, "Greenhill: det = 0", clamped, M, 0.01);
}

static void check_ring(validation* v) {
    enum { SIZES = 3 };
    static const int EDGES[SIZES] = {30, 48, 96};
    double edge[SIZES], off[SIZES], exact = 2.0 * RV_PI * sqrt(3.0);
    char name[120];
    for (int k = 0; k < SIZES; k++) {
        twisted t = {.ring = true, .clamped = true, .omega = 40.0, .edges = EDGES[k]};
        // from above: below it, what has been pushed fades while it changes sides
        double Theta = wang_threshold(v, growth, &t, 1.07 * exact);
        edge[k] = 1.0 / t.edges;
        off[k] = fabs(Theta / exact - 1.0);
        snprintf(name, sizeof name, "ring, N = %d: twist that buckles it [rad]", t.edges);
        // the independent check: +1.4 % at 48 edges, +0.34 % at 96
        wang_check(v, name, "Michell, Zajac: 2 pi sqrt(3) B/C", exact, Theta,
                   t.edges == 96 ? 0.01 : 0.05);
    }
    validation_check(v, "ring, N = 30 to 96: order of its threshold in the edge", "second order",
                     2.0, wang_slope(edge, off, SIZES), 0.2);
}

void wang_twisted(validation* v) {
    check_greenhill(v, 0.0, 8.98682);
    check_greenhill(v, 10.0, 10.42886);
    check_greenhill(v, 100.0, 20.98350);
    check_ring(v);
}
