// The shortest way of a thread round a capsule, swollen by the thread's radius to R: over the ball at
// one end, the side, the ball at the other, or some of these. A way that comes onto the side from a
// ball does so in one direction, in a point of the seam between them: that for which the way is
// shortest. With the straight parts being tangents,
//   over a ball      sqrt(p^2 - R^2) + R (g - acos(R / p))   from p away from its middle, g round it
//   along the side   sqrt(t^2 + z^2),  t = sqrt(p^2 - R^2) + R (g - acos(R / p))  across the axis
// The way along the side is straight once it is unrolled, so it goes one way along the axis: the ball
// at an end is met first only by a thread that comes from beyond it.
//
// What runs over a ball and the side at once has no axis of its own. It is told as a blend: the circle
// in the plane of its two straight parts that has both as tangents, so that the thread's ends feel the
// true directions, and so large that it is as long as the way, which then has no jumps where parts come
// and go.
#include "collide/wrap_private.h"

enum { STRIDES = 20, ROUNDS = 24 };
// parts of a way: a ball at its begin, one at its end, the side; in the order in which they are tried
enum { FIRST_BALL = 1, LAST_BALL = 2, SIDE = 4, ORDERS = 6 };
static const int ORDER[ORDERS] = {SIDE,
                                  FIRST_BALL,
                                  LAST_BALL,
                                  SIDE | FIRST_BALL,
                                  SIDE | LAST_BALL,
                                  SIDE | FIRST_BALL | LAST_BALL};
static const double GOLDEN = 0.61803398874989485;
static const double STRIDE = 0.1;      // [rad], downhill, in search of a seam's place
static const double STILL = 1e-9;      // [rad], of a seam's place that is found
static const double LEAST_OFF = 1e-4;  // [radii of a ball], of a thread that runs past its middle
static const double NEAR_ENOUGH = 0.9; // [radii of the thread], to the capsule
static const double TOO_NEAR = 100.0;  // times its depth, a way that comes nearer is too long
static const double LEAST_BEND = 1e-6; // [rad], of a blend that has a plane
static const double TAKEN = 0.9;       // part of a straight piece that a blend may stand for, too

// a way in the capsule's frame, x along its axis
typedef struct capsule_way {
    const rv_wrap_span* span;
    double radius, half;
    int ball[2];    // at its begin and its end: 0, 1, or -1 for none
    double seam[2]; // [rad], about x: where it comes onto the side and leaves it, of those it has
    // where the first and the last part begin and end, and in which directions it comes and goes
    rv_vec3 touch[2], u[2];
    double bend[2]; // over the balls
    double turn;    // along the side, [rad] about x, > 0
} capsule_way;

// --- lengths -------------------------------------------------------------------------------------

static double angle_between(rv_vec3 a, rv_vec3 b) {
    return rv_atan2(rv_vec3_length(rv_vec3_cross(a, b)), rv_vec3_dot(a, b));
}

static rv_vec3 ball_middle(const capsule_way* way, int ball) {
    return rv_vec3_make(ball == 0 ? -way->half : way->half, 0.0, 0.0);
}

// on the seam of the ball at an end of the way
static rv_vec3 seam_point(const capsule_way* way, int end) {
    double angle = way->seam[end];
    return rv_vec3_make(way->ball[end] == 0 ? -way->half : way->half, way->radius * rv_cos(angle),
                        way->radius * rv_sin(angle));
}

// the angle, seen from the middle of a circle, of a tangent from a point that far from it
static double tangent_angle(double radius, double distance) {
    double cosine = fmin(radius / distance, 1.0);
    return rv_atan2(sqrt(1.0 - cosine * cosine), cosine);
}

// from a point to one on the seam of a ball, round that; `bend`: over it, < 0 if it is passed by
static double over_ball(const capsule_way* way, int ball, rv_vec3 from, rv_vec3 seam,
                        double* bend) {
    rv_vec3 middle = ball_middle(way, ball);
    rv_vec3 arm = rv_vec3_sub(from, middle);
    double p = fmax(rv_vec3_length(arm), way->radius);
    *bend = angle_between(arm, rv_vec3_sub(seam, middle)) - tangent_angle(way->radius, p);
    if (*bend < 0.0)
        return rv_vec3_length(rv_vec3_sub(from, seam));
    return sqrt(p * p - way->radius * way->radius) + way->radius * *bend;
}

// to within half a turn
static double wrapped(double angle) {
    return angle - 2.0 * RV_PI * floor(angle / (2.0 * RV_PI) + 0.5);
}

