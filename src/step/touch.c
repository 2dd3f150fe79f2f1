// Shapes that cables meet (part of stage "adapt"): the nodes that they make (model/cable_wrap.h).
// First what has become of those that are there (touch_nodes.c). Then every span looks for what it has met in the last step, in two levels: shapes whose bounds the
// tree finds in the span's own, with all that it sags; and of those the first that the span, piece by
// piece, has come to as its ends, its waves and the shape moved in the last step.
#include "step/touch.h"

#include "model/form.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

// shares of the cable's radius: met within these; lifted nodes leave it a whole one away
static const double MET = 0.75, DEEP = 0.3;
// [radii]: of an edge that is another one than its neighbours', and from the cable's own ends that
// touch nothing
static const double AWAY = 5.0, AT_END = 1.5;
// [radii]: the most by which the way becomes longer where a sagging cable comes to lie. It is met DEEP
// of one off the surface at least, and held a whole one off it, on both sides of the eye.
static const double RAISED = 2.0;
static const double ALONG = 0.5; // cosine, of a side that is not across the cable

// Of the lines that a span bends over on a shape that it is wound round, the one that matters: an edge
// that no neighbour has, well away from both.
static int next_edge(const rv_path_node* before, const rv_path_node* after, const rv_placed* placed,
                     double away, rv_wrap_line* lines, int count) {
    const rv_vec3 ends[2] = {rv_placed_to_local(placed, before->span.at[0]),
                             rv_placed_to_local(placed, before->span.at[1])};
    int best = -1;
    for (int k = 0; k < count; k++) {
        bool fits = lines[k].feature < RV_WRAP_POINT && lines[k].feature != before->feature
                    && lines[k].feature != after->feature;
        for (int s = 0; s < 2; s++)
            fits &= rv_vec3_length(rv_vec3_sub(lines[k].touch[s], ends[s])) > away;
        if (fits && (best < 0 || lines[k].turn > lines[best].turn))
            best = k;
    }
    if (best < 0)
        return 0;
    lines[0] = lines[best];
    return 1;
}

typedef struct seeker {
    rv_toucher* t;
    int span; // the node that it starts at
    rv_aabb bounds;
    // the first meeting so far
    int32_t shape; // -1: none
    rv_thread_meeting meeting;
    double depth; // of one that was near already
    double moved; // at most, the span and that shape against each other in the last step
} seeker;

// a point deep within a shape: by more than a cable of this radius is thick
static bool is_within(const rv_world* world, int32_t shape, rv_vec3 at, double radius) {
    const rv_shape* s = &world->shapes.data[shape];
    return rv_shape_closest(world, s, at, 0.0).distance < -2.0 * radius;
}

static bool may_touch(const rv_world* world, const rv_cable* cable, int span, int32_t shape) {
    const rv_shape* s = &world->shapes.data[shape];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_path_node* end[2] = {&nodes[span], &nodes[nodes[span].next]};
    // cables do not touch cables
    if (!rv_shape_is_convex(s->def.type) || world->bodies.data[s->body].strand >= 0
        || !(s->def.group & cable->touch.mask) || !(s->def.mask & cable->touch.group))
        return false;
    // it comes out of what one of its own nodes stands in
    for (int k = 0; k < 2; k++)
        if (!rv_node_is_made(end[k])
            && is_within(world, shape, end[k]->rim.center, rv_cable_radius(cable)))
            return false;
    // the shape that it comes off or comes to is looked at with its nodes, unless it is wound round it
    int first = span, last = nodes[span].next;
    if (!rv_bends_over(end[0], shape) && !rv_bends_over(end[1], shape))
        return true;
    while (rv_bends_over(&nodes[first], shape))
        first--;
    while (rv_bends_over(&nodes[last], shape))
        last++;
    rv_touch_group g = {first + 1, last, 0.0};
    for (int i = g.first; i < g.end; i++)
        g.turn += rv_touch_turn(nodes, i);
    return rv_touch_is_wound(nodes, &g);
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

// the end of a piece of a span: of all of it, or of its waves, with what these have moved
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
        double u = s.u[2 * piece + c], was = u - k->t->dt * s.v[2 * piece + c];
        p.from = rv_vec3_mul_add(p.from, was, wave->across[c]);
        p.to = rv_vec3_mul_add(p.to, s.u[2 * piece + c], wave->across[c]);
    }
    return p;
}

