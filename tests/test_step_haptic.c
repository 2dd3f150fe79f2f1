// Haptic tools in a world: rules, what is published and felt, and that a step allocates nothing.
#include "failing_allocator.h"
#include "reeve/reeve.h"
#include "step/haptic.h"
#include "test.h"

#include <pthread.h>
#include <time.h>

static rv_world* make_world(void) {
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0, 0, 0};
    return rv_world_create(&def, NULL, 0);
}

static rv_body_id add_body(rv_world* world, rv_body_type type, rv_vec3 at, rv_shape_type shape,
                           double size) {
    rv_body_def def = rv_body_def_default();
    rv_shape_def s = rv_shape_def_default();
    s.type = shape;
    s.radius = s.half_length = size;
    s.half_extents = (rv_vec3){size, size, size};
    s.material.friction = 0.0;
    def.type = type;
    def.pose.position = at;
    def.shapes = &s;
    def.shape_count = 1;
    def.mass = type == RV_BODY_DYNAMIC ? 1.0 : 0.0;
    return rv_body_create(world, &def);
}

static rv_haptic_def def_on(rv_body_id body) {
    rv_haptic_def def = rv_haptic_def_default();
    def.body = body;
    def.soft_start = 0.0;
    return def;
}

static rv_haptic_input at(rv_vec3 place) {
    return (rv_haptic_input){.pose = {place, {1, 0, 0, 0}}, .valid = true};
}

// `ticks` of 1 ms with the device at a place, a step of the world every 10
static rv_haptic_output press(rv_world* world, rv_haptic* haptic, rv_vec3 place, int ticks) {
    rv_haptic_output out = {0};
    rv_haptic_input input = at(place);
    for (int k = 0; k < ticks; k++) {
        out = rv_haptic_tick(haptic, &input, 1e-3);
        if (k % 10 == 9)
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    }
    return out;
}

TEST(every_field_of_a_def_has_its_rule) {
    rv_world* world = make_world();
    rv_body_id tool = add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 1}, RV_SHAPE_SPHERE, 0.1);
    rv_body_id box = add_body(world, RV_BODY_DYNAMIC, (rv_vec3){0, 0, 5}, RV_SHAPE_BOX, 0.1);
    size_t used = ((rv_memory*)&world->memory)->used;
    rv_haptic_def def = {.body = tool};
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def: start from rv_haptic_def_default()");
    def = def_on((rv_body_id){0});
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.body: no such body");
    def = def_on(box);
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.body: must be kinematic and rigid");
    def = def_on(tool);
    def.stiffness = -1;
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.stiffness = -1 N/m: must be finite and > 0");
    def = def_on(tool);
    def.damping = INFINITY;
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.damping = inf N s/m: must be finite and >= 0");
    def = def_on(tool);
    def.max_force_rate = NAN;
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.max_force_rate = nan N/s: must be > 0");
    def = def_on(tool);
    def.max_points = 65;
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.max_points = 65: must be in [1, 64]");
    def = def_on(tool);
    def.period = 1.0;
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.period = 1 s: must be in [1e-4, 0.02]");
    def = def_on(tool);
    def.coupling = (rv_haptic_coupling)7;
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.coupling = 7: must be an rv_haptic_coupling");
    def = def_on(tool);
    def.workspace.rotation.w = 2.0;
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK(((rv_memory*)&world->memory)->used == used);
    def = def_on(tool);
    CHECK(rv_haptic_create(world, &def).slot != 0);
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.body: has a haptic already");
    rv_world_destroy(world);
}

TEST(a_stale_id_is_recognised_and_memory_comes_back) {
    rv_world* world = make_world();
    rv_body_id tool = add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 1}, RV_SHAPE_SPHERE, 0.1);
    rv_haptic_def def = def_on(tool);
    rv_haptic_id first = rv_haptic_create(world, &def);
    size_t used = world->memory.used;
    CHECK(rv_haptic_destroy(world, first));
    CHECK(!rv_haptic_destroy(world, first));
    CHECK(!rv_haptic_is_valid(world, first));
    CHECK(rv_haptic_handle(world, first) == NULL);
    CHECK(rv_haptic_read(world, first).ticks == 0);
    rv_haptic_id second = rv_haptic_create(world, &def);
    CHECK(rv_haptic_is_valid(world, second) && !rv_haptic_is_valid(world, first));
    CHECK(world->memory.used == used);
    rv_world_destroy(world);
}

