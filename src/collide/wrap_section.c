// The lines that a plane section of a shape tells of. The plane through the thread and the side
// `out` cuts the core of the shape (its edges, middle line or middle point) in points; each,
// swollen by a radius, is a disc of the section. The shortest way round the section is the convex
// hull of the discs and the two ends, walked from one end to the other with the discs on the right
// hand (gift wrapping, Jarvis 1973). Each disc on it is a line that the thread bends over. On the
// side of a cylinder there are many, and they are one line together.
#include "collide/hull.h"
#include "collide/wrap_private.h"

enum { EDGES_MAX = 3 * RV_HULL_CORNERS_MAX, ARC_POINTS = 64 };
enum { DISCS_MAX = EDGES_MAX + 2, FIRST = 0, LAST = 1 }; // the ends of the thread come first

static const double NUDGE = 1e-6; // part of the shape's width that the plane keeps from its sides
static const double ARC_COS = 0.99518472667219693; // of 2 pi / ARC_POINTS
static const double ARC_SIN = 0.098017140329560602;

typedef struct disc {
    double x, y, radius;
    uint32_t feature;
    bool used;
} disc;

// the plane through the thread: x along it, y out, z across
typedef struct section {
    rv_wrap_span* span;
    rv_vec3 origin, x, y, z;
    double length;
    double swell; // of the discs in the plane
    int count;
    disc discs[DISCS_MAX];
} section;

// --- the section ---------------------------------------------------------------------------------

static double height(const section* s, rv_vec3 p) {
    return rv_vec3_dot(s->z, rv_vec3_sub(p, s->origin));
}

static rv_vec3 in_space(const section* s, const disc* d) {
    return rv_vec3_mul_add(rv_vec3_mul_add(s->origin, d->x, s->x), d->y, s->y);
}

static void add_disc(section* s, rv_vec3 p, double radius, uint32_t feature) {
    if (s->count == DISCS_MAX)
        return;
    rv_vec3 arm = rv_vec3_sub(p, s->origin);
    double x = rv_vec3_dot(s->x, arm), y = rv_vec3_dot(s->y, arm);
    s->discs[s->count++] = (disc){x, y, radius, feature, false};
}

static void cut_edges(section* s) {
    const rv_geometry* g = s->span->geometry;
    int count = rv_wrap_edge_count(g);
    for (int k = 0; k < count; k++) {
        int corner[2];
        rv_wrap_edge(g, k, corner);
        rv_vec3 a = rv_wrap_corner(g, corner[0]), b = rv_wrap_corner(g, corner[1]);
        double above = height(s, a), below = height(s, b);
        if ((above >= 0.0) == (below >= 0.0))
            continue;
        double part = above / (above - below);
        add_disc(s, rv_vec3_mul_add(a, part, rv_vec3_sub(b, a)), s->swell, (uint32_t)k);
    }
}

static void cut_sphere(section* s) {
    double radius = s->span->radius + s->span->geometry->radius;
    rv_vec3 middle = rv_wrap_corner(s->span->geometry, 0);
    double off = height(s, middle), squared = radius * radius - off * off;
    if (squared > 0.0)
        add_disc(s, middle, sqrt(squared), RV_WRAP_POINT);
}

// a cylinder: y, z on its side with  n_x x + n_y y + n_z z = c  of the plane
static void cut_cylinder(section* s) {
    double half = s->span->geometry->half_length, radius = s->span->geometry->radius;
    rv_vec3 n = s->z;
    double c = rv_vec3_dot(n, s->origin), across = sqrt(n.y * n.y + n.z * n.z);
    // the rims
    for (int k = 0; k < 2 && across > 0.0; k++) {
        double x = k == 0 ? -half : half, cosine = (c - n.x * x) / (radius * across);
        if (!(fabs(cosine) <= 1.0))
            continue;
        double sine = sqrt(1.0 - cosine * cosine), scale = radius / across;
        for (int sign = -1; sign <= 1; sign += 2) {
            double y = scale * (n.y * cosine - sign * n.z * sine);
            double z = scale * (n.z * cosine + sign * n.y * sine);
            add_disc(s, rv_vec3_make(x, y, z), s->swell, RV_WRAP_RIM + 2 * (uint32_t)k);
        }
    }
    // points of the side; a plane along the axis has none but straight lines between the rims
    double y = radius, z = 0.0;
    for (int k = 0; k < ARC_POINTS && fabs(n.x) > NUDGE; k++) {
        double x = (c - n.y * y - n.z * z) / n.x;
        if (fabs(x) < half)
            add_disc(s, rv_vec3_make(x, y, z), s->swell, RV_WRAP_SIDE);
        double turned = ARC_COS * y - ARC_SIN * z;
        z = ARC_SIN * y + ARC_COS * z;
        y = turned;
    }
}