// from a point to one on a seam, along the side; `turn`: about the axis, < 0 if it only comes there
static double along_side(const capsule_way* way, rv_vec3 from, rv_vec3 seam, double angle,
                         double* turn) {
    double p = fmax(sqrt(from.y * from.y + from.z * from.z), way->radius);
    *turn = fabs(wrapped(rv_atan2(from.z, from.y) - angle)) - tangent_angle(way->radius, p);
    if (*turn < 0.0)
        return rv_vec3_length(rv_vec3_sub(from, seam));
    double across = sqrt(p * p - way->radius * way->radius) + way->radius * *turn;
    double along = seam.x - from.x;
    return sqrt(across * across + along * along);
}

// of the whole way, by its seams
static double length_of(capsule_way* way) {
    double sum = 0.0;
    for (int k = 0; k < 2; k++)
        if (way->ball[k] >= 0)
            sum +=
                over_ball(way, way->ball[k], way->span->end[k], seam_point(way, k), &way->bend[k]);
    if (way->ball[0] >= 0 && way->ball[1] >= 0) {
        double angle = wrapped(way->seam[1] - way->seam[0]);
        double across = way->radius * angle, along = 2.0 * way->half;
        way->turn = fabs(angle);
        return sum + sqrt(across * across + along * along);
    }
    int k = way->ball[0] >= 0 ? 0 : 1;
    return sum
           + along_side(way, way->span->end[1 - k], seam_point(way, k), way->seam[k], &way->turn);
}

// --- the shortest --------------------------------------------------------------------------------

static double length_with(capsule_way* way, int k, double place) {
    way->seam[k] = place;
    return length_of(way);
}

// the place of a seam, others as they are: downhill from where it is until it rises again, then by
// golden section; how far it has moved
static double place_seam(capsule_way* way, int k, double stride) {
    double before = way->seam[k], here = length_with(way, k, before);
    double sign = length_with(way, k, before + stride) < here ? 1.0 : -1.0;
    double low = before, high = before;
    for (int n = 0; n < STRIDES && length_with(way, k, high + sign * stride) < here; n++) {
        low = high;
        high += sign * stride;
        here = length_with(way, k, high);
    }
    if (low == high)
        low -= sign * stride;
    high += sign * stride;
    double at[2] = {high - GOLDEN * (high - low), low + GOLDEN * (high - low)};
    double length[2] = {length_with(way, k, at[0]), length_with(way, k, at[1])};
    while (fabs(high - low) > STILL) {
        int better = length[0] < length[1] ? 0 : 1, other = 1 - better;
        *(better == 0 ? &high : &low) = at[other];
        at[other] = at[better];
        length[other] = length[better];
        at[better] = better == 0 ? high - GOLDEN * (high - low) : low + GOLDEN * (high - low);
        length[better] = length_with(way, k, at[better]);
    }
    length_with(way, k, 0.5 * (low + high));
    return fabs(way->seam[k] - before);
}

// from a first guess
static void place_seams(capsule_way* way, double guess) {
    bool both = way->ball[0] >= 0 && way->ball[1] >= 0;
    double moved = INFINITY, stride = STRIDE;
    way->seam[0] = way->seam[1] = guess;
    for (int round = 0; round < ROUNDS && moved > 10.0 * STILL; round++) {
        moved = 0.0;
        for (int k = 0; k < 2; k++)
            if (way->ball[k] >= 0)
                moved = fmax(moved, place_seam(way, k, stride));
        if (!both)
            break;
        stride = fmax(fmin(moved, 0.5 * stride), 10.0 * STILL);
    }
}

// about where the way comes onto the side: over the place where the thread passes the axis
static double guess_seam(const capsule_way* way, rv_vec3 out) {
    rv_vec3 from = way->span->end[0], along = rv_vec3_sub(way->span->end[1], from);
    double across2 = along.y * along.y + along.z * along.z;
    double part = across2 > 0.0 ? -(from.y * along.y + from.z * along.z) / across2 : 0.5;
    double half = way->half, run = fabs(along.x);
    // no farther than the capsule reaches
    if (run > 0.0) {
        double low = (-half - from.x) / along.x, high = (half - from.x) / along.x;
        part = fmin(fmax(part, fmin(low, high)), fmax(low, high));
    }
    rv_vec3 at = rv_vec3_mul_add(from, fmin(fmax(part, 0.0), 1.0), along);
    double a = out.y * out.y + out.z * out.z, b = at.y * out.y + at.z * out.z;
    double c = at.y * at.y + at.z * at.z - way->radius * way->radius;
    double rise = a > 0.0 && b * b > a * c ? (sqrt(b * b - a * c) - b) / a : 0.0;
    return rv_atan2(at.z + rise * out.z, at.y + rise * out.y);
}

