// Rods that are near each other form a bundle: one block of the island's system, with one factor. Their
// chains lie one after another in it,
//   velocities of rod 0, of rod 1, ... | impulses of rod 0, 0, of rod 1, 0, ...
// with an edge that does nothing between the last vertex of one and the first of the next: no
// direction, nothing that it couples, and some compliance. A contact between rods is then a pair of
// vertices far apart in the one system, as a rod's with itself is (rod_touch.c). A rod alone is a
// bundle of one.
//
// Twist is one term of rank one for each rod that twists, eliminated by hand one after the other
// (Sherman, Morrison 1950). With A_k the system and the first k terms, each of stiffness c and
// gradient g,
//   y_k = A_(k-1)^-1 g_k,   A_k^-1 x = z - y_k (g_k.z) c_k/(1 + c_k g_k.y_k),   z = A_(k-1)^-1 x
#include "model/rod.h"

#include <math.h>
#include <string.h>

static const double NOTHING_SIGMA = 1.0; // in 1/mass, of an edge between rods

double rv_rod_along_twist(const rv_rod_work* work, const double* v) {
    double sum = 0.0;
    for (int i = 0; i < work->gradient.count; i++)
        sum += rv_vec3_dot(work->gradient.data[i], rv_vec3_load(v + 3 * i));
    return sum;
}

// takes from x what the twist of one rod answers
static void take_twist(const rv_rod_work* work, double* x) {
    double share = work->twist_share * rv_rod_along_twist(work, x + 3 * work->offset);
    for (int k = 0; k < 4 * work->all - 1; k++)
        x[k] -= share * work->response.data[k];
}

static bool block_factor(void* self) {
    rv_rod_work* lead = self;
    int floored = rv_rod_system_factor(&lead->system), n = lead->all;
    for (rv_rod_work* work = lead; work != NULL; work = work->next) {
        if (work->twist_stiffness == 0.0)
            continue;
        double *y = work->response.data, *own = y + 3 * work->offset;
        memset(y, 0, (size_t)(4 * n - 1) * sizeof *y);
        for (int i = 0; i < work->gradient.count; i++)
            rv_vec3_store(own + 3 * i, work->gradient.data[i]);
        rv_bundle_solve(lead, y);
        for (const rv_rod_work* before = lead; before != work; before = before->next)
            if (before->twist_stiffness > 0.0)
                take_twist(before, y);
        work->twist_share =
            work->twist_stiffness / (1.0 + work->twist_stiffness * rv_rod_along_twist(work, own));
    }
    return floored == 0;
}

static void block_solve(void* self, double* x) {
    const rv_rod_work* lead = self;
    rv_bundle_solve(lead, x);
    for (const rv_rod_work* work = lead; work != NULL; work = work->next)
        if (work->twist_stiffness > 0.0)
            take_twist(work, x);
}

// of vertices whose velocity is known: nothing but that
static void block_multiply(void* self, const double* x, double* y) {
    rv_rod_work* lead = self;
    int n = lead->all;
    double* free = lead->product.data;
    const unsigned char* known = lead->known.data;
    memcpy(free, x, (size_t)(4 * n - 1) * sizeof *x);
    for (int i = 0; i < n; i++)
        if (known[i])
            rv_vec3_store(free + 3 * i, (rv_vec3){0, 0, 0});
    rv_bundle_multiply(lead, free, y);
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        int first = work->offset;
        double turning = work->twist_stiffness * rv_rod_along_twist(work, free + 3 * first);
        for (int i = 0; i < work->gradient.count; i++) {
            double* at = y + 3 * (first + i);
            rv_vec3_store(at, known[first + i] ? rv_vec3_load(x + 3 * (first + i))
                                               : rv_vec3_mul_add(rv_vec3_load(at), turning,
                                                                 work->gradient.data[i]));
        }
    }
}

