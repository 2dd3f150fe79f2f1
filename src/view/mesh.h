// Triangles: bodies, wheels and cables as surfaces, for stills and for other programs' files.
#ifndef REEVE_VIEW_MESH_H
#define REEVE_VIEW_MESH_H

#include "view/drawing.h"

// Start from all zero. Triangles index vertices, counter-clockwise seen from outside.
typedef struct rv_mesh {
    rv_vec3* vertices;
    rv_vec3* normals; // one for each vertex, length 1
    int (*triangles)[3];
    double* tensions; // one for each triangle: of that piece of a tube [N]; 0 elsewhere
    int vertex_count, triangle_count;
    int vertex_capacity, triangle_capacity;
} rv_mesh;

// Each appends to the mesh; false without memory, and then the mesh is as before.
// `segments` is how many flat pieces go round a full circle, >= 3.

// A shape of a body that stands at `pose`; its own local pose comes on top. A plane is the square
// that its half_extents say; what has a geometry is added by its facets.
bool rv_mesh_add_shape(rv_mesh* mesh, const rv_shape_def* shape, rv_pose pose, int segments);
// Triangles of a geometry at `pose`, each flat by itself unless they are to be smooth.
bool rv_mesh_add_facets(rv_mesh* mesh, const rv_facets* facets, rv_pose pose);
// A wheel with a groove, turned by `angle`; `pose` is its body's.
bool rv_mesh_add_wheel(rv_mesh* mesh, const rv_drawing_wheel* wheel, rv_pose pose, double angle,
                       int segments);
// A tube along a line of at least two points, with round joints; points that coincide are skipped.
bool rv_mesh_add_tube(rv_mesh* mesh, const rv_drawing_point* points, int count, double radius,
                      int segments);
// The same with a radius for each point.
bool rv_mesh_add_cone_tube(rv_mesh* mesh, const rv_drawing_point* points, int count,
                           const double* radii, int segments);
// A cube-like marker for what has no shape (a particle): an octahedron of this radius.
bool rv_mesh_add_marker(rv_mesh* mesh, rv_vec3 center, double radius);

void rv_mesh_clear(rv_mesh* mesh); // keeps the memory
void rv_mesh_free(rv_mesh* mesh);

#endif
