// The contact problem of a haptic tick: against closed forms, the energy's gradient and Coulomb's law.
#include "haptic_fixture.h"
#include "test.h"

static rv_memory memory;

static const rv_vec3 ZERO = {0, 0, 0};

typedef struct bench {
    rv_haptic_contacts contacts;
    rv_haptic_model model;
} bench;

static bench make(int points, rv_haptic_rule rule) {
    bench b;
    memory = rv_memory_make((rv_allocator){0});
    CHECK(rv_haptic_contacts_make(&memory, &b.contacts, points));
    CHECK(rv_haptic_model_make(&memory, &b.model, points));
    b.contacts.rule = rule;
    b.contacts.max_travel = 2.5e-4;
    return b;
}

static void end(bench* b) {
    rv_haptic_contacts_free(&memory, &b->contacts);
    rv_haptic_model_free(&memory, &b->model, b->contacts.max_points);
}

static rv_haptic_answer ask_at(bench* b, rv_pose tool) {
    rv_haptic_question q = {.free = tool, .dt = 1e-3};
    return rv_haptic_contacts_solve(&b->contacts, &q);
}

// ticks at one pose until nothing changes any more
static rv_haptic_answer stay_at(bench* b, rv_pose tool) {
    rv_haptic_answer answer = {0};
    for (int k = 0; k < 6; k++)
        answer = ask_at(b, tool);
    return answer;
}

static rv_pose snap_pose(double y, double tilt) {
    return (rv_pose){{2e-5, y, 0}, rv_quat_exp((rv_vec3){0.3 * tilt, 0.2 * tilt, tilt})};
}

// --- distances --------------------------------------------------------------------------------------

static double random_share(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 16777216.0;
}

TEST(a_distance_has_its_normal_as_gradient) {
    rv_geometry shapes[5] = {{.type = RV_SHAPE_PLANE},
                             {.type = RV_SHAPE_SPHERE, .radius = 0.4},
                             {.type = RV_SHAPE_CAPSULE, .radius = 0.3, .half_length = 0.5},
                             {.type = RV_SHAPE_CYLINDER, .radius = 0.3, .half_length = 0.5},
                             {.type = RV_SHAPE_BOX, .half_extents = {0.3, 0.4, 0.5}}};
    rv_pose pose = {{0.1, -0.2, 0.3}, rv_quat_exp((rv_vec3){0.5, 1.1, -0.7})};
    uint32_t random = 7;
    for (int s = 0; s < 5; s++)
        for (int k = 0; k < 200; k++) {
            rv_vec3 p, n, ignored;
            p.x = 2.0 * random_share(&random) - 1.0;
            p.y = 2.0 * random_share(&random) - 1.0;
            p.z = 2.0 * random_share(&random) - 1.0;
            double at = rv_haptic_distance(&shapes[s], pose, p, &n), e = 1e-6;
            CHECK_NEAR(rv_vec3_length(n), 1.0, 1e-14);
            // a step along the normal is one of the same distance, across it none; where another
            // face is as near (inside) or an edge begins the gradient has a corner: 1e-4 of all
            rv_vec3 across = rv_vec3_perpendicular(n);
            double up = rv_haptic_distance(&shapes[s], pose, rv_vec3_mul_add(p, e, n), &ignored);
            double by =
                rv_haptic_distance(&shapes[s], pose, rv_vec3_mul_add(p, e, across), &ignored);
            CHECK_NEAR(up - at, e, 1e-12);
            CHECK_NEAR(by, at, 1e-10);
        }
}

