// The contact problem of a haptic tick (Duriez, Andriot and Kheddar 2004, section 4, corrected).
//   x = x_f + A J^T f           the tool: x_f without contacts, A how it gives way
//   u = C F                     sides of the points against each other, F_i = n_i f_i (+ friction)
//   gap_i(x, u) >= 0, f_i >= 0, f_i gap_i = 0;   friction: Coulomb's law on the slip since the
//                                                last solution
// Gaps are not linear: the normal turns as a point moves along a shape. They are linearised where
// the last iterate ended,
//   gap ~ W f + q,  W = N C N^T + J A J^T,  q_i = gap_i - n_i.u_i - J_i dx
// and solved again until they hold; that is what makes the force right between two steps of the
// world, when a contact is past its peak, too. Arms are those of undeformed points: then the wrench
// is the gradient of the elastic energy.
// What an answer costs is bounded, by work that is counted and not by a clock, so that it is the same
// everywhere. Where friction is not found within that, it stays as it was in the last solution, and
// what the points push with is found for it: a linear problem that is small and safe.
#include "step/haptic_contact.h"

#include "solve/cone.h"
#include "solve/dense.h"

#include <string.h>

enum {
    PASSES = 4, // solutions per question, at most
    RUBBING_PASSES = 2,
    PIVOTS = 100,      // of each
    NEWTON_STEPS = 20, // with friction
    USUAL_PIVOTS = 3,  // that a linear problem takes
    SAFE_PIVOTS = 30   // that it gets in any case: a tool whose forces are held runs away
};
static const long ANY_WORK = 1000000000;
static const double GAP_HOLDS = 1e-9; // [m]; what REDUNDANCY leaves is less
static const double RUBBING_GAP_HOLDS = 1e-6;
static const double RUBBING_REACH = 0.1;   // of max_travel: friction of what is farther off is none
static const double NORMAL_HOLDS = 5e-6;   // of a force: what may be across the normal
static const double FORCES_HOLD = 1e-6;    // residual of forces that can be used
static const double REDUNDANCY = 1e-7;     // of the diagonal: shares loads between contacts
static const double FRICTION_HOLDS = 1e-9; // residual
static const double FRICTION_SERVES = 1e-3; // what is better than friction of the last solution

// --- memory -----------------------------------------------------------------------------------------

static size_t scratch_bytes(int max_points) {
    int rows = 3 * max_points;
    size_t square = (size_t)max_points * (size_t)max_points * sizeof(double);
    size_t cone = rv_cone_quick_bytes(rows);
    // with friction as it was: a problem of its own
    size_t lcp = rv_lcp_scratch_bytes(rows, 0) + square + 2 * (size_t)rows * sizeof(double) + 64;
    size_t ldl = rv_ldl_bytes(rows) + (size_t)rows * sizeof(int) + 64;
    size_t most = cone > lcp ? cone : lcp;
    return (most > ldl ? most : ldl) + (size_t)max_points * sizeof(rv_cone) + 64;
}

bool rv_haptic_contacts_make(rv_memory* memory, rv_haptic_contacts* c, int max_points) {
    *c = (rv_haptic_contacts){.max_points = max_points, .scratch_bytes = scratch_bytes(max_points)};
    size_t k = (size_t)max_points, n = 3 * k;
    c->touches = rv_memory_allocate(memory, 2 * k * sizeof *c->touches);
    c->rows = rv_memory_allocate(memory, n * sizeof *c->rows);
    c->W = rv_memory_allocate(memory, n * n * sizeof(double));
    c->q = rv_memory_allocate(memory, 5 * n * sizeof(double));
    c->state = rv_memory_allocate(memory, n);
    c->scratch = rv_memory_allocate(memory, c->scratch_bytes);
    if (!c->touches || !c->rows || !c->W || !c->q || !c->state || !c->scratch) {
        rv_haptic_contacts_free(memory, c);
        return false;
    }
    // the system gives memory when it is touched: not in a tick
    memset(c->touches, 0, 2 * k * sizeof *c->touches);
    memset(c->rows, 0, n * sizeof *c->rows);
    memset(c->W, 0, n * n * sizeof(double));
    memset(c->q, 0, 5 * n * sizeof(double));
    memset(c->state, 0, n);
    memset(c->scratch, 0, c->scratch_bytes);
    c->before = c->touches + k;
    c->lambda = c->q + n;
    c->lower = c->lambda + n;
    c->upper = c->lower + n;
    c->column = c->upper + n;
    return true;
}

