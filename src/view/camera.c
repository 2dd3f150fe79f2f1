// Finds a view that holds a box. The direction is chosen first: the broad side, from a little above
// and aside. Then the eye goes as near as the box allows, which has a closed form. In the camera's
// axes (x right, y up, z forward) a corner p is seen from e if |p.x - e.x| <= t (p.z - e.z), t the
// tangent of half the field; so
//   e.x = (a - b) / 2,  e.z <= -(a + b) / (2 t),  a = max(p.x - t p.z),  b = max(-p.x - t p.z)
// and likewise for y; e.z is the smaller of the two.
#include "view/camera.h"

#include <math.h>

static const double FIELD = 0.6;                    // [rad]
static const double ELEVATION = 0.30, ASIDE = 0.56; // of the eye, from the broad side [rad]
static const double MARGIN = 0.08;                  // on each side, as a share of the picture
static const double ASPECT_LEAST = 0.05, ASPECT_MOST = 20.0;
// coordinates beyond this are taken as this, far from where squares overflow [m]
static const double FAR = 1e60;
// half size of what is shown of a single point at the origin, and of nothing [m]; at least this
// share of how far away from the origin it is, so that doubles can tell its corners apart
static const double POINT_HALF = 0.5, HALF_PER_DISTANCE = 1e-9;
// the ground lies at zero if the lowest point is at most this share of the size above it; else it
// lies a little below the lowest point
static const double GROUND_NEAR = 0.15, GROUND_BELOW = 0.01;
// a plane counts as level if the cosine of its slope is at least this, and as the ground within
// this share of its height or of a metre; a ground this many sizes below all is not looked for
static const double LEVEL = 1.0 - 1e-12, SAME_HEIGHT = 1e-6, GROUND_FAR = 2.0;

enum { POINTS = 16 };

typedef struct box {
    double low[3], high[3];
} box;

static double limit(double value, double least, double most) {
    return value < least ? least : value > most ? most : value;
}

// the box of the drawing, made finite and not smaller than a point can be shown
static box box_of(const rv_drawing* drawing) {
    const double low[3] = {drawing->low.x, drawing->low.y, drawing->low.z};
    const double high[3] = {drawing->high.x, drawing->high.y, drawing->high.z};
    box b;
    double size = 0.0, distance = 0.0;
    bool empty = false;
    for (int i = 0; i < 3; i++) {
        empty = empty || !(low[i] <= high[i]);
        b.low[i] = limit(low[i], -FAR, FAR);
        b.high[i] = limit(high[i], -FAR, FAR);
        size = fmax(size, b.high[i] - b.low[i]);
        distance = fmax(distance, fmax(fabs(b.low[i]), fabs(b.high[i])));
    }
    if (empty)
        return (box){{-POINT_HALF, -POINT_HALF, -POINT_HALF}, {POINT_HALF, POINT_HALF, POINT_HALF}};
    double least = fmax(size > 0.0 ? 0.0 : POINT_HALF, distance * HALF_PER_DISTANCE);
    for (int i = 0; i < 3 && size < 2.0 * least; i++) {
        b.low[i] -= least;
        b.high[i] += least;
    }
    return b;
}

static rv_vec3 corner(const box* b, int index) {
    return (rv_vec3){index & 1 ? b->high[0] : b->low[0], index & 2 ? b->high[1] : b->low[1],
                     index & 4 ? b->high[2] : b->low[2]};
}

// extent of the box along a unit vector, from [0] to [1]
static void extent(const box* b, rv_vec3 along, double range[2]) {
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int i = 0; i < 8; i++) {
        double at = rv_vec3_dot(corner(b, i), along);
        range[0] = fmin(range[0], at);
        range[1] = fmax(range[1], at);
    }
}

static rv_vec3 up_of(rv_vec3 gravity) {
    double most = fmax(fabs(gravity.x), fmax(fabs(gravity.y), fabs(gravity.z)));
    // 1 / most must be finite too
    if (!(most > 1e-300) || !isfinite(gravity.x + gravity.y + gravity.z))
        return (rv_vec3){0, 0, 1};
    return rv_vec3_normalize(rv_vec3_scale(gravity, -1.0 / most));
}

// two horizontal unit vectors, along the world's axes where up is one of them; first x up = -second
static void horizontals(rv_vec3 up, rv_vec3* first, rv_vec3* second) {
    rv_vec3 x = fabs(up.x) > fabs(up.z) && fabs(up.x) > fabs(up.y) ? (rv_vec3){0, 1, 0}
                                                                   : (rv_vec3){1, 0, 0};
    *first = rv_vec3_normalize(rv_vec3_mul_add(x, -rv_vec3_dot(x, up), up));
    *second = rv_vec3_cross(up, *first);
}