// Pieces of a span that hangs out by more than what counts as touching. Where it comes off a shape, it
// is held off that by its line.
static int pieces_of(const rv_toucher* t, int span, int32_t shape) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    bool hangs =
        rv_wave_reach(t->world, t->cable, span) > RV_TOUCH_TOLERANCE * rv_cable_radius(t->cable);
    hangs &= !rv_bends_over(&nodes[span], shape) && !rv_bends_over(&nodes[nodes[span].next], shape);
    return hangs ? t->cable->layer.cells : 1;
}

// how near to each other eyes on a surface may be: a cell of the span between nodes of the user's
static double eye_spacing(const rv_toucher* t, int span) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    int first = span, last = nodes[span].next;
    while (rv_node_is_made(&nodes[first]))
        first--;
    while (rv_node_is_made(&nodes[last]))
        last++;
    double between = rv_vec3_length(rv_vec3_sub(nodes[last].rim.center, nodes[first].rim.center));
    return fmax(between / t->cable->layer.cells, AWAY * rv_cable_radius(t->cable));
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
        bool eye = rv_lies_on(end[s], shape);
        double near = rv_bends_over(end[s], shape) ? AWAY * radius : 0.0;
        if (!rv_node_is_made(end[s]))
            near = AT_END * radius;
        else if (eye)
            near = eye_spacing(k->t, k->span);
        is |= at[s] < near;
    }
    return is;
}

static double moved_against(const seeker* k, const rv_moving* moving) {
    const rv_path_node* node = rv_cable_nodes(k->t->world, k->t->cable) + k->span;
    double span = 0.0;
    for (int s = 0; s < 2; s++)
        span = fmax(span, rv_vec3_length(rv_vec3_sub(node->span.at[s], node->swept[s])));
    rv_vec3 arm = rv_vec3_sub(moving->placed.position, moving->center);
    double reach = rv_vec3_length(arm) + rv_geometry_reach(moving->placed.geometry);
    return span + rv_vec3_length(moving->v) + rv_vec3_length(moving->w) * reach;
}

// a piece that is near the surface, which holds it off along itself
static bool ends_at_edge(const rv_moving_point piece[2], const rv_thread_meeting* m,
                         double radius) {
    rv_vec3 way = rv_vec3_sub(piece[1].from, piece[0].from);
    rv_vec3 off = rv_vec3_sub(rv_vec3_mul_add(piece[0].from, m->along, way), m->point);
    return rv_vec3_length(off) < 2.0 * radius
           && fabs(rv_vec3_dot(m->out, rv_vec3_normalize(way))) > ALONG;
}

// the side of such a piece: that of it and its neighbours together
static rv_vec3 side_of(const seeker* k, const rv_moving* moving, int piece, int pieces) {
    const rv_moving_point wider[2] = {
        piece_end(k, piece > 0 ? piece - 1 : 0, pieces),
        piece_end(k, piece + 2 < pieces ? piece + 2 : pieces, pieces)};
    double radius = rv_cable_radius(k->t->cable);
    const rv_vec3 none = {0, 0, 0};
    return rv_thread_meet(wider, moving, radius, RV_TOUCH_TOLERANCE * radius, none).out;
}

// the first time at which a piece comes to a shape
static rv_thread_meeting meet_piece(const seeker* k, const rv_moving* moving, rv_vec3 hint,
                                    int piece, int pieces) {
    const rv_moving_point thread[2] = {piece_end(k, piece, pieces),
                                       piece_end(k, piece + 1, pieces)};
    double radius = rv_cable_radius(k->t->cable), tolerance = RV_TOUCH_TOLERANCE * radius;
    rv_thread_meeting m = rv_thread_meet(thread, moving, MET * radius, tolerance, hint);
    if (pieces > 1 && m.time == 0.0 && ends_at_edge(thread, &m, radius))
        hint = side_of(k, moving, piece, pieces);
    // what an eye has just let go is near yet: it must come nearer to be held again
    if (pieces > 1 && m.time == 0.0)
        m = rv_thread_meet(thread, moving, DEEP * radius, tolerance, hint);
    if (m.time <= 1.0)
        m.along = (piece + m.along) / pieces;
    return m;
}

