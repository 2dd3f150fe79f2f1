// Shapes that cables meet (part of stage "adapt"): the nodes that they make (model/cable_wrap.h).
// First those that are there: they slide, lift, or are passed on to the next line of their shape.
// Then every span looks for what it has met in the last step, in two levels: shapes whose bounds the
// tree finds in the span's own, with all that it sags; and of those the first that the span, piece by
// piece, has come to as its ends and the shape moved in the last step.
#include "model/cable_wrap.h"
#include "model/form.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

enum {
    CHANGES_MAX = 64, // of one cable in a step: what is left waits for the next
    FREE_STEPS = 4,   // for which a cable has left an eye on a surface, before that goes
};
// shares of the cable's radius: met within these; lifted nodes leave it a whole one away
static const double MET = 0.75, TOLERANCE = 0.1, DEEP = 0.3;
// part of the way off its ends' line, from which on a bend tells which way it is pushed
static const double LEAST_OFF = 1e-4;
// [rad]: of a bend that a cable can lift from within a step, of one round which it is wound, and of a
// cable that has left an eye on a surface far behind
static const double LIFTING_TURN = 0.15, WOUND = 0.6 * RV_PI, FREE_TURN = -0.05;
// [radii]: of a section that is taut by itself, of what a way may become longer by at once, of an edge
// that is another one than its neighbours', and from the cable's own ends that touch nothing
static const double SHORTEST_SECTION = 20.0, FARTHEST = 20.0, AWAY = 5.0, AT_END = 1.5;

typedef struct toucher {
    rv_world* world;
    rv_cable* cable;
    bool up_to_date; // lengths and angles, for the first change
    bool meets;      // the nodes that were there are settled: spans look for shapes
    int changes;
    int32_t left; // the shape whose surface it has just left, -1: none
    bool lies;    // it has got an eye on a surface: one in a step
    bool failed;  // no memory
} toucher;

static bool change(toucher* t, rv_wrap_change* c) {
    if (!t->up_to_date) {
        rv_cable_bring_up_to_date(t->world, t->cable);
        rv_cable_slide(t->world, t->cable);
        t->up_to_date = true;
    }
    t->failed = !rv_cable_change_wraps(t->world, t->cable, c);
    t->changes += !c->refused;
    return !t->failed && !c->refused;
}

// --- nodes that are there ---

static bool bends_over(const rv_path_node* node, int32_t shape) {
    return node->shape == shape && !rv_node_is_on_surface(node);
}

static bool is_eye_on(const rv_path_node* node, int32_t shape) {
    return node->shape == shape && rv_node_is_on_surface(node);
}

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

// nodes that follow each other on one shape
typedef struct group {
    int first, end;
    double turn; // of the cable over all of them
} group;

static group group_at(const rv_path_node* nodes, int first) {
    group g = {first, first, 0.0};
    // on a surface each is alone
    do
        g.turn += fmax(nodes[g.end++].wrap, 0.0);
    while (!rv_node_is_on_surface(&nodes[first]) && bends_over(&nodes[g.end], nodes[first].shape));
    return g;
}

// round its shape, so that its nodes are not those of the shortest way
static bool is_wound(const rv_path_node* nodes, const group* g) {
    bool alone = false;
    for (int i = g->first; i < g->end; i++)
        alone |= nodes[i].alone;
    return alone || g->turn >= WOUND;
}

// Which way the shape pushes the cable; where that has just lifted, pushed it. The plane through the
// ends and the greatest bend has the lines that are there, so that the shortest way is the one that
// slides from them.
static rv_vec3 out_of(const rv_world* world, const rv_path_node* nodes, const group* g,
                      const rv_vec3 ends[2]) {
    int most = g->first;
    for (int i = g->first + 1; i < g->end; i++)
        most = nodes[i].wrap > nodes[most].wrap ? i : most;
    const rv_path_node* node = &nodes[most];
    rv_vec3 out = rv_vec3_normalize(rv_node_out(world, nodes, most));
    rv_vec3 bend = rv_vec3_mul_add(node->rim.center, node->rim.radius, out);
    rv_vec3 way = rv_vec3_normalize(rv_vec3_sub(ends[1], ends[0]));
    // over a ball it slides to the nearer side
    bool ball = node->rim.radius > 0.0 && node->feature >= RV_WRAP_POINT;
    rv_vec3 off = rv_vec3_sub(ball ? node->rim.center : bend, ends[0]);
    off = rv_vec3_mul_add(off, -rv_vec3_dot(off, way), way);
    if (ball && rv_vec3_length(off) > LEAST_OFF * node->rim.radius)
        return rv_vec3_neg(off);
    bool tells = rv_vec3_length(off) > LEAST_OFF * rv_vec3_length(rv_vec3_sub(ends[1], ends[0]));
    return tells && rv_vec3_dot(off, out) > 0.5 * rv_vec3_length(off) ? off : out;
}

