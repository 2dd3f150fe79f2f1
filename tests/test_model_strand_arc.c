// Rope of segments on wheels: its inertia, its weight and its momentum are those of the rope that
// is there. The reference is Atwood's machine with a heavy rope, integrated by itself: with x what
// has run over the wheel,
//   (M_1 + M_2 + rho L + I/R^2) a = (M_2 - M_1 + rho (l_2 - l_1 + 2 x)) g
// and the axle carries the weight of everything but for the momentum that it gains:
//   F = W - (M_2 - M_1 + rho (l_2 - l_1 + 2 x)) a - 2 rho v^2
#include "model/strand.h"
#include "strand_fixture.h"

#include <math.h>

static const double H = 1.0 / 60.0;
static const double G = 9.81;
static const double AXLE = 50.0; // mass of what carries the wheel

typedef struct atwood {
    double R, L, rope, mass[2], inertia; // rope: its mass; inertia: of the wheel
    double hangs[2];                     // rope on either side
    int segments;
    double EA;
} atwood;

static double rho_of(const atwood* a) {
    return a->rope / a->L;
}

static double weighs_more(const atwood* a, double x) {
    return a->mass[1] - a->mass[0] + rho_of(a) * (a->hangs[1] - a->hangs[0] + 2.0 * x);
}

static double acceleration(const atwood* a, double x) {
    double turns = a->inertia / (a->R * a->R);
    return weighs_more(a, x) * G / (a->mass[0] + a->mass[1] + a->rope + turns);
}

// one step by the classical method of Runge and Kutta; its error is far below a millionth
static void advance(const atwood* a, double* x, double* v) {
    double k[4], s[4], at = *x, speed = *v;
    for (int i = 0; i < 4; i++) {
        k[i] = acceleration(a, at);
        s[i] = speed;
        double part = i < 2 ? 0.5 * H : H;
        at = *x + part * s[i];
        speed = *v + part * k[i];
    }
    *x += H / 6.0 * (s[0] + 2.0 * s[1] + 2.0 * s[2] + s[3]);
    *v += H / 6.0 * (k[0] + 2.0 * k[1] + 2.0 * k[2] + k[3]);
}

typedef struct machine {
    rv_world* world;
    rv_body_id load[2];
    rv_cable_id cable;
    rv_joint_id axle;
} machine;

static machine build(const atwood* a) {
    rv_world_def world_def = rv_world_def_default();
    world_def.sleep.enabled = false;
    machine m = {.world = world_of(&world_def)};
    rv_body_id holder = add_rigid(m.world, AXLE, vec(5, 5, 5), vec(0, 0, 0));
    rv_joint_def lock =
        rv_joint_def_at(m.world, RV_JOINT_LOCK, NO_BODY, holder, vec(0, 0, 0), vec(1, 0, 0));
    m.axle = rv_joint_create(m.world, &lock);
    for (int k = 0; k < 2; k++)
        m.load[k] = add_particle(m.world, a->mass[k], vec(k == 0 ? -a->R : a->R, 0, -a->hangs[k]));
    rv_cable_node nodes[] = {fixed_at(m.load[0], vec(0, 0, 0)),
                             pulley_at(holder, vec(0, 0, 0), vec(0, 1, 0), a->R),
                             fixed_at(m.load[1], vec(0, 0, 0))};
    if (a->inertia > 0.0) {
        rv_body_def wheel = rv_body_def_default();
        wheel.kind = RV_BODY_SCALAR;
        wheel.mass = a->inertia;
        nodes[1].wheel = body_of(m.world, &wheel);
        nodes[1].friction = INFINITY;
    }
    rv_cable_def def = strand_def(nodes, 0);
    def.node_count = 3;
    def.mass_per_length = rho_of(a);
    def.EA = a->EA;
    def.segments.length = a->L / a->segments;
    def.segments.EI = def.GJ = 0.0;
    def.segments.mask = 0;
    m.cable = cable_of(m.world, &def);
    return m;
}

// uniform in [low, high)
static double draw(uint64_t* state, double low, double high) {
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return low + (high - low) * (double)(*state >> 11) * 0x1p-53;
}

