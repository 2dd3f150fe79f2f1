// Output files: see output.h. The temporary file stands in the folder of the final one, because a
// file can be renamed only within a file system. It lives as short as can be, so that a program that
// is killed leaves none: a file that is written over time is renamed after its first rows, and goes
// on under its name. Devices and pipes are written in place: they must never be replaced.
#define _XOPEN_SOURCE 700 // realpath
#define _POSIX_C_SOURCE 200809L
#include "output.h"

#include "view/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// between two flushes [s]; with the step that is made when it ends they stay under a second, unless
// the step itself takes half a second
#define KEEP_SECONDS 0.5

// what the buffer of a stream holds at least, a block of the usual file systems
enum { BUFFER_BYTES = 4096 };

static bool refuse(output* out, const char* name, const char* why) {
    fprintf(stderr, "reeve: cannot write %s: %s\n", name, why);
    output_discard(out);
    return false;
}

static char* joined(const char* a, const char* b) {
    char* text = malloc(strlen(a) + strlen(b) + 1);
    if (text != NULL)
        strcat(strcpy(text, a), b);
    return text;
}

bool output_make_folders(const char* name) {
    char* path = joined(name, "");
    bool made = path != NULL;
    for (char* slash = path; made && (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = '\0';
        // what is there already and is no folder is noticed when the file is opened
        made = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!made)
            fprintf(stderr, "reeve: cannot make the folder %s: %s\n", path, strerror(errno));
    }
    if (path == NULL)
        fprintf(stderr, "reeve: cannot write %s: %s\n", name, strerror(ENOMEM));
    free(path);
    return made;
}

// a device or a pipe is written as it is: it must never be replaced by a file
static bool is_in_place(const char* name, const struct stat* status) {
    return strcmp(name, "-") == 0
           || (status != NULL && !S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode));
}

static bool open_in_place(output* out, const char* name) {
    bool standard = strcmp(name, "-") == 0;
    out->in_place = true;
    out->name = joined(standard ? "standard output" : name, "");
    out->file = standard ? fdopen(dup(STDOUT_FILENO), "w") : fopen(name, "w");
    return out->file != NULL || refuse(out, name, strerror(errno));
}

bool output_check(const char* name) {
    struct stat status;
    output out;
    if (is_in_place(name, stat(name, &status) == 0 ? &status : NULL))
        return true;
    bool good = output_open(&out, name);
    output_discard(&out);
    return good;
}

bool output_open(output* out, const char* name) {
    *out = (output){.file = NULL};
    struct stat status;
    bool exists = stat(name, &status) == 0;
    if (is_in_place(name, exists ? &status : NULL))
        return open_in_place(out, name);
    if (exists && S_ISDIR(status.st_mode))
        return refuse(out, name, "it is a directory");
    // a link stays a link: what it points to is replaced
    out->name = exists ? realpath(name, NULL) : joined(name, "");
    out->temporary = out->name != NULL ? joined(out->name, ".XXXXXX") : NULL;
    if (out->temporary == NULL)
        return refuse(out, name, strerror(ENOMEM));
    int descriptor = mkstemp(out->temporary);
    if (descriptor < 0) {
        int reason = errno;
        free(out->temporary);
        out->temporary = NULL;
        return refuse(out, name, strerror(reason));
    }
    fcntl(descriptor, F_SETFD, FD_CLOEXEC); // not for programs that are started meanwhile
    // as an ordinary new file would be, not private as temporary files are
    mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, exists ? status.st_mode & 0777 : 0666 & ~mask);
    out->file = fdopen(descriptor, "w");
    return out->file != NULL || refuse(out, name, strerror(errno));
}

static void release(output* out) {
    free(out->name);
    free(out->temporary);
    *out = (output){.file = NULL};
}

static bool rename_to_name(output* out) {
    if (out->temporary == NULL)
        return true;
    if (rename(out->temporary, out->name) != 0)
        return false;
    free(out->temporary);
    out->temporary = NULL;
    return true;
}

// what was written, whole; errno says why not
static bool flush(output* out) {
    bool failed = ferror(out->file) != 0;
    errno = 0;
    if (fflush(out->file) == 0 && !failed)
        return true;
    errno = out->reason != 0 ? out->reason : errno != 0 ? errno : EIO;
    return false;
}

// Closes a file that cannot be written any further, and cuts it where it was kept: closing tries once
// more to write what the buffer holds.
static bool fail(output* out, int reason) {
    int descriptor = out->kept > 0 ? dup(fileno(out->file)) : -1;
    fprintf(stderr, "reeve: cannot write %s: %s%s\n", out->name != NULL ? out->name : "the output",
            strerror(reason), out->kept > 0 ? "; what was written before is kept" : "");
    fclose(out->file);
    out->file = NULL;
    if (descriptor >= 0) {
        // of a row that was cut, nothing
        if (ftruncate(descriptor, (off_t)out->kept) != 0)
            fprintf(stderr, "reeve: the last line of %s may be cut\n", out->name);
        close(descriptor);
    }
    output_discard(out);
    return false;
}

bool output_keep(output* out) {
    if (out->file == NULL)
        return false;
    if (!flush(out) || !rename_to_name(out))
        return fail(out, errno);
    out->kept = out->in_place ? 0 : (long long)ftello(out->file);
    out->kept_at = rv_clock_now();
    out->pending = 0;
    return true;
}

void output_write(output* out, const void* bytes, size_t count) {
    if (fwrite(bytes, 1, count, out->file) < count && out->reason == 0)
        out->reason = errno;
}

// a full buffer would be written with a part of a row at its end
bool output_row(output* out, const char* text, size_t bytes) {
    if (out->pending + bytes > BUFFER_BYTES && !output_keep(out))
        return false;
    output_write(out, text, bytes);
    out->pending += bytes;
    return out->pending <= BUFFER_BYTES || output_keep(out);
}

bool output_keep_due(output* out) {
    if (out->file == NULL)
        return false;
    return rv_clock_now() - out->kept_at < KEEP_SECONDS || output_keep(out);
}

bool output_commit(output* out) {
    if (out->file == NULL)
        return false;
    if (!flush(out))
        return fail(out, errno);
    // some file systems tell only now that they had no room
    bool closed = fclose(out->file) == 0;
    out->file = NULL;
    if (!closed || !rename_to_name(out))
        return refuse(out, out->name, strerror(errno));
    release(out);
    return true;
}

void output_discard(output* out) {
    if (out->file != NULL)
        fclose(out->file);
    if (out->temporary != NULL)
        unlink(out->temporary);
    release(out);
}
