// What a picture shows: bodies, shapes, wheels, joints, cables and forces as the world has them;
// the bytes of a frame and the text of a description.
#include "cable_fixture.h"
#include "view/describe.h"
#include "view/frame.h"

#include <jansson.h>

static rv_body_id shaped(rv_world* world, rv_shape_def shape, rv_pose pose) {
    rv_body_def def = rv_body_def_default();
    def.pose = pose;
    def.mass = 5.0;
    def.shapes = &shape;
    def.shape_count = 1;
    return rv_body_create(world, &def);
}

// an Atwood machine: 5 kg and 5 kg over a pulley of 0.5 m at z = 2, and a sphere on a joint
typedef struct machine {
    rv_world* world;
    rv_body_id left, right, ball;
    rv_cable_id cable;
    rv_joint_id joint;
} machine;

static machine machine_of(void) {
    machine m = {.world = default_world()};
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = vec(0.1, 0.2, 0.3);
    m.left = shaped(m.world, box, rv_pose_make(vec(-0.5, 0, 0), rv_quat_identity()));
    m.right = shaped(m.world, box, rv_pose_make(vec(0.5, 0, 0), rv_quat_identity()));
    rv_shape_def sphere = rv_shape_def_default();
    sphere.radius = 0.25;
    m.ball = shaped(m.world, sphere, rv_pose_make(vec(3, 0, -1), rv_quat_identity()));
    rv_joint_def joint = rv_joint_def_at(m.world, RV_JOINT_BALL, (rv_body_id){0}, m.ball,
                                         vec(3, 0, -1), vec(1, 0, 0));
    m.joint = rv_joint_create(m.world, &joint);
    rv_cable_node nodes[] = {fixed_at(m.left, vec(0, 0, 0)),
                             pulley_at((rv_body_id){0}, vec(0, 0, 2), vec(0, 1, 0), 0.5),
                             fixed_at(m.right, vec(0, 0, 0))};
    rv_cable_def cable = rigid_cable_def(nodes, 3);
    cable.diameter = 0.02;
    m.cable = rv_cable_create(m.world, &cable);
    return m;
}

TEST(a_drawing_holds_what_the_world_holds) {
    machine m = machine_of();
    rv_drawing d = {0};
    for (int i = 0; i < 60; i++)
        rv_world_step(m.world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.body_count == 3 && d.shape_count == 3 && d.wheel_count == 1 && d.cable_count == 1);
    CHECK(d.joint_count == 1 && d.joints[0].bodies[0] == -1 && d.joints[0].bodies[1] == 2);
    CHECK(d.wheels[0].body == -1 && !d.wheels[0].drum && d.wheels[0].radius == 0.5);
    CHECK_NEAR(d.cables[0].radius, 0.01, 0.0);
    // over half a circle in steps of at most 0.15 rad: 22 points and the two ends
    CHECK(d.cables[0].point_count == 24);
    for (int i = 0; i < d.point_count; i++)
        CHECK_NEAR(d.points[i].tension, 5.0 * 9.81, 1e-6); // T = m g, at the last point too
    // boxes from -0.3, ball from -1.25, wheel up to 2.5
    CHECK_NEAR(d.low.z, -1.25, 1e-6);
    CHECK_NEAR(d.high.z, 2.5, 1e-6);
    CHECK_NEAR(d.low.x, -0.6, 1e-6);
    CHECK_NEAR(d.high.x, 3.25, 1e-6);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}

TEST(forces_are_those_of_joints_ends_and_pulleys) {
    machine m = machine_of();
    rv_drawing d = {0};
    for (int i = 0; i < 60; i++)
        rv_world_step(m.world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, m.world));
    const double weight = 5.0 * 9.81;
    CHECK(d.force_count == 4 && d.contact_count == 1);
    const rv_drawing_force* f = d.forces;
    CHECK(f[0].kind == RV_DRAWING_JOINT && f[1].kind == RV_DRAWING_CABLE);
    CHECK_NEAR(f[0].force.z, weight, 1e-6); // the joint holds the ball
    CHECK_NEAR(f[0].point.x, 3.0, 1e-9);
    CHECK_NEAR(f[1].force.z, weight, 1e-6);        // the cable holds the left box
    CHECK_NEAR(f[2].force.z, -2.0 * weight, 1e-6); // and presses on the wheel with both
    CHECK_NEAR(f[2].point.z, 2.5, 1e-6);
    CHECK_NEAR(f[3].force.z, weight, 1e-6);
    CHECK_NEAR(d.contacts[0].normal.z, 1.0, 1e-9);
    CHECK_NEAR(d.contacts[0].force, 2.0 * weight, 1e-6);
    d.without_forces = true;
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.force_count == 0 && d.contact_count == 0);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}

