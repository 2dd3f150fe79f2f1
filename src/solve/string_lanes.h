// The sweeps of string_sweep.h, once for each width. Who includes this has defined
//   LANES, LANES_SWEEP   attributes of functions
//   lanes, GROUPS        the vector type, and how many of them make two nodes
//   at_nodes(values, first, second, g), put_nodes(...)   values at two nodes, of group g
//   of_four(values, g), put_four(...)   four values side by side
//   of_pair(values)                two values, for both nodes
//   last_of(both, first, g)        of the second node from `both`, of the first from `first`
//   step_back(before, here, out)   of the node before each of the two, where these follow each other
//   of_inner(values, g, alone), put_inner(...), inner(x, alone)   like of_four, put_four and x; if
//                                  the first node is alone, nothing of the second, and 0 for it
// and LANES_SWEEPS, the table's name.

typedef struct front {
    lanes here; // u
    lanes below, speed, before, z, w, end_z, end_w, moves, rate, gives;
    lanes lean, step; // what the cell before the node pulls by its place; and more to the next
    lanes leans;      // that of the cell before
} front;

typedef struct factor {
    double pivot, spread;
    double taken; // of what the node before has: taken out
} factor;

// node k of both halves
LANES void advance(front* f, const rv_string* s, const rv_string_elimination* c, factor a, int k,
                   int g) {
    int M = s->cells;
    lanes u = at_nodes(s->u, k + 1, M - k - 1, g), speed = at_nodes(s->v, k + 1, M - k - 1, g);
    lanes after = u - f->here, B = after - f->below;
    f->z = (c->here * f->speed + c->beside * (f->before + speed)) - a.taken * f->z;
    f->lean += f->step;
    lanes leans = f->lean * after;
    f->z += leans - f->leans;
    f->leans = leans;
    f->w = B - a.taken * f->w;
    f->moves += B * f->speed;
    put_four(s->inner + 8 * k, g, f->z);
    put_four(s->inner + 8 * k + 4, g, f->w);
    // r^T A^-1 r is the sum of pivots times squares of what elimination leaves of r: no answer need
    // be known for it
    lanes answer = a.pivot * f->w;
    f->gives += answer * f->w;
    f->rate += answer * f->z;
    f->end_z += a.spread * f->z;
    f->end_w += a.spread * f->w;
    f->here = u;
    f->below = after;
    f->before = f->speed;
    f->speed = speed;
}

LANES void tell_front(const front* f, rv_string_front* out, int g) {
    put_four(out->below, g, f->below);
    put_four(out->leans, g, f->leans);
    put_four(out->speed, g, f->speed);
    put_four(out->before, g, f->before);
    put_four(out->z, g, f->z);
    put_four(out->w, g, f->w);
    put_four(out->end_z, g, f->end_z);
    put_four(out->end_w, g, f->end_w);
    put_four(out->moves, g, f->moves);
    put_four(out->rate, g, f->rate);
    put_four(out->gives, g, f->gives);
}

LANES_SWEEP void eliminate(const rv_string* string, const rv_string_elimination* coefficients,
                           rv_string_front out[2]) {
    // copies: nothing that is written can be part of them
    const rv_string s = *string;
    const rv_string_elimination c = *coefficients;
    rv_string_halves half = rv_string_halves_of(&s);
    const lanes zero = {0.0};
    front f[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        lanes u = at_nodes(s.u, 1, s.cells - 1, g), v = at_nodes(s.v, 1, s.cells - 1, g);
        lanes all = of_four(c.lean, g), lean = rv_string_place(&s, 1) * all;
        lanes step = all / (double)s.cells;
        f[g] =
            (front){u, u, v, zero, zero, zero, zero, zero, zero, zero, zero, lean, step, lean * u};
    }
    double taken = 0.0;
    for (int k = 1; k <= half.first; k++) {
        factor a = {s.pivot[k], s.spread[k], taken};
        for (int g = 0; g < GROUPS; g++)
            advance(&f[g], &s, &c, a, k, g);
        taken = c.link * a.pivot;
    }
    for (int g = 0; g < GROUPS; g++)
        tell_front(&f[g], &out[0], g);
    if (half.last == half.first)
        return;
    factor a = {s.pivot[half.last], s.spread[half.last], taken};
    for (int g = 0; g < GROUPS; g++) {
        advance(&f[g], &s, &c, a, half.last, g);
        tell_front(&f[g], &out[1], g);
    }
}

