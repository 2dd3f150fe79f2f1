// Files as bytes, up to a limit, and sentences about what is wrong in them.
#include "io/reader.h"

#include "reeve/mesh_file.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_BYTES = 65536, NAME_SHOWN = 100 };

// --- sentences ----------------------------------------------------------------------------------

// "name" and `named` or, of what has no name, `unnamed` say where; then ": " and the sentence
typedef struct error_place {
    char named[32], unnamed[32];
} error_place;

static void write_error(rv_reader* r, const error_place* place, const char* format,
                        va_list arguments) {
    size_t bytes = r->error_bytes;
    int used;
    if (r->name == NULL) {
        used = snprintf(r->error, bytes, "%s%s", place->unnamed,
                        place->unnamed[0] != '\0' ? ": " : "");
    } else {
        // the end of a long name says more than its start
        size_t length = strlen(r->name), cut = length > NAME_SHOWN ? length - NAME_SHOWN : 0;
        used = snprintf(r->error, bytes, "%s%s%s: ", cut > 0 ? "..." : "", r->name + cut,
                        place->named);
    }
    vsnprintf(r->error + used, bytes - (size_t)used, format, arguments);
}

bool rv_reader_fail(rv_reader* r, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_error(r, &(error_place){"", ""}, format, arguments);
    va_end(arguments);
    return false;
}

static error_place place_of_byte(size_t byte) {
    error_place place;
    snprintf(place.named, sizeof place.named, ": byte %zu", byte);
    snprintf(place.unnamed, sizeof place.unnamed, "byte %zu", byte);
    return place;
}

static error_place place_of_line(long line) {
    error_place place;
    snprintf(place.named, sizeof place.named, ":%ld", line);
    snprintf(place.unnamed, sizeof place.unnamed, "line %ld", line);
    return place;
}

bool rv_reader_fail_line(rv_reader* r, const char* format, ...) {
    error_place place =
        r->binary ? place_of_byte((size_t)(r->last - r->start)) : place_of_line(r->line);
    va_list arguments;
    va_start(arguments, format);
    write_error(r, &place, format, arguments);
    va_end(arguments);
    return false;
}

bool rv_reader_fail_byte(rv_reader* r, size_t byte, const char* format, ...) {
    error_place place = place_of_byte(byte);
    va_list arguments;
    va_start(arguments, format);
    write_error(r, &place, format, arguments);
    va_end(arguments);
    return false;
}

// --- files --------------------------------------------------------------------------------------

void rv_reader_begin(rv_reader* r, const char* bytes, size_t count) {
    r->start = r->at = r->last = bytes;
    r->end = bytes + count;
    r->line = 1;
    r->binary = false;
}

static bool bytes_grow(rv_memory* memory, rv_file_bytes* bytes, size_t capacity) {
    char* grown = rv_memory_allocate(memory, capacity);
    if (grown == NULL)
        return false;
    if (bytes->count > 0)
        memcpy(grown, bytes->data, bytes->count);
    rv_memory_release(memory, bytes->data, bytes->capacity);
    *bytes = (rv_file_bytes){grown, bytes->count, capacity};
    return true;
}

// what a file is that no mesh is read from: a pipe would block, a device may never end
static const char* kind_words(mode_t mode) {
    return S_ISDIR(mode)    ? "a directory"
           : S_ISFIFO(mode) ? "a pipe"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

static bool fail_size(rv_reader* r, double bytes, bool more) {
    return rv_reader_fail(r, "has %s%.0f MB: must have at most %d MB", more ? "more than " : "",
                          bytes / 1048576.0, RV_MESH_FILE_BYTES_MAX / 1048576);
}

// The file's descriptor and the size that it tells of itself, which may be too small: procfs tells
// 0 of every file, and a file may grow while it is read. -1: refused, with the reason in the error
static int open_regular(rv_reader* r, size_t* size) {
    struct stat status;
    // without O_NONBLOCK a pipe that nobody writes to holds the caller here
    int descriptor = open(r->name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        rv_reader_fail(r, "cannot be opened: %s", strerror(errno));
    } else if (!S_ISREG(status.st_mode)) {
        rv_reader_fail(r, "is %s: must be a regular file", kind_words(status.st_mode));
    } else if (status.st_size > RV_MESH_FILE_BYTES_MAX) {
        fail_size(r, (double)status.st_size, false);
    } else {
        *size = (size_t)status.st_size;
        return descriptor;
    }
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

// All of a file up to the limit and one byte more, so that one that grows past it is refused. The
// first room is one byte more than the size, so that the end of a file that keeps its size is seen.
static bool read_all(rv_reader* r, int descriptor, size_t size, rv_file_bytes* bytes) {
    const size_t most = (size_t)RV_MESH_FILE_BYTES_MAX + 1;
    for (;;) {
        if (bytes->count == most)
            return fail_size(r, RV_MESH_FILE_BYTES_MAX, true);
        if (bytes->count == bytes->capacity) {
            size_t grown = bytes->capacity + bytes->capacity / 2;
            size_t capacity = bytes->capacity == 0  ? size + 1
                              : grown < FIRST_BYTES ? FIRST_BYTES
                                                    : grown;
            if (!bytes_grow(&r->memory, bytes, capacity < most ? capacity : most))
                return rv_reader_fail(r, "not enough memory for %zu bytes", capacity);
        }
        ssize_t got = read(descriptor, bytes->data + bytes->count, bytes->capacity - bytes->count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return rv_reader_fail(r, "cannot be read: %s", strerror(errno));
        if (got == 0)
            return true;
        bytes->count += (size_t)got;
    }
}

void rv_file_bytes_free(rv_memory* memory, rv_file_bytes* bytes) {
    rv_memory_release(memory, bytes->data, bytes->capacity);
    *bytes = (rv_file_bytes){NULL, 0, 0};
}

bool rv_reader_load(rv_reader* r, rv_file_bytes* bytes) {
    *bytes = (rv_file_bytes){NULL, 0, 0};
    size_t size = 0;
    int descriptor = open_regular(r, &size);
    if (descriptor < 0)
        return false;
    bool good = read_all(r, descriptor, size, bytes);
    close(descriptor);
    if (good)
        rv_reader_begin(r, bytes->data, bytes->count);
    else
        rv_file_bytes_free(&r->memory, bytes);
    return good;
}

bool rv_run_in_plain_locale(rv_reader_work* work, void* context) {
    // another thread does not notice
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return false;
    locale_t before = uselocale(plain);
    bool good = work(context);
    uselocale(before);
    freelocale(plain);
    return good;
}

bool rv_reader_run(rv_reader* r, rv_reader_work* work, void* context) {
    if (r->start == r->end)
        return rv_reader_fail(r, "is empty");
    // what the work says replaces this
    rv_reader_fail(r, "not enough memory");
    bool good = rv_run_in_plain_locale(work, context);
    if (good)
        r->error[0] = '\0';
    return good;
}

int rv_name_ending(const char* name, const char* const* endings, int count) {
    size_t length = strlen(name);
    for (int i = 0; i < count; i++) {
        size_t bytes = strlen(endings[i]);
        if (length >= bytes && rv_word_is((rv_word){name + length - bytes, (int)bytes}, endings[i]))
            return i;
    }
    return -1;
}
