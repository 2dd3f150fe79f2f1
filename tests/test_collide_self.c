// Lines that touch themselves: the list of near edges against trying all pairs, the point of touch
// against the nearest points in closed form and for jumps, and passing through.
#include "collide/segment.h"
#include "collide/self.h"
#include "collide_random.h"
#include "test.h"

#include <stdlib.h>
#include <time.h>

enum { POINTS_MAX = 400, PAIRS_MAX = POINTS_MAX * POINTS_MAX };

static rv_vec3 points[POINTS_MAX];
static double lengths[POINTS_MAX + 1];
static rv_self_pair found[PAIRS_MAX], expected[PAIRS_MAX];

static rv_self_line line_of(int n, bool closed, double apart) {
    return (rv_self_line){.x = points, .n = n, .closed = closed, .apart = apart};
}

static int search(const rv_self_line* line, double reach, rv_self_pair* pairs, int capacity) {
    size_t bytes = rv_self_bytes(line->n);
    void* block = malloc(bytes);
    int count = rv_self_search(line, reach, rv_arena_make(block, bytes), pairs, capacity);
    free(block);
    return count;
}

static void edge_of(const rv_self_line* line, int edge, rv_vec3 ends[2]) {
    ends[0] = line->x[edge];
    ends[1] = line->x[(edge + 1) % line->n];
}

// every pair of edges, one by one
static int search_all(const rv_self_line* line, double reach) {
    int edges = rv_self_edge_count(line), count = 0;
    double along[POINTS_MAX + 1] = {0.0};
    for (int i = 0; i < edges; i++) {
        rv_vec3 e[2];
        edge_of(line, i, e);
        along[i + 1] = along[i] + rv_vec3_length(rv_vec3_sub(e[1], e[0]));
    }
    const double* at = line->along != NULL ? line->along : along;
    for (int i = 0; i < edges; i++)
        for (int j = i + 3; j < edges; j++) {
            rv_vec3 a[2], b[2];
            edge_of(line, i, a);
            edge_of(line, j, b);
            double between = at[j] - at[i + 1], round = at[edges] - at[j + 1] + at[i];
            bool near = line->closed && (edges - (j - i) < 3 || round < line->apart);
            if (!near && between >= line->apart
                && rv_nearest_segments(a, b).squared < reach * reach)
                expected[count++] = (rv_self_pair){i, j};
        }
    return count;
}

// returns how many pairs there are
static int check_line(const rv_self_line* line, double reach) {
    int count = search(line, reach, found, PAIRS_MAX), all = search_all(line, reach);
    CHECK(count == all);
    for (int k = 0; k < count && k < all; k++)
        CHECK(found[k].i == expected[k].i && found[k].j == expected[k].j);
    return count;
}

// steps of random lengths and directions; some of them long, some of no length
static void random_walk(int n, double longest) {
    rv_vec3 at = random_vector(1.0);
    for (int i = 0; i < n; i++) {
        points[i] = at;
        double length = i % 7 == 0 ? 0.0 : i % 11 == 0 ? longest : random_between(0.2, 1.0);
        at = rv_vec3_mul_add(at, length, rv_vec3_normalize(random_vector(1.0)));
    }
}

TEST(a_random_walk_has_the_pairs_that_trying_all_finds) {
    random_state = 81;
    int pairs = 0;
    for (int k = 0; k < 300; k++) {
        int n = 2 + (int)random_between(0.0, 150.0);
        random_walk(n, k % 3 == 0 ? 20.0 : 1.0);
        rv_self_line line = line_of(n, k % 2 == 1, random_between(0.0, 3.0));
        pairs += check_line(&line, random_between(0.01, 1.5));
    }
    CHECK(pairs > 10000);
}

