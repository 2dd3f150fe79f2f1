// The contact problem of a haptic tick: where the tool goes and what pushes it, given where it would
// go freely, how it gives way there, and the local model of what is near.
#ifndef REEVE_STEP_HAPTIC_CONTACT_H
#define REEVE_STEP_HAPTIC_CONTACT_H

#include "step/haptic_model.h"

// that the contacts of a tick may cost [multiply-adds]: about 0.1 ms
enum { RV_HAPTIC_TICK_WORK = 180000 };

// what is known of a point of the model from one solution to the next
typedef struct rv_haptic_touch {
    uint64_t key;
    rv_vec3 force; // on the tool, world axes
    rv_vec3 give;  // C F: how far its sides have moved against each other by it
    // the place that touches, on the tool (in its frame) and in the world, where it was then
    bool has_place;
    rv_vec3 mine, place;
    // of the iterate at which things are looked at
    rv_vec3 normal, arm; // along the force on the tool; from the tool's origin
    rv_vec3 own_arm;     // in the tool's axes
    double gap;
    rv_vec3 slip; // of the tool's place against the world's since the last solution
} rv_haptic_touch;

typedef struct rv_haptic_row {
    int point;
    rv_vec3 along, turn; // J = [along; turn]
    rv_vec3 own;         // along, in the tool's axes
    rv_vec3 own_turn;
} rv_haptic_row;

typedef struct rv_haptic_contacts {
    rv_haptic_rule rule;
    int max_points;
    double max_travel;            // points that are farther away than this do not matter yet
    double rigid_give;            // of a contact where nothing else gives way [m/N]
    const rv_haptic_model* model; // NULL: there is none
    int count;                    // of its points; 0 without a model
    double age;                   // of the model [s]
    bool rubs;                    // some point has friction
    rv_haptic_touch *touches, *before;
    rv_haptic_row* rows;
    double *W, *q, *lambda, *lower, *upper, *column;
    int8_t* state;
    void* scratch;
    size_t scratch_bytes;
} rv_haptic_contacts;

// false without memory
bool rv_haptic_contacts_make(rv_memory* memory, rv_haptic_contacts* contacts, int max_points);
void rv_haptic_contacts_free(rv_memory* memory, rv_haptic_contacts* contacts);

// the memory that a solution reads and writes, but for its model
typedef void rv_haptic_visit(void* context, const void* block, size_t bytes);
void rv_haptic_contacts_blocks(const rv_haptic_contacts* contacts, rv_haptic_visit* visit,
                               void* context);

// Takes a new model, which must stay until the next one; forces of points that were there go on.
void rv_haptic_contacts_take(rv_haptic_contacts* contacts, const rv_haptic_model* model);
// there is no model any more
void rv_haptic_contacts_drop(rv_haptic_contacts* contacts);
// forgets all forces: the next solution starts anew
void rv_haptic_contacts_forget(rv_haptic_contacts* contacts);

typedef struct rv_haptic_question {
    rv_pose free; // where the tool goes without contacts
    double give;  // by how much it gives way to a force there [m/N], 0: not at all
    double turn;  // and to a torque [rad/(N m)]
    double dt;    // since the last solution
    long work;    // what the answer may cost [multiply-adds]; 0: as much as it takes
} rv_haptic_question;

typedef struct rv_haptic_answer {
    rv_pose tool;
    rv_vec3 force, torque; // on the tool, about its origin, world axes
    int contacts;          // that push
    int iterations;
    bool settled; // false: forces are those of the last solution
    bool cut;  // that of the question was not enough: friction, or all forces, of the last solution
    long left; // of the question's work
} rv_haptic_answer;

// what a question must be given for the forces to be found with friction as it was
long rv_haptic_contacts_least_work(const rv_haptic_contacts* contacts);

rv_haptic_answer rv_haptic_contacts_solve(rv_haptic_contacts* contacts,
                                          const rv_haptic_question* question);

#endif
