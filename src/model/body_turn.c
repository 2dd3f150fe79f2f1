// How a body turns freely. With its momentum P = I w in its own axes:
//   P' = exp(-h [w_m]) P,  I w_m = (P + P')/2,  R' = R exp(h [w_m])
// The step of P is a rotation, so that |P| stays; it is normal to w_m, so that the energy stays;
// and R'P' = R P, so that the momentum in space stays, all to rounding. Where this has no solution
// near w (fast spin, thin bodies) the free motion takes the step in parts, and w_m is what turns
// the body as they do together.
// About the axis of a slender body, with w = (s, z), s the spin about it and z across it as a
// complex number, the same has one unknown, |w_m|: the rotation is P' - P = -2t w_m x (P + P')/2
// with t = tan(h |w_m|/2)/|w_m|, so that s stays and
//   w_m - w = (i c - c^2)/(1 + c^2) z,   c = t s (I_s - I_z)/I_z,   |w_m|^2 = s^2 + |z|^2/(1 + c^2)
#include "model/body.h"

#include <math.h>

static const int NEXT[3] = {1, 2, 0}; // axis after an axis
enum { GYRO_ITERATIONS = 20, GYRO_PARTS_MAX = 1024 };
static const double GYRO_NEAR = 1e-9; // of |P|: one more correction is exact to rounding
static const double GYRO_TURN = 1.0;  // [rad] of one part, at most
static const double ALIGNED = 1e-30;  // (sine of the angle between P and w)^2: nothing turns either
static const double GYRO_ROUNDING = 1e-17; // [rad^2] of a turn: changes nothing

// d exp(t) = [Jl dt]x exp(t)
static rv_mat3 left_jacobian(rv_vec3 t) {
    double t2 = rv_vec3_dot(t, t);
    // (1 - cos t)/t^2 and (t - sin t)/t^3; their series below a tenth of a radian
    double a = 0.5 - t2 / 24.0 + t2 * t2 / 720.0 - t2 * t2 * t2 / 40320.0;
    double b = 1.0 / 6.0 - t2 / 120.0 + t2 * t2 / 5040.0 - t2 * t2 * t2 / 362880.0;
    if (t2 > 0.01) {
        double angle = sqrt(t2), sine, cosine;
        rv_sincos(angle, &sine, &cosine);
        a = (1.0 - cosine) / t2;
        b = (angle - sine) / (t2 * angle);
    }
    rv_mat3 S = rv_mat3_skew(t);
    return rv_mat3_add(rv_mat3_add(rv_mat3_identity(), rv_mat3_scale(S, a)),
                       rv_mat3_scale(rv_mat3_mul(S, S), b));
}

// w_m in body axes by Newton's method; false: the error stopped falling before it was near
static bool mean_spin(rv_mat3 I, rv_vec3 P, double h, rv_vec3* mean) {
    double before = INFINITY, scale = rv_vec3_length(P);
    rv_vec3 next = *mean;
    for (int k = 0; k < GYRO_ITERATIONS; k++) {
        rv_vec3 turn = rv_vec3_scale(next, -h);
        rv_vec3 turned = rv_quat_rotate(rv_quat_exp(turn), P);
        rv_vec3 error =
            rv_vec3_sub(rv_mat3_apply(I, next), rv_vec3_scale(rv_vec3_add(P, turned), 0.5));
        double size = rv_vec3_length(error);
        if (!(size < before))
            break;
        before = size;
        rv_mat3 J = rv_mat3_sub(
            I, rv_mat3_scale(rv_mat3_mul(rv_mat3_skew(turned), left_jacobian(turn)), 0.5 * h));
        next = rv_vec3_sub(next, rv_mat3_apply(rv_mat3_inverse(J), error));
        if (size <= GYRO_NEAR * scale) {
            *mean = next;
            return true;
        }
    }
    return false;
}

// the rotation vector of q nearest to `near`: whole turns are counted
static rv_vec3 log_near(rv_quat q, rv_vec3 near) {
    rv_vec3 turn = rv_quat_log(q);
    double angle = rv_vec3_length(turn);
    rv_vec3 axis = rv_vec3_normalize(angle > 0.0 ? turn : near);
    double turns = floor((rv_vec3_dot(axis, near) - angle) / (2.0 * RV_PI) + 0.5);
    return rv_vec3_mul_add(turn, 2.0 * RV_PI * turns, axis);
}

// in axes of the body: by how much the spin that turns it is more than the one it begins with, and the one
// it ends with more than that
typedef struct gyro {
    rv_vec3 before, after;
} gyro;

