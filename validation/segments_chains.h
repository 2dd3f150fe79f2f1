// The particle chains (a) to (e) of the suite "servin_2007_segments": N = 5 links of 1 m, light
// particles of 1 kg and a load of `ratio` of them, dropped from the horizontal, 60 steps a second,
// g = 10 m/s^2 (Servin, Lacoursiere 2007, section III). They are made of public constraints alone.
#ifndef REEVE_VALIDATION_SEGMENTS_CHAINS_H
#define REEVE_VALIDATION_SEGMENTS_CHAINS_H

#include "reeve/reeve.h"
#include "validation/validation.h"

enum { CHAINS_LINKS = 5, CHAINS_RATE = 60, CHAINS_SECONDS = 30 };
#define CHAINS_G 10.0 // [m/s^2]

typedef enum chains_model {
    CHAINS_LINKED,     // (a) distance rows
    CHAINS_LENGTH,     // (b) and the total length, a massless cable through all particles
    CHAINS_ENFORCED,   // (c) and a distance row from the anchor to the load
    CHAINS_LENGTH_CUT, // (d) as (b), without the distance row of the load
    CHAINS_ANGLES,     // (e) and the angle between neighbouring links
} chains_model;

typedef struct chains_def {
    chains_model model;
    double link_compliance;  // eps_d [m/N]
    double extra_compliance; // of the supplementary rows: [m/N], (e) [rad/(N m)]
    double ratio;            // mass of the load, in light particles
    rv_stepper stepper;
    double relaxation; // SPOOK: damping time of all rows, in steps
    double below;      // start of the drop, below the horizontal [rad]
    bool geometric_stiffness;
} chains_def;

// Three points whose two links are held straight; the first may be the anchor.
typedef struct chains_angle {
    rv_body_id bodies[3];
    double compliance, tau;
} chains_angle;

// Must stay where it is while its world steps.
typedef struct chains {
    rv_world* world;
    rv_body_id bodies[CHAINS_LINKS + 1]; // bodies[0]: the anchor, static at the origin
    chains_angle angles[CHAINS_LINKS - 1];
} chains;

// False: it could not be made; destroy the world in any case, NULL or not.
bool chains_create(const chains_def* def, chains* out);
void chains_step(chains* c);

// phi_d of a link [m] and phi_a between it and the next [rad], in the plane of the motion, signed
double chains_stretch(const chains* c, int link);
double chains_angle_at(const chains* c, int link);
double chains_largest_stretch(const chains* c);

// figures 2 to 5
void chains_figures(validation* v);

#endif
