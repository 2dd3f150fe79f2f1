// The table and the JSON of reeve_peers.
#ifndef REEVE_BENCH_PEERS_REPORT_H
#define REEVE_BENCH_PEERS_REPORT_H

#include "bench/peers/measure.h"
#include "bench/peers/scenarios.h"
#include "view/json.h"

// A case with what its entries took.
typedef struct peers_result {
    const peers_scenario* scenario;
    peers_case problem;
    peers_entry entries[PEERS_ENTRIES_MAX];
    int count;
} peers_result;

void peers_print_engines(void);
void peers_print_head(const peers_scenario* scenario);
void peers_print_result(const peers_result* result);
// after all cases of a hoist: the largest load that each engine holds in both motions
void peers_print_loads(const peers_result* results, int count);

void peers_write_engines(rv_json* w);
void peers_write_result(rv_json* w, const peers_result* result);

#endif
