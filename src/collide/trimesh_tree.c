// The bounding volume tree of a triangle mesh, and what walks it: boxes and rays.
// Built from the top by the surface area heuristic over 16 bins of the longest axis of the
// centres (Wald 2007): cost of a split = area_left n_left + area_right n_right. Below a depth of
// DEPTH_GREEDY the halves are of equal number, which bounds the depth; no recursion anywhere.
#include "collide/ray_triangle.h"
#include "collide/trimesh.h"

enum {
    BINS = 16,
    LEAF_MAX = 4,      // triangles
    DEPTH_GREEDY = 48, // then halves: at most 27 levels more for 10^8 triangles
    STACK_MAX = 96,
};

typedef struct item {
    rv_aabb bounds;
    int32_t triangle;
} item;

typedef struct bin {
    rv_aabb bounds;
    int count;
} bin;

// a run of items that becomes the subtree at `node`
typedef struct task {
    int node, first, count, depth;
} task;

static const rv_aabb EMPTY = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

// fmin and fmax care for NaN, which bounds do not have: this is several times as fast
static inline void enlarge(rv_aabb* box, const rv_aabb* by) {
    box->lower.x = by->lower.x < box->lower.x ? by->lower.x : box->lower.x;
    box->lower.y = by->lower.y < box->lower.y ? by->lower.y : box->lower.y;
    box->lower.z = by->lower.z < box->lower.z ? by->lower.z : box->lower.z;
    box->upper.x = by->upper.x > box->upper.x ? by->upper.x : box->upper.x;
    box->upper.y = by->upper.y > box->upper.y ? by->upper.y : box->upper.y;
    box->upper.z = by->upper.z > box->upper.z ? by->upper.z : box->upper.z;
}

static inline rv_aabb triangle_bounds(const rv_trimesh* mesh, int triangle) {
    const int32_t* corner = &mesh->triangles.data[3 * triangle];
    rv_vec3 a = mesh->vertices.data[corner[0]];
    rv_aabb box = {a, a};
    for (int k = 1; k < 3; k++) {
        rv_vec3 b = mesh->vertices.data[corner[k]];
        enlarge(&box, &(rv_aabb){b, b});
    }
    return box;
}

