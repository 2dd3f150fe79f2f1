// Scene files as a stranger may write them, for libFuzzer. What is read is a scene or has problems,
// never both: each with a sentence of one line and a place within the text. Some of what can be
// played quickly is: the engine takes it, or refuses it at its place, and three steps give numbers. Files
// that a scene names, devices and solids, whose meshes can be any size, are left out of that.
//
// Bytes that are changed at random make no JSON: half of all changes are made to values of the tree
// (jansson) instead: numbers to the ends of what there is, values and keys for others of the same
// scene or of the words of the schema, lists longer and shorter.
#include "fuzz_heap.h"
#include "scene/scene.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count);
size_t LLVMFuzzerCustomMutator(uint8_t* bytes, size_t count, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t* bytes, size_t count, size_t most);

// what is played: a scene this small takes well under a millisecond
enum { BODIES_MOST = 40, CABLES_MOST = 6, NODES_MOST = 4000, STEPS = 3 };
// and of those every so many, by their length
enum { PLAYED = 8 };
// what is read at all: along a side of a mesh, and in bytes
enum { CELLS_MOST = 40, BYTES_MOST = 1 << 16 };

static rv_scene_problems problems; // too large for a careful stack

// --- what is checked ----------------------------------------------------------------------------

static int lines_of(const uint8_t* bytes, size_t count) {
    int lines = 1;
    for (size_t i = 0; i < count; i++)
        lines += bytes[i] == '\n';
    return lines;
}

static void check_problems(const uint8_t* bytes, size_t count) {
    int lines = lines_of(bytes, count);
    char line[2048];
    for (int i = 0; i < problems.count && i < RV_SCENE_PROBLEMS_MAX; i++) {
        const rv_scene_problem* p = &problems.items[i];
        REQUIRE(p->line >= 0 && p->line <= lines);
        REQUIRE(p->column >= 0 && (size_t)p->column <= count + 1);
        REQUIRE(memchr(p->path, '\0', sizeof p->path) != NULL);
        REQUIRE(memchr(p->message, '\0', sizeof p->message) != NULL && strlen(p->message) > 5);
        int length = rv_scene_problem_line(&problems, i, line, sizeof line);
        REQUIRE(length > 0 && (size_t)length < sizeof line);
        for (const char* c = line; *c != '\0'; c++)
            REQUIRE((unsigned char)*c >= ' ');
    }
}

static void read_columns(const rv_scene_play* play) {
    int columns = rv_scene_play_column_count(play);
    double* values = malloc(((size_t)columns + 1) * sizeof *values);
    char name[128];
    REQUIRE(values != NULL);
    rv_scene_play_read(play, values);
    for (int i = 0; i < columns; i++) {
        REQUIRE(rv_scene_play_column_name(play, i, name, sizeof name) > 0);
        REQUIRE(rv_scene_play_column_unit(play, i) != NULL);
    }
    free(values);
}

static void play(const rv_scene* scene) {
    rv_scene_summary about = rv_scene_summarize(scene);
    if (about.bodies > BODIES_MOST || about.cables > CABLES_MOST || about.solids > 0
        || about.haptics > 0)
        return;
    rv_scene_play* play = rv_scene_play_create(scene, NULL, &problems);
    REQUIRE((play != NULL) == (problems.count == 0));
    if (play == NULL)
        return;
    rv_world* world = rv_scene_play_world(play);
    read_columns(play);
    bool quick = rv_body_count(world) < NODES_MOST;
    int frozen = 0; // so far
    for (int i = 0; i < STEPS && quick; i++) {
        for (int c = 0; c < about.controls; c++)
            REQUIRE(rv_scene_play_set_control(play, c, i - 1.0));
        rv_scene_play_step(play);
        rv_report report = rv_world_report(world);
        REQUIRE(report.status != RV_STATUS_OK || report.nonfinite_count == frozen);
        frozen = report.nonfinite_count;
        for (rv_body_id b = rv_body_next(world, (rv_body_id){0, 0, 0}); b.slot != 0;
             b = rv_body_next(world, b)) {
            rv_vec3 p = rv_body_center(world, b);
            REQUIRE(isfinite(p.x) && isfinite(p.y) && isfinite(p.z));
        }
    }
    read_columns(play);
    rv_scene_play_destroy(play);
}

