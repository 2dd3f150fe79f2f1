// Numbers as text: the same in every locale, and the same bits when they are read again. printf is
// replaced by one that puts another decimal point, as a locale would.
#include "test.h"

#include <stdlib.h>

static const char* decimal_point = ".";

static int local_snprintf(char* buffer, size_t bytes, const char* format, int digits,
                          double number) {
    int count = snprintf(buffer, bytes, format, digits, number);
    char* point = strchr(buffer, '.');
    size_t wide = strlen(decimal_point);
    if (point != NULL && (size_t)count + wide < bytes) {
        memmove(point + wide, point + 1, strlen(point));
        memcpy(point, decimal_point, wide);
    }
    return count;
}

#define snprintf local_snprintf
#include "src/view/number.c"
#undef snprintf

TEST(numbers_read_back_as_the_same_bits) {
    const double numbers[] = {0.0, -9.81, 1.0 / 3.0, 1e-300, 1.7976931348623157e308, 5e-324, 1e5};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[RV_NUMBER_BYTES];
        CHECK(strtod(rv_number_text(text, RV_NUMBER_DIGITS, numbers[i]), NULL) == numbers[i]);
    }
}

TEST(a_locale_changes_nothing) {
    // a comma, and the two bytes of the Arabic decimal separator
    const char* const points[] = {".", ",", "\xd9\xab"};
    for (int i = 0; i < 3; i++) {
        char text[RV_NUMBER_BYTES];
        decimal_point = points[i];
        CHECK_TEXT(rv_number_text(text, 9, -9.81), "-9.81");
        CHECK_TEXT(rv_number_text(text, 9, -1.0 / 3.0), "-0.333333333");
        CHECK_TEXT(rv_number_text(text, 3, 1.25e-7), "1.25e-07");
        CHECK_TEXT(rv_number_text(text, 3, 1e21), "1e+21");
    }
    decimal_point = ".";
}
