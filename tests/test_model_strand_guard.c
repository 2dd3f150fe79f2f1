// Keepers at wheels: while a cable of segments is slack, its ends at a wheel stay where they last
// pulled from, beside the groove. Two loads on a rope over a sheave are thrown up and fall into
// their cable again.
#include "model/strand.h"
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;
static const double G = 9.81;
static const double RADIUS = 0.5; // of the sheave
static const double KEPT = 0.05;  // of a bridge, which is half a segment of 0.2 m: half of it
static const double LOADS[2] = {300.0, 450.0};

typedef struct sheave {
    rv_world* world;
    rv_body_id load[2], holder; // holder: what carries the wheel; null: the world
    rv_cable_id cable;
} sheave;

static rv_body_id add_ball(rv_world* world, double mass, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_SPHERE;
    shape.radius = 0.2;
    def.shapes = &shape;
    def.shape_count = 1;
    def.mass = mass;
    def.pose.position = at;
    return body_of(world, &def);
}

// loads of 300 kg and 450 kg 4.1 m below a sheave; without friction two of 300 kg
static sheave build(rv_cable_model model, double friction, rv_body_id holder, rv_world* world) {
    sheave s = {.world = world, .holder = holder};
    s.load[0] = add_ball(world, LOADS[0], vec(-RADIUS, 0, -4.3));
    s.load[1] = add_ball(world, friction > 0.0 ? LOADS[1] : LOADS[0], vec(RADIUS, 0, -4.3));
    rv_cable_node nodes[] = {fixed_at(s.load[0], vec(0, 0, 0.2)),
                             pulley_at(holder, vec(0, 0, 0), vec(0, 1, 0), RADIUS),
                             fixed_at(s.load[1], vec(0, 0, 0.2))};
    nodes[1].friction = friction;
    rv_cable_def def = strand_def(nodes, 0);
    def.model = model;
    def.node_count = 3;
    def.diameter = 0.006;
    def.segments.length = 0.2;
    s.cable = cable_of(world, &def);
    return s;
}

static void step(rv_world* world) {
    CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
}

// the nearest that a segment of the cable comes to the wheel's axis (along y) through `center`
static double nearest(const sheave* s, rv_vec3 center) {
    double least = INFINITY;
    for (int i = 0; i < rv_cable_segment_count(s->world, s->cable); i++) {
        rv_body_id body = rv_cable_segment(s->world, s->cable, i);
        rv_vec3 x = rv_vec3_sub(rv_body_center(s->world, body), center);
        rv_vec3 u = rv_quat_rotate(rv_body_pose(s->world, body).rotation, vec(1, 0, 0));
        double half = 0.5 * rv_cable_segment_length(s->world, s->cable, i);
        for (int k = -4; k <= 4; k++) {
            rv_vec3 p = rv_vec3_mul_add(x, 0.25 * k * half, u);
            least = fmin(least, sqrt(p.x * p.x + p.z * p.z));
        }
    }
    return least;
}

static void throw_loads(const sheave* s, rv_vec3 velocity) {
    rv_body_set_velocity(s->world, s->load[0], velocity);
    rv_body_set_velocity(s->world, s->load[1], velocity);
}

// --- the ends at the wheel ---

// how an end of a strand stands to its keeper: along the direction of the last pull, and across
typedef struct standing {
    bool slack;
    double along, across, force;
} standing;

static standing standing_of(const rv_world* world, const rv_strand* strand, int side) {
    const rv_guard* guard = &strand->guard[side];
    const rv_cable* bridge = &world->cables.data[strand->bridge[side]];
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    const rv_path_node* wheel =
        &nodes[side == 1 ? nodes[0].next : rv_path_previous(nodes, bridge->node_count - 1)];
    rv_vec3 at = rv_vec3_add(wheel->rim.center, guard->out);
    const rv_vec3* axis = guard->axis;
    rv_vec3 d = rv_vec3_sub(rv_strand_end(world, strand, side), at);
    double y = rv_vec3_dot(axis[1], d), z = rv_vec3_dot(axis[2], d);
    double force = 0.0;
    for (int i = 0; i < RV_GUARD_ROWS; i++)
        force = fmax(force, fabs(guard->lambda[i]));
    return (standing){guard->slack, rv_vec3_dot(axis[0], d), sqrt(y * y + z * z), force};
}

// the worst of both ends while they are slack
typedef struct worst {
    double along, across, force;
    int slack;
} worst;

