// The rows of contacts. A point of contact with normal n, arms r_a and r_b to where it is touched,
// and u the speed of body b's point against that of a:
//   normal    n . u            phi: the gap;  0 <= Lam, as a row that can only push (rows.c)
//   friction  t_1 . u, t_2 . u
//   spinning  n . (w_b - w_a)       only if the law has it
//   rolling   t_1 . (w_b - w_a), t_2 . (w_b - w_a)
// A rigid contact that overlaps parts with phi/(h + tau), no faster than `push_out_speed`.
//
// What is squeezed. Between a thing that is moved and one that is fixed there may be less room than
// a body needs: no velocity satisfies both rows, and forces would grow to what the least compliance
// allows, 1e9 times what stops the body, until rounding and whatever else holds it fling it off.
// Where two things that forces do not move, one of them kinematic, touch a cluster or hold it by
// joints and cables, a contact on either that has been pressed in by d has shown that it cannot hold,
// and gives way by
//   S += (d/t - 0.01)^2 h/(m dt),   t the thickness of the thinner shape, m the mass of all bodies
// so that it pushes no harder than what brings all of that to the speed of what moves within a step,
// t/d times that squared. What rests there notices nothing: it parts with d/(h + tau), and sinks with
// (d/t)^2 g dt, which is less as long as d < t^2/((h + tau) g dt). Elsewhere no row gives way: what a
// winch draws against a stop is held by all of the stop.
#include "step/contact_net.h"

#include <math.h>
#include <string.h>

// Rigid contacts give way by this share of their own response: what makes the forces under a table
// with four legs unique. A load of R times the body that it rests on sinks in by R times this share
// of the way it would fall in a step.
static const double COMPLIANCE_SHARE = 1e-9;

// Overlaps that sweeps leave are not parted below this depth [m]: what is parted keeps its speed,
// and with forces that are not exact a pile would feed on it.
static const double SLOP = 2e-4;

// What rests is never deeper than this share of its thickness.
static const double HOLDS = 0.01;

// What the contacts of chains and solids may cost in a step [about 1 ns], beyond a first search for
// a solution in each substep: half of a step of 60 Hz in the islands' systems, which stop anywhere,
// and more on a dense system, of which a search that is cut short is lost. Others have little to do
// again in a substep, and `sweeps` bounds that.
static const double WORK_IN_ISLANDS = 8e6, WORK_DENSE = 4e7;
// The most of it that may be kept for a dense system: the islands' systems, which settle nearly all
// contacts, must not be cut short for what is rarely needed.
static const double RESERVE_SHARE = 0.5;

enum {
    POINTS_PER_SWEEP = 1000, // that `sweeps` is meant for
    STALL_SWEEPS = 50        // of chains: more that better nothing are the rule there
};

// what a contact is made of in the running substep
typedef struct frame {
    rv_vec3 n, t[2];
    rv_vec3 arm[2];    // to the point, from the centres of mass, world axes
    rv_motion side[2]; // the two bodies
    double phi;
} frame;

static frame frame_of(const rv_world* world, const rv_island* island, const rv_pair* pair,
                      const rv_site* site) {
    frame f = {.n = site->normal, .phi = site->gap};
    for (int s = 0; s < 2; s++) {
        f.side[s] = rv_motion_of(world, island, pair->body[s]);
        f.arm[s] = site->arm[s];
    }
    f.t[0] = rv_vec3_perpendicular(f.n);
    f.t[1] = rv_vec3_cross(f.n, f.t[0]);
    return f;
}

// direction of row r, and whether it is about turning
static rv_vec3 row_axis(const frame* f, const rv_cone* cone, int r, bool* turns) {
    *turns = r > 2;
    if (r <= 2)
        return r == 0 ? f->n : f->t[r - 1];
    return r == 3 && cone->spin_rows ? f->n : f->t[r - 3 - cone->spin_rows];
}

