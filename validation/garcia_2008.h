// The parts of suite "garcia_2008", the layered cable (Garcia-Fernandez, Pla-Castells,
// Martinez-Dura 2008: Elevation cable modeling for interactive simulation of cranes), and the spans
// that they are made of. Worlds, loads and nodes are those of massless.h.
#ifndef REEVE_VALIDATION_GARCIA_2008_H
#define REEVE_VALIDATION_GARCIA_2008_H

#include "reeve/reeve.h"
#include "validation/massless.h"
#include "validation/validation.h"

#define GARCIA_G 9.81 // [m/s^2]
enum { GARCIA_CELLS_MAX = 200 };

// One span from the origin to a body that a joint holds, or drives along a line. Stretch that a step
// cannot resolve is damped.
typedef struct garcia_span_def {
    rv_vec3 to;
    rv_vec3 moves;  // direction of the drive; 0: none
    double density; // [kg/m]
    double EA, length;
    double damping; // of motion across it [1/s]
    double gravity;
    int cells;
    rv_cable_waves waves;
} garcia_span_def;

typedef struct garcia_span {
    rv_world* world;
    rv_body_id end;
    rv_joint_id hold; // of the end
    rv_cable_id cable;
    int cells;
} garcia_span;

// A layered cable without twist and damping along itself; waves are not damped either.
rv_cable_def garcia_cable(const rv_cable_node* nodes, int count, double EA, double density);
// unstretched length of a chord under a tension
double garcia_length(double chord, double tension, double EA);
garcia_span garcia_span_make(validation* v, const garcia_span_def* def);
// distances from the chord along `direction`, at the cells + 1 nodes of the span
void garcia_shape(const garcia_span* span, rv_vec3 direction, double* u);
// the share of sin(n pi x) in them
double garcia_mode(const double* u, int cells, int n);

// The angle per step of x[n+1] = a x[n] - b x[n-1], a and b of least squares, and what is left of
// the amplitude after a step.
typedef struct garcia_turn {
    double angle, kept;
} garcia_turn;
garcia_turn garcia_fit(const double* x, int count);

// A level inextensible catenary.
typedef struct garcia_catenary {
    double H, V;   // at its ends [N]
    double sag;    // [m]
    double excess; // length over chord, less 1
} garcia_catenary;
// with half the chord over H/w, or with the tension at its ends
garcia_catenary garcia_catenary_of(double chord, double w, double b);
garcia_catenary garcia_catenary_under(double chord, double w, double tension);

// the parts of the suite
void validation_garcia_2008(validation* v);
void garcia_waves(validation* v);    // frequencies, pulses, forced waves
void garcia_sag(validation* v);      // spans at rest: sag, forces, weight
void garcia_motion(validation* v);   // moving ends, both planes, hoisted waves
void garcia_pendulum(validation* v); // the swing of the load
void garcia_energy(validation* v);   // figure 8
void garcia_hoist(validation* v);    // figure 9
void garcia_schemes(validation* v);  // both schemes, both tension laws

#endif
