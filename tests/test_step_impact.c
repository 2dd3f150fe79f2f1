// Impacts, against textbook bounces: heights, times, cradles, momenta and energies.
#include "contact_fixture.h"

static const double H = 1.0 / 60.0;
static const double G = 9.81;

static rv_material bouncy(double restitution, double friction) {
    rv_material material = rough(friction);
    material.restitution = restitution;
    return material;
}

// the heights of the first tops above `radius`; the top of a parabola through the step's states
static int find_tops(rv_world* world, rv_body_id ball, double radius, double* tops, int most) {
    int count = 0;
    double before = rv_body_velocity(world, ball).z;
    for (int i = 0; i < 1200 && count < most; i++) {
        rv_world_step(world, H);
        double v = rv_body_velocity(world, ball).z, z = rv_body_center(world, ball).z - radius;
        // the velocity belongs to the middle of the step
        double now = v - 0.5 * G * H;
        if (before > 0.0 && v <= 0.0)
            tops[count++] = z + now * now / (2.0 * G);
        before = v;
    }
    return count;
}

TEST(a_dropped_ball_bounces_to_e_squared_of_its_height_each_time) {
    static const double E[] = {0.9, 0.7, 0.5};
    for (int k = 0; k < 3; k++) {
        rv_world* world = default_world();
        add_floor(world, bouncy(E[k], 0.0));
        rv_body_id ball = add_sphere(world, 0.1, bouncy(E[k], 0.0), at(0, 0, 1.1));
        double tops[3], expected = 1.0;
        CHECK(find_tops(world, ball, 0.1, tops, 3) == 3);
        for (int i = 0; i < 3; i++) {
            expected *= E[k] * E[k];
            // a fall from rest starts half a step late: g h/2 = 0.08 m/s of 4.4 m/s and of less
            // with every bounce
            CHECK_NEAR(tops[i] / expected, 1.0, 0.02);
        }
        rv_world_destroy(world);
    }
}

TEST(a_perfect_ball_keeps_its_height_for_a_hundred_bounces) {
    rv_world* world = default_world();
    add_floor(world, bouncy(1.0, 0.0));
    rv_body_id ball = add_sphere(world, 0.1, bouncy(1.0, 0.0), at(0, 0, 1.1));
    double tops[100];
    int count = 0;
    for (int part = 0; part < 10; part++)
        count += find_tops(world, ball, 0.1, tops + count, 10);
    CHECK(count == 100);
    for (int i = 0; i < count; i++)
        CHECK_NEAR(tops[i], 1.0, 0.02);
    rv_world_destroy(world);
}

TEST(a_ball_without_restitution_stays_and_slow_ones_do_not_bounce) {
    rv_world* world = default_world();
    add_floor(world, bouncy(0.0, 0.0));
    rv_body_id dead = add_sphere(world, 0.1, bouncy(1.0, 0.0), at(0, 0, 0.6)); // sqrt(0 * 1) = 0
    double highest = 0.0;
    run_steps(world, H, 30);
    for (int i = 0; i < 60; i++) {
        run_steps(world, H, 1);
        highest = fmax(highest, rv_body_center(world, dead).z - 0.1);
    }
    CHECK(highest < 1e-6 && rv_world_report(world).impacts == 0);
    rv_world_destroy(world);
    // 0.04 m/s is slower than bounce_speed
    world = weightless_world();
    add_floor(world, bouncy(1.0, 0.0));
    rv_body_id slow = add_sphere(world, 0.1, bouncy(1.0, 0.0), at(0, 0, 0.12));
    rv_body_id fast = add_sphere(world, 0.1, bouncy(1.0, 0.0), at(1, 0, 0.12));
    rv_body_set_velocity(world, slow, vec(0, 0, -0.04));
    rv_body_set_velocity(world, fast, vec(0, 0, -0.06));
    run_steps(world, H, 60);
    CHECK_NEAR(rv_body_velocity(world, slow).z, 0.0, 1e-8);
    CHECK_NEAR(rv_body_velocity(world, fast).z, 0.06, 1e-8);
    rv_world_destroy(world);
}

