// Shapes that move rigidly: the first time at which they come within a distance of each other, by
// conservative advancement (Mirtich 1996). At some time t, n is the direction from a to b between
// their nearest points. In the time s after t, a point at r from the turning centre of its body
// moves along a fixed n by
//   s n.v + s (n x w).r + rest,   |rest| <= s^2/2 |n x w| |w| |r|
// so with the support functions h of the two bodies at t and m = n x w, the gap along n is no less
// than
//   -G(s),   G(s) = h_a(n + s m_a) - s m_a.c_a + s n.v_a + s^2/2 |m_a| |w_a| r_a
//                 + the same of b with -n
// G is convex: a chord lies above it, so where a chord reaches -target nothing is closer than that
// yet. Each step advances to such an s. Without turning, G is linear, and the step is exact for
// what n decides. If -G stays above target for the time that is left, they do not meet.
#include "collide/continuous.h"
#include "collide/height_field.h"
#include "collide/trimesh.h"

enum { ADVANCES_MAX = 64, CHORDS_MAX = 12, PIECES_MAX = 64 };

// a gap of (1 + CLOSE) target ends the advancement
static const double CLOSE = 0.1;
// what both bodies turn in one advance, at most [rad]
static const double TURN_MAX = 2.0;

rv_placed rv_moving_at(const rv_moving* moving, double time) {
    rv_placed placed = moving->placed;
    rv_vec3 arm = rv_vec3_sub(placed.position, moving->center);
    if (moving->w.x != 0.0 || moving->w.y != 0.0 || moving->w.z != 0.0) {
        rv_mat3 turn = rv_quat_to_mat3(rv_quat_exp(rv_vec3_scale(moving->w, time)));
        arm = rv_mat3_apply(turn, arm);
        placed.R = rv_mat3_mul(turn, placed.R);
    }
    placed.position = rv_vec3_add(rv_vec3_mul_add(moving->center, time, moving->v), arm);
    return placed;
}

// --- one body of the pair ------------------------------------------------------------------------

// A convex thing on its way: a shape, a triangle of one, or a plane.
typedef struct traveller {
    const rv_moving* moving;
    bool is_triangle, is_plane;
    rv_vec3 corner[3]; // of the triangle, local
    double reach;      // from the turning centre
    // at the present time
    rv_convex convex; // not of a plane
    rv_placed placed;
    rv_vec3 center;
} traveller;

static traveller travelling_shape(const rv_moving* moving) {
    double arm = rv_vec3_length(rv_vec3_sub(moving->placed.position, moving->center));
    return (traveller){.moving = moving, .reach = arm + rv_geometry_reach(moving->placed.geometry)};
}

static void advance_to(traveller* body, double time) {
    body->placed = rv_moving_at(body->moving, time);
    body->center = rv_vec3_mul_add(body->moving->center, time, body->moving->v);
    if (body->is_triangle) {
        rv_vec3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = rv_placed_to_world(&body->placed, body->corner[k]);
        body->convex = rv_convex_triangle(corner);
    } else if (!body->is_plane) {
        body->convex = rv_convex_of(&body->placed);
    }
}

// its part of G(s), the direction n pointing from it to the other body
static double approach(const traveller* body, rv_vec3 n, double s) {
    rv_vec3 w = body->moving->w, m = rv_vec3_cross(n, w);
    double turning = rv_vec3_length(m);
    double straight = s * rv_vec3_dot(n, body->moving->v);
    // everything of a plane that the other body can reach is within `reach` of its turning centre
    if (body->is_plane)
        return straight + rv_vec3_dot(n, body->placed.position) + s * turning * body->reach;
    rv_vec3 direction = rv_vec3_mul_add(n, s, m);
    rv_vec3 farthest = rv_convex_support(&body->convex, direction, NULL);
    double support = rv_vec3_dot(direction, farthest);
    if (body->convex.radius > 0.0)
        support += body->convex.radius * rv_vec3_length(direction);
    if (turning == 0.0)
        return straight + support;
    double rest = 0.5 * s * s * turning * rv_vec3_length(w) * body->reach;
    return straight + support - s * rv_vec3_dot(m, body->center) + rest;
}

// --- advancement ---------------------------------------------------------------------------------

// unit, from a to b: along the nearest points, or across the plane
static rv_vec3 direction_between(const traveller* a, const traveller* b) {
    if (b->is_plane)
        return rv_vec3_neg(rv_mat3_column(b->placed.R, 2));
    return rv_convex_closest(&a->convex, &b->convex).normal;
}

