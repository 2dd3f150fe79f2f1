// A program of someone who has installed Reeve with its viewer: a ball falls while a page may look.
#include <reeve/reeve.h>
#include <reeve/viewer.h>
#include <stdio.h>

int main(void) {
    rv_world_def world_def = rv_world_def_default();
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_body_def ball = rv_body_def_default();
    ball.mass = 1.0;
    rv_body_create(world, &ball);

    const double dt = 1.0 / 60.0;
    rv_viewer* viewer = rv_viewer_create(NULL, NULL, 0);
    rv_viewer_attach(viewer, world, NULL);
    puts(rv_viewer_address(viewer));
    while (rv_viewer_update(viewer, dt) && rv_world_step_count(world) < 30)
        rv_world_step(world, dt);
    rv_viewer_destroy(viewer);

    bool fell = rv_world_time(world) > 0.49;
    rv_world_destroy(world);
    return fell ? 0 : 1;
}
