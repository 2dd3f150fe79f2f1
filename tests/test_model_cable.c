// Cables: what is refused and how it is said, readers, and what happens to cables when bodies go.
#include "cable_fixture.h"

static const double H = 1.0 / 60.0;

// --- rules ---

// a load on a cable over an eye: a def that is fine, to be spoiled
typedef struct rig {
    rv_world* world;
    rv_body_id load, wheel, gone;
    rv_cable_id cable;
    rv_cable_node nodes[3];
    rv_cable_def def;
} rig;

static rig rig_make(void) {
    rig r = {.world = default_world()};
    r.load = add_unit(r.world, vec(1, 0, -1));
    r.wheel = add_scalar(r.world, 1.0, 0.0);
    r.gone = add_unit(r.world, vec(5, 5, 5));
    rv_body_destroy(r.world, r.gone);
    r.nodes[0] = fixed_at(NO_BODY, vec(-1, 0, -1));
    r.nodes[1] = pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.25);
    r.nodes[2] = fixed_at(r.load, vec(0, 0, 0));
    r.def = rv_cable_def_default();
    r.def.node_count = 3;
    rv_cable_node drum[] = {drum_at(NO_BODY, vec(3, 0, 0), 0.0), fixed_at(r.load, vec(0, 0, 0))};
    drum[0].winch.stored = 2.0;
    drum[0].winch.capacity = 5.0;
    r.cable = add_cable(r.world, drum, 2);
    return r;
}

static void check_refusal(rig* r, const char* text) {
    uint64_t hash = rv_world_hash(r->world);
    int cables = rv_cable_count(r->world);
    r->def.nodes = r->nodes;
    CHECK(rv_cable_create(r->world, &r->def).slot == 0);
    CHECK_TEXT(rv_world_error(r->world), text);
    CHECK(rv_world_hash(r->world) == hash);
    CHECK(rv_cable_count(r->world) == cables);
    rv_world_destroy(r->world);
}

// a rig, a change of it, and what creation says then
#define REFUSES(change_, text_)                                                                    \
    do {                                                                                           \
        rig r = rig_make();                                                                        \
        change_;                                                                                   \
        check_refusal(&r, text_);                                                                  \
    } while (0)

TEST(the_def_that_the_tests_spoil_is_a_good_one) {
    rig r = rig_make();
    r.def.nodes = r.nodes;
    CHECK(rv_cable_create(r.world, &r.def).slot != 0);
    CHECK_TEXT(rv_world_error(r.world), "");
    rv_world_destroy(r.world);
}

TEST(create_refuses_a_def_without_its_default) {
    REFUSES(r.def = (rv_cable_def){.node_count = 3},
            "rv_cable_def: start from rv_cable_def_default()");
    rig r = rig_make();
    CHECK(rv_cable_create(r.world, NULL).slot == 0);
    CHECK_TEXT(rv_world_error(r.world), "rv_cable_def: start from rv_cable_def_default()");
    rv_world_destroy(r.world);
}

TEST(create_refuses_numbers_of_nodes_that_are_no_path) {
    REFUSES(r.def.node_count = 1,
            "rv_cable_def.node_count = 1: must be in [2, 100000], with nodes");
    REFUSES(r.def.node_count = -3,
            "rv_cable_def.node_count = -3: must be in [2, 100000], with nodes");
    REFUSES(r.def.node_count = 100001,
            "rv_cable_def.node_count = 100001: must be in [2, 100000], with nodes");
    rig r = rig_make();
    CHECK(rv_cable_create(r.world, &r.def).slot == 0); // nodes are NULL
    CHECK_TEXT(rv_world_error(r.world),
               "rv_cable_def.node_count = 3: must be in [2, 100000], with nodes");
    rv_world_destroy(r.world);
}

