// Solids in the model for haptic ticks. Of a solid that the tool holds, places of its surface near
// shapes are points of the tool that give way, C_tool = h^2 A^-1 there in the tool's axes; of other
// solids, nodes near the tool's shapes are points in the world with C_world. Points are published where
// they would be without the forces of the tool (of a static solid that it holds: unstrained), since
// ticks find those anew.
#include "model/body.h"
#include "model/contact.h"
#include "model/form.h"
#include "model/solid.h"
#include "model/tie.h"
#include "step/haptic.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

static const double DEPTH_REACHES = 10.0; // how deep a surface may be inside of a shape, in reaches

typedef struct near_solid {
    rv_world* world;
    rv_haptic* haptic;
    rv_haptic_model* model;
    int solid, shape;
    bool is_tools; // the tool holds the solid; else the shape is the tool's
    double reach;
} near_solid;

static rv_vec3 place_of(const near_solid* n, const rv_soft_touch* t) {
    const rv_solid* solid = &n->world->solids.data[n->solid];
    rv_vec3 sum = {0, 0, 0};
    for (int k = 0; k < t->count; k++)
        sum = rv_vec3_mul_add(sum, t->weight[k], rv_solid_point(n->world, solid, t->node[k]));
    return sum;
}

// the same without strain, for a static one
static rv_vec3 rest_of(const near_solid* n, const rv_soft_touch* t) {
    const rv_solid* solid = &n->world->solids.data[n->solid];
    const rv_solid_work* work = n->world->solid_work.data[n->solid];
    rv_motion frame = rv_solid_motion(n->world, NULL, solid);
    rv_vec3 sum = {0, 0, 0};
    for (int k = 0; k < t->count; k++)
        sum = rv_vec3_mul_add(sum, t->weight[k], work->fem.rest.data[t->node[k]]);
    return rv_vec3_add(frame.x, rv_mat3_apply(frame.R, sum));
}

// the force of the world's last step on the tool
static rv_vec3 force_of(const near_solid* n, uint32_t feature) {
    for (int k = 0; k < n->world->soft_sites.count; k++) {
        const rv_soft_site* soft = &n->world->soft_sites.data[k];
        if (soft->side[1].solid != n->solid || soft->side[0].shape != n->shape
            || soft->site.feature != feature)
            continue;
        rv_vec3 f = rv_vec3_mul_add(soft->site.friction, soft->site.force, soft->site.normal);
        return n->is_tools ? f : rv_vec3_neg(f);
    }
    return (rv_vec3){0, 0, 0};
}

// a shape that ticks know, or the plane that touches it there
static rv_geometry seen_shape(const near_solid* n, const rv_soft_touch* t, rv_pose* pose) {
    const rv_placed* placed = &n->world->proxies.data[n->shape].placed;
    rv_geometry geometry = n->world->proxies.data[n->shape].geometry;
    *pose = rv_pose_make(placed->position, rv_quat_from_mat3(placed->R));
    if (geometry.type <= RV_SHAPE_PLANE)
        return geometry;
    rv_quat up = rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, 0.5 * RV_PI);
    *pose = rv_pose_make(t->point, rv_quat_mul(rv_quat_from_x_axis(t->normal), up));
    return (rv_geometry){.type = RV_SHAPE_PLANE};
}

