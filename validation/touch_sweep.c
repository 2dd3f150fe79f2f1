// A taut cable pushed across a random shape and drawn back (touch_sweep.h).
#include "validation/touch_sweep.h"

#include <math.h>

enum { POINTS_MAX = 4096, PARTS = 16, WINDOW = 16 };
static const double SPAN = 4.0, START = 1.5; // [m], of the span, and from the shape's middle
static const double JUMP = 0.1;              // [m], of a place where it is held, that has slipped
static const double LIFTS = 0.3; // [rad], that it bends by at most in the step before it lifts

typedef struct sweeper {
    rv_world* world;
    rv_body_id carrier;
    rv_cable_id cable;
    rv_shape_def shape;
    rv_pose pose;
    rv_vec3 direction;
    double way, seconds, h; // there; and as long back
    double weight;
    // of the last step
    int wraps;
    double turn;
    rv_vec3 place;
    double energy[WINDOW];
} sweeper;

static double random_in(uint64_t* state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*state >> 11) / 9007199254740992.0;
}

static rv_quat random_turn(uint64_t* state) {
    // two uniform turns about different axes and a third: all directions occur
    double a = random_in(state, 0, 6.28), b = random_in(state, 0, 3.14),
           c = random_in(state, 0, 6.28);
    rv_quat q = rv_quat_from_axis_angle((rv_vec3){0, 0, 1}, a);
    q = rv_quat_mul(q, rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, b));
    return rv_quat_mul(q, rv_quat_from_axis_angle((rv_vec3){1, 0, 0}, c));
}

// --- the world ---

static void add_shape(sweeper* s, uint64_t number, uint64_t* state) {
    static const rv_shape_type TYPES[4] = {RV_SHAPE_BOX, RV_SHAPE_CYLINDER, RV_SHAPE_SPHERE,
                                           RV_SHAPE_CAPSULE};
    rv_body_def def = rv_body_def_default();
    s->shape = rv_shape_def_default();
    s->shape.type = TYPES[number % 4];
    s->shape.half_extents.x = random_in(state, 0.1, 0.6);
    s->shape.half_extents.y = random_in(state, 0.1, 0.6);
    s->shape.half_extents.z = random_in(state, 0.1, 0.6);
    s->shape.radius = random_in(state, 0.05, 0.5);
    s->shape.half_length = random_in(state, 0.1, 0.6);
    s->pose.position = (rv_vec3){random_in(state, -0.5, 0.5), 0, 0};
    s->pose.rotation = random_turn(state);
    def.type = RV_BODY_STATIC;
    def.pose = s->pose;
    def.shapes = &s->shape;
    def.shape_count = 1;
    rv_body_create(s->world, &def);
}

// a span on a carrier, and a load that hangs from its eye and keeps it taut
static void add_cable(sweeper* s, rv_cable_model model, uint64_t* state) {
    double angle = random_in(state, 0, 6.28), aside = random_in(state, -0.3, 0.3);
    s->direction = (rv_vec3){0, cos(angle), sin(angle)};
    const rv_vec3 side = {0, -sin(angle), cos(angle)};
    rv_body_def carrier = rv_body_def_default(), load = rv_body_def_default();
    carrier.type = RV_BODY_KINEMATIC;
    carrier.pose.position = rv_vec3_mul_add(rv_vec3_scale(s->direction, -START), aside, side);
    s->carrier = rv_body_create(s->world, &carrier);
    load.kind = RV_BODY_PARTICLE;
    load.mass = random_in(state, 10, 1000);
    load.linear_damping = 0.5 * load.mass;
    load.pose.position = rv_vec3_add(carrier.pose.position, (rv_vec3){0.5 * SPAN, 0, -4});
    s->weight = 9.81 * load.mass;
    rv_cable_node nodes[3];
    for (int i = 0; i < 3; i++)
        nodes[i] = rv_cable_node_default();
    nodes[0].body = nodes[1].body = s->carrier;
    nodes[0].point.x = -0.5 * SPAN;
    nodes[0].point.y = random_in(state, -0.5, 0.5);
    nodes[0].point.z = random_in(state, -0.5, 0.5);
    nodes[1].type = RV_CABLE_EYE;
    nodes[1].point.x = 0.5 * SPAN;
    nodes[2].body = rv_body_create(s->world, &load);
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = 3;
    def.model = model;
    def.EA = pow(10.0, random_in(state, 5, 9));
    def.mass_per_length = 0.3;
    def.diameter = random_in(state, 0.005, 0.03);
    def.touch.enabled = true;
    def.touch.friction = random_in(state, -0.5, 0.5);
    def.touch.friction = fmax(def.touch.friction, 0.0);
    s->cable = rv_cable_create(s->world, &def);
}

