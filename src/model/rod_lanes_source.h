// The one source of rod_lanes_ones.c, rod_lanes_pairs.c and rod_lanes_fours.c. A `quad` is WIDTH doubles in
// a row, a `trio` as many vectors, by components. Of a quad: get, put, all, plus, minus, times, over, root,
// larger (the second where one is no number), size, and choose (the first where `sign` is positive); of a
// trio: get3, put3. Equations are those of rod_forces.h and rod_variational.h.

// Added to the diagonal of the system for the tensions, relative to it: a straight thread between two points
// that are held has one tension too many.
static const double SLACK = 1e-12;

LANES trio add(trio a, trio b) {
    return (trio){plus(a.x, b.x), plus(a.y, b.y), plus(a.z, b.z)};
}
LANES trio sub(trio a, trio b) {
    return (trio){minus(a.x, b.x), minus(a.y, b.y), minus(a.z, b.z)};
}
LANES trio scale(trio a, quad s) {
    return (trio){times(a.x, s), times(a.y, s), times(a.z, s)};
}
LANES trio mul_add(trio a, quad s, trio b) {
    return add(a, scale(b, s));
}
LANES quad dot(trio a, trio b) {
    return plus(plus(times(a.x, b.x), times(a.y, b.y)), times(a.z, b.z));
}
LANES trio cross(trio a, trio b) {
    return (trio){minus(times(a.y, b.z), times(a.z, b.y)), minus(times(a.z, b.x), times(a.x, b.z)),
                  minus(times(a.x, b.y), times(a.y, b.x))};
}
// where whole vectors end; what is left of a row goes one by one
LANES int whole(int from, int to) {
    return to > from ? to - (to - from) % WIDTH : from;
}
LANES trio all3(rv_vec3 v) {
    return (trio){all(v.x), all(v.y), all(v.z)};
}

// ---- rod_forces.c -----------------------------------------------------------------------------

LANES_LOOP void edges(const rv_rod_line* line, const rv_vec3* x, int from, int to) {
    int end = whole(from, to);
    for (int j = from; j < end; j += WIDTH) {
        trio E = sub(get3(x + j + 1), get3(x + j));
        quad length = root(dot(E, E)), inverse = over(all(1.0), larger(length, all(1e-150)));
        put(line->current + j, length);
        put(line->inverse + j, inverse);
        put3(line->tangent + j, scale(E, inverse));
    }
    if (end < to)
        rv_rod_in_ones.edges(line, x, end, to);
}

LANES_LOOP void joints(const rv_rod_line* line, double B, int from, int to) {
    int end = whole(from, to);
    const rv_vec3* t = line->tangent;
    for (int i = from; i < end; i += WIDTH) {
        trio before = get3(t + i - 1), after = get3(t + i);
        quad opening = plus(all(1.0), dot(before, after));
        quad fold = over(all(1.0), larger(opening, all(RV_ROD_FOLD)));
        put(line->fold + i, fold);
        put(line->moment + i, times(times(all(2.0 * B), get(line->density + i)), fold));
        put3(line->binormal + i, scale(cross(before, after), times(all(2.0), fold)));
    }
    if (end < to)
        rv_rod_in_ones.joints(line, B, end, to);
}

LANES_LOOP void stresses(const rv_rod_line* line, double M_t, int from, int to) {
    int end = whole(from, to);
    const rv_vec3* kb = line->binormal;
    for (int j = from; j < end; j += WIDTH) {
        trio a = get3(kb + j), b = get3(kb + j + 1);
        trio bent = sub(scale(a, get(line->moment + j)), scale(b, get(line->moment + j + 1)));
        trio turn = cross(bent, get3(line->tangent + j));
        trio G = mul_add(turn, all(0.5 * M_t), add(a, b));
        put3(line->stress + j, scale(G, get(line->inverse + j)));
    }
    if (end < to)
        rv_rod_in_ones.stresses(line, M_t, end, to);
}

LANES_LOOP void pull(const rv_vec3* stress, rv_vec3* F, int from, int to) {
    int end = whole(from, to);
    for (int i = from; i < end; i += WIDTH)
        put3(F + i, add(get3(F + i), sub(get3(stress + i), get3(stress + i - 1))));
    if (end < to)
        rv_rod_in_ones.pull(stress, F, end, to);
}

// ---- rod_explicit.c ---------------------------------------------------------------------------

