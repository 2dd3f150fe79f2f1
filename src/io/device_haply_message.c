// The messages of a Haply Inverse service: see the header.
#include "io/device_haply_message.h"

#include "io/device_json.h"
#include "reeve/math.h"

#include <string.h>

#define POSITION_MAX 1e3 // [m]
#define SPEED_MAX 1e4    // [m/s]
#define FORCE_MAX 1e6    // [N]
#define UNIT_ERROR 1e-2  // of the length of a rotation, which is written with few digits

static bool is_id_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.'
           || c == '_' || c == '-';
}

bool rv_haply_id_is_valid(const char* id) {
    size_t length = 0;
    while (length < RV_HAPLY_ID_BYTES && is_id_letter(id[length]))
        length++;
    return length > 0 && length < RV_HAPLY_ID_BYTES && id[length] == '\0';
}

// --- what it sends ------------------------------------------------------------------------------

// Members of an object, by one-letter names: values[i] for names[i]. True: all are there.
static bool read_numbers(rv_device_json* json, const char* names, double* values) {
    rv_device_json_string name;
    unsigned found = 0;
    if (rv_device_json_next(json) != '{') {
        rv_device_json_skip(json);
        return false;
    }
    rv_device_json_open(json);
    for (bool first = true; rv_device_json_member(json, &first, &name);) {
        const char* at = name.length == 1 ? strchr(names, *name.start) : NULL;
        if (at == NULL)
            rv_device_json_skip(json);
        else if (rv_device_json_number(json, &values[at - names]))
            found |= 1u << (at - names);
    }
    return !json->failed && found == (1u << strlen(names)) - 1;
}

static bool read_vec3(rv_device_json* json, double most, rv_vec3* v) {
    double n[3];
    if (!read_numbers(json, "xyz", n) || !(fabs(n[0]) <= most && fabs(n[1]) <= most)
        || !(fabs(n[2]) <= most))
        return false;
    *v = rv_vec3_load(n);
    return true;
}

static bool read_rotation(rv_device_json* json, rv_quat* rotation) {
    double n[4];
    if (!read_numbers(json, "wxyz", n))
        return false;
    double square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3];
    if (!(fabs(square - 1.0) <= 2.0 * UNIT_ERROR))
        return false;
    *rotation = rv_quat_normalize(rv_quat_make(n[0], n[1], n[2], n[3]));
    return true;
}

static uint32_t read_buttons(rv_device_json* json) {
    static const char letters[] = "abc";
    rv_device_json_string name;
    uint32_t buttons = 0;
    if (rv_device_json_next(json) != '{') {
        rv_device_json_skip(json);
        return 0;
    }
    rv_device_json_open(json);
    for (bool first = true; rv_device_json_member(json, &first, &name);) {
        const char* at = name.length == 1 ? strchr(letters, *name.start) : NULL;
        bool down;
        if (rv_device_json_boolean(json, &down) && at != NULL && down)
            buttons |= UINT32_C(1) << (at - letters);
    }
    return buttons;
}

// the "state" of a cursor or a grip; their members have different names
static void read_state(rv_device_json* json, rv_haply_state* s) {
    rv_device_json_string name;
    if (rv_device_json_next(json) != '{') {
        rv_device_json_skip(json);
        return;
    }
    rv_device_json_open(json);
    for (bool first = true; rv_device_json_member(json, &first, &name);) {
        if (rv_device_json_equals(name, "cursor_position"))
            s->has_position = read_vec3(json, POSITION_MAX, &s->position);
        else if (rv_device_json_equals(name, "cursor_velocity"))
            read_vec3(json, SPEED_MAX, &s->velocity);
        else if (rv_device_json_equals(name, "orientation"))
            s->has_rotation = read_rotation(json, &s->rotation);
        else if (rv_device_json_equals(name, "buttons"))
            s->buttons = read_buttons(json);
        else
            rv_device_json_skip(json);
    }
}

