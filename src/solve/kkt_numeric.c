// Numeric factorisation and solution of the KKT system: right-looking block LDL^T along the program
// that kkt_symbolic.c made,
//     D_p = L_p D L_p^T,  B_qp = A_qp L_p^-T,  A_qr -= B_qp D^-1 B_rp^T   for all q >= r in column
//     p,
// and iterative refinement when the componentwise residual (kkt_residual.c) asks for it.
#include "solve/kkt.h"

#include "solve/block.h"
#include "solve/kkt_private.h"
#include "solve/kkt_soft.h"

#include <math.h>
#include <string.h>

static const double DOF_PIVOT_FLOOR = 1e-16; // of the diagonal entry of A
static const double PIVOT_SHARE = 0.5;       // of what a pivot is at least in exact arithmetic
static const double DROWNED = 1e8;           // load over own inertia
static const double REFINE_ABOVE = 1e-12;    // componentwise relative residual
// The impulse of a soft row is a small difference over a small S: to ask for all its digits would
// mean to refine always.
static const double REFINE_SOFT_ABOVE = 1e-8;
enum { REFINE_MAX = 5 };

// the dofs within its block that a reference is about, and how many
static const int* reference_dofs(const rv_kkt* kkt, int reference, int* count) {
    static const int ALL[RV_BLOCK_MAX] = {0, 1, 2, 3, 4, 5};
    int block = kkt->reference_block.data[reference];
    if (!rv_kkt_is_condensed(kkt, block)) {
        *count = kkt->block_size.data[block];
        return ALL;
    }
    int first = kkt->reference_dof_first.data[reference];
    *count = kkt->reference_dof_first.data[reference + 1] - first;
    return kkt->reference_dof.data + first;
}

// raises the sigmas of a group's rows to a share of their response on the least responsive block,
// sum of J^2/A over its dofs
static void apply_floor_to_group(rv_kkt* kkt, int group, const double* inverse_a) {
    int rows = kkt->group_size.data[group];
    double* sigma = kkt->sigma.data + kkt->row_first.data[group];
    double least[RV_BLOCK_MAX] = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
    for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
        int block = kkt->reference_block.data[k];
        if (kkt->block_substructure.data[block] != NULL)
            continue;
        double response[RV_BLOCK_MAX];
        rv_block_response(rows, kkt->block_size.data[block],
                          kkt->jacobian.data + kkt->jacobian_offset.data[k],
                          inverse_a + kkt->block_first.data[block], response);
        int below = 0;
        for (int r = 0; r < rows; r++) {
            if (response[r] > 0.0 && response[r] < least[r])
                least[r] = response[r];
            below += !(sigma[r] >= kkt->sigma_floor * least[r]);
        }
        // further blocks can only lower the floor
        if (below == 0)
            return;
    }
    for (int r = 0; r < rows; r++) {
        double floor = kkt->sigma_floor * (least[r] < INFINITY ? least[r] : 1.0);
        if (!(sigma[r] >= floor))
            sigma[r] = floor;
    }
}

static void invert_diagonal(rv_kkt* kkt, int block) {
    int size = kkt->block_size.data[block];
    const double* A = rv_kkt_block(kkt, block);
    double* inverse_a = kkt->fixed_r.data + kkt->block_first.data[block];
    if (kkt->block_substructure.data[block] == NULL)
        for (int k = 0; k < size; k++)
            inverse_a[k] = 1.0 / A[k * size + k];
}

// a joint has one compliance in all directions
static void equalise_pull(double* sigma) {
    double largest = fmax(sigma[0], fmax(sigma[1], sigma[2]));
    sigma[0] = sigma[1] = sigma[2] = largest;
}

