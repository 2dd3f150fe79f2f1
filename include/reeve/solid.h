// Solids: elastic bodies made of tetrahedra (finite elements), in contact with everything else.
#ifndef REEVE_SOLID_H
#define REEVE_SOLID_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How large a solid may be. Nodes are those of its mesh and, of order 2, one for each edge: the
/// factor of a cube of 46656 nodes takes 2.8 GB, and its memory grows as the power 4/3 of the nodes.
/// A static solid keeps the answer of each node of its surface to each, 9 numbers: 1.8 GB of 10000
/// triangles, which have half as many nodes.
enum { RV_SOLID_NODES_MAX = 50000, RV_SOLID_STATIC_TRIANGLES_MAX = 10000 };

/// How a solid moves.
typedef enum rv_solid_model {
    RV_SOLID_STATIC,  ///< no inertia: its surface is always in balance with what pushes it. The
                      ///< answer of the surface is computed once; needs held nodes. It sags under
                      ///< its weight, but a body that holds it bears its mass only if that is part
                      ///< of the body's own
    RV_SOLID_DYNAMIC, ///< small strain and rotation about its frame; implicit Euler
    RV_SOLID_COROTATIONAL, ///< small strain, large rotation of its parts; implicit Euler
    RV_SOLID_TRAPEZOIDAL,  ///< as RV_SOLID_DYNAMIC by the trapezoidal rule: keeps its energy while
                           ///< nothing touches it; rings where something does. Its frame must
                           ///< be one that forces do not move
} rv_solid_model;

/// Where answers of static solids are kept between runs: rv_answer_store_on_disk() makes one, or
/// functions of yours. They may be called by any thread that creates a solid.
typedef struct rv_answer_store {
    /// Fills `data` with what was saved under the key, all `bytes` of it. False: there is no such
    /// thing; then `data` may hold anything.
    bool (*load)(void* context, const uint64_t key[2], void* data, size_t bytes);
    /// Keeps a copy, or does not.
    void (*save)(void* context, const uint64_t key[2], const void* data, size_t bytes);
    void* context; ///< given to both
} rv_answer_store;

/// Start from rv_solid_def_default(): a def made any other way is rejected.
typedef struct rv_solid_def {
    const rv_vec3* nodes; ///< corners of tetrahedra, in the solid's frame [m]; copied
    int node_count;       ///< in [4, RV_SOLID_NODES_MAX]
    const int32_t* tets;  ///< four nodes each, (b - a) x (c - a) . (d - a) > 0; copied
    int tet_count;        ///< >= 1
    rv_solid_model model; ///< default RV_SOLID_DYNAMIC
    int order;            ///< of the elements: 1 linear (default), 2 quadratic. Linear ones are
                          ///< several times too stiff in bending
    rv_pose pose;         ///< of the solid's frame in the world
    rv_body_id frame;     ///< rigid body that the held nodes move with; null (default): the world.
                          ///< The two do not touch each other
    const int32_t* held;  ///< nodes that are held; copied
    int held_count;       ///< 0 (default): it floats freely, and `frame` must be null
    rv_vec3 velocity;     ///< of a floating one [m/s]
    rv_vec3 angular_velocity; ///< about its centre, world axes [rad/s]
    rv_material material;     ///< default: rubber, 1000 kg/m^3, 1 MPa, 0.45, friction 0.5
    double damping_mass;      ///< Rayleigh damping: force per momentum [1/s], >= 0, default 0
    double damping_stiffness; ///< and per rate of elastic force [s], >= 0, default 0
    double skin;              ///< [m] that its surface keeps from others, >= 0, default 0
    uint32_t group;           ///< bits: what it is, default 1, as of shapes (rv_shape_def)
    uint32_t mask;            ///< what it touches, default all; 0: nothing
    bool touches_self;        ///< its surface touches itself where it folds, default false
    /// Called while the answer of the surface is computed, with the share that is done in [0, 1];
    /// false stops it, and nothing is created. NULL: none.
    bool (*progress)(void* context, double share);
    void* progress_context; ///< given to `progress`
    /// Asked before the answer of the surface of a static solid is computed, and given it after;
    /// used only in rv_solid_create(), with both functions. The key is made of all that decides the
    /// answer: mesh, order, held nodes, material. NULL (default): it is always computed.
    const rv_answer_store* store;
    void* user_data; ///< of yours, not used; default NULL
    uint32_t magic;  ///< private
} rv_solid_def;

/// Dynamic, linear elements of rubber, without a mesh.
RV_API rv_solid_def rv_solid_def_default(void);

/// Adds a solid. On an invalid def or mesh: returns the null id, leaves the world unchanged, and
/// rv_world_error() names the field, its value and what is allowed. Not callable during a step.
RV_API rv_solid_id rv_solid_create(rv_world* world, const rv_solid_def* def);
/// False for a stale id.
RV_API bool rv_solid_destroy(rv_world* world, rv_solid_id solid);
/// True while the solid exists.
RV_API bool rv_solid_is_valid(const rv_world* world, rv_solid_id solid);
/// Visits solids: start with the null id; null after the last.
RV_API rv_solid_id rv_solid_next(const rv_world* world, rv_solid_id solid);
/// How many solids there are.
RV_API int rv_solid_count(const rv_world* world);

