// Questions about where things are: rays and overlaps, on the tree of the broad phase.
#include "collide/cast.h"
#include "model/body.h"
#include "model/contact.h"
#include "model/form.h"
#include "model/solid.h"

#include <math.h>

static rv_shape_ref ref_of(const rv_world* world, int shape) {
    const rv_shape* s = &world->shapes.data[shape];
    return (rv_shape_ref){rv_world_body_id(world, s->body), s->index};
}

// where a shape is now: the tree may be a step behind, or what it knows not made yet
static rv_placed placed_now(const rv_world* world, int shape, rv_geometry* geometry) {
    const rv_shape* s = &world->shapes.data[shape];
    *geometry = rv_shape_geometry(world, &s->def);
    return rv_shape_placed(world, s, geometry);
}

// The tree holds where shapes are at the end of a step. Before the first one, and after bodies were
// made or moved by hand, every shape is looked at.
static bool tree_is_current(const rv_world* world) {
    return !world->topology_changed && !world->poses_changed && world->def.contact.enabled;
}

static bool may_be_met(const rv_world* world, int shape, uint32_t mask) {
    const rv_shape* s = &world->shapes.data[shape];
    return rv_id_pool_alive(&world->shape_ids, shape) && (s->def.group & mask) != 0
           && world->bodies.data[s->body].kind != RV_BODY_SCALAR;
}

typedef struct ray {
    const rv_world* world;
    rv_vec3 from, way;
    uint32_t mask;
    int shape;
    double t;
    rv_vec3 normal;
    // of a solid, nearer than that shape; -1: none
    int solid, triangle;
    double weight[3];
} ray;

static double cast_at(void* context, int shape, double limit) {
    ray* r = context;
    rv_vec3 normal;
    rv_geometry geometry;
    if (!may_be_met(r->world, shape, r->mask))
        return limit;
    rv_placed placed = placed_now(r->world, shape, &geometry);
    double t = rv_cast_shape(&placed, r->from, r->way, limit, &normal);
    // of two at the same distance the smaller slot, so that the order of visits does not show
    if (!(t <= limit) || (t == r->t && shape > r->shape))
        return limit;
    r->t = t;
    r->shape = shape;
    r->normal = normal;
    return t;
}

// every triangle of the surface, where it is now
static void cast_at_solid(ray* r, int index) {
    const rv_solid* solid = &r->world->solids.data[index];
    const rv_solid_work* work = r->world->solid_work.data[index];
    rv_motion frame = rv_solid_motion(r->world, NULL, solid);
    for (int i = 0; i < work->triangles.count / 3; i++) {
        rv_vec3 x[3];
        double weight[3];
        for (int k = 0; k < 3; k++)
            x[k] = rv_solid_point_with(r->world, solid, work->triangles.data[3 * i + k], &frame);
        double t = rv_cast_triangle(x, r->from, r->way, weight);
        if (!(t < r->t && t <= 1.0))
            continue;
        r->t = t;
        r->solid = index;
        r->triangle = i;
        r->normal =
            rv_vec3_normalize(rv_vec3_cross(rv_vec3_sub(x[1], x[0]), rv_vec3_sub(x[2], x[0])));
        for (int k = 0; k < 3; k++)
            r->weight[k] = weight[k];
    }
}

static rv_ray_hit hit_of(const ray* r) {
    rv_ray_hit hit = {.point = rv_vec3_mul_add(r->from, r->t, r->way),
                      .normal = r->normal,
                      .distance = r->t * rv_vec3_length(r->way)};
    if (r->solid < 0) {
        rv_shape_ref ref = ref_of(r->world, r->shape);
        hit.body = ref.body;
        hit.shape = ref.shape;
        return hit;
    }
    hit.solid = rv_world_solid_id(r->world, r->solid);
    hit.triangle = r->triangle;
    for (int k = 0; k < 3; k++)
        hit.weight[k] = r->weight[k];
    return hit;
}

bool rv_world_cast_ray(const rv_world* world, rv_vec3 from, rv_vec3 to, uint32_t mask,
                       rv_ray_hit* hit) {
    if (!rv_is_finite3(from) || !rv_is_finite3(to))
        return false;
    ray r = {.world = world,
             .from = from,
             .way = rv_vec3_sub(to, from),
             .mask = mask,
             .shape = -1,
             .solid = -1,
             .t = INFINITY};
    if (tree_is_current(world))
        rv_tree_cast(&world->tree, from, r.way, 1.0, cast_at, &r);
    else
        for (int i = 0; i < world->shapes.count; i++)
            cast_at(&r, i, fmin(r.t, 1.0));
    for (int i = 0; i < world->solids.count; i++)
        if (rv_id_pool_alive(&world->solid_ids, i) && (world->solids.data[i].group & mask) != 0)
            cast_at_solid(&r, i);
    if (r.shape < 0 && r.solid < 0)
        return false;
    if (hit != NULL)
        *hit = hit_of(&r);
    return true;
}

typedef struct overlap {
    const rv_world* world;
    const rv_aabb* box;
    const rv_placed* placed; // NULL: boxes are enough
    uint32_t mask;
    rv_shape_refs found;
    int count;
} overlap;

static bool overlap_at(void* context, int shape) {
    overlap* o = context;
    rv_geometry geometry;
    if (!may_be_met(o->world, shape, o->mask))
        return true;
    rv_placed placed = placed_now(o->world, shape, &geometry);
    rv_aabb bounds = rv_placed_bounds(&placed);
    rv_touch touches[RV_TOUCH_MAX];
    if (!rv_aabb_overlap(&bounds, o->box)
        || (o->placed != NULL && rv_touch_shapes(o->placed, &placed, 0.0, touches) == 0))
        return true;
    if (o->count < o->found.capacity && o->found.out != NULL)
        o->found.out[o->count] = ref_of(o->world, shape);
    o->count++;
    return true;
}

static int find_overlaps(overlap* o) {
    if (tree_is_current(o->world))
        rv_tree_query(&o->world->tree, o->box, overlap_at, o);
    else
        for (int i = 0; i < o->world->shapes.count; i++)
            overlap_at(o, i);
    return o->count;
}

int rv_world_overlap_box(const rv_world* world, rv_vec3 lower, rv_vec3 upper, uint32_t mask,
                         rv_shape_refs found) {
    rv_aabb box = {lower, upper};
    overlap o = {.world = world, .box = &box, .mask = mask, .found = found};
    return find_overlaps(&o);
}

int rv_world_overlap_shape(rv_world* world, const rv_shape_def* shape, rv_pose pose, uint32_t mask,
                           rv_shape_refs found) {
    rv_call_begin(world);
    if (!RV_CHECK(world, shape != NULL, "rv_world_overlap_shape: must not be NULL")
        || !rv_shape_is_valid(world, &world->error, shape)
        || !RV_CHECK(world, rv_shape_is_convex(shape->type),
                     "rv_shape_def.type: a plane, mesh or height field cannot ask for overlaps")
        || !RV_CHECK(world, rv_pose_is_valid(pose),
                     "rv_world_overlap_shape: pose: must be finite with a unit quaternion"))
        return -1;
    rv_geometry geometry = rv_shape_geometry(world, shape);
    rv_pose at = rv_pose_mul(pose, shape->local);
    rv_placed placed = {&geometry, at.position, rv_quat_to_mat3(at.rotation)};
    rv_aabb box = rv_placed_bounds(&placed);
    overlap o = {.world = world, .box = &box, .placed = &placed, .mask = mask, .found = found};
    return find_overlaps(&o);
}
