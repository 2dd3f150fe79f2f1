// The contacts of clusters with a large island (a chain that lies on the ground, a heap of it), by
// Newton's method in the islands' own systems (net_newton.h). Not for what bounces, for cables with
// friction on pulleys, whose rows share compliance, nor for light bodies under heavy ones, where
// the iterations for contacts between two bodies that move take too long.
#include "solve/net_newton.h"
#include "step/contact_net.h"

#include <math.h>
#include <string.h>

static const double SPEED_LEAST = 1e-6; // [m/s]
static const double MASS_RATIO = 100.0; // of bodies that touch
// Iterations are bounded by the work of the substep; NEWTON_LEAST are made in any case. With 8 of them a
// coil of 5 substeps took twice its budget; with a budget of 6 ms, 5 or 8 of them leave 4.1 or 3.8 % of
// the steps of random falling cables unsettled.
enum { NEWTON_CAP = 40, NEWTON_LEAST = 4, CHAIN_LEAST = 4 };

static bool bounces(const rv_pair* pair) {
    return pair->count > 0 && pair->law.restitution > 0.0 && pair->law.stiffness == 0.0;
}

static bool is_light_under_heavy(const rv_world* world, const rv_pair* pair) {
    const rv_body* a = &world->bodies.data[pair->body[0]];
    const rv_body* b = &world->bodies.data[pair->body[1]];
    return pair->count > 0 && rv_body_dofs(a) > 0 && rv_body_dofs(b) > 0
           && fmax(a->mass, b->mass) > MASS_RATIO * fmin(a->mass, b->mass);
}

static const rv_pair* pair_of(const rv_world* world, const rv_cluster* cluster, int p) {
    return &world->pairs.data[world->cluster_pairs.data[cluster->first_pair + p]];
}

bool rv_contact_net_has_chain(const rv_world* world, const rv_cluster* cluster) {
    bool any = false;
    for (int k = 0; k < cluster->island_count; k++)
        any |= rv_cluster_island(world, cluster, k)->contact_dofs > 6 * CHAIN_LEAST;
    return any;
}

bool rv_contact_net_suits_newton(const rv_world* world, const rv_cluster* cluster) {
    bool suits = rv_contact_net_has_chain(world, cluster) && cluster->soft_count == 0;
    for (int k = 0; k < cluster->island_count; k++)
        suits = suits && rv_cluster_island(world, cluster, k)->kkt.loose.rows.count == 0;
    for (int p = 0; p < cluster->pair_count && suits; p++)
        suits = !is_light_under_heavy(world, pair_of(world, cluster, p));
    return suits;
}

// rods and solids, which every iteration would factor again
static bool has_substructures(const rv_world* world, const rv_cluster* cluster) {
    bool any = false;
    for (int k = 0; k < cluster->island_count; k++) {
        const rv_kkt* kkt = &rv_cluster_island(world, cluster, k)->kkt;
        for (int b = 0; b < kkt->block_count; b++)
            any |= kkt->block_substructure.data[b] != NULL;
    }
    return any;
}

static bool costs_less(const rv_world* world, const rv_cluster* cluster, int rows) {
    return !has_substructures(world, cluster)
           && rv_contact_work_islands(world, cluster) < rv_contact_work_dense(world, cluster, rows);
}

bool rv_contact_net_is_in_islands(const rv_world* world, const rv_cluster* cluster, int rows) {
    bool in_islands = rv_contact_net_suits_newton(world, cluster)
                      && (rows > world->def.contact.dense_rows || costs_less(world, cluster, rows));
    for (int p = 0; p < cluster->pair_count && in_islands; p++)
        in_islands = !bounces(pair_of(world, cluster, p));
    return in_islands;
}

// what a step changes speeds by, and how fast contacts are
static double large_speed(const rv_contact_net* c) {
    double speed = fmax(SPEED_LEAST, c->h * rv_vec3_length(c->world->def.gravity));
    for (int r = 0; r < c->net.row_count; r++)
        speed = fmax(speed, fabs(c->speed[r]));
    return speed;
}

// from the speeds of the substep's start, or those that are known from an earlier solution
static void write_likely(rv_contact_net* c) {
    memcpy(c->likely, c->speed, (size_t)c->net.row_count * sizeof(double));
    for (int i = 0; i < c->net.unit_count && c->is_warm; i++)
        rv_net_speed(&c->net, &c->units[i], c->likely + c->units[i].first_row);
}

bool rv_contact_net_newton(rv_contact_net* c) {
    rv_arena arena = c->rest;
    int count = c->cluster->island_count;
    rv_kkt** systems = rv_arena_take(&arena, (size_t)count, sizeof *systems);
    rv_kkt_report report = {.residual = -1.0};
    if (systems == NULL)
        return false;
    write_likely(c);
    // what is found on the way is not looked at closely; what is left at the end is, now and then
    bool is_trusted = rv_island_may_trust_factor(c->world);
    for (int k = 0; k < count; k++) {
        systems[k] = &rv_cluster_island(c->world, c->cluster, k)->kkt;
        systems[k]->trust_factor = true;
    }
    double solution = rv_contact_work_solve_all(c->world, c->cluster);
    rv_net_newton_problem problem = {.net = &c->net,
                                     .systems = systems,
                                     .start = c->likely,
                                     .is_warm = c->is_warm,
                                     .speed = large_speed(c),
                                     .iteration_cap = NEWTON_CAP,
                                     .work_cap = c->work / solution,
                                     .iteration_least = NEWTON_LEAST,
                                     .report = &report};
    rv_net_newton_result result = rv_net_newton(&problem, c->lambda, arena);
    for (int k = 0; k < count; k++)
        systems[k]->trust_factor = is_trusted;
    c->cluster->iterations += result.iterations;
    rv_contact_net_charge(c, result.work * solution);
    c->swept_residual = result.residual;
    report.residual = -1.0;
    rv_island_add_report(&rv_cluster_island(c->world, c->cluster, 0)->report, &report);
    return result.is_current && is_trusted;
}
