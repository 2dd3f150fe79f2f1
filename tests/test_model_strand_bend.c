// Cables of segments with a law of bending of the user's: against EI, an elastica that is
// integrated here, closed areas of loops and the energy of all; saved, divided and refused.
#include "failing_allocator.h"
#include "model/strand.h"
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

static void run(rv_world* world, double h, int steps) {
    for (int i = 0; i < steps; i++)
        CHECK(rv_world_step(world, h) == RV_STATUS_OK);
}

static rv_strand* strand_of(const rv_world* world) {
    return &world->strands.data[0];
}

// 2 m, clamped along x, with a load of 5 kg at its free end: what moves far
static rv_cable_def beam_def(rv_world* world, rv_cable_node nodes[2], rv_body_id* load,
                             rv_vec3 velocity) {
    *load = add_rigid(world, 5.0, vec(0.1, 0.1, 0.1), vec(2, 0, 0));
    CHECK(rv_body_set_velocity(world, *load, velocity));
    nodes[0] = clamped_at(NO_BODY, vec(0, 0, 0));
    nodes[1] = clamped_at(*load, vec(0, 0, 0));
    rv_cable_def def = strand_def(nodes, 8);
    def.GJ = 40.0;
    return def;
}

static rv_vec3 beam_after(const rv_cable_bend_law* law, double EI, int steps) {
    rv_world* world = default_world();
    rv_cable_node nodes[2];
    rv_body_id load;
    rv_cable_def def = beam_def(world, nodes, &load, vec(0, 1, 0));
    def.segments.EI = EI;
    def.segments.bend_law = *law;
    rv_cable_id cable = cable_of(world, &def);
    CHECK_NEAR(rv_cable_EI(world, cable), 80.0, 1e-12);
    run(world, H, steps);
    rv_vec3 at = rv_body_center(world, load);
    CHECK(rv_cable_bend_loss(world, cable) == 0.0);
    rv_world_destroy(world);
    return at;
}

// A law takes more solves, with which the corrections of turning (1e-4 of a link) go further: 2e-4 m
// over 2 s in which the load swings by a metre. Both laws do the same to rounding.
TEST(a_straight_curve_and_layers_that_never_slip_are_EI) {
    const rv_cable_bend_law none = {0};
    const rv_cable_bend_point line[] = {{0.1, 8.0}, {0.7, 56.0}};
    const rv_cable_bend_layer stuck[] = {{30.0, 1e6, 0.0}, {20.0, 1e6, 0.0}};
    rv_vec3 at = beam_after(&none, 80.0, 120);
    CHECK(at.y > 0.1);
    rv_vec3 curve = beam_after(&(rv_cable_bend_law){.curve = line, .curve_count = 2}, NAN, 120);
    rv_vec3 layers = beam_after(&(rv_cable_bend_law){.layers = stuck, .layer_count = 2}, 30.0, 120);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(curve, at)), 0.0, 2e-4);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(layers, curve)), 0.0, 1e-8);
}

// --- statics ---

static const rv_cable_bend_point SOFTENS[] = {{0.2, 10.0}, {0.6, 14.0}, {2.0, 20.0}};
static const rv_cable_bend_point STIFFENS[] = {{0.3, 3.0}, {0.6, 18.0}, {2.0, 150.0}};

// curvature at a moment: the curve the other way round
static double curvature_at(const rv_cable_bend_point* curve, int count, double moment) {
    double k = 0.0, m = 0.0;
    for (int i = 0;; i++) {
        double per = (curve[i].curvature - k) / (curve[i].moment - m);
        if (moment <= curve[i].moment || i == count - 1)
            return k + per * (moment - m);
        k = curve[i].curvature;
        m = curve[i].moment;
    }
}

