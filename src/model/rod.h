// Rods inside the engine: threads as discrete Kirchhoff rods (Bergou et al. 2008; Wang et al. 2017),
// in the one system of the step. A cable of the model `rod` is one rod; cut, it is several.
// The mechanics, on plain arrays:
//   rod_forces.c       bending, twist, dissipation       rod_viscous.c  damping in the material
//   rod_frames.c       rest curvature, material frames   rod_variational.c  the paper's integrator
//   rod_lanes.h        loops over edges and vertices in vectors
// Rods of a world (what it keeps of them: rod_state.h):
//   rod.c              creation, removal, memory         rod_line.c     where a new one lies
//   rod_ends.c         what holds its ends               rod_hand.c     hands that hold it
//   rod_rows.c         the implicit step and its class   rod_matrix.c   its matrix
//   rod_rest.c         those not straight at rest    rod_spin.c     their part of the matrix
//   rod_move.c         its end: state, recovery          rod_read.c     readers, energies
//   rod_contact.c      what is near what                 rod_touch.c    contacts in the implicit step
//   rod_bundle.c       the block of near rods            rod_meet.c     which rods are near each other
//   rod_way.c          how far it goes
//   rod_adapt.c        edges that come and go            rod_divide.c   how that is done
//   rod_explicit.c     the explicit step and its class   rod_penalty.c  its contact with itself
//   rod_crooked.c      straight ones that buckle
//   rod_cut.c          cuts and breaks                   rod_sleep.c    who rests
// The unknowns of a rod are the velocities of its vertices and the impulses p = h T of its edges; those
// of a bundle of rods that are near each other, mostly of one, are one block of the island's system,
// which brings its own factor (solve/rod_system.h).
#ifndef REEVE_MODEL_ROD_H
#define REEVE_MODEL_ROD_H

#include "model/cable.h"
#include "model/constraint.h"
#include "model/rod_forces.h"
#include "model/rod_variational.h"
#include "solve/rod_system.h"

// a change of a shaped rod's joint, linear in velocities and spins (rod_spin.c)
typedef struct rv_rod_spin_row {
    rv_vec3 before, behind; // times the rate of the edge
    double spin[2];         // times their spins
    double weight;          // times its square: energy
    double carried;         // of that, what carries motion on
} rv_rod_spin_row;

