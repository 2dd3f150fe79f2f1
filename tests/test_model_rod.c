// Rods: what is refused, what the readers say, how ends are held, and what goes with what.
#include "cable_refusal.h"
#include "rod_fixture.h"

static const double H = 1e-3, G = 9.81;

// --- creation ---

static rv_cable_def spoiled_def(rv_world* world, const rv_cable_node nodes[2]) {
    add_rod(world, fixed_at(NO_BODY, vec(0, 3, 0)), free_at(vec(1, 3, 0)), 40, 1e-3);
    return rod_def(nodes, 4, 1e-3);
}

TEST(the_def_that_the_tests_spoil_is_a_good_one) {
    rig r;
    rig_make(&r);
    cable_of(r.world, &r.def);
    CHECK(rv_cable_count(r.world) == 2);
    rv_world_destroy(r.world);
}

TEST(create_refuses_nodes_that_a_rod_cannot_have) {
    REFUSES(r.def.node_count = 3,
            "rv_cable_def.node_count = 3: must be 2: a rod has nothing between its ends");
    REFUSES(r.def.node_count = 1,
            "rv_cable_def.node_count = 1: must be in [2, 100000], with nodes");
    REFUSES(r.nodes[1] = drum_at(NO_BODY, vec(1, 0, 0), 0.0),
            "rv_cable_def.nodes[1].type = 3: must be fixed or free: the end of a rod");
    REFUSES(r.nodes[0].type = RV_CABLE_EYE,
            "rv_cable_def.nodes[0].type = 1: must be fixed or free: the end of a rod");
    REFUSES(r.nodes[0].type = RV_CABLE_PULLEY,
            "rv_cable_def.nodes[0].type = 2: must be fixed or free: the end of a rod");
    REFUSES(r.nodes[1].type = (rv_cable_node_type)9,
            "rv_cable_def.nodes[1].type = 9: must be fixed or free: the end of a rod");
    REFUSES(r.nodes[1].type = RV_CABLE_FREE,
            "rv_cable_def.nodes[1].body: a free end is on no body");
    REFUSES((r.nodes[1] = free_at(vec(1, 0, 0)), r.nodes[1].clamped = true),
            "rv_cable_def.nodes[1].clamped: only a fixed end");
    REFUSES((r.nodes[1].body = r.particle, r.nodes[1].clamped = true),
            "rv_cable_def.nodes[1].clamped: a particle holds no direction");
    REFUSES(r.nodes[0].point.y = NAN,
            "rv_cable_def.nodes[0].point = (0, nan, 0) m: must be finite");
    REFUSES(r.nodes[0].axis.z = INFINITY,
            "rv_cable_def.nodes[0].axis = (0, 0, inf): must be finite");
    REFUSES(rv_body_destroy(r.world, r.load), "rv_cable_def.nodes[1].body: no such body");
    REFUSES(r.nodes[1].body = add_scalar(r.world, 1.0, 0.0),
            "rv_cable_def.nodes[1].body: must be rigid or a particle");
}

TEST(create_refuses_counts_and_lengths_that_a_rod_cannot_have) {
    REFUSES(r.def.segments.count = -1, "rv_cable_def.segments.count = -1: must be in [0, 100000]");
    REFUSES(r.def.segments.count = 100001,
            "rv_cable_def.segments.count = 100001: must be in [0, 100000]");
    REFUSES((r.def.segments.count = 1, r.nodes[0].clamped = true),
            "rv_cable_def.segments.count = 1: must be more than clamped ends, 1");
    REFUSES((r.def.segments.count = 2, r.nodes[0].clamped = r.nodes[1].clamped = true),
            "rv_cable_def.segments.count = 2: must be more than clamped ends, 2");
    REFUSES((r.def.segments.count = 1, r.def.length = 1.5),
            "rv_cable_def.segments.count = 1: must be more where the cable is longer than its "
            "path");
    REFUSES(r.def.segments.length = 0.0,
            "rv_cable_def.segments.length = 0 m: must be finite and > 0");
    REFUSES((r.def.segments.count = 0, r.def.segments.length = 1e-9),
            "rv_cable_def.segments.length = 1e-09 m: makes more than 100000 segments: must be "
            "longer");
    REFUSES(r.def.length = 0.0, "rv_cable_def.length = 0 m: must be finite and > 0");
    REFUSES(r.def.length = INFINITY, "rv_cable_def.length = inf m: must be finite and > 0");
    REFUSES(r.def.mass_per_length = 0.0,
            "rv_cable_def.mass_per_length = 0 kg/m: must be finite and > 0");
    REFUSES(r.def.diameter = 0.0, "rv_cable_def.diameter = 0 m: must be finite and > 0");
}

