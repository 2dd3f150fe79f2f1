// The scenarios of `reeve bench`: chains as validation builds them, and many small islands.
#include "bench/bars.h"
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

// a chain of 10 m of `size` links
typedef struct hung_chain {
    chain_kind kind;
    double load; // masses of a link
    bool level;  // at the start; or swinging
} hung_chain;

static bool hang_chain(bench_context* context) {
    const hung_chain* hung = context->def;
    rv_world_def world_def = bench_world_def(context);
    context->h = 1.0 / 60.0;
    context->world = rv_world_create(&world_def, NULL, 0);
    chain c;
    chain_def def = {.kind = hung->kind,
                     .count = (int)context->size,
                     .link_length = 10.0 / context->size,
                     .link_mass = 1.0,
                     .load_ratio = hung->load,
                     .direction =
                         hung->level ? (rv_vec3){1.0, 0.0, 0.0} : (rv_vec3){0.6, 0.0, -0.8}};
    bool ok = chain_create(context->world, &def, &c);
    chain_free(&c);
    return ok;
}

// double pendulums: many islands, one step
static bool pendulums(bench_context* context) {
    rv_world_def world_def = bench_world_def(context);
    context->h = 1.0 / 60.0;
    context->world = rv_world_create(&world_def, NULL, 0);
    bool ok = context->world != NULL;
    for (int i = 0; i < (int)context->size && ok; i++) {
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
        .create = layered_create, .note = layered_note, .family = start "*", .unit = "cells",      \
        .size = (spans_) * (cells_), .def = &(const layered_def){spans_, cells_, waves_},          \
        .create_without = layered_without                                                          \
    }
#define IMPLICIT(spans, cells)                                                                     \
    LAYERED("layered-", spans, cells, RV_CABLE_WAVES_IMPLICIT, "implicit")
#define EXPLICIT(spans, cells)                                                                     \
    LAYERED("layered-explicit-", spans, cells, RV_CABLE_WAVES_EXPLICIT, "explicit")

// scenarios of a family: the name ends with the size
#define SIZED(start, n, unit_, sentence_, create_)                                                 \
    .name = start #n, .sentence = sentence_, .create = create_, .family = start "*",               \
    .unit = unit_, .size = n
#define CHAIN(start, n, sentence, kind, load)                                                      \
    {                                                                                              \
        SIZED(start, n, "links", #n sentence, hang_chain), .def = &(const hung_chain) {            \
            kind, load, false                                                                      \
        }                                                                                          \
    }
#define PARTICLES(n)                                                                               \
    CHAIN("particles-", n, " particles on distance joints, load 1e5, swinging", CHAIN_PARTICLES,   \
          1e5)
#define BALLS(n)                                                                                   \
    CHAIN("balls-", n, " rigid links on ball joints, load 1e5, swinging", CHAIN_BALLS, 1e5)
#define LOCKS(n) CHAIN("locks-", n, " rigid links on 6-row joints", CHAIN_LOCKS, 10.0)
#define PENDULUMS(n)                                                                               \
    {                                                                                              \
        SIZED("pendulums-", n, "islands", #n " double pendulums, each an island of its own",       \
              pendulums)                                                                           \
    }
#define CABLE(n)                                                                                   \
    {                                                                                              \
        SIZED("cable-", n, "nodes", "one cable of " #n " nodes, up and down through eyes",         \
              cable_eyes)                                                                          \
    }
#define FRICTION(n)                                                                                \
    {                                                                                              \
        SIZED("cable-friction-", n, "pulleys", "one cable over " #n " pulleys with friction",      \
              cable_friction)                                                                      \
    }
#define STACK(n)                                                                                   \
    { SIZED("stack-", n, "boxes", "a stack of " #n " boxes", stack), .note = contact_note }
#define PILE(n)                                                                                    \
    { SIZED("pile-", n, "bodies", #n " mixed bodies at rest in a box", pile), .note = contact_note }
#define SEGMENTS(n)                                                                                \
    {                                                                                              \
        SIZED("segments-", n, "segments",                                                          \
              "a tonne swings on " #n " segments of a 12 mm steel cable", segments_swing)          \
    }
#define SEGMENTS_GROUND(n)                                                                         \
    {                                                                                              \
        SIZED("segments-ground-", n, "segments",                                                   \
              "a cable of " #n " segments lies on the ground, awake", segments_on_ground),         \
            .note = contact_note                                                                   \
    }
#define LANDING(name_, kind_, sentence_)                                                           \
    {                                                                                              \
        .name = name_, .sentence = sentence_, .create = landing, .step = landing_step,             \
        .destroy = landing_destroy, .note = landing_note, .def = &(const landing_def) {            \
            kind_                                                                                  \
        }                                                                                          \
    }
#define ROD(n)                                                                                     \
    {                                                                                              \
        SIZED("rod-", n, "edges",                                                                  \
              "a thread of " #n " edges that cannot stretch swings, in steps of 1 ms", rod_swing)  \
    }
#define PLY(n)                                                                                     \
    {                                                                                              \
        SIZED("rod-ply-", n, "edges",                                                              \
              "a thread of " #n " edges hangs as a ply, in touch with itself all along", ply),     \
            .note = ply_note                                                                       \
    }
#define BAR(start, n, model, cells, word)                                                          \
    {                                                                                              \
        SIZED(start, n, "nodes", "a rubber bar of " #n " nodes swings at 1 kHz, " word, bar),      \
            .def = &(const bar_def) {                                                              \
            model, cells                                                                           \
        }                                                                                          \
    }
#define BAR_DYNAMIC(n, cells) BAR("solid-bar-", n, RV_SOLID_DYNAMIC, cells, "dynamic")
#define BAR_COROTATIONAL(n, cells)                                                                 \
    BAR("solid-bar-corotational-", n, RV_SOLID_COROTATIONAL, cells, "corotational")

const bench_scenario bench_scenarios[] = {
    PARTICLES(24),
    PARTICLES(100),
    PARTICLES(1000),
    BALLS(24),
    BALLS(100),
    BALLS(1000),
    LOCKS(24),
    LOCKS(100),
    LOCKS(1000),
    LOCKS(10000),
    {.name = "dropped-24",
     .sentence = "24 rigid links on ball joints, load 100, dropped from level",
     .create = hang_chain,
     .def = &(const hung_chain){CHAIN_BALLS, 100.0, true},
     .size = 24},
    PENDULUMS(20),
    PENDULUMS(200),
    PENDULUMS(2000),
    CABLE(2),
    CABLE(10),
    CABLE(100),
    CABLE(1000),
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
    FRICTION(25),
    FRICTION(50),
    FRICTION(100),
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
    STACK(5),
    STACK(10),
    STACK(20),
    PILE(50),
    PILE(100),
    PILE(200),
    PILE(500),
    {.name = "pile-500-fresh",
     .sentence = "500 mixed bodies while they fall into a box",
     .create = pile_fresh,
     .note = contact_note,
     .size = 500},
    SEGMENTS(24),
    SEGMENTS(50),
    SEGMENTS(100),
    SEGMENTS(200),
    SEGMENTS(1000),
    SEGMENTS(10000),
    {.name = "segments-adaptive",
     .sentence = "segments-100, or fewer of them where it is straight",
     .create = segments_adaptive},
    SEGMENTS_GROUND(10),
    SEGMENTS_GROUND(20),
    SEGMENTS_GROUND(50),
    SEGMENTS_GROUND(100),
    SEGMENTS_GROUND(200),
    SEGMENTS_GROUND(1000),
    {.name = "segments-winch",
     .sentence = "a winch feeds 100 segments to and fro at 1 m/s",
     .create = segments_feed,
     .step = segments_feed_step},
    LANDING("segments-landing", LANDING_GROUND,
            "a steel rod of 15 segments and a cable of 60 fall on the ground"),
    LANDING("segments-edge", LANDING_EDGE, "60 segments fall over the edge of a box"),
    LANDING("segments-coil", LANDING_COIL, "60 segments fall in a coil onto themselves"),
    ROD(20),
    ROD(50),
    ROD(100),
    ROD(200),
    ROD(400),
    ROD(1000),
    ROD(10000),
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
    PLY(100),
    PLY(300),
    PLY(1000),
    {.name = "rod-pair",
     .sentence = "two threads of 100 edges laid about each other, in touch all along",
     .create = laid_pair,
     .note = ply_note},
    {.name = "suture-led",
     .sentence = "a suture of 100 edges, 10 cm of 0.4 mm and 750 MPa, led about by a hand at 1 kHz",
     .create = suture_led,
     .step = suture_led_step,
     .destroy = suture_destroy,
     .note = suture_note},
    {.name = "suture-tied",
     .sentence = "the same, its knot drawn tight by the hand",
     .create = suture_tied,
     .step = suture_tied_step,
     .destroy = suture_destroy,
     .note = suture_note},
    {.name = "suture-sewn",
     .sentence = "the same without a knot, through five holes with friction, drawn on by the hand",
     .create = suture_sewn,
     .step = suture_sewn_step,
     .destroy = suture_destroy,
     .note = suture_note},
    {.name = "haptic-loop",
     .sentence = "a hand feels a floor at 1 kHz while its world is stepped at 60 Hz in real time",
     .create = haptic_loop,
     .step = haptic_loop_step,
     .destroy = haptic_loop_destroy,
     .note = haptic_loop_note,
     .in_real_time = true},
    {.name = "solid-clip",
     .sentence = "a clip of quadratic elements is led onto a tube at 1 kHz, static",
     .create = solid_clip,
     .step = solid_clip_step,
     .destroy = solid_clip_destroy,
     .note = solid_clip_note,
     .def = &(const solid_clip_def){RV_SOLID_STATIC, 2, 0.0}},
    {.name = "solid-clip-friction",
     .sentence = "the same with friction 0.2",
     .create = solid_clip,
     .step = solid_clip_step,
     .destroy = solid_clip_destroy,
     .note = solid_clip_note,
     .def = &(const solid_clip_def){RV_SOLID_STATIC, 2, 0.2}},
    {.name = "solid-dynamic",
     .sentence = "the same of linear elements with inertia",
     .create = solid_clip,
     .step = solid_clip_step,
     .destroy = solid_clip_destroy,
     .note = solid_clip_note,
     .def = &(const solid_clip_def){RV_SOLID_DYNAMIC, 1, 0.0}},
    {.name = "solid-corotational",
     .sentence = "the same of linear elements that turn, with inertia",
     .create = solid_clip,
     .step = solid_clip_step,
     .destroy = solid_clip_destroy,
     .note = solid_clip_note,
     .def = &(const solid_clip_def){RV_SOLID_COROTATIONAL, 1, 0.0}},
    BAR_DYNAMIC(81, 2),
    BAR_DYNAMIC(208, 3),
    BAR_DYNAMIC(425, 4),
    BAR_DYNAMIC(1225, 6),
    BAR_COROTATIONAL(81, 2),
    BAR_COROTATIONAL(208, 3),
    BAR_COROTATIONAL(425, 4),
    {.name = "solid-lcp-cold",
     .sentence = "contact of a clip on its way onto a tube, complementarity alone, from no contact",
     .create = solid_lcp,
     .step = solid_lcp_step,
     .destroy = solid_lcp_destroy,
     .note = solid_lcp_note,
     .def = &(const solid_lcp_def){false}},
    {.name = "solid-lcp-warm",
     .sentence = "the same from the contacts that carry",
     .create = solid_lcp,
     .step = solid_lcp_step,
     .destroy = solid_lcp_destroy,
     .note = solid_lcp_note,
     .def = &(const solid_lcp_def){true}},
    {.name = "solid-collision",
     .sentence = "where a clip touches a tube, a cylinder, within steps of 0.2 mm",
     .create = solid_collision,
     .step = solid_collision_step,
     .destroy = solid_collision_destroy,
     .note = solid_collision_note,
     .def = &(const solid_collision_def){0}},
    {.name = "solid-collision-48",
     .sentence = "the same with a tube of 48 flat facets, 672 triangles",
     .create = solid_collision,
     .step = solid_collision_step,
     .destroy = solid_collision_destroy,
     .note = solid_collision_note,
     .def = &(const solid_collision_def){48}},
    {.name = "solid-collision-192",
     .sentence = "the same with 192 facets, 2688 triangles",
     .create = solid_collision,
     .step = solid_collision_step,
     .destroy = solid_collision_destroy,
     .note = solid_collision_note,
     .def = &(const solid_collision_def){192}},
    {.name = "solid-tick",
     .sentence = "a hand moves a clip onto a tube at 20 mm/s: the haptic tick, normals found anew",
     .create = solid_tick,
     .step = solid_tick_step,
     .destroy = solid_tick_destroy,
     .note = solid_tick_note,
     .def = &(const solid_tick_def){.frozen = false}},
    {.name = "solid-tick-friction",
     .sentence = "the same with friction of 0.3",
     .create = solid_tick,
     .step = solid_tick_step,
     .destroy = solid_tick_destroy,
     .note = solid_tick_note,
     .def = &(const solid_tick_def){.friction = 0.3}},
    {.name = "solid-tick-frozen",
     .sentence = "without friction, normals as the last update has them",
     .create = solid_tick,
     .step = solid_tick_step,
     .destroy = solid_tick_destroy,
     .note = solid_tick_note,
     .def = &(const solid_tick_def){.frozen = true}},
    {.name = "served-2000",
     .sentence = "1000 double pendulums, every step shown to three pages of a viewer",
     .create = served_2000,
     .step = served_2000_step,
     .destroy = served_2000_destroy,
     .note = served_2000_note,
     .in_real_time = true},
};

const int bench_scenario_count = sizeof bench_scenarios / sizeof bench_scenarios[0];
