// What turning adds to rows (turn.c): links that turn far in a step keep their energy, with and
// without substeps, and a step that turns them too far is taken in parts.
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

typedef struct whirl {
    rv_world* world;
    rv_cable_id cable;
    rv_body_id end[2];
} whirl;

// 1 m of rope in 12 segments, free in space, turning about its middle across itself
static whirl whirl_of(double speed, int most_substeps) {
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = vec(0, 0, 0);
    world_def.substeps.max = most_substeps;
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    whirl w = {.world = world};
    rv_cable_node nodes[2];
    for (int i = 0; i < 2; i++) {
        w.end[i] = add_particle(world, 0.02, vec(i == 0 ? -0.5 : 0.5, 0, 0));
        rv_body_set_velocity(world, w.end[i], vec(0, (i == 0 ? -0.5 : 0.5) * speed, 0));
        nodes[i] = fixed_at(w.end[i], vec(0, 0, 0));
    }
    rv_cable_def def = strand_def(nodes, 12);
    def.EA = 2e4;
    def.GJ = 0.01;
    def.mass_per_length = 0.1;
    def.segments.EI = 0.1;
    def.segments.velocity = vec(0, -0.5 * speed, 0);
    def.segments.angular_velocity = vec(0, 0, speed);
    w.cable = cable_of(world, &def);
    return w;
}

// what it loses of its energy in 10 s, after ten in which the waves of its start fade
static double loss_of(double turn_per_step, int most_substeps) {
    whirl w = whirl_of(turn_per_step / H, most_substeps);
    for (int k = 0; k < 600; k++)
        rv_world_step(w.world, H);
    double first = rv_world_energy(w.world).total;
    for (int k = 0; k < 600; k++)
        CHECK(rv_world_step(w.world, H) == RV_STATUS_OK);
    double last = rv_world_energy(w.world).total;
    rv_world_destroy(w.world);
    return 1.0 - last / first;
}

// Rows that are lines lose 2, 9 and 21 % without substeps, and 2 to 3 % with them.
TEST(a_cable_that_whirls_keeps_its_energy) {
    const double TURNS[] = {0.06, 0.096, 0.15};
    for (size_t i = 0; i < sizeof TURNS / sizeof *TURNS; i++) {
        CHECK_NEAR(loss_of(TURNS[i], 1), 0.0, 1e-3);
        CHECK_NEAR(loss_of(TURNS[i], 8), 0.0, 1e-3);
    }
}

// It lies still at the start of the step, so that nothing asks for substeps, and is struck at one end.
TEST(a_step_that_turns_links_too_far_is_taken_in_parts) {
    const int MOST[] = {1, 8};
    int substeps[2];
    for (int i = 0; i < 2; i++) {
        whirl w = whirl_of(0.0, MOST[i]);
        rv_world_step(w.world, H);
        CHECK(rv_world_report(w.world).substeps == 1);
        rv_body_id segment = rv_cable_segment(w.world, w.cable, 0);
        rv_body_apply_force(w.world, segment, vec(0, 0.5 / H, 0), rv_body_center(w.world, segment));
        rv_world_step(w.world, H);
        substeps[i] = rv_world_report(w.world).substeps;
        rv_world_destroy(w.world);
    }
    CHECK(substeps[0] == 1);
    CHECK(substeps[1] > 1);
}

static double momentum_of(const whirl* w, rv_body_id body) {
    return rv_body_mass_properties(w->world, body).mass * rv_body_velocity(w->world, body).y;
}

// Parts of a step are a step: user forces act for all of it.
TEST(forces_act_for_all_of_a_step_in_parts) {
    whirl w = whirl_of(0.0, 8);
    rv_body_id segment = rv_cable_segment(w.world, w.cable, 0);
    rv_body_apply_force(w.world, segment, vec(0, 0.5 / H, 0), rv_body_center(w.world, segment));
    rv_world_step(w.world, H);
    CHECK(rv_world_report(w.world).substeps > 1);
    double momentum = momentum_of(&w, w.end[0]) + momentum_of(&w, w.end[1]);
    for (int i = 0; i < rv_cable_segment_count(w.world, w.cable); i++)
        momentum += momentum_of(&w, rv_cable_segment(w.world, w.cable, i));
    CHECK_NEAR(momentum, 0.5, 1e-9);
    rv_world_destroy(w.world);
}
