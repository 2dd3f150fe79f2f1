// Group Gauss-Seidel: the parts are small KKT systems of their own. `load` holds r + G^T Lam of all
// rows, so that a part takes its own impulses out, solves, and puts the new ones in.
#include "solve/gs.h"

#include "core/hash.h"
#include "solve/block.h"

#include <math.h>
#include <string.h>

// --- analysis
// -----------------------------------------------------------------------------------------

static uint64_t hash_labels(const rv_kkt* kkt, const int* labels) {
    uint64_t hash =
        rv_hash_bytes(kkt->pattern_hash, labels, (size_t)kkt->group_count * sizeof *labels);
    return hash == 0 ? 1 : hash;
}

// numbers the parts in the order of their first row group; of[group] is its part
static int number_parts(const rv_kkt* kkt, const int* labels, int* of, int* part_of_label) {
    int parts = 0;
    for (int k = 0; k <= kkt->group_count; k++)
        part_of_label[k] = -1;
    for (int g = 0; g < kkt->group_count; g++) {
        int* part = &part_of_label[labels[g]];
        if (labels[g] == 0 || *part < 0)
            *part = parts++;
        of[g] = *part;
    }
    return parts;
}

static bool resize_parts(rv_memory* memory, rv_gs* gs, int parts) {
    for (int k = parts; k < gs->parts.count; k++)
        rv_kkt_free(memory, &gs->parts.data[k].kkt);
    int before = gs->parts.count < parts ? gs->parts.count : parts;
    gs->parts.count = before;
    if (!rv_array_resize(memory, &gs->parts, parts))
        return false;
    if (parts > before)
        memset(gs->parts.data + before, 0, (size_t)(parts - before) * sizeof *gs->parts.data);
    return true;
}

// sorts row groups by part
static bool list_groups(rv_memory* memory, rv_gs* gs, const rv_kkt* kkt, const int* labels) {
    RV_ARRAY(int) scratch = {0};
    int n = kkt->group_count;
    if (!rv_array_resize(memory, &scratch, 2 * n + 1))
        return false;
    int* of = scratch.data;
    int parts = number_parts(kkt, labels, of, of + n);
    bool ok = resize_parts(memory, gs, parts) && rv_array_resize(memory, &gs->groups, n);
    for (int k = 0; ok && k < parts; k++)
        gs->parts.data[k].group_count = 0;
    for (int g = 0; ok && g < n; g++)
        gs->parts.data[of[g]].group_count++;
    for (int k = 0, first = 0; ok && k < parts; k++) {
        gs->parts.data[k].first_group = first;
        first += gs->parts.data[k].group_count;
        gs->parts.data[k].group_count = 0;
    }
    for (int g = 0; ok && g < n; g++) {
        rv_gs_part* part = &gs->parts.data[of[g]];
        gs->groups.data[part->first_group + part->group_count++] = g;
    }
    rv_array_free(memory, &scratch);
    return ok;
}

static bool list_pairs_of_blocks(rv_memory* memory, rv_gs* gs, const rv_kkt* kkt) {
    int n = kkt->block_count;
    if (!rv_array_resize(memory, &gs->block_pair_first, n + 2)
        || !rv_array_resize(memory, &gs->block_pair, 2 * kkt->pair_count))
        return false;
    // counted two places ahead, so that filling the lists leaves every start where it belongs
    int* first = gs->block_pair_first.data;
    memset(first, 0, (size_t)(n + 2) * sizeof *first);
    for (int k = 0; k < 2 * kkt->pair_count; k++)
        first[kkt->pair_block.data[k] + 2]++;
    for (int i = 1; i < n + 2; i++)
        first[i] += first[i - 1];
    for (int k = 0; k < 2 * kkt->pair_count; k++)
        gs->block_pair.data[first[kkt->pair_block.data[k] + 1]++] = k / 2;
    return true;
}

