// Random machines as users build them, simulated and judged from outside. draw.c: the random
// numbers; parts.c: bodies, ropes and drives; kinds_*.c: one builder per kind of machine; script.c:
// the operator; judge.c: what went wrong, read from the public API alone and never from the
// engine's own report; selftest.c: whether the judge is right; table.c: the output; machines.c: the
// program. A machine is a function of its kind, model and number; its run of the rate, too.
#ifndef REEVE_MACHINES_H
#define REEVE_MACHINES_H

#include "reeve/reeve.h"

#include <stdbool.h>
#include <stdint.h>

enum { MACHINE_LOADS = 16, MACHINE_CABLES = 24, MACHINE_DRIVES = 24, MACHINE_NODES = 32 };

// --- random numbers -----------------------------------------------------------------------------

typedef struct draw {
    uint64_t state;
} draw;

draw draw_begin(const char* kind, const char* model, uint64_t number);
double draw_share(draw* d); // in [0, 1)
double draw_in(draw* d, double low, double high);
double draw_log(draw* d, double low, double high); // log-uniform, low > 0
bool draw_chance(draw* d, double probability);
int draw_below(draw* d, int count);
rv_vec3 draw_vec(draw* d, double size); // each coordinate in [-size, size)

// --- models -------------------------------------------------------------------------------------

// A column of the table: a cable model, and for massless cables whether winches have a force limit.
typedef struct machine_model {
    const char* name;
    rv_cable_model model;
    bool default_winch; // no force limit; of other models a third of the machines has none
    unsigned bit;       // in machine_kind.models
} machine_model;

enum {
    MASSLESS = 1,
    DEFAULT_WINCH = 2,
    LAYERED = 4,
    SEGMENTS = 8,
    AUTO = 16,
    ROD = 32,
    HOISTS = MASSLESS | DEFAULT_WINCH | LAYERED | SEGMENTS | AUTO, // with winches
    ROPES = MASSLESS | LAYERED | SEGMENTS | AUTO,                  // without
    LINES = ROPES | ROD,                                           // ends on bodies only
};
enum { MACHINE_MODELS = 6 };
extern const machine_model machine_models[MACHINE_MODELS];

// --- parts --------------------------------------------------------------------------------------

// A rope as catalogues have it.
typedef struct rope {
    double diameter, EA, EI, GJ, mass_per_length; // EI, GJ: NaN: of a solid bar
    double strength;                              // tension at which a real one breaks [N]
    double young, density, friction;
} rope;

typedef enum drive_type { DRIVE_WINCH, DRIVE_ANCHOR, DRIVE_MOTOR, DRIVE_PUSH } drive_type;

// What an operator moves.
typedef struct drive {
    drive_type type;
    rv_cable_id cable;  // winch, at node 0
    rv_body_id body;    // anchor (kinematic), push
    rv_joint_id joint;  // motor
    rv_vec3 axis;       // unit, anchor and push
    double top;         // largest speed or force
    double ramp;        // change of it per second; INFINITY: at once
    double low, high;   // limit switches: of the winch's length, the travel, the coordinate
    double start, stop; // of the script, emergency stop [s]; INFINITY: none
    double target, now, until, travel;
} drive;

typedef struct machine {
    rv_world* world;
    draw random;
    const machine_model* model;
    double rate;
    bool has_ground;
    double lowest; // height that no body can be below [m]
    double speed;  // of loads at the start, for the strain that their energy allows [m/s]
    double mass;   // of all that forces move, without ropes [kg]
    double thrust; // largest force of drives with a limit [N]
    int cable_count, load_count, drive_count;
    rv_cable_id cables[MACHINE_CABLES];
    rv_body_id loads[MACHINE_LOADS];
    drive drives[MACHINE_DRIVES];
    char trouble[256]; // why the machine could not be built; "": it was
} machine;

// A row of the table.
typedef struct machine_kind {
    const char* name;
    const char* is; // one sentence
    unsigned models;
    void (*build)(machine* m);
} machine_kind;

extern const machine_kind machine_kinds_hoist[], machine_kinds_rope[], machine_kinds_frame[],
    machine_kinds_thread[]; // each ends with a kind without a name

typedef struct path {
    rv_cable_node nodes[MACHINE_NODES];
    int count;
} path;

static inline rv_vec3 vec(double x, double y, double z) {
    return (rv_vec3){x, y, z};
}
extern const rv_body_id NO_BODY;
extern const double GRAVITY;

// Keeps the first thing that the world refused.
void refuse(machine* m, const char* what);
rope rope_draw(machine* m, double thinnest, double thickest);
// A load that `falls` of the rope carry with a safety of 4 or more; a third of them far less.
double rope_load(machine* m, const rope* r, int falls);

