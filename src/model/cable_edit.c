// Changes of cables at run time. A changed path is made behind the world's list of nodes and
// checked there; only then does it take the place of the old one, so that a refused change changes
// nothing.
#include "model/cable_wrap.h"
#include "model/rod.h"
#include "model/strand.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static rv_cable* editable(rv_world* world, rv_cable_id id, const char* function) {
    rv_cable* cable = rv_world_cable(world, id);
    bool ok = RV_CHECK(world, cable != NULL, "%s: no such cable", function)
              && RV_CHECK(world, !world->stepping, "%s: not callable during a step", function);
    return ok ? cable : NULL;
}

// one whose path can change: segments lie where they lie
static rv_cable* massless(rv_world* world, rv_cable_id id, const char* function) {
    rv_cable* cable = editable(world, id, function);
    bool ok =
        cable != NULL
        && RV_CHECK(world, rv_cable_is_path(cable), "%s: only of a massless cable; this one is %s",
                    function, cable->rod_count > 0 ? "a rod" : "of segments");
    return ok ? cable : NULL;
}

static void wake(rv_world* world, const rv_cable* cable) {
    rv_world_wake(world, rv_cable_body_list(world, cable), cable->body_count);
    for (int s = 0; s < cable->strand_count; s++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + s;
        rv_world_wake(world, rv_strand_bodies(world, strand), strand->segment_count + 2);
    }
}

void rv_cable_bring_up_to_date(rv_world* world, rv_cable* cable) {
    rv_cable_route(world, NULL, (int)(cable - world->cables.data));
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count; i++)
        nodes[i].spun = 0.0;
    cable->twist += cable->last_h * cable->twist_speed;
    cable->last_h = 0.0;
}

int rv_cable_given_place(const rv_world* world, const rv_cable* cable, int given) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int place = given;
    for (int i = 0; cable->made_count > 0 && i <= place; i++)
        place += rv_node_is_made(&nodes[i]);
    return place;
}

int rv_cable_given_at(const rv_world* world, const rv_cable* cable, int place) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int given = place;
    for (int i = 0; cable->made_count > 0 && i <= place; i++)
        given -= rv_node_is_made(&nodes[i]);
    return given;
}

void rv_cable_replace_nodes(rv_world* world, rv_cable* cable, int count, rv_cable_keeps keeps) {
    int old_first = cable->first_node, old_count = cable->node_count;
    wake(world, cable);
    cable->first_node = world->cable_nodes.count;
    cable->node_count = count;
    rv_cable_append_nodes(world, count);
    rv_cable_remove_nodes(world, old_first, old_count);
    rv_cable_layout(world, cable);
    rv_cable_reset(world, cable, keeps);
    cable->swept = false;
    cable->made_count = 0;
    for (int i = 0; i < count; i++)
        cable->made_count += rv_node_is_made(&rv_cable_nodes(world, cable)[i]);
    if (rv_cable_is_layered(cable))
        rv_waves_replace(world, cable, old_count);
    double angle = 0.0, room;
    if (cable->has_twist && keeps == RV_KEEPS_NOTHING)
        rv_twist_start(world, cable, 0.0);
    else if (cable->has_twist && rv_twist_angle(world, NULL, cable, &angle, &room))
        rv_twist_set(world, cable, angle, cable->twist);
    wake(world, cable);
    rv_world_touch(world);
}

void rv_cable_copy_nodes(const rv_world* world, const rv_cable* cable, rv_node_range range,
                         rv_path_node* to) {
    for (int i = range.first; i < range.end; i++, to++) {
        *to = rv_cable_nodes(world, cable)[i];
        to->origin = i;
    }
}

rv_path_node* rv_cable_draft(rv_world* world, const rv_cable* cable, int count) {
    int nodes = world->cable_nodes.count + count;
    bool room =
        rv_cable_reserve(world, world->cable_ids.slots.count, nodes)
        && (!rv_cable_is_layered(cable) || rv_waves_reserve(world, count, cable->layer.cells));
    return room ? world->cable_nodes.data + world->cable_nodes.count : NULL;
}

// the same for a change by the user
static rv_path_node* draft(rv_world* world, const rv_cable* cable, int count,
                           const char* function) {
    rv_path_node* made = rv_cable_draft(world, cable, count);
    RV_CHECK(world, made != NULL, "%s: out of memory", function);
    return made;
}

