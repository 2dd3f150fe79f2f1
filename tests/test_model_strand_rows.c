// Rows of links: phi and Jacobian of stretch, bend and twist against central differences in every
// variant, their symmetries, and twist over many turns.
#include "body_nudge.h"
#include "model/strand.h"
#include "step/step.h"
#include "strand_fixture.h"

enum { TRIALS = 25, LINKS = 3, BODIES = 4, DOFS = 6, ROWS = RV_LINK_ROWS };
static const double H = 0.01;
static const double NUDGE = 1e-5; // central differences: errors of 1e-10 from both ends

// body, segment, segment, body: three links, the outer two clamped to turned bodies with a centre
// that is not their origin
typedef struct chain {
    rv_world* world;
    rv_cable_id cable;
    rv_body_id body[BODIES];
} chain;

static rv_body* inside(const chain* c, int i) {
    return rv_world_body(c->world, c->body[i]);
}

static rv_link* link_of(const chain* c, int i) {
    return &c->world->links.data[i];
}

static rv_body_id random_end(rv_world* world, fixture_random* random, rv_body_type type,
                             rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.type = type;
    def.mass = random_in(random, 0.5, 3.0);
    def.inertia = rv_mat3_diagonal(1, 1.2, 1.5);
    def.center = random_vec(random, 0.3);
    def.pose = random_pose(random, 0.0, 3.0);
    def.pose.position = at;
    return body_of(world, &def);
}

static chain chain_make(fixture_random* random, rv_cable_bend bend, rv_body_type first) {
    chain c = {.world = weightless_world()};
    c.body[0] = random_end(c.world, random, first, vec(0, 0, 0));
    c.body[3] = random_end(c.world, random, RV_BODY_DYNAMIC, vec(1, 0.5, 0.2));
    rv_cable_node nodes[] = {clamped_at(c.body[0], random_vec(random, 0.2)),
                             clamped_at(c.body[3], random_vec(random, 0.2))};
    nodes[0].axis = random_vec(random, 1.0);
    rv_cable_def def = strand_def(nodes, 2);
    def.segments.bend = bend;
    def.segments.rest_curvature[0] = 0.1;
    def.segments.rest_curvature[1] = -0.2;
    def.segments.rest_twist = 0.3;
    c.cable = cable_of(c.world, &def);
    for (int i = 0; i < 2; i++)
        c.body[1 + i] = rv_cable_segment(c.world, c.cable, i);
    CHECK(rv_islands_make(c.world));
    CHECK(c.world->island_count == 1 && c.world->islands.data[0].members.count == 1);
    return c;
}

// axes of the cable at a side of a link
static rv_quat axes_of(const chain* c, int link, int side) {
    const rv_link* l = link_of(c, link);
    return rv_quat_mul(inside(c, link + side)->q, l->is_plain ? rv_quat_identity() : l->turn[side]);
}

// turns the bodies so that every link bends by `theta` in some direction and twists by `twist`, and
// puts them anywhere
static void pose_chain(chain* c, fixture_random* random, double theta, double twist) {
    rv_body_set_rotation(inside(c, 0), random_rotation(random, 3.0));
    for (int i = 0; i < LINKS; i++) {
        double psi = random_in(random, 0.0, 2.0 * RV_PI);
        rv_quat bent = rv_quat_exp(vec(0, theta * rv_cos(psi), theta * rv_sin(psi)));
        rv_quat turned = rv_quat_mul(bent, rv_quat_exp(vec(twist, 0, 0)));
        rv_quat axes = rv_quat_mul(axes_of(c, i, 0), turned);
        const rv_link* l = link_of(c, i);
        rv_quat own = l->is_plain ? rv_quat_identity() : l->turn[1];
        rv_body_set_rotation(inside(c, i + 1),
                             rv_quat_normalize(rv_quat_mul(axes, rv_quat_conjugate(own))));
        link_of(c, i)->twist = twist;
        link_of(c, i)->twist_speed = 0.0;
    }
    for (int i = 0; i < BODIES; i++)
        inside(c, i)->x = random_vec(random, 1.0);
}

static void evaluate(const chain* c, double phi[LINKS][ROWS]) {
    rv_island* island = &c->world->islands.data[0];
    island->h = H;
    island->substep = 0;
    for (int i = 0; i < island->rows.count; i++)
        island->rows.data[i] = (rv_row){0};
    rv_strand_class.rows(c->world, island, &island->members.data[0]);
    for (int i = 0; i < LINKS; i++)
        for (int r = 0; r < ROWS; r++)
            phi[i][r] = island->rows.data[island->kkt.row_first.data[i] + r].phi;
}

