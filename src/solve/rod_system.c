// A thread's system as a whole (rod_system.h): memory, what is tail and what core, products.
#include "solve/rod_system_private.h"

#include <string.h>

// Tails end where the first pair begins and the last one ends; without pairs they meet in the
// middle. A core has at least two vertices, since a tail's last step reaches that far.
static void divide(rv_rod_system* a) {
    int n = a->vertex_count, low = n, high = -1;
    for (int k = 0; k < 2 * a->pair_count; k++) {
        int v = a->pairs.data[k];
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    if (high < 0) {
        low = (n - 2) / 2;
        high = low + 1;
    } else if (low == high) {
        low -= high == n - 1;
        high = low + 1;
    }
    a->tail[0] = low;
    a->tail[1] = n - 1 - high;
}

static bool find_prescribed(rv_memory* memory, rv_rod_system* a) {
    int n = a->vertex_count;
    const unsigned char* prescribed = a->prescribed.data;
    a->idle.count = 0;
    for (int e = 0; e + 1 < n; e++)
        if (prescribed[e] && prescribed[e + 1]) {
            if (!rv_array_room(memory, &a->idle))
                return false;
            a->idle.data[a->idle.count++] = e;
        }
    int first = 0, last = 0;
    while (first < a->tail[0] && !prescribed[first])
        first++;
    while (last < a->tail[1] && !prescribed[n - 1 - last])
        last++;
    a->first_prescribed[0] = first;
    a->first_prescribed[1] = last;
    return true;
}

static int longer_tail(const rv_rod_system* a) {
    return a->tail[0] > a->tail[1] ? a->tail[0] : a->tail[1];
}

static bool is_same(const rv_rod_system* a, const rv_rod_pattern* pattern) {
    int n = pattern->vertex_count, pairs = pattern->pair_count;
    if (a->vertex_count != n || a->pair_count != pairs)
        return false;
    for (int i = 0; i < n; i++)
        if ((a->prescribed.data[i] != 0)
            != (pattern->prescribed != NULL && pattern->prescribed[i] != 0))
            return false;
    return pairs == 0
           || memcmp(a->pairs.data, pattern->pairs, 2 * (size_t)pairs * sizeof(int)) == 0;
}

static bool resize(rv_memory* memory, rv_rod_system* a, int n, int pair_count) {
    return rv_array_resize(memory, &a->diagonal, n) && rv_array_resize(memory, &a->next, n - 1)
           && rv_array_resize(memory, &a->second, n - 2)
           && rv_array_resize(memory, &a->direction, n - 1)
           && rv_array_resize(memory, &a->sigma, n - 1)
           && rv_array_resize(memory, &a->prescribed, n)
           && rv_array_resize(memory, &a->extra, pair_count)
           && rv_array_resize(memory, &a->pairs, 2 * pair_count);
}

static void copy_pattern(rv_rod_system* a, const rv_rod_pattern* pattern) {
    int n = pattern->vertex_count, pairs = pattern->pair_count;
    a->vertex_count = n;
    a->pair_count = pairs;
    if (pattern->prescribed != NULL)
        memcpy(a->prescribed.data, pattern->prescribed, (size_t)n);
    else
        memset(a->prescribed.data, 0, (size_t)n);
    if (pairs > 0)
        memcpy(a->pairs.data, pattern->pairs, 2 * (size_t)pairs * sizeof(int));
}

bool rv_rod_system_analyse(rv_memory* memory, rv_rod_system* a, const rv_rod_pattern* pattern) {
    if (is_same(a, pattern))
        return true;
    a->vertex_count = a->pair_count = 0;
    if (!resize(memory, a, pattern->vertex_count, pattern->pair_count))
        return false;
    copy_pattern(a, pattern);
    divide(a);
    if (find_prescribed(memory, a) && rv_array_resize(memory, &a->steps, longer_tail(a) * ROD_STEP)
        && (a->pair_count == 0 || rod_core_analyse(memory, a)))
        return true;
    a->vertex_count = a->pair_count = 0;
    return false;
}

static bool reserve(rv_memory* memory, rv_rod_system* a, int n, int pair_count) {
    return rv_array_reserve(memory, &a->diagonal, n) && rv_array_reserve(memory, &a->next, n - 1)
           && rv_array_reserve(memory, &a->second, n - 2)
           && rv_array_reserve(memory, &a->direction, n - 1)
           && rv_array_reserve(memory, &a->sigma, n - 1)
           && rv_array_reserve(memory, &a->prescribed, n)
           && rv_array_reserve(memory, &a->idle, n - 1)
           && rv_array_reserve(memory, &a->extra, pair_count)
           && rv_array_reserve(memory, &a->pairs, 2 * pair_count)
           && rv_array_reserve(memory, &a->steps, (n - 2) * ROD_STEP)
           && (pair_count == 0
               || (rod_core_reserve(memory, &a->core, n + 1, pair_count)
                   && rod_core_reserve_blocks(memory, &a->core,
                                              RV_ROD_VERTEX_BLOCKS * n
                                                  + RV_ROD_PAIR_BLOCKS * pair_count)));
}

bool rv_rod_system_reserve(rv_memory* memory, rv_rod_system* a, int n, int pair_count) {
    uint64_t before = memory->allocation_count;
    bool ok = reserve(memory, a, n, pair_count);
    // what has moved has left its contents behind
    if (memory->allocation_count != before)
        a->vertex_count = 0;
    return ok;
}

static void free_core(rv_memory* memory, rv_rod_core* core) {
    rv_array_free(memory, &core->multiplier);
    rv_array_free(memory, &core->place);
    rv_array_free(memory, &core->node);
    rv_array_free(memory, &core->column);
    rv_array_free(memory, &core->row);
    rv_array_free(memory, &core->left);
    rv_array_free(memory, &core->left_column);
    rv_array_free(memory, &core->left_block);
    rv_array_free(memory, &core->next_target);
    rv_array_free(memory, &core->second_target);
    rv_array_free(memory, &core->extra_target);
    rv_array_free(memory, &core->pivots);
    rv_array_free(memory, &core->blocks);
    rv_array_free(memory, &core->before);
    rv_array_free(memory, &core->answer);
    rv_array_free(memory, &core->graph);
    rv_array_free(memory, &core->work);
}

void rv_rod_system_free(rv_memory* memory, rv_rod_system* a) {
    rv_array_free(memory, &a->diagonal);
    rv_array_free(memory, &a->next);
    rv_array_free(memory, &a->second);
    rv_array_free(memory, &a->extra);
    rv_array_free(memory, &a->direction);
    rv_array_free(memory, &a->sigma);
    rv_array_free(memory, &a->pairs);
    rv_array_free(memory, &a->prescribed);
    rv_array_free(memory, &a->idle);
    rv_array_free(memory, &a->steps);
    free_core(memory, &a->core);
    a->vertex_count = a->pair_count = 0;
}

static void zero(void* data, int count, size_t size) {
    if (count > 0)
        memset(data, 0, (size_t)count * size);
}

void rv_rod_system_clear_pairs(rv_rod_system* a) {
    zero(a->extra.data, a->extra.count, sizeof(rv_mat3));
}

void rv_rod_system_clear(rv_rod_system* a) {
    zero(a->diagonal.data, a->diagonal.count, sizeof(rv_mat3));
    zero(a->next.data, a->next.count, sizeof(rv_mat3));
    zero(a->second.data, a->second.count, sizeof(rv_mat3));
    rv_rod_system_clear_pairs(a);
    zero(a->direction.data, a->direction.count, sizeof(rv_vec3));
    zero(a->sigma.data, a->sigma.count, sizeof(double));
}

int rv_rod_system_factor(rv_rod_system* a) {
    rod_end ends[2];
    int replaced = rod_tail_factor(a, ends);
    return replaced + (a->pair_count > 0 ? rod_core_factor : rod_middle_factor)(a, ends);
}

void rv_rod_system_solve(const rv_rod_system* a, double* v, double* p) {
    const rod_answers x = {a, v, p};
    rod_tail_forward(&x);
    (a->pair_count > 0 ? rod_core_solve : rod_middle_solve)(&x);
    rod_tail_backward(&x);
    for (int k = 0; k < a->idle.count; k++)
        p[a->idle.data[k]] = 0.0;
}

// --- products ---

// y_i += factor B x_j; B by rows, or its transpose
static inline void add_product(const rv_mat3* B, bool transposed, double factor, const double* x,
                               double* y) {
    for (int r = 0; r < 3; r++) {
        double sum = 0.0;
        for (int c = 0; c < 3; c++)
            sum += (transposed ? B->m[c][r] : B->m[r][c]) * x[c];
        y[r] += factor * sum;
    }
}

static inline void add_symmetric(const rv_mat3* D, const double* x, double* y) {
    for (int r = 0; r < 3; r++) {
        double sum = 0.0;
        for (int c = 0; c < 3; c++)
            sum += (r < c ? D->m[c][r] : D->m[r][c]) * x[c];
        y[r] += sum;
    }
}

static inline void add_both(const rv_mat3* B, int i, int j, const double* x, double* y) {
    add_product(B, false, 1.0, x + 3 * j, y + 3 * i);
    add_product(B, true, 1.0, x + 3 * i, y + 3 * j);
}

void rv_rod_system_multiply(const rv_rod_system* a, const double* v, const double* p, double* r,
                            double* b) {
    int n = a->vertex_count;
    memset(r, 0, 3 * (size_t)n * sizeof *r);
    for (int i = 0; i < n; i++) {
        add_symmetric(&a->diagonal.data[i], v + 3 * i, r + 3 * i);
        if (i + 1 < n)
            add_both(&a->next.data[i], i, i + 1, v, r);
        if (i + 2 < n)
            add_both(&a->second.data[i], i, i + 2, v, r);
    }
    for (int k = 0; k < a->pair_count; k++) {
        int i = a->pairs.data[2 * k], j = a->pairs.data[2 * k + 1];
        if (i == j)
            add_symmetric(&a->extra.data[k], v + 3 * i, r + 3 * i);
        else
            add_both(&a->extra.data[k], i, j, v, r);
    }
    for (int e = 0; e + 1 < n; e++) {
        const rv_vec3* u = &a->direction.data[e];
        const double *own = v + 3 * e, *next = own + 3;
        double *from = r + 3 * e, *to = from + 3;
        b[e] = (u->x * (next[0] - own[0]) + u->y * (next[1] - own[1]) + u->z * (next[2] - own[2]))
               - a->sigma.data[e] * p[e];
        from[0] -= p[e] * u->x, from[1] -= p[e] * u->y, from[2] -= p[e] * u->z;
        to[0] += p[e] * u->x, to[1] += p[e] * u->y, to[2] += p[e] * u->z;
    }
}

// --- prescribed velocities ---

// r_i -= B v_j
static void take(const rv_rod_system* a, const rv_mat3* B, bool transposed, const int ij[2],
                 double* v) {
    if (a->prescribed.data[ij[1]] && !a->prescribed.data[ij[0]])
        add_product(B, transposed, -1.0, v + 3 * ij[1], v + 3 * ij[0]);
}

static double along(const rv_vec3* u, const double* v) {
    return u->x * v[0] + u->y * v[1] + u->z * v[2];
}

// what vertex i does to those beside it and to its edges
static void take_vertex(const rv_rod_system* a, int i, double* v, double* p) {
    int n = a->vertex_count;
    if (i >= 1) {
        take(a, &a->next.data[i - 1], false, (int[]){i - 1, i}, v);
        p[i - 1] -= along(&a->direction.data[i - 1], v + 3 * i);
    }
    if (i >= 2)
        take(a, &a->second.data[i - 2], false, (int[]){i - 2, i}, v);
    if (i + 1 < n) {
        take(a, &a->next.data[i], true, (int[]){i + 1, i}, v);
        p[i] += along(&a->direction.data[i], v + 3 * i);
    }
    if (i + 2 < n)
        take(a, &a->second.data[i], true, (int[]){i + 2, i}, v);
}

void rv_rod_system_prescribe(const rv_rod_system* a, double* v, double* p) {
    for (int i = 0; i < a->vertex_count; i++)
        if (a->prescribed.data[i])
            take_vertex(a, i, v, p);
    for (int k = 0; k < a->pair_count; k++) {
        int i = a->pairs.data[2 * k], j = a->pairs.data[2 * k + 1];
        take(a, &a->extra.data[k], false, (int[]){i, j}, v);
        take(a, &a->extra.data[k], true, (int[]){j, i}, v);
    }
}