TEST(create_refuses_values_of_the_def_out_of_range) {
    REFUSES(r.def.model = (rv_cable_model)7, "rv_cable_def.model = 7: must be an rv_cable_model");
    REFUSES(r.def.diameter = 0.0, "rv_cable_def.diameter = 0 m: must be finite and > 0");
    REFUSES(r.def.diameter = -1.0, "rv_cable_def.diameter = -1 m: must be finite and > 0");
    REFUSES(r.def.diameter = NAN, "rv_cable_def.diameter = nan m: must be finite and > 0");
    REFUSES(r.def.diameter = INFINITY, "rv_cable_def.diameter = inf m: must be finite and > 0");
    REFUSES(r.def.length = 0.0, "rv_cable_def.length = 0 m: must be finite and > 0");
    REFUSES(r.def.length = -2.0, "rv_cable_def.length = -2 m: must be finite and > 0");
    REFUSES(r.def.length = INFINITY, "rv_cable_def.length = inf m: must be finite and > 0");
    REFUSES(r.def.EA = 0.0, "rv_cable_def.EA = 0 N: must be > 0");
    REFUSES(r.def.EA = -1.0, "rv_cable_def.EA = -1 N: must be > 0");
    REFUSES(r.def.GJ = -1.0, "rv_cable_def.GJ = -1 N m^2: must be finite and >= 0");
    REFUSES(r.def.GJ = INFINITY, "rv_cable_def.GJ = inf N m^2: must be finite and >= 0");
    REFUSES((r.def.GJ = 2.0, r.nodes[2].swivel = true),
            "rv_cable_def.GJ = 2 N m^2: must be 0 or NaN where an end, nodes[2], turns freely (a "
            "swivel or a particle)");
    REFUSES(r.def.damping = -1.0, "rv_cable_def.damping = -1 N s: must be finite and >= 0");
    REFUSES(r.def.twist_damping = INFINITY,
            "rv_cable_def.twist_damping = inf N m^2 s: must be finite and >= 0");
    REFUSES(r.def.twist = NAN, "rv_cable_def.twist = nan rad: must be finite");
    REFUSES(r.def.restitution = 1.5, "rv_cable_def.restitution = 1.5: must be in [0, 1]");
    REFUSES(r.def.restitution = NAN, "rv_cable_def.restitution = nan: must be in [0, 1]");
    REFUSES(r.def.breaking_load = 0.0, "rv_cable_def.breaking_load = 0 N: must be > 0");
    REFUSES(r.def.breaking_load = NAN, "rv_cable_def.breaking_load = nan N: must be > 0");
    REFUSES(r.def.solver_group = -1, "rv_cable_def.solver_group = -1: must be >= 0");
    REFUSES(r.def.material.young = 0.0,
            "rv_cable_def.material.young = 0 Pa: must be finite and > 0");
    REFUSES(r.def.material.poisson = 0.5,
            "rv_cable_def.material.poisson = 0.5: must be in (-1, 0.5)");
}

TEST(create_refuses_nodes_of_the_wrong_type_for_their_place) {
    REFUSES(r.nodes[1].type = (rv_cable_node_type)9,
            "rv_cable_def.nodes[1].type = 9: must be an rv_cable_node_type");
    REFUSES(r.nodes[0].type = RV_CABLE_EYE,
            "rv_cable_def.nodes[0].type: is an eye; an end must be fixed, a drum or free");
    REFUSES(r.nodes[2].type = RV_CABLE_PULLEY,
            "rv_cable_def.nodes[2].type: is a pulley; an end must be fixed, a drum or free");
    REFUSES(r.nodes[1].type = RV_CABLE_DRUM,
            "rv_cable_def.nodes[1].type: is a drum; a node between "
            "the ends must be an eye or a pulley");
    REFUSES(r.nodes[1].type = RV_CABLE_FIXED,
            "rv_cable_def.nodes[1].type: is fixed; a node between "
            "the ends must be an eye or a pulley");
}

TEST(create_refuses_bodies_that_cannot_carry_a_node) {
    REFUSES(r.nodes[2].body = r.gone, "rv_cable_def.nodes[2].body: no such body");
    REFUSES(r.nodes[2].body = r.wheel, "rv_cable_def.nodes[2].body: must be rigid or a particle");
    rv_world* other = default_world();
    rv_body_id foreign = add_unit(other, vec(0, 0, 0));
    REFUSES(r.nodes[2].body = foreign, "rv_cable_def.nodes[2].body: no such body");
    rv_world_destroy(other);
}

TEST(create_refuses_wheels_that_the_cable_cannot_turn) {
    REFUSES((r.nodes[1].wheel = r.gone, r.nodes[1].friction = 0.3),
            "rv_cable_def.nodes[1].wheel: no such body");
    REFUSES((r.nodes[1].wheel = r.load, r.nodes[1].friction = 0.3),
            "rv_cable_def.nodes[1].wheel: must be a scalar body");
    REFUSES((r.nodes[2].wheel = r.wheel, r.nodes[2].friction = 0.3),
            "rv_cable_def.nodes[2].wheel: only a pulley has one");
    REFUSES(r.nodes[1].wheel = r.wheel,
            "rv_cable_def.nodes[1].friction = 0: must be > 0 for the cable to turn its wheel");
    REFUSES((r.nodes[1].wheel = r.wheel, r.nodes[1].friction = 1, r.nodes[1].efficiency = 0.9),
            "rv_cable_def.nodes[1].efficiency = 0.9: must be 1 with a wheel of its own (damp the "
            "wheel)");
}

