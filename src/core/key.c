// Keys: see key.h. Every word goes through steps that can be undone (xor, odd multiplication, xor with
// a shift), so that one changed word always changes the key.
#include "core/key.h"

#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t word, uint64_t odd) {
    hash = (hash ^ word) * odd;
    hash ^= hash >> 29;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

static void add_word(rv_key* key, uint64_t word) {
    key->words[0] = mix(key->words[0], word, 0x9e3779b97f4a7c15u);
    // the second sees the first too, so that the two never go the same way
    key->words[1] = mix(key->words[1] ^ key->words[0] >> 17, word, 0xc2b2ae3d27d4eb4fu);
}

void rv_key_add(rv_key* key, const void* bytes, size_t count) {
    const char* at = bytes;
    add_word(key, count);
    for (size_t i = 0; i < count; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        size_t left = count - i;
        memcpy(&word, at + i, left < sizeof word ? left : sizeof word);
        add_word(key, word);
    }
}

rv_key rv_key_begin(const char* what) {
    rv_key key = {{0x5265657665000001u, 0x6361636865000001u}};
    rv_key_add(&key, what, strlen(what));
    return key;
}
