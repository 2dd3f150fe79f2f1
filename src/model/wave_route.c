// Waves across the spans of a layered cable (wave.h): where they are, and what flows along them.
#include "core/extremes.h"
#include "model/hang.h"
#include "model/wave.h"

#include <math.h>
#include <string.h>

// cells that have flowed before waves are moved along: the kinks that this makes at their ends jerk
// an inextensible cable
// Of what waves use, and of the length that there is: what they may use too much of that, and how much
// more than all of it is not theirs.
static const double OVERUSED = 0.1, LEAST_OVERUSED = 5e-4, MOST_OVERUSED = 4.0;
static const double SHIFTED = 0.01;
static const double LEAST_ACROSS = 0.05; // of gravity, seen across a chord, that makes it hang

bool rv_waves_reserve(rv_world* world, int nodes, int cells) {
    int values = nodes * RV_STRING_VALUES * (cells + 1);
    return rv_array_reserve(&world->memory, &world->waves, world->waves.count + nodes)
           && rv_array_reserve(&world->memory, &world->wave_values,
                               world->wave_values.count + values);
}

static int values_per_node(const rv_cable* cable) {
    return RV_STRING_VALUES * (cable->layer.cells + 1);
}

void rv_waves_cut(rv_world* world, int first, int value, rv_waves_size size) {
    int values = size.nodes * RV_STRING_VALUES * (size.cells + 1);
    rv_array_cut(&world->waves, first, size.nodes);
    rv_array_cut(&world->wave_values, value, values);
    for (int i = 0; i < world->cables.count; i++) {
        rv_cable* other = &world->cables.data[i];
        other->first_wave -= other->first_wave > first ? size.nodes : 0;
        other->first_wave_value -= other->first_wave_value > value ? values : 0;
    }
}

void rv_waves_remove(rv_world* world, rv_cable* cable) {
    if (!rv_cable_is_layered(cable))
        return;
    int first = cable->first_wave, value = cable->first_wave_value;
    cable->first_wave = cable->first_wave_value = -1;
    rv_waves_cut(world, first, value, (rv_waves_size){cable->node_count, cable->layer.cells});
}

void rv_waves_append(rv_world* world, rv_cable* cable) {
    int values = cable->node_count * values_per_node(cable);
    cable->first_wave = world->waves.count;
    cable->first_wave_value = world->wave_values.count;
    world->waves.count += cable->node_count;
    world->wave_values.count += values;
    rv_wave* waves = rv_waves_of(world, cable);
    memset(waves, 0, (size_t)cable->node_count * sizeof *waves);
    memset(world->wave_values.data + cable->first_wave_value, 0, (size_t)values * sizeof(double));
    for (int i = 0; i < cable->node_count; i++)
        waves[i].end = -1;
}

// --- axes ---

// axes across a new span: the first as near to upright as can be
static void set_axes(const rv_world* world, rv_wave* wave, rv_vec3 u) {
    rv_vec3 up = rv_vec3_neg(world->def.gravity);
    rv_vec3 across = rv_vec3_mul_add(up, -rv_vec3_dot(up, u), u);
    double size = rv_vec3_length(across);
    wave->along = wave->along_last = u;
    wave->across[0] = size > LEAST_ACROSS * rv_vec3_length(up) ? rv_vec3_scale(across, 1.0 / size)
                                                               : rv_vec3_perpendicular(u);
    wave->across[1] = rv_vec3_cross(u, wave->across[0]);
}

// the axes turn with the span, and not about it: u + x cross u + ..., x = from cross to
static void turn_axes(rv_wave* wave, rv_vec3 to) {
    wave->along_last = wave->along;
    if (wave->along.x == to.x && wave->along.y == to.y && wave->along.z == to.z)
        return;
    rv_vec3 x = rv_vec3_cross(wave->along, to), e = wave->across[0];
    double cosine = rv_vec3_dot(wave->along, to);
    if (rv_vec3_dot(x, x) == 0.0 && cosine > 0.0)
        return;
    rv_vec3 once = rv_vec3_cross(x, e), twice = rv_vec3_cross(x, once);
    e = rv_vec3_add(e, once);
    if (cosine > -0.99)
        e = rv_vec3_mul_add(e, 1.0 / (1.0 + cosine), twice);
    e = rv_vec3_normalize(rv_vec3_mul_add(e, -rv_vec3_dot(e, to), to));
    wave->along = to;
    wave->across[0] = e;
    wave->across[1] = rv_vec3_cross(to, e);
}

// --- what spans use ---