TEST(haptics_are_visited_in_the_order_of_their_slots) {
    rv_world* world = make_world();
    rv_haptic_id ids[2];
    CHECK(rv_haptic_count(world) == 0 && rv_haptic_next(world, (rv_haptic_id){0}).slot == 0);
    for (int i = 0; i < 2; i++) {
        rv_haptic_def def =
            def_on(add_body(world, RV_BODY_KINEMATIC, (rv_vec3){i, 0, 1}, RV_SHAPE_SPHERE, 0.1));
        ids[i] = rv_haptic_create(world, &def);
    }
    CHECK(rv_haptic_count(world) == 2);
    CHECK(RV_ID_EQUAL(rv_haptic_next(world, (rv_haptic_id){0}), ids[0]));
    CHECK(RV_ID_EQUAL(rv_haptic_next(world, ids[0]), ids[1]));
    CHECK(RV_ID_IS_NULL(rv_haptic_next(world, ids[1])));
    CHECK(rv_haptic_destroy(world, ids[0]) && rv_haptic_count(world) == 1);
    CHECK(RV_ID_EQUAL(rv_haptic_next(world, (rv_haptic_id){0}), ids[1]));
    rv_world_destroy(world);
}

TEST(a_ball_on_a_wall_is_felt_with_the_stiffness_of_the_coupling) {
    for (int fixed = 0; fixed < 2; fixed++) {
        rv_world* world = make_world();
        rv_body_id tool =
            add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 0.1}, RV_SHAPE_SPHERE, 0.05);
        (void)add_body(world, fixed ? RV_BODY_STATIC : RV_BODY_KINEMATIC, (rv_vec3){0, 0, -1},
                       RV_SHAPE_BOX, 1.0);
        rv_haptic_def def = def_on(tool);
        rv_haptic_id id = rv_haptic_create(world, &def);
        rv_haptic* haptic = rv_haptic_handle(world, id);
        (void)press(world, haptic, (rv_vec3){0, 0, 0.06}, 100);
        CHECK_NEAR(rv_haptic_read(world, id).force.z, 0.0, 1e-6);
        (void)press(world, haptic, (rv_vec3){0, 0, 0.0502}, 100);
        // 2 mm into the wall: the ball stays on it, the spring of 3000 N/m pushes
        rv_haptic_output out = press(world, haptic, (rv_vec3){0, 0, 0.048}, 300);
        CHECK_NEAR(out.tool.position.z, 0.05, 1e-8);
        CHECK_NEAR(out.force.z, 6.0, 1e-4);
        CHECK_NEAR(out.force.x, 0.0, 1e-6);
        CHECK(out.contacts == 1);
        rv_haptic_report report = rv_haptic_read(world, id);
        CHECK(report.ticks == 500 && report.models >= 49 && report.nonfinite == 0);
        // the hand is in the wall, the tool on it
        CHECK_NEAR(report.handle.position.z, 0.048, 1e-15);
        CHECK_NEAR(report.tool.position.z, 0.05, 1e-8);
        CHECK_NEAR(rv_body_pose(world, tool).position.z, 0.05, 1e-6);
        rv_world_destroy(world);
    }
}

TEST(a_box_that_floats_is_pushed_along) {
    rv_world* world = make_world();
    rv_body_id tool =
        add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 0.2}, RV_SHAPE_SPHERE, 0.05);
    rv_body_id box = add_body(world, RV_BODY_DYNAMIC, (rv_vec3){0, 0, 0}, RV_SHAPE_BOX, 0.1);
    rv_haptic_def def = def_on(tool);
    rv_haptic* haptic = rv_haptic_handle(world, rv_haptic_create(world, &def));
    (void)press(world, haptic, (rv_vec3){0, 0, 0.16}, 100);
    double most = 0.0;
    for (int k = 0; k < 50; k++) {
        rv_haptic_output out = press(world, haptic, (rv_vec3){0, 0, 0.16 - 0.001 * k}, 10);
        most = fmax(most, out.force.z);
        CHECK(out.force.z > -3.0);
    }
    CHECK(most > 0.5);
    CHECK(rv_body_velocity(world, box).z < -0.05);
    CHECK(rv_body_pose(world, box).position.z < -0.03);
    rv_world_destroy(world);
}

