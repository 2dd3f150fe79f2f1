// The first view: holds the whole box, fills the picture, stands above the ground.
#include "test.h"
#include "view/camera.h"

static rv_vec3 vec(double x, double y, double z) {
    return (rv_vec3){x, y, z};
}

static rv_drawing drawing_of(rv_vec3 low, rv_vec3 high) {
    return (rv_drawing){.low = low, .high = high};
}

// where a point is in the picture: both in [-1, 1] within it, depth > 0 in front
typedef struct place {
    double x, y, depth;
} place;

static place place_of(const rv_camera* c, double aspect, rv_vec3 point) {
    rv_vec3 forward = rv_vec3_normalize(rv_vec3_sub(c->target, c->eye));
    rv_vec3 right = rv_vec3_normalize(rv_vec3_cross(forward, c->up));
    rv_vec3 above = rv_vec3_cross(right, forward), r = rv_vec3_sub(point, c->eye);
    double depth = rv_vec3_dot(r, forward), tangent = tan(0.5 * c->field);
    return (place){rv_vec3_dot(r, right) / (depth * tangent * aspect),
                   rv_vec3_dot(r, above) / (depth * tangent), depth};
}

// checks that all corners are seen with a margin of at least 7 %, and that one touches it: the box
// reaches to 84 % of the picture's width or height
static void check_frames(rv_drawing d, rv_vec3 gravity, double aspect) {
    rv_camera c = rv_camera_frame(&d, gravity, aspect);
    double most = 0.0;
    for (int i = 0; i < 8; i++) {
        place p = place_of(&c, aspect,
                           vec(i & 1 ? d.high.x : d.low.x, i & 2 ? d.high.y : d.low.y,
                               i & 4 ? d.high.z : d.low.z));
        CHECK(p.depth > 0.0);
        most = fmax(most, fmax(fabs(p.x), fabs(p.y)));
    }
    CHECK(most <= 0.86);
    CHECK(most >= 0.70); // the ground below may take some of the height
    CHECK_NEAR(rv_vec3_length(c.up), 1.0, 1e-12);
    CHECK(isfinite(c.ground));
}

TEST(every_box_is_held_and_fills_the_picture) {
    const rv_vec3 down = {0, 0, -9.81};
    const rv_vec3 sizes[] = {{1, 1, 1},       {10, 1, 1},      {1, 10, 1},     {1, 1, 30},
                             {10, 10, 0},     {0, 10, 5},      {5, 0, 0},      {0, 0, 5},
                             {1e6, 1e5, 1e6}, {1e-4, 1e-5, 0}, {1e9, 1e9, 1e9}};
    const double aspects[] = {0.5, 1.0, 1.6, 3.0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int k = 0; k < 4; k++) {
            rv_vec3 half = rv_vec3_scale(sizes[i], 0.5);
            check_frames(drawing_of(rv_vec3_neg(half), half), down, aspects[k]);
            rv_vec3 away = vec(1000, -2000, 500);
            if (sizes[i].x + sizes[i].z > 1e-3)
                check_frames(drawing_of(rv_vec3_sub(away, half), rv_vec3_add(away, half)), down,
                             aspects[k]);
        }
}

TEST(up_is_against_gravity_whichever_way_that_is) {
    const rv_vec3 ways[] = {{0, 0, -1},    {0, 0, 9},  {-3, 0, 0},
                            {0, -9.81, 0}, {1, 2, -3}, {0, 0, 0}};
    for (int i = 0; i < 6; i++) {
        rv_drawing d = drawing_of(vec(-1, -2, -1.5), vec(1, 2, 1.5));
        check_frames(d, ways[i], 1.6);
        rv_camera c = rv_camera_frame(&d, ways[i], 1.6);
        double size = rv_vec3_length(ways[i]);
        rv_vec3 up = size > 0.0 ? rv_vec3_scale(ways[i], -1.0 / size) : vec(0, 0, 1);
        CHECK_NEAR(rv_vec3_dot(c.up, up), 1.0, 1e-12);
        // the eye is above what it looks at, by 15 to 20 degrees
        rv_vec3 out = rv_vec3_normalize(rv_vec3_sub(c.eye, c.target));
        double height = asin(rv_vec3_dot(out, up)) * 180.0 / RV_PI;
        CHECK(height > 15.0 && height < 20.0);
    }
}

