// Cables of segments: what is refused and how it is said, what they are made of, how they start,
// and what goes with what.
#include "cable_refusal.h"
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

// --- rules ---

static rv_cable_def spoiled_def(rv_world* world, const rv_cable_node nodes[2]) {
    add_strand(world, fixed_at(NO_BODY, vec(0, 3, 0)), free_at(vec(1, 3, 0)), 40);
    return strand_def(nodes, 4);
}

TEST(the_def_that_the_tests_spoil_is_a_good_one) {
    rig r;
    rig_make(&r);
    cable_of(r.world, &r.def);
    rv_world_destroy(r.world);
}

TEST(create_refuses_bad_segments) {
    REFUSES(r.def.segments.count = -1, "rv_cable_def.segments.count = -1: must be in [0, 100000]");
    REFUSES(r.def.segments.count = 100001,
            "rv_cable_def.segments.count = 100001: must be in [0, 100000]");
    REFUSES(r.def.segments.length = 0.0,
            "rv_cable_def.segments.length = 0 m: must be finite and > 0");
    REFUSES(r.def.segments.length = INFINITY,
            "rv_cable_def.segments.length = inf m: must be finite and > 0");
    REFUSES((r.def.segments.count = 0, r.def.segments.length = 1e-9),
            "rv_cable_def.segments.length = 1e-09 m: makes more than 100000 segments: must be "
            "longer");
    REFUSES(r.def.segments.resolution = (rv_cable_resolution)2,
            "rv_cable_def.segments.resolution = 2: must be an rv_cable_resolution");
    REFUSES(r.def.segments.bend = (rv_cable_bend)3,
            "rv_cable_def.segments.bend = 3: must be an rv_cable_bend");
    REFUSES(r.def.mass_per_length = 0.0,
            "rv_cable_def.mass_per_length = 0 kg/m: must be finite and > 0");
    REFUSES(r.def.mass_per_length = INFINITY,
            "rv_cable_def.mass_per_length = inf kg/m: must be finite and > 0");
    REFUSES(r.def.material.density = 0.0,
            "rv_cable_def.material.density = 0 kg/m^3: must be finite and > 0");
    REFUSES(r.def.material.density = NAN,
            "rv_cable_def.material.density = nan kg/m^3: must be finite and > 0");
    REFUSES(r.def.model = (rv_cable_model)5, "rv_cable_def.model = 5: must be an rv_cable_model");
}

TEST(create_refuses_bad_bending) {
    REFUSES(r.def.segments.EI = -1.0,
            "rv_cable_def.segments.EI = -1 N m^2: must be finite and >= 0");
    REFUSES(r.def.segments.EI = INFINITY,
            "rv_cable_def.segments.EI = inf N m^2: must be finite and >= 0");
    REFUSES(r.def.segments.bend_damping = -2.0,
            "rv_cable_def.segments.bend_damping = -2 N m^2 s: must be finite and >= 0");
    REFUSES(r.def.segments.rest_curvature[1] = NAN,
            "rv_cable_def.segments.rest_curvature = (0, nan) 1/m: must be finite");
    REFUSES(r.def.segments.rest_twist = INFINITY,
            "rv_cable_def.segments.rest_twist = inf rad/m: must be finite");
}

TEST(create_refuses_bad_drag) {
    REFUSES(r.def.segments.drag.across = -1.0,
            "rv_cable_def.segments.drag.across = -1: must be finite and >= 0");
    REFUSES(r.def.segments.drag.along = NAN,
            "rv_cable_def.segments.drag.along = nan: must be finite and >= 0");
    REFUSES(r.def.segments.drag.density = INFINITY,
            "rv_cable_def.segments.drag.density = inf kg/m^3: must be finite and >= 0");
    REFUSES(r.def.segments.drag.flow = vec(1, NAN, 0),
            "rv_cable_def.segments.drag.flow = (1, nan, 0) m/s: must be finite");
}

