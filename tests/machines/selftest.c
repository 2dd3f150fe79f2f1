// Does the judge see what it must, and nothing else? Hoists at rest have no symptom; a load that is
// thrown, carried off or dropped through the ground behind the engine's back has.
#include "machines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct deed {
    const char* what;
    void (*act)(machine* m, const judge* j);
    symptom expected;
} deed;

static void do_nothing(machine* m, const judge* j) {
    (void)m;
    (void)j;
}

// to twenty times the energy there was
static void throw_it(machine* m, const judge* j) {
    double mass = rv_body_mass_properties(m->world, m->loads[0]).mass;
    rv_body_set_velocity(m->world, m->loads[0],
                         vec(sqrt(40.0 * (j->begun + j->most_work) / mass), 0, 0));
}

// what hangs on the cable: the hook block, or the load itself
static rv_body_id hung(const machine* m) {
    rv_body_id body = NO_BODY;
    for (int i = 0; i < rv_cable_node_count(m->world, m->cables[0]); i++) {
        rv_cable_node node = rv_cable_get_node(m->world, m->cables[0], i);
        if (!RV_ID_IS_NULL(node.body))
            body = node.body;
    }
    return body;
}

static void carry(machine* m, rv_body_id body, rv_vec3 by) {
    rv_pose pose = rv_body_pose(m->world, body);
    pose.position = rv_vec3_add(pose.position, by);
    rv_body_set_pose(m->world, body, pose);
}

static void stretch_it(machine* m, const judge* j) {
    carry(m, hung(m), vec(0, 0, -1.3 * j->cables[0].length * (1.0 + j->cables[0].strain)));
}

static void carry_it_off(machine* m, const judge* j) {
    carry(m, hung(m), vec(4.0 * j->cables[0].length * (1.0 + j->cables[0].strain), 0, 0));
}

static void drop_it(machine* m, const judge* j) {
    double z = rv_body_center(m->world, m->loads[0]).z;
    carry(m, m->loads[0], vec(0, 0, m->lowest - 1.5 * j->depth - z));
}

static const deed DEEDS[] = {
    {"nothing", do_nothing, SYMPTOMS},
    {"a throw", throw_it, GAIN_TEN},
    {"a stretch", stretch_it, LONG_FIFTH},
    {"a theft", carry_it_off, LOST},
    {"a drop", drop_it, LOST},
};

// Rests for a second, or is operated for some, and is judged once more after the deed.
static bool try_deed(const machine_kind* kind, int model, uint64_t seed, double operated,
                     const deed* d) {
    static machine m;
    static judge j;
    const double dt = 1.0 / 60.0;
    if (!machine_build(&m, kind, &machine_models[model], seed, 60.0)) {
        fprintf(stderr, "machines: %s\n", m.trouble);
        machine_destroy(&m);
        return false;
    }
    if (!(operated > 0.0))
        m.drive_count = 0; // no operator
    judge_begin(&j, &m);
    int steps = 60 * (int)fmax(operated, 1.0);
    for (int i = 1; i <= steps; i++) {
        machine_operate(&m, (i - 1) * dt, dt);
        judge_step(&j, rv_world_step(m.world, dt), i * dt, dt, 0.0);
    }
    bool calm = !verdict_failed(&j.verdict);
    d->act(&m, &j);
    judge_step(&j, RV_STATUS_OK, (steps + 1) * dt, dt, 0.0);
    bool seen = d->expected == SYMPTOMS ? !verdict_failed(&j.verdict)
                                        : !isnan(j.verdict.first[d->expected]);
    if (!calm || !seen)
        fprintf(stderr, "machines: self-test: %s %s %d: %s %s\n", kind->name,
                machine_models[model].name, (int)seed, d->what,
                calm ? "is not judged right" : "comes after a symptom at rest");
    machine_destroy(&m);
    return calm && seen;
}

// machines that an earlier judge was wrong about
static const struct {
    const char* kind;
    int list, model; // of the kinds; of machine_models
    uint64_t seed;
    double operated; // [s]
} CASES[] = {
    // winches of the rope's own limits against each other stretch it by a fifth and more
    {"robot-space", 1, 1, 4002, 4.0},
    // a heavy rope that sags below the ground drags a light crate
    {"tow", 0, 2, 5001, 0.0},
};

static bool try_cases(void) {
    static const machine_kind* const LISTS[] = {machine_kinds_rope, machine_kinds_frame};
    bool good = true;
    for (size_t c = 0; c < sizeof CASES / sizeof CASES[0]; c++) {
        const machine_kind* kind = LISTS[CASES[c].list];
        while (kind->name != NULL && strcmp(kind->name, CASES[c].kind) != 0)
            kind++;
        for (size_t i = 0; i < sizeof DEEDS / sizeof DEEDS[0]; i++)
            good &= kind->name != NULL
                    && try_deed(kind, CASES[c].model, CASES[c].seed, CASES[c].operated, &DEEDS[i]);
    }
    return good;
}

bool judge_self_test(void) {
    bool good = try_cases();
    // hoists of 1, 2 and 4 falls, massless and layered
    for (int kind = 0; kind < 3; kind++)
        for (int model = 0; model < 3; model++)
            for (uint64_t seed = 1; seed <= 5; seed++)
                for (size_t i = 0; i < sizeof DEEDS / sizeof DEEDS[0]; i++)
                    good &= try_deed(&machine_kinds_hoist[kind], model, seed, 0.0, &DEEDS[i]);
    return good;
}
