// A scene that is played for long while random things are done to it. soak.c plays one chunk and
// prints its line, acts.c is what is done, watch.c what must hold after every step. One seed gives
// one chunk, bit by bit, on every machine.
#ifndef REEVE_SOAK_H
#define REEVE_SOAK_H

#include "scene/scene.h"
#include "view/inputs.h"

// what a scene measures at its start
typedef struct soak_measure {
    rv_vec3 center;
    double size;    // diagonal of a box round everything [m]
    double mass;    // of all that forces move [kg]
    double weight;  // of that [N]
    double speed;   // of a fall through the whole scene [m/s]
    double kinetic; // energy of the start [J]
} soak_measure;

typedef struct soak_counts {
    long long steps, degraded;
    long long unsettled; // islands whose bounds, and clusters whose contacts were not
    long long acts, resets, restores, repeats;
    long long frozen;   // bodies, rods and solids that the engine stopped as not finite
    long long blown_up; // states with more energy than anything could have given them
    long long left;     // times that something had gone far away: cut off, or thrown
    long long breaks;   // of cables and ties
    long long slow;     // steps that took longer than they last
    double slowest;     // step [s]
    double residual, contact_residual;
    int contacts;
    unsigned long long allocations;
    size_t memory_begin, memory_peak;
} soak_counts;

typedef struct soak {
    const char* path; // of the scene
    uint64_t seed;
    double seconds;
    bool traces; // every act is printed

    rv_scene* scene;
    rv_scene_play* play;
    rv_world* world;
    rv_inputs inputs;
    rv_scene_summary about;
    rv_vec3 gravity;
    soak_measure measure;
    uint64_t random;
    uint64_t start_hash;
    int frozen_now; // of the state as it stands

    void* saved; // a snapshot; NULL: none yet
    size_t saved_bytes;
    uint64_t saved_hash;
    int saved_frozen;

    rv_vec3* points; // of a cable
    int point_capacity;
    soak_counts counts;
    char trouble[512]; // the first thing that must not be; "": none
} soak;

// The first trouble is kept.
void soak_fail(soak* s, const char* format, ...) __attribute__((format(printf, 2, 3)));

// in [0, 1), in [-1, 1), and in [0, count)
double soak_share(soak* s);
double soak_signed(soak* s);
int soak_below(soak* s, int count);
rv_vec3 soak_direction(soak* s); // of any length up to 1

// Does what is due before the step that comes. In acts.c.
void soak_act(soak* s, double dt);
// The start of the scene again, nothing held.
void soak_reset(soak* s);

// Measures the scene at its start, and looks at the world after a step. In watch.c.
void soak_measure_begin(soak* s);
void soak_watch(soak* s, rv_status status);
// Reads the points of a cable; how many there are. Not numbers where it is cut.
int soak_cable_points(soak* s, rv_cable_id cable);

#endif