static void make(sweeper* s, uint64_t number, rv_cable_model model) {
    static const double RATE[3] = {60, 200, 120};
    uint64_t state = number * 7919 + 12345;
    for (int i = 0; i < 5; i++)
        random_in(&state, 0, 1);
    rv_world_def def = rv_world_def_default();
    *s = (sweeper){.world = rv_world_create(&def, NULL, 0), .h = 1.0 / RATE[number % 3]};
    add_shape(s, number, &state);
    add_cable(s, model, &state);
    s->way = START + random_in(&state, -0.2, 0.6);
    s->seconds = random_in(&state, 1.0, 4.0);
}

// --- what is seen ---

// how far within the shape a point of the world is
static double depth_of(const sweeper* s, rv_vec3 point) {
    rv_vec3 p = rv_quat_rotate_inverse(s->pose.rotation, rv_vec3_sub(point, s->pose.position));
    rv_vec3 e = s->shape.half_extents;
    double across = sqrt(p.y * p.y + p.z * p.z), r = s->shape.radius, l = s->shape.half_length;
    double beyond = fmax(fabs(p.x) - l, 0.0);
    switch (s->shape.type) {
    case RV_SHAPE_BOX:
        return fmin(e.x - fabs(p.x), fmin(e.y - fabs(p.y), e.z - fabs(p.z)));
    case RV_SHAPE_CYLINDER:
        return fmin(r - across, l - fabs(p.x));
    case RV_SHAPE_SPHERE:
        return r - rv_vec3_length(p);
    default:
        return r - sqrt(across * across + beyond * beyond);
    }
}

static double deepest(const sweeper* s) {
    static rv_vec3 points[POINTS_MAX];
    int count = rv_cable_points(s->world, s->cable, 0.05, points, NULL, POINTS_MAX);
    double depth = 0.0;
    for (int i = 0; i + 1 < count && i + 1 < POINTS_MAX; i++)
        for (int k = 0; k < PARTS; k++) {
            rv_vec3 piece = rv_vec3_sub(points[i + 1], points[i]);
            depth = fmax(depth, depth_of(s, rv_vec3_mul_add(points[i], (double)k / PARTS, piece)));
        }
    return depth;
}

// Off the shape, while it is pushed or with a bend that it cannot lift from; or held far from where
// it was: over a corner.
static bool slips(sweeper* s, bool pushed) {
    int wraps = rv_cable_wrap_count(s->world, s->cable);
    rv_vec3 place = wraps > 0 ? rv_cable_get_wrap(s->world, s->cable, 0).in : s->place;
    bool off = s->wraps > 0 && wraps == 0 && (pushed || s->turn > LIFTS);
    bool over =
        s->wraps == wraps && wraps > 0 && rv_vec3_length(rv_vec3_sub(place, s->place)) > JUMP;
    s->wraps = wraps;
    s->place = place;
    s->turn = 0.0;
    for (int i = 0; i < wraps; i++)
        s->turn += rv_cable_get_wrap(s->world, s->cable, i).angle;
    return off || over;
}

// the least of the last steps, so that what bounces to and fro does not count
static double least_energy(sweeper* s, int step) {
    rv_energy e = rv_world_energy(s->world);
    s->energy[step % WINDOW] = e.total - e.work;
    double least = INFINITY;
    for (int i = 0; i < WINDOW; i++)
        least = step < WINDOW ? -INFINITY : fmin(least, s->energy[i]);
    return least;
}

touch_sweep touch_sweep_run(uint64_t number, rv_cable_model model) {
    sweeper s;
    touch_sweep result = {.finite = true};
    make(&s, number, model);
    int there = (int)(s.seconds / s.h), rest = (int)(0.5 / s.h);
    double first = 0.0;
    for (int i = 0; i < 2 * there + rest && result.finite; i++) {
        double sine = sin(3.14159265358979 * i / there);
        double speed = i < 2 * there ? 2.0 * s.way / s.seconds * sine * sine : 0.0;
        rv_body_set_velocity(s.world, s.carrier,
                             rv_vec3_scale(s.direction, i < there ? speed : -speed));
        rv_status status = rv_world_step(s.world, s.h);
        double energy = least_energy(&s, i);
        first = i == 0 ? s.energy[0] : first;
        result.finite = status != RV_STATUS_FAILED && isfinite(s.energy[i % WINDOW])
                        && rv_world_report(s.world).nonfinite_count == 0;
        result.gained = fmax(result.gained, (energy - first) / (0.3 * s.weight));
        result.slipped |= slips(&s, i < there);
        result.touched |= s.wraps > 0;
        if (i % 4 == 0)
            result.depth = fmax(result.depth, deepest(&s) - speed * s.h);
    }
    result.stuck = s.wraps > 0 && !result.slipped;
    rv_world_destroy(s.world);
    return result;
}

touch_tally touch_sweep_tally(int count, rv_cable_model model) {
    touch_tally t = {0};
    for (int i = 0; i < count; i++) {
        touch_sweep s = touch_sweep_run((uint64_t)i, model);
        t.touched += s.touched;
        t.stuck += s.stuck;
        t.pierced += s.depth > 0.01;
        t.gained += s.gained > 0.02;
        t.broken += !s.finite;
    }
    return t;
}
