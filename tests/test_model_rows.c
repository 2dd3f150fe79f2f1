// Rows of the user: any number of bodies, bounds, velocity rows, friction, and what a bad callback
// does.
#include "world_fixture.h"

static const double H = 1.0 / 60.0, G = 9.81;

// sum of coefficient * height = 0, optionally bounded
typedef struct heights {
    rv_body_id bodies[200];
    double coefficients[200];
    double start; // the sum at the beginning
    int count;
    double lower, upper;
} heights;

static void evaluate_heights(void* context, const rv_world* world, double time,
                             rv_rows_values values) {
    const heights* r = context;
    (void)time;
    values.rows[0].phi = -r->start;
    for (int i = 0; i < r->count; i++) {
        values.rows[0].phi += r->coefficients[i] * rv_body_center(world, r->bodies[i]).z;
        values.jacobian[6 * i + 2] = r->coefficients[i];
    }
    values.rows[0].lower = r->lower;
    values.rows[0].upper = r->upper;
}

// lambda = g sum c / sum c^2/m: from sum c_i a_i = 0 with a_i = -g + lambda c_i/m_i
static void check_heights(heights* r, const double* masses, double tolerance) {
    rv_world* world = default_world();
    double sum_c = 0.0, sum_c2 = 0.0;
    r->lower = -INFINITY;
    r->upper = INFINITY;
    for (int i = 0; i < r->count; i++) {
        r->bodies[i] = i % 2 == 0 ? add_particle(world, masses[i], vec(i, 0, 0))
                                  : add_rigid(world, masses[i], vec(1, 1, 1), vec(i, 0, 0));
        sum_c += r->coefficients[i];
        sum_c2 += r->coefficients[i] * r->coefficients[i] / masses[i];
    }
    rv_rows_id rows = add_rows(world, r->bodies, r->count, evaluate_heights, r);
    double lambda = G * sum_c / sum_c2;
    for (int n = 1; n <= 30; n++) {
        CHECK(rv_world_step(world, H) == RV_STATUS_OK);
        CHECK_NEAR(rv_rows_force(world, rows, 0), lambda, tolerance * lambda);
    }
    for (int i = 0; i < r->count; i++)
        CHECK_NEAR(rv_body_velocity(world, r->bodies[i]).z,
                   30.0 * H * (-G + lambda * r->coefficients[i] / masses[i]), 5.0 * tolerance);
    CHECK(rv_world_report(world).residual < 1e-12);
    rv_world_destroy(world);
}

TEST(a_tackle_over_three_bodies_shares_its_force_by_the_coefficients) {
    heights r = {.coefficients = {1.0, 2.0, 1.0}, .count = 3};
    static const double MASSES[] = {1.0, 3.0, 1.5};
    check_heights(&r, MASSES, 1e-10);
}

TEST(a_row_over_200_bodies_is_exact) {
    heights r = {.count = 200};
    double masses[200];
    fixture_random random = {3};
    for (int i = 0; i < 200; i++) {
        masses[i] = pow(10.0, random_in(&random, -3.0, 3.0));
        r.coefficients[i] = random_in(&random, 0.5, 2.0);
    }
    check_heights(&r, masses, 1e-9);
}

// Atwood's machine: two weights, one wheel; rows z1 - c - r theta and z2 - c + r theta
typedef struct atwood {
    rv_body_id bodies[3]; // left, right, wheel
    double radius;
} atwood;

static void evaluate_atwood(void* context, const rv_world* world, double time,
                            rv_rows_values values) {
    const atwood* a = context;
    (void)time;
    double theta = rv_body_center(world, a->bodies[2]).x;
    values.rows[0].phi = rv_body_center(world, a->bodies[0]).z - a->radius * theta;
    values.rows[1].phi = rv_body_center(world, a->bodies[1]).z + a->radius * theta;
    values.jacobian[2] = 1.0;
    values.jacobian[12] = -a->radius;
    values.jacobian[18 + 6 + 2] = 1.0;
    values.jacobian[18 + 12] = a->radius;
}

