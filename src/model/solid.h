// Solids of tetrahedra. Positions of nodes X at rest are in the axes of the solid's frame (x_F, R),
// which is fixed to the world or to a body, or follows the nodes of a solid that floats.
//
// Static (condensed): u = C f for the free corners of the surface, x = x_F + R (X + u), C = B^T
// K^-1 B
//   with K of all free nodes, linear or quadratic, computed once. B takes forces on corners to nodes:
//   of linear elements the corners themselves, of quadratic ones all that a pressure at the corner
//   pushes, and u is the mean that goes with it (fem_mean.c). Its block of the system has the rates of u:
//   h^2 C^-1 u' = h (f_ext - f) + impulses. Contacts act on the rates and on the body of the frame,
//   there with the arms of the unstrained solid: then their wrench is the gradient of the elastic
//   energy (theory of Duriez et al. 2004).
// With inertia: the block has the velocities of all free nodes in axes of the frame, w = R^T v:
//   A w' = M w + h (f - K u) + impulses,   A = M + h D + h^2 K,   D = alpha M + beta K
//   (trapezoidal: A = M + h/2 D + h^2/4 K). Linear ones: A is constant and factored once per h.
//   Corotational ones, in axes of the world: K = sum R_e K_e R_e^T and the stiffness of tension, each
//   step. Held nodes on a body that forces move are the first six of the block's dofs, a twist at the
//   origin of the frame, tied to the body by six rows.
//
// Files: solid.c (create, read), solid_rules.c (what is refused), solid_block.c (the system's block),
// solid_store.c (answers kept between runs), solid_inner.c (nodes that a step does not know), solid_sleep.c (who rests),
// solid_rows.c (the class table: its part of a step); where they touch: step/soft_contacts.c.
#ifndef REEVE_MODEL_SOLID_H
#define REEVE_MODEL_SOLID_H

#include "collide/soft.h"
#include "model/constraint.h"
#include "model/fem.h"
#include "model/tet_surface.h"

enum { RV_SOLID_TIE = 6 };

// What solving a solid needs; derived from its def, not part of a snapshot.
typedef struct rv_solid_work {
    uint64_t serial; // of the solid that it belongs to
    rv_solid_model model;
    double damping_mass, damping_stiffness;
    rv_fem fem;
    rv_fem_system system; // of the nodes that are not held
    rv_fem_inertia inertia;
    RV_ARRAY(double) K; // of the same nodes, blocks as in the system; not of corotational ones
    double mass;
    rv_vec3 center; // in the frame
    double size;    // half of the diagonal of its bounds
    // if it touches itself: how deep its surface may be in itself; less than anything is thick
    double self_depth;
    rv_index_list triangles;
    rv_soft_surface surface;
    rv_fem_means means;        // of corners of the surface
    RV_ARRAY(rv_vec3) x, x_to; // of corners, where the step begins and where it may end, world
    // by node: its place among the nodes of the block, -1: it goes with the frame
    RV_ARRAY(int32_t) free;
    int free_count;
    double h, factored_h; // of the running substep; that the system is factored for, 0: none yet
    RV_ARRAY(rv_fem_turn) turns; // of corotational elements,
    RV_ARRAY(double) at;         // and where all nodes are, with these turns
    // The answer of the surface: C of its nodes `answering`, of which each is answer_row among them.
    // Static: K^-1; linear with inertia: A^-1 for answered_h.
    RV_ARRAY(double) C;
    RV_ARRAY(int32_t) answering, answer_row; // by free node, -1: none
    // their rows in the system, answer_first[i] .. answer_first[i + 1] - 1, and the weights of
    // these
    RV_ARRAY(int) answer_first, answer_unknown;
    RV_ARRAY(double) answer_weight;
    double answered_h;
    RV_ARRAY(int) asked; // nodes of the block whose answers are computed, when they are not there
    RV_ARRAY(rv_vec3)
    sag; // static: displacement of each block node for a unit of gravity along x, y, z
    // static: the matrix of the system is factored; displacements over its unknowns for loads on
    // corners and gravity, for which they are known (solid_inner.c)
    bool is_factored, has_inner;
    RV_ARRAY(double) inner;
    RV_ARRAY(rv_vec3) inner_for;
    int tie;          // RV_SOLID_TIE, or 0
    rv_mat3 axes;     // of the block's dofs in the running substep
    rv_mat3 tie_turn; // corotational: of the frame, which the arms of a twist turn with
    RV_ARRAY(double) tie_column, tie_answer;         // A_ft and A_ff^-1 A_ft, column by column
    double tie_block[RV_SOLID_TIE * RV_SOLID_TIE];   // A_tt,
    double tie_inverse[RV_SOLID_TIE * RV_SOLID_TIE]; // and the inverse of its Schur complement
    RV_ARRAY(double) a, b, c, scratch;               // vectors over all nodes, and for the factor
    rv_substructure block;
    // where it is in the world's systems (islands)
    int32_t island, own_block;
    RV_ARRAY(int32_t) contact_dof; // by corner: among the dofs that contacts reach, -1: none
} rv_solid_work;

// axes of the block's dofs: those of the frame, for corotational ones those of the world
static inline rv_mat3 rv_solid_axes(const rv_solid* solid, const rv_motion* frame) {
    return solid->model == RV_SOLID_COROTATIONAL ? rv_mat3_identity() : frame->R;
}

