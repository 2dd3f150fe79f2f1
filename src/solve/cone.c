// Contacts with Coulomb's law: rules for the input, the natural residual, the projection, and the
// choice of the method. The methods are in cone_local.c, cone_newton.c and cone_sweep.c.
#include "solve/cone_private.h"
#include "solve/dense.h"

#include <string.h>

enum {
    NEWTON_LEAST = 60,
    NEWTON_MOST = 400,
    FIRST_SWEEPS = 8,
    SWEEPS_LEAST = 100,
    SWEEPS_MOST = 2000
};

// rows^3 per Newton step and rows^2 per sweep: what a solve may cost, unless it is told
static const double NEWTON_WORK = 4e8, SWEEP_WORK = 4e7;

// --- input ---------------------------------------------------------------------------------------

// the parts of the problem fit together, so that lambda can be projected
static bool shape_is_valid(const rv_cone_problem* p) {
    if (p == NULL || p->n < 0 || p->n > RV_LCP_ROWS_MAX || p->cone_count < 0 || p->term_count < 0)
        return false;
    if ((p->cone_count > 0 && p->cones == NULL) || (p->term_count > 0 && p->terms == NULL))
        return false;
    int row = 0;
    for (int c = 0; c < p->cone_count; c++) {
        const rv_cone* cone = &p->cones[c];
        bool rows = (cone->spin_rows == 0 || cone->spin_rows == 1)
                    && (cone->roll_rows == 0 || cone->roll_rows == 2);
        if (!rows || cone->first != row)
            return false;
        row += rv_cone_rows(cone);
    }
    for (int t = 0; t < p->term_count; t++) {
        const rv_lcp_term* term = &p->terms[t];
        if (term->row < p->first_box || term->row >= p->n || term->other < 0 || term->other >= p->n)
            return false;
    }
    return row == p->first_box && row <= p->n
           && (row == p->n || (p->lower != NULL && p->upper != NULL));
}

static bool is_coefficient(double x) {
    return x >= 0.0 && x < INFINITY;
}

static bool values_are_valid(const rv_cone_problem* p) {
    size_t n = (size_t)p->n;
    for (int c = 0; c < p->cone_count; c++)
        if (!is_coefficient(p->cones[c].friction) || !is_coefficient(p->cones[c].spin)
            || !is_coefficient(p->cones[c].roll))
            return false;
    for (size_t i = 0; i < n; i++)
        if (!(p->W[i * n + i] > 0.0))
            return false;
    for (int i = 0; i < p->n - p->first_box; i++)
        if (!(p->lower[i] < INFINITY) || !(p->upper[i] > -INFINITY))
            return false;
    for (int t = 0; t < p->term_count; t++)
        if (!isfinite(p->terms[t].lower) || !isfinite(p->terms[t].upper))
            return false;
    return rv_dense_all_finite(p->W, n * n) && rv_dense_all_finite(p->q, n);
}

bool rv_cone_is_valid(const rv_cone_problem* problem) {
    return shape_is_valid(problem)
           && (problem->n == 0
               || (problem->W != NULL && problem->q != NULL && values_are_valid(problem)));
}

// --- projection ----------------------------------------------------------------------------------

void rv_cone_box_bounds(const rv_cone_problem* problem, int row, const double* lambda,
                        double bounds[2]) {
    bounds[0] = problem->lower[row - problem->first_box];
    bounds[1] = problem->upper[row - problem->first_box];
    for (int t = 0; t < problem->term_count; t++) {
        const rv_lcp_term* term = &problem->terms[t];
        if (term->row != row)
            continue;
        bounds[0] += term->lower * lambda[term->other];
        bounds[1] += term->upper * lambda[term->other];
    }
}

