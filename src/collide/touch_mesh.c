// Contact of a convex shape with a triangle mesh or a height field: all triangles near the shape,
// one by one, in the frame of the surface.
#include "collide/touch_triangle.h"

static bool visit(void* context, int triangle) {
    rv_touch_walk* walk = context;
    rv_touch_triangle(walk, triangle);
    return true;
}

// bounds of the shape in the surface's frame, enlarged by the margin
static rv_aabb bounds_of(const rv_touch_walk* walk) {
    const rv_convex* a = &walk->a;
    rv_aabb box = {{rv_convex_support(a, rv_vec3_make(-1.0, 0.0, 0.0), NULL).x,
                    rv_convex_support(a, rv_vec3_make(0.0, -1.0, 0.0), NULL).y,
                    rv_convex_support(a, rv_vec3_make(0.0, 0.0, -1.0), NULL).z},
                   {rv_convex_support(a, rv_vec3_make(1.0, 0.0, 0.0), NULL).x,
                    rv_convex_support(a, rv_vec3_make(0.0, 1.0, 0.0), NULL).y,
                    rv_convex_support(a, rv_vec3_make(0.0, 0.0, 1.0), NULL).z}};
    return rv_aabb_grow(box, a->radius + walk->margin);
}

int rv_touch_mesh(const rv_convex* a, const rv_placed* mesh, double margin, rv_touch* out) {
    rv_touch_walk walk;
    rv_touch_walk_start(&walk, a, mesh, margin);
    rv_aabb box = bounds_of(&walk);
    rv_trimesh_query(mesh->geometry->mesh, &box, visit, &walk);
    return rv_gather_finish(&walk.gather, mesh, out);
}

// what has no corner below a triangle, and yet is lost: the face over its middle pushes it up
static void touch_from_below(rv_touch_walk* walk) {
    rv_vec3 m = walk->middle;
    if (walk->lost)
        rv_touch_face_plane(walk, rv_height_field_triangle_at(walk->surface.field, m.x, m.y));
}

int rv_touch_height_field(const rv_convex* a, const rv_placed* field, double margin,
                          rv_touch* out) {
    rv_touch_walk walk;
    rv_touch_walk_start(&walk, a, field, margin);
    // what is below the surface touches it however deep
    rv_aabb box = bounds_of(&walk);
    box.upper.z = INFINITY;
    rv_height_field_query(field->geometry->field, &box, visit, &walk);
    if (walk.gather.count == 0)
        touch_from_below(&walk);
    return rv_gather_finish(&walk.gather, field, out);
}
