// Cable that moves between strands and bridges: winches that pay out and wind in, cable that runs
// through eyes and over pulleys. What comes from a drum is in the cable, nothing else; tensions are
// those of the weight below, energy that of the winch's work.
#include "model/body.h"
#include "model/strand.h"
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;
static const double G = 9.81;
static const double UNIT = 0.1;    // length of a segment
static const double STORED = 50.0; // on the drum at first
static const double TOP = 20.0;    // height of the drum: what it feeds has energy there

typedef struct hoist {
    rv_world* world;
    rv_cable_id cable;
    rv_body_id load;
    double mass, per_length; // of the load; of a metre of cable
    double sum;              // of cable in use and on the drum
    int drum;                // its node
} hoist;

static double cable_in_all(const hoist* h) {
    return rv_cable_length(h->world, h->cable) + rv_cable_winch(h->world, h->cable, h->drum).stored;
}

static rv_cable_def unit_def(const rv_cable_node* nodes, int count) {
    rv_cable_def def = strand_def(nodes, 0);
    def.node_count = count;
    def.segments.length = UNIT;
    return def;
}

static hoist hoist_by(rv_world* world, rv_body_id load, rv_cable_def def) {
    hoist h = {.world = world, .load = load, .cable = cable_of(world, &def)};
    h.drum = def.nodes[0].type == RV_CABLE_DRUM ? 0 : def.node_count - 1;
    h.mass = rv_world_body(world, load)->mass;
    h.per_length = rv_cable_mass_per_length(world, h.cable);
    h.sum = cable_in_all(&h);
    return h;
}

static hoist hoist_of(rv_world* world, rv_body_id load, const rv_cable_node* nodes, int count) {
    return hoist_by(world, load, unit_def(nodes, count));
}

// a load of this mass 6 m below a drum, on a cable of these stiffnesses; NaN: of steel
static hoist soft_crane(double mass, double EA, double EI) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, mass, vec(0, 0, TOP - 6.0));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, TOP), 0.0), fixed_at(load, vec(0, 0, 0))};
    nodes[0].winch.stored = STORED;
    rv_cable_def def = unit_def(nodes, 2);
    def.EA = EA;
    def.damping = 0.04 * EA; // [s]: enough for the load to come to rest in a second
    def.segments.EI = EI;
    return hoist_by(world, load, def);
}

static hoist crane(double mass) {
    return soft_crane(mass, NAN, NAN);
}

// One step at this speed of the winch. The speed is what was told, to the bit but for the sum of a
// step; cable is neither made nor lost: 1e-9 m are a million roundings of 50 m.
static void wind(const hoist* h, double speed) {
    CHECK(rv_cable_set_winch_speed(h->world, h->cable, h->drum, speed));
    CHECK(rv_world_step(h->world, H) == RV_STATUS_OK);
    CHECK_NEAR(rv_cable_winch_speed(h->world, h->cable, h->drum), speed, 1e-12);
    CHECK_NEAR(cable_in_all(h), h->sum, 1e-9);
}

static void wind_for(const hoist* h, double speed, double seconds) {
    for (int i = 0; i < (int)(seconds / H + 0.5); i++)
        wind(h, speed);
}

// changes the speed evenly, so that the load stays on the cable
static void change_speed(const hoist* h, double from, double to, double seconds) {
    int steps = (int)(seconds / H + 0.5);
    for (int i = 1; i <= steps; i++)
        wind(h, from + (to - from) * i / steps);
}

// The weight below the drum. The bridge, half a segment, is massless; what the drum feeds joins the
// chain in steps of a segment. 1 % stands for one segment's weight in 11 kg and for the shaking of
// the stretch that splits and merges leave.
static void check_tension(const hoist* h) {
    double hanging = rv_cable_length(h->world, h->cable) - 0.5 * UNIT;
    double weight = (h->mass + h->per_length * hanging) * G;
    CHECK_NEAR(rv_cable_tension(h->world, h->cable, 0), weight, 0.01 * weight);
}