void rv_kkt_apply_floor(rv_kkt* kkt) {
    for (int i = 0; i < kkt->block_count && kkt->hard.count > 0; i++)
        invert_diagonal(kkt, i);
    for (int h = 0; h < kkt->hard.count; h++)
        apply_floor_to_group(kkt, kkt->hard.data[h], kkt->fixed_r.data);
    for (int k = 0; k < kkt->soft.count; k++) {
        int group = kkt->soft.data[k].group;
        bool is_joint = kkt->soft.data[k].is_joint;
        if (is_joint && rv_joint_is_clearly_above(kkt, &kkt->soft.data[k], kkt->sigma_floor))
            continue;
        for (int r = kkt->group_first.data[group]; r < kkt->group_first.data[group + 1]; r++)
            invert_diagonal(kkt, kkt->reference_block.data[r]);
        apply_floor_to_group(kkt, group, kkt->fixed_r.data);
        if (is_joint)
            equalise_pull(kkt->sigma.data + kkt->row_first.data[group]);
    }
}

// most systems have no fixed row at all: this one pass over the states saves many small ones
static bool has_fixed_rows(const rv_kkt* kkt) {
    int8_t any = 0;
    // soft rows are always free
    for (int i = 0; i < kkt->row_count && kkt->hard.count > 0; i++)
        any |= kkt->state.data[i];
    return any != RV_ROW_FREE;
}

static const int8_t* states_if_any_fixed(const rv_kkt* kkt, int group) {
    const int8_t* state = kkt->state.data + kkt->row_first.data[group];
    for (int k = 0; k < kkt->group_size.data[group]; k++)
        if (state[k] != RV_ROW_FREE)
            return state;
    return NULL;
}

// zeros in place of the rows that are not free
static void clear_fixed(double* target, int rows, int columns, bool transposed,
                        const int8_t* state) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; state[r] != RV_ROW_FREE && c < columns; c++)
            target[transposed ? r * columns + c : c * rows + r] = 0.0;
}

static void scatter_blocks(rv_kkt* kkt) {
    for (int i = 0; i < kkt->block_count; i++) {
        if (rv_kkt_is_condensed(kkt, i))
            continue;
        int p = kkt->position_of.data[i], size = kkt->block_size.data[i];
        memcpy(kkt->factor.data + kkt->factor_diagonal.data[p], rv_kkt_block(kkt, i),
               (size_t)(size * size) * sizeof(double));
    }
    for (int k = 0; k < kkt->pair_count; k++) {
        const rv_kkt_target* at = &kkt->pair_target.data[k];
        int rows = kkt->block_size.data[kkt->pair_block.data[2 * k]];
        int columns = kkt->block_size.data[kkt->pair_block.data[2 * k + 1]];
        double values[RV_BLOCK_VALUES];
        double* target = kkt->factor.data + at->offset;
        rv_block_copy(rows, columns, at->repeated ? values : target, rv_kkt_pair(kkt, k),
                      at->transposed);
        for (int i = 0; at->repeated && i < rows * columns; i++)
            target[i] += values[i];
    }
}

static bool all_fixed(const int8_t* state, int rows) {
    bool all = true;
    for (int k = 0; k < rows; k++)
        all &= state[k] != RV_ROW_FREE;
    return all;
}

static void scatter_rows(rv_kkt* kkt) {
    bool any_fixed = has_fixed_rows(kkt);
    kkt->any_idle = false;
    for (int h = 0; h < kkt->hard.count; h++) {
        int g = kkt->hard.data[h];
        int p = kkt->position_of.data[kkt->block_count + g], size = kkt->group_size.data[g];
        const double* sigma = kkt->sigma.data + kkt->row_first.data[g];
        const int8_t* state = any_fixed ? states_if_any_fixed(kkt, g) : NULL;
        kkt->idle.data[p] = state != NULL && all_fixed(state, size);
        kkt->any_idle |= kkt->idle.data[p];
        double* diagonal = kkt->factor.data + kkt->factor_diagonal.data[p];
        double* smallest = kkt->smallest.data + kkt->node_first.data[p];
        memset(diagonal, 0, (size_t)(size * size) * sizeof(double));
        for (int k = 0; k < size; k++) {
            // a fixed row is decoupled: -1 * (-Lam) = Lam
            bool fixed = state != NULL && state[k] != RV_ROW_FREE;
            diagonal[k * size + k] = fixed ? -1.0 : -sigma[k];
            smallest[k] = PIVOT_SHARE * (fixed ? 1.0 : sigma[k]);
        }
        for (int k = kkt->group_first.data[g]; k < kkt->group_first.data[g + 1]; k++) {
            int block = kkt->reference_block.data[k];
            if (rv_kkt_is_condensed(kkt, block))
                continue;
            const rv_kkt_target* at = &kkt->reference_target.data[k];
            double* target = kkt->factor.data + at->offset;
            int columns = kkt->block_size.data[block];
            rv_block_copy(size, columns, target, rv_kkt_jacobian(kkt, k), at->transposed);
            if (state != NULL)
                clear_fixed(target, size, columns, at->transposed, state);
        }
    }
}

