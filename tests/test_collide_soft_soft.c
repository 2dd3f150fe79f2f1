// Deformable surfaces against each other, themselves and lines. That nothing is missed is checked
// by brute force: wherever on the way an edge of one pierces a triangle of the other, some touch
// must forbid the place.
#include "soft_fixture.h"

static const rv_soft_limits ALL = {0.05, 0.02, RV_SOFT_ALL};

enum { TOUCHES = 1024 };
static rv_soft_touch touches[TOUCHES];

static rv_memory memory_of_tests(void) {
    return rv_memory_make((rv_allocator){0});
}

static rv_vec3 way_at(const rv_vec3* from, const rv_vec3* to, int i, double t) {
    return rv_vec3_mul_add(from[i], t, rv_vec3_sub(to[i], from[i]));
}

static double volume(rv_vec3 a, rv_vec3 b, rv_vec3 c, rv_vec3 d) {
    return rv_vec3_dot(rv_vec3_cross(rv_vec3_sub(b, a), rv_vec3_sub(c, a)), rv_vec3_sub(d, a));
}

// whether the segment p q passes through the triangle, away from all borders
static bool pierces(rv_vec3 p, rv_vec3 q, const rv_vec3 c[3]) {
    const double tiny = 1e-9;
    double below = volume(c[0], c[1], c[2], p), above = volume(c[0], c[1], c[2], q);
    if (!((below < -tiny && above > tiny) || (below > tiny && above < -tiny)))
        return false;
    double u = volume(p, q, c[0], c[1]), v = volume(p, q, c[1], c[2]), w = volume(p, q, c[2], c[0]);
    return (u > tiny && v > tiny && w > tiny) || (u < -tiny && v < -tiny && w < -tiny);
}

static bool line_pierces(const rv_vec3* x, const rv_vec3* x_to, int edge_from, int edge_to,
                         const sheet* s, double t) {
    rv_vec3 p = way_at(x, x_to, edge_from, t), q = way_at(x, x_to, edge_to, t);
    for (int k = 0; k < s->surface.triangle_count; k++) {
        rv_vec3 c[3];
        for (int i = 0; i < 3; i++)
            c[i] = sheet_node_at(s, s->triangles[3 * k + i], t);
        if (pierces(p, q, c))
            return true;
    }
    return false;
}

static bool edges_pierce(const sheet* a, const sheet* b, double t) {
    for (int e = 0; e < a->surface.edges.count; e++) {
        const rv_soft_edge* edge = &a->surface.edges.data[e];
        if (line_pierces(a->x, a->x_to, edge->node[0], edge->node[1], b, t))
            return true;
    }
    return false;
}

// the least of what the touches leave at t, if they leave less than nothing; b: by node of the
// other
static double forbidden_at(const sheet* a, const rv_vec3* b, const rv_vec3* b_to, double radius,
                           int count, double t) {
    double least = 0.0;
    for (int i = 0; i < count; i++) {
        rv_vec3 p = sheet_point_at(a, &touches[i], t);
        for (int k = 0; k < touches[i].other_count; k++)
            p = rv_vec3_mul_add(p, -touches[i].other_weight[k],
                                way_at(b, b_to, touches[i].other_node[k], t));
        least = fmin(least, rv_vec3_dot(touches[i].normal, p) - radius);
    }
    return least;
}

static void check_touches(const sheet* a, const rv_vec3* b, double radius, int count) {
    for (int i = 0; i < count; i++) {
        rv_vec3 p = sheet_point_at(a, &touches[i], 0.0), q = {0.0, 0.0, 0.0};
        for (int k = 0; k < touches[i].other_count; k++)
            q = rv_vec3_mul_add(q, touches[i].other_weight[k], b[touches[i].other_node[k]]);
        q = rv_vec3_mul_add(q, radius, touches[i].normal);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(q, touches[i].point)), 0.0, 1e-12);
        CHECK_NEAR(rv_vec3_length(touches[i].normal), 1.0, 1e-12);
        CHECK_NEAR(rv_vec3_dot(touches[i].normal, rv_vec3_sub(p, q)), touches[i].gap, 1e-12);
        for (int k = 0; k < i; k++)
            CHECK(touches[i].feature != touches[k].feature);
    }
}

