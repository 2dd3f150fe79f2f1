// What lies on a solid is carried by it, whatever it is: a shape, a cable of segments, a thread,
// another solid; each alone in its world, so that nothing else lends it its place in a list.
#include "solid_fixture.h"

enum { STEPS = 60 };
static const double G = 9.81;

// a block of rubber whose lower side is held and whose upper side is at z = 0
static rv_world* world_with_block(rv_solid_id* block) {
    rv_world_def def = rv_world_def_default();
    rv_world* world = rv_world_create(&def, NULL, 0);
    solid_rig r = box_rig(vec(0.4, 0.4, 0.1), 4, 4, 2);
    int32_t held[25];
    int count = 0;
    for (int k = 0; k < r.mesh.node_count; k++)
        if (r.mesh.nodes[k].z < -0.04)
            held[count++] = k;
    r.def.held = held;
    r.def.held_count = count;
    r.def.pose.position.z = -0.05;
    r.def.damping_stiffness = 0.01;
    *block = solid_of(world, &r);
    return world;
}

// What the block feels in the end is the weight; friction holds it, so forces across sum up to none.
// Motion is left over as long as it rocks: 1 % of the weight.
static void check_weight(rv_world* world, rv_solid_id block, double mass) {
    for (int i = 0; i < STEPS; i++)
        rv_world_step(world, 0.005);
    rv_vec3 f = rv_solid_force(world, block);
    CHECK_NEAR(f.z, -mass * G, 0.01 * mass * G);
    CHECK_NEAR(f.x, 0.0, 0.01 * mass * G);
    CHECK_NEAR(f.y, 0.0, 0.01 * mass * G);
    // the list of contacts has all of it, as of either of two solids; each thing here has one shape
    double listed = 0.0;
    for (int i = 0; i < rv_world_solid_contact_count(world); i++) {
        rv_solid_contact c = rv_world_solid_contact(world, i);
        listed += c.normal_force * c.normal.z + c.friction_force.z;
        CHECK(c.shape == 0);
    }
    CHECK_NEAR(fabs(listed), -f.z, 1e-9 * mass * G);
    rv_world_destroy(world);
}

TEST(a_ball_on_a_solid_is_carried) {
    rv_solid_id block;
    rv_world* world = world_with_block(&block);
    rv_shape_def sphere = rv_shape_def_default();
    sphere.type = RV_SHAPE_SPHERE;
    sphere.radius = 0.03;
    rv_body_def ball = rv_body_def_default();
    ball.shapes = &sphere;
    ball.shape_count = 1;
    ball.mass = 0.2;
    ball.pose.position.z = 0.031;
    rv_body_create(world, &ball);
    check_weight(world, block, 0.2);
}

TEST(a_solid_on_a_solid_is_carried) {
    rv_solid_id block;
    rv_world* world = world_with_block(&block);
    solid_rig r = box_rig(vec(0.1, 0.1, 0.05), 2, 2, 1);
    r.def.pose.position = vec(0.02, 0.01, 0.026);
    r.def.damping_stiffness = 0.01;
    solid_of(world, &r);
    check_weight(world, block, 0.5);
}

// a cable of steel of 10 mm and 0.2 m
static void check_cable(rv_cable_model model) {
    rv_solid_id block;
    rv_world* world = world_with_block(&block);
    rv_cable_node path[2] = {rv_cable_node_default(), rv_cable_node_default()};
    path[0].type = path[1].type = RV_CABLE_FREE;
    path[0].point = vec(-0.1, 0.01, 0.006);
    path[1].point = vec(0.1, 0.01, 0.006);
    rv_cable_def def = rv_cable_def_default();
    def.model = model;
    def.nodes = path;
    def.node_count = 2;
    def.diameter = 0.01;
    CHECK(rv_cable_is_valid(world, rv_cable_create(world, &def)));
    double pi = 3.14159265358979323846;
    check_weight(world, block, def.material.density * 0.25 * pi * 1e-4 * 0.2);
}

TEST(a_cable_of_segments_on_a_solid_is_carried) {
    check_cable(RV_CABLE_SEGMENTS);
}

TEST(a_thread_on_a_solid_is_carried) {
    check_cable(RV_CABLE_ROD);
}

// --- threads that are sewn to it ---

// a thread of nylon of 2 mm from a point along x
static rv_cable_id lay(rv_world* world, rv_vec3 from, double length, int edges) {
    rv_cable_node path[2] = {rv_cable_node_default(), rv_cable_node_default()};
    path[0].type = path[1].type = RV_CABLE_FREE;
    path[0].point = from;
    path[1].point = vec(from.x + length, from.y, from.z);
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = path;
    def.node_count = 2;
    def.diameter = 0.002;
    def.material.density = 1100.0;
    def.material.young = 1e7;
    def.segments.count = edges;
    return rv_cable_create(world, &def);
}

