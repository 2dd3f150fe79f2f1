// Static triangle meshes with a bounding volume tree and what touching them without catching on
// inner edges needs: which edges are convex, flat, concave or open.
#ifndef REEVE_COLLIDE_TRIMESH_H
#define REEVE_COLLIDE_TRIMESH_H

#include "collide/geometry.h"
#include "core/error.h"
#include "reeve/geometry.h"

typedef enum rv_trimesh_edge {
    RV_EDGE_INNER,  // flat or concave: nothing touches it that does not touch a face
    RV_EDGE_CONVEX, // normals between those of the two faces
    RV_EDGE_OPEN,   // of one triangle only
} rv_trimesh_edge;

// edges that turn by less than this [rad] are flat
#define RV_EDGE_FLAT 1e-6

typedef struct rv_trimesh_node {
    rv_aabb bounds;
    int32_t first; // leaf: first triangle in `order`; else: index of the left child (right: + 1)
    int32_t count; // > 0: leaf
} rv_trimesh_node;

struct rv_trimesh {
    RV_ARRAY(rv_vec3) vertices;
    RV_ARRAY(int32_t) triangles;  // 3 per triangle
    RV_ARRAY(int32_t) neighbours; // 3 per triangle: across edge k (corner k to k + 1); -1: open
    RV_ARRAY(rv_vec3) normals;    // outward unit, per triangle
    RV_ARRAY(uint8_t) edges; // per triangle: the rv_trimesh_edge of edge k in bits 2 k, 2 k + 1
    // per triangle: bit k: it is the first with the vertex of corner k, and that is a corner of the
    // whole, not in a plane or on a straight edge; bit 3 + k: it is the first with edge k, and that is
    // no inner one
    RV_ARRAY(uint8_t) owns;
    RV_ARRAY(int32_t) order; // triangles as the leaves list them
    RV_ARRAY(rv_trimesh_node) nodes;
    double reach;
    int left_out; // triangles of the def without area
};

// False: `error` names what is wrong (an index out of range, a vertex that is not finite, no
// triangle left, no memory), and the mesh is empty. A million triangles take a second or so.
bool rv_trimesh_make(rv_memory* memory, rv_trimesh* mesh, const rv_mesh_def* def,
                     rv_error_text* error);
void rv_trimesh_free(rv_memory* memory, rv_trimesh* mesh);

typedef bool rv_trimesh_visit(void* context, int triangle); // false: stop
// triangles whose bounds meet the box (local), in an order that depends on the mesh only
void rv_trimesh_query(const rv_trimesh* mesh, const rv_aabb* local, rv_trimesh_visit* visit,
                      void* context);
// the first triangle on the way from + t way, t in [0, limit], local: its t, or INFINITY; from both
// sides
double rv_trimesh_cast(const rv_trimesh* mesh, rv_vec3 from, rv_vec3 way, double limit,
                       int* triangle);

rv_trimesh_edge rv_trimesh_edge_kind(const rv_trimesh* mesh, int triangle, int edge);

// the tree over the triangles of a mesh, part of rv_trimesh_make; false: no memory
bool rv_trimesh_plant(rv_memory* memory, rv_trimesh* mesh);

static inline void rv_trimesh_corners(const rv_trimesh* mesh, int triangle, rv_vec3 corner[3]) {
    for (int k = 0; k < 3; k++)
        corner[k] = mesh->vertices.data[mesh->triangles.data[3 * triangle + k]];
}

#endif
