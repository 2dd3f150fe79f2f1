// Cables: definitions, creation, layout and destruction.
#include "model/cable_knot.h"
#include "model/family.h"
#include "model/rod.h"
#include "model/rope.h"
#include "model/strand.h"
#include "model/wave.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SEGMENTS_MAX = 100000, USUAL_SEGMENTS = 24, USUAL_WRAPS = 8 };
static const double LINE_SHARE = 0.1; // by which a cable may begin strained along its line
// By which the length of a line and that of a cable may differ and mean the same: points of a drawing
// that are rounded to 1 mm and 0.1 m apart.
static const double DRAWN_SHARE = 0.01;

rv_cable_node rv_cable_node_default(void) {
    return (rv_cable_node){.efficiency = 1.0,
                           .winch = {.acceleration = 0.5,
                                     .max_speed = NAN,
                                     .max_force = NAN,
                                     .brake_force = NAN,
                                     .stored = INFINITY,
                                     .capacity = INFINITY}};
}

rv_cable_def rv_cable_def_default(void) {
    return (rv_cable_def){.material = rv_material_default(),
                          .diameter = 0.01,
                          .length = NAN,
                          .EA = NAN,
                          .mass_per_length = NAN,
                          .GJ = NAN,
                          .damping = NAN,
                          .twist_damping = NAN,
                          .breaking_load = INFINITY,
                          .layer = {.cells = 20, .damping = 0.2},
                          .touch = {.friction = NAN, .group = 1, .mask = UINT32_MAX},
                          .segments = {.length = NAN,
                                       .EI = NAN,
                                       .bend_damping = NAN,
                                       .turn_limit = 0.3,
                                       .touch_length = NAN,
                                       .drag = {.density = 1.2},
                                       .group = 1,
                                       .mask = UINT32_MAX,
                                       .touches_itself = true},
                          .rod = {.tolerance = 1e-12,
                                  .iterations = 30,
                                  .contact_stiffness = 100.0,
                                  .contact_distance = NAN},
                          .magic = RV_DEF_MAGIC};
}

// --- nodes ---

rv_path_node rv_cable_node_make(const rv_world* world, const rv_cable_node* def) {
    const rv_body* body = rv_world_body(world, def->body);
    const rv_body* wheel = rv_world_body(world, def->wheel);
    rv_path_node node = {.def = *def,
                         .origin = -1,
                         .shape = -1,
                         .holder = {.body = -1, .solid = -1},
                         .body = body == NULL ? -1 : (int32_t)(body - world->bodies.data),
                         .wheel = wheel == NULL ? -1 : (int32_t)(wheel - world->bodies.data)};
    bool passes = def->type == RV_CABLE_EYE || def->type == RV_CABLE_PULLEY;
    node.splits = passes && (def->friction > 0.0 || def->efficiency < 1.0);
    double length = rv_vec3_length(def->axis);
    if (length > 0.0) {
        node.axis = rv_vec3_scale(def->axis, 1.0 / length);
        if (def->type != RV_CABLE_FIXED && def->side < 0)
            node.axis = rv_vec3_neg(node.axis);
        node.reference = rv_vec3_perpendicular(node.axis);
    }
    return node;
}

// the side of a wheel that the path turns to, seen from centre to centre; 0: it goes straight on or back
static int side_of(const rv_path_node* before, const rv_path_node* node,
                   const rv_path_node* after) {
    rv_vec3 in = rv_vec3_sub(node->rim.center, before->rim.center);
    rv_vec3 out = rv_vec3_sub(after->rim.center, node->rim.center);
    double turn = rv_vec3_dot(node->rim.axis, rv_vec3_cross(in, out));
    double size = rv_vec3_length(in) * rv_vec3_length(out);
    return fabs(turn) <= 1e-9 * size ? 0 : turn > 0.0 ? 1 : -1;
}