TEST(create_refuses_rims_that_are_none) {
    REFUSES(r.nodes[0].radius = 0.5,
            "rv_cable_def.nodes[0].radius = 0.5 m: only a pulley or a drum has one");
    REFUSES(r.nodes[1].radius = 0.0, "rv_cable_def.nodes[1].radius = 0 m: must be finite and > 0");
    REFUSES(r.nodes[1].radius = NAN,
            "rv_cable_def.nodes[1].radius = nan m: must be finite and > 0");
    REFUSES((r.nodes[0].type = RV_CABLE_DRUM, r.nodes[0].radius = -1.0),
            "rv_cable_def.nodes[0].radius = -1 m: must be finite and >= 0");
    REFUSES(r.nodes[1].axis = vec(0, 0, 0),
            "rv_cable_def.nodes[1].axis = (0, 0, 0): must not be zero");
    REFUSES(r.nodes[1].axis = vec(0, NAN, 0),
            "rv_cable_def.nodes[1].axis = (0, nan, 0): must be finite");
    REFUSES(r.nodes[1].side = 2, "rv_cable_def.nodes[1].side = 2: must be -1, 0 or 1");
    REFUSES(r.nodes[1].turns = 101, "rv_cable_def.nodes[1].turns = 101: must be in [0, 100]");
    REFUSES(r.nodes[1].turns = -1, "rv_cable_def.nodes[1].turns = -1: must be in [0, 100]");
    REFUSES(r.nodes[2].point = vec(0, 0, INFINITY),
            "rv_cable_def.nodes[2].point = (0, 0, inf) m: must be finite");
}

TEST(create_refuses_friction_out_of_range) {
    REFUSES(r.nodes[1].friction = -0.1, "rv_cable_def.nodes[1].friction = -0.1: must be >= 0");
    REFUSES(r.nodes[1].friction = NAN, "rv_cable_def.nodes[1].friction = nan: must be >= 0");
    REFUSES(r.nodes[1].efficiency = 0.0, "rv_cable_def.nodes[1].efficiency = 0: must be in (0, 1]");
    REFUSES(r.nodes[1].efficiency = 1.1,
            "rv_cable_def.nodes[1].efficiency = 1.1: must be in (0, 1]");
    REFUSES(r.nodes[1].edge = (rv_cable_edge)5,
            "rv_cable_def.nodes[1].edge = 5: must be an rv_cable_edge");
}

TEST(create_refuses_winches_out_of_range) {
#define DRUM_REFUSES(change_, text_)                                                               \
    REFUSES((r.nodes[0].type = RV_CABLE_DRUM, change_), "rv_cable_def.nodes[0].winch" text_)
    DRUM_REFUSES(r.nodes[0].winch.speed = NAN, ".speed = nan m/s: must be finite");
    DRUM_REFUSES(r.nodes[0].winch.slip = -1.0, ".slip = -1 m/s/N: must be finite and >= 0");
    DRUM_REFUSES(r.nodes[0].winch.acceleration = 0.0, ".acceleration = 0 m/s^2: must be > 0");
    DRUM_REFUSES(r.nodes[0].winch.acceleration = NAN, ".acceleration = nan m/s^2: must be > 0");
    DRUM_REFUSES(r.nodes[0].winch.max_speed = -1.0, ".max_speed = -1 m/s: must be > 0, or NaN");
    DRUM_REFUSES(r.nodes[0].winch.max_force = -1.0, ".max_force = -1 N: must be >= 0, or NaN");
    DRUM_REFUSES(r.nodes[0].winch.brake_force = -2.0, ".brake_force = -2 N: must be >= 0, or NaN");
    DRUM_REFUSES(r.nodes[0].winch.stored = -2.0, ".stored = -2 m: must be >= 0");
    DRUM_REFUSES(r.nodes[0].winch.capacity = 1.0, ".capacity = 1 m: must be >= stored = inf m");
#undef DRUM_REFUSES
    REFUSES((r.nodes[0].type = r.nodes[2].type = RV_CABLE_DRUM, r.nodes[1].friction = 0.3,
             r.nodes[2].winch.max_force = 10.0),
            "rv_cable_def.nodes[2].winch: of two drums on a cable with friction the last must have "
            "infinite max_force and brake_force");
}

