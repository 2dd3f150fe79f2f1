// Joints, stage "rows": phi, Jacobian and law of every row, and the geometric stiffness of its
// pull. a, b: bodies; p: the frames' origins; r: arms from the centres of mass; X, Y, Z: axes of
// frame_a.
//   point     phi = p_b - p_a                   J_b = [I, -[r_b]x],  J_a = -[I, -[r_a]x]
//   across    phi = Y.(p_b - p_a), Z.(...)      n = Y, Z turn with a: J_a = -[n, (p_b - x_a) x n]
//   align     phi = Y.X_b, Z.X_b                J_b = [0, X_b x n],  J_a = -J_b
//   rotation  phi = log(R_a^T R_b) in frame_a   J_b = [0, Jl^-1(phi) F_a^T],  J_a = -J_b
//   distance  phi = |p_b - p_a| - rest          u = (p_b - p_a)/|.|:  J_b = [u, r_b x u]
//   angle     phi = atan2(D32 - D23, D22 + D33) - rest, D = F_a^T F_b, d = D e1
//                                               J_b = [0, F_a (1 + d1, d2, d3)/(1 + d1)]
// Rows act with +gradient on b: the tension of a distance row is -lambda.
#include "model/family.h"
#include "model/joint.h"
#include "model/pull.h"

#include <math.h>

static const double SHORTEST = 1e-9; // [m]; below it a distance has no direction

typedef struct joint_row {
    rv_vec3 linear[2], angular[2];
} joint_row;

typedef struct writer {
    const rv_world* world;
    rv_island* island;
    const rv_joint* joint;
    rv_motion motion[2];
    int size[2];         // dofs of the bodies
    double* jacobian[2]; // of the running group
    int group_rows;
} writer;

rv_joint_geometry rv_joint_geometry_of(const rv_joint* joint, const rv_motion motion[2],
                                       const rv_vec3 center[2]) {
    rv_joint_geometry g;
    for (int s = 0; s < 2; s++) {
        g.arm[s] = rv_mat3_apply(motion[s].R, rv_vec3_sub(joint->point[s], center[s]));
        g.point[s] = rv_vec3_add(motion[s].x, g.arm[s]);
        g.axes[s] = rv_mat3_mul(motion[s].R, joint->axes[s]);
    }
    g.between = rv_vec3_sub(g.point[1], g.point[0]);
    return g;
}

// starts a group: where the Jacobians of the two bodies go
static void begin_group(writer* w, int group) {
    const rv_kkt* kkt = &w->island->kkt;
    w->group_rows = kkt->group_size.data[group];
    int reference = kkt->group_first.data[group];
    for (int s = 0; s < 2; s++) {
        w->jacobian[s] = NULL;
        if (w->size[s] > 0)
            w->jacobian[s] = rv_kkt_jacobian(&w->island->kkt, reference++);
    }
}

// writes row k of the group; what the other side gives is the row's explicit rate
static void put_row(writer* w, int k, const joint_row* row, rv_row* out) {
    for (int s = 0; s < 2; s++) {
        double* J = w->jacobian[s];
        int m = w->group_rows;
        if (J == NULL) {
            out->rate += rv_vec3_dot(row->linear[s], w->motion[s].v)
                         + rv_vec3_dot(row->angular[s], w->motion[s].w);
            continue;
        }
        J[k] = row->linear[s].x;
        J[m + k] = row->linear[s].y;
        J[2 * m + k] = row->linear[s].z;
        if (w->size[s] == 3)
            continue;
        J[3 * m + k] = row->angular[s].x;
        J[4 * m + k] = row->angular[s].y;
        J[5 * m + k] = row->angular[s].z;
    }
}

static rv_row law(double phi, double compliance, double damping) {
    return (rv_row){.phi = phi,
                    .compliance = compliance,
                    // rigid rows relax as the world says, compliant ones as their damping says
                    .tau = compliance > 0.0 ? compliance * damping : -1.0,
                    .lower = -INFINITY,
                    .upper = INFINITY};
}

static joint_row point_row(const rv_joint_geometry* g, rv_vec3 n) {
    return (joint_row){
        .linear = {rv_vec3_neg(n), n},
        .angular = {rv_vec3_neg(rv_vec3_cross(g->arm[0], n)), rv_vec3_cross(g->arm[1], n)}};
}

static joint_row angular_row(rv_vec3 n) {
    return (joint_row){.angular = {rv_vec3_neg(n), n}};
}

