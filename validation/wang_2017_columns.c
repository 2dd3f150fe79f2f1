// Suite "wang_2017", columns in the units L = B = lambda = 1: the load at which a small bend neither
// grows nor fades, found in the motion. P = k B/L^2 by Euler; exact for N links between pins,
//   P = (4 B/l^2) sin^2(pi/2N)
// and w L^3/B = 7.837347 for a column under its own weight. Between ends that stand still, a stiff rod is
// pressed because it is P/EA longer than the way between them.
#include "validation/wang_2017.h"

#include <math.h>
#include <stdio.h>

enum { STEPS_PER_TIME = 6, SETTLES = 30, WATCHED = 10 };
static const double EA = 1e8;
static const rv_vec3 ORIGIN = {0.0, 0.0, 0.0}, ALONG = {1.0, 0.0, 0.0}, UP = {0.0, 0.0, 1.0};

typedef enum held { FREE, PINNED, CLAMPED, HEAVY } held;

typedef struct column {
    const char* name;
    held start, end; // HEAVY: free, and its own weight presses it
    double euler;
    double omega; // of its slowest vibration, without a load
    int edges;
} column;

static const column COLUMNS[] = {
    {"clamped-free", CLAMPED, FREE, 0.25 * RV_PI* RV_PI, 3.516, 50},
    {"pinned-pinned", PINNED, PINNED, RV_PI* RV_PI, 9.8696, 50},
    {"clamped-pinned", CLAMPED, PINNED, 20.190729, 15.418, 50},
    {"clamped-clamped", CLAMPED, CLAMPED, 4.0 * RV_PI* RV_PI, 22.373, 50},
    {"under its own weight", CLAMPED, HEAVY, 7.837347, 3.516, 50},
};
enum { CASES = sizeof COLUMNS / sizeof COLUMNS[0] };

static rv_cable_node node_of(held held, rv_vec3 at, rv_vec3 along) {
    const rv_body_id world = {0};
    return held == CLAMPED  ? wang_clamped(world, at, along)
           : held == PINNED ? wang_pinned(world, at)
                            : wang_free(at);
}

typedef struct stand {
    rv_world* world;
    rv_cable_id cable;
    rv_body_id load; // at a free end
} stand;

static stand stand_make(validation* v, const column* c, double P, double time) {
    rv_vec3 along = c->end == HEAVY ? UP : ALONG, line[2] = {ORIGIN, along};
    stand s = {.world = wang_world(c->end == HEAVY ? P : 0.0)};
    rv_cable_node nodes[2] = {node_of(c->start, ORIGIN, along), node_of(c->end, along, along)};
    if (c->end == FREE) {
        s.load = wang_grain(s.world, 1e-6, 0.0, along);
        nodes[1] = wang_pinned(s.load, ORIGIN);
    }
    rv_cable_def def = wang_rod(nodes, c->edges, 1.0);
    def.mass_per_length = 1.0;
    def.segments.bend_damping = time;
    if (c->end == PINNED || c->end == CLAMPED) {
        def.EA = EA;
        def.segments.shape = line;
        def.segments.shape_count = 2;
        def.length =
            1.0 + wang_strain(c->edges, (c->start == CLAMPED) + (c->end == CLAMPED), P / EA);
    }
    s.cable = wang_add(v, s.world, &def);
    return s;
}

static void press(const stand* s, double P, double h, int steps) {
    for (int n = 0; n < steps; n++) {
        if (s->load.slot != 0)
            rv_body_apply_force_at_center(s->world, s->load, (rv_vec3){-P, 0.0, 0.0});
        rv_world_step(s->world, h);
    }
}

static double aside(const stand* s, bool upright) {
    wang_line line;
    double sum = 0.0;
    wang_read(s->world, s->cable, &line);
    for (int i = 0; i < line.count; i++)
        sum += line.at[i].y * line.at[i].y
               + (upright ? line.at[i].x * line.at[i].x : line.at[i].z * line.at[i].z);
    return sqrt(sum);
}

static double growth(validation* v, const void* what, double P) {
    const column* c = what;
    double time = 2.0 / c->omega, h = time / STEPS_PER_TIME;
    stand s = stand_make(v, c, P, time);
    // a push that is small against the length, and large against rounding
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 0.36;
    grip.target = (rv_vec3){0.0, 1e3, 0.0};
    grip.max_force = 1e-7;
    rv_cable_hold(s.world, s.cable, 0, &grip);
    press(&s, P, h, 1);
    rv_cable_release(s.world, s.cable, 0);
    press(&s, P, h, SETTLES * STEPS_PER_TIME);
    double before = aside(&s, c->end == HEAVY);
    press(&s, P, h, WATCHED * STEPS_PER_TIME);
    double after = aside(&s, c->end == HEAVY);
    rv_world_destroy(s.world);
    return log(after / before) / WATCHED;
}

void wang_columns(validation* v) {
    char name[120];
    for (int k = 0; k < CASES; k++) {
        const column* c = &COLUMNS[k];
        snprintf(name, sizeof name, "column, %s, N = 50: load that buckles it, in B/L^2", c->name);
        wang_check(v, name, c->end == HEAVY ? "Greenhill: w L^3/B" : "Euler", c->euler,
                   wang_threshold(v, growth, c, c->euler), 0.005);
    }
    static const int EDGES[3] = {5, 10, 20};
    for (int k = 0; k < 3; k++) {
        column c = COLUMNS[1];
        c.edges = EDGES[k];
        double half = c.edges * sin(0.5 * RV_PI / c.edges), exact = 4.0 * half * half;
        snprintf(name, sizeof name, "column, pinned-pinned, N = %d: load that buckles it", c.edges);
        wang_check(v, name, "(4 B/l^2) sin^2(pi/2N)", exact, wang_threshold(v, growth, &c, exact),
                   1e-6);
    }
}
