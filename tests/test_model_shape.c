// Shapes: mass properties against integrals, and every rule of their defs.
#include "world_fixture.h"

static void check_properties(rv_mass_properties actual, rv_mass_properties expected,
                             double tolerance) {
    double scale = expected.mass;
    CHECK_NEAR(actual.mass, expected.mass, tolerance * scale);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(actual.center, expected.center)), 0.0, tolerance);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(actual.inertia.m[i][k], expected.inertia.m[i][k], tolerance * scale);
}

static rv_shape_def shape_of(rv_shape_type type, double radius, double half_length) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = type;
    shape.radius = radius;
    shape.half_length = half_length;
    shape.material.density = 700.0;
    return shape;
}

static rv_shape_def box_of(rv_vec3 half_extents) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = half_extents;
    return shape;
}

// radius of the slice at x of a shape along x
static double slice_radius(const rv_shape_def* s, double x) {
    double half = s->type == RV_SHAPE_SPHERE ? 0.0 : s->half_length, beyond = fabs(x) - half;
    if (beyond <= 0.0)
        return s->radius;
    if (s->type == RV_SHAPE_CYLINDER)
        return 0.0;
    double r2 = s->radius * s->radius - beyond * beyond;
    return r2 > 0.0 ? sqrt(r2) : 0.0;
}

