// The tree of bounding boxes against a plain list of them: what queries and rays report, its shape,
// and its memory.
#include "collide/tree.h"
#include "collide_random.h"
#include "test.h"

#include <stdlib.h>

enum { ITEMS_MAX = 10000 };

static rv_aabb random_box(double size) {
    rv_vec3 at = random_vector(size);
    double x = random_between(0.0, 2.0), y = random_between(0.0, 2.0);
    return (rv_aabb){at, rv_vec3_add(at, (rv_vec3){x, y, random_between(0.0, 2.0)})};
}

static rv_aabb unit_box_at(double x, double y, double z) {
    return (rv_aabb){{x, y, z}, {x + 1.0, y + 1.0, z + 1.0}};
}

// every node: bounds and height are those of its children, heights of siblings differ by 6 at most
static bool tree_is_sound(const rv_tree* tree) {
    int leaves = 0;
    for (int k = 0; k < tree->nodes.count; k++) {
        const rv_tree_node* node = &tree->nodes.data[k];
        leaves += node->height == 0;
        if (node->height <= 0)
            continue;
        const rv_tree_node* first = &tree->nodes.data[node->child[0]];
        const rv_tree_node* second = &tree->nodes.data[node->child[1]];
        rv_aabb both = rv_aabb_union(first->bounds, second->bounds);
        if (memcmp(&both, &node->bounds, sizeof both) != 0 || first->parent != k
            || second->parent != k || abs(first->height - second->height) > 6
            || node->height != 1 + (int)fmax(first->height, second->height))
            return false;
    }
    return leaves == tree->leaf_count;
}

// --- a tree and a list with the same boxes -------------------------------------------------------

typedef struct twin {
    rv_memory memory;
    rv_tree tree;
    int node[ITEMS_MAX]; // of each item; -1: not there
    rv_aabb box[ITEMS_MAX];
    int seen[ITEMS_MAX]; // by the query
    int visits;
} twin;

static void twin_make(twin* t) {
    t->memory = rv_memory_make((rv_allocator){0});
    t->tree = (rv_tree){0};
    rv_tree_clear(&t->tree);
    memset(t->node, -1, sizeof t->node);
}

static void twin_insert(twin* t, int item, rv_aabb box) {
    t->box[item] = box;
    t->node[item] = rv_tree_insert(&t->memory, &t->tree, box, item);
}

static void twin_remove(twin* t, int item) {
    rv_tree_remove(&t->tree, t->node[item]);
    t->node[item] = -1;
}

static bool see(void* context, int item) {
    twin* t = context;
    t->seen[item]++;
    t->visits++;
    return true;
}

// reported exactly once if it overlaps, else never
static int query_mistakes(twin* t, rv_aabb box) {
    memset(t->seen, 0, sizeof t->seen);
    rv_tree_query(&t->tree, &box, see, t);
    int mistakes = 0;
    for (int item = 0; item < ITEMS_MAX; item++) {
        bool expected = t->node[item] >= 0 && rv_aabb_overlap(&t->box[item], &box);
        mistakes += t->seen[item] != (expected ? 1 : 0);
    }
    return mistakes;
}

static double see_on_ray(void* context, int item, double limit) {
    see(context, item);
    return limit;
}

// by how much the segment from + t way, t in [0, limit], dips into a box: the length of t within
// it, negative if it misses; plain clipping, axis by axis
static double overlap_with_ray(rv_aabb box, rv_vec3 from, rv_vec3 way, double limit) {
    const double lower[3] = {box.lower.x, box.lower.y, box.lower.z};
    const double upper[3] = {box.upper.x, box.upper.y, box.upper.z};
    const double start[3] = {from.x, from.y, from.z}, slope[3] = {way.x, way.y, way.z};
    double enter = 0.0, leave = limit;
    for (int k = 0; k < 3; k++) {
        if (slope[k] == 0.0) {
            if (start[k] < lower[k] || start[k] > upper[k])
                return -INFINITY;
            continue;
        }
        double t0 = (lower[k] - start[k]) / slope[k], t1 = (upper[k] - start[k]) / slope[k];
        enter = fmax(enter, fmin(t0, t1));
        leave = fmin(leave, fmax(t0, t1));
    }
    return leave - enter;
}

// misses within 1e-12 of touching may be reported or not
static int cast_mistakes(twin* t, rv_vec3 from, rv_vec3 way, double limit) {
    memset(t->seen, 0, sizeof t->seen);
    rv_tree_cast(&t->tree, from, way, limit, see_on_ray, t);
    int mistakes = 0;
    for (int item = 0; item < ITEMS_MAX; item++) {
        double overlap =
            t->node[item] >= 0 ? overlap_with_ray(t->box[item], from, way, limit) : -INFINITY;
        if (overlap >= 0.0)
            mistakes += t->seen[item] != 1;
        else
            mistakes += t->seen[item] != 0 && overlap < -1e-12 * limit;
    }
    return mistakes;
}

