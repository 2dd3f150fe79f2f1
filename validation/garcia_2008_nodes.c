// Suite "garcia_2008", the cable with pulleys (section 3.1 of the paper): its figure 1 with the forces
// on its nodes, and the law of the tension.
//   F_0 = T d_0,  F_i = T (d_i - d_(i-1)),  F_N = -T d_(N-1)             (2) to (4)
//   T = (EA/L) (l - L) + c (l' - L') where l > L and T > 0, else 0       (1), its sign put right
#include "validation/garcia_2008.h"

#include <math.h>
#include <stdio.h>

static const rv_vec3 NOWHERE = {0.0, 0.0, 0.0};

// --- figure 1: forces on the nodes ---

enum { NODES = 6 };
static const rv_vec3 AT[NODES] = {{0, 0, 0}, {3, 0, 2},    {5, 0, -1},
                                  {9, 0, 1}, {11, 0, 2.5}, {14, 0, 0}};
static const double PULL = 1000.0, PULL_EA = 1e6;

static rv_vec3 direction_of(int span) {
    return rv_vec3_normalize(rv_vec3_sub(AT[span + 1], AT[span]));
}

static rv_vec3 printed_force(int node) {
    rv_vec3 out = node + 1 < NODES ? direction_of(node) : NOWHERE;
    rv_vec3 in = node > 0 ? direction_of(node - 1) : NOWHERE;
    return rv_vec3_scale(rv_vec3_sub(out, in), PULL);
}

// every node on a body of its own that a joint holds: what the joint feels
static void measure_forces(validation* v, rv_cable_model model, rv_cable_tension_law law,
                           rv_vec3 force[NODES]) {
    rv_world* world = massless_world(RV_STEPPER_SPOOK, 0.0);
    rv_cable_node nodes[NODES];
    rv_joint_id hold[NODES];
    double path = 0.0;
    for (int i = 0; i < NODES; i++) {
        const rv_vec3 x = {1, 0, 0};
        rv_body_id body = massless_box(world, 1.0, 1.0, AT[i], x);
        rv_joint_def def = rv_joint_def_at(world, RV_JOINT_LOCK, (rv_body_id){0}, body, AT[i], x);
        hold[i] = rv_joint_create(world, &def);
        bool end = i == 0 || i == NODES - 1;
        nodes[i] = end ? massless_end(body, NOWHERE) : massless_eye(body, NOWHERE);
        path += i > 0 ? rv_vec3_length(rv_vec3_sub(AT[i], AT[i - 1])) : 0.0;
    }
    rv_cable_def def = massless_cable(nodes, NODES, PULL_EA);
    def.model = model;
    def.mass_per_length = 1.0;
    def.tension = law;
    def.length = garcia_length(path, PULL, PULL_EA);
    def.damping = 0.02 * PULL_EA; // c = 1.3 kN s/m: at rest within a step or two
    massless_add(v, world, &def);
    massless_run(world, 1.0 / 60.0, 600);
    for (int i = 0; i < NODES; i++)
        force[i] = rv_vec3_scale(rv_joint_force(world, hold[i]), -1.0);
    rv_world_destroy(world);
}

static void check_forces(validation* v, const char* what, const rv_vec3* force) {
    double worst = 0.0;
    for (int i = 0; i < NODES; i++) {
        double off = rv_vec3_length(rv_vec3_sub(force[i], printed_force(i))) / PULL;
        worst = off <= worst ? worst : off; // a NaN stays
    }
    char name[120];
    snprintf(name, sizeof name, "six nodes, %s: forces on them, largest error of T", what);
    // the same directions; what damping and joints have left to do after 10 s
    validation_at_most(v, name, "paper, (2) to (4)", 1e-8, worst);
}

static void plot_forces(validation* v, const rv_vec3* force) {
    const double scale = 1e-3; // 1 kN is 1 m
    double x[NODES], z[NODES], tip_x[NODES], tip_z[NODES];
    double arrow_x[3 * NODES], arrow_z[3 * NODES];
    for (int i = 0; i < NODES; i++) {
        x[i] = AT[i].x;
        z[i] = AT[i].z;
        tip_x[i] = x[i] + scale * printed_force(i).x;
        tip_z[i] = z[i] + scale * printed_force(i).z;
        const double along_x[3] = {x[i], x[i] + scale * force[i].x, NAN};
        const double along_z[3] = {z[i], z[i] + scale * force[i].z, NAN};
        for (int k = 0; k < 3; k++) {
            arrow_x[3 * i + k] = along_x[k];
            arrow_z[3 * i + k] = along_z[k];
        }
    }
    const validation_series series[] = {
        {"cable from P_0 to P_5", x, z, NODES, .points = false},
        {"forces on the nodes, 1 m per kN", arrow_x, arrow_z, 3 * NODES, .points = false},
        {"their tips by (2) to (4)", tip_x, tip_z, NODES, .points = true, .published = true}};
    validation_plot(
        v, &(validation_figure){
               .item = "Figure 1",
               .title = "a cable through four eyes under 1 kN, and what it does to its nodes",
               .x_label = "x [m]",
               .y_label = "z [m]",
               .series = series,
               .series_count = 3,
               .remark = "The figure is a scheme without numbers; places and tension are chosen "
                         "here. Without weight nothing differs. With weight the paper's forces "
                         "still point along the straight lines between nodes, so that anchors "
                         "feel nothing of the cable's weight; here they point along its ends: "
                         "figure 5."});
}