TEST(neighbours_are_told_by_the_length_given_and_not_by_where_the_points_lie) {
    random_state = 82;
    for (int k = 0; k < 50; k++) {
        int n = 60;
        random_walk(n, 1.0);
        lengths[0] = 0.0;
        for (int i = 0; i < n; i++)
            lengths[i + 1] = lengths[i] + random_between(0.0, 2.0);
        rv_self_line line = line_of(n, k % 2 == 1, 4.0);
        int as_it_lies = check_line(&line, 1.0);
        line.along = lengths;
        CHECK(check_line(&line, 1.0) != as_it_lies);
    }
}

// two strands about each other, joined at the top
static void ply(int n, double diameter, double slope) {
    for (int i = 0; i < n; i++) {
        double s = 2.0 * i / (n - 1) - 1.0, height = fabs(s) * n * diameter;
        double angle = slope * height / diameter + (s < 0.0 ? 0.0 : RV_PI);
        points[i] =
            rv_vec3_make(0.5 * diameter * rv_cos(angle), 0.5 * diameter * rv_sin(angle), height);
    }
}

static void trefoil(int n, double size) {
    for (int i = 0; i < n; i++) {
        double t = 2.0 * RV_PI * i / n, r = 2.0 + rv_cos(3.0 * t);
        points[i] = rv_vec3_make(size * r * rv_cos(2.0 * t), size * r * rv_sin(2.0 * t),
                                 size * rv_sin(3.0 * t));
    }
}

TEST(plies_knots_and_helices_have_the_pairs_that_trying_all_finds) {
    for (double slope = 0.0; slope < 2.0; slope += 0.25) {
        ply(200, 0.01, slope);
        rv_self_line line = line_of(200, false, 0.025);
        CHECK(check_line(&line, 0.015) > 90); // an edge has at least one across
    }
    trefoil(150, 1.0);
    rv_self_line ring = line_of(150, true, 1.0);
    CHECK(check_line(&ring, 2.5) > 100);
    // a helix whose turns are 1 apart
    for (int i = 0; i < 300; i++)
        points[i] = rv_vec3_make(rv_cos(0.3 * i), rv_sin(0.3 * i), 0.3 * i / (2.0 * RV_PI));
    rv_self_line helix = line_of(300, false, 2.0);
    CHECK(check_line(&helix, 1.2) > 300);
    CHECK(check_line(&helix, 0.9) == 0);
}

TEST(points_in_one_place_are_all_near_each_other) {
    int n = 50, edges = n - 1, apart = edges - 3;
    for (int i = 0; i < n; i++)
        points[i] = rv_vec3_make(1.0, 2.0, 3.0);
    rv_self_line line = line_of(n, false, 0.0);
    CHECK(check_line(&line, 1e-9) == apart * (apart + 1) / 2);
    // nothing is nearer than nothing
    CHECK(search(&line, 0.0, found, PAIRS_MAX) == 0);
}

TEST(a_list_without_room_says_how_much_it_needs) {
    random_state = 83;
    random_walk(200, 20.0);
    rv_self_line line = line_of(200, false, 0.0);
    int all = search_all(&line, 1.0);
    rv_self_pair untouched = {-7, -7};
    for (int capacity = 0; capacity < all; capacity += 17) {
        found[capacity] = untouched;
        int count = search(&line, 1.0, found, capacity);
        CHECK(count > capacity && found[capacity].i == -7 && found[capacity].j == -7);
        CHECK(search(&line, 1.0, found, count) == all);
    }
    // what it needs besides is exactly as stated
    size_t bytes = rv_self_bytes(200);
    char* block = malloc(bytes);
    CHECK(rv_self_search(&line, 1.0, rv_arena_make(block, bytes / 2), found, PAIRS_MAX) == -1);
    CHECK(rv_self_search(&line, 1.0, rv_arena_make(block, bytes), found, PAIRS_MAX) == all);
    free(block);
}

