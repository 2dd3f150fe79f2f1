// Recordings: what is written, what a person did comes back bit by bit, and what is damaged is told
// and never believed.
#include "apps/reeve/output.c" // first: it asks the system's headers for more

#include "apps/reeve/log.c"
#include "command.h"
#include "test.h"
#include "view/inputs.h"

static const char* const TACKLE = RV_TEST_SOURCE_DIR "/scenes/08-tackle.json";

static void run(const char* arguments) {
    command_run_in(command_scratch(), "%s", arguments);
}

static bool out_has(const char* text) {
    return strstr(command_last.out, text) != NULL;
}

static bool err_has(const char* text) {
    return strstr(command_last.err, text) != NULL;
}

// --- files --------------------------------------------------------------------------------------

typedef struct blob {
    uint8_t* bytes;
    size_t count;
} blob;

static void scratch_path(const char* name, char path[128]) {
    snprintf(path, 128, "%s/%s", command_scratch(), name);
}

static blob blob_read(const char* name) {
    blob b = {malloc(1 << 20), 0};
    char path[128];
    scratch_path(name, path);
    FILE* file = fopen(path, "rb");
    if (b.bytes != NULL && file != NULL)
        b.count = fread(b.bytes, 1, 1 << 20, file);
    if (file != NULL)
        fclose(file);
    return b;
}

static void blob_write(const char* name, const uint8_t* bytes, size_t count) {
    char path[128];
    scratch_path(name, path);
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, count, file) == count);
    if (file != NULL)
        fclose(file);
}

// where the records of a log start
static size_t head_bytes(const uint8_t* log) {
    return HEAD_BYTES + (size_t)rv_bytes_get(log + 12, 4) + (size_t)rv_bytes_get(log + 16, 8)
           + CHECK_BYTES;
}

// makes every check right again, as somebody would who means harm
static void mend_checks(uint8_t* log, size_t count) {
    uint32_t check = CHECK_START;
    size_t start = 0, end = head_bytes(log) - CHECK_BYTES;
    while (end <= count && count - end >= CHECK_BYTES) {
        check = check_of(check, log + start, end - start);
        rv_bytes_put(log + end, check, CHECK_BYTES);
        check = check_of(check, log + end, CHECK_BYTES);
        start = end + CHECK_BYTES;
        if (count - start < RECORD_BYTES || rv_bytes_get(log + start + 4, 4) > RV_REQUEST_BYTES_MAX)
            return;
        end = start + RECORD_BYTES + (size_t)rv_bytes_get(log + start + 4, 4);
    }
}

// --- a session ----------------------------------------------------------------------------------

typedef struct session {
    rv_scene* scene;
    rv_scene_play* play;
    rv_world* world;
    rv_inputs inputs;
    log_writer log;
} session;

static void set_control(void* context, int control, double position) {
    rv_scene_play_set_control(context, control, position);
}

static void reset(void* context) {
    rv_scene_play_reset(context);
}

static bool session_begin(session* s, const char* name) {
    static rv_scene_problems problems;
    char path[128];
    scratch_path(name, path);
    *s = (session){.scene = rv_scene_load(TACKLE, &problems)};
    s->play = s->scene != NULL ? rv_scene_play_create(s->scene, NULL, &problems) : NULL;
    CHECK(s->play != NULL);
    if (s->play == NULL)
        return false;
    s->world = rv_scene_play_world(s->play);
    rv_inputs_def def = {.world = s->world,
                         .control_count = rv_scene_summarize(s->scene).controls,
                         .control = set_control,
                         .reset = reset,
                         .context = s->play};
    return rv_inputs_begin(&s->inputs, &def)
           && log_begin(&s->log, path, s->scene, TACKLE, s->world);
}

static void session_do(session* s, rv_request request) {
    uint8_t bytes[RV_REQUEST_BYTES_MAX];
    log_input(&s->log, bytes, rv_request_encode(&request, bytes));
    CHECK(rv_inputs_apply(&s->inputs, &request));
}

static void session_step(session* s, int steps) {
    for (int i = 0; i < steps; i++) {
        rv_scene_play_step(s->play);
        CHECK(log_step(&s->log, s->world));
    }
}

