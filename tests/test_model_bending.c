// The law of bending alone: its curve, its layers, and what a step makes of them, against closed
// forms.
#include "model/bending.h"
#include "world_fixture.h"

static const rv_cable_bend_point CURVE[] = {{0.5, 2.0}, {1.5, 4.0}, {2.0, 7.0}};
static const rv_cable_bend_layer LAYERS[] = {{30.0, 6.0, 0.0}, {10.0, 4.0, 0.0}};

static rv_bend_law law_of(int points, int layers) {
    rv_cable_bend_law def = {points > 0 ? CURVE : NULL, points, layers > 0 ? LAYERS : NULL, layers};
    return rv_bend_law_of(&def, 5.0);
}

// slopes 4, 2, 6 and on
TEST(a_curve_is_straight_between_its_points_and_beyond) {
    rv_bend_law law = law_of(3, 0);
    CHECK_NEAR(rv_bend_curve_moment(&law, 0.25), 1.0, 1e-15);
    CHECK_NEAR(rv_bend_curve_moment(&law, 1.0), 3.0, 1e-15);
    CHECK_NEAR(rv_bend_curve_moment(&law, 3.0), 13.0, 1e-14);
    CHECK_NEAR(rv_bend_curve_energy(&law, 1.0), 0.5 + 0.5 * 5.0 * 0.5, 1e-15);
    CHECK_NEAR(rv_bend_curve_energy(&law, 3.0), 0.5 + 3.0 + 2.75 + 10.0, 1e-14);
    CHECK_NEAR(rv_bend_curve_slope(&law, 0.0, 0.4), 4.0, 1e-15);
    CHECK_NEAR(rv_bend_curve_slope(&law, 1.2, 0.6), 2.0, 1e-15);
    CHECK_NEAR(rv_bend_curve_slope(&law, 0.1, 5.0), 6.0, 1e-15);
    CHECK_NEAR(rv_bend_stiffness(&law), 4.0, 1e-15);
}

// one step to k, taken as a solver that has converged takes it
static rv_bend_done step_to(const rv_bend_law* law, rv_bend_slid* slid, rv_bend2* at, rv_bend2 k) {
    rv_bend_secant secant = rv_bend_secant_at(law, slid, *at, k, 0.0);
    CHECK_NEAR(rv_bend_secant_error(law, slid, &secant, k), 0.0, 1e-14);
    *at = k;
    return rv_bend_slide(law, slid, &secant, k);
}

// A loop between -a and a: each layer slips over 2 (a - M/B) twice with M. The first quarter is EI
// k + min (B k, M); on the way back slips begin after 2 M/B (Masing: the same curve at twice its
// size).
TEST(loops_have_the_area_and_the_shape_of_masing) {
    const double a = 0.7;
    rv_bend_law law = law_of(0, 2);
    rv_bend_slid slid = {0};
    rv_bend2 at = {0};
    double heat = 0.0, expected = 0.0;
    for (int i = 1; i <= 40; i++)
        step_to(&law, &slid, &at, (rv_bend2){0.0, a * i / 40});
    CHECK_NEAR(rv_bend_moment(&law, &slid, at).z, 5.0 * a + 6.0 + 4.0, 1e-13);
    for (int i = 1; i <= 160; i++) {
        double k = i <= 80 ? a - 2.0 * a * i / 80 : -a + 2.0 * a * (i - 80) / 80;
        heat += step_to(&law, &slid, &at, (rv_bend2){0.0, k}).heat;
        double u = a - k; // by which it has gone back
        double back = 5.0 * u + 2.0 * fmin(30.0 * 0.5 * u, 6.0) + 2.0 * fmin(10.0 * 0.5 * u, 4.0);
        if (i <= 80)
            CHECK_NEAR(rv_bend_moment(&law, &slid, at).z, 5.0 * a + 10.0 - back, 1e-12);
    }
    for (int j = 0; j < 2; j++)
        expected += 4.0 * LAYERS[j].slip_moment * (a - LAYERS[j].slip_moment / LAYERS[j].EI);
    CHECK_NEAR(heat, expected, 1e-12 * expected);
    CHECK_NEAR(rv_bend_moment(&law, &slid, at).z, 5.0 * a + 10.0, 1e-12);
}

// a path of two turned by an angle gives moments turned alike, and the same heat
TEST(friction_is_the_same_in_all_directions) {
    rv_bend_law law = law_of(3, 2);
    rv_bend_slid slid[2] = {0};
    rv_bend2 at[2] = {0};
    fixture_random random = {7};
    double c = 0.6, s = 0.8, heat = 0.0;
    for (int i = 0; i < 200; i++) {
        rv_bend2 k = {random_in(&random, -2, 2), random_in(&random, -2, 2)};
        rv_bend_done a = step_to(&law, &slid[0], &at[0], k);
        rv_bend_done b =
            step_to(&law, &slid[1], &at[1], (rv_bend2){c * k.y - s * k.z, s * k.y + c * k.z});
        CHECK_NEAR(a.heat, b.heat, 1e-12);
        rv_bend2 m = rv_bend_moment(&law, &slid[0], at[0]),
                 n = rv_bend_moment(&law, &slid[1], at[1]);
        CHECK_NEAR(n.y, c * m.y - s * m.z, 1e-11);
        CHECK_NEAR(n.z, s * m.y + c * m.z, 1e-11);
        heat += a.heat;
    }
    CHECK(heat > 100.0);
}

