// One contact on its own, w = W lambda + q with W definite. Take-off if q_n >= 0; else
//   one disk  w_n = 0 gives lambda_n; left is w_k = A x + b, A = W_kk - W_kn W_nk / W_nn,
//             b = q_k - W_kn q_n / W_nn, in the radius r + g . x, r = -mu q_n / W_nn,
//             g = -mu W_nk / W_nn. Slip is w_k = -kappa x, x = -(A + kappa)^-1 b; phi(kappa) =
//             (r + g . x) / |x| - 1 is below 0 at 0 if x does not stick, rises like kappa r / |b|
//             and is nearly straight: there is a root for every friction, and a bracket for it.
//   several   Newton as for many contacts; else the root of w_n in lambda_n: q_n < 0 at 0; far out
//             the disks' convex problem has x = lambda_k / lambda_n, x . (W_kk x + W_kn) <= 0, and
//             with (1, x)^T W (1, x) > 0 that is w_n > 0.
#include "solve/cone_private.h"

#include <stdalign.h>
#include <string.h>

enum {
    ROOT_CAP = 200,
    DISK_SWEEPS = 400,
    NORMAL_STEPS = 80,
    LOCAL_NEWTON = 200,
    LOCAL_SCRATCH = 4096
};

// what the small Newton aims at, and what is good enough not to look further
static const double LOCAL_TOLERANCE = 1e-15, LOCAL_ENOUGH = 1e-13;
// of nested roots: a start for Newton at first, then finer
static const double ROUGH = 1e-3, FINEST = 1e-10;

// x in the plane with |x| <= r + g . x, A x + b = -kappa x
typedef struct plane {
    double A[3]; // (1,1), (1,2), (2,2)
    double b[2];
    double r, g[2];
} plane;

// the plane in the principal axes of A
typedef struct principal {
    double axis[2]; // first axis; the second is a quarter turn from it
    double a[2], b[2], g[2];
    double r;
    double x[2], phi, slope; // at the last kappa
} principal;

static principal principal_axes(const plane* p) {
    double t = 0.0;
    if (p->A[1] != 0.0) {
        double tau = (p->A[2] - p->A[0]) / (2.0 * p->A[1]);
        t = (tau < 0.0 ? -1.0 : 1.0) / (fabs(tau) + sqrt(1.0 + tau * tau));
    }
    double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
    // a Schur complement of an ill-conditioned W may be indefinite by rounding
    double floor = DBL_EPSILON * (fabs(p->A[0]) + fabs(p->A[2])) + DBL_MIN;
    principal f = {.axis = {c, -s}, .r = p->r};
    f.a[0] = fmax(p->A[0] - t * p->A[1], floor);
    f.a[1] = fmax(p->A[2] + t * p->A[1], floor);
    f.b[0] = c * p->b[0] - s * p->b[1];
    f.b[1] = s * p->b[0] + c * p->b[1];
    f.g[0] = c * p->g[0] - s * p->g[1];
    f.g[1] = s * p->g[0] + c * p->g[1];
    return f;
}

// x, phi and its derivative; x' = -(A + kappa)^-1 x
static void evaluate(principal* f, double kappa) {
    double rate[2];
    for (int k = 0; k < 2; k++) {
        f->x[k] = -f->b[k] / (f->a[k] + kappa);
        rate[k] = -f->x[k] / (f->a[k] + kappa);
    }
    double length = sqrt(f->x[0] * f->x[0] + f->x[1] * f->x[1]);
    double radius = f->r + f->g[0] * f->x[0] + f->g[1] * f->x[1];
    double shrink = (f->x[0] * rate[0] + f->x[1] * rate[1]) / length;
    f->phi = radius / length - 1.0;
    f->slope = (f->g[0] * rate[0] + f->g[1] * rate[1] - radius * shrink / length) / length;
}

// Newton, or the middle in log(a + kappa) when Newton leaves the bracket or does not halve phi
static void find_slip(principal* f) {
    double a = fmin(f->a[0], f->a[1]), b = sqrt(f->b[0] * f->b[0] + f->b[1] * f->b[1]);
    double low = 0.0, kappa = 0.0, before = INFINITY;
    double high = fmin((1.0 + fabs(f->g[0]) + fabs(f->g[1])) * b / f->r, 0.25 * DBL_MAX);
    for (int k = 0; k < ROOT_CAP; k++) {
        evaluate(f, kappa);
        if (fabs(f->phi) <= DBL_EPSILON || high - low <= DBL_EPSILON * (a + low))
            return;
        if (f->phi < 0.0)
            low = kappa;
        else
            high = kappa;
        double next = kappa - f->phi / f->slope;
        if (!(next > low && next < high) || !(fabs(f->phi) < 0.5 * before))
            next = sqrt(a + low) * sqrt(a + high) - a;
        if (!(next > low && next < high))
            next = low + 0.5 * (high - low);
        before = fabs(f->phi);
        kappa = next;
    }
}

