// Joints: creation, validation, readers and writers. Their rows are in joint_rows.c.
#include "model/joint.h"

#include "model/body.h"

#include <math.h>
#include <string.h>

static const char* const TYPE_NAMES[] = {"ball",     "hinge", "slider", "lock",
                                         "distance", "angle", "spring"};

rv_joint_def rv_joint_def_default(void) {
    return (rv_joint_def){.frame_a = rv_pose_identity(),
                          .frame_b = rv_pose_identity(),
                          .rest = NAN,
                          .limit = {.lower = -INFINITY, .upper = INFINITY},
                          .motor = {.max_force = INFINITY},
                          .magic = RV_DEF_MAGIC};
}

static rv_pose pose_of(const rv_world* world, rv_body_id id) {
    return rv_body_is_valid(world, id) ? rv_body_pose(world, id) : rv_pose_identity();
}

rv_joint_def rv_joint_def_at(const rv_world* world, rv_joint_type type, rv_body_id body_a,
                             rv_body_id body_b, rv_vec3 point, rv_vec3 axis) {
    rv_joint_def def = rv_joint_def_default();
    // an axis without a direction makes a frame that rv_joint_create refuses
    bool has_direction = rv_vec3_length(axis) > 0.0;
    rv_pose frame = {point, has_direction ? rv_quat_from_x_axis(rv_vec3_normalize(axis))
                                          : (rv_quat){0, 0, 0, 0}};
    def.type = type;
    def.body_a = body_a;
    def.body_b = body_b;
    def.frame_a = rv_pose_mul(rv_pose_inverse(pose_of(world, body_a)), frame);
    def.frame_b = rv_pose_mul(rv_pose_inverse(pose_of(world, body_b)), frame);
    return def;
}

rv_joint_def rv_joint_def_between(const rv_world* world, rv_joint_type type, rv_body_id body_a,
                                  rv_body_id body_b, rv_vec3 point_a, rv_vec3 point_b) {
    rv_joint_def def = rv_joint_def_default();
    def.type = type;
    def.body_a = body_a;
    def.body_b = body_b;
    def.frame_a.position = rv_pose_apply_inverse(pose_of(world, body_a), point_a);
    def.frame_b.position = rv_pose_apply_inverse(pose_of(world, body_b), point_b);
    return def;
}

rv_joint_parts rv_joint_parts_of(const rv_joint* joint) {
    static const int HOLD[] = {
        [RV_JOINT_BALL] = 3,     [RV_JOINT_HINGE] = 5, [RV_JOINT_SLIDER] = 5, [RV_JOINT_LOCK] = 6,
        [RV_JOINT_DISTANCE] = 1, [RV_JOINT_ANGLE] = 1, [RV_JOINT_SPRING] = 1};
    bool is_distance = joint->type == RV_JOINT_DISTANCE;
    rv_joint_parts parts = {.hold = HOLD[joint->type],
                            .limit = joint->limit.enabled,
                            .motor = joint->motor.enabled,
                            .coordinate_is_distance =
                                is_distance || joint->type == RV_JOINT_SPRING};
    // of a distance or an angle, limits and motor take the place of the row that holds
    if ((is_distance || joint->type == RV_JOINT_ANGLE) && (parts.limit || parts.motor))
        parts.hold = 0;
    return parts;
}

static bool is_at_least_zero(double value) {
    return isfinite(value) && value >= 0.0;
}

// one that limits and motors can act on
static bool has_coordinate(rv_joint_type type) {
    return type == RV_JOINT_HINGE || type == RV_JOINT_SLIDER || type == RV_JOINT_DISTANCE
           || type == RV_JOINT_ANGLE;
}

