// Marks of ties and holes: where they are, how large, what they are called, in frames and in
// stills; what is broken or empty has none.
#include "suture_fixture.h"
#include "tie_fixture.h"
#include "view/describe.h"
#include "view/frame.h"
#include "view/picture.h"
#include "view/surfaces.h"

#include <jansson.h>

// a beam that is tied at its tip, and a thread round a hole in the world
typedef struct sewn {
    rv_world* world;
    rv_solid_id beam;
    rv_tie_id tie;
    suture_loop loop;
} sewn;

static sewn sewn_of(double breaking_load) {
    sewn s = {.world = weightless_world(), .loop = suture_loop_default()};
    solid_rig r = tie_beam(RV_SOLID_STATIC, 1e6);
    s.beam = solid_of(s.world, &r);
    rv_tie_def def = rv_tie_def_default();
    def.solid = s.beam;
    def.point = vec(0.4, 0, 0);
    def.breaking_load = breaking_load;
    s.tie = tie_of(s.world, &def);
    suture_loop_build(s.world, &s.loop);
    return s;
}

static void push(const sewn* s, double force) {
    rv_solid_apply_force(s->world, s->beam, beam_tip(s->world, s->beam), vec(0, 0, -force));
    CHECK(rv_world_step(s->world, 1e-3) == RV_STATUS_OK);
}

TEST(ties_and_holes_are_marks_where_they_are) {
    sewn s = sewn_of(INFINITY);
    rv_drawing d = {0};
    push(&s, 1.0);
    CHECK(rv_drawing_update(&d, s.world));
    CHECK(d.mark_count == 2 && d.marks[0].tie.slot == s.tie.slot);
    CHECK(d.marks[1].hole.slot == s.loop.hole.slot);
    rv_tie_state tie = rv_tie_read(s.world, s.tie);
    CHECK(d.marks[0].position.x == tie.position.x && d.marks[0].force > 0.1);
    CHECK_NEAR(d.marks[0].force, rv_vec3_length(tie.force), 0.0);
    // of the solid's diagonal, and of the thread's radius
    CHECK_NEAR(d.marks[0].radius, 0.012 * sqrt(0.4 * 0.4 + 2 * 0.05 * 0.05), 1e-4);
    CHECK_NEAR(d.marks[1].radius, 3.0 * 0.000175, 1e-15);
    // the thread goes to and fro in the plane of x and z, and is level at the bottom
    CHECK_NEAR(fabs(d.marks[1].direction.x), 1.0, 1e-3);
    CHECK(rv_vec3_length(d.marks[1].position) < 1e-12);
    rv_drawing_free(&d);
    rv_world_destroy(s.world);
}

TEST(a_broken_tie_and_an_empty_hole_are_listed_but_have_no_size) {
    sewn s = sewn_of(0.01);
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, s.world));
    uint32_t revision = d.revision;
    CHECK(d.marks[0].radius > 0.0 && d.marks[1].radius > 0.0);
    push(&s, 1.0);
    CHECK(rv_tie_read(s.world, s.tie).is_broken);
    CHECK(rv_drawing_update(&d, s.world));
    CHECK(d.revision == revision && d.marks[0].radius == 0.0 && d.marks[1].radius > 0.0);
    // drawn out by its first end
    for (int i = 0; i < 100 && !rv_suture_read(s.world, s.loop.hole).is_empty; i++)
        suture_loop_step(s.world, &s.loop, 1.0, 1e-3);
    CHECK(rv_suture_read(s.world, s.loop.hole).is_empty);
    CHECK(rv_drawing_update(&d, s.world));
    CHECK(d.revision == revision && d.mark_count == 2 && d.marks[1].radius == 0.0);
    rv_tie_destroy(s.world, s.tie);
    CHECK(rv_drawing_update(&d, s.world));
    CHECK(d.revision != revision && d.mark_count == 1 && d.marks[0].tie.slot == 0);
    rv_drawing_free(&d);
    rv_world_destroy(s.world);
}

// the hand that pulls at a solid is tied to it by a particle that is not drawn either
TEST(the_tie_of_the_viewers_hand_is_no_mark) {
    sewn s = sewn_of(INFINITY);
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, s.world));
    uint32_t revision = d.revision;
    d.hidden = rv_tie_anchor(s.world, s.beam, vec(0.2, 0, 0.025), 0.0);
    CHECK(rv_tie_count(s.world) == 2);
    CHECK(rv_drawing_update(&d, s.world));
    CHECK(d.mark_count == 2 && d.revision == revision);
    rv_drawing_free(&d);
    rv_world_destroy(s.world);
}

