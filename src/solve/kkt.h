// The one system of a step, for one island:
//
//     [ A  G^T ] [  v   ]   [ r ]      A: dof blocks of size 1, 3, 6 (inertia and stiffness),
//     [ G  -S  ] [ -Lam ] = [ b ]         with off-diagonal stiffness blocks
//                                      G: row groups of 1 to 6 rows on any number of blocks
//                                      S: >= a floor, diagonal
// i.e. A v = r + G^T Lam and G v + S Lam = b. Symmetric quasi-definite, so that block LDL^T without
// pivoting exists in every order (Vanderbei 1995); the order (order.h) decides the accuracy.
//
// Use: rv_kkt_analyse() once per topology; every step write values (A, G, S, r, b, bounds), then
// rv_kkt_solve(). Bounded rows stay in the pattern: active ones are factored, the others have their
// coupling zeroed and their impulse on the right-hand side. Loose rows (contacts, rows whose bounds
// depend on other impulses) are not in the pattern: they are solved in their own small space
// W = H KKT^-1 H^T + S_H. Soft row groups (rv_kkt_pattern.group_soft) are no nodes of the factor:
//     (A + G^T S^-1 G) v = r + G^T S^-1 b,   Lam = S^-1 (b - G v)
// makes a chain of bodies block tridiagonal, half the work.
#ifndef REEVE_SOLVE_KKT_H
#define REEVE_SOLVE_KKT_H

#include "core/memory.h"
#include "solve/lcp.h"

// A part of the system that brings its own factorisation (a condensed solid, a batch elsewhere). It
// is one dof block of any size; rows reach it through a few of its dofs.
typedef struct rv_substructure {
    void* self;
    int size;
    int alike;    // of its dofs, the first of one unit; the rest have another; 0: all have one
    bool by_rows; // a solve costs no more than the compliance of one dof: rows are solved for
    bool (*factor)(void* self);                               // prepare A^-1; false: singular
    void (*solve)(void* self, double* x);                     // x <- A^-1 x
    void (*multiply)(void* self, const double* x, double* y); // y <- A x; NULL: `solve` is exact
    // y <- about |A| |x|: what rounding in A x is measured against; NULL: A x itself is
    void (*magnitude)(void* self, const double* x, double* y);
    // A[dof][dof] of a dof that rows reach: what its speed is rounded by; NULL: not told
    double (*inertia)(void* self, int dof);
    // C[a * count + b] <- (A^-1)[dofs[a]][dofs[b]]
    void (*compliance)(void* self, int count, const int* dofs, double* C);
} rv_substructure;

typedef enum rv_kkt_softness {
    RV_KKT_HARD,
    // never bounded, always compliant: eliminated before its blocks, as a stiffness G^T S^-1 G of
    // them
    RV_KKT_SOFT,
    // Soft, and six rows that hold two rigid bodies together in a point, with one S for the first
    // three: on the second body J = [n, -n [r]x; 0, T], n = 1 (or 0: it holds nothing), and on the
    // first minus the same with an arm r of its own.
    RV_KKT_JOINT,
} rv_kkt_softness;

// what is coupled with what; the arrays are copied by rv_kkt_analyse
typedef struct rv_kkt_pattern {
    int block_count;
    const int* block_size;      // 1, 3 or 6; the size of its substructure where it has one
    const double* block_weight; // inertia, to break ties in the order; NULL: all equal
    const rv_substructure* const* block_substructure; // NULL: none; entries may be NULL
    int group_count;
    const int* group_size;      // rows, 1 to 6
    const int* group_first;     // [group_count + 1], into reference_block
    const int* reference_block; // the blocks of each group, each at most once per group
    const int* group_anchored;  // 1: also holds on to something that never moves; NULL: none does
    // rv_kkt_softness; NULL: none is soft. Groups on more than two blocks or on a substructure stay
    // as they are. Rounding leaves 1e-16/(S m) in the impulses of soft rows, m the mass that they
    // carry, while speeds keep their digits: a refinement repairs that where the residual passes
    // 1e-8.
    const int* group_soft;
    const int*
        reference_dof_first;  // [references + 1] into reference_dof; NULL without substructures
    const int* reference_dof; // for references to substructures: which of its dofs
    int pair_count;
    const int (
        *pair)[2]; // off-diagonal stiffness blocks, unlike blocks without substructure; may repeat
} rv_kkt_pattern;