static bool limit_is_valid(rv_world* w, rv_joint_type type, const rv_joint_limit* l) {
    if (!l->enabled)
        return true;
    return RV_CHECK(w, has_coordinate(type),
                    "rv_joint_def.limit.enabled: a %s joint cannot be limited", TYPE_NAMES[type])
           && RV_CHECK(w, l->lower <= l->upper,
                       "rv_joint_def.limit = [%g, %g]: lower must be <= upper", l->lower, l->upper)
           && RV_CHECK(w, is_at_least_zero(l->compliance),
                       "rv_joint_def.limit.compliance = %g: must be finite and >= 0", l->compliance)
           && RV_CHECK(w, is_at_least_zero(l->damping),
                       "rv_joint_def.limit.damping = %g: must be finite and >= 0", l->damping);
}

static bool motor_is_valid(rv_world* w, rv_joint_type type, const rv_joint_motor* m) {
    if (!m->enabled)
        return true;
    return RV_CHECK(w, has_coordinate(type),
                    "rv_joint_def.motor.enabled: a %s joint cannot be driven", TYPE_NAMES[type])
           && RV_CHECK(w, isfinite(m->speed), "rv_joint_def.motor.speed = %g: must be finite",
                       m->speed)
           && RV_CHECK(w, m->max_force >= 0.0, "rv_joint_def.motor.max_force = %g: must be >= 0",
                       m->max_force)
           && RV_CHECK(w, is_at_least_zero(m->slip),
                       "rv_joint_def.motor.slip = %g: must be finite and >= 0", m->slip);
}

// rotations need a body that has some
static bool body_is_valid(rv_world* w, const rv_joint_def* d, rv_body_id id, const char* field) {
    const rv_body* body = rv_world_body(w, id);
    bool points_only =
        d->type == RV_JOINT_BALL || d->type == RV_JOINT_DISTANCE || d->type == RV_JOINT_SPRING;
    return RV_CHECK(w, id.slot == 0 || body != NULL, "rv_joint_def.%s: no such body", field)
           && RV_CHECK(w, body == NULL || body->kind != RV_BODY_SCALAR,
                       "rv_joint_def.%s: a scalar body takes rows (rv_rows_create), not joints",
                       field)
           && RV_CHECK(
               w, body == NULL || points_only || body->kind == RV_BODY_RIGID,
               "rv_joint_def.%s: a particle has no rotation, which a joint of type %s needs", field,
               TYPE_NAMES[d->type]);
}

static bool numbers_are_valid(rv_world* w, const rv_joint_def* d) {
    bool is_spring = d->type == RV_JOINT_SPRING;
    return RV_CHECK(w, rv_pose_is_valid(d->frame_a),
                    "rv_joint_def.frame_a: must be finite with a unit quaternion")
           && RV_CHECK(w, rv_pose_is_valid(d->frame_b),
                       "rv_joint_def.frame_b: must be finite with a unit quaternion")
           && RV_CHECK(w, !isinf(d->rest),
                       "rv_joint_def.rest = %g: must be finite, or NaN for what it is at creation",
                       d->rest)
           && RV_CHECK(w, d->type == RV_JOINT_ANGLE || !(d->rest < 0.0),
                       "rv_joint_def.rest = %g m: must be >= 0", d->rest)
           && RV_CHECK(w, is_at_least_zero(d->compliance),
                       "rv_joint_def.compliance = %g: must be finite and >= 0", d->compliance)
           && RV_CHECK(w, is_at_least_zero(d->damping),
                       "rv_joint_def.damping = %g: must be finite and >= 0", d->damping)
           && RV_CHECK(w, is_at_least_zero(d->angular_compliance),
                       "rv_joint_def.angular_compliance = %g rad/(N m): must be finite and >= 0",
                       d->angular_compliance)
           && RV_CHECK(w, is_at_least_zero(d->angular_damping),
                       "rv_joint_def.angular_damping = %g N m s/rad: must be finite and >= 0",
                       d->angular_damping)
           && RV_CHECK(w, is_at_least_zero(d->stiffness),
                       "rv_joint_def.stiffness = %g N/m: must be finite and >= 0", d->stiffness)
           && RV_CHECK(
               w, !is_spring || d->stiffness > 0.0 || d->damping > 0.0,
               "rv_joint_def.stiffness = 0 N/m: a spring needs a stiffness or a damping > 0")
           && RV_CHECK(w, d->solver_group >= 0, "rv_joint_def.solver_group = %d: must be >= 0",
                       d->solver_group);
}

