// Strands inside the engine: chains of rigid segments (Servin, Lacoursiere 2007: Rigid body cable
// for virtual environments), corrected and extended. A cable of segments is a strand; its segments
// are bodies of the world with a capsule each, its links the joints between them.
//   strand.c          creation, segments and links    strand_read.c  readers
//   strand_line.c     where a new one lies            strand_rows.c  its class and rows
//   strand_state.c    taut or slack, cutting          strand_gap.c   torn or stretched
//   strand_split.c    one segment becomes two         strand_adapt.c   merging, growing
//   strand_drag.c     drag of the segments
//   strand_feed.c     what comes and goes at ends     strand_guard.c its ends beside slack bridges
//   strand_bend.c     bending by a law of the user's
//   strand_resolve.c  how finely it is divided   strand_arc.c   rope on the nodes between strands
//   strand_spin.c     spin of bent segments
//   strand_turn.c     what turning adds to rows
#ifndef REEVE_MODEL_STRAND_H
#define REEVE_MODEL_STRAND_H

#include "model/cable.h"

// what a new strand is made of
typedef struct rv_strand_plan {
    int32_t cable;
    int node;                        // of the user's, that it lies behind
    const rv_vec3* points;           // count + 1: where its segments begin and end
    int count;                       // segments
    double length;                   // of all of them, unstretched
    double twist;                    // of its last segment against the first
    const rv_cable_segments* motion; // how it begins to move; NULL: as its ends
    const rv_path_node* ends[2];     // the nodes that it lies between
    bool held[2];                    // it is fixed to them
} rv_strand_plan;

static inline const int32_t* rv_strand_bodies(const rv_world* world, const rv_strand* strand) {
    return world->segment_body.data + strand->first_segment;
}
static inline const double* rv_strand_lengths(const rv_world* world, const rv_strand* strand) {
    return world->segment_length.data + strand->first_segment;
}
static inline rv_link* rv_strand_links(const rv_world* world, const rv_strand* strand) {
    return world->links.data + strand->first_link;
}
static inline rv_strand* rv_cable_strands(const rv_world* world, const rv_cable* cable) {
    return world->strands.data + cable->first_strand;
}
// the link before segment k, from 1 (side 0), or behind it (1); NULL: none
static inline rv_link* rv_strand_link_beside(const rv_world* world, const rv_strand* strand, int k,
                                             int side) {
    int index = (strand->held[0] ? 0 : -1) + k - 1 + side;
    return index < 0 || index >= strand->link_count ? NULL : rv_strand_links(world, strand) + index;
}
// where a segment of this length begins (side 0) or ends
static inline rv_vec3 rv_segment_end(const rv_body* body, double length, int side) {
    return rv_vec3_mul_add(body->x, side == 0 ? -0.5 * length : 0.5 * length,
                           rv_mat3_column(body->R, 0));
}
// where a strand does
static inline rv_vec3 rv_strand_end(const rv_world* world, const rv_strand* strand, int side) {
    int k = side == 0 ? 1 : strand->segment_count;
    return rv_segment_end(&world->bodies.data[rv_strand_bodies(world, strand)[k]],
                          rv_strand_lengths(world, strand)[k], side);
}
// forces of a link: three of stretch on the segment behind it, two of bend, twist
static inline double* rv_link_forces(const rv_world* world, const rv_strand* strand, int link) {
    return world->link_lambda.data + RV_LINK_ROWS * (strand->first_link + link);
}

// room for strands, segments and links in all; false without memory
bool rv_strand_reserve(rv_world* world, int strands, int segments);
// adds a strand behind those of its cable, which must be the last in the world; there is room
void rv_strand_add(rv_world* world, const rv_strand_plan* plan);
// removes the strands of a cable, their segments and all that stands on those
void rv_cable_remove_strands(rv_world* world, rv_cable* cable);
// mass, inertia and capsule of a segment for its length
void rv_segment_define(const rv_cable* cable, double length, rv_body_def* def, rv_shape_def* shape);