// the rows on one body, with `dofs` columns
static void write_rows(const rv_net_unit* unit, const frame* f, int side, int dofs, double* H) {
    for (int r = 0; r < unit->rows; r++, H += dofs) {
        bool turns;
        rv_vec3 axis = row_axis(f, &unit->cone, r, &turns);
        axis = rv_vec3_scale(axis, side == 0 ? -1.0 : 1.0);
        rv_vec3_store(H, turns ? (rv_vec3){0, 0, 0} : axis);
        if (dofs == 6)
            rv_vec3_store(H + 3, turns ? axis : rv_vec3_cross(f->arm[side], axis));
    }
}

// the rows on a body that forces move
static void add_reference(rv_contact_net* c, rv_net_unit* unit, const frame* f, int side,
                          const rv_body* body) {
    int dofs = rv_body_dofs(body);
    write_rows(unit, f, side, dofs, c->jacobian + c->jacobian_count);
    c->references[c->reference_count++] =
        (rv_net_reference){c->world->islands.data[body->island].domain, body->contact_dof, dofs,
                           c->jacobian_count, body->block};
    unit->reference_count++;
    c->jacobian_count += unit->rows * dofs;
}

// what bodies that are moved give the rows
static void add_rate(rv_contact_net* c, const rv_net_unit* unit, const frame* f, int side) {
    rv_vec3 v = rv_vec3_add(f->side[side].v, rv_vec3_cross(f->side[side].w, f->arm[side]));
    for (int r = 0; r < unit->rows; r++) {
        bool turns;
        rv_vec3 axis = row_axis(f, &unit->cone, r, &turns);
        c->rate[unit->first_row + r] +=
            (side == 0 ? -1.0 : 1.0) * rv_vec3_dot(axis, turns ? f->side[side].w : v);
    }
}

// H v at the start of the substep
static void read_start_speed(rv_contact_net* c, const rv_net_unit* unit, const rv_pair* pair) {
    const double* H = c->jacobian + c->references[unit->first_reference].jacobian;
    for (int s = 0; s < 2; s++) {
        const rv_body* body = &c->world->bodies.data[pair->body[s]];
        if (rv_body_dofs(body) == 0)
            continue;
        const rv_island* island = &c->world->islands.data[body->island];
        const double* v = island->v.data + island->kkt.block_first.data[body->block];
        for (int r = 0; r < unit->rows; r++)
            for (int k = 0; k < rv_body_dofs(body); k++)
                c->speed[unit->first_row + r] += *H++ * v[k];
    }
}

// what a contact with something that forces do not move gives way by, deep as it is
static double squeezed(const rv_contact_net* c, int i) {
    const rv_pair* pair = &c->world->pairs.data[c->pair[i]];
    double thickness = INFINITY;
    for (int s = 0; s < 2; s++) {
        double own = c->world->proxies.data[pair->shape[s]].thickness;
        thickness = own > 0.0 ? fmin(thickness, own) : thickness;
    }
    double deep = fmax(-c->phi[i] / thickness - HOLDS, 0.0);
    int substeps = rv_cluster_island(c->world, c->cluster, 0)->substeps;
    return deep * deep / (c->squeezed_mass * substeps);
}

void rv_contact_net_set_normal(rv_contact_net* c, int i) {
    const rv_contact_law* law = c->law[i];
    const rv_island* island = rv_cluster_island(c->world, c->cluster, 0);
    rv_stepper_law stepper = rv_stepper_law_of(&c->world->def, c->h, island->h_before, c->h);
    int first = c->units[i].first_row;
    rv_row row = {.phi = c->phi[i],
                  .rate = c->rate[first],
                  .compliance = law->stiffness > 0.0 ? 1.0 / law->stiffness : 0.0,
                  .tau = law->stiffness > 0.0 ? law->damping : -1.0,
                  .upper = INFINITY,
                  .law = RV_ROW_POSITION};
    rv_discrete d = rv_row_discretise(&stepper, &row, c->speed[first]);
    c->sigma[first] = d.sigma;
    c->bias[first] = d.bias;
    if (law->stiffness > 0.0)
        return;
    if (row.phi < 0.0 && c->squeezed_mass > 0.0 && c->pair[i] >= 0
        && c->units[i].reference_count == 1)
        c->sigma[first] += squeezed(c, i);
    c->bias[first] = fmin(d.bias, c->world->def.contact.push_out_speed - row.rate);
    if (c->is_swept && c->phi[i] < 0.0)
        c->bias[first] = fmin(c->bias[first], c->phi[i] > -SLOP ? -row.rate : d.bias);
}

