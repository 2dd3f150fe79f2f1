// Collects checks and figures of validation suites: see validation.h. Everything is copied, so that
// a suite may use arrays on its stack. Without memory a result is lost, and that is remembered: a
// run that lost one never counts as passed.
#include "validation/validation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char* copy_text(const char* text) {
    if (text == NULL)
        text = "";
    char* copy = malloc(strlen(text) + 1);
    return copy != NULL ? strcpy(copy, text) : NULL;
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
    picture->figure = *figure;
    picture->figure.title = copy_text(figure->title);
    picture->figure.x_label = copy_text(figure->x_label);
    picture->figure.y_label = copy_text(figure->y_label);
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

void validation_run(validation* v, const validation_suite* suite) {
    v->suite = suite;
    suite->run(v);
}

bool validation_ran(const validation* v, const validation_suite* suite) {
    for (int i = 0; i < v->result_count; i++)
        if (v->results[i].suite == suite)
            return true;
    return false;
}

int validation_failures(const validation* v) {
    int failures = 0;
    for (int i = 0; i < v->result_count; i++)
        failures += !v->results[i].pass;
    return failures;
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
}

void validation_free(validation* v) {
    for (int i = 0; i < v->result_count; i++) {
        free(v->results[i].name);
        free(v->results[i].source);
    }
    for (int i = 0; i < v->picture_count; i++)
        figure_free(&v->pictures[i].figure);
    free(v->results);
    free(v->pictures);
    *v = (validation){0};
}