// Before the user's node `before`: among the nodes that shapes have made on that span, where the path
// comes nearest to the new one.
static int place_for(const rv_world* world, const rv_cable* cable, int before,
                     const rv_cable_node* node) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int last = rv_cable_given_place(world, cable, before), best = last;
    double least = INFINITY;
    rv_path_node made = rv_cable_node_make(world, node);
    rv_path_place(world, NULL, &made, 1);
    for (int i = last; i > 0; i--) {
        const rv_span* span = &nodes[i - 1].span;
        rv_vec3 to = rv_vec3_sub(made.rim.center, span->at[0]);
        double along = fmin(fmax(rv_vec3_dot(to, span->u), 0.0), span->length);
        double apart = rv_vec3_length(rv_vec3_mul_add(to, -along, span->u));
        if (apart < least) {
            least = apart;
            best = i;
        }
        if (!rv_node_is_made(&nodes[i - 1]))
            break;
    }
    return best;
}

bool rv_cable_insert_node(rv_world* world, rv_cable_id id, int before, const rv_cable_node* node) {
    rv_call_begin(world);
    static const char* const NAME = "rv_cable_insert_node";
    rv_cable* cable = massless(world, id, NAME);
    if (cable == NULL || !RV_CHECK(world, node != NULL, "%s: node must not be NULL", NAME)
        || !RV_CHECK(world, before >= 1 && before < rv_cable_given_count(cable),
                     "%s: before = %d: must be in [1, %d]", NAME, before,
                     rv_cable_given_count(cable) - 1))
        return false;
    before = place_for(world, cable, before, node);
    int count = cable->node_count + 1;
    if (!rv_cable_node_is_valid(world, node, before, count, "rv_cable_insert_node: node"))
        return false;
    rv_path_node* made = draft(world, cable, count, NAME);
    if (made == NULL)
        return false;
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_cable_copy_nodes(world, cable, (rv_node_range){0, before}, made);
    made[before] = rv_cable_node_make(world, node);
    made[before].tension = nodes[before - 1].tension;
    rv_cable_copy_nodes(world, cable, (rv_node_range){before, count - 1}, made + before + 1);
    if (!rv_cable_drums_are_valid(world, made, count, &cable->winch[1],
                                  "rv_cable_insert_node: nodes")
        || !rv_cable_friction_is_valid(world, made, count,
                                       (rv_cable_friction){cable->pushes, cable->tension},
                                       "rv_cable_insert_node: nodes")
        || !rv_cable_path_start(world, made, count, "rv_cable_insert_node: nodes"))
        return false;
    rv_cable_bring_up_to_date(world, cable);
    for (int i = 0; i < count - 1; i++)
        made[i + (i >= before)].material = nodes[i].material;
    // a node that splits its section shares it out by the length of the path
    rv_path_node* section = &made[rv_section_before(made, before)];
    double share = made[before].splits
                       ? made[before].geometric / (section->geometric + made[before].geometric)
                       : 0.0;
    made[before].material = share * section->material;
    section->material -= made[before].material;
    rv_cable_replace_nodes(world, cable, count, RV_KEEPS_TENSION);
    return true;
}

bool rv_cable_remove_node(rv_world* world, rv_cable_id id, int node) {
    rv_call_begin(world);
    static const char* const NAME = "rv_cable_remove_node";
    rv_cable* cable = massless(world, id, NAME);
    if (cable == NULL)
        return false;
    int given = rv_cable_given_count(cable);
    if (!RV_CHECK(world, given > 2, "%s: the cable has no node between its ends", NAME)
        || !RV_CHECK(world, node >= 1 && node <= given - 2, "%s: node = %d: must be in [1, %d]",
                     NAME, node, given - 2))
        return false;
    node = rv_cable_given_place(world, cable, node);
    int count = cable->node_count - 1;
    rv_path_node* made = draft(world, cable, count, NAME);
    if (made == NULL)
        return false;
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_cable_copy_nodes(world, cable, (rv_node_range){0, node}, made);
    rv_cable_copy_nodes(world, cable, (rv_node_range){node + 1, count + 1}, made + node);
    if (!rv_cable_drums_are_valid(world, made, count, &cable->winch[1],
                                  "rv_cable_remove_node: nodes")
        || !rv_cable_path_start(world, made, count, "rv_cable_remove_node: nodes"))
        return false;
    rv_cable_bring_up_to_date(world, cable);
    for (int i = 0; i < count; i++)
        made[i].material = nodes[i + (i >= node)].material;
    if (nodes[node].splits)
        made[rv_section_before(nodes, node)].material += nodes[node].material;
    rv_cable_replace_nodes(world, cable, count, RV_KEEPS_TENSION);
    return true;
}

