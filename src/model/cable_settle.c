// What a step leaves behind in a cable: what drums have fed, what has slipped from section to
// section, tensions, energies, breaking.
//   drum      L += h (speed + slip T), and what it slips at its limit F (drum_slip)
//   wheel     s = r (w_wheel - w.axis) flows past a split node that sticks to it
//   friction  s = excess speed of the chain's row: G v + S Lam - b, 0 while it sticks
#include "core/extremes.h"
#include "model/wave.h"

#include <math.h>

typedef struct settler {
    rv_world* world;
    rv_island* island;
    rv_cable* cable;
    rv_path_node* nodes;
    const rv_member* member;
    double ran[2]; // speeds of its drums in the last step
} settler;

static void add_work(const settler* s, double work) {
    s->island->report.work += work;
}

// what a row or a part of it holds: its deformation, force and compliance
typedef struct spring {
    double phi, force, compliance;
} spring;

// What the step cannot resolve is relaxed: there phi is an error of position that will not come
// back, and only the force tells what is stored.
static double stored_in(const settler* s, const rv_row* row, double damping, spring p) {
    double relaxation = s->world->def.relaxation * s->island->h;
    bool automatic = isnan(damping) && relaxation > 0.0;
    double relaxed = automatic ? fmin(row->tau / relaxation, 1.0) : 0.0;
    return (1.0 - relaxed) * 0.5 * p.phi * p.phi / p.compliance
           + relaxed * 0.5 * p.force * p.force * p.compliance;
}

static void add_elastic(const settler* s, const rv_row* row, spring p) {
    if (p.compliance > 0.0 && (s->cable->pushes || p.phi < 0.0))
        s->island->report.elastic += stored_in(s, row, s->cable->damping, p);
}

// the velocity of one dof of a body after the solve
static const double* new_velocity(const settler* s, int body) {
    const rv_body* b = &s->world->bodies.data[body];
    const rv_kkt* kkt = &s->island->kkt;
    return b->block < 0 ? NULL : kkt->v.data + kkt->block_first.data[b->block];
}

static double wheel_speed(const settler* s, int body) {
    const double* v = new_velocity(s, body);
    return v != NULL ? v[0] : s->world->bodies.data[body].v.x;
}

static rv_vec3 spin_of(const settler* s, int body) {
    if (body < 0 || s->world->bodies.data[body].kind != RV_BODY_RIGID)
        return (rv_vec3){0, 0, 0};
    const double* v = new_velocity(s, body);
    return v != NULL ? rv_vec3_load(v + 3) : rv_motion_of(s->world, s->island, body).w;
}

// how fast a wheel of its own carries cable past a node
static double wheel_flow(const settler* s, int i) {
    const rv_path_node* node = &s->nodes[i];
    if (node->wheel < 0)
        return 0.0;
    double spin = rv_vec3_dot(spin_of(s, node->body), node->rim.axis);
    return node->def.radius * (node->def.side * wheel_speed(s, node->wheel) - spin);
}

static void feed_section(const settler* s, int which, double speed, double tension) {
    int section = rv_drum_section(s->world, s->cable, which);
    double wanted = speed * s->island->h;
    if (s->cable->drains[which])
        wanted = s->cable->winch[which].stored; // without the rounding
    double given = rv_drum_give(s->cable, which, wanted);
    s->cable->winch_speed[which] = given / s->island->h;
    s->cable->fed[which] += given;
    s->nodes[section].material += given;
    // U = EA (l - L)^2 / 2L: what is fed changes the stiffness, too
    if (s->cable->EA < INFINITY)
        add_work(s, -given * tension * tension / (2.0 * s->cable->EA));
}

// the ends of the cable that a row has, and what drums there feed
typedef struct row_ends {
    bool has[2];
    rv_feed feed[2];
} row_ends;

