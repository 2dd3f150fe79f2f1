// Strings across the line between two points (string.h).
#include "solve/string.h"

#include <math.h>
#include <string.h>

// both planes at once; values lie on double's boundaries
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));

static inline pair at(const double* values, int j) {
    return *(const pair*)(values + 2 * j);
}
static inline void put(double* values, int j, pair value) {
    *(pair*)(values + 2 * j) = value;
}
static inline double sum(pair p) {
    return p[0] + p[1];
}

static const double FADED = 1e-100;
static const double ROOM = 1.6; // by which the pull may be larger than the one in the factor

double rv_string_gamma(double h, double mass, double stiffness) {
    double courant2 = h * h * stiffness / mass;
    double needed = 0.25 * (ROOM - (2.0 / 3.0) / courant2);
    return fmax(1.0 / 12.0, needed);
}

// the matrix: diagonal, beside it, and at the ends
typedef struct entries {
    double diagonal, beside, end;
} entries;

static entries matrix(const rv_string_law* law, double mass, double stiffness) {
    double k = law->h * law->h * stiffness;
    return (entries){mass * (1.0 - 2.0 * law->alpha) + 2.0 * k, mass * law->alpha - k,
                     mass * (0.5 - law->alpha) + k};
}

static entries new_matrix(const rv_string_law* law) {
    return matrix(law, law->mass * (1.0 + law->h * law->damping), law->gamma * law->stiffness);
}

// A string is the same seen from either end, and so is its matrix: it is eliminated from both ends
// towards the middle. One pivot serves two nodes, and the chains of what waits for what are half as
// long.
typedef struct halves {
    int middle; // this node
    int first;  // nodes before it
    int last;   // and behind it: as many, or one more
} halves;

static halves halves_of(const rv_string* s) {
    int middle = s->cells / 2;
    return (halves){middle, middle - 1, s->cells - 1 - middle};
}

// what reaches the middle of a push at an end, through so many nodes
static double arrives(const rv_string* s, int nodes, double beside) {
    return nodes > 0 ? -beside * s->spread[nodes] : 1.0;
}

void rv_string_factor(const rv_string* s, const rv_string_law* law) {
    entries A = new_matrix(law);
    halves half = halves_of(s);
    double *pivot = s->pivot, *spread = s->spread, b2 = A.beside * A.beside;
    double p = 0.0, before = 0.0, passed = 1.0, near = 0.0;
    for (int k = 1; k <= half.last; k++) {
        // pivots soon are all the same, but for a string that is pulled tight
        if (before != p || k == 1) {
            before = p;
            p = 1.0 / (A.diagonal - b2 * p);
        }
        pivot[k] = p;
        spread[k] = p * passed;
        near += k <= half.first ? p * passed * passed : 0.0;
        // what nobody can tell from nothing must not become a number that is slow to count with
        passed *= fabs(passed) > FADED ? -A.beside * p : 0.0;
    }
    pivot[0] = 1.0 / (A.diagonal - b2 * (p + (half.first == half.last ? p : before)));
    double first = arrives(s, half.first, A.beside), last = arrives(s, half.last, A.beside);
    pivot[s->cells] = near + pivot[0] * first * first;
    spread[s->cells] = pivot[0] * first * last;
}

// how the elimination comes along from one end
typedef struct front {
    pair here, below;   // u, and its difference to the node before
    pair speed, before; // v, and that of the node before
    pair z, w;          // right-hand sides: of the momentum, and B
    pair end_z, end_w;  // the answers to them beside the end
} front;

// sums from both: B.v, and what the row sees of the answers
typedef struct seen {
    pair moves, rate, gives;
} seen;

typedef struct sweep {
    rv_string s;         // a copy: nothing that is written can be part of it
    double here, beside; // of the momentum: of v, and of v beside it
    double link;         // between neighbours in A
    double taken;        // of what the node before has: taken out
} sweep;

// a node; the one behind it is `next` nodes away
static inline void advance(front* f, seen* sums, const sweep* c, int j, int next) {
    pair u = at(c->s.u, j + next), after = u - f->here, B = after - f->below;
    pair speed = at(c->s.v, j + next);
    f->z = (c->here * f->speed + c->beside * (f->before + speed)) - c->taken * f->z;
    f->w = B - c->taken * f->w;
    sums->moves += B * f->speed;
    put(c->s.inner, 2 * j, f->z);
    put(c->s.inner, 2 * j + 1, f->w);
    f->here = u;
    f->below = after;
    f->before = f->speed;
    f->speed = speed;
}

