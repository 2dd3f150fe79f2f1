// Tables, lines and traces of judged machines.
#ifndef REEVE_MACHINES_TABLE_H
#define REEVE_MACHINES_TABLE_H

#include "machines.h"

// Of the worlds of a row.
typedef struct tally {
    int worlds, failed, unannounced;
    int shown[SYMPTOMS];
    long steps, slow, degraded;
    double slowest; // [s]
} tally;

void table_head(void);
void table_add(tally* t, const verdict* v);
void table_sum(tally* sum, const tally* t);
void table_row(const char* kind, const char* model, const tally* t);
void table_failure(const char* kind, const char* model, uint64_t seed, const verdict* v);
void table_csv_head(void);
void table_csv(const char* kind, const char* model, uint64_t seed, double rate, const verdict* v);
void table_trace_head(void);
void table_trace(const judge* j, double time, rv_status status);

#endif