// a span must not be so short that its slopes have no meaning
static double chord_of(const rv_cable* cable, const rv_path_node* node) {
    return node->span.length > cable->diameter ? node->span.length : cable->diameter;
}

void rv_wave_measure(const rv_cable* cable, rv_wave* wave, double chord) {
    double q = 0.5 * cable->layer.cells * wave->sums.square / (chord * chord);
    rv_sag_find(q, &wave->sag);
    wave->chord = chord;
    wave->used = chord * (1.0 + wave->sag.excess);
}

// gravity across a chord, per mass
static double weight_across(const rv_world* world, const rv_wave* wave, double pair[2]) {
    for (int k = 0; k < 2; k++)
        pair[k] = rv_vec3_dot(world->def.gravity, wave->across[k]);
    double size = sqrt(pair[0] * pair[0] + pair[1] * pair[1]);
    return size > LEAST_ACROSS * rv_vec3_length(world->def.gravity) ? size : 0.0;
}

// the sine of its rise
static double rise_of(const rv_world* world, const rv_wave* wave) {
    double G = rv_vec3_length(world->def.gravity);
    return G > 0.0 ? -rv_vec3_dot(world->def.gravity, wave->along) / G : 0.0;
}

// hangs as at rest with this excess of length, if gravity is across it
static void hang(const rv_world* world, rv_wave* wave, const rv_string* s, double excess) {
    double g[2], size = weight_across(world, wave, g), *depth = s->inner;
    if (!(size > 0.0) || !(excess > 0.0))
        return;
    rv_hang_rest(excess, rise_of(world, wave), s->cells, depth);
    for (int j = 0; j <= s->cells; j++)
        for (int k = 0; k < 2; k++)
            s->u[2 * j + k] = wave->chord * depth[j] * g[k] / size;
    wave->sums = rv_string_measure(s);
}

// the excess of a span that hangs at rest under this tension, or under the least that it can have
static double excess_under(const rv_world* world, const rv_wave* wave, double tension) {
    double g[2], weight = wave->density * rv_vec3_length(world->def.gravity) * wave->chord;
    return weight_across(world, wave, g) > 0.0
               ? rv_hang_excess(tension / weight, rise_of(world, wave))
               : 0.0;
}

static double excess_of_all(const rv_world* world, const rv_cable* cable, double lowest) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double sum = 0.0;
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next) {
        const rv_wave* wave = rv_waves_of(world, cable) + i;
        double tension = lowest + 0.5 * (wave->extra[0] + wave->extra[1]);
        sum += wave->chord * excess_under(world, wave, tension);
    }
    return sum;
}

// the tension at the lowest node under which all spans together have this excess; 0: under none
static double tension_for(const rv_world* world, const rv_cable* cable, double excess) {
    double low = 0.0, high = 1.0;
    if (!(excess_of_all(world, cable, 0.0) > excess))
        return 0.0;
    while (excess_of_all(world, cable, high) > excess && high < 1e300)
        high *= 4.0;
    for (int turn = 0; turn < 100; turn++) {
        double middle = 0.5 * (low + high);
        *(excess_of_all(world, cable, middle) > excess ? &low : &high) = middle;
    }
    return high;
}

// Spans begin straight; where the cable is longer than its path, they hang under one tension, and
// what that leaves over deepens all of them alike.
void rv_waves_add(rv_world* world, rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_waves_append(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    double hanging = 0.0, path = 0.0, g[2];
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next) {
        set_axes(world, &waves[i], nodes[i].span.u);
        waves[i].end = nodes[i].next;
        waves[i].chord = chord_of(cable, &nodes[i]);
        waves[i].arc = rv_path_arc_of(&nodes[i]);
        waves[i].at[0] = nodes[i].span.at[0];
        waves[i].at[1] = nodes[i].span.at[1];
        waves[i].density = cable->mass_per_length;
        hanging += weight_across(world, &waves[i], g) > 0.0 ? waves[i].chord : 0.0;
    }
    for (int i = 0; i < cable->node_count - 1; i++)
        path += nodes[i].geometric;
    rv_waves_lift(world, cable);
    double longer = rv_cable_material(world, cable) - path;
    double lowest = longer > 0.0 ? tension_for(world, cable, longer) : 0.0;
    double over = longer > 0.0 ? longer - excess_of_all(world, cable, lowest) : 0.0;
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next) {
        rv_string s = rv_wave_string(world, cable, i);
        double tension = lowest + 0.5 * (waves[i].extra[0] + waves[i].extra[1]);
        if (longer > 0.0 && hanging > 0.0)
            hang(world, &waves[i], &s,
                 excess_under(world, &waves[i], tension) + rv_larger(over, 0.0) / hanging);
        rv_wave_measure(cable, &waves[i], waves[i].chord);
        waves[i].mass = waves[i].density * waves[i].used;
        waves[i].middle = rv_vec3_scale(rv_vec3_add(nodes[i].span.at[0], nodes[i].span.at[1]), 0.5);
        rv_wave_find_energy(world, cable, i);
    }
}