void rv_haptic_contacts_free(rv_memory* memory, rv_haptic_contacts* c) {
    size_t k = (size_t)c->max_points, n = 3 * k;
    // the two arrays of touches change places
    rv_haptic_touch* touches = c->before < c->touches && c->before ? c->before : c->touches;
    rv_memory_release(memory, touches, 2 * k * sizeof *touches);
    rv_memory_release(memory, c->rows, n * sizeof *c->rows);
    rv_memory_release(memory, c->W, n * n * sizeof(double));
    rv_memory_release(memory, c->q, 5 * n * sizeof(double));
    rv_memory_release(memory, c->state, n);
    rv_memory_release(memory, c->scratch, c->scratch_bytes);
    *c = (rv_haptic_contacts){0};
}

void rv_haptic_contacts_blocks(const rv_haptic_contacts* c, rv_haptic_visit* visit, void* context) {
    size_t k = (size_t)c->max_points, n = 3 * k;
    visit(context, c->touches < c->before ? c->touches : c->before, 2 * k * sizeof *c->touches);
    visit(context, c->rows, n * sizeof *c->rows);
    visit(context, c->W, n * n * sizeof(double));
    visit(context, c->q, 5 * n * sizeof(double));
    visit(context, c->state, n);
    visit(context, c->scratch, c->scratch_bytes);
}

// --- compliance -------------------------------------------------------------------------------------

// column += the columns of point j of C times F, rows of points from `first` on
static void add_columns(const double* C, int n, int j, rv_vec3 F, int first, double* column) {
    const double* row = C + (size_t)(3 * j) * (size_t)n;
    double f[3] = {F.x, F.y, F.z};
    for (int a = 0; a < 3; a++, row += n)
        if (f[a] != 0.0)
            rv_dense_add(column + 3 * first, f[a], row + 3 * first, n - 3 * first);
}

// u = C F for all points
static void find_gives(rv_haptic_contacts* c, rv_mat3 R) {
    const rv_haptic_model* model = c->model;
    int n = 3 * c->count;
    for (int i = 0; i < c->count; i++)
        c->touches[i].give = (rv_vec3){0, 0, 0};
    for (int part = 0; part < 2; part++) {
        bool own = part == 0;
        if (own ? !model->tool_gives : !model->world_gives)
            continue;
        memset(c->column, 0, (size_t)n * sizeof(double));
        for (int j = 0; j < c->count; j++) {
            rv_vec3 F = c->touches[j].force;
            F = own ? rv_mat3_apply_transpose(R, F) : F;
            add_columns(own ? model->C_tool : model->C_world, n, j, F, 0, c->column);
        }
        for (int i = 0; i < c->count; i++) {
            rv_vec3 u = rv_vec3_load(c->column + 3 * i);
            u = own ? rv_mat3_apply(R, u) : u;
            c->touches[i].give = rv_vec3_add(c->touches[i].give, u);
        }
    }
}

// --- models that come and go ------------------------------------------------------------------------

void rv_haptic_contacts_take(rv_haptic_contacts* c, const rv_haptic_model* model) {
    rv_haptic_touch* old = c->touches;
    int old_count = c->count; // the old model is not ours any more
    c->touches = c->before;
    c->before = old;
    c->model = model;
    c->count = model->count;
    c->age = 0.0;
    c->rubs = false;
    // points mostly come in the same order: the search goes on where the last one was found
    for (int i = 0, at = 0; i < model->count; i++) {
        const rv_haptic_point* p = &model->points[i];
        int k = 0;
        while (k < old_count && old[(at + k) % old_count].key != p->key)
            k++;
        c->touches[i] = (rv_haptic_touch){.key = p->key, .force = p->force};
        if (k < old_count) {
            at = (at + k) % old_count;
            c->touches[i] = old[at++];
        }
        c->rubs |= p->friction > 0.0;
    }
    find_gives(c, rv_quat_to_mat3(model->tool.rotation));
}

