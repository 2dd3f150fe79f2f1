// What adds rows or unknowns to a step: joints, row sets, ports, cables, strands, their guards and
// arcs, stops of cables, solids, rods, sutures, ties, presses of cables. Each kind is one const
// class table with the same functions; the step knows only these.
#ifndef REEVE_MODEL_CONSTRAINT_H
#define REEVE_MODEL_CONSTRAINT_H

#include "model/pattern.h"
#include "model/world.h"

// Turning by less is not followed: it makes a link of length l longer by l/800. [rad]
static const double RV_TURN_FOLLOWED = 0.05;

typedef struct rv_constraint_class {
    const char* name;
    int (*capacity)(const rv_world* world); // slots to visit
    bool (*is_alive)(const rv_world* world, int index);
    // takes it out of the world, and all of the cable that it is a part of: a body that it connects
    // goes. Those behind it may move up. NULL: goes in other ways
    void (*remove)(rv_world* world, int index);
    // the bodies it connects; -1 entries are the world
    int (*bodies)(const rv_world* world, int index, const int32_t** bodies);
    // the k-th other thing of its kind that must be in the same island, -1: no more; NULL: none
    int (*link)(const rv_world* world, int index, int k);
    // the k-th thing of another kind that must be there too, one that moves alone; -1: no more;
    // NULL: none
    int (*reach)(const rv_world* world, int index, int k, rv_member_kind* kind);
    // it has an island even where it reaches no body that forces move; NULL: it never has
    bool (*moves_alone)(const rv_world* world, int index);
    // it pushes bodies that are in other islands: clusters with one of its kind run before the others,
    // so that those feel it in the same step
    bool goes_first;
    void (*pattern)(const rv_world* world, int index, rv_pattern_sink* sink);
    // stage "route": where its path runs; NULL: it has none
    void (*route)(rv_world* world, rv_island* island, int index);
    // stage "rows": fills island->rows and the Jacobians of its groups or loose rows; may add
    // forces to island->r
    void (*rows)(rv_world* world, rv_island* island, const rv_member* member);
    // Between passes of "solve", where forces have changed much: whether its rows depend on those; and
    // writes them anew, of the first groups of the member or all that are loose. Returns how many
    // groups. NULL: never
    bool (*wants_again)(const rv_world* world, int index);
    int (*again)(rv_world* world, rv_island* island, const rv_member* member);
    // start of "solve": forces and states of the last step into the system, and back at its end;
    // NULL: it begins anew
    double* (*lambda)(rv_world* world, int index, int8_t** state);
    // bounds of its loose rows that depend on other loose impulses; NULL: none
    void (*terms)(const rv_world* world, rv_island* island, const rv_member* member);
    // start of "move", with the new velocities in the system: what the rows did beyond their
    // forces, their work and elastic energy; NULL: the same as for any row (move.c)
    void (*settle)(rv_world* world, rv_island* island, const rv_member* member);
    // what is done to it from outside is in no account: its energy says nothing
    bool works_unseen;
    // energy that it has beside that of bodies and rows, in the middle of the last step; NULL: none
    void (*add_energy)(const rv_world* world, int index, rv_energy* energy);
    // "adapt" changes that as it changes bodies: what it has at the start of a step counts with
    // theirs
    bool moves_as_bodies;
    // geometric stiffness for the forces in the system; NULL: none
    void (*stiffness)(const rv_world* world, rv_island* island, const rv_member* member);
    // how far it turns in a step of length h, relative to its length; NULL: does not ask for
    // substeps
    double (*travel)(const rv_world* world, int index, double h);
    // With these velocities of its island: how far it turns in the substep [rad], where that is more
    // than RV_TURN_FOLLOWED; and what turning adds to phi of each of its rows by the end of that,
    // returning how far it is from `turned` of the island, in shares of its length (turn.c). NULL: its
    // rows are lines
    double (*turn)(const rv_world* world, const rv_island* island, const rv_member* member,
                   const double* v);
    double (*turned)(const rv_world* world, const rv_island* island, const rv_member* member,
                     const double* v, double* out);
    // its rows that hold are rigid: where turning is followed they end where it takes them; NULL: never
    bool (*is_rigid)(const rv_world* world, int index);
    // how many substeps its island takes at least, as its user said; NULL: any number
    int (*fewest_substeps)(const rv_world* world, int index);
    // --- of things with dofs of their own, which are one block of the system; else NULL ---
    const rv_substructure* (*block)(const rv_world* world, int index);
    // the earlier thing of its kind, in the same island, whose block it is a part of; -1: it has its
    // own; NULL: each has
    int (*shares)(const rv_world* world, int index);
    // where that block is: an island, and its place there; NULL: nobody asks
    void (*note_block)(rv_world* world, int index, int island, int block);
    // how many runs of its dofs contacts may reach; NULL: none
    int (*most_reached)(const rv_world* world, int index);
    // Of things whose number of dofs changes between steps, within their room: whether it may, so that
    // room is made for the most of them (world->full_blocks); whether it has; and makes what a step needs
    // for the new one, false without memory. All NULL: it never does.
    bool (*may_resize)(const rv_world* world, int index);
    bool (*is_resized)(const rv_world* world, int index);
    bool (*resize)(rv_world* world, int index);
    // "solve": its part of A and r, for the forces in the system
    void (*write)(rv_world* world, rv_island* island, const rv_member* member);
    // after a solution: changes r of the system by what is not linear; false: nothing to change
    bool (*refine)(rv_world* world, rv_island* island, const rv_member* member);
    // whether A must be written anew for what has been found
    bool (*is_unsettled)(rv_world* world, rv_island* island, const rv_member* member, int pass);
    // "move": its state from the velocities in the system
    void (*move)(rv_world* world, rv_island* island, const rv_member* member);
    // --- who sleeps (cluster.c); each may be NULL: no, or nothing to do ---
    // it may set things in motion: a motor or a winch that runs, what only the user knows of
    bool (*drives)(const rv_world* world, int index);
    // it moves, as the bodies of its island do not show
    bool (*swings)(const rv_world* world, int index);
    void (*put_to_sleep)(rv_world* world, int index);
    // of things that rest by themselves, as bodies do: how a step of dt has left it, true: it has been
    // slow for long enough; whether it sleeps, and that it does no more; whether it touches something
    // that is in no list of contacts
    bool (*note_rest)(rv_world* world, int index, double dt);
    bool (*is_asleep)(const rv_world* world, int index);
    void (*wake)(rv_world* world, int index);
    bool (*is_touched)(const rv_world* world, int index);
    // --- of things that push on places of solids; else NULL ---
    // the k-th place, which may be none of a solid; NULL: no more, or it was destroyed
    const rv_holder* (*place)(const rv_world* world, int index, int k);
    // The force there: in the running substep, without what loose rows tell; and over all of the
    // step, which took dt. Others must not be asked while a thread of theirs solves them.
    rv_vec3 (*load)(const rv_world* world, int index, int k);
    rv_vec3 (*push)(const rv_world* world, int index, int k, double dt);
    // --- of things that want to know how all of their island gives way; else 0 and NULL ---
    // along how many axes; writes so many rows from first_row on, each on one body; and gets the answers
    // of its rows to each other: a square that begins at `mobility`, in a matrix of `columns`
    int axes;
    void (*ask)(const rv_world* world, int index, rv_loose_rows* out, int first_row);
    void (*learn)(rv_world* world, int index, const double* mobility, int columns);
} rv_constraint_class;

