// Geometric stiffness in the system: K of every connection that pulls, as a modified mass,
//   A += gamma h^2 K,   r += (gamma h_0^2 - delta_j h^2) K v - delta h^2 B v,
// h_0 the shorter of this step and the one before: a modified mass that grows at the same speed
// would make energy. delta_j only in a step whose tension jumps. B damps the zig-zag that the step
// cannot resolve and nothing else: it is the second difference where K is the first. With u' the
// turning speed of a span and T d its pull times its length (for rigid links: the turning speed
// across the link and f.r),
//   spans   y = u'_1 - u'_2 at the node between two spans,  B: y^2 min(T_1 d_1, T_2 d_2)/4
//   links   y = w_a - w_b across the joint between them,    B: y^2 min(f.r_a, f.r_b)/2
// B <= 2K, so that taking it explicitly is stable for delta <= gamma; a chain that turns as one has
// y = 0. A stiff zig-zag shrinks by 1 - delta per step or faster; where h^2 k is small against the
// inertia the step resolves the motion, and both deltas fade with h^2 k/(h^2 k + m).
// Islands of rigid joints have none of it while a step resolves what pulls in them (turn.c).
// Spin of a bent segment has a stiffness of its own (model/strand_spin.c), taken with gamma = 1.
#include "model/pull.h"
#include "step/step.h"

#include <math.h>

typedef struct stiffness_writer {
    const rv_world* world;
    rv_island* island;
    double h2;
    double implicit; // gamma h^2
    double kept;     // gamma h_0^2, h_0 the shorter of this step and the one before
    double damped;   // delta_j h^2
} stiffness_writer;

static void add_to3(double* out, rv_vec3 v, double scale) {
    rv_vec3_store(out, rv_vec3_mul_add(rv_vec3_load(out), scale, v));
}

// the velocity of a point at `arm` of a block, from the start of the substep
static rv_vec3 point_velocity(const rv_island* island, int block, rv_vec3 arm) {
    const double* v = island->v.data + island->kkt.block_first.data[block];
    rv_vec3 linear = rv_vec3_load(v);
    if (island->kkt.block_size.data[block] == 3)
        return linear;
    return rv_vec3_add(linear, rv_vec3_cross(rv_vec3_load(v + 3), arm));
}

static void add_span_stiffness(rv_island* island, const rv_stiffness* k, double implicit,
                               double explicit_) {
    rv_kkt* kkt = &island->kkt;
    rv_vec3 relative = {0, 0, 0};
    for (int s = 0; s < 2; s++) {
        // K (v' - (1 - delta/gamma) v); a side that is moved has a known v'
        rv_vec3 old =
            k->block[s] >= 0 ? point_velocity(island, k->block[s], k->arm[s]) : k->moved_before[s];
        rv_vec3 side = rv_vec3_scale(old, explicit_);
        if (k->block[s] < 0)
            side = rv_vec3_mul_add(side, -implicit, k->moved_now[s]);
        relative = rv_vec3_mul_add(relative, s == 0 ? -1.0 : 1.0, side);
    }
    double stiffness = k->load / k->length;
    rv_vec3 push = rv_vec3_mul_add(relative, -rv_vec3_dot(relative, k->u), k->u);
    push = rv_vec3_scale(push, stiffness);
    for (int s = 0; s < 2; s++) {
        if (k->block[s] < 0)
            continue;
        int size = kkt->block_size.data[k->block[s]];
        double sign = s == 0 ? -1.0 : 1.0;
        double* r = kkt->r.data + kkt->block_first.data[k->block[s]];
        add_to3(r, push, sign);
        if (size == 6)
            add_to3(r + 3, rv_vec3_cross(k->arm[s], push), sign);
        rv_pull_add(rv_kkt_block(kkt, k->block[s]), (const int[2]){size, size}, k->u,
                    (const rv_vec3[2]){k->arm[s], k->arm[s]}, implicit * stiffness);
    }
    if (k->pair >= 0)
        rv_pull_add(
            rv_kkt_pair(kkt, k->pair),
            (const int[2]){kkt->block_size.data[k->block[0]], kkt->block_size.data[k->block[1]]},
            k->u, k->arm, -implicit * stiffness);
}