// which way the camera looks
static rv_vec3 forward_of(const box* b, rv_vec3 up) {
    rv_vec3 h[2];
    double range[2][2];
    horizontals(up, &h[0], &h[1]);
    for (int i = 0; i < 2; i++)
        extent(b, h[i], range[i]);
    bool second = range[1][1] - range[1][0] > range[0][1] - range[0][0];
    // across: along the broad side, to the right in the picture; towards: from it to the eye
    rv_vec3 across = second ? h[1] : h[0], towards = second ? h[0] : rv_vec3_neg(h[1]);
    rv_vec3 level = rv_vec3_mul_add(rv_vec3_scale(towards, rv_cos(ASIDE)), rv_sin(ASIDE), across);
    rv_vec3 out = rv_vec3_mul_add(rv_vec3_scale(level, rv_cos(ELEVATION)), rv_sin(ELEVATION), up);
    return rv_vec3_neg(out);
}

// where the eye must be along a sideways axis, and how far forward it may be at most
static double fit(const rv_vec3 points[POINTS], rv_vec3 axis, rv_vec3 forward, double tangent,
                  double* most) {
    double plus = -INFINITY, minus = -INFINITY;
    for (int i = 0; i < POINTS; i++) {
        double x = rv_vec3_dot(points[i], axis), z = rv_vec3_dot(points[i], forward);
        plus = fmax(plus, x - tangent * z);
        minus = fmax(minus, -x - tangent * z);
    }
    *most = fmin(*most, -(plus + minus) / (2.0 * tangent));
    return 0.5 * (plus - minus);
}

// --- the ground ---------------------------------------------------------------------------------

// Whether a shape is a level plane that never moves, and how high.
static bool is_level(const rv_drawing* d, int body, int shape, const rv_vec3 up, double* height) {
    if (d->bodies[body].type != RV_BODY_STATIC || d->shapes[shape].type != RV_SHAPE_PLANE)
        return false;
    rv_pose placed = rv_pose_mul(d->poses[body], d->shapes[shape].local);
    rv_vec3 normal = rv_quat_rotate(placed.rotation, (rv_vec3){0, 0, 1});
    *height = rv_vec3_dot(placed.position, up);
    return rv_vec3_dot(normal, up) >= LEVEL && isfinite(*height);
}

bool rv_camera_is_ground(const rv_camera* camera, const rv_drawing* drawing, int body, int shape) {
    double height;
    return camera->ground_holds && is_level(drawing, body, shape, camera->up, &height)
           && fabs(height - camera->ground) <= SAME_HEIGHT * fmax(1.0, fabs(height));
}

// the highest level plane
static bool has_ground(const rv_drawing* d, rv_vec3 up, double* highest) {
    bool found = false;
    for (int i = 0; i < d->body_count; i++) {
        int first = d->bodies[i].first_shape;
        for (int k = first; k < first + d->bodies[i].shape_count; k++) {
            double height;
            if (!is_level(d, i, k, up, &height))
                continue;
            *highest = found ? fmax(*highest, height) : height;
            found = true;
        }
    }
    return found;
}

static double size_of(const box* b) {
    return fmax(b->high[0] - b->low[0], fmax(b->high[1] - b->low[1], b->high[2] - b->low[2]));
}

// where the ground is drawn if the world has none
static double ground_below(const box* b, rv_vec3 up) {
    double size = size_of(b), range[2];
    extent(b, up, range);
    bool at_zero = range[0] >= 0.0 && range[0] <= GROUND_NEAR * size;
    return at_zero ? 0.0 : range[0] - GROUND_BELOW * size;
}

// ------------------------------------------------------------------------------------------------

rv_camera rv_camera_frame(const rv_drawing* drawing, rv_vec3 gravity, double aspect) {
    box b = box_of(drawing);
    aspect = isfinite(aspect) ? limit(aspect, ASPECT_LEAST, ASPECT_MOST) : 1.0;
    rv_vec3 up = up_of(gravity), forward = forward_of(&b, up);
    rv_vec3 right = rv_vec3_normalize(rv_vec3_cross(forward, up));
    rv_vec3 above = rv_vec3_cross(right, forward);
    double tangent = rv_sin(0.5 * FIELD) / rv_cos(0.5 * FIELD) * (1.0 - 2.0 * MARGIN);

    // what must be seen: the corners, and the ground below them; about the box's middle, so that
    // boxes far from the origin lose nothing
    double ground = ground_below(&b, up), range[2];
    bool holds = has_ground(drawing, up, &ground);
    extent(&b, up, range);
    double seen = fmax(ground, range[0] - GROUND_FAR * size_of(&b));
    rv_vec3 points[POINTS];
    rv_vec3 low = corner(&b, 0), high = corner(&b, 7);
    rv_vec3 middle = rv_vec3_mul_add(low, 0.5, rv_vec3_sub(high, low));
    for (int i = 0; i < 8; i++) {
        points[i] = rv_vec3_sub(corner(&b, i), middle);
        double height = rv_vec3_dot(corner(&b, i), up) - seen;
        points[i + 8] = rv_vec3_mul_add(points[i], -height, up);
    }
    double back = INFINITY;
    double x = fit(points, right, forward, tangent * aspect, &back);
    double y = fit(points, above, forward, tangent, &back);
    rv_vec3 target = rv_vec3_mul_add(rv_vec3_mul_add(middle, x, right), y, above);
    return (rv_camera){.eye = rv_vec3_mul_add(target, back, forward),
                       .target = target,
                       .up = up,
                       .field = FIELD,
                       .ground = ground,
                       .ground_holds = holds};
}
