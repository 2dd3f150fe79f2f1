// Order and symbolic factorisation of the KKT graph, once per topology (George, Liu 1981: the
// column of a node is its later neighbours and the columns of its children in the elimination
// tree). The result is a program: per column the panels, and per pair of panels the block that they
// update, so that the numeric part runs without a search.
#include "solve/kkt.h"

#include "core/hash.h"
#include "solve/order.h"

#include <math.h>
#include <string.h>

// take the fill-reducing order only where levels cost this much more: levels are the accurate order
static const double AMD_GAIN = 4.0;

static uint64_t hash_pattern(const rv_kkt_pattern* p) {
    uint64_t hash = 0xcbf29ce484222325ull;
    int references = p->group_first[p->group_count];
    int counts[3] = {p->block_count, p->group_count, p->pair_count};
    hash = rv_hash_bytes(hash, counts, sizeof counts);
    hash = rv_hash_bytes(hash, p->block_size, (size_t)p->block_count * sizeof(int));
    if (p->block_weight != NULL)
        hash = rv_hash_bytes(hash, p->block_weight, (size_t)p->block_count * sizeof(double));
    if (p->block_substructure != NULL)
        hash = rv_hash_bytes(hash, p->block_substructure, (size_t)p->block_count * sizeof(void*));
    hash = rv_hash_bytes(hash, p->group_size, (size_t)p->group_count * sizeof(int));
    hash = rv_hash_bytes(hash, p->group_first, (size_t)(p->group_count + 1) * sizeof(int));
    hash = rv_hash_bytes(hash, p->reference_block, (size_t)references * sizeof(int));
    if (p->group_anchored != NULL)
        hash = rv_hash_bytes(hash, p->group_anchored, (size_t)p->group_count * sizeof(int));
    if (p->group_soft != NULL)
        hash = rv_hash_bytes(hash, p->group_soft, (size_t)p->group_count * sizeof(int));
    if (p->reference_dof_first != NULL) {
        hash = rv_hash_bytes(hash, p->reference_dof_first, (size_t)(references + 1) * sizeof(int));
        hash = rv_hash_bytes(hash, p->reference_dof,
                             (size_t)p->reference_dof_first[references] * sizeof(int));
    }
    if (p->pair_count > 0)
        hash = rv_hash_bytes(hash, p->pair, (size_t)p->pair_count * sizeof *p->pair);
    return hash == 0 ? 1 : hash;
}

// room for one more than `n`, so that the arrays of an empty system are no null pointers either
#define SIZE(memory, array, n)                                                                     \
    (rv_array_reserve((memory), (array), (n) + 1) && rv_array_resize((memory), (array), (n)))

#define COPY(memory, array, source, n)                                                             \
    (rv_array_resize((memory), (array), (n))                                                       \
     && ((n) == 0                                                                                  \
         || memcpy((array)->data, (source), (size_t)(n) * sizeof *(array)->data) != NULL))

// how many columns the Jacobian of a reference has
static int reference_columns(const rv_kkt* kkt, int reference) {
    int block = kkt->reference_block.data[reference];
    if (kkt->block_substructure.data[block] == NULL)
        return kkt->block_size.data[block];
    return kkt->reference_dof_first.data[reference + 1] - kkt->reference_dof_first.data[reference];
}

static bool copy_pattern(rv_memory* memory, rv_kkt* kkt, const rv_kkt_pattern* p) {
    int references = p->group_first[p->group_count];
    kkt->block_count = p->block_count;
    kkt->group_count = p->group_count;
    kkt->pair_count = p->pair_count;
    kkt->reference_count = references;
    bool ok = COPY(memory, &kkt->block_size, p->block_size, p->block_count)
              && COPY(memory, &kkt->group_size, p->group_size, p->group_count)
              && COPY(memory, &kkt->group_first, p->group_first, p->group_count + 1)
              && COPY(memory, &kkt->reference_block, p->reference_block, references)
              && COPY(memory, &kkt->pair_block, (const int*)p->pair, 2 * p->pair_count)
              && rv_array_resize(memory, &kkt->block_substructure, p->block_count)
              && rv_array_resize(memory, &kkt->reference_dof_first, references + 1);
    if (!ok)
        return false;
    for (int i = 0; i < p->block_count; i++)
        kkt->block_substructure.data[i] =
            p->block_substructure == NULL ? NULL : p->block_substructure[i];
    memset(kkt->reference_dof_first.data, 0, (size_t)(references + 1) * sizeof(int));
    if (p->reference_dof_first == NULL)
        return true;
    return COPY(memory, &kkt->reference_dof_first, p->reference_dof_first, references + 1)
           && COPY(memory, &kkt->reference_dof, p->reference_dof,
                   p->reference_dof_first[references]);
}