// Readers answer zero (NaN for positions) for a stale id or an index out of range.

/// How it moves; RV_SOLID_STATIC for a stale id.
RV_API rv_solid_model rv_solid_get_model(const rv_world* world, rv_solid_id solid);
/// As in the def; NULL for a stale id.
RV_API void* rv_solid_user_data(const rv_world* world, rv_solid_id solid);
/// Where its frame is; of a floating one, the rotation that fits its nodes best.
RV_API rv_pose rv_solid_frame(const rv_world* world, rv_solid_id solid);
/// The body that its held nodes move with; null: the world, or it floats.
RV_API rv_body_id rv_solid_frame_body(const rv_world* world, rv_solid_id solid);
/// Nodes of the def.
RV_API int rv_solid_node_count(const rv_world* world, rv_solid_id solid);
/// Where a node is, in the world [m]. A corner of the surface of a quadratic RV_SOLID_STATIC is the
/// mean that goes with a pressure there, and so pushed. Where nodes inside of RV_SOLID_STATIC are
/// is found when the first of them is asked for after a step, in the time of one solve with all
/// nodes (with a `store`, the first time that of a factorisation): not by several threads at once.
RV_API rv_vec3 rv_solid_node(const rv_world* world, rv_solid_id solid, int node);
/// In the world [m/s]; inside a static solid that of the frame.
RV_API rv_vec3 rv_solid_node_velocity(const rv_world* world, rv_solid_id solid, int node);
/// Triangles of its surface.
RV_API int rv_solid_triangle_count(const rv_world* world, rv_solid_id solid);
/// The three corners of a triangle, nodes of the def, outside counter-clockwise; all zero out of
/// range.
RV_API void rv_solid_triangle(const rv_world* world, rv_solid_id solid, int index,
                              int32_t corners[3]);
/// The place of its surface, as that is now, nearest to a point in the world: in its frame, without
/// strain, as sutures and ties take it. NaN for a stale id.
RV_API rv_vec3 rv_solid_nearest(const rv_world* world, rv_solid_id solid, rv_vec3 point);
/// Of all of it [kg].
RV_API double rv_solid_mass(const rv_world* world, rv_solid_id solid);
/// At the end of the last step [J]; static ones have none.
RV_API double rv_solid_kinetic_energy(const rv_world* world, rv_solid_id solid);
/// At the end of the last step [J].
RV_API double rv_solid_elastic_energy(const rv_world* world, rv_solid_id solid);
/// What everything that touches it, threads in its holes and ties (of the last substep) did to it in
/// the last step: the sum [N]. What holds it feels this, its weight (not that of a static one), and
/// what rv_solid_apply_force() did.
RV_API rv_vec3 rv_solid_force(const rv_world* world, rv_solid_id solid);
/// The moment of that force about the origin of the frame [N m], with the arms of the unstrained
/// solid.
RV_API rv_vec3 rv_solid_torque(const rv_world* world, rv_solid_id solid);
/// True once its state was not finite: it is kept where it last was.
RV_API bool rv_solid_is_frozen(const rv_world* world, rv_solid_id solid);

/// Sleeps, as bodies do (rv_sleep), with all that it touches; false for a stale id.
RV_API bool rv_solid_is_asleep(const rv_world* world, rv_solid_id solid);
/// Wakes it in the next step. False for a stale id.
RV_API bool rv_solid_wake(rv_world* world, rv_solid_id solid);

/// A force on a node in the next step [N]; gone after it. False (unchanged) for a stale id, an index
/// out of range, a held node, a node inside a static solid, or a value that is not finite.
RV_API bool rv_solid_apply_force(rv_world* world, rv_solid_id solid, int node, rv_vec3 force);

/// Where a solid touches a shape, another solid, itself or a thread.
typedef struct rv_solid_contact {
    rv_solid_id solid, other; ///< other null: a shape or a thread; the same: it touches itself
    rv_body_id body;          ///< of the shape; null: another solid, or a thread
    rv_cable_id cable;        ///< the thread; null: a shape or another solid
    int shape;                ///< index of the shape on its body; 0 without one
    rv_vec3 position;         ///< in the world
    rv_vec3 normal;           ///< unit, towards `solid`
    double gap;               ///< [m], < 0: they overlap by this much
    double normal_force;      ///< [N], >= 0, mean over the last step
    rv_vec3 friction_force;   ///< [N], on `solid`, across the normal
} rv_solid_contact;

/// Contacts of all solids in the last step, in an order that does not depend on threads.
RV_API int rv_world_solid_contact_count(const rv_world* world);
/// One of them, `index` in [0, count - 1]; all zero out of range.
RV_API rv_solid_contact rv_world_solid_contact(const rv_world* world, int index);

#ifdef __cplusplus
}
#endif
#endif
