// Waves across the spans of a layered cable (wave.h): what a step does with them.
#include "model/wave.h"

#include <math.h>
#include <string.h>

static const double SUSPENDS = 0.5, RESUMES = 0.4; // (h c M/l)^2 of the explicit scheme
static const double STALE = 0.05;                  // of the pull in a factor
static const double STALE_MASS = 2e-4;             // and of the mass
static const double UNRESOLVED = 0.02;             // damping of what the step cannot resolve

// --- the ends of a span ---

typedef struct span_end {
    const rv_path_node* node;
    const rv_body* body; // NULL: the world
    rv_vec3 arm;
} span_end;

static span_end end_of(const rv_world* world, const rv_path_node* node) {
    return (span_end){node, node->body < 0 ? NULL : &world->bodies.data[node->body],
                      rv_vec3_sub(node->rim.center, node->center)};
}

static bool is_free(const span_end* e) {
    return e->body != NULL && e->body->block >= 0;
}

static rv_vec3 point_speed(const double* v, int size, rv_vec3 arm) {
    rv_vec3 linear = rv_vec3_load(v);
    return size == 6 ? rv_vec3_add(linear, rv_vec3_cross(rv_vec3_load(v + 3), arm)) : linear;
}

// from velocities of the dofs; of an end that is moved, with which it moves in this step
static rv_vec3 end_speed(const rv_world* world, const rv_island* island, const span_end* e,
                         const double* v) {
    if (is_free(e)) {
        const rv_kkt* kkt = &island->kkt;
        int block = e->body->block;
        return point_speed(v + kkt->block_first.data[block], kkt->block_size.data[block], e->arm);
    }
    if (e->body == NULL || e->body->type != RV_BODY_KINEMATIC)
        return (rv_vec3){0, 0, 0};
    rv_motion m = rv_motion_of(world, island, e->node->body);
    return rv_vec3_add(m.v, rv_vec3_cross(m.w, e->arm));
}

// the same at the end of the last step
static rv_vec3 speed_before(const rv_world* world, const rv_island* island, const span_end* e) {
    if (is_free(e) || island->substep > 0)
        return end_speed(world, island, e, island->v.data);
    if (e->body == NULL || e->body->type != RV_BODY_KINEMATIC)
        return (rv_vec3){0, 0, 0};
    return rv_vec3_add(e->body->v_before, rv_vec3_cross(e->body->w_before, e->arm));
}

