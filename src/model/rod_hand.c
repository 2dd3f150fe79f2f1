// Rods: hands that hold them, and what hands and holders feel.
//
// A hand pulls with F = k (target' - x') + c (velocity - v'), all at the end of the step, and no harder than
// f_max. Its force f = base e + (a e e^T + b (I - e e^T)) F is
//   free      F                     a = b = 1
//   at limit  f_max F/|F|, linear   e = F/|F| as it was, base = f_max, a = 0, b = f_max/|F|
//   between   share F               a = b = share, f_max/|F| as it was
// At the limit is Newton's method; where that goes too far, since F is then less than f_max, the share
// does not: f is the slope of Huber's function, which each such solution lessens (Huber 1981).
#include "model/rod.h"

#include <math.h>

static const double FORCE_OFF = 1e-3; // of the largest force: what a hand's force may be wrong by
static const double FAR = 2.0;        // of it: beyond its limit for long

rv_cable_grip rv_cable_grip_default(void) {
    return (rv_cable_grip){.stiffness = 100.0, .max_force = INFINITY};
}

static rv_cable* holdable(rv_world* world, rv_cable_id id, int hand, const char* function) {
    rv_cable* cable = rv_world_cable(world, id);
    bool ok = RV_CHECK(world, cable != NULL, "%s: no such cable", function)
              && RV_CHECK(world, !world->stepping, "%s: not callable during a step", function)
              && RV_CHECK(world, cable->rod_count > 0, "%s: only of a rod", function)
              && RV_CHECK(world, hand >= 0 && hand < RV_CABLE_GRIPS,
                          "%s: hand = %d: must be in [0, %d]", function, hand, RV_CABLE_GRIPS - 1);
    return ok ? cable : NULL;
}

static bool grip_is_valid(rv_world* world, const rv_cable* cable, const rv_cable_grip* g) {
    static const char* const NAME = "rv_cable_hold";
    double length = rv_rods_length(world, cable);
    return RV_CHECK(world, g != NULL, "%s: grip must not be NULL", NAME)
           && RV_CHECK(world, g->at >= 0.0 && g->at <= length * (1.0 + 1e-9),
                       "%s: grip.at = %g m: must be in [0, %g]", NAME, g->at, length)
           && RV_CHECK(world, rv_is_finite3(g->target) && rv_is_finite3(g->velocity),
                       "%s: grip.target and grip.velocity: must be finite", NAME)
           && RV_CHECK(world, g->stiffness > 0.0 && g->stiffness < INFINITY,
                       "%s: grip.stiffness = %g N/m: must be finite and > 0", NAME, g->stiffness)
           && RV_CHECK(world, g->damping >= 0.0 && g->damping < INFINITY,
                       "%s: grip.damping = %g N s/m: must be finite and >= 0", NAME, g->damping)
           && RV_CHECK(world, g->max_force > 0.0, "%s: grip.max_force = %g N: must be > 0", NAME,
                       g->max_force);
}

// the rod that a hand has hold of; NULL: none
static rv_rod* held_rod(const rv_world* world, const rv_cable* cable, int hand) {
    for (int r = 0; r < cable->rod_count; r++)
        if (rv_cable_rods(world, cable)[r].hand[hand].holds)
            return rv_cable_rods(world, cable) + r;
    return NULL;
}

// the vertex nearest to a place along the cable; of two at a cut, the one on whose side the place is
static rv_rod* find_vertex(const rv_world* world, const rv_cable* cable, double at,
                           int32_t* vertex) {
    rv_rod* best = NULL;
    double nearest = INFINITY, passed = 0.0;
    for (int r = 0; r < cable->rod_count; r++) {
        rv_rod* rod = rv_cable_rods(world, cable) + r;
        const double* lengths = rv_rod_lengths(world, rod);
        passed -= rod->end[0].clamped ? 0.5 * lengths[0] : 0.0;
        for (int i = 0; i < rod->count; passed += lengths[i++])
            if (fabs(passed - at) < nearest
                || (i == 0 && at > passed && fabs(passed - at) == nearest)) {
                nearest = fabs(passed - at);
                best = rod;
                *vertex = i;
            }
        passed -= rod->end[1].clamped ? 0.5 * lengths[rod->count - 2] : 0.0;
    }
    return best;
}