// 0 for a body that the link does not reach
static double jacobian(const chain* c, int link, int row, int which, int dof) {
    rv_kkt* kkt = &c->world->islands.data[0].kkt;
    for (int k = kkt->group_first.data[link]; k < kkt->group_first.data[link + 1]; k++)
        if (kkt->reference_block.data[k] == inside(c, which)->block)
            return rv_kkt_jacobian(kkt, k)[dof * ROWS + row];
    return 0.0;
}

static void difference(const chain* c, int which, int dof, double out[LINKS][ROWS]) {
    double up[LINKS][ROWS], down[LINKS][ROWS];
    rv_body saved = *inside(c, which);
    nudge(inside(c, which), dof, NUDGE);
    evaluate(c, up);
    *inside(c, which) = saved;
    nudge(inside(c, which), dof, -NUDGE);
    evaluate(c, down);
    *inside(c, which) = saved;
    for (int i = 0; i < LINKS; i++)
        for (int r = 0; r < ROWS; r++)
            out[i][r] = (up[i][r] - down[i][r]) / (2.0 * NUDGE);
}

static void check_jacobian(const chain* c) {
    double phi[LINKS][ROWS], J[BODIES][DOFS][LINKS][ROWS];
    evaluate(c, phi);
    for (int b = 0; b < BODIES; b++)
        for (int dof = 0; dof < DOFS; dof++)
            for (int i = 0; i < LINKS; i++)
                for (int r = 0; r < ROWS; r++)
                    J[b][dof][i][r] = jacobian(c, i, r, b, dof);
    for (int b = 0; b < BODIES; b++)
        for (int dof = 0; dof < DOFS; dof++) {
            double found[LINKS][ROWS];
            difference(c, b, dof, found);
            for (int i = 0; i < LINKS; i++)
                for (int r = 0; r < ROWS; r++)
                    CHECK_NEAR(found[i][r], J[b][dof][i][r], 1e-7 * (1.0 + fabs(J[b][dof][i][r])));
        }
}

static void check_at(rv_cable_bend bend, double theta, double twist, uint64_t seed) {
    fixture_random random = {seed};
    chain c = chain_make(&random, bend, RV_BODY_DYNAMIC);
    for (int trial = 0; trial < TRIALS; trial++) {
        pose_chain(&c, &random, theta, twist);
        check_jacobian(&c);
    }
    rv_world_destroy(c.world);
}

TEST(the_rows_of_a_straight_link_are_the_derivatives_of_its_errors) {
    check_at(RV_CABLE_BEND_VECTOR, 0.0, 0.0, 1);
    check_at(RV_CABLE_BEND_VECTOR, 1e-9, 0.0, 2);
    check_at(RV_CABLE_BEND_VECTOR, 1e-9, 1.0, 3);
    check_at(RV_CABLE_BEND_VECTOR, 1e-4, -2.0, 4); // where the series ends
}

TEST(the_rows_of_a_bent_and_twisted_link_are_the_derivatives_of_its_errors) {
    check_at(RV_CABLE_BEND_VECTOR, 0.1, 0.5, 5);
    check_at(RV_CABLE_BEND_VECTOR, 1.0, -0.7, 6);
    check_at(RV_CABLE_BEND_VECTOR, 0.5 * RV_PI, 2.5, 7);
    check_at(RV_CABLE_BEND_VECTOR, 2.0, 3.0, 8);
}

// up to where bend grows no further
TEST(the_rows_of_a_link_near_a_reversal_are_the_derivatives_of_its_errors) {
    check_at(RV_CABLE_BEND_VECTOR, 2.6, 0.0, 9);
    check_at(RV_CABLE_BEND_VECTOR, 2.9, 1.0, 10);
}

TEST(the_rows_of_the_papers_variants_are_the_derivatives_of_their_angles) {
    for (int variant = RV_CABLE_BEND_ANGLE; variant <= RV_CABLE_BEND_ANGLE_ALIGNED; variant++) {
        check_at((rv_cable_bend)variant, 0.1, 0.5, 11);
        check_at((rv_cable_bend)variant, 1.0, 0.4, 12);
        check_at((rv_cable_bend)variant, 1.0, -0.4, 13);
    }
}

// --- what they measure ---