void rv_haptic_contacts_drop(rv_haptic_contacts* c) {
    c->model = NULL;
    c->count = 0;
}

void rv_haptic_contacts_forget(rv_haptic_contacts* c) {
    for (int i = 0; i < c->count; i++)
        c->touches[i] = (rv_haptic_touch){.key = c->touches[i].key};
}

// --- looking at an iterate --------------------------------------------------------------------------

typedef struct iterate {
    const rv_haptic_question* question;
    rv_pose tool;
    rv_vec3 moved, turned; // from question->free to tool
    rv_mat3 R;             // of the tool
} iterate;

// how far what is in the world has gone since the model was made; no farther than in one step
static double time_passed(const rv_haptic_contacts* c) {
    return fmin(c->age, c->model->step);
}

static rv_vec3 velocity_at(const rv_haptic_point* p, rv_vec3 place) {
    return rv_vec3_add(p->velocity, rv_vec3_cross(p->spin, rv_vec3_sub(place, p->origin)));
}

static rv_pose moved_pose(const rv_haptic_point* p, rv_pose pose, double time) {
    rv_quat turn = rv_quat_exp(rv_vec3_scale(p->spin, time));
    rv_vec3 arm = rv_quat_rotate(turn, rv_vec3_sub(pose.position, p->origin));
    rv_vec3 origin = rv_vec3_mul_add(p->origin, time, p->velocity);
    return rv_pose_make(rv_vec3_add(origin, arm), rv_quat_mul(turn, pose.rotation));
}

// Gap and normal of a point where it is now; returns where it touches the other thing.
static rv_vec3 look_at_shape(const rv_haptic_contacts* c, int i, const iterate* at) {
    const rv_haptic_point* p = &c->model->points[i];
    rv_haptic_touch* t = &c->touches[i];
    double time = time_passed(c);
    if (p->kind == RV_HAPTIC_WORLD_POINT) {
        rv_pose still = rv_pose_make(p->point, rv_quat_identity());
        rv_vec3 q = rv_vec3_sub(moved_pose(p, still, time).position, t->give);
        t->gap = rv_haptic_distance(&p->geometry, rv_pose_mul(at->tool, p->pose), q, &t->normal)
                 - p->radius;
        rv_vec3 touching = rv_vec3_mul_add(q, -p->radius, t->normal);
        t->normal = rv_vec3_neg(t->normal);
        t->arm = rv_vec3_sub(touching, at->tool.position);
        return touching;
    }
    rv_vec3 arm = rv_quat_rotate(at->tool.rotation, p->point);
    rv_vec3 q = rv_vec3_add(rv_vec3_add(at->tool.position, arm), t->give);
    rv_pose pose = moved_pose(p, p->pose, time);
    t->arm = arm;
    if (p->kind == RV_HAPTIC_HELD_POINT) {
        t->slip = rv_vec3_sub(q, pose.position);
        t->gap = 0.0;
        return q;
    }
    t->gap = rv_haptic_distance(&p->geometry, pose, q, &t->normal) - p->radius;
    t->arm = rv_vec3_mul_add(arm, -p->radius, t->normal);
    return rv_vec3_mul_add(q, -p->radius, t->normal);
}

