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
    bool is_warm;           // lambda and `start` are a solution of nearly the same problem
    double speed;           // [m/s] that counts as large
    int iteration_cap;
    double work_cap; // no iteration begins above it, but for the first `iteration_least`
    int iteration_least;
    rv_kkt_report* report; // of all factorisations and solves
} rv_net_newton_problem;

typedef struct rv_net_newton_result {
    bool solved; // residual <= tolerance
    // v and impulses of the systems belong to lambda; else they are yet to be factored and solved
    bool is_current;
    int iterations;
    double work;     // in solutions of the systems
    double residual; // speed by which a law is broken, or that impulses are off by, over `speed`
} rv_net_newton_result;

// Work [solutions of the systems]: of an iteration (factorisation, laws, two solutions), of each
// product with W in it, of the blocks of the inverse that contacts between moving bodies need, and
// of a sweep of splitting. Counted by callgrind for a coil of 60 segments, over the 54 k
// instructions of a solution.
#define RV_NET_ITERATION_WORK 12.0
#define RV_NET_PRODUCT_WORK 0.9
#define RV_NET_INVERSE_WORK 3.2
#define RV_NET_SWEEP_WORK 1.8

// lambda is the start and the solution, always finite and inside its cones. The systems keep their
// values; their factors are left as those of other systems.
rv_net_newton_result rv_net_newton(const rv_net_newton_problem* problem, double* lambda,
                                   rv_arena scratch);
// of all systems
typedef struct rv_net_system_sizes {
    int count, dofs;
    size_t factor_values;
} rv_net_system_sizes;
size_t rv_net_newton_bytes(const rv_net* net, rv_net_system_sizes sizes);

#endif
