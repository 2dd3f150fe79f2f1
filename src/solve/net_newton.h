// Contacts on large islands, such as a chain that lies on the ground, without their compliance: at
// a cost that grows with the number of bodies and contacts, not with its square. See net_newton.c.
#ifndef REEVE_SOLVE_NET_NEWTON_H
#define REEVE_SOLVE_NET_NEWTON_H

#include "solve/kkt.h"
#include "solve/net.h"

typedef struct rv_net_newton_problem {
    // Cones only, no couplings; `C` and `v` of the domains are not used, `tolerance` is a share of
    // `speed`. sigma is raised to its floor, by what the bodies would answer without joints.
    rv_net* net;
    rv_kkt* const* systems; // of each domain, with all values written and its states begun
    const double* start;    // per row: H v that is likely, such as that of the last step
    double speed;           // [m/s] that counts as large
    int iteration_cap;
    rv_kkt_report* report; // of all factorisations and solves
} rv_net_newton_problem;

typedef struct rv_net_newton_result {
    bool solved; // residual <= tolerance
    // v and impulses of the systems belong to lambda; else they are yet to be factored and solved
    bool is_current;
    int iterations;
    int inner_solves; // of the systems, within the iterations
    double residual;  // speed by which a law is broken, or that impulses are off by, over `speed`
} rv_net_newton_result;

// lambda is the start and the solution, always finite and inside its cones. The systems keep their
// values; their factors are left as those of other systems.
rv_net_newton_result rv_net_newton(const rv_net_newton_problem* problem, double* lambda,
                                   rv_arena scratch);
// dofs and rows: of all systems
size_t rv_net_newton_bytes(const rv_net* net, int dofs, int rows);

#endif