TEST(create_refuses_stiffness_and_drag_that_make_no_sense) {
    REFUSES(r.def.EA = 0.0, "rv_cable_def.EA = 0 N: must be > 0");
    REFUSES(r.def.GJ = -1.0, "rv_cable_def.GJ = -1 N m^2: must be finite and >= 0");
    REFUSES(r.def.GJ = INFINITY, "rv_cable_def.GJ = inf N m^2: must be finite and >= 0");
    REFUSES(r.def.segments.EI = INFINITY,
            "rv_cable_def.segments.EI = inf N m^2: must be finite and >= 0");
    REFUSES(r.def.segments.EI = -1.0,
            "rv_cable_def.segments.EI = -1 N m^2: must be finite and >= 0");
    REFUSES(r.def.segments.bend_damping = -2.0,
            "rv_cable_def.segments.bend_damping = -2 N m^2 s: must be finite and >= 0");
    REFUSES(r.def.segments.drag.across = -1.0,
            "rv_cable_def.segments.drag.across = -1: must be finite and >= 0");
    REFUSES(r.def.tension = RV_CABLE_TENSION_SPRING,
            "rv_cable_def.tension: only a massless or layered cable pulls as a spring");
    REFUSES(r.def.touch.enabled = true,
            "rv_cable_def.touch: only of a massless or layered cable; segments touch by "
            "themselves");
}

TEST(create_refuses_lines_that_a_rod_cannot_lie_along) {
    REFUSES((r.def.segments.shape = r.line, r.def.segments.shape_count = 3, r.line[2].y = 1.0),
            "rv_cable_def.segments.shape: ends 1 m beside nodes[1]: must begin and end at the "
            "nodes");
    REFUSES((r.def.segments.shape = r.line, r.def.segments.shape_count = 3, r.def.length = 9.0),
            "rv_cable_def.length = 9 m: must be 1.40007 to 1.42836 m with its shape of 1.41421 m");
    REFUSES((r.def.segments.shape = r.line, r.def.segments.shape_count = 1),
            "rv_cable_def.segments.shape_count = 1: must be in [2, 1000000] with a shape, 0 "
            "without");
}

TEST(creation_is_refused_cleanly_at_every_allocation) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    rv_world *world = world_of(&def), *twin = default_world();
    long refused = 0;
    for (int made = 0; made < 6; made++) {
        rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, made, 0)), free_at(vec(1, made, 0))};
        rv_vec3 line[] = {{0, made, 0}, {0.5, made, 0.1}, {1, made, 0}};
        rv_cable_def cable = rod_def(nodes, 20 << made, 1e-3);
        cable.segments.shape = made % 2 ? line : NULL;
        cable.segments.shape_count = made % 2 ? 3 : 0;
        refused += create_at_every_allocation(world, &heap, &cable);
        cable_of(twin, &cable);
        CHECK(rv_world_hash(world) == rv_world_hash(twin));
    }
    CHECK(refused > 20); // lists of rods and vertices, and lines, have grown
    rod_run(world, H, 5);
    rod_run(twin, H, 5);
    CHECK(rv_world_hash(world) == rv_world_hash(twin));
    rv_world_destroy(world);
    rv_world_destroy(twin);
    CHECK(heap.live_blocks == 0);
}

// --- how it lies ---

TEST(a_clamped_rod_has_half_an_edge_within_each_clamp) {
    rv_world* world = weightless_world();
    rv_cable_id cable = add_rod(world, clamped_at(NO_BODY, vec(0, 0, 0)),
                                clamped_at(NO_BODY, vec(1, 0, 0)), 5, 1e-3);
    rod_line line = rod_read(world, cable);
    CHECK(line.count == 6);
    for (int i = 0; i < 6; i++) // edges of 1/(5 - 1) m
        CHECK_NEAR(line.at[i].x, -0.125 + 0.25 * i, 1e-12);
    CHECK_NEAR(rv_cable_length(world, cable), 1.0, 1e-12);
    CHECK_NEAR(rv_cable_path_length(world, cable), 1.0, 1e-12);
    rv_world_destroy(world);
}

