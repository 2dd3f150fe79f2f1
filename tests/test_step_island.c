// Islands: what is connected is solved together, the rest apart and in parallel, with the same
// result.
#include "world_fixture.h"

#include "model/world.h"

static const double H = 1.0 / 60.0;

static rv_report step_once(rv_world* world) {
    CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    return rv_world_report(world);
}

TEST(loners_share_islands_of_64) {
    rv_world* world = default_world();
    for (int i = 0; i < 130; i++)
        add_particle(world, 1.0, vec(i, 0, 0));
    rv_report report = step_once(world);
    CHECK(report.island_count == 3);
    CHECK(report.dof_count == 390 && report.row_count == 0);
    rv_world_destroy(world);
}

TEST(joints_merge_islands_and_split_them_again) {
    rv_world* world = default_world();
    rv_body_id bodies[6];
    rv_joint_id joints[5];
    for (int i = 0; i < 6; i++)
        bodies[i] = add_unit(world, vec(i, 0, 0));
    CHECK(step_once(world).island_count == 1); // loners
    joints[0] =
        add_joint_at(world, RV_JOINT_BALL, bodies[0], bodies[1], vec(0, 0, 0), vec(1, 0, 0));
    joints[1] =
        add_joint_at(world, RV_JOINT_BALL, bodies[2], bodies[3], vec(0, 0, 0), vec(1, 0, 0));
    rv_report report = step_once(world);
    CHECK(report.island_count == 3 && report.row_count == 6); // two pairs and the loners
    joints[2] =
        add_joint_at(world, RV_JOINT_BALL, bodies[1], bodies[2], vec(0, 0, 0), vec(1, 0, 0));
    CHECK(step_once(world).island_count == 2);
    // the world is not a bridge
    joints[3] = add_joint_at(world, RV_JOINT_BALL, NO_BODY, bodies[0], vec(0, 0, 0), vec(1, 0, 0));
    joints[4] = add_joint_at(world, RV_JOINT_BALL, NO_BODY, bodies[4], vec(0, 0, 0), vec(1, 0, 0));
    CHECK(step_once(world).island_count == 3);
    rv_joint_destroy(world, joints[2]);
    CHECK(step_once(world).island_count == 4);
    for (int i = 0; i < 5; i++)
        rv_joint_destroy(world, joints[i]);
    CHECK(step_once(world).island_count == 1);
    rv_world_destroy(world);
}

TEST(a_moved_body_does_not_join_what_hangs_on_it) {
    rv_world* world = default_world();
    rv_body_id anchor = add_kinematic(world, vec(0, 0, 0), vec(1, 0, 0));
    for (int i = 0; i < 4; i++) {
        rv_body_id body = add_particle(world, 1.0, vec(i, 0, -1));
        add_distance(world, anchor, body, vec(i, 0, 0), vec(i, 0, -1));
    }
    CHECK(step_once(world).island_count == 4);
    rv_world_destroy(world);
}

TEST(an_island_moves_the_same_alone_and_among_others) {
    rv_world* alone = default_world();
    rv_world* crowd = default_world();
    rv_body_id bodies[2];
    for (int w = 0; w < 2; w++) {
        rv_world* world = w == 0 ? alone : crowd;
        bodies[w] = add_particle(world, 1.0, vec(1, 0, 0));
        add_distance(world, NO_BODY, bodies[w], vec(0, 0, 0), vec(1, 0, 0));
    }
    for (int i = 0; i < 20; i++) {
        rv_body_id other = add_unit(crowd, vec(i, 5, 0));
        add_joint_at(crowd, RV_JOINT_HINGE, NO_BODY, other, vec(i, 4, 0), vec(1, 0, 0));
    }
    steps_are_ok(alone, H, 100);
    steps_are_ok(crowd, H, 100);
    rv_vec3 a = rv_body_center(alone, bodies[0]), b = rv_body_center(crowd, bodies[1]);
    CHECK(a.x == b.x && a.y == b.y && a.z == b.z);
    rv_world_destroy(alone);
    rv_world_destroy(crowd);
}

