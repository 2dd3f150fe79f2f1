// Modes of small vibrations, K x = omega^2 M x: with M = L L^T (Cholesky), the eigenvectors y of
// L^-1 K L^-T by Jacobi's rotations, x = L^-T y.
#include "validation/segments_world.h"

#include <math.h>

enum { SWEEPS = 30 };

// M = L L^T, the lower half of M becomes L
static void factor(int n, double M[][BARS_MODES]) {
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            M[j][j] -= M[j][k] * M[j][k];
        M[j][j] = sqrt(M[j][j]);
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++)
                M[i][j] -= M[i][k] * M[j][k];
            M[i][j] /= M[j][j];
        }
    }
}

// x := L^-1 x for column or row `c` of A
static void solve_lower(int n, double L[][BARS_MODES], double* x, int stride) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            x[i * stride] -= L[i][k] * x[k * stride];
        x[i * stride] /= L[i][i];
    }
}

// turns rows and columns p and q of A so that A[p][q] becomes 0; rows of Q follow
static void rotate(int n, double A[][BARS_MODES], double Q[][BARS_MODES], int p, int q) {
    if (A[p][q] == 0.0)
        return;
    double zeta = 0.5 * (A[q][q] - A[p][p]) / A[p][q];
    double t = (zeta < 0.0 ? -1.0 : 1.0) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
    double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
    for (int k = 0; k < n; k++) {
        double a = A[k][p], b = A[k][q];
        A[k][p] = c * a - s * b;
        A[k][q] = s * a + c * b;
    }
    for (int k = 0; k < n; k++) {
        double a = A[p][k], b = A[q][k], x = Q[p][k], y = Q[q][k];
        A[p][k] = c * a - s * b;
        A[q][k] = s * a + c * b;
        Q[p][k] = c * x - s * y;
        Q[q][k] = s * x + c * y;
    }
}

static void sort(int n, bars_modes* modes) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && modes->omega[k] < modes->omega[k - 1]; k--) {
            double omega = modes->omega[k];
            modes->omega[k] = modes->omega[k - 1];
            modes->omega[k - 1] = omega;
            for (int c = 0; c < n; c++) {
                double x = modes->shape[k][c];
                modes->shape[k][c] = modes->shape[k - 1][c];
                modes->shape[k - 1][c] = x;
            }
        }
}

void bars_find_modes(bars_pencil* p, bars_modes* modes) {
    int n = p->count;
    factor(n, p->M);
    for (int c = 0; c < n; c++)
        solve_lower(n, p->M, &p->K[0][c], BARS_MODES);
    for (int r = 0; r < n; r++)
        solve_lower(n, p->M, p->K[r], 1);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            modes->shape[i][k] = i == k ? 1.0 : 0.0;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = 0; i < n; i++)
            for (int k = i + 1; k < n; k++)
                rotate(n, p->K, modes->shape, i, k);
    // back from y to x: L^T x = y
    for (int i = 0; i < n; i++) {
        double* x = modes->shape[i];
        modes->omega[i] = sqrt(fmax(p->K[i][i], 0.0));
        for (int r = n - 1; r >= 0; r--) {
            for (int k = r + 1; k < n; k++)
                x[r] -= p->M[k][r] * x[k];
            x[r] /= p->M[r][r];
        }
    }
    sort(n, modes);
}
