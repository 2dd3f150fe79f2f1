// Bodies: creation, validation, readers and writers of their state.
#include "model/body.h"
#include "model/cable_wrap.h"
#include "model/contact.h"
#include "model/form.h"

#include <math.h>

static const double UNIT_TOLERANCE = 1e-6;
// a mass without shapes or inertia is taken as a ball of this radius [m]
static const double DEFAULT_RADIUS = 0.1;
static const double SLENDER = 0.1; // moment about the long axis over that across it

bool rv_pose_is_valid(rv_pose p) {
    rv_quat q = p.rotation;
    double length = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return rv_is_finite3(p.position) && fabs(length - 1.0) <= 2.0 * UNIT_TOLERANCE;
}

static int slender_axis(const rv_mat3* I) {
    const double(*m)[3] = I->m;
    if (m[0][1] != 0.0 || m[0][2] != 0.0 || m[1][2] != 0.0)
        return -1;
    for (int axis = 0; axis < 3; axis++) {
        double across = m[(axis + 1) % 3][(axis + 1) % 3];
        if (across == m[(axis + 2) % 3][(axis + 2) % 3] && m[axis][axis] <= SLENDER * across)
            return axis;
    }
    return -1;
}

void rv_body_set_inertia(rv_body* body, rv_mat3 inertia) {
    body->inertia = inertia;
    body->slender = slender_axis(&inertia);
}

void rv_body_set_rotation(rv_body* body, rv_quat q) {
    body->q = rv_quat_normalize(q);
    body->R = rv_quat_to_mat3(body->q);
}

rv_body_def rv_body_def_default(void) {
    return (rv_body_def){.pose = rv_pose_identity(), .magic = RV_DEF_MAGIC};
}

static bool is_zero(rv_mat3 a) {
    for (int i = 0; i < 9; i++)
        if (a.m[i / 3][i % 3] != 0.0)
            return false;
    return true;
}

// all leading minors at least `least`, which a rounding error may undercut
static bool minors_at_least(rv_mat3 a, double least) {
    double scale = fabs(a.m[0][0]) + fabs(a.m[1][1]) + fabs(a.m[2][2]);
    double minor = a.m[0][0] * a.m[1][1] - a.m[0][1] * a.m[1][0];
    return a.m[0][0] > least * scale && a.m[1][1] > least * scale && a.m[2][2] > least * scale
           && minor > least * scale * scale
           && rv_mat3_determinant(a) > least * scale * scale * scale;
}

// Symmetric, positive definite, and one that masses can have: no principal moment is larger than
// the sum of the other two, i.e. trace/2 - I has no negative eigenvalue.
static bool is_inertia(rv_mat3 a) {
    double trace = a.m[0][0] + a.m[1][1] + a.m[2][2];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            if (!(fabs(a.m[i][k] - a.m[k][i]) <= 1e-9 * fabs(trace)))
                return false;
    rv_mat3 rest = rv_mat3_sub(rv_mat3_diagonal(0.5 * trace, 0.5 * trace, 0.5 * trace), a);
    return isfinite(trace) && minors_at_least(a, 0.0) && minors_at_least(rest, -1e-9);
}

// Places whose squares overflow are as good as not finite: distances and the test for lost bodies
// (step/move.c) take squares. A speed may be as large: the step freezes what it moves out of numbers.
static bool square_is_finite(rv_vec3 v) {
    return isfinite(rv_vec3_dot(v, v));
}

// What a step divides by: the inertia and its inverse must be finite, the inverse positive.
static bool has_inverse(rv_mat3 inertia) {
    if (!is_inertia(inertia))
        return false;
    rv_mat3 inverse = rv_mat3_inverse(inertia);
    for (int i = 0; i < 9; i++)
        if (!isfinite(inverse.m[i / 3][i % 3]))
            return false;
    return inverse.m[0][0] > 0.0 && inverse.m[1][1] > 0.0 && inverse.m[2][2] > 0.0;
}