TEST(a_box_on_a_floor_does_not_give_way_as_if_it_were_free) {
    // alone and on another one
    for (int boxes = 1; boxes <= 2; boxes++) {
        rv_world_def world_def = rv_world_def_default();
        rv_world* world = rv_world_create(&world_def, NULL, 0);
        double top = 0.2 * boxes;
        rv_body_id tool = add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0.03, 0, top + 0.1},
                                   RV_SHAPE_SPHERE, 0.02);
        (void)add_body(world, RV_BODY_STATIC, (rv_vec3){0, 0, -1}, RV_SHAPE_BOX, 1.0);
        for (int k = 0; k < boxes; k++)
            (void)add_body(world, RV_BODY_DYNAMIC, (rv_vec3){0, 0, 0.1 + 0.2 * k}, RV_SHAPE_BOX,
                           0.1);
        rv_haptic_def def = def_on(tool);
        rv_haptic* haptic = rv_haptic_handle(world, rv_haptic_create(world, &def));
        for (int k = 0; k < 50; k++)
            (void)press(world, haptic, (rv_vec3){0.03, 0, top + 0.042 - 0.0005 * k}, 10);
        // 2 mm deep, 3000 N/m
        rv_haptic_output out = press(world, haptic, (rv_vec3){0.03, 0, top + 0.018}, 500);
        CHECK_NEAR(out.force.z, 6.0, 0.01);
        CHECK_NEAR(out.tool.position.z, top + 0.02, 1e-5);
        rv_world_destroy(world);
    }
}

TEST(a_box_on_a_spring_and_the_coupling_give_way_in_a_row) {
    rv_world* world = make_world();
    rv_body_id tool =
        add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 0.3}, RV_SHAPE_SPHERE, 0.02);
    rv_body_id box = add_body(world, RV_BODY_DYNAMIC, (rv_vec3){0, 0, 0.1}, RV_SHAPE_BOX, 0.1);
    rv_joint_def joint = rv_joint_def_default();
    joint.type = RV_JOINT_LOCK;
    joint.body_a = box;
    joint.frame_b.position = (rv_vec3){0, 0, 0.1};
    joint.compliance = 1.0 / 2000.0;
    joint.damping = 100.0;
    CHECK(rv_joint_create(world, &joint).slot != 0);
    rv_haptic_def def = def_on(tool);
    rv_haptic_id id = rv_haptic_create(world, &def);
    rv_haptic* haptic = rv_haptic_handle(world, id);
    for (int k = 0; k < 50; k++)
        (void)press(world, haptic, (rv_vec3){0, 0, 0.2395 - 0.0005 * k}, 10);
    (void)press(world, haptic, (rv_vec3){0, 0, 0.215}, 2000);
    // 5 mm on 3000 and 2000 N/m, in every tick between two models
    for (int k = 0; k < 20; k++)
        CHECK_NEAR(press(world, haptic, (rv_vec3){0, 0, 0.215}, 1 + k % 10).force.z, 6.0, 0.01);
    CHECK_NEAR(rv_body_pose(world, box).position.z, 0.1 - 0.003, 1e-5);
    rv_world_destroy(world);
}

// a block of rubber, soft enough to sag by 2 % of its height, that stands on its lower side
static rv_solid_id add_block(rv_world* world, rv_solid_model model) {
    rv_tet_mesh mesh = {0};
    CHECK(rv_tet_mesh_box(&mesh, (rv_vec3){0.1, 0.1, 0.04}, (const int[3]){4, 4, 2}));
    int32_t held[25];
    rv_solid_def def = rv_solid_def_default();
    for (int i = 0; i < mesh.node_count; i++)
        if (mesh.nodes[i].z < -0.019)
            held[def.held_count++] = i;
    def.model = model;
    def.nodes = mesh.nodes;
    def.node_count = mesh.node_count;
    def.tets = mesh.tets;
    def.tet_count = mesh.tet_count;
    def.held = held;
    def.material.young = 1e4;
    def.damping_stiffness = 0.01;
    rv_solid_id solid = rv_solid_create(world, &def);
    rv_tet_mesh_free(&mesh);
    return solid;
}

TEST(a_solid_in_the_world_is_felt_as_hard_as_it_is_pressed) {
    const rv_solid_model models[] = {RV_SOLID_STATIC, RV_SOLID_DYNAMIC};
    double felt[2];
    for (int m = 0; m < 2; m++) {
        rv_world* world = make_world();
        CHECK(rv_world_set_gravity(world, (rv_vec3){0, 0, -9.81}));
        rv_solid_id block = add_block(world, models[m]);
        rv_body_id tool =
            add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0.01, 0, 0.045}, RV_SHAPE_SPHERE, 0.02);
        rv_haptic_def def = def_on(tool);
        rv_haptic* haptic = rv_haptic_handle(world, rv_haptic_create(world, &def));
        for (int k = 0; k < 50; k++)
            (void)press(world, haptic, (rv_vec3){0.01, 0, 0.045 - 0.0002 * k}, 10);
        rv_haptic_output out = press(world, haptic, (rv_vec3){0.01, 0, 0.035}, 1000);
        // at rest the two solve one problem, to what is left of the motion
        CHECK_NEAR(out.force.z, -rv_solid_force(world, block).z, 1e-3 * out.force.z);
        CHECK_NEAR(out.force.z, 3000.0 * (out.tool.position.z - 0.035), 1e-3 * out.force.z);
        felt[m] = out.force.z;
        rv_world_destroy(world);
    }
    CHECK(felt[0] > 0.5);
    CHECK_NEAR(felt[0], felt[1], 1e-3 * felt[0]);
}

