// See report.h. docs/peers.md has the keys of the JSON.
#include "bench/peers/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void peers_print_engines(void) {
    printf("Engines:");
    for (int i = 0; i < peers_engine_count; i++)
        printf("%s %s %s", i > 0 ? "," : "", peers_engines[i]->name, peers_engines[i]->version());
    printf("\n");
    if (peers_missing[0] != '\0')
        printf("Not installed when this was built, and not measured:%s\n", peers_missing);
}

void peers_print_head(const peers_scenario* scenario) {
    printf("\n%s: %s\n", scenario->name, scenario->sentence);
    printf("%-6s %6s %-20s %10s %10s %11s %8s", "motion", scenario->kind == PEERS_HOIST ? "R" : "",
           "engine", "us/step", "99 %", "x real time", "/ reeve");
    if (scenario->kind == PEERS_THREAD)
        printf(" %9s %9s", "tip off %", "drift %");
    else
        printf(" %9s %9s %9s", scenario->kind == PEERS_HOIST ? "joints %" : "stretch %", "gain %",
               "loss %");
    if (scenario->kind == PEERS_HOIST)
        printf(" %8s", "bow %");
    printf("  verdict\n");
    fflush(stdout);
}

// in per cent; what is far off, with few digits
static void print_part(double part, int width) {
    double percent = 100.0 * part;
    if (!isfinite(percent))
        printf(" %*s", width, "-");
    else if (fabs(percent) < 1e4)
        printf(" %*.2f", width, percent + 0.0);
    else
        printf(" %*.0e", width, percent);
}

static void print_entry(const peers_result* result, const peers_entry* e) {
    const peers_problem* p = &result->problem.problem;
    printf("%-6s", result->problem.motion);
    if (p->kind == PEERS_HOIST)
        printf(" %6g", result->problem.ratio);
    else
        printf(" %6s", "");
    printf(" %-20s", e->setting->name);
    if (!e->made) {
        printf(" could not be created\n");
        return;
    }
    printf(" %10.2f %10.2f %11.1f %8.2f", e->median, e->late, 1e6 * p->h / e->median, e->ratio);
    if (p->kind == PEERS_THREAD) {
        print_part(e->verdict.tip, 9);
        print_part(e->verdict.drift, 9);
    } else {
        print_part(e->verdict.gap, 9);
        print_part(e->verdict.gain, 9);
        print_part(e->verdict.loss, 9);
    }
    if (p->kind == PEERS_HOIST)
        print_part(e->verdict.bow_late, 8);
    printf("  %s", e->verdict.word);
    if (strcmp(e->verdict.word, "not finite") == 0)
        printf(" after %.2f s", e->steps * p->h);
    printf("\n");
}

void peers_print_result(const peers_result* result) {
    for (int i = 0; i < result->count; i++)
        print_entry(result, &result->entries[i]);
    fflush(stdout);
}

// --- the largest loads ---------------------------------------------------------------------------

static bool holds(const peers_result* results, int count, int entry, double ratio) {
    bool held = true;
    for (int i = 0; i < count; i++)
        if (results[i].problem.ratio == ratio)
            held = held && results[i].entries[entry].made
                   && strcmp(results[i].entries[entry].verdict.word, "stable") == 0;
    return held;
}

void peers_print_loads(const peers_result* results, int count) {
    printf("\nLoads, in segment masses, that were held in both motions:\n");
    for (int entry = 0; count > 0 && entry < results[0].count; entry++) {
        bool any = false;
        printf("  %-20s", results[0].entries[entry].setting->name);
        // both motions of a load follow each other
        for (int i = 0; i < count; i += 2)
            if (holds(results, count, entry, results[i].problem.ratio)) {
                printf(" %g", results[i].problem.ratio);
                any = true;
            }
        printf(any ? "\n" : " none\n");
    }
}

// --- JSON ----------------------------------------------------------------------------------------

void peers_write_engines(rv_json* w) {
    rv_json_open_list(w, "engines");
    for (int i = 0; i < peers_engine_count; i++) {
        rv_json_open_object(w, NULL);
        rv_json_text(w, "name", peers_engines[i]->name);
        rv_json_text(w, "version", peers_engines[i]->version());
        rv_json_close_object(w);
    }
    rv_json_close_list(w);
    rv_json_text(w, "not_installed", peers_missing[0] != '\0' ? peers_missing + 1 : NULL);
}

static void write_entry(rv_json* w, const peers_problem* p, const peers_entry* e) {
    rv_json_open_object(w, NULL);
    rv_json_text(w, "engine", e->engine->name);
    rv_json_text(w, "setting", e->setting->name);
    rv_json_boolean(w, "made", e->made);
    if (e->made) {
        rv_json_number(w, "us_per_step", e->median);
        rv_json_number(w, "us_per_step_99_percent", e->late);
        rv_json_number(w, "real_time_factor", 1e6 * p->h / e->median);
        rv_json_number(w, "ratio_to_reeve", e->ratio);
        rv_json_integer(w, "steps", e->steps);
        rv_json_number(w, "gap", e->verdict.gap);
        rv_json_number(w, "energy_gain", e->verdict.gain);
        rv_json_number(w, "energy_loss", e->verdict.loss);
        rv_json_number(w, "bow_early", e->verdict.bow_early);
        rv_json_number(w, "bow_late", e->verdict.bow_late);
        rv_json_number(w, "tip_error", e->verdict.tip);
        rv_json_number(w, "tip_drift", e->verdict.drift);
        rv_json_text(w, "verdict", e->verdict.word);
    }
    rv_json_close_object(w);
}

void peers_write_result(rv_json* w, const peers_result* result) {
    const peers_problem* p = &result->problem.problem;
    rv_json_open_object(w, NULL);
    rv_json_text(w, "scenario", result->scenario->name);
    rv_json_text(w, "motion", result->problem.motion);
    rv_json_number(w, "load_ratio", result->problem.ratio);
    rv_json_number(w, "h", p->h);
    rv_json_number(w, "seconds", p->seconds);
    rv_json_open_list(w, "entries");
    for (int i = 0; i < result->count; i++)
        write_entry(w, p, &result->entries[i]);
    rv_json_close_list(w);
    rv_json_close_object(w);
}
