// `reeve bench --against FILE`: an earlier run, read from its JSON, beside this one. Two runs on a
// shared machine are never equal. A time counts as changed if it did by more than a twentieth, and
// each median lies outside the quartiles of the other run; instructions, which are the same again,
// if they did by more than a two-hundredth.
#include "bench_report.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIME_PART 0.05
#define INSTRUCTIONS_PART 0.005

struct bench_past {
    json_t* root;
    const json_t* scenarios; // of the root
    const char* file;
    const char* counter; // NULL: none
};

// --- the file ------------------------------------------------------------------------------------

static double number_of(const json_t* entry, const char* key) {
    const json_t* value = json_object_get(entry, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char* name_of(const json_t* entry) {
    return json_string_value(json_object_get(entry, "name"));
}

// NULL if it is right, else what is wrong
static const char* fault_of(const json_t* root) {
    if (json_integer_value(json_object_get(root, "reeve_bench")) != 1)
        return "no \"reeve_bench\": 1 in it; it must be what `reeve bench --json` prints";
    const json_t* scenarios = json_object_get(root, "scenarios");
    if (!json_is_array(scenarios))
        return "\"scenarios\" must be a list";
    for (size_t i = 0; i < json_array_size(scenarios); i++) {
        const json_t* entry = json_array_get(scenarios, i);
        if (name_of(entry) == NULL)
            return "a scenario has no \"name\"";
        if (!(number_of(entry, "us_per_step") >= 0.0))
            return "a scenario has no \"us_per_step\" that is a number >= 0";
    }
    return NULL;
}

bench_past* bench_past_load(const char* file) {
    FILE* in = fopen(file, "rb");
    if (in == NULL) {
        fprintf(stderr, "reeve bench: cannot open '%s' to compare with\n", file);
        return NULL;
    }
    json_error_t error;
    json_t* root = json_loadf(in, 0, &error);
    bool unreadable = ferror(in) != 0; // as a folder is
    fclose(in);
    bench_past* past = calloc(1, sizeof *past);
    const char* fault = root != NULL ? fault_of(root) : NULL;
    if (unreadable)
        fprintf(stderr, "reeve bench: cannot read '%s' to compare with\n", file);
    else if (root == NULL)
        fprintf(stderr, "reeve bench: '%s' is no JSON: line %d: %s\n", file, error.line,
                error.text);
    else if (fault != NULL)
        fprintf(stderr, "reeve bench: '%s': %s\n", file, fault);
    if (root == NULL || fault != NULL || past == NULL) {
        json_decref(root);
        free(past);
        return NULL;
    }
    *past = (bench_past){.root = root,
                         .scenarios = json_object_get(root, "scenarios"),
                         .file = file,
                         .counter = json_string_value(json_object_get(root, "counter"))};
    return past;
}

void bench_past_free(bench_past* past) {
    if (past != NULL)
        json_decref(past->root);
    free(past);
}

// --- comparison ----------------------------------------------------------------------------------

typedef struct change {
    double before, now, ratio; // NaN where one of them was not measured
    int sign;                  // -1: less, 1: more, 0: not for sure
} change;

typedef struct comparison {
    change time, instructions;
} comparison;

static const json_t* find(const bench_past* past, const char* name) {
    for (size_t i = 0; i < json_array_size(past->scenarios); i++)
        if (strcmp(name_of(json_array_get(past->scenarios, i)), name) == 0)
            return json_array_get(past->scenarios, i);
    return NULL;
}

static change change_of(double before, double now, double part) {
    change c = {before, now, before > 0.0 && now > 0.0 ? now / before : NAN, 0};
    if (fabs(c.ratio - 1.0) > part)
        c.sign = c.ratio > 1.0 ? 1 : -1;
    return c;
}

static comparison compare_with(const bench_past* past, const json_t* old, const bench_list* list,
                               const bench_result* r) {
    comparison c = {.time = change_of(number_of(old, "us_per_step"), r->median, TIME_PART)};
    // without quartiles in the file there is no doubt to be had from them
    double q1 = number_of(old, "us_per_step_25_percent");
    double q3 = number_of(old, "us_per_step_75_percent");
    bool within =
        (r->median >= q1 && r->median <= q3) || (c.time.before >= r->q1 && c.time.before <= r->q3);
    c.time.sign = within ? 0 : c.time.sign;
    // counters differ: in the versions of library functions that the processor is given
    bool same =
        past->counter != NULL && list->counter != NULL && strcmp(past->counter, list->counter) == 0;
    c.instructions = change_of(same ? number_of(old, "instructions_per_step") : NAN,
                               same ? r->instructions : NAN, INSTRUCTIONS_PART);
    return c;
}

typedef struct mean {
    double log_sum;
    int count;
} mean;

static void mean_add(mean* m, double ratio) {
    if (!isnan(ratio)) {
        m->log_sum += log(ratio);
        m->count++;
    }
}

static double mean_of(const mean* m) {
    return m->count > 0 ? exp(m->log_sum / m->count) : NAN;
}

static void print_change(const change* c, const char* less, const char* more) {
    if (isnan(c->ratio))
        printf(" %12s %12s %7s %-6s", "-", "-", "-", "");
    else
        printf(" %12.*f %12.*f %7.3f %-6s", c->before < 1e4 ? 2 : 0, c->before,
               c->before < 1e4 ? 2 : 0, c->now, c->ratio,
               c->sign < 0   ? less
               : c->sign > 0 ? more
                             : "");
}

static bool has(const bench_list* list, const char* name) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->entries[i].scenario->name, name) == 0)
            return true;
    return false;
}

