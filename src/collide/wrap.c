// The lines of a convex shape that a taut thread bends over. The plane through the thread and the
// side `out` cuts the core of the shape (its edges, middle line or middle point) in points; each,
// swollen by a radius, is a disc of the section. The shortest way round the section is the convex
// hull of the discs and the two ends, walked from one end to the other with the discs on the right
// hand (gift wrapping, Jarvis 1973). Each disc on it is a line that the thread bends over. Then the
// bends are relaxed along their lines: unrolled, the way round a line is straight,
//   place = z_a + (z_b - z_a) (s_a + r turn / 2) / (s_a + r turn + s_b)
// with the heights z along the line and the tangent lengths s of the neighbours a, b.
#include "collide/wrap.h"
#include "collide/hull.h"

enum {
    EDGES_MAX = 3 * RV_HULL_CORNERS_MAX,
    ARC_POINTS = 64,
    SWEEPS_MAX = 32,
    BOX_EDGES = 12,
    MENDS_MAX = 8
};
enum { DISCS_MAX = EDGES_MAX + 2, FIRST = 0, LAST = 1 }; // the ends of the thread come first

static const double TURN_MIN = 1e-9; // bends of less are none [rad]
static const double SAME = 1e-6;     // parts of the shape's reach that count as nothing
static const uint32_t SIDE = 0;      // features of a cylinder: its side,
static const uint32_t RIM = 1;       // and its rims: + 2 at the far end, + 1 on the way off it
static const double ARC_COS = 0.99518472667219693; // of 2 pi / ARC_POINTS
static const double ARC_SIN = 0.098017140329560602;

typedef struct disc {
    double x, y, radius;
    uint32_t feature;
    bool used;
} disc;

// the plane through the thread, in the frame of the shape: x along the thread, y out, z across
typedef struct section {
    const rv_geometry* geometry;
    rv_convex shape;
    rv_vec3 end[2], origin, x, y, z;
    double length;
    double radius; // of the thread
    double swell;  // of the discs in the plane
    double same;
    bool balls; // of a capsule: the ends count, not the line between them
    int count;
    disc discs[DISCS_MAX];
} section;

// --- the lines of a shape ------------------------------------------------------------------------

// corners and round ends; of a sphere its middle
static rv_vec3 corner_of(const rv_geometry* g, int corner) {
    if (g->type == RV_SHAPE_HULL)
        return g->hull->corners.data[corner];
    if (g->type == RV_SHAPE_BOX)
        return rv_vec3_make(corner & 1 ? g->half_extents.x : -g->half_extents.x,
                            corner & 2 ? g->half_extents.y : -g->half_extents.y,
                            corner & 4 ? g->half_extents.z : -g->half_extents.z);
    double half = g->type == RV_SHAPE_SPHERE ? 0.0 : g->half_length;
    return rv_vec3_make(corner & 1 ? half : -half, 0.0, 0.0);
}

static int edge_count(const rv_geometry* g) {
    if (g->type == RV_SHAPE_HULL)
        return g->hull->edges.count / 2;
    return g->type == RV_SHAPE_BOX ? BOX_EDGES : 1;
}

static void edge_corners(const rv_geometry* g, int edge, int corner[2]) {
    corner[0] = 0;
    corner[1] = 1;
    if (g->type == RV_SHAPE_HULL) {
        corner[0] = g->hull->edges.data[2 * edge];
        corner[1] = g->hull->edges.data[2 * edge + 1];
    } else if (g->type == RV_SHAPE_BOX) {
        // four along each axis
        int axis = edge / 4, second = (axis + 1) % 3, third = (axis + 2) % 3;
        corner[0] = (edge & 1) << second | (edge >> 1 & 1) << third;
        corner[1] = corner[0] | 1 << axis;
    }
}

static double round_radius(const rv_geometry* g) {
    bool is_round = g->type == RV_SHAPE_SPHERE || g->type == RV_SHAPE_CAPSULE;
    return is_round ? g->radius : 0.0;
}

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
    int count = edge_count(s->geometry);
    for (int k = 0; k < count; k++) {
        int corner[2];
        edge_corners(s->geometry, k, corner);
        rv_vec3 a = corner_of(s->geometry, corner[0]), b = corner_of(s->geometry, corner[1]);
        double above = height(s, a), below = height(s, b);
        if ((above >= 0.0) == (below >= 0.0))
            continue;
        double part = above / (above - below);
        add_disc(s, rv_vec3_mul_add(a, part, rv_vec3_sub(b, a)), s->swell, (uint32_t)k);
    }
}