static bool motion_is_valid(rv_world* w, const rv_body_def* d) {
    rv_vec3 p = d->pose.position, v = d->velocity, s = d->angular_velocity;
    return RV_CHECK(w, rv_is_finite3(p),
                    "rv_body_def.pose.position = (%g, %g, %g) m: must be finite", p.x, p.y, p.z)
           && RV_CHECK(w, rv_pose_is_valid(d->pose),
                       "rv_body_def.pose.rotation = (%g, %g, %g, %g): must be a unit quaternion",
                       d->pose.rotation.w, d->pose.rotation.x, d->pose.rotation.y,
                       d->pose.rotation.z)
           && RV_CHECK(w, rv_is_finite3(v),
                       "rv_body_def.velocity = (%g, %g, %g) m/s: must be finite", v.x, v.y, v.z)
           && RV_CHECK(w, rv_is_finite3(s),
                       "rv_body_def.angular_velocity = (%g, %g, %g) rad/s: must be finite", s.x,
                       s.y, s.z)
           && RV_CHECK(w, square_is_finite(p),
                       "rv_body_def.pose.position = (%g, %g, %g) m: its square must be finite, too",
                       p.x, p.y, p.z)
           && RV_CHECK(w, isfinite(d->linear_damping) && d->linear_damping >= 0.0,
                       "rv_body_def.linear_damping = %g N s/m: must be finite and >= 0",
                       d->linear_damping)
           && RV_CHECK(w, isfinite(d->angular_damping) && d->angular_damping >= 0.0,
                       "rv_body_def.angular_damping = %g N m s/rad: must be finite and >= 0",
                       d->angular_damping);
}

static bool def_is_valid(rv_world* w, const rv_body_def* d) {
    bool ok =
        RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                 "rv_body_def: start from rv_body_def_default()")
        && RV_CHECK(w, !w->stepping, "rv_body_create: not callable during a step")
        && RV_CHECK(w, d->type >= RV_BODY_DYNAMIC && d->type <= RV_BODY_KINEMATIC,
                    "rv_body_def.type = %d: must be an rv_body_type", (int)d->type)
        && RV_CHECK(w, d->kind >= RV_BODY_RIGID && d->kind <= RV_BODY_SCALAR,
                    "rv_body_def.kind = %d: must be an rv_body_kind", (int)d->kind)
        && motion_is_valid(w, d)
        && RV_CHECK(w, isfinite(d->mass) && d->mass >= 0.0,
                    "rv_body_def.mass = %g kg: must be finite and >= 0", d->mass)
        && RV_CHECK(w, d->shape_count >= 0 && (d->shape_count == 0 || d->shapes != NULL),
                    "rv_body_def.shape_count = %d: must be >= 0, with shapes", d->shape_count)
        && RV_CHECK(w, d->type != RV_BODY_DYNAMIC || d->mass > 0.0 || d->shape_count > 0,
                    "rv_body_def.mass = %g kg: a dynamic body needs a mass or shapes", d->mass)
        && RV_CHECK(w, rv_is_finite3(d->center),
                    "rv_body_def.center = (%g, %g, %g) m: must be finite", d->center.x, d->center.y,
                    d->center.z)
        && RV_CHECK(w, is_zero(d->inertia) || (is_inertia(d->inertia) && d->mass > 0.0),
                    "rv_body_def.inertia: must be zero, or symmetric and positive definite with "
                    "no principal moment above the sum of the others, and a mass > 0");
    for (int i = 0; ok && i < d->shape_count; i++)
        ok = rv_shape_is_valid(w, &w->error, &d->shapes[i])
             && RV_CHECK(w, d->type != RV_BODY_DYNAMIC || rv_shape_is_convex(d->shapes[i].type),
                         "rv_shape_def.type: a plane, mesh or height field cannot lie on a dynamic "
                         "body");
    return ok;
}

