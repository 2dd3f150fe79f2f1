// The elimination order. Eliminating body, joint, body, joint from the loaded ends towards the
// anchors never adds the inverse of a heavy mass to that of a light one, so that a chain comes out
// exact to rounding at a mass ratio of 1e15, where any order that meets both first loses the load.
// Hence breadth-first levels from the anchors, eliminated farthest first, heavier first within a
// level.
#include "solve/order.h"

#include <stdbool.h>
#include <string.h>
#include <suitesparse/amd.h>

static int degree(const rv_graph* graph, int node) {
    return graph->first[node + 1] - graph->first[node];
}

typedef struct level_search {
    const rv_graph* graph;
    int block_count;
    int* level; // 0: not reached
    int* queue;
    int head, tail;
} level_search;

static bool is_wide(const level_search* s, int node) {
    return node >= s->block_count && degree(s->graph, node) > RV_ORDER_WIDE;
}

static void reach(level_search* s, int node, int level) {
    if (s->level[node] != 0)
        return;
    s->level[node] = level;
    s->queue[s->tail++] = node;
}

// spreads from what is in the queue; wide rows would put all their bodies on one level, so they are
// reached but not passed through
static void spread(level_search* s) {
    while (s->head < s->tail) {
        int node = s->queue[s->head++];
        if (is_wide(s, node))
            continue;
        bool from_block = node < s->block_count;
        for (int k = s->graph->first[node]; k < s->graph->first[node + 1]; k++) {
            int next = s->graph->adjacent[k];
            // a stiffness pair joins two blocks without a row between: leave room for one
            reach(s, next, s->level[node] + (from_block && next < s->block_count ? 2 : 1));
        }
    }
}

// where to start in a part that nothing anchors: its lightest block, so that heavy ones go first
static int lightest_unreached(const level_search* s, const double* weight) {
    int best = -1;
    for (int i = 0; i < s->block_count; i++)
        if (s->level[i] == 0 && (best < 0 || (weight != NULL && weight[i] < weight[best])))
            best = i;
    return best;
}

// a wide row that has been reached gives a start to the parts that only it holds
static bool pass_wide_rows(level_search* s) {
    int before = s->tail;
    for (int node = s->block_count; node < s->graph->node_count; node++) {
        if (!is_wide(s, node) || s->level[node] == 0)
            continue;
        for (int k = s->graph->first[node]; k < s->graph->first[node + 1]; k++)
            reach(s, s->graph->adjacent[k], s->level[node] + 1);
    }
    return s->tail > before;
}

// counting sort by level, farthest first; stable, so that the queue's order decides within a level
static void sort_by_level(const level_search* s, int* order, int* count) {
    int n = s->graph->node_count;
    int highest = 0;
    for (int i = 0; i < n; i++)
        if (s->level[i] > highest)
            highest = s->level[i];
    memset(count, 0, (size_t)(highest + 2) * sizeof *count);
    for (int i = 0; i < n; i++)
        count[highest - s->level[i] + 1]++;
    for (int l = 0; l <= highest; l++)
        count[l + 1] += count[l];
    for (int k = 0; k < s->tail; k++)
        order[count[highest - s->level[s->queue[k]]]++] = s->queue[k];
}

// among neighbours in the order that share a level, heavier blocks come first (insertion sort:
// levels are narrow where it matters, and equal weights cost nothing)
static void heavier_first(const level_search* s, const double* weight, int* order) {
    if (weight == NULL)
        return;
    for (int i = 1; i < s->graph->node_count; i++) {
        int node = order[i];
        int k = i;
        while (k > 0 && node < s->block_count && order[k - 1] < s->block_count
               && s->level[order[k - 1]] == s->level[node] && weight[order[k - 1]] < weight[node]) {
            order[k] = order[k - 1];
            k--;
        }
        order[k] = node;
    }
}

void rv_order_levels(const rv_graph* graph, int block_count, const double* weight,
                     const int* anchored, int* order, int* scratch) {
    int n = graph->node_count;
    level_search s = {graph, block_count, scratch, scratch + n, 0, 0};
    memset(s.level, 0, (size_t)n * sizeof *s.level);
    for (int g = block_count; anchored != NULL && g < n; g++)
        if (anchored[g - block_count])
            reach(&s, g, 1);
    spread(&s);
    while (s.tail < n) {
        if (pass_wide_rows(&s)) {
            spread(&s);
            continue;
        }
        int start = lightest_unreached(&s, weight);
        if (start < 0)
            break;
        reach(&s, start, 2);
        spread(&s);
    }
    // rows without any block (all their bodies are fixed) are reached by nobody: they go first
    for (int i = 0; i < n; i++)
        if (s.level[i] == 0)
            reach(&s, i, 1);
    sort_by_level(&s, order, scratch + 2 * n);
    heavier_first(&s, weight, order);
}

