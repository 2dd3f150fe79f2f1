// The mechanics of a discrete Kirchhoff rod, on plain arrays: bending, twist that is in equilibrium
// along the line, and dissipation (Bergou et al. 2008; Wang et al. 2017, corrected).
//
// Vertices x_i, i = 0..n-1; edges E_j = x_(j+1) - x_j with unit tangents t_j, rest lengths l_j; joint
// i lies between edges i-1 and i and has the rest length D_i = (l_(i-1) + l_i)/2. Everything acts
// through edge stresses G_j = dW/dE_j, so that forces sum to zero whatever the energies are:
//   F_i = G_i - G_(i-1),   G_j = ((m_j - m_(j+1)) x t_j + M_t (kb_j + kb_(j+1))/2) / |E_j|
//   c_i = t_(i-1).t_i,     kb_i = 2 t_(i-1) x t_i/(1 + c_i)        curvature binormal, 2 tan(phi/2)
//   m_i = b_i kb_i                                                 bending moment of joint i
// Bending has b_i = 2B/(D_i (1 + c_i)), twist M_t = C Theta/Lbar. A vertex that is held pins the rod;
// two that are held clamp it, and what bends starts in the middle of their edge.
//
// Sections twist against each other from middle to middle of the edges, along D_i at joint i. The
// section of a clamped end is in the middle of its edge. That of a pinned end is at the end vertex, so
// that the half edge e between them twists, too (e_0 = l_0/2, e_1 = l_(n-2)/2; 0 at a clamp):
//   Lbar = e_0 + sum D_i + e_1          the length of the rod between its ends' sections
//
// A closed line repeats its first vertex as the last one: x_(n-1) = x_0, and joint 0, which is joint
// n-1 too, lies between the last edge and the first. Forces of both copies belong together.
#ifndef REEVE_MODEL_ROD_FORCES_H
#define REEVE_MODEL_ROD_FORCES_H

#include "reeve/math.h"

// Where the values of one rod lie. n >= 2 vertices. At the ends of an open line there is no joint: the
// values of "joints" 0 and n-1 are 0, so that no loop needs to know of ends.
typedef struct rv_rod_line {
    int vertices;
    bool closed;
    bool pinned[2];       // the section of this end is at its vertex, not in the middle of its edge
    const double* length; // [n - 1], rest lengths, > 0

    // written by rv_rod_line_prepare
    double* density;      // [n], 1/D_i; 0 where no joint is
    double end_length[2]; // e, of open lines
    double elastic;       // Lbar

    // written by rv_rod_measure
    rv_vec3* tangent;  // [n - 1], of unit length; 0 for an edge without length
    double* current;   // [n - 1], |E_j|
    double* inverse;   // [n - 1], 1/|E_j|
    double* fold;      // [n], 1/(1 + c_i), at most 1/RV_ROD_FOLD
    rv_vec3* binormal; // [n], kb_i
    double* moment;    // [n], b_i; rv_rod_damp adds to it

    rv_vec3* stress; // [n - 1], G_j, written by rv_rod_add_forces
} rv_rod_line;

// 1 + c is taken as at least this, where an edge folds back on its neighbour (within 0.08 degrees).
// The bending energy goes on there along its tangent, so that forces stay its derivative; Theta is
// undefined at a full fold and turns by 2 pi through it.
static const double RV_ROD_FOLD = 1e-6;

enum { RV_ROD_VALUES = 14 }; // doubles per vertex

// the line of n vertices in RV_ROD_VALUES n doubles, prepared, with no end pinned
rv_rod_line rv_rod_line_at(double* values, int vertices, bool closed, const double* length);
// again after lengths or pins have changed
void rv_rod_line_prepare(rv_rod_line* line);

// tangents, lengths, binormals and the bending moments for the stiffness B [N m^2]
void rv_rod_measure(const rv_rod_line* line, const rv_vec3* x, double B);