// the turning speed of a span's direction, times the sign that makes it run along the chain
static rv_vec3 span_turning(const rv_island* island, const rv_stiffness* k, double sign) {
    rv_vec3 at[2];
    for (int s = 0; s < 2; s++)
        at[s] =
            k->block[s] >= 0 ? point_velocity(island, k->block[s], k->arm[s]) : k->moved_before[s];
    rv_vec3 relative = rv_vec3_sub(at[1], at[0]);
    rv_vec3 turning = rv_vec3_mul_add(relative, -rv_vec3_dot(relative, k->u), k->u);
    return rv_vec3_scale(turning, sign / k->length);
}

// a push along the turning of a span, as a couple on its ends
static void push_span(rv_island* island, const rv_stiffness* k, rv_vec3 push, double sign) {
    rv_vec3 transverse = rv_vec3_mul_add(push, -rv_vec3_dot(push, k->u), k->u);
    for (int s = 0; s < 2; s++)
        if (k->block[s] >= 0) {
            int first = island->kkt.block_first.data[k->block[s]];
            double scale = (s == 0 ? -sign : sign) / k->length;
            add_to3(island->kkt.r.data + first, transverse, scale);
            if (island->kkt.block_size.data[k->block[s]] == 6)
                add_to3(island->kkt.r.data + first + 3, rv_vec3_cross(k->arm[s], transverse),
                        scale);
        }
}

// Motion that the step resolves is left alone: from 0 for h^2 k << m to 1 for h^2 k >> m.
static double unresolved(double h2_stiffness, double inertia) {
    return h2_stiffness / (h2_stiffness + inertia);
}

// across a thin link: half the trace
static double turning_inertia(const rv_body* body) {
    return 0.5 * (body->inertia.m[0][0] + body->inertia.m[1][1] + body->inertia.m[2][2]);
}

// the part of a rotation that the pull turns back
static rv_vec3 turned_back(const rv_stiffness* k, int side, rv_vec3 w) {
    rv_vec3 still = k->still[side];
    return rv_vec3_mul_add(w, -rv_vec3_dot(w, still) * k->per_still2[side], still);
}

static const rv_body* body_of(const stiffness_writer* w, int block) {
    return &w->world->bodies.data[w->island->bodies.data[block]];
}

// of the turning of one side of a joint
static double turning_unresolved(const stiffness_writer* w, const rv_stiffness* k, int side) {
    return unresolved(w->h2 * k->pull[side], turning_inertia(body_of(w, k->block[side])));
}

// of a span: its lighter end moves
static double span_unresolved(const stiffness_writer* w, const rv_stiffness* k) {
    double mass = INFINITY;
    for (int s = 0; s < 2; s++)
        if (k->block[s] >= 0)
            mass = fmin(mass, body_of(w, k->block[s])->mass);
    return unresolved(w->h2 * k->load / k->length, mass);
}

// spans that meet in a particle
static void damp_bends(const stiffness_writer* w, double delta) {
    rv_island* island = w->island;
    for (int i = 0; i < island->bends.count; i++) {
        const rv_bend* bend = &island->bends.data[i];
        const rv_stiffness* k[2] = {&island->stiffness.data[bend->element[0]],
                                    &island->stiffness.data[bend->element[1]]};
        if (!k[0]->has_span || !k[1]->has_span)
            continue;
        // first span into the node, second out of it
        double sign[2] = {k[0]->block[1] == bend->block ? 1.0 : -1.0,
                          k[1]->block[0] == bend->block ? 1.0 : -1.0};
        double q = 0.25 * fmin(k[0]->load * k[0]->length, k[1]->load * k[1]->length);
        double pull = k[0]->load / k[0]->length + k[1]->load / k[1]->length;
        q *= delta * w->h2 * unresolved(w->h2 * pull, body_of(w, bend->block)->mass);
        rv_vec3 y =
            rv_vec3_sub(span_turning(island, k[0], sign[0]), span_turning(island, k[1], sign[1]));
        push_span(island, k[0], y, -q * sign[0]);
        push_span(island, k[1], y, q * sign[1]);
    }
}