static double size_of(const double* v) {
    return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

static double block_inertia(void* self, int dof) {
    const rv_rod_work* lead = self;
    return lead->system.diagonal.data[dof / 3].m[dof % 3][dof % 3];
}

// Speeds along edges are what is left of those that large impulses give to light vertices: rounding is
// measured against these.
static void block_magnitude(void* self, const double* x, double* y) {
    const rv_rod_work* lead = self;
    int n = lead->all;
    const double* p = x + 3 * n;
    double before = 0.0;
    for (int i = 0; i < n; i++) {
        double pulled = (i > 0 ? fabs(p[i - 1]) : 0.0) + (i < n - 1 ? fabs(p[i]) : 0.0);
        double inertia = lead->system.diagonal.data[i].m[0][0];
        double size = inertia * size_of(x + 3 * i) + pulled, speed = size / inertia;
        for (int k = 0; k < 3; k++)
            y[3 * i + k] = size;
        if (i > 0)
            y[3 * n + i - 1] = before + speed;
        before = speed;
    }
}

static void block_compliance(void* self, int count, const int* dofs, double* C) {
    rv_rod_work* lead = self;
    double* x = lead->product.data;
    for (int b = 0; b < count; b++) {
        memset(x, 0, (size_t)(4 * lead->all - 1) * sizeof *x);
        x[dofs[b]] = 1.0;
        block_solve(lead, x);
        for (int a = 0; a < count; a++)
            C[a * count + b] = x[dofs[a]];
    }
}

// vertices that its rods may come to have
static int room_of(const rv_world* world, const rv_rod_work* lead) {
    int room = 0;
    for (const rv_rod_work* work = lead; work != NULL; work = work->next)
        room += world->rods.data[work->rod].room;
    return room;
}

const rv_substructure* rv_bundle_block(const rv_world* world, int index) {
    rv_rod_work* lead = world->rod_work.data[index]->lead;
    int n = world->full_blocks ? room_of(world, lead) : lead->all;
    lead->block = (rv_substructure){.self = lead,
                                    .size = 4 * n - 1,
                                    .alike = 3 * n,
                                    .by_rows = true,
                                    .factor = block_factor,
                                    .solve = block_solve,
                                    .multiply = block_multiply,
                                    .magnitude = block_magnitude,
                                    .inertia = block_inertia,
                                    .compliance = block_compliance};
    return &lead->block;
}

// the edge between the last vertex of one rod and the first of the next
static void write_nothing(rv_rod_system* system, int edge) {
    system->next.data[edge] = system->second.data[edge - 1] = rv_mat3_zero();
    system->second.data[edge] = rv_mat3_zero();
    system->direction.data[edge] = (rv_vec3){0, 0, 0};
    system->sigma.data[edge] = NOTHING_SIGMA / system->diagonal.data[edge].m[0][0];
}

void rv_bundle_write_between(rv_rod_work* lead, double* block) {
    for (const rv_rod_work* work = lead->next; work != NULL; work = work->next) {
        write_nothing(&lead->system, work->offset - 1);
        block[3 * lead->all + work->offset - 1] = 0.0;
    }
}

// --- memory ---

static void join_works(rv_world* world, int index) {
    const rv_rod* rod = &world->rods.data[index];
    rv_rod_work** works = world->rod_work.data;
    rv_rod_work *work = works[index], *lead = works[rod->bundle];
    work->rod = index;
    work->lead = lead;
    work->next = rod->bundle_next < 0 ? NULL : works[rod->bundle_next];
    // the first rod of a bundle has the lowest index
    if (work == lead)
        lead->all = lead->spins = 0;
    work->offset = lead->all;
    lead->all += rod->count;
    work->spin_place = lead->spins;
    lead->spins += rv_rod_spin_count(rod);
}

// room for all vertices that its rods may come to have
static bool reserve_bundle(rv_memory* m, rv_rod_work* lead, int room) {
    int all = room + lead->spins;
    bool ok = rv_array_reserve(m, &lead->known, all)
              && rv_array_reserve(m, &lead->extended, lead->spins > 0 ? 8 * all : 0);
    for (rv_rod_work* work = lead; work != NULL && ok; work = work->next)
        ok = rv_array_reserve(m, &work->response, 4 * room)
             && rv_array_reserve(m, &work->product, 4 * room);
    return ok && rv_rod_system_reserve(m, &lead->system, all, rv_bundle_spin_pairs(lead));
}

static bool prepare_bundle(rv_world* world, rv_rod_work* lead) {
    rv_memory* m = &world->memory;
    int n = lead->all, room = room_of(world, lead), all = n + lead->spins;
    if ((room > n && !reserve_bundle(m, lead, room)) || !rv_array_resize(m, &lead->known, all)
        || !rv_array_resize(m, &lead->extended, lead->spins > 0 ? 8 * all : 0)
        || !rv_array_reserve(m, &lead->pairs, 2 * rv_bundle_spin_pairs(lead)))
        return false;
    memset(lead->known.data, 0, (size_t)lead->known.count);
    for (rv_rod_work* work = lead; work != NULL; work = work->next) {
        work->all = n;
        memcpy(lead->known.data + work->offset, work->prescribed.data,
               (size_t)work->prescribed.count);
        if (!rv_array_resize(m, &work->response, 4 * n)
            || !rv_array_resize(m, &work->product, 4 * n))
            return false;
    }
    lead->pairs.count = 0;
    rv_bundle_add_spin_pairs(lead);
    return rv_rod_system_analyse(m, &lead->system,
                                 &(rv_rod_pattern){.vertex_count = n + lead->spins,
                                                   .prescribed = lead->known.data,
                                                   .pairs = lead->pairs.data,
                                                   .pair_count = lead->pairs.count / 2});
}

bool rv_bundles_prepare(rv_world* world) {
    for (int i = 0; i < world->rods.count; i++)
        join_works(world, i);
    for (int i = 0; i < world->rods.count; i++)
        if (world->rods.data[i].bundle == i && !rv_rod_is_variational(world, &world->rods.data[i])
            && !prepare_bundle(world, world->rod_work.data[i]))
            return false;
    return rv_array_reserve(&world->memory, &world->rod_before, world->rod_x.capacity)
           && rv_array_resize(&world->memory, &world->rod_before, world->rod_x.count);
}

bool rv_bundle_resize(rv_world* world, int first) {
    for (int i = first; i >= 0; i = world->rods.data[i].bundle_next)
        join_works(world, i);
    world->rod_before.count = world->rod_x.count;
    return prepare_bundle(world, world->rod_work.data[first]);
}
