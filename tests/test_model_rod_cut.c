// Rods that are cut and break: what is kept, what falls, what is freed, and what pieces are.
#include "failing_allocator.h"
#include "model/rod.h"
#include "rod_fixture.h"

static const double G = 9.81;
static const rv_cable_rod_integrator INTEGRATORS[] = {RV_CABLE_ROD_IMPLICIT, RV_CABLE_ROD_NEWTON};

// what a cut must not change
typedef struct sums {
    double mass, kinetic;
    rv_vec3 momentum, spin; // spin: angular momentum about the origin
} sums;

static sums sums_of(const rv_world* world) {
    sums s = {0};
    for (int r = 0; r < world->rods.count; r++) {
        const rv_rod* rod = &world->rods.data[r];
        for (int i = 0; i < rod->count; i++) {
            double m = rv_rod_masses(world, rod)[i];
            rv_vec3 v = rv_rod_velocities(world, rod)[i], p = rv_vec3_scale(v, m);
            s.mass += m;
            s.kinetic += 0.5 * m * rv_vec3_dot(v, v);
            s.momentum = rv_vec3_add(s.momentum, p);
            s.spin = rv_vec3_add(s.spin, rv_vec3_cross(rv_rod_points(world, rod)[i], p));
        }
    }
    return s;
}

// all but what rounds
static void check_same(sums a, sums b) {
    CHECK_NEAR(a.mass, b.mass, 1e-15 * a.mass);
    CHECK_NEAR(a.kinetic, b.kinetic, 1e-13 * a.kinetic);
    CHECK(distance(a.momentum, b.momentum) <= 1e-13 * sqrt(2.0 * a.mass * a.kinetic));
    CHECK(distance(a.spin, b.spin) <= 1e-13 * sqrt(2.0 * a.mass * a.kinetic));
}

static int count_holes(const rv_world* world, rv_cable_id cable) {
    rod_line line = rod_read(world, cable);
    int holes = 0;
    for (int i = 0; i < line.count; i++)
        holes += isnan(line.at[i].x);
    return holes;
}

static bool is_finite(const rv_world* world) {
    bool finite = true;
    for (int i = 0; i < world->rod_x.count; i++)
        finite &= rv_is_finite3(world->rod_x.data[i]) && rv_is_finite3(world->rod_v.data[i]);
    return finite;
}

// pieces, their vertices and contacts follow each other without gaps, in the order of the cables
static void check_lists(const rv_world* world) {
    int rods = 0, vertices = 0, contacts = 0;
    for (int r = 0; r < world->rods.count; r++) {
        const rv_rod* rod = &world->rods.data[r];
        CHECK(rod->first == vertices && rod->count >= 2);
        CHECK(rod->first_contact == contacts);
        vertices += rod->count;
        contacts += rod->contact_count;
        for (int k = 0; k < rod->contact_count; k++) {
            const rv_rod_contact* c = &rv_rod_contacts(world, rod)[k];
            CHECK(c->edge >= 0 && c->edge < rod->count - 1);
            CHECK(c->other < 0 || (c->partner >= r && c->partner < world->rods.count));
            CHECK(c->other < 0 || c->other < world->rods.data[c->partner].count - 1);
        }
    }
    for (int c = 0; c < world->cables.count; c++)
        for (int r = 0; r < world->cables.data[c].rod_count; r++, rods++)
            CHECK(world->rods.data[world->cables.data[c].first_rod + r].cable == c);
    CHECK(rods == world->rods.count && vertices == world->rod_x.count);
    CHECK(vertices == world->rod_mass.count && vertices == world->rod_listed.count);
    CHECK(contacts == world->rod_contacts.count);
}

// --- what a cut keeps ---

// a thread that swings from the world, bent and in motion
static rv_cable_id add_swing(rv_world* world, rv_cable_rod_integrator integrator, int edges) {
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(0.8, 0.1, 0.6))};
    rv_cable_def def = rod_def(nodes, edges, 1e-4);
    def.length = 1.0;
    def.rod.integrator = integrator;
    return cable_of(world, &def);
}

