// What the ways to solve contacts cost: instructions of one thread over nine, which is about 1 ns on
// the processors that `reeve bench` was last run on. Work is counted, not timed, so that results do not
// depend on the machine. The numbers are instructions that callgrind counted.
#include "solve/net_newton.h"
#include "step/contact_net.h"

static const double BODY_WORK = 100.0; // of a body in a solution of its island: 870 instructions
static const double ROW_WORK = 0.1;    // of a Newton step on a dense W, times the cube of its rows
// Products with W in an iteration in the islands' systems: about three where friction alone is
// coupled, and six with contacts between bodies that move.
static const double PRODUCTS_OF_FRICTION = 3.0, PRODUCTS = 6.0;
// Newton's steps in a substep of things that move; those at rest need one.
static const double TYPICAL_STEPS = 4.0;

double rv_contact_work_solve_all(const rv_world* world, const rv_cluster* cluster) {
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

static double iteration_work(const rv_world* world, const rv_cluster* cluster) {
    double inner = is_shared(world, cluster) ? RV_NET_INVERSE_WORK + PRODUCTS * RV_NET_PRODUCT_WORK
                                             : PRODUCTS_OF_FRICTION * RV_NET_PRODUCT_WORK;
    return (RV_NET_ITERATION_WORK + inner) * rv_contact_work_solve_all(world, cluster);
}

double rv_contact_work_islands(const rv_world* world, const rv_cluster* cluster) {
    return TYPICAL_STEPS * iteration_work(world, cluster);
}
