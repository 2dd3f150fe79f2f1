// Small dense linear algebra: dot products and row updates, a growing LDL^T, an LU.
// The LDL^T is the bordering form (Golub & Van Loan 2013, 4.1): row i solves L u = A(0..i, i), then
// L(i,k) = u(k) / D(k). Four rows go together, their u interleaved, so that each L(j,k) is loaded
// once for four multiply-adds. Inner loops of constant length four are what gcc -O2 turns into
// vector code without reordering a sum behind our back.
#include "solve/dense.h"

#include <float.h>
#include <math.h>

enum { LANES = 4 };

// a pivot below this many rounding errors of its diagonal is noise, not stiffness
static const double PIVOT_NOISE = 32.0 * DBL_EPSILON;
// What a vanished pivot becomes, relative to its diagonal. A consistent system does not feel it
// (its reduced right-hand side is zero there); an inconsistent one answers with a large multiplier
// of the right sign, which is what drives the pivoting, and a residual of this size, which tells.
static const double SOFT_PIVOT = 1e-6;

double rv_dense_dot(const double* restrict a, const double* restrict b, int n) {
    double sum[LANES] = {0};
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++)
            sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++)
        sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

bool rv_dense_all_finite(const double* x, size_t count) {
    // x - x is 0 for a finite x and NaN for all others
    double sum[4] = {0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += x[i + (size_t)k] - x[i + (size_t)k];
    for (; i < count; i++)
        sum[0] += x[i] - x[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) == 0.0;
}

void rv_dense_add(double* restrict y, double factor, const double* restrict x, int n) {
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++)
            y[i + k] += factor * x[i + k];
    for (; i < n; i++)
        y[i] += factor * x[i];
}

size_t rv_ldl_bytes(int capacity) {
    size_t n = (size_t)capacity;
    // each of the five arrays may lose 16 bytes to alignment
    return (n * n + (2 + LANES) * n) * sizeof(double) + n * sizeof(bool) + 5 * 16;
}

bool rv_ldl_take(rv_ldl* ldl, int capacity, rv_arena* arena) {
    size_t n = (size_t)capacity;
    *ldl = (rv_ldl){.capacity = capacity};
    ldl->L = rv_arena_take_unset(arena, n * n, sizeof(double));
    ldl->D = rv_arena_take(arena, n, sizeof(double));
    ldl->inverse_D = rv_arena_take(arena, n, sizeof(double));
    ldl->panel = rv_arena_take(arena, LANES * n, sizeof(double));
    ldl->soft = rv_arena_take(arena, n, sizeof(bool));
    return ldl->L && ldl->D && ldl->inverse_D && ldl->panel && ldl->soft;
}

// u[r] -= sum over k < count of row[k] panel[k][r], two partial sums to hide the latency of an add
static void panel_reduce(double* restrict u, const double* restrict row,
                         const double* restrict panel, int count) {
    double even[LANES] = {0}, odd[LANES] = {0};
    int k = 0;
    for (; k + 2 <= count; k += 2) {
        for (int r = 0; r < LANES; r++)
            even[r] += row[k] * panel[k * LANES + r];
        for (int r = 0; r < LANES; r++)
            odd[r] += row[k + 1] * panel[(k + 1) * LANES + r];
    }
    if (k < count)
        for (int r = 0; r < LANES; r++)
            even[r] += row[k] * panel[k * LANES + r];
    for (int r = 0; r < LANES; r++)
        u[r] -= even[r] + odd[r];
}

static void set_pivot(rv_ldl* ldl, int j, double pivot, double diagonal, double floor) {
    ldl->soft[j] = !(pivot > PIVOT_NOISE * diagonal && pivot > 0.0);
    ldl->D[j] = ldl->soft[j] ? SOFT_PIVOT * (diagonal > 0.0 ? diagonal : floor) : pivot;
    ldl->inverse_D[j] = 1.0 / ldl->D[j];
}

// Rows [first, first + rows), rows <= LANES. Column j gives u(j) of all of them; once j is one of
// these rows, its lane holds the pivot D(j), and the lanes before it are finished and hold nothing.
static void factor_panel(rv_ldl* ldl, const double* A, int stride, const int* order, int first,
                         int rows, double floor) {
    size_t width = (size_t)ldl->capacity;
    for (int j = 0; j < first + rows; j++) {
        double* u = ldl->panel + (size_t)j * LANES;
        int start = j < first ? 0 : j - first;
        for (int r = 0; r < LANES; r++)
            u[r] = r >= start && r < rows
                       ? A[(size_t)order[first + r] * (size_t)stride + (size_t)order[j]]
                       : 0.0;
        double diagonal = u[start];
        panel_reduce(u, ldl->L + (size_t)j * width, ldl->panel, j);
        if (j >= first)
            set_pivot(ldl, j, u[start], diagonal, floor);
        for (int r = j < first ? 0 : start + 1; r < rows; r++)
            ldl->L[(size_t)(first + r) * width + (size_t)j] = u[r] * ldl->inverse_D[j];
    }
}

void rv_ldl_extend(rv_ldl* ldl, const double* A, int stride, const int* order, int from, int to,
                   double floor) {
    for (int first = from; first < to; first += LANES)
        factor_panel(ldl, A, stride, order, first, to - first < LANES ? to - first : LANES, floor);
}