// the balls at the ends of a capsule, or the one of a sphere, cut in discs of their own
static void cut_balls(section* s) {
    double radius = s->radius + s->geometry->radius;
    int count = s->geometry->type == RV_SHAPE_SPHERE ? 1 : 2;
    for (int k = 0; k < count; k++) {
        rv_vec3 middle = corner_of(s->geometry, k);
        double off = height(s, middle), squared = radius * radius - off * off;
        if (squared > 0.0)
            add_disc(s, middle, sqrt(squared), RV_WRAP_POINT | (uint32_t)k);
    }
}

// a cylinder: y, z on its side with  n_x x + n_y y + n_z z = c  of the plane
static void cut_cylinder(section* s) {
    double half = s->geometry->half_length, radius = s->geometry->radius;
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
            add_disc(s, rv_vec3_make(x, y, z), s->swell, RIM + 2 * (uint32_t)k);
        }
    }
    // points of the side; a plane along the axis has none but straight lines between the rims
    double y = radius, z = 0.0;
    for (int k = 0; k < ARC_POINTS && fabs(n.x) > SAME; k++) {
        double x = (c - n.y * y - n.z * z) / n.x;
        if (fabs(x) < half)
            add_disc(s, rv_vec3_make(x, y, z), s->swell, SIDE);
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

// the plane, shifted into the core where it misses it; false: there is no such plane, or the thread
// runs past beside the shape
static bool place_plane(section* s, rv_vec3 out) {
    const rv_convex* shape = &s->shape;
    for (int k = 0; k < 2; k++)
        s->end[k] = moved_out(shape, s->end[k], s->radius);
    rv_vec3 way = rv_vec3_sub(s->end[1], s->end[0]);
    s->length = rv_vec3_length(way);
    if (!(s->length > s->same))
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
    double offset = rv_vec3_dot(s->z, s->end[0]), nudge = SAME * (upper - lower);
    double shift = fmin(fmax(offset, lower + nudge), upper - nudge) - offset;
    double radius = s->radius + round_radius(s->geometry);
    s->origin = rv_vec3_mul_add(s->end[0], shift, s->z);
    s->swell = sqrt(fmax(radius * radius - shift * shift, 0.0));
    return fabs(shift) < radius || (fabs(shift) <= 2.0 * nudge && radius == 0.0);
}

static void cut(section* s) {
    s->count = 0;
    add_disc(s, s->origin, 0.0, 0);
    add_disc(s, rv_vec3_mul_add(s->origin, s->length, s->x), 0.0, 0);
    rv_shape_type type = s->geometry->type;
    if (type == RV_SHAPE_CYLINDER)
        cut_cylinder(s);
    else if (type == RV_SHAPE_SPHERE || s->balls)
        cut_balls(s);
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
    rv_shape_type type = s->geometry->type;
    bool edges = type == RV_SHAPE_BOX || type == RV_SHAPE_HULL;
    if (!edges || into->feature >= RV_WRAP_POINT)
        return;
    int a[2], b[2];
    edge_corners(s->geometry, (int)into->feature, a);
    edge_corners(s->geometry, (int)other->feature, b);
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
        if (k != LAST && from != FIRST && apart <= s->same + fmax(a->radius - b->radius, 0.0)) {
            b->used = true;
            if (apart <= s->same)
                merge(s, a, b);
            continue;
        }
        double turn = way - heading(a, b);
        while (turn < -TURN_MIN)
            turn += 2.0 * RV_PI;
        while (turn >= 2.0 * RV_PI - TURN_MIN)
            turn -= 2.0 * RV_PI;
        bool farther = apart > distance_between(a, &s->discs[best]);
        if (turn < *least - TURN_MIN || (turn < *least + TURN_MIN && farther)) {
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
                          / fmax(distance_between(a, c), s->same);
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

static rv_wrap_line point_line(const section* s, rv_vec3 at, uint32_t feature) {
    return (rv_wrap_line){.end = {at, at},
                          .radius = s->radius + round_radius(s->geometry),
                          .axis = rv_vec3_neg(s->z),
                          .feature = feature};
}

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
    const rv_geometry* g = s->geometry;
    if (d->feature >= RV_WRAP_POINT)
        return point_line(s, corner_of(g, (int)(d->feature - RV_WRAP_POINT)), d->feature);
    int corner[2];
    edge_corners(g, (int)d->feature, corner);
    rv_wrap_line line = line_between(corner_of(g, corner[0]), corner_of(g, corner[1]),
                                     rv_vec3_neg(s->z), in_space(s, d));
    line.radius = s->radius + round_radius(g);
    line.feature = d->feature;
    return line;
}

static rv_wrap_line side_line(const section* s, rv_vec3 at, rv_vec3 way) {
    // right-handed: the thread moves along axis x normal
    rv_vec3 normal = rv_vec3_make(0.0, at.y, at.z);
    rv_wrap_line line = line_between(corner_of(s->geometry, 0), corner_of(s->geometry, 1),
                                     rv_vec3_cross(normal, way), at);
    line.radius = s->radius + s->geometry->radius;
    line.feature = SIDE;
    return line;
}

// the tangent where the thread crosses a rim, as far as it leaves the rim by a part of the thread
static rv_wrap_line rim_line(const section* s, const disc* d, rv_vec3 way) {
    rv_vec3 at = in_space(s, d), outward = {0.0, at.y, at.z};
    rv_vec3 tangent = rv_vec3_normalize(rv_vec3_make(0.0, -at.z, at.y));
    double radius = s->geometry->radius;
    double half = fmin(fmax(sqrt(0.5 * s->radius * radius), 0.01 * radius), radius);
    rv_wrap_line line = line_between(rv_vec3_mul_add(at, -half, tangent),
                                     rv_vec3_mul_add(at, half, tangent), rv_vec3_neg(s->z), at);
    line.radius = s->radius;
    line.feature = d->feature + (rv_vec3_dot(way, outward) > 0.0 ? 1u : 0u);
    return line;
}

// true if the thread comes to a rim from beyond the flat end, or goes there
static bool bends_over_rim(const section* s, rv_vec3 before, const disc* d, rv_vec3 after) {
    if (d->feature < RIM)
        return false;
    double sign = d->feature < RIM + 2 ? -1.0 : 1.0, end = s->geometry->half_length - s->same;
    return sign * before.x >= end || sign * after.x >= end;
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
        on_side = !rim;
    }
    return count;
}

static int lines_of(const section* s, chain* way, rv_wrap_line lines[RV_WRAP_MAX]) {
    if (s->geometry->type == RV_SHAPE_CYLINDER)
        return cylinder_lines(s, way, lines);
    thin_out(s, way, RV_WRAP_MAX);
    for (int k = 0; k < way->count; k++)
        lines[k] = edge_line(s, &s->discs[way->disc[k]]);
    return way->count;
}

// --- relaxing ------------------------------------------------------------------------------------

static bool is_point(const rv_wrap_line* line) {
    return line->feature >= RV_WRAP_POINT;
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
    double length = rv_vec3_length(rv_vec3_sub(line->end[1], line->end[0]));
    place = fmin(fmax(place, 0.0), length);
    rv_vec3 foot = rv_vec3_mul_add(line->end[0], place, line->axis);
    return rv_vec3_mul_add(foot, line->radius, normal);
}

// places the bend between its neighbours a and b
static void relax_one(rv_wrap_line* line, rv_vec3 a, rv_vec3 b) {
    if (is_point(line))
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
    line->place = is_point(line) ? 0.0 : z_a + slope * (s_a + 0.5 * arc);
    line->touch[0] = on_line(line, line->place - 0.5 * slope * arc, n_a);
    line->touch[1] = on_line(line, line->place + 0.5 * slope * arc, n_b);
}

static void relax(const section* s, rv_wrap_line* lines, int count) {
    for (int k = 0; k < count; k++) {
        rv_wrap_line* line = &lines[k];
        line->touch[0] = rv_vec3_mul_add(line->end[0], line->place, line->axis);
        line->touch[1] = line->touch[0];
    }
    int sweeps = count > 1 ? SWEEPS_MAX : 1;
    double moved = INFINITY;
    for (int sweep = 0; sweep < sweeps && moved > 1e-3 * s->same; sweep++) {
        moved = 0.0;
        for (int k = 0; k < count; k++) {
            rv_vec3 before = k > 0 ? lines[k - 1].touch[1] : s->end[0];
            rv_vec3 after = k + 1 < count ? lines[k + 1].touch[0] : s->end[1];
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
static int corner_at(const section* s, const rv_wrap_line* line, int end) {
    int corner[2];
    edge_corners(s->geometry, (int)line->feature, corner);
    rv_vec3 first = corner_of(s->geometry, corner[0]), at = line->end[end];
    bool is_first = first.x == at.x && first.y == at.y && first.z == at.z;
    return corner[is_first ? 0 : 1];
}

static bool has_length(const section* s, const rv_wrap_line* line) {
    bool rim = s->geometry->type == RV_SHAPE_CYLINDER && line->feature != SIDE;
    return !is_point(line) && !rim;
}

// true if the second is the first again, or the point at an end of it
static bool is_part_of(const section* s, const rv_wrap_line* line, const rv_wrap_line* other) {
    if (line->feature == other->feature)
        return true;
    if (!has_length(s, line) || !is_point(other))
        return false;
    uint32_t corner = other->feature - RV_WRAP_POINT;
    return corner == (uint32_t)corner_at(s, line, 0) || corner == (uint32_t)corner_at(s, line, 1);
}

// one after the other on the way, a line and its end are one bend: that over the end
static int unite(const section* s, rv_wrap_line* lines, int count) {
    for (int k = 0; k + 1 < count;) {
        if (is_part_of(s, &lines[k], &lines[k + 1]))
            count = drop(lines, count, k);
        else if (is_part_of(s, &lines[k + 1], &lines[k]))
            count = drop(lines, count, k + 1);
        else
            k++;
    }
    return count;
}

// lines over whose ends the thread slides become the points there; false: there are none
static bool slide(const section* s, rv_wrap_line* lines, int count) {
    bool slid = false;
    for (int k = 0; k < count; k++) {
        rv_wrap_line* line = &lines[k];
        double length = rv_vec3_length(rv_vec3_sub(line->end[1], line->end[0]));
        bool inside = line->place >= -s->same && line->place <= length + s->same;
        if (inside || !has_length(s, line))
            continue;
        int corner = corner_at(s, line, line->place > length ? 1 : 0);
        double radius = line->radius;
        *line = point_line(s, corner_of(s->geometry, corner), RV_WRAP_POINT | (uint32_t)corner);
        line->radius = radius;
        slid = true;
    }
    return slid;
}

// the bend over a point lies inside the shape: the thread has slipped off that end
static bool is_lost(const section* s, const rv_wrap_line* line) {
    if (!is_point(line))
        return false;
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(line->touch[0], line->touch[1]), 0.5);
    rv_vec3 arm = rv_vec3_normalize(rv_vec3_sub(middle, line->end[0]));
    rv_convex point = {.core = RV_CORE_POINT, .R = rv_mat3_identity()};
    point.position = rv_vec3_mul_add(line->end[0], line->radius, arm);
    return rv_convex_closest_within(&s->shape, &point, s->radius).distance < 0.0;
}

// relaxes until every line bends the thread and it slides off none
static int settle(const section* s, rv_wrap_line* lines, int count) {
    for (int round = 0; round < 4 * RV_WRAP_MAX && count > 0; round++) {
        count = unite(s, lines, count);
        relax(s, lines, count);
        int worst = 0;
        for (int k = 0; k < count; k++) {
            if (is_lost(s, &lines[k]))
                lines[k].turn = -RV_PI;
            if (lines[k].turn < lines[worst].turn)
                worst = k;
        }
        if (!(lines[worst].turn > TURN_MIN))
            count = drop(lines, count, worst);
        else if (!slide(s, lines, count))
            break;
    }
    return count;
}

// --- all of it -----------------------------------------------------------------------------------

// of a straight piece of the way and the shape
static rv_closest gap_of(const rv_convex* shape, rv_vec3 from, rv_vec3 to, double within) {
    rv_vec3 way = rv_vec3_sub(to, from);
    double length = rv_vec3_length(way);
    if (!(length > 0.0))
        return (rv_closest){.distance = INFINITY};
    rv_vec3 unit = rv_vec3_scale(way, 1.0 / length);
    rv_convex thread = {.core = RV_CORE_SEGMENT,
                        .position = rv_vec3_mul_add(from, 0.5, way),
                        .half_length = 0.5 * length,
                        .R = rv_quat_to_mat3(rv_quat_from_x_axis(unit))};
    return rv_convex_closest_within(shape, &thread, within);
}

// the lines on the side out, not relaxed; `gap`: of the straight line
static int first_lines(section* s, rv_vec3 out, rv_closest* gap, rv_wrap_line lines[RV_WRAP_MAX]) {
    *gap = (rv_closest){.distance = INFINITY};
    if (!place_plane(s, out))
        return 0;
    *gap = gap_of(&s->shape, s->end[0], s->end[1], s->radius);
    cut(s);
    chain way;
    walk(s, &way);
    bool bends = way.count > 0 && way.turn > TURN_MIN;
    if (gap->distance >= s->radius - 1e-3 * s->same) {
        if (!bends || way.turn >= RV_PI)
            return 0;
    } else if (!bends) {
        take_highest(s, &way);
    }
    return lines_of(s, &way, lines);
}

// a piece of the way from one bend to the next that cuts the shape gets lines of its own; false:
// there is none, or no room
static bool mend(const section* s, rv_wrap_line* lines, int* count) {
    double part = s->geometry->type == RV_SHAPE_CYLINDER ? 0.5 : 0.01;
    double least = s->radius - part * s->radius - s->same;
    section piece;
    piece.geometry = s->geometry;
    piece.shape = s->shape;
    piece.radius = s->radius;
    piece.same = s->same;
    piece.balls = s->geometry->type == RV_SHAPE_CAPSULE;
    for (int k = 0; k <= *count; k++) {
        piece.end[0] = k > 0 ? lines[k - 1].touch[1] : s->end[0];
        piece.end[1] = k < *count ? lines[k].touch[0] : s->end[1];
        rv_closest gap = gap_of(&s->shape, piece.end[0], piece.end[1], least);
        if (gap.distance >= least)
            continue;
        rv_wrap_line more[RV_WRAP_MAX];
        int found = first_lines(&piece, gap.normal, &gap, more);
        if (found == 0 || *count + found > RV_WRAP_MAX)
            continue;
        for (int i = *count - 1; i >= k; i--)
            lines[i + found] = lines[i];
        for (int i = 0; i < found; i++)
            lines[k + i] = more[i];
        *count += found;
        return true;
    }
    return false;
}

static int find_lines(section* s, rv_vec3 out, rv_closest* gap, rv_wrap_line lines[RV_WRAP_MAX]) {
    int count = settle(s, lines, first_lines(s, out, gap, lines));
    for (int round = 0; round < MENDS_MAX && count > 0; round++) {
        if (!mend(s, lines, &count))
            break;
        count = settle(s, lines, count);
    }
    return count;
}

int rv_wrap_find(const rv_placed* shape, const rv_vec3 end[2], double radius, rv_vec3 out,
                 rv_wrap_line lines[RV_WRAP_MAX]) {
    if (!rv_shape_is_convex(shape->geometry->type))
        return 0;
    rv_placed local = {shape->geometry, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity()};
    section s;
    s.shape = rv_convex_of(&local);
    s.geometry = shape->geometry;
    s.radius = radius;
    s.same = SAME * rv_geometry_reach(shape->geometry);
    for (int k = 0; k < 2; k++)
        s.end[k] = rv_placed_to_local(shape, end[k]);
    // a thread that slips off on that side, but is not free: the shortest way out is another side
    rv_vec3 side = rv_mat3_apply_transpose(shape->R, out);
    bool capsule = shape->geometry->type == RV_SHAPE_CAPSULE;
    int count = 0, tries = capsule ? 4 : 2;
    for (int k = 0; k < tries && count == 0; k++) {
        rv_closest gap;
        s.balls = capsule && k % 2 == 1;
        count = find_lines(&s, side, &gap, lines);
        if (gap.distance >= radius - 1e-3 * s.same)
            break;
        if (k + 1 == tries / 2)
            side = gap.normal;
    }
    return count;
}
