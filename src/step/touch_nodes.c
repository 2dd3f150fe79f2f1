// The nodes that shapes have made, step by step: they slide along their lines to the shortest way, lift
// when the cable does, and are passed on to other lines of their shape.
#include "step/touch.h"

#include "model/form.h"

#include <math.h>

enum { FREE_STEPS = 4 }; // for which a cable has left an eye on a surface, before that goes
// part of the way off its ends' line, from which on a bend tells which way it is pushed
static const double LEAST_OFF = 1e-4;
// [rad]: of a bend that a cable can lift from within a step, of one round which it is wound, or if it is
// fixed to that shape, and of a cable that has left an eye on a surface far behind
static const double LIFTING_TURN = 0.15, WOUND = 0.9 * RV_PI, WOUND_FIXED = 0.6 * RV_PI;
static const double FREE_TURN = -0.05;
static const double SHORTEST_SECTION = 20.0; // [radii], of one that is taut by itself
static const double LONGER = 5.0;            // [radii], of a way round another side

bool rv_touch_change(rv_toucher* t, rv_wrap_change* c) {
    if (!t->up_to_date) {
        rv_cable_bring_up_to_date(t->world, t->cable);
        rv_cable_slide(t->world, t->cable);
        t->up_to_date = true;
    }
    int more = c->count - (c->out.end - c->out.first);
    if (more > t->room) {
        c->refused = true;
        t->changes = RV_TOUCH_CHANGES;
        return false;
    }
    t->room -= more > 0 ? more : 0;
    // The bound holds for all changes of a step together: bodies move once in it, and each change
    // begins with the path that the one before has left.
    c->most -= fmax(t->longer, 0.0);
    // the step has taken memory for its room before
    bool made = rv_cable_change_wraps(t->world, t->cable, c);
    c->refused |= !made;
    t->changes += !c->refused;
    t->longer += c->refused ? 0.0 : c->longer;
    return !c->refused;
}

double rv_touch_turn(const rv_path_node* nodes, int i) {
    double wrap = fmax(nodes[i].wrap, 0.0);
    if (nodes[i].def.type != RV_CABLE_EYE || rv_node_is_on_surface(&nodes[i]))
        return wrap;
    rv_vec3 in = nodes[rv_path_previous(nodes, i)].span.u, out = nodes[i].span.u;
    return fmin(wrap, rv_atan2(rv_vec3_length(rv_vec3_cross(in, out)), rv_vec3_dot(in, out)));
}

static rv_touch_group group_at(const rv_path_node* nodes, int first) {
    rv_touch_group g = {first, first, 0.0};
    // on a surface each is alone
    do
        g.turn += rv_touch_turn(nodes, g.end++);
    while (!rv_node_is_on_surface(&nodes[first])
           && rv_bends_over(&nodes[g.end], nodes[first].shape));
    return g;
}

// So far round its shape that the shortest way leads elsewhere. One that is fixed to its shape cannot slip
// off there.
static bool turns_round(const rv_path_node* nodes, const rv_touch_group* g) {
    int32_t body = nodes[g->first].body;
    bool fixed = nodes[rv_path_previous(nodes, g->first)].body == body
                 || nodes[nodes[g->end - 1].next].body == body;
    return g->turn >= (fixed ? WOUND_FIXED : WOUND);
}

bool rv_touch_is_wound(const rv_path_node* nodes, const rv_touch_group* g) {
    bool alone = false;
    for (int i = g->first; i < g->end; i++)
        alone |= nodes[i].alone;
    return alone || turns_round(nodes, g);
}

// Which way the shape pushes the cable; where that has just lifted, pushed it. The plane through the
// ends and the greatest bend has the lines that are there, so that the shortest way is the one that
// slides from them.
static rv_vec3 out_of(const rv_world* world, const rv_path_node* nodes, const rv_touch_group* g,
                      const rv_vec3 ends[2]) {
    int most = g->first;
    for (int i = g->first + 1; i < g->end; i++)
        most = nodes[i].wrap > nodes[most].wrap ? i : most;
    const rv_path_node* node = &nodes[most];
    rv_vec3 out = rv_vec3_normalize(rv_node_out(world, nodes, most));
    rv_vec3 bend = rv_vec3_mul_add(node->rim.center, node->rim.radius, out);
    rv_vec3 way = rv_vec3_normalize(rv_vec3_sub(ends[1], ends[0]));
    // over a ball it slides to the nearer side
    bool ball =
        node->rim.radius > 0.0 && node->feature >= RV_WRAP_POINT && node->feature < RV_WRAP_BLEND;
    rv_vec3 off = rv_vec3_sub(ball ? node->rim.center : bend, ends[0]);
    off = rv_vec3_mul_add(off, -rv_vec3_dot(off, way), way);
    if (ball && rv_vec3_length(off) > LEAST_OFF * node->rim.radius)
        return rv_vec3_neg(off);
    bool tells = rv_vec3_length(off) > LEAST_OFF * rv_vec3_length(rv_vec3_sub(ends[1], ends[0]));
    return tells && rv_vec3_dot(off, out) > 0.5 * rv_vec3_length(off) ? off : out;
}

