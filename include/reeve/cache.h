// Answers of solids kept on disk, so that what takes seconds is computed once and not in every run.
#ifndef REEVE_CACHE_H
#define REEVE_CACHE_H

#include "reeve/solid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A store (rv_solid_def.store) whose answers are files in a directory, for their owner alone. The
/// directory is made, with all above it, when the first is saved. Whatever is wrong with a file
/// (damaged, cut off, of another machine) makes it as if it were not there, and what cannot be
/// written is not kept. Files may be removed at any time; the store removes none. Several processes
/// and threads may share a directory. `directory` is not copied: it must live as long as the store
/// is in use.
RV_API rv_answer_store rv_answer_store_on_disk(const char* directory);

#ifdef __cplusplus
}
#endif
#endif
