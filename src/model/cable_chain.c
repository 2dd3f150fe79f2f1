// Cables with friction: chains of loose rows, between nodes where the cable never slips or ends.
// Row k of a chain is the sum of its sections up to split node k, its force the step f = T_k -
// T_(k+1) of tension there, its excess speed the slip; the last row is the whole chain with the
// tension of its base. Springs in series: the compliance of two rows together is that of the
// shorter sum. A ratio e = exp(mu theta) of slip gives
//   (1/e - 1) T_(k+1) <= f <= (e - 1) T_(k+1),   T_(k+1) = T_base + sum of the steps after k
// (Euler, Eytelwein): linear, but the slip is not along the normal of the bound, so that the
// problem is not symmetric. With T_base = 0 the whole chain is slack: no part of it can be taut
// alone. A chain with a drum at node 0 runs backward, so that the drum's limit bounds its base.
#include "model/wave.h"

#include <math.h>

static rv_chain chain_from(const rv_world* world, const rv_cable* cable, int first, int row) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_chain chain = {.first = first, .last = first + 1, .row = row, .count = 1};
    while (chain.last < cable->node_count - 1 && !rv_node_grips(&nodes[chain.last])) {
        chain.count += nodes[chain.last].splits;
        chain.last++;
    }
    chain.backward = first == 0 && rv_node_is_drum(&nodes[0]);
    return chain;
}

rv_chain rv_chain_first(const rv_world* world, const rv_cable* cable) {
    return chain_from(world, cable, 0, 0);
}

bool rv_chain_next(const rv_world* world, const rv_cable* cable, rv_chain* chain) {
    if (chain->last == cable->node_count - 1)
        return false;
    *chain = chain_from(world, cable, chain->last, chain->row + chain->count);
    return true;
}

int rv_chain_start(const rv_chain* chain) {
    return chain->backward ? chain->last : chain->first;
}

int rv_chain_split(const rv_path_node* nodes, const rv_chain* chain, int i) {
    int end = chain->backward ? chain->first : chain->last, step = chain->backward ? -1 : 1;
    do
        i += step;
    while (i != end && !nodes[i].splits);
    return i;
}

double rv_chain_tension(const rv_island* island, const rv_member* member, const rv_chain* chain,
                        int k) {
    const rv_loose_row* rows = island->kkt.loose.rows.data + member->first_loose + chain->row;
    double sum = 0.0;
    for (int j = chain->count - 1; j >= k; j--)
        sum += rows[j].impulse;
    return sum / island->h;
}

// the spans of the path between two nodes that split it; past a node that has lifted off, a span
// belongs to what comes after it
static void sink_between(rv_cable_writer* w, int from, int to) {
    const rv_path_node* nodes = w->sink.nodes;
    while (nodes[from].lifted)
        from--;
    while (nodes[to].lifted)
        to--;
    rv_writer_spans(w, from, to, false);
}

// what flows through an end of a part of the chain, into it: the wheel of a split node carries it
static void sink_flow(rv_cable_writer* w, int i, bool at_first, double sign) {
    const rv_path_node* node = &w->sink.nodes[i];
    rv_writer_wheel(w, i, node->slot, node->wheel_slot, at_first ? sign : -sign);
}

static bool has_slipped(const rv_path_node* nodes, const rv_chain* chain) {
    bool slips = false;
    for (int i = chain->first + 1; i < chain->last; i++)
        slips |= nodes[i].slip != 0.0;
    return slips;
}

// the drum at an end of the chain, if it has one
static rv_feed feed_at(const rv_cable_writer* w, int node) {
    int last = w->cable->node_count - 1;
    if (node != 0 && node != last)
        return (rv_feed){.limit = INFINITY};
    return rv_cable_feed(w->world, w->cable, node == 0 ? 0 : 1, w->island->h);
}