TEST(a_line_that_is_not_finite_is_refused) {
    random_state = 84;
    const double bad[3] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 30; k++) {
        random_walk(30, 1.0);
        points[k].y = bad[k % 3];
        rv_self_line line = line_of(30, k % 2 == 1, 0.0);
        CHECK(search(&line, 1.0, found, PAIRS_MAX) == -1);
    }
    // so few that there is nothing to find
    for (int n = 0; n < 4; n++) {
        rv_self_line line = line_of(n, false, 0.0);
        CHECK(search(&line, 1.0, found, PAIRS_MAX) == 0);
    }
}

// the best of several searches, in seconds
static double time_of_search(int n, int* count) {
    rv_vec3* x = malloc((size_t)n * sizeof *x);
    rv_self_pair* pairs = malloc((size_t)n * 40 * sizeof *pairs);
    for (int i = 0; i < n; i++) // turns on top of each other, as on a drum
        x[i] = rv_vec3_make(3.0 * rv_cos(0.3 * i), 3.0 * rv_sin(0.3 * i), 0.02 * i);
    rv_self_line line = {.x = x, .n = n, .apart = 3.0};
    double best = INFINITY;
    for (int k = 0; k < 10; k++) {
        clock_t begin = clock();
        *count = search(&line, 1.0, pairs, 40 * n);
        best = fmin(best, (double)(clock() - begin) / CLOCKS_PER_SEC);
    }
    free(pairs);
    free(x);
    return best;
}

TEST(the_time_of_a_search_grows_with_the_number_of_edges) {
    int few = 0, many = 0;
    double short_line = time_of_search(2000, &few), long_line = time_of_search(20000, &many);
    CHECK(few > 2000 && abs(many - 10 * few) < many / 50); // but for the ends
    CHECK(long_line < 30.0 * short_line + 1e-3);           // trying all pairs: 100 times
}

TEST(a_list_holds_while_the_drift_is_within_its_margin) {
    random_state = 85;
    static rv_vec3 then[POINTS_MAX];
    static rv_self_pair listed[PAIRS_MAX];
    double d = 0.5, margin = 0.3;
    int checked = 0;
    for (int k = 0; k < 100; k++) {
        int n = 100;
        random_walk(n, 1.0);
        rv_self_line line = line_of(n, false, 1.0);
        int listed_count = search(&line, d + margin, listed, PAIRS_MAX);
        memcpy(then, points, sizeof then);
        // stays a little below, so that rounding is no question
        for (int i = 0; i < n; i++)
            points[i] =
                rv_vec3_mul_add(points[i], 0.49 * margin, rv_vec3_normalize(random_vector(1.0)));
        CHECK(rv_self_drift(then, points, n) < margin);
        int now = search(&line, d, found, PAIRS_MAX), at = 0;
        for (int p = 0; p < now; p++) {
            // neighbours are told by the length as it lies: of those that were no neighbours then
            while (at < listed_count
                   && (listed[at].i < found[p].i
                       || (listed[at].i == found[p].i && listed[at].j < found[p].j)))
                at++;
            bool listed_too =
                at < listed_count && listed[at].i == found[p].i && listed[at].j == found[p].j;
            CHECK(listed_too || found[p].j - found[p].i < 8);
            checked += listed_too;
        }
    }
    CHECK(checked > 1000);
}

TEST(the_drift_is_the_sum_of_the_two_largest_ways) {
    rv_vec3 then[4] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    rv_vec3 now[4] = {{0, 0, 0.5}, {1, 0, 0}, {2, 2, 0}, {3, 0, -1}};
    CHECK_NEAR(rv_self_drift(then, now, 4), 3.0, 1e-15);
    CHECK_NEAR(rv_self_drift(then, now, 1), 0.5, 1e-15);
    now[1].y = NAN;
    CHECK(isnan(rv_self_drift(then, now, 4)));
}

// --- where they touch ---

