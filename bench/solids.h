// Deformable solids: the clip that snaps onto a tube, and what a step of it is made of.
#ifndef REEVE_BENCH_SOLIDS_H
#define REEVE_BENCH_SOLIDS_H

#include "bench/bench.h"

// Complementarity problems of the clip on its way onto the tube, one a step.
typedef struct solid_lcp_def {
    bool warm; // from the set of contacts that is right, as in most steps; or from none
} solid_lcp_def;
bool solid_lcp(bench_context* context);
void solid_lcp_step(bench_context* context);
void solid_lcp_destroy(bench_context* context);
void solid_lcp_note(const bench_context* context, char* buffer, size_t bytes);

// Ticks of a hand that holds the clip and moves it onto the tube at 20 mm/s: ten to an update, of
// which the tick is told at the first.
typedef struct solid_tick_def {
    bool frozen; // normals stay as the update has them; or are found anew
    double friction;
} solid_tick_def;
bool solid_tick(bench_context* context);
void solid_tick_step(bench_context* context);
void solid_tick_destroy(bench_context* context);
void solid_tick_note(const bench_context* context, char* buffer, size_t bytes);

// Where the clip's surface of 844 triangles touches the tube, in steps of 0.2 mm.
typedef struct solid_collision_def {
    int facets; // of the tube; 0: a cylinder
} solid_collision_def;
bool solid_collision(bench_context* context);
void solid_collision_step(bench_context* context);
void solid_collision_destroy(bench_context* context);
void solid_collision_note(const bench_context* context, char* buffer, size_t bytes);

// Whole steps of a world at 1 kHz: the clip is led onto the tube and off it again at 20 mm/s.
typedef struct solid_clip_def {
    rv_solid_model model;
    int order;
    double friction;
} solid_clip_def;
bool solid_clip(bench_context* context);
void solid_clip_step(bench_context* context);
void solid_clip_destroy(bench_context* context);
void solid_clip_note(const bench_context* context, char* buffer, size_t bytes);

#endif