// how long the way over some lines of a shape is
static double length_over(const rv_placed* placed, const rv_vec3 ends[2], const rv_wrap_line* lines,
                          int count) {
    rv_vec3 at = rv_placed_to_local(placed, ends[0]);
    double length = 0.0;
    for (int k = 0; k < count; k++) {
        length += rv_vec3_length(rv_vec3_sub(lines[k].touch[0], at));
        rv_vec3 along = rv_vec3_sub(lines[k].touch[1], lines[k].touch[0]);
        double climb = rv_vec3_dot(along, lines[k].axis), arc = lines[k].radius * lines[k].turn;
        length += sqrt(arc * arc + climb * climb);
        at = lines[k].touch[1];
    }
    return length + rv_vec3_length(rv_vec3_sub(rv_placed_to_local(placed, ends[1]), at));
}

// the lines of the shape that the cable bends over from where it leaves the node before the group to
// where it meets the one after, and how long that way is
static int find_lines(const toucher* t, const group* g, rv_wrap_line lines[RV_WRAP_MAX],
                      double* length) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    const rv_shape* s = &t->world->shapes.data[nodes[g->first].shape];
    rv_geometry geometry = rv_shape_geometry(t->world, &s->def);
    rv_placed placed = rv_shape_placed(t->world, s, &geometry);
    const rv_vec3 ends[2] = {nodes[rv_path_previous(nodes, g->first)].span.at[0],
                             nodes[g->end - 1].span.at[1]};
    int count = rv_wrap_find(&placed, ends, rv_cable_radius(t->cable),
                             out_of(t->world, nodes, g, ends), lines);
    *length = length_over(&placed, ends, lines, count);
    return count;
}

static void remove_group(toucher* t, const group* g, bool slips) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    nodes[g->first - 1].swept[1] = nodes[g->end - 1].swept[1];
    change(t, &(rv_wrap_change){.out = {g->first, g->end}, .slips = slips, .most = INFINITY});
}

// a cable that is fixed to what it is wound on comes from under its own rim
static void let_in(rv_path_node* node, const rv_path_node* beside) {
    if (node->def.type != RV_CABLE_PULLEY || beside->body != node->body || beside->body < 0)
        return;
    rv_vec3 off = rv_vec3_sub(beside->def.point, node->line[0]);
    off = rv_vec3_mul_add(off, -rv_vec3_dot(off, node->axis), node->axis);
    node->def.radius = fmin(node->def.radius, (1.0 - 1e-9) * rv_vec3_length(off));
}

// Nodes on the lines of a shape. A cable that bends twice within a few diameters has no length between
// to be taut by itself: there is friction where it bends more.
static void make_nodes(const toucher* t, int32_t shape, const int beside[2],
                       const rv_wrap_line* lines, int count, rv_path_node in[RV_WRAP_MAX]) {
    double near = SHORTEST_SECTION * rv_cable_radius(t->cable);
    for (int k = 0; k < count; k++)
        in[k] = rv_node_on_line(t->world, t->cable, shape, &lines[k]);
    for (int s = 0; s < 2 && count > 0; s++)
        let_in(&in[s == 0 ? 0 : count - 1], rv_cable_nodes(t->world, t->cable) + beside[s]);
    for (int k = 1; k < count; k++) {
        rv_vec3 between = rv_vec3_sub(lines[k].touch[0], lines[k - 1].touch[1]);
        int less = lines[k].turn < lines[k - 1].turn ? k : k - 1;
        if (rv_vec3_length(between) < near) {
            in[less].splits = false;
            in[less].def.friction = 0.0;
        }
    }
}