static rv_kkt_softness softness(const rv_kkt* kkt, const rv_kkt_pattern* p, int group) {
    int first = kkt->group_first.data[group], last = kkt->group_first.data[group + 1];
    int rigid = 0;
    if (p->group_soft == NULL || p->group_soft[group] == RV_KKT_HARD || last - first > 2)
        return RV_KKT_HARD;
    for (int k = first; k < last; k++) {
        int block = kkt->reference_block.data[k];
        if (kkt->block_substructure.data[block] != NULL)
            return RV_KKT_HARD;
        rigid += kkt->block_size.data[block] == 6;
    }
    return p->group_soft[group] == RV_KKT_JOINT && rigid == 2 ? RV_KKT_JOINT : RV_KKT_SOFT;
}

static bool list_groups(rv_memory* memory, rv_kkt* kkt, const rv_kkt_pattern* p) {
    if (!SIZE(memory, &kkt->hard, kkt->group_count)
        || !SIZE(memory, &kkt->soft_group, kkt->group_count)
        || !SIZE(memory, &kkt->softness, kkt->group_count))
        return false;
    kkt->hard.count = kkt->soft_group.count = 0;
    for (int g = 0; g < kkt->group_count; g++) {
        kkt->softness.data[g] = (int8_t)softness(kkt, p, g);
        if (kkt->softness.data[g] == RV_KKT_HARD)
            kkt->hard.data[kkt->hard.count++] = g;
        else
            kkt->soft_group.data[kkt->soft_group.count++] = g;
    }
    kkt->node_count = kkt->block_count + kkt->hard.count;
    return true;
}

// running sums of sizes: where each thing's values begin
static bool lay_out_values(rv_memory* memory, rv_kkt* kkt) {
    if (!rv_array_resize(memory, &kkt->block_first, kkt->block_count + 1)
        || !rv_array_resize(memory, &kkt->diagonal_offset, kkt->block_count)
        || !SIZE(memory, &kkt->is_paired, kkt->block_count)
        || !rv_array_resize(memory, &kkt->row_first, kkt->group_count + 1)
        || !rv_array_resize(memory, &kkt->pair_offset, kkt->pair_count)
        || !rv_array_resize(memory, &kkt->jacobian_offset, kkt->reference_count))
        return false;
    int dofs = 0, diagonal = 0, rows = 0, off_diagonal = 0, jacobian = 0;
    for (int i = 0; i < kkt->block_count; i++) {
        int size = kkt->block_size.data[i];
        kkt->block_first.data[i] = dofs;
        kkt->diagonal_offset.data[i] = diagonal;
        dofs += size;
        // a substructure keeps its own matrix
        diagonal += kkt->block_substructure.data[i] == NULL ? size * size : 0;
    }
    kkt->block_first.data[kkt->block_count] = dofs;
    for (int g = 0; g < kkt->group_count; g++) {
        kkt->row_first.data[g] = rows;
        rows += kkt->group_size.data[g];
        for (int k = kkt->group_first.data[g]; k < kkt->group_first.data[g + 1]; k++) {
            kkt->jacobian_offset.data[k] = jacobian;
            jacobian += kkt->group_size.data[g] * reference_columns(kkt, k);
        }
    }
    kkt->row_first.data[kkt->group_count] = rows;
    memset(kkt->is_paired.data, 0, (size_t)kkt->block_count);
    for (int k = 0; k < kkt->pair_count; k++) {
        kkt->is_paired.data[kkt->pair_block.data[2 * k]] = 1;
        kkt->is_paired.data[kkt->pair_block.data[2 * k + 1]] = 1;
        kkt->pair_offset.data[k] = off_diagonal;
        off_diagonal += kkt->block_size.data[kkt->pair_block.data[2 * k]]
                        * kkt->block_size.data[kkt->pair_block.data[2 * k + 1]];
    }
    kkt->dof_count = dofs;
    kkt->row_count = rows;
    return rv_array_resize(memory, &kkt->diagonal, diagonal)
           && rv_array_resize(memory, &kkt->off_diagonal, off_diagonal)
           && rv_array_resize(memory, &kkt->jacobian, jacobian);
}

