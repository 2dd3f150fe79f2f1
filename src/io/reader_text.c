// Words, lines and numbers of text files. Lines end with LF, CR LF or CR and may have any length;
// nothing is copied but a number that needs the C library.
// A number of up to 19 digits that is exact as a double, times a power of ten that is exact too, is
// one correctly rounded operation (Clinger 1990); all others go to strtod, which rounds correctly
// and reads as the "C" locale that reader.c has set for the thread.
#include "io/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS_EXACT = 19, // fit into 64 bits
    POWERS_EXACT = 22, // 10^22 is the last power of ten that is a double
    NUMBER_BYTES = 1024,
    KEYWORD_BYTES = 20,                   // the longest keyword of a mesh is "$EndPhysicalNames"
    NUMBER_LETTERS = 2,                   // a number has one at most, an "e"
    WORD_SHOWN = RV_WORD_QUOTE_BYTES - 6, // without quotes, dots and the zero
};

// integers up to here are doubles
#define MANTISSA_EXACT ((uint64_t)1 << 53)

static bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// --- words and lines ----------------------------------------------------------------------------

// how many bytes end the line at `at`: 0, 1 or 2
static int line_end_bytes(const rv_reader* r, const char* at) {
    if (at >= r->end || !is_line_end(*at))
        return 0;
    return *at == '\r' && at + 1 < r->end && at[1] == '\n' ? 2 : 1;
}

// a backslash before the end of a line joins it to the next
static int continuation_bytes(const rv_reader* r, const char* at) {
    if (!r->joined_lines || at >= r->end || *at != '\\')
        return 0;
    int bytes = line_end_bytes(r, at + 1);
    return bytes > 0 ? bytes + 1 : 0;
}

static void skip_blanks(rv_reader* r) {
    for (int joined; r->at<r->end; r->at += joined> 0 ? joined : 1) {
        joined = continuation_bytes(r, r->at);
        r->line += joined > 0;
        if (joined == 0 && !is_blank(*r->at))
            return;
    }
}

bool rv_reader_next_word(rv_reader* r, rv_word* word) {
    skip_blanks(r);
    if (r->at >= r->end || is_line_end(*r->at) || (r->comments && *r->at == '#'))
        return false;
    const char* start = r->at;
    while (r->at < r->end && !is_blank(*r->at) && !is_line_end(*r->at)
           && continuation_bytes(r, r->at) == 0 && r->at - start < INT32_MAX)
        r->at++;
    r->last = start;
    *word = (rv_word){start, (int)(r->at - start)};
    return true;
}

bool rv_reader_next_line(rv_reader* r) {
    rv_word word;
    while (rv_reader_next_word(r, &word))
        continue;
    // a comment goes to the end of its line, whatever it ends with
    while (r->at < r->end && !is_line_end(*r->at))
        r->at++;
    int bytes = line_end_bytes(r, r->at);
    r->at += bytes;
    r->line += bytes > 0;
    return r->at < r->end;
}

bool rv_word_is(rv_word word, const char* text) {
    for (int i = 0; i < word.length; i++) {
        char c = word.start[i];
        c = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        // a shorter text ends in a zero, which is in no word that it could match
        if (text[i] == '\0' || c != text[i])
            return false;
    }
    return text[word.length] == '\0';
}

// Words that a mesh file may have: a number, an index or a corner, perhaps with a mistake in it
// ("1,5", "0x10", "1/x"), or a keyword ("facet", "$Nodes"). Another word may be anything: a scene
// can name a file that is no mesh, and what is told of it may reach who must not read it.
static bool is_mesh_token(rv_word word) {
    const char* end = word.start + word.length;
    bool keyword = word.length <= KEYWORD_BYTES;
    int letters = 0;
    for (const char* at = word.start; at < end; at++) {
        bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
        letters += letter;
        keyword = keyword && (letter || *at == '_' || (at == word.start && strchr("$+-", *at)));
        if (*at == '\0' || (!letter && !is_digit(*at) && strchr("+-.,/_$", *at) == NULL))
            return false;
    }
    return keyword || letters <= NUMBER_LETTERS;
}

rv_word_quote rv_word_shown(rv_word word) {
    rv_word_quote quote;
    int most = WORD_SHOWN, length = word.length < most ? word.length : most;
    memcpy(quote.text, word.start, (size_t)length);
    memcpy(&quote.text[length], length < word.length ? "..." : "", length < word.length ? 4 : 1);
    return quote;
}

rv_word_quote rv_word_quoted(rv_word word) {
    rv_word_quote quote;
    if (is_mesh_token(word))
        snprintf(quote.text, sizeof quote.text, "'%.*s'", WORD_SHOWN + 3, rv_word_shown(word).text);
    else
        snprintf(quote.text, sizeof quote.text, "(a word of %d byte%s)", word.length,
                 word.length == 1 ? "" : "s");
    return quote;
}

