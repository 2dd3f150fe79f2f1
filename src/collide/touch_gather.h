// Contact points with a surface of many triangles, taken one by one, and no more kept than needed.
// Points whose normals are within 10 degrees form a group; a group keeps the farthest point in each
// of 8 directions along the surface, and the deepest: the same whatever comes in between.
#ifndef REEVE_COLLIDE_TOUCH_GATHER_H
#define REEVE_COLLIDE_TOUCH_GATHER_H

#include "collide/touch.h"

enum { RV_GATHER_DIRECTIONS = 8, RV_GATHER_KEPT = 9, RV_GATHER_GROUPS = 16 };

// all in the frame of the surface
typedef struct rv_mesh_touch {
    rv_vec3 on_b, out; // on the surface; unit, from the surface to the shape
    double gap;        // the point of the shape is at on_b + gap out
    double depth;      // by how much the whole shape must move along `out` to be clear of this
    uint32_t feature;
    int triangle;
    int group;         // set by rv_gather_add
    bool on_face;      // else on an edge or a corner
    bool open;         // on an edge or a corner without neighbour
    rv_vec3 corner[3]; // of the triangle
} rv_mesh_touch;

typedef struct rv_gather_group {
    rv_vec3 out, u, v; // of the first point; u, v along the surface
    bool filled;       // the first point fills all places
    double score[RV_GATHER_KEPT];
    rv_mesh_touch kept[RV_GATHER_KEPT];
} rv_gather_group;

typedef struct rv_gather {
    double reach; // size of the shape: a thousandth of it apart is the same point
    int count;
    rv_gather_group group[RV_GATHER_GROUPS];
} rv_gather;

void rv_gather_start(rv_gather* gather, double reach);
void rv_gather_add(rv_gather* gather, const rv_mesh_touch* touch);
// what to keep of it, at most 4 per group and RV_TOUCH_MAX in all; placed in the world
int rv_gather_finish(const rv_gather* gather, const rv_placed* surface, rv_touch* out);

static inline uint32_t rv_touch_feature(uint32_t kind, uint32_t x, uint32_t y) {
    uint64_t h = ((uint64_t)kind << 58) ^ ((uint64_t)x * 0x9e3779b97f4a7c15u)
                 ^ ((uint64_t)y * 0xc2b2ae3d27d4eb4fu);
    h = (h ^ (h >> 31)) * 0xd6e8feb86659fd93u;
    return (uint32_t)(h >> 32);
}

#endif
