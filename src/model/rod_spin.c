// What a rod that is not straight at rest adds to the matrix of its implicit step (rod_matrix.c): its
// bending plane is bound to its sections, so that these take part. Section j spins by s_j about its
// edge, without inertia. With x and y the rates at which joint i bends in its plane and out of it, k its
// curvature binormal, r that at rest at the angle a from it, phi = (s_(i-1) + s_i)/2 and
//   z = y cos a - 2/(1 + c) x sin a                      rate of k across r
//   tau = s_i - s_(i-1) + k (n.t'_(i-1) + n.t'_i)/2      rate of twist
// the joint has, besides what rod_matrix.c gives it, of which bending out of its plane counts by
// 1 - share, the energy
//   B/(2D) r/e (z - e phi)^2 + C/(2D) tau^2,   e = max(k cos a, r/4),   share = min(1, r cos a/k) cos^4 a
// No second derivative of the frames' energy is larger, and at rest it is the same; rotation of the
// whole at rest costs nothing. Spins are unknowns of the system, three in the place of each vertex
// behind the last, in pairs with the vertices near them: what is left when they are eliminated is the
// stiffness of a rod whose sections are in equilibrium at all times, as a modified mass like that of
// all else. Holders do not spin more than they did: the edge of a clamp stays with its holder, that of a
// pinned end is tied to it by the stiffness C/e of the half edge e between them.
//
// What a step does not resolve is damped: of twist in coils, whose turns swing at up to k^2 sqrt(C/m)
// with k their curvature and m the mass per length, as of bending. And where a joint would turn by more
// than a fraction of a radian in the step, since it is let go from far away, nothing is carried on and
// the stiffness counts in full (backward Euler): the step goes to the shape at rest, and not beyond.
#include "model/rod.h"

#include <math.h>
#include <string.h>

static const double STRAIGHT = 1e-7; // [rad]: the plane of a joint has no meaning
static const double BENT = 0.25;     // of its curvature at rest: as if a joint had at least that
// Against spin of all sections, of their twist: one that is straight and free at both ends has no other
static const double LOOSE = 1e-9;
static const double FAST =
    0.3; // [rad] by which a joint turns in a step: its motion is not carried on
enum {
    SPINS = 3,
    REACH = 6
}; // of a vertex: spins in its place; vertices that these touch, at most

int rv_rod_spin_count(const rv_rod* rod) {
    return rod->shaped ? (rod->count - 1 + SPINS - 1) / SPINS : 0;
}

// the first vertex that the spins of place k touch, and which pair that is among those of spins
static int first_vertex(int k) {
    return k == 0 ? 0 : SPINS * k - 1;
}

static int first_pair(int k) {
    return k == 0 ? 0 : REACH * k - 1;
}

int rv_bundle_spin_pairs(const rv_rod_work* lead) {
    return REACH * lead->spins;
}

static bool has_spins(const rv_rod_work* work) {
    return work->spin_rows.count > 0;
}

void rv_bundle_add_spin_pairs(rv_rod_work* lead) {
    for (rv_rod_work* work = lead; work != NULL; work = work->next) {
        int n = work->line.vertices;
        work->spin_pair = lead->pairs.count / 2;
        for (int k = 0; has_spins(work) && SPINS * k < n - 1; k++)
            for (int i = first_vertex(k); i <= SPINS * k + 4 && i < n; i++) {
                lead->pairs.data[lead->pairs.count++] = lead->all + work->spin_place + k;
                lead->pairs.data[lead->pairs.count++] = work->offset + i;
            }
    }
}

bool rv_rod_size_spins(rv_memory* m, const rv_rod* rod, rv_rod_work* work) {
    int n = rod->shaped ? rod->count : 0;
    return rv_array_resize(m, &work->spin_rows, 2 * n) && rv_array_resize(m, &work->spin, 4 * n)
           && rv_array_resize(m, &work->out_share, n) && rv_array_resize(m, &work->lost, n);
}

