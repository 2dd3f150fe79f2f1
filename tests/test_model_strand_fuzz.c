// Cables of segments at random: from rubber to steel, with loads of a thousandth to a million times
// their mass, hung, stretched, dropped, dragged, cut and destroyed. Nothing may become infinite,
// and nothing may come out of nothing: kinetic and gravitational energy stay within 5 % of m g L of
// what was there at the start and what moved ends put in.
#include "strand_fixture.h"

#ifndef FUZZ_TRIALS
#define FUZZ_TRIALS (FIXTURE_IS_WATCHED ? 30 : 140)
#endif
#ifndef FUZZ_FIRST
#define FUZZ_FIRST 1
#endif

enum { CABLES = 2, STEPS = 40 };

typedef struct scene {
    rv_world* world;
    fixture_random random;
    rv_cable_id cable[CABLES];
    int cables;
    double mass, height; // of all that moves; of what may fall
    double start;        // energy at the start
    bool ground;
} scene;

static int choose(scene* s, int count) {
    return (int)random_in(&s->random, 0.0, count);
}

// evenly in its logarithm
static double between(scene* s, double low, double high) {
    return low * exp(random_in(&s->random, 0.0, log(high / low)));
}

static rv_material random_material(scene* s) {
    static const double YOUNG[] = {1e6, 2e9, 2e11}, DENSITY[] = {1100, 1150, 7850};
    rv_material m = rv_material_default();
    int which = choose(s, 3);
    m.young = YOUNG[which];
    m.density = DENSITY[which];
    m.friction = random_in(&s->random, 0.0, 1.0);
    return m;
}

// a rigid body, particle or moved body with its centre there
static rv_body_id random_end_body(scene* s, rv_vec3 at, double mass) {
    rv_body_def def = rv_body_def_default();
    def.type = (rv_body_type)(choose(s, 4) % 3);
    def.kind = choose(s, 4) == 0 ? RV_BODY_PARTICLE : RV_BODY_RIGID;
    def.pose.position = at;
    def.mass = mass;
    // small enough not to meet its own cable, so that it lands where that does
    rv_shape_def ball = rv_shape_def_default();
    ball.type = RV_SHAPE_SPHERE;
    ball.radius = 2e-4;
    def.shapes = &ball;
    def.shape_count = 1;
    double size = 0.1 * mass;
    if (def.kind == RV_BODY_RIGID) {
        def.pose.rotation = random_rotation(&s->random, 3.0);
        def.inertia = rv_mat3_diagonal(size, 1.3 * size, 1.7 * size);
    }
    if (def.type == RV_BODY_KINEMATIC)
        def.velocity = random_vec(&s->random, 0.5);
    if (def.type == RV_BODY_DYNAMIC)
        s->mass += mass;
    return body_of(s->world, &def);
}

// a load of up to a million cables, but none that would stretch it by more than a quarter
static rv_cable_node random_end(scene* s, rv_vec3 at, double cable_mass, double heaviest) {
    if (choose(s, 4) == 0)
        return free_at(at);
    if (choose(s, 3) == 0)
        return fixed_at(NO_BODY, at);
    rv_body_id body = random_end_body(s, at, fmin(cable_mass * between(s, 1e-3, 1e6), heaviest));
    rv_cable_node end = fixed_at(body, vec(0, 0, 0));
    end.clamped = rv_body_get_kind(s->world, body) == RV_BODY_RIGID && choose(s, 2) == 0;
    end.swivel = !end.clamped && choose(s, 2) == 0;
    return end;
}

static void put_material(scene* s, rv_cable_def* def, double length) {
    def->material = random_material(s);
    def->diameter = between(s, 1e-3, 5e-2);
    double bar = RV_PI / 64.0 * def->material.young * pow(def->diameter, 4.0); // EI of a solid one
    if (choose(s, 4) == 0) {
        def->damping = 1e-3 * def->material.young * def->diameter * def->diameter;
        def->segments.bend_damping = bar * between(s, 1e-6, 1.0);
        def->twist_damping = bar * between(s, 1e-6, 1.0);
    }
    if (choose(s, 6) == 0)
        def->EA = INFINITY;
    // a rope bends and twists more easily than a solid bar
    if (choose(s, 6) == 0)
        def->segments.EI = choose(s, 2) == 0 ? 0.0 : bar * between(s, 1e-4, 1.0);
    if (choose(s, 6) == 0)
        def->GJ = choose(s, 2) == 0 ? 0.0 : bar * between(s, 1e-4, 1.0);
    if (choose(s, 4) == 0)
        def->segments.rest_curvature[choose(s, 2)] = random_in(&s->random, -1.0, 1.0) / length;
    def->segments.drag.across = choose(s, 2) == 0 ? 1.2 : 0.0;
    def->segments.drag.along = choose(s, 2) == 0 ? 0.02 : 0.0;
    def->segments.drag.density = choose(s, 2) == 0 ? 1.2 : 1000.0;
    def->segments.mask = choose(s, 3) == 0 ? 0 : UINT32_MAX;
    def->segments.touches_itself = choose(s, 2) == 0;
}

