// The data of a world, in the order of the stages that write it. A newcomer reads step/step.c (the
// order), then this file (the data), then any one stage.
//
// Persistent things (bodies, joints, row sets, ports, cables) lie in arrays indexed by slot; every
// array is named in world_arrays.h, too, which snapshots and the end of a world go by.
// Everything under rv_island is derived: it is made from the persistent part whenever the topology
// changes.
#ifndef REEVE_MODEL_WORLD_H
#define REEVE_MODEL_WORLD_H

#include "collide/height_field.h"
#include "collide/hull.h"
#include "collide/self.h"
#include "collide/soft.h"
#include "collide/touch.h"
#include "collide/tree.h"
#include "collide/trimesh.h"
#include "core/error.h"
#include "core/ids.h"
#include "core/memory.h"
#include "core/task.h"
#include "model/bending.h"
#include "model/contact_state.h"
#include "model/rod_state.h"
#include "model/sag.h"
#include "model/solid_state.h"
#include "model/span.h"
#include "model/suture_state.h"
#include "model/tie_state.h"
#include "reeve/reeve.h"
#include "solve/gs.h"
#include "solve/kkt.h"
#include "solve/string.h"

enum {
    RV_DEF_MAGIC = 0x52565631, // what a default function writes into a def
    RV_JOINT_HOLD_ROWS = 6,
    RV_JOINT_ROWS = RV_JOINT_HOLD_ROWS + 2, // holding rows, limit, motor
    RV_SURFACE_MAX = 65535,                 // largest label of a surface
};

typedef struct rv_shape {
    rv_shape_def def;
    int32_t next;        // shape of the same body, -1: last
    int32_t body, index; // whose shape it is, and which of its shapes
} rv_shape;

// what shapes of a complex form share; only the one of its type is made
typedef struct rv_form {
    rv_geometry_type type;
    int uses; // by shapes
    rv_hull hull;
    rv_trimesh mesh;
    rv_height_field field;
} rv_form;

// Energy of the things that touch or are connected, as an audit follows it from step to step
// (step/audit.c). All fade. [J]
typedef struct rv_ledger {
    double gain;   // that nothing accounts for
    double untold; // of that, since a step was last told of it
    double motion; // the most kinetic and elastic energy
    double flow;   // what work and gravity have moved
} rv_ledger;

// What an audit keeps of an island's step, a body's part of it. [J]
typedef struct rv_energy_share {
    double stored;  // energy that has been put in and can come back; NaN: not known
    double elastic; // as the rows told it
    double carried; // kinetic and gravitational, of rods, waves and solids
} rv_energy_share;

typedef struct rv_body {
    rv_body_type type;
    rv_body_kind kind;
    bool frozen; // its state was not finite: kept still
    int32_t first_shape;
    double mass;     // [kg]; scalar: its inertia
    rv_vec3 center;  // centre of mass in the body's frame
    rv_mat3 inertia; // about the centre of mass, body axes
    // from that, wherever it is written: the long axis of a slender body that is the same across it in
    // all directions, to the bit, as segments of cables are; -1: it is no such body
    int slender;
    double linear_damping, angular_damping;
    void* user_data;
    // state
    rv_vec3 x; // centre of mass in the world
    rv_quat q;
    rv_vec3 v;
    rv_vec3 w;             // world axes
    rv_vec3 force, torque; // user's, for the next step (inputs)
    bool was_placed;       // moved by hand since the last step
    bool asleep;           // rests with all that it touches: left out of steps (publish, islands)
    double rest_time;      // how long it has been slow [s] (publish)
    rv_vec3 rest_x;        // where it was when that began
    rv_quat rest_q;
    // derived from q wherever q is written
    rv_mat3 R;
    // written by "forces", for the island's substep
    rv_mat3 inertia_world;
    rv_vec3 gyro; // what the gyroscopic term adds to w over the step, for the rows
    // written by "move" and "publish"
    rv_vec3 x_before; // where the substep began, for the energies
    double last_h;    // the substep that moved it last; 0: none yet
    double travel;    // how far its island has turned in a step, fading (islands)
    bool
        is_stiff; // a tension in its island turned something back by more than a step resolves (solve)
    // of the last audit: the ledger of its cluster, and its part of what is known of its island
    rv_ledger ledger;
    rv_energy_share share;
    rv_vec3 v_before, w_before; // kinematic: what it moved with in the last step
    // written by "pairs": where the step began
    rv_vec3 x_start;
    rv_quat q_start;
    // written by "islands": -1 if the body does not move by forces
    int32_t island, block;
    int32_t strand; // of which it is a segment; -1: none
    int32_t
        contact_dof; // first of its dofs among those of its island that contacts reach; -1: none
} rv_body;