// Adaptive resolution: what is bent, slack or near something is divided, what is straight and taut
// put together (strand_resolve.c); `merges`: also that. False without memory.
bool rv_strand_resolve(rv_world* world, rv_strand* strand, const int* near, bool merges);
// where the bridge at an end pulls to now, for its guard; in every step
void rv_strand_guard(rv_world* world, rv_strand* strand, int side);
// moves cable between a strand and the bridge at its end (strand_feed.c); false without memory
bool rv_strand_feed(rv_world* world, rv_strand* strand, int side, double dt);
// something of the user's stands on one of `count` segments from k on
bool rv_segments_are_used(const rv_world* world, const rv_strand* strand, int k, int count);
// turns q so that its x axis becomes `direction`, by the shortest way
rv_quat rv_quat_along(rv_quat q, rv_vec3 direction);
// a link between two segments, given in the strand's lists
rv_link rv_link_between(const rv_cable* cable, const int32_t* bodies, const double* lengths);
// the lengths that links stand for, and what they are at rest
void rv_strand_measure(rv_world* world, const rv_strand* strand);

// --- segments that come and go; there is room (rv_strand_reserve) ---

// Segment k (from 1) becomes two, the first of them of this length.
void rv_strand_split(rv_world* world, rv_strand* strand, int k, double first_length);
// of the span of a bridge at an end of it, >= 0; 0 without one [N]
double rv_strand_bridge_tension(const rv_world* world, const rv_strand* strand, int side);
// Segments k and k + 1 become one; nothing of the user's stands on them.
void rv_strand_merge(rv_world* world, rv_strand* strand, int k);
// The last segment at an end (side 1; 0: the first), which no link holds there, goes.
void rv_strand_drop(rv_world* world, rv_strand* strand, int side);
// cable that comes to a segment in a step
typedef struct rv_strand_growth {
    double length, strain, dt; // strain: how far that cable is stretched
    bool slack;
    rv_vec3 rests; // velocity of what it came over
} rv_strand_growth;

// The last segment at an end (side 1; 0: the first) grows outwards.
void rv_strand_grow(rv_world* world, rv_strand* strand, int side, const rv_strand_growth* growth);

typedef struct rv_strand_line_def {
    rv_vec3 ends[2];
    int32_t body[2]; // that the ends are on, -1: none
    double length;
    int count;
} rv_strand_line_def;

// Where the segments of a new strand of this length begin and end: straight between its ends; if it
// is longer than their distance, hanging, or in a bow to another side where a hanging one would lie
// within shapes. One point more than segments.
void rv_strand_line(const rv_world* world, const rv_cable* cable, const rv_strand_line_def* line,
                    rv_vec3* points);
// how deep such points lie within shapes, summed over the segments [m] (line_overlap.c)
double rv_line_overlap(const rv_world* world, const rv_cable* cable, const rv_strand_line_def* line,
                       const rv_vec3* points);
// The same along a line of the user's, in chords of one length: false if none fits.
bool rv_strand_follow(const rv_cable_segments* line, int count, rv_vec3* points);

// --- parts of a cable (cable_parts.c) ---

// how far a bridge reaches into a span
double rv_bridge_reach(const rv_cable* cable);
// what is left of the last segment of a strand that its bridges use up
double rv_segment_shortest(const rv_cable* cable);
// the free length that a strand leaves between its nodes at the least (cable_stop.c)
double rv_strand_fit(const rv_world* world, const rv_strand* strand);
// of the reach of a bridge, what guards keep
double rv_guard_keeps(const rv_cable* cable);
// what a cable whose path has been found would be made of
typedef struct rv_parts_size {
    int strands, segments, longest; // longest: segments of one strand
} rv_parts_size;

