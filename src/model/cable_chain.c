// Cables with friction: a chain of loose rows. Row k is the sum of the sections up to split node k,
// its force the step f = T_k - T_(k+1) of tension there, its excess speed the slip; the last row is
// the whole cable with the tension of the last section. Springs in series: the compliance of two
// rows together is that of the shorter sum. A ratio e = exp(mu theta) of slip gives
//   (1/e - 1) T_(k+1) <= f <= (e - 1) T_(k+1),   T_(k+1) = T_last + sum of the steps after k
// (Euler, Eytelwein): linear, but the slip is not along the normal of the bound, so that the problem
// is not symmetric. With T_last = 0 the whole cable is slack: no part of it can be taut alone.
// The chain starts at the far end of a drum at node 0, so that the drum's limit bounds its last row.
#include "model/cable.h"

#include <math.h>

// a chain runs from the far end to its base: the first section if there is a drum, else the last
bool rv_chain_is_backward(const rv_world* world, const rv_cable* cable) {
    return rv_cable_has_drum(world, cable, 0);
}

// the split nodes in the order of the chain: the next one after `i`, or the base's end
int rv_chain_next(const rv_path_node* nodes, int count, int i, bool backward) {
    int last = count - 1, step = backward ? -1 : 1;
    do
        i += step;
    while (i > 0 && i < last && !nodes[i].splits);
    return i;
}

// the spans of the path between two nodes that split it; past a node that has lifted off, a span
// belongs to what comes after it
static void sink_between(rv_cable_writer* w, int from, int to) {
    const rv_path_node* nodes = w->sink.nodes;
    while (from > 0 && nodes[from].lifted)
        from--;
    while (to > 0 && nodes[to].lifted)
        to--;
    rv_writer_spans(w, from, to, false);
}

void rv_chain_rows(rv_cable_writer* w, const rv_member* member) {
    const rv_cable* cable = w->cable;
    const rv_path_node* nodes = w->sink.nodes;
    const int32_t* bodies = rv_cable_body_list(w->world, cable);
    rv_row* rows = w->island->rows.data + member->first_row;
    rv_loose_row* loose = w->island->kkt.loose.rows.data + member->first_loose;
    bool backward = rv_chain_is_backward(w->world, cable);
    int last = cable->node_count - 1, count = cable->section_count;
    rv_feed far = rv_cable_feed(w->world, cable, backward ? 1 : 0, w->island->h);
    rv_feed base = rv_cable_feed(w->world, cable, backward ? 0 : 1, w->island->h);
    double phi = 0.0, compliance = 0.0, moves = 0.0;
    bool slides = false;
    for (int i = 1; i < last; i++)
        slides |= nodes[i].slip != 0.0;
    rv_writer_clear(w, cable->body_count);
    for (int k = 0, i = backward ? last : 0, next; k < count; k++, i = next) {
        next = rv_chain_next(nodes, cable->node_count, i, backward);
        const rv_path_node* start = &nodes[backward ? next : i];
        phi += start->material - start->geometric;
        compliance += rv_section_compliance(cable, start->material);
        sink_between(w, backward ? next : i, backward ? i : next);
        bool is_base = k == count - 1;
        rows[k] =
            (rv_row){.phi = phi, .compliance = compliance, .rate = far.rate, .slip = far.slip};
        loose[k].slides = slides;
        loose[k].chain_before = k;
        loose[k].chain_after = count - 1 - k;
        // the step of a split node leaves out what its wheel carries; the whole cable does not know
        const rv_path_node* node = &nodes[next];
        double sign = backward ? 1.0 : -1.0;
        if (!is_base)
            rv_writer_wheel(w, next, node->slot, node->wheel_slot, sign);
        else {
            rows[k].rate += base.rate;
            rows[k].slip += base.slip;
            rows[k].restitution = cable->restitution;
            rv_section_bound(cable, &rows[k], base.limit);
        }
        moves = rv_writer_put(w, bodies, cable->body_count, -1, member->first_loose + k, &rows[k],
                              is_base && isnan(cable->damping));
        if (!is_base)
            rv_writer_wheel(w, next, node->slot, node->wheel_slot, -sign);
    }
    double tau = rv_writer_damping_time(w, cable->damping, cable->EA, &rows[count - 1], moves);
    for (int k = 0; k < count; k++)
        rows[k].tau = tau;
}

// the steps of tension at split nodes, bounded by the tension on their base side
void rv_chain_terms(const rv_world* world, rv_island* island, const rv_member* member) {
    const rv_cable* cable = &world->cables.data[member->index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_loose_rows* loose = &island->kkt.loose;
    rv_row* rows = island->rows.data + member->first_row;
    bool backward = rv_chain_is_backward(world, cable);
    int count = cable->section_count;
    for (int k = 0, i = backward ? cable->node_count - 1 : 0; k < count - 1; k++) {
        i = rv_chain_next(nodes, cable->node_count, i, backward);
        double ratio = rv_path_slip_ratio(nodes, i);
        bool broken = cable->state == RV_CABLE_BROKEN;
        rows[k].lower = 0.0;
        rows[k].upper = ratio < INFINITY || broken ? 0.0 : INFINITY;
        for (int j = k + 1; j < count && !broken; j++)
            loose->terms.data[loose->terms.count++] =
                (rv_lcp_term){member->first_loose + k, member->first_loose + j, 1.0 / ratio - 1.0,
                              ratio < INFINITY ? ratio - 1.0 : 0.0};
    }
}
