// Rods of scenes: what the engine is given, knots by their names, what probes read, and twisting by
// a control.
#include "scene/definition.h"
#include "scene_fixture.h"

#define PI 3.14159265358979323846

static void steps(stage* s, int count) {
    for (int i = 0; i < count; i++)
        rv_scene_play_step(s->play);
}

TEST(a_rod_is_what_the_file_says) {
    stage s =
        build(HEAD ", \"cables\": [ { \"name\": \"r\", \"model\": \"rod\", \"diameter\": 0.002,"
                   "\"EA\": \"infinite\", \"GJ\": 2e-3, \"mass_per_length\": 0.02, \"twist\": 1.5,"
                   "\"touch\": true, \"tension\": \"spring\", \"layer\": { },"
                   "\"segments\": { \"count\": 30, \"EI\": 1e-3 },"
                   "\"path\": [ { \"at\": [0, 0, 0], \"clamped\": true },"
                   "{ \"at\": [1, 0, 0], \"clamped\": true } ] } ],"
                   "\"probes\": [ \"r.segments\", \"r.length\", \"r.twist\", \"r.torque\" ] }");
    if (s.play != NULL) {
        rv_cable_id rod = rv_scene_play_cable(s.play, "r");
        CHECK(rv_cable_get_model(s.world, rod) == RV_CABLE_ROD);
        CHECK(isinf(rv_cable_EA(s.world, rod)) && rv_cable_GJ(s.world, rod) == 2e-3);
        CHECK(rv_cable_EI(s.world, rod) == 1e-3);
        CHECK(rv_cable_mass_per_length(s.world, rod) == 0.02);
        CHECK(column(&s, "r.segments") == 30.0);
        CHECK_NEAR(column(&s, "r.length"), 1.0, 1e-12);
        CHECK_NEAR(column(&s, "r.twist"), 1.5, 1e-12);
        CHECK_NEAR(column(&s, "r.torque"), 2e-3 * 1.5, 1e-12); // C Theta / L
    }
    tear_down(&s);
}

TEST(a_rod_may_be_stepped_by_the_variational_integrator) {
    stage s =
        build(HEAD ", \"step\": { \"rate\": 1000 }, \"cables\": [ { \"name\": \"r\","
                   "\"model\": \"rod\", \"EA\": \"infinite\", \"mass_per_length\": 0.1,"
                   "\"segments\": { \"count\": 20, \"EI\": 1e-3 },"
                   "\"rod\": { \"integrator\": \"newton\", \"tolerance\": 1e-9,"
                   "\"iterations\": 7, \"substeps\": 3, \"contact\": \"penalty\","
                   "\"contact_stiffness\": 50, \"contact_distance\": 0.02,"
                   "\"cosine_damping\": 1e-5 },"
                   "\"path\": [ { \"at\": [0, 0, 0] }, { \"at\": [1, 0, 0], \"free\": true } ]"
                   "} ] }");
    if (s.play != NULL) {
        const rv_scene_cable* cable = s.scene->cables.items;
        const rv_cable_rod* rod = &cable->def.rod;
        CHECK(rod->integrator == RV_CABLE_ROD_NEWTON && rod->contact == RV_CABLE_ROD_PENALTY);
        CHECK(rod->tolerance == 1e-9 && rod->iterations == 7 && rod->substeps == 3);
        CHECK(rod->contact_stiffness == 50.0 && rod->contact_distance == 0.02);
        CHECK(rod->cosine_damping == 1e-5);
        steps(&s, 10);
        rv_cable_rod_report report =
            rv_cable_get_rod_report(s.world, rv_scene_play_cable(s.play, "r"));
        CHECK(report.substeps == 3 && report.converged && report.strain < 1e-9);
    }
    tear_down(&s);
}

TEST(a_hanging_rod_pulls_at_its_end_by_its_weight) {
    stage s =
        build(HEAD ", \"step\": { \"rate\": 1000 }, \"cables\": [ { \"name\": \"r\","
                   "\"model\": \"rod\", \"mass_per_length\": 0.1, \"segments\": { \"count\": 20 },"
                   "\"path\": [ { \"at\": [0, 0, 0] }, { \"at\": [0, 0, -2], \"free\": true } ]"
                   "} ], \"probes\": [ \"r.tension\", \"r.node[*].force\","
                   "\"r.node[0].torque\" ] }");
    if (s.play != NULL) {
        steps(&s, 20);
        CHECK_NEAR(column(&s, "r.node[0].force.z"), -0.2 * 9.81, 1e-3);
        CHECK_NEAR(column(&s, "r.node[0].force.x"), 0.0, 1e-9);
        CHECK_NEAR(column(&s, "r.node[0].torque.y"), 0.0, 1e-9);
        CHECK(column(&s, "r.node[1].force.z") == 0.0);
        CHECK_NEAR(column(&s, "r.tension"), 0.2 * 9.81, 1e-3);
    }
    tear_down(&s);
}

