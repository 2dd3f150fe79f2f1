// One shape of each convex kind, for the tests of threads that meet and run round them.
#ifndef REEVE_THREAD_SHAPES_H
#define REEVE_THREAD_SHAPES_H

#include "collide/geometry.h"

static const rv_geometry box_shape = {.type = RV_SHAPE_BOX, .half_extents = {0.5, 0.7, 0.4}};
static const rv_geometry sphere_shape = {.type = RV_SHAPE_SPHERE, .radius = 0.7};
static const rv_geometry capsule_shape = {
    .type = RV_SHAPE_CAPSULE, .radius = 0.3, .half_length = 0.7};
static const rv_geometry cylinder_shape = {
    .type = RV_SHAPE_CYLINDER, .radius = 0.5, .half_length = 0.6};

#endif