// how the answers spread from the middle to the ends
typedef struct answer {
    lanes x;       // velocity in space, without that of a free line
    lanes u, v, y; // of the last node
    lanes line, space;
    lanes place; // of the cell towards the middle, seen from the first end
    lanes square, total, speed, lean, lean_before, motion, products;
} answer;

// the same for all nodes
typedef struct solving {
    double h, ago, row, link;
    lanes push, rise, climb, step; // step: from place to place
} solving;

LANES void retreat(answer* a, const rv_string* s, solving c, int k, int g) {
    double pivot = s->pivot[k];
    lanes y = of_four(s->inner + 8 * k, g) + c.row * of_four(s->inner + 8 * k + 4, g);
    a->line -= c.rise;
    a->x = (pivot * y + s->spread[k] * c.push) - (c.link * pivot) * a->x;
    lanes v = a->x - a->line, u = at_nodes(s->u, k, s->cells - k, g) + c.h * v, d = u - a->u;
    put_nodes(s->v, k, s->cells - k, g, v);
    put_nodes(s->u, k, s->cells - k, g, u);
    lanes square = d * d, before = d - c.ago * (v - a->v);
    a->place -= c.step;
    a->square += square;
    a->lean += a->place * square;
    a->lean_before += a->place * (before * before);
    a->total += u;
    a->speed += v;
    a->space -= c.climb;
    lanes moves = v + a->space;
    a->motion += moves * moves;
    a->products += moves * a->y;
    a->u = u;
    a->v = v;
    a->y = moves;
}

// of the first node what it was, of the second what it is
LANES void keep_first(answer* now, const answer* before, int g) {
    const lanes zero = {0.0};
    now->x = last_of(now->x, before->x, g);
    now->u = last_of(now->u, before->u, g);
    now->v = last_of(now->v, before->v, g);
    now->y = last_of(now->y, before->y, g);
    now->square = last_of(now->square, zero, g);
    now->total = last_of(now->total, zero, g);
    now->speed = last_of(now->speed, zero, g);
    now->lean = last_of(now->lean, zero, g);
    now->lean_before = last_of(now->lean_before, zero, g);
    now->motion = last_of(now->motion, zero, g);
    now->products = last_of(now->products, zero, g);
}

LANES void tell_answer(const answer* a, rv_string_answer* out, int g) {
    put_four(out->square, g, a->square);
    put_four(out->total, g, a->total);
    put_four(out->u, g, a->u);
    put_four(out->v, g, a->v);
    put_four(out->y, g, a->y);
    put_four(out->speed, g, a->speed);
    put_four(out->lean, g, a->lean);
    put_four(out->lean_before, g, a->lean_before);
    put_four(out->motion, g, a->motion);
    put_four(out->products, g, a->products);
}

LANES_SWEEP void answer_all(const rv_string* string, const rv_string_solving* in,
                            rv_string_answer* out) {
    const rv_string s = *string;
    rv_string_halves half = rv_string_halves_of(&s);
    answer a[GROUPS];
    solving c[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        c[g] = (solving){in->h,
                         0.5 * in->h,
                         in->row,
                         in->link,
                         at_nodes(in->push, 0, 1, g),
                         at_nodes(in->rise, 0, 1, g),
                         at_nodes(in->climb, 0, 1, g),
                         of_pair(in->step)};
        double nodes = half.last + 1;
        a[g] = (answer){.x = of_pair(in->x),
                        .u = of_pair(in->u),
                        .v = of_pair(in->v),
                        .y = of_pair(in->y),
                        .place = of_pair(in->place),
                        .line = at_nodes(in->end, 0, 1, g) + nodes * c[g].rise,
                        .space = at_nodes(in->space, 0, 1, g) + nodes * c[g].climb};
        if (half.last == half.first)
            continue;
        // a node that the last half has alone
        answer first = a[g];
        retreat(&a[g], &s, c[g], half.last, g);
        keep_first(&a[g], &first, g);
    }
    for (int k = half.first; k > 0; k--)
        for (int g = 0; g < GROUPS; g++)
            retreat(&a[g], &s, c[g], k, g);
    for (int g = 0; g < GROUPS; g++)
        tell_answer(&a[g], out, g);
}

