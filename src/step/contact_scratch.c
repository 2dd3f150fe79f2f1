// The scratch of contacts: how much a cluster needs to be solved, and how much any clusters with a
// number of points may need. What takes the arrays of a network also counts their bytes. Scratch is
// for the cluster that is being solved: where it lies is in cluster.c.
#include "solve/net_newton.h"
#include "step/contact_net.h"

#include "core/task.h"

enum {
    // of a contact between two solids on bodies that forces move: three nodes and a body each
    SOFT_REFERENCES = 2 * (RV_SOFT_CORNERS + 1),
    SOFT_JACOBIAN = 3 * 2 * (3 * RV_SOFT_CORNERS + 6),
    // bytes that the arrays of a solver may lose to alignment, of up to 16 arrays
    ALIGNMENT_LOSS = 16 * 16,
    // and all arrays of a cluster together, with what solvers add to their own and the rest of a
    // cache line
    CLUSTER_LOSS = 2048
};

static rv_net net_of(const rv_contact_sizes* n) {
    return (rv_net){.row_count = n->rows + n->loose,
                    .unit_count = n->contacts + n->loose,
                    .reference_count = n->references};
}

static size_t newton_bytes(const rv_contact_sizes* n) {
    rv_net net = net_of(n);
    rv_net_system_sizes systems = {n->islands, n->dofs, n->factor_values};
    return (size_t)n->islands * sizeof(rv_kkt*) + 32 + rv_net_newton_bytes(&net, systems);
}

static void add_island_sizes(rv_contact_sizes* n, const rv_island* island) {
    const rv_loose_rows* loose = &island->kkt.loose;
    n->islands++;
    n->loose += loose->rows.count;
    n->references += loose->references.capacity;
    n->jacobian += 6 * loose->references.capacity;
    n->terms += loose->terms.capacity;
    // both orders of every two rows of a chain
    n->couplings += loose->rows.count * loose->rows.count;
    n->dofs += island->kkt.dof_count;
    n->factor_values += (size_t)island->kkt.factor_values;
}

static void add_reached(rv_contact_sizes* n, int dofs) {
    size_t d = (size_t)dofs;
    n->compliance += n->has_compliance ? d * (d + 1) : d;
    n->reached = dofs > n->reached ? dofs : n->reached;
}

rv_contact_sizes rv_contact_sizes_of(const rv_world* world, const rv_cluster* cluster) {
    rv_contact_sizes n = {0};
    for (int p = 0; p < cluster->pair_count; p++) {
        const rv_pair* pair =
            &world->pairs.data[world->cluster_pairs.data[cluster->first_pair + p]];
        n.contacts += pair->count;
        n.rows += pair->count * rv_contact_law_rows(&pair->law);
    }
    n.references = 2 * n.contacts + SOFT_REFERENCES * cluster->soft_count;
    n.jacobian = 12 * n.rows + SOFT_JACOBIAN * cluster->soft_count;
    n.contacts += cluster->soft_count;
    n.rows += 3 * cluster->soft_count;
    n.suits_newton = rv_contact_net_suits_newton(world, cluster);
    n.in_islands = rv_contact_net_is_in_islands(world, cluster, n.rows);
    n.has_compliance = !n.in_islands || rv_contact_net_affords_dense(world, cluster, n.rows, 1);
    n.strike_rows = rv_contact_net_strike_rows(world, cluster);
    for (int k = 0; k < cluster->island_count; k++) {
        const rv_island* island = rv_cluster_island(world, cluster, k);
        add_island_sizes(&n, island);
        add_reached(&n, island->contact_dofs);
    }
    n.is_dense = n.has_compliance && n.rows + n.loose <= world->def.contact.dense_rows;
    n.newton = n.in_islands ? newton_bytes(&n) : 0;
    return n;
}

