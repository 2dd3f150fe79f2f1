// Rods that are curved or twisted at rest, of sections that bend alike in all directions (Bergou et
// al. 2008): the material frame turns along the line to where it is in equilibrium, since a thin rod
// has next to no inertia against that.
//
// Edge j has directors m_1, m_2, turned by the angle theta_j against a frame (u_j, v_j = t_j x u_j) that
// is carried along the line without twist. A joint has the frame of the mean angle
// phi_i = (theta_(i-1) + theta_i)/2, in which its curvature binormal has the components
//   k_i = (kb_i.m_1, kb_i.m_2)
// the same in the planes across both edges. With rest values r_i and q_i,
//   W = sum_i B/(2 D_i) |k_i - r_i|^2 + C/(2 D_i) (theta_i - theta_(i-1) - q_i)^2
// is least in all angles that are not held (Newton's method, three angles wide). An end that is held and
// clamped holds the angle of its edge. One that is held and pinned holds its own section, at the angle
// theta_e beside the first or the last edge, with the half edge e between them (rod_forces.h):
//   W += C/(2 e_0) (theta_0 - theta_e0 - q_0)^2 + C/(2 e_1) (theta_e1 - theta_(n-2) - q_(n-1))^2
// Forces are then
// derivatives of W for directors that turn with their tangents and do not spin: what the directors
// do beyond that costs nothing to first order. With rho_i = sum_a r_ia (m_a of both edges)/2 the rest
// binormal in space and M_i = C/D_i (theta_i - theta_(i-1) - q_i),
//   dW = sum_i B/D_i (kb_i - rho_i).dkb_i + M_i kb_i.(dt_(i-1) + dt_i)/2
// For r = q = 0 and both ends held this is the bending and twist of rod_forces.h. Open lines only.
#ifndef REEVE_MODEL_ROD_FRAMES_H
#define REEVE_MODEL_ROD_FRAMES_H

#include "model/rod_forces.h"

// Where the values of one rod lie; n >= 3 vertices, as its line has. Joints are 1..n-2.
typedef struct rv_rod_frames {
    // [n], the caller's; after rv_rod_frames_at 0
    double *rest_1, *rest_2; // r_i: components of the binormal at rest, 2 tan(angle/2)
    double* rest_twist;      // q_i [rad]; 0 and n - 1: of the half edges of pinned ends
    // [n - 1]; angles of the last call are where the next one starts from
    double* theta;
    // theta of the end's section is given, not found
    bool first_held, last_held;
    double last; // that of the last end; of the first end it is 0

    // written by rv_rod_frames_carry
    rv_vec3* u;              // [n - 1]
    double *across, *beside; // [n], kb_i.u and kb_i.v
    // written by rv_rod_frames_relax: phi_i, k_i; then gradient, step and matrix of Newton's method
    double *cosine, *sine, *k_1, *k_2;     // [n]
    double *slope, *turn, *pivot, *beyond; // [n]
} rv_rod_frames;

enum { RV_ROD_FRAMES_VALUES = 17 }; // doubles per vertex

typedef struct rv_rod_stiffness {
    double B, C; // [N m^2], > 0
} rv_rod_stiffness;

rv_rod_frames rv_rod_frames_at(double* values, int vertices);

// carries the frame along the line from `first`, perpendicular to the first tangent. After
// rv_rod_measure. For an end that is held `first` is its director; for one that is free any direction
// that follows the first edge (rv_rod_carry). `last` of a last end that is held is rv_rod_twist from
// `first` to its director.
void rv_rod_frames_carry(rv_rod_frames* f, const rv_rod_line* line, rv_vec3 first);

// Finds the angles; after rv_rod_frames_carry. Returns the number of linear systems solved, or -1 if
// angles still changed after 100 of them (they are then as near as they came).
int rv_rod_frames_relax(rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s);

// W, for the angles as rv_rod_frames_relax left them
double rv_rod_frames_energy(const rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s);

// Adds the forces to F and writes the stresses of the line, in place of rv_rod_add_forces. The line
// must be measured with B = 0: its moments are then those of rv_rod_damp alone, and added.
void rv_rod_frames_add_forces(const rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s,
                              rv_vec3* F);

// dW/dtheta of an end's section, 0 where it is free: the holder of the last end turns the rod by this
// couple about the last tangent, that of the first end by this about the first
double rv_rod_frames_couple(const rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s,
                            bool last);

// angle of the last section against the first, held or free
double rv_rod_frames_twist(const rv_rod_frames* f, const rv_rod_line* line);

// an end's section is that of its edge: it is held, and not pinned
static inline bool rv_rod_frames_fixed(const rv_rod_frames* f, const rv_rod_line* line, int side) {
    return (side == 0 ? f->first_held : f->last_held) && !line->pinned[side];
}
// stiffness of the half edge between the holder of an end and its edge, 0 where that turns nothing
static inline double rv_rod_frames_end_stiffness(const rv_rod_frames* f, const rv_rod_line* line,
                                                 int side, double C) {
    bool twists = (side == 0 ? f->first_held : f->last_held) && line->pinned[side];
    return twists ? C / line->end_length[side] : 0.0;
}

// makes the line as it is measured, with the frames as they were carried and the angles as they are,
// the shape at rest
void rv_rod_frames_set_rest(rv_rod_frames* f, const rv_rod_line* line);

#endif
