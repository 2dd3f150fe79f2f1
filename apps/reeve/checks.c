// The table of `reeve validate`, as text and as JSON: see checks.h. Long texts are wrapped within
// their column, so that a row may take several lines; the verdict stands in its first.
#include "checks.h"

#include "view/json.h"

#include <stdlib.h>
#include <string.h>

enum { WHAT = 56, SOURCE = 40, NUMBER = 13, TOLERANCE = 9 }; // widths of columns, in characters
enum { TEXT_MAX = 96 };

// How many bytes of a text go into a line of `width` characters: up to the last space that fits, or
// as much as fits of a word that is too long. UTF-8 continues with bytes of the form 10xxxxxx.
static size_t line_bytes(const char* text, int width) {
    size_t space = 0, at = 0;
    for (int used = 0; text[at] != '\0'; used++) {
        if (text[at] == ' ')
            space = at;
        if (used == width)
            return space > 0 ? space : at;
        for (at++; ((unsigned char)text[at] & 0xC0) == 0x80;)
            at++;
    }
    return at;
}

// a line of a text, filled up with spaces if something follows; what is left of the text
static const char* print_line(const char* text, int width, bool filled, FILE* to) {
    size_t bytes = line_bytes(text, width);
    int used = 0;
    for (size_t i = 0; i < bytes; i++)
        used += ((unsigned char)text[i] & 0xC0) != 0x80;
    fprintf(to, "%.*s%*s", (int)bytes, text, filled ? width - used : 0, "");
    text += bytes;
    return text + strspn(text, " ");
}

static void print_heads(const validation_suite* suite, FILE* to) {
    fprintf(to, "\n%s: %s\n\n", suite->name, suite->sentence);
    fprintf(to, "%-*s  %-*s  %*s  %*s  %*s  verdict\n", WHAT, "what", SOURCE, "source", NUMBER,
            "expected", NUMBER, "measured", TOLERANCE, "tolerance");
}

void checks_print_row(const validation* v, FILE* to) {
    const validation_result* result = &v->results[v->result_count - 1];
    const validation_result* before = v->result_count > 1 ? result - 1 : NULL;
    if (before == NULL || result->suite != before->suite)
        print_heads(result->suite, to);
    if (before == NULL || result->part != before->part)
        fprintf(to, "\n-- %s\n", result->part->title);
    const char* what = print_line(result->name, WHAT, true, to);
    fputs("  ", to);
    const char* source = print_line(result->source, SOURCE, true, to);
    fprintf(to, "  %*.7g  %*.7g  %*.2g  %s\n", NUMBER, result->expected, NUMBER, result->measured,
            TOLERANCE, result->tolerance, result->pass ? "pass" : "FAIL");
    while (*what != '\0' || *source != '\0') {
        fputs("  ", to);
        what = print_line(what, WHAT - 2, *source != '\0', to);
        fputs(*source != '\0' ? "  " : "", to);
        source = print_line(source, SOURCE, false, to);
        fputc('\n', to);
    }
    fflush(to);
}

// a text after a sign, wrapped and indented
static void print_point(const char* text, FILE* to) {
    for (const char* mark = "- "; *text != '\0'; mark = "  ") {
        fprintf(to, "  %s", mark);
        text = print_line(text, TEXT_MAX, false, to);
        fputc('\n', to);
    }
}

static int parts_left_out(const validation* v, const validation_suite* suite) {
    int left_out = 0;
    for (int i = 0; i < v->part_count; i++)
        left_out += v->parts[i].suite == suite && v->parts[i].left_out;
    return left_out;
}

static void print_suite_line(const validation* v, const validation_suite* suite, FILE* to) {
    validation_counts counts = validation_count(v, suite, NULL);
    int left_out = parts_left_out(v, suite);
    fprintf(to, "%-22s %7d %7d %8.1f", suite->name, counts.checks, counts.failed,
            validation_seconds(v, suite));
    if (left_out > 0)
        fprintf(to, "   %d part%s left out", left_out, left_out > 1 ? "s" : "");
    fputc('\n', to);
}

