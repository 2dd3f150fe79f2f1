// The probes of a run as CSV (RFC 4180): one row per step and one column per number, after the time.
// Rows that were written stay, whatever ends the run.
#include "simulation.h"

#include <stdlib.h>
#include <string.h>

// of a number and its comma at most: "-1.23456789012e-308,"
enum { NUMBER_BYTES = 24 };

static const char* csv_name(const arguments* arguments) {
    return arguments->csv;
}

static int csv_begin(simulation* s) {
    csv_output* csv = &s->csv;
    csv->columns = rv_scene_play_column_count(s->play);
    csv->values = calloc((size_t)csv->columns + 1, sizeof *csv->values);
    csv->row = malloc(((size_t)csv->columns + 1) * NUMBER_BYTES + 1);
    if (csv->values == NULL || csv->row == NULL) {
        fprintf(stderr, "reeve %s: not enough memory for %d columns\n", s->arguments->command->name,
                csv->columns);
        return EXIT_FAILED;
    }
    if (csv->columns == 0)
        fprintf(stderr, "reeve %s: the scene has no \"probes\", so the CSV has only times\n",
                s->arguments->command->name);
    return output_check(s->arguments->csv) ? EXIT_FINE : EXIT_FAILED;
}

// A field of text. Where a separator or a quote is in it, it stands in quotes (the semicolon separates
// in spreadsheets of many countries). A spreadsheet would compute what begins like a formula: an
// apostrophe before it makes it a text.
static void text_write(const char* text, FILE* file) {
    bool quoted = strpbrk(text, ",;\"\t\r\n") != NULL;
    bool formula = text[0] != '\0' && strchr("=+-@\t\r\n", text[0]) != NULL;
    if (quoted)
        fputc('"', file);
    if (formula)
        fputc('\'', file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    if (quoted)
        fputc('"', file);
}

static bool csv_open(simulation* s) {
    csv_output* csv = &s->csv;
    if (!output_open(&csv->out, s->arguments->csv))
        return false;
    char name[256];
    fputs("time", csv->out.file);
    for (int i = 0; i < csv->columns; i++) {
        rv_scene_play_column_name(s->play, i, name, sizeof name);
        fputc(',', csv->out.file);
        text_write(name, csv->out.file);
    }
    fputc('\n', csv->out.file);
    return output_keep(&csv->out);
}

static bool row_write(simulation* s) {
    csv_output* csv = &s->csv;
    rv_scene_play_read(s->play, csv->values);
    char* at = csv->row + sprintf(csv->row, "%.12g", rv_world_time(s->world));
    for (int i = 0; i < csv->columns; i++)
        at += sprintf(at, ",%.12g", csv->values[i]);
    *at++ = '\n';
    csv->rows++;
    return output_row(&csv->out, csv->row, (size_t)(at - csv->row));
}

static bool csv_step(simulation* s) {
    if (s->totals.steps == 0 && !csv_open(s))
        return false;
    if (s->totals.steps % s->arguments->every == 0 && !row_write(s))
        return false;
    return output_keep_due(&s->csv.out);
}

static bool csv_holds(const simulation* s) {
    return s->csv.out.file != NULL;
}

static bool csv_end(simulation* s) {
    // what failed before is told already
    bool good = s->csv.out.file == NULL || output_commit(&s->csv.out);
    free(s->csv.values);
    free(s->csv.row);
    s->csv.values = NULL;
    s->csv.row = NULL;
    return good;
}

static void csv_tell(const simulation* s, FILE* to) {
    fprintf(to, "  wrote         %s: %lld rows, %d columns\n", s->arguments->csv, s->csv.rows,
            s->csv.columns + 1);
}

const sink csv_sink = {csv_name, csv_begin, csv_step, csv_holds, csv_end, csv_tell};
