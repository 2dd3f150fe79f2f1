// What becomes of waves when the path of a layered cable changes: a node comes, goes, lifts off or is
// touched again. Between two nodes that the old path and the new one share, the cable keeps its shape:
// with Y the old places along that part, a new span from a to b has
//   u = Y - (the line from Y(a) to Y(b))
// across it, and the velocities alike. A span that both paths have keeps its values as they are.
#include "model/wave.h"

#include <string.h>

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
        s.u = rv_vec3_mul_add(s.u, (1.0 - share) * u[k] + share * u[k + 2], wave->was.across[k]);
        s.v = rv_vec3_mul_add(s.v, (1.0 - share) * v[k] + share * v[k + 2], wave->was.across[k]);
    }
    return s;
}

// a part of the old path, from node `first` on
typedef struct part {
    const layer* old;
    int first, last;
    double length;
} part;

static sample sample_part(const part* p, double at) {
    int span = p->first;
    while (p->old->waves[span].was.end < p->last && at > p->old->waves[span].was.chord) {
        at -= p->old->waves[span].was.chord;
        span = p->old->waves[span].was.end;
    }
    return sample_span(p->old, span, at / p->old->waves[span].was.chord);
}

// a new span that lies along the old part from `from` to `to`
static void lay(const rv_wave* wave, const rv_string* s, const part* p, double from, double to) {
    sample first = sample_part(p, from), last = sample_part(p, to);
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
        lay(&waves[n], &s, p, done, next);
        waves[n].sums = rv_string_measure(&s);
        rv_wave_measure(r->cable, &waves[n], waves[n].chord);
        done = next;
    }
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
        part p = {&r->old, o, origin_of(r, j), 0.0};
        int old_spans = 0;
        for (int n = o; n < p.last; n = r->old.waves[n].was.end, old_spans++)
            p.length += r->old.waves[n].was.chord;
        if (spans == 1 && old_spans == 1)
            keep_span(r, i, o);
        else
            relay_part(r, i, j, &p);
        i = j;
        o = p.last;
    }
}

static void remember(rv_wave* waves, int count) {
    for (int i = 0; i < count; i++)
        waves[i].was = (rv_wave_place){waves[i].end,
                                       waves[i].chord,
                                       {waves[i].at[0], waves[i].at[1]},
                                       {waves[i].across[0], waves[i].across[1]}};
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