static bool choose_sides(rv_world* w, rv_path_node* nodes, int count, const char* name) {
    for (int i = 0; i < count; i++) {
        rv_path_node* node = &nodes[i];
        if (!(node->def.radius > 0.0) || node->def.side != 0)
            continue;
        node->def.side = rv_node_is_drum(node) ? 1 : side_of(&nodes[i - 1], node, &nodes[i + 1]);
        if (!RV_CHECK(w, node->def.side != 0,
                      "%s[%d].side = 0: must be 1 or -1 where the path from centre to centre runs "
                      "straight past the wheel or straight back",
                      name, i))
            return false;
        if (node->def.side < 0) {
            node->axis = rv_vec3_neg(node->axis);
            node->rim.axis = rv_vec3_neg(node->rim.axis);
        }
    }
    return true;
}

bool rv_cable_path_start(rv_world* w, rv_path_node* nodes, int count, const char* name) {
    rv_path_place(w, NULL, nodes, count);
    if (!choose_sides(w, nodes, count, name))
        return false;
    for (int i = 0, given = -1; i < count - 1; i++) {
        rv_span* span = &nodes[i].span;
        *span = (rv_span){.u = {0, 0, 1}};
        nodes[i].next = i + 1;
        rv_path_span(&nodes[i], &nodes[i + 1], span);
        given += !rv_node_is_made(&nodes[i]);
        // what shapes have made is looked at again in the next step, and past a wheel that it has come
        // off the cable runs elsewhere
        if (rv_node_is_made(&nodes[i]) || rv_node_is_made(&nodes[i + 1]) || nodes[i].lifted
            || nodes[i + 1].lifted)
            continue;
        int wheel = given + (nodes[i].def.radius > nodes[i + 1].def.radius ? 0 : 1);
        if (!RV_CHECK(w, !span->inside, "%s[%d]: the path runs inside the rim of %s[%d]", name,
                      2 * given + 1 - wheel, name, wheel)
            || !RV_CHECK(w, span->length > 1e-9, "%s[%d]: coincides with %s[%d]", name, given + 1,
                         name, given))
            return false;
    }
    for (int i = 1; i < count - 1; i++) {
        rv_path_node* node = &nodes[i];
        // a cable that has come off its wheel is not threaded again by a change elsewhere
        if (node->def.type != RV_CABLE_PULLEY || (node->placed && node->lifted))
            continue;
        rv_vec3 in = nodes[i - 1].span.radial[1], out = node->span.radial[0];
        double wrap = rv_angle_about(node->rim.axis, in, out);
        // a straight line that grazes the wheel is no full turn
        double first = wrap + 2.0 * RV_PI * (node->def.turns + (wrap < -1e-9 ? 1 : 0));
        node->wrap = node->placed ? rv_angle_near(wrap, node->wrap) : first;
        node->lifted = node->wrap < 0.0 && !rv_node_grips(node) && !node->kept;
    }
    rv_path_find(w, NULL, nodes, count);
    rv_path_measure(nodes, count);
    return true;
}

// --- layout ---

// place of a body in a list that may have it already; marks[body] is its place + 1
static int32_t enlist(int32_t* list, int32_t* count, int* marks, int32_t body) {
    if (body < 0)
        return -1;
    if (marks[body] == 0) {
        list[*count] = body;
        marks[body] = ++*count;
    }
    return marks[body] - 1;
}

// clears the marks; where nodes stand on the world, the list ends with it
static void close_list(int32_t* list, int32_t* count, int* marks, bool has_world) {
    for (int i = 0; i < *count; i++)
        marks[list[i]] = 0;
    if (has_world)
        list[(*count)++] = -1;
}