bool rv_reader_any_word(rv_reader* r, rv_word* word) {
    while (!rv_reader_next_word(r, word))
        if (!rv_reader_next_line(r))
            return false;
    return true;
}

bool rv_reader_fail_end(rv_reader* r, const char* expected) {
    return rv_reader_fail_line(r, "the file ends at byte %zu where '%s' must stand",
                               (size_t)(r->end - r->start), expected);
}

bool rv_reader_expect(rv_reader* r, const char* expected) {
    rv_word word;
    if (!rv_reader_any_word(r, &word))
        return rv_reader_fail_end(r, expected);
    if (!rv_word_is(word, expected))
        return rv_reader_fail_line(r, "%s where '%s' must stand", rv_word_quoted(word).text,
                                   expected);
    return true;
}

bool rv_take_integer(const char** at, const char* end, int64_t* number) {
    const int64_t largest = (int64_t)1 << 59;
    bool negative = *at < end && **at == '-';
    *at += negative;
    const char* first = *at;
    *number = 0;
    for (; *at < end && is_digit(**at); ++*at)
        *number = *number < largest / 10 ? *number * 10 + (**at - '0') : largest;
    *number = negative ? -*number : *number;
    return *at > first;
}

bool rv_word_integer(rv_word word, int64_t* number) {
    const char* at = word.start;
    return rv_take_integer(&at, word.start + word.length, number) && at == word.start + word.length;
}

// --- numbers ------------------------------------------------------------------------------------

// a decimal number: digits * 10^exponent, if it has no more digits than fit
typedef struct decimal {
    uint64_t digits;
    int digit_count; // significant ones
    long exponent;
    bool negative;
} decimal;

static void take_digit(decimal* number, char digit, bool fraction) {
    if (number->digit_count > 0 || digit != '0')
        number->digit_count++;
    if (number->digit_count <= DIGITS_EXACT)
        number->digits = number->digits * 10 + (uint64_t)(digit - '0');
    number->exponent -= fraction;
}

// "e-12" at the end of a number; false: something else. Beyond what a double can have it is cut.
static bool take_exponent(const char* at, const char* end, decimal* number) {
    const long largest = 100000;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end)
        return false;
    long exponent = 0;
    for (; at < end && is_digit(*at); at++)
        exponent = exponent < largest ? exponent * 10 + (*at - '0') : largest;
    number->exponent += negative ? -exponent : exponent;
    return at == end;
}

// [+-] digits [. digits] [e [+-] digits], with one digit before the e at least
static bool decimal_parse(rv_word word, decimal* number) {
    const char* at = word.start;
    const char* end = at + word.length;
    *number = (decimal){.negative = *at == '-'};
    if (*at == '-' || *at == '+')
        at++;
    bool fraction = false, any = false;
    for (; at < end && (is_digit(*at) || (*at == '.' && !fraction)); at++) {
        if (*at == '.') {
            fraction = true;
            continue;
        }
        take_digit(number, *at, fraction);
        any = true;
    }
    if (!any || at == end)
        return any;
    return (*at == 'e' || *at == 'E') && take_exponent(at + 1, end, number);
}

// false: there is a value, but not in one exact operation
static bool decimal_exact(const decimal* number, double* value) {
    static const double powers[POWERS_EXACT + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    long power = labs(number->exponent);
    if (number->digit_count > DIGITS_EXACT || number->digits > MANTISSA_EXACT
        || power > POWERS_EXACT)
        return false;
    double digits = (double)number->digits;
    double size = number->exponent < 0 ? digits / powers[power] : digits * powers[power];
    *value = number->negative ? -size : size;
    return true;
}

// a finite number; false: it is none
static bool number_parse(rv_word word, double* value) {
    decimal number;
    if (!decimal_parse(word, &number))
        return false;
    if (decimal_exact(&number, value))
        return true;
    char text[NUMBER_BYTES];
    memcpy(text, word.start, (size_t)word.length);
    text[word.length] = '\0';
    *value = strtod(text, NULL);
    return isfinite(*value);
}

bool rv_reader_number(rv_reader* r, rv_word word, const char* what, double* value) {
    if (word.length >= NUMBER_BYTES)
        return rv_reader_fail_line(r, "a %s of %d characters: must have fewer than %d", what,
                                   word.length, NUMBER_BYTES);
    if (!number_parse(word, value))
        return rv_reader_fail_line(r, "%s %s: must be a finite number", what,
                                   rv_word_quoted(word).text);
    return true;
}

bool rv_reader_position(rv_reader* r, const char* what, rv_vec3* position) {
    double numbers[3];
    rv_word word;
    for (int i = 0; i < 3; i++) {
        if (!rv_reader_next_word(r, &word))
            return rv_reader_fail_line(r, "%s of %d coordinates: must have 3", what, i);
        if (!rv_reader_number(r, word, "coordinate", &numbers[i]))
            return false;
    }
    *position = (rv_vec3){numbers[0], numbers[1], numbers[2]};
    return true;
}