// --- from the way to lines -----------------------------------------------------------------------

// where a thread from an end comes to a ball that it bends over, on its way to a point of the seam; its
// direction there is that of the ball, so that it holds for an end on the surface, too
static void touch_ball(capsule_way* way, int end) {
    rv_vec3 middle = ball_middle(way, way->ball[end]);
    rv_vec3 arm = rv_vec3_sub(way->span->end[end], middle);
    double distance = rv_vec3_length(arm), angle = tangent_angle(way->radius, distance);
    double cosine = rv_cos(angle), sine = rv_sin(angle);
    rv_vec3 first = rv_vec3_scale(arm, 1.0 / distance);
    rv_vec3 on = rv_vec3_sub(seam_point(way, end), middle);
    rv_vec3 round = rv_vec3_normalize(rv_vec3_mul_add(on, -rv_vec3_dot(on, first), first));
    rv_vec3 normal = rv_vec3_mul_add(rv_vec3_scale(first, cosine), sine, round);
    way->touch[end] = rv_vec3_mul_add(middle, way->radius, normal);
    way->u[end] = rv_vec3_mul_add(rv_vec3_scale(round, cosine), -sine, first);
}

// where it comes to the side from an end, with the seam at the other; unrolled, it is straight
static void touch_side(capsule_way* way, int end) {
    rv_vec3 from = way->span->end[end], seam = seam_point(way, 1 - end);
    double angle = way->seam[1 - end];
    double sign = wrapped(rv_atan2(from.z, from.y) - angle) < 0.0 ? -1.0 : 1.0;
    double p2 = fmax(from.y * from.y + from.z * from.z, way->radius * way->radius);
    double arc = way->radius * way->turn, tangent = sqrt(p2 - way->radius * way->radius);
    double across = arc + tangent, along = from.x - seam.x;
    double at = angle + sign * way->turn, cosine = rv_cos(at), sine = rv_sin(at);
    way->touch[end] = rv_vec3_make(seam.x + arc / fmax(across, way->span->same) * along,
                                   way->radius * cosine, way->radius * sine);
    way->u[end] =
        rv_vec3_normalize(rv_vec3_make(-along, sign * across * sine, -sign * across * cosine));
}

static void place_touches(capsule_way* way) {
    for (int k = 0; k < 2; k++)
        (way->ball[k] >= 0 ? touch_ball : touch_side)(way, k);
    way->u[1] = rv_vec3_neg(way->u[1]);
}

// a piece of the way that comes in one direction and leaves in another
typedef struct arc {
    rv_vec3 touch[2], u[2];
    double length;  // from touch to touch
    double room[2]; // on the straight parts before and after it, that a circle may take
} arc;

// How much of both straight parts, up to where they cross, a circle takes for the way to be as long as it
// is:
//   after + before - 2 room + sqrt((c room)^2 + climb^2) = length,   c = turn / tan(turn / 2)
static double fitting_room(double less, double climb, double c) {
    double a = 4.0 - c * c, root = 4.0 * less * less - a * (less * less - climb * climb);
    return (2.0 * less + sqrt(fmax(root, 0.0))) / a;
}

// false: it does not bend, or not this way
static bool blend(const arc* a, int ball, rv_wrap_line* line) {
    rv_vec3 across = rv_vec3_cross(a->u[0], a->u[1]);
    double sine = rv_vec3_length(across);
    double turn = rv_atan2(sine, rv_vec3_dot(a->u[0], a->u[1]));
    if (!(turn > LEAST_BEND) || !(sine > LEAST_BEND))
        return false;
    rv_vec3 axis = rv_vec3_scale(across, 1.0 / sine), along = rv_vec3_sub(a->touch[1], a->touch[0]);
    double climb = rv_vec3_dot(along, axis);
    rv_vec3 chord = rv_vec3_mul_add(along, -climb, axis);
    // seen along the axis the two directions cross: so far after the first touch, before the second
    double after = rv_vec3_dot(axis, rv_vec3_cross(chord, a->u[1])) / sine;
    double before = rv_vec3_dot(axis, rv_vec3_cross(a->u[0], chord)) / sine;
    if (!(fmin(after, before) > 0.0))
        return false;
    double tangent = sine / (1.0 + rv_vec3_dot(a->u[0], a->u[1])); // of half the turn
    double room = fitting_room(after + before - a->length, climb, turn / tangent);
    room = fmin(room, fmin(after + a->room[0], before + a->room[1]));
    if (!(room > 0.0))
        return false;
    double radius = room / tangent;
    rv_vec3 cross = rv_vec3_mul_add(a->touch[0], after, a->u[0]);
    *line = (rv_wrap_line){.radius = radius, .axis = axis, .turn = turn};
    line->touch[0] = rv_vec3_mul_add(cross, -room, a->u[0]);
    line->touch[1] = rv_vec3_mul_add(rv_vec3_mul_add(cross, climb, axis), room, a->u[1]);
    // the middle is to the left of the way, seen against the axis
    rv_vec3 inward = rv_vec3_cross(axis, a->u[0]);
    rv_vec3 middle = rv_vec3_mul_add(line->touch[0], radius, inward);
    line->end[0] = line->end[1] = rv_vec3_mul_add(middle, 0.5 * climb, axis);
    line->feature = RV_WRAP_BLEND | (uint32_t)ball;
    return true;
}