// the bodies of the section from node `start` to `end`; returns how many
static int32_t list_section(rv_path_node* nodes, int start, int end, int32_t* list, int* marks) {
    int32_t bodies = 0;
    bool has_world = false;
    for (int i = start; i <= end; i++) {
        rv_path_node* node = &nodes[i];
        int32_t slot = enlist(list, &bodies, marks, node->body);
        int32_t wheel = enlist(list, &bodies, marks, node->wheel);
        has_world |= node->body < 0;
        if (i < end) {
            node->slot_after = slot;
            node->wheel_slot_after = wheel;
        }
        if (i > start) {
            node->slot_before = slot;
            node->wheel_slot_before = wheel;
        }
    }
    close_list(list, &bodies, marks, has_world);
    return bodies;
}

// twist needs something to hold at both ends, and something that turns them against each other
static bool can_twist(const rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    bool turns = false;
    for (int i = 1; i < cable->node_count; i++)
        turns |= nodes[i].body != nodes[0].body;
    bool holds = turns && cable->GJ > 0.0;
    for (int s = 0; s < 2; s++) {
        const rv_path_node* end = &nodes[s == 0 ? 0 : cable->node_count - 1];
        bool particle = end->body >= 0 && world->bodies.data[end->body].kind == RV_BODY_PARTICLE;
        holds &= !particle && !end->def.swivel;
    }
    return holds;
}

void rv_cable_layout(rv_world* world, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    int32_t* list = world->cable_bodies.data + RV_CABLE_BODIES * cable->first_node;
    int* marks = world->scratch.data;
    int count = cable->node_count;
    for (int i = 0; i < world->bodies.count; i++)
        marks[i] = 0;
    cable->body_count = cable->knot_count = 0;
    cable->loose = false;
    cable->section_count = 0;
    bool has_world = false;
    for (int i = 0; i < count; i++) {
        has_world |= nodes[i].body < 0;
        nodes[i].slot = enlist(list, &cable->body_count, marks, nodes[i].body);
        nodes[i].wheel_slot = enlist(list, &cable->body_count, marks, nodes[i].wheel);
        // its rows reach other nodes of a solid in every step: they are in no pattern
        nodes[i].knot = cable->knot_count;
        cable->knot_count += rv_node_is_on_solid(&nodes[i]);
        cable->loose |=
            (nodes[i].splits && !rv_node_grips(&nodes[i])) || rv_node_is_on_solid(&nodes[i]);
    }
    close_list(list, &cable->body_count, marks, has_world);
    int32_t used = cable->body_count;
    for (int start = 0, end; start < count - 1; start = end) {
        end = rv_section_end(nodes, count, start);
        nodes[start].section_bodies = used;
        nodes[start].section_body_count = list_section(nodes, start, end, list + used, marks);
        used += nodes[start].section_body_count;
        cable->section_count++;
    }
    cable->has_twist = can_twist(world, cable);
    rv_cable_find_stops(world, cable);
}

// --- creation ---

bool rv_cable_reserve(rv_world* world, int cables, int nodes) {
    rv_memory* m = &world->memory;
    return rv_id_pool_reserve(m, &world->cable_ids, cables)
           && rv_array_reserve(m, &world->cables, cables)
           && rv_array_reserve(m, &world->cable_events, RV_CABLE_EVENTS_MAX * cables)
           && rv_array_reserve(m, &world->cable_nodes, nodes)
           && rv_array_reserve(m, &world->cable_lambda, nodes)
           && rv_array_reserve(m, &world->cable_row_state, nodes)
           && rv_array_reserve(m, &world->cable_bodies, RV_CABLE_BODIES * nodes)
           && rv_array_reserve(m, &world->scratch, 2 * world->bodies.count);
}

// Both ends at one place: good for segments that know where to lie.
static bool lays_a_loop(const rv_world* world, const rv_cable_def* def, rv_path_node* nodes) {
    bool knows = def->segments.shape != NULL || !isnan(def->length);
    bool may = def->model == RV_CABLE_SEGMENTS || def->model == RV_CABLE_ROD;
    if (!may || def->node_count != 2 || !knows || def->nodes[0].type == RV_CABLE_DRUM
        || def->nodes[1].type == RV_CABLE_DRUM)
        return false;
    rv_path_place(world, NULL, nodes, 2);
    rv_vec3 d = rv_vec3_sub(nodes[1].rim.center, nodes[0].rim.center);
    if (rv_vec3_length(d) > 1e-9)
        return false;
    nodes[0].next = 1;
    nodes[0].span = (rv_span){.u = {0, 0, 1}, .at = {nodes[0].rim.center, nodes[1].rim.center}};
    return true;
}

