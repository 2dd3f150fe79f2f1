// Suite "servin_2007_segments": contact under tension. Loads of 1 t on wire ropes over a rounded
// edge, round a cylinder and across another rope; a rope dragged over the ground; one dropped in a
// heap.
//   capstan     T1/T2 = exp(mu theta) for a line; friction acts at the surface of the cable, a =
// d/2
//               inside its middle line r = R + a, and turns its segments: see chain_exponent()
//   steadiness  segments hold still on a round thing while EI / (T l^2) is above about 0.02: they
//               are 2.5 to 3 diameters long where a rope with 1/100 of a bar's EI bends round one
#include "validation/segments_contact.h"

#include "reeve/reeve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { RATE = 60, SHAPE_MAX = 2048, SEGMENTS_MAX = 512 };
static const double G = 9.81, PI = 3.14159265358979323846;
static const double YOUNG = 8e10, DENSITY = 4700.0; // of wire rope, per solid section
static const double LOAD = 1000.0, HAUL = 10.0;     // [kg]

// --- builders ---

typedef struct scene {
    rv_world* world;
    rv_cable_id cable;
    rv_body_id still, load, haul; // what it touches, what it carries, what moves it
} scene;

typedef struct rope {
    double diameter, friction;
    double length;          // of a segment
    double EI, GJ;          // NaN: a hundredth of a bar's; a bar's
    const rv_vec3* shape;   // as in rv_cable_segments
    int shape_count, count; // count 0: as `length` says
} rope;

static rv_material surface(double friction) {
    rv_material material = rv_material_default();
    material.young = YOUNG;
    material.density = DENSITY;
    material.friction = friction;
    return material;
}

static rv_world_def settings(void) {
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0.0, 0.0, -G};
    def.sleep.enabled = false;
    return def;
}

static rv_world* make_world(void) {
    rv_world_def def = settings();
    return rv_world_create(&def, NULL, 0);
}

static rv_body_id add_body(rv_world* world, rv_body_type type, rv_vec3 at, double mass) {
    rv_body_def def = rv_body_def_default();
    def.type = type;
    def.pose.position = at;
    def.mass = mass;
    return rv_body_create(world, &def);
}

static rv_body_id add_still(rv_world* world, const rv_shape_def* shapes, int count) {
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = shapes;
    def.shape_count = count;
    return rv_body_create(world, &def);
}

// along the y axis
static rv_shape_def cylinder(double radius, rv_vec3 center, double friction) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_CYLINDER;
    shape.radius = radius;
    shape.material = surface(friction);
    shape.local.position = center;
    shape.local.rotation = rv_quat_from_axis_angle((rv_vec3){0.0, 0.0, 1.0}, 0.5 * PI);
    return shape;
}

static double bar_EI(double diameter) {
    return YOUNG * PI * pow(diameter, 4.0) / 64.0;
}

static rv_cable_id add_rope(validation* v, rv_world* world, const rope* r,
                            const rv_cable_node nodes[2]) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = r->diameter;
    def.material = surface(r->friction);
    def.GJ = r->GJ;
    def.segments.length = r->length;
    def.segments.count = r->count;
    def.segments.EI = isnan(r->EI) ? 0.01 * bar_EI(r->diameter) : r->EI;
    def.segments.shape = r->shape;
    def.segments.shape_count = r->shape_count;
    rv_cable_id cable = rv_cable_create(world, &def);
    if (!rv_cable_is_valid(world, cable))
        validation_check(v, "a cable that must be possible was refused", rv_world_error(world), 1.0,
                         0.0, 0.0);
    return cable;
}

static rv_cable_node end_on(rv_body_id body, rv_vec3 point) {
    rv_cable_node node = rv_cable_node_default();
    node.body = body;
    node.point = point;
    node.swivel = true;
    return node;
}

// --- readers ---

static double deepest_overlap(const rv_world* world) {
    double overlap = 0.0;
    for (int i = 0; i < rv_world_contact_count(world); i++) {
        rv_contact contact = rv_world_contact(world, i);
        for (int k = 0; k < contact.point_count; k++)
            overlap = fmax(overlap, -contact.points[k].gap);
    }
    return overlap;
}

