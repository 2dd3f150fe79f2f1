// Cables that begin with a knot: the knot that was asked for, between the nodes, in a cable as long
// as was said or as it takes; and what is refused.
#include "collide/link.h"
#include "failing_allocator.h"
#include "model/knot.h"
#include "test.h"
#include "world_fixture.h"

#include <stdlib.h>

enum { POINTS_MAX = 2001 };

static rv_vec3 points[POINTS_MAX];

// a rod of 1 mm between the origin and a point, both ends free
static rv_cable_def def_of(rv_cable_node nodes[2], rv_knot knot, rv_vec3 to) {
    rv_cable_def def = rv_cable_def_default();
    nodes[0] = nodes[1] = rv_cable_node_default();
    nodes[0].type = nodes[1].type = RV_CABLE_FREE;
    nodes[1].point = to;
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 1e-3;
    def.segments.knot = knot;
    return def;
}

static int64_t determinant_of(int count) {
    size_t bytes = rv_line_determinant_bytes(count);
    void* block = malloc(bytes);
    int64_t found = rv_line_determinant(points, count, false, rv_arena_make(block, bytes));
    free(block);
    return found;
}

static int read_points(const rv_world* world, rv_cable_id cable) {
    int count = rv_cable_points(world, cable, 0.1, points, NULL, POINTS_MAX);
    CHECK(count <= POINTS_MAX);
    return count;
}

static double length_of(int count) {
    double sum = 0.0;
    for (int i = 1; i < count; i++)
        sum += rv_vec3_length(rv_vec3_sub(points[i], points[i - 1]));
    return sum;
}

TEST(a_cable_lies_in_the_knot_that_was_asked_for_from_node_to_node) {
    static const int64_t DETERMINANT[RV_KNOT_COUNT] = {
        [RV_KNOT_OVERHAND] = 3,    [RV_KNOT_DOUBLE_OVERHAND] = 5, [RV_KNOT_FIGURE_EIGHT] = 5,
        [RV_KNOT_GRANNY] = 9,      [RV_KNOT_SQUARE] = 9,          [RV_KNOT_SURGEON] = 15,
        [RV_KNOT_LOOP_GRANNY] = 9, [RV_KNOT_LOOP_SQUARE] = 9,     [RV_KNOT_LOOP_SURGEON] = 15,
    };
    const rv_cable_model models[] = {RV_CABLE_ROD, RV_CABLE_SEGMENTS};
    for (int k = 0; k < 2 * (RV_KNOT_COUNT - 1); k++) {
        rv_world* world = default_world();
        rv_knot knot = (rv_knot)(1 + k / 2);
        rv_cable_node nodes[2];
        rv_cable_def def = def_of(nodes, knot, (rv_vec3){0.1, 0.2, 0.05});
        def.model = models[k % 2];
        rv_cable_id cable = rv_cable_create(world, &def);
        CHECK_TEXT(rv_world_error(world), "");
        int count = read_points(world, cable);
        CHECK(count == 3 * rv_knot_least_count(knot) + 1);
        CHECK(determinant_of(count) == DETERMINANT[knot]);
        CHECK_NEAR(rv_vec3_length(points[0]), 0.0, 1e-12);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(points[count - 1], nodes[1].point)), 0.0, 1e-9);
        CHECK_NEAR(rv_cable_length(world, cable), length_of(count), 1e-9);
        rv_world_destroy(world);
    }
}

// how far apart the ends of the knot alone are
static double ends_apart(rv_knot knot, double length, double diameter, int count) {
    CHECK(rv_knot_line(knot, length, diameter, count, points, NULL));
    return points[count].x - points[0].x;
}

