// Tasks: every item runs once on any number of threads, sums come out the same to the bit, and a
// pool that cannot be had leaves nothing behind.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "core/task.h"
#include "failing_allocator.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static const int thread_counts[] = {1, 2, 4, 8};
enum { THREAD_COUNTS = 4, ITEMS = 1000 };

// ---- every item once --------------------------------------------------------------------------

typedef struct counted_loop {
    int runs[ITEMS]; // written by whoever has the item: no two threads share an entry
    int threads;
    atomic_int outside; // items or threads that do not exist
} counted_loop;

static void count_run(void* context, int item, int thread) {
    counted_loop* loop = context;
    if (item < 0 || item >= ITEMS || thread < 0 || thread >= loop->threads)
        atomic_fetch_add(&loop->outside, 1);
    else
        loop->runs[item]++;
}

static int wrong_runs(const counted_loop* loop, int count, int expected) {
    int wrong = 0;
    for (int i = 0; i < ITEMS; i++)
        wrong += loop->runs[i] != (i < count ? expected : 0);
    return wrong;
}

TEST(every_item_runs_once_on_any_number_of_threads) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    const int counts[] = {0, 1, 2, 3, 7, 8, 9, ITEMS};
    for (int t = 0; t < THREAD_COUNTS; t++) {
        rv_pool* pool = rv_pool_create(&memory, thread_counts[t]);
        CHECK(pool != NULL);
        if (pool == NULL)
            continue;
        CHECK(rv_pool_threads(pool) == thread_counts[t]);
        for (int c = 0; c < 8; c++) {
            counted_loop loop = {.threads = thread_counts[t]};
            rv_pool_for(pool, counts[c], count_run, &loop);
            CHECK(wrong_runs(&loop, counts[c], 1) == 0);
            CHECK(atomic_load(&loop.outside) == 0);
        }
        rv_pool_destroy(&memory, pool);
    }
    CHECK(memory.used == 0);
}

TEST(a_negative_count_runs_nothing) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_pool* pool = rv_pool_create(&memory, 2);
    counted_loop loop = {.threads = 2};
    rv_pool_for(pool, -5, count_run, &loop);
    CHECK(wrong_runs(&loop, 0, 1) == 0 && atomic_load(&loop.outside) == 0);
    rv_pool_destroy(&memory, pool);
}

TEST(thousands_of_short_loops_in_a_row_all_finish) {
    enum { LOOPS = 2000 };
    rv_memory memory = rv_memory_make((rv_allocator){0});
    for (int t = 0; t < THREAD_COUNTS; t++) {
        rv_pool* pool = rv_pool_create(&memory, thread_counts[t]);
        counted_loop loop = {.threads = thread_counts[t]};
        for (int i = 0; i < LOOPS; i++)
            rv_pool_for(pool, 10, count_run, &loop);
        CHECK(wrong_runs(&loop, 10, LOOPS) == 0);
        rv_pool_destroy(&memory, pool);
    }
}

TEST(a_loop_allocates_nothing) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    rv_pool* pool = rv_pool_create(&memory, 4);
    uint64_t before = memory.allocation_count;
    counted_loop loop = {.threads = 4};
    rv_pool_for(pool, ITEMS, count_run, &loop);
    CHECK(memory.allocation_count == before);
    rv_pool_destroy(&memory, pool);
    CHECK(heap.live_blocks == 0);
}

TEST(two_pools_work_independently) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_pool* a = rv_pool_create(&memory, 2);
    rv_pool* b = rv_pool_create(&memory, 3);
    counted_loop loop_a = {.threads = 2}, loop_b = {.threads = 3};
    for (int i = 0; i < 50; i++) {
        rv_pool_for(a, ITEMS, count_run, &loop_a);
        rv_pool_for(b, ITEMS, count_run, &loop_b);
    }
    CHECK(wrong_runs(&loop_a, ITEMS, 50) == 0 && wrong_runs(&loop_b, ITEMS, 50) == 0);
    rv_pool_destroy(&memory, b);
    rv_pool_destroy(&memory, a);
}

// ---- all threads take part --------------------------------------------------------------------

typedef struct meeting {
    atomic_int arrived;
    int expected;
    int seats[8]; // by thread: items it had; no two threads share an entry
} meeting;

// waits for all the others, so that no thread can have two items
static void meet(void* context, int item, int thread) {
    (void)item;
    meeting* all = context;
    all->seats[thread]++;
    atomic_fetch_add(&all->arrived, 1);
    // so long that a loaded machine gets there too, but not for ever
    for (int i = 0; i < 10000000 && atomic_load(&all->arrived) < all->expected; i++)
        sched_yield();
}

TEST(every_thread_of_the_pool_takes_an_item_when_the_items_wait_for_each_other) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    for (int t = 0; t < THREAD_COUNTS; t++) {
        int threads = thread_counts[t];
        rv_pool* pool = rv_pool_create(&memory, threads);
        for (int repeat = 0; repeat < 50; repeat++) {
            meeting all = {.expected = threads};
            rv_pool_for(pool, threads, meet, &all);
            CHECK(atomic_load(&all.arrived) == threads);
            for (int i = 0; i < threads; i++)
                CHECK(all.seats[i] == 1);
        }
        rv_pool_destroy(&memory, pool);
    }
}