typedef struct rv_joint {
    rv_joint_type type;
    int32_t body[2];  // -1: the world
    rv_vec3 point[2]; // frames in body coordinates: origin and rotation, also as axes
    rv_quat turn[2];
    rv_mat3 axes[2];
    double rest;
    double compliance, damping, angular_compliance, angular_damping, stiffness;
    rv_joint_limit limit;
    rv_joint_motor motor;
    bool bodies_touch;
    int solver_group;
    void* user_data;
    // state: forces and active set of the last step (solve), the free coordinate, angles with their
    // turns (rows)
    double lambda[RV_JOINT_ROWS]; // of the rows it has: holding, limit, motor (rv_joint_parts)
    int8_t state[RV_JOINT_ROWS];
    int8_t limit_side;         // -1: the lower limit is nearer, 1: the upper
    double coordinate, last_h; // last_h: the substep that follows it
} rv_joint;

typedef struct rv_row_set {
    int32_t first_body, body_count; // into world->row_bodies
    int row_count;
    rv_rows_callback* evaluate;
    void* context;
    rv_rows_bound_term terms[RV_ROWS_MAX];
    int term_count;
    int solver_group;
    bool loose; // has bounds that depend on other forces, or is one that they depend on
    double lambda[RV_ROWS_MAX];
    int8_t state[RV_ROWS_MAX];
} rv_row_set;

typedef struct rv_port {
    int32_t body;
    rv_vec3 point;
    rv_port_mode mode;
    double max_force;
    rv_vec3 input; // force or velocity
    double lambda[3];
    int8_t state[3];
    rv_mat3 mobility;
} rv_port;

// Length of cable, and by how much it is longer than its tension and EA allow; both before the last
// substep. For the audit. [m]
typedef struct rv_excess {
    double length, excess;
} rv_excess;

// The rope at one node of a bridge: half of the spans beside it and all of its arc (strand_arc.c).
typedef struct rv_rope_mass {
    double mass;
    rv_vec3 place; // its centre
    rv_vec3 along; // the mean of its direction: 0 at the end of a strand, whose velocity it has
    double runs;   // mass (1 - along^2): what runs on one side of the node against the other
} rv_rope_mass;

// With its state: velocity of its centre, and how fast it runs past the node.
typedef struct rv_rope_part {
    rv_rope_mass lies; // written by "rows"
    rv_vec3 velocity;
    double flow;
} rv_rope_part;

// All of it: its mass, and its energy in the middle of the last substep.
typedef struct rv_rope {
    double mass, kinetic, gravitational;
} rv_rope;

// A node of a cable's path: as it was defined, what it remembers, and where the path runs.
typedef struct rv_path_node {
    rv_cable_node def;   // ids of bodies and the winch's store are not kept up to date in it
    int32_t body, wheel; // -1: the world; none
    rv_vec3 axis;        // unit, in the body's frame: the cable runs round it right-handed
    rv_vec3 reference;   // unit, across the axis in the body's frame: angles are counted from it
    bool splits;         // the tension may differ before and after it: a section ends here
    int32_t origin;      // of a changed path, while it is made: its place in the old one, -1: none
    // of a node that a shape has made by touching the cable (cable_wrap.c), else shape = -1
    int32_t shape;
    uint32_t feature; // of the shape, in words of collide/wrap.h
    rv_vec3 line[2];  // the line that it bends over, from end to end along the axis, in the body's
                      // frame
    double rise;      // half of how far the cable comes along the axis while it is round it
    bool follows;     // that line moves on its shape: a point, a rim; or it is an eye that slides
    bool fresh;       // it was made in this step
    int32_t free;     // an eye on a surface: for how many steps the cable has not pressed on it
    bool alone;       // the shortest way round the shape is another: it slides and lifts by itself
    rv_vec3 entry; // where the cable meets it, in the body's frame: as boundaries were last moved
    // of a node that a solid has made (cable_press.c), else holder.solid = -1: the place on an edge of
    // its surface, `feature`; all else in the world
    rv_holder holder;
    rv_vec3 off;     // from there to the cable's middle line
    rv_vec3 carried; // what of the place goes with the body of the solid's frame
    rv_vec3 push;    // on the solid, in the last substep;
    rv_vec3 weight;  // of that, what a layered cable weighs
    int32_t knot;    // its place among such nodes
    double slid;     // sideways, in the last step
    // where its bodies stand in the lists of the cable and of its sections (cable.c)
    int32_t slot, wheel_slot;
    int32_t slot_before, wheel_slot_before, slot_after, wheel_slot_after;
    int32_t section_bodies, section_body_count; // of the section that starts here
    // state: unstretched length of the section that starts here, without what is on drums; angle of
    // wrap with its turns; directions of the tangent points in the body's frame (cosine, sine)
    double material;
    double wrap;
    double angle_in[2], angle_out[2];
    bool placed; // the path has run here before: its wrap is known
    bool kept;   // never lifts off: on a bridge between segments
    bool pinned; // kept, though it would lift: it bends outwards over a point of the rim,
    rv_vec3 pin; // in the frame of its body
    bool lifted, lifted_before; // before: in the substep before
    bool lifts;                 // written by "route": what it is about to be
    double spun;                // how far its body turned about the axis in the last substep
    double slip;                // [m/s], of the last step
    double tension;             // of the span after it, mean over the last substep
    double peak[2]; // the largest of the substeps before that in the step, at the span's ends
    // written by "route"
    rv_rim rim;
    rv_vec3 center;    // of mass of the body
    rv_span span;      // to the next node that touches
    int32_t next;      // that node
    double geometric;  // length of the section that starts here
    rv_rope_part rope; // of a bridge between segments (strand_arc.c)
    rv_vec3 swept[2];  // ends of the span when shapes were last looked for (touch)
} rv_path_node;

