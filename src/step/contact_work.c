// What the ways to solve contacts cost: instructions of one thread over nine, which is about 1 ns on
// the processors that `reeve bench` was last run on. Work is counted, not timed, so that results do not
// depend on the machine. The numbers are instructions that callgrind counted.
#include "step/contact_net.h"

static const double BODY_WORK = 100.0; // of a body in a solution of its island: 870 instructions
static const double ROW_WORK = 0.1;    // of a Newton step on a dense W, times the cube of its rows
// Of an iteration in the islands' systems, in solutions: factorisation, laws, two solutions; and of
// each product with W in it. There are about three products where friction alone is coupled, and ten
// with contacts between bodies that move.
static const double ITERATION_WORK = 12.0, PRODUCT_WORK = 1.65;
static const double PRODUCTS_OF_FRICTION = 3.0, PRODUCTS = 10.0;
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
    return (ITERATION_WORK * iterations + PRODUCT_WORK * inner_solves) * solve_work(world, cluster);
}

// whether two bodies that move touch
static bool is_shared(const rv_world* world, const rv_cluster* cluster) {
    bool any = false;
    for (int p = 0; p < cluster->pair_count; p++) {
        const rv_pair* pair =
            &world->pairs.data[world->cluster_pairs.data[cluster->first_pair + p]];
        any |= pair->count > 0 && rv_body_dofs(&world->bodies.data[pair->body[0]]) > 0
               && rv_body_dofs(&world->bodies.data[pair->body[1]]) > 0;
    }
    return any;
}

double rv_contact_work_iteration(const rv_world* world, const rv_cluster* cluster) {
    double products = is_shared(world, cluster) ? PRODUCTS : PRODUCTS_OF_FRICTION;
    return (ITERATION_WORK + PRODUCT_WORK * products) * solve_work(world, cluster);
}

double rv_contact_work_islands(const rv_world* world, const rv_cluster* cluster) {
    return TYPICAL_STEPS * rv_contact_work_iteration(world, cluster);
}