TEST(create_refuses_lines_that_a_cable_cannot_lie_along) {
    REFUSES((r.def.segments.shape = r.line, r.def.segments.shape_count = 1),
            "rv_cable_def.segments.shape_count = 1: must be in [2, 1000000] with a shape, 0 "
            "without");
    REFUSES(r.def.segments.shape_count = 2,
            "rv_cable_def.segments.shape_count = 2: must be in [2, 1000000] with a shape, 0 "
            "without");
    REFUSES((r.def.segments.shape = r.line, r.def.segments.shape_count = 3, r.line[1].y = INFINITY),
            "rv_cable_def.segments.shape[1] = (0.5, inf, 0) m: must be finite");
    REFUSES((r.def.segments.shape = r.line, r.def.segments.shape_count = 3, r.line[2].y = 1.0),
            "rv_cable_def.segments.shape: ends 1 m beside nodes[1]: must begin and end at the "
            "nodes");
    REFUSES((r.def.segments.shape = r.line, r.def.segments.shape_count = 3, r.line[0].z = -2.0),
            "rv_cable_def.segments.shape: ends 2 m beside nodes[0]: must begin and end at the "
            "nodes");
}

TEST(create_refuses_ends_that_make_no_sense) {
    REFUSES((r.nodes[0].type = RV_CABLE_FREE, r.def.model = RV_CABLE_MASSLESS),
            "rv_cable_def.nodes[0].type: free: only the end of a cable of segments or a rod");
    REFUSES(r.nodes[1].type = RV_CABLE_FREE,
            "rv_cable_def.nodes[1].body: a free end is on no body");
    REFUSES((r.nodes[1].clamped = true, r.def.model = RV_CABLE_MASSLESS),
            "rv_cable_def.nodes[1].clamped: only the end of a cable of segments or a rod");
    REFUSES((r.nodes[0].clamped = true, r.nodes[0].type = RV_CABLE_DRUM),
            "rv_cable_def.nodes[0].clamped: only a fixed end");
    REFUSES((r.nodes[1].clamped = true, r.nodes[1].body = r.particle),
            "rv_cable_def.nodes[1].clamped: a particle holds no direction");
    REFUSES((r.nodes[2] = r.nodes[1], r.nodes[1] = free_at(vec(0.5, 0, 0)), r.def.node_count = 3),
            "rv_cable_def.nodes[1].type: is free; a node between the ends must be an eye or a "
            "pulley");
    REFUSES(r.nodes[1].type = (rv_cable_node_type)5,
            "rv_cable_def.nodes[1].type = 5: must be an rv_cable_node_type");
}

// what the bodies of its segments would refuse
TEST(create_refuses_segments_that_bodies_cannot_be_made_of) {
    rig r;
    rig_make(&r);
    r.def.material.friction = -1.0;
    CHECK(rv_cable_create(r.world, &r.def).slot == 0);
    CHECK(strstr(rv_world_error(r.world), "friction = -1") != NULL);
    r.def.material.friction = 0.4;
    r.def.material.restitution = 2.0;
    CHECK(rv_cable_create(r.world, &r.def).slot == 0);
    CHECK(strstr(rv_world_error(r.world), "restitution = 2") != NULL);
    r.def.material.restitution = 0.0;
    r.def.material.surface = -1;
    CHECK(rv_cable_create(r.world, &r.def).slot == 0);
    CHECK(strstr(rv_world_error(r.world), "surface = -1") != NULL);
    r.def.material.surface = 0;
    r.def.diameter = 1e-160;
    CHECK(rv_cable_create(r.world, &r.def).slot == 0);
    CHECK(strstr(rv_world_error(r.world), "too light") != NULL);
    r.def.diameter = 0.01;
    cable_of(r.world, &r.def);
    rv_world_destroy(r.world);
}

// --- what it is made of ---

