// Sutures: the line of a thread, rows by finite differences, what comes out and what is stopped,
// errors, ids, snapshots, threads, memory.
#include "failing_allocator.h"
#include "model/rod.h"
#include "model/suture.h"
#include "suture_fixture.h"

// --- the line ---

TEST(the_line_of_a_thread_is_straight_where_that_is) {
    double lengths[] = {1.0, 0.5, 0.5, 2.0, 1.0};
    rv_vec3 x[6] = {{0, 0, 0}};
    for (int i = 0; i < 5; i++)
        x[i + 1] = vec(x[i].x + lengths[i], 0, 0);
    for (double s = 0.0; s <= 5.0; s += 0.01) {
        rv_thread_point p = rv_thread_point_at(lengths, 6, s);
        CHECK_NEAR(rv_thread_sum(x, &p, p.weight).x, s, 1e-14); // and s is the way along it
        CHECK_NEAR(rv_thread_sum(x, &p, p.slope).x, 1.0, 1e-14);
        CHECK_NEAR(rv_thread_sum(x, &p, p.bend).x, 0.0, 1e-12);
    }
}

TEST(the_line_of_a_thread_has_no_kink) {
    fixture_random random = {5};
    for (int n = 2; n <= 7; n++) {
        double lengths[6], at = 0.0;
        rv_vec3 x[7];
        for (int i = 0; i < n; i++)
            x[i] = random_vec(&random, 1.0);
        for (int i = 0; i < n - 1; i++)
            lengths[i] = random_in(&random, 0.5, 2.0);
        for (int i = 0; i < n - 2; i++) {
            at += lengths[i];
            rv_thread_point a = rv_thread_point_at(lengths, n, at - 1e-9);
            rv_thread_point b = rv_thread_point_at(lengths, n, at + 1e-9);
            CHECK(distance(rv_thread_sum(x, &a, a.weight), rv_thread_sum(x, &b, b.weight)) < 1e-7);
            CHECK(distance(rv_thread_sum(x, &a, a.slope), rv_thread_sum(x, &b, b.slope)) < 1e-6);
        }
        // slopes and bends are its derivatives
        for (double s = 0.05; s < at; s += 0.1) {
            double d = 1e-5;
            rv_thread_point p[3] = {rv_thread_point_at(lengths, n, s - d),
                                    rv_thread_point_at(lengths, n, s),
                                    rv_thread_point_at(lengths, n, s + d)};
            rv_vec3 from = rv_thread_sum(x, &p[0], p[0].weight);
            rv_vec3 to = rv_thread_sum(x, &p[2], p[2].weight);
            rv_vec3 slope = rv_vec3_scale(rv_vec3_sub(to, from), 0.5 / d);
            CHECK(distance(slope, rv_thread_sum(x, &p[1], p[1].slope)) < 1e-4);
            from = rv_thread_sum(x, &p[0], p[0].slope);
            to = rv_thread_sum(x, &p[2], p[2].slope);
            slope = rv_vec3_scale(rv_vec3_sub(to, from), 0.5 / d);
            bool whole = p[0].first == p[2].first;
            CHECK(!whole || distance(slope, rv_thread_sum(x, &p[1], p[1].bend)) < 2e-3);
        }
    }
}

