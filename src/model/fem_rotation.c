// The rotation in a deformation gradient: F = R S with det R = 1 and the largest trace of S. Of
// what is not far from a rotation, by Newton's iteration (Higham 1986); else by singular values,
// from rotations of columns until they are square to each other (Hestenes 1958), which loses no
// digits of small ones: flat and inverted elements get the rotation of their two longest axes.
#include "model/fem_private.h"

#include <float.h>

enum { NEWTON_STEPS = 20, SWEEPS = 30 };
static const double NEWTON_SCALED = 0.2;
// the next step after one so short changes nothing (squared)
static const double NEWTON_SHORT = 1e-17;

static double norm_squared(rv_mat3 a) {
    double sum = 0.0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            sum += a.m[r][c] * a.m[r][c];
    return sum;
}

static rv_mat3 from_rows(rv_vec3 a, rv_vec3 b, rv_vec3 c) {
    return (rv_mat3){{{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}}};
}

// det F times F^-T
static rv_mat3 cofactors(rv_mat3 F) {
    rv_vec3 a = rv_vec3_load(F.m[0]), b = rv_vec3_load(F.m[1]), c = rv_vec3_load(F.m[2]);
    return from_rows(rv_vec3_cross(b, c), rv_vec3_cross(c, a), rv_vec3_cross(a, b));
}

static double volume_of(rv_mat3 F, rv_mat3 cofactor) {
    return F.m[0][0] * cofactor.m[0][0] + F.m[0][1] * cofactor.m[0][1]
           + F.m[0][2] * cofactor.m[0][2];
}

// R <- (s R + R^-T / s) / 2, s such that both have one size; near a rotation s = 1 does as well
static rv_mat3 by_newton(rv_mat3 R) {
    for (int k = 0; k < NEWTON_STEPS; k++) {
        rv_mat3 cofactor = cofactors(R);
        rv_mat3 inverse = rv_mat3_scale(cofactor, 1.0 / volume_of(R, cofactor));
        double ratio = norm_squared(inverse) / norm_squared(R);
        double scale = fabs(ratio - 1.0) > NEWTON_SCALED ? sqrt(sqrt(ratio)) : 1.0;
        rv_mat3 next =
            rv_mat3_add(rv_mat3_scale(R, 0.5 * scale), rv_mat3_scale(inverse, 0.5 / scale));
        double change = norm_squared(rv_mat3_sub(next, R));
        R = next;
        if (!(change > NEWTON_SHORT))
            break;
    }
    return R;
}

// turns columns p and q of B and V until those of B are square to each other; false: they were
static bool turn_columns(rv_vec3 B[3], rv_vec3 V[3], int p, int q) {
    double a = rv_vec3_dot(B[p], B[p]), b = rv_vec3_dot(B[q], B[q]), c = rv_vec3_dot(B[p], B[q]);
    if (!(fabs(c) > DBL_EPSILON * sqrt(a * b)))
        return false;
    double zeta = (b - a) / (2.0 * c);
    double t = (zeta < 0.0 ? -1.0 : 1.0) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
    double cosine = 1.0 / sqrt(1.0 + t * t), sine = cosine * t;
    rv_vec3* both[2] = {B, V};
    for (int k = 0; k < 2; k++) {
        rv_vec3 x = both[k][p], y = both[k][q];
        both[k][p] = rv_vec3_mul_add(rv_vec3_scale(x, cosine), -sine, y);
        both[k][q] = rv_vec3_mul_add(rv_vec3_scale(y, cosine), sine, x);
    }
    return true;
}

// a rotation from unit vector a to b: none if they are the same
static rv_mat3 rotation_between(rv_vec3 a, rv_vec3 b) {
    rv_quat back = rv_quat_conjugate(rv_quat_from_x_axis(a));
    return rv_quat_to_mat3(rv_quat_mul(rv_quat_from_x_axis(b), back));
}

// R = U V^T of the two longest axes, and the third square to them
static rv_mat3 by_axes(const rv_vec3 B[3], const rv_vec3 V[3]) {
    double size[3];
    int first = 0, second = 1;
    for (int k = 0; k < 3; k++)
        size[k] = rv_vec3_length(B[k]);
    for (int k = 1; k < 3; k++)
        first = size[k] > size[first] ? k : first;
    second = first == 0 ? 1 : 0;
    for (int k = 0; k < 3; k++)
        second = k != first && size[k] > size[second] ? k : second;
    if (!(size[first] > 0.0))
        return rv_mat3_identity();
    rv_vec3 u = rv_vec3_scale(B[first], 1.0 / size[first]), v = V[first];
    rv_vec3 w = V[second], across = rv_vec3_mul_add(B[second], -rv_vec3_dot(u, B[second]), u);
    // a line: only rounding would say how it is turned about itself
    if (!(size[second] > 4.0 * DBL_EPSILON * size[first]))
        return rotation_between(v, u);
    across = rv_vec3_normalize(across);
    rv_mat3 R = rv_mat3_add(rv_mat3_outer(u, v), rv_mat3_outer(across, w));
    return rv_mat3_add(R, rv_mat3_outer(rv_vec3_cross(u, across), rv_vec3_cross(v, w)));
}

// B = F V with columns square to each other, V a rotation
static void turn_all(rv_mat3 F, double scale, rv_vec3 B[3], rv_vec3 V[3]) {
    for (int k = 0; k < 3; k++) {
        B[k] = rv_vec3_scale(rv_mat3_column(F, k), scale);
        V[k] = rv_mat3_column(rv_mat3_identity(), k);
    }
    bool turned = true;
    for (int sweep = 0; turned && sweep < SWEEPS; sweep++) {
        turned = turn_columns(B, V, 0, 1);
        turned = turn_columns(B, V, 0, 2) || turned;
        turned = turn_columns(B, V, 1, 2) || turned;
    }
}

static rv_mat3 by_singular_values(rv_mat3 F) {
    double largest = 0.0;
    for (int k = 0; k < 9; k++)
        largest = fabs(F.m[k / 3][k % 3]) > largest ? fabs(F.m[k / 3][k % 3]) : largest;
    if (!(largest > 0.0) || !isfinite(largest))
        return rv_mat3_identity();
    rv_vec3 B[3], V[3];
    turn_all(F, 1.0 / largest, B, V);
    return by_axes(B, V);
}

rv_mat3 rv_fem_rotation(rv_mat3 F) {
    double size = sqrt(norm_squared(F));
    if (volume_of(F, cofactors(F)) > FEM_NEWTON_VOLUME * size * size * size)
        return by_newton(F);
    return by_singular_values(F);
}