// a sheet at a place that faces along aim, bent, on its way
static void make_sheet(rv_memory* memory, sheet* s, rv_vec3 place, rv_vec3 aim, double way) {
    rv_mat3 R;
    do
        R = random_rotation();
    while (rv_vec3_dot(rv_mat3_column(R, 2), aim) < 0.8);
    sheet_shape(s, 4, 1.0, place, R);
    for (int i = 0; i < sheet_nodes(s); i++) {
        s->x[i] = rv_vec3_add(s->x[i], random_vec3(0.04));
        s->x_to[i] = rv_vec3_add(rv_vec3_mul_add(s->x[i], way, aim), random_vec3(0.04));
    }
    CHECK(sheet_make(memory, s));
    rv_soft_refit(&s->surface, ALL.reach);
}

TEST(two_sheets_do_not_come_into_each_other_unseen) {
    rv_memory memory = memory_of_tests();
    random_state = 31;
    int hits = 0;
    for (int n = 0; n < 60; n++) {
        sheet a, b;
        rv_vec3 aim = random_direction();
        make_sheet(&memory, &a, rv_vec3_make(0.0, 0.0, 0.0), aim, n % 2 == 0 ? 0.8 : 3.0);
        make_sheet(&memory, &b, rv_vec3_scale(aim, 1.4), rv_vec3_neg(aim), 0.8);
        int count = rv_soft_touch_soft(&a.surface, &b.surface, &ALL, touches, TOUCHES);
        CHECK(count < TOUCHES);
        check_touches(&a, b.x, 0.0, count);
        CHECK(!edges_pierce(&a, &b, 0.0) && !edges_pierce(&b, &a, 0.0));
        bool hit = false;
        for (int step = 1; step <= 12; step++) {
            double t = step / 12.0;
            if (!edges_pierce(&a, &b, t) && !edges_pierce(&b, &a, t))
                continue;
            hit = true;
            CHECK(forbidden_at(&a, b.x, b.x_to, 0.0, count, t) < 0.0);
        }
        hits += hit;
        rv_soft_free(&memory, &a.surface);
        rv_soft_free(&memory, &b.surface);
    }
    CHECK(hits > 20);
    CHECK(memory.used == 0);
}

TEST(sheets_that_lie_on_each_other_touch_at_their_nodes_both_ways) {
    rv_memory memory = memory_of_tests();
    sheet a, b;
    // the second one 0.01 above, looking down, turned a little about z so that no edges agree
    sheet_shape(&a, 3, 1.0, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    rv_mat3 down = rv_mat3_mul(turn(0.0, 0.0, 1.0, 0.3), turn(1.0, 0.0, 0.0, RV_PI));
    sheet_shape(&b, 4, 0.6, rv_vec3_make(0.0, 0.0, 0.01), down);
    CHECK(sheet_make(&memory, &a) && sheet_make(&memory, &b));
    rv_soft_refit(&a.surface, 0.05);
    rv_soft_refit(&b.surface, 0.05);
    int count = rv_soft_touch_soft(&a.surface, &b.surface, &ALL, touches, TOUCHES), nodes = 0;
    for (int i = 0; i < count; i++) {
        CHECK_NEAR(touches[i].gap, 0.01, 1e-14);
        CHECK_NEAR(touches[i].normal.z, -1.0, 1e-14);
        nodes += touches[i].other_count == 1;
    }
    // all 25 nodes of the smaller one are over the larger one
    CHECK(nodes == 25);
    rv_soft_free(&memory, &a.surface);
    rv_soft_free(&memory, &b.surface);
}

TEST(a_folded_sheet_touches_itself_once_at_each_pair) {
    rv_memory memory = memory_of_tests();
    sheet s;
    sheet_shape(&s, 4, 1.0, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    // folded up about y = 0 like a book, almost closed: the outside is inside of the fold
    for (int i = 0; i < sheet_nodes(&s); i++) {
        double x = s.x[i].x;
        if (x > 0.0)
            s.x[i] = s.x_to[i] = rv_vec3_make(-x, s.x[i].y + 0.02, 0.05 * x);
    }
    CHECK(sheet_make(&memory, &s));
    rv_soft_refit(&s.surface, ALL.reach);
    int count = rv_soft_touch_self(&s.surface, &ALL, touches, TOUCHES);
    CHECK(count > 8);
    check_touches(&s, s.x, 0.0, count);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < touches[i].count; k++)
            for (int m = 0; m < touches[i].other_count; m++)
                CHECK(touches[i].node[k] != touches[i].other_node[m]);
        CHECK(touches[i].gap > 0.0 && touches[i].gap < 0.05);
    }
    rv_soft_free(&memory, &s.surface);
}

