// What readers say of layered cables, and what their definition is refused for.
#include "cable_fixture.h"

static const double H = 1.0 / 100.0, G = 9.81, RHO = 1.2;
enum { POINTS_MAX = 400 };

static rv_cable_def layered_def(const rv_cable_node* nodes, int count) {
    rv_cable_def def = rigid_cable_def(nodes, count);
    def.model = RV_CABLE_LAYERED;
    def.mass_per_length = RHO;
    return def;
}

// a drum, a span to a wheel, a leaning one to another, and a fall
typedef struct hoist {
    rv_world* world;
    rv_body_id load;
    rv_cable_id cable;
} hoist;

static hoist hoist_make(double longer) {
    hoist h = {.world = default_world()};
    h.load = add_particle(h.world, 60.0, vec(18.3, 0, 0));
    rv_cable_node nodes[] = {
        drum_at(NO_BODY, vec(0, 0, 0), 0.0), pulley_at(NO_BODY, vec(10, 0, 0), vec(0, 1, 0), 0.3),
        pulley_at(NO_BODY, vec(18, 0, 6), vec(0, 1, 0), 0.3), fixed_at(h.load, vec(0, 0, 0))};
    rv_cable_def def = layered_def(nodes, 4);
    def.layer.damping = 3.0;
    h.cable = cable_of(h.world, &def);
    if (longer > 0.0)
        CHECK(rv_cable_set_length(h.world, h.cable, rv_cable_length(h.world, h.cable) + longer));
    for (int i = 0; i < 50; i++)
        CHECK(rv_world_step(h.world, H) == RV_STATUS_OK);
    return h;
}

TEST(points_run_from_end_to_end_without_a_gap_and_as_long_as_the_cable_is) {
    hoist h = hoist_make(0.0);
    rv_vec3 points[POINTS_MAX];
    double tension[POINTS_MAX], length = 0.0, longest = 0.0;
    int count = rv_cable_points(h.world, h.cable, 0.05, points, tension, POINTS_MAX);
    CHECK(count > 60 && count < POINTS_MAX);
    for (int i = 1; i < count; i++) {
        double step = rv_vec3_length(rv_vec3_sub(points[i], points[i - 1]));
        length += step;
        longest = fmax(longest, step);
    }
    // a cell of the longest span is half a metre
    CHECK(longest < 0.6);
    // it does not stretch: chords between points are shorter than arcs (0.05 rad: 1e-4) and than the
    // sag, which is a few mm here
    CHECK_NEAR(length, rv_cable_length(h.world, h.cable), 2e-3);
    CHECK(rv_vec3_length(rv_vec3_sub(points[0], vec(0, 0, 0))) == 0.0);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(points[count - 1], rv_body_center(h.world, h.load))), 0.0,
               1e-12);
    // tangent points are on the line
    for (int node = 1; node <= 2; node++) {
        rv_cable_contact c = rv_cable_get_contact(h.world, h.cable, node);
        double in = INFINITY, out = INFINITY;
        for (int i = 0; i < count; i++) {
            in = fmin(in, rv_vec3_length(rv_vec3_sub(points[i], c.in)));
            out = fmin(out, rv_vec3_length(rv_vec3_sub(points[i], c.out)));
        }
        CHECK(in < 1e-9 && out < 1e-9);
    }
    // fewer than there are fit: the same first ones, and the same count
    rv_vec3 few[30];
    CHECK(rv_cable_points(h.world, h.cable, 0.05, few, NULL, 30) == count);
    CHECK(memcmp(few, points, sizeof few) == 0);
    CHECK(rv_cable_points(h.world, h.cable, 0.05, NULL, NULL, 0) == count);
    rv_world_destroy(h.world);
}

