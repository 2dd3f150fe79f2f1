// Bounded rows of the KKT system. Persistent ones (limits, motors, tension-only cables) stay in the
// pattern: block principal pivoting flips every row that breaks its condition and factors again
// (Judice, Pires 1994), and Murty's least-index rule takes over when that stalls. Loose rows are
// solved on W = H KKT^-1 H^T + S_H between two solves with the same factor.
//     inside: lower < Lam < upper and w = 0;  at lower: w >= 0;  at upper: w <= 0;
//     w = G v + S Lam - b
#include "solve/kkt.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { STALLED_TRIES = 6, ITERATIONS_MAX = 200 };
static const double BOUND_TOLERANCE = 1e-11; // of the terms in a row's condition
static const double ROUNDING = 1e-14; // of the impulses on a dof: what its speed may be off by

static bool is_bounded(const rv_kkt* kkt, int row) {
    return kkt->lower.data[row] > -INFINITY || kkt->upper.data[row] < INFINITY;
}

static void fix_state(rv_kkt* kkt, int row) {
    double lower = kkt->lower.data[row], upper = kkt->upper.data[row];
    int8_t* state = &kkt->state.data[row];
    if (*state == RV_ROW_AT_LOWER && !(lower > -INFINITY))
        *state = RV_ROW_FREE;
    if (*state == RV_ROW_AT_UPPER && !(upper < INFINITY))
        *state = RV_ROW_FREE;
    if (lower == upper)
        *state = RV_ROW_AT_LOWER;
    if (*state != RV_ROW_FREE)
        kkt->impulse.data[row] = *state == RV_ROW_AT_LOWER ? lower : upper;
}

// the start: last time's states where the bounds still allow them
static void fix_states(rv_kkt* kkt) {
    for (int h = 0; h < kkt->hard.count; h++) {
        int g = kkt->hard.data[h];
        for (int i = kkt->row_first.data[g]; i < kkt->row_first.data[g + 1]; i++)
            fix_state(kkt, i);
    }
    for (int k = 0; k < kkt->soft.count; k++) {
        int g = kkt->soft.data[k].group;
        memset(kkt->state.data + kkt->row_first.data[g], RV_ROW_FREE,
               (size_t)kkt->group_size.data[g]);
    }
}

// w of a row, and how far it may be off: a share of its terms, and what rounding leaves in the
// speeds where large impulses cancel (the sums of their sizes stand behind the last residual)
static double row_excess(const rv_kkt* kkt, int group, int row, double* tolerance) {
    int rows = kkt->group_size.data[group], k = row - kkt->row_first.data[group];
    double compliant = kkt->sigma.data[row] * kkt->impulse.data[row];
    double w = compliant - kkt->bias.data[row];
    double scale = fabs(compliant) + fabs(kkt->bias.data[row]), rounding = 0.0;
    for (int ref = kkt->group_first.data[group]; ref < kkt->group_first.data[group + 1]; ref++) {
        int block = kkt->reference_block.data[ref];
        const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[ref];
        bool condensed = kkt->block_substructure.data[block] != NULL;
        int first = kkt->reference_dof_first.data[ref];
        int columns = condensed ? kkt->reference_dof_first.data[ref + 1] - first
                                : kkt->block_size.data[block];
        for (int c = 0; c < columns; c++) {
            int dof = condensed ? kkt->reference_dof.data[first + c] : c;
            int i = kkt->block_first.data[block] + dof;
            double term = J[c * rows + k] * kkt->v.data[i];
            w += term;
            scale += fabs(term);
            if (!condensed)
                rounding +=
                    fabs(J[c * rows + k]) * kkt->fixed_r.data[kkt->dof_count + i]
                    / kkt->diagonal.data[kkt->diagonal_offset.data[block] + c * (columns + 1)];
        }
    }
    *tolerance = BOUND_TOLERANCE * scale + ROUNDING * rounding;
    return w;
}