// entry (row, dof column) of a group's Jacobian, zero if the row is fixed
static double free_entry(const rv_kkt* kkt, int group, int reference, int row, int column) {
    if (kkt->state.data[kkt->row_first.data[group] + row] != RV_ROW_FREE)
        return 0.0;
    return kkt->jacobian
        .data[kkt->jacobian_offset.data[reference] + column * kkt->group_size.data[group] + row];
}

static int find_reference(const rv_kkt* kkt, int group, int block) {
    int k = kkt->group_first.data[group];
    while (kkt->reference_block.data[k] != block)
        k++;
    return k;
}

// block (later group, earlier group) of the factor -= J_later C J_earlier^T, C: compliance between
// the dofs that the two use
static void update_through(const rv_kkt* kkt, int block, int later, int earlier, double* target) {
    int kl = find_reference(kkt, later, block), ke = find_reference(kkt, earlier, block);
    int count_l, count_e;
    const int* dofs_l = reference_dofs(kkt, kl, &count_l);
    const int* dofs_e = reference_dofs(kkt, ke, &count_e);
    int first_e = kl == ke ? 0 : count_l;
    int count = first_e + count_e;
    int* both = kkt->scratch.data;
    memcpy(both, dofs_l, (size_t)count_l * sizeof(int));
    memcpy(both + first_e, dofs_e, (size_t)count_e * sizeof(int));
    double *C = kkt->sub_scratch.data, *response = C + count * count;
    const rv_substructure* sub = kkt->block_substructure.data[block];
    sub->compliance(sub->self, count, both, C);
    int rows = kkt->group_size.data[later];
    for (int c = 0; c < kkt->group_size.data[earlier]; c++) {
        for (int a = 0; a < count_l; a++) {
            response[a] = 0.0;
            for (int b = 0; b < count_e; b++)
                response[a] += C[a * count + first_e + b] * free_entry(kkt, earlier, ke, c, b);
        }
        for (int a = 0; a < count_l; a++)
            for (int r = 0; r < rows; r++)
                target[c * rows + r] -= free_entry(kkt, later, kl, r, a) * response[a];
    }
}

// The same with the answer of the block to one row of the earlier group.
static void update_by_answer(const rv_kkt* kkt, int block, int later, const double* answer,
                             double* target) {
    int k = find_reference(kkt, later, block), count, rows = kkt->group_size.data[later];
    const int* dofs = reference_dofs(kkt, k, &count);
    for (int a = 0; a < count; a++)
        for (int r = 0; r < rows; r++)
            target[r] -= free_entry(kkt, later, k, r, a) * answer[dofs[a]];
}

// what a row does on the block, answered by it
static void answer_row(const rv_kkt* kkt, int block, int group, int row, double* answer) {
    int k = find_reference(kkt, group, block), count;
    const int* dofs = reference_dofs(kkt, k, &count);
    const rv_substructure* sub = kkt->block_substructure.data[block];
    memset(answer, 0, (size_t)sub->size * sizeof *answer);
    for (int a = 0; a < count; a++)
        answer[dofs[a]] += free_entry(kkt, group, k, row, a);
    sub->solve(sub->self, answer);
}

