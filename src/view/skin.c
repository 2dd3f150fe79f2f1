// Reads surfaces of solids: see skin.h. A corner of a triangle goes to a vertex of the same node
// whose first triangle faces nearly the same way, or becomes a vertex of its own.
#include "view/skin.h"

#include <stdlib.h>

// triangles that face apart by less than 40 degrees are one smooth surface
static const double SMOOTH_COSINE = 0.766;

// what is known of the vertices while they are made
typedef struct maker {
    rv_skin* skin;
    const rv_world* world;
    rv_vec3* normals; // of the first triangle of each vertex
    int* first;       // vertex of each node; -1: none yet
    int* next;        // vertex of the same node; -1: no more
} maker;

static rv_vec3 normal_of(const maker* m, const int32_t corners[3]) {
    rv_vec3 x[3];
    for (int k = 0; k < 3; k++)
        x[k] = rv_solid_node(m->world, m->skin->id, corners[k]);
    return rv_vec3_normalize(rv_vec3_cross(rv_vec3_sub(x[1], x[0]), rv_vec3_sub(x[2], x[0])));
}

static int vertex_for(maker* m, int node, rv_vec3 normal) {
    for (int v = m->first[node]; v >= 0; v = m->next[v])
        if (rv_vec3_dot(m->normals[v], normal) > SMOOTH_COSINE)
            return v;
    int vertex = m->skin->facets.vertex_count++;
    m->skin->nodes[vertex] = node;
    m->normals[vertex] = normal;
    m->next[vertex] = m->first[node];
    m->first[node] = vertex;
    return vertex;
}

static void make(maker* m, int node_count) {
    rv_facets* facets = &m->skin->facets;
    for (int i = 0; i < node_count; i++)
        m->first[i] = -1;
    for (int i = 0; i < facets->triangle_count; i++) {
        int32_t corners[3];
        rv_solid_triangle(m->world, m->skin->id, i, corners);
        rv_vec3 normal = normal_of(m, corners);
        for (int k = 0; k < 3; k++)
            facets->triangles[i][k] = vertex_for(m, corners[k], normal);
    }
}

bool rv_skin_read(rv_skin* skin, const rv_world* world, rv_solid_id solid) {
    int nodes = rv_solid_node_count(world, solid);
    size_t triangles = (size_t)rv_solid_triangle_count(world, solid), most = 3 * triangles + 1;
    *skin = (rv_skin){.id = solid,
                      .nodes = malloc(most * sizeof *skin->nodes),
                      .facets = {.triangle_count = (int)triangles, .smooth = true}};
    skin->facets.vertices = malloc(most * sizeof *skin->facets.vertices);
    skin->facets.triangles = malloc((triangles + 1) * sizeof *skin->facets.triangles);
    maker m = {.skin = skin,
               .world = world,
               .normals = malloc(most * sizeof *m.normals),
               .first = malloc(((size_t)nodes + 1) * sizeof *m.first),
               .next = malloc(most * sizeof *m.next)};
    bool good = skin->nodes != NULL && skin->facets.vertices != NULL
                && skin->facets.triangles != NULL && m.normals != NULL && m.first != NULL
                && m.next != NULL;
    if (good) {
        make(&m, nodes);
        rv_skin_update(skin, world);
    }
    free(m.normals);
    free(m.first);
    free(m.next);
    if (!good)
        rv_skin_free(skin);
    return good;
}

void rv_skin_update(rv_skin* skin, const rv_world* world) {
    for (int i = 0; i < skin->facets.vertex_count; i++)
        skin->facets.vertices[i] = rv_solid_node(world, skin->id, skin->nodes[i]);
}

void rv_skin_free(rv_skin* skin) {
    free(skin->nodes);
    rv_facets_free(&skin->facets);
    *skin = (rv_skin){0};
}
