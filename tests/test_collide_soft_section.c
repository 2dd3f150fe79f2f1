// Where a taut thread bends over a sheet that is folded, dented or pressed in.
#include "collide/soft_section.h"
#include "soft_fixture.h"

typedef double profile(double x);

static double ridge(double x) {
    return -0.5 * fabs(x);
}

// two crests at 0.2 from the middle, and a dent between them
static double dent(double x) {
    return 0.1 - 0.5 * fabs(fabs(x) - 0.2);
}

// three crests, the one in the middle a little lower
static double worn(double x) {
    return fabs(x) > 0.2 ? 0.1 - 0.5 * (fabs(x) - 0.2) : fabs(x) > 0.15 ? 0.1 : 0.0999;
}

static double bowl(double x) {
    return -2.0 * x * x;
}

// 8 x 8 cells of 0.1, with a node line at x = 0
static rv_memory memory;
static void lay(sheet* s, profile* height) {
    memory = rv_memory_make((rv_allocator){0});
    sheet_shape(s, 8, 0.8, rv_vec3_make(0, 0, 0), rv_mat3_identity());
    for (int i = 0; i < sheet_nodes(s); i++)
        s->x[i].z = s->x_to[i].z = height(s->x[i].x);
    CHECK(sheet_make(&memory, s));
}

// in the plane of x and z at y
static rv_soft_cut cut_between(double y, double from_z, double to_z, double radius) {
    rv_vec3 from = rv_vec3_make(-1, y, from_z), to = rv_vec3_make(1, y, to_z);
    rv_vec3 way = rv_vec3_sub(to, from);
    double length = rv_vec3_length(way);
    rv_vec3 x = rv_vec3_scale(way, 1.0 / length);
    return (rv_soft_cut){.from = from,
                         .x = x,
                         .y = rv_vec3_make(-x.z, 0, x.x),
                         .length = length,
                         .radius = radius,
                         .near = rv_vec3_make(0, y, 0)};
}

static rv_vec3 bend_place(const sheet* s, const rv_soft_bend* b) {
    rv_vec3 p = rv_vec3_scale(s->x_to[b->node[0]], b->weight[0]);
    return rv_vec3_add(rv_vec3_mul_add(p, b->weight[1], s->x_to[b->node[1]]), b->off);
}

// from end to end over its bends
static double way_length(const sheet* s, const rv_soft_cut* cut, const rv_soft_bend* bends,
                         int count) {
    rv_vec3 at = cut->from;
    double sum = 0.0;
    for (int k = 0; k < count; k++) {
        rv_vec3 next = bend_place(s, &bends[k]);
        sum += rv_vec3_length(rv_vec3_sub(next, at));
        at = next;
    }
    rv_vec3 end = rv_vec3_mul_add(cut->from, cut->length, cut->x);
    return sum + rv_vec3_length(rv_vec3_sub(end, at));
}

TEST(a_thread_over_a_ridge_bends_by_the_slopes_of_its_ends) {
    sheet s;
    lay(&s, ridge);
    rv_soft_cut cut = cut_between(0.03, -0.2, -0.3, 1e-6);
    rv_soft_bend bends[RV_SECTION_MAX];
    CHECK(rv_soft_section(&s.surface, &cut, bends) == 1);
    // off the sheet by the thread's radius, 1e-6
    CHECK_NEAR(bends[0].turn, atan(0.2) + atan(0.3), 1e-5);
    rv_vec3 p = bend_place(&s, &bends[0]);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(p, rv_vec3_make(0, 0.03, 0))), 0.0, 2e-6);
    CHECK_NEAR(bends[0].weight[0] + bends[0].weight[1], 1.0, 1e-15);
    rv_soft_free(&memory, &s.surface);
}

TEST(a_thread_is_straight_over_a_dent) {
    sheet s;
    lay(&s, dent);
    // beside a line of nodes, and along it: there edges that it runs along are cut, too
    for (int along = 0; along < 2; along++) {
        for (int i = 0; i < sheet_nodes(&s); i++)
            if (fabs(s.x[i].y) < 0.05)
                s.x_to[i].y = i % 2 == 0 ? 1e-12 : -1e-12;
        rv_soft_cut cut = cut_between(along == 0 ? -0.02 : 0.0, 0.0, 0.0, 0.001);
        rv_soft_bend bends[RV_SECTION_MAX];
        CHECK(rv_soft_section(&s.surface, &cut, bends) == 2);
        for (int k = 0; k < 2; k++) {
            rv_vec3 p = bend_place(&s, &bends[k]);
            CHECK_NEAR(p.x, k == 0 ? -0.2 : 0.2, 1e-9);
            CHECK_NEAR(p.z, 0.101, 1e-9);
            CHECK_NEAR(bends[k].turn, atan(0.101 / 0.8), 1e-9);
        }
    }
    rv_soft_free(&memory, &s.surface);
}

