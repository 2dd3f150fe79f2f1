// Explicit steps of an inextensible rod: rod_variational.h has the equations.
#include "model/rod_lanes.h"

#include <string.h>

// An error of lengths that is below this and no longer halves is rounding: no tolerance is finer.
static const double STALLED = 1e-8;
enum { SPRING_PASSES = 4 }; // to find which springs are at their limits

rv_rod_law rv_rod_law_default(void) {
    return (rv_rod_law){.share = 1.0,
                        .EA = INFINITY,
                        .method = RV_ROD_NEWTON,
                        .tolerance = 1e-12,
                        .iterations_max = 30};
}

rv_rod_motion rv_rod_motion_at(double* values, int vertices, const double* length) {
    int n = vertices;
    memset(values, 0, (size_t)n * RV_ROD_MOTION_VALUES * sizeof *values);
    double* at = values + RV_ROD_VALUES * n;
    rv_vec3* vectors = (rv_vec3*)at;
    double* scalars = at + 21 * n;
    rv_rod_motion m = {.line = rv_rod_line_at(values, n, false, length),
                       .x = vectors,
                       .before = vectors + n,
                       .older = vectors + 2 * n,
                       .goal = vectors + 3 * n,
                       .force = vectors + 4 * n,
                       .free = vectors + 5 * n,
                       .edge = vectors + 6 * n,
                       .mass = scalars,
                       .weight = scalars + n,
                       .tension = scalars + 2 * n,
                       .give = scalars + 3 * n,
                       .size = scalars + 4 * n,
                       .rest = scalars + 5 * n,
                       .lower = scalars + 6 * n,
                       .middle = scalars + 7 * n,
                       .upper = scalars + 8 * n,
                       .room = scalars + 9 * n};
    for (int j = 0; j < n - 1; j++)
        m.size[j] = 0.5 / (length[j] * length[j]);
    return m;
}

void rv_rod_motion_spread_mass(rv_rod_motion* m, double density) {
    int n = m->line.vertices;
    double before = 0.0;
    for (int i = 0; i < n; i++) {
        double after = i < n - 1 ? m->line.length[i] : 0.0;
        m->mass[i] = 0.5 * density * (before + after);
        m->weight[i] = 1.0 / m->mass[i];
        before = after;
    }
}

void rv_rod_motion_hold(rv_rod_motion* m, int i) {
    m->weight[i] = 0.0;
    m->goal[i] = m->x[i];
}

void rv_rod_motion_release(rv_rod_motion* m, int i) {
    m->weight[i] = 1.0 / m->mass[i];
}

void rv_rod_motion_hold_twist(rv_rod_motion* m) {
    const rv_rod_line* line = &m->line;
    rv_rod_measure(line, m->x, 0.0);
    rv_vec3 start = line->tangent[0], end = line->tangent[line->vertices - 2];
    m->first = (rv_rod_section){.director = rv_vec3_perpendicular(start), .tangent = start};
    m->last = (rv_rod_section){.director = rv_vec3_perpendicular(end), .tangent = end};
    double Theta = rv_rod_twist(line, m->first.director, m->last.director, 0.0);
    m->last.director = rv_rod_carry(m->last.director, end, end, -Theta);
    m->Theta = 0.0;
    m->twisted = true;
}

void rv_rod_motion_set_rest(rv_rod_motion* m, rv_rod_frames* frames) {
    rv_rod_motion_hold_twist(m);
    rv_rod_frames_carry(frames, &m->line, m->first.director);
    memset(frames->theta, 0, (size_t)m->line.vertices * sizeof *frames->theta);
    rv_rod_frames_set_rest(frames, &m->line);
    m->frames = frames;
}

// ---- forces -----------------------------------------------------------------------------------

static void turn_section(rv_rod_section* s, rv_vec3 tangent) {
    s->director = rv_rod_carry(s->director, s->tangent, tangent, s->turn);
    s->tangent = tangent;
    s->turn = 0.0;
}

static void find_twist(rv_rod_motion* m, const rv_rod_law* law) {
    const rv_rod_line* line = &m->line;
    m->M_first = m->M_last = 0.0;
    if (!m->twisted)
        return;
    turn_section(&m->first, line->tangent[0]);
    turn_section(&m->last, line->tangent[line->vertices - 2]);
    m->Theta = rv_rod_twist(line, m->first.director, m->last.director, m->Theta);
    m->M_first = m->M_last = rv_rod_twist_moment(line, law->C, m->Theta);
}

