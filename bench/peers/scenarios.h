// The scenarios of reeve_peers: named lists of problems.
#ifndef REEVE_BENCH_PEERS_SCENARIOS_H
#define REEVE_BENCH_PEERS_SCENARIOS_H

#include "bench/peers/peers.h"

enum { PEERS_CASES_MAX = 8 };

// One problem of a scenario.
typedef struct peers_case {
    const char* motion; // one word
    double ratio;       // hoist: load over the mass of a segment; else NaN
    peers_problem problem;
} peers_case;

typedef struct peers_scenario {
    const char* name;
    const char* sentence;
    peers_kind kind;
    int segments;
} peers_scenario;

extern const peers_scenario peers_scenarios[];
extern const int peers_scenario_count;

// Returns how many; quick: shorter ones.
int peers_scenario_cases(const peers_scenario* scenario, bool quick, peers_case* cases);

#endif
