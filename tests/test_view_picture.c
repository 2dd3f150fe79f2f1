// Stills: what is at which pixel, thin cables, shadows, clipping, PNG, nonsense.
#include "test.h"
#include "view/picture.h"
#include "view/raster.h"

#include <png.h>
#include <stdlib.h>

enum { WIDTH = 320, HEIGHT = 200 };

static rv_vec3 vec(double x, double y, double z) {
    return (rv_vec3){x, y, z};
}

// a drawing that owns nothing: room for a few things
typedef struct scenery {
    rv_drawing_body bodies[4];
    rv_shape_def shapes[4];
    rv_pose poses[4];
    rv_drawing_wheel wheels[4];
    double angles[4];
    rv_drawing_cable cables[4];
    rv_drawing_joint joints[4];
    rv_drawing_point points[64];
    rv_facets facets[2];
    int shape_facets[4];
    rv_drawing drawing;
} scenery;

static void begin(scenery* s) {
    memset(s, 0, sizeof *s);
    s->drawing.bodies = s->bodies;
    s->drawing.shapes = s->shapes;
    s->drawing.poses = s->poses;
    s->drawing.wheels = s->wheels;
    s->drawing.wheel_angles = s->angles;
    s->drawing.cables = s->cables;
    s->drawing.joints = s->joints;
    s->drawing.points = s->points;
    s->drawing.facets = s->facets;
    s->drawing.shape_facets = s->shape_facets;
    s->drawing.low = vec(-1, -1, 0);
    s->drawing.high = vec(1, 1, 2);
}

static rv_shape_def* add_box(scenery* s, rv_vec3 center, rv_vec3 half) {
    int i = s->drawing.body_count++;
    s->drawing.shape_count++;
    s->shapes[i] = rv_shape_def_default();
    s->shapes[i].type = RV_SHAPE_BOX;
    s->shapes[i].half_extents = half;
    s->poses[i] = rv_pose_make(center, rv_quat_identity());
    s->bodies[i] = (rv_drawing_body){.type = RV_BODY_DYNAMIC, .first_shape = i, .shape_count = 1};
    return &s->shapes[i];
}

static void add_cable(scenery* s, rv_vec3 from, rv_vec3 to, double radius, double tension) {
    int first = s->drawing.point_count;
    s->points[first] = (rv_drawing_point){from, tension, 0};
    s->points[first + 1] = (rv_drawing_point){to, tension, 0};
    s->drawing.point_count += 2;
    s->cables[s->drawing.cable_count++] =
        (rv_drawing_cable){.radius = radius, .first_point = first, .point_count = 2};
}

// looks along y from the front, a little down; the ground is at zero
static rv_picture_def def_of(double distance) {
    return (rv_picture_def){.width = WIDTH,
                            .height = HEIGHT,
                            .camera = {.eye = vec(0, -distance, 1 + 0.2 * distance),
                                       .target = vec(0, 0, 1),
                                       .up = vec(0, 0, 1),
                                       .field = 0.6,
                                       .ground = 0.0}};
}

typedef struct pixel {
    int r, g, b;
} pixel;

static pixel pixel_at(const uint8_t* rgb, int x, int y) {
    const uint8_t* p = rgb + 3 * (y * WIDTH + x);
    return (pixel){p[0], p[1], p[2]};
}

static int brightness(pixel p) {
    return p.r + p.g + p.b;
}

static int difference(pixel a, pixel b) {
    return abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b);
}

// the pixel that a world point falls on
static void project(const rv_camera* c, rv_vec3 point, int at[2]) {
    rv_vec3 forward = rv_vec3_normalize(rv_vec3_sub(c->target, c->eye));
    rv_vec3 right = rv_vec3_normalize(rv_vec3_cross(forward, c->up));
    rv_vec3 above = rv_vec3_cross(right, forward), r = rv_vec3_sub(point, c->eye);
    double focal = 0.5 * HEIGHT / tan(0.5 * c->field), depth = rv_vec3_dot(r, forward);
    at[0] = (int)floor(0.5 * WIDTH + focal * rv_vec3_dot(r, right) / depth);
    at[1] = (int)floor(0.5 * HEIGHT - focal * rv_vec3_dot(r, above) / depth);
}

