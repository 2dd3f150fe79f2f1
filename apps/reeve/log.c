// Recordings: see log.h. Everything is little-endian.
//
//   head    8 bytes  89 52 56 4c 0d 0a 1a 0a: what a transfer as text would change
//           u32      version of the format, 1
//           u32      n, bytes of the scene's file name, from 1 to 255
//           u64      m, bytes of the scene's text, from 1 to 64 MiB
//           u64      hash of the world before the first step
//           n bytes  file name, without folders and control characters
//           m bytes  text of the scene
//           u32      check
//   record  u32      kind: 1 input, 2 hash, 3 end
//           u32      k, bytes that follow the step
//           u64      step: how many steps were made before; never falls, and rises by at most 60
//           k bytes  input: a request of docs/viewer.md; hash, end: u64 hash of the state
//           u32      check
//
// A check is the 32-bit FNV-1a hash of all bytes of the file before it. Records follow each other
// to the end record, with which the file ends; one that was cut off before is used as far as its
// records are whole. Inputs act before the step that follows.
#include "log.h"

#include "view/bytes.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t MAGIC[8] = {0x89, 'R', 'V', 'L', '\r', '\n', 0x1a, '\n'};
static const uint32_t VERSION = 1;
static const uint32_t CHECK_START = 2166136261u, CHECK_PRIME = 16777619u; // FNV-1a

// largest file that is read; days of dragging [bytes]
static const size_t FILE_BYTES_MAX = (size_t)1 << 30;

enum {
    HEAD_BYTES = 32,   // before the name
    RECORD_BYTES = 16, // before what a record holds
    CHECK_BYTES = 4,
    HASH_BYTES = 8,
};

static uint32_t check_of(uint32_t check, const uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        check = (check ^ bytes[i]) * CHECK_PRIME;
    return check;
}

// --- writing ------------------------------------------------------------------------------------

static void append(log_writer* log, const void* bytes, size_t count) {
    // after a failed write the file is closed
    if (log->out.file != NULL)
        output_write(&log->out, bytes, count);
    log->check = check_of(log->check, bytes, count);
}

static void append_check(log_writer* log) {
    uint8_t bytes[CHECK_BYTES];
    rv_bytes_put(bytes, log->check, CHECK_BYTES);
    append(log, bytes, CHECK_BYTES);
}

static void append_record(log_writer* log, log_kind kind, const uint8_t* bytes, size_t count) {
    uint8_t head[RECORD_BYTES];
    rv_bytes_put(head, kind, 4);
    rv_bytes_put(head + 4, count, 4);
    rv_bytes_put(head + 8, log->steps, 8);
    append(log, head, RECORD_BYTES);
    append(log, bytes, count);
    append_check(log);
    // a record is written whole and at once: few come in a second
    output_keep(&log->out);
}

static void append_hash(log_writer* log, log_kind kind, const rv_world* world) {
    uint8_t bytes[HASH_BYTES];
    rv_bytes_put(bytes, rv_world_hash(world), HASH_BYTES);
    append_record(log, kind, bytes, HASH_BYTES);
}

