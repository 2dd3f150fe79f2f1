// Random and degenerate cases of the continuous tests, and the verdict of exact arithmetic on each.
// Where the volume is zero throughout, the cases are made of small whole numbers, and the time at
// which they meet is that of a point and a segment in a plane, a quotient of two of them.
#ifndef REEVE_MEETING_CASES_H
#define REEVE_MEETING_CASES_H

#include "validation/exact_meeting.h"

typedef enum meeting_test {
    MEETING_POINT_STATIC_TRIANGLE,
    MEETING_SEGMENT_STATIC_SEGMENT,
    MEETING_TRIANGLE_STATIC_POINT,
    MEETING_POINT_TRIANGLE,
    MEETING_SEGMENTS,
    MEETING_TEST_COUNT,
} meeting_test;

typedef enum meeting_family {
    MEETING_RANDOM,      // ends of all motions anywhere
    MEETING_MADE,        // made to meet
    MEETING_TRANSLATION, // the same without turning
    MEETING_SLOW,        // motion of 1e-6 of the size
    MEETING_SMALL,       // size and motion of 1 mm
    MEETING_FAST,        // motion of 1000 times the size
    MEETING_BESIDE,      // made to miss by little
    MEETING_AT_AN_END,   // meets at t = 0 or t = 1
    MEETING_COPLANAR,    // all in one plane
    MEETING_PARALLEL,    // segments parallel to each other, or a point beside an edge
    MEETING_SHARED,      // a common corner
    MEETING_FAMILY_COUNT,
} meeting_family;

static const char* const meeting_family_names[MEETING_FAMILY_COUNT] = {
    "random",       "made to meet", "translation",  "motion of 1e-6", "1 mm",         "1000 times",
    "made to miss", "at an end",    "in one plane", "parallel edges", "common corner"};

typedef struct meeting_case {
    exact_case exact;
    double scale;    // [m] of one
    double expected; // t, INFINITY: never; NaN: what exact arithmetic says
} meeting_case;

static inline bool meeting_is_of_segments(meeting_test test) {
    return test == MEETING_SEGMENT_STATIC_SEGMENT || test == MEETING_SEGMENTS;
}

static inline bool meeting_stands_still(meeting_test test, int corner) {
    return (test == MEETING_POINT_STATIC_TRIANGLE && corner < 3)
           || (test == MEETING_SEGMENT_STATIC_SEGMENT && corner >= 2)
           || (test == MEETING_TRIANGLE_STATIC_POINT && corner == 3);
}

// corners of the first thing: a triangle or a segment
static inline int meeting_first_corners(meeting_test test) {
    return meeting_is_of_segments(test) ? 2 : 3;
}

// ---- random numbers -----------------------------------------------------------------------------

static inline double meeting_unit(uint64_t* state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

// whole, in [-most, most]
static inline int64_t meeting_whole(uint64_t* state, double most) {
    return (int64_t)((2.0 * meeting_unit(state) - 1.0) * most);
}

// ---- cases --------------------------------------------------------------------------------------

static inline void meeting_random(meeting_test test, uint64_t* state, exact_case* c) {
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++) {
            c->from[k][i] = meeting_whole(state, 0x1p43);
            c->to[k][i] = meeting_whole(state, 0x1p43);
            if (meeting_stands_still(test, k))
                c->to[k][i] = c->from[k][i];
        }
}

typedef struct meeting_recipe {
    double size, motion, time, off; // off: weights by which the place is outside
    bool translation;
} meeting_recipe;

