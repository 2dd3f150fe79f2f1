// Forms: the hulls, meshes and height fields of a world, which shapes share.
#ifndef REEVE_MODEL_FORM_H
#define REEVE_MODEL_FORM_H

#include "collide/convex.h"
#include "model/world.h"

// NULL for a stale id
rv_form* rv_world_form(const rv_world* world, rv_geometry_id id);
void rv_form_free(rv_memory* memory, rv_form* form);
// what collide sees of a shape; valid until forms are added or removed
rv_geometry rv_shape_geometry(const rv_world* world, const rv_shape_def* shape);
// where a shape is, with its body as it is now
rv_placed rv_shape_placed(const rv_world* world, const rv_shape* shape,
                          const rv_geometry* geometry);
// Cable that is fixed within a body does not touch it along this many times the depth of its end,
// since it may leave at a slant.
#define RV_LEAVES_BY 2.0
// the nearest points of a convex shape and a point; beyond `within` only that it is more
rv_closest rv_shape_closest(const rv_world* world, const rv_shape* shape, rv_vec3 point,
                            double within);

#endif