TEST(a_control_twists_a_clamped_end_by_many_turns) {
    stage s = build(
        HEAD ", \"gravity\": [0, 0, 0], \"step\": { \"rate\": 500 },"
             "\"bodies\": [ { \"name\": \"chuck\", \"type\": \"kinematic\","
             "\"position\": [0.5, 0, 0] } ],"
             "\"cables\": [ { \"name\": \"r\", \"model\": \"rod\", \"GJ\": 1e-4,"
             "\"segments\": { \"EI\": 1e-1 },"
             "\"path\": [ { \"at\": [0, 0, 0], \"clamped\": true },"
             "{ \"body\": \"chuck\", \"clamped\": true } ] } ],"
             "\"controls\": [ { \"key\": [\"a\", \"d\"], \"drive\": \"chuck.angular_velocity.x\","
             "\"range\": [-20, 20] } ],"
             "\"probes\": [ \"r.twist\", \"r.torque\", \"r.node[1].torque.x\","
             "\"r.node[0].torque.x\" ] }");
    if (s.play != NULL) {
        CHECK(rv_scene_play_set_control(s.play, 0, 1.0));
        steps(&s, 1000);
        CHECK(rv_scene_play_set_control(s.play, 0, 0.0));
        steps(&s, 2);
        // 20 rad/s for 2 s: six turns and more, far below what bends it: M L/B = 0.04
        CHECK_NEAR(column(&s, "r.twist"), 40.0, 1e-6);
        CHECK_NEAR(column(&s, "r.torque"), 1e-4 * 40.0 / 0.5, 1e-8);
        // what turns back the end that was turned, and the other end along
        CHECK_NEAR(column(&s, "r.node[1].torque.x"), -8e-3, 1e-8);
        CHECK_NEAR(column(&s, "r.node[0].torque.x"), 8e-3, 1e-8);
    }
    tear_down(&s);
}

// the same in the engine's words
static rv_cable_id tie(rv_world* world, rv_cable_model model, rv_knot knot) {
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].point = rv_vec3_make(0.0, 0.0, 1.0);
    nodes[1].point = rv_vec3_make(0.0, 0.2, 1.0);
    nodes[1].type = RV_CABLE_FREE;
    rv_cable_def def = rv_cable_def_default();
    def.model = model;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.001;
    def.segments.count = 100;
    def.segments.knot = knot;
    return rv_cable_create(world, &def);
}

TEST(a_shape_by_its_name_is_a_knot) {
    static const char* const words[] = {"overhand",    "double_overhand", "figure_eight",
                                        "granny",      "square",          "surgeon",
                                        "loop_granny", "loop_square",     "loop_surgeon"};
    for (int k = 0; k < 18; k++) {
        rv_cable_model model = k % 2 == 0 ? RV_CABLE_ROD : RV_CABLE_SEGMENTS;
        char text[512];
        snprintf(text, sizeof text,
                 HEAD ", \"cables\": [ { \"name\": \"r\", \"model\": \"%s\", \"diameter\": 0.001,"
                      "\"segments\": { \"count\": 100, \"shape\": \"%s\" },"
                      "\"path\": [ { \"at\": [0, 0, 1] }, { \"at\": [0, 0.2, 1], \"free\": true } ]"
                      "} ], \"probes\": [ \"r.segments\" ] }",
                 model == RV_CABLE_ROD ? "rod" : "segments", words[k / 2]);
        stage s = build(text);
        if (s.play != NULL) {
            rv_vec3 points[2][101];
            rv_cable_id cable = rv_scene_play_cable(s.play, "r");
            CHECK(rv_cable_points(s.world, cable, 0.1, points[0], NULL, 101) == 101);
            cable = tie(s.world, model, (rv_knot)(RV_KNOT_OVERHAND + k / 2));
            CHECK(rv_cable_points(s.world, cable, 0.1, points[1], NULL, 101) == 101);
            CHECK(memcmp(points[0], points[1], sizeof points[0]) == 0);
            CHECK(column(&s, "r.segments") == 100.0);
        }
        tear_down(&s);
    }
}

TEST(a_rod_that_begins_to_fall_is_solved_to_rounding_in_its_first_step) {
    // tilted, so that speeds along its edges cancel only to rounding
    stage s = build(HEAD ", \"step\": { \"rate\": 500 }, \"cables\": [ { \"name\": \"r\","
                         "\"model\": \"rod\", \"EA\": \"infinite\","
                         "\"segments\": { \"count\": 60, \"EI\": 1e-3 },"
                         "\"path\": [ { \"at\": [0, 0, 1.6] },"
                         "{ \"at\": [0.95, 0, 1.9], \"free\": true } ] } ] }");
    if (s.play != NULL) {
        CHECK(rv_scene_play_step(s.play) == RV_STATUS_OK);
        CHECK_NEAR(rv_world_report(s.world).residual, 0.0, 1e-12);
    }
    tear_down(&s);
}