static void project_contact(const rv_cone* cone, double* lambda) {
    lambda[0] = fmax(lambda[0], 0.0);
    for (int k = 0; k < RV_CONE_DISKS; k++) {
        rv_cone_disk disk = rv_cone_disk_get(cone, k);
        double* x = lambda + disk.offset;
        double radius = disk.coefficient * lambda[0];
        double length = disk.rows > 0 ? rv_cone_length(x, disk.rows) : 0.0;
        for (int i = 0; i < disk.rows; i++)
            if (length > radius)
                x[i] *= radius / length;
            else if (!(length <= radius)) // a coefficient that is not a number
                x[i] = 0.0;
    }
}

void rv_cone_project(const rv_cone_problem* problem, double* lambda) {
    int boxes = problem->n - problem->first_box;
    for (int i = 0; i < problem->n; i++)
        if (!isfinite(lambda[i]))
            lambda[i] = 0.0;
    for (int c = 0; c < problem->cone_count; c++)
        project_contact(&problem->cones[c], lambda + problem->cones[c].first);
    // bounds may refer to boxes: again until nothing moves
    bool moved = true;
    for (int pass = 0; moved && pass <= boxes; pass++) {
        moved = false;
        for (int i = problem->first_box; i < problem->n; i++) {
            double bounds[2], before = lambda[i];
            rv_cone_box_bounds(problem, i, lambda, bounds);
            double clamped = fmin(fmax(before, bounds[0]), bounds[1]);
            lambda[i] = isfinite(clamped) ? clamped : 0.0;
            moved = moved || (lambda[i] != before && problem->term_count > 0);
        }
    }
}

// --- residual ------------------------------------------------------------------------------------

double rv_cone_disk_size(const rv_cone_problem* problem, int first_row, int rows) {
    size_t n = (size_t)problem->n, i = (size_t)first_row;
    double first = problem->W[i * (n + 1)];
    return rows == 1 ? first : 0.5 * (first + problem->W[(i + 1) * (n + 1)]);
}

// the worse of two, a NaN being the worst
static double worse(double residual, double error, double size) {
    if (error == 0.0)
        return residual;
    double ratio = error / size;
    return ratio <= residual ? residual : isnan(ratio) ? INFINITY : ratio;
}

// how far one row is from its clamped place; the lcp's check on a table of one row
static double row_residual(double lambda, double d, double w, double size, double bounds[2]) {
    rv_lcp_rows row = {&d, &w, &size, &bounds[0], &bounds[1]};
    rv_lcp_check check = rv_lcp_row_check(&row, 0, lambda);
    return worse(0.0, check.error, check.size);
}

// lambda, w and size are those of the contact's first row
static double disk_residual(const rv_cone_disk* disk, double d, const double* lambda,
                            const double* w, const double* size) {
    int i = disk->offset;
    double y[2] = {0}, error[2] = {0}, largest = 0.0;
    double radius = disk->coefficient * fmax(lambda[0], 0.0);
    for (int k = 0; k < disk->rows; k++) {
        y[k] = lambda[i + k] - w[i + k] / d;
        largest = fmax(largest, size[i + k]);
    }
    double length = rv_cone_length(y, disk->rows);
    for (int k = 0; k < disk->rows; k++)
        error[k] = length > radius ? d * (lambda[i + k] - y[k] * (radius / length)) : w[i + k];
    largest += d * (rv_cone_length(lambda + i, disk->rows) + radius);
    return worse(0.0, rv_cone_length(error, disk->rows), largest);
}

static double contact_residual(const rv_cone_problem* problem, const rv_cone* cone,
                               const double* lambda, const double* w, const double* size) {
    double above[2] = {0.0, INFINITY};
    double d = rv_cone_disk_size(problem, cone->first, 1);
    double residual = row_residual(lambda[0], d, w[0], size[0], above);
    for (int k = 0; k < RV_CONE_DISKS; k++) {
        rv_cone_disk disk = rv_cone_disk_get(cone, k);
        if (disk.rows == 0)
            continue;
        d = rv_cone_disk_size(problem, cone->first + disk.offset, disk.rows);
        residual = fmax(residual, disk_residual(&disk, d, lambda, w, size));
    }
    return residual;
}

