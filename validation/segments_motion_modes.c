// Part of suite "servin_2007_segments": periods of small vibrations. A cable is set going in one of
// the modes of its own chain, K x = omega^2 M x, and the turn per step of that mode is compared
// with what the stepper makes of omega, s = omega h:
//   stretch, twist and bending:                      that of (z - 1)^2 (2 z - 1) + s^2 z^3 = 0
//   hanging chains, tension as a modified mass:      2 - 2 cos = s^2/(1 + gamma s^2), gamma = 1/2
// Chains: of N rods, with the angles theta_i of each, y_i = l sum_(j<i) theta_j + l theta_i/2; and
// of N particles, whose omega^2 L/(g N) are the zeros of the Laguerre polynomial L_N.
#include "validation/segments_motion.h"
#include "validation/segments_world.h"

#include <math.h>
#include <stdio.h>

enum { STEPS = 600, MODES = 3 };

// A series p that oscillates with one frequency and decays evenly: its turn per step, from the
// least squares of p[n+1] = a p[n] - b p[n-1], b the square of what a step leaves of it. Steps in
// which the memories of the rows start are left out.
static double turn_per_step(const double* p, int count) {
    enum { START = 60 };
    double xx = 0.0, xy = 0.0, yy = 0.0, xp = 0.0, yp = 0.0;
    for (int n = START; n < count - 1; n++) {
        double x = p[n], y = -p[n - 1];
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xp += x * p[n + 1];
        yp += y * p[n + 1];
    }
    double per = 1.0 / (xx * yy - xy * xy);
    return acos(0.5 * per * (xp * yy - yp * xy) / sqrt(per * (yp * xx - xp * xy)));
}

// What an elastic row makes of a mode, (2 + s^2) z^3 - 5 z^2 + 4 z - 1 = 0: the turn of its two
// complex roots. The real one is below 1/2.
static double filtered_turn(double s) {
    double a = 2.0 + s * s, z = 0.5;
    for (int i = 0; i < 50; i++)
        z -= (((a * z - 5.0) * z + 4.0) * z - 1.0) / ((3.0 * a * z - 10.0) * z + 4.0);
    return acos(0.5 * (5.0 / a - z) / sqrt(1.0 / (a * z)));
}

// --- stretch and twist of a free cable ---

static bars_bar small_bar(int segments) {
    return (bars_bar){.count = segments,
                      .length = 10.0,
                      .EA = 1e6,
                      .EI = 10.0,
                      .GJ = 400.0,
                      .mass_per_length = 2.0,
                      .diameter = 0.05};
}

// one coordinate per segment, along or about the cable
static void chain_pencil(const bars_bar* bar, bool twist, bars_pencil* p) {
    int N = p->count = bar->count;
    double l = bar->length / N, mass = bar->mass_per_length * l, r = 0.5 * bar->diameter;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            p->K[i][k] = p->M[i][k] = 0.0;
    for (int i = 0; i < N; i++)
        p->M[i][i] = twist ? 0.5 * mass * r * r : mass;
    for (int j = 0; j < N - 1; j++) {
        // free ends leave their whole segment to their joint
        double length = l * (1.0 + (j == 0 ? 0.5 : 0.0) + (j == N - 2 ? 0.5 : 0.0));
        double k = (twist ? bar->GJ : bar->EA) / length;
        p->K[j][j] += k;
        p->K[j + 1][j + 1] += k;
        p->K[j][j + 1] -= k;
        p->K[j + 1][j] -= k;
    }
}

// speed of a mode of equal masses
static double mode_speed(const bars_held* b, bool twist, const double* shape) {
    double sum = 0.0;
    for (int i = 0; i < rv_cable_segment_count(b->world, b->cable); i++) {
        rv_body_id segment = rv_cable_segment(b->world, b->cable, i);
        sum += shape[i]
               * (twist ? rv_body_angular_velocity(b->world, segment)
                        : rv_body_velocity(b->world, segment))
                     .x;
    }
    return sum;
}

static void excite(const bars_held* b, bool twist, const double* shape, double speed) {
    for (int i = 0; i < rv_cable_segment_count(b->world, b->cable); i++) {
        rv_body_id segment = rv_cable_segment(b->world, b->cable, i);
        rv_vec3 x = {speed * shape[i], 0.0, 0.0};
        if (twist)
            rv_body_set_angular_velocity(b->world, segment, x);
        else
            rv_body_set_velocity(b->world, segment, x);
    }
}

