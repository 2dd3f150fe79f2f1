// The symbolic factor: order, elimination tree, panels, and where every block goes. All of it by
// nodes; the three numbers of a node have one structure.
#include "solve/sparse_private.h"

#include <string.h>

// A panel takes in its last child if it stays narrow or if few of its numbers become zeros that are
// stored: widths [block columns] and shares of zeros as in CHOLMOD (Chen et al. 2008).
typedef struct relax_rule {
    int width;
    double zeros;
} relax_rule;
static const relax_rule relax_rules[] = {{4, 1.0}, {12, 0.8}, {24, 0.15}, {1 << 30, 0.05}};
enum { RELAX_RULES = sizeof relax_rules / sizeof *relax_rules };

typedef struct analysis {
    rv_memory* memory;
    rv_sparse* s;
    const rv_graph* graph;
    int n;
    RV_ARRAY(int) work;
    int *parent, *mark, *count, *child, *sibling, *stack; // parts of work, n each
} analysis;

// --- order and tree ---

static void set_positions(rv_sparse* s) {
    for (int k = 0; k < s->n; k++)
        s->position.data[s->order.data[k]] = k;
}

// parents in the elimination tree (Liu 1990), with ways to the root made short in `mark`
static void find_parents(analysis* a) {
    const int *order = a->s->order.data, *position = a->s->position.data;
    for (int k = 0; k < a->n; k++) {
        a->parent[k] = a->mark[k] = -1;
        int node = order[k];
        for (int e = a->graph->first[node]; e < a->graph->first[node + 1]; e++) {
            int i = position[a->graph->adjacent[e]];
            while (i >= 0 && i < k) {
                int next = a->mark[i];
                a->mark[i] = k;
                if (next < 0)
                    a->parent[i] = k;
                i = next;
            }
        }
    }
}

// children before parents, those of one parent in a row: then columns of a panel are neighbours
static void postorder(analysis* a) {
    rv_sparse* s = a->s;
    int n = a->n, *to = a->count, done = 0;
    memset(a->child, -1, (size_t)n * sizeof *a->child);
    for (int k = n - 1; k >= 0; k--) {
        if (a->parent[k] < 0)
            continue;
        a->sibling[k] = a->child[a->parent[k]];
        a->child[a->parent[k]] = k;
    }
    for (int root = 0; root < n; root++) {
        if (a->parent[root] >= 0)
            continue;
        int depth = 0;
        a->stack[depth++] = root;
        while (depth > 0) {
            int k = a->stack[depth - 1], next = a->child[k];
            if (next >= 0) {
                a->child[k] = a->sibling[next];
                a->stack[depth++] = next;
            } else {
                to[done++] = s->order.data[k];
                depth--;
            }
        }
    }
    memcpy(s->order.data, to, (size_t)n * sizeof *to);
    set_positions(s);
}

static bool make_order(analysis* a) {
    rv_sparse* s = a->s;
    int n = a->n;
    RV_ARRAY(int) amd = {0};
    // one to spare: without nodes there is memory, too
    bool fine = rv_array_reserve(a->memory, &s->order, n + 1)
                && rv_array_resize(a->memory, &s->order, n)
                && rv_array_resize(a->memory, &s->position, n)
                && rv_array_resize(a->memory, &amd, rv_order_amd_work(a->graph));
    if (fine) {
        rv_order_amd(a->graph, s->order.data, amd.data);
        set_positions(s);
        find_parents(a);
        postorder(a);
        find_parents(a);
    }
    rv_array_free(a->memory, &amd);
    return fine;
}

// --- panels ---

// rows of each column of L with its diagonal: row k reaches all columns on the way from its
// neighbours before it up to k
static void count_rows(analysis* a) {
    for (int k = 0; k < a->n; k++) {
        a->mark[k] = k;
        a->count[k] = 1;
        int node = a->s->order.data[k];
        for (int e = a->graph->first[node]; e < a->graph->first[node + 1]; e++)
            for (int i = a->s->position.data[a->graph->adjacent[e]]; i < k && a->mark[i] != k;
                 i = a->parent[i]) {
                a->mark[i] = k;
                a->count[i]++;
            }
    }
}

static bool may_join(int width, double zeros, int rows) {
    double stored = (double)width * rows - 0.5 * width * (width - 1.0);
    for (int r = 0; r < RELAX_RULES; r++)
        if (width <= relax_rules[r].width)
            return zeros <= relax_rules[r].zeros * stored;
    return false;
}

