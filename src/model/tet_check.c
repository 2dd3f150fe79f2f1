// The rules of a tetrahedral mesh that can be simulated, from the simple ones to those that need
// them: numbers, corners, volumes, nodes, faces, and the surface, which must be a manifold (two
// triangles at each edge, one fan of them round each node).
#include "model/tet_mesh.h"
#include "model/tet_surface.h"

#include "reeve/math.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// six volumes over the cube of the longest edge: 0.7 is a regular tetrahedron, and 1e-9 leaves six
// digits above what rounding makes of coordinates as large as the edge
#define FLAT 1e-9

// coordinates [m] of which volumes are finite
#define LARGEST 1e100

typedef struct checker {
    const rv_tet_mesh* mesh;
    rv_memory memory;
    int32_t* neighbour; // of each face
    rv_index_list triangles;
    char* error;
    size_t bytes;
} checker;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
fail(checker* c, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->error, c->bytes, format, arguments);
    va_end(arguments);
    return false;
}

static bool fail_memory(checker* c) {
    return fail(c, "not enough memory to check %d tetrahedra", c->mesh->tet_count);
}

// the first of those that break a rule, and how many there are
typedef struct offence {
    int first;
    int count;
} offence;

static void offend(offence* o, int index) {
    if (o->count++ == 0)
        o->first = index;
}

// " (and 3 more nodes)", or nothing
typedef struct others {
    char text[64];
} others;

static others and_more(const offence* o, const char* one, const char* many) {
    others text = {""};
    if (o->count > 1)
        snprintf(text.text, sizeof text.text, " (and %d more %s)", o->count - 1,
                 o->count == 2 ? one : many);
    return text;
}

static others more_nodes(const offence* o) {
    return and_more(o, "node", "nodes");
}

static others more_tets(const offence* o) {
    return and_more(o, "tetrahedron", "tetrahedra");
}

// --- numbers and corners ------------------------------------------------------------------------

static bool has_parts(checker* c) {
    const rv_tet_mesh* m = c->mesh;
    if (m->nodes == NULL || m->node_count < 1)
        return fail(c, "has no nodes: must have at least four");
    if (m->tets == NULL || m->tet_count < 1)
        return fail(c, "has no tetrahedra: must have at least one");
    if (m->tet_count > RV_TETS_MAX)
        return fail(c, "has %d tetrahedra: must have at most %d", m->tet_count, RV_TETS_MAX);
    return true;
}

static bool nodes_are_finite(checker* c) {
    offence o = {0};
    for (int i = 0; i < c->mesh->node_count; i++) {
        rv_vec3 p = c->mesh->nodes[i];
        double largest = fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
        // the sum keeps a NaN, which fmax passes over
        if (!(largest <= LARGEST) || isnan(p.x + p.y + p.z))
            offend(&o, i);
    }
    if (o.count == 0)
        return true;
    rv_vec3 p = c->mesh->nodes[o.first];
    return fail(c, "node %d: lies at (%g, %g, %g): must be finite, at most %g m%s", o.first, p.x,
                p.y, p.z, LARGEST, more_nodes(&o).text);
}

static bool corners_are_in_range(checker* c) {
    offence o = {0};
    int32_t wrong = 0;
    for (int i = 0; i < 4 * c->mesh->tet_count; i++) {
        int32_t node = c->mesh->tets[i];
        if (node >= 0 && node < c->mesh->node_count)
            continue;
        wrong = o.count == 0 ? node : wrong;
        offend(&o, i / 4);
        i |= 3; // one offence for a tetrahedron
    }
    return o.count == 0
           || fail(c, "tetrahedron %d: node %d: must be in [0, %d]%s", o.first, wrong,
                   c->mesh->node_count - 1, more_tets(&o).text);
}

// the first corner that is another one too; -1: all are different
static int repeated_corner(const int32_t* tet) {
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            if (tet[i] == tet[j])
                return i;
    return -1;
}

static bool corners_are_different(checker* c) {
    offence o = {0};
    for (int t = 0; t < c->mesh->tet_count; t++)
        if (repeated_corner(&c->mesh->tets[4 * t]) >= 0)
            offend(&o, t);
    if (o.count == 0)
        return true;
    const int32_t* tet = &c->mesh->tets[4 * o.first];
    return fail(c, "tetrahedron %d: has node %d twice: must have four different ones%s", o.first,
                tet[repeated_corner(tet)], more_tets(&o).text);
}