TEST(a_cut_keeps_mass_momentum_angular_momentum_and_kinetic_energy) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(G);
        rv_cable_id cable = add_swing(world, INTEGRATORS[k], 20);
        rod_run(world, 1e-3, 300);
        sums before = sums_of(world);
        rv_energy energy = rv_world_energy(world);
        CHECK(before.kinetic > 1e-3 && energy.elastic > 1e-6);
        CHECK(rv_cable_cut_at(world, cable, 0.33));
        check_same(before, sums_of(world));
        rv_energy after = rv_world_energy(world);
        // of the bending, what was in the joint
        CHECK(after.elastic < energy.elastic && after.elastic > 0.7 * energy.elastic);
        CHECK_NEAR(after.gravitational, energy.gravitational, 1e-14);
        CHECK_NEAR(rv_cable_length(world, cable), 1.0, 1e-14);
        check_lists(world);
        rv_world_destroy(world);
    }
}

TEST(pieces_of_a_swinging_thread_keep_their_energy) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(G);
        rv_cable_id cable = add_swing(world, INTEGRATORS[k], 20);
        rod_run(world, 1e-3, 300);
        CHECK(rv_cable_cut(world, cable));
        rod_run(world, 1e-3, 1);
        double start = rv_world_energy(world).total, worst = 0.0, moved = 0.0;
        for (int i = 0; i < 500; i++) {
            rod_run(world, 1e-3, 1);
            worst = fmax(worst, fabs(rv_world_energy(world).total - start));
            moved = fmax(moved, rv_world_energy(world).kinetic);
        }
        // the tip of the upper piece whips freely: steps of 1 ms do not resolve all of that
        CHECK(worst < 0.02 * moved);
        rv_world_destroy(world);
    }
}

// --- what falls and what hangs ---

TEST(a_thread_with_a_load_that_is_cut_in_the_middle_falls_below_and_hangs_above) {
    enum { EDGES = 20, STEPS = 500 };
    const double h = 1e-3, t = STEPS * h, weight = 0.01 * G;
    rv_world* world = undamped_world(G);
    rv_body_id load = add_particle(world, 0.1, vec(0, 0, -1));
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0)), EDGES, 1e-4);
    rod_run(world, h, 100);
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 0.1 * G + weight, 0.03 * weight);
    CHECK(rv_cable_cut(world, cable));
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_BROKEN);
    rod_run(world, h, STEPS);
    // a step falls with the speed at its end
    CHECK_NEAR(rv_body_center(world, load).z, -1.0 - 0.5 * G * t * (t + h), 1e-9);
    rod_line line = rod_read(world, cable);
    CHECK(line.count == EDGES + 3 && isnan(line.at[EDGES / 2 + 1].x));
    for (int i = 0; i <= EDGES / 2; i++)
        CHECK_NEAR(line.at[i].z, -(double)i / EDGES, 1e-9);
    for (int i = EDGES / 2; i <= EDGES; i++) {
        CHECK_NEAR(line.at[i + 2].z, -(double)i / EDGES - 0.5 * G * t * (t + h), 1e-9);
        CHECK_NEAR(line.tension[i + 2], 0.0, 1e-9);
    }
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 0.5 * weight, 1e-9);
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_BROKEN);
    rv_world_destroy(world);
}

TEST(a_piece_with_a_free_end_loses_its_twist_at_once) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(0.0);
        rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)),
                                 clamped_at(NO_BODY, vec(1, 0, 0))};
        rv_cable_def def = rod_def(nodes, 20, 1e-4);
        def.twist = 3.0;
        def.rod.integrator = INTEGRATORS[k];
        rv_cable_id cable = cable_of(world, &def);
        rod_run(world, 1e-3, 10);
        CHECK_NEAR(rv_cable_twist(world, cable), 3.0, 1e-9);
        CHECK(fabs(rv_cable_end_torque(world, cable, 0).x) > 2.5e-4);
        CHECK(rv_world_energy(world).elastic > 4e-4); // C twist^2/(2 L) = 4.5e-4
        CHECK(rv_cable_cut_at(world, cable, 0.4));
        CHECK(rv_cable_twist(world, cable) == 0.0 && rv_cable_torque(world, cable) == 0.0);
        CHECK(rv_world_energy(world).elastic < 1e-12);
        rod_run(world, 1e-3, 10);
        for (int end = 0; end < 2; end++)
            CHECK(rv_vec3_length(rv_cable_end_torque(world, cable, end)) < 1e-12);
        rv_world_destroy(world);
    }
}

