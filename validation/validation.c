// Collects checks, figures and tables of validation suites: see validation.h. Everything is copied, so that
// a suite may use arrays on its stack. Without memory a result is lost, and that is remembered: a
// run that lost one never counts as passed.
#include "validation/validation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char* copy_text(const char* text) {
    if (text == NULL)
        text = "";
    char* copy = malloc(strlen(text) + 1);
    return copy != NULL ? strcpy(copy, text) : NULL;
}

// a text that may be missing stays missing
static char* copy_if_any(const char* text) {
    return text != NULL ? copy_text(text) : NULL;
}

static double* copy_numbers(const double* numbers, int count) {
    double* copy = malloc(((size_t)count + 1) * sizeof *copy);
    return copy != NULL ? memcpy(copy, numbers, (size_t)count * sizeof *copy) : NULL;
}

// room for one more item, zeroed; NULL without memory, and the list stays as it is
static void* grown(validation* v, void* items, int count, size_t bytes) {
    char* more = realloc(items, ((size_t)count + 1) * bytes);
    if (more == NULL)
        v->out_of_memory = true;
    else
        memset(more + (size_t)count * bytes, 0, bytes);
    return more;
}

void validation_check(validation* v, const char* name, const char* source, double expected,
                      double measured, double tolerance) {
    validation_result* results = grown(v, v->results, v->result_count, sizeof *results);
    if (results == NULL)
        return;
    v->results = results;
    validation_result* result = &results[v->result_count++];
    *result = (validation_result){
        .suite = v->suite,
        .part = v->part,
        .name = copy_text(name),
        .source = copy_text(source),
        .expected = expected,
        .measured = measured,
        .tolerance = tolerance,
        .pass = fabs(measured - expected) <= tolerance,
    };
    if (result->name == NULL || result->source == NULL)
        v->out_of_memory = true;
    else if (v->heard != NULL)
        v->heard(v);
}

void validation_at_most(validation* v, const char* name, const char* source, double bound,
                        double measured) {
    validation_check(v, name, source, 0.0, measured, bound);
}

void validation_check_time(validation* v, const char* name, const char* source, double expected,
                           double measured, double tolerance) {
    if (!v->quick)
        validation_check(v, name, source, expected, measured, tolerance);
}

void validation_plot(validation* v, const validation_figure* figure) {
    validation_picture* pictures = grown(v, v->pictures, v->picture_count, sizeof *pictures);
    if (pictures == NULL)
        return;
    v->pictures = pictures;
    validation_series* series = calloc((size_t)figure->series_count + 1, sizeof *series);
    if (series == NULL) {
        v->out_of_memory = true;
        return;
    }
    validation_picture* picture = &pictures[v->picture_count++];
    picture->suite = v->suite;
    picture->part = v->part;
    picture->figure = *figure;
    picture->figure.title = copy_text(figure->title);
    picture->figure.x_label = copy_text(figure->x_label);
    picture->figure.y_label = copy_text(figure->y_label);
    picture->figure.item = copy_if_any(figure->item);
    picture->figure.remark = copy_if_any(figure->remark);
    picture->figure.series = series;
    for (int i = 0; i < figure->series_count; i++) {
        series[i] = figure->series[i];
        series[i].label = copy_text(figure->series[i].label);
        series[i].x = copy_numbers(figure->series[i].x, series[i].count);
        series[i].y = copy_numbers(figure->series[i].y, series[i].count);
        if (series[i].label == NULL || series[i].x == NULL || series[i].y == NULL)
            v->out_of_memory = true;
    }
}

// copies of texts, one after the other; missing ones become empty
static const char* const* copy_texts(validation* v, const char* const* texts, int count) {
    char** copy = calloc((size_t)count + 1, sizeof *copy);
    if (copy == NULL)
        v->out_of_memory = true;
    for (int i = 0; copy != NULL && i < count; i++) {
        copy[i] = copy_text(texts[i]);
        if (copy[i] == NULL)
            v->out_of_memory = true;
    }
    return (const char* const*)copy;
}

