// The block of a solid in its island's system (rv_substructure): see solid.h. Of a solid with inertia
// whose held nodes move with a body that forces move, t = the twist of its frame comes first:
//   A = [ A_tt  A_tf ]   A_tt = J^T A_hh J,  A_ft = A_fh J,   J: velocities of held nodes for a twist
//       [ A_ft  A_ff ]
//   A^-1 by the Schur complement S = A_tt - A_tf A_ff^-1 A_ft.
// Arms of J are those of the unstrained solid; of a corotational one, in axes of the world, they turn
// with the frame.
#include "model/solid.h"

#include <math.h>
#include <string.h>

// more answers than this are computed when they are asked for (32 MB)
enum { ANSWERS_MAX = 680 };

static int free_dofs(const rv_solid_work* work) {
    return 3 * work->free_count;
}

// --- factor and solve ---

static rv_fem_weights weights_of(const rv_solid_work* work) {
    double h = work->h;
    if (work->model != RV_SOLID_TRAPEZOIDAL)
        return rv_fem_euler(h, work->damping_mass, work->damping_stiffness);
    return (rv_fem_weights){.mass = 1.0 + 0.5 * h * work->damping_mass,
                            .stiffness = 0.5 * h * work->damping_stiffness + 0.25 * h * h};
}

static bool is_turned(const rv_solid_work* work) {
    return work->model == RV_SOLID_COROTATIONAL;
}

double rv_solid_linear_forces(rv_solid_work* work, const double* u, double* f) {
    double *own = work->scratch.data, *product = own + free_dofs(work), twice = 0.0;
    rv_fem_gather(&work->system, u, own);
    rv_sparse_multiply(&work->system.matrix, work->K.data, own, product);
    for (int k = 0; k < free_dofs(work); k++) {
        twice += own[k] * product[k];
        product[k] = -product[k];
    }
    rv_fem_scatter(&work->system, product, f);
    return 0.5 * twice;
}

// A z over all nodes
static void multiply_all(rv_solid_work* work, const double* z, double* out) {
    rv_fem_weights w = weights_of(work);
    double* product = work->c.data;
    rv_fem_inertia_multiply(&work->inertia, z, out);
    if (is_turned(work)) {
        rv_fem_turned_slope(&work->fem, w, work->turns.data, z, product);
        w.stiffness = 1.0;
    } else {
        rv_fem_forces(&work->fem, z, product); // -K z
    }
    for (int k = 0; k < 3 * work->fem.node_count; k++)
        out[k] = w.mass * out[k] - w.stiffness * product[k];
}

// velocity of a held node for one unit of a twist
static rv_vec3 twist_of(int axis, rv_vec3 arm) {
    double unit[6] = {0};
    unit[axis] = 1.0;
    return rv_vec3_add(rv_vec3_load(unit), rv_vec3_cross(rv_vec3_load(unit + 3), arm));
}

static rv_vec3 arm_of(const rv_solid_work* work, int node) {
    rv_vec3 X = work->fem.rest.data[node];
    return is_turned(work) ? rv_mat3_apply(work->tie_turn, X) : X;
}

// A_ft and A_tt
static void write_tie(rv_solid_work* work) {
    int n = work->fem.node_count;
    double *z = work->a.data, *y = work->b.data;
    for (int axis = 0; axis < work->tie; axis++) {
        for (int k = 0; k < n; k++) {
            bool held = work->free.data[k] < 0;
            rv_vec3 v = held ? twist_of(axis, arm_of(work, k)) : (rv_vec3){0, 0, 0};
            rv_vec3_store(z + 3 * k, v);
        }
        multiply_all(work, z, y);
        rv_fem_gather(&work->system, y, work->tie_column.data + axis * free_dofs(work));
        for (int row = 0; row < work->tie; row++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                if (work->free.data[k] < 0)
                    sum += rv_vec3_dot(twist_of(row, arm_of(work, k)), rv_vec3_load(y + 3 * k));
            work->tie_block[row * work->tie + axis] = sum;
        }
    }
}

