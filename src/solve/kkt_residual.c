// The residual of the KKT system, component by component, each with the sum of the magnitudes of
// its terms: the size of what rounding may leave of it (Oettli, Prager 1964).
//     dofs: r - A v + G^T Lam        rows: b - G v - S Lam
#include "solve/kkt.h"

#include "solve/block.h"

#include <math.h>

static const double CLEARLY_SMALL = 1e-14; // a residual that asks for no closer look

static void residual_of_blocks(const rv_kkt* kkt, double* res, double* scale) {
    for (int i = 0; i < kkt->dof_count; i++) {
        res[i] = kkt->r.data[i];
        scale[i] = fabs(kkt->r.data[i]);
    }
    for (int i = 0; i < kkt->block_count; i++) {
        int size = kkt->block_size.data[i], first = kkt->block_first.data[i];
        const double* v = kkt->v.data + first;
        const rv_substructure* sub = kkt->block_substructure.data[i];
        if (sub == NULL) {
            const double* A = kkt->diagonal.data + kkt->diagonal_offset.data[i];
            rv_block_residual_sub(size, size, A, v, (rv_block_sum){res + first, scale + first});
            continue;
        }
        if (sub->multiply == NULL)
            continue;
        double* product = kkt->sub_scratch.data;
        sub->multiply(sub->self, v, product);
        for (int k = 0; k < size; k++)
            res[first + k] -= product[k];
        if (sub->magnitude != NULL)
            sub->magnitude(sub->self, v, product);
        for (int k = 0; k < size; k++)
            scale[first + k] += fabs(product[k]);
    }
}

static void residual_of_pairs(const rv_kkt* kkt, double* res, double* scale) {
    for (int k = 0; k < kkt->pair_count; k++) {
        int a = kkt->pair_block.data[2 * k], b = kkt->pair_block.data[2 * k + 1];
        int rows = kkt->block_size.data[a], columns = kkt->block_size.data[b];
        int first_a = kkt->block_first.data[a], first_b = kkt->block_first.data[b];
        const double* K = kkt->off_diagonal.data + kkt->pair_offset.data[k];
        double minus_v[RV_BLOCK_MAX];
        for (int r = 0; r < rows; r++)
            minus_v[r] = -kkt->v.data[first_a + r];
        rv_block_residual_sub(rows, columns, K, kkt->v.data + first_b,
                              (rv_block_sum){res + first_a, scale + first_a});
        rv_block_residual_transpose_add(rows, columns, K, minus_v,
                                        (rv_block_sum){res + first_b, scale + first_b});
    }
}

// one reference to scattered dofs of a substructure
static void residual_of_condensed(const rv_kkt* kkt, int reference, int rows, const double* impulse,
                                  rv_block_sum row, rv_block_sum dofs) {
    const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[reference];
    int first = kkt->reference_dof_first.data[reference];
    int columns = kkt->reference_dof_first.data[reference + 1] - first;
    const double* v = kkt->v.data + kkt->block_first.data[kkt->reference_block.data[reference]];
    for (int c = 0; c < columns; c++) {
        int dof = kkt->reference_dof.data[first + c];
        rv_block_sum one = {dofs.sum + dof, dofs.size + dof};
        rv_block_residual_sub(rows, 1, J + c * rows, v + dof, row);
        rv_block_residual_transpose_add(rows, 1, J + c * rows, impulse, one);
    }
}

// rows' own residual, and their impulses in the dofs' residual
static void residual_of_rows(const rv_kkt* kkt, double* res, double* scale, double* row_res,
                             double* row_scale) {
    for (int i = 0; i < kkt->row_count; i++) {
        double bias = kkt->bias.data[i];
        double compliant = kkt->sigma.data[i] * kkt->impulse.data[i];
        row_res[i] = bias - compliant;
        row_scale[i] = fabs(bias) + fabs(compliant);
    }
    for (int g = 0; g < kkt->group_count; g++) {
        int rows = kkt->group_size.data[g], first_row = kkt->row_first.data[g];
        const double* impulse = kkt->impulse.data + first_row;
        // one that is held to nothing has no residual and does nothing
        if (rows == 1 && kkt->state.data[first_row] != RV_ROW_FREE && impulse[0] == 0.0)
            continue;
        rv_block_sum row = {row_res + first_row, row_scale + first_row};
        for (int k = kkt->group_first.data[g]; k < kkt->group_first.data[g + 1]; k++) {
            int block = kkt->reference_block.data[k], first = kkt->block_first.data[block];
            rv_block_sum dofs = {res + first, scale + first};
            if (kkt->block_substructure.data[block] != NULL) {
                residual_of_condensed(kkt, k, rows, impulse, row, dofs);
                continue;
            }
            const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[k];
            int columns = kkt->block_size.data[block];
            rv_block_residual_sub(rows, columns, J, kkt->v.data + first, row);
            rv_block_residual_transpose_add(rows, columns, J, impulse, dofs);
        }
    }
}