static double fastest_segment(const rv_world* world, rv_cable_id cable) {
    double fastest = 0.0;
    for (int i = 0; i < rv_cable_segment_count(world, cable); i++) {
        rv_body_id segment = rv_cable_segment(world, cable, i);
        double half = 0.5 * rv_cable_segment_length(world, cable, i);
        for (int side = -1; side < 2; side += 2) {
            rv_vec3 end = {side * half, 0.0, 0.0};
            fastest = fmax(fastest, rv_vec3_length(rv_body_point_velocity(world, segment, end)));
        }
    }
    return fastest;
}

// How far what should rest has moved since it was first looked at: the load up or down, and
// segments above `lowest`; what hangs below may swing.
typedef struct stillness {
    double lowest;
    int count;
    rv_vec3 start[SEGMENTS_MAX];
    double moved;
} stillness;

static void look(stillness* s, const scene* it) {
    int segments = rv_cable_segment_count(it->world, it->cable);
    segments = segments < SEGMENTS_MAX - 1 ? segments : SEGMENTS_MAX - 1;
    bool first = s->count == 0;
    s->count = segments + 1;
    for (int i = 0; i <= segments; i++) {
        bool carried = i == segments;
        rv_body_id body = carried ? it->load : rv_cable_segment(it->world, it->cable, i);
        rv_vec3 at = rv_body_center(it->world, body);
        if (first)
            s->start[i] = at;
        rv_vec3 way = rv_vec3_sub(at, s->start[i]);
        if (carried)
            s->moved = fmax(s->moved, fabs(way.z));
        else if (s->start[i].z > s->lowest)
            s->moved = fmax(s->moved, rv_vec3_length(way));
    }
}

// --- over a rounded edge ---

// A deck with its edge along y at the origin, rounded; the cable along its top and down.
static scene make_edge(validation* v, double radius, double length) {
    const double d = 0.02, friction = 0.2, deck = 0.7, drop = 0.8, r = radius + 0.5 * d;
    scene s = {.world = make_world()};
    rv_shape_def shapes[2] = {rv_shape_def_default(),
                              cylinder(radius, (rv_vec3){-radius, 0.0, -radius}, friction)};
    shapes[0].type = RV_SHAPE_BOX;
    shapes[0].half_extents = (rv_vec3){2.0, 0.5, radius};
    shapes[0].local.position = (rv_vec3){-2.0 - radius, 0.0, -radius};
    shapes[0].material = surface(friction);
    s.still = add_still(s.world, shapes, 2);
    rv_vec3 shape[20] = {{-deck - radius, 0.0, 0.5 * d}};
    // segments touch with their middles: joints lie outside
    for (int i = 0; i <= 16; i++) {
        double turn = 0.5 * PI * i / 16, reach = hypot(r, 0.5 * length * sin(2.0 * turn));
        shape[1 + i] = (rv_vec3){reach * sin(turn) - radius, 0.0, reach * cos(turn) - radius};
    }
    shape[18] = (rv_vec3){0.5 * d, 0.0, -drop};
    s.haul = add_body(s.world, RV_BODY_KINEMATIC, shape[0], 0.0);
    s.load = add_body(s.world, RV_BODY_DYNAMIC, shape[18], LOAD);
    rv_cable_node nodes[2] = {end_on(s.haul, (rv_vec3){0}), end_on(s.load, (rv_vec3){0})};
    rope wire = {.diameter = d, .friction = friction, .length = length, .EI = NAN, .GJ = NAN};
    wire.shape = shape;
    wire.shape_count = 19;
    s.cable = add_rope(v, s.world, &wire, nodes);
    return s;
}