TEST(a_clamp_holds_the_direction_that_it_is_given) {
    rv_world* world = default_world();
    rv_body_id post = add_kinematic(world, vec(0, 0, 1), vec(0, 0, 0));
    rv_body_set_pose(world, post, rv_pose_make(vec(0, 0, 1), rv_quat_exp(vec(0, 0, 0.5 * RV_PI))));
    rv_cable_node nodes[] = {clamped_at(post, vec(0, 0, 0)), free_at(vec(0, 1, 1))};
    nodes[0].axis = vec(3, 0, 0); // in the body's frame: along y
    rv_cable_def def = rod_def(nodes, 10, 1e-2);
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, H, 300);
    rod_line line = rod_read(world, cable);
    rv_vec3 along = rv_vec3_normalize(rv_vec3_sub(line.at[1], line.at[0]));
    CHECK_NEAR(distance(along, vec(0, 1, 0)), 0.0, 1e-12);
    CHECK(rod_tip(world, cable).z < 0.99); // and bends beyond it
    rv_world_destroy(world);
}

TEST(a_rod_longer_than_its_path_hangs_between_its_ends) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, 20, 0.0);
    def.length = 1.3;
    rv_cable_id cable = cable_of(world, &def);
    rod_line line = rod_read(world, cable);
    CHECK_NEAR(rv_cable_length(world, cable), 1.3, 1e-12);
    CHECK_NEAR(rv_cable_path_length(world, cable), 1.3, 1e-9);
    CHECK(line.at[10].z < -0.3 && distance(line.at[20], vec(1, 0, 0)) < 1e-12);
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_SLACK);
    rv_world_destroy(world);
}

TEST(a_rod_lies_along_the_line_that_it_is_given) {
    enum { POINTS = 33 };
    rv_world* world = weightless_world();
    rv_vec3 circle[POINTS];
    for (int i = 0; i < POINTS; i++)
        circle[i] =
            vec(sin(2.0 * RV_PI * i / (POINTS - 1)), 1.0 - cos(2.0 * RV_PI * i / (POINTS - 1)), 0);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, circle[0]), fixed_at(NO_BODY, circle[POINTS - 1])};
    rv_cable_def def = rod_def(nodes, 32, 1e-3);
    def.segments.shape = circle;
    def.segments.shape_count = POINTS;
    rv_cable_id cable = cable_of(world, &def);
    rod_line line = rod_read(world, cable);
    CHECK(line.count == POINTS);
    for (int i = 0; i < line.count; i++)
        CHECK_NEAR(distance(line.at[i], circle[i]), 0.0, 1e-9);
    rv_world_destroy(world);
}

// --- readers ---

TEST(a_rod_of_unknown_stiffness_is_a_solid_bar) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.02;
    rv_cable_id cable = cable_of(world, &def);
    double A = RV_PI * 1e-4, I = 0.25 * RV_PI * 1e-8, E = def.material.young;
    CHECK_NEAR(rv_cable_EA(world, cable) / (E * A), 1.0, 1e-12);
    CHECK_NEAR(rv_cable_EI(world, cable) / (E * I), 1.0, 1e-12);
    double shear = 0.5 * E / (1.0 + def.material.poisson);
    CHECK_NEAR(rv_cable_GJ(world, cable) / (2.0 * shear * I), 1.0, 1e-12);
    CHECK_NEAR(rv_cable_mass_per_length(world, cable) / (def.material.density * A), 1.0, 1e-12);
    CHECK(rv_cable_get_model(world, cable) == RV_CABLE_ROD);
    CHECK(rod_read(world, cable).count == 25); // 24 edges
    rv_world_destroy(world);
}

// a thread of 1 m at rest, upright, with 0.2 kg below
TEST(readers_tell_the_forces_of_a_thread_that_hangs) {
    enum { EDGES = 10 };
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 0.2, vec(0, 0, -1));
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0)), EDGES, 1e-3);
    rod_run(world, H, 10);
    rod_line line = rod_read(world, cable);
    for (int j = 0; j < EDGES; j++) // T = (M + lambda (L - s)) g in the middle of an edge
        CHECK_NEAR(line.tension[j], (0.2 + 0.01 * (EDGES - j - 0.5) / EDGES) * G, 1e-9);
    CHECK(line.tension[EDGES] == line.tension[EDGES - 1]);
    // at its ends, with all of the edges there
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 0.21 * G, 1e-9);
    CHECK_NEAR(rv_cable_largest_tension(world, cable), 0.21 * G, 1e-9);
    CHECK_NEAR(rv_cable_get_contact(world, cable, 0).tension_out, 0.21 * G, 1e-9);
    CHECK(rv_cable_get_contact(world, cable, 0).tension_in == 0.0);
    CHECK_NEAR(rv_cable_get_contact(world, cable, 1).tension_in, 0.2 * G, 1e-9);
    CHECK(distance(rv_cable_get_contact(world, cable, 1).in, vec(0, 0, -1)) < 1e-9);
    CHECK(rv_cable_get_contact(world, cable, 1).touches);
    // what holds it above carries all of it, what it carries below the load alone
    CHECK_NEAR(distance(rv_cable_end_force(world, cable, 0), vec(0, 0, -0.21 * G)), 0.0, 1e-9);
    CHECK_NEAR(distance(rv_cable_end_force(world, cable, 1), vec(0, 0, 0.2 * G)), 0.0, 1e-9);
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_TAUT);
    rv_world_destroy(world);
}