// what an end gets of a span that has no element: past a node that has lifted off
static void push_end(rv_island* island, const span_end* e, rv_vec3 impulse) {
    if (!is_free(e))
        return;
    double* r = island->r.data + island->kkt.block_first.data[e->body->block];
    rv_vec3_store(r, rv_vec3_add(rv_vec3_load(r), impulse));
    if (island->kkt.block_size.data[e->body->block] == 6)
        rv_vec3_store(r + 3, rv_vec3_add(rv_vec3_load(r + 3), rv_vec3_cross(e->arm, impulse)));
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

static double pull_of(const rv_path_node* node, const rv_wave* wave) {
    return fmax(node->tension, 0.0) + 0.5 * (wave->extra[0] + wave->extra[1]);
}

// what the cells weigh, seen across the chord, and the known part of their pull
static void load_string(const rv_world* world, const rv_cable* cable, rv_wave* wave,
                        const rv_string* s) {
    double chord = wave->chord, g[2], size, per = 1.0 / s->cells;
    const double mean[2] = {per * wave->sums.total[0], per * wave->sums.total[1]};
    across(wave, world->def.gravity, g);
    size = sqrt(g[0] * g[0] + g[1] * g[1]);
    double depth = size > 0.0 ? (mean[0] * g[0] + mean[1] * g[1]) / (size * chord) : 0.0;
    double gain = rv_sag_gain_slope(depth);
    double weight = cable->mass_per_length * chord * gain / s->cells;
    wave->load.weight[0] = weight * g[0];
    wave->load.weight[1] = weight * g[1];
    // what hangs out across the chord has a moment about it, where that leans
    double leans = rv_vec3_dot(world->def.gravity, wave->along) * weight * s->cells / chord;
    wave->moment[0] = -leans * mean[0];
    wave->moment[1] = -leans * mean[1];
    // and hangs less deep for its length where the chord is longer
    wave->parts = cable->mass_per_length * size * chord * (2.0 * rv_sag_gain(depth) - depth * gain);
    wave->load.slope = wave->sag.slope * s->cells / chord;
    wave->load.pull = 0.5 * (wave->extra[0] + wave->extra[1]);
}

// the law of this step; true: the factor is not for it
static bool set_law(const rv_cable* cable, const rv_path_node* node, rv_wave* wave, double h) {
    int M = cable->layer.cells;
    bool explicit_ = cable->layer.waves == RV_CABLE_WAVES_EXPLICIT;
    double mass = cable->mass_per_length * wave->used / M;
    double stiffness = pull_of(node, wave) * wave->sag.slope * M / wave->chord;
    rv_string_law* law = &wave->law;
    bool fresh = law->h == h && fabs(mass - law->mass) <= STALE_MASS * mass
                 && fabs(stiffness - law->stiffness) <= STALE * stiffness;
    if (fresh && !explicit_)
        return false;
    *law = (rv_string_law){
        .h = h, .mass = mass, .stiffness = stiffness, .damping = cable->layer.damping};
    if (explicit_)
        return false;
    double courant2 = h * h * stiffness / mass;
    law->alpha = 1.0 / 12.0;
    law->gamma = rv_string_gamma(h, mass, stiffness);
    law->delta = UNRESOLVED * courant2 / (1.0 + courant2);
    return true;
}

// Puts a span on the parabola of rest under a pull T, but under no less than ends its suspension.
static void put_to_rest(rv_wave* wave, const rv_string* s, double T) {
    const rv_string_law* law = &wave->law;
    double stiffness = fmax(wave->load.slope * T, RESUMES * law->mass / (law->h * law->h));
    double M = s->cells, flat = 0.125 * M * M / stiffness;
    const double middle[2] = {flat * wave->load.weight[0], flat * wave->load.weight[1]};
    rv_string_rest_on(s, middle);
    wave->sums = rv_string_measure(s);
}

// A span whose waves are suspended uses l excess(q), q = (W/T)^2/24: it gives way by 2 l q
// excess'/T per force. Its mass moves with the chord.
static void condense_suspended(const rv_cable* cable, rv_wave* wave, double T, double q) {
    double m = cable->mass_per_length * wave->used;
    wave->rest = (rv_string_rest){.inertia = {m / 3.0, m / 6.0}};
    wave->gives = T > 0.0 ? 2.0 * wave->chord * q * wave->sag.slope / T : 0.0;
    for (int k = 0; k < 2; k++) {
        double first = wave->load.end.of[0][k], last = wave->load.end.of[1][k];
        double f = 0.5 * wave->law.h * wave->load.weight[k] * cable->layer.cells;
        wave->rest.momentum[0][k] = m / 3.0 * first + m / 6.0 * last + f;
        wave->rest.momentum[1][k] = m / 6.0 * first + m / 3.0 * last + f;
    }
}

// explicit waves come and go with the tension; they begin on the parabola of rest and end there
static void suspend_or_resume(rv_wave* wave, const rv_string* s, double T) {
    const rv_string_law* law = &wave->law;
    double courant2 = law->h * law->h * law->stiffness / law->mass;
    bool suspends = courant2 > (wave->suspended ? RESUMES : SUSPENDS);
    if (suspends == wave->suspended)
        return;
    // one that resumes hangs at rest already
    if (suspends)
        put_to_rest(wave, s, T);
    wave->suspended = suspends;
}

static double mean_slope(const rv_wave* wave, const rv_string* s) {
    return 0.5 * s->cells * wave->sums.square / (wave->chord * wave->chord);
}

static void condense(rv_cable* cable, const rv_path_node* node, rv_wave* wave, const rv_string* s) {
    double T = pull_of(node, wave);
    wave->gives = 0.0;
    if (cable->layer.waves == RV_CABLE_WAVES_IMPLICIT) {
        wave->rest = rv_string_condense(s, &wave->law, &wave->load);
        return;
    }
    suspend_or_resume(wave, s, T);
    if (wave->suspended)
        condense_suspended(cable, wave, T, mean_slope(wave, s));
    else
        wave->rest = rv_string_condense_explicit(s, &wave->law, &wave->load, &wave->sums);
}

// The momentum and the known forces of the ends: those of the string across the chord; along it half
// the weight each, and the pull that grows with height.
static void find_pushes(const rv_world* world, const rv_cable* cable, rv_wave* wave,
                        const span_end end[2]) {
    double h = wave->law.h, mass = cable->mass_per_length * wave->used;
    rv_vec3 g = world->def.gravity;
    double along = 0.5 * mass * rv_vec3_dot(g, wave->along);
    double lifted = wave->load.pull * wave->sag.chord - wave->parts, rest[2],
           cells = cable->layer.cells;
    across(wave, rv_vec3_scale(g, mass), rest);
    bool has_element = end[1].node == end[0].node + 1;
    for (int side = 0; side < 2; side++) {
        double pair[2];
        for (int k = 0; k < 2; k++) {
            pair[k] = wave->rest.momentum[side][k]
                      + 0.5 * h * (rest[k] - cells * wave->load.weight[k])
                      + h * (side == 0 ? -wave->moment[k] : wave->moment[k]);
            // an end that the system does not move does not wait for its answer
            if (!is_free(&end[1 - side]))
                pair[k] -= wave->rest.inertia[1] * wave->moved.of[1 - side][k];
            else if (!has_element)
                pair[k] -= wave->rest.inertia[1] * wave->load.end.of[1 - side][k];
            if (!has_element)
                pair[k] -= wave->rest.inertia[0] * wave->load.end.of[side][k];
        }
        double axial = h * (along + (side == 0 ? lifted : -lifted));
        wave->push[side] = rv_vec3_mul_add(in_space(wave, pair), axial, wave->along);
    }
}

void rv_waves_condense(rv_world* world, rv_island* island, rv_cable* cable, bool again) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next) {
        rv_wave* wave = &waves[i];
        rv_string s = rv_wave_string(world, cable, i);
        const span_end end[2] = {end_of(world, &nodes[i]), end_of(world, &nodes[nodes[i].next])};
        load_string(world, cable, wave, &s);
        for (int side = 0; side < 2; side++) {
            across(wave, speed_before(world, island, &end[side]), wave->load.end.of[side]);
            across(wave, end_speed(world, island, &end[side], island->v.data),
                   wave->moved.of[side]);
        }
        if (set_law(cable, &nodes[i], wave, island->h))
            rv_string_factor(&s, &wave->law);
        condense(cable, &nodes[i], wave, &s);
        // the row's speed counts moved ends as they move now
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 2 && !is_free(&end[side]); k++)
                wave->rest.before += wave->rest.row[side][k]
                                     * (wave->load.end.of[side][k] - wave->moved.of[side][k]);
        find_pushes(world, cable, wave, end);
        for (int side = 0; side < 2 && !again && !rv_wave_has_element(nodes, i); side++)
            push_end(island, &end[side], wave->push[side]);
    }
}

