// Keys of 128 bits: a short name for all the bytes that something was computed from.
#ifndef REEVE_CORE_KEY_H
#define REEVE_CORE_KEY_H

#include <stddef.h>
#include <stdint.h>

// of a million different inputs two have the same key once in 1e26 times
typedef struct rv_key {
    uint64_t words[2];
} rv_key;

// Begin with the name (and version) of what is computed, then add every input; the key knows where
// one ends and the next begins. Numbers are added as their bytes, so a key belongs to machines of
// one order of bytes.
rv_key rv_key_begin(const char* what);
void rv_key_add(rv_key* key, const void* bytes, size_t count);

#endif
