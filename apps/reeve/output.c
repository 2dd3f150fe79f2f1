// Atomic output files: see output.h. The temporary file stands in the folder of the final one,
// because a file can be renamed only within a file system. Devices and pipes are written in place:
// they must never be replaced.
#define _XOPEN_SOURCE 700 // realpath
#define _POSIX_C_SOURCE 200809L
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
static bool open_in_place(output* out, const char* name) {
    out->file = strcmp(name, "-") == 0 ? fdopen(dup(STDOUT_FILENO), "w") : fopen(name, "w");
    return out->file != NULL || refuse(out, name, strerror(errno));
}

bool output_open(output* out, const char* name) {
    *out = (output){NULL, NULL, NULL};
    struct stat status;
    bool exists = stat(name, &status) == 0;
    if (strcmp(name, "-") == 0 || (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)))
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
    *out = (output){NULL, NULL, NULL};
}

bool output_commit(output* out) {
    bool written = !ferror(out->file);
    int reason = errno;
    if (fclose(out->file) != 0) {
        written = false;
        reason = errno;
    }
    out->file = NULL;
    if (written && out->temporary != NULL && rename(out->temporary, out->name) != 0) {
        written = false;
        reason = errno;
    }
    if (!written)
        return refuse(out, out->name != NULL ? out->name : "the output", strerror(reason));
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