// given inertia, else the shapes', scaled to a given mass, else a small ball
static rv_mass_properties mass_properties_of(const rv_world* w, const rv_body_def* d) {
    if (!is_zero(d->inertia))
        return (rv_mass_properties){d->mass, d->center, d->inertia};
    rv_mass_properties p = rv_shapes_mass_properties(w, d->shapes, d->shape_count);
    if (d->shape_count == 0) {
        double i = 0.4 * d->mass * DEFAULT_RADIUS * DEFAULT_RADIUS;
        return (rv_mass_properties){d->mass, {0, 0, 0}, rv_mat3_diagonal(i, i, i)};
    }
    if (d->mass > 0.0) {
        p.inertia = rv_mat3_scale(p.inertia, p.mass > 0.0 ? d->mass / p.mass : 0.0);
        p.mass = d->mass;
    }
    return p;
}

// What comes out of the def: mass, inertia and where the centre of mass lies. Each number may be
// fine and this not: of a sphere of 1e-108 m, r^5 is 0, and two shapes at 1e308 m have their centre
// nowhere.
static bool mass_is_valid(rv_world* w, const rv_body_def* d) {
    rv_mass_properties p = mass_properties_of(w, d);
    const char* of = !is_zero(d->inertia) || d->shape_count == 0 ? "inertia" : "shapes";
    rv_mat3 R = rv_quat_to_mat3(rv_quat_normalize(d->pose.rotation)), I = p.inertia;
    rv_vec3 x = rv_vec3_add(d->pose.position, rv_mat3_apply(R, p.center));
    bool moves = d->type == RV_BODY_DYNAMIC, rigid = d->kind == RV_BODY_RIGID;
    return RV_CHECK(w, !moves || (p.mass > 0.0 && isfinite(p.mass) && isfinite(1.0 / p.mass)),
                    "rv_body_def.%s: mass %g kg: it and its inverse must be finite and > 0",
                    d->mass > 0.0 ? "mass" : of, p.mass)
           && RV_CHECK(w, !moves || !rigid || has_inverse(I),
                       "rv_body_def.%s: moments of inertia %g, %g, %g kg m^2: they and the inverse "
                       "must be finite and positive",
                       of, I.m[0][0], I.m[1][1], I.m[2][2])
           && RV_CHECK(w, !rigid || square_is_finite(x),
                       "rv_body_def.%s: the centre of mass lies at (%g, %g, %g) m: its square must "
                       "be finite",
                       of, x.x, x.y, x.z);
}

// memory for a body and its shapes is taken before anything is changed
static bool make_room(rv_world* w, const rv_body_def* d) {
    int shapes = w->shape_ids.slots.count + d->shape_count;
    bool ok = rv_id_pool_reserve(&w->memory, &w->body_ids, w->body_ids.slots.count + 1)
              && rv_array_reserve(&w->memory, &w->bodies, w->body_ids.slots.count + 1)
              // when it goes, cables are laid out anew
              && rv_array_reserve(&w->memory, &w->scratch, 2 * (w->body_ids.slots.count + 1))
              && rv_id_pool_reserve(&w->memory, &w->shape_ids, shapes)
              && rv_array_reserve(&w->memory, &w->shapes, shapes);
    return RV_CHECK(w, ok, "rv_body_create: out of memory");
}

static int32_t add_shapes(rv_world* w, const rv_body_def* d, int32_t body) {
    int32_t first = -1;
    for (int i = d->shape_count - 1; i >= 0; i--) {
        int index = rv_id_pool_add(&w->memory, &w->shape_ids);
        w->shapes.data[index] =
            (rv_shape){.def = d->shapes[i], .next = first, .body = body, .index = i};
        rv_form* form = rv_world_form(w, d->shapes[i].geometry);
        if (d->shapes[i].type >= RV_SHAPE_HULL && form != NULL)
            form->uses++;
        if (index >= w->shapes.count)
            w->shapes.count = index + 1;
        first = index;
    }
    return first;
}

