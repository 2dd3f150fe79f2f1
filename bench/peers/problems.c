// Geometry and masses of the problems, the same for every engine.
#include "bench/peers/peers.h"

#include <math.h>

double peers_segment_mass(const peers_problem* problem) {
    return problem->mass / problem->segments;
}

double peers_segment_length(const peers_problem* problem) {
    return problem->length / problem->segments;
}

// a solid cylinder along x
void peers_segment_inertia(const peers_problem* problem, double moments[3]) {
    double m = peers_segment_mass(problem), l = peers_segment_length(problem);
    moments[0] = 0.5 * m * PEERS_RADIUS * PEERS_RADIUS;
    moments[1] = moments[2] = m * l * l / 12.0 + 0.5 * moments[0];
}

double peers_load_inertia(const peers_problem* problem) {
    return problem->load * PEERS_CUBE * PEERS_CUBE / 6.0;
}

// a quarter turn about y takes x to -z
void peers_start_turn(const peers_problem* problem, double turn[4]) {
    turn[0] = problem->hangs ? sqrt(0.5) : 1.0;
    turn[1] = turn[3] = 0.0;
    turn[2] = problem->hangs ? sqrt(0.5) : 0.0;
}

void peers_start_place(const peers_problem* problem, int i, double place[3]) {
    bool load = i == problem->segments;
    double along = load ? problem->length : (i + 0.5) * peers_segment_length(problem);
    place[0] = problem->hangs ? 0.0 : along;
    place[1] = 0.0;
    place[2] = problem->hangs ? -along : 0.0;
}

// those of the load stand on its top
void peers_eye(const peers_problem* problem, int i, double point[3]) {
    (void)problem;
    point[0] = PEERS_EYE_SPACING * (i - PEERS_EYES / 2);
    point[1] = 0.0;
    point[2] = i % 2 == 1 ? 0.5 * PEERS_CUBE : 0.0;
}

double peers_tackle_length(const peers_problem* problem) {
    return (PEERS_EYES - 1) * hypot(PEERS_EYE_SPACING, problem->length);
}
