// What becomes of waves when the path of a layered cable changes: a node comes, goes, lifts off or is
// touched again. Between two nodes that the old path and the new one share, the cable keeps its shape:
// with Y the old places along that part, a new span from a to b has
//   u = Y - (the line from Y(a) to Y(b))
// across it, and the velocities alike. A span that both paths have keeps its values as they are.
#include "model/wave.h"

#include <string.h>

// times, beyond which a span has no shape worth keeping; where shapes make it, much less is a jump
static const double DEEPER = 16.0, DEEPER_ON_SHAPES = 2.0;

// a path and its waves; values: u and v of span i begin at i * stride (v after u)
typedef struct layer {
    const rv_wave* waves;
    const double* values;
    int stride, cells;
} layer;

// place and velocity, in space
typedef struct sample {
    rv_vec3 u, v;
} sample;

// Between node j and the next, one of two planes: a cubic with the slopes of its neighbours, so that a
// parabola stays one. Lines between nodes would have all their bend in every other new node.
static double between(const double* u, int j, int M, double share) {
    double here = u[0], next = u[2];
    double before = j > 0 ? u[-2] : j + 2 <= M ? 3.0 * here - 3.0 * next + u[4] : 2.0 * here - next;
    double after = j + 2 <= M ? u[4] : j > 0 ? 3.0 * next - 3.0 * here + u[-2] : 2.0 * next - here;
    double slope[2] = {0.5 * (next - before), 0.5 * (after - here)}, rest = 1.0 - share;
    return rest * rest * (here * (1.0 + 2.0 * share) + slope[0] * share)
           + share * share * (next * (1.0 + 2.0 * rest) - slope[1] * rest);
}

static sample sample_span(const layer* old, int span, double x) {
    int M = old->cells, j = (int)(x * M);
    j = j < 0 ? 0 : j > M - 1 ? M - 1 : j;
    double share = x * M - j;
    share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    const double* u = old->values + span * old->stride + 2 * j;
    const double* v = u + 2 * (M + 1);
    const rv_wave* wave = &old->waves[span];
    const rv_vec3* at = wave->was.at;
    sample s = {rv_vec3_mul_add(at[0], x, rv_vec3_sub(at[1], at[0])), {0, 0, 0}};
    for (int k = 0; k < 2; k++) {
        s.u = rv_vec3_mul_add(s.u, between(u + k, j, M, share), wave->was.across[k]);
        s.v = rv_vec3_mul_add(s.v, (1.0 - share) * v[k] + share * v[k + 2], wave->was.across[k]);
    }
    const rv_vec3* speed = wave->was.speed;
    s.v = rv_vec3_add(s.v, rv_vec3_mul_add(speed[0], x, rv_vec3_sub(speed[1], speed[0])));
    return s;
}

// a part of the old path, from node `first` on
typedef struct part {
    const layer* old;
    int first, last;
    double length, used;
} part;

static sample sample_part(const part* p, double at) {
    int span = p->first;
    while (p->old->waves[span].was.end < p->last && at > p->old->waves[span].was.chord) {
        at -= p->old->waves[span].was.chord;
        span = p->old->waves[span].was.end;
    }
    double chord = p->old->waves[span].was.chord;
    return sample_span(p->old, span, chord > 0.0 ? at / chord : 0.0);
}

// A new span that lies along the old part from `from` to `to`: the cable goes on as it moved, but at
// its ends it moves with them.
static void lay(rv_wave* wave, const rv_string* s, const part* p, const double from_to[2],
                const rv_vec3 speed[2]) {
    double from = from_to[0], to = from_to[1];
    sample first = sample_part(p, from), last = sample_part(p, to);
    first.v = speed[0];
    last.v = speed[1];
    for (int side = 0; side < 2; side++) {
        wave->moved_along[side] = rv_vec3_dot(speed[side], wave->along);
        for (int k = 0; k < 2; k++)
            wave->moved.of[side][k] = rv_vec3_dot(speed[side], wave->across[k]);
    }
    for (int j = 1; j < s->cells; j++) {
        double x = (double)j / s->cells;
        sample at = sample_part(p, from + x * (to - from));
        at.u = rv_vec3_sub(at.u,
                           rv_vec3_add(rv_vec3_scale(first.u, 1.0 - x), rv_vec3_scale(last.u, x)));
        at.v = rv_vec3_sub(at.v,
                           rv_vec3_add(rv_vec3_scale(first.v, 1.0 - x), rv_vec3_scale(last.v, x)));
        for (int k = 0; k < 2; k++) {
            s->u[2 * j + k] = rv_vec3_dot(at.u, wave->across[k]);
            s->v[2 * j + k] = rv_vec3_dot(at.v, wave->across[k]);
        }
    }
    for (int k = 0; k < 2; k++)
        s->u[k] = s->v[k] = s->u[2 * s->cells + k] = s->v[2 * s->cells + k] = 0.0;
}