// m = pi r^2 rho; I = m l (r^2/2; r^2/4 + l^2/12 twice)
TEST(segments_have_the_mass_and_inertia_of_a_rod) {
    rv_world* world = weightless_world();
    rv_cable_id cable =
        add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(0, 6, 0)), 12);
    double r = 0.005, l = 0.5, m = 7850.0 * RV_PI * r * r;
    CHECK_NEAR(rv_cable_mass_per_length(world, cable), m, 1e-15);
    CHECK(rv_cable_segment_count(world, cable) == 12 && rv_cable_joint_count(world, cable) == 13);
    for (int i = 0; i < 12; i++) {
        rv_body_id segment = rv_cable_segment(world, cable, i);
        rv_mass_properties p = rv_body_mass_properties(world, segment);
        CHECK_NEAR(rv_cable_segment_length(world, cable, i), l, 1e-15);
        CHECK_NEAR(p.mass, m * l, 1e-15);
        CHECK_NEAR(p.inertia.m[0][0], m * l * 0.5 * r * r, 1e-18);
        CHECK_NEAR(p.inertia.m[1][1], m * l * (0.25 * r * r + l * l / 12.0), 1e-15);
        CHECK_NEAR(p.inertia.m[2][2], p.inertia.m[1][1], 0.0);
        rv_shape_def shape = rv_body_shape(world, segment, 0);
        CHECK(rv_body_shape_count(world, segment) == 1 && shape.type == RV_SHAPE_CAPSULE);
        CHECK_NEAR(shape.radius, r, 0.0);
        CHECK_NEAR(shape.half_length, 0.5 * l, 1e-15);
        CHECK(rv_body_cable(world, segment).slot == cable.slot);
        // x along the cable
        rv_vec3 x = rv_quat_rotate(rv_body_pose(world, segment).rotation, vec(1, 0, 0));
        CHECK_NEAR(x.y, 1.0, 1e-15);
    }
    rv_world_destroy(world);
}

// EA = E A, EI = E pi r^4/4, GJ = E/(2 (1 + nu)) pi r^4/2
TEST(stiffness_is_that_of_a_solid_bar_or_as_given) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = strand_def(nodes, 3);
    rv_cable_id cable = cable_of(world, &def);
    double r = 0.005, E = 2e11;
    CHECK_NEAR(rv_cable_EA(world, cable), E * RV_PI * r * r, 1e-6);
    CHECK_NEAR(rv_cable_EI(world, cable), E * RV_PI * r * r * r * r / 4.0, 1e-12);
    CHECK_NEAR(rv_cable_GJ(world, cable), E / 2.6 * RV_PI * r * r * r * r / 2.0, 1e-12);
    def.EA = 1e3;
    def.GJ = 2.0;
    def.segments.EI = 3.0;
    def.mass_per_length = 4.0;
    cable = cable_of(world, &def);
    CHECK_NEAR(rv_cable_EA(world, cable), 1e3, 0.0);
    CHECK_NEAR(rv_cable_EI(world, cable), 3.0, 0.0);
    CHECK_NEAR(rv_cable_GJ(world, cable), 2.0, 0.0);
    CHECK_NEAR(rv_cable_mass_per_length(world, cable), 4.0, 0.0);
    CHECK_NEAR(rv_body_mass_properties(world, rv_cable_segment(world, cable, 1)).mass, 4.0 / 3.0,
               1e-12);
    rv_world_destroy(world);
}

// a free end has no joint; its whole segment is in the joint before it
TEST(joints_stand_for_the_whole_length_of_the_cable) {
    for (int ends = 0; ends < 4; ends++) {
        rv_world* world = weightless_world();
        rv_cable_node first = ends & 1 ? free_at(vec(0, 0, 0)) : fixed_at(NO_BODY, vec(0, 0, 0));
        rv_cable_node last = ends & 2 ? free_at(vec(2, 0, 0)) : fixed_at(NO_BODY, vec(2, 0, 0));
        rv_cable_id cable = add_strand(world, first, last, 5);
        int joints = rv_cable_joint_count(world, cable);
        CHECK(joints == 6 - (ends & 1) - (ends >> 1));
        double sum = 0.0;
        for (int i = 0; i < joints; i++)
            sum += rv_cable_get_joint(world, cable, i).length;
        CHECK_NEAR(sum, 2.0, 1e-14);
        rv_world_destroy(world);
    }
}