TEST(distances_outside_of_edges_and_inside_are_right) {
    rv_vec3 n;
    rv_pose here = rv_pose_identity();
    rv_geometry box = {.type = RV_SHAPE_BOX, .half_extents = {1, 2, 3}};
    CHECK_NEAR(rv_haptic_distance(&box, here, (rv_vec3){4, 6, 0}, &n), 5.0, 1e-14);
    CHECK_NEAR(n.x, 0.6, 1e-14);
    CHECK_NEAR(rv_haptic_distance(&box, here, (rv_vec3){0.9, 0, 0}, &n), -0.1, 1e-14);
    rv_geometry can = {.type = RV_SHAPE_CYLINDER, .radius = 1, .half_length = 2};
    CHECK_NEAR(rv_haptic_distance(&can, here, (rv_vec3){-5, 0, 5}, &n), 5.0, 1e-14);
    CHECK_NEAR(n.x, -0.6, 1e-14);
    CHECK_NEAR(n.z, 0.8, 1e-14);
    CHECK_NEAR(rv_haptic_distance(&can, here, (rv_vec3){1.95, 0, 0.5}, &n), -0.05, 1e-14);
    CHECK_NEAR(n.x, 1.0, 1e-14);
}

// --- the snap ---------------------------------------------------------------------------------------

TEST(the_force_between_two_models_is_that_of_the_pose) {
    bench b = make(FIXTURE_NODES, RV_HAPTIC_SOLVE);
    double most = 0.0, off = 0.0;
    // 20 mm/s, a model every 2 mm: one pose is as good as another for publishing
    for (double y = -0.0139; y < 0.008; y += 2e-5) {
        if (b.model.sequence == 0 || fabs(y - b.model.tool.position.y) > 0.002) {
            fixture_snap_publish(&FIXTURE_SNAP, snap_pose(y, 0.0), 1.0, &b.model);
            rv_haptic_contacts_take(&b.contacts, &b.model);
        }
        rv_haptic_answer a = ask_at(&b, snap_pose(y, 0.0));
        rv_vec3 exact = fixture_snap_force(&FIXTURE_SNAP, snap_pose(y, 0.0), NULL);
        off = fmax(off, rv_vec3_length(rv_vec3_sub(a.force, exact)));
        most = fmax(most, rv_vec3_length(exact));
        CHECK(a.settled);
    }
    CHECK(most > 10.0);
    // four solutions leave some of the turn of the normals in 20 um: a millinewton of ten newton
    CHECK_NEAR(off, 0.0, 1e-3);
    end(&b);
}

TEST(frozen_normals_miss_the_force_after_a_motion) {
    double off[2];
    for (int rule = RV_HAPTIC_SOLVE; rule <= RV_HAPTIC_FROZEN; rule++) {
        bench b = make(FIXTURE_NODES, (rv_haptic_rule)rule);
        fixture_snap_publish(&FIXTURE_SNAP, snap_pose(-0.005, 0.0), 1.0, &b.model);
        rv_haptic_contacts_take(&b.contacts, &b.model);
        rv_haptic_answer a = stay_at(&b, snap_pose(-0.0045, 0.0));
        rv_vec3 exact = fixture_snap_force(&FIXTURE_SNAP, snap_pose(-0.0045, 0.0), NULL);
        off[rule] = rv_vec3_length(rv_vec3_sub(a.force, exact)) / rv_vec3_length(exact);
        // at the pose of the model both are right
        a = stay_at(&b, snap_pose(-0.005, 0.0));
        exact = fixture_snap_force(&FIXTURE_SNAP, snap_pose(-0.005, 0.0), NULL);
        // directions hold to 5e-6 of 10 N
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(a.force, exact)), 0.0, 1e-4);
        end(&b);
    }
    CHECK(off[0] < 1e-5);
    CHECK(off[1] > 0.05);
}