TEST(readers_answer_nothing_of_what_is_not_there) {
    rv_world* world = default_world();
    rv_cable_id old =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 5, 1e-3);
    CHECK(rv_cable_destroy(world, old));
    rv_cable_node strings[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_id string = add_cable(world, strings, 2);
    rv_cable_id rod =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 5, 1e-3);
    const rv_cable_id ids[] = {old, {0}, string};
    for (int i = 0; i < 3; i++) {
        CHECK(isnan(rv_cable_end_force(world, ids[i], 0).x));
        CHECK(isnan(rv_cable_end_torque(world, ids[i], 1).z));
        CHECK(rv_vec3_length(rv_cable_grip_force(world, ids[i], 0)) == 0.0);
    }
    CHECK(isnan(rv_cable_end_force(world, rod, 2).x)
          && isnan(rv_cable_end_torque(world, rod, -1).x));
    CHECK(isnan(rv_cable_tension(world, rod, 1)) && isnan(rv_cable_tension(world, rod, -1)));
    CHECK(rv_cable_segment_count(world, rod) == 0 && rv_cable_joint_count(world, rod) == 0);
    CHECK(rv_cable_wrap_count(world, rod) == 0);
    CHECK(isnan(rv_cable_winch(world, rod, 0).speed));
    CHECK(!rv_cable_get_contact(world, rod, 1).touches); // a free end
    CHECK(rv_vec3_length(rv_cable_end_force(world, rod, 1)) == 0.0);
    rv_world_destroy(world);
}

TEST(writers_of_paths_refuse_a_rod) {
    rv_world* world = default_world();
    rv_cable_id rod =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 5, 1e-3);
    rv_cable_node node = eye_at(NO_BODY, vec(0.5, 0, 0));
    uint64_t hash = rv_world_hash(world);
    CHECK(!rv_cable_set_length(world, rod, 2.0));
    CHECK_TEXT(rv_world_error(world),
               "rv_cable_set_length: only of a massless cable; this one is a rod");
    CHECK(!rv_cable_insert_node(world, rod, 1, &node));
    CHECK_TEXT(rv_world_error(world),
               "rv_cable_insert_node: only of a massless cable; this one is a rod");
    CHECK(!rv_cable_attach(world, rod, 1, &node));
    CHECK(!rv_cable_mend(world, rod) && !rv_cable_set_winch_speed(world, rod, 0, 1.0));
    CHECK(rv_world_hash(world) == hash);
    rv_world_destroy(world);
}

// --- ends ---

TEST(a_free_rod_falls_as_a_body_does) {
    rv_world* world = default_world();
    rv_cable_id cable = add_rod(world, free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0.5)), 8, 1e-3);
    rv_body_id stone = add_particle(world, 1.0, vec(0, 0, 0));
    rod_run(world, H, 500);
    rod_line line = rod_read(world, cable);
    double fallen = rv_body_center(world, stone).z;
    for (int i = 0; i < line.count; i++)
        CHECK_NEAR(distance(line.at[i], vec(i / 8.0, 0, 0.5 * i / 8.0 + fallen)), 0.0, 1e-10);
    CHECK(fabs(rv_cable_largest_tension(world, cable)) < 1e-9);
    rv_world_destroy(world);
}

// two bodies that turn about their middle, a thread between them and one that trails: no jerk
TEST(a_rod_starts_with_the_motion_of_what_holds_it) {
    rv_world* world = weightless_world();
    rv_body_id a = add_particle(world, 1.0, vec(-0.5, 0, 0)),
               b = add_particle(world, 1.0, vec(0.5, 0, 0));
    rv_body_set_velocity(world, a, vec(1, -0.5, 0));
    rv_body_set_velocity(world, b, vec(1, 0.5, 0));
    rv_cable_id between =
        add_rod(world, fixed_at(a, vec(0, 0, 0)), fixed_at(b, vec(0, 0, 0)), 10, 1e-3);
    rv_body_id hand = add_kinematic(world, vec(0, 5, 0), vec(0.3, 0, 0.2));
    rv_cable_id trailing =
        add_rod(world, fixed_at(hand, vec(0, 0, 0)), free_at(vec(0, 5, -1)), 10, 1e-3);
    for (int n = 0; n < 20; n++) {
        rod_run(world, H, 1);
        // m v^2/r of a body; the first step has no turn before it, and half of that
        CHECK_NEAR(rv_cable_tension(world, between, 0), n == 0 ? 0.25 : 0.5, 0.01);
        CHECK_NEAR(rv_cable_largest_tension(world, trailing), 0.0, 1e-9);
    }
    CHECK_NEAR(distance(rod_tip(world, trailing), vec(0.3 * 0.02, 5, -1 + 0.2 * 0.02)), 0.0, 1e-9);
    rv_world_destroy(world);
}

