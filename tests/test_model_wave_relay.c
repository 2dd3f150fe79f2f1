// What becomes of the shape and the energy of layered cables when their path changes: a wheel that
// the cable lifts off from and touches again, nodes that come and go, other ends, cuts.
#include "cable_fixture.h"

static const double H = 1.0 / 200.0, G = 9.81, RHO = 1.2;
enum { POINTS_MAX = 200 };

static rv_cable_def layered_def(const rv_cable_node* nodes, int count) {
    rv_cable_def def = rigid_cable_def(nodes, count);
    def.model = RV_CABLE_LAYERED;
    def.mass_per_length = RHO;
    def.layer.damping = 0.0;
    def.layer.cells = 30;
    return def;
}

typedef struct line {
    rv_vec3 points[POINTS_MAX];
    int count;
} line;

static line line_of(const rv_world* world, rv_cable_id cable) {
    line l;
    l.count = rv_cable_points(world, cable, 0.05, l.points, NULL, POINTS_MAX);
    CHECK(l.count <= POINTS_MAX);
    return l;
}

// how far the points of one line are from the other, at most
static double apart(const line* a, const line* b) {
    double most = 0.0;
    for (int i = 0; i < a->count; i++) {
        double nearest = INFINITY;
        for (int j = 1; j < b->count; j++) {
            rv_vec3 way = rv_vec3_sub(b->points[j], b->points[j - 1]);
            rv_vec3 to = rv_vec3_sub(a->points[i], b->points[j - 1]);
            double x = rv_vec3_dot(to, way) / fmax(rv_vec3_dot(way, way), 1e-30);
            x = fmin(fmax(x, 0.0), 1.0);
            nearest = fmin(nearest, rv_vec3_length(rv_vec3_mul_add(to, -x, way)));
        }
        most = fmax(most, nearest);
    }
    return most;
}

// a load that swings past a wheel beside its cable
typedef struct swing {
    rv_world* world;
    rv_body_id load;
    rv_cable_id cable;
} swing;

static swing swing_make(void) {
    swing s = {.world = default_world()};
    s.load = add_particle(s.world, 30.0, vec(-2, 0, -6));
    rv_body_set_velocity(s.world, s.load, vec(-7, 0, 2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)),
                             pulley_at(NO_BODY, vec(-1, 0, -2), vec(0, 1, 0), 0.1),
                             fixed_at(s.load, vec(0, 0, 0))};
    nodes[1].side = -1;
    rv_cable_def def = layered_def(nodes, 3);
    s.cable = cable_of(s.world, &def);
    return s;
}

TEST(a_cable_that_lifts_off_and_touches_again_keeps_its_shape_and_energy) {
    swing s = swing_make();
    line before = line_of(s.world, s.cable), now;
    int changes = 0, touched = rv_cable_get_contact(s.world, s.cable, 1).touches;
    double jump = 0.0, usual = 0.0, start = 0.0, drift = 0.0, sag = 0.0;
    for (int i = 0; i < 2000; i++) {
        CHECK(rv_world_step(s.world, H) == RV_STATUS_OK);
        now = line_of(s.world, s.cable);
        int touches = rv_cable_get_contact(s.world, s.cable, 1).touches;
        rv_energy e = rv_world_energy(s.world);
        start = i == 0 ? e.total - e.work : start;
        drift = fmax(drift, e.total - e.work - start);
        double moved = apart(&now, &before);
        changes += touches != touched;
        // a wheel is met by the chord: what hangs out beside it then is laid round it
        if (touches != touched)
            jump = fmax(jump, moved - (touches ? sag : 0.0));
        else
            usual = fmax(usual, moved);
        sag = rv_cable_sag(s.world, s.cable, 0);
        touched = touches;
        before = now;
    }
    CHECK(changes >= 4);
    // no farther than it moves in other steps
    CHECK(jump < usual && usual < 0.1);
    // of 800 J that swing; what a span of 7 kg strikes the wheel with is lost by and by
    CHECK(drift < 2.0);
    rv_world_destroy(s.world);
}

// --- edits ---

// a level cable at rest, over an eye, with a load on a fall at its end
static swing hung_make(void) {
    swing s = {.world = default_world()};
    s.load = add_particle(s.world, 80.0, vec(20, 0, -6));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), eye_at(NO_BODY, vec(20, 0, 0)),
                             fixed_at(s.load, vec(0, 0, 0))};
    rv_cable_def def = layered_def(nodes, 3);
    def.layer.damping = 3.0;
    s.cable = cable_of(s.world, &def);
    for (int i = 0; i < 3000; i++)
        CHECK(rv_world_step(s.world, H) == RV_STATUS_OK);
    return s;
}

typedef struct change {
    double apart;           // of the lines before and after
    double energy, tension; // how much they jump over the next step, relative to what they are
} change;

