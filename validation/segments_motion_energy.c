// Part of suite "servin_2007_segments": what is kept. The energy of a load that swings on a steel
// cable for a minute; the momentum and the angular momentum of a bent cable that is thrown with
// spin, where nothing pulls: the first to rounding, the second to second order in the step.
#include "validation/segments_motion.h"
#include "validation/segments_world.h"

#include <math.h>
#include <stdio.h>

// --- a swing ---

static const double SWING_LENGTH = 10.0, LOAD = 100.0; // [m], [kg]

// a load on a steel cable of 12 mm with every default, at an angle to the vertical
static bars_held swing_from(validation* v, double angle) {
    rv_world_def world_def = rv_world_def_default();
    world_def.contact.enabled = false;
    bars_held b = {.world = rv_world_create(&world_def, NULL, 0)};
    rv_body_def load = rv_body_def_default();
    load.mass = LOAD;
    load.pose.position = rv_vec3_scale((rv_vec3){sin(angle), 0.0, -cos(angle)}, SWING_LENGTH);
    const rv_vec3 origin = {0.0, 0.0, 0.0};
    rv_cable_node nodes[2] = {bars_pinned((rv_body_id){0}, origin),
                              bars_pinned(rv_body_create(b.world, &load), origin)};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.012;
    def.segments.count = 24;
    b.cable = bars_add(v, b.world, &def);
    return b;
}

static void check_swing(validation* v) {
    enum { RATE = 60, SECONDS = 60, EVERY = 6, DRAWN = RATE * SECONDS / EVERY };
    static double time[DRAWN], share[DRAWN];
    double angle = 0.25 * RV_PI;
    bars_held b = swing_from(v, angle);
    double own = rv_cable_mass_per_length(b.world, b.cable) * SWING_LENGTH;
    double swing = (LOAD + 0.5 * own) * BARS_G * SWING_LENGTH * (1.0 - cos(angle));
    double start = rv_world_energy(b.world).total, gained = 0.0, lost = 0.0;
    for (int n = 0; n < RATE * SECONDS; n++) {
        rv_world_step(b.world, 1.0 / RATE);
        lost = (start - rv_world_energy(b.world).total) / swing;
        gained = fmax(gained, -lost);
        time[n / EVERY] = (double)n / RATE;
        share[n / EVERY] = 1.0 - lost;
    }
    rv_world_destroy(b.world);
    validation_at_most(v, "swing from 45 degrees, 24 segments, 60 s: share of energy lost",
                       "conserved", 0.005, lost);
    validation_at_most(v, "swing from 45 degrees, 24 segments, 60 s: largest gain", "conserved",
                       1e-4, gained);
    validation_plot(v, &(validation_figure){.title = "Energy of a load that swings from 45 degrees",
                                            .x_label = "time [s]",
                                            .y_label = "energy/energy of the swing",
                                            .series = &(validation_series){"total", time, share,
                                                                           DRAWN, .points = false},
                                            .series_count = 1});
}

// --- a throw ---

typedef struct momenta {
    rv_vec3 linear, angular; // about the origin
} momenta;

static momenta momenta_of(const bars_held* b) {
    momenta sum = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int i = 0; i < rv_cable_segment_count(b->world, b->cable); i++) {
        rv_body_id segment = rv_cable_segment(b->world, b->cable, i);
        rv_mass_properties p = rv_body_mass_properties(b->world, segment);
        rv_mat3 R = rv_quat_to_mat3(rv_body_pose(b->world, segment).rotation);
        rv_vec3 w =
            rv_mat3_apply(rv_mat3_transpose(R), rv_body_angular_velocity(b->world, segment));
        rv_vec3 spin = rv_mat3_apply(R, rv_mat3_apply(p.inertia, w));
        rv_vec3 linear = rv_vec3_scale(rv_body_velocity(b->world, segment), p.mass);
        sum.linear = rv_vec3_add(sum.linear, linear);
        sum.angular = rv_vec3_add(
            sum.angular,
            rv_vec3_add(spin, rv_vec3_cross(rv_body_center(b->world, segment), linear)));
    }
    return sum;
}

// an arc of a cable that is straight at rest, turning about two axes
static bars_held thrown(validation* v) {
    enum { LINE = 40 };
    rv_vec3 line[LINE + 1];
    for (int i = 0; i <= LINE; i++) {
        double angle = 2.0 * i / LINE;
        line[i] = (rv_vec3){sin(angle), 0.0, 1.0 - cos(angle)};
    }
    bars_held b = {.world = bars_world(0.0)};
    bars_bar bar = {.count = 24,
                    .length = 2.0,
                    .EA = 1e4,
                    .EI = 0.5,
                    .GJ = 0.4,
                    .mass_per_length = 1.0,
                    .diameter = 0.03,
                    .stretch_time = NAN,
                    .bend_time = NAN,
                    .twist_time = NAN};
    rv_cable_node nodes[2] = {bars_free(line[0]), bars_free(line[LINE])};
    rv_cable_def def = bars_cable(&bar, nodes);
    def.segments.shape = line;
    def.segments.shape_count = LINE + 1;
    b.cable = bars_add(v, b.world, &def);
    rv_vec3 spin = {1.0, 2.0, 0.5}, speed = {3.0, -1.0, 2.0};
    for (int i = 0; i < bar.count; i++) {
        rv_body_id segment = rv_cable_segment(b.world, b.cable, i);
        rv_vec3 at = rv_body_center(b.world, segment);
        rv_body_set_velocity(b.world, segment, rv_vec3_add(speed, rv_vec3_cross(spin, at)));
        rv_body_set_angular_velocity(b.world, segment, spin);
    }
    return b;
}

static void check_throw(validation* v) {
    enum { RATES = 4 };
    static const int RATE[RATES] = {60, 120, 240, 480};
    double linear = 0.0, angular[RATES];
    for (int r = 0; r < RATES; r++) {
        bars_held b = thrown(v);
        momenta before = momenta_of(&b);
        angular[r] = 0.0;
        for (int n = 0; n < 5 * RATE[r]; n++) {
            rv_world_step(b.world, 1.0 / RATE[r]);
            momenta now = momenta_of(&b);
            linear = fmax(linear, rv_vec3_length(rv_vec3_sub(now.linear, before.linear))
                                      / rv_vec3_length(before.linear));
            angular[r] = fmax(angular[r], rv_vec3_length(rv_vec3_sub(now.angular, before.angular))
                                              / rv_vec3_length(before.angular));
        }
        rv_world_destroy(b.world);
    }
    // rounding of forces that are large against the momentum
    validation_at_most(v, "thrown cable, 5 s: error of the momentum", "conserved", 1e-10, linear);
    // a turn of 2.3 rad/s by 12 rad, bending meanwhile
    validation_at_most(v, "thrown cable, 60 steps/s, 5 s: error of the angular momentum",
                       "conserved to second order", 2e-3, angular[0]);
    validation_at_most(v, "thrown cable, 480 steps/s, 5 s: error of the angular momentum, of 60",
                       "second order or better", 1.25 / 64.0, angular[RATES - 1] / angular[0]);
}

void motion_energy(validation* v) {
    check_swing(v);
    check_throw(v);
}
