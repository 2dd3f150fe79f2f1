// What gravity gains by the shape of a span that leans, such that at rest it hangs as a catenary.
#ifndef REEVE_MODEL_HANG_H
#define REEVE_MODEL_HANG_H

// of a span: what gravity gains by its shape to first order, per weight of a chord's length and
// chord; the sine of its rise; the number of its cells
typedef struct rv_hang_shape {
    double first, rise;
    int cells;
} rv_hang_shape;

typedef struct rv_hang {
    double gain;    // of it, instead of `first`
    double slope;   // its derivative by `first`
    double by_rise; // and by the rise
} rv_hang;

rv_hang rv_hang_of(const rv_hang_shape* shape);
double rv_hang_gain(const rv_hang_shape* shape); // alone

// The excess of a catenary that leans, for the tension in its middle over the weight of a chord's
// length:
// the deepest under which less tension makes it deeper, where that is too little to hold it.
double rv_hang_excess(double tension, double rise);
// How far its nodes hang out across the chord, over the chord, downward: depth[0..cells].
void rv_hang_rest(double excess, double rise, int cells, double* depth);

#endif