// a kinematic body that moves and turns: the end is where it is, and points where it points
TEST(a_clamped_end_follows_a_body_that_moves_and_turns) {
    rv_world* world = default_world();
    rv_body_id hand = add_kinematic(world, vec(1, 0, 0), vec(-0.2, 0.1, 0.3));
    rv_body_set_angular_velocity(world, hand, vec(0.4, 0.3, 1.5));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), clamped_at(hand, vec(0, 0, 0.02))};
    nodes[1].point = vec(0, 0, 0);
    rv_cable_def def = rod_def(nodes, 12, 1e-3);
    def.length = 1.3;
    def.segments.bend_damping = NAN;
    rv_cable_id cable = cable_of(world, &def);
    for (int n = 0; n < 60; n++) {
        rod_run(world, 0.01, 1);
        rod_line line = rod_read(world, cable);
        rv_vec3 last = line.at[12], before = line.at[11];
        rv_vec3 middle = rv_vec3_scale(rv_vec3_add(last, before), 0.5);
        CHECK_NEAR(distance(middle, rv_body_center(world, hand)), 0.0, 1e-9);
        rv_vec3 axis = rv_quat_rotate(rv_body_pose(world, hand).rotation, vec(1, 0, 0));
        CHECK_NEAR(distance(rv_vec3_normalize(rv_vec3_sub(last, before)), axis), 0.0, 1e-9);
    }
    rv_world_destroy(world);
}

TEST(a_pinned_end_follows_a_body_and_may_tilt) {
    rv_world* world = default_world();
    rv_body_id hand = add_kinematic(world, vec(0, 0, 0), vec(0.5, -0.3, 0.1));
    rv_body_set_angular_velocity(world, hand, vec(0, 2, 0));
    rv_cable_id cable =
        add_rod(world, fixed_at(hand, vec(0.1, 0, 0)), free_at(vec(0.1, 0, -1)), 10, 1e-4);
    for (int n = 0; n < 100; n++) {
        rod_run(world, 0.01, 1);
        rv_vec3 at = rv_body_point(world, hand, vec(0.1, 0, 0));
        CHECK_NEAR(distance(rod_read(world, cable).at[0], at), 0.0, 1e-9);
    }
    CHECK_NEAR(rv_cable_path_length(world, cable), 1.0, 1e-9);
    rv_world_destroy(world);
}

// turned about its axis by 0.5 rad/s for 40 s: more than three turns, and M = C Theta/L
TEST(a_body_that_turns_twists_the_rod_over_many_turns) {
    rv_world* world = weightless_world();
    rv_body_id hand = add_kinematic(world, vec(0.5, 0, 0), vec(0, 0, 0));
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(hand, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, 11, 1.0);
    def.GJ = 1e-4; // far from buckling
    rv_cable_id cable = cable_of(world, &def);
    rv_body_set_angular_velocity(world, hand, vec(0.5, 0, 0));
    for (int n = 1; n <= 4000; n++) {
        rod_run(world, 0.01, 1);
        CHECK_NEAR(rv_cable_twist(world, cable), 0.005 * n, 1e-9);
    }
    rv_body_set_angular_velocity(world, hand, vec(0, 0, 0));
    rod_run(world, 0.01, 1);
    CHECK_NEAR(rv_cable_twist(world, cable), 20.0, 1e-9);
    // the ten joints twist along all of the free length
    CHECK_NEAR(rv_cable_torque(world, cable), 1e-4 * 20.0 / 0.5, 1e-12);
    // it turns the last end back, and the first one on
    CHECK_NEAR(distance(rv_cable_end_torque(world, cable, 1), vec(-4e-3, 0, 0)), 0.0, 1e-9);
    CHECK_NEAR(distance(rv_cable_end_torque(world, cable, 0), vec(4e-3, 0, 0)), 0.0, 1e-9);
    rv_world_destroy(world);
}