TEST(random_inserts_moves_removals_queries_and_rays_agree_with_a_list) {
    static twin t;
    twin_make(&t);
    random_state = 1;
    int mistakes = 0, unsound = 0;
    for (int step = 0; step < 20000; step++) {
        int item = (int)(random_unit() * 2000.0);
        double what = random_unit();
        if (t.node[item] < 0)
            twin_insert(&t, item, random_box(8.0));
        else if (what < 0.3)
            twin_remove(&t, item);
        else
            rv_tree_move(&t.tree, t.node[item], t.box[item] = random_box(8.0));
        if (step % 10 == 0)
            mistakes += query_mistakes(&t, random_box(8.0));
        if (step % 10 == 5) {
            rv_vec3 from = random_vector(10.0), way = random_vector(30.0);
            if (step % 20 == 5)
                way.y = 0.0;
            mistakes += cast_mistakes(&t, from, way, random_between(0.1, 2.0));
        }
        unsound += step % 100 == 0 && !tree_is_sound(&t.tree);
    }
    CHECK(mistakes == 0);
    CHECK(unsound == 0);
    CHECK(t.visits > 5000); // the queries had something to find
    for (int item = 0; item < ITEMS_MAX; item++)
        if (t.node[item] >= 0)
            twin_remove(&t, item);
    CHECK(t.tree.leaf_count == 0);
    CHECK(t.tree.root == -1);
    rv_tree_free(&t.memory, &t.tree);
    CHECK(t.memory.used == 0);
}

TEST(ten_thousand_sorted_boxes_make_a_shallow_tree) {
    static twin t;
    for (int order = 0; order < 4; order++) {
        // along a line, back along it, all at one place, each twice the last one's size
        twin_make(&t);
        int count = order == 3 ? 1000 : ITEMS_MAX;
        for (int item = 0; item < count; item++) {
            double size = order == 3 ? pow(2.0, item) : 1.0;
            double x = order == 0 ? item : order == 1 ? -item : 0.0;
            twin_insert(&t, item, (rv_aabb){{x, 0.0, 0.0}, {x + size, size, size}});
        }
        // log2(n) = 13.3 is the least; what the balance guarantees is 3.1 log2(n) + 4 = 45
        CHECK(t.tree.nodes.data[t.tree.root].height <= 3.0 * log2(count));
        CHECK(tree_is_sound(&t.tree));
        // every second one taken out again, the tree shrinks with it
        for (int item = 0; item < count; item += 2)
            twin_remove(&t, item);
        CHECK(t.tree.nodes.data[t.tree.root].height <= 3.0 * log2(count / 2.0));
        CHECK(tree_is_sound(&t.tree));
        rv_tree_free(&t.memory, &t.tree);
    }
}

TEST(infinite_boxes_live_among_finite_ones) {
    static twin t;
    twin_make(&t);
    random_state = 2;
    const double inf = INFINITY;
    for (int item = 0; item < 600; item++) {
        rv_aabb box = random_box(10.0);
        if (item % 20 == 0)
            box = (rv_aabb){{-inf, -inf, -inf}, {inf, inf, inf}};
        if (item % 20 == 1)
            box.lower.x = box.lower.y = box.lower.z = -inf, box.upper.x = box.upper.y = inf;
        if (item % 20 == 2)
            box.lower.y = -inf, box.upper.x = inf;
        twin_insert(&t, item, box);
    }
    CHECK(tree_is_sound(&t.tree));
    for (int k = 0; k < 200; k++) {
        CHECK(query_mistakes(&t, random_box(12.0)) == 0);
        rv_vec3 from = random_vector(12.0), way = random_vector(3.0);
        CHECK(cast_mistakes(&t, from, way, 5.0) == 0);
        CHECK(cast_mistakes(&t, from, (rv_vec3){0.0, 0.0, -1.0}, 5.0) == 0);
        int item = (int)(random_unit() * 600.0);
        rv_tree_move(&t.tree, t.node[item], t.box[item]);
    }
    CHECK(query_mistakes(&t, (rv_aabb){{-inf, -inf, -inf}, {inf, inf, inf}}) == 0);
    CHECK(tree_is_sound(&t.tree));
    rv_tree_free(&t.memory, &t.tree);
}

