// The plain types of the public API: vectors, poses, ids, allocator hooks.
// SI units, radians, right-handed, z up by default; quaternions have w first.
#ifndef REEVE_TYPES_H
#define REEVE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Marks what the library exports.
#if defined(_WIN32)
#define RV_API
#else
#define RV_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the headers; until 1.0 a minor version may break the API.
#define RV_VERSION_MAJOR 0
/// Its second number.
#define RV_VERSION_MINOR 1
/// Its third number.
#define RV_VERSION_PATCH 0
/// Version of the library that runs, e.g. "0.1.0": that of the headers it was built with, which may be
/// others than those of the program.
RV_API const char* rv_version(void);

/// A point, a direction or any other three numbers along the axes x, y and z.
typedef struct rv_vec3 {
    double x, y, z; ///< along the axes
} rv_vec3;

/// A rotation as a unit quaternion, w first.
typedef struct rv_quat {
    double w, x, y, z; ///< cosine of half the angle, and its sine times the axis
} rv_quat;

/// Row-major: m[row][column].
typedef struct rv_mat3 {
    double m[3][3]; ///< rows of columns
} rv_mat3;

/// Takes a point p of the local frame to `position + rotation * p`.
typedef struct rv_pose {
    rv_vec3 position; ///< of the local frame's origin in the outer frame [m]
    rv_quat rotation; ///< of the local axes against the outer ones
} rv_pose;

/// Everything lives in a world; worlds share nothing.
typedef struct rv_world rv_world;

// Things in a world are named by 8-byte values. All zero is the null id. An id of a destroyed thing
// or of another living world is stale: it is recognised in every build and answered like the null
// id.

/// True for the null id, of any kind; a stale id is not null (rv_body_is_valid() and the like tell).
#define RV_ID_IS_NULL(id) ((id).slot == 0)
/// True for two ids of one kind that name the same thing, or are both null. Names its arguments more
/// than once.
#define RV_ID_EQUAL(a, b)                                                                          \
    ((a).slot == (b).slot && (a).generation == (b).generation && (a).world == (b).world)

/// A body of a world. Its fields are private.
typedef struct rv_body_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_body_id;

/// A joint of a world. Its fields are private.
typedef struct rv_joint_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_joint_id;

/// A set of rows of your own. Its fields are private.
typedef struct rv_rows_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_rows_id;

/// A port of a world. Its fields are private.
typedef struct rv_port_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_port_id;

/// A cable of a world. Its fields are private.
typedef struct rv_cable_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_cable_id;

/// A hole with a thread in it. Its fields are private.
typedef struct rv_suture_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_suture_id;

/// A tie of a world. Its fields are private.
typedef struct rv_tie_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_tie_id;

/// A convex hull, a mesh or a height field of a world. Its fields are private.
typedef struct rv_geometry_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_geometry_id;

/// A solid of a world. Its fields are private.
typedef struct rv_solid_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_solid_id;

/// A tool with its hand in a world (reeve/haptic.h). Its fields are private.
typedef struct rv_haptic_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_haptic_id;

/// Where a world gets its memory. All zero: malloc and free.
typedef struct rv_allocator {
    /// Memory aligned for any C type; NULL when there is none.
    void* (*allocate)(void* context, size_t bytes);
    /// Gives memory back; `bytes` is what was asked for.
    void (*release)(void* context, void* memory, size_t bytes);
    void* context; ///< given to both
} rv_allocator;

/// What a body is made of.
typedef struct rv_material {
    double density;           ///< [kg/m^3], > 0
    double young;             ///< Young's modulus [Pa], > 0
    double poisson;           ///< Poisson ratio, in (-1, 0.5)
    double friction;          ///< Coulomb coefficient while sliding, >= 0
    double static_friction;   ///< while sticking, >= friction; 0 (default): the same as friction
    double rolling_friction;  ///< torque per normal force against rolling [m], >= 0, default 0
    double spinning_friction; ///< torque per normal force against spinning [m], >= 0, default 0
    double restitution;       ///< in [0, 1]
    double contact_stiffness; ///< of a point of contact [N/m], > 0; 0 (default): rigid
    double contact_damping;   ///< damper over stiffness [s], >= 0, default 0; used if not rigid
    int surface;              ///< label for rv_world_set_contact_law, in [0, 65535], default 0
    /// Of cables: tension per cross section of a solid bar at which they are rated to break [Pa], >= 0, may be
    /// INFINITY. 0 (default): 744 MPa times (young / 200 GPa)^(1/3), at most 744 MPa: that is a wire rope
    /// of steel, of six strands (EN 12385-4); a rope of nylon or a cord of rubber within 30 %.
    double strength;
} rv_material;

/// Steel: 7850 kg/m^3, 200 GPa, 0.3, friction 0.4, restitution 0, rigid.
RV_API rv_material rv_material_default(void);

#ifdef __cplusplus
}
#endif
#endif