// new nodes at the end of the world's list, not yet of any cable
static bool make_nodes(rv_world* world, const rv_cable_def* def) {
    rv_path_node* nodes = world->cable_nodes.data + world->cable_nodes.count;
    for (int i = 0; i < def->node_count; i++) {
        char name[48];
        snprintf(name, sizeof name, "rv_cable_def.nodes[%d]", i);
        if (!rv_cable_node_is_valid(world, &def->nodes[i], i, def->node_count, name))
            return false;
        nodes[i] = rv_cable_node_make(world, &def->nodes[i]);
    }
    const rv_winch* last = &def->nodes[def->node_count - 1].winch;
    return rv_cable_drums_are_valid(world, nodes, def->node_count, last, "rv_cable_def.nodes")
           && rv_cable_friction_is_valid(world, nodes, def->node_count,
                                         (rv_cable_friction){def->pushes, def->tension},
                                         "rv_cable_def.nodes")
           && (lays_a_loop(world, def, nodes)
               || rv_cable_path_start(world, nodes, def->node_count, "rv_cable_def.nodes"));
}

// with what is not given taken from a solid bar
static rv_cable_segments segments_of(const rv_cable_def* d) {
    rv_cable_segments s = d->segments;
    double r = 0.5 * d->diameter, r2 = r * r;
    if (isnan(s.EI))
        s.EI = 0.25 * RV_PI * d->material.young * r2 * r2;
    if (s.bend_law.curve_count > 0 || s.bend_law.layer_count > 0) {
        rv_bend_law law = rv_bend_law_of(&s.bend_law, s.EI);
        s.EI = rv_bend_stiffness(&law);
    }
    s.bend_law = (rv_cable_bend_law){0};
    s.shape = s.velocities = NULL;
    s.shape_count = 0;
    s.velocity = s.angular_velocity = (rv_vec3){0, 0, 0};
    s.knot = RV_KNOT_NONE;
    return s;
}

// A crane's rope is used to a fifth of that, its motor stalls at two to three times its rating:
// half.
static const double MOTOR_SHARE = 0.5;
// A brake holds 1.5 times what its motor can lift, and less than breaks the rope.
static const double BRAKE_SHARE = 0.75;

rv_winch rv_winch_rated(const rv_cable* cable, const rv_winch* winch, bool gives_way) {
    double strength = fmin(cable->rated_load, cable->breaking_load);
    rv_winch rated = *winch;
    if (isnan(rated.max_force))
        rated.max_force = gives_way ? MOTOR_SHARE * strength : INFINITY;
    if (isnan(rated.brake_force))
        rated.brake_force = gives_way ? BRAKE_SHARE * strength : INFINITY;
    // What stops at v sends a jump of v sqrt(EA mu) along a bar: at this v, that is the motor's
    // force.
    double impedance = 0.25 * RV_PI * sqrt(cable->material.young * cable->material.density);
    if (isnan(rated.max_speed))
        rated.max_speed = MOTOR_SHARE * rv_rope_strength(&cable->material, 1.0) / impedance;
    return rated;
}

static void rate_winches(rv_cable* cable, const rv_cable_def* d) {
    for (int which = 0; which < 2; which++) {
        bool second = which == 1 && d->nodes[0].type == RV_CABLE_DRUM;
        cable->winch[which] = rv_winch_rated(cable, &cable->winch[which], !second);
    }
}