TEST(create_refuses_paths_that_cannot_run) {
    REFUSES(r.nodes[2].point = vec(-2, 0, 0), // where node 0 is, with the load at (1, 0, -1)
            "rv_cable_def.nodes[1].side = 0: must be 1 or -1 where the path from centre to centre "
            "runs straight past the wheel or straight back");
    REFUSES((r.nodes[1] = eye_at(NO_BODY, vec(-1, 0, -1))),
            "rv_cable_def.nodes[1]: coincides with rv_cable_def.nodes[0]");
    REFUSES((r.nodes[1] = eye_at(r.load, vec(0, 0, 0))),
            "rv_cable_def.nodes[2]: coincides with rv_cable_def.nodes[1]");
    REFUSES(r.nodes[0].point = vec(-0.1, 0, -0.1),
            "rv_cable_def.nodes[0]: the path runs inside the rim of rv_cable_def.nodes[1]");
    REFUSES((r.nodes[2].point = vec(-1, 0, 0.9), r.nodes[1].side = 1),
            "rv_cable_def.nodes[2]: the path runs inside the rim of rv_cable_def.nodes[1]");
    REFUSES((r.nodes[1].point = vec(0, 0, -1)),
            "rv_cable_def.nodes[1].side = 0: must be 1 or -1 where the path from centre to centre "
            "runs straight past the wheel or straight back");
}

// --- calls on a cable ---

static void check_call(rig* r, bool result, uint64_t hash, const char* text) {
    CHECK(!result);
    CHECK_TEXT(rv_world_error(r->world), text);
    CHECK(rv_world_hash(r->world) == hash);
}

// `call_` on the drum cable of a rig that has made two steps
#define CALL_IS_REFUSED(call_, text_)                                                              \
    do {                                                                                           \
        rig r = rig_make();                                                                        \
        rv_cable_node node = eye_at(NO_BODY, vec(2, 0, 0.5));                                      \
        rv_cable_node end = fixed_at(NO_BODY, vec(2, 0, 0.5));                                     \
        rv_winch winch = rv_cable_winch(r.world, r.cable, 0);                                      \
        (void)node;                                                                                \
        (void)end;                                                                                 \
        (void)winch;                                                                               \
        CHECK(steps_are_ok(r.world, H, 2));                                                        \
        uint64_t hash = rv_world_hash(r.world);                                                    \
        bool result = call_;                                                                       \
        check_call(&r, result, hash, text_);                                                       \
        rv_world_destroy(r.world);                                                                 \
    } while (0)

TEST(edits_refuse_nodes_that_are_not_there) {
    CALL_IS_REFUSED(rv_cable_insert_node(r.world, r.cable, 0, &node),
                    "rv_cable_insert_node: before = 0: must be in [1, 1]");
    CALL_IS_REFUSED(rv_cable_insert_node(r.world, r.cable, 2, &node),
                    "rv_cable_insert_node: before = 2: must be in [1, 1]");
    CALL_IS_REFUSED(rv_cable_insert_node(r.world, r.cable, 1, NULL),
                    "rv_cable_insert_node: node must not be NULL");
    CALL_IS_REFUSED(rv_cable_remove_node(r.world, r.cable, 1),
                    "rv_cable_remove_node: the cable has no node between its ends");
    CALL_IS_REFUSED(rv_cable_attach(r.world, r.cable, 2, &end),
                    "rv_cable_attach: node = 2: must be 0 or 1");
    CALL_IS_REFUSED(rv_cable_attach(r.world, r.cable, 1, NULL),
                    "rv_cable_attach: end must not be NULL");
    CALL_IS_REFUSED(rv_cable_set_winch(r.world, r.cable, 1, &winch),
                    "rv_cable_set_winch: node 1 is no drum");
    CALL_IS_REFUSED(rv_cable_set_winch(r.world, r.cable, 0, NULL),
                    "rv_cable_set_winch: winch must not be NULL");
    CALL_IS_REFUSED(rv_cable_set_winch_speed(r.world, r.cable, -1, 1.0),
                    "rv_cable_set_winch_speed: node -1 is no drum");
    rig r = rig_make();
    rv_cable_node node = eye_at(NO_BODY, vec(2, 0, 0.5));
    CHECK(rv_cable_insert_node(r.world, r.cable, 1, &node));
    check_call(&r, rv_cable_remove_node(r.world, r.cable, 2), rv_world_hash(r.world),
               "rv_cable_remove_node: node = 2: must be in [1, 1]");
    check_call(&r, rv_cable_remove_node(r.world, r.cable, 0), rv_world_hash(r.world),
               "rv_cable_remove_node: node = 0: must be in [1, 1]");
    rv_world_destroy(r.world);
}