// u_(j+1) - u_j, or v's, of two neighbours
LANES void differences(const double* values, int j, bool alone, lanes here[GROUPS],
                       lanes after[GROUPS]) {
    for (int g = 0; g < GROUPS; g++) {
        here[g] = of_inner(values + 2 * j, g, alone);
        after[g] = of_four(values + 2 * (j + 1), g) - here[g];
    }
}

typedef struct march {
    double h, kept, pull;
    lanes lean[GROUPS]; // of the cell behind a node; less by `step` before it
    double step;
    lanes steady[GROUPS];
    lanes last[GROUPS]; // differences behind the last two nodes
} march;

// `alone`: the second of these nodes is the end
LANES void move_nodes(march* m, const rv_string* s, int j, bool alone) {
    lanes here[GROUPS], after[GROUPS], below[GROUPS];
    differences(s->u, j, alone, here, after);
    step_back(m->last, after, below);
    for (int g = 0; g < (alone ? 1 : GROUPS); g++) {
        lanes v = m->kept * of_inner(s->v + 2 * j, g, alone) + m->steady[g];
        v += m->pull * (after[g] - below[g]);
        v += m->lean[g] * after[g] - (m->lean[g] - m->step) * below[g];
        put_inner(s->v + 2 * j, g, v, alone);
        put_inner(s->u + 2 * j, g, here[g] + m->h * v, alone);
        m->last[g] = after[g];
    }
}

LANES_SWEEP void march_on(const rv_string* string, const rv_string_march* c) {
    const rv_string s = *string;
    march m = {.h = c->h, .kept = c->kept, .pull = c->pull, .step = c->lean_step};
    lanes grows = of_pair(c->grows);
    int j = 1;
    for (int g = 0; g < GROUPS; g++) {
        m.lean[g] = of_four(c->lean, g);
        m.steady[g] = at_nodes(c->steady, 0, 1, g);
        m.last[g] = of_pair(s.u + 2);
    }
    for (; j + 1 < s.cells; j += 2) {
        move_nodes(&m, &s, j, false);
        for (int g = 0; g < GROUPS; g++) {
            m.steady[g] += grows;
            m.lean[g] += 2.0 * m.step;
        }
    }
    if (j < s.cells)
        move_nodes(&m, &s, j, true);
}

typedef struct tally {
    lanes square, lean, total, bends, moves, leans;
    lanes last, place; // of the node
} tally;

LANES void count_nodes(tally t[GROUPS], const rv_string* s, int j, bool alone) {
    double step = 2.0 / s->cells, half = 0.5 / s->cells;
    lanes u[GROUPS], after[GROUPS], below[GROUPS], last[GROUPS];
    differences(s->u, j, alone, u, after);
    for (int g = 0; g < GROUPS; g++)
        last[g] = t[g].last;
    step_back(last, after, below);
    for (int g = 0; g < (alone ? 1 : GROUPS); g++) {
        lanes d = inner(below[g], alone), B = inner(after[g] - below[g], alone);
        t[g].square += d * d;
        t[g].lean += (t[g].place - half) * (d * d);
        t[g].total += inner(u[g], alone);
        t[g].bends += B * B;
        t[g].leans += t[g].place * (B * B);
        t[g].place += step;
        t[g].moves += B * of_inner(s->v + 2 * j, g, alone);
        t[g].last = after[g];
    }
}

LANES_SWEEP void count_all(const rv_string* string, rv_string_tally* out) {
    const rv_string s = *string;
    const lanes zero = {0.0};
    double first = rv_string_place(&s, 1.5), second = rv_string_place(&s, 2.5);
    const double place[4] = {first, first, second, second};
    tally t[GROUPS];
    int j = 1;
    for (int g = 0; g < GROUPS; g++)
        t[g] = (tally){zero, zero, zero, zero, zero, zero, of_pair(s.u + 2), of_four(place, g)};
    for (; j + 1 < s.cells; j += 2)
        count_nodes(t, &s, j, false);
    if (j < s.cells)
        count_nodes(t, &s, j, true);
    for (int g = 0; g < GROUPS; g++) {
        put_four(out->square, g, t[g].square);
        put_four(out->lean, g, t[g].lean);
        put_four(out->total, g, t[g].total);
        put_four(out->bends, g, t[g].bends);
        put_four(out->moves, g, t[g].moves);
        put_four(out->leans, g, t[g].leans);
    }
}