TEST(edges_of_one_length_make_the_cubic_b_spline) {
    double lengths[] = {1, 1, 1, 1, 1};
    rv_thread_point p = rv_thread_point_at(lengths, 6, 2.25);
    double u = 0.25, v = 1.0 - u;
    double spline[] = {v * v * v / 6.0, (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0,
                       (3.0 * v * v * v - 6.0 * v * v + 4.0) / 6.0, u * u * u / 6.0};
    CHECK(p.first == 1 && p.count == 4);
    for (int k = 0; k < 4; k++)
        CHECK_NEAR(p.weight[k], spline[k], 1e-15);
}

TEST(the_nearest_point_is_found_and_the_ends_are_told) {
    double lengths[] = {1, 1, 1, 1};
    rv_vec3 x[] = {{0, 0, 0}, {0.9, 0.3, 0}, {1.8, 0, 0}, {2.7, -0.3, 0}, {3.6, 0, 0}};
    for (double s = 0.1; s < 3.95; s += 0.17) {
        rv_thread_point p = rv_thread_point_at(lengths, 5, s);
        rv_vec3 t = rv_vec3_normalize(rv_thread_sum(x, &p, p.slope));
        rv_vec3 aside = rv_vec3_perpendicular(t);
        rv_vec3 to = rv_vec3_mul_add(rv_thread_sum(x, &p, p.weight), 0.05, aside);
        int beyond;
        CHECK_NEAR(rv_thread_nearest(x, lengths, 5, s + 0.3, to, &beyond), s, 1e-9);
        CHECK(beyond == 0);
    }
    int beyond;
    CHECK(rv_thread_nearest(x, lengths, 5, 0.3, vec(-0.2, 0, 0), &beyond) == 0.0 && beyond == -1);
    CHECK(rv_thread_nearest(x, lengths, 5, 3.6, vec(4.0, 0, 0), &beyond) == 4.0 && beyond == 1);
}

// --- rows ---

// a thread that slides round a hole of a body, after some steps
static rv_world* sliding_world(suture_loop* loop, double friction) {
    rv_world* world = weightless_world();
    *loop = suture_loop_default();
    loop->friction = friction;
    loop->holder = add_rigid(world, 0.02, vec(1e-5, 1e-5, 1e-5), vec(0.003, 0.001, -0.002));
    rv_joint_def hold = rv_joint_def_default();
    hold.type = RV_JOINT_LOCK;
    hold.body_a = loop->holder;
    hold.frame_b.position = vec(0.003, 0.001, -0.002);
    hold.compliance = 0.01;
    hold.damping = 0.2;
    rv_joint_create(world, &hold);
    suture_loop_lay(world, loop);
    rv_suture_def def = rv_suture_def_default();
    def.cable = loop->thread;
    def.body = loop->holder;
    def.point = vec(-0.003, -0.001, 0.002);
    def.friction = friction;
    loop->hole = suture_of(world, &def);
    for (int i = 0; i < 150; i++)
        suture_loop_step(world, loop, 0.0106 * fmin(1.0, i / 50.0), 0.001);
    return world;
}

// the gap between the thread, where that is nearest, and the hole
static rv_vec3 gap_of(const rv_world* world, const rv_suture* suture) {
    const rv_rod* rod = &world->rods.data[0];
    int beyond;
    rv_vec3 hole = rv_holder_place(world, NULL, &suture->holder, 0.0);
    double s = rv_thread_nearest(rv_rod_points(world, rod), rv_rod_lengths(world, rod), rod->count,
                                 suture->at, hole, &beyond);
    rv_thread_point p = rv_thread_point_at(rv_rod_lengths(world, rod), rod->count, s);
    return rv_vec3_sub(rv_thread_sum(rv_rod_points(world, rod), &p, p.weight), hole);
}

// The forces of a hole on the vertices, which is nearest to where it was, and across the thread
static void forces_at(const rv_world* world, const rv_suture* suture, rv_vec3 f, rv_vec3 t,
                      rv_vec3* out) {
    const rv_rod* rod = &world->rods.data[0];
    int beyond;
    rv_vec3 hole = rv_holder_place(world, NULL, &suture->holder, 0.0);
    double s = rv_thread_nearest(rv_rod_points(world, rod), rv_rod_lengths(world, rod), rod->count,
                                 suture->at, hole, &beyond);
    rv_thread_point p = rv_thread_point_at(rv_rod_lengths(world, rod), rod->count, s);
    rv_vec3 now = rv_vec3_normalize(rv_thread_sum(rv_rod_points(world, rod), &p, p.slope));
    f = rv_vec3_mul_add(f, -rv_vec3_dot(f, now) / rv_vec3_dot(t, now), t);
    for (int i = 0; i < rod->count; i++)
        out[i] = vec(0, 0, 0);
    for (int k = 0; k < p.count; k++)
        out[p.first + k] = rv_vec3_scale(f, p.weight[k]);
}

// group and references of the one suture: of its holder, then of its thread
static rv_kkt* system_of(rv_world* world, int* group) {
    for (int i = 0; i < world->island_count; i++)
        for (int k = 0; k < world->islands.data[i].members.count; k++)
            if (world->islands.data[i].members.data[k].kind == RV_MEMBER_SUTURE) {
                *group = world->islands.data[i].members.data[k].first_group;
                return &world->islands.data[i].kkt;
            }
    return NULL;
}

// writes the rows for where everything is now
static void write_rows_now(rv_world* world) {
    for (int i = 0; i < world->island_count; i++)
        for (int k = 0; k < world->islands.data[i].members.count; k++) {
            const rv_member* member = &world->islands.data[i].members.data[k];
            if (member->kind == RV_MEMBER_SUTURE)
                rv_suture_class.rows(world, &world->islands.data[i], member);
        }
}

TEST(rows_of_a_hole_are_derivatives_of_its_gap) {
    suture_loop loop;
    rv_world* world = sliding_world(&loop, 0.0);
    write_rows_now(world);
    rv_suture suture = world->sutures.data[0];
    int group = 0;
    rv_kkt* kkt = system_of(world, &group);
    int reference = kkt->group_first.data[group];
    rv_vec3* x = rv_rod_points(world, &world->rods.data[0]);
    double d = 1e-8;
    for (int k = 0; k < 3 * suture.point.count; k++) {
        double* at = &x[suture.point.first + k / 3].x + k % 3;
        double was = *at;
        *at = was + d;
        rv_vec3 up = gap_of(world, &suture);
        *at = was - d;
        rv_vec3 slope = rv_vec3_scale(rv_vec3_sub(up, gap_of(world, &suture)), 0.5 / d);
        *at = was;
        for (int r = 0; r < 2; r++)
            CHECK_NEAR(rv_kkt_jacobian(kkt, reference + 1)[k * RV_SUTURE_ROWS + r],
                       rv_vec3_dot(slope, suture.axis[r]), 1e-5);
    }
    rv_body* body = &world->bodies.data[suture.holder.body];
    rv_body still = *body;
    for (int k = 0; k < 6; k++) {
        rv_vec3 gap[2];
        for (int side = 0; side < 2; side++) {
            double way = side == 0 ? d : -d;
            double* at = &body->x.x + k % 3;
            rv_vec3 turn = {0, 0, 0};
            *(&turn.x + k % 3) = way;
            if (k < 3)
                *at += way;
            else
                body->R = rv_mat3_mul(rv_quat_to_mat3(rv_quat_exp(turn)), still.R);
            gap[side] = gap_of(world, &suture);
            *body = still;
        }
        rv_vec3 slope = rv_vec3_scale(rv_vec3_sub(gap[0], gap[1]), 0.5 / d);
        for (int r = 0; r < 2; r++)
            CHECK_NEAR(rv_kkt_jacobian(kkt, reference)[k * RV_SUTURE_ROWS + r],
                       rv_vec3_dot(slope, suture.axis[r]), 1e-5);
    }
    rv_world_destroy(world);
}

TEST(the_inertia_of_a_hole_is_no_less_than_its_geometric_stiffness) {
    suture_loop loop;
    rv_world* world = sliding_world(&loop, 0.0);
    write_rows_now(world);
    rv_suture suture = world->sutures.data[0];
    int group = 0;
    rv_kkt* kkt = system_of(world, &group);
    const double* J = rv_kkt_jacobian(kkt, kkt->group_first.data[group] + 1);
    rv_vec3* x = rv_rod_points(world, &world->rods.data[0]);
    rv_vec3 f = rv_vec3_add(rv_vec3_scale(suture.axis[0], suture.lambda[0]),
                            rv_vec3_scale(suture.axis[1], suture.lambda[1]));
    rv_vec3 t = suture.axis[2];
    double steep = rv_vec3_length(rv_thread_sum(x, &suture.point, suture.point.slope));
    fixture_random random = {11};
    rv_vec3 before[64], after[64], was[64];
    double least = INFINITY, largest = 0.0, d = 1e-9;
    memcpy(was, x, (size_t)world->rods.data[0].count * sizeof *x);
    for (int trial = 0; trial < 200; trial++) {
        // way^T K way, by the change of the forces, and by the row
        rv_vec3 way[RV_THREAD_VERTICES];
        double row = 0.0, true_ = 0.0;
        for (int k = 0; k < suture.point.count; k++) {
            way[k] = random_vec(&random, 1.0);
            for (int c = 0; c < 3; c++)
                row += J[(3 * k + c) * RV_SUTURE_ROWS + 3] * (&way[k].x)[c];
        }
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < suture.point.count; k++)
                x[suture.point.first + k] =
                    rv_vec3_mul_add(was[suture.point.first + k], side == 0 ? -d : d, way[k]);
            forces_at(world, &suture, f, t, side == 0 ? before : after);
        }
        memcpy(x, was, (size_t)world->rods.data[0].count * sizeof *x);
        for (int k = 0; k < suture.point.count; k++) {
            int i = suture.point.first + k;
            true_ -= rv_vec3_dot(way[k], rv_vec3_sub(after[i], before[i])) / (2.0 * d);
        }
        double taken = row * row / steep;
        least = fmin(least, taken - true_);
        largest = fmax(largest, fabs(true_));
    }
    CHECK(largest > 10.0);          // [N/m] there is some
    CHECK(least > -1e-4 * largest); // and all of it is taken
    rv_world_destroy(world);
}

