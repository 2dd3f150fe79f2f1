// Waves across the spans of a layered cable (wave.h): what a step does with them.
#include "model/wave.h"

#include "core/extremes.h"
#include "model/hang.h"

#include <math.h>
#include <string.h>

static const double SUSPENDS = 0.5, RESUMES = 0.4; // (h c M/l)^2 of the explicit scheme
static const double STALE = 0.05;                  // of the pull in a factor
static const double STALE_MASS = 2e-4;             // and of the mass
static const double UNRESOLVED = 0.02;             // damping of what the step cannot resolve
static const double MOST_GIVEN = 1.5;  // of what the derivative says for a sag: twice that is all
static const double NEGLIGIBLE = 0.05; // of that, of which no more than 2e-6 do not act
static const double HARMLESS = 1e-4;   // of the chord, that a row may count on too much
static const double FOLLOWS = 256.0; // (w h)^8 of the slowest wave, of which half follows its ends

enum { BETWEEN = 2 }; // of the inertia along a chord: after both ends

// --- the ends of a span ---

typedef struct span_end {
    const rv_path_node* node;
    const rv_body* body; // NULL: the world
} span_end;

static span_end end_of(const rv_world* world, const rv_path_node* node) {
    return (span_end){node, node->body < 0 ? NULL : &world->bodies.data[node->body]};
}

static rv_vec3 arm_of(const span_end* e) {
    return rv_vec3_sub(e->node->rim.center, e->node->center);
}

static bool is_free(const span_end* e) {
    return e->body != NULL && e->body->block >= 0;
}

static bool is_still(const span_end* e) {
    return e->body == NULL || (e->body->block < 0 && e->body->type != RV_BODY_KINEMATIC);
}

static rv_vec3 point_speed(const double* v, int size, rv_vec3 arm) {
    rv_vec3 linear = rv_vec3_load(v);
    return size == 6 ? rv_vec3_add(linear, rv_vec3_cross(rv_vec3_load(v + 3), arm)) : linear;
}

// from velocities of the dofs; of an end that is moved, with which it moves in this step
static rv_vec3 speed_at(const rv_world* world, const rv_island* island, const span_end* e,
                        rv_vec3 arm, const double* v) {
    if (is_free(e)) {
        const rv_kkt* kkt = &island->kkt;
        int block = e->body->block;
        return point_speed(v + kkt->block_first.data[block], kkt->block_size.data[block], arm);
    }
    if (is_still(e))
        return (rv_vec3){0, 0, 0};
    rv_motion m = rv_motion_of(world, island, e->node->body);
    return rv_vec3_add(m.v, rv_vec3_cross(m.w, arm));
}

static rv_vec3 end_speed(const rv_world* world, const rv_island* island, const span_end* e,
                         const double* v) {
    return speed_at(world, island, e, arm_of(e), v);
}

// how the body of an end turned in the last step, or substep
static rv_vec3 turned_before(const rv_world* world, const rv_island* island, const span_end* e) {
    if (e->body == NULL || e->body->kind != RV_BODY_RIGID)
        return (rv_vec3){0, 0, 0};
    if (is_free(e))
        return rv_vec3_load(island->v.data + island->kkt.block_first.data[e->body->block] + 3);
    return island->substep > 0 ? rv_motion_of(world, island, e->node->body).w : e->body->w_before;
}

// The same at the end of the last step. There the arm of a body that turns was elsewhere: that is
// what accelerates the end.
static rv_vec3 speed_before(const rv_world* world, const rv_island* island, const span_end* e) {
    rv_vec3 w = turned_before(world, island, e);
    rv_quat back = rv_quat_exp(rv_vec3_scale(w, -island->h));
    rv_vec3 then = rv_quat_rotate(back, arm_of(e));
    if (is_free(e) || island->substep > 0)
        return speed_at(world, island, e, then, island->v.data);
    if (e->body == NULL || e->body->type != RV_BODY_KINEMATIC)
        return (rv_vec3){0, 0, 0};
    return rv_vec3_add(e->body->v_before, rv_vec3_cross(w, then));
}

static rv_vec3 in_space(const rv_wave* wave, const double pair[2]) {
    return rv_vec3_add(rv_vec3_scale(wave->across[0], pair[0]),
                       rv_vec3_scale(wave->across[1], pair[1]));
}