// To and fro by 0.2 m with 3 s of rest between, of which the last 2 s are looked at.
static void check_edge(validation* v) {
    enum { START = 3 * RATE, QUARTER = 3 * RATE, SECONDS = 60 };
    scene s = make_edge(v, 0.2, 0.06);
    stillness rest = {.lowest = -0.2};
    double moved = 0.0, overlap = 0.0, aside = 0.0;
    for (int n = 0; n < SECONDS * RATE; n++) {
        int phase = n < START ? 1 : (n - START) / QUARTER % 4, into = (n - START) % QUARTER;
        double speed = phase % 2 == 1 ? 0.0 : 0.1 * sin(PI * into / QUARTER);
        rv_body_set_velocity(s.world, s.haul, (rv_vec3){phase == 0 ? -speed : speed, 0.0, 0.0});
        rv_world_step(s.world, 1.0 / RATE);
        if (n < START)
            continue;
        overlap = fmax(overlap, deepest_overlap(s.world));
        aside = fmax(aside, fabs(rv_body_center(s.world, s.load).y));
        if (phase % 2 == 1 && into >= RATE)
            look(&rest, &s);
        else if (phase % 2 == 0) {
            moved = fmax(moved, rest.moved);
            rest = (stillness){.lowest = -0.2};
        }
    }
    validation_at_most(v, "1 t dragged over an edge, 60 s: motion of cable and load at rest [m]",
                       "issue: 1 mm", 0.001, moved);
    validation_at_most(v, "1 t dragged over an edge: deepest overlap [m]", "issue: no sinking in",
                       0.001, overlap);
    validation_at_most(v, "1 t dragged over an edge: load aside [m]", "symmetry", 0.001, aside);
    rv_world_destroy(s.world);
}

// --- round a cylinder ---

typedef struct capstan {
    double turns, radius, diameter, length, friction;
} capstan;

// Logarithm of T1/T2 per turned angle for segments of length l that slip on a cylinder, each with
// its middle on it, T1 and T2 at angles b1 and b2 to it, b1 + b2 = alpha = 2 atan(l/2r):
//   T1 sin b1 + T2 sin b2 = N,  T1 cos b1 - T2 cos b2 = mu N
//   (T1 sin b1 - T2 sin b2) l/2 = -mu N a
// so (1/2 - mu a/l) cot b1 - (1/2 + mu a/l) cot b2 = mu, found by bisection. For short segments it
// is mu R/r, nearly: friction at the surface has the shorter lever.
static double chain_exponent(const capstan* c) {
    double a = 0.5 * c->diameter, alpha = 2.0 * atan(0.5 * c->length / (c->radius + a));
    double x = 0.5 - c->friction * a / c->length, y = 0.5 + c->friction * a / c->length;
    double low = 0.0, high = alpha;
    for (int i = 0; i < 100; i++) {
        double b = 0.5 * (low + high);
        if (x / tan(b) - y / tan(alpha - b) > c->friction)
            low = b;
        else
            high = b;
    }
    return log(x * sin(alpha - low) / (y * sin(low))) / alpha;
}

// The load hangs on one side, the haul pulls on the other. The cable lies along a helix, and
// gravity and the haul pull along its tangents, so that nothing pushes it along the cylinder.
typedef struct capstan_scene {
    scene s;
    rv_vec3 haul_direction;
} capstan_scene;

// A hand: it hardly turns, so the cable cannot roll along the cylinder about its own axis.
static rv_body_id add_haul(rv_world* world, rv_body_type type, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.type = type;
    def.pose.position = at;
    def.mass = type == RV_BODY_DYNAMIC ? HAUL : 0.0;
    def.angular_damping = 1e4;
    return rv_body_create(world, &def);
}

static capstan_scene make_capstan(validation* v, const capstan* c, rv_body_type haul) {
    static rv_vec3 shape[SHAPE_MAX];
    double r = c->radius + 0.5 * c->diameter, reach = hypot(r, 0.5 * c->length);
    double theta = 2.0 * PI * c->turns, drop = 0.3;
    double slope = c->turns > 1.0 ? 2.5 * c->diameter / (2.0 * PI * r) : 0.0;
    rv_vec3 down = rv_vec3_normalize((rv_vec3){0.0, -slope, -1.0});
    rv_vec3 away = {0.0, -down.y, down.z};
    int steps = (int)(96.0 * c->turns);
    for (int i = 0; i <= steps; i++) {
        double t = theta * i / steps;
        shape[1 + i] = (rv_vec3){reach * cos(t), slope * r * t, reach * sin(t)};
    }
    shape[0] = rv_vec3_add((rv_vec3){r, 0.0, 0.0}, rv_vec3_scale(down, drop));
    shape[steps + 2] =
        rv_vec3_add((rv_vec3){-r, slope * r * theta, 0.0}, rv_vec3_scale(away, drop));
    capstan_scene cs = {.s.world = make_world(), .haul_direction = away};
    rv_world* world = cs.s.world;
    rv_world_set_gravity(world, rv_vec3_scale(down, G));
    rv_shape_def post = cylinder(c->radius, (rv_vec3){0}, c->friction);
    cs.s.still = add_still(world, &post, 1);
    cs.s.load = add_body(world, RV_BODY_DYNAMIC, shape[0], LOAD);
    cs.s.haul = add_haul(world, haul, shape[steps + 2]);
    rv_cable_node nodes[2] = {end_on(cs.s.load, (rv_vec3){0}), end_on(cs.s.haul, (rv_vec3){0})};
    nodes[1].swivel = false;
    rope wire = {.diameter = c->diameter, .friction = c->friction, .length = c->length};
    wire.EI = wire.GJ = NAN;
    wire.shape = shape;
    wire.shape_count = steps + 3;
    cs.s.cable = add_rope(v, world, &wire, nodes);
    return cs;
}