// where a span with waves ran
typedef struct rv_wave_place {
    int32_t end;
    double chord, used, arc;
    rv_vec3 at[2], across[2];
    rv_vec3 speed[2]; // of its ends
} rv_wave_place;

// The waves of the span after a path node of a layered cable (wave.h).
typedef struct rv_wave {
    // state: how the span ran when it was last looked at, the axes that its values are along, what
    // of the cable it used; which step its factor is for (0: none)
    int32_t end; // the node that it ran to; -1: it has no values yet
    rv_vec3 along, across[2], at[2];
    rv_vec3 along_last; // in the step before
    double chord, used;
    double density;   // mass per length as it lies, stretched
    double mass;      // of what it uses
    double arc;       // at the node before it
    double flowed[2]; // along it at its ends since its values were moved, in cells
    rv_string_sums sums;
    bool suspended;
    rv_string_law law;
    double stiffened; // gamma h^2 k of the last step; 0: none
    // written by "route"
    rv_sag sag;
    double extra[2]; // tension above that at the lowest node, at its ends
    // written by "rows"
    rv_string_load load;
    rv_string_rest rest;
    double gives;           // suspended: how far it gives way per force,
    double longer;          // what it uses more than "route" has measured,
    double nears;           // and by which share it comes nearer to rest
    double moment[2];       // of what hangs out: a couple of forces across its ends
    double parts;           // and a pair of forces that part them
    double lean;            // of its cells, where the pull is enough
    double height;          // mean of its tension above that at the lowest node, times length
    double along_before[2]; // speeds of its ends along the chord, at the end of the last step
    double line[3];         // inertia along the chord: of its ends, and between them
    double turned[2];       // what of these they have by turning of the chord
    rv_vec3 push[2];        // on its ends
    // written by "move": velocities of its ends, and its middle in the middle of the step
    rv_string_ends moved;
    double moved_along[2];
    rv_vec3 middle;
    double kinetic, gravitational; // in the middle of the step
    rv_wave_place was;             // before the path changed
} rv_wave;

enum { RV_CABLE_STOPS = 8 }; // of one cable: it runs between so many pairs of bodies and more

// Spans of a path that share a row of a stop (cable_stop.c): between given nodes first ... last.
typedef struct rv_cable_stop {
    int first, last;
    int32_t body[2];
} rv_cable_stop;

typedef struct rv_cable {
    rv_cable_model model;
    int32_t first_node, node_count; // into world->cable_nodes; its rows and bodies lie beside them
    int32_t body_count;             // each once: at RV_CABLE_BODIES * first_node
    int section_count;
    bool has_twist;
    bool loose; // has friction: its rows are solved in the small space
    rv_material material;
    double diameter, mass_per_length, EA, GJ, damping, twist_damping, restitution, breaking_load;
    double rated_load; // at which its material is rated to break
    bool overloaded;   // it was pulled by more in the last step
    bool pushes;
    int solver_group;
    rv_cable_tension_law tension;
    rv_cable_layer layer;
    int32_t first_wave;       // into world->waves, one per node; -1: it has none
    int32_t first_wave_value; // into world->wave_values
    double fed[2];            // by the drums since waves were last looked at
    rv_cable_touch touch;
    int32_t made_count;         // of its nodes, that shapes and solids have made
    int32_t knot_count;         // and solids alone
    bool swept;                 // shapes have been looked for along its path as it is
    uint64_t touched;           // steps made when they last were, and one more
    double owed;                // length that it got when its path jumped, and gives back by and by
    double repaid;              // of that, before the running step
    rv_cable_segments segments; // without its shape and the lists of its bend_law
    rv_bend_law bend_law;
    double bend_loss; // of strands that are gone [J]
    rv_cable_rod rod;
    int32_t first_strand, strand_count; // into world->strands
    int32_t first_rod, rod_count; // into world->rods; neither strands nor rods: it is massless
    // Where a cable of segments is not fixed, massless cables of its own carry it on: its bridges
    // (cable_parts.c), in the order of the path.
    int32_t first_bridge; // -1: none
    int32_t parent;       // of a bridge: whose it is; -1: of nobody
    int32_t next_bridge;  // of a bridge: the next of its parent; -1: the last
    int32_t parent_node;  // of a bridge: the first node of its parent's that it has
    bool on_strand[2];    // of a bridge: its first and last nodes stand on strands
    rv_rope rope;         // of a bridge
    bool used_up; // a strand has come down to its last piece: winches take in no more (adapt)
    double calm;  // how long it has been fit to be massless [s]
    double calm_tension; // in the last step
    void* user_data;
    // state
    rv_winch winch[2];        // at the first and the last node, where those are drums
    double winch_run[2];      // the speeds that they run at: they follow the wanted ones (settle)
    double winch_speed[2];    // those and what slips [m/s]
    bool winch_is_blocked[2]; // it has been kept from hauling a hook into a sheave (settle)
    bool winch_at_limit[2];   // it has given way in the last substep (settle)
    bool drains[2];           // this substep takes all that it has (solve, cable_drain.c)
    int stop_count;           // rows that keep what it runs to apart (cable_stop.c)
    rv_cable_stop stops[RV_CABLE_STOPS];
    double room_for_blocks; // how far wheels may still come together: written by "route"
    double stop_force[RV_CABLE_STOPS];
    int8_t stop_state[RV_CABLE_STOPS];
    bool is_stopped;                    // by one of them
    rv_cable_state state, state_before; // before: at the end of the last step
    double twist, twist_speed;          // elastic twist, and how fast it changed
    bool suspended;                     // the twist
    bool relaid;                        // the path has lifted off a pulley or come back to one
    double shortest,
        reach;           // written by "route": of its spans; farthest node from its body's centre
    rv_vec3 director[2]; // of the ends, in their bodies' frames
    uint32_t events;     // bits of rv_cable_event_type, for "publish"
    bool ran_empty[2], ran_full[2]; // of the drums, for "publish"
    int32_t broken_node;
    double broken_tension;
    double last_h;
    rv_excess excess; // of its sections: written by "rows"
} rv_cable;

