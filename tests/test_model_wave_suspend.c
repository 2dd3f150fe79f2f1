// Explicit waves near the tension at which the step is too long for them: T* = rho/2 (l/(M h))^2. Spans
// come to rest there as anywhere, under one tension, and loads on them too.
#include "cable_fixture.h"

static const double H = 1.0 / 60.0, G = 9.81, RHO = 0.5;

// a level span of 20 m, an eye, and a load on a fall of 1 m: T* = 900 N
typedef struct line_and_load {
    rv_world* world;
    rv_body_id load;
    rv_cable_id cable;
} line_and_load;

static line_and_load line_make(double mass, rv_cable_waves waves) {
    line_and_load l = {.world = default_world()};
    l.load = add_particle(l.world, mass, vec(20, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), eye_at(NO_BODY, vec(20, 0, 0)),
                             fixed_at(l.load, vec(0, 0, 0))};
    rv_cable_def def = rigid_cable_def(nodes, 3);
    def.model = RV_CABLE_LAYERED;
    def.mass_per_length = RHO;
    def.EA = 1e7;
    def.layer.waves = waves;
    def.layer.damping = 4.0;
    l.cable = cable_of(l.world, &def);
    return l;
}

// what the tension at the load does within two seconds
typedef struct range {
    double low, high;
    int flips; // of its waves, suspended or not
} range;

static range watch(const line_and_load* l) {
    range r = {INFINITY, 0.0, 0};
    bool was = rv_cable_waves_are_suspended(l->world, l->cable, 0);
    for (int step = 0; step < 120; step++) {
        CHECK(rv_world_step(l->world, H) == RV_STATUS_OK);
        bool is = rv_cable_waves_are_suspended(l->world, l->cable, 0);
        double T = rv_cable_get_contact(l->world, l->cable, 2).tension_in;
        r = (range){fmin(r.low, T), fmax(r.high, T), r.flips + (is != was)};
        was = is;
    }
    return r;
}

TEST(spans_come_to_rest_on_both_sides_of_the_limit) {
    static const double MASS[] = {20, 50, 80, 85, 88, 90, 92, 95, 100, 200};
    for (int i = 0; i < 10; i++) {
        line_and_load l = line_make(MASS[i], RV_CABLE_WAVES_EXPLICIT);
        for (int step = 0; step < 1680; step++)
            CHECK(rv_world_step(l.world, H) == RV_STATUS_OK);
        range r = watch(&l);
        CHECK_NEAR(r.low, MASS[i] * G, 1e-6 * MASS[i] * G);
        CHECK_NEAR(r.high, MASS[i] * G, 1e-6 * MASS[i] * G);
        CHECK(r.flips == 0);
        CHECK(rv_cable_waves_are_suspended(l.world, l.cable, 0) == (MASS[i] > 60.0));
        // the parabola of the mean pull, which is w/2 more; a catenary is deeper by its slope squared
        double sag = RHO * G * 400.0 / (8.0 * (MASS[i] * G + 0.5 * RHO * G));
        CHECK_NEAR(rv_cable_sag(l.world, l.cable, 0) / sag, 1.0, 2.0 / MASS[i]);
        rv_world_destroy(l.world);
    }
}

// on spans whose waves are suspended nothing but these could take the energy of a load that bounces
// on the stretch of its cable: it bounces on, but no higher
TEST(heavy_loads_on_suspended_spans_bounce_no_higher) {
    for (double mass = 1e3; mass < 1e6; mass *= 10.0) {
        line_and_load l = line_make(mass, RV_CABLE_WAVES_EXPLICIT);
        range first = watch(&l), last = first;
        for (int i = 0; i < 14; i++)
            last = watch(&l);
        CHECK(last.high <= 1.001 * first.high && last.high < 2.1 * mass * G);
        rv_world_destroy(l.world);
    }
}

// a load that is let down slowly through the limit: the tension follows the load, and does not jump
// where waves end and begin
TEST(tension_does_not_jump_where_waves_are_suspended_and_resumed) {
    line_and_load l = line_make(60.0, RV_CABLE_WAVES_EXPLICIT);
    for (int step = 0; step < 600; step++)
        CHECK(rv_world_step(l.world, H) == RV_STATUS_OK);
    int flips = 0;
    double jump = 0.0, before = 60.0 * G;
    bool was = rv_cable_waves_are_suspended(l.world, l.cable, 0);
    for (int step = 0; step < 2400; step++) {
        // 600 N to 1200 N and back within 40 s: 0.5 N more or less in a step
        double more = 600.0 * (step < 1200 ? step : 2400 - step) / 1200.0;
        rv_body_apply_force_at_center(l.world, l.load, vec(0, 0, -more));
        CHECK(rv_world_step(l.world, H) == RV_STATUS_OK);
        double T = rv_cable_get_contact(l.world, l.cable, 2).tension_in;
        bool is = rv_cable_waves_are_suspended(l.world, l.cable, 0);
        jump = fmax(jump, fabs(T - before));
        flips += is != was;
        before = T;
        was = is;
    }
    // it goes in and out once each
    CHECK(flips == 2);
    // a hundredth of the tension there
    CHECK(jump < 9.0);
    rv_world_destroy(l.world);
}