// such a thread of 40 cm, sewn to the block at a point of the world
static rv_cable_id sew(rv_world* world, rv_solid_id block, double x, double z) {
    rv_cable_id thread = lay(world, vec(-0.25, 0.01, z), 0.4, 40);
    rv_suture_def hole = rv_suture_def_default();
    hole.cable = thread;
    hole.solid = block;
    hole.point = vec(x, 0.01, fmin(z, 0.0) + 0.05);
    hole.grip = 10.0;
    CHECK(rv_suture_create(world, &hole).slot != 0);
    return thread;
}

// the lowest point of a thread over some part of the block, and its highest
static void reaches(const rv_world* world, rv_cable_id thread, double from, double to, double* low,
                    double* high) {
    rv_vec3 at[200];
    int count = rv_cable_points(world, thread, 1.0, at, NULL, 200);
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < count; k++)
        if (at[k].x >= from && at[k].x <= to) {
            *low = fmin(*low, at[k].z);
            *high = fmax(*high, at[k].z);
        }
}

TEST(a_thread_lies_on_a_solid_that_it_is_sewn_to) {
    rv_solid_id block;
    rv_world* world = world_with_block(&block);
    rv_cable_id thread = sew(world, block, -0.15, 0.0012);
    for (int i = 0; i < 2 * STEPS; i++)
        CHECK(rv_world_step(world, 0.005) == RV_STATUS_OK);
    // its middle is a radius above the block, which has sunk by some hundredths of a millimetre
    double low, high;
    reaches(world, thread, -0.1, 0.2, &low, &high);
    CHECK(low > 0.0009 && high < 0.0011);
    rv_world_destroy(world);
}

TEST(a_thread_inside_a_solid_that_it_is_sewn_to_is_not_pushed_out) {
    rv_solid_id block;
    rv_world* world = world_with_block(&block);
    rv_world_set_gravity(world, vec(0, 0, 0));
    rv_cable_id thread = sew(world, block, -0.2, -0.002);
    for (int i = 0; i < STEPS / 3; i++)
        CHECK(rv_world_step(world, 0.005) == RV_STATUS_OK);
    double low, high;
    reaches(world, thread, -0.3, 0.2, &low, &high);
    CHECK_NEAR(low, -0.002, 1e-9);
    CHECK_NEAR(high, -0.002, 1e-9);
    rv_world_destroy(world);
}

// --- threads that go ---

static rv_cable_id lay_on_block(rv_world* world, double y) {
    return lay(world, vec(-0.15, y, 0.0012), 0.3, 20);
}

// places where the block and a thread push each other; all others are of `rest`
static int count_contacts(const rv_world* world, rv_cable_id thread, rv_cable_id rest) {
    int count = 0;
    for (int i = 0; i < rv_world_solid_contact_count(world); i++) {
        rv_solid_contact c = rv_world_solid_contact(world, i);
        bool own = RV_ID_EQUAL(c.cable, thread);
        count += own;
        CHECK(RV_ID_IS_NULL(c.other) && RV_ID_IS_NULL(c.body));
        CHECK(own || RV_ID_EQUAL(c.cable, rest));
    }
    return count;
}

TEST(contacts_of_a_thread_go_with_it_and_those_of_others_stay_theirs) {
    rv_solid_id block;
    rv_world* world = world_with_block(&block);
    rv_cable_id first = lay_on_block(world, -0.05), second = lay_on_block(world, 0.06);
    for (int i = 0; i < STEPS; i++)
        rv_world_step(world, 0.005);
    int of_second = count_contacts(world, second, first);
    CHECK(count_contacts(world, first, second) > 0 && of_second > 0);
    CHECK(rv_cable_destroy(world, first));
    CHECK(rv_world_solid_contact_count(world) == of_second);
    CHECK(count_contacts(world, second, second) == of_second);
    CHECK(rv_solid_wake(world, block));
    // what it was pressed on with goes on: the thread stays where it lies
    rv_world_step(world, 0.005);
    double low, high;
    reaches(world, second, -0.2, 0.2, &low, &high);
    CHECK(low > 0.0009 && high < 0.0011);
    CHECK(count_contacts(world, second, second) > 0);
    CHECK(rv_cable_destroy(world, second));
    CHECK(rv_world_solid_contact_count(world) == 0);
    rv_world_destroy(world);
}

TEST(contacts_of_a_thread_stay_its_own_when_one_before_it_is_cut) {
    rv_solid_id block;
    rv_world* world = world_with_block(&block);
    rv_cable_id first = lay_on_block(world, -0.05), second = lay_on_block(world, 0.06);
    for (int i = 0; i < STEPS; i++)
        rv_world_step(world, 0.005);
    int of_second = count_contacts(world, second, first);
    CHECK(of_second > 0);
    CHECK(rv_cable_cut(world, first));
    CHECK(count_contacts(world, second, first) == of_second);
    rv_world_destroy(world);
}
