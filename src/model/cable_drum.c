// Winches: the drums at the ends of cables. A drum feeds run + slip T into its section as long as
// the tension stays below its limit, takes no more than it has room for and gives no more than it
// has. Its running speed follows the wanted one by its acceleration.
#include "core/extremes.h"
#include "model/strand.h"

#include <math.h>

bool rv_cable_has_drum(const rv_world* world, const rv_cable* cable, int which) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    return rv_node_is_drum(&nodes[which == 0 ? 0 : cable->node_count - 1]);
}

int rv_drum_section(const rv_world* world, const rv_cable* cable, int which) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    return which == 0 ? 0 : rv_section_before(nodes, cable->node_count - 1);
}

double rv_winch_room(const rv_winch* winch) {
    return winch->capacity == INFINITY ? INFINITY : rv_larger(winch->capacity - winch->stored, 0.0);
}

bool rv_winch_rests(const rv_cable* cable, int which) {
    return cable->winch[which].speed == 0.0 && cable->winch_run[which] == 0.0;
}

bool rv_cable_drives(const rv_world* world, int index) {
    const rv_cable* cable = &world->cables.data[index];
    return !rv_winch_rests(cable, 0) || !rv_winch_rests(cable, 1);
}

double rv_winch_run_after(const rv_cable* cable, int which, double h) {
    const rv_winch* winch = &cable->winch[which];
    double wanted = rv_smaller(rv_larger(winch->speed, -winch->max_speed), winch->max_speed);
    double run = cable->winch_run[which], most = winch->acceleration * h;
    return rv_smaller(rv_larger(wanted, run - most), run + most);
}

// Two-blocking: a hook, or the wheel of a block, meets a sheave on another body. As the hoist
// limiter of a crane does, the winch stops hauling before they touch: here where the room that is
// left between the rims is as long as their radii together, about what the cheeks of a block and
// the fitting of a hook take.
static const double TRIPS = 2.0; // sums of the radii between the centres

static bool hauls(const rv_winch* winch, double run) {
    return winch->speed < 0.0 || run < 0.0;
}

double rv_cable_room_for_blocks(const rv_world* world, const rv_cable* cable) {
    if (!hauls(&cable->winch[0], cable->winch_run[0])
        && !hauls(&cable->winch[1], cable->winch_run[1]))
        return INFINITY;
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double room = INFINITY;
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next) {
        const rv_path_node *a = &nodes[i], *b = &nodes[nodes[i].next];
        bool on_strand = (cable->on_strand[0] && i == 0)
                         || (cable->on_strand[1] && nodes[i].next == cable->node_count - 1);
        bool sheave = a->def.type == RV_CABLE_PULLEY || b->def.type == RV_CABLE_PULLEY;
        if (on_strand || !sheave || rv_node_is_made(a) || rv_node_is_made(b) || a->body == b->body)
            continue;
        double apart = rv_vec3_length(rv_vec3_sub(b->rim.center, a->rim.center));
        room = rv_smaller(room, apart - TRIPS * (a->def.radius + b->def.radius) - cable->diameter);
    }
    return rv_larger(room, 0.0);
}

// the strand that a bridge hauls from one of its drums, as far as a plain end of the cable; NULL: none
static const rv_strand* strand_to_end(const rv_world* world, const rv_cable* bridge, int which) {
    const rv_cable* cable = &world->cables.data[bridge->parent];
    int32_t index = (int32_t)(bridge - world->cables.data);
    for (int k = 0; k < cable->strand_count; k++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + k;
        if (strand->bridge[which] == index && strand->bridge[1 - which] < 0)
            return strand;
    }
    return NULL;
}

static double room_on_strand(const rv_world* world, const rv_strand* strand, double bridge) {
    double length = bridge;
    for (int k = 1; k <= strand->segment_count; k++)
        length += rv_strand_lengths(world, strand)[k];
    return rv_larger(length - rv_strand_fit(world, strand), 0.0);
}

// what it can wind in before the fitting of the cable's end comes to it, or blocks come together
static double room_to_haul(const rv_world* world, const rv_cable* cable, int which) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int start = rv_drum_section(world, cable, which);
    int end = rv_section_end(nodes, cable->node_count, start);
    double room = cable->room_for_blocks;
    if (cable->parent >= 0) {
        // without wheels between the drum and the strand
        const rv_strand* strand =
            cable->node_count == 2 ? strand_to_end(world, cable, which) : NULL;
        return strand == NULL
                   ? room
                   : rv_smaller(room, room_on_strand(world, strand, nodes[start].material));
    }
    double fit = rv_stop_fit(cable, &nodes[start], &nodes[end]);
    return rv_smaller(room, rv_larger(nodes[start].material - fit, 0.0));
}

// The speed from which a winch can stop within a room s, after a step at that speed,
//   v h + v^2 / 2a = s
static double speed_to_stop_within(double room, double a, double h) {
    if (room == INFINITY || a == INFINITY)
        return room / h;
    return 2.0 * room / (h + sqrt(h * h + 2.0 * room / a));
}

rv_feed rv_cable_feed(const rv_world* world, const rv_cable* cable, int which, double h) {
    rv_feed f = {.limit = INFINITY};
    if (!rv_cable_has_drum(world, cable, which))
        return f;
    const rv_winch* winch = &cable->winch[which];
    bool empty = !(winch->stored > 0.0);
    if (cable->drains[which]) {
        f.rate = winch->stored / h;
        return f;
    }
    f.rate = rv_smaller(rv_winch_run_after(cable, which, h), rv_larger(winch->stored, 0.0) / h);
    f.rate = rv_larger(f.rate, -rv_winch_room(winch) / h);
    // what winds in leaves some cable in its section
    const rv_path_node* section =
        rv_cable_nodes(world, cable) + rv_drum_section(world, cable, which);
    f.rate = rv_larger(f.rate, -rv_larger(section->material - cable->diameter, 0.0) / h);
    // of a cable of segments, all of a strand may have been taken in
    if (cable->parent >= 0 && world->cables.data[cable->parent].used_up)
        f.rate = rv_larger(f.rate, 0.0);
    if (f.rate < 0.0) {
        double most =
            speed_to_stop_within(room_to_haul(world, cable, which), winch->acceleration, h);
        f.blocked = -f.rate > most;
        f.rate = rv_larger(f.rate, -most);
    }
    // an empty drum holds its end
    f.slip = empty ? 0.0 : winch->slip;
    bool braked = f.rate == 0.0 && (f.blocked || winch->speed == 0.0);
    f.limit = empty ? INFINITY : braked ? winch->brake_force : winch->max_force;
    return f;
}

void rv_winch_has_run(rv_cable* cable, int which, const rv_feed* feed, double slipped) {
    cable->winch_run[which] = feed->rate < 0.0 ? rv_smaller(feed->rate + slipped, 0.0) : feed->rate;
}

double rv_drum_give(rv_cable* cable, int which, double length) {
    rv_winch* winch = &cable->winch[which];
    double given = rv_smaller(length, rv_larger(winch->stored, 0.0));
    given = rv_larger(given, -rv_winch_room(winch));
    bool was_empty = !(winch->stored > 0.0), was_full = !(rv_winch_room(winch) > 0.0);
    winch->stored -= given;
    cable->ran_empty[which] |= !was_empty && !(winch->stored > 0.0);
    cable->ran_full[which] |= !was_full && !(rv_winch_room(winch) > 0.0);
    return given;
}
