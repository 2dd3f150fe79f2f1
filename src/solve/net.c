// The network of contacts between separately factored systems: products with H and C, the dense W,
// and Gauss-Seidel sweeps on the velocities. A sweep costs what the contacts cost, whatever their
// number: that of a contact between two free bodies is two products with 6 x 6 blocks.
#include "solve/net.h"

#include "solve/block_pair.h"
#include "solve/dense.h"

#include <math.h>
#include <string.h>

// dofs of a domain that is small: a free body
enum { SMALL = RV_CONE_ROWS };
// Most units have friction without spin and roll, and most references are to a rigid body: loops
// are compiled once for these numbers and once for any.
enum { USUAL_ROWS = 3, USUAL_DOFS = 6 };
static const double STALL_SHARE = 0.7; // of the residual that `stall_sweeps` must not leave

// y (rows) += B (rows x columns) x
ALWAYS_INLINE void add_product(int rows, int columns, const double* B, const double* x, double* y) {
    for (int r = 0; r < rows; r++) {
        double sum = y[r];
        for (int c = 0; c < columns; c++)
            sum += B[r * columns + c] * x[c];
        y[r] = sum;
    }
}

ALWAYS_INLINE void find_speed(const rv_net* net, const rv_net_unit* unit, int rows, double* speed) {
    for (int r = 0; r < rows; r++)
        speed[r] = 0.0;
    for (int k = 0; k < unit->reference_count; k++) {
        const rv_net_reference* ref = &net->references[unit->first_reference + k];
        const double* v = net->domains[ref->domain].v + ref->first;
        const double* H = net->jacobian + ref->jacobian;
        if (ref->dofs == USUAL_DOFS)
            add_product(rows, USUAL_DOFS, H, v, speed);
        else
            add_product(rows, ref->dofs, H, v, speed);
    }
}

void rv_net_speed(const rv_net* net, const rv_net_unit* unit, double* speed) {
    if (unit->rows == USUAL_ROWS)
        find_speed(net, unit, USUAL_ROWS, speed);
    else
        find_speed(net, unit, unit->rows, speed);
}

// force = H^T impulse on the dofs of one reference
static void pull_back(const rv_net* net, const rv_net_reference* ref, int rows,
                      const double* impulse, double* force) {
    const double* H = net->jacobian + ref->jacobian;
    for (int c = 0; c < ref->dofs; c++)
        force[c] = 0.0;
    for (int r = 0; r < rows; r++, H += ref->dofs)
        for (int c = 0; c < ref->dofs; c++)
            force[c] += H[c] * impulse[r];
}

// what a domain answers a push on one of its dofs with
static const double* answer_to(const rv_net_domain* domain, int dof) {
    return domain->C + (size_t)dof * (size_t)domain->dofs;
}

// adds C H^T impulse of one reference to the velocities of its domain
static void push_reference(rv_net* net, const rv_net_reference* ref, int rows,
                           const double* impulse) {
    const rv_net_domain* domain = &net->domains[ref->domain];
    double force[RV_CONE_ROWS];
    pull_back(net, ref, rows, impulse, force);
    for (int c = 0; c < ref->dofs; c++)
        rv_dense_add(domain->v, force[c], answer_to(domain, ref->first + c), domain->dofs);
}

void rv_net_push(rv_net* net, const rv_net_unit* unit, const double* impulse) {
    for (int k = 0; k < unit->reference_count; k++)
        push_reference(net, &net->references[unit->first_reference + k], unit->rows, impulse);
}

// two references to one domain, and how its dofs of the second answer those of the first
typedef struct sides {
    const double *Ha, *Hb, *C;
    int rows_a, rows_b, width; // of C: dofs of the domain
} sides;

ALWAYS_INLINE void add_sides(const sides* s, int dofs_a, int dofs_b, double* W, int stride) {
    for (int j = 0; j < s->rows_b; j++) {
        double answer[RV_CONE_ROWS] = {0};
        for (int c = 0; c < dofs_b; c++)
            for (int i = 0; i < dofs_a; i++)
                answer[i] += s->C[c * s->width + i] * s->Hb[j * dofs_b + c];
        for (int i = 0; i < s->rows_a; i++) {
            double sum = 0.0;
            for (int c = 0; c < dofs_a; c++)
                sum += s->Ha[i * dofs_a + c] * answer[c];
            W[i * stride + j] += sum;
        }
    }
}

