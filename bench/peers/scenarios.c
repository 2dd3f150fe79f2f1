// See scenarios.h. Without any engine: what is simulated, with which masses, lengths and steps.
#include "bench/peers/scenarios.h"

#include <math.h>

// The hoist: 10 m of 12 mm steel as rigid segments, 60 steps a second, with loads of so many segment
// masses, dropped from the horizontal or shifted by its anchor.
static const double RATIOS[] = {10.0, 1e3, 1e5, 1e9};
enum { RATIO_COUNT = sizeof RATIOS / sizeof *RATIOS };
static const double HOIST_LENGTH = 10.0;     // [m]
static const double HOIST_MASS = 8.878;      // 7850 kg/m^3 pi (6 mm)^2 10 m [kg]
static const double HOIST_STEP = 1.0 / 60.0; // [s]
static const double SHIFT_SPEED = 2.0;       // of the anchor, for one second [m/s]
static const double HOIST_SECONDS = 30.0, HOIST_SECONDS_QUICK = 10.0;

const peers_scenario peers_scenarios[] = {
    {"hoist-24", "a load on 24 rigid segments, dropped and shifted, 60 Hz", PEERS_HOIST, 24},
    {"hoist-100", "the same on 100 segments", PEERS_HOIST, 100},
    {"thread", "a clamped thread of 100 segments comes to rest, 1 kHz", PEERS_THREAD, 100},
    {"tackle", "1 t swings on four falls of a massless line, 60 Hz", PEERS_TACKLE, 0},
};
const int peers_scenario_count = sizeof peers_scenarios / sizeof *peers_scenarios;

static peers_case hoist_case(int segments, double ratio, bool shift, bool quick) {
    return (peers_case){.motion = shift ? "shift" : "drop",
                        .ratio = ratio,
                        .problem = {.kind = PEERS_HOIST,
                                    .segments = segments,
                                    .length = HOIST_LENGTH,
                                    .mass = HOIST_MASS,
                                    .load = ratio * HOIST_MASS / segments,
                                    .hangs = shift,
                                    .shift = shift ? SHIFT_SPEED : 0.0,
                                    .h = HOIST_STEP,
                                    .seconds = quick ? HOIST_SECONDS_QUICK : HOIST_SECONDS}};
}

// 1 m, 10 g, EI = GJ = 0.001 N m^2. Its damping, about half of what a pendulum of its size would need
// to creep, lets it come to rest within the time.
static peers_case thread_case(int segments) {
    return (peers_case){.motion = "rest",
                        .ratio = NAN,
                        .problem = {.kind = PEERS_THREAD,
                                    .segments = segments,
                                    .length = 1.0,
                                    .mass = 0.01,
                                    .EI = 1e-3,
                                    .damping = 2.5e-3,
                                    .h = 1e-3,
                                    .seconds = 8.0}};
}

static peers_case tackle_case(bool quick) {
    return (peers_case){.motion = "swing",
                        .ratio = NAN,
                        .problem = {.kind = PEERS_TACKLE,
                                    .length = 10.0,
                                    .load = 1000.0,
                                    .push = 1.0,
                                    .h = 1.0 / 60.0,
                                    .seconds = quick ? 10.0 : 60.0}};
}

int peers_scenario_cases(const peers_scenario* scenario, bool quick, peers_case* cases) {
    int count = 0;
    if (scenario->kind == PEERS_THREAD)
        cases[count++] = thread_case(scenario->segments);
    else if (scenario->kind == PEERS_TACKLE)
        cases[count++] = tackle_case(quick);
    else
        for (int i = 0; i < RATIO_COUNT; i++)
            for (int shift = 0; shift < 2; shift++)
                cases[count++] = hoist_case(scenario->segments, RATIOS[i], shift != 0, quick);
    return count;
}
