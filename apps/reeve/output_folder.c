// Output folders: see output_folder.h.
#define _XOPEN_SOURCE 700
#define _POSIX_C_SOURCE 200809L
#include "output_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(const char* folder, const char* why) {
    fprintf(stderr, "reeve: cannot write %s: %s\n", folder, why);
    return false;
}

// a file can be made in a folder that is there
static bool check_inside(const char* name) {
    size_t bytes = strlen(name) + sizeof "/.reeve-XXXXXX";
    char* path = malloc(bytes);
    if (path == NULL)
        return refuse(name, strerror(ENOMEM));
    snprintf(path, bytes, "%s/.reeve-XXXXXX", name);
    int descriptor = mkstemp(path), reason = errno;
    if (descriptor >= 0) {
        unlink(path);
        close(descriptor);
    }
    free(path);
    return descriptor >= 0 || refuse(name, strerror(reason));
}

bool output_folder_check(const char* name) {
    struct stat status;
    if (stat(name, &status) == 0)
        return S_ISDIR(status.st_mode) ? check_inside(name) : refuse(name, "it is not a folder");
    bool made;
    return output_folder_make(name, &made) && (rmdir(name) == 0 || refuse(name, strerror(errno)));
}

bool output_folder_make(const char* name, bool* made) {
    *made = mkdir(name, 0777) == 0;
    return *made || errno == EEXIST || refuse(name, strerror(errno));
}