static rv_cable_id random_cable(scene* s, double side) {
    double length = between(s, 0.3, 20.0);
    rv_cable_def def = strand_def(NULL, 1 + choose(s, 60));
    put_material(s, &def, length);
    bool slack = choose(s, 2) == 0 && def.segments.count > 1;
    double distance = length * (slack ? random_in(&s->random, 0.1, 1.0) : 1.0);
    rv_vec3 first = vec(0, side, 0), along = rv_vec3_normalize(random_vec(&s->random, 1.0));
    if (slack)
        def.length = length;
    double mass = 0.25 * RV_PI * def.material.density * def.diameter * def.diameter * length;
    double EA = 0.25 * RV_PI * def.material.young * def.diameter * def.diameter;
    double heaviest = 0.25 * EA / 30.0;
    rv_cable_node nodes[] = {
        random_end(s, first, mass, heaviest),
        random_end(s, rv_vec3_mul_add(first, distance, along), mass, heaviest),
    };
    def.nodes = nodes;
    // what does not stretch cannot be pulled apart
    bool moved[2];
    for (int i = 0; i < 2; i++)
        moved[i] = nodes[i].type == RV_CABLE_FIXED
                   && (nodes[i].body.slot == 0
                       || rv_body_get_type(s->world, nodes[i].body) != RV_BODY_DYNAMIC);
    if (moved[0] && moved[1] && !slack)
        def.EA = NAN;
    s->mass += mass;
    s->height = fmax(s->height, length);
    return cable_of(s->world, &def);
}

static scene scene_make(uint64_t seed) {
    scene s = {.random = {seed * 0x9e3779b97f4a7c15ull + 1}};
    static const double GRAVITY[] = {0.0, 1.6, 9.81, 9.81, 30.0};
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, -GRAVITY[choose(&s, 5)]);
    s.world = world_of(&def);
    s.ground = choose(&s, 2) == 0;
    s.cables = 1 + choose(&s, CABLES);
    for (int i = 0; i < s.cables; i++)
        s.cable[i] = random_cable(&s, 100.0 * i);
    if (s.ground) {
        // below everything, whichever way the cables lie
        rv_shape_def plane = rv_shape_def_default();
        plane.type = RV_SHAPE_PLANE;
        rv_body_def body = rv_body_def_default();
        body.type = RV_BODY_STATIC;
        body.pose.position = vec(0, 0, -1.01 * s.height - 0.05);
        body.shapes = &plane;
        body.shape_count = 1;
        body_of(s.world, &body);
    }
    rv_energy e = rv_world_energy(s.world);
    s.start = e.kinetic + e.gravitational + e.elastic;
    s.height *= rv_vec3_length(def.gravity); // of m g L
    return s;
}

// false: something is wrong with it
static bool is_sane(const scene* s, uint64_t seed, int step) {
    rv_report report = rv_world_report(s->world);
    rv_energy e = rv_world_energy(s->world);
    bool ok = report.nonfinite_count == 0 && isfinite(e.total) && isfinite(e.work);
    double gain = e.kinetic + e.gravitational - e.work - s->start;
    double allowed = 0.05 * s->mass * s->height + 0.05 * fabs(e.work) + 1e-9;
    if (ok && gain <= allowed)
        return true;
    printf("seed %llu, step %d: %d not finite, gained %g J, allowed %g J\n",
           (unsigned long long)seed, step, report.nonfinite_count, gain, allowed);
    return false;
}

static void check_readers(const scene* s, rv_cable_id cable) {
    if (!rv_cable_is_valid(s->world, cable))
        return;
    CHECK(isfinite(rv_cable_path_length(s->world, cable)));
    CHECK(isfinite(rv_cable_largest_tension(s->world, cable)));
    CHECK(isfinite(rv_cable_twist(s->world, cable)) && isfinite(rv_cable_torque(s->world, cable)));
    for (int i = 0; i < rv_cable_joint_count(s->world, cable); i++) {
        rv_cable_joint j = rv_cable_get_joint(s->world, cable, i);
        CHECK(isfinite(j.tension) && isfinite(j.bend_moment) && isfinite(j.torque));
        CHECK(isfinite(j.bend[0] + j.bend[1] + j.twist + j.stretch) && j.length > 0.0);
    }
}

static bool run(scene* s, uint64_t seed) {
    double h = choose(s, 4) == 0 ? 1.0 / 240.0 : 1.0 / 60.0;
    int when = choose(s, 2 * STEPS);
    bool ok = true;
    for (int i = 0; ok && i < STEPS; i++) {
        CHECK(rv_world_step(s->world, h) != RV_STATUS_FAILED);
        ok = is_sane(s, seed, i);
        if (i != when)
            continue;
        rv_cable_id cable = s->cable[choose(s, s->cables)];
        double length = rv_cable_length(s->world, cable);
        if (rv_cable_joint_count(s->world, cable) > 0)
            CHECK(rv_cable_cut_at(s->world, cable, random_in(&s->random, 0.0, length)));
    }
    return ok;
}

TEST(random_cables_neither_blow_up_nor_gain_energy) {
    int bad = 0;
    for (uint64_t seed = FUZZ_FIRST; seed < FUZZ_FIRST + FUZZ_TRIALS; seed++) {
        scene s = scene_make(seed);
        bad += !run(&s, seed);
        check_readers(&s, s.cable[0]);
        int bodies = rv_body_count(s.world), gone = rv_cable_segment_count(s.world, s.cable[0]);
        CHECK(rv_cable_destroy(s.world, s.cable[0]));
        CHECK(rv_body_count(s.world) == bodies - gone);
        CHECK(rv_world_step(s.world, 1.0 / 60.0) != RV_STATUS_FAILED);
        rv_world_destroy(s.world);
    }
    CHECK_NEAR(bad, 0, 0);
}