// All segments are of one unit but that beside the bridge, of 0.4 to 1.6, and the bridge is half of
// one: the count is that of the length to 1.1; 0.4 more for what comes in a step.
static void check_count(const hoist* h) {
    double units = rv_cable_length(h->world, h->cable) / UNIT;
    CHECK_NEAR(rv_cable_segment_count(h->world, h->cable), units, 1.5);
}

// how far the bridge of the drum reaches: half a segment
static double reach_of(const hoist* h) {
    const rv_strand* strand = h->world->strands.data;
    return rv_cable_nodes(h->world, &h->world->cables.data[strand->bridge[0]])[0].span.length;
}

// --- drums ---

TEST(a_winch_feeds_cable_at_its_speed_and_the_tension_is_the_weight) {
    static const double SPEEDS[] = {0.1, 0.5, 3.0, -0.1, -0.5, -2.0};
    for (int i = 0; i < 6; i++) {
        hoist h = crane(8.0);
        double v = SPEEDS[i], length = rv_cable_length(h.world, h.cable);
        wind_for(&h, 0.0, 0.3);
        change_speed(&h, 0.0, v, 0.6);
        wind_for(&h, v, 0.5); // the stretch comes to rest
        for (int k = 0; k < 60; k++) {
            wind(&h, v);
            check_tension(&h);
            check_count(&h);
            // it moves as its cable is fed; 1 %: the stretch of the shaking above
            CHECK_NEAR(rv_body_velocity(h.world, h.load).z, -v, 0.01 * fabs(v) + 1e-3);
        }
        CHECK_NEAR(rv_cable_length(h.world, h.cable), length + 1.8 * v + 0.5 * H * v, 1e-9);
        rv_world_destroy(h.world);
    }
}

TEST(a_winch_with_a_wheel_feeds_as_one_without) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 8.0, vec(0, 0, TOP - 6.0));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(-0.3, 0, TOP), 0.0),
                             fixed_at(load, vec(0, 0, 0))};
    nodes[0].winch.stored = STORED;
    nodes[0].radius = 0.3;
    nodes[0].axis = vec(0, 1, 0);
    hoist h = hoist_of(world, load, nodes, 2);
    for (double v = 1.0; v > -2.0; v -= 2.0) {
        change_speed(&h, 0.0, v, 0.6);
        wind_for(&h, v, 0.5);
        for (int k = 0; k < 60; k++) {
            wind(&h, v);
            check_tension(&h);
            check_count(&h);
        }
        change_speed(&h, v, 0.0, 0.6);
    }
    rv_world_destroy(world);
}

// A cable that stretches by 1 %: what is fed is as stretched as what is there, and the links near
// the drum carry the weight, too. Fed without its stretch each would be off by the share of its
// length that came in a step. 0.5 %: the shaking that splits leave in a load that is damped.
TEST(a_winch_feeds_stretched_cable) {
    for (double v = 0.5; v > -1.0; v -= 1.0) {
        hoist h = soft_crane(100.0, 1e5, NAN);
        wind_for(&h, 0.0, 2.0);
        change_speed(&h, 0.0, v, 0.6);
        wind_for(&h, v, 2.0);
        for (int k = 0; k < 60; k++) {
            wind(&h, v);
            double hanging = rv_cable_length(h.world, h.cable) - 0.5 * UNIT;
            double weight = (h.mass + h.per_length * hanging) * G;
            double first = rv_cable_get_joint(h.world, h.cable, 0).tension;
            CHECK_NEAR(rv_cable_tension(h.world, h.cable, 0), weight, 0.005 * weight);
            CHECK_NEAR(first, weight, 0.005 * weight);
        }
        rv_world_destroy(h.world);
    }
}

