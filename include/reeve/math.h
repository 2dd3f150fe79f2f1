// Vectors, 3x3 matrices, rotations and poses, and scalar functions that give the same bits on every
// machine. The small things are inline; the rest is in src/core/math.c.
// Conventions: column vectors, M v; rotations are unit quaternions, w first; a product a b means
// "first b, then a"; angles in radians. Nothing here allocates, fails or keeps state.
#ifndef REEVE_MATH_H
#define REEVE_MATH_H

#include "reeve/types.h"

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Half the circumference of the unit circle.
#define RV_PI 3.14159265358979323846

// ---- scalar functions -------------------------------------------------------------------------
// The C library's sin, exp, ... differ between systems in the last bit, which a long simulation
// turns into a different result. These use only + - * / sqrt, which IEEE 754 fixes to the bit.
// "ulp" is the distance between neighbouring doubles at the exact result; the bound given is what
// the tests enforce over their sweeps, against extended precision. NaN in gives NaN out.

/// Sine, within 1 ulp for every finite x (arguments beyond 1e6 take a slower, exact reduction). Keeps
/// the sign of zero. Infinite x gives NaN.
RV_API double rv_sin(double x);
/// Cosine, within 1 ulp as rv_sin; 1 at 0.
RV_API double rv_cos(double x);
/// Both at once, the same bits as rv_sin and rv_cos.
RV_API void rv_sincos(double x, double* sine, double* cosine);

/// Angle of the point (x, y) in [-pi, pi], within 1.75 ulp for all arguments. Zeros, signs of zero
/// and infinities as in C, Annex F: rv_atan2(+-0, -0) is +-pi, rv_atan2(+-0, +0) is +-0.
RV_API double rv_atan2(double y, double x);

/// e^x, within 1 ulp. +infinity above 709.782712893384, 0 from -745.1332191019412 down; below
/// -708.4 the result is subnormal, and within 1 spacing of the subnormals.
RV_API double rv_exp(double x);

/// Natural logarithm, within 1 ulp for all x > 0, subnormal ones too. -infinity at +-0, NaN below,
/// +infinity at +infinity.
RV_API double rv_log(double x);

/// Angle in [0, pi], within 1 ulp; exactly 0 at 1. NaN outside [-1, 1]: clamp first if x may be off
/// by rounding.
RV_API double rv_acos(double x);

// ---- vectors ----------------------------------------------------------------------------------

/// (x, y, z)
static inline rv_vec3 rv_vec3_make(double x, double y, double z) {
    rv_vec3 v = {x, y, z};
    return v;
}

