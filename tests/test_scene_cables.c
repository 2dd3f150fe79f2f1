// Cables of scenes: what the engine is given, what scripts drive, and what probes read.
#include "scene/definition.h"
#include "scene_fixture.h"

#define PI 3.14159265358979323846

// a load of 10 kg whose ring stands 2 m below the origin
#define LOAD ", \"bodies\": [ { \"name\": \"load\", \"mass\": 10, \"position\": [0, 0, -2.5] } ]"
#define RING "{ \"body\": \"load\", \"at\": [0, 0, 0.5], \"swivel\": true }"

static void steps(stage* s, int count) {
    for (int i = 0; i < count; i++)
        rv_scene_play_step(s->play);
}

TEST(points_of_a_path_are_in_the_frame_of_their_body) {
    stage s = build(HEAD ", \"bodies\": [ { \"name\": \"load\", \"mass\": 1,"
                         "\"position\": [0, 0, -5], \"rotation\": { \"axis\": [1, 0, 0],"
                         "\"angle\": 3.141592653589793 } } ],"
                         "\"cables\": [ { \"name\": \"c\", \"path\": [ { \"at\": [0, 0, 1] },"
                         "{ \"body\": \"load\", \"at\": [0, 0, 2] } ] } ],"
                         "\"probes\": [ \"c.path_length\", \"c.length\", \"c.stretch\" ] }");
    if (s.play != NULL) {
        // upside down, the point at 2 stands at -7
        CHECK_NEAR(column(&s, "c.path_length"), 8.0, 1e-12);
        CHECK_NEAR(column(&s, "c.length"), 8.0, 1e-12);
        CHECK_NEAR(column(&s, "c.stretch"), 0.0, 1e-12);
        CHECK(rv_scene_summarize(s.scene).cables == 1 && rv_cable_count(s.world) == 1);
        CHECK(rv_cable_is_valid(s.world, rv_scene_play_cable(s.play, "c")));
        CHECK(!rv_cable_is_valid(s.world, rv_scene_play_cable(s.play, "load")));
    }
    tear_down(&s);
}

TEST(stiffness_is_of_a_solid_bar_of_the_material_unless_EA_is_given) {
    stage s = build(
        HEAD LOAD ", \"materials\": { \"nylon\": { \"young\": 3e9 } },"
                  "\"cables\": [ { \"name\": \"bar\", \"material\": \"nylon\", \"diameter\": 0.02,"
                  "\"path\": [ { \"at\": [0, 0, 0] }, " RING " ] },"
                  "{ \"name\": \"given\", \"EA\": 5000, \"path\": [ { \"at\": [0, 0, 0] }, " RING
                  " ] },"
                  "{ \"name\": \"rigid\", \"EA\": \"infinite\", \"path\": [ { \"at\": [0, 0, 0] "
                  "}, " RING " ] } ] }");
    if (s.play != NULL) {
        double bar = rv_cable_stiffness(s.world, rv_scene_play_cable(s.play, "bar"));
        double given = rv_cable_stiffness(s.world, rv_scene_play_cable(s.play, "given"));
        CHECK_NEAR(bar, 3e9 * PI * 1e-4 / 2.0, 1e-3); // E A / L
        CHECK_NEAR(given, 5000.0 / 2.0, 1e-9);
        CHECK(isinf(rv_cable_stiffness(s.world, rv_scene_play_cable(s.play, "rigid"))));
    }
    tear_down(&s);
}