// a rope of up to three times the loads
static atwood random_machine(uint64_t seed) {
    uint64_t s = 7919 * seed;
    for (int i = 0; i < 4; i++)
        draw(&s, 0.0, 1.0);
    atwood a = {.R = draw(&s, 0.05, 0.8), .L = draw(&s, 8.0, 25.0), .EA = 1e9};
    a.mass[0] = draw(&s, 10.0, 100.0);
    a.mass[1] = a.mass[0] * draw(&s, 0.6, 1.6);
    a.rope = (a.mass[0] + a.mass[1]) * draw(&s, 0.02, 3.0);
    a.inertia = seed % 2 == 0 ? 0.0 : a.mass[0] * a.R * a.R * draw(&s, 0.01, 1.0);
    a.segments = 24 + (int)draw(&s, 0.0, 77.0);
    a.hangs[0] = (a.L - RV_PI * a.R) * draw(&s, 0.35, 0.65);
    a.hangs[1] = a.L - RV_PI * a.R - a.hangs[0];
    return a;
}

// Until the load is three segments from the wheel, or the rope goes farther than half of what a
// bridge reaches in a step. Forces are compared after a fifth of a second, in which the stretch of
// the rope comes to rest.
TEST(a_heavy_rope_over_a_wheel_runs_as_atwoods_machine) {
    for (uint64_t seed = 1; seed <= 8; seed++) {
        atwood a = random_machine(seed);
        machine m = build(&a);
        double x = 0.0, v = 0.0, unit = a.L / a.segments, fastest = 0.0, kinetic = 0.0;
        double weight = (AXLE + a.mass[0] + a.mass[1] + a.rope) * G;
        rv_energy first = {0};
        int steps = 0;
        for (; steps < 400 && fabs(v) * H < 0.25 * unit; steps++) {
            double before[2] = {x, v};
            advance(&a, &x, &v);
            if (a.hangs[0] - x < 3.0 * unit || a.hangs[1] + x < 3.0 * unit)
                break;
            CHECK(rv_world_step(m.world, H) == RV_STATUS_OK);
            first = steps == 0 ? rv_world_energy(m.world) : first;
            fastest = fmax(fastest, fabs(v));
            kinetic = fmax(kinetic, rv_world_energy(m.world).kinetic);
            double speed =
                0.5
                * (rv_body_velocity(m.world, m.load[0]).z - rv_body_velocity(m.world, m.load[1]).z);
            if (steps < 12)
                continue;
            // a hundredth is what is promised
            CHECK_NEAR(speed, v, 0.01 * fastest);
            double middle = 0.5 * (x + before[0]), mean = 0.5 * (v + before[1]);
            double taken =
                weighs_more(&a, middle) * acceleration(&a, middle) + 2.0 * rho_of(&a) * mean * mean;
            CHECK_NEAR(fabs(rv_joint_force(m.world, m.axle).z), weight - taken, 0.01 * weight);
        }
        CHECK(steps > 30);
        // rope that goes over the wheel brings no work, and energy stays
        rv_energy last = rv_world_energy(m.world);
        CHECK_NEAR(last.work - first.work, 0.0, 1e-4 * kinetic);
        CHECK_NEAR(last.total - last.work, first.total - first.work, 1e-3 * kinetic);
        rv_world_destroy(m.world);
    }
}

// Balanced and without stretch: the wheel carries the loads, the rope and its holder.
TEST(a_wheel_at_rest_carries_the_whole_weight) {
    for (int segments = 24; segments <= 100; segments += 38) {
        atwood a = {.R = 0.5,
                    .L = 10.0 + 0.5 * RV_PI,
                    .rope = 40.0,
                    .mass = {30.0, 30.0},
                    .hangs = {5.0, 5.0},
                    .segments = segments,
                    .EA = INFINITY};
        machine m = build(&a);
        for (int k = 0; k < 240; k++)
            rv_world_step(m.world, H);
        double weight = (AXLE + 60.0 + 40.0) * G;
        CHECK_NEAR(fabs(rv_joint_force(m.world, m.axle).z), weight, 1e-9 * weight);
        rv_world_destroy(m.world);
    }
}

// A block of M_1 hangs in the bight of a rope of rho, whose other end goes over a wheel to M_2.
// With y the rise of the block and l = 6 m all falls at first:
//   m(y) = M_1 + 4 M_2 + rho (4 (l - y) + 4 (l + 2 y) + 6 pi R),  V = (M_1 - 2 M_2) g y + ...
//   m y'' = -(M_1 - 2 M_2 + rho (pi R + (l - y) + (l - y) - 2 (l + 2 y))) g - m' y'^2/2
// The rope in the block runs with y' and goes along with y', both across each other.
typedef struct tackle {
    double mass[2], rho, R, l;
} tackle;