// --- the ends of a thread ---

TEST(a_thread_comes_out_of_its_hole_at_its_end) {
    for (int end = 0; end < 2; end++) {
        rv_world* world = weightless_world();
        rv_cable_id thread =
            add_rod(world, free_at(vec(0, 0, 0)), free_at(vec(0.1, 0, 0)), 10, 1e-4);
        rv_suture_def def = rv_suture_def_default();
        def.cable = thread;
        def.point = vec(0.05, 0, 0);
        def.friction = 0.1;
        rv_suture_id hole = suture_of(world, &def);
        for (int i = 0; i < world->rod_v.count; i++)
            world->rod_v.data[i] = vec(end == 0 ? 0.3 : -0.3, 0, 0);
        int events = 0, steps = 0, count = 1;
        rv_suture_event event = {0};
        for (; steps < 400 && events == 0; steps++) {
            CHECK(rv_world_step(world, 0.001) == RV_STATUS_OK);
            const rv_suture_event* list = rv_world_suture_events(world, &count);
            events += count;
            event = count > 0 ? list[0] : event;
        }
        CHECK(events == 1 && event.end == end && event.suture.slot == hole.slot);
        CHECK(event.cable.slot == thread.slot);
        CHECK(steps > 160 && steps < 175); // 0.05 m at 0.3 m/s, to the step
        rv_suture_state s = rv_suture_read(world, hole);
        CHECK(s.is_empty && s.at == 0.0 && rv_vec3_length(s.force) == 0.0);
        CHECK(rv_suture_is_valid(world, hole));
        rod_run(world, 0.001, 10);
        rv_world_suture_events(world, &count);
        CHECK(count == 0);
        CHECK(fabs(rod_tip(world, thread).x - 0.1) > 0.04); // and goes on
        CHECK(rv_suture_destroy(world, hole));
        rv_world_destroy(world);
    }
}

