// The first time at which a moving thread comes to a moving convex shape, by conservative
// advancement (Mirtich 1996), as in sweep.c. At some time t, n is the direction from the shape to
// the thread between their nearest points. The ends p0, p1 of the thread move straight, so at t + s
// the gap along n is at least -G(s), with the support function h of the shape at t, m = n x w:
//   G(s) = h(n + s m) - s m.c + s n.v + s^2/2 |m| |w| reach  -  min(n.p0(t + s), n.p1(t + s))
// (the quadratic term bounds what turning bends). G is convex: a chord lies above it, so up to
// where a chord reaches -radius nothing is nearer than that. Each advance goes that far.
#include "collide/wrap.h"

enum { ADVANCES_MAX = 256, CHORDS_MAX = 16 };

// what the shape turns in one advance, at most [rad]: beyond, the quadratic bound is of no use
static const double TURN_MAX = 1.0;

typedef struct advance {
    const rv_moving_point* thread;
    const rv_moving* shape;
    double radius, tolerance;
    double reach; // of the shape from its turning centre
    // at the present time
    double time;
    rv_convex convex;
    rv_vec3 center, end[2];
} advance;

static rv_vec3 point_at(const rv_moving_point* p, double time) {
    return rv_vec3_mul_add(rv_vec3_scale(p->from, 1.0 - time), time, p->to);
}

static void advance_to(advance* a, double time) {
    rv_placed placed = rv_moving_at(a->shape, time);
    a->time = time;
    a->convex = rv_convex_of(&placed);
    a->center = rv_vec3_mul_add(a->shape->center, time, a->shape->v);
    for (int k = 0; k < 2; k++)
        a->end[k] = point_at(&a->thread[k], time);
}

// the segment between the ends, as a convex thing
static rv_convex segment_of(const rv_vec3 end[2]) {
    rv_vec3 way = rv_vec3_sub(end[1], end[0]);
    double length = rv_vec3_length(way);
    rv_convex c = {.core = RV_CORE_POINT, .position = end[0], .R = rv_mat3_identity()};
    if (!(length > 0.0))
        return c;
    c.core = RV_CORE_SEGMENT;
    c.position = rv_vec3_scale(rv_vec3_add(end[0], end[1]), 0.5);
    c.half_length = 0.5 * length;
    c.R = rv_quat_to_mat3(rv_quat_from_x_axis(rv_vec3_scale(way, 1.0 / length)));
    return c;
}

// -G(s): a lower bound of the gap at a time s from now
static double gap_after(const advance* a, rv_vec3 n, double s) {
    rv_vec3 w = a->shape->w, m = rv_vec3_cross(n, w);
    double turning = rv_vec3_length(m);
    rv_vec3 direction = rv_vec3_mul_add(n, s, m);
    rv_vec3 farthest = rv_convex_support(&a->convex, direction, NULL);
    double shape = rv_vec3_dot(direction, farthest) + s * rv_vec3_dot(n, a->shape->v)
                   - s * rv_vec3_dot(m, a->center);
    shape += a->convex.radius * rv_vec3_length(direction);
    shape += 0.5 * s * s * turning * rv_vec3_length(w) * a->reach;
    double first = rv_vec3_dot(n, point_at(&a->thread[0], a->time + s));
    double second = rv_vec3_dot(n, point_at(&a->thread[1], a->time + s));
    return fmin(first, second) - shape;
}

// a time s in [0, most] up to which the gap along n stays above the radius; `gap`: that at s = 0
static double safe_advance(const advance* a, rv_vec3 n, double most, double gap) {
    double safe = 0.0, safe_gap = gap - a->radius;
    double late = most, late_gap = gap_after(a, n, most) - a->radius;
    if (late_gap >= 0.0)
        return most;
    for (int k = 0; k < CHORDS_MAX && safe_gap > 0.25 * a->tolerance; k++) {
        // every other step halves, since chords of a steep curve advance little
        bool chord = k % 2 == 0;
        double s =
            chord ? safe + (late - safe) * safe_gap / (safe_gap - late_gap) : 0.5 * (safe + late);
        double s_gap = gap_after(a, n, s) - a->radius;
        if (s_gap >= 0.0 || chord) {
            safe = s;
            safe_gap = s_gap;
        } else {
            late = s;
            late_gap = s_gap;
        }
    }
    return safe;
}

