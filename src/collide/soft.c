// Deformable surfaces: edges, which triangle answers for which node and edge (Curtis, Tamstorf,
// Manocha 2008: no pair of features is looked at twice), and a tree of bounds that is made once and
// refit in each step.
#include "collide/soft_private.h"

enum { STACK_MAX = 96 };

// ---- edges --------------------------------------------------------------------------------------

// the edge between two nodes among those listed at the smaller one; -1: not there yet
static int find_edge(const rv_soft_surface* s, const int32_t* newest, const int32_t* before, int a,
                     int b) {
    int low = a < b ? a : b, high = a < b ? b : a;
    int e = newest[low];
    while (e >= 0 && s->edges.data[e].node[0] != high && s->edges.data[e].node[1] != high)
        e = before[e];
    return e;
}

// newest[node]: the last edge whose smaller node it is, before[edge]: the one before that
static void find_edges(rv_soft_surface* s, int32_t* newest, int32_t* before) {
    for (int i = 0; i < s->node_count; i++)
        newest[i] = -1;
    for (int side = 0; side < 3 * s->triangle_count; side++) {
        int t = side / 3, k = side % 3;
        int a = s->triangles.data[side], b = s->triangles.data[3 * t + (k + 1) % 3];
        int e = find_edge(s, newest, before, a, b), low = a < b ? a : b;
        if (e < 0) {
            e = s->edges.count++;
            s->edges.data[e] = (rv_soft_edge){{a, b}, {t, -1}};
            s->owns.data[t] |= (uint8_t)(8 << k);
            before[e] = newest[low];
            newest[low] = e;
        } else if (s->edges.data[e].triangle[1] < 0) {
            s->edges.data[e].triangle[1] = t;
        }
        s->triangle_edges.data[side] = e;
    }
}

// a node belongs to the first triangle that has it
static void share_out_nodes(rv_soft_surface* s, int32_t* taken) {
    for (int i = 0; i < s->node_count; i++)
        taken[i] = 0;
    for (int side = 0; side < 3 * s->triangle_count; side++) {
        int node = s->triangles.data[side];
        if (!taken[node])
            s->owns.data[side / 3] |= (uint8_t)(1 << side % 3);
        taken[node] = 1;
    }
}

static bool link(rv_memory* memory, rv_soft_surface* s) {
    size_t bytes = ((size_t)s->node_count + 3 * (size_t)s->triangle_count) * sizeof(int32_t);
    int32_t* block = rv_memory_allocate(memory, bytes);
    bool room = block != NULL && rv_array_reserve(memory, &s->edges, 3 * s->triangle_count)
                && rv_array_resize(memory, &s->triangle_edges, 3 * s->triangle_count)
                && rv_array_resize(memory, &s->owns, s->triangle_count);
    if (room) {
        find_edges(s, block, block + s->node_count);
        share_out_nodes(s, block);
    }
    rv_memory_release(memory, block, bytes);
    return room;
}

// ---- the tree -----------------------------------------------------------------------------------

// that of a mesh with these corners
static bool plant(rv_memory* memory, rv_soft_surface* s) {
    if (s->triangle_count == 0)
        return true;
    rv_trimesh mesh = {0};
    mesh.vertices.data = (rv_vec3*)s->x;
    mesh.vertices.count = s->node_count;
    mesh.triangles.data = s->triangles.data;
    mesh.triangles.count = s->triangles.count;
    bool made = rv_trimesh_plant(memory, &mesh);
    s->tree.data = mesh.nodes.data;
    s->tree.count = mesh.nodes.count;
    s->tree.capacity = mesh.nodes.capacity;
    s->order.data = mesh.order.data;
    s->order.count = mesh.order.count;
    s->order.capacity = mesh.order.capacity;
    return made;
}

