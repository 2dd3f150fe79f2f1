// Suite "duriez_2004": deformable solids in contact and the haptic loop against the paper,
// corrected, and closed formulas.
#include "validation/duriez_2004_continuous.h"
#include "validation/duriez_2004_elements.h"
#include "validation/duriez_2004_snap.h"
#include "validation/duriez_2004_ticks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double duriez_random(uint64_t* state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

bool duriez_lcp_make(duriez_lcp* lcp, int capacity) {
    size_t n = (size_t)capacity, scratch = rv_lcp_scratch_bytes(capacity, 0);
    *lcp = (duriez_lcp){.capacity = capacity,
                        .W = calloc(n * n, sizeof(double)),
                        .q = calloc(n, sizeof(double)),
                        .f = calloc(n, sizeof(double)),
                        .state = calloc(n, 1),
                        .lower = calloc(n, sizeof(double)),
                        .upper = calloc(n, sizeof(double)),
                        .scratch = malloc(scratch),
                        .scratch_bytes = scratch};
    bool good =
        lcp->W && lcp->q && lcp->f && lcp->state && lcp->lower && lcp->upper && lcp->scratch;
    for (size_t i = 0; good && i < n; i++)
        lcp->upper[i] = INFINITY;
    return good;
}

void duriez_lcp_free(duriez_lcp* lcp) {
    free(lcp->W);
    free(lcp->q);
    free(lcp->f);
    free(lcp->state);
    free(lcp->lower);
    free(lcp->upper);
    free(lcp->scratch);
    *lcp = (duriez_lcp){0};
}

rv_lcp_result duriez_lcp_solve(duriez_lcp* lcp, duriez_method* method) {
    rv_lcp problem = {
        .n = lcp->n, .W = lcp->W, .q = lcp->q, .lower = lcp->lower, .upper = lcp->upper};
    return method(&problem, lcp->f, lcp->state, rv_arena_make(lcp->scratch, lcp->scratch_bytes));
}

rv_lcp_result duriez_lcp_solve_cold(duriez_lcp* lcp, duriez_method* method) {
    memset(lcp->state, -1, (size_t)lcp->n);
    memset(lcp->f, 0, (size_t)lcp->n * sizeof(double));
    return duriez_lcp_solve(lcp, method);
}

double duriez_lcp_error(const duriez_lcp* lcp) {
    double worst = 0.0, most = 1e-300;
    for (int i = 0; i < lcp->n; i++)
        most = fmax(most, fabs(lcp->f[i]));
    for (int i = 0; i < lcp->n; i++) {
        double delta = lcp->q[i], sum = fabs(delta) + 1e-300;
        for (int j = 0; j < lcp->n; j++) {
            double part = lcp->W[i * lcp->n + j] * lcp->f[j];
            delta += part;
            sum += fabs(part);
        }
        worst = fmax(worst, fmax(-lcp->f[i] / most, -delta / sum));
        worst = fmax(worst, fabs(lcp->f[i] / most * delta / sum));
    }
    return worst;
}

void duriez_holds(validation* v, const char* name, const char* source, bool holds) {
    validation_check(v, name, source, 1.0, holds ? 1.0 : 0.0, 0.0);
}

// a part that needs the clip by linear and by quadratic elements
static void with_clips(validation* v, void (*part)(validation* v, const duriez_clips* clips)) {
    duriez_clips clips = {0};
    rv_clip_shape shape = rv_clip_shape_default();
    bool made = duriez_clip_make(&clips.linear, &shape, 1, DURIEZ_YOUNG)
                && duriez_clip_make(&clips.quadratic, &shape, 2, DURIEZ_YOUNG);
    if (made)
        part(v, &clips);
    else
        duriez_holds(v, "clip: its compliance can be had", "memory, and a definite matrix", false);
    duriez_clip_free(&clips.linear);
    duriez_clip_free(&clips.quadratic);
}

static void figures(validation* v) {
    with_clips(v, duriez_figures);
}

static void axes(validation* v) {
    with_clips(v, duriez_axes);
}

static void insertion(validation* v) {
    with_clips(v, duriez_insertion);
}

static void faceted(validation* v) {
    with_clips(v, duriez_faceted);
}

static void friction(validation* v) {
    with_clips(v, duriez_friction);
}

static void engine(validation* v) {
    with_clips(v, duriez_engine_check);
}

static void multirate(validation* v) {
    with_clips(v, duriez_multirate);
}

static void ticks(validation* v) {
    with_clips(v, duriez_ticks);
}

static void haptics(validation* v) {
    with_clips(v, duriez_haptics);
}

const validation_part duriez_2004_parts[] = {
    {"Penalties, contacts and the clip in pictures", figures, VALIDATION_OF_PAPER},
    {"When moving edges and faces meet", duriez_continuous, VALIDATION_OF_PAPER},
    {"A thousand complementarity problems", duriez_complementarity, VALIDATION_OF_PAPER},
    {"The formulation, as printed and as right", duriez_formulation, VALIDATION_OF_PAPER},
    {"Frequencies of the clip", duriez_clip_frequencies, VALIDATION_OF_PAPER},
    {"A clip that snaps onto a tube", insertion, VALIDATION_OF_PAPER},
    {"Tubes of facets", faceted, VALIDATION_OF_PAPER},
    {"The clip by the engine", engine, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"Clips of other sizes", duriez_clip_variants, VALIDATION_OF_PAPER},
    {"The force of both loops, along all axes", axes, VALIDATION_OF_PAPER},
    {"Two rates", multirate, VALIDATION_OF_PAPER},
    {"Two rates by the engine", ticks, VALIDATION_OF_PAPER},
    {"Hands in closed loops", haptics, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"How long it takes", duriez_times, VALIDATION_OF_PAPER},
    {"A clip with friction", friction, VALIDATION_OF_PAPER},
    {"Elements", duriez_elements, VALIDATION_ANALYTIC},
    {"Beams", duriez_beams, VALIDATION_ANALYTIC},
    {"Steppers of a solid", duriez_integrators, VALIDATION_ANALYTIC},
    {"Solids that are turned", duriez_turned, VALIDATION_ANALYTIC},
    {"A ball on a block", duriez_hertz, VALIDATION_ANALYTIC},
    {"Threads through holes", duriez_suture, VALIDATION_ANALYTIC | VALIDATION_SLOW},
    {NULL, NULL, 0},
};
