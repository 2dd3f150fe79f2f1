// The bends of a thread relaxed along their lines. Unrolled, the way round a line is straight:
//   place = z_a + (z_b - z_a) (s_a + r turn / 2) / (s_a + r turn + s_b)
// with the heights z along the line and the tangent lengths s of the neighbours a, b, r the radius.
// Sweeps over the lines, each between the touching points of its neighbours, lead to the common
// tangents. Then lines that the thread lifts from go, those that it slides off become the points at
// their ends, and all is relaxed anew.
#include "collide/wrap_private.h"

enum { SWEEPS_MAX = 32 };
// parts of the thread's radius: that a bend over a corner is off the shape, at least; within which of
// a corner two edges are one bend, and how much of their length that may be; that a bend lifts the
// thread by to be one
static const double LEAST_OFF = 0.99, AT_CORNER = 2.0, CORNER_PART = 0.1, IDLE = 0.1;

static double length_of(const rv_wrap_line* line) {
    return rv_vec3_length(rv_vec3_sub(line->end[1], line->end[0]));
}

// the axis of a point follows the thread; a straight thread leaves it as it is
static void follow(rv_wrap_line* line, rv_vec3 a, rv_vec3 b) {
    rv_vec3 from = rv_vec3_sub(a, line->end[0]), to = rv_vec3_sub(b, line->end[0]);
    rv_vec3 normal = rv_vec3_cross(from, to);
    double size = rv_vec3_length(normal);
    if (!(size > 1e-9 * rv_vec3_length(from) * rv_vec3_length(to)))
        return;
    double sign = rv_vec3_dot(normal, line->axis) < 0.0 ? -1.0 : 1.0;
    line->axis = rv_vec3_scale(normal, sign / size);
}

// the normal where the tangent from p (relative to the line, across it) meets the circle, on the
// way to it (sense 1) or from it (-1); `length`: of the tangent
static rv_vec3 tangent_normal(rv_vec3 p, const rv_wrap_line* line, double sense, double* length) {
    double distance = rv_vec3_length(p), r = line->radius;
    *length = sqrt(fmax(distance * distance - r * r, 0.0));
    if (!(distance > 0.0))
        return rv_vec3_perpendicular(line->axis);
    double cosine = fmin(r / distance, 1.0), sine = *length / distance;
    rv_vec3 unit = rv_vec3_scale(p, 1.0 / distance);
    rv_vec3 round = rv_vec3_cross(line->axis, unit);
    return rv_vec3_mul_add(rv_vec3_scale(unit, cosine), sense * sine, round);
}

// a point on the swollen line, or at its end where the place is beyond
static rv_vec3 on_line(const rv_wrap_line* line, double place, rv_vec3 normal) {
    double length = length_of(line);
    place = fmin(fmax(place, 0.0), length);
    rv_vec3 foot = rv_vec3_mul_add(line->end[0], place, line->axis);
    return rv_vec3_mul_add(foot, line->radius, normal);
}

// places the bend between its neighbours a and b
static void relax_one(rv_wrap_line* line, rv_vec3 a, rv_vec3 b) {
    if (rv_wrap_is_point(line))
        follow(line, a, b);
    a = rv_vec3_sub(a, line->end[0]);
    b = rv_vec3_sub(b, line->end[0]);
    double z_a = rv_vec3_dot(a, line->axis), z_b = rv_vec3_dot(b, line->axis), s_a, s_b;
    a = rv_vec3_mul_add(a, -z_a, line->axis);
    b = rv_vec3_mul_add(b, -z_b, line->axis);
    rv_vec3 n_a = tangent_normal(a, line, 1.0, &s_a), n_b = tangent_normal(b, line, -1.0, &s_b);
    line->turn = rv_atan2(rv_vec3_dot(line->axis, rv_vec3_cross(n_a, n_b)), rv_vec3_dot(n_a, n_b));
    // what turns back by so much comes from a way of more than half a turn round
    if (line->turn < -0.5 * RV_PI)
        line->turn += 2.0 * RV_PI;
    double arc = line->radius * fmax(line->turn, 0.0), total = s_a + arc + s_b;
    double slope = total > 0.0 ? (z_b - z_a) / total : 0.0;
    line->place = rv_wrap_is_point(line) ? 0.0 : z_a + slope * (s_a + 0.5 * arc);
    line->touch[0] = on_line(line, line->place - 0.5 * slope * arc, n_a);
    line->touch[1] = on_line(line, line->place + 0.5 * slope * arc, n_b);
}