// The same with the normal of the model, in which gaps are linear.
static rv_vec3 look_at_plane(const rv_haptic_contacts* c, int i, const iterate* at) {
    const rv_haptic_point* p = &c->model->points[i];
    rv_haptic_touch* t = &c->touches[i];
    bool is_tools = p->kind == RV_HAPTIC_TOOL_POINT;
    rv_vec3 local = is_tools ? p->point : rv_pose_apply_inverse(c->model->tool, p->point);
    rv_vec3 then = rv_pose_apply(c->model->tool, local), now = rv_pose_apply(at->tool, local);
    rv_vec3 moved = rv_vec3_add(rv_vec3_sub(now, then), t->give);
    moved = rv_vec3_mul_add(moved, -time_passed(c), velocity_at(p, then));
    t->normal = p->normal;
    t->gap = p->gap + rv_vec3_dot(p->normal, moved);
    double radius = is_tools ? p->radius : -p->radius;
    t->arm = rv_vec3_mul_add(rv_vec3_sub(now, at->tool.position), -radius, p->normal);
    return rv_vec3_add(at->tool.position, t->arm);
}

// All points at an iterate. Where a point has not been before, it has not slipped yet.
static void look(rv_haptic_contacts* c, const iterate* at) {
    for (int i = 0; i < c->count; i++) {
        rv_haptic_touch* t = &c->touches[i];
        bool is_held = c->model->points[i].kind == RV_HAPTIC_HELD_POINT;
        rv_vec3 touching = c->rule == RV_HAPTIC_SOLVE || is_held ? look_at_shape(c, i, at)
                                                                 : look_at_plane(c, i, at);
        if (is_held || !c->rubs)
            continue;
        if (!t->has_place) {
            t->mine = rv_pose_apply_inverse(at->tool, rv_vec3_sub(touching, t->give));
            t->place = touching;
            t->has_place = true;
        }
        t->slip = rv_vec3_sub(rv_vec3_add(rv_pose_apply(at->tool, t->mine), t->give), t->place);
    }
}

// What touches now is what may slip next.
static void remember_places(rv_haptic_contacts* c, const iterate* at) {
    for (int i = 0; i < c->count && c->rubs; i++) {
        rv_haptic_touch* t = &c->touches[i];
        rv_vec3 material =
            rv_pose_apply(at->tool, rv_quat_rotate_inverse(at->tool.rotation, t->arm));
        t->mine = rv_pose_apply_inverse(at->tool, material);
        t->place = rv_vec3_add(material, t->give);
        t->has_place = true;
    }
}

// what is in the world takes its places along
static void carry_places(rv_haptic_contacts* c, double dt) {
    for (int i = 0; i < c->count && c->rubs; i++) {
        rv_haptic_touch* t = &c->touches[i];
        t->place = rv_vec3_mul_add(t->place, dt, velocity_at(&c->model->points[i], t->place));
    }
}

// --- rows -------------------------------------------------------------------------------------------

static bool pushes(const rv_haptic_touch* t) {
    return rv_vec3_dot(t->force, t->normal) > 0.0;
}

// A row along a direction at a point: value is what it is at the iterate.
static void add_row(rv_haptic_contacts* c, int* n, int point, rv_vec3 along, double value,
                    const iterate* at) {
    const rv_haptic_touch* t = &c->touches[point];
    rv_haptic_row* row = &c->rows[*n];
    rv_vec3 turn = rv_vec3_cross(t->arm, along);
    *row = (rv_haptic_row){point, along, turn, rv_mat3_apply_transpose(at->R, along),
                           rv_mat3_apply_transpose(at->R, turn)};
    c->q[*n] = value - rv_vec3_dot(along, t->give) - rv_vec3_dot(along, at->moved)
               - rv_vec3_dot(row->turn, at->turned);
    c->lambda[*n] = rv_vec3_dot(along, t->force);
    (*n)++;
}

