// The world: holds everything, steps it, and tells what happened.
#ifndef REEVE_WORLD_H
#define REEVE_WORLD_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a step treats a row: the law between its position error phi, its rate and its force.
typedef enum rv_stepper {
    RV_STEPPER_SPOOK, ///< second order, relaxation time tau (Lacoursiere 2007)
    RV_STEPPER_SEED,  ///< backward Euler rows (Servin, Lacoursiere 2007); effective damping time h
} rv_stepper;

/// How the one system of a step is solved.
typedef enum rv_solver {
    RV_SOLVER_DIRECT,   ///< sparse block LDL^T of the whole island
    RV_SOLVER_BLOCK_GS, ///< group Gauss-Seidel over solver groups, `iterations` sweeps
} rv_solver;

/// The direction of a constraint force turns within a step. Treated explicitly, that is an unstable
/// spring; treated as a modified mass M + gamma h^2 K it holds any load at any rate. What it cannot
/// resolve is damped where it shows: in the relative turning of neighbouring links, which leaves
/// the swing of the whole alone, and in all turning only while the tension jumps.
typedef struct rv_geometric_stiffness {
    bool enabled;      ///< default true
    double gamma;      ///< in [0.25, 1], default 0.5
    double delta;      ///< share of the relative turning that is damped, in [0, gamma], default 0.2
    double jump_delta; ///< share of all turning that is damped in a step whose tension changes by
                       ///< more than a tenth, in [0, gamma], default 0.1
    int max_passes;    ///< solves per step until the tension used is the tension found, in [1, 20],
                       ///< default 6
} rv_geometric_stiffness;

/// An island whose parts turn far within one step is stepped several times at a fraction of it.
typedef struct rv_substeps {
    int min; ///< in [1, 64], default 1
    int max; ///< in [min, 64], default 8
} rv_substeps;

/// Things that rest on each other and hardly move are left out of steps until something wakes them.
typedef struct rv_sleep {
    bool enabled; ///< default true
    double speed; ///< of the fastest point of a body, in the mean over `time` [m/s], > 0, default
                  ///< 0.005
    double time;  ///< how long all of them must be slower [s], >= 0, default 0.5
} rv_sleep;

/// How contacts are found and solved.
typedef struct rv_contact_settings {
    bool enabled;          ///< default true
    double margin;         ///< distance below which shapes are watched [m], > 0, default 0.01
    double push_out_speed; ///< shapes that overlap part no faster than this [m/s], > 0, default 1
    double bounce_speed;   ///< impacts slower than this do not bounce [m/s], >= 0, default 0.05
    int dense_rows; ///< contacts of things that touch are solved by a Newton method on a dense matrix
                    ///< up to this many rows, by Gauss-Seidel sweeps above, in [0, 3000], default
                    ///< 400; those of chains in the chain's own factor where that costs less
    double tolerance; ///< of the contact residual by Newton's method, relative, in [1e-14, 1],
                      ///< default 1e-10
    int sweeps;       ///< at most, of Gauss-Seidel over 1000 points (over fewer, as many more), in
                      ///< [1, 100000], default 60
    double sweep_tolerance; ///< sweeps end at this residual, in [1e-14, 1], default 1e-4; things
                            ///< that are left above a hundred times that count as unsettled
} rv_contact_settings;

/// Called once at the start of every step, on the thread that steps, to apply forces.
typedef void rv_force_callback(void* context, rv_world* world, double time, double dt);

/// Start from rv_world_def_default(): a def made any other way is rejected.
typedef struct rv_world_def {
    rv_vec3 gravity;    ///< [m/s^2], default (0, 0, -9.81)
    rv_stepper stepper; ///< default RV_STEPPER_SPOOK
    double relaxation;  ///< relaxation time of rows that only must hold, in steps: tau = relaxation
                        ///< * h; in [0, 100], default 2
    rv_solver solver;   ///< default RV_SOLVER_DIRECT
    int iterations;     ///< sweeps of RV_SOLVER_BLOCK_GS, in [1, 10000], default 20
    double compliance_floor; ///< smallest compliance of a row, as a share of the response of its
                             ///< least responsive body, in [1e-30, 1e-3], default 1e-12: what keeps
                             ///< redundant rows solvable. A load of R link masses on N links gives
                             ///< way by N R times this share of its motion: less for R above 1e10
    rv_geometric_stiffness geometric_stiffness; ///< default on
    rv_substeps substeps;                       ///< default 1 to 8
    rv_contact_settings contact;                ///< default on
    rv_sleep sleep;                             ///< default on
    int threads;            ///< threads that solve islands, with the caller, in [1, 64], default 1
    rv_allocator allocator; ///< default: malloc and free
    double (*clock)(void* context); ///< seconds, for the stage timers; NULL (default): no timers
    void* clock_context;            ///< given to `clock`
    rv_force_callback* force;       ///< NULL (default): none
    void* force_context;            ///< given to `force`
    uint32_t magic;                 ///< private
} rv_world_def;