static void print_missing(const bench_past* past, const bench_list* list, bool all) {
    for (int i = 0; i < list->count; i++)
        if (find(past, list->entries[i].scenario->name) == NULL)
            printf("not in %s: %s\n", past->file, list->entries[i].scenario->name);
    for (size_t i = 0; all && i < json_array_size(past->scenarios); i++) {
        const char* name = name_of(json_array_get(past->scenarios, i));
        if (!has(list, name))
            printf("only in %s: %s\n", past->file, name);
    }
}

void bench_print_against(const bench_past* past, const bench_list* list, bool all) {
    mean times = {0}, instructions = {0};
    printf("\nAgainst %s:\n%-27s %12s %12s %7s %-6s %12s %12s %7s\n", past->file, "scenario",
           "us before", "us now", "ratio", "", "instr before", "instr now", "ratio");
    for (int i = 0; i < list->count; i++) {
        const bench_entry* entry = &list->entries[i];
        const json_t* old = find(past, entry->scenario->name);
        if (old == NULL)
            continue;
        comparison c = compare_with(past, old, list, &entry->result);
        printf("%-27s", entry->scenario->name);
        print_change(&c.time, "faster", "slower");
        print_change(&c.instructions, "fewer", "more");
        printf("\n");
        mean_add(&times, c.time.ratio);
        mean_add(&instructions, c.instructions.ratio);
    }
    if (times.count > 0)
        printf("geometric mean of the ratios: time %.3f (%d scenario%s)", mean_of(&times),
               times.count, times.count == 1 ? "" : "s");
    if (instructions.count > 0)
        printf(", instructions %.4f (%d)", mean_of(&instructions), instructions.count);
    printf(times.count > 0 ? "\n" : "no scenario is in both\n");
    print_missing(past, list, all);
}

static void write_change(rv_json* w, const char* key, const change* c) {
    rv_json_open_object(w, key);
    rv_json_number(w, "before", c->before);
    rv_json_number(w, "now", c->now);
    rv_json_number(w, "ratio", c->ratio);
    rv_json_integer(w, "sign", c->sign);
    rv_json_close_object(w);
}

void bench_write_against(rv_json* w, const bench_past* past, const bench_list* list) {
    rv_json_open_list(w, "against");
    for (int i = 0; i < list->count; i++) {
        const bench_entry* entry = &list->entries[i];
        const json_t* old = find(past, entry->scenario->name);
        if (old == NULL)
            continue;
        comparison c = compare_with(past, old, list, &entry->result);
        rv_json_open_object(w, NULL);
        rv_json_text(w, "name", entry->scenario->name);
        write_change(w, "us_per_step", &c.time);
        write_change(w, "instructions_per_step", &c.instructions);
        rv_json_close_object(w);
    }
    rv_json_close_list(w);
}