// r^T A^-1 r is the sum of pivots times squares of what elimination leaves of r: no answer need be
// known for it
static inline void see(front* f, seen* sums, double pivot, double spread) {
    pair answer = pivot * f->w;
    sums->gives += answer * f->w;
    sums->rate += answer * f->z;
    f->end_z += spread * f->z;
    f->end_w += spread * f->w;
}

// what is left of the right-hand sides when all nodes but those beside the ends are gone
typedef struct reduced {
    pair z[2], w[2]; // the answers beside the ends
    double moves, rate, gives;
} reduced;

static inline front front_at(const rv_string* s, int j) {
    const pair zero = {0.0, 0.0};
    return (front){at(s->u, j), at(s->u, j), at(s->v, j), zero, zero, zero, zero, zero};
}

// the node where both meet
static reduced meet(const sweep* c, const front* first, const front* last, const seen* sums) {
    const rv_string* s = &c->s;
    halves half = halves_of(s);
    double p = s->pivot[0], link = c->link;
    const double taken[2] = {link * s->pivot[half.first], link * s->pivot[half.last]};
    const double ends[2] = {p * arrives(s, half.first, link), p * arrives(s, half.last, link)};
    pair B = -first->below - last->below;
    pair r = c->here * first->speed + c->beside * (first->before + last->before);
    pair z = r - (taken[0] * first->z + taken[1] * last->z);
    pair w = B - (taken[0] * first->w + taken[1] * last->w);
    put(s->inner, 2 * half.middle, z);
    put(s->inner, 2 * half.middle + 1, w);
    return (reduced){{first->end_z + ends[0] * z, last->end_z + ends[1] * z},
                     {first->end_w + ends[0] * w, last->end_w + ends[1] * w},
                     sum(sums->moves + B * first->speed),
                     sum(sums->rate + p * (w * z)),
                     sum(sums->gives + p * (w * w))};
}

static reduced eliminate(const rv_string* s, const rv_string_law* law, double link) {
    const pair zero = {0.0, 0.0};
    entries old = matrix(law, law->mass, (law->gamma - law->delta) * law->stiffness);
    sweep c = {*s, old.diagonal, old.beside, link, 0.0};
    int M = c.s.cells;
    halves half = halves_of(&c.s);
    front first = front_at(&c.s, 1), last = front_at(&c.s, M - 1);
    seen sums = {zero, zero, zero};
    for (int k = 1; k <= half.first; k++) {
        double pivot = c.s.pivot[k], spread = c.s.spread[k];
        advance(&first, &sums, &c, k, 1);
        see(&first, &sums, pivot, spread);
        advance(&last, &sums, &c, M - k, -1);
        see(&last, &sums, pivot, spread);
        c.taken = link * pivot;
    }
    if (half.last > half.first) {
        advance(&last, &sums, &c, half.middle + 1, -1);
        see(&last, &sums, c.s.pivot[half.last], c.s.spread[half.last]);
    }
    return meet(&c, &first, &last, &sums);
}

// The velocities of the ends if all moved alike, as one free line: weight and old velocities of the
// ends act on the nodes no more than by that, since a line has no second difference.
typedef struct free_line {
    pair end[2];
} free_line;

static inline free_line free_line_of(const rv_string_law* law, const rv_string_load* load) {
    double per = 1.0 / (law->mass * (1.0 + law->h * law->damping));
    pair falls = (law->h * per) * at(load->weight, 0);
    double kept = law->mass * per;
    return (free_line){
        {kept * at(load->end.of[0], 0) + falls, kept * at(load->end.of[1], 0) + falls}};
}

