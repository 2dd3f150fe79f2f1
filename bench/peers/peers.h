// Reeve beside other engines: the same work, in the same process, in turn. A problem is described
// without any engine; an engine is one const table of functions that builds, steps and reads it; what
// came out is judged without any engine again. C and C++.
#ifndef REEVE_BENCH_PEERS_H
#define REEVE_BENCH_PEERS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEERS_BODIES_MAX = 101, PEERS_ENGINES_MAX = 4, PEERS_ENTRIES_MAX = 16 };

// --- problems ------------------------------------------------------------------------------------

typedef enum peers_kind {
    PEERS_HOIST = 1,  // a chain of rigid segments with ball joints, and a load
    PEERS_THREAD = 2, // an elastic thread, clamped at its first end
    PEERS_TACKLE = 4, // one massless line through eyes, and a load
} peers_kind;

// SI units. z is up, gravity is PEERS_GRAVITY; the first end is at the origin.
#define PEERS_GRAVITY 9.81

typedef struct peers_problem {
    peers_kind kind;
    int segments;
    double length;  // of the cable; tackle: from the ceiling to the eyes of the load
    double mass;    // of the whole cable
    double load;    // mass of the load, a cube of PEERS_CUBE held at its centre; 0: none
    bool hangs;     // lies straight down at the start, else along x
    double shift;   // speed of the anchor along x, for PEERS_SHIFT_SECONDS
    double EI;      // thread: torque per curvature, and per twist
    double damping; // thread: torque per rate of curvature
    double push;    // tackle: speed of the load along y at the start
    double h;       // step
    double seconds; // simulated
} peers_problem;

#define PEERS_CUBE 1.0          // side of the load
#define PEERS_RADIUS 0.006      // of segments, for their inertia about their axis
#define PEERS_SHIFT_SECONDS 1.0 // the anchor moves
#define PEERS_EYES 5            // of the tackle: those of the ceiling and of the load, in turn
#define PEERS_EYE_SPACING 0.3   // along x

double peers_segment_mass(const peers_problem* problem);
double peers_segment_length(const peers_problem* problem);
// moments of inertia along x, y, z of a segment that lies along x
void peers_segment_inertia(const peers_problem* problem, double moments[3]);
double peers_load_inertia(const peers_problem* problem);
// of segments at the start: w first
void peers_start_turn(const peers_problem* problem, double turn[4]);
// centre of segment i at the start; i = segments: of the load
void peers_start_place(const peers_problem* problem, int i, double place[3]);
// where eye i of the tackle is: in the world, or from the centre of the load if i is odd
void peers_eye(const peers_problem* problem, int i, double point[3]);
// of the path through the eyes at the start
double peers_tackle_length(const peers_problem* problem);

// --- engines -------------------------------------------------------------------------------------

typedef struct peers_body {
    double place[3]; // of the centre of mass
    double turn[4];  // w first; segments lie along x of their own
    double velocity[3], spin[3];
} peers_body;

// What is read after a step.
typedef struct peers_state {
    double anchor[3];                  // hoist
    peers_body body[PEERS_BODIES_MAX]; // hoist: the segments, then the load; tackle: the load
    double tip[3];                     // thread: its free end
    double path;                       // tackle: length of the path through the eyes
    bool lost;                         // the engine has given up this state, and begun another
} peers_state;

typedef struct peers_setting {
    const char* name;
    const char* sentence;
    unsigned kinds; // of problems that it is for
    int choice;     // of the engine: its solver or model
    int substeps;   // in every step
    bool few;       // only for few segments, unless it is named: else it takes minutes
} peers_setting;

// A run is one problem in one engine with one setting.
typedef struct peers_engine {
    const char* name;
    const char* (*version)(void);
    const peers_setting* settings;
    int setting_count;
    // NULL if it could not
    void* (*create)(const peers_problem* problem, const peers_setting* setting);
    // by the problem's h; the anchor moves along x with this speed
    void (*step)(void* run, double anchor_speed);
    void (*read)(void* run, peers_state* state);
    void (*destroy)(void* run);
} peers_engine;

extern const peers_engine peers_reeve, peers_mujoco, peers_bullet, peers_ode;

// those that this program was built with, Reeve first
extern const peers_engine* const peers_engines[];
extern const int peers_engine_count;
// names of those that were not installed, or ""
extern const char peers_missing[];

#ifdef __cplusplus
}
#endif

#endif
