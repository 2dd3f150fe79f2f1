// A box round points, along the axes of the world.
#ifndef REEVE_VIEW_EXTENT_H
#define REEVE_VIEW_EXTENT_H

#include "reeve/types.h"

#include <math.h>

typedef struct rv_extent {
    rv_vec3 low, high; // low > high: round nothing yet
} rv_extent;

static inline rv_extent rv_extent_none(void) {
    return (rv_extent){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static inline void rv_extent_add(rv_extent* e, rv_vec3 p) {
    e->low = (rv_vec3){fmin(e->low.x, p.x), fmin(e->low.y, p.y), fmin(e->low.z, p.z)};
    e->high = (rv_vec3){fmax(e->high.x, p.x), fmax(e->high.y, p.y), fmax(e->high.z, p.z)};
}

#endif
