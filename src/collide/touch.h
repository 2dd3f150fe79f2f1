// Where two shapes touch, or nearly do.
#ifndef REEVE_COLLIDE_TOUCH_H
#define REEVE_COLLIDE_TOUCH_H

#include "collide/convex.h"

typedef struct rv_touch {
    rv_vec3 on_a, on_b; // points on the two surfaces, in the world; on_b - on_a = gap * normal
    rv_vec3 normal;     // unit, from a to b
    double gap;         // < 0: overlap
    uint32_t feature;   // the same from step to step while it is the same pair of features
} rv_touch;

enum {
    RV_TOUCH_CONVEX_MAX = 4, // between convex shapes, and of one with a plane
    RV_TOUCH_MAX = 16,       // with a mesh or a height field
};

// Contact points of two shapes whose gap is at most `margin`; writes up to RV_TOUCH_MAX, returns
// how many. Faces on faces give up to 4 points that span the common area, an edge on a face 2, a
// capsule along a face or a parallel capsule 2. Points of one pair have different features. At
// least one of the two is convex; others give 0.
int rv_touch_shapes(const rv_placed* a, const rv_placed* b, double margin, rv_touch* out);

// the parts of it, each in its own file; convex a
int rv_touch_convex(const rv_convex* a, const rv_convex* b, double margin, rv_touch* out);
int rv_touch_plane(const rv_convex* a, const rv_placed* plane, double margin, rv_touch* out);
int rv_touch_mesh(const rv_convex* a, const rv_placed* mesh, double margin, rv_touch* out);
int rv_touch_height_field(const rv_convex* a, const rv_placed* field, double margin, rv_touch* out);
// keeps the deepest point and those that span the largest area (or, for points whose normals
// differ, all directions), at most `keep`; order of the kept points is that of the input
int rv_touch_reduce(rv_touch* touches, int count, int keep);

#endif