// The arrays of a network; with an arena that counts, only their bytes. The last of them, for the
// compliances, is returned; NULL without memory.
static double* take_arrays(rv_contact_net* c, const rv_contact_sizes* n, rv_arena* arena) {
    size_t rows = (size_t)(n->rows + n->loose), contacts = (size_t)n->contacts;
    c->units = rv_arena_take(arena, contacts + (size_t)n->loose, sizeof *c->units);
    c->references = rv_arena_take(arena, (size_t)n->references, sizeof *c->references);
    c->jacobian = rv_arena_take(arena, (size_t)n->jacobian, sizeof(double));
    c->domains = rv_arena_take(arena, (size_t)n->islands, sizeof *c->domains);
    c->couplings = rv_arena_take(arena, (size_t)n->couplings, sizeof *c->couplings);
    c->terms = rv_arena_take(arena, (size_t)n->terms, sizeof *c->terms);
    c->sigma = rv_arena_take(arena, rows, sizeof(double));
    c->bias = rv_arena_take(arena, rows, sizeof(double));
    c->lower = rv_arena_take(arena, (size_t)n->loose, sizeof(double));
    c->upper = rv_arena_take(arena, (size_t)n->loose, sizeof(double));
    c->lambda = rv_arena_take(arena, rows, sizeof(double));
    c->impact = rv_arena_take(arena, rows, sizeof(double));
    c->rate = rv_arena_take(arena, rows, sizeof(double));
    c->speed = rv_arena_take(arena, rows, sizeof(double));
    c->likely = rv_arena_take(arena, rows, sizeof(double));
    c->tangent = rv_arena_take(arena, 2 * contacts, sizeof *c->tangent);
    c->site = rv_arena_take(arena, contacts, sizeof *c->site);
    c->law = rv_arena_take(arena, contacts, sizeof *c->law);
    c->pair = rv_arena_take(arena, contacts, sizeof *c->pair);
    c->phi = rv_arena_take(arena, contacts, sizeof(double));
    c->saved_r = rv_arena_take(arena, (size_t)n->dofs, sizeof(double));
    return rv_arena_take_unset(arena, n->compliance, sizeof(double));
}

static size_t array_bytes(const rv_contact_sizes* n) {
    rv_contact_net c;
    rv_arena counter = rv_arena_make_counter();
    take_arrays(&c, n, &counter);
    return rv_arena_counted(&counter);
}