int32_t rv_body_add(rv_world* world, const rv_body_def* def) {
    rv_mass_properties p = mass_properties_of(world, def);
    int index = rv_id_pool_add(&world->memory, &world->body_ids);
    rv_body* body = &world->bodies.data[index];
    *body = (rv_body){.type = def->type,
                      .kind = def->kind,
                      .first_shape = add_shapes(world, def, index),
                      .mass = p.mass,
                      .center = def->kind == RV_BODY_RIGID ? p.center : (rv_vec3){0, 0, 0},
                      .linear_damping = def->linear_damping,
                      .angular_damping = def->angular_damping,
                      .user_data = def->user_data,
                      .v = def->velocity,
                      .share = {.stored = NAN},
                      .island = -1,
                      .block = -1,
                      .strand = -1};
    if (def->kind == RV_BODY_RIGID)
        body->w = def->angular_velocity;
    rv_body_set_inertia(body, p.inertia);
    rv_body_set_rotation(body, def->pose.rotation);
    body->x = rv_vec3_add(def->pose.position, rv_mat3_apply(body->R, body->center));
    body->x_before = body->x_start = body->x;
    body->q_start = body->q;
    body->v_before = body->v;
    body->w_before = body->w;
    if (index >= world->bodies.count)
        world->bodies.count = index + 1;
    rv_world_touch(world);
    return index;
}

rv_body_id rv_body_create(rv_world* world, const rv_body_def* def) {
    rv_call_begin(world);
    if (!def_is_valid(world, def) || !mass_is_valid(world, def) || !make_room(world, def))
        return (rv_body_id){0};
    return rv_world_body_id(world, rv_body_add(world, def));
}

bool rv_body_destroy(rv_world* world, rv_body_id id) {
    rv_call_begin(world);
    rv_body* body = rv_world_body(world, id);
    if (!RV_CHECK(world, body != NULL, "rv_body_destroy: no such body")
        || !RV_CHECK(world, !world->stepping, "rv_body_destroy: not callable during a step")
        || !RV_CHECK(world, body->strand < 0,
                     "rv_body_destroy: a segment goes with its cable (rv_cable_destroy)"))
        return false;
    int index = (int)(body - world->bodies.data);
    rv_world_remove_attached(world, index);
    rv_body_remove(world, index);
    return true;
}

void rv_body_remove(rv_world* world, int index) {
    const rv_body* body = &world->bodies.data[index];
    rv_world_wake_neighbours(world, index);
    rv_contacts_forget(world, index);
    for (int32_t s = body->first_shape; s >= 0; s = world->shapes.data[s].next) {
        rv_form* form = rv_world_form(world, world->shapes.data[s].def.geometry);
        if (world->shapes.data[s].def.type >= RV_SHAPE_HULL && form != NULL)
            form->uses--;
        rv_id_pool_remove(&world->shape_ids, s);
    }
    rv_id_pool_remove(&world->body_ids, index);
    rv_world_touch(world);
}

bool rv_body_is_valid(const rv_world* world, rv_body_id id) {
    return rv_world_body(world, id) != NULL;
}

static const rv_vec3 NOWHERE = {NAN, NAN, NAN};

rv_pose rv_body_pose(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    if (body == NULL)
        return (rv_pose){NOWHERE, {NAN, NAN, NAN, NAN}};
    return (rv_pose){rv_body_to_world(body, (rv_vec3){0, 0, 0}), body->q};
}

rv_vec3 rv_body_center(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body == NULL ? NOWHERE : body->x;
}

rv_vec3 rv_body_velocity(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body == NULL ? (rv_vec3){0, 0, 0} : body->v;
}

rv_vec3 rv_body_angular_velocity(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body == NULL ? (rv_vec3){0, 0, 0} : body->w;
}