TEST(a_thread_that_comes_out_within_a_step_is_free_for_the_rest_of_it) {
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = vec(0, 0, 0);
    world_def.substeps.min = 8;
    rv_world* world = world_of(&world_def);
    rv_body_id body = add_rigid(world, 0.01, vec(1e-6, 1e-6, 1e-6), vec(0.05, 0, 0));
    rv_cable_id thread = add_rod(world, free_at(vec(0, 0, 0)), free_at(vec(0.1, 0, 0)), 10, 1e-4);
    rv_suture_def def = rv_suture_def_default();
    def.cable = thread;
    def.body = body;
    rv_suture_id hole = suture_of(world, &def);
    for (int i = 0; i < world->rod_v.count; i++)
        world->rod_v.data[i] = vec(10.0, 0, 0);
    rod_run(world, 0.01, 2); // it is out after the fourth of eight substeps
    CHECK(rv_suture_read(world, hole).is_empty);
    CHECK_NEAR(rod_tip(world, thread).x, 0.3, 1e-6);
    CHECK(rv_vec3_length(rv_body_velocity(world, body)) < 1e-6);
    rv_world_destroy(world);
}

TEST(a_knot_at_its_end_holds_a_thread_in_its_hole) {
    for (int end = 0; end < 2; end++) {
        rv_world* world = weightless_world();
        rv_cable_id thread =
            add_rod(world, free_at(vec(0, 0, 0)), free_at(vec(0.1, 0, 0)), 10, 1e-3);
        rv_suture_def def = rv_suture_def_default();
        def.cable = thread;
        def.point = vec(0.05, 0, 0);
        def.stopped[end] = true;
        rv_suture_id hole = suture_of(world, &def);
        double sign = end == 0 ? 1.0 : -1.0;
        for (int i = 0; i < world->rod_v.count; i++)
            world->rod_v.data[i] = vec(sign * 0.3, 0, 0);
        rod_run(world, 0.001, 250);
        rv_suture_state s = rv_suture_read(world, hole);
        CHECK(!s.is_empty);
        CHECK_NEAR(s.at, end == 0 ? 0.0 : 0.1, 1e-9);
        CHECK(fabs(rod_tip(world, thread).x - (end == 0 ? 0.15 : 0.05)) < 1e-4); // and stands still
        rod_line line = rod_read(world, thread);
        CHECK(distance(line.at[end == 0 ? 0 : line.count - 1], def.point) < 1e-4);
        // and lets go of it the other way
        for (int i = 0; i < world->rod_v.count; i++)
            world->rod_v.data[i] = vec(-sign * 0.3, 0, 0);
        rod_run(world, 0.001, 100);
        s = rv_suture_read(world, hole);
        CHECK_NEAR(s.at, end == 0 ? 0.03 : 0.07, 2e-3);
        rv_world_destroy(world);
    }
}