static void look(const sheave* s, worst* w) {
    for (int i = 0; i < s->world->strands.count; i++) {
        standing at = standing_of(s->world, &s->world->strands.data[i], 1 - i);
        if (!at.slack)
            continue;
        w->slack++;
        w->along = fmin(w->along, at.along);
        w->across = fmax(w->across, at.across);
        w->force = fmax(w->force, at.force);
    }
}

// --- falling into the cable again ---

// largest gain of energy over that at the start, while the loads fly and fall; the nearest that the
// cable comes to the axis and the least tension go out
typedef struct flight {
    double gain, nearest, tension;
} flight;

static flight fly(const sheave* s, int steps) {
    flight f = {-INFINITY, INFINITY, INFINITY};
    rv_energy first = rv_world_energy(s->world);
    for (int k = 0; k < steps; k++) {
        step(s->world);
        rv_energy now = rv_world_energy(s->world);
        f.gain = fmax(f.gain, now.total - now.work - first.total + first.work);
        f.nearest = fmin(f.nearest, nearest(s, vec(0, 0, 0)));
        f.tension = fmin(f.tension, rv_cable_tension(s->world, s->cable, 0));
    }
    return f;
}

// The radius counts to the middle of the cable: 1 mm less would be a third of its thickness in the
// wheel. One that chooses its model and rubs is there for a moment at one speed in ten (of 20 from 0.25 to 2 m/s, by
// up to 4.7 mm). 2 % of M g 1 m is what a metre of slack may not add. At the end each side carries its
// load: 1 % is for the weight of 4 m of cable and the swinging that is left.
TEST(loads_thrown_up_over_a_sheave_fall_into_their_cable_again) {
    static const double SPEEDS[] = {0.2, 0.8, 2.0};
    for (int i = 0; i < 12; i++) {
        double friction = i / 6 == 0 ? 0.0 : 0.3, v = SPEEDS[i % 3];
        rv_cable_model model = i / 3 % 2 == 0 ? RV_CABLE_SEGMENTS : RV_CABLE_AUTO;
        sheave s = build(model, friction, NO_BODY, default_world());
        double weight[2] = {LOADS[0] * G, (friction > 0.0 ? LOADS[1] : LOADS[0]) * G};
        for (int k = 0; k < 60; k++)
            step(s.world);
        throw_loads(&s, vec(0, 0, v));
        step(s.world);
        flight f = fly(&s, 300);
        CHECK(f.gain < 0.02 * (weight[0] + weight[1]) * 1.0);
        bool dips = model == RV_CABLE_AUTO && friction > 0.0;
        CHECK(f.nearest > RADIUS - (dips ? 0.006 : 0.001));
        CHECK(f.tension < 0.5 * weight[0]); // it came slack
        for (int side = 0; side < 2; side++) {
            CHECK_NEAR(rv_cable_tension(s.world, s.cable, side), weight[side], 0.01 * weight[side]);
            // where it hung before; 0.1 m: it slips when it comes taut, and stretches by 3 mm
            rv_vec3 at = rv_body_center(s.world, s.load[side]);
            CHECK_NEAR(at.z, -4.3, 0.1);
            CHECK_NEAR(at.x, side == 0 ? -RADIUS : RADIUS, 0.01);
        }
        rv_cable_contact contact = rv_cable_get_contact(s.world, s.cable, 1);
        CHECK(contact.touches);
        CHECK_NEAR(contact.wrap, RV_PI, 0.01);
        rv_world_destroy(s.world);
    }
}

// --- what keepers hold ---

// Thrown to the side as well: the loads carry the slack cable away by 0.5 m, but not its ends at
// the wheel. 1 cm is what they come off their line in the step in which the cable comes slack.
TEST(a_slack_end_stays_beside_its_wheel) {
    sheave s = build(RV_CABLE_SEGMENTS, 0.3, NO_BODY, default_world());
    for (int k = 0; k < 60; k++)
        step(s.world);
    throw_loads(&s, vec(0.8, 1.2, 2));
    worst w = {.along = INFINITY};
    for (int k = 0; k < 24; k++) {
        step(s.world);
        look(&s, &w);
    }
    CHECK(w.slack > 20 && w.force > 1.0);
    CHECK(w.along > KEPT - 0.001);
    CHECK(w.across < 0.01);
    rv_world_destroy(s.world);
}

