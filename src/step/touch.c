// Shapes that cables meet (part of stage "adapt"): the nodes that they make (model/cable_wrap.h).
// First those that are there: they slide, lift, or are passed on to the next line of their shape.
// Then every span looks for what it has met in the last step, in two levels: shapes whose bounds the
// tree finds in the span's own, with all that it sags; and of those the first that the span, piece by
// piece, has come to. What was met is never missed, since all motion of the last step is swept.
#include "model/cable_wrap.h"
#include "model/form.h"
#include "step/step.h"

#include <math.h>

enum { CHANGES_MAX = 64 }; // of one cable in a step: what is left waits for the next

// shares of the cable's radius: met within these; lifted nodes leave it a whole one away
static const double MET = 0.75, TOLERANCE = 0.1, DEEP = 0.3;
// ends of the cable's own count as touching nothing this near [radii]
static const double AT_END = 1.5;

typedef struct toucher {
    rv_world* world;
    rv_cable* cable;
    bool up_to_date; // lengths and angles, for the first change
    bool meets;      // the nodes that were there are settled: spans look for shapes
    int changes;
    bool failed; // no memory
} toucher;

static bool change(toucher* t, const rv_wrap_change* c) {
    if (!t->up_to_date) {
        rv_cable_bring_up_to_date(t->world, t->cable);
        rv_cable_slide(t->world, t->cable);
        t->up_to_date = true;
    }
    t->failed = !rv_cable_change_wraps(t->world, t->cable, c);
    t->changes++;
    return !t->failed;
}

// --- nodes that are there ---

static void remove_node(toucher* t, int i, bool slips) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    nodes[i - 1].swept[1] = nodes[i].swept[1];
    change(t, &(rv_wrap_change){{i, i + 1}, NULL, 0, slips});
}

static bool bends_over(const rv_path_node* node, int32_t shape) {
    return node->shape == shape && node->def.type == RV_CABLE_PULLEY;
}

static bool is_eye_on(const rv_path_node* node, int32_t shape) {
    return node->shape == shape && node->def.type == RV_CABLE_EYE;
}

// without the lines that the neighbours of node `first - 1 .. last` have already
static int without_neighbours(const rv_path_node* before, const rv_path_node* after, int32_t shape,
                              rv_wrap_line* lines, int count) {
    const rv_path_node* beside[2] = {before, after};
    int kept = 0;
    for (int k = 0; k < count; k++) {
        bool known = false;
        for (int s = 0; s < 2; s++)
            known |= bends_over(beside[s], shape) && beside[s]->feature == lines[k].feature;
        if (!known)
            lines[kept++] = lines[k];
    }
    return kept;
}

// the lines of its shape that the cable bends over in the place of node i; an eye stays where there is
// none, since it knows better what holds it
static void find_again(toucher* t, int i) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    rv_path_node* node = &nodes[i];
    const rv_shape* s = &t->world->shapes.data[node->shape];
    rv_geometry geometry = rv_shape_geometry(t->world, &s->def);
    rv_placed placed = rv_shape_placed(t->world, s, &geometry);
    int before = rv_path_previous(nodes, i);
    const rv_vec3 ends[2] = {nodes[before].span.at[0], node->span.at[1]};
    rv_wrap_line lines[RV_WRAP_MAX];
    int count = rv_wrap_find(&placed, ends, rv_cable_radius(t->cable),
                             rv_node_out(t->world, nodes, i), lines);
    count = without_neighbours(&nodes[before], &nodes[node->next], node->shape, lines, count);
    if (count == 1 && lines[0].feature == node->feature) {
        rv_node_follow_line(t->world, node, &lines[0]);
        return;
    }
    if (count == 0) {
        if (node->def.type == RV_CABLE_PULLEY)
            remove_node(t, i, true);
        return;
    }
    rv_path_node in[RV_WRAP_MAX];
    for (int k = 0; k < count; k++) {
        in[k] = rv_node_on_line(t->world, t->cable, node->shape, &lines[k]);
        in[k].swept[0] = node->swept[0];
        in[k].swept[1] = node->swept[k < count - 1 ? 0 : 1];
    }
    change(t, &(rv_wrap_change){{i, i + 1}, in, count, false});
}

