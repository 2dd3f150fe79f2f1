// The systems of the islands with linearised contacts, for rv_net_newton. The Newton step about
// speeds u with impulses lambda(u) and D = -d lambda / d u is
//   K v = r + H^T p,   p = lambda + D (u - H v).
// D is split into a symmetric part F of contacts with one moving body, which is factored with K, and
// the rest C: contacts between two moving bodies, and the dependence of friction on the normal
// impulse, which is not symmetric. With W the response of K + H^T F H, and u_0 = H v for C = 0,
//   (I + W C) e = u - u_0,   p = lambda + F (u - H v) + C e;      e is found by GMRES (net_gmres.c).
#include "solve/net_private.h"

#include <math.h>
#include <string.h>

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
static bool add_response(const rv_net_work* work, const rv_net_unit* unit,
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
        double* alone = work->alone + (unit->first_reference + k) * RV_CONE_ROWS;
        if (!add_response(work, unit, reference_of(work->net, unit, k), W))
            return false;
        for (int r = 0; r < unit->rows; r++) {
            double response = alone[r] = W[r * (unit->rows + 1)];
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

// A += H^T F H, F: D without the normal's influence on the other rows
static inline void add_stiffness(int rows, int n, const double* D, const double* H, double* A) {
    double Y[RV_NET_BLOCK];
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < n; c++) {
            double sum = i == 0 ? D[0] * H[c] : 0.0;
            for (int k = 1; k < rows; k++)
                sum += D[i * rows + k] * H[k * n + c];
            Y[i * n + c] = sum;
        }
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < n; c++)
            for (int d = 0; d < n; d++)
                A[c * n + d] += H[i * n + c] * Y[i * n + d];
}

// of a contact with one body that moves; most have three rows on a rigid body
static void add_to_block(rv_net_work* work, const rv_net_unit* unit, const double* D) {
    const rv_net_reference* ref = reference_of(work->net, unit, 0);
    const double* H = work->net->jacobian + ref->jacobian;
    double* A = block_of(work, ref);
    if (unit->rows == 3 && ref->dofs == 6)
        add_stiffness(3, 6, D, H, A);
    else
        add_stiffness(unit->rows, ref->dofs, D, H, A);
}

// W += H Z H^T, Z of the body's block
static void add_inverse(const rv_net_work* work, const rv_net_unit* unit,
                        const rv_net_reference* ref, const double* Z, double* W) {
    const double* H = work->net->jacobian + ref->jacobian;
    int n = ref->dofs, rows = unit->rows;
    for (int k = 0; k < rows; k++) {
        double answer[RV_CONE_ROWS] = {0};
        for (int c = 0; c < n; c++)
            for (int i = 0; i < n; i++)
                answer[i] += Z[c * n + i] * H[k * n + c];
        for (int i = 0; i < rows; i++)
            for (int c = 0; c < n; c++)
                W[i * rows + k] += H[i * n + c] * answer[c];
    }
}

void rv_net_invert(rv_net_work* work) {
    work->work += RV_NET_INVERSE_WORK;
    for (int k = 0; k < work->net->domain_count; k++)
        work->inverted[k] = rv_kkt_invert(work->problem->systems[k], work->inverse[k]);
}

void rv_net_respond_apart(const rv_net_work* work, const rv_net_unit* unit, double* W) {
    memset(W, 0, (size_t)(unit->rows * unit->rows) * sizeof(double));
    for (int k = 0; k < unit->reference_count; k++) {
        const rv_net_reference* ref = reference_of(work->net, unit, k);
        const rv_kkt* kkt = work->problem->systems[ref->domain];
        int position = kkt->position_of.data[ref->block];
        if (work->inverted[ref->domain])
            add_inverse(work, unit, ref,
                        work->inverse[ref->domain] + kkt->factor_diagonal.data[position], W);
        else
            add_response(work, unit, ref, W); // without its joints
    }
}

