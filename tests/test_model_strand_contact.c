// Cables of segments that touch: the ground, an edge, each other and themselves.
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

static rv_body_id add_ground(rv_world* world, double friction) {
    rv_shape_def plane = rv_shape_def_default();
    plane.type = RV_SHAPE_PLANE;
    plane.material.friction = friction;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &plane;
    def.shape_count = 1;
    return body_of(world, &def);
}

static rv_body_id add_box(rv_world* world, rv_vec3 at, rv_vec3 half, double friction) {
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = half;
    box.material.friction = friction;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.pose.position = at;
    def.shapes = &box;
    def.shape_count = 1;
    return body_of(world, &def);
}

static void run(rv_world* world, int steps) {
    for (int i = 0; i < steps; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
}

// lowest point of its surface
static double lowest(const rv_world* world, rv_cable_id cable) {
    double low = INFINITY, r = 0.5 * rv_cable_diameter(world, cable);
    for (int i = 0; i < rv_cable_segment_count(world, cable); i++)
        for (int side = -1; side <= 1; side += 2) {
            double half = 0.5 * rv_cable_segment_length(world, cable, i);
            rv_body_id body = rv_cable_segment(world, cable, i);
            low = fmin(low, rv_body_point(world, body, vec(side * half, 0, 0)).z - r);
        }
    return low;
}

static rv_cable_def rope_def(const rv_cable_node nodes[2], int segments) {
    rv_cable_def def = strand_def(nodes, segments);
    def.material.young = 1e8;
    def.material.density = 1100.0;
    def.diameter = 0.02;
    return def;
}

TEST(a_cable_that_falls_on_the_ground_lies_on_it_and_comes_to_rest) {
    rv_world* world = default_world();
    add_ground(world, 0.5);
    rv_cable_node nodes[] = {free_at(vec(0, 0, 0.05)), free_at(vec(1, 1, 0.3))};
    rv_cable_def def = rope_def(nodes, 20);
    rv_cable_id cable = cable_of(world, &def);
    run(world, 360);
    CHECK(lowest(world, cable) > -1e-6);
    CHECK(lowest(world, cable) < 1e-3);
    CHECK_NEAR(fastest_segment(world, cable), 0.0, 1e-3);
    for (int i = 0; i < 20; i++)
        CHECK_NEAR(segment_center(world, cable, i).z, 0.01, 1e-4);
    rv_world_destroy(world);
}

// the part on the ground is slack, what hangs carries itself
TEST(a_cable_let_down_to_the_ground_lies_slack_at_its_end) {
    rv_world* world = default_world();
    add_ground(world, 0.5);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 1)), free_at(vec(1.5, 0, 0.1))};
    rv_cable_def def = rope_def(nodes, 30);
    def.length = 3.0;
    def.segments.EI = 0.01;            // else it stands on its foot
    def.segments.bend_damping = 0.005; // what hangs would swing for long
    rv_cable_id cable = cable_of(world, &def);
    run(world, 600);
    double weight = rv_cable_mass_per_length(world, cable) * 9.81;
    CHECK(lowest(world, cable) > -1e-6);
    CHECK(rv_cable_tension(world, cable, 0) > 0.8 * weight); // most of the metre to the ground
    CHECK(rv_cable_tension(world, cable, 0) < 2.5 * weight);
    CHECK_NEAR(fastest_segment(world, cable), 0.0, 0.01);
    rv_world_destroy(world);
}

TEST(neighbours_do_not_touch_however_short_they_are) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {free_at(vec(0, 0, 0)), free_at(vec(0.3, 0, 0))};
    rv_cable_def def = rope_def(nodes, 60); // of a quarter of its diameter
    rv_cable_id cable = cable_of(world, &def);
    run(world, 5);
    CHECK(rv_world_report(world).contact_count == 0);
    CHECK_NEAR(fastest_segment(world, cable), 0.0, 1e-9);
    rv_world_destroy(world);
}

// a loop whose ends cross: pressed together or through each other
static double crossing_gap(bool touches_itself) {
    rv_world* world = weightless_world();
    rv_vec3 line[] = {
        {-0.5, 0.05, 0.02}, {1, -0.3, 0.02}, {1.2, 0, 0}, {1, 0.3, -0.02}, {-0.5, -0.05, -0.02}};
    rv_cable_node nodes[] = {free_at(line[0]), free_at(line[4])};
    rv_cable_def def = rope_def(nodes, 30);
    def.segments.shape = line;
    def.segments.shape_count = 5;
    def.segments.EI = 1e-4;
    def.segments.touches_itself = touches_itself;
    rv_cable_id cable = cable_of(world, &def);
    // the two legs move against each other
    for (int i = 0; i < 30; i++)
        rv_body_set_velocity(world, rv_cable_segment(world, cable, i),
                             vec(0, 0,
                                 i < 12   ? -0.2
                                 : i > 17 ? 0.2
                                          : 0));
    run(world, 30);
    double gap = segment_center(world, cable, 1).z - segment_center(world, cable, 28).z;
    rv_world_destroy(world);
    return gap;
}

TEST(a_cable_touches_itself_only_if_it_may) {
    CHECK(crossing_gap(true) > 0.0);
    CHECK(crossing_gap(false) < -0.05);
}

