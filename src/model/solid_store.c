// The answers of static solids kept between runs (rv_answer_store): their key, and the two parts that
// are kept, C and what gravity does.
#include "core/key.h"
#include "model/solid.h"

// Goes up with every change of the numbers that the same solid gets: then what was kept is no more.
#define ANSWER_NAME "reeve static solid 2"

typedef enum answer_part { PART_COMPLIANCE, PART_SAG } answer_part;

// of one part: all that decides it, and which it is
static rv_key key_of(const rv_solid_def* def, answer_part part) {
    const rv_material* material = &def->material;
    const int32_t numbers[] = {RV_VERSION_MAJOR, RV_VERSION_MINOR, RV_VERSION_PATCH, def->order,
                               (int32_t)part};
    const double elastic[] = {material->young, material->poisson, material->density};
    rv_key key = rv_key_begin(ANSWER_NAME);
    rv_key_add(&key, numbers, sizeof numbers);
    rv_key_add(&key, elastic, sizeof elastic);
    rv_key_add(&key, def->nodes, (size_t)def->node_count * sizeof *def->nodes);
    rv_key_add(&key, def->tets, 4 * (size_t)def->tet_count * sizeof *def->tets);
    rv_key_add(&key, def->held, (size_t)def->held_count * sizeof *def->held);
    return key;
}

bool rv_solid_load_answer(rv_solid_work* work, const rv_solid_def* def) {
    const rv_answer_store* store = def->store;
    return store != NULL
           && store->load(store->context, key_of(def, PART_COMPLIANCE).words, work->C.data,
                          (size_t)work->C.count * sizeof *work->C.data)
           && store->load(store->context, key_of(def, PART_SAG).words, work->sag.data,
                          (size_t)work->sag.count * sizeof *work->sag.data);
}

void rv_solid_save_answer(const rv_solid_work* work, const rv_solid_def* def) {
    const rv_answer_store* store = def->store;
    if (store == NULL)
        return;
    store->save(store->context, key_of(def, PART_COMPLIANCE).words, work->C.data,
                (size_t)work->C.count * sizeof *work->C.data);
    store->save(store->context, key_of(def, PART_SAG).words, work->sag.data,
                (size_t)work->sag.count * sizeof *work->sag.data);
}