static bool size_vectors(rv_memory* memory, rv_kkt* kkt) {
    int dofs = kkt->dof_count, rows = kkt->row_count;
    bool ok = SIZE(memory, &kkt->r, dofs) && SIZE(memory, &kkt->v, dofs)
              && SIZE(memory, &kkt->fixed_r, 2 * dofs) && SIZE(memory, &kkt->sigma, rows)
              && SIZE(memory, &kkt->bias, rows) && SIZE(memory, &kkt->lower, rows)
              && SIZE(memory, &kkt->upper, rows) && SIZE(memory, &kkt->impulse, rows)
              && SIZE(memory, &kkt->state, rows) && SIZE(memory, &kkt->fixed_b, 2 * rows)
              && SIZE(memory, &kkt->x, dofs + rows) && SIZE(memory, &kkt->inverse_d, dofs + rows)
              && SIZE(memory, &kkt->smallest, dofs + rows)
              && SIZE(memory, &kkt->idle, kkt->node_count)
              && SIZE(memory, &kkt->inverse_sigma, rows);
    if (!ok)
        return false;
    memset(kkt->v.data, 0, (size_t)dofs * sizeof(double));
    memset(kkt->impulse.data, 0, (size_t)rows * sizeof(double));
    memset(kkt->state.data, 0, (size_t)rows);
    memset(kkt->idle.data, 0, (size_t)kkt->node_count);
    kkt->any_idle = false;
    // soft rows keep these
    for (int i = 0; i < rows; i++) {
        kkt->lower.data[i] = -INFINITY;
        kkt->upper.data[i] = INFINITY;
    }
    return true;
}

// two blocks may share several stiffness pairs: keep each neighbour once
static void remove_repeats(int n, int* first, int* adjacent, int* seen_by) {
    for (int i = 0; i < n; i++)
        seen_by[i] = -1;
    int kept = 0, begin = 0;
    for (int i = 0; i < n; i++) {
        int end = first[i + 1];
        first[i] = kept;
        for (int k = begin; k < end; k++)
            if (seen_by[adjacent[k]] != i) {
                seen_by[adjacent[k]] = i;
                adjacent[kept++] = adjacent[k];
            }
        begin = end;
    }
    first[n] = kept;
}

// without a cursor, only counts the edge at both its ends
static void add_edge(int a, int b, int* first, int* cursor, int* adjacent) {
    if (cursor == NULL) {
        first[a + 1]++;
        first[b + 1]++;
        return;
    }
    adjacent[cursor[a]++] = b;
    adjacent[cursor[b]++] = a;
}

// The graph of the factor: blocks and hard groups, numbered in this order. Soft groups are edges
// between their blocks, or, with `all_nodes`, nodes like the others: groups in their own order.
typedef struct graph_builder {
    const rv_kkt* kkt;
    bool all_nodes;
    int* first;
    int* cursor; // NULL: edges are only counted
    int* adjacent;
} graph_builder;

static void add_group(const graph_builder* b, int group, int node) {
    for (int k = b->kkt->group_first.data[group]; k < b->kkt->group_first.data[group + 1]; k++)
        add_edge(node, b->kkt->reference_block.data[k], b->first, b->cursor, b->adjacent);
}

static void add_edges(const graph_builder* b) {
    const rv_kkt* kkt = b->kkt;
    int blocks = kkt->block_count;
    for (int g = 0; b->all_nodes && g < kkt->group_count; g++)
        add_group(b, g, blocks + g);
    for (int k = 0; !b->all_nodes && k < kkt->hard.count; k++)
        add_group(b, kkt->hard.data[k], blocks + k);
    for (int k = 0; k < kkt->pair_count; k++)
        add_edge(kkt->pair_block.data[2 * k], kkt->pair_block.data[2 * k + 1], b->first, b->cursor,
                 b->adjacent);
    for (int k = 0; !b->all_nodes && k < kkt->soft_group.count; k++) {
        int reference = kkt->group_first.data[kkt->soft_group.data[k]];
        if (kkt->group_first.data[kkt->soft_group.data[k] + 1] == reference + 2)
            add_edge(kkt->reference_block.data[reference], kkt->reference_block.data[reference + 1],
                     b->first, b->cursor, b->adjacent);
    }
}

