// Sutures in solids: threads through tissue of 30 kPa, of every model of it.
#include "contact_fixture.h"
#include "model/rod.h"
#include "model/solid.h"
#include "model/suture.h"
#include "suture_fixture.h"

// a block of tissue below the hole, held at its bottom
static rv_solid_id add_tissue(rv_world* world, rv_solid_model model, rv_body_id frame) {
    rv_tet_mesh mesh = {0};
    CHECK(rv_tet_mesh_box(&mesh, vec(0.024, 0.016, 0.012), (const int[]){4, 2, 2}));
    int32_t held[64];
    int count = 0;
    for (int i = 0; i < mesh.node_count; i++)
        if (mesh.nodes[i].z < -0.0059)
            held[count++] = i;
    rv_solid_def def = rv_solid_def_default();
    def.nodes = mesh.nodes;
    def.node_count = mesh.node_count;
    def.tets = mesh.tets;
    def.tet_count = mesh.tet_count;
    def.model = model;
    def.held = held;
    def.held_count = count;
    def.frame = frame;
    def.pose.position = vec(0, 0, -0.006);
    def.material.young = 30e3;
    def.material.poisson = 0.45;
    def.damping_stiffness = model == RV_SOLID_STATIC ? 0.0 : 0.01;
    def.mask = 0;
    rv_solid_id solid = rv_solid_create(world, &def);
    CHECK(solid.slot != 0);
    if (solid.slot == 0)
        printf("  %s\n", rv_world_error(world));
    rv_tet_mesh_free(&mesh);
    return solid;
}

// a thread through the top of the tissue
static rv_solid_id build(rv_world* world, suture_loop* loop, rv_solid_model model, rv_body_id frame,
                         double friction) {
    *loop = suture_loop_default();
    rv_solid_id tissue = add_tissue(world, model, frame);
    suture_loop_lay(world, loop);
    rv_suture_def def = rv_suture_def_default();
    def.cable = loop->thread;
    def.solid = tissue;
    def.point = vec(0, 0, 0.006);
    def.friction = friction;
    loop->hole = suture_of(world, &def);
    return tissue;
}

// until nothing moves: the weight swings on and on else
static void settle(rv_world* world, const suture_loop* loop, int steps) {
    for (int i = 0; i < steps; i++) {
        rv_body_set_velocity(world, loop->driver, vec(0, 0, 0));
        rv_body_set_velocity(world, loop->weight, vec(0, 0, 0));
        rv_body_apply_force_at_center(world, loop->weight,
                                      rv_vec3_scale(loop->towards[1], loop->load));
        CHECK(rv_world_step(world, 0.005) != RV_STATUS_FAILED);
    }
}

static const rv_solid_model MODELS[] = {RV_SOLID_STATIC, RV_SOLID_DYNAMIC, RV_SOLID_COROTATIONAL};
enum { MODEL_COUNT = sizeof MODELS / sizeof MODELS[0] };

TEST(a_thread_slides_through_tissue_with_the_tensions_of_theory) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        rv_world* world = weightless_world();
        suture_loop loop;
        rv_solid_id tissue = build(world, &loop, MODELS[k], NO_BODY, 0.4);
        double mean = 0.0;
        for (int i = 0; i < 400; i++) {
            suture_loop_step(world, &loop, 0.0106 * fmin(1.0, i / 100.0), 0.001);
            mean += i < 200 ? 0.0 : suture_loop_pull(world, &loop) / 200.0;
        }
        rv_suture_state s = rv_suture_read(world, loop.hole);
        CHECK(rv_suture_solid(world, loop.hole).slot == tissue.slot);
        CHECK(rv_suture_body(world, loop.hole).slot == 0);
        // 1.829 of a point that stands still; the tissue is drawn along by some millimetres
        CHECK_NEAR(mean / loop.load, 1.83, 0.06 * 1.83);
        CHECK(s.position.z > 0.0005 && s.position.z < 0.004);
        CHECK(s.lost > 0.0 && s.speed < 0.0);
        rv_world_destroy(world);
    }
}

