// ODE: the hoist as bodies with ball joints. Its joints have no bending springs, and it has no lines
// through eyes: no thread, no tackle.
#include "bench/peers/peers.h"

#include <ode/ode.h>
#include <stdlib.h>

enum { SOLVER_STEP, SOLVER_QUICK_STEP };

typedef struct ode_run {
    dWorldID world;
    dBodyID anchor, bodies[PEERS_BODIES_MAX];
    peers_problem problem;
    const peers_setting* setting;
} ode_run;

// it does not tell itself: PEERS_ODE_VERSION is that of its package
static const char* version(void) {
    return PEERS_ODE_VERSION;
}

static dBodyID add_body(ode_run* run, int i) {
    const peers_problem* p = &run->problem;
    bool load = i == p->segments;
    double moments[3], place[3], turn[4];
    peers_segment_inertia(p, moments);
    if (load)
        moments[0] = moments[1] = moments[2] = peers_load_inertia(p);
    peers_start_place(p, i, place);
    peers_start_turn(p, turn);
    dMass mass;
    dMassSetParameters(&mass, load ? p->load : peers_segment_mass(p), 0, 0, 0, moments[0],
                       moments[1], moments[2], 0, 0, 0);
    dBodyID body = dBodyCreate(run->world);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, place[0], place[1], place[2]);
    dQuaternion q = {turn[0], turn[1], turn[2], turn[3]};
    dBodySetQuaternion(body, q);
    return body;
}

// where body i begins
static void add_joint(ode_run* run, int i) {
    const peers_problem* p = &run->problem;
    double along = i * peers_segment_length(p);
    dJointID joint = dJointCreateBall(run->world, 0);
    dJointAttach(joint, i == 0 ? run->anchor : run->bodies[i - 1], run->bodies[i]);
    dJointSetBallAnchor(joint, p->hangs ? 0.0 : along, 0.0, p->hangs ? -along : 0.0);
}

static void* create(const peers_problem* problem, const peers_setting* setting) {
    ode_run* run = calloc(1, sizeof *run);
    if (run == NULL || problem->segments >= PEERS_BODIES_MAX) {
        free(run);
        return NULL;
    }
    dInitODE2(0); // counts: one for every run
    dAllocateODEDataForThread(dAllocateMaskAll);
    run->problem = *problem;
    run->setting = setting;
    run->world = dWorldCreate();
    dWorldSetGravity(run->world, 0, 0, -PEERS_GRAVITY);
    run->anchor = dBodyCreate(run->world);
    dBodySetKinematic(run->anchor);
    for (int i = 0; i <= problem->segments; i++) {
        run->bodies[i] = add_body(run, i);
        add_joint(run, i);
    }
    return run;
}

static void step(void* data, double anchor_speed) {
    ode_run* run = data;
    double h = run->problem.h / run->setting->substeps;
    dBodySetLinearVel(run->anchor, anchor_speed, 0, 0);
    for (int i = 0; i < run->setting->substeps; i++) {
        if (run->setting->choice == SOLVER_QUICK_STEP)
            dWorldQuickStep(run->world, h);
        else
            dWorldStep(run->world, h);
    }
}

static void put(double* out, const dReal* in, int count) {
    for (int i = 0; i < count; i++)
        out[i] = in[i];
}

static void read_state(void* data, peers_state* state) {
    const ode_run* run = data;
    put(state->anchor, dBodyGetPosition(run->anchor), 3);
    for (int i = 0; i <= run->problem.segments; i++) {
        peers_body* body = &state->body[i];
        put(body->place, dBodyGetPosition(run->bodies[i]), 3);
        put(body->turn, dBodyGetQuaternion(run->bodies[i]), 4);
        put(body->velocity, dBodyGetLinearVel(run->bodies[i]), 3);
        put(body->spin, dBodyGetAngularVel(run->bodies[i]), 3);
    }
    state->lost = false;
}

static void destroy(void* data) {
    ode_run* run = data;
    dWorldDestroy(run->world);
    free(run);
    dCloseODE();
}

static const peers_setting SETTINGS[] = {
    {"ode-step", "dWorldStep, default ERP and CFM", PEERS_HOIST, SOLVER_STEP, 1, false},
    {"ode-quickstep", "dWorldQuickStep, 20 iterations (default)", PEERS_HOIST, SOLVER_QUICK_STEP, 1,
     false},
    {"ode-step-64", "dWorldStep, 64 substeps", PEERS_HOIST, SOLVER_STEP, 64, true},
};

const peers_engine peers_ode = {
    .name = "ODE",
    .version = version,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof *SETTINGS,
    .create = create,
    .step = step,
    .read = read_state,
    .destroy = destroy,
};