TEST(a_thread_that_does_not_reach_the_sheet_runs_free) {
    sheet s;
    lay(&s, ridge);
    rv_soft_bend bends[RV_SECTION_MAX];
    rv_soft_cut above = cut_between(0.03, 0.01, 0.01, 0.005);
    CHECK(rv_soft_section(&s.surface, &above, bends) == 0);
    rv_soft_cut grazes = cut_between(0.03, 0.01, 0.01, 0.015);
    CHECK(rv_soft_section(&s.surface, &grazes, bends) == 1);
    // from below it never comes to the outside
    rv_soft_cut below = cut_between(0.03, -0.2, -0.2, 0.005);
    below.y = rv_vec3_neg(below.y);
    CHECK(rv_soft_section(&s.surface, &below, bends) == 0);
    rv_soft_free(&memory, &s.surface);
}

// round more than a quarter, to an end under the sheet
TEST(a_thread_goes_on_round_what_its_end_is_behind) {
    sheet s;
    lay(&s, ridge);
    // the sheet becomes a column: both of its halves hang down, the last column of nodes is its
    // foot
    for (int i = 0; i < sheet_nodes(&s); i++) {
        double x = s.x[i].x;
        s.x_to[i] = rv_vec3_make(fmax(fmin(x, 0.1), -0.1), s.x[i].y, fmin(0.1 - fabs(x), 0.0));
    }
    rv_soft_cut cut = cut_between(0.03, 0.0, 0.0, 1e-6);
    rv_vec3 way = rv_vec3_sub(rv_vec3_make(-0.05, 0.03, -1), cut.from);
    cut.length = rv_vec3_length(way);
    cut.x = rv_vec3_scale(way, 1.0 / cut.length);
    cut.y = rv_vec3_make(-cut.x.z, 0, cut.x.x);
    cut.near = rv_vec3_make(0.1, 0.03, 0);
    rv_soft_bend bends[RV_SECTION_MAX];
    int count = rv_soft_section(&s.surface, &cut, bends);
    double turn = 0.0;
    for (int k = 0; k < count; k++)
        turn += bends[k].turn;
    // over the top, down the side, and in again at the foot of the column, 0.3 below
    CHECK_NEAR(turn, 0.5 * RV_PI + atan(0.15 / 0.7), 1e-5);
    CHECK_NEAR(bend_place(&s, &bends[count - 1]).z, -0.3, 1e-5);
    rv_soft_free(&memory, &s.surface);
}

TEST(nothing_jumps_as_a_thread_passes_a_node) {
    sheet s;
    lay(&s, bowl);
    // pressed in along a line of nodes: all edges that meet there look elsewhere
    for (int i = 0; i < sheet_nodes(&s); i++)
        s.x_to[i].z -= fabs(s.x[i].y) < 0.05 ? 0.02 : 0.0;
    double before = 0.0, most = 0.0;
    for (int k = -200; k <= 200; k++) {
        rv_soft_cut cut = cut_between(1e-5 * k, -0.6, -0.6, 0.01);
        rv_soft_bend bends[RV_SECTION_MAX];
        int count = rv_soft_section(&s.surface, &cut, bends);
        CHECK(count > 2);
        double length = way_length(&s, &cut, bends, count);
        most = k > -200 ? fmax(most, fabs(length - before)) : 0.0;
        before = length;
    }
    // the sheet rises by 0.2 over 0.1 from there, so that 1e-5 is a change of some 1e-6; bends that
    // are nearer to each other than 2e-4 are one, which cuts a corner of less than 1e-5
    CHECK_NEAR(most, 0.0, 1e-5);
    rv_soft_free(&memory, &s.surface);
}

TEST(a_bend_that_is_kept_stays_below_the_others) {
    sheet s;
    lay(&s, worn);
    rv_soft_cut cut = cut_between(0.03, 0.0, 0.0, 0.001);
    rv_soft_bend bends[RV_SECTION_MAX];
    int32_t edge = -1;
    for (int e = 0; e < s.surface.edges.count; e++) {
        rv_vec3 a = s.x[s.surface.edges.data[e].node[0]], b = s.x[s.surface.edges.data[e].node[1]];
        if (fabs(a.x) + fabs(b.x) < 1e-9 && (a.y < 0.03) != (b.y < 0.03))
            edge = e;
    }
    CHECK(rv_soft_section(&s.surface, &cut, bends) == 2);
    cut.kept = &edge;
    cut.kept_count = 1;
    CHECK(rv_soft_section(&s.surface, &cut, bends) == 3);
    CHECK(bends[1].edge == edge);
    CHECK(bends[1].turn < 0.0);
    rv_soft_free(&memory, &s.surface);
}