// At rest the tissue's nodes are where its stiffness says, for minus the force on the thread.
TEST(tissue_is_pulled_by_minus_the_force_on_the_thread) {
    rv_vec3 way[MODEL_COUNT];
    double stiffness[MODEL_COUNT];
    for (int k = 0; k < MODEL_COUNT; k++) {
        rv_world* world = weightless_world();
        suture_loop loop;
        rv_solid_id tissue = build(world, &loop, MODELS[k], NO_BODY, 0.0);
        loop.load = 0.02; // small strain
        settle(world, &loop, 300);
        rv_suture_state s = rv_suture_read(world, loop.hole);
        way[k] = s.position;
        stiffness[k] = -s.force.z / s.position.z;
        // and the same by a force on its node, without a thread
        rv_suture_destroy(world, loop.hole);
        int node = -1;
        for (int i = 0; i < rv_solid_node_count(world, tissue); i++)
            if (distance(rv_solid_node(world, tissue, i), s.position) < 1e-9)
                node = i;
        CHECK(node >= 0);
        rv_cable_destroy(world, loop.thread);
        for (int i = 0; i < 200; i++) {
            rv_solid_apply_force(world, tissue, node, rv_vec3_neg(s.force));
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
        }
        CHECK(distance(rv_solid_node(world, tissue, node), s.position)
              < 0.01 * rv_vec3_length(s.position));
        rv_world_destroy(world);
    }
    // one tissue, however it is stepped
    for (int k = 1; k < MODEL_COUNT; k++)
        CHECK_NEAR(stiffness[k], stiffness[0], 0.05 * stiffness[0]);
    CHECK(way[0].z > 2e-5);
}

TEST(a_hole_inside_a_tetrahedron_is_a_sum_of_its_corners) {
    rv_world* world = weightless_world();
    rv_solid_id tissue = add_tissue(world, RV_SOLID_DYNAMIC, NO_BODY);
    rv_cable_id thread = add_rod(world, free_at(vec(-0.02, 0.001, -0.004)),
                                 free_at(vec(0.02, 0.001, -0.004)), 40, 1e-6);
    rv_suture_def def = rv_suture_def_default();
    def.cable = thread;
    def.solid = tissue;
    def.point = vec(0.0013, 0.001, 0.002);
    def.grip = 1.0;
    rv_suture_id hole = suture_of(world, &def);
    CHECK(distance(rv_suture_read(world, hole).position, vec(0.0013, 0.001, -0.004)) < 1e-12);
    const rv_holder* holder = &world->sutures.data[0].holder;
    double sum = 0.0;
    for (int k = 0; k < RV_HOLDER_NODES; k++) {
        CHECK(holder->weight[k] > -1e-9);
        sum += holder->weight[k];
    }
    CHECK_NEAR(sum, 1.0, 1e-12);
    // momentum goes from one to the other
    for (int i = 0; i < world->rod_v.count; i++)
        world->rod_v.data[i] = vec(0, 0, 0.1);
    rod_run(world, 0.0005, 20);
    CHECK(rv_suture_read(world, hole).position.z > -0.004 + 1e-7);
    rv_world_destroy(world);
}

TEST(a_hole_of_a_held_node_goes_with_what_holds_it) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        rv_world* world = weightless_world();
        rv_body_id mover = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
        rv_solid_id tissue = add_tissue(world, MODELS[k], mover);
        rv_cable_id thread =
            add_rod(world, free_at(vec(-0.02, 0, -0.012)), free_at(vec(0.02, 0, -0.012)), 40, 1e-6);
        rv_suture_def def = rv_suture_def_default();
        def.cable = thread;
        def.solid = tissue;
        def.point = vec(0, 0, -0.006);
        def.grip = 1.0;
        rv_suture_id hole = suture_of(world, &def);
        for (int i = 0; i < 200; i++) {
            rv_body_set_velocity(world, mover, vec(0, 0.05, 0));
            CHECK(rv_world_step(world, 0.001) == RV_STATUS_OK);
        }
        CHECK_NEAR(rv_suture_read(world, hole).position.y, 0.01, 1e-9);
        rod_line line = rod_read(world, thread);
        double gap = INFINITY;
        for (int i = 0; i < line.count; i++)
            gap = fmin(gap, distance(line.at[i], rv_suture_read(world, hole).position));
        CHECK(gap < 1e-3);
        rv_world_destroy(world);
    }
}

