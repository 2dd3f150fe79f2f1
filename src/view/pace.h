// When the next step is due: simulated time against the clock, at a speed, with pause and single
// steps. Times are given by the caller, so nothing here reads a clock.
#ifndef REEVE_VIEW_PACE_H
#define REEVE_VIEW_PACE_H

#include <stdbool.h>

typedef struct rv_pace {
    bool paused;
    bool single;  // one step is to be made though it is paused
    double speed; // times real time; INFINITY: as fast as it goes
    double next;  // when the next step is due [s]
    // how fast it went: simulated time since the start of a window
    double window_start, window_simulated, reached;
} rv_pace;

rv_pace rv_pace_begin(bool paused, double speed);
// From now on, without making up for the time before.
void rv_pace_restart(rv_pace* pace, double now);
void rv_pace_pause(rv_pace* pace, bool paused, double now);
void rv_pace_set_speed(rv_pace* pace, double speed, double now);
// How long until a step is due; <= 0: it is; INFINITY while paused.
double rv_pace_due(const rv_pace* pace, double now);
// A step of dt is made now.
void rv_pace_grant(rv_pace* pace, double dt, double now);
// Simulated time over real time, lately.
double rv_pace_reached(const rv_pace* pace);

#endif