// what meets, but for rounding to the grid, at a place inside of both
static inline void meeting_make(meeting_test test, uint64_t* state, const meeting_recipe* r,
                                exact_case* c) {
    double p[4][3], v[4][3];
    int first = meeting_first_corners(test);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++) {
            p[k][i] = (double)meeting_whole(state, r->size);
            v[k][i] = (double)meeting_whole(state, r->motion);
            if (r->translation && k != 0 && k != first)
                v[k][i] = v[k < first ? 0 : first][i];
            if (meeting_stands_still(test, k))
                v[k][i] = 0.0;
        }
    double s = 0.01 + 0.98 * meeting_unit(state), q = 0.01 + 0.98 * meeting_unit(state);
    if (r->off > 0.0)
        s = 1.0 + r->off;
    for (int i = 0; i < 3; i++) {
        double on_a = first == 2 ? p[0][i] + s * (p[1][i] - p[0][i])
                                 : p[0][i] + s * q * (p[1][i] - p[0][i])
                                       + s * (1.0 - q) * (p[2][i] - p[0][i]);
        double on_b = first == 2 ? p[2][i] + q * (p[3][i] - p[2][i]) : p[3][i];
        for (int k = first; k < 4; k++)
            p[k][i] += on_a - on_b;
    }
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++) {
            c->from[k][i] = (int64_t)(p[k][i] - r->time * v[k][i]);
            c->to[k][i] = meeting_stands_still(test, k)
                              ? c->from[k][i]
                              : (int64_t)(p[k][i] + (1.0 - r->time) * v[k][i]);
        }
}

// ---- in one plane -------------------------------------------------------------------------------

typedef struct flat {
    int64_t x, y;
} flat;

static inline int64_t flat_cross(flat a, flat b) {
    return a.x * b.y - a.y * b.x;
}

static inline flat flat_sub(flat a, flat b) {
    return (flat){a.x - b.x, a.y - b.y};
}

static inline int64_t flat_dot(flat a, flat b) {
    return a.x * b.x + a.y * b.y;
}

// the first time in [0, 1] at which p + t way is on the segment a b
static inline double flat_first(flat p, flat way, flat a, flat b) {
    flat e = flat_sub(b, a), w = flat_sub(p, a);
    int64_t rate = flat_cross(e, way), side = flat_cross(e, w), ee = flat_dot(e, e);
    if (ee == 0) {
        // a segment that is a point
        int64_t square = flat_dot(way, way);
        if (flat_dot(w, w) == 0)
            return 0.0;
        double t = square > 0 ? (double)-flat_dot(w, way) / (double)square : -1.0;
        return flat_cross(w, way) == 0 && t >= 0.0 && t <= 1.0 ? t : INFINITY;
    }
    if (rate == 0) {
        // along the line: on the segment, or comes to its end
        int64_t at = flat_dot(e, w), by = flat_dot(e, way);
        if (side != 0)
            return INFINITY;
        if (at >= 0 && at <= ee)
            return 0.0;
        double t = by == 0 ? -1.0 : (double)(at < 0 ? -at : ee - at) / (double)by;
        return t >= 0.0 && t <= 1.0 ? t : INFINITY;
    }
    // t = -side / rate, with the place along e between 0 and e.e
    int64_t sign = rate < 0 ? -1 : 1, up = -side * sign, down = rate * sign;
    int64_t place = flat_dot(e, w) * down + flat_dot(e, way) * up;
    if (up < 0 || up > down || place < 0 || place > ee * down)
        return INFINITY;
    return (double)up / (double)down;
}

static inline bool flat_inside(flat p, const flat c[3]) {
    int64_t area = flat_cross(flat_sub(c[1], c[0]), flat_sub(c[2], c[0]));
    for (int k = 0; k < 3; k++) {
        int64_t side = flat_cross(flat_sub(c[(k + 1) % 3], c[k]), flat_sub(p, c[k]));
        if ((area > 0 && side < 0) || (area < 0 && side > 0))
            return false;
    }
    return area != 0;
}

// whether two segments have a point in common that is no end
static inline bool flat_crosses(const flat x[4]) {
    int64_t a = flat_cross(flat_sub(x[1], x[0]), flat_sub(x[2], x[0]));
    int64_t b = flat_cross(flat_sub(x[1], x[0]), flat_sub(x[3], x[0]));
    int64_t c = flat_cross(flat_sub(x[3], x[2]), flat_sub(x[0], x[2]));
    int64_t d = flat_cross(flat_sub(x[3], x[2]), flat_sub(x[1], x[2]));
    return ((a < 0 && b > 0) || (a > 0 && b < 0)) && ((c < 0 && d > 0) || (c > 0 && d < 0));
}

