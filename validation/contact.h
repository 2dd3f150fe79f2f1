// The parts of suite "contact", and the worlds it is made of: the same things are timed and tested.
#ifndef REEVE_VALIDATION_CONTACT_H
#define REEVE_VALIDATION_CONTACT_H

#include "reeve/reeve.h"
#include "validation/validation.h"

#define CONTACT_G 9.81 // [m/s^2]

// Gravity along -z; nothing sleeps, so that what is measured is what contacts do.
rv_world* contact_world(void);
rv_material contact_material(double friction, double restitution);
// A static plane through the origin, turned.
rv_body_id contact_plane(rv_world* world, rv_quat turn, rv_material material);
rv_shape_def contact_box(rv_vec3 half_extents, rv_material material);
rv_shape_def contact_ball(double radius, rv_material material);
// A body of one shape; mass 0: from its density.
rv_body_id contact_body(rv_world* world, const rv_shape_def* shape, rv_pose pose, double mass);
rv_pose contact_at(double x, double y, double z);
void contact_run(rv_world* world, double h, int steps);

// Boxes, balls, capsules, cylinders and hulls above a box without a lid.
void contact_pile(rv_world* world, int count);

// the parts of the suite
extern const validation_part contact_parts[];
void contact_slopes(validation* v);
void contact_spheres(validation* v);
void contact_stacks(validation* v);
void contact_tunnels(validation* v);

#endif
