// What cables conserve: momentum of free bodies exactly, angular momentum as exactly as the
// direction of their pull is treated, and no energy from going slack and taut.
#include "cable_fixture.h"

static const double H = 1.0 / 100.0;
enum { BODIES = 4 };

typedef struct crowd {
    rv_world* world;
    rv_body_id body[BODIES];
    rv_cable_id cable;
} crowd;

// a path over free bodies: an end, an eye, a pulley on a body of its own, an end
static crowd crowd_make(bool geometric, double friction, double GJ, rv_vec3 moments) {
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, 0);
    def.geometric_stiffness.enabled = geometric;
    crowd c = {.world = world_of(&def)};
    static const rv_vec3 PLACE[BODIES] = {
        {-2, 0, 0.1}, {-0.5, 1, 0}, {1, -0.5, 0.3}, {2.5, 1, -0.2}};
    static const rv_vec3 SPEED[BODIES] = {
        {-1, 0.2, 0}, {0, 0.8, 0.1}, {0.2, -0.7, 0}, {1.2, 0, 0.4}};
    for (int i = 0; i < BODIES; i++) {
        c.body[i] = add_rigid(c.world, 1.0 + 0.5 * i, moments, PLACE[i]);
        rv_body_set_velocity(c.world, c.body[i], SPEED[i]);
        rv_body_set_angular_velocity(c.world, c.body[i], vec(0.3, -0.2 * i, 0.5));
    }
    rv_cable_node nodes[] = {fixed_at(c.body[0], vec(0.1, 0.1, 0)),
                             eye_at(c.body[1], vec(0, -0.1, 0)),
                             pulley_at(c.body[2], vec(0, 0.1, 0.05), vec(0.1, 0.2, 1), 0.2),
                             fixed_at(c.body[3], vec(-0.1, 0, 0.1))};
    nodes[2].friction = friction;
    rv_cable_def cable = rigid_cable_def(nodes, 4);
    cable.GJ = GJ;
    cable.twist = 0.5;
    c.cable = cable_of(c.world, &cable);
    return c;
}

static rv_vec3 momentum(const crowd* c) {
    rv_vec3 sum = {0, 0, 0};
    for (int i = 0; i < BODIES; i++)
        sum = rv_vec3_mul_add(sum, rv_body_mass_properties(c->world, c->body[i]).mass,
                              rv_body_velocity(c->world, c->body[i]));
    return sum;
}

static rv_vec3 angular_momentum(const crowd* c) {
    rv_vec3 sum = {0, 0, 0};
    for (int i = 0; i < BODIES; i++) {
        rv_mass_properties p = rv_body_mass_properties(c->world, c->body[i]);
        rv_vec3 x = rv_body_center(c->world, c->body[i]),
                v = rv_body_velocity(c->world, c->body[i]);
        rv_quat q = rv_body_pose(c->world, c->body[i]).rotation;
        rv_vec3 w = rv_quat_rotate_inverse(q, rv_body_angular_velocity(c->world, c->body[i]));
        sum = rv_vec3_mul_add(sum, p.mass, rv_vec3_cross(x, v));
        sum = rv_vec3_add(sum, rv_quat_rotate(q, rv_mat3_apply(p.inertia, w)));
    }
    return sum;
}

static double momentum_drift(crowd* c, double h, int steps, double* angular) {
    rv_vec3 p = momentum(c), L = angular_momentum(c);
    double drift = 0.0, largest = 0.0;
    *angular = 0.0;
    for (int i = 0; i < steps; i++) {
        CHECK(rv_world_step(c->world, h) != RV_STATUS_FAILED);
        largest = fmax(largest, rv_cable_largest_tension(c->world, c->cable));
        drift = fmax(drift, rv_vec3_length(rv_vec3_sub(momentum(c), p)));
        *angular = fmax(*angular, rv_vec3_length(rv_vec3_sub(angular_momentum(c), L)));
    }
    CHECK(largest > 1.0); // it was taut
    return drift;
}