// the frame during the running substep of an island; NULL: now
rv_motion rv_solid_motion(const rv_world* world, const rv_island* island, const rv_solid* solid);
// Axes of the block's dofs in the running substep. With inertia they are those of the frame where
// the substep ends, if forces do not move it. Rows of others may be written before work->axes is.
rv_mat3 rv_solid_block_axes(const rv_world* world, const rv_island* island, const rv_solid* solid);
// NULL: no such solid; the null id for -1
static inline rv_solid* rv_world_solid(const rv_world* world, rv_solid_id id) {
    int index = rv_id_pool_find(&world->solid_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 ? NULL : &world->solids.data[index];
}
static inline rv_solid_id rv_world_solid_id(const rv_world* world, int index) {
    if (index < 0)
        return (rv_solid_id){0};
    rv_id id = rv_id_pool_id(&world->solid_ids, index);
    return (rv_solid_id){id.slot, id.generation, id.world};
}
static inline rv_solid_work* rv_solid_work_of(const rv_world* world, const rv_solid* solid) {
    return world->solid_work.data[solid - world->solids.data];
}

// where a node is with its frame there
rv_vec3 rv_solid_point_with(const rv_world* world, const rv_solid* solid, int node,
                            const rv_motion* frame);
// where a node is, and how fast it moves, now
rv_vec3 rv_solid_point(const rv_world* world, const rv_solid* solid, int node);
rv_vec3 rv_solid_point_velocity(const rv_world* world, const rv_solid* solid, int node);

// Nodes inside a static one, which none of the above knows (solid_inner.c): room for them, and the
// displacement of one in the frame, whose axes are R. Not during a step.
static inline bool rv_solid_is_inner(const rv_solid_work* work, int node) {
    return work->free.data[node] < 0 && work->system.unknown.data[node] >= 0;
}
bool rv_solid_make_inner(rv_memory* memory, rv_solid_work* work);
rv_vec3 rv_solid_inner(const rv_world* world, const rv_solid* solid, rv_mat3 R, int node);

bool rv_solid_def_is_valid(rv_world* world, const rv_solid_def* def);

// Makes the block of a solid with a mesh and `held` nodes. False, told: no memory, held nodes that let
// it move, or stopped by the user.
bool rv_solid_make_block(rv_world* world, rv_solid_work* work, const rv_solid_def* def);

// The answer of a static solid, C and sag, from the store of its def. False: it is not there.
bool rv_solid_load_answer(rv_solid_work* work, const rv_solid_def* def);
void rv_solid_save_answer(const rv_solid_work* work, const rv_solid_def* def);

// A place of a solid: a weighted sum of corners.
typedef struct rv_solid_spot {
    int count;
    int32_t node[RV_SOFT_CORNERS];
    double weight[RV_SOFT_CORNERS];
} rv_solid_spot;

// How places answer pushes on each other, in axes of the block, after a step: velocity per impulse,
// 3 count x 3 count.
void rv_solid_answers(rv_solid_work* work, const rv_solid_spot* places, int count, double* out);

// Snapshots hold no work. Is all of it there for the solids of one (not aligned)? Then, after it is brought back:
// drops that of solids which are not in it; there is room for as many as it has.
bool rv_solids_are_there(const rv_world* world, const void* solids, int count);
void rv_solids_drop_others(rv_world* world);

// stage "contacts"; false without memory
bool rv_solids_find_contacts(rv_world* world, double dt);
// of a rod that is sewn to the solid: keeps the touches that count, returns how many (soft_sewn.c)
int rv_sewn_touches(const rv_world* world, int solid, int rod, rv_soft_touch* touches, int count);
// stage "islands": what contacts reach of them, after the bodies of an island
void rv_solids_list_reached(rv_world* world);
// resting (solid_sleep.c)
static inline void rv_solid_rouse(rv_solid* solid) {
    solid->asleep = false;
    solid->rest_time = 0.0;
}
void rv_solids_wake_all(rv_world* world);
// those that a body holds and touches; those that a solid touches
void rv_solids_wake_neighbours(rv_world* world, int body);
void rv_solid_wake_touched(rv_world* world, int solid);
// of its class: how long it has been slow, true: that is long enough
bool rv_solid_note_rest(rv_world* world, int index, double dt);
bool rv_solid_is_asleep_at(const rv_world* world, int index);
void rv_solid_rouse_at(rv_world* world, int index);
void rv_solid_put_to_sleep(rv_world* world, int index);
// keeps who sleeps, or brings it back
void rv_solids_keep_rest(rv_world* world, bool restore);
// stage "publish"
void rv_solids_publish(rv_world* world, double dt);
// f = -K u over nodes that are not held, with those that are at rest; zero at these. Returns the energy.
double rv_solid_linear_forces(rv_solid_work* work, const double* u, double* f);
void rv_solid_find_energies(const rv_world* world, rv_solid* solid, rv_solid_work* work);
void rv_solid_add_energy(const rv_world* world, int index, rv_energy* energy);
// contacts with rods: those from `first` on are gone; the one at place `made` is new, before the others
void rv_solids_forget_rods(rv_world* world, int first, int count);
void rv_solids_shift_rods(rv_world* world, int made);

// the body behind a side of a contact: a shape's, or that of a frame; -1: the world, or it floats
static inline int32_t rv_soft_body(const rv_world* world, const rv_soft_side* side) {
    return side->solid < 0 ? side->body : world->solids.data[side->solid].body;
}
// of a surface with itself
static inline bool rv_soft_is_own(const rv_soft_site* soft) {
    return soft->side[0].solid >= 0 && soft->side[0].solid == soft->side[1].solid;
}
// the islands of the two sides of a contact, -1: none
void rv_soft_islands(const rv_world* world, const rv_soft_site* soft, int32_t islands[2]);

static inline rv_vec3* rv_solid_positions(const rv_world* world, const rv_solid* solid) {
    return world->solid_x.data + solid->first;
}

#endif
