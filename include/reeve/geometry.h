// Geometries: convex hulls, triangle meshes and height fields, made once and used by any number of
// shapes of one world.
#ifndef REEVE_GEOMETRY_H
#define REEVE_GEOMETRY_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a geometry is.
typedef enum rv_geometry_type {
    RV_GEOMETRY_HULL,         ///< the convex hull of points
    RV_GEOMETRY_MESH,         ///< triangles
    RV_GEOMETRY_HEIGHT_FIELD, ///< heights over a grid
} rv_geometry_type;

/// The convex hull of points; may lie on bodies that move. Start from rv_hull_def_default().
typedef struct rv_hull_def {
    const rv_vec3* points; ///< [m]; copied. At least 4 that do not lie in one plane
    int point_count;       ///< in [4, 4096]; the hull itself may have 256 corners
    uint32_t magic;        ///< private
} rv_hull_def;

/// Without points.
RV_API rv_hull_def rv_hull_def_default(void);

/// Triangles in space, for bodies that forces do not move. Outside is where the corners of a
/// triangle run counter-clockwise. Neighbours are triangles that share two corners (corners at the
/// same place count as one). Start from rv_mesh_def_default().
typedef struct rv_mesh_def {
    const rv_vec3* vertices;  ///< [m]; copied
    int vertex_count;         ///< >= 3
    const int32_t* triangles; ///< three indices of vertices each; copied. Triangles without area
                              ///< are left out and counted (rv_geometry_left_out)
    int triangle_count;       ///< >= 1
    uint32_t magic;           ///< private
} rv_mesh_def;

/// Without triangles.
RV_API rv_mesh_def rv_mesh_def_default(void);

/// Heights over a grid in the local x-y plane, centred on the origin: sample (i, j) lies at
/// ((i - (columns - 1)/2) spacing_x, (j - (rows - 1)/2) spacing_y, heights[j columns + i]). Each
/// cell is two triangles, split from its lower left to its upper right corner. Outside is up; what
/// is below the surface is inside. Start from rv_height_field_def_default().
typedef struct rv_height_field_def {
    int columns, rows;           ///< samples along x and y, in [2, 4096]
    double spacing_x, spacing_y; ///< [m], > 0, default 1
    const double* heights;       ///< [m], columns * rows; copied
    uint32_t magic;              ///< private
} rv_height_field_def;

/// Without heights, 1 m from sample to sample.
RV_API rv_height_field_def rv_height_field_def_default(void);

// Each of the next three adds a geometry. On an invalid def: returns the null id, leaves the world
// unchanged, and rv_world_error() names the field, its value and what is allowed. Not callable during
// a step.

/// Adds a convex hull.
RV_API rv_geometry_id rv_geometry_create_hull(rv_world* world, const rv_hull_def* def);
/// Adds triangles.
RV_API rv_geometry_id rv_geometry_create_mesh(rv_world* world, const rv_mesh_def* def);
/// Adds heights over a grid.
RV_API rv_geometry_id rv_geometry_create_height_field(rv_world* world,
                                                      const rv_height_field_def* def);
/// False (unchanged) for a stale id, or while a shape uses it.
RV_API bool rv_geometry_destroy(rv_world* world, rv_geometry_id geometry);
/// True while the geometry exists.
RV_API bool rv_geometry_is_valid(const rv_world* world, rv_geometry_id geometry);
/// Visits geometries: start with the null id; null after the last.
RV_API rv_geometry_id rv_geometry_next(const rv_world* world, rv_geometry_id geometry);
/// How many geometries there are.
RV_API int rv_geometry_count(const rv_world* world);

// Readers answer zero for a stale id.

/// What it is; RV_GEOMETRY_HULL for a stale id.
RV_API rv_geometry_type rv_geometry_get_type(const rv_world* world, rv_geometry_id geometry);
/// Its corners: what it looks like.
RV_API int rv_geometry_vertex_count(const rv_world* world, rv_geometry_id geometry);
/// A corner, in the geometry's own frame [m]; zero for an index out of range.
RV_API rv_vec3 rv_geometry_vertex(const rv_world* world, rv_geometry_id geometry, int index);
/// Its triangles, outside counter-clockwise.
RV_API int rv_geometry_triangle_count(const rv_world* world, rv_geometry_id geometry);
/// Indices of the three corners; all zero out of range.
RV_API void rv_geometry_triangle(const rv_world* world, rv_geometry_id geometry, int index,
                                 int32_t corners[3]);
/// Triangles of the def that had no area.
RV_API int rv_geometry_left_out(const rv_world* world, rv_geometry_id geometry);

#ifdef __cplusplus
}
#endif
#endif