static row_ends ends_of(const settler* s, bool first, bool last) {
    row_ends ends = {{first, last}, {{.limit = INFINITY}, {.limit = INFINITY}}};
    for (int which = 0; which < 2; which++)
        if (ends.has[which])
            ends.feed[which] = rv_cable_feed(s->world, s->cable, which, s->island->h);
    return ends;
}

// drums of one row: what it gives way by at its limit goes to the weaker one
static void feed_row(const settler* s, const row_ends* ends, double tension, double extra) {
    const rv_feed* f = ends->feed;
    int weaker = f[1].limit < f[0].limit ? 1 : 0;
    for (int which = 0; which < 2; which++) {
        if (!ends->has[which])
            continue;
        s->cable->winch_is_blocked[which] = f[which].blocked;
        if (s->cable->state == RV_CABLE_BROKEN || !rv_cable_has_drum(s->world, s->cable, which))
            continue;
        double slipped = which == weaker ? extra : 0.0;
        feed_section(s, which, f[which].rate + f[which].slip * tension + slipped, tension);
        rv_winch_has_run(s->cable, which, &f[which], slipped);
    }
}

// How much less drums of one row have run on the way from the middle of the last step to that of
// this one than in this step. Energies are those of the middles: a row there is driven by the mean of
// both speeds, and by that of this step alone a drum that starts to lower would leave T dv h/2 behind.
static double run_less(const settler* s, const row_ends* ends, double tension) {
    double less = 0.0;
    for (int which = 0; which < 2; which++)
        if (ends->has[which])
            less +=
                0.5 * (ends->feed[which].rate + ends->feed[which].slip * tension - s->ran[which]);
    return less;
}

// of the drums of one row the weaker is the one at the limit
static void mark_limit(const settler* s, const row_ends* ends, bool at_limit) {
    bool weaker[2] = {ends->has[0], ends->has[1]};
    if (ends->has[0] && ends->has[1]) {
        weaker[0] = !(ends->feed[1].limit < ends->feed[0].limit);
        weaker[1] = !weaker[0];
    }
    for (int which = 0; which < 2; which++)
        if (ends->has[which])
            s->cable->winch_at_limit[which] =
                at_limit && weaker[which] && s->cable->state != RV_CABLE_BROKEN;
}

// what waves do to the speed of a section's row: their energy is their own
static double wave_rate(const settler* s, int start, int end, double impulse) {
    if (!rv_cable_is_layered(s->cable))
        return 0.0;
    rv_wave_row waves = rv_waves_row(s->world, s->cable, start, end);
    return waves.rate + waves.gives * impulse;
}

// its row has a solution of its own; one that is a spring has none, but is not at its limit for that:
// the least force at which a drum at an end of its section gives way
static bool is_free(const settler* s, int row, double tension, const row_ends* ends) {
    if (s->cable->tension == RV_CABLE_TENSION_SPRING && s->cable->state != RV_CABLE_BROKEN)
        return tension < rv_smaller(ends->feed[0].limit, ends->feed[1].limit);
    return s->island->kkt.state.data[row] == RV_ROW_FREE;
}

// what stretches a layered cable is its tension where it is: that of the row, and what its height
// adds
static spring lifted(spring p, double stretch) {
    return (spring){p.phi - stretch, p.force + stretch / p.compliance, p.compliance};
}

// what of a row stretches: spans whose waves are suspended give way, too, by their weight
static spring stretch_of(const settler* s, const rv_row* row, int start, int end, spring p) {
    if (!rv_cable_is_layered(s->cable) || !(row->compliance > 0.0))
        return p;
    double gives = rv_waves_compliance(s->world, s->cable, start, end);
    double share = 1.0 - gives / row->compliance;
    spring own = {share * p.phi, p.force, share * p.compliance};
    if (!(s->cable->EA < INFINITY))
        return own;
    return lifted(own, rv_waves_height(s->world, s->cable, start, end) / s->cable->EA);
}