TEST(a_cable_presses_on_the_edge_that_it_runs_over) {
    rv_world* world = default_world();
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    rv_body_def body = rv_body_def_default();
    body.type = RV_BODY_STATIC;
    body.shapes = &box;
    body.shape_count = 1;
    body_of(world, &body);
    rv_body_id load = add_particle(world, 5.0, vec(2, 0, 0.6));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-3, 0, 0.7)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def cable = rigid_cable_def(nodes, 2);
    cable.touch.enabled = true;
    cable.touch.friction = 0.0;
    rv_cable_id id = cable_of(world, &cable);
    for (int i = 0; i < 30; i++)
        rv_world_step(world, 1.0 / 60.0);
    CHECK(rv_cable_wrap_count(world, id) > 0);
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world));
    CHECK(d.force_count == 2 + rv_cable_wrap_count(world, id));
    CHECK(d.contact_count == rv_cable_wrap_count(world, id));
    // the fixed end and what the cable presses on hold the load together
    rv_vec3 sum = {0, 0, 0};
    for (int i = 0; i + 1 < d.force_count; i++)
        sum = rv_vec3_add(sum, d.forces[i].force);
    const rv_drawing_force* held = &d.forces[d.force_count - 1];
    CHECK_NEAR(rv_vec3_length(rv_vec3_add(sum, held->force)), 0.0, 1e-6 * 49.0);
    CHECK(d.forces[1].force.x < 0.0 && d.forces[1].force.z < 0.0); // down, and back
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

TEST(the_revision_changes_with_what_is_there_and_not_with_how_it_moves) {
    machine m = machine_of();
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, m.world));
    uint32_t first = d.revision;
    rv_world_step(m.world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.revision == first && first != 0);
    // a body that is hidden is not there
    rv_body_def particle = rv_body_def_default();
    particle.kind = RV_BODY_PARTICLE;
    particle.mass = 1.0;
    d.hidden = rv_body_create(m.world, &particle);
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.revision == first && d.body_count == 3);
    d.hidden = (rv_body_id){0, 0, 0};
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.revision != first && d.body_count == 4);
    rv_joint_destroy(m.world, m.joint);
    uint32_t second = d.revision;
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.revision != second && d.joint_count == 0);
    // what is cut has no points
    rv_cable_cut(m.world, m.cable);
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.cables[0].point_count == 0 && d.point_count == 0);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}

// --- shapes with triangles, planes, contacts -----------------------------------------------------

static rv_body_id fixed_shape(rv_world* world, rv_shape_def shape, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.pose.position = at;
    def.shapes = &shape;
    def.shape_count = 1;
    return rv_body_create(world, &def);
}

static rv_shape_def plane_shape(void) {
    rv_shape_def plane = rv_shape_def_default();
    plane.type = RV_SHAPE_PLANE;
    return plane;
}

// a pyramid of 2 x 2 x 3 on the x-y plane
static rv_shape_def pyramid_shape(rv_world* world) {
    const rv_vec3 points[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 3}};
    rv_hull_def def = rv_hull_def_default();
    def.points = points;
    def.point_count = 5;
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_HULL;
    shape.geometry = rv_geometry_create_hull(world, &def);
    return shape;
}

// one triangle in the x-y plane, 5 m by 4 m
static rv_shape_def triangle_shape(rv_world* world) {
    const rv_vec3 vertices[] = {{0, 0, 0}, {5, 0, 0}, {0, 4, 0}};
    const int32_t triangles[] = {0, 1, 2};
    rv_mesh_def def = rv_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = 3;
    def.triangles = triangles;
    def.triangle_count = 1;
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_MESH;
    shape.geometry = rv_geometry_create_mesh(world, &def);
    return shape;
}

// side x side samples, 0.1 m apart, that rise by 1 m for every metre along x
static rv_shape_def ramp_shape(rv_world* world, int side) {
    double* heights = malloc((size_t)(side * side) * sizeof *heights);
    for (int i = 0; i < side * side; i++)
        heights[i] = 0.1 * (i % side);
    rv_height_field_def def = rv_height_field_def_default();
    def.columns = def.rows = side;
    def.spacing_x = def.spacing_y = 0.1;
    def.heights = heights;
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_HEIGHT_FIELD;
    shape.geometry = rv_geometry_create_height_field(world, &def);
    free(heights);
    return shape;
}