LANES_LOOP double twist_response(const rv_rod_motion* m, int from, int to) {
    int end = whole(from, to);
    const rv_vec3* kb = m->line.binormal;
    quad sum = all(0.0), half = all(0.5);
    for (int i = from; i < end; i += WIDTH) {
        trio here = get3(kb + i);
        trio before = scale(add(get3(kb + i - 1), here), times(half, get(m->line.inverse + i - 1)));
        trio after = scale(add(here, get3(kb + i + 1)), times(half, get(m->line.inverse + i)));
        trio g = sub(before, after);
        sum = plus(sum, times(get(m->weight + i), dot(g, g)));
    }
    double rest = end < to ? rv_rod_in_ones.twist_response(m, end, to) : 0.0;
    return total(sum) + rest;
}

// ---- rod_variational.c ------------------------------------------------------------------------

LANES_LOOP void predict(rv_rod_motion* m, const rv_rod_going* going, int from, int to) {
    int end = whole(from, to);
    quad carry = all(going->carry), hh = all(going->hh);
    trio fall = all3(going->fall);
    for (int i = from; i < end; i += WIDTH) {
        quad weight = get(m->weight + i), give = times(hh, weight);
        trio x = get3(m->x + i), goal = get3(m->goal + i);
        trio ahead = mul_add(x, carry, sub(x, get3(m->before + i)));
        trio pushed = add(mul_add(ahead, give, get3(m->force + i)), fall);
        put(m->give + i, give);
        put3(m->free + i, (trio){choose(weight, pushed.x, goal.x), choose(weight, pushed.y, goal.y),
                                 choose(weight, pushed.z, goal.z)});
    }
    if (end < to)
        rv_rod_in_ones.predict(m, going, end, to);
}

LANES_LOOP void place(rv_rod_motion* m, int from, int to) {
    int end = whole(from, to);
    const rv_vec3* t = m->line.tangent;
    const double* T = m->tension;
    for (int i = from; i < end; i += WIDTH) {
        trio before = scale(get3(t + i - 1), get(T + i - 1)),
             after = scale(get3(t + i), get(T + i));
        put3(m->older + i, mul_add(get3(m->free + i), get(m->give + i), sub(after, before)));
    }
    if (end < to)
        rv_rod_in_ones.place(m, end, to);
}

LANES_LOOP double lengths(rv_rod_motion* m, double yield, int from, int to) {
    int end = whole(from, to);
    const rv_vec3* x = m->older;
    quad worst = all(0.0), sum = all(0.0), one = all(1.0), zero = all(0.0);
    for (int j = from; j < end; j += WIDTH) {
        trio e = sub(get3(x + j + 1), get3(x + j));
        quad stretch = plus(one, times(get(m->tension + j), all(yield)));
        quad length = times(get(m->line.length + j), stretch);
        quad rest = minus(times(length, length), dot(e, e));
        // an edge between two vertices that are held is as long as they make it
        rest = choose(plus(get(m->give + j), get(m->give + j + 1)), rest, zero);
        put3(m->edge + j, e);
        put(m->rest + j, rest);
        worst = larger(times(size(rest), get(m->size + j)), worst);
        sum = plus(sum, rest);
    }
    double last = end < to ? rv_rod_in_ones.lengths(m, yield, end, to) : 0.0;
    double most = largest(worst), numbers = total(sum) + last;
    return isnan(numbers) ? numbers : most > last ? most : last;
}

LANES_LOOP void form(rv_rod_motion* m, double yield, bool newton, int back, int from, int to) {
    int end = whole(from, to);
    const rv_vec3* t = m->line.tangent;
    const double *l = m->line.length, slack = 1.0 + SLACK;
    quad one = all(1.0), per_EA = all(yield);
    for (int i = from; i < end; i += WIDTH) {
        trio e = get3(m->edge + i);
        trio d = add(e, newton ? e : sub(get3(m->free + i + 1), get3(m->free + i)));
        quad before = get(m->give + i), after = get(m->give + i + 1), both = plus(before, after);
        quad length = get(l + i), stretch = plus(one, times(per_EA, get(m->tension + i)));
        quad soft = times(times(times(times(all(2.0), length), length), per_EA), stretch);
        quad middle = plus(times(times(both, dot(d, get3(t + i))), all(slack)), soft);
        put(m->lower + i, times(before, dot(d, get3(t + i - back))));
        put(m->middle + i, choose(both, minus(all(-0.0), middle), one));
        put(m->upper + i, times(after, dot(d, get3(t + i + 1))));
    }
    if (end < to)
        rv_rod_in_ones.form(m, yield, newton, back, end, to);
}

const rv_rod_kernels LANES_KERNELS = {.edges = edges,
                                      .joints = joints,
                                      .stresses = stresses,
                                      .pull = pull,
                                      .twist_response = twist_response,
                                      .predict = predict,
                                      .place = place,
                                      .lengths = lengths,
                                      .form = form};
