// reeve_peers: Reeve and the other engines that were installed when it was built, on the same work, in
// one process, in turn.
#include "bench/peers/report.h"

#include "scene/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };
enum { REPETITIONS = 3, WORDS_MAX = 32, RESULTS_MAX = 64 };

typedef struct options {
    bool json, quick, help;
    const char* words[WORDS_MAX];
    int word_count;
} options;

// --- names ---------------------------------------------------------------------------------------

static bool is_scenario(const char* word) {
    for (int i = 0; i < peers_scenario_count; i++)
        if (strcmp(word, peers_scenarios[i].name) == 0)
            return true;
    return false;
}

static bool name_is_known(const char* word) {
    rv_scene_nearest nearest = rv_scene_nearest_begin(word);
    if (is_scenario(word))
        return true;
    for (int i = 0; i < peers_scenario_count; i++)
        rv_scene_nearest_try(&nearest, peers_scenarios[i].name);
    for (int e = 0; e < peers_engine_count; e++)
        for (int s = 0; s < peers_engines[e]->setting_count; s++) {
            const char* name = peers_engines[e]->settings[s].name;
            if (strcmp(word, name) == 0)
                return true;
            rv_scene_nearest_try(&nearest, name);
        }
    if (nearest.best != NULL)
        fprintf(stderr, "reeve_peers: unknown name '%s': did you mean '%s'?\n", word, nearest.best);
    else
        fprintf(stderr, "reeve_peers: unknown name '%s'; `reeve_peers --help` lists them\n", word);
    return false;
}

// of scenarios, or of engines: those that are named, or all if none of them is
static bool is_wanted(const options* o, const char* name, bool scenario) {
    bool any = false;
    for (int i = 0; i < o->word_count; i++) {
        if (strcmp(o->words[i], name) == 0)
            return true;
        any = any || is_scenario(o->words[i]) == scenario;
    }
    return !any;
}

// --- options -------------------------------------------------------------------------------------

static bool read_options(int count, char** words, options* o) {
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--json") == 0)
            o->json = true;
        else if (strcmp(words[i], "--quick") == 0)
            o->quick = true;
        else if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            o->help = true;
        else if (words[i][0] == '-') {
            fprintf(stderr, "reeve_peers: unknown option '%s'; `reeve_peers --help` lists them\n",
                    words[i]);
            return false;
        } else if (o->word_count == WORDS_MAX) {
            fprintf(stderr, "reeve_peers: more than %d names\n", WORDS_MAX);
            return false;
        } else if (!name_is_known(words[i]))
            return false;
        else
            o->words[o->word_count++] = words[i];
    }
    return true;
}

static void print_help(void) {
    printf(
        "usage: reeve_peers [NAME...] [options]\n"
        "\n"
        "Runs the same work in Reeve and in other engines, in one process and in turn, and tells\n"
        "what a step takes, how that compares with Reeve in the same run, and whether what came\n"
        "out is right. A name is one of a scenario or of an engine with a setting. Reeve always\n"
        "takes part.\n"
        "\n"
        "  --quick  shorter runs, once instead of %d times, without what takes long\n"
        "  --json   print as JSON\n"
        "  --help   print this\n"
        "\n"
        "Examples:\n"
        "  reeve_peers --quick\n"
        "  reeve_peers hoist-24 mujoco ode-step\n"
        "  reeve_peers thread --json\n"
        "\n"
        "Exit code 0 if all was measured, 1 if something could not be made, 2 for wrong usage.\n"
        "\nScenarios:\n",
        REPETITIONS);
    for (int i = 0; i < peers_scenario_count; i++)
        printf("  %-20s %s\n", peers_scenarios[i].name, peers_scenarios[i].sentence);
    printf("\nEngines:\n");
    for (int e = 0; e < peers_engine_count; e++)
        for (int s = 0; s < peers_engines[e]->setting_count; s++) {
            const peers_setting* setting = &peers_engines[e]->settings[s];
            printf("  %-20s %s: %s%s\n", setting->name, peers_engines[e]->name, setting->sentence,
                   setting->few ? " *" : "");
        }
    printf("* takes long: only with few segments, and substeps not with --quick, unless it is "
           "named\n");
    if (peers_missing[0] != '\0')
        printf("\nNot installed when this was built:%s\n", peers_missing);
}