TEST(nodes_get_what_the_file_says_and_the_defaults_of_the_engine) {
    stage s =
        build(HEAD LOAD
              ", \"cables\": [ { \"name\": \"c\", \"path\": [ { \"at\": [4, 0, -1], \"winch\": {"
              "\"speed\": 0.5, \"slip\": 0.1, \"force\": 100, \"brake\": 200, \"stored\": 7,"
              "\"capacity\": 9, \"radius\": 0.2, \"axis\": [0, 2, 0], \"side\": \"left\" } },"
              "{ \"at\": [3, 0, 1], \"eye\": { \"friction\": 0.3, \"efficiency\": 0.9,"
              "\"edge\": \"sharp\" } },"
              "{ \"at\": [2, 0, 0.5] },"
              "{ \"at\": [0.1, 0, 1], \"pulley\": { \"radius\": 0.1, \"axis\": [0, 1, 0],"
              "\"side\": \"left\", \"turns\": 2, \"friction\": \"infinite\" } }, " RING " ] } ] }");
    if (s.play != NULL) {
        rv_cable_id cable = rv_scene_play_cable(s.play, "c");
        CHECK(rv_cable_node_count(s.world, cable) == 5);
        rv_cable_node winch = rv_cable_get_node(s.world, cable, 0);
        CHECK(winch.type == RV_CABLE_DRUM && winch.side == -1);
        CHECK_NEAR(winch.radius, 0.2, 0.0);
        CHECK(winch.winch.speed == 0.5 && winch.winch.slip == 0.1);
        CHECK(winch.winch.max_force == 100.0 && winch.winch.brake_force == 200.0);
        CHECK(winch.winch.stored == 7.0 && winch.winch.capacity == 9.0);
        rv_cable_node eye = rv_cable_get_node(s.world, cable, 1);
        CHECK(eye.type == RV_CABLE_EYE && eye.edge == RV_CABLE_SHARP);
        CHECK(eye.friction == 0.3 && eye.efficiency == 0.9);
        rv_cable_node plain = rv_cable_get_node(s.world, cable, 2);
        CHECK(plain.type == RV_CABLE_EYE && plain.friction == 0.0 && plain.efficiency == 1.0);
        rv_cable_node pulley = rv_cable_get_node(s.world, cable, 3);
        CHECK(pulley.type == RV_CABLE_PULLEY && pulley.turns == 2 && isinf(pulley.friction));
        rv_cable_node end = rv_cable_get_node(s.world, cable, 4);
        CHECK(end.type == RV_CABLE_FIXED && end.swivel);
    }
    tear_down(&s);
}

TEST(a_pulley_with_an_inertia_gets_a_wheel_that_turns_with_the_cable) {
    // Atwood: a = (m1 - m2) g / (m1 + m2 + I / r^2)
    stage s = build(
        HEAD ", \"bodies\": [ { \"name\": \"a\", \"mass\": 2, \"position\": [0.2, 0, -10] },"
             "{ \"name\": \"b\", \"mass\": 1, \"position\": [-0.2, 0, -10] } ],"
             "\"cables\": [ { \"name\": \"c\", \"EA\": \"infinite\", \"path\": ["
             "{ \"body\": \"a\", \"swivel\": true },"
             "{ \"at\": [0, 0, 0], \"pulley\": { \"radius\": 0.2, \"inertia\": 0.02 } },"
             "{ \"body\": \"b\", \"swivel\": true } ] } ],"
             "\"probes\": [ \"a.velocity.z\", \"c.node[1].wheel_speed\", \"c.node[1].wheel_angle\","
             "\"c.node[1].slip\", \"c.node[1].wrap\", \"c.span[*].tension\" ] }");
    if (s.play != NULL) {
        rv_cable_node node = rv_cable_get_node(s.world, rv_scene_play_cable(s.play, "c"), 1);
        CHECK(rv_body_get_kind(s.world, node.wheel) == RV_BODY_SCALAR);
        CHECK_NEAR(rv_body_mass_properties(s.world, node.wheel).mass, 0.02, 0.0);
        CHECK(rv_scene_summarize(s.scene).bodies == 2 && rv_body_count(s.world) == 3);
        CHECK(isinf(node.friction));
        steps(&s, 30);
        double a = 9.81 / 3.5, v = a * 0.5;
        CHECK_NEAR(column(&s, "a.velocity.z"), -v, 1e-3 * v);
        CHECK_NEAR(fabs(column(&s, "c.node[1].wheel_speed")), v / 0.2, 1e-3 * v / 0.2);
        CHECK(fabs(column(&s, "c.node[1].wheel_angle")) > 1.0);
        CHECK_NEAR(column(&s, "c.node[1].slip"), 0.0, 1e-6);
        CHECK_NEAR(column(&s, "c.node[1].wrap"), PI, 1e-6);
        CHECK_NEAR(column(&s, "c.span[0].tension"), 2.0 * (9.81 - a), 1e-3);
        CHECK_NEAR(column(&s, "c.span[1].tension"), 9.81 + a, 1e-3);
    }
    tear_down(&s);
}