TEST(shapes_of_segments_have_the_group_mask_and_material_of_their_cable) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = strand_def(nodes, 2);
    def.segments.group = 4;
    def.segments.mask = 8;
    def.material.friction = 0.123;
    rv_cable_id cable = cable_of(world, &def);
    rv_shape_def shape = rv_body_shape(world, rv_cable_segment(world, cable, 1), 0);
    CHECK(shape.group == 4 && shape.mask == 8);
    CHECK_NEAR(shape.material.friction, 0.123, 0.0);
    rv_world_destroy(world);
}

// --- how it starts ---

TEST(segments_start_with_the_velocities_between_those_of_the_ends) {
    rv_world* world = weightless_world();
    rv_body_id a = add_kinematic(world, vec(0, 0, 0), vec(1, 0, 0));
    rv_body_id b = add_kinematic(world, vec(0, 0, 4), vec(3, 0, 0));
    rv_cable_id cable = add_strand(world, fixed_at(a, vec(0, 0, 0)), fixed_at(b, vec(0, 0, 0)), 4);
    for (int i = 0; i < 4; i++) {
        rv_body_id segment = rv_cable_segment(world, cable, i);
        CHECK_NEAR(rv_body_velocity(world, segment).x, 1.25 + 0.5 * i, 1e-12);
        CHECK_NEAR(rv_body_angular_velocity(world, segment).y, 0.5, 1e-12); // 2 m/s over 4 m
    }
    rv_cable_id other = add_strand(world, fixed_at(b, vec(0, 1, 0)), free_at(vec(0, 1, 9)), 3);
    CHECK_NEAR(rv_body_velocity(world, rv_cable_segment(world, other, 2)).x, 3.0, 1e-12);
    rv_world_destroy(world);
}

// T = GJ twist/L at rest, for any number of segments
TEST(a_twist_given_at_creation_is_shared_evenly_and_at_rest) {
    for (int count = 1; count < 20; count += 6) {
        rv_world* world = weightless_world();
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(2, 0, 0))};
        rv_cable_def def = strand_def(nodes, count);
        def.twist = 9.0;
        rv_cable_id cable = cable_of(world, &def);
        CHECK_NEAR(rv_cable_twist(world, cable), 9.0, 1e-12);
        CHECK(steps_are_ok(world, H, 5));
        double torque = rv_cable_GJ(world, cable) * 4.5;
        CHECK_NEAR(rv_cable_torque(world, cable), torque, 1e-6 * torque);
        CHECK_NEAR(rv_cable_twist(world, cable), 9.0, 1e-9);
        for (int i = 0; i <= count; i++)
            CHECK_NEAR(rv_cable_get_joint(world, cable, i).torque, torque, 1e-6 * torque);
        rv_world_destroy(world);
    }
}

TEST(several_cables_on_one_body_share_its_weight) {
    rv_world* world = default_world();
    rv_body_id load = add_rigid(world, 100.0, vec(10, 10, 10), vec(0, 0, -2));
    rv_cable_id cable[3];
    for (int i = 0; i < 3; i++) {
        double x = 0.5 * cos(2.0 * RV_PI * i / 3.0), y = 0.5 * sin(2.0 * RV_PI * i / 3.0);
        cable[i] =
            add_strand(world, fixed_at(NO_BODY, vec(x, y, 0)), fixed_at(load, vec(x, y, 0)), 10);
    }
    CHECK(steps_are_ok(world, H, 300));
    double m = rv_cable_mass_per_length(world, cable[0]) * 2.0, T = 0.0;
    for (int i = 0; i < 3; i++)
        T += rv_cable_tension(world, cable[i], 0);
    CHECK_NEAR(T, (100.0 + 3.0 * m) * 9.81, 1.0); // swings out its last millimetres
    rv_world_destroy(world);
}

