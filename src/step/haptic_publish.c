// Stages "inputs" and "publish" of haptic tools. A tool goes where the hand's thread last had it, with
// the speed that this takes, so that what it touches feels the speed. After the step everything within
// reach of its shapes goes into the model for the ticks, with how it gives way (haptic_give.c). Things
// are published where they would be without the forces of the tool, x + C F, since the ticks find
// those anew.
#include "step/haptic.h"

#include "model/body.h"
#include "model/cable_wrap.h"
#include "model/contact.h"
#include "model/form.h"
#include "step/step.h"

#include <string.h>

enum { NEAR_SHAPES_MAX = 256 };
static const double SAME_NORMAL = 1e-6; // 1 - cosine, of a shape and of the point that was found
static const double SAME_GAP = 1e-3;    // of the reach
static const double ROUNDING = 1e-9;    // [m]

// --- stage "inputs" ---------------------------------------------------------------------------------

static void place_tool(rv_world* world, rv_body* body, rv_pose pose) {
    int32_t index = (int32_t)(body - world->bodies.data);
    rv_world_wake_neighbours(world, index);
    rv_body_set_rotation(body, pose.rotation);
    body->x = rv_vec3_add(pose.position, rv_mat3_apply(body->R, body->center));
    body->x_before = body->x_start = body->x;
    body->q_start = body->q;
    body->v = body->w = (rv_vec3){0, 0, 0};
    body->was_placed = true;
    rv_cables_place_body(world, index);
    world->poses_changed = true;
}

static void follow(rv_world* world, rv_haptic* haptic, rv_body* body, double dt) {
    (void)rv_triple_take(&haptic->to_world);
    const rv_haptic_told* told = &haptic->told[haptic->to_world.front];
    rv_pose target = told->report.tool;
    // put somewhere by the hand, or the world has been restored
    bool jumped = told->jumps != haptic->jumps || haptic->followed != world->step_count;
    haptic->followed = world->step_count + 1;
    haptic->jumps = told->jumps;
    body->v = body->w = (rv_vec3){0, 0, 0};
    if (told->report.ticks == 0)
        return;
    if (jumped) {
        place_tool(world, body, target);
        return;
    }
    rv_vec3 center = rv_pose_apply(target, body->center);
    rv_quat turn = rv_quat_mul(target.rotation, rv_quat_conjugate(body->q));
    body->v = rv_vec3_scale(rv_vec3_sub(center, body->x), 1.0 / dt);
    body->w = rv_vec3_scale(rv_quat_log(turn), 1.0 / dt);
}

void rv_haptics_follow(rv_world* world, double dt) {
    for (int i = 0; i < world->haptics.count; i++) {
        if (!rv_id_pool_alive(&world->haptic_ids, i))
            continue;
        rv_haptic* haptic = world->haptics.data[i];
        rv_body* body = rv_world_body(world, haptic->def.body);
        if (rv_haptic_holds_rod(&haptic->def))
            rv_haptic_follow_rod(world, haptic);
        else if (body != NULL && !body->frozen)
            follow(world, haptic, body, dt);
    }
}

// --- what is near -----------------------------------------------------------------------------------

typedef struct near_list {
    int32_t shape[NEAR_SHAPES_MAX]; // ascending; of more than there is room for, the first
    int count;
} near_list;

static bool add_near(void* context, int item) {
    near_list* list = context;
    int at = list->count;
    while (at > 0 && list->shape[at - 1] > item)
        at--;
    if (at == NEAR_SHAPES_MAX)
        return true;
    int last = list->count < NEAR_SHAPES_MAX ? list->count++ : NEAR_SHAPES_MAX - 1;
    memmove(list->shape + at + 1, list->shape + at, (size_t)(last - at) * sizeof *list->shape);
    list->shape[at] = item;
    return true;
}

