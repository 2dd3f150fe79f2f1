// How cables of segments and rods begin: how long they are along a shape, and how they move.
#include "model/strand.h"
#include "rod_fixture.h"

static const double H = 1e-3;
enum { POINTS = 9 };

// a half circle of radius 1 in POINTS points, between the origin and (2, 0, 0)
static double draw_arc(rv_vec3 shape[POINTS]) {
    double length = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double angle = RV_PI * i / (POINTS - 1);
        shape[i] = vec(1.0 - rv_cos(angle), 0.0, -rv_sin(angle));
        length += i > 0 ? distance(shape[i], shape[i - 1]) : 0.0;
    }
    shape[POINTS - 1] = vec(2, 0, 0);
    return length;
}

static rv_cable_def arc_def(const rv_cable_node nodes[2], const rv_vec3 shape[POINTS],
                            rv_cable_model model, int count) {
    rv_cable_def def = rod_def(nodes, count, 1e-3);
    def.model = model;
    def.segments.shape = shape;
    def.segments.shape_count = POINTS;
    return def;
}

static const rv_cable_model MODELS[] = {RV_CABLE_SEGMENTS, RV_CABLE_ROD};

// --- length ---

// a length from a drawing: 0.06 % off, or as the arc is and not its chords
TEST(what_does_not_stretch_begins_without_strain_along_its_shape) {
    rv_vec3 shape[POINTS];
    double line = draw_arc(shape);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(2, 0, 0))};
    static const double OFF[] = {-9e-3, -6e-4, 0.0, 6e-4, 9e-3};
    for (int k = 0; k < 10; k++) {
        double off = OFF[k / 2];
        rv_world* world = undamped_world(0.0);
        rv_cable_def def = arc_def(nodes, shape, MODELS[k % 2], 11);
        def.segments.EI = 0.0;
        def.length = line * (1.0 + off);
        rv_cable_id cable = cable_of(world, &def);
        CHECK_NEAR(rv_cable_length(world, cable) / rv_cable_path_length(world, cable), 1.0, 1e-12);
        rod_run(world, H, 20);
        CHECK_NEAR(rv_cable_largest_tension(world, cable), 0.0, 1e-6);
        CHECK(rv_world_energy(world).kinetic < 1e-15);
        rv_world_destroy(world);
    }
}

// T = EA (line/L - 1), along chords that are those of the shape
TEST(a_cable_that_stretches_begins_strained_along_its_shape) {
    rv_vec3 shape[POINTS];
    double line = draw_arc(shape);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(2, 0, 0))};
    for (int k = 0; k < 4; k++) {
        rv_world* world = undamped_world(0.0);
        rv_cable_def def = arc_def(nodes, shape, MODELS[k % 2], POINTS - 1);
        double strain = k < 2 ? 0.02 : -0.02;
        def.EA = 1e3;
        def.length = line / (1.0 + strain);
        rv_cable_id cable = cable_of(world, &def);
        CHECK_NEAR(rv_cable_length(world, cable), def.length, 1e-12);
        // of segments across the joint that is between them
        CHECK_NEAR(rv_cable_largest_tension(world, cable) / (1e3 * strain), 1.0, 0.02);
        rv_world_destroy(world);
    }
}

TEST(a_length_far_from_that_of_the_shape_is_refused) {
    rv_vec3 shape[POINTS];
    double line = draw_arc(shape);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(2, 0, 0))};
    static const struct {
        double off, EA;
        bool fits;
    } CASES[] = {{0.011, INFINITY, false}, {0.011, 1e3, true},  {-0.011, INFINITY, false},
                 {-0.011, 1e3, true},      {-0.11, 1e3, false}, {0.009, INFINITY, true}};
    for (int k = 0; k < 12; k++) {
        rv_world* world = undamped_world(0.0);
        rv_cable_def def = arc_def(nodes, shape, MODELS[k % 2], 20);
        def.EA = CASES[k / 2].EA;
        def.length = line * (1.0 + CASES[k / 2].off);
        bool made = rv_cable_is_valid(world, rv_cable_create(world, &def));
        CHECK(made == CASES[k / 2].fits);
        if (!made)
            CHECK(strstr(rv_world_error(world), "m with its shape of 3.12145 m") != NULL);
        CHECK(made || rv_cable_count(world) == 0);
        rv_world_destroy(world);
    }
}

// --- motion ---

// a free cable that is thrown keeps momentum and angular momentum, and goes on as a whole
TEST(a_thrown_cable_moves_as_a_rigid_body) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(0.0);
        rv_cable_node nodes[] = {free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0))};
        rv_cable_def def = rod_def(nodes, 10, 1e-3);
        def.model = MODELS[k];
        def.segments.velocity = vec(1, 2, 3);
        def.segments.angular_velocity = vec(0, 0, 2);
        rv_cable_id cable = cable_of(world, &def);
        // 10 g that turn about their end, at 2 rad/s, and are thrown with it
        double moves = 0.5 * 0.01 * (1 + (2 + 1) * (2 + 1) + 9), turns = 0.5 * 0.01 / 12.0 * 4.0;
        // of masses at the vertices of a rod: 2/N^2 more
        CHECK_NEAR(rv_world_energy(world).kinetic, moves + turns, 0.021 * turns);
        rod_run(world, H, 100);
        rod_line line = rod_read(world, cable);
        rv_vec3 middle = line.at[5];
        CHECK_NEAR(distance(middle, vec(0.6, 0.3, 0.3)), 0.0, 2e-3);
        rv_vec3 along = rv_vec3_sub(line.at[10], line.at[0]);
        CHECK_NEAR(rv_atan2(along.y, along.x), 0.2, 2e-3);
        rv_world_destroy(world);
    }
}

