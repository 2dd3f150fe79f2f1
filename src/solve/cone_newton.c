// Semi-smooth Newton on the projected equations of the contacts (Alart & Curnier 1991). With
// y = lambda - w / d, d the diagonal of W, every part of a contact has a state:
//   open    y_n < 0              lambda = 0 in all its rows: eliminated
//   closed  y_n >= 0             w_n = 0
//   stick   |y_k| <= mu_k y_n    w_k = 0
//   slip    else                 lambda_k = mu_k lambda_n u + x p, p . w_k + kappa x = 0
// u = y_k / |y_k|, p normal to it, kappa = d (|y_k| / (mu_k y_n) - 1): the derivative of the
// projection, written for the new lambda itself, so that two slipping rows are one unknown, x.
// Redundant contacts, which full steps close and open all at once, are told apart by a little damping
// that fades: an implicit flow whose steps lengthen as the merit falls. Where that does not end,
// either: more damping; a longer reach, y = lambda - reach w / d, for what creeps by the share that
// makes W definite.
#include "solve/cone_private.h"
#include "solve/dense.h"

#include <string.h>

// steps in a row that may fail to lower the residual: full ones; with damping that fades, and of
// these where it is GOOD
enum { NEWTON_TRIES = 2, FADING_TRIES = 10, GOOD_TRIES = 2 };
// what is left then is how redundant contacts share a load
static const double GOOD = 1e-8;

// of the damping, relative to the diagonal of W
static const double DAMPING_LEAST = 1e-8, DAMPING_MOST = 10.0, DAMPING_FADING = 1e-3;
// Residuals at which damping has done its part: what is wrong then hardly moves anything. Later
// rounds go on to smaller ones.
static const double SMALL = 1e-6, SMALL_STEP = 1e-3, SMALLEST = 1e-13;
static const double REACH_STEP = 1e3, REACH_MOST = 1e11;
// a contact is taken to be at rest at first if it parts no faster than this share of the fastest
// approach
static const double REST_SHARE = 0.1;
// kappa beyond this many d: the direction is as good as fixed
static const double KAPPA_MOST = 1e18;

// lambda_i as a sum of two unknowns; column -1: none
typedef struct expression {
    int column[2];
    double factor[2];
} expression;

// the equation of an unknown: sum of factor w_row, plus kappa times the unknown, is 0; or the row
// is at its moving bound
typedef struct equation {
    int row[2]; // the second may be -1
    double factor[2];
    double kappa;
    double d;    // of its rows
    int8_t side; // of a moving bound; else 0
} equation;

typedef struct newton {
    rv_cone_work work;
    double* lambda;
    double* best;
    expression* expression;
    equation* equation;
    int count; // unknowns
    bool symmetric;
    double reach;    // y = lambda - reach w / d
    double damping;  // adds damping d (lambda - start) to w
    double approach; // > 0 from nothing: the fastest
    rv_ldl ldl;      // of W itself while nothing slips; else its L holds an LU
    int* exchange;
    int* order;
    double* step;
    double* scale;
    double* combined; // a row of W in the equations
    double* start;    // lambda before the step
} newton;

size_t rv_cone_newton_bytes(int n) {
    size_t count = (size_t)n;
    return rv_cone_work_bytes(n) + rv_ldl_bytes(n)
           + count * (sizeof(expression) + sizeof(equation) + 2 * sizeof(int) + 5 * sizeof(double))
           + 10 * 16;
}

static bool newton_take(newton* s, const rv_cone_problem* problem, rv_arena* arena) {
    size_t n = (size_t)problem->n;
    s->best = rv_arena_take(arena, n, sizeof(double));
    s->expression = rv_arena_take(arena, n, sizeof(expression));
    s->equation = rv_arena_take(arena, n, sizeof(equation));
    s->exchange = rv_arena_take(arena, n, sizeof(int));
    s->order = rv_arena_take(arena, n, sizeof(int));
    s->step = rv_arena_take(arena, n, sizeof(double));
    s->scale = rv_arena_take(arena, n, sizeof(double));
    s->combined = rv_arena_take(arena, n, sizeof(double));
    s->start = rv_arena_take(arena, n, sizeof(double));
    return s->start && s->best && s->expression && s->equation && s->exchange && s->order && s->step
           && s->scale && s->combined && rv_ldl_take(&s->ldl, problem->n, arena)
           && rv_cone_work_take(&s->work, problem, arena);
}