// A joint of a strand: between two segments, or of an end with what that is fixed to. Its rows are
// three of stretch, two of bend, one of twist; those that it does not have never act.
typedef struct rv_link {
    int32_t body[2];     // -1: the world
    rv_vec3 point[2];    // in the bodies' frames
    rv_quat turn[2];     // the cable's axes in the bodies' frames, x along the cable
    bool is_plain;       // between two segments: those are their own axes
    int8_t segment_side; // of an end's link: which of its bodies is the segment
    bool holds_bend, holds_twist;
    bool broken;
    double length;  // of cable that it stands for, unstretched
    double rest[3]; // bend and twist
    // state (rows): twist with its turns, how fast it changes, the substep that follows it
    double twist, twist_speed, last_h;
    // gap and twist as its rows expect them, if a substep has just ended; what is not elastic of them
    bool is_followed;
    rv_vec3 foreseen, open;
    double foreseen_twist, untwisted;
} rv_link;

// bending of a link by a law of the user's (strand_bend.c)
typedef struct rv_link_bend {
    rv_bend_slid slid; // state
    // of the running substep
    rv_bend2 start;
    rv_bend_secant secant;
} rv_link_bend;

enum { RV_GUARD_ROWS = 3 };

// Holds the end of a strand to where its bridge pulled it last, while that is slack
// (strand_guard.c).
typedef struct rv_guard {
    int32_t body[2]; // the segment, and what the bridge runs over next
    // in the last step: where the bridge left that, from its centre; in which direction, and across
    rv_vec3 out, axis[RV_GUARD_ROWS];
    // how that stood then: the axis of a wheel (0: none) and the rotation of its body
    rv_vec3 about;
    rv_quat turned;
    bool slack; // the bridge does not pull
    double lambda[RV_GUARD_ROWS];
    int8_t state[RV_GUARD_ROWS];
} rv_guard;

// Segments in a row, and their joints: a cable of segments, or its part between two nodes.
typedef struct rv_strand {
    int32_t cable;
    int32_t first_segment, segment_count; // into world->segment_body, after its first end
    int32_t first_link, link_count;       // into world->links
    int32_t node;                         // of the user's, that it lies behind
    bool held[2];                         // its ends have a link
    int32_t bridge[2];                    // or a bridge, a cable; -1: none
    rv_guard guard[2];                    // of the ends at bridges
    rv_excess excess;                     // of its links: written by "rows"
    double bend_loss;                     // heat of friction in bending [J]
    rv_peak peak;
} rv_strand;

enum { RV_LINK_ROWS = 6 };

enum {
    RV_CABLE_BODIES = 6, // room for bodies per node: 2 in the cable's list, 4 in those of sections
    RV_CABLE_EVENTS_MAX = 11, // of one cable in a step: one of each type, of its drums two
};

// A shape in the broad phase, by slot.
typedef struct rv_proxy {
    rv_geometry geometry;
    rv_placed placed; // where the step begins; its geometry is the one above
    rv_aabb bounds;   // of all of the step, and a margin
    int32_t node;     // leaf in the tree, -1: collides with nothing
    double reach;     // farthest point of it from the body's centre of mass
    double size;      // and from its own origin
    double thickness;
    // in the running step
    bool moves;       // its body does
    rv_vec3 velocity; // of its body, as expected; 0: does not move
    double turned;    // how far a point of it may come by turning
} rv_proxy;