void rv_wave_begin(const rv_world* world, const rv_cable* cable, int node) {
    const rv_path_node* at = rv_cable_nodes(world, cable) + node;
    rv_wave* wave = rv_waves_of(world, cable) + node;
    rv_wave_place was = wave->was;
    *wave = (rv_wave){.end = at->next,
                      .chord = chord_of(cable, at),
                      .arc = rv_path_arc_of(at),
                      .at = {at->span.at[0], at->span.at[1]},
                      .was = was};
    wave->used = wave->chord;
    wave->density = cable->mass_per_length;
    wave->mass = wave->density * wave->used;
    set_axes(world, wave, at->span.u);
}

// The most that a flow may leave of sum |u_j - u_(j-1)|^2. Of what a drum draws in, the end that the
// cable leaves by lifts the slope there to zero: that is how waves of a span that is drawn in keep
// their height. Else a flow makes no waves: the length that the shape uses must not grow by it.
static double most_square(const rv_wave* wave, const rv_string* s, double drawn) {
    int M = s->cells;
    const double *first = s->u + 2, *last = s->u + 2 * (M - 1), *f = wave->flowed;
    double square = wave->sums.square;
    double lifted = f[1] * (1.0 + f[1]) * (last[0] * last[0] + last[1] * last[1])
                    - f[0] * (1.0 - f[0]) * (first[0] * first[0] + first[1] * first[1])
                    - (f[1] - f[0]) / M * square;
    return square + drawn * rv_larger(lifted, 0.0);
}

// Waves go along with the cable, with their velocities in space: a little at a time would cost more
// and blur them. Kinetic energy must not grow by it either, of a mass that is less by what has left.
// `drawn`: the share of what the chords have lost that drums have taken. Returns by how much the
// length that the span uses has grown.
static double flow_along(rv_wave* wave, const rv_string* s, double drawn) {
    double before = wave->sums.square, most = most_square(wave, s, drawn), motion[2];
    rv_string_flow flow = {wave->flowed[0], wave->flowed[1], wave->moved};
    double stays = rv_larger(1.0 + (flow.last - flow.first) / s->cells, 0.0);
    wave->flowed[0] = wave->flowed[1] = 0.0;
    wave->sums = rv_string_shift(s, &flow, motion);
    motion[0] *= stays;
    const double shrinks[2] = {wave->sums.square > most ? sqrt(most / wave->sums.square) : 1.0,
                               motion[1] > motion[0] ? sqrt(motion[0] / motion[1]) : 1.0};
    if (shrinks[0] < 1.0 || shrinks[1] < 1.0)
        rv_string_shrink(s, &flow.end, shrinks, &wave->sums);
    double grown = 0.5 * s->cells * (wave->sums.square - before) / wave->chord;
    return rv_larger(grown, 0.0) * wave->sag.slope;
}

// what chords have taken since the last look, all and up to a node
typedef struct flow {
    double fed[2], grown, per_length; // of all
    double taken, passed;             // up to here
} flow;

// how spans lay when they were last looked at
typedef struct survey {
    bool laid; // as the path runs now
    double mass;
    double grown, length; // if laid: what chords have grown by, and their lengths
} survey;

static survey look_along(const rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_wave* waves = rv_waves_of(world, cable);
    int last = cable->node_count - 1;
    survey all = {.laid = true};
    for (int i = 0, next; i < last; i = next) {
        double chord = chord_of(cable, &nodes[i]);
        next = rv_wave_next(nodes, i);
        all.laid &= waves[i].end == next;
        all.mass += waves[i].mass;
        all.grown += chord - waves[i].chord;
        all.length += chord;
    }
    if (all.laid)
        return all;
    all.mass = 0.0;
    for (int i = 0; i < last && waves[i].end > i; i = waves[i].end)
        all.mass += waves[i].mass;
    return all;
}

// the share of what the chords have lost that drums have taken
static double drawn_share(const flow* f) {
    double fed = f->fed[0] + f->fed[1];
    return fed < 0.0 && f->grown < 0.0 ? rv_smaller(fed / f->grown, 1.0) : 0.0;
}