TEST(the_wrench_is_the_gradient_of_the_energy_in_six_directions) {
    bench b = make(FIXTURE_NODES, RV_HAPTIC_SOLVE);
    rv_pose at = snap_pose(-0.004, 0.05);
    fixture_snap_publish(&FIXTURE_SNAP, at, 1.0, &b.model);
    rv_haptic_contacts_take(&b.contacts, &b.model);
    rv_haptic_answer a = ask_at(&b, at);
    double got[6] = {a.force.x, a.force.y, a.force.z, a.torque.x, a.torque.y, a.torque.z};
    for (int k = 0; k < 6; k++) {
        double e = k < 3 ? 1e-7 : 1e-5, energy[2];
        for (int side = 0; side < 2; side++) {
            double d[6] = {0};
            d[k] = side == 0 ? -e : e;
            rv_pose moved = {rv_vec3_add(at.position, rv_vec3_load(d)),
                             rv_quat_mul(rv_quat_exp(rv_vec3_load(d + 3)), at.rotation)};
            (void)fixture_snap_force(&FIXTURE_SNAP, moved, &energy[side]);
        }
        // central differences: 1e-7 of forces of 10 N, and of 0.02 N m
        CHECK_NEAR(got[k], -(energy[1] - energy[0]) / (2.0 * e), k < 3 ? 1e-5 : 1e-7);
    }
    end(&b);
}

TEST(dropping_forces_that_pull_is_no_solution) {
    // two coupled nodes, of which one is pushed in so deep that it lifts the other off
    double error[3];
    for (int rule = RV_HAPTIC_FROZEN; rule <= RV_HAPTIC_DROP; rule++) {
        bench b = make(2, (rv_haptic_rule)rule);
        double C[2] = {1e-3, 0.9e-3};
        for (int i = 0; i < 2; i++) {
            b.model.points[i] = (rv_haptic_point){.key = (uint64_t)i + 1,
                                                  .point = {i * 0.01, 0, 0},
                                                  .normal = {0, 0, 1},
                                                  .pose = rv_pose_identity(),
                                                  .geometry = {.type = RV_SHAPE_PLANE},
                                                  .force = {0, 0, 1}};
            b.model.points[i].gap = 0.0;
        }
        b.model.count = 2;
        b.model.tool_gives = true;
        for (int i = 0; i < 36; i++)
            b.model.C_tool[i] = i / 6 % 3 == i % 3 ? C[i / 6 / 3 != i % 6 / 3] : 0.0;
        rv_haptic_contacts_take(&b.contacts, &b.model);
        // tilted about y: the second node is deeper by 0.01 * 0.05
        rv_pose tool = {{0, 0, -1e-4}, rv_quat_exp((rv_vec3){0, 0.05, 0})};
        rv_haptic_answer a = ask_at(&b, tool);
        // the second alone: f = d/C, and it lifts the first by 0.9 d > its depth
        double exact = (1e-4 + 0.01 * sin(0.05)) / C[0];
        error[rule] = fabs(a.force.z - exact) / exact;
        end(&b);
    }
    CHECK(error[RV_HAPTIC_FROZEN] < 1e-6);
    CHECK(error[RV_HAPTIC_DROP] > 1.0);
}

TEST(held_forces_stay_wherever_the_tool_goes) {
    bench b = make(FIXTURE_NODES, RV_HAPTIC_HOLD);
    fixture_snap_publish(&FIXTURE_SNAP, snap_pose(-0.005, 0.0), 1.0, &b.model);
    rv_haptic_contacts_take(&b.contacts, &b.model);
    rv_vec3 first = ask_at(&b, snap_pose(-0.005, 0.0)).force;
    rv_vec3 later = ask_at(&b, snap_pose(0.002, 0.0)).force;
    rv_vec3 exact = fixture_snap_force(&FIXTURE_SNAP, snap_pose(-0.005, 0.0), NULL);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(first, exact)), 0.0, 1e-9);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(later, first)), 0.0, 0.0);
    end(&b);
}

// --- other points -----------------------------------------------------------------------------------

