// Rods that touch each other: what they keep, what they carry, and that they never pass through.
#include "collide/link.h"
#include "model/rod.h"
#include "rod_fixture.h"

#include <stdlib.h>
#include <string.h>

static const double H = 1e-3, D = 0.005, G = 9.81;

// a thread that touches
static rv_cable_def touching(const rv_cable_node nodes[2], int edges, double EI, double friction) {
    rv_cable_def def = rod_touching(nodes, edges, EI, friction);
    def.diameter = D;
    return def;
}

static rv_cable_id add_thread(rv_world* world, rv_cable_node first, rv_cable_node last, int edges,
                              double friction) {
    rv_cable_node nodes[] = {first, last};
    rv_cable_def def = touching(nodes, edges, 1e-4, friction);
    return cable_of(world, &def);
}

static rv_cable_id add_line(rv_world* world, rv_cable_node first, rv_cable_node last,
                            const rv_vec3* shape, int count, double EI, double friction) {
    rv_cable_node nodes[] = {first, last};
    rv_cable_def def = touching(nodes, count - 1, EI, friction);
    def.segments.shape = shape;
    def.segments.shape_count = count;
    def.segments.drag.across = 1.2;
    def.segments.drag.density = 50.0;
    return cable_of(world, &def);
}

static void add_table(rv_world* world) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_PLANE;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &shape;
    def.shape_count = 1;
    CHECK(rv_body_is_valid(world, rv_body_create(world, &def)));
}

// contacts between rods that push
static int count_between(const rv_world* world) {
    int count = 0;
    for (int i = 0; i < world->rods.count; i++) {
        const rv_rod* rod = &world->rods.data[i];
        for (int k = 0; k < rod->contact_count; k++) {
            const rv_rod_contact* c = &rv_rod_contacts(world, rod)[k];
            count += c->touches && c->other >= 0 && c->partner != i;
        }
    }
    return count;
}

// --- what they keep ---

// two free threads across each other, one of which flies at the other
static rv_world* crossing(double friction, double speed) {
    rv_world* world = undamped_world(0.0);
    add_thread(world, free_at(vec(-0.5, 0.02, 0)), free_at(vec(0.5, 0.02, 0)), 50, friction);
    add_thread(world, free_at(vec(0.03, -0.5, 0.05)), free_at(vec(0.03, 0.5, 0.05)), 50, friction);
    const rv_rod* flies = &world->rods.data[1];
    for (int i = 0; i < flies->count; i++)
        rv_rod_velocities(world, flies)[i] = vec(0, 0, -speed);
    return world;
}

static void momenta(const rv_world* world, rv_vec3* P, rv_vec3* L) {
    *P = *L = vec(0, 0, 0);
    for (int i = 0; i < world->rod_v.count; i++) {
        rv_vec3 p = rv_vec3_scale(world->rod_v.data[i], world->rod_mass.data[i]);
        *P = rv_vec3_add(*P, p);
        *L = rv_vec3_add(*L, rv_vec3_cross(world->rod_x.data[i], p));
    }
}

TEST(rods_that_hit_each_other_keep_momentum_and_gain_no_energy) {
    const double speeds[] = {1.0, 10.0}, frictions[] = {0.0, 0.3};
    for (int k = 0; k < 4; k++) {
        double speed = speeds[k / 2], whole = 0.01 * speed; // 10 g
        rv_world* world = crossing(frictions[k % 2], speed);
        rv_vec3 P, L, P_before, L_before;
        momenta(world, &P_before, &L_before);
        double energy = 0.5 * 0.01 * speed * speed, first = 0.0;
        bool touched = false;
        for (int i = 0; i < 500; i++) {
            rod_run(world, H, 1);
            momenta(world, &P, &L);
            CHECK_NEAR(distance(P, P_before), 0.0, 1e-13 * whole);
            // arms are up to half a metre and the flight of half a second
            CHECK_NEAR(distance(L, L_before), 0.0, 1e-12 * whole);
            // told at the middle of steps, bending against motion: by 1e-4 it may come back
            CHECK(rv_world_energy(world).total < energy * (1.0 + 1e-4));
            touched |= count_between(world) > 0;
            first = rv_rod_velocities(world, &world->rods.data[0])[26].z;
            CHECK(rv_world_report(world).crossings_held == 0);
        }
        CHECK(touched && first != 0.0);
        rv_world_destroy(world);
    }
}