// the load is thrown about by the jumps of speed: within a second that has gone
TEST(a_winch_that_is_reversed_at_once_loses_no_cable) {
    static const double SPEEDS[] = {0.1, 0.5, 1.0, 3.0};
    for (int i = 0; i < 4; i++) {
        hoist h = crane(8.0);
        for (int turn = 0; turn < 4; turn++)
            wind_for(&h, turn % 2 == 0 ? SPEEDS[i] : -SPEEDS[i], 0.5);
        wind_for(&h, 0.0, 1.5);
        check_tension(&h);
        check_count(&h);
        CHECK_NEAR(reach_of(&h), 0.5 * UNIT, 0.01 * UNIT);
        CHECK_NEAR(rv_cable_length(h.world, h.cable), 6.0, 1e-9);
        CHECK_NEAR(rv_body_center(h.world, h.load).z, TOP - 6.0, 2e-3); // its stretch is 0.03 mm
        rv_world_destroy(h.world);
    }
}

TEST(a_winch_that_reverses_every_step_loses_no_cable) {
    hoist h = crane(8.0);
    for (int i = 0; i < 240; i++)
        wind(&h, i % 2 == 0 ? 0.5 : -0.5);
    wind_for(&h, 0.0, 1.0);
    check_tension(&h);
    check_count(&h);
    rv_world_destroy(h.world);
}

// At rest, where the mean position of a step is that at its end. What the load gains in height is
// the winch's work; what is lost is shaking. 1e-3 of the energy that goes to and fro (M g 6 m).
TEST(a_minute_of_winching_gains_no_energy_beyond_the_work) {
    hoist h = crane(8.0);
    wind_for(&h, 0.0, 0.5);
    rv_energy first = rv_world_energy(h.world);
    double moved = h.mass * G * 6.0;
    for (int cycle = 0; cycle < (TEST_IS_WATCHED ? 1 : 3); cycle++) {
        for (double v = 0.75; v > -1.0; v -= 1.5) {
            change_speed(&h, 0.0, v, 1.0);
            wind_for(&h, v, 7.0);
            change_speed(&h, v, 0.0, 1.0);
            wind_for(&h, 0.0, 1.0);
            rv_energy now = rv_world_energy(h.world);
            double gain = now.total - now.work - first.total + first.work;
            CHECK(gain < 1e-3 * moved && gain > -0.01 * moved);
            // 0.75 m/s over 7 s, and 0.75 m more in the two that change it
            double z = rv_body_center(h.world, h.load).z, lowest = TOP - 6.0 - 6.0;
            CHECK_NEAR(z, v > 0.0 ? lowest : lowest + 6.0, 0.1);
        }
        check_tension(&h);
        CHECK_NEAR(rv_cable_length(h.world, h.cable), 6.0, 0.1);
    }
    rv_world_destroy(h.world);
}

// The load swings while it is wound in: its angular momentum about the drum stays, so m l^2 w does,
// and the cable never lets go of it.
TEST(a_swinging_load_that_is_wound_in_stays_on_its_cable) {
    hoist h = crane(100.0);
    wind_for(&h, 0.0, 0.5);
    rv_body_set_velocity(h.world, h.load, vec(1.5, 0, 0));
    double least = INFINITY, most = 0.0;
    change_speed(&h, 0.0, -1.0, 0.5);
    for (int i = 0; i < 210; i++) {
        wind(&h, -1.0);
        double T = rv_cable_tension(h.world, h.cable, 0) / (100.0 * G);
        least = fmin(least, T);
        most = fmax(most, T);
        double path = rv_cable_path_length(h.world, h.cable);
        CHECK_NEAR(path, rv_cable_length(h.world, h.cable), 2e-3);
    }
    CHECK(least > 0.85 && most < 1.3);
    rv_world_destroy(h.world);
}

// Thrown up against a winch that winds in: short segments beside the drum are bent and slack, and
// the bridge takes them over. Nothing but the winch adds energy; 1 % of that of the throw is for
// segments that become straight.
TEST(a_slack_cable_is_wound_in_without_a_gain) {
    for (int i = 0; i < 6; i++) {
        double v = -0.5 - 1.5 * (i % 3);
        hoist h = soft_crane(100.0, NAN, i < 3 ? NAN : 0.5);
        wind_for(&h, 0.0, 0.5);
        rv_body_set_velocity(h.world, h.load, vec(0.3, 0, 3));
        wind(&h, v);
        rv_energy first = rv_world_energy(h.world);
        double thrown = 0.5 * h.mass * (0.09 + 9.0), gain = -INFINITY;
        for (int k = 0; k < 90; k++) {
            wind(&h, v);
            rv_energy now = rv_world_energy(h.world);
            gain = fmax(gain, now.total - now.work - first.total + first.work);
        }
        CHECK(gain < 0.01 * thrown);
        rv_world_destroy(h.world);
    }
}