TEST(edits_refuse_nodes_that_creation_would_refuse) {
    CALL_IS_REFUSED(
        (node.type = RV_CABLE_DRUM, rv_cable_insert_node(r.world, r.cable, 1, &node)),
        "rv_cable_insert_node: node.type: is a drum; a node between the ends must be an "
        "eye or a pulley");
    CALL_IS_REFUSED((node.body = r.gone, rv_cable_insert_node(r.world, r.cable, 1, &node)),
                    "rv_cable_insert_node: node.body: no such body");
    CALL_IS_REFUSED((node.friction = -1, rv_cable_insert_node(r.world, r.cable, 1, &node)),
                    "rv_cable_insert_node: node.friction = -1: must be >= 0");
    CALL_IS_REFUSED(
        (node.point = vec(3, 0, 0), rv_cable_insert_node(r.world, r.cable, 1, &node)),
        "rv_cable_insert_node: nodes[1]: coincides with rv_cable_insert_node: nodes[0]");
    CALL_IS_REFUSED((node = pulley_at(NO_BODY, vec(3, 0, 0.1), vec(0, 1, 0), 0.5), node.side = 1,
                     rv_cable_insert_node(r.world, r.cable, 1, &node)),
                    "rv_cable_insert_node: nodes[0]: the path runs inside the rim of "
                    "rv_cable_insert_node: nodes[1]");
    CALL_IS_REFUSED((end.type = RV_CABLE_EYE, rv_cable_attach(r.world, r.cable, 1, &end)),
                    "rv_cable_attach: end.type: is an eye; an end must be fixed, a drum or free");
    CALL_IS_REFUSED((end.body = r.wheel, rv_cable_attach(r.world, r.cable, 1, &end)),
                    "rv_cable_attach: end.body: must be rigid or a particle");
    CALL_IS_REFUSED((end.point = vec(3, 0, 0), rv_cable_attach(r.world, r.cable, 1, &end)),
                    "rv_cable_attach: nodes[1]: coincides with rv_cable_attach: nodes[0]");
    CALL_IS_REFUSED(
        (end = drum_at(NO_BODY, vec(2, 0, 0), NAN), rv_cable_attach(r.world, r.cable, 1, &end)),
        "rv_cable_attach: end.winch.speed = nan m/s: must be finite");
}

TEST(writers_refuse_values_out_of_range) {
    CALL_IS_REFUSED(rv_cable_set_length(r.world, r.cable, 0.0),
                    "rv_cable_set_length: length = 0 m: must be finite and > 0");
    CALL_IS_REFUSED(rv_cable_set_length(r.world, r.cable, -1.0),
                    "rv_cable_set_length: length = -1 m: must be finite and > 0");
    CALL_IS_REFUSED(rv_cable_set_length(r.world, r.cable, NAN),
                    "rv_cable_set_length: length = nan m: must be finite and > 0");
    CALL_IS_REFUSED(rv_cable_set_winch_speed(r.world, r.cable, 0, NAN),
                    "rv_cable_set_winch_speed: speed = nan m/s: must be finite");
    CALL_IS_REFUSED((winch.slip = -1.0, rv_cable_set_winch(r.world, r.cable, 0, &winch)),
                    "rv_cable_set_winch: winch.slip = -1 m/s/N: must be finite and >= 0");
    CALL_IS_REFUSED(rv_cable_set_breaking_load(r.world, r.cable, 0.0),
                    "rv_cable_set_breaking_load: breaking_load = 0 N: must be > 0");
    CALL_IS_REFUSED(rv_cable_mend(r.world, r.cable), "rv_cable_mend: the cable is whole");
}

TEST(a_length_that_the_drum_cannot_give_or_take_is_refused) {
    rig r = rig_make(); // 5 m^0.5 in use, 2 m on the drum, which takes 5
    double use = rv_cable_length(r.world, r.cable);
    CHECK_NEAR(use, sqrt(5.0), 1e-15);
    uint64_t hash = rv_world_hash(r.world);
    check_call(&r, rv_cable_set_length(r.world, r.cable, 5.0), hash,
               "rv_cable_set_length: length = 5 m: takes 2.76393 m from the drum, which has 2 m");
    CHECK(rv_cable_set_length(r.world, r.cable, use + 2.0));
    CHECK_NEAR(rv_cable_winch(r.world, r.cable, 0).stored, 0.0, 1e-15);
    CHECK(rv_cable_set_length(r.world, r.cable, use));
    CHECK_NEAR(rv_cable_winch(r.world, r.cable, 0).stored, 2.0, 1e-15);
    rv_winch winch = rv_cable_winch(r.world, r.cable, 0);
    winch.capacity = 3.0;
    CHECK(rv_cable_set_winch(r.world, r.cable, 0, &winch));
    hash = rv_world_hash(r.world);
    check_call(
        &r, rv_cable_set_length(r.world, r.cable, 1.0), hash,
        "rv_cable_set_length: length = 1 m: gives 1.23607 m to the drum, which has room for 1 m");
    rv_world_destroy(r.world);
}

