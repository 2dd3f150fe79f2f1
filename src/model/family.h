// Families: all that a world has of one sort of thing, whatever their models are. A class
// (constraint.h) tells what one thing adds to a step; a family, what the world does with all of
// them at once: when something that they stand on goes, when everything wakes, where energies are
// summed. Each is one const table; what it does not have is NULL.
#ifndef REEVE_MODEL_FAMILY_H
#define REEVE_MODEL_FAMILY_H

#include "model/world.h"

typedef struct rv_family {
    // --- something goes: those that stand on it go with it, or let go of it ---
    void (*leave_body)(rv_world* world, int body);
    void (*leave_cable)(rv_world* world, int cable);
    void (*leave_solid)(rv_world* world, int solid);
    // --- sleep of those that rest by themselves ---
    void (*wake_all)(rv_world* world);
    // those that a body holds or touches
    void (*wake_neighbours)(rv_world* world, int body);
    // notes who sleeps, for a step that may be refused, or brings it back
    void (*keep_rest)(rv_world* world, bool restore);
    // --- stages ---
    // "inputs": forces from outside
    void (*take_inputs)(rv_world* world);
    // "islands", where they are made anew: what of other families they are on; then what their steps
    // need, false without memory
    void (*find_partners)(rv_world* world);
    bool (*prepare)(rv_world* world);
    // after the clusters that go first: forces on bodies of the others
    void (*push_bodies)(rv_world* world);
    // "publish": states and events
    void (*publish)(rv_world* world);
    // --- energy ---
    // of rows, before the first step has made any
    void (*add_elastic)(const rv_world* world, rv_energy* energy);
    // --- the end of the world ---
    // what their arrays point to; the arrays go with the world's (world_arrays.h)
    void (*free_parts)(rv_world* world);
} rv_family;

extern const rv_family rv_joint_family;
extern const rv_family rv_port_family;
extern const rv_family rv_cable_family;
extern const rv_family rv_rod_family;
extern const rv_family rv_solid_family;
extern const rv_family rv_suture_family;
extern const rv_family rv_tie_family;

enum { RV_FAMILIES = 7 };

// in the order in which they are asked: what stands on others comes after these
static inline const rv_family* rv_family_at(int index) {
    static const rv_family* const FAMILIES[RV_FAMILIES] = {
        &rv_joint_family, &rv_port_family,   &rv_cable_family, &rv_rod_family,
        &rv_solid_family, &rv_suture_family, &rv_tie_family};
    return FAMILIES[index];
}

// calls this function of every family that has it
#define rv_families_do(function, ...)                                                              \
    do                                                                                             \
        for (int i_ = 0; i_ < RV_FAMILIES; i_++)                                                   \
            if (rv_family_at(i_)->function != NULL)                                                \
                rv_family_at(i_)->function(__VA_ARGS__);                                           \
    while (false)

#endif