TEST(a_pulley_without_an_axis_turns_in_the_plane_of_its_neighbours) {
    stage s =
        build(HEAD ", \"bodies\": [ { \"name\": \"hook\", \"mass\": 1, \"position\": [0, 1, -3],"
                   "\"rotation\": { \"axis\": [0, 0, 1], \"angle\": 1.5707963267948966 } } ],"
                   "\"cables\": [ { \"name\": \"c\", \"path\": [ { \"at\": [-0.1, 1, 0] },"
                   "{ \"body\": \"hook\", \"pulley\": { \"radius\": 0.1 } },"
                   "{ \"at\": [0.1, 1, 0] } ] } ], \"probes\": [ \"c.node[1].wrap\" ] }");
    if (s.play != NULL) {
        rv_cable_node node = rv_cable_get_node(s.world, rv_scene_play_cable(s.play, "c"), 1);
        // y of the world is x of a body turned by a right angle about z
        CHECK_NEAR(fabs(rv_vec3_normalize(node.axis).x), 1.0, 1e-12);
        CHECK_NEAR(column(&s, "c.node[1].wrap"), PI, 1e-9);
    }
    tear_down(&s);
}

TEST(a_script_drives_either_winch_and_a_control_takes_over) {
    stage s = build(
        HEAD LOAD
        ", \"gravity\": [0, 0, 0], \"cables\": [ { \"name\": \"c\", \"EA\": \"infinite\","
        "\"path\": [ { \"at\": [0, 0, 0],"
        "\"winch\": { \"stored\": 10, \"acceleration\": \"infinite\" } },"
        "{ \"body\": \"load\", \"at\": [0, 0, 0.5],"
        "\"winch\": { \"stored\": 5, \"acceleration\": \"infinite\", \"max_speed\": 7 } } ] } ],"
        "\"controls\": [ { \"key\": \"u\", \"drive\": \"c.winch.speed\", \"range\": [0, 3] } ],"
        "\"script\": [ { \"at\": 0, \"over\": 1, \"set\": { \"c.winch.speed\": 1 } },"
        "{ \"at\": 0, \"set\": { \"c.winch2.speed\": 0.25, \"c.winch2.slip\": 0.1,"
        "\"c.winch2.force\": 50, \"c.winch2.brake\": 60,"
        "\"c.winch.acceleration\": 100, \"c.winch.max_speed\": 3 } } ],"
        "\"probes\": [ \"c.length\", \"c.winch.stored\", \"c.winch2.stored\","
        "\"c.winch.speed\", \"c.winch2.speed\" ] }");
    if (s.play != NULL) {
        rv_cable_id cable = rv_scene_play_cable(s.play, "c");
        steps(&s, 60);
        // the area under the ramp: 0.5 m; slack, so nothing slips
        CHECK_NEAR(column(&s, "c.winch.stored"), 9.5, 1e-9);
        CHECK_NEAR(column(&s, "c.winch2.stored"), 4.75, 1e-9);
        CHECK_NEAR(column(&s, "c.length"), 2.75, 1e-9);
        CHECK_NEAR(column(&s, "c.winch2.speed"), 0.25, 1e-9);
        rv_winch second = rv_cable_winch(s.world, cable, 1);
        CHECK(second.slip == 0.1 && second.max_force == 50.0 && second.brake_force == 60.0);
        CHECK(second.acceleration == INFINITY && second.max_speed == 7.0);
        CHECK(rv_cable_winch(s.world, cable, 0).acceleration == 100.0);
        CHECK(rv_cable_winch(s.world, cable, 0).max_speed == 3.0);
        CHECK(rv_scene_play_set_control(s.play, 0, 1.0));
        steps(&s, 60);
        CHECK_NEAR(column(&s, "c.winch.speed"), 3.0, 1e-9);
        // 100 m/s^2 lacks something in the first step, from the middle of the ramp's last to 3 m/s
        double lacks = 3.0 - (1.0 - 0.5 / 60.0) - 100.0 / 60.0;
        CHECK_NEAR(column(&s, "c.winch.stored"), 6.5 + lacks / 60.0, 1e-9);
    }
    tear_down(&s);
}

