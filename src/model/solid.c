// Solids: made, destroyed and read.
#include "model/solid.h"

#include "model/body.h"
#include "model/family.h"

#include <math.h>
#include <string.h>

// of half of its diagonal: what a solid is looked at for, to find how thin it is, and where that ends
static const double SELF_DEPTH_SHARE = 0.05, DEPTH_TRIES_LEAST = 1e-4;

rv_solid_def rv_solid_def_default(void) {
    rv_material rubber = rv_material_default();
    rubber.density = 1000.0;
    rubber.young = 1e6;
    rubber.poisson = 0.45;
    rubber.friction = 0.5;
    return (rv_solid_def){.model = RV_SOLID_DYNAMIC,
                          .order = 1,
                          .pose = {.rotation = rv_quat_identity()},
                          .material = rubber,
                          .group = 1,
                          .mask = UINT32_MAX,
                          .magic = RV_DEF_MAGIC};
}

// --- the frame and where nodes are ---

rv_motion rv_solid_motion(const rv_world* world, const rv_island* island, const rv_solid* solid) {
    if (solid->body < 0)
        return (rv_motion){.x = solid->pose.position,
                           .q = solid->pose.rotation,
                           .R = rv_quat_to_mat3(solid->pose.rotation)};
    rv_motion body = rv_motion_of(world, island, solid->body);
    rv_vec3 center = world->bodies.data[solid->body].center;
    rv_vec3 arm = rv_mat3_apply(body.R, rv_vec3_sub(solid->pose.position, center));
    rv_quat q = rv_quat_mul(body.q, solid->pose.rotation);
    return (rv_motion){.x = rv_vec3_add(body.x, arm),
                       .v = rv_vec3_add(body.v, rv_vec3_cross(body.w, arm)),
                       .w = body.w,
                       .q = q,
                       .R = rv_quat_to_mat3(q)};
}

// what gravity does to a node of a static one, in the frame
static rv_vec3 sag_of(const rv_world* world, const rv_solid_work* work, const rv_motion* frame,
                      int node) {
    int at = work->free.data[node];
    if (at < 0)
        return (rv_vec3){0, 0, 0};
    double g[3];
    rv_vec3_store(g, rv_mat3_apply_transpose(frame->R, world->def.gravity));
    rv_vec3 sum = {0, 0, 0};
    for (int axis = 0; axis < 3; axis++)
        sum = rv_vec3_mul_add(sum, g[axis], work->sag.data[3 * at + axis]);
    return sum;
}

rv_vec3 rv_solid_point_with(const rv_world* world, const rv_solid* solid, int node,
                            const rv_motion* frame) {
    const rv_solid_work* work = rv_solid_work_of(world, solid);
    rv_vec3 stored = world->solid_x.data[solid->first + node];
    bool is_static = solid->model == RV_SOLID_STATIC;
    if (!is_static && work->free.data[node] >= 0)
        return stored;
    rv_vec3 X = work->fem.rest.data[node];
    if (is_static)
        X = rv_vec3_add(X, rv_vec3_add(stored, sag_of(world, work, frame, node)));
    return rv_vec3_add(frame->x, rv_mat3_apply(frame->R, X));
}

rv_vec3 rv_solid_point(const rv_world* world, const rv_solid* solid, int node) {
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    return rv_solid_point_with(world, solid, node, &frame);
}

rv_vec3 rv_solid_point_velocity(const rv_world* world, const rv_solid* solid, int node) {
    rv_vec3 stored = world->solid_v.data[solid->first + node];
    bool is_static = solid->model == RV_SOLID_STATIC;
    if (!is_static && rv_solid_work_of(world, solid)->free.data[node] >= 0)
        return stored;
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    rv_vec3 arm = rv_vec3_sub(rv_solid_point(world, solid, node), frame.x);
    rv_vec3 v = rv_vec3_add(frame.v, rv_vec3_cross(frame.w, arm));
    return is_static ? rv_vec3_add(v, rv_mat3_apply(frame.R, stored)) : v;
}

// --- making one ---

