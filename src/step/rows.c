// Stage "rows": every member fills its rows in physical units; then the stepper's law makes each
// one a row of the system, G v' + sigma Lam = bias, with phi_t the explicit rate and a the time it
// relaxes in:
//   SPOOK     a = h/4 + tau:  sigma = eps/(h a),  bias = -(phi - h/4 (G v + phi_t))/a - phi_t
//   seed      a = h + tau:    sigma = eps/(h a),  bias = -phi/a - phi_t
//   velocity  slip xi:        sigma = xi/h,       bias = -phi_t
// A row that can only push and is not yet in touch must not act before it is: seed with tau = 0, so
// that it arrives at phi = 0 at the end of the step. In touch and rigid it is a seed row too: what
// arrives with G v is stopped; the middle of the step, G v / 2, would let it in and throw it back.
#include "solve/block.h"
#include "step/step.h"

#include <string.h>

static bool is_rigid_stop(const rv_row* row) {
    return row->compliance == 0.0 && (row->lower >= 0.0 || row->upper <= 0.0);
}

typedef struct discrete {
    double sigma, bias;
} discrete;

static bool is_apart(const rv_row* row) {
    return (row->lower >= 0.0 && row->phi > 0.0) || (row->upper <= 0.0 && row->phi < 0.0);
}

// what all rows of a substep share
typedef struct stepper_law {
    bool seed;
    double h, per_h;
    double tau, per_a; // of rows that only must hold
} stepper_law;

static stepper_law law_of(const rv_world_def* def, double h) {
    bool seed = def->stepper == RV_STEPPER_SEED;
    // the seed stepper relaxes in h by itself
    double tau = seed ? 0.0 : def->relaxation * h;
    return (stepper_law){seed, h, 1.0 / h, tau, 1.0 / ((seed ? h : 0.25 * h) + tau)};
}

static discrete discretise(const stepper_law* law, const rv_row* row, double speed) {
    if (row->law == RV_ROW_VELOCITY)
        return (discrete){row->compliance * law->per_h, -row->rate};
    bool apart = is_apart(row);
    bool seed = law->seed || apart || is_rigid_stop(row);
    double per_a = law->per_a;
    if (row->tau >= 0.0 || seed != law->seed) {
        double tau = apart ? 0.0 : row->tau >= 0.0 ? row->tau : law->tau;
        per_a = 1.0 / ((seed ? law->h : 0.25 * law->h) + tau);
    }
    double phi = seed ? row->phi : row->phi - 0.25 * law->h * (speed + row->rate);
    return (discrete){row->compliance * law->per_h * per_a, -phi * per_a - row->rate};
}

void rv_group_speeds(const rv_island* island, int group, double* speed) {
    const rv_kkt* kkt = &island->kkt;
    int rows = kkt->group_size.data[group];
    for (int r = 0; r < rows; r++)
        speed[r] = 0.0;
    for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
        int block = kkt->reference_block.data[k];
        rv_block_multiply_sub(rows, kkt->block_size.data[block],
                              kkt->jacobian.data + kkt->jacobian_offset.data[k],
                              kkt->v.data + kkt->block_first.data[block], speed);
    }
    for (int r = 0; r < rows; r++)
        speed[r] = -speed[r];
}

// loose rows are written anew every time: the references of each row follow each other
static void clear_loose(const rv_world* world, rv_island* island) {
    rv_loose_rows* loose = &island->kkt.loose;
    loose->jacobian.count = loose->terms.count = 0;
    int reference = 0;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        if (member->first_loose < 0)
            continue;
        bool is_set = member->kind == RV_MEMBER_ROWS;
        int rows = is_set ? world->row_sets.data[member->index].row_count : 3;
        int bodies = is_set ? world->row_sets.data[member->index].body_count : 1;
        for (int r = 0; r < rows; r++, reference += bodies)
            loose->rows.data[member->first_loose + r] =
                (rv_loose_row){.first_reference = reference};
    }
}

static int loose_row_of(const rv_world* world, const rv_island* island, rv_rows_id id, int row) {
    int index = rv_id_pool_find(&world->rows_ids, (rv_id){id.slot, id.generation, id.world});
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        if (member->kind == RV_MEMBER_ROWS && member->index == index && member->first_loose >= 0)
            return member->first_loose + row;
    }
    return -1;
}

// bounds that depend on other forces; a set that is gone or in another island adds nothing
static void collect_terms(const rv_world* world, rv_island* island) {
    rv_loose_rows* loose = &island->kkt.loose;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        if (member->kind != RV_MEMBER_ROWS)
            continue;
        const rv_row_set* set = &world->row_sets.data[member->index];
        for (int k = 0; k < set->term_count; k++) {
            const rv_rows_bound_term* term = &set->terms[k];
            int other = loose_row_of(world, island, term->other, term->other_row);
            if (other >= 0)
                loose->terms.data[loose->terms.count++] =
                    (rv_lcp_term){member->first_loose + term->row, other, term->lower, term->upper};
        }
    }
}

void rv_stage_rows(rv_world* world, rv_island* island) {
    rv_kkt* kkt = &island->kkt;
    if (kkt->loose.rows.count > 0)
        clear_loose(world, island);
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        rv_member_class(member->kind)->rows(world, island, member);
    }
    if (kkt->loose.rows.count > 0)
        collect_terms(world, island);
    memcpy(kkt->v.data, island->v.data, (size_t)kkt->dof_count * sizeof(double));
    double h = island->h;
    stepper_law law = law_of(&world->def, h);
    for (int g = 0; g < kkt->group_count; g++) {
        double* speed = island->speed.data + kkt->row_first.data[g];
        rv_group_speeds(island, g, speed);
        for (int i = kkt->row_first.data[g]; i < kkt->row_first.data[g + 1]; i++) {
            const rv_row* row = &island->rows.data[i];
            discrete d = discretise(&law, row, island->speed.data[i]);
            kkt->sigma.data[i] = d.sigma;
            kkt->bias.data[i] = d.bias;
            kkt->lower.data[i] = row->lower * h;
            kkt->upper.data[i] = row->upper * h;
        }
    }
    for (int i = 0; i < kkt->loose.rows.count; i++) {
        const rv_row* row = &island->rows.data[kkt->row_count + i];
        rv_loose_row* out = &kkt->loose.rows.data[i];
        double speed = rv_kkt_loose_speed(kkt, &kkt->loose, i);
        island->speed.data[kkt->row_count + i] = speed;
        discrete d = discretise(&law, row, speed);
        out->sigma = d.sigma;
        out->bias = d.bias;
        out->lower = row->lower * h;
        out->upper = row->upper * h;
    }
}