// corners x of which those from `first` on move by `way`
static inline double flat_meeting(const flat x[4], flat way, int first) {
    flat back = {-way.x, -way.y};
    double t = INFINITY;
    if (first == 3) {
        if (flat_inside(x[3], x))
            return 0.0;
        for (int k = 0; k < 3; k++)
            t = fmin(t, flat_first(x[3], way, x[k], x[(k + 1) % 3]));
        return t;
    }
    if (flat_crosses(x))
        return 0.0;
    for (int k = 0; k < 2; k++) {
        t = fmin(t, flat_first(x[2 + k], way, x[0], x[1]));
        t = fmin(t, flat_first(x[k], back, x[2], x[3]));
    }
    return t;
}

// small numbers in a plane through two whole vectors, on which both things are moved as well
static inline void meeting_flat(meeting_test test, uint64_t* state, bool parallel,
                                meeting_case* out) {
    exact_case* c = &out->exact;
    flat x[4], way = {meeting_whole(state, 64.0), meeting_whole(state, 64.0)};
    int64_t u[3], v[3], common[3];
    int first = meeting_first_corners(test);
    for (int k = 0; k < 4; k++)
        x[k] = (flat){meeting_whole(state, 32.0), meeting_whole(state, 32.0)};
    if (parallel && first == 2) {
        flat e = flat_sub(x[1], x[0]);
        int64_t times = 1 + meeting_whole(state, 3.9) / 2;
        x[3] = (flat){x[2].x + times * e.x, x[2].y + times * e.y};
    }
    for (int i = 0; i < 3; i++) {
        u[i] = meeting_whole(state, 1000.0);
        v[i] = meeting_whole(state, 1000.0);
        common[i] = meeting_whole(state, 60000.0);
    }
    // the first thing or the second has the motion, and both what is common if both move
    bool first_moves = meeting_stands_still(test, 3);
    bool both = test == MEETING_POINT_TRIANGLE || test == MEETING_SEGMENTS;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++) {
            bool moves = first_moves ? k < first : k >= first;
            int64_t by = moves ? way.x * u[i] + way.y * v[i] : 0;
            c->from[k][i] = x[k].x * u[i] + x[k].y * v[i];
            c->to[k][i] = c->from[k][i] + by + (both ? common[i] : 0);
        }
    flat relative = first_moves ? (flat){-way.x, -way.y} : way;
    out->expected = flat_meeting(x, relative, first);
    out->scale = 0x1p-15;
}

// a corner of the second thing is one of the first, all the way
static inline void meeting_share(meeting_test test, uint64_t* state, meeting_case* out) {
    exact_case* c = &out->exact;
    int first = meeting_first_corners(test), corner = (int)(meeting_unit(state) * first);
    meeting_random(test, state, c);
    bool still = meeting_stands_still(test, corner) || meeting_stands_still(test, first);
    for (int i = 0; i < 3; i++) {
        c->from[first][i] = c->from[corner][i];
        if (still)
            c->to[first][i] = c->to[corner][i] = c->from[corner][i];
        else
            c->to[first][i] = c->to[corner][i];
    }
    // the other corners of what stands still do not move either
    out->expected = 0.0;
}

