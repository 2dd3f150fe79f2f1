// Contact points of two convex things. The closest points give the normal n and the distance. Then
//   face on something: of both the face that looks along n; the one that parts them better is
//     the reference. The other thing's face, or line, that looks against it is cut off at the sides
//     of the reference face (Sutherland, Hodgman 1974), and each corner left has its own gap along
//     the normal of the reference face
//   line on line: two nearly parallel capsules or lying cylinders touch at both ends of what lies
//     side by side
//   else the closest points alone.
// Points of faces and lines stand for the closest points only if they are as near: the least gap
// differs from the distance d by no more than NEAR |d| + NEAR_SIZE size, else it is one point.
// All is relative to the position of a.
#include "collide/hull.h"
#include "collide/segment.h"
#include "collide/touch.h"

enum {
    FACE_CORNERS_MAX = RV_HULL_FACE_CORNERS_MAX,
    CUT_CORNERS_MAX = 2 * FACE_CORNERS_MAX,
    RIM_CORNERS = 8, // of the end of a cylinder, as a face
    RIM_LOWEST = 15, // the number of the point of a rim that is nearest to the reference
};

#define RIM_DIAGONAL 0.70710678118654752440 // sqrt(1/2)

static const double LOOKS_ALONG = 0.98;  // cosine: a face that may be touched by something flat
static const double JUST_TOUCHES = 1e-7; // of the smaller thing: closer than closest points tell
static const double NEAR = 0.02;         // see above
static const double NEAR_SIZE = 1e-4;    // of the smaller thing
static const double FIRST_FACE = 1e-5; // so much, of the smaller thing, a face of b must be better
static const double ON_SIDE = 1e-7;    // this far outside of a side is still inside
static const double LIES = 0.2;        // cosine: the axis of a capsule across the normal
static const double STANDS = 0.7;      // cosine: the axis of a cylinder that touches with its end
static const double LOWER = 1e-6;      // of the radius: the lowest point of a rim counts
static const double LINES_PARALLEL = 0.1; // sine between lines that touch along their length

// one of the two things
typedef struct side {
    const rv_convex* convex;
    rv_vec3 at; // its position, from that of a
    uint32_t number;
} side;

typedef struct face {
    int index;
    rv_vec3 normal;
    double offset;
} face;

// a face or, with two corners, a line
typedef struct outline {
    int count;
    rv_vec3 point[FACE_CORNERS_MAX];
    uint32_t id[FACE_CORNERS_MAX]; // of the corners
} outline;

// a corner of the part of an outline that is left
typedef struct cut_corner {
    rv_vec3 point;
    uint32_t id;   // of the corner; of a new one it is made of the edges that meet there
    uint32_t edge; // the edge, or the side of the reference, from here to the next corner
    int side;      // which side of the reference that is, or -1
} cut_corner;

typedef struct cut {
    int count;
    cut_corner corner[CUT_CORNERS_MAX];
} cut;

static uint32_t mix(uint32_t a, uint32_t b) {
    uint32_t x = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca77u;
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    return x ^ x >> 13;
}

static uint32_t corner_id(const side* s, int corner) {
    return s->number << 16 | (uint32_t)(corner + 1);
}

static uint32_t edge_id(uint32_t a, uint32_t b) {
    return a < b ? mix(a, b) : mix(b, a);
}

// --- faces ---------------------------------------------------------------------------------------

static face face_of_box(const side* s, rv_vec3 n) {
    rv_vec3 d = rv_mat3_apply_transpose(s->convex->R, n);
    double x[3] = {fabs(d.x), fabs(d.y), fabs(d.z)};
    int k = x[1] > x[0] ? 1 : 0;
    k = x[2] > x[k] ? 2 : k;
    const double along[3] = {d.x, d.y, d.z};
    const double half[3] = {s->convex->half_extents.x, s->convex->half_extents.y,
                            s->convex->half_extents.z};
    rv_vec3 axis = rv_mat3_column(s->convex->R, k);
    bool back = along[k] < 0.0;
    rv_vec3 normal = back ? rv_vec3_neg(axis) : axis;
    return (face){2 * k + back, normal, rv_vec3_dot(normal, s->at) + half[k]};
}