static double straight(const capsule_way* way, int end) {
    return rv_vec3_length(rv_vec3_sub(way->touch[end], way->span->end[end]));
}

// over both balls and the side: two blends that part in the middle of the side
static int two_blends(const capsule_way* way, rv_wrap_line lines[RV_WRAP_MAX]) {
    rv_vec3 from = seam_point(way, 0), to = seam_point(way, 1);
    double angle = wrapped(way->seam[1] - way->seam[0]), at = way->seam[0] + 0.5 * angle;
    rv_vec3 normal = rv_vec3_make(0.0, rv_cos(at), rv_sin(at));
    rv_vec3 round = rv_vec3_make(0.0, -normal.z, normal.y);
    rv_vec3 middle =
        rv_vec3_make(0.5 * (from.x + to.x), way->radius * normal.y, way->radius * normal.z);
    rv_vec3 u = rv_vec3_make(to.x - from.x, 0.0, 0.0);
    u = rv_vec3_normalize(rv_vec3_mul_add(u, way->radius * angle, round));
    double half = 0.5 * rv_vec3_length(rv_vec3_make(to.x - from.x, way->radius * angle, 0.0));
    const arc arcs[2] = {{{way->touch[0], middle},
                          {way->u[0], u},
                          way->radius * way->bend[0] + half,
                          {TAKEN * straight(way, 0), 0.0}},
                         {{middle, way->touch[1]},
                          {u, way->u[1]},
                          way->radius * way->bend[1] + half,
                          {0.0, TAKEN * straight(way, 1)}}};
    int count = 0;
    for (int k = 0; k < 2; k++)
        count += blend(&arcs[k], way->ball[k], &lines[count]);
    return count;
}

// --- which parts it has --------------------------------------------------------------------------

// one line: the side or a ball
static int one_line(const rv_wrap_span* span, int ball, rv_vec3 out, rv_wrap_line* line) {
    rv_vec3 way = rv_vec3_sub(span->end[1], span->end[0]);
    rv_vec3 across = rv_vec3_cross(out, way);
    if (ball >= 0) {
        *line = rv_wrap_point_line(span, ball);
        // on the nearer side, to which it slides
        rv_vec3 arm = rv_vec3_cross(rv_vec3_sub(span->end[0], line->end[0]), way);
        bool tells = rv_vec3_length(arm) > LEAST_OFF * line->radius * rv_vec3_length(way);
        line->axis = rv_vec3_normalize(tells ? arm : across);
    } else {
        int far = across.x < 0.0 ? 0 : 1;
        *line = (rv_wrap_line){.radius = span->radius + span->geometry->radius, .feature = 0};
        line->end[0] = rv_wrap_corner(span->geometry, 1 - far);
        line->end[1] = rv_wrap_corner(span->geometry, far);
        line->axis = rv_vec3_make(far == 1 ? 1.0 : -1.0, 0.0, 0.0);
    }
    line->touch[0] = line->touch[1] = rv_vec3_scale(rv_vec3_add(span->end[0], span->end[1]), 0.5);
    return rv_wrap_settle(span, line, 1);
}

// the ball that a thread's end lies beyond, -1: none; without a side there is one ball alone
static int ball_before(const rv_wrap_span* span, int end) {
    double half = span->geometry->half_length, x = span->end[end].x;
    if (half <= span->same)
        return 0;
    return x < -half ? 0 : x > half ? 1 : -1;
}

