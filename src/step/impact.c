// Impacts: bounces within a substep, one after the other, each between two shapes with the response
// of all that they are joined to. This is what makes a row of balls hand on a blow: solved at once,
// they would part together.
// The free motion meets at t = phi/-u. The velocity of a step belongs to its middle, so with a the
// acceleration the speed there is u + a (t - h/2), and the speed that the next step must find is
//     u' = -e u - (1 + e) a (t - h/2),
// with friction as always. Had it had this speed from t on, the body would be where the step starts
// minus t (u' - u): it is moved there (rv_island.shift), so that heights come out right however the
// steps fall. Slow impacts, below `bounce_speed` before the step's own acceleration, do not bounce.
#include "step/contact_net.h"

#include <math.h>
#include <string.h>

enum { IMPACTS_PER_CONTACT = 20, ORDERED_MAX = 100 };

typedef struct striker {
    rv_contact_net* c;
    double* weighted;     // impulses times the times they act at
    double* acceleration; // per contact, along its normal
    double time;          // of the last impact
    double* W;            // of the contacts between two shapes
    rv_arena scratch;     // for solving them
} striker;

static double normal_speed(const rv_contact_net* c, int i) {
    double speed[RV_CONE_ROWS];
    rv_net_speed(&c->net, &c->units[i], speed);
    return speed[0] + c->rate[c->units[i].first_row];
}

static bool may_bounce(const rv_contact_law* law) {
    return law->restitution > 0.0 && law->stiffness == 0.0;
}

// when a contact strikes, INFINITY: it does not
static double strike_time(const striker* s, int i) {
    const rv_contact_net* c = s->c;
    double u = normal_speed(c, i), before = u - s->acceleration[i] * c->h;
    if (!may_bounce(c->law[i]) || !(before < -c->world->def.contact.bounce_speed)
        || !(c->phi[i] + c->h * u < 0.0))
        return INFINITY;
    double t = c->phi[i] > 0.0 ? c->phi[i] / -u : 0.0;
    return fmax(t, s->time);
}

// the first to strike; of those that strike together, the fastest
static int next_striker(const striker* s, double* time) {
    int best = -1;
    double fastest = 0.0;
    *time = INFINITY;
    for (int i = 0; i < s->c->net.cone_count; i++) {
        double t = strike_time(s, i);
        if (!(t < INFINITY) || t > *time)
            continue;
        double u = normal_speed(s->c, i);
        if (t < *time || u < fastest) {
            best = i;
            fastest = u;
            *time = t;
        }
    }
    return best;
}

// the contacts of the same two shapes that are closing, of which i is one
static int list_together(const striker* s, int i, int* together) {
    const rv_contact_net* c = s->c;
    int first = i, count = 0;
    while (first > 0 && c->pair[first - 1] == c->pair[i])
        first--;
    for (int k = first; k < c->net.cone_count && c->pair[k] == c->pair[i]; k++)
        if (k == i || c->phi[k] + c->h * normal_speed(c, k) < 0.0)
            together[count++] = k;
    return count;
}

// the speeds of a contact against those that it is to have after the impact
static void write_target(const striker* s, int i, double time, double* q) {
    const rv_contact_net* c = s->c;
    const rv_net_unit* unit = &c->units[i];
    double e = c->law[i]->restitution;
    rv_net_speed(&c->net, unit, q);
    for (int r = 0; r < unit->rows; r++)
        q[r] += c->rate[unit->first_row + r];
    double after = -e * q[0] - (1.0 + e) * s->acceleration[i] * (time - 0.5 * c->h);
    q[0] -= fmax(after, 0.0);
}

// All points between two shapes strike at once: a box that lands flat does not turn.
static void strike(striker* s, int i, double time) {
    rv_contact_net* c = s->c;
    int together[RV_TOUCH_MAX], count = list_together(s, i, together);
    int rows = c->units[i].rows, n = count * rows;
    double* W = s->W;
    double q[RV_TOUCH_MAX * RV_CONE_ROWS], impulse[RV_TOUCH_MAX * RV_CONE_ROWS] = {0};
    rv_cone cones[RV_TOUCH_MAX];
    memset(W, 0, (size_t)(n * n) * sizeof(double));
    for (int a = 0; a < count; a++)
        rv_contact_net_set_time(c, together[a], time);
    for (int a = 0; a < count; a++) {
        const rv_net_unit* unit = &c->units[together[a]];
        for (int b = 0; b < count; b++)
            rv_net_couple(&c->net, unit, &c->units[together[b]], W + a * rows * n + b * rows, n);
        for (int r = 0; r < rows; r++)
            W[(a * rows + r) * (n + 1)] += c->sigma[unit->first_row + r];
        write_target(s, together[a], time, q + a * rows);
        cones[a] = unit->cone;
        cones[a].first = a * rows;
    }
    rv_cone_problem problem = {.n = n,
                               .W = W,
                               .q = q,
                               .cone_count = count,
                               .cones = cones,
                               .first_box = n,
                               .tolerance = c->world->def.contact.tolerance};
    rv_cone_solve(&problem, impulse, s->scratch);
    for (int a = 0; a < count; a++) {
        const rv_net_unit* unit = &c->units[together[a]];
        rv_net_push(&c->net, unit, impulse + a * rows);
        for (int r = 0; r < rows; r++) {
            c->impact[unit->first_row + r] += impulse[a * rows + r];
            s->weighted[unit->first_row + r] += time * impulse[a * rows + r];
        }
    }
    s->time = time;
    c->cluster->impacts++;
}