TEST(edges_touch_at_their_nearest_points) {
    random_state = 86;
    for (int k = 0; k < 50000; k++) {
        rv_vec3 a[2] = {random_vector(1.0), random_vector(1.0)};
        rv_vec3 b[2] = {random_vector(1.0), random_vector(1.0)};
        if (k % 2) // nearly parallel: by angles of 1e-12 .. 1
            b[1] = rv_vec3_add(rv_vec3_add(b[0], rv_vec3_sub(a[1], a[0])),
                               random_vector(exp(random_between(-28.0, 0.0))));
        if (k % 16 == 0)
            b[1] = b[0];
        if (k % 64 == 0)
            a[1] = a[0];
        rv_self_near near = rv_self_nearest(a, b, 0.0);
        // at most 1e-10 (|u|^2 + |v|^2) above the least, with |u|^2, |v|^2 <= 12; what is compared
        // with calls edges parallel that are so within 1e-11, which is up to 7e-11 of distance
        double least = rv_nearest_segments(a, b).squared;
        CHECK(near.squared >= least - 5e-10 && near.squared <= least + 2.4e-9);
        rv_vec3 on_a = rv_vec3_mul_add(a[0], near.s, rv_vec3_sub(a[1], a[0]));
        rv_vec3 on_b = rv_vec3_mul_add(b[0], near.t, rv_vec3_sub(b[1], b[0]));
        rv_vec3 miss = rv_vec3_sub(rv_vec3_sub(on_b, on_a), near.apart);
        CHECK(rv_vec3_length(miss) < 1e-14);
    }
}

TEST(rounded_edges_are_at_most_a_little_farther_apart) {
    random_state = 87;
    double most = 0.0;
    for (int k = 0; k < 50000; k++) {
        double round = random_between(0.0, 0.1);
        rv_vec3 a[2] = {random_vector(1.0), random_vector(1.0)};
        rv_vec3 b[2] = {random_vector(1.0), random_vector(1.0)};
        if (k % 2)
            b[1] = rv_vec3_add(rv_vec3_add(b[0], rv_vec3_sub(a[1], a[0])),
                               random_vector(random_between(0.0, 0.3)));
        rv_vec3 u = rv_vec3_sub(a[1], a[0]), v = rv_vec3_sub(b[1], b[0]);
        double lengths_squared = rv_vec3_dot(u, u) + rv_vec3_dot(v, v);
        double least = rv_nearest_segments(a, b).squared;
        double more = rv_self_nearest(a, b, round).squared - least;
        CHECK(more >= -1e-9 && more <= (round + 1e-10) * lengths_squared);
        most = fmax(most, more / (round * lengths_squared));
    }
    CHECK(most > 0.1); // it does round
}

TEST(edges_of_no_length_touch_where_they_are) {
    rv_vec3 p[2] = {{1, 2, 3}, {1, 2, 3}}, a[2] = {{0, 0, 0}, {2, 0, 0}};
    for (int k = 0; k < 2; k++) {
        rv_self_near near = rv_self_nearest(k ? p : a, k ? a : p, 0.02);
        CHECK_NEAR(near.squared, 13.0, 1e-14);
        CHECK_NEAR(k ? near.t : near.s, 0.5, 1e-15);
    }
    CHECK(rv_self_nearest(p, p, 0.02).squared == 0.0);
    CHECK(rv_self_nearest(p, p, 0.0).squared == 0.0);
}

// the largest step of a point of touch while edge b turns about its middle through being parallel
static double largest_step(double round, bool in_plane) {
    rv_vec3 a[2] = {{0, 0, 0}, {1, 0, 0}};
    double largest = 0.0, last = 0.0;
    for (int k = -1000; k <= 1000; k++) {
        double angle = 1e-4 * k, c = 0.5 * rv_cos(angle), s = 0.5 * rv_sin(angle);
        rv_vec3 b[2] = {{0.5 - c, 1, 0}, {0.5 + c, 1, 0}};
        *(in_plane ? &b[0].y : &b[0].z) -= s;
        *(in_plane ? &b[1].y : &b[1].z) += s;
        if (!in_plane) // and is moved along, so that the lines cross at an end
            b[0].z += 0.04, b[1].z += 0.04;
        rv_self_near near = rv_self_nearest(a, b, round);
        if (k > -1000)
            largest = fmax(largest, fabs(near.s - last));
        last = near.s;
    }
    return largest;
}

