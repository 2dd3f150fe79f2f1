// The rules of cable definitions: what is refused, with the field, its value and what is allowed.
#include "model/body.h"
#include "model/rod.h"
#include "model/strand.h"

#include <math.h>
#include <stdio.h>

enum { NODES_MAX = 100000, FRICTION_MAX = 500, TURNS_MAX = 100 };
enum { SEGMENTS_MAX = 100000, SHAPE_MAX = 1000000, CELLS_MAX = 1000 };
static const double AT_THE_END = 1e-6; // of its length: how far a line may end beside a node

bool rv_winch_is_valid(rv_world* w, const rv_winch* d, const char* name) {
    return RV_CHECK(w, isfinite(d->speed), "%s.speed = %g m/s: must be finite", name, d->speed)
           && RV_CHECK(w, d->slip >= 0.0 && isfinite(d->slip),
                       "%s.slip = %g m/s/N: must be finite and >= 0", name, d->slip)
           && RV_CHECK(w, d->acceleration > 0.0, "%s.acceleration = %g m/s^2: must be > 0", name,
                       d->acceleration)
           && RV_CHECK(w, isnan(d->max_speed) || d->max_speed > 0.0,
                       "%s.max_speed = %g m/s: must be > 0, or NaN", name, d->max_speed)
           && RV_CHECK(w, isnan(d->max_force) || d->max_force >= 0.0,
                       "%s.max_force = %g N: must be >= 0, or NaN", name, d->max_force)
           && RV_CHECK(w, isnan(d->brake_force) || d->brake_force >= 0.0,
                       "%s.brake_force = %g N: must be >= 0, or NaN", name, d->brake_force)
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
    static const char* const TYPES[] = {"fixed", "an eye", "a pulley", "a drum", "free"};
    const rv_body* body = rv_world_body(w, d->body);
    bool end = index == 0 || index == count - 1;
    bool known = d->type >= RV_CABLE_FIXED && d->type <= RV_CABLE_FREE;
    bool end_type = d->type != RV_CABLE_EYE && d->type != RV_CABLE_PULLEY;
    rv_vec3 p = d->point;
    char winch_name[80];
    snprintf(winch_name, sizeof winch_name, "%s.winch", name);
    return RV_CHECK(w, known, "%s.type = %d: must be an rv_cable_node_type", name, (int)d->type)
           && RV_CHECK(w, end == end_type, "%s.type: is %s; %s must be %s", name, TYPES[d->type],
                       end ? "an end" : "a node between the ends",
                       end ? "fixed, a drum or free" : "an eye or a pulley")
           && RV_CHECK(w, d->body.slot == 0 || body != NULL, "%s.body: no such body", name)
           && RV_CHECK(w, body == NULL || body->kind != RV_BODY_SCALAR,
                       "%s.body: must be rigid or a particle", name)
           && RV_CHECK(w, rv_is_finite3(p), "%s.point = (%g, %g, %g) m: must be finite", name, p.x,
                       p.y, p.z)
           && rim_is_valid(w, d, name) && friction_is_valid(w, d, name)
           && wheel_is_valid(w, d, name)
           && (d->type != RV_CABLE_DRUM || rv_winch_is_valid(w, &d->winch, winch_name));
}

double rv_cable_bar_EA(const rv_cable_def* d) {
    return d->material.young * 0.25 * RV_PI * d->diameter * d->diameter;
}

