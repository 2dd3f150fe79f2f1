// What turning adds to the rows of joints (turn.c). With the velocities v' the error of a row that
// holds ends at
//   phi(q') = phi + h (G v' + phi_t) + c(v'),   q': where v' takes the bodies
// c is what the errors at both ends differ by, less what the row says of it: exact for points,
// distances, axes and rotations alike. Joints with compliance are lines.
#include "model/body.h"
#include "model/joint.h"

#include <math.h>

// Of its arm, or rad: more is no error that following turning leaves. The stepper's own law closes it.
static const double TORN = 0.01;
static const double SHORTEST = 1e-9; // [m]; below it an arm or a distance has no direction

bool rv_joint_is_rigid(const rv_world* world, int index) {
    const rv_joint* joint = &world->joints.data[index];
    if (rv_joint_parts_of(joint).hold == 0 || joint->type == RV_JOINT_SPRING
        || joint->compliance > 0.0)
        return false;
    bool has_angles = joint->type == RV_JOINT_HINGE || joint->type == RV_JOINT_SLIDER
                      || joint->type == RV_JOINT_LOCK;
    return !has_angles || joint->angular_compliance == 0.0;
}

// a side with these velocities of the island, where the substep begins
static rv_motion side_motion(const rv_world* world, const rv_island* island, int32_t index,
                             const double* v) {
    rv_motion m = rv_motion_of(world, island, index);
    const rv_body* body = index < 0 ? NULL : &world->bodies.data[index];
    if (body == NULL || rv_body_dofs(body) == 0)
        return m;
    const double* own = v + island->kkt.block_first.data[body->block];
    m.v = rv_vec3_load(own);
    if (body->kind == RV_BODY_RIGID)
        m.w = rv_vec3_load(own + 3);
    return m;
}

// And where it ends: of a body that forces move, rows have made its spin, without the gyroscopic part
// of this substep, to what it turns freely with from there.
static rv_motion moved(const rv_world* world, int32_t index, rv_motion m, double h) {
    const rv_body* body = index < 0 ? NULL : &world->bodies.data[index];
    if (body != NULL && rv_body_dofs(body) == 6) {
        m.w = rv_vec3_sub(m.w, body->gyro);
        m.w = rv_vec3_add(m.w, rv_body_turns_freely(body, m.w, h).before);
    }
    m.x = rv_vec3_mul_add(m.x, h, m.v);
    m.q = rv_quat_mul(rv_quat_exp(rv_vec3_scale(m.w, h)), m.q);
    m.R = rv_quat_to_mat3(m.q);
    return m;
}

// The angle between the two points of a distance, or of the arms; spin about the arm of a ball joint
// turns into precession, and counts there.
static double angle_of(const rv_joint* joint, const rv_stiffness* k, const rv_motion motion[2],
                       double h) {
    double largest = 0.0;
    rv_vec3 speed[2];
    for (int s = 0; s < 2; s++) {
        rv_vec3 turning = rv_vec3_cross(motion[s].w, k->arm[s]);
        speed[s] = rv_vec3_add(motion[s].v, turning);
        double length = rv_vec3_length(k->arm[s]), turned = rv_vec3_length(turning);
        if (joint->type == RV_JOINT_BALL)
            turned = length * rv_vec3_length(motion[s].w);
        if (joint->type == RV_JOINT_DISTANCE)
            length = fmax(length, k->length);
        if (length > SHORTEST && turned > largest * length)
            largest = turned / length;
    }
    if (joint->type == RV_JOINT_DISTANCE && k->length > SHORTEST) {
        rv_vec3 both = rv_vec3_sub(speed[1], speed[0]);
        rv_vec3 across = rv_vec3_mul_add(both, -rv_vec3_dot(both, k->u), k->u);
        largest = fmax(largest, rv_vec3_length(across) / k->length);
    }
    return h * largest;
}

double rv_joint_turn(const rv_world* world, const rv_island* island, const rv_member* member,
                     const double* v) {
    const rv_joint* joint = &world->joints.data[member->index];
    if (!island->is_rigid || joint->type == RV_JOINT_ANGLE)
        return 0.0;
    const rv_motion motion[2] = {side_motion(world, island, joint->body[0], v),
                                 side_motion(world, island, joint->body[1], v)};
    return angle_of(joint, &island->stiffness.data[member->first_stiffness], motion, island->h);
}

// G v of the rows that hold, of the sides that forces move
static void add_speeds(const rv_island* island, const rv_member* member, int rows, const double* v,
                       double* speed) {
    const rv_kkt* kkt = &island->kkt;
    int group = member->first_group;
    for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
        int block = kkt->reference_block.data[k];
        const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[k];
        const double* own = v + kkt->block_first.data[block];
        for (int c = 0; c < kkt->block_size.data[block]; c++)
            for (int r = 0; r < rows; r++)
                speed[r] += J[c * rows + r] * own[c];
    }
}

// the first rows are lengths, those behind them angles
static int count_lengths(rv_joint_type type) {
    return type == RV_JOINT_ANGLE      ? 0
           : type == RV_JOINT_DISTANCE ? 1
           : type == RV_JOINT_SLIDER   ? 2
                                       : 3;
}

double rv_joint_turned(const rv_world* world, const rv_island* island, const rv_member* member,
                       const double* v, double* out) {
    const rv_joint* joint = &world->joints.data[member->index];
    const rv_row* row = island->rows.data + member->first_row;
    int rows = rv_joint_parts_of(joint).hold, lengths = count_lengths(joint->type);
    if (!island->is_rigid)
        return 0.0;
    rv_motion motion[2];
    rv_vec3 center[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int s = 0; s < 2; s++) {
        motion[s] = side_motion(world, island, joint->body[s], v);
        motion[s] = moved(world, joint->body[s], motion[s], island->h);
        if (joint->body[s] >= 0)
            center[s] = world->bodies.data[joint->body[s]].center;
    }
    rv_joint_geometry g = rv_joint_geometry_of(joint, motion, center);
    double phi[RV_JOINT_HOLD_ROWS], speed[RV_JOINT_HOLD_ROWS] = {0}, largest = 0.0;
    add_speeds(island, member, rows, v, speed);
    rv_joint_errors(joint, &g, motion, rv_joint_coordinate_of(joint, &g, motion), phi);
    double length = fmax(rv_vec3_length(g.arm[0]), rv_vec3_length(g.arm[1]));
    length = fmax(fmax(length, joint->type == RV_JOINT_DISTANCE ? joint->rest : 0.0), SHORTEST);
    const double* before = island->turned.data + member->first_row;
    for (int r = 0; r < rows; r++) {
        double more = phi[r] - row[r].phi - island->h * (speed[r] + row[r].rate);
        double unit = r < lengths ? length : 1.0;
        if (!(fabs(row[r].phi) <= TORN * unit))
            return INFINITY;
        out[member->first_row + r] = more;
        largest = fmax(largest, fabs(more - before[r]) / unit);
    }
    return largest;
}