static pixel pixel_of(const uint8_t* rgb, const rv_camera* camera, rv_vec3 point) {
    int at[2];
    project(camera, point, at);
    return pixel_at(rgb, at[0], at[1]);
}

// --- what is where ------------------------------------------------------------------------------

TEST(a_body_is_where_it_projects_to_and_the_background_elsewhere) {
    static scenery s, empty;
    begin(&s);
    begin(&empty);
    add_box(&s, vec(0.5, 0, 1), vec(0.5, 0.5, 0.5));
    s.bodies[0].type = RV_BODY_KINEMATIC; // orange: much more red than blue
    rv_picture_def def = def_of(8.0);
    uint8_t *with = rv_picture_render(&s.drawing, &def),
            *without = rv_picture_render(&empty.drawing, &def);
    int inside = 0, outside = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            pixel p = pixel_at(with, x, y);
            inside += p.r > p.b + 60;
            outside += difference(p, pixel_at(without, x, y)) == 0;
        }
    // corners of the front face, a pixel inward and outward of them
    for (int i = 0; i < 4; i++) {
        double sx = i & 1 ? 1.0 : -1.0, sz = i & 2 ? 1.0 : -1.0;
        pixel in = pixel_of(with, &def.camera, vec(0.5 + 0.47 * sx, -0.5, 1.0 + 0.47 * sz));
        CHECK(in.r > in.b + 60);
        // the top face lies over the upper corners
        pixel out = pixel_of(with, &def.camera, vec(0.5 + 0.54 * sx, -0.5, 1.0 + 0.54 * sz));
        CHECK(i & 2 || out.r < out.b + 20);
    }
    // the box covers 1 m of a height of 5.05 m, so about a twentieth of the picture's 64000 pixels
    CHECK(inside > 1400 && inside < 3200);
    CHECK(outside > 0.85 * WIDTH * HEIGHT);
    free(with);
    free(without);
}

TEST(triangles_are_drawn_where_they_project_to_and_seen_from_outside_only) {
    // a triangle across the view and the same from behind
    static rv_vec3 vertices[3] = {{-0.8, 0, 0.4}, {0.8, 0, 0.4}, {0, 0, 1.8}};
    static int triangles[2][1][3] = {{{0, 1, 2}}, {{0, 2, 1}}};
    for (int behind = 0; behind < 2; behind++) {
        static scenery s;
        begin(&s);
        add_box(&s, vec(0, 0, 0), vec(1, 1, 1))->type = RV_SHAPE_MESH;
        s.bodies[0].type = RV_BODY_KINEMATIC;
        s.facets[0] = (rv_facets){.vertices = vertices,
                                  .triangles = triangles[behind],
                                  .vertex_count = 3,
                                  .triangle_count = 1};
        s.drawing.facets_count = 1;
        rv_picture_def def = def_of(8.0);
        uint8_t* rgb = rv_picture_render(&s.drawing, &def);
        pixel in = pixel_of(rgb, &def.camera, vec(0, 0, 1));
        pixel out = pixel_of(rgb, &def.camera, vec(0.7, 0, 1.6));
        CHECK((in.r > in.b + 60) == (behind == 0));
        CHECK(out.r < out.b + 20);
        free(rgb);
    }
}

