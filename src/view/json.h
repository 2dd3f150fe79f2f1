// Writes JSON: objects, lists and values in order. As it is made, indented and with
// numbers of 17 digits, so that they read back as the same bits; both can be changed then. What is
// not finite becomes null.
#ifndef REEVE_VIEW_JSON_H
#define REEVE_VIEW_JSON_H

#include "reeve/types.h"

#include <stdio.h>

typedef struct rv_json {
    FILE* file;
    int depth;
    bool empty;   // nothing yet in the innermost object or list
    bool compact; // all on one line
    int digits;   // of numbers
} rv_json;

// the document is an object; end it with rv_json_end()
rv_json rv_json_begin(FILE* file);
// the document is what is written next
rv_json rv_json_make(FILE* file);
void rv_json_end(rv_json* w);

// `key` is NULL inside a list
void rv_json_open_object(rv_json* w, const char* key);
void rv_json_close_object(rv_json* w);
void rv_json_open_list(rv_json* w, const char* key);
void rv_json_close_list(rv_json* w);
void rv_json_text(rv_json* w, const char* key, const char* text); // NULL becomes null
void rv_json_number(rv_json* w, const char* key, double number);
void rv_json_integer(rv_json* w, const char* key, long long integer);
void rv_json_boolean(rv_json* w, const char* key, bool boolean);
// a value that was written before
void rv_json_raw(rv_json* w, const char* key, const char* json);
// lists of numbers
void rv_json_vector(rv_json* w, const char* key, rv_vec3 vector);
void rv_json_rotation(rv_json* w, const char* key, rv_quat rotation);

#endif