TEST(controls_that_add_up_stay_within_what_a_quantity_may_be) {
    stage s =
        build(HEAD LOAD
              ", \"gravity\": [0, 0, 0], \"cables\": [ { \"name\": \"c\","
              "\"path\": [ { \"at\": [0, 0, 0] }, { \"body\": \"load\", \"at\": [0, 0, 0.5] } ] },"
              "{ \"name\": \"w\", \"path\": [ { \"at\": [0, 0, 0], \"winch\": { \"stored\": 10 } },"
              "{ \"body\": \"load\", \"at\": [0, 0, 0.5] } ] } ],"
              "\"controls\": [ { \"key\": \"a\", \"drive\": \"c.length\", \"range\": [9, 4] },"
              "{ \"key\": \"b\", \"drive\": \"c.length\", \"range\": [9, 3] },"
              "{ \"key\": \"c\", \"drive\": \"w.winch.brake\", \"range\": [9, 10] },"
              "{ \"key\": \"d\", \"drive\": \"w.winch.brake\", \"range\": [9, 5] },"
              "{ \"key\": \"e\", \"drive\": \"w.winch.force\", \"range\": [9, 50] },"
              "{ \"key\": \"f\", \"drive\": \"w.winch.force\", \"range\": [9, 80] } ],"
              "\"script\": [ { \"at\": 0, \"set\": { \"c.length\": 8, \"w.winch.brake\": 20 } } ],"
              "\"probes\": [ \"c.length\" ] }");
    if (s.play != NULL) {
        rv_cable_id winch = rv_scene_play_cable(s.play, "w");
        double rated = rv_cable_winch(s.world, winch, 0).max_force;
        CHECK(rated > 80.0 && rated < INFINITY);
        for (int i = 0; i < 6; i++)
            CHECK(rv_scene_play_set_control(s.play, i, i < 4 ? 1.0 : 0.5));
        steps(&s, 1);
        // 8 - 4 - 5 < 0 is no length, nor is 0: a thousandth of the shortest that was asked for
        CHECK_NEAR(column(&s, "c.length"), 3e-3, 1e-12);
        // 20 - 10 - 15 < 0
        CHECK(rv_cable_winch(s.world, winch, 0).brake_force == 0.0);
        // half way to 50 and half way to 80
        CHECK_NEAR(rv_cable_winch(s.world, winch, 0).max_force, 65.0, 1e-9);
        // 8 - 2 - 2.5, less than either control alone would leave
        CHECK(rv_scene_play_set_control(s.play, 0, 0.5));
        CHECK(rv_scene_play_set_control(s.play, 1, 0.5));
        steps(&s, 1);
        CHECK_NEAR(column(&s, "c.length"), 3.5, 1e-12);
        for (int i = 0; i < 6; i++)
            CHECK(rv_scene_play_set_control(s.play, i, 0.0));
        steps(&s, 1);
        CHECK_NEAR(column(&s, "c.length"), 8.0, 1e-12);
        CHECK(rv_cable_winch(s.world, winch, 0).brake_force == 20.0);
        CHECK(rv_cable_winch(s.world, winch, 0).max_force == rated);
    }
    tear_down(&s);
}

TEST(a_script_changes_the_length_and_cuts_and_mends) {
    stage s = build(HEAD LOAD
                    ", \"cables\": [ { \"name\": \"c\", \"path\": [ { \"at\": [0, 0, 0] }, " RING
                    " ] } ],"
                    "\"script\": [ { \"at\": 1, \"over\": 1, \"set\": { \"c.length\": 1 } },"
                    "{ \"at\": 4, \"set\": { \"c.cut\": 1 } },"
                    "{ \"at\": 4.2, \"set\": { \"c.cut\": 0 } } ],"
                    "\"probes\": [ \"c.state\", \"c.tension\", \"load.position.z\","
                    "\"c.length\", \"c.twist\", \"c.torque\" ] }");
    if (s.play != NULL) {
        steps(&s, 60);
        CHECK_NEAR(column(&s, "c.tension"), 98.1, 0.1); // m g
        CHECK(column(&s, "c.state") == 1.0);
        CHECK(column(&s, "c.twist") == 0.0 && column(&s, "c.torque") == 0.0);
        steps(&s, 179);
        CHECK_NEAR(column(&s, "c.length"), 1.0, 1e-12);
        CHECK_NEAR(column(&s, "load.position.z"), -1.5, 1e-3);
        steps(&s, 6);
        CHECK(column(&s, "c.state") == 2.0 && column(&s, "c.tension") == 0.0);
        steps(&s, 8);
        CHECK(column(&s, "c.state") != 2.0);
    }
    tear_down(&s);
}

// --- segments -----------------------------------------------------------------------------------

