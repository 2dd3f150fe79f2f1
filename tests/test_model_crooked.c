// Straight cables of segments and rods that are pressed: they buckle, as real ones do, and push no harder
// than a column does (Euler 1744).
#include "model/crooked.h"
#include "rod_fixture.h"

static const rv_cable_model MODELS[] = {RV_CABLE_SEGMENTS, RV_CABLE_ROD};

typedef struct column {
    rv_cable_model model;
    int count, clamps;
    double length, EI, EA, per_length, gravity;
} column;

// largest |compression| at the fixed end over the last fifth of a slow push by 2 % of its length
static double push(const column* c, double* aside) {
    double h = 1e-3;
    rv_world* world = undamped_world(c->gravity);
    rv_body_id hand = add_kinematic(world, vec(0, 0, c->length), vec(0, 0, 0));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(hand, vec(0, 0, 0))};
    nodes[0].clamped = c->clamps > 0;
    nodes[1].clamped = c->clamps > 1;
    rv_cable_def def = rod_def(nodes, c->count, c->EI);
    def.model = c->model;
    def.EA = c->EA;
    def.GJ = 0.0;
    def.mass_per_length = c->per_length;
    def.damping = 0.01 * c->EA;
    // half of critical, of the first mode: 2 zeta sqrt(EI rho) L/pi, and air for what has no stiffness
    def.segments.bend_damping = c->EI > 0.0 ? sqrt(c->EI * c->per_length) * c->length / RV_PI : 0.0;
    def.segments.drag.across = def.segments.drag.along = 1.0;
    def.segments.drag.density = 1000.0;
    rv_cable_id cable = cable_of(world, &def);
    double most = 0.0;
    for (int i = 0; i < 10000; i++) {
        rv_body_set_velocity(world, hand, vec(0, 0, -0.002 * c->length * (i < 9000)));
        rod_run(world, h, 1);
        if (i >= 8000)
            most = fmax(most, -rv_cable_tension(world, cable, 0));
    }
    rod_line line = rod_read(world, cable);
    *aside = 0.0;
    for (int i = 0; i < line.count; i++)
        *aside = fmax(*aside, sqrt(line.at[i].x * line.at[i].x + line.at[i].y * line.at[i].y));
    rv_world_destroy(world);
    return most;
}

TEST(a_straight_cable_that_is_pushed_together_carries_no_more_than_a_column) {
    fixture_random r = {71};
    for (int k = 0; k < (TEST_IS_WATCHED ? 2 : 12); k++) {
        double L = random_in(&r, 0.3, 2.0), EI = random_in(&r, 1e-3, 1e-1);
        column c = {MODELS[k % 2], 8 + k, k / 2 % 3, L, EI, random_in(&r, 1e4, 1e5), 0.05, 0.0};
        double aside, most = push(&c, &aside);
        rv_column euler = {
            .length = L, .EI = EI, .held = {true, true}, .clamped = {c.clamps > 0, c.clamps > 1}};
        // shortened by 2 % it carries 1 % more; the rest is of the joints at clamps, and still swings
        CHECK(most < 1.2 * rv_column_load(&euler));
        CHECK(most > 0.8 * rv_column_load(&euler));
        CHECK(aside > 0.05 * L);
    }
}

TEST(a_cable_without_bending_stiffness_does_not_push) {
    for (int k = 0; k < 4; k++) {
        column c = {MODELS[k % 2], 12, 0, 1.0, 0.0, 1e4, 0.05, k / 2 * 9.81};
        double aside, most = push(&c, &aside), weight = c.per_length * c.length * c.gravity;
        CHECK(most < weight + 0.01);
        CHECK(aside > 0.01);
    }
}

TEST(the_bow_of_a_column_ends_where_the_column_does) {
    rv_column c = {.length = 3.0, .EI = 1.0, .held = {true, true}, .axis = vec(0, 0, 1)};
    double offset = 0.0, largest = 0.0;
    for (int i = 0; i < 30; i++) {
        offset += 0.1 * rv_crooked_tilt(&c, 0.1 * i, 0.1);
        largest = fmax(largest, offset);
    }
    CHECK_NEAR(offset, 0.0, 1e-15);
    CHECK_NEAR(largest, 3e-3, 1e-15);
    CHECK_NEAR(rv_crooked_curvature(&c), 3e-3 * RV_PI * RV_PI / 9.0, 1e-15);
    CHECK_NEAR(rv_column_load(&c), RV_PI * RV_PI / 9.0, 1e-15);
    CHECK_NEAR(rv_vec3_dot(rv_crooked_direction(&c, vec(0, -1, -9)), vec(0, -1, 0)), 1.0, 1e-15);
}

// k^2 = sum y''^2/sum y'^2: the slope is that of the shape in which the column buckles
TEST(the_load_of_a_column_is_that_of_its_shape) {
    for (int k = 0; k < 8; k++) {
        rv_column c = {.length = 1.0, .EI = 1.0, .held = {true, k < 4}};
        c.clamped[0] = k & 1;
        c.clamped[1] = k < 4 && k & 2;
        if (!c.held[1] && !c.clamped[0]) {
            CHECK(rv_column_load(&c) == INFINITY);
            continue;
        }
        double bend = 0.0, turn = 0.0, d = 1e-3;
        for (double s = 0.5 * d; s < 1.0; s += d) {
            double slope = rv_column_slope(&c, s);
            double change = rv_column_slope(&c, s + 0.5 * d) - rv_column_slope(&c, s - 0.5 * d);
            bend += change * change / (d * d);
            turn += slope * slope;
        }
        CHECK_NEAR(bend / turn / rv_column_load(&c), 1.0, 1e-5);
    }
}
