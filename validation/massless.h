// Worlds for the suite "servin_2007_massless", built in a few words: loads, nodes and cables
// without twist or damping unless a test asks for them. What a check needs and cannot be made fails
// by itself: readers of a null id answer NaN.
#ifndef REEVE_VALIDATION_MASSLESS_H
#define REEVE_VALIDATION_MASSLESS_H

#include "reeve/reeve.h"
#include "validation/validation.h"

#define MASSLESS_G 9.81 // [m/s^2]

// One step at a time, so that formulas of the discrete scheme hold; gravity along -z.
rv_world* massless_world(rv_stepper stepper, double gravity);
// A particle.
rv_body_id massless_load(rv_world* world, double mass, rv_vec3 at);
// A cube whose x axis points along `axis`.
rv_body_id massless_box(rv_world* world, double mass, double side, rv_vec3 at, rv_vec3 axis);

rv_cable_node massless_end(rv_body_id body, rv_vec3 point);
rv_cable_node massless_eye(rv_body_id body, rv_vec3 point);
// A wheel about the y axis; side as in rv_cable_node.
rv_cable_node massless_pulley(rv_body_id body, rv_vec3 center, double radius, int side);
// A winch at a point of the world; speed > 0 pays out.
rv_cable_node massless_drum(rv_vec3 point, double speed);

// Without twist, damping and compression; EA as in rv_cable_def.
rv_cable_def massless_cable(const rv_cable_node* nodes, int count, double EA);
// Adds it; a refusal becomes a failed check with its reason.
rv_cable_id massless_add(validation* v, rv_world* world, const rv_cable_def* def);

void massless_run(rv_world* world, double h, int steps);
// validation_check() with the tolerance as a share of the expected value.
void massless_check(validation* v, const char* name, const char* source, double expected,
                    double measured, double relative);

// the parts of the suite
extern const validation_part servin_2007_massless_parts[];
void massless_motion(validation* v);
void massless_hanging_scene(validation* v);
void massless_pulleys(validation* v);
void massless_friction(validation* v);
void massless_ringing(validation* v);
void massless_slack(validation* v);
void massless_crane(validation* v);

#endif
