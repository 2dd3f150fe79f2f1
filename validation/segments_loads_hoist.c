// Suite "servin_2007_segments", hoists: a real 12 mm steel cable of 10 m (true EA, EI, GJ) with a
// load that the papers could hold only with a stiffer cable or heavier segments, 60 steps a second.
//   at rest   T = (M + m) g at the anchor; starts stretched by it, in a zig-zag
//   shifted   the same without the zig-zag, the anchor moves 2 m in the first second
//   dropped   from the horizontal, unstretched: T = 3 M g at the bottom
//   swinging  from 45 degrees, stretched by its weight's part along the cable
// The load is held at its centre, or hangs from the middle of its top.
#include "validation/segments_loads.h"

#include <math.h>
#include <stdlib.h>

static const double DIAMETER = 0.012;  // [m]
static const double CUBE = 1.0;        // side of the load [m]
static const double SHIFT_SPEED = 2.0; // of the anchor in the first second [m/s]
enum { TAIL = 2 * LOADS_RATE };        // steps at the end, where it is to be at rest

typedef struct hoist {
    rv_world* world;
    rv_body_id anchor, load;
    rv_cable_id cable;
    rv_vec3 direction;    // along the cable at the start
    double segment, mass; // mass of a segment and of the load
} hoist;

static rv_vec3 start_direction(loads_motion m) {
    switch (m) {
    case LOADS_DROP:
        return (rv_vec3){1.0, 0.0, 0.0};
    case LOADS_SWING:
        return (rv_vec3){sqrt(0.5), 0.0, -sqrt(0.5)};
    default:
        return (rv_vec3){0.0, 0.0, -1.0};
    }
}

static double section(void) {
    return 0.25 * RV_PI * DIAMETER * DIAMETER;
}

double loads_hoist_EA(void) {
    return rv_material_default().young * section();
}

static double segment_mass(const loads_hoist_def* d) {
    return rv_material_default().density * section() * LOADS_LENGTH / d->segments;
}

double loads_hoist_mass(const loads_hoist_def* d) {
    return d->ratio * segment_mass(d);
}

// by the pull of the weight, or its part along the cable
static double start_strain(const loads_hoist_def* d, const hoist* h) {
    double pull = (h->mass + 0.5 * d->segments * h->segment) * LOADS_G * -h->direction.z;
    return d->inextensible ? 0.0 : pull / loads_hoist_EA();
}

// Places of the joints: on the straight line that the weight, or its part along the cable, has
// stretched, and beside it in turn.
static void lay_line(const loads_hoist_def* d, const hoist* h, rv_vec3* points) {
    double length = LOADS_LENGTH * (1.0 + start_strain(d, h));
    for (int i = 0; i <= d->segments; i++) {
        points[i] = rv_vec3_scale(h->direction, length * i / d->segments);
        bool inner = i > 0 && i < d->segments;
        points[i].y = inner ? (i % 2 == 0 ? d->zigzag : -d->zigzag) : 0.0;
    }
}

static rv_cable_id add_cable(const loads_hoist_def* d, const hoist* h, const rv_vec3* line) {
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].body = h->anchor;
    nodes[1].body = h->load;
    if (d->from_top)
        nodes[1].point = rv_vec3_scale(h->direction, -0.5 * CUBE);
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = DIAMETER;
    def.length = LOADS_LENGTH;
    def.segments.count = d->segments;
    def.segments.shape = line;
    def.segments.shape_count = d->segments + 1;
    double section_EI = rv_material_default().young * section() * DIAMETER * DIAMETER / 16.0;
    // what does not swing comes to rest
    double tau = d->motion == LOADS_SWING ? 0.0 : 1.0 / LOADS_RATE;
    def.damping = tau * loads_hoist_EA();
    def.segments.bend_damping = tau * section_EI;
    if (d->inextensible)
        def.EA = INFINITY;
    if (d->loose)
        def.GJ = def.segments.EI = 0.0;
    return rv_cable_create(h->world, &def);
}

static rv_body_id add_load(const loads_hoist_def* d, const hoist* h, rv_vec3 end) {
    rv_shape_def cube = rv_shape_def_default();
    cube.type = RV_SHAPE_BOX;
    cube.half_extents = (rv_vec3){0.5 * CUBE, 0.5 * CUBE, 0.5 * CUBE};
    rv_body_def body = rv_body_def_default();
    body.mass = h->mass;
    body.shapes = &cube;
    body.shape_count = 1;
    body.pose.position = rv_vec3_mul_add(end, d->from_top ? 0.5 * CUBE : 0.0, h->direction);
    return rv_body_create(h->world, &body);
}

static bool hoist_create(const loads_hoist_def* d, hoist* h) {
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = (rv_vec3){0.0, 0.0, -LOADS_G};
    world_def.contact.enabled = false;
    *h = (hoist){.world = rv_world_create(&world_def, NULL, 0),
                 .direction = start_direction(d->motion),
                 .segment = segment_mass(d),
                 .mass = loads_hoist_mass(d)};
    rv_vec3* line = malloc((size_t)(d->segments + 1) * sizeof *line);
    if (h->world != NULL && line != NULL) {
        lay_line(d, h, line);
        rv_body_def body = rv_body_def_default();
        body.type = RV_BODY_KINEMATIC;
        h->anchor = rv_body_create(h->world, &body);
        h->load = add_load(d, h, line[d->segments]);
        h->cable = add_cable(d, h, line);
    }
    free(line);
    return h->cable.slot != 0;
}

