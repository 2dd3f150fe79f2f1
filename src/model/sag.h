// How a span hangs: what its sag takes of the cable's length, as a function of the shape alone.
// What gravity gains by it is in hang.h.
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
// the excess alone
double rv_sag_excess(double q);
// middle depth over the chord for an excess
double rv_sag_depth(double excess);

#endif