TEST(a_swivel_or_a_particle_holds_no_twist) {
    rv_world* world = weightless_world();
    rv_body_id hand = add_kinematic(world, vec(1, 0, 0), vec(0, 0, 0));
    rv_body_id grain = add_particle(world, 1.0, vec(1, 1, 0));
    rv_body_set_angular_velocity(world, hand, vec(2, 0, 0));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(hand, vec(0, 0, 0))};
    nodes[1].swivel = true;
    rv_cable_def def = rod_def(nodes, 8, 1e-3);
    def.twist = 3.0;
    rv_cable_id swivelled = cable_of(world, &def);
    rv_cable_id on_grain =
        add_rod(world, fixed_at(NO_BODY, vec(0, 1, 0)), fixed_at(grain, vec(0, 0, 0)), 8, 1e-3);
    rod_run(world, H, 100);
    CHECK(rv_cable_twist(world, swivelled) == 0.0 && rv_cable_torque(world, swivelled) == 0.0);
    CHECK(rv_cable_twist(world, on_grain) == 0.0 && rv_cable_torque(world, on_grain) == 0.0);
    CHECK(rv_vec3_length(rv_cable_end_torque(world, swivelled, 1)) == 0.0);
    rv_world_destroy(world);
}

TEST(a_twist_given_at_creation_is_there) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, 20, 1e-3);
    def.twist = -7.5;
    def.GJ = 1e-4; // M L/B = 0.75: does not buckle
    rv_cable_id cable = cable_of(world, &def);
    CHECK(rv_cable_twist(world, cable) == -7.5);
    CHECK_NEAR(rv_cable_torque(world, cable), -7.5e-4, 1e-15);
    rod_run(world, H, 100);
    CHECK_NEAR(rv_cable_twist(world, cable), -7.5, 1e-9);
    rv_world_destroy(world);
}

// a bar clamped level: M = w L^2/2 and w L at the clamp, w L^4/(8 B) at the tip
TEST(a_clamp_carries_the_moment_of_a_cantilever) {
    enum { EDGES = 40 };
    rv_world* world = default_world();
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), free_at(vec(0.2, 0, 0))};
    rv_cable_def def = rod_def(nodes, EDGES, 1.0);
    def.segments.bend_damping = 0.01;
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, H, 2000);
    double w = 0.01 * G, L = 0.2, edge = L / (EDGES - 0.5);
    CHECK_NEAR(rod_tip(world, cable).z / (-w * L * L * L * L / 8.0), 1.0, 2e-3); // 2nd order in l
    // half an edge of it lies within the clamp and weighs, too
    CHECK_NEAR(rv_cable_end_force(world, cable, 0).z, -w * (L + 0.5 * edge), 1e-9);
    // and about the point of the clamp, where that part counts the other way
    double moment = 0.5 * w * (L * L - 0.25 * edge * edge);
    CHECK_NEAR(rv_cable_end_torque(world, cable, 0).y / moment, 1.0, 1e-6);
    rv_world_destroy(world);
}

// --- hands ---

TEST(a_hand_feels_the_weight_that_it_holds) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {free_at(vec(0, 0, 0)), free_at(vec(0, 0, -1))};
    rv_cable_def def = rod_def(nodes, 10, 1e-3);
    rv_cable_id cable = cable_of(world, &def);
    rv_cable_grip grip = rv_cable_grip_default();
    CHECK(grip.stiffness == 100.0 && grip.damping == 0.0 && grip.max_force == INFINITY);
    grip.damping = 1.0;
    CHECK(rv_cable_hold(world, cable, 0, &grip));
    rod_run(world, H, 5000);
    CHECK_NEAR(distance(rv_cable_grip_force(world, cable, 0), vec(0, 0, -0.01 * G)), 0.0, 1e-6);
    CHECK_NEAR(rod_read(world, cable).at[0].z, -0.01 * G / 100.0, 1e-7);
    CHECK(rv_cable_release(world, cable, 0));
    CHECK(rv_vec3_length(rv_cable_grip_force(world, cable, 0)) == 0.0);
    double before = rod_read(world, cable).at[0].z;
    rod_run(world, H, 100);
    CHECK_NEAR(rod_read(world, cable).at[0].z - before, -0.5 * G * 0.01, 1e-3);
    rv_world_destroy(world);
}

TEST(a_hand_pulls_no_harder_than_its_limit) {
    rv_world* world = default_world();
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 10, 1e-3);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 1.0;
    grip.target = vec(5, 0, 0);
    grip.max_force = 3.0;
    grip.stiffness = 1e6;
    CHECK(rv_cable_hold(world, cable, 3, &grip));
    rod_run(world, H, 2000);
    CHECK_NEAR(rv_vec3_length(rv_cable_grip_force(world, cable, 3)), 3.0, 1e-9);
    CHECK_NEAR(rv_cable_largest_tension(world, cable), 3.0, 0.05);
    CHECK(rv_cable_path_length(world, cable) < 1.0 + 1e-9);
    rv_world_destroy(world);
}