TEST(a_level_plane_is_the_ground_and_a_slope_is_a_square_with_a_grid) {
    static scenery s, empty;
    begin(&s);
    begin(&empty);
    rv_shape_def* plane = add_box(&s, vec(0, 0, 0), vec(3, 3, 0));
    plane->type = RV_SHAPE_PLANE;
    s.bodies[0].type = RV_BODY_STATIC;
    rv_picture_def def = def_of(8.0);
    def.camera.ground_holds = true;
    uint8_t *level = rv_picture_render(&s.drawing, &def),
            *without = rv_picture_render(&empty.drawing, &def);
    CHECK(memcmp(level, without, 3 * WIDTH * HEIGHT) == 0);
    // a wall behind the origin that faces the eye: rotation about x takes z to -y
    plane->local = rv_pose_make(vec(0, 1, 1), rv_quat_from_axis_angle(vec(1, 0, 0), 0.5 * RV_PI));
    uint8_t* wall = rv_picture_render(&s.drawing, &def);
    pixel face = pixel_of(wall, &def.camera, vec(0.15, 1, 1.15));
    CHECK(difference(face, pixel_of(without, &def.camera, vec(0.15, 1, 1.15))) > 30);
    // lines through its middle, 1 m apart: about a ninth of the 5.05 m that are seen
    CHECK(difference(face, pixel_of(wall, &def.camera, vec(1, 1, 1.15))) > 20);
    CHECK(difference(face, pixel_of(wall, &def.camera, vec(0.15, 1, 2))) > 20);
    CHECK(difference(face, pixel_of(wall, &def.camera, vec(0.3, 1, 1.3))) < 10);
    free(level);
    free(without);
    free(wall);
}

TEST(what_is_nearer_hides_what_is_farther_in_any_order) {
    for (int order = 0; order < 2; order++) {
        static scenery s;
        begin(&s);
        add_box(&s, vec(0, order ? 1.0 : -1.0, 1), vec(0.4, 0.1, 0.4));
        add_box(&s, vec(0, order ? -1.0 : 1.0, 1), vec(0.4, 0.1, 0.4));
        s.bodies[order ? 1 : 0].type = RV_BODY_KINEMATIC; // the one in front
        rv_picture_def def = def_of(8.0);
        uint8_t* rgb = rv_picture_render(&s.drawing, &def);
        pixel p = pixel_of(rgb, &def.camera, vec(0, -1, 1));
        CHECK(p.r > p.b + 60);
        free(rgb);
    }
}

TEST(materials_static_and_kinematic_bodies_look_different) {
    const struct {
        double density, young;
        rv_body_type type;
    } kinds[] = {{7850, 2e11, RV_BODY_DYNAMIC},  {2700, 7e10, RV_BODY_DYNAMIC},
                 {2400, 3e10, RV_BODY_DYNAMIC},  {700, 1e10, RV_BODY_DYNAMIC},
                 {1100, 1e7, RV_BODY_DYNAMIC},   {7850, 2e11, RV_BODY_STATIC},
                 {7850, 2e11, RV_BODY_KINEMATIC}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    pixel seen[KINDS];
    for (int i = 0; i < KINDS; i++) {
        static scenery s;
        begin(&s);
        rv_shape_def* box = add_box(&s, vec(0, 0, 1), vec(0.5, 0.5, 0.5));
        box->material.density = kinds[i].density;
        box->material.young = kinds[i].young;
        s.bodies[0].type = kinds[i].type;
        rv_picture_def def = def_of(8.0);
        uint8_t* rgb = rv_picture_render(&s.drawing, &def);
        seen[i] = pixel_of(rgb, &def.camera, vec(0, -0.5, 1));
        free(rgb);
        for (int k = 0; k < i; k++)
            CHECK(difference(seen[i], seen[k]) > 20);
    }
}

// the near plane and what lies behind the eye
TEST(a_floor_that_reaches_behind_the_eye_covers_all_below_the_horizon) {
    static scenery s;
    begin(&s);
    add_box(&s, vec(0, 0, 0.5), vec(1000, 1000, 0.1));
    s.bodies[0].type = RV_BODY_KINEMATIC;
    rv_picture_def def = def_of(3.0);
    def.camera.target = vec(0, 0, 1.6); // level with the eye: the horizon is in the middle
    uint8_t* rgb = rv_picture_render(&s.drawing, &def);
    int wrong = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            pixel p = pixel_at(rgb, x, y);
            bool orange = p.r > p.b + 40;
            wrong += y < HEIGHT / 2 - 1 && orange; // its edge 1000 m off is a third of a pixel low
            wrong += y > HEIGHT / 2 + 2 && !orange;
        }
    CHECK(wrong == 0);
    free(rgb);
}

