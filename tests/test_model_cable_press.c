// Cables without mass that lie on solids: a cushion of rubber held at its bottom, its top at z = 0,
// a cable over it from a hand to a load that hangs beside it.
#include "cable_fixture.h"
#include "model/cable_press.h"
#include "model/solid.h"
#include "solid_fixture.h"

#include <stdlib.h>

static const double STEP = 1.0 / 60.0, G = 9.81;
static const rv_solid_model MODELS[] = {RV_SOLID_STATIC, RV_SOLID_DYNAMIC, RV_SOLID_COROTATIONAL};
enum { MODEL_COUNT = sizeof MODELS / sizeof MODELS[0] };

typedef struct press_rig {
    rv_world* world;
    rv_solid_id cushion;
    rv_body_id hand, load;
    rv_cable_id cable;
} press_rig;

// its nodes at the bottom are held by a frame; an empty one: by the world
static rv_solid_id add_soft_cushion(rv_world* world, rv_solid_model model, rv_body_id frame,
                                    double young) {
    solid_rig r = box_rig(vec(0.4, 0.2, 0.1), 6, 2, 2);
    int32_t held[64];
    int count = 0;
    for (int i = 0; i < r.mesh.node_count; i++)
        if (r.mesh.nodes[i].z < -0.0499)
            held[count++] = i;
    r.def.model = model;
    r.def.held = held;
    r.def.held_count = count;
    r.def.frame = frame;
    r.def.pose.position = vec(0, 0, -0.05);
    r.def.material.young = young;
    r.def.damping_stiffness = model == RV_SOLID_STATIC ? 0.0 : 0.02;
    return solid_of(world, &r);
}

static rv_solid_id add_cushion(rv_world* world, rv_solid_model model, rv_body_id frame) {
    return add_soft_cushion(world, model, frame, 1e6);
}

static rv_cable_def press_def(const rv_cable_node* nodes, int count, double friction) {
    rv_cable_def def = elastic_cable_def(nodes, count, 1e6);
    def.damping = NAN; // stiff: it would ring between two steps
    def.touch.enabled = true;
    def.touch.friction = friction;
    return def;
}

// not at rest yet: the load swings down
static press_rig rig_with(rv_solid_model model, double mass, double friction) {
    press_rig r = {.world = default_world()};
    r.cushion = add_cushion(r.world, model, NO_BODY);
    r.hand = add_kinematic(r.world, vec(-0.5, 0, 0.05), vec(0, 0, 0));
    rv_body_def load = rv_body_def_default();
    load.kind = RV_BODY_PARTICLE;
    load.mass = mass;
    load.linear_damping = 4.0 * mass;
    load.pose.position = vec(0.5, 0, 0.05);
    r.load = body_of(r.world, &load);
    const rv_cable_node nodes[2] = {fixed_at(r.hand, vec(0, 0, 0)), fixed_at(r.load, vec(0, 0, 0))};
    rv_cable_def def = press_def(nodes, 2, friction);
    r.cable = cable_of(r.world, &def);
    return r;
}

static rv_cable_wrap wrap_of(const press_rig* r, int wrap) {
    return rv_cable_get_wrap(r->world, r->cable, wrap);
}

static double turn_of(const press_rig* r) {
    double turn = 0.0;
    for (int k = 0; k < rv_cable_wrap_count(r->world, r->cable); k++)
        turn += wrap_of(r, k).angle;
    return turn;
}

// from where the cable leaves the solid to an end of it
static rv_vec3 way_to(const press_rig* r, rv_body_id end) {
    bool first = end.slot == r->hand.slot;
    rv_cable_wrap w = wrap_of(r, first ? 0 : rv_cable_wrap_count(r->world, r->cable) - 1);
    return rv_vec3_normalize(rv_vec3_sub(rv_body_center(r->world, end), first ? w.in : w.out));
}

TEST(a_cable_presses_a_cushion_in_with_one_tension_on_both_sides) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        press_rig r = rig_with(MODELS[k], 20.0, 0.0);
        CHECK(steps_are_ok(r.world, STEP, 300));
        double T = 20.0 * G;
        int count = rv_cable_wrap_count(r.world, r.cable);
        CHECK(count > 1);
        CHECK(wrap_of(&r, 0).solid.slot == r.cushion.slot && wrap_of(&r, 0).shape == -1);
        // the load swings yet by fractions of a millimetre
        CHECK_NEAR(wrap_of(&r, 0).tension_in, T, 1e-3 * T);
        CHECK_NEAR(wrap_of(&r, count - 1).tension_out, wrap_of(&r, 0).tension_in, 1e-12 * T);
        // all bends together: T (u_out - u_in), in the directions that the step began with
        rv_vec3 force = rv_vec3_add(way_to(&r, r.hand), way_to(&r, r.load));
        rv_vec3 off =
            rv_vec3_mul_add(rv_solid_force(r.world, r.cushion), -wrap_of(&r, 0).tension_in, force);
        CHECK_NEAR(rv_vec3_length(off), 0.0, 1e-3 * T);
        // its edge has given way by millimetres
        CHECK(wrap_of(&r, count / 2).in.z < 0.002);
        rv_world_destroy(r.world);
    }
}

