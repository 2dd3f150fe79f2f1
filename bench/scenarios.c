// The scenarios of `reeve bench`: chains as validation builds them, and many small islands.
#include "bench/bench.h"
#include "bench/cables.h"
#include "bench/coils.h"
#include "bench/contacts.h"
#include "bench/explicit_rods.h"
#include "bench/haptics.h"
#include "bench/landing.h"
#include "bench/layered.h"
#include "bench/rods.h"
#include "bench/segments.h"
#include "bench/serving.h"
#include "bench/solids.h"
#include "bench/sutures.h"
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

#define LAYERED(start, spans_, cells_, waves_, word)                                               \
    {                                                                                              \
        .name = start #spans_ "x" #cells_,                                                         \
        .sentence = #spans_ " spans of " #cells_ " cells with waves in two planes, " word,         \
        .create = layered_create, .note = layered_note,                                            \
        .def = &(const layered_def){spans_, cells_, waves_}, .create_without = layered_without     \
    }
#define IMPLICIT(spans, cells)                                                                     \
    LAYERED("layered-", spans, cells, RV_CABLE_WAVES_IMPLICIT, "implicit")
#define EXPLICIT(spans, cells)                                                                     \
    LAYERED("layered-explicit-", spans, cells, RV_CABLE_WAVES_EXPLICIT, "explicit")

