// Suite "wang_2017", the paper's integrator: figures 4 and 5, energy over 1000 s; figures 8 and 9,
// the axial force of a thread at rest, which is that of the catenary in the middles of edges.
#include "validation/wang_2017_explicit.h"

#include "validation/wang_2017.h"

#include <math.h>
#include <stdio.h>

enum { SECONDS = 1000, VERTICES_MAX = 128, METHODS = 2 };
static const double LENGTH = 1.0, DENSITY = 0.01, GRAVITY = 9.81;
static const rv_cable_rod_integrator METHOD[METHODS] = {RV_CABLE_ROD_NEWTON,
                                                        RV_CABLE_ROD_CONTRACTION};
static const char* const WORD[METHODS] = {"Newton", "contraction"};

typedef struct thread {
    rv_world* world;
    rv_cable_id cable;
} thread;

typedef struct thread_def {
    rv_cable_rod_integrator integrator;
    int edges;
    double EI, damping, tolerance;
    double gravity;
    bool hangs; // its first end is pinned
    rv_vec3 first, last;
} thread_def;

static thread thread_make(validation* v, const thread_def* d) {
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = (rv_vec3){0.0, 0.0, -d->gravity};
    world_def.contact.enabled = false;
    thread t = {.world = rv_world_create(&world_def, NULL, 0)};
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].type = d->hangs ? RV_CABLE_FIXED : RV_CABLE_FREE;
    nodes[0].point = d->first;
    nodes[1].type = RV_CABLE_FREE;
    nodes[1].point = d->last;
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.EA = INFINITY;
    def.GJ = 0.0;
    def.mass_per_length = DENSITY;
    def.segments.count = d->edges;
    def.segments.EI = d->EI;
    def.segments.bend_damping = d->damping;
    def.segments.touches_itself = false;
    def.rod.integrator = d->integrator;
    def.rod.tolerance = d->tolerance;
    def.rod.substeps = 1;
    t.cable = rv_cable_create(t.world, &def);
    if (!rv_cable_is_valid(t.world, t.cable))
        validation_check(v, rv_world_error(t.world), "must be accepted", 1.0, 0.0, 0.0);
    return t;
}

// hangs from the origin, turned by `angle` from the vertical
static thread hanging(validation* v, rv_cable_rod_integrator integrator, int edges, double angle,
                      double tolerance) {
    return thread_make(v, &(thread_def){.integrator = integrator,
                                        .edges = edges,
                                        .EI = 1e-5,
                                        .tolerance = tolerance,
                                        .gravity = GRAVITY,
                                        .hangs = true,
                                        .last = {LENGTH * sin(angle), 0.0, -LENGTH * cos(angle)}});
}

// --- energy ---

// how far the energy goes from where it was, and where a straight line through it ends; of the
// swing's
typedef struct kept {
    double off, drift;
} kept;

// `sampled`: once a second; may be NULL
static kept keep_energy(validation* v, int method, int edges, double h, double* sampled) {
    double leans = 0.05 * RV_PI;
    double swing = 0.5 * DENSITY * LENGTH * LENGTH * GRAVITY * (1.0 - cos(leans));
    thread t = hanging(v, METHOD[method], edges, leans, 1e-12);
    double start = rv_world_energy(t.world).total;
    double sum = 0.0, sum_t = 0.0, sum_tt = 0.0, sum_te = 0.0;
    kept k = {0.0, 0.0};
    long samples = 37L * SECONDS, per_sample = (long)(1.0 / (37.0 * h));
    for (long n = 0; n < samples; n++) {
        for (long i = 0; i < per_sample; i++)
            rv_world_step(t.world, h);
        double e = (rv_world_energy(t.world).total - start) / swing;
        double at = (double)n / (double)samples;
        k.off = fmax(k.off, fabs(e));
        sum += e;
        sum_t += at;
        sum_tt += at * at;
        sum_te += at * e;
        if (sampled != NULL && n % 37 == 0)
            sampled[n / 37] = e;
    }
    double m = (double)samples;
    k.drift = (m * sum_te - sum_t * sum) / (m * sum_tt - sum_t * sum_t);
    rv_world_destroy(t.world);
    return k;
}