// an end that is too near to the shape, moved out
static rv_vec3 moved_out(const rv_convex* shape, rv_vec3 end, double radius) {
    rv_convex point = {.core = RV_CORE_POINT, .position = end, .R = rv_mat3_identity()};
    rv_closest c = rv_convex_closest_within(shape, &point, radius);
    return c.distance < radius ? rv_vec3_mul_add(end, radius - c.distance, c.normal) : end;
}

void rv_wrap_move_out(rv_wrap_span* span) {
    for (int k = 0; k < 2; k++)
        span->end[k] = moved_out(&span->shape, span->end[k], span->radius);
}

// the plane, shifted into the core where it misses it; false: there is no such plane, or the thread
// runs past beside the shape
static bool place_plane(section* s, rv_vec3 out) {
    const rv_convex* shape = &s->span->shape;
    rv_vec3 way = rv_vec3_sub(s->span->end[1], s->span->end[0]);
    s->length = rv_vec3_length(way);
    if (!(s->length > s->span->same))
        return false;
    s->x = rv_vec3_scale(way, 1.0 / s->length);
    rv_vec3 side = rv_vec3_mul_add(out, -rv_vec3_dot(out, s->x), s->x);
    s->y = rv_vec3_normalize(side);
    if (!(rv_vec3_length(side) > 1e-6 * rv_vec3_length(out)))
        s->y = rv_vec3_perpendicular(s->x);
    s->z = rv_vec3_cross(s->x, s->y);
    // a little inside the outermost corner, so that the plane cuts edges and not corners
    double lower = rv_vec3_dot(s->z, rv_convex_support(shape, rv_vec3_neg(s->z), NULL));
    double upper = rv_vec3_dot(s->z, rv_convex_support(shape, s->z, NULL));
    double offset = rv_vec3_dot(s->z, s->span->end[0]), nudge = NUDGE * (upper - lower);
    double shift = fmin(fmax(offset, lower + nudge), upper - nudge) - offset;
    double radius = s->span->radius + rv_wrap_round(s->span->geometry);
    s->span->across = rv_vec3_neg(s->z);
    s->origin = rv_vec3_mul_add(s->span->end[0], shift, s->z);
    s->swell = sqrt(fmax(radius * radius - shift * shift, 0.0));
    return fabs(shift) < fmax(radius, 2.0 * nudge);
}

static void cut(section* s) {
    s->count = 0;
    add_disc(s, s->origin, 0.0, 0);
    add_disc(s, rv_vec3_mul_add(s->origin, s->length, s->x), 0.0, 0);
    rv_shape_type type = s->span->geometry->type;
    if (type == RV_SHAPE_CYLINDER)
        cut_cylinder(s);
    else if (type == RV_SHAPE_SPHERE)
        cut_sphere(s);
    else
        cut_edges(s);
}

// --- the way round the discs ---------------------------------------------------------------------

// discs in the order of the way, the ends not among them
typedef struct chain {
    int count, disc[DISCS_MAX];
    double turn; // in all
} chain;

// the direction of the straight line that leaves a and comes to b with both on its right
static double heading(const disc* a, const disc* b) {
    double x = b->x - a->x, y = b->y - a->y, distance = sqrt(x * x + y * y);
    double sine = distance > 0.0 ? (b->radius - a->radius) / distance : 0.0;
    sine = fmin(fmax(sine, -1.0), 1.0);
    return rv_atan2(y, x) + rv_atan2(sine, sqrt(1.0 - sine * sine));
}

static double distance_between(const disc* a, const disc* b) {
    double x = b->x - a->x, y = b->y - a->y;
    return sqrt(x * x + y * y);
}

// two edges that are cut in one point: that is the corner they share
static void merge(const section* s, disc* into, const disc* other) {
    if (!rv_wrap_has_corners(s->span->geometry) || into->feature >= RV_WRAP_POINT)
        return;
    int a[2], b[2];
    rv_wrap_edge(s->span->geometry, (int)into->feature, a);
    rv_wrap_edge(s->span->geometry, (int)other->feature, b);
    for (int i = 0; i < 2; i++)
        if (a[i] == b[0] || a[i] == b[1])
            into->feature = RV_WRAP_POINT | (uint32_t)a[i];
}

