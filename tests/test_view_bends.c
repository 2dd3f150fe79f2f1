// Rounded corners: through the middles of the segments, along them there, and never far from the
// joints; cuts and ends stay.
#include "test.h"
#include "view/bends.h"

static const double STEP = 0.15;

static rv_drawing_point at(double x, double y, double tension) {
    return (rv_drawing_point){{x, y, 0.0}, tension, 0.0};
}

TEST(a_straight_line_stays_as_it_is) {
    const rv_drawing_point line[] = {at(0, 0, 1), at(1, 0, 2), at(2, 0.1, 3), at(3, 0.2, 3)};
    rv_drawing_point rounded[4];
    CHECK(rv_bends_round(line, 4, STEP, NULL) == 4);
    CHECK(rv_bends_round(line, 4, STEP, rounded) == 4);
    CHECK(memcmp(line, rounded, sizeof line) == 0);
    CHECK(rv_bends_round(line, 1, STEP, NULL) == 1 && rv_bends_round(line, 0, STEP, NULL) == 0);
}

TEST(a_corner_is_a_parabola_from_middle_to_middle) {
    const rv_drawing_point line[] = {at(-2, 0, 5), at(0, 0, 7), at(0, 2, 7)};
    rv_drawing_point rounded[32];
    int count = rv_bends_round(line, 3, STEP, rounded);
    // a right angle in steps of 0.15: eleven, twelve points, and the two ends
    CHECK(count == 14 && rv_bends_round(line, 3, STEP, NULL) == 14);
    CHECK(memcmp(&rounded[0], &line[0], sizeof line[0]) == 0);
    CHECK(memcmp(&rounded[13], &line[2], sizeof line[0]) == 0);
    CHECK_NEAR(rounded[1].position.x, -1.0, 1e-15);
    CHECK_NEAR(rounded[12].position.y, 1.0, 1e-15);
    for (int i = 1; i <= 12; i++) {
        // sqrt(-x) + sqrt(y) = 1
        rv_vec3 p = rounded[i].position;
        CHECK_NEAR(sqrt(fmax(-p.x, 0.0)) + sqrt(fmax(p.y, 0.0)), 1.0, 1e-12);
        CHECK(rounded[i].tension == (i <= 6 ? 5.0 : 7.0));
    }
}

TEST(corners_that_follow_each_other_share_the_middle_between_them) {
    // an octagon without its last side: every side is touched in its middle
    rv_drawing_point line[8], rounded[64];
    for (int i = 0; i < 8; i++)
        line[i] = at(rv_cos(i * RV_PI / 4.0), rv_sin(i * RV_PI / 4.0), i);
    int count = rv_bends_round(line, 8, STEP, rounded);
    double apothem = rv_cos(RV_PI / 8.0), turned = 0.0;
    for (int i = 1; i + 1 < count; i++) {
        double radius = rv_vec3_length(rounded[i].position);
        CHECK(radius > apothem - 1e-12 && radius < 1.0);
        rv_vec3 in = rv_vec3_sub(rounded[i].position, rounded[i - 1].position);
        rv_vec3 out = rv_vec3_sub(rounded[i + 1].position, rounded[i].position);
        CHECK(rv_vec3_length(in) > 1e-3); // no point twice
        double bend = rv_atan2(rv_vec3_cross(in, out).z, rv_vec3_dot(in, out));
        CHECK(bend > 0.0 && bend < 2.0 * STEP);
        turned += bend;
    }
    CHECK_NEAR(turned, 6.0 * RV_PI / 4.0, 1e-9);
}

TEST(a_cut_parts_the_line_and_the_corners_beside_it_stay) {
    const rv_drawing_point line[] = {at(0, 0, 1),     at(1, 0, 1), at(1, 1, 1),
                                     at(NAN, NAN, 0), at(1, 1, 2), at(2, 1, 2)};
    rv_drawing_point rounded[32];
    int count = rv_bends_round(line, 6, STEP, rounded), cuts = 0;
    CHECK(count == 6 - 1 + 12);
    for (int i = 0; i < count; i++)
        cuts += isnan(rounded[i].position.x);
    CHECK(cuts == 1 && isnan(rounded[count - 3].position.x));
    CHECK(rounded[count - 4].position.x == 1.0 && rounded[count - 4].position.y == 1.0);
}

TEST(a_fold_has_a_last_number_of_steps) {
    const rv_drawing_point line[] = {at(0, 0, 1), at(1, 0, 1), at(0, 0, 1)};
    CHECK(rv_bends_round(line, 3, 1e-6, NULL) == 2 + 13);
    const rv_drawing_point same[] = {at(0, 0, 1), at(0, 0, 1), at(0, 0, 1)};
    CHECK(rv_bends_round(same, 3, STEP, NULL) == 3);
}

TEST(a_straight_line_that_twists_is_parted) {
    rv_drawing_point line[4], rounded[32];
    for (int i = 0; i < 4; i++) {
        line[i] = at(i, 0, 1);
        line[i].twist = -1.9; // by 1.9 rad from middle to middle: four steps
    }
    int count = rv_bends_round(line, 4, STEP, rounded);
    CHECK(count == 2 + 4 + 4 + 1);
    for (int i = 1; i < count; i++) {
        CHECK(rounded[i].position.x > rounded[i - 1].position.x && rounded[i].position.y == 0.0);
        CHECK(rounded[i].position.x - rounded[i - 1].position.x <= 0.5);
        CHECK(rounded[i].twist == -1.9);
    }
}