// --- where ---

TEST(a_cut_goes_through_the_nearest_vertex_and_once) {
    rv_world* world = undamped_world(G);
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(0, 0, -1)), 10, 1e-4);
    CHECK(rv_cable_cut_at(world, cable, 0.44));
    CHECK(count_holes(world, cable) == 1 && isnan(rod_read(world, cable).at[5].x));
    CHECK(rv_cable_cut_at(world, cable, 0.36)); // has been cut there
    CHECK(count_holes(world, cable) == 1);
    CHECK(rv_cable_cut_at(world, cable, 1.0)); // a free end cannot be cut, but the last joint
    CHECK(count_holes(world, cable) == 2 && isnan(rod_read(world, cable).at[12].x));
    CHECK(!rv_cable_mend(world, cable));
    CHECK(!rv_cable_cut_at(world, cable, -0.1));
    CHECK_TEXT(rv_world_error(world), "rv_cable_cut_at: at = -0.1 m: must be in [0, length = 1 m]");
    CHECK(!rv_cable_cut_at(world, cable, NAN));
    rv_cable_id stick = add_rod(world, free_at(vec(1, 0, 0)), free_at(vec(2, 0, 0)), 1, 1e-4);
    CHECK(!rv_cable_cut(world, stick));
    CHECK_TEXT(rv_world_error(world), "rv_cable_cut_at: the rod has no joint to cut");
    check_lists(world);
    rv_world_destroy(world);
}

TEST(cuts_at_pinned_ends_let_them_go) {
    rv_world* world = undamped_world(G);
    rv_body_id load = add_particle(world, 1.0, vec(0, 0, -1));
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0)), 4, 1e-4);
    rod_run(world, 1e-3, 10);
    CHECK(rv_cable_cut_at(world, cable, 1.0));
    CHECK(count_holes(world, cable) == 0);
    CHECK(rv_cable_get_node(world, cable, 1).type == RV_CABLE_FREE);
    rod_run(world, 1e-3, 500);
    CHECK_NEAR(rv_body_center(world, load).z, -1.0 - 0.5 * G * 0.5 * 0.501, 1e-9);
    CHECK_NEAR(rod_tip(world, cable).z, -1.0, 1e-9);
    // what does not hold it may go
    rv_body_destroy(world, load);
    CHECK(rv_cable_is_valid(world, cable));
    CHECK(rv_cable_cut_at(world, cable, 0.0));
    rod_run(world, 1e-3, 500);
    CHECK_NEAR(rod_tip(world, cable).z, -1.0 - 0.5 * G * 0.5 * 0.501, 1e-9);
    rv_world_destroy(world);
}

TEST(a_stub_stays_in_a_clamp) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(G);
        rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
        rv_cable_def def = rod_def(nodes, 5, 1e-2);
        def.rod.integrator = INTEGRATORS[k];
        rv_cable_id cable = cable_of(world, &def);
        double length = rv_cable_length(world, cable);
        rod_run(world, 1e-3, 10);
        CHECK(rv_cable_cut_at(world, cable, 0.0));
        CHECK_NEAR(rv_cable_length(world, cable), length, 1e-14);
        rod_run(world, 1e-3, 1000);
        rod_line line = rod_read(world, cable);
        CHECK(line.count == 8 && isnan(line.at[2].x));
        CHECK_NEAR(line.at[1].x + line.at[0].x, 0.0, 1e-12);
        CHECK_NEAR(line.at[1].z, 0.0, 1e-12);
        CHECK(line.at[4].z < -4.0 && is_finite(world));
        rv_world_destroy(world);
    }
}