static void replace_group(toucher* t, const group* g, const rv_wrap_line* lines, int count) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    rv_path_node in[RV_WRAP_MAX];
    const int beside[2] = {rv_path_previous(nodes, g->first), nodes[g->end - 1].next};
    make_nodes(t, nodes[g->first].shape, beside, lines, count, in);
    for (int k = 0; k < count; k++) {
        in[k].swept[0] = nodes[g->first].swept[0];
        in[k].swept[1] = k < count - 1 ? nodes[g->first].swept[0] : nodes[g->end - 1].swept[1];
    }
    double most = FARTHEST * rv_cable_radius(t->cable);
    change(t, &(rv_wrap_change){.out = {g->first, g->end}, .in = in, .count = count, .most = most});
}

// a node on a rim or a corner, which follows the shortest way, past which the cable would run free
static bool is_passed(const toucher* t, int i) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    if (!nodes[i].follows || rv_node_is_on_surface(&nodes[i]))
        return false;
    const rv_shape* s = &t->world->shapes.data[nodes[i].shape];
    rv_geometry geometry = rv_shape_geometry(t->world, &s->def);
    rv_moving stands = {.placed = rv_shape_placed(t->world, s, &geometry)};
    const rv_vec3 from = nodes[rv_path_previous(nodes, i)].span.at[0], to = nodes[i].span.at[1];
    const rv_moving_point thread[2] = {{from, from}, {to, to}};
    double radius = rv_cable_radius(t->cable);
    const rv_vec3 none = {0, 0, 0};
    return !(rv_thread_meet(thread, &stands, radius, TOLERANCE * radius, none).time <= 1.0);
}

// Of a cable that is wound round its shape: each node for itself, since the shortest way does not
// know of turns.
static void unwind(toucher* t, const group* g) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    for (int i = g->first; i < g->end; i++) {
        rv_path_node* node = &nodes[i];
        bool inside = node->span.inside || nodes[rv_path_previous(nodes, i)].span.inside;
        bool off = inside || rv_node_is_off_line(node, rv_cable_radius(t->cable));
        node->alone = true;
        if (node->wrap < 0.0 || off || is_passed(t, i)) {
            remove_group(t, &(group){i, i + 1, node->wrap}, off);
            return;
        }
    }
}

static void follow_line(const toucher* t, int i, const rv_wrap_line* line) {
    rv_path_node* node = rv_cable_nodes(t->world, t->cable) + i;
    rv_node_follow_line(t->world, node, line);
    node->alone = false;
}

static double length_of(const toucher* t, const group* g) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    double length = nodes[rv_path_previous(nodes, g->first)].span.length;
    for (int i = g->first; i < g->end; i++)
        length += nodes[i].span.length + rv_path_arc(&nodes[i], nodes[i].wrap);
    return length;
}

// The shortest way round its shape again. One that is much longer is on another side: the nodes go
// each for itself.
static void lay_again(toucher* t, const group* g) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    rv_wrap_line lines[RV_WRAP_MAX];
    double length;
    int count = find_lines(t, g, lines, &length);
    bool surface = rv_node_is_on_surface(&nodes[g->first]);
    bool same = count == g->end - g->first && !surface;
    for (int k = 0; k < count && same; k++)
        same &= lines[k].feature == nodes[g->first + k].feature;
    double longest = length_of(t, g) + FARTHEST * rv_cable_radius(t->cable);
    bool other_side = count > 0 && length > longest;
    // an eye on a surface stays where there is no line, or one that leads round another side: it
    // knows better what holds it
    if (surface && other_side)
        return;
    if (count == 0 && !surface)
        remove_group(t, g, g->turn > LIFTING_TURN);
    else if (other_side)
        unwind(t, g);
    else if (same)
        for (int k = 0; k < count; k++)
            follow_line(t, g->first + k, &lines[k]);
    else if (count > 0)
        replace_group(t, g, lines, count);
}

static void settle_group(toucher* t, const group* g) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    rv_path_node* first = &nodes[g->first];
    bool is_eye = rv_node_is_on_surface(first);
    int lifted = g->first;
    while (lifted < g->end && !nodes[lifted].lifted)
        lifted++;
    if (!rv_node_has_shape(t->world, first)) {
        remove_group(t, g, true);
    } else if (lifted < g->end) {
        remove_group(t, &(group){lifted, lifted + 1, 0.0}, false);
    } else if (is_eye && first->wrap < 0.0) {
        // waves run to and fro: it goes when the cable has left it for a while, or far
        if (!t->meets && (++first->free >= FREE_STEPS || first->wrap < FREE_TURN)) {
            t->left = first->shape;
            remove_group(t, g, false);
        }
    } else if (is_eye || g->turn < WOUND) {
        first->free = 0;
        if (!first->fresh)
            lay_again(t, g);
    } else {
        unwind(t, g);
    }
}

