// Recordings (.rvlog): a scene and what a person did to it, so that `reeve replay` gives the same
// bits again. The scene's text is the state at the start; inputs stand at the steps before which
// they came; hashes of the state say whether a replay is still the same. The format is at the head
// of log.c.
#ifndef REEVE_COMMAND_LOG_H
#define REEVE_COMMAND_LOG_H

#include "output.h"
#include "scene/scene.h"
#include "view/request.h"

enum {
    LOG_HASH_STEPS = 60,      // steps between two hashes of the state
    LOG_NAME_BYTES_MAX = 255, // of the scene's file name
    LOG_REASON_BYTES = 240,
};

// --- writing ------------------------------------------------------------------------------------

// Start from all zero. The file stands under its name from log_begin() on, and every record in it
// once it is written: a program that is killed leaves a recording that can be replayed to there.
typedef struct log_writer {
    output out;
    uint32_t check; // of all bytes so far
    uint64_t steps; // made so far
} log_writer;

// Before the first step and before the first input. `name` is the scene's file; its folder is left
// out. False after printing why not.
bool log_begin(log_writer* log, const char* path, const rv_scene* scene, const char* name,
               const rv_world* world);
// Before a step: what is given to rv_inputs_apply() now, as bytes of a request (view/request.h), at most
// RV_REQUEST_BYTES_MAX. Requests that do not change a world may be left out.
void log_input(log_writer* log, const void* request, size_t bytes);
// After every step. False after printing why the file cannot be written any further; then it is
// closed, and ends with the last record that is whole.
bool log_step(log_writer* log, const rv_world* world);
// After the last step, while the hand still holds what it holds. False after printing why not.
bool log_end(log_writer* log, const rv_world* world);
// Closes the file as it is.
void log_discard(log_writer* log);

// --- reading ------------------------------------------------------------------------------------

typedef enum log_kind { LOG_INPUT = 1, LOG_HASH = 2, LOG_END = 3 } log_kind;

typedef struct log_record {
    log_kind kind;
    uint64_t step;      // how many steps were made before
    uint64_t hash;      // LOG_HASH, LOG_END: of the state
    rv_request request; // LOG_INPUT
} log_record;

typedef struct log_reader {
    uint8_t* bytes;
    size_t count;
    size_t at;      // where the next record starts
    uint32_t check; // of all bytes before it
    uint64_t step;  // of the record before
    bool ended;     // the end record was read
    size_t first;   // where the records start
    uint32_t first_check;

    char name[LOG_NAME_BYTES_MAX + 1]; // of the scene's file
    const char* text;                  // of the scene
    size_t text_bytes;
    uint64_t hash; // of the world before the first step
} log_reader;

typedef enum log_found {
    LOG_RECORD,  // here is one
    LOG_OVER,    // the log is complete
    LOG_STOPS,   // it stops before its end record
    LOG_DAMAGED, // `reason` says how, with the byte
} log_found;

// Reads all of it. False if there is no log in it; then `reason` (LOG_REASON_BYTES) says why, to
// follow the file's name. The reader owns memory either way: log_close().
bool log_open(log_reader* log, FILE* file, char* reason);
log_found log_next(log_reader* log, log_record* record, char* reason);
// Back to the first record.
void log_rewind(log_reader* log);
void log_close(log_reader* log);

#endif
