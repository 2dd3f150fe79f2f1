// The summary of a run: times, energies, and the worst of every step's report, for a person or for
// a program.
#include "simulation.h"
#include "view/json.h"

static double real_time_factor(const simulation* s) {
    return s->totals.wall > 0.0 ? (double)s->totals.steps / s->about.rate / s->totals.wall : 0.0;
}

static void print_energy(FILE* to, const char* when, rv_energy e) {
    fprintf(to, "  energy %-5s  total %.6g J = kinetic %.6g + gravitational %.6g + elastic %.6g\n",
            when, e.total, e.kinetic, e.gravitational, e.elastic);
}

void summary_print(const simulation* s, FILE* to) {
    const totals* t = &s->totals;
    fprintf(to, "%s\n  look at: %s\n", s->about.name, s->about.look);
    fprintf(to, "  simulated     %g s in %lld steps of 1/%g s\n", (double)t->steps / s->about.rate,
            t->steps, s->about.rate);
    fprintf(to, "  wall time     %.3g s: %.3g times real time, %.3g us per step\n", t->wall,
            real_time_factor(s), t->steps > 0 ? 1e6 * t->wall / (double)t->steps : 0.0);
    fprintf(to,
            "  size          %d bodies, %d joints, %d cables, %d solids, %d islands, %d dofs, "
            "%d rows\n",
            s->about.bodies, s->about.joints, s->about.cables, s->about.solids, t->islands, t->dofs,
            t->rows);
    print_energy(to, "start", t->start);
    print_energy(to, "end", t->end);
    fprintf(to, "  work done     %.6g J by motors, winches, moved bodies and forces\n",
            t->end.work);
    fprintf(to,
            "  solver        largest residual %.2g, %lld pivots floored, %lld bounds unsettled\n",
            t->residual, t->pivots_floored, t->bounds_unsettled);
    if (t->contacts > 0)
        fprintf(
            to,
            "  contacts      at most %d points, residual %.2g, %lld unsettled, %lld motions cut\n",
            t->contacts, t->contact_residual, t->contacts_unsettled, t->motions_cut);
    fprintf(
        to,
        "  audit         %lld steps failed it, energy from nowhere at most %.2g %%, cable too long "
        "by at most %.2g %%%s%s\n",
        t->audits_failed, 100.0 * t->gain_share, 100.0 * t->excess, t->excess > 0.0 ? ": " : "",
        t->excess > 0.0 ? t->too_long : "");
    fprintf(to, "  steps         %lld degraded, at most %d substeps, %d non-finite bodies\n",
            t->degraded, t->substeps, t->last.nonfinite_count);
    for (int i = 0; i < s->about.haptics; i++) {
        char status[320];
        if (rv_scene_play_device_status(s->play, i, status, sizeof status) > 0)
            fprintf(to, "  device        %s\n", status);
    }
    fprintf(to, "  memory        %.3g MB at most\n", (double)t->last.memory_peak / 1048576.0);
}

static void write_energy(rv_json* w, const char* key, rv_energy e) {
    rv_json_open_object(w, key);
    rv_json_number(w, "kinetic", e.kinetic);
    rv_json_number(w, "gravitational", e.gravitational);
    rv_json_number(w, "elastic", e.elastic);
    rv_json_number(w, "work", e.work);
    rv_json_number(w, "total", e.total);
    rv_json_close_object(w);
}

static void write_report(rv_json* w, const totals* t) {
    rv_json_open_object(w, "report");
    rv_json_integer(w, "degraded_steps", t->degraded);
    rv_json_integer(w, "audits_failed", t->audits_failed);
    rv_json_number(w, "largest_energy_gain", t->gain_share);
    rv_json_number(w, "largest_cable_excess", t->excess);
    rv_json_text(w, "largest_cable_excess_of", t->excess > 0.0 ? t->too_long : NULL);
    rv_json_number(w, "largest_residual", t->residual);
    rv_json_integer(w, "pivots_floored", t->pivots_floored);
    rv_json_integer(w, "bounds_unsettled", t->bounds_unsettled);
    rv_json_integer(w, "most_contact_points", t->contacts);
    rv_json_number(w, "largest_contact_residual", t->contact_residual);
    rv_json_integer(w, "contacts_unsettled", t->contacts_unsettled);
    rv_json_integer(w, "motions_cut", t->motions_cut);
    rv_json_integer(w, "nonfinite_bodies", t->last.nonfinite_count);
    rv_json_text(w, "nonfinite", t->nonfinite[0] != '\0' ? t->nonfinite : NULL);
    rv_json_integer(w, "islands", t->islands);
    rv_json_integer(w, "dofs", t->dofs);
    rv_json_integer(w, "rows", t->rows);
    rv_json_integer(w, "most_substeps", t->substeps);
    rv_json_integer(w, "memory_peak", (long long)t->last.memory_peak);
    rv_json_close_object(w);
}

void summary_write(const simulation* s, FILE* to) {
    const totals* t = &s->totals;
    rv_json w = rv_json_begin(to);
    rv_json_text(&w, "scene", s->about.name);
    rv_json_text(&w, "look", s->about.look);
    rv_json_number(&w, "simulated", (double)t->steps / s->about.rate);
    rv_json_number(&w, "rate", s->about.rate);
    rv_json_integer(&w, "steps", t->steps);
    rv_json_number(&w, "wall", t->wall);
    rv_json_number(&w, "real_time_factor", real_time_factor(s));
    rv_json_open_object(&w, "energy");
    write_energy(&w, "start", t->start);
    write_energy(&w, "end", t->end);
    rv_json_close_object(&w);
    write_report(&w, t);
    rv_json_text(&w, "csv", s->arguments->csv);
    rv_json_text(&w, "picture", s->arguments->picture);
    rv_json_text(&w, "vtk", s->arguments->vtk);
    rv_json_text(&w, "record", s->arguments->record);
    if (s->exact_steps >= 0)
        rv_json_integer(&w, "bit_exact_steps", s->exact_steps);
    if (s->exact_steps >= 0)
        rv_json_boolean(&w, "recording_is_cut", s->cut);
    rv_json_end(&w);
}