// --- rows: what changes its energy ---

// Two linear forms of the velocities of three vertices and two spins, of joint i:
//   before.(v_i - v_(i-1)) + behind.(v_(i+1) - v_i) + spin[0] s_(i-1) + spin[1] s_i
static void find_rows(const rv_rod_step* s, int i, rv_rod_spin_row rows[2]) {
    const rv_rod_line* line = &s->work->line;
    const rv_rod_frames* f = &s->work->frames;
    rv_vec3 kb = line->binormal[i], t[2] = {line->tangent[i - 1], line->tangent[i]};
    double k = rv_vec3_length(kb), inverse[2] = {line->inverse[i - 1], line->inverse[i]};
    rv_vec3 n = k > STRAIGHT ? rv_vec3_scale(kb, 1.0 / k) : rv_vec3_perpendicular(t[1]);
    // rest in the plane's own axes: along n, and across
    double along = rv_vec3_dot(n, f->u[i]), beside = rv_vec3_dot(n, rv_vec3_cross(t[1], f->u[i]));
    double n_1 = f->cosine[i] * along + f->sine[i] * beside;
    double n_2 = f->cosine[i] * beside - f->sine[i] * along;
    double r = sqrt(f->rest_1[i] * f->rest_1[i] + f->rest_2[i] * f->rest_2[i]);
    double per_r = r > 0.0 ? 1.0 / r : 0.0;
    double cosine = per_r * (n_1 * f->rest_1[i] + n_2 * f->rest_2[i]);
    double sine = per_r * (n_1 * f->rest_2[i] - n_2 * f->rest_1[i]);
    double e = fmax(k * cosine, BENT * r), turn = -2.0 * line->fold[i] * sine;
    rv_vec3 g[2];
    for (int b = 0; b < 2; b++)
        g[b] = rv_vec3_scale(
            rv_vec3_mul_add(rv_vec3_scale(n, cosine), turn, rv_vec3_cross(n, t[b])), inverse[b]);
    double stiff = s->gamma * s->h * s->h * line->density[i];
    rows[0] = (rv_rod_spin_row){.before = rv_vec3_neg(g[0]),
                                .behind = g[1],
                                .spin = {-0.5 * e, -0.5 * e},
                                .weight = r > 0.0 ? stiff * s->EI * r / e : 0.0};
    rows[1] = (rv_rod_spin_row){.before = rv_vec3_scale(n, 0.5 * k * inverse[0]),
                                .behind = rv_vec3_scale(n, 0.5 * k * inverse[1]),
                                .spin = {-1.0, 1.0},
                                .weight = stiff * s->GJ};
    // what the step does not resolve of a coil is damped
    double square = k * line->density[i] * k * line->density[i];
    double ratio = s->h * s->h * s->GJ * square * square / (s->m[i] * line->density[i]);
    double rub[2] = {0.0, s->damped * ratio * ratio / (s->gamma * (ratio * ratio + 16.0))};
    for (int b = 0; b < 2; b++) {
        double weight = rows[b].weight, lost = s->lost[i];
        rows[b].carried = weight * (1.0 - lost);
        rows[b].weight = weight * ((1.0 - lost) + lost / s->gamma + rub[b]);
    }
}

// how far the edges of joint i turn against each other in the step if their motion goes on
static double turn_of(const rv_rod_step* s, int i) {
    const rv_rod_line* line = &s->work->line;
    rv_vec3 turn[2];
    for (int b = 0; b < 2; b++) {
        int j = i - 1 + b;
        rv_vec3 rate = rv_vec3_scale(rv_vec3_sub(s->v[j + 1], s->v[j]), line->inverse[j]);
        turn[b] = rv_vec3_cross(line->tangent[j], rate);
    }
    return s->h * rv_vec3_length(rv_vec3_sub(turn[1], turn[0]));
}