// the free motion over h in `parts` equal parts; false: a part did not converge
static bool free_motion(rv_mat3 I, rv_vec3 w, double h, int parts, gyro* out) {
    rv_vec3 sum = {0, 0, 0}, first = w, mean = w;
    rv_quat turned = rv_quat_identity();
    double part = h / parts;
    for (int k = 0; k < parts; k++) {
        mean = w;
        if (!mean_spin(I, rv_mat3_apply(I, w), part, &mean))
            return false;
        w = rv_vec3_sub(rv_vec3_scale(mean, 2.0), w);
        if (parts == 1)
            break;
        rv_quat step = rv_quat_exp(rv_vec3_scale(mean, part));
        turned = rv_quat_normalize(rv_quat_mul(turned, step));
        sum = rv_vec3_mul_add(sum, part, mean);
    }
    if (parts > 1)
        mean = rv_vec3_scale(log_near(turned, sum), 1.0 / h);
    *out = (gyro){rv_vec3_sub(mean, first), rv_vec3_sub(w, mean)};
    return true;
}

// tan(h a/2)/a for a^2
static double half_turn(double h, double a2) {
    double x2 = 0.25 * h * h * a2;
    // the series of tan(x)/x is exact to rounding below a tenth
    double ratio = 1.0
                   + x2
                         * (1.0 / 3.0
                            + x2
                                  * (2.0 / 15.0
                                     + x2
                                           * (17.0 / 315.0
                                              + x2
                                                    * (62.0 / 2835.0
                                                       + x2
                                                             * (1382.0 / 155925.0
                                                                + x2 * (21844.0 / 6081075.0))))));
    if (x2 > 0.01) {
        double x = sqrt(x2), sine, cosine;
        rv_sincos(x, &sine, &cosine);
        ratio = sine / (cosine * x);
    }
    return 0.5 * h * ratio;
}

// The free motion of a slender body for less than a part's turn, in its axes: the spin w changes by the
// same before and after. False: it did not converge.
static bool slender_motion(const rv_body* body, rv_vec3 w, double h, rv_vec3* change) {
    double spin[3], delta[3] = {0.0, 0.0, 0.0};
    rv_vec3_store(spin, w);
    int axis = body->slender, i = NEXT[axis], k = NEXT[i];
    double Is = body->inertia.m[axis][axis], Iz = body->inertia.m[i][i];
    double s = spin[axis], across2 = spin[i] * spin[i] + spin[k] * spin[k];
    double couple = (Is - Iz) * s, P2 = Is * Is * s * s + Iz * Iz * across2;
    double gain = s * (Is - Iz) / Iz, size2 = s * s + across2, before = INFINITY;
    *change = (rv_vec3){0, 0, 0};
    if (couple * couple * across2 <= ALIGNED * P2 * size2)
        return true;
    if (!(h * h * size2 < GYRO_TURN * GYRO_TURN))
        return false;
    for (int n = 0; n < GYRO_ITERATIONS; n++) {
        double c = half_turn(h, size2) * gain, per = 1.0 / (1.0 + c * c);
        double next = s * s + across2 * per, change2 = fabs(next - size2);
        // rounding is all that is left: t follows |w_m|^2 by a small share
        if (change2 * h * h <= GYRO_ROUNDING || !(change2 < before)) {
            delta[i] = -per * c * (spin[k] + c * spin[i]);
            delta[k] = per * c * (spin[i] - c * spin[k]);
            *change = rv_vec3_load(delta);
            return change2 * h * h <= GYRO_NEAR;
        }
        before = change2;
        size2 = next;
    }
    return false;
}

// of any body; false: it turns about a principal axis, and nothing changes, or so fast that only energy
// and |P| can be kept: the spin stays as it is
static bool find_gyro(const rv_body* body, rv_vec3 w, double h, gyro* g) {
    const rv_mat3* I = &body->inertia;
    rv_vec3 P = rv_mat3_apply(*I, w), couple = rv_vec3_cross(P, w);
    if (rv_vec3_dot(couple, couple) <= ALIGNED * rv_vec3_dot(P, P) * rv_vec3_dot(w, w))
        return false;
    double wanted = h * rv_vec3_length(w) / GYRO_TURN;
    if (!(wanted <= GYRO_PARTS_MAX))
        return false;
    int parts = 1 + (int)wanted;
    while (!free_motion(*I, w, h, parts, g)) {
        parts *= 2;
        if (parts > GYRO_PARTS_MAX)
            return false;
    }
    return true;
}

rv_free_turn rv_body_turns_freely(const rv_body* body, rv_vec3 w, double h) {
    rv_vec3 own = rv_mat3_apply_transpose(body->R, w), change;
    if (body->slender >= 0 && slender_motion(body, own, h, &change)) {
        change = rv_mat3_apply(body->R, change);
        return (rv_free_turn){change, change};
    }
    gyro g;
    if (!find_gyro(body, own, h, &g))
        return (rv_free_turn){{0, 0, 0}, {0, 0, 0}};
    return (rv_free_turn){rv_mat3_apply(body->R, g.before), rv_mat3_apply(body->R, g.after)};
}
