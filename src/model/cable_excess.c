// By how much a cable is longer than its tension and EA allow, for the audit of a step: of a
// section of a path L - l (1 + T/EA), of a link the distance of its ends beyond l T/EA. Lengths are
// those at the start of a substep, and the tension is the one that the substep before ended with.
// What jumps of its path have given a cable is none of its own. A layered cable is stretched by its
// weight, too, above the lowest node, whose tension is that of the section.
#include "model/cable.h"

#include "core/extremes.h"
#include "model/strand.h"
#include "model/wave.h"

#include <math.h>

rv_excess rv_cable_excess(const rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_excess sum = {0.0, 0.0};
    int last = cable->node_count - 1;
    double own = 1.0 - rv_larger(cable->owed, 0.0) / rv_cable_material(world, cable);
    for (int i = 0, end; i < last && cable->state != RV_CABLE_BROKEN; i = end) {
        end = rv_section_end(nodes, cable->node_count, i);
        double length = own * nodes[i].material;
        double stretches = own * rv_section_stretches(world, cable, i, end);
        double stretched = length + stretches * nodes[i].tension / cable->EA;
        if (rv_cable_is_layered(cable))
            stretched += rv_waves_height(world, cable, i, end) / cable->EA;
        sum.length += length;
        sum.excess += rv_larger(0.0, nodes[i].geometric - stretched);
    }
    return sum;
}

rv_excess rv_cable_total_excess(const rv_world* world, const rv_cable* cable) {
    rv_excess sum = {0.0, 0.0};
    if (rv_cable_is_path(cable))
        sum = cable->excess;
    for (int k = 0; k < cable->strand_count; k++) {
        const rv_excess* own = &world->strands.data[cable->first_strand + k].excess;
        sum.length += own->length;
        sum.excess += own->excess;
    }
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge) {
        sum.length += world->cables.data[b].excess.length;
        sum.excess += world->cables.data[b].excess.excess;
    }
    return sum;
}