// What a step needs besides the state; made anew when the topology changes.
typedef struct rv_rod_work {
    rv_rod_motion motion; // of a variational rod, which has nothing else but `values` and `force`
    double sluggish; // m l^3/4 at its weakest joint: square of its longest step times B, straight
    // the bundle that it is in (rod_bundle.c)
    struct rv_rod_work *lead,
        *next;                 // the first rod of it; the one after this, NULL: it is the last
    int rod;                   // its own index
    int offset, all;           // its first vertex in the block, and how many are there
    int32_t island, own_block; // where it is in the world's systems (islands)
    rv_substructure block;     // of the first rod, as is what follows up to `going`
    rv_rod_system system;
    int spins;                     // places of spins behind the vertices of the block (rod_spin.c)
    RV_ARRAY(double) extended;     // scratch: two vectors of the system with spins
    RV_ARRAY(unsigned char) known; // per vertex of the block: its velocity is known
    RV_ARRAY(int) pairs;           // of vertices of the block that contacts couple, two each
    int pair_total;                // pairs of edges that are listed
    bool missing;                  // a contact that begins is not in the system
    bool list_holds;               // of contacts between rods
    double ahead;                  // how far they may come in the step, against their mean
    rv_vec3 gone, going;           // mean way of its vertices since then, and in the substep
    rv_rod_line line;
    RV_ARRAY(double) values; // of the line, or the motion
    rv_rod_frames frames;    // of a shaped rod
    RV_ARRAY(double) frame_values;
    RV_ARRAY(rv_rod_spin_row) spin_rows; // two per joint
    RV_ARRAY(double) spin;               // of spins among themselves
    RV_ARRAY(double) out_share;          // of bending out of a joint's plane that its spins leave
    RV_ARRAY(double) lost;               // of what a joint would carry on of its motion
    int spin_place, spin_pair;           // its first place of spins and its first pair with them
    double end_stiffness[2];             // gamma h^2 times moment per angle, of ends that are held
    RV_ARRAY(rv_vec3) force; // on the vertices, without that of stretch; variational: from outside
    RV_ARRAY(rv_vec3) gradient;    // of the twist, per vertex
    RV_ARRAY(double) response;     // of the system without twist to it
    RV_ARRAY(double) used;         // tension that its geometric stiffness was made with, per edge
    RV_ARRAY(double) stiffness;    // of edges and joints (rod_matrix.c)
    RV_ARRAY(double) drag;         // per vertex: force per speed
    RV_ARRAY(double) corrections;  // of the right-hand sides of edges, in this pass
    RV_ARRAY(double) product;      // scratch, of the size of the block
    RV_ARRAY(double) wanted;       // length of edges without impulse at the end of the step
    RV_ARRAY(double) apart;        // how far they are from what their tension says
    RV_ARRAY(double) missed;       // what edges were off before the last correction
    double share;                  // of it that was corrected
    RV_ARRAY(double) acted;        // tension that acted in the last step
    RV_ARRAY(unsigned char) gives; // per edge: it is pressed as hard as it can be
    RV_ARRAY(rv_self_pair) edges;  // pairs of edges whose contacts are listed, of all vertices
    RV_ARRAY(rv_self_touch) touches;
    RV_ARRAY(unsigned char) prescribed; // per vertex: its velocity is known
    RV_ARRAY(unsigned char) marks;      // per edge, of one that adapts (rod_adapt.c)
    RV_ARRAY(double) division;          // scratch of rod_divide.c
    RV_ARRAY(int) places;               // where its vertices have gone
    bool resized;                       // its number of vertices has changed; work has not yet
    double twist_stiffness;             // gamma h^2 C/Lbar
    double twist_share;                 // of the response that twist takes back
    double M[2];     // twist moment at the ends; the same if it is straight at rest
    int refinements; // in this pass
    bool crossed;    // it would have passed through itself or another
    double kept;     // how much of its way it went
    double off;      // by how much of its length an edge was too long, at worst
} rv_rod_work;

// of the marks of edges: each may be joined with another, stays, is to be halved, is
enum { RV_ROD_DIVISION = 13 }; // doubles per vertex of rv_rod_work.division
enum { RV_EDGE_CALM, RV_EDGE_STAYS, RV_EDGE_WANTED, RV_EDGE_TAKEN };

static inline rv_rod* rv_cable_rods(const rv_world* world, const rv_cable* cable) {
    return world->rods.data + cable->first_rod;
}
static inline rv_vec3* rv_rod_points(const rv_world* world, const rv_rod* rod) {
    return world->rod_x.data + rod->first;
}
static inline rv_vec3* rv_rod_velocities(const rv_world* world, const rv_rod* rod) {
    return world->rod_v.data + rod->first;
}
static inline double* rv_rod_masses(const rv_world* world, const rv_rod* rod) {
    return world->rod_mass.data + rod->first;
}
static inline double* rv_rod_lengths(const rv_world* world, const rv_rod* rod) {
    return world->rod_length.data + rod->first;
}
static inline double* rv_rod_bows(const rv_world* world, const rv_rod* rod) {
    return world->rod_bow.data + rod->first;
}
static inline rv_rod_share* rv_rod_edge_shares(const rv_world* world, const rv_rod* rod) {
    return world->rod_share.data + rod->first;
}
// what the stretch of edges pulled with in the last step, in which their tension is that of its end
static inline double* rv_rod_kept(const rv_world* world, const rv_rod* rod) {
    return world->rod_kept.data + rod->first;
}
static inline double* rv_rod_tensions(const rv_world* world, const rv_rod* rod) {
    return world->rod_tension.data + rod->first;
}

// --- the block of a bundle (rod_bundle.c) ---

// where a rod's part lies in values of the block: of its vertices, and of its edges
static inline double* rv_rod_own_v(const rv_rod_work* work, double* block) {
    return block + 3 * work->offset;
}
static inline double* rv_rod_own_p(const rv_rod_work* work, double* block) {
    return block + 3 * work->all + work->offset;
}

