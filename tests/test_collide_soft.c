// Deformable surfaces: their edges and trees, and where they touch shapes. That nothing is missed
// is checked by points sampled all over a surface and its motion: wherever one of them is inside
// the shape, some touch must forbid it.
#include "collide/height_field.h"
#include "soft_fixture.h"

static const rv_soft_limits ALL = {0.05, 0.05, RV_SOFT_ALL};

enum { TOUCHES = 512 };
static rv_soft_touch touches[TOUCHES];

static rv_memory memory_of_tests(void) {
    return rv_memory_make((rv_allocator){0});
}

// ---- surfaces -----------------------------------------------------------------------------------

TEST(every_node_and_every_edge_belongs_to_one_triangle_that_has_it) {
    rv_memory memory = memory_of_tests();
    sheet s;
    sheet_shape(&s, 5, 1.0, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    CHECK(sheet_make(&memory, &s));
    // V - E + F = 1 for a disc
    CHECK(s.surface.edges.count == 36 + 50 - 1);
    int nodes = 0, edges = 0, open = 0;
    for (int t = 0; t < s.surface.triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            const rv_soft_edge* e = &s.surface.edges.data[s.surface.triangle_edges.data[3 * t + k]];
            int a = s.triangles[3 * t + k], b = s.triangles[3 * t + (k + 1) % 3];
            nodes += s.surface.owns.data[t] >> k & 1;
            edges += s.surface.owns.data[t] >> (3 + k) & 1;
            CHECK((e->node[0] == a && e->node[1] == b) || (e->node[0] == b && e->node[1] == a));
            CHECK(e->triangle[0] == t || e->triangle[1] == t);
            open += e->triangle[1] < 0;
        }
    CHECK(nodes == 36);
    CHECK(edges == s.surface.edges.count);
    CHECK(open == 20);
    rv_soft_free(&memory, &s.surface);
    CHECK(memory.used == 0);
}

static bool count_triangle(void* context, int triangle) {
    (void)triangle;
    ++*(int*)context;
    return true;
}

TEST(a_refit_tree_finds_each_triangle_that_a_box_meets) {
    rv_memory memory = memory_of_tests();
    sheet s;
    random_state = 5;
    sheet_shape(&s, 8, 1.0, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    CHECK(sheet_make(&memory, &s));
    for (int round = 0; round < 50; round++) {
        for (int i = 0; i < sheet_nodes(&s); i++) {
            s.x[i] = rv_vec3_add(s.x[i], random_vec3(0.05));
            s.x_to[i] = rv_vec3_add(s.x[i], random_vec3(0.1));
        }
        rv_soft_refit(&s.surface, 0.01);
        rv_vec3 p = random_vec3(0.6);
        rv_aabb box = rv_aabb_grow((rv_aabb){p, p}, random_in(0.0, 0.3));
        int found = 0, expected = 0;
        rv_soft_query(&s.surface, &box, count_triangle, &found);
        for (int t = 0; t < s.surface.triangle_count; t++) {
            rv_aabb bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
            for (int k = 0; k < 3; k++) {
                rv_vec3 a = s.x[s.triangles[3 * t + k]], b = s.x_to[s.triangles[3 * t + k]];
                bounds = rv_aabb_union(bounds, rv_aabb_union((rv_aabb){a, a}, (rv_aabb){b, b}));
            }
            bounds = rv_aabb_grow(bounds, 0.01);
            expected += rv_aabb_overlap(&bounds, &box);
        }
        CHECK(found == expected);
    }
    rv_soft_free(&memory, &s.surface);
}

TEST(a_surface_without_triangles_touches_nothing) {
    rv_memory memory = memory_of_tests();
    rv_soft_surface s;
    rv_vec3 x = {0.0, 0.0, 0.0};
    CHECK(rv_soft_make(&memory, &s, NULL, 0, &x, 1));
    rv_geometry g = sphere_shape(1.0);
    rv_placed shape = placed_at(&g, x, rv_mat3_identity());
    rv_soft_refit(&s, 0.1);
    CHECK(rv_soft_touch_shape(&s, &shape, &shape, &ALL, touches, TOUCHES) == 0);
    rv_soft_free(&memory, &s);
}

// ---- single touches -----------------------------------------------------------------------------

static int touch_still(sheet* s, const rv_placed* shape, const rv_soft_limits* limits) {
    rv_soft_refit(&s->surface, limits->reach);
    return rv_soft_touch_shape(&s->surface, shape, shape, limits, touches, TOUCHES);
}

TEST(a_node_touches_a_round_shape_along_the_exact_normal) {
    rv_memory memory = memory_of_tests();
    rv_geometry g = cylinder_shape(0.5, 1.0);
    sheet s;
    // the axis along x; the middle node is nearest
    sheet_shape(&s, 4, 0.4, rv_vec3_make(0.0, 0.0, -0.52), rv_mat3_identity());
    CHECK(sheet_make(&memory, &s));
    rv_placed shape = placed_at(&g, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    rv_soft_limits nodes = {0.05, 0.05, RV_SOFT_NODES};
    int count = touch_still(&s, &shape, &nodes);
    // rows y = 0 and y = +-0.1: gaps 0.02 and 0.03; y = +-0.2: 0.057
    CHECK(count == 15);
    for (int i = 0; i < count; i++) {
        rv_vec3 p = s.x[touches[i].node[0]];
        double r = sqrt(p.y * p.y + p.z * p.z);
        CHECK_NEAR(touches[i].gap, r - 0.5, 1e-15);
        CHECK_NEAR(touches[i].normal.z, p.z / r, 1e-15);
        CHECK_NEAR(touches[i].normal.y, p.y / r, 1e-15);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(touches[i].point, p)), r - 0.5, 1e-15);
    }
    rv_soft_free(&memory, &s.surface);
}

TEST(a_sphere_smaller_than_a_triangle_touches_its_inside_however_fast) {
    rv_memory memory = memory_of_tests();
    rv_geometry g = sphere_shape(0.01);
    const double ways[] = {0.0, 0.1, 3.0, 1000.0};
    for (int k = 0; k < 4; k++) {
        sheet s;
        sheet_shape(&s, 1, 1.0, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
        CHECK(sheet_make(&memory, &s));
        rv_soft_refit(&s.surface, 0.05);
        // from above, over the first triangle
        rv_placed from = placed_at(&g, rv_vec3_make(0.2, -0.1, 0.03), rv_mat3_identity());
        rv_placed to = from;
        to.position.z -= ways[k];
        int count = rv_soft_touch_shape(&s.surface, &from, &to, &ALL, touches, TOUCHES);
        CHECK(count == 1);
        CHECK(touches[0].count == 3);
        CHECK_NEAR(touches[0].gap, 0.02, 1e-15);
        CHECK_NEAR(touches[0].normal.z, -1.0, 0.0);
        rv_vec3 p = sheet_point_at(&s, &touches[0], 0.0);
        CHECK_NEAR(p.x, 0.2, 1e-15);
        CHECK_NEAR(p.y, -0.1, 1e-15);
        CHECK_NEAR(touches[0].point.z, 0.02, 1e-15);
        rv_soft_free(&memory, &s.surface);
    }
}

TEST(an_edge_over_a_thin_cylinder_touches_between_its_nodes) {
    rv_memory memory = memory_of_tests();
    rv_geometry g = cylinder_shape(0.05, 1.0);
    sheet s;
    sheet_shape(&s, 1, 1.0, rv_vec3_make(0.0, 0.0, -0.06), rv_mat3_identity());
    CHECK(sheet_make(&memory, &s));
    rv_placed shape = placed_at(&g, rv_vec3_make(0.0, 0.1, 0.0), rv_mat3_identity());
    int count = touch_still(&s, &shape, &ALL);
    // the two edges along y and the diagonal
    CHECK(count == 3);
    for (int i = 0; i < count; i++) {
        CHECK(touches[i].count == 2);
        CHECK_NEAR(touches[i].gap, 0.01, 1e-7);
        // the lowest point is known to 1e-6 of the reach in height, and the root of that in place
        CHECK_NEAR(sheet_point_at(&s, &touches[i], 0.0).y, 0.1, 1e-4);
        CHECK_NEAR(touches[i].normal.z, -1.0, 1e-5);
    }
    rv_soft_free(&memory, &s.surface);
}

TEST(a_box_on_a_coarse_sheet_stands_on_its_corners) {
    rv_memory memory = memory_of_tests();
    rv_geometry g = box_shape(0.05, 0.03, 0.02);
    sheet s;
    sheet_shape(&s, 1, 1.0, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    CHECK(sheet_make(&memory, &s));
    // tilted by a thousandth, 1 mm above the sheet
    rv_placed shape = placed_at(&g, rv_vec3_make(0.3, -0.2, 0.021), turn(0.0, 1.0, 0.0, 0.001));
    rv_soft_limits limits = {0.005, 0.005, RV_SOFT_ALL};
    int count = touch_still(&s, &shape, &limits);
    CHECK(count == 4);
    for (int i = 0; i < count; i++) {
        CHECK(touches[i].count == 3);
        CHECK_NEAR(touches[i].gap, 0.001, 0.06e-3);
        CHECK_NEAR(touches[i].normal.z, -1.0, 1e-15);
    }
    rv_soft_free(&memory, &s.surface);
}

TEST(of_more_touches_than_there_is_room_for_the_nearest_are_kept) {
    rv_memory memory = memory_of_tests();
    rv_geometry g = {.type = RV_SHAPE_PLANE};
    sheet s;
    sheet_shape(&s, 8, 1.0, rv_vec3_make(0.0, 0.0, 0.02), turn(1.0, 0.0, 0.0, 0.03));
    CHECK(sheet_make(&memory, &s));
    rv_placed shape = placed_at(&g, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    CHECK(touch_still(&s, &shape, &ALL) == 81);
    rv_soft_touch few[10];
    CHECK(rv_soft_touch_shape(&s.surface, &shape, &shape, &ALL, few, 10) == 10);
    for (int i = 0; i < 10; i++)
        CHECK(few[i].gap < touches[0].gap + 0.03);
    // the lowest row has nine nodes, and one of the next
    double most = 0.0;
    for (int i = 0; i < 10; i++)
        most = fmax(most, few[i].gap);
    CHECK_NEAR(most, 0.02 - 0.375 * rv_sin(0.03), 1e-15);
    rv_soft_free(&memory, &s.surface);
}

// ---- nothing is missed --------------------------------------------------------------------------

typedef struct scene {
    rv_geometry geometry;
    rv_hull hull;
    rv_trimesh mesh;
    rv_placed from, to;
    sheet s;
} scene;

static void make_geometry(rv_memory* memory, scene* c, int kind) {
    double size = random_in(0.15, 1.5);
    c->hull = (rv_hull){0};
    c->mesh = (rv_trimesh){0};
    const rv_geometry simple[] = {sphere_shape(0.3 * size), capsule_shape(0.2 * size, 0.4 * size),
                                  cylinder_shape(0.3 * size, 0.4 * size),
                                  box_shape(0.3 * size, 0.2 * size, 0.4 * size)};
    if (kind < 4) {
        c->geometry = simple[kind];
        return;
    }
    c->hull = random_hull(memory, 20, rv_vec3_make(0.4 * size, 0.4 * size, 0.3 * size));
    c->geometry = hull_shape(&c->hull);
    if (kind == 4)
        return;
    rv_error_text error = {""};
    rv_mesh_def def = {.vertices = c->hull.corners.data,
                       .vertex_count = c->hull.corners.count,
                       .triangles = c->hull.triangles.data,
                       .triangle_count = c->hull.triangles.count / 3};
    CHECK(rv_trimesh_make(memory, &c->mesh, &def, &error));
    c->geometry = (rv_geometry){.type = RV_SHAPE_MESH, .mesh = &c->mesh};
}

// a sheet that faces the shape comes to it, bent and bending
static void make_scene(rv_memory* memory, scene* c, int kind, double speed) {
    make_geometry(memory, c, kind);
    c->from = placed_at(&c->geometry, random_vec3(0.1), random_rotation());
    c->to = c->from;
    c->to.position = rv_vec3_add(c->from.position, random_vec3(0.2 * speed));
    double reach = rv_geometry_reach(&c->geometry);
    rv_vec3 away = random_direction(), aim = rv_vec3_neg(away);
    rv_mat3 R;
    do
        R = random_rotation();
    while (rv_vec3_dot(rv_mat3_column(R, 2), aim) < 0.6);
    rv_vec3 off = rv_vec3_mul_add(c->from.position, reach + 0.7, away);
    sheet_shape(&c->s, 4, 1.0, off, R);
    for (int i = 0; i < sheet_nodes(&c->s); i++) {
        c->s.x[i] = rv_vec3_add(c->s.x[i], random_vec3(0.03));
        rv_vec3 way = rv_vec3_add(rv_vec3_scale(aim, speed * (reach + 0.7)), random_vec3(0.03));
        c->s.x_to[i] = rv_vec3_add(c->s.x[i], way);
    }
    CHECK(sheet_make(memory, &c->s));
    rv_soft_refit(&c->s.surface, 0.05);
}

static void free_scene(rv_memory* memory, scene* c) {
    rv_soft_free(memory, &c->s.surface);
    rv_hull_free(memory, &c->hull);
    rv_trimesh_free(memory, &c->mesh);
}

static rv_placed shape_at(const scene* c, double t) {
    rv_placed at = c->from;
    at.position = rv_vec3_mul_add(at.position, t, rv_vec3_sub(c->to.position, c->from.position));
    return at;
}

// of points of all triangles, the deepest inside the shape; 0: none is
static double deepest_at(const scene* c, double t) {
    enum { PARTS = 4 };
    rv_placed shape = shape_at(c, t);
    double deepest = 0.0;
    for (int triangle = 0; triangle < c->s.surface.triangle_count; triangle++)
        for (int a = 0; a <= PARTS; a++)
            for (int b = 0; a + b <= PARTS; b++) {
                double weight[3] = {(double)a / PARTS, (double)b / PARTS,
                                    (double)(PARTS - a - b) / PARTS};
                rv_vec3 p = {0.0, 0.0, 0.0}, on, normal;
                for (int k = 0; k < 3; k++)
                    p = rv_vec3_mul_add(p, weight[k],
                                        sheet_node_at(&c->s, c->s.triangles[3 * triangle + k], t));
                deepest = fmin(deepest, rv_shape_nearest(&shape, p, 1.0, &on, &normal));
            }
    return deepest;
}

// how much the most violated touch forbids of the place at t
static double forbidden_at(const scene* c, int count, double t) {
    rv_vec3 way = rv_vec3_sub(shape_at(c, t).position, c->from.position);
    double least = 0.0;
    for (int i = 0; i < count; i++) {
        rv_vec3 p = rv_vec3_sub(sheet_point_at(&c->s, &touches[i], t), way);
        least = fmin(least, rv_vec3_dot(touches[i].normal, rv_vec3_sub(p, touches[i].point)));
    }
    return least;
}

static void check_touches(const scene* c, int count) {
    for (int i = 0; i < count; i++) {
        CHECK_NEAR(rv_vec3_length(touches[i].normal), 1.0, 1e-12);
        rv_vec3 p = sheet_point_at(&c->s, &touches[i], 0.0);
        CHECK_NEAR(rv_vec3_dot(touches[i].normal, rv_vec3_sub(p, touches[i].point)), touches[i].gap,
                   1e-12);
        // the whole of a convex shape is below: the normal is in the cone of what it touches
        if (rv_shape_is_convex(c->geometry.type)) {
            rv_convex convex = rv_convex_of(&c->from);
            rv_vec3 top = rv_convex_support(&convex, touches[i].normal, NULL);
            double over = rv_vec3_dot(touches[i].normal, rv_vec3_sub(top, touches[i].point));
            // corners on triangles: up to 0.2 rad out of it, over their edges
            double slack = touches[i].count == 3 ? 0.7 * rv_geometry_reach(&c->geometry) : 1e-4;
            CHECK(over + convex.radius <= slack);
        }
        for (int k = 0; k < i; k++)
            CHECK(touches[i].feature != touches[k].feature || touches[i].count == 1);
    }
}

static void check_nothing_missed(int kind) {
    rv_memory memory = memory_of_tests();
    random_state = 77 + (uint64_t)kind;
    int hits = 0;
    for (int n = 0; n < 60; n++) {
        scene c;
        make_scene(&memory, &c, kind, n % 3 == 0 ? 0.6 : n % 3 == 1 ? 1.0 : 4.0);
        int count = rv_soft_touch_shape(&c.s.surface, &c.from, &c.to, &ALL, touches, TOUCHES);
        CHECK(count < TOUCHES);
        check_touches(&c, count);
        bool hit = false;
        CHECK(deepest_at(&c, 0.0) == 0.0);
        for (int step = 1; step <= 12; step++) {
            double t = step / 12.0, deepest = deepest_at(&c, t);
            hit = hit || deepest < -1e-6;
            if (deepest < -1e-6)
                CHECK(forbidden_at(&c, count, t) < 0.0);
        }
        hits += hit;
        free_scene(&memory, &c);
    }
    CHECK(hits > 30);
    CHECK(memory.used == 0);
}

TEST(no_part_of_a_sheet_comes_into_a_sphere_unseen) {
    check_nothing_missed(0);
}

TEST(no_part_of_a_sheet_comes_into_a_capsule_unseen) {
    check_nothing_missed(1);
}

TEST(no_part_of_a_sheet_comes_into_a_cylinder_unseen) {
    check_nothing_missed(2);
}

TEST(no_part_of_a_sheet_comes_into_a_box_unseen) {
    check_nothing_missed(3);
}

TEST(no_part_of_a_sheet_comes_into_a_hull_unseen) {
    check_nothing_missed(4);
}

TEST(no_part_of_a_sheet_comes_into_a_mesh_unseen) {
    check_nothing_missed(5);
}
