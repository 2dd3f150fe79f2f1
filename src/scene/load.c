// From a file or a text to a scene: reads it (up to a limit), lets jansson parse it, fills the
// definition by the tables and applies the rules. What jansson stumbles over is told in our words,
// by its error code and the token it names. The memory of a scene is a list of blocks, freed with
// it.
#define _POSIX_C_SOURCE 200809L
#include "scene/read.h"
#include "scene/rules.h"
#include "scene/scene.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- memory of a scene --------------------------------------------------------------------------

typedef struct rv_scene_block {
    struct rv_scene_block* next;
    max_align_t memory[];
} rv_scene_block;

void* rv_scene_allocate(rv_scene* scene, size_t count, size_t bytes) {
    if (count == 0 || count > (SIZE_MAX - sizeof(rv_scene_block)) / bytes)
        return NULL;
    rv_scene_block* block = calloc(1, sizeof *block + count * bytes);
    if (block == NULL)
        return NULL;
    block->next = scene->blocks;
    scene->blocks = block;
    return block->memory;
}

void rv_scene_destroy(rv_scene* scene) {
    if (scene == NULL)
        return;
    rv_scene_geometry* geometries = scene->geometries.items;
    for (int i = 0; i < scene->geometries.count; i++)
        rv_mesh_data_free(&geometries[i].data);
    rv_scene_solids_free(scene);
    while (scene->blocks != NULL) {
        rv_scene_block* next = scene->blocks->next;
        free(scene->blocks);
        scene->blocks = next;
    }
    json_decref(scene->root);
    free(scene->text);
    free(scene);
}

// --- syntax -------------------------------------------------------------------------------------

// jansson says where a token ended and often what it was: "... near 'tru'"
static int token_start(const json_error_t* error) {
    const char* near = strstr(error->text, " near '");
    int column = error->column;
    if (near != NULL && strchr(near, '\n') == NULL) {
        const char* token = near + strlen(" near '");
        int characters = -1; // the quote that closes is not of it
        for (; *token != '\0'; token++)
            characters += ((unsigned char)*token & 0xc0) != 0x80;
        column -= characters - 1;
    }
    return column < 1 ? 1 : column;
}

// the token jansson stumbled over; "" if it does not say
static rv_scene_quote token_text(const json_error_t* error) {
    const char* near = strstr(error->text, " near '");
    rv_scene_quote token = rv_scene_quoted(near != NULL ? near + strlen(" near '") : "'");
    size_t length = strlen(token.text);
    if (length > 0)
        token.text[length - 1] = '\0'; // the quote that closes
    return token;
}

// how jansson's texts begin, and what to tell: %s is the token
static const char* const syntax_sentences[][2] = {
    {"string or '}' expected near '}'", "a comma before '%s'; remove it"},
    {"string or '}' expected near '/'", "'%s' where a key must stand; comments must go"},
    {"string or '}' expected", "'%s' where a key must stand: a text in double quotes"},
    {"'}' expected near '/'", "'%s' where a comma or '}' must stand; comments must go"},
    {"']' expected near '/'", "'%s' where a comma or ']' must stand; comments must go"},
    {"'}' expected", "'%s' where a comma or '}' must stand"},
    {"']' expected", "'%s' where a comma or ']' must stand"},
    {"':' expected", "'%s' where a ':' must stand"},
    {"unexpected newline", "the text %s goes on in the next line; must end in its line"},
    {"unexpected token", "'%s' where a value must stand"},
    {"invalid token near '/'", "'%s' is not JSON; comments must go"},
    {"invalid token", "'%s' is not JSON; must be a number, a text in double quotes, a list, an "
                      "object, true or false"},
    {"", "not JSON near '%s'"},
};

// puts the token where the sentence has its %s
static void sentence_fill(char* buffer, size_t bytes, const char* sentence, const char* token) {
    const char* mark = strstr(sentence, "%s");
    snprintf(buffer, bytes, "%.*s%s%s", (int)(mark - sentence), sentence, token, mark + 2);
}

static const char* syntax_sentence(const json_error_t* error) {
    int i = 0;
    while (strncmp(error->text, syntax_sentences[i][0], strlen(syntax_sentences[i][0])) != 0)
        i++;
    return syntax_sentences[i][1];
}

