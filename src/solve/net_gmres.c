// GMRES (Saad, Schultz 1986) for the part of a Newton step on contacts that is not factored,
//   (I + W C) e = u - u_0        (net_factor.c),
// preconditioned at each contact between two moving bodies with the responses of each of them to
// itself, W_own = H_a Z_aa H_a^T + H_b Z_bb H_b^T with blocks Z of the inverse (kkt_inverse.c),
//   T = (I + W_own C)^-1,   (I + W C) T y = u - u_0,   e = T y.
// Norms are energies: a speed's square over the response of its row.
#include "solve/dense.h"
#include "solve/net_private.h"

#include <math.h>
#include <string.h>

// Share of its residual that GMRES may leave: with 0.1 Newton's steps converge slowly, and with 0.001
// each costs twice as much.
static const double INEXACT = 0.01;

static inline void multiply(int rows, const double* M, const double* x, double* out) {
    for (int i = 0; i < rows; i++) {
        out[i] = 0.0;
        for (int k = 0; k < rows; k++)
            out[i] += M[i * rows + k] * x[k];
    }
}

// T of one contact, row by row
static void make_preconditioner(const rv_net_work* work, int index, double* T) {
    const rv_net_unit* unit = &work->net->units[index];
    int rows = unit->rows, pivot[RV_CONE_ROWS];
    double W[RV_NET_BLOCK], M[RV_NET_BLOCK], column[RV_CONE_ROWS], scale[RV_CONE_ROWS];
    rv_net_respond_apart(work, unit, W);
    for (int k = 0; k < rows; k++) {
        double x[RV_CONE_ROWS] = {0}, impulse[RV_CONE_ROWS], speed[RV_CONE_ROWS];
        x[k] = 1.0;
        rv_net_multiply_rest(work, index, x, impulse);
        multiply(rows, W, impulse, speed);
        for (int i = 0; i < rows; i++)
            M[i * rows + k] = x[i] + speed[i];
    }
    rv_lu_factor(M, rows, pivot, scale);
    for (int k = 0; k < rows; k++) {
        for (int i = 0; i < rows; i++)
            column[i] = i == k ? 1.0 : 0.0;
        rv_lu_solve(M, rows, pivot, column);
        for (int i = 0; i < rows; i++)
            T[i * rows + k] = column[i];
    }
}

// out = T x
static void precondition(const rv_net_work* work, const double* x, double* out) {
    for (int k = 0, first = 0; k < work->active_count; k++) {
        int i = work->active[k], rows = work->net->units[i].rows;
        const double* T = work->T + i * RV_NET_BLOCK;
        if (!rv_net_is_shared(&work->net->units[i]))
            memcpy(out + first, x + first, (size_t)rows * sizeof(double));
        else if (rows == 3)
            multiply(3, T, x + first, out + first);
        else
            multiply(rows, T, x + first, out + first);
        first += rows;
    }
}

static double product(int rows, const double* weight, const double* a, const double* b) {
    double sum = 0.0;
    for (int r = 0; r < rows; r++)
        sum += weight[r] * a[r] * b[r];
    return sum;
}

static void add(int rows, double share, const double* x, double* sum) {
    for (int r = 0; r < rows; r++)
        sum[r] += share * x[r];
}

// the upper triangle of the least-squares problem: column k, rotated, and the residual with it
typedef struct least_squares {
    double R[RV_NET_GMRES_MAX][RV_NET_GMRES_MAX + 1];
    double cosine[RV_NET_GMRES_MAX], sine[RV_NET_GMRES_MAX], rest[RV_NET_GMRES_MAX + 1];
} least_squares;

static void rotate(double c, double s, double* a, double* b) {
    double first = c * *a + s * *b, second = c * *b - s * *a;
    *a = first;
    *b = second;
}

// Givens rotations of a new column; |residual| after it
static double add_column(least_squares* q, int k) {
    double* column = q->R[k];
    for (int j = 0; j < k; j++)
        rotate(q->cosine[j], q->sine[j], &column[j], &column[j + 1]);
    double length = sqrt(column[k] * column[k] + column[k + 1] * column[k + 1]);
    q->cosine[k] = length > 0.0 ? column[k] / length : 1.0;
    q->sine[k] = length > 0.0 ? column[k + 1] / length : 0.0;
    rotate(q->cosine[k], q->sine[k], &column[k], &column[k + 1]);
    q->rest[k + 1] = 0.0;
    rotate(q->cosine[k], q->sine[k], &q->rest[k], &q->rest[k + 1]);
    return fabs(q->rest[k + 1]);
}

// e = T V y with R y = rest
static void write_solution(rv_net_work* work, const least_squares* q, int count) {
    int rows = work->active_rows;
    double y[RV_NET_GMRES_MAX];
    memset(work->step, 0, (size_t)rows * sizeof(double));
    for (int k = count - 1; k >= 0; k--) {
        y[k] = q->rest[k];
        for (int j = k + 1; j < count; j++)
            y[k] -= q->R[j][k] * y[j];
        y[k] = q->R[k][k] != 0.0 ? y[k] / q->R[k][k] : 0.0;
    }
    for (int k = 0; k < count; k++)
        add(rows, y[k], work->basis + k * rows, work->step);
    precondition(work, work->step, work->answer);
    for (int k = 0, first = 0; k < work->active_count; k++) {
        const rv_net_unit* unit = &work->net->units[work->active[k]];
        memcpy(work->e + unit->first_row, work->answer + first,
               (size_t)unit->rows * sizeof(double));
        first += unit->rows;
    }
}

// V[0] = u - u_0 of the active units; weights of their rows, preconditioners
static void begin(rv_net_work* work) {
    bool any_shared = false;
    for (int k = 0; k < work->active_count; k++)
        any_shared |= rv_net_is_shared(&work->net->units[work->active[k]]);
    if (any_shared)
        rv_net_invert(work);
    for (int k = 0, row = 0; k < work->active_count; k++) {
        int i = work->active[k];
        const rv_net_unit* unit = &work->net->units[i];
        if (rv_net_is_shared(unit))
            make_preconditioner(work, i, work->T + i * RV_NET_BLOCK);
        for (int r = unit->first_row; r < unit->first_row + unit->rows; r++, row++) {
            work->weight[row] = 1.0 / work->own[r];
            work->basis[row] = work->u[r] - work->u_next[r];
        }
    }
}

// the next vector of the basis, orthogonal to those before it, and its column; its length
static double expand(rv_net_work* work, least_squares* q, int count) {
    int rows = work->active_rows;
    double *next = work->basis + (count + 1) * rows, *column = q->R[count];
    precondition(work, work->basis + count * rows, work->step);
    rv_net_respond(work, work->step, next);
    add(rows, 1.0, work->step, next);
    for (int j = 0; j <= count; j++) {
        const double* before = work->basis + j * rows;
        column[j] = product(rows, work->weight, next, before);
        add(rows, -column[j], before, next);
    }
    column[count + 1] = sqrt(product(rows, work->weight, next, next));
    return column[count + 1];
}

void rv_net_gmres(rv_net_work* work) {
    int rows = work->active_rows, count = 0;
    least_squares q;
    begin(work);
    double size = sqrt(product(rows, work->weight, work->basis, work->basis)), left = size;
    double length = size;
    q.rest[0] = size;
    while (length > 0.0 && length < INFINITY && count < RV_NET_GMRES_MAX && left > INEXACT * size) {
        double* last = work->basis + count * rows;
        for (int r = 0; r < rows; r++)
            last[r] /= length;
        length = expand(work, &q, count);
        left = add_column(&q, count++);
    }
    write_solution(work, &q, count);
}
