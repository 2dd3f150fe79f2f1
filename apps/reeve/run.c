// `reeve run`: simulates a scene, writes its probes as CSV, and sums up what happened: times,
// energies, and the worst of every step's report. Only stepping is timed, not writing. Ctrl-C ends
// the run after its step and leaves no file behind.
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "gallery.h"
#include "output.h"
#include "progress.h"
#include "writer.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// what happened over the whole run: the worst of every report
typedef struct totals {
    long long steps, degraded;
    double wall; // [s], of stepping alone
    double residual;
    long long pivots_floored, bounds_unsettled;
    int substeps, dofs, rows, islands;
    rv_energy start, end;
    rv_report last;
    char nonfinite[128]; // the name of the last body that was frozen
    long long csv_rows;
} totals;

typedef struct run {
    const arguments* arguments;
    rv_scene_summary scene;
    rv_scene_play* play;
    rv_world* world;
    output csv;
    bool writes_csv;
    double* values;
    int columns;
    totals totals;
} run;

// set by Ctrl-C: the run ends after its step and leaves no file
static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

// --- CSV ----------------------------------------------------------------------------------------

static void csv_header(run* r) {
    char name[256];
    fputs("time", r->csv.file);
    for (int i = 0; i < r->columns; i++) {
        rv_scene_play_column_name(r->play, i, name, sizeof name);
        fprintf(r->csv.file, ",%s", name);
    }
    fputc('\n', r->csv.file);
}

static void csv_row(run* r) {
    rv_scene_play_read(r->play, r->values);
    fprintf(r->csv.file, "%.12g", rv_world_time(r->world));
    for (int i = 0; i < r->columns; i++)
        fprintf(r->csv.file, ",%.12g", r->values[i]);
    fputc('\n', r->csv.file);
    r->totals.csv_rows++;
}

static bool csv_begin(run* r) {
    r->columns = rv_scene_play_column_count(r->play);
    r->values = calloc((size_t)r->columns + 1, sizeof *r->values);
    if (r->values == NULL) {
        fprintf(stderr, "reeve run: not enough memory for %d columns\n", r->columns);
        return false;
    }
    if (r->columns == 0)
        fprintf(stderr, "reeve run: the scene has no \"probes\", so the CSV has only times\n");
    if (!output_open(&r->csv, r->arguments->csv))
        return false;
    csv_header(r);
    csv_row(r);
    return true;
}

// --- stepping -----------------------------------------------------------------------------------

static void add_report(run* r, rv_report report) {
    totals* t = &r->totals;
    t->steps++;
    t->degraded += report.status != RV_STATUS_OK;
    t->residual = fmax(t->residual, report.residual);
    t->pivots_floored += report.pivots_floored;
    t->bounds_unsettled += report.bounds_unsettled;
    t->substeps = report.substeps > t->substeps ? report.substeps : t->substeps;
    t->dofs = report.dof_count > t->dofs ? report.dof_count : t->dofs;
    t->rows = report.row_count > t->rows ? report.row_count : t->rows;
    t->islands = report.island_count > t->islands ? report.island_count : t->islands;
    t->last = report;
}

// False after printing why it stopped early.
static bool step_all(run* r, long long steps) {
    progress bar = progress_begin(!r->arguments->quiet);
    bool good = true;
    int every = r->arguments->every > 0 ? r->arguments->every : 1;
    for (long long i = 0; i < steps && good; i++) {
        double before = clock_seconds(NULL);
        rv_status status = rv_scene_play_step(r->play);
        r->totals.wall += clock_seconds(NULL) - before;
        if (status == RV_STATUS_FAILED) {
            progress_end(&bar);
            fprintf(stderr, "reeve run: step %lld failed: %s\n", i, rv_world_error(r->world));
            good = false;
            break;
        }
        add_report(r, rv_world_report(r->world));
        if (r->writes_csv && (i + 1) % every == 0)
            csv_row(r);
        if (r->writes_csv && ferror(r->csv.file))
            break; // told when the file is closed
        progress_update(&bar, (double)(i + 1) / (double)steps, "");
        if (interrupted) {
            progress_end(&bar);
            fprintf(stderr, "reeve run: stopped at %g s; no file written\n",
                    rv_world_time(r->world));
            good = false;
        }
    }
    progress_end(&bar);
    r->totals.end = rv_world_energy(r->world);
    if (r->totals.last.nonfinite_count > 0)
        rv_scene_play_body_name(r->play, r->totals.last.nonfinite, r->totals.nonfinite,
                                sizeof r->totals.nonfinite);
    return good;
}

// --- summary ------------------------------------------------------------------------------------

static double real_time_factor(const run* r) {
    return rv_world_time(r->world) / r->totals.wall;
}

static void print_energy(FILE* to, const char* when, rv_energy e) {
    fprintf(to, "  energy %-5s  total %.6g J = kinetic %.6g + gravitational %.6g + elastic %.6g\n",
            when, e.total, e.kinetic, e.gravitational, e.elastic);
}

