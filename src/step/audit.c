// Energies, and the audit of a step: laws that hold whatever the method is.
//   energy   Of the things that touch or are connected (a cluster), motion and height gain no more than
//            the work that is done on them and the elastic energy that they have put in before. With
//            E = kinetic + gravitational, W the work of motors, winches, bodies that are moved, hands
//            and forces of the user, and U the elastic energy as the rows tell it,
//              S <- min(S, max(U, U')) + W - (E' - E)
//            is what can come back. (Of U alone a snap or a jump of a path tells too much for a step
//            or two, and a cable that is just caught too little.) Energies belong to the middle of a
//            step, where they are conserved (move.c), and W to all of it: S may be below 0 by half of
//            |W|. What it is below that is a gain that nothing accounts for. Gains of about a second are
//            summed,
//              gain <- gain f + max(0, -S - |W|/2),   f = PERIOD/(PERIOD + h)
//            and compared with the energy in play: the most kinetic and elastic energy, and what work
//            and gravity have moved, which fade alike. Where both only fade their ratio stands still, and
//            a gain is one of the steps that make it: beyond GAIN_MAX of the energy in play E, a step
//            that gains is told of if what has come since the last that was told of is beyond it, too,
//            or if it gains faster than the sum would forget at that bound, (1 - f) GAIN_MAX E: a leak
//            at such a rate is told of in all its steps. Not counted is m (g t)^2, t the step, or a frame
//            if that is longer: what falls for one step is lifted back by it when it is caught. The
//            world as a whole is followed in the same way: there bodies may come and go within a step.
//   length   No cable is longer than its tension and EA allow.
// A step that breaks one of them is degraded, and the report names where.
#include "core/extremes.h"
#include "model/body.h"
#include "model/cable.h"
#include "model/family.h"
#include "step/step.h"

#include <math.h>

static const double PERIOD = 1.0;       // [s] over which a gain is summed
static const double GAIN_MAX = 0.05;    // of the energy in play: what users are promised
static const double EXCESS_MAX = 0.02;  // of a cable's length, beyond what EA allows
static const double FRAME = 1.0 / 60.0; // [s]: what falls for less long is not seen to move
static const double ROUNDING = 1e-12;   // of the sum of all that energies are made of

// --- energies ---

static double turning_energy(const rv_body* body) {
    if (body->slender >= 0) {
        int axis = body->slender;
        rv_vec3 a = rv_mat3_column(body->R, axis);
        double s = rv_vec3_dot(a, body->w);
        rv_vec3 z = rv_vec3_mul_add(body->w, -s, a);
        return 0.5
               * (body->inertia.m[axis][axis] * s * s
                  + body->inertia.m[(axis + 1) % 3][(axis + 1) % 3] * rv_vec3_dot(z, z));
    }
    rv_vec3 w = rv_mat3_apply_transpose(body->R, body->w);
    return 0.5 * rv_vec3_dot(w, rv_mat3_apply(body->inertia, w));
}

// kinetic and gravitational, at the mean of the last two positions
static inline void add_body(const rv_world* world, const rv_body* body, rv_energy* sum) {
    sum->kinetic += 0.5 * body->mass * rv_vec3_dot(body->v, body->v);
    if (body->kind == RV_BODY_RIGID)
        sum->kinetic += turning_energy(body);
    if (body->kind == RV_BODY_SCALAR)
        return;
    rv_vec3 twice = rv_vec3_add(body->x, body->x_before);
    sum->gravitational -= 0.5 * body->mass * rv_vec3_dot(world->def.gravity, twice);
}

static void add(rv_energy* sum, const rv_energy* energy) {
    sum->kinetic += energy->kinetic;
    sum->gravitational += energy->gravitational;
    sum->elastic += energy->elastic;
}

// what things have that are neither bodies nor rows
static void add_members(const rv_world* world, rv_energy* energy) {
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        for (int i = 0; class->add_energy != NULL && i < class->capacity(world); i++)
            if (class->is_alive(world, i))
                class->add_energy(world, i, energy);
    }
}

static rv_energy with_total(rv_energy energy) {
    energy.total = energy.kinetic + energy.gravitational + energy.elastic;
    return energy;
}