static bool has_lifted(const toucher* t, const rv_path_node* nodes, int i) {
    const rv_path_node* node = &nodes[i];
    // an eye that has just come waits for the waves to feel it
    if (t->meets && node->def.type == RV_CABLE_EYE)
        return false;
    if (node->lifted || !rv_node_has_shape(t->world, node) || node->wrap < 0.0)
        return true;
    // nothing is left to bend round where a neighbour has come to its line
    return node->def.type == RV_CABLE_PULLEY
           && (node->span.inside || nodes[rv_path_previous(nodes, i)].span.inside);
}

static void settle_nodes(toucher* t) {
    rv_cable_slide(t->world, t->cable);
    for (int i = 1; i < t->cable->node_count - 1 && t->changes < CHANGES_MAX && !t->failed; i++) {
        const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
        if (!rv_node_is_made(&nodes[i]))
            continue;
        int changes = t->changes;
        if (has_lifted(t, nodes, i))
            remove_node(t, i, !(nodes[i].wrap < 0.0));
        else if (!rv_node_has_fixed_line(t->world, &nodes[i]) || rv_node_is_off_line(&nodes[i]))
            find_again(t, i);
        // what was left before may lift now
        if (t->changes > changes && !t->failed) {
            rv_cable_slide(t->world, t->cable);
            i = i > 2 ? i - 2 : 0;
        }
    }
}

// --- spans that meet shapes ---

typedef struct seeker {
    const toucher* t;
    int span; // the node that it starts at
    rv_aabb bounds;
    // the first meeting so far
    int32_t shape; // -1: none
    rv_thread_meeting meeting;
} seeker;

static bool may_touch(const rv_world* world, const rv_cable* cable, int span, int32_t shape) {
    const rv_shape* s = &world->shapes.data[shape];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_path_node* end[2] = {&nodes[span], &nodes[nodes[span].next]};
    // cables do not touch cables
    if (!rv_shape_is_convex(s->def.type) || world->bodies.data[s->body].strand >= 0
        || !(s->def.group & cable->touch.mask) || !(s->def.mask & cable->touch.group))
        return false;
    // where one of its own nodes stands, it may do as it likes
    for (int k = 0; k < 2; k++)
        if (!rv_node_is_made(end[k]) && end[k]->body == s->body)
            return false;
    return true;
}

// a shape from where the last step began to where it is
static rv_moving moving_of(const rv_world* world, int32_t shape, const rv_geometry* geometry) {
    const rv_shape* s = &world->shapes.data[shape];
    const rv_body* body = &world->bodies.data[s->body];
    rv_moving m = {.placed = rv_shape_placed(world, s, geometry), .center = body->x};
    if (body->type == RV_BODY_STATIC)
        return m;
    rv_quat turn = rv_quat_mul(body->q, rv_quat_conjugate(body->q_start));
    m.v = rv_vec3_sub(body->x, body->x_start);
    m.w = rv_quat_log(turn);
    m.center = body->x_start;
    rv_mat3 back = rv_mat3_transpose(rv_quat_to_mat3(turn));
    rv_vec3 arm = rv_vec3_sub(m.placed.position, body->x);
    m.placed.position = rv_vec3_add(body->x_start, rv_mat3_apply(back, arm));
    m.placed.R = rv_mat3_mul(back, m.placed.R);
    return m;
}

// the end of a piece of a span: of all of it, or of its waves
static rv_moving_point piece_end(const seeker* k, int piece, int pieces) {
    const rv_world* world = k->t->world;
    const rv_cable* cable = k->t->cable;
    const rv_path_node* node = rv_cable_nodes(world, cable) + k->span;
    double x = (double)piece / pieces;
    rv_moving_point p;
    p.from = rv_vec3_add(rv_vec3_scale(node->swept[0], 1.0 - x), rv_vec3_scale(node->swept[1], x));
    p.to =
        rv_vec3_add(rv_vec3_scale(node->span.at[0], 1.0 - x), rv_vec3_scale(node->span.at[1], x));
    if (pieces == 1)
        return p;
    const rv_wave* wave = rv_waves_of(world, cable) + k->span;
    rv_string s = rv_wave_string(world, cable, k->span);
    for (int c = 0; c < 2; c++) {
        p.from = rv_vec3_mul_add(p.from, s.u[2 * piece + c], wave->across[c]);
        p.to = rv_vec3_mul_add(p.to, s.u[2 * piece + c], wave->across[c]);
    }
    return p;
}