rv_vec3 rv_body_point(const rv_world* world, rv_body_id id, rv_vec3 local) {
    const rv_body* body = rv_world_body(world, id);
    return body == NULL ? NOWHERE : rv_body_to_world(body, local);
}

rv_vec3 rv_body_point_velocity(const rv_world* world, rv_body_id id, rv_vec3 local) {
    const rv_body* body = rv_world_body(world, id);
    if (body == NULL)
        return (rv_vec3){0, 0, 0};
    rv_vec3 arm = rv_vec3_sub(rv_body_to_world(body, local), body->x);
    return rv_vec3_add(body->v, rv_vec3_cross(body->w, arm));
}

rv_mass_properties rv_body_mass_properties(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    if (body == NULL)
        return (rv_mass_properties){0};
    return (rv_mass_properties){body->mass, body->center, body->inertia};
}

rv_body_type rv_body_get_type(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body == NULL ? RV_BODY_DYNAMIC : body->type;
}

rv_body_kind rv_body_get_kind(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body == NULL ? RV_BODY_RIGID : body->kind;
}

bool rv_body_is_frozen(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body != NULL && body->frozen;
}

void* rv_body_user_data(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body == NULL ? NULL : body->user_data;
}

int rv_body_shape_count(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    int count = 0;
    for (int32_t s = body == NULL ? -1 : body->first_shape; s >= 0; s = world->shapes.data[s].next)
        count++;
    return count;
}

rv_shape_def rv_body_shape(const rv_world* world, rv_body_id id, int index) {
    const rv_body* body = rv_world_body(world, id);
    int32_t s = body == NULL ? -1 : body->first_shape;
    for (int i = 0; s >= 0 && i < index; i++)
        s = world->shapes.data[s].next;
    return s < 0 || index < 0 ? (rv_shape_def){0} : world->shapes.data[s].def;
}

// the rules that all writers share
static rv_body* writable(rv_world* world, rv_body_id id, bool is_finite, const char* what) {
    rv_body* body = rv_world_body(world, id);
    bool ok = RV_CHECK(world, body != NULL, "%s: no such body", what)
              && RV_CHECK(world, is_finite, "%s: must be finite (rotations: of unit length)", what);
    if (!ok)
        return NULL;
    // what is done to a body that never sleeps itself is felt by those that it holds and touches
    if (rv_body_dofs(body) == 0)
        rv_world_wake_neighbours(world, (int32_t)(body - world->bodies.data));
    body->asleep = false;
    body->rest_time = 0.0;
    return body;
}

bool rv_body_is_asleep(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    return body != NULL && body->asleep;
}

bool rv_body_wake(rv_world* world, rv_body_id id) {
    rv_call_begin(world);
    return writable(world, id, true, "rv_body_wake") != NULL;
}

bool rv_body_set_pose(rv_world* world, rv_body_id id, rv_pose pose) {
    rv_call_begin(world);
    rv_body* body = writable(world, id, rv_pose_is_valid(pose) && square_is_finite(pose.position),
                             "rv_body_set_pose");
    if (body == NULL)
        return false;
    rv_world_wake_neighbours(world, (int32_t)(body - world->bodies.data));
    rv_body_set_rotation(body, pose.rotation);
    body->x = rv_vec3_add(pose.position, rv_mat3_apply(body->R, body->center));
    body->x_before = body->x_start = body->x;
    body->q_start = body->q;
    body->was_placed = true;
    rv_world_disturb(world);
    rv_cables_place_body(world, (int32_t)(body - world->bodies.data));
    world->poses_changed = true;
    return true;
}

bool rv_body_set_velocity(rv_world* world, rv_body_id id, rv_vec3 velocity) {
    rv_call_begin(world);
    rv_body* body = writable(world, id, rv_is_finite3(velocity), "rv_body_set_velocity");
    if (body == NULL)
        return false;
    body->v = velocity;
    if (body->type == RV_BODY_DYNAMIC)
        rv_world_disturb(world);
    return true;
}