// v1' = v1 - (1 + e) m2/(m1 + m2) v1, v2' = (1 + e) m1/(m1 + m2) v1
TEST(two_balls_exchange_speed_as_their_masses_and_restitution_say) {
    static const double E[] = {1.0, 0.6, 0.2}, RADIUS[] = {0.05, 0.1, 0.2};
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < 3; r++) {
            rv_world* world = weightless_world();
            rv_body_id a = add_sphere(world, 0.1, bouncy(E[k], 0.3), at(0, 0, 0));
            rv_body_id b = add_sphere(world, RADIUS[r], bouncy(E[k], 0.3), at(1, 0, 0));
            double ma = rv_body_mass_properties(world, a).mass;
            double mb = rv_body_mass_properties(world, b).mass;
            rv_body_set_velocity(world, a, vec(2, 0, 0));
            run_steps(world, H, 60);
            CHECK_NEAR(rv_body_velocity(world, a).x, 2.0 - (1.0 + E[k]) * mb / (ma + mb) * 2.0,
                       1e-7);
            CHECK_NEAR(rv_body_velocity(world, b).x, (1.0 + E[k]) * ma / (ma + mb) * 2.0, 1e-7);
            // and they are where two balls that met in the middle of a step would be
            double meet = (1.0 - 0.1 - RADIUS[r]) / 2.0;
            double where = 2.0 * meet + (1.0 - meet) * rv_body_velocity(world, a).x;
            CHECK_NEAR(rv_body_center(world, a).x, where, 1e-6);
            rv_world_destroy(world);
        }
}

TEST(a_blow_is_handed_on_through_a_row_of_balls_that_touch) {
    enum { COUNT = 5 };
    rv_world* world = weightless_world();
    rv_body_id balls[COUNT];
    for (int i = 0; i < COUNT; i++)
        balls[i] = add_sphere(world, 0.1, bouncy(1.0, 0.0), at(i == 0 ? -0.5 : 0.2 * i, 0, 0));
    rv_body_set_velocity(world, balls[0], vec(1, 0, 0));
    run_steps(world, H, 60);
    for (int i = 0; i < COUNT; i++)
        CHECK_NEAR(rv_body_velocity(world, balls[i]).x, i == COUNT - 1 ? 1.0 : 0.0, 1e-6);
    rv_world_destroy(world);
}

// Five pendulums; one let go from the side. The energy is that of the one; each blow hands it on.
TEST(a_cradle_swings_one_ball_out_on_the_other_side) {
    enum { COUNT = 5 };
    static const double ANGLE = 0.5;
    rv_world_def def = rv_world_def_default();
    def.sleep.enabled = false;
    rv_world* world = world_of(&def);
    rv_body_id balls[COUNT];
    for (int i = 0; i < COUNT; i++) {
        balls[i] = add_sphere(world, 0.1, bouncy(1.0, 0.0), at(0.2 * i, 0, 0));
        add_distance(world, NO_BODY, balls[i], vec(0.2 * i, 0, 1), vec(0.2 * i, 0, 0));
    }
    rv_body_set_pose(world, balls[0], at(-sin(ANGLE), 0, 1.0 - cos(ANGLE)));
    double energy = NAN, highest = 0.0, others = 0.0;
    // a quarter of the period of 2 pi sqrt(l/g) (1 + angle^2/16) each way
    int half = (int)(RV_PI / sqrt(G) * (1.0 + ANGLE * ANGLE / 16.0) / H);
    for (int i = 0; i < half; i++) {
        run_steps(world, H, 1);
        if (i == 0)
            energy = rv_world_energy(world).total;
        if (i > half * 6 / 10) {
            highest = fmax(highest, rv_body_center(world, balls[COUNT - 1]).z);
            for (int k = 0; k < COUNT - 1; k++)
                others = fmax(others, fabs(rv_body_velocity(world, balls[k]).x));
        }
    }
    CHECK_NEAR(highest, 1.0 - cos(ANGLE), 0.01 * (1.0 - cos(ANGLE)));
    CHECK(others < 0.02); // of 1.54 m/s
    CHECK_NEAR(rv_world_energy(world).total, energy, 0.01 * energy);
    rv_world_destroy(world);
}

static rv_vec3 angular_momentum(const rv_world* world, rv_body_id body) {
    rv_mass_properties p = rv_body_mass_properties(world, body);
    rv_vec3 spin = rv_vec3_scale(rv_body_angular_velocity(world, body), p.inertia.m[0][0]);
    rv_vec3 mv = rv_vec3_scale(rv_body_velocity(world, body), p.mass);
    return rv_vec3_add(spin, rv_vec3_cross(rv_body_center(world, body), mv));
}