static void across(const rv_wave* wave, rv_vec3 v, double pair[2]) {
    pair[0] = rv_vec3_dot(v, wave->across[0]);
    pair[1] = rv_vec3_dot(v, wave->across[1]);
}

rv_vec3 rv_wave_end(const rv_wave* wave, int side) {
    return in_space(wave, wave->rest.row[side]);
}

// --- rows ---

// of a span in gravity G, seen across it: of its shape the mean, and half the mean slope squared by its
// place
static rv_hang_shape shape_of(const rv_world* world, const rv_wave* wave, int cells, double G,
                              const double mean[2], double leaning) {
    rv_vec3 g = world->def.gravity;
    double pair[2], per = G > 0.0 ? 1.0 / G : 0.0, rise = -rv_vec3_dot(g, wave->along) * per;
    across(wave, g, pair);
    double hangs = (mean[0] * pair[0] + mean[1] * pair[1]) * per / wave->chord;
    return (rv_hang_shape){hangs - rise * leaning, rise, cells};
}

// what the cells weigh, seen across the chord, and the known part of their pull
static void load_string(const rv_world* world, const rv_cable* cable, rv_wave* wave,
                        const rv_string* s) {
    double chord = wave->chord, cells = s->cells, per = 1.0 / cells, per_chord = 1.0 / chord;
    double g[2], G = rv_vec3_length(world->def.gravity);
    const double mean[2] = {per * wave->sums.total[0], per * wave->sums.total[1]};
    double leaning = 0.5 * cells * wave->sums.lean * per_chord * per_chord;
    rv_hang_shape shape = shape_of(world, wave, s->cells, G, mean, leaning);
    rv_hang now = rv_hang_of(&shape);
    double whole = wave->density * chord, weight = whole * now.slope * per;
    double falls = rv_vec3_dot(world->def.gravity, wave->along);
    // What hangs out across the chord has a moment about it, where that leans; what the pull grows
    // by takes that up. What is left is that of how shapes gain by leaning.
    double turns = whole * (now.by_rise - now.slope * leaning);
    across(wave, world->def.gravity, g);
    for (int k = 0; k < 2; k++) {
        wave->load.weight[k] = weight * g[k];
        wave->moment[k] = -turns * g[k];
    }
    // and hangs less deep for its length where the chord is longer
    double by_chord = shape.first - shape.rise * leaning;
    wave->parts = whole * G * (2.0 * now.gain - now.slope * by_chord);
    // the mean over the span, of what hangs out lower, times unstretched length
    double hangs = whole * chord * G * now.gain;
    double lifted = 0.5 * (wave->extra[0] + wave->extra[1]) * wave->used - hangs;
    wave->height = lifted * wave->density / cable->mass_per_length;
    wave->load.slope = wave->sag.slope * cells * per_chord;
    wave->load.pull = 0.5 * (wave->extra[0] + wave->extra[1]);
    wave->lean = -wave->density * falls * now.slope * cells;
}

// No cell pushes: where the mean pull does not reach for that, it grows less along the span.
static double set_lean(rv_wave* wave, double stiffness) {
    wave->load.lean = rv_larger(-2.0 * stiffness, rv_smaller(2.0 * stiffness, wave->lean));
    return wave->load.lean;
}

// the law of this step; true: the factor is not for it
static bool set_law(const rv_cable* cable, const rv_path_node* node, rv_wave* wave, double h) {
    int M = cable->layer.cells;
    bool explicit_ = cable->layer.waves == RV_CABLE_WAVES_EXPLICIT;
    double mass = wave->mass / M;
    double stiffness = rv_wave_pull(node, wave) * wave->sag.slope * M / wave->chord;
    double lean = set_lean(wave, stiffness);
    rv_string_law* law = &wave->law;
    if (!explicit_ && law->h == h && fabs(mass - law->mass) <= STALE_MASS * mass
        && fabs(stiffness - law->stiffness) <= STALE * stiffness
        && fabs(lean - law->lean) <= STALE * stiffness)
        return false;
    *law = (rv_string_law){.h = h,
                           .mass = mass,
                           .stiffness = stiffness,
                           .lean = lean,
                           .damping = cable->layer.damping};
    if (explicit_)
        return false;
    double courant2 = h * h * stiffness / mass;
    // of the slowest wave: what the step cannot resolve of that is not stepped but follows
    double phase2 = courant2 * (RV_PI / M) * (RV_PI / M), x = phase2 * phase2 * phase2 * phase2;
    double follows = x / (FOLLOWS + x);
    law->alpha = 1.0 / 12.0;
    law->gamma = rv_string_gamma(h, mass, stiffness, lean);
    law->gamma += follows * rv_larger(0.0, 1.0 - law->gamma);
    law->delta = UNRESOLVED * courant2 / (1.0 + courant2);
    law->delta += follows * (1.0 - law->delta);
    return true;
}