// ten metres of segments that sag from a post, made before a box; the last end is free or fixed
static rv_cable_id sagging(rv_world* world, bool free) {
    rv_cable_node ends[2] = {fixed_at((rv_body_id){0}, vec(-4, 0, 5)),
                             fixed_at((rv_body_id){0}, vec(4, 0, 5))};
    ends[1].type = free ? RV_CABLE_FREE : RV_CABLE_FIXED;
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = ends;
    def.node_count = 2;
    def.length = 10.0;
    def.segments.count = 20;
    // comes to rest: 0.1 s times EI of the bar
    double r = 0.5 * def.diameter;
    def.segments.bend_damping = 0.1 * def.material.young * 0.25 * RV_PI * r * r * r * r;
    rv_cable_id cable = cable_of(world, &def);
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    shaped(world, box, rv_pose_make(vec(0, 5, 0), rv_quat_identity()));
    return cable;
}

TEST(segments_are_drawn_as_their_cable_and_not_as_bodies) {
    rv_world* world = default_world();
    rv_cable_id cable = sagging(world, false);
    rv_drawing d = {0};
    for (int i = 0; i < 600; i++)
        rv_world_step(world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, world));
    CHECK(rv_body_count(world) == 21 && d.body_count == 1 && d.shape_count == 1);
    CHECK(d.cable_count == 1 && d.cables[0].point_count == 21);
    CHECK(!d.cables[0].free[0] && !d.cables[0].free[1]);
    for (int i = 0; i < 20; i++) {
        rv_vec3 middle =
            rv_vec3_scale(rv_vec3_add(d.points[i].position, d.points[i + 1].position), 0.5);
        rv_vec3 at = rv_body_center(world, rv_cable_segment(world, cable, i));
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(middle, at)), 0.0, 1e-4); // joints open a little
        CHECK(d.points[i].tension > 0.0);
    }
    // the ends carry the weight of all of it
    double weight = 10.0 * rv_cable_mass_per_length(world, cable) * 9.81;
    CHECK(d.force_count == 2);
    CHECK_NEAR(d.forces[0].force.z + d.forces[1].force.z, -weight, 1e-3 * weight);
    CHECK(d.forces[0].force.x > 0.0 && d.forces[1].force.x < 0.0);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

TEST(segments_press_on_the_pulley_that_they_run_round_and_come_from_a_drum_unseen) {
    rv_world* world = default_world();
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    rv_body_id load = shaped(world, box, rv_pose_make(vec(1, 0, -2), rv_quat_identity()));
    rv_cable_node nodes[3] = {drum_at((rv_body_id){0}, vec(-1, 0, -3), 0.4),
                              pulley_at((rv_body_id){0}, vec(0, 0, 2), vec(0, 1, 0), 1.0),
                              fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 3;
    def.GJ = 0.0;
    def.segments.length = 0.25;
    def.segments.EI = 0.1;
    def.mass_per_length = 1e-3; // of no weight
    def.segments.mask = 0;
    rv_cable_id cable = cable_of(world, &def);
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world));
    uint32_t revision = d.revision;
    int segments = rv_cable_segment_count(world, cable);
    for (int i = 0; i < 120; i++) {
        rv_world_step(world, 1.0 / 60.0);
        CHECK(rv_drawing_update(&d, world));
    }
    // more of them, and the same picture of what there is
    CHECK(rv_cable_segment_count(world, cable) > segments && d.revision == revision);
    CHECK(d.body_count == 1 && d.wheel_count == 1);
    // drum, pulley, load: m g, 2 m g, m g
    double weight = 5.0 * 9.81;
    CHECK(d.force_count == 3);
    CHECK_NEAR(d.forces[0].force.z, weight, 0.02 * weight);
    CHECK_NEAR(d.forces[1].force.z, -2.0 * weight, 0.04 * weight);
    CHECK_NEAR(d.forces[2].force.z, weight, 0.02 * weight);
    CHECK(d.contact_count == 1 && d.contacts[0].kind == RV_DRAWING_RUNS_ROUND);
    CHECK_NEAR(d.contacts[0].point.z, 3.0, 0.01);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