// the disc that the way comes to next, and the clockwise turn to it, in [0, 2 pi)
static int next_disc(section* s, int from, double way, double* least) {
    disc* a = &s->discs[from];
    int best = LAST;
    *least = INFINITY;
    for (int k = LAST; k < s->count; k++) {
        disc* b = &s->discs[k];
        if (b->used || k == from)
            continue;
        double apart = distance_between(a, b);
        if (k != LAST && from != FIRST
            && apart <= s->span->same + fmax(a->radius - b->radius, 0.0)) {
            b->used = true;
            if (apart <= s->span->same)
                merge(s, a, b);
            continue;
        }
        double turn = way - heading(a, b);
        while (turn < -RV_WRAP_TURN_MIN)
            turn += 2.0 * RV_PI;
        while (turn >= 2.0 * RV_PI - RV_WRAP_TURN_MIN)
            turn -= 2.0 * RV_PI;
        // what lies on the way to another is no bend; past the end nothing is
        bool farther = best != LAST && apart > distance_between(a, &s->discs[best]);
        if (turn < *least - RV_WRAP_TURN_MIN || (turn < *least + RV_WRAP_TURN_MIN && farther)) {
            *least = turn;
            best = k;
        }
    }
    return best;
}

static void walk(section* s, chain* way) {
    // as seen from the first end, the discs lie within less than half a turn round their middle
    double x = 0.0, y = 0.0, turn;
    for (int k = 2; k < s->count; k++) {
        x += s->discs[k].x;
        y += s->discs[k].y;
    }
    way->count = 0;
    way->turn = 0.0;
    double direction = rv_atan2(y, x) + RV_PI;
    int at = next_disc(s, FIRST, direction, &turn);
    direction -= turn;
    while (at != LAST && way->count < s->count) {
        s->discs[at].used = true;
        way->disc[way->count++] = at;
        int next = next_disc(s, at, direction, &turn);
        way->turn += turn;
        direction -= turn;
        at = next;
    }
}

// for a thread that comes too near though the section is free: the disc that rises most
static void take_highest(const section* s, chain* way) {
    int best = 2;
    for (int k = 3; k < s->count; k++)
        if (s->discs[k].y + s->discs[k].radius > s->discs[best].y + s->discs[best].radius)
            best = k;
    way->count = s->count > 2 ? 1 : 0;
    way->disc[0] = best;
}

// the bends that reach least above the straight line between their neighbours go
static void thin_out(const section* s, chain* way, int most) {
    while (way->count > most) {
        int least = 0;
        double lowest = INFINITY;
        for (int k = 0; k < way->count; k++) {
            const disc* a = &s->discs[k > 0 ? way->disc[k - 1] : FIRST];
            const disc* b = &s->discs[way->disc[k]];
            const disc* c = &s->discs[k + 1 < way->count ? way->disc[k + 1] : LAST];
            double rise = ((c->x - a->x) * (b->y - a->y) - (c->y - a->y) * (b->x - a->x))
                          / fmax(distance_between(a, c), s->span->same);
            if (rise < lowest) {
                lowest = rise;
                least = k;
            }
        }
        way->count--;
        for (int k = least; k < way->count; k++)
            way->disc[k] = way->disc[k + 1];
    }
}

// --- from discs to lines -------------------------------------------------------------------------

// the line from a to b or from b to a: the thread, `across` being the axis of its turn, decides
static rv_wrap_line line_between(rv_vec3 a, rv_vec3 b, rv_vec3 across, rv_vec3 at) {
    rv_wrap_line line = {.end = {a, b}};
    line.axis = rv_vec3_normalize(rv_vec3_sub(b, a));
    if (rv_vec3_dot(line.axis, across) < 0.0) {
        line.end[0] = b;
        line.end[1] = a;
        line.axis = rv_vec3_neg(line.axis);
    }
    line.place = rv_vec3_dot(line.axis, rv_vec3_sub(at, line.end[0]));
    return line;
}

static rv_wrap_line edge_line(const section* s, const disc* d) {
    const rv_geometry* g = s->span->geometry;
    if (d->feature >= RV_WRAP_POINT)
        return rv_wrap_point_line(s->span, (int)(d->feature - RV_WRAP_POINT));
    int corner[2];
    rv_wrap_edge(g, (int)d->feature, corner);
    rv_wrap_line line = line_between(rv_wrap_corner(g, corner[0]), rv_wrap_corner(g, corner[1]),
                                     s->span->across, in_space(s, d));
    line.radius = s->span->radius;
    line.feature = d->feature;
    return line;
}