static double half_area(const rv_aabb* box) {
    rv_vec3 d = rv_vec3_sub(box->upper, box->lower);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

// twice the centre along an axis, as halves so that it cannot overflow
static inline double middle(const item* it, int axis) {
    return 0.5 * rv_axis(&it->bounds.lower, axis) + 0.5 * rv_axis(&it->bounds.upper, axis);
}

static void swap(item* a, item* b) {
    item kept = *a;
    *a = *b;
    *b = kept;
}

// ---- where to split -----------------------------------------------------------------------------

// the bins along an axis: bin of an item = (middle - start) scale
typedef struct ruler {
    int axis;
    double start, scale;
} ruler;

static inline int bin_of(const ruler* r, const item* it) {
    int b = (int)((middle(it, r->axis) - r->start) * r->scale);
    return b < 0 ? 0 : b >= BINS ? BINS - 1 : b;
}

// along the longest extent of the centres; scale 0: they are all at one place, or too far apart
static ruler ruler_of(const item* items, int count) {
    rv_aabb centers = EMPTY;
    for (int i = 0; i < count; i++) {
        rv_vec3 c = {middle(&items[i], 0), middle(&items[i], 1), middle(&items[i], 2)};
        rv_aabb point = {c, c};
        enlarge(&centers, &point);
    }
    rv_vec3 d = rv_vec3_sub(centers.upper, centers.lower);
    ruler r = {d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2, 0.0, 0.0};
    double extent = rv_axis(&d, r.axis);
    r.start = rv_axis(&centers.lower, r.axis);
    r.scale = BINS * (1.0 - 1e-9) / extent;
    if (!(extent > 0.0) || !isfinite(extent) || !isfinite(r.scale))
        r.scale = 0.0;
    return r;
}

// the last bin of the cheaper left part; -1: no split has a finite cost
static int best_bin(const bin bins[BINS]) {
    double right_cost[BINS];
    rv_aabb box = EMPTY;
    int count = 0;
    for (int b = BINS - 1; b > 0; b--) {
        enlarge(&box, &bins[b].bounds);
        count += bins[b].count;
        right_cost[b] = count > 0 ? half_area(&box) * count : INFINITY;
    }
    box = EMPTY;
    count = 0;
    int best = -1;
    double least = INFINITY;
    for (int b = 0; b < BINS - 1; b++) {
        enlarge(&box, &bins[b].bounds);
        count += bins[b].count;
        double cost = count > 0 ? half_area(&box) * count + right_cost[b + 1] : INFINITY;
        if (cost < least) {
            least = cost;
            best = b;
        }
    }
    return best;
}

// items of bins up to `last` to the front; returns their number
static int part(item* items, int count, const ruler* r, int last) {
    int left = 0, right = count;
    while (left < right) {
        if (bin_of(r, &items[left]) <= last)
            left++;
        else
            swap(&items[left], &items[--right]);
    }
    return left;
}

// the half of the items with the smaller middles to the front (Hoare's selection, middle of three)
static int halve(item* items, int count, int axis) {
    int half = count / 2, low = 0, high = count - 1;
    while (low < high) {
        double a = middle(&items[low], axis), b = middle(&items[high], axis);
        double c = middle(&items[low + (high - low) / 2], axis);
        double pivot = fmax(fmin(a, b), fmin(fmax(a, b), c));
        int i = low, j = high;
        while (i <= j) {
            while (middle(&items[i], axis) < pivot)
                i++;
            while (middle(&items[j], axis) > pivot)
                j--;
            if (i <= j)
                swap(&items[i++], &items[j--]);
        }
        if (half <= j)
            high = j;
        else if (half >= i)
            low = i;
        else
            break;
    }
    return half;
}

// sorts the items into a left and a right part, both not empty; returns the size of the left
static int split(item* items, int count, int depth) {
    ruler r = ruler_of(items, count);
    if (r.scale == 0.0)
        return count / 2;
    if (depth >= DEPTH_GREEDY)
        return halve(items, count, r.axis);
    bin bins[BINS];
    for (int b = 0; b < BINS; b++)
        bins[b] = (bin){EMPTY, 0};
    for (int i = 0; i < count; i++) {
        bin* into = &bins[bin_of(&r, &items[i])];
        enlarge(&into->bounds, &items[i].bounds);
        into->count++;
    }
    int last = best_bin(bins);
    return last < 0 ? halve(items, count, r.axis) : part(items, count, &r, last);
}

// ---- building -----------------------------------------------------------------------------------

static bool grow_tree(rv_memory* memory, rv_trimesh* mesh, item* items, int count) {
    task stack[STACK_MAX];
    int waiting = 0;
    stack[waiting++] = (task){0, 0, count, 0};
    if (!rv_array_resize(memory, &mesh->nodes, 1))
        return false;
    while (waiting > 0) {
        task t = stack[--waiting];
        if (!rv_array_reserve(memory, &mesh->nodes, mesh->nodes.count + 2))
            return false;
        rv_trimesh_node* node = &mesh->nodes.data[t.node];
        node->bounds = EMPTY;
        for (int i = t.first; i < t.first + t.count; i++)
            enlarge(&node->bounds, &items[i].bounds);
        if (t.count <= LEAF_MAX) {
            node->first = t.first;
            node->count = t.count;
            continue;
        }
        int left = split(&items[t.first], t.count, t.depth);
        node->first = mesh->nodes.count;
        node->count = 0;
        mesh->nodes.count += 2;
        stack[waiting++] = (task){node->first + 1, t.first + left, t.count - left, t.depth + 1};
        stack[waiting++] = (task){node->first, t.first, left, t.depth + 1};
    }
    return true;
}

bool rv_trimesh_plant(rv_memory* memory, rv_trimesh* mesh) {
    int count = mesh->triangles.count / 3;
    size_t bytes = (size_t)count * sizeof(item);
    item* items = rv_memory_allocate(memory, bytes);
    bool room = items != NULL && rv_array_resize(memory, &mesh->order, count);
    for (int i = 0; room && i < count; i++)
        items[i] = (item){triangle_bounds(mesh, i), i};
    room = room && grow_tree(memory, mesh, items, count);
    for (int i = 0; room && i < count; i++)
        mesh->order.data[i] = items[i].triangle;
    rv_memory_release(memory, items, bytes);
    return room;
}

// ---- walking ------------------------------------------------------------------------------------

void rv_trimesh_query(const rv_trimesh* mesh, const rv_aabb* local, rv_trimesh_visit* visit,
                      void* context) {
    int stack[STACK_MAX], waiting = 0;
    if (mesh->nodes.count > 0)
        stack[waiting++] = 0;
    while (waiting > 0) {
        const rv_trimesh_node* node = &mesh->nodes.data[stack[--waiting]];
        if (!rv_aabb_overlap(&node->bounds, local))
            continue;
        if (node->count == 0) {
            stack[waiting++] = node->first + 1;
            stack[waiting++] = node->first;
            continue;
        }
        for (int i = 0; i < node->count; i++) {
            int triangle = mesh->order.data[node->first + i];
            rv_aabb bounds = triangle_bounds(mesh, triangle);
            if (rv_aabb_overlap(&bounds, local) && !visit(context, triangle))
                return;
        }
    }
}

static double cast_leaf(const rv_trimesh* mesh, const rv_trimesh_node* node, const rv_ray* ray,
                        double best, int* triangle) {
    for (int i = 0; i < node->count; i++) {
        rv_vec3 corner[3];
        int candidate = mesh->order.data[node->first + i];
        rv_trimesh_corners(mesh, candidate, corner);
        double t = rv_ray_triangle(ray, corner, best);
        // of two at the same t the one with the smaller index, whatever the order of the tree
        if (t < best || (t == best && t < INFINITY && (*triangle < 0 || candidate < *triangle))) {
            best = t;
            *triangle = candidate;
        }
    }
    return best;
}

double rv_trimesh_cast(const rv_trimesh* mesh, rv_vec3 from, rv_vec3 way, double limit,
                       int* triangle) {
    *triangle = -1;
    int stack[STACK_MAX], waiting = 0;
    rv_ray ray = rv_ray_make(from, way, mesh->reach);
    double best = limit, near[2];
    if (mesh->nodes.count > 0 && rv_vec3_dot(way, way) > 0.0)
        stack[waiting++] = 0;
    while (waiting > 0) {
        const rv_trimesh_node* node = &mesh->nodes.data[stack[--waiting]];
        if (!rv_ray_box(&ray, &node->bounds, best, &near[0]))
            continue;
        if (node->count > 0) {
            best = cast_leaf(mesh, node, &ray, best, triangle);
            continue;
        }
        // the nearer child first
        const rv_trimesh_node* child = &mesh->nodes.data[node->first];
        bool met[2] = {rv_ray_box(&ray, &child[0].bounds, best, &near[0]),
                       rv_ray_box(&ray, &child[1].bounds, best, &near[1])};
        int first = near[1] < near[0] ? 1 : 0;
        if (met[1 - first])
            stack[waiting++] = node->first + 1 - first;
        if (met[first])
            stack[waiting++] = node->first + first;
    }
    return *triangle < 0 ? INFINITY : best;
}