// Rows take the axes that the dofs of the tissue have in that step: those of its frame where the step
// ends. In those of the start a thread that sticks is off by the way of a step times its angle: 0.4 mm.
TEST(a_thread_stays_in_a_hole_of_tissue_that_turns) {
    for (int k = 1; k < MODEL_COUNT; k++) { // with inertia
        rv_world* world = weightless_world();
        rv_body_id mover = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
        rv_solid_id tissue = add_tissue(world, MODELS[k], mover);
        rv_cable_id thread =
            add_rod(world, free_at(vec(-0.02, 0, 0)), free_at(vec(0.02, 0, 0)), 40, 1e-6);
        rv_suture_def def = rv_suture_def_default();
        def.cable = thread;
        def.solid = tissue;
        def.point = vec(0, 0, 0.006);
        def.grip = 1e3; // it sticks
        rv_suture_id hole = suture_of(world, &def);
        double at = rv_suture_read(world, hole).at, worst = 0.0;
        for (int i = 0; i < 20; i++) {
            rv_body_set_velocity(world, mover, vec(0, 0.05, 0));
            rv_body_set_angular_velocity(world, mover, vec(10, 0, 0));
            CHECK(rv_world_step(world, 0.02) == RV_STATUS_OK);
            rod_line line = rod_read(world, thread);
            worst = fmax(worst, distance(line.at[20], rv_suture_read(world, hole).position));
        }
        CHECK_NEAR(rv_suture_read(world, hole).at, at, 1e-12);
        CHECK_NEAR(worst, 0.0, 1e-5); // it is 1.1 um
        rv_world_destroy(world);
    }
}

TEST(a_hand_that_holds_tissue_feels_the_thread) {
    // the frame is a body that forces move, on a spring: at rest the spring holds what the hole pulls
    for (int k = 0; k < 2; k++) {
        rv_world* world = weightless_world();
        rv_body_id grip = add_rigid(world, 0.1, vec(1e-4, 1e-4, 1e-4), vec(0, 0, 0));
        rv_joint_def hold = rv_joint_def_default();
        hold.type = RV_JOINT_LOCK;
        hold.body_a = grip;
        hold.compliance = 0.005;
        hold.damping = 5.0;
        hold.angular_compliance = 0.1;
        hold.angular_damping = 0.01;
        rv_joint_create(world, &hold);
        suture_loop loop;
        build(world, &loop, MODELS[k], grip, 0.0);
        loop.load = 0.05;
        settle(world, &loop, 400);
        rv_suture_state s = rv_suture_read(world, loop.hole);
        rv_vec3 at = rv_body_pose(world, grip).position;
        CHECK_NEAR(at.z, -0.005 * s.force.z, 0.02 * 0.005 * fabs(s.force.z));
        CHECK(fabs(s.force.z) > 0.05);
        rv_world_destroy(world);
    }
}

// a cube that lies on the tissue beside the hole
static void lay_cube(rv_world* world, rv_solid_id tissue) {
    rv_world_solid(world, tissue)->mask = UINT32_MAX;
    rv_shape_def shape = cube_shape(0.0015, rough(1.0));
    add_shaped(world, RV_BODY_DYNAMIC, &shape, at(0.009, 0.004, 0.0016));
}

