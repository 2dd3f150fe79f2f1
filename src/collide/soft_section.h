// Where a taut thread bends over a deformable surface: the section of the surface with the plane
// that the thread lies in, and what of it the thread rests on.
#ifndef REEVE_COLLIDE_SOFT_SECTION_H
#define REEVE_COLLIDE_SOFT_SECTION_H

#include "collide/soft.h"

enum { RV_SECTION_MAX = 16 };

// The plane and the thread in it, from `from` straight along `x` for `length`.
typedef struct rv_soft_cut {
    rv_vec3 from;
    rv_vec3 x, y; // unit, across each other; y: out of the surface
    double length;
    double radius; // by which the thread's middle line is off the surface
    rv_vec3 near;  // what of the surface it meets is nearest to this
    // edges that it bends over in any case, if the plane cuts them: even where that turns it away
    const int32_t* kept;
    int kept_count;
} rv_soft_cut;

// a bend over an edge of the surface
typedef struct rv_soft_bend {
    int32_t edge;
    int32_t node[2];
    double weight[2]; // of its place between them
    rv_vec3 off;      // from there to the thread
    double along, height;
    double turn; // [rad], that the thread bends by; < 0: only what is kept
} rv_soft_bend;

// unit, outward: of both triangles of an edge, at x_to
rv_vec3 rv_soft_edge_normal(const rv_soft_surface* surface, int edge);
// The bends of the thread on the side y of the surface as it is at x_to, in the order of the
// thread; 0: it runs free. Reads neither trees nor normals. More than RV_SECTION_MAX: those that
// lift it least are left out.
int rv_soft_section(const rv_soft_surface* surface, const rv_soft_cut* cut,
                    rv_soft_bend bends[RV_SECTION_MAX]);

#endif