// The tip of an elastica of length L, clamped along x, with a weight P at its end: k(s) where the
// moment is P (x(L) - x(s)). Heun's method; x(L) by bisection.
static rv_vec3 elastica_tip(const rv_cable_bend_point* curve, int count, double L, double P) {
    enum { PARTS = 4000 };
    double low = 0.0, high = L, x, z;
    for (int turn = 0; turn < 60; turn++) {
        double tip = 0.5 * (low + high), angle = 0.0, ds = L / PARTS;
        x = z = 0.0;
        for (int i = 0; i < PARTS; i++) {
            double k = curvature_at(curve, count, fmax(0.0, P * (tip - x)));
            double there = x + ds * cos(angle);
            double next = curvature_at(curve, count, fmax(0.0, P * (tip - there)));
            double end = angle + 0.5 * ds * (k + next);
            x += 0.5 * ds * (cos(angle) + cos(end));
            z -= 0.5 * ds * (sin(angle) + sin(end));
            angle = end;
        }
        if (x > tip)
            low = tip;
        else
            high = tip;
    }
    return vec(x, 0, z);
}

static rv_vec3 resting_tip(const rv_cable_bend_point* curve, int count, double mass) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, mass, vec(2, 0, 0));
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = strand_def(nodes, 60);
    def.mass_per_length = 1e-4;
    def.GJ = 40.0;
    def.segments.bend_damping = 5.0;
    def.segments.bend_law = (rv_cable_bend_law){.curve = curve, .curve_count = count};
    cable_of(world, &def);
    run(world, H, 1200);
    CHECK(rv_vec3_length(rv_body_velocity(world, load)) < 1e-4);
    rv_vec3 at = rv_body_center(world, load);
    rv_world_destroy(world);
    return at;
}

// 60 chords of 0.033 m are off by the square of their angle; 1 mm of more than half a metre
TEST(a_beam_with_a_curve_hangs_as_its_elastica) {
    rv_vec3 soft = elastica_tip(SOFTENS, 3, 2.0, 9.81), at = resting_tip(SOFTENS, 3, 1.0);
    CHECK(soft.z < -0.8);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(at, soft)), 0.0, 1e-3);
    rv_vec3 stiff = elastica_tip(STIFFENS, 3, 2.0, 9.81);
    at = resting_tip(STIFFENS, 3, 1.0);
    CHECK(stiff.z < -0.5 && fabs(stiff.z - soft.z) > 0.05);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(at, stiff)), 0.0, 1e-3);
}

// --- hysteresis ---

static const rv_cable_bend_layer FRICTION[] = {{200.0, 12.0, 0.0}, {40.0, 6.0, 0.0}};

// The pose that bends a cable of length L from the origin into an arc of this angle, in a plane
// that is turned about x.
static rv_pose arc_end(double L, double angle, double roll) {
    double x = fabs(angle) < 1e-6 ? L : L * sin(angle) / angle;
    double z = fabs(angle) < 1e-6 ? 0.0 : L * (1.0 - cos(angle)) / angle;
    rv_vec3 axis = vec(0, -cos(roll), -sin(roll));
    return (rv_pose){vec(x, -z * sin(roll), z * cos(roll)), rv_quat_from_axis_angle(axis, angle)};
}

typedef struct bender {
    rv_world* world;
    rv_body_id hand;
    rv_cable_id cable;
    double angle, roll;
} bender;

// 1 m of rope between a clamp and a hand
static bender bent_rope(double roll) {
    bender b = {.world = weightless_world(), .roll = roll};
    b.hand = add_kinematic(b.world, vec(1, 0, 0), vec(0, 0, 0));
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(b.hand, vec(0, 0, 0))};
    rv_cable_def def = strand_def(nodes, 10);
    def.EA = 1e5;
    def.GJ = 40.0;
    def.damping = 500.0;
    def.segments.EI = 50.0;
    def.segments.bend_damping = 0.02;
    def.segments.bend_law = (rv_cable_bend_law){.layers = FRICTION, .layer_count = 2};
    def.segments.mask = 0;
    b.cable = cable_of(b.world, &def);
    return b;
}

static void bend_to(bender* b, double angle, int steps) {
    double h = 1e-3, by = (angle - b->angle) / steps;
    for (int i = 0; i < steps; i++) {
        rv_pose now = arc_end(1.0, b->angle, b->roll);
        rv_pose next = arc_end(1.0, b->angle + by, b->roll);
        rv_vec3 way = rv_vec3_sub(next.position, now.position);
        rv_vec3 axis = vec(0, -cos(b->roll), -sin(b->roll));
        CHECK(rv_body_set_velocity(b->world, b->hand, rv_vec3_scale(way, 1.0 / h)));
        CHECK(rv_body_set_angular_velocity(b->world, b->hand, rv_vec3_scale(axis, by / h)));
        run(b->world, h, 1);
        b->angle += by;
    }
}