// bend as a vector has the angle as its length; twist about a straight cable is the angle turned
TEST(bend_and_twist_are_the_angles_that_links_were_turned_by) {
    fixture_random random = {21};
    chain c = chain_make(&random, RV_CABLE_BEND_VECTOR, RV_BODY_DYNAMIC);
    const double ANGLES[] = {0.0, 1e-9, 1e-5, 1e-3, 0.3, 1.0, 2.0, 2.9};
    for (size_t n = 0; n < sizeof ANGLES / sizeof *ANGLES; n++) {
        pose_chain(&c, &random, ANGLES[n], 0.4);
        for (int i = 0; i < LINKS; i++) {
            rv_link_geometry g =
                rv_link_geometry_of(c.world, NULL, link_of(&c, i), RV_CABLE_BEND_VECTOR);
            double size = sqrt(g.bend[0] * g.bend[0] + g.bend[1] * g.bend[1]);
            // orientations are rounded to 1e-16, the sine of a large angle tells little of it
            CHECK_NEAR(size, ANGLES[n], 1e-14);
            // bent first, then turned about itself: that is the twist of the frame carried along
            CHECK_NEAR(g.twist, 0.4, 1e-13);
        }
    }
    rv_world_destroy(c.world);
}

TEST(a_rigid_motion_of_everything_changes_no_angle_and_turns_the_gap) {
    fixture_random random = {22};
    chain c = chain_make(&random, RV_CABLE_BEND_VECTOR, RV_BODY_DYNAMIC);
    for (int trial = 0; trial < TRIALS; trial++) {
        pose_chain(&c, &random, random_in(&random, 0.0, 2.5), random_in(&random, -2.0, 2.0));
        double before[LINKS][ROWS], after[LINKS][ROWS];
        evaluate(&c, before);
        rv_pose motion = random_pose(&random, 1.0, 3.0);
        for (int i = 0; i < BODIES; i++) {
            rv_body* body = inside(&c, i);
            body->x = rv_vec3_add(motion.position, rv_quat_rotate(motion.rotation, body->x));
            rv_body_set_rotation(body, rv_quat_mul(motion.rotation, body->q));
        }
        evaluate(&c, after);
        for (int i = 0; i < LINKS; i++) {
            rv_vec3 gap = rv_quat_rotate(motion.rotation, rv_vec3_load(before[i]));
            CHECK_NEAR(after[i][0], gap.x, 1e-12);
            CHECK_NEAR(after[i][1], gap.y, 1e-12);
            CHECK_NEAR(after[i][2], gap.z, 1e-12);
            for (int r = 3; r < ROWS; r++)
                CHECK_NEAR(after[i][r], before[i][r], 1e-12);
        }
    }
    rv_world_destroy(c.world);
}

// what acts on one part acts back on the other: no couple is left
TEST(the_torques_of_bend_and_twist_on_the_two_parts_cancel) {
    fixture_random random = {23};
    chain c = chain_make(&random, RV_CABLE_BEND_VECTOR, RV_BODY_DYNAMIC);
    for (int trial = 0; trial < TRIALS; trial++) {
        double phi[LINKS][ROWS];
        pose_chain(&c, &random, random_in(&random, 0.0, 2.5), random_in(&random, -2.0, 2.0));
        evaluate(&c, phi);
        for (int i = 0; i < LINKS; i++)
            for (int r = 3; r < ROWS; r++)
                for (int dof = 3; dof < DOFS; dof++)
                    CHECK_NEAR(jacobian(&c, i, r, i, dof) + jacobian(&c, i, r, i + 1, dof), 0.0,
                               1e-15);
    }
    rv_world_destroy(c.world);
}

TEST(twist_is_counted_over_many_turns_both_ways) {
    fixture_random random = {24};
    chain c = chain_make(&random, RV_CABLE_BEND_VECTOR, RV_BODY_DYNAMIC);
    pose_chain(&c, &random, 0.5, 0.0);
    double phi[LINKS][ROWS];
    evaluate(&c, phi);
    double start = phi[2][5], turned = 0.0;
    for (int way = 1; way >= -1; way -= 2)
        for (int step = 0; step < 100 * (way < 0 ? 2 : 1); step++) {
            // the last body turns about the cable by 0.9 rad a step: 14 turns up, 28 down
            rv_body* body = inside(&c, 3);
            rv_vec3 axis = rv_quat_rotate(axes_of(&c, 2, 1), vec(0.9 * way, 0, 0));
            rv_body_set_rotation(body, rv_quat_normalize(rv_quat_mul(rv_quat_exp(axis), body->q)));
            turned += 0.9 * way;
            evaluate(&c, phi);
            CHECK_NEAR(phi[2][5] - start, turned, 1e-11);
        }
    CHECK_NEAR(turned, -90.0, 1e-9);
    rv_world_destroy(c.world);
}

// --- laws ---