// the blocks that a part's rows touch and the pairs between them; local[block] is its place in the
// part
static bool list_blocks(rv_memory* memory, rv_gs* gs, const rv_kkt* kkt, int index, int* local) {
    rv_gs_part* part = &gs->parts.data[index];
    part->first_block = gs->blocks.count;
    part->first_pair = gs->pairs.count;
    for (int g = 0; g < part->group_count; g++) {
        int group = gs->groups.data[part->first_group + g];
        for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
            int block = kkt->reference_block.data[k];
            if (gs->part_of.data[block] == index)
                continue;
            if (!rv_array_room(memory, &gs->blocks))
                return false;
            gs->part_of.data[block] = index;
            local[block] = gs->blocks.count - part->first_block;
            gs->blocks.data[gs->blocks.count++] = block;
        }
    }
    part->block_count = gs->blocks.count - part->first_block;
    for (int i = 0; i < part->block_count; i++) {
        int block = gs->blocks.data[part->first_block + i];
        for (int k = gs->block_pair_first.data[block]; k < gs->block_pair_first.data[block + 1];
             k++) {
            int pair = gs->block_pair.data[k];
            // once per pair: when its first block's turn comes
            if (kkt->pair_block.data[2 * pair] != block
                || gs->part_of.data[kkt->pair_block.data[2 * pair + 1]] != index)
                continue;
            if (!rv_array_room(memory, &gs->pairs))
                return false;
            gs->pairs.data[gs->pairs.count++] = pair;
        }
    }
    part->pair_count = gs->pairs.count - part->first_pair;
    return true;
}

// arrays for the pattern of one part, large enough for any
typedef struct part_pattern {
    RV_ARRAY(int) local, block_size, group_size, group_first, reference_block, anchored, soft;
    RV_ARRAY(int) dof_first, dof, pair;
    RV_ARRAY(double) weight;
    RV_ARRAY(const rv_substructure*) substructure;
} part_pattern;

static bool size_pattern(rv_memory* memory, part_pattern* p, const rv_kkt* kkt) {
    int blocks = kkt->block_count, groups = kkt->group_count, references = kkt->reference_count;
    return rv_array_resize(memory, &p->local, blocks + 1)
           && rv_array_resize(memory, &p->block_size, blocks + 1)
           && rv_array_resize(memory, &p->weight, blocks + 1)
           && rv_array_resize(memory, &p->substructure, blocks + 1)
           && rv_array_resize(memory, &p->group_size, groups + 1)
           && rv_array_resize(memory, &p->group_first, groups + 1)
           && rv_array_resize(memory, &p->anchored, groups + 1)
           && rv_array_resize(memory, &p->soft, groups + 1)
           && rv_array_resize(memory, &p->reference_block, references + 1)
           && rv_array_resize(memory, &p->dof_first, references + 1)
           && rv_array_resize(memory, &p->dof, kkt->reference_dof.count + 1)
           && rv_array_resize(memory, &p->pair, 2 * kkt->pair_count + 2);
}

static void free_pattern(rv_memory* memory, part_pattern* p) {
    rv_array_free(memory, &p->local);
    rv_array_free(memory, &p->block_size);
    rv_array_free(memory, &p->weight);
    rv_array_free(memory, &p->substructure);
    rv_array_free(memory, &p->group_size);
    rv_array_free(memory, &p->group_first);
    rv_array_free(memory, &p->anchored);
    rv_array_free(memory, &p->soft);
    rv_array_free(memory, &p->reference_block);
    rv_array_free(memory, &p->dof_first);
    rv_array_free(memory, &p->dof);
    rv_array_free(memory, &p->pair);
}

// row groups of a part with their references, blocks renumbered
static int write_groups(part_pattern* p, const rv_gs* gs, const rv_gs_part* part, const rv_kkt* kkt,
                        const rv_kkt_pattern* whole) {
    int references = 0, dofs = 0;
    for (int g = 0; g < part->group_count; g++) {
        int group = gs->groups.data[part->first_group + g];
        p->group_size.data[g] = kkt->group_size.data[group];
        p->anchored.data[g] = whole->group_anchored != NULL && whole->group_anchored[group];
        p->soft.data[g] = whole->group_soft != NULL && whole->group_soft[group];
        p->group_first.data[g] = references;
        for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
            p->reference_block.data[references] = p->local.data[kkt->reference_block.data[k]];
            p->dof_first.data[references++] = dofs;
            for (int d = kkt->reference_dof_first.data[k]; d < kkt->reference_dof_first.data[k + 1];
                 d++)
                p->dof.data[dofs++] = kkt->reference_dof.data[d];
        }
    }
    p->group_first.data[part->group_count] = references;
    p->dof_first.data[references] = dofs;
    return references;
}