TEST(every_call_says_so_when_there_is_no_such_cable) {
    rig r = rig_make();
    rv_cable_node node = fixed_at(NO_BODY, vec(0, 0, 0));
    rv_winch winch = node.winch;
    CHECK(rv_cable_destroy(r.world, r.cable));
    CHECK(!rv_cable_is_valid(r.world, r.cable));
    uint64_t hash = rv_world_hash(r.world);
    rv_cable_id id = r.cable;
    check_call(&r, rv_cable_destroy(r.world, id), hash, "rv_cable_destroy: no such cable");
    check_call(&r, rv_cable_set_length(r.world, id, 1.0), hash,
               "rv_cable_set_length: no such cable");
    check_call(&r, rv_cable_set_breaking_load(r.world, id, 1.0), hash,
               "rv_cable_set_breaking_load: no such cable");
    check_call(&r, rv_cable_insert_node(r.world, id, 1, &node), hash,
               "rv_cable_insert_node: no such cable");
    check_call(&r, rv_cable_remove_node(r.world, id, 1), hash,
               "rv_cable_remove_node: no such cable");
    check_call(&r, rv_cable_attach(r.world, id, 0, &node), hash, "rv_cable_attach: no such cable");
    check_call(&r, rv_cable_cut(r.world, id), hash, "rv_cable_cut: no such cable");
    check_call(&r, rv_cable_mend(r.world, id), hash, "rv_cable_mend: no such cable");
    check_call(&r, rv_cable_set_winch(r.world, id, 0, &winch), hash,
               "rv_cable_set_winch: no such cable");
    check_call(&r, rv_cable_set_winch_speed(r.world, id, 0, 1.0), hash,
               "rv_cable_set_winch_speed: no such cable");
    rv_world_destroy(r.world);
}

TEST(readers_of_a_stale_id_answer_what_the_header_says) {
    rig r = rig_make();
    rv_cable_id stale = r.cable;
    CHECK(rv_cable_destroy(r.world, stale));
    const rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 3)), fixed_at(r.load, vec(0, 0, 0))};
    add_cable(r.world, nodes, 2); // in the same slot
    const rv_cable_id ids[] = {stale, {0}, {1000, 1, stale.world}};
    for (int i = 0; i < 3; i++) {
        const rv_world* w = r.world;
        rv_cable_id id = ids[i];
        CHECK(!rv_cable_is_valid(w, id));
        CHECK(rv_cable_get_state(w, id) == RV_CABLE_BROKEN && rv_cable_node_count(w, id) == 0);
        CHECK(isnan(rv_cable_get_node(w, id, 0).radius));
        CHECK(isnan(rv_cable_tension(w, id, 0)) && isnan(rv_cable_largest_tension(w, id)));
        CHECK(isnan(rv_cable_length(w, id)) && isnan(rv_cable_path_length(w, id)));
        CHECK(isnan(rv_cable_twist(w, id)) && isnan(rv_cable_torque(w, id)));
        CHECK(!rv_cable_twist_is_suspended(w, id) && isnan(rv_cable_stiffness(w, id)));
        CHECK(rv_cable_user_data(w, id) == NULL);
        rv_cable_contact c = rv_cable_get_contact(w, id, 0);
        CHECK(isnan(c.in.x) && isnan(c.out.z) && isnan(c.wrap) && isnan(c.slip) && !c.touches);
        CHECK(isnan(c.tension_in) && isnan(c.tension_out));
        CHECK(rv_cable_points(w, id, 0.1, NULL, NULL, 0) == 0);
        CHECK(isnan(rv_cable_winch(w, id, 0).speed) && isnan(rv_cable_winch(w, id, 0).stored));
        CHECK(isnan(rv_cable_winch_speed(w, id, 0)));
    }
    rv_world_destroy(r.world);
}

TEST(readers_answer_nan_for_nodes_that_are_not_there) {
    rig r = rig_make();
    for (int node = -1; node <= 2; node += 3) {
        CHECK(isnan(rv_cable_get_node(r.world, r.cable, node).radius));
        CHECK(isnan(rv_cable_tension(r.world, r.cable, node)));
        CHECK(isnan(rv_cable_get_contact(r.world, r.cable, node).wrap));
        CHECK(isnan(rv_cable_winch(r.world, r.cable, node).speed));
        CHECK(isnan(rv_cable_winch_speed(r.world, r.cable, node)));
    }
    CHECK(isnan(rv_cable_tension(r.world, r.cable, 1))); // no span after the last node
    CHECK(isnan(rv_cable_winch(r.world, r.cable, 1).speed));
    rv_world_destroy(r.world);
}

static void call_in_step(void* context, rv_world* world, double time, double dt) {
    const rv_cable_id id = *(const rv_cable_id*)context;
    (void)time;
    (void)dt;
    if (id.slot == 0)
        return;
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(0, 0, 1))};
    rv_cable_def def = rigid_cable_def(nodes, 2);
    CHECK(rv_cable_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_cable_create: not callable during a step");
    CHECK(!rv_cable_destroy(world, id));
    CHECK_TEXT(rv_world_error(world), "rv_cable_destroy: not callable during a step");
    CHECK(!rv_cable_cut(world, id));
    CHECK_TEXT(rv_world_error(world), "rv_cable_cut: not callable during a step");
    CHECK(!rv_cable_set_length(world, id, 1.0));
    CHECK_TEXT(rv_world_error(world), "rv_cable_set_length: not callable during a step");
    CHECK(!rv_cable_insert_node(world, id, 1, nodes));
    CHECK_TEXT(rv_world_error(world), "rv_cable_insert_node: not callable during a step");
}