const bench_scenario bench_scenarios[] = {
    {.name = "particles-24",
     .sentence = "24 particles on distance joints, load 1e5, swinging",
     .create = particles_24},
    {.name = "particles-100",
     .sentence = "100 particles on distance joints, load 1e5, swinging",
     .create = particles_100},
    {.name = "balls-24",
     .sentence = "24 rigid links on ball joints, load 1e5, swinging",
     .create = balls_24},
    {.name = "balls-100",
     .sentence = "100 rigid links on ball joints, load 1e5, swinging",
     .create = balls_100},
    {.name = "locks-24", .sentence = "24 rigid links on 6-row joints", .create = locks_24},
    {.name = "locks-100", .sentence = "100 rigid links on 6-row joints", .create = locks_100},
    {.name = "locks-1000", .sentence = "1000 rigid links on 6-row joints", .create = locks_1000},
    {.name = "locks-10000", .sentence = "10000 rigid links on 6-row joints", .create = locks_10000},
    {.name = "dropped-24",
     .sentence = "24 rigid links on ball joints, load 100, dropped from level",
     .create = dropped_24},
    {.name = "pendulums-200",
     .sentence = "200 double pendulums, each an island of its own",
     .create = pendulums},
    {.name = "cable-2", .sentence = "a load on a massless cable", .create = cable_2},
    {.name = "cable-10", .sentence = "one cable up and down through 8 eyes", .create = cable_10},
    {.name = "cable-100", .sentence = "one cable up and down through 98 eyes", .create = cable_100},
    {.name = "cable-1000",
     .sentence = "one cable up and down through 998 eyes",
     .create = cable_1000},
    {.name = "cable-pulleys-100",
     .sentence = "one cable over 98 pulleys",
     .create = cable_pulleys_100},
    {.name = "cable-beads-100",
     .sentence = "one cable through 50 bodies that slide on it",
     .create = cable_beads_100},
    {.name = "cable-wheels-100",
     .sentence = "one cable over 98 wheels that turn with it",
     .create = cable_wheels_100},
    {.name = "cable-friction-16",
     .sentence = "one cable over 16 pulleys with friction",
     .create = cable_friction_16},
    {.name = "cable-friction-100",
     .sentence = "one cable over 100 pulleys with friction",
     .create = cable_friction_100},
    {.name = "crane-block",
     .sentence = "20 t on 16 pulleys of one cable, the winch runs",
     .create = crane_block},
    IMPLICIT(10, 10),
    IMPLICIT(100, 10),
    IMPLICIT(10, 100),
    IMPLICIT(100, 100),
    EXPLICIT(10, 10),
    EXPLICIT(100, 10),
    EXPLICIT(10, 100),
    EXPLICIT(100, 100),
    {.name = "rod-newton",
     .sentence = "a thread of 100 edges swings by explicit steps, lengths by Newton's method",
     .create = explicit_rod,
     .note = explicit_rod_note,
     .def = &(const explicit_rod_def){RV_CABLE_ROD_NEWTON, 5e-6, false}},
    {.name = "rod-contraction",
     .sentence = "the same with lengths by contraction mapping",
     .create = explicit_rod,
     .note = explicit_rod_note,
     .def = &(const explicit_rod_def){RV_CABLE_ROD_CONTRACTION, 5e-6, false}},
    {.name = "rod-newton-twisted",
     .sentence = "a thread of 100 edges between two points, twisted by one turn, explicit",
     .create = explicit_rod,
     .note = explicit_rod_note,
     .def = &(const explicit_rod_def){RV_CABLE_ROD_NEWTON, 5e-6, true}},
    {.name = "rod-newton-stiff",
     .sentence = "rod-newton 200 times as stiff, in parts of its steps",
     .create = explicit_rod,
     .note = explicit_rod_note,
     .def = &(const explicit_rod_def){RV_CABLE_ROD_NEWTON, 1e-3, false}},
    {.name = "stack-10",
     .sentence = "a stack of ten boxes",
     .create = stack_10,
     .note = contact_note},
    {.name = "pile-50",
     .sentence = "50 mixed bodies at rest in a box",
     .create = pile_50,
     .note = contact_note},
    {.name = "pile-500",
     .sentence = "500 mixed bodies at rest in a box",
     .create = pile_500,
     .note = contact_note},
    {.name = "pile-500-fresh",
     .sentence = "500 mixed bodies while they fall into a box",
     .create = pile_500_fresh,
     .note = contact_note},
    {.name = "segments-24",
     .sentence = "a tonne swings on 24 segments of a 12 mm steel cable",
     .create = segments_24},
    {.name = "segments-100", .sentence = "the same with 100 segments", .create = segments_100},
    {.name = "segments-1000", .sentence = "the same with 1000 segments", .create = segments_1000},
    {.name = "segments-10000",
     .sentence = "the same with 10000 segments",
     .create = segments_10000},
    {.name = "segments-adaptive",
     .sentence = "the same with 100 segments, or fewer where it is straight",
     .create = segments_adaptive},
    {.name = "segments-ground",
     .sentence = "a cable of 200 segments lies on the ground, awake",
     .create = segments_on_ground,
     .note = contact_note},
    {.name = "segments-winch",
     .sentence = "a winch feeds 100 segments to and fro at 1 m/s",
     .create = segments_feed,
     .step = segments_feed_step},
    {.name = "segments-landing",
     .sentence = "a steel rod of 15 segments and a cable of 60 fall on the ground",
     .create = landing,
     .step = landing_step,
     .destroy = landing_destroy,
     .note = landing_note},
    {.name = "rod-20",
     .sentence = "a thread of 20 edges that cannot stretch swings, in steps of 1 ms",
     .create = rod_20},
    {.name = "rod-100", .sentence = "the same with 100 edges", .create = rod_100},
    {.name = "rod-1000", .sentence = "the same with 1000 edges", .create = rod_1000},
    {.name = "rod-10000", .sentence = "the same with 10000 edges", .create = rod_10000},
    {.name = "rod-twisted",
     .sentence = "a thread of 100 edges between clamps, twisted by one turn",
     .create = rod_twisted},
    {.name = "rod-loaded",
     .sentence = "100 kg swing on a thread of 100 edges that weighs 10 g",
     .create = rod_loaded},
    {.name = "rod-plectoneme",
     .sentence = "a thread of 100 edges that 25 turns have coiled up, turned on and back",
     .create = plectoneme,
     .step = plectoneme_step,
     .destroy = plectoneme_destroy,
     .note = plectoneme_note,
     .def = &(const plectoneme_def){RV_CABLE_ROD_IMPLICIT}},
    {.name = "rod-plectoneme-explicit",
     .sentence = "the same by explicit steps, and contact by a penalty",
     .create = plectoneme,
     .step = plectoneme_step,
     .destroy = plectoneme_destroy,
     .note = plectoneme_note,
     .def = &(const plectoneme_def){RV_CABLE_ROD_NEWTON}},
    {.name = "rod-ply-100",
     .sentence = "a thread of 100 edges hangs as a ply, in touch with itself all along",
     .create = ply_100,
     .note = ply_note},
    {.name = "rod-ply-1000",
     .sentence = "the same with 1000 edges",
     .create = ply_1000,
     .note = ply_note},
    {.name = "rod-pair",
     .sentence = "two threads of 100 edges laid about each other, in touch all along",
     .create = laid_pair,
     .note = ply_note},
    {.name = "suture-led",
     .sentence = "a suture of 100 edges, 10 cm of 0.4 mm and 750 MPa, led about by a hand at 1 kHz",
     .create = suture_led,
     .step = suture_led_step,
     .destroy = suture_destroy,
     .note = suture_note,
     .each_counts = true},
    {.name = "suture-tied",
     .sentence = "the same, its knot drawn tight by the hand",
     .create = suture_tied,
     .step = suture_tied_step,
     .destroy = suture_destroy,
     .note = suture_note,
     .each_counts = true},
    {.name = "suture-sewn",
     .sentence = "the same without a knot, through five holes with friction, drawn on by the hand",
     .create = suture_sewn,
     .step = suture_sewn_step,
     .destroy = suture_destroy,
     .note = suture_note,
     .each_counts = true},
    {.name = "haptic-loop",
     .sentence = "a hand feels a floor at 1 kHz while its world is stepped at 60 Hz in real time",
     .create = haptic_loop,
     .step = haptic_loop_step,
     .destroy = haptic_loop_destroy,
     .note = haptic_loop_note},
    {.name = "solid-clip",
     .sentence = "a clip of quadratic elements is led onto a tube at 1 kHz, static",
     .create = solid_clip,
     .step = solid_clip_step,
     .destroy = solid_clip_destroy,
     .note = solid_clip_note,
     .def = &(const solid_clip_def){RV_SOLID_STATIC, 2, 0.0},
     .each_counts = true},
    {.name = "solid-clip-friction",
     .sentence = "the same with friction 0.2",
     .create = solid_clip,
     .step = solid_clip_step,
     .destroy = solid_clip_destroy,
     .note = solid_clip_note,
     .def = &(const solid_clip_def){RV_SOLID_STATIC, 2, 0.2},
     .each_counts = true},
    {.name = "solid-dynamic",
     .sentence = "the same of linear elements with inertia",
     .create = solid_clip,
     .step = solid_clip_step,
     .destroy = solid_clip_destroy,
     .note = solid_clip_note,
     .def = &(const solid_clip_def){RV_SOLID_DYNAMIC, 1, 0.0},
     .each_counts = true},
    {.name = "solid-corotational",
     .sentence = "the same of linear elements that turn, with inertia",
     .create = solid_clip,
     .step = solid_clip_step,
     .destroy = solid_clip_destroy,
     .note = solid_clip_note,
     .def = &(const solid_clip_def){RV_SOLID_COROTATIONAL, 1, 0.0},
     .each_counts = true},
    {.name = "solid-lcp-cold",
     .sentence = "contact of a clip on its way onto a tube, complementarity alone, from no contact",
     .create = solid_lcp,
     .step = solid_lcp_step,
     .destroy = solid_lcp_destroy,
     .note = solid_lcp_note,
     .def = &(const solid_lcp_def){false},
     .each_counts = true},
    {.name = "solid-lcp-warm",
     .sentence = "the same from the contacts that carry",
     .create = solid_lcp,
     .step = solid_lcp_step,
     .destroy = solid_lcp_destroy,
     .note = solid_lcp_note,
     .def = &(const solid_lcp_def){true},
     .each_counts = true},
    {.name = "solid-collision",
     .sentence = "where a clip touches a tube, a cylinder, within steps of 0.2 mm",
     .create = solid_collision,
     .step = solid_collision_step,
     .destroy = solid_collision_destroy,
     .note = solid_collision_note,
     .def = &(const solid_collision_def){0},
     .each_counts = true},
    {.name = "solid-collision-48",
     .sentence = "the same with a tube of 48 flat facets, 672 triangles",
     .create = solid_collision,
     .step = solid_collision_step,
     .destroy = solid_collision_destroy,
     .note = solid_collision_note,
     .def = &(const solid_collision_def){48},
     .each_counts = true},
    {.name = "solid-collision-192",
     .sentence = "the same with 192 facets, 2688 triangles",
     .create = solid_collision,
     .step = solid_collision_step,
     .destroy = solid_collision_destroy,
     .note = solid_collision_note,
     .def = &(const solid_collision_def){192},
     .each_counts = true},
    {.name = "solid-tick",
     .sentence = "a hand moves a clip onto a tube at 20 mm/s: the haptic tick, normals found anew",
     .create = solid_tick,
     .step = solid_tick_step,
     .destroy = solid_tick_destroy,
     .note = solid_tick_note,
     .def = &(const solid_tick_def){.frozen = false},
     .each_counts = true},
    {.name = "solid-tick-friction",
     .sentence = "the same with friction of 0.3",
     .create = solid_tick,
     .step = solid_tick_step,
     .destroy = solid_tick_destroy,
     .note = solid_tick_note,
     .def = &(const solid_tick_def){.friction = 0.3},
     .each_counts = true},
    {.name = "solid-tick-frozen",
     .sentence = "without friction, normals as the last update has them",
     .create = solid_tick,
     .step = solid_tick_step,
     .destroy = solid_tick_destroy,
     .note = solid_tick_note,
     .def = &(const solid_tick_def){.frozen = true},
     .each_counts = true},
    {.name = "served-2000",
     .sentence = "1000 double pendulums, every step shown to three pages of a viewer",
     .create = served_2000,
     .step = served_2000_step,
     .destroy = served_2000_destroy,
     .note = served_2000_note},
};

const int bench_scenario_count = sizeof bench_scenarios / sizeof bench_scenarios[0];
