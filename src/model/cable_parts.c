// The parts of a cable of segments. A span that is long enough holds a strand. Where the strand
// ends at a fixed or free end of the cable, that is all; at eyes, pulleys and drums a bridge
// carries it on: a cable of its own with the rows of a massless one, from the end of one strand,
// over the nodes between, to the start of the next or to the end of the path; its rope is inertia
// (strand_arc.c). Cable moves between a bridge and the segments beside it so that the bridge stays
// half a segment long on either side (strand_feed.c).
//   path     fixed ========= eye ======= drum        = strand, - bridge
//   parts    =========--o--=======--O
#include "model/strand.h"

#include <math.h>

static const double SEGMENTS_MOST = 200000.0; // of a strand; more are refused at creation
static const double BRIDGE_SHARE = 0.5;       // of a segment, that a bridge reaches into a span

double rv_bridge_reach(const rv_cable* cable) {
    return BRIDGE_SHARE * cable->segments.length;
}

static bool is_plain_end(const rv_path_node* nodes, int count, int i) {
    bool end = i == 0 || i == count - 1;
    return end && (nodes[i].def.type == RV_CABLE_FIXED || nodes[i].def.type == RV_CABLE_FREE);
}

// the strand of the span behind node i
typedef struct span_plan {
    bool is;         // the span has one
    bool held[2];    // up to its nodes
    rv_vec3 ends[2]; // where it begins and ends
    double geometric;
} span_plan;

static span_plan plan_span(const rv_cable* cable, const rv_path_node* nodes, int i) {
    int count = cable->node_count;
    span_plan p = {.held = {is_plain_end(nodes, count, i), is_plain_end(nodes, count, i + 1)}};
    const rv_span* span = &nodes[i].span;
    double reach = rv_bridge_reach(cable);
    p.geometric = span->length - (p.held[0] ? 0.0 : reach) - (p.held[1] ? 0.0 : reach);
    bool all = p.held[0] && p.held[1];
    p.is = nodes[i].next == i + 1 && (all || p.geometric >= cable->segments.length);
    p.ends[0] = rv_vec3_mul_add(span->at[0], p.held[0] ? 0.0 : reach, span->u);
    p.ends[1] = rv_vec3_mul_add(span->at[1], p.held[1] ? 0.0 : -reach, span->u);
    for (int s = 0; s < 2; s++)
        p.held[s] &= nodes[i + s].def.type != RV_CABLE_FREE;
    return p;
}

// unstretched over geometric length of a section: of its strands and of its bridges. Slack lies in
// the strands.
typedef struct section_ratio {
    double strand, bridge;
} section_ratio;

static section_ratio ratio_of(const rv_cable* cable, const rv_path_node* nodes, int start) {
    double strands = 0.0, geometric = nodes[start].geometric, material = nodes[start].material;
    int end = rv_section_end(nodes, cable->node_count, start);
    for (int i = start; i < end; i++) {
        span_plan p = plan_span(cable, nodes, i);
        strands += p.is ? p.geometric : 0.0;
    }
    // none, where the path has left a wheel
    if (!(geometric > 0.0))
        return (section_ratio){1.0, 1.0};
    double all = material / geometric;
    if (all <= 1.0 || !(strands > 0.0))
        return (section_ratio){all, all};
    return (section_ratio){(material - (geometric - strands)) / strands, 1.0};
}

static int section_of(const rv_path_node* nodes, int i) {
    while (i > 0 && !nodes[i].splits)
        i--;
    return i;
}

static int segments_in(const rv_cable* cable, const span_plan* p, double length) {
    bool whole = cable->node_count == 2 && cable->segments.count > 0 && p->geometric > 0.0;
    if (whole && cable->strand_count == 0 && cable->first_bridge < 0
        && fabs(length - cable->segments.length * cable->segments.count) <= 1e-6 * length)
        return cable->segments.count;
    double wanted = fmax(1.0, floor(length / cable->segments.length + 0.5));
    return (int)fmin(wanted, SEGMENTS_MOST);
}

rv_parts_size rv_cable_parts_size(const rv_cable* cable, const rv_path_node* nodes) {
    rv_parts_size size = {0};
    for (int i = 0; i < cable->node_count - 1; i++) {
        span_plan p = plan_span(cable, nodes, i);
        if (!p.is)
            continue;
        double length = p.geometric * ratio_of(cable, nodes, section_of(nodes, i)).strand;
        int count = segments_in(cable, &p, length);
        size.strands++;
        size.segments += count;
        size.longest = count > size.longest ? count : size.longest;
    }
    return size;
}

