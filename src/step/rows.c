// Stage "rows": every member fills its rows in physical units; then the stepper's law makes each
// one a row of the system, G v' + sigma Lam = bias, with phi_t the explicit rate, a the time it
// relaxes in and h_0 the step before this one:
//   SPOOK     a = h/4 + tau:  sigma = eps/(h a),  bias = -(phi - h_0/4 (G v + phi_t))/a - phi_t
//   seed      a = h + tau:    sigma = eps/(h a),  bias = -phi/a - phi_t
//   velocity  slip xi:        sigma = xi/h,       bias = -phi_t
//   elastic   a = (1 - k) h + tau, k = (3 h + h_0)/(4 (h + h_0)), e = eps Lam_0/h_0 + tau (G v + phi_t)
//             sigma = eps/(h a),  bias = -((1 - k) phi - k e)/a - phi_t
// The elastic row is a filter with one memory, its last force (Wood, Bossak, Zienkiewicz 1981, rho
// = 0):
// eps Lam/h = k e - (1 - k) phi' without tau, half of what it was and half of what phi' asks for.
// With Omega = omega h of a mode of the whole system, however many rows it takes part in, the roots
// have
//   (z - 1)^2 (2 z - 1) + Omega^2 z^3 = 0:   damping ratio Omega^3/2, frequency less by 11/24 Omega^2
// and all vanish for Omega -> infinity: what the step resolves is not damped, what it does not is
// gone in two steps. A rigid row that follows turning (turn.c) ends at phi' = 0 instead, as SHAKE does,
// but for an error that it begins with, which relaxes:  bias = -phi/(h + tau) - phi_t - c/h
// Without a last force it is a SPOOK row with the world's relaxation for one
// step. A position row whose zero slips by xi per force has xi/h more in sigma. A row that can only
// push and is not yet in touch must not act before it is: seed with tau = 0, so that it arrives at
// phi = 0 at the end of the step. In touch and rigid it is a seed row too: what arrives with G v is
// stopped; the middle of the step, G v / 2, would let it in and throw it back. With restitution e
// it leaves with -e (G v + phi_t) in the step that brings it into touch. The loose rows of a chain
// follow the law of its last one; while it slides that is seed, too: what slips has no mass, and
// the middle of the step would make it ring.
#include "step/step.h"

#include <math.h>
#include <string.h>

static bool is_rigid_stop(const rv_row* row) {
    return row->compliance == 0.0 && (row->lower >= 0.0 || row->upper <= 0.0);
}

static bool is_apart(const rv_row* row) {
    return (row->lower >= 0.0 && row->phi > 0.0) || (row->upper <= 0.0 && row->phi < 0.0);
}

rv_stepper_law rv_stepper_law_of(const rv_world_def* def, double h, double h_before,
                                 double h_acting) {
    bool seed = def->stepper == RV_STEPPER_SEED;
    // the seed stepper relaxes in h by itself
    double tau = seed ? 0.0 : def->relaxation * h;
    return (rv_stepper_law){seed,
                            h,
                            h_acting,
                            1.0 / h_acting,
                            h_before,
                            tau,
                            1.0 / ((seed ? h : 0.25 * h) + tau),
                            rv_filter_keeps(h, h_before),
                            0.5 * h * h * rv_vec3_length(def->gravity)};
}

rv_stepper_law rv_stepper_law_of_island(const rv_world* world, const rv_island* island) {
    return rv_stepper_law_of(&world->def, island->h, island->h_before, island->h_acting);
}

// how far from touch a row that can only push or only pull was in the middle of the step that ended
// here, < 0: in touch; a row that can do both is in touch always
static double apart_before(const rv_stepper_law* law, const rv_row* row, double speed) {
    double middle = row->phi - 0.5 * law->h_before * (speed + row->rate + row->rate_offset);
    return row->lower >= 0.0 ? middle : row->upper <= 0.0 ? -middle : -1.0;
}