TEST(the_point_of_touch_does_not_jump_where_edges_become_parallel) {
    for (int in_plane = 0; in_plane < 2; in_plane++) {
        CHECK(largest_step(0.0, in_plane) > 0.4);
        // runs along the edge while the angle changes by about `round`: 1e-4/0.02 in a step
        CHECK(largest_step(0.02, in_plane) < 0.01);
    }
}

TEST(strands_that_slide_along_each_other_touch_in_the_middle_of_what_they_share) {
    rv_vec3 a[2] = {{0, 0, 0}, {1, 0, 0}};
    for (double x = -0.9; x < 1.0; x += 0.1) {
        rv_vec3 b[2] = {{x + 1.0, 1, 0}, {x, 1, 0}}; // the other way round
        rv_self_near near = rv_self_nearest(a, b, 0.02);
        double lower = fmax(x, 0.0), upper = fmin(x + 1.0, 1.0);
        CHECK_NEAR(near.s, 0.5 * (lower + upper), 1e-12);
        CHECK_NEAR(near.t, x + 1.0 - 0.5 * (lower + upper), 1e-12);
        CHECK_NEAR(near.squared, 1.0, 1e-15);
        CHECK_NEAR(near.beside, upper - lower, 1e-12);
    }
    // at 31 degrees they cross
    rv_vec3 c[2] = {{0, 1, 0}, {rv_cos(0.541), 1, rv_sin(0.541)}};
    CHECK(rv_self_nearest(a, c, 0.0).beside == 0.0);
}

// --- each place once ---

static rv_self_touch touches[PAIRS_MAX];

static int touch(const rv_self_line* line, double within, double round) {
    int count = search(line, within, found, PAIRS_MAX);
    return rv_self_touches(line, found, count, within, round, touches);
}

TEST(strands_along_each_other_touch_once_per_edge) {
    // there and back, 1 apart, with edges of length 1 that lie beside each other
    enum { EACH = 30 };
    for (int i = 0; i < EACH; i++) {
        points[i] = rv_vec3_make(i, 0.0, 0.0);
        points[2 * EACH + 4 - i] = rv_vec3_make(i, 1.0, 0.0);
    }
    for (int i = 0; i < 5; i++) // a wide bend
        points[EACH + i] = rv_vec3_make(EACH + 1.0, 4.0 * i - 8.0, 0.0);
    rv_self_line line = line_of(2 * EACH + 5, false, 3.0);
    int pairs = search(&line, 1.2, found, PAIRS_MAX), places = touch(&line, 1.2, 0.02);
    CHECK(pairs >= 3 * (EACH - 1) - 2);
    CHECK(places >= EACH - 1 && places <= EACH + 1);
    for (int k = 0; k < EACH - 1; k++) {
        CHECK(touches[k].pair.i == k && touches[k].pair.j == 2 * EACH + 3 - k);
        CHECK_NEAR(touches[k].near.s, 0.5, 1e-12);
    }
}

TEST(strands_that_run_together_touch_once_per_edge_all_along) {
    enum { EACH = 20 };
    // nearer and nearer to one side, in edges half as long as they are apart
    for (int i = 0; i < EACH; i++) {
        points[i] = rv_vec3_make(0.5 * i, 0.0, 0.0);
        points[2 * EACH - 1 - i] = rv_vec3_make(0.5 * i, 1.0 + 0.03 * i, 0.0);
    }
    rv_self_line line = line_of(2 * EACH, false, 4.0);
    int pairs = search(&line, 1.8, found, PAIRS_MAX), places = touch(&line, 1.8, 0.0);
    CHECK(pairs > 4 * EACH && places <= EACH + 1);
    bool touched[EACH] = {false};
    for (int k = 0; k < places; k++)
        touched[touches[k].pair.i] = true;
    // but for those at the end where they are joined, which are neighbours
    for (int i = 0; i < EACH - 5; i++)
        CHECK(touched[i]);
}