// At 100 m/s a step leads 20 diameters far.
TEST(a_thread_that_is_faster_than_its_distance_is_stopped_by_the_other) {
    rv_world* world = crossing(0.2, 100.0);
    rod_run(world, H, 200);
    rv_vec3 P, L;
    momenta(world, &P, &L);
    double own = 0.0;
    const rv_rod* hit = &world->rods.data[0];
    for (int i = 0; i < hit->count; i++)
        own += rv_rod_masses(world, hit)[i] * rv_rod_velocities(world, hit)[i].z;
    // the one that was hit has more than a quarter of what the other brought
    CHECK(own < -0.25 * 0.01 * 100.0);
    rv_world_destroy(world);
}

// The same threads, that may touch or not, pass by each other at some diameters: nothing else differs
// than that they share a block for a while.
TEST(a_bundle_comes_and_goes_without_a_trace) {
    rv_world* worlds[2];
    int met = 0, parted = 0;
    for (int w = 0; w < 2; w++) {
        worlds[w] = undamped_world(G);
        rv_cable_node nodes[2][2] = {
            {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(0.6, 0, -0.2))},
            {fixed_at(NO_BODY, vec(1, 3 * D, 0)), free_at(vec(0.4, 3 * D, -0.2))}};
        for (int k = 0; k < 2; k++) {
            rv_cable_def def = touching(nodes[k], 20, 1e-4, 0.3);
            def.segments.group = 1u << k;
            def.segments.mask = w == 0 ? UINT32_MAX : 1u << k;
            cable_of(worlds[w], &def);
        }
    }
    for (int i = 0; i < 1500; i++) {
        for (int w = 0; w < 2; w++)
            rod_run(worlds[w], H, 1);
        bool together = worlds[0]->rods.data[1].bundle == 0;
        met += together;
        parted += !together;
        CHECK(worlds[1]->rods.data[1].bundle == 1 && count_between(worlds[0]) == 0);
        // rounding, which swings that are not linear let grow
        for (int k = 0; k < worlds[0]->rod_x.count; k++)
            CHECK_NEAR(distance(worlds[0]->rod_x.data[k], worlds[1]->rod_x.data[k]), 0.0, 1e-8);
    }
    CHECK(met > 100 && parted > 100);
    for (int w = 0; w < 2; w++)
        rv_world_destroy(worlds[w]);
}

// Three rods between clamps, each twisted otherwise, that sag side by side: the twist of each is a term of
// its own in the one block.
TEST(twisted_rods_of_one_bundle_move_as_each_does_alone) {
    rv_world* worlds[2];
    for (int w = 0; w < 2; w++) {
        worlds[w] = undamped_world(G);
        for (int k = 0; k < 3; k++) {
            enum { N = 16 };
            rv_vec3 arc[N + 1];
            for (int i = 0; i <= N; i++) {
                double s = (double)i / N, bulge = rv_sin(RV_PI * s);
                arc[i] = vec(0.5 * s, 4.0 * D * k, -0.08 * bulge * bulge);
            }
            rv_cable_node nodes[] = {clamped_at(NO_BODY, arc[0]), clamped_at(NO_BODY, arc[N])};
            nodes[0].axis = nodes[1].axis = vec(1, 0, 0);
            rv_cable_def def = touching(nodes, N, 1e-4, 0.3);
            def.twist = 0.3 * (k + 1);
            def.segments.shape = arc;
            def.segments.shape_count = N + 1;
            def.segments.group = 1u << k;
            def.segments.mask = w == 0 ? UINT32_MAX : 1u << k;
            cable_of(worlds[w], &def);
        }
        rod_run(worlds[w], H, 100);
    }
    CHECK(worlds[0]->rods.data[2].bundle == 0 && worlds[1]->rods.data[2].bundle == 2);
    CHECK(count_between(worlds[0]) == 0);
    // twist has thrown the last one out of its plane, by far more than they may differ
    CHECK(fabs(worlds[0]->rod_x.data[2 * 17 + 4].y - 8.0 * D) > 1e-4);
    for (int k = 0; k < worlds[0]->rod_x.count; k++)
        CHECK_NEAR(distance(worlds[0]->rod_x.data[k], worlds[1]->rod_x.data[k]), 0.0, 1e-9);
    for (int w = 0; w < 2; w++)
        rv_world_destroy(worlds[w]);
}