TEST(the_compliance_of_a_link_is_its_length_over_the_stiffness) {
    fixture_random random = {25};
    chain c = chain_make(&random, RV_CABLE_BEND_VECTOR, RV_BODY_DYNAMIC);
    double phi[LINKS][ROWS], length = rv_cable_length(c.world, c.cable);
    pose_chain(&c, &random, 0.3, 0.2);
    evaluate(&c, phi);
    const rv_kkt* kkt = &c.world->islands.data[0].kkt;
    const double SHARE[] = {0.25, 0.5, 0.25}; // of the cable: two halves of segments, and a whole
    const double stiffness[] = {rv_cable_EA(c.world, c.cable), rv_cable_EI(c.world, c.cable),
                                rv_cable_GJ(c.world, c.cable)};
    for (int i = 0; i < LINKS; i++)
        for (int r = 0; r < ROWS; r++) {
            const rv_row* row = &c.world->islands.data[0].rows.data[kkt->row_first.data[i] + r];
            double expected = SHARE[i] * length / stiffness[r < 3 ? 0 : r < 5 ? 1 : 2];
            CHECK_NEAR(row->compliance, expected, 1e-14 * expected);
            CHECK(row->law == RV_ROW_ELASTIC && row->lower == -INFINITY && row->upper == INFINITY);
        }
    rv_world_destroy(c.world);
}

// phi counts from rest: 0.1 and -0.2 1/m, 0.3 rad/m times the length of the link
TEST(rows_count_from_the_rest_curvature_and_twist) {
    fixture_random random = {26};
    chain c = chain_make(&random, RV_CABLE_BEND_VECTOR, RV_BODY_DYNAMIC);
    double phi[LINKS][ROWS], length = rv_cable_length(c.world, c.cable);
    pose_chain(&c, &random, 0.0, 0.0);
    evaluate(&c, phi);
    CHECK_NEAR(phi[1][3], -0.1 * 0.5 * length, 1e-14);
    CHECK_NEAR(phi[1][4], 0.2 * 0.5 * length, 1e-14);
    CHECK_NEAR(phi[1][5], -0.3 * 0.5 * length, 1e-14);
    rv_world_destroy(c.world);
}

TEST(a_moved_end_enters_as_the_rate_of_its_rows) {
    fixture_random random = {27};
    chain c = chain_make(&random, RV_CABLE_BEND_VECTOR, RV_BODY_KINEMATIC);
    for (int trial = 0; trial < TRIALS; trial++) {
        double phi[LINKS][ROWS];
        pose_chain(&c, &random, 1.0, 0.5);
        rv_body* moved = inside(&c, 0);
        moved->v = random_vec(&random, 1.0);
        moved->w = random_vec(&random, 1.0);
        double rate[ROWS] = {0};
        const double speed[] = {moved->v.x, moved->v.y, moved->v.z,
                                moved->w.x, moved->w.y, moved->w.z};
        for (int dof = 0; dof < DOFS; dof++) {
            double found[LINKS][ROWS];
            difference(&c, 0, dof, found);
            for (int r = 0; r < ROWS; r++)
                rate[r] += found[0][r] * speed[dof];
        }
        evaluate(&c, phi);
        const rv_row* rows = c.world->islands.data[0].rows.data;
        for (int r = 0; r < ROWS; r++)
            CHECK_NEAR(rows[r].rate, rate[r], 1e-7 * (1.0 + fabs(rate[r])));
        moved->v = moved->w = vec(0, 0, 0);
    }
    rv_world_destroy(c.world);
}

TEST(a_broken_link_has_rows_that_do_nothing) {
    fixture_random random = {28};
    chain c = chain_make(&random, RV_CABLE_BEND_VECTOR, RV_BODY_DYNAMIC);
    pose_chain(&c, &random, 1.0, 0.5);
    link_of(&c, 1)->broken = true;
    double phi[LINKS][ROWS];
    evaluate(&c, phi);
    for (int r = 0; r < ROWS; r++) {
        CHECK_NEAR(phi[1][r], 0.0, 0.0);
        for (int b = 0; b < BODIES; b++)
            for (int dof = 0; dof < DOFS; dof++)
                CHECK_NEAR(jacobian(&c, 1, r, b, dof), 0.0, 0.0);
    }
    rv_world_destroy(c.world);
}

// 1/2 phi^2/compliance of all rows
TEST(the_elastic_energy_is_that_of_the_rows) {
    fixture_random random = {29};
    chain c = chain_make(&random, RV_CABLE_BEND_VECTOR, RV_BODY_DYNAMIC);
    pose_chain(&c, &random, 0.7, 0.5);
    double phi[LINKS][ROWS], energy = 0.0;
    evaluate(&c, phi);
    for (int i = 0; i < LINKS * ROWS; i++) {
        const rv_row* row = &c.world->islands.data[0].rows.data[i];
        energy += 0.5 * row->phi * row->phi / row->compliance;
    }
    CHECK_NEAR(rv_strand_elastic_energy(c.world, c.world->strands.data), energy, 1e-12 * energy);
    rv_world_destroy(c.world);
}