static rv_thread_meeting meeting_of(const advance* a, const rv_closest* c) {
    rv_thread_meeting m = {.time = a->time, .point = c->on_a, .out = c->normal};
    rv_vec3 way = rv_vec3_sub(a->end[1], a->end[0]);
    double squared = rv_vec3_dot(way, way);
    if (squared > 0.0) {
        double along = rv_vec3_dot(way, rv_vec3_sub(c->on_b, a->end[0])) / squared;
        m.along = fmin(fmax(along, 0.0), 1.0);
    }
    return m;
}

static rv_thread_meeting first_meeting(advance* a) {
    double spin = rv_vec3_length(a->shape->w), t = 0.0;
    double longest = spin > 0.0 ? TURN_MAX / spin : INFINITY;
    rv_closest closest = {0};
    for (int k = 0; k < ADVANCES_MAX; k++) {
        advance_to(a, t);
        rv_convex segment = segment_of(a->end);
        closest = rv_convex_closest(&a->convex, &segment);
        if (!(closest.distance > a->radius + a->tolerance))
            return meeting_of(a, &closest);
        double left = 1.0 - t, most = fmin(left, longest);
        double s = safe_advance(a, closest.normal, most, gap_after(a, closest.normal, 0.0));
        if (s == left)
            return (rv_thread_meeting){.time = INFINITY};
        t += s;
    }
    // still farther away than asked for: too early is safe
    return meeting_of(a, &closest);
}

static advance advance_of(const rv_moving_point thread[2], const rv_moving* shape, double radius,
                          double tolerance) {
    double arm = rv_vec3_length(rv_vec3_sub(shape->placed.position, shape->center));
    return (advance){.thread = thread,
                     .shape = shape,
                     .radius = radius,
                     .tolerance = tolerance,
                     .reach = arm + rv_geometry_reach(shape->placed.geometry)};
}

// the meeting of a thread that is moved out along `side` (unit) until it is free, and lowered again
static rv_thread_meeting lowered(const advance* a, rv_vec3 side) {
    rv_moving still = {.placed = a->shape->placed, .center = a->shape->placed.position};
    rv_vec3 highest = rv_convex_support(&a->convex, side, NULL);
    double top = rv_vec3_dot(side, highest) + a->convex.radius + a->radius + 2.0 * a->tolerance;
    double lift = top - fmin(rv_vec3_dot(side, a->end[0]), rv_vec3_dot(side, a->end[1]));
    rv_moving_point way[2];
    for (int k = 0; k < 2; k++)
        way[k] = (rv_moving_point){rv_vec3_mul_add(a->end[k], lift, side), a->end[k]};
    advance down = advance_of(way, &still, a->radius, a->tolerance);
    return first_meeting(&down);
}

rv_thread_meeting rv_thread_meet(const rv_moving_point thread[2], const rv_moving* shape,
                                 double radius, double tolerance, rv_vec3 hint) {
    if (!rv_shape_is_convex(shape->placed.geometry->type))
        return (rv_thread_meeting){.time = INFINITY};
    advance a = advance_of(thread, shape, radius, tolerance);
    rv_thread_meeting meeting = first_meeting(&a);
    if (meeting.time > 0.0)
        return meeting;
    // near at the start: only what is across the thread tells a side
    rv_vec3 along = rv_vec3_normalize(rv_vec3_sub(a.end[1], a.end[0]));
    rv_vec3 unit = rv_vec3_normalize(hint);
    rv_vec3 side = rv_vec3_mul_add(unit, -rv_vec3_dot(unit, along), along);
    if (!(rv_vec3_length(side) > 1e-6))
        return meeting;
    rv_thread_meeting found = lowered(&a, rv_vec3_normalize(side));
    if (!(found.time <= 1.0))
        return meeting;
    found.time = 0.0;
    return found;
}