// N^T r, N the inner velocities for a motion of an end, is the answer to r beside that end, since A
// reaches no farther: no sums are needed. Nor are they for J times a line.
void rv_string_condense(const rv_string* s, const rv_string_law* law, const rv_string_load* load,
                        rv_string_rest* rest) {
    int M = s->cells;
    entries A = new_matrix(law), B = matrix(law, law->mass, law->gamma * law->stiffness);
    double damped = B.beside + law->h * law->h * law->delta * law->stiffness, step = 1.0 / M;
    double c = load->slope, known = law->h * load->pull;
    double near = -A.beside * s->pivot[M], far = -A.beside * s->spread[M];
    reduced left = eliminate(s, law, A.beside);
    free_line line = free_line_of(law, load);
    pair weight = (0.5 * law->h) * at(load->weight, 0);
    pair ends[2] = {at(load->end.of[0], 0), at(load->end.of[1], 0)};
    pair falls = {0.0, 0.0}, moves = falls;
    for (int side = 0; side < 2; side++) {
        int j = side == 0 ? 1 : M - 1;
        pair own = ends[side], free = line.end[side], other = line.end[1 - side];
        pair w = c * left.w[side], direct = c * at(s->u, j), row = direct - A.beside * w;
        pair z = (left.z[side] + known * w)
                 + ((free + (other - free) * step) - (near * free + far * other));
        put(rest->momentum[side], 0,
            (B.end * own + B.beside * (own + (ends[1 - side] - own) * step))
                + (damped * at(s->v, j) + weight) + (known * direct - A.beside * z));
        put(rest->row[side], 0, row);
        falls += row * free;
        // J (line - N) own
        moves += row * own;
    }
    rest->inertia[0] = A.end + A.beside * near;
    rest->inertia[1] = A.beside * far;
    rest->gives = c * c * left.gives;
    rest->rate = (c * left.rate + known * rest->gives) - sum(falls);
    rest->before = c * left.moves - sum(moves);
}

// how the answers spread from the middle to one end
typedef struct answer {
    pair x;             // velocity in space
    pair u;             // of the last node
    pair square, total; // sums
} answer;

typedef struct solving {
    rv_string s;        // a copy
    double h, row;      // `row`: what it does, per B
    double pivot, link; // of the node, and to the one before
} solving;

static inline void retreat(answer* a, const solving* c, int j, pair pushed, pair line) {
    pair y = at(c->s.inner, 2 * j) + c->row * at(c->s.inner, 2 * j + 1);
    a->x = (c->pivot * y + pushed) - c->link * a->x;
    pair v = a->x - line, u = at(c->s.u, j) + c->h * v, d = u - a->u;
    put(c->s.v, j, v);
    put(c->s.u, j, u);
    a->square += d * d;
    a->total += u;
    a->u = u;
}

rv_string_sums rv_string_move(const rv_string* s, const rv_string_law* law,
                              const rv_string_load* load, double impulse,
                              const rv_string_ends* end) {
    solving c = {*s, law->h, load->slope * (impulse + law->h * load->pull), s->pivot[0], 0.0};
    int M = c.s.cells;
    halves half = halves_of(&c.s);
    free_line line = free_line_of(law, load);
    double link = new_matrix(law).beside;
    const double arrive[2] = {arrives(s, half.first, link), arrives(s, half.last, link)};
    pair ends[2] = {at(end->of[0], 0) - line.end[0], at(end->of[1], 0) - line.end[1]};
    pair push[2] = {-link * ends[0], -link * ends[1]}, step = (ends[1] - ends[0]) / M;
    pair zero = {0.0, 0.0}, along = step * (double)half.middle;
    // the middle, and what is behind it if there is more
    answer first = {zero, zero, zero, zero};
    retreat(&first, &c, half.middle, c.pivot * (arrive[0] * push[0] + arrive[1] * push[1]),
            ends[0] + along);
    first.square = zero;
    answer last = {first.x, first.u, zero, zero};
    if (half.last > half.first) {
        c.pivot = c.s.pivot[half.last];
        c.link = link * c.pivot;
        retreat(&last, &c, half.middle + 1, c.s.spread[half.last] * push[1], ends[1] - along);
    }
    for (int k = half.first; k > 0; k--) {
        double spread = c.s.spread[k];
        along -= step;
        c.pivot = c.s.pivot[k];
        c.link = link * c.pivot;
        retreat(&first, &c, k, spread * push[0], ends[0] + along);
        retreat(&last, &c, M - k, spread * push[1], ends[1] - along);
    }
    pair total = first.total + last.total;
    return (rv_string_sums){
        .square = sum((first.square + first.u * first.u) + (last.square + last.u * last.u)),
        .total = {total[0], total[1]}};
}

