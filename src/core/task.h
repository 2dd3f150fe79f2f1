// Tasks: parallel-for over fixed partitions. Which item runs on which thread never changes a
// result: every item writes its own place, and reductions add partials in the order of the items.
#ifndef REEVE_CORE_TASK_H
#define REEVE_CORE_TASK_H

#include "core/memory.h"

typedef struct rv_pool rv_pool;

typedef void rv_task(void* context, int item, int thread);

// threads >= 1, counted with the caller; NULL when threads or memory cannot be had
rv_pool* rv_pool_create(rv_memory* memory, int threads);
void rv_pool_destroy(rv_memory* memory, rv_pool* pool);
int rv_pool_threads(const rv_pool* pool);

// runs task(context, item, thread) once for every item in [0, count); returns when all are done.
// Does not allocate. The caller works too; `thread` is in [0, rv_pool_threads).
void rv_pool_for(rv_pool* pool, int count, rv_task* task, void* context);

// sum of values[0..count) in a fixed tree order, the same for any thread count
double rv_sum_ordered(const double* values, int count);

#endif
