// Reeve with its default settings: the hoist as a cable of segments that does not stretch, with the
// bending and torsion of the steel, or without, as the joints of other engines are; the thread as a
// rod, the tackle as a massless cable.
#include "bench/peers/peers.h"

#include "reeve/reeve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHOICE_STEEL, CHOICE_LOOSE };

typedef struct reeve_run {
    rv_world* world;
    rv_body_id anchor, load;
    rv_cable_id cable;
    peers_problem problem;
} reeve_run;

static const char* version(void) {
    static char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", RV_VERSION_MAJOR, RV_VERSION_MINOR, RV_VERSION_PATCH);
    return text;
}

static rv_vec3 vector(const double v[3]) {
    return (rv_vec3){v[0], v[1], v[2]};
}

static rv_body_id add_load(rv_world* world, const peers_problem* p, rv_vec3 place) {
    double moment = peers_load_inertia(p);
    rv_body_def def = rv_body_def_default();
    def.mass = p->load;
    def.inertia = rv_mat3_diagonal(moment, moment, moment);
    def.pose.position = place;
    def.velocity = (rv_vec3){0.0, p->push, 0.0};
    return rv_body_create(world, &def);
}

static void create_hoist(reeve_run* run, int choice) {
    const peers_problem* p = &run->problem;
    double end[3];
    peers_start_place(p, p->segments, end);
    rv_body_def anchor = rv_body_def_default();
    anchor.type = RV_BODY_KINEMATIC;
    run->anchor = rv_body_create(run->world, &anchor);
    run->load = add_load(run->world, p, vector(end));
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].body = run->anchor;
    nodes[1].body = run->load;
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 2.0 * PEERS_RADIUS;
    def.mass_per_length = p->mass / p->length;
    def.EA = INFINITY;
    if (choice == CHOICE_LOOSE)
        def.GJ = def.segments.EI = 0.0;
    def.segments.count = p->segments;
    def.segments.mask = 0;
    run->cable = rv_cable_create(run->world, &def);
}

static void create_thread(reeve_run* run) {
    const peers_problem* p = &run->problem;
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].clamped = true;
    nodes[0].axis = (rv_vec3){1.0, 0.0, 0.0};
    nodes[1].type = RV_CABLE_FREE;
    nodes[1].point = (rv_vec3){p->length, 0.0, 0.0};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.002;
    def.mass_per_length = p->mass / p->length;
    def.EA = INFINITY;
    def.GJ = def.segments.EI = p->EI;
    def.segments.bend_damping = p->damping;
    def.segments.count = p->segments;
    def.segments.mask = 0;
    def.segments.touches_itself = false;
    run->cable = rv_cable_create(run->world, &def);
}

static void create_tackle(reeve_run* run) {
    const peers_problem* p = &run->problem;
    rv_cable_node nodes[PEERS_EYES];
    run->load = add_load(run->world, p, (rv_vec3){0.0, 0.0, -p->length - 0.5 * PEERS_CUBE});
    for (int i = 0; i < PEERS_EYES; i++) {
        double point[3];
        peers_eye(p, i, point);
        nodes[i] = rv_cable_node_default();
        nodes[i].type = i == 0 || i == PEERS_EYES - 1 ? RV_CABLE_FIXED : RV_CABLE_EYE;
        nodes[i].point = vector(point);
        if (i % 2 == 1)
            nodes[i].body = run->load;
    }
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = PEERS_EYES;
    def.EA = INFINITY;
    def.GJ = 0.0;
    run->cable = rv_cable_create(run->world, &def);
}

static void destroy(void* data) {
    reeve_run* run = data;
    rv_world_destroy(run->world);
    free(run);
}

static void* create(const peers_problem* problem, const peers_setting* setting) {
    reeve_run* run = calloc(1, sizeof *run);
    if (run == NULL)
        return NULL;
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0.0, 0.0, -PEERS_GRAVITY};
    // a world without shapes: nothing touches, and nothing is to fall asleep in the middle of a swing
    def.contact.enabled = false;
    def.sleep.enabled = false;
    run->world = rv_world_create(&def, NULL, 0);
    run->problem = *problem;
    if (run->world != NULL && problem->kind == PEERS_HOIST)
        create_hoist(run, setting->choice);
    else if (run->world != NULL && problem->kind == PEERS_THREAD)
        create_thread(run);
    else if (run->world != NULL)
        create_tackle(run);
    if (run->cable.slot != 0)
        return run;
    if (run->world != NULL)
        fprintf(stderr, "reeve_peers: reeve: %s\n", rv_world_error(run->world));
    destroy(run);
    return NULL;
}

static void step(void* data, double anchor_speed) {
    reeve_run* run = data;
    if (run->problem.kind == PEERS_HOIST)
        rv_body_set_velocity(run->world, run->anchor, (rv_vec3){anchor_speed, 0.0, 0.0});
    rv_world_step(run->world, run->problem.h);
}

static void put(double out[3], rv_vec3 v) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static peers_body body_of(const rv_world* world, rv_body_id id) {
    rv_pose pose = rv_body_pose(world, id);
    peers_body body = {
        .turn = {pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z}};
    put(body.place, pose.position);
    put(body.velocity, rv_body_velocity(world, id));
    put(body.spin, rv_body_angular_velocity(world, id));
    return body;
}

static void read_state(void* data, peers_state* state) {
    const reeve_run* run = data;
    const peers_problem* p = &run->problem;
    state->lost = rv_world_report(run->world).nonfinite_count > 0;
    if (p->kind == PEERS_HOIST) {
        put(state->anchor, rv_body_pose(run->world, run->anchor).position);
        for (int i = 0; i < p->segments; i++)
            state->body[i] = body_of(run->world, rv_cable_segment(run->world, run->cable, i));
        state->body[p->segments] = body_of(run->world, run->load);
    } else if (p->kind == PEERS_THREAD) {
        rv_vec3 points[PEERS_BODIES_MAX];
        int count = rv_cable_points(run->world, run->cable, 1.0, points, NULL, PEERS_BODIES_MAX);
        put(state->tip, points[count - 1]);
    } else {
        state->body[0] = body_of(run->world, run->load);
        state->path = rv_cable_path_length(run->world, run->cable);
    }
}

static const peers_setting SETTINGS[] = {
    {"reeve", "default settings", PEERS_HOIST | PEERS_THREAD | PEERS_TACKLE, CHOICE_STEEL, 1,
     false},
    {"reeve-loose", "default settings, EI = GJ = 0: joints as loose as those of the others",
     PEERS_HOIST, CHOICE_LOOSE, 1, false},
};

const peers_engine peers_reeve = {
    .name = "Reeve",
    .version = version,
    .settings = SETTINGS,
    .setting_count = sizeof SETTINGS / sizeof *SETTINGS,
    .create = create,
    .step = step,
    .read = read_state,
    .destroy = destroy,
};