static bool has_energy(const rv_world* world, int body) {
    return rv_id_pool_alive(&world->body_ids, body) && rv_body_dofs(&world->bodies.data[body]) > 0;
}

rv_energy rv_world_energy(const rv_world* world) {
    rv_energy energy = {.work = world->work};
    add_members(world, &energy);
    if (world->step_count > 0) {
        add(&energy, &world->energy);
        return with_total(energy);
    }
    for (int i = 0; i < world->bodies.count; i++)
        if (has_energy(world, i))
            add_body(world, &world->bodies.data[i], &energy);
    rv_families_do(add_elastic, world, &energy);
    return with_total(energy);
}

// --- the audit ---

// how the energy of some things has changed in a step
typedef struct change {
    rv_energy_share before;
    rv_energy after;
    double lift; // gravitational energy that bodies have gained
    double work, mass;
    int bodies;
} change;

// the energy of the members of an island that count with its bodies, or of those that do not
static void sum_members(const rv_world* world, const rv_island* island, bool as_bodies,
                        rv_energy* sum) {
    for (int m = 0; m < island->members.count; m++) {
        const rv_member* member = &island->members.data[m];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->add_energy != NULL && class->moves_as_bodies == as_bodies)
            class->add_energy(world, member->index, sum);
    }
}

static void sum_bodies(const rv_world* world, const rv_island* island, rv_energy* sum) {
    for (int i = 0; i < island->bodies.count; i++) {
        const rv_body* body = &world->bodies.data[island->bodies.data[i]];
        if (!body->frozen)
            add_body(world, body, sum);
    }
}

void rv_audit_begin(rv_world* world) {
    for (int i = 0; i < world->island_count; i++) {
        rv_island* island = &world->islands.data[i];
        island->before = (rv_energy){0};
        if (island->asleep)
            continue;
        sum_bodies(world, island, &island->before);
        sum_members(world, island, true, &island->before);
    }
}

// What an island that is awake has after the step: its bodies, its members, and what does not count with
// its bodies. Returns the gravitational energy of what does.
static double sum_island(const rv_world* world, rv_island* island) {
    rv_energy as_bodies = {0}, beside = {0};
    island->bodies_have = (rv_energy){0};
    sum_bodies(world, island, &island->bodies_have);
    sum_members(world, island, true, &as_bodies);
    sum_members(world, island, false, &beside);
    island->members_have = as_bodies;
    add(&island->members_have, &beside);
    island->others = (rv_energy){.elastic = island->report.elastic + island->report.touching};
    add(&island->others, &beside);
    return island->bodies_have.gravitational + as_bodies.gravitational;
}

static rv_ledger larger(rv_ledger a, rv_ledger b) {
    return (rv_ledger){rv_larger(a.gain, b.gain), rv_larger(a.untold, b.untold),
                       rv_larger(a.motion, b.motion), rv_larger(a.flow, b.flow)};
}

// a gain as a share of the energy in play
typedef struct gain {
    double share;
    bool told; // beyond the bound, and made in this step
} gain;

// The ledger after a step, and what can come back.
static gain follow(rv_ledger* ledger, change* c, double fall, double fade) {
    const rv_energy* after = &c->after;
    double rise = after->kinetic + after->gravitational - c->before.carried - c->work;
    double rounding = ROUNDING * (after->kinetic + fabs(after->gravitational) + fabs(c->work));
    double owed = 0.5 * fabs(c->work);
    double held = rv_smaller(c->before.stored, rv_larger(c->before.elastic, after->elastic));
    double stored = held - rise + rounding;
    double gained = rv_larger(0.0, -stored - owed);
    ledger->gain = fade * ledger->gain + gained;
    ledger->untold = fade * ledger->untold + gained;
    ledger->motion = rv_larger(fade * ledger->motion, after->kinetic + after->elastic);
    ledger->flow = fade * ledger->flow + fabs(c->work) + fabs(c->lift);
    c->before.stored = rv_larger(stored, -owed);
    double unseen = c->mass * fall * fall, play = ledger->motion + ledger->flow;
    double most = GAIN_MAX * play, seen = ledger->gain - unseen;
    gain found = {.share = seen > 0.0 ? seen / play : 0.0};
    bool is_new = gained > (1.0 - fade) * most || ledger->untold - unseen > most;
    found.told = gained > 0.0 && !(seen <= most) && is_new;
    if (found.told)
        ledger->untold = 0.0;
    return found;
}

