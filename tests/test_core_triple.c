// The triple buffer: what is read is whole, never older than what was read before, and the latest.
#include "core/triple.h"
#include "test.h"

#include <pthread.h>
#include <stdint.h>

enum { WORDS = 64, ROUNDS = 200000 };

typedef struct buffer {
    rv_triple triple;
    uint64_t slot[RV_TRIPLE_SLOTS][WORDS];
    atomic_bool done;
} buffer;

static void publish(buffer* b, uint64_t value) {
    for (int k = 0; k < WORDS; k++)
        b->slot[b->triple.back][k] = value;
    rv_triple_publish(&b->triple);
}

TEST(a_reader_gets_the_latest_and_then_nothing_new) {
    static buffer b;
    rv_triple_init(&b.triple);
    CHECK(!rv_triple_take(&b.triple));
    publish(&b, 1);
    publish(&b, 2);
    publish(&b, 3);
    CHECK(rv_triple_take(&b.triple));
    CHECK(b.slot[b.triple.front][0] == 3);
    CHECK(!rv_triple_take(&b.triple));
    CHECK(b.slot[b.triple.front][0] == 3);
    publish(&b, 4);
    CHECK(b.slot[b.triple.front][0] == 3);
    CHECK(rv_triple_take(&b.triple));
    CHECK(b.slot[b.triple.front][0] == 4);
}

TEST(the_three_slots_are_always_different) {
    static buffer b;
    rv_triple_init(&b.triple);
    unsigned random = 1;
    for (int k = 0; k < 1000; k++) {
        random = random * 1664525u + 1013904223u;
        if (random >> 31 != 0)
            publish(&b, (uint64_t)k);
        else
            (void)rv_triple_take(&b.triple);
        unsigned middle = atomic_load(&b.triple.middle) & 3u;
        CHECK(b.triple.back + middle + b.triple.front == 3
              && (b.triple.back * b.triple.back + middle * middle + b.triple.front * b.triple.front)
                     == 5);
    }
}

static void* write_all(void* context) {
    buffer* b = context;
    for (uint64_t k = 1; k <= ROUNDS; k++)
        publish(b, k);
    atomic_store(&b->done, true);
    return NULL;
}

TEST(what_passes_between_threads_is_whole_and_never_goes_back) {
    static buffer b;
    rv_triple_init(&b.triple);
    pthread_t writer;
    CHECK(pthread_create(&writer, NULL, write_all, &b) == 0);
    uint64_t last = 0, torn = 0, back = 0;
    for (bool done = false; !done;) {
        // what was published before `done` is seen by the take after it
        done = atomic_load(&b.done);
        if (!rv_triple_take(&b.triple))
            continue;
        const uint64_t* now = b.slot[b.triple.front];
        for (int k = 1; k < WORDS; k++)
            torn += now[k] != now[0];
        back += now[0] <= last;
        last = now[0];
    }
    CHECK(pthread_join(writer, NULL) == 0);
    CHECK(torn == 0);
    CHECK(back == 0);
    CHECK(last == ROUNDS);
}
