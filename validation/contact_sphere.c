// Spheres: bounces, rolling, sliding and spinning until they roll, and a row of five that hands on
// a blow.
#include "validation/contact.h"

#include <math.h>
#include <stdio.h>

static const double H = 1.0 / 60.0;
static const double RADIUS = 0.1;

// heights of the first bounces of a ball dropped from `height`
static void bounce(double restitution, double height, int count, double* tops) {
    rv_world* world = contact_world();
    rv_material material = contact_material(0.3, restitution);
    contact_plane(world, rv_quat_identity(), material);
    rv_shape_def ball = contact_ball(RADIUS, material);
    rv_body_id body = contact_body(world, &ball, contact_at(0, 0, RADIUS + height), 0.0);
    double before = height;
    int found = 0;
    for (int i = 0; i < 6000 && found < count; i++) {
        rv_world_step(world, H);
        double z = rv_body_pose(world, body).position.z - RADIUS;
        double v = rv_body_velocity(world, body).z;
        // v is of the middle of the step that led here: the top is v^2/2g above that middle
        if (v > 0.0 && v <= CONTACT_G * H * 1.000001)
            tops[found++] = 0.5 * (z + before) + 0.5 * v * v / CONTACT_G;
        before = z;
    }
    rv_world_destroy(world);
}

static void bounces(validation* v) {
    static const double RESTITUTION[] = {1.0, 0.8, 0.5};
    for (int k = 0; k < 3; k++) {
        double tops[3] = {NAN, NAN, NAN}, e = RESTITUTION[k];
        bounce(e, 1.0, 3, tops);
        for (int i = 0; i < 3; i++) {
            char name[96];
            double expected = pow(e, 2.0 * (i + 1));
            snprintf(name, sizeof name, "ball dropped 1 m, e = %g: top of bounce %d [m]", e, i + 1);
            // 1 %: the steps of 1/60 s move a ball at 4.4 m/s by 7 cm
            validation_check(v, name, "e^(2 n) h", expected, tops[i], 0.01 * expected);
        }
    }
}

static void rolling(validation* v) {
    const double angle = 0.3;
    rv_world* world = contact_world();
    rv_material material = contact_material(0.5, 0.0);
    rv_quat turn = rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, angle);
    contact_plane(world, turn, material);
    rv_shape_def ball = contact_ball(RADIUS, material);
    rv_vec3 up = rv_quat_rotate(turn, (rv_vec3){0, 0, 1});
    rv_body_id body = contact_body(world, &ball, (rv_pose){rv_vec3_scale(up, RADIUS), turn}, 0.0);
    contact_run(world, H, 120);
    double speed = rv_vec3_length(rv_body_velocity(world, body)), expected;
    expected = 5.0 / 7.0 * CONTACT_G * sin(angle);
    validation_check(v, "ball rolling down a slope [m/s^2]", "5/7 g sin a", expected, speed / 2.0,
                     1e-3 * expected);
    validation_at_most(v, "ball rolling down a slope: slip [m/s]", "v = r w", 1e-6,
                       speed - RADIUS * rv_vec3_length(rv_body_angular_velocity(world, body)));
    rv_world_destroy(world);
}

// from sliding without spin, or spinning without speed, to rolling
static double settled_speed(double speed, double spin) {
    rv_world* world = contact_world();
    rv_material material = contact_material(0.3, 0.0);
    contact_plane(world, rv_quat_identity(), material);
    rv_shape_def ball = contact_ball(RADIUS, material);
    rv_body_id body = contact_body(world, &ball, contact_at(0, 0, RADIUS), 0.0);
    rv_body_set_velocity(world, body, (rv_vec3){speed, 0, 0});
    rv_body_set_angular_velocity(world, body, (rv_vec3){0, spin, 0});
    contact_run(world, H, 240);
    double v = rv_body_velocity(world, body).x;
    rv_world_destroy(world);
    return v;
}

static void to_rolling(validation* v) {
    validation_check(v, "ball sliding at 3 m/s until it rolls [m/s]", "5/7 v0", 15.0 / 7.0,
                     settled_speed(3.0, 0.0), 1e-3 * 15.0 / 7.0);
    validation_check(v, "ball spinning at 50 rad/s until it rolls [m/s]", "2/7 r w0",
                     2.0 / 7.0 * RADIUS * 50.0, settled_speed(0.0, 50.0),
                     1e-3 * 2.0 / 7.0 * RADIUS * 50.0);
}

enum { CRADLE = 5 };

// Balls on strings of 1 m, touching; the first `raised` are let go from 0.5 rad.
static void cradle(validation* v, int raised) {
    rv_world* world = contact_world();
    rv_shape_def ball = contact_ball(RADIUS, contact_material(0.0, 1.0));
    rv_body_id bodies[CRADLE];
    const double angle = 0.5;
    for (int i = 0; i < CRADLE; i++) {
        double x = 2.0 * RADIUS * i, a = i < raised ? angle : 0.0;
        bodies[i] = contact_body(world, &ball, contact_at(x - sin(a), 0, 1.0 - cos(a)), 1.0);
        rv_joint_def string =
            rv_joint_def_between(world, RV_JOINT_DISTANCE, (rv_body_id){0}, bodies[i],
                                 (rv_vec3){x, 0, 1.0}, rv_body_center(world, bodies[i]));
        rv_joint_create(world, &string);
    }
    // when the last of the row hangs highest, the raised ones are about at rest
    double highest = 0.0, others = 0.0;
    for (int i = 0; i < 90; i++) {
        rv_world_step(world, H);
        double z = rv_body_center(world, bodies[CRADLE - 1]).z;
        if (z <= highest)
            continue;
        highest = z;
        others = 0.0;
        for (int k = 0; k < CRADLE - raised; k++)
            others = fmax(others, rv_vec3_length(rv_body_velocity(world, bodies[k])));
    }
    char name[96];
    snprintf(name, sizeof name, "Newton's cradle, %d raised: height of the last ball [m]", raised);
    double expected = 1.0 - cos(angle);
    validation_check(v, name, "1 - cos a", expected, highest, 0.01 * expected);
    snprintf(name, sizeof name, "Newton's cradle, %d raised: fastest of those that rest [m/s]",
             raised);
    validation_at_most(v, name, "only as many fly as have come", 0.02, others);
    rv_world_destroy(world);
}

void contact_spheres(validation* v) {
    bounces(v);
    rolling(v);
    to_rolling(v);
    cradle(v, 1);
    cradle(v, 2);
}
