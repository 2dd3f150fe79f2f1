// A reader of JSON (RFC 8259) that walks through a text: no tree, no memory, no locale. The text is
// read once, in its order; what is not wanted is skipped and checked all the same. The first fault
// stays: every later call fails.
#ifndef REEVE_IO_DEVICE_JSON_H
#define REEVE_IO_DEVICE_JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rv_device_json {
    const char* at;
    const char* end;
    bool failed;
} rv_device_json;

// a string between its quotes, as it stands there: escapes are not replaced
typedef struct rv_device_json_string {
    const char* start;
    size_t length;
} rv_device_json_string;

rv_device_json rv_device_json_begin(const char* text, size_t length);
// the text is at its end and was right
bool rv_device_json_is_done(rv_device_json* json);

// The first letter of the next value: { [ " t f n - 0...9; 0: none.
char rv_device_json_next(rv_device_json* json);

// Walks through an object or a list, of which rv_device_json_next() has told:
//   rv_device_json_open(json);
//   for (bool first = true; rv_device_json_member(json, &first, &name);) ... read or skip the value
void rv_device_json_open(rv_device_json* json);
bool rv_device_json_member(rv_device_json* json, bool* first, rv_device_json_string* name);
bool rv_device_json_element(rv_device_json* json, bool* first);

// one value of any kind, nested 32 deep at most
void rv_device_json_skip(rv_device_json* json);

// These skip a value of another kind and return false.
// within 4.5e-16 of it up to 10^22, within 1e-13 beyond; one that is too big is none
bool rv_device_json_number(rv_device_json* json, double* number);
bool rv_device_json_text(rv_device_json* json, rv_device_json_string* string);
bool rv_device_json_boolean(rv_device_json* json, bool* value);

bool rv_device_json_equals(rv_device_json_string string, const char* word);

#endif
