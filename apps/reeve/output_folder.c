// Output folders: see output_folder.h. The temporary folder stands where its files can be renamed
// into place: inside a folder that exists (it may be the root of a file system), beside one that
// does not, which it then becomes.
#define _XOPEN_SOURCE 700
#define _POSIX_C_SOURCE 200809L
#include "output_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(const char* folder, const char* file, const char* why) {
    fprintf(stderr, "reeve: cannot write %s%s%s: %s\n", folder, file[0] != '\0' ? "/" : "", file,
            why);
    return false;
}

static char* path_of(const char* folder, const char* file) {
    size_t bytes = strlen(folder) + strlen(file) + 2;
    char* path = malloc(bytes);
    if (path != NULL)
        snprintf(path, bytes, "%s/%s", folder, file);
    return path;
}

// the name without slashes at its end
static char* copy_name(const char* name) {
    size_t length = strlen(name);
    while (length > 1 && name[length - 1] == '/')
        length--;
    return strndup(name, length);
}

bool output_folder_open(output_folder* folder, const char* name) {
    *folder = (output_folder){NULL, NULL, false};
    struct stat status;
    folder->exists = stat(name, &status) == 0;
    if (folder->exists && !S_ISDIR(status.st_mode))
        return refuse(name, "", "it is not a folder");
    folder->name = copy_name(name);
    if (folder->name == NULL)
        return refuse(name, "", strerror(ENOMEM));
    size_t bytes = strlen(folder->name) + sizeof "/.reeve-XXXXXX";
    char* temporary = malloc(bytes);
    if (temporary != NULL)
        snprintf(temporary, bytes, folder->exists ? "%s/.reeve-XXXXXX" : "%s.XXXXXX", folder->name);
    if (temporary == NULL || mkdtemp(temporary) == NULL) {
        int reason = temporary != NULL ? errno : ENOMEM;
        free(temporary);
        output_folder_discard(folder);
        return refuse(name, "", strerror(reason));
    }
    folder->temporary = temporary;
    // as an ordinary new folder would be, not private as temporary ones are
    mode_t mask = umask(0);
    umask(mask);
    if (chmod(temporary, 0777 & ~mask) == 0)
        return true;
    int reason = errno;
    output_folder_discard(folder);
    return refuse(name, "", strerror(reason));
}

FILE* output_folder_create(output_folder* folder, const char* file) {
    char* path = path_of(folder->temporary, file);
    FILE* opened = path != NULL ? fopen(path, "wbx") : NULL;
    if (opened == NULL)
        refuse(folder->name, file, strerror(path != NULL ? errno : ENOMEM));
    free(path);
    return opened;
}

bool output_folder_close(output_folder* folder, const char* file, FILE* opened) {
    bool written = !ferror(opened);
    int reason = errno;
    if (fclose(opened) != 0) {
        written = false;
        reason = errno;
    }
    return written || refuse(folder->name, file, strerror(reason));
}

static int is_file(const struct dirent* entry) {
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static bool move(output_folder* folder, const char* file) {
    char* from = path_of(folder->temporary, file);
    char* to = path_of(folder->name, file);
    bool moved = from != NULL && to != NULL && rename(from, to) == 0;
    if (!moved)
        refuse(folder->name, file, strerror(from != NULL && to != NULL ? errno : ENOMEM));
    free(from);
    free(to);
    return moved;
}

static bool move_all(output_folder* folder, const char* last) {
    struct dirent** entries = NULL;
    int count = scandir(folder->temporary, &entries, is_file, alphasort);
    if (count < 0)
        return refuse(folder->name, "", strerror(errno));
    bool moved = true;
    for (int i = 0; i < count; i++) {
        if (moved && strcmp(entries[i]->d_name, last) != 0)
            moved = move(folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return moved && move(folder, last);
}

bool output_folder_commit(output_folder* folder, const char* last) {
    bool moved = folder->exists ? move_all(folder, last)
                                : rename(folder->temporary, folder->name) == 0
                                      || refuse(folder->name, "", strerror(errno));
    if (moved && !folder->exists) {
        free(folder->temporary);
        folder->temporary = NULL;
    }
    output_folder_discard(folder);
    return moved;
}

void output_folder_discard(output_folder* folder) {
    struct dirent** entries = NULL;
    int count = folder->temporary != NULL ? scandir(folder->temporary, &entries, is_file, NULL) : 0;
    for (int i = 0; i < count; i++) {
        char* path = path_of(folder->temporary, entries[i]->d_name);
        if (path != NULL)
            unlink(path);
        free(path);
        free(entries[i]);
    }
    free(entries);
    if (folder->temporary != NULL)
        rmdir(folder->temporary);
    free(folder->name);
    free(folder->temporary);
    *folder = (output_folder){NULL, NULL, false};
}