// Marks in `child` the columns that begin a panel: first where the structure changes, then, from
// the last panel on, panels take in the one before them if they may.
static int find_panels(analysis* a) {
    int n = a->n, panels = 0, width = 0, rows = 0;
    for (int k = 0; k < n; k++)
        a->child[k] = k == 0 || a->parent[k - 1] != k || a->count[k - 1] != a->count[k] + 1;
    double zeros = 0.0;
    for (int end = n, first; end > 0; end = first) {
        for (first = end - 1; !a->child[first]; first--)
            ;
        int own = end - first;
        double more = (double)own * (rows + own - a->count[first]);
        if (width > 0 && a->parent[end - 1] == end
            && may_join(width + own, zeros + more, rows + own)) {
            a->child[end] = 0;
            width += own;
            rows += own;
            zeros += more;
        } else {
            panels++;
            width = own;
            rows = a->count[first];
            zeros = 0.0;
        }
    }
    return panels;
}

static bool list_panels(analysis* a) {
    rv_sparse* s = a->s;
    count_rows(a);
    int panels = find_panels(a);
    if (!rv_array_resize(a->memory, &s->panels, panels)
        || !rv_array_resize(a->memory, &s->owner, a->n))
        return false;
    int p = -1;
    for (int k = 0; k < a->n; k++) {
        if (a->child[k])
            s->panels.data[++p] = (rv_sparse_panel){.first = k};
        s->panels.data[p].width++;
        s->owner.data[k] = p;
    }
    return true;
}

// the panel to which the first row below panel p belongs, -1: none
static int next_panel(const analysis* a, int p) {
    const rv_sparse_panel* panel = &a->s->panels.data[p];
    int up = a->parent[panel->first + panel->width - 1];
    return up < 0 ? -1 : a->s->owner.data[up];
}

// Visits every row below every panel, rows ascending. Without `rows` only counts.
static void visit_rows(analysis* a, int* rows) {
    rv_sparse* s = a->s;
    memset(a->mark, -1, (size_t)a->n * sizeof *a->mark);
    for (int k = 0; k < a->n; k++) {
        int node = s->order.data[k], own = s->owner.data[k];
        for (int e = a->graph->first[node]; e < a->graph->first[node + 1]; e++) {
            int i = s->position.data[a->graph->adjacent[e]];
            if (i >= k)
                continue;
            for (int p = s->owner.data[i]; p != own && a->mark[p] != k; p = next_panel(a, p)) {
                rv_sparse_panel* panel = &s->panels.data[p];
                a->mark[p] = k;
                if (rows != NULL)
                    rows[panel->below + panel->below_count] = k;
                panel->below_count++;
            }
        }
    }
}

static bool list_rows(analysis* a) {
    rv_sparse* s = a->s;
    visit_rows(a, NULL);
    int64_t rows = 0, numbers = 0;
    s->tallest = 0;
    for (int p = 0; p < s->panels.count; p++) {
        rv_sparse_panel* panel = &s->panels.data[p];
        panel->below = (int)rows;
        panel->offset = (int)numbers;
        panel->stride = 3 * (panel->width + panel->below_count) + SPARSE_PAD;
        rows += panel->below_count;
        numbers += (int64_t)panel->stride * 3 * panel->width;
        if (panel->stride > s->tallest)
            s->tallest = panel->stride;
        panel->below_count = 0;
        if (rows > INT32_MAX || numbers > INT32_MAX - SPARSE_PAD)
            return false;
    }
    if (!rv_array_resize(a->memory, &s->rows, (int)rows)
        || !rv_array_resize(a->memory, &s->factor, (int)numbers + SPARSE_PAD))
        return false;
    visit_rows(a, s->rows.data);
    return true;
}

// --- what goes where ---

// end of the rows below panel `from` that are columns of the same panel as row `begin`
static int feed_end(const rv_sparse* s, const rv_sparse_panel* from, int begin) {
    const int* rows = s->rows.data + from->below;
    int end = begin;
    while (end < from->below_count && s->owner.data[rows[end]] == s->owner.data[rows[begin]])
        end++;
    return end;
}