TEST(a_cable_that_is_cut_has_a_point_of_nans_between_its_pieces) {
    rv_world* world = default_world();
    rv_cable_id cable = sagging(world, true);
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world));
    uint32_t revision = d.revision;
    CHECK(d.cables[0].free[1] && !d.cables[0].free[0] && d.cables[0].point_count == 21);
    CHECK(rv_cable_cut_at(world, cable, 5.0) && rv_drawing_update(&d, world));
    int cuts = 0;
    for (int i = 0; i < d.point_count; i++) {
        cuts += isnan(d.points[i].position.x);
        CHECK(isnan(d.points[i].position.x) == (i == 11));
    }
    // ten segments have eleven points, before the cut and behind it
    CHECK(cuts == 1 && d.cables[0].point_count == 23);
    CHECK(d.revision == revision);
    CHECK(isfinite(d.low.x) && d.high.z > 4.99);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

TEST(hulls_meshes_and_height_fields_are_copied_once_and_enclosed) {
    rv_world* world = default_world();
    rv_shape_def pyramid = pyramid_shape(world);
    shaped(world, pyramid, rv_pose_make(vec(0, 0, 10), rv_quat_identity()));
    // a quarter turn about y: the tip points along x
    rv_quat turn = rv_quat_from_axis_angle(vec(0, 1, 0), 0.5 * RV_PI);
    shaped(world, pyramid, rv_pose_make(vec(20, 0, 5), turn));
    fixed_shape(world, triangle_shape(world), vec(0, 7, 1));
    fixed_shape(world, ramp_shape(world, 11), vec(-9, 0, 0));
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world));
    CHECK(d.body_count == 4 && d.shape_count == 4 && d.facets_count == 3);
    CHECK(rv_drawing_facets(&d, 0) == rv_drawing_facets(&d, 1));
    CHECK(rv_drawing_facets(&d, 0)->vertex_count == 5);
    CHECK(rv_drawing_facets(&d, 2)->triangle_count == 1 && !rv_drawing_facets(&d, 2)->smooth);
    CHECK(rv_drawing_facets(&d, 3)->triangle_count == 200 && rv_drawing_facets(&d, 3)->smooth);
    CHECK_NEAR(d.low.x, -9.5, 1e-12); // the ramp is 1 m wide about its middle
    CHECK_NEAR(d.high.x, 23.0, 1e-12);
    CHECK_NEAR(d.low.y, -1.0, 1e-12);
    CHECK_NEAR(d.high.y, 11.0, 1e-12);
    CHECK_NEAR(d.low.z, 0.0, 1e-12);
    CHECK_NEAR(d.high.z, 13.0, 1e-12);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

TEST(a_plane_is_cut_to_a_square_below_what_there_is) {
    rv_world* world = default_world();
    rv_shape_def box = rv_shape_def_default(), plane = plane_shape();
    box.type = RV_SHAPE_BOX;
    box.half_extents = vec(1, 2, 2);
    shaped(world, box, rv_pose_make(vec(30, 40, 5), rv_quat_identity()));
    plane.local.position = vec(0, 0, -1);
    fixed_shape(world, plane, vec(3, 0, 0));
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world));
    CHECK_NEAR(d.low.z, 3.0, 1e-12); // the box alone: a plane reaches for ever
    // as wide as the box's diagonal, its middle below that of the box, still at z = -1
    CHECK(rv_drawing_facets(&d, 1) == NULL);
    CHECK_NEAR(d.shapes[1].half_extents.x, sqrt(4.0 + 16.0 + 16.0), 1e-12);
    CHECK_NEAR(d.shapes[1].local.position.x, 27.0, 1e-12);
    CHECK_NEAR(d.shapes[1].local.position.y, 40.0, 1e-12);
    CHECK_NEAR(d.shapes[1].local.position.z, -1.0, 1e-12);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

TEST(what_has_too_many_triangles_is_a_box_and_what_comes_before_is_not) {
    rv_world* world = default_world();
    shaped(world, pyramid_shape(world), rv_pose_identity());
    fixed_shape(world, ramp_shape(world, 401), vec(0, 0, 0)); // 320 000 triangles
    fixed_shape(world, triangle_shape(world), vec(0, 0, 0));
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world));
    CHECK(!d.facets[0].stands_in && d.facets[1].stands_in && !d.facets[2].stands_in);
    CHECK(d.facets[1].triangle_count == 12);
    CHECK_NEAR(d.high.z, 40.0, 1e-12);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

