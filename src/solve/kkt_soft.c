// Soft row groups of the KKT system: never bounded, always compliant, on one or two blocks a and b.
// They are eliminated before their blocks (static condensation, Guyan 1965),
//     A_ij += G_i^T S^-1 G_j,   r_i += G_i^T S^-1 b   for i, j in {a, b},
// and their impulses come last, Lam = S^-1 (b - G v). Dividing by S before anything else is safe
// since it adds nothing but positive terms to a diagonal block; but what a block that is held
// stiffly weighs drowns in its stiffness, and G v in b, when S is far below 1/m.
#include "solve/kkt_soft.h"

#include "solve/block.h"

#include <string.h>

// the Jacobian of one block, turned (dofs x rows), and the same over -S
typedef struct soft_side {
    double turned[RV_BLOCK_VALUES], scaled[RV_BLOCK_VALUES];
    int size;
} soft_side;

static void turn(const rv_kkt* kkt, int reference, int rows, const double* inverse,
                 soft_side* out) {
    int size = kkt->block_size.data[kkt->reference_block.data[reference]];
    const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[reference];
    out->size = size;
    rv_block_copy(rows, size, out->turned, J, true);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < size; c++)
            out->scaled[r * size + c] = -inverse[r] * out->turned[r * size + c];
}

// the block between the two, with the rows of the later one
static void add_between(rv_kkt* kkt, const rv_kkt_target* at, int rows, const soft_side side[2]) {
    const soft_side* later = at->transposed ? &side[1] : &side[0];
    const soft_side* earlier = at->transposed ? &side[0] : &side[1];
    double* target = kkt->factor.data + at->offset;
    if (!at->repeated)
        memset(target, 0, (size_t)(later->size * earlier->size) * sizeof(double));
    rv_block_update(later->size, earlier->size, rows, target, later->turned, earlier->scaled);
}

static bool six_are_above(const double* restrict J, double limit, const double* restrict sigma) {
    double sum[6] = {0};
    for (int c = 0; c < 6; c++)
        for (int r = 0; r < 6; r++)
            sum[r] += J[6 * c + r] * J[6 * c + r];
    bool above = true;
    for (int r = 0; r < 6; r++)
        above &= sigma[r] >= limit * sum[r] && sigma[r] > 0.0;
    return above;
}

bool rv_kkt_soft_is_clearly_above(const rv_kkt* kkt, const rv_kkt_soft* soft, double floor) {
    if (!soft->is_six)
        return false;
    int reference = kkt->group_first.data[soft->group];
    int block = kkt->reference_block.data[reference];
    const double* A = kkt->diagonal.data + kkt->diagonal_offset.data[block];
    double least = A[0];
    for (int k = 1; k < 6; k++)
        least = A[7 * k] < least ? A[7 * k] : least;
    return six_are_above(kkt->jacobian.data + kkt->jacobian_offset.data[reference], floor / least,
                         kkt->sigma.data + kkt->row_first.data[soft->group]);
}

static void add_stiffness(rv_kkt* kkt, const rv_kkt_soft* soft, int rows, const double* inverse) {
    soft_side side[2];
    for (int s = 0; s < soft->block_count; s++) {
        turn(kkt, kkt->group_first.data[soft->group] + s, rows, inverse, &side[s]);
        rv_block_update_lower(side[s].size, rows, kkt->factor.data + soft->diagonal[s],
                              side[s].turned, side[s].scaled);
    }
    if (soft->block_count == 2)
        add_between(kkt, &soft->between, rows, side);
}

// six rows between two rigid bodies
static void add_stiffness6(rv_kkt* kkt, const rv_kkt_soft* soft, const double* inverse) {
    int reference = kkt->group_first.data[soft->group];
    const double* J[2] = {rv_kkt_jacobian(kkt, reference), rv_kkt_jacobian(kkt, reference + 1)};
    double* factor = kkt->factor.data;
    rv_soft6_target to = {{factor + soft->diagonal[0], factor + soft->diagonal[1]},
                          factor + soft->between.offset,
                          soft->between.transposed,
                          !soft->between.repeated};
    rv_soft6_add(J, inverse, &to);
}

