// A scene that is simulated step by step while its outputs are written: what `run` and `replay`
// share. An output is one row of the table in simulation.c: csv.c, still.c, moments.c, record.c.
#ifndef REEVE_COMMAND_SIMULATION_H
#define REEVE_COMMAND_SIMULATION_H

#include "command.h"
#include "log.h"
#include "output.h"
#include "output_folder.h"
#include "view/drawing.h"
#include "view/inputs.h"

#include <stdio.h>

// what happened over the whole run: the worst of every report
typedef struct totals {
    long long steps, degraded;
    double wall; // [s], of stepping alone
    double residual;
    long long pivots_floored, bounds_unsettled;
    double contact_residual;
    int contacts; // points, at most
    long long contacts_unsettled, motions_cut;
    long long audits_failed;
    double gain_share, excess; // of the audits: the worst
    char too_long[128];        // the cable of that
    int substeps, dofs, rows, islands;
    rv_energy start, end;
    rv_report last;
    char nonfinite[128]; // the name of the last body that was frozen
} totals;

typedef struct csv_output {
    output out;
    double* values;
    char* row;   // as text
    int columns; // without the time
    long long rows;
} csv_output;

typedef struct still_output {
    long long step; // after which it is taken
    int width, height;
} still_output;

typedef struct moments_output {
    int list;           // the .pvd, a file descriptor
    bool opened;        // the list
    bool made;          // the folder
    long long list_end; // [bytes], where its tail begins
    long long count;
    rv_drawing drawing;
} moments_output;

typedef struct simulation {
    const arguments* arguments;
    const rv_scene* scene;
    rv_scene_summary about;
    char file[LOG_NAME_BYTES_MAX + 1]; // of the scene, without folders
    rv_scene_play* play;
    rv_world* world;
    long long steps; // to be made
    bool started;    // all outputs could begin

    // what acts on the world before a step, and after the last; NULL: nothing. False after printing
    // why the run must end.
    bool (*inputs_due)(struct simulation* s);
    void* inputs_context;
    const rv_hand* hand;   // NULL: nobody's
    long long exact_steps; // of a replay: up to the last state that was compared; -1: no replay
    bool cut;              // of a replay: the recording stops before its end

    totals totals;
    csv_output csv;
    still_output still;
    moments_output moments;
    log_writer log;
} simulation;

// One kind of output; what it needs is in the simulation. Nothing of it is there before the first
// `step`, so that an output that is refused leaves none of the others behind. Functions that return
// false or another exit code than EXIT_FINE have printed why.
typedef struct sink {
    // NULL if it is not asked for, else what it is called
    const char* (*name)(const arguments* arguments);
    int (*begin)(simulation* s);        // whether what is asked for can be written: an exit code
    bool (*step)(simulation* s);        // the world as it stands, from the start on
    bool (*holds)(const simulation* s); // the run as far as it went; NULL: one moment of it
    bool (*end)(simulation* s);         // also after begin or step failed; what was written stays
    void (*tell)(const simulation* s, FILE* to); // a line of the summary
} sink;

extern const sink csv_sink, still_sink, moments_sink, record_sink;

// A simulation of a scene; what it plays is the caller's to destroy. NULL after printing the
// problems.
rv_scene_play* simulation_begin(simulation* s, const arguments* arguments, const rv_scene* scene,
                                const char* path);
// Makes all steps, writes the outputs and the summary. An exit code.
int simulation_run(simulation* s);

// The summary, as text or as JSON.
void summary_print(const simulation* s, FILE* to);
void summary_write(const simulation* s, FILE* to);

// Reads the world for drawing, without a hand that holds something.
bool simulation_draw(const simulation* s, rv_drawing* drawing);

#endif