static void check_free_mode(validation* v, int segments, bool twist, int mode) {
    static bars_pencil pencil;
    static bars_modes modes;
    bars_bar bar = small_bar(segments);
    chain_pencil(&bar, twist, &pencil);
    bars_find_modes(&pencil, &modes);
    bars_held b = {.world = bars_undamped_world()};
    rv_cable_node nodes[2] = {bars_free((rv_vec3){0.0, 0.0, 0.0}),
                              bars_free((rv_vec3){bar.length, 0.0, 0.0})};
    rv_cable_def def = bars_cable(&bar, nodes);
    b.cable = bars_add(v, b.world, &def);
    // the first mode is the cable's motion as a whole; ten steps to a radian of the slowest
    double h = 0.1 / modes.omega[1], s = modes.omega[mode] * h, speeds[STEPS];
    excite(&b, twist, modes.shape[mode], 1e-2);
    for (int n = 0; n < STEPS; n++) {
        rv_world_step(b.world, h);
        speeds[n] = mode_speed(&b, twist, modes.shape[mode]);
    }
    rv_world_destroy(b.world);
    char name[160];
    snprintf(name, sizeof name, "free cable, N = %d, %s, mode %d: period [s]", segments,
             twist ? "twist" : "stretch", mode);
    bars_check(v, name, "of (z - 1)^2 (2 z - 1) + (omega h)^2 z^3 = 0, omega of the chain",
               2.0 * RV_PI * h / filtered_turn(s), 2.0 * RV_PI * h / turn_per_step(speeds, STEPS),
               1e-6);
}

// --- hanging chains ---

static const double HANGING_LENGTH = 1.0;
enum { LINKS = 20 };

typedef struct hanging {
    rv_world* world;
    rv_body_id link[LINKS]; // the topmost first
    bool rods;
} hanging;

static void rod_pencil(double diameter, bars_pencil* p) {
    double l = HANGING_LENGTH / LINKS, inertia = l * l / 12.0 + diameter * diameter / 16.0;
    p->count = LINKS;
    for (int i = 0; i < LINKS; i++)
        for (int k = 0; k < LINKS; k++) {
            int below = LINKS - 1 - (i > k ? i : k);
            // rods below both move by l with each; the lower of the two by half of it
            p->M[i][k] = l * l * (below + (i == k ? 0.25 : 0.5)) + (i == k ? inertia : 0.0);
            p->K[i][k] = i == k ? BARS_G * l * (below + 0.5) : 0.0;
        }
}

static void particle_pencil(bars_pencil* p) {
    double per = BARS_G * LINKS / HANGING_LENGTH;
    p->count = LINKS;
    for (int i = 0; i < LINKS; i++)
        for (int k = 0; k < LINKS; k++) {
            // tension above and below, in weights of a particle
            double above = LINKS - i, below = LINKS - 1 - i;
            p->M[i][k] = i == k ? 1.0 : 0.0;
            p->K[i][k] = i == k       ? per * (above + below)
                         : k == i + 1 ? -per * below
                         : k == i - 1 ? -per * above
                                      : 0.0;
        }
}

static hanging hang_rods(validation* v, rv_world* world, double diameter) {
    hanging h = {.world = world, .rods = true};
    bars_bar bar = {.count = LINKS,
                    .length = HANGING_LENGTH,
                    .EA = 1e9,
                    .mass_per_length = 1.0,
                    .diameter = diameter,
                    .stretch_time = NAN};
    rv_cable_node nodes[2] = {bars_pinned((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}),
                              bars_free((rv_vec3){0.0, 0.0, -HANGING_LENGTH})};
    rv_cable_def def = bars_cable(&bar, nodes);
    rv_cable_id cable = bars_add(v, world, &def);
    for (int i = 0; i < LINKS; i++)
        h.link[i] = rv_cable_segment(world, cable, i);
    return h;
}