static double stiffened_by(const rv_string_law* law) {
    return law->gamma * law->h * law->h * law->stiffness;
}

// what the velocities of the last step bring with them into this one (string.h)
static void carry(rv_wave* wave) {
    double now = stiffened_by(&wave->law), before = wave->stiffened > 0.0 ? wave->stiffened : now;
    wave->law.carried = sqrt(before * now) / (wave->law.h * wave->law.h);
}

// --- suspended ---

// A parabola by its middle, and how that changes with the pull.
typedef struct parabola {
    double middle[2], by_pull[2];
} parabola;

// q of a parabola between M + 1 nodes, over the square of its middle over the chord
static double slope_of_middle(const rv_string* s) {
    double M = s->cells;
    return 8.0 / 3.0 * (1.0 - 1.0 / (M * M));
}

// Where a suspended span hangs after the step, under a pull T: from where it was it comes nearer to the
// parabola of rest. That is the one under no less than ends its suspension.
static parabola hang_under(const rv_wave* wave, const rv_string* s, double T) {
    const rv_string_law* law = &wave->law;
    double M = s->cells, stiffness = wave->load.slope * T;
    double least = RESUMES * law->mass / (law->h * law->h);
    double flat = 0.125 * M * M / rv_larger(stiffness, least), per = 1.5 * M / (M * M - 1.0);
    parabola p;
    for (int k = 0; k < 2; k++) {
        double now = per * wave->sums.total[k], rest = flat * wave->load.weight[k];
        p.middle[k] = now + wave->nears * (rest - now);
        p.by_pull[k] = stiffness > least ? -wave->nears * rest / T : 0.0;
    }
    return p;
}

static void put_on(rv_wave* wave, const rv_string* s, const double middle[2]) {
    rv_string_rest_on(s, middle);
    wave->sums = rv_string_measure(s);
}

// It uses l excess(q) of the length and gives way by its derivative, for the pull that the solve has
// found last. Its mass moves with the chord.
static void condense_suspended(rv_wave* wave, const rv_string* s, double T) {
    double m = wave->mass, per = slope_of_middle(s) / wave->chord;
    parabola p = hang_under(wave, s, T);
    double squared = p.middle[0] * p.middle[0] + p.middle[1] * p.middle[1];
    double grows = p.middle[0] * p.by_pull[0] + p.middle[1] * p.by_pull[1];
    rv_sag sag = rv_sag_of(per * squared / wave->chord);
    wave->rest = (rv_string_rest){.inertia = {m / 3.0, m / 6.0}};
    wave->gives = rv_larger(-2.0 * per * grows * sag.slope, 0.0);
    wave->longer = wave->chord * (sag.excess - wave->sag.excess);
    for (int k = 0; k < 2; k++) {
        double first = wave->load.end.of[0][k], last = wave->load.end.of[1][k];
        double f = 0.5 * wave->law.h * wave->load.weight[k] * s->cells;
        wave->rest.momentum[0][k] = m / 3.0 * first + m / 6.0 * last + f;
        wave->rest.momentum[1][k] = m / 6.0 * first + m / 3.0 * last + f;
    }
}

// it comes to rest in about the time that a wave would take: known before the solve, whatever that finds
static void suspend(rv_wave* wave, const rv_string* s, double stiffness) {
    double h = wave->law.h, courant2 = h * h * stiffness / wave->law.mass;
    wave->suspended = true;
    wave->nears = rv_smaller(1.0, RV_PI * sqrt(courant2) / s->cells);
}

