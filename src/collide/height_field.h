// Height fields: a grid of heights, two triangles per cell, solid below.
#ifndef REEVE_COLLIDE_HEIGHT_FIELD_H
#define REEVE_COLLIDE_HEIGHT_FIELD_H

#include "collide/trimesh.h"
#include "reeve/geometry.h"

struct rv_height_field {
    int columns, rows;
    double spacing_x, spacing_y;
    RV_ARRAY(double) heights;
    // lowest and highest of blocks of 16 x 16 cells: what is far above a block skips it
    RV_ARRAY(double) block_lower, block_upper;
    int block_columns, block_rows;
    double lower, upper, reach;
    double altitude; // of every triangle, seen from above, at least
};

bool rv_height_field_make(rv_memory* memory, rv_height_field* field, const rv_height_field_def* def,
                          rv_error_text* error);
void rv_height_field_free(rv_memory* memory, rv_height_field* field);

// the triangle above or below a point of the local x-y plane; -1: beyond the grid
int rv_height_field_triangle_at(const rv_height_field* field, double x, double y);
bool rv_height_field_is_below(const rv_height_field* field, rv_vec3 local);
// the triangle across edge k (corner k to k + 1); -1: the border
int rv_height_field_neighbour(const rv_height_field* field, int triangle, int edge);
rv_trimesh_edge rv_height_field_edge_kind(const rv_height_field* field, int triangle, int edge);
// samples, j * columns + i, of the corners
void rv_height_field_samples(const rv_height_field* field, int triangle, int32_t sample[3]);

// triangle 2 * (j * (columns - 1) + i) + k of cell (i, j), k = 0: lower right, 1: upper left
void rv_height_field_corners(const rv_height_field* field, int triangle, rv_vec3 corner[3]);
typedef bool rv_height_field_visit(void* context, int triangle); // false: stop
// triangles whose bounds meet the box (local), block by block
void rv_height_field_query(const rv_height_field* field, const rv_aabb* local,
                           rv_height_field_visit* visit, void* context);
// as rv_trimesh_cast
double rv_height_field_cast(const rv_height_field* field, rv_vec3 from, rv_vec3 way, double limit,
                            int* triangle);

#endif