void rv_contact_net_set_start(rv_contact_net* c, int i) {
    const rv_site* site = c->site[i];
    int first = c->units[i].first_row;
    const rv_vec3* t = &c->tangent[2 * i];
    for (int r = 1; r < c->units[i].rows; r++)
        c->bias[first + r] = -c->rate[first + r];
    double* lambda = c->lambda + first;
    const rv_cone* cone = &c->units[i].cone;
    lambda[0] = site->force * c->h;
    for (int k = 0; k < 2; k++)
        lambda[1 + k] = rv_vec3_dot(site->friction, t[k]) * c->h;
    if (cone->spin_rows)
        lambda[3] = site->spin * c->h;
    for (int k = 0; k < cone->roll_rows; k++)
        lambda[3 + cone->spin_rows + k] = rv_vec3_dot(site->roll, t[k]) * c->h;
}

static void add_contact(rv_contact_net* c, int pair_index, int site_index) {
    rv_world* world = c->world;
    const rv_pair* pair = &world->pairs.data[pair_index];
    rv_site* site = &world->sites.data[site_index];
    const rv_contact_law* law = &pair->law;
    int i = c->net.unit_count++;
    rv_net_unit* unit = &c->units[i];
    double friction = site->sticks ? law->static_friction : law->friction;
    *unit = (rv_net_unit){.first_row = c->net.row_count,
                          .rows = rv_contact_law_rows(law),
                          .first_reference = c->reference_count,
                          .cone = {.first = c->net.row_count,
                                   .spin_rows = law->spinning_friction > 0.0,
                                   .roll_rows = law->rolling_friction > 0.0 ? 2 : 0,
                                   .friction = friction,
                                   .spin = law->spinning_friction,
                                   .roll = law->rolling_friction}};
    c->net.row_count += unit->rows;
    int32_t a = world->bodies.data[pair->body[0]].island;
    const rv_island* island =
        &world->islands.data[a >= 0 ? a : world->bodies.data[pair->body[1]].island];
    if (island->substep == 0) {
        site->impulse = 0.0;
        site->friction_impulse = (rv_vec3){0, 0, 0};
    }
    frame f = frame_of(world, island, pair, site);
    for (int s = 0; s < 2; s++) {
        const rv_body* body = &world->bodies.data[pair->body[s]];
        if (rv_body_dofs(body) > 0)
            add_reference(c, unit, &f, s, body);
        else
            add_rate(c, unit, &f, s);
    }
    read_start_speed(c, unit, pair);
    c->site[i] = site;
    c->law[i] = law;
    c->pair[i] = pair_index;
    c->tangent[2 * i] = f.t[0];
    c->tangent[2 * i + 1] = f.t[1];
    c->phi[i] = f.phi;
    rv_contact_net_set_normal(c, i);
    rv_contact_net_set_start(c, i);
}

void rv_contact_net_set_time(rv_contact_net* c, int i, double time) {
    const rv_pair* pair = &c->world->pairs.data[c->pair[i]];
    const rv_site* site = c->site[i];
    const rv_net_unit* unit = &c->units[i];
    frame f = frame_of(c->world, rv_cluster_island(c->world, c->cluster, 0), pair, site);
    rv_vec3 mean = {0, 0, 0};
    for (int s = 0, ref = unit->first_reference; s < 2; s++) {
        const rv_body* body = &c->world->bodies.data[pair->body[s]];
        if (rv_body_dofs(body) > 0) {
            const double* v = c->domains[c->references[ref].domain].v + c->references[ref].first;
            f.side[s].v = rv_vec3_load(v);
            f.side[s].w = rv_body_dofs(body) == 6 ? rv_vec3_load(v + 3) : (rv_vec3){0, 0, 0};
            ref++;
        }
        rv_vec3 there = rv_vec3_add(f.side[s].v, rv_vec3_cross(f.side[s].w, f.arm[s]));
        mean = rv_vec3_mul_add(mean, 0.5, there);
    }
    // on something that forces do not move, the point goes with the body that they do
    for (int s = 0; s < 2; s++)
        if (rv_body_dofs(&c->world->bodies.data[pair->body[1 - s]]) == 0)
            mean = f.side[s].v;
    for (int r = 0; r < unit->rows; r++)
        c->rate[unit->first_row + r] = 0.0;
    for (int s = 0, ref = unit->first_reference; s < 2; s++) {
        f.arm[s] =
            rv_vec3_mul_add(f.arm[s], c->start + time - site->time, rv_vec3_sub(mean, f.side[s].v));
        if (rv_body_dofs(&c->world->bodies.data[pair->body[s]]) == 0) {
            add_rate(c, unit, &f, s);
            continue;
        }
        write_rows(unit, &f, s, c->references[ref].dofs, c->jacobian + c->references[ref].jacobian);
        ref++;
    }
}