TEST(a_wheel_between_two_weights_is_atwoods_machine) {
    rv_world* world = default_world();
    double m1 = 1.0, m2 = 3.0, I = 0.5, radius = 0.5;
    atwood a = {.radius = radius};
    a.bodies[0] = add_particle(world, m1, vec(-1, 0, 0));
    a.bodies[1] = add_particle(world, m2, vec(1, 0, 0));
    a.bodies[2] = add_scalar(world, I, 0.0);
    rv_rows_def def = rv_rows_def_default();
    def.bodies = a.bodies;
    def.body_count = 3;
    def.row_count = 2;
    def.evaluate = evaluate_atwood;
    def.context = &a;
    rv_rows_id rows = rv_rows_create(world, &def);
    steps_are_ok(world, H, 60);
    double acceleration = (m2 - m1) * G / (m1 + m2 + I / (radius * radius));
    CHECK_NEAR(rv_body_velocity(world, a.bodies[0]).z, acceleration, 1e-10);
    CHECK_NEAR(rv_body_velocity(world, a.bodies[2]).x, acceleration / radius, 1e-10);
    CHECK_NEAR(rv_rows_force(world, rows, 0), m1 * (G + acceleration), 1e-9);
    CHECK_NEAR(rv_rows_force(world, rows, 1), m2 * (G - acceleration), 1e-9);
    CHECK(isnan(rv_rows_force(world, rows, 2)) && isnan(rv_rows_force(world, rows, -1)));
    rv_world_destroy(world);
}

TEST(a_row_that_only_pushes_is_a_floor) {
    rv_world* world = default_world();
    heights r = {.coefficients = {1.0}, .count = 1, .lower = 0.0, .upper = INFINITY};
    r.bodies[0] = add_particle(world, 2.0, vec(0, 0, 0.5));
    rv_rows_id rows = add_rows(world, r.bodies, 1, evaluate_heights, &r);
    steps_are_ok(world, H, 10);
    CHECK_NEAR(rv_rows_force(world, rows, 0), 0.0, 0.0);
    CHECK_NEAR(rv_body_velocity(world, r.bodies[0]).z, -G * 10.0 * H, 1e-12);
    steps_are_ok(world, H, 100);
    CHECK_NEAR(rv_rows_force(world, rows, 0), 2.0 * G, 1e-9);
    CHECK_NEAR(rv_body_center(world, r.bodies[0]).z, 0.0, 1e-9);
    // it can be lifted off
    rv_body_set_velocity(world, r.bodies[0], vec(0, 0, 1));
    steps_are_ok(world, H, 1);
    CHECK_NEAR(rv_rows_force(world, rows, 0), 0.0, 0.0);
    CHECK_NEAR(rv_body_velocity(world, r.bodies[0]).z, 1.0 - G * H, 1e-12);
    rv_world_destroy(world);
}

TEST(a_row_pushes_with_no_more_than_its_bound) {
    rv_world* world = default_world();
    heights r = {.coefficients = {1.0}, .count = 1, .lower = -5.0, .upper = 5.0};
    r.bodies[0] = add_particle(world, 1.0, vec(0, 0, 0));
    rv_rows_id rows = add_rows(world, r.bodies, 1, evaluate_heights, &r);
    steps_are_ok(world, H, 30);
    CHECK_NEAR(rv_rows_force(world, rows, 0), 5.0, 1e-12);
    CHECK_NEAR(rv_body_velocity(world, r.bodies[0]).z, -(G - 5.0) * 30.0 * H, 1e-11);
    rv_world_destroy(world);
}

static void evaluate_belt(void* context, const rv_world* world, double time,
                          rv_rows_values values) {
    (void)world;
    (void)time;
    values.rows[0].law = RV_ROW_VELOCITY;
    values.rows[0].rate = -2.0; // v = 2 m/s less slip times force
    values.rows[0].compliance = *(const double*)context;
    values.jacobian[0] = 1.0;
}

TEST(a_velocity_row_drives_with_slip) {
    rv_world* world = weightless_world();
    double slip = 0.25;
    rv_body_id body = add_particle(world, 1.0, vec(0, 0, 0));
    rv_rows_id rows = add_rows(world, &body, 1, evaluate_belt, &slip);
    // v' = v + h f, v' + slip f = 2: the exact recursion
    double v = 0.0;
    for (int i = 0; i < 50; i++) {
        double f = (2.0 - v) / (H + slip);
        v += H * f;
        steps_are_ok(world, H, 1);
        CHECK_NEAR(rv_rows_force(world, rows, 0), f, 1e-10);
        CHECK_NEAR(rv_body_velocity(world, body).x, v, 1e-12);
    }
    rv_world_destroy(world);
}