static double moment_in_middle(const bender* b) {
    return rv_cable_get_joint(b->world, b->cable, 5).bend_moment;
}

// A loop of 0.8 rad/m: sum of 4 M (a - M/B) per metre, and at its ends EI a + M of both layers. 1
// %: joints of 0.1 m and what is left of motion.
TEST(a_loop_loses_its_area_in_every_plane) {
    const double a = 0.8;
    double area = 0.0, lost[2];
    for (int j = 0; j < 2; j++)
        area += 4.0 * FRICTION[j].slip_moment * (a - FRICTION[j].slip_moment / FRICTION[j].EI);
    for (int plane = 0; plane < 2; plane++) {
        bender b = bent_rope(plane == 0 ? 0.0 : 0.9);
        bend_to(&b, a, 500);
        CHECK_NEAR(moment_in_middle(&b), 50.0 * a + 18.0, 0.01 * 58.0);
        double before = rv_cable_bend_loss(b.world, b.cable);
        bend_to(&b, -a, 1000);
        bend_to(&b, 0.0, 500);
        // it has slipped the other way: a rope that is straight again and wants to stay bent
        CHECK_NEAR(moment_in_middle(&b), 18.0, 0.2);
        bend_to(&b, a, 500);
        lost[plane] = rv_cable_bend_loss(b.world, b.cable) - before;
        CHECK_NEAR(lost[plane], area, 0.01 * area);
        rv_world_destroy(b.world);
    }
    CHECK_NEAR(lost[0], lost[1], 1e-3 * area);
}

// A load that swings on a rope with friction: what it loses is heat, to what the step takes of
// motion that it does not resolve, which falls with the step.
TEST(energy_goes_into_heat_and_nowhere_else) {
    double off[2];
    for (int fine = 0; fine < 2; fine++) {
        rv_world* world = default_world();
        rv_cable_node nodes[2];
        rv_body_id load;
        rv_cable_def def = beam_def(world, nodes, &load, vec(0, 2, 0));
        def.segments.EI = 50.0;
        def.segments.bend_law = (rv_cable_bend_law){.layers = FRICTION, .layer_count = 2};
        rv_cable_id cable = cable_of(world, &def);
        int per = fine ? 8 : 1;
        run(world, H / per, 1);
        double first = rv_world_energy(world).total + rv_cable_bend_loss(world, cable);
        run(world, H / per, 180 * per);
        double heat = rv_cable_bend_loss(world, cable);
        off[fine] = first - rv_world_energy(world).total - heat;
        CHECK(heat > 5.0);
        CHECK(fabs(off[fine]) < 0.1 * heat);
        CHECK(rv_world_report(world).audit.failed == 0);
        rv_world_destroy(world);
    }
    CHECK(fabs(off[1]) < 0.25 * fabs(off[0]));
}

// --- state ---

static rv_world* swinging(rv_cable_resolution resolution, rv_cable_id* cable) {
    rv_world* world = default_world();
    rv_cable_node nodes[2];
    rv_body_id load;
    rv_cable_def def = beam_def(world, nodes, &load, vec(0, 3, 0));
    def.segments.EI = 50.0;
    def.segments.resolution = resolution;
    def.segments.bend_law = (rv_cable_bend_law){.layers = FRICTION, .layer_count = 2};
    *cable = cable_of(world, &def);
    run(world, H, 40);
    CHECK(rv_cable_bend_loss(world, *cable) > 1.0);
    return world;
}

TEST(a_restored_rope_goes_on_with_the_same_bits) {
    rv_cable_id cable;
    rv_world* world = swinging(RV_CABLE_FIXED_RESOLUTION, &cable);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* saved = malloc(bytes);
    CHECK(rv_world_save(world, saved, bytes) == bytes);
    uint64_t before = rv_world_hash(world);
    run(world, H, 60);
    uint64_t after = rv_world_hash(world);
    double heat = rv_cable_bend_loss(world, cable);
    CHECK(rv_world_restore(world, saved, bytes));
    CHECK(rv_world_hash(world) == before);
    // how far layers have slid is state
    world->link_bends.data[2].slid.at[1].z += 1e-9;
    CHECK(rv_world_hash(world) != before);
    world->link_bends.data[2].slid.at[1].z -= 1e-9;
    CHECK(rv_world_restore(world, saved, bytes));
    run(world, H, 60);
    CHECK(rv_world_hash(world) == after);
    CHECK(rv_cable_bend_loss(world, cable) == heat);
    free(saved);
    rv_world_destroy(world);
}