// While it pulls, nothing keeps it: its line is where it pulls now. 5 mm: what the end of a
// swinging cable 0.1 m from the wheel moves in a step.
TEST(a_taut_end_is_free_and_its_line_follows_it) {
    sheave s = build(RV_CABLE_SEGMENTS, INFINITY, NO_BODY, default_world());
    for (int k = 0; k < 60; k++)
        step(s.world);
    throw_loads(&s, vec(1.2, 0.6, 0));
    double reached = 0.0;
    for (int k = 0; k < 120; k++) {
        step(s.world);
        reached = fmax(reached, rv_body_center(s.world, s.load[1]).x);
        for (int side = 0; side < 2; side++) {
            standing at = standing_of(s.world, &s.world->strands.data[side], 1 - side);
            CHECK(!at.slack && at.force == 0.0);
            CHECK(at.across < 0.005);
        }
    }
    // a pendulum of 4.3 m: v sqrt(l/g) = 0.79 m beyond where it hung
    CHECK_NEAR(reached, RADIUS + 0.79, 0.08);
    rv_world_destroy(s.world);
}

TEST(an_end_at_a_drum_has_no_keeper) {
    rv_world* world = default_world();
    rv_body_id load = add_ball(world, 100.0, vec(0, 0, -4));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0.2))};
    rv_cable_def def = strand_def(nodes, 0);
    def.segments.length = 0.2;
    cable_of(world, &def);
    for (int k = 0; k < 30; k++)
        step(world);
    rv_body_set_velocity(world, load, vec(0.3, 0, 2));
    double least = INFINITY;
    for (int k = 0; k < 60; k++) {
        step(world);
        const rv_strand* strand = world->strands.data;
        least =
            fmin(least, rv_cable_nodes(world, &world->cables.data[strand->bridge[0]])[0].tension);
        CHECK(!strand->guard[0].slack && strand->guard[0].lambda[0] == 0.0);
    }
    CHECK(!(least > 0.0)); // it came slack
    rv_world_destroy(world);
}

// The wheel moves 0.2 m to the side while the cable is slack, and its ends go with it; 2 cm: they
// return to their line within a tenth of a second, in which it moves by five.
TEST(keepers_go_with_the_body_that_carries_their_wheel) {
    rv_world* world = default_world();
    rv_body_id holder = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    sheave s = build(RV_CABLE_SEGMENTS, 0.3, holder, world);
    for (int k = 0; k < 60; k++)
        step(world);
    throw_loads(&s, vec(0, 0, 2));
    rv_body_set_velocity(world, holder, vec(0.5, 0.2, 0));
    worst w = {.along = INFINITY};
    for (int k = 0; k < 24; k++) {
        step(world);
        look(&s, &w);
    }
    CHECK(w.slack > 20 && w.force > 1.0);
    CHECK(w.along > KEPT - 0.001);
    CHECK(w.across < 0.02);
    rv_world_destroy(world);
}

// A driven wheel turns under the cable: keepers stand beside it, and what the rim does is no cable
// that comes or goes (without friction nothing else happens to the cable).
TEST(a_wheel_that_turns_takes_its_keepers_not_along) {
    rv_world* world = default_world();
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_KINEMATIC;
    def.angular_velocity = vec(0, 3, 0);
    sheave s = build(RV_CABLE_SEGMENTS, 0.0, body_of(world, &def), world);
    int count = rv_cable_segment_count(world, s.cable);
    throw_loads(&s, vec(0, 0, 0.8));
    for (int k = 0; k < 180; k++) {
        step(world);
        // in the bow of the slack cable a segment may be beside the rim
        CHECK(nearest(&s, vec(0, 0, 0)) > 0.9 * RADIUS);
        CHECK(abs(rv_cable_segment_count(world, s.cable) - count) <= 1);
        // falling by 3.3 cm into steel of this length they pull with up to 5 of their weights
        CHECK(rv_cable_largest_tension(world, s.cable) < 8.0 * LOADS[0] * G);
    }
    rv_world_destroy(world);
}

static double segment_mass(const sheave* s) {
    double length = 0.0;
    for (int i = 0; i < rv_cable_segment_count(s->world, s->cable); i++)
        length += rv_cable_segment_length(s->world, s->cable, i);
    return length * rv_cable_mass_per_length(s->world, s->cable);
}