TEST(segments_get_what_the_file_says) {
    stage s =
        build(HEAD ", \"gravity\": [0, 0, 0], \"cables\": [ { \"name\": \"c\","
                   "\"model\": \"segments\", \"diameter\": 0.02, \"mass_per_length\": 0.5,"
                   "\"segments\": { \"length\": 0.25, \"EI\": 3,"
                   "\"bend_damping\": 0.1, \"rest_curvature\": [0.1, -0.2],"
                   "\"rest_twist\": 0.3, \"drag\": { \"across\": 1.2, \"flow\": [1, 0, 0] },"
                   "\"group\": 3, \"touches\": [0, 1], \"touches_itself\": false },"
                   "\"path\": [ { \"at\": [0, 0, 0], \"clamped\": true, \"axis\": [1, 0, 0] },"
                   "{ \"at\": [2, 0, 0], \"free\": true } ] } ],"
                   "\"probes\": [ \"c.segments\", \"c.length\" ] }");
    if (s.play != NULL) {
        rv_cable_id cable = rv_scene_play_cable(s.play, "c");
        CHECK(rv_cable_get_model(s.world, cable) == RV_CABLE_SEGMENTS);
        CHECK(column(&s, "c.segments") == 8.0); // 2 m in pieces of 0.25 m
        CHECK_NEAR(column(&s, "c.length"), 2.0, 1e-12);
        CHECK_NEAR(rv_cable_EI(s.world, cable), 3.0, 0.0);
        CHECK_NEAR(rv_cable_mass_per_length(s.world, cable), 0.5, 0.0);
        rv_cable_node first = rv_cable_get_node(s.world, cable, 0);
        CHECK(first.type == RV_CABLE_FIXED && first.clamped);
        CHECK(rv_cable_get_node(s.world, cable, 1).type == RV_CABLE_FREE);
        rv_shape_def shape = rv_body_shape(s.world, rv_cable_segment(s.world, cable, 0), 0);
        CHECK(shape.group == 1u << 3 && shape.mask == 3u);
        CHECK_NEAR(shape.radius, 0.01, 0.0);
        // those of the file alone
        CHECK(rv_scene_summarize(s.scene).bodies == 0);
    }
    tear_down(&s);
}

// 20 N m^2 of the first piece of the curve and 30 of the layer
TEST(a_law_of_bending_is_read) {
    stage s = build(HEAD LOAD ", \"cables\": [ { \"name\": \"c\", \"model\": \"segments\","
                              "\"segments\": { \"bend_law\": { \"curve\": ["
                              "{ \"curvature\": 0.1, \"moment\": 2 },"
                              "{ \"curvature\": 0.5, \"moment\": 4 } ], \"layers\": ["
                              "{ \"EI\": 30, \"slip_moment\": 1.5, \"arm\": 0.001 } ] } },"
                              "\"path\": [ { \"at\": [0, 0, 0] }, { \"body\": \"load\" } ] } ] }");
    if (s.play != NULL) {
        rv_cable_id cable = rv_scene_play_cable(s.play, "c");
        CHECK_NEAR(rv_cable_EI(s.world, cable), 50.0, 1e-12);
        CHECK(rv_cable_bend_loss(s.world, cable) == 0.0);
    }
    tear_down(&s);
}

TEST(segments_that_are_left_out_are_24_of_a_solid_bar) {
    stage s = build(HEAD LOAD ", \"cables\": [ { \"name\": \"c\", \"model\": \"segments\","
                              "\"path\": [ { \"at\": [0, 0, 0] }, " RING " ] } ],"
                              "\"probes\": [ \"c.segments\" ] }");
    if (s.play != NULL) {
        rv_cable_id cable = rv_scene_play_cable(s.play, "c");
        rv_material steel = rv_material_default();
        CHECK(column(&s, "c.segments") == 24.0);
        CHECK_NEAR(rv_cable_EI(s.world, cable), steel.young * PI * 1e-8 / 64.0,
                   1e-9); // E pi d^4/64
        CHECK_NEAR(rv_cable_mass_per_length(s.world, cable), steel.density * PI * 1e-4 / 4.0,
                   1e-12);
    }
    tear_down(&s);
}