static void complain_syntax(rv_scene_problems* problems, const json_error_t* error) {
    int line = error->line < 1 ? 1 : error->line, column = token_start(error);
    rv_scene_quote token = token_text(error);
    char sentence[RV_SCENE_MESSAGE_BYTES];
    switch (json_error_code(error)) {
    case json_error_premature_end_of_input:
        rv_scene_complain_at(problems, line, error->column + 1,
                             "the file ends in the middle; must be one complete JSON object");
        break;
    case json_error_end_of_input_expected:
        rv_scene_complain_at(problems, line, column,
                             "'%s' after the end of the scene; must be one JSON object",
                             token.text);
        break;
    case json_error_invalid_utf8:
        rv_scene_complain_at(problems, line, error->column + 1,
                             "not UTF-8 text; a scene must be JSON in UTF-8");
        break;
    case json_error_duplicate_key:
        rv_scene_complain_at(problems, line, column,
                             "the key %s stands twice in one object; must stand once", token.text);
        break;
    case json_error_numeric_overflow:
        rv_scene_complain_at(problems, line, column,
                             "the number %s is too large; must be at most %g", token.text,
                             RV_SCENE_LARGEST);
        break;
    case json_error_null_character:
    case json_error_null_byte_in_key:
        rv_scene_complain_at(problems, line, column,
                             "the text %s has a zero character; must do without", token.text);
        break;
    case json_error_stack_overflow:
        rv_scene_complain_at(problems, line, column,
                             "nested too deeply; a scene must have at most %d levels",
                             RV_SCENE_DEPTH_MAX);
        break;
    case json_error_out_of_memory:
        rv_scene_complain_at(problems, 0, 0, "not enough memory to read the scene");
        break;
    default:
        sentence_fill(sentence, sizeof sentence, syntax_sentence(error), token.text);
        rv_scene_complain_at(problems, line, column, "%s", sentence);
        break;
    }
}

static bool is_blank(const char* text, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        if (strchr(" \t\r\n", text[i]) == NULL || text[i] == '\0')
            return false;
    return true;
}

static json_t* parse_json(const char* text, size_t bytes, rv_scene_problems* problems) {
    if (is_blank(text, bytes)) {
        rv_scene_complain_at(problems, 1, 1,
                             "the file is empty; must be a scene: { \"reeve\": 1, ... }");
        return NULL;
    }
    const char* zero = memchr(text, '\0', bytes);
    if (zero != NULL) {
        int line, column;
        rv_scene_count_lines(text, zero, &line, &column);
        rv_scene_complain_at(problems, line, column,
                             "a zero byte: not text; a scene must be JSON in UTF-8");
        return NULL;
    }
    json_error_t error;
    json_t* root = json_loadb(
        text, bytes, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL | JSON_DECODE_ANY, &error);
    if (root == NULL)
        complain_syntax(problems, &error);
    return root;
}

// --- the scene ----------------------------------------------------------------------------------

// what a file leaves out
static void scene_defaults(rv_scene* scene) {
    scene->world = rv_world_def_default();
    scene->rate = 60.0;
    scene->duration = 10.0;
}

static void read_root(rv_scene* scene, rv_scene_problems* problems) {
    rv_scene_reader reader = {scene, {scene->text, scene->bytes, {{{NULL, 0}}, 0}, problems}};
    if (!json_is_object(scene->root)) {
        rv_scene_complain(&reader.place, "is %s; must be an object: { \"reeve\": 1, ... }",
                          rv_scene_value_words(scene->root).text);
        return;
    }
    rv_scene_read_object(&reader, rv_scene_table_root(), scene->root, scene);
    if (problems->count == 0)
        rv_scene_rules_apply(scene, &reader.place);
}

// the name and, of a file, the folder that it is in
static bool keep_name(rv_scene* scene, const char* name, bool is_file) {
    char* file = rv_scene_allocate(scene, strlen(name) + 1, 1);
    char* folder = rv_scene_allocate(scene, strlen(name) + 1, 1);
    if (file == NULL || folder == NULL)
        return false;
    memcpy(file, name, strlen(name) + 1);
    scene->file = file;
    const char* slash = strrchr(name, '/');
    if (slash != NULL)
        memcpy(folder, name, (size_t)(slash - name) + 1);
    if (is_file)
        scene->folder = folder;
    return true;
}

// what a text is called, whether it is that of a file, and where its meshes may lie besides
typedef struct text_source {
    const char* name;
    bool is_file;
    const char* mesh_folder;
} text_source;