// and in the matrix
typedef struct rv_rod_entries {
    rv_mat3 *diagonal, *next, *second;
    rv_vec3* direction;
    double* sigma;
} rv_rod_entries;

static inline rv_rod_entries rv_rod_entry(const rv_rod_work* work) {
    const rv_rod_system* a = &work->lead->system;
    int i = work->offset;
    return (rv_rod_entries){a->diagonal.data + i, a->next.data + i, a->second.data + i,
                            a->direction.data + i, a->sigma.data + i};
}

const rv_substructure* rv_bundle_block(const rv_world* world, int index);
// the edges between its rods; `block`: right-hand sides
void rv_bundle_write_between(rv_rod_work* lead, double* block);
// gradient of a rod's twist . v of its vertices
double rv_rod_along_twist(const rv_rod_work* work, const double* v);
// the rods that are prepared, into their bundles, and what these need; false without memory
bool rv_bundles_prepare(rv_world* world);
// likewise of one bundle, after the vertices of its rods have changed in number, within their room
bool rv_bundle_resize(rv_world* world, int first);

// --- the law of stretch (rod_stretch.c) ---

typedef struct rv_rod_stretch {
    double EA;
    double tau;  // of damping
    double kept; // k: the share of what acted in the last step
    double acts; // c = 1 - k + tau/h
} rv_rod_stretch;
rv_rod_stretch rv_rod_stretch_of(const rv_world* world, const rv_rod* rod, double h);
// stage "rows", after rv_rod_measure: work->acted; work->wanted and work->apart
void rv_rod_find_acted(const rv_world* world, const rv_rod* rod, rv_rod_work* work);
void rv_rod_find_wanted(const rv_world* world, const rv_rod* rod, rv_rod_work* work, double h);
// stage "move": the tensions at the end of the step, and what stretch pulled with in it, for impulses p
void rv_rod_end_stretch(const rv_world* world, const rv_rod* rod, const rv_rod_work* work, double h,
                        const double* p);

// --- the matrix of a step (rod_matrix.c) ---

typedef struct rv_rod_step {
    rv_rod_work* work;          // measured; its tension in use and drag are there
    const rv_vec3* v;           // velocities before
    const double* m;            // masses
    const double* before;       // tension before
    double h, gamma;            // gamma: share of the stiffness that is modified mass
    double EA, EI, GJ, viscous; // viscous: moment per rate of curvature
    // of what the step does not resolve, how much of the stiffness of tension and of bending damps
    double rubbing, damped;
    // of the stiffness out of a joint's plane, and of what carries its motion on, by joint; NULL: all of
    // it, and nothing
    const double *out_share, *lost;
    double *r, *b; // right-hand sides, 3 per vertex, and per edge
} rv_rod_step;

enum { RV_ROD_STIFFNESS = 12 }; // doubles per vertex of rv_rod_work.stiffness

// writes all of the system's matrix but its extra pairs, and adds to r what it carries on of the motion
void rv_rod_write_matrix(const rv_rod_step* step);

// it moves by explicit steps of its own
static inline bool rv_rod_is_variational(const rv_world* world, const rv_rod* rod) {
    return world->cables.data[rod->cable].rod.integrator != RV_CABLE_ROD_IMPLICIT;
}

// its line in RV_ROD_VALUES doubles per vertex: a pinned end's section is at its vertex
rv_rod_line rv_rod_line_of(const rv_world* world, const rv_rod* rod, double* values);
// The half edge between a pinned end's vertex and the middle of its edge, 0 at a clamp; and the length
// between the ends' sections, along which the rod twists (rod_forces.h).
double rv_rod_end_length(const rv_world* world, const rv_rod* rod, int side);
double rv_rod_twisting_length(const rv_world* world, const rv_rod* rod);

// where a vertex is: now, or `between`: at the middle of the last substep
static inline rv_vec3 rv_rod_place(const rv_world* world, const rv_rod* rod, int i, bool between) {
    rv_vec3 x = rv_rod_points(world, rod)[i];
    return between ? rv_vec3_mul_add(x, -0.5 * rod->last_h, rv_rod_velocities(world, rod)[i]) : x;
}