// --- states --------------------------------------------------------------------------------------

// row i is an unknown of its own, with the equation w_i = 0
static int add_free(newton* s, int i) {
    s->expression[i] = (expression){{s->count, -1}, {1.0, 0.0}};
    s->equation[s->count] =
        (equation){.row = {i, -1}, .factor = {1.0, 0.0}, .d = s->work.rows.d[i]};
    return s->count++;
}

static void add_known(newton* s, int i, double value) {
    s->expression[i] = (expression){{-1, -1}, {0.0, 0.0}};
    s->lambda[i] = value;
}

// the rows [i, i + rows) of a slipping disk follow the unknown `normal` along u
static void add_slip(newton* s, int i, const rv_cone_disk* disk, const double* y, int normal) {
    double radius = disk->coefficient, length = rv_cone_length(y, disk->rows);
    s->symmetric = false;
    if (disk->rows == 1) {
        s->expression[i] = (expression){{normal, -1}, {y[0] < 0.0 ? -radius : radius, 0.0}};
        return;
    }
    double u[2] = {y[0] / length, y[1] / length};
    s->expression[i] = (expression){{normal, s->count}, {radius * u[0], -u[1]}};
    s->expression[i + 1] = (expression){{normal, s->count}, {radius * u[1], u[0]}};
    s->equation[s->count++] = (equation){.row = {i, i + 1}, .factor = {-u[1], u[0]}};
}

static void add_disk(newton* s, int first, const rv_cone_disk* disk, double y_n) {
    int i = first + disk->offset, normal = s->expression[first].column[0];
    double d = rv_cone_disk_size(s->work.problem, i, disk->rows), y[2] = {0};
    for (int k = 0; k < disk->rows; k++)
        y[k] = s->lambda[i + k] - s->reach / d * s->work.rows.w[i + k];
    double radius = disk->coefficient * y_n, length = rv_cone_length(y, disk->rows);
    if (disk->coefficient > 0.0 && length > radius) {
        add_slip(s, i, disk, y, normal);
        if (disk->rows == 2) {
            s->equation[s->count - 1].kappa =
                d / s->reach * fmin(length / radius - 1.0, KAPPA_MOST);
            s->equation[s->count - 1].d = d;
        }
        return;
    }
    for (int k = 0; k < disk->rows; k++)
        if (disk->coefficient > 0.0)
            s->equation[add_free(s, i + k)].d = d;
        else
            add_known(s, i + k, 0.0);
}

static void add_contact(newton* s, const rv_cone* cone) {
    const rv_lcp_rows* rows = &s->work.rows;
    int first = cone->first;
    double y_n = s->lambda[first] - s->reach / rows->d[first] * rows->w[first];
    if (s->approach > 0.0 && rows->w[first] <= REST_SHARE * s->approach)
        y_n = fmax(y_n, s->approach / rows->d[first]);
    if (!(y_n >= 0.0)) {
        for (int k = 0; k < rv_cone_rows(cone); k++)
            add_known(s, first + k, 0.0);
        return;
    }
    add_free(s, first);
    for (int k = 0; k < RV_CONE_DISKS; k++) {
        rv_cone_disk disk = rv_cone_disk_get(cone, k);
        if (disk.rows > 0)
            add_disk(s, first, &disk, y_n);
    }
}

static bool bound_moves(const rv_cone_problem* problem, int row, int8_t side) {
    for (int t = 0; t < problem->term_count; t++) {
        const rv_lcp_term* term = &problem->terms[t];
        if (term->row == row && (side < 0 ? term->lower : term->upper) != 0.0)
            return true;
    }
    return false;
}

static void add_box(newton* s, int i) {
    const rv_lcp_rows* rows = &s->work.rows;
    int8_t side = rv_lcp_row_check(rows, i, s->lambda[i]).side;
    if (side == 0) {
        add_free(s, i);
    } else if (bound_moves(s->work.problem, i, side)) {
        s->equation[add_free(s, i)].side = side;
        s->symmetric = false;
    } else {
        add_known(s, i, side < 0 ? rows->lower[i] : rows->upper[i]);
    }
}