// Where such rods touch, each term of twist acts on all others: the factor is that of the matrix, and its
// answers need no refinement.
TEST(twisted_rods_that_touch_are_solved_to_rounding) {
    enum { N = 16 };
    rv_world* world = default_world();
    for (int k = 0; k < 2; k++) {
        // two arcs hooked into each other, across
        rv_vec3 arc[N + 1], axis = k == 0 ? vec(1, 0, 0) : vec(0, 1, 0);
        for (int i = 0; i <= N; i++) {
            double s = (double)i / N, bulge = 0.08 * rv_sin(RV_PI * s) * rv_sin(RV_PI * s);
            arc[i] = rv_vec3_scale(axis, 0.3 * (s - 0.5));
            arc[i].z = k == 0 ? -bulge : 0.9 * D - 0.16 + bulge;
        }
        rv_cable_node nodes[] = {clamped_at(NO_BODY, arc[0]), clamped_at(NO_BODY, arc[N])};
        nodes[0].axis = nodes[1].axis = axis;
        rv_cable_def def = touching(nodes, N, 1e-4, 0.3);
        def.GJ = 1e-3;
        def.twist = 3.0;
        def.segments.shape = arc;
        def.segments.shape_count = N + 1;
        cable_of(world, &def);
    }
    double worst = 0.0;
    for (int i = 0; i < 200; i++) {
        rod_run(world, H, 1);
        worst = fmax(worst, rv_world_report(world).residual);
        CHECK(rv_world_report(world).refinements == 0);
    }
    CHECK(count_between(world) > 0);
    CHECK(worst > 0.0 && worst < 1e-11);
    rv_world_destroy(world);
}

TEST(rods_whose_groups_do_not_meet_pass_through_each_other) {
    rv_world* world = undamped_world(0.0);
    for (int k = 0; k < 2; k++) {
        rv_cable_node nodes[] = {free_at(k == 0 ? vec(-0.5, 0, 0) : vec(0, -0.5, 0.01)),
                                 free_at(k == 0 ? vec(0.5, 0, 0) : vec(0, 0.5, 0.01))};
        rv_cable_def def = touching(nodes, 20, 1e-4, 0.3);
        def.segments.group = 1u << k;
        def.segments.mask = 1u << k;
        cable_of(world, &def);
    }
    for (int i = 21; i < 42; i++)
        world->rod_v.data[i] = vec(0, 0, -1);
    rod_run(world, H, 100);
    for (int i = 0; i < 42; i++)
        CHECK_NEAR(world->rod_x.data[i].z, i < 21 ? 0.0 : -0.09, 1e-12);
    rv_world_destroy(world);
}

// --- what they carry ---