// how far a piece that was near already is beyond where the shape would hold it
static double depth_of(const seeker* k, const rv_thread_meeting* m, int pieces) {
    int piece = (int)fmin(m->along * pieces, pieces - 1);
    rv_vec3 a = piece_end(k, piece, pieces).from, b = piece_end(k, piece + 1, pieces).from;
    rv_vec3 at = rv_vec3_mul_add(a, m->along * pieces - piece, rv_vec3_sub(b, a));
    return fmax(rv_vec3_length(rv_vec3_sub(at, m->point)) - rv_cable_radius(k->t->cable), 0.0);
}

static bool meet(void* context, int shape) {
    seeker* k = context;
    const rv_world* world = k->t->world;
    const rv_path_node *nodes = rv_cable_nodes(world, k->t->cable), *node = &nodes[k->span];
    if (!may_touch(world, k->t->cable, k->span, shape))
        return true;
    rv_geometry geometry = rv_shape_geometry(world, &world->shapes.data[shape].def);
    rv_moving moving = moving_of(world, shape, &geometry);
    int pieces = pieces_of(k->t, k->span, shape);
    // where it was when it was near already: on the side that its neighbours are held off to
    rv_vec3 hint = {0, 0, 0};
    if (node->shape == shape)
        hint = rv_node_out(world, nodes, k->span);
    else if (nodes[node->next].shape == shape)
        hint = rv_node_out(world, nodes, node->next);
    for (int p = 0; p < pieces; p++) {
        rv_thread_meeting m = meet_piece(k, &moving, hint, p, pieces);
        if (!(m.time <= 1.0))
            continue;
        double depth = m.time > 0.0 ? 0.0 : depth_of(k, &m, pieces);
        bool first = k->shape < 0 || m.time < k->meeting.time
                     || (m.time == k->meeting.time
                         && (depth > k->depth || (depth == k->depth && shape < k->shape)));
        if (!first || is_at_end(k, m.along, shape))
            continue;
        k->depth = depth;
        k->shape = shape;
        k->meeting = m;
        k->moved = moved_against(k, &moving);
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

// The lines of the shape that the span bends over, on the side where it was met or the nodes beside it
// are. What it has met within a step makes it longer by no more than both have moved, there and back:
// else that is on another side. Beside an eye on the surface there are only eyes: where the cable
// bends over lines, it becomes one itself.
static int lines_for(const seeker* k, const rv_placed* placed, rv_wrap_line best[RV_WRAP_MAX]) {
    const rv_path_node* nodes = rv_cable_nodes(k->t->world, k->t->cable);
    const int end[2] = {k->span, nodes[k->span].next};
    const rv_path_node *node = &nodes[end[0]], *next = &nodes[end[1]];
    double radius = rv_cable_radius(k->t->cable);
    double least = node->span.length + RV_TOUCH_FARTHEST * radius + 2.0 * k->moved;
    bool beside = rv_bends_over(node, k->shape) || rv_bends_over(next, k->shape);
    int found = 0;
    if (rv_lies_on(node, k->shape) || rv_lies_on(next, k->shape))
        return 0;
    for (int side = -1; side < 2; side++) {
        if (side >= 0 && !rv_bends_over(&nodes[end[side]], k->shape))
            continue;
        rv_vec3 out = side < 0 ? k->meeting.out : rv_node_out(k->t->world, nodes, end[side]);
        rv_wrap_line lines[RV_WRAP_MAX];
        int count = rv_wrap_find(placed, node->span.at, radius, out, lines);
        if (beside)
            count = next_edge(node, next, placed, AWAY * radius, lines, count);
        double length = rv_touch_length(placed, node->span.at, lines, count);
        if (count == 0 || !(length < least))
            continue;
        least = length;
        found = count;
        memcpy(best, lines, (size_t)count * sizeof *lines);
    }
    return found;
}

// the nodes for what the span has met; 0: it only came near
static int nodes_for(const seeker* k, rv_path_node in[RV_WRAP_MAX]) {
    rv_world* world = k->t->world;
    const rv_path_node* nodes = rv_cable_nodes(world, k->t->cable);
    const rv_path_node* node = &nodes[k->span];
    const rv_shape* s = &world->shapes.data[k->shape];
    rv_geometry geometry = rv_shape_geometry(world, &s->def);
    rv_placed placed = rv_shape_placed(world, s, &geometry);
    rv_wrap_line lines[RV_WRAP_MAX];
    int count = lines_for(k, &placed, lines);
    const int beside[2] = {k->span, node->next};
    rv_touch_make_nodes(k->t, k->shape, beside, lines, count, in);
    bool full = k->t->cable->made_count >= k->t->cable->layer.cells;
    if (count > 0 || full || k->t->lies || pieces_of(k->t, k->span, k->shape) == 1
        || k->shape == k->t->left)
        return count;
    // it lies on the shape by what it sags
    rv_moving moving = moving_of(world, k->shape, &geometry);
    rv_placed then = rv_moving_at(&moving, k->meeting.time);
    rv_vec3 point = rv_placed_to_world(&placed, rv_placed_to_local(&then, k->meeting.point));
    point = rv_vec3_mul_add(point, rv_cable_radius(k->t->cable), k->meeting.out);
    in[0] = rv_node_on_surface(world, k->t->cable, k->shape, point);
    k->t->lies = true;
    return 1;
}

// false: it has met nothing
static bool meet_first(rv_toucher* t, int span) {
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
    double longer = rv_node_is_on_surface(&in[0]) ? RAISED : RV_TOUCH_FARTHEST;
    double most = longer * rv_cable_radius(t->cable) + 2.0 * k.moved;
    return rv_touch_change(
        t, &(rv_wrap_change){.out = {span + 1, span + 1}, .in = in, .count = count, .most = most});
}

static void meet_shapes(rv_toucher* t) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    for (int i = 0; i < t->cable->node_count - 1 && !t->cable->swept; i = nodes[i].next)
        for (int s = 0; s < 2; s++)
            nodes[i].swept[s] = nodes[i].span.at[s];
    t->cable->swept = t->meets = true;
    for (int i = 0; i < t->cable->node_count - 1 && t->changes < RV_TOUCH_CHANGES;) {
        nodes = rv_cable_nodes(t->world, t->cable);
        // past a node that has lifted off there is no place for another
        bool met = !nodes[i].lifted && nodes[i].next == i + 1 && meet_first(t, i);
        if (met)
            rv_touch_settle(t);
        else
            i++;
    }
    // what is left waits for the next step, with its way
    nodes = rv_cable_nodes(t->world, t->cable);
    for (int i = 0; i < t->cable->node_count - 1 && t->changes < RV_TOUCH_CHANGES;
         i = nodes[i].next)
        for (int s = 0; s < 2; s++)
            nodes[i].swept[s] = nodes[i].span.at[s];
}

bool rv_cables_touch(rv_world* world, double dt) {
    int room = rv_cables_wraps_per_step(world);
    if (room == 0 || !world->def.contact.enabled)
        return true;
    if (!rv_cables_reserve_wraps(world, 0))
        return false;
    rv_proxies_cover_step(world);
    rv_touch_find_solids(world, dt);
    for (int i = 0; i < world->cables.count; i++) {
        rv_toucher t = {
            .world = world, .cable = &world->cables.data[i], .room = room, .left = -1, .dt = dt};
        // a step that was refused since has done this already
        if (!rv_cable_touches_shapes(world, i) || t.cable->touched == world->step_count + 1)
            continue;
        t.cable->touched = world->step_count + 1;
        rv_cable_repay(world, t.cable, dt);
        for (int n = 0; n < t.cable->node_count; n++)
            rv_cable_nodes(world, t.cable)[n].fresh = false;
        rv_touch_settle(&t);
        rv_touch_solids(&t);
        if (t.cable->state != RV_CABLE_BROKEN)
            meet_shapes(&t);
        room = t.room;
    }
    return true;
}