// one point on a plane z = 0 with a compliance
static void put_on_plane(bench* b, double give, double friction) {
    b->model.points[0] = (rv_haptic_point){.key = 1,
                                           .normal = {0, 0, 1},
                                           .pose = rv_pose_identity(),
                                           .geometry = {.type = RV_SHAPE_PLANE},
                                           .friction = friction};
    b->model.count = 1;
    b->model.tool = rv_pose_identity();
    b->model.step = 1.0;
    b->model.world_gives = true;
    for (int i = 0; i < 9; i++)
        b->model.C_world[i] = i % 4 == 0 ? give : 0.0;
}

TEST(a_tool_in_a_spring_stops_where_both_balance) {
    bench b = make(1, RV_HAPTIC_SOLVE);
    put_on_plane(&b, 1e-3, 0.0);
    rv_haptic_contacts_take(&b.contacts, &b.model);
    rv_haptic_question q = {.free = {{0, 0, -0.003}, {1, 0, 0, 0}}, .give = 2e-3, .dt = 1e-3};
    rv_haptic_answer a = rv_haptic_contacts_solve(&b.contacts, &q);
    // (C + A) f = depth; the tool is pushed out by A f. 1e-7 is added for redundant contacts
    CHECK_NEAR(a.force.z, 1.0, 2e-7);
    CHECK_NEAR(a.tool.position.z, -0.001, 2e-9);
    CHECK(a.contacts == 1);
    end(&b);
}

TEST(many_rigid_points_share_a_load_and_the_tool_stays_flat) {
    enum { POINTS = 32 };
    bench b = make(POINTS, RV_HAPTIC_SOLVE);
    put_on_plane(&b, 0.0, 0.0);
    b.model.world_gives = false;
    b.model.count = POINTS;
    for (int i = 0; i < POINTS; i++) {
        b.model.points[i] = b.model.points[0];
        b.model.points[i].key = (uint64_t)i + 1;
        b.model.points[i].point = (rv_vec3){0.01 * (i % 8 - 3.5), 0.01 * (i / 8 - 1.5), 0};
    }
    rv_haptic_contacts_take(&b.contacts, &b.model);
    rv_haptic_question q = {.free = {{0, 0, -0.003}, rv_quat_exp((rv_vec3){0.02, 0.01, 0})},
                            .give = 1e-4,
                            .turn = 0.1,
                            .dt = 1e-3};
    rv_haptic_answer a = rv_haptic_contacts_solve(&b.contacts, &q);
    CHECK(a.settled);
    CHECK_NEAR(a.force.z, 30.0, 1e-4);
    CHECK_NEAR(a.tool.position.z, 0.0, 1e-8);
    CHECK_NEAR(rv_vec3_length(rv_quat_log(a.tool.rotation)), 0.0, 1e-5);
    end(&b);
}

TEST(a_point_in_the_world_pushes_the_tool_as_the_tools_point_pushes_the_world) {
    // a ball of the tool against a springy point of the world, and the other way round
    rv_vec3 force[2], torque[2];
    rv_pose tool = {{0.001, 0.002, 0.0185}, rv_quat_exp((rv_vec3){0, 0.1, 0})};
    for (int kind = 0; kind < 2; kind++) {
        bench b = make(1, RV_HAPTIC_SOLVE);
        put_on_plane(&b, 1e-3, 0.0);
        rv_haptic_point* p = &b.model.points[0];
        p->kind = kind == 0 ? RV_HAPTIC_TOOL_POINT : RV_HAPTIC_WORLD_POINT;
        p->geometry = (rv_geometry){.type = RV_SHAPE_SPHERE, .radius = kind == 0 ? 0.01 : 0.02};
        p->radius = kind == 0 ? 0.02 : 0.01;
        // the tool's ball lies off its origin
        rv_vec3 ball = {0.003, 0, 0};
        p->point = kind == 0 ? ball : ZERO;
        p->pose.position = kind == 0 ? ZERO : ball;
        rv_haptic_contacts_take(&b.contacts, &b.model);
        rv_haptic_answer a = ask_at(&b, tool);
        force[kind] = a.force;
        torque[kind] = a.torque;
        end(&b);
    }
    CHECK(force[0].z > 1.0);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(force[0], force[1])), 0.0, 1e-6);
    // arms: of the undeformed tool's ball, and of the point as it is: the give apart, along the force
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(torque[0], torque[1])), 0.0, 1e-8);
}