// inverse of a symmetric positive definite matrix of six rows; false: it is none
static bool invert(const double* S, double* inverse) {
    enum { N = RV_SOLID_TIE };
    double L[N][N] = {{0}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = S[i * N + j];
            for (int k = 0; k < j; k++)
                sum -= L[i][k] * L[j][k];
            if (i == j && !(sum > 0.0))
                return false;
            L[i][j] = i == j ? sqrt(sum) : sum / L[j][j];
        }
    for (int column = 0; column < N; column++) {
        double x[N];
        for (int i = 0; i < N; i++) {
            x[i] = i == column ? 1.0 : 0.0;
            for (int k = 0; k < i; k++)
                x[i] -= L[i][k] * x[k];
            x[i] /= L[i][i];
        }
        for (int i = N - 1; i >= 0; i--) {
            for (int k = i + 1; k < N; k++)
                x[i] -= L[k][i] * x[k];
            x[i] /= L[i][i];
        }
        for (int i = 0; i < N; i++)
            inverse[i * N + column] = x[i];
    }
    return true;
}

static bool factor_tie(rv_solid_work* work) {
    int n = free_dofs(work);
    double S[RV_SOLID_TIE * RV_SOLID_TIE];
    memcpy(work->tie_answer.data, work->tie_column.data, (size_t)(n * work->tie) * sizeof(double));
    rv_sparse_solve_many(&work->system.matrix, work->tie_answer.data, work->tie,
                         work->scratch.data);
    for (int i = 0; i < work->tie; i++)
        for (int j = 0; j < work->tie; j++) {
            double sum = work->tie_block[i * work->tie + j];
            for (int k = 0; k < n; k++)
                sum -= work->tie_column.data[i * n + k] * work->tie_answer.data[j * n + k];
            S[i * work->tie + j] = sum;
        }
    return invert(S, work->tie_inverse);
}

// false: stopped
static bool compute_answers(rv_solid_work* work, rv_sparse_progress progress) {
    rv_sparse_sums sums = {.count = work->answering.count,
                           .row = work->answer_unknown.data,
                           .first = work->answer_first.data,
                           .weight = work->answer_weight.data};
    return rv_sparse_inverse_part(&work->system.matrix, &sums, work->C.data, work->scratch.data,
                                  progress);
}

// the answers of the surface, once for each length of the step
static void find_answers(rv_solid_work* work) {
    if (work->answering.count == 0 || is_turned(work))
        return;
    compute_answers(work, (rv_sparse_progress){0});
    work->answered_h = work->h;
}

static bool block_factor(void* self) {
    rv_solid_work* work = self;
    bool turned = is_turned(work);
    if (work->model == RV_SOLID_STATIC || (!turned && work->factored_h == work->h))
        return true;
    rv_fem_assemble(&work->fem, &work->system, weights_of(work), turned ? work->turns.data : NULL,
                    work->system.matrix.values.data);
    if (!rv_sparse_factor(&work->system.matrix))
        return false;
    work->factored_h = work->h;
    find_answers(work);
    if (work->tie == 0)
        return true;
    write_tie(work);
    return factor_tie(work);
}

static void solve_static(const rv_solid_work* work, double* x) {
    int n = free_dofs(work);
    double* sum = work->scratch.data;
    double per_h2 = 1.0 / (work->h * work->h);
    memset(sum, 0, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++) {
        if (x[k] == 0.0)
            continue; // few nodes are touched
        const double* column = work->C.data + (size_t)k * (size_t)n;
        double push = x[k] * per_h2;
        for (int i = 0; i < n; i++)
            sum[i] += column[i] * push;
    }
    memcpy(x, sum, (size_t)n * sizeof(double));
}