// Contacts first, with their friction rows if anything rubs; then what is held. Returns how many
// rows there are, and in `cones` how many contacts.
static int add_rows(rv_haptic_contacts* c, const iterate* at, int* cones, rv_cone* cone) {
    int n = 0;
    double reach = c->rubs ? RUBBING_REACH * c->max_travel : c->max_travel;
    *cones = 0;
    for (int i = 0; i < c->count; i++) {
        const rv_haptic_touch* t = &c->touches[i];
        if (c->model->points[i].kind == RV_HAPTIC_HELD_POINT || (t->gap > reach && !pushes(t)))
            continue;
        cone[(*cones)++] = (rv_cone){.first = n, .friction = c->model->points[i].friction};
        add_row(c, &n, i, t->normal, t->gap, at);
        if (!c->rubs)
            continue;
        rv_vec3 across = rv_vec3_perpendicular(t->normal);
        add_row(c, &n, i, across, rv_vec3_dot(across, t->slip), at);
        across = rv_vec3_cross(t->normal, across);
        add_row(c, &n, i, across, rv_vec3_dot(across, t->slip), at);
    }
    for (int i = 0; i < c->count; i++) {
        const rv_vec3 slip = c->touches[i].slip;
        if (c->model->points[i].kind != RV_HAPTIC_HELD_POINT)
            continue;
        add_row(c, &n, i, (rv_vec3){1, 0, 0}, slip.x, at);
        add_row(c, &n, i, (rv_vec3){0, 1, 0}, slip.y, at);
        add_row(c, &n, i, (rv_vec3){0, 0, 1}, slip.z, at);
    }
    return n;
}

// how the places from point `first` on follow a force of one along the row by A alone; in the tool's
// axes if `own`
static void add_tool_columns(rv_haptic_contacts* c, const rv_haptic_row* b,
                             const rv_haptic_question* question, int first, bool own) {
    rv_vec3 along = rv_vec3_scale(own ? b->own : b->along, question->give);
    rv_vec3 turn = rv_vec3_scale(own ? b->own_turn : b->turn, question->turn);
    for (int i = first; i < c->count; i++) {
        rv_vec3 arm = own ? c->touches[i].own_arm : c->touches[i].arm;
        rv_vec3 moved = rv_vec3_add(along, rv_vec3_cross(turn, arm));
        double* column = c->column + 3 * i;
        rv_vec3_store(column, rv_vec3_add(rv_vec3_load(column), moved));
    }
}

// A row of W to the right of its diagonal. A is added in the axes of what gives way, so that one
// product does for both.
static void fill_row(rv_haptic_contacts* c, int s, int n, int first,
                     const rv_haptic_question* question) {
    const rv_haptic_model* model = c->model;
    const rv_haptic_row* b = &c->rows[s];
    int size = 3 * c->count;
    double *W = c->W + (size_t)s * (size_t)n, give = 0.0;
    memset(W + s, 0, (size_t)(n - s) * sizeof(double));
    for (int part = 0; part < 2; part++) {
        bool own = part == 0, gives = own ? model->tool_gives : model->world_gives;
        bool carries = own == model->tool_gives && (question->give > 0.0 || question->turn > 0.0);
        if (!gives && !carries)
            continue;
        memset(c->column + 3 * first, 0, (size_t)(size - 3 * first) * sizeof(double));
        if (gives)
            add_columns(own ? model->C_tool : model->C_world, size, b->point,
                        own ? b->own : b->along, first, c->column);
        give += rv_vec3_dot(own ? b->own : b->along, rv_vec3_load(c->column + 3 * b->point));
        if (carries)
            add_tool_columns(c, b, question, first, own);
        for (int r = s; r < n; r++) {
            const rv_haptic_row* row = &c->rows[r];
            W[r] +=
                rv_vec3_dot(own ? row->own : row->along, rv_vec3_load(c->column + 3 * row->point));
        }
    }
    if (!(give > 0.0))
        W[s] += c->rigid_give;
    W[s] *= 1.0 + REDUNDANCY;
}

// W = N C N^T + J A J^T. Points of rows ascend, but for what is held, whose rows come last: of the
// columns only what the rows below need is made.
static void fill_response(rv_haptic_contacts* c, int n, const rv_haptic_question* question) {
    bool holds_on = c->model->points[c->rows[n - 1].point].kind == RV_HAPTIC_HELD_POINT;
    for (int s = 0; s < n; s++)
        fill_row(c, s, n, holds_on ? 0 : c->rows[s].point, question);
    for (int r = 1; r < n; r++)
        for (int s = 0; s < r; s++)
            c->W[(size_t)r * (size_t)n + (size_t)s] = c->W[(size_t)s * (size_t)n + (size_t)r];
}