double rv_touch_length(const rv_placed* placed, const rv_vec3 ends[2], const rv_wrap_line* lines,
                       int count) {
    rv_vec3 at = rv_placed_to_local(placed, ends[0]);
    double length = 0.0;
    for (int k = 0; k < count; k++) {
        length += rv_vec3_length(rv_vec3_sub(lines[k].touch[0], at)) + rv_wrap_arc(&lines[k]);
        at = lines[k].touch[1];
    }
    return length + rv_vec3_length(rv_vec3_sub(rv_placed_to_local(placed, ends[1]), at));
}

// the lines of the shape that the cable bends over from where it leaves the node before the group to
// where it meets the one after, and how long that way is
static int find_lines(const rv_toucher* t, const rv_touch_group* g, rv_wrap_line lines[RV_WRAP_MAX],
                      double* length) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    const rv_shape* s = &t->world->shapes.data[nodes[g->first].shape];
    rv_geometry geometry = rv_shape_geometry(t->world, &s->def);
    rv_placed placed = rv_shape_placed(t->world, s, &geometry);
    const rv_vec3 ends[2] = {nodes[rv_path_previous(nodes, g->first)].span.at[0],
                             nodes[g->end - 1].span.at[1]};
    int count = rv_wrap_find(&placed, ends, rv_cable_radius(t->cable),
                             out_of(t->world, nodes, g, ends), lines);
    *length = rv_touch_length(&placed, ends, lines, count);
    return count;
}

static void remove_group(rv_toucher* t, const rv_touch_group* g, bool slips) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    nodes[g->first - 1].swept[1] = nodes[g->end - 1].swept[1];
    rv_touch_change(t,
                    &(rv_wrap_change){.out = {g->first, g->end}, .slips = slips, .most = INFINITY});
}

// A cable that is fixed to what it is wound on comes from under its own rim. There is no length between
// that could have a tension of its own.
static void let_in(rv_path_node* node, const rv_path_node* beside) {
    if (node->def.type != RV_CABLE_PULLEY || beside->body != node->body || beside->body < 0)
        return;
    rv_vec3 off = rv_vec3_sub(beside->def.point, node->line[0]);
    off = rv_vec3_mul_add(off, -rv_vec3_dot(off, node->axis), node->axis);
    double within = (1.0 - 1e-9) * rv_vec3_length(off);
    if (!(within < node->def.radius))
        return;
    node->def.radius = within;
    node->splits = false;
    node->def.friction = 0.0;
}

void rv_touch_make_nodes(const rv_toucher* t, int32_t shape, const int beside[2],
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

// a straight piece that comes within `radius` of a shape
static bool comes_near(const rv_toucher* t, int32_t shape, rv_vec3 from, rv_vec3 to,
                       double radius) {
    const rv_shape* s = &t->world->shapes.data[shape];
    rv_geometry geometry = rv_shape_geometry(t->world, &s->def);
    rv_moving stands = {.placed = rv_shape_placed(t->world, s, &geometry)};
    const rv_moving_point thread[2] = {{from, from}, {to, to}};
    const rv_vec3 none = {0, 0, 0};
    double tolerance = RV_TOUCH_TOLERANCE * rv_cable_radius(t->cable);
    return rv_thread_meet(thread, &stands, radius, tolerance, none).time <= 1.0;
}

// a node on a rim or a corner, which follows the shortest way, past which the cable would run free
static bool is_passed(const rv_toucher* t, int i) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    if (!nodes[i].follows || rv_node_is_on_surface(&nodes[i]))
        return false;
    return !comes_near(t, nodes[i].shape, nodes[rv_path_previous(nodes, i)].span.at[0],
                       nodes[i].span.at[1], rv_cable_radius(t->cable));
}