// an element of a list of devices; false: it is none
static bool read_device(rv_device_json* json, rv_haply_state* s) {
    rv_device_json_string name, id = {0};
    *s = (rv_haply_state){0};
    if (rv_device_json_next(json) != '{') {
        rv_device_json_skip(json);
        return false;
    }
    rv_device_json_open(json);
    for (bool first = true; rv_device_json_member(json, &first, &name);) {
        if (rv_device_json_equals(name, "state"))
            read_state(json, s);
        else if (!rv_device_json_equals(name, "device_id"))
            rv_device_json_skip(json);
        else if (rv_device_json_text(json, &id) && id.length < RV_HAPLY_ID_BYTES)
            memcpy(s->device_id, id.start, id.length), s->device_id[id.length] = '\0';
    }
    return rv_haply_id_is_valid(s->device_id);
}

// the first of a list, or the one that is called `id`; false: it is not there
static bool read_list(rv_device_json* json, const char* id, rv_haply_state* found) {
    bool has = false;
    if (rv_device_json_next(json) != '[') {
        rv_device_json_skip(json);
        return false;
    }
    rv_device_json_open(json);
    for (bool first = true; rv_device_json_element(json, &first);) {
        rv_haply_state device;
        if (read_device(json, &device) && !has
            && (id[0] == '\0' || strcmp(id, device.device_id) == 0)) {
            *found = device;
            has = true;
        }
    }
    return has;
}

bool rv_haply_read(const char* text, size_t length, const char* id, rv_haply_state* state) {
    rv_device_json json = rv_device_json_begin(text, length);
    rv_haply_state cursor = {0}, grip = {0}, any;
    rv_device_json_string name;
    if (rv_device_json_next(&json) != '{')
        return false;
    rv_device_json_open(&json);
    for (bool first = true; rv_device_json_member(&json, &first, &name);) {
        if (rv_device_json_equals(name, "inverse3")) {
            if (read_list(&json, id, &any))
                cursor = any;
        } else if (rv_device_json_equals(name, "wireless_verse_grip")
                   || rv_device_json_equals(name, "verse_grip")) {
            if (read_list(&json, "", &any) && any.has_rotation)
                grip = any;
        } else {
            rv_device_json_skip(&json);
        }
    }
    *state = cursor;
    state->has_rotation = grip.has_rotation;
    state->rotation = grip.has_rotation ? grip.rotation : rv_quat_identity();
    state->buttons = grip.buttons;
    return rv_device_json_is_done(&json);
}

// --- what it gets -------------------------------------------------------------------------------

static char* append(char* to, const char* text) {
    size_t length = strlen(text);
    memcpy(to, text, length);
    return to + length;
}

// in millionths, so that neither the locale nor an exponent shows
static char* append_number(char* to, double value) {
    value = value > FORCE_MAX ? FORCE_MAX : value < -FORCE_MAX ? -FORCE_MAX : value;
    if (isnan(value))
        value = 0.0;
    int64_t millionths = (int64_t)(value * 1e6 + (value < 0.0 ? -0.5 : 0.5));
    uint64_t rest = (uint64_t)(millionths < 0 ? -millionths : millionths);
    char digits[24];
    int count = 0;
    for (; rest > 0 || count < 8; rest /= 10) {
        digits[count++] = (char)('0' + rest % 10);
        if (count == 6)
            digits[count++] = '.';
    }
    if (millionths < 0)
        *to++ = '-';
    while (count > 0)
        *to++ = digits[--count];
    return to;
}

size_t rv_haply_write(char to[RV_HAPLY_COMMAND_BYTES], const char* id, rv_device_haply_word word,
                      rv_vec3 force) {
    char* at = append(to, "{\"inverse3\":[{\"device_id\":\"");
    at = append(at, id);
    at = append(at, "\",\"commands\":{\"set_cursor_force\":{\"");
    at = append(at, word == RV_DEVICE_HAPLY_VECTOR ? "vector" : "values");
    at = append_number(append(at, "\":{\"x\":"), force.x);
    at = append_number(append(at, ",\"y\":"), force.y);
    at = append_number(append(at, ",\"z\":"), force.z);
    at = append(at, "}}}}]}");
    return (size_t)(at - to);
}