TEST(a_surface_has_no_holes_where_its_triangles_meet) {
    static scenery s;
    begin(&s);
    s.drawing.body_count = s.drawing.shape_count = 1;
    s.shapes[0] = rv_shape_def_default();
    s.shapes[0].radius = 0.9;
    s.poses[0] = rv_pose_make(vec(0, 0, 1), rv_quat_exp(vec(0.3, 0.4, 0.5)));
    s.bodies[0] = (rv_drawing_body){.type = RV_BODY_KINEMATIC, .shape_count = 1};
    rv_picture_def def = def_of(5.0);
    uint8_t* rgb = rv_picture_render(&s.drawing, &def);
    // within 95 % of the ball's outline every pixel is of its colour
    int at[2], side[2];
    project(&def.camera, vec(0, 0, 1), at);
    project(&def.camera, vec(0.9 * 0.95, 0, 1), side);
    int radius = side[0] - at[0], others = 0;
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++) {
            pixel p = pixel_at(rgb, at[0] + x, at[1] + y);
            others += x * x + y * y < radius * radius && p.r < p.b + 15;
        }
    CHECK(radius > 30 && others == 0);
    free(rgb);
}

TEST(a_sample_on_the_edge_of_two_triangles_belongs_to_exactly_one) {
    // eight triangles round the middle sample of a square, their edges along rows, columns and
    // diagonals of samples; all numbers are exact in doubles
    enum { SIDE = 17, AROUND = 8 };
    static const double ring[AROUND][2] = {{0, 0},   {0, 8.5},  {0, 17}, {8.5, 17},
                                           {17, 17}, {17, 8.5}, {17, 0}, {8.5, 0}};
    static const double middle[1][2] = {{0.5, 0.5}};
    static float keys[SIDE * SIDE];
    static int times[SIDE * SIDE];
    const int size[2] = {SIDE, SIDE};
    rv_raster raster = {.width = SIDE,
                        .rows = SIDE,
                        .sample_count = 1,
                        .offsets = middle,
                        .keys = keys,
                        .key_most = INFINITY};
    for (int i = 0; i < AROUND; i++) {
        const double *a = ring[i], *b = ring[(i + 1) % AROUND];
        rv_raster_vertex v[3] = {{8.5, 8.5, 1, 1}, {a[0], a[1], 1, 1}, {b[0], b[1], 1, 1}};
        rv_raster_triangle triangle;
        CHECK(rv_raster_prepare(&triangle, v, size, 0.5));
        rv_raster_clear(&raster);
        rv_raster_draw(&raster, &triangle, 0);
        for (int k = 0; k < SIDE * SIDE; k++)
            times[k] += keys[k] > 0.0f;
        // its back is not seen
        rv_raster_vertex back[3] = {v[0], v[2], v[1]};
        CHECK(!rv_raster_prepare(&triangle, back, size, 0.5));
    }
    int others = 0;
    for (int k = 0; k < SIDE * SIDE; k++)
        others += times[k] != 1;
    CHECK(others <= 1); // the middle itself, a corner of all eight, may be nobody's
}

// --- cables -------------------------------------------------------------------------------------