static const rv_vec3 AXES[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// Rows k to k + 2 at once: `linear` (NULL: none) and `angular` act with + on b and with - on a.
static void put_three(writer* w, int k, const rv_mat3* linear, const rv_mat3* angular[2],
                      rv_row* rows) {
    int m = w->group_rows;
    for (int s = 0; s < 2; s++) {
        double sign = s == 0 ? -1.0 : 1.0;
        const rv_mat3* turn = angular[s];
        double* J = w->jacobian[s] == NULL ? NULL : w->jacobian[s] + k;
        for (int c = 0; J != NULL && c < 3; c++)
            for (int i = 0; i < 3; i++)
                J[c * m + i] = linear == NULL ? 0.0 : sign * linear->m[i][c];
        for (int c = 0; J != NULL && c < 3 && w->size[s] == 6; c++)
            for (int i = 0; i < 3; i++)
                J[(3 + c) * m + i] = sign * turn->m[i][c];
        if (J != NULL)
            continue;
        rv_vec3 rate = rv_mat3_apply(*turn, w->motion[s].w);
        if (linear != NULL)
            rate = rv_vec3_add(rate, rv_mat3_apply(*linear, w->motion[s].v));
        rows[0].rate += sign * rate.x;
        rows[1].rate += sign * rate.y;
        rows[2].rate += sign * rate.z;
    }
}

static int put_point(writer* w, const rv_joint_geometry* g, const double* phi, rv_row* rows,
                     int k) {
    for (int i = 0; i < 3; i++)
        rows[k + i] = law(phi[k + i], w->joint->compliance, w->joint->damping);
    // e_i . (w x r) = (r x e_i) . w
    rv_mat3 along = rv_mat3_identity();
    rv_mat3 turn[2] = {rv_mat3_skew(rv_vec3_neg(g->arm[0])), rv_mat3_skew(rv_vec3_neg(g->arm[1]))};
    put_three(w, k, &along, (const rv_mat3* [2]){&turn[0], &turn[1]}, rows + k);
    return k + 3;
}

static int put_across(writer* w, const rv_joint_geometry* g, const double* phi, rv_row* rows,
                      int k) {
    for (int i = 1; i < 3; i++, k++) {
        rv_vec3 n = rv_mat3_column(g->axes[0], i);
        joint_row row = point_row(g, n);
        // n turns with a: its arm reaches to the point on b
        row.angular[0] = rv_vec3_neg(rv_vec3_cross(rv_vec3_add(g->arm[0], g->between), n));
        rows[k] = law(phi[k], w->joint->compliance, w->joint->damping);
        put_row(w, k, &row, &rows[k]);
    }
    return k;
}

static int put_align(writer* w, const rv_joint_geometry* g, const double* phi, rv_row* rows,
                     int k) {
    rv_vec3 axis_b = rv_mat3_column(g->axes[1], 0);
    for (int i = 1; i < 3; i++, k++) {
        rv_vec3 n = rv_mat3_column(g->axes[0], i);
        joint_row row = angular_row(rv_vec3_cross(axis_b, n));
        rows[k] = law(phi[k], w->joint->angular_compliance, w->joint->angular_damping);
        put_row(w, k, &row, &rows[k]);
    }
    return k;
}

// the inverse left Jacobian of the rotation vector: I - [phi]x/2 + c [phi]x^2
static rv_mat3 log_jacobian(rv_vec3 phi) {
    double t2 = rv_vec3_dot(phi, phi);
    // c = (1 - (t/2) cot(t/2))/t^2; its series below a tenth of a radian is exact to rounding
    double c = 1.0 / 12.0 + t2 / 720.0 + t2 * t2 / 30240.0 + t2 * t2 * t2 / 1209600.0;
    if (t2 > 0.01) {
        double t = sqrt(t2), s, cosine;
        rv_sincos(0.5 * t, &s, &cosine);
        c = (1.0 - 0.5 * t * cosine / s) / t2;
    }
    // [phi]x^2 = phi phi^T - t^2 I
    double d = 1.0 - c * t2;
    rv_vec3 h = rv_vec3_scale(phi, 0.5), q = rv_vec3_scale(phi, c);
    return (rv_mat3){{{d + q.x * phi.x, q.x * phi.y + h.z, q.x * phi.z - h.y},
                      {q.y * phi.x - h.z, d + q.y * phi.y, q.y * phi.z + h.x},
                      {q.z * phi.x + h.y, q.z * phi.y - h.x, d + q.z * phi.z}}};
}

static rv_vec3 rotation_error(const rv_joint* joint, const rv_motion motion[2]) {
    rv_quat a = rv_quat_mul(motion[0].q, joint->turn[0]);
    rv_quat b = rv_quat_mul(motion[1].q, joint->turn[1]);
    return rv_quat_log(rv_quat_mul(rv_quat_conjugate(a), b));
}

static int put_rotation(writer* w, const rv_joint_geometry* g, const double* phi, rv_row* rows,
                        int k) {
    rv_mat3 turn = rv_mat3_mul_transpose(log_jacobian(rv_vec3_load(phi + k)), g->axes[0]);
    for (int i = 0; i < 3; i++)
        rows[k + i] = law(phi[k + i], w->joint->angular_compliance, w->joint->angular_damping);
    put_three(w, k, NULL, (const rv_mat3* [2]){&turn, &turn}, rows + k);
    return k + 3;
}

static double unwrap(double angle, double near) {
    double turns = (near - angle) / (2.0 * RV_PI);
    return angle + 2.0 * RV_PI * floor(turns + 0.5);
}

double rv_joint_coordinate_of(const rv_joint* joint, const rv_joint_geometry* g,
                              const rv_motion motion[2]) {
    switch (joint->type) {
    case RV_JOINT_SLIDER:
        return rv_vec3_dot(rv_mat3_column(g->axes[0], 0), g->between);
    case RV_JOINT_DISTANCE:
    case RV_JOINT_SPRING:
        return rv_vec3_length(g->between);
    case RV_JOINT_HINGE:
    case RV_JOINT_ANGLE: {
        rv_mat3 D = rv_mat3_mul(rv_mat3_transpose(g->axes[0]), g->axes[1]);
        // the turns are those nearest to where the present speed has taken it
        double near = joint->coordinate + joint->last_h * rv_joint_speed_of(joint, g, motion);
        return unwrap(rv_atan2(D.m[2][1] - D.m[1][2], D.m[1][1] + D.m[2][2]), near);
    }
    default:
        return 0.0;
    }
}

// the direction of the free coordinate as a row
static joint_row coordinate_row(const rv_joint* joint, const rv_joint_geometry* g) {
    if (joint->type == RV_JOINT_HINGE || joint->type == RV_JOINT_ANGLE) {
        rv_vec3 d = rv_mat3_apply_transpose(g->axes[0], rv_mat3_column(g->axes[1], 0));
        double c = 1.0 + d.x;
        // opposite axes: the angle is not defined, the plain axis is the best there is
        rv_vec3 n = c > 1e-6 ? (rv_vec3){1.0, d.y / c, d.z / c} : AXES[0];
        return angular_row(rv_mat3_apply(g->axes[0], n));
    }
    if (joint->type == RV_JOINT_SLIDER) {
        rv_vec3 n = rv_mat3_column(g->axes[0], 0);
        joint_row row = point_row(g, n);
        row.angular[0] = rv_vec3_neg(rv_vec3_cross(rv_vec3_add(g->arm[0], g->between), n));
        return row;
    }
    double length = rv_vec3_length(g->between);
    rv_vec3 u = length > SHORTEST ? rv_vec3_scale(g->between, 1.0 / length) : AXES[2];
    return point_row(g, u);
}

double rv_joint_speed_of(const rv_joint* joint, const rv_joint_geometry* g,
                         const rv_motion motion[2]) {
    joint_row row = coordinate_row(joint, g);
    double speed = 0.0;
    for (int s = 0; s < 2; s++)
        speed += rv_vec3_dot(row.linear[s], motion[s].v) + rv_vec3_dot(row.angular[s], motion[s].w);
    return speed;
}

static rv_row coordinate_law(const rv_joint* joint, double phi) {
    if (joint->type != RV_JOINT_SPRING)
        return law(phi, joint->compliance, joint->damping);
    if (joint->stiffness > 0.0)
        return (rv_row){.phi = phi,
                        .compliance = 1.0 / joint->stiffness,
                        .tau = joint->damping / joint->stiffness,
                        .lower = -INFINITY,
                        .upper = INFINITY};
    return (rv_row){.law = RV_ROW_VELOCITY,
                    .compliance = 1.0 / joint->damping,
                    .lower = -INFINITY,
                    .upper = INFINITY};
}

// The limit that the coordinate is heading for, or else the nearer one, as a row that pushes only
// away from it. A motor may reach its speed within the step.
static rv_row limit_law(rv_joint* joint, double value, double speed, double h) {
    const rv_joint_limit* limit = &joint->limit;
    if (joint->motor.enabled && fabs(joint->motor.speed) > fabs(speed))
        speed = joint->motor.speed;
    double ahead = value + h * speed;
    int side = value - limit->lower <= limit->upper - value ? -1 : 1;
    if (value > limit->lower && value < limit->upper)
        side = ahead <= limit->lower ? -1 : ahead >= limit->upper ? 1 : side;
    if (side != joint->limit_side) {
        int row = rv_joint_parts_of(joint).hold;
        joint->limit_side = (int8_t)side;
        joint->lambda[row] = 0.0;
        // the bound at zero is the lower one at the lower limit
        joint->state[row] = (int8_t)side;
    }
    rv_row row =
        law(value - (side < 0 ? limit->lower : limit->upper), limit->compliance, limit->damping);
    if (side < 0)
        row.lower = 0.0;
    else
        row.upper = 0.0;
    // an infinite limit never acts
    if (!isfinite(row.phi))
        row = (rv_row){.phi = 0.0, .tau = -1.0};
    return row;
}

static rv_row motor_law(const rv_joint_motor* motor) {
    return (rv_row){.rate = -motor->speed,
                    .compliance = motor->slip,
                    .lower = -motor->max_force,
                    .upper = motor->max_force,
                    .law = RV_ROW_VELOCITY};
}

void rv_joint_errors(const rv_joint* joint, const rv_joint_geometry* g, const rv_motion motion[2],
                     double value, double* phi) {
    switch (joint->type) {
    case RV_JOINT_BALL:
        rv_vec3_store(phi, g->between);
        return;
    case RV_JOINT_HINGE:
        rv_vec3_store(phi, g->between);
        for (int i = 1; i < 3; i++)
            phi[2 + i] = rv_vec3_dot(rv_mat3_column(g->axes[0], i), rv_mat3_column(g->axes[1], 0));
        return;
    case RV_JOINT_SLIDER:
        for (int i = 1; i < 3; i++)
            phi[i - 1] = rv_vec3_dot(rv_mat3_column(g->axes[0], i), g->between);
        rv_vec3_store(phi + 2, rotation_error(joint, motion));
        return;
    case RV_JOINT_LOCK:
        rv_vec3_store(phi, g->between);
        rv_vec3_store(phi + 3, rotation_error(joint, motion));
        return;
    default:
        phi[0] = value - joint->rest;
    }
}

static void put_holding_rows(writer* w, const rv_joint_geometry* g, rv_row* rows, double value) {
    double phi[RV_JOINT_HOLD_ROWS];
    rv_joint_errors(w->joint, g, w->motion, value, phi);
    switch (w->joint->type) {
    case RV_JOINT_BALL:
        put_point(w, g, phi, rows, 0);
        return;
    case RV_JOINT_HINGE:
        put_align(w, g, phi, rows, put_point(w, g, phi, rows, 0));
        return;
    case RV_JOINT_SLIDER:
        put_rotation(w, g, phi, rows, put_across(w, g, phi, rows, 0));
        return;
    case RV_JOINT_LOCK:
        put_rotation(w, g, phi, rows, put_point(w, g, phi, rows, 0));
        return;
    default: {
        joint_row row = coordinate_row(w->joint, g);
        rows[0] = coordinate_law(w->joint, phi[0]);
        put_row(w, 0, &row, &rows[0]);
    }
    }
}

// what stays the same over the passes of a substep
static void place_stiffness(const rv_world* world, const rv_joint* joint,
                            const rv_joint_geometry* g, rv_stiffness* k) {
    k->load = 0.0;
    k->has_span = false;
    rv_pull_place(k, 0, g->arm[0]);
    rv_pull_place(k, 1, g->arm[1]);
    if (!k->is_span)
        return;
    k->length = rv_vec3_length(g->between);
    if (k->length > SHORTEST)
        k->u = rv_vec3_scale(g->between, 1.0 / k->length);
    for (int side = 0; side < 2; side++)
        rv_pull_moved(world, joint->body[side], k, side);
}

static void joint_rows(rv_world* world, rv_island* island, const rv_member* member) {
    rv_joint* joint = &world->joints.data[member->index];
    writer w = {.world = world, .island = island, .joint = joint};
    rv_vec3 center[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int s = 0; s < 2; s++) {
        w.motion[s] = rv_motion_of(world, island, joint->body[s]);
        if (joint->body[s] >= 0) {
            center[s] = world->bodies.data[joint->body[s]].center;
            w.size[s] = rv_body_dofs(&world->bodies.data[joint->body[s]]);
        }
    }
    rv_joint_geometry g = rv_joint_geometry_of(joint, w.motion, center);
    rv_joint_parts parts = rv_joint_parts_of(joint);
    rv_row* rows = island->rows.data + member->first_row;
    int group = member->first_group;
    double value = rv_joint_coordinate_of(joint, &g, w.motion);
    joint->coordinate = value;
    joint->last_h = island->h;
    place_stiffness(world, joint, &g, &island->stiffness.data[member->first_stiffness]);
    if (parts.hold > 0) {
        begin_group(&w, group++);
        put_holding_rows(&w, &g, rows, value);
        rows += parts.hold;
    }
    joint_row along = coordinate_row(joint, &g);
    if (parts.limit) {
        begin_group(&w, group++);
        *rows = limit_law(joint, value, rv_joint_speed_of(joint, &g, w.motion), island->h);
        put_row(&w, 0, &along, rows++);
    }
    if (parts.motor) {
        begin_group(&w, group);
        *rows = motor_law(&joint->motor);
        put_row(&w, 0, &along, rows);
    }
}

static void joint_stiffness(const rv_world* world, rv_island* island, const rv_member* member) {
    const rv_joint* joint = &world->joints.data[member->index];
    rv_stiffness* k = &island->stiffness.data[member->first_stiffness];
    const double* impulse =
        island->kkt.impulse.data + island->kkt.row_first.data[member->first_group];
    if (k->is_span) {
        rv_joint_parts parts = rv_joint_parts_of(joint);
        double sum = 0.0;
        for (int i = 0; i < parts.hold + parts.limit + parts.motor; i++)
            sum += impulse[i];
        rv_pull_stiffness(k, -sum / island->h_acting);
        return;
    }
    if (joint->type == RV_JOINT_ANGLE || joint->type == RV_JOINT_SLIDER)
        return;
    // ball, hinge, lock: the first three rows are the force on b
    rv_vec3 f = rv_vec3_scale(rv_vec3_load(impulse), 1.0 / island->h_acting);
    k->load = rv_vec3_length(f);
    rv_pull_turning(k, 0, rv_vec3_neg(f));
    rv_pull_turning(k, 1, f);
}

rv_joint_geometry rv_joint_now(const rv_world* world, const rv_island* island,
                               const rv_joint* joint) {
    rv_motion motion[2];
    rv_vec3 center[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int s = 0; s < 2; s++) {
        motion[s] = rv_motion_of(world, island, joint->body[s]);
        if (joint->body[s] >= 0)
            center[s] = world->bodies.data[joint->body[s]].center;
    }
    return rv_joint_geometry_of(joint, motion, center);
}

// how far a span turns in h: its transverse speed over its length
static double span_travel(const rv_world* world, const rv_joint* joint, double h) {
    rv_joint_geometry g = rv_joint_now(world, NULL, joint);
    rv_vec3 speed = {0, 0, 0};
    for (int s = 0; s < 2; s++) {
        rv_motion m = rv_motion_of(world, NULL, joint->body[s]);
        rv_vec3 at = rv_vec3_add(m.v, rv_vec3_cross(m.w, g.arm[s]));
        speed = rv_vec3_mul_add(speed, s == 0 ? -1.0 : 1.0, at);
    }
    double length = rv_vec3_length(g.between);
    if (length < SHORTEST)
        return 0.0;
    rv_vec3 u = rv_vec3_scale(g.between, 1.0 / length);
    rv_vec3 turning = rv_vec3_mul_add(speed, -rv_vec3_dot(speed, u), u);
    return h * rv_vec3_length(turning) / length;
}

// how far the arms of a joint turn in h: a point on a line for a step leaves its circle by that
// squared
static double joint_travel(const rv_world* world, int index, double h) {
    const rv_joint* joint = &world->joints.data[index];
    if (rv_joint_parts_of(joint).coordinate_is_distance)
        return span_travel(world, joint, h);
    double largest = 0.0;
    for (int s = 0; s < 2 && joint->type != RV_JOINT_ANGLE; s++) {
        const rv_body* body = joint->body[s] < 0 ? NULL : &world->bodies.data[joint->body[s]];
        if (body == NULL || body->type == RV_BODY_STATIC || body->frozen)
            continue;
        rv_vec3 arm = rv_mat3_apply(body->R, rv_vec3_sub(joint->point[s], body->center));
        double length = rv_vec3_length(arm);
        // a ball joint also lets spin about its arm turn into precession
        rv_vec3 turning = joint->type == RV_JOINT_BALL ? rv_vec3_scale(body->w, length)
                                                       : rv_vec3_cross(body->w, arm);
        double turned = h * rv_vec3_length(turning);
        if (length > SHORTEST && turned > largest * length)
            largest = turned / length;
    }
    return largest;
}

// stored in its holding rows as it stands
static double elastic_energy(const rv_world* world, const rv_joint* joint) {
    rv_joint_parts parts = rv_joint_parts_of(joint);
    if (parts.hold == 0)
        return 0.0;
    // without a system to write to, a writer only fills the rows
    writer w = {.world = world, .joint = joint};
    for (int s = 0; s < 2; s++)
        w.motion[s] = rv_motion_of(world, NULL, joint->body[s]);
    rv_row rows[RV_JOINT_HOLD_ROWS];
    rv_joint_geometry g = rv_joint_now(world, NULL, joint);
    put_holding_rows(&w, &g, rows, rv_joint_coordinate_of(joint, &g, w.motion));
    double energy = 0.0;
    for (int i = 0; i < parts.hold; i++)
        if (rows[i].law == RV_ROW_POSITION && rows[i].compliance > 0.0)
            energy += 0.5 * rows[i].phi * rows[i].phi / rows[i].compliance;
    return energy;
}

static int joint_capacity(const rv_world* world) {
    return world->joints.count;
}

static bool joint_is_alive(const rv_world* world, int index) {
    return rv_id_pool_alive(&world->joint_ids, index);
}

static int joint_bodies(const rv_world* world, int index, const int32_t** bodies) {
    *bodies = world->joints.data[index].body;
    return 2;
}

static void joint_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    const rv_joint* joint = &world->joints.data[index];
    rv_joint_parts parts = rv_joint_parts_of(joint);
    if (parts.hold > 0)
        rv_pattern_group(sink, parts.hold, joint->body, 2, joint->solver_group);
    if (parts.limit)
        rv_pattern_group(sink, 1, joint->body, 2, joint->solver_group);
    if (parts.motor)
        rv_pattern_group(sink, 1, joint->body, 2, joint->solver_group);
    rv_pattern_stiffness(sink, joint->body, parts.coordinate_is_distance);
}