// What bends has EI of a solid bar, and twist that belongs to it.
static double usual_GJ(const rv_cable_def* d) {
    double r = 0.5 * d->diameter, E = d->material.young;
    double G = E / (2.0 * (1.0 + d->material.poisson));
    return rv_model_is_divided(d->model) ? 0.5 * G * RV_PI * r * r * r * r
                                         : rv_rope_GJ(E, G, d->diameter);
}

static rv_cable cable_of(const rv_world* world, const rv_cable_def* d) {
    double r = 0.5 * d->diameter, bar = 0.25 * RV_PI * d->material.young * r * r * r * r;
    const rv_path_node* nodes = world->cable_nodes.data + world->cable_nodes.count;
    return (rv_cable){.model = d->model,
                      .first_node = world->cable_nodes.count,
                      .node_count = d->node_count,
                      .material = d->material,
                      .diameter = d->diameter,
                      .EA = isnan(d->EA) ? rv_cable_bar_EA(d) : d->EA,
                      .mass_per_length = isnan(d->mass_per_length)
                                             ? RV_PI * d->material.density * r * r
                                             : d->mass_per_length,
                      .GJ = isnan(d->GJ) ? usual_GJ(d) : d->GJ,
                      .damping = d->damping,
                      .twist_damping = d->twist_damping,
                      .restitution = d->restitution,
                      .breaking_load = d->breaking_load,
                      .rated_load = rv_rope_strength(&d->material, d->diameter),
                      .pushes = d->pushes,
                      .solver_group = d->solver_group,
                      .tension = d->tension,
                      .layer = d->layer,
                      .first_wave = -1,
                      .first_wave_value = -1,
                      .touch = d->touch,
                      .segments = segments_of(d),
                      .bend_law = rv_bend_law_of(&d->segments.bend_law,
                                                 isnan(d->segments.EI) ? bar : d->segments.EI),
                      .rod = d->rod,
                      .first_bridge = -1,
                      .parent = -1,
                      .next_bridge = -1,
                      .user_data = d->user_data,
                      .winch = {nodes[0].def.winch, nodes[d->node_count - 1].def.winch},
                      .state = d->pushes ? RV_CABLE_TAUT : RV_CABLE_SLACK,
                      .state_before = d->pushes ? RV_CABLE_TAUT : RV_CABLE_SLACK};
}

// grows the world's lists by nodes that have been made behind their ends
void rv_cable_append_nodes(rv_world* world, int count) {
    int first = world->cable_nodes.count, nodes = first + count;
    world->cable_nodes.count = world->cable_lambda.count = world->cable_row_state.count = nodes;
    world->cable_bodies.count = RV_CABLE_BODIES * nodes;
    memset(world->cable_lambda.data + first, 0, (size_t)count * sizeof(double));
    memset(world->cable_row_state.data + first, 0, (size_t)count);
}

void rv_cable_remove_nodes(rv_world* world, int first, int count) {
    rv_array_cut(&world->cable_nodes, first, count);
    rv_array_cut(&world->cable_lambda, first, count);
    rv_array_cut(&world->cable_row_state, first, count);
    rv_array_cut(&world->cable_bodies, RV_CABLE_BODIES * first, RV_CABLE_BODIES * count);
    for (int i = 0; i < world->cables.count; i++)
        if (world->cables.data[i].first_node > first)
            world->cables.data[i].first_node -= count;
}

void rv_cable_reset(rv_world* world, rv_cable* cable, rv_cable_keeps keeps) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count; i++) {
        nodes[i].placed = true;
        nodes[i].spun = 0.0;
        if (keeps == RV_KEEPS_NOTHING)
            nodes[i].slip = nodes[i].tension = 0.0;
    }
    rv_cable_seed_forces(world, cable);
    nodes[cable->node_count - 1].material = nodes[cable->node_count - 1].geometric = 0.0;
    rv_path_mark(world, cable);
}