// spheres: their inertia is a number
TEST(an_oblique_bounce_of_free_spheres_keeps_their_momenta) {
    fixture_random random = {9};
    for (int trial = 0; trial < 40; trial++) {
        rv_world* world = weightless_world();
        rv_material material = bouncy(0.8, trial % 2 == 0 ? 0.0 : 0.4);
        rv_body_id a = add_sphere(world, 0.1, material, at(0, 0, 0));
        rv_body_id b = add_sphere(world, random_in(&random, 0.05, 0.2), material,
                                  at(0.5, random_in(&random, -0.08, 0.08), 0.03));
        double ma = rv_body_mass_properties(world, a).mass;
        double mb = rv_body_mass_properties(world, b).mass;
        rv_body_set_velocity(world, a, vec(random_in(&random, 1, 4), 0, 0));
        rv_body_set_angular_velocity(world, b, random_vec(&random, 5.0));
        rv_vec3 p = rv_vec3_scale(rv_body_velocity(world, a), ma);
        rv_vec3 L = rv_vec3_add(angular_momentum(world, a), angular_momentum(world, b));
        run_steps(world, H, 40);
        rv_vec3 after = rv_vec3_mul_add(rv_vec3_scale(rv_body_velocity(world, a), ma), mb,
                                        rv_body_velocity(world, b));
        CHECK(rv_body_velocity(world, b).x > 0.1);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(after, p)), 0.0, 1e-12 * rv_vec3_length(p));
        rv_vec3 L_after = rv_vec3_add(angular_momentum(world, a), angular_momentum(world, b));
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(L_after, L)), 0.0, 1e-12 * rv_vec3_length(p));
        rv_world_destroy(world);
    }
}

TEST(a_spinning_ball_bounces_with_friction_as_coulomb_says) {
    // sliding all through the impact: dv_x = mu (1 + e) |v_z|, w r changes by 5/2 of that
    static const double MU = 0.1, E = 0.7;
    rv_world* world = weightless_world();
    add_floor(world, bouncy(E, MU));
    rv_body_id ball = add_sphere(world, 0.1, bouncy(E, MU), at(0, 0, 0.5));
    rv_body_set_velocity(world, ball, vec(2, 0, -3));
    run_steps(world, H, 30);
    double change = MU * (1.0 + E) * 3.0;
    CHECK_NEAR(rv_body_velocity(world, ball).z, E * 3.0, 1e-7);
    CHECK_NEAR(rv_body_velocity(world, ball).x, 2.0 - change, 1e-6);
    CHECK_NEAR(rv_body_angular_velocity(world, ball).y * 0.1, 2.5 * change, 1e-6);
    rv_world_destroy(world);
}

// whatever the phase of the step at which it arrives
TEST(a_ball_without_friction_gets_no_spin_from_an_oblique_impact) {
    for (int k = 0; k < 8; k++)
        for (int bounces = 0; bounces < 2; bounces++) {
            rv_world* world = weightless_world();
            add_floor(world, bouncy(bounces ? 0.8 : 0.0, 0.0));
            rv_body_id ball =
                add_sphere(world, 0.1, bouncy(bounces ? 0.8 : 0.0, 0.0), at(0, 0, 0.5 + 0.01 * k));
            rv_body_set_velocity(world, ball, vec(4, 0, -4));
            run_steps(world, H, 20);
            CHECK_NEAR(rv_body_velocity(world, ball).x, 4.0, 1e-9);
            CHECK_NEAR(rv_body_velocity(world, ball).z, bounces ? 3.2 : 0.0, 1e-6);
            CHECK_NEAR(rv_vec3_length(rv_body_angular_velocity(world, ball)), 0.0, 1e-9);
            rv_world_destroy(world);
        }
}

TEST(the_report_counts_impacts_and_the_contact_carries_their_force) {
    rv_world* world = weightless_world();
    rv_body_id floor = add_floor(world, bouncy(0.5, 0.0));
    rv_body_id ball = add_sphere(world, 0.1, bouncy(0.5, 0.0), at(0, 0, 0.155));
    double mass = rv_body_mass_properties(world, ball).mass;
    rv_body_set_velocity(world, ball, vec(0, 0, -3));
    int step = 0;
    for (; step < 10 && rv_world_report(world).impacts == 0; step++)
        run_steps(world, H, 1);
    CHECK(step == 2); // 5.5 cm at 5 cm per step
    rv_contact contact = rv_world_contact(world, find_contact(world, floor, ball));
    CHECK(contact.state == RV_CONTACT_BEGAN && contact.point_count == 1);
    CHECK_NEAR(rv_vec3_length(contact.force) * H, mass * 4.5, 1e-6 * mass);
    run_steps(world, H, 1);
    CHECK(rv_world_report(world).impacts == 0);
    CHECK(rv_world_contact(world, 0).state == RV_CONTACT_ENDED);
    rv_world_destroy(world);
}