// a block on a floor: normal row, and friction bounded by mu times the normal force
typedef struct sliding {
    rv_world* world;
    rv_body_id block;
    rv_rows_id floor, grip;
    heights height;
} sliding;

static void make_sliding(sliding* s, double mass, double mu) {
    s->world = default_world();
    s->block = add_particle(s->world, mass, vec(0, 0, 0));
    s->height =
        (heights){.bodies = {s->block}, .coefficients = {1.0}, .count = 1, .upper = INFINITY};
    s->floor = add_rows(s->world, &s->block, 1, evaluate_heights, &s->height);
    rv_rows_bound_term friction = {.row = 0, .other = s->floor, .lower = -mu, .upper = mu};
    rv_rows_def def = rv_rows_def_default();
    def.bodies = &s->block;
    def.body_count = 1;
    def.evaluate = zoo_grip;
    def.bound_terms = &friction;
    def.bound_term_count = 1;
    s->grip = rv_rows_create(s->world, &def);
    CHECK(s->grip.slot != 0);
}

static void push(sliding* s, rv_vec3 force, int steps) {
    for (int i = 0; i < steps; i++) {
        rv_body_apply_force_at_center(s->world, s->block, force);
        CHECK(rv_world_step(s->world, H) == RV_STATUS_OK);
    }
}

TEST(a_pushed_block_sticks_below_mu_times_the_normal_force_and_slips_above) {
    sliding s;
    double mass = 2.0, mu = 0.4, limit = mu * mass * G;
    make_sliding(&s, mass, mu);
    push(&s, vec(0.9 * limit, 0, 0), 60);
    CHECK_NEAR(rv_body_velocity(s.world, s.block).x, 0.0, 1e-10);
    CHECK_NEAR(rv_rows_force(s.world, s.grip, 0), -0.9 * limit, 1e-10);
    CHECK_NEAR(rv_rows_force(s.world, s.floor, 0), mass * G, 1e-10);
    push(&s, vec(1.5 * limit, 0, 0), 60);
    CHECK_NEAR(rv_rows_force(s.world, s.grip, 0), -limit, 1e-10);
    CHECK_NEAR(rv_body_velocity(s.world, s.block).x, 0.5 * limit / mass, 1e-10);
    // pressed down, the same push is held
    push(&s, vec(1.5 * limit, 0, -10.0 * mass * G), 60);
    CHECK_NEAR(rv_body_velocity(s.world, s.block).x, 0.0, 1e-10);
    CHECK_NEAR(rv_rows_force(s.world, s.floor, 0), 11.0 * mass * G, 1e-9);
    // lifted, there is no friction at all
    push(&s, vec(limit, 0, 2.0 * mass * G), 1);
    CHECK_NEAR(rv_rows_force(s.world, s.grip, 0), 0.0, 1e-10);
    rv_world_destroy(s.world);
}

TEST(a_sliding_block_stops_after_v_over_mu_g) {
    sliding s;
    make_sliding(&s, 2.0, 0.5);
    rv_body_set_velocity(s.world, s.block, vec(-1.0, 0, 0));
    int steps = (int)(1.0 / (0.5 * G) / H); // it still slides
    push(&s, vec(0, 0, 0), steps);
    CHECK_NEAR(rv_body_velocity(s.world, s.block).x, -1.0 + 0.5 * G * steps * H, 1e-10);
    push(&s, vec(0, 0, 0), 5);
    CHECK_NEAR(rv_body_velocity(s.world, s.block).x, 0.0, 1e-12);
    CHECK_NEAR(rv_rows_force(s.world, s.grip, 0), 0.0, 1e-10);
    rv_world_destroy(s.world);
}

static void evaluate_both(void* context, const rv_world* world, double time,
                          rv_rows_values values) {
    const rv_body_id* block = context;
    (void)time;
    values.rows[0].phi = rv_body_center(world, *block).z;
    values.rows[0].lower = 0.0;
    values.jacobian[2] = 1.0;
    values.rows[1].law = RV_ROW_VELOCITY;
    values.rows[1].lower = values.rows[1].upper = 0.0;
    values.jacobian[6] = 1.0;
}