// its spans run within their shape, so that there must be a longer way
static bool is_cut(const rv_toucher* t, const rv_touch_group* g) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    bool cut = false;
    for (int i = rv_path_previous(nodes, g->first); i < g->end; i = nodes[i].next)
        cut |= comes_near(t, nodes[g->first].shape, nodes[i].span.at[0], nodes[i].span.at[1], 0.0);
    return cut;
}

static void replace_group(rv_toucher* t, const rv_touch_group* g, const rv_wrap_line* lines,
                          int count, bool cut) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    rv_path_node in[RV_WRAP_MAX];
    const int beside[2] = {rv_path_previous(nodes, g->first), nodes[g->end - 1].next};
    rv_touch_make_nodes(t, nodes[g->first].shape, beside, lines, count, in);
    for (int k = 0; k < count; k++) {
        in[k].swept[0] = nodes[g->first].swept[0];
        in[k].swept[1] = k < count - 1 ? nodes[g->first].swept[0] : nodes[g->end - 1].swept[1];
    }
    double most = (cut ? RV_WRAP_GIFT : RV_TOUCH_FARTHEST) * rv_cable_radius(t->cable);
    rv_touch_change(
        t, &(rv_wrap_change){.out = {g->first, g->end}, .in = in, .count = count, .most = most});
}

// Of a cable that is wound round its shape: each node for itself, since the shortest way does not
// know of turns.
static void unwind(rv_toucher* t, const rv_touch_group* g) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    for (int i = g->first; i < g->end; i++) {
        rv_path_node* node = &nodes[i];
        bool inside = node->span.inside || nodes[rv_path_previous(nodes, i)].span.inside;
        bool off = inside || rv_node_is_off_line(node, rv_cable_radius(t->cable));
        node->alone = true;
        if (node->wrap < 0.0 || off || is_passed(t, i)) {
            remove_group(t, &(rv_touch_group){i, i + 1, node->wrap}, off);
            return;
        }
    }
}

// An end of the cable lies within the rim of the edge or corner that it bends over: it begins there.
static bool begins_at(const rv_toucher* t, int i) {
    const rv_path_node *nodes = rv_cable_nodes(t->world, t->cable), *node = &nodes[i];
    const rv_path_node* beside[2] = {&nodes[rv_path_previous(nodes, i)], &nodes[node->next]};
    if (node->def.type != RV_CABLE_EYE || rv_node_is_on_surface(node))
        return false;
    rv_motion m = rv_motion_of(t->world, NULL, node->body);
    rv_vec3 center = t->world->bodies.data[node->body].center;
    double length = rv_vec3_length(rv_vec3_sub(node->line[1], node->line[0]));
    bool begins = false;
    for (int s = 0; s < 2; s++) {
        rv_vec3 at = rv_mat3_apply_transpose(m.R, rv_vec3_sub(beside[s]->rim.center, m.x));
        at = rv_vec3_sub(rv_vec3_add(at, center), node->line[0]);
        double place = fmin(fmax(rv_vec3_dot(at, node->axis), 0.0), length);
        double off = rv_vec3_length(rv_vec3_mul_add(at, -place, node->axis));
        begins |= !rv_node_is_made(beside[s]) && off < rv_cable_radius(t->cable);
    }
    return begins;
}

// the first or the last of a group, if the cable begins at it; else its end
static int begins_in(const rv_toucher* t, const rv_touch_group* g) {
    if (begins_at(t, g->first))
        return g->first;
    return begins_at(t, g->end - 1) ? g->end - 1 : g->end;
}

static void follow_line(const rv_toucher* t, int i, const rv_wrap_line* line) {
    rv_path_node* node = rv_cable_nodes(t->world, t->cable) + i;
    rv_node_follow_line(t->world, node, line);
    node->alone = false;
}

static double length_of(const rv_toucher* t, const rv_touch_group* g) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    double length = nodes[rv_path_previous(nodes, g->first)].span.length;
    for (int i = g->first; i < g->end; i++)
        length += nodes[i].span.length + rv_path_arc(&nodes[i], nodes[i].wrap);
    return length;
}

