// Hands on rods and the ends of rods: where they are, and how the ends are turned.
#include "world_fixture.h"

static const double H = 1e-3;

// a rod of 1 m along x in 20 edges
static rv_cable_id rod_between(rv_world* world, rv_cable_node first, rv_cable_node last) {
    rv_cable_node nodes[2] = {first, last};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.mass_per_length = 0.01;
    def.segments.EI = 1e-2;
    def.GJ = 1e-3;
    def.segments.count = 20;
    def.twist = 0.5;
    rv_cable_id rod = rv_cable_create(world, &def);
    CHECK(rv_cable_is_valid(world, rod));
    return rod;
}

static rv_cable_node node_at(rv_body_id body, rv_vec3 point, bool clamped) {
    rv_cable_node node = rv_cable_node_default();
    node.body = body;
    node.point = point;
    node.clamped = clamped;
    return node;
}

static void steps(rv_world* world, int count) {
    for (int i = 0; i < count; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
}

static rv_cable_node free_at(rv_vec3 point) {
    rv_cable_node node = node_at((rv_body_id){0}, point, false);
    node.type = RV_CABLE_FREE;
    return node;
}

TEST(a_hand_holds_the_vertex_that_it_took) {
    rv_world* world = weightless_world();
    rv_cable_id rod = rod_between(world, free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0)));
    CHECK(isnan(rv_cable_grip_point(world, rod, 1).x));
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 0.26;
    grip.target = vec(0.25, 0.1, 0.0);
    grip.damping = 1.0;
    CHECK(rv_cable_hold(world, rod, 1, &grip));
    CHECK_NEAR(rv_cable_grip_point(world, rod, 1).x, 0.25, 1e-12);
    CHECK(isnan(rv_cable_grip_point(world, rod, 0).x));
    steps(world, 2000);
    // without anything to hold it back it comes along: the slowest rate is k/c = 100/s
    CHECK_NEAR(rv_cable_grip_point(world, rod, 1).y, 0.1, 1e-3);
    CHECK(rv_cable_release(world, rod, 1));
    CHECK(isnan(rv_cable_grip_point(world, rod, 1).x));
    CHECK(isnan(rv_cable_grip_point(world, rod, -1).x));
    CHECK(isnan(rv_cable_grip_point(world, rod, 4).x));
    rv_world_destroy(world);
}

TEST(directors_of_the_ends_differ_by_the_twist_and_turn_with_what_holds_them) {
    for (int clamped = 0; clamped < 2; clamped++) {
        rv_world* world = weightless_world();
        rv_body_id chuck = add_kinematic(world, vec(1, 0, 0), vec(0, 0, 0));
        rv_cable_id rod = rod_between(world, node_at((rv_body_id){0}, vec(0, 0, 0), clamped != 0),
                                      node_at(chuck, vec(0, 0, 0), clamped != 0));
        for (int turned = 0; turned < 2; turned++) {
            rv_vec3 first = rv_cable_end_director(world, rod, 0);
            rv_vec3 last = rv_cable_end_director(world, rod, 1);
            CHECK_NEAR(rv_vec3_length(first), 1.0, 1e-12);
            CHECK_NEAR(first.x, 0.0, 1e-9);
            double angle = rv_atan2(rv_vec3_cross(first, last).x, rv_vec3_dot(first, last));
            // 0.4 s of 2 rad/s more
            CHECK_NEAR(angle, turned ? 1.3 : 0.5, 1e-6);
            CHECK_NEAR(rv_cable_twist(world, rod), turned ? 1.3 : 0.5, 1e-6);
            CHECK(rv_body_set_angular_velocity(world, chuck, vec(2, 0, 0)));
            steps(world, 400);
            CHECK(rv_body_set_angular_velocity(world, chuck, vec(0, 0, 0)));
            steps(world, 2);
        }
        CHECK(isnan(rv_cable_end_director(world, rod, 2).x));
        CHECK(isnan(rv_cable_end_director(world, (rv_cable_id){0}, 0).x));
        rv_world_destroy(world);
    }
}

TEST(the_director_of_a_free_end_stays_across_it) {
    rv_world* world = default_world();
    rv_cable_id rod =
        rod_between(world, free_at(vec(0, 0, 0)), node_at((rv_body_id){0}, vec(1, 0, 0), false));
    // it swings down by more than a right angle
    steps(world, 700);
    rv_vec3 points[21], director = rv_cable_end_director(world, rod, 0);
    CHECK(rv_cable_points(world, rod, 0.1, points, NULL, 21) == 21);
    rv_vec3 along = rv_vec3_normalize(rv_vec3_sub(points[1], points[0]));
    CHECK(along.x < 0.5);
    CHECK_NEAR(rv_vec3_dot(director, along), 0.0, 1e-9);
    CHECK_NEAR(rv_vec3_length(director), 1.0, 1e-9);
    rv_world_destroy(world);
}