// the first and the last segment that press on the cylinder; last < first: none
static void find_touched(const scene* s, int* first, int* last) {
    int segments = rv_cable_segment_count(s->world, s->cable);
    *first = segments;
    *last = -1;
    for (int k = 0; k < rv_world_contact_count(s->world); k++) {
        rv_contact contact = rv_world_contact(s->world, k);
        if (rv_vec3_length(contact.force) < 1e-3)
            continue;
        for (int i = 0; i < segments; i++) {
            rv_body_id segment = rv_cable_segment(s->world, s->cable, i);
            bool a = memcmp(&contact.body[0], &segment, sizeof segment) == 0;
            bool b = memcmp(&contact.body[1], &segment, sizeof segment) == 0;
            rv_body_id other = contact.body[a ? 1 : 0];
            if ((!a && !b) || memcmp(&other, &s->still, sizeof other) != 0)
                continue;
            *first = i < *first ? i : *first;
            *last = i > *last ? i : *last;
        }
    }
}

// Tensions just outside what touches, and how far the force in the cable turns between.
typedef struct grip {
    double before, behind, theta;
    int count;
} grip;

static grip read_grip(const scene* s) {
    int first, last;
    find_touched(s, &first, &last);
    grip g = {.before = NAN, .behind = NAN, .count = last - first + 1};
    if (last < first)
        return g;
    rv_vec3 force = rv_cable_get_joint(s->world, s->cable, first).force;
    g.before = rv_vec3_length(force);
    for (int i = first; i <= last; i++) {
        rv_vec3 next = rv_cable_get_joint(s->world, s->cable, i + 1).force;
        double across = rv_vec3_length(rv_vec3_cross(force, next));
        g.theta += atan2(across, rv_vec3_dot(force, next));
        force = next;
    }
    g.behind = rv_vec3_length(force);
    return g;
}

typedef struct slip_result {
    double line, nodes, chain; // mean of the ratio over that of a line, of N nodes, of the chain
    double overlap;            // deepest
} slip_result;

// The haul gives way at 0.05 m/s: the load's side is the tense one.
static slip_result slip(validation* v, const capstan* c) {
    enum { START = RATE / 2, MEASURE = 3 * RATE / 2, END = 5 * RATE / 2 };
    capstan_scene cs = make_capstan(v, c, RV_BODY_KINEMATIC);
    double EI = 0.01 * bar_EI(c->diameter), exponent = chain_exponent(c);
    // bent to the cylinder, a cable is less tense than where it leaves it
    double r = c->radius + 0.5 * c->diameter, bent = EI / (2.0 * r * r);
    slip_result out = {0};
    for (int n = 0; n < END; n++) {
        double speed = 0.05 * fmin(1.0, fmax(0.0, (double)(n - START) / START));
        rv_body_set_velocity(cs.s.world, cs.s.haul, rv_vec3_scale(cs.haul_direction, -speed));
        rv_world_step(cs.s.world, 1.0 / RATE);
        if (n < MEASURE)
            continue;
        grip g = read_grip(&cs.s);
        double ratio = log(g.before / g.behind), half = tan(0.5 * g.theta / g.count);
        double on = log((g.before - bent) / (g.behind - bent));
        out.line += (ratio - c->friction * g.theta) / (END - MEASURE);
        out.nodes +=
            (ratio - g.count * log((1.0 + c->friction * half) / (1.0 - c->friction * half)))
            / (END - MEASURE);
        out.chain += (on - exponent * g.theta) / (END - MEASURE);
        out.overlap = fmax(out.overlap, deepest_overlap(cs.s.world));
    }
    rv_world_destroy(cs.s.world);
    out.line = exp(out.line);
    out.nodes = exp(out.nodes);
    out.chain = exp(out.chain);
    return out;
}

