// Rows of your own: constraints between any number of bodies, solved in the one system with the
// rest.
#ifndef REEVE_ROWS_H
#define REEVE_ROWS_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most rows in one row set.
enum { RV_ROWS_MAX = 6 };

/// What a row demands.
typedef enum rv_row_law {
    RV_ROW_POSITION, ///< compliance * force = -(phi + tau dphi/dt), stepped by the world's stepper
    RV_ROW_VELOCITY, ///< dphi/dt + slip * force = 0 (a motor or a damper: slip = 1/damping)
    RV_ROW_ELASTIC, ///< as RV_ROW_POSITION, damped only where the step does not resolve the motion;
                    ///< for rows with compliance and without bounds, tau >= 0; see force_before
} rv_row_law;

/// One row, filled by the callback. Its force acts along +gradient of phi.
typedef struct rv_row {
    double phi;        ///< position error [m] or [rad]
    double rate;       ///< explicit time derivative of phi, e.g. minus a target speed
    double compliance; ///< RV_ROW_POSITION: [m/N]; RV_ROW_VELOCITY: slip [m/s/N]; >= 0
    double tau;        ///< damping time [s], >= 0; < 0: the world's relaxation time
    double lower;      ///< smallest force [N], may be -INFINITY (as on entry)
    double upper;      ///< largest force [N], >= lower, may be INFINITY (as on entry)
    rv_row_law law;    ///< RV_ROW_POSITION on entry
    double slip; ///< RV_ROW_POSITION: its zero gives way at this speed per force [m/s/N], >= 0
    double rate_offset;  ///< by how much rate was more at the start of the step
    double force_before; ///< RV_ROW_ELASTIC: its force in the last step [N]; NAN: that of phi
    double restitution;  ///< of a row that can only push or only pull: share of the speed that it
                         ///< gives back when it comes in touch, in [0, 1]
    /// Of such a row with compliance: share of its motion that the step resolves, in [0, 1]. That share
    /// of what comes in touch is caught by the spring without a loss, the rest as by a stop.
    double resolved;
} rv_row;

/// What a callback fills. jacobian[(row * body_count + body) * 6 + k] is the derivative of dphi/dt
/// by the body's velocity (k < 3, at the centre of mass; scalars: k = 0) and angular velocity (k >=
/// 3). Everything is zero on entry, but bounds are infinite and tau is -1.
typedef struct rv_rows_values {
    rv_row* rows;     ///< row_count of them
    double* jacobian; ///< row_count times body_count times 6 numbers
} rv_rows_values;

/// Must only read the set's own bodies, and static and kinematic ones, and write `values`; may be
/// called several times a step and, in a world with threads, from any of them.
typedef void rv_rows_callback(void* context, const rv_world* world, double time,
                              rv_rows_values values);

/// Adds `lower * force[other]` and `upper * force[other]` to the force bounds of a row.
typedef struct rv_rows_bound_term {
    int row;             ///< whose bounds, of this set
    rv_rows_id other;    ///< null: this set
    int other_row;       ///< whose force, of the other set
    double lower, upper; ///< factors of that force
} rv_rows_bound_term;

/// Start from rv_rows_def_default(): a def made any other way is rejected.
typedef struct rv_rows_def {
    const rv_body_id* bodies;              ///< each at most once
    int body_count;                        ///< in [1, 10000]
    int row_count;                         ///< in [1, RV_ROWS_MAX]
    rv_rows_callback* evaluate;            ///< fills the rows in every step; must not be NULL
    void* context;                         ///< given to it
    const rv_rows_bound_term* bound_terms; ///< bounds affine in other forces; at most RV_ROWS_MAX
    int bound_term_count;                  ///< in [0, RV_ROWS_MAX], default 0
    int solver_group;                      ///< as in rv_joint_def
    uint32_t magic;                        ///< private
} rv_rows_def;

/// Without bodies and without a callback.
RV_API rv_rows_def rv_rows_def_default(void);
/// Adds a set of rows. On an invalid def: returns the null id, leaves the world unchanged, and
/// rv_world_error() names the field, its value and what is allowed. Not callable during a step.
RV_API rv_rows_id rv_rows_create(rv_world* world, const rv_rows_def* def);
/// Removes a set of rows. False for a stale id; not callable during a step.
RV_API bool rv_rows_destroy(rv_world* world, rv_rows_id rows);
/// True while the set exists; it goes with any of its bodies.
RV_API bool rv_rows_is_valid(const rv_world* world, rv_rows_id rows);
/// Visits sets of rows: start with the null id; null after the last.
RV_API rv_rows_id rv_rows_next(const rv_world* world, rv_rows_id rows);
/// How many sets of rows there are.
RV_API int rv_rows_count(const rv_world* world);
/// Mean force of a row over the last step; NaN for a stale id or a row out of range.
RV_API double rv_rows_force(const rv_world* world, rv_rows_id rows, int row);

#ifdef __cplusplus
}
#endif
#endif