// one solve for each row of the groups, instead of one for each dof of each pair of them
static void eliminate_by_rows(rv_kkt* kkt, int p) {
    int block = kkt->node_at.data[p], last = kkt->panel_first.data[p + 1];
    const int* target = kkt->targets.data + kkt->target_first.data[p];
    double* answer = kkt->sub_scratch.data;
    for (int a = kkt->panel_first.data[p]; a < last; target += last - a++) {
        int earlier = kkt->node_at.data[kkt->panels.data[a].node] - kkt->block_count;
        for (int row = 0; row < kkt->group_size.data[earlier]; row++) {
            answer_row(kkt, block, earlier, row, answer);
            for (int b = a; b < last; b++) {
                int later = kkt->node_at.data[kkt->panels.data[b].node] - kkt->block_count;
                update_by_answer(kkt, block, later, answer,
                                 kkt->factor.data + target[b - a]
                                     + row * kkt->group_size.data[later]);
            }
        }
    }
}

static void eliminate_substructure(rv_kkt* kkt, int p, rv_kkt_report* report) {
    int block = kkt->node_at.data[p];
    const rv_substructure* sub = kkt->block_substructure.data[block];
    if (!sub->factor(sub->self))
        report->floored += sub->size;
    if (sub->by_rows) {
        eliminate_by_rows(kkt, p);
        return;
    }
    const int* target = kkt->targets.data + kkt->target_first.data[p];
    for (int a = kkt->panel_first.data[p]; a < kkt->panel_first.data[p + 1]; a++)
        for (int b = a; b < kkt->panel_first.data[p + 1]; b++)
            update_through(kkt, block,
                           kkt->node_at.data[kkt->panels.data[b].node] - kkt->block_count,
                           kkt->node_at.data[kkt->panels.data[a].node] - kkt->block_count,
                           kkt->factor.data + *target++);
}

// the smallest pivots of a block in shares of its diagonal
static inline void share_diagonal(int size, double share, const double* own, double* smallest) {
    for (int k = 0; k < size; k++)
        smallest[k] = share * own[k * (size + 1)];
}

static inline bool is_drowned(int size, const double* own, const double* loaded) {
    bool drowns = false;
    for (int k = 0; k < size; k++)
        drowns |= loaded[k * (size + 1)] > DROWNED * own[k * (size + 1)];
    return drowns;
}

// What rows have put onto a block only adds to its pivots: where that is so much that the block's
// own inertia drowns in rounding, a share of the pivots of that inertia alone is the bound that
// keeps them right. Those are at most its diagonal: mostly all pivots are above that anyway.
static int factor_drowned(int size, const double* own, double* diagonal, double* inverse_d) {
    double loaded[RV_BLOCK_VALUES], smallest[RV_BLOCK_MAX] = {0};
    size_t bytes = (size_t)(size * size) * sizeof(double);
    memcpy(loaded, diagonal, bytes);
    share_diagonal(size, PIVOT_SHARE, own, smallest);
    if (rv_block_factor(size, diagonal, inverse_d, 1.0, smallest) == 0)
        return 0;
    share_diagonal(size, DOF_PIVOT_FLOOR, own, smallest);
    memcpy(diagonal, own, bytes);
    rv_block_factor(size, diagonal, inverse_d, 1.0, smallest);
    for (int k = 0; k < size; k++)
        smallest[k] = PIVOT_SHARE / inverse_d[k];
    memcpy(diagonal, loaded, bytes);
    return rv_block_factor(size, diagonal, inverse_d, 1.0, smallest);
}

static inline int factor_sized(int size, const double* own, bool is_paired, double* diagonal,
                               double* inverse_d) {
    // stiffness blocks take away from pivots: there is no bound but rounding
    if (!is_paired && is_drowned(size, own, diagonal))
        return factor_drowned(size, own, diagonal, inverse_d);
    double smallest[RV_BLOCK_MAX];
    share_diagonal(size, DOF_PIVOT_FLOOR, own, smallest);
    return rv_block_factor(size, diagonal, inverse_d, 1.0, smallest);
}