TEST(a_line_does_not_come_through_a_sheet_unseen) {
    rv_memory memory = memory_of_tests();
    random_state = 17;
    int hits = 0;
    for (int n = 0; n < 60; n++) {
        sheet s;
        rv_vec3 aim = random_direction(), side = rv_vec3_perpendicular(aim), x[9], x_to[9];
        make_sheet(&memory, &s, rv_vec3_make(0.0, 0.0, 0.0), aim, 0.1);
        for (int i = 0; i < 9; i++) {
            x[i] = rv_vec3_add(rv_vec3_scale(aim, 0.9), rv_vec3_scale(side, 0.2 * (i - 4)));
            x_to[i] = rv_vec3_mul_add(x[i], n % 2 == 0 ? -1.0 : -4.0, aim);
            x_to[i] = rv_vec3_add(x_to[i], random_vec3(0.1));
        }
        rv_soft_line line = {x, x_to, 9, 0.01};
        int count = rv_soft_touch_line(&s.surface, &line, &ALL, touches, TOUCHES);
        check_touches(&s, x, line.radius, count);
        bool hit = false;
        for (int step = 1; step <= 12; step++) {
            bool through = false;
            for (int e = 0; e < 8; e++)
                through = through || line_pierces(x, x_to, e, e + 1, &s, step / 12.0);
            hit = hit || through;
            if (through)
                CHECK(forbidden_at(&s, x, x_to, line.radius, count, step / 12.0) < 0.0);
        }
        hits += hit;
        rv_soft_free(&memory, &s.surface);
    }
    CHECK(hits > 20);
}

TEST(a_line_on_a_sheet_touches_at_its_vertices_with_the_gap_of_its_radius) {
    rv_memory memory = memory_of_tests();
    sheet s;
    sheet_shape(&s, 1, 1.0, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    CHECK(sheet_make(&memory, &s));
    rv_soft_refit(&s.surface, 0.05);
    rv_vec3 x[4] = {
        {-0.3, -0.35, 0.02}, {-0.1, -0.35, 0.02}, {0.1, -0.35, 0.02}, {0.3, -0.35, 0.2}};
    rv_soft_line line = {x, x, 4, 0.015};
    int count = rv_soft_touch_line(&s.surface, &line, &ALL, touches, TOUCHES);
    // three vertices; the fourth is too far
    CHECK(count == 3);
    for (int i = 0; i < count; i++) {
        CHECK(touches[i].count == 3 && touches[i].other_count == 1);
        CHECK_NEAR(touches[i].gap, 0.005, 1e-15);
        CHECK_NEAR(touches[i].point.z, 0.005, 1e-15);
        CHECK_NEAR(touches[i].normal.z, -1.0, 0.0);
    }
    rv_soft_free(&memory, &s.surface);
}
