// A hand, a device and something to touch, for closed loops of the haptic tick without threads and
// worlds: who is passive, and who is not. For tests and for `reeve validate`.
//   hand     m x'' = k (x_ref - x) + b (v_ref - v) - b_device v + F,   F held between ticks: exact
#ifndef REEVE_VALIDATION_HAPTIC_LOOP_H
#define REEVE_VALIDATION_HAPTIC_LOOP_H

#include "step/haptic_tick.h"

#include <math.h>

typedef struct haptic_hand {
    double stiffness, damping, mass; // of the hand that holds the device
    double device_damping;
} haptic_hand;

static const haptic_hand HAPTIC_HAND_TENSE = {1500.0, 30.0, 1.2, 1.0};
static const haptic_hand HAPTIC_HAND_RELAXED = {400.0, 8.0, 1.0, 1.0};

// y' = A y + a over T, exactly, y = (x - x_ref, v - v_ref): by a Taylor series of exp(A T) in parts
static inline void haptic_hand_advance(const haptic_hand* h, double* x, double* v, double x_ref,
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

// --- the closed loop --------------------------------------------------------------------------------

typedef struct haptic_loop {
    haptic_hand hand;
    rv_haptic_def def;
    int update, latency; // of contacts, in ticks
    double ahead;        // updates that a model looks ahead; 2: as a world does
    double from, to;     // y of the hand's reference, there and back; it starts at `from`
    double seconds;
    // publishes for a tool's pose, and for the way that it will go until the model is old
    void (*publish)(void* thing, rv_pose tool, rv_vec3 ahead, rv_haptic_model* model);
    void* thing;
    // y of the hand's reference at a time, with the tool where it is; NULL: the smooth way below
    double (*reference)(void* path, double t, rv_pose tool);
    void* path;
} haptic_loop;

typedef struct haptic_loop_result {
    double energy;  // most that the device had given to the hand [J]
    double force;   // largest [N]
    double deepest; // least y of the tool [m]
    double off;     // farthest that the hand was from the reference [m]
    rv_haptic_report report;
} haptic_loop_result;

enum { HAPTIC_LOOP_MODELS = 24 };

// the reference: a smooth way from `from` to `to` in a third of the time, a stay, and back
static inline double haptic_loop_reference(const haptic_loop* loop, double t) {
    double s = 3.0 * t / loop->seconds;
    double share = s < 1.0 ? s : s < 2.0 ? 1.0 : fmax(0.0, 3.0 - s);
    return loop->from + (loop->to - loop->from) * (0.5 - 0.5 * cos(RV_PI * share));
}

static inline haptic_loop_result haptic_loop_run(rv_memory* memory, const haptic_loop* loop) {
    haptic_loop_result result = {0};
    rv_haptic_core core;
    static rv_haptic_model models[HAPTIC_LOOP_MODELS];
    rv_pose start = {{0, loop->from, 0}, rv_quat_identity()};
    bool room = rv_haptic_core_make(memory, &core, &loop->def, start);
    for (int k = 0; k < HAPTIC_LOOP_MODELS; k++)
        room = rv_haptic_model_make(memory, &models[k], loop->def.max_points) && room;
    double T = loop->def.period, y = loop->from, v = 0.0;
    double x[2] = {0, 0}, w[2] = {0, 0}; // across: held still by the hand
    int ticks = room ? (int)(loop->seconds / T) : 0, made = 0, taken = 0;
    int due[HAPTIC_LOOP_MODELS];
    double ref = loop->from;
    for (int k = 0; k < ticks; k++) {
        if (k % loop->update == 0) {
            due[made % HAPTIC_LOOP_MODELS] = k + loop->latency;
            rv_vec3 ahead = rv_vec3_scale(core.velocity, loop->ahead * loop->update * T);
            loop->publish(loop->thing, core.tool, ahead, &models[made++ % HAPTIC_LOOP_MODELS]);
        }
        const rv_haptic_model* model = NULL;
        while (taken < made && due[taken % HAPTIC_LOOP_MODELS] <= k)
            model = &models[taken++ % HAPTIC_LOOP_MODELS];
        rv_haptic_input in = {.pose = {{x[0], y, x[1]}, rv_quat_identity()},
                              .velocity = {w[0], v, w[1]},
                              .valid = true};
        rv_haptic_output out = rv_haptic_core_tick(&core, model, &in, T, true);
        double then = (k + 1) * T;
        double next = loop->reference == NULL ? haptic_loop_reference(loop, then)
                                              : loop->reference(loop->path, then, core.tool);
        haptic_hand_advance(&loop->hand, &y, &v, ref, (next - ref) / T, out.force.y, T);
        haptic_hand_advance(&loop->hand, &x[0], &w[0], 0.0, 0.0, out.force.x, T);
        haptic_hand_advance(&loop->hand, &x[1], &w[1], 0.0, 0.0, out.force.z, T);
        result.force = fmax(result.force, rv_vec3_length(out.force));
        result.off = fmax(result.off, fabs(y - ref));
        result.deepest = fmin(result.deepest, core.tool.position.y);
        ref = next;
    }
    result.report = core.report;
    result.energy = core.report.highest_energy;
    for (int k = 0; k < HAPTIC_LOOP_MODELS; k++)
        rv_haptic_model_free(memory, &models[k], loop->def.max_points);
    rv_haptic_core_free(memory, &core);
    return result;
}

#endif
