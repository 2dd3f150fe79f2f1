// A slack leg between the corner of a slab and a hook above it that comes down, moves about and goes up
// again: its path never becomes longer than it is, whatever it lies on meanwhile.
#include "cable_touch_fixture.h"

static const double H = 1.0 / 60.0, LENGTH = 0.55;
static const rv_vec3 SLAB = {0.225, 0.158, 0.034}, TOP = {0.0, 0.0, 0.49};

typedef struct rig {
    rv_world* world;
    rv_body_id hook;
    rv_cable_id leg;
} rig;

static rig rig_make(rv_cable_model model, double diameter) {
    rig r = {.world = default_world()};
    rv_material material = rv_material_default();
    rv_shape_def slab = box_shape(SLAB, material),
                 hook = box_shape(vec(0.046, 0.054, 0.06), material);
    rv_body_id below = add_shaped(r.world, RV_BODY_STATIC, &slab, pose_at(vec(0, 0, SLAB.z)));
    r.hook =
        add_shaped(r.world, RV_BODY_KINEMATIC, &hook, pose_at(rv_vec3_add(TOP, vec(0, 0, 0.06))));
    const rv_cable_node nodes[2] = {fixed_at(r.hook, vec(0, 0, -0.06)), fixed_at(below, SLAB)};
    rv_cable_def def = touching_def(nodes, 2, model);
    def.diameter = diameter;
    def.mass_per_length = 1200.0 * diameter * diameter;
    def.EA = 1e6;
    def.length = LENGTH;
    def.touch.friction = 0.4;
    r.leg = cable_of(r.world, &def);
    return r;
}

// the largest path over what there is, while the hook goes down by `down`, aside and up again
static double longest(rv_cable_model model, double diameter, rv_vec3 way) {
    rig r = rig_make(model, diameter);
    double worst = 0.0, period = 4.0;
    for (int i = 0; i < (int)(2.0 * period / H); i++) {
        double phase = 2.0 * RV_PI * i * H / period, rate = RV_PI / period;
        rv_body_set_velocity(r.world, r.hook, rv_vec3_scale(way, rate * sin(phase)));
        CHECK(rv_world_step(r.world, H) != RV_STATUS_FAILED);
        worst = fmax(worst, rv_cable_path_length(r.world, r.leg) / LENGTH);
    }
    rv_world_destroy(r.world);
    return worst;
}

static double longest_of_all(rv_cable_model model) {
    double worst = 0.0;
    for (int i = 0; i < 12; i++) {
        double down = 0.25 + 0.05 * (i % 3), aside = 0.04 * (i / 3);
        worst = fmax(worst, longest(model, i % 2 ? 0.015 : 0.009, vec(aside, -0.5 * aside, -down)));
    }
    return worst;
}

TEST(a_slack_massless_leg_is_not_drawn_round_edges) {
    double worst = longest_of_all(RV_CABLE_MASSLESS);
    CHECK(worst < 1.02);
}

TEST(a_slack_layered_leg_is_not_drawn_round_edges) {
    double worst = longest_of_all(RV_CABLE_LAYERED);
    CHECK(worst < 1.02);
}