TEST(tension_grows_with_height_by_the_weight_of_the_cable) {
    hoist h = hoist_make(0.0);
    for (int i = 0; i < 3000; i++)
        CHECK(rv_world_step(h.world, H) == RV_STATUS_OK);
    rv_vec3 points[POINTS_MAX];
    double tension[POINTS_MAX], w = RHO * G;
    int count = rv_cable_points(h.world, h.cable, 0.05, points, tension, POINTS_MAX);
    double low = rv_cable_get_contact(h.world, h.cable, 3).tension_in;
    CHECK_NEAR(low, 60.0 * G, 1e-3 * 60.0 * G); // it still swings a little
    // along chords, below which points hang by 0.25 m; the arc round a wheel of 0.3 m has one tension
    for (int i = 0; i < count - 1; i++)
        CHECK_NEAR(tension[i] - low, w * (points[i].z - points[count - 1].z), 0.6 * w);
    for (int node = 0; node < 3; node++) {
        rv_cable_contact a = rv_cable_get_contact(h.world, h.cable, node);
        rv_cable_contact b = rv_cable_get_contact(h.world, h.cable, node + 1);
        // as the bodies stood in the step: the load still moves by 0.1 mm in one
        CHECK_NEAR(a.tension_out - b.tension_in, w * (a.out.z - b.in.z), 1e-3 * w);
        CHECK(rv_cable_largest_tension(h.world, h.cable) >= a.tension_out);
        CHECK(rv_cable_sag(h.world, h.cable, node) < 0.3);
    }
    CHECK(rv_cable_sag(h.world, h.cable, 0) > 0.01);
    rv_world_destroy(h.world);
}

TEST(stale_ids_and_nodes_out_of_range_have_no_values) {
    hoist h = hoist_make(0.0);
    CHECK(isnan(rv_cable_sag(h.world, h.cable, -1)) && isnan(rv_cable_sag(h.world, h.cable, 3)));
    CHECK(isnan(rv_cable_tension(h.world, h.cable, 3)));
    CHECK(!rv_cable_waves_are_suspended(h.world, h.cable, -1));
    CHECK(!rv_cable_waves_are_suspended(h.world, h.cable, 99));
    CHECK(rv_cable_destroy(h.world, h.cable));
    CHECK(isnan(rv_cable_sag(h.world, h.cable, 0)) && isnan(rv_cable_tension(h.world, h.cable, 0)));
    CHECK(!rv_cable_waves_are_suspended(h.world, h.cable, 0));
    CHECK(rv_cable_points(h.world, h.cable, 0.1, NULL, NULL, 0) == 0);
    CHECK(isnan(rv_cable_get_contact(h.world, h.cable, 0).tension_out));
    // of other models there is no sag
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(h.load, vec(0, 0, 0))};
    rv_cable_id massless = add_cable(h.world, ends, 2);
    CHECK(rv_cable_sag(h.world, massless, 0) == 0.0);
    rv_world_destroy(h.world);
}

// past a wheel that it has lifted off from, the cable is one span: all that is said of the nodes on
// its way is said of that
TEST(a_span_past_a_lifted_wheel_is_one_for_all_readers) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 20.0, vec(-2, 0, -6));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)),
                             pulley_at(NO_BODY, vec(-1, 0, -2), vec(0, 1, 0), 0.1),
                             fixed_at(load, vec(0, 0, 0))};
    nodes[1].side = -1;
    rv_cable_def def = layered_def(nodes, 3);
    rv_cable_id cable = cable_of(world, &def);
    // drawn away from the wheel
    for (int i = 0; i < 80; i++) {
        rv_body_apply_force_at_center(world, load, vec(-300, 0, 0));
        CHECK(rv_world_step(world, H) == RV_STATUS_OK);
    }
    CHECK(!rv_cable_get_contact(world, cable, 1).touches);
    rv_cable_contact first = rv_cable_get_contact(world, cable, 0);
    rv_cable_contact last = rv_cable_get_contact(world, cable, 2);
    // as the bodies stood in the step: the load swings with 10 m/s
    CHECK_NEAR(first.tension_out - last.tension_in, RHO * G * (first.out.z - last.in.z),
               0.1 * RHO * G);
    CHECK(rv_cable_sag(world, cable, 1) == rv_cable_sag(world, cable, 0));
    CHECK_NEAR(rv_cable_tension(world, cable, 1), rv_cable_tension(world, cable, 0),
               RHO * G * 7.0); // somewhere on the same span
    rv_world_destroy(world);
}