typedef struct auditor {
    rv_world* world;
    double fade, fall; // speed that gravity gives within the step
    rv_audit* audit;
    double worst; // share of the energy in play
} auditor;

static void note_gain(auditor* a, gain found, const rv_ledger* ledger, rv_body_id body) {
    a->audit->failed += found.told;
    if (found.share <= a->worst)
        return;
    // of the whole world no body is named, but one of the cluster that gained most
    if (!RV_ID_IS_NULL(body))
        a->audit->energy_body = body;
    a->worst = found.share;
    a->audit->energy_gain = ledger->gain;
    a->audit->energy_in_play = ledger->motion + ledger->flow;
}

static bool is_seen(const rv_island* island) {
    bool seen = island->bodies.count > 0 && island->report.nonfinite == 0;
    for (int m = 0; m < island->members.count; m++)
        seen = seen && !rv_member_class(island->members.data[m].kind)->works_unseen;
    return seen;
}

static void add_shares(rv_energy_share* sum, const rv_energy_share* share) {
    sum->stored += share->stored;
    sum->elastic += share->elastic;
    sum->carried += share->carried;
}

// Energies of a cluster before and after the step. False: what is done to it is in no account.
static bool sum_cluster(rv_world* world, const rv_cluster* cluster, change* c, rv_ledger* ledger) {
    bool seen = true;
    for (int k = 0; k < cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(world, cluster, k);
        const rv_energy *bodies = &island->bodies_have, *members = &island->members_have;
        c->lift += sum_island(world, island) - island->before.gravitational;
        add(&c->after, bodies);
        add(&c->after, members);
        c->after.elastic += island->report.elastic + island->report.touching;
        c->before.carried += island->before.kinetic + island->before.gravitational;
        c->work += island->report.work;
        seen = seen && is_seen(island);
        c->bodies += island->bodies.count;
        for (int i = 0; i < island->bodies.count; i++) {
            const rv_body* body = &world->bodies.data[island->bodies.data[i]];
            add_shares(&c->before, &body->share);
            *ledger = larger(*ledger, body->ledger);
            c->mass += body->mass;
        }
    }
    return seen;
}

// Every body of a cluster keeps its ledger, and an equal part of what is known of its island. Of the
// elastic energy of each island the same share can come back; what is below 0 is of all bodies.
static void keep(rv_world* world, const rv_cluster* cluster, const rv_ledger* ledger,
                 const change* c) {
    double stored = c->before.stored, share = rv_larger(stored, 0.0) / c->after.elastic;
    double below = rv_smaller(stored, 0.0) / c->bodies;
    for (int k = 0; k < cluster->island_count; k++) {
        const rv_island* island = rv_cluster_island(world, cluster, k);
        const rv_energy* others = &island->others;
        double part = 1.0 / island->bodies.count, elastic = part * others->elastic;
        rv_energy_share kept = {.stored = below + (c->after.elastic > 0.0 ? share * elastic : 0.0),
                                .elastic = elastic,
                                .carried = part * (others->kinetic + others->gravitational)};
        kept.stored = isnan(stored) ? NAN : kept.stored;
        for (int i = 0; i < island->bodies.count; i++) {
            rv_body* body = &world->bodies.data[island->bodies.data[i]];
            body->ledger = *ledger;
            body->share = kept;
        }
    }
}

static void audit_cluster(auditor* a, const rv_cluster* cluster, bool compared, change* all) {
    change c = {0};
    rv_ledger ledger = {0};
    bool seen = sum_cluster(a->world, cluster, &c, &ledger);
    all->work += c.work;
    all->mass += c.mass;
    all->lift += c.lift;
    if (!seen || !compared || isnan(c.before.stored)) {
        c.before.stored = seen ? c.after.elastic : NAN;
        keep(a->world, cluster, &ledger, &c);
        return;
    }
    gain found = follow(&ledger, &c, a->fall, a->fade);
    keep(a->world, cluster, &ledger, &c);
    const rv_island* first = rv_cluster_island(a->world, cluster, 0);
    note_gain(a, found, &ledger, rv_world_body_id(a->world, first->bodies.data[0]));
}