void rv_rod_find_shares(const rv_rod_step* s) {
    const rv_rod_work* work = s->work;
    const rv_rod_frames* f = &work->frames;
    for (int i = 1; i < work->line.vertices - 1; i++) {
        double turn = turn_of(s, i) / FAST, square = turn * turn;
        work->lost.data[i] = square * square / (1.0 + square * square);
    }
    for (int i = 1; i < work->line.vertices - 1; i++) {
        double r = f->rest_1[i] * f->rest_1[i] + f->rest_2[i] * f->rest_2[i];
        double k = f->k_1[i] * f->k_1[i] + f->k_2[i] * f->k_2[i];
        double both = f->rest_1[i] * f->k_1[i] + f->rest_2[i] * f->k_2[i], share = 0.0;
        if (both > 0.0 && k > STRAIGHT * STRAIGHT) {
            double square = both * both / (r * k); // cos^2 a
            share = fmin(1.0, both / k) * square * square;
        }
        work->out_share.data[i] = 1.0 - share;
    }
}

// --- spins among themselves: three wide ---

typedef struct spins {
    double *diagonal, *beyond; // [edges]
    double *pivot, *answer;
} spins;

static spins spins_of(const rv_rod_work* work) {
    double* at = work->spin.data;
    int n = work->line.vertices;
    return (spins){at, at + n, at + 2 * n, at + 3 * n};
}

// the edge does not spin against the holder of an end
static bool is_fixed(const rv_rod_work* work, int j) {
    int last = work->line.vertices - 2;
    return (j == 0 && rv_rod_frames_fixed(&work->frames, &work->line, 0))
           || (j == last && rv_rod_frames_fixed(&work->frames, &work->line, 1));
}

// the half edge between a pinned end and its edge, as stiff as the joints are
static double end_spring(const rv_rod_step* s, int side) {
    const rv_rod_work* work = s->work;
    return s->gamma * s->h * s->h
           * rv_rod_frames_end_stiffness(&work->frames, &work->line, side, s->GJ);
}

static void form_spins(const rv_rod_step* s, spins q, int edges) {
    const rv_rod_work* work = s->work;
    memset(q.diagonal, 0, (size_t)edges * sizeof *q.diagonal);
    for (int i = 1; i < edges; i++) {
        const rv_rod_spin_row *a = &work->spin_rows.data[2 * i], *b = a + 1;
        double bend = a->weight * a->spin[0] * a->spin[1], twist = b->weight;
        q.diagonal[i - 1] += bend + twist * (1.0 + LOOSE);
        q.diagonal[i] += bend + twist * (1.0 + LOOSE);
        q.beyond[i - 1] = bend - twist;
    }
    q.diagonal[0] += end_spring(s, 0);
    q.diagonal[edges - 1] += end_spring(s, 1);
}

// How stiff the holder of an end finds the sections, with the line as it is; at a pinned end with the
// half edge, whose stiffness is in the diagonal, between: k - k^2/left.
static double end_stiffness(const rv_rod_step* s, spins q, int edges, int side) {
    const rv_rod_work* work = s->work;
    if (!(side == 0 ? work->frames.first_held : work->frames.last_held))
        return 0.0;
    int step = side == 0 ? -1 : 1, j = side == 0 ? edges - 1 : 0;
    double left = is_fixed(work, j) ? INFINITY : q.diagonal[j], spring = end_spring(s, side);
    for (int k = 1; k < edges; k++, j += step) {
        double between = q.beyond[step < 0 ? j - 1 : j];
        left = q.diagonal[j + step] - between * between / left;
    }
    return spring > 0.0 ? spring * (left - spring) / left : left;
}

static void hold_spins(const rv_rod_work* work, spins q, int edges) {
    for (int side = 0; side < 2; side++) {
        int j = side == 0 ? 0 : edges - 1;
        if (!is_fixed(work, j))
            continue;
        q.beyond[side == 0 ? 0 : j - 1] = 0.0;
        q.diagonal[j] = 1.0;
    }
}