static void name_tie(void* context, rv_tie_id tie, char* buffer, size_t bytes) {
    (void)context;
    (void)tie;
    snprintf(buffer, bytes, "glue");
}

TEST(pages_are_told_of_marks_by_name_and_place) {
    sewn s = sewn_of(INFINITY);
    rv_drawing d = {0};
    push(&s, 1.0);
    CHECK(rv_drawing_update(&d, s.world));
    rv_viewer_content content = rv_viewer_content_default();
    content.tie_name = name_tie;
    rv_description about = {.world = s.world,
                            .drawing = &d,
                            .camera = rv_camera_frame(&d, vec(0, 0, -9.81), 1.6),
                            .content = &content};
    char* text = rv_describe_scene(&about);
    json_t* json = json_loads(text, 0, NULL);
    const json_t* marks = json_object_get(json, "marks");
    static const char* const wanted[2][2] = {{"tie", "glue"}, {"hole", "hole 1"}};
    CHECK(json_array_size(marks) == 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t* mark = json_array_get(marks, i);
        CHECK_TEXT(json_string_value(json_object_get(mark, "kind")), wanted[i][0]);
        CHECK_TEXT(json_string_value(json_object_get(mark, "name")), wanted[i][1]);
    }
    json_decref(json);
    free(text);
    rv_frame frame = {.drawing = &d};
    size_t count = rv_frame_bytes(&frame);
    uint8_t* bytes = malloc(count);
    rv_frame_write(&frame, bytes);
    // the section comes last
    const uint8_t* section = bytes + count - 2 * 32 - 8;
    float told[8];
    memcpy(told, section + 8, sizeof told);
    CHECK(section[0] == 14 && section[4] == 64 && told[0] == (float)d.marks[0].position.x);
    CHECK(told[6] == (float)d.marks[0].radius && told[7] == (float)d.marks[0].force);
    free(bytes);
    rv_drawing_free(&d);
    rv_world_destroy(s.world);
}

// a mark in the middle of a box of 1 m, which would hide it, and one beside it that has no size
TEST(stills_show_marks_through_what_is_before_them) {
    enum { SIDE = 128 };
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = vec(0.5, 0.5, 0.5);
    rv_drawing_body body = {.kind = RV_BODY_RIGID, .shape_count = 1};
    rv_pose pose = rv_pose_identity();
    rv_drawing_mark marks[] = {
        {.tie = {1, 1, 1}, .direction = {0, 1, 0}, .radius = 0.1},
        {.hole = {1, 1, 1}, .position = {0.3, 0, 0.3}, .direction = {0, 1, 0}, .radius = 0.0}};
    rv_drawing d = {.bodies = &body,
                    .shapes = &box,
                    .poses = &pose,
                    .marks = marks,
                    .body_count = 1,
                    .shape_count = 1,
                    .mark_count = 2};
    rv_picture_def def = {
        .width = SIDE,
        .height = SIDE,
        .camera = {.eye = {0, -4, 0}, .up = {0, 0, 1}, .field = 0.4, .ground = -2}};
    int green[2] = {0, 0};
    bool in_the_middle[2] = {false, false};
    for (int k = 0; k < 2; k++) {
        uint8_t* rgb = rv_picture_render(&d, &def);
        CHECK(rgb != NULL);
        for (int i = 0; rgb != NULL && i < SIDE * SIDE; i++) {
            bool is_green =
                rgb[3 * i + 1] > 1.5 * rgb[3 * i] && rgb[3 * i + 1] > 1.2 * rgb[3 * i + 2];
            green[k] += is_green;
            in_the_middle[k] |= is_green && i == SIDE * SIDE / 2 + SIDE / 2;
        }
        free(rgb);
        marks[0].tie.slot = 0; // a ring
    }
    // a disc of 0.1 m where all pixels are 8 m tan 0.2
    double pixel = 8.0 * tan(0.2) / SIDE, disc = RV_PI * 0.01 / (pixel * pixel);
    CHECK(green[0] > 0.7 * disc && green[0] < 1.3 * disc && in_the_middle[0]);
    // 0.1 m to the middle of its thickness, of 0.56 radii
    double ring = (1.28 * 1.28 - 0.72 * 0.72) * disc;
    CHECK(green[1] > 0.7 * ring && green[1] < 1.3 * ring && !in_the_middle[1]);
}