static void check_energy(validation* v) {
    static const struct {
        int method, edges;
        double h, off;
    } RUN[] = {
        {0, 20, 1e-3, 1e-5}, {1, 20, 1e-3, 1e-5}, {0, 20, 5e-4, 2.5e-6}, {0, 100, 1e-3, 1e-5}};
    static double time[SECONDS], energy[SECONDS];
    for (int i = 0; i < (int)(sizeof RUN / sizeof *RUN); i++) {
        kept k = keep_energy(v, RUN[i].method, RUN[i].edges, RUN[i].h, i == 0 ? energy : NULL);
        char name[120];
        snprintf(name, sizeof name, "explicit swing, %s, N = %d, h = %g ms, 1000 s: energy off by",
                 WORD[RUN[i].method], RUN[i].edges, 1e3 * RUN[i].h);
        validation_at_most(v, name,
                           "figure 5; of the swing's, an independent check has 5e-6 at 1 ms",
                           RUN[i].off, k.off);
        snprintf(name, sizeof name,
                 "explicit swing, %s, N = %d, h = %g ms, 1000 s: energy drifts by",
                 WORD[RUN[i].method], RUN[i].edges, 1e3 * RUN[i].h);
        validation_at_most(v, name, "figure 5: no drift", 1e-6, k.drift);
    }
    for (int n = 0; n < SECONDS; n++)
        time[n] = n;
    wang_plot_energy(v, "variational steps of 1 ms, EI = 1e-5 N m^2", time, energy, SECONDS);
}

// --- axial force ---

static const double FORCE = 0.1; // [N], across, at the end of a thread pinned at the other

// One hand pulls, another one takes up the waves that come to it, with sqrt(T lambda); those from
// edge to edge are damped as bends.
static double axial_error(validation* v, int method, int edges, double EI) {
    thread t = thread_make(v, &(thread_def){.integrator = METHOD[method],
                                            .edges = edges,
                                            .EI = EI,
                                            .damping = 2e-6,
                                            .tolerance = 1e-14,
                                            .gravity = GRAVITY,
                                            .hangs = true,
                                            .last = {LENGTH, 0.0, 0.0}});
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = LENGTH;
    grip.target = (rv_vec3){1e12, 0.0, 0.0};
    grip.max_force = FORCE;
    rv_cable_hold(t.world, t.cable, 0, &grip);
    grip.target = (rv_vec3){0.0, 0.0, 0.0};
    grip.stiffness = 1e-15;
    grip.damping = sqrt(FORCE * DENSITY);
    rv_cable_hold(t.world, t.cable, 1, &grip);
    for (int n = 0; n < 60000; n++)
        rv_world_step(t.world, 1e-3);
    rv_vec3 points[VERTICES_MAX];
    double tension[VERTICES_MAX], worst = 0.0;
    rv_cable_points(t.world, t.cable, 1.0, points, tension, VERTICES_MAX);
    for (int j = 0; j < edges; j++) {
        double below = LENGTH * (1.0 - (j + 0.5) / edges);
        worst = fmax(worst, fabs(tension[j] - hypot(FORCE, DENSITY * GRAVITY * below)));
    }
    rv_world_destroy(t.world);
    return worst;
}

static void check_axial(validation* v) {
    for (int method = 0; method < METHODS; method++) {
        char name[120];
        snprintf(name, sizeof name, "explicit, at rest, %s, N = 20: axial force off by, of 0.1 N",
                 WORD[method]);
        validation_at_most(v, name, "figure 9: catenary, in the middles of edges", 1e-9,
                           axial_error(v, method, 20, 0.0) / FORCE);
    }
    validation_at_most(v, "explicit, at rest, N = 20, EI = 1e-5 N m^2: axial force off by [N]",
                       "figure 9: catenary; an independent check has 8e-7", 2e-6,
                       axial_error(v, 0, 20, 1e-5));
}

void wang_explicit(validation* v) {
    check_energy(v);
    check_axial(v);
}
