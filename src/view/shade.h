// Light and colour of a still: a lamp over the viewer's shoulder with the shadows it throws, light
// from the sky and from the ground, and the ground with its grid. Shadows come from a picture of
// heights seen from the lamp (Williams 1978), read with a filter that makes their edges soft.
#ifndef REEVE_VIEW_SHADE_H
#define REEVE_VIEW_SHADE_H

#include "view/surfaces.h"

// Start from all zero.
typedef struct rv_shade {
    rv_theme theme;
    rv_view view;
    rv_look looks[2 * RV_LOOK_KINDS];
    bool dark;
    double tension_full; // [N]; 0: no cable is taut

    rv_vec3 lamp;           // unit vector towards it
    rv_vec3 lamp_x, lamp_y; // the axes of its picture
    rv_vec3 middle;         // of what it sees
    double reach;           // half of what it sees [m]
    int map_size;           // [px]
    float* map;             // heights towards the lamp, as 2 + height / reach
    float* tiles;           // the largest of each tile of the map

    double ground;       // height along up
    rv_vec3 grid[2];     // directions of its lines
    rv_vec3 grid_origin; // below what the camera looks at
    double grid_spacing; // [m]
    double grid_reach;   // where the ground has half faded away [m]
} rv_shade;

typedef struct rv_shade_def {
    rv_view view;
    rv_camera camera;
    bool dark;
    double tension_full;
} rv_shade_def;

// False without memory.
bool rv_shade_make(rv_shade* shade, const rv_shade_def* def, const rv_surfaces* surfaces);
void rv_shade_free(rv_shade* shade);

// Colour of triangle `triangle` at a world point, given the weights of its corners there.
rv_rgb rv_shade_surface(const rv_shade* shade, const rv_surfaces* surfaces, int triangle,
                        const double weights[3], rv_vec3 point);
// Where no triangle is: the ground and the background, at a place in the picture.
rv_rgb rv_shade_beyond(const rv_shade* shade, double x, double y);
// Depth of the ground there; infinite: it is not seen.
double rv_shade_ground_depth(const rv_shade* shade, double x, double y);

#endif
