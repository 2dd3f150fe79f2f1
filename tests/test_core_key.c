// Keys: every bit of what they are made of counts.
#include "core/key.h"
#include "test.h"

#include <stdbool.h>

static bool same(rv_key a, rv_key b) {
    return a.words[0] == b.words[0] && a.words[1] == b.words[1];
}

TEST(a_key_changes_with_every_bit_every_length_and_every_border) {
    unsigned char bytes[32] = {0};
    rv_key plain = rv_key_begin("a");
    rv_key_add(&plain, bytes, sizeof bytes);
    int halves_changed = 0;
    for (int bit = 0; bit < 256; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        rv_key key = rv_key_begin("a");
        rv_key_add(&key, bytes, sizeof bytes);
        CHECK(key.words[0] != plain.words[0] && key.words[1] != plain.words[1]);
        for (int i = 0; i < 128; i++)
            halves_changed +=
                ((key.words[i / 64] ^ plain.words[i / 64]) >> i % 64 & 1) != 0 ? 1 : -1;
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    // half of all bits, like 32768 coins: within five standard deviations of 181
    CHECK_NEAR(halves_changed, 0.0, 5.0 * 181.0);
    rv_key one = rv_key_begin("a"), two = one, shorter = one;
    rv_key_add(&one, "abcd", 4);
    rv_key_add(&two, "ab", 2);
    rv_key_add(&two, "cd", 2);
    rv_key_add(&shorter, bytes, sizeof bytes - 1);
    CHECK(!same(one, two) && !same(shorter, plain));
    CHECK(!same(rv_key_begin("a"), rv_key_begin("b")));
    CHECK(same(rv_key_begin("a"), rv_key_begin("a")));
}
