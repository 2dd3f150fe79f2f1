// The local model that the world publishes for a haptic tick: what is near the tool and how it gives
// way. Plain data in memory of fixed size; nothing in it points to the world.
//
// A force F_j on the tool's side of point j (and -F_j on the other side) moves the sides of point i
// against each other by C_ij F_j; C = R C_tool R^T + C_world, where C_tool turns with the tool.
#ifndef REEVE_STEP_HAPTIC_MODEL_H
#define REEVE_STEP_HAPTIC_MODEL_H

#include "collide/geometry.h"
#include "core/memory.h"
#include "reeve/haptic.h"

typedef enum rv_haptic_kind {
    RV_HAPTIC_TOOL_POINT,  // a point of the tool against a shape in the world
    RV_HAPTIC_WORLD_POINT, // a point in the world against a shape of the tool
    RV_HAPTIC_HELD_POINT,  // a point of the tool that holds on to a place in the world
} rv_haptic_kind;

typedef struct rv_haptic_point {
    uint64_t key; // tells it from others, from model to model; not 0
    rv_haptic_kind kind;
    rv_vec3 point;  // without contact forces; in the tool's frame, or (world point) in the world
    double radius;  // of a round point
    rv_pose pose;   // of the shape in the world, or (world point) in the tool's frame;
                    // held: where the place would be without the hand
    rv_vec3 origin; // about which what is in the world turns
    rv_vec3 velocity, spin; // of what is in the world: at its origin, and about it
    // plane, sphere, capsule, cylinder or box; other forms are the plane that touches them there
    rv_geometry geometry;
    rv_vec3 normal; // as the world found it: along the force on the tool, world axes
    double gap;     // along it, without contact forces, at `rv_haptic_model.tool`
    double friction;
    rv_vec3 force; // on the tool, of the world's last step
} rv_haptic_point;

typedef struct rv_haptic_model {
    uint64_t sequence; // 1 and up
    double time;       // of the world
    double step;       // of the world [s]: motion goes on for as long as that
    rv_pose tool;      // for which the gaps are
    int count;
    rv_haptic_point* points;  // room for max_points
    bool tool_gives;          // C_tool is not zero
    bool world_gives;         // C_world
    double *C_tool, *C_world; // 3 count x 3 count, row-major, symmetric; unused if zero
} rv_haptic_model;

// false without memory
bool rv_haptic_model_make(rv_memory* memory, rv_haptic_model* model, int max_points);
void rv_haptic_model_free(rv_memory* memory, rv_haptic_model* model, int max_points);
// every number in it that a tick reads is finite
bool rv_haptic_model_is_finite(const rv_haptic_model* model);

// Signed distance of a point to the surface of a shape, < 0 inside, and the outward normal there.
// Plane, sphere, capsule, cylinder and box.
double rv_haptic_distance(const rv_geometry* geometry, rv_pose pose, rv_vec3 point,
                          rv_vec3* normal);

#endif