rv_wave_row rv_waves_row(const rv_world* world, const rv_cable* cable, int start, int end) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_wave* waves = rv_waves_of(world, cable);
    rv_wave_row row = {.rate = 0.0};
    // past a node that has lifted off, a span belongs to what comes after it
    while (nodes[start].lifted)
        start--;
    while (nodes[end].lifted)
        end--;
    for (int i = start; i < end; i = nodes[i].next) {
        const rv_wave* wave = &waves[i];
        double extra = 0.5 * (wave->extra[0] + wave->extra[1]);
        row.rate += wave->rest.rate;
        row.offset += wave->rest.before - wave->rest.rate;
        row.gives += wave->rest.gives;
        row.compliance += wave->gives;
        row.phi -= wave->gives * fmax(nodes[i].tension, 0.0);
        row.height += extra * wave->used;
    }
    return row;
}

// --- after the solve ---

void rv_waves_settle(rv_world* world, rv_island* island, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next) {
        rv_wave* wave = &waves[i];
        rv_string s = rv_wave_string(world, cable, i);
        const span_end end[2] = {end_of(world, &nodes[i]), end_of(world, &nodes[nodes[i].next])};
        double impulse = island->h * fmax(nodes[i].tension, 0.0);
        rv_vec3 middle = rv_vec3_add(nodes[i].span.at[0], nodes[i].span.at[1]);
        for (int side = 0; side < 2; side++) {
            rv_vec3 v = end_speed(world, island, &end[side], island->kkt.v.data);
            across(wave, v, wave->moved.of[side]);
            middle = rv_vec3_mul_add(middle, 0.5 * island->h, v);
        }
        wave->middle = rv_vec3_scale(middle, 0.5);
        if (cable->layer.waves == RV_CABLE_WAVES_IMPLICIT)
            wave->sums = rv_string_move(&s, &wave->law, impulse, &wave->moved);
        else if (wave->suspended)
            put_to_rest(wave, &s, pull_of(&nodes[i], wave));
        else
            wave->sums =
                rv_string_move_explicit(&s, &wave->law, &wave->load, impulse, &wave->moved);
    }
}