// How a row is stepped that may come in touch. `caught`: of the way from the middle of the last step
// to that of this one, the share in which it is in touch, as it would fall.
typedef struct touch {
    bool seed, apart;
    double resolved, caught;
} touch;

static touch touch_of(const rv_stepper_law* law, const rv_row* row, double speed) {
    double before = apart_before(law, row, speed);
    touch t = {.apart = is_apart(row)};
    t.seed = law->seed || t.apart || is_rigid_stop(row) || before > 0.0;
    if (law->seed || !(before > 0.0) || !(row->resolved > 0.0) || row->restitution > 0.0)
        return t;
    double middle = row->phi + 0.5 * law->h * (speed + row->rate);
    double into = fmax((row->lower >= 0.0 ? -middle : middle) + law->fall, 0.0);
    t.resolved = row->resolved;
    t.caught = into / (before + into);
    return t;
}

static bool follows_filter(const rv_stepper_law* law, const rv_row* row) {
    return row->law == RV_ROW_ELASTIC && !law->seed && !isnan(row->force_before);
}

// damping time of a row of the stepper's own law; < 0: the world's relaxation
static double damping_time(const rv_stepper_law* law, const rv_row* row) {
    bool starts = row->law == RV_ROW_ELASTIC && row->tau < law->tau;
    return starts ? -1.0 : row->tau;
}

// the law of elastic rows with this damping time
typedef struct filter {
    double tau, keeps, takes, per_a; // takes: 1 - keeps
} filter;

static inline filter filter_of(const rv_stepper_law* law, double tau) {
    double takes = 1.0 - law->keeps;
    return (filter){tau, law->keeps, takes, 1.0 / (takes * law->h + tau)};
}

static inline rv_discrete discretise_elastic(const rv_stepper_law* law, const filter* f,
                                             const rv_row* row, double speed) {
    double e = row->compliance * row->force_before + f->tau * (speed + row->rate);
    return (rv_discrete){row->compliance * f->per_a * law->per_h,
                         -(f->takes * row->phi - f->keeps * e) * f->per_a - row->rate};
}

// What comes in touch, as far as the step resolves it: the spring's energy V at the middles of two steps
// changes by as much as its force does work between them, whose mean is -(V' - V)/(phi' - phi) there
// (the discrete gradient, Gonzalez 1996), with V = 0 before and V' = phi'^2/2 eps. `d`: of a seed row,
// which takes the rest.
static rv_discrete catch_spring(const rv_stepper_law* law, const rv_row* row, const touch* t,
                                rv_discrete d) {
    double per_a = 2.0 / (law->h + 4.0 * fmax(row->tau, 0.0));
    double sigma = (2.0 * row->compliance * per_a / t->caught + row->slip) * law->per_h;
    double spring = t->caught > 0.0 ? t->resolved / sigma : 0.0,
           stop = (1.0 - t->resolved) / d.sigma;
    rv_discrete both = {1.0 / (spring + stop), 0.0};
    both.bias = (spring * (-row->phi * per_a - row->rate) + stop * d.bias) * both.sigma;
    return both;
}

// `t`: of the row that says whether it is in touch, mostly itself
static rv_discrete discretise(const rv_stepper_law* law, const rv_row* row, const touch* t,
                              double speed) {
    if (row->law == RV_ROW_VELOCITY)
        return (rv_discrete){row->compliance * law->per_h, -row->rate};
    if (follows_filter(law, row)) {
        filter f = filter_of(law, row->tau);
        return discretise_elastic(law, &f, row, speed);
    }
    double per_a = law->per_a;
    double given = damping_time(law, row);
    if (given >= 0.0 || t->seed != law->seed) {
        double tau = t->apart ? 0.0 : given >= 0.0 ? given : law->tau;
        per_a = 1.0 / ((t->seed ? law->h : 0.25 * law->h) + tau);
    }
    double before = speed + row->rate + row->rate_offset;
    double phi = t->seed ? row->phi : row->phi - 0.25 * law->h_before * before;
    rv_discrete d = {(row->compliance * per_a + row->slip) * law->per_h, -phi * per_a - row->rate};
    double arrival = before;
    if (t->resolved > 0.0 && row->compliance > 0.0)
        return catch_spring(law, row, t, d);
    if (t->apart && row->restitution > 0.0
        && (row->phi > 0.0 ? row->phi + law->h * arrival < 0.0 : row->phi + law->h * arrival > 0.0))
        d.bias = -row->restitution * arrival - row->rate;
    return d;
}

