// A drum gives no more than it has. What is wound on it bounds what it pays out in a step, by its motor
// and by what it slips at its limit F together:
//   0 <= (stored - h p)  complementary to  (T - F_p) >= 0,   p: its speed, F_p <= F what it pulls with
// while it has any. So a row with a drum is a spring in series with a slider that has a stop. The
// solve finds which: first as if there were more; a drum that would then pay out more than it has is
// at its stop. It pays out all that it has and holds, h p = stored without a limit of T, and the system
// is solved again. T of that is no less than of the first solution, since the stop has taken from what
// the slider gave: no drum comes off its stop for its own sake, and each is looked at once in a
// substep.
#include "model/cable.h"

#include <math.h>

// A drum at its limit F slips like the slider of a plastic spring: elastic and viscous stretch carry F,
// and the slip is what the spring cannot take of the step's motion,
//   E + tau dE/dt = eps F,   E = stretch = -phi
//   slip = dphi_elastic/dt - speed = (-phi - eps F)/(h + tau) - speed >= 0
// (backward Euler; speed is the row's, < 0 where its ends part). So a step pays out no more than the
// ends part in it and what the cable is stretched beyond F, whatever the law of the row asks for: that
// of SPOOK, which holds in the middle of the step, asks for four times that stretch.
double rv_drum_slip(const rv_cable* cable, const rv_row* row, double h, double held, double speed) {
    double tau = isnan(cable->damping) ? 0.0 : fmax(row->tau, 0.0);
    return fmax(0.0, (-row->phi - held) / (h + tau) - speed);
}

// a row that drums feed, as it has been solved
typedef struct drained {
    const rv_row* row;
    double tension, held, speed; // held: stretch that its forces hold
    bool at_limit;
    bool end[2]; // of the cable, where it may have a drum
} drained;

static rv_feed feed_at(const rv_world* world, const rv_cable* cable, const drained* d, int which,
                       double h) {
    return d->end[which] ? rv_cable_feed(world, cable, which, h) : (rv_feed){.limit = INFINITY};
}

static bool drains(rv_world* world, rv_cable* cable, double h, const drained* d) {
    rv_feed feed[2] = {feed_at(world, cable, d, 0, h), feed_at(world, cable, d, 1, h)};
    int weaker = feed[1].limit < feed[0].limit ? 1 : 0;
    double slip = d->at_limit ? rv_drum_slip(cable, d->row, h, d->held, d->speed) : 0.0;
    bool any = false;
    for (int which = 0; which < 2; which++) {
        const rv_winch* winch = &cable->winch[which];
        if (!d->end[which] || cable->drains[which] || !rv_cable_has_drum(world, cable, which)
            || !(winch->stored > 0.0))
            continue;
        double pays = feed[which].rate + feed[which].slip * d->tension;
        pays += which == weaker ? slip : 0.0;
        // its motor alone is kept from it
        bool more = pays > feed[which].rate && h * pays > winch->stored;
        cable->drains[which] |= more;
        any |= more;
    }
    return any;
}

static bool section_drains(rv_world* world, const rv_island* island, const rv_member* member,
                           int section, const bool end[2]) {
    const rv_kkt* kkt = &island->kkt;
    int group = member->first_group + section, r = kkt->row_first.data[group];
    double after, impulse = kkt->impulse.data[r], T = impulse / island->h;
    rv_kkt_group_speeds(kkt, group, &after);
    const rv_row* row = &island->rows.data[r];
    drained d = {.row = row,
                 .tension = T,
                 .held = row->compliance * T,
                 .speed = after + row->rate + row->slip * T,
                 .at_limit = kkt->state.data[r] != RV_ROW_FREE && impulse >= kkt->upper.data[r],
                 .end = {end[0], end[1]}};
    return drains(world, &world->cables.data[member->index], island->h, &d);
}

static bool chain_drains(rv_world* world, const rv_island* island, const rv_member* member,
                         const rv_chain* chain) {
    rv_cable* cable = &world->cables.data[member->index];
    const rv_kkt* kkt = &island->kkt;
    int base = member->first_loose + chain->row + chain->count - 1;
    const rv_loose_row* loose = &kkt->loose.rows.data[base];
    const rv_row* row = &island->rows.data[member->first_row + chain->row];
    double given = 0.0;
    drained d = {.row = row + chain->count - 1,
                 .at_limit = loose->state != RV_ROW_FREE && loose->impulse >= loose->upper,
                 .end = {chain->first == 0, chain->last == cable->node_count - 1}};
    // the near drum has the tension of the base, the far one that of the first row
    double first = rv_chain_tension(island, member, chain, 0);
    for (int k = 0; k < chain->count; k++) {
        const rv_row *here = &row[k], *before = k > 0 ? here - 1 : &(rv_row){.phi = 0.0};
        d.tension = rv_chain_tension(island, member, chain, k);
        d.held += (here->compliance - before->compliance) * d.tension;
        given += (here->slip - before->slip) * d.tension;
    }
    d.speed = rv_kkt_loose_speed(kkt, &kkt->loose, base) + d.row->rate + given;
    d.tension = fmax(d.tension, first);
    return drains(world, cable, island->h, &d);
}

bool rv_cable_drains(rv_world* world, const rv_island* island, const rv_member* member) {
    const rv_cable* cable = &world->cables.data[member->index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int last = cable->node_count - 1;
    bool any = false;
    if (cable->tension == RV_CABLE_TENSION_SPRING || cable->state == RV_CABLE_BROKEN
        || (!rv_cable_has_drum(world, cable, 0) && !rv_cable_has_drum(world, cable, 1)))
        return false;
    if (cable->loose) {
        rv_chain chain = rv_chain_first(world, cable);
        do
            any |= chain_drains(world, island, member, &chain);
        while (rv_chain_next(world, cable, &chain));
        return any;
    }
    for (int i = 0, section = 0, end; i < last; i = end, section++) {
        end = rv_section_end(nodes, cable->node_count, i);
        const bool at[2] = {i == 0, end == last};
        if (at[0] || at[1])
            any |= section_drains(world, island, member, section, at);
    }
    return any;
}