// unstretched lengths of the sections, together `length` (NaN: as long as the path)
static void share_length(rv_world* world, rv_cable* cable, double length) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    double path = rv_path_measure(nodes, cable->node_count);
    for (int i = 0; i < cable->node_count; i++)
        nodes[i].material = nodes[i].geometric * (isnan(length) ? 1.0 : length / path);
}

// points between the segments of the longest strand, while they are made
typedef struct draft {
    int count;
    rv_vec3* points;
} draft;

static void free_draft(rv_world* world, draft* d) {
    if (d->points != NULL)
        rv_memory_release(&world->memory, d->points, (size_t)d->count * sizeof *d->points);
    d->points = NULL;
}

static bool make_draft(rv_world* world, rv_parts_size size, draft* d) {
    *d = (draft){.count = size.longest + 1};
    d->points = rv_memory_allocate(&world->memory, (size_t)d->count * sizeof *d->points);
    bool ok = d->points != NULL && rv_strand_reserve(world, size.strands, size.segments);
    if (!RV_CHECK(world, ok, "rv_cable_create: out of memory")) {
        free_draft(world, d);
        return false;
    }
    return true;
}

static double line_length(const rv_vec3* points, int count) {
    double sum = 0.0;
    for (int i = 1; i < count; i++)
        sum += rv_vec3_length(rv_vec3_sub(points[i], points[i - 1]));
    return sum;
}

static bool lies(rv_world* world, bool fits, int count) {
    return RV_CHECK(
        world, fits,
        "rv_cable_def.segments.shape: turns too sharply for %d segments: must have more", count);
}

// where the vertices of a rod are
static bool lay_rod(rv_world* world, const rv_cable_def* def, const rv_cable* cable, double length,
                    draft* d) {
    const rv_path_node* nodes = world->cable_nodes.data + world->cable_nodes.count;
    int edges = d->count - 1, clamps = def->nodes[0].clamped + def->nodes[1].clamped;
    if (!RV_CHECK(world, edges > clamps,
                  "rv_cable_def.segments.count = %d: must be more than clamped ends, %d", edges,
                  clamps))
        return false;
    int most = rv_rod_room(cable, d->count);
    if (!RV_CHECK(world, most >= d->count,
                  "rv_cable_def.segments.max_count = %d: must be 0, or as many as the rod begins "
                  "with, %d",
                  most - 1, edges))
        return false;
    bool ok =
        rv_rod_reserve(world, world->rods.count + 1, world->rod_x.count + most)
        && (!rv_segments_have_rest(&def->segments) || rv_rod_reserve_reading(world, d->count));
    rv_rod_lie lie = ok ? rv_rod_lay(world,
                                     &(rv_rod_layout){.cable = cable,
                                                      .nodes = nodes,
                                                      .line = &def->segments,
                                                      .count = edges,
                                                      .length = length},
                                     d->points)
                        : RV_ROD_NO_MEMORY;
    return RV_CHECK(world, lie != RV_ROD_NO_MEMORY, "rv_cable_create: out of memory")
           && lies(world, lie == RV_ROD_LIES, edges);
}

// What stretches may begin strained along its line; what does not is as long as it lies.
static bool length_fits(rv_world* world, const rv_cable* cable, double length, double line) {
    double share = cable->EA < INFINITY ? LINE_SHARE : DRAWN_SHARE;
    return RV_CHECK(world, fabs(length - line) <= share * line,
                    "rv_cable_def.length = %g m: must be %g to %g m with its shape of %g m", length,
                    line * (1.0 - share), line * (1.0 + share), line);
}

// unstretched length of a cable along a line of the user's; NaN: as it lies
static double length_along_line(const rv_cable_def* def, const rv_cable* cable) {
    return cable->EA < INFINITY ? def->length : NAN;
}