TEST(corners_that_meet_touch_once) {
    // point 2 over point 6: both edges at either of them are nearest there
    const rv_vec3 at[9] = {{-9, -9, 3}, {-2, 0, 2}, {0, 0, 0.5}, {2, 0, 2},  {9, 9, 0},
                           {0, 2, -2},  {0, 0, 0},  {0, -2, -2}, {0, -9, -9}};
    memcpy(points, at, sizeof at);
    rv_self_line line = line_of(9, false, 1.0);
    CHECK(search(&line, 1.0, found, PAIRS_MAX) == 4);
    CHECK(touch(&line, 1.0, 0.0) == 1);
    CHECK_NEAR(touches[0].near.squared, 0.25, 1e-9);
    // the end of the line against the middle of an edge has no next edge
    points[0] = rv_vec3_make(0.0, 1.0, -0.5);
    rv_self_line begins = line_of(9, false, 1.0);
    CHECK(touch(&begins, 0.4, 0.0) == 1 && touches[0].pair.i == 0 && touches[0].near.s == 0.0);
}

TEST(strands_that_cross_touch_once_wherever_their_points_are) {
    enum { EACH = 6 };
    int pairs = 0;
    for (double a = 0.1; a < 1.0; a += 0.2)
        for (double b = 0.1; b < 1.0; b += 0.2) {
            for (int i = 0; i < EACH; i++) {
                points[i] = rv_vec3_make(i - 2.0 - a, 0.0, 0.0);
                points[EACH + 2 + i] = rv_vec3_make(0.0, i - 2.0 - b, 0.5);
            }
            points[EACH] = rv_vec3_make(9.0, 0.0, 0.0);
            points[EACH + 1] = rv_vec3_make(9.0, -9.0, 0.5);
            rv_self_line line = line_of(2 * EACH + 2, false, 1.0);
            pairs += search(&line, 0.8, found, PAIRS_MAX);
            CHECK(touch(&line, 0.8, 0.0) == 1);
            CHECK(touches[0].pair.i == 2 && touches[0].pair.j == EACH + 4);
            CHECK_NEAR(touches[0].near.s, a, 1e-9);
            CHECK_NEAR(touches[0].near.t, b, 1e-9);
        }
    CHECK(pairs > 50); // 25 places
}

TEST(of_every_place_that_is_near_one_pair_is_kept) {
    random_state = 89;
    int left_out = 0;
    for (int k = 0; k < 200; k++) {
        int n = 80;
        random_walk(n, 1.0);
        rv_self_line line = line_of(n, k % 2 == 1, 2.0);
        double within = random_between(0.2, 1.0);
        int kept = touch(&line, within, 0.0);
        int count = search(&line, within, found, PAIRS_MAX);
        for (int p = 0; p < count; p++) {
            rv_self_near near = rv_self_pair_nearest(&line, found[p], 0.0);
            // of those that were kept some pair is as near, and within a few edges of this one
            bool covered = false, same = false;
            for (int q = 0; q < kept && !same; q++) {
                int di = abs(touches[q].pair.i - found[p].i),
                    dj = abs(touches[q].pair.j - found[p].j);
                same = di == 0 && dj == 0;
                covered |= di + dj <= 8 && touches[q].near.squared <= near.squared + 1e-9;
            }
            CHECK(covered || same);
            left_out += !same;
        }
    }
    CHECK(left_out > 1000);
}

