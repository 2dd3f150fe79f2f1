// Rods, the law of their stretch in the implicit step, with s = |E| - l of an edge, tau = damping/EA and
// T_p = p/h the tension that acts in the step. Edges are elastic rows (step/rows.c), which damp only what
// the step does not resolve: k is the share of what stretch pulled with in the step before, S_p0,
//   T_p = S_p + EA tau (s' - s)/(h l),   S_p = k S_p0 + (1 - k) EA s'/l
// With c = 1 - k + tau/h that is |E'| = l_p + Sigma h p of rod_rows.c,
//   Sigma = l/(EA c h^2),   l_p = l + (tau/h s - k l S_p0/EA)/c;   without stretch Sigma = 0, l_p = l
// T_p lags: it is what the motion needs so that it keeps its energy to third order. The tension at the end of
// the step, which is read, is that of s' and its rate there: EA s'/l = (T_p - k S_p0 + tau/h EA s/l)/c, and
// T_p - S_p more.
#include "model/constraint.h"
#include "model/rod.h"

#include <math.h>

rv_rod_stretch rv_rod_stretch_of(const rv_world* world, const rv_rod* rod, double h) {
    const rv_cable* cable = &world->cables.data[rod->cable];
    rv_rod_stretch law = {.EA = cable->EA};
    if (cable->EA < INFINITY) {
        law.tau = cable->damping > 0.0 ? cable->damping / cable->EA : 0.0;
        law.kept = rv_filter_keeps(h, rod->last_h > 0.0 ? rod->last_h : h);
    }
    law.acts = 1.0 - law.kept + law.tau / h;
    return law;
}

// Tension that acted in the last step: with what stretch pulled, and with what damped it. That at the end of
// the step is ahead of it, and would feed the stiffness of tension with what it has not done yet.
void rv_rod_find_acted(const rv_world* world, const rv_rod* rod, rv_rod_work* work) {
    const rv_cable* cable = &world->cables.data[rod->cable];
    const double *T = rv_rod_tensions(world, rod), *S = rv_rod_kept(world, rod);
    const rv_rod_line* line = &work->line;
    bool damped = cable->EA < INFINITY && cable->damping > 0.0;
    for (int j = 0; j < line->vertices - 1; j++) {
        double stretched = cable->EA * (line->current[j] / line->length[j] - 1.0);
        work->acted.data[j] = damped ? S[j] + (T[j] - stretched) : S[j];
    }
}

// How long edges are to be at the end of the step without an impulse. One that is far from what its tension
// says, since it buckled or was torn, keeps that; it comes back without speed (rod_move.c).
void rv_rod_find_wanted(const rv_world* world, const rv_rod* rod, rv_rod_work* work, double h) {
    const rv_rod_line* line = &work->line;
    const double *T = rv_rod_tensions(world, rod), *S = rv_rod_kept(world, rod);
    const rv_rod_stretch law = rv_rod_stretch_of(world, rod, h);
    for (int j = 0; j < line->vertices - 1; j++) {
        double l = line->length[j], off = line->current[j] - l * (1.0 + T[j] / law.EA);
        // what is too short for a tension was held back; of one that is damped nothing is known
        bool keeps =
            law.EA < INFINITY ? law.tau == 0.0 && off > RV_ROD_OFF * l : fabs(off) > RV_ROD_OFF * l;
        double apart = keeps ? off : 0.0, s = line->current[j] - l - apart;
        work->apart.data[j] = apart;
        work->wanted.data[j] =
            l + apart + (law.tau / h * s - law.kept * l * S[j] / law.EA) / law.acts;
    }
}

void rv_rod_end_stretch(const rv_world* world, const rv_rod* rod, const rv_rod_work* work, double h,
                        const double* p) {
    double *T = rv_rod_tensions(world, rod), *S = rv_rod_kept(world, rod);
    const rv_rod_stretch law = rv_rod_stretch_of(world, rod, h);
    const rv_rod_line* line = &work->line;
    for (int j = 0; j < rod->count - 1; j++) {
        double l = line->length[j], acted = p[j] / h, memory = law.kept * S[j];
        double stretched = acted - memory;
        if (law.tau > 0.0)
            stretched += law.tau / h * law.EA * (line->current[j] / l - 1.0);
        stretched /= law.acts;
        S[j] = memory + (1.0 - law.kept) * stretched;
        T[j] = stretched + (acted - S[j]);
    }
}