// a box of 5 kg on a plane; friction 0.4
static rv_body_id on_a_plane(rv_world* world) {
    fixed_shape(world, plane_shape(), vec(0, 0, 0));
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = vec(0.5, 0.5, 0.2);
    return shaped(world, box, rv_pose_make(vec(0, 0, 0.2), rv_quat_identity()));
}

// of all contacts on the box, whichever body is the second: x friction, z normal force
static rv_vec3 contact_force(const rv_drawing* d) {
    rv_vec3 sum = {0, 0, 0};
    for (int i = 0; i < d->contact_count; i++) {
        const rv_drawing_contact* c = &d->contacts[i];
        double sign = c->normal.z > 0.0 ? 1.0 : -1.0;
        sum = rv_vec3_mul_add(sum, sign * c->force, c->normal);
        sum = rv_vec3_mul_add(sum, sign, c->friction);
    }
    return sum;
}

TEST(contacts_are_points_with_their_forces_that_stick_or_slide) {
    rv_world* world = default_world();
    rv_body_id box = on_a_plane(world);
    rv_drawing d = {0};
    for (int i = 0; i < 20; i++)
        rv_world_step(world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, world));
    CHECK(d.contact_count == 4);
    CHECK_NEAR(contact_force(&d).z, 5.0 * 9.81, 1e-6); // N = m g
    for (int i = 0; i < d.contact_count; i++) {
        CHECK_NEAR(fabs(d.contacts[i].point.x), 0.5, 1e-3);
        CHECK(d.contacts[i].kind == RV_DRAWING_STICKS && d.contacts[i].force > 0.0);
    }
    rv_body_set_velocity(world, box, vec(2, 0, 0));
    rv_world_step(world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, world));
    CHECK_NEAR(contact_force(&d).x, -0.4 * 5.0 * 9.81, 1e-6); // mu m g against the motion
    for (int i = 0; i < d.contact_count; i++)
        CHECK(d.contacts[i].kind == RV_DRAWING_SLIDES);
    d.without_forces = true;
    CHECK(rv_drawing_update(&d, world) && d.contact_count == 0);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

TEST(what_sleeps_is_told) {
    rv_world* world = default_world();
    rv_body_id box = on_a_plane(world);
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world) && d.asleep_count == 0);
    for (int i = 0; i < 120; i++) // half a second of rest is enough
        rv_world_step(world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, world));
    CHECK(d.asleep_count == 1 && d.asleep[0] == 0 && d.asleep[1] == 1);
    rv_body_wake(world, box);
    rv_world_step(world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, world) && d.asleep_count == 0);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

// --- frames -------------------------------------------------------------------------------------

static uint32_t u32_at(const uint8_t* bytes, size_t at) {
    return (uint32_t)bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16
           | (uint32_t)bytes[at + 3] << 24;
}