void validation_tabulate(validation* v, const validation_table* table) {
    validation_sheet* sheets = grown(v, v->sheets, v->sheet_count, sizeof *sheets);
    if (sheets == NULL)
        return;
    v->sheets = sheets;
    validation_sheet* sheet = &sheets[v->sheet_count++];
    sheet->suite = v->suite;
    sheet->part = v->part;
    sheet->table = *table;
    sheet->table.item = copy_if_any(table->item);
    sheet->table.title = copy_text(table->title);
    sheet->table.remark = copy_if_any(table->remark);
    sheet->table.columns = copy_texts(v, table->columns, table->column_count);
    sheet->table.cells = copy_texts(v, table->cells, table->row_count * table->column_count);
}

bool validation_is_quick(const validation* v) {
    return v->quick;
}

static void run_part(validation* v, const validation_part* part) {
    validation_run_part* parts = grown(v, v->parts, v->part_count, sizeof *parts);
    if (parts == NULL)
        return;
    v->parts = parts;
    int index = v->part_count++;
    parts[index] =
        (validation_run_part){v->suite, part, 0.0, v->quick && (part->kind & VALIDATION_SLOW) != 0};
    if (parts[index].left_out)
        return;
    v->part = part;
    clock_t start = clock();
    part->run(v);
    v->parts[index].seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
}

void validation_run(validation* v, const validation_suite* suite) {
    v->suite = suite;
    for (const validation_part* part = suite->parts; part->title != NULL; part++)
        run_part(v, part);
}

double validation_seconds(const validation* v, const validation_suite* suite) {
    double seconds = 0.0;
    for (int i = 0; i < v->part_count; i++)
        if (suite == NULL || v->parts[i].suite == suite)
            seconds += v->parts[i].seconds;
    return seconds;
}

bool validation_ran(const validation* v, const validation_suite* suite) {
    for (int i = 0; i < v->part_count; i++)
        if (v->parts[i].suite == suite)
            return true;
    return false;
}

validation_counts validation_count(const validation* v, const validation_suite* suite,
                                   const validation_part* part) {
    validation_counts counts = {0, 0};
    for (int i = 0; i < v->result_count; i++) {
        const validation_result* result = &v->results[i];
        bool counted =
            (suite == NULL || result->suite == suite) && (part == NULL || result->part == part);
        counts.checks += counted;
        counts.failed += counted && !result->pass;
    }
    return counts;
}

static void figure_free(validation_figure* figure) {
    for (int i = 0; i < figure->series_count && figure->series != NULL; i++) {
        free((char*)figure->series[i].label);
        free((double*)figure->series[i].x);
        free((double*)figure->series[i].y);
    }
    free((validation_series*)figure->series);
    free((char*)figure->title);
    free((char*)figure->x_label);
    free((char*)figure->y_label);
    free((char*)figure->item);
    free((char*)figure->remark);
}

static void texts_free(const char* const* texts, int count) {
    for (int i = 0; texts != NULL && i < count; i++)
        free((char*)texts[i]);
    free((char**)texts);
}

static void table_free(validation_table* table) {
    texts_free(table->columns, table->column_count);
    texts_free(table->cells, table->row_count * table->column_count);
    free((char*)table->item);
    free((char*)table->title);
    free((char*)table->remark);
}

void validation_free(validation* v) {
    for (int i = 0; i < v->result_count; i++) {
        free(v->results[i].name);
        free(v->results[i].source);
    }
    for (int i = 0; i < v->picture_count; i++)
        figure_free(&v->pictures[i].figure);
    for (int i = 0; i < v->sheet_count; i++)
        table_free(&v->sheets[i].table);
    free(v->results);
    free(v->pictures);
    free(v->sheets);
    free(v->parts);
    *v = (validation){0};
}
