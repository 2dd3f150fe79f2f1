// Files that a scene names: where they are, and whether the scene may name them. A scene may come
// from a stranger, so a file lies in the folder of the scene, in one that the caller allows, or below
// either. What counts is where a path ends, after "..", and links: a link out of the folder is out.
#define _XOPEN_SOURCE 700 // realpath
#include "scene/rules.h"

#include <stdlib.h>
#include <string.h>

// Is a real path in a folder, or below it? `folder` may have links and "..".
static bool is_below(const char* real, const char* folder) {
    char* top = realpath(folder[0] != '\0' ? folder : ".", NULL);
    size_t length = top != NULL ? strlen(top) : 0;
    // the root ends in a slash, other folders do not
    if (length == 1)
        length = 0;
    bool below = top != NULL && strncmp(real, top, length) == 0 && real[length] == '/';
    free(top);
    return below;
}

// Where a path ends; of a file that is not there, its folder followed by a slash. NULL: nowhere
static char* real_path(const char* path) {
    char* real = realpath(path, NULL);
    const char* slash = strrchr(path, '/');
    if (real != NULL)
        return real;
    size_t bytes = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char* folder = malloc(bytes + 3);
    if (folder == NULL)
        return NULL;
    memcpy(folder, path, bytes);
    memcpy(folder + bytes, ".", 2);
    real = realpath(folder, NULL);
    free(folder);
    size_t length = real != NULL ? strlen(real) : 0;
    char* open = real != NULL ? realloc(real, length + 2) : NULL;
    if (open == NULL)
        free(real);
    else
        memcpy(open + length, "/", 2);
    return open;
}

bool rv_scene_file_allowed(const rv_scene* scene, rv_scene_place* place, const char* key,
                           const char* path) {
    char* real = real_path(path);
    bool allowed = real != NULL
                   && (is_below(real, scene->folder)
                       || (scene->mesh_folder != NULL && is_below(real, scene->mesh_folder)));
    free(real);
    if (!allowed)
        rv_scene_complain_value(
            place, key,
            "'%s' is not in the folder of the scene; must be there or below, or "
            "in a folder that the command allows (--meshes DIR)",
            rv_scene_quoted(path).text);
    return allowed;
}

const char* rv_scene_file_path(rv_scene* scene, rv_scene_place* place, const char* key,
                               const char* file) {
    if (scene->folder == NULL) {
        rv_scene_complain_value(place, key,
                                "'%s' is a file; only a scene that is a file itself can have one",
                                rv_scene_quoted(file).text);
        return NULL;
    }
    // beside the scene, unless its path is complete
    const char* folder = file[0] == '/' ? "" : scene->folder;
    size_t folder_bytes = strlen(folder), file_bytes = strlen(file) + 1;
    char* path = rv_scene_allocate(scene, folder_bytes + file_bytes, 1);
    if (path == NULL) {
        rv_scene_complain(place, "not enough memory for the name of a file");
        return NULL;
    }
    memcpy(path, folder, folder_bytes);
    memcpy(path + folder_bytes, file, file_bytes);
    return rv_scene_file_allowed(scene, place, key, path) ? path : NULL;
}
