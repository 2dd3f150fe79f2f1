// Answers of the tails of a thread's system: right-hand sides go through the steps of the elimination
// (rod_tail.c) towards the core, and answers come back. Two right-hand sides at once would take twice
// as long: what counts is the number of operations, not how they wait for each other.
#include "solve/rod_tail.h"

// of the node where the elimination has come to, and of the vertex behind it
typedef struct wave {
    pair here[4], after[3];
} wave;

// steps from..to-1 of both tails, or of one in both lanes; the sides are known when compiled
typedef struct stretch {
    int from, to;
    int side[2];
} stretch;

// where the values of a node lie
typedef struct place {
    double *v[2], *q[2];
} place;

ALWAYS_INLINE place place_of(const rod_answers* x, int k, const int side[2], double nothing[2]) {
    place at;
    for (int lane = 0; lane < 2; lane++) {
        int edge = rod_multiplier_at(x->system, k, side[lane]);
        at.v[lane] = x->v + 3 * rod_vertex_at(x->system, k, side[lane]);
        at.q[lane] = edge < 0 ? nothing + lane : x->p + edge;
    }
    return at;
}

ALWAYS_INLINE void get(place at, pair value[4]) {
    for (int i = 0; i < 3; i++)
        value[i] = (pair){at.v[0][i], at.v[1][i]};
    value[3] = (pair){*at.q[0], *at.q[1]};
}

ALWAYS_INLINE void put(place at, const pair value[4]) {
    for (int lane = 0; lane < 2; lane++) {
        for (int i = 0; i < 3; i++)
            at.v[lane][i] = value[i][lane];
        *at.q[lane] = value[3][lane];
    }
}

// --- towards the core ---

// z = L^-1 b goes on, d^-1 z stays
ALWAYS_INLINE void pass(wave* w, const double* step, pair z[4]) {
    for (int r = 1, i = 0; r < 4; r++)
        for (int c = 0; c < r; c++, i++)
            z[r] -= load(step + 2 * (STEP_LOWER + i)) * z[c];
    for (int i = 0; i < 3; i++) {
        w->here[i] = w->after[i];
        w->after[i] = both(0.0);
    }
    w->here[3] = both(0.0);
    for (int r = 0; r < 4; r++) {
        for (int i = 0; i < 3; i++) {
            w->here[i] -= load(step + 2 * (STEP_NEXT + 4 * i + r)) * z[r];
            w->after[i] -= load(step + 2 * (STEP_SECOND + 4 * i + r)) * z[r];
        }
        w->here[3] -= load(step + 2 * (STEP_ANSWER + r)) * z[r];
    }
    for (int i = 0; i < 4; i++)
        z[i] *= load(step + 2 * (STEP_INVERSE + i));
}

ALWAYS_INLINE void go(const rod_answers* x, stretch s, wave* w) {
    double nothing[2] = {0.0, 0.0};
    wave here = *w;
    for (int k = s.from; k < s.to; k++) {
        place at = place_of(x, k, s.side, nothing);
        pair z[4];
        get(at, z);
        for (int i = 0; i < 4; i++)
            z[i] += here.here[i];
        pass(&here, x->system->steps.data + (size_t)k * ROD_STEP, z);
        put(at, z);
    }
    *w = here;
}

static void add_to_core(const rod_answers* x, const wave* w, int side) {
    const rv_rod_system* a = x->system;
    int steps = a->tail[side];
    double* near = x->v + 3 * rod_vertex_at(a, steps, side);
    double* far = x->v + 3 * rod_vertex_at(a, steps + 1, side);
    for (int i = 0; i < 3; i++) {
        near[i] += w->here[i][side];
        far[i] += w->after[i][side];
    }
    if (rod_owes(a, side))
        x->p[rod_edge_at(a, steps - 1, side)] += w->here[3][side];
}

// the shorter tail is done; the longer one is to be in both lanes
static void part(const rod_answers* x, wave* w, int longer) {
    add_to_core(x, w, 1 - longer);
    for (int i = 0; i < 4; i++)
        w->here[i] = both(w->here[i][longer]);
    for (int i = 0; i < 3; i++)
        w->after[i] = both(w->after[i][longer]);
}

void rod_tail_forward(const rod_answers* x) {
    int first = x->system->tail[0], last = x->system->tail[1], longer = first > last ? 0 : 1;
    wave w = {0};
    go(x, (stretch){0, first < last ? first : last, {0, 1}}, &w);
    part(x, &w, longer);
    if (first > last)
        go(x, (stretch){last, first, {0, 0}}, &w);
    else if (last > first)
        go(x, (stretch){first, last, {1, 1}}, &w);
    add_to_core(x, &w, longer);
}

// --- and back ---

// x = L^-T (kept - d^-1 (U x' + w q' + V x''))
ALWAYS_INLINE void answer(const wave* w, const double* step, pair x[4]) {
    for (int r = 0; r < 4; r++) {
        for (int i = 0; i < 3; i++)
            x[r] -= load(step + 2 * (STEP_SECOND + 4 * i + r)) * w->after[i];
        x[r] -= load(step + 2 * (STEP_ANSWER + r)) * w->here[3];
        for (int i = 0; i < 3; i++)
            x[r] -= load(step + 2 * (STEP_NEXT + 4 * i + r)) * w->here[i];
    }
    for (int c = 2; c >= 0; c--)
        for (int r = 3; r > c; r--)
            x[c] -= load(step + 2 * (STEP_LOWER + r * (r - 1) / 2 + c)) * x[r];
}

ALWAYS_INLINE void come_back(const rod_answers* x, stretch s) {
    double nothing[2] = {0.0, 0.0};
    wave w;
    // the answers beside the last step
    get(place_of(x, s.to, s.side, nothing), w.here);
    place after = place_of(x, s.to + 1, s.side, nothing);
    for (int i = 0; i < 3; i++)
        w.after[i] = (pair){after.v[0][i], after.v[1][i]};
    for (int k = s.to - 1; k >= s.from; k--) {
        place at = place_of(x, k, s.side, nothing);
        pair own[4];
        get(at, own);
        answer(&w, x->system->steps.data + (size_t)k * ROD_STEP, own);
        put(at, own);
        for (int i = 0; i < 3; i++)
            w.after[i] = w.here[i];
        for (int i = 0; i < 4; i++)
            w.here[i] = own[i];
    }
}

void rod_tail_backward(const rod_answers* x) {
    int first = x->system->tail[0], last = x->system->tail[1];
    if (first > last)
        come_back(x, (stretch){last, first, {0, 0}});
    else if (last > first)
        come_back(x, (stretch){first, last, {1, 1}});
    come_back(x, (stretch){0, first < last ? first : last, {0, 1}});
}