// --- bridges ---

// the node of a bridge on the end of a strand
static rv_path_node inner_node(const rv_world* world, const rv_strand* strand, int side) {
    int k = side == 0 ? 1 : strand->segment_count;
    double half = 0.5 * rv_strand_lengths(world, strand)[k];
    rv_cable_node def = rv_cable_node_default();
    def.body = rv_world_body_id(world, rv_strand_bodies(world, strand)[k]);
    def.point = (rv_vec3){side == 0 ? -half : half, 0.0, 0.0};
    return rv_cable_node_make(world, &def);
}

// a run of nodes without strands between them, and the strands before and behind it (-1: none)
typedef struct run {
    int first, last;
    int32_t strand[2];
} run;

static void share_material(rv_world* world, const rv_cable* parent, rv_cable* bridge) {
    rv_path_node* nodes = rv_cable_nodes(world, bridge);
    const rv_path_node* old = rv_cable_nodes(world, parent);
    int offset = bridge->parent_node - bridge->on_strand[0];
    for (int i = 0; i < bridge->node_count - 1; i++) {
        int of = i + offset < 0 ? 0 : i + offset;
        nodes[i].material = nodes[i].geometric * ratio_of(parent, old, section_of(old, of)).bridge;
    }
}

static void guard_ends(rv_world* world, const run* r) {
    for (int s = 0; s < 2; s++)
        if (r->strand[s] >= 0)
            rv_strand_guard(world, &world->strands.data[r->strand[s]], 1 - s);
}

static int32_t add_bridge(rv_world* world, int32_t parent_index, const run* r) {
    rv_cable* parent = &world->cables.data[parent_index];
    const rv_path_node* old = rv_cable_nodes(world, parent);
    rv_path_node* made = world->cable_nodes.data + world->cable_nodes.count;
    int count = 0;
    if (r->strand[0] >= 0)
        made[count++] = inner_node(world, &world->strands.data[r->strand[0]], 1);
    for (int i = r->first; i <= r->last; i++) {
        made[count] = old[i];
        made[count++].kept = !old[i].lifted;
    }
    if (r->strand[1] >= 0)
        made[count++] = inner_node(world, &world->strands.data[r->strand[1]], 0);
    for (int i = 0; i < count; i++)
        made[i].next = i + 1;
    rv_cable_path_start(world, made, count, "rv_cable_create: nodes");
    int index = rv_id_pool_add(&world->memory, &world->cable_ids);
    if (index >= world->cables.count)
        world->cables.count = index + 1;
    rv_cable* bridge = &world->cables.data[index];
    *bridge = *parent;
    bridge->model = RV_CABLE_MASSLESS;
    bridge->first_node = world->cable_nodes.count;
    bridge->node_count = count;
    bridge->parent = parent_index;
    bridge->parent_node = r->first;
    bridge->first_bridge = bridge->next_bridge = -1;
    bridge->strand_count = 0;
    bridge->events = 0;
    for (int s = 0; s < 2; s++) {
        bridge->on_strand[s] = r->strand[s] >= 0;
        if (r->strand[s] >= 0)
            world->strands.data[r->strand[s]].bridge[1 - s] = index;
    }
    rv_cable_append_nodes(world, count);
    rv_cable_layout(world, bridge);
    rv_path_measure(rv_cable_nodes(world, bridge), count);
    share_material(world, parent, bridge);
    rv_cable_reset(world, bridge, RV_KEEPS_NOTHING);
    if (bridge->has_twist)
        rv_twist_start(world, bridge, 0.0);
    guard_ends(world, r);
    return index;
}

static void add_bridges(rv_world* world, int32_t index) {
    rv_cable* cable = &world->cables.data[index];
    int count = cable->node_count;
    int32_t strand = cable->first_strand, *link = &cable->first_bridge;
    for (int a = 0, b; a < count; a = b + 1) {
        const rv_path_node* nodes = rv_cable_nodes(world, cable);
        for (b = a; b < count - 1 && !plan_span(cable, nodes, b).is; b++)
            ;
        run r = {a, b, {a > 0 ? strand - 1 : -1, b < count - 1 ? strand : -1}};
        strand += b < count - 1;
        if (a == b && is_plain_end(nodes, count, a))
            continue;
        *link = add_bridge(world, index, &r);
        link = &world->cables.data[*link].next_bridge;
    }
}

// --- all of it ---

