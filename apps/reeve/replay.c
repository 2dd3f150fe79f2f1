// `reeve replay`: simulates a recording again, with what a person did, and says whether it comes
// out the same, bit by bit. The log is read once before anything is simulated, so that a damaged
// one is told at once.
#include "simulation.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

typedef struct replay {
    const char* path;
    log_reader log;
    log_record next;
    bool more; // `next` is one that has not been used
    bool cut;  // there is no end record
    rv_inputs inputs;
} replay;

static void set_control(void* context, int control, double position) {
    rv_scene_play_set_control(context, control, position);
}

static void reset(void* context) {
    rv_scene_play_reset(context);
}

static bool move_tool(void* context, rv_body_id body, bool held, rv_vec3 offset) {
    return rv_scene_play_move_tool(context, body, held, offset);
}

// reads all records; `steps` is what they tell of. False after printing what is wrong.
static bool scan(replay* r, long long* steps) {
    char reason[LOG_REASON_BYTES];
    log_found found;
    do
        found = log_next(&r->log, &r->next, reason);
    while (found == LOG_RECORD);
    if (found == LOG_DAMAGED) {
        fprintf(stderr, "reeve replay: %s %s\n", r->path, reason);
        return false;
    }
    *steps = (long long)r->log.step;
    r->cut = found == LOG_STOPS;
    if (r->cut)
        fprintf(
            stderr,
            "reeve replay: warning: %s was cut off: it stops before its end, at step %lld; it is "
            "replayed as far as it goes\n",
            r->path, *steps);
    log_rewind(&r->log);
    r->more = log_next(&r->log, &r->next, reason) == LOG_RECORD;
    return true;
}

static bool compare(const replay* r, const simulation* s, uint64_t expected) {
    uint64_t hash = rv_world_hash(s->world);
    if (hash == expected)
        return true;
    if (s->totals.steps == 0)
        fprintf(stderr,
                "reeve replay: %s differs before the first step: the state is %016" PRIx64
                ", recorded was %016" PRIx64 " (another version of Reeve?)\n",
                r->path, hash, expected);
    else
        fprintf(stderr,
                "reeve replay: %s differs at step %lld: the state is %016" PRIx64
                ", recorded was %016" PRIx64 "; step %lld was still the same\n",
                r->path, s->totals.steps, hash, expected, s->exact_steps);
    return false;
}

// what the log has at this step: inputs act, hashes are compared
static bool inputs_due(simulation* s) {
    replay* r = s->inputs_context;
    char reason[LOG_REASON_BYTES];
    while (r->more && r->next.step == (uint64_t)s->totals.steps) {
        if (r->next.kind == LOG_INPUT) {
            uint8_t bytes[RV_REQUEST_BYTES_MAX];
            if (s->arguments->record != NULL)
                log_input(&s->log, bytes, rv_request_encode(&r->next.request, bytes));
            rv_inputs_apply(&r->inputs, &r->next.request);
        } else {
            if (!compare(r, s, r->next.hash))
                return false;
            s->exact_steps = s->totals.steps;
        }
        r->more = log_next(&r->log, &r->next, reason) == LOG_RECORD;
    }
    return true;
}

static int replay_world(replay* r, simulation* s) {
    rv_inputs_def def = {.world = s->world,
                         .control_count = s->about.controls,
                         .control = set_control,
                         .reset = reset,
                         .tool = move_tool,
                         .context = s->play};
    if (!compare(r, s, r->log.hash))
        return EXIT_FAILED;
    if (!rv_inputs_begin(&r->inputs, &def)) {
        fprintf(stderr, "reeve replay: not enough memory\n");
        return EXIT_FAILED;
    }
    s->exact_steps = 0;
    s->inputs_due = inputs_due;
    s->inputs_context = r;
    s->hand = &r->inputs.hand;
    int code = simulation_run(s);
    rv_inputs_end(&r->inputs);
    return code;
}

static int replay_log(replay* r, const arguments* arguments) {
    static rv_scene_problems problems; // too large for a careful stack
    long long steps;
    if (!scan(r, &steps))
        return EXIT_USAGE;
    rv_scene* scene = rv_scene_parse(r->log.text, r->log.text_bytes, r->log.name, &problems);
    if (scene == NULL) {
        problems_print(&problems);
        return EXIT_USAGE;
    }
    int code = EXIT_USAGE;
    simulation s;
    rv_scene_play* play = simulation_begin(&s, arguments, scene, r->log.name);
    if (play != NULL) {
        s.steps = steps;
        s.cut = r->cut;
        code = replay_world(r, &s);
    }
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
    return code;
}

int command_replay(const arguments* arguments) {
    replay r = {.path = arguments->words[0]};
    FILE* file = fopen(r.path, "rb");
    if (file == NULL) {
        fprintf(stderr, "reeve replay: %s cannot be read: %s\n", r.path, strerror(errno));
        return EXIT_USAGE;
    }
    char reason[LOG_REASON_BYTES];
    bool good = log_open(&r.log, file, reason);
    fclose(file);
    if (!good)
        fprintf(stderr, "reeve replay: %s %s\n", r.path, reason);
    int code = good ? replay_log(&r, arguments) : EXIT_USAGE;
    log_close(&r.log);
    return code;
}