// w_i and the magnitudes that are summed in it
static void row_value(const rv_cone_problem* problem, int i, const double* lambda, double* w,
                      double* size) {
    const double* row = problem->W + (size_t)i * (size_t)problem->n;
    double sum[4] = {0}, magnitude[4] = {0};
    int j = 0;
    for (; j + 4 <= problem->n; j += 4)
        for (int k = 0; k < 4; k++) {
            double product = row[j + k] * lambda[j + k];
            sum[k] += product;
            magnitude[k] += fabs(product);
        }
    for (; j < problem->n; j++) {
        sum[0] += row[j] * lambda[j];
        magnitude[0] += fabs(row[j] * lambda[j]);
    }
    *w = problem->q[i] + ((sum[0] + sum[1]) + (sum[2] + sum[3]));
    *size = fabs(problem->q[i]) + ((magnitude[0] + magnitude[1]) + (magnitude[2] + magnitude[3]));
}

static double box_residual(const rv_cone_problem* problem, int i, const double* lambda) {
    double bounds[2], w, size, d = rv_cone_disk_size(problem, i, 1);
    row_value(problem, i, lambda, &w, &size);
    rv_cone_box_bounds(problem, i, lambda, bounds);
    for (int t = 0; t < problem->term_count; t++) {
        const rv_lcp_term* term = &problem->terms[t];
        if (term->row == i)
            size += d * fmax(fabs(term->lower), fabs(term->upper)) * fabs(lambda[term->other]);
    }
    return row_residual(lambda[i], d, w, size, bounds);
}

double rv_cone_residual_below(const rv_cone_problem* problem, const double* lambda, double limit) {
    double residual = 0.0;
    for (int c = 0; c < problem->cone_count && residual < limit; c++) {
        const rv_cone* cone = &problem->cones[c];
        double w[RV_CONE_ROWS], size[RV_CONE_ROWS];
        for (int k = 0; k < rv_cone_rows(cone); k++)
            row_value(problem, cone->first + k, lambda, &w[k], &size[k]);
        residual = fmax(residual, contact_residual(problem, cone, lambda + cone->first, w, size));
    }
    for (int i = problem->first_box; i < problem->n && residual < limit; i++)
        residual = fmax(residual, box_residual(problem, i, lambda));
    return residual;
}

double rv_cone_residual_at(const rv_cone_problem* problem, const double* lambda) {
    return rv_cone_residual_below(problem, lambda, INFINITY);
}

double rv_cone_residual(const rv_cone_problem* problem, const double* lambda) {
    if (!rv_cone_is_valid(problem) || (problem->n > 0 && lambda == NULL)
        || !rv_dense_all_finite(lambda, (size_t)problem->n))
        return INFINITY;
    return rv_cone_residual_at(problem, lambda);
}

// --- work ----------------------------------------------------------------------------------------

size_t rv_cone_work_bytes(int n) {
    return rv_lcp_rows_bytes(n) + 2 * ((size_t)n * sizeof(double) + 16);
}

static void set_bounds(const rv_cone_problem* problem, double* lower, double* upper) {
    for (int c = 0; c < problem->cone_count; c++) {
        const rv_cone* cone = &problem->cones[c];
        upper[cone->first] = INFINITY;
        for (int k = 0; k < RV_CONE_DISKS; k++) {
            rv_cone_disk disk = rv_cone_disk_get(cone, k);
            for (int i = 0; i < disk.rows && disk.coefficient > 0.0; i++) {
                lower[cone->first + disk.offset + i] = -INFINITY;
                upper[cone->first + disk.offset + i] = INFINITY;
            }
        }
    }
    for (int i = problem->first_box; i < problem->n; i++) {
        lower[i] = problem->lower[i - problem->first_box];
        upper[i] = problem->upper[i - problem->first_box];
    }
}