// Explicit waves come and go with the tension. Where they end, the span hangs on the parabola that uses
// as much of the length, so that the tension does not jump; where they begin, they begin with it.
static void suspend_or_resume(rv_wave* wave, const rv_string* s) {
    const rv_string_law* law = &wave->law;
    double most = wave->suspended ? RESUMES : SUSPENDS;
    bool suspends = law->h * law->h * (law->stiffness + 0.5 * fabs(law->lean)) > most * law->mass;
    if (suspends && !wave->suspended) {
        const double* total = wave->sums.total;
        double size = sqrt(total[0] * total[0] + total[1] * total[1]);
        double depth = sqrt(0.5 * s->cells * wave->sums.square / slope_of_middle(s));
        double per = size > 0.0 ? depth / size : 0.0;
        put_on(wave, s, (const double[2]){per * total[0], per * total[1]});
    }
    if (suspends)
        suspend(wave, s, law->stiffness);
    wave->suspended = suspends;
}

static void condense(const rv_cable* cable, rv_wave* wave, const rv_string* s, double T) {
    if (cable->layer.waves == RV_CABLE_WAVES_IMPLICIT)
        rv_string_condense(s, &wave->law, &wave->load, &wave->rest);
    else if (wave->suspended)
        condense_suspended(wave, s, T);
    else
        rv_string_condense_explicit(s, &wave->law, &wave->load, &wave->sums, &wave->rest);
}

// the cable runs past this node, and does not move with it
static bool runs_past(const rv_path_node* node) {
    return node->def.type != RV_CABLE_FIXED && !rv_node_grips(node);
}

// Along its chord a span moves with its ends, as a rod does: the same inertia as across it, so that
// nothing comes and goes while it turns. Where it runs past one end, all of it moves with the
// other, and so does half of what lies on the wheel.
static void set_line(const rv_cable* cable, rv_wave* wave, const span_end end[2]) {
    double M = cable->layer.cells, mass = wave->mass;
    double alpha = wave->suspended ? 1.0 / 6.0 : wave->law.alpha;
    double lattice = (1.0 / 6.0 - alpha) / (M * M);
    const bool runs[2] = {runs_past(end[0].node), runs_past(end[1].node)};
    wave->line[0] = wave->line[1] = mass * (1.0 / 3.0 + lattice);
    wave->line[BETWEEN] = mass * (1.0 / 6.0 - lattice);
    if (runs[0] == runs[1])
        return;
    int held = runs[0] ? 1 : 0;
    double arc = rv_path_arc_of(end[1 - held].node);
    double rod = wave->line[0], all = mass + 0.5 * wave->density * arc;
    // what turns is a rod: the rest goes along a line that turns with it
    wave->along_before[held] -= (1.0 - rod / all) * wave->turned[held];
    wave->line[held] = all;
    wave->line[1 - held] = wave->line[BETWEEN] = 0.0;
}

// The momentum and the known forces of an end: those of the string across the chord; along it those
// of a rod, half the weight, and the pull that grows with height.
static rv_vec3 known_push(const rv_world* world, const rv_cable* cable, const rv_wave* wave,
                          int side) {
    double h = wave->law.h, mass = wave->mass, cells = cable->layer.cells;
    double along = 0.5 * mass * rv_vec3_dot(world->def.gravity, wave->along);
    double lifted = wave->load.pull * wave->sag.chord - wave->parts, sign = side == 0 ? 1.0 : -1.0;
    double pair[2];
    across(wave, rv_vec3_scale(world->def.gravity, mass), pair);
    for (int k = 0; k < 2; k++)
        pair[k] = wave->rest.momentum[side][k] + 0.5 * h * (pair[k] - cells * wave->load.weight[k])
                  - sign * h * wave->moment[k];
    double moves = wave->line[side] * wave->along_before[side]
                   + wave->line[BETWEEN] * wave->along_before[1 - side];
    return rv_vec3_mul_add(in_space(wave, pair), moves + h * (along + sign * lifted), wave->along);
}

// what an end takes of its own motion, and of that of the other: across the chord, and along it
static rv_vec3 carried(const rv_wave* wave, int inertia, const double pair[2], double along) {
    int between = inertia == BETWEEN;
    const double moves[2] = {wave->rest.inertia[between] * pair[0],
                             wave->rest.inertia[between] * pair[1]};
    return rv_vec3_mul_add(in_space(wave, moves), wave->line[inertia] * along, wave->along);
}

