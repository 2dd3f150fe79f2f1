// A cache of results on disk: what takes long to compute is kept under a key that is made of all
// that it was computed from. A cache may always be lost: whatever is wrong with it is a miss.
#ifndef REEVE_IO_CACHE_H
#define REEVE_IO_CACHE_H

#include "core/key.h"

#include <stdbool.h>

// Fills `data` with what was stored under the key in the directory. False: it is not there, has
// another length than `bytes`, or is damaged; then `data` holds anything.
bool rv_cache_load(const char* directory, rv_key key, void* data, size_t bytes);

// Keeps a copy; the directory is made with all above it that are missing, for its owner alone.
// Readers see all of it or nothing, whatever happens meanwhile. False: could not be stored, and
// nothing is left behind but the directory.
bool rv_cache_store(const char* directory, rv_key key, const void* data, size_t bytes);

#endif