// many islands of many kinds: chains, driven arms, loners, spinning tops
static uint64_t hash_with_threads(int threads, long steps) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    rv_world* world = world_of(&def);
    zoo z;
    zoo_build(world, &z);
    for (int c = 0; c < 12; c++) {
        rv_body_id above = NO_BODY;
        for (int i = 0; i < 3; i++) {
            rv_vec3 at = vec(20.0 + c, 0.3 * i, 0), next = vec(20.0 + c, 0.3 * (i + 1), 0);
            rv_body_id body = add_rigid(world, 1.0 + i, vec(0.02, 0.03, 0.04),
                                        rv_vec3_scale(rv_vec3_add(at, next), 0.5));
            add_joint_at(world, c % 2 == 0 ? RV_JOINT_BALL : RV_JOINT_HINGE, above, body, at,
                         vec(1, 0, 0));
            above = body;
        }
    }
    for (long i = 0; i < steps; i++) {
        zoo_control(world, &z, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    CHECK(rv_world_report(world).island_count > 16);
    CHECK(rv_world_report(world).nonfinite_count == 0);
    uint64_t hash = rv_world_hash(world);
    rv_world_destroy(world);
    return hash;
}

TEST(one_two_four_and_eight_threads_give_the_same_hash_after_1e4_steps) {
    long steps = TEST_IS_WATCHED ? 200 : 10000;
    uint64_t one = hash_with_threads(1, steps);
    for (int threads = 2; threads <= 8; threads *= 2)
        CHECK(hash_with_threads(threads, steps) == one);
}

TEST(a_body_gone_wild_is_frozen_and_named_and_the_rest_goes_on) {
    rv_world* world = default_world();
    rv_body_id wild = add_unit(world, vec(0, 0, 0));
    rv_body_id calm = add_particle(world, 1.0, vec(5, 0, -1));
    rv_joint_id rope = add_distance(world, NO_BODY, calm, vec(5, 0, 0), vec(5, 0, -1));
    steps_are_ok(world, H, 10);
    rv_vec3 last = rv_body_center(world, wild);
    CHECK(rv_body_set_velocity(world, wild, vec(1e200, 0, 0)));
    CHECK(rv_world_step(world, H) == RV_STATUS_DEGRADED);
    rv_report report = rv_world_report(world);
    CHECK(report.status == RV_STATUS_DEGRADED && report.nonfinite_count == 1);
    CHECK(memcmp(&report.nonfinite, &wild, sizeof wild) == 0);
    CHECK(rv_body_is_frozen(world, wild));
    // kept where it last was
    CHECK(rv_body_center(world, wild).x == last.x && rv_body_center(world, wild).z == last.z);
    steps_are_ok(world, H, 50);
    CHECK(rv_world_report(world).nonfinite_count == 1);
    CHECK(rv_body_center(world, wild).z == last.z);
    CHECK_NEAR(rv_joint_tension(world, rope), 9.81, 1e-9);
    rv_world_destroy(world);
}

TEST(a_wild_spin_is_frozen_too) {
    rv_world* world = weightless_world();
    rv_body_id wild = add_rigid(world, 1.0, vec(1, 2, 3), vec(0, 0, 0));
    CHECK(rv_body_set_angular_velocity(world, wild, vec(1e200, 1e200, 1e199)));
    CHECK(rv_world_step(world, H) == RV_STATUS_DEGRADED);
    CHECK(rv_body_is_frozen(world, wild));
    rv_world_destroy(world);
}

TEST(what_hangs_on_a_frozen_body_hangs_on_a_fixed_point) {
    rv_world* world = default_world();
    rv_body_id wild = add_particle(world, 1.0, vec(0, 0, 0));
    rv_body_id hung = add_particle(world, 1.0, vec(0, 0, -1));
    rv_body_set_velocity(world, wild, vec(0, 1e200, 0));
    CHECK(rv_world_step(world, H) == RV_STATUS_DEGRADED);
    CHECK(rv_body_is_frozen(world, wild) && !rv_body_is_frozen(world, hung));
    rv_vec3 at = rv_body_center(world, hung);
    rv_joint_id rope = add_distance(world, wild, hung, rv_body_center(world, wild), at);
    for (int i = 0; i < 600; i++)
        CHECK(rv_world_step(world, H) == RV_STATUS_OK);
    CHECK(rv_joint_gap(world, rope) < 0.01);
    CHECK(isfinite(rv_joint_tension(world, rope)));
    rv_world_destroy(world);
}

TEST(a_wild_body_spoils_only_its_own_island) {
    rv_world* world = default_world();
    rv_body_id wild = add_particle(world, 1.0, vec(0, 0, -1));
    add_distance(world, NO_BODY, wild, vec(0, 0, 0), vec(0, 0, -1));
    rv_body_id calm = add_particle(world, 1.0, vec(5, 0, -1));
    rv_joint_id rope = add_distance(world, NO_BODY, calm, vec(5, 0, 0), vec(5, 0, -1));
    rv_body_set_velocity(world, wild, vec(1e200, 0, 0));
    for (int i = 0; i < 30; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    CHECK(rv_body_is_frozen(world, wild) && !rv_body_is_frozen(world, calm));
    CHECK_NEAR(rv_joint_tension(world, rope), 9.81, 1e-9);
    rv_world_destroy(world);
}

TEST(a_body_that_goes_wild_within_substeps_ends_the_step_of_its_island) {
    // particles and rigid bodies in one island: their blocks have different sizes
    rv_world_def def = rv_world_def_default();
    def.substeps = (rv_substeps){.min = 4, .max = 4};
    rv_world* world = world_of(&def);
    rv_body_id wild = add_particle(world, 1.0, vec(0, 0, 0));
    rv_body_id partner = add_unit(world, vec(1, 0, 0));
    rv_joint_id rod = add_distance(world, wild, partner, vec(0, 0, 0), vec(1, 0, 0));
    add_joint_at(world, RV_JOINT_BALL, NO_BODY, partner, vec(2, 0, 0), vec(1, 0, 0));
    rv_body_id calm = add_particle(world, 1.0, vec(5, 0, -1));
    rv_joint_id rope = add_distance(world, NO_BODY, calm, vec(5, 0, 0), vec(5, 0, -1));
    steps_are_ok(world, H, 2);
    rv_vec3 last = rv_body_center(world, wild);
    rv_body_set_velocity(world, wild, vec(1e200, 1e200, 0));
    CHECK(rv_world_step(world, H) == RV_STATUS_DEGRADED);
    CHECK(rv_body_is_frozen(world, wild));
    CHECK(rv_body_center(world, wild).x == last.x && rv_body_center(world, wild).y == last.y);
    for (int i = 0; i < 30; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    rv_vec3 at = rv_body_center(world, partner);
    CHECK(isfinite(at.x) && isfinite(at.y) && isfinite(at.z));
    CHECK(isfinite(rv_joint_tension(world, rod)));
    CHECK_NEAR(rv_joint_tension(world, rope), 9.81, 1e-9);
    rv_world_destroy(world);
}

TEST(the_report_counts_what_was_solved) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, -1));
    add_joint_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), vec(1, 0, 0));
    add_scalar(world, 1.0, 0.0);
    add_particle(world, 1.0, vec(3, 0, 0));
    rv_report report = step_once(world);
    CHECK(report.status == RV_STATUS_OK);
    CHECK(report.island_count == 2 && report.dof_count == 6 + 1 + 3 && report.row_count == 5);
    CHECK(report.substeps == 1);
    CHECK(report.factorisations >= 2 && report.pivots_floored == 0);
    CHECK(report.bounds_unsettled == 0 && report.contact_count == 0);
    CHECK(report.residual < 1e-12);
    CHECK(report.allocations > 0 && report.memory > 0 && report.memory_peak >= report.memory);
    CHECK(step_once(world).allocations == 0);
    rv_world_destroy(world);
}