TEST(a_hole_stays_with_its_piece_of_a_thread_that_is_cut) {
    rv_world* world = default_world();
    rv_cable_id thread = add_rod(world, free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0)), 20, 1e-3);
    rv_suture_def def = rv_suture_def_default();
    def.cable = thread;
    def.point = vec(0.7, 0, 0);
    def.grip = 10.0;
    rv_suture_id hole = suture_of(world, &def);
    rod_run(world, 0.001, 20);
    CHECK(rv_cable_cut_at(world, thread, 0.5));
    CHECK_NEAR(rv_suture_read(world, hole).at, 0.7, 1e-6);
    rod_run(world, 0.001, 200);
    CHECK(world->rods.count == 2);
    CHECK(world->rods.data[0].holes == 0 && world->rods.data[1].holes == 1);
    rv_suture_state s = rv_suture_read(world, hole);
    CHECK_NEAR(s.at, 0.7, 1e-6);
    CHECK(rv_rod_points(world, &world->rods.data[0])[0].z < -0.1); // the other one falls
    rv_vec3 at = rv_rod_points(world, &world->rods.data[1])[4];
    CHECK(distance(at, def.point) < 0.02);
    rv_world_destroy(world);
}

TEST(a_hole_keeps_its_place_where_edges_are_halved_and_joined) {
    rv_world* world = weightless_world();
    rv_vec3 shape[] = {vec(0.04, 0, 0.02), vec(0, 0, 0), vec(-0.04, 0, 0.02)};
    rv_cable_node ends[] = {free_at(shape[0]), free_at(shape[2])};
    rv_cable_def def = rod_def(ends, 20, 1e-6);
    def.segments.shape = shape;
    def.segments.shape_count = 3;
    def.segments.resolution = RV_CABLE_ADAPTIVE;
    def.segments.turn_limit = 0.2;
    def.mass_per_length = 1e-3;
    rv_cable_id thread = cable_of(world, &def);
    rv_suture_def hole = rv_suture_def_default();
    hole.cable = thread;
    hole.grip = 1.0;
    rv_suture_id made = suture_of(world, &hole);
    double at = rv_suture_read(world, made).at;
    for (int i = 0; i < 200; i++)
        CHECK(rv_world_step(world, 0.001) != RV_STATUS_FAILED);
    CHECK(rv_cable_get_rod_edges(world, thread).halved > 0);
    CHECK_NEAR(rv_suture_read(world, made).at, at, 1e-6);
    rv_world_destroy(world);
}