static void block_solve(void* self, double* x) {
    rv_solid_work* work = self;
    int n = free_dofs(work), tie = work->tie;
    if (work->model == RV_SOLID_STATIC) {
        solve_static(work, x);
        return;
    }
    double* f = x + tie;
    rv_sparse_solve(&work->system.matrix, f, work->scratch.data);
    if (tie == 0)
        return;
    double rest[RV_SOLID_TIE];
    for (int i = 0; i < tie; i++) {
        rest[i] = x[i];
        for (int k = 0; k < n; k++)
            rest[i] -= work->tie_column.data[i * n + k] * f[k];
    }
    for (int i = 0; i < tie; i++) {
        x[i] = 0.0;
        for (int j = 0; j < tie; j++)
            x[i] += work->tie_inverse[i * tie + j] * rest[j];
    }
    for (int i = 0; i < tie; i++)
        for (int k = 0; k < n; k++)
            f[k] -= work->tie_answer.data[i * n + k] * x[i];
}

static void block_multiply(void* self, const double* x, double* y) {
    rv_solid_work* work = self;
    int n = free_dofs(work), tie = work->tie;
    const rv_sparse* matrix = &work->system.matrix;
    rv_sparse_multiply(matrix, matrix->values.data, x + tie, y + tie);
    for (int i = 0; i < tie; i++) {
        const double* column = work->tie_column.data + i * n;
        y[i] = 0.0;
        for (int j = 0; j < tie; j++)
            y[i] += work->tie_block[i * tie + j] * x[j];
        for (int k = 0; k < n; k++) {
            y[i] += column[k] * x[tie + k];
            y[tie + k] += column[k] * x[i];
        }
    }
}

// --- the answer at some dofs ---

// + Y S^-1 Y^T: what the tie gives way by
static void add_tie_answers(const rv_solid_work* work, int count, const int* dofs, double* out) {
    int n = free_dofs(work), tie = work->tie;
    for (int i = 0; i < count && tie > 0; i++)
        for (int j = 0; j < count; j++)
            for (int a = 0; a < tie; a++)
                for (int b = 0; b < tie; b++)
                    out[i * count + j] += work->tie_answer.data[a * n + dofs[i] - tie]
                                          * work->tie_inverse[a * tie + b]
                                          * work->tie_answer.data[b * n + dofs[j] - tie];
}

// rows of C of the dofs, if all of them have one
static bool read_answers(const rv_solid_work* work, int count, const int* dofs, double* out) {
    bool is_static = work->model == RV_SOLID_STATIC;
    if (work->answering.count == 0 || (!is_static && work->answered_h != work->h))
        return false;
    for (int i = 0; i < count; i++)
        if (dofs[i] < work->tie || work->answer_row.data[(dofs[i] - work->tie) / 3] < 0)
            return false;
    size_t n = 3 * (size_t)work->answering.count;
    double scale = is_static ? 1.0 / (work->h * work->h) : 1.0;
    for (int i = 0; i < count; i++) {
        int d = dofs[i] - work->tie;
        const double* row = work->C.data + (size_t)(3 * work->answer_row.data[d / 3] + d % 3) * n;
        for (int j = 0; j < count; j++) {
            int e = dofs[j] - work->tie;
            out[i * count + j] = scale * row[3 * work->answer_row.data[e / 3] + e % 3];
        }
    }
    add_tie_answers(work, count, dofs, out);
    return true;
}

// nodes of dofs that are all three of each, in order: work->asked; false: they are not
static bool list_asked(rv_solid_work* work, int count, const int* dofs) {
    if (work->model == RV_SOLID_STATIC || count % 3 != 0 || count > free_dofs(work))
        return false;
    for (int i = 0; i < count; i++) {
        int d = dofs[i] - work->tie;
        if (d < 0 || d % 3 != i % 3 || d - i % 3 != dofs[i - i % 3] - work->tie)
            return false;
        work->asked.data[i / 3] = d / 3;
    }
    return true;
}