// the hook of a crane: the end of the cable is a part of it
TEST(a_heavy_body_clamped_to_the_end_turns_with_it) {
    rv_world* world = default_world();
    rv_body_id load = add_rigid(world, 500.0, vec(50, 50, 50), vec(0, 0, -2));
    rv_cable_id cable =
        add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), clamped_at(load, vec(0, 0, 0.5)), 12);
    rv_body_set_velocity(world, load, vec(0.5, 0, 0));
    double apart = 0.0, tilt = 0.0;
    for (int i = 0; i < 240; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        rv_vec3 up = rv_quat_rotate(rv_body_pose(world, load).rotation, vec(0, 0, 1));
        rv_quat q = rv_body_pose(world, rv_cable_segment(world, cable, 11)).rotation;
        rv_vec3 along = rv_quat_rotate(q, vec(1, 0, 0));
        apart = fmax(apart, rv_vec3_length(rv_vec3_cross(up, along)));
        tilt = fmax(tilt, fabs(up.x));
    }
    // half a segment bends at most by M l/(2 EI), M of the load's weight at its arm
    CHECK(tilt > 0.05 && apart < 0.5 * tilt);
    rv_world_destroy(world);
}

// with and without: a particle, a static, a moved body; the load hangs below all of them
TEST(anything_can_be_the_end_of_a_cable) {
    for (int kind = 0; kind < 3; kind++) {
        rv_world* world = default_world();
        rv_body_def def = rv_body_def_default();
        def.type = kind == 0 ? RV_BODY_STATIC : kind == 1 ? RV_BODY_KINEMATIC : RV_BODY_DYNAMIC;
        def.kind = kind == 2 ? RV_BODY_PARTICLE : RV_BODY_RIGID;
        def.mass = 5.0;
        rv_body_id top = body_of(world, &def);
        if (kind == 2) // held by another cable
            add_strand(world, fixed_at(NO_BODY, vec(0, 0, 1)), fixed_at(top, vec(0, 0, 0)), 3);
        rv_body_id load = add_particle(world, 10.0, vec(0, 0, -2));
        rv_cable_id cable =
            add_strand(world, fixed_at(top, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0)), 8);
        CHECK(steps_are_ok(world, H, 120));
        double m = rv_cable_mass_per_length(world, cable) * 2.0;
        CHECK_NEAR(rv_cable_tension(world, cable, 0), (10.0 + m) * 9.81, 0.01);
        CHECK_NEAR(rv_cable_get_joint(world, cable, 8).tension, 98.1, 0.01);
        rv_world_destroy(world);
    }
}

// --- what goes with what ---

TEST(destroying_a_cable_removes_its_segments_and_nothing_else) {
    rv_world* world = default_world();
    rv_cable_id before =
        add_strand(world, fixed_at(NO_BODY, vec(0, 1, 0)), free_at(vec(1, 1, 0)), 3);
    rv_cable_id cable =
        add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 5);
    rv_cable_id after =
        add_strand(world, fixed_at(NO_BODY, vec(0, 2, 0)), free_at(vec(1, 2, 0)), 7);
    rv_body_id segment = rv_cable_segment(world, cable, 2),
               other = rv_cable_segment(world, after, 6);
    CHECK(rv_body_count(world) == 15);
    CHECK(rv_cable_destroy(world, cable));
    CHECK(rv_body_count(world) == 10 && rv_cable_count(world) == 2);
    CHECK(!rv_body_is_valid(world, segment) && rv_body_is_valid(world, other));
    CHECK(rv_cable_segment_count(world, before) == 3 && rv_cable_segment_count(world, after) == 7);
    CHECK(rv_body_cable(world, other).slot == after.slot);
    CHECK(rv_cable_segment(world, after, 6).slot == other.slot);
    CHECK(steps_are_ok(world, H, 10));
    CHECK(!rv_cable_destroy(world, cable));
    CHECK_TEXT(rv_world_error(world), "rv_cable_destroy: no such cable");
    rv_world_destroy(world);
}