rv_discrete rv_row_discretise(const rv_stepper_law* law, const rv_row* row, double speed) {
    touch t = touch_of(law, row, speed);
    return discretise(law, row, &t, speed);
}

double rv_row_rigid_bias(const rv_stepper_law* law, const rv_row* row) {
    return -row->phi / (law->h + law->tau) - row->rate;
}

double rv_row_bias_per_end(const rv_stepper_law* law, const rv_row* row) {
    if (row->law == RV_ROW_VELOCITY)
        return 0.0;
    if (follows_filter(law, row))
        return -(1.0 - law->keeps) / ((1.0 - law->keeps) * law->h + row->tau);
    double given = damping_time(law, row), tau = given >= 0.0 ? given : law->tau;
    double relaxes_in = law->seed ? law->h : 0.25 * law->h;
    return -(law->seed ? 1.0 : 0.25) / (relaxes_in + tau);
}

// loose rows are written anew every time: the references of each row follow each other
static void clear_loose(rv_island* island) {
    rv_loose_rows* loose = &island->kkt.loose;
    loose->jacobian.count = loose->dof.count = loose->terms.count = 0;
    int reference = 0;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        if (member->first_loose < 0)
            continue;
        // forces and active set stay: rows may be written again within a solve
        for (int r = 0; r < member->loose_count; r++, reference += member->loose_bodies) {
            rv_loose_row* row = &loose->rows.data[member->first_loose + r];
            *row = (rv_loose_row){
                .first_reference = reference, .impulse = row->impulse, .state = row->state};
        }
    }
}

void rv_stage_route(rv_world* world, rv_island* island) {
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->route != NULL)
            class->route(world, island, member->index);
    }
}

// bounds that depend on other forces
static void collect_terms(const rv_world* world, rv_island* island) {
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->terms != NULL && member->first_loose >= 0)
            class->terms(world, island, member);
    }
}

// Soft groups: never bounded, so that the law of a row depends on nothing but itself. Rows of one
// kind follow each other and mostly share their tau.
static void discretise_soft(rv_island* island, const rv_stepper_law* law, int group) {
    rv_kkt* kkt = &island->kkt;
    double* speed = island->speed.data + kkt->row_first.data[group];
    rv_kkt_group_speeds(kkt, group, speed);
    double tau = -1.0, per_a = law->per_a, relaxes_in = law->seed ? law->h : 0.25 * law->h;
    filter f = filter_of(law, 0.0);
    double back = law->seed ? 0.0 : 0.25 * law->h_before;
    int first = kkt->row_first.data[group], count = kkt->group_size.data[group];
    const rv_row* row = island->rows.data + first;
    double *sigma = kkt->sigma.data + first, *bias = kkt->bias.data + first;
    for (int i = 0; i < count; i++, row++) {
        if (row->law == RV_ROW_VELOCITY) {
            sigma[i] = row->compliance * law->per_h;
            bias[i] = -row->rate;
            continue;
        }
        if (follows_filter(law, row)) {
            if (row->tau != f.tau)
                f = filter_of(law, row->tau);
            rv_discrete d = discretise_elastic(law, &f, row, speed[i]);
            sigma[i] = d.sigma;
            bias[i] = d.bias;
            continue;
        }
        double given = damping_time(law, row);
        if (given != tau) {
            tau = given;
            per_a = tau >= 0.0 ? 1.0 / (relaxes_in + tau) : law->per_a;
        }
        double phi = row->phi - back * (speed[i] + row->rate);
        sigma[i] = (row->compliance * per_a + row->slip) * law->per_h;
        bias[i] = -phi * per_a - row->rate;
    }
}