static void add_point(const near_solid* n, const rv_soft_touch* t, double friction) {
    const rv_world* world = n->world;
    const rv_solid* solid = &world->solids.data[n->solid];
    rv_vec3 force = force_of(n, t->feature);
    bool carries = rv_vec3_dot(force, force) > 0.0;
    // what carries is never left out
    int at = rv_haptic_find_place(n->haptic, n->model, carries ? -INFINITY : t->gap);
    if (at < 0)
        return;
    // what is in the world goes to where it is without the tool in rv_haptics_publish()
    bool is_unstrained = n->is_tools && solid->model == RV_SOLID_STATIC;
    rv_vec3 now = place_of(n, t), free = is_unstrained ? rest_of(n, t) : now;
    rv_pose tool = n->model->tool, pose;
    const rv_body* body = &world->bodies.data[world->shapes.data[n->shape].body];
    bool moves = n->is_tools && rv_body_moves(body);
    rv_haptic_point p = {
        .key = ((uint64_t)(n->solid + 1) << 50) | (uint64_t)(n->shape + 1) << 32 | t->feature,
        .kind = n->is_tools ? RV_HAPTIC_TOOL_POINT : RV_HAPTIC_WORLD_POINT,
        .radius = solid->skin,
        .origin = n->is_tools ? body->x : free,
        .velocity = moves ? body->v : (rv_vec3){0, 0, 0},
        .spin = moves ? body->w : (rv_vec3){0, 0, 0},
        .normal = n->is_tools ? t->normal : rv_vec3_neg(t->normal),
        .gap = t->gap - solid->skin + rv_vec3_dot(t->normal, rv_vec3_sub(free, now)),
        .friction = friction,
        .force = force};
    p.geometry = seen_shape(n, t, &pose);
    p.point = n->is_tools ? rv_pose_apply_inverse(tool, free) : free;
    p.pose = n->is_tools ? pose : rv_pose_mul(rv_pose_inverse(tool), pose);
    n->model->points[at] = p;
    rv_haptic_side side = {.body = -1,
                           .then = carries ? -INFINITY : t->gap,
                           .solid = n->solid,
                           .is_tools = n->is_tools};
    side.place.count = t->count;
    memcpy(side.place.node, t->node, sizeof side.place.node);
    memcpy(side.place.weight, t->weight, sizeof side.place.weight);
    bool gives = n->is_tools && rv_body_moves(body) && rv_body_dofs(body) > 0 && body->island >= 0;
    if (gives) {
        side.body = (int32_t)(body - world->bodies.data);
        side.arm = rv_vec3_sub(t->point, body->x);
    }
    n->haptic->sides[at] = side;
}

// places of the solid near one shape; nodes and edges where the solid is the tool's
static void add_shape(near_solid* n) {
    rv_world* world = n->world;
    rv_solid_work* work = world->solid_work.data[n->solid];
    const rv_solid* solid = &world->solids.data[n->solid];
    const rv_shape* shape = &world->shapes.data[n->shape];
    if (!(shape->def.group & solid->mask) || !(shape->def.mask & solid->group))
        return;
    const rv_placed* placed = &world->proxies.data[n->shape].placed;
    rv_soft_limits limits = {n->reach, DEPTH_REACHES * n->reach, RV_SOFT_ALL};
    rv_soft_touch* touches = world->soft_touches.data;
    int count = rv_soft_touch_shape(&work->surface, placed, placed, &limits, touches,
                                    world->soft_touches.count);
    rv_contact_law law = rv_contact_law_between(world, &shape->def.material, &solid->material);
    for (int k = 0; k < count; k++)
        add_point(n, &touches[k], law.friction);
}

static bool add_near(void* context, int shape) {
    near_solid* n = context;
    const rv_solid* solid = &n->world->solids.data[n->solid];
    if (n->world->shapes.data[shape].body != solid->body) {
        n->shape = shape;
        add_shape(n);
    }
    return true;
}

// the surface where it is now, with bounds as large as asked for
static void refit(near_solid* n) {
    const rv_solid* solid = &n->world->solids.data[n->solid];
    rv_solid_work* work = n->world->solid_work.data[n->solid];
    for (int k = 0; k < solid->corners; k++)
        work->x.data[k] = work->x_to.data[k] = rv_solid_point(n->world, solid, k);
    rv_soft_refit(&work->surface, n->reach);
}

void rv_haptic_gather_solids(rv_world* world, rv_haptic* haptic, rv_haptic_model* model,
                             const rv_body* body, double dt) {
    double speed = rv_vec3_length(body->v);
    near_solid n = {.world = world, .haptic = haptic, .model = model};
    n.reach = haptic->def.near + (isfinite(speed) ? RV_HAPTIC_STEPS_AHEAD * dt * speed : 0.0);
    for (int i = 0; i < world->solids.count; i++) {
        const rv_solid* solid = &world->solids.data[i];
        if (!rv_id_pool_alive(&world->solid_ids, i) || solid->mask == 0 || solid->frozen)
            continue;
        n.solid = i;
        int32_t tool = (int32_t)(body - world->bodies.data);
        n.is_tools = solid->body == tool;
        if (rv_ties_join(world, i, tool, -1))
            continue;
        const rv_aabb* bounds = &world->solid_work.data[i]->surface.tree.data[0].bounds;
        if (n.is_tools) {
            refit(&n);
            rv_tree_query(&world->tree, bounds, add_near, &n);
            continue;
        }
        bool is_fit = false;
        for (int32_t s = body->first_shape; s >= 0; s = world->shapes.data[s].next) {
            if (!is_fit)
                refit(&n);
            is_fit = true;
            n.shape = s;
            add_shape(&n);
        }
    }
}

