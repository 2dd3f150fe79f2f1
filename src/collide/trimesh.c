// Triangle meshes: the checked copy of a definition.
// Vertices at the same place become one (a hash table of their bits), triangles without area are
// left out, and neighbours are found by a hash table of undirected edges. Two triangles are
// neighbours if they are the only ones at an edge and run along it in opposite directions; every
// other edge counts as open.
#include "collide/trimesh.h"

#include "core/hash.h"

#include <string.h>

// triangles whose height is less than this part of their longest edge have no normal in doubles
static const double LEAST_HEIGHT = 1e-14;

enum { TRIANGLES_MAX = 100000000, ALONE = -1, CROWDED = -2, NO_ENTRY = -1 };

typedef RV_ARRAY(int32_t) int_array;

// ---- the rules of a definition ------------------------------------------------------------------

static bool vertices_are_valid(const rv_mesh_def* def, rv_error_text* error) {
    for (int i = 0; i < def->vertex_count; i++) {
        rv_vec3 v = def->vertices[i];
        if (!rv_error_check(error, isfinite(v.x) && isfinite(v.y) && isfinite(v.z),
                            "rv_mesh_def.vertices[%d] = (%g, %g, %g) m: must be finite", i, v.x,
                            v.y, v.z))
            return false;
    }
    return true;
}

static bool triangles_are_valid(const rv_mesh_def* def, rv_error_text* error) {
    for (int i = 0; i < 3 * def->triangle_count; i++) {
        int corner = def->triangles[i];
        if (!rv_error_check(error, corner >= 0 && corner < def->vertex_count,
                            "rv_mesh_def.triangles[%d] = %d: must be a vertex, in [0, %d]", i,
                            corner, def->vertex_count - 1))
            return false;
    }
    return true;
}

static bool def_is_valid(const rv_mesh_def* def, rv_error_text* error) {
    return rv_error_check(error, def->vertex_count >= 3,
                          "rv_mesh_def.vertex_count = %d: must be >= 3", def->vertex_count)
           && rv_error_check(error, def->vertices != NULL,
                             "rv_mesh_def.vertices = NULL: must point to vertex_count vertices")
           && rv_error_check(error,
                             def->triangle_count >= 1 && def->triangle_count <= TRIANGLES_MAX,
                             "rv_mesh_def.triangle_count = %d: must be in [1, %d]",
                             def->triangle_count, (int)TRIANGLES_MAX)
           && rv_error_check(error, def->triangles != NULL,
                             "rv_mesh_def.triangles = NULL: must point to 3 triangle_count indices")
           && vertices_are_valid(def, error) && triangles_are_valid(def, error);
}

// ---- vertices -----------------------------------------------------------------------------------

// the least power of two that leaves a third of the table free
static size_t table_size(size_t entries) {
    size_t size = 16;
    while (size < entries + entries / 2)
        size *= 2;
    return size;
}

static int32_t* take_table(rv_memory* memory, size_t size) {
    int32_t* table = rv_memory_allocate(memory, size * sizeof *table);
    if (table != NULL)
        memset(table, 0xff, size * sizeof *table); // NO_ENTRY everywhere
    return table;
}

static size_t vertex_slot(const rv_vec3* v) {
    double coordinates[3] = {v->x, v->y, v->z};
    uint64_t bits[3];
    memcpy(bits, coordinates, sizeof bits);
    return (size_t)rv_hash_spread(bits[0] + rv_hash_spread(bits[1] + rv_hash_spread(bits[2])));
}

// fills mesh.vertices with the different places; welded[i]: the vertex that stands for def vertex i
static bool weld(rv_memory* memory, rv_trimesh* mesh, const rv_mesh_def* def, int_array* welded) {
    size_t size = table_size((size_t)def->vertex_count);
    int32_t* table = take_table(memory, size);
    bool room = table != NULL && rv_array_reserve(memory, &mesh->vertices, def->vertex_count)
                && rv_array_resize(memory, welded, def->vertex_count);
    for (int i = 0; room && i < def->vertex_count; i++) {
        // -0 + 0 is 0: both zeros have the same bits from here on
        rv_vec3 v = rv_vec3_add(def->vertices[i], rv_vec3_make(0.0, 0.0, 0.0));
        size_t slot = vertex_slot(&v) & (size - 1);
        while (table[slot] != NO_ENTRY
               && memcmp(&mesh->vertices.data[table[slot]], &v, sizeof v) != 0)
            slot = (slot + 1) & (size - 1);
        if (table[slot] == NO_ENTRY) {
            table[slot] = mesh->vertices.count;
            mesh->vertices.data[mesh->vertices.count++] = v;
        }
        welded->data[i] = table[slot];
    }
    rv_memory_release(memory, table, size * sizeof *table);
    return room;
}

// ---- triangles ----------------------------------------------------------------------------------

