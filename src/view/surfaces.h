// A drawing as triangles for one view, each with a look. Thin things are made as thick as they must
// be to be seen: a cable that is thinner than a pixel would break into dashes (the aim of the
// cylinders with a line inside in "Elevation cable layers", 2008, section 4.3).
#ifndef REEVE_VIEW_SURFACES_H
#define REEVE_VIEW_SURFACES_H

#include "view/camera.h"
#include "view/look.h"
#include "view/mesh.h"

// A camera and a picture's size: axes and how many pixels a metre takes at a depth of a metre.
typedef struct rv_view {
    rv_vec3 eye, right, above, forward; // unit vectors
    rv_vec3 up;
    double focal;    // [px]
    double nearest;  // least depth that is seen [m]
    double distance; // from the eye to what it looks at [m]
    int size[2];     // width and height [px]
    rv_camera camera;
} rv_view;

// False if the camera cannot be used: not finite, or without a direction.
bool rv_view_make(rv_view* view, const rv_camera* camera, const int size[2]);
// How far in front of the eye a point is.
double rv_view_depth(const rv_view* view, rv_vec3 point);
// From the eye through a place in the picture, 1 m deep.
rv_vec3 rv_view_ray(const rv_view* view, double x, double y);
// Distance of the lines of a grid: 1, 2 or 5 times a power of ten, some across the picture [m].
double rv_view_grid(const rv_view* view);

// Start from all zero.
typedef struct rv_surfaces {
    rv_mesh mesh;
    uint8_t* looks; // an rv_look_kind for each triangle; RV_SURFACES_DULL is added where it is dull
    int look_count, look_capacity;
    double tension_most; // the largest there is [N]
} rv_surfaces;

enum { RV_SURFACES_DULL = RV_LOOK_KINDS };

// False without memory.
bool rv_surfaces_make(rv_surfaces* surfaces, const rv_drawing* drawing, const rv_view* view);
void rv_surfaces_free(rv_surfaces* surfaces);

#endif