/// Gravity of 9.81 m/s^2 along -z, SPOOK, the direct solver, contacts and sleep, one thread.
RV_API rv_world_def rv_world_def_default(void);

/// NULL on an invalid def or without memory; then `error` (if not NULL, of `error_bytes` bytes)
/// holds the reason.
RV_API rv_world* rv_world_create(const rv_world_def* def, char* error, size_t error_bytes);
/// NULL is allowed.
RV_API void rv_world_destroy(rv_world* world);

/// Why the last call on this world was refused; "" if it was done. A call is rv_world_save(), or any
/// function that takes an rv_world* that is not const: each of them sets it, and no reader changes
/// it. rv_world_step() sets it as it ends: what its callbacks are refused is to be read in them.
RV_API const char* rv_world_error(const rv_world* world);

/// The largest number of an rv_capacity: what is reserved for them, several of a kind, fits an int.
enum { RV_CAPACITY_MAX = 10000000 };

/// How many things, each in [0, RV_CAPACITY_MAX], a world is to hold. While nothing is added or removed, steps allocate nothing;
/// the first step after such a change may, and the report counts it. Segments that a winch pays out
/// are added, and such steps may allocate, too; so are the nodes where cables come to touch shapes,
/// beyond `cable_wraps`, and where forces move the body of the shape. Rods that come together are
/// solved as one from then on, which may allocate.
typedef struct rv_capacity {
    int bodies, shapes, joints, rows, ports, cables; ///< of each kind, in all
    int cable_nodes;                                 ///< of all cables together
    int cable_wraps; ///< of each cable that is there and touches shapes (rv_cable_touch), at a time
    int geometries;  ///< hulls, meshes and height fields
    int contact_points; ///< at a time, of shapes and of solids
    int rod_contacts; ///< of all rods that are there, at a time: pairs of edges that are near each
                      ///< other, and places near shapes; fast motion lists more of them
} rv_capacity;

/// Makes room now, for what exists and for this many things in all. False without memory; what
/// could be reserved stays reserved.
RV_API bool rv_world_reserve(rv_world* world, const rv_capacity* capacity);

/// How a step went.
typedef enum rv_status {
    RV_STATUS_OK = 0,   ///< the step was made
    RV_STATUS_DEGRADED, ///< the step was made, but the report tells of trouble
    RV_STATUS_FAILED, ///< the step was refused: bad dt or no memory; the state is unchanged but for
                      ///< how cables of segments are divided and which shapes others touch
} rv_status;

/// The longest step [s]: at it a pendulum of 1 m has two steps a swing, and of nothing smaller is any
/// motion left. Longer ones are milliseconds that were meant, or frames that were lost.
#define RV_STEP_MAX 1.0

/// Advances by dt [s], in (0, RV_STEP_MAX]: seconds, 1/60 and not 16.7. Not callable from a callback.
RV_API rv_status rv_world_step(rv_world* world, double dt);
/// Simulated time [s].
RV_API double rv_world_time(const rv_world* world);
/// Steps made since creation, or as many as a restored state had made.
RV_API uint64_t rv_world_step_count(const rv_world* world);

/// Goes up whenever something is added, removed or brought back by rv_world_restore(): while it
/// stays, so do the lists of bodies, joints and cables.
RV_API uint64_t rv_world_changes(const rv_world* world);

/// Acceleration of gravity [m/s^2].
RV_API rv_vec3 rv_world_gravity(const rv_world* world);
/// False (unchanged) unless finite.
RV_API bool rv_world_set_gravity(rv_world* world, rv_vec3 gravity);

/// What the audit of a step found: laws that hold whatever the method is. A step that breaks one of
/// them is RV_STATUS_DEGRADED.
typedef struct rv_audit {
    int failed; ///< how many of these laws were broken, each counted where it was
    /// Energies of the whole world before and after the step were compared. False in the two steps
    /// after a function has changed the state (a pose, a velocity, a length, what there is), and
    /// while there are solids, variational rods or rows of the user's, to which things are done
    /// that are in no account.
    bool energy_compared;
    /// Energy that nothing accounts for: not the work of motors, winches, moved bodies, hands and
    /// forces. Summed over about a second, of the things that are connected or touch, or of the whole
    /// world, whichever has the largest share of its energy in play. Beyond 5 % of that the steps fail
    /// that make it, and not those after, in which the sum only fades. [J]
    double energy_gain;
    double energy_in_play;  ///< kinetic, stored, and moved by work and gravity, in that second [J]
    rv_body_id energy_body; ///< of the cluster that gained most; null: none of them did
    /// By how much the worst cable is longer than its tension and EA allow; at most 0.02, but for a
    /// second after a function has changed the state. Share of its length.
    double excess;
    rv_cable_id excess_cable; ///< null: none
} rv_audit;