static bool analyse_part(rv_memory* memory, rv_gs* gs, int index, part_pattern* p,
                         const rv_kkt* kkt, const rv_kkt_pattern* whole) {
    if (!list_blocks(memory, gs, kkt, index, p->local.data))
        return false;
    rv_gs_part* part = &gs->parts.data[index];
    for (int i = 0; i < part->block_count; i++) {
        int block = gs->blocks.data[part->first_block + i];
        p->block_size.data[i] = kkt->block_size.data[block];
        p->weight.data[i] = whole->block_weight == NULL ? 1.0 : whole->block_weight[block];
        p->substructure.data[i] = kkt->block_substructure.data[block];
    }
    write_groups(p, gs, part, kkt, whole);
    for (int k = 0; k < part->pair_count; k++) {
        const int* ends = kkt->pair_block.data + 2 * gs->pairs.data[part->first_pair + k];
        p->pair.data[2 * k] = p->local.data[ends[0]];
        p->pair.data[2 * k + 1] = p->local.data[ends[1]];
    }
    rv_kkt_pattern pattern = {
        .block_count = part->block_count,
        .block_size = p->block_size.data,
        .block_weight = p->weight.data,
        .block_substructure = p->substructure.data,
        .group_count = part->group_count,
        .group_size = p->group_size.data,
        .group_first = p->group_first.data,
        .reference_block = p->reference_block.data,
        .group_anchored = p->anchored.data,
        .group_soft = p->soft.data,
        .reference_dof_first = p->dof_first.data,
        .reference_dof = p->dof.data,
        .pair_count = part->pair_count,
        .pair = (const int(*)[2])p->pair.data,
    };
    return rv_kkt_analyse(memory, &part->kkt, &pattern);
}

bool rv_gs_analyse(rv_memory* memory, rv_gs* gs, const rv_kkt* kkt, const rv_kkt_pattern* pattern,
                   const int* labels) {
    uint64_t hash = hash_labels(kkt, labels);
    if (gs->pattern_hash == hash)
        return true;
    gs->pattern_hash = 0;
    gs->blocks.count = gs->pairs.count = 0;
    part_pattern p = {0};
    bool ok = list_groups(memory, gs, kkt, labels) && list_pairs_of_blocks(memory, gs, kkt)
              && rv_array_resize(memory, &gs->part_of, kkt->block_count)
              && rv_array_resize(memory, &gs->load, kkt->dof_count)
              && rv_array_resize(memory, &gs->inverse_d, kkt->dof_count)
              && rv_array_resize(memory, &gs->factor, kkt->diagonal.count)
              && size_pattern(memory, &p, kkt);
    for (int i = 0; ok && i < kkt->block_count; i++)
        gs->part_of.data[i] = -1;
    for (int k = 0; ok && k < gs->parts.count; k++)
        ok = analyse_part(memory, gs, k, &p, kkt, pattern);
    free_pattern(memory, &p);
    gs->pattern_hash = ok ? hash : 0;
    return ok;
}

void rv_gs_free(rv_memory* memory, rv_gs* gs) {
    for (int k = 0; k < gs->parts.count; k++)
        rv_kkt_free(memory, &gs->parts.data[k].kkt);
    rv_array_free(memory, &gs->parts);
    rv_array_free(memory, &gs->blocks);
    rv_array_free(memory, &gs->groups);
    rv_array_free(memory, &gs->pairs);
    rv_array_free(memory, &gs->block_pair_first);
    rv_array_free(memory, &gs->block_pair);
    rv_array_free(memory, &gs->part_of);
    rv_array_free(memory, &gs->load);
    rv_array_free(memory, &gs->factor);
    rv_array_free(memory, &gs->inverse_d);
    gs->pattern_hash = 0;
}

// --- solution
// -----------------------------------------------------------------------------------------

// load += factor * G^T Lam of one row group
static void add_load(rv_gs* gs, const rv_kkt* kkt, int group, const double* impulse,
                     double factor) {
    int rows = kkt->group_size.data[group];
    for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
        int block = kkt->reference_block.data[k];
        bool condensed = kkt->block_substructure.data[block] != NULL;
        int first = kkt->reference_dof_first.data[k];
        int columns =
            condensed ? kkt->reference_dof_first.data[k + 1] - first : kkt->block_size.data[block];
        const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[k];
        for (int c = 0; c < columns; c++) {
            double sum = 0.0;
            for (int r = 0; r < rows; r++)
                sum += J[c * rows + r] * impulse[r];
            int dof = condensed ? kkt->reference_dof.data[first + c] : c;
            gs->load.data[kkt->block_first.data[block] + dof] += factor * sum;
        }
    }
}

// r -= stiffness between `block` and those of its neighbours that are not in part `inside`, times v
static void subtract_pairs(const rv_gs* gs, const rv_kkt* kkt, int block, int inside, double* r) {
    for (int k = gs->block_pair_first.data[block]; k < gs->block_pair_first.data[block + 1]; k++) {
        int pair = gs->block_pair.data[k];
        int a = kkt->pair_block.data[2 * pair], b = kkt->pair_block.data[2 * pair + 1];
        int other = a == block ? b : a;
        if (inside >= 0 && gs->part_of.data[other] == inside)
            continue;
        int rows = kkt->block_size.data[a], columns = kkt->block_size.data[b];
        const double* K = kkt->off_diagonal.data + kkt->pair_offset.data[pair];
        const double* v = kkt->v.data + kkt->block_first.data[other];
        if (a == block)
            rv_block_multiply_sub(rows, columns, K, v, r);
        else
            rv_block_multiply_transpose_sub(rows, columns, K, v, r);
    }
}