// --- volumes ------------------------------------------------------------------------------------

// below this, six volumes of a tetrahedron are as good as none
static double flat_volume6(const rv_tet_mesh* mesh, const int32_t* tet) {
    double longest2 = 0.0;
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
            rv_vec3 edge = rv_vec3_sub(mesh->nodes[tet[j]], mesh->nodes[tet[i]]);
            longest2 = fmax(longest2, rv_vec3_dot(edge, edge));
        }
    }
    return FLAT * longest2 * sqrt(longest2);
}

static bool volumes_are_positive(checker* c) {
    const rv_tet_mesh* m = c->mesh;
    offence flat = {0}, inverted = {0};
    for (int t = 0; t < m->tet_count; t++) {
        double volume6 = rv_tet_volume6(m->nodes, &m->tets[4 * t]);
        double floor6 = flat_volume6(m, &m->tets[4 * t]);
        if (volume6 < -floor6)
            offend(&inverted, t);
        else if (!(volume6 > floor6))
            offend(&flat, t);
    }
    if (inverted.count > 0)
        return fail(c, "tetrahedron %d: is inverted: its volume is %g m^3, must be > 0%s",
                    inverted.first, rv_tet_volume6(m->nodes, &m->tets[4 * inverted.first]) / 6.0,
                    more_tets(&inverted).text);
    return flat.count == 0
           || fail(c, "tetrahedron %d: is flat: its volume is %g m^3, must be > %g m^3%s",
                   flat.first, rv_tet_volume6(m->nodes, &m->tets[4 * flat.first]) / 6.0,
                   flat_volume6(m, &m->tets[4 * flat.first]) / 6.0, more_tets(&flat).text);
}

// --- nodes --------------------------------------------------------------------------------------

typedef struct ranked_node {
    rv_vec3 p;
    int index;
} ranked_node;

static int compare_places(const void* first, const void* second) {
    const ranked_node *a = first, *b = second;
    if (a->p.x != b->p.x)
        return a->p.x < b->p.x ? -1 : 1;
    if (a->p.y != b->p.y)
        return a->p.y < b->p.y ? -1 : 1;
    if (a->p.z != b->p.z)
        return a->p.z < b->p.z ? -1 : 1;
    return 0;
}

static int compare_ranked(const void* first, const void* second) {
    int order = compare_places(first, second);
    return order != 0 ? order
                      : ((const ranked_node*)first)->index - ((const ranked_node*)second)->index;
}

static bool places_are_different(checker* c) {
    const rv_tet_mesh* m = c->mesh;
    size_t bytes = (size_t)m->node_count * sizeof(ranked_node);
    ranked_node* ranked = rv_memory_allocate(&c->memory, bytes);
    if (ranked == NULL)
        return fail_memory(c);
    for (int i = 0; i < m->node_count; i++)
        ranked[i] = (ranked_node){m->nodes[i], i};
    qsort(ranked, (size_t)m->node_count, sizeof *ranked, compare_ranked);
    // the lowest of those that stand where another one does, and that one
    int twin = -1, of = -1, count = 0;
    for (int i = 1; i < m->node_count; i++) {
        if (compare_places(&ranked[i - 1], &ranked[i]) != 0)
            continue;
        count++;
        if (twin < 0 || ranked[i].index < twin) {
            twin = ranked[i].index;
            of = ranked[i - 1].index;
        }
    }
    rv_memory_release(&c->memory, ranked, bytes);
    return count == 0
           || fail(c, "node %d: lies at the place of node %d: must be one node%s", twin, of,
                   more_nodes(&(offence){twin, count}).text);
}

static bool nodes_are_used(checker* c) {
    const rv_tet_mesh* m = c->mesh;
    size_t bytes = (size_t)m->node_count * sizeof(bool);
    bool* used = rv_memory_allocate(&c->memory, bytes);
    if (used == NULL)
        return fail_memory(c);
    for (int i = 0; i < m->node_count; i++)
        used[i] = false;
    for (int i = 0; i < 4 * m->tet_count; i++)
        used[m->tets[i]] = true;
    offence o = {0};
    for (int i = 0; i < m->node_count; i++)
        if (!used[i])
            offend(&o, i);
    rv_memory_release(&c->memory, used, bytes);
    return o.count == 0
           || fail(c, "node %d: is in no tetrahedron: must be in one%s", o.first,
                   more_nodes(&o).text);
}

