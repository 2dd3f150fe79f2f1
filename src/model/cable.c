// Cables: definitions and their rules, creation, layout and destruction.
#include "model/cable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NODES_MAX = 100000, FRICTION_MAX = 500, TURNS_MAX = 100 };

rv_cable_node rv_cable_node_default(void) {
    return (rv_cable_node){.efficiency = 1.0,
                           .winch = {.max_force = INFINITY,
                                     .brake_force = INFINITY,
                                     .stored = INFINITY,
                                     .capacity = INFINITY}};
}

rv_cable_def rv_cable_def_default(void) {
    return (rv_cable_def){.material = rv_material_default(),
                          .diameter = 0.01,
                          .length = NAN,
                          .EA = NAN,
                          .GJ = NAN,
                          .damping = NAN,
                          .twist_damping = NAN,
                          .breaking_load = INFINITY,
                          .magic = RV_DEF_MAGIC};
}

// --- rules ---

bool rv_winch_is_valid(rv_world* w, const rv_winch* d, const char* name) {
    return RV_CHECK(w, isfinite(d->speed), "%s.speed = %g m/s: must be finite", name, d->speed)
           && RV_CHECK(w, d->slip >= 0.0 && isfinite(d->slip),
                       "%s.slip = %g m/s/N: must be finite and >= 0", name, d->slip)
           && RV_CHECK(w, d->max_force >= 0.0, "%s.max_force = %g N: must be >= 0", name,
                       d->max_force)
           && RV_CHECK(w, d->brake_force >= 0.0, "%s.brake_force = %g N: must be >= 0", name,
                       d->brake_force)
           && RV_CHECK(w, d->stored >= 0.0, "%s.stored = %g m: must be >= 0", name, d->stored)
           && RV_CHECK(w, d->capacity >= d->stored, "%s.capacity = %g m: must be >= stored = %g m",
                       name, d->capacity, d->stored);
}

static bool wheel_is_valid(rv_world* w, const rv_cable_node* d, const char* name) {
    const rv_body* wheel = rv_world_body(w, d->wheel);
    if (d->wheel.slot == 0)
        return true;
    return RV_CHECK(w, wheel != NULL, "%s.wheel: no such body", name)
           && RV_CHECK(w, wheel->kind == RV_BODY_SCALAR, "%s.wheel: must be a scalar body", name)
           && RV_CHECK(w, d->type == RV_CABLE_PULLEY, "%s.wheel: only a pulley has one", name)
           && RV_CHECK(w, d->friction > 0.0,
                       "%s.friction = %g: must be > 0 for the cable to turn its wheel", name,
                       d->friction)
           && RV_CHECK(w, d->efficiency == 1.0,
                       "%s.efficiency = %g: must be 1 with a wheel of its own (damp the wheel)",
                       name, d->efficiency);
}

// radius and axis
static bool rim_is_valid(rv_world* w, const rv_cable_node* d, const char* name) {
    bool pulley = d->type == RV_CABLE_PULLEY, drum = d->type == RV_CABLE_DRUM;
    rv_vec3 a = d->axis;
    if (!RV_CHECK(w, isfinite(rv_vec3_dot(a, a)), "%s.axis = (%g, %g, %g): must be finite", name,
                  a.x, a.y, a.z))
        return false;
    if (!pulley && !drum)
        return RV_CHECK(w, d->radius == 0.0, "%s.radius = %g m: only a pulley or a drum has one",
                        name, d->radius);
    return RV_CHECK(w, isfinite(d->radius) && (d->radius > 0.0 || (drum && d->radius == 0.0)),
                    "%s.radius = %g m: must be finite and %s 0", name, d->radius,
                    pulley ? ">" : ">=")
           && RV_CHECK(w, d->radius == 0.0 || rv_vec3_length(a) > 1e-9,
                       "%s.axis = (%g, %g, %g): must not be zero", name, a.x, a.y, a.z)
           && RV_CHECK(w, d->side >= -1 && d->side <= 1, "%s.side = %d: must be -1, 0 or 1", name,
                       d->side)
           && RV_CHECK(w, d->turns >= 0 && d->turns <= TURNS_MAX,
                       "%s.turns = %d: must be in [0, %d]", name, d->turns, TURNS_MAX);
}

static bool friction_is_valid(rv_world* w, const rv_cable_node* d, const char* name) {
    return RV_CHECK(w, d->friction >= 0.0, "%s.friction = %g: must be >= 0", name, d->friction)
           && RV_CHECK(w, d->efficiency > 0.0 && d->efficiency <= 1.0,
                       "%s.efficiency = %g: must be in (0, 1]", name, d->efficiency)
           && RV_CHECK(w, d->edge == RV_CABLE_ROUND || d->edge == RV_CABLE_SHARP,
                       "%s.edge = %d: must be an rv_cable_edge", name, (int)d->edge);
}

