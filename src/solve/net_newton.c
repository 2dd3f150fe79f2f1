// Newton's method for contacts in the velocities of their islands (primal, as in Castro et al.
// 2022). With K the islands' systems and multipliers m, the law of Coulomb becomes
//   K v = r + H^T lambda,   z = b - H v + E m,   R = S + E,
//   lambda_n = max(0, z_n / R),   lambda_t = z_t / R shortened to friction * n:
// an augmented Lagrangian: m <- lambda makes the laws exact whatever E is, soon if it is small.
// Coupled: n is lambda_n itself. D = -d lambda / d u is then not symmetric (net_factor.c), the steps
// converge quadratically, and a step must lessen |p - lambda(u)|. Where none does, n is held at its
// last value: given m and n, v minimises a convex function, whose Newton matrix is symmetric, and a
// line search along its slope, du . (p - lambda(u)), cannot fail. From its minimum the coupled steps
// begin again.
// Where only one body of a contact moves, H^T D H lies within its own block of K, and factoring costs
// what it costs without contacts; for the others see net_factor.c. An iterate is known by its speeds
// u = H v and the impulses p that cause them.
#include "solve/cone_private.h"
#include "solve/net_private.h"

#include <math.h>
#include <string.h>

// E as a share of what the bodies of a contact answer on their own, and between two moving bodies
// of what the one answers that answers least. The larger E, the fewer the changes of the active set
// that a Newton step meets; the smaller, the fewer the updates of the multipliers. With 3e-3 in place
// of SOFT, cables that land and lie over an edge take 10 to 20 % fewer iterations and coils 20 %
// more; with 1e-3, coils are not settled. With a tenth of SOFT_SHARED they are not, either.
static const double SOFT = 1e-2, SOFT_LEAST = 1e-6;
static const double SOFT_SHARED = 0.1, SOFT_SHARED_LEAST = 1e-3;
static const double FIRMER = 0.3;       // E over that before, when an update has helped little:
static const double HELPED = 0.3;       // more than this share of the error is left
static const double LAW_SHARE = 0.5;    // of the tolerance: laws that are exact enough
static const double SOFTER = 10.0;      // E over that before, when Newton's steps do not end
static const double INNER_SHARE = 0.03; // of the change of the multipliers that may be an error
static const double SLOPE = 0.1;        // that a line search leaves
static const double SHORT = 0.5;        // step of a line search that calls for damping
static const double FALL = 0.2;         // share of a step by which the error must fall at least
static const double SHARE_LEAST = 0.05; // shortest step with coupled friction
static const double ENOUGH = 10.0;      // times the tolerance, after ITERATIONS_ENOUGH or STALLS
static const double STALLED = 0.5; // share of the error that an update leaves which helps little
enum { SEARCH_MAX = 30, ITERATIONS_SOFTER = 10, ITERATIONS_ENOUGH = 12, STALLS = 2 };

// One disk of a contact: lambda = size z and D = size (1 - along z z^T). Sliding friction does not
// change with the speed along it.
typedef struct disk_law {
    double size, along;
    bool slides;
} disk_law;

static disk_law disk_law_at(double R, const double* z, int rows, double limit) {
    double length = rv_cone_length(z, rows);
    if (length > limit * R)
        return (disk_law){limit / length, 1.0 / (length * length), true};
    return (disk_law){1.0 / R, 0.0, false};
}

static void write_disk(disk_law law, const double* z, int rows, double* D, int stride) {
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < rows; k++)
            D[i * stride + k] = law.size * ((i == k ? 1.0 : 0.0) - law.along * z[i] * z[k]);
}

// z of some rows with the same R, which is returned: the largest of S + E
static double add_up(const rv_net_work* work, int first, int rows, const double* u, double* z) {
    const double* sigma = work->net->sigma + first;
    double R = 0.0;
    for (int r = 0; r < rows; r++)
        R = fmax(R, sigma[r] + work->soft[first + r]);
    for (int r = 0; r < rows; r++)
        z[r] = work->net->bias[first + r] - u[r] + (R - sigma[r]) * work->held[first + r];
    return R;
}