// --- how they give way ---

// adds h^2 times the answer of one solid to C
static void add_answers(rv_world* world, rv_haptic* haptic, rv_haptic_model* model, int index,
                        bool is_tools) {
    const rv_solid* solid = &world->solids.data[index];
    rv_solid_work* work = world->solid_work.data[index];
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    rv_mat3 axes = rv_solid_axes(solid, &frame);
    // from axes of the block to those of the tool, or of the world
    if (is_tools)
        axes = rv_mat3_mul(rv_mat3_transpose(rv_quat_to_mat3(model->tool.rotation)), axes);
    int n = 3 * model->count, count = 0;
    for (int i = 0; i < model->count; i++)
        if (haptic->sides[i].solid == index) {
            haptic->places[count] = haptic->sides[i].place;
            haptic->place_points[count++] = i;
        }
    rv_solid_answers(work, haptic->places, count, haptic->response);
    double h2 = work->h * work->h, *C = is_tools ? model->C_tool : model->C_world;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            rv_mat3 answer;
            for (int k = 0; k < 9; k++)
                answer.m[k / 3][k % 3] =
                    haptic->response[(3 * i + k / 3) * 3 * count + 3 * j + k % 3];
            answer = rv_mat3_mul_transpose(rv_mat3_mul(axes, answer), axes);
            double* at = C + 3 * haptic->place_points[i] * n + 3 * haptic->place_points[j];
            for (int k = 0; k < 9; k++)
                at[k / 3 * n + k % 3] += h2 * answer.m[k / 3][k % 3];
        }
}

// of a solid with inertia, points go to where they would be without the forces of the tool
static void take_tool_forces_off(const rv_world* world, const rv_haptic* haptic,
                                 rv_haptic_model* model) {
    int n = 3 * model->count;
    rv_mat3 R = rv_quat_to_mat3(model->tool.rotation);
    for (int i = 0; i < model->count; i++) {
        const rv_haptic_side* side = &haptic->sides[i];
        if (!side->is_tools || side->solid < 0
            || world->solids.data[side->solid].model == RV_SOLID_STATIC)
            continue;
        double u[3] = {0, 0, 0};
        for (int axis = 0; axis < 3; axis++)
            for (int j = 0; j < model->count; j++) {
                const double* C = model->C_tool + (3 * i + axis) * n + 3 * j;
                rv_vec3 f = rv_mat3_apply_transpose(R, model->points[j].force);
                u[axis] += C[0] * f.x + C[1] * f.y + C[2] * f.z;
            }
        rv_haptic_point* p = &model->points[i];
        p->point = rv_vec3_sub(p->point, rv_vec3_load(u));
        p->gap -= rv_vec3_dot(p->normal, rv_mat3_apply(R, rv_vec3_load(u)));
    }
}

void rv_haptic_solid_compliance(rv_world* world, rv_haptic* haptic, rv_haptic_model* model) {
    int n = 3 * model->count;
    memset(model->C_tool, 0, (size_t)(n * n) * sizeof(double));
    for (int s = 0; s < world->solids.count; s++) {
        int first = 0;
        while (first < model->count && haptic->sides[first].solid != s)
            first++;
        if (first == model->count || !(world->solid_work.data[s]->h > 0.0))
            continue;
        bool is_tools = haptic->sides[first].is_tools;
        add_answers(world, haptic, model, s, is_tools);
        model->tool_gives |= is_tools;
        model->world_gives |= !is_tools;
    }
    if (model->tool_gives)
        take_tool_forces_off(world, haptic, model);
}