void rv_net_factor(rv_net_work* work) {
    work->work += RV_NET_ITERATION_WORK;
    keep_blocks(work, true);
    for (int u = 0; u < work->net->unit_count; u++)
        if (work->acts[u] && !rv_net_is_shared(&work->net->units[u]))
            add_to_block(work, &work->net->units[u], work->D + u * RV_NET_BLOCK);
    for (int k = 0; k < work->net->domain_count; k++)
        rv_kkt_factor(work->problem->systems[k], work->problem->report);
}

static inline void push_rows(int rows, int dofs, const double* H, const double* impulse,
                             double* r) {
    for (int c = 0; c < dofs; c++) {
        double sum = r[c];
        for (int i = 0; i < rows; i++)
            sum += H[i * dofs + c] * impulse[i];
        r[c] = sum;
    }
}

// r += H^T impulse
static void push(rv_net_work* work, const rv_net_unit* unit, const double* impulse) {
    for (int k = 0; k < unit->reference_count; k++) {
        const rv_net_reference* ref = reference_of(work->net, unit, k);
        rv_kkt* kkt = work->problem->systems[ref->domain];
        const double* H = work->net->jacobian + ref->jacobian;
        double* r = kkt->r.data + kkt->block_first.data[ref->block];
        if (unit->rows == 3 && ref->dofs == 6)
            push_rows(3, 6, H, impulse, r);
        else
            push_rows(unit->rows, ref->dofs, H, impulse, r);
    }
}

static inline void add_speeds(int rows, int dofs, const double* H, const double* v, double* speed) {
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < dofs; c++)
            speed[i] += H[i * dofs + c] * v[c];
}

// H v with the systems' velocities
static void read_speed(const rv_net_work* work, const rv_net_unit* unit, double* speed) {
    memset(speed, 0, (size_t)unit->rows * sizeof(double));
    for (int k = 0; k < unit->reference_count; k++) {
        const rv_net_reference* ref = reference_of(work->net, unit, k);
        const rv_kkt* kkt = work->problem->systems[ref->domain];
        const double* H = work->net->jacobian + ref->jacobian;
        const double* v = kkt->v.data + kkt->block_first.data[ref->block];
        if (unit->rows == 3 && ref->dofs == 6)
            add_speeds(3, 6, H, v, speed);
        else
            add_speeds(unit->rows, ref->dofs, H, v, speed);
    }
}

static void solve_systems(rv_net_work* work) {
    for (int k = 0; k < work->net->domain_count; k++)
        rv_kkt_solve_factored(work->problem->systems[k], work->problem->report);
}

// out = F x, which is all of D but for contacts between two bodies that move; for others the rest
// is what friction gains with the normal speed
static inline void multiply_F(int rows, bool shared, const double* D, const double* x,
                              double* out) {
    for (int i = 0; i < rows; i++) {
        out[i] = i == 0 && !shared ? D[0] * x[0] : 0.0;
        for (int k = 1; k < rows && !shared; k++)
            out[i] += D[i * rows + k] * x[k];
    }
}

static inline void multiply_C(int rows, bool shared, const double* D, const double* x,
                              double* out) {
    for (int i = 0; i < rows; i++) {
        out[i] = i > 0 || shared ? D[i * rows] * x[0] : 0.0;
        for (int k = 1; k < rows && shared; k++)
            out[i] += D[i * rows + k] * x[k];
    }
}

void rv_net_multiply_rest(const rv_net_work* work, int index, const double* x, double* out) {
    const rv_net_unit* unit = &work->net->units[index];
    const double* D = work->D + index * RV_NET_BLOCK;
    if (unit->rows == 3)
        multiply_C(3, rv_net_is_shared(unit), D, x, out);
    else
        multiply_C(unit->rows, rv_net_is_shared(unit), D, x, out);
}

static void multiply_factored(const rv_net_work* work, int index, const double* x, double* out) {
    const rv_net_unit* unit = &work->net->units[index];
    const double* D = work->D + index * RV_NET_BLOCK;
    if (unit->rows == 3)
        multiply_F(3, rv_net_is_shared(unit), D, x, out);
    else
        multiply_F(unit->rows, rv_net_is_shared(unit), D, x, out);
}

