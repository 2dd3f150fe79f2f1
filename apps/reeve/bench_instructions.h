// Who counts instructions: the processor, where the kernel lets us ask it; else valgrind, under which
// the command runs itself again, if that is asked for.
#ifndef REEVE_COMMAND_BENCH_INSTRUCTIONS_H
#define REEVE_COMMAND_BENCH_INSTRUCTIONS_H

#include "bench/bench.h"

typedef struct instructions {
    const char* counter; // "processor" or "valgrind"; NULL: nobody counts
    char why_not[200];   // "" unless nobody counts
    int file;            // of the processor's counter; -1: none
    bool inside;         // this process is the one that valgrind watches
} instructions;

// `slowly`: by valgrind, too, which takes some seconds a scenario
instructions instructions_begin(bool slowly);
void instructions_end(instructions* counting);

// Per step; NaN: not counted. What goes wrong with valgrind ends the counting and is told why.
double instructions_count(instructions* counting, const bench_scenario* scenario);

#endif