// --- creation (rod.c) ---

// vertices that a rod which begins with `count` may come to have
int rv_rod_room(const rv_cable* cable, int count);
// Room for rods and vertices in all, besides those that may come of rods that are there; false without
// memory.
bool rv_rod_reserve(rv_world* world, int rods, int vertices);

typedef struct rv_rod_plan {
    int32_t cable;
    const rv_vec3* points;           // of its vertices
    int count;                       // of them
    double length;                   // between its ends, unstretched; NaN: as it lies
    double twist;                    // of the last end against the first
    const rv_cable_segments* motion; // how it begins to move
    const rv_path_node* ends[2];     // the nodes at its ends
} rv_rod_plan;

typedef struct rv_rod_layout {
    const rv_cable* cable;
    const rv_path_node* nodes;     // its two ends, placed
    const rv_cable_segments* line; // with the user's shape, if there is one
    int count;                     // edges
    double length;                 // between its ends
} rv_rod_layout;

typedef enum rv_rod_lie { RV_ROD_LIES, RV_ROD_TURNS_TOO_SHARPLY, RV_ROD_NO_MEMORY } rv_rod_lie;

// where the vertices of a new rod are, one more than edges (rod_line.c)
rv_rod_lie rv_rod_lay(rv_world* world, const rv_rod_layout* layout, rv_vec3* points);

// adds the one rod of a cable; there is room
void rv_rod_add(rv_world* world, const rv_rod_plan* plan);
void rv_cable_remove_rods(rv_world* world, rv_cable* cable);
// likewise for one whose number of vertices has changed, within its room
bool rv_rod_resize(rv_world* world, int index);
// masses of its vertices, for the lengths of its edges
void rv_rod_weigh(rv_world* world, const rv_rod* rod);

// --- of the classes of implicit rods (rod_rows.c) and of variational ones (rod_explicit.c) alike ---

int rv_rods_capacity(const rv_world* world);
void rv_rod_remove(rv_world* world, int index);
int rv_rod_bodies(const rv_world* world, int index, const int32_t** bodies);
bool rv_rod_moves_alone(const rv_world* world, int index);
double* rv_rod_lambda(rv_world* world, int index, int8_t** state);

// --- stage "adapt" (rod_adapt.c: where; rod_divide.c: how) ---

static inline bool rv_rod_adapts(const rv_world* world, const rv_rod* rod) {
    return world->cables.data[rod->cable].segments.resolution == RV_CABLE_ADAPTIVE;
}
// The edges of a rod that touch or may soon, in its own list of contacts and in those of rods before it in
// its bundle.
typedef struct rv_rod_touching {
    const rv_rod* rod;
    const rv_rod_work* holder; // whose list
    int at;                    // twice the place in it, and whether its second edge is next
    const rv_rod_contact* contact;
} rv_rod_touching;
rv_rod_touching rv_rod_touching_begin(const rv_world* world, const rv_rod* rod);
// the edge that the next of these is at, or -1
int rv_rod_touching_next(const rv_world* world, rv_rod_touching* t);
// halves and joins edges; then work->resized
void rv_rod_adapt(rv_world* world, int index);
// halves the edges that are marked as taken, so many; there is room
void rv_rod_halve(rv_world* world, int index, int taken);
// joins each edge that is marked as taken with the next one, so many
void rv_rod_join(rv_world* world, int index, int taken);

// --- ends (rod_ends.c) ---

// its vertices that stand where it is held (1, or 2 where it is clamped; 0: it is free), from the end on
int rv_rod_held_count(const rv_rod_end* end);
// the end's k-th vertex, counted from the end on
static inline int rv_rod_vertex(const rv_rod* rod, int side, int k) {
    return side == 0 ? k : rod->count - 1 - k;
}
// where the holder has the end's k-th vertex, `ahead` seconds after the running substep begins
rv_vec3 rv_rod_hold_point(const rv_world* world, const rv_island* island, const rv_rod* rod,
                          int side, int k, double ahead);