TEST(a_bound_term_may_refer_to_a_row_of_its_own_set) {
    rv_world* world = default_world();
    rv_body_id block = add_particle(world, 2.0, vec(0, 0, 0));
    rv_rows_bound_term friction = {.row = 1, .other_row = 0, .lower = -0.4, .upper = 0.4};
    rv_rows_def def = rv_rows_def_default();
    def.bodies = &block;
    def.body_count = 1;
    def.row_count = 2;
    def.bound_terms = &friction;
    def.bound_term_count = 1;
    def.evaluate = evaluate_both;
    def.context = &block;
    rv_rows_id rows = rv_rows_create(world, &def);
    CHECK(rows.slot != 0);
    for (int i = 0; i < 60; i++) {
        rv_body_apply_force_at_center(world, block, vec(10.0, 0, 0));
        CHECK(rv_world_step(world, H) == RV_STATUS_OK);
    }
    CHECK_NEAR(rv_rows_force(world, rows, 0), 2.0 * G, 1e-9);
    CHECK_NEAR(rv_rows_force(world, rows, 1), -0.4 * 2.0 * G, 1e-9);
    CHECK_NEAR(rv_body_velocity(world, block).x, (10.0 - 0.8 * G) / 2.0, 1e-9);
    rv_world_destroy(world);
}

TEST(friction_ends_when_the_row_it_depends_on_is_destroyed) {
    sliding s;
    make_sliding(&s, 2.0, 0.4);
    push(&s, vec(1, 0, 0), 5);
    CHECK_NEAR(rv_rows_force(s.world, s.grip, 0), -1.0, 1e-10);
    CHECK(rv_rows_destroy(s.world, s.floor));
    CHECK(rv_rows_is_valid(s.world, s.grip));
    push(&s, vec(1, 0, 0), 5);
    CHECK_NEAR(rv_rows_force(s.world, s.grip, 0), 0.0, 0.0);
    CHECK_NEAR(rv_body_velocity(s.world, s.block).x, 0.5 * 5.0 * H, 1e-10);
    CHECK(isnan(rv_rows_force(s.world, s.floor, 0)));
    rv_world_destroy(s.world);
}

TEST(row_sets_are_destroyed_in_any_order_with_their_lists_of_bodies_intact) {
    rv_world* world = default_world();
    heights r[6];
    rv_rows_id rows[6];
    rv_body_id bodies[6][3];
    for (int k = 0; k < 6; k++) {
        r[k] =
            (heights){.coefficients = {1, 1, 1}, .count = 3, .lower = -INFINITY, .upper = INFINITY};
        for (int i = 0; i < 3; i++)
            bodies[k][i] = r[k].bodies[i] = add_particle(world, 1.0 + k + i, vec(k, i, 0));
        rows[k] = add_rows(world, bodies[k], 3, evaluate_heights, &r[k]);
    }
    static const int ORDER[] = {2, 0, 5, 3};
    for (int d = 0; d < 4; d++) {
        CHECK(rv_rows_destroy(world, rows[ORDER[d]]));
        CHECK(!rv_rows_is_valid(world, rows[ORDER[d]]));
        steps_are_ok(world, H, 5);
    }
    // those that are left still hold their own three: 3 g/sum(1/m)
    for (int k = 1; k <= 4; k += 3)
        CHECK_NEAR(rv_rows_force(world, rows[k], 0),
                   3.0 * G / (1.0 / (1 + k) + 1.0 / (2 + k) + 1.0 / (3 + k)), 1e-8);
    // a body takes its rows with it
    CHECK(rv_body_destroy(world, bodies[1][2]));
    CHECK(!rv_rows_is_valid(world, rows[1]) && rv_rows_is_valid(world, rows[4]));
    steps_are_ok(world, H, 5);
    rv_world_destroy(world);
}

