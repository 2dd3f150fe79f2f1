// The one loop that steps a scene for `run` and `replay`, and the table of what it writes: see
// simulation.h. Only stepping is timed, not writing. Ctrl-C ends the run after its step; what was
// written until then stays.
#define _POSIX_C_SOURCE 200809L
#include "simulation.h"

#include "play.h"
#include "progress.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const sink* const sinks[] = {&csv_sink, &still_sink, &moments_sink, &record_sink};

enum { SINK_COUNT = sizeof sinks / sizeof sinks[0] };

// set by Ctrl-C: the run ends after its step
static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

rv_scene_play* simulation_begin(simulation* s, const arguments* arguments, const rv_scene* scene,
                                const char* path) {
    static rv_scene_problems problems; // too large for a careful stack
    rv_scene_options options = {.threads = arguments->threads};
    play_how how = {.without_cache = arguments->no_cache, .without_bar = arguments->quiet};
    rv_scene_play* play = play_create(scene, &options, how, &problems);
    if (play == NULL) {
        problems_print(&problems);
        return NULL;
    }
    const char* slash = strrchr(path, '/');
    *s = (simulation){.arguments = arguments,
                      .scene = scene,
                      .about = rv_scene_summarize(scene),
                      .play = play,
                      .world = rv_scene_play_world(play),
                      .exact_steps = -1};
    snprintf(s->file, sizeof s->file, "%.*s", LOG_NAME_BYTES_MAX, slash != NULL ? slash + 1 : path);
    return play;
}

bool simulation_draw(const simulation* s, rv_drawing* drawing) {
    if (s->hand != NULL)
        drawing->hidden = s->hand->particle;
    return rv_drawing_update(drawing, s->world);
}

// --- outputs ------------------------------------------------------------------------------------

static bool is_wanted(const simulation* s, int index) {
    return sinks[index]->name(s->arguments) != NULL;
}

// how many outputs go to standard output
static int standard_outputs(const simulation* s) {
    int count = 0;
    for (int i = 0; i < SINK_COUNT; i++)
        count += is_wanted(s, i) && sinks[i] != &moments_sink
                 && strcmp(sinks[i]->name(s->arguments), "-") == 0;
    return count;
}

// a name that two outputs were given; NULL: none
static const char* file_named_twice(const simulation* s) {
    for (int i = 0; i < SINK_COUNT; i++)
        for (int k = 0; k < i; k++) {
            const char* a = sinks[i]->name(s->arguments);
            const char* b = sinks[k]->name(s->arguments);
            if (a != NULL && b != NULL && strcmp(a, b) == 0 && strcmp(a, "-") != 0)
                return a;
        }
    return NULL;
}

