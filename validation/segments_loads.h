// The hanging cables of the suite "servin_2007_segments": a light cable between a heavy top and a
// heavy load (Table II), and a real hoist, a 12 mm steel cable with a load on a moving anchor.
#ifndef REEVE_VALIDATION_SEGMENTS_LOADS_H
#define REEVE_VALIDATION_SEGMENTS_LOADS_H

#include "reeve/reeve.h"
#include "validation/validation.h"

#define LOADS_G 10.0      // [m/s^2]
#define LOADS_LENGTH 10.0 // of every cable [m]
enum { LOADS_RATE = 60, LOADS_SWING_SECONDS = 15 };

// Table II: N_C joints between N_C + 1 elements of one length; the first and the last have the mass
// M = ratio * m, those between m = rho A l. A ball joint holds the first on the world, and all are
// released from 60 degrees off the vertical.
typedef struct loads_swing_def {
    int joints;         // N_C
    double young, beta; // Y [Pa]; A/I_A [1/m^2]: 12/A of a square section
    double ratio;       // M/m
    double top_ratio;   // of the first element; 0: the same
    bool inextensible;  // EA at the compliance floor
    double noise;       // random speed of every element across the plane of the swing [m/s]
    bool plain;         // the paper's method: seed stepper, no geometric stiffness, no substeps
    rv_cable_bend bend;
    int iterations; // of Gauss-Seidel over cable and anchor; 0: direct
} loads_swing_def;

typedef struct loads_swing {
    rv_world* world;
    rv_body_id top, load;
    rv_joint_id anchor;
    rv_cable_id cable;
    double segment_mass, segment_length;
} loads_swing;

typedef struct loads_outcome {
    bool finite;
    double stretch;         // largest opening of a joint, share of a segment
    double largest_stretch; // that is allowed: a tenth by the paper's method, else any
    double torn;            // the same beyond what its force stretches it
    double top;             // largest opening of the anchor [m]
    double gain;     // most of kinetic + gravitational energy above the start, share of M g L
    double lost;     // of it, at the end
    double wobble;   // largest bend of a joint [rad]
    rv_vec3 at;      // where the load ends
    double sideways; // how far the load ever left the plane of its swing [m]
} loads_outcome;

// false: it could not be made; destroy the world in any case, NULL or not
bool loads_swing_create(const loads_swing_def* def, loads_swing* out);
// until it is unstable, at most 15 s
loads_outcome loads_swing_run(const loads_swing_def* def);
bool loads_is_stable(const loads_outcome* o);
void loads_check_holds(validation* v, const char* name, const char* source, bool expected,
                       bool measured);

// --- a real hoist ---

typedef enum loads_motion { LOADS_HANG, LOADS_SHIFT, LOADS_DROP, LOADS_SWING } loads_motion;

typedef struct loads_hoist_def {
    int segments;
    double ratio; // load over the mass of a segment
    loads_motion motion;
    int seconds;
    bool inextensible;
    bool loose;      // neither bending nor torsion
    double zigzag;   // hanging: joints start this far to either side [m]
    bool from_top;   // the load hangs from its top, else it is held at its centre
    double* tension; // NULL, or room for the pull at the anchor after every step, of the weight
    double* energy;  // NULL, or room for the energy gained since the start, of M g L
} loads_hoist_def;

typedef struct loads_hoist_outcome {
    bool finite;
    double tension;     // at the anchor, mean over the last 2 s, of the weight
    double ripple;      // half its range there
    double peak;        // largest ever
    double jitter;      // largest range of a joint's place over the last 2 s [m]
    double gain;        // most kinetic + gravitational energy above that of the start, what the
                        // stretch had stored then and the work of the anchor, of M g L
    double lost;        // of all energy, at the end
    double torn;        // largest opening of a joint beyond what its force stretches it [m]
    double early, late; // how far joints were off the line from anchor to load, in the 2 s after
                        // the first and in the last 2 s [m]
} loads_hoist_outcome;

loads_hoist_outcome loads_hoist_run(const loads_hoist_def* def);
double loads_hoist_EA(void);                         // [N]
double loads_hoist_mass(const loads_hoist_def* def); // of the load [kg]

void loads_variants(validation* v); // the paper's one angle, Gauss-Seidel
void loads_hoists(validation* v);   // loads on a real cable

#endif