// F t of momentum, and that about the middle, however far away the target is
TEST(a_hand_at_its_limit_brings_its_force_and_its_moment) {
    for (double far = 1.0; far < 1e5; far *= 100.0) {
        rv_world* world = undamped_world(0.0);
        rv_cable_id cable =
            add_rod(world, free_at(vec(-0.5, 0, 0)), free_at(vec(0.5, 0, 0)), 20, 1e-5);
        rv_cable_grip grip = rv_cable_grip_default();
        grip.target = vec(-0.5, far, 0);
        grip.max_force = 2e-3;
        CHECK(rv_cable_hold(world, cable, 0, &grip));
        rod_line before = rod_read(world, cable);
        rod_run(world, H, 1);
        rod_line after = rod_read(world, cable);
        double linear = 0.0, angular = 0.0;
        for (int i = 0; i < after.count; i++) {
            double m = 0.01 / 20 * (i == 0 || i == 20 ? 0.5 : 1.0);
            double P = m * (after.at[i].y - before.at[i].y) / H;
            linear += P;
            angular += P * before.at[i].x;
        }
        CHECK_NEAR(linear / (2e-3 * H), 1.0, 1e-9);
        CHECK_NEAR(angular / (-0.5 * 2e-3 * H), 1.0, 1e-3); // bending takes a little
        // it pulls towards its target from where the vertex ends, 1e-9 of the way to it aside
        CHECK_NEAR(distance(rv_cable_grip_force(world, cable, 0), vec(0, -2e-3, 0)), 0.0,
                   1e-8 * 2e-3);
        rv_world_destroy(world);
    }
}

// stiff enough to be where its target is, however heavy the load
TEST(a_hand_of_any_stiffness_is_stable) {
    for (double stiffness = 1e-2; stiffness < 1e13; stiffness *= 1e3) {
        rv_world* world = default_world();
        rv_body_id load = add_particle(world, 1e-4, vec(0, 0, -1));
        rv_cable_id cable =
            add_rod(world, free_at(vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0)), 20, 1e-5);
        rv_cable_grip grip = rv_cable_grip_default();
        grip.stiffness = stiffness;
        CHECK(rv_cable_hold(world, cable, 0, &grip));
        for (int n = 0; n < 500; n++) {
            grip.velocity = vec(cos(0.05 * n), 0, 0);
            grip.target = rv_vec3_mul_add(grip.target, 0.01, grip.velocity);
            CHECK(rv_cable_hold(world, cable, 0, &grip));
            CHECK(rv_world_step(world, 0.01) != RV_STATUS_FAILED);
        }
        rv_energy e = rv_world_energy(world);
        CHECK(isfinite(e.total) && e.kinetic < 1.0 + 0.01 * G * G * 25.0);
        if (stiffness > 1e3)
            CHECK(distance(rod_read(world, cable).at[0], grip.target) < 0.05);
        rv_world_destroy(world);
    }
}

#define HOLD_REFUSES(change_, text_)                                                               \
    do {                                                                                           \
        rv_cable_grip grip = rv_cable_grip_default();                                              \
        change_;                                                                                   \
        CHECK(!rv_cable_hold(world, cable, 0, &grip));                                             \
        CHECK_TEXT(rv_world_error(world), text_);                                                  \
    } while (0)