// options that make no sense together
static int check_options(const simulation* s) {
    const arguments* a = s->arguments;
    bool about_picture = a->at >= 0.0 || a->size.width > 0 || a->dark;
    if (about_picture && a->picture == NULL) {
        fprintf(stderr, "reeve %s: %s is about a picture; give it a file: --picture F.png\n",
                a->command->name,
                a->at >= 0.0        ? "--at"
                : a->size.width > 0 ? "--size"
                                    : "--dark");
        return EXIT_USAGE;
    }
    if (a->vtk != NULL && strcmp(a->vtk, "-") == 0) {
        fprintf(stderr, "reeve %s: --vtk is '-'; must be a folder\n", a->command->name);
        return EXIT_USAGE;
    }
    const char* twice = file_named_twice(s);
    if (twice != NULL) {
        fprintf(stderr, "reeve %s: '%s' is given to two outputs; each must have its own\n",
                a->command->name, twice);
        return EXIT_USAGE;
    }
    if (standard_outputs(s) > 1) {
        fprintf(stderr, "reeve %s: only one output can go to standard output\n", a->command->name);
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}

static int begin_all(simulation* s) {
    int code = check_options(s);
    for (int i = 0; i < SINK_COUNT && code == EXIT_FINE; i++)
        if (is_wanted(s, i))
            code = sinks[i]->begin(s);
    return code;
}

// every output gets every step, also if one of them fails: then the others end with the same step
static bool write_all(simulation* s) {
    bool good = true;
    for (int i = 0; i < SINK_COUNT; i++)
        if (is_wanted(s, i))
            good &= sinks[i]->step(s);
    return good;
}

static bool end_all(simulation* s) {
    bool good = true;
    for (int i = 0; i < SINK_COUNT; i++)
        if (is_wanted(s, i))
            good &= sinks[i]->end(s);
    return good;
}

// The files of a run that ends before its time, which was told; of one that cannot be written, too.
static void tell_stopped(const simulation* s) {
    const char* before = "; kept until then: ";
    fprintf(stderr, "reeve %s: stopped at %g s", s->arguments->command->name,
            (double)s->totals.steps / s->about.rate);
    for (int i = 0; i < SINK_COUNT; i++)
        if (is_wanted(s, i) && sinks[i]->holds != NULL && sinks[i]->holds(s)) {
            fprintf(stderr, "%s%s", before, sinks[i]->name(s->arguments));
            before = ", ";
        }
    fputs("\n", stderr);
}

// --- stepping -----------------------------------------------------------------------------------

static void add_audit(simulation* s, const rv_audit* audit) {
    totals* t = &s->totals;
    t->audits_failed += audit->failed > 0;
    if (audit->energy_in_play > 0.0)
        t->gain_share = fmax(t->gain_share, audit->energy_gain / audit->energy_in_play);
    if (audit->excess <= t->excess)
        return;
    t->excess = audit->excess;
    rv_scene_play_cable_name(s->play, audit->excess_cable, t->too_long, sizeof t->too_long);
}

static void add_report(totals* t, rv_report report) {
    t->steps++;
    t->degraded += report.status != RV_STATUS_OK;
    t->residual = fmax(t->residual, report.residual);
    t->pivots_floored += report.pivots_floored;
    t->bounds_unsettled += report.bounds_unsettled;
    t->contact_residual = fmax(t->contact_residual, report.contact_residual);
    t->contacts = report.contact_count > t->contacts ? report.contact_count : t->contacts;
    t->contacts_unsettled += report.contacts_unsettled;
    t->motions_cut += report.motions_cut;
    t->substeps = report.substeps > t->substeps ? report.substeps : t->substeps;
    t->dofs = report.dof_count > t->dofs ? report.dof_count : t->dofs;
    t->rows = report.row_count > t->rows ? report.row_count : t->rows;
    t->islands = report.island_count > t->islands ? report.island_count : t->islands;
    t->last = report;
}

// False after printing why the run must end.
static bool step_once(simulation* s) {
    if (s->inputs_due != NULL && !s->inputs_due(s))
        return false;
    double before = clock_seconds(NULL);
    rv_status status = rv_scene_play_step(s->play);
    s->totals.wall += clock_seconds(NULL) - before;
    if (status == RV_STATUS_FAILED) {
        fprintf(stderr, "reeve %s: step %lld failed: %s\n", s->arguments->command->name,
                s->totals.steps, rv_world_error(s->world));
        return false;
    }
    rv_report report = rv_world_report(s->world);
    add_audit(s, &report.audit);
    add_report(&s->totals, report);
    return write_all(s) && !interrupted;
}

static bool step_all(simulation* s) {
    progress bar = progress_begin(!s->arguments->quiet);
    bool good = write_all(s);
    while (good && s->totals.steps < s->steps) {
        progress_update(&bar, (double)s->totals.steps / (double)s->steps, "");
        good = step_once(s);
    }
    progress_end(&bar);
    return good && (s->inputs_due == NULL || s->inputs_due(s));
}

// --- the whole ----------------------------------------------------------------------------------

static int sum_up(simulation* s) {
    const arguments* a = s->arguments;
    int frozen = s->totals.last.nonfinite_count;
    if (frozen > 0)
        rv_scene_play_body_name(s->play, s->totals.last.nonfinite, s->totals.nonfinite,
                                sizeof s->totals.nonfinite);
    // an output on standard output must stay alone there
    FILE* to = standard_outputs(s) > 0 ? stderr : stdout;
    if (a->json)
        summary_write(s, to);
    else if (!a->quiet)
        summary_print(s, to);
    for (int i = 0; i < SINK_COUNT && !a->json && !a->quiet; i++)
        if (is_wanted(s, i))
            sinks[i]->tell(s, to);
    if (s->exact_steps >= 0 && !a->json && !a->quiet)
        fprintf(to, "replayed %lld steps bit-exactly\n", s->exact_steps);
    if (frozen == 0)
        return EXIT_FINE;
    fprintf(stderr, "reeve %s: the motion of %d %s went non-finite, last of '%s'\n",
            a->command->name, frozen, frozen == 1 ? "body" : "bodies", s->totals.nonfinite);
    return EXIT_FAILED;
}

// The first signal ends the run after its step, the second at once.
static void listen_to_signals(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
}

int simulation_run(simulation* s) {
    int code = begin_all(s);
    s->started = code == EXIT_FINE;
    if (!s->started) {
        end_all(s);
        return code;
    }
    listen_to_signals();
    s->totals.start = rv_world_energy(s->world);
    bool good = step_all(s);
    s->totals.end = rv_world_energy(s->world);
    if (!good)
        tell_stopped(s);
    good &= end_all(s);
    return good ? sum_up(s) : EXIT_FAILED;
}
