// Tetrahedral meshes: their memory, their volume, and the plain generators box, beam and tube.
#include "model/tet_mesh.h"

#include "reeve/math.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// --- memory -------------------------------------------------------------------------------------

void rv_tet_mesh_free(rv_tet_mesh* mesh) {
    rv_memory memory = rv_memory_make(mesh->allocator);
    rv_memory_release(&memory, mesh->nodes, (size_t)mesh->node_count * sizeof *mesh->nodes);
    rv_memory_release(&memory, mesh->tets, 4 * (size_t)mesh->tet_count * sizeof *mesh->tets);
    for (int i = 0; i < mesh->set_count; i++) {
        rv_tet_set* set = &mesh->sets[i];
        rv_memory_release(&memory, set->nodes, (size_t)set->node_count * sizeof *set->nodes);
    }
    rv_memory_release(&memory, mesh->sets, (size_t)mesh->set_count * sizeof *mesh->sets);
    *mesh = (rv_tet_mesh){.allocator = mesh->allocator};
}

bool rv_tet_mesh_fail(rv_tet_mesh* mesh, const char* format, ...) {
    rv_tet_mesh_free(mesh);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(mesh->error, sizeof mesh->error, format, arguments);
    va_end(arguments);
    return false;
}

bool rv_tet_mesh_reserve(rv_tet_mesh* mesh, int node_count, int tet_count) {
    rv_tet_mesh_free(mesh);
    rv_memory memory = rv_memory_make(mesh->allocator);
    size_t node_bytes = (size_t)node_count * sizeof *mesh->nodes;
    size_t tet_bytes = 4 * (size_t)tet_count * sizeof *mesh->tets;
    mesh->nodes = rv_memory_allocate(&memory, node_bytes);
    mesh->node_count = mesh->nodes != NULL ? node_count : 0;
    mesh->tets = mesh->nodes != NULL ? rv_memory_allocate(&memory, tet_bytes) : NULL;
    mesh->tet_count = mesh->tets != NULL ? tet_count : 0;
    if (mesh->tets == NULL)
        return rv_tet_mesh_fail(mesh, "not enough memory for %d nodes and %d tetrahedra",
                                node_count, tet_count);
    memset(mesh->nodes, 0, node_bytes);
    memset(mesh->tets, 0, tet_bytes);
    return true;
}

bool rv_tet_mesh_add_set(rv_tet_mesh* mesh, const char* name, const int32_t* nodes, int count) {
    rv_memory memory = rv_memory_make(mesh->allocator);
    int before = mesh->set_count;
    rv_tet_set* sets = rv_memory_allocate(&memory, ((size_t)before + 1) * sizeof *sets);
    int32_t* copy = rv_memory_allocate(&memory, (size_t)count * sizeof *copy);
    if (sets == NULL || copy == NULL) {
        rv_memory_release(&memory, sets, ((size_t)before + 1) * sizeof *sets);
        rv_memory_release(&memory, copy, (size_t)count * sizeof *copy);
        return rv_tet_mesh_fail(mesh, "not enough memory for the %d nodes of a set", count);
    }
    if (before > 0)
        memcpy(sets, mesh->sets, (size_t)before * sizeof *sets);
    rv_memory_release(&memory, mesh->sets, (size_t)before * sizeof *sets);
    memcpy(copy, nodes, (size_t)count * sizeof *copy);
    sets[before] = (rv_tet_set){.nodes = copy, .node_count = count};
    snprintf(sets[before].name, sizeof sets[before].name, "%s", name);
    mesh->sets = sets;
    mesh->set_count = before + 1;
    return true;
}

const rv_tet_set* rv_tet_mesh_set(const rv_tet_mesh* mesh, const char* name) {
    for (int i = 0; i < mesh->set_count; i++)
        if (strcmp(mesh->sets[i].name, name) == 0)
            return &mesh->sets[i];
    return NULL;
}

// --- volume -------------------------------------------------------------------------------------

double rv_tet_volume6(const rv_vec3* nodes, const int32_t* corners) {
    rv_vec3 a = nodes[corners[0]];
    rv_vec3 ab = rv_vec3_sub(nodes[corners[1]], a);
    rv_vec3 ac = rv_vec3_sub(nodes[corners[2]], a);
    rv_vec3 ad = rv_vec3_sub(nodes[corners[3]], a);
    return rv_vec3_dot(rv_vec3_cross(ab, ac), ad);
}

