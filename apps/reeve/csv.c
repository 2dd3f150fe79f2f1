// The probes of a run as CSV: one row per step and one column per number, after the time.
#include "simulation.h"

#include <stdlib.h>

static const char* csv_name(const arguments* arguments) {
    return arguments->csv;
}

static int csv_begin(simulation* s) {
    csv_output* csv = &s->csv;
    csv->columns = rv_scene_play_column_count(s->play);
    csv->values = calloc((size_t)csv->columns + 1, sizeof *csv->values);
    if (csv->values == NULL) {
        fprintf(stderr, "reeve %s: not enough memory for %d columns\n", s->arguments->command->name,
                csv->columns);
        return EXIT_FAILED;
    }
    if (csv->columns == 0)
        fprintf(stderr, "reeve %s: the scene has no \"probes\", so the CSV has only times\n",
                s->arguments->command->name);
    if (!output_open(&csv->out, s->arguments->csv))
        return EXIT_FAILED;
    char name[256];
    fputs("time", csv->out.file);
    for (int i = 0; i < csv->columns; i++) {
        rv_scene_play_column_name(s->play, i, name, sizeof name);
        fprintf(csv->out.file, ",%s", name);
    }
    fputc('\n', csv->out.file);
    return EXIT_FINE;
}

static bool csv_step(simulation* s) {
    csv_output* csv = &s->csv;
    if (s->totals.steps % s->arguments->every != 0)
        return true;
    rv_scene_play_read(s->play, csv->values);
    fprintf(csv->out.file, "%.12g", rv_world_time(s->world));
    for (int i = 0; i < csv->columns; i++)
        fprintf(csv->out.file, ",%.12g", csv->values[i]);
    fputc('\n', csv->out.file);
    csv->rows++;
    // what failed is told where files are put in their place
    return !ferror(csv->out.file) || output_commit(&csv->out);
}

static bool csv_commit(simulation* s) {
    return output_commit(&s->csv.out);
}

static void csv_discard(simulation* s) {
    output_discard(&s->csv.out);
    free(s->csv.values);
    s->csv.values = NULL;
}

static void csv_tell(const simulation* s, FILE* to) {
    fprintf(to, "  wrote         %s: %lld rows, %d columns\n", s->arguments->csv, s->csv.rows,
            s->csv.columns + 1);
}

const sink csv_sink = {csv_name, csv_begin, csv_step, csv_commit, csv_discard, csv_tell};