typedef enum rv_row_state {
    RV_ROW_AT_LOWER = -1,
    RV_ROW_FREE = 0, // factored
    RV_ROW_AT_UPPER = 1,
} rv_row_state;

// one entry of a column of the factor
typedef struct rv_kkt_panel {
    int node;   // position of the later node in the elimination order
    int offset; // of its values
} rv_kkt_panel;

// where one block of the system goes in the factor
typedef struct rv_kkt_target {
    int offset;
    int8_t transposed; // 1: values are stored with rows and columns swapped
    int8_t repeated;   // 1: another one goes there before
} rv_kkt_target;

typedef struct rv_kkt_span {
    int offset, count;
} rv_kkt_span;

// where the stiffness of a soft group goes
typedef struct rv_kkt_soft {
    int group;
    int block_count; // 0, 1 or 2
    bool is_joint;   // RV_KKT_JOINT, the only one between two blocks of six
    int first_row;
    int jacobian[2];       // offsets of the values on its blocks
    int diagonal[2];       // offsets of the diagonal blocks of its blocks in the factor
    int unknown[2];        // first of their unknowns in x
    int first_unknown;     // of its rows in x
    rv_kkt_target between; // rows of its first block, columns of its second
} rv_kkt_soft;

// Rows outside the pattern, each with sparse entries on any dofs.
typedef struct rv_loose_row {
    int first_reference, reference_count;
    double sigma, bias, lower, upper; // impulse bounds
    double impulse;                   // in: start; out: solution
    int8_t state;                     // in: start; out
    // Rows of a chain follow each other and share compliance: S between two of them is that of the
    // one that comes first (springs in series, each row the sum of those up to it).
    int chain_before, chain_after; // how many rows of its chain come before and after it
    bool slides;                   // its chain has slipped in the last step
} rv_loose_row;

typedef struct rv_loose_reference {
    int block;
    int first_value, count; // values in `jacobian`
    int first_dof;          // into `dof`; -1: dofs 0 .. count - 1 of the block
} rv_loose_reference;

typedef struct rv_loose_rows {
    RV_ARRAY(rv_loose_row) rows;
    RV_ARRAY(rv_loose_reference) references;
    RV_ARRAY(double) jacobian;
    RV_ARRAY(int) dof;
    RV_ARRAY(rv_lcp_term) terms; // bounds affine in other loose impulses
} rv_loose_rows;

typedef RV_ARRAY(int) rv_int_array;

// of the analysis alone; kept, so that another one of the same size allocates nothing
typedef struct rv_kkt_work {
    rv_int_array graph, all_nodes, place, levels, entries, amd;
} rv_kkt_work;