static bool is_dynamic(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body != NULL && body->type == RV_BODY_DYNAMIC;
}

static bool def_is_valid(rv_world* w, const rv_joint_def* d) {
    return RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                    "rv_joint_def: start from rv_joint_def_default()")
           && RV_CHECK(w, !w->stepping, "rv_joint_create: not callable during a step")
           && RV_CHECK(w, d->type >= RV_JOINT_BALL && d->type <= RV_JOINT_SPRING,
                       "rv_joint_def.type = %d: must be an rv_joint_type", (int)d->type)
           && body_is_valid(w, d, d->body_a, "body_a") && body_is_valid(w, d, d->body_b, "body_b")
           && RV_CHECK(w, d->body_a.slot != d->body_b.slot,
                       "rv_joint_def.body_b: must differ from body_a")
           && RV_CHECK(w, is_dynamic(w, d->body_a) || is_dynamic(w, d->body_b),
                       "rv_joint_def.body_a, body_b: one of them must be dynamic")
           && numbers_are_valid(w, d) && limit_is_valid(w, d->type, &d->limit)
           && motor_is_valid(w, d->type, &d->motor);
}

static int32_t body_index(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body == NULL ? -1 : (int32_t)(body - world->bodies.data);
}

// bounded rows begin at rest: a limit that does not act, a motor that does
static void reset_bounded_rows(rv_joint* joint) {
    rv_joint_parts parts = rv_joint_parts_of(joint);
    for (int i = parts.hold; i < RV_JOINT_ROWS; i++) {
        joint->lambda[i] = 0.0;
        joint->state[i] = RV_ROW_FREE;
    }
    joint->limit_side = 0;
}

static void motions_now(const rv_world* world, const rv_joint* joint, rv_motion motion[2]) {
    for (int s = 0; s < 2; s++)
        motion[s] = rv_motion_of(world, NULL, joint->body[s]);
}

static double coordinate_now(const rv_world* world, const rv_joint* joint) {
    rv_motion motion[2];
    motions_now(world, joint, motion);
    rv_joint_geometry g = rv_joint_now(world, NULL, joint);
    return rv_joint_coordinate_of(joint, &g, motion);
}

rv_joint_id rv_joint_create(rv_world* world, const rv_joint_def* def) {
    rv_call_begin(world);
    if (!def_is_valid(world, def))
        return (rv_joint_id){0};
    int capacity = world->joint_ids.slots.count + 1;
    bool room = rv_id_pool_reserve(&world->memory, &world->joint_ids, capacity)
                && rv_array_reserve(&world->memory, &world->joints, capacity);
    if (!RV_CHECK(world, room, "rv_joint_create: out of memory"))
        return (rv_joint_id){0};
    int index = rv_id_pool_add(&world->memory, &world->joint_ids);
    rv_joint* joint = &world->joints.data[index];
    *joint = (rv_joint){
        .type = def->type,
        .body = {body_index(world, def->body_a), body_index(world, def->body_b)},
        .point = {def->frame_a.position, def->frame_b.position},
        .turn = {rv_quat_normalize(def->frame_a.rotation),
                 rv_quat_normalize(def->frame_b.rotation)},
        .axes = {rv_quat_to_mat3(rv_quat_normalize(def->frame_a.rotation)),
                 rv_quat_to_mat3(rv_quat_normalize(def->frame_b.rotation))},
        .compliance = def->compliance,
        .damping = def->damping,
        .angular_compliance = def->angular_compliance,
        .angular_damping = def->angular_damping,
        .stiffness = def->stiffness,
        .limit = def->limit,
        .motor = def->motor,
        .bodies_touch = def->bodies_touch,
        .solver_group = def->solver_group,
        .user_data = def->user_data,
    };
    if (index >= world->joints.count)
        world->joints.count = index + 1;
    joint->coordinate = coordinate_now(world, joint);
    joint->rest = isnan(def->rest) ? joint->coordinate : def->rest;
    reset_bounded_rows(joint);
    rv_world_touch(world);
    rv_world_wake(world, joint->body, 2);
    rv_id id = rv_id_pool_id(&world->joint_ids, index);
    return (rv_joint_id){id.slot, id.generation, id.world};
}