bool rv_contact_net_take(rv_contact_net* c, const rv_contact_sizes* n, rv_arena* arena) {
    double* at = take_arrays(c, n, arena);
    if (at == NULL)
        return false;
    // C and v of every island
    for (int k = 0; k < c->cluster->island_count; k++) {
        size_t dofs = (size_t)rv_cluster_island(c->world, c->cluster, k)->contact_dofs;
        c->domains[k] = (rv_net_domain){.dofs = (int)dofs, .C = n->has_compliance ? at : NULL};
        at += n->has_compliance ? dofs * dofs : 0;
        c->domains[k].v = at;
        at += dofs;
    }
    return true;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

// sweeps, or Newton's method in the islands' systems; and before that the answers of an island to a
// unit, of which W is put together (rv_net_dense), or a list of its dofs (read_compliance)
static size_t rest_bytes(const rv_contact_sizes* n) {
    size_t answers = (size_t)n->reached * RV_CONE_ROWS * sizeof(double);
    size_t sweep = !n->has_compliance ? 0 : rv_net_sweep_bytes(n->rows + n->loose, n->references);
    return larger(larger(sweep, n->newton), answers) + ALIGNMENT_LOSS;
}

// what solves contacts has for itself, one method after the other; arrays of a dense problem stay
// while others are tried
static size_t solver_bytes(const rv_contact_sizes* n) {
    int rows = n->rows + n->loose;
    size_t solver = rest_bytes(n);
    if (n->is_dense)
        solver += rv_contact_net_dense_bytes(rows, n->contacts, n->terms);
    return larger(solver, rv_contact_net_impact_bytes(rows, n->contacts, n->strike_rows));
}

size_t rv_contacts_scratch_bytes(const rv_world* world, const rv_cluster* cluster) {
    rv_contact_sizes n = rv_contact_sizes_of(world, cluster);
    return array_bytes(&n) + solver_bytes(&n);
}

// Points with all of their rows, between as many bodies as they can touch. Of islands of several
// bodies contacts may reach all dofs, and no more than two bodies for each point. If all of them
// have more than `dense_rows`, they are solved without compliances (rv_contact_net_is_in_islands), unless
// there are loose rows or light bodies under heavy ones: the latter are not reckoned with.
static rv_contact_sizes sizes_most(const rv_world* world, int points) {
    int bodies = 2 * points < world->bodies.capacity ? 2 * points : world->bodies.capacity;
    int most = 2 * (world->def.contact.dense_rows / RV_CONTACT_ROWS_LEAST + 1);
    rv_contact_sizes n = {.islands = bodies,
                          .contacts = points,
                          .rows = RV_CONE_ROWS * points,
                          .references = 2 * points,
                          .jacobian = 12 * RV_CONE_ROWS * points,
                          .dofs = 6 * bodies,
                          .factor_values = 36 * (size_t)bodies,
                          .strike_rows = RV_TOUCH_MAX * RV_CONE_ROWS,
                          .has_compliance = true};
    n.compliance = (size_t)bodies * 6 * (6 + 1);
    for (int i = 0; i < world->island_count; i++) {
        const rv_island* island = &world->islands.data[i];
        int reached = island->bodies.count < bodies ? island->bodies.count : bodies;
        bool is_loose = island->kkt.loose.rows.count > 0;
        if (!is_loose && island->kkt.dof_count <= 6)
            continue; // one of the bodies above
        reached = is_loose ? island->bodies.count : reached < most ? reached : most;
        add_island_sizes(&n, island);
        add_reached(&n, 6 * reached);
    }
    n.newton = newton_bytes(&n);
    return n;
}

// With n threads, clusters whose linear parts are L bytes in all, and D bytes at most that are not
// linear in each: all apart, or all in n places of the largest (place_scratch in cluster.c). And if
// those above X = L/n + D have places of their own: there are fewer than n of them, L + n D bytes,
// while the line at the next power of two leaves n places of 2 X at most; 3 (L + n D) in all.
size_t rv_contacts_scratch_most(const rv_world* world, int points) {
    rv_contact_sizes n = sizes_most(world, points);
    int rows = n.rows + n.loose, dense_rows = world->def.contact.dense_rows;
    int most = rows < dense_rows ? rows : dense_rows;
    // a dense system is about a square of its rows: as many of the largest as there are rows for
    size_t dense = rv_contact_net_dense_bytes(most, most / RV_CONTACT_ROWS_LEAST, n.terms);
    size_t systems = most == 0 ? 0 : (size_t)rows / (size_t)most + 1;
    size_t impact = rv_contact_net_impact_bytes(0, 0, n.strike_rows);
    size_t strikes = (size_t)rows / (size_t)n.strike_rows + 1;
    // rows and contacts of impacts, answers of islands, and what each cluster loses to alignment
    size_t more = (size_t)rows + (size_t)points + RV_CONE_ROWS * (size_t)n.dofs;
    size_t clusters = (size_t)(points < n.islands ? points : n.islands);
    size_t linear =
        array_bytes(&n) + rest_bytes(&n) + more * sizeof(double) + clusters * CLUSTER_LOSS;
    size_t threads = (size_t)rv_pool_threads(world->pool);
    size_t apart = linear + systems * dense + strikes * impact, each = larger(dense, impact);
    size_t shared = threads * (linear + each), mixed = 3 * (linear + threads * each);
    shared = shared < mixed ? shared : mixed;
    return apart < shared ? apart : shared;
}