// what a refused step gives back
typedef struct rv_input {
    rv_vec3 force, torque;
    bool asleep;
    double rest_time;
} rv_input;

// what contributes rows: one class per kind of thing (constraint.h)
typedef enum rv_member_kind {
    RV_MEMBER_JOINT,
    RV_MEMBER_ROWS,
    RV_MEMBER_PORT,
    RV_MEMBER_CABLE,
    RV_MEMBER_STRAND,
    RV_MEMBER_GUARD,
    RV_MEMBER_ARC,
    RV_MEMBER_STOP,
    RV_MEMBER_SOLID,
    RV_MEMBER_ROD,
    RV_MEMBER_ROD_EXPLICIT,
    RV_MEMBER_SUTURE, // after what it is on
    RV_MEMBER_TIE,    // and this one
    RV_MEMBER_PRESS,
    RV_MEMBER_KINDS
} rv_member_kind;

typedef struct rv_member {
    rv_member_kind kind;
    int32_t index;                 // slot of the thing
    int first_group;               // of its row groups in the island's system
    int first_row;                 // of its rows in island->rows; loose rows come after all others
    int first_loose;               // of its loose rows, or -1
    int loose_count, loose_bodies; // loose rows, and bodies that each of them reaches
    int first_stiffness, stiffness_count; // of its stiffness elements
    int block;                            // its own in the system, -1: it has none
} rv_member;

// Geometric stiffness of one connection between points at arms r of two blocks:
//   (load/length) (I - u u^T)  on the relative velocity of the points, where it pulls along u,
//   pull (I - s s^T/|s|^2)     on each rotation, pull = f.r where that is positive; s: pull.h.
typedef struct rv_stiffness {
    int block[2];  // -1: does not move by forces
    int pair;      // off-diagonal block in the system, -1: none
    bool has_span; // it pulls between two points
    bool is_span;  // it may
    rv_vec3 u;     // is_span: its direction, and its length
    double length;
    double load, load_before; // the tension that it was made with, and the one before [N]
    bool pulled;              // with that one before; what pushes has none of it
    rv_vec3 arm[2];
    double per_arm2[2];                    // 1/|r|^2; 0: the arm is too short to turn anything
    rv_vec3 still[2];                      // s, about which the pull turns nothing back
    double per_still2[2];                  // 1/|s|^2
    rv_vec3 moved_now[2], moved_before[2]; // velocity of the point on a side that is moved
    bool thin[2];                          // a segment: has next to no inertia about its arm
    double pull[2];
    rv_vec3 force[2]; // that it is of
    int hung[2];      // into island->hung, -1: alone on its body, or a segment
    int bundle; // into island->bundles: many spans of one tension between the same bodies; -1: none
    // of waves across the span (wave.h): inertia of a side, and between them (0: none), across it and
    // along it, and what they and the cable's weight add to the momentum of the sides
    double wave[2], line[3];
    bool weighs[2]; // the sides that have it
    rv_vec3 push[2];
    // of a bend (strand_spin.c): axis of the segment before it, stiffness of its spin
    bool spins;
    rv_vec3 axis;
    double spin; // [N m]
} rv_stiffness;

// The search for the tensions that a step finds from themselves (tension.c), in logarithms.
typedef struct rv_load_search {
    double place;        // of the tensions used, from those of the first pass
    double ratio, moved; // of the pass before: found over used, and the way to this one
    double below, above; // places that were found and are known to be too small and too large
} rv_load_search;

// What the members of an island tell of its system (pattern.h).
typedef struct rv_pattern_sink {
    const struct rv_world* world;
    RV_ARRAY(int) group_size, group_first, group_anchored, group_soft, group_label;
    RV_ARRAY(int) reference_block, pairs;
    RV_ARRAY(int) reference_dof_first, reference_dof; // of references to blocks of members' own
    RV_ARRAY(rv_stiffness) stiffness;
    int row_count, bundle_count;
    int loose_rows, loose_references, loose_terms;
    int own_block;        // of the member that is asked, -1: it has none
    int largest_set;      // of a row set: rows * bodies
    bool has_moving_dofs; // groups whose dofs change within the pattern
    int wraps;            // > 0: asks for room, for this many on each cable that touches shapes
    rv_memory* memory;
    bool failed; // no memory
} rv_pattern_sink;

// The stiffness of many spans together, per unit of their tension: blocks on the velocities of the
// two bodies, column by column.
typedef struct rv_bundle {
    double K[3][36]; // of the first, of the second, between them
    bool needed[3];
    double per_length; // sum of 1/length
    // sums over the spans, for the first two: arms, their second moments (xx yy zz xy xz yz), and
    // the outer product of g = (u, r x u), upper triangle by columns
    rv_vec3 arm[2];
    double moment[2][6], rank[2][21];
    rv_vec3 moved_now[2][2], moved_before[2][2]; // velocity and rotation of a side that is moved
} rv_bundle;