bool rv_net_law(const rv_net_work* work, int index, const double* u, double* lambda, double* D) {
    const rv_net_unit* unit = &work->net->units[index];
    int rows = unit->rows;
    double z[2], R = add_up(work, unit->first_row, 1, u, z), normal = z[0] > 0.0 ? 1.0 / R : 0.0;
    if (D != NULL)
        memset(D, 0, (size_t)(rows * rows) * sizeof(double));
    memset(lambda, 0, (size_t)rows * sizeof(double));
    lambda[0] = normal * z[0];
    double limit = work->couples ? lambda[0] : work->limit[index];
    if (D != NULL)
        D[0] = normal;
    for (int k = 0; k < RV_CONE_DISKS && limit > 0.0; k++) {
        rv_cone_disk disk = rv_cone_disk_get(&unit->cone, k);
        int at = disk.offset;
        if (disk.rows == 0)
            continue;
        R = add_up(work, unit->first_row + at, disk.rows, u + at, z);
        disk_law law = disk_law_at(R, z, disk.rows, disk.coefficient * limit);
        for (int r = 0; r < disk.rows; r++)
            lambda[at + r] = law.size * z[r];
        // damped, D is that of the parabola that touches the convex function from above
        law.along = work->damps ? 0.0 : law.along;
        if (D == NULL)
            continue;
        write_disk(law, z, disk.rows, D + at * (rows + 1), rows);
        // sliding friction grows with the normal impulse: lambda / lambda_n per unit of it
        for (int r = 0; r < disk.rows && work->couples && law.slides && lambda[0] > 0.0; r++)
            D[(at + r) * rows] = normal * lambda[at + r] / lambda[0];
    }
    return normal > 0.0 || limit > 0.0;
}

static void linearise(rv_net_work* work) {
    for (int i = 0; i < work->net->unit_count; i++) {
        int first = work->net->units[i].first_row;
        work->acts[i] =
            rv_net_law(work, i, work->u + first, work->wanted + first, work->D + i * RV_NET_BLOCK);
    }
}

static void set_limits(rv_net_work* work, const double* impulse) {
    for (int i = 0; i < work->net->unit_count; i++)
        work->limit[i] = fmax(impulse[work->net->units[i].first_row], 0.0);
}

// A contact at a share of the way to the next iterate: its impulses minus those that its law wants.
static void excess_at(const rv_net_work* work, int index, double share, double* excess) {
    const rv_net_unit* unit = &work->net->units[index];
    double u[RV_CONE_ROWS] = {0}, lambda[RV_CONE_ROWS];
    int first = unit->first_row;
    for (int r = 0; r < unit->rows; r++)
        u[r] = work->u[first + r] + share * (work->u_next[first + r] - work->u[first + r]);
    rv_net_law(work, index, u, lambda, NULL);
    for (int r = 0; r < unit->rows; r++) {
        double p = work->p[first + r] + share * (work->p_next[first + r] - work->p[first + r]);
        excess[r] = p - lambda[r];
    }
}

// slope of the convex function at a share of the way to the next iterate
static double slope_at(const rv_net_work* work, double share) {
    double sum = 0.0;
    for (int i = 0; i < work->net->unit_count; i++) {
        const rv_net_unit* unit = &work->net->units[i];
        double excess[RV_CONE_ROWS];
        excess_at(work, i, share, excess);
        for (int k = 0, r = unit->first_row; k < unit->rows; k++, r++)
            sum += (work->u_next[r] - work->u[r]) * excess[k];
    }
    return sum;
}

// how far to go: the whole way unless the function rises there; then to where it is lowest
static double search(const rv_net_work* work) {
    double at_start = slope_at(work, 0.0), at_end = slope_at(work, 1.0);
    if (!(at_start < 0.0) || !(at_end > -SLOPE * at_start))
        return 1.0;
    double low = 0.0, high = 1.0, slope_low = at_start, slope_high = at_end;
    for (int k = 0; k < SEARCH_MAX; k++) {
        // secant and bisection in turn
        double secant = low + (high - low) * slope_low / (slope_low - slope_high);
        double share = k % 2 == 0 ? secant : 0.5 * (low + high);
        double slope = slope_at(work, share);
        if (fabs(slope) <= -SLOPE * at_start)
            return share;
        *(slope < 0.0 ? &low : &high) = share;
        *(slope < 0.0 ? &slope_low : &slope_high) = slope;
    }
    return low > 0.0 ? low : high;
}

