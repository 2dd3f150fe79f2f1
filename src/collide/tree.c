// The dynamic tree of bounding boxes: the broad phase. A new leaf descends to where it enlarges the
// boxes on its way least (surface area heuristic, Catto 2019) and is paired with what is there. On
// the way back up, one operation does all the balancing: a child of a node and a grandchild of it
// on the other side change places, to shrink the boxes, or to lift the taller grandchild where the
// heights of two siblings differ too much (the rotation of AVL trees; children have no order here,
// so one kind is enough). Siblings may differ by K = HEIGHT_SLACK in height, so the least number of
// leaves under height h is N(h) = N(h - 1) + N(h - 1 - K): below 3.1 log2(n) + 4, and below 100 for
// 2^31 leaves, which bounds the stacks.
#include "collide/tree.h"

enum { NONE = -1, HEIGHT_SLACK = 6, STACK_SIZE = 128 };

// extents are cut here [m], so that areas of infinite boxes are finite and compare
static const double EXTENT_MAX = 1e100;

static inline double lesser(double a, double b) {
    return a < b ? a : b;
}

static inline double greater(double a, double b) {
    return a > b ? a : b;
}

static inline rv_aabb enclose(const rv_aabb* a, const rv_aabb* b) {
    return (rv_aabb){{lesser(a->lower.x, b->lower.x), lesser(a->lower.y, b->lower.y),
                      lesser(a->lower.z, b->lower.z)},
                     {greater(a->upper.x, b->upper.x), greater(a->upper.y, b->upper.y),
                      greater(a->upper.z, b->upper.z)}};
}

// half of the surface
static inline double area(const rv_aabb* box) {
    double x = lesser(box->upper.x - box->lower.x, EXTENT_MAX);
    double y = lesser(box->upper.y - box->lower.y, EXTENT_MAX);
    double z = lesser(box->upper.z - box->lower.z, EXTENT_MAX);
    return x * y + y * z + z * x;
}

static inline double joint_area(const rv_aabb* a, const rv_aabb* b) {
    rv_aabb both = enclose(a, b);
    return area(&both);
}

void rv_tree_clear(rv_tree* tree) {
    tree->nodes.count = 0;
    tree->root = NONE;
    tree->free = NONE;
    tree->leaf_count = 0;
}

void rv_tree_free(rv_memory* memory, rv_tree* tree) {
    rv_array_free(memory, &tree->nodes);
    rv_tree_clear(tree);
}

bool rv_tree_reserve(rv_memory* memory, rv_tree* tree, int leaves) {
    // n leaves have n - 1 nodes above them
    if (leaves > INT32_MAX / 2)
        return false;
    return rv_array_reserve(memory, &tree->nodes, 2 * leaves);
}

// --- nodes ---------------------------------------------------------------------------------------

static int take_node(rv_tree* tree) {
    int node = tree->free;
    if (node != NONE)
        tree->free = tree->nodes.data[node].parent;
    else
        node = tree->nodes.count++;
    return node;
}

static void give_back(rv_tree* tree, int node) {
    tree->nodes.data[node].height = -1;
    tree->nodes.data[node].parent = tree->free;
    tree->free = node;
}

// puts `now` where `before` hangs on `parent`
static void replace_child(rv_tree* tree, int parent, int before, int now) {
    tree->nodes.data[now].parent = parent;
    if (parent == NONE) {
        tree->root = now;
        return;
    }
    int32_t* child = tree->nodes.data[parent].child;
    child[child[0] == before ? 0 : 1] = now;
}

// bounds and height of a node from its children
static inline void refit(rv_tree_node* nodes, int node) {
    rv_tree_node* n = &nodes[node];
    const rv_tree_node *first = &nodes[n->child[0]], *second = &nodes[n->child[1]];
    n->bounds = enclose(&first->bounds, &second->bounds);
    n->height = 1 + (first->height > second->height ? first->height : second->height);
}

// --- balance -------------------------------------------------------------------------------------

// child `side` of a node and the grandchild `which` below its other child change places
static void exchange(rv_tree_node* nodes, int node, int side, int which) {
    int lowered = nodes[node].child[side];
    int other = nodes[node].child[1 - side];
    int lifted = nodes[other].child[which];
    nodes[node].child[side] = lifted;
    nodes[lifted].parent = node;
    nodes[other].child[which] = lowered;
    nodes[lowered].parent = other;
    refit(nodes, other);
}

// what the exchange would save of the area of the node's other child
static double exchange_gain(const rv_tree_node* nodes, int node, int side, int which) {
    const rv_tree_node* other = &nodes[nodes[node].child[1 - side]];
    const rv_tree_node* stays = &nodes[other->child[1 - which]];
    return area(&other->bounds)
           - joint_area(&nodes[nodes[node].child[side]].bounds, &stays->bounds);
}