// what a layer bears in a joint, in the world
static rv_vec3 borne(const rv_world* world, int link, int layer) {
    const rv_cable* cable = &world->cables.data[0];
    return rv_link_bend_hold(world, cable, rv_strand_links(world, strand_of(world)) + link)
        .moment[layer];
}

static double angle_between(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_length(rv_vec3_cross(a, b)) / (rv_vec3_length(a) * rv_vec3_length(b));
}

// 1e-9 N m of 12: angles of a joint to rounding, times EI per length. Directions lie across the
// joint, whose segments turn by a tenth of a radian.
TEST(joints_keep_what_friction_bears_when_segments_split_and_merge) {
    rv_cable_id cable;
    rv_world* world = swinging(RV_CABLE_FIXED_RESOLUTION, &cable);
    rv_vec3 before[9][2];
    double largest = 0.0;
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 2; j++) {
            before[i][j] = borne(world, i, j);
            largest = fmax(largest, rv_vec3_length(before[i][j]));
        }
    CHECK(largest > 11.0);
    CHECK(rv_strand_reserve(world, 0, 1));
    rv_strand_split(world, strand_of(world), 4, 0.1);
    for (int j = 0; j < 2; j++) {
        // joint 4 is new, between those that were 3 and 4
        rv_vec3 expected[] = {before[3][j],
                              rv_vec3_scale(rv_vec3_add(before[3][j], before[4][j]), 0.5),
                              before[4][j]};
        for (int k = 0; k < 3; k++) {
            rv_vec3 now = borne(world, 3 + k, j);
            CHECK_NEAR(rv_vec3_length(now), rv_vec3_length(expected[k]), 1e-9);
            CHECK(angle_between(now, expected[k]) < 0.1);
        }
    }
    rv_strand_merge(world, strand_of(world), 4);
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 2; j++) {
            CHECK_NEAR(rv_vec3_length(borne(world, i, j)), rv_vec3_length(before[i][j]), 1e-9);
            CHECK(angle_between(borne(world, i, j), before[i][j]) < 0.1);
        }
    CHECK(world->link_bends.count == world->links.count);
    run(world, H, 60);
    rv_world_destroy(world);
}

TEST(adaptive_and_automatic_ropes_carry_a_law) {
    rv_cable_id cable;
    rv_world* world = swinging(RV_CABLE_ADAPTIVE, &cable);
    run(world, H, 300);
    CHECK(world->link_bends.count == world->links.count);
    rv_world_destroy(world);
}

// 4 m of rope over a wheel, hauled by a winch and paid out again: segments come and go at the wheel
TEST(a_rope_with_a_law_runs_over_a_wheel) {
    rv_world* world = default_world();
    rv_body_id load = add_rigid(world, 200.0, vec(5, 5, 5), vec(0.2, 0, -3));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(-2, 0, 0), -0.5),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.2),
                             fixed_at(load, vec(0, 0, 0))};
    nodes[1].side = 1;
    rv_cable_def def = strand_def(nodes, 24);
    def.node_count = 3;
    def.segments.EI = 50.0;
    def.segments.bend_law = (rv_cable_bend_law){.layers = FRICTION, .layer_count = 2};
    rv_cable_id cable = cable_of(world, &def);
    double start = rv_body_center(world, load).z;
    run(world, H, 240);
    CHECK_NEAR(rv_body_center(world, load).z - start, 2.0, 0.05);
    CHECK(rv_cable_set_winch_speed(world, cable, 0, 0.5));
    run(world, H, 240);
    CHECK_NEAR(rv_body_center(world, load).z - start, 0.0, 0.05);
    CHECK(world->link_bends.count == world->links.count);
    rv_world_destroy(world);
}