static void evaluate_broken(void* context, const rv_world* world, double time,
                            rv_rows_values values) {
    (void)world;
    (void)time;
    values.rows[0].phi = 0.0;
    values.jacobian[2] = 1.0;
    switch (*(const int*)context) {
    case 0:
        values.rows[0].phi = NAN;
        break;
    case 1:
        values.jacobian[2] = INFINITY;
        break;
    case 2:
        values.rows[0].rate = NAN;
        break;
    case 3:
        values.rows[0].compliance = -1.0;
        break;
    case 4:
        values.rows[0].lower = 1.0;
        values.rows[0].upper = -1.0;
        break;
    default:
        values.rows[0].tau = NAN;
        break;
    }
}

TEST(a_row_that_is_not_finite_is_left_out_and_the_rest_goes_on) {
    for (int how = 0; how < 6; how++) {
        rv_world* world = default_world();
        rv_body_id body = add_particle(world, 1.0, vec(0, 0, -1));
        rv_body_id hung = add_particle(world, 1.0, vec(1, 0, -1));
        rv_joint_id rope = add_distance(world, NO_BODY, hung, vec(1, 0, 0), vec(1, 0, -1));
        rv_body_id both[] = {body, hung};
        rv_rows_id rows = add_rows(world, both, 2, evaluate_broken, &how);
        for (int i = 0; i < 30; i++)
            CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        CHECK(rv_world_report(world).nonfinite_count == 0);
        CHECK_NEAR(rv_rows_force(world, rows, 0), 0.0, 0.0);
        CHECK_NEAR(rv_body_velocity(world, body).z, -G * 30.0 * H, 1e-11);
        CHECK_NEAR(rv_joint_tension(world, rope), G, 1e-8);
        rv_world_destroy(world);
    }
}

TEST(a_moved_body_drives_a_row_in_every_substep) {
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, 0);
    def.substeps = (rv_substeps){.min = 4, .max = 4};
    rv_world* world = world_of(&def);
    heights r = {.coefficients = {1.0, -1.0}, .count = 2, .lower = -INFINITY, .upper = INFINITY};
    r.bodies[0] = add_particle(world, 1.0, vec(0, 0, 0));
    r.bodies[1] = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0.5));
    rv_rows_id rows = add_rows(world, r.bodies, 2, evaluate_heights, &r);
    steps_are_ok(world, H, 60);
    // callbacks see a moved body where it began the step; the row knows better
    CHECK_NEAR(rv_rows_force(world, rows, 0), 0.0, 1e-9);
    CHECK_NEAR(rv_body_velocity(world, r.bodies[0]).z, 0.5, 1e-10);
    CHECK_NEAR(rv_body_center(world, r.bodies[0]).z, rv_body_center(world, r.bodies[1]).z, 1e-9);
    rv_world_destroy(world);
}

#define REFUSES(change_, text_)                                                                    \
    do {                                                                                           \
        rv_rows_def def = good;                                                                    \
        change_;                                                                                   \
        uint64_t hash_ = rv_world_hash(world);                                                     \
        CHECK(rv_rows_create(world, &def).slot == 0);                                              \
        CHECK_TEXT(rv_world_error(world), text_);                                                  \
        CHECK(rv_world_hash(world) == hash_);                                                      \
    } while (0)