// a time s in [0, most], the last or nearly, up to which the gap along n is at least target; `gap`:
// that at s = 0
static double safe_advance(const traveller* a, const traveller* b, rv_vec3 n, double most,
                           double target, double gap) {
    rv_vec3 back = rv_vec3_neg(n);
    double safe = 0.0, safe_gap = gap;
    double late = most, late_gap = -approach(a, n, most) - approach(b, back, most);
    if (late_gap >= target)
        return most;
    for (int k = 0; k < CHORDS_MAX && safe_gap - target > 0.25 * CLOSE * target; k++) {
        // every other step halves, since chords of a steep curve advance little
        double chord = safe + (late - safe) * (safe_gap - target) / (safe_gap - late_gap);
        double s = k % 2 == 0 ? chord : 0.5 * (safe + late);
        double s_gap = -approach(a, n, s) - approach(b, back, s);
        if (s_gap >= target || k % 2 == 0) {
            safe = s;
            safe_gap = s_gap;
        } else {
            late = s;
            late_gap = s_gap;
        }
    }
    return safe;
}

// the first time in [start, time]
static double first_time(traveller* a, traveller* b, double start, double time, double target) {
    // the bound of `rest` is of no use for turns of more than a radian or two
    double spin = rv_vec3_length(a->moving->w) + rv_vec3_length(b->moving->w);
    double t = start, longest = spin > 0.0 ? TURN_MAX / spin : INFINITY;
    for (int k = 0; k < ADVANCES_MAX; k++) {
        advance_to(a, t);
        advance_to(b, t);
        rv_vec3 n = direction_between(a, b);
        double gap = -approach(a, n, 0.0) - approach(b, rv_vec3_neg(n), 0.0);
        if (!(gap > (1.0 + CLOSE) * target))
            return t;
        double left = time - t, most = fmin(left, longest);
        double s = safe_advance(a, b, n, most, target, gap);
        if (s == left)
            return INFINITY;
        t += s;
    }
    // still farther away than asked for: too early is safe
    return t;
}

// --- meshes and height fields --------------------------------------------------------------------

static double largest_turn(rv_vec3 w, double time) {
    // the chord of a turn by an angle is at most the angle, and at most 2
    return fmin(rv_vec3_length(w) * time, 2.0);
}

// how far points of a can be from the turning centre of b within the time
static double farthest_from(const traveller* a, const rv_moving* b, double time) {
    double apart = rv_vec3_length(rv_vec3_sub(a->moving->center, b->center));
    double closing = rv_vec3_length(rv_vec3_sub(a->moving->v, b->v));
    return apart + closing * time + a->reach;
}

// what a can come to within the time from now, in the local frame of b, enlarged by the margin
static rv_aabb swept_bounds(const traveller* a, const traveller* b, double time, double margin) {
    rv_aabb start = rv_placed_bounds(&a->placed);
    rv_vec3 shift = rv_vec3_scale(rv_vec3_sub(a->moving->v, b->moving->v), time);
    rv_aabb end = {rv_vec3_add(start.lower, shift), rv_vec3_add(start.upper, shift)};
    double turned =
        largest_turn(a->moving->w, time) * a->reach + largest_turn(b->moving->w, time) * b->reach;
    rv_aabb swept = rv_aabb_grow(rv_aabb_union(start, end), turned + margin);
    // the box around the box in the local frame
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(swept.lower, swept.upper), 0.5);
    rv_vec3 half = rv_vec3_scale(rv_vec3_sub(swept.upper, swept.lower), 0.5);
    rv_mat3 R = b->placed.R;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            R.m[i][j] = fabs(R.m[i][j]);
    middle = rv_placed_to_local(&b->placed, middle);
    half = rv_mat3_apply_transpose(R, half);
    return (rv_aabb){rv_vec3_sub(middle, half), rv_vec3_add(middle, half)};
}

// The triangles on the way from `start` on; `time`: the first meeting so far, or the end. Both are
// at `start`.
typedef struct search {
    traveller *a, *triangle;
    double start, time, target;
    bool met;
} search;