// where dofs of a block are among those that contacts reach
static int reached_dof(const rv_island* island, int block, int first) {
    int dof = 0;
    for (int k = 0; k < island->reached.count; k++) {
        const rv_kkt_run* run = &island->reached.data[k];
        if (run->block == block && run->first == first)
            break;
        dof += run->count;
    }
    return dof;
}

// a row of a cable with friction, solved together with the contacts
static void add_loose_row(rv_contact_net* c, const rv_island* island, int r) {
    const rv_loose_rows* loose = &island->kkt.loose;
    const rv_loose_row* row = &loose->rows.data[r];
    int at = c->net.row_count++, box = at - c->net.first_box;
    rv_net_unit* unit = &c->units[c->net.unit_count++];
    *unit = (rv_net_unit){.first_row = at,
                          .rows = 1,
                          .first_reference = c->reference_count,
                          .reference_count = row->reference_count,
                          .is_box = true};
    for (int k = 0; k < row->reference_count; k++) {
        const rv_loose_reference* ref = &loose->references.data[row->first_reference + k];
        int first = ref->first_dof < 0 ? 0 : loose->dof.data[ref->first_dof];
        c->references[c->reference_count++] =
            (rv_net_reference){island->domain, reached_dof(island, ref->block, first), ref->count,
                               c->jacobian_count, ref->block};
        memcpy(c->jacobian + c->jacobian_count, loose->jacobian.data + ref->first_value,
               (size_t)ref->count * sizeof(double));
        c->jacobian_count += ref->count;
    }
    c->sigma[at] = row->sigma;
    c->bias[at] = row->bias;
    c->lower[box] = row->lower;
    c->upper[box] = row->upper;
    c->lambda[at] = row->impulse;
    // S between two rows of a chain is that of the one that comes first
    for (int j = 1; j <= row->chain_before; j++) {
        double sigma = loose->rows.data[r - j].sigma;
        c->couplings[c->net.coupling_count++] = (rv_net_coupling){at, at - j, sigma};
        c->couplings[c->net.coupling_count++] = (rv_net_coupling){at - j, at, sigma};
    }
}

static void add_loose_rows(rv_contact_net* c) {
    c->net.first_box = c->net.row_count;
    for (int k = 0; k < c->cluster->island_count; k++) {
        const rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        int first = c->net.row_count;
        for (int r = 0; r < island->kkt.loose.rows.count; r++)
            add_loose_row(c, island, r);
        for (int t = 0; t < island->kkt.loose.terms.count; t++) {
            rv_lcp_term term = island->kkt.loose.terms.data[t];
            term.row += first;
            term.other += first;
            c->terms[c->net.term_count++] = term;
        }
    }
}

// two things that forces do not move, one of which is moved, touch or hold it
typedef struct holders {
    int32_t first; // -1: none yet
    bool two, moved;
} holders;

static void add_holder(const rv_world* world, holders* h, int32_t index) {
    if (index < 0 || rv_body_dofs(&world->bodies.data[index]) > 0)
        return;
    h->two |= h->first >= 0 && index != h->first;
    h->first = index;
    h->moved |= world->bodies.data[index].type == RV_BODY_KINEMATIC;
}