// drums that leave no room for friction between them: what shapes have made loses its own
static void smooth_if_needed(rv_world* world, rv_cable* cable) {
    if (cable->made_count > 0 && !rv_cable_has_room_for_friction(world, cable))
        rv_cable_smooth_wraps(world, cable);
}

bool rv_cable_attach(rv_world* world, rv_cable_id id, int node, const rv_cable_node* end) {
    rv_call_begin(world);
    static const char* const NAME = "rv_cable_attach";
    rv_cable* cable = massless(world, id, NAME);
    if (cable == NULL || !RV_CHECK(world, end != NULL, "%s: end must not be NULL", NAME))
        return false;
    int count = cable->node_count, last = rv_cable_given_count(cable) - 1;
    if (!RV_CHECK(world, node == 0 || node == last, "%s: node = %d: must be 0 or %d", NAME, node,
                  last))
        return false;
    node = node == 0 ? 0 : count - 1;
    if (!rv_cable_node_is_valid(world, end, node, count, "rv_cable_attach: end"))
        return false;
    rv_path_node* made = draft(world, cable, count, NAME);
    if (made == NULL)
        return false;
    rv_cable_copy_nodes(world, cable, (rv_node_range){0, count}, made);
    made[node] = rv_cable_node_make(world, end);
    made[node].origin = node;
    const rv_winch* winch = node == 0 ? &cable->winch[1] : &end->winch;
    if (!rv_cable_drums_are_valid(world, made, count, winch, "rv_cable_attach: nodes")
        || !rv_cable_path_start(world, made, count, "rv_cable_attach: nodes"))
        return false;
    rv_cable_bring_up_to_date(world, cable);
    for (int i = 0; i < count; i++)
        made[i].material = rv_cable_nodes(world, cable)[i].material;
    bool first = node == 0 || !rv_node_is_drum(&made[0]);
    cable->winch[node == 0 ? 0 : 1] = rv_winch_rated(cable, &end->winch, first);
    cable->winch_run[node == 0 ? 0 : 1] = 0.0;
    if (cable->state == RV_CABLE_BROKEN)
        cable->state = cable->pushes ? RV_CABLE_TAUT : RV_CABLE_SLACK;
    rv_cable_replace_nodes(world, cable, count, RV_KEEPS_NOTHING);
    smooth_if_needed(world, cable);
    return true;
}

// the tension of a cable that holds nothing
static void drop_forces(rv_world* world, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count; i++) {
        nodes[i].tension = nodes[i].slip = 0.0;
        world->cable_lambda.data[cable->first_node + i] = 0.0;
    }
}

bool rv_cable_cut(rv_world* world, rv_cable_id id) {
    rv_call_begin(world);
    rv_cable* cable = editable(world, id, "rv_cable_cut");
    if (cable == NULL)
        return false;
    if (cable->rod_count > 0)
        return rv_cable_cut_at(world, id, 0.5 * rv_rods_length(world, cable));
    if (cable->strand_count > 0)
        return rv_cable_cut_at(world, id, 0.5 * rv_strands_length(world, cable));
    cable->state = cable->state_before = RV_CABLE_BROKEN;
    rv_world_disturb(world);
    wake(world, cable);
    drop_forces(world, cable);
    return true;
}

bool rv_cable_mend(rv_world* world, rv_cable_id id) {
    rv_call_begin(world);
    rv_cable* cable = massless(world, id, "rv_cable_mend");
    if (cable == NULL
        || !RV_CHECK(world, cable->state == RV_CABLE_BROKEN, "rv_cable_mend: the cable is whole"))
        return false;
    // it runs straight from node to node; the next step finds what it touches
    if (rv_cable_is_layered(cable))
        rv_waves_straighten(world, cable);
    if (!RV_CHECK(world, rv_cable_drop_wraps(world, cable), "rv_cable_mend: out of memory"))
        return false;
    cable->state = cable->state_before = cable->pushes ? RV_CABLE_TAUT : RV_CABLE_SLACK;
    cable->swept = false;
    rv_world_disturb(world);
    wake(world, cable);
    drop_forces(world, cable);
    // where it has come farther apart than it is long it is spliced; the twist starts from zero
    rv_cable_bring_up_to_date(world, cable);
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count - 1; i++)
        nodes[i].material = fmax(nodes[i].material, nodes[i].geometric);
    if (cable->has_twist)
        rv_twist_start(world, cable, 0.0);
    return true;
}

// all sections alike
static void scale_material(rv_world* world, rv_cable* cable, double scale) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count - 1; i++)
        nodes[i].material *= scale;
}