TEST(a_thread_can_be_cut_at_each_of_its_places) {
    enum { EDGES = 100 };
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(G);
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
        rv_cable_def def = rod_def(nodes, EDGES, 1e-5);
        def.rod.integrator = INTEGRATORS[k];
        rv_cable_id cable = cable_of(world, &def);
        rv_cable_id other =
            add_rod(world, fixed_at(NO_BODY, vec(0, 1, 0)), free_at(vec(1, 1, 0)), 7, 1e-4);
        for (int cut = 0; cut < EDGES - 1; cut++) {
            // 37 has no factor in common with 99: each place once, all over the thread
            int place = 1 + 37 * cut % (EDGES - 1);
            sums before = sums_of(world);
            CHECK(rv_cable_cut_at(world, cable, (double)place / EDGES));
            check_same(before, sums_of(world));
            CHECK(count_holes(world, cable) == cut + 1);
            rod_run(world, 1e-3, 3);
        }
        check_lists(world);
        CHECK(is_finite(world) && rod_read(world, other).count == 8);
        CHECK_NEAR(rv_cable_length(world, cable), 1.0, 1e-13);
        // all in pieces of one edge, which fall
        rod_line line = rod_read(world, cable);
        CHECK(line.count == 3 * EDGES - 1);
        for (int i = 0; i < line.count; i += 3)
            CHECK_NEAR(distance(line.at[i], line.at[i + 1]), 1.0 / EDGES, 1e-9 / EDGES);
        CHECK(rv_cable_destroy(world, cable));
        check_lists(world);
        rod_run(world, 1e-3, 3);
        rv_world_destroy(world);
    }
}

// --- what else there is on a thread ---

TEST(a_hand_keeps_the_piece_that_it_holds) {
    rv_world* world = undamped_world(G);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, 20, 1e-4);
    def.segments.drag.across = 1.2;
    def.segments.drag.density = 1000.0;
    rv_cable_id cable = cable_of(world, &def);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.damping = 1.0;
    for (int hand = 0; hand < 3; hand++) {
        grip.at = 0.25 * (hand + 1);
        grip.target = vec(grip.at, 0, 0);
        CHECK(rv_cable_hold(world, cable, hand, &grip));
    }
    rod_run(world, 1e-3, 10);
    // through the vertex that the second one holds: it keeps the first piece
    CHECK(rv_cable_cut_at(world, cable, 0.5) && rv_cable_cut_at(world, cable, 0.9));
    rod_run(world, 1e-3, 2000);
    const rv_rod* rods = world->rods.data;
    CHECK(rods[0].hand[0].holds && rods[0].hand[0].vertex == 5 && !rods[1].hand[0].holds);
    CHECK(rods[0].hand[1].holds && rods[0].hand[1].vertex == 10 && !rods[1].hand[1].holds);
    CHECK(!rods[0].hand[2].holds && rods[1].hand[2].holds && rods[1].hand[2].vertex == 5);
    // all of the second piece hangs on the third; what it swings yet is less than 2 %
    CHECK_NEAR(-rv_cable_grip_force(world, cable, 2).z, 0.4 * 0.01 * G, 0.02 * 0.4 * 0.01 * G);
    CHECK(distance(rv_cable_grip_point(world, cable, 1), vec(0.5, 0, 0)) < 1e-3);
    CHECK(rod_tip(world, cable).z < -0.3);
    CHECK(rv_cable_release(world, cable, 2));
    CHECK(!rv_cable_release(world, cable, 2));
    rv_world_destroy(world);
}

// an overhand knot, loose or drawn tight between two moved ends
typedef struct knotted {
    rv_world* world;
    rv_body_id mover;
    rv_cable_id cable;
} knotted;

static knotted make_knot(const rv_allocator* allocator) {
    rv_world_def wd = rv_world_def_default();
    wd.gravity = vec(0, 0, 0);
    if (allocator != NULL)
        wd.allocator = *allocator;
    knotted k = {.world = world_of(&wd)};
    k.mover = add_kinematic(k.world, vec(0.65, 0, 0), vec(0, 0, 0));
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(k.mover, vec(0, 0, 0))};
    rv_cable_def def = rod_def(ends, 100, 1e-4);
    def.length = 1.0;
    def.segments.mask = def.segments.group = 1;
    def.segments.touches_itself = true;
    def.segments.knot = RV_KNOT_OVERHAND;
    def.segments.bend_damping = NAN;
    k.cable = cable_of(k.world, &def);
    rv_body_set_velocity(k.world, k.mover, vec(0.05, 0, 0));
    rod_run(k.world, 1e-3, 1500);
    rv_body_set_velocity(k.world, k.mover, vec(0, 0, 0));
    rod_run(k.world, 1e-3, 500);
    return k;
}

