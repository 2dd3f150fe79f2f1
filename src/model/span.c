// Tangents between rims. With P = c + r rho, t = axis x rho and d = P_2 - P_1, each end has
//   d . rho = 0,   d . t > 0
// seen in the plane of its own rim: the groove holds the cable where the span leaves that plane.
// For a rim and a point Q at the distance D from its axis, rho is the direction of Q turned by the
// angle acos(r/D), back where the span leaves and forth where it arrives. For two rims each is
// found for the other's last point until both stay (in a common plane that takes two or three
// turns); close wheels that lean against each other need Newton's method for both angles.
//
// Let both rims move as parts of rigid bodies, by delta = dP_2 - dP_1 and turns phi_1, phi_2. The
// tangent points slide by the angles a_1, a_2 along the rims:
//   (d.t_1) a_1 + r_2 (t_2.rho_1) a_2 = -rho_1.delta - phi_1.(rho_1 x d)
//   -r_1 (t_1.rho_2) a_1 + (d.t_2) a_2 = -rho_2.delta - phi_2.(rho_2 x d)
#include "model/span.h"

#include "core/extremes.h"

#include <math.h>

enum { TURNS_MAX = 8, NEWTON_MAX = 40 };
static const double SETTLED = 1e-15; // of the directions of the tangent points
static const double TANGENT = 1e-9;  // u.rho of a span that is one
static const double FACES = 0.05;    // u.t of a span that leans 87 degrees out of the plane
static const double CONTRACTS = 0.1; // of an error, by taking the ends in turn
static const double FARTHEST = 0.5;  // [rad], of one of Newton's steps
static const double FLATTEST = 1e-9; // d.t of a span that has shrunk to nothing, per radius

// rho for a span between the rim and a point; false: the point lies inside
static bool find_radial(const rv_rim* rim, rv_vec3 point, bool arrives, rv_vec3* radial) {
    rv_vec3 q = rv_vec3_sub(point, rim->center);
    q = rv_vec3_mul_add(q, -rv_vec3_dot(q, rim->axis), rim->axis);
    double distance = rv_vec3_length(q);
    if (!(distance > rim->radius)) {
        if (distance > 0.0)
            *radial = rv_vec3_scale(q, 1.0 / distance);
        return false;
    }
    double cosine = rim->radius / distance;
    double sine = sqrt((1.0 - cosine) * (1.0 + cosine));
    rv_vec3 across = rv_vec3_cross(rim->axis, q);
    *radial = rv_vec3_scale(
        rv_vec3_mul_add(rv_vec3_scale(q, cosine), arrives ? sine : -sine, across), 1.0 / distance);
    return true;
}

static rv_vec3 rim_point(const rv_rim* rim, rv_vec3 radial) {
    return rv_vec3_mul_add(rim->center, rim->radius, radial);
}

// both ends in turn, until neither moves; false: they have not settled
static bool alternate(const rv_rim* rim[2], rv_span* span) {
    bool wheel[2] = {rim[0]->radius > 0.0, rim[1]->radius > 0.0};
    for (int turn = 0; turn < TURNS_MAX; turn++) {
        rv_vec3 before[2] = {span->radial[0], span->radial[1]};
        span->inside = false;
        for (int s = 0; s < 2; s++)
            if (wheel[s])
                span->inside |= !find_radial(rim[s], rim_point(rim[1 - s], span->radial[1 - s]),
                                             s == 1, &span->radial[s]);
        if (!wheel[0] || !wheel[1])
            return true;
        double moved = 0.0;
        for (int s = 0; s < 2; s++)
            moved = rv_larger(moved, rv_vec3_length(rv_vec3_sub(span->radial[s], before[s])));
        if (moved <= SETTLED)
            return true;
    }
    return false;
}

