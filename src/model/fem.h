// Finite elements of a solid: tetrahedra with displacements that are linear (order 1: 4 nodes) or
// quadratic (order 2: 10 nodes) in them, of isotropic elastic material.
//   strain  e = sym(grad u),  stress  s = lambda tr(e) 1 + 2 mu e,  energy  W = 1/2 integral s : e
//   K_ab = integral lambda g_a g_b^T + mu g_b g_a^T + mu (g_a . g_b) 1      g: gradients of shapes
// Both orders have one source: an element is its points of quadrature (1 or 4, exact for the
// stiffness of straight elements), where a gradient is a fixed combination of those of its four
// barycentric coordinates. Vectors have three numbers per node, all nodes, unless it is said that
// they go over the unknowns of a system, that is, nodes that are not held.
// Linear tetrahedra lock in bending (Zienkiewicz, Taylor 2000): the clip of Duriez et al. is 4.8
// times too stiff, and right with quadratic ones on the same mesh.
#ifndef REEVE_MODEL_FEM_H
#define REEVE_MODEL_FEM_H

#include "core/memory.h"
#include "reeve/body.h"
#include "reeve/math.h"
#include "solve/sparse.h"

enum { RV_FEM_NODES = 10, RV_FEM_POINTS = 4, RV_FEM_PAIRS = 55 }; // at most, in one element
enum { RV_FEM_LANES = 4 };                                        // elements at a time

typedef enum rv_fem_mass {
    RV_FEM_CONSISTENT, // of the shapes: exact for rigid motion
    RV_FEM_LUMPED,     // diagonal (Hinton, Rock, Zienkiewicz 1976): total mass exact
} rv_fem_mass;

// Four elements, their numbers next to each other; the last one repeats where there are no more.
typedef struct rv_fem_group {
    double gradients[4][3][RV_FEM_LANES]; // of the barycentric coordinates
    double volume[RV_FEM_LANES];
} rv_fem_group;

// start from a zeroed one
typedef struct rv_fem {
    int order; // 1 or 2
    int corner_count;
    int node_count;                // order 2: corners, then the middles of edges
    int tet_count;                 //
    int tet_nodes;                 // 4 or 10
    RV_ARRAY(rv_vec3) rest;        // by node [m]
    RV_ARRAY(int32_t) tets;        // tet_nodes each: corners, then edges 01 02 03 12 13 23
    RV_ARRAY(rv_vec3) gradients;   // of the four barycentric coordinates, by tet [1/m]
    RV_ARRAY(double) volumes;      // by tet [m^3]
    RV_ARRAY(rv_fem_group) groups; // both again, by four tets
    RV_ARRAY(int32_t) edges;       // corners of the edge of node corner_count + k: 2 k and 2 k + 1
    double lambda, mu;             // Lame's constants [Pa]
    double density;                // [kg/m^3]
    bool in_pairs; // vectors of two where the machine has longer ones, too: for tests
} rv_fem;

// A point of quadrature of four elements, numbers of the four next to each other, row by row: its
// rotation, and its stiffness of tension (fem_turned.c) [Pa].
typedef struct rv_fem_turn {
    double R[9][RV_FEM_LANES], T[9][RV_FEM_LANES];
} rv_fem_turn;

// Nodes and tets (four corners each, positive volume: see rv_tet_mesh_check) are copied. Middles of
// edges are numbered by (smaller corner, larger corner). false: no memory; then only rv_fem_free
// may follow.
bool rv_fem_make(rv_memory* memory, rv_fem* fem, const rv_vec3* nodes, int node_count,
                 const int32_t* tets, int tet_count, int order, const rv_material* material);
void rv_fem_free(rv_memory* memory, rv_fem* fem);

// mass, centre and inertia about it, at rest; exact
rv_mass_properties rv_fem_mass_properties(const rv_fem* fem);

// --- by elements, over all nodes ---

// f = -K u, the forces that displacements u make [N]; at held nodes minus what holds them gives.
// Returns the energy 1/2 u.K u [J].
double rv_fem_forces(const rv_fem* fem, const double* u, double* f);

// The same for large rotation (Mueller, Gross 2004), of positions x: every point of quadrature has
// the rotation R of its own deformation gradient F = R S, and strain S - 1. W is a function of x
// alone, f is exactly minus its gradient, and forces of an element have no sum and no torque.
// Inverted elements have S with one negative value and push back. `f` and `turns`
// (rv_fem_turn_count() of them) may be NULL.
double rv_fem_forces_turned(const rv_fem* fem, const double* x, double* f, rv_fem_turn* turns);
int rv_fem_turn_count(const rv_fem* fem);

// y = M x [kg]
void rv_fem_mass_multiply(const rv_fem* fem, rv_fem_mass kind, const double* x, double* y);
// f += what an acceleration of all makes: M (a, a, ...) [N], the same for both masses in sum
void rv_fem_add_load(const rv_fem* fem, rv_fem_mass kind, rv_vec3 acceleration, double* f);