static double tackle_acceleration(const tackle* t, double y, double speed) {
    double up = t->l - y, down = t->l + 2.0 * y;
    double inertia =
        t->mass[0] + 4.0 * t->mass[1] + t->rho * (4.0 * up + 4.0 * down + 6.0 * RV_PI * t->R);
    double force =
        -(t->mass[0] - 2.0 * t->mass[1] + t->rho * (RV_PI * t->R + 2.0 * up - 2.0 * down)) * G;
    return (force - 0.5 * 4.0 * t->rho * speed * speed) / inertia;
}

TEST(a_block_that_moves_takes_the_rope_on_its_wheel_along) {
    tackle t = {{300.0, 120.0}, 3.0, 0.3, 6.0};
    rv_world* world = default_world();
    rv_body_id block = add_rigid(world, t.mass[0], vec(10, 10, 10), vec(t.R, 0, -t.l));
    rv_joint_def way =
        rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, block, vec(t.R, 0, -t.l), vec(0, 0, 1));
    rv_joint_create(world, &way);
    rv_body_id other = add_particle(world, t.mass[1], vec(4.0 * t.R, 0, -t.l));
    rv_cable_node nodes[] = {
        fixed_at(NO_BODY, vec(0, 0, 0)), pulley_at(block, vec(0, 0, 0), vec(0, 1, 0), t.R),
        pulley_at(NO_BODY, vec(3.0 * t.R, 0, 0), vec(0, 1, 0), t.R), fixed_at(other, vec(0, 0, 0))};
    rv_cable_def def = strand_def(nodes, 0);
    def.node_count = 4;
    def.mass_per_length = t.rho;
    def.EA = 1e9;
    def.segments.length = 0.33;
    def.segments.EI = def.GJ = 0.0;
    def.segments.mask = 0;
    cable_of(world, &def);
    double y = 0.0, v = 0.0, fine = H / 50.0;
    for (int k = 0; k < 120; k++) {
        CHECK(rv_world_step(world, H) == RV_STATUS_OK);
        // the midpoint rule, in a fiftieth of the step
        for (int i = 0; i < 50; i++) {
            double half = v + 0.5 * fine * tackle_acceleration(&t, y, v);
            double middle = y + 0.5 * fine * v;
            v += fine * tackle_acceleration(&t, middle, half);
            y += fine * half;
        }
        if (k > 12)
            CHECK_NEAR(rv_body_velocity(world, block).z, v, 0.002 * fabs(v));
    }
    CHECK(v < -1.0);
    rv_world_destroy(world);
}

// A drum 20 m up pays out 1.5 m/s of 3 kg/m: 880 W of rope leave it, and are in the account to a
// thousandth while nothing else changes.
TEST(rope_that_a_drum_gives_to_its_bridge_brings_its_energy) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 50.0, vec(5.2, 0, 14));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 20), 0.0),
                             pulley_at(NO_BODY, vec(5, 0, 20), vec(0, 1, 0), 0.2),
                             fixed_at(load, vec(0, 0, 0))};
    nodes[0].axis = vec(0, 1, 0);
    nodes[0].radius = 0.2;
    nodes[0].winch.stored = 100.0;
    nodes[0].winch.max_force = nodes[0].winch.brake_force = INFINITY;
    rv_cable_def def = strand_def(nodes, 0);
    def.node_count = 3;
    def.mass_per_length = 3.0;
    def.segments.length = 0.25;
    def.segments.mask = 0;
    rv_cable_id cable = cable_of(world, &def);
    double kept[2] = {0.0, 0.0};
    for (int k = 0; k < 240; k++) {
        rv_cable_set_winch_speed(world, cable, 0, fmin(1.5, fmax(0.0, 1.5 * (k * H - 0.5))));
        rv_world_step(world, H);
        rv_energy energy = rv_world_energy(world);
        if (k == 149 || k == 239)
            kept[k == 239] = energy.total - energy.work;
    }
    CHECK_NEAR(kept[1], kept[0], 1e-3 * 3.0 * 1.5 * 1.5 * G * 20.0);
    rv_world_destroy(world);
}