static void discretise_hard(rv_island* island, const rv_stepper_law* law, int group) {
    rv_kkt* kkt = &island->kkt;
    rv_kkt_group_speeds(kkt, group, island->speed.data + kkt->row_first.data[group]);
    for (int i = kkt->row_first.data[group]; i < kkt->row_first.data[group + 1]; i++) {
        const rv_row* row = &island->rows.data[i];
        rv_discrete d = rv_row_discretise(law, row, island->speed.data[i]);
        kkt->sigma.data[i] = d.sigma;
        kkt->bias.data[i] = d.bias;
        kkt->lower.data[i] = row->lower * law->h_acting;
        kkt->upper.data[i] = row->upper * law->h_acting;
    }
}

static void discretise_loose(rv_island* island, const rv_stepper_law* law) {
    rv_kkt* kkt = &island->kkt;
    double* speed = island->speed.data + kkt->row_count;
    for (int i = 0; i < kkt->loose.rows.count; i++)
        speed[i] = rv_kkt_loose_speed(kkt, &kkt->loose, i);
    for (int i = 0; i < kkt->loose.rows.count; i++) {
        const rv_row* row = &island->rows.data[kkt->row_count + i];
        rv_loose_row* out = &kkt->loose.rows.data[i];
        const rv_row* judge = row + out->chain_after;
        touch t = touch_of(law, judge, speed[i + out->chain_after]);
        t.seed |= out->slides;
        t.resolved = out->slides ? 0.0 : t.resolved;
        rv_discrete d = discretise(law, row, &t, speed[i]);
        out->sigma = d.sigma;
        out->bias = d.bias;
        out->lower = row->lower * law->h_acting;
        out->upper = row->upper * law->h_acting;
    }
}

// Loose rows are written one after the other: all of them again, or none. Those of the user are asked
// for but once.
static bool loose_again(rv_world* world, rv_island* island) {
    bool wanted = false;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (member->first_loose >= 0 && class->again == NULL)
            return false;
        wanted |= member->first_loose >= 0 && class->wants_again(world, member->index);
    }
    if (!wanted)
        return false;
    clear_loose(island);
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        if (member->first_loose >= 0)
            rv_member_class(member->kind)->again(world, island, member);
    }
    collect_terms(world, island);
    return true;
}

// those at the start of the step, into the system; a layered cable alone has none
static void take_velocities(rv_island* island) {
    if (island->kkt.dof_count > 0)
        memcpy(island->kkt.v.data, island->v.data, (size_t)island->kkt.dof_count * sizeof(double));
}

void rv_rows_again(rv_world* world, rv_island* island) {
    rv_stepper_law law = rv_stepper_law_of_island(world, island);
    if (island->kkt.loose.rows.count > 0 && loose_again(world, island)) {
        take_velocities(island);
        discretise_loose(island, &law);
    }
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        bool wanted = class->wants_again != NULL && member->first_loose < 0
                      && class->wants_again(world, member->index);
        int groups = wanted ? class->again(world, island, member) : 0;
        if (groups > 0)
            take_velocities(island);
        for (int g = 0; g < groups; g++)
            discretise_hard(island, &law, member->first_group + g);
    }
}

void rv_stage_rows(rv_world* world, rv_island* island) {
    rv_kkt* kkt = &island->kkt;
    if (kkt->loose.rows.count > 0)
        clear_loose(island);
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        rv_member_class(member->kind)->rows(world, island, member);
    }
    if (kkt->loose.rows.count > 0)
        collect_terms(world, island);
    take_velocities(island);
    rv_stepper_law law = rv_stepper_law_of_island(world, island);
    for (int k = 0; k < kkt->hard.count; k++)
        discretise_hard(island, &law, kkt->hard.data[k]);
    for (int k = 0; k < kkt->soft_group.count; k++)
        discretise_soft(island, &law, kkt->soft_group.data[k]);
    discretise_loose(island, &law);
    rv_island_begin_turning(world, island);
}
