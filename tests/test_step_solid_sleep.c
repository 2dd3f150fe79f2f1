// Solids at rest fall asleep with what they touch, keep their forces, and wake as bodies do.
#include "solid_fixture.h"

static const double H = 0.01;

// a soft block on the ground, held below if it is static, and a cube on it
typedef struct heap {
    rv_world* world;
    rv_solid_id block;
    rv_body_id cube, floor;
} heap;

static heap make_heap(rv_solid_model model) {
    heap p = {.world = default_world()};
    p.floor = add_floor(p.world, rough(0.5));
    solid_rig r = box_rig(vec(0.4, 0.4, 0.1), 2, 2, 1);
    int32_t held[64];
    int count = 0;
    for (int k = 0; k < r.mesh.node_count; k++)
        if (r.mesh.nodes[k].z < 0.0)
            held[count++] = k;
    r.def.model = model;
    r.def.pose.position = vec(0, 0, 0.0502);
    r.def.damping_mass = 2.0;
    r.def.damping_stiffness = 0.01;
    if (model == RV_SOLID_STATIC) {
        r.def.held = held;
        r.def.held_count = count;
        r.def.mask = 2; // it stands for itself
    }
    p.block = solid_of(p.world, &r);
    rv_shape_def shape = cube_shape(0.05, rough(0.5));
    shape.group = 2;
    p.cube = add_shaped(p.world, RV_BODY_DYNAMIC, &shape, at(0.01, 0.02, 0.151));
    // beside it, so that it touches something without the block, too
    rv_shape_def wall = box_shape(vec(0.01, 0.1, 0.3), slippery());
    wall.mask = wall.group = 2;
    add_shaped(p.world, RV_BODY_STATIC, &wall, at(0.0701, 0.02, 0.3));
    return p;
}

static bool sleeps(const heap* p) {
    return rv_solid_is_asleep(p->world, p->block) && rv_body_is_asleep(p->world, p->cube);
}

// until it sleeps, five seconds at most
static void settle(heap* p) {
    for (int i = 0; i < 500 && !sleeps(p); i++)
        CHECK(rv_world_step(p->world, H) == RV_STATUS_OK);
    CHECK(sleeps(p));
}

static const rv_solid_model MODELS[] = {RV_SOLID_STATIC, RV_SOLID_DYNAMIC, RV_SOLID_COROTATIONAL};
enum { MODEL_COUNT = sizeof MODELS / sizeof MODELS[0] };

TEST(a_heap_on_a_solid_falls_asleep_and_stays_as_it_is) {
    for (int m = 0; m < MODEL_COUNT; m++) {
        heap p = make_heap(MODELS[m]);
        settle(&p);
        // the cube weighs 1 kg, and so the block pushes it up by as much
        double felt = 0.0;
        for (int i = 0; i < rv_world_solid_contact_count(p.world); i++) {
            rv_solid_contact c = rv_world_solid_contact(p.world, i);
            if (c.body.slot == p.cube.slot)
                felt -= c.normal_force * c.normal.z;
        }
        CHECK_NEAR(felt, 9.81, 0.05 * 9.81);
        rv_vec3 top = rv_solid_node(p.world, p.block, rv_solid_node_count(p.world, p.block) - 1);
        rv_vec3 force = rv_solid_force(p.world, p.block);
        for (int i = 0; i < 50; i++)
            CHECK(rv_world_step(p.world, H) == RV_STATUS_OK);
        CHECK(sleeps(&p));
        CHECK(apart(rv_solid_node(p.world, p.block, rv_solid_node_count(p.world, p.block) - 1), top)
              == 0.0);
        CHECK(apart(rv_solid_force(p.world, p.block), force) < 1e-9);
        rv_world_destroy(p.world);
    }
}

// steps once, and tells whether it is awake
static bool woke(heap* p) {
    rv_world_step(p->world, H);
    bool awake = !rv_solid_is_asleep(p->world, p->block) && !rv_body_is_asleep(p->world, p->cube);
    rv_world_step(p->world, H);
    settle(p);
    return awake;
}