// A body that several pulls hold, which turn it back together (stiffness.c). The sums are those of a
// pass.
typedef struct rv_hung {
    int block;
    rv_vec3 arm;    // the first of their arms,
    bool is_wide;   // and whether others are not in line with it
    rv_mat3 S, own; // sum of (r f^T + f r^T)/2, and of what each pull has by itself
} rv_hung;

// A node between two spans that pull: their relative turning is what damps the zig-zag.
typedef struct rv_bend {
    int block;
    int element[2]; // stiffness elements of the spans
} rv_bend;

// How what turning adds to rows follows the solution (turn.c), in shares of links.
typedef struct rv_turn_search {
    double first, last; // what the first and the last solution were off by
    int corrections;
    bool begun; // with the velocities at the start of the substep
    bool rigid; // rigid rows are in the system that follows
    bool done;
    bool lost; // corrections lead away from it
} rv_turn_search;

typedef struct rv_island_report {
    rv_kkt_report solve;
    int stiffness_passes;
    double gs_change;
    double work;     // of this step
    double elastic;  // at the middle of the last substep
    double touching; // the same of the contacts of its cluster, told with the first island
    int nonfinite;
    int rows_dropped;
    int paths_degenerate;
    int crossings; // of rods, that were held
    int rods_unsettled;
} rv_island_report;

typedef struct rv_island {
    RV_ARRAY(int32_t) bodies;
    RV_ARRAY(rv_member) members;
    int first_resting, end_resting; // among them: those that rest by themselves (constraint.h)
    RV_ARRAY(rv_stiffness) stiffness;
    RV_ARRAY(rv_bundle) bundles;
    RV_ARRAY(rv_bend) bends;
    RV_ARRAY(rv_hung) hung;
    RV_ARRAY(rv_row) rows;  // in physical units, of the pattern and then the loose ones
    RV_ARRAY(double) v;     // velocities at the start of the substep, per dof
    RV_ARRAY(double) r;     // momentum and forces, without the geometric stiffness
    RV_ARRAY(double) speed; // G v per row, pattern and loose, at the start of the substep
    // what turning adds to phi of each row of the pattern by the end of the substep: in the
    // right-hand side, and as it was found last (turn.c)
    RV_ARRAY(double) turned, turning;
    RV_ARRAY(double) row_jacobian; // what a row callback fills
    rv_kkt kkt;
    rv_gs gs;
    rv_loose_rows mobility_rows; // one per axis along which members ask for it (constraint.h)
    RV_ARRAY(double) mobility;
    RV_ARRAY(double) shift; // per dof: how far impacts within the substep have moved what moves
    bool is_shifted;
    bool asleep;
    bool goes_first;   // its cluster runs before the others (constraint.h)
    bool has_turning;  // turning adds to the rows of some of its members (turn.c)
    int32_t movers[2]; // kinematic bodies that its members are on, -1: no more; two are told
    bool is_direct;    // solved as a whole, whatever the world's solver is
    int contact_dofs;  // that contacts reach,
    RV_ARRAY(rv_kkt_run) reached; // and which those are (islands)
    int domain;                   // its place in its cluster
    int substeps;
    int substep;     // running
    double h;        // of a substep
    double h_before; // of the substep before this one
    double h_acting; // how long gravity and the forces of rows act in the substep (forces)
    // only rigid members connect its bodies, nothing touches them, and no tension in it turns anything
    // back by more than a step resolves
    bool is_rigid;
    rv_load_search search;
    rv_turn_search turn_search;
    rv_energy before; // the step: of its bodies, and what it stored (audit)
    double elastic;   // in rows and contacts, after the last step in which it was awake (audit)
    // after the step: of its bodies, of its members, and all but that of its bodies (audit)
    rv_energy bodies_have, members_have, others;
    rv_island_report report;
} rv_island;

struct rv_world {
    rv_world_def def;
    rv_memory memory;
    rv_error_text error;
    rv_pool* pool;
    double time;
    uint64_t step_count;
    uint64_t refined_at; // step count after the last step that needed iterative refinement
    bool stepping;