static rv_wrap_line side_line(const section* s, rv_vec3 at, rv_vec3 way) {
    // right-handed: the thread moves along axis x normal
    rv_vec3 normal = rv_vec3_make(0.0, at.y, at.z);
    const rv_geometry* g = s->span->geometry;
    rv_wrap_line line =
        line_between(rv_wrap_corner(g, 0), rv_wrap_corner(g, 1), rv_vec3_cross(normal, way), at);
    line.radius = s->span->radius + g->radius;
    line.feature = RV_WRAP_SIDE;
    return line;
}

// the tangent where the thread crosses a rim, as far as it leaves the rim by a part of the thread
static rv_wrap_line rim_line(const section* s, const disc* d, rv_vec3 way) {
    rv_vec3 at = in_space(s, d), outward = {0.0, at.y, at.z};
    rv_vec3 tangent = rv_vec3_normalize(rv_vec3_make(0.0, -at.z, at.y));
    double radius = s->span->geometry->radius;
    double half = fmin(fmax(sqrt(0.5 * s->span->radius * radius), 0.01 * radius), radius);
    rv_wrap_line line = line_between(rv_vec3_mul_add(at, -half, tangent),
                                     rv_vec3_mul_add(at, half, tangent), s->span->across, at);
    line.radius = s->span->radius;
    line.feature = d->feature + (rv_vec3_dot(way, outward) > 0.0 ? 1u : 0u);
    return line;
}

// true if the thread comes to a rim from beyond the flat end, or goes there
static bool bends_over_rim(const section* s, rv_vec3 before, const disc* d, rv_vec3 after) {
    if (d->feature < RV_WRAP_RIM)
        return false;
    double sign = d->feature < RV_WRAP_RIM + 2 ? -1.0 : 1.0;
    double end = s->span->geometry->half_length - s->span->same;
    return sign * before.x >= end || sign * after.x >= end;
}

// where the relaxation starts: above the disc
static void start_at(const section* s, const disc* d, rv_wrap_line* line) {
    line->touch[0] = rv_vec3_mul_add(in_space(s, d), d->radius, s->y);
    line->touch[1] = line->touch[0];
}

// of a cylinder: what lies on the side in one piece is one line
static int cylinder_lines(const section* s, const chain* way, rv_wrap_line lines[RV_WRAP_MAX]) {
    int count = 0;
    bool on_side = false;
    for (int k = 0; k < way->count && count < RV_WRAP_MAX; k++) {
        const disc* d = &s->discs[way->disc[k]];
        rv_vec3 before = in_space(s, &s->discs[k > 0 ? way->disc[k - 1] : FIRST]);
        rv_vec3 after = in_space(s, &s->discs[k + 1 < way->count ? way->disc[k + 1] : LAST]);
        rv_vec3 along = rv_vec3_sub(after, before);
        bool rim = bends_over_rim(s, before, d, after);
        if (rim)
            lines[count++] = rim_line(s, d, along);
        else if (!on_side)
            lines[count++] = side_line(s, in_space(s, d), along);
        if (rim || !on_side)
            start_at(s, d, &lines[count - 1]);
        on_side = !rim;
    }
    return count;
}

static int lines_of(const section* s, chain* way, rv_wrap_line lines[RV_WRAP_MAX]) {
    if (s->span->geometry->type == RV_SHAPE_CYLINDER)
        return cylinder_lines(s, way, lines);
    thin_out(s, way, RV_WRAP_MAX);
    for (int k = 0; k < way->count; k++) {
        lines[k] = edge_line(s, &s->discs[way->disc[k]]);
        start_at(s, &s->discs[way->disc[k]], &lines[k]);
    }
    return way->count;
}

int rv_wrap_first(rv_wrap_span* span, rv_vec3 out, rv_closest* gap,
                  rv_wrap_line lines[RV_WRAP_MAX]) {
    section s;
    s.span = span;
    rv_wrap_move_out(span);
    *gap = rv_wrap_gap(span, span->end[0], span->end[1], INFINITY);
    if (!place_plane(&s, out))
        return 0;
    cut(&s);
    chain way;
    walk(&s, &way);
    bool bends = way.count > 0 && way.turn > RV_WRAP_TURN_MIN;
    if (gap->distance >= span->radius - 1e-3 * span->same) {
        if (!bends || way.turn >= RV_PI)
            return 0;
    } else if (!bends) {
        take_highest(&s, &way);
    }
    return lines_of(&s, &way, lines);
}
