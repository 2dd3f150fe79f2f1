// A string across the line between two points, as a part of the one system. Its cells have mass and
// a pull T runs through them; one row of the system, "what is used of the cable's length", says how
// large T is. Its inner nodes are eliminated on the spot: what is left is inertia and momentum of the
// two ends, what the row does at the ends, and how the row gives way.
//
// Nodes j = 0..M, two planes, all arrays as pairs. y' is the velocity of a node in space (across the
// line), u its distance from the line, v = u' (0 at the ends). With m the mass of a cell:
//   A (y'_new - y'_old) + h b m y'_new = h f + J^T Lam,   A = Mass + gamma h^2 K
//   Mass  m (1 - 2 alpha) on the diagonal, m alpha beside it (ends: m (1/2 - alpha))
//   K     k (2, -1), k the stiffness between neighbours: the pull per length of a cell
//   J     slope (u_(j-1) - 2 u_j + u_(j+1)): the row's derivative; ends: slope u_1, slope u_(M-1)
// A pull that grows along the string is known before the step: cell j is stiffer by
//   lean y_j,   y_j = (j - 1/2)/M - 1/2
// which acts on the nodes by h lean (y_(j+1) (u_(j+1) - u_j) - y_j (u_j - u_(j-1))). A has the
// mean. alpha = 1/12 makes the lattice carry long waves without dispersion (error x^4/480 in the
// squared frequency, x the phase per cell). gamma = 0 is the explicit scheme, central in time.
// gamma h^2 K adds to the mass, and old velocities carry it: with a law that changes they would bring
// the new one's with them, and a string that is jerked taut would gain 1/2 gamma h^2 v (K - K_old) v.
// They carry sqrt(x_old x), x = gamma h^2 k: a mass m + x that becomes m + y keeps its energy with
// the momentum sqrt((m + x) (m + y)) v, and (m + sqrt(x y)) v is never more.
// Stable iff (h^2 k/m) (1 - 4 gamma) <= 1 - 4 alpha, with the stiffest cell for the first k.
#ifndef REEVE_SOLVE_STRING_H
#define REEVE_SOLVE_STRING_H

#include <stdbool.h>

// where the values of one string lie
typedef struct rv_string {
    int cells;
    double *u, *v; // [2 (M + 1)]
    // [4 (M + 1)]: eliminated right-hand sides: without the row; of J per slope. Of node k from
    // either end, 1..M/2, at 8 k; of the middle at 0.
    double* inner;
    // [M + 1]: the factor, seen from an end: pivots, and what they make of a push beside that end.
    // [0]: of the middle; [M]: how nodes beside the ends answer a push on one of them: itself, the
    // other.
    double *pivot, *spread;
    bool in_pairs; // in vectors of two even where the machine has vectors of four
} rv_string;

typedef struct rv_string_law {
    double h;
    double mass;      // of a cell
    double stiffness; // between neighbours, in A
    double lean;      // for which gamma is made
    double damping;   // b
    double gamma, alpha;
    double carried; // gamma times stiffness as old velocities carry it
    double delta;   // of the damping of what the step cannot resolve: - delta h^2 K v on the right
} rv_string_law;

// velocities of the first and the last end, across the line
typedef struct rv_string_ends {
    double of[2][2];
} rv_string_ends;

// what acts on it in a step
typedef struct rv_string_load {
    double weight[2]; // force on a cell
    double slope;     // of J
    double pull;      // a part of T that is known
    double lean; // by which cells are stiffer along it: the last than the first, in all M cells
    rv_string_ends end;
    bool ends_are_still; // and stay so: nobody asks what it does to them
} rv_string_load;

// sums over a string, which follow from u and v: found on the way wherever these change
typedef struct rv_string_sums {
    double square;                  // of |u_j - u_(j-1)|^2
    double lean;                    // of these times the place of their cell, -1/2 to 1/2
    double total[2];                // of u
    double bend_square, bend_speed; // explicit: of |B|^2 and B.v, B = u_(j-1) - 2 u_j + u_(j+1)
    double bend_lean;               // and of B with the pull of cells by their place
} rv_string_sums;

// What energies in the middle of a step are made of, of a string that is at its end: half a step ago
// nodes were at u - h v/2.
typedef struct rv_string_middle {
    double total[2]; // of these places
    double lean;     // sum of |differences of these|^2 times the place of their cell
    double motion;   // twice the kinetic energy per mass of a cell
} rv_string_middle;

// what is left of it
typedef struct rv_string_rest {
    double inertia[2]; // of an end, and between them
    double momentum[2][2];
    double row[2][2]; // the row's derivative by the velocities of the ends
    double rate;      // the row's speed without force and with the ends at rest
    double before;    // what that was at the start
    double gives;     // speed per impulse of the row
} rv_string_rest;

enum { RV_STRING_VALUES = 10 }; // per node and string
static inline rv_string rv_string_at(double* values, int cells) {
    int n = cells + 1;
    return (rv_string){cells,          values,         values + 2 * n, values + 4 * n,
                       values + 8 * n, values + 9 * n, false};
}

// gamma that is stable for pulls up to 1.6 times the one in `stiffness`, with cells that are
// stiffer by `lean` from end to end, and no larger than it must: a slow mode of frequency w is too
// slow by (gamma - 1/12)/2 (w h)^2
double rv_string_gamma(double h, double mass, double stiffness, double lean);
void rv_string_factor(const rv_string* s, const rv_string_law* law);
// after rv_string_factor (gamma > 0) for the same law; with ends that are still no inertia and no
// momentum
void rv_string_condense(const rv_string* s, const rv_string_law* law, const rv_string_load* load,
                        rv_string_rest* rest);
// gamma = 0, alpha = 0: needs no factor, only the sums
void rv_string_condense_explicit(const rv_string* s, const rv_string_law* law,
                                 const rv_string_load* load, const rv_string_sums* sums,
                                 rv_string_rest* rest);
// The new velocities and places, for the impulse of the row and the new velocities of the ends, and
// the middle of the step; after rv_string_condense for the same law and load.
rv_string_sums rv_string_move(const rv_string* s, const rv_string_law* law,
                              const rv_string_load* load, double impulse, const rv_string_ends* end,
                              rv_string_middle* middle);
// without the middle
rv_string_sums rv_string_move_explicit(const rv_string* s, const rv_string_law* law,
                                       const rv_string_load* load, double impulse,
                                       const rv_string_ends* end);

rv_string_sums rv_string_measure(const rv_string* s);
// as rv_string_move tells it, of any string
rv_string_middle rv_string_middle_of(const rv_string* s, double h, double alpha,
                                     const rv_string_ends* end);
// the largest |u|^2
double rv_string_reach(const rv_string* s);

// cable that has come in at the first end and gone out at the last, in cells; the ends' velocities
typedef struct rv_string_flow {
    double first, last;
    rv_string_ends end;
} rv_string_flow;
// Node j takes what lay `first` + (last - first) j/M cells before it, u and velocity in space.
// motion: sums of these velocities squared, of inner nodes, before and after.
rv_string_sums rv_string_shift(const rv_string* s, const rv_string_flow* flow, double motion[2]);
// u by the first factor, velocities in space by the second; and what becomes of the sums
void rv_string_shrink(const rv_string* s, const rv_string_ends* end, const double by[2],
                      rv_string_sums* sums);
// u becomes a parabola with this middle, v zero
void rv_string_rest_on(const rv_string* s, const double middle[2]);

#endif