// a side of a joint or span that pulls its body straight
typedef struct turning {
    rv_vec3 speed; // across the arm
    double *A, *r; // of its block, and of the rotations in it; NULL: it does not
} turning;

static inline turning turning_of(const stiffness_writer* w, const rv_stiffness* k, int side) {
    rv_kkt* kkt = &w->island->kkt;
    int block = k->block[side];
    if (block < 0 || !(k->pull[side] > 0.0) || kkt->block_size.data[block] != 6)
        return (turning){.A = NULL};
    int first = kkt->block_first.data[block] + 3;
    return (turning){turned_back(k, side, rv_vec3_load(w->island->v.data + first)),
                     rv_kkt_block(kkt, block), kkt->r.data + first};
}

// rigid links that meet in a joint
static inline void damp_rotation(const stiffness_writer* w, const rv_stiffness* k, double delta,
                                 const turning side[2]) {
    double share[2] = {turning_unresolved(w, k, 0), turning_unresolved(w, k, 1)};
    double weaker = k->pull[0] < k->pull[1] ? k->pull[0] : k->pull[1];
    double q = 0.5 * delta * w->h2 * weaker * (share[0] > share[1] ? share[0] : share[1]);
    rv_vec3 y = rv_vec3_sub(side[0].speed, side[1].speed);
    add_to3(side[0].r, turned_back(k, 0, y), -q);
    add_to3(side[1].r, turned_back(k, 1, y), q);
}

static inline void add_turning_stiffness(const stiffness_writer* w, const rv_stiffness* k, int side,
                                         const turning* t) {
    double kept = w->kept;
    if (w->damped > 0.0)
        kept = fmax(0.0, kept - w->damped * turning_unresolved(w, k, side));
    add_to3(t->r, t->speed, kept * k->pull[side]);
    rv_pull_add_turning(t->A, k->still[side], k->per_still2[side], w->implicit * k->pull[side]);
}

static inline void add_turnings(const stiffness_writer* w, const rv_stiffness* k, double delta) {
    turning side[2] = {turning_of(w, k, 0), turning_of(w, k, 1)};
    if (side[0].A != NULL && side[1].A != NULL && !k->is_span)
        damp_rotation(w, k, delta, side);
    if (side[0].A != NULL)
        add_turning_stiffness(w, k, 0, &side[0]);
    if (side[1].A != NULL)
        add_turning_stiffness(w, k, 1, &side[1]);
}

// y += K x, K of size 6 with only its first size[0] rows and size[1] columns in use
static void add_product(const double* K, const int size[2], const double* x, double* y) {
    for (int c = 0; c < size[1]; c++)
        for (int r = 0; r < size[0]; r++)
            y[r] += x[c] * K[c * 6 + r];
}

// the same with K^T
static void add_transposed_product(const double* K, const int size[2], const double* x, double* y) {
    for (int r = 0; r < size[0]; r++)
        for (int c = 0; c < size[1]; c++)
            y[r] += x[c] * K[r * 6 + c];
}

static void add_block(double* A, int rows, int columns, const double* K, double scale) {
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++)
            A[c * rows + r] += scale * K[c * 6 + r];
}

// what the velocity of side t, explicit in old and (if moved) implicit in new, does to side s
static void add_bundle_push(rv_island* island, const rv_stiffness* k, const int side[2],
                            double implicit, double explicit_) {
    const rv_kkt* kkt = &island->kkt;
    const rv_bundle* bundle = &island->bundles.data[k->bundle];
    int s = side[0], t = side[1];
    double x[6];
    if (k->block[t] >= 0) {
        const double* v = island->v.data + kkt->block_first.data[k->block[t]];
        for (int i = 0; i < kkt->block_size.data[k->block[t]]; i++)
            x[i] = explicit_ * v[i];
    }
    for (int i = 0; i < 2 && k->block[t] < 0; i++)
        rv_vec3_store(x + 3 * i, rv_vec3_sub(rv_vec3_scale(bundle->moved_before[t][i], explicit_),
                                             rv_vec3_scale(bundle->moved_now[t][i], implicit)));
    const int size[2] = {kkt->block_size.data[k->block[s]],
                         k->block[t] >= 0 ? kkt->block_size.data[k->block[t]] : 6};
    double* r = island->kkt.r.data + kkt->block_first.data[k->block[s]];
    if (s == 1 && t == 0)
        add_transposed_product(bundle->K[2], size, x, r);
    else
        add_product(bundle->K[s == t ? s : 2], size, x, r);
}