TEST(segments_lie_along_the_shape_of_the_file) {
    stage s = build(HEAD ", \"cables\": [ { \"name\": \"c\", \"model\": \"segments\","
                         "\"segments\": { \"count\": 4, \"shape\": [ [0, 0, 0], [2, 0, 0],"
                         "[2, 2, 0] ] }, \"path\": [ { \"at\": [0, 0, 0], \"free\": true },"
                         "{ \"at\": [2, 2, 0], \"free\": true } ] } ],"
                         "\"probes\": [ \"c.length\" ] }");
    if (s.play != NULL) {
        rv_cable_id cable = rv_scene_play_cable(s.play, "c");
        static const double middles[4][2] = {{0.5, 0}, {1.5, 0}, {2, 0.5}, {2, 1.5}};
        CHECK_NEAR(column(&s, "c.length"), 4.0, 1e-9);
        for (int i = 0; i < 4; i++) {
            rv_vec3 at = rv_body_center(s.world, rv_cable_segment(s.world, cable, i));
            CHECK_NEAR(at.x, middles[i][0], 1e-9);
            CHECK_NEAR(at.y, middles[i][1], 1e-9);
        }
    }
    tear_down(&s);
}

TEST(a_script_cuts_segments_in_the_middle_and_for_good) {
    stage s = build(HEAD LOAD ", \"cables\": [ { \"name\": \"c\", \"model\": \"segments\","
                              "\"segments\": { \"count\": 10 },"
                              "\"path\": [ { \"at\": [0, 0, 0] }, " RING " ] } ],"
                              "\"controls\": [ { \"key\": \"x\", \"drive\": \"c.cut\","
                              "\"range\": [0, 1] } ],"
                              "\"probes\": [ \"c.state\", \"c.tension\", \"c.segments\","
                              "\"load.velocity.z\" ] }");
    if (s.play != NULL) {
        steps(&s, 30);
        CHECK(column(&s, "c.tension") > 98.1); // m g, and some of its own weight
        CHECK(rv_scene_play_set_control(s.play, 0, 1.0));
        steps(&s, 1);
        double before = column(&s, "load.velocity.z");
        // the key is let go, and nothing is mended
        CHECK(rv_scene_play_set_control(s.play, 0, 0.0));
        steps(&s, 30);
        CHECK(column(&s, "c.state") == 2.0 && column(&s, "c.segments") == 10.0);
        // v = g t, with what of the cable hangs on it
        CHECK_NEAR(column(&s, "load.velocity.z") - before, -9.81 * 0.5, 1e-2);
    }
    tear_down(&s);
}

// --- layers and touch ---------------------------------------------------------------------------

static const rv_cable_def* def_of(const stage* s, int index) {
    return &((const rv_scene_cable*)s->scene->cables.items + index)->def;
}

TEST(layers_touch_and_tension_get_what_the_file_says) {
    stage s =
        build(HEAD LOAD ", \"cables\": [ { \"name\": \"all\", \"model\": \"layered\","
                        "\"layer\": { \"cells\": 31, \"waves\": \"explicit\", \"damping\": 0.7 },"
                        "\"touch\": { \"friction\": 0.3, \"group\": 2, \"touches\": [0, 3] },"
                        "\"path\": [ { \"at\": [0, 0, 0] }, " RING " ] },"
                        "{ \"name\": \"on\", \"touch\": true, \"tension\": \"spring\", \"EA\": 100,"
                        "\"path\": [ { \"at\": [0, 0, 0] }, " RING " ] },"
                        "{ \"name\": \"off\", \"touch\": { \"friction\": 1, \"enabled\": false },"
                        "\"path\": [ { \"at\": [0, 0, 0] }, " RING " ] } ] }");
    if (s.play != NULL) {
        const rv_cable_def* def = def_of(&s, 0);
        CHECK(rv_cable_get_model(s.world, rv_scene_play_cable(s.play, "all")) == RV_CABLE_LAYERED);
        CHECK(def->tension == RV_CABLE_TENSION_ROW);
        CHECK(def->layer.cells == 31 && def->layer.waves == RV_CABLE_WAVES_EXPLICIT);
        CHECK_NEAR(def->layer.damping, 0.7, 0.0);
        CHECK(def->touch.enabled && def->touch.group == 1u << 2 && def->touch.mask == 9u);
        CHECK_NEAR(def->touch.friction, 0.3, 0.0);
        CHECK(def_of(&s, 1)->touch.enabled && isnan(def_of(&s, 1)->touch.friction));
        CHECK(def_of(&s, 1)->tension == RV_CABLE_TENSION_SPRING);
        CHECK(!def_of(&s, 2)->touch.enabled);
    }
    tear_down(&s);
}