static bool may_squeeze(const rv_world* world, const rv_cluster* cluster) {
    holders h = {.first = -1};
    for (int k = 0; k < cluster->island_count; k++)
        for (int i = 0; i < 2; i++)
            add_holder(world, &h, rv_cluster_island(world, cluster, k)->movers[i]);
    for (int p = 0; p < cluster->pair_count && !(h.two && h.moved); p++) {
        const rv_pair* pair =
            &world->pairs.data[world->cluster_pairs.data[cluster->first_pair + p]];
        for (int s = 0; s < 2 && pair->count > 0; s++)
            add_holder(world, &h, pair->body[s]);
    }
    return h.two && h.moved;
}

// of all bodies in a cluster that may be squeezed, else 0
static double squeezed_mass(const rv_world* world, const rv_cluster* cluster) {
    double mass = 0.0;
    if (!may_squeeze(world, cluster))
        return mass;
    for (int k = 0; k < cluster->island_count; k++) {
        const rv_island* island = rv_cluster_island(world, cluster, k);
        for (int b = 0; b < island->bodies.count; b++) {
            const rv_body* body = &world->bodies.data[island->bodies.data[b]];
            mass += body->kind != RV_BODY_SCALAR ? body->mass : 0.0;
        }
    }
    return mass;
}

bool rv_contact_net_affords_dense(const rv_world* world, const rv_cluster* cluster, int rows,
                                  int substeps) {
    return rows <= world->def.contact.dense_rows
           && rv_contact_work_dense(world, cluster, rows)
                  <= RESERVE_SHARE * WORK_IN_ISLANDS / substeps;
}

static void keep_reserve(rv_contact_net* c, double work) {
    c->reserve = work;
    c->work -= work;
}

bool rv_contact_net_build(rv_contact_net* c, rv_world* world, rv_cluster* cluster) {
    const rv_contact_settings* settings = &world->def.contact;
    const rv_island* first = rv_cluster_island(world, cluster, 0);
    *c = (rv_contact_net){
        .world = world, .cluster = cluster, .h = first->h, .start = first->substep * first->h};
    rv_contact_sizes n = rv_contact_sizes_of(world, cluster);
    c->in_islands = n.in_islands;
    c->has_compliance = n.has_compliance;
    c->is_swept = !n.is_dense && !c->in_islands;
    c->squeezed_mass = squeezed_mass(world, cluster);
    rv_arena arena = rv_arena_make((char*)world->contact_scratch.data + cluster->first_scratch,
                                   cluster->scratch);
    if (!rv_contact_net_take(c, &n, &arena))
        return false;
    for (int p = 0; p < cluster->pair_count; p++) {
        int pair = world->cluster_pairs.data[cluster->first_pair + p];
        for (int k = 0; k < world->pairs.data[pair].count; k++)
            add_contact(c, pair, world->pairs.data[pair].first + k);
    }
    for (int k = 0; k < cluster->soft_count; k++)
        rv_contact_net_add_soft(c, world->cluster_softs.data[cluster->first_soft + k]);
    c->net.cone_count = c->net.unit_count;
    add_loose_rows(c);
    c->net.domain_count = cluster->island_count;
    c->net.reference_count = c->reference_count;
    c->net.domains = c->domains;
    c->net.units = c->units;
    c->net.references = c->references;
    c->net.jacobian = c->jacobian;
    c->net.sigma = c->sigma;
    c->net.bias = c->bias;
    c->net.sigma_floor = COMPLIANCE_SHARE;
    c->net.lower = c->lower;
    c->net.upper = c->upper;
    c->net.terms = c->terms;
    c->net.couplings = c->couplings;
    c->net.tolerance = settings->sweep_tolerance;
    // the same work for fewer points
    int share = POINTS_PER_SWEEP / (n.contacts > 0 ? n.contacts : 1);
    c->net.stall_sweeps = n.suits_newton ? STALL_SWEEPS : 0;
    c->net.sweep_cap = settings->sweeps * (share > 1 ? share : 1);
    c->work = n.in_islands ? WORK_IN_ISLANDS : WORK_DENSE;
    c->work = rv_contact_net_has_chain(world, cluster) ? c->work / first->substeps : INFINITY;
    if (n.in_islands && rv_contact_net_affords_dense(world, cluster, n.rows, first->substeps))
        keep_reserve(c, rv_contact_work_dense(world, cluster, n.rows));
    c->rest = arena;
    return true;
}

