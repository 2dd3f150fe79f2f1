// Finds the gallery and its scenes: see gallery.h. The folder beside an installed command comes
// before that of the sources, so that an installed tree can be moved and never shows scenes of
// another version.
#define _POSIX_C_SOURCE 200809L
#include "gallery.h"

#include "scene/nearest.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char* path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// the folder "../share/reeve/scenes" seen from the running command
static bool installed_folder(char* buffer, size_t bytes) {
    char self[2048];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return false;
    self[length] = '\0';
    for (int up = 0; up < 2; up++) {
        char* slash = strrchr(self, '/');
        if (slash == NULL)
            return false;
        *slash = '\0';
    }
    snprintf(buffer, bytes, "%s/share/reeve/scenes", self);
    return is_folder(buffer);
}

static bool find_folder(const char* given, char* buffer, size_t bytes) {
    const char* environment = getenv("REEVE_SCENES");
    if (given == NULL && environment != NULL && *environment != '\0')
        given = environment;
    if (given != NULL) {
        snprintf(buffer, bytes, "%s", given);
        return is_folder(buffer);
    }
    if (installed_folder(buffer, bytes))
        return true;
#ifdef RV_SCENES_SOURCE_DIR
    snprintf(buffer, bytes, "%s", RV_SCENES_SOURCE_DIR);
    if (is_folder(buffer))
        return true;
#endif
#ifdef RV_SCENES_INSTALL_DIR
    snprintf(buffer, bytes, "%s", RV_SCENES_INSTALL_DIR);
    if (is_folder(buffer))
        return true;
#endif
    return false;
}

static int is_scene(const struct dirent* entry) {
    size_t length = strlen(entry->d_name);
    return length > 5 && entry->d_name[0] != '.'
           && strcmp(entry->d_name + length - 5, ".json") == 0;
}

bool gallery_open(gallery* g, const char* folder) {
    *g = (gallery){"", NULL, 0};
    struct dirent** entries = NULL;
    int found = find_folder(folder, g->folder, sizeof g->folder)
                    ? scandir(g->folder, &entries, is_scene, alphasort)
                    : -1;
    if (found < 0)
        return false;
    g->names = calloc((size_t)found + 1, sizeof *g->names);
    for (int i = 0; i < found; i++) {
        size_t stem = strlen(entries[i]->d_name) - strlen(".json");
        char* name = g->names != NULL ? strndup(entries[i]->d_name, stem) : NULL;
        if (name != NULL)
            g->names[g->count++] = name;
        free(entries[i]);
    }
    free(entries);
    return g->names != NULL;
}

void gallery_close(gallery* g) {
    for (int i = 0; i < g->count; i++)
        free(g->names[i]);
    free(g->names);
    *g = (gallery){"", NULL, 0};
}

int gallery_path(const gallery* g, int index, char* buffer, size_t bytes) {
    return snprintf(buffer, bytes, "%s/%s.json", g->folder, g->names[index]);
}

// "01-heavy-load" is also "heavy-load"
static const char* without_number(const char* name) {
    const char* rest = name;
    while (isdigit((unsigned char)*rest))
        rest++;
    return rest > name && *rest == '-' ? rest + 1 : name;
}

static bool find_name(const gallery* g, const char* word, char* buffer, size_t bytes) {
    rv_scene_nearest nearest = rv_scene_nearest_begin(word);
    for (int i = 0; i < g->count; i++) {
        const char* shorter = without_number(g->names[i]);
        if (strcmp(g->names[i], word) == 0 || strcmp(shorter, word) == 0) {
            gallery_path(g, i, buffer, bytes);
            return true;
        }
        rv_scene_nearest_try(&nearest, g->names[i]);
        rv_scene_nearest_try(&nearest, shorter);
    }
    if (nearest.best != NULL)
        fprintf(stderr, "reeve: no file and no scene of the gallery '%s': did you mean '%s'?\n",
                word, nearest.best);
    else
        fprintf(stderr,
                "reeve: no file and no scene of the gallery '%s'; `reeve list` shows them\n", word);
    return false;
}

bool scene_path(const char* word, const char* scenes_folder, char* buffer, size_t bytes) {
    size_t length = strlen(word);
    bool looks_like_path = strchr(word, '/') != NULL || access(word, F_OK) == 0
                           || (length > 5 && strcmp(word + length - 5, ".json") == 0);
    if (length >= bytes) {
        fprintf(stderr, "reeve: the name of the scene is too long\n");
        return false;
    }
    if (looks_like_path) {
        memcpy(buffer, word, length + 1);
        return true;
    }
    gallery g;
    gallery_open(&g, scenes_folder);
    bool found = find_name(&g, word, buffer, bytes);
    gallery_close(&g);
    return found;
}