bool rv_cable_hold(rv_world* world, rv_cable_id id, int hand, const rv_cable_grip* grip) {
    rv_call_begin(world);
    rv_cable* cable = holdable(world, id, hand, "rv_cable_hold");
    if (cable == NULL || !grip_is_valid(world, cable, grip))
        return false;
    int32_t vertex = 0;
    rv_rod* rod = held_rod(world, cable, hand);
    if (rod == NULL)
        rod = find_vertex(world, cable, grip->at, &vertex);
    else
        vertex = rod->hand[hand].vertex;
    rv_vec3 force = rod->hand[hand].force;
    rod->hand[hand] =
        (rv_rod_hand){.holds = true, .vertex = vertex, .grip = *grip, .force = force, .share = 1.0};
    rv_world_wake(world, rod->bodies, 2);
    rv_rod_wake(rod);
    return true;
}

bool rv_cable_release(rv_world* world, rv_cable_id id, int hand) {
    rv_call_begin(world);
    rv_cable* cable = holdable(world, id, hand, "rv_cable_release");
    rv_rod* rod = cable == NULL ? NULL : held_rod(world, cable, hand);
    if (cable == NULL
        || !RV_CHECK(world, rod != NULL, "rv_cable_release: hand %d holds nothing", hand))
        return false;
    rod->hand[hand] = (rv_rod_hand){0};
    rv_world_wake(world, rod->bodies, 2);
    rv_rod_wake(rod);
    return true;
}

// likewise of an id and a hand that may be none
static const rv_rod* rod_in(const rv_world* world, rv_cable_id id, int hand) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL || hand < 0 || hand >= RV_CABLE_GRIPS ? NULL
                                                               : held_rod(world, cable, hand);
}

rv_vec3 rv_cable_grip_point(const rv_world* world, rv_cable_id id, int hand) {
    const rv_rod* rod = rod_in(world, id, hand);
    return rod == NULL ? (rv_vec3){NAN, NAN, NAN}
                       : rv_rod_points(world, rod)[rod->hand[hand].vertex];
}

rv_vec3 rv_cable_grip_force(const rv_world* world, rv_cable_id id, int hand) {
    const rv_rod* rod = rod_in(world, id, hand);
    return rod == NULL ? (rv_vec3){0, 0, 0} : rv_vec3_neg(rod->hand[hand].force);
}

// the rod with this end of a cable
static const rv_rod* rod_at(const rv_world* world, rv_cable_id id, int end) {
    const rv_cable* cable = rv_world_cable(world, id);
    if (cable == NULL || cable->rod_count == 0 || end < 0 || end > 1)
        return NULL;
    return &rv_cable_rods(world, cable)[end == 0 ? 0 : cable->rod_count - 1];
}

rv_vec3 rv_cable_end_force(const rv_world* world, rv_cable_id id, int end) {
    const rv_rod* rod = rod_at(world, id, end);
    return rod == NULL ? (rv_vec3){NAN, NAN, NAN} : rv_vec3_neg(rod->end[end].force);
}

rv_vec3 rv_cable_end_torque(const rv_world* world, rv_cable_id id, int end) {
    const rv_rod* rod = rod_at(world, id, end);
    return rod == NULL ? (rv_vec3){NAN, NAN, NAN} : rv_vec3_neg(rod->end[end].torque);
}

rv_vec3 rv_cable_end_director(const rv_world* world, rv_cable_id id, int end) {
    const rv_rod* rod = rod_at(world, id, end);
    if (rod == NULL)
        return (rv_vec3){NAN, NAN, NAN};
    const rv_vec3* edge = rv_rod_points(world, rod) + (end == 0 ? 0 : rod->count - 2);
    rv_vec3 tangent = rv_vec3_normalize(rv_vec3_sub(edge[1], edge[0]));
    return rv_rod_director(world, NULL, rod, end, tangent, 0.0);
}

// --- in the implicit step ---

// F for the velocity that its vertex ends with
static rv_vec3 pull(const rv_world* world, const rv_rod* rod, const rv_rod_hand* hand, double h,
                    rv_vec3 v) {
    const rv_cable_grip* g = &hand->grip;
    rv_vec3 slip = rv_vec3_sub(g->velocity, v);
    rv_vec3 gap = rv_vec3_sub(g->target, rv_rod_points(world, rod)[hand->vertex]);
    gap = rv_vec3_mul_add(gap, h, slip);
    return rv_vec3_mul_add(rv_vec3_scale(slip, g->damping), g->stiffness, gap);
}

static void set_limit(rv_rod_hand* hand, rv_vec3 F) {
    hand->size = rv_vec3_length(F);
    hand->limit = hand->size > hand->grip.max_force ? RV_HAND_AT_LIMIT : RV_HAND_FREE;
    hand->along = rv_vec3_scale(F, hand->size > 0.0 ? 1.0 / hand->size : 0.0);
}

