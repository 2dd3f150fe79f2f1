// Thin and fast: 10 000 random rods of 2 mm that fly and spin at up to 20 m/s into a plate of 10 mm
// at 1/60 s, a third of a metre per step. None may come out on the other side.
#include "validation/contact.h"

#include <math.h>

enum { SHOTS = 10000, STEPS = 12 };
static const double H = 1.0 / 60.0;
static const double HALF_THICKNESS = 0.005, HALF_WIDTH = 4.0; // of the plate [m]

static uint64_t random_state;

// in [0, 1)
static double uniform(void) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

static double within(double least, double most) {
    return least + (most - least) * uniform();
}

static rv_quat any_rotation(void) {
    rv_vec3 axis = {within(-1, 1), within(-1, 1), within(-1, 1)};
    return rv_quat_from_axis_angle(rv_vec3_normalize(axis), within(0, RV_PI));
}

// The middle of the rod is out on the far side, within the plate's outline: it has passed through.
static bool has_passed(const rv_world* world, rv_body_id rod) {
    rv_vec3 at = rv_body_center(world, rod);
    return at.z < -HALF_THICKNESS && fabs(at.x) < HALF_WIDTH && fabs(at.y) < HALF_WIDTH;
}

static bool shoot(bool moving_plate) {
    rv_world_def world_def = rv_world_def_default();
    world_def.sleep.enabled = false;
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_material material = contact_material(within(0.0, 0.8), uniform() < 0.5 ? 0.0 : within(0, 1));
    rv_shape_def plate = contact_box((rv_vec3){HALF_WIDTH, HALF_WIDTH, HALF_THICKNESS}, material);
    rv_body_def def = rv_body_def_default();
    def.type = moving_plate ? RV_BODY_KINEMATIC : RV_BODY_STATIC;
    def.shapes = &plate;
    def.shape_count = 1;
    rv_body_create(world, &def);
    rv_shape_def rod = contact_ball(0.001, material);
    rod.type = RV_SHAPE_CAPSULE;
    rod.half_length = within(0.002, 0.1);
    rv_pose pose = {{within(-0.2, 0.2), within(-0.2, 0.2), within(0.12, 0.5)}, any_rotation()};
    rv_body_id body = contact_body(world, &rod, pose, 0.0);
    double speed = within(5.0, 20.0), lean = within(0.0, 1.3), around = within(0.0, 2 * RV_PI);
    rv_body_set_velocity(world, body,
                         (rv_vec3){speed * sin(lean) * cos(around), speed * sin(lean) * sin(around),
                                   -speed * cos(lean)});
    rv_body_set_angular_velocity(world, body,
                                 (rv_vec3){within(-60, 60), within(-60, 60), within(-60, 60)});
    bool passed = false;
    for (int i = 0; i < STEPS; i++) {
        rv_world_step(world, H);
        passed |= has_passed(world, body);
    }
    rv_world_destroy(world);
    return passed;
}

void contact_tunnels(validation* v) {
    int passed = 0;
    random_state = 5;
    for (int i = 0; i < SHOTS; i++)
        passed += shoot(i % 4 == 3);
    validation_at_most(v, "2 mm rods at 5 to 20 m/s into a 10 mm plate: passed of 10 000", "none",
                       0.0, passed);
}
