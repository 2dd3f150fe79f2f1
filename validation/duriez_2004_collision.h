// The surface of the clip against tubes that the engine's collision knows: a cylinder, or a mesh of
// flat facets.
#ifndef REEVE_VALIDATION_DURIEZ_2004_COLLISION_H
#define REEVE_VALIDATION_DURIEZ_2004_COLLISION_H

#include "collide/soft.h"
#include "validation/duriez_2004_snap.h"

// Rings of `facets` corners (at most 192) on the cylinder along z, open at both ends: 14 triangles
// a facet. False: no memory.
bool duriez_tube_make(rv_memory* memory, rv_trimesh* tube, int facets);

// Contact at rest by condensed compliance with all parts of the surface: nodes, edges and faces.
typedef struct duriez_touching duriez_touching;
// facets: of the tube; 0: a cylinder. NULL: no memory.
duriez_touching* duriez_touching_make(const duriez_clip* clip, int facets);
void duriez_touching_free(duriez_touching* s); // NULL is allowed
// the tube to a place y in the frame of the clip; its force on the clip along y
double duriez_touching_move(duriez_touching* s, double y);

// The clip on its way onto the tube, as steps of 0.2 mm: where its surface is at the start and at
// the end of each, in the frame of the clip. For timing.
enum { DURIEZ_PLACES = 62, DURIEZ_TOUCHES = 512 };
typedef struct duriez_collision {
    rv_memory memory;
    rv_trimesh mesh;
    rv_geometry tube;
    rv_soft_surface surface;
    rv_vec3* x[DURIEZ_PLACES + 1];
    rv_soft_touch touches[DURIEZ_TOUCHES];
} duriez_collision;
// facets: of the mesh; 0: a cylinder
bool duriez_collision_make(duriez_collision* c, const duriez_clip* clip, int facets);
void duriez_collision_free(duriez_collision* c);
// Refits and finds what touches within step `place`; returns how many.
int duriez_collision_find(duriez_collision* c, int place);

#endif
