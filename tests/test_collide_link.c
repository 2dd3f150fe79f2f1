// Writhe, linking numbers and determinants against what is known of circles, helices, plies, links
// and knots; and that they change exactly where a line passes through itself.
#include "collide/link.h"
#include "collide/self.h"
#include "collide_random.h"
#include "test.h"

#include <stdlib.h>

enum { POINTS_MAX = 1000 };

static rv_vec3 points[POINTS_MAX];

static int64_t determinant_of(const rv_vec3* x, int n, bool closed) {
    size_t bytes = rv_line_determinant_bytes(n);
    void* block = malloc(bytes);
    int64_t determinant = rv_line_determinant(x, n, closed, rv_arena_make(block, bytes));
    free(block);
    return determinant;
}

static void turn_all(rv_vec3* x, int n, rv_mat3 rotation) {
    for (int i = 0; i < n; i++)
        x[i] = rv_mat3_apply(rotation, x[i]);
}

// on a torus, p times round its axis and q times round its tube; z = sin(height t) makes q = height
// the torus knot
static void torus(rv_vec3* x, int n, double p, double q, double height) {
    for (int i = 0; i < n; i++) {
        double t = 2.0 * RV_PI * i / n, r = 2.0 + rv_cos(q * t);
        x[i] = rv_vec3_make(r * rv_cos(p * t), r * rv_sin(p * t), rv_sin(height * t));
    }
}

// a helix of radius 1 about z with this angle to it, right-handed
static void helix(rv_vec3* x, int n, double turns, double angle) {
    double rise = rv_cos(angle) / rv_sin(angle);
    for (int i = 0; i < n; i++) {
        double phi = 2.0 * RV_PI * turns * i / (n - 1);
        x[i] = rv_vec3_make(rv_cos(phi), rv_sin(phi), rise * phi);
    }
}

// --- writhe ---

TEST(a_line_in_a_plane_has_no_writhe) {
    random_state = 91;
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < 50; i++) {
            double t = 2.0 * RV_PI * i / 50;
            points[i] = rv_vec3_make(rv_cos(t), 0.6 * rv_sin(t) + 0.1 * rv_cos(3.0 * t), 0.0);
        }
        turn_all(points, 50, random_rotation());
        CHECK_NEAR(rv_line_writhe(points, 50, RV_LINE_CLOSED), 0.0, 1e-12);
        CHECK_NEAR(rv_line_writhe(points, 30, RV_LINE_OPEN), 0.0, 1e-12);
        CHECK_NEAR(rv_line_writhe(points, 20, RV_LINE_DRAWN_OUT), 0.0, 1e-12);
    }
    for (int n = 0; n < 3; n++)
        CHECK(rv_line_writhe(points, n, RV_LINE_OPEN) == 0.0);
}

TEST(a_turn_of_a_helix_adds_one_less_the_cosine_of_its_angle) {
    for (double angle = 0.2; angle < 1.4; angle += 0.2) {
        // two long helices differ by the turns between their ends; with 40 edges in a turn
        helix(points, 801, 20.0, angle);
        double longer = rv_line_writhe(points, 801, RV_LINE_OPEN);
        double shorter = rv_line_writhe(points, 601, RV_LINE_OPEN);
        CHECK_NEAR((longer - shorter) / 5.0, 1.0 - rv_cos(angle), 3e-3);
    }
}

// two strands about each other, radius 1, joined at the top by a half circle
static int ply(int turns, int per_turn, double angle) {
    int half = turns * per_turn, n = 2 * half + 1;
    double rise = rv_cos(angle) / rv_sin(angle);
    for (int i = 0; i < half; i++) {
        double phi = 2.0 * RV_PI * i / per_turn;
        points[i] = rv_vec3_make(rv_cos(phi), rv_sin(phi), rise * phi);
        points[n - 1 - i] = rv_vec3_make(-rv_cos(phi), -rv_sin(phi), rise * phi);
    }
    points[half] = rv_vec3_make(0.0, 0.0, rise * 2.0 * RV_PI * turns + 1.0);
    return n;
}

TEST(a_turn_of_a_ply_adds_two_cosines_of_its_angle) {
    for (double angle = 0.2; angle < 0.8; angle += 0.2) {
        int n = ply(10, 40, angle);
        double longer = rv_line_writhe(points, n, RV_LINE_CLOSED);
        n = ply(6, 40, angle);
        double shorter = rv_line_writhe(points, n, RV_LINE_CLOSED);
        // strands run against each other: right-handed turns make negative crossings
        CHECK_NEAR((longer - shorter) / 4.0, -2.0 * rv_cos(angle), 5e-3);
    }
}