// strands begin and end in the middle of their stretch: bridges take up what is missing
static void keep_length(rv_world* world, const rv_cable* cable, double total) {
    int bridges = 0;
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        bridges++;
    double more = total - rv_strands_length(world, cable);
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        rv_cable_nodes(world, &world->cables.data[b])[0].material += more / bridges;
}

bool rv_cable_make_parts(rv_world* world, int32_t index, const rv_cable_segments* motion,
                         double twist, rv_vec3* points) {
    rv_cable* cable = &world->cables.data[index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double total = rv_cable_material(world, cable);
    rv_parts_size size = rv_cable_parts_size(cable, nodes);
    if (size.strands == 0)
        return false;
    for (int i = 0; i < cable->node_count - 1; i++) {
        span_plan p = plan_span(cable, nodes, i);
        if (!p.is)
            continue;
        double length = p.geometric * ratio_of(cable, nodes, section_of(nodes, i)).strand;
        rv_strand_plan plan = {.cable = index,
                               .node = i,
                               .points = points,
                               .count = segments_in(cable, &p, length),
                               .length = length,
                               .twist = twist * length / total,
                               .motion = motion,
                               .ends = {&nodes[i], &nodes[i + 1]},
                               .held = {p.held[0], p.held[1]}};
        rv_strand_line_def line = {.ends = {p.ends[0], p.ends[1]},
                                   .body = {nodes[i].body, nodes[i + 1].body},
                                   .length = length,
                                   .count = plan.count};
        rv_strand_line(world, cable, &line, points);
        rv_strand_add(world, &plan);
    }
    add_bridges(world, index);
    keep_length(world, cable, total);
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        rv_arc_start(world, &world->cables.data[b]);
    return true;
}

void rv_cable_remove_parts(rv_world* world, rv_cable* cable) {
    while (cable->first_bridge >= 0) {
        int32_t index = cable->first_bridge;
        rv_cable* bridge = &world->cables.data[index];
        cable->first_bridge = bridge->next_bridge;
        rv_cable_remove_nodes(world, bridge->first_node, bridge->node_count);
        rv_id_pool_remove(&world->cable_ids, index);
    }
    rv_cable_remove_strands(world, cable);
}

rv_cable_place rv_cable_place_of(const rv_world* world, const rv_cable* cable, int node) {
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge) {
        const rv_cable* bridge = &world->cables.data[b];
        int at = node - bridge->parent_node + bridge->on_strand[0];
        int first = bridge->on_strand[0], last = bridge->node_count - 1 - bridge->on_strand[1];
        if (at >= first && at <= last)
            return (rv_cable_place){b, at};
    }
    return (rv_cable_place){(int32_t)(cable - world->cables.data),
                            rv_cable_given_place(world, cable, node)};
}

// half of the strand that an end of a bridge stands on, if that is one segment between two bridges
static double half_of_single(const rv_world* world, const rv_path_node* end) {
    const rv_strand* strand = &world->strands.data[world->bodies.data[end->body].strand];
    return strand->link_count == 0 ? 0.5 * rv_strand_lengths(world, strand)[1] : 0.0;
}

double rv_section_stretches(const rv_world* world, const rv_cable* cable, int start, int end) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double sum = nodes[start].material;
    if (cable->on_strand[0] && start == 0)
        sum += half_of_single(world, &nodes[0]);
    if (cable->on_strand[1] && end == cable->node_count - 1)
        sum += half_of_single(world, &nodes[end]);
    return sum;
}

// parts in the order of the path: strands and bridges in turn
bool rv_cable_next_part(const rv_world* world, const rv_cable* cable, rv_cable_part* part) {
    bool start = part->strand < 0 && part->bridge < 0 && !part->begun;
    if (start) {
        bool bridged = cable->first_bridge >= 0
                       && world->cables.data[cable->first_bridge].on_strand[0] == false;
        *part = (rv_cable_part){.strand = bridged ? -1 : 0,
                                .bridge = bridged ? cable->first_bridge : -1,
                                .next_strand = bridged ? 0 : 1,
                                .next_bridge =
                                    bridged ? world->cables.data[cable->first_bridge].next_bridge
                                            : cable->first_bridge,
                                .begun = true};
        return cable->strand_count > 0;
    }
    if (part->strand >= 0) {
        part->strand = -1;
        part->bridge = part->next_bridge;
        if (part->bridge >= 0)
            part->next_bridge = world->cables.data[part->bridge].next_bridge;
        return part->bridge >= 0;
    }
    part->bridge = -1;
    part->strand = part->next_strand < cable->strand_count ? part->next_strand++ : -1;
    return part->strand >= 0;
}