static int between_rods(const rv_world* world) {
    int count = 0;
    for (int r = 0; r < world->rods.count; r++)
        for (int k = 0; k < world->rods.data[r].contact_count; k++) {
            const rv_rod_contact* c = &rv_rod_contacts(world, &world->rods.data[r])[k];
            count += c->other >= 0 && c->partner != r;
        }
    return count;
}

TEST(a_knot_that_is_cut_comes_apart) {
    knotted k = make_knot(NULL);
    double pulled = -rv_cable_end_force(k.world, k.cable, 1).x;
    int touching = k.world->rod_contacts.count;
    sums before = sums_of(k.world);
    double energy = rv_world_energy(k.world).total;
    CHECK(pulled > 0.05 && touching > 0);
    CHECK(rv_cable_cut_at(k.world, k.cable, 0.5));
    check_lists(k.world);
    check_same(before, sums_of(k.world));
    // what touched itself touches the other piece now, and those that were neighbours do not
    CHECK(k.world->rod_contacts.count == touching && between_rods(k.world) > 0);
    rod_run(k.world, 1e-3, 1);
    CHECK(rv_world_energy(k.world).total <= energy);
    CHECK(rv_world_energy(k.world).total <= energy);
    rod_run(k.world, 1e-3, 2000);
    check_lists(k.world);
    CHECK(is_finite(k.world) && rv_world_energy(k.world).total < energy);
    CHECK(fabs(rv_cable_end_force(k.world, k.cable, 1).x) < 0.1 * pulled);
    rv_world_destroy(k.world);
}

TEST(a_cut_is_saved_and_restored) {
    rv_world* world = undamped_world(G);
    rod_zoo zoo;
    rod_zoo_build(world, &zoo);
    rod_run(world, 1e-3, 100);
    size_t bytes[2];
    void* saved[2];
    uint64_t hash[2];
    for (int round = 0; round < 2; round++) {
        bytes[round] = rv_world_snapshot_bytes(world);
        saved[round] = malloc(bytes[round]);
        CHECK(saved[round] != NULL && rv_world_save(world, saved[round], bytes[round]) > 0);
        CHECK(rv_cable_cut(world, round == 0 ? zoo.pair : zoo.driven));
        CHECK(rv_cable_cut_at(world, zoo.swing, 0.1 + 0.3 * round));
        rod_run(world, 1e-3, 100);
        hash[round] = rv_world_hash(world);
    }
    // the whole one comes back, and is cut again as before; then the one in pieces
    for (int round = 0; round < 2; round++) {
        CHECK(rv_world_restore(world, saved[round], bytes[round]));
        CHECK(rv_cable_cut(world, round == 0 ? zoo.pair : zoo.driven));
        CHECK(rv_cable_cut_at(world, zoo.swing, 0.1 + 0.3 * round));
        check_lists(world);
        rod_run(world, 1e-3, 100);
        CHECK(rv_world_hash(world) == hash[round]);
        free(saved[round]);
    }
    rv_world_destroy(world);
}

// --- breaking ---

// a thread with a load that hangs from it at rest
typedef struct hoist {
    rv_world* world;
    rv_body_id load;
    rv_cable_id cable;
    double pull; // of the load and the thread on its uppermost edge
} hoist;

