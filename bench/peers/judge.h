// What a run is worth: whether its state stayed true to the problem, told from what was read alone.
#ifndef REEVE_BENCH_PEERS_JUDGE_H
#define REEVE_BENCH_PEERS_JUDGE_H

#include "bench/peers/peers.h"

// NaN where the kind of problem does not have it.
typedef struct peers_verdict {
    double
        gap; // hoist: largest sum of the openings of all joints; tackle: of the stretch; of the length
    double gain; // largest energy above what it may have
    double loss; // of energy in the end; both of M g L in a drop, of the swing's in a shift
    double bow_early,
        bow_late;     // hoist: how far joints leave the straight line, of the length, at most
    double tip;       // thread: distance of its end from the elastica's, of the length
    double drift;     // thread: how far its end still moved in the last tenth, of the length
    const char* word; // "stable", or what broke first in this list
} peers_verdict;

// Call once before the first step, and after every one.
typedef struct peers_judge {
    const peers_problem* problem;
    int steps;        // judged
    bool finite;      // all that was read; else the run is over
    double start;     // energy [J]
    double reference; // that it may have: of the start, or when the anchor has stopped
    double height;    // potential energy of the last state [J]
    double energy;    // in the middle of the last step
    double gap, gain, bow_early, bow_late;
    double tip[3], tip_before[3]; // now, and a tenth before the end
} peers_judge;

peers_judge peers_judge_begin(const peers_problem* problem, const peers_state* state);
void peers_judge_step(peers_judge* judge, const peers_state* state);
peers_verdict peers_judge_end(const peers_judge* judge);

// Limits of "stable".
extern const double PEERS_GAP_LIMIT, PEERS_GAIN_LIMIT, PEERS_BOW_LIMIT, PEERS_GROWTH_LIMIT,
    PEERS_TIP_LIMIT;

#endif