static hanging hang_particles(rv_world* world) {
    hanging h = {.world = world, .rods = false};
    double l = HANGING_LENGTH / LINKS;
    rv_body_id above = {0};
    for (int i = 0; i < LINKS; i++) {
        rv_body_def def = rv_body_def_default();
        def.kind = RV_BODY_PARTICLE;
        def.mass = l;
        def.pose.position = (rv_vec3){0.0, 0.0, -l * (i + 1)};
        h.link[i] = rv_body_create(world, &def);
        rv_joint_def joint = rv_joint_def_between(world, RV_JOINT_DISTANCE, above, h.link[i],
                                                  (rv_vec3){0.0, 0.0, -l * i}, def.pose.position);
        rv_joint_create(world, &joint);
        above = h.link[i];
    }
    return h;
}

// sets it going in a mode; what is measured of rods is their turning, of particles their speed
static void swing(const hanging* h, const double* shape, double speed) {
    double l = HANGING_LENGTH / LINKS, at = 0.0;
    for (int i = 0; i < LINKS; i++) {
        double x = h->rods ? at + 0.5 * l * shape[i] : shape[i];
        rv_body_set_velocity(h->world, h->link[i], (rv_vec3){speed * x, 0.0, 0.0});
        if (h->rods)
            rv_body_set_angular_velocity(h->world, h->link[i],
                                         (rv_vec3){0.0, -speed * shape[i], 0.0});
        at += l * shape[i];
    }
}

static double swing_speed(const hanging* h, const double* shape) {
    double sum = 0.0;
    for (int i = 0; i < LINKS; i++) {
        double weight = h->rods ? LINKS - 0.5 - i : 1.0; // modes of rods are orthogonal in K
        rv_vec3 w = rv_body_angular_velocity(h->world, h->link[i]);
        rv_vec3 x = rv_body_velocity(h->world, h->link[i]);
        sum += weight * shape[i] * (h->rods ? -w.y : x.x);
    }
    return sum;
}

static rv_world* hanging_world(bool damped) {
    rv_world_def def = rv_world_def_default();
    def.gravity.z = -BARS_G;
    def.substeps.max = 1;
    if (!damped)
        def.geometric_stiffness.delta = def.geometric_stiffness.jump_delta = 0.0;
    return rv_world_create(&def, NULL, 0);
}

// Without the damping of what the step cannot resolve the formula is exact for small swings; with
// it, as is the default, it holds to 0.1 %.
static void check_hanging_mode(validation* v, bool rods, bool damped, int mode) {
    static const double H = 1.0 / 60.0, GAMMA = 0.5, DIAMETER = 0.002;
    static bars_pencil pencil;
    static bars_modes modes;
    if (rods)
        rod_pencil(DIAMETER, &pencil);
    else
        particle_pencil(&pencil);
    bars_find_modes(&pencil, &modes);
    rv_world* world = hanging_world(damped);
    hanging chain = rods ? hang_rods(v, world, DIAMETER) : hang_particles(world);
    // let its weight settle in its joints first
    for (int n = 0; n < 100; n++)
        rv_world_step(world, H);
    double speeds[STEPS], s = modes.omega[mode] * H;
    swing(&chain, modes.shape[mode], 1e-5);
    for (int n = 0; n < STEPS; n++) {
        rv_world_step(world, H);
        speeds[n] = swing_speed(&chain, modes.shape[mode]);
    }
    rv_world_destroy(world);
    char name[160];
    snprintf(name, sizeof name, "hanging chain, %d %s%s, mode %d: frequency [rad/s]", LINKS,
             rods ? "rods" : "particles", damped ? "" : ", undamped", mode + 1);
    bars_check(v, name,
               rods ? "modes of the chain of rods, in steps" : "zeros of Laguerre's L_20, in steps",
               acos(1.0 - 0.5 * s * s / (1.0 + GAMMA * s * s)) / H,
               turn_per_step(speeds, STEPS) / H, damped ? 1e-3 : 1e-6);
}

// --- a beam ---