TEST(ends_drawn_out_are_ends_of_great_length) {
    random_state = 92;
    for (int k = 0; k < 50; k++) {
        int n = 20;
        for (int i = 0; i < n; i++)
            points[i + 1] = random_vector(1.0);
        double drawn = rv_line_writhe(points + 1, n, RV_LINE_DRAWN_OUT);
        rv_vec3 first = rv_vec3_sub(points[1], points[2]);
        rv_vec3 last = rv_vec3_sub(points[n], points[n - 1]);
        points[0] = rv_vec3_mul_add(points[1], 1e7, rv_vec3_normalize(first));
        points[n + 1] = rv_vec3_mul_add(points[n], 1e7, rv_vec3_normalize(last));
        // the area that a line of size 1 fills seen from there
        CHECK_NEAR(rv_line_writhe(points, n + 2, RV_LINE_OPEN), drawn, 1e-5);
    }
}

// by how much a frame that is carried along without twist turns more than one that is carried in
// one smallest rotation from the first edge to the last
static double carried_angle(const rv_vec3* x, int n) {
    rv_vec3 first = rv_vec3_normalize(rv_vec3_sub(x[1], x[0])), t = first;
    rv_vec3 normal = rv_vec3_perpendicular(first);
    for (int i = 1; i < n - 1; i++) {
        rv_vec3 to = rv_vec3_normalize(rv_vec3_sub(x[i + 1], x[i])), axis = rv_vec3_cross(t, to);
        rv_quat turn = {1.0 + rv_vec3_dot(t, to), axis.x, axis.y, axis.z};
        normal = rv_quat_rotate(rv_quat_normalize(turn), normal);
        t = to;
    }
    rv_vec3 side = rv_vec3_perpendicular(t);
    return rv_atan2(rv_vec3_dot(normal, rv_vec3_cross(t, side)), rv_vec3_dot(normal, side));
}

TEST(twist_and_writhe_of_a_held_thread_are_kept) {
    random_state = 93;
    int n = 30;
    helix(points, n, 1.5, 0.8);
    // the ends keep their directions; what lies between may do anything
    double before = 0.0;
    for (int k = 0; k < 200; k++) {
        for (int i = 2; i < n - 2; i++)
            points[i] = rv_vec3_add(points[i], random_vector(0.3));
        double turns = carried_angle(points, n) / (2.0 * RV_PI);
        // a thread without twist at its end turns by what is lost to writhe
        double sum = rv_line_writhe(points, n, RV_LINE_DRAWN_OUT) - turns;
        if (k > 0)
            CHECK_NEAR(sum - before, rint(sum - before), 1e-9);
        before = sum;
    }
}

TEST(a_line_that_passes_through_itself_gains_or_loses_two) {
    random_state = 94;
    enum { N = 12 };
    static rv_self_pair pairs[N * N];
    rv_vec3 then[N], now[N], from[N], to[N];
    int passed = 0;
    for (int k = 0; k < 300; k++) {
        bool closed = k % 2 == 1;
        int edges = closed ? N : N - 1, count = 0;
        for (int i = 0; i < edges; i++)
            for (int j = i + 2; j < edges; j++)
                if (!(closed && i == 0 && j == edges - 1))
                    pairs[count++] = (rv_self_pair){i, j};
        for (int i = 0; i < N; i++) {
            then[i] = random_vector(1.0);
            now[i] = rv_vec3_add(then[i], random_vector(0.1));
        }
        // the step is halved until only the moment is left in which edges pass
        rv_self_line line = {.x = to, .n = N, .closed = closed};
        memcpy(from, then, sizeof from);
        memcpy(to, now, sizeof to);
        rv_self_crossings all = rv_self_passed(&line, from, pairs, count);
        if (all.count != 1)
            continue;
        double low = 0.0, high = 1.0;
        while (high - low > 1e-9) {
            double middle = 0.5 * (low + high);
            for (int i = 0; i < N; i++)
                to[i] = rv_vec3_mul_add(then[i], middle, rv_vec3_sub(now[i], then[i]));
            if (rv_self_passed(&line, then, pairs, count).count == 1)
                high = middle;
            else
                low = middle;
        }
        for (int i = 0; i < N; i++) {
            from[i] = rv_vec3_mul_add(then[i], low, rv_vec3_sub(now[i], then[i]));
            to[i] = rv_vec3_mul_add(then[i], high, rv_vec3_sub(now[i], then[i]));
        }
        rv_line_ends ends = closed ? RV_LINE_CLOSED : RV_LINE_OPEN;
        double gain = rv_line_writhe(to, N, ends) - rv_line_writhe(from, N, ends);
        CHECK_NEAR(gain, 2.0 * all.sum, 1e-3); // the angle that is seen between: 1e-9 over 1e-6
        passed++;
    }
    CHECK(passed > 50);
}

