// Ports: where another simulator takes hold of a body. It gives a force and reads how the whole
// constrained system answers, or gives a velocity and reads the force that it takes.
#ifndef REEVE_PORT_H
#define REEVE_PORT_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the other side gives.
typedef enum rv_port_mode {
    RV_PORT_FORCE,    ///< the other side gives a force
    RV_PORT_VELOCITY, ///< the other side gives a velocity
} rv_port_mode;

/// Start from rv_port_def_default(): a def made any other way is rejected.
typedef struct rv_port_def {
    rv_body_id body;   ///< dynamic, rigid or particle
    rv_vec3 point;     ///< in the body's frame
    rv_port_mode mode; ///< default RV_PORT_FORCE
    double max_force;  ///< RV_PORT_VELOCITY: per axis [N], > 0, default INFINITY
    uint32_t magic;    ///< private
} rv_port_def;

/// A port that takes a force, without a body.
RV_API rv_port_def rv_port_def_default(void);
/// Adds a port. On an invalid def: returns the null id, leaves the world unchanged, and
/// rv_world_error() names the field, its value and what is allowed. Not callable during a step.
RV_API rv_port_id rv_port_create(rv_world* world, const rv_port_def* def);
/// Removes a port. False for a stale id; not callable during a step.
RV_API bool rv_port_destroy(rv_world* world, rv_port_id port);
/// True while the port exists; it goes with its body.
RV_API bool rv_port_is_valid(const rv_world* world, rv_port_id port);
/// Visits ports: start with the null id; null after the last.
RV_API rv_port_id rv_port_next(const rv_world* world, rv_port_id port);
/// How many ports there are.
RV_API int rv_port_count(const rv_world* world);

/// Force of a RV_PORT_FORCE port, kept until changed [N], in world axes. False (unchanged) for a stale
/// id, the other mode or a value that is not finite.
RV_API bool rv_port_set_force(rv_world* world, rv_port_id port, rv_vec3 force);
/// Velocity of a RV_PORT_VELOCITY port, kept until changed [m/s], in world axes. False (unchanged)
/// for a stale id, the other mode or a value that is not finite.
RV_API bool rv_port_set_velocity(rv_world* world, rv_port_id port, rv_vec3 velocity);

/// What the last step found at the port.
typedef struct rv_port_state {
    rv_vec3 position; ///< of its point, in the world [m]
    rv_vec3 velocity; ///< after the step
    rv_vec3 force;    ///< that acted through the port during the step
    rv_mat3 mobility; ///< velocity change per impulse with all rows holding [1/kg]; of a
                      ///< RV_PORT_VELOCITY port without its own rows
} rv_port_state;

/// All zero for a stale id.
RV_API rv_port_state rv_port_read(const rv_world* world, rv_port_id port);
/// Effective mass in a unit direction: 1 / (n . mobility n) [kg]; INFINITY where it cannot move.
RV_API double rv_port_effective_mass(const rv_world* world, rv_port_id port, rv_vec3 direction);

#ifdef __cplusplus
}
#endif
#endif
