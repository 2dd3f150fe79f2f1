// MuJoCo: the hoist and the thread as a tree of bodies with ball joints, the tackle as a spatial
// tendon through sites with a limited length. Models are written as MJCF. Its joints cannot open. Its
// cable plugin came after the version that Debian has: the thread's elasticity is the stiffness of its
// ball joints, which for EI = GJ is the same law.
#include "bench/peers/peers.h"

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICE_DEFAULT, CHOICE_RK4, CHOICE_DAMPED, CHOICE_STIFF };

// An anchor that moves as it is told: a sliding joint so heavy that no load turns it aside, with the
// force that gives it its speed.
static const double ANCHOR_INERTIA = 1e24; // [kg]
// joint damping that holds heavy loads: A R m g l h, with A by the number of segments
static const double DAMPING_FEW = 30.0, DAMPING_MANY = 1000.0;
enum { FEW = 50 };
// its reader of XML nests no deeper than 100: long chains come in parts that include each other
enum { PART_SEGMENTS = 40 };

typedef struct mujoco_run {
    mjModel* model;
    mjData* data;
    peers_problem problem;
} mujoco_run;

static const char* version(void) {
    return mj_versionString();
}

// --- models --------------------------------------------------------------------------------------

static void write_ball(FILE* out, double stiffness, double damping) {
    fprintf(out, "<joint type='ball' stiffness='%.17g' damping='%.17g'/>", stiffness, damping);
}

// the joint where it is clamped stands for half a segment of cable
static void write_segment_joint(FILE* out, const peers_problem* p, int i, double hoist_damping) {
    double part = (i == 0 ? 2.0 : 1.0) / peers_segment_length(p);
    bool thread = p->kind == PEERS_THREAD;
    write_ball(out, thread ? part * p->EI : 0.0, thread ? part * p->damping : hoist_damping);
}

static double hoist_damping(const peers_problem* p, int choice) {
    double A = p->segments < FEW ? DAMPING_FEW : DAMPING_MANY;
    return choice == CHOICE_DAMPED ? A * p->load * PEERS_GRAVITY * peers_segment_length(p) * p->h
                                   : 0.0;
}

static void write_load(FILE* out, const peers_problem* p) {
    double moment = peers_load_inertia(p);
    fprintf(out, "<body pos='%.17g 0 0'>", peers_segment_length(p));
    write_ball(out, 0.0, 0.0);
    fprintf(out, "<inertial pos='0 0 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/></body>",
            p->load, moment, moment, moment);
}

static void write_segment(FILE* out, const peers_problem* p, int i, int choice) {
    double moments[3], turn[4], l = peers_segment_length(p);
    peers_segment_inertia(p, moments);
    peers_start_turn(p, turn);
    if (i == 0)
        fprintf(out, "<body quat='%.17g %.17g %.17g %.17g'>", turn[0], turn[1], turn[2], turn[3]);
    else
        fprintf(out, "<body pos='%.17g 0 0'>", l);
    write_segment_joint(out, p, i, hoist_damping(p, choice));
    fprintf(out, "<inertial pos='%.17g 0 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/>",
            0.5 * l, peers_segment_mass(p), moments[0], moments[1], moments[2]);
}

// Segments of one part, each within the one before, and in the innermost the next part or the load.
static void write_part(FILE* out, const peers_problem* p, int part, int choice) {
    int first = part * PART_SEGMENTS, end = first + PART_SEGMENTS;
    bool last = end >= p->segments;
    end = last ? p->segments : end;
    for (int i = first; i < end; i++)
        write_segment(out, p, i, choice);
    if (!last)
        fprintf(out, "<include file='part%d.xml'/>", part + 1);
    else if (p->load > 0.0)
        write_load(out, p);
    for (int i = first; i < end; i++)
        fprintf(out, "</body>");
}

static void write_chain(FILE* out, const peers_problem* p, int choice) {
    fprintf(out, "<body><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>");
    if (p->kind == PEERS_HOIST)
        fprintf(out, "<joint type='slide' axis='1 0 0' armature='%.17g'/>", ANCHOR_INERTIA);
    write_part(out, p, 0, choice);
    fprintf(out, "</body>");
}

static void write_site(FILE* out, const peers_problem* p, int i) {
    double point[3];
    peers_eye(p, i, point);
    fprintf(out, "<site name='eye%d' pos='%.17g %.17g %.17g'/>", i, point[0], point[1], point[2]);
}

static void write_tackle(FILE* out, const peers_problem* p) {
    double moment = peers_load_inertia(p);
    for (int i = 0; i < PEERS_EYES; i += 2)
        write_site(out, p, i);
    fprintf(out,
            "<body pos='0 0 %.17g'><freejoint/>"
            "<inertial pos='0 0 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/>",
            -p->length - 0.5 * PEERS_CUBE, p->load, moment, moment, moment);
    for (int i = 1; i < PEERS_EYES; i += 2)
        write_site(out, p, i);
    fprintf(out, "</body>");
}

// behind the bodies
static void write_tendon(FILE* out, const peers_problem* p, int choice) {
    fprintf(out, "<tendon><spatial limited='true' range='0 %.17g'%s>", peers_tackle_length(p),
            choice == CHOICE_STIFF ? " solimplimit='0.9999 0.9999 0.001'" : "");
    for (int i = 0; i < PEERS_EYES; i++)
        fprintf(out, "<site site='eye%d'/>", i);
    fprintf(out, "</spatial></tendon>");
}