// measures an edit between two steps
static change change_of(const swing* s, bool (*edit)(const swing* s)) {
    change c;
    line before = line_of(s->world, s->cable);
    rv_energy e = rv_world_energy(s->world);
    double tension = rv_cable_largest_tension(s->world, s->cable);
    double scale = e.kinetic + RHO * G * 26.0 * 0.3;
    CHECK(edit(s));
    line after = line_of(s->world, s->cable);
    c.apart = fmax(apart(&before, &after), apart(&after, &before));
    CHECK(rv_world_step(s->world, H) == RV_STATUS_OK);
    c.energy = fabs(rv_world_energy(s->world).total - e.total) / scale;
    c.tension = fabs(rv_cable_largest_tension(s->world, s->cable) - tension) / tension;
    return c;
}

// where the cable is: a node in the middle of its first span
static bool insert_in_the_middle(const swing* s) {
    line l = line_of(s->world, s->cable);
    rv_cable_node eye = eye_at(NO_BODY, l.points[15]);
    return rv_cable_insert_node(s->world, s->cable, 1, &eye);
}

static bool remove_the_middle(const swing* s) {
    return rv_cable_remove_node(s->world, s->cable, 1);
}

static bool attach_where_it_is(const swing* s) {
    rv_cable_node end = fixed_at(NO_BODY, vec(0, 0, 0));
    return rv_cable_attach(s->world, s->cable, 0, &end);
}

TEST(a_node_that_comes_where_the_cable_is_keeps_its_shape_and_goes_again) {
    swing s = hung_make();
    change come = change_of(&s, insert_in_the_middle);
    CHECK(rv_cable_node_count(s.world, s.cable) == 4);
    for (int i = 0; i < 20; i++)
        CHECK(rv_world_step(s.world, H) == RV_STATUS_OK);
    change go = change_of(&s, remove_the_middle);
    CHECK(rv_cable_node_count(s.world, s.cable) == 3);
    // new nodes lie on the parabola; theirs bends a little else where it is deep (0.3 m of 20 m)
    CHECK(come.apart < 2e-3 && come.energy < 1e-3 && come.tension < 1e-3);
    CHECK(go.apart < 2e-3 && go.energy < 1e-3 && go.tension < 1e-3);
    for (int i = 0; i < 400; i++)
        CHECK(rv_world_step(s.world, H) == RV_STATUS_OK);
    rv_world_destroy(s.world);
}

TEST(an_end_attached_where_it_is_changes_nothing) {
    swing s = hung_make();
    change c = change_of(&s, attach_where_it_is);
    CHECK(c.apart < 1e-12 && c.energy < 1e-9 && c.tension < 1e-9);
    rv_world_destroy(s.world);
}

TEST(a_longer_cable_hangs_deeper_and_a_shorter_one_lifts_its_load) {
    swing s = hung_make();
    double length = rv_cable_length(s.world, s.cable);
    CHECK(rv_cable_set_length(s.world, s.cable, length + 0.2));
    for (int i = 0; i < 2000; i++)
        CHECK(rv_world_step(s.world, H) != RV_STATUS_FAILED);
    double low = rv_body_center(s.world, s.load).z;
    CHECK(low < -6.1);
    CHECK(rv_cable_set_length(s.world, s.cable, length - 0.2));
    for (int i = 0; i < 2000; i++)
        CHECK(rv_world_step(s.world, H) != RV_STATUS_FAILED);
    CHECK(rv_body_center(s.world, s.load).z > low + 0.2);
    CHECK(rv_world_report(s.world).nonfinite_count == 0);
    rv_world_destroy(s.world);
}

TEST(a_cut_layered_cable_holds_and_weighs_nothing_until_it_is_mended) {
    swing s = hung_make();
    rv_vec3 x = rv_body_center(s.world, s.load), v = rv_body_velocity(s.world, s.load);
    CHECK(rv_cable_cut(s.world, s.cable));
    for (int i = 0; i < 100; i++)
        CHECK(rv_world_step(s.world, H) == RV_STATUS_OK);
    // free fall, each step by the velocity at its end
    double t = 100.0 * H;
    CHECK_NEAR(rv_body_velocity(s.world, s.load).z, v.z - G * t, 1e-9);
    CHECK_NEAR(rv_body_center(s.world, s.load).z, x.z + v.z * t - 0.5 * G * t * (t + H), 1e-9);
    CHECK(rv_cable_largest_tension(s.world, s.cable) == 0.0);
    CHECK(rv_cable_mend(s.world, s.cable));
    for (int i = 0; i < 400; i++)
        CHECK(rv_world_step(s.world, H) != RV_STATUS_FAILED);
    CHECK(rv_cable_largest_tension(s.world, s.cable) > 0.0);
    CHECK(rv_body_center(s.world, s.load).z > x.z - 10.0);
    rv_world_destroy(s.world);
}