static double* joint_lambda(rv_world* world, int index, int8_t** state) {
    *state = world->joints.data[index].state;
    return world->joints.data[index].lambda;
}

rv_vec3 rv_joint_coordinate_axis(const rv_joint* joint, const rv_joint_geometry* g) {
    return coordinate_row(joint, g).angular[1];
}

rv_mat3 rv_joint_rotation_rows(const rv_joint* joint, const rv_joint_geometry* g,
                               const rv_motion motion[2]) {
    return rv_mat3_mul_transpose(log_jacobian(rotation_error(joint, motion)), g->axes[0]);
}

static void joint_remove(rv_world* world, int index) {
    rv_id id = rv_id_pool_id(&world->joint_ids, index);
    rv_joint_destroy(world, (rv_joint_id){id.slot, id.generation, id.world});
}

static bool joint_drives(const rv_world* world, int index) {
    const rv_joint_motor* motor = &world->joints.data[index].motor;
    return motor->enabled && motor->speed != 0.0;
}

const rv_constraint_class rv_joint_class = {
    .name = "joint",
    .capacity = joint_capacity,
    .is_alive = joint_is_alive,
    .remove = joint_remove,
    .bodies = joint_bodies,
    .pattern = joint_pattern,
    .rows = joint_rows,
    .lambda = joint_lambda,
    .stiffness = joint_stiffness,
    .travel = joint_travel,
    .turn = rv_joint_turn,
    .turned = rv_joint_turned,
    .is_rigid = rv_joint_is_rigid,
    .drives = joint_drives,
};

static void add_elastic(const rv_world* world, rv_energy* energy) {
    for (int i = 0; i < world->joints.count; i++)
        if (rv_id_pool_alive(&world->joint_ids, i))
            energy->elastic += elastic_energy(world, &world->joints.data[i]);
}

const rv_family rv_joint_family = {.add_elastic = add_elastic};