// --- rules ---

static void check_refused(rv_world* world, const rv_suture_def* def, const char* text) {
    int count = rv_suture_count(world);
    CHECK(rv_suture_create(world, def).slot == 0);
    CHECK_TEXT(rv_world_error(world), text);
    CHECK(rv_suture_count(world) == count);
}

TEST(a_bad_suture_is_refused_with_a_reason) {
    rv_world* world = weightless_world();
    rv_cable_id thread = add_rod(world, free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0)), 10, 1e-3);
    rv_suture_def def = rv_suture_def_default(), bad = {0};
    check_refused(world, NULL, "rv_suture_def: start from rv_suture_def_default()");
    check_refused(world, &bad, "rv_suture_def: start from rv_suture_def_default()");
    check_refused(world, &def, "rv_suture_def.cable: no such cable");
    rv_cable_node straight[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(0, 1, 0))};
    def.cable = add_cable(world, straight, 2);
    check_refused(world, &def, "rv_suture_def.cable: must be a rod with the implicit integrator");
    def.cable = thread;
    bad = def;
    bad.body = (rv_body_id){77, 1, 1};
    check_refused(world, &bad, "rv_suture_def.body: no such body");
    rv_body_def scalar = rv_body_def_default();
    scalar.kind = RV_BODY_SCALAR;
    scalar.mass = 1.0;
    bad.body = body_of(world, &scalar);
    check_refused(world, &bad, "rv_suture_def.body: must be rigid or a particle");
    bad = def;
    bad.point.y = NAN;
    check_refused(world, &bad, "rv_suture_def.point: must be finite");
    bad.point = vec(0.5, 0.2, 0);
    check_refused(world, &bad,
                  "rv_suture_def.point: 0.2 m from the thread: must be within an edge, 0.1 m");
    bad.point = vec(0.5, 0, 0);
    bad.at = 0.3;
    check_refused(world, &bad,
                  "rv_suture_def.point: 0.2 m from the thread: must be within an edge, 0.1 m");
    bad.at = 1.5;
    check_refused(world, &bad, "rv_suture_def.at = 1.5 m: must be in [0, 1], or NaN");
    bad.at = NAN;
    bad.friction = -1.0;
    check_refused(world, &bad, "rv_suture_def.friction = -1: must be finite and >= 0");
    bad.friction = 0.3;
    bad.static_friction = 0.2;
    check_refused(
        world, &bad,
        "rv_suture_def.static_friction = 0.2: must be 0, or finite and >= friction = 0.3");
    bad.static_friction = 0.0;
    bad.grip = INFINITY;
    check_refused(world, &bad, "rv_suture_def.grip = inf N: must be finite and >= 0");
    rv_world_destroy(world);
}