TEST(a_length_that_is_given_goes_into_the_knot) {
    double farthest = ends_apart(RV_KNOT_OVERHAND, 0.3, 1e-3, 200), reach[2];
    for (int near = 0; near < 2; near++) {
        rv_world* world = default_world();
        rv_cable_node nodes[2];
        rv_cable_def def =
            def_of(nodes, RV_KNOT_OVERHAND, (rv_vec3){(near ? 0.8 : 0.99) * farthest, 0.0, 0.0});
        def.length = 0.3;
        def.segments.count = 200;
        rv_cable_id cable = rv_cable_create(world, &def);
        int count = read_points(world, cable);
        CHECK(count == 201 && determinant_of(count) == 3);
        CHECK_NEAR(rv_cable_length(world, cable), 0.3, 1e-12);
        CHECK_NEAR(length_of(count), 0.3, 1e-9);
        reach[near] = 0.0;
        for (int i = 0; i < count; i++)
            reach[near] = fmax(reach[near], fabs(points[i].z));
        rv_world_destroy(world);
    }
    // what is left between nearer nodes is a larger knot
    CHECK(reach[1] > 1.5 * reach[0] && reach[0] > 2e-3);
}

TEST(a_loop_hangs_down_from_the_line_between_its_ends) {
    rv_world* world = default_world();
    rv_cable_node nodes[2];
    rv_cable_def def = def_of(nodes, RV_KNOT_LOOP_SQUARE, (rv_vec3){0.0, 0.2, 0.0});
    int count = read_points(world, rv_cable_create(world, &def));
    double low = 0.0, high = 0.0;
    for (int i = 0; i < count; i++) {
        low = fmin(low, points[i].z);
        high = fmax(high, points[i].z);
    }
    // a ring of 5.4 strand distances below two throws, each 4 diameters a distance
    CHECK(low < -20e-3 && high < 3e-3);
    rv_world_destroy(world);
}

TEST(a_clamped_end_of_a_knotted_rod_points_along_the_line_between_the_nodes) {
    rv_world* world = default_world();
    rv_cable_node nodes[2];
    rv_cable_def def = def_of(nodes, RV_KNOT_OVERHAND, (rv_vec3){0.0, 0.3, 0.0});
    nodes[0].type = nodes[1].type = RV_CABLE_FIXED;
    nodes[0].clamped = nodes[1].clamped = true;
    int count = read_points(world, rv_cable_create(world, &def));
    CHECK_TEXT(rv_world_error(world), "");
    CHECK(determinant_of(count) == 3);
    rv_vec3 first = rv_vec3_normalize(rv_vec3_sub(points[1], points[0]));
    rv_vec3 last = rv_vec3_normalize(rv_vec3_sub(points[count - 1], points[count - 2]));
    CHECK_NEAR(first.y, 1.0, 1e-9);
    CHECK_NEAR(last.y, 1.0, 1e-9);
    // half of the clamped edge is before the node
    CHECK_NEAR(points[0].y + points[1].y, 0.0, 1e-12);
    rv_world_destroy(world);
}

static void check_refused(rv_world* world, const rv_cable_def* def, const char* error) {
    CHECK(!rv_cable_is_valid(world, rv_cable_create(world, def)));
    CHECK_TEXT(rv_world_error(world), error);
    CHECK(rv_cable_count(world) == 0);
}

