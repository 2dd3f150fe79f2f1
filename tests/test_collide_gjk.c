// Closest points of convex things against exact brute force (all pairs of corners, edges and faces;
// all separating axes), against certificates that prove an answer right, and for degenerate input.
#include "collide/segment.h"
#include "collide_shapes.h"

static rv_memory heap;

// --- certificates --------------------------------------------------------------------------------

// how far a point is outside of a convex thing, at least: along the normals of its flat faces, and
// the distance from the core of round ones
static double outside(const rv_convex* c, rv_vec3 world) {
    rv_vec3 p = rv_mat3_apply_transpose(c->R, rv_vec3_sub(world, c->position));
    rv_vec3 h = c->half_extents;
    double most = -INFINITY;
    switch (c->core) {
    case RV_CORE_POINT:
        return rv_vec3_length(p) - c->radius;
    case RV_CORE_SEGMENT:
        p.x = p.x > c->half_length    ? p.x - c->half_length
              : p.x < -c->half_length ? p.x + c->half_length
                                      : 0.0;
        return rv_vec3_length(p) - c->radius;
    case RV_CORE_BOX:
        return fmax(fmax(fabs(p.x) - h.x, fabs(p.y) - h.y), fabs(p.z) - h.z);
    case RV_CORE_CYLINDER:
        return fmax(fabs(p.x) - c->half_length, sqrt(p.y * p.y + p.z * p.z) - c->core_radius);
    case RV_CORE_TRIANGLE:
        return rv_vec3_length(rv_vec3_sub(rv_nearest_on_triangle(world, c->corner), world));
    default:
        for (int f = 0; f < c->hull->faces.count; f++)
            most = fmax(most, rv_vec3_dot(c->hull->faces.data[f].normal, p)
                                  - c->hull->faces.data[f].offset);
        return most;
    }
}

// What every answer must fulfil; `size` is that of both. Apart: points of both things that are so
// far apart, and a slab as thick between them, so no other points are nearer: a proof. Overlap: the
// points are in both, and moved by the depth they are apart: the depth is enough (that no less is
// needed is for the axes to say). The depth is flat in the direction where it is least, so an error
// of 1e-15 in the depth is one of 3e-8 in the direction and so in the points.
static void check_answer(const rv_convex* a, const rv_convex* b, rv_closest c, double tolerance) {
    double of_points = c.distance < -a->radius - b->radius ? 1e4 * tolerance : 10.0 * tolerance;
    rv_vec3 error = rv_vec3_sub(rv_vec3_mul_add(c.on_a, c.distance, c.normal), c.on_b);
    CHECK_NEAR(rv_vec3_length(c.normal), 1.0, 1e-12);
    CHECK(rv_vec3_length(error) <= tolerance);
    CHECK_NEAR(separation(a, b, c.normal), c.distance, tolerance);
    CHECK(outside(a, c.on_a) <= of_points);
    CHECK(outside(b, c.on_b) <= of_points);
}

static void check_swapped(const rv_convex* a, const rv_convex* b, rv_closest c, double tolerance) {
    rv_closest d = rv_convex_closest(b, a);
    CHECK_NEAR(d.distance, c.distance, tolerance);
}

// --- brute force for polytopes -------------------------------------------------------------------

typedef struct polytope {
    int corner_count, edge_count, triangle_count, normal_count;
    rv_vec3 corner[64], normal[128];
    int edge[192][2], triangle[128][3];
} polytope;