static void settle_nodes(toucher* t) {
    rv_cable_slide(t->world, t->cable);
    for (int i = 1; i < t->cable->node_count - 1 && t->changes < CHANGES_MAX && !t->failed;) {
        const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
        if (!rv_node_is_made(&nodes[i])) {
            i++;
            continue;
        }
        group g = group_at(nodes, i);
        int changes = t->changes;
        settle_group(t, &g);
        i = g.end;
        if (t->changes > changes && !t->failed) {
            rv_cable_slide(t->world, t->cable);
            i = g.first;
        }
    }
    rv_cable_slide(t->world, t->cable);
}

// --- spans that meet shapes ---

typedef struct seeker {
    toucher* t;
    int span; // the node that it starts at
    rv_aabb bounds;
    // the first meeting so far
    int32_t shape; // -1: none
    rv_thread_meeting meeting;
    double moved; // at most, the span and that shape against each other in the last step
} seeker;

// a point deep within a shape: by more than a cable of this radius is thick
static bool is_within(const rv_world* world, int32_t shape, rv_vec3 at, double radius) {
    const rv_shape* s = &world->shapes.data[shape];
    rv_geometry geometry = rv_shape_geometry(world, &s->def);
    rv_placed placed = rv_shape_placed(world, s, &geometry);
    rv_convex convex = rv_convex_of(&placed);
    rv_convex point = {.core = RV_CORE_POINT, .position = at, .R = rv_mat3_identity()};
    return rv_convex_closest_within(&convex, &point, 0.0).distance < -2.0 * radius;
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
    if (!bends_over(end[0], shape) && !bends_over(end[1], shape))
        return true;
    while (bends_over(&nodes[first], shape))
        first--;
    while (bends_over(&nodes[last], shape))
        last++;
    group g = {first + 1, last, 0.0};
    for (int i = g.first; i < g.end; i++)
        g.turn += fmax(nodes[i].wrap, 0.0);
    return is_wound(nodes, &g);
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

// how near to each other eyes on a surface may be: a cell of the span between nodes of the user's
static double eye_spacing(const toucher* t, int span) {
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
        bool eye = is_eye_on(end[s], shape);
        double near = bends_over(end[s], shape) ? AWAY * radius : 0.0;
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
    double least = node->span.length + FARTHEST * radius + 2.0 * k->moved;
    bool beside = bends_over(node, k->shape) || bends_over(next, k->shape);
    int found = 0;
    if (is_eye_on(node, k->shape) || is_eye_on(next, k->shape))
        return 0;
    for (int side = -1; side < 2; side++) {
        if (side >= 0 && !bends_over(&nodes[end[side]], k->shape))
            continue;
        rv_vec3 out = side < 0 ? k->meeting.out : rv_node_out(k->t->world, nodes, end[side]);
        rv_wrap_line lines[RV_WRAP_MAX];
        int count = rv_wrap_find(placed, node->span.at, radius, out, lines);
        if (beside)
            count = next_edge(node, next, placed, AWAY * radius, lines, count);
        double length = length_over(placed, node->span.at, lines, count);
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
    make_nodes(k->t, k->shape, beside, lines, count, in);
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
    double most = FARTHEST * rv_cable_radius(t->cable) + 2.0 * k.moved;
    return change(
        t, &(rv_wrap_change){.out = {span + 1, span + 1}, .in = in, .count = count, .most = most});
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
    // what is left waits for the next step, with its way
    nodes = rv_cable_nodes(t->world, t->cable);
    for (int i = 0; i < t->cable->node_count - 1 && t->changes < CHANGES_MAX; i = nodes[i].next)
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
        toucher t = {.world = world, .cable = &world->cables.data[i], .left = -1};
        rv_cable_repay(world, t.cable, dt);
        for (int n = 0; n < t.cable->node_count; n++)
            rv_cable_nodes(world, t.cable)[n].fresh = false;
        settle_nodes(&t);
        if (t.cable->state != RV_CABLE_BROKEN)
            meet_shapes(&t);
        if (t.failed)
            return false;
    }
    return true;
}
