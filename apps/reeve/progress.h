// A progress bar on standard error, only where a person sees it.
#ifndef REEVE_COMMAND_PROGRESS_H
#define REEVE_COMMAND_PROGRESS_H

#include <stdbool.h>

typedef struct progress {
    bool shown;
    double next; // when to draw again [s]
} progress;

// `wanted` false, or no terminal: nothing is ever drawn.
progress progress_begin(bool wanted);
// `part` in [0, 1]; draws a few times a second.
void progress_update(progress* p, double part, const char* what);
void progress_end(progress* p);

#endif