static void block_compliance(void* self, int count, const int* dofs, double* out) {
    rv_solid_work* work = self;
    if (read_answers(work, count, dofs, out))
        return;
    if (list_asked(work, count, dofs)) {
        rv_sparse_sums asked = {.count = count / 3, .row = work->asked.data};
        rv_sparse_inverse_part(&work->system.matrix, &asked, out, work->scratch.data,
                               (rv_sparse_progress){0});
        add_tie_answers(work, count, dofs, out);
        return;
    }
    // one column after the other
    double* x = work->b.data;
    for (int j = 0; j < count; j++) {
        memset(x, 0, (size_t)work->block.size * sizeof(double));
        x[dofs[j]] = 1.0;
        block_solve(work, x);
        for (int i = 0; i < count; i++)
            out[i * count + j] = x[dofs[i]];
    }
}

// velocities of the block for a push along an axis on a place
static void respond(rv_solid_work* work, const rv_solid_spot* at, int axis, double* x) {
    memset(x, 0, (size_t)work->block.size * sizeof(double));
    for (int k = 0; k < at->count; k++)
        if (work->free.data[at->node[k]] >= 0)
            x[work->tie + 3 * work->free.data[at->node[k]] + axis] += at->weight[k];
    block_solve(work, x);
}

// the same at another place, from the answers of the surface
static double look_up(const rv_solid_work* work, const rv_solid_spot* to, int row,
                      const rv_solid_spot* from, int column) {
    size_t n = 3 * (size_t)work->answering.count;
    double sum = 0.0;
    for (int a = 0; a < to->count; a++)
        for (int b = 0; b < from->count; b++) {
            int i = work->free.data[to->node[a]], j = work->free.data[from->node[b]];
            if (i >= 0 && j >= 0)
                sum += to->weight[a] * from->weight[b]
                       * work->C.data[(size_t)(3 * work->answer_row.data[i] + row) * n
                                      + (size_t)(3 * work->answer_row.data[j] + column)];
        }
    return sum;
}

void rv_solid_answers(rv_solid_work* work, const rv_solid_spot* places, int count, double* out) {
    bool is_static = work->model == RV_SOLID_STATIC;
    bool known =
        work->answering.count > 0 && work->tie == 0 && (is_static || work->answered_h == work->h);
    double scale = is_static ? 1.0 / (work->h * work->h) : 1.0, *x = work->b.data;
    for (int column = 0; column < 3 * count; column++) {
        if (!known)
            respond(work, &places[column / 3], column % 3, x);
        for (int row = 0; row < 3 * count; row++) {
            const rv_solid_spot* to = &places[row / 3];
            double sum = 0.0;
            for (int k = 0; k < to->count && !known; k++) {
                int at = work->free.data[to->node[k]];
                sum += at < 0 ? 0.0 : to->weight[k] * x[work->tie + 3 * at + row % 3];
            }
            if (known)
                sum = scale * look_up(work, to, row % 3, &places[column / 3], column % 3);
            out[row * 3 * count + column] = sum;
        }
    }
}

// --- making it ---

static bool mark_static(rv_memory* m, rv_solid_work* work) {
    // only corners of the surface that are not held move
    int n = work->fem.node_count;
    for (int k = 0; k < n; k++)
        work->free.data[k] = -1;
    for (int t = 0; t < work->triangles.count; t++)
        if (work->system.unknown.data[work->triangles.data[t]] >= 0)
            work->free.data[work->triangles.data[t]] = 0;
    for (int k = 0; k < n; k++)
        if (work->free.data[k] == 0)
            work->free.data[k] = work->free_count++;
    return rv_array_resize(m, &work->answering, work->free_count)
           && rv_array_resize(m, &work->answer_row, work->free_count);
}

static bool mark_moving(rv_memory* m, rv_solid_work* work) {
    work->free_count = work->system.matrix.n;
    for (int k = 0; k < work->fem.node_count; k++)
        work->free.data[k] = work->system.unknown.data[k];
    if (!rv_array_resize(m, &work->answer_row, work->free_count))
        return false;
    for (int i = 0; i < work->free_count; i++)
        work->answer_row.data[i] = -1;
    int count = 0;
    for (int t = 0; t < work->triangles.count; t++) {
        int at = work->free.data[work->triangles.data[t]];
        if (at >= 0 && work->answer_row.data[at] < 0) {
            work->answer_row.data[at] = 0;
            count++;
        }
    }
    bool keeps = !is_turned(work) && count <= ANSWERS_MAX;
    return rv_array_resize(m, &work->answering, keeps ? count : 0);
}

