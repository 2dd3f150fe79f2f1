// What is refused of rods: the text names the field, its value and what is allowed.
#include "world_fixture.h"

static void check_refused(const rv_cable_def* def, const char* error) {
    rv_world* world = default_world();
    CHECK(!rv_cable_is_valid(world, rv_cable_create(world, def)));
    CHECK_TEXT(rv_world_error(world), error);
    CHECK(rv_cable_count(world) == 0);
    rv_world_destroy(world);
}

static rv_cable_def rod_def(const rv_cable_node* nodes, int count) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = count;
    return def;
}

static void place_nodes(rv_cable_node* nodes, int count) {
    for (int i = 0; i < count; i++) {
        nodes[i] = rv_cable_node_default();
        nodes[i].point.x = i;
        if (i > 0 && i < count - 1)
            nodes[i].type = RV_CABLE_EYE;
    }
}

TEST(a_rod_runs_from_a_fixed_or_free_end_to_another) {
    rv_cable_node nodes[3];
    place_nodes(nodes, 3);
    rv_cable_def def = rod_def(nodes, 3);
    check_refused(&def,
                  "rv_cable_def.node_count = 3: must be 2: a rod has nothing between its ends");
    place_nodes(nodes, 2);
    def = rod_def(nodes, 2);
    nodes[1].type = RV_CABLE_DRUM;
    check_refused(&def, "rv_cable_def.nodes[1].type = 3: must be fixed or free: the end of a rod");
}

TEST(a_rod_adapts_within_limits) {
    rv_cable_node nodes[2];
    place_nodes(nodes, 2);
    rv_cable_def good = rod_def(nodes, 2), def;
    good.segments.resolution = RV_CABLE_ADAPTIVE;
    rv_world* world = default_world();
    CHECK(rv_cable_is_valid(world, rv_cable_create(world, &good)));
    rv_world_destroy(world);
    def = good;
    def.rod.integrator = RV_CABLE_ROD_NEWTON;
    def.segments.touches_itself = false;
    check_refused(&def,
                  "rv_cable_def.segments.resolution: must be fixed: that of a variational rod "
                  "does not adapt");
    def = good;
    def.segments.turn_limit = 0.0;
    check_refused(&def, "rv_cable_def.segments.turn_limit = 0 rad: must be in (0, 1.5]");
    def.segments.turn_limit = 1.6;
    check_refused(&def, "rv_cable_def.segments.turn_limit = 1.6 rad: must be in (0, 1.5]");
    def = good;
    def.segments.touch_length = -0.1;
    check_refused(&def, "rv_cable_def.segments.touch_length = -0.1 m: must be finite and > 0, or "
                        "NaN");
    def = good;
    def.segments.max_count = -1;
    check_refused(&def, "rv_cable_def.segments.max_count = -1: must be in [0, 100000]");
}

TEST(a_shape_at_rest_that_makes_no_sense_is_refused) {
    rv_cable_node nodes[2];
    place_nodes(nodes, 2);
    rv_cable_def good = rod_def(nodes, 2), def = good;
    good.segments.rest_curvature[1] = 2.0;
    good.segments.rest_twist = -1.0;
    rv_world* world = default_world();
    CHECK(rv_cable_is_valid(world, rv_cable_create(world, &good)));
    rv_world_destroy(world);

    def.segments.rest_as_laid = true;
    def.model = RV_CABLE_SEGMENTS;
    check_refused(&def, "rv_cable_def.segments.rest_as_laid: only of a rod");
    def = good;
    def.segments.rest_as_laid = true;
    check_refused(&def,
                  "rv_cable_def.segments.rest_as_laid: not with rest_curvature or rest_twist");
    def = good;
    def.segments.resolution = RV_CABLE_ADAPTIVE;
    check_refused(&def,
                  "rv_cable_def.segments.resolution: must be fixed: that of a rod with a shape "
                  "at rest does not adapt");
    def = good;
    def.segments.EI = 0.0;
    check_refused(&def, "rv_cable_def.segments.EI = 0 N m^2: must be > 0 of a rod with a shape at "
                        "rest");
    def = good;
    def.GJ = 0.0;
    check_refused(&def, "rv_cable_def.GJ = 0 N m^2: must be > 0 of a rod with a shape at rest");
}

TEST(what_rods_do_not_have_is_refused) {
    rv_cable_node nodes[2];
    place_nodes(nodes, 2);
    rv_cable_def good = rod_def(nodes, 2), def = good;
    rv_world* world = default_world();
    CHECK(rv_cable_is_valid(world, rv_cable_create(world, &good)));
    rv_world_destroy(world);

    def.segments.bend = RV_CABLE_BEND_ANGLE;
    check_refused(&def, "rv_cable_def.segments.bend: must be left at its default: a rod measures "
                        "bending in its own way");
    def = good;
    def.rod.integrator = RV_CABLE_ROD_NEWTON;
    def.segments.touches_itself = false;
    def.damping = 1.0;
    check_refused(&def, "rv_cable_def.damping = 1 N s: must be NaN of a variational rod");
    def.damping = NAN;
    def.twist_damping = 1.0;
    check_refused(&def, "rv_cable_def.twist_damping = 1 N m^2 s: must be NaN of a variational rod");
    def = good;
    def.twist_damping = 1.0;
    def.segments.rest_twist = 1.0;
    check_refused(&def, "rv_cable_def.twist_damping = 1 N m^2 s: must be NaN of a rod with a shape "
                        "at rest");
}