TEST(friction_makes_the_tensions_differ_by_the_capstan_law) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        press_rig r = rig_with(MODELS[k], 10.0, 0.25);
        CHECK(steps_are_ok(r.world, STEP, 200));
        for (int way = -1; way < 2; way += 2) {
            // drawn away, then let down
            rv_body_set_velocity(r.world, r.hand, vec(0.02 * way, 0, 0));
            CHECK(steps_are_ok(r.world, STEP, 60));
            int last = rv_cable_wrap_count(r.world, r.cable) - 1;
            double ratio = wrap_of(&r, 0).tension_in / wrap_of(&r, last).tension_out;
            double expected = exp(-way * 0.25 * turn_of(&r));
            CHECK(turn_of(&r) > 1.2);
            // angles are those at the end of the step, the bounds those at its start
            CHECK_NEAR(ratio / expected, 1.0, 2e-3);
        }
        rv_world_destroy(r.world);
    }
}

// the same forces, by hand: they may differ by what is in motion yet
TEST(a_cable_does_to_a_cushion_what_forces_on_its_nodes_do) {
    press_rig r = rig_with(RV_SOLID_STATIC, 20.0, 0.0);
    CHECK(steps_are_ok(r.world, STEP, 400));
    rv_world* other = default_world();
    rv_solid_id like = add_cushion(other, RV_SOLID_STATIC, NO_BODY);
    const rv_cable* cable = &r.world->cables.data[0];
    const rv_path_node* nodes = rv_cable_nodes(r.world, cable);
    rv_vec3 sum = vec(0, 0, 0);
    for (int i = 1; i < cable->node_count - 1; i++) {
        CHECK(rv_node_is_on_solid(&nodes[i]));
        sum = rv_vec3_add(sum, nodes[i].push);
        for (int n = 0; n < RV_KNOT_NODES; n++) {
            int node = nodes[i].holder.node[n];
            rv_vec3 f = rv_vec3_scale(nodes[i].push, nodes[i].holder.weight[n]);
            // what is held feels nothing
            bool is_free = r.world->solid_work.data[0]->free.data[node] >= 0;
            CHECK(rv_solid_apply_force(other, like, node, f) == is_free);
        }
    }
    CHECK_NEAR(apart(sum, rv_solid_force(r.world, r.cushion)), 0.0, 1e-9);
    CHECK(steps_are_ok(other, STEP, 1));
    double most = 0.0, given = 0.0;
    solid_rig rest = box_rig(vec(0.4, 0.2, 0.1), 6, 2, 2);
    for (int i = 0; i < rv_solid_node_count(other, like); i++) {
        rv_vec3 x = rv_solid_node(r.world, r.cushion, i);
        most = fmax(most, apart(x, rv_solid_node(other, like, i)));
        given = fmax(given, apart(x, rv_vec3_add(rest.mesh.nodes[i], vec(0, 0, -0.05))));
    }
    CHECK(given > 0.003);
    CHECK_NEAR(most, 0.0, 1e-3 * given);
    rv_tet_mesh_free(&rest.mesh);
    rv_world_destroy(other);
    rv_world_destroy(r.world);
}

// 1 kN on rubber of 1 MPa: far more geometric stiffness than the solid's own, between its nodes
TEST(a_heavy_load_hangs_still_at_60_steps_a_second) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        press_rig r = rig_with(MODELS[k], 60.0, 0.0);
        CHECK(steps_are_ok(r.world, STEP, 400));
        double T = 60.0 * G, low = INFINITY, high = 0.0;
        for (int i = 0; i < 60; i++) {
            CHECK(rv_world_step(r.world, STEP) == RV_STATUS_OK);
            low = fmin(low, rv_cable_tension(r.world, r.cable, 0));
            high = fmax(high, rv_cable_tension(r.world, r.cable, 0));
        }
        CHECK_NEAR(low, T, 1e-3 * T);
        CHECK_NEAR(high, T, 1e-3 * T);
        rv_world_destroy(r.world);
    }
}

