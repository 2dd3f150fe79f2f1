// Where new cables of segments lie: straight, along a given line, and hanging at rest.
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

static rv_vec3 tip(const rv_world* world, rv_cable_id cable, int segment, double side) {
    double half = 0.5 * rv_cable_segment_length(world, cable, segment);
    return rv_body_point(world, rv_cable_segment(world, cable, segment), vec(side * half, 0, 0));
}

static void check_point(rv_vec3 actual, rv_vec3 expected, double tolerance) {
    CHECK_NEAR(actual.x, expected.x, tolerance);
    CHECK_NEAR(actual.y, expected.y, tolerance);
    CHECK_NEAR(actual.z, expected.z, tolerance);
}

static double distance(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_length(rv_vec3_sub(b, a));
}

// --- straight ---

TEST(a_cable_as_long_as_its_path_lies_straight_and_holds_no_force) {
    rv_world* world = weightless_world();
    rv_cable_id cable =
        add_strand(world, fixed_at(NO_BODY, vec(1, 2, 3)), fixed_at(NO_BODY, vec(4, 6, 3)), 5);
    CHECK_NEAR(rv_cable_length(world, cable), 5.0, 1e-12);
    for (int i = 0; i < 5; i++) {
        check_point(tip(world, cable, i, -1.0), vec(1 + 0.6 * i, 2 + 0.8 * i, 3), 1e-12);
        check_point(tip(world, cable, i, 1.0), vec(1.6 + 0.6 * i, 2.8 + 0.8 * i, 3), 1e-12);
    }
    CHECK(steps_are_ok(world, H, 10));
    CHECK_NEAR(rv_cable_largest_tension(world, cable), 0.0, 1e-6); // of EA = 1.6e7 N
    CHECK_NEAR(fastest_segment(world, cable), 0.0, 1e-12);
    rv_world_destroy(world);
}

// T = EA (path/L - 1), everywhere and for every number of segments
TEST(a_cable_shorter_than_its_path_is_stretched_evenly) {
    for (int count = 1; count <= 30; count += 7) {
        rv_world* world = weightless_world();
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)),
                                 fixed_at(NO_BODY, vec(2.02, 0, 0))};
        rv_cable_def def = strand_def(nodes, count);
        def.length = 2.0;
        rv_cable_id cable = cable_of(world, &def);
        double T = rv_cable_EA(world, cable) * 0.01;
        CHECK(steps_are_ok(world, H, 2));
        for (int i = 0; i < rv_cable_joint_count(world, cable); i++)
            CHECK_NEAR(rv_cable_get_joint(world, cable, i).tension, T, 1e-9 * T);
        CHECK_NEAR(rv_cable_path_length(world, cable), 2.02, 1e-9);
        CHECK_NEAR(fastest_segment(world, cable), 0.0, 1e-9);
        rv_world_destroy(world);
    }
}

// --- hanging ---

// largest speed of a chain that was at rest at creation, in its first steps
static double stirs(double slack, double drop, int count, double young) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(3, 1, -drop))};
    rv_cable_def def = strand_def(nodes, count);
    def.length = slack * sqrt(10.0 + drop * drop);
    def.material.young = young;
    def.segments.EI = 0.0; // its line is that of a chain
    def.segments.mask = 0;
    rv_cable_id cable = cable_of(world, &def);
    double fastest = 0.0;
    for (int i = 0; i < 30; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        fastest = fmax(fastest, fastest_segment(world, cable));
    }
    rv_world_destroy(world);
    return fastest;
}

// within 3e-4 m/s: what the stretch of the joints at its ends gives
TEST(a_slack_cable_starts_at_rest) {
    const double SLACK[] = {1.0001, 1.05, 1.5, 4.0};
    for (int i = 0; i < 4; i++)
        for (double drop = -2.0; drop <= 2.0; drop += 2.0) {
            CHECK_NEAR(stirs(SLACK[i], drop, 20, 2e11), 0.0, 3e-4);
            // few segments with much slack have no rest but one in which they push
            if (SLACK[i] > 1.1 && !(drop == 0.0 && SLACK[i] < 2.0))
                continue;
            CHECK_NEAR(stirs(SLACK[i], drop, 3, 2e11), 0.0, 3e-4);
            CHECK_NEAR(stirs(SLACK[i], drop, 2, 2e11), 0.0, 3e-4);
        }
}

