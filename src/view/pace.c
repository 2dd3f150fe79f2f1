// The pace of a simulation: see pace.h. The next step is due dt / speed after the one before. A
// simulation that cannot keep up is let fall behind: what is more than a little late is forgiven,
// so that it never hurries to catch up.
#include "view/pace.h"

#include <math.h>

// most that is made up for [s]
static const double LATE_MAX = 0.1;
// over which the speed is measured [s]
static const double WINDOW = 0.5;

rv_pace rv_pace_begin(bool paused, double speed) {
    return (rv_pace){.paused = paused, .speed = speed};
}

void rv_pace_restart(rv_pace* pace, double now) {
    pace->next = now;
    pace->window_start = now;
    pace->window_simulated = 0.0;
    pace->reached = 0.0;
}

void rv_pace_pause(rv_pace* pace, bool paused, double now) {
    if (pace->paused != paused)
        rv_pace_restart(pace, now);
    pace->paused = paused;
    pace->single = false;
}

void rv_pace_set_speed(rv_pace* pace, double speed, double now) {
    pace->speed = speed;
    rv_pace_restart(pace, now);
}

double rv_pace_due(const rv_pace* pace, double now) {
    if (pace->paused)
        return pace->single ? 0.0 : INFINITY;
    return isinf(pace->speed) ? 0.0 : pace->next - now;
}

void rv_pace_grant(rv_pace* pace, double dt, double now) {
    pace->single = false;
    pace->next = fmax(pace->next + dt / pace->speed, now - LATE_MAX);
    if (pace->paused)
        return;
    pace->window_simulated += dt;
    if (now - pace->window_start >= WINDOW) {
        pace->reached = pace->window_simulated / (now - pace->window_start);
        pace->window_start = now;
        pace->window_simulated = 0.0;
    }
}

double rv_pace_reached(const rv_pace* pace) {
    return pace->paused ? 0.0 : pace->reached;
}