extern const rv_constraint_class rv_joint_class;
extern const rv_constraint_class rv_row_set_class;
extern const rv_constraint_class rv_port_class;
extern const rv_constraint_class rv_cable_class;
extern const rv_constraint_class rv_strand_class;
extern const rv_constraint_class rv_guard_class;
extern const rv_constraint_class rv_arc_class;
extern const rv_constraint_class rv_stop_class;
extern const rv_constraint_class rv_solid_class;
extern const rv_constraint_class rv_rod_class;
extern const rv_constraint_class rv_rod_explicit_class;
extern const rv_constraint_class rv_suture_class;
extern const rv_constraint_class rv_tie_class;
extern const rv_constraint_class rv_press_class;

static inline const rv_constraint_class* rv_member_class(rv_member_kind kind) {
    static const rv_constraint_class* const CLASSES[RV_MEMBER_KINDS] = {
        &rv_joint_class,  &rv_row_set_class, &rv_port_class,         &rv_cable_class,
        &rv_strand_class, &rv_guard_class,   &rv_arc_class,          &rv_stop_class,
        &rv_solid_class,  &rv_rod_class,     &rv_rod_explicit_class, &rv_suture_class,
        &rv_tie_class,    &rv_press_class};
    return CLASSES[kind];
}

// where a body is during the running substep of an island: bodies that are moved (kinematic)
// advance with their velocity, the world stands still
typedef struct rv_motion {
    rv_vec3 x, v, w;
    rv_quat q;
    rv_mat3 R;
} rv_motion;

// island NULL: now
rv_motion rv_motion_of(const rv_world* world, const rv_island* island, int32_t body);

// what a loose row does on one more block: `count` values
static inline void rv_loose_put(rv_loose_rows* loose, int row, int block, int count,
                                const double* J) {
    rv_loose_row* out = &loose->rows.data[row];
    rv_loose_reference* ref =
        &loose->references.data[out->first_reference + out->reference_count++];
    *ref = (rv_loose_reference){block, loose->jacobian.count, count, -1};
    for (int i = 0; i < count; i++)
        loose->jacobian.data[loose->jacobian.count++] = J[i];
}

// the same on three dofs of a block that a member brings, from `first` on
static inline void rv_loose_put_part(rv_loose_rows* loose, int row, int block, int first,
                                     const double J[3]) {
    rv_loose_row* out = &loose->rows.data[row];
    rv_loose_put(loose, row, block, 3, J);
    loose->references.data[out->first_reference + out->reference_count - 1].first_dof =
        loose->dof.count;
    for (int i = 0; i < 3; i++)
        loose->dof.data[loose->dof.count++] = first + i;
}

// the share of its last force in that of an elastic row, after a step of h_before
static inline double rv_filter_keeps(double h, double h_before) {
    return (0.75 * h + 0.25 * h_before) / (h + h_before);
}

// What an elastic row (RV_ROW_ELASTIC) stores in the middle of a substep, `speed` its change of
// phi. Its force belongs to the beginning, phi' to the end: with e = eps Lam/h + tau phi'_t, less
// damping,
//   v'^2/2 - e phi'/(2 eps)
// is what a mode conserves that the step resolves. Where it does not the two may differ in sign:
// then nothing is left to come back.
static inline double rv_elastic_row_energy(const rv_row* row, double impulse, double speed,
                                           double h) {
    double e = row->compliance * impulse / h + row->tau * speed;
    double both = -e * (row->phi + h * speed);
    return both > 0.0 ? 0.5 * both / row->compliance : 0.0;
}

#endif