// neighbours of every node; first[] has node_count + 1 entries, adjacent[] follows it
static bool build_graph(rv_memory* memory, const rv_kkt* kkt, bool all_nodes, rv_int_array* storage,
                        rv_graph* graph) {
    int n = all_nodes ? kkt->block_count + kkt->group_count : kkt->node_count;
    int edges = kkt->reference_count + kkt->pair_count;
    if (!rv_array_resize(memory, storage, 2 * n + 2 + 2 * edges))
        return false;
    int* first = storage->data;
    int* cursor = first + n + 1;
    int* adjacent = cursor + n + 1;
    memset(first, 0, (size_t)(n + 1) * sizeof *first);
    graph_builder builder = {kkt, all_nodes, first, NULL, adjacent};
    // two passes over the edges: count, then place
    add_edges(&builder);
    for (int i = 0; i < n; i++)
        first[i + 1] += first[i];
    memcpy(cursor, first, (size_t)(n + 1) * sizeof *first);
    builder.cursor = cursor;
    add_edges(&builder);
    remove_repeats(n, first, adjacent, cursor);
    *graph = (rv_graph){n, first, adjacent};
    return true;
}

static void sort_ascending(rv_kkt_panel* list, int count) {
    for (int i = 1; i < count; i++) {
        rv_kkt_panel item = list[i];
        int k = i;
        for (; k > 0 && list[k - 1].node > item.node; k--)
            list[k] = list[k - 1];
        list[k] = item;
    }
}

static bool add_panel(rv_memory* memory, rv_kkt* kkt, int* mark, int column, int node) {
    if (node <= column || mark[node] == column)
        return true;
    mark[node] = column;
    if (!rv_array_room(memory, &kkt->panels))
        return false;
    kkt->panels.data[kkt->panels.count++] = (rv_kkt_panel){node, 0};
    return true;
}

static int size_of_node(const rv_kkt* kkt, int node) {
    return node < kkt->block_count ? kkt->block_size.data[node]
                                   : kkt->group_size.data[kkt->hard.data[node - kkt->block_count]];
}

// multiplications and additions to eliminate the node at a position: its own triangle, its panels,
// and what these update
static double elimination_flops(const rv_kkt* kkt, int position) {
    double size = size_of_node(kkt, kkt->node_at.data[position]), below = 0.0;
    for (int k = kkt->panel_first.data[position]; k < kkt->panel_first.data[position + 1]; k++)
        below += size_of_node(kkt, kkt->node_at.data[kkt->panels.data[k].node]);
    return size * (size * size / 3.0 + size * below + below * below);
}

// the columns of the factor for the order in node_at; scratch: mark, first child, next sibling
static bool find_columns(rv_memory* memory, rv_kkt* kkt, const rv_graph* graph) {
    int n = kkt->node_count;
    int *mark = kkt->scratch.data, *child = mark + n, *sibling = child + n;
    for (int p = 0; p < n; p++) {
        kkt->position_of.data[kkt->node_at.data[p]] = p;
        mark[p] = child[p] = sibling[p] = -1;
    }
    kkt->panels.count = 0;
    kkt->flops = 0.0;
    for (int p = 0; p < n; p++) {
        int first = kkt->panels.count;
        int node = kkt->node_at.data[p];
        kkt->panel_first.data[p] = first;
        for (int k = graph->first[node]; k < graph->first[node + 1]; k++)
            if (!add_panel(memory, kkt, mark, p, kkt->position_of.data[graph->adjacent[k]]))
                return false;
        for (int c = child[p]; c >= 0; c = sibling[c])
            for (int k = kkt->panel_first.data[c]; k < kkt->panel_first.data[c + 1]; k++)
                if (!add_panel(memory, kkt, mark, p, kkt->panels.data[k].node))
                    return false;
        int count = kkt->panels.count - first;
        kkt->panel_first.data[p + 1] = kkt->panels.count;
        sort_ascending(kkt->panels.data + first, count);
        if (count > 0) {
            int parent = kkt->panels.data[first].node;
            sibling[p] = child[parent];
            child[parent] = p;
        }
        kkt->flops += elimination_flops(kkt, p);
    }
    return true;
}