static double f32_at(const uint8_t* bytes, size_t at) {
    uint32_t bits = u32_at(bytes, at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static double f64_at(const uint8_t* bytes, size_t at) {
    uint64_t bits = u32_at(bytes, at) | (uint64_t)u32_at(bytes, at + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// where the payload of a section starts; 0: there is none
static size_t section_at(const uint8_t* bytes, size_t count, uint32_t kind) {
    size_t at = 48;
    for (uint32_t i = 0; i < u32_at(bytes, 44) && at < count; i++) {
        if (u32_at(bytes, at) == kind)
            return at + 8;
        at += 8 + (u32_at(bytes, at + 4) + 7) / 8 * 8;
    }
    return 0;
}

TEST(a_frame_has_the_bytes_that_the_protocol_says) {
    machine m = machine_of();
    rv_drawing d = {0};
    rv_world_step(m.world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, m.world));
    const double numbers[] = {1.5, -2.5}, stages[] = {1e-6, 2e-6, 3e-6};
    rv_frame frame = {.number = 7,
                      .scene = 3,
                      .flags = RV_FRAME_PAUSED,
                      .time = rv_world_time(m.world),
                      .steps = 1.0,
                      .speed = INFINITY,
                      .reached = 0.5,
                      .step_seconds = 1e-5,
                      .drawing = &d,
                      .numbers = numbers,
                      .number_count = 2,
                      .energy = rv_world_energy(m.world),
                      .stage_seconds = stages,
                      .stage_count = 3};
    size_t count = rv_frame_bytes(&frame);
    uint8_t* bytes = malloc(count); // exactly: a byte more is found by the sanitizer
    rv_frame_write(&frame, bytes);
    CHECK(memcmp(bytes, "RVF1", 4) == 0 && count % 8 == 0);
    CHECK(u32_at(bytes, 4) == 7 && u32_at(bytes, 8) == 3 && u32_at(bytes, 12) == 1);
    CHECK_NEAR(f64_at(bytes, 16), 1.0 / 60.0, 0.0);
    CHECK(f64_at(bytes, 24) == 1.0 && isinf(f32_at(bytes, 32)) && f32_at(bytes, 36) == 0.5);
    size_t bodies = section_at(bytes, count, 1), cables = section_at(bytes, count, 3);
    CHECK_NEAR(f32_at(bytes, bodies + 28), 0.5, 1e-7); // x of the second body
    CHECK_NEAR(f32_at(bytes, bodies + 12), 1.0, 1e-7); // w of the first
    CHECK(u32_at(bytes, bodies - 4) == 3 * 28);
    CHECK(u32_at(bytes, cables) == (uint32_t)d.point_count);
    CHECK_NEAR(f32_at(bytes, cables + 4 + 12), 0.01, 1e-9); // radius of the first point
    CHECK_NEAR(f32_at(bytes, cables + 4 + 16), d.points[0].tension, 1e-4);
    CHECK(f64_at(bytes, section_at(bytes, count, 5) + 8) == -2.5);
    CHECK(f64_at(bytes, section_at(bytes, count, 6) + 32) == frame.energy.total);
    CHECK_NEAR(f32_at(bytes, section_at(bytes, count, 7) + 8), 3e-6, 1e-12);
    CHECK(section_at(bytes, count, 8) == 0 && section_at(bytes, count, 12) == 0);
    CHECK(u32_at(bytes, section_at(bytes, count, 4) - 4) == 28 * (uint32_t)d.force_count);
    free(bytes);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}

TEST(contacts_sleep_and_the_report_have_sections_of_their_own) {
    rv_drawing_body bodies[3] = {0};
    rv_pose poses[3] = {rv_pose_identity(), rv_pose_identity(), rv_pose_identity()};
    uint8_t asleep[3] = {0, 1, 0};
    rv_drawing_contact contacts[2] = {
        {.point = {1, 2, 3}, .normal = {0, 0, 1}, .force = 8.5, .kind = RV_DRAWING_RUNS_ROUND},
        {.point = {4, 5, 6},
         .normal = {0, 1, 0},
         .force = 2.5,
         .friction = {-1, 0, 0.5},
         .kind = RV_DRAWING_SLIDES}};
    rv_drawing d = {.bodies = bodies,
                    .poses = poses,
                    .asleep = asleep,
                    .contacts = contacts,
                    .body_count = 3,
                    .asleep_count = 1,
                    .contact_count = 2};
    rv_report report = {.pair_count = 11,
                        .contact_count = 22,
                        .contact_clusters = 3,
                        .contact_iterations = 44,
                        .contacts_unsettled = 5,
                        .contact_residual = 6e-6,
                        .impacts = 7,
                        .motions_cut = 8,
                        .asleep_count = 9};
    rv_frame frame = {.drawing = &d, .report = &report};
    size_t count = rv_frame_bytes(&frame);
    uint8_t* bytes = malloc(count);
    rv_frame_write(&frame, bytes);
    size_t at = section_at(bytes, count, 9);
    CHECK(u32_at(bytes, at - 4) == 2 * 44);
    const double second[] = {4, 5, 6, 0, 1, 0, 2.5, -1, 0, 0.5};
    for (size_t i = 0; i < 10; i++)
        CHECK(f32_at(bytes, at + 44 + 4 * i) == second[i]);
    CHECK(u32_at(bytes, at + 40) == 0 && u32_at(bytes, at + 44 + 40) == 2);
    at = section_at(bytes, count, 10);
    CHECK(u32_at(bytes, at - 4) == 3 && bytes[at] == 0 && bytes[at + 1] == 1 && bytes[at + 2] == 0);
    at = section_at(bytes, count, 11);
    const double told[] = {11, 22, 3, 44, 5, 6e-6, 7, 8, 9};
    CHECK(u32_at(bytes, at - 4) == 72);
    for (size_t i = 0; i < 9; i++)
        CHECK(f64_at(bytes, at + 8 * i) == told[i]);
    // nobody sleeps: nothing is said of it
    d.asleep_count = 0;
    count = rv_frame_bytes(&frame);
    rv_frame_write(&frame, bytes);
    CHECK(section_at(bytes, count, 10) == 0 && section_at(bytes, count, 11) != 0);
    free(bytes);
}

TEST(a_rod_is_a_round_line_with_a_stripe_that_turns_with_its_end) {
    rv_world* world = weightless_world();
    rv_body_id chuck = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    rv_cable_node nodes[2] = {fixed_at(chuck, vec(0, 0, 0)),
                              fixed_at((rv_body_id){0}, vec(1, 0, 0))};
    nodes[0].clamped = nodes[1].clamped = true;
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.twist = 10.0;
    def.segments.count = 10;
    def.segments.EI = 1e3;
    CHECK(rv_cable_is_valid(world, rv_cable_create(world, &def)));
    rv_drawing d = {0};
    rv_vec3 across[2];
    for (int k = 0; k < 2; k++) {
        CHECK(rv_drawing_update(&d, world));
        across[k] = d.cables[0].across;
        rv_body_set_angular_velocity(world, chuck, vec(1, 0, 0));
        for (int i = 0; i < 300; i++)
            rv_world_step(world, 1e-3);
    }
    CHECK(d.force_count == 2 && d.forces[1].point.x == 1.0);
    CHECK_NEAR(rv_vec3_length(
                   rv_vec3_sub(d.forces[0].force, rv_cable_end_force(world, d.cables[0].id, 0))),
               0.0, 0.0);
    // 10 edges and 10 rad: parted further, each piece with its twist
    CHECK(d.cables[0].point_count > 20 && d.points[0].twist > 9.0);
    CHECK_NEAR(rv_vec3_length(across[0]), 1.0, 1e-12);
    CHECK_NEAR(rv_atan2(rv_vec3_cross(across[0], across[1]).x, rv_vec3_dot(across[0], across[1])),
               0.3, 1e-9);
    rv_frame frame = {.drawing = &d};
    size_t count = rv_frame_bytes(&frame);
    uint8_t* bytes = malloc(count);
    rv_frame_write(&frame, bytes);
    size_t at = section_at(bytes, count, 12);
    CHECK(at > 0 && u32_at(bytes, at - 4) == 12);
    CHECK_NEAR(f32_at(bytes, at + 4), across[1].y, 1e-6);
    CHECK_NEAR(f32_at(bytes, at + 8), across[1].z, 1e-6);
    free(bytes);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

TEST(the_pieces_of_a_rod_are_lines_of_their_own) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[2] = {fixed_at((rv_body_id){0}, vec(0, 0, 0)),
                              fixed_at((rv_body_id){0}, vec(1, 0, 0))};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.segments.count = 10;
    rv_cable_id cable = cable_of(world, &def);
    CHECK(rv_cable_cut_at(world, cable, 0.4));
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world));
    // 11 vertices, of which one stands on both sides of the cut
    CHECK(d.cables[0].point_count == 13);
    for (int i = 0; i < 13; i++)
        CHECK(isnan(d.points[i].position.x) == (i == 5));
    CHECK_NEAR(rv_vec3_length(d.cables[0].across), 1.0, 1e-12);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}

// --- descriptions -------------------------------------------------------------------------------

TEST(a_description_is_json_with_every_key_of_the_protocol) {
    machine m = machine_of();
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, m.world));
    rv_viewer_content content = rv_viewer_content_default();
    content.title = "quotes \" and \xc3\xa9 and a stray \xff";
    const rv_viewer_control control = {"hook", {"up", NULL}, {0, 2}, "m/s", 0.0};
    const rv_viewer_number number = {"hook.z", "m"};
    rv_description about = {.world = m.world,
                            .drawing = &d,
                            .camera = rv_camera_frame(&d, vec(0, 0, -9.81), 1.6),
                            .content = &content,
                            .numbers = rv_describe_numbers(&number, 1),
                            .controls = rv_describe_controls(&control, 1)};
    char* scene = rv_describe_scene(&about);
    char* text = rv_describe_message(scene, 12);
    json_error_t error;
    json_t* json = json_loads(text, 0, &error);
    CHECK(json != NULL);
    const char* const keys[] = {"type",    "scene",   "title",      "look",     "current",
                                "camera",  "bodies",  "wheels",     "joints",   "cables",
                                "stages",  "numbers", "geometries", "controls", "gallery",
                                "gravity", "colors"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        CHECK(json_object_get(json, keys[i]) != NULL);
    CHECK_TEXT(json_string_value(json_object_get(json, "title")),
               "quotes \" and \xc3\xa9 and a stray \xef\xbf\xbd");
    CHECK(json_integer_value(json_object_get(json, "scene")) == 12);
    CHECK(json_array_size(json_object_get(json, "bodies")) == 3);
    CHECK(json_array_size(json_object_get(json, "stages"))
          == (size_t)rv_world_stage_count(m.world));
    json_t* first = json_array_get(json_object_get(json, "controls"), 0);
    CHECK(json_array_size(json_object_get(first, "keys")) == 1);
    json_t* cable = json_array_get(json_object_get(json, "cables"), 0);
    CHECK(json_array_size(json_object_get(cable, "free")) == 2);
    json_decref(json);
    free(text);
    free(scene);
    free((char*)about.numbers);
    free((char*)about.controls);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}