static hoist make_hoist(double EA, double breaking_load) {
    enum { EDGES = 20 };
    hoist s = {.world = undamped_world(G), .pull = G * (0.2 + 0.01 * (1.0 - 0.5 / EDGES))};
    s.load = add_particle(s.world, 0.2, vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(s.load, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, EDGES, 1e-4);
    def.EA = EA;
    def.length = 1.0 / (1.0 + 0.2 * G / EA); // stretched by the load
    def.breaking_load = breaking_load;
    s.cable = cable_of(s.world, &def);
    return s;
}

TEST(a_thread_breaks_at_its_load) {
    hoist s = make_hoist(INFINITY, INFINITY);
    CHECK(rv_cable_set_breaking_load(s.world, s.cable, 1.0001 * s.pull));
    rod_run(s.world, 1e-3, 1000);
    CHECK(rv_cable_get_state(s.world, s.cable) == RV_CABLE_TAUT);
    CHECK(rv_cable_set_breaking_load(s.world, s.cable, 0.9999 * s.pull));
    rod_run(s.world, 1e-3, 1);
    rv_cable_event event = {0};
    CHECK(rv_cable_get_state(s.world, s.cable) == RV_CABLE_BROKEN);
    CHECK(events_of(s.world, RV_CABLE_EVENT_BROKEN, &event) == 1);
    CHECK(event.node == 0 && event.cable.slot == s.cable.slot);
    CHECK_NEAR(event.tension, s.pull, 1e-9 * s.pull);
    // the uppermost edge carries most; it stays where it is pinned
    rod_line line = rod_read(s.world, s.cable);
    CHECK(line.count == 23 && isnan(line.at[2].x));
    rod_run(s.world, 1e-3, 500);
    CHECK(events_of(s.world, RV_CABLE_EVENT_BROKEN, NULL) == 0);
    CHECK_NEAR(rv_body_center(s.world, s.load).z, -1.0 - 0.5 * G * 0.5 * 0.501, 1e-9);
    rv_world_destroy(s.world);
}

TEST(a_pull_that_grows_breaks_a_thread_when_it_has_reached_the_load) {
    const double h = 1e-3, rate = 2.0, load = 5.0; // [N/s], [N]
    for (int k = 0; k < 2; k++) {
        hoist s = make_hoist(k == 0 ? INFINITY : 1e3, load);
        double pull = 0.0, ripple = 0.0;
        while (rv_cable_get_state(s.world, s.cable) != RV_CABLE_BROKEN && pull < 10.0) {
            double tension = rod_read(s.world, s.cable).tension[0]; // what breaks is an edge
            if (pull > 0.0)
                ripple = fmax(ripple, fabs(tension - s.pull - pull));
            pull += rate * h;
            rv_body_apply_force_at_center(s.world, s.load, vec(0, 0, -pull));
            rod_run(s.world, h, 1);
        }
        rv_cable_event event = {0};
        CHECK(events_of(s.world, RV_CABLE_EVENT_BROKEN, &event) == 1);
        // within a step's growth and what the load has swung by before
        CHECK(event.tension > load && event.tension < load + rate * h + 2.0 * ripple);
        CHECK_NEAR(s.pull + pull, load, rate * h + ripple);
        // much less than the growth; and the weight of the thread that was not stretched by it at first
        CHECK(ripple < (k == 0 ? 0.01 * rate * h : 0.01 * G));
        rv_world_destroy(s.world);
    }
}

TEST(a_rod_of_one_edge_comes_off_where_it_is_pinned) {
    rv_world* world = undamped_world(G);
    rv_body_id load = add_particle(world, 1.0, vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, 1, 1e-4);
    def.breaking_load = 5.0;
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, 1e-3, 500);
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_BROKEN && count_holes(world, cable) == 0);
    CHECK(rv_body_center(world, load).z < -2.2 && rod_read(world, cable).at[0].z < -1.2);
    rv_world_destroy(world);
}

// --- at random ---

// fewer where every instruction is watched
enum { RUNS = TEST_IS_WATCHED ? 8 : 80, STEPS = 40 };

static int choose(fixture_random* random, int count) {
    return (int)random_in(random, 0.0, count);
}

static double random_size(fixture_random* random, double low, double high) {
    return rv_exp(random_in(random, rv_log(low), rv_log(high)));
}

// pinned, clamped, free, on a particle or a body
static rv_cable_node random_end(rv_world* world, fixture_random* random, rv_vec3 at, bool fixed) {
    int kind = choose(random, fixed ? 3 : 5);
    if (kind == 0)
        return free_at(at);
    if (kind < 3)
        return kind == 1 ? fixed_at(NO_BODY, at) : clamped_at(NO_BODY, at);
    double mass = random_size(random, 1e-3, 10.0), turning = 0.01 * mass;
    rv_body_id body = kind == 3 ? add_particle(world, mass, at)
                                : add_rigid(world, mass, vec(turning, turning, turning), at);
    return kind == 4 && choose(random, 2) == 0 ? clamped_at(body, vec(0, 0, 0))
                                               : fixed_at(body, vec(0, 0, 0));
}