TEST(stale_ids_are_answered_like_the_null_id) {
    rv_world* world = weightless_world();
    suture_loop loop = suture_loop_default();
    suture_loop_build(world, &loop);
    int tag = 7;
    rv_suture_def def = rv_suture_def_default();
    def.cable = loop.thread;
    def.at = 0.005;
    def.point = rod_read(world, loop.thread).at[5];
    def.user_data = &tag;
    rv_suture_id second = suture_of(world, &def);
    CHECK(rv_suture_user_data(world, second) == &tag);
    CHECK(rv_suture_cable(world, second).slot == loop.thread.slot);
    CHECK(rv_suture_body(world, second).slot == 0);
    CHECK(rv_suture_next(world, (rv_suture_id){0}).slot == loop.hole.slot);
    CHECK(rv_suture_next(world, loop.hole).slot == second.slot);
    CHECK(rv_suture_next(world, second).slot == 0);
    CHECK(rv_suture_count(world) == 2);
    CHECK(rv_suture_set_friction(world, second, 0.1, 0.2, 0.3));
    CHECK(rv_suture_friction(world, second) == 0.1 && rv_suture_grip(world, second) == 0.3);
    CHECK(rv_suture_static_friction(world, second) == 0.2);
    CHECK(!rv_suture_set_friction(world, second, 0.1, 0.05, 0.3));
    CHECK_TEXT(rv_world_error(world),
               "rv_suture_set_friction.static_friction = 0.05: must be 0, or "
               "finite and >= friction = 0.1");
    CHECK(rv_suture_destroy(world, second));
    CHECK(!rv_suture_destroy(world, second));
    CHECK_TEXT(rv_world_error(world), "rv_suture_destroy: no such suture");
    CHECK(!rv_suture_set_friction(world, second, 0.1, 0.2, 0.3));
    CHECK_TEXT(rv_world_error(world), "rv_suture_set_friction: no such suture");
    CHECK(isnan(rv_suture_friction(world, second)) && isnan(rv_suture_grip(world, second)));
    CHECK(isnan(rv_suture_static_friction(world, second)));
    CHECK(!rv_suture_is_valid(world, second) && rv_suture_user_data(world, second) == NULL);
    rv_suture_state s = rv_suture_read(world, second), none = {0};
    CHECK(memcmp(&s, &none, sizeof s) == 0);
    CHECK(rv_suture_cable(world, second).slot == 0 && rv_suture_count(world) == 1);
    rv_world_destroy(world);
}

TEST(sutures_go_with_their_thread_and_with_their_body) {
    suture_loop loop;
    rv_world* world = sliding_world(&loop, 0.2);
    rv_body_destroy(world, loop.holder);
    CHECK(!rv_suture_is_valid(world, loop.hole) && rv_suture_count(world) == 0);
    for (int i = 0; i < 20; i++)
        suture_loop_step(world, &loop, 0.0, 0.001);
    rv_world_destroy(world);
    world = sliding_world(&loop, 0.2);
    rv_cable_destroy(world, loop.thread);
    CHECK(!rv_suture_is_valid(world, loop.hole) && rv_suture_count(world) == 0);
    rod_run(world, 0.001, 20);
    rv_world_destroy(world);
    // and an empty one with its body
    world = weightless_world();
    rv_body_id body = add_kinematic(world, vec(0.01, 0, 0), vec(-1, 0, 0));
    rv_cable_id thread =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(0.02, 0, 0)), 5, 1e-3);
    rv_suture_def def = rv_suture_def_default();
    def.cable = thread;
    def.body = body;
    rv_suture_id hole = suture_of(world, &def);
    rod_run(world, 0.001, 50);
    CHECK(rv_suture_read(world, hole).is_empty);
    rv_body_destroy(world, body);
    CHECK(!rv_suture_is_valid(world, hole));
    rod_run(world, 0.001, 5);
    rv_world_destroy(world);
}