bool rv_cable_node_is_valid(rv_world* w, const rv_cable_node* d, int index, int count,
                            const char* name) {
    static const char* const TYPES[] = {"fixed", "an eye", "a pulley", "a drum"};
    const rv_body* body = rv_world_body(w, d->body);
    bool end = index == 0 || index == count - 1;
    bool known = d->type >= RV_CABLE_FIXED && d->type <= RV_CABLE_DRUM;
    bool end_type = d->type == RV_CABLE_FIXED || d->type == RV_CABLE_DRUM;
    rv_vec3 p = d->point;
    char winch_name[80];
    snprintf(winch_name, sizeof winch_name, "%s.winch", name);
    return RV_CHECK(w, known, "%s.type = %d: must be an rv_cable_node_type", name, (int)d->type)
           && RV_CHECK(w, end == end_type, "%s.type: is %s; %s must be %s", name, TYPES[d->type],
                       end ? "an end" : "a node between the ends",
                       end ? "fixed or a drum" : "an eye or a pulley")
           && RV_CHECK(w, d->body.slot == 0 || body != NULL, "%s.body: no such body", name)
           && RV_CHECK(w, body == NULL || body->kind != RV_BODY_SCALAR,
                       "%s.body: must be rigid or a particle", name)
           && RV_CHECK(w, rv_is_finite3(p), "%s.point = (%g, %g, %g) m: must be finite", name, p.x,
                       p.y, p.z)
           && rim_is_valid(w, d, name) && friction_is_valid(w, d, name)
           && wheel_is_valid(w, d, name)
           && (d->type != RV_CABLE_DRUM || rv_winch_is_valid(w, &d->winch, winch_name));
}

// of a solid bar
static double bar_EA(const rv_cable_def* d) {
    return d->material.young * 0.25 * RV_PI * d->diameter * d->diameter;
}

static bool material_is_valid(rv_world* w, const rv_cable_def* d) {
    const rv_material* m = &d->material;
    return RV_CHECK(w, isfinite(d->diameter) && d->diameter > 0.0,
                    "rv_cable_def.diameter = %g m: must be finite and > 0", d->diameter)
           && RV_CHECK(w, isfinite(m->young) && m->young > 0.0,
                       "rv_cable_def.material.young = %g Pa: must be finite and > 0", m->young)
           && RV_CHECK(w, m->poisson > -1.0 && m->poisson < 0.5,
                       "rv_cable_def.material.poisson = %g: must be in (-1, 0.5)", m->poisson)
           && RV_CHECK(w, isnan(d->EA) || d->EA > 0.0, "rv_cable_def.EA = %g N: must be > 0", d->EA)
           && RV_CHECK(w, !isnan(d->EA) || bar_EA(d) > 0.0,
                       "rv_cable_def.diameter = %g m: too thin for the material's EA to be > 0",
                       d->diameter)
           && RV_CHECK(w, isnan(d->GJ) || (d->GJ >= 0.0 && isfinite(d->GJ)),
                       "rv_cable_def.GJ = %g N m^2: must be finite and >= 0", d->GJ)
           && RV_CHECK(w, isnan(d->damping) || (d->damping >= 0.0 && isfinite(d->damping)),
                       "rv_cable_def.damping = %g N s: must be finite and >= 0", d->damping)
           && RV_CHECK(w,
                       isnan(d->twist_damping)
                           || (d->twist_damping >= 0.0 && isfinite(d->twist_damping)),
                       "rv_cable_def.twist_damping = %g N m^2 s: must be finite and >= 0",
                       d->twist_damping);
}

// a stiffness that was given must have something to hold at both ends
static bool twist_is_valid(rv_world* w, const rv_cable_def* d) {
    for (int s = 0; s < 2 && d->GJ > 0.0; s++) {
        int i = s == 0 ? 0 : d->node_count - 1;
        const rv_body* body = rv_world_body(w, d->nodes[i].body);
        bool holds = !d->nodes[i].swivel && (body == NULL || body->kind == RV_BODY_RIGID);
        if (!RV_CHECK(w, holds,
                      "rv_cable_def.GJ = %g N m^2: must be 0 or NaN where an end, nodes[%d], turns "
                      "freely (a swivel or a particle)",
                      d->GJ, i))
            return false;
    }
    return true;
}