// The segments of a new cable, for nodes that stand behind the world's list: how many, and along a
// line of the user's also where.
static bool draft_segments(rv_world* world, const rv_cable_def* def, rv_cable* cable, draft* d) {
    const rv_cable_segments* s = &def->segments;
    rv_path_node* nodes = world->cable_nodes.data + world->cable_nodes.count;
    double path = rv_path_measure(nodes, def->node_count);
    double line = s->shape != NULL ? line_length(s->shape, s->shape_count) : path;
    double length = isnan(def->length) ? line : def->length;
    if (s->count > 0 || isnan(s->length))
        cable->segments.length = length / (s->count > 0 ? s->count : USUAL_SEGMENTS);
    for (int i = 0; i < def->node_count; i++)
        nodes[i].material = nodes[i].geometric * (path > 0.0 ? length / path : 1.0);
    if (s->shape != NULL && !length_fits(world, cable, length, line))
        return false;
    rv_parts_size size = rv_cable_parts_size(cable, nodes);
    if (s->shape != NULL || !(path > 0.0) || def->model == RV_CABLE_ROD) {
        double wanted = fmax(1.0, floor(length / cable->segments.length + 0.5));
        int count = (int)fmin(wanted, SEGMENTS_MAX + 1.0);
        size = (rv_parts_size){1, count, count};
    }
    bool straight = s->shape != NULL || size.segments != 1 || def->node_count > 2;
    if (!RV_CHECK(
            world, straight || length <= path * (1.0 + 1e-9),
            "rv_cable_def.segments.count = 1: must be more where the cable is longer than its "
            "path")
        || !RV_CHECK(
            world, size.segments <= SEGMENTS_MAX,
            "rv_cable_def.segments.length = %g m: makes more than %d segments: must be longer",
            cable->segments.length, SEGMENTS_MAX)
        || !rv_cable_segment_is_valid(world, cable,
                                      length / (size.segments > 0 ? size.segments : 1)))
        return false;
    if (!make_draft(world, size, d))
        return false;
    if (def->model == RV_CABLE_ROD
            ? lay_rod(world, def, cable, length, d)
            : s->shape == NULL
                  || lies(world, rv_strand_follow(s, size.segments, d->points), size.segments))
        return true;
    free_draft(world, d);
    return false;
}

static rv_cable* add_cable(rv_world* world, const rv_cable_def* def, const rv_cable* cable) {
    rv_cable_append_nodes(world, def->node_count);
    int index = rv_id_pool_add(&world->memory, &world->cable_ids);
    if (index >= world->cables.count)
        world->cables.count = index + 1;
    world->cables.data[index] = *cable;
    rv_cable* made = &world->cables.data[index];
    rv_cable_layout(world, made);
    share_length(world, made, def->length);
    rv_cable_reset(world, made, RV_KEEPS_NOTHING);
    return made;
}

// one strand along the line that the draft holds
static void add_along_line(rv_world* world, const rv_cable_def* def, int32_t index,
                           const draft* d) {
    const rv_path_node* ends = rv_cable_nodes(world, &world->cables.data[index]);
    double length = length_along_line(def, &world->cables.data[index]);
    length = isnan(length) ? line_length(d->points, d->count) : length;
    rv_strand_add(world, &(rv_strand_plan){.cable = index,
                                           .points = d->points,
                                           .count = d->count - 1,
                                           .length = length,
                                           .twist = def->twist,
                                           .motion = &def->segments,
                                           .ends = {&ends[0], &ends[1]},
                                           .held = {ends[0].def.type != RV_CABLE_FREE,
                                                    ends[1].def.type != RV_CABLE_FREE}});
}

static void add_rod(rv_world* world, const rv_cable_def* def, int32_t index, const draft* d) {
    const rv_cable* cable = &world->cables.data[index];
    const rv_path_node* ends = rv_cable_nodes(world, cable);
    bool follows = def->segments.shape != NULL;
    rv_rod_add(world,
               &(rv_rod_plan){.cable = index,
                              .points = d->points,
                              .count = d->count,
                              .length = follows ? length_along_line(def, cable) : def->length,
                              .twist = def->twist,
                              .motion = &def->segments,
                              .ends = {&ends[0], &ends[1]}});
}