// columns between the ends of the cable where no pixel differs from the empty picture
static int gaps(const uint8_t* with, const uint8_t* without, const int ends[2][2], int least) {
    int missing = 0;
    for (int x = ends[0][0] + 1; x < ends[1][0]; x++) {
        double share = (double)(x - ends[0][0]) / (ends[1][0] - ends[0][0]);
        int y = (int)(ends[0][1] + share * (ends[1][1] - ends[0][1]) + 0.5), most = 0;
        for (int k = -2; k <= 2; k++) {
            int d = difference(pixel_at(with, x, y + k), pixel_at(without, x, y + k));
            most = d > most ? d : most;
        }
        missing += most < least;
    }
    return missing;
}

TEST(a_cable_of_1_mm_is_an_unbroken_line_from_100_m) {
    static scenery s, empty;
    for (int dark = 0; dark < 2; dark++)
        for (int slope = 0; slope < 4; slope++) {
            begin(&s);
            begin(&empty);
            rv_vec3 from = vec(-30, 0, 4), to = vec(30, 20.0 - 13.0 * slope, 4 + 4.3 * slope);
            add_cable(&s, from, to, 0.0005, 100.0);
            rv_picture_def def = def_of(100.0);
            def.dark = dark != 0;
            uint8_t* with = rv_picture_render(&s.drawing, &def);
            uint8_t* without = rv_picture_render(&empty.drawing, &def);
            int ends[2][2];
            project(&def.camera, from, ends[0]);
            project(&def.camera, to, ends[1]);
            CHECK(ends[1][0] - ends[0][0] > 150);
            CHECK(gaps(with, without, (const int(*)[2])ends, 60) == 0);
            free(with);
            free(without);
        }
}

TEST(tension_colours_a_cable_and_slack_is_pale) {
    static scenery s;
    const double tensions[] = {0.0, 100.0, 500.0, 1000.0};
    pixel seen[4];
    for (int i = 0; i < 4; i++) {
        begin(&s);
        add_cable(&s, vec(-1, 0, 1), vec(1, 0, 1), 0.1, tensions[i]);
        add_cable(&s, vec(-1, 0, 1.6), vec(1, 0, 1.6), 0.02, 1000.0);
        rv_picture_def def = def_of(8.0);
        uint8_t* rgb = rv_picture_render(&s.drawing, &def);
        seen[i] = pixel_of(rgb, &def.camera, vec(0, -0.1, 1));
        free(rgb);
        for (int k = 0; k < i; k++)
            CHECK(difference(seen[i], seen[k]) > 60);
    }
    // grey, blue, magenta, orange
    CHECK(abs(seen[0].r - seen[0].b) < 40);
    CHECK(seen[1].b > seen[1].r + 40);
    CHECK(seen[3].r > seen[3].b + 100);
}

TEST(the_full_tension_can_be_given) {
    static scenery s;
    begin(&s);
    add_cable(&s, vec(-1, 0, 1), vec(1, 0, 1), 0.1, 100.0);
    rv_picture_def def = def_of(8.0);
    uint8_t* alone = rv_picture_render(&s.drawing, &def);
    def.tension_full = 1000.0;
    uint8_t* given = rv_picture_render(&s.drawing, &def);
    pixel a = pixel_of(alone, &def.camera, vec(0, -0.1, 1));
    pixel b = pixel_of(given, &def.camera, vec(0, -0.1, 1));
    CHECK(a.r > a.b + 100 && b.b > b.r + 40);
    free(alone);
    free(given);
}

// --- light --------------------------------------------------------------------------------------

TEST(the_ground_is_darker_in_the_shadow_and_unchanged_out_of_it) {
    static scenery s, empty;
    for (int dark = 0; dark < 2; dark++) {
        begin(&s);
        begin(&empty);
        add_box(&s, vec(0, 0, 1.5), vec(0.5, 0.5, 0.1));
        rv_picture_def def = def_of(8.0);
        def.dark = dark != 0;
        uint8_t *with = rv_picture_render(&s.drawing, &def),
                *without = rv_picture_render(&empty.drawing, &def);
        // the lamp stands to the left and towards the viewer: the shadow falls right and away, by
        // 0.62 and 0.60 m for each metre of height
        rv_vec3 shaded = vec(0.62 * 1.5, 0.60 * 1.5, 0), lit = vec(-1.2, 0.3, 0);
        pixel in = pixel_of(with, &def.camera, shaded);
        pixel before = pixel_of(without, &def.camera, shaded);
        CHECK(brightness(in) < 0.85 * brightness(before));
        CHECK(difference(pixel_of(with, &def.camera, lit), pixel_of(without, &def.camera, lit))
              == 0);
        free(with);
        free(without);
    }
}