typedef struct relay {
    const rv_world* world;
    const rv_cable* cable;
    bool renumbered; // nodes have other places than in the old path: their origins
    layer old;
} relay;

static int origin_of(const relay* r, int node) {
    return r->renumbered ? rv_cable_nodes(r->world, r->cable)[node].origin : node;
}

// whether the old path touched this node of its own, from node `from` on
static bool was_on(const relay* r, int from, int node) {
    while (from < node && from >= 0)
        from = r->old.waves[from].was.end;
    return from == node;
}

// what the spans from node i to node j would use of the length with u times `scale`
static double used_with(const relay* r, int i, int j, double scale) {
    const rv_path_node* nodes = rv_cable_nodes(r->world, r->cable);
    double sum = 0.0;
    for (; i < j; i = nodes[i].next) {
        rv_wave wave = rv_waves_of(r->world, r->cable)[i];
        wave.sums.square *= scale * scale;
        rv_wave_measure(r->cable, &wave, wave.chord);
        sum += wave.used;
    }
    return sum;
}

// A new span's shape uses a little more or less of the length than the old ones did, more so where
// it is no parabola. Its depth makes up for that: the tension must not jump.
static void keep_used(const relay* r, int i, int j, double used) {
    double deepest = r->cable->touch.enabled ? DEEPER_ON_SHAPES : DEEPER;
    const rv_path_node* nodes = rv_cable_nodes(r->world, r->cable);
    double low = 0.0, high = 1.0;
    while (used_with(r, i, j, high) < used && high < deepest)
        high *= 2.0;
    for (int turn = 0; turn < 50 && high < deepest; turn++) {
        double middle = 0.5 * (low + high);
        *(used_with(r, i, j, middle) < used ? &low : &high) = middle;
    }
    for (int n = i; n < j && high < deepest; n = nodes[n].next) {
        rv_wave* wave = rv_waves_of(r->world, r->cable) + n;
        rv_string s = rv_wave_string(r->world, r->cable, n);
        for (int k = 2; k < 2 * s.cells; k++)
            s.u[k] *= high;
        wave->sums = rv_string_measure(&s);
        rv_wave_measure(r->cable, wave, wave->chord);
    }
}

static rv_vec3 node_speed(const rv_world* world, const rv_path_node* node) {
    if (node->body < 0)
        return (rv_vec3){0, 0, 0};
    const rv_body* body = &world->bodies.data[node->body];
    rv_vec3 arm = rv_vec3_sub(node->rim.center, node->center);
    return rv_vec3_add(body->v, rv_vec3_cross(body->w, arm));
}

// the spans from node i to node j in the place of the old ones from o to p
static void relay_part(const relay* r, int i, int j, const part* p) {
    const rv_path_node* nodes = rv_cable_nodes(r->world, r->cable);
    rv_wave* waves = rv_waves_of(r->world, r->cable);
    double length = 0.0, done = 0.0;
    for (int n = i; n < j; n = nodes[n].next)
        length += nodes[n].span.length;
    double scale = length > 0.0 ? p->length / length : 0.0;
    for (int n = i; n < j; n = nodes[n].next) {
        rv_string s = rv_wave_string(r->world, r->cable, n);
        rv_wave_begin(r->world, r->cable, n);
        waves[n].end = nodes[n].next;
        double next = done + nodes[n].span.length * scale;
        lay(&waves[n], &s, p, (const double[2]){done, next},
            (const rv_vec3[2]){node_speed(r->world, &nodes[n]),
                               node_speed(r->world, &nodes[nodes[n].next])});
        if (rv_wave_is_still(r->cable, nodes, n))
            rv_string_rest_on(&s, (const double[2]){0.0, 0.0});
        waves[n].sums = rv_string_measure(&s);
        rv_wave_measure(r->cable, &waves[n], waves[n].chord);
        done = next;
    }
    double arcs = 0.0;
    for (int n = nodes[i].next; n < j; n = nodes[n].next)
        arcs += rv_path_arc_of(&nodes[n]);
    keep_used(r, i, j, p->used - arcs);
    for (int n = i; n < j; n = nodes[n].next)
        rv_wave_find_energy(r->world, r->cable, n);
}