static void transpose(double* C, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double kept = C[i * n + j];
            C[i * n + j] = C[j * n + i];
            C[j * n + i] = kept;
        }
}

// the answers of what contacts reach of an island
void rv_contact_net_read_compliance(rv_contact_net* c, int k) {
    rv_island* island = rv_cluster_island(c->world, c->cluster, k);
    rv_arena arena = c->rest;
    int* scratch = rv_arena_take(&arena, (size_t)c->domains[k].dofs, sizeof(int));
    if (scratch == NULL)
        return; // cannot be: what solves contacts needs far more
    rv_kkt_compliance(&island->kkt, island->reached.data, island->reached.count, c->domains[k].C,
                      scratch);
    transpose(c->domains[k].C, (size_t)c->domains[k].dofs);
}

void rv_contact_net_read_dofs(rv_contact_net* c, int k, const double* values) {
    const rv_island* island = rv_cluster_island(c->world, c->cluster, k);
    double* out = c->domains[k].v;
    for (int i = 0; i < island->reached.count; i++) {
        const rv_kkt_run* run = &island->reached.data[i];
        memcpy(out, values + island->kkt.block_first.data[run->block] + run->first,
               (size_t)run->count * sizeof(double));
        out += run->count;
    }
}

void rv_contact_net_read_velocity(rv_contact_net* c, int k) {
    rv_contact_net_read_dofs(c, k, rv_cluster_island(c->world, c->cluster, k)->kkt.v.data);
}

void rv_contact_net_drop_lost(rv_contact_net* c, int k) {
    double sum = 0.0;
    for (int d = 0; d < c->domains[k].dofs; d++)
        sum += c->domains[k].v[d] - c->domains[k].v[d];
    if (sum == 0.0)
        return;
    memset(c->domains[k].v, 0, (size_t)c->domains[k].dofs * sizeof(double));
    for (int u = 0; u < c->net.unit_count; u++) {
        const rv_net_unit* unit = &c->units[u];
        bool holds_on = false;
        for (int r = 0; r < unit->reference_count; r++)
            holds_on |= c->references[unit->first_reference + r].domain == k;
        for (int r = 0; r < unit->reference_count && holds_on; r++) {
            const rv_net_reference* ref = &c->references[unit->first_reference + r];
            memset(c->jacobian + ref->jacobian, 0,
                   (size_t)(unit->rows * ref->dofs) * sizeof(double));
        }
        for (int r = 0; r < unit->rows && holds_on; r++)
            c->bias[unit->first_row + r] = c->lambda[unit->first_row + r] = 0.0;
    }
}

void rv_contact_net_push(rv_contact_net* c, const double* impulse) {
    for (int k = 0; k < c->cluster->island_count; k++)
        memset(c->domains[k].v, 0, (size_t)c->domains[k].dofs * sizeof(double));
    for (int u = 0; u < c->net.unit_count; u++) {
        const rv_net_unit* unit = &c->units[u];
        for (int k = 0; k < unit->reference_count; k++) {
            const rv_net_reference* ref = &c->references[unit->first_reference + k];
            const double* H = c->jacobian + ref->jacobian;
            double* force = c->domains[ref->domain].v + ref->first;
            for (int r = 0; r < unit->rows; r++, H += ref->dofs)
                for (int d = 0; d < ref->dofs; d++)
                    force[d] += H[d] * impulse[unit->first_row + r];
        }
    }
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        const double* force = c->domains[k].v;
        for (int i = 0; i < island->reached.count; i++) {
            const rv_kkt_run* run = &island->reached.data[i];
            double* r = island->kkt.r.data + island->kkt.block_first.data[run->block] + run->first;
            for (int d = 0; d < run->count; d++)
                r[d] += *force++;
        }
    }
}