// --- forces -----------------------------------------------------------------------------------------

// What is being solved: rows and their forces are in c.
typedef struct rubbing {
    rv_haptic_contacts* c;
    int n, cones; // rows; contacts, the first ones, whose rows are at
    const rv_cone* cone;
    long work; // that is left
    bool cut;
    int iterations;
} rubbing;

static long pivot_work(long rows) {
    return rows * rows * rows / 6 + 4 * rows * rows;
}

// of what rv_lcp_pivot may do within the work that is left
static bool pivot(rubbing* p, int n, const double* W, const double* q, double* f, rv_arena arena) {
    rv_haptic_contacts* c = p->c;
    for (int r = 0; r < n; r++) {
        c->lower[r] = r < p->cones ? 0.0 : -INFINITY;
        c->upper[r] = INFINITY;
        c->state[r] = r < p->cones && !(f[r] > 0.0) ? -1 : 0;
    }
    long cap = p->work / pivot_work(n);
    cap = cap > SAFE_PIVOTS ? cap : SAFE_PIVOTS;
    rv_lcp lcp = {n, W, q, c->lower, c->upper, NULL, 0, cap < PIVOTS ? (int)cap : PIVOTS};
    rv_lcp_result result = rv_lcp_pivot(&lcp, f, c->state, arena);
    p->iterations += result.iterations;
    p->work -= result.iterations * pivot_work(n);
    bool is_found = result.residual <= FORCES_HOLD;
    p->cut |= !is_found && cap < PIVOTS;
    return is_found;
}

// the row of a linear problem without friction rows
static int row_without(const rubbing* p, int i) {
    return i < p->cones ? p->cone[i].first : i + 2 * p->cones;
}

// friction is no more than the points push with
static void keep_within(const rubbing* p) {
    for (int k = 0; k < p->cones; k++) {
        double* f = p->c->lambda + p->cone[k].first;
        double length = sqrt(f[1] * f[1] + f[2] * f[2]), most = p->cone[k].friction * f[0];
        for (int t = 1; t < 3 && length > most; t++)
            f[t] *= most / length;
    }
}

// Friction as it was in the last solution.
static bool solve_lagging(rubbing* p, rv_arena arena) {
    rv_haptic_contacts* c = p->c;
    int rows = p->n - 2 * p->cones;
    double* W = rv_arena_take(&arena, (size_t)rows * (size_t)rows, sizeof(double));
    double* q = rv_arena_take(&arena, (size_t)rows, sizeof(double));
    double* f = rv_arena_take(&arena, (size_t)rows, sizeof(double));
    if (W == NULL || q == NULL || f == NULL)
        return false;
    p->cut = true;
    for (int r = 0; r < p->n; r++)
        c->lambda[r] = rv_vec3_dot(c->rows[r].along, c->touches[c->rows[r].point].force);
    for (int i = 0; i < rows; i++) {
        int r = row_without(p, i);
        const double* row = c->W + (size_t)r * (size_t)p->n;
        f[i] = c->lambda[r];
        q[i] = c->q[r];
        for (int k = 0; k < p->cones; k++)
            q[i] += row[p->cone[k].first + 1] * c->lambda[p->cone[k].first + 1]
                    + row[p->cone[k].first + 2] * c->lambda[p->cone[k].first + 2];
        for (int j = 0; j < rows; j++)
            W[i * rows + j] = row[row_without(p, j)];
    }
    bool is_found = pivot(p, rows, W, q, f, arena);
    for (int i = 0; i < rows; i++)
        c->lambda[row_without(p, i)] = f[i];
    keep_within(p);
    return is_found;
}