static void factor_spins(spins q, int edges) {
    double pivot = q.diagonal[0];
    for (int j = 0; j < edges; j++) {
        q.pivot[j] = 1.0 / pivot;
        if (j + 1 < edges)
            pivot = q.diagonal[j + 1] - q.beyond[j] * q.beyond[j] * q.pivot[j];
    }
}

// answer <- matrix^-1 answer
static void solve_spins(spins q, int edges) {
    for (int j = 1; j < edges; j++)
        q.answer[j] -= q.beyond[j - 1] * q.pivot[j - 1] * q.answer[j - 1];
    q.answer[edges - 1] *= q.pivot[edges - 1];
    for (int j = edges - 2; j >= 0; j--)
        q.answer[j] = (q.answer[j] - q.beyond[j] * q.answer[j + 1]) * q.pivot[j];
}

// --- sums over rows ---

static double along_row(const rv_rod_spin_row* row, const double* v) {
    rv_vec3 a = rv_vec3_load(v), b = rv_vec3_load(v + 3), c = rv_vec3_load(v + 6);
    return rv_vec3_dot(row->before, rv_vec3_sub(b, a))
           + rv_vec3_dot(row->behind, rv_vec3_sub(c, b));
}

static void add_row(const rv_rod_spin_row* row, double s, double* r) {
    rv_vec3 before = rv_vec3_scale(row->before, s), behind = rv_vec3_scale(row->behind, s);
    rv_vec3_store(r, rv_vec3_sub(rv_vec3_load(r), before));
    rv_vec3_store(r + 3, rv_vec3_add(rv_vec3_load(r + 3), rv_vec3_sub(before, behind)));
    rv_vec3_store(r + 6, rv_vec3_add(rv_vec3_load(r + 6), behind));
}

// the spins that go with the velocities v, into `answer`
static void find_spins(const rv_rod_work* work, spins q, const double* v) {
    int edges = work->line.vertices - 1;
    memset(q.answer, 0, (size_t)edges * sizeof *q.answer);
    for (int i = 1; i < edges; i++)
        for (int k = 0; k < 2; k++) {
            const rv_rod_spin_row* row = &work->spin_rows.data[2 * i + k];
            double pull = row->weight * along_row(row, v + 3 * (i - 1));
            q.answer[i - 1] -= pull * row->spin[0];
            q.answer[i] -= pull * row->spin[1];
        }
    for (int j = 0; j<edges; j += edges> 1 ? edges - 1 : 1)
        q.answer[j] = is_fixed(work, j) ? 0.0 : q.answer[j];
    solve_spins(q, edges);
}

// r += what the modified mass of rows carries on of the velocities v
static void carry_on(const rv_rod_work* work, spins q, const double* v, double* r) {
    find_spins(work, q, v);
    for (int i = 1; i < work->line.vertices - 1; i++)
        for (int k = 0; k < 2; k++) {
            const rv_rod_spin_row* row = &work->spin_rows.data[2 * i + k];
            double rate = along_row(row, v + 3 * (i - 1)) + row->spin[0] * q.answer[i - 1]
                          + row->spin[1] * q.answer[i];
            add_row(row, row->carried * rate, r + 3 * (i - 1));
        }
}

// --- the matrix ---

static void add_outer(rv_mat3* to, double s, rv_vec3 a, rv_vec3 b) {
    double p[3] = {s * a.x, s * a.y, s * a.z};
    for (int r = 0; r < 3; r++) {
        to->m[r][0] += p[r] * b.x;
        to->m[r][1] += p[r] * b.y;
        to->m[r][2] += p[r] * b.z;
    }
}

// of the three vertices beside joint i
static void find_parts(const rv_rod_spin_row* row, rv_vec3 part[3]) {
    part[0] = rv_vec3_neg(row->before);
    part[1] = rv_vec3_sub(row->before, row->behind);
    part[2] = row->behind;
}