// W (rows of a x rows of b, with `stride` columns) += H_a C H_b^T over one pair of references
static void add_response(const rv_net* net, const rv_net_unit* a, const rv_net_reference* ra,
                         const rv_net_unit* b, const rv_net_reference* rb, double* W, int stride) {
    const rv_net_domain* domain = &net->domains[ra->domain];
    sides s = {.Ha = net->jacobian + ra->jacobian,
               .Hb = net->jacobian + rb->jacobian,
               .C = answer_to(domain, rb->first) + ra->first,
               .rows_a = a->rows,
               .rows_b = b->rows,
               .width = domain->dofs};
    if (ra->dofs == USUAL_DOFS && rb->dofs == USUAL_DOFS)
        add_sides(&s, USUAL_DOFS, USUAL_DOFS, W, stride);
    else
        add_sides(&s, ra->dofs, rb->dofs, W, stride);
}

void rv_net_couple(const rv_net* net, const rv_net_unit* a, const rv_net_unit* b, double* W,
                   int stride) {
    for (int i = 0; i < a->reference_count; i++)
        for (int j = 0; j < b->reference_count; j++) {
            const rv_net_reference* ra = &net->references[a->first_reference + i];
            const rv_net_reference* rb = &net->references[b->first_reference + j];
            if (ra->domain == rb->domain)
                add_response(net, a, ra, b, rb, W, stride);
        }
}

void rv_net_response(const rv_net* net, const rv_net_unit* unit, double* W) {
    memset(W, 0, (size_t)(unit->rows * unit->rows) * sizeof(double));
    rv_net_couple(net, unit, unit, W, unit->rows);
}

void rv_net_apply_floor(rv_net* net) {
    for (int u = 0; u < net->unit_count; u++) {
        const rv_net_unit* unit = &net->units[u];
        double W[RV_CONE_ROWS * RV_CONE_ROWS];
        rv_net_response(net, unit, W);
        for (int r = 0; r < unit->rows; r++) {
            double* sigma = &net->sigma[unit->first_row + r];
            double own = W[r * unit->rows + r];
            *sigma = fmax(*sigma, own > 0.0 ? net->sigma_floor * own : 1.0);
        }
    }
}

// Y (rows x dofs of the domain) <- H C: the answer of a whole domain to impulses of a unit
static void answer_unit(const rv_net* net, const rv_net_unit* unit, int domain, double* Y) {
    const rv_net_domain* of = &net->domains[domain];
    memset(Y, 0, (size_t)unit->rows * (size_t)of->dofs * sizeof(double));
    for (int k = 0; k < unit->reference_count; k++) {
        const rv_net_reference* ref = &net->references[unit->first_reference + k];
        const double* H = net->jacobian + ref->jacobian;
        for (int r = 0; r < unit->rows && ref->domain == domain; r++, H += ref->dofs)
            for (int c = 0; c < ref->dofs; c++)
                rv_dense_add(Y + (size_t)r * (size_t)of->dofs, H[c], answer_to(of, ref->first + c),
                             of->dofs);
    }
}

// W (rows of a x rows of b, with `stride` columns) += H_a Y^T over one reference of a
static void take_answer(const rv_net* net, const rv_net_unit* a, const rv_net_reference* ra,
                        const rv_net_unit* b, const double* Y, double* W, int stride) {
    int dofs = net->domains[ra->domain].dofs;
    const double* H = net->jacobian + ra->jacobian;
    for (int i = 0; i < a->rows; i++, H += ra->dofs)
        for (int j = 0; j < b->rows; j++) {
            const double* answer = Y + (size_t)j * (size_t)dofs + ra->first;
            double sum = 0.0;
            for (int c = 0; c < ra->dofs; c++)
                sum += H[c] * answer[c];
            W[i * stride + j] += sum;
        }
}

// whether a reference is the first of its unit to its domain
static bool is_first(const rv_net* net, const rv_net_unit* unit, int k) {
    const rv_net_reference* refs = net->references + unit->first_reference;
    for (int j = 0; j < k; j++)
        if (refs[j].domain == refs[k].domain)
            return false;
    return true;
}

// Columns of unit b in W, from its own rows down. A large domain answers it once, and all units on
// that read there; of small ones, which few units share, each pair is put together by itself.
static void write_columns(const rv_net* net, int b, double* W, double* Y) {
    int n = net->row_count;
    const rv_net_unit* ub = &net->units[b];
    for (int k = 0; k < ub->reference_count; k++) {
        const rv_net_reference* rb = &net->references[ub->first_reference + k];
        bool is_large = Y != NULL && net->domains[rb->domain].dofs > SMALL;
        if (is_large && !is_first(net, ub, k))
            continue;
        if (is_large)
            answer_unit(net, ub, rb->domain, Y);
        for (int a = b; a < net->unit_count; a++) {
            const rv_net_unit* ua = &net->units[a];
            double* at = W + (size_t)ua->first_row * (size_t)n + ub->first_row;
            for (int i = 0; i < ua->reference_count; i++) {
                const rv_net_reference* ra = &net->references[ua->first_reference + i];
                if (ra->domain == rb->domain && is_large)
                    take_answer(net, ua, ra, ub, Y, at, n);
                else if (ra->domain == rb->domain)
                    add_response(net, ua, ra, ub, rb, at, n);
            }
        }
    }
}