TEST(a_body_shades_another_and_the_edge_is_soft) {
    static scenery s;
    begin(&s);
    add_box(&s, vec(0, 0, 0.1), vec(2, 2, 0.1));
    add_box(&s, vec(0, 0, 1.2), vec(0.4, 0.4, 0.05));
    rv_picture_def def = def_of(8.0);
    uint8_t* rgb = rv_picture_render(&s.drawing, &def);
    pixel in = pixel_of(rgb, &def.camera, vec(0.62, 0.60, 0.2));
    pixel lit = pixel_of(rgb, &def.camera, vec(-1.2, 0, 0.2));
    CHECK(brightness(in) < 0.85 * brightness(lit));
    // from lit to shaded there are pixels in between
    int at[2], between = 0;
    project(&def.camera, vec(0.62, 0.60, 0.2), at);
    for (int x = at[0] - 60; x < at[0]; x++) {
        int b = brightness(pixel_at(rgb, x, at[1]));
        between += b > brightness(in) + 20 && b < brightness(lit) - 20;
    }
    CHECK(between >= 2);
    free(rgb);
}

TEST(a_lit_side_is_not_in_its_own_shadow) {
    static scenery s;
    begin(&s);
    add_box(&s, vec(0, 0, 1), vec(0.8, 0.8, 0.8));
    rv_picture_def def = def_of(8.0);
    uint8_t* rgb = rv_picture_render(&s.drawing, &def);
    // all of the top face alike but for slow changes
    pixel middle = pixel_of(rgb, &def.camera, vec(0, 0, 1.8));
    for (int i = -6; i <= 6; i++)
        for (int k = -6; k <= 6; k++) {
            pixel p = pixel_of(rgb, &def.camera, vec(0.1 * i, 0.1 * k, 1.8));
            CHECK(difference(p, middle) < 30);
        }
    free(rgb);
}

// --- as a whole ---------------------------------------------------------------------------------

static void fill_all(scenery* s) {
    begin(s);
    add_box(s, vec(0, 0, 1), vec(0.5, 0.4, 0.3));
    s->drawing.body_count = 2; // a particle without a shape
    s->poses[1] = rv_pose_make(vec(-1, 0, 1.5), rv_quat_identity());
    s->bodies[1] = (rv_drawing_body){.kind = RV_BODY_PARTICLE};
    s->drawing.wheel_count = 1;
    s->wheels[0] = (rv_drawing_wheel){
        .body = -1, .center = vec(1, 0, 1.5), .axis = vec(0, 1, 0), .radius = 0.3, .width = 0.1};
    s->angles[0] = 0.4;
    add_cable(s, vec(-1, 0, 0.5), vec(1, 0.3, 1.8), 0.01, 300.0);
}

TEST(two_renders_give_the_same_bytes_and_the_themes_differ) {
    static scenery s;
    fill_all(&s);
    rv_picture_def def = def_of(8.0);
    def.title = "Two renders";
    uint8_t *a = rv_picture_render(&s.drawing, &def), *b = rv_picture_render(&s.drawing, &def);
    CHECK(memcmp(a, b, 3 * WIDTH * HEIGHT) == 0);
    def.dark = true;
    uint8_t* dark = rv_picture_render(&s.drawing, &def);
    CHECK(brightness(pixel_at(a, 5, 5)) > 500 && brightness(pixel_at(dark, 5, 5)) < 150);
    free(a);
    free(b);
    free(dark);
}