// Whether a mesh has more cells along a side than can be checked quickly: 100 along each make six
// million tetrahedra, which take half a minute with sanitizers.
static bool has_large_mesh(const uint8_t* bytes, size_t count) {
    static char text[BYTES_MOST + 1];
    if (count > BYTES_MOST)
        return true;
    memcpy(text, bytes, count);
    text[count] = '\0';
    for (const char* at = text; (at = strstr(at, "cells\"")) != NULL;) {
        at += strlen("cells\"");
        while (*at != '\0' && strchr(" \t\r\n:[,", *at) != NULL) {
            char* end;
            if (strtod(at + 1, &end) > CELLS_MOST)
                return true;
            at = end > at + 1 ? end : at + 1;
        }
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
    if (has_large_mesh(bytes, count))
        return 0;
    problems.count = 0;
    rv_scene* scene = rv_scene_parse((const char*)bytes, count, "fuzz.json", &problems);
    REQUIRE((scene != NULL) == (problems.count == 0));
    if (scene != NULL) {
        size_t length;
        const char* text = rv_scene_text(scene, &length);
        // without the mark of its encoding
        REQUIRE((length == count || length + 3 == count)
                && memcmp(text, bytes + (count - length), length) == 0);
        rv_scene_summary about = rv_scene_summarize(scene);
        for (int i = -1; i <= about.controls; i++)
            REQUIRE((rv_scene_control_at(scene, i).label != NULL)
                    == (i >= 0 && i < about.controls));
        // reading is what is fuzzed, and quicker
        if (count % PLAYED == 0)
            play(scene);
    }
    check_problems(bytes, count);
    rv_scene_destroy(scene);
    return 0;
}

// --- how scenes are changed ---------------------------------------------------------------------

static uint32_t chance(unsigned* seed, uint32_t below) {
    *seed = *seed * 1664525u + 1013904223u; // an LCG of Numerical Recipes
    return (uint32_t)(((uint64_t)*seed * below) >> 32);
}

// values of a tree in order: counts down to the one that is wanted, with what holds it
typedef struct found {
    long left;
    json_t *value, *holder;
    const char* key; // NULL: `index` of a list
    size_t index;
} found;

static void visit(found* f, json_t* value, json_t* holder, const char* key, size_t index) {
    if (f->left < 0)
        return;
    if (f->left-- == 0)
        *f = (found){-1, value, holder, key, index};
    const char* name;
    json_t* part;
    size_t i;
    if (json_is_object(value))
        json_object_foreach(value, name, part) visit(f, part, value, name, 0);
    else
        json_array_foreach(value, i, part) visit(f, part, value, NULL, i);
}

static found pick(json_t* root, unsigned* seed) {
    found all = {.left = 1000000};
    visit(&all, root, NULL, NULL, 0);
    found one = {.left = (long)chance(seed, (uint32_t)(1000000 - all.left))};
    visit(&one, root, NULL, NULL, 0);
    return one;
}

static json_t* other_number(double old, unsigned* seed) {
    static const double ends[] = {0.0, 1.0,  -1.0,  0.5,    2.0, 1e-3, 1e-9,  1e-300, 5e-324, 1e3,
                                  1e9, 1e18, 1e300, -1e300, 3.0, 7.0,  100.0, 32.0,   65535,  1e6};
    enum { ENDS = sizeof ends / sizeof ends[0] };
    static const double factors[] = {-1.0, 0.5, 2.0, 1.0000001, 10.0, 0.1};
    uint32_t which = chance(seed, 3 * ENDS);
    double number = which < ENDS       ? ends[which]
                    : which < 2 * ENDS ? old * factors[which % 6]
                                       : old + (double)chance(seed, 5) - 2.0;
    if (number == floor(number) && fabs(number) < 1e15 && chance(seed, 2) == 0)
        return json_integer((json_int_t)number);
    return json_real(isfinite(number) ? number : 0.0);
}

static json_t* other_value(json_t* root, json_t* old, unsigned* seed) {
    switch (chance(seed, 8)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(chance(seed, 2));
    case 2:
        return chance(seed, 2) == 0 ? json_array() : json_object();
    case 3:
    case 4:
        return json_deep_copy(pick(root, seed).value);
    default:
        return json_is_number(old) ? other_number(json_number_value(old), seed)
                                   : json_deep_copy(pick(root, seed).value);
    }
}

static void change(json_t* root, unsigned* seed) {
    found f = pick(root, seed);
    if (f.holder == NULL)
        return;
    uint32_t how = chance(seed, 8);
    if (how == 0 && f.key != NULL) {
        json_object_del(f.holder, f.key);
    } else if (how == 0) {
        json_array_remove(f.holder, f.index);
    } else if (how == 1 && f.key == NULL) {
        json_array_insert_new(f.holder, f.index, json_deep_copy(f.value));
    } else if (how == 2) {
        // a key of another place
        found other = pick(root, seed);
        if (json_is_object(f.value) && other.key != NULL)
            json_object_set_new(f.value, other.key, json_deep_copy(other.value));
    } else if (f.key != NULL) {
        json_object_set_new(f.holder, f.key, other_value(root, f.value, seed));
    } else {
        json_array_set_new(f.holder, f.index, other_value(root, f.value, seed));
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t* bytes, size_t count, size_t most, unsigned seed) {
    json_t* root = seed % 2 == 0 ? json_loadb((const char*)bytes, count, 0, NULL) : NULL;
    size_t length = 0;
    if (root != NULL) {
        for (uint32_t i = 0; i <= chance(&seed, 4); i++)
            change(root, &seed);
        length = json_dumpb(root, (char*)bytes, most, JSON_COMPACT | JSON_ENSURE_ASCII);
        json_decref(root);
    }
    // what has grown too long is partly written: as good a text as any
    return length > 0 && length <= most ? length : LLVMFuzzerMutate(bytes, count, most);
}