bool rv_cable_set_length(rv_world* world, rv_cable_id id, double length) {
    rv_call_begin(world);
    static const char* const NAME = "rv_cable_set_length";
    rv_cable* cable = massless(world, id, NAME);
    if (cable == NULL
        || !RV_CHECK(world, isfinite(length) && length > 0.0,
                     "%s: length = %g m: must be finite and > 0", NAME, length))
        return false;
    rv_world_disturb(world);
    int drum = rv_cable_has_drum(world, cable, 0) ? 0 : rv_cable_has_drum(world, cable, 1) ? 1 : -1;
    double more = length - rv_cable_material(world, cable);
    if (drum < 0) {
        wake(world, cable);
        scale_material(world, cable, length / rv_cable_material(world, cable));
        return true;
    }
    rv_winch* winch = &cable->winch[drum];
    rv_path_node* section = rv_cable_nodes(world, cable) + rv_drum_section(world, cable, drum);
    if (!RV_CHECK(world, more <= winch->stored,
                  "%s: length = %g m: takes %g m from the drum, which has %g m", NAME, length, more,
                  winch->stored)
        || !RV_CHECK(world, -more <= rv_winch_room(winch),
                     "%s: length = %g m: gives %g m to the drum, which has room for %g m", NAME,
                     length, -more, rv_winch_room(winch))
        || !RV_CHECK(world, section->material + more > 0.0,
                     "%s: length = %g m: winds in %g m where the drum's section has %g m", NAME,
                     length, -more, section->material))
        return false;
    wake(world, cable);
    winch->stored -= more;
    section->material += more;
    return true;
}

bool rv_cable_set_breaking_load(rv_world* world, rv_cable_id id, double load) {
    rv_call_begin(world);
    rv_cable* cable = editable(world, id, "rv_cable_set_breaking_load");
    if (cable == NULL
        || !RV_CHECK(world, load > 0.0,
                     "rv_cable_set_breaking_load: breaking_load = %g N: must be > 0", load))
        return false;
    cable->breaking_load = load;
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        world->cables.data[b].breaking_load = load;
    return true;
}

// the drum at a node, or -1 with an error
static int drum_at(rv_world* world, const rv_cable* cable, int node, const char* function) {
    bool first = node == 0, last = node == rv_cable_given_count(cable) - 1;
    bool drum = (first || last) && rv_cable_has_drum(world, cable, first ? 0 : 1);
    RV_CHECK(world, drum, "%s: node %d is no drum", function, node);
    return drum ? first ? 0 : 1 : -1;
}

// the winch of a drum, which may be in a bridge
static rv_winch* winch_at(rv_world* world, const rv_cable* cable, int node) {
    rv_cable_place at = rv_cable_place_of(world, cable, node);
    return &world->cables.data[at.cable].winch[node == 0 ? 0 : 1];
}

bool rv_cable_set_winch(rv_world* world, rv_cable_id id, int node, const rv_winch* winch) {
    rv_call_begin(world);
    static const char* const NAME = "rv_cable_set_winch";
    rv_cable* cable = editable(world, id, NAME);
    if (cable == NULL || !RV_CHECK(world, winch != NULL, "%s: winch must not be NULL", NAME))
        return false;
    int which = drum_at(world, cable, node, NAME);
    if (which < 0 || !rv_winch_is_valid(world, winch, "rv_cable_set_winch: winch"))
        return false;
    const rv_winch* last =
        which == 1 ? winch : winch_at(world, cable, rv_cable_given_count(cable) - 1);
    if (!rv_cable_drums_are_valid(world, rv_cable_nodes(world, cable), cable->node_count, last,
                                  "rv_cable_set_winch: nodes"))
        return false;
    rv_winch* own = winch_at(world, cable, node);
    bool first = which == 0 || !rv_cable_has_drum(world, cable, 0);
    rv_winch rated = rv_winch_rated(cable, winch, first);
    if (memcmp(own, &rated, sizeof rated) != 0)
        wake(world, cable);
    *own = rated;
    smooth_if_needed(world, cable);
    return true;
}

bool rv_cable_set_winch_speed(rv_world* world, rv_cable_id id, int node, double speed) {
    rv_call_begin(world);
    static const char* const NAME = "rv_cable_set_winch_speed";
    rv_cable* cable = editable(world, id, NAME);
    int which = cable == NULL ? -1 : drum_at(world, cable, node, NAME);
    if (which < 0
        || !RV_CHECK(world, isfinite(speed), "%s: speed = %g m/s: must be finite", NAME, speed))
        return false;
    rv_winch* winch = winch_at(world, cable, node);
    if (winch->speed != speed)
        wake(world, cable);
    winch->speed = speed;
    return true;
}