TEST(what_does_not_fit_is_refused_with_what_would) {
    rv_world* world = default_world();
    rv_cable_node nodes[2];
    rv_cable_def good = def_of(nodes, RV_KNOT_OVERHAND, (rv_vec3){0.2, 0.0, 0.0}), def = good;
    def.length = 0.25;
    def.segments.count = 100;
    char text[256];
    double least = rv_knot_least_length(RV_KNOT_OVERHAND, 1e-3);
    double near = ends_apart(RV_KNOT_OVERHAND, 0.25, (1.0 - 1e-12) * 1e-3 * 0.25 / least, 100);
    double far = ends_apart(RV_KNOT_OVERHAND, 0.25, 1e-3, 100);
    for (int k = 0; k < 2; k++) {
        nodes[1].point.x = k == 0 ? 1.001 * far : 0.999 * near;
        snprintf(text, sizeof text,
                 "rv_cable_def.segments.knot: the nodes are %g m apart: must be %g to %g m for "
                 "this knot in 0.25 m of cable",
                 nodes[1].point.x, near, far);
        check_refused(world, &def, text);
    }
    def.length = 0.03;
    snprintf(text, sizeof text,
             "rv_cable_def.length = 0.03 m: must be at least %g m for this knot in a cable of "
             "0.001 m diameter",
             least);
    check_refused(world, &def, text);
    def = good;
    nodes[1].point.x = 0.01;
    snprintf(text, sizeof text,
             "rv_cable_def.segments.knot: the nodes are 0.01 m apart: must be at least %g m for "
             "this knot in a cable of 0.001 m diameter",
             ends_apart(RV_KNOT_OVERHAND, least * (1.0 + 1e-12), 1e-3,
                        3 * rv_knot_least_count(RV_KNOT_OVERHAND)));
    check_refused(world, &def, text);
    nodes[1].point.x = 0.2;
    def.segments.count = 20;
    check_refused(world, &def,
                  "rv_cable_def.segments.count = 20: must be at least 22 for this knot");
    def = good;
    def.segments.length = 1e-3;
    check_refused(world, &def,
                  "rv_cable_def.segments.length = 0.001 m: not with a knot where the length of the "
                  "cable is not given: must be NaN, or give a count");
    def = good;
    def.segments.knot = (rv_knot)RV_KNOT_COUNT;
    check_refused(world, &def, "rv_cable_def.segments.knot = 10: must be an rv_knot");
    def = good;
    def.segments.shape = (rv_vec3[2]){{0, 0, 0}, {0.2, 0, 0}};
    def.segments.shape_count = 2;
    check_refused(world, &def, "rv_cable_def.segments.knot: not with a shape");
    def = good;
    def.model = RV_CABLE_AUTO;
    nodes[0].type = nodes[1].type = RV_CABLE_FIXED;
    check_refused(world, &def,
                  "rv_cable_def.segments.knot: only of a cable of segments or a rod, with nothing "
                  "between its ends");
    def.model = RV_CABLE_SEGMENTS;
    nodes[1].type = RV_CABLE_DRUM;
    check_refused(world, &def, "rv_cable_def.segments.knot: only between fixed or free ends");
    rv_world_destroy(world);
}

TEST(a_massless_cable_has_no_knot_to_begin_with) {
    rv_world* world = default_world();
    rv_cable_node nodes[2];
    rv_cable_def def = def_of(nodes, RV_KNOT_OVERHAND, (rv_vec3){0.2, 0.0, 0.0});
    nodes[0].type = nodes[1].type = RV_CABLE_FIXED;
    def.model = RV_CABLE_MASSLESS;
    rv_cable_id cable = rv_cable_create(world, &def);
    CHECK_NEAR(rv_cable_length(world, cable), 0.2, 1e-12);
    rv_world_destroy(world);
}

TEST(a_knot_without_memory_for_it_leaves_the_world_as_it_was) {
    failing_allocator heap = {0};
    rv_world_def world_def = rv_world_def_default();
    world_def.allocator = failing_allocator_hooks(&heap);
    rv_world* world = world_of(&world_def);
    rv_cable_node nodes[2];
    rv_cable_def def = def_of(nodes, RV_KNOT_OVERHAND, (rv_vec3){0.2, 0.0, 0.0});
    int refused = 0;
    for (bool made = false; !made; refused += !made) {
        heap.fail_at = heap.calls + 1 + refused;
        made = rv_cable_is_valid(world, rv_cable_create(world, &def));
        CHECK(made || strcmp(rv_world_error(world), "rv_cable_create: out of memory") == 0);
        CHECK(rv_cable_count(world) == made);
    }
    // the knot's own line is one of them
    CHECK(refused > 2);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}
