// A start for rv_net_newton that knows nearly which contacts carry, stick and slide, at the cost of
// two or three of its iterations: operator splitting by alternating directions (Glowinski 1975;
// Boyd et al. 2011). Every body of a contact has a copy z_k of its speed H_k v there, held to it
// with a weight R_k, so that the law of a contact, on the sum of its copies, knows nothing of the
// chain, and the chain nothing of laws. A sweep solves
//   (K + sum H_k^T R_k H_k) v = r + sum H_k^T (2 lambda - lambda' + R_k H_k v')
// with lambda and v of the sweep before and lambda' of that before it, and then the law of each
// contact by itself, at u = sum H_k v with the multiplier lambda and E = sum 1/R_k (net_newton.c).
// All contacts are alike in this, those between two moving bodies too: each weight lies within a
// body's own block, and the system is factored once.
#include "solve/cone_private.h"
#include "solve/net_private.h"

#include <math.h>
#include <string.h>

// Weights, over what the body would resist without its joints. A chain resists far more, of all
// pushes that its contacts can give, those that bend or stretch it: sweeps converge where a weight
// lies between both. With 10 to 100 for contacts on what does not move, cables that land take the
// same number of Newton's iterations after it, 40 % less than from the last step, with 1 to 3 some
// more. Between two moving bodies, 1 to 3 are alike; from 10 on, bodies are held to the speeds that
// they had.
static const double HOLD = 30.0, HOLD_SHARED = 3.0;
enum { SWEEPS = 20 }; // with 10, a third less is gained; with 40, nothing more

static inline void add_weight(int rows, int dofs, const double* H, const double* weight,
                              double* A) {
    for (int r = 0; r < rows; r++, H += dofs)
        for (int c = 0; c < dofs; c++)
            for (int d = 0; d < dofs; d++)
                A[c * dofs + d] += H[c] * weight[r] * H[d];
}

// the weight of one body of a contact: the same for all rows of a disk, whose law is round
static void weigh(rv_net_work* work, const rv_net_unit* unit, int reference) {
    const rv_net_reference* ref = &work->net->references[reference];
    const double* alone = work->alone + reference * RV_CONE_ROWS;
    double* hold = work->hold + reference * RV_CONE_ROWS;
    double share = rv_net_is_shared(unit) ? HOLD_SHARED : HOLD;
    hold[0] = alone[0];
    for (int k = 0; k < RV_CONE_DISKS; k++) {
        rv_cone_disk disk = rv_cone_disk_get(&unit->cone, k);
        double most = 0.0;
        for (int r = disk.offset; r < disk.offset + disk.rows; r++)
            most = fmax(most, alone[r]);
        for (int r = disk.offset; r < disk.offset + disk.rows; r++)
            hold[r] = most;
    }
    // what does not answer in a row, such as turning of a particle, is not held there
    for (int r = 0; r < unit->rows; r++) {
        work->soft[unit->first_row + r] += hold[r] / share;
        hold[r] = hold[r] > 0.0 ? share / hold[r] : 0.0;
    }
    add_weight(unit->rows, ref->dofs, work->net->jacobian + ref->jacobian, hold,
               rv_kkt_block(work->problem->systems[ref->domain], ref->block));
}

static void factor(rv_net_work* work) {
    const rv_net* net = work->net;
    rv_net_keep(work, true);
    memset(work->soft, 0, (size_t)net->row_count * sizeof(double));
    for (int i = 0; i < net->unit_count; i++)
        for (int k = 0; k < net->units[i].reference_count; k++)
            weigh(work, &net->units[i], net->units[i].first_reference + k);
    for (int k = 0; k < net->domain_count; k++)
        rv_kkt_factor(work->problem->systems[k], work->problem->report);
    work->work += RV_NET_ITERATION_WORK;
}

static inline void add_impulse(int rows, int dofs, const double* H, const double* impulse,
                               double* r) {
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < dofs; c++)
            r[c] += H[i * dofs + c] * impulse[i];
}

