// Stage "stop": the last net. Contacts keep what is expected to meet from passing through; what a
// joint, a cable or another contact flung another way within the step may still have. Each body
// that moved farther than half its thickness is swept from where it was to where it is, against
// what no contact was watched with and what its centre went into, and stays where they meet, with
// all that it is joined to. A free body keeps its velocity: the next step has the contact. What is
// joined is slowed with it.
#include "collide/cast.h"
#include "collide/continuous.h"
#include "model/body.h"
#include "model/contact.h"
#include "step/step.h"

#include <math.h>

static const double THICKNESS_SHARE = 0.5;
static const double DEEP_SHARE = 0.4;   // of the other's thickness
static const double MEET_SHARE = 0.05;  // of the thickness: how near counts as met
static const double AWAY_TARGETS = 1.2; // farther apart than this: a sweep finds no meeting
static const double ROUNDING = 1e-6;    // share of a distance by which it may be off

// what holds a shape at the start of the step, and where it goes
typedef struct ball {
    rv_vec3 center, way;
    double radius; // with what it gains by turning round the body's centre
} ball;

typedef struct guard {
    rv_world* world;
    int shape;
    ball ball;
    rv_moving moving; // of the step that was
    double dt, target;
    double first; // when it meets something
} guard;

// the motion that was really made
static rv_moving motion_made(const rv_world* world, int shape, double dt) {
    const rv_shape* s = &world->shapes.data[shape];
    const rv_body* body = &world->bodies.data[s->body];
    // what is moved has not been yet
    bool is_moved = body->type == RV_BODY_KINEMATIC;
    rv_mat3 R = rv_quat_to_mat3(body->q_start);
    rv_vec3 turn = rv_quat_log(rv_quat_mul(body->q, rv_quat_conjugate(body->q_start)));
    rv_vec3 offset = rv_vec3_sub(s->def.local.position, body->center);
    return (rv_moving){.placed = {.geometry = &world->proxies.data[shape].geometry,
                                  .position = rv_vec3_add(body->x_start, rv_mat3_apply(R, offset)),
                                  .R = rv_mat3_mul(R, rv_quat_to_mat3(s->def.local.rotation))},
                       .center = body->x_start,
                       .v = is_moved ? body->v
                                     : rv_vec3_scale(rv_vec3_sub(body->x, body->x_start), 1.0 / dt),
                       .w = is_moved ? body->w : rv_vec3_scale(turn, 1.0 / dt)};
}

static ball ball_of(const rv_world* world, int shape, double dt) {
    const rv_shape* s = &world->shapes.data[shape];
    const rv_body* body = &world->bodies.data[s->body];
    rv_vec3 arm = rv_vec3_sub(s->def.local.position, body->center);
    ball b = {rv_vec3_add(body->x_start, rv_quat_rotate(body->q_start, arm)),
              rv_vec3_sub(body->x, body->x_start), world->proxies.data[shape].size};
    bool is_moved = body->type == RV_BODY_KINEMATIC;
    if (is_moved)
        b.way = rv_vec3_scale(body->v, dt);
    double length = rv_vec3_length(arm);
    if (length > 0.0) {
        // the chord of the whole turn is the longest of all on the way to it: at most half a turn
        rv_quat turn = rv_quat_mul(body->q, rv_quat_conjugate(body->q_start));
        double half_sine = rv_vec3_length(rv_vec3_make(turn.x, turn.y, turn.z));
        b.radius += 2.0 * length * (is_moved ? 1.0 : half_sine);
    }
    return b;
}

// Two convex shapes whose balls stay apart, wherever both go together, meet nowhere: links of a
// chain that swings. To sweep them would say the same.
static bool stay_apart(const guard* g, int other) {
    const rv_proxy* proxies = g->world->proxies.data;
    if (!rv_shape_is_convex(proxies[g->shape].geometry.type)
        || !rv_shape_is_convex(proxies[other].geometry.type))
        return false;
    ball theirs = ball_of(g->world, other, g->dt);
    rv_vec3 apart = rv_vec3_sub(theirs.center, g->ball.center);
    double closing = rv_vec3_length(rv_vec3_sub(theirs.way, g->ball.way));
    double near = g->ball.radius + theirs.radius + closing + AWAY_TARGETS * g->target;
    return rv_vec3_dot(apart, apart) > (1.0 + ROUNDING) * near * near;
}

// The way of one shape's centre, as seen from the other, goes through that other, or so deep that
// the contact might push it out on the far side. What is turned round its point of contact within
// one step may do so. `out`: from the other to this one, where they touch.
static bool goes_through(const guard* g, const rv_moving* theirs, rv_vec3 out) {
    rv_placed at_end = rv_moving_at(theirs, g->dt);
    rv_placed own_end = rv_moving_at(&g->moving, g->dt);
    rv_vec3 from = rv_placed_to_local(&theirs->placed, g->moving.placed.position);
    rv_vec3 to = rv_placed_to_local(&at_end, own_end.position), normal;
    rv_vec3 way = rv_vec3_sub(to, from);
    rv_placed still = {theirs->placed.geometry, {0, 0, 0}, rv_mat3_identity()};
    double in = rv_cast_shape(&still, from, way, 1.0, &normal);
    double back = rv_cast_shape(&still, to, rv_vec3_neg(way), 1.0, &normal);
    // it was inside: leaving on the side where they touch is what contacts are for
    if (!(in <= 1.0))
        return back <= 1.0 && rv_vec3_dot(rv_mat3_apply(at_end.R, normal), out) < 0.0;
    double deep = DEEP_SHARE * rv_geometry_thickness(theirs->placed.geometry);
    return back <= 1.0 || (1.0 - in) * rv_vec3_length(way) > deep;
}