static void find_frames(rv_rod_motion* m, const rv_rod_law* law) {
    rv_rod_frames* f = m->frames;
    find_twist(m, law);
    rv_rod_frames_carry(f, &m->line, m->first.director);
    f->last = m->Theta;
    rv_rod_stiffness s = {law->B, law->C};
    rv_rod_frames_relax(f, &m->line, s);
    m->M_first = -rv_rod_frames_couple(f, &m->line, s, false);
    m->M_last = rv_rod_frames_couple(f, &m->line, s, true);
}

static void add_viscous(rv_rod_motion* m, const rv_rod_law* law, const rv_vec3* v) {
    const rv_rod_frames* f = m->frames;
    rv_rod_viscous viscous = {.viscosity = law->viscosity,
                              .first_held = f ? f->first_held : m->twisted,
                              .last_held = f ? f->last_held : m->twisted,
                              .first = m->first.rate,
                              .last = m->last.rate,
                              .values = m->room};
    rv_rod_add_viscous(&m->line, v, &viscous, m->force);
    m->M_first -= viscous.couple_first;
    m->M_last += viscous.couple_last;
}

// F(x) without tension, for velocities v
static void find_forces(rv_rod_motion* m, const rv_rod_law* law, const rv_vec3* v) {
    size_t bytes = (size_t)m->line.vertices * sizeof *m->force;
    rv_rod_measure(&m->line, m->x, m->frames ? 0.0 : law->B);
    if (m->frames)
        find_frames(m, law);
    else
        find_twist(m, law);
    if (m->push)
        memcpy(m->force, m->push, bytes);
    else
        memset(m->force, 0, bytes);
    if (law->damping.cosine > 0.0 || law->damping.viscous > 0.0)
        rv_rod_damp(&m->line, v, &law->damping);
    if (law->air > 0.0)
        rv_rod_add_drag(&m->line, v, law->air, m->force);
    if (m->frames)
        rv_rod_frames_add_forces(m->frames, &m->line, (rv_rod_stiffness){law->B, law->C}, m->force);
    else
        rv_rod_add_forces(&m->line, m->M_last, m->force);
    if (law->viscosity > 0.0)
        add_viscous(m, law, v);
}

static bool dissipates(const rv_rod_law* law) {
    return law->air > 0.0 || law->viscosity > 0.0 || law->damping.cosine > 0.0
           || law->damping.viscous > 0.0;
}

// ---- lengths ----------------------------------------------------------------------------------

// Positions in `older`, edges and right-hand sides for the tensions as they are; the largest error of
// a length, NaN if any is.
static double place(rv_rod_motion* m, const rv_rod_law* law) {
    const rv_rod_kernels* lanes = rv_rod_lanes();
    int n = m->line.vertices;
    rv_vec3 pull = rv_vec3_scale(m->line.tangent[0], m->tension[0]);
    m->older[0] = rv_vec3_mul_add(m->free[0], m->give[0], pull);
    lanes->place(m, 1, n);
    return lanes->lengths(m, 1.0 / law->EA, 0, n - 1);
}

static void form(rv_rod_motion* m, const rv_rod_law* law) {
    double yield = 1.0 / law->EA;
    bool newton = law->method == RV_ROD_NEWTON;
    rv_rod_in_ones.form(m, yield, newton, 0, 0, 1);
    rv_rod_lanes()->form(m, yield, newton, 1, 1, m->line.vertices - 1);
}

// Eliminates from both ends to the middle row k at the same time, since each division waits for the
// one before it, then goes back outwards. Adds the answer to the tensions.
static void solve(const rv_rod_motion* m) {
    const double *lower = m->lower, *upper = m->upper;
    double *pivot = m->middle, *y = m->rest, *T = m->tension;
    int end = m->line.vertices - 2, k = end / 2, b = end;
    if (end - k > k) {
        double f = upper[b - 1] / pivot[b];
        pivot[b] = 1.0 / pivot[b];
        pivot[b - 1] -= f * lower[b];
        y[b - 1] -= f * y[b];
        b--;
    }
    for (int a = 0; a < k; a++, b--) {
        double down = 1.0 / pivot[a], up = 1.0 / pivot[b];
        pivot[a] = down;
        pivot[b] = up;
        // one after the other: for a = k - 1 both change row k
        pivot[a + 1] -= lower[a + 1] * upper[a] * down;
        pivot[b - 1] -= upper[b - 1] * lower[b] * up;
        y[a + 1] -= lower[a + 1] * (y[a] * down);
        y[b - 1] -= upper[b - 1] * (y[b] * up);
    }
    double u = y[k] / pivot[k], w = u;
    T[k] += u;
    for (int a = k - 1, c = k + 1; a >= 0; a--, c++) {
        u = (y[a] - upper[a] * u) * pivot[a];
        w = (y[c] - lower[c] * w) * pivot[c];
        T[a] += u;
        T[c] += w;
    }
    if (end - k > k)
        T[end] += (y[end] - lower[end] * w) * pivot[end];
}