static void session_end(session* s) {
    CHECK(log_end(&s->log, s->world));
    rv_inputs_end(&s->inputs);
    rv_scene_play_destroy(s->play);
    rv_scene_destroy(s->scene);
}

enum { SESSION_STEPS = 330 };

// a person drives the winch, pulls at the load, at the rope, and starts again
static uint64_t record_session(const char* name) {
    session s;
    if (!session_begin(&s, name))
        return 0;
    session_step(&s, 20);
    session_do(&s, (rv_request){.kind = RV_REQUEST_CONTROL, .index = 0, .number = 0.75});
    session_step(&s, 50);
    rv_vec3 corner = {0.2, 0.1, 0.1}, aside = {1.5, 0.5, 1.0}, up = {0.5, -0.2, 1.5};
    session_do(&s, (rv_request){.kind = RV_REQUEST_GRAB_BODY, .index = 0, .point = corner});
    for (int i = 0; i < 30; i++) {
        aside.x += 0.01;
        session_do(&s, (rv_request){.kind = RV_REQUEST_MOVE, .point = aside});
        session_step(&s, 1);
    }
    session_do(&s, (rv_request){.kind = RV_REQUEST_RELEASE});
    session_step(&s, 20);
    session_do(&s, (rv_request){.kind = RV_REQUEST_GRAB_CABLE, .index = 0, .point = up});
    session_do(&s, (rv_request){.kind = RV_REQUEST_MOVE, .point = aside});
    session_step(&s, 60);
    session_do(&s, (rv_request){.kind = RV_REQUEST_RESET});
    session_step(&s, 90);
    session_do(&s, (rv_request){.kind = RV_REQUEST_GRAB_CABLE, .index = 0, .point = up});
    session_step(&s, 60);
    // it ends while the rope is held
    uint64_t hash = rv_world_hash(s.world);
    session_end(&s);
    return hash;
}

// --- what comes back ----------------------------------------------------------------------------

TEST(a_run_that_was_recorded_is_replayed_bit_exactly_with_the_same_outputs) {
    static char one[COMMAND_TEXT_BYTES], two[COMMAND_TEXT_BYTES];
    run("run tackle --duration 3 --quiet --record a.rvlog --csv a.csv");
    CHECK(command_last.code == 0 && command_files() == 2);
    run("replay a.rvlog --csv b.csv --threads 4");
    CHECK(command_last.code == 0 && out_has("\nreplayed 180 steps bit-exactly\n"));
    CHECK_TEXT(command_last.err, "");
    command_read("a.csv", one);
    command_read("b.csv", two);
    CHECK(strlen(one) > 1000);
    CHECK_TEXT(two, one);
    run("replay a.rvlog --json");
    CHECK(command_last.code == 0 && out_has("\"bit_exact_steps\": 180"));
    CHECK(out_has("\"recording_is_cut\": false"));
    CHECK(!out_has("replayed"));
    run("replay a.rvlog --quiet");
    CHECK_TEXT(command_last.out, "");
    run("replay a.rvlog --picture p.png --at 4");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err,
               "reeve replay: --at is 4 s; must be a time of the run, from 0 to 3 s\n");
    command_clean();
}

TEST(what_a_person_did_comes_back_bit_by_bit) {
    uint64_t hash = record_session("hand.rvlog");
    run("replay hand.rvlog --record again.rvlog");
    CHECK(command_last.code == 0 && out_has("\nreplayed 330 steps bit-exactly\n"));
    CHECK_TEXT(command_last.err, "");
    // recorded again it is the same file, to the hash at the end
    blob first = blob_read("hand.rvlog"), second = blob_read("again.rvlog");
    CHECK(first.count > 1000 && first.count == second.count);
    CHECK(memcmp(first.bytes, second.bytes, first.count) == 0);
    CHECK(rv_bytes_get(first.bytes + first.count - CHECK_BYTES - HASH_BYTES, HASH_BYTES) == hash);
    free(first.bytes);
    free(second.bytes);
    command_clean();
}

