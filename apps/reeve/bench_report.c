// The table and the JSON of `reeve bench`, and the exponents of its families. The keys of the JSON
// stay: --against reads what earlier versions wrote.
#include "bench_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FAMILY_MAX = 64 };

// --- the table -----------------------------------------------------------------------------------

// a count in four digits: 12.3k, 4.56M
static void print_count(double count, int width) {
    static const char* const letters[] = {"", "k", "M", "G", "T"};
    char text[32] = "-";
    int i = 0;
    for (; count >= 999.5 && i < 4; i++)
        count /= 1000.0;
    int decimals = i == 0 || count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2;
    if (!isnan(count))
        snprintf(text, sizeof text, "%.*f%s", decimals, count, letters[i]);
    printf(" %*s", width, text);
}

void bench_print_head(void) {
    printf("%-27s %10s %10s %10s %10s %11s %7s %7s %7s %7s\n", "scenario", "us/step", "min", "99 %",
           "max", "x real time", "instr", "bytes", "dofs", "rows");
}

void bench_print_entry(const bench_entry* entry) {
    const bench_result* r = &entry->result;
    printf("%-27s %10.2f %10.2f %10.2f %10.2f %11.1f", entry->scenario->name, r->median, r->min,
           r->late, r->latest, r->real_time_factor);
    print_count(r->instructions, 7);
    print_count((double)r->bytes, 7);
    printf(" %7d %7d\n", r->dofs, r->rows);
    if (r->bytes_allocated > 0)
        printf("  its %ld timed steps allocated %zu bytes\n", r->steps, r->bytes_allocated);
    if (!isnan(r->more))
        printf("  %.2f us more than without\n", r->more);
    if (r->note[0] != '\0')
        printf("  %s\n", r->note);
    fflush(stdout);
}

// --- families ------------------------------------------------------------------------------------

typedef struct family {
    const bench_scenario* first;
    double least, most; // sizes
    bench_scaling time, instructions;
} family;

// true for the first scenario of a family with two sizes or more
static bool family_of(const bench_list* list, int index, family* f) {
    double sizes[FAMILY_MAX], times[FAMILY_MAX], instructions[FAMILY_MAX];
    int count = 0;
    *f = (family){.first = list->entries[index].scenario, .least = INFINITY, .most = 0.0};
    for (int i = 0; f->first->family != NULL && i < list->count && count < FAMILY_MAX; i++) {
        const bench_entry* entry = &list->entries[i];
        const char* name = entry->scenario->family;
        if (name == NULL || strcmp(name, f->first->family) != 0)
            continue;
        if (i < index)
            return false;
        sizes[count] = entry->scenario->size;
        times[count] = entry->result.median;
        instructions[count++] = entry->result.instructions;
        f->least = fmin(f->least, entry->scenario->size);
        f->most = fmax(f->most, entry->scenario->size);
    }
    f->time = bench_scaling_of(sizes, times, count);
    f->instructions = bench_scaling_of(sizes, instructions, count);
    return !isnan(f->time.exponent);
}

static void print_exponent(const bench_scaling* s) {
    if (isnan(s->exponent))
        printf(" %8s %7s %8s", "-", "-", "-");
    else
        printf(" %8.2f %7.3f %8.2f", s->exponent, s->fit, s->last);
}

void bench_print_scaling(const bench_list* list) {
    bool begun = false;
    for (int i = 0; i < list->count; i++) {
        family f;
        if (!family_of(list, i, &f))
            continue;
        if (!begun)
            printf("\nExponent p of cost = a size^p, fitted; R^2; and between the two largest:\n"
                   "%-27s %-22s %8s %7s %8s %8s %7s %8s\n",
                   "family", "sizes", "time", "R^2", "largest", "instr", "R^2", "largest");
        begun = true;
        char sizes[64];
        snprintf(sizes, sizeof sizes, "%.0f to %.0f %s", f.least, f.most, f.first->unit);
        printf("%-27s %-22s", f.first->family, sizes);
        print_exponent(&f.time);
        print_exponent(&f.instructions);
        printf("\n");
    }
}

// --- JSON ----------------------------------------------------------------------------------------

void bench_write_entry(rv_json* w, const bench_entry* entry) {
    const bench_result* r = &entry->result;
    rv_json_open_object(w, NULL);
    rv_json_text(w, "name", entry->scenario->name);
    rv_json_number(w, "h", r->h);
    rv_json_number(w, "us_per_step", r->median);
    rv_json_number(w, "us_per_step_min", r->min);
    rv_json_number(w, "us_per_step_25_percent", r->q1);
    rv_json_number(w, "us_per_step_75_percent", r->q3);
    rv_json_number(w, "us_per_step_99_percent", r->late);
    rv_json_number(w, "us_per_step_max", r->latest);
    rv_json_number(w, "us_clock", r->clock);
    if (!isnan(r->more))
        rv_json_number(w, "us_more_than_without", r->more);
    rv_json_number(w, "real_time_factor", r->real_time_factor);
    rv_json_number(w, "instructions_per_step", r->instructions);
    rv_json_integer(w, "bytes", (long long)r->bytes);
    rv_json_integer(w, "bytes_allocated", (long long)r->bytes_allocated);
    rv_json_integer(w, "dofs", r->dofs);
    rv_json_integer(w, "rows", r->rows);
    rv_json_integer(w, "steps", r->steps);
    rv_json_text(w, "note", r->note[0] != '\0' ? r->note : NULL);
    rv_json_close_object(w);
}

static void write_exponent(rv_json* w, const char* key, const bench_scaling* s) {
    rv_json_open_object(w, key);
    rv_json_number(w, "exponent", s->exponent);
    rv_json_number(w, "r_squared", s->fit);
    rv_json_number(w, "exponent_of_largest_two", s->last);
    rv_json_close_object(w);
}

void bench_write_scaling(rv_json* w, const bench_list* list) {
    rv_json_open_list(w, "families");
    for (int i = 0; i < list->count; i++) {
        family f;
        if (!family_of(list, i, &f))
            continue;
        rv_json_open_object(w, NULL);
        rv_json_text(w, "name", f.first->family);
        rv_json_text(w, "unit", f.first->unit);
        rv_json_number(w, "smallest", f.least);
        rv_json_number(w, "largest", f.most);
        write_exponent(w, "time", &f.time);
        write_exponent(w, "instructions", &f.instructions);
        rv_json_close_object(w);
    }
    rv_json_close_list(w);
}