// The load is turned by more than a turn once it hangs, and then not at all (its inertia is huge):
// the twist of its cable stays while segments come and go beside the drum. 1 %: it is shared anew
// by every segment that comes.
// at this node; speeds from 1 m/s down to `last`
static void check_twist(int drum, double last) {
    rv_world* world = default_world();
    rv_body_id load = add_rigid(world, 100.0, vec(1e6, 1e6, 1e6), vec(0, 0, TOP - 6.0));
    rv_cable_node nodes[2];
    nodes[drum] = drum_at(NO_BODY, vec(0, 0, TOP), 0.0);
    nodes[drum].winch.stored = STORED;
    nodes[1 - drum] = fixed_at(load, vec(0, 0, 0));
    hoist h = hoist_of(world, load, nodes, 2);
    wind_for(&h, 0.0, 0.5);
    rv_body_set_angular_velocity(world, load, vec(0, 0, 4.5));
    wind_for(&h, 0.0, 2.0);
    rv_body_set_angular_velocity(world, load, vec(0, 0, 0));
    wind_for(&h, 0.0, 0.5);
    double twist = rv_cable_twist(world, h.cable);
    CHECK_NEAR(twist, -9.0, 0.09); // whichever end is the first
    for (double v = 1.0; v >= last; v -= 2.0) {
        change_speed(&h, 0.0, v, 0.5);
        wind_for(&h, v, 1.0);
        change_speed(&h, v, 0.0, 0.5);
        CHECK_NEAR(rv_cable_twist(world, h.cable), twist, 0.01 * fabs(twist));
        double torque = rv_cable_GJ(world, h.cable) * twist / rv_cable_length(world, h.cable);
        CHECK_NEAR(rv_cable_torque(world, h.cable), torque, 0.01 * fabs(torque));
    }
    rv_world_destroy(world);
}

TEST(a_winch_keeps_the_twist_of_its_cable) {
    check_twist(0, -1.0);
    check_twist(1, 1.0);
}

// stretched by 1 %, and all of it on its way down with 1 m/s
static hoist running_out(void) {
    hoist h = soft_crane(100.0, 1e5, NAN);
    wind_for(&h, 0.0, 3.0);
    const rv_strand* strand = h.world->strands.data;
    for (int k = 1; k <= strand->segment_count; k++)
        h.world->bodies.data[rv_strand_bodies(h.world, strand)[k]].v = vec(0, 0, -1);
    return h;
}

// In one feed of 17 mm: the stretch per length of the link behind is what it was. 1e-3: the cable
// hangs in links whose stretch differs by the weight of a segment.
TEST(what_is_fed_is_as_stretched_as_the_link_behind) {
    hoist h = running_out();
    rv_strand* strand = h.world->strands.data;
    const rv_link* link = rv_strand_links(h.world, strand);
    double before = rv_cable_get_joint(h.world, h.cable, 0).stretch / link->length;
    double length = rv_strand_lengths(h.world, strand)[1];
    CHECK_NEAR(before, 0.01, 0.001);
    CHECK(rv_strand_feed(h.world, strand, 0, H));
    CHECK_NEAR(rv_strand_lengths(h.world, strand)[1], length + H, 1e-3);
    double now = rv_cable_get_joint(h.world, h.cable, 0).stretch / link->length;
    CHECK_NEAR(now, before, 1e-3 * before);
    rv_world_destroy(h.world);
}