typedef struct settling {
    const rv_graph* graph;
    int block_count;
    const int* size;
    int* capacity; // by block: dofs that no row has used yet; -1: not eliminated
    int* waiting;  // by node: 1 for a row whose turn has come
    int* user;     // by block: the first row that used its dofs; -1: none
    int* order;
    int count;
} settling;

static bool same_blocks(const rv_graph* graph, int a, int b) {
    if (degree(graph, a) != degree(graph, b))
        return false;
    for (int i = graph->first[a]; i < graph->first[a + 1]; i++) {
        int k = graph->first[b];
        while (k < graph->first[b + 1] && graph->adjacent[k] != graph->adjacent[i])
            k++;
        if (k == graph->first[b + 1])
            return false;
    }
    return true;
}

// how many dofs of a block a row may use: rows that lead elsewhere may well be parallel to those
// that have used it, as those of a straight chain are
static int dofs_left(const settling* s, int block, int row) {
    int user = s->user[block];
    return user < 0 || same_blocks(s->graph, user, row) ? s->capacity[block] : 0;
}

// takes a row into the order if its eliminated blocks have dofs left for it, or if none is to come
static void try_row(settling* s, int row) {
    int begin = s->graph->first[row], end = s->graph->first[row + 1];
    int to_come = 0, available = 0, needed = s->size[row];
    for (int k = begin; k < end; k++) {
        int block = s->graph->adjacent[k];
        bool eliminated = s->capacity[block] >= 0;
        to_come += !eliminated;
        available += eliminated ? dofs_left(s, block, row) : 0;
    }
    bool wide = end - begin > RV_ORDER_WIDE;
    if (to_come > 0 && (wide || available < needed))
        return;
    // a wide row draws on all its blocks, so that none of them is used up
    for (int k = begin; k < end && needed > 0 && !wide; k++) {
        int block = s->graph->adjacent[k];
        int left = s->capacity[block] < 0 ? 0 : dofs_left(s, block, row);
        int taken = needed < left ? needed : left;
        if (taken == 0)
            continue;
        s->user[block] = s->user[block] < 0 ? row : s->user[block];
        s->capacity[block] -= taken;
        needed -= taken;
    }
    s->waiting[row] = 0;
    s->order[s->count++] = row;
}

void rv_order_settle(const rv_graph* graph, int block_count, const int* size, int* order,
                     int* scratch) {
    int n = graph->node_count;
    settling s = {graph, block_count, size, scratch, scratch + n, scratch + 2 * n, order, 0};
    int* before = scratch + 3 * n;
    memcpy(before, order, (size_t)n * sizeof *order);
    for (int i = 0; i < n; i++) {
        s.capacity[i] = s.user[i] = -1;
        s.waiting[i] = i >= block_count && degree(graph, i) > RV_ORDER_WIDE;
    }
    for (int i = 0; i < n; i++) {
        int node = before[i];
        if (node >= block_count) {
            // a wide row may have been taken behind its last block
            if (degree(graph, node) <= RV_ORDER_WIDE)
                s.waiting[node] = 1;
            if (s.waiting[node])
                try_row(&s, node);
            continue;
        }
        s.capacity[node] = size[node];
        s.order[s.count++] = node;
        for (int k = graph->first[node]; k < graph->first[node + 1]; k++)
            if (s.waiting[graph->adjacent[k]])
                try_row(&s, graph->adjacent[k]);
    }
}

// amd_2 takes its workspace from the caller: 9 arrays of n, and the lists with n to spare
static int lists_size(const rv_graph* graph) {
    int edges = graph->first[graph->node_count];
    return edges + edges / 5 + graph->node_count + 1;
}

int rv_order_amd_work(const rv_graph* graph) {
    return 9 * graph->node_count + lists_size(graph);
}

void rv_order_amd(const rv_graph* graph, int* order, int* work) {
    int n = graph->node_count;
    int edges = graph->first[n];
    int* part[9];
    for (int k = 0; k < 9; k++)
        part[k] = work + k * n;
    int *start = part[0], *length = part[1], *lists = work + 9 * n;
    for (int i = 0; i < n; i++) {
        start[i] = graph->first[i];
        length[i] = degree(graph, i);
    }
    memcpy(lists, graph->adjacent, (size_t)edges * sizeof *lists);
    double info[AMD_INFO];
    int* last = part[4];
    amd_2(n, start, lists, length, lists_size(graph), edges, part[2], part[3], last, part[5],
          part[6], part[7], part[8], NULL, info);
    memcpy(order, last, (size_t)n * sizeof *order);
}