// a site that carries a load sticks or slides; one that does not stays what it was
static bool now_sticks(const rv_net_unit* unit, const double* lambda, bool before) {
    static const double ON_RIM = 1e-6;
    double limit = unit->cone.friction * lambda[0];
    if (!(lambda[0] > 0.0))
        return before;
    return lambda[1] * lambda[1] + lambda[2] * lambda[2] < limit * limit * (1.0 - ON_RIM);
}

static void store_site(const rv_contact_net* c, int i) {
    rv_site* site = c->site[i];
    const rv_net_unit* unit = &c->units[i];
    const double *lambda = c->lambda + unit->first_row, *impact = c->impact + unit->first_row;
    const rv_vec3* t = &c->tangent[2 * i];
    double per_h = 1.0 / c->h;
    rv_vec3 across = rv_vec3_mul_add(rv_vec3_scale(t[0], lambda[1]), lambda[2], t[1]);
    rv_vec3 struck = rv_vec3_mul_add(rv_vec3_scale(t[0], impact[1]), impact[2], t[1]);
    site->force = lambda[0] * per_h;
    site->friction = rv_vec3_scale(across, per_h);
    site->sticks = now_sticks(unit, lambda, site->sticks);
    site->spin = unit->cone.spin_rows ? lambda[3] * per_h : 0.0;
    const double* roll = lambda + 3 + unit->cone.spin_rows;
    if (unit->cone.roll_rows)
        site->roll =
            rv_vec3_scale(rv_vec3_mul_add(rv_vec3_scale(t[0], roll[0]), roll[1], t[1]), per_h);
    double speed[RV_CONE_ROWS];
    rv_net_speed(&c->net, unit, speed);
    site->gap = c->phi[i] + c->h * (speed[0] + c->rate[unit->first_row]);
    site->impulse += lambda[0] + impact[0];
    site->friction_impulse = rv_vec3_add(site->friction_impulse, rv_vec3_add(across, struck));
}

// where a loose row ended between its bounds
static int8_t state_of(const rv_contact_net* c, int row) {
    double bounds[2] = {c->lower[row - c->net.first_box], c->upper[row - c->net.first_box]};
    for (int k = 0; k < c->net.term_count; k++)
        if (c->terms[k].row == row) {
            bounds[0] += c->terms[k].lower * c->lambda[c->terms[k].other];
            bounds[1] += c->terms[k].upper * c->lambda[c->terms[k].other];
        }
    if (c->lambda[row] <= bounds[0])
        return RV_ROW_AT_LOWER;
    return c->lambda[row] >= bounds[1] ? RV_ROW_AT_UPPER : RV_ROW_FREE;
}

// What bodies that are moved do by touching: a row's impulse at the speed that they give it. And what
// a contact that yields stores, in the middle of the substep.
static void account_contact(const rv_contact_net* c, int i, rv_island_report* report) {
    const rv_net_unit* unit = &c->units[i];
    double stiffness = c->law[i]->stiffness, speed[RV_CONE_ROWS];
    for (int r = unit->first_row; r < unit->first_row + unit->rows; r++)
        report->work -= (c->lambda[r] + c->impact[r]) * c->rate[r];
    if (!(stiffness > 0.0))
        return;
    rv_net_speed(&c->net, unit, speed);
    double middle = c->phi[i] + 0.5 * c->h * (speed[0] + c->rate[unit->first_row]);
    report->touching += middle < 0.0 ? 0.5 * stiffness * middle * middle : 0.0;
}

void rv_contact_net_store(rv_contact_net* c) {
    for (int k = 0; k < c->cluster->island_count; k++)
        rv_contact_net_read_velocity(c, k);
    rv_island_report* report = &rv_cluster_island(c->world, c->cluster, 0)->report;
    report->touching = 0.0;
    for (int i = 0; i < c->net.cone_count; i++) {
        store_site(c, i);
        account_contact(c, i, report);
    }
    int row = c->net.first_box;
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        for (int r = 0; r < island->kkt.loose.rows.count; r++, row++) {
            island->kkt.loose.rows.data[r].impulse = c->lambda[row];
            island->kkt.loose.rows.data[r].state = state_of(c, row);
        }
    }
}
