// A hand that takes hold of a body, a cable or a solid and pulls it towards a point: three compliant
// rows like any other in the step, limited in force. A cable is held by an eye on a small particle that
// the hand brings along, or by the segment that is nearest; a rod, which has hands of its own, by the
// last of them; a solid by such a particle that is tied to its surface. A tool, which is moved by its host, is only shown as held.
#ifndef REEVE_VIEW_HAND_H
#define REEVE_VIEW_HAND_H

#include "reeve/reeve.h"

// Start from all zero: holds nothing. Must not move in memory while it holds something.
typedef struct rv_hand {
    rv_world* world; // NULL: holds nothing
    rv_rows_id rows;
    rv_body_id body;     // that is pulled
    rv_body_id particle; // the hand's own; null unless it holds a cable without segments or a solid
    rv_cable_id cable;
    rv_solid_id solid;
    bool holds_rod; // the cable, by `grip`
    rv_cable_grip grip;
    bool holds_tool;  // the body, which the host moves
    rv_vec3 taken_at; // where a tool was taken
    rv_vec3 local;    // where the body is held, in its frame
    rv_vec3 target;   // where it pulls to
    double stiffness; // [N/m]
    double max_force; // along each axis [N]
} rv_hand;

// What was held before is let go. False, and it holds nothing, if the thing cannot be held: gone,
// not moved by forces, a scalar, or a cable that is broken.
bool rv_hand_take_body(rv_hand* hand, rv_world* world, rv_body_id body, rv_vec3 local);
// A body that the host moves to where the target is.
void rv_hand_take_tool(rv_hand* hand, rv_world* world, rv_body_id body, rv_vec3 local);
// Takes the cable where it passes nearest to a world point.
bool rv_hand_take_cable(rv_hand* hand, rv_world* world, rv_cable_id cable, rv_vec3 point);
// Takes the solid where its surface is nearest to a world point.
bool rv_hand_take_solid(rv_hand* hand, rv_world* world, rv_solid_id solid, rv_vec3 point);
void rv_hand_move(rv_hand* hand, rv_vec3 target);
void rv_hand_release(rv_hand* hand);
// Lets go if what it holds is gone: the body, or the cable that runs through it, or the solid.
void rv_hand_check(rv_hand* hand);
bool rv_hand_holds(const rv_hand* hand);
// Where it holds, and the force it pulls with.
rv_vec3 rv_hand_point(const rv_hand* hand);
rv_vec3 rv_hand_force(const rv_hand* hand);

#endif