static void find_pushes(const rv_world* world, const rv_cable* cable, rv_wave* wave,
                        const span_end end[2]) {
    bool has_element = end[1].node == end[0].node + 1;
    for (int side = 0; side < 2; side++) {
        int other = 1 - side;
        rv_vec3 push = known_push(world, cable, wave, side), taken = {0, 0, 0};
        // an end that the system does not move does not wait for its answer
        if (!is_free(&end[other]))
            taken = carried(wave, BETWEEN, wave->moved.of[other], wave->moved_along[other]);
        else if (!has_element)
            taken = carried(wave, BETWEEN, wave->load.end.of[other], wave->along_before[other]);
        wave->push[side] = rv_vec3_sub(push, taken);
    }
}

// a cable that is cut or broken holds and weighs nothing
static void forget_ends(rv_wave* wave) {
    wave->rest = (rv_string_rest){.rate = 0.0};
    wave->gives = wave->longer = wave->line[BETWEEN] = 0.0;
    for (int side = 0; side < 2; side++) {
        wave->line[side] = wave->moved_along[side] = 0.0;
        wave->push[side] = (rv_vec3){0, 0, 0};
    }
}

// how the ends moved at the end of the last step, and as the known speeds say
static void find_ends(const rv_world* world, const rv_island* island, rv_wave* wave,
                      const span_end end[2]) {
    wave->load.end = wave->moved = (rv_string_ends){{{0.0}}};
    for (int side = 0; side < 2; side++) {
        wave->along_before[side] = wave->moved_along[side] = wave->turned[side] = 0.0;
        if (is_still(&end[side]))
            continue;
        rv_vec3 before = speed_before(world, island, &end[side]);
        rv_vec3 now = end_speed(world, island, &end[side], island->v.data);
        across(wave, before, wave->load.end.of[side]);
        across(wave, now, wave->moved.of[side]);
        wave->along_before[side] = rv_vec3_dot(before, wave->along);
        wave->turned[side] = wave->along_before[side] - rv_vec3_dot(before, wave->along_last);
        wave->moved_along[side] = rv_vec3_dot(now, wave->along);
    }
}

void rv_waves_condense(rv_world* world, rv_island* island, rv_cable* cable, bool again) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    for (int i = 0; i < cable->node_count - 1; i = rv_wave_next(nodes, i)) {
        rv_wave* wave = &waves[i];
        rv_string s = rv_wave_string(world, cable, i);
        const span_end end[2] = {end_of(world, &nodes[i]), end_of(world, &nodes[nodes[i].next])};
        if (cable->state == RV_CABLE_BROKEN) {
            forget_ends(wave);
            continue;
        }
        if (!again)
            load_string(world, cable, wave, &s);
        double leant = wave->load.lean;
        bool stale = set_law(cable, &nodes[i], wave, island->h);
        // nothing but its law depends on the tension, and how it hangs where it is suspended
        if (again && !stale && !wave->suspended && wave->load.lean == leant)
            continue;
        wave->load.ends_are_still = is_still(&end[0]) && is_still(&end[1]);
        find_ends(world, island, wave, end);
        if (stale)
            rv_string_factor(&s, &wave->law);
        carry(wave);
        double T = rv_wave_pull(&nodes[i], wave);
        wave->gives = wave->longer = 0.0;
        if (cable->layer.waves == RV_CABLE_WAVES_EXPLICIT && !again)
            suspend_or_resume(wave, &s);
        condense(cable, wave, &s, T);
        if (wave->load.ends_are_still)
            continue;
        // the row's speed counts moved ends as they move now
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 2 && !is_free(&end[side]); k++)
                wave->rest.before += wave->rest.row[side][k]
                                     * (wave->load.end.of[side][k] - wave->moved.of[side][k]);
        set_line(cable, wave, end);
        if (is_free(&end[0]) || is_free(&end[1]))
            find_pushes(world, cable, wave, end);
    }
}

bool rv_waves_follow(const rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    bool follow = cable->layer.waves == RV_CABLE_WAVES_IMPLICIT;
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next)
        follow |= rv_waves_of(world, cable)[i].suspended;
    return follow;
}