// A thin thread over a stiff thick one, which stands between two clamps along y, with weights on both of
// its ends: it holds up to e^(mu pi) (Euler 1762).
static double speed_over_thread(double mu, double ratio) {
    rv_world* world = default_world();
    rv_cable_node bar[] = {clamped_at(NO_BODY, vec(0, -0.1, 0)),
                           clamped_at(NO_BODY, vec(0, 0.1, 0))};
    bar[0].axis = bar[1].axis = vec(0, 1, 0);
    rv_cable_def def = touching(bar, 4, 1e3, mu);
    def.diameter = 0.038;
    def.mass_per_length = 1.0;
    cable_of(world, &def);
    enum { ARC = 40, SIDE = 20 };
    const double r = 0.02;
    rv_vec3 shape[ARC + 2 * SIDE + 1];
    for (int i = 0; i <= ARC; i++) {
        double a = RV_PI * i / ARC;
        shape[SIDE + i] = vec(-r * rv_cos(a), 0.001, r * rv_sin(a));
    }
    for (int i = 0; i < SIDE; i++) {
        shape[i] = vec(-r, 0.001, -0.1 * (SIDE - i) / SIDE);
        shape[SIDE + ARC + 1 + i] = vec(r, 0.001, -0.1 * (i + 1) / SIDE);
    }
    rv_body_id load[2];
    for (int k = 0; k < 2; k++) {
        load[k] = add_particle(world, k == 0 ? 0.1 : 0.1 * ratio, shape[k * (ARC + 2 * SIDE)]);
    }
    rv_cable_node ends[] = {fixed_at(load[0], vec(0, 0, 0)), fixed_at(load[1], vec(0, 0, 0))};
    def = touching(ends, ARC + 2 * SIDE, 1e-6, mu);
    def.diameter = 0.002;
    def.mass_per_length = 1e-3;
    def.segments.shape = shape;
    def.segments.shape_count = ARC + 2 * SIDE + 1;
    cable_of(world, &def);
    rod_run(world, H, 300);
    CHECK(rv_world_report(world).crossings_held == 0 && count_between(world) > 10);
    double speed = -rv_body_velocity(world, load[1]).z;
    rv_world_destroy(world);
    return speed;
}

TEST(a_thread_over_a_thread_slips_when_eulers_capstan_does) {
    const double mu = 0.3, most = exp(mu * RV_PI);
    // It creeps by what friction gives way at most; beyond, it is let go: a = g (R - most)/(R + most),
    // nearly, for 0.3 s.
    CHECK(fabs(speed_over_thread(mu, 0.95 * most)) < 2e-3);
    CHECK(speed_over_thread(mu, 1.1 * most) > 0.05);
    CHECK(speed_over_thread(0.0, 1.05) > 0.05);
}

// one end of a thread hangs in the bight of another, that hangs from two points
TEST(a_thread_that_hangs_in_another_is_carried_by_it) {
    rv_world* world = default_world();
    enum { N = 40 };
    rv_vec3 upper[N + 1], lower[N + 1];
    for (int i = 0; i <= N; i++) {
        double a = 2.0 * i / N - 1.0;
        upper[i] = vec(0.1 * a, 0, 0.2 * (a * a - 1.0));
        lower[i] = vec(0, 0.1 * a, -0.2 + D - 0.2 * a * a);
    }
    rv_cable_id holder = add_line(world, fixed_at(NO_BODY, upper[0]), fixed_at(NO_BODY, upper[N]),
                                  upper, N + 1, 1e-5, 0.3);
    rv_body_id load = add_particle(world, 0.2, lower[0]);
    rv_body_id other = add_particle(world, 0.2, lower[N]);
    rv_cable_id held = add_line(world, fixed_at(load, vec(0, 0, 0)), fixed_at(other, vec(0, 0, 0)),
                                lower, N + 1, 1e-5, 0.3);
    rod_run(world, H, 2000);
    double down = 0.0;
    for (int i = 0; i < 1000; i++) {
        rod_run(world, H, 1);
        for (int end = 0; end < 2; end++)
            down -= rv_cable_end_force(world, holder, end).z / 1000.0;
    }
    double weight =
        (0.4 + 0.01 * (rv_cable_length(world, holder) + rv_cable_length(world, held))) * G;
    // the mean over a second, in which it swings a little
    CHECK_NEAR(down, weight, 0.005 * weight);
    CHECK(count_between(world) > 0);
    CHECK(rv_world_energy(world).kinetic < 1e-3);
    rv_world_destroy(world);
}

// --- a square knot of two threads ---

static double smooth(double s) {
    s = fmin(1.0, fmax(0.0, s));
    return s * s * (3.0 - 2.0 * s);
}

// a point of the bight: legs that come from the left, wider towards its tip at x = c
static rv_vec3 bight(double x, double side) {
    const double a = 0.006, b = 0.018, c = 0.034, e = 0.004;
    double y = a + (b - a) * smooth((x + 0.5 * c) / c);
    double z = x < -c ? -e * smooth((x + 3.0 * c) / (2.0 * c)) : e * rv_cos(RV_PI * x / c);
    return vec(x, side * y, z);
}

