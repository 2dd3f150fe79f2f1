// A law of the user's own for bending: moment over curvature of a cable, with friction between its
// parts. With k the curvature across the cable, a vector of two, without what it is at rest,
//   m = M(|k|) k/|k| + sum_j m_j,     m_j = B_j (k - s_j),  |m_j| <= m_slip_j
// M is a curve through the origin, odd, straight between its points and beyond the last; where
// there is none it is EI |k|. Each layer j is an elastic bar behind a friction element (Jenkin
// 1922); many of them in parallel have Masing's loops (1926). s_j, the curvature up to which it has
// slid, is its only state. It follows k as a plasticity of the whole vector does: where the trial
// B_j (k - s_j) is longer than m_slip_j it is shortened in its own direction (return mapping), so
// that friction is the same in all directions. m_slip = moment + arm T: wires slip later the more
// they are pressed together by the tension T (Papailiou 1997).
//
// A step takes the law implicitly, at the curvature k' at its end, as affine moments
//   A_i(k') = M_i(e) + C_i (k'_i - e_i) + sum_j S_j (k'_i - s_ji)
//   S_j = min(B_j, m_slip_j/|e - s_j|)
// about the curvature e that is expected there. S_j is a spring to s_j, whose energy |k - s_j|^2
// S_j/2 touches that of the friction element from above at e (its incremental energy is concave in
// |k - s_j|^2): solved anew about each k' the energy of the step falls until A is the law. C_i is
// no softer than the curve anywhere between where it was and e. What a layer has done in a step is
// what A says, S_j (k' - s_j) shortened to m_slip_j: it stores no more than was put in, converged
// or not.
#ifndef REEVE_MODEL_BENDING_H
#define REEVE_MODEL_BENDING_H

#include "reeve/cable.h"

enum { RV_BEND_POINTS = 32, RV_BEND_LAYERS = 4 };

typedef struct rv_bend_law {
    int points, layers; // points 0: there is no law, but EI
    double curvature[RV_BEND_POINTS], moment[RV_BEND_POINTS];
    rv_cable_bend_layer layer[RV_BEND_LAYERS];
} rv_bend_law;

// a vector across the cable
typedef struct rv_bend2 {
    double y, z;
} rv_bend2;

// friction of a place of the cable: up to where each layer has slid [1/m]
typedef struct rv_bend_slid {
    rv_bend2 at[RV_BEND_LAYERS];
} rv_bend_slid;

// EI: of a law without a curve
rv_bend_law rv_bend_law_of(const rv_cable_bend_law* def, double EI);
// of the curve and all layers while none slips, at curvature 0
double rv_bend_stiffness(const rv_bend_law* law);

// --- the curve ---

// k >= 0
double rv_bend_curve_moment(const rv_bend_law* law, double k);
double rv_bend_curve_energy(const rv_bend_law* law, double k);
// its largest slope between two curvatures >= 0
double rv_bend_curve_slope(const rv_bend_law* law, double from, double to);

// --- layers ---

// the moment at which a layer slips under a tension
double rv_bend_slip(const rv_cable_bend_layer* layer, double tension);
rv_bend2 rv_bend_layer_moment(const rv_bend_law* law, const rv_bend_slid* slid, int layer,
                              rv_bend2 k);
void rv_bend_set_layer_moment(const rv_bend_law* law, rv_bend_slid* slid, int layer, rv_bend2 k,
                              rv_bend2 moment);
// Where the curvature k asks more of a layer than it bears it slides. Returns what stored energy
// that takes [J/m].
double rv_bend_relax(const rv_bend_law* law, rv_bend_slid* slid, rv_bend2 k, double tension);
// curve and layers, with what they store [J/m]
rv_bend2 rv_bend_moment(const rv_bend_law* law, const rv_bend_slid* slid, rv_bend2 k);
double rv_bend_energy(const rv_bend_law* law, const rv_bend_slid* slid, rv_bend2 k);

// --- a step ---

typedef struct rv_bend_secant {
    rv_bend2 expected, moment, curve; // e, M(e), C
    double layer[RV_BEND_LAYERS];     // S
    double tension;
} rv_bend_secant;

rv_bend_secant rv_bend_secant_at(const rv_bend_law* law, const rv_bend_slid* slid, rv_bend2 from,
                                 rv_bend2 expected, double tension);
// A and its slopes
rv_bend2 rv_bend_secant_moment(const rv_bend_law* law, const rv_bend_slid* slid,
                               const rv_bend_secant* secant, rv_bend2 k);
rv_bend2 rv_bend_secant_stiffness(const rv_bend_law* law, const rv_bend_secant* secant);
// how far A is from the law at k, as a share of the moments in it
double rv_bend_secant_error(const rv_bend_law* law, const rv_bend_slid* slid,
                            const rv_bend_secant* secant, rv_bend2 k);
// what a step has done that ends at k
typedef struct rv_bend_done {
    double heat;      // of friction [J/m]
    rv_bend2 elastic; // moment of what has not slipped
} rv_bend_done;

rv_bend_done rv_bend_slide(const rv_bend_law* law, rv_bend_slid* slid, const rv_bend_secant* secant,
                           rv_bend2 k);

#endif