// states at lambda; known rows take their value, the others start from zero
static void choose_states(newton* s) {
    const rv_cone_problem* problem = s->work.problem;
    s->count = 0;
    s->symmetric = s->damping == 0.0;
    for (int c = 0; c < problem->cone_count; c++)
        add_contact(s, &problem->cones[c]);
    for (int i = problem->first_box; i < problem->n; i++)
        add_box(s, i);
    for (int i = 0; i < problem->n; i++)
        if (s->expression[i].column[0] >= 0)
            s->lambda[i] = 0.0;
}

// --- equations -----------------------------------------------------------------------------------

static void add_to_row(double* row, const expression* e, double value) {
    row[e->column[0]] += value * e->factor[0];
    if (e->column[1] >= 0)
        row[e->column[1]] += value * e->factor[1];
}

// d (lambda_i - the terms of its bound)
static void assemble_moving(newton* s, const equation* e, double* row) {
    const rv_cone_problem* problem = s->work.problem;
    int i = e->row[0];
    double d = s->work.rows.d[i];
    add_to_row(row, &s->expression[i], d);
    for (int t = 0; t < problem->term_count; t++) {
        const rv_lcp_term* term = &problem->terms[t];
        if (term->row == i && s->expression[term->other].column[0] >= 0)
            add_to_row(row, &s->expression[term->other],
                       -d * (e->side < 0 ? term->lower : term->upper));
    }
}

static void assemble_row(newton* s, int a) {
    const rv_cone_problem* problem = s->work.problem;
    const equation* e = &s->equation[a];
    size_t n = (size_t)problem->n;
    double* row = s->ldl.L + (size_t)a * (size_t)s->count;
    memset(row, 0, (size_t)s->count * sizeof(double));
    if (e->side != 0) {
        assemble_moving(s, e, row);
        return;
    }
    const double* values = problem->W + (size_t)e->row[0] * n;
    if (e->row[1] >= 0) {
        const double* other = problem->W + (size_t)e->row[1] * n;
        for (size_t i = 0; i < n; i++)
            s->combined[i] = (0.0 + e->factor[0] * values[i]) + e->factor[1] * other[i];
        values = s->combined;
    }
    for (int i = 0; i < problem->n; i++)
        if (s->expression[i].column[0] >= 0)
            add_to_row(row, &s->expression[i], values[i]);
    row[a] += e->kappa + s->damping * e->d;
}

static void factor(newton* s) {
    if (s->symmetric) {
        for (int a = 0; a < s->count; a++)
            s->order[a] = s->equation[a].row[0];
        rv_ldl_extend(&s->ldl, s->work.problem->W, s->work.problem->n, s->order, 0, s->count, 1.0);
        return;
    }
    for (int a = 0; a < s->count; a++)
        assemble_row(s, a);
    rv_lu_factor(s->ldl.L, s->count, s->exchange, s->scale);
}

// what is left of the equation at lambda
static double equation_rest(const newton* s, const equation* e) {
    const rv_lcp_rows* rows = &s->work.rows;
    int i = e->row[0], j = e->row[1];
    if (e->side != 0)
        return rows->d[i] * ((e->side < 0 ? rows->lower[i] : rows->upper[i]) - s->lambda[i]);
    double rest = e->factor[0] * rows->w[i], pull = s->damping * e->d;
    rest += pull * e->factor[0] * (s->lambda[i] - s->start[i]);
    if (j >= 0) {
        rest += pull * e->factor[1] * (s->lambda[j] - s->start[j]);
        rest += e->factor[1] * rows->w[j];
        rest += e->kappa * (e->factor[0] * s->lambda[i] + e->factor[1] * s->lambda[j]);
    }
    return -rest;
}

// w of the rows that equations are about, and the bounds that move: all that they ask for. It is q
// where nothing pushes.
static void find_speeds(newton* s) {
    const rv_cone_problem* problem = s->work.problem;
    size_t n = (size_t)problem->n;
    bool pushes = false;
    for (int i = 0; i < problem->n; i++)
        pushes |= s->lambda[i] != 0.0;
    for (int a = 0; a < s->count; a++)
        for (int k = 0; k < 2 && s->equation[a].row[k] >= 0; k++) {
            int i = s->equation[a].row[k];
            const double* row = problem->W + (size_t)i * n;
            double pushed = pushes ? rv_dense_dot(row, s->lambda, problem->n) : 0.0;
            s->work.rows.w[i] = problem->q[i] + pushed;
        }
    rv_lcp_rows_bound(&s->work.rows, &s->work.lcp, s->lambda);
}

