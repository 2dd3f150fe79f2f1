// The core of a thread's system: which node is eliminated when, what that fills in, and where the
// values go. Rows of the factor follow from the elimination tree (Liu 1990): row i has an entry in
// every column on the way from its own entries up the tree to i.
//
// A node is a vertex and the multiplier of an edge that ends there, so that in any order a
// multiplier comes after a vertex that is its own to move. Prescribed vertices do not move: their
// nodes wait until all others are gone. Edges are those before their vertices, or, if only the last
// tail owes a multiplier, those behind. If both tails owe one there is a multiplier more than there
// are vertices: it is a node of its own behind the last, and waits, too.
#include "solve/order.h"
#include "solve/rod_system_private.h"

#include <string.h>

enum { BAND = 2 }; // neighbours on either side

// entries of the largest graph: every pair a new one
static int entries_max(int nodes, int pair_count) {
    return 2 * (BAND * nodes + pair_count);
}

// ints of work for that graph, see rv_order_amd_work
static int work_max(int nodes, int pair_count) {
    int entries = entries_max(nodes, pair_count);
    return 10 * nodes + entries + entries / 5 + 1;
}

bool rod_core_reserve(rv_memory* memory, rv_rod_core* core, int nodes, int pair_count) {
    int graph_size = 2 * (nodes + 1) + entries_max(nodes, pair_count);
    return rv_array_reserve(memory, &core->place, nodes)
           && rv_array_reserve(memory, &core->node, nodes)
           && rv_array_reserve(memory, &core->multiplier, nodes)
           && rv_array_reserve(memory, &core->column, nodes + 1)
           && rv_array_reserve(memory, &core->left, nodes + 1)
           && rv_array_reserve(memory, &core->next_target, nodes)
           && rv_array_reserve(memory, &core->second_target, nodes)
           && rv_array_reserve(memory, &core->extra_target, pair_count)
           && rv_array_reserve(memory, &core->pivots, ROD_BLOCK * nodes)
           && rv_array_reserve(memory, &core->before, 4 * nodes)
           && rv_array_reserve(memory, &core->answer, 4 * nodes)
           && rv_array_reserve(memory, &core->graph, graph_size)
           && rv_array_reserve(memory, &core->work, work_max(nodes, pair_count));
}

bool rod_core_reserve_blocks(rv_memory* memory, rv_rod_core* core, int block_count) {
    return rv_array_reserve(memory, &core->row, block_count)
           && rv_array_reserve(memory, &core->left_column, block_count)
           && rv_array_reserve(memory, &core->left_block, block_count)
           && rv_array_reserve(memory, &core->blocks, ROD_BLOCK * block_count);
}

// which multiplier goes with which vertex
static void find_multipliers(rv_rod_system* a) {
    rv_rod_core* core = &a->core;
    bool first_owes = rod_owes(a, 0), last_owes = rod_owes(a, 1);
    core->backward = last_owes && !first_owes;
    core->node_count = core->count + (first_owes && last_owes ? 1 : 0);
    for (int t = 0; t < core->node_count; t++)
        core->multiplier.data[t] = core->first + t - (core->backward ? 0 : 1);
    if (!first_owes && !last_owes)
        core->multiplier.data[0] = -1;
}

// far ends of the pairs of every node, one node after the other; `first` says where those of the
// next begin
static void collect_ends(const rv_rod_system* a, int* first, int* reached, int* ends) {
    int n = a->core.node_count, offset = a->core.first;
    const int* pairs = a->pairs.data;
    memset(first, 0, (size_t)(n + 1) * sizeof *first);
    for (int k = 0; k < 2 * a->pair_count; k++)
        first[pairs[k] - offset + 1]++;
    for (int t = 0; t < n; t++)
        first[t + 1] += first[t];
    memcpy(reached, first, (size_t)n * sizeof *reached);
    for (int k = 0; k < a->pair_count; k++) {
        int i = pairs[2 * k] - offset, j = pairs[2 * k + 1] - offset;
        ends[reached[i]++] = j;
        ends[reached[j]++] = i;
    }
}

// every neighbour once: the band, and pairs that are not in it or there already
static rv_graph make_graph(rv_rod_system* a) {
    int n = a->core.node_count;
    int *first = a->core.graph.data, *mark = first + n + 1, *adjacent = mark + n + 1;
    int* ends = a->core.work.data;
    collect_ends(a, first, mark, ends);
    for (int t = 0; t < n; t++)
        mark[t] = -1;
    int count = 0, begin = 0;
    for (int t = 0; t < n; t++) {
        int end = first[t + 1];
        first[t] = count;
        for (int w = t < BAND ? 0 : t - BAND; w <= t + BAND && w < n; w++) {
            mark[w] = t;
            if (w != t)
                adjacent[count++] = w;
        }
        for (int k = begin; k < end; k++) {
            if (mark[ends[k]] != t)
                adjacent[count++] = ends[k];
            mark[ends[k]] = t;
        }
        begin = end;
    }
    first[n] = count;
    return (rv_graph){n, first, adjacent};
}