static int factor_blocks(rv_gs* gs, rv_kkt* kkt) {
    int floored = 0;
    for (int k = 0; k < kkt->diagonal.count; k++)
        gs->factor.data[k] = kkt->diagonal.data[k];
    for (int i = 0; i < kkt->block_count; i++) {
        const rv_substructure* sub = kkt->block_substructure.data[i];
        if (sub != NULL) {
            floored += sub->factor(sub->self) ? 0 : sub->size;
            continue;
        }
        static const double NO_FLOOR[RV_BLOCK_MAX] = {0};
        floored +=
            rv_block_factor(kkt->block_size.data[i], gs->factor.data + kkt->diagonal_offset.data[i],
                            gs->inverse_d.data + kkt->block_first.data[i], 1.0, NO_FLOOR);
    }
    return floored;
}

// v of one block from its load and its neighbours
static void solve_block(const rv_gs* gs, rv_kkt* kkt, int block) {
    int size = kkt->block_size.data[block], first = kkt->block_first.data[block];
    double* v = kkt->v.data + first;
    memcpy(v, gs->load.data + first, (size_t)size * sizeof(double));
    const rv_substructure* sub = kkt->block_substructure.data[block];
    if (sub != NULL) {
        sub->solve(sub->self, v);
        return;
    }
    subtract_pairs(gs, kkt, block, -1, v);
    const double* factor = gs->factor.data + kkt->diagonal_offset.data[block];
    rv_block_forward(size, factor, gs->inverse_d.data + first, v);
    rv_block_backward(size, factor, v);
}

// The start: no impulses but those that bounds force, and the motion that they alone would give.
// The impulses of the last step would be nearer, but sweeps that do not converge within a step then
// carry their error on from step to step, and a heavy load on a light chain runs away.
static void start(rv_gs* gs, rv_kkt* kkt) {
    for (int i = 0; i < kkt->row_count; i++)
        kkt->impulse.data[i] = fmin(fmax(0.0, kkt->lower.data[i]), kkt->upper.data[i]);
    memcpy(gs->load.data, kkt->r.data, (size_t)kkt->dof_count * sizeof(double));
    for (int g = 0; g < kkt->group_count; g++)
        add_load(gs, kkt, g, kkt->impulse.data + kkt->row_first.data[g], 1.0);
    for (int i = 0; i < kkt->block_count; i++)
        solve_block(gs, kkt, i);
}

static void copy_part_blocks(const rv_gs* gs, rv_gs_part* part, rv_kkt* kkt) {
    rv_kkt* own = &part->kkt;
    for (int i = 0; i < part->block_count; i++) {
        int block = gs->blocks.data[part->first_block + i], size = own->block_size.data[i];
        if (kkt->block_substructure.data[block] == NULL)
            memcpy(rv_kkt_block(own, i), rv_kkt_block(kkt, block),
                   (size_t)(size * size) * sizeof(double));
    }
    for (int k = 0; k < part->pair_count; k++) {
        int pair = gs->pairs.data[part->first_pair + k];
        int values = kkt->block_size.data[kkt->pair_block.data[2 * pair]]
                     * kkt->block_size.data[kkt->pair_block.data[2 * pair + 1]];
        memcpy(rv_kkt_pair(own, k), rv_kkt_pair(kkt, pair), (size_t)values * sizeof(double));
    }
    own->sigma_floor = kkt->sigma_floor;
}

static void copy_part_rows(const rv_gs* gs, rv_gs_part* part, rv_kkt* kkt) {
    rv_kkt* own = &part->kkt;
    for (int g = 0; g < part->group_count; g++) {
        int group = gs->groups.data[part->first_group + g];
        int from = kkt->row_first.data[group], to = own->row_first.data[g];
        size_t bytes = (size_t)kkt->group_size.data[group] * sizeof(double);
        memcpy(own->sigma.data + to, kkt->sigma.data + from, bytes);
        memcpy(own->bias.data + to, kkt->bias.data + from, bytes);
        memcpy(own->lower.data + to, kkt->lower.data + from, bytes);
        memcpy(own->upper.data + to, kkt->upper.data + from, bytes);
        memcpy(own->impulse.data + to, kkt->impulse.data + from, bytes);
        memcpy(own->state.data + to, kkt->state.data + from, bytes / sizeof(double));
        // references of a group follow each other in both systems, and so do their values
        int first = kkt->group_first.data[group], last = kkt->group_first.data[group + 1] - 1;
        if (last < first)
            continue;
        int own_first = own->group_first.data[g];
        int end = last + 1 < kkt->reference_count ? kkt->jacobian_offset.data[last + 1]
                                                  : kkt->jacobian.count;
        memcpy(rv_kkt_jacobian(own, own_first), rv_kkt_jacobian(kkt, first),
               (size_t)(end - kkt->jacobian_offset.data[first]) * sizeof(double));
    }
}