// --- what is watched ---

typedef struct range {
    rv_vec3 low, high;
} range;

static void widen(range* r, rv_vec3 p) {
    r->low = (rv_vec3){fmin(r->low.x, p.x), fmin(r->low.y, p.y), fmin(r->low.z, p.z)};
    r->high = (rv_vec3){fmax(r->high.x, p.x), fmax(r->high.y, p.y), fmax(r->high.z, p.z)};
}

static double distance_from_line(rv_vec3 p, rv_vec3 a, rv_vec3 b) {
    rv_vec3 u = rv_vec3_normalize(rv_vec3_sub(b, a));
    return rv_vec3_length(rv_vec3_cross(u, rv_vec3_sub(p, a)));
}

// openings of the joints; returns how far they bow out; ranges of their places, if asked for
static double watch_joints(const hoist* h, loads_hoist_outcome* o, range* places) {
    int last = rv_cable_joint_count(h->world, h->cable) - 1;
    double EA = rv_cable_EA(h->world, h->cable), bow = 0.0;
    rv_vec3 a = rv_cable_get_joint(h->world, h->cable, 0).point;
    rv_vec3 b = rv_cable_get_joint(h->world, h->cable, last).point;
    for (int i = 0; i <= last; i++) {
        rv_cable_joint joint = rv_cable_get_joint(h->world, h->cable, i);
        double elastic = rv_vec3_length(joint.force) * joint.length / EA;
        o->torn = fmax(o->torn, fabs(joint.stretch - elastic));
        bow = fmax(bow, distance_from_line(joint.point, a, b));
        if (places != NULL)
            widen(&places[i], joint.point);
    }
    return bow;
}

static range* new_ranges(int count) {
    range* places = malloc((size_t)count * sizeof *places);
    for (int i = 0; places != NULL && i < count; i++)
        places[i] = (range){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    return places;
}

static double largest_range(const range* places, int count) {
    double largest = 0.0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, rv_vec3_length(rv_vec3_sub(places[i].high, places[i].low)));
    return largest;
}

typedef struct progress {
    rv_energy start;
    double stretch;       // energy in it at the start [J]
    double scale, weight; // M g L [J]; (M + m) g [N]
    double low, high;     // pull at the anchor in the tail, of the weight
    range* places;
} progress;

static void watch_step(const loads_hoist_def* d, const hoist* h, int n, progress* p,
                       loads_hoist_outcome* o) {
    int steps = d->seconds * LOADS_RATE;
    bool tail = n >= steps - TAIL;
    rv_energy energy = rv_world_energy(h->world);
    double motion = energy.kinetic + energy.gravitational - energy.work;
    double before = p->start.kinetic + p->start.gravitational + p->stretch;
    double lost = (p->start.total + energy.work - energy.total) / p->scale;
    double pull = rv_cable_tension(h->world, h->cable, 0) / p->weight;
    double bow = watch_joints(h, o, tail ? p->places : NULL);
    o->gain = fmax(o->gain, (motion - before) / p->scale);
    o->lost = lost;
    o->peak = fmax(o->peak, pull);
    o->finite = isfinite(motion) && rv_world_report(h->world).nonfinite_count == 0;
    if (n >= LOADS_RATE && n < LOADS_RATE + TAIL)
        o->early = fmax(o->early, bow);
    if (tail) {
        o->late = fmax(o->late, bow);
        o->tension += pull / TAIL;
        p->low = fmin(p->low, pull);
        p->high = fmax(p->high, pull);
    }
    if (d->tension != NULL)
        d->tension[n] = pull;
    if (d->energy != NULL)
        d->energy[n] = -lost;
}

loads_hoist_outcome loads_hoist_run(const loads_hoist_def* d) {
    hoist h;
    loads_hoist_outcome o = {.finite = hoist_create(d, &h)};
    double weight = (h.mass + d->segments * h.segment) * LOADS_G;
    double strain = start_strain(d, &h);
    progress p = {.start = o.finite ? rv_world_energy(h.world) : (rv_energy){0},
                  .stretch = 0.5 * loads_hoist_EA() * strain * strain * LOADS_LENGTH,
                  .scale = h.mass * LOADS_G * LOADS_LENGTH,
                  .weight = weight,
                  .low = INFINITY,
                  .high = -INFINITY,
                  .places = new_ranges(d->segments + 1)};
    for (int n = 0; n < d->seconds * LOADS_RATE && o.finite && p.places != NULL; n++) {
        double speed = d->motion == LOADS_SHIFT && n < LOADS_RATE ? SHIFT_SPEED : 0.0;
        rv_body_set_velocity(h.world, h.anchor, (rv_vec3){speed, 0.0, 0.0});
        rv_world_step(h.world, 1.0 / LOADS_RATE);
        watch_step(d, &h, n, &p, &o);
    }
    o.ripple = 0.5 * (p.high - p.low);
    o.jitter = p.places != NULL ? largest_range(p.places, d->segments + 1) : NAN;
    free(p.places);
    rv_world_destroy(h.world);
    return o;
}
