// A program of someone who has installed Reeve: a ball falls for a second.
#include <math.h>
#include <reeve/reeve.h>
#include <stdio.h>

int main(void) {
    rv_world_def world_def = rv_world_def_default();
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_shape_def sphere = rv_shape_def_default();
    rv_body_def ball_def = rv_body_def_default();
    ball_def.shapes = &sphere;
    ball_def.shape_count = 1;
    rv_body_id ball = rv_body_create(world, &ball_def);

    // the stepper's own fall: v is kicked by g h before every move, so z = -g h^2 n (n + 1) / 2
    const int steps = 60;
    const double h = 1.0 / 60.0;
    for (int i = 0; i < steps; i++)
        rv_world_step(world, h);
    double z = rv_body_pose(world, ball).position.z;
    double expected = -9.81 * h * h * steps * (steps + 1) / 2.0;
    rv_world_destroy(world);

    printf("fell to z = %.12g m, expected %.12g m\n", z, expected);
    return fabs(z - expected) < 1e-9 ? 0 : 1;
}