// the last part of a path, with what would confuse a terminal replaced; never empty
static void name_from(const char* path, char name[LOG_NAME_BYTES_MAX + 1]) {
    const char* slash = strrchr(path, '/');
    const char* last = slash != NULL ? slash + 1 : path;
    size_t length = strlen(last) < LOG_NAME_BYTES_MAX ? strlen(last) : LOG_NAME_BYTES_MAX;
    memcpy(name, last, length);
    name[length] = '\0';
    for (char* c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '_';
    if (length == 0)
        strcpy(name, "scene");
}

bool log_begin(log_writer* log, const char* path, const rv_scene* scene, const char* name,
               const rv_world* world) {
    *log = (log_writer){.check = CHECK_START};
    if (!output_open(&log->out, path))
        return false;
    char own[LOG_NAME_BYTES_MAX + 1];
    name_from(name, own);
    size_t text_bytes;
    const char* text = rv_scene_text(scene, &text_bytes);
    uint8_t head[HEAD_BYTES];
    memcpy(head, MAGIC, sizeof MAGIC);
    rv_bytes_put(head + 8, VERSION, 4);
    rv_bytes_put(head + 12, strlen(own), 4);
    rv_bytes_put(head + 16, text_bytes, 8);
    rv_bytes_put(head + 24, rv_world_hash(world), 8);
    append(log, head, HEAD_BYTES);
    append(log, own, strlen(own));
    append(log, text, text_bytes);
    append_check(log);
    return output_keep(&log->out);
}

void log_input(log_writer* log, const void* request, size_t bytes) {
    append_record(log, LOG_INPUT, request, bytes);
}

bool log_step(log_writer* log, const rv_world* world) {
    log->steps++;
    if (log->steps % LOG_HASH_STEPS == 0)
        append_hash(log, LOG_HASH, world);
    return log->out.file != NULL; // NULL: a write failed, and was told
}

bool log_end(log_writer* log, const rv_world* world) {
    append_hash(log, LOG_END, world);
    return log->out.file != NULL && output_commit(&log->out);
}

void log_discard(log_writer* log) {
    output_discard(&log->out);
}

// --- reading ------------------------------------------------------------------------------------

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
reject(char* reason, const char* format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(reason, LOG_REASON_BYTES, format, list);
    va_end(list);
    return false;
}

static bool read_all(log_reader* log, FILE* file, char* reason) {
    size_t room = 0;
    while (!feof(file)) {
        if (log->count == room) {
            room = room > 0 ? 2 * room : 65536;
            uint8_t* more = room <= 2 * FILE_BYTES_MAX ? realloc(log->bytes, room) : NULL;
            if (more == NULL)
                return reject(reason, "is too large to be read, more than %zu bytes", log->count);
            log->bytes = more;
        }
        log->count += fread(log->bytes + log->count, 1, room - log->count, file);
        if (ferror(file))
            return reject(reason, "cannot be read: %s", strerror(errno));
        if (log->count > FILE_BYTES_MAX)
            return reject(reason, "is too large; must be at most %zu bytes", FILE_BYTES_MAX);
    }
    return true;
}

static bool check_at(log_reader* log, size_t start, size_t count, char* reason) {
    uint32_t check = check_of(log->check, log->bytes + start, count);
    uint32_t stored = (uint32_t)rv_bytes_get(log->bytes + start + count, CHECK_BYTES);
    if (check != stored)
        return reject(reason, "is damaged at byte %zu: the check there is %08x and should be %08x",
                      start + count, (unsigned)stored, (unsigned)check);
    log->check = check_of(check, log->bytes + start + count, CHECK_BYTES);
    log->at = start + count + CHECK_BYTES;
    return true;
}

static bool name_is_good(const char* name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7f || name[i] == '/')
            return false;
    return true;
}

static bool read_head(log_reader* log, char* reason) {
    const uint8_t* head = log->bytes;
    if (log->count < sizeof MAGIC || memcmp(head, MAGIC, sizeof MAGIC) != 0)
        return reject(reason, "is no recording: it does not start as one");
    if (log->count < HEAD_BYTES)
        return reject(reason, "is damaged at byte %zu: it ends in its head", log->count);
    uint64_t version = rv_bytes_get(head + 8, 4), name = rv_bytes_get(head + 12, 4),
             text = rv_bytes_get(head + 16, 8);
    if (version != VERSION)
        return reject(reason, "is a recording of version %u; this Reeve reads version %u",
                      (unsigned)version, (unsigned)VERSION);
    if (name < 1 || name > LOG_NAME_BYTES_MAX)
        return reject(reason,
                      "is damaged at byte 12: a scene's name of %u bytes; must be from 1 to %d",
                      (unsigned)name, LOG_NAME_BYTES_MAX);
    if (text < 1 || text > RV_SCENE_BYTES_MAX)
        return reject(reason, "is damaged at byte 16: a scene of %llu bytes; must be from 1 to %d",
                      (unsigned long long)text, RV_SCENE_BYTES_MAX);
    if (log->count < HEAD_BYTES + name + text + CHECK_BYTES)
        return reject(reason, "is damaged at byte %zu: it ends in its scene", log->count);
    if (!check_at(log, 0, HEAD_BYTES + (size_t)name + (size_t)text, reason))
        return false;
    if (!name_is_good((const char*)head + HEAD_BYTES, (size_t)name))
        return reject(reason, "is damaged at byte %d: the scene's name is no file name",
                      HEAD_BYTES);
    memcpy(log->name, head + HEAD_BYTES, (size_t)name);
    log->text = (const char*)head + HEAD_BYTES + name;
    log->text_bytes = (size_t)text;
    log->hash = rv_bytes_get(head + 24, 8);
    log->first = log->at;
    log->first_check = log->check;
    return true;
}

