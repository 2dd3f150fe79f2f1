// Blocks of the inverse of a factored KKT system, Z = KKT^-1, where the factor has blocks (Takahashi
// et al. 1973). With K_pp = L D L^T of a node p, X_a its panels, and Y_a = X_a D^-1 L^-1,
//     Z_ap = -sum_b Z_ab Y_b,     Z_pp = (L D L^T)^-1 - sum_a Y_a^T Z_ap,
// from the last node to the first. Of a chain of rigid segments that takes 1.6 times the instructions of
// a factorisation.
#include "solve/block.h"
#include "solve/kkt_private.h"

#include <string.h>

// Z_ab of two panels of a column; the factor has the block of the later row and the earlier column
static const double* inverse_between(const double* Z, const int* target, int a, int b, int count,
                                     int rows, int columns, double* turned) {
    int earlier = a < b ? a : b, later = a < b ? b : a;
    // targets: of panel 0 with itself and all later ones, then of panel 1, ...
    int index = earlier * count - earlier * (earlier - 1) / 2 + later - earlier;
    const double* block = Z + target[index];
    if (a >= b)
        return block;
    rv_block_copy(columns, rows, turned, block, true);
    return turned;
}

// (L D L^T)^-1
static void invert_own(int size, const double* L, const double* inverse_d, double* out) {
    memset(out, 0, (size_t)(size * size) * sizeof(double));
    for (int k = 0; k < size; k++) {
        out[k * size + k] = 1.0;
        rv_block_forward(size, L, inverse_d, out + k * size);
        rv_block_backward(size, L, out + k * size);
    }
}

// Y_a^T (size x rows) of all panels, one after the other
static void scale_panels(const rv_kkt* kkt, int p, double* Y) {
    int size = kkt->node_size.data[p];
    const double* L = kkt->factor.data + kkt->factor_diagonal.data[p];
    const double* inverse_d = kkt->inverse_d.data + kkt->node_first.data[p];
    for (int a = kkt->panel_first.data[p]; a < kkt->panel_first.data[p + 1]; a++) {
        int rows = kkt->node_size.data[kkt->panels.data[a].node];
        rv_block_copy(rows, size, Y, kkt->factor.data + kkt->panels.data[a].offset, true);
        for (int r = 0; r < rows; r++, Y += size) {
            for (int k = 0; k < size; k++)
                Y[k] *= inverse_d[k];
            rv_block_backward(size, L, Y);
        }
    }
}

static void invert_column(rv_kkt* kkt, int p, double* Z) {
    int size = kkt->node_size.data[p];
    int first = kkt->panel_first.data[p], count = kkt->panel_first.data[p + 1] - first;
    const rv_kkt_panel* panel = kkt->panels.data + first;
    const int* target = kkt->targets.data + kkt->target_first.data[p];
    double* own = Z + kkt->factor_diagonal.data[p];
    double* Y = kkt->scaled.data;
    invert_own(size, kkt->factor.data + kkt->factor_diagonal.data[p],
               kkt->inverse_d.data + kkt->node_first.data[p], own);
    scale_panels(kkt, p, Y);
    const double* Ya = Y;
    for (int a = 0; a < count; a++) {
        int rows = kkt->node_size.data[panel[a].node];
        double turned[RV_BLOCK_VALUES], *Za = Z + panel[a].offset;
        const double* Yb = Y;
        memset(Za, 0, (size_t)(rows * size) * sizeof(double));
        for (int b = 0; b < count; b++) {
            int inner = kkt->node_size.data[panel[b].node];
            rv_block_update(rows, size, inner, Za,
                            inverse_between(Z, target, a, b, count, rows, inner, turned), Yb);
            Yb += inner * size;
        }
        rv_block_copy(rows, size, turned, Za, true);
        rv_block_update(size, size, rows, own, Ya, turned);
        Ya += rows * size;
    }
}

bool rv_kkt_invert(rv_kkt* kkt, double* Z) {
    for (int p = kkt->node_count - 1; p >= 0; p--) {
        if (rv_kkt_is_condensed(kkt, kkt->node_at.data[p]))
            return false;
        invert_column(kkt, p, Z);
    }
    return true;
}