// of a span in the middle of the last step, like all energies
static void add_energy(const rv_world* world, const rv_cable* cable, int i, rv_energy* energy) {
    const rv_wave* wave = rv_waves_of(world, cable) + i;
    rv_string s = rv_wave_string(world, cable, i);
    rv_vec3 g = world->def.gravity;
    double mass = cable->mass_per_length * wave->used, l = wave->chord, mean[2], pair[2];
    rv_string_total_speed(&s, mean);
    for (int k = 0; k < 2; k++)
        mean[k] = (wave->sums.total[k] - 0.5 * wave->law.h * mean[k]) / s.cells;
    across(wave, g, pair);
    double size = sqrt(pair[0] * pair[0] + pair[1] * pair[1]);
    double depth = size > 0.0 ? (mean[0] * pair[0] + mean[1] * pair[1]) / (size * l) : 0.0;
    energy->gravitational -= mass * rv_vec3_dot(g, wave->middle)
                             + cable->mass_per_length * l * l * size * rv_sag_gain(depth);
    double alpha = wave->suspended ? 1.0 / 6.0 : wave->law.alpha;
    energy->kinetic += 0.5 * mass / s.cells * rv_string_motion(&s, alpha, &wave->moved);
}

void rv_waves_add_energy(const rv_world* world, const rv_cable* cable, rv_energy* energy) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next)
        add_energy(world, cable, i, energy);
}

double rv_wave_reach(const rv_world* world, const rv_cable* cable, int node) {
    if (!rv_cable_is_layered(cable) || node >= cable->node_count - 1)
        return 0.0;
    rv_string s = rv_wave_string(world, cable, node);
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

double rv_waves_speed(const rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double largest = 0.0;
    for (int i = 0; rv_cable_is_layered(cable) && i < cable->node_count - 1; i = nodes[i].next) {
        rv_string s = rv_wave_string(world, cable, i);
        for (int k = 2; k < 2 * s.cells; k++)
            largest = fmax(largest, fabs(s.v[k]));
    }
    return largest;
}

void rv_waves_stop(const rv_world* world, rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; rv_cable_is_layered(cable) && i < cable->node_count - 1; i = nodes[i].next) {
        rv_string s = rv_wave_string(world, cable, i);
        memset(s.v, 0, (size_t)(2 * (s.cells + 1)) * sizeof(double));
        rv_waves_of(world, cable)[i].sums = rv_string_measure(&s);
        rv_waves_of(world, cable)[i].moved = (rv_string_ends){{{0.0}}};
    }
}