TEST(a_hand_that_makes_no_sense_is_refused) {
    rv_world* world = default_world();
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 10, 1e-3);
    rv_cable_grip good = rv_cable_grip_default();
    uint64_t hash = rv_world_hash(world);
    HOLD_REFUSES(grip.at = -0.1, "rv_cable_hold: grip.at = -0.1 m: must be in [0, 1]");
    HOLD_REFUSES(grip.at = 1.1, "rv_cable_hold: grip.at = 1.1 m: must be in [0, 1]");
    HOLD_REFUSES(grip.at = NAN, "rv_cable_hold: grip.at = nan m: must be in [0, 1]");
    HOLD_REFUSES(grip.target.y = NAN,
                 "rv_cable_hold: grip.target and grip.velocity: must be finite");
    HOLD_REFUSES(grip.velocity.x = INFINITY,
                 "rv_cable_hold: grip.target and grip.velocity: must be finite");
    HOLD_REFUSES(grip.stiffness = 0.0,
                 "rv_cable_hold: grip.stiffness = 0 N/m: must be finite and > 0");
    HOLD_REFUSES(grip.stiffness = INFINITY,
                 "rv_cable_hold: grip.stiffness = inf N/m: must be finite and > 0");
    HOLD_REFUSES(grip.damping = -1.0,
                 "rv_cable_hold: grip.damping = -1 N s/m: must be finite and >= 0");
    HOLD_REFUSES(grip.max_force = 0.0, "rv_cable_hold: grip.max_force = 0 N: must be > 0");
    CHECK(!rv_cable_hold(world, cable, 0, NULL));
    CHECK_TEXT(rv_world_error(world), "rv_cable_hold: grip must not be NULL");
    CHECK(!rv_cable_hold(world, cable, 4, &good) && !rv_cable_hold(world, cable, -1, &good));
    CHECK_TEXT(rv_world_error(world), "rv_cable_hold: hand = -1: must be in [0, 3]");
    CHECK(!rv_cable_release(world, cable, 2));
    CHECK_TEXT(rv_world_error(world), "rv_cable_release: hand 2 holds nothing");
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 5, 0)), fixed_at(NO_BODY, vec(1, 5, 0))};
    CHECK(rv_world_hash(world) == hash);
    CHECK(!rv_cable_hold(world, add_cable(world, ends, 2), 0, &good));
    CHECK_TEXT(rv_world_error(world), "rv_cable_hold: only of a rod");
    CHECK(!rv_cable_hold(world, (rv_cable_id){0}, 0, &good));
    CHECK_TEXT(rv_world_error(world), "rv_cable_hold: no such cable");
    rv_world_destroy(world);
}

// --- what goes with what ---

TEST(a_rod_goes_with_the_body_that_it_hangs_on) {
    rv_world* world = default_world();
    rv_body_id load = add_unit(world, vec(0, 0, -1));
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0)), 10, 1e-3);
    rv_cable_id other =
        add_rod(world, fixed_at(NO_BODY, vec(3, 0, 0)), free_at(vec(3, 1, 0)), 7, 1e-3);
    rod_run(world, H, 20);
    rv_vec3 tip = rod_tip(world, other);
    CHECK(rv_body_destroy(world, load));
    CHECK(!rv_cable_is_valid(world, cable) && rv_cable_is_valid(world, other));
    CHECK(distance(rod_tip(world, other), tip) == 0.0);
    rod_run(world, H, 20);
    rv_world_destroy(world);
}

// their vertices lie one behind the other: what is removed must not move what others read
TEST(rods_that_come_and_go_leave_the_others_alone) {
    rv_world *world = default_world(), *twin = default_world();
    rod_zoo z, twin_z;
    rod_zoo_build(world, &z);
    rod_zoo_build(twin, &twin_z);
    fixture_random random = {0x77};
    rv_cable_id others[6] = {{0}};
    for (long i = 0; i < 300; i++) {
        int k = (int)random_in(&random, 0.0, 6.0);
        if (others[k].slot != 0)
            CHECK(rv_cable_destroy(world, others[k]));
        double y = 100.0 + 10.0 * k;
        others[k] = add_rod(world, fixed_at(NO_BODY, vec(0, y, 0)), free_at(vec(1, y, 0)),
                            1 + (int)random_in(&random, 0.0, 30.0), 1e-3);
        rod_zoo_control(world, &z, i);
        rod_zoo_control(twin, &twin_z, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        CHECK(rv_world_step(twin, H) != RV_STATUS_FAILED);
    }
    const rv_cable_id here[] = {z.swing, z.driven, z.hoist, z.pair, z.held, z.loose};
    const rv_cable_id there[] = {twin_z.swing, twin_z.driven, twin_z.hoist,
                                 twin_z.pair,  twin_z.held,   twin_z.loose};
    for (int c = 0; c < 6; c++) {
        rod_line a = rod_read(world, here[c]), b = rod_read(twin, there[c]);
        CHECK(a.count == b.count && memcmp(a.at, b.at, sizeof a.at) == 0);
        CHECK(memcmp(a.tension, b.tension, sizeof a.tension) == 0);
    }
    rv_world_destroy(world);
    rv_world_destroy(twin);
}

TEST(a_thread_that_is_drawn_longer_than_it_is_has_its_tension_at_once) {
    rv_world* world = weightless_world();
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_def def = rod_def(ends, 20, 1e-4);
    def.EA = 1000.0;
    def.length = 0.9;
    rv_cable_id cable = cable_of(world, &def);
    for (int n = 0; n < 100; n++) {
        CHECK_NEAR(rod_read(world, cable).tension[n % 20], 1000.0 * (1.0 / 0.9 - 1.0), 1e-9);
        rod_run(world, 1e-3, 1);
    }
    rv_world_destroy(world);
}