// of a vertex whose velocity is known, in the running substep: what holds it is moved by no force
rv_vec3 rv_rod_known_velocity(const rv_world* world, const rv_island* island, const rv_rod* rod,
                              int vertex);
// the end's director with its edge along `tangent`, turned with the holder for `ahead` seconds
rv_vec3 rv_rod_director(const rv_world* world, const rv_island* island, const rv_rod* rod, int side,
                        rv_vec3 tangent, double ahead);
// after a substep of length h that took vertices to x: what holds its ends has turned, and with it their directors
void rv_rod_carry_directors(const rv_world* world, const rv_island* island, rv_rod* rod,
                            const rv_vec3* x, double h);
// forces of what holds an end, on the rod: `grip` is what all that is within the rod needs, to which
// come weight and inertia of the vertices that are held, for their accelerations a
void rv_rod_set_grip(const rv_world* world, rv_rod* rod, int side, const rv_rod_grip* grip,
                     const rv_vec3 a[2]);
// the holder is moved by forces: rows hold the end
bool rv_rod_end_has_rows(const rv_world* world, const rv_rod_end* end);

// Stage "rows": what makes a straight rod buckle that tensions T press (rod_crooked.c); adds to F.
void rv_rod_add_crooked(const rv_world* world, const rv_rod* rod, const rv_rod_line* line, double h,
                        const double* T, rv_vec3* F);

// --- hands (rod_hand.c) ---

// stage "rows"
void rv_rod_begin_hands(const rv_world* world, rv_rod* rod, double h);
// stage "solve": what they add to A and r
void rv_rod_write_hands(const rv_world* world, const rv_rod* rod, rv_mat3* diagonal, double h,
                        double* r);
// after a solution: their forces; true: one of them is limited otherwise than assumed
bool rv_rod_update_hands(const rv_world* world, rv_rod* rod, double h, const double* v);
// the largest force of hands at their limits; 0: there are none
double rv_rod_strongest_hand(const rv_rod* rod);

// --- rods that are not straight at rest (rod_rest.c) ---

// whether such a rod is one of them
bool rv_segments_have_rest(const rv_cable_segments* s);
// room to read one; false without memory
bool rv_rod_reserve_reading(rv_world* world, int vertices);
// at creation: whether it is one, what it is like at rest
void rv_rod_start_rest(rv_world* world, rv_rod* rod);
// what it is like at rest, and its angles, to and from its frames
void rv_rod_load_frames(const rv_world* world, const rv_rod* rod, rv_rod_frames* f);
void rv_rod_store_angles(rv_world* world, const rv_rod* rod, const rv_rod_frames* f);
// stage "rows": its frames and twist moments for the line as it is measured; false: they did not settle
bool rv_rod_find_frames(rv_world* world, const rv_island* island, rv_rod* rod, rv_rod_work* work);
void rv_rod_add_frame_forces(const rv_world* world, const rv_rod* rod, const rv_rod_work* work,
                             rv_vec3* F);
// bending and twist as published; `between` as in rv_rod_place
typedef struct rv_rod_reading {
    double energy, twist;
} rv_rod_reading;
rv_rod_reading rv_rod_read_frames(const rv_world* world, const rv_rod* rod, bool between);
// where the director of the first end is when it is carried along to an edge
rv_vec3 rv_rod_carried_director(const rv_world* world, const rv_rod* rod, int edge);
// the holder of this end turns its section
static inline bool rv_rod_end_twists(const rv_rod* rod, int side) {
    return rod->shaped ? rod->end[side].turns : rod->twists;
}

// --- and their part of the matrix (rod_spin.c) ---

// places that stand for spins; 0 of other rods
int rv_rod_spin_count(const rv_rod* rod);
bool rv_rod_size_spins(rv_memory* m, const rv_rod* rod, rv_rod_work* work);
// before and after rv_rod_write_matrix
void rv_rod_find_shares(const rv_rod_step* step);
void rv_rod_write_spins(const rv_rod_step* step);
// of a bundle, whose rods have their places: pairs with them at most; appends them to its pairs, where
// there is room; their values, when all rods have written theirs
int rv_bundle_spin_pairs(const rv_rod_work* lead);
void rv_bundle_add_spin_pairs(rv_rod_work* lead);
void rv_bundle_write_spins(const rv_rod_work* lead);
// of the block without spins, as rv_rod_system_solve, _multiply and _prescribe
void rv_bundle_solve(const rv_rod_work* lead, double* x);
void rv_bundle_multiply(const rv_rod_work* lead, const double* x, double* y);
void rv_bundle_prescribe(const rv_rod_work* lead, double* x);

