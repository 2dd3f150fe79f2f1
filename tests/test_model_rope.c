// Wire ropes by their diameter, against sums over their wires one by one.
#include "cable_fixture.h"
#include "model/rope.h"

#include <string.h>

// Grade 1770: 84.1 kN at 12 mm, 233.6 kN at 20 mm, as tables of ropes with K = 0.33 have it.
TEST(a_rope_breaks_where_tables_say) {
    const rv_material steel = rv_material_default();
    CHECK_NEAR(rv_rope_strength(&steel, 0.012), 84.1e3, 0.1e3);
    CHECK_NEAR(rv_rope_strength(&steel, 0.020), 233.6e3, 0.1e3);
}

// 12 mm of nylon break at 29.4 kN (EN ISO 1140), a cord of rubber at 20 MPa: by its Young's modulus alone
// either is known to 30 %. What is stiffer than steel is no stronger.
TEST(softer_ropes_are_weaker_by_the_third_root_of_their_stiffness) {
    rv_material nylon = rv_material_default(), rubber = nylon, stiff = nylon;
    nylon.young = 3e9;
    rubber.young = 5e6;
    stiff.young = 2e15;
    const double nylon_load = 29.4e3, rubber_load = 20e6 * 0.25 * RV_PI * 0.012 * 0.012;
    CHECK_NEAR(rv_rope_strength(&nylon, 0.012), nylon_load, 0.3 * nylon_load);
    CHECK_NEAR(rv_rope_strength(&rubber, 0.012), rubber_load, 0.3 * rubber_load);
    rv_material steel = rv_material_default();
    CHECK(rv_rope_strength(&stiff, 0.012) == rv_rope_strength(&steel, 0.012));
    nylon.strength = 100e6;
    CHECK_NEAR(rv_rope_strength(&nylon, 0.02), 100e6 * 0.25 * RV_PI * 0.0004, 1e-6);
}

static rv_cable_def hung_def(const rv_cable_node nodes[2], double strength, rv_cable_model model) {
    rv_cable_def def = rv_cable_def_default();
    def.model = model;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.01;
    def.material.strength = strength;
    def.damping = 1e5;
    return def;
}

// 100 kg on a rope that is rated for 0.9 or 1.1 times what it pulls with at most while they come to rest
TEST(what_is_pulled_by_more_than_it_is_rated_for_says_so_and_holds) {
    const rv_cable_model MODELS[] = {RV_CABLE_MASSLESS, RV_CABLE_LAYERED, RV_CABLE_SEGMENTS,
                                     RV_CABLE_ROD};
    for (int m = 0; m < 4; m++) {
        double largest = 0.0, section = 0.25 * RV_PI * 1e-4;
        for (int i = 0; i < 3; i++) {
            rv_world* world = default_world();
            rv_body_id load = add_particle(world, 100.0, vec(0, 0, -5));
            rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
            double share = i == 1 ? 0.9 : 1.1, strength = i == 0 ? 0.0 : share * largest / section;
            rv_cable_def def = hung_def(nodes, strength, MODELS[m]);
            rv_cable_id cable = cable_of(world, &def);
            if (i > 0)
                CHECK_NEAR(rv_cable_rated_load(world, cable), share * largest, 1e-9 * largest);
            int told = 0, reported = 0;
            for (int step = 0; step < 60; step++) {
                CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
                int count;
                const rv_cable_event* events = rv_world_cable_events(world, &count);
                for (int k = 0; k < count; k++)
                    if (events[k].type == RV_CABLE_EVENT_OVERLOADED) {
                        CHECK(events[k].tension > rv_cable_rated_load(world, cable));
                        told++;
                    }
                reported += rv_world_report(world).cables_overloaded;
                largest = i == 0 ? fmax(largest, rv_cable_largest_tension(world, cable)) : largest;
            }
            CHECK((told > 0) == (i == 1) && (reported > 0) == (i == 1) && reported >= told);
            CHECK(rv_cable_get_state(world, cable) == RV_CABLE_TAUT);
            rv_world_destroy(world);
        }
    }
}

TEST(a_strength_below_zero_is_refused) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(0, 0, -1))};
    rv_cable_def def = hung_def(nodes, -1.0, RV_CABLE_MASSLESS);
    CHECK(rv_cable_create(world, &def).slot == 0);
    CHECK(strcmp(rv_world_error(world), "rv_cable_def.material.strength = -1 Pa: must be >= 0")
          == 0);
    rv_shape_def shape = rv_shape_def_default();
    shape.material.strength = NAN;
    rv_body_def body = rv_body_def_default();
    body.shapes = &shape;
    body.shape_count = 1;
    CHECK(rv_body_create(world, &body).slot == 0);
    CHECK(strstr(rv_world_error(world), "strength = nan Pa: must be >= 0") != NULL);
    rv_world_destroy(world);
}

// a quarter of the stiffness of steel, and 0.63 of its strength: winches take their limits from it
TEST(winches_of_softer_ropes_hold_less) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 0), 0.0), fixed_at(NO_BODY, vec(0, 0, -1))};
    rv_cable_def def = hung_def(nodes, 0.0, RV_CABLE_MASSLESS);
    nodes[0].winch.max_force = nodes[0].winch.brake_force = NAN;
    def.material.young = 50e9;
    rv_cable_id cable = cable_of(world, &def);
    double rated = 0.33 * 1770e6 * 1e-4 * pow(0.25, 1.0 / 3.0);
    CHECK_NEAR(rv_cable_winch(world, cable, 0).max_force, 0.5 * rated, 1e-9 * rated);
    CHECK_NEAR(rv_cable_winch(world, cable, 0).brake_force, 0.75 * rated, 1e-9 * rated);
    rv_world_destroy(world);
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