// clamped at its first end: rods as above without weight, joints k = B/l, 2 B/l at the clamp, B/(3
// l/2) beside the free end
static void beam_pencil(double EI, double diameter, bars_pencil* p) {
    rod_pencil(diameter, p);
    double l = HANGING_LENGTH / LINKS;
    for (int i = 0; i < LINKS; i++)
        for (int k = 0; k < LINKS; k++)
            p->K[i][k] = 0.0;
    for (int j = 0; j < LINKS; j++) {
        double k = EI / l / (j == 0 ? 0.5 : j == LINKS - 1 ? 1.5 : 1.0);
        // rods of 1 kg/m: the pencil above counts in masses of one
        k /= l;
        p->K[j][j] += k;
        if (j == 0)
            continue;
        p->K[j - 1][j - 1] += k;
        p->K[j][j - 1] -= k;
        p->K[j - 1][j] -= k;
    }
}

static void check_beam_mode(validation* v, int mode) {
    static const double EI = 2.0, DIAMETER = 0.002;
    static const double BETA[MODES] = {1.875104, 4.694091, 7.854757};
    static bars_pencil pencil;
    static bars_modes modes;
    beam_pencil(EI, DIAMETER, &pencil);
    bars_find_modes(&pencil, &modes);
    hanging beam = {.world = bars_undamped_world(), .rods = true};
    bars_bar bar = {.count = LINKS,
                    .length = HANGING_LENGTH,
                    .EA = 1e9,
                    .EI = EI,
                    .mass_per_length = 1.0,
                    .diameter = DIAMETER,
                    .stretch_time = NAN};
    rv_vec3 down = {0.0, 0.0, -1.0};
    rv_cable_node nodes[2] = {bars_clamped((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}, down),
                              bars_free(down)};
    rv_cable_def def = bars_cable(&bar, nodes);
    rv_cable_id cable = bars_add(v, beam.world, &def);
    for (int i = 0; i < LINKS; i++)
        beam.link[i] = rv_cable_segment(beam.world, cable, i);
    double h = 0.1 / modes.omega[mode], s = modes.omega[mode] * h, speeds[STEPS];
    swing(&beam, modes.shape[mode], 1e-5);
    for (int n = 0; n < STEPS; n++) {
        rv_world_step(beam.world, h);
        speeds[n] = swing_speed(&beam, modes.shape[mode]);
    }
    rv_world_destroy(beam.world);
    char name[160];
    snprintf(name, sizeof name, "clamped beam, N = %d, mode %d: frequency [rad/s]", LINKS,
             mode + 1);
    // joints that are stiff against bending 1e9 times ring by a few 1e-6
    bars_check(v, name, "of (z - 1)^2 (2 z - 1) + (omega h)^2 z^3 = 0, omega of the chain",
               filtered_turn(s) / h, turn_per_step(speeds, STEPS) / h, 1e-4);
    snprintf(name, sizeof name, "clamped beam, N = %d, mode %d: omega of the chain used here",
             LINKS, mode + 1);
    double beta = BETA[mode];
    bars_check(v, name, "(beta L)^2 sqrt(B/lambda)/L^2", beta * beta * sqrt(EI), modes.omega[mode],
               0.01);
}

static void check_references(validation* v) {
    static bars_pencil pencil;
    static bars_modes modes;
    double unit = sqrt(HANGING_LENGTH / BARS_G);
    particle_pencil(&pencil);
    bars_find_modes(&pencil, &modes);
    validation_check(v, "hanging chain, 20 particles: omega_1 sqrt(L/g) of the pencil used here",
                     "Laguerre, N = 20", 1.187770, modes.omega[0] * unit, 1e-6);
    rod_pencil(0.0, &pencil);
    bars_find_modes(&pencil, &modes);
    bars_check(v, "hanging chain, 20 rods: omega_1 sqrt(L/g) of the pencil used here",
               "continuous chain: 2.4048256/2", 0.5 * 2.4048256, modes.omega[0] * unit, 1e-3);
}

void motion_modes(validation* v) {
    for (int twist = 0; twist < 2; twist++) {
        check_free_mode(v, 2, twist, 1);
        for (int mode = 1; mode <= MODES; mode++)
            check_free_mode(v, 24, twist, mode);
    }
    for (int mode = 0; mode < MODES; mode++)
        check_beam_mode(v, mode);
    check_references(v);
    for (int rods = 0; rods < 2; rods++)
        for (int damped = 0; damped < 2; damped++)
            for (int mode = 0; mode < MODES; mode++)
                check_hanging_mode(v, rods, damped, mode);
}