static void add_bundle(const stiffness_writer* w, const rv_stiffness* k) {
    rv_kkt* kkt = &w->island->kkt;
    const rv_bundle* bundle = &w->island->bundles.data[k->bundle];
    double mass = INFINITY;
    for (int s = 0; s < 2; s++)
        if (k->block[s] >= 0)
            mass = fmin(mass, body_of(w, k->block[s])->mass);
    double share = unresolved(w->h2 * k->load * bundle->per_length, mass);
    double implicit = w->implicit, kept = fmax(0.0, w->kept - w->damped * share);
    for (int s = 0; s < 2; s++) {
        if (k->block[s] < 0)
            continue;
        int size = kkt->block_size.data[k->block[s]];
        add_block(rv_kkt_block(kkt, k->block[s]), size, size, bundle->K[s], implicit * k->load);
        for (int t = 0; t < 2; t++)
            add_bundle_push(w->island, k, (const int[2]){s, t}, implicit * k->load, kept * k->load);
    }
    if (k->pair >= 0)
        add_block(rv_kkt_pair(kkt, k->pair), kkt->block_size.data[k->block[0]],
                  kkt->block_size.data[k->block[1]], bundle->K[2], implicit * k->load);
}

// g_s g_t^T, g = (u, r x u): inertia along u
static void add_along(double* A, const int size[2], rv_vec3 u, const rv_vec3 arm[2], double scale) {
    double gs[6], gt[6];
    rv_vec3_store(gs, u);
    rv_vec3_store(gs + 3, rv_vec3_cross(arm[0], u));
    rv_vec3_store(gt, rv_vec3_scale(u, scale));
    rv_vec3_store(gt + 3, rv_vec3_cross(arm[1], rv_vec3_scale(u, scale)));
    for (int c = 0; c < size[1]; c++)
        for (int r = 0; r < size[0]; r++)
            A[c * size[0] + r] += gs[r] * gt[c];
}

// what a span weighs across it and along it, for one side or between two
static void add_inertia(double* A, const int size[2], const rv_stiffness* k, const int side[2]) {
    const rv_vec3 arm[2] = {k->arm[side[0]], k->arm[side[1]]};
    int between = side[0] != side[1];
    rv_pull_add(A, size, k->u, arm, k->wave[between]);
    add_along(A, size, k->u, arm, k->line[between ? 2 : side[0]]);
}

void rv_waves_write(rv_island* island) {
    rv_kkt* kkt = &island->kkt;
    for (int i = 0; i < island->stiffness.count; i++) {
        const rv_stiffness* k = &island->stiffness.data[i];
        if (!(k->wave[0] > 0.0))
            continue;
        int size[2] = {0, 0};
        for (int s = 0; s < 2; s++) {
            if (k->block[s] < 0 || !k->weighs[s])
                continue;
            size[s] = kkt->block_size.data[k->block[s]];
            double* r = kkt->r.data + kkt->block_first.data[k->block[s]];
            add_to3(r, k->push[s], 1.0);
            if (size[s] == 6)
                add_to3(r + 3, rv_vec3_cross(k->arm[s], k->push[s]), 1.0);
            add_inertia(rv_kkt_block(kkt, k->block[s]), (const int[2]){size[s], size[s]}, k,
                        (const int[2]){s, s});
        }
        if (!k->weighs[0] || !k->weighs[1])
            continue;
        if (k->pair >= 0)
            add_inertia(rv_kkt_pair(kkt, k->pair), size, k, (const int[2]){0, 1});
        // both ends on one body
        for (int s = 0; s < 2 && k->block[0] >= 0 && k->block[0] == k->block[1]; s++)
            add_inertia(rv_kkt_block(kkt, k->block[0]), size, k, (const int[2]){s, 1 - s});
    }
}