static bool has_rest(const rv_net_work* work, int index) {
    const rv_net_unit* unit = &work->net->units[index];
    const double* D = work->D + index * RV_NET_BLOCK;
    int rows = unit->rows;
    bool any = rv_net_is_shared(unit) && D[0] != 0.0;
    for (int i = 1; i < rows; i++)
        any |= D[i * rows] != 0.0;
    return any;
}

// Solves with the loads, the laws linearised in F, and C e.
static void solve_step(rv_net_work* work) {
    const rv_net* net = work->net;
    double* r = work->saved_r;
    for (int k = 0; k < net->domain_count; k++) {
        rv_kkt* kkt = work->problem->systems[k];
        copy(r, kkt->r.data, (size_t)kkt->dof_count, true);
        r += kkt->dof_count;
    }
    for (int i = 0; i < net->unit_count; i++) {
        int first = net->units[i].first_row;
        double impulse[RV_CONE_ROWS], rest[RV_CONE_ROWS];
        if (!work->acts[i])
            continue;
        multiply_factored(work, i, work->u + first, impulse);
        rv_net_multiply_rest(work, i, work->e + first, rest);
        for (int k = 0; k < net->units[i].rows; k++)
            impulse[k] += work->wanted[first + k] + rest[k];
        push(work, &net->units[i], impulse);
    }
    solve_systems(work);
}

void rv_net_respond(rv_net_work* work, const double* x, double* answer) {
    const rv_net* net = work->net;
    for (int k = 0; k < net->domain_count; k++) {
        rv_kkt* kkt = work->problem->systems[k];
        memset(kkt->r.data, 0, (size_t)kkt->dof_count * sizeof(double));
    }
    for (int k = 0, first = 0; k < work->active_count; k++) {
        const rv_net_unit* unit = &net->units[work->active[k]];
        double impulse[RV_CONE_ROWS];
        rv_net_multiply_rest(work, work->active[k], x + first, impulse);
        push(work, unit, impulse);
        first += unit->rows;
    }
    for (int k = 0; k < net->domain_count; k++)
        rv_kkt_respond(work->problem->systems[k]);
    work->work += RV_NET_PRODUCT_WORK;
    for (int k = 0, first = 0; k < work->active_count; k++) {
        const rv_net_unit* unit = &net->units[work->active[k]];
        read_speed(work, unit, answer + first);
        first += unit->rows;
    }
}

// the units that have a C
static void list_active(rv_net_work* work) {
    work->active_count = work->active_rows = 0;
    for (int i = 0; i < work->net->unit_count; i++)
        if (has_rest(work, i)) {
            work->active[work->active_count++] = i;
            work->active_rows += work->net->units[i].rows;
        }
}

static void read_next_speed(rv_net_work* work, int index) {
    const rv_net_unit* unit = &work->net->units[index];
    read_speed(work, unit, work->u_next + unit->first_row);
}

void rv_net_advance(rv_net_work* work) {
    const rv_net* net = work->net;
    memset(work->e, 0, (size_t)net->row_count * sizeof(double));
    memset(work->p_next, 0, (size_t)net->row_count * sizeof(double));
    solve_step(work);
    list_active(work);
    if (work->active_count > 0) {
        for (int k = 0; k < work->active_count; k++)
            read_next_speed(work, work->active[k]);
        rv_net_gmres(work);
        solve_step(work);
    }
    for (int i = 0; i < net->unit_count; i++) {
        int first = net->units[i].first_row;
        read_next_speed(work, i);
        if (!work->acts[i])
            continue;
        double change[RV_CONE_ROWS], factored[RV_CONE_ROWS], rest[RV_CONE_ROWS];
        for (int k = 0; k < net->units[i].rows; k++)
            change[k] = work->u[first + k] - work->u_next[first + k];
        multiply_factored(work, i, change, factored);
        rv_net_multiply_rest(work, i, work->e + first, rest);
        for (int k = 0; k < net->units[i].rows; k++)
            work->p_next[first + k] = work->wanted[first + k] + factored[k] + rest[k];
    }
}
