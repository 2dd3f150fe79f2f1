// Rounds the corners of a cable of segments or a rod for drawing. A corner between two segments
// becomes a parabola from the middle of the one to the middle of the other, where they are what
// touches things: the quadratic B-spline of which the joints are the control points.
#ifndef REEVE_VIEW_BENDS_H
#define REEVE_VIEW_BENDS_H

#include "view/drawing.h"

// Writes the points of a line, each corner of more than `step` [rad], and each that twists by more
// than half a radian, in steps of about that, and returns how many there are; `rounded` NULL: counts only. Ends and points beside a cut stay.
int rv_bends_round(const rv_drawing_point* line, int count, double step, rv_drawing_point* rounded);

#endif
