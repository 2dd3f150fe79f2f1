// Triangles of hulls, meshes and height fields, copied from a world so that a drawing can be used
// without it. What has more triangles than can be shown is drawn as the box round it.
#ifndef REEVE_VIEW_FACETS_H
#define REEVE_VIEW_FACETS_H

#include "reeve/reeve.h"

// triangles of all geometries of a drawing together
enum { RV_FACETS_MOST = 300000 };

typedef struct rv_facets {
    rv_geometry_id geometry;
    rv_vec3* vertices;   // in the geometry's own frame
    int (*triangles)[3]; // counter-clockwise seen from outside
    int vertex_count, triangle_count;
    bool smooth;    // to be shaded as a smooth surface: heights over a grid
    bool stands_in; // a box in place of more triangles than there is room for
} rv_facets;

// Copies a geometry, or the box round it if it has more than `most` triangles. False without
// memory: then there is nothing to free.
bool rv_facets_read(rv_facets* facets, const rv_world* world, rv_geometry_id geometry, int most);
void rv_facets_free(rv_facets* facets);
// What distinguishes a geometry from another one with the same id: counts and a few corners.
uint64_t rv_facets_signature(const rv_world* world, rv_geometry_id geometry);

#endif