// new positions, in `older`
static rv_rod_report keep_lengths(rv_rod_motion* m, const rv_rod_law* law) {
    double strain = place(m, law), last = INFINITY;
    int iterations = 0;
    bool converged = strain <= law->tolerance;
    while (!converged && iterations < law->iterations_max) {
        form(m, law);
        solve(m);
        iterations++;
        last = strain;
        strain = place(m, law);
        converged = strain <= law->tolerance || (strain < STALLED && strain > 0.5 * last);
    }
    if (!converged && !isfinite(strain)) {
        memset(m->tension, 0, (size_t)m->line.vertices * sizeof *m->tension);
        strain = place(m, law);
    }
    return (rv_rod_report){iterations, strain, converged};
}

// ---- steps ------------------------------------------------------------------------------------

// Spring and damper at the end of the step, x_next = xbar + give (k (target - x_next) + ...): stable
// however stiff they are.
static void pull_vertex(rv_rod_motion* m, const rv_rod_spring* s, double h) {
    int i = s->vertex;
    if (s->gives) {
        m->free[i] = rv_vec3_mul_add(m->free[i], m->give[i], s->force);
        return;
    }
    double stiff = m->give[i] * s->stiffness, rub = m->give[i] * s->damping / h;
    double yields = 1.0 / (1.0 + stiff + rub);
    rv_vec3 along = rv_vec3_mul_add(m->x[i], h, s->velocity);
    rv_vec3 to = rv_vec3_mul_add(rv_vec3_scale(s->target, stiff), rub, along);
    m->free[i] = rv_vec3_scale(rv_vec3_add(m->free[i], to), yields);
    m->give[i] *= yields;
}

// the force of a spring with its vertex at x, and no limit
static rv_vec3 spring_force(const rv_rod_motion* m, const rv_rod_spring* s, rv_vec3 x, double h) {
    rv_vec3 v = rv_vec3_scale(rv_vec3_sub(x, m->x[s->vertex]), 1.0 / h);
    rv_vec3 pull = rv_vec3_scale(rv_vec3_sub(s->target, x), s->stiffness);
    return rv_vec3_mul_add(pull, s->damping, rv_vec3_sub(s->velocity, v));
}

static void set_spring(rv_rod_spring* s, rv_vec3 force) {
    double size = rv_vec3_length(force);
    s->gives = size > s->max_force;
    s->force = s->gives ? rv_vec3_scale(force, s->max_force / size) : force;
}

// Forces of springs for the new positions, in `older`; true: one has come to its limit, or away
// from it.
static bool find_springs(rv_rod_motion* m, double h) {
    bool changed = false;
    for (int k = 0; k < m->spring_count; k++) {
        rv_rod_spring* s = &m->springs[k];
        rv_vec3 force = spring_force(m, s, m->older[s->vertex], h);
        bool gave = s->gives;
        if (!gave)
            set_spring(s, force);
        else
            s->gives = rv_vec3_dot(force, s->force) >= s->max_force * s->max_force;
        changed |= s->gives != gave;
    }
    return changed;
}

// xbar = x + carry (x - before) + give F + fall, and the positions that are given
static void predict(rv_rod_motion* m, const rv_rod_law* law) {
    double half = 0.5 * law->slow * law->h, share = 1.0 / (1.0 + half);
    double carry = (1.0 - half) * share, hh = law->h * law->h * share * law->share;
    rv_rod_going going = {carry, hh, rv_vec3_scale(law->gravity, hh)};
    rv_rod_lanes()->predict(m, &going, 0, m->line.vertices);
    for (int k = 0; k < m->spring_count; k++)
        pull_vertex(m, &m->springs[k], law->h);
}

// velocities of the last half step, in `edge`, where forces ask for them
static const rv_vec3* recent_velocities(rv_rod_motion* m, double h) {
    double rate = 1.0 / h;
    for (int i = 0; i < m->line.vertices; i++)
        m->edge[i] = rv_vec3_scale(rv_vec3_sub(m->x[i], m->before[i]), rate);
    return m->edge;
}

