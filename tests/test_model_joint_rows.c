// Joint rows: phi and Jacobian of every type against central differences, and their symmetries.
#include "body_nudge.h"
#include "model/joint.h"
#include "step/step.h"
#include "world_fixture.h"

enum { TRIALS = 40, JOINT_TYPES = RV_JOINT_SPRING + 1, DOFS = 6, ROWS = RV_JOINT_ROWS };
static const double H = 0.01;
static const double NUDGE = 1e-5; // central differences: errors of 1e-10 from both ends

typedef struct pair {
    rv_world* world;
    rv_body_id body[2];
    rv_joint_id joint;
    int rows;
} pair;

static bool has_coordinate(rv_joint_type type) {
    return type == RV_JOINT_HINGE || type == RV_JOINT_SLIDER || type == RV_JOINT_DISTANCE
           || type == RV_JOINT_ANGLE;
}

static rv_body_id random_body(rv_world* world, fixture_random* random, rv_body_type type) {
    rv_body_def def = rv_body_def_default();
    def.type = type;
    def.mass = random_in(random, 0.5, 3.0);
    def.inertia = rv_mat3_diagonal(1, 1.2, 1.5);
    def.center = random_vec(random, 0.3);
    def.pose = random_pose(random, 1.0, 1.2);
    def.velocity = random_vec(random, 1.0);
    def.angular_velocity = random_vec(random, 1.0);
    return body_of(world, &def);
}

// two bodies somewhere, and a joint that does not fit: its rows are far from zero
static pair random_pair(fixture_random* random, rv_joint_type type, rv_body_type type_a,
                        bool bounded) {
    pair p = {.world = weightless_world()};
    p.body[0] = random_body(p.world, random, type_a);
    p.body[1] = random_body(p.world, random, RV_BODY_DYNAMIC);
    rv_joint_def def = rv_joint_def_default();
    def.type = type;
    def.body_a = p.body[0];
    def.body_b = p.body[1];
    def.frame_a = random_pose(random, 0.5, 0.5);
    def.frame_b = random_pose(random, 0.5, 0.5);
    def.rest = type == RV_JOINT_ANGLE ? 0.3 : 0.7;
    def.stiffness = type == RV_JOINT_SPRING ? 10.0 : 0.0;
    def.limit = (rv_joint_limit){.enabled = bounded, .lower = -1.0, .upper = 20.0};
    def.motor = (rv_joint_motor){.enabled = bounded, .speed = 0.0, .max_force = 1.0};
    p.joint = joint_of(p.world, &def);
    CHECK(rv_islands_make(p.world));
    CHECK(p.world->island_count == 1 && p.world->islands.data[0].members.count == 1);
    p.rows = p.world->islands.data[0].rows.count;
    return p;
}

static rv_body* inside(const pair* p, int side) {
    return rv_world_body(p->world, p->body[side]);
}

static void evaluate(const pair* p, double phi[ROWS]) {
    rv_island* island = &p->world->islands.data[0];
    island->h = H;
    island->substep = 0;
    rv_joint_class.rows(p->world, island, &island->members.data[0]);
    for (int r = 0; r < p->rows; r++)
        phi[r] = island->rows.data[r].phi;
}

// the Jacobian of a row by a dof, from wherever the system keeps it
static double jacobian(const pair* p, int row, int side, int dof) {
    rv_kkt* kkt = &p->world->islands.data[0].kkt;
    int group = 0;
    while (row >= kkt->row_first.data[group + 1])
        group++;
    int rows = kkt->group_size.data[group];
    for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++)
        if (kkt->reference_block.data[k] == inside(p, side)->block)
            return rv_kkt_jacobian(kkt, k)[dof * rows + row - kkt->row_first.data[group]];
    return NAN;
}