TEST(momentum_of_free_bodies_is_conserved_to_rounding) {
    for (int geometric = 0; geometric < 2; geometric++)
        for (int kind = 0; kind < 3; kind++) {
            crowd c = crowd_make(geometric,
                                 kind == 0   ? 0.0
                                 : kind == 1 ? 0.2
                                             : INFINITY,
                                 1.0, vec(0.1, 0.2, 0.25));
            double angular;
            CHECK_NEAR(momentum_drift(&c, H, 500, &angular), 0.0, 1e-10);
            rv_world_destroy(c.world);
        }
}

TEST(angular_momentum_of_free_balls_is_conserved_to_rounding) {
    // pulls and torques at the places of the step's start, no gyroscopic term: nothing is left
    // over. The pulley is on a free body, and friction and grip are between bodies of the crowd
    // too.
    for (int kind = 0; kind < 3; kind++)
        for (int twist = 0; twist < 2; twist++) {
            crowd c = crowd_make(false,
                                 kind == 0   ? 0.0
                                 : kind == 1 ? 0.2
                                             : INFINITY,
                                 1.0 * twist, vec(0.2, 0.2, 0.2));
            double angular;
            momentum_drift(&c, H / 4.0, 1000, &angular);
            CHECK_NEAR(angular, 0.0, 1e-10);
            rv_world_destroy(c.world);
        }
}

TEST(angular_momentum_with_geometric_stiffness_errs_by_the_first_order_at_most) {
    double angular[2];
    for (int k = 0; k < 2; k++) {
        crowd c = crowd_make(true, 0.0, 1.0, vec(0.2, 0.2, 0.2));
        momentum_drift(&c, H / (k == 0 ? 4.0 : 8.0), k == 0 ? 400 : 800, &angular[k]);
        rv_world_destroy(c.world);
    }
    // of about 10 kg m^2/s
    CHECK(angular[0] < 0.2);
    CHECK(angular[1] < 0.6 * angular[0]);
}

TEST(energy_of_free_bodies_on_an_elastic_cable_is_conserved) {
    crowd c = crowd_make(true, 0.0, 0.0, vec(0.2, 0.2, 0.2));
    rv_cable_destroy(c.world, c.cable);
    rv_cable_node nodes[] = {fixed_at(c.body[0], vec(0.1, 0.1, 0)),
                             eye_at(c.body[1], vec(0, -0.1, 0)),
                             pulley_at(c.body[2], vec(0, 0.1, 0.05), vec(0.1, 0.2, 1), 0.2),
                             fixed_at(c.body[3], vec(-0.1, 0, 0.1))};
    rv_cable_def def = elastic_cable_def(nodes, 4, 50.0);
    def.pushes = true;
    cable_of(c.world, &def);
    double start = rv_world_energy(c.world).total, largest = 0.0;
    for (int i = 0; i < 1600; i++) {
        CHECK(rv_world_step(c.world, 1e-3) != RV_STATUS_FAILED);
        largest = fmax(largest, fabs(rv_world_energy(c.world).total - start));
    }
    // 3.7 J go round with omega = 4/s: (omega h)^2 of it
    CHECK_NEAR(largest, 0.0, 16e-6 * start);
    rv_world_destroy(c.world);
}

// --- slack and taut, many times ---

static double kinetic(const rv_world* world, const rv_body_id* body, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        rv_vec3 v = rv_body_velocity(world, body[i]);
        sum += 0.5 * rv_body_mass_properties(world, body[i]).mass * rv_vec3_dot(v, v);
    }
    return sum;
}

// two free particles and a third through whose eye the cable runs
typedef struct trio {
    rv_world* world;
    rv_body_id body[3];
    rv_cable_id cable;
    fixture_random random;
} trio;

static trio trio_make(bool plain, double restitution, double EA) {
    rv_world_def world = rv_world_def_default();
    world.gravity = vec(0, 0, 0);
    if (plain) {
        world.geometric_stiffness.enabled = false;
        world.substeps.max = 1;
    }
    trio t = {.world = world_of(&world), .random = {99}};
    t.body[0] = add_particle(t.world, 1.0, vec(-1, 0, 0));
    t.body[1] = add_particle(t.world, 3.0, vec(0, 0.5, 0));
    t.body[2] = add_particle(t.world, 0.5, vec(1, 0, 0));
    rv_cable_node nodes[] = {fixed_at(t.body[0], vec(0, 0, 0)), eye_at(t.body[1], vec(0, 0, 0)),
                             fixed_at(t.body[2], vec(0, 0, 0))};
    rv_cable_def def = rigid_cable_def(nodes, 3);
    def.diameter = 1e-5; // thin: its ends hardly ever come to the eye and stop there
    def.EA = EA;
    def.restitution = restitution;
    t.cable = cable_of(t.world, &def);
    return t;
}