// f of F, and df/dF
static rv_vec3 limited(const rv_rod_hand* hand, rv_vec3 F, rv_mat3* slope) {
    double a = 1.0, b = 1.0, base = 0.0;
    if (hand->limit == RV_HAND_AT_LIMIT) {
        base = hand->grip.max_force;
        a = 0.0;
        b = base / hand->size;
    } else if (hand->limit == RV_HAND_BETWEEN) {
        a = b = hand->share;
    }
    rv_mat3 along = rv_mat3_outer(hand->along, hand->along);
    *slope = rv_mat3_add(rv_mat3_diagonal(b, b, b), rv_mat3_scale(along, a - b));
    return rv_vec3_mul_add(rv_mat3_apply(*slope, F), base, hand->along);
}

// As if the motion went on. What was limited by a share goes on so, until it is far beyond that.
void rv_rod_begin_hands(const rv_world* world, rv_rod* rod, double h) {
    for (int k = 0; k < RV_CABLE_GRIPS; k++) {
        rv_rod_hand* hand = &rod->hand[k];
        if (!hand->holds)
            continue;
        rv_vec3 F = pull(world, rod, hand, h, rv_rod_velocities(world, rod)[hand->vertex]);
        if (hand->limit != RV_HAND_BETWEEN || rv_vec3_length(F) > FAR * hand->grip.max_force)
            set_limit(hand, F);
    }
}

void rv_rod_write_hands(const rv_world* world, const rv_rod* rod, rv_mat3* diagonal, double h,
                        double* r) {
    for (int k = 0; k < RV_CABLE_GRIPS; k++) {
        const rv_rod_hand* hand = &rod->hand[k];
        if (!hand->holds)
            continue;
        rv_mat3 slope;
        rv_vec3 f = limited(hand, pull(world, rod, hand, h, (rv_vec3){0, 0, 0}), &slope);
        double stiff = h * (h * hand->grip.stiffness + hand->grip.damping);
        rv_mat3* D = &diagonal[hand->vertex];
        *D = rv_mat3_add(*D, rv_mat3_scale(slope, stiff));
        double* at = r + 3 * hand->vertex;
        rv_vec3_store(at, rv_vec3_mul_add(rv_vec3_load(at), h, f));
    }
}

// how it is limited for F; true: by more than may be otherwise than assumed
static bool is_limited_otherwise(rv_rod_hand* hand, rv_vec3 F, rv_vec3 f) {
    double most = hand->grip.max_force, size = rv_vec3_length(F);
    if (hand->limit == RV_HAND_FREE && size <= most)
        return false;
    if (hand->limit == RV_HAND_AT_LIMIT && size >= most) {
        set_limit(hand, F);
        rv_vec3 off = rv_vec3_mul_add(f, -most, hand->along);
        return rv_vec3_length(off) > FORCE_OFF * most;
    }
    double share = size > most ? most / size : 1.0;
    bool was_between = hand->limit == RV_HAND_BETWEEN;
    bool off = !was_between || fabs(share - hand->share) * size > FORCE_OFF * most;
    // it is free again
    hand->limit = was_between && share == 1.0 && !off ? RV_HAND_FREE : RV_HAND_BETWEEN;
    hand->share = share;
    return off;
}

bool rv_rod_update_hands(const rv_world* world, rv_rod* rod, double h, const double* v) {
    bool changed = false;
    for (int k = 0; k < RV_CABLE_GRIPS; k++) {
        rv_rod_hand* hand = &rod->hand[k];
        if (!hand->holds)
            continue;
        rv_vec3 F = pull(world, rod, hand, h, rv_vec3_load(v + 3 * hand->vertex));
        rv_mat3 slope;
        rv_vec3 f = limited(hand, F, &slope);
        double size = rv_vec3_length(f), most = hand->grip.max_force;
        // what is told is within the limit, by which f may be off as far as passes leave it
        hand->force = size > most ? rv_vec3_scale(f, most / size) : f;
        changed |= is_limited_otherwise(hand, F, f);
    }
    return changed;
}

double rv_rod_strongest_hand(const rv_rod* rod) {
    double most = 0.0;
    for (int k = 0; k < RV_CABLE_GRIPS; k++)
        if (rod->hand[k].holds && rod->hand[k].limit != RV_HAND_FREE)
            most = fmax(most, rod->hand[k].grip.max_force);
    return most;
}