// one step on the linear equations; the first from zero, the second is the refinement
static void move_unknown(newton* s) {
    find_speeds(s);
    for (int a = 0; a < s->count; a++)
        s->step[a] = equation_rest(s, &s->equation[a]);
    if (s->symmetric)
        rv_ldl_solve(&s->ldl, s->count, s->step);
    else
        rv_lu_solve(s->ldl.L, s->count, s->exchange, s->step);
    for (int i = 0; i < s->work.problem->n; i++) {
        const expression* e = &s->expression[i];
        for (int k = 0; k < 2 && e->column[k] >= 0; k++)
            s->lambda[i] += e->factor[k] * s->step[e->column[k]];
    }
}

static double newton_step(newton* s) {
    choose_states(s);
    factor(s);
    move_unknown(s);
    move_unknown(s);
    return rv_cone_work_update(&s->work, s->lambda);
}

// --- iteration -----------------------------------------------------------------------------------

// A run of steps. The merit is the energy of what is wrong, the sum of d |lambda - P(y)|^2.
typedef struct search {
    newton* s;
    rv_cone_result* result;
    int cap;
    double residual;      // of the last step
    double before, after; // its merit
} search;

static double disk_merit(const newton* s, int first, const rv_cone_disk* disk, double y_n) {
    int i = first + disk->offset;
    double d = rv_cone_disk_size(s->work.problem, i, disk->rows), y[2] = {0}, sum = 0.0;
    for (int k = 0; k < disk->rows; k++)
        y[k] = s->lambda[i + k] - s->work.rows.w[i + k] / d;
    double length = rv_cone_length(y, disk->rows), radius = disk->coefficient * y_n;
    double inside = length > radius ? radius / length : 1.0;
    for (int k = 0; k < disk->rows; k++) {
        double error = s->lambda[i + k] - inside * y[k];
        sum += d * error * error;
    }
    return sum;
}

static double merit(const newton* s) {
    const rv_cone_problem* problem = s->work.problem;
    const rv_lcp_rows* rows = &s->work.rows;
    double sum = 0.0;
    for (int c = 0; c < problem->cone_count; c++) {
        const rv_cone* cone = &problem->cones[c];
        int n = cone->first;
        double y_n = fmax(0.0, s->lambda[n] - rows->w[n] / rows->d[n]);
        sum += rows->d[n] * (s->lambda[n] - y_n) * (s->lambda[n] - y_n);
        for (int k = 0; k < RV_CONE_DISKS; k++) {
            rv_cone_disk disk = rv_cone_disk_get(cone, k);
            sum += disk.rows > 0 ? disk_merit(s, n, &disk, y_n) : 0.0;
        }
    }
    for (int i = problem->first_box; i < problem->n; i++) {
        double error = rv_lcp_row_check(rows, i, s->lambda[i]).error;
        sum += error * error / rows->d[i];
    }
    return sum;
}

// keeps the better of lambda and best; both are judged inside their cones
static void keep_best(newton* s, rv_cone_result* result) {
    size_t bytes = (size_t)s->work.problem->n * sizeof(double);
    double* held = s->combined;
    memcpy(held, s->lambda, bytes);
    rv_cone_project(s->work.problem, held);
    double residual = rv_cone_residual_below(s->work.problem, held, result->residual);
    if (residual < result->residual) {
        result->residual = residual;
        memcpy(s->best, held, bytes);
    }
    result->solved = result->residual <= s->work.problem->tolerance;
}

static bool goes_on(const search* h) {
    return !h->result->solved && h->result->iterations < h->cap && isfinite(h->residual);
}