// one hangs across the other: two bights hooked into each other carry the load
TEST(a_cable_laid_across_another_hangs_on_it) {
    rv_world* world = default_world();
    rv_cable_node below[] = {fixed_at(NO_BODY, vec(-0.5, 0, 0)), fixed_at(NO_BODY, vec(0.5, 0, 0))};
    rv_cable_def def = rope_def(below, 20);
    rv_cable_id support = cable_of(world, &def);
    rv_vec3 line[] = {{0, -0.5, -0.2}, {0, -0.1, 0.03}, {0, 0.1, 0.03}, {0, 0.5, -0.2}};
    rv_cable_node above[] = {free_at(line[0]), free_at(line[3])};
    rv_cable_def across = rope_def(above, 20);
    across.segments.shape = line;
    across.segments.shape_count = 4;
    across.segments.EI = 0.02; // drapes
    rv_cable_id rider = cable_of(world, &across);
    run(world, 180);
    // it would have fallen 44 m
    double middle = segment_center(world, rider, 10).z,
           under = segment_center(world, support, 10).z;
    CHECK(middle > -0.5);
    CHECK_NEAR(middle - under, 0.02, 0.015); // one diameter, and the slope of segments
    rv_world_destroy(world);
}

// A cable over the edges of a box with a weight at each side: held by friction; without any, a much
// heavier side pulls it over (joints of rigid segments catch a little at an edge).
static double weight_over_edges(double friction, double heavier) {
    rv_world* world = default_world();
    add_box(world, vec(0, 0, -0.5), vec(0.5, 0.5, 0.5), friction);
    rv_body_id left = add_particle(world, 5.0, vec(-0.53, 0, -1));
    rv_body_id right = add_particle(world, 5.0 * heavier, vec(0.53, 0, -1));
    rv_vec3 line[] = {{-0.53, 0, -1}, {-0.53, 0, 0.011}, {0.53, 0, 0.011}, {0.53, 0, -1}};
    rv_cable_node nodes[] = {fixed_at(left, vec(0, 0, 0)), fixed_at(right, vec(0, 0, 0))};
    rv_cable_def def = rope_def(nodes, 60);
    def.segments.shape = line;
    def.segments.shape_count = 4;
    def.segments.EI = 0.01;
    def.segments.bend_damping =
        0.03 * def.segments.EI; // else what rings across catches at the edges
    def.material.friction = friction;
    rv_cable_id cable = cable_of(world, &def);
    run(world, 90);
    CHECK(isfinite(rv_cable_largest_tension(world, cable)));
    double z = rv_body_center(world, right).z;
    rv_world_destroy(world);
    return z;
}

TEST(a_cable_over_the_edges_of_a_box_holds_by_friction_and_slides_without) {
    // two edges of a quarter turn: the ratio may be up to exp(0.6 pi) = 6.6
    CHECK_NEAR(weight_over_edges(0.6, 2.0), -1.0, 0.1);
    CHECK(weight_over_edges(0.0, 6.0) < -1.2);
}

// pulled along the ground at constant speed: F = mu m g
TEST(a_cable_dragged_over_the_ground_is_held_back_by_friction) {
    rv_world* world = default_world();
    add_ground(world, 0.5);
    rv_body_id hand = add_kinematic(world, vec(0, 0, 0.01), vec(-0.5, 0, 0));
    rv_cable_node nodes[] = {fixed_at(hand, vec(0, 0, 0)), free_at(vec(2, 0, 0.01))};
    rv_cable_def def = rope_def(nodes, 20);
    def.material.friction = 0.5;
    rv_cable_id cable = cable_of(world, &def);
    run(world, 120);
    double mean = 0.0, weight = rv_cable_mass_per_length(world, cable) * 2.0 * 9.81;
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        mean += rv_cable_tension(world, cable, 0) / 60.0;
    }
    CHECK_NEAR(mean, 0.5 * weight, 0.02 * weight);
    CHECK(lowest(world, cable) > -1e-5);
    rv_world_destroy(world);
}

// a mask of nothing: it falls through
TEST(a_cable_whose_mask_is_empty_touches_nothing) {
    rv_world* world = default_world();
    add_ground(world, 0.5);
    rv_cable_node nodes[] = {free_at(vec(0, 0, 0.1)), free_at(vec(1, 0, 0.1))};
    rv_cable_def def = rope_def(nodes, 5);
    def.segments.mask = 0;
    rv_cable_id cable = cable_of(world, &def);
    run(world, 60);
    CHECK_NEAR(segment_center(world, cable, 2).z, 0.1 - 0.5 * 9.81, 0.1);
    rv_world_destroy(world);
}

// several cables on one hook: what is fixed at one place does not push itself apart
TEST(cables_fixed_at_one_place_do_not_push_each_other) {
    rv_world* world = default_world();
    rv_body_id hook = add_rigid(world, 5.0, vec(0.1, 0.1, 0.1), vec(0, 0, 0));
    add_strand(world, fixed_at(NO_BODY, vec(0, 0, 1)), fixed_at(hook, vec(0, 0, 0)), 4);
    rv_body_id load = add_particle(world, 10.0, vec(0, 0, -2));
    rv_cable_id cable =
        add_strand(world, fixed_at(hook, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0)), 8);
    run(world, 120);
    double weight = rv_cable_mass_per_length(world, cable) * 2.0 * 9.81;
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 98.1 + weight, 0.01);
    rv_world_destroy(world);
}

// Legs of a sling whose segments are shorter than they are thick: at 37 degrees they are apart from
// 1.6 diameters on.
TEST(cables_of_short_segments_fixed_at_one_place_begin_at_rest) {
    rv_world* world = weightless_world();
    double fastest = 0.0;
    rv_cable_id legs[2];
    for (int k = 0; k < 2; k++) {
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)),
                                 fixed_at(NO_BODY, vec(k == 0 ? 0.1 : -0.1, 0, -0.3))};
        rv_cable_def def = rope_def(nodes, 40);
        legs[k] = cable_of(world, &def);
    }
    run(world, 1);
    for (int k = 0; k < 2; k++)
        fastest = fmax(fastest, fastest_segment(world, legs[k]));
    CHECK(fastest < 1e-9);
    rv_world_destroy(world);
}
