// Long chains that touch: on the ground, dragged over it, in a heap, over an edge with a heavy
// load. They are large enough to be solved in the systems of their islands.
#include "contact_fixture.h"

enum { LINKS = 80 };
static const double LENGTH = 0.1, RADIUS = 0.005, FRICTION = 0.4, GRAVITY = 9.81, STEP = 0.01;

typedef struct chain {
    int count;
    rv_body_id link[4 * LINKS];
    double mass;
} chain;

static rv_material steel(void) {
    rv_material material = rv_material_default();
    material.friction = FRICTION;
    return material;
}

// the rotation that takes x to a direction
static rv_quat along(rv_vec3 direction) {
    rv_vec3 d = rv_vec3_normalize(direction), axis = rv_vec3_cross(vec(1, 0, 0), d);
    return rv_quat_normalize((rv_quat){.w = 1.0 + d.x, .x = axis.x, .y = axis.y, .z = axis.z});
}

static rv_world* open_world(void) {
    rv_world_def def = rv_world_def_default();
    def.sleep.enabled = false;
    return world_of(&def);
}

// steel rods from point to point, held by ball joints or as stiff as one rod
static void add_chain(rv_world* world, chain* c, const rv_vec3* point, int count, bool is_rod) {
    c->count = count;
    c->mass = 0.0;
    for (int i = 0; i < count; i++) {
        rv_vec3 d = rv_vec3_sub(point[i + 1], point[i]);
        rv_shape_def shape = rv_shape_def_default();
        shape.type = RV_SHAPE_CAPSULE;
        shape.radius = RADIUS;
        shape.half_length = 0.5 * rv_vec3_length(d);
        shape.material = steel();
        rv_vec3 middle = rv_vec3_scale(rv_vec3_add(point[i], point[i + 1]), 0.5);
        c->link[i] = add_shaped(world, RV_BODY_DYNAMIC, &shape, rv_pose_make(middle, along(d)));
        c->mass += rv_body_mass_properties(world, c->link[i]).mass;
        if (i == 0)
            continue;
        rv_joint_def joint = rv_joint_def_at(world, is_rod ? RV_JOINT_LOCK : RV_JOINT_BALL,
                                             c->link[i - 1], c->link[i], point[i], d);
        if (is_rod) { // L / (E A) and L / (E I) of steel, damped
            joint.compliance = LENGTH / 1.57e7;
            joint.angular_compliance = LENGTH / 98.0;
            joint.damping = 0.01 / joint.compliance;
            joint.angular_damping = 0.01 / joint.angular_compliance;
        }
        CHECK(rv_joint_is_valid(world, rv_joint_create(world, &joint)));
    }
}

static void lay_straight(rv_vec3* point, int count) {
    for (int i = 0; i <= count; i++)
        point[i] = vec(LENGTH * i, 0, RADIUS);
}

static double fastest(const rv_world* world, const chain* c) {
    double most = 0.0;
    for (int i = 0; i < c->count; i++)
        most = fmax(most, rv_vec3_length(rv_body_velocity(world, c->link[i])));
    return most;
}

static double deepest(const rv_world* world) {
    double most = 0.0;
    for (int i = 0; i < rv_world_contact_count(world); i++) {
        rv_contact contact = rv_world_contact(world, i);
        for (int p = 0; p < contact.point_count; p++)
            most = fmax(most, -contact.points[p].gap);
    }
    return most;
}

static double weight_on_ground(const rv_world* world) {
    double sum = 0.0;
    for (int i = 0; i < rv_world_contact_count(world); i++)
        sum += fabs(rv_world_contact(world, i).force.z);
    return sum;
}

// pairs of links that touch
static int count_shared(const rv_world* world) {
    int count = 0;
    for (int i = 0; i < rv_world_contact_count(world); i++) {
        rv_contact contact = rv_world_contact(world, i);
        count += rv_body_get_type(world, contact.body[0]) == RV_BODY_DYNAMIC
                 && rv_body_get_type(world, contact.body[1]) == RV_BODY_DYNAMIC;
    }
    return count;
}

TEST(a_chain_that_is_dropped_in_a_zigzag_comes_to_rest) {
    for (int is_rod = 0; is_rod < 2; is_rod++) {
        rv_world* world = open_world();
        add_floor(world, steel());
        rv_vec3 point[LINKS + 1] = {{0, 0, 0.3}};
        for (int i = 1; i <= LINKS; i++)
            point[i] = rv_vec3_add(point[i - 1], vec(0.06, i / 5 % 2 == 0 ? 0.08 : -0.08, 0.0));
        chain c;
        add_chain(world, &c, point, LINKS, is_rod == 1);
        steps_are_ok(world, STEP, 60);
        CHECK(fastest(world, &c) < 1e-3);
        CHECK(deepest(world) < 2e-4);
        CHECK_NEAR(weight_on_ground(world), c.mass * GRAVITY, 1e-3 * c.mass * GRAVITY);
        CHECK(rv_world_report(world).contacts_unsettled == 0);
        rv_world_destroy(world);
    }
}

