// The one table of colours: which look a shape has, and that pages get what stills are drawn with.
#include "view/body_looks.h"
#include "view/describe.h"
#include "world_fixture.h"

#include <jansson.h>

static json_t* description_of(const rv_world* world, const rv_drawing* d) {
    rv_viewer_content content = rv_viewer_content_default();
    rv_description about = {.world = world,
                            .drawing = d,
                            .camera = rv_camera_frame(d, vec(0, 0, -9.81), 1.6),
                            .content = &content};
    char* scene = rv_describe_scene(&about);
    json_t* json = json_loads(scene, 0, NULL);
    free(scene);
    return json;
}

static json_t* shape_of(json_t* json, size_t body) {
    json_t* one = json_array_get(json_object_get(json, "bodies"), body);
    return json_array_get(json_object_get(one, "shapes"), 0);
}

static void check_look(json_t* thing, rv_look_kind kind, bool dull) {
    static const char* const surfaces[] = {"metal", "painted", "dull"};
    char color[RV_RGB_TEXT_BYTES];
    rv_look look = rv_look_make(kind, dull);
    rv_rgb_text(look.color, color);
    CHECK_TEXT(json_string_value(json_object_get(thing, "color")), color);
    CHECK_TEXT(json_string_value(json_object_get(thing, "surface")), surfaces[look.surface]);
}

TEST(a_description_has_the_colours_that_stills_are_drawn_with) {
    rv_world* world = weightless_world();
    rv_shape_def ball = rv_shape_def_default();
    ball.material.density = 700.0;
    ball.material.young = 1e10;
    rv_body_def def = rv_body_def_default();
    def.shapes = &ball;
    def.shape_count = 1;
    rv_body_create(world, &def); // weighs what wood weighs
    def.mass = 3.0;
    rv_body_create(world, &def); // its mass was given
    rv_body_create(world, &def); // and is like the one before
    def.mass = 4.0;
    rv_body_create(world, &def);
    def.type = RV_BODY_KINEMATIC;
    rv_body_create(world, &def);
    def.type = RV_BODY_STATIC;
    rv_body_create(world, &def);
    add_particle(world, 1.0, vec(0, 0, 0)); // has no shape
    rv_drawing d = {0};
    CHECK(rv_drawing_update(&d, world));
    uint8_t* looks = rv_body_looks_make(&d);
    const rv_look_kind expected[] = {RV_LOOK_WOOD,      RV_LOOK_PAINT,     RV_LOOK_PAINT,
                                     RV_LOOK_PAINT + 1, RV_LOOK_KINEMATIC, RV_LOOK_WOOD};
    json_t* json = description_of(world, &d);
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(looks[i], (int)expected[i], 0);
        check_look(shape_of(json, (size_t)i), expected[i], i == 5);
    }
    check_look(json_array_get(json_object_get(json, "bodies"), 6), RV_LOOK_MARKER, false);
    json_t* colors = json_object_get(json, "colors");
    json_t* tension = json_object_get(colors, "tension");
    for (size_t i = 0; i < json_array_size(tension); i++) {
        char color[RV_RGB_TEXT_BYTES];
        // a touch of tension is the first colour
        rv_rgb_text(rv_look_of_tension(fmax(i / 4.0, 1.1e-4), true), color);
        CHECK_TEXT(json_string_value(json_array_get(tension, i)), color);
    }
    CHECK(json_array_size(tension) == 5);
    CHECK_TEXT(json_string_value(json_object_get(colors, "mark")), "#2ebf70");
    json_decref(json);
    free(looks);
    rv_drawing_free(&d);
    rv_world_destroy(world);
}