TEST(the_inputs_matter_so_without_one_of_them_the_replay_differs) {
    record_session("hand.rvlog");
    blob log = blob_read("hand.rvlog");
    // the first input: 20 steps in, a control at 0.75
    size_t at = head_bytes(log.bytes);
    CHECK(rv_bytes_get(log.bytes + at, 4) == LOG_INPUT
          && rv_bytes_get(log.bytes + at + 8, 8) == 20);
    log.bytes[at + RECORD_BYTES + 16 + 6] ^= 0x04; // a little less of the position
    mend_checks(log.bytes, log.count);
    blob_write("other.rvlog", log.bytes, log.count);
    run("replay other.rvlog --csv out.csv");
    CHECK(command_last.code == 1);
    CHECK(err_has("reeve replay: other.rvlog differs at step 60: the state is "));
    CHECK(err_has("; step 0 was still the same\n"));
    CHECK(err_has("reeve replay: stopped at 1 s; kept until then: out.csv\n"));
    CHECK(command_files() == 3);
    // another world at the start
    rv_bytes_put(log.bytes + 24, 1, 8);
    mend_checks(log.bytes, log.count);
    blob_write("other.rvlog", log.bytes, log.count);
    run("replay other.rvlog");
    CHECK(command_last.code == 1);
    CHECK(err_has("reeve replay: other.rvlog differs before the first step: the state is "));
    free(log.bytes);
    command_clean();
}

// --- what is cut off or damaged -----------------------------------------------------------------

TEST(a_recording_that_was_cut_off_is_replayed_as_far_as_it_goes) {
    record_session("hand.rvlog");
    blob log = blob_read("hand.rvlog");
    // without the end record, and in the middle of the hash before it
    size_t end = RECORD_BYTES + HASH_BYTES + CHECK_BYTES;
    blob_write("cut.rvlog", log.bytes, log.count - end);
    run("replay cut.rvlog");
    CHECK(command_last.code == 0 && out_has("\nreplayed 300 steps bit-exactly\n"));
    CHECK_TEXT(
        command_last.err,
        "reeve replay: warning: cut.rvlog was cut off: it stops before its end, at step 300; "
        "it is replayed as far as it goes\n");
    run("replay cut.rvlog --json");
    CHECK(out_has("\"recording_is_cut\": true"));
    blob_write("cut.rvlog", log.bytes, log.count - end - 3);
    run("replay cut.rvlog");
    CHECK(command_last.code == 0 && out_has("\nreplayed 240 steps bit-exactly\n"));
    CHECK(err_has("stops before its end, at step 270;"));
    // only the head
    blob_write("cut.rvlog", log.bytes, head_bytes(log.bytes));
    run("replay cut.rvlog");
    CHECK(command_last.code == 0 && out_has("\nreplayed 0 steps bit-exactly\n"));
    // not even that
    blob_write("cut.rvlog", log.bytes, 100);
    run("replay cut.rvlog");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err,
               "reeve replay: cut.rvlog is damaged at byte 100: it ends in its scene\n");
    free(log.bytes);
    command_clean();
}

// what the command says to a log with `bytes` changed, checks made right or not
static void replay_changed(const blob* log, size_t at, uint64_t number, int bytes, bool mend) {
    uint8_t* changed = malloc(log->count);
    CHECK(changed != NULL);
    if (changed == NULL)
        return;
    memcpy(changed, log->bytes, log->count);
    rv_bytes_put(changed + at, number, bytes);
    if (mend)
        mend_checks(changed, log->count);
    blob_write("bad.rvlog", changed, log->count);
    free(changed);
    run("replay bad.rvlog");
    CHECK(command_last.code == 2);
}

