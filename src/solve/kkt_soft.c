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

// of its block s
static int size_of(const rv_kkt* kkt, const rv_kkt_soft* soft, int s) {
    int reference = kkt->group_first.data[soft->group] + s;
    return kkt->block_size.data[kkt->reference_block.data[reference]];
}

static void turn(int rows, int size, const double* J, const double* inverse, soft_side* out) {
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

static void add_stiffness(rv_kkt* kkt, const rv_kkt_soft* soft, int rows, const double* inverse) {
    soft_side side[2];
    for (int s = 0; s < soft->block_count; s++) {
        turn(rows, size_of(kkt, soft, s), kkt->jacobian.data + soft->jacobian[s], inverse,
             &side[s]);
        rv_block_update_lower(side[s].size, rows, kkt->factor.data + soft->diagonal[s],
                              side[s].turned, side[s].scaled);
    }
    if (soft->block_count == 2)
        add_between(kkt, &soft->between, rows, side);
}

void rv_kkt_soft_factor(rv_kkt* kkt) {
    for (int i = 0; i < kkt->row_count && kkt->soft.count > 0; i++)
        kkt->inverse_sigma.data[i] = 1.0 / kkt->sigma.data[i];
    for (int k = 0; k < kkt->soft.count; k++) {
        const rv_kkt_soft* soft = &kkt->soft.data[k];
        if (soft->is_joint)
            rv_joint_factor(kkt, soft);
        else
            add_stiffness(kkt, soft, kkt->group_size.data[soft->group],
                          kkt->inverse_sigma.data + soft->first_row);
    }
}

static void load_any(rv_kkt* kkt, const rv_kkt_soft* soft, const double* b) {
    int rows = kkt->group_size.data[soft->group];
    double minus[RV_BLOCK_MAX];
    for (int i = 0; i < rows; i++)
        minus[i] = -b[i] * kkt->inverse_sigma.data[soft->first_row + i];
    for (int s = 0; s < soft->block_count; s++)
        rv_block_multiply_transpose_sub(rows, size_of(kkt, soft, s),
                                        kkt->jacobian.data + soft->jacobian[s], minus,
                                        kkt->x.data + soft->unknown[s]);
}

void rv_kkt_soft_load(rv_kkt* kkt, const double* b) {
    for (int k = 0; k < kkt->soft.count; k++) {
        const rv_kkt_soft* soft = &kkt->soft.data[k];
        if (soft->is_joint)
            rv_joint_load(kkt, soft, b + soft->first_row);
        else
            load_any(kkt, soft, b + soft->first_row);
    }
}

static void solve_any(rv_kkt* kkt, const rv_kkt_soft* soft, const double* b) {
    int rows = kkt->group_size.data[soft->group];
    const double* inverse = kkt->inverse_sigma.data + soft->first_row;
    double* x = kkt->x.data + soft->first_unknown;
    double rest[RV_BLOCK_MAX]; // b - G v
    memcpy(rest, b, (size_t)rows * sizeof(double));
    for (int s = 0; s < soft->block_count; s++)
        rv_block_multiply_sub(rows, size_of(kkt, soft, s), kkt->jacobian.data + soft->jacobian[s],
                              kkt->x.data + soft->unknown[s], rest);
    for (int i = 0; i < rows; i++)
        x[i] = -rest[i] * inverse[i];
}

void rv_kkt_soft_solve(rv_kkt* kkt, const double* b) {
    for (int k = 0; k < kkt->soft.count; k++) {
        const rv_kkt_soft* soft = &kkt->soft.data[k];
        if (soft->is_joint)
            rv_joint_solve(kkt, soft, b + soft->first_row);
        else
            solve_any(kkt, soft, b + soft->first_row);
    }
}