typedef struct rv_kkt {
    // pattern
    int block_count, group_count, pair_count, reference_count;
    int dof_count, row_count, node_count;
    RV_ARRAY(int) block_size, block_first; // first dof of each block [block_count + 1]
    RV_ARRAY(const rv_substructure*) block_substructure;
    RV_ARRAY(int)
    group_size, group_first, reference_block, row_first; // row_first [group_count + 1]
    RV_ARRAY(int) reference_dof_first, reference_dof;
    RV_ARRAY(int) pair_block;   // 2 per pair
    RV_ARRAY(int8_t) is_paired; // by block: 1 if it has an off-diagonal stiffness block
    RV_ARRAY(int) hard;         // groups that are no soft ones, ascending: nodes of the factor
    RV_ARRAY(int) soft_group;   // and those that are
    RV_ARRAY(int8_t) softness; // by group: rv_kkt_softness, of joints only those between two blocks
    uint64_t pattern_hash;     // 0: not analysed
    // where the values of block, pair and reference begin; all stored column by column
    RV_ARRAY(int) diagonal_offset, pair_offset, jacobian_offset;

    // values, written by the caller
    RV_ARRAY(double) diagonal; // A's diagonal blocks
    RV_ARRAY(double)
    off_diagonal; // A's off-diagonal blocks, size(pair[0]) rows x size(pair[1]) columns
    RV_ARRAY(double) jacobian;                  // G: rows of the group x dofs of the reference
    RV_ARRAY(double) r;                         // per dof
    RV_ARRAY(double) sigma, bias, lower, upper; // per row; bounds are impulses
    // S >= sigma_floor * response of the least responsive block of the row. It gives way to a load
    // of R such blocks by R * sigma_floor of its motion: small against 1 / R, and yet large against
    // rounding (1e-16) where rows are redundant.
    double sigma_floor;
    // The caller trusts the factor this time: no residual, no refinement. Ignored where a pivot was
    // floored or a row is bounded, since those decisions are made with it.
    bool trust_factor;

    // solution, kept between steps as the warm start
    RV_ARRAY(double) v;
    RV_ARRAY(double) impulse;
    RV_ARRAY(int8_t) state; // rv_row_state

    rv_loose_rows loose; // written by the caller

    // order and symbolic factorisation: nodes are blocks, then groups; soft groups have no position
    RV_ARRAY(int) node_at;         // position -> node
    RV_ARRAY(int) position_of;     // node -> position
    RV_ARRAY(int) node_size;       // by position
    RV_ARRAY(int) node_first;      // by position: first unknown in x
    RV_ARRAY(int) factor_diagonal; // by position: offset of the diagonal block
    RV_ARRAY(int) panel_first;     // by position [node_count + 1]
    RV_ARRAY(rv_kkt_panel) panels;
    RV_ARRAY(int) target_first; // by position: its update targets
    RV_ARRAY(int) targets;      // offsets of the blocks that a column updates, pair by pair
    RV_ARRAY(rv_kkt_target) pair_target, reference_target;
    RV_ARRAY(rv_kkt_span) fill; // blocks of the factor where the system has none
    RV_ARRAY(rv_kkt_soft) soft;
    int factor_values;
    double flops; // of one numeric factorisation
    int uses_amd; // 1: the fill-reducing order was taken

    // numeric factorisation and scratch
    RV_ARRAY(double) factor;
    RV_ARRAY(double) scaled;        // the panels of one column, each over its pivots
    RV_ARRAY(double) inverse_d;     // by unknown
    RV_ARRAY(double) smallest;      // by unknown, of row groups: smallest pivot
    RV_ARRAY(double) inverse_sigma; // by row, of soft groups
    // by position: a group whose rows are all at a bound, whose blocks in the factor are zero but for its
    // own; and whether there are any
    RV_ARRAY(int8_t) idle;
    bool any_idle;
    RV_ARRAY(double) x;                // unknowns in elimination order, then those of soft groups
    RV_ARRAY(double) fixed_r, fixed_b; // right-hand side with the fixed impulses, then the residual
    RV_ARRAY(double) sub_scratch;      // for substructures
    RV_ARRAY(double) loose_scratch;    // W, q, bounds and the LCP's own scratch
    RV_ARRAY(int) scratch;
    rv_kkt_work work;
} rv_kkt;

// what solving took
typedef struct rv_kkt_report {
    int factorisations;
    int pivot_iterations;
    int unsettled; // 1: the active set hit its cap
    int floored;
    int refinements;
    double residual; // largest relative residual; < 0: not looked at
} rv_kkt_report;

