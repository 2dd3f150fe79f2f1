// Times one problem in all engines, in turn.
#ifndef REEVE_BENCH_PEERS_MEASURE_H
#define REEVE_BENCH_PEERS_MEASURE_H

#include "bench/peers/judge.h"

enum { PEERS_REPETITIONS_MAX = 9 };

// One engine with one setting. Set engine and setting; the rest is found. Times are of this thread's
// processor, of single steps [us].
typedef struct peers_entry {
    const peers_engine* engine;
    const peers_setting* setting;
    bool made;     // false: it could not be created
    double median; // medians over the repetitions: of the median,
    double late;   // of the 99th of 100,
    double ratio;  // and of the median over that of the first entry in the same repetition
    int steps;     // in a repetition; fewer than asked for if it broke
    peers_verdict verdict;
} peers_entry;

// False if memory ran out, or the first entry could not be made.
bool peers_measure(const peers_problem* problem, int repetitions, peers_entry* entries, int count);

#endif