TEST(nothing_about_cables_is_changed_during_a_step) {
    rv_cable_id cable = {0};
    rv_world_def def = rv_world_def_default();
    def.force = call_in_step;
    def.force_context = &cable;
    rv_world* world = world_of(&def);
    rv_body_id load = add_unit(world, vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    cable = add_cable(world, nodes, 2);
    CHECK(steps_are_ok(world, H, 3));
    rv_world_destroy(world);
}

// --- readers ---

TEST(the_defaults_of_a_cable_are_those_of_a_solid_steel_bar) {
    rv_world* world = default_world();
    rv_body_id load = add_unit(world, vec(0, 0, -2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = rv_cable_def_default();
    int data = 0;
    def.nodes = nodes;
    def.node_count = 2;
    def.user_data = &data;
    rv_cable_id cable = cable_of(world, &def);
    CHECK_NEAR(rv_cable_length(world, cable), 2.0, 0.0);
    CHECK_NEAR(rv_cable_path_length(world, cable), 2.0, 0.0);
    // E A / L = 200e9 pi 0.005^2 / 2
    CHECK_NEAR(rv_cable_stiffness(world, cable), 200e9 * RV_PI * 25e-6 / 2.0, 1e-6);
    CHECK(rv_cable_user_data(world, cable) == &data);
    CHECK(rv_cable_next(world, (rv_cable_id){0}).slot == cable.slot);
    CHECK(rv_cable_next(world, cable).slot == 0);
    CHECK(rv_cable_next(world, (rv_cable_id){.slot = UINT32_MAX}).slot == 0);
    rv_world_destroy(world);
}

TEST(points_of_a_path_lie_on_spans_and_arcs) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-1, 0, -2)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 1.0),
                             fixed_at(NO_BODY, vec(1, 0, -3))};
    rv_cable_id cable = add_cable(world, nodes, 3);
    // up, half a turn, down
    CHECK_NEAR(rv_cable_path_length(world, cable), 2.0 + RV_PI + 3.0, 1e-14);
    rv_cable_contact c = rv_cable_get_contact(world, cable, 1);
    CHECK_NEAR(c.wrap, RV_PI, 1e-14);
    CHECK(c.touches);
    CHECK_NEAR(c.in.x, -1.0, 1e-14);
    CHECK_NEAR(c.out.x, 1.0, 1e-14);
    rv_vec3 points[64];
    double tension[64];
    int count = rv_cable_points(world, cable, 0.1, points, tension, 64);
    CHECK(count == 2 + 1 + 32); // ceil(pi / 0.1) = 32 steps
    CHECK(rv_cable_points(world, cable, 0.1, points, NULL, 3) == count);
    CHECK(rv_cable_points(world, cable, 0.0, points, NULL, 64) == 0);
    double length = 0.0;
    for (int i = 1; i < count; i++)
        length += rv_vec3_length(rv_vec3_sub(points[i], points[i - 1]));
    // an arc of chords of pi/32 rad is short by pi (pi/32)^2 / 24
    CHECK_NEAR(length, 5.0 + RV_PI - RV_PI * pow(RV_PI / 32.0, 2) / 24.0, 1e-5);
    rv_world_destroy(world);
}

TEST(full_turns_round_a_pulley_are_counted) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-1, 0, -2)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 1.0),
                             fixed_at(NO_BODY, vec(1, 0, -3))};
    nodes[1].turns = 3;
    rv_cable_id cable = add_cable(world, nodes, 3);
    CHECK_NEAR(rv_cable_get_contact(world, cable, 1).wrap, 7.0 * RV_PI, 1e-13);
    CHECK_NEAR(rv_cable_path_length(world, cable), 5.0 + 7.0 * RV_PI, 1e-13);
    CHECK(rv_cable_get_node(world, cable, 1).turns == 3);
    CHECK(rv_cable_get_node(world, cable, 1).side == 1);
    rv_world_destroy(world);
}

// --- bodies that go ---

typedef struct trio {
    rv_world* world;
    rv_body_id body[3];
    rv_cable_id cable[3];
} trio;