TEST(a_segment_is_not_destroyed_alone) {
    rv_world* world = default_world();
    rv_cable_id cable =
        add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 5);
    uint64_t hash = rv_world_hash(world);
    CHECK(!rv_body_destroy(world, rv_cable_segment(world, cable, 0)));
    CHECK_TEXT(rv_world_error(world),
               "rv_body_destroy: a segment goes with its cable (rv_cable_destroy)");
    CHECK(rv_world_hash(world) == hash && rv_body_count(world) == 5);
    rv_world_destroy(world);
}

TEST(all_cables_on_a_body_go_with_it) {
    for (int count = 1; count <= 5; count++) {
        rv_world* world = default_world();
        rv_body_id load = add_unit(world, vec(1, 0, 0));
        rv_cable_id far =
            add_strand(world, fixed_at(NO_BODY, vec(0, 9, 0)), free_at(vec(1, 9, 0)), 2);
        for (int i = 0; i < count; i++)
            add_strand(world, fixed_at(NO_BODY, vec(0, 0.1 * i, 0)), fixed_at(load, vec(0, 0, 0)),
                       3);
        CHECK(rv_cable_count(world) == count + 1);
        CHECK(rv_body_destroy(world, load));
        CHECK(rv_cable_count(world) == 1 && rv_body_count(world) == 2);
        CHECK(rv_cable_is_valid(world, far));
        CHECK(steps_are_ok(world, H, 5));
        rv_world_destroy(world);
    }
}

TEST(what_stands_on_a_segment_goes_with_it) {
    rv_world* world = default_world();
    rv_cable_id cable =
        add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(2, 0, 0)), 5);
    rv_body_id segment = rv_cable_segment(world, cable, 2);
    rv_body_id bob = add_unit(world, vec(1, 0, -1)), bead = add_unit(world, vec(1, 0, 1));
    rv_joint_id joint =
        add_joint_at(world, RV_JOINT_BALL, segment, bob, vec(1, 0, 0), vec(1, 0, 0));
    rv_port_def def = rv_port_def_default();
    def.body = segment;
    rv_port_id port = rv_port_create(world, &def);
    // a cable on a segment, one on a segment of that, and a massless one
    rv_cable_id branch =
        add_strand(world, fixed_at(segment, vec(0, 0, 0)), free_at(vec(1, 1, 0)), 4);
    rv_cable_id twig = add_strand(world, fixed_at(rv_cable_segment(world, branch, 1), vec(0, 0, 0)),
                                  free_at(vec(1, 1, 1)), 3);
    rv_cable_node thin[] = {fixed_at(segment, vec(0, 0, 0)), fixed_at(bead, vec(0, 0, 0))};
    rv_cable_id massless = add_cable(world, thin, 2);
    CHECK(steps_are_ok(world, H, 5));
    CHECK(rv_joint_is_valid(world, joint) && rv_port_is_valid(world, port));
    CHECK(rv_cable_destroy(world, cable));
    CHECK(!rv_joint_is_valid(world, joint) && !rv_port_is_valid(world, port));
    CHECK(!rv_cable_is_valid(world, branch) && !rv_cable_is_valid(world, twig));
    CHECK(!rv_cable_is_valid(world, massless));
    CHECK(rv_cable_count(world) == 0 && rv_body_count(world) == 2);
    CHECK(rv_body_is_valid(world, bob) && rv_body_is_valid(world, bead));
    CHECK(steps_are_ok(world, H, 5));
    rv_world_destroy(world);
}

