// The JSON writer: see json.h. It writes as it goes and keeps only how deep it is and whether a
// comma is due; keys come in the order of the calls. The reader of scenes is jansson; for writing a
// few values that would be more than is needed.
#include "view/json.h"

#include "view/number.h"

#include <math.h>
#include <stddef.h>

static void line(rv_json* w) {
    fputc('\n', w->file);
    for (int i = 0; i < w->depth; i++)
        fputs("  ", w->file);
}

// bytes of the UTF-8 character at `c`; 0 if there is none
static int character_bytes(const unsigned char* c) {
    int more = *c < 0x80 ? 0 : *c >= 0xc2 && *c < 0xe0 ? 1 : (*c & 0xf0) == 0xe0 ? 2 : 3;
    // above the last character, or a byte that starts none
    if (*c > 0xf4 || (*c >= 0x80 && *c < 0xc2))
        return 0;
    for (int i = 1; i <= more; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    // over-long, a surrogate, or above the last character
    if ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] >= 0xa0) || (*c == 0xf0 && c[1] < 0x90)
        || (*c == 0xf4 && c[1] >= 0x90))
        return 0;
    return 1 + more;
}

// letters that stand for themselves
static bool is_plain(unsigned char c) {
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

static void quoted(rv_json* w, const char* text) {
    fputc('"', w->file);
    for (const unsigned char* c = (const unsigned char*)text; *c != '\0';) {
        size_t plain = 0;
        while (is_plain(c[plain]))
            plain++;
        fwrite(c, 1, plain, w->file);
        c += plain;
        if (*c == '\0')
            break;
        int bytes = character_bytes(c);
        if (bytes == 0)
            fputs("\\ufffd", w->file); // the replacement character
        else if (*c == '"' || *c == '\\')
            fprintf(w->file, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(w->file, "\\u%04x", *c);
        else
            fwrite(c, 1, (size_t)bytes, w->file);
        c += bytes > 0 ? bytes : 1;
    }
    fputc('"', w->file);
}

// before every value: the comma after the one before, and the key
static void value_begin(rv_json* w, const char* key) {
    if (w->depth > 0) {
        if (!w->empty)
            fputc(',', w->file);
        if (!w->compact)
            line(w);
    }
    w->empty = false;
    if (key != NULL) {
        quoted(w, key);
        fputs(": ", w->file);
    }
}

static void open_bracket(rv_json* w, const char* key, char bracket) {
    value_begin(w, key);
    fputc(bracket, w->file);
    w->depth++;
    w->empty = true;
}

static void close_bracket(rv_json* w, char bracket) {
    w->depth--;
    if (!w->empty && !w->compact)
        line(w);
    fputc(bracket, w->file);
    w->empty = false;
}

rv_json rv_json_make(FILE* file) {
    return (rv_json){.file = file, .empty = true, .digits = RV_NUMBER_DIGITS};
}

rv_json rv_json_begin(FILE* file) {
    rv_json w = rv_json_make(file);
    rv_json_open_object(&w, NULL);
    return w;
}

void rv_json_end(rv_json* w) {
    rv_json_close_object(w);
    fputc('\n', w->file);
}

void rv_json_open_object(rv_json* w, const char* key) {
    open_bracket(w, key, '{');
}

void rv_json_close_object(rv_json* w) {
    close_bracket(w, '}');
}

void rv_json_open_list(rv_json* w, const char* key) {
    open_bracket(w, key, '[');
}

void rv_json_close_list(rv_json* w) {
    close_bracket(w, ']');
}

void rv_json_text(rv_json* w, const char* key, const char* text) {
    value_begin(w, key);
    if (text == NULL)
        fputs("null", w->file);
    else
        quoted(w, text);
}

void rv_json_number(rv_json* w, const char* key, double number) {
    value_begin(w, key);
    char text[RV_NUMBER_BYTES];
    if (isfinite(number))
        fputs(rv_number_text(text, w->digits, number), w->file);
    else
        fputs("null", w->file);
}

void rv_json_integer(rv_json* w, const char* key, long long integer) {
    value_begin(w, key);
    fprintf(w->file, "%lld", integer);
}

void rv_json_boolean(rv_json* w, const char* key, bool boolean) {
    value_begin(w, key);
    fputs(boolean ? "true" : "false", w->file);
}

void rv_json_raw(rv_json* w, const char* key, const char* json) {
    value_begin(w, key);
    fputs(json, w->file);
}

static void number_list(rv_json* w, const char* key, const double* numbers, int count) {
    rv_json_open_list(w, key);
    for (int i = 0; i < count; i++)
        rv_json_number(w, NULL, numbers[i]);
    rv_json_close_list(w);
}

void rv_json_vector(rv_json* w, const char* key, rv_vec3 v) {
    number_list(w, key, (const double[]){v.x, v.y, v.z}, 3);
}

void rv_json_rotation(rv_json* w, const char* key, rv_quat q) {
    number_list(w, key, (const double[]){q.w, q.x, q.y, q.z}, 4);
}
