// What buckles a cable of segments or a rod that is exactly straight. Nothing pushes such a line aside,
// however hard it is pressed; a real one is out of straight by
//   w(s) = e sin(pi s/L),   e = L/1000
// the bow that codes for columns assume and mills keep to (EN 1993-1-1, 5.3.2; EN 10210-2). Pressed with
// P, each of its parts, l long, is turned by P against its tilt d = (w(s + l) - w(s))/l, with the couple
// P l d. That acts while the line is pressed harder than the column can carry and is still straighter than
// the bow: what is bent more buckles by itself. A column of the length L carries (Euler 1744; by
// Rayleigh's quotient, which is never too low, where P is not the same all along)
//   sum P y'^2 l / sum y'^2 l = k^2 EI/L^2,   y the shape in which it buckles under its ends' force
// A step turns no part by more than its tilt, h^2 P l d <= I d with I the inertia of the part: what does
// not stretch is pressed without bound.
#ifndef REEVE_MODEL_CROOKED_H
#define REEVE_MODEL_CROOKED_H

#include "reeve/math.h"

typedef struct rv_column {
    double length, EI;
    bool held[2], clamped[2]; // its ends
    rv_vec3 axis;             // from the first end to the last, of unit length
} rv_column;

// what it carries [N]; infinite where nothing presses it, since an end is free
double rv_column_load(const rv_column* column);
// y' at s, to a factor
double rv_column_slope(const rv_column* column, double s);
// the largest curvature of the bow [1/m]
double rv_crooked_curvature(const rv_column* column);
// across the axis: where the bow lies, down where the axis is not upright
rv_vec3 rv_crooked_direction(const rv_column* column, rv_vec3 gravity);
// d of the part between s and s + l
double rv_crooked_tilt(const rv_column* column, double s, double l);

#endif
