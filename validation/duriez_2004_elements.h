// A solid of finite elements with its system, for the parts of suite "duriez_2004" that are about
// elements themselves.
#ifndef REEVE_VALIDATION_DURIEZ_2004_ELEMENTS_H
#define REEVE_VALIDATION_DURIEZ_2004_ELEMENTS_H

#include "model/fem.h"
#include "reeve/tet_mesh.h"
#include "validation/duriez_2004.h"

typedef struct duriez_solid {
    rv_memory memory;
    rv_fem fem;
    rv_fem_system system; // over nodes that are not held
    int n;                // numbers of a vector over unknowns
} duriez_solid;

// `held`: may be NULL. The mesh may go afterwards. False: no memory.
bool duriez_solid_make(duriez_solid* solid, const rv_tet_mesh* mesh, const rv_tet_set* held,
                       int order, const rv_material* material);
void duriez_solid_free(duriez_solid* solid);
// assembles and factors
bool duriez_solid_factor(duriez_solid* solid, double mass, double stiffness, rv_fem_mass kind);
// x <- A^-1 x
bool duriez_solid_solve(duriez_solid* solid, double* x);

// The least frequency [Hz] by inverse iteration; its shape over unknowns into `shape` (may be
// NULL). A solid without held nodes is freed from its six rigid motions. NaN without memory.
double duriez_solid_frequency(duriez_solid* solid, rv_fem_mass kind, double* shape);

// the parts
void duriez_elements(validation* v); // patch, rotation
void duriez_beams(validation* v);    // cantilevers, frequencies
void duriez_clip_frequencies(validation* v);
void duriez_integrators(validation* v); // energy of steps
void duriez_turned(validation* v);      // the clip with corotational elements

#endif