// discs of pi r^2 by Simpson's rule over [from, to], where the radius is smooth
static void add_discs(const rv_shape_def* s, double from, double to, rv_mass_properties* sum) {
    enum { SLICES = 2000 };
    double step = (to - from) / SLICES;
    for (int i = 0; i <= SLICES; i++) {
        double weight = (i == 0 || i == SLICES ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * step / 3.0;
        double x = from + i * step, r2 = slice_radius(s, x) * slice_radius(s, x);
        double disc = s->material.density * RV_PI * r2 * weight;
        sum->mass += disc;
        sum->inertia.m[0][0] += 0.5 * disc * r2;
        sum->inertia.m[1][1] += disc * (0.25 * r2 + x * x);
        sum->inertia.m[2][2] += disc * (0.25 * r2 + x * x);
    }
}

TEST(round_shapes_have_the_mass_and_inertia_of_their_slices) {
    rv_shape_def shapes[] = {
        shape_of(RV_SHAPE_SPHERE, 0.3, 0.0), shape_of(RV_SHAPE_CAPSULE, 0.2, 0.7),
        shape_of(RV_SHAPE_CAPSULE, 0.5, 0.01), shape_of(RV_SHAPE_CYLINDER, 0.25, 0.4)};
    for (int i = 0; i < 4; i++) {
        rv_mass_properties sum = {0};
        const rv_shape_def* s = &shapes[i];
        double half = s->type == RV_SHAPE_SPHERE ? 0.0 : s->half_length;
        if (half > 0.0)
            add_discs(s, -half, half, &sum);
        if (s->type != RV_SHAPE_CYLINDER) {
            add_discs(s, -half - s->radius, -half, &sum);
            add_discs(s, half, half + s->radius, &sum);
        }
        // r^2 and r^4 are polynomials of degree 2 and 4: Simpson's rule is exact to 1e-12 of them
        check_properties(rv_shapes_mass_properties(NULL, s, 1), sum, 1e-11);
    }
}

// exact for the second moments of a box: two Gauss points per axis
static rv_mass_properties box_by_quadrature(const rv_shape_def* boxes, int count) {
    rv_mass_properties sum = {0};
    rv_vec3 points[64];
    double masses[64];
    int used = 0;
    for (int b = 0; b < count; b++) {
        rv_vec3 e = boxes[b].half_extents;
        for (int k = 0; k < 8; k++) {
            double g = 1.0 / sqrt(3.0);
            rv_vec3 local =
                vec((k & 1 ? g : -g) * e.x, (k & 2 ? g : -g) * e.y, (k & 4 ? g : -g) * e.z);
            points[used] = rv_pose_apply(boxes[b].local, local);
            masses[used++] = boxes[b].material.density * e.x * e.y * e.z;
        }
    }
    for (int i = 0; i < used; i++) {
        sum.mass += masses[i];
        sum.center = rv_vec3_mul_add(sum.center, masses[i], points[i]);
    }
    sum.center = rv_vec3_scale(sum.center, 1.0 / sum.mass);
    for (int i = 0; i < used; i++) {
        rv_vec3 d = rv_vec3_sub(points[i], sum.center);
        double p[3] = {d.x, d.y, d.z};
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                sum.inertia.m[a][b] += masses[i] * ((a == b) * rv_vec3_dot(d, d) - p[a] * p[b]);
    }
    return sum;
}

TEST(compounds_of_boxes_in_any_pose_have_the_properties_of_their_points) {
    fixture_random random = {21};
    for (int trial = 0; trial < 50; trial++) {
        rv_shape_def boxes[8];
        int count = 1 + trial % 8;
        for (int i = 0; i < count; i++) {
            boxes[i] = box_of(vec(random_in(&random, 0.1, 1.0), random_in(&random, 0.1, 1.0),
                                  random_in(&random, 0.1, 1.0)));
            boxes[i].local = random_pose(&random, 2.0, 3.0);
            boxes[i].material.density = random_in(&random, 1.0, 10.0);
        }
        check_properties(rv_shapes_mass_properties(NULL, boxes, count),
                         box_by_quadrature(boxes, count), 1e-12);
    }
}

TEST(a_box_is_the_sum_of_its_halves) {
    rv_shape_def whole = box_of(vec(0.4, 0.3, 0.2)), halves[2];
    for (int i = 0; i < 2; i++) {
        halves[i] = box_of(vec(0.2, 0.3, 0.2));
        halves[i].local.position.x = i == 0 ? -0.2 : 0.2;
    }
    check_properties(rv_shapes_mass_properties(NULL, halves, 2),
                     rv_shapes_mass_properties(NULL, &whole, 1), 1e-13);
}

TEST(a_turned_cylinder_lies_along_its_turned_axis) {
    rv_shape_def along = shape_of(RV_SHAPE_CYLINDER, 0.1, 1.0), up = along;
    up.local.rotation = rv_quat_from_axis_angle(vec(0, 1, 0), RV_PI / 2.0);
    rv_mass_properties a = rv_shapes_mass_properties(NULL, &along, 1),
                       b = rv_shapes_mass_properties(NULL, &up, 1);
    CHECK_NEAR(b.inertia.m[2][2], a.inertia.m[0][0], 1e-12);
    CHECK_NEAR(b.inertia.m[0][0], a.inertia.m[1][1], 1e-12);
    CHECK_NEAR(b.inertia.m[0][2], 0.0, 1e-12);
}

static rv_shape_def hull_of(rv_world* world, const rv_vec3* points, int count) {
    rv_hull_def def = rv_hull_def_default();
    def.points = points;
    def.point_count = count;
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_HULL;
    shape.geometry = rv_geometry_create_hull(world, &def);
    CHECK(shape.geometry.slot != 0);
    return shape;
}

// about a corner far from its centre, in any pose
TEST(the_hull_of_a_box_has_the_properties_of_the_box) {
    rv_world* world = default_world();
    fixture_random random = {4};
    for (int trial = 0; trial < 20; trial++) {
        rv_shape_def box = box_of(vec(0.4, 0.3, 0.2));
        box.local = random_pose(&random, 2.0, 3.0);
        rv_vec3 offset = random_vec(&random, 1.0), corners[8];
        for (int k = 0; k < 8; k++)
            corners[k] = rv_vec3_add(
                offset, vec(k & 1 ? 0.4 : -0.4, k & 2 ? 0.3 : -0.3, k & 4 ? 0.2 : -0.2));
        rv_shape_def hull = hull_of(world, corners, 8);
        hull.local = box.local;
        box.local.position = rv_pose_apply(hull.local, offset);
        check_properties(rv_shapes_mass_properties(world, &hull, 1),
                         rv_shapes_mass_properties(NULL, &box, 1), 1e-11);
    }
    rv_world_destroy(world);
}

// with its corner at the origin and legs a, b, c: V = abc/6, centre (a, b, c)/4,
// integral of x^2 = V a^2/10, of xy = V ab/20
TEST(a_tetrahedron_has_the_mass_and_inertia_of_the_integrals) {
    rv_world* world = default_world();
    double a = 0.5, b = 0.8, c = 1.1, m = 7850.0 * a * b * c / 6.0;
    rv_vec3 corners[4] = {{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, c}};
    rv_shape_def hull = hull_of(world, corners, 4);
    // about the centre: subtract m times the square of the centre
    double xx = m * a * a * (0.1 - 1.0 / 16.0), yy = m * b * b * (0.1 - 1.0 / 16.0);
    double zz = m * c * c * (0.1 - 1.0 / 16.0), share = m * (1.0 / 20.0 - 1.0 / 16.0);
    rv_mass_properties expected = {.mass = m,
                                   .center = vec(a / 4, b / 4, c / 4),
                                   .inertia = {{{yy + zz, -share * a * b, -share * a * c},
                                                {-share * a * b, xx + zz, -share * b * c},
                                                {-share * a * c, -share * b * c, xx + yy}}}};
    check_properties(rv_shapes_mass_properties(world, &hull, 1), expected, 1e-12);
    rv_world_destroy(world);
}

TEST(planes_meshes_and_height_fields_have_no_mass) {
    static const rv_shape_type TYPES[] = {RV_SHAPE_PLANE, RV_SHAPE_MESH, RV_SHAPE_HEIGHT_FIELD};
    rv_world* world = default_world();
    for (int i = 0; i < 3; i++) {
        rv_shape_def shapes[2] = {box_of(vec(0.4, 0.3, 0.2)), rv_shape_def_default()};
        shapes[1].type = TYPES[i];
        check_properties(rv_shapes_mass_properties(world, shapes, 2),
                         rv_shapes_mass_properties(world, shapes, 1), 0.0);
    }
    rv_world_destroy(world);
}

TEST(no_shapes_have_no_mass) {
    rv_mass_properties none = rv_shapes_mass_properties(NULL, NULL, 0);
    CHECK(none.mass == 0.0 && none.center.x == 0.0 && none.inertia.m[0][0] == 0.0);
}

TEST(the_default_material_is_steel) {
    rv_material steel = rv_material_default();
    CHECK(steel.density == 7850.0 && steel.young == 2e11 && steel.poisson == 0.3);
    CHECK(steel.friction == 0.4 && steel.restitution == 0.0);
    CHECK(steel.static_friction == 0.0 && steel.rolling_friction == 0.0);
    CHECK(steel.spinning_friction == 0.0 && steel.contact_stiffness == 0.0);
    CHECK(steel.contact_damping == 0.0 && steel.surface == 0);
}

#define REFUSES(change_, text_)                                                                    \
    do {                                                                                           \
        rv_shape_def shape = rv_shape_def_default();                                               \
        change_;                                                                                   \
        rv_body_def def = rv_body_def_default();                                                   \
        def.shapes = &shape;                                                                       \
        def.shape_count = 1;                                                                       \
        uint64_t hash_ = rv_world_hash(world);                                                     \
        CHECK(rv_body_create(world, &def).slot == 0);                                              \
        CHECK_TEXT(rv_world_error(world), text_);                                                  \
        CHECK(rv_world_hash(world) == hash_ && rv_body_count(world) == 0);                         \
    } while (0)

TEST(bodies_refuse_bad_shapes) {
    rv_world* world = default_world();
    REFUSES(shape.magic = 0, "rv_shape_def: start from rv_shape_def_default()");
    REFUSES(shape.type = (rv_shape_type)9, "rv_shape_def.type = 9: must be an rv_shape_type");
    REFUSES(shape.local.rotation.w = 0.5,
            "rv_shape_def.local: must be finite with a unit quaternion");
    REFUSES(shape.local.position.x = INFINITY,
            "rv_shape_def.local: must be finite with a unit quaternion");
    REFUSES(shape.radius = 0.0, "rv_shape_def.radius = 0 m: must be finite and > 0");
    REFUSES((shape.type = RV_SHAPE_CAPSULE, shape.radius = -1.0),
            "rv_shape_def.radius = -1 m: must be finite and > 0");
    REFUSES((shape.type = RV_SHAPE_CAPSULE, shape.half_length = NAN),
            "rv_shape_def.half_length = nan m: must be finite and > 0");
    REFUSES((shape.type = RV_SHAPE_CYLINDER, shape.half_length = 0.0),
            "rv_shape_def.half_length = 0 m: must be finite and > 0");
    REFUSES((shape.type = RV_SHAPE_BOX, shape.half_extents.y = -1.0),
            "rv_shape_def.half_extents = (0.5, -1, 0.5) m: must be finite and > 0");
    REFUSES(shape.material.density = 0.0, "rv_material.density = 0 kg/m^3: must be finite and > 0");
    REFUSES(shape.material.young = -1.0, "rv_material.young = -1 Pa: must be finite and > 0");
    REFUSES(shape.material.poisson = 0.5, "rv_material.poisson = 0.5: must be in (-1, 0.5)");
    REFUSES(shape.material.poisson = NAN, "rv_material.poisson = nan: must be in (-1, 0.5)");
    REFUSES(shape.material.friction = -0.1, "rv_material.friction = -0.1: must be finite and >= 0");
    REFUSES(shape.material.restitution = 1.5, "rv_material.restitution = 1.5: must be in [0, 1]");
    REFUSES(shape.material.static_friction = 0.3,
            "rv_material.static_friction = 0.3: must be 0 or finite and >= friction = 0.4");
    REFUSES(shape.material.static_friction = INFINITY,
            "rv_material.static_friction = inf: must be 0 or finite and >= friction = 0.4");
    REFUSES(shape.material.rolling_friction = -0.1,
            "rv_material.rolling_friction = -0.1 m: must be finite and >= 0");
    REFUSES(shape.material.spinning_friction = NAN,
            "rv_material.spinning_friction = nan m: must be finite and >= 0");
    REFUSES(shape.material.contact_stiffness = -1.0,
            "rv_material.contact_stiffness = -1 N/m: must be finite and >= 0");
    REFUSES(shape.material.contact_damping = INFINITY,
            "rv_material.contact_damping = inf s: must be finite and >= 0");
    REFUSES(shape.material.surface = -1, "rv_material.surface = -1: must be in [0, 65535]");
    REFUSES(shape.material.surface = 65536, "rv_material.surface = 65536: must be in [0, 65535]");
    REFUSES(shape.type = RV_SHAPE_PLANE,
            "rv_shape_def.type: a plane, mesh or height field cannot lie on a dynamic body");
    REFUSES(shape.type = RV_SHAPE_HULL,
            "rv_shape_def.geometry: must be a living hull of this world");
    REFUSES(shape.type = RV_SHAPE_MESH,
            "rv_shape_def.geometry: must be a living mesh of this world");
    REFUSES(shape.type = RV_SHAPE_HEIGHT_FIELD,
            "rv_shape_def.geometry: must be a living height field of this world");
    rv_world_destroy(world);
}

TEST(fields_that_a_shape_does_not_use_are_not_checked) {
    rv_world* world = default_world();
    rv_shape_def box = box_of(vec(1, 1, 1));
    box.radius = NAN;
    box.half_length = -1.0;
    rv_body_def def = rv_body_def_default();
    def.shapes = &box;
    def.shape_count = 1;
    body_of(world, &def);
    rv_world_destroy(world);
}