// the way over these parts, near the place of the seam that is guessed
static int lay_over(const rv_wrap_span* span, const int ball[2], bool side, rv_vec3 out,
                    rv_wrap_line lines[RV_WRAP_MAX]) {
    capsule_way way = {.span = span,
                       .radius = span->radius + span->geometry->radius,
                       .half = span->geometry->half_length,
                       .ball = {ball[0], ball[1]}};
    int one = ball[0] >= 0 ? ball[0] : ball[1];
    if (!side || one < 0)
        return one_line(span, one, out, lines);
    place_seams(&way, guess_seam(&way, out));
    for (int k = 0; k < 2; k++)
        if ((ball[k] >= 0 && way.bend[k] <= 0.0) || way.turn <= 0.0)
            return 0;
    place_touches(&way);
    if (ball[0] >= 0 && ball[1] >= 0)
        return two_blends(&way, lines);
    double straights[2] = {straight(&way, 0), straight(&way, 1)};
    const arc whole = {{way.touch[0], way.touch[1]},
                       {way.u[0], way.u[1]},
                       length_of(&way) - straights[0] - straights[1],
                       {TAKEN * straights[0], TAKEN * straights[1]}};
    return blend(&whole, one, &lines[0]);
}

// its length; what comes too near to the capsule counts many times
static double cost_of(const rv_wrap_span* span, const rv_wrap_line* lines, int count) {
    double length = 0.0, deepest = 0.0;
    for (int k = 0; k <= count; k++) {
        rv_vec3 from = k > 0 ? lines[k - 1].touch[1] : span->end[0];
        rv_vec3 to = k < count ? lines[k].touch[0] : span->end[1];
        length += rv_vec3_length(rv_vec3_sub(to, from));
        length += k < count ? rv_wrap_arc(&lines[k]) : 0.0;
        double near = rv_wrap_gap(span, from, to, span->radius).distance;
        deepest = fmax(deepest, NEAR_ENOUGH * span->radius - near);
    }
    return length + TOO_NEAR * deepest;
}

// an end of the thread that the side is hidden from, behind a ball that it has no part over
static bool hides(const rv_wrap_span* span, const int ball[2]) {
    double radius = span->radius + span->geometry->radius;
    bool hidden = false;
    for (int k = 0; k < 2; k++) {
        rv_vec3 end = span->end[k];
        hidden |= ball[k] < 0 && end.y * end.y + end.z * end.z < radius * radius;
    }
    return hidden;
}

// a bend over the side or a ball alone that touches nothing else: there is no shorter way
static bool is_whole(const rv_wrap_span* span, const rv_wrap_line* line) {
    double half = span->geometry->half_length;
    bool whole = line->feature < RV_WRAP_BLEND;
    for (int k = 0; k < 2; k++) {
        double x = line->touch[k].x;
        whole &= line->feature < RV_WRAP_POINT ? fabs(x) < half
                 : line->end[0].x < 0.0        ? x <= -half
                                               : x >= half;
    }
    return whole;
}

int rv_wrap_capsule(rv_wrap_span* span, rv_vec3 out, rv_closest* gap,
                    rv_wrap_line lines[RV_WRAP_MAX]) {
    rv_wrap_move_out(span);
    *gap = rv_wrap_gap(span, span->end[0], span->end[1], INFINITY);
    bool is_free = gap->distance >= span->radius - 1e-3 * span->same;
    if (!isfinite(gap->distance) || (is_free && !(rv_vec3_dot(gap->normal, out) < 0.0)))
        return 0;
    rv_vec3 u = rv_vec3_normalize(rv_vec3_sub(span->end[1], span->end[0]));
    out = rv_vec3_mul_add(out, -rv_vec3_dot(out, u), u);
    bool tells = rv_vec3_length(out) > 1e-9;
    out = tells ? rv_vec3_normalize(out) : rv_vec3_perpendicular(u);
    // of the parts that it may run over those with which it comes nowhere too near, and is shortest
    const int ball[2] = {ball_before(span, 0), ball_before(span, 1)};
    bool one_end = ball[0] >= 0 && ball[0] == ball[1];
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < ORDERS && !(best == 1 && is_whole(span, &lines[0])); i++) {
        int parts = ORDER[i];
        const int has[2] = {parts & FIRST_BALL ? ball[0] : -1, parts & LAST_BALL ? ball[1] : -1};
        bool side = parts & SIDE;
        if (((parts & FIRST_BALL) && ball[0] < 0) || ((parts & LAST_BALL) && ball[1] < 0)
            || (side && (one_end || hides(span, has))))
            continue;
        rv_wrap_line way[RV_WRAP_MAX];
        int count = lay_over(span, has, side, out, way);
        double cost = count > 0 ? cost_of(span, way, count) : INFINITY;
        if (cost < least) {
            least = cost;
            best = count;
            for (int k = 0; k < count; k++)
                lines[k] = way[k];
        }
    }
    return best;
}