/// a + b
static inline rv_vec3 rv_vec3_add(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

/// a - b
static inline rv_vec3 rv_vec3_sub(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// s v
static inline rv_vec3 rv_vec3_scale(rv_vec3 v, double s) {
    return rv_vec3_make(v.x * s, v.y * s, v.z * s);
}

/// -v
static inline rv_vec3 rv_vec3_neg(rv_vec3 v) {
    return rv_vec3_make(-v.x, -v.y, -v.z);
}

/// a + s b
static inline rv_vec3 rv_vec3_mul_add(rv_vec3 a, double s, rv_vec3 b) {
    return rv_vec3_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

/// Reads three numbers in a row.
static inline rv_vec3 rv_vec3_load(const double* from) {
    return rv_vec3_make(from[0], from[1], from[2]);
}

/// Writes three numbers in a row.
static inline void rv_vec3_store(double* to, rv_vec3 v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/// a . b
static inline double rv_vec3_dot(rv_vec3 a, rv_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// a x b
static inline rv_vec3 rv_vec3_cross(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// |v|. Not scaled: components beyond 1e150 overflow, below 1e-150 vanish.
static inline double rv_vec3_length(rv_vec3 v) {
    return sqrt(rv_vec3_dot(v, v));
}

/// v / |v|; the zero vector (and one so short that its length underflows to 0) gives the zero
/// vector.
static inline rv_vec3 rv_vec3_normalize(rv_vec3 v) {
    double length = rv_vec3_length(v);
    return length > 0.0 ? rv_vec3_scale(v, 1.0 / length) : rv_vec3_make(0.0, 0.0, 0.0);
}

/// A unit vector perpendicular to `unit`: where the smallest rotation taking +x to `unit` takes +y
/// (the y axis of rv_quat_from_x_axis). It turns smoothly with `unit` everywhere but at -x, where
/// no choice can be smooth; exactly at -x it is -y.
RV_API rv_vec3 rv_vec3_perpendicular(rv_vec3 unit);

// ---- 3x3 matrices -----------------------------------------------------------------------------

/// The diagonal matrix of three numbers.
static inline rv_mat3 rv_mat3_diagonal(double x, double y, double z) {
    rv_mat3 a = {{{x, 0.0, 0.0}, {0.0, y, 0.0}, {0.0, 0.0, z}}};
    return a;
}

/// 1 on the diagonal, 0 elsewhere.
static inline rv_mat3 rv_mat3_identity(void) {
    return rv_mat3_diagonal(1.0, 1.0, 1.0);
}

/// 0 everywhere.
static inline rv_mat3 rv_mat3_zero(void) {
    return rv_mat3_diagonal(0.0, 0.0, 0.0);
}

/// A + B
static inline rv_mat3 rv_mat3_add(rv_mat3 a, rv_mat3 b) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a.m[i][j] += b.m[i][j];
    return a;
}

/// A - B
static inline rv_mat3 rv_mat3_sub(rv_mat3 a, rv_mat3 b) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a.m[i][j] -= b.m[i][j];
    return a;
}

/// s A
static inline rv_mat3 rv_mat3_scale(rv_mat3 a, double s) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a.m[i][j] *= s;
    return a;
}

/// A^T
static inline rv_mat3 rv_mat3_transpose(rv_mat3 a) {
    rv_mat3 t = {{{a.m[0][0], a.m[1][0], a.m[2][0]},
                  {a.m[0][1], a.m[1][1], a.m[2][1]},
                  {a.m[0][2], a.m[1][2], a.m[2][2]}}};
    return t;
}

/// A B
static inline rv_mat3 rv_mat3_mul(rv_mat3 a, rv_mat3 b) {
    rv_mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    return c;
}

/// A B^T
static inline rv_mat3 rv_mat3_mul_transpose(rv_mat3 a, rv_mat3 b) {
    rv_mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a.m[i][0] * b.m[j][0] + a.m[i][1] * b.m[j][1] + a.m[i][2] * b.m[j][2];
    return c;
}

/// A v
static inline rv_vec3 rv_mat3_apply(rv_mat3 a, rv_vec3 v) {
    return rv_vec3_make(a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
                        a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
                        a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z);
}

/// A^T v
static inline rv_vec3 rv_mat3_apply_transpose(rv_mat3 a, rv_vec3 v) {
    return rv_vec3_make(a.m[0][0] * v.x + a.m[1][0] * v.y + a.m[2][0] * v.z,
                        a.m[0][1] * v.x + a.m[1][1] * v.y + a.m[2][1] * v.z,
                        a.m[0][2] * v.x + a.m[1][2] * v.y + a.m[2][2] * v.z);
}

/// Column k in [0, 2].
static inline rv_vec3 rv_mat3_column(rv_mat3 a, int k) {
    return rv_vec3_make(a.m[0][k], a.m[1][k], a.m[2][k]);
}

/// a b^T
static inline rv_mat3 rv_mat3_outer(rv_vec3 a, rv_vec3 b) {
    rv_mat3 c = {{{a.x * b.x, a.x * b.y, a.x * b.z},
                  {a.y * b.x, a.y * b.y, a.y * b.z},
                  {a.z * b.x, a.z * b.y, a.z * b.z}}};
    return c;
}

/// The matrix [r]x with [r]x v = r x v.
static inline rv_mat3 rv_mat3_skew(rv_vec3 r) {
    rv_mat3 c = {{{0.0, -r.z, r.y}, {r.z, 0.0, -r.x}, {-r.y, r.x, 0.0}}};
    return c;
}

/// det A
RV_API double rv_mat3_determinant(rv_mat3 a);

/// Inverse by cofactors: good for well-scaled matrices (frames, inertias). A matrix whose
/// determinant is 0 in floating point gives the zero matrix.
RV_API rv_mat3 rv_mat3_inverse(rv_mat3 a);

// ---- rotations --------------------------------------------------------------------------------

/// (w, x, y, z), as they are.
static inline rv_quat rv_quat_make(double w, double x, double y, double z) {
    rv_quat q = {w, x, y, z};
    return q;
}

/// No rotation: (1, 0, 0, 0).
static inline rv_quat rv_quat_identity(void) {
    return rv_quat_make(1.0, 0.0, 0.0, 0.0);
}

/// a b: first the rotation b, then a.
static inline rv_quat rv_quat_mul(rv_quat a, rv_quat b) {
    return rv_quat_make(a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w);
}

/// The inverse of a unit quaternion.
static inline rv_quat rv_quat_conjugate(rv_quat q) {
    return rv_quat_make(q.w, -q.x, -q.y, -q.z);
}

/// q / |q|; the zero quaternion gives the identity.
static inline rv_quat rv_quat_normalize(rv_quat q) {
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(length > 0.0))
        return length == 0.0 ? rv_quat_identity() : q;
    double s = 1.0 / length;
    return rv_quat_make(q.w * s, q.x * s, q.y * s, q.z * s);
}

/// The vector turned by the unit quaternion.
static inline rv_vec3 rv_quat_rotate(rv_quat q, rv_vec3 v) {
    rv_vec3 u = rv_vec3_make(q.x, q.y, q.z);
    rv_vec3 t = rv_vec3_scale(rv_vec3_cross(u, v), 2.0);
    return rv_vec3_add(rv_vec3_mul_add(v, q.w, t), rv_vec3_cross(u, t));
}

/// The vector turned back by the unit quaternion.
static inline rv_vec3 rv_quat_rotate_inverse(rv_quat q, rv_vec3 v) {
    return rv_quat_rotate(rv_quat_conjugate(q), v);
}

/// The rotation matrix of a unit quaternion; its columns are the turned axes.
static inline rv_mat3 rv_quat_to_mat3(rv_quat q) {
    double x2 = 2.0 * q.x, y2 = 2.0 * q.y, z2 = 2.0 * q.z;
    double xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    double xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    double wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    rv_mat3 r = {{{1.0 - (yy + zz), xy - wz, xz + wy},
                  {xy + wz, 1.0 - (xx + zz), yz - wx},
                  {xz - wy, yz + wx, 1.0 - (xx + yy)}}};
    return r;
}

/// The unit quaternion, w >= 0, of a rotation matrix; small deviations from a rotation are
/// averaged.
RV_API rv_quat rv_quat_from_mat3(rv_mat3 r);

/// Rotation by `angle` about the unit vector `axis`.
RV_API rv_quat rv_quat_from_axis_angle(rv_vec3 axis, double angle);

/// The smallest rotation that takes +x to `unit`. Accurate everywhere; smooth but at -x, where it
/// is the half turn about z.
RV_API rv_quat rv_quat_from_x_axis(rv_vec3 unit);

/// Rotation by |v| about v. Up to |v| = pi/2 two polynomials of |v|^2: no square root, no division,
/// no cancellation near 0. Beyond that through rv_sincos. Components beyond 1e150 give NaN.
RV_API rv_quat rv_quat_exp(rv_vec3 v);

/// The rotation vector v, |v| in [0, pi], with rv_quat_exp(v) = q or -q (the same rotation).
/// Accurate near 0 and near pi; of the two answers at pi exactly, the one along the vector part.
/// q need not be exactly normalised.
RV_API rv_vec3 rv_quat_log(rv_quat q);

// ---- poses ------------------------------------------------------------------------------------

/// A pose of its two parts.
static inline rv_pose rv_pose_make(rv_vec3 position, rv_quat rotation) {
    rv_pose pose = {position, rotation};
    return pose;
}

/// At the origin, not turned.
static inline rv_pose rv_pose_identity(void) {
    return rv_pose_make(rv_vec3_make(0.0, 0.0, 0.0), rv_quat_identity());
}

/// A point of the local frame, in the outer frame.
static inline rv_vec3 rv_pose_apply(rv_pose pose, rv_vec3 point) {
    return rv_vec3_add(pose.position, rv_quat_rotate(pose.rotation, point));
}

/// A point of the outer frame, in the local frame.
static inline rv_vec3 rv_pose_apply_inverse(rv_pose pose, rv_vec3 point) {
    return rv_quat_rotate_inverse(pose.rotation, rv_vec3_sub(point, pose.position));
}

/// a b: the pose b, given in the frame of a, in the frame of which a is given.
static inline rv_pose rv_pose_mul(rv_pose a, rv_pose b) {
    return rv_pose_make(rv_pose_apply(a, b.position), rv_quat_mul(a.rotation, b.rotation));
}

/// The pose that undoes it: rv_pose_mul(pose, inverse) is the identity.
static inline rv_pose rv_pose_inverse(rv_pose pose) {
    rv_quat back = rv_quat_conjugate(pose.rotation);
    return rv_pose_make(rv_vec3_neg(rv_quat_rotate(back, pose.position)), back);
}

#ifdef __cplusplus
}
#endif
#endif
