// Rods in a cluster with contacts, their own or another body's: contacts do not cost a rod its
// inextensibility. The error of an edge is |l / l_0 - 1 - T / EA|.
#include "contact_fixture.h"
#include "rod_fixture.h"

// The strain error that refinement must leave at most; without refinement it is 2e-2.
static const double STRAIN_ERROR_MAX = 1e-4;

enum { EDGES = 40 };

static double strain_error(const rv_world* world, rv_cable_id rod) {
    rv_vec3 p[ROD_POINTS_MAX];
    double T[ROD_POINTS_MAX], worst = 0.0;
    int count = rv_cable_points(world, rod, 1e9, p, T, ROD_POINTS_MAX);
    double rest = rv_cable_length(world, rod) / (count - 1), EA = rv_cable_EA(world, rod);
    for (int j = 0; j + 1 < count; j++)
        worst =
            fmax(worst, fabs(rv_vec3_length(rv_vec3_sub(p[j + 1], p[j])) / rest - 1.0 - T[j] / EA));
    return worst;
}

static rv_cable_id add_rope(rv_world* world, const rv_cable_node nodes[2], double length,
                            uint32_t mask) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.002;
    def.length = length;
    def.material.young = 2e8;
    def.material.density = 1000.0;
    def.segments.count = EDGES;
    def.segments.mask = mask;
    return cable_of(world, &def);
}

// runs and returns the largest strain error; counts the steps with contacts
static double run(rv_world* world, rv_cable_id rod, int* contacts) {
    double worst = 0.0;
    *contacts = 0;
    for (int i = 0; i < 240; i++) {
        CHECK(rv_world_step(world, 1.0 / 120.0) == RV_STATUS_OK);
        *contacts += rv_world_report(world).contact_count > 0;
        worst = fmax(worst, strain_error(world, rod));
    }
    return worst;
}

TEST(a_ball_that_rests_on_the_ground_does_not_stretch_the_rod_that_it_hangs_from) {
    int contacts;
    rv_world* world = default_world();
    rv_shape_def plane = plane_shape(rough(0.5));
    add_shaped(world, RV_BODY_STATIC, &plane, at(0, 0, -0.5));
    rv_body_id ball = add_sphere(world, 0.03, rough(0.5), at(0.6, 0, -0.3));
    rv_cable_node nodes[] = {fixed_at((rv_body_id){0}, vec(0, 0, 0)), fixed_at(ball, vec(0, 0, 0))};
    rv_cable_id rod = add_rope(world, nodes, 0.8, 0);
    CHECK(run(world, rod, &contacts) < STRAIN_ERROR_MAX);
    CHECK(contacts > 100); // the ball rests on the ground most of the time
    rv_world_destroy(world);
}

TEST(a_rod_that_falls_on_a_ball_beside_other_contacts_keeps_its_length) {
    int contacts;
    rv_world* world = default_world();
    add_floor(world, rough(0.5));
    add_sphere(world, 0.1, rough(0.5), at(0.3, 0, 0.1));
    rv_body_id weight = add_sphere(world, 0.02, rough(0.5), at(0.7, 0, 0.5));
    rv_cable_node nodes[] = {fixed_at((rv_body_id){0}, vec(0, 0, 0.5)),
                             fixed_at(weight, vec(0, 0, 0))};
    rv_cable_id rod = add_rope(world, nodes, 0.7, UINT32_MAX);
    CHECK(run(world, rod, &contacts) < STRAIN_ERROR_MAX);
    CHECK(contacts > 200);
    rv_world_destroy(world);
}