// a span that turns far in a step is too long after it, which the audit tells
static bool steps_or_tells(rv_world* world) {
    rv_status status = rv_world_step(world, H);
    return status == RV_STATUS_OK
           || (status == RV_STATUS_DEGRADED && rv_world_report(world).audit.excess > 0.02);
}

// new speeds, so that they stay together on the whole
static void kick(trio* t) {
    for (int i = 0; i < 3; i++) {
        rv_vec3 home = rv_vec3_scale(rv_body_center(t->world, t->body[i]), -0.1);
        rv_body_set_velocity(t->world, t->body[i], rv_vec3_add(home, random_vec(&t->random, 5.0)));
    }
}

static int transitions_of(const rv_world* world) {
    return events_of(world, RV_CABLE_EVENT_TAUT, NULL)
           + events_of(world, RV_CABLE_EVENT_SLACK, NULL);
}

static long transitions_wanted(void) {
    return TEST_IS_WATCHED ? 1000 : 10000;
}

TEST(a_rigid_cable_gains_no_more_than_what_corrects_its_length_in_1e4_times_of_slack_and_taut) {
    // A row that stops gives back (G v')^2 / 2W at most. G v' corrects what the turning of the
    // spans has left, phi / 3h (seed, tau = 2h); W = 1/1 + 1/0.5 and what the eye adds.
    trio t = trio_make(true, 0.0, INFINITY);
    long transitions = 0, step = 0;
    for (; transitions < transitions_wanted() && step < 100 * transitions_wanted(); step++) {
        if (step % 5 == 0)
            kick(&t);
        double stretch = rv_cable_path_length(t.world, t.cable) - rv_cable_length(t.world, t.cable);
        double corrects = fmax(0.0, stretch) / (3.0 * H), before = kinetic(t.world, t.body, 3);
        CHECK(steps_or_tells(t.world));
        double gain = kinetic(t.world, t.body, 3) - before;
        CHECK(gain <= corrects * corrects / (2.0 * 3.0) + 1e-9 * before);
        transitions += transitions_of(t.world);
    }
    CHECK(transitions >= transitions_wanted());
    CHECK(rv_world_report(t.world).nonfinite_count == 0);
    rv_world_destroy(t.world);
}

// from kick to kick: never much more, and less on the whole
static void check_kicks(double restitution, double EA) {
    trio t = trio_make(false, restitution, EA);
    long transitions = 0, kicks = 0;
    double before = 0.0, ratios = 0.0, largest = 0.0;
    for (; transitions < transitions_wanted() && kicks < 20 * transitions_wanted(); kicks++) {
        kick(&t);
        before = kinetic(t.world, t.body, 3);
        for (int i = 0; i < 5; i++) {
            CHECK(rv_world_step(t.world, H) == RV_STATUS_OK);
            transitions += transitions_of(t.world);
        }
        double ratio = (kinetic(t.world, t.body, 3) + rv_world_energy(t.world).elastic) / before;
        largest = fmax(largest, ratio);
        ratios += ratio;
    }
    CHECK(transitions >= transitions_wanted());
    CHECK(ratios / (double)kicks < 1.0);
    // a span of 3 cm is whipped round by 5 cm in a step: the correction of its length is not small
    CHECK(largest < 1.5);
    CHECK(rv_world_report(t.world).nonfinite_count == 0);
    CHECK(isfinite(rv_cable_path_length(t.world, t.cable)));
    rv_world_destroy(t.world);
}

TEST(a_rigid_cable_only_takes_energy_in_1e4_times_of_slack_and_taut) {
    check_kicks(0.0, INFINITY);
}

TEST(a_cable_with_restitution_only_takes_energy_in_1e4_times_of_slack_and_taut) {
    check_kicks(0.7, INFINITY);
}

TEST(a_steel_cable_only_takes_energy_in_1e4_times_of_slack_and_taut) {
    check_kicks(0.0, 1e7);
}