// true if it slips: x is then the unit direction, else x itself
static bool plane_solve(const plane* p, double x[2]) {
    principal f = principal_axes(p);
    bool slips = false;
    memset(x, 0, 2 * sizeof(double));
    if (f.b[0] == 0.0 && f.b[1] == 0.0)
        return false;
    evaluate(&f, 0.0);
    if (f.phi < 0.0) {
        find_slip(&f);
        double length = sqrt(f.x[0] * f.x[0] + f.x[1] * f.x[1]);
        f.x[0] /= length;
        f.x[1] /= length;
        slips = true;
    }
    x[0] = f.axis[0] * f.x[0] - f.axis[1] * f.x[1];
    x[1] = f.axis[1] * f.x[0] + f.axis[0] * f.x[1];
    return slips;
}

// the contact with the one disk that has two rows from `t`; the other rows are zero
static void solve_one_disk(const double* W, const double* q, int rows, const rv_cone_disk* disk,
                           double* lambda) {
    int t = disk->offset;
    double mu = disk->coefficient, n = W[0], x[2];
    const double *N = W + t, *T1 = W + t * rows + t, *T2 = W + (t + 1) * rows + t;
    plane p = {.A = {T1[0] - N[0] * N[0] / n, T1[1] - N[0] * N[1] / n, T2[1] - N[1] * N[1] / n},
               .b = {q[t] - N[0] * q[0] / n, q[t + 1] - N[1] * q[0] / n},
               .r = -mu * q[0] / n,
               .g = {-mu * N[0] / n, -mu * N[1] / n}};
    bool slips = plane_solve(&p, x);
    double coupled = N[0] * x[0] + N[1] * x[1];
    // of slip only the direction is kept: w_n = 0 then holds to rounding, and the rim exactly
    lambda[0] = slips ? -q[0] / (n + mu * coupled) : -(q[0] + coupled) / n;
    lambda[t] = slips ? mu * lambda[0] * x[0] : x[0];
    lambda[t + 1] = slips ? mu * lambda[0] * x[1] : x[1];
}

// --- several disks -------------------------------------------------------------------------------

typedef struct local {
    rv_cone cone; // from row 0
    const double *W, *q;
    int rows;
    double* lambda;
    double kappa[RV_CONE_DISKS]; // w = -kappa lambda on each disk
    double rough;                // how far off a root may be, for Newton to go on from there
} local;

static bool disk_is_used(const rv_cone_disk* disk) {
    return disk->rows > 0 && disk->coefficient > 0.0;
}

// what is added to the diagonal of each row; rows that must stay zero get -1
static void diagonal_shift(const local* s, double shift[RV_CONE_ROWS]) {
    for (int d = 0; d < RV_CONE_DISKS; d++) {
        rv_cone_disk disk = rv_cone_disk_get(&s->cone, d);
        for (int i = 0; i < disk.rows; i++)
            shift[disk.offset + i] = disk_is_used(&disk) ? s->kappa[d] : -1.0;
    }
}

// lambda_k = -(W_kk + kappa)^-1 (q_k + W_kn lambda_n) over the rows of all disks, by Cholesky
static void solve_shifted(local* s) {
    double L[RV_CONE_ROWS][RV_CONE_ROWS] = {{0}}, shift[RV_CONE_ROWS] = {0}, *x = s->lambda;
    diagonal_shift(s, shift);
    for (int i = 1; i < s->rows; i++) {
        const double* row = s->W + i * s->rows;
        x[i] = shift[i] < 0.0 ? 0.0 : -(s->q[i] + row[0] * x[0]);
        for (int j = 1; j <= i; j++) {
            double sum = shift[i] < 0.0 || shift[j] < 0.0 ? (double)(i == j)
                         : i == j                         ? row[j] + shift[i]
                                                          : row[j];
            for (int k = 1; k < j; k++)
                sum -= L[i][k] * L[j][k];
            L[i][j] = i > j ? sum / L[j][j] : sqrt(fmax(sum, DBL_EPSILON * row[i]));
        }
        for (int k = 1; k < i; k++)
            x[i] -= L[i][k] * x[k];
        x[i] /= L[i][i];
    }
    for (int i = s->rows - 1; i > 0; i--) {
        for (int k = i + 1; k < s->rows; k++)
            x[i] -= L[k][i] * x[k];
        x[i] /= L[i][i];
    }
}