/// What the last step did, summed over islands and substeps unless said otherwise.
typedef struct rv_report {
    rv_audit audit;       ///< laws that hold whatever the method is
    rv_status status;     ///< what rv_world_step() returned
    int island_count;     ///< sets of things that move on their own
    int dof_count;        ///< velocities solved for
    int row_count;        ///< constraint rows solved for
    int substeps;         ///< largest number of substeps of an island
    int factorisations;   ///< numeric factorisations
    int stiffness_passes; ///< solves made because the tension had changed
    int pivot_iterations; ///< changes of the set of active bounded rows
    int bounds_unsettled; ///< islands whose active set, or law of bending, is not met
    int pivots_floored;   ///< pivots of the wrong sign or too small, replaced by the floor
    int refinements;      ///< iterative refinement passes
    double residual; ///< largest relative residual of the linear systems when last looked at: every
                     ///< fourth step, and every step for a while after a refinement
    double gs_change;  ///< RV_SOLVER_BLOCK_GS: last change of an impulse, relative to the largest
    int pair_count;    ///< pairs of shapes that were near enough to look at
    int contact_count; ///< contact points, of shapes that touch or may within the step
    int contact_clusters;   ///< sets of things that contacts connect
    int contact_iterations; ///< Newton iterations and sweeps
    int contacts_unsettled; ///< clusters whose contact residual is above 100 sweep_tolerance
    double
        contact_residual; ///< largest relative residual of contact laws: gaps, cones, and sliding
                          ///< against friction
    int impacts;          ///< bounces, one after the other
    int crossings_held; ///< edges of rods that stood still because they would have passed through others
    int motions_cut;  ///< bodies stopped on their way because they would have passed through others
    int asleep_count; ///< bodies that sleep
    int rows_dropped; ///< rows of the user's left out because they were not finite
    int cables_overloaded; ///< pulled by more than they are rated for (rv_cable_rated_load)
    int paths_degenerate;  ///< cables with a span that has no length or ends inside a pulley
    /// Variational rods whose lengths are off or whose step is too long for them, and rods with a shape
    /// at rest whose sections were not found in balance.
    int rods_unsettled;
    int nonfinite_count;  ///< bodies of any type frozen because their state was not finite, in all
    rv_body_id nonfinite; ///< the last of them
    uint64_t allocations; ///< allocations made by this step
    size_t memory;        ///< bytes held
    size_t memory_peak;   ///< most bytes ever held
} rv_report;

/// All zero before the first step.
RV_API rv_report rv_world_report(const rv_world* world);

/// Energies in the middle of the last step, where the stepper conserves them: kinetic of the new
/// velocities, potentials of the mean positions; of the initial state before the first step. Those
/// of solids are of the end of the step. [J]
typedef struct rv_energy {
    double kinetic;       ///< of all motion
    double gravitational; ///< 0 at the origin
    double elastic;       ///< in compliant joints and rows
    double
        work; ///< done by motors, winches, moved (kinematic) bodies, forces of the user and hands on rods, since
    ///< the start
    double total; ///< kinetic + gravitational + elastic
} rv_energy;

/// Of everything in the world; waves, rods and solids are summed when it is asked for.
RV_API rv_energy rv_world_energy(const rv_world* world);

/// The stages of a step, in order: the one table that drives the loop, timers and profile.
typedef struct rv_stage_info {
    const char* name; ///< one word
    const char* does; ///< one sentence: what it does
    double seconds;   ///< spent in the last step, summed over islands; 0 without a clock
} rv_stage_info;

/// How many stages a step has.
RV_API int rv_world_stage_count(const rv_world* world);
/// All zero for an index out of range.
RV_API rv_stage_info rv_world_stage(const rv_world* world, int index);

/// Snapshots hold the whole state: what exists and how it moves, not the callbacks and settings of
/// the world's def. Bytes needed to save now.
RV_API size_t rv_world_snapshot_bytes(const rv_world* world);
/// Bytes written, or 0 if `bytes` is too small; then rv_world_error() tells how many are needed.
RV_API size_t rv_world_save(const rv_world* world, void* buffer, size_t bytes);
/// Brings back a state saved by this world; steps after it are bit-identical to those after the
/// save. False (unchanged) if the buffer is not a snapshot of this world, if a solid or a geometry
/// that existed then has been destroyed since, or if there is no memory.
RV_API bool rv_world_restore(rv_world* world, const void* buffer, size_t bytes);
/// A hash of everything that decides the future; equal on every machine and thread count.
RV_API uint64_t rv_world_hash(const rv_world* world);

#ifdef __cplusplus
}
#endif
#endif
