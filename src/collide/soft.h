// Surfaces whose corners move: triangles of deformable solids, and where they touch shapes, each
// other, and lines. Positions and motions only, no physics.
//
// A motion is that of one step: corners go from x to x_to, shapes from one pose to another, both on
// straight lines in the frame of the shape (what a shape that turns by an angle a leaves out of the
// way of a point at r from its origin is r a^2 / 8). A touch tells of the start of the step: with n
// the normal, w the weights and p the point, all of them held during the step,
//   gap = n . (sum w x - p)
// is what may be used up. Where things meet within the motion, n, w and p are those of the meeting;
// else those of the start.
//
// Normals lie in the normal cone of what the other thing has there (a face, an edge, a corner, a
// round surface): a surface that slides along it does not catch on its edges.
#ifndef REEVE_COLLIDE_SOFT_H
#define REEVE_COLLIDE_SOFT_H

#include "collide/trimesh.h"

typedef struct rv_soft_edge {
    int32_t node[2];
    int32_t triangle[2]; // second: -1, of one triangle only; a third triangle is not listed
} rv_soft_edge;

// scratch: a node in the frame of a shape
typedef struct rv_soft_near {
    rv_vec3 from, to;
    rv_vec3 normal; // of the shape, nearest to `from`
    double gap;     // at `from`, or a lower bound of it if that is beyond reach
    double way;     // |to - from|
    uint32_t query; // that it belongs to
} rv_soft_near;

typedef struct rv_soft_surface {
    const rv_vec3* x;    // now, by node; the caller's, as is
    const rv_vec3* x_to; // where they go within the step; may be x
    int node_count, triangle_count;
    RV_ARRAY(int32_t) triangles;      // 3 nodes each, counter-clockwise from outside
    RV_ARRAY(int32_t) triangle_edges; // 3 each: edge k runs from corner k to k + 1
    RV_ARRAY(rv_soft_edge) edges;     // each once
    // every node and edge belongs to one of its triangles: bit k: corner k, bit 3 + k: edge k
    RV_ARRAY(uint8_t) owns;
    RV_ARRAY(rv_trimesh_node) tree; // of the bounds, children after their parents
    RV_ARRAY(int32_t) order;        // triangles as the leaves list them
    // of the last rv_soft_refit, by triangle
    RV_ARRAY(rv_aabb) bounds;  // of the motion, grown by the margin
    RV_ARRAY(rv_vec3) normals; // outward unit, at x
    // scratch of a query: one at a time on one surface
    RV_ARRAY(rv_soft_near) near;
    RV_ARRAY(int32_t) found;
    uint32_t query;
} rv_soft_surface;

// Copies the triangles (3 indices each, in [0, node_count)) and sets x and x_to to `x`, which must
// live as long as it is used; the tree is made for those positions. False: no memory, and the
// surface is empty. A node that no triangle has touches nothing.
bool rv_soft_make(rv_memory* memory, rv_soft_surface* surface, const int32_t* triangles,
                  int triangle_count, const rv_vec3* x, int node_count);
void rv_soft_free(rv_memory* memory, rv_soft_surface* surface);
// after x, x_to or what they point to has changed; margin >= the `reach` of what is asked then
void rv_soft_refit(rv_soft_surface* surface, double margin);

typedef bool rv_soft_visit(void* context, int triangle); // false: stop
// triangles whose bounds meet the box, in an order that depends on the surface only
void rv_soft_query(const rv_soft_surface* surface, const rv_aabb* box, rv_soft_visit* visit,
                   void* context);

enum { RV_SOFT_NODES = 1, RV_SOFT_EDGES = 2, RV_SOFT_FACES = 4, RV_SOFT_ALL = 7 };

typedef struct rv_soft_limits {
    double reach; // [m], > 0: gaps up to this count, now or within the motion
    // [m], >= 0: what is deeper inside at the start has come another way; nodes in a convex shape,
    // a plane or below a height field are always inside
    double depth;
    unsigned parts; // of the surface that touch, bits RV_SOFT_NODES ...
} rv_soft_limits;

typedef struct rv_soft_touch {
    int node[3];      // of the surface: one, the two of an edge or the three of a triangle
    double weight[3]; // >= 0, their sum is 1
    int count;
    rv_vec3 point;    // on the other thing, in the world, at the start of the step
    rv_vec3 normal;   // unit, from the other thing to the surface
    double gap;       // normal . (sum weight x - point), < 0: inside
    uint32_t feature; // the same from step to step while it is the same pair of features
    // of the other surface or line, if it is one
    int other_node[3];
    double other_weight[3];
    int other_count;
} rv_soft_touch;

// All places where surface and shape are, or within the motion come, nearer than the reach: nodes
// against the shape, edges against its edges and round sides, triangles against its corners and
// round sides. Triangles of meshes and height fields count from outside. Writes at most `max`, the
// nearest of them, in an order that depends on the input only; returns how many.
int rv_soft_touch_shape(rv_soft_surface* surface, const rv_placed* from, const rv_placed* to,
                        const rv_soft_limits* limits, rv_soft_touch* out, int max);

// The same of two surfaces: nodes against triangles, both ways, and edges against edges. Normals
// are from b to a. Both have been refit, a with a margin >= the reach.
int rv_soft_touch_soft(const rv_soft_surface* a, const rv_soft_surface* b,
                       const rv_soft_limits* limits, rv_soft_touch* out, int max);
// A surface against itself: pairs without a common node, each once. The depth must be less than the
// thickness of what the surface is the skin of: its other side is behind it too.
int rv_soft_touch_self(const rv_soft_surface* surface, const rv_soft_limits* limits,
                       rv_soft_touch* out, int max);

// A line of edges with a radius: a rod or a cable. Vertices go from x to x_to.
typedef struct rv_soft_line {
    const rv_vec3 *x, *x_to;
    int vertex_count;
    double radius;
} rv_soft_line;

// Vertices of the line against triangles, its edges against edges; normals are from the line to the
// surface, other_node are vertices, and point = sum other_weight x + radius normal.
int rv_soft_touch_line(const rv_soft_surface* surface, const rv_soft_line* line,
                       const rv_soft_limits* limits, rv_soft_touch* out, int max);

// The point of the shape's surface nearest to p, the outward unit normal there and the signed gap
// (< 0: inside), with p = on + gap normal but at edges from inside. Nearest within `limit`: beyond
// it the gap is INFINITY and nothing else is set. Of a mesh the side of p is that of the nearest
// triangle. Of a height field all below is inside. Never allocates.
double rv_shape_nearest(const rv_placed* shape, rv_vec3 p, double limit, rv_vec3* on,
                        rv_vec3* normal);

#endif
