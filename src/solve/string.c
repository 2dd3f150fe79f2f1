// Strings across the line between two points (string.h).
#include "solve/string.h"

#include "core/extremes.h"
#include "solve/string_sweep.h"

#include <math.h>

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

// asked for in every call: what a machine has is no state, and is known at once
static const rv_string_sweeps* sweeps_for(const rv_string* s) {
#if defined(__x86_64__)
    if (!s->in_pairs && __builtin_cpu_supports("avx2"))
        return &rv_string_in_fours;
#endif
    (void)s;
    return &rv_string_in_pairs;
}

static const double FADED = 1e-100;
static const double ROOM = 1.6; // by which the pull may be larger than the one in the factor

double rv_string_gamma(double h, double mass, double stiffness, double lean) {
    double courant2 = h * h * stiffness / mass, most = 1.0 + 0.5 * fabs(lean) / stiffness;
    double needed = 0.25 * (ROOM * most - (2.0 / 3.0) / courant2);
    return stiffness > 0.0 ? rv_larger(1.0 / 12.0, needed) : 1.0 / 12.0;
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

// of what old velocities carry by gamma
static double damped_share(const rv_string_law* law) {
    return law->gamma > 0.0 ? law->delta / law->gamma : 0.0;
}

// what reaches the middle of a push at an end, through so many nodes
static double arrives(const rv_string* s, int nodes, double beside) {
    return nodes > 0 ? -beside * s->spread[nodes] : 1.0;
}

// what reaches it of both ends' pushes
static pair arriving(const rv_string* s, const pair push[2], double link) {
    rv_string_halves half = rv_string_halves_of(s);
    return arrives(s, half.first, link) * push[0] + arrives(s, half.last, link) * push[1];
}

void rv_string_factor(const rv_string* s, const rv_string_law* law) {
    entries A = new_matrix(law);
    rv_string_halves half = rv_string_halves_of(s);
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

// what is left of the right-hand sides when all nodes but those beside the ends are gone
typedef struct reduced {
    pair z[2], w[2]; // the answers beside the ends
    double moves, rate, gives;
} reduced;

// the node where both halves meet
static reduced meet(const rv_string* s, const rv_string_elimination* c,
                    const rv_string_front* first, const rv_string_front* last) {
    rv_string_halves half = rv_string_halves_of(s);
    double p = s->pivot[0], link = c->link;
    const double taken[2] = {link * s->pivot[half.first], link * s->pivot[half.last]};
    const double ends[2] = {p * arrives(s, half.first, link), p * arrives(s, half.last, link)};
    pair v = at(first->speed, 0), B = -at(first->below, 0) - at(last->below, 1);
    pair r = c->here * v + c->beside * (at(first->before, 0) + at(last->before, 1));
    r -= at(last->leans, 1) + at(first->leans, 0);
    pair z = r - (taken[0] * at(first->z, 0) + taken[1] * at(last->z, 1));
    pair w = B - (taken[0] * at(first->w, 0) + taken[1] * at(last->w, 1));
    pair moves = at(first->moves, 0) + at(last->moves, 1);
    pair rate = at(first->rate, 0) + at(last->rate, 1);
    pair gives = at(first->gives, 0) + at(last->gives, 1);
    put(s->inner, 0, z);
    put(s->inner, 1, w);
    return (reduced){{at(first->end_z, 0) + ends[0] * z, at(last->end_z, 1) + ends[1] * z},
                     {at(first->end_w, 0) + ends[0] * w, at(last->end_w, 1) + ends[1] * w},
                     sum(moves + B * v),
                     sum(rate + p * (w * z)),
                     sum(gives + p * (w * w))};
}

static reduced eliminate(const rv_string* s, const rv_string_law* law, double lean, double link) {
    entries old = matrix(law, law->mass, (1.0 - damped_share(law)) * law->carried);
    const rv_string_elimination c = {old.diagonal, old.beside, link, {lean, lean, -lean, -lean}};
    rv_string_front f[2];
    sweeps_for(s)->eliminate(s, &c, f);
    return meet(s, &c, &f[0], &f[s->cells % 2]);
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

// what the cell beside an end pulls there by its place
static inline pair end_lean(const rv_string* s, int side, double lean) {
    int cell = side == 0 ? 1 : s->cells;
    return (lean * rv_string_place(s, cell)) * at(s->u, side == 0 ? 1 : s->cells - 1);
}

// What of it is the row's, with ends that stand still.
static void condense_row(const rv_string* s, const rv_string_law* law, const rv_string_load* load,
                         rv_string_rest* rest) {
    double c = load->slope, known = law->h * load->pull, beside = new_matrix(law).beside;
    reduced left = eliminate(s, law, law->h * load->lean, beside);
    double per = law->h / (law->mass * (1.0 + law->h * law->damping));
    pair first = c * (at(s->u, 1) - beside * left.w[0]);
    pair last = c * (at(s->u, s->cells - 1) - beside * left.w[1]);
    pair falls = (first + last) * (per * at(load->weight, 0));
    *rest = (rv_string_rest){.gives = c * c * left.gives, .before = c * left.moves};
    put(rest->row[0], 0, first);
    put(rest->row[1], 0, last);
    rest->rate = (c * left.rate + known * rest->gives) - sum(falls);
}

// N^T r, N the inner velocities for a motion of an end, is the answer to r beside that end, since A
// reaches no farther: no sums are needed. Nor are they for J times a line.
void rv_string_condense(const rv_string* s, const rv_string_law* law, const rv_string_load* load,
                        rv_string_rest* rest) {
    int M = s->cells;
    if (load->ends_are_still) {
        condense_row(s, law, load, rest);
        return;
    }
    entries A = new_matrix(law), B = matrix(law, law->mass, law->carried);
    double damped = B.beside + law->h * law->h * damped_share(law) * law->carried, step = 1.0 / M;
    double c = load->slope, known = law->h * load->pull;
    double near = -A.beside * s->pivot[M], far = -A.beside * s->spread[M];
    double lean = law->h * load->lean;
    reduced left = eliminate(s, law, lean, A.beside);
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
                + (damped * at(s->v, j) + weight)
                + (known * direct + end_lean(s, side, lean) - A.beside * z));
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

static void put_both(double four[4], pair first, pair last) {
    put(four, 0, first);
    put(four, 1, last);
}

// sum of y' Mass y' per mass of a cell: of squares of inner nodes and products of neighbours
static double motion_of(double alpha, pair squares, pair products, const pair ends[2]) {
    pair both = 2.0 * squares + (ends[0] * ends[0] + ends[1] * ends[1]);
    return (0.5 - alpha) * sum(both) + 2.0 * alpha * sum(products);
}

// what the sweep has found, and what the middle and the cells at the ends add to it
static rv_string_sums sum_up(const rv_string* s, const rv_string_law* law,
                             const rv_string_solving* c, const rv_string_answer* all,
                             rv_string_middle* middle) {
    pair u[2] = {at(all->u, 0), at(all->u, 1)}, first = u[0] * u[0], last = u[1] * u[1];
    pair total = (at(all->total, 0) + at(all->total, 1)) + at(c->u, 0);
    pair speed = (at(all->speed, 0) + at(all->speed, 1)) + at(c->v, 0);
    pair square = (at(all->square, 0) + first) + (at(all->square, 1) + last);
    pair then[2] = {u[0] - (0.5 * law->h) * at(all->v, 0), u[1] - (0.5 * law->h) * at(all->v, 1)};
    double place = rv_string_place(s, 1); // and minus that at the other end
    pair lean = (at(all->lean, 0) - at(all->lean, 1)) + place * (first - last);
    pair lean_then = (at(all->lean_before, 0) - at(all->lean_before, 1))
                     + place * (then[0] * then[0] - then[1] * then[1]);
    pair y = at(c->y, 0), ends[2] = {at(c->space, 0), at(c->space, 1)};
    pair motion = (at(all->motion, 0) + at(all->motion, 1)) + y * y;
    pair products = (at(all->products, 0) + at(all->y, 0) * ends[0])
                    + (at(all->products, 1) + at(all->y, 1) * ends[1]);
    put(middle->total, 0, total - (0.5 * law->h) * speed);
    middle->lean = sum(lean_then);
    middle->motion = motion_of(law->alpha, motion, products, ends);
    return (rv_string_sums){
        .square = sum(square), .lean = sum(lean), .total = {total[0], total[1]}};
}

rv_string_sums rv_string_move(const rv_string* s, const rv_string_law* law,
                              const rv_string_load* load, double impulse, const rv_string_ends* end,
                              rv_string_middle* middle) {
    int meets = rv_string_halves_of(s).middle;
    double link = new_matrix(law).beside;
    rv_string_solving c;
    c.h = law->h;
    c.row = load->slope * (impulse + law->h * load->pull);
    c.link = link;
    free_line line = free_line_of(law, load);
    pair ends[2] = {at(end->of[0], 0) - line.end[0], at(end->of[1], 0) - line.end[1]};
    pair push[2] = {-link * ends[0], -link * ends[1]}, rise = (ends[1] - ends[0]) / s->cells;
    pair space[2] = {at(end->of[0], 0), at(end->of[1], 0)},
         climb = (space[1] - space[0]) / s->cells;
    put_both(c.push, push[0], push[1]);
    put_both(c.end, ends[0], ends[1]);
    put_both(c.rise, rise, -rise);
    put_both(c.space, space[0], space[1]);
    put_both(c.climb, climb, -climb);
    double place = rv_string_place(s, rv_string_halves_of(s).last + 2), step = 1.0 / s->cells;
    put(c.place, 0, (pair){place, place});
    put(c.step, 0, (pair){step, step});
    pair y = at(s->inner, 0) + c.row * at(s->inner, 1);
    pair x = s->pivot[0] * (y + arriving(s, push, link));
    pair v = x - (ends[0] + rise * (double)meets), u = at(s->u, meets) + law->h * v;
    rv_string_answer all;
    put(c.x, 0, x);
    put(c.u, 0, u);
    put(c.v, 0, v);
    put(c.y, 0, v + (space[0] + climb * (double)meets));
    sweeps_for(s)->answer(s, &c, &all);
    put(s->v, meets, v);
    put(s->u, meets, u);
    return sum_up(s, law, &c, &all, middle);
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
        put(rest->momentum[side], 0,
            0.5 * (m * own + weight) + known * direct + end_lean(s, side, law->h * load->lean));
        moves += direct * own;
        falls += direct * weight;
    }
    rest->inertia[0] = 0.5 * heavy;
    rest->inertia[1] = 0.0;
    rest->before = c * sums->bend_speed - sum(moves);
    double leans = c * law->h * load->lean * sums->bend_lean;
    rest->rate = (m * rest->before + (known * bend2 + leans - sum(falls))) * per;
    rest->gives = bend2 * per;
}

rv_string_sums rv_string_move_explicit(const rv_string* s, const rv_string_law* law,
                                       const rv_string_load* load, double impulse,
                                       const rv_string_ends* end) {
    int M = s->cells;
    double per = 1.0 / (law->mass * (1.0 + law->h * law->damping));
    rv_string_march c;
    free_line line = free_line_of(law, load);
    pair steady = line.end[0] - at(end->of[0], 0), last = line.end[1] - at(end->of[1], 0);
    pair grows = (last - steady) / M;
    c.h = law->h;
    c.kept = law->mass * per;
    c.pull = load->slope * (law->h * load->pull + impulse) * per;
    double lean = law->h * load->lean * per;
    double first = lean * rv_string_place(s, 2), second = lean * rv_string_place(s, 3);
    put_both(c.lean, (pair){first, first}, (pair){second, second});
    c.lean_step = lean / M;
    put_both(c.steady, steady + grows, steady + 2.0 * grows);
    put(c.grows, 0, 2.0 * grows);
    // a pass each: in one the chains of what waits for what are too long to overlap
    sweeps_for(s)->march(s, &c);
    return rv_string_measure(s);
}

// --- measures ---

rv_string_sums rv_string_measure(const rv_string* s) {
    rv_string_tally t;
    sweeps_for(s)->count(s, &t);
    pair square = at(t.square, 0) + at(t.square, 1), total = at(t.total, 0) + at(t.total, 1);
    pair bends = at(t.bends, 0) + at(t.bends, 1), moves = at(t.moves, 0) + at(t.moves, 1);
    pair leans = at(t.leans, 0) + at(t.leans, 1), first = at(s->u, 1);
    pair last = at(s->u, s->cells - 1), ends = last * last - first * first;
    pair lean = at(t.lean, 0) + at(t.lean, 1);
    return (rv_string_sums){.bend_lean = sum(leans + (0.5 / s->cells) * ends),
                            .square = sum(square + last * last),
                            .lean = sum(lean + rv_string_place(s, s->cells) * (last * last)),
                            .total = {total[0], total[1]},
                            .bend_square = sum(bends),
                            .bend_speed = sum(moves)};
}

rv_string_middle rv_string_middle_of(const rv_string* s, double h, double alpha,
                                     const rv_string_ends* end) {
    const pair zero = {0.0, 0.0}, ends[2] = {at(end->of[0], 0), at(end->of[1], 0)};
    pair step = (ends[1] - ends[0]) / s->cells, before = ends[0], u_before = zero;
    pair total = zero, lean = zero, squares = zero, products = zero;
    for (int j = 1; j <= s->cells; j++) {
        pair v = at(s->v, j), u = at(s->u, j) - (0.5 * h) * v;
        pair y = v + (ends[0] + step * (double)j), d = u - u_before;
        lean += rv_string_place(s, j) * (d * d);
        total += u;
        if (j < s->cells)
            squares += y * y;
        products += y * before;
        before = y;
        u_before = u;
    }
    rv_string_middle middle = {.lean = sum(lean),
                               .motion = motion_of(alpha, squares, products, ends)};
    put(middle.total, 0, total);
    return middle;
}

double rv_string_reach(const rv_string* s) {
    double largest = 0.0;
    for (int j = 1; j < s->cells; j++)
        largest = rv_larger(largest, s->u[2 * j] * s->u[2 * j] + s->u[2 * j + 1] * s->u[2 * j + 1]);
    return largest;
}

// --- flow ---

static inline double within_a_cell(double c) {
    c = c > -1.0 ? c : -1.0;
    return c < 1.0 ? c : 1.0;
}

// Lax, Wendroff 1960: second order, and it keeps long waves as they are. The line that velocities in
// space have besides is moved by its own rise.
rv_string_sums rv_string_shift(const rv_string* s, const rv_string_flow* flow, double motion[2]) {
    pair line = at(flow->end.of[0], 0), rise = (at(flow->end.of[1], 0) - line) / s->cells;
    double c = within_a_cell(flow->first), grows = (within_a_cell(flow->last) - c) / s->cells;
    double next = c + grows, after = c + 2.0 * grows;
    rv_string_carry carry;
    rv_string_carried moved;
    put_both(carry.flow, (pair){next, next}, (pair){after, after});
    put(carry.grows, 0, (pair){2.0 * grows, 2.0 * grows});
    put_both(carry.line, line + rise, line + 2.0 * rise);
    put(carry.rises, 0, 2.0 * rise);
    put(carry.rise, 0, rise);
    sweeps_for(s)->carry(s, &carry, &moved);
    motion[0] = sum(at(moved.before, 0) + at(moved.before, 1));
    motion[1] = sum(at(moved.after, 0) + at(moved.after, 1));
    return rv_string_measure(s);
}

void rv_string_shrink(const rv_string* s, const rv_string_ends* end, const double by[2],
                      rv_string_sums* sums) {
    int M = s->cells;
    pair ends[2] = {at(end->of[0], 0), at(end->of[1], 0)};
    pair first = (by[1] - 1.0) * ends[0], rise = (by[1] - 1.0) * ((ends[1] - ends[0]) / M);
    // B times the line between the ends
    double across = -sum(at(s->u, 1) * ends[0] + at(s->u, M - 1) * ends[1]);
    rv_string_shrinking c = {.by = {by[0], by[1]}};
    put_both(c.more, first + rise, first + 2.0 * rise);
    put(c.grows, 0, 2.0 * rise);
    sweeps_for(s)->shrink(s, &c);
    sums->square *= by[0] * by[0];
    sums->lean *= by[0] * by[0];
    sums->total[0] *= by[0];
    sums->total[1] *= by[0];
    sums->bend_square *= by[0] * by[0];
    sums->bend_lean *= by[0] * by[0];
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
