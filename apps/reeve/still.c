// A picture of one moment of a run, as PNG. A place that cannot be written is told before the run; the
// file appears, whole, when the moment has come.
#include "still.h"

#include "simulation.h"

#include <math.h>
#include <stdlib.h>

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 800 }; // [px]

static const char* still_name(const arguments* arguments) {
    return arguments->picture;
}

static int still_begin(simulation* s) {
    const arguments* a = s->arguments;
    double rate = s->about.rate, length = (double)s->steps / rate;
    s->still.step = s->steps;
    s->still.width = a->size.width > 0 ? a->size.width : DEFAULT_WIDTH;
    s->still.height = a->size.height > 0 ? a->size.height : DEFAULT_HEIGHT;
    if (a->at >= 0.0) {
        // the nearest step; half a step of slack for a time that is meant to be the end
        if (a->at > length + 0.5 / rate) {
            fprintf(stderr, "reeve %s: --at is %g s; must be a time of the run, from 0 to %g s\n",
                    a->command->name, a->at, length);
            return EXIT_USAGE;
        }
        long long step = llround(a->at * rate);
        s->still.step = step < s->steps ? step : s->steps;
    }
    return output_check(a->picture) ? EXIT_FINE : EXIT_FAILED;
}

void* still_png(const rv_drawing* drawing, const rv_world* world, const rv_picture_def* look,
                size_t* bytes) {
    rv_picture_def def = *look;
    double aspect = (double)def.width / (double)def.height;
    def.camera = rv_camera_frame(drawing, rv_world_gravity(world), aspect);
    uint8_t* rgb = rv_picture_render(drawing, &def);
    void* png = rgb != NULL ? rv_picture_png(rgb, def.width, def.height, bytes) : NULL;
    free(rgb);
    return png;
}

static void* draw(const simulation* s, size_t* bytes) {
    rv_drawing drawing = {.without_forces = true};
    rv_picture_def look = {.width = s->still.width,
                           .height = s->still.height,
                           .dark = s->arguments->dark,
                           .title = s->about.name,
                           .time = rv_world_time(s->world)};
    void* png = simulation_draw(s, &drawing) ? still_png(&drawing, s->world, &look, bytes) : NULL;
    rv_drawing_free(&drawing);
    return png;
}

static bool still_step(simulation* s) {
    if (s->totals.steps != s->still.step)
        return true;
    size_t bytes = 0;
    void* png = draw(s, &bytes);
    if (png == NULL) {
        fprintf(stderr, "reeve %s: not enough memory for a picture of %d x %d\n",
                s->arguments->command->name, s->still.width, s->still.height);
        return false;
    }
    output out;
    bool good = output_open(&out, s->arguments->picture);
    if (good)
        output_write(&out, png, bytes);
    free(png);
    return good && output_commit(&out);
}

static bool still_end(simulation* s) {
    if (s->started && s->totals.steps < s->still.step)
        fprintf(stderr, "reeve %s: no picture: the run ended before %g s\n",
                s->arguments->command->name, (double)s->still.step / s->about.rate);
    return true;
}

static void still_tell(const simulation* s, FILE* to) {
    fprintf(to, "  wrote         %s: %d x %d, at %g s\n", s->arguments->picture, s->still.width,
            s->still.height, (double)s->still.step / s->about.rate);
}

const sink still_sink = {still_name, still_begin, still_step, NULL, still_end, still_tell};
