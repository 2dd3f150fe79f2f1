// A rod that moves by explicit steps and does not stretch: the variational integrator of Wang et al.
// 2017, which is Verlet's with SHAKE (Ryckaert et al. 1977), for any masses and rest lengths.
//
//   x_next = xbar + h^2 w_i (T_i t_i - T_(i-1) t_(i-1)),   xbar = 2 x - x_before + h^2 w_i F(x)
//   |e_j| = l_j (1 + T_j/EA),   e_j the edges of x_next; w_i = 1/m_i, 0 where a position is given
// The tensions T are found by iterating, from those of the last step,
//   d_i.sum_j c_ij dT_j - 2 l_i^2 (1 + T_i/EA)/EA dT_i = l_i^2 (1 + T_i/EA)^2 - |e_i|^2
// with de_i = sum_j c_ij dT_j, three edges wide. d = 2 e is Newton's method, and d = ebar + e the
// paper's contraction mapping (A + B(mu)) mu = R, written as a correction. Momentum and angular
// momentum are kept to rounding, energy swings about its value without drift, errors go with h^2.
// Where EA is finite, waves along the thread are damped by the step; it has no limit from EA.
//
// After a step, `x` is the new position and `before` the one from which the step was made; forces,
// tensions, twist and everything in `line` belong to `before`, and velocities there are
// (x - older)/(2h).
#ifndef REEVE_MODEL_ROD_VARIATIONAL_H
#define REEVE_MODEL_ROD_VARIATIONAL_H

#include "model/rod_frames.h"
#include "model/rod_viscous.h"

typedef enum rv_rod_method { RV_ROD_CONTRACTION, RV_ROD_NEWTON } rv_rod_method;

typedef struct rv_rod_law {
    double h; // step [s], below rv_rod_step_limit
    // For how much of h forces act in this step: 1, or 1/2 + h_before/(2h) after a step of another
    // length; 1/2 where x - before is h times the velocity at x. (Then rv_rod_motion_start is not needed.)
    double share;
    double B, C; // bending and twisting stiffness [N m^2]
    double EA;   // [N]; infinite: inextensible
    rv_vec3 gravity;
    double slow;            // damping of all motion [1/s], centred in time
    double air;             // rv_rod_add_drag
    rv_rod_damping damping; // these three with velocities half a step old
    double viscosity;       // rv_rod_add_viscous; ends are held as twist is
    rv_rod_method method;
    double tolerance; // largest error of |e_j|/l_j
    int iterations_max;
} rv_rod_law;

// Inextensible, share 1, tolerance 1e-12, at most 30 iterations of Newton's method; h, B, C and the rest 0.
rv_rod_law rv_rod_law_default(void);

// a section that is held: how twist is imposed
typedef struct rv_rod_section {
    rv_vec3 director; // fixed to the section, perpendicular to the end's tangent
    rv_vec3 tangent;  // to which the director belongs; it follows the end's edge without spin
    double rate;      // at which it is turned about the tangent [rad/s]
    double turn;      // by which it will be turned before it is used again; after a step h rate
} rv_rod_section;

// a hand: a spring and a damper at a vertex, as they are at the end of the step, or the most it can
typedef struct rv_rod_spring {
    int vertex;
    double stiffness, damping; // [N/m], [N s/m]
    rv_vec3 target, velocity;  // at the end of the step
    double max_force;          // may be infinite
    // written by a step
    bool gives; // its force is at the limit
    rv_vec3 force;
} rv_rod_spring;

typedef struct rv_rod_motion {
    rv_rod_line line;
    rv_vec3 *x, *before, *older; // [n]
    // [n]; positions after the next step of vertices with weight 0, until changed
    rv_vec3* goal;
    const rv_vec3* push; // [n], forces from outside; or NULL
    rv_rod_spring* springs;
    int spring_count;
    double *mass, *weight; // [n]
    double* tension;       // [n], T of the n - 1 edges and one more 0; 0 between two weights 0
    // Twist acts while both ends are held against turning, else it is 0.
    bool twisted;
    rv_rod_section first, last;
    double Theta;
    double M_first, M_last; // twist moment in the first edge and the last; the same without frames
    // or NULL: of a rod that is not straight at rest; the ends that are held are then those of its
    // own, and `twisted` only makes the sections follow the edges
    rv_rod_frames* frames;

    rv_vec3 *force, *free, *edge;   // [n]: F without tension; xbar; e
    double *give, *size, *rest;     // [n] h^2 w; 1/(2 l^2); right-hand side
    double *lower, *middle, *upper; // [n], the matrix
    double* room;                   // of rv_rod_add_viscous
} rv_rod_motion;

typedef struct rv_rod_report {
    int iterations; // linear systems solved
    double strain;  // largest error of |e_j|/l_j that is left
    bool converged;
} rv_rod_report;

typedef struct rv_rod_energies {
    double kinetic, bending, twisting, stretching, weight, total; // with frames twist is in bending
} rv_rod_energies;

enum { RV_ROD_MOTION_VALUES = RV_ROD_VALUES + RV_ROD_VISCOUS_VALUES + 30 }; // doubles per vertex

// A rod in RV_ROD_MOTION_VALUES n doubles, its arrays not yet filled: x and mass (> 0) are the
// caller's to write, then rv_rod_motion_start.
rv_rod_motion rv_rod_motion_at(double* values, int vertices, const double* length);

// Halves of the edges' masses at their ends, for `density` [kg/m]; nothing held.
void rv_rod_motion_spread_mass(rv_rod_motion* m, double density);
// holds vertex i where it is, and from then on at goal[i]; two at an end clamp it
void rv_rod_motion_hold(rv_rod_motion* m, int i);
void rv_rod_motion_release(rv_rod_motion* m, int i);
// twist Theta = 0 for the shape as it is; the ends' rates are 0. After x is filled.
void rv_rod_motion_hold_twist(rv_rod_motion* m);
// Takes the shape as it is for the one at rest, with B and C > 0 from then on; after x is filled. Ends
// are free to turn until first_held or last_held of the frames says that they are not.
void rv_rod_motion_set_rest(rv_rod_motion* m, rv_rod_frames* frames);

// Finds the position one step earlier from the velocities v [n], so that (x_1 - x_-1)/(2h) is v.
rv_rod_report rv_rod_motion_start(rv_rod_motion* m, const rv_rod_law* law, const rv_vec3* v);

// One step. Where lengths cannot be had (an end is pulled beyond the thread's length, and EA is
// infinite) it is not `converged`, and made without tension if there is no finite one.
rv_rod_report rv_rod_motion_step(rv_rod_motion* m, const rv_rod_law* law);

// of the middle of the last step: at `before`
rv_rod_energies rv_rod_motion_energies(const rv_rod_motion* m, const rv_rod_law* law);
// velocities there, into v [n]
void rv_rod_motion_velocities(const rv_rod_motion* m, double h, rv_vec3* v);
// velocities at x, one-sided and of second order too: to start anew from, with another step
void rv_rod_motion_last_velocities(const rv_rod_motion* m, double h, rv_vec3* v);

// The largest stable step for bending, 2/omega of the stiffest zigzag: 1/2 sqrt(m l^3/B) for a
// straight rod, times (1 + c)/2/sqrt(2 - c) for joints bent to the cosine c (0.88, 0.61, 0.35 at 30,
// 60, 90 degrees). The least over the joints of the line as it was measured last, with the smallest
// length and mass beside each (the mass of an end counts twice); infinite for B = 0. With viscous
// damping h (h + 2 viscous/B) must be below the square of this.
double rv_rod_step_limit(const rv_rod_line* line, const double* mass, double B);

#endif
