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
    bool kinematic; // the end is moved, not driven
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
    rv_joint_id hold; // of the end; null: it is moved
    rv_vec3 moves;
    rv_cable_id cable;
    int cells;
} garcia_span;

// A layered cable without twist and damping along itself; waves are not damped either.
rv_cable_def garcia_cable(const rv_cable_node* nodes, int count, double EA, double density);
// unstretched length of a chord under a tension
double garcia_length(double chord, double tension, double EA);
garcia_span garcia_span_make(validation* v, const garcia_span_def* def);
// moves the end in the next step
void garcia_span_drive(const garcia_span* span, double speed);
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
// with half the chord over H/w, with the tension at its ends, or with a sag
garcia_catenary garcia_catenary_of(double chord, double w, double b);
garcia_catenary garcia_catenary_under(double chord, double w, double tension);
garcia_catenary garcia_catenary_with(double chord, double w, double sag);

// The elevation cable of a tower crane: from the winch 30 m along the jib, down to the hook and up
// again, and 30 m on to the end of the jib; two falls of 20 m. The hook is guided upright.
enum { GARCIA_DENSITIES = 4, GARCIA_POINTS = 5001 };
extern const double GARCIA_DENSITY[GARCIA_DENSITIES]; // [kg/m]; 0: the massless model
extern const char* const GARCIA_LABEL[GARCIA_DENSITIES];
extern const double GARCIA_JIB, GARCIA_FALL; // [m]

typedef struct garcia_crane_def {
    double density, mass, EA;
    double damping; // of the cable along itself [N s]
    double waves;   // of motion across it [1/s]
    double slack;   // longer than its path [m]
    int cells;      // 0: as by default
    rv_cable_waves scheme;
    rv_cable_tension_law tension;
    bool on_ground; // the hook does not sink below where it starts
} garcia_crane_def;

typedef struct garcia_crane {
    rv_world* world;
    rv_body_id hook;
    rv_joint_id guide;
    rv_cable_id cable;
    double path;
} garcia_crane;

garcia_crane garcia_crane_make(validation* v, const garcia_crane_def* def);
double garcia_crane_height(const garcia_crane* crane);

// the parts of the suite
extern const validation_part garcia_2008_parts[];
void garcia_nodes(validation* v);     // figure 1
void garcia_variables(validation* v); // figures 2 to 4
void garcia_supports(validation* v);  // figure 5
void garcia_obstacle(validation* v);  // figure 6
void garcia_cost(validation* v);      // section 5.3
void garcia_waves(validation* v);     // frequencies, pulses, forced waves
void garcia_sag(validation* v);       // spans at rest: sag, forces, weight
void garcia_motion(validation* v);    // moving ends, both planes, hoisted waves
void garcia_pendulum(validation* v);  // the swing of the load
void garcia_decay(validation* v);     // figure 8
void garcia_hoist(validation* v);     // figure 9
void garcia_balance(validation* v);   // energy, convergence, random commands
void garcia_schemes(validation* v);   // both schemes, both tension laws
void garcia_touch(validation* v);     // shapes that cables touch
void garcia_sweeps(validation* v);    // and random ones

#endif
