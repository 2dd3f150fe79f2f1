// The progress bar: see progress.h. It is drawn at most ten times a second, so that it costs
// nothing beside the steps, on standard error, so that output can be piped, and wiped at the end,
// so that only the summary stays.
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include "command.h"

#include <stdio.h>
#include <unistd.h>

enum { BAR_WIDTH = 40 };
#define REDRAW_SECONDS 0.1

progress progress_begin(bool wanted) {
    return (progress){wanted && isatty(STDERR_FILENO), clock_seconds(NULL) + REDRAW_SECONDS};
}

void progress_update(progress* p, double part, const char* what) {
    static const char full[] = "########################################";
    static const char none[] = "........................................";
    if (!p->shown)
        return;
    double now = clock_seconds(NULL);
    if (now < p->next)
        return;
    p->next = now + REDRAW_SECONDS;
    int done = (int)(part * BAR_WIDTH);
    fprintf(stderr, "\r[%.*s%.*s] %3.0f %% %s ", done, full, BAR_WIDTH - done, none, 100.0 * part,
            what);
    fflush(stderr);
}

void progress_end(progress* p) {
    // wipe the line
    if (p->shown)
        fprintf(stderr, "\r%78s\r", "");
    p->shown = false;
}