// visits all feeds; without `feed` only counts them
static void visit_feeds(rv_sparse* s, rv_sparse_feed* feed) {
    for (int p = 0; p < s->panels.count; p++) {
        const rv_sparse_panel* from = &s->panels.data[p];
        for (int begin = 0, end; begin < from->below_count; begin = end) {
            end = feed_end(s, from, begin);
            rv_sparse_panel* to = &s->panels.data[s->owner.data[s->rows.data[from->below + begin]]];
            if (feed != NULL)
                feed[to->feed_end] = (rv_sparse_feed){p, begin, end};
            to->feed_end++;
        }
    }
}

// numbers of the largest update
static int64_t largest_update(const rv_sparse* s) {
    int64_t largest = 0;
    for (int k = 0; k < s->feed.count; k++) {
        const rv_sparse_feed* f = &s->feed.data[k];
        int64_t rows = 3 * (s->panels.data[f->from].below_count - f->begin) + SPARSE_PAD;
        int64_t numbers = rows * 3 * (f->end - f->begin);
        largest = numbers > largest ? numbers : largest;
    }
    return largest;
}

static bool list_feeds(analysis* a) {
    rv_sparse* s = a->s;
    visit_feeds(s, NULL);
    int feeds = 0;
    for (int p = 0; p < s->panels.count; p++) {
        int own = s->panels.data[p].feed_end;
        s->panels.data[p].feeds = s->panels.data[p].feed_end = feeds;
        feeds += own;
    }
    if (!rv_array_resize(a->memory, &s->feed, feeds))
        return false;
    visit_feeds(s, s->feed.data);
    int64_t update = largest_update(s) + SPARSE_PAD;
    return update <= INT32_MAX && rv_array_resize(a->memory, &s->update, (int)update);
}

// place of row k in a panel
static int local_row(const rv_sparse* s, const rv_sparse_panel* panel, int k) {
    if (k < panel->first + panel->width)
        return k - panel->first;
    const int* rows = s->rows.data + panel->below;
    int low = 0, high = panel->below_count - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (rows[middle] < k)
            low = middle + 1;
        else
            high = middle;
    }
    return panel->width + low;
}

// the entry of row i and the column of block k
static rv_sparse_entry entry_of(const rv_sparse* s, int i, int k, rv_sparse_panel** panel) {
    int row = s->position.data[i], column = s->position.data[s->column.data[k]];
    bool transposed = row < column;
    int later = transposed ? column : row, sooner = transposed ? row : column;
    *panel = &s->panels.data[s->owner.data[sooner]];
    int target = (*panel)->offset + 3 * local_row(s, *panel, later)
                 + 3 * (sooner - (*panel)->first) * (*panel)->stride;
    return (rv_sparse_entry){k, target, transposed};
}

// visits all blocks; without `write` only counts them
static void visit_entries(rv_sparse* s, bool write) {
    for (int i = 0; i < s->n; i++)
        for (int k = s->first.data[i]; k < s->first.data[i + 1]; k++) {
            rv_sparse_panel* panel;
            rv_sparse_entry entry = entry_of(s, i, k, &panel);
            if (write)
                s->entries.data[panel->entry_end] = entry;
            panel->entry_end++;
        }
}

static bool list_entries(analysis* a) {
    rv_sparse* s = a->s;
    int n = a->n, entries = 0;
    if (!rv_array_resize(a->memory, &s->entries, s->column.count)
        || !rv_array_resize(a->memory, &s->inverse, 3 * n)
        || !rv_array_resize(a->memory, &s->floor, 3 * n)
        || !rv_array_resize(a->memory, &s->place, n))
        return false;
    visit_entries(s, false);
    for (int p = 0; p < s->panels.count; p++) {
        rv_sparse_panel* panel = &s->panels.data[p];
        int own = panel->entry_end;
        panel->entries = panel->entry_end = entries;
        entries += own;
    }
    visit_entries(s, true);
    return true;
}

bool rv_sparse_symbolic(rv_memory* memory, rv_sparse* s, const rv_graph* graph) {
    analysis a = {.memory = memory, .s = s, .graph = graph, .n = graph->node_count};
    bool fine = a.n <= INT32_MAX / 6 && rv_array_resize(memory, &a.work, 6 * a.n + 1);
    if (fine) {
        a.parent = a.work.data;
        a.mark = a.parent + a.n;
        a.count = a.mark + a.n;
        a.child = a.count + a.n;
        a.sibling = a.child + a.n;
        a.stack = a.sibling + a.n;
        fine = make_order(&a) && list_panels(&a) && list_rows(&a) && list_feeds(&a)
               && list_entries(&a);
    }
    rv_array_free(memory, &a.work);
    return fine;
}