static void relax(const rv_wrap_span* span, rv_wrap_line* lines, int count) {
    int sweeps = count > 1 ? SWEEPS_MAX : 1;
    double moved = INFINITY;
    for (int sweep = 0; sweep < sweeps && moved > 1e-3 * span->same; sweep++) {
        moved = 0.0;
        for (int k = 0; k < count; k++) {
            rv_vec3 before = k > 0 ? lines[k - 1].touch[1] : span->end[0];
            rv_vec3 after = k + 1 < count ? lines[k + 1].touch[0] : span->end[1];
            rv_vec3 in = lines[k].touch[0], out = lines[k].touch[1];
            relax_one(&lines[k], before, after);
            moved = fmax(moved, rv_vec3_length(rv_vec3_sub(lines[k].touch[0], in)));
            moved = fmax(moved, rv_vec3_length(rv_vec3_sub(lines[k].touch[1], out)));
        }
    }
}

static int drop(rv_wrap_line* lines, int count, int which) {
    for (int k = which; k + 1 < count; k++)
        lines[k] = lines[k + 1];
    return count - 1;
}

// the corner at an end of a line
static int corner_at(const rv_wrap_span* span, const rv_wrap_line* line, int end) {
    int corner[2];
    rv_wrap_edge(span->geometry, (int)line->feature, corner);
    rv_vec3 first = rv_wrap_corner(span->geometry, corner[0]), at = line->end[end];
    bool is_first = first.x == at.x && first.y == at.y && first.z == at.z;
    return corner[is_first ? 0 : 1];
}

static bool has_length(const rv_wrap_span* span, const rv_wrap_line* line) {
    bool rim = span->geometry->type == RV_SHAPE_CYLINDER && line->feature != RV_WRAP_SIDE;
    return !rv_wrap_is_point(line) && !rim;
}

// true if the second is the first again, or the point at an end of it
static bool is_part_of(const rv_wrap_span* span, const rv_wrap_line* line,
                       const rv_wrap_line* other) {
    if (line->feature == other->feature)
        return true;
    if (!has_length(span, line) || !rv_wrap_is_point(other))
        return false;
    uint32_t corner = other->feature - RV_WRAP_POINT;
    return corner == (uint32_t)corner_at(span, line, 0)
           || corner == (uint32_t)corner_at(span, line, 1);
}

// one after the other on the way, a line and its end are one bend: that over the end
static int unite(const rv_wrap_span* span, rv_wrap_line* lines, int count) {
    for (int k = 0; k + 1 < count;) {
        if (is_part_of(span, &lines[k], &lines[k + 1]))
            count = drop(lines, count, k);
        else if (is_part_of(span, &lines[k + 1], &lines[k]))
            count = drop(lines, count, k + 1);
        else
            k++;
    }
    return count;
}

// Two edges that the thread bends over beside the corner that they share are one bend: that over the
// corner, which it slips over. False: there are none.
static bool meet_at_corner(const rv_wrap_span* span, rv_wrap_line* lines, int* count) {
    for (int k = 0; k + 1 < *count && !span->apart; k++) {
        if (!has_length(span, &lines[k]) || !has_length(span, &lines[k + 1]))
            continue;
        double near = fmin(AT_CORNER * span->radius,
                           CORNER_PART * fmin(length_of(&lines[k]), length_of(&lines[k + 1])));
        for (int i = 0; i < 4; i++) {
            int corner = corner_at(span, &lines[k], i & 1);
            rv_vec3 at = rv_wrap_corner(span->geometry, corner);
            if (corner != corner_at(span, &lines[k + 1], i >> 1)
                || rv_vec3_length(rv_vec3_sub(lines[k].touch[1], at)) > near
                || rv_vec3_length(rv_vec3_sub(lines[k + 1].touch[0], at)) > near)
                continue;
            rv_wrap_line point = rv_wrap_point_line(span, corner);
            point.touch[0] = lines[k].touch[0];
            point.touch[1] = lines[k + 1].touch[1];
            lines[k] = point;
            *count = drop(lines, *count, k + 1);
            return true;
        }
    }
    return false;
}