// Level 0 is lambda_n with the value w_n; level d is kappa of disk d - 1 with the value
// radius / |x| - 1. Both rise through 0. Higher levels are settled for each value on a lower one.
static void settle(local* s, int level);

static double level_value(local* s, int level, double at) {
    if (level == 0) {
        double w = s->q[0];
        s->lambda[0] = at;
        settle(s, 1);
        for (int j = 0; j < s->rows; j++)
            w += s->W[j] * s->lambda[j];
        return w;
    }
    rv_cone_disk disk = rv_cone_disk_get(&s->cone, level - 1);
    s->kappa[level - 1] = at;
    settle(s, level + 1);
    double length = rv_cone_length(s->lambda + disk.offset, disk.rows);
    return length > 0.0 ? disk.coefficient * s->lambda[0] / length - 1.0 : INFINITY;
}

// the root of a level whose value at 0 is `below` < 0: steps out to `high` and further, then regula
// falsi by the Illinois rule, with a bisection now and then
static void find_root(local* s, int level, double below, double high) {
    double low = 0.0, above, noise = level == 0 ? -10.0 * s->rough * below : s->rough;
    for (int k = 0; (above = level_value(s, level, high)) < 0.0 && k < ROOT_CAP; k++) {
        low = high;
        below = above;
        high *= 4.0;
    }
    for (int k = 0; k < ROOT_CAP && above > noise; k++) {
        double middle = k % 4 == 3 || isinf(above) ? 0.5 * (low + high)
                                                   : low + (high - low) * (below / (below - above));
        if (!(middle > low && middle < high))
            return;
        double value = level_value(s, level, middle);
        if (fabs(value) <= noise)
            return;
        if (value < 0.0) {
            low = middle;
            below = value;
            above *= 0.5;
        } else {
            high = middle;
            above = value;
            below *= 0.5;
        }
    }
}

static void settle(local* s, int level) {
    if (level > RV_CONE_DISKS) {
        solve_shifted(s);
        return;
    }
    rv_cone_disk disk = rv_cone_disk_get(&s->cone, level - 1);
    if (!disk_is_used(&disk)) {
        settle(s, level + 1);
        return;
    }
    double below = level_value(s, level, 0.0);
    if (below < 0.0)
        find_root(s, level, below, s->W[disk.offset * (s->rows + 1)]);
}

static double polish(local* s) {
    alignas(16) char block[LOCAL_SCRATCH];
    rv_cone_problem one = {.n = s->rows,
                           .W = s->W,
                           .q = s->q,
                           .cone_count = 1,
                           .cones = &s->cone,
                           .first_box = s->rows,
                           .tolerance = LOCAL_TOLERANCE};
    return rv_cone_newton_run(&one, s->lambda, LOCAL_NEWTON, true,
                              rv_arena_make(block, sizeof block))
        .residual;
}

static void solve_disks(local* s) {
    for (s->rough = ROUGH; polish(s) > LOCAL_ENOUGH && s->rough > FINEST; s->rough *= ROUGH)
        find_root(s, 0, s->q[0], -s->q[0] / s->W[0]);
}

void rv_cone_local_from(const rv_cone* cone, const double* W, const double* q, double* lambda) {
    rv_cone_disk only = {0};
    int rows = rv_cone_rows(cone), disks = 0;
    bool plain = true;
    for (int k = 0; k < RV_CONE_DISKS; k++) {
        rv_cone_disk disk = rv_cone_disk_get(cone, k);
        if (disk.rows == 0 || !(disk.coefficient > 0.0))
            continue;
        only = disk;
        plain = plain && disk.rows == 2 && ++disks == 1;
    }
    local s = {.cone = *cone, .W = W, .q = q, .rows = rows, .lambda = lambda};
    s.cone.first = 0;
    if (plain || !(q[0] < 0.0))
        memset(lambda, 0, (size_t)rows * sizeof(double));
    if (!(q[0] < 0.0))
        return;
    if (!plain)
        solve_disks(&s);
    else if (only.rows > 0)
        solve_one_disk(W, q, rows, &only, lambda);
    else
        lambda[0] = -q[0] / W[0];
    for (int i = 0; i < rows; i++)
        if (!isfinite(lambda[i]))
            memset(lambda, 0, (size_t)rows * sizeof(double));
}

void rv_cone_local(const rv_cone* cone, const double* W, const double* q, double* lambda) {
    memset(lambda, 0, (size_t)rv_cone_rows(cone) * sizeof(double));
    rv_cone_local_from(cone, W, q, lambda);
}