// A span gives no more than its sag, whatever its derivative promises: with I the impulse,
//   speed = own + gives I/(1 + y^4)^(1/4),   y = gives I over what is left
// which is the derivative's for what the step resolves.
typedef struct yielding {
    double own;          // without the impulse
    double acts;         // share of the impulse that moves the string
    double speed, gives; // of the row, and its derivative by the impulse
} yielding;

static inline yielding yield_to(const rv_wave* wave, double impulse) {
    double sag = wave->used - (1.0 - HARMLESS) * wave->chord, h = wave->law.h;
    double moves = wave->rest.gives * impulse, goes = h * wave->rest.rate, moved = h * moves;
    yielding y = {wave->rest.rate, 1.0, 0.0, wave->rest.gives};
    if (goes > sag) {
        y.own = sag / h;
        goes = sag;
    }
    double left = MOST_GIVEN * sag - goes;
    if (moved > NEGLIGIBLE * left && left > 0.0) {
        double x = moved / left, bends = 1.0 / (1.0 + x * x * x * x);
        y.acts = sqrt(sqrt(bends));
        y.gives *= bends * y.acts;
    }
    y.speed = y.own + y.acts * moves;
    return y;
}

// The impulse with which a string gets no more energy than its row gives, where the row knows better
// how fast it moves: I (rate + gives I) = J (own + gives J)
static double impulse_on(const rv_wave* wave, double impulse) {
    yielding y = yield_to(wave, impulse);
    double rate = wave->rest.rate, gives = wave->rest.gives, J = y.acts * impulse;
    if (!(y.own < rate) || !(gives > 0.0))
        return J;
    return 2.0 * J * y.speed / (rate + sqrt(rate * rate + 4.0 * gives * J * y.speed));
}

// The first span of those between two nodes: past a node that has lifted off, a span belongs to what
// comes after it.
static int touching(const rv_path_node* nodes, int node) {
    while (nodes[node].lifted)
        node--;
    return node;
}

rv_wave_row rv_waves_row(const rv_world* world, const rv_cable* cable, int start, int end) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_wave* waves = rv_waves_of(world, cable);
    rv_wave_row row = {.rate = 0.0};
    end = touching(nodes, end);
    for (int i = touching(nodes, start); i < end; i = rv_wave_next(nodes, i)) {
        const rv_wave* wave = &waves[i];
        double tension = rv_wave_tension(&nodes[i]), impulse = wave->law.h * tension;
        yielding y = yield_to(wave, impulse);
        double rate = y.speed - y.gives * impulse;
        row.rate += rate;
        row.offset += wave->rest.before - rate;
        row.gives += y.gives;
        row.compliance += wave->gives;
        row.phi -= wave->longer + wave->gives * tension;
        row.height += wave->height;
    }
    return row;
}

double rv_waves_compliance(const rv_world* world, const rv_cable* cable, int start, int end) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double sum = 0.0;
    end = touching(nodes, end);
    for (int i = touching(nodes, start); i < end; i = rv_wave_next(nodes, i))
        sum += rv_waves_of(world, cable)[i].gives;
    return sum;
}

double rv_waves_height(const rv_world* world, const rv_cable* cable, int start, int end) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double sum = 0.0;
    end = touching(nodes, end);
    for (int i = touching(nodes, start); i < end; i = rv_wave_next(nodes, i))
        sum += rv_waves_of(world, cable)[i].height;
    return sum;
}

// --- after the solve ---

// A pull that has grown past what the string was condensed for would make it unstable: it is stepped
// with the law of that pull, for the same ends. What this does to its length shows in the next step.
static void catch_up(const rv_cable* cable, const rv_path_node* node, rv_wave* wave,
                     const rv_string* s) {
    const rv_string_law* law = &wave->law;
    double stiffness = rv_wave_pull(node, wave) * wave->load.slope;
    double most = stiffness + 0.5 * fabs(wave->load.lean);
    if (cable->layer.waves == RV_CABLE_WAVES_EXPLICIT) {
        if (law->h * law->h * most > law->mass && !wave->suspended)
            suspend(wave, s, stiffness);
        return;
    }
    double covered = (4.0 * law->gamma - 2.0 * law->delta) * law->stiffness;
    if (!(law->h * law->h * (most - covered) > law->mass * (1.0 - 4.0 * law->alpha)))
        return;
    set_law(cable, node, wave, law->h);
    carry(wave);
    rv_string_rest known; // the row and the ends have been solved for
    rv_string_factor(s, &wave->law);
    rv_string_condense(s, &wave->law, &wave->load, &known);
}