// --- faces --------------------------------------------------------------------------------------

static void face_nodes(const checker* c, int face, int32_t nodes[3]) {
    for (int i = 0; i < 3; i++)
        nodes[i] = c->mesh->tets[4 * (face / 4) + rv_tet_face_corners[face % 4][i]];
}

// do two tetrahedra lie on the same side of their face? Then both see it turn the same way
static bool faces_turn_alike(const checker* c, int face, int other) {
    int32_t a[3], b[3];
    face_nodes(c, face, a);
    face_nodes(c, other, b);
    int at = b[0] == a[0] ? 0 : b[1] == a[0] ? 1 : 2;
    return b[(at + 1) % 3] == a[1];
}

static bool faces_are_shared_by_two(checker* c) {
    offence crowded = {0}, same_side = {0};
    for (int face = 0; face < 4 * c->mesh->tet_count; face++) {
        int other = c->neighbour[face];
        if (other == RV_TET_CROWDED)
            offend(&crowded, face);
        else if (other > face && faces_turn_alike(c, face, other))
            offend(&same_side, face);
    }
    const offence* o = crowded.count > 0 ? &crowded : &same_side;
    if (o->count == 0)
        return true;
    int32_t nodes[3];
    face_nodes(c, o->first, nodes);
    others more = and_more(o, "face", "faces");
    if (crowded.count > 0)
        return fail(c, "tetrahedron %d: its face %d %d %d is one of more than two tetrahedra%s",
                    o->first / 4, nodes[0], nodes[1], nodes[2], more.text);
    return fail(c, "tetrahedron %d: overlaps tetrahedron %d on one side of face %d %d %d%s",
                o->first / 4, c->neighbour[o->first] / 4, nodes[0], nodes[1], nodes[2], more.text);
}

// marks all that are connected with `seed`
static void flood(const checker* c, int seed, int32_t* stack, bool* reached) {
    int height = 0;
    stack[height++] = seed;
    reached[seed] = true;
    while (height > 0) {
        int t = stack[--height];
        for (int face = 4 * t; face < 4 * t + 4; face++) {
            int other = c->neighbour[face] / 4;
            if (c->neighbour[face] < 0 || reached[other])
                continue;
            reached[other] = true;
            stack[height++] = other;
        }
    }
}

static bool is_connected(checker* c) {
    int count = c->mesh->tet_count;
    size_t bytes = (size_t)count * (sizeof(int32_t) + sizeof(bool));
    int32_t* stack = rv_memory_allocate(&c->memory, bytes);
    if (stack == NULL)
        return fail_memory(c);
    bool* reached = (bool*)(stack + count);
    for (int t = 0; t < count; t++)
        reached[t] = false;
    offence parts = {0};
    for (int t = 0; t < count; t++) {
        if (reached[t])
            continue;
        // the first part is no offence
        if (t > 0)
            offend(&parts, t);
        flood(c, t, stack, reached);
    }
    rv_memory_release(&c->memory, stack, bytes);
    return parts.count == 0
           || fail(c,
                   "tetrahedron %d: no way through faces leads to it from tetrahedron 0: must be "
                   "one part, has %d",
                   parts.first, parts.count + 1);
}

// --- surface ------------------------------------------------------------------------------------

