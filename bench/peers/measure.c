// See measure.h. In every repetition all engines start anew and take turns of TURN steps: what else the
// machine does hits all of them alike. What is read and judged between steps is not timed.
#include "bench/peers/measure.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { TURN = 60 };

typedef struct timed_run {
    void* run;
    peers_judge judge;
    peers_state state;
    double* times; // [us]
} timed_run;

static double work_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int ascending(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// sorts
static double quantile(double* values, int count, double part) {
    if (count == 0)
        return NAN;
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[(int)(part * (count - 1) + 0.5)];
}

// what it takes to read the clock: it is taken off
static double clock_cost(void) {
    enum { READINGS = 501 };
    double costs[READINGS];
    for (int i = 0; i < READINGS; i++) {
        double begin = work_us();
        costs[i] = work_us() - begin;
    }
    return quantile(costs, READINGS, 0.5);
}

static int steps_of(const peers_problem* problem) {
    return (int)(problem->seconds / problem->h + 0.5);
}

static void step_once(const peers_problem* p, const peers_entry* entry, timed_run* r, double cost) {
    int n = r->judge.steps;
    // the anchor moves in the steps that begin before it stops
    double speed = (n + 0.5) * p->h < PEERS_SHIFT_SECONDS ? p->shift : 0.0;
    double begin = work_us();
    entry->engine->step(r->run, speed);
    r->times[n] = fmax(0.0, work_us() - begin - cost);
    entry->engine->read(r->run, &r->state);
    peers_judge_step(&r->judge, &r->state);
}

// all that are made take turns until the last has ended
static void take_turns(const peers_problem* p, const peers_entry* entries, timed_run* runs,
                       int count) {
    double cost = clock_cost();
    int steps = steps_of(p);
    for (int first = 0; first < steps; first += TURN)
        for (int i = 0; i < count; i++)
            for (int n = first; n < first + TURN && n < steps; n++)
                if (runs[i].run != NULL && runs[i].judge.finite)
                    step_once(p, &entries[i], &runs[i], cost);
}

static bool begin_run(const peers_problem* p, peers_entry* entry, timed_run* r) {
    r->times = malloc((size_t)steps_of(p) * sizeof *r->times);
    r->run = r->times != NULL ? entry->engine->create(p, entry->setting) : NULL;
    entry->made = r->run != NULL;
    if (r->run != NULL) {
        entry->engine->read(r->run, &r->state);
        r->judge = peers_judge_begin(p, &r->state);
    }
    return r->times != NULL;
}

typedef struct repetition {
    double median[PEERS_ENTRIES_MAX], late[PEERS_ENTRIES_MAX], ratio[PEERS_ENTRIES_MAX];
} repetition;

static void end_run(peers_entry* entry, timed_run* r) {
    if (r->run != NULL) {
        entry->steps = r->judge.steps;
        entry->verdict = peers_judge_end(&r->judge);
        entry->engine->destroy(r->run);
    }
    free(r->times);
}

static bool repeat(const peers_problem* p, peers_entry* entries, int count, repetition* out) {
    timed_run* runs = calloc((size_t)count, sizeof *runs);
    bool fine = runs != NULL;
    for (int i = 0; i < count && fine; i++)
        fine = begin_run(p, &entries[i], &runs[i]);
    fine = fine && entries[0].made;
    if (fine)
        take_turns(p, entries, runs, count);
    for (int i = 0; i < count && fine; i++) {
        int steps = runs[i].run != NULL ? runs[i].judge.steps : 0;
        out->median[i] = quantile(runs[i].times, steps, 0.5);
        out->late[i] = quantile(runs[i].times, steps, 0.99);
        out->ratio[i] = out->median[i] / out->median[0];
    }
    for (int i = 0; i < count && runs != NULL; i++)
        end_run(&entries[i], &runs[i]);
    free(runs);
    return fine;
}

bool peers_measure(const peers_problem* problem, int repetitions, peers_entry* entries, int count) {
    repetition all[PEERS_REPETITIONS_MAX];
    for (int r = 0; r < repetitions; r++)
        if (!repeat(problem, entries, count, &all[r]))
            return false;
    for (int i = 0; i < count; i++) {
        double medians[PEERS_REPETITIONS_MAX], lates[PEERS_REPETITIONS_MAX];
        double ratios[PEERS_REPETITIONS_MAX];
        for (int r = 0; r < repetitions; r++) {
            medians[r] = all[r].median[i];
            lates[r] = all[r].late[i];
            ratios[r] = all[r].ratio[i];
        }
        entries[i].median = quantile(medians, repetitions, 0.5);
        entries[i].late = quantile(lates, repetitions, 0.5);
        entries[i].ratio = quantile(ratios, repetitions, 0.5);
    }
    return true;
}