TEST(the_massless_parts_of_a_cable_of_segments_have_no_ids) {
    rv_world* world = default_world();
    rv_cable_node eye = rv_cable_node_default();
    eye.type = RV_CABLE_EYE;
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-1, 0, 0)), eye,
                             fixed_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_def def = strand_def(nodes, 0);
    def.node_count = 3;
    def.segments.length = 0.1;
    rv_cable_id cable = rv_cable_create(world, &def);
    CHECK(rv_cable_is_valid(world, cable));
    // every first use of a slot has the same generation
    for (uint32_t k = 1; k < 4; k++) {
        rv_cable_id next = {cable.slot + k, cable.generation, cable.world};
        CHECK(!rv_cable_is_valid(world, next));
        CHECK(!rv_cable_destroy(world, next));
    }
    // but are parts of what the cable answers: 2 m of path, through the eye
    CHECK_NEAR(rv_cable_path_length(world, cable), 2.0, 1e-6);
    rv_vec3 points[64];
    double tension[64];
    int count = rv_cable_points(world, cable, 0.1, points, tension, 64), at_eye = 0;
    for (int i = 0; i < count; i++)
        at_eye += rv_vec3_length(points[i]) < 1e-9;
    CHECK(count > 20 && at_eye == 1);
    CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
    CHECK(rv_cable_largest_tension(world, cable) >= rv_cable_tension(world, cable, 0));
    rv_world_destroy(world);
}

TEST(stale_ids_and_those_of_other_worlds_are_answered_like_none) {
    rv_world *world = default_world(), *other = default_world();
    rv_cable_id old = add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 5);
    rv_body_id segment = rv_cable_segment(world, old, 0);
    rv_cable_destroy(world, old);
    add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 5);
    rv_cable_id foreign =
        add_strand(other, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 5);
    const rv_cable_id ids[] = {old, foreign, {0}};
    for (int i = 0; i < 3; i++) {
        CHECK(rv_cable_segment_count(world, ids[i]) == 0);
        CHECK(rv_cable_joint_count(world, ids[i]) == 0);
        CHECK(rv_cable_segment(world, ids[i], 0).slot == 0);
        CHECK(isnan(rv_cable_segment_length(world, ids[i], 0)));
        CHECK(isnan(rv_cable_get_joint(world, ids[i], 0).tension));
        CHECK(!rv_cable_cut_at(world, ids[i], 0.5));
        CHECK_TEXT(rv_world_error(world), "rv_cable_cut_at: no such cable");
        CHECK(!rv_cable_destroy(world, ids[i]));
    }
    CHECK(!rv_body_is_valid(world, segment) && rv_body_cable(world, segment).slot == 0);
    rv_cable_node nodes[] = {fixed_at(segment, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = strand_def(nodes, 2);
    CHECK(rv_cable_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_cable_def.nodes[0].body: no such body");
    rv_world_destroy(world);
    rv_world_destroy(other);
}

// --- without memory ---

TEST(creation_is_refused_cleanly_at_every_allocation) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    rv_world *world = world_of(&def), *twin = default_world();
    long refused = 0;
    for (int made = 0; made < 6; made++) {
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, made, 0)), free_at(vec(1, made, 0))};
        rv_vec3 line[] = {{0, made, 0}, {0.5, made, 0.1}, {1, made, 0}};
        rv_cable_def cable = strand_def(nodes, 20 << made);
        cable.segments.shape = made % 2 ? line : NULL;
        cable.segments.shape_count = made % 2 ? 3 : 0;
        refused += create_at_every_allocation(world, &heap, &cable);
        cable_of(twin, &cable);
        CHECK(rv_world_hash(world) == rv_world_hash(twin));
    }
    CHECK(refused > 30); // lists of strands, segments, links, bodies and shapes have grown
    CHECK(steps_are_ok(world, H, 5) && steps_are_ok(twin, H, 5));
    CHECK(rv_world_hash(world) == rv_world_hash(twin));
    rv_world_destroy(world);
    rv_world_destroy(twin);
    CHECK(heap.live_blocks == 0);
}