TEST(a_damaged_recording_is_told_with_the_byte_and_code_2) {
    record_session("hand.rvlog");
    blob log = blob_read("hand.rvlog");
    size_t first = head_bytes(log.bytes);
    replay_changed(&log, 0, 'x', 1, false);
    CHECK_TEXT(command_last.err,
               "reeve replay: bad.rvlog is no recording: it does not start as one\n");
    replay_changed(&log, 8, 7, 4, false);
    CHECK_TEXT(command_last.err, "reeve replay: bad.rvlog is a recording of version 7; this Reeve "
                                 "reads version 1\n");
    replay_changed(&log, 16, (uint64_t)1 << 60, 8, false);
    CHECK_TEXT(command_last.err, "reeve replay: bad.rvlog is damaged at byte 16: a scene of "
                                 "1152921504606846976 bytes; must be from 1 to 67108864\n");
    replay_changed(&log, 40, 'x', 1, false);
    char text[160];
    snprintf(text, sizeof text, "is damaged at byte %zu: the check there is ", first - 4);
    CHECK(err_has(text));
    replay_changed(&log, HEAD_BYTES, '/', 1, true);
    CHECK(err_has("is damaged at byte 32: the scene's name is no file name"));
    replay_changed(&log, first, 9, 4, true);
    snprintf(text, sizeof text, "is damaged at byte %zu: a record of kind 9; must be from 1 to 3",
             first);
    CHECK(err_has(text));
    replay_changed(&log, first + 4, 1000, 4, false);
    snprintf(text, sizeof text,
             "is damaged at byte %zu: a record of 1000 bytes; must be at most 40", first + 4);
    CHECK(err_has(text));
    // a step far away would be simulated for ages
    replay_changed(&log, first + 8, (uint64_t)1 << 62, 8, true);
    CHECK(err_has("step 4611686018427387904 after step 0; must be at most 60 more"));
    // a request that is none
    replay_changed(&log, first + RECORD_BYTES, 99, 1, true);
    snprintf(text, sizeof text, "is damaged at byte %zu: ", first + RECORD_BYTES);
    CHECK(err_has(text));
    free(log.bytes);
    command_clean();
}

TEST(what_is_no_recording_or_cannot_be_read_is_told) {
    run("replay nothing.rvlog");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err,
               "reeve replay: nothing.rvlog cannot be read: No such file or directory\n");
    run("replay .");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err, "reeve replay: . cannot be read: Is a directory\n");
    run("replay '" RV_TEST_SOURCE_DIR "/scenes/08-tackle.json'");
    CHECK(command_last.code == 2 && err_has("is no recording"));
    run("replay /dev/null");
    CHECK(command_last.code == 2 && err_has("is no recording"));
    run("replay");
    CHECK_TEXT(command_last.err,
               "reeve replay: too few arguments; usage: reeve replay F.rvlog [options]\n");
    run("run tackle --duration 1 --record no/such.rvlog");
    CHECK(command_last.code == 1);
    CHECK_TEXT(command_last.err, "reeve: cannot write no/such.rvlog: No such file or directory\n");
    run("run tackle --duration 1 --record /dev/full");
    CHECK(command_last.code == 1);
    command_clean();
}

// --- mutations ----------------------------------------------------------------------------------