static void keep_span(const relay* r, int i, int o) {
    const rv_path_node* nodes = rv_cable_nodes(r->world, r->cable);
    rv_wave* wave = rv_waves_of(r->world, r->cable) + i;
    rv_string s = rv_wave_string(r->world, r->cable, i);
    const double* values = r->old.values + o * r->old.stride;
    size_t count = (size_t)(4 * (s.cells + 1));
    if (wave != &r->old.waves[o]) {
        *wave = r->old.waves[o];
        wave->law.h = 0.0; // its factor stays behind
    }
    wave->end = nodes[i].next;
    memcpy(s.u, values, count * sizeof(double));
}

static void relay_all(const relay* r) {
    const rv_path_node* nodes = rv_cable_nodes(r->world, r->cable);
    int last = r->cable->node_count - 1;
    for (int i = 0, o = 0; i < last;) {
        int j = nodes[i].next, spans = 1;
        // the next node that both paths have
        while (j < last && (origin_of(r, j) < 0 || !was_on(r, o, origin_of(r, j)))) {
            j = nodes[j].next;
            spans++;
        }
        part p = {&r->old, o, origin_of(r, j), 0.0, 0.0};
        int old_spans = 0;
        for (int n = o; n < p.last; n = r->old.waves[n].was.end, old_spans++) {
            p.length += r->old.waves[n].was.chord;
            // what arcs between the spans take is no longer there for those, or is again
            p.used += r->old.waves[n].was.used + (n > o ? r->old.waves[n].was.arc : 0.0);
        }
        if (spans == 1 && old_spans == 1)
            keep_span(r, i, o);
        else
            relay_part(r, i, j, &p);
        i = j;
        o = p.last;
    }
}

// as the last step left it
static rv_vec3 speed_of_end(const rv_wave* wave, int side) {
    rv_vec3 speed = rv_vec3_scale(wave->along, wave->moved_along[side]);
    for (int k = 0; k < 2; k++)
        speed = rv_vec3_mul_add(speed, wave->moved.of[side][k], wave->across[k]);
    return speed;
}

static void remember(rv_wave* waves, int count) {
    for (int i = 0; i < count; i++)
        waves[i].was = (rv_wave_place){waves[i].end,
                                       waves[i].chord,
                                       waves[i].used,
                                       waves[i].arc,
                                       {waves[i].at[0], waves[i].at[1]},
                                       {waves[i].across[0], waves[i].across[1]},
                                       {speed_of_end(&waves[i], 0), speed_of_end(&waves[i], 1)}};
}

void rv_waves_relay(const rv_world* world, rv_cable* cable) {
    int count = cable->node_count, M = cable->layer.cells;
    relay r = {.world = world, .cable = cable};
    double* values = world->wave_values.data + cable->first_wave_value;
    r.old = (layer){rv_waves_of(world, cable), values + 4 * (M + 1), RV_STRING_VALUES * (M + 1), M};
    remember(rv_waves_of(world, cable), count);
    // the inner values are free between steps: they hold the old ones meanwhile
    for (int i = 0; i < count; i++) {
        rv_string string = rv_wave_string(world, cable, i);
        memcpy(string.inner, string.u, (size_t)(4 * (M + 1)) * sizeof(double));
    }
    relay_all(&r);
}

void rv_waves_replace(rv_world* world, rv_cable* cable, int old_count) {
    int first = cable->first_wave, value = cable->first_wave_value;
    relay r = {.world = world, .cable = cable, .renumbered = true};
    rv_waves_append(world, cable);
    r.old = (layer){world->waves.data + first, world->wave_values.data + value,
                    RV_STRING_VALUES * (cable->layer.cells + 1), cable->layer.cells};
    remember(world->waves.data + first, old_count);
    relay_all(&r);
    rv_waves_cut(world, first, value, (rv_waves_size){old_count, cable->layer.cells});
}