static void write_row(const rv_rod_entries* A, int i, const rv_rod_spin_row* row) {
    rv_vec3 part[3];
    find_parts(row, part);
    for (int a = 0; a < 3; a++)
        add_outer(&A->diagonal[i - 1 + a], row->weight, part[a], part[a]);
    for (int a = 0; a < 2; a++)
        add_outer(&A->next[i - 1 + a], row->weight, part[a], part[a + 1]);
    add_outer(&A->second[i - 1], row->weight, part[0], part[2]);
}

// with the spins of its edges
static void write_pairs(const rv_rod_work* work, int i, const rv_rod_spin_row* row) {
    rv_mat3* extra = work->lead->system.extra.data + work->spin_pair;
    rv_vec3 part[3];
    find_parts(row, part);
    for (int b = 0; b < 2; b++) {
        int j = i - 1 + b, k = j / SPINS;
        if (is_fixed(work, j))
            continue;
        double s = row->weight * row->spin[b];
        for (int a = 0; a < 3; a++) {
            int vertex = i - 1 + a;
            double* to = extra[first_pair(k) + vertex - first_vertex(k)].m[j % SPINS];
            to[0] += s * part[a].x;
            to[1] += s * part[a].y;
            to[2] += s * part[a].z;
        }
    }
}

// a rod's places of spins, among themselves
static void write_places(const rv_rod_work* work) {
    const rv_rod_work* lead = work->lead;
    spins q = spins_of(work);
    int edges = work->line.vertices - 1, first = lead->all + work->spin_place;
    for (int k = 0; SPINS * k < edges; k++) {
        rv_mat3 D = rv_mat3_diagonal(1.0, 1.0, 1.0), N = rv_mat3_zero();
        for (int c = 0; c < SPINS && SPINS * k + c < edges; c++) {
            int j = SPINS * k + c;
            D.m[c][c] = q.diagonal[j];
            if (j + 1 < edges && c + 1 < SPINS)
                D.m[c][c + 1] = D.m[c + 1][c] = q.beyond[j];
            else if (j + 1 < edges)
                N.m[c][0] = q.beyond[j];
        }
        lead->system.diagonal.data[first + k] = D;
        if (first + k + 1 < lead->all + lead->spins)
            lead->system.next.data[first + k] = N;
    }
}

void rv_bundle_write_spins(const rv_rod_work* lead) {
    const rv_rod_system* A = &lead->system;
    int n = lead->all, all = n + lead->spins;
    if (lead->spins == 0)
        return;
    // what lies between vertices and places, and edges that carry nothing
    A->next.data[n - 1] = rv_mat3_zero();
    for (int i = n - 2; i + 2 < all; i++)
        A->second.data[i] = rv_mat3_zero();
    for (int j = n - 1; j + 1 < all; j++) {
        A->direction.data[j] = (rv_vec3){0, 0, 0};
        A->sigma.data[j] = 1.0;
    }
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        if (!has_spins(work))
            continue;
        for (int i = 1; i < work->line.vertices - 1; i++)
            for (int k = 0; k < 2; k++)
                write_pairs(work, i, &work->spin_rows.data[2 * i + k]);
        write_places(work);
    }
}

void rv_rod_write_spins(const rv_rod_step* s) {
    rv_rod_work* work = s->work;
    const rv_rod_entries A = rv_rod_entry(work);
    int edges = work->line.vertices - 1;
    spins q = spins_of(work);
    for (int i = 1; i < edges; i++) {
        find_rows(s, i, &work->spin_rows.data[2 * i]);
        for (int k = 0; k < 2; k++)
            write_row(&A, i, &work->spin_rows.data[2 * i + k]);
    }
    form_spins(s, q, edges);
    for (int side = 0; side < 2; side++)
        work->end_stiffness[side] = end_stiffness(s, q, edges, side);
    hold_spins(work, q, edges);
    factor_spins(q, edges);
    carry_on(work, q, &s->v->x, s->r);
}