// Whatever curvature was expected, converged or not: what layers store and lose is no more than
// what the affine moments took, and none of them bears more than its slip moment.
TEST(layers_never_give_more_than_was_put_in) {
    rv_bend_law law = law_of(0, 2);
    rv_bend_slid slid = {0};
    rv_bend2 k = {0};
    fixture_random random = {11};
    int lost = 0;
    for (int i = 0; i < 5000; i++) {
        rv_bend2 to = {random_in(&random, -1, 1), random_in(&random, -1, 1)};
        rv_bend2 expected = {random_in(&random, -1, 1), random_in(&random, -1, 1)};
        rv_bend_secant secant = rv_bend_secant_at(&law, &slid, k, expected, 0.0);
        rv_bend2 m = rv_bend_secant_moment(&law, &slid, &secant, to);
        // the elastic part is EI k at both ends of the step
        m.y -= 5.0 * to.y, m.z -= 5.0 * to.z;
        double work = m.y * (to.y - k.y) + m.z * (to.z - k.z);
        double before = rv_bend_energy(&law, &slid, k)
                        - rv_bend_curve_energy(&law, sqrt(k.y * k.y + k.z * k.z));
        rv_bend_done done = rv_bend_slide(&law, &slid, &secant, to);
        double size = sqrt(to.y * to.y + to.z * to.z);
        double after = rv_bend_energy(&law, &slid, to) - rv_bend_curve_energy(&law, size);
        CHECK(after - before <= work + 1e-12);
        CHECK(done.heat >= 0.0);
        lost += done.heat > 0.0;
        for (int j = 0; j < 2; j++) {
            rv_bend2 bears = rv_bend_layer_moment(&law, &slid, j, to);
            CHECK(sqrt(bears.y * bears.y + bears.z * bears.z)
                  <= LAYERS[j].slip_moment * (1.0 + 1e-12));
        }
        k = to;
    }
    CHECK(lost > 1000);
}

// Solved anew about what was found, the affine law becomes the law: a mass on the curve and the
// layers.
TEST(passes_find_the_law) {
    rv_bend_law law = law_of(3, 2);
    fixture_random random = {13};
    for (int i = 0; i < 500; i++) {
        rv_bend_slid slid = {0};
        rv_bend2 from = {0}, expected = {0};
        double pull[2] = {random_in(&random, -30, 30), random_in(&random, -30, 30)};
        double inertia = pow(10.0, random_in(&random, -1, 2)), error = 1.0;
        int pass = 0;
        for (; pass < 60 && error > 1e-3; pass++) {
            rv_bend_secant secant = rv_bend_secant_at(&law, &slid, from, expected, 0.0);
            from = expected;
            // inertia k + A(k) = pull
            rv_bend2 zero = rv_bend_secant_moment(&law, &slid, &secant, (rv_bend2){0}),
                     D = rv_bend_secant_stiffness(&law, &secant);
            expected.y = (pull[0] - zero.y) / (inertia + D.y);
            expected.z = (pull[1] - zero.z) / (inertia + D.z);
            error = rv_bend_secant_error(&law, &slid, &secant, expected);
        }
        CHECK(pass < 60);
    }
}

// 3 N m and 2 mm of arm: 5 N m under 1 kN, and what it stores when tension falls is lost
TEST(layers_slip_later_under_tension) {
    const rv_cable_bend_layer layer = {100.0, 3.0, 0.002};
    rv_cable_bend_law def = {.layers = &layer, .layer_count = 1};
    rv_bend_law law = rv_bend_law_of(&def, 1.0);
    CHECK_NEAR(rv_bend_slip(&layer, 1000.0), 5.0, 1e-15);
    CHECK_NEAR(rv_bend_slip(&layer, -1000.0), 3.0, 1e-15);
    rv_bend_slid slid = {0};
    rv_bend2 k = {0.05, 0.0};
    CHECK(rv_bend_relax(&law, &slid, k, 1000.0) == 0.0);
    CHECK_NEAR(rv_bend_moment(&law, &slid, k).y, 5.05, 1e-14);
    CHECK_NEAR(rv_bend_relax(&law, &slid, k, 0.0), 0.5 * (25.0 - 9.0) / 100.0, 1e-14);
    CHECK_NEAR(rv_bend_moment(&law, &slid, k).y, 3.05, 1e-14);
}