static int factor_block(rv_kkt* kkt, int p, double* diagonal, double* inverse_d) {
    int block = kkt->node_at.data[p], size = kkt->node_size.data[p];
    const double* own = rv_kkt_block(kkt, block);
    bool is_paired = kkt->is_paired.data[block];
    return size == 6 ? factor_sized(6, own, is_paired, diagonal, inverse_d)
                     : factor_sized(size, own, is_paired, diagonal, inverse_d);
}

// by position, NULL where there are none
static inline const int8_t* idle_nodes(const rv_kkt* kkt) {
    return kkt->any_idle ? kkt->idle.data : NULL;
}

// what a panel and those behind it in its column do to each other's nodes
static inline void update_from(rv_kkt* kkt, const int* target, const rv_kkt_panel* panel,
                               const rv_kkt_panel* last, int size, const double* scaled) {
    const int8_t* idle = idle_nodes(kkt);
    double* factor = kkt->factor.data;
    int columns = kkt->node_size.data[panel->node];
    rv_block_update_lower(columns, size, factor + *target++, factor + panel->offset, scaled);
    for (const rv_kkt_panel* other = panel + 1; other < last; other++, target++)
        if (idle == NULL || !idle[other->node])
            rv_block_update(kkt->node_size.data[other->node], columns, size, factor + *target,
                            factor + other->offset, scaled);
}

static void eliminate(rv_kkt* kkt, int p, rv_kkt_report* report) {
    int size = kkt->node_size.data[p];
    double* factor = kkt->factor.data;
    double* diagonal = factor + kkt->factor_diagonal.data[p];
    double* inverse_d = kkt->inverse_d.data + kkt->node_first.data[p];
    if (kkt->node_at.data[p] < kkt->block_count)
        report->floored += factor_block(kkt, p, diagonal, inverse_d);
    else
        report->floored += rv_block_factor(size, diagonal, inverse_d, -1.0,
                                           kkt->smallest.data + kkt->node_first.data[p]);
    const rv_kkt_panel* panel = kkt->panels.data;
    int first = kkt->panel_first.data[p], last = kkt->panel_first.data[p + 1];
    // what is zero stays so
    const int8_t* idle = idle_nodes(kkt);
    if (idle != NULL && idle[p])
        return;
    double* scaled = kkt->scaled.data;
    for (int a = first; a < last; a++) {
        int rows = kkt->node_size.data[panel[a].node];
        if (idle == NULL || !idle[panel[a].node])
            rv_block_right_solve(rows, size, factor + panel[a].offset, diagonal, scaled, inverse_d);
        scaled += rows * size;
    }
    const int* target = kkt->targets.data + kkt->target_first.data[p];
    scaled = kkt->scaled.data;
    for (int a = first; a < last; target += last - a, a++) {
        int columns = kkt->node_size.data[panel[a].node];
        if (idle == NULL || !idle[panel[a].node])
            update_from(kkt, target, panel + a, panel + last, size, scaled);
        scaled += columns * size;
    }
}

void rv_kkt_factor(rv_kkt* kkt, rv_kkt_report* report) {
    for (int k = 0; k < kkt->fill.count; k++)
        memset(kkt->factor.data + kkt->fill.data[k].offset, 0,
               (size_t)kkt->fill.data[k].count * sizeof(double));
    scatter_blocks(kkt);
    scatter_rows(kkt);
    rv_kkt_soft_factor(kkt);
    for (int p = 0; p < kkt->node_count; p++) {
        if (rv_kkt_is_condensed(kkt, kkt->node_at.data[p]))
            eliminate_substructure(kkt, p, report);
        else
            eliminate(kkt, p, report);
    }
    report->factorisations++;
}

