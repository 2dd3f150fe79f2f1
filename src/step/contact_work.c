// What the ways to solve contacts cost, in instructions of one thread over the about three that a
// processor of 2020 does in a nanosecond: [about 1 ns]. Work is counted, not timed, so that results do
// not depend on the machine.
#include "step/contact_net.h"

static const double BODY_WORK = 200.0; // of a body in a solution of its island
static const double ROW_WORK = 0.1;    // of a Newton step on a dense W, times the cube of its rows
// Of an iteration in the islands' systems, in solutions: factorisation, laws, two solutions, and
// those of GMRES where only friction is coupled to normal impulses.
static const double FACTOR_WORK = 12.0, COUPLED_WORK = 3.0;
// Newton's steps in a substep of things that move; those at rest need one.
static const double TYPICAL_STEPS = 4.0;

static double solve_work(const rv_world* world, const rv_cluster* cluster) {
    double work = 0.0;
    for (int k = 0; k < cluster->island_count; k++)
        work += rv_contact_work_solve(world, cluster, k);
    return work;
}

double rv_contact_work_solve(const rv_world* world, const rv_cluster* cluster, int island) {
    return BODY_WORK * rv_cluster_island(world, cluster, island)->bodies.count;
}

double rv_contact_work_dense_step(int rows) {
    return ROW_WORK * (double)rows * rows * rows;
}

double rv_contact_work_dense(const rv_world* world, const rv_cluster* cluster, int rows) {
    double work = TYPICAL_STEPS * rv_contact_work_dense_step(rows);
    for (int k = 0; k < cluster->island_count; k++)
        work += rv_cluster_island(world, cluster, k)->contact_dofs
                * rv_contact_work_solve(world, cluster, k);
    return work;
}

double rv_contact_work_newton(const rv_world* world, const rv_cluster* cluster, int iterations,
                              int inner_solves) {
    return (FACTOR_WORK * iterations + inner_solves) * solve_work(world, cluster);
}

double rv_contact_work_iteration(const rv_world* world, const rv_cluster* cluster) {
    return (FACTOR_WORK + COUPLED_WORK) * solve_work(world, cluster);
}

double rv_contact_work_islands(const rv_world* world, const rv_cluster* cluster) {
    return TYPICAL_STEPS * rv_contact_work_iteration(world, cluster);
}
