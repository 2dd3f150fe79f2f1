// Loops over the edges and vertices of a rod, four at a time: what rod_forces.c and rod_variational.c are
// made of. rod_lanes_source.h has their one source. It is compiled for vectors of two, for every machine,
// for vectors of four where the machine has those, and one by one for what is left over at the end of a
// row. All give the same bits.
#ifndef REEVE_MODEL_ROD_LANES_H
#define REEVE_MODEL_ROD_LANES_H

#include "model/rod_variational.h"

// how a step goes on without tension: x + carry (x - before) + hh w F + fall
typedef struct rv_rod_going {
    double carry, hh;
    rv_vec3 fall;
} rv_rod_going;

// Each goes over edges, joints or vertices `from` to before `to`.
typedef struct rv_rod_kernels {
    // rv_rod_measure: tangents and lengths of edges; binormals, folds and moments of joints
    void (*edges)(const rv_rod_line* line, const rv_vec3* x, int from, int to);
    void (*joints)(const rv_rod_line* line, double B, int from, int to);
    // rv_rod_add_forces: stresses of edges; what they do to vertices between two of them
    void (*stresses)(const rv_rod_line* line, double M_t, int from, int to);
    void (*pull)(const rv_vec3* stress, rv_vec3* F, int from, int to);
    // sum of the squares of dTheta/dx times the weights, of vertices between two edges
    double (*twist_response)(const rv_rod_motion* m, int from, int to);
    // of a step: positions without tension; with it, of vertices behind an edge; edges and how far they
    // are from their length: the largest error, NaN if one is
    void (*predict)(rv_rod_motion* m, const rv_rod_going* going, int from, int to);
    void (*place)(rv_rod_motion* m, int from, int to);
    double (*lengths)(rv_rod_motion* m, double yield, int from, int to);
    // the system for the tensions; `back`: the edge before is so many before, 1, or 0 where there is none
    void (*form)(rv_rod_motion* m, double yield, bool newton, int back, int from, int to);
} rv_rod_kernels;

extern const rv_rod_kernels rv_rod_in_ones, rv_rod_in_pairs;
#if defined(__x86_64__)
extern const rv_rod_kernels rv_rod_in_fours;
#endif

// asked for in every call: what a machine has is no state, and is known at once
static inline const rv_rod_kernels* rv_rod_lanes(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return &rv_rod_in_fours;
#endif
    return &rv_rod_in_pairs;
}

#endif