    // persistent things, by slot
    rv_id_pool body_ids, shape_ids, joint_ids, rows_ids, port_ids, cable_ids, suture_ids, solid_ids,
        tie_ids;
    RV_ARRAY(rv_body) bodies;
    RV_ARRAY(rv_shape) shapes;
    RV_ARRAY(rv_joint) joints;
    RV_ARRAY(rv_row_set) row_sets;
    RV_ARRAY(int32_t) row_bodies;
    RV_ARRAY(rv_port) ports;
    RV_ARRAY(rv_cable) cables;
    RV_ARRAY(rv_path_node) cable_nodes;
    RV_ARRAY(double) cable_lambda; // per node: room for the forces of sections and twist
    RV_ARRAY(int8_t) cable_row_state;
    RV_ARRAY(int32_t) cable_bodies; // RV_CABLE_BODIES per node
    RV_ARRAY(rv_wave) waves;
    RV_ARRAY(double) wave_values;
    RV_ARRAY(rv_strand) strands;
    RV_ARRAY(int32_t)
    segment_body; // of each segment; before and after those of a strand: what its
                  // ends are fixed to, -1: the world or nothing
    RV_ARRAY(double) segment_length; // unstretched; 0 for those
    RV_ARRAY(rv_link) links;
    RV_ARRAY(rv_link_bend) link_bends; // as many
    RV_ARRAY(double) link_lambda;      // RV_LINK_ROWS per link: forces
    RV_ARRAY(int8_t) link_state;
    RV_ARRAY(rv_rod) rods;
    RV_ARRAY(rv_vec3) rod_x, rod_v;   // of the vertices of rods
    RV_ARRAY(double) rod_mass;        // of them
    RV_ARRAY(double) rod_length;      // of the edge behind each, unstretched; 0 behind the last
    RV_ARRAY(double) rod_tension;     // in it
    RV_ARRAY(double) rod_kept;        // what its stretch pulled with in the last step [N]
    RV_ARRAY(double) rod_bow;         // what its length took beyond what was expected [m/s]
    RV_ARRAY(rv_rod_rest) rod_rest;   // of shaped rods; of others unused
    RV_ARRAY(rv_vec3) rod_listed;     // where vertices were when contacts were last listed
    RV_ARRAY(rv_vec3) rod_seen;       // the same, of contacts between rods
    RV_ARRAY(rv_rod_share) rod_share; // of the edge behind each
    RV_ARRAY(rv_rod_contact) rod_contacts;
    RV_ARRAY(rv_rod_meeting) rod_meetings; // by a, then by b
    RV_ARRAY(rv_suture) sutures;
    RV_ARRAY(rv_tie) ties;
    RV_ARRAY(rv_tie_point_state) tie_points;
    RV_ARRAY(double) tie_lambda; // RV_TIE_ROWS per point: forces on the solid
    RV_ARRAY(int8_t) tie_row_state;
    RV_ARRAY(rv_solid) solids;
    // of the nodes of solids: positions and velocities; of static ones, displacements in the frame and
    // their rates
    RV_ARRAY(rv_vec3) solid_x, solid_v;
    RV_ARRAY(rv_vec3) solid_push; // forces of the user's, for the next step
    RV_ARRAY(rv_vec3) solid_load; // of static ones: what holds their displacement, in the frame
    RV_ARRAY(rv_soft_site) soft_sites, soft_sites_before; // ascending by sides and features
    rv_id_pool form_ids;                                  // not in snapshots: forms do not change
    RV_ARRAY(rv_form) forms;
    uint64_t forms_destroyed;
    rv_id_pool haptic_ids;               // not in snapshots: the hand is where it is
    RV_ARRAY(struct rv_haptic*) haptics; // by slot; each lies in memory of its own
    void (*free_haptic)(rv_memory* memory, struct rv_haptic* haptic);
    RV_ARRAY(rv_surface_law) surface_laws;

    // stage "adapt", by body: something is near
    RV_ARRAY(int) near_bodies;

    // broad phase (stage "pairs"), by shape slot
    RV_ARRAY(rv_proxy) proxies;
    rv_tree tree;
    RV_ARRAY(uint64_t) joined;    // pairs of bodies that joints keep from touching, ascending
    RV_ARRAY(uint64_t) near_keys; // pairs of shapes whose bounds meet, ascending; and scratch

    // contacts (stage "contacts"), ascending by shapes; state: forces and what touches
    RV_ARRAY(rv_pair) pairs, pairs_before;
    RV_ARRAY(rv_site) sites, sites_before;
    RV_ARRAY(rv_site) found;   // what the narrow phase found, in the order of near_keys
    RV_ARRAY(int) found_first; // per pair, with room for all that it may find; then how many
    RV_ARRAY(int32_t) shown;   // pairs that touch or have just ended, for the user
    bool poses_changed;        // bodies were moved by hand
    int motions_cut;           // in the last step (stop)

    // islands (stage "islands"), made anew when topology_changed
    RV_ARRAY(rv_input) inputs; // of bodies, before the running step
    bool topology_changed;
    uint64_t changes;            // how often that was set; never goes back
    RV_ARRAY(rv_island) islands; // the first island_count are in use
    int island_count;
    RV_ARRAY(rv_cluster) clusters; // the first cluster_count are in use
    int cluster_count;
    RV_ARRAY(int32_t) cluster_islands, cluster_pairs, cluster_softs;
    RV_ARRAY(double)
    contact_scratch;       // places that clusters share, one for each thread; then others
    size_t shared_scratch; // bytes of a place
    RV_ARRAY(int) scratch;
    // of making islands
    rv_pattern_sink pattern;
    RV_ARRAY(int) block_size;
    RV_ARRAY(double) block_weight;
    RV_ARRAY(const rv_substructure*) block_substructure;

