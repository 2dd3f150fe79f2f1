// Where a value stands in the text. jansson keeps no positions, so a path is followed through the
// text once more, only when there is a problem to tell. The text is known to be valid JSON: what is
// not on the path is skipped by counting brackets, without recursion.
#include "scene/problems.h"

#include <string.h>

typedef struct scanner {
    const char* at;
    const char* end;
} scanner;

static void skip_space(scanner* s) {
    while (s->at < s->end && strchr(" \t\r\n", *s->at) != NULL && *s->at != '\0')
        s->at++;
}

static void skip_string(scanner* s) {
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        if (*s->at == '\\')
            s->at++;
    if (s->at < s->end)
        s->at++;
}

static void skip_value(scanner* s) {
    int depth = 0;
    do {
        skip_space(s);
        if (s->at >= s->end)
            return;
        char c = *s->at;
        if (c == '"') {
            skip_string(s);
        } else if (c == '{' || c == '[') {
            depth++;
            s->at++;
        } else if (c == '}' || c == ']') {
            depth--;
            s->at++;
        } else if (c == ',' || c == ':') {
            s->at++;
        } else {
            while (s->at < s->end && strchr(",:]} \t\r\n", *s->at) == NULL)
                s->at++;
        }
    } while (depth > 0);
}

static int hex4(const char* digits) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
        int c = digits[i] | 0x20;
        value = value * 16 + (c >= 'a' ? c - 'a' + 10 : c - '0');
    }
    return value;
}

static size_t utf8_write(int code, char* out) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t tail = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(lead[tail] | (code >> (6 * tail)));
    for (size_t i = 1; i <= tail; i++)
        out[i] = (char)(0x80 | ((code >> (6 * (tail - i))) & 0x3f));
    return tail + 1;
}

// one escape after its backslash, moved past it; writes the bytes that it stands for
static size_t escape_read(const char** at, char* out) {
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    char c = *(*at)++;
    const char* plain = strchr(from, c);
    if (c != 'u') {
        out[0] = plain != NULL ? to[plain - from] : c;
        return 1;
    }
    int code = hex4(*at);
    *at += 4;
    // a pair of surrogates is one character
    if (code >= 0xd800 && code < 0xdc00) {
        code = 0x10000 + ((code - 0xd800) << 10) + (hex4(*at + 2) - 0xdc00);
        *at += 6;
    }
    return utf8_write(code, out);
}

// does the JSON string that starts at the quote `at` spell `key`?
static bool string_is(const char* at, const char* key) {
    size_t rest = strlen(key);
    for (at++; *at != '"';) {
        char spelt[4];
        size_t length = 1;
        if (*at == '\\') {
            at++;
            length = escape_read(&at, spelt);
        } else {
            spelt[0] = *at++;
        }
        if (length > rest || memcmp(key, spelt, length) != 0)
            return false;
        key += length;
        rest -= length;
    }
    return rest == 0;
}

// from a '{' to the value of `key`; *key_at is where the key stands. False if it is not there.
static bool enter_member(scanner* s, const char* key, const char** key_at) {
    s->at++;
    for (;;) {
        skip_space(s);
        if (s->at >= s->end || *s->at != '"')
            return false;
        *key_at = s->at;
        skip_string(s);
        skip_space(s);
        s->at++; // the colon
        skip_space(s);
        if (string_is(*key_at, key))
            return true;
        skip_value(s);
        skip_space(s);
        if (s->at >= s->end || *s->at != ',')
            return false;
        s->at++;
    }
}

static bool enter_element(scanner* s, int index) {
    s->at++;
    skip_space(s);
    for (int i = 0; i < index; i++) {
        skip_value(s);
        skip_space(s);
        if (s->at >= s->end || *s->at != ',')
            return false;
        s->at++;
    }
    skip_space(s);
    return s->at < s->end && *s->at != ']';
}

void rv_scene_count_lines(const char* text, const char* at, int* line, int* column) {
    *line = *column = 1;
    for (const char* c = text; c < at; c++) {
        if (*c == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)*c & 0xc0) != 0x80) {
            ++*column;
        }
    }
}

void rv_scene_locate(const char* text, size_t bytes, const rv_scene_path* path, bool key, int* line,
                     int* column) {
    scanner s = {text, text + bytes};
    skip_space(&s);
    const char* found = s.at;
    for (int i = 0; i < path->depth && i < RV_SCENE_DEPTH_MAX && s.at < s.end; i++) {
        const rv_scene_path_step* step = &path->steps[i];
        const char* key_at = s.at;
        bool entered = step->key != NULL ? *s.at == '{' && enter_member(&s, step->key, &key_at)
                                         : *s.at == '[' && enter_element(&s, step->index);
        // a value that is not there is told at what should hold it
        if (!entered)
            break;
        found = key && i == path->depth - 1 ? key_at : s.at;
    }
    rv_scene_count_lines(text, found, line, column);
}