// takes over the text, which has room for one byte more
static rv_scene* scene_from_text(char* text, size_t bytes, text_source source,
                                 rv_scene_problems* problems) {
    // a mark of UTF-8 at the start says nothing more
    if (bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        bytes -= 3;
        memmove(text, text + 3, bytes);
    }
    text[bytes] = '\0';
    rv_scene* scene = calloc(1, sizeof *scene);
    if (scene == NULL) {
        free(text);
        rv_scene_complain_at(problems, 0, 0, "not enough memory to read the scene");
        return NULL;
    }
    scene->text = text;
    scene->bytes = bytes;
    scene_defaults(scene);
    int before = problems->count;
    scene->mesh_folder = source.mesh_folder;
    if (!keep_name(scene, source.name, source.is_file))
        rv_scene_complain_at(problems, 0, 0, "not enough memory to read the scene");
    else
        scene->root = parse_json(text, bytes, problems);
    if (scene->root != NULL)
        read_root(scene, problems);
    scene->mesh_folder = NULL;
    if (problems->count == before)
        return scene;
    rv_scene_destroy(scene);
    return NULL;
}

rv_scene* rv_scene_parse(const char* text, size_t bytes, const char* name,
                         rv_scene_problems* problems) {
    problems->file = name;
    char* copy = malloc(bytes + 1);
    if (copy == NULL) {
        rv_scene_complain_at(problems, 0, 0, "not enough memory to read the scene");
        return NULL;
    }
    memcpy(copy, text, bytes);
    return scene_from_text(copy, bytes, (text_source){name, false, NULL}, problems);
}

// --- files --------------------------------------------------------------------------------------

static void complain_size(rv_scene_problems* problems, double bytes) {
    rv_scene_complain_at(problems, 0, 0, "has %s%.0f MB; a scene file must have at most %d MB",
                         bytes > RV_SCENE_BYTES_MAX + 1.0 ? "" : "more than ", bytes / 1048576.0,
                         RV_SCENE_BYTES_MAX / 1048576);
}

// Everything up to the limit and one byte more, so that a stream without a size is refused too; with room
// behind it.
static char* read_all(int descriptor, size_t guess, size_t* bytes, rv_scene_problems* problems) {
    size_t room = guess + 1, used = 0;
    char* text = malloc(room);
    while (text != NULL) {
        ssize_t got = read(descriptor, text + used, room - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            rv_scene_complain_at(problems, 0, 0, "cannot be read: %s", strerror(errno));
            break;
        }
        used += (size_t)got;
        if (used > RV_SCENE_BYTES_MAX) {
            complain_size(problems, RV_SCENE_BYTES_MAX);
            break;
        }
        if (got == 0) {
            *bytes = used;
            return text;
        }
        if (used == room) {
            char* more = realloc(text, room * 2);
            if (more == NULL)
                rv_scene_complain_at(problems, 0, 0, "not enough memory to read the scene");
            if (more == NULL)
                break;
            text = more;
            room *= 2;
        }
    }
    if (text == NULL)
        rv_scene_complain_at(problems, 0, 0, "not enough memory to read the scene");
    free(text);
    return NULL;
}

rv_scene* rv_scene_load(const char* file, rv_scene_problems* problems) {
    return rv_scene_load_with(file, NULL, problems);
}

rv_scene* rv_scene_load_with(const char* file, const char* mesh_folder,
                             rv_scene_problems* problems) {
    problems->file = file;
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        rv_scene_complain_at(problems, 0, 0, "cannot be opened: %s", strerror(errno));
        if (descriptor >= 0)
            close(descriptor);
        return NULL;
    }
    rv_scene* scene = NULL;
    size_t bytes = 0;
    if (S_ISDIR(status.st_mode)) {
        rv_scene_complain_at(problems, 0, 0, "is a directory; must be a scene file");
    } else if (S_ISREG(status.st_mode) && status.st_size > RV_SCENE_BYTES_MAX) {
        complain_size(problems, (double)status.st_size);
    } else {
        size_t guess = S_ISREG(status.st_mode) ? (size_t)status.st_size : 65536;
        char* text = read_all(descriptor, guess, &bytes, problems);
        if (text != NULL)
            scene = scene_from_text(text, bytes, (text_source){file, true, mesh_folder}, problems);
    }
    close(descriptor);
    return scene;
}