static void check_slip(validation* v, const capstan* c) {
    slip_result got = slip(v, c);
    char name[120], what[60];
    snprintf(what, sizeof what, "%g turns, mu %g, R %g m", c->turns, c->friction, c->radius);
    // thin against the cylinder, it is a line: friction at its surface is nearly at its middle
    if (c->friction * PI * c->turns * c->diameter / c->radius < 0.02) {
        snprintf(name, sizeof name, "%s: T1/T2 at slip over exp(mu theta)", what);
        validation_check(v, name, "issue: 2 %", 1.0, got.line, 0.02);
        snprintf(name, sizeof name, "%s: T1/T2 at slip over that of N nodes", what);
        validation_check(v, name, "exact for a line over N nodes, 2 %", 1.0, got.nodes, 0.02);
    }
    snprintf(name, sizeof name, "%s: T1/T2 at slip over that of thick segments", what);
    validation_check(v, name, "exact for a chain of them, 0.5 %", 1.0, got.chain, 0.005);
    snprintf(name, sizeof name, "%s: overlap while it slips [m]", what);
    validation_at_most(v, name, "issue: 1 mm", 0.001, got.overlap);
}

// Held by a force a tenth above the one at which it slips.
static void check_hold(validation* v, const capstan* c, int seconds) {
    capstan_scene cs = make_capstan(v, c, RV_BODY_DYNAMIC);
    double ratio = exp(chain_exponent(c) * 2.0 * PI * c->turns);
    rv_vec3 pull = rv_vec3_scale(cs.haul_direction, 1.1 * LOAD * G / ratio);
    rv_vec3 weight = rv_vec3_scale(rv_world_gravity(cs.s.world), HAUL);
    stillness rest = {.lowest = 0.0};
    for (int n = 0; n < (seconds + 3) * RATE; n++) {
        rv_body_apply_force_at_center(cs.s.world, cs.s.haul, rv_vec3_sub(pull, weight));
        rv_world_step(cs.s.world, 1.0 / RATE);
        if (n >= 3 * RATE)
            look(&rest, &cs.s);
    }
    char name[120];
    snprintf(name, sizeof name, "%g turns, mu %g, held at 1.1 of slip, %d s: motion [m]", c->turns,
             c->friction, seconds);
    validation_at_most(v, name, "issue: 1 mm", 0.001, rest.moved);
    rv_world_destroy(cs.s.world);
}

static void check_capstan(validation* v) {
    const double d = 0.012;
    check_slip(v, &(capstan){0.5, 0.4, d, 3.0 * d, 0.1});
    check_slip(v, &(capstan){0.5, 0.4, d, 3.0 * d, 0.3});
    check_slip(v, &(capstan){1.5, 0.4, d, 3.0 * d, 0.1});
    check_slip(v, &(capstan){1.5, 0.15, d, 2.5 * d, 0.3});
    check_hold(v, &(capstan){0.5, 0.15, d, 2.5 * d, 0.1}, 60);
    check_hold(v, &(capstan){0.5, 0.15, d, 2.5 * d, 0.3}, 60);
    check_hold(v, &(capstan){1.5, 0.15, d, 2.5 * d, 0.1}, 10);
}

// --- cable across cable ---

static rv_cable_id add_span(validation* v, rv_world* world, const rv_cable_node nodes[2],
                            const rv_vec3 shape[3]) {
    rope wire = {.diameter = 0.02, .friction = 0.4, .EI = NAN, .GJ = NAN};
    // a joint at the middle of both, where the upper one bends
    wire.count = shape == NULL ? 14 : 18;
    wire.length = NAN;
    wire.shape = shape;
    wire.shape_count = shape == NULL ? 0 : 3;
    return add_rope(v, world, &wire, nodes);
}

