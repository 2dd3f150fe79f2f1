// Cables that touch hulls, pulled over them and drawn back: massless and layered, with their tension as
// a row and as a spring.
#include "cable_touch_fixture.h"

enum { POINTS_MAX = 2048, PARTS = 4, WINDOW = 16, HULLS = 24 };
static const double H = 1.0 / 120.0;

// --- hulls ---

// prisms of 3 to 8 sides along y, double pyramids, and what random points span
static rv_geometry_id add_hull(rv_world* world, int number, fixture_random* random) {
    rv_vec3 points[16];
    int count = 0, sides = 3 + number / 3 % 6;
    for (int k = 0; k < sides && number % 3 == 0; k++)
        for (int s = -1; s < 2; s += 2)
            points[count++] = vec(0.5 * cos(2.0 * RV_PI * k / sides), 0.7 * s,
                                  0.5 * sin(2.0 * RV_PI * k / sides));
    for (int k = 0; k < 6 && number % 3 == 1; k++) {
        double out = random_in(random, 0.3, 0.7) * (k % 2 ? 1 : -1);
        points[count++] = vec(k / 2 == 0 ? out : 0, k / 2 == 1 ? out : 0, k / 2 == 2 ? out : 0);
    }
    while (count < 12 && number % 3 == 2)
        points[count++] = random_vec(random, 0.5);
    rv_hull_def def = rv_hull_def_default();
    def.points = points;
    def.point_count = count;
    rv_geometry_id hull = rv_geometry_create_hull(world, &def);
    CHECK(hull.slot != 0);
    return hull;
}

// how far within the hull a point is
static double depth_in(const rv_world* world, rv_geometry_id hull, rv_pose pose, rv_vec3 point) {
    rv_vec3 p = rv_quat_rotate_inverse(pose.rotation, rv_vec3_sub(point, pose.position));
    double depth = INFINITY;
    for (int i = 0; i < rv_geometry_triangle_count(world, hull); i++) {
        int32_t corner[3];
        rv_geometry_triangle(world, hull, i, corner);
        rv_vec3 at = rv_geometry_vertex(world, hull, corner[0]);
        rv_vec3 a = rv_vec3_sub(rv_geometry_vertex(world, hull, corner[1]), at);
        rv_vec3 b = rv_vec3_sub(rv_geometry_vertex(world, hull, corner[2]), at);
        rv_vec3 out = rv_vec3_normalize(rv_vec3_cross(a, b));
        depth = fmin(depth, rv_vec3_dot(out, rv_vec3_sub(at, p)));
    }
    return depth;
}

// --- sweeps ---

typedef struct sweep {
    touch_rig rig;
    rv_geometry_id form;
    rv_pose pose;
    double depth, gained; // the most
    int wraps;            // the most
    double energy[WINDOW], first;
    long steps;
} sweep;

static double deepest(const sweep* s) {
    static rv_vec3 points[POINTS_MAX];
    int count = rv_cable_points(s->rig.world, s->rig.cable, 0.05, points, NULL, POINTS_MAX);
    double depth = 0.0;
    for (int i = 0; i + 1 < count && i + 1 < POINTS_MAX; i++)
        for (int k = 0; k < PARTS; k++) {
            rv_vec3 piece = rv_vec3_sub(points[i + 1], points[i]);
            rv_vec3 at = rv_vec3_mul_add(points[i], (double)k / PARTS, piece);
            depth = fmax(depth, depth_in(s->rig.world, s->form, s->pose, at));
        }
    return depth;
}

// the least of the last steps: what bounces to and fro is no gain
static double least_energy(sweep* s) {
    rv_energy e = rv_world_energy(s->rig.world);
    s->energy[s->steps % WINDOW] = e.total - e.work;
    s->first = s->steps == 0 ? s->energy[0] : s->first;
    double least = INFINITY;
    for (int i = 0; i < WINDOW; i++)
        least = s->steps < WINDOW ? -INFINITY : fmin(least, s->energy[i]);
    s->steps++;
    return least;
}

static void move(sweep* s, rv_vec3 way, double seconds) {
    for (long i = 0, steps = lround(seconds / H); i < steps; i++) {
        double sine = sin(RV_PI * ((double)i + 0.5) / (double)steps);
        double speed = 2.0 * sine * sine / seconds;
        rv_body_set_velocity(s->rig.world, s->rig.carrier, rv_vec3_scale(way, speed));
        CHECK(rv_world_step(s->rig.world, H) != RV_STATUS_FAILED);
        s->gained = fmax(s->gained, least_energy(s) - s->first);
        // what it has met within a step shows in the next
        if (i % 3 == 0)
            s->depth = fmax(s->depth, deepest(s) - speed * rv_vec3_length(way) * H);
        int wraps = rv_cable_wrap_count(s->rig.world, s->rig.cable);
        s->wraps = wraps > s->wraps ? wraps : s->wraps;
    }
}