// y_group -= J x for all groups on a substructure, or, transposed, x += J^T y_group
static void couple_substructure(const rv_kkt* kkt, int p, double* x, double* sub_x,
                                bool transpose) {
    int block = kkt->node_at.data[p];
    for (int a = kkt->panel_first.data[p]; a < kkt->panel_first.data[p + 1]; a++) {
        int q = kkt->panels.data[a].node;
        int group = kkt->node_at.data[q] - kkt->block_count;
        int reference = find_reference(kkt, group, block);
        int columns;
        const int* dof = reference_dofs(kkt, reference, &columns);
        double* y = x + kkt->node_first.data[q];
        for (int c = 0; c < columns; c++)
            for (int r = 0; r < kkt->group_size.data[group]; r++) {
                double entry = free_entry(kkt, group, reference, r, c);
                if (transpose)
                    sub_x[dof[c]] += entry * y[r];
                else
                    y[r] -= entry * sub_x[dof[c]];
            }
    }
}

void rv_kkt_forward(const rv_kkt* kkt, double* x, int start) {
    const int8_t* idle = idle_nodes(kkt);
    for (int p = start; p < kkt->node_count; p++) {
        int node = kkt->node_at.data[p];
        double* xp = x + kkt->node_first.data[p];
        if (rv_kkt_is_condensed(kkt, node)) {
            const rv_substructure* sub = kkt->block_substructure.data[node];
            sub->solve(sub->self, xp);
            couple_substructure(kkt, p, x, xp, false);
            continue;
        }
        int size = kkt->node_size.data[p];
        rv_block_forward(size, kkt->factor.data + kkt->factor_diagonal.data[p],
                         kkt->inverse_d.data + kkt->node_first.data[p], xp);
        if (idle != NULL && idle[p])
            continue;
        for (int a = kkt->panel_first.data[p]; a < kkt->panel_first.data[p + 1]; a++) {
            int q = kkt->panels.data[a].node;
            if (idle != NULL && idle[q])
                continue;
            rv_block_multiply_sub(kkt->node_size.data[q], size,
                                  kkt->factor.data + kkt->panels.data[a].offset, xp,
                                  x + kkt->node_first.data[q]);
        }
    }
}

static void backward_substructure(const rv_kkt* kkt, int p, double* x) {
    if (kkt->panel_first.data[p] == kkt->panel_first.data[p + 1])
        return; // no row pushes it
    const rv_substructure* sub = kkt->block_substructure.data[kkt->node_at.data[p]];
    double* pushed = kkt->sub_scratch.data; // J^T y, then its response
    memset(pushed, 0, (size_t)sub->size * sizeof(double));
    couple_substructure(kkt, p, x, pushed, true);
    sub->solve(sub->self, pushed);
    double* xp = x + kkt->node_first.data[p];
    for (int k = 0; k < sub->size; k++)
        xp[k] -= pushed[k];
}

static void add_scaled(int size, double* restrict x, const double* restrict sum,
                       const double* restrict inverse_d) {
    if (size == 6)
        for (int k = 0; k < 6; k++)
            x[k] += sum[k] * inverse_d[k];
    else
        for (int k = 0; k < size; k++)
            x[k] += sum[k] * inverse_d[k];
}

void rv_kkt_backward(const rv_kkt* kkt, double* x, int stop) {
    const int8_t* idle = idle_nodes(kkt);
    for (int p = kkt->node_count - 1; p >= stop; p--) {
        if (rv_kkt_is_condensed(kkt, kkt->node_at.data[p])) {
            backward_substructure(kkt, p, x);
            continue;
        }
        if (idle != NULL && idle[p])
            continue;
        int size = kkt->node_size.data[p];
        double* xp = x + kkt->node_first.data[p];
        const double* inverse_d = kkt->inverse_d.data + kkt->node_first.data[p];
        double sum[RV_BLOCK_MAX] = {0};
        for (int a = kkt->panel_first.data[p]; a < kkt->panel_first.data[p + 1]; a++) {
            int q = kkt->panels.data[a].node;
            if (idle != NULL && idle[q])
                continue;
            rv_block_multiply_transpose_sub(kkt->node_size.data[q], size,
                                            kkt->factor.data + kkt->panels.data[a].offset,
                                            x + kkt->node_first.data[q], sum);
        }
        add_scaled(size, xp, sum, inverse_d);
        rv_block_backward(size, kkt->factor.data + kkt->factor_diagonal.data[p], xp);
    }
}