static void polytope_of(const rv_convex* c, polytope* p) {
    const rv_hull* h = c->hull;
    p->corner_count = h->corners.count;
    for (int i = 0; i < p->corner_count; i++)
        p->corner[i] = rv_vec3_add(c->position, rv_mat3_apply(c->R, h->corners.data[i]));
    p->edge_count = h->edges.count / 2;
    for (int i = 0; i < p->edge_count; i++)
        for (int k = 0; k < 2; k++)
            p->edge[i][k] = h->edges.data[2 * i + k];
    p->triangle_count = h->triangles.count / 3;
    for (int i = 0; i < p->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            p->triangle[i][k] = h->triangles.data[3 * i + k];
    p->normal_count = h->faces.count;
    for (int i = 0; i < p->normal_count; i++)
        p->normal[i] = rv_mat3_apply(c->R, h->faces.data[i].normal);
}

static double gap_along(const polytope* a, const polytope* b, rv_vec3 n) {
    double top = -INFINITY, bottom = INFINITY;
    for (int i = 0; i < a->corner_count; i++)
        top = fmax(top, rv_vec3_dot(n, a->corner[i]));
    for (int i = 0; i < b->corner_count; i++)
        bottom = fmin(bottom, rv_vec3_dot(n, b->corner[i]));
    return bottom - top;
}

// the separating axis test: the largest gap along any normal of a face or of a pair of edges; of
// polytopes that overlap it is the depth
static double largest_gap(const polytope* a, const polytope* b) {
    double most = -INFINITY;
    for (int i = 0; i < a->normal_count; i++)
        most = fmax(most, gap_along(a, b, a->normal[i]));
    for (int i = 0; i < b->normal_count; i++)
        most = fmax(most, gap_along(a, b, rv_vec3_neg(b->normal[i])));
    for (int i = 0; i < a->edge_count; i++)
        for (int j = 0; j < b->edge_count; j++) {
            rv_vec3 u = rv_vec3_sub(a->corner[a->edge[i][1]], a->corner[a->edge[i][0]]);
            rv_vec3 v = rv_vec3_sub(b->corner[b->edge[j][1]], b->corner[b->edge[j][0]]);
            rv_vec3 n = rv_vec3_cross(rv_vec3_normalize(u), rv_vec3_normalize(v));
            if (rv_vec3_length(n) < 1e-6)
                continue; // parallel: the faces have it
            n = rv_vec3_normalize(n);
            most = fmax(most, fmax(gap_along(a, b, n), gap_along(a, b, rv_vec3_neg(n))));
        }
    return most;
}

// corners with faces, edges with edges; right for polytopes that are apart
static double least_distance(const polytope* a, const polytope* b) {
    double least = INFINITY;
    for (int side = 0; side < 2; side++) {
        const polytope *p = side == 0 ? a : b, *q = side == 0 ? b : a;
        for (int i = 0; i < p->corner_count; i++)
            for (int j = 0; j < q->triangle_count; j++) {
                rv_vec3 t[3];
                for (int k = 0; k < 3; k++)
                    t[k] = q->corner[q->triangle[j][k]];
                rv_vec3 on = rv_nearest_on_triangle(p->corner[i], t);
                least = fmin(least, rv_vec3_length(rv_vec3_sub(on, p->corner[i])));
            }
    }
    for (int i = 0; i < a->edge_count; i++)
        for (int j = 0; j < b->edge_count; j++) {
            rv_vec3 u[2] = {a->corner[a->edge[i][0]], a->corner[a->edge[i][1]]};
            rv_vec3 v[2] = {b->corner[b->edge[j][0]], b->corner[b->edge[j][1]]};
            least = fmin(least, sqrt(rv_nearest_segments(u, v).squared));
        }
    return least;
}

// shapes of all proportions: needles, plates and lumps
static rv_vec3 random_half(double size, bool extreme) {
    double most = extreme ? 7.0 : 1.0;
    double x = size * exp(-random_in(0.0, most)), y = size * exp(-random_in(0.0, most));
    return rv_vec3_make(x, y, size);
}

// whose faces are all triangles: merged ones may be uneven by 1e-5, and brute force would see that
static rv_hull random_simple_hull(int corners, rv_vec3 half) {
    for (;;) {
        rv_hull hull = random_hull(&heap, corners, half);
        if (hull.loop.count == 3 * hull.faces.count)
            return hull;
        rv_hull_free(&heap, &hull);
    }
}

// two hulls whose corners are around each other, apart or overlapping
static void check_hull_pair(int corners, double ratio, bool extreme, rv_vec3 origin) {
    rv_hull one = random_simple_hull(corners, random_half(1.0, extreme));
    rv_hull two = random_simple_hull(corners, random_half(ratio, extreme));
    rv_geometry g = hull_shape(&one), h = hull_shape(&two);
    double size = one.reach + two.reach;
    rv_vec3 at = rv_vec3_mul_add(origin, size * random_in(0.0, 0.8), random_direction());
    rv_convex a = convex_at(&g, origin, random_rotation());
    rv_convex b = convex_at(&h, at, random_rotation());
    rv_closest c = rv_convex_closest(&a, &b);
    static polytope p, q;
    polytope_of(&a, &p);
    polytope_of(&b, &q);
    // 1e-10 of the size, and the rounding of coordinates far from the origin
    double tolerance = 1e-10 * size + 4e-15 * rv_vec3_length(origin);
    double gap = largest_gap(&p, &q);
    double expected = gap > 0.0 ? least_distance(&p, &q) : gap;
    CHECK_NEAR(c.distance, expected, tolerance);
    check_answer(&a, &b, c, tolerance);
    check_swapped(&a, &b, c, tolerance);
    rv_hull_free(&heap, &one);
    rv_hull_free(&heap, &two);
}

TEST(random_hulls_agree_with_brute_force) {
    random_state = 11;
    heap = rv_memory_make((rv_allocator){0});
    rv_vec3 zero = {0.0, 0.0, 0.0};
    for (int k = 0; k < 4000; k++)
        check_hull_pair(4 + k % 12, 1.0, false, zero);
}

TEST(needles_plates_and_unequal_sizes_agree_with_brute_force) {
    random_state = 12;
    heap = rv_memory_make((rv_allocator){0});
    rv_vec3 zero = {0.0, 0.0, 0.0};
    for (int k = 0; k < 4000; k++)
        check_hull_pair(5 + k % 8, exp(random_in(-7.0, 7.0)), true, zero);
}

TEST(hulls_a_kilometre_away_agree_with_brute_force) {
    random_state = 13;
    heap = rv_memory_make((rv_allocator){0});
    for (int k = 0; k < 2000; k++)
        check_hull_pair(4 + k % 12, 1.0, false, rv_vec3_make(1e3, -1e3, 1e3));
}

// --- boxes ---------------------------------------------------------------------------------------

// the 15 axes
static double box_gap(const rv_convex* a, const rv_convex* b) {
    double most = -INFINITY;
    for (int i = 0; i < 3; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            most = fmax(most, separation(a, b, rv_vec3_scale(rv_mat3_column(a->R, i), sign)));
            most = fmax(most, separation(a, b, rv_vec3_scale(rv_mat3_column(b->R, i), sign)));
            for (int j = 0; j < 3; j++) {
                rv_vec3 n = rv_vec3_cross(rv_mat3_column(a->R, i), rv_mat3_column(b->R, j));
                if (rv_vec3_length(n) > 1e-6)
                    most = fmax(most, separation(a, b, rv_vec3_scale(rv_vec3_normalize(n), sign)));
            }
        }
    return most;
}

TEST(depths_of_boxes_are_those_of_the_15_axes) {
    random_state = 14;
    int overlaps = 0;
    for (int k = 0; k < 20000; k++) {
        rv_vec3 h = random_half(1.0, k % 2), i = random_half(1.0, k % 3 == 0);
        rv_geometry g = box_shape(h.x, h.y, h.z), f = box_shape(i.x, i.y, i.z);
        // every fourth pair turned by right angles or hardly at all
        rv_mat3 R = k % 4 ? random_rotation() : turn(0.0, 0.0, 1.0, k % 8 ? 0.5 * RV_PI : 1e-9);
        rv_convex a = convex_at(&g, rv_vec3_make(0, 0, 0), rv_mat3_identity());
        rv_convex b = convex_at(&f, random_vec3(k % 5 ? 0.7 : 1e-8), R);
        double gap = box_gap(&a, &b);
        if (gap > 0.0)
            continue;
        overlaps++;
        rv_closest c = rv_convex_closest(&a, &b);
        CHECK_NEAR(c.distance, gap, 1e-12);
        check_answer(&a, &b, c, 1e-11);
        check_swapped(&a, &b, c, 1e-12);
    }
    CHECK(overlaps > 5000);
}

TEST(boxes_that_just_touch_have_the_normal_of_the_face) {
    // gaps from 1e-3 over 0 to -1e-3: face on face, turned about the normal
    random_state = 15;
    for (int k = 0; k < 2000; k++) {
        rv_geometry g = box_shape(1.0, 2.0, 0.5), f = box_shape(0.3, 0.2, 0.4);
        double gap = k % 7 == 0 ? 0.0 : (k % 2 ? 1.0 : -1.0) * exp(random_in(-40.0, -7.0));
        rv_mat3 frame = k % 3 ? random_rotation() : rv_mat3_identity();
        rv_mat3 R = rv_mat3_mul(frame, turn(0.0, 0.0, 1.0, random_in(-3.0, 3.0)));
        rv_vec3 at = {random_in(-0.5, 0.5), random_in(-1.5, 1.5), 0.9 + gap};
        rv_convex a = convex_at(&g, rv_vec3_make(0, 0, 0), frame);
        rv_convex b = convex_at(&f, rv_mat3_apply(frame, at), R);
        rv_closest c = rv_convex_closest(&a, &b);
        rv_vec3 n = rv_mat3_column(frame, 2);
        CHECK_NEAR(c.distance, gap, 1e-14); // rounding of 0.9 + gap and of the frame
        CHECK(rv_vec3_length(rv_vec3_sub(c.normal, n)) < 1e-12);
    }
}

// --- round things --------------------------------------------------------------------------------

static rv_geometry random_shape(int kind, const rv_hull* hull) {
    double r = exp(random_in(-3.0, 0.0)), l = exp(random_in(-3.0, 0.0));
    rv_vec3 h = random_half(1.0, false);
    switch (kind) {
    case 0:
        return sphere_shape(r);
    case 1:
        return capsule_shape(r, l);
    case 2:
        return cylinder_shape(r, l);
    case 3:
        return box_shape(h.x, h.y, h.z);
    default:
        return hull_shape(hull);
    }
}

// the largest separation that 2000 random directions, and steps uphill from the best, find: no
// answer may be less
static double searched_gap(const rv_convex* a, const rv_convex* b, rv_vec3 guess) {
    rv_vec3 best = guess;
    double most = separation(a, b, best);
    for (int k = 0; k < 2000; k++) {
        rv_vec3 n = random_direction();
        double s = separation(a, b, n);
        if (s > most) {
            most = s;
            best = n;
        }
    }
    for (double step = 0.1; step > 1e-9; step *= 0.7)
        for (int k = 0; k < 6; k++) {
            rv_vec3 n = rv_vec3_normalize(rv_vec3_mul_add(best, step, random_direction()));
            double s = separation(a, b, n);
            if (s > most) {
                most = s;
                best = n;
            }
        }
    return most;
}

TEST(round_things_have_certified_distances_and_no_shorter_way_out) {
    random_state = 16;
    heap = rv_memory_make((rv_allocator){0});
    rv_hull hull = random_hull(&heap, 40, rv_vec3_make(0.8, 0.5, 0.3));
    int overlaps = 0;
    for (int k = 0; k < 6000; k++) {
        rv_geometry g = random_shape(k % 5, &hull), h = random_shape(k / 5 % 5, &hull);
        rv_convex a = convex_at(&g, random_vec3(1.2), random_rotation());
        rv_convex b = convex_at(&h, rv_vec3_make(0, 0, 0), random_rotation());
        rv_closest c = rv_convex_closest(&a, &b);
        check_answer(&a, &b, c, 4e-10); // 1e-10 of sizes of up to 2 m each
        check_swapped(&a, &b, c, 4e-10);
        if (c.distance >= 0.0)
            continue;
        overlaps++;
        CHECK(searched_gap(&a, &b, c.normal) <= c.distance + 4e-10);
    }
    CHECK(overlaps > 1500);
    rv_hull_free(&heap, &hull);
}

TEST(triangles_have_certified_distances) {
    random_state = 17;
    heap = rv_memory_make((rv_allocator){0});
    rv_hull hull = random_hull(&heap, 40, rv_vec3_make(0.8, 0.5, 0.3));
    for (int k = 0; k < 6000; k++) {
        rv_vec3 t[3] = {random_vec3(1.0), random_vec3(1.0), random_vec3(1.0)};
        rv_geometry g = random_shape(k % 5, &hull);
        rv_convex a = convex_at(&g, random_vec3(1.0), random_rotation());
        rv_convex b = rv_convex_triangle(t);
        rv_closest c = rv_convex_closest(&a, &b);
        check_answer(&a, &b, c, 4e-10);
        check_swapped(&a, &b, c, 4e-10);
        if (c.distance < 0.0 && k % 4 == 0)
            CHECK(searched_gap(&a, &b, c.normal) <= c.distance + 4e-10);
    }
    rv_hull_free(&heap, &hull);
}

TEST(spheres_and_capsules_are_exact) {
    rv_geometry s = sphere_shape(0.5), c = capsule_shape(0.25, 1.0), b = box_shape(1.0, 2.0, 3.0);
    rv_mat3 I = rv_mat3_identity();
    rv_convex ball = convex_at(&s, rv_vec3_make(0, 0, 0), I);
    rv_convex other = convex_at(&s, rv_vec3_make(3.0, 4.0, 0.0), I);
    CHECK_NEAR(rv_convex_closest(&ball, &other).distance, 4.0, 1e-15);
    // crossed capsules, 2 m apart
    rv_convex rod = convex_at(&c, rv_vec3_make(0, 0, 0), I);
    rv_convex cross = convex_at(&c, rv_vec3_make(0.3, 0.2, 2.0), turn(0, 0, 1.0, 0.5 * RV_PI));
    rv_closest close = rv_convex_closest(&rod, &cross);
    CHECK_NEAR(close.distance, 1.5, 1e-15);
    CHECK_NEAR(close.on_a.x, 0.3, 1e-15);
    CHECK_NEAR(close.on_a.z, 0.25, 1e-15);
    // a ball inside of a box leaves by the nearest face
    rv_convex inside = convex_at(&s, rv_vec3_make(0.7, 0.1, 2.9), I);
    rv_convex box = convex_at(&b, rv_vec3_make(0, 0, 0), I);
    close = rv_convex_closest(&inside, &box);
    CHECK_NEAR(close.distance, -0.6, 1e-14);
    CHECK_NEAR(close.normal.z, -1.0, 1e-15); // from the ball to the box: the ball leaves upwards
}

TEST(coincident_things_give_some_unit_normal) {
    random_state = 18;
    heap = rv_memory_make((rv_allocator){0});
    rv_hull hull = random_hull(&heap, 12, rv_vec3_make(0.8, 0.5, 0.3));
    for (int k = 0; k < 25; k++) {
        rv_geometry g = random_shape(k % 5, &hull), h = random_shape(k / 5, &hull);
        rv_mat3 R = random_rotation();
        rv_convex a = convex_at(&g, rv_vec3_make(1, 2, 3), R), b = convex_at(&h, a.position, R);
        rv_closest c = rv_convex_closest(&a, &b);
        CHECK(c.distance < 0.0);
        check_answer(&a, &b, c, 4e-10);
        // and turned and moved by next to nothing
        b.position = rv_vec3_add(b.position, random_vec3(1e-15));
        check_answer(&a, &b, rv_convex_closest(&a, &b), 4e-10);
    }
    // things in one plane: no volume to leave
    rv_vec3 t[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, u[3] = {{0.2, 0.2, 0}, {1, 1, 0}, {0, 2, 0}};
    rv_convex a = rv_convex_triangle(t), b = rv_convex_triangle(u);
    rv_closest c = rv_convex_closest(&a, &b);
    check_answer(&a, &b, c, 1e-12);
    CHECK_NEAR(fabs(c.normal.z), 1.0, 1e-12);
    CHECK_NEAR(c.distance, 0.0, 1e-12);
    rv_hull_free(&heap, &hull);
}

TEST(a_limit_only_ends_the_search) {
    random_state = 19;
    for (int k = 0; k < 5000; k++) {
        rv_geometry g = box_shape(0.5, 0.4, 0.3), h = cylinder_shape(0.2, 0.6);
        rv_convex a = convex_at(&g, random_vec3(1.0), random_rotation());
        rv_convex b = convex_at(&h, random_vec3(1.0), random_rotation());
        rv_closest c = rv_convex_closest(&a, &b), within = rv_convex_closest_within(&a, &b, 0.1);
        if (c.distance <= 0.1)
            CHECK(c.distance == within.distance && c.normal.x == within.normal.x
                  && c.on_a.x == within.on_a.x && c.feature == within.feature);
        else
            CHECK(within.distance > 0.1);
    }
}

TEST(the_number_of_the_features_stays_under_small_motions) {
    // a corner over a face, an edge over an edge
    rv_geometry g = box_shape(1.0, 1.0, 1.0);
    rv_mat3 on_corner = rv_mat3_mul(turn(1.0, 0.0, 0.0, 0.7), turn(0.0, 1.0, 0.0, 0.6));
    rv_mat3 on_edge = turn(1.0, 0.0, 0.0, 0.25 * RV_PI), other = turn(0.0, 1.0, 0.0, 0.25 * RV_PI);
    uint32_t corner = 0, edge = 0;
    for (int k = 0; k < 20; k++) {
        rv_mat3 jitter = turn(0.6, 0.0, 0.8, 1e-3 * k);
        rv_vec3 shift = {1e-3 * k, -0.5e-3 * k, 0.0};
        rv_convex a = convex_at(&g, shift, rv_mat3_identity());
        rv_convex b = convex_at(&g, rv_vec3_make(0.2, 0.1, 2.6), rv_mat3_mul(jitter, on_corner));
        uint32_t f = rv_convex_closest(&a, &b).feature;
        CHECK(k == 0 || f == corner);
        corner = f;
        rv_convex c = convex_at(&g, shift, rv_mat3_mul(jitter, on_edge));
        rv_convex d = convex_at(&g, rv_vec3_make(0.0, 0.0, k % 2 ? 2.7 : 2.9), other);
        f = rv_convex_closest(&c, &d).feature;
        CHECK(k == 0 || f == edge);
        edge = f;
    }
    CHECK(corner != edge);
}
