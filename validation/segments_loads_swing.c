// Suite "servin_2007_segments", the swing of Table II (Servin, Lacoursiere 2007, section VII-B).
// What the paper does not print is chosen as in the independent check: square section of A =
// 12/beta, rho = 8000 kg/m^3, a length of 10 m in N_C + 1 elements, released from 60 degrees;
//   EA = Y A,  EI = Y A^2/12,  GJ = EI/(2 (1 + sigma)),  sigma = 0.3
// The heavy elements are bodies that hold the cable's ends in place, direction and twist.
#include "validation/segments_loads.h"

#include <math.h>

static const double DENSITY = 8000.0, POISSON = 0.3;
static const double LARGEST_OPENING = 0.1;                    // of a segment
static const double LARGEST_GAIN = 0.02;                      // of M g L
static const double LARGEST_BEND = 1.0;                       // [rad]
static const rv_vec3 DOWN = {0.86602540378443865, 0.0, -0.5}; // along the cable, 60 degrees off

static rv_world* make_world(const loads_swing_def* d) {
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0.0, 0.0, -LOADS_G};
    def.contact.enabled = false;
    if (d->plain) {
        def.stepper = RV_STEPPER_SEED;
        def.geometric_stiffness.enabled = false;
        def.substeps.max = 1;
    }
    if (d->iterations > 0) {
        def.solver = RV_SOLVER_BLOCK_GS;
        def.iterations = d->iterations;
    }
    return rv_world_create(&def, NULL, 0);
}

// an element like a segment, with another mass, that begins `from` along the cable
static rv_body_id heavy_element(const loads_swing* s, double area, double mass, double from) {
    double l = s->segment_length, across = mass * (area / 12.0 + l * l / 12.0);
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.inertia.m[0][0] = mass * area / 6.0;
    def.inertia.m[1][1] = def.inertia.m[2][2] = across;
    def.pose.rotation = rv_quat_from_x_axis(DOWN);
    def.pose.position = rv_vec3_scale(DOWN, from + 0.5 * l);
    return rv_body_create(s->world, &def);
}

static rv_cable_id light_part(const loads_swing* s, const loads_swing_def* d, double area) {
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    const rv_body_id bodies[2] = {s->top, s->load};
    for (int i = 0; i < 2; i++) {
        nodes[i].body = bodies[i];
        nodes[i].point.x = (i == 0 ? 0.5 : -0.5) * s->segment_length;
        nodes[i].axis = (rv_vec3){1.0, 0.0, 0.0};
        nodes[i].clamped = true;
    }
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = sqrt(4.0 * area / RV_PI);
    def.EA = d->inextensible ? INFINITY : d->young * area;
    def.segments.EI = d->young * area * area / 12.0;
    def.GJ = def.segments.EI / (2.0 * (1.0 + POISSON));
    def.mass_per_length = DENSITY * area;
    // The paper damps stretch, bending and twist with 2 h. Without, the bounce of the load in its
    // cable, which has been let go unstretched, goes on, and twice a swing the cable is slack.
    double tau = d->plain ? 0.0 : 2.0 / LOADS_RATE;
    def.damping = tau * d->young * area;
    def.segments.bend_damping = tau * def.segments.EI;
    def.twist_damping = tau * def.GJ;
    def.segments.count = d->joints - 1;
    def.segments.bend = d->bend;
    def.solver_group = 1;
    return rv_cable_create(s->world, &def);
}

// repeatable noise, uniform in [-1, 1]
static double next_noise(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / (double)(1u << 23) - 1.0;
}

static void disturb(const loads_swing* s, const loads_swing_def* d) {
    uint32_t state = 1;
    for (int i = 0; i < d->joints - 1; i++) {
        rv_vec3 v = {0.0, d->noise * next_noise(&state), 0.0};
        rv_body_set_velocity(s->world, rv_cable_segment(s->world, s->cable, i), v);
    }
}

