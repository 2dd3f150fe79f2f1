// A hand, a device and something to touch, for closed loops of the haptic tick without threads and
// worlds: who is passive, and who is not.
//   hand     m x'' = k (x_ref - x) + b (v_ref - v) - b_device v + F,   F held between ticks: exact
//   snap     nodes of the tool on springs of their own, pushed over a cylinder: with d = R - r where
//            that is positive, energy sum k d^2/2, force sum k d e_r; it resists, then pulls in
#ifndef REEVE_TEST_HAPTIC_FIXTURE_H
#define REEVE_TEST_HAPTIC_FIXTURE_H

#include "step/haptic_tick.h"

#include <math.h>
#include <string.h>

typedef struct fixture_hand {
    double stiffness, damping, mass; // of the hand that holds the device
    double device_damping;
} fixture_hand;

static const fixture_hand FIXTURE_TENSE = {1500.0, 30.0, 1.2, 1.0};
static const fixture_hand FIXTURE_RELAXED = {400.0, 8.0, 1.0, 1.0};

// y' = A y + a over T, exactly, y = (x - x_ref, v - v_ref): by a Taylor series of exp(A T) in parts
static inline void fixture_advance(const fixture_hand* h, double* x, double* v, double x_ref,
                                   double v_ref, double force, double T) {
    enum { PARTS = 4, TERMS = 12 };
    double push = (force - h->device_damping * v_ref) / h->mass;
    double y[2] = {*x - x_ref, *v - v_ref};
    for (int part = 0; part < PARTS; part++) {
        // derivatives of y times powers of t over factorials
        double t = T / PARTS, term[2] = {y[0], y[1]}, c = h->damping + h->device_damping;
        for (int k = 1; k <= TERMS; k++) {
            double d = term[1] * t / k;
            double e =
                (-(h->stiffness * term[0] + c * term[1]) / h->mass + (k == 1 ? push : 0.0)) * t / k;
            term[0] = d;
            term[1] = e;
            y[0] += d;
            y[1] += e;
        }
    }
    *x = y[0] + x_ref + v_ref * T;
    *v = y[1] + v_ref;
}

// --- the snap ---------------------------------------------------------------------------------------

enum { FIXTURE_NODES = 16 };

typedef struct fixture_snap {
    double radius;    // of the cylinder along z at the origin
    double half;      // nodes at x = +-half
    double stiffness; // of each [N/m]
    double floor;     // of stiffness 2e6 N/m, when the tool's origin is at this y; INFINITY: none
    double friction;
} fixture_snap;

// 10 mm tube, 1.9 mm to open; 16 nodes that give about 20 N at most
static const fixture_snap FIXTURE_SNAP = {0.01, 0.0081, 1500.0, INFINITY, 0.0};

static inline rv_vec3 fixture_node(const fixture_snap* s, int i) {
    return (rv_vec3){i % 2 == 0 ? s->half : -s->half, 0.0005 * (i / 4), 0.002 * (i / 2 % 2)};
}

// force of the nodes that touch on the tool, exactly; *energy may be NULL
static inline rv_vec3 fixture_snap_force(const fixture_snap* s, rv_pose tool, double* energy) {
    rv_vec3 sum = {0, 0, 0};
    double stored = 0.0;
    for (int i = 0; i < FIXTURE_NODES; i++) {
        rv_vec3 p = rv_pose_apply(tool, fixture_node(s, i));
        double r = sqrt(p.x * p.x + p.y * p.y), d = fmax(0.0, s->radius - r);
        sum.x += s->stiffness * d * p.x / r;
        sum.y += s->stiffness * d * p.y / r;
        stored += 0.5 * s->stiffness * d * d;
    }
    if (energy != NULL)
        *energy = stored;
    return sum;
}