// what is fed opens the link behind by its stretch: the rows that look for tears must have expected that
TEST(what_is_fed_is_foreseen_by_the_link) {
    hoist h = running_out();
    rv_strand* strand = h.world->strands.data;
    const rv_link* link = rv_strand_links(h.world, strand);
    double stretch = rv_cable_get_joint(h.world, h.cable, 0).stretch, gap = link->foreseen.z;
    double length = rv_strand_lengths(h.world, strand)[1], strain = 981.0 / 1e5;
    CHECK(rv_strand_feed(h.world, strand, 0, H));
    double fed = rv_strand_lengths(h.world, strand)[1] - length;
    double opened = rv_cable_get_joint(h.world, h.cable, 0).stretch - stretch;
    // 5 %: of the strain, what the cable weighs besides the load
    CHECK_NEAR(opened, strain * fed, 0.05 * strain * fed);
    CHECK_NEAR(gap - link->foreseen.z, opened, 1e-9);
    rv_world_destroy(h.world);
}

// --- one segment between two bridges ---

// A block is hoisted up to its drum: between drum and wheel ten segments become one, which has no joint
// to stretch in. The rope is stretched by a tenth and damped for 0.04 s. Each fall bears half of the
// weight to 2 %, what winding begins with.
TEST(a_strand_that_comes_down_to_one_segment_keeps_its_tension) {
    rv_world* world = default_world();
    rv_body_id block = add_rigid(world, 100.0, vec(0.1, 0.1, 0.1), vec(0, 0, TOP - 0.7));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(-0.05, 0, TOP), 0.0),
                             pulley_at(block, vec(0, 0, 0), vec(0, -1, 0), 0.05),
                             fixed_at(NO_BODY, vec(0.05, 0, TOP))};
    nodes[0].winch.stored = STORED;
    rv_cable_def def = unit_def(nodes, 3);
    def.EA = 5000.0;
    def.damping = 0.04 * def.EA;
    def.segments.EI = 0.0;
    hoist h = hoist_by(world, block, def);
    wind_for(&h, 0.0, 5.0);
    change_speed(&h, 0.0, -0.1, 1.0);
    int fewest = 1000, most = 0;
    while (rv_body_center(world, block).z < TOP - 0.2) {
        wind(&h, -0.1);
        const rv_strand* first = world->strands.data;
        fewest = first->segment_count < fewest ? first->segment_count : fewest;
        most = first->segment_count > most ? first->segment_count : most;
        double hanging = h.per_length * rv_cable_length(world, h.cable);
        double half = 0.5 * (100.0 + hanging) * G;
        CHECK_NEAR(rv_cable_tension(world, h.cable, 0), half, 0.02 * half);
        CHECK(rv_body_center(world, block).z > TOP - 0.8);
    }
    CHECK(fewest == 1 && most > 4);
    rv_world_destroy(world);
}

// --- short segments that are bent ---

// Leaves 3 cm of the first segment, and turns all behind it by an angle about its end: the next
// feed finds a segment that is too short.
static rv_strand* bent_hoist(const hoist* h, double angle) {
    rv_world* world = h->world;
    wind_for(h, 0.0, 0.5);
    rv_strand* strand = world->strands.data;
    rv_strand_growth growth = {.length = 0.03 - rv_strand_lengths(world, strand)[1]};
    rv_strand_grow(world, strand, 0, &growth);
    const int32_t* bodies = rv_strand_bodies(world, strand);
    rv_vec3 joint = rv_segment_end(&world->bodies.data[bodies[1]], 0.03, 1);
    rv_quat turn = rv_quat_from_axis_angle(vec(0, 1, 0), angle);
    for (int k = 2; k <= strand->segment_count; k++) {
        rv_body* body = &world->bodies.data[bodies[k]];
        body->x = rv_vec3_add(joint, rv_quat_rotate(turn, rv_vec3_sub(body->x, joint)));
        rv_body_set_rotation(body, rv_quat_mul(turn, body->q));
    }
    return strand;
}

static double bridge_length(const rv_world* world, const rv_strand* strand) {
    return rv_cable_nodes(world, &world->cables.data[strand->bridge[0]])[0].material;
}