bool log_open(log_reader* log, FILE* file, char* reason) {
    *log = (log_reader){.check = CHECK_START};
    return read_all(log, file, reason) && read_head(log, reason);
}

void log_rewind(log_reader* log) {
    log->at = log->first;
    log->check = log->first_check;
    log->step = 0;
    log->ended = false;
}

void log_close(log_reader* log) {
    free(log->bytes);
    *log = (log_reader){0};
}

static bool read_input(log_reader* log, size_t start, size_t count, log_record* record,
                       char* reason) {
    char why[RV_REQUEST_REASON_BYTES];
    if (rv_request_decode(log->bytes + start, count, &record->request, why))
        return true;
    return reject(reason, "is damaged at byte %zu: %s", start, why);
}

// a record that is all there
static bool read_record(log_reader* log, size_t count, log_record* record, char* reason) {
    size_t start = log->at, inside = start + RECORD_BYTES;
    const uint8_t* head = log->bytes + start;
    *record =
        (log_record){.kind = (log_kind)rv_bytes_get(head, 4), .step = rv_bytes_get(head + 8, 8)};
    if (!check_at(log, start, RECORD_BYTES + count, reason))
        return false;
    if (record->step < log->step || record->step - log->step > LOG_HASH_STEPS)
        return reject(reason,
                      "is damaged at byte %zu: step %llu after step %llu; must be at most %d more",
                      start + 8, (unsigned long long)record->step, (unsigned long long)log->step,
                      LOG_HASH_STEPS);
    log->step = record->step;
    if (record->kind == LOG_INPUT)
        return read_input(log, inside, count, record, reason);
    if (record->kind != LOG_HASH && record->kind != LOG_END)
        return reject(reason, "is damaged at byte %zu: a record of kind %u; must be from 1 to 3",
                      start, (unsigned)record->kind);
    if (count != HASH_BYTES)
        return reject(reason, "is damaged at byte %zu: a hash of %zu bytes; must be %d", start + 4,
                      count, HASH_BYTES);
    record->hash = rv_bytes_get(log->bytes + inside, HASH_BYTES);
    log->ended = record->kind == LOG_END;
    return true;
}

log_found log_next(log_reader* log, log_record* record, char* reason) {
    size_t left = log->count - log->at;
    if (log->ended && left > 0) {
        reject(reason, "is damaged at byte %zu: %zu bytes after its end", log->at, left);
        return LOG_DAMAGED;
    }
    if (left < RECORD_BYTES)
        return log->ended ? LOG_OVER : LOG_STOPS;
    uint64_t count = rv_bytes_get(log->bytes + log->at + 4, 4);
    if (count > RV_REQUEST_BYTES_MAX) {
        reject(reason, "is damaged at byte %zu: a record of %llu bytes; must be at most %d",
               log->at + 4, (unsigned long long)count, RV_REQUEST_BYTES_MAX);
        return LOG_DAMAGED;
    }
    if (left < RECORD_BYTES + count + CHECK_BYTES)
        return LOG_STOPS;
    return read_record(log, (size_t)count, record, reason) ? LOG_RECORD : LOG_DAMAGED;
}