static void move(rv_net_work* work, double share) {
    for (int r = 0; r < work->net->row_count; r++) {
        work->u[r] += share * (work->u_next[r] - work->u[r]);
        work->p[r] += share * (work->p_next[r] - work->p[r]);
    }
}

// What is wrong, as speeds. Of impulses, in the size of the largest: how far they are from those
// that the laws want, these from the multipliers, and the limits of friction from the normal
// impulses. Of laws: how far they are from exact.
typedef struct errors {
    double impulse, change, limit, law;
} errors;

static errors measure(const rv_net_work* work) {
    errors error = {0.0, 0.0, 0.0, 0.0};
    const double *own = work->own, *wanted = work->wanted;
    double speed = work->problem->speed, scale = speed;
    for (int r = 0; r < work->net->row_count; r++) {
        double off = own[r] * fabs(work->p[r] - wanted[r]), change = wanted[r] - work->held[r];
        scale = fmax(scale, own[r] * fabs(wanted[r]));
        error.impulse = off < INFINITY ? fmax(error.impulse, off) : INFINITY;
        error.change = fmax(error.change, own[r] * fabs(change));
        error.law = fmax(error.law, work->soft[r] * fabs(change));
    }
    for (int i = 0; i < work->net->unit_count && !work->couples; i++) {
        const rv_net_unit* unit = &work->net->units[i];
        double off = unit->cone.friction * fabs(wanted[unit->first_row] - work->limit[i]);
        error.limit = fmax(error.limit, own[unit->first_row + 1] * off);
    }
    error.impulse *= speed / scale;
    error.change *= speed / scale;
    error.limit *= speed / scale;
    return error;
}

// Takes the impulses for multipliers, and speeds at which the laws want the same impulses with
// them; firmer if that has not helped much the last time. Where contacts jam between joints,
// multipliers grow with every update while the laws stay off by as much, and more updates only stir
// up the active set.
static void update(rv_net_work* work, double error, double* before) {
    for (int r = 0; r < work->net->row_count; r++) {
        work->u[r] += work->soft[r] * (work->wanted[r] - work->held[r]);
        work->held[r] = work->wanted[r];
    }
    double enough = LAW_SHARE * work->net->tolerance * work->problem->speed;
    bool helped = error <= fmax(HELPED * *before, enough);
    work->stalls += error > STALLED * *before;
    *before = error;
    for (int i = 0; i < work->net->unit_count && !helped; i++) {
        const rv_net_unit* unit = &work->net->units[i];
        double least = rv_net_is_shared(unit) ? SOFT_SHARED_LEAST : SOFT_LEAST;
        for (int r = unit->first_row; r < unit->first_row + unit->rows; r++)
            work->soft[r] = fmax(FIRMER * work->soft[r], least * work->firm[r]);
    }
}

// error of all impulses at a share of the way to the next iterate, as an energy
static double error_at(const rv_net_work* work, double share) {
    double sum = 0.0;
    for (int i = 0; i < work->net->unit_count; i++) {
        const rv_net_unit* unit = &work->net->units[i];
        double excess[RV_CONE_ROWS];
        excess_at(work, i, share, excess);
        for (int k = 0; k < unit->rows; k++)
            sum += work->own[unit->first_row + k] * excess[k] * excess[k];
    }
    return sum;
}

// how far to go with coupled friction: until the error has fallen; 0: it does not
static double search_coupled(const rv_net_work* work) {
    double at_start = error_at(work, 0.0);
    for (double share = 1.0; share > SHARE_LEAST; share *= 0.5)
        if (error_at(work, share) <= (1.0 - FALL * share) * at_start)
            return share;
    return 0.0;
}

static void couple(rv_net_work* work, bool couples) {
    if (!couples)
        set_limits(work, work->wanted);
    work->couples = couples;
    work->damps = false;
    linearise(work);
}

static void set_soft(rv_net_work* work) {
    for (int i = 0; i < work->net->unit_count; i++) {
        const rv_net_unit* unit = &work->net->units[i];
        double share = rv_net_is_shared(unit) ? SOFT_SHARED : SOFT;
        for (int r = unit->first_row; r < unit->first_row + unit->rows; r++)
            work->soft[r] = share * work->firm[r];
    }
}

// Begins anew from where a few sweeps of splitting lead.
static void split(rv_net_work* work) {
    rv_net_split(work);
    set_limits(work, work->held);
    set_soft(work);
    linearise(work);
}