static bool def_is_valid(rv_world* w, const rv_cable_def* d) {
    return RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                    "rv_cable_def: start from rv_cable_def_default()")
           && RV_CHECK(w, !w->stepping, "rv_cable_create: not callable during a step")
           && RV_CHECK(w, d->model == RV_CABLE_MASSLESS,
                       "rv_cable_def.model = %d: must be an rv_cable_model", (int)d->model)
           && RV_CHECK(w, d->node_count >= 2 && d->node_count <= NODES_MAX && d->nodes != NULL,
                       "rv_cable_def.node_count = %d: must be in [2, %d], with nodes",
                       d->node_count, NODES_MAX)
           && material_is_valid(w, d)
           && RV_CHECK(w, isnan(d->length) || (d->length > 0.0 && isfinite(d->length)),
                       "rv_cable_def.length = %g m: must be finite and > 0", d->length)
           && twist_is_valid(w, d)
           && RV_CHECK(w, isfinite(d->twist), "rv_cable_def.twist = %g rad: must be finite",
                       d->twist)
           && RV_CHECK(w, d->restitution >= 0.0 && d->restitution <= 1.0,
                       "rv_cable_def.restitution = %g: must be in [0, 1]", d->restitution)
           && RV_CHECK(w, d->breaking_load > 0.0, "rv_cable_def.breaking_load = %g N: must be > 0",
                       d->breaking_load)
           && RV_CHECK(w, d->solver_group >= 0, "rv_cable_def.solver_group = %d: must be >= 0",
                       d->solver_group);
}

bool rv_cable_friction_is_valid(rv_world* w, const rv_path_node* nodes, int count, bool pushes,
                                const char* name) {
    int slips = 0;
    for (int i = 1; i < count - 1; i++)
        slips += nodes[i].splits && !rv_node_grips(&nodes[i]);
    if (!RV_CHECK(w, slips <= FRICTION_MAX, "%s: %d have friction that slips: must be at most %d",
                  name, slips, FRICTION_MAX))
        return false;
    for (int i = 1; i < count - 1; i++)
        if (!RV_CHECK(w, !pushes || !nodes[i].splits || rv_node_grips(&nodes[i]),
                      "%s[%d].friction: must be 0 or INFINITY, and its efficiency 1, on a cable "
                      "that pushes",
                      name, i))
            return false;
    return true;
}

bool rv_cable_drums_are_valid(rv_world* w, const rv_path_node* nodes, int count,
                              const rv_winch* last, const char* name) {
    bool slips = false, grips = false;
    for (int i = 1; i < count - 1; i++) {
        slips |= nodes[i].splits && !rv_node_grips(&nodes[i]);
        grips |= rv_node_grips(&nodes[i]);
    }
    bool both = rv_node_is_drum(&nodes[0]) && rv_node_is_drum(&nodes[count - 1]);
    bool limited = last->max_force < INFINITY || last->brake_force < INFINITY;
    return RV_CHECK(w, !slips || grips || !both || !limited,
                    "%s[%d].winch: of two drums on a cable with friction the last must have "
                    "infinite max_force and brake_force",
                    name, count - 1);
}

// --- nodes ---