// --- the block, with spins eliminated ---

// velocities and impulses of the block, in the system's order; the spins follow from them, or are 0
static double* extend(const rv_rod_work* lead, const double* x, bool spinning) {
    int n = lead->all, all = n + lead->spins;
    double *v = lead->extended.data, *p = v + 3 * all;
    memcpy(v, x, 3 * (size_t)n * sizeof *x);
    memset(v + 3 * n, 0, 3 * (size_t)lead->spins * sizeof *x);
    for (const rv_rod_work* work = lead; work != NULL && spinning; work = work->next) {
        if (!has_spins(work))
            continue;
        spins q = spins_of(work);
        find_spins(work, q, x + 3 * work->offset);
        memcpy(v + 3 * (n + work->spin_place), q.answer,
               (size_t)(work->line.vertices - 1) * sizeof *x);
    }
    memcpy(p, x + 3 * n, (size_t)(n - 1) * sizeof *x);
    memset(p + n - 1, 0, (size_t)lead->spins * sizeof *x);
    return v;
}

static void shorten(const rv_rod_work* lead, const double* v, double* x) {
    int n = lead->all;
    memcpy(x, v, 3 * (size_t)n * sizeof *x);
    memcpy(x + 3 * n, v + 3 * (n + lead->spins), (size_t)(n - 1) * sizeof *x);
}

void rv_bundle_solve(const rv_rod_work* lead, double* x) {
    if (lead->spins == 0) {
        rv_rod_system_solve(&lead->system, x, x + 3 * lead->all);
        return;
    }
    double* v = extend(lead, x, false);
    rv_rod_system_solve(&lead->system, v, v + 3 * (lead->all + lead->spins));
    shorten(lead, v, x);
}

void rv_bundle_multiply(const rv_rod_work* lead, const double* x, double* y) {
    int all = lead->all + lead->spins;
    if (lead->spins == 0) {
        rv_rod_system_multiply(&lead->system, x, x + 3 * all, y, y + 3 * all);
        return;
    }
    double *v = extend(lead, x, true), *r = v + 4 * all;
    rv_rod_system_multiply(&lead->system, v, v + 3 * all, r, r + 3 * all);
    shorten(lead, r, y);
}

// what a rod's spins, that are in `answer`, ask of its vertices is taken from them
static void pass_on(const rv_rod_work* work, const double* answer, double* r) {
    const unsigned char* known = work->prescribed.data;
    for (int i = 1; i < work->line.vertices - 1; i++)
        for (int k = 0; k < 2; k++) {
            const rv_rod_spin_row* row = &work->spin_rows.data[2 * i + k];
            double rate = row->spin[0] * answer[i - 1] + row->spin[1] * answer[i];
            rv_vec3 part[3];
            find_parts(row, part);
            for (int a = 0; a < 3; a++) {
                double* to = r + 3 * (i - 1 + a);
                if (!known[i - 1 + a])
                    rv_vec3_store(to,
                                  rv_vec3_mul_add(rv_vec3_load(to), -row->weight * rate, part[a]));
            }
        }
}

// what velocities that are known make the sections spin is passed on to the others
void rv_bundle_prescribe(const rv_rod_work* lead, double* x) {
    double* v = extend(lead, x, false);
    rv_rod_system_prescribe(&lead->system, v, v + 3 * (lead->all + lead->spins));
    shorten(lead, v, x);
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        if (!has_spins(work))
            continue;
        int edges = work->line.vertices - 1;
        spins q = spins_of(work);
        memcpy(q.answer, v + 3 * (lead->all + work->spin_place), (size_t)edges * sizeof *v);
        solve_spins(q, edges);
        pass_on(work, q.answer, x + 3 * work->offset);
    }
}