// the weight of each segment is held by the two joints beside it
TEST(every_segment_of_a_hanging_cable_is_in_balance) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(3, 0, 0))};
    rv_cable_def def = strand_def(nodes, 16);
    def.length = 4.0;
    def.segments.EI = 0.0;
    rv_cable_id cable = cable_of(world, &def);
    CHECK(steps_are_ok(world, H, 60));
    double weight = rv_cable_mass_per_length(world, cable) * 0.25 * 9.81;
    for (int i = 0; i < 16; i++) {
        // force: on the part behind the joint
        rv_vec3 before = rv_cable_get_joint(world, cable, i).force;
        rv_vec3 after = rv_cable_get_joint(world, cable, i + 1).force;
        rv_vec3 left = rv_vec3_sub(before, after);
        CHECK_NEAR(left.x, 0.0, 1e-3 * weight);
        CHECK_NEAR(left.y, 0.0, 1e-3 * weight);
        CHECK_NEAR(left.z, weight, 1e-3 * weight);
    }
    rv_world_destroy(world);
}

// H cosh: between ends of one height, 3 m apart, 4 m of cable: the catenary a with 2 a sinh(1.5/a)
// = 4 sags by a (cosh(1.5/a) - 1), the polygon of 200 segments within 1e-4 of it
TEST(a_hanging_cable_of_many_segments_is_a_catenary) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(3, 0, 0))};
    rv_cable_def def = strand_def(nodes, 200);
    def.length = 4.0;
    rv_cable_id cable = cable_of(world, &def);
    double a = 1.0;
    for (int i = 0; i < 100; i++)
        a -= (2.0 * a * sinh(1.5 / a) - 4.0)
             / (2.0 * sinh(1.5 / a) - 3.0 / a * cosh(1.5 / a)); // Newton
    CHECK_NEAR(tip(world, cable, 99, 1.0).z, -a * (cosh(1.5 / a) - 1.0), 1e-4);
    CHECK_NEAR(tip(world, cable, 99, 1.0).x, 1.5, 1e-7);
    rv_world_destroy(world);
}

TEST(a_hanging_cable_has_whole_joints_at_the_start) {
    for (int count = 2; count < 60; count += 3) {
        rv_world* world = default_world();
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(1, 1, 1))};
        rv_cable_def def = strand_def(nodes, count);
        def.length = 5.0;
        rv_cable_id cable = cable_of(world, &def);
        CHECK_NEAR(widest_joint(world, cable), 0.0, 1e-5); // weight over EA
        rv_world_destroy(world);
    }
}

// down and up beside each other: the bottom is as wide as a few segments make it
TEST(a_cable_hangs_between_ends_above_each_other) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(0, 0, -1))};
    rv_cable_def def = strand_def(nodes, 12);
    def.length = 3.0;
    def.segments.EI = 0.0;
    def.segments.mask = 0;
    rv_cable_id cable = cable_of(world, &def);
    CHECK_NEAR(widest_joint(world, cable), 0.0, 1e-4);
    double lowest = 0.0;
    for (int i = 0; i < 12; i++)
        lowest = fmin(lowest, tip(world, cable, i, 1.0).z);
    CHECK_NEAR(lowest, -2.0, 0.25); // (3 + 1)/2, to a segment
    rv_world_destroy(world);
}

// Its legs are apart, in the plane of the ends and gravity where they make one, or any upright one, and
// no segment lies within its neighbour. A rod begins alike.
TEST(a_cable_between_ends_above_each_other_begins_unfolded) {
    for (int count = 5; count <= 80; count = 2 * count + 1)
        for (int k = 0; k < 4; k++) {
            rv_world* world = default_world();
            double aside = k / 2 * 1e-4;
            rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)),
                                     fixed_at(NO_BODY, vec(0, aside, -0.3))};
            rv_cable_def def = strand_def(nodes, count);
            def.model = k % 2 ? RV_CABLE_ROD : RV_CABLE_SEGMENTS;
            def.length = 1.0;
            def.diameter = 0.01;
            def.segments.EI = 0.0;
            rv_cable_id cable = cable_of(world, &def);
            rv_vec3 at[100];
            int points = rv_cable_points(world, cable, 0.1, at, NULL, 100);
            CHECK(points == count + 1);
            double aside_most[2] = {0.0, 0.0}; // out of the plane of the ends, in it
            for (int i = 1; i + 1 < points; i++) {
                CHECK(distance(at[i - 1], at[i + 1]) >= 0.01);
                aside_most[0] = fmax(aside_most[0], fabs(at[i].x));
                aside_most[1] = fmax(aside_most[1], fabs(at[i].y));
            }
            CHECK(fmax(aside_most[0], aside_most[1]) > 0.7 / count);
            CHECK(aside == 0.0 || aside_most[0] < 1e-9);
            rv_world_destroy(world);
        }
}

