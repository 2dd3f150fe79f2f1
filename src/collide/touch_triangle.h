// Where a convex thing touches one triangle of a surface, from outside.
#ifndef REEVE_COLLIDE_TOUCH_TRIANGLE_H
#define REEVE_COLLIDE_TOUCH_TRIANGLE_H

#include "collide/convex_face.h"
#include "collide/surface.h"
#include "collide/touch_gather.h"

// a convex thing on its way over the triangles of a surface; all in the surface's frame
typedef struct rv_touch_walk {
    rv_convex a;
    rv_surface surface;
    double margin, reach, thickness; // the last two of the convex thing
    rv_vec3 middle;                  // and a ball about it that holds the convex thing
    double ball;
    bool solid; // what is below the surface is inside, to any depth
    bool lost;  // its middle is there: triangles out of reach push as well
    // towards the triangle with this normal, which the next one often shares
    rv_vec3 normal;
    double low, high; // n . x of the lowest and highest points
    rv_convex_face face;
    rv_gather gather;
} rv_touch_walk;

void rv_touch_walk_start(rv_touch_walk* walk, const rv_convex* a, const rv_placed* surface,
                         double margin);
// does nothing if the triangle is out of reach, unless lost
void rv_touch_triangle(rv_touch_walk* walk, int triangle);
// as if the face reached to infinity: for what is lost below it
void rv_touch_face_plane(rv_touch_walk* walk, int triangle);

#endif
