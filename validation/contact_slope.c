// A block on a slope, in ten directions of the plane: friction is a cone, not a pyramid. The block
// keeps its own direction while the slope turns, so that its tangent axes see every direction.
#include "validation/contact.h"

#include <math.h>
#include <stdio.h>

enum { DIRECTIONS = 10, STEPS = 120 };
static const double SLOPE = 0.5; // [rad]
static const double H = 1.0 / 60.0;

// how far a block gets from rest in `STEPS`, as an acceleration, and which way
static double slide(double angle, double friction, double heading, double* sideways) {
    rv_world* world = contact_world();
    rv_material material = contact_material(friction, 0.0);
    // the way down is turned about the plane's own normal
    rv_quat tilt = rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, angle);
    rv_quat turn = rv_quat_mul(rv_quat_from_axis_angle((rv_vec3){0, 0, 1}, heading), tilt);
    contact_plane(world, turn, material);
    rv_vec3 up = rv_quat_rotate(turn, (rv_vec3){0, 0, 1});
    rv_vec3 down = rv_quat_rotate(turn, (rv_vec3){1, 0, 0});
    rv_shape_def box = contact_box((rv_vec3){0.2, 0.15, 0.05}, material);
    // the block does not turn with the slope's heading
    rv_quat lying = rv_quat_mul(turn, rv_quat_from_axis_angle((rv_vec3){0, 0, 1}, -heading));
    rv_body_id body = contact_body(world, &box, (rv_pose){rv_vec3_scale(up, 0.05), lying}, 0.0);
    contact_run(world, H, STEPS);
    rv_vec3 velocity = rv_body_velocity(world, body);
    double along = rv_vec3_dot(velocity, down);
    *sideways = rv_vec3_length(rv_vec3_mul_add(velocity, -along, down)) / (H * STEPS);
    rv_world_destroy(world);
    return along / (H * STEPS);
}

void contact_slopes(validation* v) {
    double limit = tan(SLOPE), sideways;
    // at one degree to either side of the angle of friction
    double sticks = fabs(slide(atan(limit) - RV_PI / 180.0, limit, 0.0, &sideways));
    validation_at_most(v, "block one degree below atan(mu): acceleration [m/s^2]", "sticks", 1e-6,
                       sticks);
    double expected = CONTACT_G * (sin(SLOPE + RV_PI / 180.0) - limit * cos(SLOPE + RV_PI / 180.0));
    validation_check(v, "block one degree above atan(mu): acceleration [m/s^2]",
                     "g (sin a - mu cos a)", expected,
                     slide(SLOPE + RV_PI / 180.0, limit, 0.0, &sideways), 1e-3 * expected);
    double least = INFINITY, most = 0.0, aside = 0.0, friction = 0.3;
    double x[DIRECTIONS], y[DIRECTIONS];
    expected = CONTACT_G * (sin(SLOPE) - friction * cos(SLOPE));
    for (int i = 0; i < DIRECTIONS; i++) {
        // not a whole part of a right angle: no direction is favoured
        double heading = 0.37 + 2.0 * RV_PI * i / DIRECTIONS, a;
        char name[96];
        a = slide(SLOPE, friction, heading, &sideways);
        snprintf(name, sizeof name, "block sliding at mu = 0.3, heading %.0f deg [m/s^2]",
                 heading * 180.0 / RV_PI);
        validation_check(v, name, "g (sin a - mu cos a)", expected, a, 1e-3 * expected);
        least = fmin(least, a);
        most = fmax(most, a);
        aside = fmax(aside, sideways);
        x[i] = heading * 180.0 / RV_PI;
        y[i] = a;
    }
    validation_at_most(v, "ten directions: spread of the acceleration, relative", "a cone is round",
                       5e-3, (most - least) / expected);
    validation_at_most(v, "ten directions: acceleration across the slope [m/s^2]", "none", 1e-6,
                       aside);
    double line[2] = {expected, expected}, ends[2] = {x[0], x[DIRECTIONS - 1]};
    validation_series series[] = {{"g (sin a - mu cos a)", ends, line, 2, .points = false},
                                  {"measured", x, y, DIRECTIONS, .points = true}};
    validation_plot(v, &(validation_figure){.title = "Block on a slope, mu = 0.3",
                                            .x_label = "heading [deg]",
                                            .y_label = "acceleration [m/s^2]",
                                            .series = series,
                                            .series_count = 2});
}
