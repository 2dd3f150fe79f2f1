// Bending that is damped in the material (Kelvin-Voigt): a moment per rate of curvature, as the
// sections feel it. It takes energy from all bending that changes, also from a thread that whirls
// about its own line while its ends are held, and from no motion of the whole.
//
// Section j turns with its tangent and spins by s_j about it. Twist stays in equilibrium along the
// line, so that spins follow from one to the next:
//   s_i - s_(i-1) = Theta' D_i/Lbar - g_i,   g_i = kb_i.(t'_(i-1) + t'_i)/2
// and by Theta' e/Lbar from an end's section to its edge, where Theta' is how much faster the last end
// spins than the first, and sum g_i, if both ends are held, else 0. The rate of the binormal
// that the sections beside joint i see, in the plane across the edge before it, is
//   k'_i = (kb'_i + P^T kb'_i)/2 - (s_(i-1) + s_i)/2 t_(i-1) x kb_i       P: the joint's smallest rotation
// and forces are derivatives of R = sum viscosity/(2 D_i) |k'_i|^2 by the velocities; where no end is
// held, of the least R for any spin of the whole.
#ifndef REEVE_MODEL_ROD_VISCOUS_H
#define REEVE_MODEL_ROD_VISCOUS_H

#include "model/rod_forces.h"

typedef struct rv_rod_viscous {
    double viscosity;           // [N m^2 s], moment per rate of curvature
    bool first_held, last_held; // ends whose spin is given
    double first, last;         // spins [rad/s]
    double* values;             // RV_ROD_VISCOUS_VALUES n doubles of room
    // written: by which the holders turn the rod about the first and the last tangent
    double couple_first, couple_last;
} rv_rod_viscous;

enum { RV_ROD_VISCOUS_VALUES = 5 };

// Adds the forces to F and their stresses to those of the line, after rv_rod_add_forces or
// rv_rod_frames_add_forces. Open lines only. Returns the power that is lost, 2R [W]. Explicit steps
// need h (h + 2 viscosity/B) below the square of rv_rod_step_limit.
double rv_rod_add_viscous(const rv_rod_line* line, const rv_vec3* v, rv_rod_viscous* viscous,
                          rv_vec3* F);

#endif
