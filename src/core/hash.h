// Hashes: the one way in which the engine mixes numbers. Not for keys on disk (key.h), and no guard against
// who wants two inputs to meet.
#ifndef REEVE_CORE_HASH_H
#define REEVE_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// `hash` after `count` more words of eight bytes; doubles by their bits
static inline uint64_t rv_hash_words(uint64_t hash, const void* words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, (const char*)words + i * sizeof word, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

// of any number of bytes, as if zeros filled up their last word
static inline uint64_t rv_hash_bytes(uint64_t hash, const void* bytes, size_t count) {
    size_t whole = count / sizeof(uint64_t), left = count % sizeof(uint64_t);
    hash = rv_hash_words(hash, bytes, whole);
    if (left == 0)
        return hash;
    uint64_t last = 0;
    memcpy(&last, (const char*)bytes + whole * sizeof last, left);
    return rv_hash_words(hash, &last, 1);
}

// for a place in a table: every bit of the input changes about half of the output
static inline uint64_t rv_hash_spread(uint64_t x) {
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 29)) * 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}

#endif