void rv_net_dense(const rv_net* net, double* W, double* q, rv_arena scratch) {
    int n = net->row_count, most = 0;
    for (int d = 0; d < net->domain_count; d++)
        most = net->domains[d].dofs > most ? net->domains[d].dofs : most;
    // without memory every pair is put together by itself
    double* Y = rv_arena_take(&scratch, (size_t)most * RV_CONE_ROWS, sizeof(double));
    memset(W, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int b = 0; b < net->unit_count; b++) {
        const rv_net_unit* unit = &net->units[b];
        double speed[RV_CONE_ROWS];
        write_columns(net, b, W, Y);
        rv_net_speed(net, unit, speed);
        for (int r = 0; r < unit->rows; r++)
            q[unit->first_row + r] = speed[r] - net->bias[unit->first_row + r];
    }
    for (int k = 0; k < net->coupling_count; k++)
        W[(size_t)net->couplings[k].row * (size_t)n + net->couplings[k].other] +=
            net->couplings[k].sigma;
    // only the lower triangle is right so far; the solvers want exact symmetry
    for (int i = 0; i < n; i++) {
        W[(size_t)i * (size_t)n + i] += net->sigma[i];
        for (int j = 0; j < i; j++)
            W[(size_t)j * (size_t)n + i] = W[(size_t)i * (size_t)n + j];
    }
}

// what a box row may have, given the others
static void box_bounds(const rv_net* net, int row, const double* lambda, double bounds[2]) {
    bounds[0] = net->lower[row - net->first_box];
    bounds[1] = net->upper[row - net->first_box];
    for (int k = 0; k < net->term_count; k++)
        if (net->terms[k].row == row) {
            bounds[0] += net->terms[k].lower * lambda[net->terms[k].other];
            bounds[1] += net->terms[k].upper * lambda[net->terms[k].other];
        }
}

// the law of one unit, given its speed without its own impulse: the new impulse
static void solve_unit(const rv_net* net, const rv_net_unit* unit, const double* W, const double* q,
                       double* lambda) {
    double* own = lambda + unit->first_row;
    if (!unit->is_box) {
        rv_cone_local(&unit->cone, W, q, own);
        return;
    }
    double bounds[2];
    box_bounds(net, unit->first_row, lambda, bounds);
    own[0] = fmax(fmin(-q[0] / W[0], bounds[1]), bounds[0]);
}

// What a sweep visits, unit by unit: its own response W with S, and for references whose domain is
// small (a free body) the answer Y = C H^T to a push, so that a visit touches nothing else.
typedef struct place {
    int W, Y;
} place;

typedef struct sweeper {
    rv_net* net;
    double* W;     // rows x rows of each unit
    double* Y;     // SMALL x rows of each reference, where its domain is small
    place* at;     // where those of each unit begin
    double* scale; // largest speed that was seen
} sweeper;

static void prepare(sweeper* s) {
    const rv_net* net = s->net;
    double *W = s->W, *Y = s->Y;
    for (int u = 0; u < net->unit_count; u++) {
        const rv_net_unit* unit = &net->units[u];
        s->at[u] = (place){(int)(W - s->W), (int)(Y - s->Y)};
        rv_net_response(net, unit, W);
        for (int r = 0; r < unit->rows; r++)
            W[r * unit->rows + r] += net->sigma[unit->first_row + r];
        W += unit->rows * unit->rows;
        for (int k = 0; k < unit->reference_count; k++, Y += SMALL * unit->rows) {
            const rv_net_reference* ref = &net->references[unit->first_reference + k];
            const rv_net_domain* domain = &net->domains[ref->domain];
            const double* H = net->jacobian + ref->jacobian;
            for (int i = 0; i < domain->dofs && domain->dofs <= SMALL; i++)
                for (int r = 0; r < unit->rows; r++) {
                    double sum = 0.0;
                    for (int c = 0; c < ref->dofs; c++)
                        sum += answer_to(domain, ref->first + c)[i] * H[r * ref->dofs + c];
                    Y[i * unit->rows + r] = sum;
                }
        }
    }
}

// adds the answer to a change of a unit's impulse
ALWAYS_INLINE void push_change(rv_net* net, const rv_net_unit* unit, int rows, const double* Y,
                               const double* change) {
    for (int k = 0; k < unit->reference_count; k++, Y += SMALL * rows) {
        const rv_net_reference* ref = &net->references[unit->first_reference + k];
        const rv_net_domain* domain = &net->domains[ref->domain];
        if (domain->dofs > SMALL) {
            push_reference(net, ref, rows, change);
            continue;
        }
        if (domain->dofs == USUAL_DOFS)
            add_product(USUAL_DOFS, rows, Y, change, domain->v);
        else
            add_product(domain->dofs, rows, Y, change, domain->v);
    }
}