static rv_joint* find(const rv_world* world, rv_joint_id id) {
    int index = rv_id_pool_find(&world->joint_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 ? NULL : &world->joints.data[index];
}

bool rv_joint_destroy(rv_world* world, rv_joint_id id) {
    rv_call_begin(world);
    rv_joint* joint = find(world, id);
    if (!RV_CHECK(world, joint != NULL, "rv_joint_destroy: no such joint")
        || !RV_CHECK(world, !world->stepping, "rv_joint_destroy: not callable during a step"))
        return false;
    rv_id_pool_remove(&world->joint_ids, (int)(joint - world->joints.data));
    rv_world_touch(world);
    rv_world_wake(world, joint->body, 2);
    return true;
}

bool rv_joint_is_valid(const rv_world* world, rv_joint_id id) {
    return find(world, id) != NULL;
}

// sum of the forces along the free coordinate: limit and motor, and the holding row of a distance
static double along_coordinate(const rv_joint* joint) {
    rv_joint_parts parts = rv_joint_parts_of(joint);
    int first = parts.hold > 1 ? parts.hold : 0;
    double sum = 0.0;
    for (int i = first; i < parts.hold + parts.limit + parts.motor; i++)
        sum += joint->lambda[i];
    return sum;
}

rv_vec3 rv_joint_force(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    if (joint == NULL)
        return (rv_vec3){0, 0, 0};
    rv_joint_geometry g = rv_joint_now(world, NULL, joint);
    const double* l = joint->lambda;
    switch (joint->type) {
    case RV_JOINT_DISTANCE:
    case RV_JOINT_SPRING:
        return rv_vec3_scale(rv_vec3_normalize(g.between), along_coordinate(joint));
    case RV_JOINT_SLIDER: {
        rv_vec3 sum = rv_vec3_scale(rv_mat3_column(g.axes[0], 0), along_coordinate(joint));
        sum = rv_vec3_mul_add(sum, l[0], rv_mat3_column(g.axes[0], 1));
        return rv_vec3_mul_add(sum, l[1], rv_mat3_column(g.axes[0], 2));
    }
    case RV_JOINT_ANGLE:
        return (rv_vec3){0, 0, 0};
    default:
        return (rv_vec3){l[0], l[1], l[2]};
    }
}

rv_vec3 rv_joint_point(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    return joint == NULL ? (rv_vec3){NAN, NAN, NAN} : rv_joint_now(world, NULL, joint).point[1];
}

rv_vec3 rv_joint_torque(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    if (joint == NULL)
        return (rv_vec3){0, 0, 0};
    rv_joint_geometry g = rv_joint_now(world, NULL, joint);
    const double* l = joint->lambda;
    rv_vec3 Y = rv_mat3_column(g.axes[0], 1), Z = rv_mat3_column(g.axes[0], 2);
    rv_vec3 axis = rv_joint_coordinate_axis(joint, &g);
    rv_motion motion[2];
    motions_now(world, joint, motion);
    switch (joint->type) {
    case RV_JOINT_HINGE: {
        rv_vec3 axis_b = rv_mat3_column(g.axes[1], 0);
        rv_vec3 sum = rv_vec3_scale(axis, along_coordinate(joint));
        sum = rv_vec3_mul_add(sum, l[3], rv_vec3_cross(axis_b, Y));
        return rv_vec3_mul_add(sum, l[4], rv_vec3_cross(axis_b, Z));
    }
    case RV_JOINT_SLIDER:
    case RV_JOINT_LOCK: {
        const double* t = joint->type == RV_JOINT_SLIDER ? l + 2 : l + 3;
        return rv_mat3_apply_transpose(rv_joint_rotation_rows(joint, &g, motion), rv_vec3_load(t));
    }
    case RV_JOINT_ANGLE:
        return rv_vec3_scale(axis, along_coordinate(joint));
    default:
        return (rv_vec3){0, 0, 0};
    }
}

double rv_joint_tension(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    bool pulls = joint != NULL && rv_joint_parts_of(joint).coordinate_is_distance;
    return pulls ? 0.0 - along_coordinate(joint) : 0.0; // never minus zero
}

double rv_joint_coordinate(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    if (joint == NULL)
        return 0.0;
    return coordinate_now(world, joint);
}

double rv_joint_speed(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    if (joint == NULL || joint->type == RV_JOINT_BALL || joint->type == RV_JOINT_LOCK)
        return 0.0;
    rv_joint_geometry g = rv_joint_now(world, NULL, joint);
    rv_motion motion[2];
    motions_now(world, joint, motion);
    return rv_joint_speed_of(joint, &g, motion);
}

double rv_joint_motor_force(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    if (joint == NULL || !joint->motor.enabled)
        return 0.0;
    rv_joint_parts parts = rv_joint_parts_of(joint);
    return joint->lambda[parts.hold + parts.limit];
}

double rv_joint_limit_force(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    return joint == NULL || !joint->limit.enabled ? 0.0
                                                  : joint->lambda[rv_joint_parts_of(joint).hold];
}

double rv_joint_gap(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    if (joint == NULL || joint->type == RV_JOINT_ANGLE || joint->type == RV_JOINT_SPRING)
        return 0.0;
    rv_joint_geometry g = rv_joint_now(world, NULL, joint);
    if (joint->type == RV_JOINT_DISTANCE)
        return rv_joint_parts_of(joint).hold == 0 ? 0.0
                                                  : fabs(rv_vec3_length(g.between) - joint->rest);
    if (joint->type != RV_JOINT_SLIDER)
        return rv_vec3_length(g.between);
    rv_vec3 X = rv_mat3_column(g.axes[0], 0);
    return rv_vec3_length(rv_vec3_mul_add(g.between, -rv_vec3_dot(X, g.between), X));
}

rv_joint_type rv_joint_get_type(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    return joint == NULL ? RV_JOINT_BALL : joint->type;
}

static rv_body_id body_on_side(const rv_world* world, rv_joint_id id, int side) {
    const rv_joint* joint = find(world, id);
    return rv_world_body_id(world, joint == NULL ? -1 : joint->body[side]);
}

rv_body_id rv_joint_body_a(const rv_world* world, rv_joint_id id) {
    return body_on_side(world, id, 0);
}

rv_body_id rv_joint_body_b(const rv_world* world, rv_joint_id id) {
    return body_on_side(world, id, 1);
}

static rv_pose frame_on_side(const rv_world* world, rv_joint_id id, int side) {
    const rv_joint* joint = find(world, id);
    return joint == NULL ? (rv_pose){{NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}}
                         : (rv_pose){joint->point[side], joint->turn[side]};
}

rv_pose rv_joint_frame_a(const rv_world* world, rv_joint_id id) {
    return frame_on_side(world, id, 0);
}

rv_pose rv_joint_frame_b(const rv_world* world, rv_joint_id id) {
    return frame_on_side(world, id, 1);
}

rv_joint_motor rv_joint_get_motor(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    return joint == NULL ? (rv_joint_motor){0} : joint->motor;
}

rv_joint_limit rv_joint_get_limit(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    return joint == NULL ? (rv_joint_limit){0} : joint->limit;
}

double rv_joint_rest(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    return joint == NULL ? 0.0 : joint->rest;
}

void* rv_joint_user_data(const rv_world* world, rv_joint_id id) {
    const rv_joint* joint = find(world, id);
    return joint == NULL ? NULL : joint->user_data;
}

static rv_joint* writable(rv_world* world, rv_joint_id id, const char* what) {
    rv_joint* joint = find(world, id);
    return RV_CHECK(world, joint != NULL, "%s: no such joint", what) ? joint : NULL;
}

bool rv_joint_set_motor(rv_world* world, rv_joint_id id, const rv_joint_motor* motor) {
    rv_call_begin(world);
    rv_joint* joint = writable(world, id, "rv_joint_set_motor");
    if (joint == NULL || !RV_CHECK(world, motor != NULL, "rv_joint_set_motor: must not be NULL")
        || !motor_is_valid(world, joint->type, motor))
        return false;
    bool rows_change = joint->motor.enabled != motor->enabled;
    // the same again wakes nobody
    if (rows_change || joint->motor.speed != motor->speed
        || joint->motor.max_force != motor->max_force || joint->motor.slip != motor->slip)
        rv_world_wake(world, joint->body, 2);
    joint->motor = *motor;
    if (rows_change) {
        reset_bounded_rows(joint);
        rv_world_touch(world);
    }
    return true;
}

bool rv_joint_set_motor_speed(rv_world* world, rv_joint_id id, double speed) {
    rv_call_begin(world);
    rv_joint* joint = writable(world, id, "rv_joint_set_motor_speed");
    if (joint == NULL)
        return false;
    rv_joint_motor motor = joint->motor;
    motor.enabled = true;
    motor.speed = speed;
    return rv_joint_set_motor(world, id, &motor);
}

bool rv_joint_set_motor_max_force(rv_world* world, rv_joint_id id, double max_force) {
    rv_call_begin(world);
    rv_joint* joint = writable(world, id, "rv_joint_set_motor_max_force");
    if (joint == NULL)
        return false;
    rv_joint_motor motor = joint->motor;
    motor.enabled = true;
    motor.max_force = max_force;
    return rv_joint_set_motor(world, id, &motor);
}

bool rv_joint_set_limit(rv_world* world, rv_joint_id id, const rv_joint_limit* limit) {
    rv_call_begin(world);
    rv_joint* joint = writable(world, id, "rv_joint_set_limit");
    if (joint == NULL || !RV_CHECK(world, limit != NULL, "rv_joint_set_limit: must not be NULL")
        || !limit_is_valid(world, joint->type, limit))
        return false;
    bool rows_change = joint->limit.enabled != limit->enabled;
    if (rows_change || joint->limit.lower != limit->lower || joint->limit.upper != limit->upper
        || joint->limit.compliance != limit->compliance || joint->limit.damping != limit->damping)
        rv_world_wake(world, joint->body, 2);
    rv_world_disturb(world);
    joint->limit = *limit;
    if (rows_change) {
        reset_bounded_rows(joint);
        rv_world_touch(world);
    }
    return true;
}

bool rv_joint_set_rest(rv_world* world, rv_joint_id id, double rest) {
    rv_call_begin(world);
    rv_joint* joint = writable(world, id, "rv_joint_set_rest");
    if (joint == NULL
        || !RV_CHECK(world, isfinite(rest) && (joint->type == RV_JOINT_ANGLE || rest >= 0.0),
                     "rv_joint_set_rest: rest = %g: must be finite, and >= 0 for a length", rest))
        return false;
    if (joint->rest != rest)
        rv_world_wake(world, joint->body, 2);
    if (joint->rest != rest)
        rv_world_disturb(world);
    joint->rest = rest;
    return true;
}

rv_joint_id rv_joint_next(const rv_world* world, rv_joint_id id) {
    rv_id next = rv_id_pool_next(&world->joint_ids, id.slot);
    return (rv_joint_id){next.slot, next.generation, next.world};
}

int rv_joint_count(const rv_world* world) {
    return world->joint_ids.alive_count;
}