// --- stage "move" (rod_move.c) ---

// nothing but gravity, drag and contact acts on it
bool rv_rod_is_free(const rv_rod* rod);

// of its length: an edge that is farther from it is not brought back with speed
#define RV_ROD_OFF 1e-3
// all rods of a bundle; `block`: velocities of their vertices, then impulses of their edges, as solved
void rv_bundle_move(rv_world* world, rv_island* island, rv_rod_work* lead, double* block);
// how far an edge turns in a step
double rv_rod_travel(const rv_world* world, int index, double h);

// --- how far it goes (rod_way.c) ---

// Stage "move", after the vertices of a bundle went from world->rod_before to where they are: as far as that
// was foreseen, and through nothing. `flies`: nothing holds any of it. Returns how many pairs of edges
// would have passed through each other.
int rv_bundle_limit_way(rv_world* world, const rv_island* island, rv_rod_work* lead, bool flies);

// --- contact (rod_contact.c: which; rod_touch.c: in the step) ---

static inline rv_rod_contact* rv_rod_contacts(const rv_world* world, const rv_rod* rod) {
    return world->rod_contacts.data + rod->first_contact;
}
// Stage "contacts": what touches or may within the step. False without memory.
bool rv_rods_find_contacts(rv_world* world, double dt);
// Room for so many contacts of all rods, of which any rod may have as many as it can: what the first step
// would make room for, and later ones for what comes near. False without memory.
bool rv_rods_reserve_contacts(rv_world* world, int points);
// Contacts of a rod of n vertices with itself that are in its system, at most: strands in a bundle have
// six others beside them, and each is one or two pairs of edges of two strands.
static inline int rv_rod_coupled_most(int n) {
    return 8 * n;
}
// between rods and what else moves: what rods push on bodies with
void rv_rods_push_bodies(rv_world* world);
// stage "rows": gaps and normals; with the last rod of a bundle, analyses its system anew where pairs have
// come
void rv_rod_measure_contacts(rv_world* world, const rv_island* island, rv_rod* rod,
                             rv_rod_work* work);
// stage "solve": what contacts of a bundle that touch add to A and r
void rv_rod_write_contacts(const rv_world* world, rv_rod_work* lead, double h, double* block);
// after a solution: whether what touches, sticks and slides is other than assumed
bool rv_rod_update_contacts(rv_world* world, const rv_rod* rod, rv_rod_work* work, double h,
                            const double* block, int pass);
// stage "move": forces, and how far friction has given way
void rv_rod_settle_contacts(rv_world* world, const rv_rod* rod, double h, const double* block);
// on a vertex, of all contacts
rv_vec3 rv_rod_contact_force(const rv_world* world, const rv_rod* rod, int vertex);
// something other than itself pushes it
bool rv_rod_is_touched(const rv_world* world, const rv_rod* rod);

// keeps a contact in the list that is being made; false without memory
bool rv_rod_add_contact(rv_world* world, const rv_rod_contact* contact);
// how far apart the two center lines of a contact are when they touch
double rv_rod_touch_distance(const rv_world* world, const rv_rod* rod, const rv_rod_contact* c);

// --- rods near each other (rod_meet.c) ---

// of the way that the velocity leads to; [diameters] what nobody foresaw may move a vertex in a step
#define RV_ROD_FORESEEN 1.5
#define RV_ROD_UNFORESEEN 0.1
// [diameters] Edges nearer along the rod than half a turn as tight as it can be do not touch.
#define RV_ROD_APART 2.0

