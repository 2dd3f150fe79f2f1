// The scenarios of `reeve bench`: chains as validation builds them, and many small islands.
#include "bench/bench.h"
#include "bench/cables.h"
#include "validation/chain.h"

static bool hang_chain(bench_context* context, chain_kind kind, int count, double ratio,
                       rv_vec3 direction) {
    rv_world_def world_def = rv_world_def_default();
    context->h = 1.0 / 60.0;
    context->world = rv_world_create(&world_def, NULL, 0);
    chain c;
    chain_def def = {.kind = kind,
                     .count = count,
                     .link_length = 10.0 / count,
                     .link_mass = 1.0,
                     .load_ratio = ratio,
                     .direction = direction};
    bool ok = chain_create(context->world, &def, &c);
    chain_free(&c);
    return ok;
}

static const rv_vec3 LEVEL = {1.0, 0.0, 0.0};
static const rv_vec3 SLANTED = {0.6, 0.0, -0.8};

static bool particles_24(bench_context* context) {
    return hang_chain(context, CHAIN_PARTICLES, 24, 1e5, SLANTED);
}

static bool particles_100(bench_context* context) {
    return hang_chain(context, CHAIN_PARTICLES, 100, 1e5, SLANTED);
}

static bool balls_24(bench_context* context) {
    return hang_chain(context, CHAIN_BALLS, 24, 1e5, SLANTED);
}

static bool balls_100(bench_context* context) {
    return hang_chain(context, CHAIN_BALLS, 100, 1e5, SLANTED);
}

static bool locks_24(bench_context* context) {
    return hang_chain(context, CHAIN_LOCKS, 24, 10.0, SLANTED);
}

static bool locks_100(bench_context* context) {
    return hang_chain(context, CHAIN_LOCKS, 100, 10.0, SLANTED);
}

static bool locks_1000(bench_context* context) {
    return hang_chain(context, CHAIN_LOCKS, 1000, 10.0, SLANTED);
}

static bool locks_10000(bench_context* context) {
    return hang_chain(context, CHAIN_LOCKS, 10000, 10.0, SLANTED);
}

static bool dropped_24(bench_context* context) {
    return hang_chain(context, CHAIN_BALLS, 24, 1e2, LEVEL);
}

// 200 double pendulums: many islands, one step
static bool pendulums(bench_context* context) {
    rv_world_def world_def = rv_world_def_default();
    context->h = 1.0 / 60.0;
    context->world = rv_world_create(&world_def, NULL, 0);
    bool ok = context->world != NULL;
    for (int i = 0; i < 200 && ok; i++) {
        rv_body_id before = {0};
        for (int k = 0; k < 2 && ok; k++) {
            rv_body_def def = rv_body_def_default();
            rv_vec3 pivot = {0.5 * k, 1.0 * i, 0.0};
            def.mass = 1.0;
            def.pose.position = (rv_vec3){pivot.x + 0.25, pivot.y, 0.0};
            rv_body_id body = rv_body_create(context->world, &def);
            rv_joint_def joint = rv_joint_def_at(context->world, RV_JOINT_HINGE, before, body,
                                                 pivot, (rv_vec3){0, 1, 0});
            ok = rv_joint_is_valid(context->world, rv_joint_create(context->world, &joint));
            before = body;
        }
    }
    return ok;
}

const bench_scenario bench_scenarios[] = {
    {"particles-24", "24 particles on distance joints, load 1e5, swinging", particles_24, NULL,
     NULL},
    {"particles-100", "100 particles on distance joints, load 1e5, swinging", particles_100, NULL,
     NULL},
    {"balls-24", "24 rigid links on ball joints, load 1e5, swinging", balls_24, NULL, NULL},
    {"balls-100", "100 rigid links on ball joints, load 1e5, swinging", balls_100, NULL, NULL},
    {"locks-24", "24 rigid links on 6-row joints", locks_24, NULL, NULL},
    {"locks-100", "100 rigid links on 6-row joints", locks_100, NULL, NULL},
    {"locks-1000", "1000 rigid links on 6-row joints", locks_1000, NULL, NULL},
    {"locks-10000", "10000 rigid links on 6-row joints", locks_10000, NULL, NULL},
    {"dropped-24", "24 rigid links on ball joints, load 100, dropped from level", dropped_24, NULL,
     NULL},
    {"pendulums-200", "200 double pendulums, each an island of its own", pendulums, NULL, NULL},
    {"cable-2", "a load on a massless cable", cable_2, NULL, NULL},
    {"cable-10", "one cable up and down through 8 eyes", cable_10, NULL, NULL},
    {"cable-100", "one cable up and down through 98 eyes", cable_100, NULL, NULL},
    {"cable-1000", "one cable up and down through 998 eyes", cable_1000, NULL, NULL},
    {"cable-pulleys-100", "one cable over 98 pulleys", cable_pulleys_100, NULL, NULL},
    {"cable-beads-100", "one cable through 50 bodies that slide on it", cable_beads_100, NULL,
     NULL},
    {"cable-wheels-100", "one cable over 98 wheels that turn with it", cable_wheels_100, NULL,
     NULL},
    {"cable-friction-16", "one cable over 16 pulleys with friction", cable_friction_16, NULL, NULL},
    {"cable-friction-100", "one cable over 100 pulleys with friction", cable_friction_100, NULL,
     NULL},
    {"crane-block", "20 t on 16 pulleys of one cable, the winch runs", crane_block, NULL, NULL},
};

const int bench_scenario_count = sizeof bench_scenarios / sizeof bench_scenarios[0];