static bool may_touch(const rv_world* world, int32_t own, int32_t other) {
    const rv_shape *a = &world->shapes.data[own], *b = &world->shapes.data[other];
    if (rv_body_dofs(&world->bodies.data[b->body]) > 0)
        return rv_shapes_may_touch(world, own, other);
    return a->body != b->body && (a->def.group & b->def.mask) != 0
           && (b->def.group & a->def.mask) != 0;
}

// two shapes near each other, seen from the tool
typedef struct meeting {
    const rv_world* world;
    rv_haptic* haptic;
    rv_haptic_model* model;
    rv_pose tool;
    double reach, ahead; // [m], [s]
    int32_t own, other;
    rv_contact_law law;
    rv_geometry geometry[2]; // of the tool and of the other
    rv_placed placed[2];
} meeting;

static bool is_round(const rv_geometry* g) {
    return g->type == RV_SHAPE_SPHERE || g->type == RV_SHAPE_CAPSULE;
}

static rv_pose pose_of(const rv_placed* placed) {
    return rv_pose_make(placed->position, rv_quat_from_mat3(placed->R));
}

// A point against the whole shape, as it is for a tick while it slides along: true if the shape
// has the same gap and normal there.
static bool fits(const meeting* m, const rv_haptic_point* p, rv_vec3 point, const rv_placed* shape,
                 rv_vec3 normal) {
    if (p->geometry.type > RV_SHAPE_PLANE)
        return false;
    rv_vec3 n;
    double gap = rv_haptic_distance(&p->geometry, pose_of(shape), point, &n) - p->radius;
    return fabs(gap - p->gap) <= SAME_GAP * m->reach + ROUNDING
           && rv_vec3_dot(n, normal) >= 1.0 - SAME_NORMAL;
}

// The tool's point (the centre of a round one) against the other's shape.
static bool see_tool_point(const meeting* m, rv_vec3 on, rv_haptic_point* p) {
    p->kind = RV_HAPTIC_TOOL_POINT;
    p->radius = is_round(&m->geometry[0]) ? m->geometry[0].radius : 0.0;
    p->geometry = m->geometry[1];
    p->pose = pose_of(&m->placed[1]);
    rv_vec3 point = rv_vec3_mul_add(on, p->radius, p->normal);
    p->point = rv_pose_apply_inverse(m->tool, point);
    return fits(m, p, point, &m->placed[1], p->normal);
}

// The other's point against the tool's shape.
static bool see_world_point(const meeting* m, rv_vec3 on, rv_haptic_point* p) {
    p->kind = RV_HAPTIC_WORLD_POINT;
    p->radius = is_round(&m->geometry[1]) ? m->geometry[1].radius : 0.0;
    p->geometry = m->geometry[0];
    p->pose = rv_pose_mul(rv_pose_inverse(m->tool), pose_of(&m->placed[0]));
    p->point = rv_vec3_mul_add(on, -p->radius, p->normal);
    return fits(m, p, p->point, &m->placed[0], rv_vec3_neg(p->normal));
}

// The tool's point against the plane that touches the other there.
static void see_plane(const meeting* m, rv_vec3 on, rv_vec3 on_other, rv_haptic_point* p) {
    p->kind = RV_HAPTIC_TOOL_POINT;
    p->radius = 0.0;
    p->geometry = (rv_geometry){.type = RV_SHAPE_PLANE};
    // the x axis to the normal, and then z to x
    rv_quat up = rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, 0.5 * RV_PI);
    rv_quat turn = rv_quat_mul(rv_quat_from_x_axis(p->normal), up);
    p->pose = rv_pose_make(on_other, turn);
    p->point = rv_pose_apply_inverse(m->tool, on);
}

// the force of the world's last step on the tool
static rv_vec3 force_of(const meeting* m, uint32_t feature) {
    const rv_pair* pair = rv_pairs_find(m->world, m->own, m->other);
    for (int k = 0; pair != NULL && k < pair->count; k++) {
        const rv_site* site = &m->world->sites.data[pair->first + k];
        if (site->feature == feature) {
            rv_vec3 f = rv_vec3_mul_add(site->friction, site->force, site->normal);
            return pair->shape[1] == m->own ? f : rv_vec3_neg(f);
        }
    }
    return (rv_vec3){0, 0, 0};
}