// minimum degree, but those that wait come last
static void find_order(rv_rod_system* a, const rv_graph* graph) {
    rv_rod_core* core = &a->core;
    int n = core->node_count, *node = core->node.data, *waiting = core->work.data;
    rv_order_amd(graph, node, core->work.data);
    int moved = 0, kept = 0;
    for (int i = 0; i < n; i++) {
        int t = node[i];
        if (t == core->count || a->prescribed.data[core->first + t])
            waiting[moved++] = t;
        else
            node[kept++] = t;
    }
    memcpy(node + kept, waiting, (size_t)moved * sizeof *node);
    for (int i = 0; i < n; i++)
        core->place.data[node[i]] = i;
}

// adds what row i has on the way from column k up the tree, and counts it in its columns
static bool climb(rv_memory* memory, rv_rod_core* core, int i, int k, int* parent, int* mark) {
    for (; k < i && mark[k] != i; k = parent[k]) {
        if (!rv_array_room(memory, &core->left_column))
            return false;
        core->left_column.data[core->left_column.count++] = k;
        core->column.data[k + 1]++;
        parent[k] = parent[k] < 0 ? i : parent[k];
        mark[k] = i;
    }
    return true;
}

// rows of the factor; how many blocks column k has goes to column[k + 1]
static bool find_rows(rv_memory* memory, rv_rod_core* core, const rv_graph* graph) {
    int n = core->node_count, *parent = core->work.data, *mark = parent + n;
    memset(core->column.data, 0, (size_t)(n + 1) * sizeof(int));
    core->left_column.count = 0;
    for (int i = 0; i < n; i++) {
        int t = core->node.data[i];
        parent[i] = -1;
        mark[i] = i;
        core->left.data[i] = core->left_column.count;
        for (int e = graph->first[t]; e < graph->first[t + 1]; e++)
            if (!climb(memory, core, i, core->place.data[graph->adjacent[e]], parent, mark))
                return false;
    }
    core->left.data[n] = core->block_count = core->left_column.count;
    return true;
}

// columns from rows: rows come in order, so that those of a column are sorted
static void fill_columns(rv_rod_core* core) {
    int n = core->node_count, *used = core->work.data;
    for (int k = 0; k < n; k++) {
        core->column.data[k + 1] += core->column.data[k];
        used[k] = core->column.data[k];
    }
    for (int i = 0; i < n; i++)
        for (int e = core->left.data[i]; e < core->left.data[i + 1]; e++) {
            int block = used[core->left_column.data[e]]++;
            core->left_block.data[e] = block;
            core->row.data[block] = i;
        }
}

// where a value goes whose row and column are these nodes
static int target(const rv_rod_core* core, int row_node, int column_node) {
    int row = core->place.data[row_node], column = core->place.data[column_node];
    if (row == column)
        return core->block_count + row;
    bool transposed = row < column;
    int i = transposed ? column : row, k = transposed ? row : column;
    int low = core->column.data[k], high = core->column.data[k + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (core->row.data[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    return transposed ? -1 - low : low;
}

static void find_targets(rv_rod_system* a) {
    rv_rod_core* core = &a->core;
    for (int t = 0; t + 1 < core->node_count; t++)
        core->next_target.data[t] = target(core, t, t + 1);
    for (int t = 0; t + 2 < core->node_count; t++)
        core->second_target.data[t] = target(core, t, t + 2);
    for (int k = 0; k < a->pair_count; k++)
        core->extra_target.data[k] = target(core, a->pairs.data[2 * k] - core->first,
                                            a->pairs.data[2 * k + 1] - core->first);
}

bool rod_core_analyse(rv_memory* memory, rv_rod_system* a) {
    rv_rod_core* core = &a->core;
    core->first = a->tail[0];
    core->count = a->vertex_count - a->tail[0] - a->tail[1];
    if (!rod_core_reserve(memory, core, core->count + 1, a->pair_count))
        return false;
    find_multipliers(a);
    rv_graph graph = make_graph(a);
    find_order(a, &graph);
    if (!find_rows(memory, core, &graph)
        || !rod_core_reserve_blocks(memory, core, core->block_count))
        return false;
    fill_columns(core);
    find_targets(a);
    return true;
}
