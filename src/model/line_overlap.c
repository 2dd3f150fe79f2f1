// How deep the axis of a new line lies within the shapes that its cable can touch, summed over its
// segments (strand_line.c): contacts may part such a segment to the wrong side. A surface that
// only presses into a segment by less than its radius does not count. The body that an end is
// fixed to counts from the second segment on, and beyond twice the depth of that end within it, as
// for contacts.
#include "model/body.h"
#include "model/form.h"
#include "model/strand.h"

#include "collide/touch.h"

#include <math.h>

typedef struct probe {
    const rv_world* world;
    const rv_cable* cable;
    const rv_strand_line_def* line;
    const rv_vec3* points;
    double inside[2]; // along the line from each end, within what that is fixed to
} probe;

static rv_aabb bounds_of(const rv_vec3* points, int count, double radius) {
    rv_aabb box = {points[0], points[0]};
    for (int i = 1; i < count; i++)
        box = rv_aabb_union(box, (rv_aabb){points[i], points[i]});
    return rv_aabb_grow(box, radius);
}

// other cables move out of the way
static bool may_touch(const rv_world* world, const rv_cable* cable, int shape) {
    const rv_shape* s = &world->shapes.data[shape];
    const rv_body* body = &world->bodies.data[s->body];
    return rv_id_pool_alive(&world->shape_ids, shape) && body->kind != RV_BODY_SCALAR
           && body->strand < 0 && (s->def.group & cable->segments.mask) != 0
           && (cable->segments.group & s->def.mask) != 0;
}

static double inside_at(const rv_world* world, const rv_strand_line_def* line, int side) {
    if (line->body[side] < 0)
        return 0.0;
    const rv_body* body = &world->bodies.data[line->body[side]];
    double depth = rv_body_depth(world, body, rv_body_to_local(body, line->ends[side]));
    return RV_LEAVES_BY * depth;
}

static bool is_left_out(const probe* p, int32_t body, int segment) {
    double length = p->line->length / p->line->count;
    for (int side = 0; side < 2; side++) {
        int from_end = side == 0 ? segment : p->line->count - 1 - segment;
        if (body == p->line->body[side] && (from_end == 0 || from_end * length < p->inside[side]))
            return true;
    }
    return false;
}

static double depth_of(const probe* p, int segment, const rv_placed* placed) {
    rv_vec3 a = p->points[segment], d = rv_vec3_sub(p->points[segment + 1], a);
    rv_geometry capsule = {.type = RV_SHAPE_CAPSULE,
                           .radius = 0.5 * p->cable->diameter,
                           .half_length = 0.5 * rv_vec3_length(d)};
    rv_placed self = {&capsule, rv_vec3_mul_add(a, 0.5, d),
                      rv_quat_to_mat3(rv_quat_along(rv_quat_identity(), rv_vec3_normalize(d)))};
    rv_touch touches[RV_TOUCH_MAX];
    int count = rv_touch_shapes(&self, placed, 0.0, touches);
    double depth = 0.0;
    for (int i = 0; i < count; i++)
        depth = fmax(depth, -touches[i].gap - capsule.radius);
    return depth;
}

static double depth_in_shape(const probe* p, const rv_shape* s, const rv_aabb* all) {
    rv_geometry geometry = rv_shape_geometry(p->world, &s->def);
    rv_placed placed = rv_shape_placed(p->world, s, &geometry);
    rv_aabb bounds = rv_placed_bounds(&placed);
    double sum = 0.0, radius = 0.5 * p->cable->diameter;
    for (int i = 0; i < p->line->count && rv_aabb_overlap(all, &bounds); i++) {
        rv_aabb box = bounds_of(p->points + i, 2, radius);
        if (rv_aabb_overlap(&box, &bounds) && !is_left_out(p, s->body, i))
            sum += depth_of(p, i, &placed);
    }
    return sum;
}

double rv_line_overlap(const rv_world* world, const rv_cable* cable, const rv_strand_line_def* line,
                       const rv_vec3* points) {
    probe p = {.world = world,
               .cable = cable,
               .line = line,
               .points = points,
               .inside = {inside_at(world, line, 0), inside_at(world, line, 1)}};
    rv_aabb all = bounds_of(points, line->count + 1, 0.5 * cable->diameter);
    double sum = 0.0;
    for (int i = 0; i < world->shapes.count && world->def.contact.enabled; i++)
        if (may_touch(world, cable, i))
            sum += depth_in_shape(&p, &world->shapes.data[i], &all);
    return sum;
}