int rv_haptic_find_place(const rv_haptic* haptic, rv_haptic_model* model, double then) {
    if (model->count < haptic->def.max_points)
        return model->count++;
    const rv_haptic_side* sides = haptic->sides;
    int farthest = 0;
    for (int i = 1; i < model->count; i++)
        if (sides[i].then > sides[farthest].then)
            farthest = i;
    return sides[farthest].then > then ? farthest : -1;
}

// how fast the tool comes nearer to the other at a place, along a normal to the tool
static double closing_speed(const meeting* m, rv_vec3 place, rv_vec3 normal) {
    double speed = 0.0;
    for (int side = 0; side < 2; side++) {
        int32_t shape = side == 0 ? m->own : m->other;
        const rv_body* body = &m->world->bodies.data[m->world->shapes.data[shape].body];
        rv_vec3 turning = rv_vec3_cross(body->w, rv_vec3_sub(place, body->x));
        double along = rv_vec3_dot(normal, rv_vec3_add(body->v, turning));
        speed += !rv_body_moves(body) ? 0.0 : side == 0 ? -along : along;
    }
    return speed;
}

// what a point says of the body that it is on
static rv_haptic_point point_on(const meeting* m, const rv_touch* t, rv_vec3 normal) {
    const rv_body* body = &m->world->bodies.data[m->world->shapes.data[m->other].body];
    bool moves = rv_body_moves(body);
    return (rv_haptic_point){.key = ((uint64_t)m->own * 65537u + (uint64_t)m->other) << 32
                                    | (uint64_t)t->feature,
                             .normal = normal,
                             .gap = t->gap,
                             .origin = body->x,
                             .velocity = moves ? body->v : (rv_vec3){0, 0, 0},
                             .spin = moves ? body->w : (rv_vec3){0, 0, 0},
                             .friction = m->law.friction,
                             .force = force_of(m, t->feature)};
}

static void add_point(const meeting* m, const rv_touch* t) {
    bool is_first = m->own < m->other;
    rv_vec3 on = is_first ? t->on_a : t->on_b, on_other = is_first ? t->on_b : t->on_a;
    rv_vec3 normal = is_first ? rv_vec3_neg(t->normal) : t->normal;
    double then = t->gap - m->ahead * fmax(0.0, closing_speed(m, on_other, normal));
    int place = then > m->haptic->def.near ? -1 : rv_haptic_find_place(m->haptic, m->model, then);
    if (place < 0)
        return;
    rv_haptic_point p = point_on(m, t, normal);
    bool other_first = is_round(&m->geometry[1]) && !is_round(&m->geometry[0]);
    bool seen = other_first ? see_world_point(m, on_other, &p) || see_tool_point(m, on, &p)
                            : see_tool_point(m, on, &p) || see_world_point(m, on_other, &p);
    if (!seen)
        see_plane(m, on, on_other, &p);
    m->model->points[place] = p;
    int32_t index = m->world->shapes.data[m->other].body;
    const rv_body* body = &m->world->bodies.data[index];
    bool gives = rv_body_moves(body) && rv_body_dofs(body) > 0 && body->island >= 0;
    double stiffness = m->law.stiffness;
    m->haptic->sides[place] = (rv_haptic_side){.body = gives ? index : -1,
                                               .solid = -1,
                                               .arm = rv_vec3_sub(on_other, body->x),
                                               .give = stiffness > 0.0 ? 1.0 / stiffness : 0.0,
                                               .then = then};
}

static void add_shape(meeting* m, int32_t other) {
    const rv_world* world = m->world;
    const rv_shape* shape = &world->shapes.data[other];
    m->other = other;
    m->geometry[1] = rv_shape_geometry(world, &shape->def);
    m->placed[1] = rv_shape_placed(world, shape, &m->geometry[1]);
    bool is_first = m->own < other;
    rv_touch touches[RV_TOUCH_MAX];
    int count = rv_touch_shapes(&m->placed[is_first ? 0 : 1], &m->placed[is_first ? 1 : 0],
                                m->reach, touches);
    m->law = rv_contact_law_between(world, &world->shapes.data[m->own].def.material,
                                    &shape->def.material);
    for (int k = 0; k < count; k++)
        add_point(m, &touches[k]);
}

