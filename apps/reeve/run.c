// `reeve run`: simulates a scene for as long as it says, or as long as it is told.
#include "gallery.h"
#include "simulation.h"

#include <math.h>

int command_run(const arguments* arguments) {
    char path[4096];
    if (!scene_path(arguments->words[0], arguments->scenes, path, sizeof path))
        return EXIT_USAGE;
    static rv_scene_problems problems; // too large for a careful stack
    rv_scene* scene = rv_scene_load_with(path, arguments->meshes, &problems);
    if (scene == NULL) {
        problems_print(&problems);
        return EXIT_USAGE;
    }
    int code = EXIT_USAGE;
    simulation s;
    rv_scene_play* play = simulation_begin(&s, arguments, scene, path);
    if (play != NULL) {
        double duration = arguments->duration > 0.0 ? arguments->duration : s.about.duration;
        // a duration that is whole steps but for rounding is those steps
        long long steps = (long long)ceil(duration * s.about.rate - 1e-6);
        s.steps = steps > 0 ? steps : 1;
        code = simulation_run(&s);
    }
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
    return code;
}
