// Plays one chunk of a scene with random inputs: soak SCENE SEED SECONDS [--trace]. Prints one line
// of what happened; 1 is returned after trouble, with the command that brings it back.
#define _POSIX_C_SOURCE 200809L
#include "soak.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void soak_fail(soak* s, const char* format, ...) {
    if (s->trouble[0] != '\0')
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->trouble, sizeof s->trouble, format, arguments);
    va_end(arguments);
}

// --- the scene ----------------------------------------------------------------------------------

static void set_control(void* context, int control, double position) {
    rv_scene_play_set_control(context, control, position);
}

static void reset_play(void* context) {
    rv_scene_play_reset(context);
}

static bool move_tool(void* context, rv_body_id body, bool held, rv_vec3 offset) {
    return rv_scene_play_move_tool(context, body, held, offset);
}

static void print_problems(const rv_scene_problems* problems) {
    char line[2048];
    for (int i = 0; i < problems->count && i < RV_SCENE_PROBLEMS_MAX; i++) {
        rv_scene_problem_line(problems, i, line, sizeof line);
        fprintf(stderr, "%s\n", line);
    }
}

static bool begin(soak* s) {
    static rv_scene_problems problems; // too large for a careful stack
    static char directory[1024];
    const char* cache = getenv("XDG_CACHE_HOME");
    snprintf(directory, sizeof directory, "%s/reeve", cache != NULL ? cache : "");
    rv_answer_store store = rv_answer_store_on_disk(directory);
    rv_scene_options options = {.store = cache != NULL ? &store : NULL};
    s->scene = rv_scene_load(s->path, &problems);
    s->play = s->scene != NULL ? rv_scene_play_create(s->scene, &options, &problems) : NULL;
    if (s->play == NULL) {
        print_problems(&problems);
        return false;
    }
    s->world = rv_scene_play_world(s->play);
    s->about = rv_scene_summarize(s->scene);
    s->gravity = rv_world_gravity(s->world);
    s->start_hash = rv_world_hash(s->world);
    rv_inputs_def def = {.world = s->world,
                         .control_count = s->about.controls,
                         .control = set_control,
                         .reset = reset_play,
                         .tool = move_tool,
                         .context = s->play};
    soak_measure_begin(s);
    return rv_inputs_begin(&s->inputs, &def);
}

static void end(soak* s) {
    if (s->inputs.def.world != NULL)
        rv_inputs_end(&s->inputs);
    rv_scene_play_destroy(s->play);
    rv_scene_destroy(s->scene);
    free(s->saved);
    free(s->points);
}

// --- the chunk ----------------------------------------------------------------------------------

// processor time, for the line alone [s]
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void play(soak* s) {
    double dt = 1.0 / s->about.rate;
    while ((double)s->counts.steps * dt < s->seconds && s->trouble[0] == '\0') {
        soak_act(s, dt);
        double start = now();
        rv_status status = rv_scene_play_step(s->play);
        double time = now() - start;
        s->counts.slow += time > dt;
        s->counts.slowest = time > s->counts.slowest ? time : s->counts.slowest;
        soak_watch(s, status);
    }
}

static void print_line(const soak* s, double cpu) {
    const soak_counts* c = &s->counts;
    const char* slash = strrchr(s->path, '/');
    printf("scene=%s seed=%" PRIu64 " simulated=%.6g steps=%lld degraded=%lld unsettled=%lld "
           "residual=%.2g contact_residual=%.2g contacts=%d frozen=%lld blown_up=%lld left=%lld "
           "acts=%lld breaks=%lld resets=%lld restores=%lld repeats=%lld allocations=%llu "
           "memory=%zu peak=%zu hash=%016" PRIx64 " cpu=%.2f slow=%lld slowest=%.2f\n",
           slash != NULL ? slash + 1 : s->path, s->seed, (double)c->steps / s->about.rate, c->steps,
           c->degraded, c->unsettled, c->residual, c->contact_residual, c->contacts, c->frozen,
           c->blown_up, c->left, c->acts, c->breaks, c->resets, c->restores, c->repeats,
           c->allocations, c->memory_begin, c->memory_peak, rv_world_hash(s->world), cpu, c->slow,
           1e3 * c->slowest);
}

int main(int count, char** words) {
    static soak s;
    if (count < 4) {
        fprintf(stderr, "soak SCENE SEED SECONDS [--trace]\n");
        return 2;
    }
    s.path = words[1];
    s.seed = strtoull(words[2], NULL, 10);
    char* end_of_time;
    s.seconds = strtod(words[3], &end_of_time);
    if (*end_of_time != '\0' || !(s.seconds > 0.0)) {
        fprintf(stderr, "soak: SECONDS is \"%s\"; it must be a number above 0\n", words[3]);
        return 2;
    }
    s.traces = count > 4 && strcmp(words[4], "--trace") == 0;
    s.random = s.seed;
    // what was said before a crash is not lost
    setvbuf(stdout, NULL, _IOLBF, 0);
    double start = now();
    bool good = begin(&s);
    if (good) {
        play(&s);
        print_line(&s, now() - start);
        good = s.trouble[0] == '\0';
        if (!good)
            fprintf(stderr, "soak: at step %lld: %s\n  again: %s %s %s %s\n", s.counts.steps,
                    s.trouble, words[0], words[1], words[2], words[3]);
    }
    end(&s);
    return good ? 0 : 1;
}