// substructures bring their own inverse: they are eliminated before anything else
static void substructures_first(rv_kkt* kkt) {
    int n = kkt->node_count, kept = 0;
    int* rest = kkt->scratch.data;
    int rest_count = 0;
    for (int p = 0; p < n; p++) {
        int node = kkt->node_at.data[p];
        if (node < kkt->block_count && kkt->block_substructure.data[node] != NULL)
            kkt->node_at.data[kept++] = node;
        else
            rest[rest_count++] = node;
    }
    memcpy(kkt->node_at.data + kept, rest, (size_t)rest_count * sizeof(int));
}

// the columns that the order in node_at leads to, once substructures and rows have their places
static bool settle_order(rv_memory* memory, rv_kkt* kkt, const rv_graph* graph) {
    int* size = kkt->node_size.data; // by node here, by position later
    for (int node = 0; node < kkt->node_count; node++)
        size[node] = size_of_node(kkt, node);
    substructures_first(kkt);
    rv_order_settle(graph, kkt->block_count, size, kkt->node_at.data, kkt->scratch.data);
    return find_columns(memory, kkt, graph);
}

// Levels of blocks and all groups, soft ones too: what holds on to what is the same whether a group
// is eliminated or not. Then soft groups leave the order.
static bool order_by_levels(rv_memory* memory, rv_kkt* kkt, const rv_kkt_pattern* p) {
    rv_graph graph;
    int blocks = kkt->block_count, n = blocks + kkt->group_count, kept = 0;
    if (!SIZE(memory, &kkt->work.place, kkt->group_count)
        || !build_graph(memory, kkt, true, &kkt->work.all_nodes, &graph))
        return false;
    int* place = kkt->work.place.data;
    rv_order_levels(&graph, blocks, p->block_weight, p->group_anchored, kkt->node_at.data,
                    kkt->scratch.data);
    for (int k = 0; k < kkt->soft_group.count; k++)
        place[kkt->soft_group.data[k]] = -1;
    for (int k = 0; k < kkt->hard.count; k++)
        place[kkt->hard.data[k]] = blocks + k;
    for (int i = 0; i < n; i++) {
        int node = kkt->node_at.data[i];
        node = node < blocks ? node : place[node - blocks];
        if (node >= 0)
            kkt->node_at.data[kept++] = node;
    }
    return true;
}

// while the order is chosen, group nodes are numbered without the soft ones; then by group
static void name_groups(rv_kkt* kkt) {
    for (int k = 0; k < kkt->soft_group.count; k++)
        kkt->position_of.data[kkt->block_count + kkt->soft_group.data[k]] = -1;
    for (int p = 0; p < kkt->node_count; p++) {
        int* node = &kkt->node_at.data[p];
        if (*node >= kkt->block_count)
            *node = kkt->block_count + kkt->hard.data[*node - kkt->block_count];
        kkt->position_of.data[*node] = p;
    }
}

static bool choose_order(rv_memory* memory, rv_kkt* kkt, const rv_kkt_pattern* p,
                         const rv_graph* graph) {
    if (!order_by_levels(memory, kkt, p))
        return false;
    kkt->uses_amd = 0;
    if (!settle_order(memory, kkt, graph))
        return false;
    // without fill no order is cheaper
    if (2 * kkt->panels.count <= graph->first[kkt->node_count])
        return true;
    double level_flops = kkt->flops;
    if (!SIZE(memory, &kkt->work.levels, kkt->node_count)
        || !SIZE(memory, &kkt->work.amd, rv_order_amd_work(graph)))
        return false;
    int* levels = kkt->work.levels.data;
    memcpy(levels, kkt->node_at.data, (size_t)kkt->node_count * sizeof(int));
    rv_order_amd(graph, kkt->node_at.data, kkt->work.amd.data);
    if (!settle_order(memory, kkt, graph))
        return false;
    kkt->uses_amd = level_flops > AMD_GAIN * kkt->flops;
    if (kkt->uses_amd)
        return true;
    memcpy(kkt->node_at.data, levels, (size_t)kkt->node_count * sizeof(int));
    return find_columns(memory, kkt, graph);
}