// x in elimination order
static void gather(const rv_kkt* kkt, const double* per_dof, const double* per_row) {
    for (int p = 0; p < kkt->node_count; p++) {
        int node = kkt->node_at.data[p];
        const double* from = node < kkt->block_count
                                 ? per_dof + kkt->block_first.data[node]
                                 : per_row + kkt->row_first.data[node - kkt->block_count];
        double* x = kkt->x.data + kkt->node_first.data[p];
        if (kkt->node_size.data[p] == 6)
            memcpy(x, from, 6 * sizeof *x);
        else
            for (int k = 0; k < kkt->node_size.data[p]; k++)
                x[k] = from[k];
    }
}

static void add_values(int size, double* restrict to, const double* restrict x, double sign) {
    if (size == 6)
        for (int k = 0; k < 6; k++)
            to[k] += sign * x[k];
    else
        for (int k = 0; k < size; k++)
            to[k] += sign * x[k];
}

// what the solve found is added to what was there (sign 1) or taken back (-1): Lam = -y
static void add_solution(rv_kkt* kkt, double sign) {
    for (int p = 0; p < kkt->node_count; p++) {
        int node = kkt->node_at.data[p], size = kkt->node_size.data[p];
        const double* x = kkt->x.data + kkt->node_first.data[p];
        if (node < kkt->block_count) {
            add_values(size, kkt->v.data + kkt->block_first.data[node], x, sign);
            continue;
        }
        int row = kkt->row_first.data[node - kkt->block_count];
        for (int k = 0; k < size; k++)
            if (kkt->state.data[row + k] == RV_ROW_FREE)
                kkt->impulse.data[row + k] -= sign * x[k];
    }
    for (int s = 0; s < kkt->soft.count; s++) {
        int group = kkt->soft.data[s].group;
        add_values(kkt->group_size.data[group], kkt->impulse.data + kkt->row_first.data[group],
                   kkt->x.data + kkt->soft.data[s].first_unknown, -sign);
    }
}

// a vector per dof and one per row
typedef struct right_side {
    const double *r, *b;
} right_side;

// r + G^T Lam over fixed rows, whose own rows of the system are empty
static right_side right_hand_side(rv_kkt* kkt) {
    if (!has_fixed_rows(kkt))
        return (right_side){kkt->r.data, kkt->bias.data};
    double *r = kkt->fixed_r.data, *b = kkt->fixed_b.data;
    memcpy(r, kkt->r.data, (size_t)kkt->dof_count * sizeof(double));
    memcpy(b, kkt->bias.data, (size_t)kkt->row_count * sizeof(double));
    for (int g = 0; g < kkt->group_count; g++) {
        const int8_t* state = states_if_any_fixed(kkt, g);
        if (state == NULL)
            continue;
        int rows = kkt->group_size.data[g], first_row = kkt->row_first.data[g];
        if (rows == 1 && kkt->impulse.data[first_row] == 0.0) {
            b[first_row] = 0.0;
            continue;
        }
        for (int k = kkt->group_first.data[g]; k < kkt->group_first.data[g + 1]; k++) {
            int block = kkt->reference_block.data[k];
            int columns;
            const int* dof = reference_dofs(kkt, k, &columns);
            const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[k];
            for (int c = 0; c < columns; c++)
                for (int i = 0; i < rows; i++)
                    if (state[i] != RV_ROW_FREE)
                        r[kkt->block_first.data[block] + dof[c]] +=
                            J[c * rows + i] * kkt->impulse.data[first_row + i];
        }
        for (int i = 0; i < rows; i++)
            if (state[i] != RV_ROW_FREE)
                b[first_row + i] = 0.0;
    }
    return (right_side){r, b};
}