// r += H^T of what the impulses on all places have changed by
static void push_changes(rv_net_work* work, const double* before) {
    const rv_net* net = work->net;
    for (int i = 0; i < net->unit_count; i++) {
        const rv_net_unit* unit = &net->units[i];
        for (int k = 0; k < unit->reference_count; k++) {
            int reference = unit->first_reference + k, at = reference * RV_CONE_ROWS;
            const rv_net_reference* ref = &net->references[reference];
            rv_kkt* kkt = work->problem->systems[ref->domain];
            const double* H = net->jacobian + ref->jacobian;
            double* r = kkt->r.data + kkt->block_first.data[ref->block];
            double change[RV_CONE_ROWS];
            for (int j = 0; j < unit->rows; j++) {
                int row = unit->first_row + j;
                double impulse =
                    2.0 * work->held[row] - before[row] + work->hold[at + j] * work->place[at + j];
                change[j] = impulse - work->pushed[at + j];
                work->pushed[at + j] = impulse;
            }
            if (unit->rows == 3 && ref->dofs == 6)
                add_impulse(3, 6, H, change, r);
            else
                add_impulse(unit->rows, ref->dofs, H, change, r);
        }
    }
}

static inline void add_speed(int rows, int dofs, const double* H, const double* v, double* speed) {
    for (int i = 0; i < rows; i++)
        for (int c = 0; c < dofs; c++)
            speed[i] += H[i * dofs + c] * v[c];
}

// places += H v with the systems' velocities; u: their sum at each contact
static void read_speeds(rv_net_work* work) {
    const rv_net* net = work->net;
    for (int i = 0; i < net->unit_count; i++) {
        const rv_net_unit* unit = &net->units[i];
        double* u = work->u + unit->first_row;
        memset(u, 0, (size_t)unit->rows * sizeof(double));
        for (int k = 0; k < unit->reference_count; k++) {
            int reference = unit->first_reference + k;
            const rv_net_reference* ref = &net->references[reference];
            const rv_kkt* kkt = work->problem->systems[ref->domain];
            const double* H = net->jacobian + ref->jacobian;
            const double* v = kkt->v.data + kkt->block_first.data[ref->block];
            double* place = work->place + reference * RV_CONE_ROWS;
            if (unit->rows == 3 && ref->dofs == 6)
                add_speed(3, 6, H, v, place);
            else
                add_speed(unit->rows, ref->dofs, H, v, place);
            for (int j = 0; j < unit->rows; j++)
                u[j] += place[j];
        }
    }
}

// The first sweep solves with all loads; from then on places move by the answer to what has
// changed.
static void solve(rv_net_work* work, const double* before, bool first) {
    const rv_net* net = work->net;
    for (int k = 0; k < net->domain_count && !first; k++) {
        rv_kkt* kkt = work->problem->systems[k];
        memset(kkt->r.data, 0, (size_t)kkt->dof_count * sizeof(double));
    }
    push_changes(work, before);
    if (first)
        memset(work->place, 0, (size_t)net->reference_count * RV_CONE_ROWS * sizeof *work->place);
    for (int k = 0; k < net->domain_count; k++) {
        if (first)
            rv_kkt_solve_factored(work->problem->systems[k], work->problem->report);
        else
            rv_kkt_respond(work->problem->systems[k]);
    }
    read_speeds(work);
    work->work += RV_NET_SWEEP_WORK;
}

void rv_net_split(rv_net_work* work) {
    const rv_net* net = work->net;
    size_t places = (size_t)net->reference_count * RV_CONE_ROWS * sizeof(double);
    size_t rows = (size_t)net->row_count * sizeof(double);
    double* before = work->p_next; // impulses of the sweep before
    memset(work->place, 0, places);
    memset(work->pushed, 0, places);
    memcpy(before, work->held, rows);
    // speeds that the systems have now; copies are as fast
    read_speeds(work);
    factor(work);
    work->couples = true;
    for (int n = 0; n < SWEEPS; n++) {
        solve(work, before, n == 0);
        memcpy(before, work->held, rows);
        for (int i = 0; i < net->unit_count; i++) {
            int first = net->units[i].first_row;
            rv_net_law(work, i, work->u + first, work->wanted + first, NULL);
        }
        memcpy(work->held, work->wanted, rows);
    }
    // speeds of the copies, at which the laws want the impulses that are held
    for (int r = 0; r < net->row_count; r++)
        work->u[r] += work->soft[r] * (work->held[r] - before[r]);
    memcpy(work->p, work->held, rows);
}