TEST(a_fast_link_takes_substeps_within_the_allowed_range) {
    rv_world_def def = rv_world_def_default();
    def.substeps = (rv_substeps){.min = 2, .max = 5};
    rv_world* world = world_of(&def);
    rv_body_id body = add_particle(world, 1.0, vec(0.1, 0, 0));
    add_distance(world, NO_BODY, body, vec(0, 0, 0), vec(0.1, 0, 0));
    CHECK(step_once(world).substeps == 2);
    // 60 rad/s: a radian per step asks for more than two, and gets no more than five
    rv_body_set_velocity(world, body, vec(0, 6, 0));
    int substeps = step_once(world).substeps;
    CHECK(substeps > 2 && substeps <= 5);
    rv_body_set_velocity(world, body, vec(0, 60, 0));
    CHECK(step_once(world).substeps == 5);
    CHECK_NEAR(rv_world_time(world), 3.0 * H, 1e-15);
    rv_world_destroy(world);
}

static double ticking(void* context) {
    double* time = context;
    return *time += 1.0;
}

TEST(stages_are_listed_in_order_and_timed_by_the_clock_hook) {
    static const char* const NAMES[] = {"adapt",   "inputs", "pairs",  "contacts",
                                        "islands", "route",  "forces", "rows",
                                        "solve",   "move",   "stop",   "publish"};
    enum { COUNT = sizeof NAMES / sizeof *NAMES };
    double time = 0.0;
    rv_world_def def = rv_world_def_default();
    def.clock = ticking;
    def.clock_context = &time;
    rv_world* world = world_of(&def);
    add_unit(world, vec(0, 0, 0));
    CHECK(rv_world_stage_count(world) == COUNT);
    step_once(world);
    for (int i = 0; i < COUNT; i++) {
        rv_stage_info stage = rv_world_stage(world, i);
        CHECK_TEXT(stage.name, NAMES[i]);
        CHECK(stage.does != NULL && stage.does[0] != '\0');
        CHECK_NEAR(stage.seconds, 1.0, 0.0); // one island: two readings apart by one
    }
    CHECK(rv_world_stage(world, -1).name == NULL && rv_world_stage(world, COUNT).name == NULL);
    rv_world_destroy(world);
    world = default_world();
    step_once(world);
    CHECK(rv_world_stage(world, 4).seconds == 0.0);
    rv_world_destroy(world);
}

