// Places along a thread, whose cable may be cut into pieces, and rows on the point that is there:
//   p = sum_k w_k x_k,   p' = sum_k w'_k x_k   of the smooth line through its vertices
#include "model/rod.h"
#include "model/suture.h"

#include <math.h>

double rv_thread_begin(const rv_world* world, const rv_cable* cable) {
    const rv_rod* first = rv_cable_rods(world, cable);
    return first->end[0].clamped ? 0.5 * rv_rod_lengths(world, first)[0] : 0.0;
}

static double length_of(const rv_world* world, const rv_rod* rod) {
    double length = 0.0;
    for (int j = 0; j < rod->count - 1; j++)
        length += rv_rod_lengths(world, rod)[j];
    return length;
}

int rv_thread_rod(const rv_world* world, const rv_cable* cable, double at, double* s) {
    double passed = 0.0;
    for (int r = 0; r < cable->rod_count; r++) {
        double length = length_of(world, rv_cable_rods(world, cable) + r);
        if (at <= passed + length || r == cable->rod_count - 1) {
            *s = fmin(at - passed, length);
            return cable->first_rod + r;
        }
        passed += length;
    }
    return -1;
}

rv_vec3 rv_thread_place(const rv_world* world, const rv_cable* cable, double at) {
    double s = 0.0;
    const rv_rod* rod = &world->rods.data[rv_thread_rod(world, cable, at, &s)];
    rv_thread_point p = rv_thread_point_at(rv_rod_lengths(world, rod), rod->count, s);
    return rv_thread_sum(rv_rod_points(world, rod), &p, p.weight);
}

double rv_thread_nearest_place(const rv_world* world, const rv_cable* cable, rv_vec3 to,
                               double* distance) {
    double best = 0.0, passed = 0.0;
    *distance = INFINITY;
    for (int r = 0; r < cable->rod_count; r++) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        const rv_vec3* x = rv_rod_points(world, rod);
        const double* lengths = rv_rod_lengths(world, rod);
        double start = 0.0;
        for (int j = 0; j < rod->count - 1; start += lengths[j++]) {
            int beyond;
            double s =
                rv_thread_nearest(x, lengths, rod->count, start + 0.5 * lengths[j], to, &beyond);
            rv_thread_point p = rv_thread_point_at(lengths, rod->count, s);
            double apart = rv_vec3_length(rv_vec3_sub(rv_thread_sum(x, &p, p.weight), to));
            if (apart < *distance) {
                *distance = apart;
                best = passed + s;
            }
        }
        passed += start;
    }
    return best;
}

double rv_thread_longest_edge(const rv_world* world, const rv_cable* cable) {
    double longest = 0.0;
    for (int r = 0; r < cable->rod_count; r++) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        for (int j = 0; j < rod->count - 1; j++)
            longest = fmax(longest, rv_rod_lengths(world, rod)[j]);
    }
    return longest;
}

// --- rows ---

int rv_thread_dofs(const rv_world* world, int rod, const rv_thread_point* p, int* dofs) {
    int first = world->rod_work.data[rod]->offset + p->first;
    for (int k = 0; k < 3 * p->count; k++)
        dofs[k] = 3 * first + k;
    return 3 * p->count;
}

void rv_thread_write(const rv_world* world, rv_island* island, int reference, int index,
                     const rv_thread_point* p, rv_thread_rows* rows) {
    const rv_rod* rod = &world->rods.data[index];
    const rv_rod_work* work = world->rod_work.data[index];
    rv_kkt* kkt = &island->kkt;
    rv_thread_dofs(world, index, p,
                   kkt->reference_dof.data + kkt->reference_dof_first.data[reference]);
    double* J = rv_kkt_jacobian(kkt, reference);
    for (int k = 0; k < p->count; k++) {
        bool known = work->prescribed.data[p->first + k] != 0;
        rv_vec3 to = {0, 0, 0}, change = {0, 0, 0};
        if (known) {
            to = rv_rod_known_velocity(world, island, rod, p->first + k);
            change = rv_vec3_sub(to, rv_rod_velocities(world, rod)[p->first + k]);
        }
        for (int r = 0; r < rows->count; r++) {
            rv_vec3 push = rv_vec3_scale(rows->axis[r], p->weight[k]);
            push = rv_vec3_mul_add(push, p->slope[k], rows->slope[r]);
            double values[3];
            rv_vec3_store(values, push);
            for (int c = 0; c < 3; c++)
                J[(3 * k + c) * rows->count + r] = known ? 0.0 : values[c];
            rows->known[r] += rv_vec3_dot(push, rows->of_change[r] ? change : to);
        }
    }
}