// nothing says which way: it must fit without force
TEST(a_slack_cable_without_gravity_fits_between_its_ends) {
    for (int count = 2; count < 12; count++)
        for (double length = 1.01; length < 4.0; length *= 1.7) {
            rv_world* world = weightless_world();
            rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)),
                                     fixed_at(NO_BODY, vec(1, 0, 0))};
            rv_cable_def def = strand_def(nodes, count);
            def.length = length;
            rv_cable_id cable = cable_of(world, &def);
            CHECK_NEAR(widest_joint(world, cable), 0.0, 1e-9);
            rv_world_destroy(world);
        }
}

// --- beside shapes ---

static rv_body_id add_box_of(rv_world* world, double mass, rv_vec3 half, rv_vec3 at) {
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = half;
    rv_body_def def = rv_body_def_default();
    def.type = mass > 0.0 ? RV_BODY_DYNAMIC : RV_BODY_STATIC;
    def.mass = mass;
    def.shapes = &box;
    def.shape_count = 1;
    def.pose.position = at;
    return body_of(world, &def);
}

static bool lies_in_box(rv_vec3 p, rv_vec3 half, rv_vec3 at) {
    rv_vec3 d = rv_vec3_sub(p, at);
    return fabs(d.x) < half.x && fabs(d.y) < half.y && fabs(d.z) < half.z;
}

// How many segments begin with their middle inside a box of 0.2 m from whose top 2 m of cable go to
// a place above it, which would hang down through the box; and what the first second gains.
static int begin_inside(rv_vec3 end, double* energy) {
    rv_world* world = default_world();
    rv_vec3 half = vec(0.1, 0.1, 0.1), at = vec(0, 0, 0);
    rv_body_id box = add_box_of(world, 5.0, half, at);
    rv_cable_node nodes[] = {fixed_at(box, vec(0, 0, 0.1)), fixed_at(NO_BODY, end)};
    rv_cable_def def = strand_def(nodes, 20);
    def.length = 2.0;
    def.segments.EI = 1.0; // of a wire rope: a hundredth of a bar's
    rv_cable_id cable = cable_of(world, &def);
    int inside = 0;
    for (int i = 0; i < 20; i++)
        inside += lies_in_box(segment_center(world, cable, i), half, at);
    double before = rv_world_energy(world).total, most = 0.0;
    for (int i = 0; i < 60; i++) {
        CHECK(rv_world_step(world, H) == RV_STATUS_OK);
        most = fmax(most, rv_world_energy(world).total - before);
    }
    *energy = most;
    rv_world_destroy(world);
    return inside;
}

// 10 mm of steel and 2 m of it weigh 1.2 kg: what parts it from the box would give it joules
TEST(a_slack_cable_does_not_begin_inside_what_it_is_fixed_to) {
    fixture_random random = {7};
    for (int k = 0; k < 20; k++) {
        double angle = random_in(&random, 0.0, 2.0 * RV_PI), reach = random_in(&random, 0.4, 1.2);
        double most;
        rv_vec3 end = vec(reach * cos(angle), reach * sin(angle), random_in(&random, 0.1, 0.7));
        CHECK(begin_inside(end, &most) == 0);
        CHECK(most < 0.05);
    }
}

TEST(a_slack_cable_begins_above_the_ground) {
    rv_world* world = default_world();
    rv_shape_def plane = rv_shape_def_default();
    plane.type = RV_SHAPE_PLANE;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &plane;
    def.shape_count = 1;
    body_of(world, &def);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0.1)), fixed_at(NO_BODY, vec(2, 0, 0.3))};
    rv_cable_def cable_def = strand_def(nodes, 30);
    cable_def.length = 4.0;
    for (int model = 0; model < 2; model++) {
        cable_def.model = model == 0 ? RV_CABLE_SEGMENTS : RV_CABLE_ROD;
        rv_cable_id cable = cable_of(world, &cable_def);
        rv_vec3 at[100];
        int points = rv_cable_points(world, cable, 0.1, at, NULL, 100);
        for (int i = 0; i < points; i++)
            CHECK(at[i].z >= 0.0);
    }
    rv_world_destroy(world);
}

// nothing in its way that it touches: it hangs
TEST(a_slack_cable_hangs_through_what_it_does_not_touch) {
    rv_world* world = default_world();
    add_box_of(world, 0.0, vec(0.3, 0.3, 0.3), vec(0.5, 0, -0.5));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_def def = strand_def(nodes, 20);
    def.length = 2.0;
    for (int touches = 0; touches < 2; touches++) {
        def.segments.mask = touches ? UINT32_MAX : 0;
        rv_cable_id cable = cable_of(world, &def);
        double lowest = 0.0;
        int inside = 0;
        for (int i = 0; i < 20; i++) {
            rv_vec3 at = segment_center(world, cable, i);
            lowest = fmin(lowest, at.z);
            inside += lies_in_box(at, vec(0.3, 0.3, 0.3), vec(0.5, 0, -0.5));
        }
        // the bottom of the catenary is at -0.796 m
        CHECK(touches ? inside == 0 : inside > 0 && lowest < -0.7);
    }
    rv_world_destroy(world);
}