// three loads, each with a cable of its own kind; `with_middle`: or only the first and the last
static trio trio_make(bool with_middle) {
    trio t = {.world = default_world()};
    for (int i = 0; i < 3; i++) {
        t.body[i] = add_unit(t.world, vec(5.0 * i, 0.3, -2));
        rv_cable_node nodes[4] = {drum_at(NO_BODY, vec(5.0 * i - 1.0, 0, -2), 0.1),
                                  pulley_at(NO_BODY, vec(5.0 * i, 0, 0), vec(0, 1, 0), 0.2),
                                  eye_at(NO_BODY, vec(5.0 * i + 0.5, 0, -1)),
                                  fixed_at(t.body[i], vec(0, 0, 0.5))};
        nodes[1].friction = i == 2 ? 0.2 : 0.0;
        rv_cable_def def = rv_cable_def_default();
        def.nodes = nodes;
        def.node_count = 4 - (i == 0);
        if (i == 0)
            nodes[2] = nodes[3];
        if (i != 1 || with_middle)
            t.cable[i] = cable_of(t.world, &def);
    }
    return t;
}

TEST(a_body_takes_its_cables_with_it_and_leaves_the_others_as_they_were) {
    trio t = trio_make(true), lone = trio_make(false);
    CHECK(steps_are_ok(t.world, H, 50) && steps_are_ok(lone.world, H, 50));
    CHECK(rv_body_destroy(t.world, t.body[1]));
    CHECK(rv_cable_count(t.world) == 2 && !rv_cable_is_valid(t.world, t.cable[1]));
    int events;
    rv_world_cable_events(t.world, &events);
    CHECK(events == 0);
    CHECK(steps_are_ok(t.world, H, 200) && steps_are_ok(lone.world, H, 200));
    for (int i = 0; i < 3; i += 2) {
        rv_vec3 at = rv_body_center(t.world, t.body[i]),
                to = rv_body_center(lone.world, lone.body[i]);
        // islands of their own: the same bits
        CHECK(at.x == to.x && at.y == to.y && at.z == to.z);
        for (int node = 0; node < rv_cable_node_count(t.world, t.cable[i]) - 1; node++)
            CHECK(rv_cable_tension(t.world, t.cable[i], node)
                  == rv_cable_tension(lone.world, lone.cable[i], node));
        CHECK(rv_cable_length(t.world, t.cable[i]) == rv_cable_length(lone.world, lone.cable[i]));
        CHECK(rv_cable_twist(t.world, t.cable[i]) == rv_cable_twist(lone.world, lone.cable[i]));
    }
    rv_world_destroy(t.world);
    rv_world_destroy(lone.world);
}

TEST(a_wheel_takes_the_cable_that_turns_it_with_it) {
    rv_world* world = default_world();
    rv_body_id wheel = add_scalar(world, 1.0, 0.0), load = add_unit(world, vec(1, 0, -2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-1, 0, -2)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.2),
                             fixed_at(load, vec(0, 0, 0))};
    nodes[1].wheel = wheel;
    nodes[1].friction = INFINITY;
    rv_cable_id cable = add_cable(world, nodes, 3);
    CHECK(rv_body_destroy(world, wheel));
    CHECK(!rv_cable_is_valid(world, cable) && rv_cable_count(world) == 0);
    CHECK(steps_are_ok(world, H, 3));
    rv_world_destroy(world);
}

TEST(events_end_with_the_cable_that_they_name) {
    for (int by_body = 0; by_body < 2; by_body++) {
        rv_world* world = default_world();
        rv_body_id load = add_unit(world, vec(0, 0, -2));
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        rv_cable_id cable = add_cable(world, nodes, 2);
        CHECK(steps_are_ok(world, H, 1));
        CHECK(events_of(world, RV_CABLE_EVENT_TAUT, NULL) == 1);
        CHECK(by_body ? rv_body_destroy(world, load) : rv_cable_destroy(world, cable));
        int count;
        rv_world_cable_events(world, &count);
        CHECK(count == 0);
        rv_world_destroy(world);
    }
}

TEST(slots_of_destroyed_cables_are_used_again_with_new_ids) {
    trio t = trio_make(true);
    CHECK(steps_are_ok(t.world, H, 5));
    CHECK(rv_cable_destroy(t.world, t.cable[1]));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(5, 0, 1)), fixed_at(t.body[1], vec(0, 0, 0.5))};
    rv_cable_id again = add_cable(t.world, nodes, 2);
    CHECK(again.slot == t.cable[1].slot && again.generation != t.cable[1].generation);
    CHECK(rv_cable_count(t.world) == 3 && rv_cable_node_count(t.world, again) == 2);
    CHECK(rv_cable_node_count(t.world, t.cable[0]) == 3);
    CHECK(rv_cable_node_count(t.world, t.cable[2]) == 4);
    CHECK(steps_are_ok(t.world, H, 50));
    rv_world_destroy(t.world);
}