// seen from the first end, and from the last
static double flow_here(const flow* f) {
    double x = f->passed * f->per_length;
    return (1.0 - x) * (f->fed[0] - f->taken) + x * (f->grown - f->taken - f->fed[1]);
}

void rv_waves_measure(const rv_world* world, const rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_wave* waves = rv_waves_of(world, cable);
    for (int i = 0, section = 0; i < cable->node_count - 1; i = rv_wave_next(nodes, i)) {
        for (int k = i; k < nodes[i].next; k++)
            section = nodes[k].splits ? k : section;
        nodes[section].geometric += waves[i].used - waves[i].chord;
    }
}

// of the spans of a section
typedef struct used_by {
    double excess; // beyond their chords
    double most;   // tension at any of their ends, above that at the lowest node
} used_by;

static used_by used_by_section(const rv_path_node* nodes, const rv_wave* waves, int first,
                               int end) {
    used_by sum = {0.0, 0.0};
    for (int i = first; i < end; i = rv_wave_next(nodes, i)) {
        sum.excess += waves[i].used - waves[i].chord;
        sum.most = rv_larger(sum.most, rv_larger(waves[i].extra[0], waves[i].extra[1]));
    }
    return sum;
}

static bool any_lifted(const rv_path_node* nodes, int first, int end) {
    bool any = false;
    for (int i = first; i <= end; i++)
        any |= nodes[i].lifted;
    return any;
}

// Waves that use more of a section than there is, by much, are drawn straight.
static void hold_waves(const rv_world* world, const rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    for (int first = 0, end; first < cable->node_count - 1; first = end) {
        end = rv_section_end(nodes, cable->node_count, first);
        // past a node that has lifted off, a span belongs to more than one
        if (any_lifted(nodes, first, end))
            continue;
        used_by used = used_by_section(nodes, waves, first, end);
        double strain = (rv_wave_tension(&nodes[first]) + used.most) / cable->EA;
        double over = nodes[first].geometric - nodes[first].material * (1.0 + strain);
        // what has no waves to speak of has been stretched otherwise
        if (!(over > OVERUSED * used.excess) || !(over > LEAST_OVERUSED * nodes[first].material)
            || over > MOST_OVERUSED * used.excess)
            continue;
        double keeps = sqrt(rv_larger(1.0 - over / used.excess, 0.0));
        const double by[2] = {keeps, keeps};
        for (int i = first; i < end; i = rv_wave_next(nodes, i)) {
            rv_string s = rv_wave_string(world, cable, i);
            nodes[first].geometric -= waves[i].used;
            rv_string_shrink(&s, &waves[i].moved, by, &waves[i].sums);
            rv_wave_measure(cable, &waves[i], waves[i].chord);
            nodes[first].geometric += waves[i].used;
        }
    }
}

void rv_waves_route(const rv_world* world, rv_island* island, rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    double work = 0.0, M = cable->layer.cells;
    survey before = look_along(world, cable), laid = before;
    if (!before.laid) {
        rv_waves_relay(world, cable);
        laid = look_along(world, cable);
    }
    flow f = {.fed = {cable->fed[0], cable->fed[1]},
              .grown = laid.grown,
              .per_length = 1.0 / laid.length};
    double drawn = drawn_share(&f), flows = flow_here(&f);
    for (int i = 0; i < cable->node_count - 1; i = rv_wave_next(nodes, i)) {
        rv_wave* wave = &waves[i];
        double chord = chord_of(cable, &nodes[i]), cells = M / chord;
        wave->flowed[0] += flows * cells;
        f.taken += chord - wave->chord;
        f.passed += chord;
        flows = flow_here(&f);
        wave->flowed[1] += flows * cells;
        turn_axes(wave, nodes[i].span.u);
        // one that is suspended keeps its shape
        if (wave->suspended)
            wave->flowed[0] = wave->flowed[1] = 0.0;
        if (fabs(wave->flowed[0]) > SHIFTED || fabs(wave->flowed[1]) > SHIFTED) {
            rv_string s = rv_wave_string(world, cable, i);
            work += rv_wave_pull(&nodes[i], wave) * flow_along(wave, &s, drawn);
        }
        rv_wave_measure(cable, wave, chord);
        wave->arc = rv_path_arc_of(&nodes[i]);
        wave->at[0] = nodes[i].span.at[0];
        wave->at[1] = nodes[i].span.at[1];
    }
    cable->fed[0] = cable->fed[1] = 0.0;
    rv_waves_measure(world, cable);
    hold_waves(world, cable);
    work += rv_waves_weigh(world, cable, before.laid ? NAN : before.mass);
    if (island != NULL)
        island->report.work += work;
}
