// Contact points of any two shapes: who does which pair, and the choice of few points out of many.
#include "collide/touch.h"

// gaps closer than this part of the extent of the points count as equally deep: the first of them
// is kept, which rounding does not change
static const double AS_DEEP = 1e-9;
// normals with a lesser cosine span directions of their own
static const double SAME_NORMAL = 0.999;

static void swap_sides(rv_touch* touches, int count) {
    for (int i = 0; i < count; i++) {
        rv_vec3 on_a = touches[i].on_a;
        touches[i].on_a = touches[i].on_b;
        touches[i].on_b = on_a;
        touches[i].normal = rv_vec3_neg(touches[i].normal);
    }
}

// a is convex
static int touch_convex_with(const rv_placed* a, const rv_placed* b, double margin, rv_touch* out) {
    rv_convex convex = rv_convex_of(a);
    switch (b->geometry->type) {
    case RV_SHAPE_PLANE:
        return rv_touch_plane(&convex, b, margin, out);
    case RV_SHAPE_MESH:
        return rv_touch_mesh(&convex, b, margin, out);
    case RV_SHAPE_HEIGHT_FIELD:
        return rv_touch_height_field(&convex, b, margin, out);
    default: {
        rv_convex other = rv_convex_of(b);
        return rv_touch_convex(&convex, &other, margin, out);
    }
    }
}

int rv_touch_shapes(const rv_placed* a, const rv_placed* b, double margin, rv_touch* out) {
    if (rv_shape_is_convex(a->geometry->type))
        return touch_convex_with(a, b, margin, out);
    if (!rv_shape_is_convex(b->geometry->type))
        return 0;
    int count = touch_convex_with(b, a, margin, out);
    swap_sides(out, count);
    return count;
}

// --- few out of many -----------------------------------------------------------------------------

// the points that are kept, in the order in which they were chosen
typedef struct choice {
    const rv_touch* touches;
    int count;
    double extent; // of all points
    int chosen[RV_TOUCH_MAX];
    int chosen_count;
} choice;

// between the two surfaces, so that a and b may be exchanged
static rv_vec3 place(const rv_touch* t) {
    return rv_vec3_scale(rv_vec3_add(t->on_a, t->on_b), 0.5);
}

static bool is_chosen(const choice* c, int i) {
    for (int k = 0; k < c->chosen_count; k++)
        if (c->chosen[k] == i)
            return true;
    return false;
}

static int deepest(const choice* c) {
    double least = INFINITY;
    for (int i = 0; i < c->count; i++)
        least = fmin(least, c->touches[i].gap);
    for (int i = 0; i < c->count; i++)
        if (c->touches[i].gap <= least + AS_DEEP * c->extent)
            return i;
    return 0;
}

// squared distance in place and, scaled to the extent, in direction
static double apart(const choice* c, int i, int j) {
    rv_vec3 d = rv_vec3_sub(place(&c->touches[i]), place(&c->touches[j]));
    rv_vec3 n = rv_vec3_sub(c->touches[i].normal, c->touches[j].normal);
    return rv_vec3_dot(d, d) + c->extent * c->extent * rv_vec3_dot(n, n);
}

static double farness(const choice* c, int i) {
    double least = INFINITY;
    for (int k = 0; k < c->chosen_count; k++)
        least = fmin(least, apart(c, i, c->chosen[k]));
    return least;
}

// twice the area that point i adds to the triangle, or to the edge, of the chosen ones
static double added_area(const choice* c, int i) {
    const rv_touch* t = c->touches;
    rv_vec3 n = t[c->chosen[0]].normal, p = place(&t[i]);
    rv_vec3 a = place(&t[c->chosen[0]]), b = place(&t[c->chosen[1]]);
    if (c->chosen_count == 2)
        return fabs(rv_vec3_dot(n, rv_vec3_cross(rv_vec3_sub(b, a), rv_vec3_sub(p, a))));
    rv_vec3 d = place(&t[c->chosen[2]]);
    double whole = rv_vec3_dot(n, rv_vec3_cross(rv_vec3_sub(b, a), rv_vec3_sub(d, a)));
    double side = whole < 0.0 ? -1.0 : 1.0, most = 0.0;
    const rv_vec3 corner[4] = {a, b, d, a};
    for (int k = 0; k < 3; k++) {
        rv_vec3 e = rv_vec3_sub(corner[k + 1], corner[k]);
        double area = rv_vec3_dot(n, rv_vec3_cross(e, rv_vec3_sub(p, corner[k])));
        most = fmax(most, -side * area);
    }
    return most;
}

// the next point: the one that adds the most area or, where normals differ or four are chosen, the
// farthest from all chosen
static int next_choice(const choice* c, bool by_area) {
    int best = -1;
    double most = -1.0;
    bool area = by_area && c->chosen_count >= 2 && c->chosen_count < 4;
    for (int i = 0; i < c->count; i++) {
        if (is_chosen(c, i))
            continue;
        double value = area ? added_area(c, i) : farness(c, i);
        // a little more is no reason to take a later one
        if (value > most + 1e-6 * fabs(most)) {
            most = value;
            best = i;
        }
    }
    return best;
}

int rv_touch_reduce(rv_touch* touches, int count, int keep) {
    keep = keep < RV_TOUCH_MAX ? keep : RV_TOUCH_MAX;
    if (count <= keep || keep <= 0)
        return count < keep ? count : keep;
    choice c = {.touches = touches, .count = count};
    bool by_area = true;
    for (int i = 1; i < count; i++) {
        rv_vec3 d = rv_vec3_sub(place(&touches[i]), place(&touches[0]));
        c.extent = fmax(c.extent, rv_vec3_length(d));
        by_area = by_area && rv_vec3_dot(touches[i].normal, touches[0].normal) > SAME_NORMAL;
    }
    c.chosen[c.chosen_count++] = deepest(&c);
    while (c.chosen_count < keep) {
        int next = next_choice(&c, by_area);
        c.chosen[c.chosen_count++] = next;
    }
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (is_chosen(&c, i))
            touches[kept++] = touches[i];
    return kept;
}
