// The face, edge or corner of a convex thing that looks in a direction.
#ifndef REEVE_COLLIDE_CONVEX_FACE_H
#define REEVE_COLLIDE_CONVEX_FACE_H

#include "collide/convex.h"
#include "collide/hull.h"

// Corners of the core (without radius): 1: a point, 2: a line, more: a flat convex polygon,
// counter-clockwise from outside. The cap of a cylinder is a polygon of 8.
typedef struct rv_convex_face {
    int count;
    rv_vec3 corner[RV_HULL_FACE_CORNERS_MAX];
    int feature[RV_HULL_FACE_CORNERS_MAX]; // a number for each corner that stays the same
    rv_vec3 normal;                        // outward unit, of a polygon
} rv_convex_face;

// holds the farthest point in the direction (unit) of points, lines, boxes and cylinders; of a hull
// the face whose normal is nearest to the direction
void rv_convex_face_towards(const rv_convex* convex, rv_vec3 direction, rv_convex_face* face);

// the middle, and the least thickness
rv_vec3 rv_convex_middle(const rv_convex* convex);
double rv_convex_thickness(const rv_convex* convex);

#endif