// takes the new impulses and speeds over; returns the largest change of an impulse
static double write_back(rv_gs* gs, const rv_gs_part* part, rv_kkt* kkt) {
    const rv_kkt* own = &part->kkt;
    double change = 0.0;
    for (int g = 0; g < part->group_count; g++) {
        int group = gs->groups.data[part->first_group + g];
        int rows = kkt->group_size.data[group];
        double* impulse = kkt->impulse.data + kkt->row_first.data[group];
        const double* found = own->impulse.data + own->row_first.data[g];
        for (int r = 0; r < rows; r++) {
            change = fabs(found[r] - impulse[r]) > change ? fabs(found[r] - impulse[r]) : change;
            impulse[r] = found[r];
            kkt->state.data[kkt->row_first.data[group] + r] =
                own->state.data[own->row_first.data[g] + r];
        }
        add_load(gs, kkt, group, impulse, 1.0);
    }
    for (int i = 0; i < part->block_count; i++) {
        int block = gs->blocks.data[part->first_block + i];
        memcpy(kkt->v.data + kkt->block_first.data[block], own->v.data + own->block_first.data[i],
               (size_t)own->block_size.data[i] * sizeof(double));
    }
    return change;
}

static void add_report(rv_kkt_report* sum, const rv_kkt_report* part) {
    sum->factorisations += part->factorisations;
    sum->pivot_iterations += part->pivot_iterations;
    sum->unsettled |= part->unsettled;
    sum->floored += part->floored;
    sum->refinements += part->refinements;
}

static double solve_part(rv_gs* gs, int index, rv_kkt* kkt, int sweep, rv_kkt_report* report) {
    rv_gs_part* part = &gs->parts.data[index];
    rv_kkt* own = &part->kkt;
    if (sweep == 0) {
        copy_part_blocks(gs, part, kkt);
        copy_part_rows(gs, part, kkt);
    }
    for (int g = 0; g < part->group_count; g++) {
        int group = gs->groups.data[part->first_group + g];
        add_load(gs, kkt, group, kkt->impulse.data + kkt->row_first.data[group], -1.0);
    }
    for (int i = 0; i < part->block_count; i++)
        gs->part_of.data[gs->blocks.data[part->first_block + i]] = index;
    for (int i = 0; i < part->block_count; i++) {
        int block = gs->blocks.data[part->first_block + i];
        double* r = own->r.data + own->block_first.data[i];
        memcpy(r, gs->load.data + kkt->block_first.data[block],
               (size_t)own->block_size.data[i] * sizeof(double));
        subtract_pairs(gs, kkt, block, index, r);
    }
    rv_kkt_report found = sweep == 0 ? rv_kkt_solve(own) : rv_kkt_solve_again(own);
    add_report(report, &found);
    return write_back(gs, part, kkt);
}

rv_gs_report rv_gs_solve(rv_gs* gs, rv_kkt* kkt, int sweeps) {
    rv_gs_report report = {0};
    if (kkt->block_count == 0)
        return report;
    rv_kkt_apply_floor(kkt);
    report.solver.floored = factor_blocks(gs, kkt);
    start(gs, kkt);
    for (int sweep = 0; sweep < sweeps; sweep++) {
        double change = 0.0, largest = 0.0;
        for (int k = 0; k < gs->parts.count; k++) {
            double found = solve_part(gs, k, kkt, sweep, &report.solver);
            change = found > change ? found : change;
        }
        // blocks that no part holds follow their neighbours
        for (int i = 0; kkt->pair_count > 0 && i < kkt->block_count; i++)
            if (gs->part_of.data[i] < 0)
                solve_block(gs, kkt, i);
        for (int i = 0; i < kkt->row_count; i++)
            largest = fmax(largest, fabs(kkt->impulse.data[i]));
        report.sweeps = sweep + 1;
        report.change = largest > 0.0 ? change / largest : 0.0;
        if (change == 0.0 && kkt->pair_count == 0)
            break;
    }
    report.solver.residual = rv_kkt_residual(kkt);
    return report;
}
