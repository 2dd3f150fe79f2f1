// Suite "duriez_2004", the closed loop: a hand pushes the clip onto the tube and pulls it off again
// through the haptic tick of the engine. Passive: the device never has given the hand more than 1 mJ
// altogether. The grid is two hands, two compliances (linear and quadratic elements), a hand that
// presses on against the bottom of the clip or not, and three couplings.
//   device and hand, force held between ticks: exact (validation/haptic_loop.h)
//   contact update: all surface nodes within 1.5 mm, complementarity with new normals; what is
//   within 0.5 mm goes to the tick
#include "validation/duriez_2004_snap.h"
#include "validation/haptic_loop.h"

#include <stdlib.h>
#include <string.h>

enum { WORLD_POINTS = 128, GRID = 24, DIRECT_GRID = 8 };
static const double WORLD_REACH = 1.5e-3; // [m]
static const double REACH = 5e-4;
static const double PASSIVE = 1e-3;   // [J]
static const double START = 0.018;    // of the tool: the tube is 18 mm before its seat [m]
static const double SNAPPED = 0.0065; // the force pulls in from 6.9 mm on [m]
static const double PUSH = 1.3;       // of the peak: what the hand presses with
static const double PRESS_TIME = 0.5, STAY_TIME = 0.15; // [s]

// --- the contact update -----------------------------------------------------------------------------

typedef struct clip_world {
    const duriez_clip* clip;
    rv_memory memory;
    rv_haptic_contacts contacts; // of the update
    rv_haptic_model model;
    rv_vec3* F; // by surface node, in the axes of the handle
    rv_vec3* u;
} clip_world;

static bool world_make(clip_world* w, const duriez_clip* clip) {
    *w = (clip_world){.clip = clip, .memory = rv_memory_make((rv_allocator){0})};
    w->F = calloc((size_t)clip->count, sizeof *w->F);
    w->u = calloc((size_t)clip->count, sizeof *w->u);
    bool good = rv_haptic_contacts_make(&w->memory, &w->contacts, WORLD_POINTS)
                && rv_haptic_model_make(&w->memory, &w->model, WORLD_POINTS);
    w->contacts.max_travel = WORLD_REACH;
    return good && w->F != NULL && w->u != NULL;
}

static void world_free(clip_world* w) {
    rv_haptic_contacts_free(&w->memory, &w->contacts);
    rv_haptic_model_free(&w->memory, &w->model, WORLD_POINTS);
    free(w->F);
    free(w->u);
}

// u = C F on the whole surface
static void displace(clip_world* w) {
    int n = 3 * w->clip->count;
    memset(w->u, 0, (size_t)w->clip->count * sizeof *w->u);
    for (int j = 0; j < w->clip->count; j++) {
        double f[3] = {w->F[j].x, w->F[j].y, w->F[j].z};
        for (int a = 0; a < 3; a++)
            if (f[a] != 0.0) {
                const double* C = w->clip->C + (size_t)(3 * j + a) * (size_t)n;
                for (int i = 0; i < w->clip->count; i++)
                    w->u[i] = rv_vec3_mul_add(w->u[i], f[a], rv_vec3_load(C + 3 * i));
            }
    }
}

// the nodes nearest to the tube, with forces of the last update
static void list_points(const clip_world* w, rv_pose tool, rv_vec3 ahead, double reach, int room,
                        rv_haptic_model* m) {
    rv_geometry tube = {.type = RV_SHAPE_CYLINDER, .radius = DURIEZ_TUBE, .half_length = 1.0};
    rv_pose lie = {{0, 0, 0}, rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, -0.5 * RV_PI)};
    double gaps[WORLD_POINTS];
    m->count = 0;
    for (int i = 0; i < w->clip->count; i++) {
        rv_haptic_point p = {
            .key = (uint64_t)i + 1, .point = w->clip->X[i], .pose = lie, .geometry = tube};
        rv_vec3 at = rv_pose_apply(tool, rv_vec3_add(w->clip->X[i], w->u[i]));
        double gap = rv_haptic_distance(&tube, lie, at, &p.normal);
        // how near it will be
        double then = gap + fmin(0.0, rv_vec3_dot(p.normal, ahead));
        rv_vec3 give = rv_quat_rotate(tool.rotation, w->u[i]);
        p.gap = gap - rv_vec3_dot(p.normal, give);
        p.force = rv_quat_rotate(tool.rotation, w->F[i]);
        int place = m->count;
        if (m->count == room) {
            place = 0;
            for (int k = 1; k < room; k++)
                place = gaps[k] > gaps[place] ? k : place;
        }
        if (then > reach || (m->count == room && then >= gaps[place]))
            continue;
        m->count += m->count < room;
        m->points[place] = p;
        gaps[place] = then;
    }
}

static void fill_model(const clip_world* w, rv_pose tool, rv_vec3 ahead, double reach, int room,
                       rv_haptic_model* m) {
    int n = 3 * w->clip->count;
    m->sequence++;
    m->tool = tool;
    m->step = 0.0;
    m->tool_gives = true;
    list_points(w, tool, ahead, reach, room, m);
    for (int i = 0; i < m->count; i++)
        for (int j = 0; j < m->count; j++)
            for (int a = 0; a < 3; a++)
                memcpy(m->C_tool + (size_t)(3 * i + a) * (size_t)(3 * m->count) + 3 * j,
                       w->clip->C + (3 * (m->points[i].key - 1) + (uint64_t)a) * (uint64_t)n
                           + 3 * (m->points[j].key - 1),
                       3 * sizeof(double));
}

