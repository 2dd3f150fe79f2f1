// The parts of suite "servin_2007_segments": the rigid-segment cable (Servin, Lacoursiere 2007:
// Rigid body cable for virtual environments) against its paper, an independent check and closed
// formulas.
#ifndef REEVE_VALIDATION_SEGMENTS_H
#define REEVE_VALIDATION_SEGMENTS_H

#include "reeve/reeve.h"
#include "validation/validation.h"

extern const validation_part servin_2007_segments_parts[];

void segments_chains(validation* v); // Table I and figures 2 to 5: particle chains
void segments_loads(validation* v);  // Table II, heavy hoists
void segments_shapes(validation* v); // stretch, twist, bend; elastica, buckling, catenary
void segments_motion(validation* v); // frequencies, energy
void segments_crane(validation* v); // the gantry crane; winch, adaptive resolution, choice of model

void segments_figures(validation* v); // figures 13 and 15

void segments_winch(validation* v);  // cable made and swallowed at a drum
void segments_atwood(validation* v); // a heavy rope over a wheel
void segments_auto(validation* v);   // the automatic choice of the model

#endif