TEST(create_refuses_bad_defs) {
    rv_world* world = default_world();
    rv_body_id bodies[2] = {add_unit(world, vec(0, 0, 0)), add_unit(world, vec(1, 0, 0))};
    rv_body_id twice[2] = {bodies[0], bodies[0]}, gone[2] = {bodies[0], {0}};
    rv_rows_def good = rv_rows_def_default();
    good.bodies = bodies;
    good.body_count = 2;
    good.evaluate = zoo_grip;
    CHECK(rv_rows_create(world, NULL).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_rows_def: start from rv_rows_def_default()");
    REFUSES(def.magic = 1, "rv_rows_def: start from rv_rows_def_default()");
    REFUSES(def.body_count = 0, "rv_rows_def.body_count = 0: must be in [1, 10000], with bodies");
    REFUSES(def.bodies = NULL, "rv_rows_def.body_count = 2: must be in [1, 10000], with bodies");
    REFUSES(def.body_count = 10001,
            "rv_rows_def.body_count = 10001: must be in [1, 10000], with bodies");
    REFUSES(def.row_count = 0, "rv_rows_def.row_count = 0: must be in [1, 6]");
    REFUSES(def.row_count = 7, "rv_rows_def.row_count = 7: must be in [1, 6]");
    REFUSES(def.evaluate = NULL, "rv_rows_def.evaluate: must not be NULL");
    REFUSES(def.solver_group = -2, "rv_rows_def.solver_group = -2: must be >= 0");
    REFUSES(def.bound_term_count = 7,
            "rv_rows_def.bound_term_count = 7: must be in [0, 6], with bound_terms");
    REFUSES(def.bound_term_count = 1,
            "rv_rows_def.bound_term_count = 1: must be in [0, 6], with bound_terms");
    REFUSES(def.bodies = twice, "rv_rows_def.bodies[1]: is bodies[0] again");
    REFUSES(def.bodies = gone, "rv_rows_def.bodies[1]: no such body");
    rv_world_destroy(world);
}

TEST(create_refuses_bad_bound_terms) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_rows_id first = add_rows(world, &body, 1, zoo_grip, NULL);
    rv_rows_bound_term term = {.row = 0, .other = first, .lower = -1.0, .upper = 1.0};
    rv_rows_def good = rv_rows_def_default();
    good.bodies = &body;
    good.body_count = 1;
    good.evaluate = zoo_grip;
    good.bound_terms = &term;
    good.bound_term_count = 1;
    REFUSES(term.row = 1, "rv_rows_def.bound_terms[0].row = 1: must be in [0, 1)");
    term.row = 0;
    REFUSES(term.other_row = 1, "rv_rows_def.bound_terms[0].other_row = 1: must be in [0, 1)");
    term.other_row = 0;
    REFUSES(term.upper = NAN, "rv_rows_def.bound_terms[0]: lower and upper must be finite");
    term.upper = 1.0;
    rv_rows_destroy(world, first);
    REFUSES((void)0, "rv_rows_def.bound_terms[0].other: no such row set");
    rv_world_destroy(world);
}

TEST(null_stale_and_foreign_row_sets_are_answered_with_nothing) {
    rv_world* world = default_world();
    rv_world* other = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0)), abroad = add_unit(other, vec(0, 0, 0));
    rv_rows_id stale = add_rows(world, &body, 1, zoo_grip, NULL);
    CHECK(rv_rows_destroy(world, stale));
    CHECK(add_rows(world, &body, 1, zoo_grip, NULL).slot == stale.slot);
    rv_rows_id foreign = add_rows(other, &abroad, 1, zoo_grip, NULL);
    rv_rows_id ids[] = {{0}, stale, foreign};
    for (int i = 0; i < 3; i++) {
        uint64_t hash = rv_world_hash(world);
        CHECK(!rv_rows_is_valid(world, ids[i]));
        CHECK(isnan(rv_rows_force(world, ids[i], 0)));
        CHECK(!rv_rows_destroy(world, ids[i]));
        CHECK_TEXT(rv_world_error(world), "rv_rows_destroy: no such row set");
        CHECK(rv_world_hash(world) == hash);
    }
    rv_world_destroy(world);
    rv_world_destroy(other);
}

TEST(sets_of_rows_are_visited_in_the_order_of_their_slots) {
    rv_world* world = default_world();
    heights r = {.coefficients = {1.0}, .count = 1};
    r.bodies[0] = add_particle(world, 1.0, vec(0, 0, 0));
    CHECK(rv_rows_count(world) == 0 && rv_rows_next(world, (rv_rows_id){0}).slot == 0);
    rv_rows_id first = add_rows(world, r.bodies, 1, evaluate_heights, &r);
    rv_rows_id second = add_rows(world, r.bodies, 1, evaluate_heights, &r);
    CHECK(rv_rows_count(world) == 2);
    CHECK(RV_ID_EQUAL(rv_rows_next(world, (rv_rows_id){0}), first));
    CHECK(RV_ID_EQUAL(rv_rows_next(world, first), second));
    CHECK(RV_ID_IS_NULL(rv_rows_next(world, second)));
    CHECK(rv_rows_destroy(world, first) && rv_rows_count(world) == 1);
    CHECK(RV_ID_EQUAL(rv_rows_next(world, (rv_rows_id){0}), second));
    rv_world_destroy(world);
}