// The angle by which the rod's end is turned against its start [rad], beyond what an untwisted rod
// along the same line would be. `first` and `last` are fixed to the section of the first and the last
// edge (of a closed line: both to the first edge) and perpendicular to it; `first` is carried along
// the line without twist and compared with `last` (the exact holonomy). Of the angles that differ by
// full turns it is the one nearest to `previous`: any number of turns is followed while it changes by
// less than half a turn from call to call. After rv_rod_measure.
double rv_rod_twist(const rv_rod_line* line, rv_vec3 first, rv_vec3 last, double previous);

// dTheta/dE_j; after rv_rod_measure
static inline rv_vec3 rv_rod_twist_slope(const rv_rod_line* line, int j) {
    return rv_vec3_scale(rv_vec3_add(line->binormal[j], line->binormal[j + 1]),
                         0.5 * line->inverse[j]);
}

// A direction fixed to a section, after its tangent has turned and the section spun about it by
// `spin`: by the smallest rotation that takes `from` to `to`, then about `to`. For an end that is
// held, but free to tilt.
rv_vec3 rv_rod_carry(rv_vec3 director, rv_vec3 from, rv_vec3 to, double spin);

// Internal dissipation: adds to the moments, and returns the power that is lost, 2R [W].
//   R = 1/2 sum k_i cdot_i^2,   k_i = cosine + 4 viscous/(D_i (1+c)^3 (1-c))
// cosine [N m s]: as in Wang et al.; it fades with the square of the angle, so that a thread which is
// almost straight rings on. viscous [N m^2 s]: Kelvin-Voigt, a moment per rate of curvature |kb|/D,
// the same at every angle; it acts on the angle alone, not on bending
// that turns about the thread (rod_viscous.h does).
typedef struct rv_rod_damping {
    double cosine, viscous;
} rv_rod_damping;
double rv_rod_damp(const rv_rod_line* line, const rv_vec3* v, const rv_rod_damping* damping);

// adds the forces of all moments and of the twist moment M_t [N m] to F, and writes the stresses
void rv_rod_add_forces(const rv_rod_line* line, double M_t, rv_vec3* F);

// derivatives of y.kb_i by the tangents before and behind joint i, as if these were any vectors
void rv_rod_turn_binormal(const rv_rod_line* line, int i, rv_vec3 y, rv_vec3 by[2]);

// Air drag, -air |v| v per metre of thread [kg/m^2]; explicit steps need h air |v| < 2 mass per metre.
// Returns the power that is lost [W].
double rv_rod_add_drag(const rv_rod_line* line, const rv_vec3* v, double air, rv_vec3* F);

// after rv_rod_measure
double rv_rod_bend_energy(const rv_rod_line* line, double B);
static inline double rv_rod_twist_energy(const rv_rod_line* line, double C, double Theta) {
    return 0.5 * C * Theta * Theta / line->elastic;
}
static inline double rv_rod_twist_moment(const rv_rod_line* line, double C, double Theta) {
    return C * Theta / line->elastic;
}

// What a holder does to the rod at one end, for the axial forces of the edges, `tension` [n - 1]
// (> 0: tension), and the twist moment; of the vertices held themselves, neither weight nor inertia.
//   pinned:  force +-(T t + G) on the end vertex, couple +-M_t t; + at the last end, - at the first
//   clamped: force +-(T t + G) of the first edge beyond the clamp; the couple +-M_t t + E x G of the
//            clamped edge is about the vertex between these two edges
typedef struct rv_rod_grip {
    rv_vec3 force, couple;
} rv_rod_grip;
rv_rod_grip rv_rod_grip_first(const rv_rod_line* line, const double* tension, double M_t,
                              bool clamped);
rv_rod_grip rv_rod_grip_last(const rv_rod_line* line, const double* tension, double M_t,
                             bool clamped);

// sums over n point masses
rv_vec3 rv_rod_momentum(int n, const double* mass, const rv_vec3* v);
rv_vec3 rv_rod_angular_momentum(int n, const double* mass, const rv_vec3* x, const rv_vec3* v);
double rv_rod_kinetic_energy(int n, const double* mass, const rv_vec3* v);

#endif