TEST(the_title_stands_at_the_lower_left_and_the_scale_of_tensions_at_the_lower_right) {
    static scenery s;
    fill_all(&s);
    rv_picture_def def = def_of(8.0);
    uint8_t* plain = rv_picture_render(&s.drawing, &def);
    def.title = "Titl\xc3\xa9 that is much too long for the width of a small picture, so it is cut";
    def.time = 1.25;
    uint8_t* titled = rv_picture_render(&s.drawing, &def);
    int left = 0, right = 0, elsewhere = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            if (difference(pixel_at(plain, x, y), pixel_at(titled, x, y)) == 0)
                continue;
            bool low = y > HEIGHT - 40;
            left += low && x < WIDTH - 90;
            right += low && x >= WIDTH - 90;
            elsewhere += !low;
        }
    CHECK(left > 500 && right > 400 && elsewhere == 0);
    free(plain);
    free(titled);
}

typedef struct reader {
    const uint8_t* bytes;
    size_t count, at;
} reader;

static void read_bytes(png_structp png, png_bytep to, size_t count) {
    reader* r = png_get_io_ptr(png);
    if (count > r->count - r->at)
        png_error(png, "short");
    memcpy(to, r->bytes + r->at, count);
    r->at += count;
}

TEST(a_png_has_its_signature_and_reads_back_as_the_same_pixels) {
    static scenery s;
    fill_all(&s);
    rv_picture_def def = def_of(8.0);
    uint8_t* rgb = rv_picture_render(&s.drawing, &def);
    size_t bytes, again_bytes;
    uint8_t* file = rv_picture_png(rgb, WIDTH, HEIGHT, &bytes);
    uint8_t* again = rv_picture_png(rgb, WIDTH, HEIGHT, &again_bytes);
    CHECK(bytes == again_bytes && memcmp(file, again, bytes) == 0);
    CHECK(bytes > 1000 && memcmp(file, "\x89PNG\r\n\x1a\n", 8) == 0);

    reader r = {file, bytes, 0};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &r, read_bytes);
    png_read_info(png, info);
    CHECK(png_get_image_width(png, info) == WIDTH && png_get_image_height(png, info) == HEIGHT);
    CHECK(png_get_color_type(png, info) == PNG_COLOR_TYPE_RGB && png_get_bit_depth(png, info) == 8);
    static uint8_t row[3 * WIDTH];
    int differing = 0;
    for (int y = 0; y < HEIGHT; y++) {
        png_read_row(png, row, NULL);
        differing += memcmp(row, rgb + 3 * WIDTH * y, sizeof row) != 0;
    }
    png_read_end(png, info);
    CHECK(differing == 0 && r.at == bytes);
    png_destroy_read_struct(&png, &info, NULL);
    free(file);
    free(again);
    free(rgb);
}

TEST(a_bad_size_or_camera_gives_no_picture) {
    static scenery s;
    fill_all(&s);
    const int sizes[][2] = {{15, 100}, {100, 15}, {4097, 100}, {100, 4097}, {0, 0}, {-5, 100}};
    for (int i = 0; i < 6; i++) {
        rv_picture_def def = def_of(8.0);
        def.width = sizes[i][0];
        def.height = sizes[i][1];
        CHECK(rv_picture_render(&s.drawing, &def) == NULL);
    }
    for (int i = 0; i < 4; i++) {
        rv_picture_def def = def_of(8.0);
        if (i == 0)
            def.camera.eye = def.camera.target;
        if (i == 1)
            def.camera.eye.x = NAN;
        if (i == 2)
            def.camera.field = 0.0;
        if (i == 3)
            def.camera.up = vec(0, 0, 0);
        CHECK(rv_picture_render(&s.drawing, &def) == NULL);
    }
    size_t bytes = 7;
    CHECK(rv_picture_png(NULL, 16, 16, &bytes) == NULL && bytes == 0);
}