// Stage "adapt": bundles of rods that are or may come near each other. False without memory.
bool rv_rods_meet(rv_world* world, double dt);
// stage "contacts": whether a bundle's list of pairs holds, and how far it moves
void rv_bundle_look(rv_world* world, rv_rod_work* lead, double dt);
// pairs of edges with those of later rods, into the list that is being made; false without memory
bool rv_rod_list_meets(rv_world* world, int index);
// Stage "move": how much of the way that a bundle has gone keeps within what its list of pairs was made
// for, and within what other bundles were sure of; of one of its rods.
void rv_bundle_find_mean(const rv_world* world, rv_rod_work* lead);
double rv_rod_foreseen_apart(const rv_world* world, const rv_rod* rod, const rv_island* island);
// after `count` rods from `first` on have gone, which changed the indices of later ones
void rv_rods_forget(rv_world* world, int first, int count);
// After a rod has become itself and the one that follows it, by a cut at a vertex: the contacts of all rods
// go to the pieces. Both have the list as it was; there is room for all of them in rod_contacts_before.
void rv_rods_part(rv_world* world, int index, int vertex);
// of a class of members: others of the bundle (model/constraint.h)
int rv_rod_link(const rv_world* world, int index, int k);
int rv_rod_shares(const rv_world* world, int index);

// --- contact of variational rods (rod_penalty.c) ---

// how near edges come before they touch
double rv_rod_contact_distance(const rv_cable* cable);
// adds forces on the vertices; `ahead`: where vertices will be about, when the substep ends
void rv_rod_push_apart(const rv_world* world, const rv_rod* rod, const rv_vec3* x,
                       const rv_vec3* ahead, rv_vec3* force);
double rv_rod_contact_energy(const rv_world* world, const rv_rod* rod, bool between);

// --- cuts (rod_cut.c) ---

// Cuts a rod through an inner vertex into two, of which the first keeps its place in the list, or lets go of
// a pinned end. False without memory: nothing has changed.
bool rv_rod_cut(rv_world* world, int index, int vertex);
// the same at the place nearest to `at` along the cable; says why not
bool rv_rods_cut_at(rv_world* world, rv_cable* cable, double at);
// stage "publish": rods that are pulled too hard come apart; without memory they hold on for now
void rv_rods_break(rv_world* world, rv_cable* cable);

// --- sleep (rod_sleep.c) ---

static inline void rv_rod_wake(rv_rod* rod) {
    rod->asleep = false;
    rod->rest_time = 0.0;
}
void rv_rods_wake_all(rv_world* world);
// those that a body holds or touches
void rv_rods_wake_neighbours(rv_world* world, int body);
// of its class: how long it has been slow, true: that is long enough, and nothing keeps it awake
bool rv_rod_note_rest(rv_world* world, int index, double dt);
bool rv_rod_is_asleep_at(const rv_world* world, int index);
void rv_rod_wake_at(rv_world* world, int index);
bool rv_rod_is_touched_at(const rv_world* world, int index);
void rv_rod_put_to_sleep(rv_world* world, int index);
// notes who sleeps, for a step that may be refused, or brings it back
void rv_rods_keep_rest(rv_world* world, bool restore);

// --- readers (rod_read.c), as published ---

// in the last substep; and in any of the last step, of all pieces of a rod
rv_peak rv_rod_peak_now(const rv_world* world, const rv_rod* rod);
rv_peak rv_rods_peak(const rv_world* world, const rv_cable* cable);
double rv_rods_tension_at(const rv_world* world, const rv_cable* cable, int side);
double rv_rods_length(const rv_world* world, const rv_cable* cable);
double rv_rods_path_length(const rv_world* world, const rv_cable* cable);
double rv_rods_twist(const rv_world* world, const rv_cable* cable);
double rv_rods_torque(const rv_world* world, const rv_cable* cable);
// stage "publish": whether it breaks, and is taut
void rv_rods_publish(rv_world* world, rv_cable* cable);
int rv_rods_points(const rv_world* world, const rv_cable* cable, const rv_points_out* out);
// at the middle of the last substep
void rv_rod_add_energy(const rv_world* world, int index, rv_energy* energy);
double rv_rod_elastic_energy(const rv_world* world, const rv_rod* rod, bool between);

#endif