rv_rod_report rv_rod_motion_start(rv_rod_motion* m, const rv_rod_law* law, const rv_vec3* v) {
    int n = m->line.vertices;
    double h = law->h, hh = h * h;
    find_forces(m, law, v);
    for (int i = 0; i < n; i++) {
        double w = m->weight[i];
        rv_vec3 a = rv_vec3_mul_add(law->gravity, -law->slow, v[i]);
        a = rv_vec3_mul_add(a, w, m->force[i]);
        rv_vec3 back = rv_vec3_mul_add(m->x[i], -h, v[i]);
        m->give[i] = hh * w;
        m->free[i] = w > 0.0 ? rv_vec3_mul_add(back, 0.5 * hh, a) : back;
    }
    rv_rod_report report = keep_lengths(m, law);
    memcpy(m->before, m->older, (size_t)n * sizeof *m->before);
    // half of the tension is what the half step takes
    for (int j = 0; j < n - 1; j++)
        m->tension[j] *= 2.0;
    return report;
}

rv_rod_report rv_rod_motion_step(rv_rod_motion* m, const rv_rod_law* law) {
    find_forces(m, law, dissipates(law) ? recent_velocities(m, law->h) : NULL);
    for (int k = 0; k < m->spring_count; k++)
        set_spring(&m->springs[k],
                   spring_force(m, &m->springs[k], m->x[m->springs[k].vertex], law->h));
    predict(m, law);
    // `older` is not read by now: the new positions are written there
    rv_vec3* oldest = m->before;
    rv_rod_report report = keep_lengths(m, law);
    for (int pass = 1; find_springs(m, law->h) && pass < SPRING_PASSES; pass++) {
        predict(m, law);
        rv_rod_report again = keep_lengths(m, law);
        again.iterations += report.iterations;
        report = again;
    }
    m->before = m->x;
    m->x = m->older;
    m->older = oldest;
    m->first.turn += law->h * m->first.rate;
    m->last.turn += law->h * m->last.rate;
    return report;
}

// ---- readings ---------------------------------------------------------------------------------

void rv_rod_motion_velocities(const rv_rod_motion* m, double h, rv_vec3* v) {
    double rate = 0.5 / h;
    for (int i = 0; i < m->line.vertices; i++)
        v[i] = rv_vec3_scale(rv_vec3_sub(m->x[i], m->older[i]), rate);
}

void rv_rod_motion_last_velocities(const rv_rod_motion* m, double h, rv_vec3* v) {
    double rate = 0.5 / h;
    for (int i = 0; i < m->line.vertices; i++) {
        // (3 x - 4 before + older)/(2h)
        rv_vec3 last = rv_vec3_sub(m->x[i], m->before[i]);
        rv_vec3 earlier = rv_vec3_sub(m->before[i], m->older[i]);
        v[i] = rv_vec3_scale(rv_vec3_sub(rv_vec3_scale(last, 3.0), earlier), rate);
    }
}

rv_rod_energies rv_rod_motion_energies(const rv_rod_motion* m, const rv_rod_law* law) {
    rv_rod_energies e = {0};
    if (m->frames) {
        rv_rod_stiffness s = {law->B, law->C};
        e.bending = rv_rod_frames_energy(m->frames, &m->line, s);
    } else {
        e.bending = rv_rod_bend_energy(&m->line, law->B);
        e.twisting = m->twisted ? rv_rod_twist_energy(&m->line, law->C, m->Theta) : 0.0;
    }
    double rate = 0.5 / law->h;
    for (int i = 0; i < m->line.vertices; i++) {
        rv_vec3 v = rv_vec3_scale(rv_vec3_sub(m->x[i], m->older[i]), rate);
        e.kinetic += 0.5 * m->mass[i] * rv_vec3_dot(v, v);
        e.weight -= m->mass[i] * rv_vec3_dot(law->gravity, m->before[i]);
    }
    for (int j = 0; j < m->line.vertices - 1 && isfinite(law->EA); j++) {
        double l = m->line.length[j], longer = m->line.current[j] - l;
        e.stretching += 0.5 * law->EA * longer * longer / l;
    }
    e.total = e.kinetic + e.bending + e.twisting + e.stretching + e.weight;
    return e;
}

// the mass of a vertex as if the rod went on: an end has half of it
static double inner_mass(const double* mass, int i, int n) {
    return i == 0 || i == n - 1 ? 2.0 * mass[i] : mass[i];
}

double rv_rod_step_limit(const rv_rod_line* line, const double* mass, double B) {
    int n = line->vertices;
    double least = INFINITY;
    for (int i = 1; i < n - 1; i++) {
        double l = fmin(line->length[i - 1], line->length[i]);
        double m = fmin(mass[i], fmin(inner_mass(mass, i - 1, n), inner_mass(mass, i + 1, n)));
        double opening = 1.0 / line->fold[i]; // 1 + c
        double square = m * l * l * l * (opening * opening) / (3.0 - opening);
        least = square <= least ? square : least;
    }
    return B > 0.0 ? 0.25 * sqrt(least / B) : INFINITY;
}