TEST(the_broad_side_is_seen) {
    rv_drawing wide = drawing_of(vec(-5, -1, 0), vec(5, 1, 2));
    rv_drawing deep = drawing_of(vec(-1, -5, 0), vec(1, 5, 2));
    rv_vec3 down = {0, 0, -9.81};
    for (int i = 0; i < 2; i++) {
        rv_camera c = rv_camera_frame(i == 0 ? &wide : &deep, down, 1.6);
        rv_vec3 out = rv_vec3_sub(c.eye, c.target);
        double off_x = atan2(fabs(out.y), fabs(out.x)) * 180.0 / RV_PI;
        double aside = i == 0 ? 90.0 - off_x : off_x; // from the broad side's normal
        CHECK(aside > 30.0 && aside < 35.0);
    }
}

TEST(the_ground_is_zero_or_a_little_below_the_lowest_point) {
    rv_vec3 down = {0, 0, -9.81};
    const struct {
        double low, least, most;  // of the ground
    } cases[] = {{0.0, 0.0, 0.0}, // stands on it
                 {0.3, 0.0, 0.0}, // hangs a little above
                 {8.0, 7.5, 8.0}, // hangs high: zero would be out of the picture
                 {-2.0, -2.2, -2.0}};
    for (int i = 0; i < 4; i++) {
        rv_drawing d = drawing_of(vec(-2, -2, cases[i].low), vec(2, 2, cases[i].low + 4));
        rv_camera c = rv_camera_frame(&d, down, 1.6);
        CHECK(c.ground >= cases[i].least && c.ground <= cases[i].most);
    }
    // gravity along +y: up is -y, and the lowest point is at y = 3
    rv_drawing d = drawing_of(vec(-1, 1, -1), vec(1, 3, 1));
    rv_camera c = rv_camera_frame(&d, vec(0, 5, 0), 1.6);
    CHECK(c.ground <= -3.0 && c.ground > -3.2);
}

// --- a ground that holds ------------------------------------------------------------------------

// planes of bodies that never move, below a box from z = 1 to z = 3
typedef struct planes {
    rv_drawing_body bodies[3];
    rv_shape_def shapes[3];
    rv_pose poses[3];
    rv_drawing drawing;
} planes;

static void add_plane(planes* p, rv_pose pose, rv_vec3 offset) {
    int i = p->drawing.body_count++;
    p->drawing.shape_count++;
    p->bodies[i] = (rv_drawing_body){.type = RV_BODY_STATIC, .first_shape = i, .shape_count = 1};
    p->shapes[i] = rv_shape_def_default();
    p->shapes[i].type = RV_SHAPE_PLANE;
    p->shapes[i].local.position = offset;
    p->poses[i] = pose;
}

static void planes_begin(planes* p) {
    *p = (planes){.drawing = {.low = {-1, -1, 1}, .high = {1, 1, 3}}};
    p->drawing.bodies = p->bodies;
    p->drawing.shapes = p->shapes;
    p->drawing.poses = p->poses;
}

TEST(the_highest_level_plane_that_never_moves_is_the_ground) {
    static planes p;
    planes_begin(&p);
    rv_quat spun = rv_quat_exp(vec(0, 0, 0.7)), tilted = rv_quat_exp(vec(0.01, 0, 0));
    add_plane(&p, rv_pose_make(vec(5, 6, -0.5), spun), vec(0, 0, 0.25)); // at -0.25, level
    add_plane(&p, rv_pose_make(vec(0, 0, 0.5), tilted), vec(0, 0, 0));
    rv_camera c = rv_camera_frame(&p.drawing, vec(0, 0, -9.81), 1.6);
    CHECK(c.ground_holds);
    CHECK_NEAR(c.ground, -0.25, 1e-15);
    CHECK(rv_camera_is_ground(&c, &p.drawing, 0, 0) && !rv_camera_is_ground(&c, &p.drawing, 1, 1));
    add_plane(&p, rv_pose_make(vec(0, 0, 0.125), spun), vec(0, 0, 0));
    c = rv_camera_frame(&p.drawing, vec(0, 0, -9.81), 1.6);
    CHECK_NEAR(c.ground, 0.125, 1e-15);
    CHECK(!rv_camera_is_ground(&c, &p.drawing, 0, 0) && rv_camera_is_ground(&c, &p.drawing, 2, 2));
    // what is moved is no ground, nor is what is level for another gravity
    p.bodies[2].type = RV_BODY_KINEMATIC;
    CHECK_NEAR(rv_camera_frame(&p.drawing, vec(0, 0, -9.81), 1.6).ground, -0.25, 1e-15);
    CHECK(!rv_camera_frame(&p.drawing, vec(-1, 0, 0), 1.6).ground_holds);
}