static void settle_sections(const settler* s) {
    const rv_kkt* kkt = &s->island->kkt;
    int last = s->cable->node_count - 1, group = s->member->first_group;
    for (int i = 0, end; i < last; i = end, group++) {
        end = rv_section_end(s->nodes, s->cable->node_count, i);
        int r = kkt->row_first.data[group];
        const rv_row* row = &s->island->rows.data[r];
        double impulse = kkt->impulse.data[r], tension = impulse / s->island->h, after;
        rv_kkt_group_speeds(kkt, group, &after);
        double rate = row->rate + row->slip * tension, extra = 0.0;
        double middle = row->phi + 0.5 * s->island->h * (after + rate);
        bool at_limit = false;
        row_ends ends = ends_of(s, i == 0, end == last);
        if (is_free(s, r, tension, &ends)) {
            double driven = rate - run_less(s, &ends, tension);
            add_work(s, -impulse * (driven - wave_rate(s, i, end, impulse)));
            spring p = {middle, tension, row->compliance};
            add_elastic(s, row, stretch_of(s, row, i, end, p));
        } else {
            // at its limit, if it is pulled that far: the drum gives way
            at_limit = impulse >= kkt->upper.data[r];
            if (at_limit)
                extra = rv_drum_slip(s->cable, row, s->island->h, row->compliance * tension,
                                     after + rate);
            add_work(s, 0.5 * impulse * (s->island->speed.data[r] + after));
            spring p = {-tension * row->compliance, tension, row->compliance};
            // its weight stretches a layered cable whose lowest part holds nothing
            if (rv_cable_is_layered(s->cable) && !(tension > 0.0))
                p.phi = middle;
            add_elastic(s, row, stretch_of(s, row, i, end, p));
        }
        mark_limit(s, &ends, at_limit);
        feed_row(s, &ends, tension, extra);
    }
    for (int i = 1; i < last; i++)
        if (s->nodes[i].splits)
            rv_section_pass(s->nodes, i, s->island->h * wheel_flow(s, i), s->cable->diameter);
}

// --- chains ---

// one row of a chain after the solve, in the order of the chain
typedef struct link {
    double tension; // of its section
    double series;  // S Lam of its row
    double held;    // stretch that its row's tensions hold
    double given;   // speed that its row has from forces: slip of drums, and of waves
    double speed;   // of its row, without what passes its ends
    double excess;  // speed of its row beyond its law
    double slip;    // what of that passes its end
    double middle;  // phi of its row in the middle of the step
} link;

static void pass_split_node(const settler* s, int node, double slip) {
    s->nodes[node].slip = slip;
    rv_section_pass(s->nodes, node, s->island->h * (slip + wheel_flow(s, node)),
                    s->cable->diameter);
}

// A row that relaxes in less than a step (a = compliance/(h sigma) < h) asks for more slip than the
// step has room for: it would overshoot.
static double slip_share(const rv_row* row, const rv_loose_row* loose, double h) {
    double per_a = (loose->sigma * h - row->slip) / row->compliance;
    return row->compliance > 0.0 && per_a * h > 1.0 ? 1.0 / (per_a * h) : 1.0;
}

static const rv_loose_row* base_of(const settler* s, const rv_chain* chain) {
    int last = s->member->first_loose + chain->row + chain->count - 1;
    return &s->island->kkt.loose.rows.data[last];
}

static bool chain_is_slack(const settler* s, const rv_chain* chain) {
    const rv_loose_row* base = base_of(s, chain);
    return base->state == RV_ROW_AT_LOWER && base->impulse == 0.0;
}

// of the section of a chain that ends at this node, in the order of the chain
static spring stretch_of_link(const settler* s, const rv_chain* chain, int node, spring p) {
    if (!rv_cable_is_layered(s->cable) || !(p.compliance > 0.0) || !(s->cable->EA < INFINITY))
        return p;
    int start = chain->backward ? node : rv_section_before(s->nodes, node);
    int end = rv_section_end(s->nodes, s->cable->node_count, start);
    return lifted(p, rv_waves_height(s->world, s->cable, start, end) / s->cable->EA);
}