// lifts the taller grandchild; of two as tall, the one that leaves a smaller box. One operation
// changes the height of a subtree by 1 at most, so siblings differ by K + 1 at most before and by
// K - 1 at most after it
static void restore_heights(rv_tree_node* nodes, int node, int shorter) {
    const rv_tree_node* tall = &nodes[nodes[node].child[1 - shorter]];
    int difference = nodes[tall->child[0]].height - nodes[tall->child[1]].height;
    int which = difference < 0;
    if (difference == 0)
        which = exchange_gain(nodes, node, shorter, 1) > exchange_gain(nodes, node, shorter, 0);
    exchange(nodes, node, shorter, which);
}

static inline int taller(int a, int b) {
    return a > b ? a : b;
}

static inline bool is_balanced(int a, int b) {
    return a - b <= HEIGHT_SLACK && b - a <= HEIGHT_SLACK;
}

// true if the exchange leaves both nodes balanced and the height of the upper one as it is
static bool exchange_keeps_heights(const rv_tree_node* nodes, int node, int side, int which) {
    const rv_tree_node* other = &nodes[nodes[node].child[1 - side]];
    int lowered = nodes[nodes[node].child[side]].height;
    int lifted = nodes[other->child[which]].height;
    int stays = nodes[other->child[1 - which]].height;
    int other_after = 1 + taller(lowered, stays);
    return is_balanced(lowered, stays) && is_balanced(lifted, other_after)
           && taller(lifted, other_after) == taller(lowered, other->height);
}

// of the exchanges that keep the heights, makes the one that saves most area, if any saves
static void shrink_boxes(rv_tree_node* nodes, int node) {
    double best = 0.0;
    int best_side = 0, best_which = 0;
    for (int side = 0; side < 2; side++) {
        if (nodes[nodes[node].child[1 - side]].height == 0)
            continue;
        for (int which = 0; which < 2; which++) {
            double gain = exchange_gain(nodes, node, side, which);
            if (gain > best && exchange_keeps_heights(nodes, node, side, which)) {
                best = gain;
                best_side = side;
                best_which = which;
            }
        }
    }
    if (best > 0.0)
        exchange(nodes, node, best_side, best_which);
}

// bounds, heights and balance of a node and all above it
static void refit_upward(rv_tree* tree, int node) {
    rv_tree_node* nodes = tree->nodes.data;
    for (; node != NONE; node = nodes[node].parent) {
        int first = nodes[nodes[node].child[0]].height, second = nodes[nodes[node].child[1]].height;
        if (is_balanced(first, second))
            shrink_boxes(nodes, node);
        else
            restore_heights(nodes, node, second < first);
        refit(nodes, node);
    }
}

// --- leaves --------------------------------------------------------------------------------------

// what to pair a leaf with: the box of a node grows for every leaf below it, so the descent ends
// where pairing with the node as a whole (a new box around both) costs no more than the growth of
// it and the least that its children ask for
static int choose_sibling(const rv_tree* tree, const rv_aabb* leaf) {
    const rv_tree_node* nodes = tree->nodes.data;
    int node = tree->root;
    double leaf_area = area(leaf);
    while (nodes[node].height > 0) {
        const int32_t* child = nodes[node].child;
        double paired = joint_area(&nodes[node].bounds, leaf);
        double grown = paired - area(&nodes[node].bounds);
        double cost[2];
        for (int k = 0; k < 2; k++) {
            const rv_tree_node* below = &nodes[child[k]];
            cost[k] = joint_area(&below->bounds, leaf);
            // further down, the new box is at least as large as the leaf
            if (below->height > 0)
                cost[k] = lesser(cost[k], cost[k] - area(&below->bounds) + leaf_area);
        }
        if (nodes[node].height <= HEIGHT_SLACK && paired <= grown + lesser(cost[0], cost[1]))
            return node;
        // equal for boxes within both: the shorter side
        int heights = nodes[child[1]].height < nodes[child[0]].height;
        node = child[cost[0] == cost[1] ? heights : cost[1] < cost[0]];
    }
    return node;
}

// hangs a leaf, whose bounds are set, into the tree
static void attach(rv_tree* tree, int leaf) {
    rv_tree_node* nodes = tree->nodes.data;
    if (tree->root == NONE) {
        tree->root = leaf;
        nodes[leaf].parent = NONE;
        return;
    }
    int sibling = choose_sibling(tree, &nodes[leaf].bounds);
    int parent = take_node(tree);
    replace_child(tree, nodes[sibling].parent, sibling, parent);
    nodes[parent].child[0] = sibling;
    nodes[parent].child[1] = leaf;
    nodes[parent].item = 0;
    nodes[sibling].parent = parent;
    nodes[leaf].parent = parent;
    refit_upward(tree, parent);
}