// Two bights through each other: the one goes over the legs of the other at its tip and under them in
// the middle.
static void lay_bight(rv_vec3* points, int count, double standing, double tail) {
    enum { DENSE = 1000 };
    static rv_vec3 line[3 * DENSE];
    static double along[3 * DENSE];
    const double b = 0.018, c = 0.034, turn = c - b;
    int n = 0;
    for (int i = 0; i < DENSE; i++)
        line[n++] = bight(-standing + (standing + turn) * i / DENSE, 1.0);
    for (int i = 0; i <= DENSE / 2; i++) {
        double angle = RV_PI * i / (DENSE / 2), x = turn + b * rv_sin(angle);
        line[n++] = vec(x, b * rv_cos(angle), 0.004 * rv_cos(RV_PI * x / c));
    }
    for (int i = 1; i <= DENSE; i++)
        line[n++] = bight(turn - (tail + turn) * i / DENSE, -1.0);
    along[0] = 0.0;
    for (int i = 1; i < n; i++)
        along[i] = along[i - 1] + distance(line[i], line[i - 1]);
    for (int i = 0, k = 0; i < count; i++) {
        double s = along[n - 1] * i / (count - 1);
        while (k < n - 2 && along[k + 1] < s)
            k++;
        points[i] = rv_vec3_mul_add(line[k], (s - along[k]) / (along[k + 1] - along[k]),
                                    rv_vec3_sub(line[k + 1], line[k]));
    }
}

typedef struct joined {
    rv_world* world;
    rv_cable_id cables[2];
    rv_body_id load;
} joined;

static joined join_threads(double friction) {
    enum { N = 101 };
    joined j = {.world = undamped_world(0.0)};
    rv_vec3 points[2][N];
    lay_bight(points[0], N, 0.2, 0.15);
    for (int i = 0; i < N; i++)
        points[1][i] = vec(-points[0][i].x, points[0][i].y, -points[0][i].z);
    j.load = add_particle(j.world, 0.1, points[1][0]);
    rv_cable_node standing[] = {fixed_at(NO_BODY, points[0][0]), fixed_at(j.load, vec(0, 0, 0))};
    for (int k = 0; k < 2; k++)
        j.cables[k] =
            add_line(j.world, standing[k], free_at(points[k][N - 1]), points[k], N, 1e-5, friction);
    return j;
}

// its load grows to 1 N in half a second; returns how fast it goes in the end
static double pull_joined(const joined* j, long steps) {
    for (long i = 0; i < steps; i++) {
        rv_body_apply_force_at_center(j->world, j->load, vec(fmin(1.0, i * H / 0.5), 0, 0));
        rod_run(j->world, H, 1);
        CHECK(rv_world_report(j->world).crossings_held == 0);
    }
    return rv_body_velocity(j->world, j->load).x;
}

// A square knot holds where friction is more than 0.24 (Maddocks, Keller 1987).
TEST(a_square_knot_of_two_rods_holds_by_friction) {
    joined rough = join_threads(0.5), smooth_one = join_threads(0.0);
    if (TEST_IS_WATCHED) {
        pull_joined(&rough, 100);
        rv_world_destroy(rough.world);
        rv_world_destroy(smooth_one.world);
        return;
    }
    pull_joined(&rough, 1200);
    double at = rv_body_pose(rough.world, rough.load).position.x;
    CHECK(fabs(pull_joined(&rough, 800)) < 0.01);
    // it holds the load in its place: a thousandth of the threads' length
    CHECK_NEAR(rv_body_pose(rough.world, rough.load).position.x, at, 5e-4);
    for (int k = 0; k < 2; k++)
        CHECK_NEAR(rv_cable_largest_tension(rough.world, rough.cables[k]), 1.0, 0.05);
    // without friction it is drawn apart
    CHECK(pull_joined(&smooth_one, 1000) > 0.5);
    CHECK(rv_cable_largest_tension(smooth_one.world, smooth_one.cables[0]) < 0.1);
    rv_world_destroy(rough.world);
    rv_world_destroy(smooth_one.world);
}

// --- never through ---

