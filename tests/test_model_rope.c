// Wire ropes by their diameter, against sums over their wires one by one.
#include "cable_fixture.h"
#include "model/rope.h"

// Grade 1770: 84.1 kN at 12 mm, 233.6 kN at 20 mm, as tables of ropes with K = 0.33 have it.
TEST(a_rope_breaks_where_tables_say) {
    CHECK_NEAR(rv_rope_strength(0.012), 84.1e3, 0.1e3);
    CHECK_NEAR(rv_rope_strength(0.020), 233.6e3, 0.1e3);
}

// Wires of a strand on rings of a disc, all of one lay length, twisted by 1 rad/m while their
// tension together stays: the torque about the strand's axis. 0.1 %: rings, and angles that are not
// small.
static double torque_of_lay(double E, double radius, double metal) {
    enum { RINGS = 2000 };
    double slope = tan(17.0 * RV_PI / 180.0) / radius, force = 0.0, stiffness = 0.0, torque = 0.0;
    for (int turn = 0; turn < 2; turn++) {
        // the strain of the strand that takes the force away
        double strain = turn == 0 ? 0.0 : -force / stiffness;
        force = stiffness = torque = 0.0;
        for (int i = 0; i < RINGS; i++) {
            double s = radius * (i + 0.5) / RINGS, area = metal * (2.0 * i + 1.0) / RINGS / RINGS;
            double stretch = strain + s * (s * slope);
            force += E * area * stretch;
            stiffness += E * area;
            torque += E * area * stretch * s * (s * slope);
        }
    }
    CHECK_NEAR(force, 0.0, 1e-9 * stiffness * radius);
    return torque;
}

TEST(a_rope_resists_twist_as_its_wires_do) {
    const double E = 2.06e11, G = E / 2.6, d = 0.02, metal = 0.393 * d * d;
    double wire = sqrt(4.0 * metal / (216.0 * RV_PI)), wires = 0.0, lay = 0.0;
    for (int i = 0; i < 216; i++)
        wires += G * RV_PI * wire * wire * wire * wire / 32.0;
    for (int i = 0; i < 6; i++)
        lay += torque_of_lay(E, d / 6.0, metal / 6.0);
    CHECK_NEAR(rv_rope_GJ(E, G, d), wires + lay, 1e-3 * (wires + lay));
    // a 290th of a solid bar
    CHECK_NEAR(G * RV_PI * d * d * d * d / 32.0 / rv_rope_GJ(E, G, d), 293.0, 1.0);
}

TEST(cables_that_do_not_bend_twist_as_ropes_and_others_as_bars) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, -2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(body, vec(0, 0, 0))};
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = 2;
    const rv_cable_model models[] = {RV_CABLE_MASSLESS, RV_CABLE_LAYERED, RV_CABLE_SEGMENTS,
                                     RV_CABLE_AUTO, RV_CABLE_ROD};
    double E = def.material.young, G = E / (2.0 * (1.0 + def.material.poisson));
    double rope = rv_rope_GJ(E, G, 0.01), bar = G * RV_PI * 1e-8 / 32.0;
    for (int i = 0; i < 5; i++) {
        def.model = models[i];
        rv_cable_id cable = cable_of(world, &def);
        CHECK_NEAR(rv_cable_GJ(world, cable), i < 2 ? rope : bar, 1e-9 * bar);
        CHECK(rv_cable_destroy(world, cable));
    }
    def.model = RV_CABLE_MASSLESS;
    def.GJ = 12.0;
    CHECK(rv_cable_GJ(world, cable_of(world, &def)) == 12.0);
    rv_world_destroy(world);
}