// From nothing, a first guess: what hardly parts carries as much as would stop the fastest
// approach. A pile is found at once by this, while contacts that close one after the other need a
// step for each layer. 0 once there are forces.
static double fastest_approach(const newton* s) {
    const rv_cone_problem* problem = s->work.problem;
    double fastest = 0.0;
    for (int i = 0; i < problem->n; i++)
        if (s->lambda[i] != 0.0)
            return 0.0;
    for (int c = 0; c < problem->cone_count; c++)
        fastest = fmax(fastest, -problem->q[problem->cones[c].first]);
    return fastest;
}

static void take_step(search* h) {
    newton* s = h->s;
    s->approach = fastest_approach(s);
    memcpy(s->start, s->lambda, (size_t)s->work.problem->n * sizeof(double));
    h->before = h->after;
    h->residual = newton_step(s);
    h->after = merit(s);
    h->result->iterations++;
    keep_best(s, h->result);
}

static void go_to_best(search* h) {
    memcpy(h->s->lambda, h->s->best, (size_t)h->s->work.problem->n * sizeof(double));
    h->residual = rv_cone_work_update(&h->s->work, h->s->lambda);
    h->after = merit(h->s);
}

// full steps, until the residual has not fallen for a while
static void run_plain(search* h, double reach) {
    double least = INFINITY;
    h->s->reach = reach;
    for (int tries = NEWTON_TRIES; tries > 0 && goes_on(h); tries--) {
        take_step(h);
        if (h->residual < least) {
            least = h->residual;
            tries = NEWTON_TRIES + 1;
        }
    }
    h->s->reach = 1.0;
}

// damping that fades, from the best lambda, until the residual has not fallen for a while
static void run_fading(search* h) {
    newton* s = h->s;
    double least = h->result->residual;
    go_to_best(h);
    s->damping = fmin(fmax(least, DAMPING_FADING), 1.0); // as much as is wrong
    for (int tries = FADING_TRIES; tries > 0 && goes_on(h) && s->damping > DAMPING_LEAST; tries--) {
        take_step(h);
        s->damping *= h->after < 0.5 * h->before ? 0.1 : h->after > 1.3 * h->before ? 4.0 : 0.3;
        s->damping = fmin(s->damping, DAMPING_MOST);
        if (h->result->residual < 0.5 * least) {
            least = h->result->residual;
            tries = (least <= GOOD ? GOOD_TRIES : FADING_TRIES) + 1;
        }
    }
    s->damping = 0.0;
}

// steps of an implicit flow towards the solution, longer as the merit falls, until the residual is
// small
static void run_damped(search* h, double small) {
    newton* s = h->s;
    s->damping = 1.0;
    while (goes_on(h) && s->damping > DAMPING_LEAST && h->residual > small) {
        take_step(h);
        s->damping *= h->after < 0.5 * h->before ? 0.3 : h->after > 1.3 * h->before ? 2.0 : 0.7;
        s->damping = fmin(s->damping, DAMPING_MOST);
    }
    s->damping = 0.0;
}

// full steps with longer and longer reaches, from the best lambda
static void run_reaching(search* h) {
    for (double reach = REACH_STEP; reach < REACH_MOST; reach *= REACH_STEP) {
        go_to_best(h);
        if (!goes_on(h))
            return;
        run_plain(h, reach);
    }
}

static void run_all(search* h) {
    for (double small = SMALL; small > SMALLEST && goes_on(h); small *= SMALL_STEP) {
        go_to_best(h);
        run_damped(h, small);
        run_plain(h, 1.0);
        if (h->result->residual <= SMALL)
            run_reaching(h);
        go_to_best(h);
    }
}

rv_cone_result rv_cone_newton_run(const rv_cone_problem* problem, double* lambda, int cap,
                                  bool thorough, rv_arena scratch) {
    rv_cone_result result = {.residual = INFINITY};
    newton s = {.lambda = lambda, .reach = 1.0};
    rv_cone_project(problem, lambda);
    if (!newton_take(&s, problem, &scratch))
        return result;
    search h = {.s = &s, .result = &result, .cap = cap};
    memcpy(s.best, lambda, (size_t)problem->n * sizeof(double));
    go_to_best(&h);
    keep_best(&s, &result);
    run_plain(&h, 1.0);
    if (!result.solved)
        run_fading(&h);
    if (thorough && !result.solved)
        run_all(&h);
    memcpy(lambda, s.best, (size_t)problem->n * sizeof(double));
    return result;
}