bool rv_soft_make(rv_memory* memory, rv_soft_surface* s, const int32_t* triangles,
                  int triangle_count, const rv_vec3* x, int node_count) {
    *s = (rv_soft_surface){
        .x = x, .x_to = x, .node_count = node_count, .triangle_count = triangle_count};
    bool made = rv_array_resize(memory, &s->triangles, 3 * triangle_count);
    for (int k = 0; made && k < 3 * triangle_count; k++)
        s->triangles.data[k] = triangles[k];
    made = made && link(memory, s) && plant(memory, s)
           && rv_array_resize(memory, &s->bounds, triangle_count)
           && rv_array_resize(memory, &s->normals, triangle_count)
           && rv_array_resize(memory, &s->near, node_count)
           && rv_array_resize(memory, &s->found, triangle_count);
    if (made)
        rv_soft_refit(s, 0.0);
    else
        rv_soft_free(memory, s);
    return made;
}

void rv_soft_free(rv_memory* memory, rv_soft_surface* s) {
    rv_array_free(memory, &s->triangles);
    rv_array_free(memory, &s->triangle_edges);
    rv_array_free(memory, &s->edges);
    rv_array_free(memory, &s->owns);
    rv_array_free(memory, &s->tree);
    rv_array_free(memory, &s->order);
    rv_array_free(memory, &s->bounds);
    rv_array_free(memory, &s->normals);
    rv_array_free(memory, &s->near);
    rv_array_free(memory, &s->found);
    *s = (rv_soft_surface){0};
}

static void enclose(rv_aabb* box, const rv_aabb* other) {
    rv_soft_enlarge(box, other->lower);
    rv_soft_enlarge(box, other->upper);
}

static void refit_triangle(rv_soft_surface* s, int t, double margin) {
    const int32_t* corner = &s->triangles.data[3 * t];
    rv_vec3 a = s->x[corner[0]], b = s->x[corner[1]], c = s->x[corner[2]];
    rv_aabb box = {a, a};
    rv_soft_enlarge(&box, b);
    rv_soft_enlarge(&box, c);
    if (s->x_to != s->x)
        for (int k = 0; k < 3; k++)
            rv_soft_enlarge(&box, s->x_to[corner[k]]);
    s->bounds.data[t] = rv_aabb_grow(box, margin);
    s->normals.data[t] = rv_vec3_normalize(rv_vec3_cross(rv_vec3_sub(b, a), rv_vec3_sub(c, a)));
}

void rv_soft_refit(rv_soft_surface* s, double margin) {
    for (int t = 0; t < s->triangle_count; t++)
        refit_triangle(s, t, margin);
    for (int n = s->tree.count - 1; n >= 0; n--) {
        rv_trimesh_node* node = &s->tree.data[n];
        if (node->count == 0) {
            const rv_aabb* right = &s->tree.data[node->first + 1].bounds;
            node->bounds = s->tree.data[node->first].bounds;
            enclose(&node->bounds, right);
            continue;
        }
        node->bounds = s->bounds.data[s->order.data[node->first]];
        for (int i = 1; i < node->count; i++) {
            const rv_aabb* box = &s->bounds.data[s->order.data[node->first + i]];
            enclose(&node->bounds, box);
        }
    }
}

void rv_soft_query(const rv_soft_surface* s, const rv_aabb* box, rv_soft_visit* visit,
                   void* context) {
    int stack[STACK_MAX], waiting = 0;
    if (s->triangle_count > 0)
        stack[waiting++] = 0;
    while (waiting > 0) {
        const rv_trimesh_node* node = &s->tree.data[stack[--waiting]];
        if (!rv_aabb_overlap(&node->bounds, box))
            continue;
        if (node->count == 0) {
            stack[waiting++] = node->first + 1;
            stack[waiting++] = node->first;
            continue;
        }
        for (int i = 0; i < node->count; i++) {
            int t = s->order.data[node->first + i];
            if (rv_aabb_overlap(&s->bounds.data[t], box) && !visit(context, t))
                return;
        }
    }
}