// xorshift64 (Marsaglia 2003): the same mutations in every run
static uint64_t draw(uint64_t* state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

// changes, drops, repeats or cuts; returns how many bytes are left
static size_t mutate(uint8_t* bytes, size_t count, size_t room, uint64_t* state) {
    size_t at = draw(state) % count, length = 1 + draw(state) % 64;
    length = length < count - at ? length : count - at;
    switch (draw(state) % 5) {
    case 0:
        bytes[at] ^= (uint8_t)(1u << draw(state) % 8);
        return count;
    case 1:
        for (size_t i = 0; i < length; i++)
            bytes[at + i] = (uint8_t)draw(state);
        return count;
    case 2:
        memmove(bytes + at, bytes + at + length, count - at - length);
        return count - length;
    case 3:
        if (count + length > room)
            return count;
        memmove(bytes + at + length, bytes + at, count - at);
        return count + length;
    default:
        return at > 0 ? at : 1;
    }
}

// reads a log as the command does; how many records there were, -1: damaged
static long read_through(uint8_t* bytes, size_t count) {
    char reason[LOG_REASON_BYTES];
    log_reader log = {0};
    log_record record;
    log_found found = LOG_DAMAGED;
    long records = 0;
    FILE* file = fmemopen(bytes, count, "rb");
    if (file != NULL && log_open(&log, file, reason))
        while ((found = log_next(&log, &record, reason)) == LOG_RECORD) {
            records++;
            bool input = record.kind == LOG_INPUT;
            CHECK(!input || isfinite(record.request.point.x + record.request.number));
        }
    if (found == LOG_DAMAGED)
        CHECK(strncmp(reason, "is ", 3) == 0 && strlen(reason) > 10);
    log_close(&log);
    if (file != NULL)
        fclose(file);
    return found == LOG_DAMAGED ? -1 : records;
}

// where the records of a log end, one after the other; returns how many there are
static int record_ends(const blob* log, size_t* ends, int room) {
    int count = 0;
    for (size_t at = head_bytes(log->bytes); at < log->count && count < room;) {
        at += RECORD_BYTES + (size_t)rv_bytes_get(log->bytes + at + 4, 4) + CHECK_BYTES;
        ends[count++] = at;
    }
    return count;
}

TEST(a_recording_that_is_cut_at_any_byte_has_the_records_that_are_whole) {
    static size_t ends[1000];
    record_session("hand.rvlog");
    blob log = blob_read("hand.rvlog");
    size_t head = head_bytes(log.bytes);
    int records = record_ends(&log, ends, 1000), whole = 0;
    CHECK(records > 40 && records < 1000 && ends[records - 1] == log.count);
    // an empty file is none that fmemopen takes; replay says of it that it is no recording
    for (size_t bytes = 1; bytes <= log.count; bytes++) {
        while (whole < records && ends[whole] <= bytes)
            whole++;
        CHECK(read_through(log.bytes, bytes) == (bytes < head ? -1 : whole));
    }
    // the command says the same of the last bytes
    for (size_t bytes = ends[records - 3]; bytes < log.count; bytes++) {
        blob_write("cut.rvlog", log.bytes, bytes);
        run("replay cut.rvlog --quiet");
        CHECK(command_last.code == 0 && err_has("cut.rvlog was cut off"));
    }
    free(log.bytes);
    command_clean();
}

enum { MUTATIONS = 6000, COMMAND_MUTATIONS = 150 };

TEST(no_mutation_of_a_recording_is_believed_or_brings_the_reader_down) {
    record_session("hand.rvlog");
    blob log = blob_read("hand.rvlog");
    size_t room = log.count + 64;
    uint8_t* changed = malloc(room);
    uint64_t state = 88172645463325252u;
    long good = read_through(log.bytes, log.count), damaged = 0, shorter = 0;
    CHECK(good > 40);
    for (int i = 0; i < MUTATIONS && changed != NULL; i++) {
        memcpy(changed, log.bytes, log.count);
        size_t count = mutate(changed, log.count, room, &state);
        bool same = count == log.count && memcmp(changed, log.bytes, count) == 0;
        // every second one by somebody who knows the format
        bool mended = i % 2 == 1 && count > HEAD_BYTES && head_bytes(changed) < count;
        if (mended)
            mend_checks(changed, count);
        long records = read_through(changed, count);
        // without the checks made right, a change is seen, or all that is left is a shorter log
        CHECK(mended || same || records < good);
        damaged += records < 0;
        shorter += records >= 0 && records < good;
    }
    printf("%d mutations: %ld damaged, %ld shorter\n", MUTATIONS, damaged, shorter);
    CHECK(damaged > MUTATIONS / 2 && shorter > 0);
    free(changed);
    free(log.bytes);
    command_clean();
}

TEST(the_command_answers_every_mutation_with_a_sentence_and_a_code) {
    record_session("hand.rvlog");
    blob log = blob_read("hand.rvlog");
    size_t room = log.count + 64;
    uint8_t* changed = malloc(room);
    uint64_t state = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < COMMAND_MUTATIONS && changed != NULL; i++) {
        memcpy(changed, log.bytes, log.count);
        size_t count = mutate(changed, log.count, room, &state);
        if (count > HEAD_BYTES && head_bytes(changed) < count)
            mend_checks(changed, count);
        blob_write("bad.rvlog", changed, count);
        run("replay bad.rvlog --quiet");
        CHECK(command_last.code >= 0 && command_last.code <= 2);
        CHECK(command_last.code == 0 || strlen(command_last.err) > 10);
        // a sanitizer's finding ends the command with code 1 too
        CHECK(!err_has("Sanitizer") && !err_has("runtime error"));
    }
    free(changed);
    free(log.bytes);
    command_clean();
}