// the state a row should have, given the last solution
static int8_t wanted_state(const rv_kkt* kkt, int group, int row) {
    double lower = kkt->lower.data[row], upper = kkt->upper.data[row];
    double impulse = kkt->impulse.data[row];
    int8_t state = kkt->state.data[row];
    if (lower == upper)
        return state;
    if (state == RV_ROW_FREE) {
        double slack = BOUND_TOLERANCE * fabs(impulse);
        if (impulse < lower - slack)
            return RV_ROW_AT_LOWER;
        return impulse > upper + slack ? RV_ROW_AT_UPPER : RV_ROW_FREE;
    }
    double tolerance;
    double w = row_excess(kkt, group, row, &tolerance);
    bool holds = state == RV_ROW_AT_LOWER ? w >= -tolerance : w <= tolerance;
    return holds ? state : RV_ROW_FREE;
}

int rv_kkt_flip(rv_kkt* kkt, int* allowance) {
    int count = 0;
    for (int h = 0; h < kkt->hard.count; h++) {
        int g = kkt->hard.data[h];
        for (int i = kkt->row_first.data[g]; i < kkt->row_first.data[g + 1]; i++) {
            if (!is_bounded(kkt, i))
                continue;
            int8_t wanted = wanted_state(kkt, g, i);
            if (wanted == kkt->state.data[i])
                continue;
            count++;
            if (*allowance <= 0)
                continue;
            (*allowance)--;
            kkt->state.data[i] = wanted;
            if (wanted != RV_ROW_FREE)
                kkt->impulse.data[i] =
                    wanted == RV_ROW_AT_LOWER ? kkt->lower.data[i] : kkt->upper.data[i];
        }
    }
    return count;
}

static void add_loose_impulses(rv_kkt* kkt) {
    const rv_loose_rows* loose = &kkt->loose;
    for (int i = 0; i < loose->rows.count; i++) {
        const rv_loose_row* row = &loose->rows.data[i];
        for (int k = 0; k < row->reference_count; k++) {
            const rv_loose_reference* ref = &loose->references.data[row->first_reference + k];
            for (int c = 0; c < ref->count; c++) {
                int dof = ref->first_dof < 0 ? c : loose->dof.data[ref->first_dof + c];
                kkt->r.data[kkt->block_first.data[ref->block] + dof] +=
                    loose->jacobian.data[ref->first_value + c] * row->impulse;
            }
        }
    }
}

static size_t loose_bytes(const rv_kkt* kkt, int rows, int terms) {
    size_t n = (size_t)rows;
    return (n * n + 5 * n + (size_t)kkt->dof_count + 16) * sizeof(double)
           + rv_lcp_scratch_bytes(rows, terms) + 256;
}

bool rv_kkt_reserve_loose(rv_memory* memory, rv_kkt* kkt, int rows, int references, int terms) {
    rv_loose_rows* loose = &kkt->loose;
    size_t doubles = loose_bytes(kkt, rows, terms) / sizeof(double) + 1;
    return doubles < (size_t)INT32_MAX && rv_array_reserve(memory, &loose->rows, rows)
           && rv_array_reserve(memory, &loose->references, references)
           && rv_array_reserve(memory, &loose->jacobian, 6 * references)
           && rv_array_reserve(memory, &loose->dof, 6 * references)
           && rv_array_reserve(memory, &loose->terms, terms)
           && rv_array_resize(memory, &kkt->loose_scratch, (int)doubles);
}

// W + S_H, q = H v - b and the start of the small problem; vectors: q, lower, upper, impulse
static void write_loose_problem(rv_kkt* kkt, double* W, double* vectors, int8_t* state) {
    const rv_loose_rows* loose = &kkt->loose;
    int n = loose->rows.count;
    rv_kkt_response(kkt, loose, W);
    for (int i = 0; i < n; i++) {
        const rv_loose_row* row = &loose->rows.data[i];
        W[i * n + i] += row->sigma;
        for (int j = i - row->chain_before; j < i; j++) {
            W[i * n + j] += loose->rows.data[j].sigma;
            W[j * n + i] += loose->rows.data[j].sigma;
        }
        // a solve can only be as symmetric as its rounding; the LCP wants it exact
        for (int j = 0; j < i; j++)
            W[i * n + j] = W[j * n + i] = 0.5 * (W[i * n + j] + W[j * n + i]);
        vectors[i] = rv_kkt_loose_speed(kkt, loose, i) - row->bias;
        vectors[n + i] = row->lower;
        vectors[2 * n + i] = row->upper;
        vectors[3 * n + i] = row->impulse;
        state[i] = row->state;
    }
}