bool rv_cone_work_take(rv_cone_work* work, const rv_cone_problem* problem, rv_arena* arena) {
    size_t n = (size_t)problem->n;
    double* lower = rv_arena_take(arena, n, sizeof(double));
    double* upper = rv_arena_take(arena, n, sizeof(double));
    if (lower == NULL || upper == NULL)
        return false;
    set_bounds(problem, lower, upper);
    work->problem = problem;
    work->lcp = (rv_lcp){.n = problem->n,
                         .W = problem->W,
                         .q = problem->q,
                         .lower = lower,
                         .upper = upper,
                         .terms = problem->terms,
                         .term_count = problem->term_count};
    return rv_lcp_rows_take(&work->rows, &work->lcp, arena);
}

double rv_cone_work_update(rv_cone_work* work, const double* lambda) {
    const rv_cone_problem* problem = work->problem;
    const rv_lcp_rows* rows = &work->rows;
    double residual = 0.0;
    rv_lcp_rows_update(&work->rows, &work->lcp, lambda);
    for (int c = 0; c < problem->cone_count; c++) {
        const rv_cone* cone = &problem->cones[c];
        int i = cone->first;
        residual = fmax(residual,
                        contact_residual(problem, cone, lambda + i, rows->w + i, rows->size + i));
    }
    for (int i = problem->first_box; i < problem->n; i++) {
        rv_lcp_check check = rv_lcp_row_check(rows, i, lambda[i]);
        residual = worse(residual, check.error, check.size);
    }
    return residual;
}

// --- methods -------------------------------------------------------------------------------------

size_t rv_cone_scratch_bytes(int n, int cone_count, int term_count) {
    if (n < 0 || n > RV_LCP_ROWS_MAX || cone_count < 0 || term_count < 0)
        return 0;
    size_t newton = rv_cone_newton_bytes(n);
    // without friction it goes to the pivoting method, behind the bounds
    size_t pivot = rv_cone_work_bytes(n) + rv_lcp_scratch_bytes(n, 0);
    // room to hold the best lambda; a block may start misaligned
    return (newton > pivot ? newton : pivot) + (size_t)n * sizeof(double) + 32;
}

static int clamp_cap(double cap, int least, int most) {
    return cap < least ? least : cap > most ? most : (int)cap;
}

static int newton_cap(const rv_cone_problem* problem) {
    double rows = problem->n;
    return problem->newton_cap > 0
               ? problem->newton_cap
               : clamp_cap(NEWTON_WORK / (rows * rows * rows), NEWTON_LEAST, NEWTON_MOST);
}

static int sweep_cap(const rv_cone_problem* problem) {
    double rows = problem->n;
    return problem->sweep_cap > 0
               ? problem->sweep_cap
               : clamp_cap(SWEEP_WORK / (rows * rows), SWEEPS_LEAST, SWEEPS_MOST);
}

// true if there is something to solve; else `result` is final and lambda as good as it can be
static bool open_problem(const rv_cone_problem* problem, double* lambda, rv_cone_result* result) {
    *result = (rv_cone_result){.residual = INFINITY};
    if (!shape_is_valid(problem) || (problem->n > 0 && lambda == NULL))
        return false;
    if (!rv_cone_is_valid(problem)) {
        rv_cone_project(problem, lambda);
        return false;
    }
    if (problem->n == 0)
        *result = (rv_cone_result){.solved = true};
    return problem->n > 0;
}

rv_cone_result rv_cone_newton(const rv_cone_problem* problem, double* lambda, rv_arena scratch) {
    rv_cone_result result;
    if (!open_problem(problem, lambda, &result))
        return result;
    return rv_cone_newton_run(problem, lambda, newton_cap(problem), true, scratch);
}

static bool is_frictionless(const rv_cone_problem* problem) {
    for (int c = 0; c < problem->cone_count; c++)
        for (int k = 0; k < RV_CONE_DISKS; k++) {
            rv_cone_disk disk = rv_cone_disk_get(&problem->cones[c], k);
            if (disk.rows > 0 && disk.coefficient > 0.0)
                return false;
        }
    return problem->term_count == 0;
}

