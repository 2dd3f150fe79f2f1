// The linear system of a thread's implicit step, with velocities and stretch multipliers as unknowns:
//   A v + G^T p = r,   G v - Sigma p = b
// A: symmetric positive definite, 3x3 blocks of every vertex with itself, the next and the second
// (mass, bending), and of extra pairs of vertices far apart that come and go (where the thread
// touches itself). G_j v = u_j . (v_(j+1) - v_j) of edge j between vertices j and j+1; Sigma >= 0,
// diagonal, exactly 0 for an edge that cannot stretch. Quasi-definite (Vanderbei 1995): L D L^T exists
// for every order. As a stiffness, 1/Sigma would swallow the digits of the masses; as unknowns, the
// multipliers lose none, if each comes after a vertex of its edge that is free to answer it.
//
// The two *tails*, from either end to the first and the last vertex of an extra pair, are a band:
// they are eliminated from both ends at once, side by side in the two halves of a vector. What is
// left, the *core*, is eliminated in an order of minimum degree (Amestoy, Davis, Duff 1996). Without
// pairs that is the two vertices in the middle.
//
// Units are the caller's: A [kg], G none, Sigma [1/kg]: then r and p are impulses [N s], v and b
// speeds.
// Use: analyse for the pattern, clear and add to the values, or write them all, factor, solve as often
// as wanted.
#ifndef REEVE_SOLVE_ROD_SYSTEM_H
#define REEVE_SOLVE_ROD_SYSTEM_H

#include "core/memory.h"
#include "reeve/math.h"

// what does not depend on values
typedef struct rv_rod_pattern {
    int vertex_count; // >= 2
    // [vertex_count] not 0: its velocity is known; NULL: none
    const unsigned char* prescribed;
    // [2 pair_count] Pairs may repeat, in either order: their values are added. Pairs of neighbours
    // and of a vertex with itself (then symmetric, only its lower triangle is read) are allowed.
    const int* pairs;
    int pair_count;
} rv_rod_pattern;

enum { RV_ROD_MIDDLE = 9 }; // unknowns of the two vertices in the middle

// The core: nodes are its vertices in a row, each with a multiplier, and possibly one more multiplier.
// `place` is where a node comes in the order; rows and columns are places. Blocks below the diagonal
// lie column by column, rows ascending.
typedef struct rv_rod_core {
    int first, count; // vertices
    int node_count, block_count;
    bool backward; // multipliers are those of the edges behind their vertices, not before
    RV_ARRAY(int) multiplier; // [node_count] which edge's it has, or -1
    RV_ARRAY(int) place;      // [node_count] by node
    RV_ARRAY(int) node;       // [node_count] by place
    RV_ARRAY(int) column;     // [node_count + 1] first block of a column
    RV_ARRAY(int) row;        // [block_count] of a block
    RV_ARRAY(int) left;       // [node_count + 1] first entry of a row in the two arrays that follow
    RV_ARRAY(int) left_column, left_block; // [block_count] what stands left of the diagonal
    // Where values go: a block, negative -1 - b if it takes the transpose. Of a pair (i, i): the
    // number of blocks + its place.
    RV_ARRAY(int) next_target, second_target, extra_target;
    RV_ARRAY(double) pivots; // [16 node_count] pivot blocks; factored: L, 1/D and D
    RV_ARRAY(double) blocks; // [16 block_count] by columns
    RV_ARRAY(double) before; // [4 node_count] pivots before elimination, by place
    RV_ARRAY(double) answer; // [4 node_count] by place
    RV_ARRAY(int) graph, work;
} rv_rod_core;

typedef struct rv_rod_system {
    int vertex_count, pair_count;

    // What the caller writes. Of diagonal blocks only the lower triangle is read. What couples a
    // prescribed vertex is written as for any other.
    RV_ARRAY(rv_mat3) diagonal;  // [vertex_count]
    RV_ARRAY(rv_mat3) next;      // [vertex_count - 1] row i, column i + 1
    RV_ARRAY(rv_mat3) second;    // [vertex_count - 2] row i, column i + 2
    RV_ARRAY(rv_mat3) extra;     // [pair_count] row pairs[2 k], column pairs[2 k + 1]
    RV_ARRAY(rv_vec3) direction; // [vertex_count - 1] u
    RV_ARRAY(double) sigma;      // [vertex_count - 1] Sigma >= 0

    // what has been analysed; read only
    RV_ARRAY(int) pairs;                // [2 pair_count]
    RV_ARRAY(unsigned char) prescribed; // [vertex_count]
    RV_ARRAY(int) idle;                 // edges between prescribed vertices
    int tail[2];                        // vertices before and behind the core
    int first_prescribed[2]; // of a tail, counted from its end; as many as the tail has if none

    // factors
    RV_ARRAY(double) steps;                                 // of the tails
    double middle[RV_ROD_MIDDLE * (RV_ROD_MIDDLE + 1) / 2]; // by rows: L, and 1/D on the diagonal
    rv_rod_core core;                                       // with pairs, in place of the middle
    bool in_pairs; // in vectors of two even where the machine has vectors of four
} rv_rod_system;

// The same pattern as before: nothing is done. Else all values are undefined until
// rv_rod_system_clear. Allocates only for what has grown. False without memory: then the system has
// no vertices until it is analysed again.
bool rv_rod_system_analyse(rv_memory* memory, rv_rod_system* system, const rv_rod_pattern* pattern);
// blocks of the core per vertex and per pair that rv_rod_system_reserve makes room for
enum { RV_ROD_VERTEX_BLOCKS = 8, RV_ROD_PAIR_BLOCKS = 4 };
// Room, so that analyses for as many vertices and pairs allocate nothing while the core's factor has
// at most RV_ROD_VERTEX_BLOCKS per vertex + RV_ROD_PAIR_BLOCKS per pair below its diagonal.
bool rv_rod_system_reserve(rv_memory* memory, rv_rod_system* system, int vertex_count,
                           int pair_count);
void rv_rod_system_free(rv_memory* memory, rv_rod_system* system);

// all values become zero
void rv_rod_system_clear(rv_rod_system* system);
// those of extra pairs alone, where all others are written anew anyway
void rv_rod_system_clear_pairs(rv_rod_system* system);
// Returns how many pivots were replaced, since they were nothing but rounding or not a number. Such a
// pivot becomes what it was before others were taken from it; if that is no use either, its unknown
// comes out as zero. The multiplier of an edge that two prescribed vertices and rigid edges in a
// straight line hold is such a case.
int rv_rod_system_factor(rv_rod_system* system);
// v, 3 per vertex: in r, and at prescribed vertices their velocities; out the same, and of r taken
// what prescribed velocities do. p, per edge: so for b. Not needed where these are zero.
void rv_rod_system_prescribe(const rv_rod_system* system, double* v, double* p);
// v, 3 per vertex: in r, out velocities. p, per edge: in b, out multipliers; 0 between prescribed
// vertices. Prescribed vertices keep what stands there. It needs room of the system's: one at a time.
void rv_rod_system_solve(const rv_rod_system* system, double* v, double* p);
// r <- A v + G^T p, b <- G v - Sigma p with the values as they are; prescribed vertices are not told
// apart, so that there r is what holds them
void rv_rod_system_multiply(const rv_rod_system* system, const double* v, const double* p,
                            double* r, double* b);

#endif