// the cable, over a shape that is not there yet
static sweep sweep_make(rv_cable_model model, rv_cable_tension_law law) {
    rv_world_def def = rv_world_def_default();
    rv_cable_def cable = touching_def(NULL, 0, model);
    cable.tension = law;
    // a spring that the step resolves
    if (law == RV_CABLE_TENSION_SPRING) {
        cable.EA = 2e5;
        cable.damping = 2e3;
    }
    return (sweep){
        .rig = touch_rig_like(&def, &cable, vec(-2, 0.1, 0), vec(2, -0.2, 0.1), vec(0, 0, 1.5))};
}

static void add_form(sweep* s, rv_shape_type type) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = type;
    shape.geometry = s->form;
    add_shaped(s->rig.world, RV_BODY_STATIC, &shape, s->pose);
    // what has been stretched so far comes to rest first
    touch_rig_rest(&s->rig, 1.0, H);
}

static void check_sweeps(rv_cable_model model, rv_cable_tension_law law) {
    int touched = 0, bent_twice = 0;
    for (int number = 0; number < HULLS; number++) {
        fixture_random random = {(uint64_t)number + 1};
        sweep s = sweep_make(model, law);
        s.form = add_hull(s.rig.world, number, &random);
        s.pose = rv_pose_make(random_vec(&random, 0.2), random_rotation(&random, 3.0));
        add_form(&s, RV_SHAPE_HULL);
        double length = rv_cable_length(s.rig.world, s.rig.cable);
        move(&s, vec(0, 0, -1.5), 2.0);
        move(&s, vec(0, 0, 1.5), 2.0);
        touched += s.wraps > 0;
        bent_twice += s.wraps > 1;
        CHECK(rv_cable_wrap_count(s.rig.world, s.rig.cable) == 0);
        CHECK(s.depth < 0.01);
        // the load does not rise by a millimetre
        CHECK(s.gained < 50.0 * 9.81 * 1e-3);
        // what was lent for nodes that came is given back with a time of 0.2 s
        touch_rig_rest(&s.rig, 3.0, H);
        CHECK_NEAR(rv_cable_length(s.rig.world, s.rig.cable), length, 1e-5);
        rv_world_destroy(s.rig.world);
    }
    CHECK(touched > HULLS * 3 / 4 && bent_twice > HULLS / 4);
}

TEST(a_cable_pulled_over_hulls_and_back_leaves_no_node_does_not_pierce_and_gains_nothing) {
    check_sweeps(RV_CABLE_MASSLESS, RV_CABLE_TENSION_ROW);
}

TEST(so_does_a_layered_one) {
    check_sweeps(RV_CABLE_LAYERED, RV_CABLE_TENSION_ROW);
}

TEST(so_does_one_that_pulls_as_a_spring) {
    check_sweeps(RV_CABLE_MASSLESS, RV_CABLE_TENSION_SPRING);
}

TEST(so_does_a_layered_one_that_pulls_as_a_spring) {
    check_sweeps(RV_CABLE_LAYERED, RV_CABLE_TENSION_SPRING);
}

// --- what is not convex ---

// a roof of two triangles
static rv_geometry_id add_roof(rv_world* world) {
    const rv_vec3 corners[4] = {vec(-0.5, 0, 0), vec(0, -1, 0.5), vec(0, 1, 0.5), vec(0.5, 0, 0)};
    const int32_t triangles[6] = {0, 1, 2, 3, 2, 1};
    rv_mesh_def def = rv_mesh_def_default();
    def.vertices = corners;
    def.vertex_count = 4;
    def.triangles = triangles;
    def.triangle_count = 2;
    return rv_geometry_create_mesh(world, &def);
}

static rv_geometry_id add_hill(rv_world* world) {
    const double heights[9] = {0, 0, 0, 0, 0.5, 0, 0, 0, 0};
    rv_height_field_def def = rv_height_field_def_default();
    def.columns = def.rows = 3;
    def.heights = heights;
    return rv_geometry_create_height_field(world, &def);
}

// docs/cables.md: they let it through, whatever its model
TEST(meshes_and_height_fields_are_not_touched) {
    for (int k = 0; k < 4; k++) {
        sweep s = sweep_make(k % 2 ? RV_CABLE_LAYERED : RV_CABLE_MASSLESS, RV_CABLE_TENSION_ROW);
        s.form = k < 2 ? add_roof(s.rig.world) : add_hill(s.rig.world);
        CHECK(s.form.slot != 0);
        s.pose = pose_at(vec(0, 0, 0));
        add_form(&s, k < 2 ? RV_SHAPE_MESH : RV_SHAPE_HEIGHT_FIELD);
        double tension = rv_cable_largest_tension(s.rig.world, s.rig.cable);
        touch_rig_move(&s.rig, vec(0, 0, -2.5), 2.0, H);
        CHECK(rv_cable_wrap_count(s.rig.world, s.rig.cable) == 0);
        touch_rig_rest(&s.rig, 2.0, H);
        CHECK_NEAR(rv_cable_largest_tension(s.rig.world, s.rig.cable), tension, 0.01 * tension);
        rv_world_destroy(s.rig.world);
    }
}