void rv_kkt_soft_factor(rv_kkt* kkt) {
    for (int i = 0; i < kkt->row_count && kkt->soft.count > 0; i++)
        kkt->inverse_sigma.data[i] = 1.0 / kkt->sigma.data[i];
    for (int k = 0; k < kkt->soft.count; k++) {
        const rv_kkt_soft* soft = &kkt->soft.data[k];
        const double* inverse = kkt->inverse_sigma.data + kkt->row_first.data[soft->group];
        if (soft->is_six)
            add_stiffness6(kkt, soft, inverse);
        else
            add_stiffness(kkt, soft, kkt->group_size.data[soft->group], inverse);
    }
}

void rv_kkt_soft_load(const rv_kkt* kkt, const double* b, double* r) {
    for (int k = 0; k < kkt->soft.count; k++) {
        const rv_kkt_soft* soft = &kkt->soft.data[k];
        int rows = kkt->group_size.data[soft->group];
        int first_row = kkt->row_first.data[soft->group];
        double pushed[RV_BLOCK_MAX];
        for (int i = 0; i < rows; i++)
            pushed[i] = -b[first_row + i] * kkt->inverse_sigma.data[first_row + i];
        for (int s = 0; s < soft->block_count; s++) {
            int reference = kkt->group_first.data[soft->group] + s;
            int block = kkt->reference_block.data[reference];
            rv_block_multiply_transpose_sub(rows, kkt->block_size.data[block],
                                            kkt->jacobian.data
                                                + kkt->jacobian_offset.data[reference],
                                            pushed, r + kkt->block_first.data[block]);
        }
    }
}

// b - G v, v in x
static void left_of(const rv_kkt* kkt, const rv_kkt_soft* soft, int rows, const double* b,
                    double* rest) {
    for (int i = 0; i < rows; i++)
        rest[i] = b[i];
    for (int s = 0; s < soft->block_count; s++) {
        int reference = kkt->group_first.data[soft->group] + s;
        int block = kkt->reference_block.data[reference];
        rv_block_multiply_sub(rows, kkt->block_size.data[block],
                              kkt->jacobian.data + kkt->jacobian_offset.data[reference],
                              kkt->x.data + soft->unknown[s], rest);
    }
}

static void left_of_six(const rv_kkt* kkt, const rv_kkt_soft* soft, const double* b, double* rest) {
    const int* offset = kkt->jacobian_offset.data + kkt->group_first.data[soft->group];
    const double* J[2] = {kkt->jacobian.data + offset[0], kkt->jacobian.data + offset[1]};
    const double* v[2] = {kkt->x.data + soft->unknown[0], kkt->x.data + soft->unknown[1]};
    double speed[RV_BLOCK_MAX];
    rv_soft6_speeds(J, v, speed);
    for (int i = 0; i < RV_BLOCK_MAX; i++)
        rest[i] = b[i] - speed[i];
}

void rv_kkt_soft_solve(rv_kkt* kkt, const double* b) {
    for (int k = 0; k < kkt->soft.count; k++) {
        const rv_kkt_soft* soft = &kkt->soft.data[k];
        int rows = kkt->group_size.data[soft->group];
        int first_row = kkt->row_first.data[soft->group];
        const double* inverse = kkt->inverse_sigma.data + first_row;
        double* x = kkt->x.data + soft->first_unknown;
        double rest[RV_BLOCK_MAX];
        if (soft->is_six)
            left_of_six(kkt, soft, b + first_row, rest);
        else
            left_of(kkt, soft, rows, b + first_row, rest);
        for (int i = 0; i < rows; i++)
            x[i] = -rest[i] * inverse[i];
    }
}