static void check_jacobian(const pair* p, bool has_motor) {
    double phi[ROWS];
    evaluate(p, phi);
    double J[ROWS][2][DOFS];
    for (int r = 0; r < p->rows; r++)
        for (int side = 0; side < 2; side++)
            for (int dof = 0; dof < DOFS; dof++)
                J[r][side][dof] = jacobian(p, r, side, dof);
    int position_rows = p->rows - has_motor;
    for (int side = 0; side < 2; side++)
        for (int dof = 0; dof < DOFS; dof++) {
            double up[ROWS], down[ROWS];
            rv_body saved = *inside(p, side);
            nudge(inside(p, side), dof, NUDGE);
            evaluate(p, up);
            *inside(p, side) = saved;
            nudge(inside(p, side), dof, -NUDGE);
            evaluate(p, down);
            *inside(p, side) = saved;
            for (int r = 0; r < position_rows; r++)
                CHECK_NEAR((up[r] - down[r]) / (2.0 * NUDGE), J[r][side][dof],
                           1e-7 * (1.0 + fabs(J[r][side][dof])));
            // the motor drives the coordinate that the limit limits
            if (has_motor)
                CHECK_NEAR(J[p->rows - 1][side][dof], J[p->rows - 2][side][dof], 0.0);
        }
}

TEST(the_jacobian_of_every_joint_is_the_derivative_of_its_position_error) {
    fixture_random random = {11};
    for (int type = 0; type < JOINT_TYPES; type++)
        for (int trial = 0; trial < TRIALS; trial++) {
            pair p = random_pair(&random, (rv_joint_type)type, RV_BODY_DYNAMIC, false);
            check_jacobian(&p, false);
            rv_world_destroy(p.world);
        }
}

TEST(the_jacobian_of_limits_and_motors_is_that_of_the_free_coordinate) {
    fixture_random random = {12};
    for (int type = 0; type < JOINT_TYPES; type++)
        for (int trial = 0; has_coordinate((rv_joint_type)type) && trial < TRIALS; trial++) {
            pair p = random_pair(&random, (rv_joint_type)type, RV_BODY_DYNAMIC, true);
            check_jacobian(&p, true);
            rv_world_destroy(p.world);
        }
}

TEST(a_moved_body_enters_a_row_by_its_rate) {
    fixture_random random = {13};
    for (int type = 0; type < JOINT_TYPES; type++)
        for (int trial = 0; trial < TRIALS; trial++) {
            pair p = random_pair(&random, (rv_joint_type)type, RV_BODY_KINEMATIC, false);
            double phi[ROWS], rate[ROWS], up[ROWS], down[ROWS];
            evaluate(&p, phi);
            for (int r = 0; r < p.rows; r++)
                rate[r] = p.world->islands.data[0].rows.data[r].rate;
            rv_body saved = *inside(&p, 0);
            for (int sign = 1; sign >= -1; sign -= 2) {
                rv_body* body = inside(&p, 0);
                *body = saved;
                rv_vec3 turn = rv_vec3_scale(body->w, sign * NUDGE);
                body->x = rv_vec3_mul_add(body->x, sign * NUDGE, body->v);
                rv_body_set_rotation(body, rv_quat_mul(rv_quat_exp(turn), body->q));
                evaluate(&p, sign > 0 ? up : down);
            }
            for (int r = 0; r < p.rows; r++)
                CHECK_NEAR((up[r] - down[r]) / (2.0 * NUDGE), rate[r],
                           1e-7 * (1.0 + fabs(rate[r])));
            rv_world_destroy(p.world);
        }
}

TEST(the_speed_of_a_joint_is_the_derivative_of_its_coordinate) {
    fixture_random random = {14};
    for (int type = 0; type < JOINT_TYPES; type++)
        for (int trial = 0; trial < TRIALS; trial++) {
            pair p = random_pair(&random, (rv_joint_type)type, RV_BODY_DYNAMIC, false);
            double speed = rv_joint_speed(p.world, p.joint), value[2];
            rv_body saved[2] = {*inside(&p, 0), *inside(&p, 1)};
            for (int end = 0; end < 2; end++) {
                double t = end == 0 ? -NUDGE : NUDGE;
                for (int side = 0; side < 2; side++) {
                    rv_body* body = inside(&p, side);
                    *body = saved[side];
                    body->x = rv_vec3_mul_add(body->x, t, body->v);
                    rv_body_set_rotation(
                        body, rv_quat_mul(rv_quat_exp(rv_vec3_scale(body->w, t)), body->q));
                }
                value[end] = rv_joint_coordinate(p.world, p.joint);
            }
            CHECK_NEAR((value[1] - value[0]) / (2.0 * NUDGE), speed, 1e-7 * (1.0 + fabs(speed)));
            rv_world_destroy(p.world);
        }
}

