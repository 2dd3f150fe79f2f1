// What triangle meshes and height fields have in common: oriented triangles with neighbours, and
// which directions belong to their edges and corners.
// A direction `out` belongs to a point of an edge (or to a corner) if near it no point of the
// surface is nearer to what lies in that direction: the Voronoi region of the feature. For an edge
// between faces with inward directions a and b: out . a <= 0 and out . b <= 0; for a corner:
// out . e <= 0 for all edges e that leave it. On flat and concave edges nothing but the face normal
// passes, and that is what keeps shapes from catching on them.
#ifndef REEVE_COLLIDE_SURFACE_H
#define REEVE_COLLIDE_SURFACE_H

#include "collide/height_field.h"
#include "collide/trimesh.h"

// one of the two is set
typedef struct rv_surface {
    const rv_trimesh* mesh;
    const rv_height_field* field;
} rv_surface;

typedef struct rv_facet {
    int triangle;
    rv_vec3 corner[3];
    int32_t vertex[3]; // numbers of the corners
    rv_vec3 normal;    // outward unit
} rv_facet;

rv_facet rv_surface_facet(const rv_surface* surface, int triangle);
rv_vec3 rv_surface_normal(const rv_surface* surface, int triangle);
// across edge k (corner k to k + 1); -1: open
int rv_surface_neighbour(const rv_surface* surface, int triangle, int edge);

// Bit k: the triangle is the first of all that have the vertex of its corner k; never for one that
// is in a plane or on a straight edge of a mesh. Bit 3 + k: the first that has edge k, no inner one.
unsigned rv_surface_owns(const rv_surface* surface, int triangle);

rv_trimesh_edge rv_surface_edge_kind(const rv_surface* surface, int triangle, int edge);
// whether the unit vector `out`, perpendicular to the edge, belongs to its inner points
bool rv_facet_edge_owns(const rv_surface* surface, const rv_facet* facet, int edge, rv_vec3 out);
bool rv_facet_corner_owns(const rv_surface* surface, const rv_facet* facet, int corner,
                          rv_vec3 out);

#endif