// 2 kN along a cushion of 0.1 MPa, between hands that go down by 6 cm: it is pressed in until the
// cable is nearly straight, since bends are far stiffer against each other, T/l, than what is below
// them
TEST(a_taut_cable_lies_still_on_a_soft_cushion) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        rv_world* world = default_world();
        rv_solid_id cushion = add_soft_cushion(world, MODELS[k], NO_BODY, 1e5);
        rv_body_id hand[2];
        rv_cable_node nodes[2];
        for (int s = 0; s < 2; s++) {
            hand[s] = add_kinematic(world, vec(s == 0 ? -0.5 : 0.5, 0, 0.03), vec(0, 0, -0.06));
            nodes[s] = fixed_at(hand[s], vec(0, 0, 0));
        }
        rv_cable_def def = press_def(nodes, 2, 0.0);
        def.length = 0.998;
        rv_cable_id cable = cable_of(world, &def);
        CHECK(steps_are_ok(world, STEP, 60));
        for (int s = 0; s < 2; s++)
            rv_body_set_velocity(world, hand[s], vec(0, 0, 0));
        CHECK(steps_are_ok(world, STEP, 240));
        double low = INFINITY, high = 0.0;
        for (int i = 0; i < 30; i++) {
            CHECK(rv_world_step(world, STEP) == RV_STATUS_OK);
            double force = -rv_solid_force(world, cushion).z;
            low = fmin(low, force);
            high = fmax(high, force);
        }
        CHECK(rv_cable_tension(world, cable, 0) > 2000.0);
        CHECK(low > 20.0);
        // a static one comes back at once where a bend goes: it is left in a cycle of two steps
        CHECK_NEAR(high, low, (MODELS[k] == RV_SOLID_STATIC ? 0.15 : 1e-3) * high);
        rv_world_destroy(world);
    }
}

TEST(a_cable_that_is_lifted_off_lets_the_cushion_be_and_comes_back) {
    press_rig r = rig_with(RV_SOLID_STATIC, 5.0, 0.2);
    double T[2];
    for (int round = 0; round < 2; round++) {
        CHECK(steps_are_ok(r.world, STEP, 240));
        CHECK(rv_cable_wrap_count(r.world, r.cable) > 0);
        T[round] = wrap_of(&r, rv_cable_wrap_count(r.world, r.cable) - 1).tension_out;
        // up until the cable hangs beside it, and down again
        rv_body_set_velocity(r.world, r.hand, vec(0.5, 0, 0.5));
        CHECK(steps_are_ok(r.world, STEP, 120));
        CHECK(rv_cable_wrap_count(r.world, r.cable) == 0);
        CHECK_NEAR(rv_vec3_length(rv_solid_force(r.world, r.cushion)), 0.0, 0.0);
        CHECK_NEAR(rv_solid_elastic_energy(r.world, r.cushion), 0.0, 1e-20);
        rv_body_set_velocity(r.world, r.hand, vec(-0.5, 0, -0.5));
        CHECK(steps_are_ok(r.world, STEP, 120));
        rv_body_set_velocity(r.world, r.hand, vec(0, 0, 0));
    }
    CHECK_NEAR(T[0], 5.0 * G, 0.005 * T[0]);
    CHECK_NEAR(T[1], T[0], 0.005 * T[0]);
    rv_world_destroy(r.world);
}

// two slings that it falls into: what it weighs is what the cables hold
static void hang(rv_world* world) {
    for (int side = -1; side < 2; side += 2) {
        double y = 0.06 * side;
        const rv_cable_node nodes[2] = {fixed_at(NO_BODY, vec(-0.4, y, -0.06)),
                                        fixed_at(NO_BODY, vec(0.4, y, -0.06))};
        rv_cable_def def = press_def(nodes, 2, 0.5);
        def.length = 0.87;
        cable_of(world, &def);
    }
}

TEST(a_soft_thing_hangs_in_slings) {
    rv_world* world = default_world();
    solid_rig r = box_rig(vec(0.3, 0.2, 0.1), 4, 2, 2);
    r.def.model = RV_SOLID_COROTATIONAL;
    r.def.material.young = 3e5;
    r.def.damping_mass = 2.0;
    r.def.damping_stiffness = 0.02;
    rv_solid_id soft = solid_of(world, &r);
    hang(world);
    CHECK(steps_are_ok(world, STEP, 300));
    CHECK_NEAR(rv_solid_force(world, soft).z, 6.0 * G, 0.01 * 6.0 * G);
    CHECK(solid_middle(world, soft).z > -0.3);
    rv_world_destroy(world);
}

TEST(the_body_that_holds_a_cushion_feels_the_cables_under_it) {
    rv_world* world = default_world();
    rv_body_def def = rv_body_def_default();
    def.mass = 8.0;
    def.inertia = rv_mat3_diagonal(0.2, 0.2, 0.2);
    def.linear_damping = 30.0;
    def.angular_damping = 2.0;
    rv_body_id body = body_of(world, &def);
    solid_rig r = box_rig(vec(0.3, 0.2, 0.1), 4, 2, 2);
    int32_t held[32];
    int count = 0;
    for (int i = 0; i < r.mesh.node_count; i++)
        if (r.mesh.nodes[i].z > 0.0499)
            held[count++] = i;
    r.def.model = RV_SOLID_STATIC;
    r.def.held = held;
    r.def.held_count = count;
    r.def.frame = body;
    rv_solid_id soft = solid_of(world, &r);
    hang(world);
    CHECK(steps_are_ok(world, STEP, 400));
    // the solid has no weight
    CHECK_NEAR(rv_solid_force(world, soft).z, 8.0 * G, 0.01 * 8.0 * G);
    CHECK(rv_vec3_length(rv_body_velocity(world, body)) < 1e-3);
    rv_world_destroy(world);
}

