// Static condensation: the compliance of a few nodes of a solid, for contacts (Bro-Nielsen, Cotin
// 1996). With forces F on those nodes alone, A u = F leaves u = C F there; C does not know how many
// other nodes there are, so that quadratic elements cost nothing afterwards.
#include "model/fem.h"

typedef struct condensing {
    rv_fem_system system;
    RV_ARRAY(int) rows;
    RV_ARRAY(double) scratch;
} condensing;

static bool prepare(rv_memory* memory, condensing* w, const rv_fem_condensation* c) {
    if (!rv_fem_system_make(memory, &w->system, c->fem, c->held, c->held_count)
        || !rv_array_resize(memory, &w->rows, c->count))
        return false;
    size_t scratch = rv_sparse_inverse_scratch(&w->system.matrix, c->count);
    if (scratch > INT32_MAX || !rv_array_resize(memory, &w->scratch, (int)scratch))
        return false;
    for (int k = 0; k < c->count; k++)
        w->rows.data[k] = w->system.unknown.data[c->nodes[k]];
    return true;
}

static rv_fem_outcome condense(condensing* w, const rv_fem_condensation* c, double* C,
                               rv_sparse_progress progress) {
    rv_sparse* matrix = &w->system.matrix;
    rv_fem_assemble(c->fem, &w->system, c->weights, NULL, matrix->values.data);
    if (!rv_sparse_factor(matrix))
        return RV_FEM_LOOSE;
    bool fine =
        rv_sparse_inverse_part(matrix, &(rv_sparse_sums){c->count, w->rows.data, NULL, NULL}, C,
                               w->scratch.data, progress);
    return fine ? RV_FEM_DONE : RV_FEM_STOPPED;
}

rv_fem_outcome rv_fem_condense(rv_memory* memory, const rv_fem_condensation* c, double* C,
                               rv_sparse_progress progress) {
    condensing w = {0};
    rv_fem_outcome outcome =
        prepare(memory, &w, c) ? condense(&w, c, C, progress) : RV_FEM_NO_MEMORY;
    rv_fem_system_free(memory, &w.system);
    rv_array_free(memory, &w.rows);
    rv_array_free(memory, &w.scratch);
    return outcome;
}