static void free_work(rv_memory* m, rv_solid_work* work) {
    rv_fem_free(m, &work->fem);
    rv_fem_system_free(m, &work->system);
    rv_fem_inertia_free(m, &work->inertia);
    rv_array_free(m, &work->K);
    rv_soft_free(m, &work->surface);
    rv_array_free(m, &work->triangles);
    rv_array_free(m, &work->x);
    rv_array_free(m, &work->x_to);
    rv_array_free(m, &work->free);
    rv_array_free(m, &work->turns);
    rv_array_free(m, &work->at);
    rv_array_free(m, &work->C);
    rv_array_free(m, &work->answering);
    rv_array_free(m, &work->answer_row);
    rv_array_free(m, &work->answer_first);
    rv_array_free(m, &work->answer_unknown);
    rv_array_free(m, &work->answer_weight);
    rv_fem_means_free(m, &work->means);
    rv_array_free(m, &work->asked);
    rv_array_free(m, &work->sag);
    rv_array_free(m, &work->inner);
    rv_array_free(m, &work->inner_for);
    rv_array_free(m, &work->tie_answer);
    rv_array_free(m, &work->tie_column);
    rv_array_free(m, &work->a);
    rv_array_free(m, &work->b);
    rv_array_free(m, &work->c);
    rv_array_free(m, &work->scratch);
    rv_array_free(m, &work->contact_dof);
    rv_memory_release(m, work, sizeof *work);
}

static void free_parts(rv_world* world) {
    for (int i = 0; i < world->solids.count; i++)
        if (rv_id_pool_alive(&world->solid_ids, i))
            free_work(&world->memory, world->solid_work.data[i]);
}

// Half of what is thin at least: nothing of the surface at rest lies that deep behind other parts of
// it, and still nothing when it is pressed to half of its thickness.
static double find_self_depth(rv_solid_work* work) {
    double depth = SELF_DEPTH_SHARE * work->size, reach = DEPTH_TRIES_LEAST * depth;
    rv_soft_refit(&work->surface, depth);
    for (double least = reach; depth > least; depth *= 0.5) {
        rv_soft_limits limits = {reach, depth, RV_SOFT_ALL};
        rv_soft_touch deepest;
        if (rv_soft_touch_self(&work->surface, &limits, &deepest, 1) == 0 || deepest.gap >= 0.0)
            break;
    }
    rv_soft_refit(&work->surface, 0.0);
    return 0.5 * depth;
}

// mesh and surface
static bool make_mesh(rv_memory* m, const rv_solid_def* def, rv_solid_work* work) {
    if (!rv_fem_make(m, &work->fem, def->nodes, def->node_count, def->tets, def->tet_count,
                     def->order, &def->material)
        || rv_tet_surface(m, def->tets, def->tet_count, def->node_count, &work->triangles) < 0
        || !rv_array_resize(m, &work->x, def->node_count)
        || !rv_array_resize(m, &work->x_to, def->node_count)
        || !rv_array_resize(m, &work->contact_dof, def->node_count))
        return false;
    memcpy(work->x.data, def->nodes, (size_t)def->node_count * sizeof *work->x.data);
    memcpy(work->x_to.data, def->nodes, (size_t)def->node_count * sizeof *work->x.data);
    if (!rv_soft_make(m, &work->surface, work->triangles.data, work->triangles.count / 3,
                      work->x.data, def->node_count))
        return false;
    work->surface.x_to = work->x_to.data;
    rv_soft_refit(&work->surface, 0.0);
    const rv_aabb* b = &work->surface.tree.data[0].bounds;
    work->size = 0.5 * rv_vec3_length(rv_vec3_sub(b->upper, b->lower));
    if (def->touches_self)
        work->self_depth = find_self_depth(work);
    work->island = work->own_block = -1;
    rv_mass_properties mass = rv_fem_mass_properties(&work->fem);
    work->mass = mass.mass;
    work->center = mass.center;
    return true;
}

static bool make_room(rv_world* world, int nodes) {
    rv_memory* m = &world->memory;
    int slots = world->solid_ids.slots.count + 1, all = world->solid_x.count + nodes;
    return rv_id_pool_reserve(m, &world->solid_ids, slots)
           && rv_array_reserve(m, &world->solids, slots)
           && rv_array_reserve(m, &world->solid_work, slots)
           && rv_array_reserve(m, &world->solid_x, all) && rv_array_reserve(m, &world->solid_v, all)
           && rv_array_reserve(m, &world->solid_push, all)
           && rv_array_reserve(m, &world->solid_load, all);
}