// takes a leaf out; the leaf's own node stays taken
static void detach(rv_tree* tree, int leaf) {
    rv_tree_node* nodes = tree->nodes.data;
    int parent = nodes[leaf].parent;
    if (parent == NONE) {
        tree->root = NONE;
        return;
    }
    int sibling = nodes[parent].child[nodes[parent].child[0] == leaf ? 1 : 0];
    int above = nodes[parent].parent;
    replace_child(tree, above, parent, sibling);
    give_back(tree, parent);
    refit_upward(tree, above);
}

int rv_tree_insert(rv_memory* memory, rv_tree* tree, rv_aabb bounds, int item) {
    if (!rv_tree_reserve(memory, tree, tree->leaf_count + 1))
        return NONE;
    int leaf = take_node(tree);
    tree->nodes.data[leaf] = (rv_tree_node){
        .bounds = bounds, .parent = NONE, .child = {NONE, NONE}, .height = 0, .item = item};
    tree->leaf_count++;
    attach(tree, leaf);
    return leaf;
}

void rv_tree_remove(rv_tree* tree, int node) {
    detach(tree, node);
    give_back(tree, node);
    tree->leaf_count--;
}

void rv_tree_move(rv_tree* tree, int node, rv_aabb bounds) {
    detach(tree, node);
    tree->nodes.data[node].bounds = bounds;
    attach(tree, node);
}

// --- queries -------------------------------------------------------------------------------------

void rv_tree_query(const rv_tree* tree, const rv_aabb* box, rv_tree_visit* visit, void* context) {
    const rv_tree_node* nodes = tree->nodes.data;
    int stack[STACK_SIZE], depth = 0;
    if (tree->root != NONE)
        stack[depth++] = tree->root;
    while (depth > 0) {
        const rv_tree_node* node = &nodes[stack[--depth]];
        if (!rv_aabb_overlap(&node->bounds, box))
            continue;
        if (node->height == 0) {
            if (!visit(context, node->item))
                return;
            continue;
        }
        stack[depth++] = node->child[1];
        stack[depth++] = node->child[0];
    }
}

// a ray with the inverse of its direction; a component without direction has inverse 0
typedef struct ray {
    double from[3], inverse[3];
} ray;

static ray make_ray(rv_vec3 from, rv_vec3 way) {
    ray r = {.from = {from.x, from.y, from.z}};
    const double direction[3] = {way.x, way.y, way.z};
    for (int k = 0; k < 3; k++) {
        double inverse = 1.0 / direction[k];
        r.inverse[k] = fabs(inverse) <= 1e300 ? inverse : 0.0;
    }
    return r;
}

// the t at which the ray enters the box, INFINITY if it does not within [0, limit]; a few rounding
// errors wider than the box, so that none is lost
static double ray_enters(const ray* r, const rv_aabb* box, double limit) {
    const double narrow = 1.0 - 8.0 * 2.3e-16, wide = 1.0 + 8.0 * 2.3e-16;
    const double lower[3] = {box->lower.x, box->lower.y, box->lower.z};
    const double upper[3] = {box->upper.x, box->upper.y, box->upper.z};
    double enter = 0.0, leave = limit;
    for (int k = 0; k < 3; k++) {
        if (r->inverse[k] == 0.0) {
            if (r->from[k] < lower[k] || r->from[k] > upper[k])
                return INFINITY;
            continue;
        }
        double t0 = (lower[k] - r->from[k]) * r->inverse[k];
        double t1 = (upper[k] - r->from[k]) * r->inverse[k];
        enter = greater(enter, lesser(t0, t1) * narrow);
        leave = lesser(leave, greater(t0, t1) * wide);
    }
    return enter <= leave ? enter : INFINITY;
}

typedef struct ray_step {
    int node;
    double enter;
} ray_step;

void rv_tree_cast(const rv_tree* tree, rv_vec3 from, rv_vec3 way, double limit,
                  rv_tree_ray_visit* visit, void* context) {
    const rv_tree_node* nodes = tree->nodes.data;
    const ray r = make_ray(from, way);
    ray_step stack[STACK_SIZE];
    int depth = 0;
    if (tree->root != NONE)
        stack[depth++] = (ray_step){tree->root, ray_enters(&r, &nodes[tree->root].bounds, limit)};
    while (depth > 0) {
        ray_step step = stack[--depth];
        if (step.enter == INFINITY || !(step.enter <= limit))
            continue;
        const rv_tree_node* node = &nodes[step.node];
        if (node->height == 0) {
            limit = visit(context, node->item, limit);
            continue;
        }
        // the nearer child first: what it meets may spare the other
        ray_step near = {node->child[0], ray_enters(&r, &nodes[node->child[0]].bounds, limit)};
        ray_step far = {node->child[1], ray_enters(&r, &nodes[node->child[1]].bounds, limit)};
        bool in_order = near.enter <= far.enter;
        stack[depth++] = in_order ? far : near;
        stack[depth++] = in_order ? near : far;
    }
}