// Where rods push bodies of other clusters, a cluster alone has no law of its own.
static bool has_pushers(const rv_world* world) {
    bool any = false;
    for (int c = 0; c < world->cluster_count; c++)
        any = any || world->clusters.data[c].goes_first;
    return any;
}

// kinetic, gravitational and elastic energy of all bodies and rows; and of what is neither
static rv_energy sum_all(rv_world* world, rv_energy* members) {
    rv_energy sum = {0};
    for (int i = 0; i < world->island_count; i++) {
        rv_island* island = &world->islands.data[i];
        // what sleeps stores what it did when it fell asleep
        if (!island->asleep)
            island->elastic = island->report.elastic + island->report.touching;
        if (island->asleep) {
            sum_bodies(world, island, &sum);
            sum_members(world, island, true, members);
            sum_members(world, island, false, members);
        } else {
            add(&sum, &island->bodies_have);
            add(members, &island->members_have);
        }
        sum.elastic += island->elastic;
        world->work += island->report.work;
    }
    return sum;
}

// With a layered cable that breaks its mass is gone: energies are not those of the same things.
static bool tells_nothing(rv_cable_event_type type) {
    return type == RV_CABLE_EVENT_BROKEN;
}

static double rod_mass(const rv_world* world) {
    double sum = 0.0;
    for (int r = 0; r < world->rods.count; r++) {
        const rv_rod* rod = &world->rods.data[r];
        for (int i = 0; i < rod->count; i++)
            sum += world->rod_mass.data[rod->first + i];
    }
    return sum;
}

static void audit_energy(auditor* a) {
    rv_world* world = a->world;
    change all = {.before = world->share};
    for (int k = 0; k < world->cable_events.count; k++)
        if (tells_nothing(world->cable_events.data[k].type))
            rv_world_disturb(world);
    // what "adapt" has fed brings its energy with it
    all.before.carried += world->work - world->work_published;
    bool compared = world->settling == 0, clusters = compared && !has_pushers(world);
    for (int c = 0; c < world->cluster_count; c++)
        if (!world->clusters.data[c].asleep)
            audit_cluster(a, &world->clusters.data[c], clusters, &all);
    world->energy = sum_all(world, &all.after);
    add(&all.after, &world->energy);
    all.mass += rod_mass(world);
    compared = compared && !world->works_unseen;
    gain found = {0};
    if (compared)
        found = follow(&world->ledger, &all, a->fall, a->fade);
    world->share = (rv_energy_share){.stored = compared ? all.before.stored : all.after.elastic,
                                     .elastic = all.after.elastic,
                                     .carried = all.after.kinetic + all.after.gravitational};
    world->work_published = world->work;
    a->audit->energy_compared = compared;
    if (compared)
        note_gain(a, found, &world->ledger, (rv_body_id){0});
}

static void audit_lengths(auditor* a, double dt) {
    rv_world* world = a->world;
    int too_long = 0;
    for (int i = 0; i < world->cables.count; i++) {
        const rv_cable* cable = &world->cables.data[i];
        if (!rv_id_pool_alive(&world->cable_ids, i) || cable->parent >= 0)
            continue;
        rv_excess sum = rv_cable_total_excess(world, cable);
        double share = sum.length > 0.0 ? sum.excess / sum.length : 0.0;
        too_long += !(share <= EXCESS_MAX);
        if (share <= a->audit->excess)
            continue;
        a->audit->excess = share;
        a->audit->excess_cable = rv_world_cable_id(world, i);
    }
    world->drawing = too_long > 0 ? rv_larger(0.0, world->drawing - dt) : 0.0;
    a->audit->failed += world->drawing > 0.0 ? 0 : too_long;
}

void rv_audit_publish(rv_world* world, double dt, rv_report* report) {
    auditor a = {.world = world,
                 .fade = PERIOD / (PERIOD + dt),
                 .fall = rv_larger(dt, FRAME) * rv_vec3_length(world->def.gravity),
                 .audit = &report->audit};
    audit_energy(&a);
    audit_lengths(&a, dt);
    world->settling -= world->settling > 0;
}