// rows 0..2 of these are a vector in world axes; all others do not know where the world's axes are
static bool has_point(rv_joint_type type) {
    return type == RV_JOINT_BALL || type == RV_JOINT_HINGE || type == RV_JOINT_LOCK;
}

TEST(rows_do_not_change_when_everything_is_moved_together) {
    fixture_random random = {15};
    for (int type = 0; type < JOINT_TYPES; type++)
        for (int trial = 0; trial < TRIALS; trial++) {
            pair p = random_pair(&random, (rv_joint_type)type, RV_BODY_DYNAMIC, false);
            double before[ROWS], after[ROWS];
            evaluate(&p, before);
            rv_pose motion = random_pose(&random, 2.0, 3.0);
            for (int side = 0; side < 2; side++) {
                rv_body* body = inside(&p, side);
                body->x = rv_pose_apply(motion, body->x);
                rv_body_set_rotation(body, rv_quat_mul(motion.rotation, body->q));
            }
            evaluate(&p, after);
            int first = 0;
            if (has_point((rv_joint_type)type)) {
                rv_vec3 turned =
                    rv_quat_rotate(motion.rotation, vec(before[0], before[1], before[2]));
                rv_vec3 now = vec(after[0], after[1], after[2]);
                CHECK_NEAR(rv_vec3_length(rv_vec3_sub(turned, now)), 0.0, 1e-12);
                first = 3;
            }
            for (int r = first; r < p.rows; r++)
                CHECK_NEAR(after[r], before[r], 1e-12);
            rv_world_destroy(p.world);
        }
}

TEST(particles_have_the_linear_part_of_the_jacobian) {
    static const rv_joint_type TYPES[] = {RV_JOINT_BALL, RV_JOINT_DISTANCE, RV_JOINT_SPRING};
    for (int t = 0; t < 3; t++) {
        pair p = {.world = weightless_world()};
        p.body[0] = add_particle(p.world, 1.0, vec(0, 0, 0));
        p.body[1] = add_particle(p.world, 2.0, vec(1, 2, 2));
        rv_joint_def def = rv_joint_def_default();
        def.type = TYPES[t];
        def.body_a = p.body[0];
        def.body_b = p.body[1];
        def.stiffness = TYPES[t] == RV_JOINT_SPRING ? 1.0 : 0.0;
        def.rest = 1.0;
        p.joint = joint_of(p.world, &def);
        CHECK(rv_islands_make(p.world));
        p.rows = p.world->islands.data[0].rows.count;
        double phi[ROWS];
        evaluate(&p, phi);
        for (int r = 0; r < p.rows; r++)
            for (int dof = 0; dof < 3; dof++) {
                // distance 3: u = (1, 2, 2)/3
                double u = TYPES[t] == RV_JOINT_BALL ? (r == dof) : (dof == 0 ? 1.0 : 2.0) / 3.0;
                CHECK_NEAR(jacobian(&p, r, 1, dof), u, 1e-15);
                CHECK_NEAR(jacobian(&p, r, 0, dof), -u, 1e-15);
            }
        CHECK_NEAR(phi[0], TYPES[t] == RV_JOINT_BALL ? 1.0 : 2.0, 1e-15);
        rv_world_destroy(p.world);
    }
}

TEST(points_that_coincide_have_no_direction_but_a_finite_row) {
    pair p = {.world = weightless_world()};
    p.body[0] = add_particle(p.world, 1.0, vec(0, 0, 0));
    p.body[1] = add_particle(p.world, 2.0, vec(0, 0, 0));
    rv_joint_def def = rv_joint_def_default();
    def.type = RV_JOINT_DISTANCE;
    def.body_a = p.body[0];
    def.body_b = p.body[1];
    def.rest = 0.5;
    p.joint = joint_of(p.world, &def);
    CHECK(steps_are_ok(p.world, H, 50));
    // pushed apart until the distance is right
    CHECK_NEAR(rv_joint_coordinate(p.world, p.joint), 0.5, 1e-3);
    rv_world_destroy(p.world);
}