// What an end that is moved does to the string: all that it takes to move as it does, but for the
// tension, whose work is that of its row. Over a step from middle to middle, like all energies.
static double work_of_end(const rv_world* world, const rv_island* island, const rv_cable* cable,
                          const rv_wave* wave, const span_end* end, int side) {
    int other = 1 - side;
    rv_vec3 impulse = carried(wave, side, wave->moved.of[side], wave->moved_along[side]);
    impulse = rv_vec3_add(impulse,
                          carried(wave, BETWEEN, wave->moved.of[other], wave->moved_along[other]));
    impulse = rv_vec3_sub(impulse, known_push(world, cable, wave, side));
    rv_vec3 twice = rv_vec3_add(speed_before(world, island, end),
                                end_speed(world, island, end, island->kkt.v.data));
    return 0.5 * rv_vec3_dot(impulse, twice);
}

// of a span in the middle of the last step, like all energies
static void take_energy(const rv_world* world, rv_wave* wave, int cells,
                        const rv_string_middle* middle) {
    double l = wave->chord, per = 1.0 / cells, first = wave->moved_along[0];
    double last = wave->moved_along[1], G = rv_vec3_length(world->def.gravity);
    const double mean[2] = {per * middle->total[0], per * middle->total[1]};
    double leaning = 0.5 * cells * middle->lean / (l * l);
    rv_hang_shape shape = shape_of(world, wave, cells, G, mean, leaning);
    double gain = rv_hang_gain(&shape);
    wave->gravitational = -wave->mass * rv_vec3_dot(world->def.gravity, wave->middle)
                          - wave->density * l * l * G * gain;
    wave->kinetic = 0.5 * wave->mass * per * middle->motion
                    + 0.5 * (wave->line[0] * first * first + wave->line[1] * last * last)
                    + wave->line[BETWEEN] * first * last;
}

void rv_wave_find_energy(const rv_world* world, const rv_cable* cable, int node) {
    rv_wave* wave = rv_waves_of(world, cable) + node;
    rv_string s = rv_wave_string(world, cable, node);
    double alpha = wave->suspended ? 1.0 / 6.0 : wave->law.alpha;
    rv_string_middle middle = rv_string_middle_of(&s, wave->law.h, alpha, &wave->moved);
    take_energy(world, wave, s.cells, &middle);
}

static void step_string(const rv_world* world, const rv_cable* cable, int i, double impulse) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* wave = rv_waves_of(world, cable) + i;
    rv_string s = rv_wave_string(world, cable, i);
    bool is_still = rv_wave_is_still(cable, nodes, i);
    catch_up(cable, &nodes[i], wave, &s);
    wave->stiffened = stiffened_by(&wave->law);
    if (cable->layer.waves == RV_CABLE_WAVES_IMPLICIT && !is_still) {
        rv_string_middle middle;
        wave->sums = rv_string_move(&s, &wave->law, &wave->load, impulse, &wave->moved, &middle);
        take_energy(world, wave, s.cells, &middle);
        return;
    }
    if (is_still)
        put_on(wave, &s, (const double[2]){0.0, 0.0});
    else if (wave->suspended)
        put_on(wave, &s, hang_under(wave, &s, rv_wave_pull(&nodes[i], wave)).middle);
    else
        wave->sums = rv_string_move_explicit(&s, &wave->law, &wave->load, impulse, &wave->moved);
    rv_wave_find_energy(world, cable, i);
}