// true if the gap along the normal of the triangle stays: that of most triangles a shape flies over
static bool stays_off_plane(const search* s) {
    const rv_vec3* corner = s->triangle->convex.corner;
    rv_vec3 n = rv_vec3_normalize(
        rv_vec3_cross(rv_vec3_sub(corner[1], corner[0]), rv_vec3_sub(corner[2], corner[0])));
    // n points from the shape to the triangle
    if (rv_vec3_dot(n, rv_vec3_sub(corner[0], s->a->placed.position)) < 0.0)
        n = rv_vec3_neg(n);
    rv_vec3 back = rv_vec3_neg(n);
    double left = s->time - s->start;
    return -approach(s->a, n, 0.0) - approach(s->triangle, back, 0.0) > s->target
           && -approach(s->a, n, left) - approach(s->triangle, back, left) > s->target;
}

static bool try_corners(search* s) {
    advance_to(s->triangle, s->start);
    if (stays_off_plane(s))
        return true;
    traveller a = *s->a, triangle = *s->triangle;
    double t = first_time(&a, &triangle, s->start, s->time, s->target);
    if (t <= s->time) {
        s->time = t;
        s->met = true;
    }
    return s->time > s->start;
}

static bool try_mesh_triangle(void* context, int triangle) {
    search* s = context;
    const rv_trimesh* mesh = s->triangle->moving->placed.geometry->mesh;
    for (int k = 0; k < 3; k++)
        s->triangle->corner[k] = mesh->vertices.data[mesh->triangles.data[3 * triangle + k]];
    return try_corners(s);
}

static bool try_field_triangle(void* context, int triangle) {
    search* s = context;
    rv_height_field_corners(s->triangle->moving->placed.geometry->field, triangle,
                            s->triangle->corner);
    return try_corners(s);
}

// true if a point lies below the surface
static bool is_buried(const rv_placed* placed, rv_vec3 point) {
    const rv_height_field* field = placed->geometry->field;
    rv_vec3 local = rv_placed_to_local(placed, point);
    rv_vec3 up = {0.0, 0.0, 1.0};
    int triangle;
    return local.z < field->upper
           && rv_height_field_cast(field, local, up, field->upper - local.z, &triangle) < INFINITY;
}

// into how many pieces to cut the way, so that the box around a piece is not much larger than what
// moves through it
static int pieces_of(const traveller* a, const traveller* b, double time) {
    double straight = rv_vec3_length(rv_vec3_sub(a->moving->v, b->moving->v));
    double round =
        rv_vec3_length(a->moving->w) * a->reach + rv_vec3_length(b->moving->w) * b->reach;
    double count = ceil((straight + 2.0 * round) * time / a->reach);
    return count < PIECES_MAX ? (int)fmax(count, 1.0) : PIECES_MAX;
}

static double meet_triangles(traveller* a, const rv_moving* b, double time, double target) {
    const rv_geometry* geometry = b->placed.geometry;
    if (geometry->type == RV_SHAPE_HEIGHT_FIELD
        && is_buried(&b->placed, a->moving->placed.position))
        return 0.0;
    // what of the triangles a can come to is within this of their turning centre
    traveller triangle = {.moving = b, .is_triangle = true, .reach = farthest_from(a, b, time)};
    triangle.reach += target * (1.0 + CLOSE);
    int pieces = pieces_of(a, &triangle, time);
    for (int k = 0; k < pieces; k++) {
        search s = {a, &triangle, time * k / pieces, time * (k + 1) / pieces, target, false};
        advance_to(a, s.start);
        advance_to(&triangle, s.start);
        rv_aabb swept = swept_bounds(a, &triangle, s.time - s.start, (1.0 + CLOSE) * target);
        if (geometry->type == RV_SHAPE_MESH)
            rv_trimesh_query(geometry->mesh, &swept, try_mesh_triangle, &s);
        else
            rv_height_field_query(geometry->field, &swept, try_field_triangle, &s);
        if (s.met)
            return s.time;
    }
    return INFINITY;
}

double rv_moving_meet(const rv_moving* a, const rv_moving* b, double time, double target) {
    if (!rv_shape_is_convex(a->placed.geometry->type)) {
        const rv_moving* other = a;
        a = b;
        b = other;
    }
    if (!rv_shape_is_convex(a->placed.geometry->type))
        return INFINITY;
    rv_shape_type type = b->placed.geometry->type;
    traveller first = travelling_shape(a);
    if (type == RV_SHAPE_MESH || type == RV_SHAPE_HEIGHT_FIELD)
        return meet_triangles(&first, b, time, target);
    traveller second = {.moving = b, .is_plane = true};
    if (type == RV_SHAPE_PLANE)
        second.reach = farthest_from(&first, b, time);
    else
        second = travelling_shape(b);
    return first_time(&first, &second, 0.0, time, target);
}