// what follows from the directions of the tangent points
static void place_ends(const rv_rim* rim[2], rv_span* span, double shortest) {
    for (int s = 0; s < 2; s++) {
        span->at[s] = rim_point(rim[s], span->radial[s]);
        span->tangent[s] = rv_vec3_cross(rim[s]->axis, span->radial[s]);
    }
    rv_vec3 d = rv_vec3_sub(span->at[1], span->at[0]);
    span->length = rv_vec3_length(d);
    if (span->length > shortest)
        span->u = rv_vec3_scale(d, 1.0 / span->length);
    for (int s = 0; s < 2; s++)
        span->across[s] = rim[s]->radius > 0.0 ? rv_vec3_dot(span->u, span->tangent[s]) : 1.0;
}

// both angles at once
static void find_together(const rv_rim* rim[2], rv_span* span, double shortest) {
    for (int turn = 0; turn < NEWTON_MAX; turn++) {
        place_ends(rim, span, shortest);
        rv_vec3 d = rv_vec3_sub(span->at[1], span->at[0]);
        double F[2] = {rv_vec3_dot(d, span->radial[0]), rv_vec3_dot(d, span->radial[1])};
        double a = rv_vec3_dot(d, span->tangent[0]), b = rv_vec3_dot(d, span->tangent[1]);
        double upper = rim[1]->radius * rv_vec3_dot(span->tangent[1], span->radial[0]);
        double lower = -rim[0]->radius * rv_vec3_dot(span->tangent[0], span->radial[1]);
        double determinant = a * b - upper * lower;
        if (determinant == 0.0)
            return;
        double turned[2] = {-(b * F[0] - upper * F[1]) / determinant,
                            -(a * F[1] - lower * F[0]) / determinant};
        for (int s = 0; s < 2; s++) {
            double angle = fmin(fmax(turned[s], -FARTHEST), FARTHEST), sine, cosine;
            rv_sincos(angle, &sine, &cosine);
            span->radial[s] = rv_vec3_normalize(rv_vec3_add(rv_vec3_scale(span->radial[s], cosine),
                                                            rv_vec3_scale(span->tangent[s], sine)));
        }
        if (fabs(turned[0]) + fabs(turned[1]) <= SETTLED)
            return;
    }
}

// the line touches both rims, and from the right side
static bool is_tangent(const rv_span* span) {
    bool is = true;
    for (int s = 0; s < 2; s++)
        is &= fabs(rv_vec3_dot(span->u, span->radial[s])) <= TANGENT && span->across[s] > 0.0;
    return is;
}

// a span that comes along a wheel's axis meets its face, not its rim
static bool looks_at_a_face(const rv_rim* rim[2], const rv_span* span) {
    bool faces = false;
    for (int s = 0; s < 2; s++)
        faces |= rim[s]->radius > 0.0 && span->across[s] < FACES;
    return faces;
}

// the last solution is worth starting from, and would be lost by taking the ends in turn
static bool needs_newton(const rv_rim* rim[2], rv_span* span, double shortest) {
    if (!(rim[0]->radius > 0.0) || !(rim[1]->radius > 0.0)
        || !(rv_vec3_dot(span->radial[0], span->radial[0]) > 0.0))
        return false;
    // the rims have moved: what was across their axes is made so again
    for (int s = 0; s < 2; s++) {
        double along = rv_vec3_dot(span->radial[s], rim[s]->axis);
        span->radial[s] = rv_vec3_normalize(rv_vec3_mul_add(span->radial[s], -along, rim[s]->axis));
    }
    place_ends(rim, span, shortest);
    double coupling = rv_vec3_dot(span->tangent[1], span->radial[0])
                      * rv_vec3_dot(span->tangent[0], span->radial[1]) * rim[0]->radius
                      * rim[1]->radius;
    double diagonal = span->across[0] * span->across[1] * span->length * span->length;
    return fabs(coupling) > CONTRACTS * diagonal;
}

// between two points there is nothing to find
static void join_points(const rv_rim* rim[2], rv_span* span, double shortest) {
    const rv_vec3 zero = {0, 0, 0};
    for (int s = 0; s < 2; s++) {
        span->at[s] = rim[s]->center;
        span->radial[s] = span->tangent[s] = zero;
        span->across[s] = 1.0;
    }
    rv_vec3 d = rv_vec3_sub(span->at[1], span->at[0]);
    span->length = rv_vec3_length(d);
    span->inside = false;
    if (span->length > shortest)
        span->u = rv_vec3_scale(d, 1.0 / span->length);
}