TEST(layers_and_touch_that_are_left_out_are_the_engines) {
    stage s = build(HEAD LOAD ", \"cables\": [ { \"name\": \"c\", \"model\": \"layered\","
                              "\"path\": [ { \"at\": [0, 0, 0] }, " RING " ] } ] }");
    if (s.play != NULL) {
        rv_cable_def engine = rv_cable_def_default();
        const rv_cable_def* def = def_of(&s, 0);
        CHECK(def->tension == engine.tension && def->layer.cells == engine.layer.cells);
        CHECK(def->layer.waves == engine.layer.waves);
        CHECK_NEAR(def->layer.damping, engine.layer.damping, 0.0);
        CHECK(def->touch.enabled == engine.touch.enabled && isnan(def->touch.friction));
        CHECK(def->touch.group == engine.touch.group && def->touch.mask == engine.touch.mask);
    }
    tear_down(&s);
}

TEST(what_a_model_does_not_have_stands_by) {
    static const char* const models[] = {"massless", "layered", "segments", "auto"};
    for (int i = 0; i < 4; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 HEAD LOAD ", \"cables\": [ { \"name\": \"c\", \"model\": \"%s\", \"EA\": 1e5,"
                           "\"tension\": \"spring\", \"layer\": { \"cells\": 8 },"
                           "\"touch\": true, \"segments\": { \"count\": 6 },"
                           "\"path\": [ { \"at\": [0, 0, 0] }, " RING " ] } ] }",
                 models[i]);
        stage s = build(text);
        CHECK(s.play != NULL);
        if (s.play != NULL) {
            rv_cable_id cable = rv_scene_play_cable(s.play, "c");
            CHECK(rv_cable_segment_count(s.world, cable) == (i == 2 ? 6 : 0));
        }
        tear_down(&s);
    }
}

TEST(probes_read_the_sag_of_spans_and_whether_their_waves_are_suspended) {
    // a span of 20 m under T = m g: sag w l^2 / 8 T, with m = 50 kg and w = 0.5 kg/m g
    for (int explicit_waves = 0; explicit_waves < 2; explicit_waves++) {
        char text[1024];
        snprintf(text, sizeof text,
                 HEAD ", \"bodies\": [ { \"name\": \"load\", \"kind\": \"particle\","
                      "\"mass\": 50, \"position\": [20, 0, -1] } ],"
                      "\"cables\": [ { \"name\": \"c\", \"model\": \"layered\", \"EA\": 1e7,"
                      "\"mass_per_length\": 0.5, \"layer\": { \"waves\": \"%s\","
                      "\"damping\": 4 }, \"path\": [ { \"at\": [0, 0, 0] },"
                      "{ \"at\": [20, 0, 0] }, { \"body\": \"load\" } ] } ],"
                      "\"probes\": [ \"c.sag\", \"c.span[*].sag\", \"c.span[*].suspended\" ] }",
                 explicit_waves ? "explicit" : "implicit");
        stage s = build(text);
        if (s.play != NULL) {
            steps(&s, 600);
            // 1 m of cable below the eye adds 1 % to the load, the sag takes half of that again
            CHECK_NEAR(column(&s, "c.span[0].sag"), 0.5, 0.01 * 0.5);
            CHECK_NEAR(column(&s, "c.sag"), column(&s, "c.span[0].sag"), 0.0);
            CHECK_NEAR(column(&s, "c.span[1].sag"), 0.0, 1e-3);
            // sqrt(T / rho) h M / l is 0.5 on the long span and 10 on the short one; the explicit
            // scheme suspends above sqrt(1/2)
            CHECK(column(&s, "c.span[0].suspended") == 0.0);
            CHECK(column(&s, "c.span[1].suspended") == explicit_waves);
        }
        tear_down(&s);
    }
}

