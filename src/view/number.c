// See number.h: printf puts the locale's decimal point, which may be more than a byte; it is the
// one thing in a number that is neither a digit, a sign nor a letter.
#include "view/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int is_of_number(unsigned char c) {
    return isdigit(c) || c == '+' || c == '-' || c == 'e' || c == 'n' || c == 'a' || c == 'i'
           || c == 'f';
}

const char* rv_number_text(char buffer[RV_NUMBER_BYTES], int digits, double number) {
    snprintf(buffer, RV_NUMBER_BYTES, "%.*g", digits, number);
    char* point = buffer;
    while (*point != '\0' && is_of_number((unsigned char)*point))
        point++;
    if (*point == '\0')
        return buffer;
    char* after = point;
    while (*after != '\0' && !is_of_number((unsigned char)*after))
        after++;
    *point = '.';
    memmove(point + 1, after, strlen(after) + 1);
    return buffer;
}
