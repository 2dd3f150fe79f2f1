// Texts and the scale of tensions, drawn over a still.
#ifndef REEVE_VIEW_LABEL_H
#define REEVE_VIEW_LABEL_H

#include "view/look.h"

typedef struct rv_canvas {
    uint8_t* rgb; // rows from the top
    int width, height;
    bool dark;
} rv_canvas;

typedef struct rv_label_def {
    const char* title;
    double time;         // [s]
    double grid_spacing; // [m]
    double tension_full; // [N]; 0: no scale is shown
} rv_label_def;

void rv_label_draw(const rv_canvas* canvas, const rv_label_def* def);

#endif
