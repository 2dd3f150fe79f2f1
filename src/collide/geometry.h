// What collide knows of the world: solids with a pose. Nothing here has mass, velocity or a world.
#ifndef REEVE_COLLIDE_GEOMETRY_H
#define REEVE_COLLIDE_GEOMETRY_H

#include "core/memory.h"
#include "reeve/body.h"
#include "reeve/math.h"

typedef struct rv_aabb {
    rv_vec3 lower, upper;
} rv_aabb;

static inline bool rv_aabb_overlap(const rv_aabb* a, const rv_aabb* b) {
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y
           && b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static inline bool rv_aabb_contains(const rv_aabb* outer, const rv_aabb* inner) {
    return outer->lower.x <= inner->lower.x && outer->lower.y <= inner->lower.y
           && outer->lower.z <= inner->lower.z && inner->upper.x <= outer->upper.x
           && inner->upper.y <= outer->upper.y && inner->upper.z <= outer->upper.z;
}

static inline rv_aabb rv_aabb_union(rv_aabb a, rv_aabb b) {
    return (rv_aabb){
        {fmin(a.lower.x, b.lower.x), fmin(a.lower.y, b.lower.y), fmin(a.lower.z, b.lower.z)},
        {fmax(a.upper.x, b.upper.x), fmax(a.upper.y, b.upper.y), fmax(a.upper.z, b.upper.z)}};
}

static inline rv_aabb rv_aabb_grow(rv_aabb a, double by) {
    rv_vec3 d = {by, by, by};
    return (rv_aabb){rv_vec3_sub(a.lower, d), rv_vec3_add(a.upper, d)};
}

typedef struct rv_hull rv_hull;                 // hull.h
typedef struct rv_trimesh rv_trimesh;           // trimesh.h
typedef struct rv_height_field rv_height_field; // height_field.h

// One shape without its pose. Only what the type needs is set; the three pointers are not owned.
typedef struct rv_geometry {
    rv_shape_type type;
    double radius, half_length;
    rv_vec3 half_extents;
    const rv_hull* hull;
    const rv_trimesh* mesh;
    const rv_height_field* field;
} rv_geometry;

// A shape in the world; R is that of the rotation.
typedef struct rv_placed {
    const rv_geometry* geometry;
    rv_vec3 position;
    rv_mat3 R;
} rv_placed;

static inline rv_vec3 rv_placed_to_world(const rv_placed* p, rv_vec3 local) {
    return rv_vec3_add(p->position, rv_mat3_apply(p->R, local));
}

static inline rv_vec3 rv_placed_to_local(const rv_placed* p, rv_vec3 world) {
    return rv_mat3_apply_transpose(p->R, rv_vec3_sub(world, p->position));
}

// sphere, capsule, cylinder, box and hull: have an inside, can lie on moving bodies
static inline bool rv_shape_is_convex(rv_shape_type type) {
    return type <= RV_SHAPE_BOX || type == RV_SHAPE_HULL;
}

// bounds in the world; those of a plane are infinite (-INFINITY .. INFINITY) in every direction
// that is not blocked by an axis-aligned normal
rv_aabb rv_placed_bounds(const rv_placed* placed);
// the farthest that any point of it is from the local origin; INFINITY for a plane
double rv_geometry_reach(const rv_geometry* geometry);
// the least thickness of it: twice the radius, the shortest edge of the box, ...; 0 for meshes and
// height fields, INFINITY for a plane. A motion of less than half of it in a step passes nothing
double rv_geometry_thickness(const rv_geometry* geometry);

#endif