// its nodes where they are without load, and moving as their frame does
static void place_nodes(rv_world* world, const rv_solid* solid, const rv_solid_work* work,
                        const rv_solid_def* def) {
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    rv_vec3 center = rv_mat3_apply(frame.R, work->center), zero = {0, 0, 0};
    bool is_static = solid->model == RV_SOLID_STATIC;
    if (solid->floats) {
        frame.w = def->angular_velocity;
        frame.v = rv_vec3_sub(def->velocity, rv_vec3_cross(frame.w, center));
    }
    for (int k = 0; k < solid->count; k++) {
        rv_vec3 arm = rv_mat3_apply(frame.R, work->fem.rest.data[k]);
        rv_vec3 v = rv_vec3_add(frame.v, rv_vec3_cross(frame.w, arm));
        int at = solid->first + k;
        world->solid_x.data[at] = is_static ? zero : rv_vec3_add(frame.x, arm);
        world->solid_v.data[at] = is_static ? zero : v;
        world->solid_push.data[at] = world->solid_load.data[at] = zero;
    }
}

// the frame as its body sees it
static rv_pose pose_in_body(const rv_world* world, int32_t body, rv_pose pose) {
    pose.rotation = rv_quat_normalize(pose.rotation);
    if (body < 0)
        return pose;
    const rv_body* b = &world->bodies.data[body];
    rv_vec3 offset = rv_mat3_apply_transpose(b->R, rv_vec3_sub(pose.position, b->x));
    return (rv_pose){rv_vec3_add(offset, b->center),
                     rv_quat_mul(rv_quat_conjugate(b->q), pose.rotation)};
}

// NULL, told: it cannot be made
static rv_solid_work* make_work(rv_world* world, const rv_solid_def* def) {
    rv_memory* m = &world->memory;
    rv_solid_work* work = rv_memory_allocate(m, sizeof *work);
    if (!RV_CHECK(world, work != NULL, "rv_solid_create: out of memory"))
        return NULL;
    memset(work, 0, sizeof *work);
    const rv_body* frame = rv_world_body(world, def->frame);
    bool is_static = def->model == RV_SOLID_STATIC;
    work->model = def->model;
    work->damping_mass = def->damping_mass;
    work->damping_stiffness = def->damping_stiffness;
    work->tie = frame != NULL && frame->type == RV_BODY_DYNAMIC && !is_static ? RV_SOLID_TIE : 0;
    bool ok = RV_CHECK(world, make_mesh(m, def, work), "rv_solid_create: out of memory")
              && rv_solid_make_block(world, work, def)
              && RV_CHECK(world, make_room(world, work->fem.node_count),
                          "rv_solid_create: out of memory");
    if (ok)
        return work;
    free_work(m, work);
    return NULL;
}

rv_solid_id rv_solid_create(rv_world* world, const rv_solid_def* def) {
    rv_call_begin(world);
    if (!rv_solid_def_is_valid(world, def))
        return (rv_solid_id){0};
    const rv_body* frame = rv_world_body(world, def->frame);
    rv_solid solid = {.model = def->model,
                      .order = def->order,
                      .body = frame == NULL ? -1 : (int32_t)(frame - world->bodies.data),
                      .floats = def->held_count == 0,
                      .first = world->solid_x.count,
                      .corners = def->node_count,
                      .material = def->material,
                      .damping_mass = def->damping_mass,
                      .damping_stiffness = def->damping_stiffness,
                      .skin = def->skin,
                      .group = def->group,
                      .mask = def->mask,
                      .touches_self = def->touches_self,
                      .user_data = def->user_data};
    solid.pose = pose_in_body(world, solid.body, def->pose);
    rv_solid_work* work = make_work(world, def);
    if (work == NULL)
        return (rv_solid_id){0};
    solid.count = work->fem.node_count;
    int index = rv_id_pool_add(&world->memory, &world->solid_ids);
    if (index >= world->solids.count)
        world->solids.count = world->solid_work.count = index + 1;
    world->solids.data[index] = solid;
    world->solid_work.data[index] = work;
    world->solid_x.count += solid.count;
    world->solid_v.count = world->solid_push.count = world->solid_load.count = world->solid_x.count;
    place_nodes(world, &solid, work, def);
    rv_solid_find_energies(world, &world->solids.data[index], work);
    rv_world_touch(world);
    world->solids.data[index].serial = work->serial = world->changes; // it never goes back
    return rv_world_solid_id(world, index);
}

