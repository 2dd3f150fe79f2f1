// Stills: a drawing as a picture, drawn by a small rasteriser of our own, so that a machine without
// a browser or a graphics card gives the same bytes as any other.
#ifndef REEVE_VIEW_PICTURE_H
#define REEVE_VIEW_PICTURE_H

#include "view/camera.h"

typedef struct rv_picture_def {
    int width, height; // [px], each in [16, 4096]
    rv_camera camera;
    bool dark; // background and ground
    double
        tension_full;  // tension that is drawn in the strongest colour [N]; 0: the largest there is
    const char* title; // NULL: no text in the picture
    double time;       // [s], shown with the title
} rv_picture_def;

// width * height * 3 bytes of RGB, rows from the top, to be freed by the caller; NULL without
// memory or for a bad def.
uint8_t* rv_picture_render(const rv_drawing* drawing, const rv_picture_def* def);
// A PNG file of it in memory, to be freed by the caller; NULL without memory.
void* rv_picture_png(const uint8_t* rgb, int width, int height, size_t* bytes);

#endif