void rv_span_find(const rv_rim* first, const rv_rim* second, double shortest, rv_span* span) {
    const rv_rim* rim[2] = {first, second};
    if (!(first->radius > 0.0) && !(second->radius > 0.0)) {
        join_points(rim, span, shortest);
        return;
    }
    if (needs_newton(rim, span, shortest)) {
        rv_span last = *span;
        find_together(rim, span, shortest);
        place_ends(rim, span, shortest);
        span->inside = looks_at_a_face(rim, span);
        if (is_tangent(span))
            return;
        *span = last;
    }
    if (!alternate(rim, span) && !span->inside) {
        find_together(rim, span, shortest);
        place_ends(rim, span, shortest);
        span->inside = !is_tangent(span) || looks_at_a_face(rim, span);
        return;
    }
    place_ends(rim, span, shortest);
    span->inside |= looks_at_a_face(rim, span);
}

static void add_form(rv_span_form* sum, double scale, const rv_span_form* form) {
    for (int s = 0; s < 2; s++) {
        sum->force[s] = rv_vec3_mul_add(sum->force[s], scale, form->force[s]);
        sum->torque[s] = rv_vec3_mul_add(sum->torque[s], scale, form->torque[s]);
    }
}

void rv_span_angle_forms(const rv_rim rim[2], const rv_span* span, rv_span_form angle[2]) {
    rv_vec3 d = rv_vec3_scale(span->u, span->length);
    // the right-hand sides, and the matrix that couples the two angles
    rv_vec3 force[2] = {{0, 0, 0}, {0, 0, 0}}, torque[2] = {{0, 0, 0}, {0, 0, 0}};
    double diagonal[2] = {1.0, 1.0};
    for (int s = 0; s < 2; s++) {
        // without a tangent nothing slides
        if (!(rim[s].radius > 0.0) || span->inside)
            continue;
        force[s] = span->radial[s];
        torque[s] = rv_vec3_cross(d, span->radial[s]);
        diagonal[s] = rv_larger(rv_vec3_dot(d, span->tangent[s]), FLATTEST * rim[s].radius);
    }
    double upper = rim[1].radius * rv_vec3_dot(span->tangent[1], span->radial[0]);
    double lower = -rim[0].radius * rv_vec3_dot(span->tangent[0], span->radial[1]);
    double determinant = diagonal[0] * diagonal[1] - upper * lower;
    double scale = determinant != 0.0 ? 1.0 / determinant : 0.0;
    const double own[2] = {scale * diagonal[1], scale * diagonal[0]};
    const double other[2] = {-scale * upper, -scale * lower};
    for (int s = 0; s < 2; s++) {
        rv_vec3 f = rv_vec3_mul_add(rv_vec3_scale(force[s], own[s]), other[s], force[1 - s]);
        angle[s].force[0] = f;
        angle[s].force[1] = rv_vec3_neg(f);
        angle[s].torque[s] = rv_vec3_scale(torque[s], own[s]);
        angle[s].torque[1 - s] = rv_vec3_scale(torque[1 - s], other[s]);
    }
}

rv_span_form rv_span_length_form(const rv_rim rim[2], const rv_span* span,
                                 const rv_span_form angle[2]) {
    rv_span_form form = {{rv_vec3_neg(span->u), span->u}, {{0, 0, 0}, {0, 0, 0}}};
    // the tangent points slide: in the plane, and along a helix, the span loses what the rim gains
    if (rim[0].radius > 0.0)
        add_form(&form, rim[0].radius * (1.0 - rim[0].lean - span->across[0]), &angle[0]);
    if (rim[1].radius > 0.0)
        add_form(&form, -rim[1].radius * (1.0 - rim[1].lean - span->across[1]), &angle[1]);
    return form;
}