// The consistent M put together: its products cost a tenth of those by elements.
typedef struct rv_fem_inertia {
    // rows of all nodes, one number for the three axes; the diagonal first
    RV_ARRAY(int) first;
    RV_ARRAY(int) column;
    RV_ARRAY(double) value; // [kg]
    RV_ARRAY(double) load;  // by node: sum of its row
} rv_fem_inertia;
// start from a zeroed one. false: no memory; then only rv_fem_inertia_free may follow.
bool rv_fem_inertia_make(rv_memory* memory, rv_fem_inertia* inertia, const rv_fem* fem);
void rv_fem_inertia_free(rv_memory* memory, rv_fem_inertia* inertia);
// y = M x; x and y apart
void rv_fem_inertia_multiply(const rv_fem_inertia* inertia, const double* x, double* y);

// the rotation nearest to F (largest tr(R^T F)), so det R = 1 for det F < 0, too; F of any rank
rv_mat3 rv_fem_rotation(rv_mat3 F);

// --- systems over the nodes that are not held ---

typedef struct rv_fem_system {
    rv_sparse matrix;      // over unknowns
    RV_ARRAY(int) unknown; // by node: its block row; -1: held
    RV_ARRAY(int) node;    // by unknown
    // by element and pair of its nodes (a, b <= a): number of the block of the matrix; -1: none;
    // -2 - that: its row is that of b
    RV_ARRAY(int) block;
} rv_fem_system;

// pattern and symbolic factor. false: no memory; then only rv_fem_system_free may follow.
// Held nodes may repeat. Of an edge with both ends held, the middle is held, too.
bool rv_fem_system_make(rv_memory* memory, rv_fem_system* system, const rv_fem* fem,
                        const int32_t* held, int held_count);
void rv_fem_system_free(rv_memory* memory, rv_fem_system* system);

// What is put together: A = mass M + stiffness K + tension T. With Rayleigh's damping D = a M + b K a
// step of implicit Euler has (1 + h a) M + (h b + h^2) K + h^2 T in velocities, and that over h^2 in
// displacements. T is the stiffness of tension in turned elements: what K leaves out of the slope of
// turned forces. Only its part that is not negative: with it A is the exact slope where elements are
// stretched, and positive definite always. Without it a stretched solid is stepped explicitly across: a
// soft band, half as long again, gains four times its energy in steps of 16 ms.
typedef struct rv_fem_weights {
    double mass, stiffness;
    rv_fem_mass kind;
    double tension; // of turned elements only
} rv_fem_weights;
rv_fem_weights rv_fem_euler(double h, double damping_mass, double damping_stiffness);

// values (9 per block of the pattern: those of system->matrix or others, for products only) <- A.
// `turns`: as rv_fem_forces_turned gives them, K = sum R K R^T; NULL: none.
void rv_fem_assemble(const rv_fem* fem, const rv_fem_system* system, rv_fem_weights weights,
                     const rv_fem_turn* turns, double* values);

// f = -(stiffness K + tension T) u of turned elements, over all nodes
void rv_fem_turned_slope(const rv_fem* fem, rv_fem_weights weights, const rv_fem_turn* turns,
                         const double* u, double* f);

// from all nodes to unknowns, and back; held nodes get zero
void rv_fem_gather(const rv_fem_system* system, const double* all, double* unknowns);
void rv_fem_scatter(const rv_fem_system* system, const double* unknowns, double* all);

// --- the surface as contacts feel it ---

// By corner: the weighted sum of nodes that stands for it, terms first[a] .. first[a + 1] - 1. The
// weights sum up to 1, and the places at rest to that of the corner. Linear elements, corners
// inside and held ones: the corner itself.
typedef struct rv_fem_means {
    RV_ARRAY(int) first;
    RV_ARRAY(int) node;
    RV_ARRAY(double) weight;
} rv_fem_means;

// Start from a zeroed one. `triangles`: `count` of the surface; `unknown`: of the system. false: no
// memory; then only rv_fem_means_free may follow.
bool rv_fem_means_make(rv_memory* memory, rv_fem_means* means, const rv_fem* fem,
                       const int32_t* triangles, int count, const int* unknown);
void rv_fem_means_free(rv_memory* memory, rv_fem_means* means);

// --- static condensation ---

typedef enum rv_fem_outcome {
    RV_FEM_DONE,
    RV_FEM_NO_MEMORY,
    RV_FEM_LOOSE, // A is singular: held nodes leave some motion free
    RV_FEM_STOPPED,
} rv_fem_outcome;

// A = weights: {.stiffness = 1} is the static compliance
typedef struct rv_fem_condensation {
    const rv_fem* fem;
    rv_fem_weights weights;
    const int32_t* held;
    int held_count;
    const int32_t* nodes; // where forces may act, mostly corners on the surface; held ones, too
    int count;
} rv_fem_condensation;

// C (3 count x 3 count, symmetric to the bit; zero at held nodes) <- A^-1 at the nodes: what they
// give way by under forces on them alone. Takes seconds for large solids; only if DONE is C
// complete. Memory is given back.
rv_fem_outcome rv_fem_condense(rv_memory* memory, const rv_fem_condensation* c, double* C,
                               rv_sparse_progress progress);

#endif