static bool solve_rubbing(rubbing* p, rv_arena arena) {
    rv_haptic_contacts* c = p->c;
    rv_cone_problem problem = {.n = p->n,
                               .W = c->W,
                               .q = c->q,
                               .cone_count = p->cones,
                               .cones = p->cone,
                               .first_box = 3 * p->cones,
                               .tolerance = FRICTION_HOLDS,
                               .newton_cap = NEWTON_STEPS};
    // what is needed where this does not end is kept back
    long back = USUAL_PIVOTS * pivot_work(p->n - 2 * p->cones), work = p->work - back;
    rv_cone_result result = rv_cone_quick(&problem, c->lambda, &work, arena);
    p->iterations += result.iterations;
    p->work = work + back;
    return result.residual <= FRICTION_SERVES || solve_lagging(p, arena);
}

// Duriez et al. 2004: everything that touched touches, W f = -q; what would pull is dropped.
static bool solve_dropping(rv_haptic_contacts* c, int n, rv_arena arena) {
    rv_ldl ldl;
    int* order = rv_arena_take(&arena, (size_t)n, sizeof(int));
    if (order == NULL || !rv_ldl_take(&ldl, n, &arena))
        return false;
    for (int r = 0; r < n; r++) {
        order[r] = r;
        c->lambda[r] = -c->q[r];
    }
    rv_ldl_extend(&ldl, c->W, n, order, 0, n, c->W[0]);
    rv_ldl_solve(&ldl, n, c->lambda);
    for (int r = 0; r < n; r++)
        c->lambda[r] = fmax(c->lambda[r], 0.0);
    return true;
}

// rows of the points that carried a force in the world's last step
static int add_touching(rv_haptic_contacts* c, const iterate* at) {
    int n = 0;
    for (int i = 0; i < c->count; i++)
        if (rv_vec3_dot(c->model->points[i].force, c->model->points[i].normal) > 0.0)
            add_row(c, &n, i, c->touches[i].normal, c->touches[i].gap, at);
    return n;
}

// of fill_response
static long fill_work(const rv_haptic_contacts* c, long rows) {
    int parts = c->model->tool_gives + c->model->world_gives;
    return (parts * 9 * c->count + 3 * rows + 9 * c->count) * rows / 4;
}

// rows and their forces into c->lambda; false: they were not found
static bool solve_rows(rv_haptic_contacts* c, const iterate* at, int* n, rv_haptic_answer* answer) {
    rv_arena arena = rv_arena_make(c->scratch, c->scratch_bytes);
    rubbing p = {.c = c, .work = answer->left};
    rv_cone* cone = rv_arena_take(&arena, (size_t)c->max_points, sizeof *cone);
    if (cone == NULL)
        return false;
    bool drops = c->rule == RV_HAPTIC_DROP;
    *n = drops ? add_touching(c, at) : add_rows(c, at, &p.cones, cone);
    if (*n == 0)
        return true;
    p.n = *n;
    p.cone = cone;
    p.work -= fill_work(c, *n);
    for (int i = 0; i < c->count; i++)
        c->touches[i].own_arm = rv_mat3_apply_transpose(at->R, c->touches[i].arm);
    fill_response(c, *n, at->question);
    bool is_found = drops     ? solve_dropping(c, *n, arena)
                    : c->rubs ? solve_rubbing(&p, arena)
                              : pivot(&p, *n, c->W, c->q, c->lambda, arena);
    answer->iterations += p.iterations;
    answer->cut |= p.cut;
    answer->left = p.work;
    return is_found;
}

long rv_haptic_contacts_least_work(const rv_haptic_contacts* c) {
    if (c->model == NULL)
        return 0;
    return fill_work(c, (c->rubs ? 3 : 1) * c->count) + USUAL_PIVOTS * pivot_work(c->count);
}