// --- explicit ---

void rv_string_condense_explicit(const rv_string* s, const rv_string_law* law,
                                 const rv_string_load* load, const rv_string_sums* sums,
                                 rv_string_rest* rest) {
    double m = law->mass, heavy = m * (1.0 + law->h * law->damping), per = 1.0 / heavy;
    double c = load->slope, known = law->h * load->pull, bend2 = c * c * sums->bend_square;
    pair weight = law->h * at(load->weight, 0), falls = {0.0, 0.0}, moves = falls;
    for (int side = 0; side < 2; side++) {
        pair own = at(load->end.of[side], 0);
        pair direct = c * at(s->u, side == 0 ? 1 : s->cells - 1);
        put(rest->row[side], 0, direct);
        put(rest->momentum[side], 0, 0.5 * (m * own + weight) + known * direct);
        moves += direct * own;
        falls += direct * weight;
    }
    rest->inertia[0] = 0.5 * heavy;
    rest->inertia[1] = 0.0;
    rest->before = c * sums->bend_speed - sum(moves);
    rest->rate = (m * rest->before + (known * bend2 - sum(falls))) * per;
    rest->gives = bend2 * per;
}

// sums of a string whose nodes come one after the other; those of B are one node behind
typedef struct tally {
    pair u, slope, speed; // of the node before, and its difference to the one before it
    pair square, total, bends, moves;
} tally;

static inline void count(tally* t, pair u, pair v) {
    pair d = u - t->u, B = d - t->slope;
    t->square += d * d;
    t->total += u;
    t->bends += B * B;
    t->moves += B * t->speed;
    t->u = u;
    t->slope = d;
    t->speed = v;
}

// with the first node; at the end before it there is no B
static inline tally first_count(pair u, pair v) {
    const pair zero = {0.0, 0.0};
    return (tally){u, u, v, u * u, u, zero, zero};
}

static rv_string_sums sums_of(const tally* t) {
    pair B = -t->u - t->slope, square = t->square + t->u * t->u;
    return (rv_string_sums){.square = sum(square),
                            .total = {t->total[0], t->total[1]},
                            .bend_square = sum(t->bends + B * B),
                            .bend_speed = sum(t->moves + B * t->speed)};
}

typedef struct explicit_law {
    double h, kept, pull; // kept: of v; pull: what B does to it
} explicit_law;

// how it goes from node to node: old u, its difference to the node before; new u and v
typedef struct march {
    pair here, below;
    pair u, v;
} march;

static inline void march_on(march* m, const rv_string* s, explicit_law c, int j, pair steady) {
    pair next = at(s->u, j + 1), after = next - m->here;
    m->v = (c.kept * at(s->v, j) + steady) + c.pull * (after - m->below);
    m->u = m->here + c.h * m->v;
    put(s->v, j, m->v);
    put(s->u, j, m->u);
    m->here = next;
    m->below = after;
}

rv_string_sums rv_string_move_explicit(const rv_string* string, const rv_string_law* law,
                                       const rv_string_load* load, double impulse,
                                       const rv_string_ends* end) {
    // nothing that is written can be part of a copy
    const rv_string s = *string;
    int M = s.cells;
    double per = 1.0 / (law->mass * (1.0 + law->h * law->damping));
    explicit_law c = {law->h, law->mass * per, load->slope * (law->h * load->pull + impulse) * per};
    free_line line = free_line_of(law, load);
    pair steady = line.end[0] - at(end->of[0], 0);
    pair grows = (line.end[1] - at(end->of[1], 0) - steady) / M;
    march m = {.here = at(s.u, 1), .below = at(s.u, 1)};
    march_on(&m, &s, c, 1, steady += grows);
    tally t = first_count(m.u, m.v);
    for (int j = 2; j < M; j++) {
        march_on(&m, &s, c, j, steady += grows);
        count(&t, m.u, m.v);
    }
    return sums_of(&t);
}

// --- measures ---