// half-edge 3 t + i goes from corner i of triangle t to the next one
static int next_corner(int edge) {
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

// the half-edge that runs the other way, of each; false: an edge has not two triangles, told
static bool find_twins(checker* c, int32_t* twin, int32_t* scratch) {
    int count = c->triangles.count;
    const int32_t* corners = c->triangles.data;
    int32_t* ends = scratch; // lower and higher node of each
    int32_t* order = ends + 2 * (size_t)count;
    int32_t* sorted = order + count;
    int32_t* starts = sorted + count;
    for (int e = 0; e < count; e++) {
        int32_t a = corners[e], b = corners[next_corner(e)];
        ends[2 * e] = a < b ? a : b;
        ends[2 * e + 1] = a < b ? b : a;
        order[e] = e;
    }
    rv_sort_stable(order, count, ends + 1, 2, c->mesh->node_count, starts, sorted);
    rv_sort_stable(order, count, ends, 2, c->mesh->node_count, starts, sorted);
    offence o = {0};
    int triangles_there = 0;
    for (int first = 0, next; first < count; first = next) {
        const int32_t* edge = &ends[2 * order[first]];
        for (next = first + 1; next < count; next++)
            if (ends[2 * order[next]] != edge[0] || ends[2 * order[next] + 1] != edge[1])
                break;
        twin[order[first]] = order[next - 1];
        twin[order[next - 1]] = order[first];
        if (next - first == 2)
            continue;
        triangles_there = o.count == 0 ? next - first : triangles_there;
        offend(&o, order[first]);
    }
    return o.count == 0
           || fail(c, "edge %d %d of the surface: has %d triangles, must have 2%s",
                   ends[2 * o.first], ends[2 * o.first + 1], triangles_there,
                   and_more(&o, "edge", "edges").text);
}

// a walk round each node must meet all triangles there
static bool fans_are_whole(checker* c, const int32_t* twin, int32_t* left) {
    const int32_t* corners = c->triangles.data;
    for (int node = 0; node < c->mesh->node_count; node++)
        left[node] = 0;
    for (int e = 0; e < c->triangles.count; e++)
        left[corners[e]]++;
    offence o = {0};
    for (int e = 0; e < c->triangles.count; e++) {
        int32_t node = corners[e];
        if (left[node] <= 0)
            continue;
        int at = e, met = 0;
        do {
            met++;
            at = twin[next_corner(next_corner(at))];
        } while (at != e && met < left[node]);
        if (met < left[node])
            offend(&o, node);
        left[node] = 0;
    }
    return o.count == 0
           || fail(c, "node %d: the surface meets itself there: must be one fan of triangles%s",
                   o.first, more_nodes(&o).text);
}

static bool surface_is_manifold(checker* c) {
    int found = rv_tet_surface(&c->memory, c->mesh->tets, c->mesh->tet_count, c->mesh->node_count,
                               &c->triangles);
    if (found < 0)
        return fail_memory(c);
    size_t edges = (size_t)c->triangles.count;
    size_t bytes = (5 * edges + (size_t)c->mesh->node_count + 1) * sizeof(int32_t);
    int32_t* twin = rv_memory_allocate(&c->memory, bytes);
    if (twin == NULL)
        return fail_memory(c);
    bool good = find_twins(c, twin, twin + edges) && fans_are_whole(c, twin, twin + edges);
    rv_memory_release(&c->memory, twin, bytes);
    return good;
}

static bool faces_are_valid(checker* c) {
    size_t bytes = 4 * (size_t)c->mesh->tet_count * sizeof *c->neighbour;
    c->neighbour = rv_memory_allocate(&c->memory, bytes);
    if (c->neighbour == NULL)
        return fail_memory(c);
    bool good = rv_tet_neighbours(&c->memory, c->mesh->tets, c->mesh->tet_count,
                                  c->mesh->node_count, c->neighbour)
                    ? faces_are_shared_by_two(c) && is_connected(c)
                    : fail_memory(c);
    rv_memory_release(&c->memory, c->neighbour, bytes);
    return good;
}

bool rv_tet_mesh_check(const rv_tet_mesh* mesh, char* error, size_t bytes) {
    char nowhere[1];
    checker c = {.mesh = mesh,
                 .memory = rv_memory_make(mesh->allocator),
                 .error = bytes > 0 ? error : nowhere,
                 .bytes = bytes > 0 ? bytes : sizeof nowhere};
    c.error[0] = '\0';
    bool good = has_parts(&c) && nodes_are_finite(&c) && corners_are_in_range(&c)
                && corners_are_different(&c) && volumes_are_positive(&c) && places_are_different(&c)
                && nodes_are_used(&c) && faces_are_valid(&c) && surface_is_manifold(&c);
    rv_array_free(&c.memory, &c.triangles);
    return good;
}