// The larger of `largest` and the relative residual of a few components that belong together: the
// largest of them over the largest of what they are measured against. A component that is zero but
// for rounding (motion in a plane) is thus measured by its neighbours. Not a number counts as
// infinite.
static double larger_ratio(double largest, const double* value, const double* scale, int count) {
    double error = 0.0, size = 0.0;
    for (int i = 0; i < count; i++) {
        if (!isfinite(value[i]))
            return INFINITY;
        error = fabs(value[i]) > error ? fabs(value[i]) : error;
        size = scale[i] > size ? scale[i] : size;
    }
    if (error <= largest * size)
        return largest;
    double ratio = error / size;
    return ratio > largest ? ratio : largest;
}

// of scattered dofs of a substructure: what the terms of each may do to its speed
static void add_condensed_motion(const rv_kkt* kkt, int reference, int rows, double* row_scale) {
    int block = kkt->reference_block.data[reference];
    const rv_substructure* sub = kkt->block_substructure.data[block];
    const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[reference];
    const double* scale = kkt->fixed_r.data + kkt->dof_count + kkt->block_first.data[block];
    int first = kkt->reference_dof_first.data[reference];
    int columns = kkt->reference_dof_first.data[reference + 1] - first;
    for (int c = 0; c < columns && sub->inertia != NULL; c++) {
        int dof = kkt->reference_dof.data[first + c];
        double free = scale[dof] / sub->inertia(sub->self, dof);
        for (int r = 0; r < rows; r++)
            row_scale[r] += fabs(J[c * rows + r]) * free;
    }
}

// Where rows bring bodies to rest, their speeds are what is left of much larger ones: the motion
// without impulses, r/A. Rounding is measured against that.
static void add_free_motion(const rv_kkt* kkt, int group, double* row_scale) {
    int rows = kkt->group_size.data[group];
    for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
        int block = kkt->reference_block.data[k], size = kkt->block_size.data[block];
        if (kkt->block_substructure.data[block] != NULL) {
            add_condensed_motion(kkt, k, rows, row_scale);
            continue;
        }
        const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[k];
        const double* A = kkt->diagonal.data + kkt->diagonal_offset.data[block];
        for (int c = 0; c < size; c++) {
            double free = fabs(kkt->r.data[kkt->block_first.data[block] + c] / A[c * size + c]);
            for (int r = 0; r < rows; r++)
                row_scale[r] += fabs(J[c * rows + r]) * free;
        }
    }
}

static double group_ratio(const rv_kkt* kkt, double largest, int group, const double* row_res,
                          double* row_scale) {
    int count = kkt->group_size.data[group];
    double ratio = larger_ratio(0.0, row_res, row_scale, count);
    // a closer look can only make it smaller
    if (ratio > CLEARLY_SMALL && ratio > largest && ratio < INFINITY) {
        add_free_motion(kkt, group, row_scale);
        ratio = larger_ratio(0.0, row_res, row_scale, count);
    }
    return ratio > largest ? ratio : largest;
}

// A block that is known by its answers alone is exact: v is A^-1 (r + G^T Lam), and a refinement has
// nothing to change but what rows ask for.
static void clear_known(const rv_kkt* kkt, double* res) {
    for (int i = 0; i < kkt->block_count; i++) {
        const rv_substructure* sub = kkt->block_substructure.data[i];
        int last = kkt->block_first.data[i + 1];
        for (int k = kkt->block_first.data[i]; sub != NULL && sub->multiply == NULL && k < last;
             k++)
            res[k] = 0.0;
    }
}

// also writes the residual into fixed_r and fixed_b, and behind it what it is measured against
double rv_kkt_residual(rv_kkt* kkt) {
    double *res = kkt->fixed_r.data, *scale = res + kkt->dof_count;
    double *row_res = kkt->fixed_b.data, *row_scale = row_res + kkt->row_count;
    residual_of_blocks(kkt, res, scale);
    residual_of_pairs(kkt, res, scale);
    residual_of_rows(kkt, res, scale, row_res, row_scale);
    clear_known(kkt, res);
    for (int i = 0; i < kkt->row_count; i++)
        if (kkt->state.data[i] != RV_ROW_FREE)
            row_res[i] = row_scale[i] = 0.0;
    double largest = 0.0;
    // dofs by threes: the translation and the rotation of a body have their own units; those of a
    // substructure in two parts
    for (int i = 0; i < kkt->block_count && largest < INFINITY; i++) {
        const rv_substructure* sub = kkt->block_substructure.data[i];
        int last = kkt->block_first.data[i + 1], together = sub == NULL ? 3 : sub->alike;
        for (int k = kkt->block_first.data[i], count; k < last; k += count) {
            count = together > 0 && together < last - k ? together : last - k;
            largest = larger_ratio(largest, res + k, scale + k, count);
            together = sub == NULL ? 3 : 0;
        }
    }
    for (int g = 0; g < kkt->group_count && largest < INFINITY; g++) {
        int first = kkt->row_first.data[g];
        largest = group_ratio(kkt, largest, g, row_res + first, row_scale + first);
    }
    return largest;
}