TEST(boxes_that_only_touch_are_reported) {
    static twin t;
    twin_make(&t);
    twin_insert(&t, 0, unit_box_at(0.0, 0.0, 0.0));
    twin_insert(&t, 1, unit_box_at(5.0, 0.0, 0.0));
    t.visits = 0;
    CHECK(query_mistakes(&t, unit_box_at(1.0, 1.0, 1.0)) == 0); // they share one corner
    CHECK(t.visits == 1);
    // along a face, and through a corner
    t.visits = 0;
    CHECK(cast_mistakes(&t, (rv_vec3){-1.0, 1.0, 0.5}, (rv_vec3){1.0, 0.0, 0.0}, 1.0) == 0);
    CHECK(t.visits == 1);
    CHECK(cast_mistakes(&t, (rv_vec3){-1.0, 3.0, 0.5}, (rv_vec3){1.0, -1.0, 0.0}, 9.0) == 0);
    CHECK(t.visits == 2);
    rv_tree_free(&t.memory, &t.tree);
}

TEST(empty_trees_and_single_leaves_answer) {
    static twin t;
    twin_make(&t);
    t.visits = 0;
    CHECK(query_mistakes(&t, unit_box_at(0.0, 0.0, 0.0)) == 0);
    CHECK(cast_mistakes(&t, (rv_vec3){0}, (rv_vec3){1.0, 0.0, 0.0}, 1.0) == 0);
    CHECK(t.visits == 0);
    twin_insert(&t, 7, unit_box_at(0.0, 0.0, 0.0));
    CHECK(t.tree.nodes.data[t.tree.root].height == 0);
    CHECK(query_mistakes(&t, unit_box_at(0.5, 0.5, 0.5)) == 0);
    rv_tree_move(&t.tree, t.node[7], t.box[7] = unit_box_at(9.0, 0.0, 0.0));
    CHECK(query_mistakes(&t, unit_box_at(0.5, 0.5, 0.5)) == 0);
    CHECK(query_mistakes(&t, unit_box_at(9.5, 0.5, 0.5)) == 0);
    CHECK(t.visits == 2);
    twin_remove(&t, 7);
    CHECK(query_mistakes(&t, unit_box_at(9.5, 0.5, 0.5)) == 0);
    rv_tree_free(&t.memory, &t.tree);
}

// stops at the first of them
static bool stop_after_one(void* context, int item) {
    (void)item;
    ++*(int*)context;
    return false;
}

// the ray ends where it enters the box it is shown
static double end_at_first(void* context, int item, double limit) {
    ++*(int*)context;
    return fmin(limit, item);
}

TEST(a_visit_can_stop_a_query_and_shorten_a_ray) {
    static twin t;
    twin_make(&t);
    for (int item = 0; item < 100; item++)
        twin_insert(&t, item, unit_box_at(item, 0.0, 0.0));
    int count = 0;
    rv_aabb all = {{-1.0, -1.0, -1.0}, {200.0, 2.0, 2.0}};
    rv_tree_query(&t.tree, &all, stop_after_one, &count);
    CHECK(count == 1);
    // nearer boxes come first: of 100 in a row no more than box 0, 1 and the branches beside them
    count = 0;
    rv_tree_cast(&t.tree, (rv_vec3){-1.0, 0.5, 0.5}, (rv_vec3){1.0, 0.0, 0.0}, 1000.0, end_at_first,
                 &count);
    CHECK(count >= 1 && count <= 4);
    rv_tree_free(&t.memory, &t.tree);
}

TEST(within_what_is_reserved_nothing_is_allocated) {
    static twin t;
    twin_make(&t);
    random_state = 3;
    CHECK(rv_tree_reserve(&t.memory, &t.tree, 500));
    uint64_t before = t.memory.allocation_count;
    for (int round = 0; round < 3; round++) {
        for (int item = 0; item < 500; item++)
            twin_insert(&t, item, random_box(10.0));
        for (int item = 0; item < 500; item++)
            rv_tree_move(&t.tree, t.node[item], random_box(10.0));
        for (int item = 0; item < 500 && round == 1; item++)
            twin_remove(&t, item);
        if (round != 1)
            rv_tree_clear(&t.tree);
    }
    CHECK(t.memory.allocation_count == before);
    rv_tree_free(&t.memory, &t.tree);
}

static void* no_memory(void* context, size_t bytes) {
    (void)context, (void)bytes;
    return NULL;
}

static void release_nothing(void* context, void* memory, size_t bytes) {
    (void)context, (void)memory, (void)bytes;
}

TEST(without_memory_nothing_is_inserted) {
    rv_memory memory = rv_memory_make((rv_allocator){no_memory, release_nothing, NULL});
    rv_tree tree = {0};
    rv_tree_clear(&tree);
    CHECK(rv_tree_insert(&memory, &tree, unit_box_at(0.0, 0.0, 0.0), 0) == -1);
    CHECK(tree.leaf_count == 0);
    CHECK(tree.root == -1);
    CHECK(!rv_tree_reserve(&memory, &tree, INT32_MAX));
}
