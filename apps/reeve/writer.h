// Writes JSON: objects, lists and values in order, indented, numbers with 17 digits, so that they
// read back as the same bits; what is not finite becomes null.
#ifndef REEVE_COMMAND_WRITER_H
#define REEVE_COMMAND_WRITER_H

#include <stdbool.h>
#include <stdio.h>

typedef struct writer {
    FILE* file;
    int depth;
    bool empty; // nothing yet in the innermost object or list
} writer;

writer writer_begin(FILE* file);
void writer_end(writer* w);

// `key` is NULL inside a list
void writer_open_object(writer* w, const char* key);
void writer_close_object(writer* w);
void writer_open_list(writer* w, const char* key);
void writer_close_list(writer* w);
void writer_text(writer* w, const char* key, const char* text); // NULL becomes null
void writer_number(writer* w, const char* key, double number);
void writer_integer(writer* w, const char* key, long long integer);
void writer_boolean(writer* w, const char* key, bool boolean);

#endif