static void soften(rv_net_work* work) {
    for (int r = 0; r < work->net->row_count; r++)
        work->soft[r] *= SOFTER;
    linearise(work);
}

// a step to the next iterate; false: there is none that lessens the error, n is held from here on
static bool advance(rv_net_work* work, bool is_guess) {
    rv_net_factor(work);
    rv_net_advance(work);
    double share = is_guess ? 1.0 : work->couples ? search_coupled(work) : search(work);
    if (share == 0.0) {
        couple(work, false);
        return false;
    }
    move(work, share);
    work->damps = share < SHORT && !work->couples;
    linearise(work);
    return true;
}

static void keep_best(rv_net_work* work, double residual, rv_net_newton_result* result) {
    if (!(residual < result->residual))
        return;
    result->residual = residual;
    memcpy(work->best, work->wanted, (size_t)work->net->row_count * sizeof(double));
}

static bool is_enough(const rv_net_work* work, const rv_net_newton_result* result) {
    return result->solved
           || ((result->iterations >= ITERATIONS_ENOUGH || work->stalls >= STALLS)
               && result->residual <= ENOUGH * work->net->tolerance);
}

// whether there is work left for one more iteration
static bool may_go_on(const rv_net_work* work, int iterations) {
    const rv_net_newton_problem* problem = work->problem;
    return iterations < problem->iteration_least
           || (iterations < problem->iteration_cap && work->work < problem->work_cap);
}

// Newton's steps, from where splitting leads unless the first one settles it; an update whenever
// they have come near enough to where they end
static rv_net_newton_result iterate(rv_net_work* work) {
    const rv_net_newton_problem* problem = work->problem;
    double speed = problem->speed, tolerance = work->net->tolerance * speed, before = INFINITY;
    rv_net_newton_result result = {.residual = INFINITY};
    // a linearisation about speeds that belong to other impulses: nothing to compare with
    bool is_guess = true;
    work->couples = true;
    linearise(work);
    while (may_go_on(work, result.iterations)) {
        result.iterations++;
        if (!advance(work, is_guess))
            continue;
        is_guess = false;
        errors error = measure(work);
        if (!(error.impulse < INFINITY))
            break;
        double residual = fmax(fmax(error.impulse, error.limit), error.law);
        keep_best(work, residual / speed, &result);
        result.solved = residual <= tolerance;
        if (is_enough(work, &result))
            break;
        // what rests is found at once, and what has been solved before is near
        if (result.iterations == 1 && !problem->is_warm) {
            split(work);
            is_guess = true;
            continue;
        }
        bool is_near = error.impulse <= fmax(INNER_SHARE * error.change, 0.5 * tolerance);
        if (is_near && work->couples && error.law > LAW_SHARE * tolerance) {
            update(work, error.law, &before);
            linearise(work);
            is_guess = true;
        } else if (is_near && !work->couples) {
            couple(work, true);
        } else if (result.iterations % ITERATIONS_SOFTER == 0 && !(before < INFINITY)) {
            soften(work);
        }
    }
    return result;
}

