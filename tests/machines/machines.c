// Simulates random machines as users build them, and judges each from outside. One kind, model,
// seed and rate is one machine and one run, bit by bit. Returns 1 after a failure that no step told
// of, 2 after bad usage.
#define _POSIX_C_SOURCE 200809L
#include "machines.h"
#include "table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char HELP[] =
    "machines: simulates random machines as users build them, and counts what goes wrong\n"
    "\n"
    "  --kind NAME     this kind alone (default: all); --kinds lists them\n"
    "  --model NAME    massless, default-winch, layered, segments, auto or rod (default: all)\n"
    "  --seeds A-B     of the worlds of each kind and model (default: 1-20)\n"
    "  --seed N        this one alone\n"
    "  --rate HZ       steps per second (default: 60; rods of knots and sutures: 240)\n"
    "  --seconds S     of each world (default: 20)\n"
    "  --list          a line for each world that failed\n"
    "  --csv           a line for each world instead of the table\n"
    "  --trace         a line for each step instead of the table\n"
    "  --kinds         lists the kinds and ends\n"
    "  --self-test     tries the judge and ends\n"
    "\n"
    "The judge reads the public API and none of the engine's reports:\n"
    "  gain            kinetic energy above all the energy there was, by 5 % or 10 times\n"
    "  long            a cable is longer than its tension and EA allow, by more than 2 %\n"
    "  long20          a cable is longer than the machine's weights and energy can make it, by "
    "more\n"
    "                  than 20 %\n"
    "  lost            a load is twice as far as its rope reaches, or below where it can be\n"
    "  other           not finite or frozen; a step refused\n"
    "  slow, degr.     steps that took more than 16.7 ms of processor time; that were not OK\n"
    "  unannounced     worlds where no step was degraded within the second before a failure\n";

typedef struct options {
    const char *kind, *model;
    uint64_t first, last;
    double rate, seconds; // rate 0: as suits the kind
    bool lists, csv, traces, kinds, tests;
} options;

static const machine_kind* const KINDS[] = {machine_kinds_hoist, machine_kinds_rope,
                                            machine_kinds_frame, machine_kinds_thread};
enum { KIND_LISTS = sizeof KINDS / sizeof KINDS[0] };

// --- a world ------------------------------------------------------------------------------------

static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run(judge* j, double seconds, bool traces) {
    machine* m = j->m;
    double dt = 1.0 / m->rate;
    long steps = (long)(seconds * m->rate + 0.5);
    for (long i = 0; i < steps && (double)i * dt < j->over; i++) {
        machine_operate(m, (double)i * dt, dt);
        double start = processor_time();
        rv_status status = rv_world_step(m->world, dt);
        double time = (double)(i + 1) * dt;
        judge_step(j, status, time, dt, processor_time() - start);
        if (traces)
            table_trace(j, time, status);
    }
    j->verdict.hash = rv_world_hash(m->world);
}

// false if it could not be built
static bool judge_world(const options* o, const machine_kind* kind, const machine_model* model,
                        uint64_t seed, verdict* v) {
    static machine m;
    static judge j;
    // knots and sutures are made for short steps
    double rate = o->rate > 0.0 ? o->rate : model->bit == ROD ? 240.0 : 60.0;
    bool built = machine_build(&m, kind, model, seed, rate);
    if (built) {
        judge_begin(&j, &m);
        run(&j, o->seconds, o->traces);
        *v = j.verdict;
        if (o->csv)
            table_csv(kind->name, model->name, seed, rate, v);
    } else {
        fprintf(stderr, "machines: --kind %s --model %s --seed %" PRIu64 ": %s\n", kind->name,
                model->name, seed, m.trouble);
    }
    machine_destroy(&m);
    return built;
}

// --- all of them --------------------------------------------------------------------------------

typedef struct totals {
    tally of_model[MACHINE_MODELS];
    int not_built;
} totals;

static void judge_row(const options* o, const machine_kind* kind, int model, totals* sum) {
    tally t = {0};
    const char* name = machine_models[model].name;
    for (uint64_t seed = o->first; seed <= o->last; seed++) {
        verdict v;
        if (!judge_world(o, kind, &machine_models[model], seed, &v)) {
            sum->not_built++;
            continue;
        }
        table_add(&t, &v);
        if (o->lists && verdict_failed(&v))
            table_failure(kind->name, name, seed, &v);
    }
    if (!o->csv && !o->traces)
        table_row(kind->name, name, &t);
    table_sum(&sum->of_model[model], &t);
    fflush(stdout);
}