// bent by more than 0.3 rad it goes to the bridge, with its energy, and the rest is as it was
TEST(a_short_segment_that_is_bent_goes_to_the_bridge) {
    hoist h = crane(8.0);
    rv_strand* strand = bent_hoist(&h, 0.5);
    rv_world* world = h.world;
    int count = strand->segment_count;
    int32_t next = rv_strand_bodies(world, strand)[2];
    double sum = bridge_length(world, strand) + rv_cable_length(world, h.cable);
    double bridge = bridge_length(world, strand), second = rv_strand_lengths(world, strand)[2];
    // at rest at the drum: m g z
    const rv_body* first = &world->bodies.data[rv_strand_bodies(world, strand)[1]];
    double energy = first->mass * G * first->x.z, work = world->work;
    const rv_rope* rope = &world->cables.data[strand->bridge[0]].rope;
    double mass = rope->mass, has = rope->kinetic + rope->gravitational;
    CHECK(rv_strand_feed(world, strand, 0, H));
    CHECK(strand->segment_count == count - 1 && rv_strand_bodies(world, strand)[1] == next);
    double grown = rv_strand_lengths(world, strand)[1] - second;
    CHECK_NEAR(bridge_length(world, strand), bridge + 0.03 - grown, 1e-12);
    CHECK_NEAR(sum, bridge + rv_cable_length(world, h.cable), 1e-12);
    // what it grew by came out of the bridge with the energy it has there; 2 %: 10 cm of 20 m
    double brought = grown * h.per_length * G * TOP;
    double gained = rope->kinetic + rope->gravitational - has;
    CHECK_NEAR(rope->mass - mass, (0.03 - grown) * h.per_length, 1e-12);
    CHECK_NEAR(gained, energy - brought, 0.02 * fabs(energy));
    // no energy comes or goes; 1e-12: rounding
    CHECK_NEAR(world->work - work, 0.0, 1e-12 * fabs(energy));
    rv_world_destroy(world);
}

// Bent by less it becomes one with the next, and keeps its distance from the drum: on the chord of
// the two it would be 0.5 mm nearer, by l1 l2/(2 (l1 + l2)) angle^2, and the bridge would let go.
TEST(segments_that_become_one_beside_a_taut_bridge_do_not_let_go_of_it) {
    hoist h = crane(8.0);
    rv_strand* strand = bent_hoist(&h, 0.2);
    int count = strand->segment_count;
    double length = 0.03 + rv_strand_lengths(h.world, strand)[2];
    double before = rv_vec3_length(rv_vec3_sub(rv_strand_end(h.world, strand, 0), vec(0, 0, TOP)));
    CHECK(rv_strand_feed(h.world, strand, 0, H));
    CHECK(strand->segment_count == count - 1);
    double grown = rv_strand_lengths(h.world, strand)[1] - length;
    double now = rv_vec3_length(rv_vec3_sub(rv_strand_end(h.world, strand, 0), vec(0, 0, TOP)));
    // 0.05 mm: it grows along itself, 0.05 rad off the line of the bridge
    CHECK_NEAR(now, before - grown, 5e-5);
    rv_world_destroy(h.world);
}

// --- eyes and pulleys ---

static hoist hoist_over(rv_cable_node over) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 100.0, vec(over.radius, 0, -3));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(-3, 0, over.radius), 0.0), over,
                             fixed_at(load, vec(0, 0, 0))};
    nodes[0].winch.stored = STORED;
    return hoist_of(world, load, nodes, 3);
}

static double strand_length(const hoist* h, int strand) {
    const rv_strand* s = &h->world->strands.data[strand];
    double length = 0.0;
    for (int k = 1; k <= s->segment_count; k++)
        length += rv_strand_lengths(h->world, s)[k];
    return length;
}

