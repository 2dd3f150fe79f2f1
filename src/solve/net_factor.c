// The systems of the islands with linearised contacts, for rv_net_newton. The Newton step is
//   (K + H1^T D1 H1 + H2^T D2 H2) v = r + H1^T (lambda1 + D1 u1) + H2^T (lambda2 + D2 u2),
// 1: contacts with one body that moves, factored with K; 2: between two. With W the response of F =
// K + H1^T D1 H1 to the contacts 2, and u0 their speeds for the impulses lambda2 alone,
//   (I + W D2) e = u2 - u0,   p2 = lambda2 + D2 e,
// by conjugate gradients in the product x . D2 y (Hestenes, Stiefel 1952), preconditioned contact
// by contact with what its two bodies answer on their own.
#include "solve/dense.h"
#include "solve/net_private.h"

#include <math.h>
#include <string.h>

enum { GRADIENTS_MAX = 80 };

static const rv_net_reference* reference_of(const rv_net* net, const rv_net_unit* unit, int k) {
    return &net->references[unit->first_reference + k];
}

static double* block_of(const rv_net_work* work, const rv_net_reference* ref) {
    return rv_kkt_block(work->problem->systems[ref->domain], ref->block);
}

// A becomes its Cholesky factor L, column by column; false: not positive definite
static bool factor_block(int n, double* A) {
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++)
            for (int i = j; i < n; i++)
                A[j * n + i] -= A[k * n + i] * A[k * n + j];
        if (!(A[j * n + j] > 0.0))
            return false;
        double root = sqrt(A[j * n + j]);
        for (int i = j; i < n; i++)
            A[j * n + i] /= root;
    }
    return true;
}

// x <- L^-1 x
static void solve_lower(int n, const double* L, double* x) {
    for (int j = 0; j < n; j++) {
        x[j] /= L[j * n + j];
        for (int i = j + 1; i < n; i++)
            x[i] -= L[j * n + i] * x[j];
    }
}

// W += H A^-1 H^T of one reference with the block as it is now; false: the block is not positive
static bool add_own_response(const rv_net_work* work, const rv_net_unit* unit,
                             const rv_net_reference* ref, double* W) {
    double L[RV_NET_BLOCK], Y[RV_NET_BLOCK];
    int n = ref->dofs, rows = unit->rows;
    memcpy(L, block_of(work, ref), (size_t)(n * n) * sizeof(double));
    if (!factor_block(n, L))
        return false;
    memcpy(Y, work->net->jacobian + ref->jacobian, (size_t)(rows * n) * sizeof(double));
    for (int r = 0; r < rows; r++)
        solve_lower(n, L, Y + r * n);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < rows; k++)
            for (int c = 0; c < n; c++)
                W[i * rows + k] += Y[i * n + c] * Y[k * n + c];
    return true;
}

// what a contact's bodies answer on their own: all of them, and the one that answers least
static bool measure_unit(rv_net_work* work, const rv_net_unit* unit) {
    double* own = work->own + unit->first_row;
    double* firm = work->firm + unit->first_row;
    for (int r = 0; r < unit->rows; r++) {
        own[r] = 0.0;
        firm[r] = INFINITY;
    }
    for (int k = 0; k < unit->reference_count; k++) {
        double W[RV_NET_BLOCK] = {0};
        if (!add_own_response(work, unit, reference_of(work->net, unit, k), W))
            return false;
        for (int r = 0; r < unit->rows; r++) {
            double response = W[r * (unit->rows + 1)];
            own[r] += response;
            firm[r] = response > 0.0 ? fmin(firm[r], response) : firm[r];
        }
    }
    for (int r = 0; r < unit->rows; r++) {
        double* sigma = &work->net->sigma[unit->first_row + r];
        own[r] = own[r] > 0.0 ? own[r] : 1.0;
        firm[r] = firm[r] < INFINITY ? firm[r] : own[r];
        *sigma = fmax(*sigma, work->net->sigma_floor * own[r]);
    }
    return true;
}