static bool material_is_valid(rv_world* w, const rv_cable_def* d) {
    const rv_material* m = &d->material;
    return RV_CHECK(w, isfinite(d->diameter) && d->diameter > 0.0,
                    "rv_cable_def.diameter = %g m: must be finite and > 0", d->diameter)
           && RV_CHECK(w, isfinite(m->young) && m->young > 0.0,
                       "rv_cable_def.material.young = %g Pa: must be finite and > 0", m->young)
           && RV_CHECK(w, m->strength >= 0.0,
                       "rv_cable_def.material.strength = %g Pa: must be >= 0", m->strength)
           && RV_CHECK(w, m->poisson > -1.0 && m->poisson < 0.5,
                       "rv_cable_def.material.poisson = %g: must be in (-1, 0.5)", m->poisson)
           && RV_CHECK(w, isnan(d->EA) || d->EA > 0.0, "rv_cable_def.EA = %g N: must be > 0", d->EA)
           && RV_CHECK(w, !isnan(d->EA) || rv_cable_bar_EA(d) > 0.0,
                       "rv_cable_def.diameter = %g m: too thin for the material's EA to be > 0",
                       d->diameter)
           && RV_CHECK(w, isnan(d->GJ) || (d->GJ >= 0.0 && isfinite(d->GJ)),
                       "rv_cable_def.GJ = %g N m^2: must be finite and >= 0", d->GJ)
           && RV_CHECK(w, isnan(d->damping) || (d->damping >= 0.0 && isfinite(d->damping)),
                       "rv_cable_def.damping = %g N s: must be finite and >= 0", d->damping)
           && RV_CHECK(
               w,
               isnan(d->twist_damping) || (d->twist_damping >= 0.0 && isfinite(d->twist_damping)),
               "rv_cable_def.twist_damping = %g N m^2 s: must be finite and >= 0", d->twist_damping)
           && RV_CHECK(w,
                       isnan(d->mass_per_length)
                           || (d->mass_per_length > 0.0 && isfinite(d->mass_per_length)),
                       "rv_cable_def.mass_per_length = %g kg/m: must be finite and > 0",
                       d->mass_per_length);
}

