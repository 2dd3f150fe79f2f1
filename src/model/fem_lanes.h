// Loops over the elements of a solid, four at a time: what fem_turned.c and fem_system.c are made of.
// fem_lanes_source.h has their one source. It is compiled for vectors of two, for every machine, and
// for vectors of four where the machine has those. Both give the same bits.
#ifndef REEVE_MODEL_FEM_LANES_H
#define REEVE_MODEL_FEM_LANES_H

#include "model/fem_private.h"

enum { FEM_LANES = RV_FEM_LANES };

// Four elements, their numbers next to each other.
typedef struct fem_four {
    const rv_fem* fem;
    const rv_fem_group* group;
    int first, count;                     // elements
    double x[RV_FEM_NODES][3][FEM_LANES]; // in: values at the nodes, over that of the first
    double f[RV_FEM_NODES][3][FEM_LANES]; // out: forces on them
    double energy[FEM_LANES];
} fem_four;

// blocks of all pairs of nodes (a, b <= a), row by row
typedef double fem_four_blocks[RV_FEM_PAIRS][9][FEM_LANES];

// what blocks are made of: weights, and the mass of each pair of nodes over the volume
typedef struct fem_parts {
    rv_fem_weights weights;
    double share[RV_FEM_PAIRS];
} fem_parts;

typedef struct fem_kernels {
    // forces and energy of positions x; turns of all points, unless NULL
    void (*forces)(fem_four* four, rv_fem_turn* turns);
    // f = -A x of the stiffness and tension of A alone
    void (*slope)(fem_four* four, const rv_fem_turn* turns, const rv_fem_weights* weights);
    // A of each element; `turns` NULL: none
    void (*blocks)(const fem_four* four, const rv_fem_turn* turns, const fem_parts* parts,
                   fem_four_blocks B);
} fem_kernels;

extern const fem_kernels fem_in_pairs;
#if defined(__x86_64__)
extern const fem_kernels fem_in_fours;
#endif

// asked for in every call: what a machine has is no state, and is known at once
static inline const fem_kernels* fem_kernels_of(const rv_fem* fem) {
#if defined(__x86_64__)
    if (!fem->in_pairs && __builtin_cpu_supports("avx2"))
        return &fem_in_fours;
#endif
    (void)fem;
    return &fem_in_pairs;
}

// where the turns of four elements begin
static inline size_t fem_turn_at(const rv_fem* fem, int tet) {
    return (size_t)(tet / FEM_LANES) * (size_t)fem_points(fem);
}

// four elements from `tet` on, without values at nodes
fem_four fem_four_at(const rv_fem* fem, int tet);
// their values at nodes
void fem_four_gather(fem_four* four, const double* x);

#endif
