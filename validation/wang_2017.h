// The parts of suite "wang_2017", the thread as a discrete Kirchhoff rod (Wang, Fratarcangeli,
// Ruimi, Srinivasa 2017: Real-time simulation of surgical thread), and the worlds that they are
// made of. What a check needs and cannot be made fails by itself: readers of a null id answer NaN.
#ifndef REEVE_VALIDATION_WANG_2017_H
#define REEVE_VALIDATION_WANG_2017_H

#include "reeve/reeve.h"
#include "validation/validation.h"

#define WANG_G 9.81 // [m/s^2]
enum { WANG_POINTS_MAX = 1024 };

// One step at a time, without contact and sleep, and without damping of what the step does not
// resolve; gravity along -z.
rv_world* wang_world(double gravity);

rv_cable_node wang_free(rv_vec3 at);
rv_cable_node wang_pinned(rv_body_id body, rv_vec3 point);
rv_cable_node wang_clamped(rv_body_id body, rv_vec3 point, rv_vec3 axis);
// a particle that carries a load at an end
rv_body_id wang_grain(rv_world* world, double mass, double damping, rv_vec3 at);

// 10 g/m, inextensible, without twist and damping; touches nothing. The nodes must stay until it is
// added.
rv_cable_def wang_rod(const rv_cable_node nodes[2], int edges, double EI);
// Which integrator it has. Variational: one part a step, and lengths to rounding.
void wang_integrate(rv_cable_def* def, rv_cable_rod_integrator integrator);
// Adds it; a refusal becomes a failed check with its reason.
rv_cable_id wang_add(validation* v, rv_world* world, const rv_cable_def* def);
// By how much a rod is to be longer than the 1 m between its ends for a strain between its clamps:
// the clamped edges grow with it, and leave less room.
double wang_strain(int edges, int clamps, double wanted);
void wang_run(rv_world* world, double h, long steps);
// whether the last step could not be made as it should: of a variational rod, it did not keep its
// length
bool wang_failed(const rv_world* world, rv_cable_id cable);

// the vertices of a rod
typedef struct wang_line {
    int count;
    rv_vec3 at[WANG_POINTS_MAX];
    double tension[WANG_POINTS_MAX]; // of the edge behind each
} wang_line;
void wang_read(const rv_world* world, rv_cable_id cable, wang_line* line);
// how near it comes to itself: edges that are three or more apart
double wang_nearest(const wang_line* line);

// validation_check() with the tolerance as a share of the expected value
void wang_check(validation* v, const char* name, const char* source, double expected,
                double measured, double relative);
// the slope of y over x in logarithms, by least squares
double wang_slope(const double* x, const double* y, int count);

// figure 5: by how much the energy of the swing has changed, as a share of it
void wang_plot_energy(validation* v, const char* how, const double* time, const double* energy,
                      int count);

// How something small grows, in damping times, by the size of what it has become. Where sigma(load)
// is zero: by the secant rule, from two loads near it.
typedef double wang_growth(validation* v, const void* what, double load);
double wang_threshold(validation* v, wang_growth* growth, const void* what, double near);

// the parts of the suite
extern const validation_part wang_2017_parts[];
void wang_motion(validation* v);      // figures 4 and 5: energy
void wang_thrown(validation* v);      // figures 6 and 7: momentum
void wang_axial(validation* v);       // figures 8 and 9: axial force
void wang_turns(validation* v);       // figure C.18: twist of more than a turn
void wang_shapes(validation* v);      // cantilevers
void wang_columns(validation* v);     // what buckles by pressing
void wang_twisted(validation* v);     // what buckles by twisting
void wang_helix(validation* v);       // localised buckling
void wang_coils(validation* v);       // figure 17
void wang_ply(validation* v);         // a long plectoneme
void wang_plectoneme(validation* v);  // figures 11 to 14: 20 edges are twisted until they coil up
void wang_knots(validation* v);       // overhand knots that are pulled
void wang_square_knot(validation* v); // figures 15 and 16
void wang_suture(validation* v);      // light and stiff, in a hand

#endif