// friction * weight, whatever the first link hands over to its joint of its own weight
TEST(a_chain_is_dragged_with_the_friction_of_its_weight) {
    rv_world* world = open_world();
    add_floor(world, steel());
    rv_vec3 point[LINKS + 1];
    lay_straight(point, LINKS);
    chain c;
    add_chain(world, &c, point, LINKS, false);
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_KINEMATIC;
    def.pose = at(point[LINKS].x, 0, RADIUS);
    def.velocity = vec(1, 0, 0);
    rv_body_id hand = body_of(world, &def);
    rv_joint_def joint =
        rv_joint_def_at(world, RV_JOINT_BALL, hand, c.link[LINKS - 1], point[LINKS], vec(1, 0, 0));
    rv_joint_id pull = rv_joint_create(world, &joint);
    steps_are_ok(world, STEP, 40);
    rv_vec3 force = rv_joint_force(world, pull);
    CHECK_NEAR(force.x, FRICTION * (c.mass * GRAVITY - force.z), 1e-3 * c.mass * GRAVITY);
    CHECK_NEAR(rv_body_velocity(world, c.link[0]).x, 1.0, 1e-3);
    rv_world_destroy(world);
}

TEST(a_coil_with_self_contact_settles) {
    rv_world* world = open_world();
    add_floor(world, steel());
    rv_vec3 point[LINKS + 1];
    for (int i = 0; i <= LINKS; i++) { // a helix of radius 0.25 m, 22 mm a turn
        double turn = i * LENGTH / 0.25, pitch = 0.0225 / 6.283185307;
        double sine, cosine;
        rv_sincos(turn, &sine, &cosine);
        point[i] = vec(0.25 * cosine, 0.25 * sine, 0.05 + pitch * turn);
    }
    chain c;
    add_chain(world, &c, point, LINKS, true);
    double before = rv_world_energy(world).total;
    int steps = TEST_IS_WATCHED ? 20 : 120, shared = 0, unsettled = 0;
    for (int i = 0; i < steps; i++) {
        rv_status status = rv_world_step(world, STEP);
        CHECK(status != RV_STATUS_FAILED);
        unsettled += status != RV_STATUS_OK;
        double now = rv_world_energy(world).total;
        // what gaps that close between two steps may give back
        CHECK(now <= before + 1e-3 * c.mass * GRAVITY * 0.25);
        before = now;
        CHECK(deepest(world) < 2e-4);
        shared += count_shared(world);
    }
    CHECK(shared > 0);
    CHECK(unsettled <= 6); // while the turns fall onto each other
    if (!TEST_IS_WATCHED)
        CHECK(fastest(world, &c) < 2e-3);
    CHECK(rv_world_report(world).nonfinite_count == 0);
    rv_world_destroy(world);
}

// over an edge, on the edge's friction alone: mass ratio 1e5
TEST(a_rod_over_an_edge_holds_a_tonne_without_creeping) {
    rv_world_def world_def = rv_world_def_default();
    world_def.sleep.enabled = false;
    world_def.contact.dense_rows = 100;
    rv_world* world = world_of(&world_def);
    rv_shape_def block = box_shape(vec(1, 1, 1), steel());
    add_shaped(world, RV_BODY_STATIC, &block, at(0, 0, -1));
    enum { TOP = 42, ALL = 60 };
    rv_vec3 point[ALL + 1];
    for (int i = 0; i <= ALL; i++) {
        double down = i > TOP ? (i - TOP) * 1.4 / TOP : 0.0;
        double across = 1.4055 * (i < TOP ? i : TOP) / TOP - 0.4;
        point[i] = vec(across, 0, 0.0055 - down);
    }
    chain c;
    add_chain(world, &c, point, ALL, true);
    rv_joint_def hold =
        rv_joint_def_at(world, RV_JOINT_BALL, c.link[0], (rv_body_id){0}, point[0], vec(1, 0, 0));
    CHECK(rv_joint_is_valid(world, rv_joint_create(world, &hold)));
    rv_body_def def = rv_body_def_default();
    def.mass = 1000.0;
    def.inertia = rv_mat3_diagonal(100, 100, 100);
    def.pose = rv_pose_make(point[ALL], rv_quat_identity());
    rv_body_id load = body_of(world, &def);
    rv_joint_def joint =
        rv_joint_def_at(world, RV_JOINT_BALL, c.link[ALL - 1], load, point[ALL], vec(1, 0, 0));
    CHECK(rv_joint_is_valid(world, rv_joint_create(world, &joint)));
    steps_are_ok(world, STEP, 100);
    CHECK(rv_vec3_length(rv_body_velocity(world, load)) < 1e-3);
    CHECK(fastest(world, &c) < 1e-3);
    CHECK(deepest(world) < 2e-4);
    rv_world_destroy(world);
}

TEST(memory_grows_with_the_length_of_a_chain_not_with_its_square) {
    size_t memory[2];
    for (int k = 0; k < 2; k++) {
        int count = k == 0 ? LINKS : 4 * LINKS;
        rv_world* world = open_world();
        add_floor(world, steel());
        rv_vec3 point[4 * LINKS + 1];
        lay_straight(point, count);
        chain c;
        add_chain(world, &c, point, count, false);
        steps_are_ok(world, STEP, 2);
        memory[k] = rv_world_report(world).memory;
        rv_world_destroy(world);
    }
    CHECK(memory[1] < 5 * memory[0]);
}

TEST(a_heap_has_the_same_bits_with_every_number_of_threads) {
    uint64_t hash[2];
    for (int k = 0; k < 2; k++) {
        rv_world_def def = rv_world_def_default();
        def.threads = k == 0 ? 1 : 4;
        rv_world* world = world_of(&def);
        add_floor(world, steel());
        rv_vec3 point[LINKS + 1] = {{0, 0, 0.05}};
        for (int i = 1; i <= LINKS; i++)
            point[i] = rv_vec3_add(point[i - 1], vec(0.06, i / 5 % 2 == 0 ? 0.08 : -0.08, 0.0));
        chain c;
        add_chain(world, &c, point, LINKS, false);
        steps_are_ok(world, STEP, 20);
        hash[k] = rv_world_hash(world);
        rv_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
}