// the law takes no room while it runs
TEST(a_rope_with_a_law_steps_without_allocation) {
    failing_allocator heap = {0};
    rv_world_def settings = rv_world_def_default();
    settings.allocator = failing_allocator_hooks(&heap);
    rv_world* world = world_of(&settings);
    rv_cable_node nodes[2];
    rv_body_id load;
    rv_cable_def def = beam_def(world, nodes, &load, vec(0, 3, 0));
    def.segments.EI = 50.0;
    def.segments.bend_law = (rv_cable_bend_law){.layers = FRICTION, .layer_count = 2};
    cable_of(world, &def);
    run(world, H, 2);
    long calls = heap.calls;
    run(world, H, 100);
    CHECK(heap.calls == calls);
    rv_world_destroy(world);
}

// --- what is refused ---

static void refuses(const rv_cable_def* def, const char* why) {
    rv_world* world = default_world();
    CHECK(rv_cable_create(world, def).slot == 0);
    CHECK_TEXT(rv_world_error(world), why);
    rv_world_destroy(world);
}

TEST(a_bad_law_is_refused_with_field_value_and_rule) {
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = strand_def(nodes, 8);
    rv_cable_bend_point curve[] = {{0.2, 10.0}, {0.6, 14.0}};
    rv_cable_bend_layer layers[] = {{10.0, 1.0, 0.0}};
    rv_cable_bend_law* law = &def.segments.bend_law;
    *law = (rv_cable_bend_law){.curve = curve, .curve_count = 33};
    refuses(&def, "rv_cable_def.segments.bend_law.curve_count = 33: must be in [1, 32] with a "
                  "curve, 0 without");
    *law = (rv_cable_bend_law){.curve_count = 2};
    refuses(&def, "rv_cable_def.segments.bend_law.curve_count = 2: must be in [1, 32] with a "
                  "curve, 0 without");
    *law = (rv_cable_bend_law){.layers = layers, .layer_count = 5};
    refuses(&def, "rv_cable_def.segments.bend_law.layer_count = 5: must be in [1, 4] with layers, "
                  "0 without");
    *law = (rv_cable_bend_law){.curve = curve, .curve_count = 2};
    def.segments.EI = 3.0;
    refuses(&def, "rv_cable_def.segments.EI = 3 N m^2: must be NaN with a bend_law.curve, which is "
                  "in its place");
    def.segments.EI = NAN;
    curve[1].curvature = 0.2;
    refuses(&def, "rv_cable_def.segments.bend_law.curve[1].curvature = 0.2 1/m: must be finite and "
                  "> 0.2, that of the point before");
    curve[1] = (rv_cable_bend_point){0.6, 9.0};
    refuses(&def, "rv_cable_def.segments.bend_law.curve[1].moment = 9 N m: must be finite and > "
                  "10, that of the point before");
    curve[0].moment = NAN;
    refuses(&def, "rv_cable_def.segments.bend_law.curve[0].moment = nan N m: must be finite and > "
                  "0, the origin");
    *law = (rv_cable_bend_law){.layers = layers, .layer_count = 1};
    def.segments.EI = 0.0;
    refuses(&def, "rv_cable_def.segments.EI = 0 N m^2: must be > 0 with bend_law.layers and "
                  "without a curve");
    def.segments.EI = NAN;
    layers[0].arm = -1.0;
    refuses(&def, "rv_cable_def.segments.bend_law.layers[0].arm = -1 m: must be finite and >= "
                  "0");
    layers[0] = (rv_cable_bend_layer){10.0, INFINITY, 0.0};
    refuses(&def, "rv_cable_def.segments.bend_law.layers[0].slip_moment = inf N m: must be finite "
                  "and >= 0");
    layers[0] = (rv_cable_bend_layer){0.0, 1.0, 0.0};
    refuses(&def, "rv_cable_def.segments.bend_law.layers[0].EI = 0 N m^2: must be finite and > 0");
    layers[0].EI = 10.0;
    def.segments.bend = RV_CABLE_BEND_ANGLE;
    refuses(&def, "rv_cable_def.segments.bend_law: must be left out unless bend is "
                  "RV_CABLE_BEND_VECTOR");
    def.segments.bend = RV_CABLE_BEND_VECTOR;
    def.model = RV_CABLE_ROD;
    refuses(&def, "rv_cable_def.segments.bend_law: not of a rod, whose bending is linear");
}