TEST(what_is_done_to_a_heap_wakes_it) {
    for (int m = 0; m < 2; m++) { // static, and with inertia
        heap p = make_heap(MODELS[m]);
        settle(&p);
        int top = rv_solid_node_count(p.world, p.block) - 1;
        CHECK(rv_solid_apply_force(p.world, p.block, top, vec(0, 0, -1)) && woke(&p));
        CHECK(rv_solid_wake(p.world, p.block) && woke(&p));
        CHECK(rv_body_wake(p.world, p.cube) && woke(&p));
        CHECK(rv_body_apply_force_at_center(p.world, p.cube, vec(1, 0, 0)) && woke(&p));
        CHECK(rv_world_set_gravity(p.world, vec(0, 0, -9.0)) && woke(&p));
        // something falls on it
        rv_shape_def ball = sphere_shape(0.02, rough(0.5));
        ball.group = 2;
        rv_body_id fell = add_shaped(p.world, RV_BODY_DYNAMIC, &ball, at(0.12, 0.12, 0.13));
        bool awake = false;
        for (int i = 0; i < 30; i++) {
            rv_world_step(p.world, H);
            awake |= !rv_solid_is_asleep(p.world, p.block);
        }
        CHECK(awake);
        rv_body_destroy(p.world, fell);
        settle(&p);
        // and its support goes
        CHECK(rv_solid_destroy(p.world, p.block));
        double z = rv_body_pose(p.world, p.cube).position.z;
        for (int i = 0; i < 10; i++)
            rv_world_step(p.world, H);
        CHECK(rv_body_pose(p.world, p.cube).position.z < z - 0.02);
        rv_world_destroy(p.world);
    }
}

TEST(a_solid_under_a_plate_that_moves_does_not_sleep) {
    rv_world* world = default_world();
    solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 4, 1, 1);
    r.def.model = RV_SOLID_STATIC;
    rv_solid_id beam = solid_of(world, &r);
    rv_shape_def shape = cube_shape(0.05, slippery());
    rv_body_id plate = add_shaped(world, RV_BODY_KINEMATIC, &shape, at(0.3, 0, 0.09));
    rv_body_set_velocity(world, plate, vec(0, 0, -1e-4));
    for (int i = 0; i < 100; i++)
        rv_world_step(world, H);
    CHECK(rv_world_solid_contact_count(world) > 0 && !rv_solid_is_asleep(world, beam));
    rv_body_set_velocity(world, plate, vec(0, 0, 0));
    for (int i = 0; i < 100; i++)
        rv_world_step(world, H);
    CHECK(rv_solid_is_asleep(world, beam));
    double force = rv_solid_force(world, beam).z;
    CHECK(force < -1.0);
    rv_body_set_velocity(world, plate, vec(0, 0, -1e-3));
    for (int i = 0; i < 10; i++)
        rv_world_step(world, H);
    CHECK(!rv_solid_is_asleep(world, beam) && rv_solid_force(world, beam).z < force);
    rv_world_destroy(world);
}

TEST(a_restored_world_sleeps_and_wakes_with_the_same_bits) {
    heap p = make_heap(RV_SOLID_DYNAMIC);
    settle(&p);
    size_t bytes = rv_world_snapshot_bytes(p.world);
    void* state = malloc(bytes);
    CHECK(rv_world_save(p.world, state, bytes) == bytes);
    uint64_t hash[2];
    for (int run = 0; run < 2; run++) {
        for (int i = 0; i < 10; i++)
            rv_world_step(p.world, H);
        CHECK(sleeps(&p));
        rv_body_apply_force_at_center(p.world, p.cube, vec(3, 0, 0));
        for (int i = 0; i < 10; i++)
            rv_world_step(p.world, H);
        CHECK(!sleeps(&p));
        hash[run] = rv_world_hash(p.world);
        CHECK(rv_world_restore(p.world, state, bytes));
        CHECK(sleeps(&p));
    }
    CHECK(hash[0] == hash[1]);
    free(state);
    rv_world_destroy(p.world);
}
