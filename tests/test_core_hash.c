// Hashes: words, what is left of them, and places in tables.
#include "core/hash.h"
#include "test.h"

TEST(bytes_that_fill_their_words_have_the_hash_of_the_words) {
    const double numbers[3] = {1.0, -2.5, 1e-300};
    CHECK(rv_hash_bytes(7, numbers, sizeof numbers) == rv_hash_words(7, numbers, 3));
}

TEST(bytes_behind_the_last_whole_word_count_as_if_zeros_followed) {
    const unsigned char bytes[11] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    unsigned char filled[16] = {0};
    memcpy(filled, bytes, sizeof bytes);
    CHECK(rv_hash_bytes(0, bytes, sizeof bytes) == rv_hash_words(0, filled, 2));
    CHECK(rv_hash_bytes(0, bytes, sizeof bytes) != rv_hash_bytes(0, bytes, 8));
}

TEST(a_hash_depends_on_the_order_of_its_words_and_on_where_it_began) {
    const uint64_t ab[2] = {1, 2}, ba[2] = {2, 1};
    CHECK(rv_hash_words(0, ab, 2) != rv_hash_words(0, ba, 2));
    CHECK(rv_hash_words(0, ab, 2) != rv_hash_words(1, ab, 2));
    CHECK(rv_hash_words(5, ab, 0) == 5);
}

// 1, 2, 3, ... differ in their upper bits alone as doubles: a table of 4096 places takes them from the lower
TEST(whole_numbers_spread_over_a_table) {
    enum { PLACES = 4096 };
    static int taken[PLACES];
    int used = 0;
    for (int i = 0; i < PLACES; i++) {
        double number = i;
        uint64_t at = rv_hash_spread(rv_hash_words(0, &number, 1)) % PLACES;
        used += taken[at]++ == 0;
    }
    // at random 1 - 1/e of them are used, 2589, with a deviation of sqrt(4096 (1/e - 2/e^2)) = 20
    CHECK_NEAR(used, 2589.0, 5.0 * 20.0);
}
