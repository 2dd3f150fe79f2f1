// What is done to a scene: one table of acts with how often each happens. Whatever a person at the
// page can do goes the way of the page (view/inputs.h), the rest is the public API. Values are
// within what a scene of this size and weight can meet, ends of ranges among them.
#include "soak.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// --- random numbers -----------------------------------------------------------------------------

// splitmix64 (Steele, Lea, Flood 2014)
static uint64_t next(soak* s) {
    s->random += 0x9e3779b97f4a7c15ull;
    uint64_t z = s->random;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

double soak_share(soak* s) {
    return (double)(next(s) >> 11) * 0x1p-53;
}

double soak_signed(soak* s) {
    return 2.0 * soak_share(s) - 1.0;
}

int soak_below(soak* s, int count) {
    return (int)(soak_share(s) * count);
}

rv_vec3 soak_direction(soak* s) {
    // in this order on every compiler
    double x = soak_signed(s), y = soak_signed(s), z = soak_signed(s);
    return rv_vec3_scale((rv_vec3){x, y, z}, 1.0 / sqrt(3.0));
}

// an end of a range, its middle, or anything between
static double position(soak* s) {
    static const double ENDS[3] = {-1.0, 0.0, 1.0};
    int which = soak_below(s, 6);
    return which < 3 ? ENDS[which] : soak_signed(s);
}

static rv_vec3 somewhere(soak* s) {
    return rv_vec3_mul_add(s->measure.center, s->measure.size, soak_direction(s));
}

// --- things of the world ------------------------------------------------------------------------

static rv_cable_id any_cable(soak* s) {
    int count = rv_cable_count(s->world);
    rv_cable_id cable = rv_cable_next(s->world, (rv_cable_id){0, 0, 0});
    for (int i = count > 0 ? soak_below(s, count) : 0; i > 0; i--)
        cable = rv_cable_next(s->world, cable);
    return cable;
}

static rv_joint_id any_joint(soak* s) {
    int count = rv_joint_count(s->world);
    rv_joint_id joint = rv_joint_next(s->world, (rv_joint_id){0, 0, 0});
    for (int i = count > 0 ? soak_below(s, count) : 0; i > 0; i--)
        joint = rv_joint_next(s->world, joint);
    return joint;
}

static rv_body_id any_body(soak* s, rv_body_type type) {
    int count = 0;
    rv_body_id body = {0, 0, 0}, chosen = {0, 0, 0};
    while ((body = rv_body_next(s->world, body)).slot != 0)
        if (rv_body_get_type(s->world, body) == type && soak_below(s, ++count) == 0)
            chosen = body;
    return chosen;
}

// --- at the page --------------------------------------------------------------------------------

static bool request(soak* s, rv_request_kind kind, uint32_t index, rv_vec3 point) {
    rv_request r = {.kind = kind, .index = index, .point = point};
    return rv_inputs_apply(&s->inputs, &r);
}

static bool control(soak* s) {
    int count = s->about.controls;
    if (count == 0)
        return false;
    rv_request r = {.kind = RV_REQUEST_CONTROL, .index = (uint32_t)soak_below(s, count)};
    r.number = position(s);
    return rv_inputs_apply(&s->inputs, &r);
}

// any body that the page shows, by a place within its radius of gyration
static bool grab_body(soak* s) {
    int count = 0;
    rv_body_id body = {0, 0, 0};
    while ((body = rv_body_next(s->world, body)).slot != 0)
        count += rv_body_cable(s->world, body).slot == 0;
    int index = count > 0 ? soak_below(s, count) : 0;
    for (int i = -1; i < index && (body = rv_body_next(s->world, body)).slot != 0;)
        i += rv_body_cable(s->world, body).slot == 0;
    rv_mass_properties p = rv_body_mass_properties(s->world, body);
    double trace = p.inertia.m[0][0] + p.inertia.m[1][1] + p.inertia.m[2][2];
    double radius = p.mass > 0.0 ? sqrt(0.5 * trace / p.mass) : 0.0;
    rv_vec3 local = rv_vec3_scale(soak_direction(s), fmin(radius, s->measure.size));
    return request(s, RV_REQUEST_GRAB_BODY, (uint32_t)index, local);
}

static bool grab_cable(soak* s) {
    int count = rv_cable_count(s->world);
    if (count == 0)
        return false;
    int index = soak_below(s, count);
    rv_cable_id cable = rv_cable_next(s->world, (rv_cable_id){0, 0, 0});
    for (int i = 0; i < index; i++)
        cable = rv_cable_next(s->world, cable);
    int points = soak_cable_points(s, cable);
    rv_vec3 point = points > 0 ? s->points[soak_below(s, points)] : s->measure.center;
    if (!(isfinite(point.x) && isfinite(point.y) && isfinite(point.z)))
        point = s->measure.center;
    return request(s, RV_REQUEST_GRAB_CABLE, (uint32_t)index, point);
}

static bool grab_solid(soak* s) {
    int count = rv_solid_count(s->world);
    if (count == 0)
        return false;
    uint32_t index = (uint32_t)soak_below(s, count);
    return request(s, RV_REQUEST_GRAB_SOLID, index, somewhere(s));
}

static bool move_hand(soak* s) {
    return request(s, RV_REQUEST_MOVE, 0, somewhere(s));
}

static bool release(soak* s) {
    return request(s, RV_REQUEST_RELEASE, 0, (rv_vec3){0, 0, 0});
}

static bool leave_page(soak* s) {
    rv_inputs_let_go(&s->inputs);
    return true;
}

// --- drives and blows ---------------------------------------------------------------------------

static bool drive_winch(soak* s) {
    rv_cable_id cable = any_cable(s);
    int last = rv_cable_node_count(s->world, cable) - 1;
    double speed = 0.1 * s->measure.speed * position(s);
    return rv_cable_set_winch_speed(s->world, cable, soak_below(s, 2) * (last > 0 ? last : 0),
                                    speed);
}

static bool drive_motor(soak* s) {
    rv_joint_id joint = any_joint(s);
    bool turns = rv_joint_get_type(s->world, joint) == RV_JOINT_HINGE;
    double speed = position(s) * (turns ? 3.0 : 0.1 * s->measure.speed);
    return rv_joint_set_motor_speed(s->world, joint, speed);
}

static bool lead_body(soak* s) {
    rv_body_id body = any_body(s, RV_BODY_KINEMATIC);
    if (body.slot == 0)
        return false;
    rv_vec3 velocity = rv_vec3_scale(soak_direction(s), 0.1 * s->measure.speed);
    return soak_below(s, 2) == 0 ? rv_body_set_velocity(s->world, body, velocity)
                                 : rv_body_set_angular_velocity(s->world, body, soak_direction(s));
}

static bool kick_body(soak* s) {
    rv_body_id body = any_body(s, RV_BODY_DYNAMIC);
    rv_vec3 kick = rv_vec3_scale(soak_direction(s), 0.5 * s->measure.speed);
    if (rv_body_get_kind(s->world, body) == RV_BODY_SCALAR)
        kick = (rv_vec3){kick.x, 0, 0};
    rv_vec3 velocity = rv_body_velocity(s->world, body);
    return rv_body_set_velocity(s->world, body, rv_vec3_add(velocity, kick));
}

static bool push_solid(soak* s) {
    rv_solid_id solid = rv_solid_next(s->world, (rv_solid_id){0, 0, 0});
    int nodes = rv_solid_node_count(s->world, solid);
    if (nodes == 0)
        return false;
    rv_vec3 force = rv_vec3_scale(soak_direction(s), s->measure.weight);
    return rv_solid_apply_force(s->world, solid, soak_below(s, nodes), force);
}

static bool turn_gravity(soak* s) {
    double size = rv_vec3_length(s->gravity);
    return rv_world_set_gravity(
        s->world, soak_below(s, 2) == 0 ? s->gravity : rv_vec3_scale(soak_direction(s), size));
}

// --- cutting and breaking -----------------------------------------------------------------------

static bool cut(soak* s) {
    rv_cable_id cable = any_cable(s);
    double at = soak_share(s) * rv_cable_length(s->world, cable);
    return soak_below(s, 2) == 0 ? rv_cable_cut(s->world, cable)
                                 : rv_cable_cut_at(s->world, cable, at);
}

static bool mend(soak* s) {
    return rv_cable_mend(s->world, any_cable(s));
}

static bool change_length(soak* s) {
    // by a hundredth: what is inextensible is there within a few steps
    rv_cable_id cable = any_cable(s);
    double length = rv_cable_length(s->world, cable);
    return rv_cable_set_length(s->world, cable, length * (1.0 + 0.01 * soak_signed(s)));
}

static bool weaken(soak* s) {
    rv_cable_id cable = any_cable(s);
    double tension = rv_cable_largest_tension(s->world, cable);
    double load = soak_below(s, 3) == 0 ? INFINITY : 3.0 * soak_share(s) * tension;
    return rv_cable_set_breaking_load(s->world, cable, load);
}

static bool untie(soak* s) {
    int count = rv_tie_count(s->world);
    rv_tie_id tie = rv_tie_next(s->world, (rv_tie_id){0, 0, 0});
    for (int i = count > 0 ? soak_below(s, count) : 0; i > 0; i--)
        tie = rv_tie_next(s->world, tie);
    return rv_tie_destroy(s->world, tie);
}

static bool unstitch(soak* s) {
    int count = rv_suture_count(s->world);
    rv_suture_id suture = rv_suture_next(s->world, (rv_suture_id){0, 0, 0});
    for (int i = count > 0 ? soak_below(s, count) : 0; i > 0; i--)
        suture = rv_suture_next(s->world, suture);
    return rv_suture_destroy(s->world, suture);
}

static bool unhinge(soak* s) {
    return rv_joint_destroy(s->world, any_joint(s));
}

// --- snapshots ----------------------------------------------------------------------------------

static bool save(soak* s) {
    release(s);
    size_t bytes = rv_world_snapshot_bytes(s->world);
    free(s->saved);
    s->saved = malloc(bytes);
    s->saved_bytes = s->saved != NULL ? rv_world_save(s->world, s->saved, bytes) : 0;
    if (s->saved_bytes == 0)
        soak_fail(s, "a snapshot of %zu bytes could not be saved", bytes);
    s->saved_hash = rv_world_hash(s->world);
    s->saved_frozen = s->frozen_now;
    return true;
}

static bool restore(soak* s) {
    if (s->saved == NULL)
        return false;
    release(s);
    if (!rv_world_restore(s->world, s->saved, s->saved_bytes))
        soak_fail(s, "a snapshot was refused: %s", rv_world_error(s->world));
    else if (rv_world_hash(s->world) != s->saved_hash)
        soak_fail(s, "what was restored is not what was saved");
    s->frozen_now = s->saved_frozen;
    s->counts.restores++;
    return true;
}

enum { REPEATED_STEPS = 12 };

// steps on, goes back, steps on again: with whatever is held and driven now
static bool repeat(soak* s) {
    // a tool goes on where the hand is
    if (s->about.haptics > 0)
        return false;
    size_t bytes = rv_world_snapshot_bytes(s->world);
    void* before = malloc(bytes);
    uint64_t hashes[REPEATED_STEPS];
    int steps = 1 + soak_below(s, REPEATED_STEPS);
    if (before == NULL || rv_world_save(s->world, before, bytes) == 0)
        soak_fail(s, "a snapshot of %zu bytes could not be saved", bytes);
    for (int pass = 0; pass < 2 && s->trouble[0] == '\0'; pass++) {
        for (int i = 0; i < steps; i++) {
            rv_world_step(s->world, 1.0 / s->about.rate);
            uint64_t hash = rv_world_hash(s->world);
            if (pass == 1 && hash != hashes[i])
                soak_fail(s, "step %d of %d after a restore differs from that after the save",
                          i + 1, steps);
            hashes[i] = hash;
        }
        if (!rv_world_restore(s->world, before, bytes))
            soak_fail(s, "a snapshot was refused: %s", rv_world_error(s->world));
    }
    free(before);
    s->counts.repeats++;
    return true;
}

void soak_reset(soak* s) {
    request(s, RV_REQUEST_RESET, 0, (rv_vec3){0, 0, 0});
    rv_world_set_gravity(s->world, s->gravity);
    s->frozen_now = 0;
    s->counts.resets++;
    if (rv_world_hash(s->world) != s->start_hash)
        soak_fail(s, "a reset does not bring back the start");
}

static bool reset(soak* s) {
    soak_reset(s);
    return true;
}

// --- all of them --------------------------------------------------------------------------------

typedef struct act {
    const char* name;
    double rate;  // how often [1/s]
    bool at_page; // a person at the page can do it, or it changes nothing
    bool (*make)(soak* s);
} act;

static const act ACTS[] = {
    {"control", 2.0, true, control},
    {"grab body", 0.4, true, grab_body},
    {"grab cable", 0.4, true, grab_cable},
    {"grab solid", 0.2, true, grab_solid},
    {"move", 3.0, true, move_hand},
    {"release", 0.3, true, release},
    {"leave page", 0.05, true, leave_page},
    {"reset", 0.05, true, reset},
    {"save", 0.2, true, save},
    {"restore", 0.1, true, restore},
    {"repeat", 0.3, true, repeat},
    {"drive winch", 0.4, false, drive_winch},
    {"drive motor", 0.4, false, drive_motor},
    {"lead body", 0.1, false, lead_body},
    {"kick body", 0.2, false, kick_body},
    {"push solid", 0.2, false, push_solid},
    {"turn gravity", 0.03, false, turn_gravity},
    {"cut", 0.03, false, cut},
    {"mend", 0.1, false, mend},
    {"change length", 0.1, false, change_length},
    {"weaken", 0.03, false, weaken},
    {"untie", 0.02, false, untie},
    {"unstitch", 0.02, false, unstitch},
    {"unhinge", 0.01, false, unhinge},
};

void soak_act(soak* s, double dt) {
    // even seeds do what a person at the page can do, odd ones all
    bool page_only = s->seed % 2 == 0;
    for (size_t i = 0; i < sizeof ACTS / sizeof ACTS[0]; i++) {
        if ((page_only && !ACTS[i].at_page) || soak_share(s) >= ACTS[i].rate * dt)
            continue;
        bool done = ACTS[i].make(s);
        s->counts.acts += done;
        if (s->traces)
            printf("  %lld: %s%s\n", s->counts.steps, ACTS[i].name, done ? "" : ": refused");
    }
}
