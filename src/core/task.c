// Tasks: a pool of sleeping threads that share the items of one loop at a time.
// Workers join an open loop under the mutex and take items from a common counter; the caller works
// too, closes the loop when the items have run out, and waits only for those who joined: a worker
// that wakes too late costs nothing. Loops are not nested: a task must not call rv_pool_for.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "core/task.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    SPIN_ROUNDS = 100,   // a few microseconds: shorter than going to sleep and being woken
    SUM_BLOCK_COUNT = 8, // values added one after the other at the leaves of the tree
};

typedef struct worker {
    rv_pool* pool;
    pthread_t handle;
    int thread; // 1, 2, ...: the caller is 0
} worker;

struct rv_pool {
    size_t bytes;
    int threads;
    pthread_mutex_t mutex; // changes of all below but `next` are made under it
    pthread_cond_t work;   // a loop was opened, or the pool is closing down
    pthread_cond_t done;   // the last worker left the loop

    // the loop; not written while anybody has joined it
    rv_task* task;
    void* context;
    int count;
    bool open;         // workers may join
    atomic_llong next; // item to be taken next; 64 bits, since every thread counts past the end

    // atomic, so that they can be watched without the mutex
    atomic_uint loops; // loops ever opened
    atomic_int joined; // workers in the loop
    atomic_bool stopping;

    worker workers[]; // threads - 1
};

static void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void run_items(rv_pool* pool, int thread) {
    for (;;) {
        long long item = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (item >= pool->count)
            return;
        pool->task(pool->context, (int)item, thread);
    }
}

// returns true if the worker joined a loop, false if it shall end; `seen` is the last loop it knows
static bool join_next_loop(rv_pool* pool, unsigned* seen) {
    for (;;) {
        for (int round = 0; round < SPIN_ROUNDS; round++) {
            if (atomic_load(&pool->loops) != *seen || atomic_load(&pool->stopping))
                break;
            pause_briefly();
        }
        pthread_mutex_lock(&pool->mutex);
        while (!atomic_load(&pool->stopping) && atomic_load(&pool->loops) == *seen)
            pthread_cond_wait(&pool->work, &pool->mutex);
        *seen = atomic_load(&pool->loops);
        bool stopping = atomic_load(&pool->stopping);
        bool joining = !stopping && pool->open;
        if (joining)
            atomic_fetch_add(&pool->joined, 1);
        pthread_mutex_unlock(&pool->mutex);
        if (stopping || joining)
            return joining;
    }
}

static void* worker_run(void* argument) {
    worker* self = argument;
    rv_pool* pool = self->pool;
    unsigned seen = 0;
    while (join_next_loop(pool, &seen)) {
        run_items(pool, self->thread);
        pthread_mutex_lock(&pool->mutex);
        if (atomic_fetch_sub(&pool->joined, 1) == 1)
            pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->mutex);
    }
    return NULL;
}

static bool create_locks(rv_pool* pool) {
    if (pthread_mutex_init(&pool->mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&pool->work, NULL) == 0) {
        if (pthread_cond_init(&pool->done, NULL) == 0)
            return true;
        pthread_cond_destroy(&pool->work);
    }
    pthread_mutex_destroy(&pool->mutex);
    return false;
}

rv_pool* rv_pool_create(rv_memory* memory, int threads) {
    if (threads < 1 || (size_t)threads > (SIZE_MAX - sizeof(rv_pool)) / sizeof(worker))
        return NULL;
    size_t bytes = sizeof(rv_pool) + (size_t)(threads - 1) * sizeof(worker);
    rv_pool* pool = rv_memory_allocate(memory, bytes);
    if (pool == NULL)
        return NULL;
    *pool = (rv_pool){.bytes = bytes, .threads = 1};
    if (!create_locks(pool)) {
        rv_memory_release(memory, pool, bytes);
        return NULL;
    }
    // `threads` counts the ones that run, so that a failure half way ends just these
    for (; pool->threads < threads; pool->threads++) {
        worker* next = &pool->workers[pool->threads - 1];
        next->pool = pool;
        next->thread = pool->threads;
        if (pthread_create(&next->handle, NULL, worker_run, next) != 0) {
            rv_pool_destroy(memory, pool);
            return NULL;
        }
    }
    return pool;
}

void rv_pool_destroy(rv_memory* memory, rv_pool* pool) {
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->stopping, true);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->threads - 1; i++)
        pthread_join(pool->workers[i].handle, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->mutex);
    rv_memory_release(memory, pool, pool->bytes);
}

int rv_pool_threads(const rv_pool* pool) {
    return pool->threads;
}

static void open_loop(rv_pool* pool, int count, rv_task* task, void* context) {
    pthread_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->context = context;
    pool->count = count;
    pool->open = true;
    atomic_store(&pool->next, 0);
    atomic_fetch_add(&pool->loops, 1);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
}

// after the mutex nobody can join any more, so `joined` only falls
static void close_loop(rv_pool* pool) {
    pthread_mutex_lock(&pool->mutex);
    pool->open = false;
    pthread_mutex_unlock(&pool->mutex);
    for (int round = 0; round < SPIN_ROUNDS; round++) {
        if (atomic_load(&pool->joined) == 0)
            return;
        pause_briefly();
    }
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->joined) > 0)
        pthread_cond_wait(&pool->done, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

void rv_pool_for(rv_pool* pool, int count, rv_task* task, void* context) {
    if (pool->threads == 1 || count <= 1) {
        for (int item = 0; item < count; item++)
            task(context, item, 0);
        return;
    }
    open_loop(pool, count, task, context);
    run_items(pool, 0);
    close_loop(pool);
}

// the tree depends on the count alone: halves, cut at a whole number of blocks
double rv_sum_ordered(const double* values, int count) {
    if (count <= SUM_BLOCK_COUNT) {
        double sum = 0.0;
        for (int i = 0; i < count; i++)
            sum += values[i];
        return sum;
    }
    int blocks = count / SUM_BLOCK_COUNT + (count % SUM_BLOCK_COUNT != 0);
    int left = blocks / 2 * SUM_BLOCK_COUNT;
    return rv_sum_ordered(values, left) + rv_sum_ordered(values + left, count - left);
}