TEST(what_holds_tissue_feels_its_weight_what_touches_it_and_a_thread) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        rv_world_def world_def = rv_world_def_default();
        world_def.substeps = (rv_substeps){2, 2};
        rv_world* world = rv_world_create(&world_def, NULL, 0);
        rv_body_id grip = add_rigid(world, 0.1, vec(1e-4, 1e-4, 1e-4), vec(0, 0, 0));
        rv_joint_def hold = rv_joint_def_default();
        hold.type = RV_JOINT_LOCK;
        hold.body_b = grip;
        rv_joint_id joint = rv_joint_create(world, &hold);
        suture_loop loop;
        rv_solid_id tissue = build(world, &loop, MODELS[k], grip, 0.0);
        lay_cube(world, tissue);
        settle(world, &loop, 300);
        CHECK(rv_world_solid_contact_count(world) > 0);
        // a static one has no weight
        double mass = 0.1 + (MODELS[k] == RV_SOLID_STATIC ? 0.0 : rv_solid_mass(world, tissue));
        rv_vec3 felt = rv_vec3_neg(rv_joint_force(world, joint));
        rv_vec3 sum = rv_vec3_mul_add(rv_solid_force(world, tissue), mass, world_def.gravity);
        // of 0.8 N; the thread does 0.15 N, the cube 0.26 mN, and it trembles by 0.2 uN, but for a step in
        // some hundred by 11 uN
        CHECK(distance(felt, sum) < 1e-5);
        // about the joint; the arms of a corotational one are those of what it has become
        rv_vec3 arm = rv_vec3_cross(vec(0, 0, -0.006), rv_solid_force(world, tissue));
        rv_vec3 turns = rv_vec3_add(rv_solid_torque(world, tissue), arm);
        if (MODELS[k] != RV_SOLID_COROTATIONAL)
            CHECK(distance(turns, rv_vec3_neg(rv_joint_torque(world, joint))) < 1e-7);
        rv_world_destroy(world);
    }
}

TEST(sutures_go_with_their_solid_and_bad_ones_are_refused) {
    rv_world* world = weightless_world();
    suture_loop loop;
    rv_solid_id tissue = build(world, &loop, RV_SOLID_DYNAMIC, NO_BODY, 0.1);
    for (int i = 0; i < 20; i++)
        suture_loop_step(world, &loop, 0.0, 0.001);
    rv_suture_def def = rv_suture_def_default();
    def.cable = loop.thread;
    def.solid = tissue;
    def.body = loop.weight;
    CHECK(rv_suture_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world),
               "rv_suture_def.solid: only without a body: one of them has the hole");
    CHECK(rv_solid_destroy(world, tissue));
    CHECK(!rv_suture_is_valid(world, loop.hole) && rv_suture_count(world) == 0);
    def.body = NO_BODY;
    CHECK(rv_suture_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_suture_def.solid: no such solid");
    for (int i = 0; i < 20; i++)
        suture_loop_step(world, &loop, 0.0, 0.001);
    rv_world_destroy(world);
}

TEST(a_restored_world_sews_tissue_with_the_same_bits_and_allocates_nothing) {
    rv_world* world = weightless_world();
    suture_loop loop;
    build(world, &loop, RV_SOLID_DYNAMIC, NO_BODY, 0.2);
    for (int i = 0; i < 50; i++)
        suture_loop_step(world, &loop, 0.0106, 0.001);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* snapshot = malloc(bytes);
    CHECK(rv_world_save(world, snapshot, bytes) == bytes);
    uint64_t hash[2];
    for (int run = 0; run < 2; run++) {
        for (int i = 0; i < 50; i++) {
            suture_loop_step(world, &loop, 0.0106, 0.001);
            CHECK(rv_world_report(world).allocations == 0 || (run == 1 && i == 0));
        }
        hash[run] = rv_world_hash(world);
        CHECK(rv_world_restore(world, snapshot, bytes));
    }
    CHECK(hash[0] == hash[1]);
    free(snapshot);
    rv_world_destroy(world);
}