rv_path_node rv_cable_node_make(const rv_world* world, const rv_cable_node* def) {
    const rv_body* body = rv_world_body(world, def->body);
    const rv_body* wheel = rv_world_body(world, def->wheel);
    rv_path_node node = {.def = *def,
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

// the side of a wheel that the path turns to, seen from centre to centre; 0: it goes straight
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
                      "straight past the wheel",
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
    for (int i = 0; i < count - 1; i++) {
        rv_span* span = &nodes[i].span;
        *span = (rv_span){.u = {0, 0, 1}};
        nodes[i].next = i + 1;
        rv_span_find(&nodes[i].rim, &nodes[i + 1].rim, 1e-9, span);
        if (!RV_CHECK(w, !span->inside, "%s[%d]: the path runs inside the rim of %s[%d]", name,
                      nodes[i].def.radius > nodes[i + 1].def.radius ? i + 1 : i, name,
                      nodes[i].def.radius > nodes[i + 1].def.radius ? i : i + 1)
            || !RV_CHECK(w, span->length > 1e-9, "%s[%d]: coincides with %s[%d]", name, i + 1, name,
                         i))
            return false;
    }
    for (int i = 1; i < count - 1; i++) {
        rv_path_node* node = &nodes[i];
        if (node->def.type != RV_CABLE_PULLEY)
            continue;
        rv_vec3 in = nodes[i - 1].span.radial[1], out = node->span.radial[0];
        double wrap = rv_angle_about(node->rim.axis, in, out);
        // a straight line that grazes the wheel is no full turn
        double first = wrap + 2.0 * RV_PI * (node->def.turns + (wrap < -1e-9 ? 1 : 0));
        node->wrap = node->placed ? rv_angle_near(wrap, node->wrap) : first;
        node->lifted = node->wrap < 0.0 && !rv_node_grips(node);
    }
    rv_path_find(nodes, count);
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
    cable->body_count = 0;
    cable->loose = false;
    cable->section_count = 0;
    bool has_world = false;
    for (int i = 0; i < count; i++) {
        has_world |= nodes[i].body < 0;
        nodes[i].slot = enlist(list, &cable->body_count, marks, nodes[i].body);
        nodes[i].wheel_slot = enlist(list, &cable->body_count, marks, nodes[i].wheel);
        cable->loose |= nodes[i].splits && !rv_node_grips(&nodes[i]);
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
           && rv_cable_friction_is_valid(world, nodes, def->node_count, def->pushes,
                                         "rv_cable_def.nodes")
           && rv_cable_path_start(world, nodes, def->node_count, "rv_cable_def.nodes");
}

static rv_cable cable_of(const rv_world* world, const rv_cable_def* d) {
    double r = 0.5 * d->diameter;
    double G = d->material.young / (2.0 * (1.0 + d->material.poisson));
    const rv_path_node* nodes = world->cable_nodes.data + world->cable_nodes.count;
    return (rv_cable){.model = d->model,
                      .first_node = world->cable_nodes.count,
                      .node_count = d->node_count,
                      .material = d->material,
                      .diameter = d->diameter,
                      .EA = isnan(d->EA) ? bar_EA(d) : d->EA,
                      .GJ = isnan(d->GJ) ? 0.5 * G * RV_PI * r * r * r * r : d->GJ,
                      .damping = d->damping,
                      .twist_damping = d->twist_damping,
                      .restitution = d->restitution,
                      .breaking_load = d->breaking_load,
                      .pushes = d->pushes,
                      .solver_group = d->solver_group,
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

// closes the hole that `count` elements from `first` on leave in an array
static void close_hole(void* data, int* total, int first, int count, size_t size) {
    char* hole = (char*)data + (size_t)first * size;
    memmove(hole, hole + (size_t)count * size, (size_t)(*total - first - count) * size);
    *total -= count;
}

void rv_cable_remove_nodes(rv_world* world, int first, int count) {
    close_hole(world->cable_nodes.data, &world->cable_nodes.count, first, count,
               sizeof *world->cable_nodes.data);
    close_hole(world->cable_lambda.data, &world->cable_lambda.count, first, count, sizeof(double));
    close_hole(world->cable_row_state.data, &world->cable_row_state.count, first, count, 1);
    close_hole(world->cable_bodies.data, &world->cable_bodies.count, RV_CABLE_BODIES * first,
               RV_CABLE_BODIES * count, sizeof(int32_t));
    for (int i = 0; i < world->cables.count; i++)
        if (world->cables.data[i].first_node > first)
            world->cables.data[i].first_node -= count;
}

void rv_cable_reset(rv_world* world, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count; i++) {
        nodes[i].placed = true;
        nodes[i].slip = nodes[i].tension = nodes[i].spun = 0.0;
    }
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

rv_cable_id rv_cable_create(rv_world* world, const rv_cable_def* def) {
    const rv_cable_id none = {0};
    if (!def_is_valid(world, def))
        return none;
    int slots = world->cable_ids.slots.count + 1;
    int nodes = world->cable_nodes.count + def->node_count;
    if (!RV_CHECK(world, rv_cable_reserve(world, slots, nodes), "rv_cable_create: out of memory")
        || !make_nodes(world, def))
        return none;
    rv_cable cable = cable_of(world, def);
    rv_cable_append_nodes(world, def->node_count);
    int index = rv_id_pool_add(&world->memory, &world->cable_ids);
    if (index >= world->cables.count)
        world->cables.count = index + 1;
    world->cables.data[index] = cable;
    rv_cable* made = &world->cables.data[index];
    rv_cable_layout(world, made);
    share_length(world, made, def->length);
    rv_cable_reset(world, made);
    if (made->has_twist)
        rv_twist_start(world, made, def->twist);
    rv_world_wake(world, rv_cable_body_list(world, made), made->body_count);
    rv_world_touch(world);
    rv_id id = rv_id_pool_id(&world->cable_ids, index);
    return (rv_cable_id){id.slot, id.generation, id.world};
}

bool rv_cable_destroy(rv_world* world, rv_cable_id id) {
    rv_cable* cable = rv_world_cable(world, id);
    if (!RV_CHECK(world, cable != NULL, "rv_cable_destroy: no such cable")
        || !RV_CHECK(world, !world->stepping, "rv_cable_destroy: not callable during a step"))
        return false;
    rv_world_wake(world, rv_cable_body_list(world, cable), cable->body_count);
    rv_cable_remove_nodes(world, cable->first_node, cable->node_count);
    rv_id_pool_remove(&world->cable_ids, (int)(cable - world->cables.data));
    // events may name it
    world->cable_events.count = 0;
    rv_world_touch(world);
    return true;
}