// What the drum feeds goes over the node into the other strand: the first stays as it is, but for
// its sag.
TEST(cable_is_fed_through_eyes_and_over_pulleys) {
    rv_cable_node over[] = {eye_at(NO_BODY, vec(0, 0, 0)),
                            pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.2)};
    for (int i = 0; i < 2; i++)
        for (double v = 1.0; v > -2.0; v -= 2.0) {
            hoist h = hoist_over(over[i]);
            wind_for(&h, 0.0, 1.0);
            double first = strand_length(&h, 0), second = strand_length(&h, 1);
            double length = rv_cable_length(h.world, h.cable);
            change_speed(&h, 0.0, v, 0.5);
            wind_for(&h, v, 0.5);
            for (int k = 0; k < 60; k++) {
                wind(&h, v);
                double hanging = -rv_body_center(h.world, h.load).z;
                double T = (h.mass + h.per_length * hanging) * G;
                CHECK_NEAR(rv_cable_tension(h.world, h.cable, 1), T, 0.02 * T);
                CHECK_NEAR(rv_cable_tension(h.world, h.cable, 0), T, 0.02 * T);
                CHECK_NEAR(rv_body_velocity(h.world, h.load).z, -v, 0.02);
                CHECK_NEAR(strand_length(&h, 0), first, 0.5 * UNIT);
            }
            double fed = rv_cable_length(h.world, h.cable) - length;
            CHECK_NEAR(strand_length(&h, 1), second + fed, 0.5 * UNIT);
            CHECK(h.world->strands.count == 2);
            int count = rv_cable_segment_count(h.world, h.cable);
            CHECK_NEAR(count, (strand_length(&h, 0) + strand_length(&h, 1)) / UNIT, 2.0);
            rv_world_destroy(h.world);
        }
}

// --- what stops it ---

static int last_broken(const hoist* h) {
    int last = -1;
    for (int i = 0; i < rv_cable_joint_count(h->world, h->cable); i++)
        if (rv_cable_get_joint(h->world, h->cable, i).broken)
            last = i;
    return last;
}

// length of the last segments
static double length_behind(const hoist* h, int segments) {
    int count = rv_cable_segment_count(h->world, h->cable);
    double length = 0.0;
    for (int i = count - segments; i < count; i++)
        length += rv_cable_segment_length(h->world, h->cable, i);
    return length;
}

// Wound in, the drum takes the stub above the cut but for less than a segment; what has fallen has
// every segment that it had.
TEST(nothing_is_fed_across_a_cut) {
    hoist h = crane(8.0);
    wind_for(&h, 0.0, 0.3);
    rv_body_id below = rv_cable_segment(h.world, h.cable, 10);
    CHECK(rv_cable_cut_at(h.world, h.cable, 1.0));
    int cut = last_broken(&h); // no joint holds the first segment: it is behind segment `cut`
    int behind = rv_cable_segment_count(h.world, h.cable) - (cut + 1);
    double length = length_behind(&h, behind);
    CHECK(cut == 9 && behind == 50);
    for (int i = 0; i < 180; i++) {
        CHECK(rv_cable_set_winch_speed(h.world, h.cable, 0, -1.0));
        CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
        CHECK_NEAR(cable_in_all(&h), h.sum, 1e-9);
    }
    CHECK(rv_body_is_valid(h.world, below));
    CHECK(last_broken(&h) == 0 && rv_cable_segment_count(h.world, h.cable) == 1 + behind);
    CHECK_NEAR(length_behind(&h, behind), length, 1e-12);
    CHECK(rv_cable_length(h.world, h.cable) < length + UNIT);
    rv_world_destroy(h.world);
}

// A segment that the user has hung something on becomes one with no other: the winch stops there.
TEST(a_segment_with_something_on_it_is_not_wound_in) {
    hoist h = crane(8.0);
    rv_body_id used = rv_cable_segment(h.world, h.cable, 8);
    rv_vec3 at = rv_body_center(h.world, used);
    rv_body_id lamp = add_unit(h.world, at);
    add_joint_at(h.world, RV_JOINT_BALL, used, lamp, at, vec(1, 0, 0));
    for (int i = 0; i < 240; i++) {
        CHECK(rv_cable_set_winch_speed(h.world, h.cable, 0, -0.5));
        CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
        CHECK_NEAR(cable_in_all(&h), h.sum, 1e-9);
    }
    CHECK(rv_body_is_valid(h.world, used));
    CHECK_NEAR(rv_cable_winch_speed(h.world, h.cable, 0), 0.0, 1e-12);
    CHECK_NEAR(rv_body_center(h.world, lamp).z, TOP, 2.0 * UNIT);
    rv_world_destroy(h.world);
}