// What an unsolved problem leaves may be anything. Without the rows whose bounds depend on others
// (friction) the rest is symmetric and has a solution: nothing is held, but nothing is thrown.
static rv_lcp_result solve_without_terms(rv_lcp* lcp, double* vectors, int8_t* state,
                                         rv_arena arena) {
    int n = lcp->n;
    double *lower = vectors + n, *upper = vectors + 2 * n, *impulse = vectors + 3 * n;
    for (int k = 0; k < lcp->term_count; k++)
        lower[lcp->terms[k].row] = upper[lcp->terms[k].row] = 0.0;
    for (int i = 0; i < n; i++) {
        impulse[i] = 0.0;
        state[i] = RV_ROW_AT_LOWER;
    }
    lcp->term_count = 0;
    return rv_lcp_solve(lcp, impulse, state, arena);
}

// the small space: v is the motion without loose impulses on entry, with them on return
static void solve_loose(rv_kkt* kkt, rv_kkt_report* report) {
    rv_loose_rows* loose = &kkt->loose;
    int n = loose->rows.count;
    rv_arena arena = rv_arena_make(kkt->loose_scratch.data,
                                   (size_t)kkt->loose_scratch.capacity * sizeof(double));
    double* W = rv_arena_take(&arena, (size_t)n * (size_t)n, sizeof(double));
    double* vectors = rv_arena_take(&arena, 4 * (size_t)n, sizeof(double));
    double* saved_r = rv_arena_take(&arena, (size_t)kkt->dof_count, sizeof(double));
    int8_t* state = rv_arena_take(&arena, (size_t)n, 1);
    if (W == NULL || vectors == NULL || saved_r == NULL || state == NULL) {
        report->unsettled = 1; // more rows than were reserved
        return;
    }
    write_loose_problem(kkt, W, vectors, state);
    rv_lcp lcp = {.n = n, .W = W, .q = vectors};
    lcp.lower = vectors + n;
    lcp.upper = vectors + 2 * n;
    lcp.terms = loose->terms.data;
    lcp.term_count = loose->terms.count;
    double* impulse = vectors + 3 * n;
    rv_lcp_result result = rv_lcp_solve(&lcp, impulse, state, arena);
    report->pivot_iterations += result.iterations;
    report->unsettled |= result.status != RV_LCP_SOLVED;
    if (result.status != RV_LCP_SOLVED && lcp.term_count > 0)
        result = solve_without_terms(&lcp, vectors, state, arena);
    for (int i = 0; i < n; i++) {
        loose->rows.data[i].impulse = result.status == RV_LCP_BAD_INPUT ? 0.0 : impulse[i];
        loose->rows.data[i].state = state[i];
    }
    memcpy(saved_r, kkt->r.data, (size_t)kkt->dof_count * sizeof(double));
    add_loose_impulses(kkt);
    rv_kkt_solve_factored(kkt, report);
    memcpy(kkt->r.data, saved_r, (size_t)kkt->dof_count * sizeof(double));
}

// `factored`: the factor is that of the values and states as they are
static rv_kkt_report solve(rv_kkt* kkt, bool factored) {
    rv_kkt_report report = {0};
    int best = INT32_MAX, tries = 0;
    for (int iteration = 0;; iteration++) {
        if (iteration > 0 || !factored)
            rv_kkt_factor(kkt, &report);
        rv_kkt_solve_factored(kkt, &report);
        if (kkt->loose.rows.count > 0)
            solve_loose(kkt, &report);
        if (iteration == ITERATIONS_MAX) {
            report.unsettled = 1;
            break;
        }
        // all at once while the number of broken rows falls, else one at a time until it does
        int allowance = tries >= STALLED_TRIES ? 1 : INT_MAX;
        int broken = rv_kkt_flip(kkt, &allowance);
        if (broken == 0)
            break;
        report.pivot_iterations++;
        if (broken < best) {
            best = broken;
            tries = 0;
        } else {
            tries++;
        }
    }
    return report;
}

void rv_kkt_begin(rv_kkt* kkt) {
    rv_kkt_apply_floor(kkt);
    fix_states(kkt);
}

rv_kkt_report rv_kkt_solve(rv_kkt* kkt) {
    rv_kkt_begin(kkt);
    return solve(kkt, false);
}

rv_kkt_report rv_kkt_solve_again(rv_kkt* kkt) {
    return solve(kkt, true);
}
