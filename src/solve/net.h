// Contacts between several systems that are factored on their own. Each system (domain) answers
// impulses on those of its dofs that contacts reach with a compliance C, and a unit (a contact with
// up to 6 rows, or one loose row) holds on to one or more places of the domains:
//     w_i = sum over its references of H_i v + S_i lambda_i - b_i,   v = v_free + C sum H_j^T
// lambda_j Up to a few hundred rows the dense W is assembled for the solvers of cone.h; larger ones
// are solved here by nonlinear Gauss-Seidel on the velocities (Jean, Moreau 1992), in the order of
// the units.
#ifndef REEVE_SOLVE_NET_H
#define REEVE_SOLVE_NET_H

#include "solve/cone.h"

typedef struct rv_net_domain {
    int dofs;
    double* C; // dofs x dofs: row by row, the answers of all dofs to a push on one; NULL for
               // rv_net_newton
    double* v; // free on entry; rv_net_sweep leaves the solution here
} rv_net_domain;

typedef struct rv_net_reference {
    int domain;
    int first, dofs; // of the domain's dofs
    int jacobian;    // into rv_net.jacobian: rows x dofs, row-major
    int block;       // of the domain's own system, for rv_net_newton
} rv_net_reference;

typedef struct rv_net_unit {
    int first_row, rows;
    int first_reference, reference_count;
    bool is_box;  // one row with bounds; else a cone
    rv_cone cone; // its `first` is first_row
} rv_net_unit;

// S between two loose rows of one chain
typedef struct rv_net_coupling {
    int row, other; // both orders are listed
    double sigma;
} rv_net_coupling;

typedef struct rv_net {
    int domain_count, unit_count, row_count, reference_count;
    rv_net_domain* domains;
    const rv_net_unit* units; // cones first, then boxes
    const rv_net_reference* references;
    const double* jacobian;
    double* sigma;      // per row; raised to `sigma_floor` of the row's own response
    const double* bias; // per row
    double sigma_floor;
    int cone_count;
    // of the boxes, indexed by row - first_box
    int first_box;
    const double *lower, *upper;
    const rv_lcp_term* terms;
    int term_count;
    const rv_net_coupling* couplings;
    int coupling_count;
    double tolerance;
    int sweep_cap;
    int stall_sweeps; // sweeps end where as many better nothing; 0: they go on
} rv_net;

// raises sigma to its floor; call once after C is written
void rv_net_apply_floor(rv_net* net);
// H v of a unit with the velocities as they are
void rv_net_speed(const rv_net* net, const rv_net_unit* unit, double* speed);
// adds C H^T impulse to the velocities
void rv_net_push(rv_net* net, const rv_net_unit* unit, const double* impulse);
// W (with `stride` columns) += H_a C H_b^T: the speed of unit a for impulses of unit b
void rv_net_couple(const rv_net* net, const rv_net_unit* a, const rv_net_unit* b, double* W,
                   int stride);
// the unit's own response H C H^T (rows x rows), without S
void rv_net_response(const rv_net* net, const rv_net_unit* unit, double* W);

// W = H C H^T + S (row_count x row_count) and q = H v_free - b. `scratch`: 6 numbers for each dof of
// the largest domain make it fast.
void rv_net_dense(const rv_net* net, double* W, double* q, rv_arena scratch);
// On entry v is free; lambda is the start. Leaves v with the impulses in it.
rv_cone_result rv_net_sweep(rv_net* net, double* lambda, rv_arena scratch);
size_t rv_net_sweep_bytes(int rows, int references);

#endif