void rv_ldl_solve(const rv_ldl* ldl, int count, double* x) {
    size_t width = (size_t)ldl->capacity;
    for (int i = 1; i < count; i++)
        x[i] -= rv_dense_dot(ldl->L + (size_t)i * width, x, i);
    for (int i = 0; i < count; i++)
        x[i] *= ldl->inverse_D[i];
    for (int i = count - 1; i > 0; i--)
        rv_dense_add(x, -x[i], ldl->L + (size_t)i * width, i);
}

static double largest_magnitude(const double* x, int n) {
    double largest = 0.0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(x[i]));
    return largest;
}

// the row with the largest entry of column k compared with what the row started with
static int pivot_row(const double* A, int n, int k, const double* row_scale) {
    int best = k;
    double best_size = -1.0;
    for (int i = k; i < n; i++) {
        double size = fabs(A[(size_t)i * (size_t)n + (size_t)k]) / row_scale[i];
        if (size > best_size) {
            best_size = size;
            best = i;
        }
    }
    return best;
}

static void swap_rows(double* a, double* b, int n) {
    for (int i = 0; i < n; i++) {
        double held = a[i];
        a[i] = b[i];
        b[i] = held;
    }
}

// Columns [first, last): pivots, multipliers and what they do to each other. The multipliers of
// column k take the place of what they eliminate. Returns how many pivots had vanished.
static int factor_columns(double* A, int n, int first, int last, int* pivot, double* row_scale) {
    int soft = 0;
    size_t width = (size_t)n;
    for (int k = first; k < last; k++) {
        double* top = A + (size_t)k * width;
        pivot[k] = pivot_row(A, n, k, row_scale);
        if (pivot[k] != k) {
            swap_rows(top, A + (size_t)pivot[k] * width, n);
            swap_rows(&row_scale[k], &row_scale[pivot[k]], 1);
        }
        if (!(fabs(top[k]) > PIVOT_NOISE * row_scale[k])) {
            top[k] = SOFT_PIVOT * row_scale[k];
            soft++;
        }
        double inverse = 1.0 / top[k];
        for (int i = k + 1; i < n; i++) {
            double* row = A + (size_t)i * width;
            if (row[k] == 0.0)
                continue;
            row[k] *= inverse;
            for (int j = k + 1; j < last; j++)
                row[j] += -row[k] * top[j];
        }
    }
    return soft;
}

// Four rows of U at once. Each element takes them in their order, so that it is the same to the
// bit as one by one, and is loaded and stored once.
static void subtract_four(double* restrict y, const double* restrict factor,
                          const double* restrict top, size_t width, int n) {
    const double f[LANES] = {-factor[0], -factor[1], -factor[2], -factor[3]};
    const double *a = top, *b = a + width, *c = b + width, *d = c + width;
    int j = 0;
    for (; j + LANES <= n; j += LANES) {
        double sum[LANES];
        for (int k = 0; k < LANES; k++)
            sum[k] = y[j + k] + f[0] * a[j + k];
        for (int k = 0; k < LANES; k++)
            sum[k] += f[1] * b[j + k];
        for (int k = 0; k < LANES; k++)
            sum[k] += f[2] * c[j + k];
        for (int k = 0; k < LANES; k++)
            y[j + k] = sum[k] + f[3] * d[j + k];
    }
    for (; j < n; j++)
        y[j] = (((y[j] + f[0] * a[j]) + f[1] * b[j]) + f[2] * c[j]) + f[3] * d[j];
}

// what the rows [first, last) of U take from the columns right of them of row i
static void eliminate_row(double* A, int n, int i, int first, int last) {
    size_t width = (size_t)n;
    double* row = A + (size_t)i * width;
    const double *top = A + (size_t)first * width, *factor = row + first;
    int count = last < i ? last - first : i - first, rest = n - last;
    if (count == LANES && factor[0] != 0.0 && factor[1] != 0.0 && factor[2] != 0.0
        && factor[3] != 0.0) {
        subtract_four(row + last, factor, top + last, width, rest);
        return;
    }
    for (int k = 0; k < count; k++)
        if (factor[k] != 0.0)
            rv_dense_add(row + last, -factor[k], top + (size_t)k * width + last, rest);
}

int rv_lu_factor(double* A, int n, int* pivot, double* row_scale) {
    int soft = 0;
    size_t width = (size_t)n;
    for (int i = 0; i < n; i++) {
        row_scale[i] = largest_magnitude(A + (size_t)i * width, n);
        if (!(row_scale[i] > 0.0))
            row_scale[i] = 1.0;
    }
    for (int first = 0; first < n; first += LANES) {
        int last = first + LANES < n ? first + LANES : n;
        soft += factor_columns(A, n, first, last, pivot, row_scale);
        for (int i = first + 1; i < n && last < n; i++)
            eliminate_row(A, n, i, first, last);
    }
    return soft;
}

void rv_lu_solve(const double* LU, int n, const int* pivot, double* x) {
    size_t width = (size_t)n;
    for (int k = 0; k < n; k++)
        swap_rows(&x[k], &x[pivot[k]], pivot[k] != k);
    for (int i = 1; i < n; i++)
        x[i] -= rv_dense_dot(LU + (size_t)i * width, x, i);
    for (int i = n - 1; i >= 0; i--) {
        const double* row = LU + (size_t)i * width;
        x[i] = (x[i] - rv_dense_dot(row + i + 1, x + i + 1, n - i - 1)) / row[i];
    }
}