// The first to strike goes first; where there are many, each in its turn.
static void strike_all(striker* s) {
    int count = s->c->net.cone_count, most = s->c->cluster->impacts + IMPACTS_PER_CONTACT * count;
    double time;
    if (count <= ORDERED_MAX) {
        for (int i; s->c->cluster->impacts < most && (i = next_striker(s, &time)) >= 0;)
            strike(s, i, time);
        return;
    }
    for (int pass = 0, struck = 1; pass < IMPACTS_PER_CONTACT && struck > 0; pass++) {
        struck = 0;
        for (int i = 0; i < count; i++) {
            s->time = 0.0;
            if ((time = strike_time(s, i)) < INFINITY) {
                strike(s, i, time);
                struck++;
            }
        }
    }
}

static void solve_islands(rv_contact_net* c) {
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        rv_kkt_report report = {0};
        rv_kkt_solve_factored(&island->kkt, &report);
    }
}

// the right-hand sides as they were before the impacts, kept or brought back
static void keep_momentum(rv_contact_net* c, bool restore) {
    double* kept = c->saved_r;
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_kkt* kkt = &rv_cluster_island(c->world, c->cluster, k)->kkt;
        size_t bytes = (size_t)kkt->dof_count * sizeof(double);
        memcpy(restore ? kkt->r.data : kept, restore ? kept : kkt->r.data, bytes);
        kept += kkt->dof_count;
    }
}

// how far the islands are moved: the answer to the impulses times their times
static void find_shifts(striker* s) {
    rv_contact_net* c = s->c;
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        memcpy(island->shift.data, island->kkt.v.data,
               (size_t)island->kkt.dof_count * sizeof(double));
    }
    rv_contact_net_push(c, s->weighted);
    solve_islands(c);
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        for (int d = 0; d < island->kkt.dof_count; d++)
            island->shift.data[d] = island->kkt.v.data[d] - island->shift.data[d];
        island->is_shifted = true;
    }
    keep_momentum(c, true);
}

// the impacts are momentum that the substep starts with, in every pass
static void add_momentum(rv_contact_net* c) {
    const double* kept = c->saved_r;
    rv_contact_net_push(c, c->impact);
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        for (int d = 0; d < island->kkt.dof_count; d++)
            island->r.data[d] += island->kkt.r.data[d] - kept[d];
        kept += island->kkt.dof_count;
    }
    solve_islands(c);
}

// gaps and speeds as they are after the impacts
static void update_gaps(striker* s) {
    rv_contact_net* c = s->c;
    for (int k = 0; k < c->cluster->island_count; k++)
        rv_contact_net_read_dofs(c, k, rv_cluster_island(c->world, c->cluster, k)->shift.data);
    for (int i = 0; i < c->net.cone_count; i++) {
        double moved[RV_CONE_ROWS];
        rv_net_speed(&c->net, &c->units[i], moved);
        c->phi[i] -= moved[0];
        rv_contact_net_set_normal(c, i);
    }
}

int rv_contact_net_strike_rows(const rv_world* world, const rv_cluster* cluster) {
    int most = 0;
    for (int p = 0; p < cluster->pair_count; p++) {
        const rv_pair* pair =
            &world->pairs.data[world->cluster_pairs.data[cluster->first_pair + p]];
        int rows = may_bounce(&pair->law) ? pair->count * rv_contact_law_rows(&pair->law) : 0;
        most = rows > most ? rows : most;
    }
    return most;
}

// The arrays of a striker, for strikes of up to `most` rows; with an arena that counts, only their
// bytes. False without memory.
static bool take_striker(striker* s, int rows, int contacts, int most, rv_arena* arena) {
    s->weighted = rv_arena_take(arena, (size_t)rows, sizeof(double));
    s->acceleration = rv_arena_take(arena, (size_t)contacts, sizeof(double));
    s->W = rv_arena_take(arena, (size_t)most * (size_t)most, sizeof(double));
    s->scratch = *arena;
    return s->weighted != NULL && s->acceleration != NULL && s->W != NULL;
}

void rv_contact_net_impacts(rv_contact_net* c) {
    int most = rv_contact_net_strike_rows(c->world, c->cluster);
    rv_arena arena = c->rest;
    striker s = {.c = c};
    if (most == 0 || !take_striker(&s, c->net.row_count, c->net.cone_count, most, &arena))
        return;
    for (int i = 0; i < c->net.cone_count; i++) {
        int first = c->units[i].first_row;
        s.acceleration[i] = (normal_speed(c, i) - c->rate[first] - c->speed[first]) / c->h;
    }
    int before = c->cluster->impacts;
    strike_all(&s);
    if (c->cluster->impacts == before)
        return;
    keep_momentum(c, false);
    find_shifts(&s);
    update_gaps(&s);
    add_momentum(c);
}

size_t rv_contact_net_impact_bytes(int rows, int contacts, int strike_rows) {
    striker s;
    rv_arena counter = rv_arena_make_counter();
    if (strike_rows == 0)
        return 0;
    take_striker(&s, rows, contacts, strike_rows, &counter);
    return rv_arena_counted(&counter)
           + rv_cone_scratch_bytes(strike_rows, strike_rows / RV_CONTACT_ROWS_LEAST, 0);
}