static void print_summary(const run* r, FILE* to) {
    const totals* t = &r->totals;
    fprintf(to, "%s\n  look at: %s\n", r->scene.name, r->scene.look);
    fprintf(to, "  simulated     %g s in %lld steps of 1/%g s\n", rv_world_time(r->world), t->steps,
            r->scene.rate);
    fprintf(to, "  wall time     %.3g s: %.3g times real time, %.3g us per step\n", t->wall,
            real_time_factor(r), 1e6 * t->wall / (double)t->steps);
    fprintf(to, "  size          %d bodies, %d joints, %d cables, %d islands, %d dofs, %d rows\n",
            r->scene.bodies, r->scene.joints, r->scene.cables, t->islands, t->dofs, t->rows);
    print_energy(to, "start", t->start);
    print_energy(to, "end", t->end);
    fprintf(to, "  work done     %.6g J by motors and moved bodies\n", t->end.work);
    fprintf(to,
            "  solver        largest residual %.2g, %lld pivots floored, %lld bounds unsettled\n",
            t->residual, t->pivots_floored, t->bounds_unsettled);
    fprintf(to, "  steps         %lld degraded, at most %d substeps, %d non-finite bodies\n",
            t->degraded, t->substeps, t->last.nonfinite_count);
    fprintf(to, "  memory        %.3g MB at most\n", (double)t->last.memory_peak / 1048576.0);
    if (r->writes_csv)
        fprintf(to, "  wrote         %s: %lld rows, %d columns\n", r->arguments->csv, t->csv_rows,
                r->columns + 1);
}

static void write_energy(writer* w, const char* key, rv_energy e) {
    writer_open_object(w, key);
    writer_number(w, "kinetic", e.kinetic);
    writer_number(w, "gravitational", e.gravitational);
    writer_number(w, "elastic", e.elastic);
    writer_number(w, "work", e.work);
    writer_number(w, "total", e.total);
    writer_close_object(w);
}

static void write_report(writer* w, const totals* t) {
    writer_open_object(w, "report");
    writer_integer(w, "degraded_steps", t->degraded);
    writer_number(w, "largest_residual", t->residual);
    writer_integer(w, "pivots_floored", t->pivots_floored);
    writer_integer(w, "bounds_unsettled", t->bounds_unsettled);
    writer_integer(w, "nonfinite_bodies", t->last.nonfinite_count);
    writer_text(w, "nonfinite", t->nonfinite[0] != '\0' ? t->nonfinite : NULL);
    writer_integer(w, "islands", t->islands);
    writer_integer(w, "dofs", t->dofs);
    writer_integer(w, "rows", t->rows);
    writer_integer(w, "most_substeps", t->substeps);
    writer_integer(w, "memory_peak", (long long)t->last.memory_peak);
    writer_close_object(w);
}

static void write_summary(const run* r, FILE* to) {
    const totals* t = &r->totals;
    writer w = writer_begin(to);
    writer_text(&w, "scene", r->scene.name);
    writer_text(&w, "look", r->scene.look);
    writer_number(&w, "simulated", rv_world_time(r->world));
    writer_number(&w, "rate", r->scene.rate);
    writer_integer(&w, "steps", t->steps);
    writer_number(&w, "wall", t->wall);
    writer_number(&w, "real_time_factor", real_time_factor(r));
    writer_open_object(&w, "energy");
    write_energy(&w, "start", t->start);
    write_energy(&w, "end", t->end);
    writer_close_object(&w);
    write_report(&w, t);
    writer_text(&w, "csv", r->writes_csv ? r->arguments->csv : NULL);
    writer_end(&w);
}

// --- the command --------------------------------------------------------------------------------

static int finish(run* r) {
    if (r->writes_csv && !output_commit(&r->csv))
        return EXIT_FAILED;
    // a CSV on standard output must stay alone there
    FILE* to = r->writes_csv && strcmp(r->arguments->csv, "-") == 0 ? stderr : stdout;
    if (r->arguments->json)
        write_summary(r, to);
    else if (!r->arguments->quiet)
        print_summary(r, to);
    int frozen = r->totals.last.nonfinite_count;
    if (frozen == 0)
        return EXIT_FINE;
    fprintf(stderr, "reeve run: the motion of %d %s went non-finite, last of '%s'\n", frozen,
            frozen == 1 ? "body" : "bodies", r->totals.nonfinite);
    return EXIT_FAILED;
}

static int simulate(run* r) {
    double duration = r->arguments->duration > 0.0 ? r->arguments->duration : r->scene.duration;
    // a duration that is whole steps but for rounding is those steps
    long long steps = (long long)ceil(duration * r->scene.rate - 1e-6);
    r->totals.start = rv_world_energy(r->world);
    r->writes_csv = r->arguments->csv != NULL;
    if (r->writes_csv && !csv_begin(r))
        return EXIT_FAILED;
    struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!step_all(r, steps > 0 ? steps : 1)) {
        if (r->writes_csv)
            output_discard(&r->csv);
        return EXIT_FAILED;
    }
    return finish(r);
}

int command_run(const arguments* arguments) {
    char path[4096];
    if (!scene_path(arguments->words[0], arguments->scenes, path, sizeof path))
        return EXIT_USAGE;
    static rv_scene_problems problems; // too large for a careful stack
    rv_scene* scene = rv_scene_load(path, &problems);
    rv_scene_options options = {.threads = arguments->threads};
    rv_scene_play* play = scene != NULL ? rv_scene_play_create(scene, &options, &problems) : NULL;
    int code = EXIT_USAGE;
    if (play == NULL) {
        problems_print(&problems);
    } else {
        run r = {.arguments = arguments,
                 .scene = rv_scene_summarize(scene),
                 .play = play,
                 .world = rv_scene_play_world(play)};
        code = simulate(&r);
        free(r.values);
    }
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
    return code;
}