static face face_of_hull(const side* s, rv_vec3 n) {
    const rv_hull* hull = s->convex->hull;
    rv_vec3 d = rv_mat3_apply_transpose(s->convex->R, n);
    int best = 0;
    double most = -INFINITY;
    for (int f = 0; f < hull->faces.count; f++) {
        double along = rv_vec3_dot(hull->faces.data[f].normal, d);
        if (along > most) {
            most = along;
            best = f;
        }
    }
    rv_vec3 normal = rv_mat3_apply(s->convex->R, hull->faces.data[best].normal);
    return (face){best, normal, hull->faces.data[best].offset + rv_vec3_dot(normal, s->at)};
}

// the face that looks most along n; of a cylinder an end. False: it has no faces
static bool face_along(const side* s, rv_vec3 n, face* out) {
    const rv_convex* c = s->convex;
    if (c->core == RV_CORE_BOX) {
        *out = face_of_box(s, n);
    } else if (c->core == RV_CORE_HULL) {
        *out = face_of_hull(s, n);
    } else if (c->core == RV_CORE_CYLINDER) {
        rv_vec3 u = rv_mat3_column(c->R, 0);
        bool back = rv_vec3_dot(u, n) < 0.0;
        u = back ? rv_vec3_neg(u) : u;
        *out = (face){back, u, rv_vec3_dot(u, s->at) + c->half_length};
    } else if (c->core == RV_CORE_TRIANGLE) {
        rv_vec3 e1 = rv_vec3_sub(c->corner[1], c->corner[0]);
        rv_vec3 e2 = rv_vec3_sub(c->corner[2], c->corner[0]);
        rv_vec3 normal = rv_vec3_normalize(rv_vec3_cross(e1, e2));
        bool back = rv_vec3_dot(normal, n) < 0.0;
        normal = back ? rv_vec3_neg(normal) : normal;
        *out = (face){back, normal, rv_vec3_dot(normal, s->at)};
    } else {
        return false;
    }
    return true;
}

static void add_corner(outline* o, rv_vec3 p, uint32_t id) {
    o->point[o->count] = p;
    o->id[o->count++] = id;
}

