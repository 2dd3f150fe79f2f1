// Error text: formatting of the first broken rule.
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

bool rv_error_check(rv_error_text* error, bool holds, const char* sentence, ...) {
    if (holds)
        return true;
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(error->text, sizeof error->text, sentence, arguments);
    va_end(arguments);
    return false;
}
