// Joints inside the engine: which rows a joint has, and where its frames are.
#ifndef REEVE_MODEL_JOINT_H
#define REEVE_MODEL_JOINT_H

#include "model/constraint.h"

// the row groups of a joint, in this order
typedef struct rv_joint_parts {
    int hold;                    // rows that hold, 0 to 6
    int limit;                   // 0 or 1
    int motor;                   // 0 or 1
    bool coordinate_is_distance; // its pull is along the line between two points
} rv_joint_parts;

rv_joint_parts rv_joint_parts_of(const rv_joint* joint);

typedef struct rv_joint_geometry {
    rv_vec3 point[2]; // origins of the frames in the world
    rv_vec3 arm[2];   // from the centres of mass to them
    rv_mat3 axes[2];  // axes of the frames, as columns
    rv_vec3 between;  // point[1] - point[0]
} rv_joint_geometry;

rv_joint_geometry rv_joint_geometry_of(const rv_joint* joint, const rv_motion motion[2],
                                       const rv_vec3 center[2]);
// with the bodies where they are (island NULL: now; else in its running substep)
rv_joint_geometry rv_joint_now(const rv_world* world, const rv_island* island,
                               const rv_joint* joint);
double rv_joint_coordinate_of(const rv_joint* joint, const rv_joint_geometry* geometry,
                              const rv_motion motion[2]);
// the torque on b of a unit force along the free coordinate
rv_vec3 rv_joint_coordinate_axis(const rv_joint* joint, const rv_joint_geometry* geometry);
// the torque on b of a unit force of each of the three rotation rows of slider and lock, as rows
rv_mat3 rv_joint_rotation_rows(const rv_joint* joint, const rv_joint_geometry* geometry,
                               const rv_motion motion[2]);
// phi of the rows that hold; `value`: the free coordinate
void rv_joint_errors(const rv_joint* joint, const rv_joint_geometry* geometry,
                     const rv_motion motion[2], double value, double* phi);
// it holds without compliance
bool rv_joint_is_rigid(const rv_world* world, int index);
// what turning adds to them (constraint.h)
double rv_joint_turn(const rv_world* world, const rv_island* island, const rv_member* member,
                     const double* v);
double rv_joint_turned(const rv_world* world, const rv_island* island, const rv_member* member,
                       const double* v, double* out);
double rv_joint_speed_of(const rv_joint* joint, const rv_joint_geometry* geometry,
                         const rv_motion motion[2]);

#endif