TEST(a_tool_that_is_taken_hold_of_elsewhere_is_put_there_and_not_thrown) {
    rv_world* world = make_world();
    rv_body_id tool =
        add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 0.3}, RV_SHAPE_SPHERE, 0.02);
    rv_haptic_def def = def_on(tool);
    rv_haptic* haptic = rv_haptic_handle(world, rv_haptic_create(world, &def));
    (void)press(world, haptic, (rv_vec3){0, 0, 0.5}, 100);
    rv_haptic_input away = {.pose = rv_pose_identity()};
    (void)rv_haptic_tick(haptic, &away, 1e-3);
    CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    CHECK_NEAR(rv_body_pose(world, tool).position.z, 0.5, 1e-6);
    (void)press(world, haptic, (rv_vec3){0.7, 0, 0.5}, 10);
    CHECK_NEAR(rv_body_pose(world, tool).position.x, 0.7, 1e-6);
    CHECK(rv_vec3_length(rv_body_velocity(world, tool)) < 1e-3);
    rv_world_destroy(world);
}

TEST(a_hand_without_a_tool_feels_nothing) {
    rv_world* world = make_world();
    rv_haptic* none = rv_haptic_handle(world, (rv_haptic_id){0});
    CHECK(none == NULL);
    rv_haptic_release(none);
    rv_haptic_engage(none);
    rv_haptic_input input = {.pose = rv_pose_identity(), .valid = true};
    rv_haptic_output felt = rv_haptic_tick(none, &input, 1e-3);
    CHECK(rv_vec3_length(felt.force) == 0.0 && rv_vec3_length(felt.torque) == 0.0);
    rv_world_destroy(world);
}

TEST(creation_without_memory_changes_nothing) {
    for (long fail_at = 1;; fail_at++) {
        failing_allocator heap = {0};
        rv_world_def world_def = rv_world_def_default();
        world_def.allocator = failing_allocator_hooks(&heap);
        rv_world* world = rv_world_create(&world_def, NULL, 0);
        rv_body_id tool =
            add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 0}, RV_SHAPE_SPHERE, 0.1);
        rv_haptic_def def = def_on(tool);
        heap.fail_at = heap.calls + fail_at;
        rv_haptic_id id = rv_haptic_create(world, &def);
        bool failed = heap.failed > 0;
        CHECK(rv_haptic_is_valid(world, id) != failed);
        if (failed) {
            CHECK_TEXT(rv_world_error(world), "rv_haptic_create: out of memory");
            CHECK(rv_haptic_create(world, &def).slot != 0);
        }
        rv_world_destroy(world);
        CHECK(heap.live_blocks == 0);
        if (!failed)
            break;
    }
}

TEST(a_restored_world_goes_on_with_the_tool_where_the_hand_is) {
    rv_world* world = make_world();
    rv_body_id tool =
        add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 0.1}, RV_SHAPE_SPHERE, 0.05);
    (void)add_body(world, RV_BODY_STATIC, (rv_vec3){0, 0, -1}, RV_SHAPE_BOX, 1.0);
    rv_haptic_def def = def_on(tool);
    rv_haptic* haptic = rv_haptic_handle(world, rv_haptic_create(world, &def));
    (void)press(world, haptic, (rv_vec3){0, 0, 0.1}, 100);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* snapshot = malloc(bytes);
    CHECK(rv_world_save(world, snapshot, bytes));
    (void)press(world, haptic, (rv_vec3){0, 0, 0.3}, 500);
    CHECK(rv_world_restore(world, snapshot, bytes));
    CHECK_NEAR(rv_body_pose(world, tool).position.z, 0.1, 1e-3);
    (void)press(world, haptic, (rv_vec3){0, 0, 0.3}, 10);
    CHECK_NEAR(rv_body_pose(world, tool).position.z, 0.3, 1e-3);
    // put there, not thrown
    CHECK(rv_vec3_length(rv_body_velocity(world, tool)) < 0.1);
    free(snapshot);
    rv_world_destroy(world);
}