// --- links ---

TEST(linked_rings_count_their_windings) {
    random_state = 95;
    rv_vec3 ring[40], other[80];
    for (int windings = 0; windings <= 3; windings++)
        for (int k = 0; k < 20; k++) {
            // along the tube of a torus, about its core
            for (int i = 0; i < 40; i++) {
                double t = 2.0 * RV_PI * i / 40;
                ring[i] = rv_vec3_make(2.0 * rv_cos(t), 2.0 * rv_sin(t), 0.0);
            }
            torus(other, 80, 1.0, windings, windings);
            int hand = 1;
            if (k % 2 == 1) { // the other way
                hand = -1;
                for (int i = 0; i < 40; i++)
                    ring[i].y = -ring[i].y;
            }
            rv_mat3 rotation = random_rotation();
            turn_all(ring, 40, rotation);
            turn_all(other, 80, rotation);
            int linking = rv_line_linking(ring, 40, other, 80);
            // the way round the tube is left-handed: x towards z while y comes
            CHECK(linking == -hand * windings);
            CHECK(rv_line_linking(other, 80, ring, 40) == linking);
        }
}

TEST(a_positive_crossing_links_positively) {
    // seen from above: a runs along x over b, which runs along y
    rv_vec3 a[3] = {{-1, 0, 1}, {1, 0, 1}, {0, 0, -5}};
    rv_vec3 b[4] = {{0, -1, 0}, {0, 1, 0}, {5, 1, 0}, {5, -1, 0}};
    CHECK(rv_line_linking(a, 3, b, 4) == 1);
}

// --- knots ---

TEST(torus_knots_have_their_determinants) {
    random_state = 96;
    // both odd: 1; else the odd one
    const int knots[][3] = {{2, 3, 3}, {2, 5, 5}, {2, 7, 7}, {3, 4, 3},
                            {3, 5, 1}, {4, 5, 5}, {3, 8, 3}, {1, 5, 1}};
    for (size_t k = 0; k < sizeof knots / sizeof *knots; k++)
        for (int turn = 0; turn < 5; turn++) {
            torus(points, 160, knots[k][0], knots[k][1], knots[k][1]);
            turn_all(points, 160, random_rotation());
            CHECK(determinant_of(points, 160, true) == knots[k][2]);
        }
}

TEST(a_figure_eight_has_determinant_five) {
    torus(points, 120, 3.0, 2.0, 4.0);
    CHECK(determinant_of(points, 120, true) == 5);
    // as an open line, too: cut where it is farthest out, and drawn away from there
    int cut = 0;
    for (int i = 0; i < 120; i++)
        cut = points[i].x > points[cut].x ? i : cut;
    rv_vec3 open[122];
    for (int i = 0; i < 120; i++)
        open[i + 1] = points[(cut + i) % 120];
    open[0] = rv_vec3_add(open[1], rv_vec3_make(1.0, -0.3, 0.0));
    open[121] = rv_vec3_add(open[120], rv_vec3_make(1.0, -0.5, 0.0));
    CHECK(determinant_of(open, 122, false) == 5);
}

// one knot after the other in one closed line
static int in_a_row(double q_first, double q_second, double hand) {
    enum { EACH = 120 };
    rv_vec3 second[EACH];
    torus(points, EACH, 2.0, q_first, q_first);
    torus(second, EACH, 2.0, q_second, hand * q_second);
    // either begins where it is farthest out, at x = 3, t = 0: one looks to the other
    for (int i = 0; i < EACH; i++)
        points[EACH + i] = rv_vec3_make(6.5 - second[i].x, -second[i].y, second[i].z);
    return 2 * EACH;
}