// one row of a chain, `before` the one before it: slip, energies, tension; then what passes its end
static link settle_link(const settler* s, const rv_chain* chain, int k, int node,
                        const link* before) {
    const rv_kkt* kkt = &s->island->kkt;
    double h = s->island->h;
    int index = s->member->first_loose + chain->row + k;
    const rv_loose_row* loose = &kkt->loose.rows.data[index];
    const rv_row* row = &s->island->rows.data[s->member->first_row + chain->row + k];
    double sigma = loose->sigma - (k > 0 ? loose[-1].sigma : 0.0);
    double compliance = row->compliance - (k > 0 ? row[-1].compliance : 0.0);
    link at = {.tension = rv_chain_tension(s->island, s->member, chain, k)};
    double after = rv_kkt_loose_speed(kkt, &kkt->loose, index);
    at.series = before->series + sigma * h * at.tension;
    at.held = before->held + compliance * at.tension;
    at.given = before->given + (row->slip - (k > 0 ? row[-1].slip : 0.0)) * at.tension;
    at.speed = after + row->rate + at.given;
    at.excess = after + at.series - loose->bias;
    bool slack = chain_is_slack(s, chain), lifted = s->nodes[node].lifted;
    bool slips = !slack && k < chain->count - 1 && loose->state != RV_ROW_FREE && !lifted;
    at.slip = slips ? at.excess * slip_share(row, loose, h) : 0.0;
    at.middle = row->phi + 0.5 * h * (at.speed - at.slip);
    if (!slack)
        add_elastic(s, row,
                    stretch_of_link(s, chain, node,
                                    (spring){at.middle - before->middle, at.tension, compliance}));
    // the drum at its beginning feeds all rows of a chain, that at its end the last
    bool base = k == chain->count - 1;
    bool first = chain->first == 0 && (!chain->backward || base);
    bool last = chain->last == s->cable->node_count - 1 && (chain->backward || base);
    row_ends ends = ends_of(s, first, last);
    add_work(s, -loose->impulse * (row->rate - run_less(s, &ends, at.tension)));
    return at;
}

static void settle_chain(const settler* s, const rv_chain* chain) {
    const rv_loose_row* base = base_of(s, chain);
    const rv_row* base_row =
        &s->island->rows.data[s->member->first_row + chain->row + chain->count - 1];
    bool at_first = chain->first == 0, at_last = chain->last == s->cable->node_count - 1;
    link at = {0};
    for (int k = 0, i = rv_chain_start(chain), next; k < chain->count; k++, i = next) {
        next = rv_chain_split(s->nodes, chain, i);
        at = settle_link(s, chain, k, next, &at);
        // each section's waves take part with its own tension
        double impulse = s->island->h * at.tension;
        if (rv_cable_is_layered(s->cable))
            add_work(
                s, impulse
                       * rv_waves_row(s->world, s->cable, i < next ? i : next, i < next ? next : i)
                             .rate);
        bool is_base = k == chain->count - 1;
        if (!is_base)
            pass_split_node(s, next, chain->backward ? -at.slip : at.slip);
        double extra = 0.0;
        bool at_limit = is_base && base->state != RV_ROW_FREE && base->impulse >= base->upper;
        if (at_limit)
            extra = rv_drum_slip(s->cable, base_row, s->island->h, at.held, at.speed);
        bool feeds_far = k == 0, feeds_near = is_base;
        row_ends ends = ends_of(s, at_first && (chain->backward ? feeds_near : feeds_far),
                                at_last && (chain->backward ? feeds_far : feeds_near));
        mark_limit(s, &ends, at_limit);
        feed_row(s, &ends, at.tension, extra);
    }
}

static void settle_chains(const settler* s) {
    rv_chain chain = rv_chain_first(s->world, s->cable);
    do
        settle_chain(s, &chain);
    while (rv_chain_next(s->world, s->cable, &chain));
    for (int i = 1; i < s->cable->node_count - 1; i++)
        if (rv_node_grips(&s->nodes[i]))
            pass_split_node(s, i, 0.0);
}

