// The JSON writer: see writer.h. It writes as it goes and keeps only how deep it is and whether a
// comma is due; keys come in the order of the calls. The reader of scenes is jansson; for writing a
// few values that would be more than is needed.
#include "writer.h"

#include <math.h>
#include <stddef.h>

static void line(writer* w) {
    fputc('\n', w->file);
    for (int i = 0; i < w->depth; i++)
        fputs("  ", w->file);
}

static void quoted(writer* w, const char* text) {
    fputc('"', w->file);
    for (const unsigned char* c = (const unsigned char*)text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(w->file, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(w->file, "\\u%04x", *c);
        else
            fputc(*c, w->file);
    }
    fputc('"', w->file);
}

// before every value: the comma after the one before, and the key
static void value_begin(writer* w, const char* key) {
    if (w->depth > 0) {
        if (!w->empty)
            fputc(',', w->file);
        line(w);
    }
    w->empty = false;
    if (key != NULL) {
        quoted(w, key);
        fputs(": ", w->file);
    }
}

static void open_bracket(writer* w, const char* key, char bracket) {
    value_begin(w, key);
    fputc(bracket, w->file);
    w->depth++;
    w->empty = true;
}

static void close_bracket(writer* w, char bracket) {
    w->depth--;
    if (!w->empty)
        line(w);
    fputc(bracket, w->file);
    w->empty = false;
}

writer writer_begin(FILE* file) {
    writer w = {file, 0, true};
    writer_open_object(&w, NULL);
    return w;
}

void writer_end(writer* w) {
    writer_close_object(w);
    fputc('\n', w->file);
}

void writer_open_object(writer* w, const char* key) {
    open_bracket(w, key, '{');
}

void writer_close_object(writer* w) {
    close_bracket(w, '}');
}

void writer_open_list(writer* w, const char* key) {
    open_bracket(w, key, '[');
}

void writer_close_list(writer* w) {
    close_bracket(w, ']');
}

void writer_text(writer* w, const char* key, const char* text) {
    value_begin(w, key);
    if (text == NULL)
        fputs("null", w->file);
    else
        quoted(w, text);
}

void writer_number(writer* w, const char* key, double number) {
    value_begin(w, key);
    if (isfinite(number))
        fprintf(w->file, "%.17g", number);
    else
        fputs("null", w->file);
}

void writer_integer(writer* w, const char* key, long long integer) {
    value_begin(w, key);
    fprintf(w->file, "%lld", integer);
}

void writer_boolean(writer* w, const char* key, bool boolean) {
    value_begin(w, key);
    fputs(boolean ? "true" : "false", w->file);
}