// --- removing one ---

static bool is_of(const rv_soft_site* soft, int index) {
    return soft->side[0].solid == index || soft->side[1].solid == index;
}

static void remove_solid(rv_world* world, int index) {
    rv_solid_wake_touched(world, index);
    rv_families_do(leave_solid, world, index);
    rv_solid* gone = &world->solids.data[index];
    int first = gone->first, count = gone->count;
    rv_array_cut(&world->solid_x, first, count);
    rv_array_cut(&world->solid_v, first, count);
    rv_array_cut(&world->solid_push, first, count);
    rv_array_cut(&world->solid_load, first, count);
    for (int i = 0; i < world->solids.count; i++)
        if (world->solids.data[i].first > first)
            world->solids.data[i].first -= count;
    int kept = 0;
    for (int k = 0; k < world->soft_sites.count; k++)
        if (!is_of(&world->soft_sites.data[k], index))
            world->soft_sites.data[kept++] = world->soft_sites.data[k];
    world->soft_sites.count = kept;
    free_work(&world->memory, world->solid_work.data[index]);
    world->solid_work.data[index] = NULL;
    gone->serial = 0;
    rv_id_pool_remove(&world->solid_ids, index);
    rv_world_touch(world);
}

bool rv_solid_destroy(rv_world* world, rv_solid_id id) {
    rv_call_begin(world);
    rv_solid* solid = rv_world_solid(world, id);
    if (!RV_CHECK(world, solid != NULL, "rv_solid_destroy: no such solid")
        || !RV_CHECK(world, !world->stepping, "rv_solid_destroy: not callable during a step"))
        return false;
    remove_solid(world, (int)(solid - world->solids.data));
    return true;
}

static void remove_on(rv_world* world, int body) {
    for (int i = 0; i < world->solids.count; i++)
        if (rv_id_pool_alive(&world->solid_ids, i) && world->solids.data[i].body == body)
            remove_solid(world, i);
    int kept = 0;
    for (int k = 0; k < world->soft_sites.count; k++)
        if (world->soft_sites.data[k].side[0].body != body)
            world->soft_sites.data[kept++] = world->soft_sites.data[k];
    world->soft_sites.count = kept;
}

// contacts name rods by their place in the list, as they stand after this

void rv_solids_forget_rods(rv_world* world, int first, int count) {
    int kept = 0;
    for (int k = 0; k < world->soft_sites.count; k++) {
        rv_soft_site soft = world->soft_sites.data[k];
        int32_t* rod = &soft.side[0].rod;
        if (*rod >= first && *rod < first + count)
            continue;
        *rod -= *rod >= first ? count : 0;
        world->soft_sites.data[kept++] = soft;
    }
    world->soft_sites.count = kept;
}

void rv_solids_shift_rods(rv_world* world, int made) {
    for (int k = 0; k < world->soft_sites.count; k++) {
        int32_t* rod = &world->soft_sites.data[k].side[0].rod;
        *rod += *rod >= made ? 1 : 0;
    }
}

// --- snapshots ---

bool rv_solids_are_there(const rv_world* world, const void* solids, int count) {
    for (int i = 0; i < count; i++) {
        rv_solid solid;
        memcpy(&solid, (const char*)solids + (size_t)i * sizeof solid, sizeof solid);
        const rv_solid_work* work = i < world->solid_work.count ? world->solid_work.data[i] : NULL;
        if (solid.serial != 0 && (work == NULL || work->serial != solid.serial))
            return false;
    }
    return true;
}

void rv_solids_drop_others(rv_world* world) {
    int count = world->solids.count;
    for (int i = 0; i < world->solid_work.count; i++) {
        rv_solid_work* work = world->solid_work.data[i];
        if (work == NULL || (i < count && world->solids.data[i].serial == work->serial))
            continue;
        free_work(&world->memory, work);
        world->solid_work.data[i] = NULL;
    }
    for (int i = world->solid_work.count; i < count; i++)
        world->solid_work.data[i] = NULL;
    world->solid_work.count = count;
}

const rv_family rv_solid_family = {.leave_body = remove_on,
                                   .wake_all = rv_solids_wake_all,
                                   .wake_neighbours = rv_solids_wake_neighbours,
                                   .keep_rest = rv_solids_keep_rest,
                                   .free_parts = free_parts};