static void nodes_and_forces(validation* v) {
    rv_vec3 force[NODES];
    measure_forces(v, RV_CABLE_MASSLESS, RV_CABLE_TENSION_ROW, force);
    check_forces(v, "massless, tension by a row", force);
    measure_forces(v, RV_CABLE_LAYERED, RV_CABLE_TENSION_ROW, force);
    check_forces(v, "layered, tension by a row", force);
    measure_forces(v, RV_CABLE_MASSLESS, RV_CABLE_TENSION_SPRING, force);
    check_forces(v, "massless, the paper's tension", force);
    plot_forces(v, force);
}

// --- section 3.1: the law of the tension ---

enum { MOVED = 240 };

typedef struct law_record {
    double t[MOVED], measured[MOVED], law[MOVED];
    double worst; // difference [N]
} law_record;

// a body that a motor drives along x
static rv_joint_id add_driven(rv_world* world, rv_vec3 at, rv_body_id* body) {
    const rv_vec3 x = {1, 0, 0};
    *body = massless_box(world, 1.0, 1.0, at, x);
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_SLIDER, (rv_body_id){0}, *body, at, x);
    def.motor = (rv_joint_motor){.enabled = true, .max_force = INFINITY};
    return rv_joint_create(world, &def);
}

// the end of a cable of 10 m is moved to and fro while a winch winds in and pays out: taut, damped
// and slack by turns; its tension is known from the start of a step
static void move_end(validation* v, law_record* r) {
    const double h = 1.0 / 120.0, L = 10.0, A = 0.02, turn = 2.0 * RV_PI;
    rv_world* world = massless_world(RV_STEPPER_SPOOK, 0.0);
    rv_body_id end;
    rv_joint_id drive = add_driven(world, (rv_vec3){L, 0, 0}, &end);
    const rv_cable_node nodes[2] = {massless_drum(NOWHERE, 0.0), massless_end(end, NOWHERE)};
    rv_cable_def def = massless_cable(nodes, 2, 1e5);
    def.length = L;
    def.damping = 400.0 * L; // c = 400 N s/m
    def.tension = RV_CABLE_TENSION_SPRING;
    rv_cable_id cable = massless_add(v, world, &def);
    r->worst = 0.0;
    for (int n = 0; n < MOVED; n++) {
        double speed = A * (sin(turn * (n + 1) * h) - sin(turn * n * h)) / h;
        double pays = 0.01 * cos(0.5 * turn * n * h);
        rv_joint_set_motor_speed(world, drive, speed);
        rv_cable_set_winch_speed(world, cable, 0, pays);
        double length = rv_cable_length(world, cable);
        double stretch = rv_body_pose(world, end).position.x - length;
        double rate = rv_body_velocity(world, end).x - pays;
        rv_world_step(world, h);
        double T = def.EA / length * stretch + def.damping / length * rate;
        r->t[n] = n * h;
        r->law[n] = stretch > 0.0 ? fmax(0.0, T) : 0.0;
        r->measured[n] = rv_cable_tension(world, cable, 0);
        double off = fabs(r->measured[n] - r->law[n]);
        r->worst = off <= r->worst ? r->worst : off;
    }
    rv_world_destroy(world);
}

static void tension_law(validation* v) {
    static law_record r;
    move_end(v, &r);
    // the same formula: lengths of 10 m are known to 1e-15 of them, times EA
    validation_at_most(v, "end and winch move: tension off the law [N]",
                       "paper, (1), with + c (l' - L')", 1e-8, r.worst);
    const validation_series series[] = {
        {"(EA/L)(l - L) + c (l' - L'), or 0", r.t, r.law, MOVED, .published = true},
        {"here, with the paper's tension", r.t, r.measured, MOVED, .points = true}};
    validation_plot(
        v, &(validation_figure){
               .item = "Section 3.1",
               .title = "tension of a cable whose end and winch move",
               .x_label = "time [s]",
               .y_label = "tension [N]",
               .series = series,
               .series_count = 2,
               .remark = "Equation (1). The sign of c cannot be read in the text; + is the one "
                         "that dissipates. Reeve has this tension as an option. By default the "
                         "same stiffness is a row of the system, and stiff cables need no short "
                         "steps."});
}

void garcia_nodes(validation* v) {
    nodes_and_forces(v);
    tension_law(v);
}
