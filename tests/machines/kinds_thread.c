// Kinds of thread: knots that are drawn tight, sutures through holes, threads in two hands.
#include "machines.h"

#include <math.h>

static const rv_vec3 X = {1, 0, 0}, Y = {0, 1, 0};

// a thread of 0.1 to 1 mm: silk, nylon or steel, of 0.1 to 200 GPa
static rope thread_draw(machine* m) {
    draw* d = &m->random;
    rope r = {.diameter = draw_log(d, 1e-4, 1e-3), .density = draw_in(d, 1000.0, 1500.0)};
    double area = RV_PI / 4.0 * r.diameter * r.diameter;
    r.young = draw_log(d, 1e8, 1e10);
    r.EA = r.young * area;
    r.strength = 0.05 * r.EA;
    r.mass_per_length = r.density * area;
    r.friction = draw_in(d, 0.0, 0.6);
    r.EI = NAN;
    r.GJ = NAN;
    return r;
}

// both ends on anchors that pull it apart and let it go
static void knot(machine* m) {
    draw* d = &m->random;
    rope r = thread_draw(m);
    static const rv_knot KNOTS[] = {RV_KNOT_OVERHAND, RV_KNOT_DOUBLE_OVERHAND, RV_KNOT_FIGURE_EIGHT,
                                    RV_KNOT_GRANNY,   RV_KNOT_SQUARE,          RV_KNOT_SURGEON};
    double L = r.diameter * draw_log(d, 150.0, 400.0);
    rv_body_id left = add_anchor(m, vec(-0.5 * L, 0, 0)), right = add_anchor(m, vec(0.5 * L, 0, 0));
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].body = left;
    nodes[1].body = right;
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = 2;
    rope_define(m, &r, &def);
    def.segments.count = 0;
    def.segments.touches_itself = true;
    def.segments.knot = KNOTS[draw_below(d, 6)];
    rv_cable_id cable = rope_create(m, &def);
    double spare = rv_cable_length(m->world, cable) - L, v = L * draw_log(d, 0.02, 0.5);
    // apart until the knot is firm: no operator pulls a thread by much more than a hundredth
    add_mover(m, left, X, v, -0.2 * spare, 0.1 * spare);
    add_mover(m, right, X, v, -0.1 * spare, 0.2 * spare);
    m->thrust = r.strength;
    hang_below(m, 0.0, L + spare, &r, 0.0);
}

// a thread through one to three holes of the world, with a hand and a needle at its ends
static void suture(machine* m) {
    draw* d = &m->random;
    rope r = thread_draw(m);
    double L = draw_log(d, 0.05, 0.5),
           weight = fmin(r.strength * 0.1 / GRAVITY, draw_log(d, 1e-3, 0.1));
    rv_body_id hand = add_anchor(m, vec(0, 0, 0));
    double a = load_half(weight);
    rv_body_id needle = add_box(m, weight, vec(a, a, a), vec(L, 0, 0));
    m->loads[m->load_count++] = needle;
    path p = {0};
    path_end(&p, hand, vec(0, 0, 0));
    path_end(&p, needle, vec(0, 0, 0));
    rv_cable_id thread = add_rope(m, &p, &r, NAN);
    int holes = 1 + draw_below(d, 3);
    for (int i = 0; i < holes; i++) {
        rv_suture_def def = rv_suture_def_default();
        def.cable = thread;
        def.at = L * (0.3 + 0.15 * i);
        def.point = vec(def.at, 0, 0);
        def.friction = draw_in(d, 0.0, 0.8);
        def.stopped[1] = true;
        if (RV_ID_IS_NULL(rv_suture_create(m->world, &def)))
            refuse(m, "suture");
    }
    add_mover(m, hand, draw_chance(d, 0.5) ? X : Y, L * draw_log(d, 0.05, 1.0), -0.1 * L, 0.2 * L);
    m->thrust = r.strength;
    hang_below(m, 0.0, L, &r, weight);
}

// a thread between two hands, slack, that swings and lies on a table
static void skein(machine* m) {
    draw* d = &m->random;
    rope r = thread_draw(m);
    double L = draw_log(d, 0.1, 1.0), apart = L * draw_in(d, 0.3, 0.95);
    bool table = draw_chance(d, 0.5);
    if (table)
        add_ground(m, -L * draw_in(d, 0.05, 0.4));
    rv_body_id left = add_anchor(m, vec(-0.5 * apart, 0, 0)),
               right = add_anchor(m, vec(0.5 * apart, 0, 0));
    path p = {0};
    path_end(&p, left, vec(0, 0, 0));
    path_end(&p, right, vec(0, 0, 0));
    add_rope(m, &p, &r, L);
    double v = L * draw_log(d, 0.1, 2.0), way = 0.5 * (L - apart);
    add_mover(m, left, draw_chance(d, 0.5) ? X : Y, v, -0.5 * way, 0.5 * way);
    add_mover(m, right, draw_chance(d, 0.5) ? X : Y, v, -0.5 * way, 0.5 * way);
    if (!table)
        hang_below(m, 0.0, L, &r, 0.0);
}

const machine_kind machine_kinds_thread[] = {
    {"knot", "A thread with a knot is pulled at both ends.", ROD, knot},
    {"suture", "A hand draws a thread with a needle through holes.", ROD, suture},
    {"skein", "A slack thread hangs between two hands that move.", ROD | SEGMENTS, skein},
    {0},
};
