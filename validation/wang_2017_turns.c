// Suite "wang_2017", figure C.18: frames at the ends of a thread look the same after a whole turn,
// so that twist is not to be had from them alone; turns are counted as they come. A straight thread
// of three edges between clamps, one of which turns.
#include "validation/wang_2017.h"

#include <math.h>
#include <stdio.h>

enum { EDGES = 3, STEPS = 600, METHODS = 2 };
static const double LENGTH = 0.1, GJ = 1e-3, STEP = 1e-3, TURNS = 3.0;
static const rv_vec3 ALONG = {1.0, 0.0, 0.0};

typedef struct turned {
    double put_in[STEPS], twist[STEPS], frames[STEPS]; // [rad]
    double off;                                        // of the twist, at most [rad]
} turned;

// of the frames at its ends against each other: in (-pi, pi]
static double between_frames(const rv_world* world, rv_cable_id cable) {
    rv_vec3 a = rv_cable_end_director(world, cable, 0), b = rv_cable_end_director(world, cable, 1);
    return atan2(rv_vec3_dot(ALONG, rv_vec3_cross(a, b)), rv_vec3_dot(a, b));
}

static void turn(validation* v, rv_cable_rod_integrator integrator, turned* out) {
    const double angle = TURNS * 2.0 * RV_PI;
    rv_world* world = wang_world(0.0);
    rv_body_def body = rv_body_def_default();
    body.type = RV_BODY_KINEMATIC;
    body.pose.position = rv_vec3_scale(ALONG, LENGTH);
    rv_body_id hand = rv_body_create(world, &body);
    rv_cable_node nodes[2] = {wang_clamped((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}, ALONG),
                              wang_clamped(hand, (rv_vec3){0.0, 0.0, 0.0}, ALONG)};
    rv_cable_def def = wang_rod(nodes, EDGES, 1e-3);
    def.GJ = GJ;
    wang_integrate(&def, integrator);
    rv_cable_id cable = wang_add(v, world, &def);
    rv_body_set_angular_velocity(world, hand, rv_vec3_scale(ALONG, angle / (STEPS * STEP)));
    out->off = 0.0;
    for (int n = 0; n < STEPS; n++) {
        rv_world_step(world, STEP);
        out->put_in[n] = angle * (n + 1) / STEPS;
        out->twist[n] = rv_cable_twist(world, cable);
        out->frames[n] = between_frames(world, cable);
        // written so that a NaN stays
        double off = fabs(out->twist[n] - out->put_in[n]);
        out->off = off <= out->off ? out->off : off;
    }
    rv_world_destroy(world);
}

static void plot(validation* v, const turned* t) {
    validation_series series[] = {
        {"twist, turns counted", t->put_in, t->twist, STEPS, .points = false},
        {"from the frames at both ends alone", t->put_in, t->frames, STEPS, .points = true}};
    validation_plot(
        v,
        &(validation_figure){
            .item = "Figure C.18",
            .title = "twist of three edges, by counting and from their frames",
            .x_label = "angle put in [rad]",
            .y_label = "twist [rad]",
            .series = series,
            .series_count = 2,
            .remark = "The paper draws two edges without twist and with 2 pi of it, whose frames "
                      "are the same. It sums rates to tell them apart (C.5), which drifts; here "
                      "the angle of the frames is taken, with the turn that is nearest to what "
                      "the twist was a step before."});
}

void wang_turns(validation* v) {
    static const rv_cable_rod_integrator METHOD[METHODS] = {RV_CABLE_ROD_IMPLICIT,
                                                            RV_CABLE_ROD_NEWTON};
    static const char* const WORD[METHODS] = {"implicit", "variational"};
    static turned t[METHODS];
    char name[120];
    for (int k = 0; k < METHODS; k++) {
        turn(v, METHOD[k], &t[k]);
        snprintf(name, sizeof name, "three edges, %s, turned by 3 turns: twist off by [rad]",
                 WORD[k]);
        // rounding of 600 turned frames
        validation_at_most(v, name, "figure C.18: what is put in", 1e-10, t[k].off);
        snprintf(name, sizeof name, "three edges, %s, turned by 3 turns: frames off by [rad]",
                 WORD[k]);
        validation_at_most(v, name, "figure C.18: they look untwisted", 1e-10,
                           t[k].frames[STEPS - 1]);
    }
    plot(v, &t[0]);
}
