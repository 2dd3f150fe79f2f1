// What a picture shows: bodies, shapes, wheels, joints, cables and forces as the world has them;
// the bytes of a frame and the text of a description.
#include "cable_fixture.h"
#include "view/describe.h"
#include "view/frame.h"

#include <jansson.h>

static rv_body_id shaped(rv_world* world, rv_shape_def shape, rv_pose pose) {
    rv_body_def def = rv_body_def_default();
    def.pose = pose;
    def.mass = 5.0;
    def.shapes = &shape;
    def.shape_count = 1;
    return rv_body_create(world, &def);
}

// an Atwood machine: 5 kg and 5 kg over a pulley of 0.5 m at z = 2, and a sphere on a joint
typedef struct machine {
    rv_world* world;
    rv_body_id left, right, ball;
    rv_cable_id cable;
    rv_joint_id joint;
} machine;

static machine machine_of(void) {
    machine m = {.world = default_world()};
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = vec(0.1, 0.2, 0.3);
    m.left = shaped(m.world, box, rv_pose_make(vec(-0.5, 0, 0), rv_quat_identity()));
    m.right = shaped(m.world, box, rv_pose_make(vec(0.5, 0, 0), rv_quat_identity()));
    rv_shape_def sphere = rv_shape_def_default();
    sphere.radius = 0.25;
    m.ball = shaped(m.world, sphere, rv_pose_make(vec(3, 0, -1), rv_quat_identity()));
    rv_joint_def joint = rv_joint_def_at(m.world, RV_JOINT_BALL, (rv_body_id){0}, m.ball,
                                         vec(3, 0, -1), vec(1, 0, 0));
    m.joint = rv_joint_create(m.world, &joint);
    rv_cable_node nodes[] = {fixed_at(m.left, vec(0, 0, 0)),
                             pulley_at((rv_body_id){0}, vec(0, 0, 2), vec(0, 1, 0), 0.5),
                             fixed_at(m.right, vec(0, 0, 0))};
    rv_cable_def cable = rigid_cable_def(nodes, 3);
    cable.diameter = 0.02;
    m.cable = rv_cable_create(m.world, &cable);
    return m;
}

TEST(a_drawing_holds_what_the_world_holds) {
    machine m = machine_of();
    rv_drawing d = {0};
    for (int i = 0; i < 60; i++)
        rv_world_step(m.world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.body_count == 3 && d.shape_count == 3 && d.wheel_count == 1 && d.cable_count == 1);
    CHECK(d.joint_count == 1 && d.joints[0].bodies[0] == -1 && d.joints[0].bodies[1] == 2);
    CHECK(d.wheels[0].body == -1 && !d.wheels[0].drum && d.wheels[0].radius == 0.5);
    CHECK_NEAR(d.cables[0].radius, 0.01, 0.0);
    // over half a circle in steps of at most 0.15 rad: 22 points and the two ends
    CHECK(d.cables[0].point_count == 24);
    for (int i = 0; i < d.point_count; i++)
        CHECK_NEAR(d.points[i].tension, 5.0 * 9.81, 1e-6); // T = m g, at the last point too
    // boxes from -0.3, ball from -1.25, wheel up to 2.5
    CHECK_NEAR(d.low.z, -1.25, 1e-6);
    CHECK_NEAR(d.high.z, 2.5, 1e-6);
    CHECK_NEAR(d.low.x, -0.6, 1e-6);
    CHECK_NEAR(d.high.x, 3.25, 1e-6);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}

TEST(forces_are_those_of_joints_ends_and_pulleys) {
    machine m = machine_of();
    rv_drawing d = {0};
    for (int i = 0; i < 60; i++)
        rv_world_step(m.world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, m.world));
    const double weight = 5.0 * 9.81;
    CHECK(d.force_count == 4 && d.contact_count == 1);
    const rv_drawing_force* f = d.forces;
    CHECK(f[0].kind == RV_DRAWING_JOINT && f[1].kind == RV_DRAWING_CABLE);
    CHECK_NEAR(f[0].force.z, weight, 1e-6); // the joint holds the ball
    CHECK_NEAR(f[0].point.x, 3.0, 1e-9);
    CHECK_NEAR(f[1].force.z, weight, 1e-6);        // the cable holds the left box
    CHECK_NEAR(f[2].force.z, -2.0 * weight, 1e-6); // and presses on the wheel with both
    CHECK_NEAR(f[2].point.z, 2.5, 1e-6);
    CHECK_NEAR(f[3].force.z, weight, 1e-6);
    CHECK_NEAR(d.contacts[0].normal.z, 1.0, 1e-9);
    CHECK_NEAR(d.contacts[0].force, 2.0 * weight, 1e-6);
    d.without_forces = true;
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.force_count == 0 && d.contact_count == 0);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}

TEST(the_revision_changes_with_what_is_there_and_not_with_how_it_moves) {
    machine m = machine_of();
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, m.world));
    uint32_t first = d.revision;
    rv_world_step(m.world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.revision == first && first != 0);
    // a body that is hidden is not there
    rv_body_def particle = rv_body_def_default();
    particle.kind = RV_BODY_PARTICLE;
    particle.mass = 1.0;
    d.hidden = rv_body_create(m.world, &particle);
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.revision == first && d.body_count == 3);
    d.hidden = (rv_body_id){0, 0, 0};
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.revision != first && d.body_count == 4);
    rv_joint_destroy(m.world, m.joint);
    uint32_t second = d.revision;
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.revision != second && d.joint_count == 0);
    // what is cut has no points
    rv_cable_cut(m.world, m.cable);
    CHECK(rv_drawing_update(&d, m.world));
    CHECK(d.cables[0].point_count == 0 && d.point_count == 0);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}

