// What a world keeps of its rods from step to step: ends, hands, contacts, shape at rest, resolution. It is
// part of world.h, and copied by snapshots as it is; what a step makes anew is rv_rod_work (rod.h).
#ifndef REEVE_MODEL_ROD_STATE_H
#define REEVE_MODEL_ROD_STATE_H

#include "collide/tree.h"
#include "reeve/reeve.h"

enum { RV_ROD_END_ROWS = 6 };

// How one end of a rod is held.
typedef struct rv_rod_end {
    int32_t body;  // -1: the world
    bool held;     // its vertex stands at `point`
    bool clamped;  // and the next one half an edge further along `axis`, the first one behind it
    bool turns;    // its section turns with what holds it
    rv_vec3 point; // in the body's frame
    rv_vec3 axis; // clamped: the direction of the rod, from its first end to its last; body's frame
    rv_vec3 director; // across the end's edge, fixed to its section; clamped: in the body's frame
    rv_vec3 tangent;  // of the end's edge when the director was last carried on
    rv_vec3 force, torque; // of what holds it on the rod, in the last substep; torque about `point`
    double grown;          // by how much the tension at the end of that is above the one that acted
} rv_rod_end;

enum { RV_CABLE_GRIPS = 4 };

// How a hand's force is limited: not at all, to its largest in the direction in which it pulls, or by a
// share that is found anew in every pass.
typedef enum rv_hand_limit { RV_HAND_FREE, RV_HAND_AT_LIMIT, RV_HAND_BETWEEN } rv_hand_limit;

// A hand on a rod: pulls the vertex nearest to a place towards a point (rod_hand.c).
typedef struct rv_rod_hand {
    bool holds;
    int32_t vertex;
    rv_cable_grip grip;
    rv_hand_limit limit;
    double size;   // AT_LIMIT: of the force that spring and damper would have
    rv_vec3 along; // AT_LIMIT: where that pulls
    double share;  // BETWEEN: of that force
    rv_vec3 force; // on the rod, in the last substep
} rv_rod_hand;

// Where a rod touches itself or a shape, or may soon (rod_contact.c).
typedef struct rv_rod_contact {
    int32_t edge, other; // edges of the rod, the smaller one first; other -1: a shape
    int32_t partner;     // the rod that `other` is of: itself, or a later one
    int32_t shape;       // or -1
    uint32_t feature;    // of the shape
    bool coupled;        // the rod's system has its pairs of vertices
    bool touches;
    double rest;      // gap at which it does not push, <= 0: where it was found, fading
    double force;     // along the normal [N], of the last substep
    rv_vec3 stick;    // how far friction has given way, across the normal
    rv_vec3 friction; // on the rod at `other`, or on the shape
    double slides;    // force of friction per way: the stiffness, or less where it slides
    // of the running substep
    double s, t;    // along the edges, in [0, 1]
    rv_vec3 normal; // unit, from `edge` to `other` or the shape
    rv_vec3 point;  // on the shape, where the step begins
    rv_vec3 speed;  // of that point
    double gap;
    double stiffness, shear, mu; // along the normal and across it
    double base;                 // force along the normal where the gap stays as it is
    double roll[3];              // [1/m] how far s and t go for the edges' turns: ss, st, tt
} rv_rod_contact;

enum { RV_ROD_LEVELS = 6 };

// Of an edge of a rod that adapts (rod_adapt.c).
typedef struct rv_rod_share {
    uint8_t level;  // it is 2^-level of one of those that the rod began with
    uint8_t begins; // how far along that, in 64ths
    uint8_t calm;   // steps for which nothing has asked for edges as short
} rv_rod_share;

// Of a rod that is not straight at rest, per vertex (rod_rest.c): its joint without load, and the angle
// of the frame of the edge behind it.
typedef struct rv_rod_rest {
    double k_1, k_2; // components of the curvature binormal, 2 tan(angle/2)
    double twist;    // [rad]
    double angle;    // of the last relaxation
} rv_rod_rest;

// Tensions in the substeps of the last step but the last of them, whose forces are there to read.
typedef struct rv_peak {
    bool is;               // there were others
    double largest, first; // anywhere, and at the first end
    int32_t at;            // link or edge that has the largest
} rv_peak;

// A discrete Kirchhoff rod (rod.h).
typedef struct rv_rod {
    int32_t cable;
    int32_t first, count; // vertices, into the world's lists of them
    int32_t room;         // for vertices; more than `count` where it adapts
    int32_t refused;      // edges that were not halved in the last step, for want of room
    int32_t halved, joined;
    rv_rod_end end[2];
    int32_t bodies[2]; // at its ends, -1: the world or nothing
    // forces that hold vertices to bodies that forces move: those of the first end, then of the last
    double lambda[2 * RV_ROD_END_ROWS];
    int8_t state[2 * RV_ROD_END_ROWS];
    rv_rod_hand hand[RV_CABLE_GRIPS];
    int32_t new_first_contact;            // while lists are made
    int32_t first_contact, contact_count; // into world->rod_contacts: of edges, then with shapes
    double list_margin;                   // within which its edges' contacts are listed; 0: not yet
    int32_t holes;                        // that it passes through (suture.h), and ties
    bool twists;                          // both ends turn
    bool shaped;                          // not straight at rest
    double moment[2]; // of a shaped one: twist moment at its ends, of the last substep
    double twist;     // of the last end against the first, turns counted
    double travel;    // how far an edge has turned in a step, fading
    double last_h;    // of the last substep; 0: none yet
    bool frozen;      // its state was not finite: kept still
    bool asleep;      // rests on something: left out of steps (publish, islands)
    double rest_time; // how long it has been slow [s] (publish)
    bool kept_asleep; // both before the running step
    double kept_rest_time;
    rv_peak peak;
    rv_cable_rod_report moved; // of a variational one
    // The bundle of rods that it is in (rod_meet.c): the first of them, and the next after it or -1.
    int32_t bundle, bundle_next;
    double bundle_margin; // of the first: within which contacts between rods are listed; 0: not yet
    // largest against all rods when the step began, and of all of the first one's bundle
    double speed, bundle_speed;
    double way, near_way; // [m] that its vertices may go in a step; and with others near
} rv_rod;

// A rod as others see it, in a step.
typedef struct rv_rod_sight {
    int32_t rod;
    rv_aabb bounds; // of its center line, grown by how far it and others look
} rv_rod_sight;

// Two rods that are near each other, or were not long ago.
typedef struct rv_rod_meeting {
    int32_t a, b; // a < b
    double age;   // [s] since they were seen to be near
} rv_rod_meeting;

#endif