// Whether a way over other lines presses on its shape from the other side: the sum of its bends,
// from its first direction to its last, points against that of the group.
static bool presses_against(const rv_toucher* t, const rv_touch_group* g, const rv_wrap_line* lines,
                            int count) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    const rv_path_node *before = &nodes[rv_path_previous(nodes, g->first)],
                       *last = &nodes[g->end - 1];
    const rv_shape* s = &t->world->shapes.data[nodes[g->first].shape];
    rv_geometry geometry = rv_shape_geometry(t->world, &s->def);
    rv_placed placed = rv_shape_placed(t->world, s, &geometry);
    rv_vec3 first = rv_placed_to_world(&placed, lines[0].touch[0]);
    rv_vec3 end = rv_placed_to_world(&placed, lines[count - 1].touch[1]);
    rv_vec3 in = rv_vec3_normalize(rv_vec3_sub(first, before->span.at[0]));
    rv_vec3 out = rv_vec3_normalize(rv_vec3_sub(last->span.at[1], end));
    return rv_vec3_dot(rv_vec3_sub(in, out), rv_vec3_sub(before->span.u, last->span.u)) < 0.0;
}

// The shortest way round its shape again. One that is much longer is on another side, and so is one
// that is much shorter and presses against the shape from there: the nodes go each for itself.
static void lay_again(rv_toucher* t, const rv_touch_group* g) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    rv_wrap_line lines[RV_WRAP_MAX];
    double length;
    int count = find_lines(t, g, lines, &length);
    bool surface = rv_node_is_on_surface(&nodes[g->first]);
    bool same = count == g->end - g->first && !surface;
    for (int k = 0; k < count && same; k++)
        same &= lines[k].feature == nodes[g->first + k].feature;
    double apart = count > 0 ? length - length_of(t, g) : 0.0;
    bool longer = apart > LONGER * rv_cable_radius(t->cable);
    bool shorter =
        apart < -LONGER * rv_cable_radius(t->cable) && presses_against(t, g, lines, count);
    // of a cable that sags, the line between its nodes may
    bool cut = longer && !rv_cable_is_layered(t->cable) && is_cut(t, g);
    bool other_side = shorter || (longer && !cut);
    // an eye on a surface stays where there is no line, or one that leads round another side: it
    // knows better what holds it
    if (surface && other_side)
        return;
    if (count == 0 && !surface)
        remove_group(t, g, g->turn > LIFTING_TURN);
    else if (other_side)
        unwind(t, g);
    else if (same && !cut)
        for (int k = 0; k < count; k++)
            follow_line(t, g->first + k, &lines[k]);
    else if (count > 0)
        replace_group(t, g, lines, count, cut);
}

static void settle_group(rv_toucher* t, const rv_touch_group* g) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    rv_path_node* first = &nodes[g->first];
    bool is_eye = rv_node_is_on_surface(first);
    int lifted = g->first, begins;
    while (lifted < g->end && !nodes[lifted].lifted)
        lifted++;
    if (!rv_node_has_shape(t->world, first)) {
        remove_group(t, g, true);
    } else if (lifted < g->end) {
        remove_group(t, &(rv_touch_group){lifted, lifted + 1, 0.0}, false);
    } else if ((begins = begins_in(t, g)) < g->end) {
        remove_group(t, &(rv_touch_group){begins, begins + 1, 0.0}, g->turn > LIFTING_TURN);
    } else if (is_eye && first->wrap < 0.0) {
        // waves run to and fro: it goes when the cable has left it for a while, or far
        if (!t->meets && (++first->free >= FREE_STEPS || first->wrap < FREE_TURN)) {
            t->left = first->shape;
            remove_group(t, g, false);
        }
    } else if (is_eye || !turns_round(nodes, g)) {
        first->free = 0;
        if (!first->fresh)
            lay_again(t, g);
    } else {
        unwind(t, g);
    }
}

void rv_touch_settle(rv_toucher* t) {
    rv_cable_slide(t->world, t->cable);
    for (int i = 1; i < t->cable->node_count - 1 && t->changes < RV_TOUCH_CHANGES;) {
        const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
        if (nodes[i].shape < 0) {
            i++;
            continue;
        }
        rv_touch_group g = group_at(nodes, i);
        int changes = t->changes;
        settle_group(t, &g);
        i = g.end;
        if (t->changes > changes) {
            rv_cable_slide(t->world, t->cable);
            i = g.first;
        }
    }
    rv_cable_slide(t->world, t->cable);
}