// --- frames -------------------------------------------------------------------------------------

static uint32_t u32_at(const uint8_t* bytes, size_t at) {
    return (uint32_t)bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16
           | (uint32_t)bytes[at + 3] << 24;
}

static double f32_at(const uint8_t* bytes, size_t at) {
    uint32_t bits = u32_at(bytes, at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static double f64_at(const uint8_t* bytes, size_t at) {
    uint64_t bits = u32_at(bytes, at) | (uint64_t)u32_at(bytes, at + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// where the payload of a section starts; 0: there is none
static size_t section_at(const uint8_t* bytes, size_t count, uint32_t kind) {
    size_t at = 48;
    for (uint32_t i = 0; i < u32_at(bytes, 44) && at < count; i++) {
        if (u32_at(bytes, at) == kind)
            return at + 8;
        at += 8 + (u32_at(bytes, at + 4) + 7) / 8 * 8;
    }
    return 0;
}

TEST(a_frame_has_the_bytes_that_the_protocol_says) {
    machine m = machine_of();
    rv_drawing d = {0};
    rv_world_step(m.world, 1.0 / 60.0);
    CHECK(rv_drawing_update(&d, m.world));
    const double numbers[] = {1.5, -2.5}, stages[] = {1e-6, 2e-6, 3e-6};
    rv_frame frame = {.number = 7,
                      .scene = 3,
                      .flags = RV_FRAME_PAUSED,
                      .time = rv_world_time(m.world),
                      .steps = 1.0,
                      .speed = INFINITY,
                      .reached = 0.5,
                      .step_seconds = 1e-5,
                      .drawing = &d,
                      .numbers = numbers,
                      .number_count = 2,
                      .energy = rv_world_energy(m.world),
                      .stage_seconds = stages,
                      .stage_count = 3};
    size_t count = rv_frame_bytes(&frame);
    uint8_t* bytes = malloc(count); // exactly: a byte more is found by the sanitizer
    rv_frame_write(&frame, bytes);
    CHECK(memcmp(bytes, "RVF1", 4) == 0 && count % 8 == 0);
    CHECK(u32_at(bytes, 4) == 7 && u32_at(bytes, 8) == 3 && u32_at(bytes, 12) == 1);
    CHECK_NEAR(f64_at(bytes, 16), 1.0 / 60.0, 0.0);
    CHECK(f64_at(bytes, 24) == 1.0 && isinf(f32_at(bytes, 32)) && f32_at(bytes, 36) == 0.5);
    size_t bodies = section_at(bytes, count, 1), cables = section_at(bytes, count, 3);
    CHECK_NEAR(f32_at(bytes, bodies + 28), 0.5, 1e-7); // x of the second body
    CHECK_NEAR(f32_at(bytes, bodies + 12), 1.0, 1e-7); // w of the first
    CHECK(u32_at(bytes, bodies - 4) == 3 * 28);
    CHECK(u32_at(bytes, cables) == (uint32_t)d.point_count);
    CHECK_NEAR(f32_at(bytes, cables + 4 + 12), 0.01, 1e-9); // radius of the first point
    CHECK_NEAR(f32_at(bytes, cables + 4 + 16), d.points[0].tension, 1e-4);
    CHECK(f64_at(bytes, section_at(bytes, count, 5) + 8) == -2.5);
    CHECK(f64_at(bytes, section_at(bytes, count, 6) + 32) == frame.energy.total);
    CHECK_NEAR(f32_at(bytes, section_at(bytes, count, 7) + 8), 3e-6, 1e-12);
    CHECK(section_at(bytes, count, 8) == 0);
    CHECK(u32_at(bytes, section_at(bytes, count, 4) - 4) == 28 * (uint32_t)d.force_count);
    free(bytes);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}

// --- descriptions -------------------------------------------------------------------------------

TEST(a_description_is_json_with_every_key_of_the_protocol) {
    machine m = machine_of();
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, m.world));
    rv_viewer_content content = rv_viewer_content_default();
    content.title = "quotes \" and \xc3\xa9 and a stray \xff";
    const rv_viewer_control control = {"hook", {"up", NULL}, {0, 2}, "m/s"};
    const rv_viewer_number number = {"hook.z", "m"};
    rv_description about = {.world = m.world,
                            .drawing = &d,
                            .camera = rv_camera_frame(&d, vec(0, 0, -9.81), 1.6),
                            .content = &content,
                            .numbers = rv_describe_numbers(&number, 1),
                            .controls = rv_describe_controls(&control, 1)};
    char* scene = rv_describe_scene(&about);
    char* text = rv_describe_message(scene, 12);
    json_error_t error;
    json_t* json = json_loads(text, 0, &error);
    CHECK(json != NULL);
    const char* const keys[] = {"type",   "scene",   "title",    "look",    "current",
                                "camera", "bodies",  "wheels",   "joints",  "cables",
                                "stages", "numbers", "controls", "gallery", "gravity"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        CHECK(json_object_get(json, keys[i]) != NULL);
    CHECK_TEXT(json_string_value(json_object_get(json, "title")),
               "quotes \" and \xc3\xa9 and a stray \xef\xbf\xbd");
    CHECK(json_integer_value(json_object_get(json, "scene")) == 12);
    CHECK(json_array_size(json_object_get(json, "bodies")) == 3);
    CHECK(json_array_size(json_object_get(json, "stages"))
          == (size_t)rv_world_stage_count(m.world));
    json_t* first = json_array_get(json_object_get(json, "controls"), 0);
    CHECK(json_array_size(json_object_get(first, "keys")) == 1);
    json_decref(json);
    free(text);
    free(scene);
    free((char*)about.numbers);
    free((char*)about.controls);
    rv_drawing_free(&d);
    rv_world_destroy(m.world);
}