TEST(knots_in_a_row_multiply_their_determinants) {
    for (int hand = -1; hand <= 1; hand += 2) {
        CHECK(determinant_of(points, in_a_row(3.0, 3.0, hand), true) == 9);  // granny, square
        CHECK(determinant_of(points, in_a_row(5.0, 3.0, hand), true) == 15); // surgeon's
        CHECK(determinant_of(points, in_a_row(5.0, 7.0, hand), true) == 35);
    }
}

// the square knot of Wang et al. 2017
TEST(the_knot_of_the_paper_is_a_square_knot) {
    const double a[10] = {.0265, .0627, -.0083, -.0060, .0018, .0005, .0013, .0012, -.0015, 0};
    const double b[10] = {-.0050, -.0005, -.0155, .0172,  .0171,
                          -.0068, -.0016, -.0049, -.0013, .0004};
    const double c[10] = {-.0048, -.0045, .0050,  .0223, -.0154,
                          -.0061, .0018,  -.0026, .0037, .0001};
    for (int i = 0; i < 200; i++) {
        double t = 2.0 * i / 199 - 1.0;
        points[i] = rv_vec3_make(0.14 * t, 0.0, 0.0);
        for (int k = 0; k < 10; k++) {
            points[i].x += a[k] * rv_sin((k + 1) * RV_PI * t);
            points[i].y += b[k] * rv_cos((k + 0.5) * RV_PI * t);
            points[i].z += c[k] * rv_cos((k + 0.5) * RV_PI * t);
        }
    }
    CHECK(determinant_of(points, 200, false) == 9);
}

TEST(a_tangle_without_a_knot_has_determinant_one) {
    random_state = 97;
    // a ply has many crossings, and all of them slide apart
    CHECK(determinant_of(points, ply(20, 20, 0.5), false) == 1);
    for (int i = 0; i < 300; i++) // straight, along an axis
        points[i] = rv_vec3_make(0.1 * i, 0.0, 0.0);
    CHECK(determinant_of(points, 300, false) == 1);
    CHECK(determinant_of(points, 2, false) == 1 && determinant_of(points, 1, false) == 1);
    helix(points, 300, 10.0, 1.4);
    CHECK(determinant_of(points, 300, false) == 1);
    for (int i = 0; i < 40; i++) // rows beside each other, to and fro
        points[i] = rv_vec3_make(i % 4 == 1 || i % 4 == 2 ? 10.0 : 0.0, floor(0.5 * i), 0.0);
    CHECK(determinant_of(points, 40, false) == 1);
}

TEST(a_line_that_moves_without_passing_through_itself_keeps_its_determinant) {
    random_state = 98;
    enum { N = 60 };
    static rv_self_pair pairs[N * N];
    rv_vec3 x[N], moved[N];
    torus(x, N, 3.0, 2.0, 4.0);
    int count = 0, refused = 0, other_pictures = 0;
    for (int i = 0; i < N; i++)
        for (int j = i + 2; j < N; j++)
            if (!(i == 0 && j == N - 1))
                pairs[count++] = (rv_self_pair){i, j};
    rv_self_line line = {.x = moved, .n = N, .closed = true};
    for (int k = 0; k < 3000; k++) {
        memcpy(moved, x, sizeof moved);
        int at = (int)random_between(0.0, N);
        moved[at] = rv_vec3_add(moved[at], random_vector(0.5));
        if (rv_self_passed(&line, x, pairs, count).count > 0) {
            refused++;
            continue;
        }
        memcpy(x, moved, sizeof x);
        if (k % 10 == 0) {
            CHECK(determinant_of(x, N, true) == 5);
            other_pictures++;
        }
    }
    CHECK(refused > 100 && other_pictures > 100);
    // and loses it where that is not looked at
    bool lost = false;
    for (int k = 0; k < 3000 && !lost; k++) {
        int at = (int)random_between(0.0, N);
        x[at] = rv_vec3_add(x[at], random_vector(0.5));
        lost = k % 10 == 0 && determinant_of(x, N, true) != 5;
    }
    CHECK(lost);
}

TEST(a_line_that_touches_itself_or_is_not_finite_has_no_determinant) {
    torus(points, 60, 2.0, 3.0, 3.0);
    points[30] = points[10];
    CHECK(determinant_of(points, 60, true) == -1);
    points[30].x = NAN;
    CHECK(determinant_of(points, 60, true) == -1);
    char little[64];
    torus(points, 60, 2.0, 3.0, 3.0);
    CHECK(rv_line_determinant(points, 60, true, rv_arena_make(little, sizeof little)) == -1);
}