static void outline_of_box(const side* s, int index, outline* out) {
    static const int signs[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    const double half[3] = {s->convex->half_extents.x, s->convex->half_extents.y,
                            s->convex->half_extents.z};
    int k = index / 2, i = (k + 1) % 3, j = (k + 2) % 3;
    bool back = index % 2;
    for (int m = 0; m < 4; m++) {
        const int* sign = signs[back ? 3 - m : m]; // counter-clockwise from outside
        double x[3];
        x[k] = back ? -half[k] : half[k];
        x[i] = sign[0] * half[i];
        x[j] = sign[1] * half[j];
        int corner = (x[0] < 0.0) | (x[1] < 0.0) << 1 | (x[2] < 0.0) << 2;
        rv_vec3 p = rv_mat3_apply(s->convex->R, rv_vec3_load(x));
        add_corner(out, rv_vec3_add(s->at, p), corner_id(s, corner));
    }
}

static void outline_of_hull(const side* s, int index, outline* out) {
    const rv_hull* hull = s->convex->hull;
    const rv_hull_face* f = &hull->faces.data[index];
    for (int k = 0; k < f->count; k++) {
        int corner = hull->loop.data[f->first + k];
        rv_vec3 p = rv_mat3_apply(s->convex->R, hull->corners.data[corner]);
        add_corner(out, rv_vec3_add(s->at, p), corner_id(s, corner));
    }
}

// corners on the rim and, between them, the point that is farthest along `down`
static void outline_of_end(const side* s, int index, rv_vec3 down, outline* out) {
    static const double rim[RIM_CORNERS][2] = {
        {1, 0},  {RIM_DIAGONAL, RIM_DIAGONAL},   {0, 1},  {-RIM_DIAGONAL, RIM_DIAGONAL},
        {-1, 0}, {-RIM_DIAGONAL, -RIM_DIAGONAL}, {0, -1}, {RIM_DIAGONAL, -RIM_DIAGONAL}};
    const rv_convex* c = s->convex;
    rv_vec3 d = rv_mat3_apply_transpose(c->R, down);
    double across = sqrt(d.y * d.y + d.z * d.z), x = index ? -c->half_length : c->half_length;
    double most = -INFINITY;
    for (int k = 0; k < RIM_CORNERS; k++)
        most = fmax(most, rim[k][0] * d.y + rim[k][1] * d.z);
    bool lower = across > most + LOWER;
    for (int m = 0; m < RIM_CORNERS; m++) {
        int k = index ? RIM_CORNERS - 1 - m : m; // counter-clockwise from outside
        int next = (index ? k + RIM_CORNERS - 1 : k + 1) % RIM_CORNERS;
        rv_vec3 p = {x, rim[k][0] * c->core_radius, rim[k][1] * c->core_radius};
        add_corner(out, rv_vec3_add(s->at, rv_mat3_apply(c->R, p)), corner_id(s, 16 * index + k));
        // between this corner and the next?
        double after = rim[k][0] * d.z - rim[k][1] * d.y;
        double before = d.y * rim[next][1] - d.z * rim[next][0];
        double along = rim[k][0] * d.y + rim[k][1] * d.z, way = index ? -1.0 : 1.0;
        if (!lower || along < 0.0 || way * after <= 0.0 || way * before < 0.0)
            continue;
        p = rv_vec3_make(x, d.y / across * c->core_radius, d.z / across * c->core_radius);
        add_corner(out, rv_vec3_add(s->at, rv_mat3_apply(c->R, p)),
                   corner_id(s, 16 * index + RIM_LOWEST));
    }
}

static void outline_of_face(const side* s, const face* f, rv_vec3 down, outline* out) {
    const rv_convex* c = s->convex;
    out->count = 0;
    if (c->core == RV_CORE_BOX) {
        outline_of_box(s, f->index, out);
    } else if (c->core == RV_CORE_HULL) {
        outline_of_hull(s, f->index, out);
    } else if (c->core == RV_CORE_CYLINDER) {
        outline_of_end(s, f->index, down, out);
    } else {
        for (int m = 0; m < 3; m++) {
            int k = f->index ? 2 - m : m;
            rv_vec3 p = rv_vec3_sub(c->corner[k], c->corner[0]);
            add_corner(out, rv_vec3_add(s->at, p), corner_id(s, k));
        }
    }
}

// the two ends of a capsule's core, or of the line of a lying cylinder nearest to the reference
static void outline_of_line(const side* s, rv_vec3 down, outline* out) {
    const rv_convex* c = s->convex;
    rv_vec3 u = rv_mat3_column(c->R, 0), middle = s->at;
    if (c->core == RV_CORE_CYLINDER) {
        rv_vec3 across = rv_vec3_mul_add(down, -rv_vec3_dot(down, u), u);
        middle = rv_vec3_mul_add(middle, c->core_radius, rv_vec3_normalize(across));
    }
    out->count = 0;
    add_corner(out, rv_vec3_mul_add(middle, c->half_length, u), corner_id(s, 32));
    add_corner(out, rv_vec3_mul_add(middle, -c->half_length, u), corner_id(s, 33));
}

// what of a thing lies nearest to a face with that normal; false: only a point
static bool outline_towards(const side* s, rv_vec3 normal, outline* out) {
    rv_vec3 down = rv_vec3_neg(normal);
    double slope = fabs(rv_vec3_dot(rv_mat3_column(s->convex->R, 0), normal));
    face f;
    // both ends of a capsule, however steep: the far one is within the margin of what is fast
    if (s->convex->core == RV_CORE_SEGMENT
        || (s->convex->core == RV_CORE_CYLINDER && slope < STANDS)) {
        outline_of_line(s, down, out);
        return true;
    }
    if (!face_along(s, down, &f))
        return false;
    outline_of_face(s, &f, down, out);
    return true;
}

// --- cutting -------------------------------------------------------------------------------------

static rv_vec3 between(rv_vec3 p, rv_vec3 q, double above_p, double above_q) {
    double t = fmin(fmax(above_p / (above_p - above_q), 0.0), 1.0);
    return rv_vec3_mul_add(p, t, rv_vec3_sub(q, p));
}

// a side of the reference face: the plane normal . x = offset through its edge k
typedef struct side_plane {
    int k, count; // of how many
    rv_vec3 normal;
    double offset, slack;
    uint32_t edge, corner[2]; // numbers of the edge and of its ends
} side_plane;

// a name for the point where an edge is cut at a side, the same whichever thing is the reference
static uint32_t name_of(const cut_corner* from, const side_plane* plane) {
    if (from->side >= 0 && (from->side + 1) % plane->count == plane->k)
        return plane->corner[0];
    if (from->side >= 0 && (plane->k + 1) % plane->count == from->side)
        return plane->corner[1];
    return edge_id(from->edge, plane->edge);
}

// leaves what is not above the plane
static void cut_at(const cut* from, const side_plane* plane, cut* to) {
    to->count = 0;
    for (int i = 0; i < from->count; i++) {
        const cut_corner* here = &from->corner[i];
        const cut_corner* next = &from->corner[i + 1 < from->count ? i + 1 : 0];
        double above = rv_vec3_dot(plane->normal, here->point) - plane->offset;
        double above_next = rv_vec3_dot(plane->normal, next->point) - plane->offset;
        bool out = above > plane->slack, out_next = above_next > plane->slack;
        if (!out && to->count < CUT_CORNERS_MAX)
            to->corner[to->count++] = *here;
        // a line has no way back
        bool has_next = i + 1 < from->count || from->count > 2;
        if (out == out_next || !has_next || to->count == CUT_CORNERS_MAX)
            continue;
        cut_corner* made = &to->corner[to->count++];
        made->point = between(here->point, next->point, above, above_next);
        made->id = name_of(here, plane);
        made->edge = out_next ? plane->edge : here->edge;
        made->side = out_next ? plane->k : here->side;
    }
}

// cuts the outline at the sides of the face; returns the one of the two buffers with what is left
static const cut* cut_at_sides(const outline* o, const outline* sides, rv_vec3 normal, double slack,
                               cut buffer[2]) {
    cut *from = &buffer[0], *to = &buffer[1];
    from->count = o->count;
    for (int i = 0; i < o->count; i++) {
        uint32_t next = o->id[i + 1 < o->count ? i + 1 : 0];
        from->corner[i] = (cut_corner){o->point[i], o->id[i], edge_id(o->id[i], next), -1};
    }
    for (int k = 0; k < sides->count && from->count > 0; k++) {
        int next = k + 1 < sides->count ? k + 1 : 0;
        rv_vec3 e = rv_vec3_sub(sides->point[next], sides->point[k]);
        side_plane plane = {.k = k, .count = sides->count, .slack = slack};
        plane.normal = rv_vec3_normalize(rv_vec3_cross(e, normal));
        plane.offset = rv_vec3_dot(plane.normal, sides->point[k]);
        plane.edge = edge_id(sides->id[k], sides->id[next]);
        plane.corner[0] = sides->id[k];
        plane.corner[1] = sides->id[next];
        cut_at(from, &plane, to);
        cut* filled = to;
        to = from;
        from = filled;
    }
    return from;
}

// --- points --------------------------------------------------------------------------------------

// what is asked for
typedef struct task {
    side side[2];
    double margin, size; // size of the smaller thing
    rv_closest closest;
} task;

// the gap of the nearest point must be that of the closest points, as the head of this file says
static bool stands_for_closest(const task* t, double least) {
    double d = t->closest.distance;
    return fabs(least - d) <= NEAR * fabs(d) + NEAR_SIZE * t->size;
}

static rv_touch touch_between(const task* t, rv_vec3 on_a, rv_vec3 normal, double gap) {
    rv_touch out = {.normal = normal, .gap = gap};
    out.on_a = rv_vec3_add(t->side[0].convex->position, on_a);
    out.on_b = rv_vec3_mul_add(out.on_a, gap, normal);
    return out;
}

// with the face of side `reference`; 0: its points do not stand for the closest ones
static int touch_face(const task* t, int reference, const face* f, rv_touch* out) {
    const side *own = &t->side[reference], *other = &t->side[1 - reference];
    outline sides, towards;
    cut buffer[2];
    if (!outline_towards(other, f->normal, &towards))
        return 0;
    outline_of_face(own, f, f->normal, &sides);
    const cut* left = cut_at_sides(&towards, &sides, f->normal, ON_SIDE * t->size, buffer);
    rv_touch touches[CUT_CORNERS_MAX];
    int count = 0;
    double least = INFINITY, radius = other->convex->radius;
    for (int i = 0; i < left->count; i++) {
        rv_vec3 p = left->corner[i].point;
        double height = rv_vec3_dot(f->normal, p) - f->offset, gap = height - radius;
        least = fmin(least, gap);
        if (!(gap <= t->margin))
            continue;
        // on the face where a has it, else the point of a above it
        double down = reference == 0 ? height : radius;
        rv_vec3 normal = reference == 0 ? f->normal : rv_vec3_neg(f->normal);
        touches[count] = touch_between(t, rv_vec3_mul_add(p, -down, f->normal), normal, gap);
        touches[count++].feature = left->corner[i].id;
    }
    if (count == 0 || !stands_for_closest(t, least))
        return 0;
    count = rv_touch_reduce(touches, count, RV_TOUCH_CONVEX_MAX);
    for (int i = 0; i < count; i++)
        out[i] = touches[i];
    return count;
}

// how far the other thing is in front of a face of side k
static double gap_of_face(const task* t, int k, const face* f) {
    const rv_convex* other = t->side[1 - k].convex;
    int corner = 0;
    rv_vec3 p = rv_convex_support_from(other, rv_vec3_neg(f->normal), &corner);
    p = rv_vec3_add(t->side[1 - k].at, p);
    return rv_vec3_dot(f->normal, p) - f->offset - other->radius;
}

static int touch_faces(const task* t, rv_touch* out) {
    face f[2];
    double gap[2] = {-INFINITY, -INFINITY};
    for (int k = 0; k < 2; k++) {
        rv_vec3 n = k == 0 ? t->closest.normal : rv_vec3_neg(t->closest.normal);
        if (!face_along(&t->side[k], n, &f[k]) || rv_vec3_dot(f[k].normal, n) < LOOKS_ALONG)
            continue;
        gap[k] = gap_of_face(t, k, &f[k]);
    }
    // the face of a, unless that of b parts them clearly better
    int first = gap[1] > gap[0] + FIRST_FACE * t->size + NEAR * fabs(gap[0]) ? 1 : 0;
    for (int k = 0; k < 2; k++) {
        int reference = k == 0 ? first : 1 - first;
        int count = gap[reference] > -INFINITY ? touch_face(t, reference, &f[reference], out) : 0;
        if (count > 0)
            return count;
    }
    return 0;
}

// --- lines ---------------------------------------------------------------------------------------

// the axis of a capsule or of a lying cylinder, and its radius; false: something else
static bool line_of(const task* t, int k, rv_vec3 end[2], double* radius) {
    const rv_convex* c = t->side[k].convex;
    rv_vec3 u = rv_mat3_column(c->R, 0);
    bool lies = fabs(rv_vec3_dot(u, t->closest.normal)) < LIES;
    if (!lies || (c->core != RV_CORE_SEGMENT && c->core != RV_CORE_CYLINDER))
        return false;
    *radius = c->core == RV_CORE_SEGMENT ? c->radius : c->core_radius;
    end[0] = rv_vec3_mul_add(t->side[k].at, c->half_length, u);
    end[1] = rv_vec3_mul_add(t->side[k].at, -c->half_length, u);
    return true;
}

// where the point s of line a is nearest to line b
static rv_touch touch_at(const task* t, rv_vec3 p, const rv_vec3 b[2], const double radius[2]) {
    rv_vec3 way = rv_vec3_sub(rv_nearest_on_segment(p, b, NULL), p), n = t->closest.normal;
    double distance = rv_vec3_length(way);
    // axes that meet: the normal of the closest points
    if (distance > NEAR_SIZE * (radius[0] + radius[1]))
        n = rv_vec3_scale(way, 1.0 / distance);
    else
        distance = rv_vec3_dot(way, n);
    return touch_between(t, rv_vec3_mul_add(p, radius[0], n), n, distance - radius[0] - radius[1]);
}

static rv_touch touch_closest(const task* t) {
    const rv_closest* c = &t->closest;
    return (rv_touch){c->on_a, c->on_b, c->normal, c->distance, c->feature};
}

static int touch_lines(const task* t, rv_touch* out) {
    rv_vec3 a[2], b[2];
    double radius[2], least = INFINITY;
    if (!line_of(t, 0, a, &radius[0]) || !line_of(t, 1, b, &radius[1]))
        return 0;
    rv_vec3 u = rv_vec3_sub(a[1], a[0]), v = rv_vec3_sub(b[1], b[0]), x = rv_vec3_cross(u, v);
    double uu = rv_vec3_dot(u, u), vv = rv_vec3_dot(v, v);
    if (rv_vec3_dot(x, x) > LINES_PARALLEL * LINES_PARALLEL * uu * vv)
        return 0;
    // what of a lies beside b
    double s0 = rv_vec3_dot(rv_vec3_sub(b[0], a[0]), u) / uu;
    double s1 = rv_vec3_dot(rv_vec3_sub(b[1], a[0]), u) / uu;
    double s[2] = {fmax(fmin(s0, s1), 0.0), fmin(fmax(s0, s1), 1.0)};
    if (!(s[1] - s[0] > ON_SIDE))
        return 0;
    int count = 0;
    for (int k = 0; k < 2; k++) {
        rv_touch end = touch_at(t, rv_vec3_mul_add(a[0], s[k], u), b, radius);
        end.feature = (uint32_t)k + 1;
        if (end.gap <= t->margin)
            out[count++] = end;
        least = fmin(least, end.gap);
    }
    // of a cylinder the line may end where the axis still goes on
    if (least < t->closest.distance && !stands_for_closest(t, least))
        return 0;
    // lines that cross are nearest between the ends
    bool crossed = least > t->closest.distance + ON_SIDE * t->size;
    if (crossed || count == 0) {
        out[count] = touch_closest(t);
        out[count++].feature = 3;
    }
    return count;
}

// a face by its number; false: there is no such face
static bool face_number(const side* s, int index, face* out) {
    const rv_convex* c = s->convex;
    if (c->core == RV_CORE_HULL) {
        if (index >= c->hull->faces.count)
            return false;
        return face_along(s, rv_mat3_apply(c->R, c->hull->faces.data[index].normal), out);
    }
    int faces = c->core == RV_CORE_BOX ? 6 : c->core == RV_CORE_CYLINDER ? 2 : 0;
    if (index >= faces)
        return false;
    rv_vec3 axis = rv_mat3_column(c->R, index / 2);
    return face_along(s, index % 2 == 0 ? axis : rv_vec3_neg(axis), out);
}

// Where two things just touch, the way between their closest points is only rounding. If a face
// parts them as well as that way does, its normal is the one.
static void settle_normal(task* t) {
    double best = t->closest.distance - JUST_TOUCHES * t->size;
    if (!(fabs(t->closest.distance) < JUST_TOUCHES * t->size))
        return;
    for (int k = 0; k < 2; k++) {
        face f;
        for (int i = 0; face_number(&t->side[k], i, &f); i++) {
            double gap = gap_of_face(t, k, &f);
            if (!(gap > best))
                continue;
            best = gap;
            t->closest.normal = k == 0 ? f.normal : rv_vec3_neg(f.normal);
        }
    }
}

int rv_touch_convex(const rv_convex* a, const rv_convex* b, double margin, rv_touch* out) {
    task t = {.margin = margin};
    t.closest = rv_convex_closest_within(a, b, margin);
    if (!(t.closest.distance <= margin))
        return 0;
    t.side[0] = (side){.convex = a, .number = 1};
    t.side[1] = (side){b, rv_vec3_sub(b->position, a->position), 2};
    t.size = fmin(rv_convex_reach(a) + a->radius, rv_convex_reach(b) + b->radius);
    int count = 0;
    // a ball has one nearest point
    if (a->core != RV_CORE_POINT && b->core != RV_CORE_POINT) {
        settle_normal(&t);
        count = touch_faces(&t, out);
        count = count > 0 ? count : touch_lines(&t, out);
    }
    if (count == 0)
        out[count++] = touch_closest(&t);
    return count;
}