typedef struct carrying {
    lanes rise;                       // of the line, from node to node
    lanes flow[GROUPS], line[GROUPS]; // at these nodes
    lanes u_last[GROUPS], v_last[GROUPS];
    lanes before[GROUPS], after[GROUPS]; // sums
} carrying;

LANES void carry_nodes(carrying* m, const rv_string* s, int j, bool alone) {
    lanes u[GROUPS], u_after[GROUPS], u_below[GROUPS], v[GROUPS], v_after[GROUPS], v_below[GROUPS];
    differences(s->u, j, alone, u, u_after);
    differences(s->v, j, alone, v, v_after);
    step_back(m->u_last, u_after, u_below);
    step_back(m->v_last, v_after, v_below);
    for (int g = 0; g < (alone ? 1 : GROUPS); g++) {
        lanes c = m->flow[g], ahead = 0.5 * c * (c - 1.0), behind = ahead + c;
        lanes old = v[g] + m->line[g];
        lanes new = old + ((ahead * v_after[g] - behind * v_below[g]) - c * m->rise);
        put_inner(s->u + 2 * j, g, u[g] + (ahead * u_after[g] - behind * u_below[g]), alone);
        put_inner(s->v + 2 * j, g, new - m->line[g], alone);
        old = inner(old, alone);
        new = inner(new, alone);
        m->before[g] += old * old;
        m->after[g] += new* new;
        m->u_last[g] = u_after[g];
        m->v_last[g] = v_after[g];
    }
}

LANES_SWEEP void carry_all(const rv_string* string, const rv_string_carry* c,
                           rv_string_carried* out) {
    const rv_string s = *string;
    const lanes zero = {0.0};
    carrying m = {.rise = of_pair(c->rise)};
    lanes grows = of_pair(c->grows), rises = of_pair(c->rises);
    int j = 1;
    for (int g = 0; g < GROUPS; g++) {
        m.flow[g] = at_nodes(c->flow, 0, 1, g);
        m.line[g] = at_nodes(c->line, 0, 1, g);
        m.u_last[g] = of_pair(s.u + 2);
        m.v_last[g] = of_pair(s.v + 2);
        m.before[g] = m.after[g] = zero;
    }
    for (; j + 1 < s.cells; j += 2) {
        carry_nodes(&m, &s, j, false);
        for (int g = 0; g < GROUPS; g++) {
            m.flow[g] += grows;
            m.line[g] += rises;
        }
    }
    if (j < s.cells)
        carry_nodes(&m, &s, j, true);
    for (int g = 0; g < GROUPS; g++) {
        put_four(out->before, g, m.before[g]);
        put_four(out->after, g, m.after[g]);
    }
}

typedef struct shrinking {
    double by[2];
    lanes more[GROUPS];
} shrinking;

LANES void shrink_nodes(const shrinking* m, const rv_string* s, int j, bool alone) {
    for (int g = 0; g < (alone ? 1 : GROUPS); g++) {
        lanes u = of_inner(s->u + 2 * j, g, alone), v = of_inner(s->v + 2 * j, g, alone);
        put_inner(s->u + 2 * j, g, m->by[0] * u, alone);
        put_inner(s->v + 2 * j, g, m->by[1] * v + m->more[g], alone);
    }
}

LANES_SWEEP void shrink_all(const rv_string* string, const rv_string_shrinking* c) {
    const rv_string s = *string;
    shrinking m = {.by = {c->by[0], c->by[1]}};
    lanes grows = of_pair(c->grows);
    int j = 1;
    for (int g = 0; g < GROUPS; g++)
        m.more[g] = at_nodes(c->more, 0, 1, g);
    for (; j + 1 < s.cells; j += 2) {
        shrink_nodes(&m, &s, j, false);
        for (int g = 0; g < GROUPS; g++)
            m.more[g] += grows;
    }
    if (j < s.cells)
        shrink_nodes(&m, &s, j, true);
}

const rv_string_sweeps LANES_SWEEPS = {eliminate, answer_all, march_on,
                                       count_all, carry_all,  shrink_all};
