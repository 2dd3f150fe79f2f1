// Worlds for "segments_shapes" and "segments_motion" of the suite "servin_2007_segments": bars,
// which are cables of segments whose stiffnesses, mass and damping are given one by one. What a
// check needs and cannot be made fails by itself: readers of a null id answer NaN.
#ifndef REEVE_VALIDATION_SEGMENTS_WORLD_H
#define REEVE_VALIDATION_SEGMENTS_WORLD_H

#include "reeve/reeve.h"
#include "validation/validation.h"

#define BARS_G 9.81 // [m/s^2]
enum { BARS_MODES = 64 };

// One step at a time, without contact and sleep, so that formulas of the discrete scheme hold;
// gravity along -z.
rv_world* bars_world(double gravity);
// The same without gravity and without what damps motion that the step cannot resolve.
rv_world* bars_undamped_world(void);

typedef struct bars_bar {
    int count;
    double length;
    double EA, EI, GJ;
    double mass_per_length, diameter;
    double stretch_time, bend_time,
        twist_time; // damping times: damping/stiffness; NaN: the default
} bars_bar;

rv_cable_node bars_free(rv_vec3 at);
rv_cable_node bars_pinned(rv_body_id body, rv_vec3 point);
rv_cable_node bars_clamped(rv_body_id body, rv_vec3 point, rv_vec3 axis);

// Touches nothing. The nodes must stay until it is added.
rv_cable_def bars_cable(const bars_bar* bar, const rv_cable_node nodes[2]);
// Adds it; a refusal becomes a failed check with its reason.
rv_cable_id bars_add(validation* v, rv_world* world, const rv_cable_def* def);

// A cable with its world, for loads that act in every step.
typedef struct bars_held {
    rv_world* world;
    rv_cable_id cable;
} bars_held;

// The two ends of the cable: middles of the outer faces of its end segments, and unit directions of
// those along the cable.
rv_vec3 bars_end(const bars_held* b, int side);
rv_vec3 bars_end_direction(const bars_held* b, int side);
rv_body_id bars_end_segment(const bars_held* b, int side);
rv_vec3 bars_segment_center(const bars_held* b, int segment);
// largest speed of a centre of a segment
double bars_speed(const bars_held* b);

// Steps with a force at the last end and a couple on the last segment; `pulls_both`: their
// opposites on the first, too.
typedef struct bars_load {
    rv_vec3 force, couple;
    bool pulls_both;
} bars_load;
void bars_run(const bars_held* b, const bars_load* load, double h, int steps);

// validation_check() with the tolerance as a share of the expected value.
void bars_check(validation* v, const char* name, const char* source, double expected,
                double measured, double relative);

// Small vibrations: K x = omega^2 M x, both symmetric, M positive. The slowest first, x^T M x = 1;
// K and M are used up.
typedef struct bars_pencil {
    int count; // at most BARS_MODES
    double K[BARS_MODES][BARS_MODES], M[BARS_MODES][BARS_MODES];
} bars_pencil;
typedef struct bars_modes {
    double omega[BARS_MODES];
    double shape[BARS_MODES][BARS_MODES]; // one row per mode
} bars_modes;
void bars_find_modes(bars_pencil* pencil, bars_modes* modes);

#endif
