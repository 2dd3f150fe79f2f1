// The clip that snaps onto a tube, by its condensed compliance: surface nodes against a smooth
// cylinder, at rest in every step. This is what the engine's own contact is compared with.
#ifndef REEVE_VALIDATION_DURIEZ_2004_SNAP_H
#define REEVE_VALIDATION_DURIEZ_2004_SNAP_H

#include "reeve/tet_mesh.h"
#include "validation/duriez_2004.h"

// what the handle does not hold of the surface
typedef struct duriez_clip {
    int count;
    rv_vec3* X; // at rest [m], in the frame of the handle
    double* C;  // 3 count x 3 count [m/N]
    // the whole surface, with the nodes that the handle holds
    int surface_count, triangle_count;
    rv_vec3* surface;   // at rest
    int* free;          // by surface node: its number in X; -1: held
    int32_t* triangles; // three surface nodes each, counter-clockwise from outside
    int nodes, tets;    // of the elements
    int held;           // corners that the handle holds
    double mass;
} duriez_clip;

rv_material duriez_pvc(double young); // poisson 0.4, 1400 kg/m^3

// `order` of the elements: 1 or 2; Young's modulus [Pa]. False: no memory, or a refusal.
bool duriez_clip_make(duriez_clip* clip, const rv_clip_shape* shape, int order, double young);
void duriez_clip_free(duriez_clip* clip);

// Contact with a tube through a place: 0 <= f _|_ gap >= 0 with the normals of where
// the nodes are, iterated until no node moves by more than 1e-10 m.
typedef struct duriez_snap {
    const duriez_clip* clip;
    double radius; // of the tube [m]
    rv_vec3 axis;  // unit, along z at first
    double give;   // of every contact [m/N]; 0: none, above: a penalty of 1/give
    rv_vec3* u;    // displacement by surface node
    int rows;      // nodes that could touch
    int* node;     // by row
    rv_vec3* normal;
    duriez_lcp lcp;
    rv_vec3* moved; // scratch
} duriez_snap;

typedef struct duriez_snap_state {
    rv_vec3 force;  // of the tube on the clip [N]
    int contacts;   // that carry
    int problems;   // solved until normals stood still; 0: they did not
    double error;   // duriez_lcp_error of the last
    double deepest; // of the nodes in the tube, with their own normals [m]
    double most;    // largest displacement of a surface node along x [m]
    double energy;  // stored in the clip [J]
} duriez_snap_state;

bool duriez_snap_make(duriez_snap* snap, const duriez_clip* clip, double radius);
void duriez_snap_free(duriez_snap* snap);
// from where it was left
duriez_snap_state duriez_snap_move(duriez_snap* snap, rv_vec3 tube);
// the tangent of the force with all normals and carrying rows kept: N^T W^-1 N [N/m], x and y
void duriez_snap_stiffness(const duriez_snap* snap, double K[2][2]);

// The tube along the mouth of the clip to its seat, in steps: y from -16.5 mm to 0.
enum { DURIEZ_STEPS = 330 };
#define DURIEZ_STEP 5e-5   // [m]
#define DURIEZ_TUBE 0.010  // its radius [m]
#define DURIEZ_YOUNG 2.7e9 // [Pa]
typedef struct duriez_curve {
    double y[DURIEZ_STEPS + 1], force[DURIEZ_STEPS + 1]; // [m], [N] along y on the clip
    double peak, peak_y, least, least_y, zero_y;
    double work_in, work_out; // over the parts where the force resists and where it pulls [J]
    double energy_off;        // of the stored energy and the work done so far, largest [J]
    double most, error, deepest;
    int contacts, problems; // most; problems 0: normals did not come to rest somewhere
    double K[2][2];         // at the peak
} duriez_curve;
bool duriez_curve_run(duriez_curve* curve, const duriez_clip* clip);

// the clip with linear and with quadratic elements, for the parts that need it
typedef struct duriez_clips {
    duriez_clip linear, quadratic;
} duriez_clips;
void duriez_figures(validation* v, const duriez_clips* clips); // figures 1, 3 and 4
void duriez_insertion(validation* v,
                      const duriez_clips* clips); // the table of section 3 of the theory
void duriez_clip_variants(validation* v);         // other meshes, walls and materials
void duriez_friction(validation* v, const duriez_clips* clips);
void duriez_multirate(validation* v, const duriez_clips* clips); // figure 6
void duriez_faceted(validation* v, const duriez_clips* clips);   // a tube of flat facets
void duriez_engine_check(validation* v, const duriez_clips* clips);
void duriez_ticks(validation* v, const duriez_clips* clips);   // the same by the engine
void duriez_haptics(validation* v, const duriez_clips* clips); // hands in closed loops

#endif