    RV_ARRAY(double) rod_reading; // room to find how shaped rods lie when they are asked
    // of finding their contacts
    RV_ARRAY(rv_rod_contact) rod_contacts_before;
    RV_ARRAY(rv_vec3) rod_before; // where vertices were when the substep began
    rv_vec3 rod_frame;            // velocity against which rods may go their way
    RV_ARRAY(rv_rod_sight) rod_sights;
    RV_ARRAY(rv_aabb) rod_runs;
    RV_ARRAY(double) rod_scratch;
    RV_ARRAY(rv_self_pair) rod_pairs;
    RV_ARRAY(int) rod_shapes;
    // what solving a rod needs, by rod (rod.h); each lies in memory of its own and never moves
    RV_ARRAY(struct rv_rod_work*) rod_work;
    // while room is made: things that may be resized count as if they were as large as they may be
    bool full_blocks;

    // what solids need besides (solid.h), by slot; each lies in memory of its own and never moves
    RV_ARRAY(struct rv_solid_work*) solid_work;
    // of finding their contacts
    RV_ARRAY(int) soft_shapes;
    RV_ARRAY(rv_soft_touch) soft_touches;
    RV_ARRAY(rv_vec3) soft_way; // of the vertices of a rod
    // by vertex of rods: among the dofs that contacts with solids reach, -1: none
    RV_ARRAY(int32_t) rod_reached;

    // outputs (stage "publish")
    rv_report report;
    rv_energy energy;
    double work;
    RV_ARRAY(rv_cable_event) cable_events;
    RV_ARRAY(rv_suture_event) suture_events;
    RV_ARRAY(rv_tie_event) tie_events;
    double seconds[RV_STAGES_MAX];
    int nonfinite_total;
    // of the audit, for the whole world after the last step: `carried` is that of all there is
    rv_ledger ledger;
    rv_energy_share share;
    double work_published; // `work` after the last step
    bool works_unseen;     // a member does work that is in no account (islands)
    int settling;          // steps until energies can be compared
    double drawing;        // [s] that cables may still be too long: a length may have been set
};

// The state is changed from outside: energies before and after are not to be compared. Nor are those
// after the next step, in which forces are not yet those of the step before. A cable that is too long
// for its path has a second to be drawn in.
static inline void rv_world_disturb(rv_world* world) {
    world->settling = 2;
    world->drawing = 1.0;
}

// after every change of what exists: islands are made anew, and their first steps are looked at
// closely
static inline void rv_world_touch(rv_world* world) {
    if (!world->stepping)
        rv_world_disturb(world);
    world->topology_changed = true;
    world->changes++;
    world->refined_at = world->step_count;
}

// The rule of rv_world_error(): what it says is about the last call that could be refused. Every
// public function that takes an rv_world* (not a const one) begins with this, and whatever refuses
// it writes a sentence by RV_CHECK. Callbacks may call such functions on several threads at once:
// nothing is written where nothing stands.
static inline void rv_call_begin(rv_world* world) {
    if (world->error.text[0] != '\0')
        world->error.text[0] = '\0';
}

// first broken rule of a validation list into the world's error text
#define RV_CHECK(world, ...) rv_error_check(&(world)->error, __VA_ARGS__)

// the id of a living body, the null id for -1
static inline rv_body_id rv_world_body_id(const rv_world* world, int32_t index) {
    if (index < 0)
        return (rv_body_id){0};
    rv_id id = rv_id_pool_id(&world->body_ids, index);
    return (rv_body_id){id.slot, id.generation, id.world};
}

static inline rv_body* rv_world_body(const rv_world* world, rv_body_id id) {
    int index = rv_id_pool_find(&world->body_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 ? NULL : &world->bodies.data[index];
}

// degrees of freedom of a body that forces move; 0 for the others
static inline int rv_body_dofs(const rv_body* body) {
    static const int DOFS[] = {[RV_BODY_RIGID] = 6, [RV_BODY_PARTICLE] = 3, [RV_BODY_SCALAR] = 1};
    return body->type == RV_BODY_DYNAMIC && !body->frozen ? DOFS[body->kind] : 0;
}

static inline bool rv_is_finite3(rv_vec3 v) {
    // finite minus finite is 0, anything else is NaN
    double sum = (v.x - v.x) + (v.y - v.y) + (v.z - v.z);
    return sum == 0.0;
}

// wakes bodies (entries that are -1 or do not sleep are passed over)
static inline void rv_world_wake(rv_world* world, const int32_t* bodies, int count) {
    for (int k = 0; k < count; k++)
        if (bodies[k] >= 0) {
            world->bodies.data[bodies[k]].asleep = false;
            world->bodies.data[bodies[k]].rest_time = 0.0;
        }
}
void rv_world_wake_all(rv_world* world);
// wakes what touches a body, and what is joined to it
void rv_world_wake_neighbours(rv_world* world, int32_t body);

// removes what stands on a body; used when the body goes
void rv_world_remove_attached(rv_world* world, int body);

#endif