// --- passing through ---

// two straight pieces of one line, the second at height z over the first
static void cross(rv_vec3 x[8], double z) {
    const rv_vec3 at[8] = {{-1, 0.1, 0}, {1, 0.1, 0}, {2, 0, 0},   {3, 1, 1},
                           {3, 3, 1},    {1, 3, 1},   {0.2, 1, 0}, {0.1, -1, 0}};
    memcpy(x, at, sizeof at);
    x[6].z = x[7].z = z;
}

TEST(an_edge_that_passes_through_another_is_counted_with_its_sign) {
    rv_vec3 above[8], below[8];
    cross(above, 0.1);
    cross(below, -0.2);
    rv_self_pair pair = {0, 6};
    rv_self_line now = {.x = below, .n = 8};
    // seen from above: x first, then -y: over that, the crossing is positive
    rv_self_crossings down = rv_self_passed(&now, above, &pair, 1);
    CHECK(down.count == 1 && down.sum == -1);
    now.x = above;
    rv_self_crossings up = rv_self_passed(&now, below, &pair, 1);
    CHECK(up.count == 1 && up.sum == 1);
    // stays above; or passes beside the end of the edge
    rv_vec3 higher[8];
    cross(higher, 0.3);
    CHECK(rv_self_passed(&now, higher, &pair, 1).count == 0);
    for (int k = 6; k < 8; k++)
        above[k].x += 1.0, below[k].x += 1.0;
    CHECK(rv_self_passed(&now, below, &pair, 1).count == 0);
}

TEST(passing_there_and_back_within_a_step_counts_twice) {
    // edge b runs along y and slides the same way, so that other parts of it lie over edge a, which
    // rises through it from below and falls again
    rv_vec3 then[8], now[8];
    cross(then, 0.0);
    cross(now, 0.0);
    then[6] = rv_vec3_make(0, 4, 0), then[7] = rv_vec3_make(0, -1, 1);
    now[6] = rv_vec3_make(0, 1, 1), now[7] = rv_vec3_make(0, -4, 0);
    // V at the beginning and the end says nothing
    rv_self_pair pair = {0, 6};
    rv_self_line line = {.x = now, .n = 8};
    for (int k = 0; k < 2; k++)
        then[k].z = now[k].z = 0.7;
    rv_self_crossings passed = rv_self_passed(&line, then, &pair, 1);
    CHECK(passed.count == 2 && passed.sum == 0);
}

TEST(a_step_counts_what_its_parts_count) {
    random_state = 88;
    enum { PARTS = 16 };
    rv_vec3 then[5], now[5], from[5], to[5];
    int counts[4] = {0};
    for (int k = 0; k < 20000; k++) {
        for (int i = 0; i < 5; i++) {
            then[i] = random_vector(1.0);
            now[i] = rv_vec3_add(then[i], random_vector(1.5));
        }
        rv_self_pair pair = {0, 3};
        rv_self_line line = {.x = now, .n = 5};
        rv_self_crossings whole = rv_self_passed(&line, then, &pair, 1), parts = {0, 0};
        for (int p = 0; p < PARTS; p++) {
            for (int i = 0; i < 5; i++) {
                rv_vec3 way = rv_vec3_sub(now[i], then[i]);
                from[i] = rv_vec3_mul_add(then[i], (double)p / PARTS, way);
                to[i] = rv_vec3_mul_add(then[i], (double)(p + 1) / PARTS, way);
            }
            line.x = to;
            rv_self_crossings part = rv_self_passed(&line, from, &pair, 1);
            parts.count += part.count;
            parts.sum += part.sum;
        }
        CHECK(whole.count == parts.count && whole.sum == parts.sum);
        counts[whole.count < 4 ? whole.count : 3]++;
    }
    // all kinds occur: none, one, two
    CHECK(counts[0] > 1000 && counts[1] > 1000 && counts[2] > 20);
}