bool loads_swing_create(const loads_swing_def* d, loads_swing* s) {
    double area = 12.0 / d->beta, l = LOADS_LENGTH / (d->joints + 1);
    double m = DENSITY * area * l, top_ratio = d->top_ratio > 0.0 ? d->top_ratio : d->ratio;
    *s = (loads_swing){.world = make_world(d), .segment_mass = m, .segment_length = l};
    if (s->world == NULL)
        return false;
    s->top = heavy_element(s, area, top_ratio * m, 0.0);
    s->load = heavy_element(s, area, d->ratio * m, LOADS_LENGTH - l);
    rv_joint_def anchor = rv_joint_def_default();
    anchor.type = RV_JOINT_BALL;
    anchor.body_b = s->top;
    anchor.frame_b.position.x = -0.5 * l;
    anchor.solver_group = 2;
    s->anchor = rv_joint_create(s->world, &anchor);
    s->cable = light_part(s, d, area);
    if (d->noise > 0.0)
        disturb(s, d);
    return s->anchor.slot != 0 && s->cable.slot != 0;
}

// The criterion of stability: over 15 s everything stays finite; no joint opens by more than a
// tenth of a segment beyond what its force stretches it, nor, where the paper's method is judged
// as in the independent check, in all; kinetic + gravitational energy never have more than 2 % of
// M g L above the start; and the light elements, too light to show in that energy, stay in line:
// neighbours never bend by more than 1 rad against each other ("large amplitude oscillations of
// the light segments", section VII-B).
bool loads_is_stable(const loads_outcome* o) {
    return o->finite && o->torn <= LARGEST_OPENING && o->stretch <= o->largest_stretch
           && o->gain <= LARGEST_GAIN && o->wobble <= LARGEST_BEND;
}

static void watch_joints(const loads_swing* s, loads_outcome* o) {
    double EA = rv_cable_EA(s->world, s->cable);
    int count = rv_cable_joint_count(s->world, s->cable);
    for (int i = 0; i < count; i++) {
        rv_cable_joint joint = rv_cable_get_joint(s->world, s->cable, i);
        double elastic = rv_vec3_length(joint.force) * joint.length / EA;
        double bend = sqrt(joint.bend[0] * joint.bend[0] + joint.bend[1] * joint.bend[1]);
        o->stretch = fmax(o->stretch, joint.stretch / s->segment_length);
        o->torn = fmax(o->torn, fabs(joint.stretch - elastic) / s->segment_length);
        // the heavy elements turn at the ends of the cable like pendulums of their own
        if (i > 0 && i < count - 1)
            o->wobble = fmax(o->wobble, bend);
    }
    o->top = fmax(o->top, rv_joint_gap(s->world, s->anchor));
}

static double motion_energy(const rv_world* world) {
    rv_energy energy = rv_world_energy(world);
    return energy.kinetic + energy.gravitational;
}

loads_outcome loads_swing_run(const loads_swing_def* d) {
    loads_swing s;
    loads_outcome o = {.finite = loads_swing_create(d, &s),
                       .largest_stretch = d->plain ? LARGEST_OPENING : INFINITY};
    double start = o.finite ? motion_energy(s.world) : NAN;
    double scale = d->ratio * s.segment_mass * LOADS_G * LOADS_LENGTH;
    for (int n = 0; n < LOADS_SWING_SECONDS * LOADS_RATE && loads_is_stable(&o); n++) {
        rv_world_step(s.world, 1.0 / LOADS_RATE);
        double gain = (motion_energy(s.world) - start) / scale;
        watch_joints(&s, &o);
        o.gain = fmax(o.gain, gain);
        o.lost = -gain;
        o.at = rv_body_center(s.world, s.load);
        o.sideways = fmax(o.sideways, fabs(o.at.y));
        o.finite = isfinite(gain) && rv_world_report(s.world).nonfinite_count == 0;
    }
    rv_world_destroy(s.world);
    return o;
}

void loads_check_holds(validation* v, const char* name, const char* source, bool expected,
                       bool measured) {
    validation_check(v, name, source, expected ? 1.0 : 0.0, measured ? 1.0 : 0.0, 0.0);
}