static bool look_at(void* context, int other) {
    guard* g = context;
    rv_world* world = g->world;
    if (other == g->shape || stay_apart(g, other) || !rv_shapes_may_touch(world, g->shape, other))
        return true;
    rv_moving theirs = motion_made(world, other, g->dt);
    const rv_pair* pair = rv_pairs_find(world, g->shape, other);
    bool watched = pair != NULL && pair->count > 0;
    if (watched) {
        rv_vec3 normal = world->sites.data[pair->first].normal;
        if (!goes_through(g, &theirs, pair->shape[0] == other ? normal : rv_vec3_neg(normal)))
            return true;
    }
    double t = rv_moving_meet(&g->moving, &theirs, g->dt, g->target);
    // what overlapped from the start is for contacts to part
    if ((t > 0.0 || watched) && t < g->first)
        g->first = t;
    return true;
}

// it has moved farther than half its thickness
static bool is_fast(const rv_world* world, int shape) {
    const rv_proxy* proxy = &world->proxies.data[shape];
    const rv_body* body = &world->bodies.data[world->shapes.data[shape].body];
    rv_vec3 d = rv_vec3_sub(body->x, body->x_start);
    rv_vec3 turn = rv_quat_log(rv_quat_mul(body->q, rv_quat_conjugate(body->q_start)));
    return rv_vec3_length(d) + rv_vec3_length(turn) * proxy->reach
           > THICKNESS_SHARE * proxy->thickness;
}

// the first time at which it meets what it was not watched with
static double guard_shape(rv_world* world, int shape, double dt) {
    const rv_proxy* proxy = &world->proxies.data[shape];
    guard g = {.world = world, .shape = shape, .dt = dt, .first = INFINITY};
    g.ball = ball_of(world, shape, dt);
    g.moving = motion_made(world, shape, dt);
    g.target = MEET_SHARE * proxy->thickness;
    rv_placed end = rv_moving_at(&g.moving, dt);
    rv_aabb bounds = rv_aabb_union(rv_placed_bounds(&g.moving.placed), rv_placed_bounds(&end));
    double turn = rv_vec3_length(g.moving.w) * dt;
    bounds = rv_aabb_grow(bounds, g.target + fmin(0.5 * turn, 1.0) * proxy->reach);
    rv_tree_query(&world->tree, &bounds, look_at, &g);
    return g.first;
}

static void cut_motion(rv_world* world, int32_t index, double share, bool is_joined) {
    rv_body* body = &world->bodies.data[index];
    rv_vec3 turn = rv_quat_log(rv_quat_mul(body->q, rv_quat_conjugate(body->q_start)));
    rv_vec3 end = body->x;
    body->x = rv_vec3_mul_add(body->x_start, share, rv_vec3_sub(body->x, body->x_start));
    rv_body_set_rotation(body, rv_quat_mul(rv_quat_exp(rv_vec3_scale(turn, share)), body->q_start));
    // what was not done in this step is not kept for the next: forces would go on feeding it
    if (is_joined) {
        body->v = rv_vec3_scale(body->v, share);
        body->w = rv_vec3_scale(body->w, share);
    }
    // gaps go with it
    rv_vec3 moved = rv_vec3_sub(body->x, end);
    for (int p = 0; p < world->pairs.count; p++) {
        const rv_pair* pair = &world->pairs.data[p];
        if (pair->body[0] != index && pair->body[1] != index)
            continue;
        for (int k = 0; k < pair->count; k++) {
            rv_site* site = &world->sites.data[pair->first + k];
            site->gap += (pair->body[1] == index ? 1.0 : -1.0) * rv_vec3_dot(site->normal, moved);
        }
    }
}

// the time at which the first of its shapes meets what it would have passed through
static double first_meeting(rv_world* world, const rv_body* body, double dt, bool* is_current) {
    double first = INFINITY;
    for (int32_t s = body->first_shape; s >= 0; s = world->shapes.data[s].next) {
        if (world->proxies.data[s].node < 0 || !is_fast(world, s))
            continue;
        // the tree holds what was expected: from here on, what is
        if (!*is_current)
            rv_proxies_update(world, true);
        *is_current = true;
        first = fmin(first, guard_shape(world, s, dt));
    }
    return first;
}

// What is joined stops together: one link held back alone would tear its joints.
void rv_stage_stop(rv_step* step) {
    rv_world* world = step->world;
    bool is_current = false;
    world->motions_cut = 0;
    for (int k = 0; k < world->island_count && world->def.contact.enabled; k++) {
        const rv_island* island = &world->islands.data[k];
        double first = step->dt;
        for (int b = 0; b < island->bodies.count && !island->asleep; b++) {
            const rv_body* body = &world->bodies.data[island->bodies.data[b]];
            double t = first_meeting(world, body, step->dt, &is_current);
            world->motions_cut += t < step->dt;
            first = fmin(first, t);
        }
        for (int b = 0; b < island->bodies.count && first < step->dt; b++)
            cut_motion(world, island->bodies.data[b], first / step->dt, island->members.count > 0);
    }
}
