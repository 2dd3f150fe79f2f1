// How a span hangs: what its sag takes of the cable's length, and what gravity gains by it, as
// functions of the shape alone.
#ifndef REEVE_MODEL_SAG_H
#define REEVE_MODEL_SAG_H

// for the mean squared slope q = 1/2 mean |du/dx|^2 of a span, x along its chord
typedef struct rv_sag {
    double excess; // length over chord, less 1
    double slope;  // its derivative by q
    double chord;  // derivative of the length by the chord, u staying: the cosine of the pull
} rv_sag;

void rv_sag_find(double q, rv_sag* sag);
static inline rv_sag rv_sag_of(double q) {
    rv_sag sag;
    rv_sag_find(q, &sag);
    return sag;
}
// gravity's gain per weight of a chord's length and chord, and its derivative by p, the mean depth
// over the chord
typedef struct rv_sag_weight {
    double gain, slope;
} rv_sag_weight;
rv_sag_weight rv_sag_weight_of(double p);
static inline double rv_sag_gain(double p) {
    return rv_sag_weight_of(p).gain;
}
static inline double rv_sag_gain_slope(double p) {
    return rv_sag_weight_of(p).slope;
}
// middle depth over the chord for an excess
double rv_sag_depth(double excess);
// the excess of a span that hangs at rest, for the tension at its ends over the weight of a chord's
// length; the deepest under which less tension makes it deeper, where that is too little to hold it
double rv_sag_excess(double tension);

#endif