rv_parts_size rv_cable_parts_size(const rv_cable* cable, const rv_path_node* nodes);
// Strands and bridges for a cable as its path runs; there is room for them, and for the points of
// the longest strand. False: its spans are too short for any.
bool rv_cable_make_parts(rv_world* world, int32_t cable, const rv_cable_segments* motion,
                         double twist, rv_vec3* points);
void rv_cable_remove_parts(rv_world* world, rv_cable* cable);
// Stage "adapt", of a cable that chooses its model; near[body]: something is near it. False without
// memory.
bool rv_cable_choose_model(rv_world* world, int32_t cable, const int* near, double dt);
// where a node of the user's is: in the cable itself or in one of its bridges
typedef struct rv_cable_place {
    int32_t cable;
    int node;
} rv_cable_place;

rv_cable_place rv_cable_place_of(const rv_world* world, const rv_cable* cable, int node);
// a part: a strand (counted within its cable) or a bridge (a cable), -1 for what it is not
typedef struct rv_cable_part {
    int strand;
    int32_t bridge;
    int next_strand;
    int32_t next_bridge;
    bool begun;
} rv_cable_part;

#define RV_CABLE_PART_START ((rv_cable_part){.strand = -1, .bridge = -1})
// the next in the order of the path; false: that was the last
bool rv_cable_next_part(const rv_world* world, const rv_cable* cable, rv_cable_part* part);

// --- the rope of a bridge (strand_arc.c) ---

// at one of its nodes, as its path runs
rv_rope_mass rv_rope_at(const rv_world* world, const rv_cable* bridge, int node);
// velocity of a point of the rim of a node, which does not spin with its wheel
rv_vec3 rv_rim_velocity(const rv_world* world, const rv_path_node* node, rv_vec3 at);
// the rope of a new bridge moves as its bodies do
void rv_arc_start(const rv_world* world, rv_cable* bridge);
// a piece of rope that leaves a bridge; < 0: comes to it
typedef struct rv_rope_piece {
    double length;
    rv_vec3 place, velocity;
} rv_rope_piece;

// in "adapt": returns what energy the bridge has gained
double rv_arc_lose(const rv_world* world, rv_cable* bridge, const rv_rope_piece* piece);

// what a link measures, with its bodies where they are
typedef struct rv_link_geometry {
    rv_vec3 point[2], gap;
    rv_vec3 arm[2]; // from the centres of mass
    rv_vec3 along;  // direction of the cable
    rv_mat3 axes[2];
    double bend[2], twist;
    double twist_share; // of its stiffness: less near a reversal
    rv_vec3 turn[3];    // torque on the part behind for a unit of bend, bend, twist; world axes
} rv_link_geometry;

rv_link_geometry rv_link_geometry_of(const rv_world* world, const rv_island* island,
                                     const rv_link* link, rv_cable_bend bend);
double rv_link_tension(const rv_link_geometry* geometry, const double* forces);
// what of a link's gap and twist is elastic (strand_gap.c)
typedef struct rv_link_stretched {
    rv_vec3 gap;
    double twist;
} rv_link_stretched;

// in a substep that begins
rv_link_stretched rv_link_stretch(rv_link* link, const rv_link_geometry* geometry, double h);
// how fast its rows expect both to change until the substep ends
void rv_link_foresee(rv_link* link, rv_vec3 gap_speed, double twist_speed, double h);
// Stiffness that a bend has for the spin of the segment before it: where that is, and from the moment
// of the bend, what it is (strand_spin.c).
void rv_link_place_spin(const rv_link* link, rv_vec3 axis, rv_cable_bend bend, rv_stiffness* k);
void rv_link_find_spin(const rv_link* link, double EI, const double moment[2], rv_stiffness* k);

// --- bending by a law of the user's (strand_bend.c) ---

static inline bool rv_cable_has_bend_law(const rv_cable* cable) {
    return cable->bend_law.points > 0;
}
// the cable has been bent to where it lies, from how it is at rest, in one go
void rv_strand_bend_start(rv_world* world, const rv_strand* strand);
// what the rows of a link are about
typedef struct rv_bend_rows {
    double damping;       // torque per rate of curvature
    double h;             // substep
    double speed[2];      // of its bend angles
    double tension;       // in the last step
    const double* before; // forces of its two rows then
} rv_bend_rows;

