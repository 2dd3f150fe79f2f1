// The core of a thread's system in numbers: values are collected in the order of elimination, and
// answers brought back; in between is rod_core_lanes.h.
#include "solve/rod_core.h"

#include <string.h>

// --- values ---

// block of a target, whose rows and columns may have changed places
typedef struct block {
    double* values;
    bool transposed;
} block;

static block block_at(rv_rod_core* core, int target) {
    if (target >= core->block_count)
        return (block){core->pivots.data + (size_t)(target - core->block_count) * ROD_BLOCK, false};
    int number = target < 0 ? -1 - target : target;
    return (block){core->blocks.data + (size_t)number * ROD_BLOCK, target < 0};
}

static block pivot_at(rv_rod_core* core, int node) {
    return block_at(core, core->block_count + core->place.data[node]);
}

static void add(block to, int r, int c, double value) {
    to.values[to.transposed ? 4 * r + c : 4 * c + r] += value;
}

static void add_block(block to, const rv_mat3* value) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            add(to, r, c, value->m[r][c]);
}

static bool are_free(const rv_rod_system* a, int i, int j) {
    return !a->prescribed.data[i] && !a->prescribed.data[j];
}

static void collect_vertices(rv_rod_system* a) {
    rv_rod_core* core = &a->core;
    const rv_mat3 identity = rv_mat3_identity();
    int first = core->first, n = core->count;
    for (int t = 0; t < n; t++) {
        int i = first + t;
        add_block(pivot_at(core, t), a->prescribed.data[i] ? &identity : &a->diagonal.data[i]);
        if (t + 1 < n && are_free(a, i, i + 1))
            add_block(block_at(core, core->next_target.data[t]), &a->next.data[i]);
        if (t + 2 < n && are_free(a, i, i + 2))
            add_block(block_at(core, core->second_target.data[t]), &a->second.data[i]);
    }
    for (int k = 0; k < a->pair_count; k++)
        if (are_free(a, a->pairs.data[2 * k], a->pairs.data[2 * k + 1]))
            add_block(block_at(core, core->extra_target.data[k]), &a->extra.data[k]);
}

// couples the multiplier of `node` with what its edge does to a vertex of it
static void add_direction(rv_rod_system* a, int node, int vertex, const rv_vec3* u, double sign) {
    rv_rod_core* core = &a->core;
    if (a->prescribed.data[vertex])
        return;
    const double direction[3] = {u->x, u->y, u->z};
    int other = vertex - core->first, low = node < other ? node : other;
    block to = node == other ? pivot_at(core, node) : block_at(core, core->next_target.data[low]);
    for (int c = 0; c < 3; c++) {
        if (low == node)
            add(to, 3, c, sign * direction[c]);
        else
            add(to, c, 3, sign * direction[c]);
    }
}

// of edges within the core; those to the tails come from there
static void collect_multipliers(rv_rod_system* a) {
    rv_rod_core* core = &a->core;
    for (int t = 0; t < core->node_count; t++) {
        int e = core->multiplier.data[t];
        bool is_inside = e >= core->first && e < core->first + core->count - 1;
        bool is_idle = is_inside && a->prescribed.data[e] && a->prescribed.data[e + 1];
        double* own = pivot_at(core, t).values + 15;
        if (!is_inside || is_idle) {
            *own = e < 0 || is_idle ? -1.0 : 0.0;
            continue;
        }
        *own = -a->sigma.data[e];
        add_direction(a, t, e, &a->direction.data[e], -1.0);
        add_direction(a, t, e + 1, &a->direction.data[e], 1.0);
    }
}

// what elimination of a tail leaves to the vertices beside it, and to the multiplier that it owes
static void add_end(rv_rod_core* core, const rod_end* end, int near, int far) {
    int low = near < far ? near : far;
    bool is_low = low == near;
    block own = pivot_at(core, near), other = pivot_at(core, far);
    block beside = block_at(core, core->next_target.data[low]);
    beside.transposed ^= !is_low;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            add(beside, r, c, end->beside[r][c]);
            if (c <= r) {
                add(own, r, c, end->node[r][c]);
                add(other, r, c, end->far[r][c]);
            }
        }
    for (int r = 0; r < 3; r++)
        core->before.data[4 * core->place.data[near] + r] += end->before[r];
    if (!end->owes)
        return;
    bool is_alone = !is_low && core->node_count > core->count;
    if (is_alone) {
        own = block_at(core, core->next_target.data[near]);
        beside = block_at(core, core->second_target.data[far]);
        own.transposed ^= true;
        beside.transposed ^= true;
    }
    int node = is_alone ? core->count : near;
    for (int c = 0; c < 3; c++) {
        add(own, 3, c, end->node[3][c]);
        add(beside, 3, c, end->beside[3][c]);
    }
    pivot_at(core, node).values[15] = end->node[3][3];
    core->before.data[4 * core->place.data[node] + 3] = end->before[3];
}

static void collect(rv_rod_system* a, const rod_end ends[2]) {
    rv_rod_core* core = &a->core;
    int n = core->node_count;
    memset(core->blocks.data, 0, (size_t)core->block_count * ROD_BLOCK * sizeof(double));
    memset(core->pivots.data, 0, (size_t)n * ROD_BLOCK * sizeof(double));
    collect_vertices(a);
    if (n > core->count) // behind the last vertex is a multiplier without one
        add_block(pivot_at(core, core->count), &(rv_mat3){{{1.0}, {0.0, 1.0}, {0.0, 0.0, 1.0}}});
    collect_multipliers(a);
    for (int i = 0; i < 4 * n; i++)
        core->before.data[i] = core->pivots.data[ROD_BLOCK * (i / 4) + 5 * (i % 4)];
    add_end(core, &ends[0], 0, 1);
    add_end(core, &ends[1], core->count - 1, core->count - 2);
}

// --- elimination ---

// asked for in every call: what a machine has is no state, and is known at once
static const rod_core_kernels* kernels_for(const rv_rod_system* a) {
#if defined(__x86_64__)
    if (!a->in_pairs && __builtin_cpu_supports("avx2"))
        return &rod_core_in_fours;
#endif
    (void)a;
    return &rod_core_in_pairs;
}

int rod_core_factor(rv_rod_system* a, const rod_end ends[2]) {
    collect(a, ends);
    return kernels_for(a)->factor(&a->core);
}

// a node without a vertex or without a multiplier has zeros there
static void gather(const rod_answers* from, double* to) {
    const rv_rod_core* core = &from->system->core;
    for (int i = 0; i < core->node_count; i++, to += 4) {
        int node = core->node.data[i], e = core->multiplier.data[node];
        const double* v = from->v + 3 * (core->first + node);
        for (int c = 0; c < 3; c++)
            to[c] = node < core->count ? v[c] : 0.0;
        to[3] = e >= 0 ? from->p[e] : 0.0;
    }
}

static void scatter(const double* from, const rod_answers* to) {
    const rv_rod_core* core = &to->system->core;
    for (int i = 0; i < core->node_count; i++, from += 4) {
        int node = core->node.data[i], e = core->multiplier.data[node];
        double* v = to->v + 3 * (core->first + node);
        for (int c = 0; node < core->count && c < 3; c++)
            v[c] = from[c];
        if (e >= 0)
            to->p[e] = from[3];
    }
}

void rod_core_solve(const rod_answers* x) {
    const rv_rod_core* core = &x->system->core;
    gather(x, core->answer.data);
    kernels_for(x->system)->solve(core, core->answer.data);
    scatter(core->answer.data, x);
}