static bool has_bounded_rows(const rv_kkt* kkt) {
    for (int h = 0; h < kkt->hard.count; h++) {
        int g = kkt->hard.data[h];
        for (int i = kkt->row_first.data[g]; i < kkt->row_first.data[g + 1]; i++)
            if (kkt->lower.data[i] > -INFINITY || kkt->upper.data[i] < INFINITY)
                return true;
    }
    return kkt->loose.rows.count > 0;
}

static void clear_free_impulses(rv_kkt* kkt) {
    for (int h = 0; h < kkt->hard.count; h++) {
        int g = kkt->hard.data[h];
        for (int i = kkt->row_first.data[g]; i < kkt->row_first.data[g + 1]; i++)
            if (kkt->state.data[i] == RV_ROW_FREE)
                kkt->impulse.data[i] = 0.0;
    }
    for (int k = 0; k < kkt->soft.count; k++) {
        double* impulse = kkt->impulse.data + kkt->soft.data[k].first_row;
        for (int i = 0; i < kkt->group_size.data[kkt->soft.data[k].group]; i++)
            impulse[i] = 0.0;
    }
}

void rv_kkt_solve_factored(rv_kkt* kkt, rv_kkt_report* report) {
    double refine_above = kkt->soft.count > 0 ? REFINE_SOFT_ABOVE : REFINE_ABOVE;
    right_side side = right_hand_side(kkt);
    memset(kkt->v.data, 0, (size_t)kkt->dof_count * sizeof(double));
    clear_free_impulses(kkt);
    for (int pass = 0;; pass++) {
        gather(kkt, side.r, side.b);
        rv_kkt_soft_load(kkt, side.b);
        rv_kkt_forward(kkt, kkt->x.data, 0);
        rv_kkt_backward(kkt, kkt->x.data, 0);
        rv_kkt_soft_solve(kkt, side.b);
        add_solution(kkt, 1.0);
        if (pass == 0 && kkt->trust_factor && report->floored == 0 && !has_bounded_rows(kkt)) {
            report->residual = -1.0;
            return;
        }
        double error = rv_kkt_residual(kkt);
        // a correction that does not help is taken back
        if (pass > 0 && !(error < report->residual)) {
            add_solution(kkt, -1.0);
            return;
        }
        report->residual = error;
        if (error <= refine_above || pass == REFINE_MAX || !isfinite(error))
            return;
        report->refinements++;
        side = (right_side){kkt->fixed_r.data, kkt->fixed_b.data};
    }
}

static void speeds_of_joint(const rv_kkt* kkt, int group, double* speed) {
    int first = kkt->group_first.data[group];
    const int* block = kkt->reference_block.data + first;
    const int* offset = kkt->jacobian_offset.data + first;
    const double* J[2] = {kkt->jacobian.data + offset[0], kkt->jacobian.data + offset[1]};
    const double* v[2] = {kkt->v.data + kkt->block_first.data[block[0]],
                          kkt->v.data + kkt->block_first.data[block[1]]};
    rv_joint_speeds(J, v, speed);
}

void rv_kkt_group_speeds(const rv_kkt* kkt, int group, double* speed) {
    if (kkt->softness.data[group] == RV_KKT_JOINT) {
        speeds_of_joint(kkt, group, speed);
        return;
    }
    int rows = kkt->group_size.data[group];
    for (int r = 0; r < rows; r++)
        speed[r] = 0.0;
    for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
        int block = kkt->reference_block.data[k];
        const double* v = kkt->v.data + kkt->block_first.data[block];
        const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[k];
        if (kkt->block_substructure.data[block] == NULL) {
            rv_block_multiply_sub(rows, kkt->block_size.data[block], J, v, speed);
            continue;
        }
        int columns;
        const int* dof = reference_dofs(kkt, k, &columns);
        for (int c = 0; c < columns; c++)
            rv_block_multiply_sub(rows, 1, J + c * rows, v + dof[c], speed);
    }
    for (int r = 0; r < rows; r++)
        speed[r] = -speed[r];
}