// lines over whose ends the thread slides become the points there; false: there are none
static bool slide(const rv_wrap_span* span, rv_wrap_line* lines, int count) {
    bool slid = false;
    for (int k = 0; k < count; k++) {
        rv_wrap_line* line = &lines[k];
        double length = length_of(line);
        bool inside = line->place >= -span->same && line->place <= length + span->same;
        if (inside || !has_length(span, line))
            continue;
        int corner = corner_at(span, line, line->place > length ? 1 : 0);
        double radius = line->radius;
        *line = rv_wrap_point_line(span, corner);
        line->radius = radius;
        slid = true;
    }
    return slid;
}

// no bend at all: over a point it lies inside the shape, since the thread has slipped off that end;
// over the line of a capsule it takes more than the whole length
static bool is_lost(const rv_wrap_span* span, const rv_wrap_line* line) {
    if (!rv_wrap_is_point(line)) {
        double length = length_of(line);
        rv_vec3 way = rv_vec3_sub(line->touch[1], line->touch[0]);
        return span->geometry->type == RV_SHAPE_CAPSULE
               && fabs(rv_vec3_dot(way, line->axis)) >= length - span->same;
    }
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(line->touch[0], line->touch[1]), 0.5);
    rv_vec3 arm = rv_vec3_normalize(rv_vec3_sub(middle, line->end[0]));
    rv_convex point = {.core = RV_CORE_POINT, .R = rv_mat3_identity()};
    point.position = rv_vec3_mul_add(line->end[0], line->radius, arm);
    double least = span->geometry->type == RV_SHAPE_CAPSULE ? 0.0 : LEAST_OFF * span->radius;
    return rv_convex_closest_within(&span->shape, &point, span->radius).distance < least;
}

// Between two others a round line that lifts the thread by next to nothing is none: there the rims
// beside it, which hold the thread off as eyes do, would lift it off again and again. -1: there is none.
static int find_idle(const rv_wrap_span* span, const rv_wrap_line* lines, int count) {
    for (int k = 1; k + 1 < count; k++)
        if (lines[k].radius > 2.0 * span->radius
            && lines[k].radius * lines[k].turn * lines[k].turn / 8.0 < IDLE * span->radius)
            return k;
    return -1;
}

// An end within the rim of its edge or corner: the thread begins there, and does not bend over it.
static bool begins_at(const rv_wrap_span* span, const rv_wrap_line* line, rv_vec3 tip) {
    if (line->radius > (1.0 + 1e-6) * span->radius)
        return false;
    double place = rv_vec3_dot(line->axis, rv_vec3_sub(tip, line->end[0]));
    place = fmin(fmax(place, 0.0), length_of(line));
    rv_vec3 foot = rv_vec3_mul_add(line->end[0], place, line->axis);
    return rv_vec3_length(rv_vec3_sub(tip, foot)) < line->radius - span->same;
}

int rv_wrap_settle(const rv_wrap_span* span, rv_wrap_line* lines, int count) {
    for (int round = 0; round < 4 * RV_WRAP_MAX && count > 0; round++) {
        count = unite(span, lines, count);
        relax(span, lines, count);
        int worst = 0;
        for (int k = 0; k < count; k++) {
            bool begins = (k == 0 && begins_at(span, &lines[k], span->tip[0]))
                          || (k == count - 1 && begins_at(span, &lines[k], span->tip[1]));
            if (begins || is_lost(span, &lines[k]))
                lines[k].turn = -RV_PI;
            if (lines[k].turn < lines[worst].turn)
                worst = k;
        }
        if (!(lines[worst].turn > RV_WRAP_TURN_MIN))
            count = drop(lines, count, worst);
        else if (!slide(span, lines, count) && !meet_at_corner(span, lines, &count)) {
            int idle = find_idle(span, lines, count);
            if (idle < 0)
                break;
            count = drop(lines, count, idle);
        }
    }
    return count;
}
