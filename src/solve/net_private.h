// Shared by the parts of rv_net_newton: its working arrays, and the systems with linearised
// contacts.
#ifndef REEVE_SOLVE_NET_PRIVATE_H
#define REEVE_SOLVE_NET_PRIVATE_H

#include "solve/net_newton.h"

enum { RV_NET_BLOCK = RV_CONE_ROWS * RV_CONE_ROWS, RV_NET_GMRES_MAX = 30 };

// per row, unless said otherwise
typedef struct rv_net_work {
    const rv_net_newton_problem* problem;
    rv_net* net;
    double* own;   // what the row's bodies answer an impulse with, without their joints
    double* firm;  // the same of the one that answers least
    double* alone; // the same of each: per reference, RV_CONE_ROWS of them
    double* soft;  // regularisation, which the multipliers take back
    double* held;  // multipliers
    double* best;  // impulses that the laws want at the iterate with the least residual
    double* limit; // per unit: the normal impulse that friction is limited by
    double *u, *p; // speeds, and the impulses that they belong to
    double *u_next, *p_next;
    double* wanted; // impulses that the laws want at u
    double* D;      // per unit, rows x rows: -d wanted / d u
    bool* acts;     // per unit: `wanted` or D is not 0
    bool damps;     // D resists speeds along the friction, too
    int stalls;     // updates of the multipliers that have helped little
    bool couples;   // friction is limited by the normal impulse as it is wanted, not by `limit`
    // of GMRES, over the rows of the active units alone: preconditioner (per unit), basis
    // (RV_NET_GMRES_MAX + 1 times), weights, a direction and its answer
    int active_count, active_rows;
    int* active; // units with a C
    double *T, *basis, *weight, *step, *answer;
    // of splitting, per reference RV_CONE_ROWS of them: weights of copies, speeds H v, impulses
    double *hold, *place, *pushed;
    double* e;       // per row: u - H v, as far as C needs it
    double* saved_A; // per reference: the block of A
    double* saved_r;
    double** inverse; // per system: blocks of its inverse (rv_kkt_invert)
    bool* inverted;   // per system: it has such blocks
    double work;      // done so far [solutions of the systems]
} rv_net_work;

// between two bodies that move
static inline bool rv_net_is_shared(const rv_net_unit* unit) {
    return unit->reference_count > 1;
}

// The impulses that a contact wants at speeds u; D may be NULL. False: there are none, nor any at
// speeds near by.
bool rv_net_law(const rv_net_work* work, int index, const double* u, double* lambda, double* D);
// Sweeps of splitting from `held`: u and p that are near a solution, `held` as p (net_split.c).
// `soft` is left as it needs it.
void rv_net_split(rv_net_work* work);
// own, firm, alone, and sigma's floor; false: a block of A is not positive
bool rv_net_measure(rv_net_work* work);
// blocks of the inverses of the factored systems
void rv_net_invert(rv_net_work* work);
// W (rows x rows) of a contact's bodies in the factored systems, each body on its own
void rv_net_respond_apart(const rv_net_work* work, const rv_net_unit* unit, double* W);
// keeps A and r of the systems, or brings them back
void rv_net_keep(rv_net_work* work, bool restore);
// factors the systems with F, the part of D that fits into their blocks and is symmetric
void rv_net_factor(rv_net_work* work);
// u_next and p_next: the solution with the laws linearised about u
void rv_net_advance(rv_net_work* work);
// out = C x, C = D - F of a unit
void rv_net_multiply_rest(const rv_net_work* work, int index, const double* x, double* out);
// answer = W C x of the active units
void rv_net_respond(rv_net_work* work, const double* x, double* answer);
// e of (I + W C) e = u - u_next (net_gmres.c)
void rv_net_gmres(rv_net_work* work);

#endif