static void write_main(FILE* out, const peers_problem* p, int choice) {
    fprintf(out,
            "<mujoco><compiler angle='radian'/>"
            "<option timestep='%.17g' gravity='0 0 %.17g' integrator='%s'/><worldbody>",
            p->h, -PEERS_GRAVITY, choice == CHOICE_RK4 ? "RK4" : "Euler");
    if (p->kind == PEERS_TACKLE)
        write_tackle(out, p);
    else
        write_chain(out, p, choice);
    fprintf(out, "</worldbody>");
    if (p->kind == PEERS_TACKLE)
        write_tendon(out, p, choice);
    fprintf(out, "</mujoco>");
}

static bool add_file(mjVFS* files, const peers_problem* p, int part, int choice) {
    char *text = NULL, name[32];
    size_t bytes = 0;
    snprintf(name, sizeof name, "part%d.xml", part);
    FILE* out = open_memstream(&text, &bytes);
    if (out == NULL)
        return false;
    if (part == 0)
        write_main(out, p, choice);
    else {
        fprintf(out, "<mujocoinclude>");
        write_part(out, p, part, choice);
        fprintf(out, "</mujocoinclude>");
    }
    bool fine = fclose(out) == 0 && mj_makeEmptyFileVFS(files, name, (int)bytes + 1) == 0;
    if (fine)
        memcpy(files->filedata[mj_findFileVFS(files, name)], text, bytes + 1);
    free(text);
    return fine;
}

static mjModel* load_model(const peers_problem* p, int choice) {
    char error[400] = "out of memory";
    mjModel* model = NULL;
    mjVFS* files = malloc(sizeof *files);
    if (files == NULL)
        return NULL;
    mj_defaultVFS(files);
    bool fine = true;
    for (int part = 0; part == 0 || part * PART_SEGMENTS < p->segments; part++)
        fine = fine && add_file(files, p, part, choice);
    if (fine)
        model = mj_loadXML("part0.xml", files, error, sizeof error);
    if (model == NULL)
        fprintf(stderr, "reeve_peers: mujoco: %s\n", error);
    mj_deleteVFS(files);
    free(files);
    return model;
}

// --- the table -----------------------------------------------------------------------------------

// else it writes a file into the current folder; what has happened is read from the data
static void keep_quiet(const char* text) {
    (void)text;
}

static void destroy(void* data) {
    mujoco_run* run = data;
    mj_deleteData(run->data);
    mj_deleteModel(run->model);
    free(run);
}

static void* create(const peers_problem* problem, const peers_setting* setting) {
    mju_user_warning = keep_quiet;
    mujoco_run* run = calloc(1, sizeof *run);
    if (run != NULL)
        run->model = load_model(problem, setting->choice);
    if (run == NULL || run->model == NULL) {
        free(run);
        return NULL;
    }
    run->problem = *problem;
    run->data = mj_makeData(run->model);
    if (problem->kind == PEERS_TACKLE)
        run->data->qvel[1] = problem->push;
    return run;
}

static void step(void* data, double anchor_speed) {
    mujoco_run* run = data;
    if (run->problem.kind == PEERS_HOIST)
        run->data->qfrc_applied[0] =
            ANCHOR_INERTIA * (anchor_speed - run->data->qvel[0]) / run->problem.h;
    mj_step(run->model, run->data);
}

static peers_body body_of(const mujoco_run* run, int id) {
    peers_body body = {0};
    mjtNum twist[6];
    mj_objectVelocity(run->model, run->data, mjOBJ_BODY, id, twist, 0);
    memcpy(body.place, run->data->xipos + 3 * id, sizeof body.place);
    memcpy(body.turn, run->data->xquat + 4 * id, sizeof body.turn);
    memcpy(body.spin, twist, sizeof body.spin);
    memcpy(body.velocity, twist + 3, sizeof body.velocity);
    return body;
}

static void read_state(void* data, peers_state* state) {
    const mujoco_run* run = data;
    const peers_problem* p = &run->problem;
    mjData* d = run->data;
    // after a step the places are those before it; they are found again in the next one
    mj_kinematics(run->model, d);
    mj_comPos(run->model, d);
    mj_tendon(run->model, d);
    mj_comVel(run->model, d);
    state->lost = d->warning[mjWARN_BADQPOS].number > 0 || d->warning[mjWARN_BADQVEL].number > 0
                  || d->warning[mjWARN_BADQACC].number > 0;
    // the world is body 0, the anchor body 1
    if (p->kind == PEERS_HOIST) {
        memcpy(state->anchor, d->xpos + 3, sizeof state->anchor);
        for (int i = 0; i <= p->segments; i++)
            state->body[i] = body_of(run, i + 2);
    } else if (p->kind == PEERS_THREAD) {
        const mjtNum end[3] = {peers_segment_length(p), 0.0, 0.0};
        int last = p->segments + 1;
        mju_rotVecMat(state->tip, end, d->xmat + 9 * last);
        mju_addTo3(state->tip, d->xpos + 3 * last);
    } else {
        state->body[0] = body_of(run, 1);
        state->path = d->ten_length[0];
    }
}

static const peers_setting SETTINGS[] = {
    {"mujoco", "Euler (default)", PEERS_HOIST | PEERS_THREAD | PEERS_TACKLE, CHOICE_DEFAULT, 1,
     false},
    {"mujoco-rk4", "Runge-Kutta 4", PEERS_HOIST, CHOICE_RK4, 1, true},
    {"mujoco-damped", "Euler, joints damped for the load", PEERS_HOIST, CHOICE_DAMPED, 1, false},
    {"mujoco-stiff", "Euler, solimp 0.9999 for the tendon", PEERS_TACKLE, CHOICE_STIFF, 1, false},
};

const peers_engine peers_mujoco = {
    .name = "MuJoCo",
    .version = version,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof *SETTINGS,
    .create = create,
    .step = step,
    .read = read_state,
    .destroy = destroy,
};