TEST(a_held_place_pulls_with_its_stiffness_both_ways) {
    bench b = make(1, RV_HAPTIC_SOLVE);
    put_on_plane(&b, 1e-2, 0.0);
    b.model.points[0].kind = RV_HAPTIC_HELD_POINT;
    rv_haptic_contacts_take(&b.contacts, &b.model);
    for (int sign = -1; sign <= 1; sign += 2) {
        rv_haptic_answer a = ask_at(&b, (rv_pose){{0.01, 0, 0.02 * sign}, {1, 0, 0, 0}});
        CHECK_NEAR(a.force.x, -1.0, 1e-6);
        CHECK_NEAR(a.force.z, -2.0 * sign, 1e-6);
    }
    end(&b);
}

TEST(a_wall_that_comes_nearer_is_met_between_two_models) {
    bench b = make(1, RV_HAPTIC_SOLVE);
    put_on_plane(&b, 1e-3, 0.0);
    b.model.points[0].velocity = (rv_vec3){0, 0, 0.1};
    b.model.step = 0.01;
    rv_haptic_contacts_take(&b.contacts, &b.model);
    for (int k = 1; k <= 20; k++) {
        // 0.1 mm per ms, and no farther than it goes in one step of the world
        double depth = 1e-4 * (k < 10 ? k : 10);
        CHECK_NEAR(ask_at(&b, rv_pose_identity()).force.z, depth / 1e-3, 1e-6);
    }
    end(&b);
}

// --- friction ---------------------------------------------------------------------------------------

TEST(a_point_that_rubs_sticks_then_slides_and_sticks_again_on_the_way_back) {
    bench b = make(1, RV_HAPTIC_SOLVE);
    put_on_plane(&b, 1e-3, 0.5);
    rv_haptic_contacts_take(&b.contacts, &b.model);
    // 2 mm deep: 2 N, friction up to 1 N, sticking as stiff as the point: 1 N per mm
    double x = 0.0, f[5];
    (void)ask_at(&b, (rv_pose){{0, 0, -0.002}, {1, 0, 0, 0}});
    double ends[5] = {5e-4, 3e-3, 2.5e-3, 1e-3, 0.0};
    for (int k = 0; k < 5; k++) {
        rv_haptic_answer a = {0};
        double way = (ends[k] - x) / 10.0;
        for (int step = 0; step < 10; step++)
            a = ask_at(&b, (rv_pose){{x += way, 0, -0.002}, {1, 0, 0, 0}});
        CHECK(a.settled);
        CHECK_NEAR(a.force.z, 2.0, 1e-6);
        f[k] = a.force.x;
    }
    CHECK_NEAR(f[0], -0.5, 1e-6); // sticks
    CHECK_NEAR(f[1], -1.0, 1e-6); // slides
    CHECK_NEAR(f[2], -0.5, 1e-6); // sticks, half a millimetre back
    CHECK_NEAR(f[3], 1.0, 1e-6);  // slides back
    CHECK_NEAR(f[4], 1.0, 1e-6);
    end(&b);
}

// nodes of a clip with friction, each with its own spring, that go on over the tube by 0.4 mm; all questions with so much work
static rv_haptic_answer push_rubbing(bench* b, long work) {
    fixture_snap rough = FIXTURE_SNAP;
    rv_haptic_answer a = {0};
    rough.friction = 0.3;
    fixture_snap_publish(&rough, snap_pose(-0.005, 0.0), 1.0, &b->model);
    rv_haptic_contacts_take(&b->contacts, &b->model);
    for (int k = 0; k < 20; k++) {
        rv_haptic_question q = {
            .free = snap_pose(-0.005 + 2e-5 * k, 0.0), .dt = 1e-3, .work = work};
        a = rv_haptic_contacts_solve(&b->contacts, &q);
    }
    return a;
}