// over both edges of a cushion, with a load on each side
TEST(a_layered_cable_weighs_on_a_cushion) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        rv_world* world = default_world();
        rv_solid_id cushion = add_cushion(world, MODELS[k], NO_BODY);
        rv_cable_node nodes[2];
        for (int side = 0; side < 2; side++) {
            rv_body_def load = rv_body_def_default();
            load.kind = RV_BODY_PARTICLE;
            load.mass = 5.0;
            load.linear_damping = 20.0;
            load.pose.position = vec(side == 0 ? -0.4 : 0.4, 0, 0.02);
            nodes[side] = fixed_at(body_of(world, &load), vec(0, 0, 0));
        }
        rv_cable_def def = press_def(nodes, 2, 0.3);
        def.model = RV_CABLE_LAYERED;
        def.mass_per_length = 3.0;
        cable_of(world, &def);
        CHECK(steps_are_ok(world, STEP, 300));
        double weight = (2.0 * 5.0 + 0.8 * 3.0) * G;
        CHECK_NEAR(rv_solid_force(world, cushion).z, -weight, 0.01 * weight);
        rv_world_destroy(world);
    }
}

// the contacts of the ball and the rows of the cable are solved together
TEST(a_cushion_carries_a_ball_and_a_cable_at_once) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        press_rig r = rig_with(MODELS[k], 10.0, 0.3);
        rv_body_def def = rv_body_def_default();
        rv_shape_def ball = sphere_shape(0.04, rough(0.5));
        def.shapes = &ball;
        def.shape_count = 1;
        def.mass = 2.0;
        def.pose.position = vec(-0.1, -0.06, 0.045);
        def.linear_damping = 4.0;
        body_of(r.world, &def);
        CHECK(steps_are_ok(r.world, STEP, 200));
        double weight = 0.0;
        for (int i = 0; i < rv_world_solid_contact_count(r.world); i++) {
            rv_solid_contact c = rv_world_solid_contact(r.world, i);
            weight -= c.normal_force * c.normal.z + c.friction_force.z;
        }
        int last = rv_cable_wrap_count(r.world, r.cable) - 1;
        CHECK_NEAR(weight, 2.0 * G, 0.01 * 2.0 * G);
        CHECK_NEAR(wrap_of(&r, last).tension_out, 10.0 * G, 0.01 * 10.0 * G);
        rv_world_destroy(r.world);
    }
}

TEST(a_cable_runs_straight_where_its_cushion_has_gone) {
    press_rig r = rig_with(RV_SOLID_STATIC, 5.0, 0.2);
    CHECK(steps_are_ok(r.world, STEP, 100));
    CHECK(rv_cable_wrap_count(r.world, r.cable) > 0);
    CHECK(rv_solid_destroy(r.world, r.cushion));
    CHECK(rv_cable_wrap_count(r.world, r.cable) == 0);
    CHECK(steps_are_ok(r.world, STEP, 60));
    rv_world_destroy(r.world);
}

TEST(a_cable_passes_through_what_its_mask_leaves_out) {
    press_rig r = rig_with(RV_SOLID_STATIC, 5.0, 0.2);
    rv_cable* cable = &r.world->cables.data[0];
    cable->touch.mask = 2;
    CHECK(steps_are_ok(r.world, STEP, 60));
    CHECK(rv_cable_wrap_count(r.world, r.cable) == 0);
    rv_world_destroy(r.world);
}

TEST(a_world_goes_on_from_a_snapshot_with_the_same_bits) {
    press_rig r = rig_with(RV_SOLID_DYNAMIC, 5.0, 0.2);
    CHECK(steps_are_ok(r.world, STEP, 25));
    size_t bytes = rv_world_snapshot_bytes(r.world);
    void* kept = malloc(bytes);
    CHECK(rv_world_save(r.world, kept, bytes) == bytes);
    CHECK(steps_are_ok(r.world, STEP, 40));
    uint64_t hash = rv_world_hash(r.world);
    CHECK(rv_world_restore(r.world, kept, bytes));
    CHECK(steps_are_ok(r.world, STEP, 40));
    CHECK(rv_world_hash(r.world) == hash);
    free(kept);
    rv_world_destroy(r.world);
}