// Two loops through each other, each held by two hands that are thrown about: how often the one winds
// about the other is kept.
TEST(hooked_rods_stay_hooked_while_they_are_thrown_about) {
    enum { N = 60 };
    rv_world* world = undamped_world(G);
    rv_body_id hands[2];
    rv_vec3 line[2][N + 1];
    rv_cable_id cables[2];
    for (int k = 0; k < 2; k++) {
        double side = k == 0 ? 1.0 : -1.0;
        hands[k] = add_kinematic(world, vec(0, 0, side * 0.2), vec(0, 0, 0));
        for (int i = 0; i <= N; i++) {
            double a = 2.0 * i / N - 1.0, y = 0.05 * a;
            double z = side * (0.22 * a * a - 0.02);
            line[k][i] = k == 0 ? vec(y, 0.001, z) : vec(0.001, y, z);
        }
        rv_vec3 at = vec(0, 0, side * 0.2);
        cables[k] =
            add_line(world, fixed_at(hands[k], rv_vec3_sub(line[k][0], at)),
                     fixed_at(hands[k], rv_vec3_sub(line[k][N], at)), line[k], N + 1, 1e-5, 0.2);
    }
    int before = rv_line_linking(line[0], N + 1, line[1], N + 1), random = 12345;
    CHECK(abs(before) == 1);
    for (int i = 0; i < (TEST_IS_WATCHED ? 300 : 2000); i++) {
        for (int k = 0; k < 2 && i % 25 == 0; k++) {
            rv_vec3 home = vec(0, 0, k == 0 ? 0.15 : -0.15);
            rv_vec3 back = rv_vec3_sub(home, rv_body_pose(world, hands[k]).position);
            double throw[3];
            for (int c = 0; c < 3; c++) {
                random = (int)((random * 1103515245u + 12345u) & 0x7fffffff);
                throw[c] = 4.0 * (random / (double)0x7fffffff - 0.5);
            }
            rv_body_set_velocity(world, hands[k], rv_vec3_mul_add(rv_vec3_load(throw), 20.0, back));
        }
        rod_run(world, H, 1);
        rod_line a = rod_read(world, cables[0]), b = rod_read(world, cables[1]);
        CHECK(rv_line_linking(a.at, a.count, b.at, b.count) == before);
    }
    rv_world_destroy(world);
}

// --- many ---

static void add_heap(rv_world* world, rv_vec3 at, int count, int edges) {
    for (int k = 0; k < count; k++) {
        double angle = 2.4 * k, c = 0.15 * rv_cos(angle), s = 0.15 * rv_sin(angle);
        double z = 0.03 + 0.02 * k, aside = 0.02 * rv_sin(3.0 * k);
        add_thread(world, free_at(rv_vec3_add(at, vec(-c + aside, -s, z))),
                   free_at(rv_vec3_add(at, vec(c + aside, s, z + 0.01))), edges, 0.3);
    }
}

TEST(a_heap_of_rods_comes_to_rest) {
    rv_world* world = default_world();
    add_table(world);
    add_heap(world, vec(0, 0, 0), 10, 16);
    rod_run(world, H, TEST_IS_WATCHED ? 200 : 2500);
    int held = 0;
    double push = 0.0, lowest = 1.0;
    uint64_t allocations = 0;
    for (int i = 0; i < (TEST_IS_WATCHED ? 100 : 500); i++) {
        rod_run(world, H, 1);
        held += rv_world_report(world).crossings_held;
        allocations += rv_world_report(world).allocations;
        for (int k = 0; k < world->rod_contacts.count; k++)
            if (world->rod_contacts.data[k].shape >= 0)
                push += world->rod_contacts.data[k].force / 500.0;
    }
    for (int i = 0; i < world->rod_x.count; i++)
        lowest = fmin(lowest, world->rod_x.data[i].z);
    double weight = 10 * 0.3 * 0.01 * G;
    CHECK(lowest > 0.45 * D && held == 0);
    if (TEST_IS_WATCHED) {
        rv_world_destroy(world);
        return;
    }
    CHECK_NEAR(push, weight, 2e-3 * weight);
    CHECK(allocations == 0);
    CHECK(count_between(world) >= 9);
    // of what it fell with, 3 mJ
    CHECK(rv_world_energy(world).kinetic < 1e-4 * weight * 0.1);
    rv_world_destroy(world);
}