// panel (row, column) of the factor, row > column; every one asked for exists
static int find_panel(const rv_kkt* kkt, int row, int column) {
    int low = kkt->panel_first.data[column], high = kkt->panel_first.data[column + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (kkt->panels.data[middle].node < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void lay_out_factor(rv_kkt* kkt) {
    int unknowns = 0, values = 0;
    for (int p = 0; p < kkt->node_count; p++) {
        int size = size_of_node(kkt, kkt->node_at.data[p]);
        kkt->node_size.data[p] = size;
        kkt->node_first.data[p] = unknowns;
        unknowns += size;
    }
    for (int p = 0; p < kkt->node_count; p++) {
        int node = kkt->node_at.data[p], size = kkt->node_size.data[p];
        bool condensed = node < kkt->block_count && kkt->block_substructure.data[node] != NULL;
        kkt->factor_diagonal.data[p] = values;
        values += condensed ? 0 : size * size;
        for (int k = kkt->panel_first.data[p]; k < kkt->panel_first.data[p + 1]; k++) {
            kkt->panels.data[k].offset = values;
            values += condensed ? 0 : size * kkt->node_size.data[kkt->panels.data[k].node];
        }
    }
    kkt->factor_values = values;
}

// values in the panels of the largest column
static int largest_column(const rv_kkt* kkt) {
    int largest = 0;
    for (int p = 0; p < kkt->node_count; p++) {
        int end = p + 1 < kkt->node_count ? kkt->factor_diagonal.data[p + 1] : kkt->factor_values;
        int values = end - kkt->factor_diagonal.data[p];
        largest = values > largest ? values : largest;
    }
    return largest;
}

static bool find_targets(rv_memory* memory, rv_kkt* kkt) {
    kkt->targets.count = 0;
    for (int p = 0; p < kkt->node_count; p++) {
        int first = kkt->panel_first.data[p], last = kkt->panel_first.data[p + 1];
        int count = last - first;
        kkt->target_first.data[p] = kkt->targets.count;
        if (!rv_array_reserve(memory, &kkt->targets, kkt->targets.count + count * (count + 1) / 2))
            return false;
        for (int a = first; a < last; a++) {
            int column = kkt->panels.data[a].node;
            kkt->targets.data[kkt->targets.count++] = kkt->factor_diagonal.data[column];
            for (int b = a + 1; b < last; b++)
                kkt->targets.data[kkt->targets.count++] =
                    kkt->panels.data[find_panel(kkt, kkt->panels.data[b].node, column)].offset;
        }
    }
    return true;
}

// where a block with rows of `row_node` and columns of `column_node` is stored; counts it in
// `entries`
static rv_kkt_target find_target(const rv_kkt* kkt, int row_node, int column_node, int* entries) {
    int row = kkt->position_of.data[row_node], column = kkt->position_of.data[column_node];
    bool transposed = row < column;
    int panel = transposed ? find_panel(kkt, column, row) : find_panel(kkt, row, column);
    return (rv_kkt_target){kkt->panels.data[panel].offset, transposed, entries[panel]++ > 0};
}

// panels without entries; those of substructures have no values at all
static bool list_fill(rv_memory* memory, rv_kkt* kkt, const int* entries) {
    kkt->fill.count = 0;
    for (int p = 0; p < kkt->node_count; p++) {
        int node = kkt->node_at.data[p];
        if (node < kkt->block_count && kkt->block_substructure.data[node] != NULL)
            continue;
        for (int k = kkt->panel_first.data[p]; k < kkt->panel_first.data[p + 1]; k++) {
            const rv_kkt_panel* panel = &kkt->panels.data[k];
            if (entries[k] > 0)
                continue;
            if (!rv_array_room(memory, &kkt->fill))
                return false;
            kkt->fill.data[kkt->fill.count++] = (rv_kkt_span){
                panel->offset, kkt->node_size.data[p] * kkt->node_size.data[panel->node]};
        }
    }
    return true;
}

// the unknowns of soft rows come behind those of the factor
static bool find_soft(rv_memory* memory, rv_kkt* kkt, int* entries) {
    if (!rv_array_resize(memory, &kkt->soft, kkt->soft_group.count))
        return false;
    int unknown = kkt->dof_count;
    for (int h = 0; h < kkt->hard.count; h++)
        unknown += kkt->group_size.data[kkt->hard.data[h]];
    for (int k = 0; k < kkt->soft.count; k++) {
        int group = kkt->soft_group.data[k], first = kkt->group_first.data[group];
        const int* block = kkt->reference_block.data + first;
        rv_kkt_soft* soft = &kkt->soft.data[k];
        *soft = (rv_kkt_soft){.group = group,
                              .block_count = kkt->group_first.data[group + 1] - first,
                              .first_row = kkt->row_first.data[group],
                              .first_unknown = unknown};
        unknown += kkt->group_size.data[group];
        for (int s = 0; s < soft->block_count; s++) {
            int position = kkt->position_of.data[block[s]];
            soft->jacobian[s] = kkt->jacobian_offset.data[first + s];
            soft->diagonal[s] = kkt->factor_diagonal.data[position];
            soft->unknown[s] = kkt->node_first.data[position];
        }
        if (soft->block_count == 2)
            soft->between = find_target(kkt, block[0], block[1], entries);
        soft->is_joint = kkt->softness.data[group] == RV_KKT_JOINT && !soft->between.repeated;
    }
    return true;
}

static bool find_entries(rv_memory* memory, rv_kkt* kkt) {
    if (!rv_array_resize(memory, &kkt->pair_target, kkt->pair_count)
        || !rv_array_resize(memory, &kkt->reference_target, kkt->reference_count)
        || !SIZE(memory, &kkt->work.entries, kkt->panels.count))
        return false;
    // how many a panel has got so far
    int* entries = kkt->work.entries.data;
    memset(entries, 0, (size_t)kkt->panels.count * sizeof(int));
    for (int k = 0; k < kkt->pair_count; k++)
        kkt->pair_target.data[k] =
            find_target(kkt, kkt->pair_block.data[2 * k], kkt->pair_block.data[2 * k + 1], entries);
    for (int h = 0; h < kkt->hard.count; h++) {
        int g = kkt->hard.data[h];
        for (int k = kkt->group_first.data[g]; k < kkt->group_first.data[g + 1]; k++)
            kkt->reference_target.data[k] =
                find_target(kkt, kkt->block_count + g, kkt->reference_block.data[k], entries);
    }
    return find_soft(memory, kkt, entries) && list_fill(memory, kkt, entries);
}

// room for the compliance between two references to a substructure, for one vector of a reference,
// and for one of the whole substructure
static bool size_substructures(rv_memory* memory, rv_kkt* kkt) {
    int largest = 0, widest = 0;
    for (int k = 0; k < kkt->reference_count; k++) {
        int block = kkt->reference_block.data[k];
        if (kkt->block_substructure.data[block] != NULL && reference_columns(kkt, k) > widest)
            widest = reference_columns(kkt, k);
    }
    for (int i = 0; i < kkt->block_count; i++)
        if (kkt->block_substructure.data[i] != NULL && kkt->block_size.data[i] > largest)
            largest = kkt->block_size.data[i];
    return rv_array_resize(memory, &kkt->sub_scratch, 4 * widest * widest + widest + largest)
           && rv_array_resize(memory, &kkt->scratch, 4 * kkt->node_count + 4 + 2 * widest);
}

static bool analyse(rv_memory* memory, rv_kkt* kkt, const rv_kkt_pattern* pattern) {
    rv_graph graph;
    if (!copy_pattern(memory, kkt, pattern) || !list_groups(memory, kkt, pattern)
        || !lay_out_values(memory, kkt) || !size_vectors(memory, kkt)
        || !build_graph(memory, kkt, false, &kkt->work.graph, &graph))
        return false;
    int n = kkt->block_count + kkt->group_count;
    bool ok = SIZE(memory, &kkt->node_at, n) && SIZE(memory, &kkt->position_of, n)
              && SIZE(memory, &kkt->node_size, n) && SIZE(memory, &kkt->node_first, n)
              && SIZE(memory, &kkt->factor_diagonal, n) && SIZE(memory, &kkt->panel_first, n + 1)
              && SIZE(memory, &kkt->target_first, n + 1) && SIZE(memory, &kkt->scratch, 4 * n + 4);
    if (!ok || !choose_order(memory, kkt, pattern, &graph))
        return false;
    lay_out_factor(kkt);
    name_groups(kkt);
    return find_targets(memory, kkt) && find_entries(memory, kkt) && size_substructures(memory, kkt)
           && SIZE(memory, &kkt->factor, kkt->factor_values)
           && SIZE(memory, &kkt->scaled, largest_column(kkt));
}

bool rv_kkt_analyse(rv_memory* memory, rv_kkt* kkt, const rv_kkt_pattern* pattern) {
    uint64_t hash = hash_pattern(pattern);
    if (kkt->pattern_hash == hash)
        return true;
    bool ok = analyse(memory, kkt, pattern);
    kkt->pattern_hash = ok ? hash : 0;
    return ok;
}

void rv_kkt_free(rv_memory* memory, rv_kkt* kkt) {
    rv_array_free(memory, &kkt->block_size);
    rv_array_free(memory, &kkt->block_first);
    rv_array_free(memory, &kkt->block_substructure);
    rv_array_free(memory, &kkt->group_size);
    rv_array_free(memory, &kkt->group_first);
    rv_array_free(memory, &kkt->reference_block);
    rv_array_free(memory, &kkt->row_first);
    rv_array_free(memory, &kkt->reference_dof_first);
    rv_array_free(memory, &kkt->reference_dof);
    rv_array_free(memory, &kkt->pair_block);
    rv_array_free(memory, &kkt->is_paired);
    rv_array_free(memory, &kkt->hard);
    rv_array_free(memory, &kkt->soft_group);
    rv_array_free(memory, &kkt->softness);
    rv_array_free(memory, &kkt->diagonal_offset);
    rv_array_free(memory, &kkt->pair_offset);
    rv_array_free(memory, &kkt->jacobian_offset);
    rv_array_free(memory, &kkt->diagonal);
    rv_array_free(memory, &kkt->off_diagonal);
    rv_array_free(memory, &kkt->jacobian);
    rv_array_free(memory, &kkt->r);
    rv_array_free(memory, &kkt->sigma);
    rv_array_free(memory, &kkt->bias);
    rv_array_free(memory, &kkt->lower);
    rv_array_free(memory, &kkt->upper);
    rv_array_free(memory, &kkt->v);
    rv_array_free(memory, &kkt->impulse);
    rv_array_free(memory, &kkt->state);
    rv_array_free(memory, &kkt->node_at);
    rv_array_free(memory, &kkt->position_of);
    rv_array_free(memory, &kkt->node_size);
    rv_array_free(memory, &kkt->node_first);
    rv_array_free(memory, &kkt->factor_diagonal);
    rv_array_free(memory, &kkt->panel_first);
    rv_array_free(memory, &kkt->panels);
    rv_array_free(memory, &kkt->target_first);
    rv_array_free(memory, &kkt->targets);
    rv_array_free(memory, &kkt->pair_target);
    rv_array_free(memory, &kkt->reference_target);
    rv_array_free(memory, &kkt->fill);
    rv_array_free(memory, &kkt->soft);
    rv_array_free(memory, &kkt->inverse_sigma);
    rv_array_free(memory, &kkt->scaled);
    rv_array_free(memory, &kkt->factor);
    rv_array_free(memory, &kkt->inverse_d);
    rv_array_free(memory, &kkt->smallest);
    rv_array_free(memory, &kkt->idle);
    rv_array_free(memory, &kkt->x);
    rv_array_free(memory, &kkt->fixed_r);
    rv_array_free(memory, &kkt->fixed_b);
    rv_array_free(memory, &kkt->sub_scratch);
    rv_array_free(memory, &kkt->loose_scratch);
    rv_array_free(memory, &kkt->scratch);
    rv_array_free(memory, &kkt->work.graph);
    rv_array_free(memory, &kkt->work.all_nodes);
    rv_array_free(memory, &kkt->work.place);
    rv_array_free(memory, &kkt->work.levels);
    rv_array_free(memory, &kkt->work.entries);
    rv_array_free(memory, &kkt->work.amd);
    rv_array_free(memory, &kkt->loose.rows);
    rv_array_free(memory, &kkt->loose.references);
    rv_array_free(memory, &kkt->loose.jacobian);
    rv_array_free(memory, &kkt->loose.dof);
    rv_array_free(memory, &kkt->loose.terms);
    kkt->pattern_hash = 0;
}