// a thread that lies in loops, with or without twist, of either integrator
static rv_cable_id random_rod(rv_world* world, fixture_random* random) {
    enum { SHAPE = 12 };
    bool implicit = choose(random, 3) > 0;
    rv_vec3 line[SHAPE];
    for (int i = 0; i < SHAPE; i++)
        line[i] = vec(0.03 * i + 0.1 * rv_cos(1.1 * i), 0.1 * rv_sin(1.1 * i), 0.005 * i);
    rv_cable_node nodes[] = {random_end(world, random, line[0], !implicit),
                             random_end(world, random, line[SHAPE - 1], !implicit)};
    rv_cable_def def = rod_def(nodes, 13 + choose(random, 20), random_size(random, 1e-6, 1e-3));
    def.rod.integrator = implicit ? RV_CABLE_ROD_IMPLICIT : RV_CABLE_ROD_CONTRACTION;
    def.rod.contact = implicit ? RV_CABLE_ROD_ROWS : RV_CABLE_ROD_PENALTY;
    def.EA = choose(random, 2) == 0 ? INFINITY : 1e4;
    def.segments.shape = line;
    def.segments.shape_count = SHAPE;
    def.segments.touches_itself = choose(random, 2) == 0;
    def.segments.mask = def.segments.touches_itself ? 1 : 0;
    def.segments.bend_damping = NAN;
    def.twist = random_in(random, -10.0, 10.0);
    if (implicit && choose(random, 2) == 0)
        def.segments.resolution = RV_CABLE_ADAPTIVE;
    def.breaking_load = choose(random, 2) == 0 ? INFINITY : random_size(random, 0.01, 10.0);
    return cable_of(world, &def);
}

// a hand takes hold anywhere, or lets go
static void use_hand(rv_world* world, fixture_random* random, rv_cable_id cable) {
    rv_cable_grip grip = rv_cable_grip_default();
    int hand = choose(random, 4);
    grip.at = random_in(random, 0.0, rv_cable_length(world, cable));
    grip.target = random_vec(random, 0.3);
    grip.max_force = random_size(random, 0.01, 10.0);
    if (choose(random, 2) == 0)
        CHECK(rv_cable_hold(world, cable, hand, &grip));
    else if (!isnan(rv_cable_grip_point(world, cable, hand).x))
        CHECK(rv_cable_release(world, cable, hand));
}

// of the cut alone: nothing comes from nowhere
static void cut_somewhere(rv_world* world, fixture_random* random, rv_cable_id cable) {
    sums before = sums_of(world);
    double energy = rv_world_energy(world).total, length = rv_cable_length(world, cable);
    double round = 1e-12 * (fabs(energy) + before.kinetic);
    CHECK(rv_cable_cut_at(world, cable, random_in(random, 0.0, 1.0) * length));
    check_same(before, sums_of(world));
    CHECK(rv_world_energy(world).total <= energy + round);
    CHECK_NEAR(rv_cable_length(world, cable), length, 1e-13 * length);
    check_lists(world);
}

static uint64_t run_random(uint64_t seed) {
    fixture_random random = {seed * 0x9e3779b97f4a7c15ull + 1};
    rv_world* world = default_world();
    rv_cable_id cables[2] = {random_rod(world, &random), random_rod(world, &random)};
    double h = 1.0 / random_size(&random, 200.0, 2000.0);
    for (int i = 0; i < STEPS; i++) {
        rv_cable_id cable = cables[choose(&random, 2)];
        if (choose(&random, 8) == 0)
            cut_somewhere(world, &random, cable);
        if (choose(&random, 8) == 0)
            use_hand(world, &random, cable);
        rod_run(world, h, 1);
    }
    check_lists(world);
    bool finite = is_finite(world) && rv_world_report(world).nonfinite_count == 0;
    CHECK(finite);
    uint64_t hash = rv_world_hash(world);
    rv_world_destroy(world);
    return hash;
}

TEST(random_rods_at_random_places_come_apart_the_same_way_twice) {
    for (int seed = 1; seed <= RUNS; seed++) {
        uint64_t hash = run_random((uint64_t)seed);
        bool same = hash == run_random((uint64_t)seed);
        CHECK(same);
        if (!same)
            printf("  seed %d\n", seed);
    }
}