// vertical force between two cables, on the second
static double crossing_force(const rv_world* world, rv_cable_id below, rv_cable_id above) {
    double sum = 0.0;
    for (int k = 0; k < rv_world_contact_count(world); k++) {
        rv_contact contact = rv_world_contact(world, k);
        rv_cable_id a = rv_body_cable(world, contact.body[0]);
        rv_cable_id b = rv_body_cable(world, contact.body[1]);
        if (memcmp(&a, &below, sizeof a) == 0 && memcmp(&b, &above, sizeof b) == 0)
            sum += contact.force.z;
        if (memcmp(&b, &below, sizeof b) == 0 && memcmp(&a, &above, sizeof a) == 0)
            sum -= contact.force.z;
    }
    return sum;
}

// One cable between two walls, taut by what it carries: another one across it, with 1 t on its
// ends.
static void check_crossing(validation* v) {
    enum { SECONDS = 60 };
    const double d = 0.02, half = 0.42, drop = 0.15, top = d + 0.002;
    scene s = {.world = make_world()};
    rv_cable_node walls[2] = {end_on((rv_body_id){0}, (rv_vec3){-half, 0.0, 0.0}),
                              end_on((rv_body_id){0}, (rv_vec3){half, 0.0, 0.0})};
    rv_cable_id below = add_span(v, s.world, walls, NULL);
    s.load = add_body(s.world, RV_BODY_DYNAMIC, (rv_vec3){0.0, 0.0, top - drop}, LOAD);
    const rv_vec3 shape[3] = {{0.0, -half, top - drop}, {0.0, 0.0, top}, {0.0, half, top - drop}};
    rv_cable_node ends[2] = {end_on(s.load, (rv_vec3){0.0, -half, 0.0}),
                             end_on(s.load, (rv_vec3){0.0, half, 0.0})};
    s.cable = add_span(v, s.world, ends, shape);
    double weight =
        G * (LOAD + rv_cable_mass_per_length(s.world, s.cable) * rv_cable_length(s.world, s.cable));
    stillness rest = {.lowest = -1.0};
    double force = 0.0, overlap = 0.0;
    for (int n = 0; n < SECONDS * RATE; n++) {
        rv_world_step(s.world, 1.0 / RATE);
        if (n < 5 * RATE)
            continue;
        look(&rest, &s);
        overlap = fmax(overlap, deepest_overlap(s.world));
        force += crossing_force(s.world, below, s.cable) / (SECONDS * RATE - 5 * RATE);
    }
    validation_check(v, "cable across cable, 1 t, 60 s: force at the crossing [N]", "M g + m g",
                     weight, force, 0.001 * weight);
    validation_at_most(v, "cable across cable: motion of the upper one and its load [m]",
                       "issue: 1 mm", 0.001, rest.moved);
    validation_at_most(v, "cable across cable: deepest overlap [m]", "issue: no passing through",
                       0.001, overlap);
    rv_world_destroy(s.world);
}

// --- on the ground ---

static rv_body_id add_ground(rv_world* world, double friction) {
    rv_shape_def plane = rv_shape_def_default();
    plane.type = RV_SHAPE_PLANE;
    plane.material = surface(friction);
    return add_still(world, &plane, 1);
}

// It lies in a curve at first; drawn straight, all of it slides.
static void check_drag(validation* v) {
    enum { POINTS = 21, SECONDS = 10 };
    const double d = 0.02, friction = 0.3;
    // few sweeps: only sliding straight on need be exact
    rv_world_def def = settings();
    def.contact.sweeps = 5;
    scene s = {.world = rv_world_create(&def, NULL, 0)};
    add_ground(s.world, friction);
    rv_vec3 shape[POINTS];
    for (int i = 0; i < POINTS; i++)
        shape[i] = (rv_vec3){0.1 * i - 2.0, 0.1 * sin(0.25 * PI * i), 0.5 * d};
    s.haul = add_body(s.world, RV_BODY_KINEMATIC, shape[POINTS - 1], 0.0);
    rv_cable_node nodes[2] = {rv_cable_node_default(), end_on(s.haul, (rv_vec3){0})};
    nodes[0].type = RV_CABLE_FREE;
    nodes[0].point = shape[0];
    rope wire = {.diameter = d, .friction = friction, .length = 0.1, .EI = 0.02, .GJ = 0.02};
    wire.shape = shape;
    wire.shape_count = POINTS;
    s.cable = add_rope(v, s.world, &wire, nodes);
    double mass = rv_cable_mass_per_length(s.world, s.cable) * rv_cable_length(s.world, s.cable);
    double pull = 0.0;
    rv_body_set_velocity(s.world, s.haul, (rv_vec3){0.2, 0.0, 0.0});
    for (int n = 0; n < SECONDS * RATE; n++) {
        rv_world_step(s.world, 1.0 / RATE);
        int last = rv_cable_joint_count(s.world, s.cable) - 1;
        if (n >= (SECONDS - 2) * RATE)
            pull += rv_cable_get_joint(s.world, s.cable, last).tension / (2 * RATE);
    }
    validation_check(v, "slack cable drawn over the ground: pull [N]", "mu m g, 1 %",
                     friction * mass * G, pull, 0.01 * friction * mass * G);
    rv_world_destroy(s.world);
}