// Pieces of a span that hangs out by more than what counts as touching. Where it comes off a shape, it
// is held off that by its line.
static int pieces_of(const toucher* t, int span, int32_t shape) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    bool hangs = rv_wave_reach(t->world, t->cable, span) > TOLERANCE * rv_cable_radius(t->cable);
    hangs &= !bends_over(&nodes[span], shape) && !bends_over(&nodes[nodes[span].next], shape);
    return hangs ? t->cable->layer.cells : 1;
}

// near the cable's own ends, or the eyes that a sagging part has on the same shape
static bool is_at_end(const seeker* k, double along, int32_t shape) {
    const rv_path_node* nodes = rv_cable_nodes(k->t->world, k->t->cable);
    const rv_path_node *first = &nodes[k->span], *last = &nodes[first->next];
    const rv_path_node* end[2] = {first, last};
    double length = first->span.length, radius = rv_cable_radius(k->t->cable);
    double at[2] = {along * length, (1.0 - along) * length};
    bool is = false;
    for (int s = 0; s < 2; s++) {
        bool eye = is_eye_on(end[s], shape);
        double near = !rv_node_is_made(end[s]) ? AT_END * radius
                      : eye ? fmax(AT_END * radius, length / k->t->cable->layer.cells)
                            : 0.0;
        is |= at[s] < near;
    }
    return is;
}

// the first time at which a piece comes to a shape
static rv_thread_meeting meet_piece(const seeker* k, const rv_moving* moving, rv_vec3 hint,
                                    int piece, int pieces) {
    const rv_moving_point thread[2] = {piece_end(k, piece, pieces),
                                       piece_end(k, piece + 1, pieces)};
    double radius = rv_cable_radius(k->t->cable), tolerance = TOLERANCE * radius;
    rv_thread_meeting m = rv_thread_meet(thread, moving, MET * radius, tolerance, hint);
    // what an eye has just let go is near yet: it must come nearer to be held again
    if (pieces > 1 && m.time == 0.0)
        m = rv_thread_meet(thread, moving, DEEP * radius, tolerance, hint);
    if (m.time <= 1.0)
        m.along = (piece + m.along) / pieces;
    return m;
}

static bool meet(void* context, int shape) {
    seeker* k = context;
    const rv_world* world = k->t->world;
    const rv_path_node* node = rv_cable_nodes(world, k->t->cable) + k->span;
    if (!may_touch(world, k->t->cable, k->span, shape))
        return true;
    rv_geometry geometry = rv_shape_geometry(world, &world->shapes.data[shape].def);
    rv_moving moving = moving_of(world, shape, &geometry);
    int pieces = pieces_of(k->t, k->span, shape);
    // where it was when it was near already: on the side that its neighbours are held off to
    rv_vec3 hint = {0, 0, 0};
    if (rv_node_is_made(node) && node->shape == shape)
        hint = rv_node_out(world, rv_cable_nodes(world, k->t->cable), k->span);
    for (int p = 0; p < pieces; p++) {
        rv_thread_meeting m = meet_piece(k, &moving, hint, p, pieces);
        if (!(m.time <= 1.0))
            continue;
        bool first = k->shape < 0 || m.time < k->meeting.time
                     || (m.time == k->meeting.time && shape < k->shape);
        if (!first || is_at_end(k, m.along, shape))
            continue;
        k->shape = shape;
        k->meeting = m;
    }
    return true;
}

static rv_aabb bounds_of(const seeker* k) {
    const rv_path_node* node = rv_cable_nodes(k->t->world, k->t->cable) + k->span;
    rv_aabb box = {node->span.at[0], node->span.at[0]};
    const rv_vec3 others[3] = {node->span.at[1], node->swept[0], node->swept[1]};
    for (int i = 0; i < 3; i++)
        box = rv_aabb_union(box, (rv_aabb){others[i], others[i]});
    return rv_aabb_grow(box, rv_cable_radius(k->t->cable)
                                 + rv_wave_reach(k->t->world, k->t->cable, k->span));
}

// what of a span lies on which side of a meeting
static void split_sweep(const seeker* k, rv_path_node* in, int count) {
    rv_path_node* node = rv_cable_nodes(k->t->world, k->t->cable) + k->span;
    double x = k->meeting.along;
    rv_vec3 at =
        rv_vec3_add(rv_vec3_scale(node->swept[0], 1.0 - x), rv_vec3_scale(node->swept[1], x));
    for (int i = 0; i < count; i++) {
        in[i].swept[0] = at;
        in[i].swept[1] = i == count - 1 ? node->swept[1] : at;
    }
    if (count > 0)
        node->swept[1] = at;
}