static void write_chain(rv_cable_writer* w, const rv_member* member, const rv_chain* chain) {
    const rv_cable* cable = w->cable;
    const rv_path_node* nodes = w->sink.nodes;
    rv_row* rows = w->island->rows.data + member->first_row + chain->row;
    int first_loose = member->first_loose + chain->row, base = chain->count - 1;
    int start = rv_chain_start(chain), end = chain->backward ? chain->first : chain->last;
    rv_feed far = feed_at(w, start), near = feed_at(w, end);
    bool slides = has_slipped(nodes, chain);
    double phi = 0.0, compliance = 0.0, moves = 0.0, gives = 0.0;
    rv_row waves = {.phi = 0.0}; // of the sections so far
    rv_writer_clear(w, cable->body_count);
    sink_flow(w, start, !chain->backward, 1.0);
    for (int k = 0, i = start, next; k <= base; k++, i = next) {
        next = rv_chain_split(nodes, chain, i);
        int from = chain->backward ? next : i, to = chain->backward ? i : next;
        phi += nodes[from].material - nodes[from].geometric;
        compliance += rv_section_compliance(w, from, to);
        sink_between(w, from, to);
        if (rv_cable_is_layered(cable))
            gives += rv_writer_waves(w, from, to, &waves);
        rows[k] = (rv_row){.phi = phi + waves.phi,
                           .compliance = compliance + waves.compliance,
                           .rate = far.rate + waves.rate,
                           .rate_offset = waves.rate_offset,
                           .slip = far.slip + waves.slip};
        if (k == base) {
            rows[k].rate += near.rate;
            rows[k].slip += near.slip;
            rows[k].restitution = cable->restitution;
            rv_section_bound(cable, &rows[k], fmin(near.limit, base == 0 ? far.limit : INFINITY));
        }
        rv_loose_row* loose = &w->island->kkt.loose.rows.data[first_loose + k];
        loose->slides = slides;
        loose->chain_before = k;
        loose->chain_after = base - k;
        // the wheel at the part's end carries cable out of this part, and on within the next
        sink_flow(w, next, chain->backward, 1.0);
        rv_row_place place = {rv_cable_body_list(w->world, cable), cable->body_count, -1,
                              first_loose + k};
        moves = rv_writer_put(w, &place, &rows[k], k == base);
        sink_flow(w, next, chain->backward, -1.0);
    }
    moves += gives;
    rows[base].tau =
        rv_writer_damping_time(w, cable->damping, cable->EA, rows[base].compliance, moves);
    rows[base].resolved = rv_writer_resolved(w, (const int[2]){chain->first, chain->last},
                                             rows[base].compliance, moves);
    for (int k = 0; k < base; k++)
        rows[k].tau = rows[base].tau;
}

void rv_chain_rows(rv_cable_writer* w, const rv_member* member) {
    rv_chain chain = rv_chain_first(w->world, w->cable);
    do
        write_chain(w, member, &chain);
    while (rv_chain_next(w->world, w->cable, &chain));
}

// the steps of tension at split nodes, bounded by the tension on their base side
static void write_terms(const rv_world* world, rv_island* island, const rv_member* member,
                        const rv_chain* chain) {
    const rv_cable* cable = &world->cables.data[member->index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_wave* waves = rv_cable_is_layered(cable) ? rv_waves_of(world, cable) : NULL;
    rv_loose_rows* loose = &island->kkt.loose;
    rv_row* rows = island->rows.data + member->first_row + chain->row;
    int first = member->first_loose + chain->row;
    for (int k = 0, i = rv_chain_start(chain); k < chain->count - 1; k++) {
        i = rv_chain_split(nodes, chain, i);
        double ratio = rv_path_slip_ratio(nodes, i);
        // of a layered cable the tension grows with height
        double extra = waves != NULL ? waves[i].extra[0] : 0.0;
        rows[k].lower = (1.0 / ratio - 1.0) * extra;
        rows[k].upper = ratio < INFINITY ? (ratio - 1.0) * extra : INFINITY;
        for (int j = k + 1; j < chain->count; j++)
            loose->terms.data[loose->terms.count++] = (rv_lcp_term){
                first + k, first + j, 1.0 / ratio - 1.0, ratio < INFINITY ? ratio - 1.0 : 0.0};
    }
}

void rv_chain_terms(const rv_world* world, rv_island* island, const rv_member* member) {
    const rv_cable* cable = &world->cables.data[member->index];
    // the steps of a cable that holds nothing are bounded by nothing
    if (cable->state == RV_CABLE_BROKEN)
        return;
    rv_chain chain = rv_chain_first(world, cable);
    do
        write_terms(world, island, member, &chain);
    while (rv_chain_next(world, cable, &chain));
}