// What a world would publish for a tool there: all nodes within `near` of the cylinder, with forces.
static inline void fixture_snap_publish(const fixture_snap* s, rv_pose tool, double near,
                                        rv_haptic_model* m) {
    m->sequence++;
    m->tool = tool;
    m->step = 0.0;
    m->count = 0;
    m->tool_gives = true;
    m->world_gives = false;
    rv_pose lie = {{0, 0, 0}, rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, -0.5 * RV_PI)};
    bool has_floor = isfinite(s->floor);
    for (int i = 0; i < FIXTURE_NODES + has_floor; i++) {
        rv_haptic_point p = {.key = (uint64_t)i + 1, .pose = lie, .friction = s->friction};
        double give;
        if (i < FIXTURE_NODES) {
            p.point = fixture_node(s, i);
            p.geometry =
                (rv_geometry){.type = RV_SHAPE_CYLINDER, .radius = s->radius, .half_length = 1};
            give = 1.0 / s->stiffness;
        } else {
            // the nodes lie at +y of the tube in the end: the floor pushes along -y
            p.pose = (rv_pose){{0, s->floor, 0},
                               rv_quat_from_axis_angle((rv_vec3){1, 0, 0}, 0.5 * RV_PI)};
            p.geometry = (rv_geometry){.type = RV_SHAPE_PLANE};
            give = 1.0 / 2e6;
        }
        p.gap = rv_haptic_distance(&p.geometry, p.pose, rv_pose_apply(tool, p.point), &p.normal);
        p.force = rv_vec3_scale(p.normal, fmax(0.0, -p.gap / give));
        if (p.gap > near)
            continue;
        m->points[m->count] = p;
        m->points[m->count++].key = (uint64_t)i + 1;
        // the give of each node alone, on the diagonal, which is set when the count is known
        m->C_world[m->count - 1] = give;
    }
    int n = 3 * m->count;
    memset(m->C_tool, 0, (size_t)(n * n) * sizeof(double));
    for (int i = 0; i < n; i++)
        m->C_tool[i * n + i] = m->C_world[i / 3];
}

// --- the closed loop --------------------------------------------------------------------------------

typedef struct fixture_loop {
    fixture_hand hand;
    rv_haptic_def def;
    int update, latency; // of contacts, in ticks
    double from, to;     // y of the hand's reference, there and back
    double seconds;
    // publishes for a tool's pose
    void (*publish)(const void* thing, rv_pose tool, double near, rv_haptic_model* model);
    const void* thing;
} fixture_loop;

typedef struct fixture_result {
    double energy; // most that the device had given to the hand [J]
    double force;  // largest [N]
    double off;    // farthest that the hand was from the reference [m]
    rv_haptic_report report;
} fixture_result;

enum { FIXTURE_MODELS = 24 };

// the reference: a smooth way from `from` to `to` in a third of the time, a stay, and back
static inline double fixture_reference(const fixture_loop* loop, double t) {
    double s = 3.0 * t / loop->seconds;
    double share = s < 1.0 ? s : s < 2.0 ? 1.0 : fmax(0.0, 3.0 - s);
    return loop->from + (loop->to - loop->from) * (0.5 - 0.5 * cos(RV_PI * share));
}

static inline fixture_result fixture_run(rv_memory* memory, const fixture_loop* loop) {
    fixture_result result = {0};
    rv_haptic_core core;
    static rv_haptic_model models[FIXTURE_MODELS];
    rv_pose start = {{0, loop->from, 0}, rv_quat_identity()};
    bool room = rv_haptic_core_make(memory, &core, &loop->def, start);
    for (int k = 0; k < FIXTURE_MODELS; k++)
        room = rv_haptic_model_make(memory, &models[k], loop->def.max_points) && room;
    double T = loop->def.period, y = loop->from, v = 0.0;
    double x[2] = {0, 0}, w[2] = {0, 0}; // across: held still by the hand
    int ticks = room ? (int)(loop->seconds / T) : 0, made = 0, taken = 0;
    int due[FIXTURE_MODELS];
    for (int k = 0; k < ticks; k++) {
        if (k % loop->update == 0) {
            due[made % FIXTURE_MODELS] = k + loop->latency;
            loop->publish(loop->thing, core.tool, loop->def.near, &models[made++ % FIXTURE_MODELS]);
        }
        const rv_haptic_model* model = NULL;
        while (taken < made && due[taken % FIXTURE_MODELS] <= k)
            model = &models[taken++ % FIXTURE_MODELS];
        rv_haptic_input in = {.pose = {{x[0], y, x[1]}, rv_quat_identity()},
                              .velocity = {w[0], v, w[1]},
                              .valid = true};
        rv_haptic_output out = rv_haptic_core_tick(&core, model, &in, T, true);
        double ref = fixture_reference(loop, k * T), next = fixture_reference(loop, (k + 1) * T);
        fixture_advance(&loop->hand, &y, &v, ref, (next - ref) / T, out.force.y, T);
        fixture_advance(&loop->hand, &x[0], &w[0], 0.0, 0.0, out.force.x, T);
        fixture_advance(&loop->hand, &x[1], &w[1], 0.0, 0.0, out.force.z, T);
        result.force = fmax(result.force, rv_vec3_length(out.force));
        result.off = fmax(result.off, fabs(y - ref));
    }
    result.report = core.report;
    result.energy = core.report.highest_energy;
    for (int k = 0; k < FIXTURE_MODELS; k++)
        rv_haptic_model_free(memory, &models[k], loop->def.max_points);
    rv_haptic_core_free(memory, &core);
    return result;
}

#endif