// docs/design.md has a table of the stages, one row each
TEST(the_design_lists_the_stages_in_their_order) {
    FILE* file = fopen(RV_TEST_SOURCE_DIR "/docs/design.md", "r");
    CHECK(file != NULL);
    rv_world* world = default_world();
    char line[1024], name[32];
    int stage = -1; // before the table
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "| stage |", 9) == 0)
            stage = 0;
        else if (stage >= 0 && stage < rv_world_stage_count(world)
                 && sscanf(line, "| %31[a-z]", name) == 1)
            CHECK_TEXT(name, rv_world_stage(world, stage++).name);
        else if (line[0] != '|' && stage >= 0)
            break; // the end of the table
    }
    CHECK(stage == rv_world_stage_count(world));
    rv_world_destroy(world);
    if (file != NULL)
        fclose(file);
}

// a light chain that swings, by both solvers
static rv_vec3 end_of_chain(rv_solver solver, int iterations, double* change) {
    rv_world_def def = rv_world_def_default();
    def.solver = solver;
    def.iterations = iterations;
    rv_world* world = world_of(&def);
    rv_body_id above = NO_BODY;
    for (int i = 1; i <= 5; i++) {
        rv_vec3 at = vec(0.2 * i, 0, 0), before = vec(0.2 * (i - 1), 0, 0);
        rv_body_id body = add_particle(world, 1.0, at);
        add_distance(world, above, body, before, at);
        above = body;
    }
    // a rough solve may be called that
    for (int i = 0; i < 30; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    rv_vec3 end = rv_body_center(world, above);
    *change = rv_world_report(world).gs_change;
    rv_world_destroy(world);
    return end;
}

TEST(block_gauss_seidel_comes_near_the_direct_solver_on_a_light_chain) {
    double change;
    rv_vec3 exact = end_of_chain(RV_SOLVER_DIRECT, 1, &change);
    CHECK_NEAR(change, 0.0, 0.0);
    rv_vec3 rough = end_of_chain(RV_SOLVER_BLOCK_GS, 20, &change);
    double rough_off = rv_vec3_length(rv_vec3_sub(rough, exact));
    CHECK(change > 0.0);
    rv_vec3 fine = end_of_chain(RV_SOLVER_BLOCK_GS, 2000, &change);
    double fine_off = rv_vec3_length(rv_vec3_sub(fine, exact));
    printf("  end of the chain after 0.5 s: %.2g m off with 20 sweeps, %.2g m with 2000\n",
           rough_off, fine_off);
    CHECK_NEAR(rough_off, 0.0, 0.1);
    CHECK_NEAR(fine_off, 0.0, 1e-6);
}

// Sweeps that do not converge within a step must not add up over steps: the chain sags, it does not
// run away.
TEST(group_gauss_seidel_lets_a_heavy_load_sag_but_not_run_away) {
    static const double LOADS[] = {10.0, 100.0, 1000.0};
    for (int k = 0; k < 3; k++) {
        rv_world_def def = rv_world_def_default();
        def.solver = RV_SOLVER_BLOCK_GS;
        rv_world* world = world_of(&def);
        rv_body_id above = NO_BODY, body = NO_BODY;
        for (int i = 0; i < 5; i++, above = body) {
            body = add_particle(world, i < 4 ? 0.1 : LOADS[k], vec(0, 0, -0.2 * (i + 1)));
            add_distance(world, above, body, vec(0, 0, -0.2 * i), vec(0, 0, -0.2 * (i + 1)));
        }
        for (int n = 0; n < 600; n++)
            rv_world_step(world, 1.0 / 60.0);
        double z = rv_body_center(world, body).z;
        printf("  load of %g link masses after 10 s: at %.3g m\n", LOADS[k] / 0.1, z);
        // never above where it began, and not beyond free fall
        CHECK(z < -0.99 && z > -0.5 * 9.81 * 100.0);
        rv_world_destroy(world);
    }
}