// --- measuring -----------------------------------------------------------------------------------

typedef struct session {
    const options* options;
    peers_result results[RESULTS_MAX];
    int count;
    bool good; // all could be made
} session;

// those that were named, or all that do not take too long
static bool setting_is_wanted(const options* o, const peers_setting* s, int segments) {
    enum { MANY = 50 };
    bool long_run = s->few && (segments > MANY || (o->quick && s->substeps > 1));
    for (int i = 0; i < o->word_count; i++)
        if (strcmp(o->words[i], s->name) == 0)
            return true;
    return !long_run && is_wanted(o, s->name, false);
}

// Reeve comes first: the others are compared with it
static void choose_entries(const options* o, const peers_scenario* scenario, peers_result* result) {
    for (int e = 0; e < peers_engine_count; e++)
        for (int s = 0; s < peers_engines[e]->setting_count; s++) {
            const peers_setting* setting = &peers_engines[e]->settings[s];
            bool wanted = result->count == 0 || setting_is_wanted(o, setting, scenario->segments);
            bool fits = (setting->kinds & (unsigned)scenario->kind) != 0;
            if (fits && wanted && result->count < PEERS_ENTRIES_MAX)
                result->entries[result->count++] =
                    (peers_entry){.engine = peers_engines[e], .setting = setting};
        }
}

static void measure_case(session* s, const peers_scenario* scenario, const peers_case* problem) {
    peers_result* result = &s->results[s->count++];
    *result = (peers_result){.scenario = scenario, .problem = *problem};
    choose_entries(s->options, scenario, result);
    if (!peers_measure(&problem->problem, s->options->quick ? 1 : REPETITIONS, result->entries,
                       result->count)) {
        fprintf(stderr, "reeve_peers: '%s' could not be run\n", scenario->name);
        s->good = false;
        s->count--;
        return;
    }
    for (int i = 0; i < result->count; i++)
        s->good = s->good && result->entries[i].made;
    if (!s->options->json)
        peers_print_result(result);
}

static void measure_scenario(session* s, const peers_scenario* scenario) {
    peers_case cases[PEERS_CASES_MAX];
    int count = peers_scenario_cases(scenario, s->options->quick, cases), first = s->count;
    if (!s->options->json)
        peers_print_head(scenario);
    for (int i = 0; i < count; i++)
        measure_case(s, scenario, &cases[i]);
    if (!s->options->json && scenario->kind == PEERS_HOIST)
        peers_print_loads(&s->results[first], s->count - first);
}

static void write_all(const session* s) {
    rv_json w = rv_json_begin(stdout);
    w.digits = 9;
    rv_json_integer(&w, "reeve_peers", 1);
    peers_write_engines(&w);
    rv_json_open_list(&w, "cases");
    for (int i = 0; i < s->count; i++)
        peers_write_result(&w, &s->results[i]);
    rv_json_close_list(&w);
    rv_json_end(&w);
}

int main(int count, char** words) {
    options o = {0};
    if (!read_options(count, words, &o))
        return EXIT_USAGE;
    if (o.help) {
        print_help();
        return EXIT_FINE;
    }
    session* s = calloc(1, sizeof *s);
    if (s == NULL)
        return EXIT_FAILED;
    s->options = &o;
    s->good = true;
    if (!o.json)
        peers_print_engines();
    for (int i = 0; i < peers_scenario_count; i++)
        if (is_wanted(&o, peers_scenarios[i].name, true))
            measure_scenario(s, &peers_scenarios[i]);
    if (o.json)
        write_all(s);
    bool good = s->good;
    free(s);
    return good ? EXIT_FINE : EXIT_FAILED;
}