// ---- ordered sums -----------------------------------------------------------------------------

enum { PARTIAL_VALUES = 37 };

// item i writes the sum of its own stretch of a series whose terms do not add up exactly
static void sum_stretch(void* context, int item, int thread) {
    (void)thread;
    double sum = 0.0;
    for (int i = 0; i < PARTIAL_VALUES; i++)
        sum += 1.0 / (1.0 + item * PARTIAL_VALUES + i);
    ((double*)context)[item] = sum;
}

TEST(a_reduction_is_the_same_to_the_bit_on_any_number_of_threads) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    double sums[THREAD_COUNTS];
    for (int t = 0; t < THREAD_COUNTS; t++) {
        static double partials[ITEMS];
        memset(partials, 0, sizeof partials);
        rv_pool* pool = rv_pool_create(&memory, thread_counts[t]);
        rv_pool_for(pool, ITEMS, sum_stretch, partials);
        rv_pool_destroy(&memory, pool);
        sums[t] = rv_sum_ordered(partials, ITEMS);
        CHECK(memcmp(&sums[t], &sums[0], sizeof(double)) == 0);
    }
    // the harmonic number H(n) = ln n + gamma + 1/2n - 1/12n^2; 1e-14: rounding of a sum of about
    // 11
    double n = (double)ITEMS * PARTIAL_VALUES;
    double harmonic = log(n) + 0.57721566490153286 + 1.0 / (2.0 * n) - 1.0 / (12.0 * n * n);
    CHECK_NEAR(sums[0], harmonic, 1e-14);
}

TEST(an_ordered_sum_adds_every_value_once) {
    // whole numbers: exact in any order
    static double values[1000];
    for (int i = 0; i < 1000; i++)
        values[i] = i + 1.0;
    CHECK(rv_sum_ordered(values, 0) == 0.0);
    int wrong = 0;
    for (int n = 1; n <= 1000; n++)
        wrong += rv_sum_ordered(values, n) != 0.5 * n * (n + 1.0);
    CHECK(wrong == 0);
}

TEST(an_ordered_sum_of_many_values_keeps_its_digits) {
    // 2^17 times 0.1: a tree of depth 14 over blocks of 8 is off by at most 22 roundings of 2^-53
    // of the sum, 3.2e-11; one after the other would be allowed 131072 of them
    enum { COUNT = 1 << 17 };
    static double values[COUNT];
    for (int i = 0; i < COUNT; i++)
        values[i] = 0.1;
    double exact = COUNT * 0.1;
    CHECK_NEAR(rv_sum_ordered(values, COUNT), exact, 22.0 * exact * 0x1p-53);
}

// ---- failure ----------------------------------------------------------------------------------

TEST(a_pool_of_no_threads_is_refused) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    CHECK(rv_pool_create(&memory, 0) == NULL);
    CHECK(rv_pool_create(&memory, -1) == NULL);
    CHECK(heap.calls == 0);
}

TEST(a_pool_without_memory_is_refused_and_leaves_nothing) {
    // there is one allocation; should there ever be more, each is made to fail in turn
    for (long k = 1;; k++) {
        failing_allocator heap = {.fail_at = k};
        rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
        rv_pool* pool = rv_pool_create(&memory, 4);
        CHECK((pool == NULL) == (heap.failed > 0));
        rv_pool_destroy(&memory, pool);
        CHECK(heap.live_blocks == 0 && memory.used == 0);
        if (heap.failed == 0)
            break;
    }
}

TEST(destroying_no_pool_does_nothing) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_pool_destroy(&memory, NULL);
    CHECK(memory.used == 0);
}

// The same source once more under other names, with a pthread_create that can refuse.
static int threads_until_refusal;

static int refusing_pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                   void* (*run)(void*), void* argument) {
    if (threads_until_refusal == 0)
        return 11; // EAGAIN: no more threads
    threads_until_refusal--;
    return pthread_create(handle, attributes, run, argument);
}

void refusing_pool_destroy(rv_memory* memory, rv_pool* pool);
#define pthread_create refusing_pthread_create
#define rv_pool_create refusing_pool_create
#define rv_pool_destroy refusing_pool_destroy
#define rv_pool_threads refusing_pool_threads
#define rv_pool_for refusing_pool_for
#define rv_sum_ordered refusing_sum_ordered
#include "core/task.c"

TEST(a_pool_whose_threads_cannot_be_had_is_refused_and_leaves_nothing) {
    for (int available = 0; available < 4; available++) {
        failing_allocator heap = {0};
        rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
        threads_until_refusal = available;
        // five threads are the caller and four more
        CHECK(refusing_pool_create(&memory, 5) == NULL);
        CHECK(heap.live_blocks == 0 && memory.used == 0);
    }
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    threads_until_refusal = 4;
    rv_pool* pool = refusing_pool_create(&memory, 5);
    CHECK(pool != NULL);
    refusing_pool_destroy(&memory, pool);
    CHECK(heap.live_blocks == 0);
}