// the rows and weights of the system that an answer is for: of a static solid the mean at a corner
static bool write_sums(rv_memory* m, rv_solid_work* work) {
    int count = work->answering.count, terms = 0;
    const rv_fem_means* means = &work->means;
    bool is_static = work->model == RV_SOLID_STATIC;
    if (!rv_array_resize(m, &work->answer_first, count + 1)
        || !rv_array_resize(m, &work->answer_unknown, is_static ? means->node.count : count)
        || !rv_array_resize(m, &work->answer_weight, is_static ? means->node.count : count))
        return false;
    for (int i = 0; i < count; i++) {
        int corner = work->answering.data[i], first = is_static ? means->first.data[corner] : 0;
        int own = is_static ? means->first.data[corner + 1] - first : 1;
        work->answer_first.data[i] = terms;
        for (int k = first; k < first + own; k++, terms++) {
            int node = is_static ? means->node.data[k] : corner;
            work->answer_unknown.data[terms] = work->system.unknown.data[node];
            work->answer_weight.data[terms] = is_static ? means->weight.data[k] : 1.0;
        }
    }
    work->answer_first.data[count] = terms;
    return true;
}

// numbers the nodes that answer, ascending
static bool list_answers(rv_memory* m, rv_solid_work* work) {
    bool is_static = work->model == RV_SOLID_STATIC;
    if (!(is_static ? mark_static(m, work) : mark_moving(m, work)))
        return false;
    int count = 0;
    for (int k = 0; k < work->fem.corner_count && work->answering.count > 0; k++) {
        int at = work->free.data[k];
        if (at < 0 || (!is_static && work->answer_row.data[at] < 0))
            continue;
        work->answer_row.data[at] = count;
        work->answering.data[count++] = k;
    }
    int64_t side = 3 * (int64_t)work->answering.count;
    return side * side <= INT32_MAX && rv_array_resize(m, &work->C, (int)(side * side))
           && write_sums(m, work);
}

static bool make_vectors(rv_memory* m, rv_solid_work* work) {
    int all = 3 * work->fem.node_count, free = 3 * work->free_count;
    size_t scratch = rv_sparse_scratch(&work->system.matrix);
    size_t inverse = rv_sparse_inverse_scratch(&work->system.matrix, work->free_count);
    scratch = scratch > inverse ? scratch : inverse;
    scratch = scratch > (size_t)all ? scratch : (size_t)all;
    bool turned = is_turned(work);
    return scratch <= INT32_MAX && rv_array_resize(m, &work->a, all + RV_SOLID_TIE)
           && rv_array_resize(m, &work->b, all + RV_SOLID_TIE) && rv_array_resize(m, &work->c, all)
           && rv_array_resize(m, &work->scratch, (int)scratch)
           && rv_array_resize(m, &work->turns, turned ? rv_fem_turn_count(&work->fem) : 0)
           && rv_array_resize(m, &work->at, turned ? all : 0)
           && rv_array_resize(m, &work->asked, work->free_count)
           && rv_array_resize(m, &work->tie_column, work->tie * free)
           && rv_array_resize(m, &work->tie_answer, work->tie * free);
}