rv_string_sums rv_string_measure(const rv_string* s) {
    tally t = first_count(at(s->u, 1), at(s->v, 1));
    for (int j = 2; j < s->cells; j++)
        count(&t, at(s->u, j), at(s->v, j));
    return sums_of(&t);
}

void rv_string_total_speed(const rv_string* s, double total[2]) {
    total[0] = total[1] = 0.0;
    for (int j = 1; j < s->cells; j++)
        for (int k = 0; k < 2; k++)
            total[k] += s->v[2 * j + k];
}

double rv_string_motion(const rv_string* s, double alpha, const rv_string_ends* end) {
    pair first = at(end->of[0], 0), step = (at(end->of[1], 0) - first) / s->cells;
    pair before = first, squares = {0.0, 0.0}, products = squares;
    for (int j = 1; j <= s->cells; j++) {
        pair y = at(s->v, j) + (first + step * (double)j);
        squares += y * y + before * before;
        products += y * before;
        before = y;
    }
    return (0.5 - alpha) * sum(squares) + 2.0 * alpha * sum(products);
}

double rv_string_reach(const rv_string* s) {
    double largest = 0.0;
    for (int j = 1; j < s->cells; j++)
        largest = fmax(largest, s->u[2 * j] * s->u[2 * j] + s->u[2 * j + 1] * s->u[2 * j + 1]);
    return largest;
}

// --- flow ---

static inline double within_a_cell(double c) {
    c = c > -1.0 ? c : -1.0;
    return c < 1.0 ? c : 1.0;
}

// Lax, Wendroff 1960: second order, and it keeps long waves as they are. The line that velocities in
// space have besides is moved by its own rise.
rv_string_sums rv_string_shift(const rv_string* string, const rv_string_flow* flow,
                               double motion[2]) {
    const rv_string s = *string;
    pair line = at(flow->end.of[0], 0), rises = (at(flow->end.of[1], 0) - line) / s.cells;
    double c = within_a_cell(flow->first), grows = (within_a_cell(flow->last) - c) / s.cells;
    pair u = at(s.u, 1), v = at(s.v, 1), u_below = u, v_below = v, before = {0.0, 0.0};
    pair after = before;
    for (int j = 1; j < s.cells; j++) {
        pair u_next = at(s.u, j + 1), v_next = at(s.v, j + 1);
        pair u_after = u_next - u, v_after = v_next - v;
        c += grows;
        line += rises;
        double ahead = 0.5 * c * (c - 1.0), behind = ahead + c;
        pair old = v + line, new = old + ((ahead * v_after - behind * v_below) - c * rises);
        put(s.u, j, u + (ahead * u_after - behind * u_below));
        put(s.v, j, new - line);
        before += old * old;
        after += new* new;
        u = u_next;
        v = v_next;
        u_below = u_after;
        v_below = v_after;
    }
    motion[0] = sum(before);
    motion[1] = sum(after);
    return rv_string_measure(&s);
}

void rv_string_shrink(const rv_string* s, const rv_string_ends* end, const double by[2],
                      rv_string_sums* sums) {
    int M = s->cells;
    pair ends[2] = {at(end->of[0], 0), at(end->of[1], 0)};
    pair rises = (ends[1] - ends[0]) / M, less = (by[1] - 1.0) * ends[0];
    // B times the line between the ends
    double across = -sum(at(s->u, 1) * ends[0] + at(s->u, M - 1) * ends[1]);
    rises *= by[1] - 1.0;
    for (int j = 1; j < M; j++) {
        less += rises;
        put(s->u, j, by[0] * at(s->u, j));
        put(s->v, j, by[1] * at(s->v, j) + less);
    }
    sums->square *= by[0] * by[0];
    sums->total[0] *= by[0];
    sums->total[1] *= by[0];
    sums->bend_square *= by[0] * by[0];
    sums->bend_speed = by[0] * (by[1] * sums->bend_speed + (by[1] - 1.0) * across);
}

void rv_string_rest_on(const rv_string* s, const double middle[2]) {
    int M = s->cells;
    double step = 1.0 / M;
    for (int j = 0; j <= M; j++)
        for (int k = 0; k < 2; k++) {
            double x = j * step;
            s->u[2 * j + k] = 4.0 * middle[k] * x * (1.0 - x);
            s->v[2 * j + k] = 0.0;
        }
}