TEST(a_thread_touches_nothing_of_a_body_that_it_passes_through) {
    rv_world* world = weightless_world();
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = vec(0.05, 0.05, 0.05);
    rv_body_def solid = rv_body_def_default();
    solid.pose.position = vec(0.5, 0, 0);
    solid.shapes = &box;
    solid.shape_count = 1;
    rv_body_id block = body_of(world, &solid);
    rv_cable_node ends[] = {free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = rod_touching(ends, 40, 1e-3, 0.3);
    rv_cable_id thread = cable_of(world, &def);
    rv_suture_def hole = rv_suture_def_default();
    hole.cable = thread;
    hole.body = block;
    suture_of(world, &hole);
    for (int i = 0; i < world->rod_v.count; i++)
        world->rod_v.data[i] = vec(0.5, 0, 0);
    rod_run(world, 0.001, 100);
    CHECK_NEAR(rod_tip(world, thread).x, 1.05, 1e-6); // it slides freely
    rv_world_destroy(world);
}

// --- state ---

TEST(a_restored_world_slides_on_with_the_same_bits) {
    suture_loop loop;
    rv_world* world = sliding_world(&loop, 0.3);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* snapshot = malloc(bytes);
    CHECK(rv_world_save(world, snapshot, bytes) == bytes);
    uint64_t now = rv_world_hash(world);
    for (int i = 0; i < 200; i++)
        suture_loop_step(world, &loop, 0.0106, 0.001);
    uint64_t then = rv_world_hash(world);
    rv_suture_destroy(world, loop.hole);
    CHECK(rv_world_hash(world) != then);
    CHECK(rv_world_restore(world, snapshot, bytes));
    CHECK(rv_world_hash(world) == now && rv_suture_is_valid(world, loop.hole));
    for (int i = 0; i < 200; i++)
        suture_loop_step(world, &loop, 0.0106, 0.001);
    CHECK(rv_world_hash(world) == then);
    free(snapshot);
    rv_world_destroy(world);
}

// several loops in several islands
static uint64_t run_loops(int threads, rv_solver solver) {
    enum { LOOPS = 4 };
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, 0);
    def.threads = threads;
    def.solver = solver;
    rv_world* world = world_of(&def);
    suture_loop loops[LOOPS];
    for (int k = 0; k < LOOPS; k++) {
        loops[k] = suture_loop_default();
        loops[k].friction = 0.1 * k;
        loops[k].holder = k % 2 == 0 ? NO_BODY : add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
        suture_loop_build(world, &loops[k]);
    }
    for (int i = 0; i < 100; i++) {
        for (int k = 1; k < LOOPS; k++) {
            rv_body_set_velocity(world, loops[k].driver,
                                 rv_vec3_scale(loops[k].towards[0], 0.01 * k));
            rv_body_apply_force_at_center(world, loops[k].weight,
                                          rv_vec3_scale(loops[k].towards[1], 0.1));
        }
        suture_loop_step(world, &loops[0], 0.01, 0.001);
    }
    uint64_t hash = rv_world_hash(world);
    rv_world_destroy(world);
    return hash;
}

TEST(sutures_have_the_same_bits_on_any_number_of_threads) {
    uint64_t alone = run_loops(1, RV_SOLVER_DIRECT);
    CHECK(run_loops(1, RV_SOLVER_DIRECT) == alone);
    CHECK(run_loops(4, RV_SOLVER_DIRECT) == alone);
}

TEST(sutures_are_solved_directly_whatever_the_solver_is) {
    CHECK(run_loops(1, RV_SOLVER_BLOCK_GS) == run_loops(1, RV_SOLVER_DIRECT));
}

TEST(steps_of_a_sliding_thread_allocate_nothing) {
    suture_loop loop;
    rv_world* world = sliding_world(&loop, 0.3);
    double at = rv_suture_read(world, loop.hole).at;
    for (int i = 0; i < 400; i++) {
        suture_loop_step(world, &loop, 0.0106, 0.001);
        CHECK(rv_world_report(world).allocations == 0);
    }
    CHECK(fabs(rv_suture_read(world, loop.hole).at - at) > 3.0 * loop.edge); // edges have passed
    rv_world_destroy(world);
}

TEST(sutures_survive_any_lack_of_memory) {
    failing_allocator heap = {0};
    for (long fail = 1; fail < 400; fail++) {
        rv_world_def def = rv_world_def_default();
        def.allocator = failing_allocator_hooks(&heap);
        heap.fail_at = 0;
        heap.calls = 0;
        rv_world* world = world_of(&def);
        rv_cable_id thread = add_rod(world, free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0)), 10, 1e-3);
        rod_run(world, 0.001, 2);
        rv_suture_def hole = rv_suture_def_default();
        hole.cable = thread;
        hole.point = rod_read(world, thread).at[5];
        long failed = heap.failed;
        heap.fail_at = heap.calls + fail;
        rv_suture_id made = rv_suture_create(world, &hole);
        if (made.slot == 0)
            CHECK_TEXT(rv_world_error(world), "rv_suture_create: out of memory");
        rv_status status = rv_world_step(world, 0.001);
        heap.fail_at = 0;
        CHECK(status != RV_STATUS_FAILED || heap.failed > failed);
        CHECK(rv_world_step(world, 0.001) != RV_STATUS_FAILED);
        bool enough = heap.failed == failed;
        rv_world_destroy(world);
        if (enough)
            break;
        CHECK(fail < 399);
    }
    CHECK(heap.live_blocks == 0);
}