// what a unit of gravity along each axis does to the surface
static void find_sag(rv_solid_work* work) {
    for (int axis = 0; axis < 3; axis++) {
        double unit[3] = {0};
        unit[axis] = 1.0;
        double *all = work->a.data, *x = work->b.data;
        memset(all, 0, (size_t)(3 * work->fem.node_count) * sizeof(double));
        rv_fem_add_load(&work->fem, RV_FEM_CONSISTENT, rv_vec3_load(unit), all);
        rv_fem_gather(&work->system, all, x);
        rv_sparse_solve(&work->system.matrix, x, work->scratch.data);
        for (int i = 0; i < work->answering.count; i++) {
            rv_vec3* sag = &work->sag.data[3 * work->free.data[work->answering.data[i]] + axis];
            *sag = (rv_vec3){0, 0, 0};
            for (int k = work->answer_first.data[i]; k < work->answer_first.data[i + 1]; k++)
                if (work->answer_unknown.data[k] >= 0)
                    *sag = rv_vec3_mul_add(*sag, work->answer_weight.data[k],
                                           rv_vec3_load(x + 3 * work->answer_unknown.data[k]));
        }
    }
}

// K^-1 of the surface, and what gravity does to it: kept from before, or computed
static bool answer_static(rv_world* world, rv_solid_work* work, const rv_solid_def* def) {
    rv_sparse* K = &work->system.matrix;
    rv_sparse_progress progress = {def->progress, def->progress_context};
    if (!RV_CHECK(world,
                  rv_array_resize(&world->memory, &work->sag, 3 * work->free_count)
                      && rv_solid_make_inner(&world->memory, work),
                  "rv_solid_create: out of memory"))
        return false;
    if (rv_solid_load_answer(work, def))
        return true;
    rv_fem_assemble(&work->fem, &work->system, (rv_fem_weights){.stiffness = 1.0}, NULL,
                    K->values.data);
    if (!RV_CHECK(world, rv_sparse_factor(K),
                  "rv_solid_def.held: must hold it against every motion: at least three nodes that "
                  "do not lie on a line")
        || !RV_CHECK(world, compute_answers(work, progress),
                     "rv_solid_create: stopped by rv_solid_def.progress"))
        return false;
    work->is_factored = true;
    find_sag(work);
    rv_solid_save_answer(work, def);
    return true;
}

// M, and K of linear ones, of a solid with inertia
static bool make_inertia(rv_memory* m, rv_solid_work* work) {
    if (work->model == RV_SOLID_STATIC)
        return true;
    int numbers = is_turned(work) ? 0 : work->system.matrix.values.count;
    if (!rv_fem_inertia_make(m, &work->inertia, &work->fem)
        || !rv_array_resize(m, &work->K, numbers))
        return false;
    if (numbers > 0)
        rv_fem_assemble(&work->fem, &work->system, (rv_fem_weights){.stiffness = 1.0}, NULL,
                        work->K.data);
    return true;
}

bool rv_solid_make_block(rv_world* world, rv_solid_work* work, const rv_solid_def* def) {
    rv_memory* m = &world->memory;
    int triangles = work->triangles.count / 3;
    if (!RV_CHECK(world,
                  work->model != RV_SOLID_STATIC || triangles <= RV_SOLID_STATIC_TRIANGLES_MAX,
                  "rv_solid_def.tets: a surface of %d triangles: must be at most %d of a static "
                  "solid",
                  triangles, RV_SOLID_STATIC_TRIANGLES_MAX))
        return false;
    bool ok = rv_fem_system_make(m, &work->system, &work->fem, def->held, def->held_count)
              && rv_fem_means_make(m, &work->means, &work->fem, work->triangles.data, triangles,
                                   work->system.unknown.data)
              && rv_array_resize(m, &work->free, work->fem.node_count) && list_answers(m, work)
              && make_vectors(m, work) && make_inertia(m, work);
    bool is_static = work->model == RV_SOLID_STATIC;
    if (!RV_CHECK(world, ok, "rv_solid_create: out of memory")
        || (is_static && !answer_static(world, work, def)))
        return false;
    work->block = (rv_substructure){.self = work,
                                    .size = work->tie + 3 * work->free_count,
                                    .alike = work->tie,
                                    .by_rows = work->answering.count == 0,
                                    .factor = block_factor,
                                    .solve = block_solve,
                                    .multiply = is_static ? NULL : block_multiply,
                                    .compliance = block_compliance};
    return true;
}