void rv_waves_settle(rv_world* world, rv_island* island, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    if (cable->state == RV_CABLE_BROKEN)
        return;
    // from the last: what was condensed last is still at hand
    for (int i = cable->node_count - 2; i >= 0; i--) {
        if (nodes[i].lifted)
            continue;
        rv_wave* wave = &waves[i];
        const span_end end[2] = {end_of(world, &nodes[i]), end_of(world, &nodes[nodes[i].next])};
        double impulse = impulse_on(wave, island->h * rv_wave_tension(&nodes[i]));
        rv_vec3 middle = rv_vec3_add(nodes[i].span.at[0], nodes[i].span.at[1]);
        // those of ends that stand still are 0 from when it was condensed
        for (int side = 0; side < 2; side++) {
            if (is_still(&end[side]))
                continue;
            rv_vec3 v = end_speed(world, island, &end[side], island->kkt.v.data);
            across(wave, v, wave->moved.of[side]);
            wave->moved_along[side] = rv_vec3_dot(v, wave->along);
            middle = rv_vec3_mul_add(middle, 0.5 * island->h, v);
        }
        for (int side = 0; side < 2; side++)
            if (end[side].body != NULL && end[side].body->type == RV_BODY_KINEMATIC)
                island->report.work += work_of_end(world, island, cable, wave, &end[side], side);
        wave->middle = rv_vec3_scale(middle, 0.5);
        step_string(world, cable, i, impulse);
    }
}

void rv_waves_add_energy(const rv_world* world, const rv_cable* cable, rv_energy* energy) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_wave* waves = rv_waves_of(world, cable);
    for (int i = 0; i < cable->node_count - 1 && cable->state != RV_CABLE_BROKEN;
         i = nodes[i].next) {
        energy->kinetic += waves[i].kinetic;
        energy->gravitational += waves[i].gravitational;
    }
}

double rv_wave_reach(const rv_world* world, const rv_cable* cable, int node) {
    if (!rv_cable_is_layered(cable) || node >= cable->node_count - 1)
        return 0.0;
    int first = (int)(rv_wave_past(world, cable, node) - rv_waves_of(world, cable));
    rv_string s = rv_wave_string(world, cable, first);
    return sqrt(rv_string_reach(&s));
}

rv_vec3 rv_wave_tangent(const rv_world* world, const rv_cable* cable, int node, int side) {
    const rv_wave* wave = rv_waves_of(world, cable) + node;
    rv_string s = rv_wave_string(world, cable, node);
    rv_vec3 way = rv_vec3_scale(wave->along, wave->chord / s.cells);
    for (int k = 0; k < 2; k++) {
        double rises = side == 0 ? s.u[2 + k] : -s.u[2 * (s.cells - 1) + k];
        way = rv_vec3_mul_add(way, rises, wave->across[k]);
    }
    return rv_vec3_normalize(way);
}

bool rv_waves_swing(const rv_world* world, int index) {
    const rv_cable* cable = &world->cables.data[index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double largest = 0.0; // along an axis
    for (int i = 0; rv_cable_is_layered(cable) && i < cable->node_count - 1; i = nodes[i].next) {
        rv_string s = rv_wave_string(world, cable, i);
        for (int k = 2; k < 2 * s.cells; k++)
            largest = rv_larger(largest, fabs(s.v[k]));
    }
    return largest > world->def.sleep.speed;
}

void rv_waves_stop(rv_world* world, int index) {
    const rv_cable* cable = &world->cables.data[index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; rv_cable_is_layered(cable) && i < cable->node_count - 1; i = nodes[i].next) {
        rv_string s = rv_wave_string(world, cable, i);
        memset(s.v, 0, (size_t)(2 * (s.cells + 1)) * sizeof(double));
        rv_waves_of(world, cable)[i].sums = rv_string_measure(&s);
        rv_waves_of(world, cable)[i].moved = (rv_string_ends){{{0.0}}};
        rv_waves_of(world, cable)[i].moved_along[0] = 0.0;
        rv_waves_of(world, cable)[i].moved_along[1] = 0.0;
        rv_wave_find_energy(world, cable, i);
    }
}

void rv_waves_straighten(const rv_world* world, rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next) {
        rv_string s = rv_wave_string(world, cable, i);
        rv_wave* wave = rv_waves_of(world, cable) + i;
        put_on(wave, &s, (const double[2]){0.0, 0.0});
        wave->moved = (rv_string_ends){{{0.0}}};
        wave->moved_along[0] = wave->moved_along[1] = wave->flowed[0] = wave->flowed[1] = 0.0;
        rv_wave_measure(cable, wave, wave->chord);
        rv_wave_find_energy(world, cable, i);
    }
}