bool rv_net_measure(rv_net_work* work) {
    bool ok = true;
    for (int u = 0; u < work->net->unit_count && ok; u++)
        ok = measure_unit(work, &work->net->units[u]);
    return ok;
}

static void copy(double* kept, double* values, size_t count, bool restore) {
    memcpy(restore ? values : kept, restore ? kept : values, count * sizeof(double));
}

static void keep_blocks(rv_net_work* work, bool restore) {
    for (int k = 0; k < work->net->reference_count; k++) {
        const rv_net_reference* ref = &work->net->references[k];
        copy(work->saved_A + k * RV_NET_BLOCK, block_of(work, ref), (size_t)(ref->dofs * ref->dofs),
             restore);
    }
}

void rv_net_keep(rv_net_work* work, bool restore) {
    double* r = work->saved_r;
    for (int k = 0; k < work->net->domain_count; k++) {
        rv_kkt* kkt = work->problem->systems[k];
        copy(r, kkt->r.data, (size_t)kkt->dof_count, restore);
        r += kkt->dof_count;
    }
    keep_blocks(work, restore);
}

// A += H^T D H of a contact with one body that moves
static void add_to_block(rv_net_work* work, const rv_net_unit* unit, const double* D) {
    const rv_net_reference* ref = reference_of(work->net, unit, 0);
    const double* H = work->net->jacobian + ref->jacobian;
    double* A = block_of(work, ref);
    int n = ref->dofs, rows = unit->rows;
    double Y[RV_NET_BLOCK];
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < n; c++) {
            double sum = 0.0;
            for (int k = 0; k < rows; k++)
                sum += D[i * rows + k] * H[k * n + c];
            Y[i * n + c] = sum;
        }
    for (int c = 0; c < n; c++)
        for (int d = 0; d <= c; d++) {
            double sum = 0.0;
            for (int i = 0; i < rows; i++)
                sum += H[i * n + c] * Y[i * n + d];
            A[c * n + d] += sum;
            if (d != c)
                A[d * n + c] += sum;
        }
}

void rv_net_factor(rv_net_work* work) {
    keep_blocks(work, true);
    for (int u = 0; u < work->net->unit_count; u++)
        if (!rv_net_is_shared(&work->net->units[u]))
            add_to_block(work, &work->net->units[u], work->D + u * RV_NET_BLOCK);
    for (int k = 0; k < work->net->domain_count; k++)
        rv_kkt_factor(work->problem->systems[k], work->problem->report);
}

// r += H^T impulse
static void push(rv_net_work* work, const rv_net_unit* unit, const double* impulse) {
    for (int k = 0; k < unit->reference_count; k++) {
        const rv_net_reference* ref = reference_of(work->net, unit, k);
        rv_kkt* kkt = work->problem->systems[ref->domain];
        const double* H = work->net->jacobian + ref->jacobian;
        double* r = kkt->r.data + kkt->block_first.data[ref->block];
        for (int i = 0; i < unit->rows; i++, H += ref->dofs)
            for (int c = 0; c < ref->dofs; c++)
                r[c] += H[c] * impulse[i];
    }
}

// H v with the systems' velocities
static void read_speed(const rv_net_work* work, const rv_net_unit* unit, double* speed) {
    memset(speed, 0, (size_t)unit->rows * sizeof(double));
    for (int k = 0; k < unit->reference_count; k++) {
        const rv_net_reference* ref = reference_of(work->net, unit, k);
        const rv_kkt* kkt = work->problem->systems[ref->domain];
        const double* H = work->net->jacobian + ref->jacobian;
        const double* v = kkt->v.data + kkt->block_first.data[ref->block];
        for (int i = 0; i < unit->rows; i++, H += ref->dofs)
            for (int c = 0; c < ref->dofs; c++)
                speed[i] += H[c] * v[c];
    }
}

static void solve_systems(rv_net_work* work) {
    for (int k = 0; k < work->net->domain_count; k++)
        rv_kkt_solve_factored(work->problem->systems[k], work->problem->report);
}

// out = M x
static void multiply(int rows, const double* M, const double* x, double* out) {
    for (int i = 0; i < rows; i++) {
        out[i] = 0.0;
        for (int k = 0; k < rows; k++)
            out[i] += M[i * rows + k] * x[k];
    }
}

