// Error text: the last reason why a call refused its input, kept in the world.
#ifndef REEVE_CORE_ERROR_H
#define REEVE_CORE_ERROR_H

#include <stdbool.h>

enum { RV_ERROR_TEXT_BYTES = 512 };

typedef struct rv_error_text {
    char text[RV_ERROR_TEXT_BYTES];
} rv_error_text;

// a rule of a validation list: writes the sentence and returns false if `holds` is false
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool rv_error_check(rv_error_text* error, bool holds, const char* sentence, ...);

#endif