void rv_link_bend_rows(rv_world* world, rv_strand* strand, const rv_link* link,
                       const rv_link_geometry* geometry, const rv_bend_rows* about, rv_row rows[2]);
// after a solution: the law is not what its rows had taken it for; and rows for what it has found
bool rv_strand_bend_is_unsettled(const rv_world* world, const rv_island* island,
                                 const rv_member* member, int pass);
void rv_strand_bend_again(rv_world* world, rv_island* island, const rv_member* member);
// stage "move": friction slides. Returns what bending stores in the middle of the substep.
double rv_link_bend_settle(rv_world* world, rv_island* island, rv_strand* strand,
                           const rv_link* link, int first_row);
double rv_link_bend_energy(const rv_world* world, const rv_cable* cable, const rv_link* link,
                           const rv_link_geometry* geometry);
// torque per curvature that its rows have, the lesser of both axes
double rv_link_bend_EI(const rv_world* world, const rv_cable* cable, const rv_link* link);
// couples of its two rows as it stands; false: it has no law
bool rv_link_bend_forces(const rv_world* world, const rv_cable* cable, const rv_link* link,
                         const rv_link_geometry* geometry, double forces[2]);
// what friction bears in a link, in the world's axes, while segments change
typedef struct rv_bend_held {
    bool is; // there is a law, and the link holds
    rv_vec3 moment[RV_BEND_LAYERS];
} rv_bend_held;

rv_bend_held rv_link_bend_hold(const rv_world* world, const rv_cable* cable, const rv_link* link);
void rv_bend_held_add(rv_bend_held* sum, double share, const rv_bend_held* held);
void rv_link_bend_put(rv_world* world, const rv_cable* cable, const rv_link* link,
                      const rv_bend_held* held);

// what falls into a strand, as turning in h
double rv_strand_snap(const rv_world* world, const rv_strand* strand, double h);

// stage "move": turning that no substep can follow is given up
void rv_strand_calm(rv_world* world, rv_island* island, const rv_member* member);
// of all strands of a cable
double rv_strands_largest_tension(const rv_world* world, const rv_cable* cable);
// in the last substep; and in any of the last step, of all strands of a cable
rv_peak rv_strand_tensions(const rv_world* world, const rv_strand* strand);
rv_peak rv_strands_peak(const rv_world* world, const rv_cable* cable);
// at the first end (side 0) or the last
double rv_strands_tension_at(const rv_world* world, const rv_cable* cable, int side);
double rv_strands_length(const rv_world* world, const rv_cable* cable);
double rv_strands_path_length(const rv_world* world, const rv_cable* cable);
double rv_strands_twist(const rv_world* world, const rv_cable* cable);
// stage "publish": whether it is taut, and what breaks
void rv_strands_publish(rv_world* world, rv_cable* cable);
// the line through joints and over nodes; returns how many points there are
int rv_strands_points(const rv_world* world, const rv_cable* cable, double step,
                      const rv_points_out* out);
// stage "rows", before the rows: drag of its segments, into their damping and the island's forces
void rv_strand_add_drag(rv_world* world, rv_island* island, const rv_strand* strand);
// Stage "rows": what makes a straight one that is pressed buckle (strand_crooked.c).
void rv_strand_add_crooked(rv_world* world, rv_island* island, const rv_strand* strand);
// what turning adds to the rows of its links (strand_turn.c, constraint.h)
double rv_strand_turn(const rv_world* world, const rv_island* island, const rv_member* member,
                      const double* v);
double rv_strand_turned(const rv_world* world, const rv_island* island, const rv_member* member,
                        const double* v, double* out);
double rv_strand_elastic_energy(const rv_world* world, const rv_strand* strand);

#endif
