// The stripe of a rod: on its surface, turned by the twist, and carried round bends without turning.
#include "test.h"
#include "view/stripe.h"

enum { COUNT = 201 };

static rv_drawing_point line[COUNT], stripe[COUNT];

static rv_vec3 across_at(int i, double radius) {
    return rv_vec3_scale(rv_vec3_sub(stripe[i].position, line[i].position), 1.0 / radius);
}

TEST(along_a_straight_rod_the_stripe_is_a_helix) {
    for (int i = 0; i < COUNT; i++)
        line[i] = (rv_drawing_point){{0.01 * i, 0.0, 0.0}, 5.0, 3.0};
    rv_stripe_make(line, COUNT, (rv_vec3){0, 1, 0}, 0.1, stripe);
    for (int i = 0; i < COUNT; i++) {
        rv_vec3 across = across_at(i, 0.1);
        CHECK_NEAR(across.y, rv_cos(3.0 * 0.01 * i), 1e-12);
        CHECK_NEAR(across.z, rv_sin(3.0 * 0.01 * i), 1e-12);
        CHECK(stripe[i].tension == 5.0);
    }
}

TEST(round_a_bend_in_a_plane_it_stays_on_its_side) {
    // a circle in the plane of x and y: what is normal to the plane stays, what is outside too
    for (int way = 0; way < 2; way++) {
        for (int i = 0; i < COUNT; i++) {
            double a = 2.0 * RV_PI * i / (COUNT - 1);
            line[i] = (rv_drawing_point){{rv_cos(a), rv_sin(a), 0.0}, 0.0, 0.0};
        }
        rv_vec3 start = way == 0 ? (rv_vec3){0, 0, 1} : (rv_vec3){1, 0, 0};
        rv_stripe_make(line, COUNT, start, 0.1, stripe);
        for (int i = 1; i + 1 < COUNT; i++) {
            rv_vec3 right = way == 0 ? start : line[i].position;
            CHECK_NEAR(rv_vec3_length(rv_vec3_sub(across_at(i, 0.1), right)), 0.0, 1e-9);
        }
    }
}

TEST(a_cut_does_not_stop_it) {
    for (int i = 0; i < COUNT; i++)
        line[i] = (rv_drawing_point){{0.01 * i, 0.0, 0.0}, 5.0, 3.0};
    line[100].position = (rv_vec3){NAN, NAN, NAN};
    rv_stripe_make(line, COUNT, (rv_vec3){0, 1, 0}, 0.1, stripe);
    CHECK(isnan(stripe[100].position.x));
    CHECK_NEAR(rv_vec3_length(across_at(101, 0.1)), 1.0, 1e-12);
    // what the two pieces beside it would twist is left out
    CHECK_NEAR(across_at(200, 0.1).y, rv_cos(3.0 * 0.01 * 198), 1e-9);
}
