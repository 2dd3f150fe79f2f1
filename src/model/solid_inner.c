// Nodes inside a static solid. A step knows its surface alone; where the others are is found when
// they are asked for, with the factor of K over all nodes that are not held:
//   u = K^-1 (B f + M g)      f: what pushes corners of the surface, g: gravity, in the frame
// An answer is kept until f or g is another one.
#include "model/solid.h"

#include <string.h>

bool rv_solid_make_inner(rv_memory* m, rv_solid_work* work) {
    int inner = 0;
    for (int k = 0; k < work->fem.corner_count; k++)
        inner += rv_solid_is_inner(work, k);
    int count = inner > 0 ? work->fem.corner_count + 1 : 0;
    return rv_array_resize(m, &work->inner_for, count)
           && rv_array_resize(m, &work->inner, inner > 0 ? 3 * work->system.matrix.n : 0);
}

// an answer that was kept between runs came without a factor
static bool factor(rv_solid_work* work) {
    rv_sparse* K = &work->system.matrix;
    if (!work->is_factored) {
        rv_fem_assemble(&work->fem, &work->system, (rv_fem_weights){.stiffness = 1.0}, NULL,
                        K->values.data);
        work->is_factored = rv_sparse_factor(K);
    }
    return work->is_factored;
}

static void solve(const rv_world* world, const rv_solid* solid, rv_solid_work* work, rv_vec3 g) {
    double* all = work->a.data;
    memset(all, 0, 3 * (size_t)work->fem.node_count * sizeof *all);
    rv_fem_add_load(&work->fem, RV_FEM_CONSISTENT, g, all);
    for (int k = 0; k < solid->corners; k++) {
        rv_vec3 load = world->solid_load.data[solid->first + k];
        for (int i = work->means.first.data[k]; i < work->means.first.data[k + 1]; i++) {
            double* at = all + 3 * work->means.node.data[i];
            rv_vec3_store(at, rv_vec3_mul_add(rv_vec3_load(at), work->means.weight.data[i], load));
        }
    }
    rv_fem_gather(&work->system, all, work->inner.data);
    rv_sparse_solve(&work->system.matrix, work->inner.data, work->scratch.data);
}

rv_vec3 rv_solid_inner(const rv_world* world, const rv_solid* solid, rv_mat3 R, int node) {
    rv_solid_work* work = rv_solid_work_of(world, solid);
    const rv_vec3* load = world->solid_load.data + solid->first;
    rv_vec3 g = rv_mat3_apply_transpose(R, world->def.gravity);
    size_t bytes = (size_t)solid->corners * sizeof *load;
    rv_vec3* known = work->inner_for.data;
    bool is_known = work->has_inner && memcmp(known, load, bytes) == 0
                    && memcmp(known + solid->corners, &g, sizeof g) == 0;
    if (!is_known) {
        if (!factor(work))
            return (rv_vec3){0, 0, 0}; // cannot be: it was factored when its answer was found
        solve(world, solid, work, g);
        memcpy(known, load, bytes);
        known[solid->corners] = g;
        work->has_inner = true;
    }
    return rv_vec3_load(work->inner.data + 3 * work->system.unknown.data[node]);
}