// a stiffness that was given must have something to hold at both ends
static bool twist_is_valid(rv_world* w, const rv_cable_def* d) {
    for (int s = 0; s < 2 && d->GJ > 0.0 && !rv_model_is_divided(d->model); s++) {
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

static bool drag_is_valid(rv_world* w, const rv_cable_drag* d) {
    return RV_CHECK(w, isfinite(d->across) && d->across >= 0.0,
                    "rv_cable_def.segments.drag.across = %g: must be finite and >= 0", d->across)
           && RV_CHECK(w, isfinite(d->along) && d->along >= 0.0,
                       "rv_cable_def.segments.drag.along = %g: must be finite and >= 0", d->along)
           && RV_CHECK(w, isfinite(d->density) && d->density >= 0.0,
                       "rv_cable_def.segments.drag.density = %g kg/m^3: must be finite and >= 0",
                       d->density)
           && RV_CHECK(w, rv_is_finite3(d->flow),
                       "rv_cable_def.segments.drag.flow = (%g, %g, %g) m/s: must be finite",
                       d->flow.x, d->flow.y, d->flow.z);
}

static bool shape_is_valid(rv_world* w, const rv_cable_segments* s) {
    if (!RV_CHECK(w,
                  s->shape == NULL ? s->shape_count == 0
                                   : s->shape_count >= 2 && s->shape_count <= SHAPE_MAX,
                  "rv_cable_def.segments.shape_count = %d: must be in [2, %d] with a shape, 0 "
                  "without",
                  s->shape_count, SHAPE_MAX))
        return false;
    for (int i = 0; i < s->shape_count; i++)
        if (!RV_CHECK(w, rv_is_finite3(s->shape[i]),
                      "rv_cable_def.segments.shape[%d] = (%g, %g, %g) m: must be finite", i,
                      s->shape[i].x, s->shape[i].y, s->shape[i].z))
            return false;
    return true;
}

static bool is_zero(rv_vec3 v) {
    return rv_vec3_dot(v, v) == 0.0;
}

static bool motion_is_valid(rv_world* w, const rv_cable_def* d) {
    const rv_cable_segments* s = &d->segments;
    rv_vec3 v = s->velocity, spin = s->angular_velocity;
    bool moves = !is_zero(v) || !is_zero(spin) || s->velocities != NULL;
    bool may = d->model == RV_CABLE_SEGMENTS || d->model == RV_CABLE_ROD;
    if (!RV_CHECK(w, rv_is_finite3(v),
                  "rv_cable_def.segments.velocity = (%g, %g, %g) m/s: must be finite", v.x, v.y,
                  v.z)
        || !RV_CHECK(w, rv_is_finite3(spin),
                     "rv_cable_def.segments.angular_velocity = (%g, %g, %g) rad/s: must be finite",
                     spin.x, spin.y, spin.z)
        || !RV_CHECK(
            w, may || !moves,
            "rv_cable_def.segments.%s: must be left out, only a cable of segments or a rod "
            "begins with a motion of its own",
            s->velocities != NULL ? "velocities"
            : is_zero(v)          ? "angular_velocity"
                                  : "velocity")
        || !RV_CHECK(w, s->velocities == NULL || s->shape != NULL,
                     "rv_cable_def.segments.velocities: must be left out without a shape, of whose "
                     "points they are"))
        return false;
    for (int i = 0; s->velocities != NULL && i < s->shape_count; i++)
        if (!RV_CHECK(w, rv_is_finite3(s->velocities[i]),
                      "rv_cable_def.segments.velocities[%d] = (%g, %g, %g) m/s: must be finite", i,
                      s->velocities[i].x, s->velocities[i].y, s->velocities[i].z))
            return false;
    return true;
}

static bool knot_is_valid(rv_world* w, const rv_cable_segments* s) {
    return RV_CHECK(w, s->knot >= RV_KNOT_NONE && s->knot <= RV_KNOT_LOOP_SURGEON,
                    "rv_cable_def.segments.knot = %d: must be an rv_knot", (int)s->knot)
           && RV_CHECK(w, s->knot == RV_KNOT_NONE || s->shape == NULL,
                       "rv_cable_def.segments.knot: not with a shape");
}

static bool bending_is_valid(rv_world* w, const rv_cable_segments* s) {
    const double* k = s->rest_curvature;
    return RV_CHECK(w, isnan(s->EI) || (s->EI >= 0.0 && isfinite(s->EI)),
                    "rv_cable_def.segments.EI = %g N m^2: must be finite and >= 0", s->EI)
           && RV_CHECK(
               w, isnan(s->bend_damping) || (s->bend_damping >= 0.0 && isfinite(s->bend_damping)),
               "rv_cable_def.segments.bend_damping = %g N m^2 s: must be finite and >= 0",
               s->bend_damping)
           && RV_CHECK(w, isfinite(k[0]) && isfinite(k[1]),
                       "rv_cable_def.segments.rest_curvature = (%g, %g) 1/m: must be finite", k[0],
                       k[1])
           && RV_CHECK(w, isfinite(s->rest_twist),
                       "rv_cable_def.segments.rest_twist = %g rad/m: must be finite", s->rest_twist)
           && RV_CHECK(w, s->bend >= RV_CABLE_BEND_VECTOR && s->bend <= RV_CABLE_BEND_ANGLE_ALIGNED,
                       "rv_cable_def.segments.bend = %d: must be an rv_cable_bend", (int)s->bend);
}

// how a rod adapts
static bool adapting_is_valid(rv_world* w, const rv_cable_segments* s) {
    return RV_CHECK(w, s->turn_limit > 0.0 && s->turn_limit <= 1.5,
                    "rv_cable_def.segments.turn_limit = %g rad: must be in (0, 1.5]", s->turn_limit)
           && RV_CHECK(
               w, isnan(s->touch_length) || (s->touch_length > 0.0 && isfinite(s->touch_length)),
               "rv_cable_def.segments.touch_length = %g m: must be finite and > 0, or NaN",
               s->touch_length)
           && RV_CHECK(w, s->max_count >= 0 && s->max_count <= SEGMENTS_MAX,
                       "rv_cable_def.segments.max_count = %d: must be in [0, %d]", s->max_count,
                       SEGMENTS_MAX);
}

static bool segments_are_valid(rv_world* w, const rv_cable_def* d) {
    const rv_cable_segments* s = &d->segments;
    if (!RV_CHECK(w, !s->rest_as_laid || d->model == RV_CABLE_ROD,
                  "rv_cable_def.segments.rest_as_laid: only of a rod"))
        return false;
    if (!rv_model_is_divided(d->model))
        return true;
    double rho = d->material.density;
    return RV_CHECK(w, s->count >= 0 && s->count <= SEGMENTS_MAX,
                    "rv_cable_def.segments.count = %d: must be in [0, %d]", s->count, SEGMENTS_MAX)
           && RV_CHECK(w, isnan(s->length) || (s->length > 0.0 && isfinite(s->length)),
                       "rv_cable_def.segments.length = %g m: must be finite and > 0", s->length)
           && RV_CHECK(
               w, s->resolution == RV_CABLE_FIXED_RESOLUTION || s->resolution == RV_CABLE_ADAPTIVE,
               "rv_cable_def.segments.resolution = %d: must be an rv_cable_resolution",
               (int)s->resolution)
           && adapting_is_valid(w, s)
           && RV_CHECK(w, isfinite(rho) && rho > 0.0,
                       "rv_cable_def.material.density = %g kg/m^3: must be finite and > 0", rho)
           && bending_is_valid(w, s) && rv_cable_bend_law_is_valid(w, d)
           && drag_is_valid(w, &s->drag) && shape_is_valid(w, s) && knot_is_valid(w, s);
}

static bool layer_is_valid(rv_world* w, const rv_cable_def* d) {
    const rv_cable_layer* l = &d->layer;
    bool layered = d->model == RV_CABLE_LAYERED, spring = d->tension == RV_CABLE_TENSION_SPRING;
    return RV_CHECK(w, d->tension == RV_CABLE_TENSION_ROW || spring,
                    "rv_cable_def.tension = %d: must be an rv_cable_tension_law", (int)d->tension)
           && RV_CHECK(w, !spring || !rv_model_is_divided(d->model),
                       "rv_cable_def.tension: only a massless or layered cable pulls as a spring")
           && RV_CHECK(w, !spring || isnan(d->EA) || d->EA < INFINITY,
                       "rv_cable_def.EA = %g N: must be finite where the cable pulls as a spring",
                       d->EA)
           && RV_CHECK(w, !spring || !d->pushes,
                       "rv_cable_def.pushes: not where the cable pulls as a spring")
           && RV_CHECK(w, !layered || !d->pushes, "rv_cable_def.pushes: not of a layered cable")
           && RV_CHECK(w, l->cells >= 2 && l->cells <= CELLS_MAX,
                       "rv_cable_def.layer.cells = %d: must be in [2, %d]", l->cells, CELLS_MAX)
           && RV_CHECK(w, !layered || (int64_t)l->cells * (d->node_count - 1) <= SEGMENTS_MAX,
                       "rv_cable_def.layer.cells = %d: must be at most %d in all %d spans",
                       l->cells, SEGMENTS_MAX, d->node_count - 1)
           && RV_CHECK(w,
                       l->waves == RV_CABLE_WAVES_IMPLICIT || l->waves == RV_CABLE_WAVES_EXPLICIT,
                       "rv_cable_def.layer.waves = %d: must be an rv_cable_waves", (int)l->waves)
           && RV_CHECK(w, isfinite(l->damping) && l->damping >= 0.0,
                       "rv_cable_def.layer.damping = %g 1/s: must be finite and >= 0", l->damping)
           && RV_CHECK(w,
                       !layered || !isnan(d->mass_per_length)
                           || (d->material.density > 0.0 && isfinite(d->material.density)),
                       "rv_cable_def.material.density = %g kg/m^3: must be finite and > 0",
                       d->material.density);
}

static bool touch_is_valid(rv_world* w, const rv_cable_def* d) {
    const rv_cable_touch* t = &d->touch;
    bool frictionless = isnan(t->friction) || t->friction == 0.0;
    return RV_CHECK(w, isnan(t->friction) || (isfinite(t->friction) && t->friction >= 0.0),
                    "rv_cable_def.touch.friction = %g: must be finite and >= 0, or NaN",
                    t->friction)
           && RV_CHECK(w, !t->enabled || !rv_model_is_divided(d->model),
                       "rv_cable_def.touch: only of a massless or layered cable; segments touch by "
                       "themselves")
           && RV_CHECK(w, !t->enabled || !d->pushes,
                       "rv_cable_def.touch: not of a cable that pushes")
           && RV_CHECK(w, !t->enabled || frictionless || d->tension != RV_CABLE_TENSION_SPRING,
                       "rv_cable_def.touch.friction = %g: must be 0 or NaN where the cable pulls "
                       "as a spring",
                       t->friction);
}

bool rv_cable_segment_is_valid(rv_world* w, const rv_cable* cable, double length) {
    rv_body_def body = rv_body_def_default();
    rv_shape_def shape = rv_shape_def_default();
    rv_segment_define(cable, length, &body, &shape);
    double least = fmin(body.mass, fmin(body.inertia.m[0][0], body.inertia.m[1][1]));
    return RV_CHECK(w, isfinite(body.inertia.m[1][1]) && least > 1e-200,
                    "rv_cable_def.segments: of %g m: too light or too heavy (%g kg) to compute "
                    "with",
                    length, body.mass)
           && rv_shape_is_valid(w, &w->error, &shape);
}

// a line to lie along runs from one end to the other
static bool line_is_valid(rv_world* w, const rv_cable_def* d) {
    const rv_cable_segments* s = &d->segments;
    if (s->shape == NULL || !rv_model_is_divided(d->model))
        return true;
    double size = 0.0;
    for (int i = 1; i < s->shape_count; i++)
        size += rv_vec3_length(rv_vec3_sub(s->shape[i], s->shape[i - 1]));
    if (!RV_CHECK(w, d->model != RV_CABLE_AUTO && d->node_count == 2,
                  "rv_cable_def.segments.shape: only of a cable of segments or a rod, with nothing "
                  "between "
                  "its ends"))
        return false;
    for (int side = 0; side < 2; side++) {
        const rv_cable_node* end = &d->nodes[side];
        rv_vec3 at = s->shape[side == 0 ? 0 : s->shape_count - 1];
        rv_vec3 place =
            rv_body_is_valid(w, end->body) ? rv_body_point(w, end->body, end->point) : end->point;
        double off = rv_vec3_length(rv_vec3_sub(at, place));
        if (!RV_CHECK(w, end->type == RV_CABLE_FIXED || end->type == RV_CABLE_FREE,
                      "rv_cable_def.segments.shape: only between fixed or free ends")
            || !RV_CHECK(
                w, off <= AT_THE_END * size,
                "rv_cable_def.segments.shape: ends %g m beside nodes[%d]: must begin and end "
                "at the nodes",
                off, side))
            return false;
    }
    return true;
}

// what only a cable of segments or a rod can do
static bool ends_are_valid(rv_world* w, const rv_cable_def* d) {
    bool divided = d->model == RV_CABLE_SEGMENTS || d->model == RV_CABLE_ROD;
    for (int s = 0; s < 2; s++) {
        int i = s == 0 ? 0 : d->node_count - 1;
        const rv_cable_node* end = &d->nodes[i];
        const rv_body* body = rv_world_body(w, end->body);
        if (!RV_CHECK(w, end->type != RV_CABLE_FREE || divided,
                      "rv_cable_def.nodes[%d].type: free: only the end of a cable of segments or a "
                      "rod",
                      i)
            || !RV_CHECK(w, end->type != RV_CABLE_FREE || end->body.slot == 0,
                         "rv_cable_def.nodes[%d].body: a free end is on no body", i)
            || !RV_CHECK(w, !end->clamped || divided,
                         "rv_cable_def.nodes[%d].clamped: only the end of a cable of segments or a "
                         "rod",
                         i)
            || !RV_CHECK(w, !end->clamped || end->type == RV_CABLE_FIXED,
                         "rv_cable_def.nodes[%d].clamped: only a fixed end", i)
            || !RV_CHECK(w, !end->clamped || body == NULL || body->kind == RV_BODY_RIGID,
                         "rv_cable_def.nodes[%d].clamped: a particle holds no direction", i))
            return false;
    }
    return true;
}

// a variational rod takes what does not move with it
static bool variational_ends_are_valid(rv_world* w, const rv_cable_def* d) {
    for (int i = 0; i < 2; i++) {
        const rv_body* body = rv_world_body(w, d->nodes[i].body);
        if (!RV_CHECK(
                w, body == NULL || body->type != RV_BODY_DYNAMIC,
                "rv_cable_def.nodes[%d].body: forces move it: the end of a variational rod must "
                "be free, or fixed to the world or to a static or kinematic body",
                i))
            return false;
    }
    return true;
}

static bool rod_numbers_are_valid(rv_world* w, const rv_cable_rod* r) {
    return RV_CHECK(w, r->tolerance >= 1e-15 && r->tolerance <= 0.01,
                    "rv_cable_def.rod.tolerance = %g: must be in [1e-15, 0.01]", r->tolerance)
           && RV_CHECK(w, r->iterations >= 1 && r->iterations <= 1000,
                       "rv_cable_def.rod.iterations = %d: must be in [1, 1000]", r->iterations)
           && RV_CHECK(w, r->substeps >= 0 && r->substeps <= 10000,
                       "rv_cable_def.rod.substeps = %d: must be in [0, 10000]", r->substeps)
           && RV_CHECK(w, r->contact_stiffness > 0.0 && isfinite(r->contact_stiffness),
                       "rv_cable_def.rod.contact_stiffness = %g N/m: must be finite and > 0",
                       r->contact_stiffness)
           && RV_CHECK(w,
                       isnan(r->contact_distance)
                           || (r->contact_distance > 0.0 && isfinite(r->contact_distance)),
                       "rv_cable_def.rod.contact_distance = %g m: must be finite and > 0, or NaN",
                       r->contact_distance)
           && RV_CHECK(w, r->cosine_damping >= 0.0 && isfinite(r->cosine_damping),
                       "rv_cable_def.rod.cosine_damping = %g N m s: must be finite and >= 0",
                       r->cosine_damping);
}

static bool integrator_is_valid(rv_world* w, const rv_cable_def* d) {
    const rv_cable_rod* r = &d->rod;
    bool variational = r->integrator != RV_CABLE_ROD_IMPLICIT;
    bool penalty = r->contact == RV_CABLE_ROD_PENALTY;
    return RV_CHECK(w,
                    r->integrator >= RV_CABLE_ROD_IMPLICIT && r->integrator <= RV_CABLE_ROD_NEWTON,
                    "rv_cable_def.rod.integrator = %d: must be an rv_cable_rod_integrator",
                    (int)r->integrator)
           && RV_CHECK(w, r->contact == RV_CABLE_ROD_ROWS || penalty,
                       "rv_cable_def.rod.contact = %d: must be an rv_cable_rod_contact",
                       (int)r->contact)
           && rod_numbers_are_valid(w, r)
           && RV_CHECK(w, variational || r->cosine_damping == 0.0,
                       "rv_cable_def.rod.cosine_damping = %g N m s: must be 0 of an implicit rod",
                       r->cosine_damping)
           && RV_CHECK(w, variational || !penalty,
                       "rv_cable_def.rod.contact: an implicit rod touches itself by rows, not by "
                       "penalty")
           && RV_CHECK(
               w, !variational || penalty || !d->segments.touches_itself,
               "rv_cable_def.rod.contact: a variational rod does not touch by rows: must be "
               "RV_CABLE_ROD_PENALTY, or segments.touches_itself false")
           && RV_CHECK(
               w, !variational || d->segments.resolution == RV_CABLE_FIXED_RESOLUTION,
               "rv_cable_def.segments.resolution: must be fixed: that of a variational rod does "
               "not adapt")
           && (!variational || variational_ends_are_valid(w, d));
}

// what rods do not have
static bool rod_does_without(rv_world* w, const rv_cable_def* d) {
    const rv_cable_segments* s = &d->segments;
    bool variational = d->rod.integrator != RV_CABLE_ROD_IMPLICIT;
    return RV_CHECK(w, s->bend == RV_CABLE_BEND_VECTOR,
                    "rv_cable_def.segments.bend: must be left at its default: a rod measures "
                    "bending in its own way")
           && RV_CHECK(w, isnan(d->damping) || !variational,
                       "rv_cable_def.damping = %g N s: must be NaN of a variational rod",
                       d->damping)
           && RV_CHECK(w, isnan(d->twist_damping) || !variational,
                       "rv_cable_def.twist_damping = %g N m^2 s: must be NaN of a variational rod",
                       d->twist_damping)
           && RV_CHECK(w, isnan(d->twist_damping) || !rv_segments_have_rest(s),
                       "rv_cable_def.twist_damping = %g N m^2 s: must be NaN of a rod with a shape "
                       "at rest",
                       d->twist_damping);
}

// frames need both stiffnesses to be in balance
static bool rest_is_valid(rv_world* w, const rv_cable_def* d) {
    const rv_cable_segments* s = &d->segments;
    if (!rv_segments_have_rest(s))
        return true;
    const double* k = s->rest_curvature;
    bool uniform = k[0] != 0.0 || k[1] != 0.0 || s->rest_twist != 0.0;
    return RV_CHECK(w, !s->rest_as_laid || !uniform,
                    "rv_cable_def.segments.rest_as_laid: not with rest_curvature or rest_twist")
           && RV_CHECK(
               w, s->resolution == RV_CABLE_FIXED_RESOLUTION,
               "rv_cable_def.segments.resolution: must be fixed: that of a rod with a shape "
               "at rest does not adapt")
           && RV_CHECK(w, s->EI != 0.0,
                       "rv_cable_def.segments.EI = 0 N m^2: must be > 0 of a rod with a shape at "
                       "rest")
           && RV_CHECK(w, d->GJ != 0.0,
                       "rv_cable_def.GJ = 0 N m^2: must be > 0 of a rod with a shape at rest");
}

// a rod runs from end to end
static bool rod_is_valid(rv_world* w, const rv_cable_def* d) {
    if (d->model != RV_CABLE_ROD)
        return true;
    if (!RV_CHECK(w, d->node_count == 2,
                  "rv_cable_def.node_count = %d: must be 2: a rod has nothing between its ends",
                  d->node_count))
        return false;
    for (int i = 0; i < 2; i++)
        if (!RV_CHECK(w, d->nodes[i].type == RV_CABLE_FIXED || d->nodes[i].type == RV_CABLE_FREE,
                      "rv_cable_def.nodes[%d].type = %d: must be fixed or free: the end of a rod",
                      i, (int)d->nodes[i].type))
            return false;
    return rod_does_without(w, d) && rest_is_valid(w, d) && integrator_is_valid(w, d);
}

bool rv_cable_def_is_valid(rv_world* w, const rv_cable_def* d) {
    return RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                    "rv_cable_def: start from rv_cable_def_default()")
           && RV_CHECK(w, !w->stepping, "rv_cable_create: not callable during a step")
           && RV_CHECK(w, d->model >= RV_CABLE_MASSLESS && d->model <= RV_CABLE_ROD,
                       "rv_cable_def.model = %d: must be an rv_cable_model", (int)d->model)
           && RV_CHECK(w, d->node_count >= 2 && d->node_count <= NODES_MAX && d->nodes != NULL,
                       "rv_cable_def.node_count = %d: must be in [2, %d], with nodes",
                       d->node_count, NODES_MAX)
           && material_is_valid(w, d) && segments_are_valid(w, d) && layer_is_valid(w, d)
           && touch_is_valid(w, d) && rod_is_valid(w, d) && ends_are_valid(w, d)
           && line_is_valid(w, d) && motion_is_valid(w, d)
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

bool rv_cable_friction_is_valid(rv_world* w, const rv_path_node* nodes, int count,
                                rv_cable_friction friction, const char* name) {
    bool refused = friction.pushes || friction.tension == RV_CABLE_TENSION_SPRING;
    int slips = 0;
    for (int i = 1; i < count - 1; i++)
        slips += nodes[i].splits && !rv_node_grips(&nodes[i]);
    if (!RV_CHECK(w, slips <= FRICTION_MAX, "%s: %d have friction that slips: must be at most %d",
                  name, slips, FRICTION_MAX))
        return false;
    for (int i = 1; i < count - 1; i++)
        if (!RV_CHECK(w, !refused || !nodes[i].splits || rv_node_grips(&nodes[i]),
                      "%s[%d].friction: must be 0 or INFINITY, and its efficiency 1, on a cable "
                      "that %s",
                      name, i, friction.pushes ? "pushes" : "pulls as a spring"))
            return false;
    return true;
}

bool rv_cable_drums_are_valid(rv_world* w, const rv_path_node* nodes, int count,
                              const rv_winch* last, const char* name) {
    bool slips = false, grips = false;
    for (int i = 1; i < count - 1; i++) {
        // what shapes make gets no friction where there is no room for it
        slips |= nodes[i].splits && !rv_node_grips(&nodes[i]) && !rv_node_is_made(&nodes[i]);
        grips |= rv_node_grips(&nodes[i]);
    }
    bool both = rv_node_is_drum(&nodes[0]) && rv_node_is_drum(&nodes[count - 1]);
    bool limited = last->max_force < INFINITY || last->brake_force < INFINITY;
    return RV_CHECK(w, !slips || grips || !both || !limited,
                    "%s[%d].winch: of two drums on a cable with friction the last must have "
                    "infinite max_force and brake_force",
                    name, count - 1);
}