static uint64_t hash_of_heaps(int threads) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    rv_world* world = world_of(&def);
    add_table(world);
    for (int k = 0; k < 3; k++)
        add_heap(world, vec(2.0 * k, 0, 0), 3 + k, 10);
    rod_run(world, H, TEST_IS_WATCHED ? 200 : 400);
    CHECK(count_between(world) > (TEST_IS_WATCHED ? 0 : 5));
    uint64_t hash = rv_world_hash(world);
    rv_world_destroy(world);
    return hash;
}

TEST(heaps_have_the_same_bits_on_one_and_on_four_threads) {
    CHECK(hash_of_heaps(1) == hash_of_heaps(4));
}

TEST(a_heap_goes_on_with_the_same_bits_from_a_snapshot) {
    rv_world* world = default_world();
    add_table(world);
    add_heap(world, vec(0, 0, 0), 4, 10);
    rod_run(world, H, 200);
    CHECK(count_between(world) > 0);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* snapshot = malloc(bytes);
    CHECK(snapshot != NULL && rv_world_save(world, snapshot, bytes) == bytes);
    rod_run(world, H, 100);
    uint64_t hash = rv_world_hash(world);
    CHECK(rv_world_restore(world, snapshot, bytes));
    rod_run(world, H, 100);
    CHECK(rv_world_hash(world) == hash);
    free(snapshot);
    rv_world_destroy(world);
}

TEST(a_thread_may_be_taken_out_of_a_heap) {
    rv_world* world = default_world();
    add_table(world);
    add_heap(world, vec(0, 0, 0), 3, 10);
    rv_cable_id middle =
        add_thread(world, free_at(vec(-0.1, 0.01, 0.2)), free_at(vec(0.1, 0.01, 0.2)), 12, 0.3);
    add_heap(world, vec(0.01, 0, 0.2), 3, 10);
    rod_run(world, H, 500);
    CHECK(count_between(world) > 3);
    rv_cable_destroy(world, middle);
    CHECK(world->rods.count == 6);
    for (int i = 0; i < world->rods.count; i++)
        for (int k = 0; k < world->rods.data[i].contact_count; k++) {
            const rv_rod_contact* c = &rv_rod_contacts(world, &world->rods.data[i])[k];
            CHECK(c->other < 0 || (c->partner >= i && c->partner < 6));
        }
    rod_run(world, H, 500);
    CHECK(rv_world_report(world).status == RV_STATUS_OK && count_between(world) > 3);
    rv_world_destroy(world);
}

// Threads that hang from one point are no wider there than one: they do not push each other away from
// where they are held.
TEST(rods_that_are_held_in_one_point_hang_quietly) {
    rv_world* world = default_world();
    rv_cable_id cables[2];
    for (int k = 0; k < 2; k++) {
        double side = k == 0 ? -0.02 : 0.02;
        rv_body_id load = add_particle(world, 0.1, vec(side, 0, -0.3));
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        rv_cable_def def = touching(nodes, 30, 1e-5, 0.3);
        def.segments.drag.across = 1.2;
        def.segments.drag.density = 1000.0;
        cables[k] = cable_of(world, &def);
    }
    rod_run(world, H, 4000);
    rod_line a = rod_read(world, cables[0]), b = rod_read(world, cables[1]);
    // they lie beside each other from where they can on: not nearer than they are thick
    for (int i = 2; i <= 30; i++)
        CHECK(distance(a.at[i], b.at[i]) > 0.98 * D && distance(a.at[i], b.at[i]) < 3.0 * D);
    CHECK(count_between(world) > 0);
    for (int k = 0; k < 2; k++)
        CHECK_NEAR(rv_cable_largest_tension(world, cables[k]), 0.103 * G, 0.01 * G);
    CHECK(rv_world_energy(world).kinetic < 1e-6);
    CHECK(rv_world_report(world).status == RV_STATUS_OK);
    rv_world_destroy(world);
}
