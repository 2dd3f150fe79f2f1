// What `reeve bench` measured: how it is printed, written as JSON, and compared with an earlier run.
#ifndef REEVE_COMMAND_BENCH_REPORT_H
#define REEVE_COMMAND_BENCH_REPORT_H

#include "bench/bench.h"
#include "view/json.h"

typedef struct bench_entry {
    const bench_scenario* scenario;
    bench_result result;
} bench_entry;

typedef struct bench_list {
    bench_entry* entries;
    int count;
    const char* counter; // what counted instructions; NULL: nothing did
} bench_list;

// A table, a row at a time.
void bench_print_head(void);
void bench_print_entry(const bench_entry* entry);
// How time and instructions grow with size, for families of which two sizes or more were run.
void bench_print_scaling(const bench_list* list);

void bench_write_entry(rv_json* w, const bench_entry* entry);
void bench_write_scaling(rv_json* w, const bench_list* list);

// An earlier run, from the file that `reeve bench --json` wrote.
typedef struct bench_past bench_past;

// NULL after printing what is wrong with the file.
bench_past* bench_past_load(const char* file);
void bench_past_free(bench_past* past);

// `all`: every scenario was asked for, so that those that only the earlier run has are named.
void bench_print_against(const bench_past* past, const bench_list* list, bool all);
void bench_write_against(rv_json* w, const bench_past* past, const bench_list* list);

#endif