static void add_spin(rv_island* island, const rv_stiffness* k, double implicit, double kept) {
    rv_kkt* kkt = &island->kkt;
    int block = k->block[0];
    if (block < 0 || kkt->block_size.data[block] != 6)
        return;
    int first = kkt->block_first.data[block] + 3;
    double spin = rv_vec3_dot(k->axis, rv_vec3_load(island->v.data + first));
    add_to3(kkt->r.data + first, k->axis, kept * k->spin * spin);
    double axis[3], *A = rv_kkt_block(kkt, block);
    rv_vec3_store(axis, k->axis);
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++)
            A[(3 + c) * 6 + 3 + r] += implicit * k->spin * axis[r] * axis[c];
}

// x = (omega h)^2 of the zig-zag of equal neighbours across a joint, whose point moves across: with r from
// it to a centre, each side pulls it back by 2 f.r/r^2 and weighs I/r^2, no more than m. A joint that does
// not move is what its body turns about.
static double joint_zigzag(const rv_world* world, const rv_island* island, const rv_stiffness* k) {
    double stiffness = 0.0, inertia = 0.0;
    bool is_held = k->block[0] < 0 || k->block[1] < 0;
    for (int s = 0; s < 2; s++) {
        if (k->block[s] < 0)
            continue;
        const rv_body* body = &world->bodies.data[island->bodies.data[k->block[s]]];
        double own = body->mass;
        if (body->kind == RV_BODY_RIGID && k->per_arm2[s] > 0.0)
            own = turning_inertia(body) * k->per_arm2[s] + (is_held ? body->mass : 0.0);
        stiffness += 2.0 * k->pull[s] * k->per_arm2[s];
        inertia += is_held ? own : fmin(own, body->mass);
    }
    return stiffness > 0.0 ? stiffness / inertia : 0.0;
}

// the same across a span, of its lighter end, and of what turns at its ends
static double span_zigzag(const rv_world* world, const rv_island* island, const rv_stiffness* k) {
    double largest = 0.0;
    for (int s = 0; s < 2; s++) {
        if (k->block[s] < 0)
            continue;
        const rv_body* body = &world->bodies.data[island->bodies.data[k->block[s]]];
        largest = fmax(largest, 4.0 * k->load / (body->mass * k->length));
        if (body->kind == RV_BODY_RIGID)
            largest = fmax(largest, 2.0 * k->pull[s] / turning_inertia(body));
    }
    return largest;
}

bool rv_island_is_stiff(const rv_world* world, const rv_island* island) {
    static const double RESOLVED = 1.0; // (omega h)^2: a radian a step; leapfrog steps it up to two
    for (int i = 0; i < island->stiffness.count; i++) {
        const rv_stiffness* k = &island->stiffness.data[i];
        if (!(k->load > 0.0))
            continue;
        double x = k->has_span ? span_zigzag(world, island, k) : joint_zigzag(world, island, k);
        if (island->h * island->h * x > RESOLVED)
            return true;
    }
    return false;
}

void rv_stiffness_write(const rv_world* world, rv_island* island, bool jump) {
    const rv_geometric_stiffness* g = &world->def.geometric_stiffness;
    double h = island->h, shorter = fmin(h, island->h_before);
    stiffness_writer w = {world,
                          island,
                          h * h,
                          g->gamma * h * h,
                          g->gamma * shorter * shorter,
                          jump ? g->jump_delta * h * h : 0.0};
    damp_bends(&w, g->delta);
    rv_hung_write(island, w.implicit, w.kept);
    for (int i = 0; i < island->stiffness.count; i++) {
        const rv_stiffness* k = &island->stiffness.data[i];
        if (k->spin > 0.0)
            add_spin(island, k, h * h, shorter * shorter);
        if (!(k->load > 0.0))
            continue;
        if (k->bundle >= 0) {
            add_bundle(&w, k);
            continue;
        }
        if (k->has_span)
            add_span_stiffness(island, k, w.implicit,
                               fmax(0.0, w.kept - w.damped * span_unresolved(&w, k)));
        add_turnings(&w, k, g->delta);
    }
}
