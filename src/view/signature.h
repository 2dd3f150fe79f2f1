// Signatures of what is shown: a number that tells whether it has changed since. FNV-1a (Fowler, Noll, Vo),
// a word at a time.
#ifndef REEVE_VIEW_SIGNATURE_H
#define REEVE_VIEW_SIGNATURE_H

#include <stdint.h>
#include <string.h>

static const uint64_t RV_SIGNATURE_START = 0xcbf29ce484222325u;

static inline uint64_t rv_signature_add(uint64_t signature, uint64_t word) {
    return (signature ^ word) * 0x100000001b3u;
}

// of eight bytes, as numbers and ids are
static inline uint64_t rv_signature_add_value(uint64_t signature, const void* value) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    return rv_signature_add(signature, bits);
}

#endif
