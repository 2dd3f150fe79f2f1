// The surface of a solid for drawing: its triangles once, its corners as they stand. Where the
// surface has an edge at the start, its nodes are there once for each side, so that shading is
// smooth over bends and sharp at edges.
#ifndef REEVE_VIEW_SKIN_H
#define REEVE_VIEW_SKIN_H

#include "view/facets.h"

typedef struct rv_skin {
    rv_solid_id id;
    int* nodes;       // of the solid, one for each vertex of the facets
    rv_facets facets; // in the world
} rv_skin;

// False without memory: then there is nothing to free.
bool rv_skin_read(rv_skin* skin, const rv_world* world, rv_solid_id solid);
// Where the corners are now.
void rv_skin_update(rv_skin* skin, const rv_world* world);
void rv_skin_free(rv_skin* skin);

#endif