static void gather(const rv_world* world, rv_haptic* haptic, rv_haptic_model* model,
                   const rv_body* body, double dt) {
    meeting m = {.world = world, .haptic = haptic, .model = model, .tool = model->tool};
    m.ahead = RV_HAPTIC_STEPS_AHEAD * dt;
    for (int32_t s = body->first_shape; s >= 0; s = world->shapes.data[s].next) {
        const rv_shape* shape = &world->shapes.data[s];
        m.own = s;
        m.geometry[0] = rv_shape_geometry(world, &shape->def);
        m.placed[0] = rv_shape_placed(world, shape, &m.geometry[0]);
        double speed =
            rv_vec3_length(body->v) + world->proxies.data[s].reach * rv_vec3_length(body->w);
        m.reach = haptic->def.near + (isfinite(speed) ? m.ahead * speed : 0.0);
        rv_aabb box = rv_aabb_grow(rv_placed_bounds(&m.placed[0]), m.reach);
        near_list list = {.count = 0};
        rv_tree_query(&world->tree, &box, add_near, &list);
        for (int k = 0; k < list.count; k++)
            if (may_touch(world, s, list.shape[k]))
                add_shape(&m, list.shape[k]);
    }
}

// --- stage "publish" --------------------------------------------------------------------------------

// things go to where they would be without the forces of the tool
static void take_forces_off(rv_haptic_model* model) {
    int n = 3 * model->count;
    for (int i = 0; i < model->count && model->world_gives; i++) {
        rv_haptic_point* p = &model->points[i];
        double u[3] = {0, 0, 0};
        for (int axis = 0; axis < 3; axis++)
            for (int j = 0; j < model->count; j++) {
                const double* C = model->C_world + (3 * i + axis) * n + 3 * j;
                rv_vec3 f = model->points[j].force;
                u[axis] += C[0] * f.x + C[1] * f.y + C[2] * f.z;
            }
        rv_vec3 off = rv_vec3_load(u);
        p->gap -= rv_vec3_dot(p->normal, off);
        rv_vec3* place = p->kind == RV_HAPTIC_WORLD_POINT ? &p->point : &p->pose.position;
        *place = rv_vec3_add(*place, off);
    }
}

static void publish(rv_world* world, rv_haptic* haptic, const rv_body* body, double dt) {
    rv_haptic_model* model = &haptic->models[haptic->to_tick.back];
    model->sequence = ++haptic->sequence;
    model->time = world->time;
    model->step = dt;
    model->tool = rv_pose_make(rv_body_to_world(body, (rv_vec3){0, 0, 0}), body->q);
    model->count = 0;
    model->tool_gives = model->world_gives = false;
    if (world->def.contact.enabled)
        gather(world, haptic, model, body, dt);
    if (world->def.contact.enabled && world->soft_touches.count > 0)
        rv_haptic_gather_solids(world, haptic, model, body, dt);
    rv_haptic_find_compliance(world, haptic, model, dt);
    rv_haptic_solid_compliance(world, haptic, model);
    take_forces_off(model);
    rv_triple_publish(&haptic->to_tick);
}

void rv_haptics_publish(rv_world* world, double dt) {
    for (int i = 0; i < world->haptics.count; i++) {
        if (!rv_id_pool_alive(&world->haptic_ids, i))
            continue;
        rv_haptic* haptic = world->haptics.data[i];
        const rv_body* body = rv_world_body(world, haptic->def.body);
        if (rv_haptic_holds_rod(&haptic->def))
            rv_haptic_publish_rod(world, haptic, dt);
        else if (body != NULL && !body->frozen)
            publish(world, haptic, body, dt);
    }
}