static inline meeting_case meeting_case_make(meeting_family family, meeting_test test,
                                             uint64_t* state) {
    meeting_case out = {.scale = 0x1p-43, .expected = NAN};
    out.exact.segments = meeting_is_of_segments(test);
    meeting_recipe r = {0x1p42, 0x1p42, meeting_unit(state), 0.0, false};
    switch (family) {
    case MEETING_RANDOM:
        meeting_random(test, state, &out.exact);
        return out;
    case MEETING_COPLANAR:
    case MEETING_PARALLEL:
        meeting_flat(test, state, family == MEETING_PARALLEL, &out);
        return out;
    case MEETING_SHARED:
        meeting_share(test, state, &out);
        return out;
    case MEETING_TRANSLATION:
        r.translation = true;
        break;
    case MEETING_SLOW:
        r.motion = 0x1p22;
        break;
    case MEETING_SMALL:
        out.scale = 0x1p-52;
        break;
    case MEETING_FAST:
        r.size = 0x1p32;
        break;
    case MEETING_BESIDE:
        // from 1e-8 to 1e-2 of the size
        r.off = 1e-8 * rv_exp(13.8 * meeting_unit(state));
        break;
    default: // at an end
        r.time = meeting_unit(state) < 0.5 ? 0.0 : 1.0;
        break;
    case MEETING_MADE:
        break;
    }
    meeting_make(test, state, &r, &out.exact);
    return out;
}

// ---- the verdict --------------------------------------------------------------------------------

static inline rv_meeting meeting_run(meeting_test test, const meeting_case* c) {
    rv_moving_point x[4];
    rv_vec3 still[4];
    for (int k = 0; k < 4; k++) {
        const int64_t *a = c->exact.from[k], *b = c->exact.to[k];
        x[k].from =
            rv_vec3_make((double)a[0] * c->scale, (double)a[1] * c->scale, (double)a[2] * c->scale);
        x[k].to =
            rv_vec3_make((double)b[0] * c->scale, (double)b[1] * c->scale, (double)b[2] * c->scale);
        still[k] = x[k].from;
    }
    switch (test) {
    case MEETING_POINT_STATIC_TRIANGLE:
        return rv_meet_point_static_triangle(x[3], still);
    case MEETING_SEGMENT_STATIC_SEGMENT:
        return rv_meet_segment_static_segment(x, still + 2);
    case MEETING_TRIANGLE_STATIC_POINT:
        return rv_meet_triangle_static_point(x, still[3]);
    case MEETING_POINT_TRIANGLE:
        return rv_meet_point_triangle(x[3], x);
    default:
        return rv_meet_segments(x, x + 2);
    }
}

typedef struct meeting_tally {
    long cases, met, certain; // certain: exact arithmetic says that they meet
    long missed, wrong;       // not found, or later; found and not together
    double time_error;  // |dt|, where they pass through each other at 0.01 of the size or more
    double place_error; // |dt| times that speed, all
    double distance;    // over the size, of what was found
} meeting_tally;

// distance over the size that counts as together (continuous.h): 1e-10 of the sum of the components
// of an edge, which is up to sqrt 3 of its length; as much may an answer be late
static const double MEETING_ALLOWED = 1.75e-10;

static inline void meeting_judge(meeting_tally* tally, meeting_test test, const meeting_case* c) {
    rv_meeting m = meeting_run(test, c);
    tally->cases++;
    if (m.t <= 1.0) {
        double off = (double)exact_distance(&c->exact, m);
        tally->met++;
        tally->distance = fmax(tally->distance, off);
        tally->wrong += !(off <= MEETING_ALLOWED) || !(m.t >= 0.0);
    }
    exact_meeting e = {c->expected <= 1.0, c->expected, 1.0L};
    if (isnan(c->expected))
        e = exact_meet(&c->exact);
    if (!e.certain) {
        tally->wrong += c->expected == INFINITY && m.t <= 1.0;
        return;
    }
    tally->certain++;
    double late = (double)(m.t - e.t), steep = (double)(e.steep < 1.0L ? e.steep : 1.0L);
    tally->missed += !(late * steep <= MEETING_ALLOWED);
    // an earlier answer is one at a border, which `wrong` has judged
    if (late * steep < -MEETING_ALLOWED || !(m.t <= 1.0))
        return;
    tally->place_error = fmax(tally->place_error, fabs(late) * steep);
    if (e.steep >= 0.01L)
        tally->time_error = fmax(tally->time_error, fabs(late));
}

#endif