static void momentum(const rv_world* world, rv_vec3* linear, rv_vec3* angular) {
    *linear = *angular = vec(0, 0, 0);
    for (rv_body_id b = rv_body_next(world, NO_BODY); b.slot != 0; b = rv_body_next(world, b)) {
        const rv_body* body = rv_world_body(world, b);
        rv_vec3 p = rv_vec3_scale(body->v, body->mass);
        rv_vec3 w = rv_mat3_apply_transpose(body->R, body->w);
        rv_vec3 L = rv_mat3_apply(body->R, rv_mat3_apply(body->inertia, w));
        *linear = rv_vec3_add(*linear, p);
        *angular = rv_vec3_add(*angular, rv_vec3_add(rv_vec3_cross(body->x, p), L));
    }
    for (int c = 0; c < world->cables.count; c++) {
        const rv_cable* cable = &world->cables.data[c];
        for (int i = 0; cable->parent >= 0 && i < cable->node_count; i++) {
            const rv_rope_part* part = &rv_cable_nodes(world, cable)[i].rope;
            rv_vec3 p = rv_vec3_scale(part->velocity, part->lies.mass);
            *linear = rv_vec3_add(*linear, p);
            *angular = rv_vec3_add(*angular, rv_vec3_cross(part->lies.place, p));
        }
    }
}

// Everything floats: what the keepers do to the cable they do to what carries the wheel. Slack
// cable that runs into the bridge lies on its wheel: what is lost in a step is its momentum, and no
// more.
TEST(keepers_push_back_on_the_body_that_carries_their_wheel) {
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, 0);
    rv_world* world = world_of(&def);
    rv_body_id holder = add_rigid(world, 100.0, vec(5, 5, 5), vec(0, 0, 0));
    sheave s = build(RV_CABLE_SEGMENTS, 0.3, holder, world);
    rv_body_set_velocity(world, s.load[0], vec(0.3, 0.1, 1));
    rv_body_set_velocity(world, s.load[1], vec(-0.2, 0.1, 1));
    rv_body_set_angular_velocity(world, holder, vec(0.1, 0.2, 0.3));
    rv_vec3 linear[2], angular[2];
    worst w = {.along = INFINITY};
    step(world); // the rope on the wheel begins to move as its bodies do
    momentum(world, &linear[0], &angular[0]);
    double mass = segment_mass(&s);
    for (int k = 0; k < 60; k++) {
        step(world);
        look(&s, &w);
        momentum(world, &linear[1], &angular[1]);
        double now = segment_mass(&s), speed = fmax(1.5, fastest_segment(world, s.cable));
        double lost = fabs(now - mass) * speed + 1e-9;
        mass = now;
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(linear[1], linear[0])), 0.0, lost);
        // a keeper does not turn the wheel about its axle, which itself turns by 6e-3 in a step: of
        // the 1e-6 N m s about it that much shows across it
        rv_vec3 axle = rv_quat_rotate(rv_body_pose(world, holder).rotation, vec(0, 1, 0));
        rv_vec3 turned = rv_vec3_cross(axle, rv_vec3_sub(angular[1], angular[0]));
        CHECK_NEAR(rv_vec3_length(turned), 0.0, lost + 1e-7);
        linear[0] = linear[1];
        angular[0] = angular[1];
    }
    CHECK(w.slack > 60 && w.force > 0.1); // they did act
    rv_world_destroy(world);
}

TEST(a_restored_world_with_slack_ends_goes_on_bit_by_bit) {
    sheave s = build(RV_CABLE_SEGMENTS, 0.3, NO_BODY, default_world());
    for (int k = 0; k < 60; k++)
        step(s.world);
    throw_loads(&s, vec(0.4, 0.4, 2));
    int slack = 0;
    for (int point = 0; point < 6; point++) {
        size_t bytes = rv_world_snapshot_bytes(s.world);
        void* buffer = malloc(bytes);
        CHECK(rv_world_save(s.world, buffer, bytes) == bytes);
        uint64_t now = rv_world_hash(s.world);
        worst w = {.along = INFINITY};
        look(&s, &w);
        slack += w.slack;
        for (int k = 0; k < 15; k++)
            step(s.world);
        uint64_t later = rv_world_hash(s.world);
        CHECK(later != now);
        CHECK(rv_world_restore(s.world, buffer, bytes) && rv_world_hash(s.world) == now);
        for (int k = 0; k < 15; k++)
            step(s.world);
        CHECK(rv_world_hash(s.world) == later);
        free(buffer);
    }
    CHECK(slack > 0);
    rv_world_destroy(s.world);
}