void checks_print_summary(const validation* v, FILE* to) {
    for (int i = 0; i < validation_suite_count; i++) {
        const validation_suite* suite = &validation_suites[i];
        if (!validation_ran(v, suite) || suite->falls_short[0] == NULL)
            continue;
        fprintf(to, "\n%s: what falls short\n", suite->name);
        for (int k = 0; suite->falls_short[k] != NULL; k++)
            print_point(suite->falls_short[k], to);
    }
    fprintf(to, "\n%-22s %7s %7s %8s\n", "suite", "checks", "failed", "seconds");
    for (int i = 0; i < validation_suite_count; i++)
        if (validation_ran(v, &validation_suites[i]))
            print_suite_line(v, &validation_suites[i], to);
    validation_counts counts = validation_count(v, NULL, NULL);
    fprintf(to, "\n%d checks, %d failed%s\n", counts.checks, counts.failed,
            v->quick ? " (a quick run)" : "");
}

// --- for a program ------------------------------------------------------------------------------

static void write_paper(rv_json* w, const validation_paper* paper) {
    if (paper == NULL) {
        rv_json_text(w, "paper", NULL);
        return;
    }
    rv_json_open_object(w, "paper");
    rv_json_text(w, "title", paper->title);
    rv_json_text(w, "authors", paper->authors);
    if (paper->year > 0)
        rv_json_integer(w, "year", paper->year);
    else
        rv_json_text(w, "year", NULL);
    rv_json_open_list(w, "items");
    for (const validation_item* item = paper->items; item->item != NULL; item++) {
        rv_json_open_object(w, NULL);
        rv_json_text(w, "item", item->item);
        rv_json_text(w, "shows", item->shows);
        rv_json_text(w, "outcome", item->outcome);
        rv_json_close_object(w);
    }
    rv_json_close_list(w);
    rv_json_close_object(w);
}

static void write_counts(rv_json* w, validation_counts counts, double seconds) {
    rv_json_integer(w, "count", counts.checks);
    rv_json_integer(w, "failed", counts.failed);
    rv_json_number(w, "seconds", seconds);
}

static void write_suite(rv_json* w, const validation* v, const validation_suite* suite) {
    rv_json_open_object(w, NULL);
    rv_json_text(w, "name", suite->name);
    rv_json_text(w, "sentence", suite->sentence);
    write_counts(w, validation_count(v, suite, NULL), validation_seconds(v, suite));
    write_paper(w, suite->paper);
    rv_json_open_list(w, "parts");
    for (int i = 0; i < v->part_count; i++) {
        const validation_run_part* run = &v->parts[i];
        if (run->suite != suite)
            continue;
        rv_json_open_object(w, NULL);
        rv_json_text(w, "title", run->part->title);
        rv_json_boolean(w, "left_out", run->left_out);
        write_counts(w, validation_count(v, suite, run->part), run->seconds);
        rv_json_close_object(w);
    }
    rv_json_close_list(w);
    rv_json_open_list(w, "falls_short");
    for (int k = 0; suite->falls_short[k] != NULL; k++)
        rv_json_text(w, NULL, suite->falls_short[k]);
    rv_json_close_list(w);
    rv_json_close_object(w);
}

static void write_check(rv_json* w, const validation_result* result) {
    rv_json_open_object(w, NULL);
    rv_json_text(w, "suite", result->suite->name);
    rv_json_text(w, "part", result->part->title);
    rv_json_text(w, "name", result->name);
    rv_json_text(w, "source", result->source);
    rv_json_number(w, "expected", result->expected);
    rv_json_number(w, "measured", result->measured);
    rv_json_number(w, "tolerance", result->tolerance);
    rv_json_text(w, "verdict", result->pass ? "pass" : "fail");
    rv_json_close_object(w);
}

void checks_write_json(const validation* v, const char* page, FILE* to) {
    rv_json w = rv_json_begin(to);
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", RV_VERSION_MAJOR, RV_VERSION_MINOR,
             RV_VERSION_PATCH);
    rv_json_text(&w, "version", version);
    rv_json_boolean(&w, "quick", v->quick);
    rv_json_text(&w, "page", page);
    write_counts(&w, validation_count(v, NULL, NULL), validation_seconds(v, NULL));
    rv_json_open_list(&w, "suites");
    for (int i = 0; i < validation_suite_count; i++)
        if (validation_ran(v, &validation_suites[i]))
            write_suite(&w, v, &validation_suites[i]);
    rv_json_close_list(&w);
    rv_json_open_list(&w, "checks");
    for (int i = 0; i < v->result_count; i++)
        write_check(&w, &v->results[i]);
    rv_json_close_list(&w);
    rv_json_end(&w);
}