static void world_publish(void* thing, rv_pose tool, rv_vec3 ahead, rv_haptic_model* model) {
    clip_world* w = thing;
    fill_model(w, tool, (rv_vec3){0, 0, 0}, WORLD_REACH, WORLD_POINTS, &w->model);
    rv_haptic_contacts_take(&w->contacts, &w->model);
    rv_haptic_question question = {.free = tool};
    (void)rv_haptic_contacts_solve(&w->contacts, &question);
    memset(w->F, 0, (size_t)w->clip->count * sizeof *w->F);
    for (int i = 0; i < w->model.count; i++)
        w->F[w->model.points[i].key - 1] =
            rv_quat_rotate_inverse(tool.rotation, w->contacts.touches[i].force);
    displace(w);
    fill_model(w, tool, ahead, REACH, RV_HAPTIC_POINTS_MAX, model);
}

// --- the hand ---------------------------------------------------------------------------------------

// down until the spring of the hand has 1.3 times the peak, or until it snaps and then back to the
// seat; a stay; up again until it is off
typedef struct hand_path {
    double force; // of the hand's spring [m]: how far its reference is ahead
    bool presses_on;
    int phase;
    double at, until; // reference, and when the stay ends
} hand_path;

static double follow_path(void* context, double t, rv_pose tool) {
    hand_path* p = context;
    double step = (START + p->force) / PRESS_TIME * 1e-3;
    if (p->phase == 0) {
        p->at = fmax(p->at - step, -p->force);
        bool is_in = tool.position.y < SNAPPED && !p->presses_on;
        if (is_in || p->at <= -p->force) {
            p->phase = 1;
            p->until = t + STAY_TIME;
        }
    } else if (p->phase == 1) {
        // back to where nothing touches, as fast as it came
        if (!p->presses_on)
            p->at = p->at < 0.0 ? fmin(p->at + 4.0 * step, 0.0) : p->at;
        p->phase = t >= p->until ? 2 : 1;
    } else {
        p->at = fmin(p->at + step, START + p->force);
    }
    return p->at;
}

typedef struct grid_case {
    rv_haptic_rule rule;
    rv_haptic_coupling coupling;
    int update;
} grid_case;

// one of the grid: bits 0 quadratic, 1 presses on, 2 relaxed; couplings in eights
static haptic_loop_result run_case(const duriez_clips* clips, const grid_case* g, int k) {
    static const double K[3] = {2000.0, 5000.0, 20000.0}, B[3] = {4.0, 8.0, 20.0};
    haptic_loop_result result = {.energy = INFINITY};
    clip_world world;
    bool is_soft = (k & 1) != 0;
    haptic_hand hand = k & 4 ? HAPTIC_HAND_RELAXED : HAPTIC_HAND_TENSE;
    hand_path path = {.force = PUSH * (is_soft ? 4.3 : 20.9) / hand.stiffness,
                      .presses_on = (k & 2) != 0,
                      .at = START};
    haptic_loop loop = {.hand = hand,
                        .def = rv_haptic_def_default(),
                        .update = g->update,
                        .latency = g->update == 1 ? 0 : g->update,
                        .ahead = 2.0,
                        .from = START,
                        .seconds = 2.0 * PRESS_TIME + STAY_TIME,
                        .publish = world_publish,
                        .thing = &world,
                        .reference = follow_path,
                        .path = &path};
    // the coupling alone: no limits, no passivity damper
    loop.def.max_force = loop.def.max_torque = 1e9;
    loop.def.max_force_rate = loop.def.max_torque_rate = INFINITY;
    loop.def.soft_start = 0.0;
    loop.def.passivity = false;
    loop.def.max_points = RV_HAPTIC_POINTS_MAX;
    loop.def.rule = g->rule;
    loop.def.coupling = g->coupling;
    loop.def.stiffness = K[k / 8];
    loop.def.damping = B[k / 8];
    if (world_make(&world, is_soft ? &clips->quadratic : &clips->linear))
        result = haptic_loop_run(&world.memory, &loop);
    world_free(&world);
    return result;
}

static int count_passive(const duriez_clips* clips, const grid_case* g, int cases) {
    int passive = 0;
    for (int k = 0; k < cases; k++)
        passive += run_case(clips, g, k).energy < PASSIVE;
    return passive;
}

void duriez_haptics(validation* v, const duriez_clips* clips) {
    const grid_case solved = {RV_HAPTIC_SOLVE, RV_HAPTIC_ADMITTANCE, 1};
    const grid_case old = {RV_HAPTIC_SOLVE, RV_HAPTIC_ADMITTANCE, 10};
    const grid_case dropped = {RV_HAPTIC_DROP, RV_HAPTIC_ADMITTANCE, 10};
    const grid_case direct = {RV_HAPTIC_SOLVE, RV_HAPTIC_IMPEDANCE, 1};
    validation_check(v, "hand and clip: passive of 24, contacts found every 1 ms",
                     "independent computation: all", 24.0, count_passive(clips, &solved, GRID),
                     0.0);
    validation_check(v, "hand and clip: passive of 24, every 10 ms and 10 ms late",
                     "independent computation: 14 to 19", 16.5, count_passive(clips, &old, GRID),
                     2.5);
    validation_check(v, "hand and clip: passive of 24, the same with the paper's dropped forces",
                     "independent computation: 4, other hands' ways", 4.0,
                     count_passive(clips, &dropped, GRID), 2.0);
    validation_check(v, "hand and clip: passive of 8, direct coupling at 1 kHz",
                     "independent computation: 1; Colgate 1994, K < 2 b/T", 1.0,
                     count_passive(clips, &direct, DIRECT_GRID), 0.0);
}