TEST(steps_and_ticks_allocate_nothing) {
    rv_world* world = make_world();
    rv_body_id tool = add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 0.2}, RV_SHAPE_BOX, 0.05);
    (void)add_body(world, RV_BODY_DYNAMIC, (rv_vec3){0, 0, 0}, RV_SHAPE_BOX, 0.1);
    rv_haptic_def def = def_on(tool);
    rv_haptic* haptic = rv_haptic_handle(world, rv_haptic_create(world, &def));
    (void)press(world, haptic, (rv_vec3){0, 0, 0.149}, 100);
    uint64_t before = world->memory.allocation_count;
    (void)press(world, haptic, (rv_vec3){0, 0, 0.148}, 100);
    CHECK(world->memory.allocation_count == before);
    rv_world_destroy(world);
}

TEST(when_the_tool_is_gone_or_steps_stop_the_force_fades) {
    for (int gone = 0; gone < 2; gone++) {
        rv_world* world = make_world();
        rv_body_id tool =
            add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 0.1}, RV_SHAPE_SPHERE, 0.05);
        (void)add_body(world, RV_BODY_STATIC, (rv_vec3){0, 0, -1}, RV_SHAPE_BOX, 1.0);
        rv_haptic_def def = def_on(tool);
        rv_haptic* haptic = rv_haptic_handle(world, rv_haptic_create(world, &def));
        (void)press(world, haptic, (rv_vec3){0, 0, 0.0502}, 100);
        CHECK(press(world, haptic, (rv_vec3){0, 0, 0.049}, 100).force.z > 2.5);
        rv_haptic_input input = at((rv_vec3){0, 0, 0.049});
        rv_haptic_output out = {0};
        if (gone == 1)
            CHECK(rv_body_destroy(world, tool));
        // 100 ms until the model is stale, 20 to fade
        for (int k = 0; k < 121; k++) {
            if (gone == 1 && k % 10 == 0)
                (void)rv_world_step(world, 0.01);
            out = rv_haptic_tick(haptic, &input, 1e-3);
        }
        CHECK(out.force.z == 0.0 && out.fade == 0.0);
        rv_world_destroy(world);
    }
}

typedef struct hand_thread {
    rv_haptic* haptic;
    atomic_bool stop;
    double most;
    int ticks, bad;
} hand_thread;

static void* tick_on(void* context) {
    hand_thread* t = context;
    while (!atomic_load(&t->stop)) {
        rv_haptic_input input = at((rv_vec3){0, 0, 0.055 - 0.006 * (t->ticks % 100) / 100.0});
        rv_haptic_output out = rv_haptic_tick(t->haptic, &input, 1e-3);
        t->most = fmax(t->most, out.force.z);
        t->bad += !isfinite(out.force.z) || !(rv_vec3_length(out.force) <= 10.0 + 1e-9);
        t->ticks++;
    }
    return NULL;
}

TEST(a_world_and_a_hand_run_on_threads_of_their_own) {
    rv_world* world = make_world();
    rv_body_id tool =
        add_body(world, RV_BODY_KINEMATIC, (rv_vec3){0, 0, 0.1}, RV_SHAPE_SPHERE, 0.05);
    (void)add_body(world, RV_BODY_STATIC, (rv_vec3){0, 0, -1}, RV_SHAPE_BOX, 1.0);
    (void)add_body(world, RV_BODY_DYNAMIC, (rv_vec3){0.05, 0, 0.02}, RV_SHAPE_SPHERE, 0.02);
    rv_haptic_def def = def_on(tool);
    rv_haptic_id id = rv_haptic_create(world, &def);
    hand_thread hand = {.haptic = rv_haptic_handle(world, id)};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, tick_on, &hand) == 0);
    // until both have met often enough; a busy machine may let the other thread wait for long
    struct timespec pause = {.tv_nsec = 50000};
    for (int k = 0; k < 200000 && rv_haptic_read(world, id).models < 100; k++) {
        (void)rv_world_step(world, 0.01);
        (void)nanosleep(&pause, NULL);
    }
    rv_haptic_release(hand.haptic);
    rv_haptic_engage(hand.haptic);
    atomic_store(&hand.stop, true);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(hand.bad == 0);
    CHECK(rv_haptic_read(world, id).models >= 100);
    rv_world_destroy(world);
}