// --- a heap ---

// 200 segments along a coil whose turns cross each other; returns how many points
static int coil(rv_vec3* shape, double length, double diameter) {
    double along = 0.0;
    int count = 0;
    while (count < SHAPE_MAX && along < length) {
        double t = 0.05 * count, radius = 0.3 * (1.0 + 0.3 * sin(0.17 * t));
        shape[count] = (rv_vec3){radius * cos(t) + 0.3 * sin(0.31 * t), radius * sin(t),
                                 0.05 + 2.0 * diameter * t / (2.0 * PI)};
        if (count > 0)
            along += rv_vec3_length(rv_vec3_sub(shape[count], shape[count - 1]));
        count++;
    }
    return count;
}

static void check_heap(validation* v) {
    enum { SECONDS = 4, SEGMENTS = 200 };
    static rv_vec3 shape[SHAPE_MAX];
    const double d = 0.02, length = 0.06;
    // few sweeps, no substeps: the fall itself need not be exact
    rv_world_def def = settings();
    def.sleep.enabled = true;
    def.substeps.max = 1;
    def.contact.sweeps = 3;
    def.contact.sweep_tolerance = 1e-3;
    scene s = {.world = rv_world_create(&def, NULL, 0)};
    add_ground(s.world, 0.4);
    rope soft = {.diameter = d, .friction = 0.4, .EI = 0.0126, .GJ = 0.02};
    soft.shape = shape;
    soft.shape_count = coil(shape, SEGMENTS * length, d);
    soft.length = NAN;
    soft.count = SEGMENTS;
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].type = nodes[1].type = RV_CABLE_FREE;
    nodes[0].point = shape[0];
    nodes[1].point = shape[soft.shape_count - 1];
    s.cable = add_rope(v, s.world, &soft, nodes);
    double fastest = 0.0, overlap = 0.0, seconds = 0.0;
    for (int n = 0; n < SECONDS * RATE; n++) {
        clock_t start = clock();
        rv_world_step(s.world, 1.0 / RATE);
        seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
        if (n >= (SECONDS - 1) * RATE)
            fastest = fmax(fastest, fastest_segment(s.world, s.cable));
        if (n >= RATE)
            overlap = fmax(overlap, deepest_overlap(s.world));
    }
    int asleep = 0;
    for (int i = 0; i < SEGMENTS; i++)
        asleep += rv_body_is_asleep(s.world, rv_cable_segment(s.world, s.cable, i));
    char name[120];
    snprintf(name, sizeof name,
             "200 segments dropped in a heap (%.0f ms a step): largest speed after 3 s [m/s]",
             1e3 * seconds / (SECONDS * RATE));
    validation_at_most(v, name, "at rest: 5 mm/s", 0.005, fastest);
    validation_at_most(v, "200 segments dropped in a heap: deepest overlap [m]", "issue: 1 mm",
                       0.001, overlap);
    validation_check(v, "200 segments dropped in a heap: segments asleep", "all of them", SEGMENTS,
                     asleep, 0.0);
    rv_world_destroy(s.world);
}

void segments_contact(validation* v) {
    check_edge(v);
    check_capstan(v);
    check_crossing(v);
    check_drag(v);
    check_heap(v);
}
