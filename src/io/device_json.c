// A reader of JSON: see the header.
#include "io/device_json.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { DEPTH_MAX = 32, DIGITS_MAX = 18, EXPONENT_MAX = 400 };

rv_device_json rv_device_json_begin(const char* text, size_t length) {
    return (rv_device_json){text, text + length, false};
}

static bool fail(rv_device_json* json) {
    json->failed = true;
    json->at = json->end;
    return false;
}

static char letter(const rv_device_json* json) {
    return json->at < json->end ? *json->at : '\0';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void skip_space(rv_device_json* json) {
    while (json->at < json->end
           && (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r'))
        json->at++;
}

bool rv_device_json_is_done(rv_device_json* json) {
    skip_space(json);
    return !json->failed && json->at == json->end;
}

char rv_device_json_next(rv_device_json* json) {
    skip_space(json);
    return letter(json);
}

// --- strings ------------------------------------------------------------------------------------

static bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// behind the backslash
static bool read_escape(rv_device_json* json) {
    char c = letter(json);
    if (c == '\0' || strchr("\"\\/bfnrtu", c) == NULL)
        return fail(json);
    json->at++;
    for (int i = 0; c == 'u' && i < 4; i++, json->at++)
        if (!is_hex(letter(json)))
            return fail(json);
    return true;
}

static bool read_string(rv_device_json* json, rv_device_json_string* string) {
    if (rv_device_json_next(json) != '"')
        return fail(json);
    const char* start = ++json->at;
    while (letter(json) != '"') {
        // the end of the text, too, is less than a space
        if ((unsigned char)letter(json) < ' ')
            return fail(json);
        bool escape = *json->at++ == '\\';
        if (escape && !read_escape(json))
            return false;
    }
    *string = (rv_device_json_string){start, (size_t)(json->at - start)};
    json->at++;
    return true;
}

bool rv_device_json_equals(rv_device_json_string string, const char* word) {
    return string.length == strlen(word) && memcmp(string.start, word, string.length) == 0;
}

// --- numbers ------------------------------------------------------------------------------------

// 10^e by squaring, e in [0, EXPONENT_MAX]
static double power_of_ten(int e) {
    double power = 1.0, base = 10.0;
    for (; e > 0; e >>= 1, base *= base)
        if (e & 1)
            power *= base;
    return power;
}

// digits go to the mantissa while it has room; returns how many there were, `dropped` how many of
// them did not
static int read_digits(rv_device_json* json, uint64_t* mantissa, int* used, int* dropped) {
    int count = 0;
    for (; is_digit(letter(json)); json->at++, count++) {
        if (*used < DIGITS_MAX) {
            *mantissa = 10 * *mantissa + (uint64_t)(*json->at - '0');
            *used += *mantissa > 0;
        } else {
            ++*dropped;
        }
    }
    return count;
}

static bool read_exponent(rv_device_json* json, int* exponent) {
    json->at++;
    bool negative = letter(json) == '-';
    if (negative || letter(json) == '+')
        json->at++;
    if (!is_digit(letter(json)))
        return fail(json);
    int e = 0;
    for (; is_digit(letter(json)); json->at++)
        if (e < EXPONENT_MAX)
            e = 10 * e + (*json->at - '0');
    *exponent += negative ? -e : e;
    return true;
}

static double scale(uint64_t mantissa, int exponent) {
    double number = (double)mantissa;
    if (exponent > EXPONENT_MAX)
        exponent = EXPONENT_MAX;
    if (exponent >= 0)
        return mantissa > 0 ? number * power_of_ten(exponent) : 0.0;
    // in two parts, since 10^-308 is the last that can be divided by at once
    if (exponent < -300) {
        number /= power_of_ten(300);
        exponent = exponent + 300 < -EXPONENT_MAX ? -EXPONENT_MAX : exponent + 300;
    }
    return number / power_of_ten(-exponent);
}

static bool read_number(rv_device_json* json, double* number) {
    uint64_t mantissa = 0;
    int used = 0, whole_dropped = 0, dropped = 0, exponent = 0;
    bool negative = rv_device_json_next(json) == '-';
    json->at += negative;
    bool zero = letter(json) == '0';
    int digits = read_digits(json, &mantissa, &used, &whole_dropped);
    if (digits == 0 || (zero && digits > 1))
        return fail(json);
    if (letter(json) == '.') {
        json->at++;
        int places = read_digits(json, &mantissa, &used, &dropped);
        if (places == 0)
            return fail(json);
        exponent = dropped - places;
    }
    exponent += whole_dropped;
    if ((letter(json) == 'e' || letter(json) == 'E') && !read_exponent(json, &exponent))
        return false;
    *number = negative ? -scale(mantissa, exponent) : scale(mantissa, exponent);
    return true;
}

// --- values -------------------------------------------------------------------------------------

static bool read_word(rv_device_json* json, const char* word) {
    size_t length = strlen(word);
    if ((size_t)(json->end - json->at) < length || memcmp(json->at, word, length) != 0)
        return fail(json);
    json->at += length;
    return true;
}

void rv_device_json_open(rv_device_json* json) {
    json->at++;
}

// the comma or the bracket at the end; true: an item follows
static bool has_item(rv_device_json* json, bool* first, char close) {
    char next = rv_device_json_next(json);
    if (json->failed)
        return false;
    if (next == close) {
        json->at++;
        return false;
    }
    if (!*first) {
        if (next != ',')
            return fail(json);
        json->at++;
    }
    *first = false;
    return true;
}

bool rv_device_json_member(rv_device_json* json, bool* first, rv_device_json_string* name) {
    if (!has_item(json, first, '}') || !read_string(json, name))
        return false;
    if (rv_device_json_next(json) != ':')
        return fail(json);
    json->at++;
    return true;
}

bool rv_device_json_element(rv_device_json* json, bool* first) {
    return has_item(json, first, ']');
}

static void skip(rv_device_json* json, int depth) {
    rv_device_json_string string;
    double number;
    char next = rv_device_json_next(json);
    bool first = true;
    if (depth > DEPTH_MAX) {
        fail(json);
    } else if (next == '{') {
        rv_device_json_open(json);
        while (rv_device_json_member(json, &first, &string))
            skip(json, depth + 1);
    } else if (next == '[') {
        rv_device_json_open(json);
        while (rv_device_json_element(json, &first))
            skip(json, depth + 1);
    } else if (next == '"') {
        read_string(json, &string);
    } else if (next == 't' || next == 'f' || next == 'n') {
        read_word(json, next == 't' ? "true" : next == 'f' ? "false" : "null");
    } else {
        read_number(json, &number);
    }
}

void rv_device_json_skip(rv_device_json* json) {
    skip(json, 1);
}

bool rv_device_json_number(rv_device_json* json, double* number) {
    char next = rv_device_json_next(json);
    if (next == '-' || is_digit(next))
        return read_number(json, number) && isfinite(*number);
    rv_device_json_skip(json);
    return false;
}

bool rv_device_json_text(rv_device_json* json, rv_device_json_string* string) {
    if (rv_device_json_next(json) == '"')
        return read_string(json, string);
    rv_device_json_skip(json);
    return false;
}

bool rv_device_json_boolean(rv_device_json* json, bool* value) {
    char next = rv_device_json_next(json);
    *value = next == 't';
    rv_device_json_skip(json);
    return !json->failed && (next == 't' || next == 'f');
}