// Order and symbolic factorisation. Keeps everything if the pattern is the one it has. False
// without memory; then the system must not be used. Impulses and states start at zero for a new
// pattern.
bool rv_kkt_analyse(rv_memory* memory, rv_kkt* kkt, const rv_kkt_pattern* pattern);
void rv_kkt_free(rv_memory* memory, rv_kkt* kkt);
// Room for loose rows in all and for solving them, with up to 6 dofs per reference on average: call
// before writing them and again after rv_kkt_analyse; false without memory.
bool rv_kkt_reserve_loose(rv_memory* memory, rv_kkt* kkt, int rows, int references, int terms);

// where the caller writes
static inline double* rv_kkt_block(rv_kkt* kkt, int block) {
    return kkt->diagonal.data + kkt->diagonal_offset.data[block];
}
static inline double* rv_kkt_pair(rv_kkt* kkt, int pair) {
    return kkt->off_diagonal.data + kkt->pair_offset.data[pair];
}
static inline double* rv_kkt_jacobian(rv_kkt* kkt, int reference) {
    return kkt->jacobian.data + kkt->jacobian_offset.data[reference];
}

// Raises sigma to its floor. Call after the values are written, before factoring.
void rv_kkt_apply_floor(rv_kkt* kkt);
// The parts of rv_kkt_solve, for systems that are solved together: the start (floor, states that
// the bounds allow) before the first factorisation, and after a solution: flips rows that break
// their condition, in order, as long as `allowance` is above 0, and takes each flip off it. Systems
// solved together share one allowance. Returns the number of rows that break their condition.
void rv_kkt_begin(rv_kkt* kkt);
int rv_kkt_flip(rv_kkt* kkt, int* allowance);
// Numeric factorisation with the rows whose state is free.
void rv_kkt_factor(rv_kkt* kkt, rv_kkt_report* report);
// Solves with the factor for the current right-hand side and fixed impulses: writes v and the
// impulses of free rows; refines when the residual asks for it.
void rv_kkt_solve_factored(rv_kkt* kkt, rv_kkt_report* report);
// Everything: factor, find the active set, loose rows. Starts from the states and impulses it has.
rv_kkt_report rv_kkt_solve(rv_kkt* kkt);
// The same when only r and bias have changed since rv_kkt_solve: factors only where states change.
rv_kkt_report rv_kkt_solve_again(rv_kkt* kkt);
// The largest relative residual of v and the impulses as they are, each component
// measured against the sum of its terms (for a substructure: against A v as a whole); infinite for
// a NaN.
double rv_kkt_residual(rv_kkt* kkt);
// After a factorisation: the response W = H KKT^-1 H^T (count x count, symmetric) of loose rows.
void rv_kkt_response(rv_kkt* kkt, const rv_loose_rows* rows, double* W);
// After a factorisation: v is the response to r alone, without biases, without the impulses of rows at
// a bound, and without refinement. Impulses stay.
void rv_kkt_respond(rv_kkt* kkt);
// After a factorisation: the blocks of KKT^-1 where the factor has blocks, Z (factor_values). The
// block of block b, symmetric, begins at factor_diagonal of its position. False: a block brings its own
// factorisation.
bool rv_kkt_invert(rv_kkt* kkt, double* Z);
// Dofs of one block that follow each other.
typedef struct rv_kkt_run {
    int block, first, count;
} rv_kkt_run;
// After a factorisation: how some dofs answer impulses on them, C (n x n, row-major, n: all of them).
// The runs of a block follow each other; scratch: n.
void rv_kkt_compliance(rv_kkt* kkt, const rv_kkt_run* runs, int count, double* C, int* scratch);
// G v of the rows of one group
void rv_kkt_group_speeds(const rv_kkt* kkt, int group, double* speed);
// H v for one loose row
double rv_kkt_loose_speed(const rv_kkt* kkt, const rv_loose_rows* rows, int row);

#endif