TEST(friction_that_cannot_be_paid_for_stays_and_what_pushes_is_right) {
    bench b = make(FIXTURE_NODES, RV_HAPTIC_SOLVE), poor = make(FIXTURE_NODES, RV_HAPTIC_SOLVE);
    rv_haptic_answer full = push_rubbing(&b, 0);
    CHECK(full.settled && !full.cut);
    // one multiply-add: not even a Newton step
    rv_haptic_answer cut = push_rubbing(&poor, 1);
    CHECK(cut.settled && cut.cut);
    double sum[2] = {0, 0}, tangent[2] = {0, 0};
    for (int i = 0; i < FIXTURE_NODES; i++)
        for (int k = 0; k < 2; k++) {
            const rv_haptic_touch* t = &(k == 0 ? &b : &poor)->contacts.touches[i];
            double push = rv_vec3_dot(t->force, t->normal);
            rv_vec3 across = rv_vec3_mul_add(t->force, -push, t->normal);
            sum[k] += push;
            tangent[k] += rv_vec3_length(across);
            CHECK(rv_vec3_length(across) <= 0.3 * push + 1e-12);
        }
    // springs of nodes are apart: friction changes what a node pushes with only as it turns normals
    CHECK(sum[0] > 20.0);
    CHECK_NEAR(sum[1], sum[0], 0.01 * sum[0]);
    // friction was none when it began, and has come up where there was work for it
    CHECK(tangent[0] > 1.0);
    CHECK(tangent[1] < 0.2 * tangent[0]);
    end(&b);
    end(&poor);
}

TEST(without_any_work_left_what_pushes_is_found_all_the_same) {
    // a strip whose places follow each other, pressed on bumps: who touches is found in many pivots, and
    // a tool whose forces are held instead runs away
    enum { POINTS = 48 };
    bench b = make(POINTS, RV_HAPTIC_SOLVE);
    put_on_plane(&b, 1e-3, 0.3);
    b.model.count = POINTS;
    for (int i = 0; i < POINTS; i++) {
        b.model.points[i] = b.model.points[0];
        b.model.points[i].key = (uint64_t)i + 1;
        b.model.points[i].point = (rv_vec3){1e-3 * i, 0, 2e-4 * ((i * i) % 7)};
    }
    int n = 3 * POINTS;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b.model.C_world[i * n + j] =
                i % 3 == j % 3 ? 1e-3 * exp(-0.02 * fabs((double)(i / 3 - j / 3))) : 0.0;
    rv_haptic_contacts_take(&b.contacts, &b.model);
    rv_haptic_question q = {.free = {{0, 0, -2e-3}, {1, 0, 0, 0}}, .dt = 1e-3, .work = 1};
    rv_haptic_answer a = rv_haptic_contacts_solve(&b.contacts, &q);
    CHECK(a.cut && a.settled && a.iterations > 3);
    for (int i = 0; i < POINTS; i++)
        CHECK(b.contacts.touches[i].gap > -1e-8); // 1e-7 of the depths, for redundant contacts
    end(&b);
}

TEST(work_that_is_given_is_not_exceeded_by_more_than_a_linear_problem) {
    bench b = make(FIXTURE_NODES, RV_HAPTIC_SOLVE);
    rv_haptic_answer full = push_rubbing(&b, 0);
    long least = rv_haptic_contacts_least_work(&b.contacts);
    CHECK(!full.cut && least > 1000);
    for (long work = least; work < 20 * least; work += least / 2) {
        bench other = make(FIXTURE_NODES, RV_HAPTIC_SOLVE);
        rv_haptic_answer a = push_rubbing(&other, work);
        // the second look at normals is only begun with the least in hand
        CHECK(a.settled && a.left > -least);
        end(&other);
    }
    end(&b);
}

