// Copies triangles: see facets.h. A geometry never changes, so this happens only when a drawing
// finds that something came or went.
#include "view/facets.h"

#include "view/extent.h"
#include "view/signature.h"

#include <stdlib.h>
#include <string.h>

// corners that a signature looks at
enum { SAMPLES = 64, BOX_CORNERS = 8, BOX_TRIANGLES = 12 };

// False without memory; nothing is held then.
static bool make_room(rv_facets* f, int vertices, int triangles) {
    f->vertices = malloc((size_t)vertices * sizeof *f->vertices);
    f->triangles = malloc((size_t)triangles * sizeof *f->triangles);
    f->vertex_count = vertices;
    f->triangle_count = triangles;
    if (f->vertices != NULL && f->triangles != NULL)
        return true;
    rv_facets_free(f);
    return false;
}

static bool copy_all(rv_facets* f, const rv_world* world) {
    int vertices = rv_geometry_vertex_count(world, f->geometry);
    int triangles = rv_geometry_triangle_count(world, f->geometry);
    if (vertices <= 0 || triangles <= 0)
        return true; // nothing to see
    if (!make_room(f, vertices, triangles))
        return false;
    for (int i = 0; i < vertices; i++)
        f->vertices[i] = rv_geometry_vertex(world, f->geometry, i);
    for (int i = 0; i < triangles; i++) {
        int32_t corners[3];
        rv_geometry_triangle(world, f->geometry, i, corners);
        for (int k = 0; k < 3; k++)
            f->triangles[i][k] = corners[k];
    }
    return true;
}

// the box round all corners, its own corners numbered by bits: 1 high x, 2 high y, 4 high z
static bool copy_box(rv_facets* f, const rv_world* world) {
    static const int triangles[BOX_TRIANGLES][3] = {
        {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
        {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
    };
    rv_extent e = rv_extent_none();
    for (int i = 0; i < rv_geometry_vertex_count(world, f->geometry); i++)
        rv_extent_add(&e, rv_geometry_vertex(world, f->geometry, i));
    if (!make_room(f, BOX_CORNERS, BOX_TRIANGLES))
        return false;
    rv_vec3 low = e.low, high = e.high;
    for (int i = 0; i < BOX_CORNERS; i++)
        f->vertices[i] =
            (rv_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
    memcpy(f->triangles, triangles, sizeof triangles);
    return true;
}

bool rv_facets_read(rv_facets* facets, const rv_world* world, rv_geometry_id geometry, int most) {
    bool fits = rv_geometry_triangle_count(world, geometry) <= most;
    bool heights = rv_geometry_get_type(world, geometry) == RV_GEOMETRY_HEIGHT_FIELD;
    *facets = (rv_facets){.geometry = geometry, .smooth = heights && fits, .stands_in = !fits};
    return fits ? copy_all(facets, world) : copy_box(facets, world);
}

void rv_facets_free(rv_facets* facets) {
    free(facets->vertices);
    free(facets->triangles);
    *facets = (rv_facets){0};
}

uint64_t rv_facets_signature(const rv_world* world, rv_geometry_id geometry) {
    int vertices = rv_geometry_vertex_count(world, geometry);
    uint64_t signature = rv_signature_add(RV_SIGNATURE_START, (uint64_t)vertices);
    signature = rv_signature_add(signature, (uint64_t)rv_geometry_triangle_count(world, geometry));
    int stride = vertices / SAMPLES + 1;
    for (int i = 0; i < vertices; i += stride) {
        rv_vec3 at = rv_geometry_vertex(world, geometry, i);
        signature = rv_signature_add_value(signature, &at.x);
        signature = rv_signature_add_value(signature, &at.y);
        signature = rv_signature_add_value(signature, &at.z);
    }
    return signature;
}