// the nodes for what the span has met; 0: it only came near
static int nodes_for(const seeker* k, rv_path_node in[RV_WRAP_MAX]) {
    rv_world* world = k->t->world;
    const rv_path_node* nodes = rv_cable_nodes(world, k->t->cable);
    const rv_path_node *node = &nodes[k->span], *next = &nodes[node->next];
    const rv_shape* s = &world->shapes.data[k->shape];
    rv_geometry geometry = rv_shape_geometry(world, &s->def);
    rv_placed placed = rv_shape_placed(world, s, &geometry);
    rv_wrap_line lines[RV_WRAP_MAX];
    int count =
        rv_wrap_find(&placed, node->span.at, rv_cable_radius(k->t->cable), k->meeting.out, lines);
    count = without_neighbours(node, next, k->shape, lines, count);
    // beside an eye there are only eyes: where the cable bends over lines, it becomes one itself
    if (is_eye_on(node, k->shape) || is_eye_on(next, k->shape))
        count = 0;
    for (int i = 0; i < count; i++)
        in[i] = rv_node_on_line(world, k->t->cable, k->shape, &lines[i]);
    if (count > 0 || pieces_of(k->t, k->span, k->shape) == 1)
        return count;
    // it lies on the shape by what it sags
    rv_moving moving = moving_of(world, k->shape, &geometry);
    rv_placed then = rv_moving_at(&moving, k->meeting.time);
    rv_vec3 point = rv_placed_to_world(&placed, rv_placed_to_local(&then, k->meeting.point));
    point = rv_vec3_mul_add(point, rv_cable_radius(k->t->cable), k->meeting.out);
    in[0] = rv_node_on_surface(world, k->t->cable, k->shape, point);
    return 1;
}

// false: it has met nothing
static bool meet_first(toucher* t, int span) {
    seeker k = {.t = t, .span = span, .shape = -1};
    k.bounds = bounds_of(&k);
    rv_tree_query(&t->world->tree, &k.bounds, meet, &k);
    if (k.shape < 0)
        return false;
    rv_path_node in[RV_WRAP_MAX];
    int count = nodes_for(&k, in);
    if (count == 0)
        return false;
    split_sweep(&k, in, count);
    return change(t, &(rv_wrap_change){{span + 1, span + 1}, in, count, false});
}

static void meet_shapes(toucher* t) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    for (int i = 0; i < t->cable->node_count - 1 && !t->cable->swept; i = nodes[i].next)
        for (int s = 0; s < 2; s++)
            nodes[i].swept[s] = nodes[i].span.at[s];
    t->cable->swept = t->meets = true;
    for (int i = 0; i < t->cable->node_count - 1 && t->changes < CHANGES_MAX && !t->failed;) {
        nodes = rv_cable_nodes(t->world, t->cable);
        // past a node that has lifted off there is no place for another
        bool met = !nodes[i].lifted && nodes[i].next == i + 1 && meet_first(t, i);
        if (met)
            settle_nodes(t);
        else
            i++;
    }
    nodes = rv_cable_nodes(t->world, t->cable);
    for (int i = 0; i < t->cable->node_count - 1; i = nodes[i].next)
        for (int s = 0; s < 2; s++)
            nodes[i].swept[s] = nodes[i].span.at[s];
}

static bool touches_shapes(const rv_world* world, int index) {
    const rv_cable* cable = &world->cables.data[index];
    return rv_id_pool_alive(&world->cable_ids, index) && cable->touch.enabled && cable->parent < 0
           && cable->strand_count == 0;
}

bool rv_cables_touch(rv_world* world, double dt) {
    bool any = false;
    for (int i = 0; i < world->cables.count; i++)
        any |= touches_shapes(world, i);
    if (!any || !world->def.contact.enabled)
        return true;
    rv_proxies_cover_step(world);
    for (int i = 0; i < world->cables.count; i++) {
        if (!touches_shapes(world, i))
            continue;
        toucher t = {.world = world, .cable = &world->cables.data[i]};
        rv_cable_repay(world, t.cable, dt);
        settle_nodes(&t);
        if (t.cable->state != RV_CABLE_BROKEN)
            meet_shapes(&t);
        if (t.failed)
            return false;
    }
    return true;
}