// --- nonsense -----------------------------------------------------------------------------------

static uint64_t draw(uint64_t* state) {
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return *state >> 33;
}

// mostly ordinary, now and then tiny, huge or no number at all
static double any_number(uint64_t* state) {
    static const double odd[] = {0.0,  -0.0,  1e-300, -1e-300, 1e300,    -1e300,
                                 1e30, -1e30, 1e9,    NAN,     INFINITY, -INFINITY};
    if (draw(state) % 12 == 0)
        return odd[draw(state) % (sizeof odd / sizeof *odd)];
    return ((double)(draw(state) % 20001) - 10000.0) / 2500.0;
}

static rv_vec3 any_vec(uint64_t* state) {
    double x = any_number(state), y = any_number(state), z = any_number(state);
    return vec(x, y, z);
}

static rv_pose any_pose(uint64_t* state) {
    rv_vec3 v = any_vec(state);
    return rv_pose_make(any_vec(state), (rv_quat){any_number(state), v.x, v.y, v.z});
}

static void fill_any(scenery* s, uint64_t* state) {
    begin(s);
    s->drawing.body_count = s->drawing.shape_count = s->drawing.wheel_count = 4;
    s->drawing.cable_count = s->drawing.joint_count = 4;
    s->drawing.point_count = 64;
    s->drawing.low = any_vec(state);
    s->drawing.high = any_vec(state);
    for (int i = 0; i < 4; i++) {
        s->poses[i] = any_pose(state);
        s->bodies[i] = (rv_drawing_body){.type = draw(state) % 3,
                                         .kind = draw(state) % 3,
                                         .first_shape = i,
                                         .shape_count = draw(state) % 4 != 0};
        s->shapes[i] = (rv_shape_def){.type = draw(state) % 4,
                                      .local = any_pose(state),
                                      .radius = any_number(state),
                                      .half_length = any_number(state),
                                      .half_extents = any_vec(state)};
        s->wheels[i] = (rv_drawing_wheel){.body = (int)(draw(state) % 5) - 1,
                                          .center = any_vec(state),
                                          .axis = any_vec(state),
                                          .radius = any_number(state),
                                          .width = any_number(state),
                                          .drum = draw(state) % 2 == 0};
        s->angles[i] = any_number(state);
        s->joints[i] =
            (rv_drawing_joint){.type = draw(state) % (RV_JOINT_SPRING + 1),
                               .bodies = {(int)(draw(state) % 5) - 1, (int)(draw(state) % 5) - 1},
                               .points = {any_vec(state), any_vec(state)}};
        s->cables[i] = (rv_drawing_cable){
            .radius = any_number(state), .first_point = 16 * i, .point_count = draw(state) % 17};
    }
    for (int i = 0; i < 64; i++)
        s->points[i] = (rv_drawing_point){any_vec(state), any_number(state), any_number(state)};
}

TEST(random_huge_and_undefined_drawings_are_survived) {
    static scenery s;
    uint64_t state = 20250101;
    int drawn = 0;
    for (int round = 0; round < 300; round++) {
        fill_any(&s, &state);
        bool framed = draw(&state) % 2 == 0;
        rv_picture_def def = {.width = 64, .height = 40, .title = "?", .time = any_number(&state)};
        def.dark = draw(&state) % 2 == 0;
        def.tension_full = any_number(&state);
        def.camera = framed ? rv_camera_frame(&s.drawing, any_vec(&state), 1.6)
                            : (rv_camera){.eye = any_vec(&state),
                                          .target = any_vec(&state),
                                          .up = any_vec(&state),
                                          .field = any_number(&state),
                                          .ground = any_number(&state)};
        uint8_t* rgb = rv_picture_render(&s.drawing, &def);
        drawn += rgb != NULL;
        CHECK(rgb != NULL || !framed);
        free(rgb);
    }
    CHECK(drawn > 150);
}