static void settle_twist(const settler* s) {
    const rv_kkt* kkt = &s->island->kkt;
    rv_cable* cable = s->cable;
    int k = cable->section_count;
    const rv_row* row = &s->island->rows.data[s->member->first_row + k];
    double impulse, after;
    if (cable->loose) {
        impulse = kkt->loose.rows.data[s->member->first_loose + k].impulse;
        after = rv_kkt_loose_speed(kkt, &kkt->loose, s->member->first_loose + k);
    } else {
        int group = s->member->first_group + k;
        impulse = kkt->impulse.data[kkt->row_first.data[group]];
        rv_kkt_group_speeds(kkt, group, &after);
    }
    cable->twist_speed = after + row->rate;
    add_work(s, -impulse * row->rate);
    double middle = row->phi + 0.5 * s->island->h * cable->twist_speed;
    if (row->upper > 0.0)
        s->island->report.elastic +=
            stored_in(s, row, cable->twist_damping,
                      (spring){middle, impulse / s->island->h, row->compliance});
}

// what readers tell besides the tensions of the last substep
static void keep_peaks(const settler* s) {
    bool first = s->island->substep == 0, last = s->island->substep + 1 == s->island->substeps;
    for (int i = 0; i < s->cable->node_count - 1; i++)
        for (int side = 0; side < 2; side++) {
            double* peak = &s->nodes[i].peak[side];
            double before = first ? -INFINITY : *peak;
            *peak = last ? before : fmax(before, rv_path_tension_at(s->world, s->cable, i, side));
        }
}

// where it is torn, if its load is too large
static void break_if_overloaded(const settler* s) {
    double largest = s->cable->breaking_load;
    int at = -1;
    for (int i = 0; i < s->cable->node_count - 1; i++) {
        double tension = s->nodes[i].tension;
        if (rv_cable_is_layered(s->cable)) {
            const double* extra = rv_wave_past(s->world, s->cable, i)->extra;
            tension += fmax(extra[0], extra[1]);
        }
        if (tension > largest) {
            largest = tension;
            at = i;
        }
    }
    if (at < 0)
        return;
    s->cable->state = RV_CABLE_BROKEN;
    s->cable->broken_node = at;
    s->cable->broken_tension = largest;
    s->cable->events |= 1u << RV_CABLE_EVENT_BROKEN;
}

void rv_cable_settle(rv_world* world, rv_island* island, const rv_member* member) {
    rv_cable* cable = &world->cables.data[member->index];
    settler s = {world,  island,
                 cable,  rv_cable_nodes(world, cable),
                 member, {cable->winch_speed[0], cable->winch_speed[1]}};
    cable->last_h = island->h;
    for (int i = 0; i < cable->node_count; i++)
        s.nodes[i].spun =
            s.nodes[i].def.radius > 0.0
                ? island->h * rv_vec3_dot(spin_of(&s, s.nodes[i].body), s.nodes[i].rim.axis)
                : 0.0;
    rv_cable_find_tensions(world, island, member);
    if (rv_cable_is_layered(cable))
        rv_waves_settle(world, island, cable);
    if (cable->loose)
        settle_chains(&s);
    else
        settle_sections(&s);
    if (cable->has_twist)
        settle_twist(&s);
    // what was taken back pulled like a winch
    if (cable->repaid != 0.0)
        add_work(&s, cable->repaid * s.nodes[0].tension / island->substeps);
    keep_peaks(&s);
    if (cable->state == RV_CABLE_BROKEN)
        return;
    bool taut = cable->pushes;
    for (int i = 0; i < cable->node_count - 1; i++)
        taut |= s.nodes[i].tension > 0.0;
    cable->state = taut ? RV_CABLE_TAUT : RV_CABLE_SLACK;
    break_if_overloaded(&s);
}