TEST(a_probe_counts_the_shapes_that_a_cable_runs_round) {
    // a line that swings down onto a beam, and is held off by it
    stage s = build(HEAD ", \"bodies\": [ { \"name\": \"beam\", \"type\": \"static\","
                         "\"shapes\": [ { \"box\": [0.4, 4, 0.4], \"position\": [2, 0, -2] } ] },"
                         "{ \"name\": \"load\", \"kind\": \"particle\", \"mass\": 10,"
                         "\"position\": [5, 0, -1] } ],"
                         "\"cables\": [ { \"name\": \"on\", \"touch\": true, \"path\": ["
                         "{ \"at\": [0, 0, 0] }, { \"body\": \"load\" } ] } ],"
                         "\"probes\": [ \"on.wraps\", \"load.position.x\" ] }");
    if (s.play != NULL) {
        CHECK(column(&s, "on.wraps") == 0.0);
        double most = 0.0;
        for (int i = 0; i < 60; i++) {
            steps(&s, 1);
            most = fmax(most, column(&s, "on.wraps"));
        }
        CHECK(most >= 1.0);
    }
    tear_down(&s);
}

TEST(a_star_reads_every_part) {
    stage s =
        build(HEAD ", \"chains\": [ { \"name\": \"chain\", \"from\": [0, 0, 0], \"to\": [0, 0, -3],"
                   "\"count\": 3, \"mass\": 1, \"start\": \"world\" } ],"
                   "\"cables\": [ { \"name\": \"c\", \"path\": [ { \"at\": [1, 0, 0] },"
                   "{ \"at\": [2, 0, 1] }, { \"body\": \"chain[1]\" } ] } ],"
                   "\"probes\": [ \"c.node[*].wrap\", \"chain[*].position\","
                   "\"chain.link[*].tension\", \"c.span[1].tension\" ] }");
    if (s.play != NULL) {
        static const char* const names[] = {
            "c.node[0].wrap",        "c.node[1].wrap",        "c.node[2].wrap",
            "chain[0].position.x",   "chain[0].position.y",   "chain[0].position.z",
            "chain[1].position.x",   "chain[1].position.y",   "chain[1].position.z",
            "chain[2].position.x",   "chain[2].position.y",   "chain[2].position.z",
            "chain.link[0].tension", "chain.link[1].tension", "chain.link[2].tension",
            "c.span[1].tension",
        };
        enum { COLUMNS = sizeof names / sizeof names[0] };
        CHECK(rv_scene_play_column_count(s.play) == COLUMNS);
        for (int i = 0; i < COLUMNS; i++) {
            char name[64];
            rv_scene_play_column_name(s.play, i, name, sizeof name);
            CHECK_TEXT(name, names[i]);
        }
        CHECK_NEAR(column(&s, "chain[2].position.z"), -3.0, 1e-15);
    }
    tear_down(&s);
}

TEST(probes_that_read_too_many_things_are_refused) {
    static char text[1 << 20] = HEAD ", \"chains\": [ { \"name\": \"c\", \"from\": [0, 0, 0],"
                                     "\"to\": [0, 0, -1], \"count\": 10000, \"mass\": 1 } ],"
                                     "\"probes\": [ \"c[*].position\", \"c[*].velocity\","
                                     "\"c[*].center\" ] }";
    static rv_scene_problems problems;
    CHECK(rv_scene_parse(text, strlen(text), "t.json", &problems) == NULL);
    CHECK_TEXT(problems.items[0].message, "read 30000 quantities; must read at most 25000");
}

TEST(cables_begin_with_the_motion_that_a_scene_gives_them) {
    stage s =
        build(HEAD ", \"step\": { \"rate\": 1000 }, \"cables\": [ { \"name\": \"c\","
                   "\"model\": \"rod\", \"mass_per_length\": 1, \"segments\": { \"count\": 10,"
                   "\"velocity\": [0, 1, 0], \"angular_velocity\": [0, 0, 2],"
                   "\"shape\": [ [0, 0, 0], [1, 0, 0] ],"
                   "\"velocities\": [ [0, 0, 3], [0, 0, 3] ] },"
                   "\"path\": [ { \"at\": [0, 0, 0], \"free\": true },"
                   "{ \"at\": [1, 0, 0], \"free\": true } ] } ],"
                   "\"probes\": [ \"energy.kinetic\" ] }");
    if (s.play != NULL) {
        // its middle moves with (0, 2, 3) m/s; 2/N^2 more of I = 1/12 kg m^2 for masses at vertices
        double turns = 0.5 * 4.0 / 12.0 * 1.02;
        CHECK_NEAR(rv_world_energy(s.world).kinetic, 0.5 * 13.0 + turns, 1e-9);
    }
    tear_down(&s);
}