// pinned to the world, and turning about that end: it goes on
TEST(a_cable_that_turns_about_its_pinned_end_begins_without_a_jerk) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(0.0);
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
        rv_cable_def def = rod_def(nodes, 10, 1e-3);
        def.model = MODELS[k];
        def.segments.angular_velocity = vec(0, 0, 3);
        rv_cable_id cable = cable_of(world, &def);
        // T = rho omega^2 L^2/2, on average: a first step is without
        double T = 0.0;
        for (int i = 0; i < 100; i++) {
            rod_run(world, H, 1);
            T += 0.01 * rv_cable_tension(world, cable, 0);
        }
        CHECK_NEAR(T / (0.01 * 9.0 * 0.5), 1.0, 0.06); // of segments in their joints
        rv_vec3 tip = rod_tip(world, cable);
        CHECK_NEAR(rv_atan2(tip.y, tip.x), 0.3, 3e-3);
        rv_world_destroy(world);
    }
}

// beside what its ends have from their bodies; a plucked line has the velocities of its points
TEST(velocities_of_points_are_added_to_those_of_the_ends) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(0.0);
        rv_body_id mover = add_kinematic(world, vec(2, 0, 0), vec(0, 0, 0));
        rv_body_set_velocity(world, mover, vec(0, 1, 0));
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(mover, vec(0, 0, 0))};
        rv_vec3 shape[] = {vec(0, 0, 0), vec(0.5, 0, 0), vec(2, 0, 0)};
        rv_vec3 velocities[] = {vec(0, 0, 0), vec(0, 0, 6), vec(0, 0, 0)};
        rv_cable_def def = rod_def(nodes, 40, 1e-3);
        def.model = MODELS[k];
        def.EA = 1e3;
        def.segments.shape = shape;
        def.segments.shape_count = 3;
        def.segments.velocities = velocities;
        rv_cable_id cable = cable_of(world, &def);
        rod_line before = rod_read(world, cable);
        rod_run(world, 1e-6, 1);
        rod_line after = rod_read(world, cable);
        for (int i = 0; i <= 40; i++) {
            double x = before.at[i].x, pluck = x < 0.5 ? 12.0 * x : 4.0 * (2.0 - x);
            rv_vec3 v = rv_vec3_scale(rv_vec3_sub(after.at[i], before.at[i]), 1e6);
            // a segment has the mean of its ends
            double off = MODELS[k] == RV_CABLE_ROD ? 1e-3 : 0.31;
            CHECK_NEAR(v.z, pluck, off);
            CHECK_NEAR(v.y, 0.5 * x, off);
        }
        rv_world_destroy(world);
    }
}

static void check_refused(rv_world* world, const rv_cable_def* def, const char* text) {
    CHECK(rv_cable_create(world, def).slot == 0);
    CHECK_TEXT(rv_world_error(world), text);
    CHECK(rv_cable_count(world) == 0 && rv_body_count(world) == 0);
}

TEST(motion_at_the_start_is_refused_where_it_makes_no_sense) {
    rv_world* world = undamped_world(0.0);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(1, 0, 0))};
    rv_vec3 velocities[] = {vec(0, 0, 0), vec(0, NAN, 0)}, shape[] = {vec(0, 0, 0), vec(1, 0, 0)};
    rv_cable_def def = rod_def(nodes, 4, 1e-3);
    def.segments.velocity = vec(INFINITY, 0, 0);
    check_refused(world, &def, "rv_cable_def.segments.velocity = (inf, 0, 0) m/s: must be finite");
    def.segments.velocity = vec(0, 0, 0);
    def.segments.angular_velocity = vec(0, NAN, 0);
    check_refused(world, &def,
                  "rv_cable_def.segments.angular_velocity = (0, nan, 0) rad/s: must be finite");
    def.segments.angular_velocity = vec(0, 0, 0);
    def.segments.velocities = velocities;
    check_refused(world, &def,
                  "rv_cable_def.segments.velocities: must be left out without a shape, of whose "
                  "points they are");
    def.segments.shape = shape;
    def.segments.shape_count = 2;
    check_refused(world, &def,
                  "rv_cable_def.segments.velocities[1] = (0, nan, 0) m/s: must be finite");
    static const rv_cable_model OTHERS[] = {RV_CABLE_MASSLESS, RV_CABLE_LAYERED, RV_CABLE_AUTO};
    for (int k = 0; k < 3; k++) {
        rv_cable_def other = rv_cable_def_default();
        other.nodes = nodes;
        other.node_count = 2;
        other.model = OTHERS[k];
        other.segments.velocity = vec(0, 0, 1);
        check_refused(world, &other,
                      "rv_cable_def.segments.velocity: must be left out, only a cable of segments "
                      "or a rod begins with a motion of its own");
    }
    rv_world_destroy(world);
}
