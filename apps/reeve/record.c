// A recording of a run: what log.h keeps, while the run goes.
#include "simulation.h"

static const char* record_name(const arguments* arguments) {
    return arguments->record;
}

static int record_begin(simulation* s) {
    return output_check(s->arguments->record) ? EXIT_FINE : EXIT_FAILED;
}

static bool record_step(simulation* s) {
    // the state at the start stands in the head
    return s->totals.steps == 0
               ? log_begin(&s->log, s->arguments->record, s->scene, s->file, s->world)
               : log_step(&s->log, s->world);
}

static bool record_holds(const simulation* s) {
    return s->log.out.file != NULL;
}

// a run that is stopped ends its recording too: it is whole, as far as it goes
static bool record_end(simulation* s) {
    return s->log.out.file == NULL || log_end(&s->log, s->world);
}

static void record_tell(const simulation* s, FILE* to) {
    fprintf(to, "  wrote         %s: %lld steps, to be replayed\n", s->arguments->record,
            s->totals.steps);
}

const sink record_sink = {record_name,  record_begin, record_step,
                          record_holds, record_end,   record_tell};