// wound in to the end: one short segment and its bridge are left
TEST(a_winch_takes_in_no_more_than_there_is) {
    hoist h = crane(8.0);
    for (int i = 0; i < 480; i++) {
        CHECK(rv_cable_set_winch_speed(h.world, h.cable, 0, -1.0));
        CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
        CHECK_NEAR(cable_in_all(&h), h.sum, 1e-9);
    }
    CHECK(rv_cable_segment_count(h.world, h.cable) == 1);
    CHECK(rv_cable_length(h.world, h.cable) > 0.25 * UNIT);
    CHECK(rv_cable_length(h.world, h.cable) < 2.0 * UNIT);
    CHECK_NEAR(rv_cable_winch_speed(h.world, h.cable, 0), 0.0, 1e-12);
    rv_world_destroy(h.world);
}

// The heavy side of Atwood's machine pulls the light one up to the wheel: that stops half a segment
// before it, and the heavy one hangs there as long as the cable is.
TEST(a_load_on_segments_stops_at_its_wheel) {
    rv_world* world = default_world();
    rv_body_id heavy = add_particle(world, 20.0, vec(-0.2, 0, -1.0));
    rv_body_id light = add_particle(world, 10.0, vec(0.2, 0, -2.0));
    rv_cable_node nodes[] = {fixed_at(heavy, vec(0, 0, 0)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.2),
                             fixed_at(light, vec(0, 0, 0))};
    rv_cable_def def = unit_def(nodes, 3);
    def.diameter = 0.002;
    def.segments.length = 0.3;
    rv_cable_id cable = cable_of(world, &def);
    double length = rv_cable_length(world, cable);
    bool blocked = false;
    for (int i = 0; i < 600; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        int count = 0;
        const rv_cable_event* events = rv_world_cable_events(world, &count);
        for (int k = 0; k < count; k++)
            blocked |= events[k].type == RV_CABLE_EVENT_TWO_BLOCKED;
        CHECK(rv_cable_path_length(world, cable) < 1.02 * length);
        // what is stopped swings up, and comes down again
        CHECK(rv_body_center(world, light).z < 0.3 && rv_body_center(world, light).x > 0.0);
    }
    CHECK(blocked);
    CHECK_NEAR(rv_body_center(world, light).z, -0.15, 0.02);
    CHECK_NEAR(rv_body_center(world, heavy).z, 0.15 + 0.2 * RV_PI - length, 0.02);
    rv_world_destroy(world);
}

// long segments of a straight cable are parted again before the drum takes them
TEST(an_adaptive_cable_is_wound_in_and_paid_out) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 8.0, vec(0, 0, TOP - 6.0));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, TOP), 0.0), fixed_at(load, vec(0, 0, 0))};
    nodes[0].winch.stored = STORED;
    rv_cable_def def = unit_def(nodes, 2);
    def.segments.resolution = RV_CABLE_ADAPTIVE;
    hoist h = hoist_by(world, load, def);
    wind_for(&h, 0.0, 1.0);
    CHECK(rv_cable_segment_count(world, h.cable) < 15); // of 60
    for (double v = -1.0; v < 2.0; v += 2.0) {
        change_speed(&h, 0.0, v, 0.6);
        wind_for(&h, v, 1.0);
        for (int k = 0; k < 60; k++) {
            wind(&h, v);
            check_tension(&h);
            // beside the drum there is never more than one and a bit
            CHECK(rv_cable_segment_length(world, h.cable, 0) <= 1.7 * UNIT);
        }
        change_speed(&h, v, 0.0, 0.6);
    }
    rv_world_destroy(world);
}