// out = D x of one contact
static void multiply_law(const rv_net_work* work, int index, const double* x, double* out) {
    multiply(work->net->units[index].rows, work->D + index * RV_NET_BLOCK, x, out);
}

// solves with the loads, p_next of the shared contacts, and the laws of the others; reads u_next
static void solve_step(rv_net_work* work) {
    const rv_net* net = work->net;
    double* r = work->saved_r;
    for (int k = 0; k < net->domain_count; k++) {
        rv_kkt* kkt = work->problem->systems[k];
        copy(r, kkt->r.data, (size_t)kkt->dof_count, true);
        r += kkt->dof_count;
    }
    for (int u = 0; u < net->unit_count; u++) {
        int first = net->units[u].first_row;
        double impulse[RV_CONE_ROWS];
        if (!rv_net_is_shared(&net->units[u])) {
            multiply_law(work, u, work->u + first, impulse);
            for (int i = 0; i < net->units[u].rows; i++)
                impulse[i] += work->wanted[first + i];
        }
        push(work, &net->units[u],
             rv_net_is_shared(&net->units[u]) ? work->p_next + first : impulse);
    }
    solve_systems(work);
    for (int u = 0; u < net->unit_count; u++)
        read_speed(work, &net->units[u], work->u_next + net->units[u].first_row);
}

// For products with W: no bias, and no impulses of rows that are at a bound; kept, or brought back.
static void clear_rows(rv_net_work* work, bool restore) {
    double* kept = work->saved_rows;
    for (int k = 0; k < work->net->domain_count; k++) {
        rv_kkt* kkt = work->problem->systems[k];
        size_t rows = (size_t)kkt->row_count;
        copy(kept, kkt->bias.data, rows, restore);
        copy(kept + rows, kkt->impulse.data, rows, restore);
        kept += 2 * rows;
        if (!restore) {
            memset(kkt->bias.data, 0, rows * sizeof(double));
            memset(kkt->impulse.data, 0, rows * sizeof(double));
        }
    }
}

// answer = step + W D step; returns step . D answer
static double apply_operator(rv_net_work* work) {
    const rv_net* net = work->net;
    double sum = 0.0;
    for (int k = 0; k < net->domain_count; k++) {
        rv_kkt* kkt = work->problem->systems[k];
        memset(kkt->r.data, 0, (size_t)kkt->dof_count * sizeof(double));
    }
    for (int u = 0; u < net->unit_count; u++)
        if (rv_net_is_shared(&net->units[u])) {
            double impulse[RV_CONE_ROWS];
            multiply_law(work, u, work->step + net->units[u].first_row, impulse);
            push(work, &net->units[u], impulse);
        }
    solve_systems(work);
    work->inner_solves++;
    for (int u = 0; u < net->unit_count; u++)
        if (rv_net_is_shared(&net->units[u])) {
            int first = net->units[u].first_row;
            double speed[RV_CONE_ROWS], impulse[RV_CONE_ROWS];
            read_speed(work, &net->units[u], speed);
            multiply_law(work, u, work->step + first, impulse);
            for (int i = 0; i < net->units[u].rows; i++) {
                work->answer[first + i] = work->step[first + i] + speed[i];
                sum += impulse[i] * work->answer[first + i];
            }
        }
    return sum;
}

// T = (I + W_own D)^-1 of every shared contact
static void make_preconditioner(rv_net_work* work) {
    for (int u = 0; u < work->net->unit_count; u++) {
        const rv_net_unit* unit = &work->net->units[u];
        if (!rv_net_is_shared(unit))
            continue;
        int rows = unit->rows, pivot[RV_CONE_ROWS];
        const double* D = work->D + u * RV_NET_BLOCK;
        double W[RV_NET_BLOCK] = {0}, M[RV_NET_BLOCK], column[RV_CONE_ROWS], scale[RV_CONE_ROWS];
        for (int k = 0; k < unit->reference_count; k++)
            add_own_response(work, unit, reference_of(work->net, unit, k), W);
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < rows; k++) {
                M[i * rows + k] = i == k ? 1.0 : 0.0;
                for (int c = 0; c < rows; c++)
                    M[i * rows + k] += W[i * rows + c] * D[c * rows + k];
            }
        rv_lu_factor(M, rows, pivot, scale);
        for (int k = 0; k < rows; k++) {
            for (int i = 0; i < rows; i++)
                column[i] = i == k ? 1.0 : 0.0;
            rv_lu_solve(M, rows, pivot, column);
            for (int i = 0; i < rows; i++)
                work->T[u * RV_NET_BLOCK + i * rows + k] = column[i];
        }
    }
}

