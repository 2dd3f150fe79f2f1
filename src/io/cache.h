// A cache of results on disk: what takes long to compute is kept under a key that is made of all
// that it was computed from. A cache may always be lost: whatever is wrong with it is a miss.
#ifndef REEVE_IO_CACHE_H
#define REEVE_IO_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// 128 bits: of a million different inputs two have the same key once in 1e26 times
typedef struct rv_cache_key {
    uint64_t words[2];
} rv_cache_key;

// Begin with the name (and version) of what is computed, then add every input; the key knows where
// one ends and the next begins. Numbers are added as their bytes, so a key belongs to machines of
// one order of bytes.
rv_cache_key rv_cache_key_begin(const char* what);
void rv_cache_key_add(rv_cache_key* key, const void* bytes, size_t count);

// Fills `data` with what was stored under the key in the directory. False: it is not there, has
// another length than `bytes`, or is damaged; then `data` holds anything.
bool rv_cache_load(const char* directory, rv_cache_key key, void* data, size_t bytes);

// Keeps a copy; the directory is made with all above it that are missing, for its owner alone.
// Readers see all of it or nothing, whatever happens meanwhile. False: could not be stored, and
// nothing is left behind but the directory.
bool rv_cache_store(const char* directory, rv_cache_key key, const void* data, size_t bytes);

#endif