// of a def that is valid but for its nodes and how it lies
static rv_cable_id create(rv_world* world, const rv_cable_def* def) {
    const rv_cable_id none = {0};
    // segments: a bridge per node at most, with nodes on the strands before and behind it
    bool bridges = rv_model_is_divided(def->model);
    int slots = world->cable_ids.slots.count + 1 + (bridges ? def->node_count : 0);
    int nodes = world->cable_nodes.count + (bridges ? 4 : 1) * def->node_count;
    // touching shapes makes nodes: a path of them, and another one while it changes
    int room = def->touch.enabled ? 2 * (def->node_count + USUAL_WRAPS) : 0;
    bool layered = def->model == RV_CABLE_LAYERED;
    if (!RV_CHECK(
            world,
            rv_cable_reserve(world, slots, nodes + room)
                && (!layered || rv_waves_reserve(world, def->node_count + room, def->layer.cells)),
            "rv_cable_create: out of memory")
        || !make_nodes(world, def))
        return none;
    rv_cable cable = cable_of(world, def);
    rate_winches(&cable, def);
    draft d = {0};
    if (bridges && !draft_segments(world, def, &cable, &d))
        return none;
    rv_cable* made = add_cable(world, def, &cable);
    int index = (int)(made - world->cables.data);
    if (def->model == RV_CABLE_ROD)
        add_rod(world, def, index, &d);
    else if (def->model == RV_CABLE_SEGMENTS && def->segments.shape != NULL)
        add_along_line(world, def, index, &d);
    else if (def->model == RV_CABLE_SEGMENTS)
        rv_cable_make_parts(world, index, &def->segments, def->twist, d.points);
    if (rv_cable_is_path(made) && made->has_twist)
        rv_twist_start(world, made, def->twist);
    if (layered)
        rv_waves_add(world, made);
    free_draft(world, &d);
    rv_world_wake(world, rv_cable_body_list(world, made), made->body_count);
    rv_world_touch(world);
    rv_id id = rv_id_pool_id(&world->cable_ids, index);
    return (rv_cable_id){id.slot, id.generation, id.world};
}

rv_cable_id rv_cable_create(rv_world* world, const rv_cable_def* def) {
    rv_call_begin(world);
    rv_cable_id made = {0};
    if (!rv_cable_def_is_valid(world, def))
        return made;
    if (def->segments.knot == RV_KNOT_NONE || !rv_model_is_divided(def->model))
        return create(world, def);
    rv_cable_def tied;
    if (rv_cable_tie(world, def, &tied)) {
        made = create(world, &tied);
        rv_cable_untie(world, &tied);
    }
    return made;
}

bool rv_cable_destroy(rv_world* world, rv_cable_id id) {
    rv_call_begin(world);
    rv_cable* cable = rv_world_cable(world, id);
    if (!RV_CHECK(world, cable != NULL, "rv_cable_destroy: no such cable")
        || !RV_CHECK(world, !world->stepping, "rv_cable_destroy: not callable during a step"))
        return false;
    rv_world_wake(world, rv_cable_body_list(world, cable), cable->body_count);
    rv_families_do(leave_cable, world, (int)(cable - world->cables.data));
    rv_waves_remove(world, cable);
    rv_cable_remove_nodes(world, cable->first_node, cable->node_count);
    rv_id_pool_remove(&world->cable_ids, (int)(cable - world->cables.data));
    rv_cable_remove_parts(world, cable);
    rv_cable_remove_rods(world, cable);
    // events may name it
    world->cable_events.count = 0;
    rv_world_touch(world);
    return true;
}

void rv_cable_remove(rv_world* world, int index) {
    int parent = world->cables.data[index].parent;
    rv_cable_destroy(world, rv_world_cable_id(world, parent >= 0 ? parent : index));
}