// --- along a line ---

// segments in one piece along chords of one length, from the first point to the last
static void check_along(const rv_vec3* line, int points, int count) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, line[0]), fixed_at(NO_BODY, line[points - 1])};
    rv_cable_def def = strand_def(nodes, count);
    def.segments.shape = line;
    def.segments.shape_count = points;
    rv_cable_id cable = cable_of(world, &def);
    CHECK(rv_cable_segment_count(world, cable) == count);
    CHECK_NEAR(widest_joint(world, cable), 0.0, 1e-8);
    for (int i = 1; i < count; i++)
        CHECK_NEAR(rv_cable_segment_length(world, cable, i),
                   rv_cable_segment_length(world, cable, 0), 1e-12);
    rv_world_destroy(world);
}

static int helix(rv_vec3* line, int points) {
    for (int i = 0; i < points; i++) {
        double a = 6.0 * RV_PI * i / (points - 1);
        line[i] = vec(0.5 * cos(a), 0.5 * sin(a), 0.1 * a);
    }
    return points;
}

TEST(a_cable_follows_a_helix) {
    rv_vec3 line[301];
    for (int count = 12; count < 200; count += 31)
        check_along(line, helix(line, 301), count);
    // with 60 segments all points are on the line
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, line[0]), fixed_at(NO_BODY, line[300])};
    rv_cable_def def = strand_def(nodes, 60);
    def.segments.shape = line;
    def.segments.shape_count = 301;
    rv_cable_id cable = cable_of(world, &def);
    for (int i = 0; i < 60; i++) {
        rv_vec3 p = tip(world, cable, i, 1.0);
        // the line itself has chords of 0.063 rad: within r (1 - cos(0.0315))
        CHECK_NEAR(sqrt(p.x * p.x + p.y * p.y), 0.5, 0.5 * (1.0 - cos(0.0315)));
    }
    rv_world_destroy(world);
}

TEST(a_cable_follows_a_corner_and_a_line_of_many_points) {
    const rv_vec3 corner[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    for (int count = 1; count < 40; count += 3)
        check_along(corner, 3, count);
    const rv_vec3 doubled[] = {{0, 0, 0}, {0.5, 0, 0}, {0.5, 0, 0}, {1, 0, 0}};
    check_along(doubled, 4, 7);
}

TEST(a_cable_follows_a_closed_ring) {
    rv_vec3 line[65];
    for (int i = 0; i <= 64; i++)
        line[i] = vec(cos(2.0 * RV_PI * i / 64.0), sin(2.0 * RV_PI * (i % 64) / 64.0), 0);
    for (int count = 4; count < 60; count += 11)
        check_along(line, 65, count);
}

TEST(the_length_of_a_cable_along_a_line_is_that_of_its_chords) {
    rv_vec3 line[301];
    helix(line, 301);
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, line[0]), fixed_at(NO_BODY, line[300])};
    rv_cable_def def = strand_def(nodes, 100);
    def.segments.shape = line;
    def.segments.shape_count = 301;
    rv_cable_id cable = cable_of(world, &def);
    double turns = 6.0 * RV_PI, whole = turns * sqrt(0.25 + 0.01);
    CHECK(rv_cable_length(world, cable) < whole);
    CHECK_NEAR(rv_cable_length(world, cable), whole, 2e-3 * whole);
    double sum = 0.0;
    for (int i = 0; i < 100; i++)
        sum += distance(tip(world, cable, i, -1.0), tip(world, cable, i, 1.0));
    CHECK_NEAR(sum, rv_cable_length(world, cable), 1e-9);
    rv_world_destroy(world);
}

// --- how many ---

static int segments_of(double length, double segment, int count) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(length, 0, 0))};
    rv_cable_def def = strand_def(nodes, count);
    def.segments.length = segment;
    int found = rv_cable_segment_count(world, cable_of(world, &def));
    rv_world_destroy(world);
    return found;
}

TEST(the_number_of_segments_follows_from_count_or_length) {
    CHECK(segments_of(7.0, NAN, 0) == 24);
    CHECK(segments_of(7.0, 0.5, 0) == 14);
    CHECK(segments_of(7.2, 0.5, 0) == 14);
    CHECK(segments_of(7.3, 0.5, 0) == 15);
    CHECK(segments_of(0.01, 0.5, 0) == 1);
    CHECK(segments_of(7.0, 0.5, 3) == 3);
}
