// What is printed: a row per kind and model, a line per world, a line per failure.
#include "table.h"
#include "machines.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void table_head(void) {
    printf("%-15s %-13s %6s %8s %8s %6s %6s %6s %6s %9s %9s %11s\n", "kind", "model", "worlds",
           "gain>5%", "gain>10x", "long", "long20", "lost", "other", "slow[%]", "degr.[%]",
           "unannounced");
}

void table_add(tally* t, const verdict* v) {
    t->worlds++;
    for (int i = 0; i < SYMPTOMS; i++)
        t->shown[i] += !isnan(v->first[i]);
    t->failed += verdict_failed(v);
    t->unannounced += verdict_unannounced(v);
    t->steps += v->steps;
    t->slow += v->slow;
    t->degraded += v->degraded;
    t->slowest = fmax(t->slowest, v->slowest);
}

void table_sum(tally* sum, const tally* t) {
    sum->worlds += t->worlds;
    for (int i = 0; i < SYMPTOMS; i++)
        sum->shown[i] += t->shown[i];
    sum->failed += t->failed;
    sum->unannounced += t->unannounced;
    sum->steps += t->steps;
    sum->slow += t->slow;
    sum->degraded += t->degraded;
    sum->slowest = fmax(sum->slowest, t->slowest);
}

void table_row(const char* kind, const char* model, const tally* t) {
    double steps = t->steps > 0 ? (double)t->steps : 1.0;
    printf("%-15s %-13s %6d %8d %8d %6d %6d %6d %6d %9.3f %9.3f %11d\n", kind, model, t->worlds,
           t->shown[GAIN], t->shown[GAIN_TEN], t->shown[LONG], t->shown[LONG_FIFTH], t->shown[LOST],
           t->shown[NONFINITE] + t->shown[FAILED], 100.0 * (double)t->slow / steps,
           100.0 * (double)t->degraded / steps, t->unannounced);
}

void table_failure(const char* kind, const char* model, uint64_t seed, const verdict* v) {
    printf("failed: --kind %s --model %s --seed %" PRIu64 ":", kind, model, seed);
    for (int i = 0; i < SYMPTOMS; i++)
        if (!isnan(v->first[i]))
            printf(" %s at %.2f s%s", symptom_names[i], v->first[i],
                   v->announced[i] ? "" : " (unannounced)");
    printf(
        "; kinetic energy %.3g of all there was, path %.3g of allowed, %ld of %ld steps not OK\n",
        v->worst_gain, v->worst_length, v->degraded, v->steps);
}

void table_csv_head(void) {
    printf("kind,model,seed,rate");
    for (int i = 0; i < SYMPTOMS; i++)
        printf(",%s,%s_announced", symptom_names[i], symptom_names[i]);
    printf(",worst_gain,worst_length,steps,degraded,hash\n");
}

// without times, so that two runs can be compared
void table_csv(const char* kind, const char* model, uint64_t seed, double rate, const verdict* v) {
    printf("%s,%s,%" PRIu64 ",%g", kind, model, seed, rate);
    for (int i = 0; i < SYMPTOMS; i++)
        if (isnan(v->first[i]))
            printf(",,");
        else
            printf(",%.6g,%d", v->first[i], v->announced[i]);
    printf(",%.6g,%.6g,%ld,%ld,%016" PRIx64 "\n", v->worst_gain, v->worst_length, v->steps,
           v->degraded, v->hash);
}

void table_trace_head(void) {
    printf("time,status,kinetic,available,work,engine_work,load_x,load_y,load_z,cables: "
           "tension:length:path ...\n");
}

// with the first load
void table_trace(const judge* j, double time, rv_status status) {
    const machine* m = j->m;
    rv_vec3 at = m->load_count > 0 ? rv_body_center(m->world, m->loads[0]) : vec(0, 0, 0);
    printf("%.6g,%d,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g", time, (int)status, j->kinetic,
           j->begun + j->most_work, j->work, rv_world_energy(m->world).work, at.x, at.y, at.z);
    for (int i = 0; i < m->cable_count; i++)
        printf(",%.6g:%.6g:%.6g", j->cables[i].tension[0], j->cables[i].length, j->cables[i].path);
    printf("\n");
}