static double largest_component(rv_vec3 v) {
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

// false: no area; sizes from 1e-300 to 1e300 m are scaled to about 1 first
static bool normal_of(const rv_vec3 corner[3], rv_vec3* normal) {
    rv_vec3 u = rv_vec3_sub(corner[1], corner[0]), v = rv_vec3_sub(corner[2], corner[0]);
    double size = fmax(largest_component(u), largest_component(v));
    if (!(size > 0.0) || !isfinite(size))
        return false;
    u = rv_vec3_make(u.x / size, u.y / size, u.z / size);
    v = rv_vec3_make(v.x / size, v.y / size, v.z / size);
    rv_vec3 area = rv_vec3_cross(u, v);
    *normal = rv_vec3_normalize(area);
    double longest = fmax(rv_vec3_dot(u, u), rv_vec3_dot(v, v));
    return rv_vec3_length(area) > LEAST_HEIGHT * longest;
}

static bool copy_triangles(rv_memory* memory, rv_trimesh* mesh, const rv_mesh_def* def,
                           const int_array* welded) {
    if (!rv_array_reserve(memory, &mesh->triangles, 3 * def->triangle_count)
        || !rv_array_reserve(memory, &mesh->normals, def->triangle_count))
        return false;
    for (int i = 0; i < def->triangle_count; i++) {
        int32_t* kept = &mesh->triangles.data[mesh->triangles.count];
        rv_vec3 corner[3];
        for (int k = 0; k < 3; k++) {
            kept[k] = welded->data[def->triangles[3 * i + k]];
            corner[k] = mesh->vertices.data[kept[k]];
        }
        if (normal_of(corner, &mesh->normals.data[mesh->normals.count])) {
            mesh->triangles.count += 3;
            mesh->normals.count++;
        } else {
            mesh->left_out++;
        }
    }
    return true;
}

// ---- neighbours ---------------------------------------------------------------------------------

// side s of a mesh: edge s % 3 of triangle s / 3; its ends in the order of the triangle
static void ends_of(const rv_trimesh* mesh, int side, int32_t ends[2]) {
    int triangle = side / 3, edge = side % 3;
    ends[0] = mesh->triangles.data[side];
    ends[1] = mesh->triangles.data[3 * triangle + (edge + 1) % 3];
}

// side `other` lies at the edge where `first` came first: the second one is its neighbour if it
// runs the other way, a third one leaves no neighbours there
static void meet(rv_trimesh* mesh, int first, int other, bool opposed) {
    int32_t* across = mesh->neighbours.data;
    if (across[first] == ALONE && opposed) {
        across[first] = other;
        across[other] = first;
        return;
    }
    if (across[first] >= 0)
        across[across[first]] = CROWDED;
    across[first] = CROWDED;
    across[other] = CROWDED;
}

static void enter_side(rv_trimesh* mesh, int32_t* table, size_t size, int side) {
    int32_t ends[2], there[2];
    ends_of(mesh, side, ends);
    uint64_t low = (uint64_t)(ends[0] < ends[1] ? ends[0] : ends[1]);
    uint64_t high = (uint64_t)(ends[0] < ends[1] ? ends[1] : ends[0]);
    size_t slot = (size_t)rv_hash_spread(low << 32 | high) & (size - 1);
    for (; table[slot] != NO_ENTRY; slot = (slot + 1) & (size - 1)) {
        ends_of(mesh, table[slot], there);
        bool same = there[0] == ends[0] && there[1] == ends[1];
        bool opposed = there[0] == ends[1] && there[1] == ends[0];
        if (same || opposed) {
            meet(mesh, table[slot], side, opposed);
            return;
        }
    }
    table[slot] = side;
}

static bool find_neighbours(rv_memory* memory, rv_trimesh* mesh) {
    int sides = mesh->triangles.count;
    size_t size = table_size((size_t)sides);
    int32_t* table = take_table(memory, size);
    bool room = table != NULL && rv_array_resize(memory, &mesh->neighbours, sides);
    if (room) {
        for (int s = 0; s < sides; s++)
            mesh->neighbours.data[s] = ALONE;
        for (int s = 0; s < sides; s++)
            enter_side(mesh, table, size, s);
        // from sides to triangles
        for (int s = 0; s < sides; s++)
            mesh->neighbours.data[s] =
                mesh->neighbours.data[s] >= 0 ? mesh->neighbours.data[s] / 3 : -1;
    }
    rv_memory_release(memory, table, size * sizeof *table);
    return room;
}

// ---- edges --------------------------------------------------------------------------------------

static rv_trimesh_edge measure_edge(const rv_trimesh* mesh, int triangle, int edge) {
    int other = mesh->neighbours.data[3 * triangle + edge];
    if (other < 0)
        return RV_EDGE_OPEN;
    rv_vec3 corner[3], normal = mesh->normals.data[other];
    rv_trimesh_corners(mesh, triangle, corner);
    // how much the neighbour rises over this triangle's plane; it runs along the edge the other way
    rv_vec3 back = rv_vec3_normalize(rv_vec3_sub(corner[edge], corner[(edge + 1) % 3]));
    double rise = rv_vec3_dot(rv_vec3_cross(normal, back), mesh->normals.data[triangle]);
    // a sheet of two sides folds back by half a turn
    bool folded =
        rv_vec3_dot(normal, mesh->normals.data[triangle]) < 0.0 && fabs(rise) <= RV_EDGE_FLAT;
    return rise < -RV_EDGE_FLAT || folded ? RV_EDGE_CONVEX : RV_EDGE_INNER;
}

static bool measure_edges(rv_memory* memory, rv_trimesh* mesh) {
    if (!rv_array_resize(memory, &mesh->edges, mesh->normals.count))
        return false;
    for (int t = 0; t < mesh->normals.count; t++) {
        int kinds = 0;
        for (int k = 0; k < 3; k++)
            kinds |= (int)measure_edge(mesh, t, k) << 2 * k;
        mesh->edges.data[t] = (uint8_t)kinds;
    }
    return true;
}

// edges that are not inner, at one vertex: how often they are seen, from one or two triangles, and
// the sum of their unit vectors
typedef struct star {
    rv_vec3 sum;
    int count;
    bool taken;
} star;

static void add_to_stars(const rv_trimesh* mesh, int side, star* stars) {
    int32_t ends[2];
    ends_of(mesh, side, ends);
    if (rv_trimesh_edge_kind(mesh, side / 3, side % 3) == RV_EDGE_INNER)
        return;
    rv_vec3 e =
        rv_vec3_normalize(rv_vec3_sub(mesh->vertices.data[ends[1]], mesh->vertices.data[ends[0]]));
    for (int k = 0; k < 2; k++) {
        star* s = &stars[ends[k]];
        s->sum = rv_vec3_mul_add(s->sum, k == 0 ? 1.0 : -1.0, e);
        s->count++;
    }
}

// one straight edge through it, or none, makes no corner
static bool is_corner(const star* s) {
    return s->count > 4 || rv_vec3_dot(s->sum, s->sum) > RV_EDGE_FLAT * RV_EDGE_FLAT;
}

static bool owns_edge(const rv_trimesh* mesh, int side) {
    int other = mesh->neighbours.data[side];
    return (other < 0 || side / 3 < other)
           && rv_trimesh_edge_kind(mesh, side / 3, side % 3) != RV_EDGE_INNER;
}

static bool share_out(rv_memory* memory, rv_trimesh* mesh) {
    size_t bytes = (size_t)mesh->vertices.count * sizeof(star);
    star* stars = rv_memory_allocate(memory, bytes);
    bool room = stars != NULL && rv_array_resize(memory, &mesh->owns, mesh->normals.count);
    if (room)
        memset(stars, 0, bytes);
    for (int side = 0; room && side < mesh->triangles.count; side++)
        add_to_stars(mesh, side, stars);
    for (int side = 0; room && side < mesh->triangles.count; side++) {
        star* s = &stars[mesh->triangles.data[side]];
        if (!s->taken && is_corner(s))
            mesh->owns.data[side / 3] |= (uint8_t)(1 << side % 3);
        s->taken = true;
        if (owns_edge(mesh, side))
            mesh->owns.data[side / 3] |= (uint8_t)(8 << side % 3);
    }
    rv_memory_release(memory, stars, bytes);
    return room;
}

// ---- the whole ----------------------------------------------------------------------------------

static double reach_of(const rv_trimesh* mesh) {
    double reach = 0.0;
    for (int i = 0; i < mesh->vertices.count; i++)
        reach = fmax(reach, rv_vec3_length(mesh->vertices.data[i]));
    return reach;
}

bool rv_trimesh_make(rv_memory* memory, rv_trimesh* mesh, const rv_mesh_def* def,
                     rv_error_text* error) {
    *mesh = (rv_trimesh){0};
    if (!def_is_valid(def, error))
        return false;
    int_array welded = {0};
    bool room = weld(memory, mesh, def, &welded) && copy_triangles(memory, mesh, def, &welded);
    rv_array_free(memory, &welded);
    bool made = rv_error_check(error, room, "rv_mesh_def: out of memory")
                && rv_error_check(error, mesh->triangles.count > 0,
                                  "rv_mesh_def.triangles: all %d have no area, at least one must",
                                  def->triangle_count)
                && rv_error_check(error,
                                  find_neighbours(memory, mesh) && measure_edges(memory, mesh)
                                      && share_out(memory, mesh) && rv_trimesh_plant(memory, mesh),
                                  "rv_mesh_def: out of memory");
    if (made)
        mesh->reach = reach_of(mesh);
    else
        rv_trimesh_free(memory, mesh);
    return made;
}

void rv_trimesh_free(rv_memory* memory, rv_trimesh* mesh) {
    rv_array_free(memory, &mesh->vertices);
    rv_array_free(memory, &mesh->triangles);
    rv_array_free(memory, &mesh->neighbours);
    rv_array_free(memory, &mesh->normals);
    rv_array_free(memory, &mesh->edges);
    rv_array_free(memory, &mesh->owns);
    rv_array_free(memory, &mesh->order);
    rv_array_free(memory, &mesh->nodes);
    *mesh = (rv_trimesh){0};
}

rv_trimesh_edge rv_trimesh_edge_kind(const rv_trimesh* mesh, int triangle, int edge) {
    return (rv_trimesh_edge)(mesh->edges.data[triangle] >> 2 * edge & 3);
}