static rv_cone_result pivot(const rv_cone_problem* problem, double* lambda, rv_arena scratch) {
    rv_cone_work work;
    rv_cone_result result = {.residual = INFINITY};
    rv_cone_project(problem, lambda);
    if (!rv_cone_work_take(&work, problem, &scratch))
        return result;
    result.iterations = rv_lcp_pivot(&work.lcp, lambda, NULL, scratch).iterations;
    result.residual = rv_cone_residual_at(problem, lambda);
    result.solved = result.residual <= problem->tolerance;
    return result;
}

// the best lambda that was seen
typedef struct record {
    double* lambda;
    double residual;
} record;

static void keep_better(record* best, const double* lambda, double residual, int n) {
    if (residual < best->residual) {
        best->residual = residual;
        memcpy(best->lambda, lambda, (size_t)n * sizeof(double));
    }
}

static void run_sweeps(const rv_cone_problem* problem, double* lambda, int count,
                       rv_cone_result* result, record* best) {
    rv_cone_result part = rv_cone_sweep_run(problem, lambda, count);
    result->sweeps += part.sweeps;
    result->solved = part.solved;
    keep_better(best, lambda, part.residual, problem->n);
}

// Newton, sweeps where it does not end, Newton from there, twice as many sweeps, and so on
static void alternate(const rv_cone_problem* problem, double* lambda, rv_arena scratch,
                      rv_cone_result* result, record* best) {
    int newton_left = newton_cap(problem) - result->iterations;
    int sweeps_left = sweep_cap(problem), chunk = FIRST_SWEEPS;
    for (bool thorough = false; !result->solved; thorough = true) {
        if (newton_left > 0) {
            rv_cone_result part =
                rv_cone_newton_run(problem, lambda, newton_left, thorough, scratch);
            newton_left -= part.iterations;
            result->iterations += part.iterations;
            result->solved = part.solved;
            keep_better(best, lambda, part.residual, problem->n);
        }
        if (result->solved || sweeps_left <= 0)
            return;
        int sweeps = chunk < sweeps_left && newton_left > 0 ? chunk : sweeps_left;
        run_sweeps(problem, lambda, sweeps, result, best);
        sweeps_left -= sweeps;
        chunk *= 2;
    }
}

// `newton`: with Newton, else sweeps only
static rv_cone_result run(const rv_cone_problem* problem, double* lambda, rv_arena scratch,
                          bool newton) {
    rv_cone_result result;
    if (!open_problem(problem, lambda, &result))
        return result;
    record best = {rv_arena_take(&scratch, (size_t)problem->n, sizeof(double)), INFINITY};
    rv_cone_project(problem, lambda);
    if (best.lambda == NULL)
        return result;
    if (newton && is_frictionless(problem))
        result = pivot(problem, lambda, scratch);
    keep_better(&best, lambda, fmin(result.residual, DBL_MAX), problem->n);
    if (newton) {
        alternate(problem, lambda, scratch, &result, &best);
    } else {
        run_sweeps(problem, lambda, sweep_cap(problem), &result, &best);
    }
    memcpy(lambda, best.lambda, (size_t)problem->n * sizeof(double));
    result.residual = rv_cone_residual_at(problem, lambda);
    return result;
}

rv_cone_result rv_cone_solve(const rv_cone_problem* problem, double* lambda, rv_arena scratch) {
    return run(problem, lambda, scratch, true);
}

rv_cone_result rv_cone_polish(const rv_cone_problem* problem, double* lambda, rv_arena scratch) {
    rv_cone_result result;
    if (!open_problem(problem, lambda, &result))
        return result;
    rv_cone_project(problem, lambda);
    if (is_frictionless(problem))
        return pivot(problem, lambda, scratch);
    return rv_cone_newton_run(problem, lambda, newton_cap(problem), false, scratch);
}

rv_cone_result rv_cone_sweep(const rv_cone_problem* problem, double* lambda, rv_arena scratch) {
    return run(problem, lambda, scratch, false);
}