TEST(a_wall_that_slides_along_takes_a_sticking_point_with_it) {
    bench b = make(1, RV_HAPTIC_SOLVE);
    put_on_plane(&b, 1e-3, 0.5);
    b.model.points[0].velocity = (rv_vec3){0.1, 0, 0};
    rv_haptic_contacts_take(&b.contacts, &b.model);
    rv_pose still = {{0, 0, -0.002}, {1, 0, 0, 0}};
    (void)ask_at(&b, still);
    rv_haptic_answer a = {0};
    for (int k = 0; k < 5; k++)
        a = ask_at(&b, still);
    CHECK_NEAR(a.force.x, 0.5, 1e-6); // 5 ms of 0.1 m/s on 1 N/mm
    end(&b);
}

TEST(a_rolling_ball_does_not_rub) {
    bench b = make(1, RV_HAPTIC_SOLVE);
    put_on_plane(&b, 1e-3, 0.5);
    b.model.points[0].radius = 0.01;
    rv_haptic_contacts_take(&b.contacts, &b.model);
    double slid = 0.0, rolled = 0.0;
    for (int k = 0; k <= 10; k++) {
        double x = 1e-4 * k;
        rv_pose pose = {{x, 0, 0.008}, rv_quat_exp((rv_vec3){0, x / 0.01, 0})};
        rolled = ask_at(&b, pose).force.x;
    }
    rv_haptic_contacts_forget(&b.contacts);
    for (int k = 0; k <= 10; k++)
        slid = ask_at(&b, (rv_pose){{1e-4 * k, 0, 0.008}, {1, 0, 0, 0}}).force.x;
    CHECK_NEAR(slid, -1.0, 1e-6);
    // the point of contact is at 10 mm, the flattened ball 8 mm above the plane: a fifth is left
    CHECK(fabs(rolled) < 0.25);
    end(&b);
}

TEST(a_model_with_a_number_that_is_not_finite_is_recognised) {
    bench b = make(2, RV_HAPTIC_SOLVE);
    put_on_plane(&b, 1e-3, 0.0);
    CHECK(rv_haptic_model_is_finite(&b.model));
    double* numbers[] = {&b.model.points[0].gap,        &b.model.points[0].normal.y,
                         &b.model.points[0].point.z,    &b.model.C_world[4],
                         &b.model.tool.position.x,      &b.model.points[0].pose.rotation.w,
                         &b.model.points[0].velocity.z, &b.model.points[0].force.x};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        double was = *numbers[k];
        *numbers[k] = NAN;
        CHECK(!rv_haptic_model_is_finite(&b.model));
        *numbers[k] = was;
    }
    end(&b);
}

TEST(forces_go_on_when_a_model_takes_the_place_of_another) {
    bench b = make(FIXTURE_NODES, RV_HAPTIC_SOLVE);
    rv_pose at = snap_pose(-0.005, 0.0);
    fixture_snap_publish(&FIXTURE_SNAP, at, 1.0, &b.model);
    rv_haptic_contacts_take(&b.contacts, &b.model);
    rv_vec3 before = ask_at(&b, at).force;
    // the same, in another order and without forces: nothing is left to do
    for (int i = 0; i < FIXTURE_NODES / 2; i++) {
        rv_haptic_point swap = b.model.points[i];
        b.model.points[i] = b.model.points[FIXTURE_NODES - 1 - i];
        b.model.points[FIXTURE_NODES - 1 - i] = swap;
        b.model.points[i].force = b.model.points[FIXTURE_NODES - 1 - i].force = ZERO;
    }
    rv_haptic_contacts_take(&b.contacts, &b.model);
    rv_haptic_answer a = ask_at(&b, at);
    CHECK(a.iterations == 0);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(a.force, before)), 0.0, 1e-12);
    end(&b);
}