// scaled = T rest; returns rest . D scaled
static double precondition(rv_net_work* work) {
    double sum = 0.0;
    for (int u = 0; u < work->net->unit_count; u++) {
        if (!rv_net_is_shared(&work->net->units[u]))
            continue;
        int rows = work->net->units[u].rows, first = work->net->units[u].first_row;
        double impulse[RV_CONE_ROWS];
        multiply(rows, work->T + u * RV_NET_BLOCK, work->rest + first, work->scaled + first);
        multiply(rows, work->D + u * RV_NET_BLOCK, work->scaled + first, impulse);
        for (int i = 0; i < rows; i++)
            sum += impulse[i] * work->rest[first + i];
    }
    return sum;
}

// e by conjugate gradients
static void solve_shared(rv_net_work* work) {
    int rows = work->net->row_count;
    memset(work->e, 0, (size_t)rows * sizeof(double));
    make_preconditioner(work);
    double size = precondition(work),
           enough = work->problem->inexact * work->problem->inexact * size;
    memcpy(work->step, work->scaled, (size_t)rows * sizeof(double));
    for (int k = 0; k < GRADIENTS_MAX && size > enough; k++) {
        double curvature = apply_operator(work);
        if (!(curvature > 0.0))
            return;
        double share = size / curvature;
        for (int r = 0; r < rows; r++) {
            work->e[r] += share * work->step[r];
            work->rest[r] -= share * work->answer[r];
        }
        double next = precondition(work);
        for (int r = 0; r < rows; r++)
            work->step[r] = work->scaled[r] + next / size * work->step[r];
        size = next;
    }
}

// the residual of shared contacts at the start: u - u_next; whether D makes anything of it
static bool begin_shared(rv_net_work* work) {
    bool any = false;
    memset(work->rest, 0, (size_t)work->net->row_count * sizeof(double));
    for (int u = 0; u < work->net->unit_count; u++) {
        const rv_net_unit* unit = &work->net->units[u];
        double change[RV_CONE_ROWS];
        if (!rv_net_is_shared(unit))
            continue;
        for (int r = unit->first_row; r < unit->first_row + unit->rows; r++)
            work->rest[r] = work->u[r] - work->u_next[r];
        multiply_law(work, u, work->rest + unit->first_row, change);
        for (int i = 0; i < unit->rows; i++)
            any |= change[i] != 0.0;
    }
    return any;
}

// p_next += D x, of shared contacts or of the others
static void add_changes(rv_net_work* work, bool shared, const double* x) {
    for (int u = 0; u < work->net->unit_count; u++) {
        const rv_net_unit* unit = &work->net->units[u];
        double change[RV_CONE_ROWS];
        if (rv_net_is_shared(unit) != shared)
            continue;
        multiply_law(work, u, x + unit->first_row, change);
        for (int i = 0; i < unit->rows; i++)
            work->p_next[unit->first_row + i] += change[i];
    }
}

void rv_net_advance(rv_net_work* work) {
    int rows = work->net->row_count;
    memcpy(work->p_next, work->wanted, (size_t)rows * sizeof(double));
    solve_step(work);
    if (begin_shared(work)) {
        clear_rows(work, false);
        solve_shared(work);
        clear_rows(work, true);
        add_changes(work, true, work->e);
        solve_step(work);
    }
    for (int r = 0; r < rows; r++)
        work->e[r] = work->u[r] - work->u_next[r];
    add_changes(work, false, work->e);
}