rv_body_id add_body(machine* m, rv_body_def* def);
rv_body_id add_box(machine* m, double mass, rv_vec3 half, rv_vec3 at);
// A box or a ball of the size of its mass; `top` is the middle of its upper side.
rv_body_id add_load(machine* m, double mass, rv_vec3 top);
rv_body_id add_wall(machine* m, rv_vec3 half, rv_vec3 at); // static
rv_body_id add_anchor(machine* m, rv_vec3 at);             // kinematic, without a shape
void add_ground(machine* m, double height);
rv_joint_id add_joint(machine* m, const rv_joint_def* def);
double load_half(double mass);                       // half the edge of a box of that mass
rv_vec3 load_top(const machine* m, rv_body_id load); // the middle of its upper side, in its frame

void path_end(path* p, rv_body_id body, rv_vec3 point);
void path_drum(path* p, rv_body_id body, rv_vec3 point);
void path_pulley(machine* m, path* p, rv_body_id body, rv_vec3 point, double radius);
// length: NaN: the path's
rv_cable_id add_rope(machine* m, path* p, const rope* r, double length);
// The same in two steps: material, section and division of a def; and making it.
void rope_define(machine* m, const rope* r, rv_cable_def* def);
rv_cable_id rope_create(machine* m, const rv_cable_def* def);
// The winch at node 0, fit to hold `force` and the rope's own weight.
void fit_winch(machine* m, rv_cable_id cable, const rope* r, double force);

drive* add_winch(machine* m, rv_cable_id cable, double top, double low, double high);
drive* add_mover(machine* m, rv_body_id anchor, rv_vec3 axis, double top, double low, double high);
drive* add_motor(machine* m, rv_joint_id joint, double top);
drive* add_push(machine* m, rv_body_id body, rv_vec3 axis, double top);

// Lets nothing be lower than `length` of rope below `top`, with the stretch that its load makes.
void hang_below(machine* m, double top, double length, const rope* r, double mass);

// --- running and judging ------------------------------------------------------------------------

bool machine_build(machine* m, const machine_kind* kind, const machine_model* model,
                   uint64_t number, double rate);
void machine_operate(machine* m, double time, double dt);
void machine_destroy(machine* m);

typedef enum symptom {
    GAIN,       // kinetic energy above all the energy there was by more than 5 %
    GAIN_TEN,   // more than 10 times
    LONG,       // a cable is longer than its tension and EA allow, by more than 2 %
    LONG_FIFTH, // a cable is longer than the machine's weights and energy allow, by more than 20 %
    LOST,       // a load is where no rope lets it be
    NONFINITE,  // a state is not finite, or was frozen for it
    FAILED,     // a step was refused
    SYMPTOMS,
} symptom;
extern const char* const symptom_names[SYMPTOMS];

typedef struct verdict {
    double first[SYMPTOMS];   // when it first showed [s]; NaN: never
    bool announced[SYMPTOMS]; // a step within the second before was not OK
    double worst_gain;        // kinetic energy over all the energy there was
    double worst_length;      // path over allowed length
    long steps, degraded, slow;
    double slowest; // [s]
    uint64_t hash;
} verdict;

enum { JUDGE_POINTS = 1024 };

typedef struct judged_cable {
    bool came_off;                // a wheel, once
    double strain;                // that weights and energy allow
    double weight;                // that its tension does not tell of [N]
    double length;                // unstretched, of the last step [m]
    double path;                  // of the last step [m]
    double tension[3];            // of the last three steps, the latest first [N]
    int point_count;              // of a rod
    rv_vec3 points[JUDGE_POINTS]; // of a rod in the last step
} judged_cable;

typedef struct judge {
    machine* m;
    verdict verdict;
    judged_cable cables[MACHINE_CABLES];
    double coordinates[MACHINE_DRIVES]; // of motors, in the last step
    rv_vec3 places[MACHINE_DRIVES];     // of pushed bodies, in the last step
    double begun;                       // energy at the start above the lowest level [J]
    double depth;                       // a load this far below the lowest level is lost [m]
    double work;                        // fed in so far by winches, anchors, motors and forces [J]
    double most_work;                   // the largest so far [J]
    double kinetic;                     // now [J]
    double last_degraded;               // [s]
    double over;                        // nothing is learnt after this time [s]
} judge;

void judge_begin(judge* j, machine* m);
void judge_step(judge* j, rv_status status, double time, double dt, double cpu);
bool judge_self_test(void); // false, and says why, if the judge is wrong
bool verdict_failed(const verdict* v);
bool verdict_unannounced(const verdict* v);

#endif
