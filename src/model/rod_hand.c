// Rods: hands that hold them, and what hands and holders feel.
#include "model/rod.h"

#include <math.h>

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

// the vertex nearest to a place along the cable
static rv_rod* find_vertex(const rv_world* world, const rv_cable* cable, double at,
                           int32_t* vertex) {
    rv_rod* best = NULL;
    double nearest = INFINITY, passed = 0.0;
    for (int r = 0; r < cable->rod_count; r++) {
        rv_rod* rod = rv_cable_rods(world, cable) + r;
        const double* lengths = rv_rod_lengths(world, rod);
        passed -= rod->end[0].clamped ? 0.5 * lengths[0] : 0.0;
        for (int i = 0; i < rod->count; passed += lengths[i++])
            if (fabs(passed - at) < nearest) {
                nearest = fabs(passed - at);
                best = rod;
                *vertex = i;
            }
        passed -= rod->end[1].clamped ? 0.5 * lengths[rod->count - 2] : 0.0;
    }
    return best;
}

bool rv_cable_hold(rv_world* world, rv_cable_id id, int hand, const rv_cable_grip* grip) {
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
    rod->hand[hand] = (rv_rod_hand){.holds = true, .vertex = vertex, .grip = *grip, .force = force};
    rv_world_wake(world, rod->bodies, 2);
    return true;
}

bool rv_cable_release(rv_world* world, rv_cable_id id, int hand) {
    rv_cable* cable = holdable(world, id, hand, "rv_cable_release");
    rv_rod* rod = cable == NULL ? NULL : held_rod(world, cable, hand);
    if (cable == NULL
        || !RV_CHECK(world, rod != NULL, "rv_cable_release: hand %d holds nothing", hand))
        return false;
    rod->hand[hand] = (rv_rod_hand){0};
    rv_world_wake(world, rod->bodies, 2);
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