// the heaviest loaded place is at the top: a cable breaks by what its readers say
TEST(a_layered_cable_breaks_by_its_largest_tension) {
    for (int stronger = 0; stronger < 2; stronger++) {
        rv_world* world = default_world();
        rv_body_id load = add_particle(world, 50.0, vec(0, 0, -20));
        rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        rv_cable_def def = layered_def(ends, 2);
        // 50 kg g below, 24 kg g more above
        def.breaking_load = (stronger ? 75.0 : 60.0) * G;
        rv_cable_id cable = cable_of(world, &def);
        for (int i = 0; i < 20; i++)
            rv_world_step(world, H);
        CHECK((rv_cable_get_state(world, cable) == RV_CABLE_BROKEN) == (stronger == 0));
        rv_world_destroy(world);
    }
}

// --- bad input ---

static void check_refused(const rv_cable_def* def, const char* text) {
    rv_world* world = default_world();
    uint64_t hash = rv_world_hash(world);
    CHECK(rv_cable_create(world, def).slot == 0);
    CHECK_TEXT(rv_world_error(world), text);
    CHECK(rv_world_hash(world) == hash && rv_cable_count(world) == 0);
    rv_world_destroy(world);
}

TEST(bad_layers_are_refused_by_the_name_of_the_field) {
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(5, 0, 0))};
    const rv_cable_def good = layered_def(ends, 2);
    rv_cable_def def = good;
    def.layer.cells = 1;
    check_refused(&def, "rv_cable_def.layer.cells = 1: must be in [2, 1000]");
    def.layer.cells = 1001;
    check_refused(&def, "rv_cable_def.layer.cells = 1001: must be in [2, 1000]");
    def = good;
    def.layer.waves = (rv_cable_waves)2;
    check_refused(&def, "rv_cable_def.layer.waves = 2: must be an rv_cable_waves");
    def = good;
    def.layer.damping = -0.5;
    check_refused(&def, "rv_cable_def.layer.damping = -0.5 1/s: must be finite and >= 0");
    def.layer.damping = NAN;
    check_refused(&def, "rv_cable_def.layer.damping = nan 1/s: must be finite and >= 0");
    def.layer.damping = INFINITY;
    check_refused(&def, "rv_cable_def.layer.damping = inf 1/s: must be finite and >= 0");
    def = good;
    def.pushes = true;
    check_refused(&def, "rv_cable_def.pushes: not of a layered cable");
    def = good;
    def.mass_per_length = NAN;
    def.material.density = 0.0;
    check_refused(&def, "rv_cable_def.material.density = 0 kg/m^3: must be finite and > 0");
}

TEST(bad_laws_of_tension_are_refused) {
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(5, 0, 0))};
    const rv_cable_def good = layered_def(ends, 2);
    rv_cable_def def = good;
    def.tension = (rv_cable_tension_law)7;
    check_refused(&def, "rv_cable_def.tension = 7: must be an rv_cable_tension_law");
    def = good;
    def.tension = RV_CABLE_TENSION_SPRING;
    check_refused(&def,
                  "rv_cable_def.EA = inf N: must be finite where the cable pulls as a spring");
    def = good;
    def.model = RV_CABLE_SEGMENTS;
    def.EA = 1e5;
    def.tension = RV_CABLE_TENSION_SPRING;
    check_refused(&def, "rv_cable_def.tension: only a massless or layered cable pulls as a spring");
}