bool rv_body_set_angular_velocity(rv_world* world, rv_body_id id, rv_vec3 angular_velocity) {
    rv_call_begin(world);
    rv_body* body =
        writable(world, id, rv_is_finite3(angular_velocity), "rv_body_set_angular_velocity");
    if (body == NULL)
        return false;
    body->w = body->kind == RV_BODY_RIGID ? angular_velocity : (rv_vec3){0, 0, 0};
    if (body->type == RV_BODY_DYNAMIC)
        rv_world_disturb(world);
    return true;
}

bool rv_body_set_mass_properties(rv_world* world, rv_body_id id, const rv_mass_properties* p) {
    rv_call_begin(world);
    if (!RV_CHECK(world, p != NULL, "rv_body_set_mass_properties: must not be NULL"))
        return false;
    rv_body* body = writable(world, id, square_is_finite(p->center), "rv_body_set_mass_properties");
    if (body == NULL
        || !RV_CHECK(world, isfinite(p->mass) && p->mass > 0.0 && isfinite(1.0 / p->mass),
                     "rv_mass_properties.mass = %g kg: must be finite and > 0", p->mass)
        || !RV_CHECK(world, body->kind != RV_BODY_RIGID || has_inverse(p->inertia),
                     "rv_mass_properties.inertia: must be symmetric and positive definite with no "
                     "principal moment above the sum of the others"))
        return false;
    // the body's frame stays where it is
    rv_vec3 origin = rv_body_to_world(body, (rv_vec3){0, 0, 0});
    body->mass = p->mass;
    rv_body_set_inertia(body, p->inertia);
    body->center = body->kind == RV_BODY_RIGID ? p->center : (rv_vec3){0, 0, 0};
    body->x = rv_vec3_add(origin, rv_mat3_apply(body->R, body->center));
    world->poses_changed = true;
    rv_world_touch(world); // the elimination order depends on masses
    return true;
}

bool rv_body_apply_force(rv_world* world, rv_body_id id, rv_vec3 force, rv_vec3 point) {
    rv_call_begin(world);
    bool finite = rv_is_finite3(force) && rv_is_finite3(point);
    rv_body* body = writable(world, id, finite, "rv_body_apply_force");
    if (body == NULL)
        return false;
    body->force = rv_vec3_add(body->force, force);
    body->torque = rv_vec3_add(body->torque, rv_vec3_cross(rv_vec3_sub(point, body->x), force));
    return true;
}

bool rv_body_apply_force_at_center(rv_world* world, rv_body_id id, rv_vec3 force) {
    rv_call_begin(world);
    rv_body* body = writable(world, id, rv_is_finite3(force), "rv_body_apply_force_at_center");
    if (body == NULL)
        return false;
    body->force = rv_vec3_add(body->force, force);
    return true;
}

bool rv_body_apply_torque(rv_world* world, rv_body_id id, rv_vec3 torque) {
    rv_call_begin(world);
    rv_body* body = writable(world, id, rv_is_finite3(torque), "rv_body_apply_torque");
    if (body == NULL)
        return false;
    body->torque = rv_vec3_add(body->torque, torque);
    return true;
}

rv_body_id rv_body_next(const rv_world* world, rv_body_id id) {
    rv_id next = rv_id_pool_next(&world->body_ids, id.slot);
    return (rv_body_id){next.slot, next.generation, next.world};
}

int rv_body_count(const rv_world* world) {
    return world->body_ids.alive_count;
}

bool rv_body_moves(const rv_body* body) {
    if (body->was_placed)
        return true;
    if (body->type == RV_BODY_KINEMATIC)
        return rv_vec3_dot(body->v, body->v) + rv_vec3_dot(body->w, body->w) > 0.0;
    return rv_body_dofs(body) > 0 && !body->asleep;
}