static bool matches(const char* wanted, const char* name) {
    return wanted == NULL || strcmp(wanted, name) == 0;
}

static int judge_all(const options* o) {
    totals sum = {0};
    if (o->csv)
        table_csv_head();
    else if (o->traces)
        table_trace_head();
    else
        table_head();
    for (int l = 0; l < KIND_LISTS; l++)
        for (const machine_kind* k = KINDS[l]; k->name != NULL; k++)
            for (int i = 0; i < MACHINE_MODELS; i++)
                if (matches(o->kind, k->name) && matches(o->model, machine_models[i].name)
                    && (k->models & machine_models[i].bit))
                    judge_row(o, k, i, &sum);
    tally all = {0};
    for (int i = 0; i < MACHINE_MODELS; i++) {
        if (sum.of_model[i].worlds > 0 && !o->csv && !o->traces)
            table_row("all", machine_models[i].name, &sum.of_model[i]);
        table_sum(&all, &sum.of_model[i]);
    }
    if (all.worlds == 0 && sum.not_built == 0) {
        fprintf(stderr, "machines: no such kind, or not of such a model; --kinds lists them\n");
        return 2;
    }
    fprintf(stderr,
            "%d worlds, %d failed, %d of them unannounced, %d not built, slowest step %.1f ms\n",
            all.worlds, all.failed, all.unannounced, sum.not_built, 1e3 * all.slowest);
    return all.unannounced > 0 || sum.not_built > 0;
}

static void list_kinds(void) {
    for (int l = 0; l < KIND_LISTS; l++)
        for (const machine_kind* k = KINDS[l]; k->name != NULL; k++) {
            printf("%-15s %s\n%15s of", k->name, k->is, "");
            for (int i = 0; i < MACHINE_MODELS; i++)
                if (k->models & machine_models[i].bit)
                    printf(" %s", machine_models[i].name);
            printf("\n");
        }
}

// --- usage --------------------------------------------------------------------------------------

static bool read_number(const char* text, double* value) {
    char* end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value > 0.0 && isfinite(*value);
}

static bool read_seeds(const char* text, options* o) {
    char* end;
    o->first = o->last = strtoull(text, &end, 10);
    if (*end == '-' && end != text)
        o->last = strtoull(end + 1, &end, 10);
    return end != text && *end == '\0' && o->first <= o->last;
}

static bool read_flag(const char* word, options* o) {
    const struct {
        const char* name;
        bool* flag;
    } flags[] = {{"--list", &o->lists},
                 {"--csv", &o->csv},
                 {"--trace", &o->traces},
                 {"--kinds", &o->kinds},
                 {"--self-test", &o->tests}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(word, flags[i].name) == 0)
            return *flags[i].flag = true;
    return false;
}

static bool read_option(const char* word, const char* value, options* o) {
    if (value == NULL)
        return false;
    if (strcmp(word, "--kind") == 0)
        return (o->kind = value) != NULL;
    if (strcmp(word, "--model") == 0)
        return (o->model = value) != NULL;
    if (strcmp(word, "--seed") == 0 || strcmp(word, "--seeds") == 0)
        return read_seeds(value, o);
    if (strcmp(word, "--rate") == 0)
        return read_number(value, &o->rate);
    return strcmp(word, "--seconds") == 0 && read_number(value, &o->seconds);
}

int main(int count, char** words) {
    options o = {.first = 1, .last = 20, .seconds = 20.0};
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--help") == 0) {
            printf("%s", HELP);
            return 0;
        }
        if (read_flag(words[i], &o))
            continue;
        if (!read_option(words[i], words[i + 1], &o)) {
            fprintf(stderr, "machines: \"%s\" is not understood; --help tells what is\n", words[i]);
            return 2;
        }
        i++;
    }
    if (o.tests)
        return !judge_self_test();
    if (o.kinds)
        list_kinds();
    return o.kinds ? 0 : judge_all(&o);
}
