// Suite "wang_2017", the suture that other engines cannot run: 10 cm long, 0.2 mm in radius, 750 MPa, 100 edges
// of 0.14 mg, at 1 kHz. One end is clamped, the other in a hand, whose force must be as smooth as its way is.
// How long steps take is for `reeve bench suture-led` and `suture-tied`.
#include "validation/elastica.h"
#include "validation/wang_2017.h"

#include <math.h>

static const double STEP = 1e-3, LENGTH = 0.1, RADIUS = 2e-4, YOUNG = 750e6, DENSITY = 1100.0;

typedef struct suture {
    rv_world* world;
    rv_cable_id thread;
    long steps, degraded, held; // steps, those with trouble, and pairs of edges held apart
    double force, before;       // what the hand felt in the last two steps [N]
    double largest, bend;       // force, and how much its change changes in a step [N]
} suture;

static double bending(void) {
    return YOUNG * RV_PI * RADIUS * RADIUS * RADIUS * RADIUS / 4.0;
}

static suture suture_make(validation* v, rv_knot knot, double reach, double damping_time) {
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = (rv_vec3){0.0, 0.0, -WANG_G};
    suture s = {.world = rv_world_create(&world_def, NULL, 0)};
    rv_cable_node nodes[2] = {
        wang_clamped((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}, (rv_vec3){1.0, 0.0, 0.0}),
        wang_free((rv_vec3){reach, 0.0, 0.0})};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.length = LENGTH;
    def.diameter = 2.0 * RADIUS;
    def.material =
        (rv_material){.density = DENSITY, .young = YOUNG, .poisson = 0.4, .friction = 0.2};
    def.segments.count = 100;
    def.segments.knot = knot;
    def.segments.bend_damping = damping_time * bending();
    s.thread = wang_add(v, s.world, &def);
    return s;
}

static void suture_step(suture* s) {
    s->degraded += rv_world_step(s->world, STEP) != RV_STATUS_OK;
    s->steps++;
}

// A hand draws its end. What happens until it has caught it is not looked at: a new knot springs open.
static void draw(suture* s, rv_vec3 to, rv_vec3 velocity) {
    enum { CAUGHT = 100 };
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = LENGTH;
    grip.target = to;
    grip.velocity = velocity;
    grip.stiffness = 200.0;
    grip.damping = 0.05;
    grip.max_force = 0.5;
    rv_cable_hold(s->world, s->thread, 0, &grip);
    suture_step(s);
    double force = rv_vec3_length(rv_cable_grip_force(s->world, s->thread, 0));
    if (s->steps > CAUGHT) {
        s->held += rv_world_report(s->world).crossings_held;
        s->largest = fmax(s->largest, force);
        s->bend = fmax(s->bend, fabs(force - 2.0 * s->force + s->before));
    }
    s->before = s->force;
    s->force = force;
}

static void check_sag(validation* v) {
    double w = DENSITY * RV_PI * RADIUS * RADIUS * WANG_G;
    double load = w * LENGTH * LENGTH * LENGTH / bending();
    // a damping time of its slowest mode, 2/29 s
    suture s = suture_make(v, RV_KNOT_NONE, LENGTH, 0.07);
    for (int n = 0; n < 3000; n++)
        suture_step(&s);
    wang_line line;
    wang_read(s.world, s.thread, &line);
    rv_world_destroy(s.world);
    wang_check(v, "suture, w L^3/B = 1.44: drop of the tip/L", "elastica",
               elastica_find(load, true).drop, -line.at[line.count - 1].z / LENGTH, 1e-3);
}

static void check_led(validation* v) {
    suture s = suture_make(v, RV_KNOT_NONE, LENGTH, 1e-3);
    const double rate = 2.0 * RV_PI, r = 0.02;
    for (int n = 0; n < 5000; n++) {
        double a = rate * n * STEP;
        draw(&s, (rv_vec3){0.07 + 0.5 * r * cos(a), r * sin(a), -r + r * cos(a)},
             (rv_vec3){-0.5 * r * rate * sin(a), r * rate * cos(a), -r * rate * sin(a)});
    }
    rv_world_destroy(s.world);
    validation_check(v, "suture led round by a hand for 5 s at 1 kHz: steps with trouble", "none",
                     0.0, (double)s.degraded, 0.0);
    validation_at_most(v, "suture led round: change of the force's change in a step/largest force",
                       "smooth", 0.01, s.bend / s.largest);
}

// As tight as 0.5 N draw it: the loop of the overhand has about 1 mm in radius, which is an edge.
static void check_tied(validation* v) {
    suture s = suture_make(v, RV_KNOT_OVERHAND, 0.06, 1e-3);
    for (int n = 0; n < 3000; n++) {
        bool goes = n < 2000;
        draw(&s, (rv_vec3){goes ? 0.06 + 0.02 * n * STEP : 0.1, 0.0, 0.0},
             (rv_vec3){goes ? 0.02 : 0.0, 0.0, 0.0});
    }
    double apart = rv_cable_grip_point(s.world, s.thread, 0).x;
    double taken = rv_cable_path_length(s.world, s.thread) - apart;
    double pulled = rv_vec3_length(rv_cable_end_force(s.world, s.thread, 0));
    rv_world_destroy(s.world);
    validation_check(v, "suture, overhand drawn at 1 kHz: steps with trouble", "none", 0.0,
                     (double)s.degraded, 0.0);
    validation_check(v, "suture, overhand drawn: edges that were held from passing", "none", 0.0,
                     (double)s.held, 0.0);
    wang_check(v, "suture, overhand drawn: what the clamp feels [N]", "the hand's limit", 0.5,
               pulled, 1e-3);
    validation_at_most(v, "suture, overhand drawn: change of the force's change in a step [N]",
                       "a tenth of the force", 0.05, s.bend);
    // at least as much as an ideal rope, in which nothing but its thickness keeps it open
    validation_at_most(v, "suture, overhand drawn: 10.1 diameters over the length the knot takes",
                       "tightest open trefoil (Pieranski et al. 2001)", 1.0,
                       10.1 * 2.0 * RADIUS / taken);
}

void wang_suture(validation* v) {
    check_sag(v);
    check_led(v);
    check_tied(v);
}