static bool take_work(rv_net_work* work, rv_arena* arena) {
    const rv_net* net = work->net;
    size_t rows = (size_t)net->row_count, dofs = 0;
    for (int k = 0; k < net->domain_count; k++)
        dofs += (size_t)work->problem->systems[k]->dof_count;
    double** per_row[] = {&work->own, &work->firm, &work->soft,   &work->held,   &work->best,
                          &work->u,   &work->p,    &work->u_next, &work->p_next, &work->wanted,
                          &work->e,   &work->step, &work->answer, &work->weight};
    bool ok = true;
    for (size_t k = 0; k < sizeof per_row / sizeof per_row[0]; k++)
        ok = ok && (*per_row[k] = rv_arena_take(arena, rows, sizeof(double))) != NULL;
    work->basis = rv_arena_take_unset(arena, (RV_NET_GMRES_MAX + 1) * rows, sizeof(double));
    size_t units = (size_t)net->unit_count, references = (size_t)net->reference_count;
    double** per_reference[] = {&work->alone, &work->hold, &work->place, &work->pushed};
    for (size_t k = 0; k < sizeof per_reference / sizeof per_reference[0]; k++)
        ok = ok
             && (*per_reference[k] =
                     rv_arena_take_unset(arena, references * RV_CONE_ROWS, sizeof(double)))
                    != NULL;
    work->active = rv_arena_take(arena, units, sizeof(int));
    work->acts = rv_arena_take(arena, units, sizeof(bool));
    work->limit = rv_arena_take(arena, units, sizeof(double));
    work->D = rv_arena_take_unset(arena, units * RV_NET_BLOCK, sizeof(double));
    work->T = rv_arena_take_unset(arena, units * RV_NET_BLOCK, sizeof(double));
    work->saved_A = rv_arena_take_unset(arena, references * RV_NET_BLOCK, sizeof(double));
    work->saved_r = rv_arena_take(arena, dofs, sizeof(double));
    work->inverse = rv_arena_take(arena, (size_t)net->domain_count, sizeof(double*));
    work->inverted = rv_arena_take(arena, (size_t)net->domain_count, sizeof(bool));
    for (int k = 0; k < net->domain_count && work->inverse != NULL; k++) {
        size_t values = (size_t)work->problem->systems[k]->factor_values;
        work->inverse[k] = rv_arena_take_unset(arena, values, sizeof(double));
        ok = ok && work->inverse[k] != NULL;
    }
    return ok && work->basis != NULL && work->active != NULL && work->acts != NULL
           && work->limit != NULL && work->D != NULL && work->T != NULL && work->saved_A != NULL
           && work->saved_r != NULL && work->inverse != NULL && work->inverted != NULL;
}

size_t rv_net_newton_bytes(const rv_net* net, rv_net_system_sizes sizes) {
    enum { PER_ROW = 14 + RV_NET_GMRES_MAX + 1, PER_REFERENCE = RV_NET_BLOCK + 4 * RV_CONE_ROWS };
    enum { ARRAYS = 14 + 4 + 10, ALIGNMENT = 16 };
    size_t systems = (size_t)sizes.count;
    size_t doubles =
        PER_ROW * (size_t)net->row_count + (size_t)net->unit_count * (3 + 2 * RV_NET_BLOCK)
        + (size_t)net->reference_count * PER_REFERENCE + (size_t)sizes.dofs + sizes.factor_values;
    return doubles * sizeof(double) + systems * (sizeof(double*) + sizeof(bool))
           + (ARRAYS + systems) * ALIGNMENT;
}

static void begin(rv_net_work* work, const double* lambda) {
    const rv_net* net = work->net;
    size_t bytes = (size_t)net->row_count * sizeof(double);
    memcpy(work->u, work->problem->start, bytes);
    memcpy(work->held, lambda, bytes);
    memcpy(work->best, lambda, bytes);
    memcpy(work->p, lambda, bytes);
    set_limits(work, lambda);
    set_soft(work);
}

// the impulses into their cones
static void write_impulses(const rv_net_work* work, const double* impulse, double* lambda) {
    for (int i = 0; i < work->net->unit_count; i++) {
        const rv_net_unit* unit = &work->net->units[i];
        const double* from = impulse + unit->first_row;
        double* to = lambda + unit->first_row;
        to[0] = from[0] > 0.0 && isfinite(from[0]) ? from[0] : 0.0;
        for (int k = 0; k < RV_CONE_DISKS; k++) {
            rv_cone_disk disk = rv_cone_disk_get(&unit->cone, k);
            double limit = disk.coefficient * to[0];
            double length = disk.rows > 0 ? rv_cone_length(from + disk.offset, disk.rows) : 0.0;
            double size = length > limit ? limit / length : 1.0;
            for (int r = 0; r < disk.rows; r++)
                to[disk.offset + r] = isfinite(length) ? size * from[disk.offset + r] : 0.0;
        }
    }
}

rv_net_newton_result rv_net_newton(const rv_net_newton_problem* problem, double* lambda,
                                   rv_arena scratch) {
    rv_net_work work = {.problem = problem, .net = problem->net};
    rv_net_newton_result result = {.residual = INFINITY};
    if (!take_work(&work, &scratch) || !rv_net_measure(&work))
        return result;
    rv_net_keep(&work, false);
    begin(&work, lambda);
    result = iterate(&work);
    result.work = work.work;
    result.is_current = result.solved;
    rv_net_keep(&work, true);
    // forces that are not exact are better than none
    write_impulses(&work, work.best, lambda);
    return result;
}
