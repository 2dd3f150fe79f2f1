// How what a haptic tool touches gives way:
//   C = h^2 (W_aa - W_as W_ss^-1 W_sa),   W = H KKT^-1 H^T over the islands of its clusters
// a: three axes at every point, on the bodies that are touched (the tool itself is moved, whatever
// pushes: it gives way in the ticks alone); s: contacts that carry these bodies elsewhere. What lies on
// a floor does not give way as if it were free.
#include "step/haptic.h"

#include "solve/dense.h"
#include "step/contact_net.h"

#include <string.h>

typedef struct giving {
    rv_world* world;
    rv_haptic* haptic;
    rv_haptic_model* model;
    int axes, rows; // 3 per point, and with supports
} giving;

// J of a direction at a place of a body into a row, if the body is in the island
static void add_reference(const giving* g, int32_t index, rv_vec3 arm, rv_vec3 along, int island) {
    rv_loose_rows* rows = &g->haptic->rows;
    const rv_body* body = index < 0 ? NULL : &g->world->bodies.data[index];
    int dofs = body == NULL || body->island != island ? 0 : rv_body_dofs(body);
    if (dofs == 0)
        return;
    rv_vec3 turn = rv_vec3_cross(arm, along);
    double J[6] = {along.x, along.y, along.z, turn.x, turn.y, turn.z};
    rows->rows.data[rows->rows.count].reference_count++;
    rows->references.data[rows->references.count++] =
        (rv_loose_reference){body->block, rows->jacobian.count, dofs, -1};
    for (int k = 0; k < dofs; k++)
        rows->jacobian.data[rows->jacobian.count++] = J[k];
}

static void begin_row(const giving* g) {
    rv_loose_rows* rows = &g->haptic->rows;
    rows->rows.data[rows->rows.count] = (rv_loose_row){.first_reference = rows->references.count};
}

// adds the response of all rows in one island
static void add_island(const giving* g, int island) {
    rv_loose_rows* rows = &g->haptic->rows;
    rv_kkt* kkt = &g->world->islands.data[island].kkt;
    rows->rows.count = rows->references.count = rows->jacobian.count = 0;
    for (int r = 0; r < g->rows; r++) {
        begin_row(g);
        if (r < g->axes) {
            const rv_haptic_side* side = &g->haptic->sides[r / 3];
            rv_vec3 axis = rv_mat3_column(rv_mat3_identity(), r % 3);
            add_reference(g, side->body, side->arm, axis, island);
        } else {
            const rv_haptic_support* s = &g->haptic->supports[r - g->axes];
            add_reference(g, s->body[0], s->arm[0], rv_vec3_neg(s->normal), island);
            add_reference(g, s->body[1], s->arm[1], s->normal, island);
        }
        rows->rows.count++;
    }
    if (g->world->def.solver == RV_SOLVER_BLOCK_GS) {
        rv_kkt_report ignored = {0};
        rv_kkt_factor(kkt, &ignored);
    }
    rv_kkt_response(kkt, rows, g->haptic->response);
    int n = g->rows;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            g->haptic->sum[i * n + j] +=
                0.5 * (g->haptic->response[i * n + j] + g->haptic->response[j * n + i]);
}

// the contacts of a cluster that carry something, but those of the tool
static void add_supports(giving* g, const rv_cluster* cluster, int32_t tool) {
    const rv_world* world = g->world;
    for (int p = 0; p < cluster->pair_count; p++) {
        const rv_pair* pair =
            &world->pairs.data[world->cluster_pairs.data[cluster->first_pair + p]];
        if (pair->body[0] == tool || pair->body[1] == tool)
            continue;
        for (int k = pair->first; k < pair->first + pair->count; k++) {
            const rv_site* site = &world->sites.data[k];
            int count = g->rows - g->axes;
            if (!(site->force > 0.0) || count == RV_HAPTIC_SUPPORTS_MAX)
                continue;
            g->haptic->supports[count] = (rv_haptic_support){
                {pair->body[0], pair->body[1]}, {site->arm[0], site->arm[1]}, site->normal};
            g->rows++;
        }
    }
}

// the tool's points have a body in one of its islands, all of which are awake
static bool is_touched(const giving* g, const rv_cluster* cluster) {
    for (int i = 0; i < g->model->count; i++) {
        int32_t body = g->haptic->sides[i].body;
        int island = body < 0 ? -1 : g->world->bodies.data[body].island;
        for (int k = 0; k < cluster->island_count && island >= 0 && !cluster->asleep; k++)
            if (g->world->cluster_islands.data[cluster->first_island + k] == island)
                return true;
    }
    return false;
}

// W_aa - W_as W_ss^-1 W_sa in place; redundant supports share what they carry
static void condense(const giving* g) {
    int n = g->rows, a = g->axes, s = n - a;
    double* S = g->haptic->sum;
    rv_arena arena = rv_arena_make(g->haptic->scratch, g->haptic->scratch_bytes);
    rv_ldl ldl;
    int* order = rv_arena_take(&arena, (size_t)s, sizeof(int));
    double* x = rv_arena_take(&arena, (size_t)s, sizeof(double));
    if (s == 0 || order == NULL || x == NULL || !rv_ldl_take(&ldl, s, &arena))
        return;
    for (int k = 0; k < s; k++)
        order[k] = a + k;
    rv_ldl_extend(&ldl, S, n, order, 0, s, S[(size_t)a * (size_t)n + (size_t)a]);
    for (int i = 0; i < a; i++) {
        for (int k = 0; k < s; k++)
            x[k] = S[(a + k) * n + i];
        rv_ldl_solve(&ldl, s, x);
        // the column of i: rows of axes alone, so that W_sa stays
        for (int j = 0; j < a; j++)
            S[j * n + i] -= rv_dense_dot(S + (size_t)j * (size_t)n + a, x, s);
    }
}

static void write_compliance(const giving* g, double dt) {
    int n = g->axes;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double* S = g->haptic->sum;
            double W = 0.5 * (S[i * g->rows + j] + S[j * g->rows + i]);
            g->model->C_world[i * n + j] = dt * dt * W;
        }
    for (int i = 0; i < n; i++)
        g->model->C_world[i * n + i] += g->haptic->sides[i / 3].give;
}

void rv_haptic_find_compliance(rv_world* world, rv_haptic* haptic, rv_haptic_model* model,
                               double dt) {
    giving g = {world, haptic, model, 3 * model->count, 3 * model->count};
    const rv_body* tool = rv_world_body(world, haptic->def.body);
    for (int i = 0; i < model->count; i++)
        model->world_gives |= haptic->sides[i].give > 0.0 || haptic->sides[i].body >= 0;
    memset(model->C_world, 0, (size_t)(g.axes * g.axes) * sizeof(double));
    if (!model->world_gives)
        return;
    for (int c = 0; c < world->cluster_count; c++)
        if (is_touched(&g, &world->clusters.data[c]))
            add_supports(&g, &world->clusters.data[c], (int32_t)(tool - world->bodies.data));
    memset(haptic->sum, 0, (size_t)(g.rows * g.rows) * sizeof(double));
    for (int c = 0; c < world->cluster_count; c++) {
        const rv_cluster* cluster = &world->clusters.data[c];
        for (int k = 0; k < cluster->island_count && is_touched(&g, cluster); k++)
            add_island(&g, world->cluster_islands.data[cluster->first_island + k]);
    }
    condense(&g);
    write_compliance(&g, dt);
}