ALWAYS_INLINE double visit_sized(sweeper* s, const rv_net_unit* unit, int rows, const double* W,
                                 const double* Y, double* lambda) {
    rv_net* net = s->net;
    double q[RV_CONE_ROWS], change[RV_CONE_ROWS], before[RV_CONE_ROWS];
    double* own = lambda + unit->first_row;
    find_speed(net, unit, rows, q);
    for (int r = 0; r < rows; r++) {
        q[r] -= net->bias[unit->first_row + r] - net->sigma[unit->first_row + r] * own[r];
        before[r] = own[r];
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < rows; c++)
            q[r] -= W[r * rows + c] * before[c];
    for (int k = 0; unit->is_box && k < net->coupling_count; k++)
        if (net->couplings[k].row == unit->first_row)
            q[0] += net->couplings[k].sigma * lambda[net->couplings[k].other];
    // apart, as before: nothing to do
    if (!unit->is_box && q[0] >= 0.0 && before[0] == 0.0)
        return 0.0;
    solve_unit(net, unit, W, q, lambda);
    double moved = 0.0;
    for (int r = 0; r < rows; r++) {
        double own_response = W[r * rows + r];
        change[r] = own[r] - before[r];
        moved = fmax(moved, own_response * fabs(change[r]));
        *s->scale = fmax(*s->scale, fmax(own_response * fabs(own[r]), fabs(q[r])));
    }
    if (moved > 0.0)
        push_change(net, unit, rows, Y, change);
    return moved;
}

// one visit: how far its impulse had to change, as a speed
static double visit(sweeper* s, const rv_net_unit* unit, const double* W, const double* Y,
                    double* lambda) {
    return unit->rows == USUAL_ROWS ? visit_sized(s, unit, USUAL_ROWS, W, Y, lambda)
                                    : visit_sized(s, unit, unit->rows, W, Y, lambda);
}

size_t rv_net_sweep_bytes(int rows, int references) {
    size_t own = (size_t)rows * RV_CONE_ROWS, answers = (size_t)references * SMALL * RV_CONE_ROWS;
    return (own + answers) * sizeof(double) + (size_t)rows * sizeof(place) + 64;
}

// The smallest residual of a number of sweeps, and of those before.
typedef struct progress {
    double least, before;
} progress;

// Friction that cannot decide, or forces that redundant contacts hand to and fro: more sweeps then
// change much and better nothing.
static bool has_stalled(progress* p, const rv_cone_result* result, int stall_sweeps) {
    p->least = fmin(p->least, result->residual);
    if (stall_sweeps == 0 || result->sweeps == 0 || result->sweeps % stall_sweeps != 0)
        return false;
    bool stalls = p->least > STALL_SHARE * p->before;
    p->before = fmin(p->before, p->least);
    p->least = INFINITY;
    return stalls;
}

rv_cone_result rv_net_sweep(rv_net* net, double* lambda, rv_arena scratch) {
    rv_cone_result result = {.residual = INFINITY};
    double scale;
    sweeper s = {.net = net, .scale = &scale};
    s.W = rv_arena_take(&scratch, (size_t)net->row_count * RV_CONE_ROWS, sizeof(double));
    s.Y = rv_arena_take(&scratch, (size_t)net->reference_count * SMALL * RV_CONE_ROWS,
                        sizeof(double));
    s.at = rv_arena_take(&scratch, (size_t)net->unit_count, sizeof *s.at);
    if (s.W == NULL || s.Y == NULL || s.at == NULL)
        return result;
    prepare(&s);
    for (int u = 0; u < net->unit_count; u++)
        rv_net_push(net, &net->units[u], lambda + net->units[u].first_row);
    progress p = {INFINITY, INFINITY};
    // there and back: loads run up and down through what is stacked
    while (result.sweeps < net->sweep_cap && !result.solved
           && !has_stalled(&p, &result, net->stall_sweeps)) {
        bool back = result.sweeps % 2 == 1;
        double largest = 0.0;
        scale = 0.0;
        for (int k = 0; k < net->unit_count; k++) {
            int u = back ? net->unit_count - 1 - k : k;
            const rv_net_unit* unit = &net->units[u];
            largest = fmax(largest, visit(&s, unit, s.W + s.at[u].W, s.Y + s.at[u].Y, lambda));
        }
        result.sweeps++;
        result.residual = scale > 0.0 ? largest / scale : 0.0;
        result.solved = result.residual <= net->tolerance;
    }
    return result;
}