double rv_tet_mesh_volume(const rv_tet_mesh* mesh) {
    double sum = 0.0;
    for (int i = 0; i < 4 * mesh->tet_count; i++)
        if (mesh->tets[i] < 0 || mesh->tets[i] >= mesh->node_count)
            return NAN;
    for (int t = 0; t < mesh->tet_count; t++)
        sum += rv_tet_volume6(mesh->nodes, &mesh->tets[4 * t]);
    return sum / 6.0;
}

// --- box and beam -------------------------------------------------------------------------------

typedef struct box_shape {
    rv_vec3 corner; // the lowest one
    rv_vec3 size;
    const int* cells;
} box_shape;

static rv_vec3 box_place(const void* context, int a, int b, int c) {
    const box_shape* box = context;
    // the quotient first: the last node lies exactly at the far side
    return rv_vec3_make(box->corner.x + box->size.x * ((double)a / box->cells[0]),
                        box->corner.y + box->size.y * ((double)b / box->cells[1]),
                        box->corner.z + box->size.z * ((double)c / box->cells[2]));
}

static bool make_box(rv_tet_mesh* mesh, rv_vec3 size, const int cells[3], double start,
                     rv_tet_grid* grid) {
    const double sides[3] = {size.x, size.y, size.z};
    for (int i = 0; i < 3; i++)
        if (!isfinite(sides[i]) || !(sides[i] > 0.0))
            return rv_tet_mesh_fail(mesh, "size.%c = %g m: must be finite and > 0", "xyz"[i],
                                    sides[i]);
    *grid = (rv_tet_grid){{cells[0], cells[1], cells[2]}, false, cells[0]};
    box_shape box = {{start, -0.5 * size.y, -0.5 * size.z}, size, grid->cells};
    return rv_tet_grid_make(mesh, grid, "cells", box_place, &box);
}

bool rv_tet_mesh_box(rv_tet_mesh* mesh, rv_vec3 size, const int cells[3]) {
    rv_tet_grid grid;
    return make_box(mesh, size, cells, -0.5 * size.x, &grid);
}

bool rv_tet_mesh_beam(rv_tet_mesh* mesh, rv_vec3 size, const int cells[3]) {
    rv_tet_grid grid;
    return make_box(mesh, size, cells, 0.0, &grid) && rv_tet_grid_set(mesh, &grid, "start", 0, 0, 1)
           && rv_tet_grid_set(mesh, &grid, "end", 0, grid.cells[0], 1);
}

// --- tube ---------------------------------------------------------------------------------------

typedef struct tube_shape {
    double inner_radius, outer_radius, length;
    const int* cells;
} tube_shape;

static rv_vec3 tube_place(const void* context, int a, int b, int c) {
    const tube_shape* tube = context;
    // from +y towards +x, so that around, outward and z are right-handed
    double sine, cosine;
    rv_sincos(2.0 * RV_PI * a / tube->cells[0], &sine, &cosine);
    double radius = tube->inner_radius
                    + (tube->outer_radius - tube->inner_radius) * ((double)b / tube->cells[1]);
    double z = tube->length * ((double)c / tube->cells[2] - 0.5);
    return rv_vec3_make(radius * sine, radius * cosine, z);
}

bool rv_tet_mesh_tube(rv_tet_mesh* mesh, double inner_radius, double outer_radius, double length,
                      const int cells[3]) {
    if (!isfinite(inner_radius) || !(inner_radius > 0.0))
        return rv_tet_mesh_fail(mesh, "inner_radius = %g m: must be finite and > 0", inner_radius);
    if (!isfinite(outer_radius) || !(outer_radius > inner_radius))
        return rv_tet_mesh_fail(mesh, "outer_radius = %g m: must be finite and > inner_radius %g m",
                                outer_radius, inner_radius);
    if (!isfinite(length) || !(length > 0.0))
        return rv_tet_mesh_fail(mesh, "length = %g m: must be finite and > 0", length);
    // one or two columns would be glued to themselves
    if (cells[0] < 3)
        return rv_tet_mesh_fail(mesh, "cells[0] = %d: must be at least 3 around a tube", cells[0]);
    rv_tet_grid grid = {{cells[0], cells[1], cells[2]}, true, cells[0]};
    tube_shape tube = {inner_radius, outer_radius, length, grid.cells};
    return rv_tet_grid_make(mesh, &grid, "cells", tube_place, &tube)
           && rv_tet_grid_set(mesh, &grid, "start", 2, 0, 1)
           && rv_tet_grid_set(mesh, &grid, "end", 2, grid.cells[2], 1);
}