TEST(a_ground_far_below_does_not_make_everything_small) {
    static planes p;
    planes_begin(&p);
    add_plane(&p, rv_pose_make(vec(0, 0, -1000), rv_quat_identity()), vec(0, 0, 0));
    rv_camera c = rv_camera_frame(&p.drawing, vec(0, 0, -9.81), 1.6);
    CHECK_NEAR(c.ground, -1000.0, 0.0);
    // the box and twice its size below it are seen: its top lies in the picture's upper half
    double top = place_of(&c, 1.6, vec(0, 0, 3)).y, bottom = place_of(&c, 1.6, vec(0, 0, 1)).y;
    CHECK(top > 0.4 && top < 0.9 && top - bottom > 0.3);
}

TEST(a_point_nothing_and_nonsense_give_a_view_that_can_be_used) {
    const rv_drawing cases[] = {
        drawing_of(vec(3, 4, 5), vec(3, 4, 5)),
        drawing_of(vec(0, 0, 0), vec(0, 0, 0)),
        drawing_of(vec(1e7, 1e7, 1e7), vec(1e7, 1e7, 1e7)),
        drawing_of(vec(INFINITY, INFINITY, INFINITY), vec(-INFINITY, -INFINITY, -INFINITY)),
        drawing_of(vec(NAN, 0, 0), vec(1, NAN, 1)),
        drawing_of(vec(-1e308, -1e308, -1e308), vec(1e308, 1e308, 1e308)),
        {0},
    };
    const rv_vec3 ways[] = {
        {0, 0, -9.81}, {NAN, 0, 0}, {INFINITY, 0, 0}, {0, NAN, -9.81}, {1e-310, 0, 0}};
    const double aspects[] = {1.6, 0.0, -1.0, NAN, INFINITY};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < 5; k++)
            for (int j = 0; j < 5; j++) {
                rv_camera c = rv_camera_frame(&cases[i], ways[k], aspects[j]);
                double distance = rv_vec3_length(rv_vec3_sub(c.eye, c.target));
                CHECK(isfinite(distance) && distance > 0.0);
                CHECK_NEAR(rv_vec3_length(c.up), 1.0, 1e-12);
                CHECK(isfinite(c.ground) && c.field > 0.3 && c.field < 1.0);
            }
    // a single point is near the middle: the cube of 1 m round it is what is centred
    rv_camera c = rv_camera_frame(&cases[0], ways[0], 1.6);
    CHECK_NEAR(place_of(&c, 1.6, vec(3, 4, 5)).x, 0.0, 0.1);
    CHECK_NEAR(place_of(&c, 1.6, vec(3, 4, 5)).y, 0.0, 0.2);
}

TEST(the_same_drawing_gives_the_same_view_to_the_bit) {
    rv_drawing d = drawing_of(vec(-1.1, -2.3, 0.7), vec(4.1, 2.9, 3.3));
    rv_camera a = rv_camera_frame(&d, vec(0, 0, -9.81), 1.6);
    rv_camera b = rv_camera_frame(&d, vec(0, 0, -9.81), 1.6);
    const double one[] = {a.eye.x, a.eye.y, a.eye.z, a.target.x, a.target.y, a.target.z, a.ground};
    const double two[] = {b.eye.x, b.eye.y, b.eye.z, b.target.x, b.target.y, b.target.z, b.ground};
    CHECK(memcmp(one, two, sizeof one) == 0);
}
