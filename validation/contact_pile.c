// A pile: mixed bodies dropped into a box without a lid. Timed by the bench, hashed by tests.
#include "validation/contact.h"

#include <stddef.h>

static const double SIZE = 0.1; // of a body [m], about
static const double HALF_WIDTH = 0.8;

static uint64_t step_random(uint64_t* state) {
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return *state >> 33;
}

// in [-1, 1)
static double random_signed(uint64_t* state) {
    return (double)step_random(state) / 1073741824.0 - 1.0;
}

static void add_walls(rv_world* world, rv_material material) {
    rv_shape_def walls[5];
    walls[0] = contact_box((rv_vec3){HALF_WIDTH + 0.1, HALF_WIDTH + 0.1, 0.05}, material);
    walls[0].local.position.z = -0.05;
    for (int i = 0; i < 4; i++) {
        double side = i % 2 == 0 ? 1.0 : -1.0, at = side * (HALF_WIDTH + 0.05);
        rv_vec3 half = {i < 2 ? 0.05 : HALF_WIDTH + 0.1, i < 2 ? HALF_WIDTH + 0.1 : 0.05, 1.0};
        walls[1 + i] = contact_box(half, material);
        walls[1 + i].local.position = (rv_vec3){i < 2 ? at : 0.0, i < 2 ? 0.0 : at, 1.0};
    }
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = walls;
    def.shape_count = 5;
    rv_body_create(world, &def);
}

static rv_geometry_id octahedron(rv_world* world) {
    const rv_vec3 corners[] = {{SIZE, 0, 0},        {-SIZE, 0, 0}, {0, 0.8 * SIZE, 0},
                               {0, -0.8 * SIZE, 0}, {0, 0, SIZE},  {0, 0, -SIZE}};
    rv_hull_def def = rv_hull_def_default();
    def.points = corners;
    def.point_count = 6;
    return rv_geometry_create_hull(world, &def);
}

static rv_shape_def shape_of(int i, rv_material material, rv_geometry_id hull) {
    static const rv_shape_type TYPES[] = {RV_SHAPE_BOX, RV_SHAPE_SPHERE, RV_SHAPE_CAPSULE,
                                          RV_SHAPE_CYLINDER, RV_SHAPE_HULL};
    rv_shape_def shape = contact_box((rv_vec3){0.7 * SIZE, 0.5 * SIZE, 0.6 * SIZE}, material);
    shape.type = TYPES[i % 5];
    shape.radius = shape.type == RV_SHAPE_SPHERE ? 0.7 * SIZE : 0.4 * SIZE;
    shape.half_length = 0.6 * SIZE;
    shape.geometry = shape.type == RV_SHAPE_HULL ? hull : (rv_geometry_id){0};
    return shape;
}

void contact_pile(rv_world* world, int count) {
    rv_material material = contact_material(0.5, 0.1);
    add_walls(world, material);
    rv_geometry_id hull = octahedron(world);
    enum { PER_ROW = 6 };
    uint64_t state = 7;
    for (int i = 0; i < count; i++) {
        rv_shape_def shape = shape_of(i, material, hull);
        int column = i % PER_ROW, row = i / PER_ROW % PER_ROW, layer = i / (PER_ROW * PER_ROW);
        rv_pose pose = {{(column - 2.5) * 0.25 + 0.02 * random_signed(&state),
                         (row - 2.5) * 0.25 + 0.02 * random_signed(&state), 0.15 + 0.25 * layer},
                        rv_quat_identity()};
        rv_vec3 axis = {random_signed(&state), random_signed(&state), 1.0};
        pose.rotation =
            rv_quat_from_axis_angle(rv_vec3_normalize(axis), 3.0 * random_signed(&state));
        contact_body(world, &shape, pose, 0.0);
    }
}