static json_t* description_of(const rv_world* world, const rv_drawing* d) {
    rv_viewer_content content = rv_viewer_content_default();
    rv_description about = {.world = world,
                            .drawing = d,
                            .camera = rv_camera_frame(d, vec(0, 0, -9.81), 1.6),
                            .content = &content};
    char* scene = rv_describe_scene(&about);
    json_t* json = json_loads(scene, 0, NULL);
    free(scene);
    return json;
}

static json_t* shape_of(json_t* json, size_t body) {
    json_t* one = json_array_get(json_object_get(json, "bodies"), body);
    return json_array_get(json_object_get(one, "shapes"), 0);
}

static const char* type_of(json_t* shape) {
    return json_string_value(json_object_get(shape, "type"));
}

TEST(a_description_has_planes_and_every_triangle) {
    rv_world* world = default_world();
    rv_shape_def pyramid = pyramid_shape(world);
    shaped(world, pyramid, rv_pose_identity());
    shaped(world, pyramid, rv_pose_make(vec(0, 0, 10), rv_quat_identity()));
    fixed_shape(world, triangle_shape(world), vec(0, 0, 0));
    fixed_shape(world, ramp_shape(world, 11), vec(0, 0, 0));
    fixed_shape(world, plane_shape(), vec(0, 0, -0.25));
    rv_shape_def slope = plane_shape();
    slope.local.rotation = rv_quat_exp(vec(0.5, 0, 0));
    fixed_shape(world, slope, vec(0, 0, 0));
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world));
    json_t* json = description_of(world, &d);
    json_t* camera = json_object_get(json, "camera");
    CHECK(json_is_true(json_object_get(camera, "ground_holds")));
    CHECK_NEAR(json_number_value(json_object_get(camera, "ground")), -0.25, 1e-9);
    CHECK_TEXT(type_of(shape_of(json, 0)), "hull");
    CHECK_TEXT(type_of(shape_of(json, 2)), "mesh");
    CHECK_TEXT(type_of(shape_of(json, 3)), "height_field");
    CHECK_TEXT(type_of(shape_of(json, 4)), "plane");
    CHECK(json_is_true(json_object_get(shape_of(json, 4), "ground")));
    CHECK(json_is_false(json_object_get(shape_of(json, 5), "ground")));
    CHECK(json_array_size(json_object_get(shape_of(json, 5), "half_extents")) == 3);
    // two bodies share the pyramid; the numbers of a geometry are all in one list
    const long long which[] = {0, 0, 1, 2};
    for (size_t i = 0; i < 4; i++)
        CHECK(json_integer_value(json_object_get(shape_of(json, i), "geometry")) == which[i]);
    json_t* list = json_object_get(json, "geometries");
    const size_t vertices[] = {3 * 5, 3 * 3, 3 * 121}, triangles[] = {3 * 6, 3, 3 * 200};
    CHECK(json_array_size(list) == 3);
    for (size_t i = 0; i < 3; i++) {
        json_t* one = json_array_get(list, i);
        CHECK(json_array_size(json_object_get(one, "vertices")) == vertices[i]);
        CHECK(json_array_size(json_object_get(one, "triangles")) == triangles[i]);
        CHECK(json_is_true(json_object_get(one, "smooth")) == (i == 2));
        CHECK(json_is_false(json_object_get(one, "stands_in")));
    }
    json_t* corners = json_object_get(json_array_get(list, 1), "vertices");
    CHECK_NEAR(json_number_value(json_array_get(corners, 3)), 5.0, 0.0);
    json_decref(json);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}
