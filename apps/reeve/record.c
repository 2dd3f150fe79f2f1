// A recording of a run: what log.h keeps, while the run goes.
#include "simulation.h"

static const char* record_name(const arguments* arguments) {
    return arguments->record;
}

static int record_begin(simulation* s) {
    bool begun = log_begin(&s->log, s->arguments->record, s->scene, s->file, s->world);
    return begun ? EXIT_FINE : EXIT_FAILED;
}

static bool record_step(simulation* s) {
    // the state at the start stands in the head
    return s->totals.steps == 0 || log_step(&s->log, s->world);
}

static bool record_commit(simulation* s) {
    return log_end(&s->log, s->world);
}

static void record_discard(simulation* s) {
    log_discard(&s->log);
}

static void record_tell(const simulation* s, FILE* to) {
    fprintf(to, "  wrote         %s: %lld steps, to be replayed\n", s->arguments->record,
            s->totals.steps);
}

const sink record_sink = {record_name,   record_begin,   record_step,
                          record_commit, record_discard, record_tell};
