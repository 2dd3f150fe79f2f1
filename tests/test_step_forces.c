// The gyroscopic step of free bodies: slender ones, which have a step of their own, against the
// exact motion of a symmetric top and against its invariants.
#include "world_fixture.h"

static const double H = 1.0 / 60.0;

// a rod along x with this moment about its axis and 1 across it, spinning freely
static rv_world* rod_world(double along, double stray, rv_vec3 spin, rv_body_id* rod) {
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, 0);
    rv_world* world = world_of(&def);
    rv_body_def body = rv_body_def_default();
    body.mass = 1.0;
    body.inertia = rv_mat3_diagonal(along, 1.0, 1.0 + stray);
    body.angular_velocity = spin;
    *rod = rv_body_create(world, &body);
    return world;
}

static rv_vec3 angular_momentum(const rv_world* world, rv_body_id rod, double along) {
    rv_mat3 R = rv_quat_to_mat3(rv_body_pose(world, rod).rotation);
    rv_vec3 w = rv_mat3_apply_transpose(R, rv_body_angular_velocity(world, rod));
    return rv_mat3_apply(R, vec(along * w.x, w.y, w.z));
}

TEST(a_slender_rod_keeps_energy_and_momentum) {
    for (int k = 0; k < 4; k++) {
        const double along = (double[]){1e-1, 1e-3, 1e-5, 1e-2}[k];
        const rv_vec3 spin = (rv_vec3[]){{3, 2, -1}, {20, 1, 0.5}, {40, 3, 2}, {-0.1, 30, 10}}[k];
        const double tolerance = (double[]){1e-12, 1e-11, 1e-9, 1e-12}[k];
        rv_body_id rod;
        rv_world* world = rod_world(along, 0.0, spin, &rod);
        rv_vec3 L = angular_momentum(world, rod, along);
        double energy = 0.5 * (along * spin.x * spin.x + spin.y * spin.y + spin.z * spin.z),
               worst = 0.0;
        for (int i = 0; i < 10000; i++) {
            CHECK(rv_world_step(world, H) == RV_STATUS_OK);
            rv_vec3 off = rv_vec3_sub(angular_momentum(world, rod, along), L);
            worst = fmax(worst, rv_vec3_length(off) / rv_vec3_length(L));
            worst = fmax(worst, fabs(rv_world_energy(world).kinetic / energy - 1.0));
        }
        // 1e4 steps of rounding; that of a fast spin about the axis, which carries next to nothing,
        // lands across it
        CHECK_NEAR(worst, 0.0, tolerance);
        rv_world_destroy(world);
    }
}

// a moment that is off by the last bit takes the way of any other body: the same equation, solved
// otherwise
TEST(a_slender_rod_moves_as_any_body_does) {
    for (int k = 0; k < 3; k++) {
        const rv_vec3 spin = (rv_vec3[]){{3, 2, -1}, {50, 1, 0.5}, {-9, 10, 20}}[k];
        rv_body_id rod[2];
        rv_world* world[2] = {rod_world(1e-3, 0.0, spin, &rod[0]),
                              rod_world(1e-3, 4e-16, spin, &rod[1])};
        for (int i = 0; i < 100; i++)
            for (int w = 0; w < 2; w++)
                CHECK(rv_world_step(world[w], H) == RV_STATUS_OK);
        rv_vec3 a = rv_body_angular_velocity(world[0], rod[0]);
        rv_vec3 b = rv_body_angular_velocity(world[1], rod[1]);
        // a hundred steps of rounding
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(a, b)) / rv_vec3_length(a), 0.0, 1e-11);
        rv_world_destroy(world[0]);
        rv_world_destroy(world[1]);
    }
}

// The axis of a free symmetric top precesses about its momentum L at |L|/I_across (Landau,
// Lifshitz, Mechanics, section 33).
TEST(a_slender_rod_precesses_at_its_momentum_over_its_moment_across) {
    const double along = 1e-2;
    double error[2];
    for (int fine = 0; fine < 2; fine++) {
        double h = fine ? 0.25 * H : H;
        rv_body_id rod;
        rv_world* world = rod_world(along, 0.0, vec(5, 1.0, 0), &rod);
        rv_vec3 L = angular_momentum(world, rod, along);
        rv_vec3 axis = rv_vec3_normalize(L), x = {1, 0, 0};
        int steps = (int)(1.0 / h + 0.5);
        for (int i = 0; i < steps; i++)
            rv_world_step(world, h);
        double turn = rv_vec3_length(L); // in a second, I_across = 1
        rv_quat q = rv_quat_exp(rv_vec3_scale(axis, turn));
        rv_vec3 expected = rv_quat_rotate(q, x);
        rv_vec3 found = rv_quat_rotate(rv_body_pose(world, rod).rotation, x);
        error[fine] = rv_vec3_length(rv_vec3_sub(found, expected));
        rv_world_destroy(world);
    }
    CHECK_NEAR(error[0], 0.0, 2e-3);
    // of second order
    CHECK_NEAR(error[0] / error[1], 16.0, 1.0);
}

// L' = L + h t in every step, about any axis, of bodies that tumble and of a slender one
TEST(a_torque_changes_the_momentum_of_a_tumbling_body_by_itself) {
    for (int k = 0; k < 3; k++) {
        const double along = (double[]){0.3, 1e-2, 2.0}[k], stray = (double[]){0.7, 0.0, -0.5}[k];
        rv_body_id rod;
        rv_world* world = rod_world(along, stray, vec(5, -2, 3), &rod);
        rv_vec3 L = vec(along * 5.0, -2.0, (1.0 + stray) * 3.0);
        double worst = 0.0;
        for (int i = 0; i < 1000; i++) {
            rv_vec3 torque = vec(sin(0.7 * i), cos(0.3 * i), i % 3 - 1.0);
            rv_body_apply_torque(world, rod, torque);
            CHECK(rv_world_step(world, H) == RV_STATUS_OK);
            L = rv_vec3_mul_add(L, H, torque);
            rv_mat3 R = rv_quat_to_mat3(rv_body_pose(world, rod).rotation);
            rv_vec3 w = rv_mat3_apply_transpose(R, rv_body_angular_velocity(world, rod));
            rv_vec3 now = rv_mat3_apply(R, vec(along * w.x, w.y, (1.0 + stray) * w.z));
            worst = fmax(worst, rv_vec3_length(rv_vec3_sub(now, L)) / rv_vec3_length(L));
        }
        CHECK_NEAR(worst, 0.0, 1e-11); // rounding of 1000 steps
        rv_world_destroy(world);
    }
}