// where forces put the tool
static void move_tool(const rv_haptic_contacts* c, iterate* at, rv_vec3* force, rv_vec3* torque) {
    *force = *torque = (rv_vec3){0, 0, 0};
    for (int i = 0; i < c->count; i++) {
        *force = rv_vec3_add(*force, c->touches[i].force);
        *torque = rv_vec3_add(*torque, rv_vec3_cross(c->touches[i].arm, c->touches[i].force));
    }
    const rv_haptic_question* ask = at->question;
    at->moved = rv_vec3_scale(*force, ask->give);
    at->turned = rv_vec3_scale(*torque, ask->turn);
    at->tool.position = rv_vec3_add(ask->free.position, at->moved);
    at->tool.rotation = rv_quat_normalize(rv_quat_mul(rv_quat_exp(at->turned), ask->free.rotation));
    at->R = rv_quat_to_mat3(at->tool.rotation);
}

static void set_forces(rv_haptic_contacts* c, int n) {
    for (int i = 0; i < c->count; i++)
        c->touches[i].force = (rv_vec3){0, 0, 0};
    for (int r = 0; r < n; r++) {
        rv_haptic_touch* t = &c->touches[c->rows[r].point];
        t->force = rv_vec3_mul_add(t->force, c->lambda[r], c->rows[r].along);
    }
}

// the forces are those of the gaps as they really are; with friction: of those that rub
static bool holds(const rv_haptic_contacts* c) {
    double gap = c->rubs ? RUBBING_GAP_HOLDS : GAP_HOLDS;
    for (int i = 0; i < c->count; i++) {
        const rv_haptic_touch* t = &c->touches[i];
        bool is_held = c->model->points[i].kind == RV_HAPTIC_HELD_POINT;
        double off = is_held ? rv_vec3_length(t->slip) : pushes(t) ? fabs(t->gap) : -t->gap;
        rv_vec3 across =
            is_held || c->rubs ? (rv_vec3){0, 0, 0} : rv_vec3_cross(t->normal, t->force);
        double size2 = rv_vec3_dot(t->force, t->force);
        if (off > gap || rv_vec3_dot(across, across) > NORMAL_HOLDS * NORMAL_HOLDS * size2)
            return false;
    }
    return true;
}

static void hold_forces(rv_haptic_contacts* c) {
    for (int i = 0; i < c->count; i++)
        c->touches[i].force = c->model->points[i].force;
}

rv_haptic_answer rv_haptic_contacts_solve(rv_haptic_contacts* c,
                                          const rv_haptic_question* question) {
    iterate at = {.question = question, .tool = question->free};
    rv_haptic_answer answer = {.settled = true,
                               .left = question->work > 0 ? question->work : ANY_WORK};
    at.R = rv_quat_to_mat3(at.tool.rotation);
    if (c->model == NULL)
        return (rv_haptic_answer){.tool = at.tool, .settled = true};
    c->age += question->dt;
    carry_places(c, question->dt);
    if (c->rule == RV_HAPTIC_HOLD)
        hold_forces(c);
    int passes = c->rule == RV_HAPTIC_HOLD    ? 0
                 : c->rule != RV_HAPTIC_SOLVE ? 1
                 : c->rubs                    ? RUBBING_PASSES
                                              : PASSES;
    for (int pass = 0; pass <= passes; pass++) {
        // arms and normals for the forces as they are
        move_tool(c, &at, &answer.force, &answer.torque);
        look(c, &at);
        int n = 0;
        // friction acts on what slips in this very tick: it is solved for once at least
        bool may_hold = c->rule == RV_HAPTIC_SOLVE && (!c->rubs || pass > 0);
        if (pass == passes || (may_hold && holds(c)))
            break;
        // a first solution there is always; better normals only if there is time for them
        if (pass > 0 && answer.left < rv_haptic_contacts_least_work(c)) {
            answer.cut = true;
            break;
        }
        answer.settled = solve_rows(c, &at, &n, &answer);
        if (!answer.settled)
            break;
        set_forces(c, n);
        find_gives(c, at.R);
    }
    move_tool(c, &at, &answer.force, &answer.torque);
    remember_places(c, &at);
    answer.tool = at.tool;
    for (int i = 0; i < c->count; i++)
        answer.contacts += rv_vec3_dot(c->touches[i].force, c->touches[i].force) > 0.0;
    return answer;
}
