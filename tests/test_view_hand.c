// The viewer's hand: its rows against central differences, where it pulls things to, its force
// limit, cables held and let go, and what requests make of it.
#include "cable_fixture.h"
#include "solid_fixture.h"
#include "src/view/hand.c"
#include "view/inputs.h"

static const double STEP = 1.0 / 60.0;

static void steps(rv_world* world, int count) {
    for (int i = 0; i < count; i++)
        rv_world_step(world, STEP);
}

static rv_body_id box_at(rv_world* world, rv_vec3 position, double mass) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    rv_body_def def = rv_body_def_default();
    def.pose.position = position;
    def.mass = mass;
    def.linear_damping = 5.0; // so that things come to rest
    def.angular_damping = 5.0;
    def.shapes = &shape;
    def.shape_count = 1;
    return rv_body_create(world, &def);
}

// phi of the hand's rows with the body at a pose
static void errors_at(rv_hand* hand, rv_pose pose, double phi[3], double jacobian[18]) {
    rv_row rows[3] = {{0}};
    memset(jacobian, 0, 18 * sizeof *jacobian);
    rv_body_set_pose(hand->world, hand->body, pose);
    rows_evaluate(hand, hand->world, 0.0, (rv_rows_values){rows, jacobian});
    for (int k = 0; k < 3; k++)
        phi[k] = rows[k].phi;
}

TEST(rows_have_the_derivatives_of_their_errors) {
    rv_world* world = default_world();
    fixture_random random = {7};
    rv_body_id box = box_at(world, vec(0, 0, 0), 3.0);
    rv_hand hand = {0};
    CHECK(rv_hand_take_body(&hand, world, box, vec(0.3, -0.2, 0.4)));
    rv_hand_move(&hand, vec(1, 2, 3));
    const double e = 1e-6;
    for (int trial = 0; trial < 20; trial++) {
        rv_pose pose = random_pose(&random, 2.0, 3.0);
        double phi[3], jacobian[18], plus[3], minus[3], unused[18];
        errors_at(&hand, pose, phi, jacobian);
        for (int axis = 0; axis < 6; axis++) {
            double d[6] = {0};
            d[axis] = e;
            rv_pose up = pose, down = pose;
            rv_vec3 turn = vec(d[3], d[4], d[5]), move = vec(d[0], d[1], d[2]);
            up.position = rv_vec3_add(pose.position, move);
            down.position = rv_vec3_sub(pose.position, move);
            up.rotation = rv_quat_mul(rv_quat_exp(turn), pose.rotation);
            down.rotation = rv_quat_mul(rv_quat_exp(rv_vec3_scale(turn, -1.0)), pose.rotation);
            errors_at(&hand, up, plus, unused);
            errors_at(&hand, down, minus, unused);
            // central differences of lengths about 1: 1e-16 / e of rounding
            for (int k = 0; k < 3; k++)
                CHECK_NEAR((plus[k] - minus[k]) / (2.0 * e), jacobian[6 * k + axis], 1e-8);
        }
    }
    rv_hand_release(&hand);
    rv_world_destroy(world);
}

TEST(a_body_that_is_held_hangs_from_the_hand_with_its_weight) {
    rv_world* world = default_world();
    rv_body_id box = box_at(world, vec(0, 0, 0), 2.0);
    rv_hand hand = {0};
    CHECK(rv_hand_take_body(&hand, world, box, vec(0, 0, 0)));
    rv_hand_move(&hand, vec(0.02, 0, 0.01));
    steps(world, 600);
    // at rest: force = m g, below the target by m g / k
    rv_vec3 force = rv_hand_force(&hand), point = rv_hand_point(&hand);
    CHECK_NEAR(force.z, 2.0 * 9.81, 1e-9);
    CHECK_NEAR(point.x, 0.02, 1e-9);
    CHECK_NEAR(point.z, 0.01 - 2.0 * 9.81 / hand.stiffness, 1e-9);
    rv_hand_release(&hand);
    CHECK(!rv_hand_holds(&hand));
    rv_world_destroy(world);
}

TEST(the_force_stays_below_its_limit) {
    rv_world* world = default_world();
    rv_body_id box = box_at(world, vec(0, 0, 0), 2.0);
    rv_joint_def lock =
        rv_joint_def_at(world, RV_JOINT_LOCK, (rv_body_id){0}, box, vec(0, 0, 0), vec(1, 0, 0));
    rv_joint_create(world, &lock);
    rv_hand hand = {0};
    CHECK(rv_hand_take_body(&hand, world, box, vec(0.5, 0, 0)));
    rv_hand_move(&hand, vec(1e3, 0, 0));
    steps(world, 10);
    CHECK_NEAR(hand.max_force, 2.0 * 2.0 * 9.81, 1e-12);
    CHECK_NEAR(rv_hand_force(&hand).x, hand.max_force, 1e-9);
    rv_hand_release(&hand);
    rv_world_destroy(world);
}

// where the hand goes between steps, its work is in no account
TEST(a_hand_that_jumps_about_does_not_degrade_a_step) {
    rv_world_def def = rv_world_def_default();
    rv_world* world = world_of(&def);
    rv_body_def body = rv_body_def_default();
    body.kind = RV_BODY_PARTICLE;
    body.mass = 2.0;
    rv_body_id ball = body_of(world, &body);
    rv_hand hand = {0};
    CHECK(rv_hand_take_body(&hand, world, ball, vec(0, 0, 0)));
    for (int i = 0; i < 300; i++) {
        if (i % 20 == 0)
            rv_hand_move(&hand, vec(i % 40 == 0 ? 0.02 : -0.02, 0, 0.01));
        CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
    }
    CHECK(!rv_world_report(world).audit.energy_compared);
    rv_hand_release(&hand);
    rv_world_destroy(world);
}

TEST(what_cannot_be_moved_cannot_be_held) {
    rv_world* world = default_world();
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    rv_body_id wall = rv_body_create(world, &def);
    def = rv_body_def_default();
    def.kind = RV_BODY_SCALAR;
    def.mass = 1.0;
    rv_body_id wheel = rv_body_create(world, &def);
    rv_body_id gone = box_at(world, vec(0, 0, 0), 1.0);
    rv_body_destroy(world, gone);
    rv_hand hand = {0};
    CHECK(!rv_hand_take_body(&hand, world, wall, vec(0, 0, 0)));
    CHECK(!rv_hand_take_body(&hand, world, wheel, vec(0, 0, 0)));
    CHECK(!rv_hand_take_body(&hand, world, gone, vec(0, 0, 0)));
    CHECK(!rv_hand_take_body(&hand, world, (rv_body_id){0}, vec(0, 0, 0)));
    CHECK(!rv_hand_holds(&hand));
    rv_world_destroy(world);
}

// a load of 10 kg on a cable of 4 m below the origin
static rv_cable_id hanging_load(rv_world* world, rv_body_id* load) {
    *load = box_at(world, vec(0, 0, -4), 10.0);
    rv_cable_node nodes[] = {fixed_at((rv_body_id){0}, vec(0, 0, 0)),
                             fixed_at(*load, vec(0, 0, 0))};
    rv_cable_def def = rigid_cable_def(nodes, 2);
    return rv_cable_create(world, &def);
}

TEST(a_cable_pulled_aside_lifts_its_load_and_lies_over_the_hand) {
    rv_world* world = default_world();
    rv_body_id load;
    rv_cable_id cable = hanging_load(world, &load);
    rv_hand hand = {0};
    CHECK(rv_hand_take_cable(&hand, world, cable, vec(0.3, 0, -2)));
    CHECK(rv_cable_node_count(world, cable) == 3);
    rv_hand_move(&hand, vec(1.0, 0, -2));
    steps(world, 4000);
    // the load hangs below the hand; the cable's length is kept: |p| + (p.z - load.z) = 4
    rv_vec3 p = rv_hand_point(&hand), at = rv_body_center(world, load);
    CHECK_NEAR(at.x, p.x, 1e-3);
    CHECK_NEAR(rv_vec3_length(p) + p.z - at.z, 4.0, 1e-6);
    CHECK(p.x > 0.05);
    // and the hand carries what the two spans leave: T (u_up + u_down) + F = weight of its particle
    double T = rv_cable_tension(world, cable, 0);
    rv_vec3 up = rv_vec3_scale(p, -1.0 / rv_vec3_length(p));
    CHECK_NEAR(T, 10.0 * 9.81, 0.05);
    CHECK_NEAR(rv_hand_force(&hand).x, -T * up.x, 0.05);
    rv_hand_release(&hand);
    CHECK(rv_cable_node_count(world, cable) == 2);
    CHECK(rv_body_count(world) == 1);
    rv_world_destroy(world);
}

TEST(a_broken_cable_cannot_be_held) {
    rv_world* world = default_world();
    rv_body_id load;
    rv_cable_id cable = hanging_load(world, &load);
    rv_cable_cut(world, cable);
    rv_hand hand = {0};
    CHECK(!rv_hand_take_cable(&hand, world, cable, vec(0, 0, -2)));
    CHECK(rv_body_count(world) == 1);
    rv_world_destroy(world);
}

// ten metres of segments that sag between two posts, made before a box
static rv_cable_id sagging(rv_world* world, rv_body_id* box) {
    rv_cable_node ends[2] = {fixed_at((rv_body_id){0}, vec(-4, 0, 5)),
                             fixed_at((rv_body_id){0}, vec(4, 0, 5))};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = ends;
    def.node_count = 2;
    def.length = 10.0;
    def.segments.count = 20;
    def.segments.EI = 0.1; // a rope: the hand has only twice its weight
    rv_cable_id cable = cable_of(world, &def);
    *box = box_at(world, vec(0, 5, 0), 1.0);
    return cable;
}

TEST(a_cable_of_segments_is_held_by_the_nearest_and_follows_the_hand) {
    rv_world* world = default_world();
    rv_body_id box;
    rv_cable_id cable = sagging(world, &box);
    steps(world, 60);
    int bodies = rv_body_count(world);
    rv_hand hand = {0};
    rv_vec3 joint = rv_cable_get_joint(world, cable, 5).point;
    rv_vec3 next = rv_cable_get_joint(world, cable, 6).point;
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(joint, next), 0.5);
    CHECK(rv_hand_take_cable(&hand, world, cable, middle));
    // no particle, no eye: the fifth segment itself, at its middle
    CHECK(rv_body_count(world) == bodies && rv_cable_node_count(world, cable) == 2);
    CHECK(hand.body.slot == rv_cable_segment(world, cable, 5).slot);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(rv_hand_point(&hand), middle)), 0.0, 1e-3);
    rv_hand_move(&hand, rv_vec3_add(middle, vec(0, 1, 1)));
    steps(world, 120);
    rv_vec3 moved = rv_vec3_sub(rv_hand_point(&hand), middle);
    CHECK(moved.y > 0.5 && moved.z > 0.3);
    // one that is cut can still be held
    CHECK(rv_cable_cut_at(world, cable, 5.0));
    CHECK(rv_hand_take_cable(&hand, world, cable, middle) && rv_hand_holds(&hand));
    rv_cable_destroy(world, cable);
    rv_hand_check(&hand);
    CHECK(!rv_hand_holds(&hand) && rv_body_count(world) == 1);
    rv_world_destroy(world);
}

TEST(segments_are_no_bodies_that_a_page_could_name) {
    rv_world* world = default_world();
    rv_body_id box;
    sagging(world, &box);
    rv_inputs inputs = {0};
    rv_inputs_def def = {.world = world};
    CHECK(rv_inputs_begin(&inputs, &def));
    rv_request r = {.kind = RV_REQUEST_GRAB_BODY, .index = 0};
    CHECK(rv_inputs_apply(&inputs, &r));
    CHECK(inputs.hand.body.slot == box.slot);
    rv_inputs_end(&inputs);
    rv_world_destroy(world);
}

// --- requests -----------------------------------------------------------------------------------

typedef struct host {
    double position;
    int resets;
} host;

static void host_control(void* context, int control, double position) {
    CHECK(control == 0);
    ((host*)context)->position = position;
}

static void host_reset(void* context) {
    ((host*)context)->resets++;
}

TEST(requests_hold_drive_and_reset_a_world_and_name_things_in_its_order) {
    rv_world* world = default_world();
    rv_body_id first;
    rv_cable_id cable = hanging_load(world, &first);
    rv_body_id second = box_at(world, vec(5, 0, 0), 1.0);
    uint64_t start = rv_world_hash(world);
    host h = {0};
    rv_inputs inputs = {0};
    rv_inputs_def def = {.world = world,
                         .control_count = 1,
                         .control = host_control,
                         .reset = host_reset,
                         .context = &h};
    CHECK(rv_inputs_begin(&inputs, &def));
    rv_request r = {.kind = RV_REQUEST_GRAB_CABLE, .index = 0, .point = vec(0, 0, -1)};
    CHECK(rv_inputs_apply(&inputs, &r));
    CHECK(rv_cable_node_count(world, cable) == 3);
    // the hand's particle does not count: body 1 is still the second box
    r = (rv_request){.kind = RV_REQUEST_GRAB_BODY, .index = 1};
    CHECK(rv_inputs_apply(&inputs, &r));
    CHECK(rv_cable_node_count(world, cable) == 2);
    CHECK(inputs.hand.body.slot == second.slot);
    r = (rv_request){.kind = RV_REQUEST_MOVE, .point = vec(6, 1, 0)};
    CHECK(rv_inputs_apply(&inputs, &r));
    r = (rv_request){.kind = RV_REQUEST_CONTROL, .index = 0, .number = -0.5};
    CHECK(rv_inputs_apply(&inputs, &r));
    CHECK(h.position == -0.5);
    r.index = 1;
    CHECK(!rv_inputs_apply(&inputs, &r)); // there is no such control
    steps(world, 30);
    CHECK(rv_body_center(world, second).x > 5.5);
    // reset lets go, restores the very bits and tells the host
    r = (rv_request){.kind = RV_REQUEST_RESET};
    CHECK(rv_inputs_apply(&inputs, &r));
    CHECK(rv_world_hash(world) == start);
    CHECK(h.resets == 1 && h.position == 0.0 && !rv_hand_holds(&inputs.hand));
    r = (rv_request){.kind = RV_REQUEST_MOVE};
    CHECK(!rv_inputs_apply(&inputs, &r));
    // a grab of what is not there lets go, and is one to be recorded
    r = (rv_request){.kind = RV_REQUEST_GRAB_BODY, .index = 99};
    CHECK(rv_inputs_apply(&inputs, &r));
    CHECK(!rv_hand_holds(&inputs.hand));
    r = (rv_request){.kind = RV_REQUEST_PLAY};
    CHECK(!rv_inputs_apply(&inputs, &r));
    rv_inputs_end(&inputs);
    rv_world_destroy(world);
}

TEST(a_page_that_goes_lets_go_of_everything) {
    rv_world* world = default_world();
    box_at(world, vec(0, 0, 0), 1.0);
    host h = {0};
    rv_inputs inputs = {0};
    rv_inputs_def def = {.world = world,
                         .control_count = 1,
                         .control = host_control,
                         .reset = host_reset,
                         .context = &h};
    CHECK(rv_inputs_begin(&inputs, &def));
    rv_request r = {.kind = RV_REQUEST_GRAB_BODY};
    CHECK(rv_inputs_apply(&inputs, &r));
    r = (rv_request){.kind = RV_REQUEST_CONTROL, .number = 1.0};
    CHECK(rv_inputs_apply(&inputs, &r));
    r = (rv_request){.kind = RV_REQUEST_RELEASE}; // of the mouse: the key is still down
    CHECK(rv_inputs_apply(&inputs, &r));
    CHECK(h.position == 1.0 && !rv_hand_holds(&inputs.hand));
    r.scene = RV_REQUEST_EVERYTHING;
    CHECK(rv_inputs_apply(&inputs, &r));
    CHECK(h.position == 0.0);
    rv_inputs_end(&inputs);
    rv_world_destroy(world);
}

// --- the same requests, the same bits -----------------------------------------------------------

// two boxes over a pulley, a static one, and a cable that is cut
static rv_world* tangle(void) {
    rv_world* world = default_world();
    rv_body_id left = box_at(world, vec(-0.5, 0, 0), 1.0),
               right = box_at(world, vec(0.5, 0, 0), 1.5);
    rv_body_def wall = rv_body_def_default();
    wall.type = RV_BODY_STATIC;
    rv_body_create(world, &wall);
    rv_cable_node over[] = {fixed_at(left, vec(0, 0, 0.5)),
                            pulley_at((rv_body_id){0}, vec(0, 0, 3), vec(0, 1, 0), 0.5),
                            fixed_at(right, vec(0, 0, 0.5))};
    rv_cable_node loose[] = {fixed_at(left, vec(0, 0, 0)), fixed_at(right, vec(0, 0, 0))};
    rv_cable_def def = rigid_cable_def(over, 3);
    rv_cable_create(world, &def);
    def = rigid_cable_def(loose, 2);
    rv_cable_cut(world, rv_cable_create(world, &def));
    return world;
}

static rv_request random_request(fixture_random* random) {
    static const rv_request_kind kinds[] = {RV_REQUEST_GRAB_BODY, RV_REQUEST_GRAB_CABLE,
                                            RV_REQUEST_MOVE,      RV_REQUEST_MOVE,
                                            RV_REQUEST_RELEASE,   RV_REQUEST_RESET};
    // resets are rare, or nothing would ever happen
    int last = random_in(random, 0, 1) < 0.1 ? 6 : 5;
    return (rv_request){.kind = kinds[(int)random_in(random, 0, last)],
                        .index = (uint32_t)random_in(random, 0, 5),
                        .point = random_vec(random, 4.0)};
}

TEST(what_is_recorded_gives_the_same_bits_again) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        rv_world* worlds[2] = {tangle(), tangle()};
        rv_inputs inputs[2] = {{.snapshot = NULL}, {.snapshot = NULL}};
        for (int i = 0; i < 2; i++) {
            rv_inputs_def def = {.world = worlds[i]};
            CHECK(rv_inputs_begin(&inputs[i], &def));
        }
        fixture_random random = {seed};
        for (int i = 0; i < 100; i++) {
            rv_request request = random_request(&random);
            // the second world sees only what the first says is worth recording
            if (rv_inputs_apply(&inputs[0], &request))
                rv_inputs_apply(&inputs[1], &request);
            for (int k = 0; k < 2; k++)
                steps(worlds[k], 2);
            CHECK(rv_world_hash(worlds[0]) == rv_world_hash(worlds[1]));
        }
        for (int i = 0; i < 2; i++) {
            rv_inputs_end(&inputs[i]);
            rv_world_destroy(worlds[i]);
        }
    }
}

TEST(a_cable_is_held_a_little_off_its_nodes) {
    rv_world* world = tangle();
    rv_cable_id cable = rv_cable_next(world, (rv_cable_id){0, 0, 0});
    rv_hand hand = {0};
    // on the pulley, at an end, far away
    const rv_vec3 points[] = {{0, 0, 3.5}, {-0.5, 0, 0.5}, {1e3, 0, -1e3}};
    for (int i = 0; i < 3; i++) {
        CHECK(rv_hand_take_cable(&hand, world, cable, points[i]));
        CHECK(rv_cable_node_count(world, cable) == 4);
    }
    // when the host destroys what is held, the hand goes too
    rv_cable_destroy(world, cable);
    rv_hand_check(&hand);
    CHECK(!rv_hand_holds(&hand) && rv_body_count(world) == 3);
    rv_world_destroy(world);
}

// a thread of 0.5 m between two points 0.4 m apart, 2 g in 50 edges
static rv_cable_id slack_thread(rv_world* world, bool clamped) {
    rv_cable_node nodes[] = {fixed_at((rv_body_id){0}, vec(0, 0, 0)),
                             fixed_at((rv_body_id){0}, vec(0.4, 0, 0))};
    nodes[0].clamped = clamped;
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.length = 0.5;
    def.mass_per_length = 4e-3;
    def.segments.EI = 1e-6;
    def.segments.count = 50;
    def.segments.bend_damping = 1e-7;
    rv_cable_id thread = rv_cable_create(world, &def);
    CHECK(rv_cable_is_valid(world, thread));
    return thread;
}

TEST(a_rod_is_held_where_it_passes_nearest_and_comes_along) {
    for (int clamped = 0; clamped < 2; clamped++) {
        rv_world* world = default_world();
        rv_cable_id thread = slack_thread(world, clamped != 0);
        rv_vec3 points[51];
        CHECK(rv_cable_points(world, thread, 0.1, points, NULL, 51) == 51);
        rv_hand hand = {0};
        // beside the edge behind it, nearer to it than to the next
        rv_vec3 edge = rv_vec3_sub(points[21], points[20]);
        rv_vec3 near = rv_vec3_add(rv_vec3_mul_add(points[20], 0.3, edge), vec(0, 1e-3, 0));
        CHECK(rv_hand_take_cable(&hand, world, thread, near));
        // as it is taken nothing pulls
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(rv_hand_point(&hand), points[20])), 0.0, 1e-12);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(hand.target, points[20])), 0.0, 1e-12);
        // straight up, and then far away: the thread is too short
        rv_hand_move(&hand, vec(points[20].x, 0.0, 0.05));
        steps(world, 600);
        CHECK_NEAR(rv_hand_point(&hand).z, 0.05, 0.01);
        rv_hand_move(&hand, vec(0.2, 0.0, 100.0));
        steps(world, 600);
        CHECK_NEAR(rv_vec3_length(rv_hand_force(&hand)), hand.max_force, 1e-3 * hand.max_force);
        CHECK(rv_cable_largest_tension(world, thread) > 0.4 * hand.max_force);
        CHECK(rv_hand_point(&hand).z < 0.25);
        rv_hand_check(&hand);
        CHECK(rv_hand_holds(&hand));
        rv_hand_release(&hand);
        CHECK(!rv_hand_holds(&hand) && isnan(rv_cable_grip_point(world, thread, 3).x));
        steps(world, 600);
        CHECK(rv_cable_points(world, thread, 0.1, points, NULL, 51) == 51 && points[20].z < 0.0);
        rv_world_destroy(world);
    }
}

TEST(a_rod_that_is_destroyed_is_let_go) {
    rv_world* world = default_world();
    rv_cable_id thread = slack_thread(world, false);
    rv_hand hand = {0};
    CHECK(rv_hand_take_cable(&hand, world, thread, vec(0.2, 0, 0)));
    rv_cable_destroy(world, thread);
    rv_hand_check(&hand);
    CHECK(!rv_hand_holds(&hand) && hand.world == NULL);
    CHECK(!rv_hand_take_cable(&hand, world, thread, vec(0.2, 0, 0)));
    rv_world_destroy(world);
}

TEST(of_a_rod_in_pieces_the_one_is_held_that_is_taken) {
    rv_world* world = default_world();
    rv_cable_id thread = slack_thread(world, false);
    CHECK(rv_cable_cut_at(world, thread, 0.2));
    steps(world, 300);
    rv_vec3 points[53];
    CHECK(rv_cable_points(world, thread, 0.1, points, NULL, 53) == 53 && isnan(points[21].x));
    // both tips, which have swung apart
    for (int i = 20; i <= 22; i += 2) {
        rv_hand hand = {0};
        CHECK(rv_hand_take_cable(&hand, world, thread, points[i]));
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(rv_hand_point(&hand), points[i])), 0.0, 1e-12);
        rv_hand_release(&hand);
    }
    CHECK(rv_vec3_length(rv_vec3_sub(points[20], points[22])) > 0.1);
    rv_world_destroy(world);
}

// --- tools --------------------------------------------------------------------------------------

typedef struct tool_host {
    rv_body_id tool;
    int told;
    bool held;
    rv_vec3 offset;
} tool_host;

static bool host_tool(void* context, rv_body_id body, bool held, rv_vec3 offset) {
    tool_host* host = context;
    if (body.slot != host->tool.slot)
        return false;
    host->told++;
    host->held = held;
    host->offset = offset;
    return true;
}

TEST(a_tool_is_moved_by_its_host_and_shown_as_held) {
    rv_world* world = default_world();
    tool_host host = {.tool = add_kinematic(world, vec(1, 0, 0), vec(0, 0, 0))};
    rv_inputs inputs = {0};
    rv_inputs_def def = {.world = world, .tool = host_tool, .context = &host};
    CHECK(rv_inputs_begin(&inputs, &def));
    rv_request grab = {.kind = RV_REQUEST_GRAB_BODY, .index = 0, .point = {0, 0, 0.5}};
    CHECK(rv_inputs_apply(&inputs, &grab));
    CHECK(rv_hand_holds(&inputs.hand) && host.held);
    rv_request move = {.kind = RV_REQUEST_MOVE, .point = {1, 2, 0.5}};
    CHECK(rv_inputs_apply(&inputs, &move));
    CHECK_NEAR(host.offset.y, 2.0, 1e-15);
    CHECK_NEAR(host.offset.z, 0.0, 1e-15);
    CHECK_NEAR(rv_hand_point(&inputs.hand).z, 0.5, 1e-15);
    rv_request release = {.kind = RV_REQUEST_RELEASE};
    CHECK(rv_inputs_apply(&inputs, &release));
    CHECK(!rv_hand_holds(&inputs.hand) && !host.held && host.told == 3);
    rv_inputs_end(&inputs);
    rv_world_destroy(world);
}

// --- solids ---

// a beam of rubber that is held at x = 0
static rv_solid_id rubber_beam(rv_world* world, rv_solid_model model) {
    solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 4, 1, 1);
    r.def.model = model;
    r.def.damping_mass = 20.0;
    return solid_of(world, &r);
}

TEST(who_takes_a_solid_that_a_tool_holds_takes_the_tool) {
    rv_world* world = weightless_world();
    rv_body_id held_by = add_kinematic(world, vec(1, 0, 0), vec(0, 0, 0));
    tool_host host = {.tool = held_by};
    solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 4, 1, 1);
    r.def.model = RV_SOLID_STATIC;
    r.def.frame = held_by;
    r.def.pose.position = vec(1, 0, 0);
    rv_solid_id beam = solid_of(world, &r);
    CHECK(rv_solid_frame_body(world, beam).slot == held_by.slot);
    rv_inputs inputs = {0};
    rv_inputs_def def = {.world = world, .tool = host_tool, .context = &host};
    CHECK(rv_inputs_begin(&inputs, &def));
    rv_request grab = {.kind = RV_REQUEST_GRAB_SOLID, .index = 0, .point = {1.4, 0, 0.05}};
    CHECK(rv_inputs_apply(&inputs, &grab));
    CHECK(host.held && rv_body_count(world) == 1);
    rv_request move = {.kind = RV_REQUEST_MOVE, .point = {1.4, 0, -0.95}};
    CHECK(rv_inputs_apply(&inputs, &move));
    CHECK_NEAR(host.offset.z, -1.0, 1e-15);
    CHECK_NEAR(rv_hand_point(&inputs.hand).x, 1.4, 1e-15);
    // another one is taken by itself
    host.tool = (rv_body_id){0};
    CHECK(rv_inputs_apply(&inputs, &grab));
    CHECK(!inputs.hand.holds_tool && rv_body_count(world) == 2);
    rv_inputs_end(&inputs);
    rv_world_destroy(world);
}

// At rest the hand pulls as its spring does, and the beam goes where the same force on that corner
// brings it.
TEST(a_solid_follows_the_hand_as_its_stiffness_lets_it) {
    static const rv_solid_model models[] = {RV_SOLID_STATIC, RV_SOLID_DYNAMIC,
                                            RV_SOLID_COROTATIONAL};
    for (int m = 0; m < 3; m++) {
        rv_world* world = weightless_world();
        rv_solid_id beam = rubber_beam(world, models[m]);
        int corner = rv_solid_node_count(world, beam) - 1, bodies = rv_body_count(world);
        rv_vec3 start = rv_solid_node(world, beam, corner);
        rv_hand hand = {0};
        CHECK(rv_hand_take_solid(&hand, world, beam, rv_vec3_add(start, vec(0.01, 0.01, 0.01))));
        CHECK(apart(rv_hand_point(&hand), start) < 1e-12);
        rv_vec3 target = rv_vec3_add(start, vec(0, 0, 0.04));
        rv_hand_move(&hand, target);
        steps(world, 300);
        rv_vec3 held = rv_hand_point(&hand), force = rv_hand_force(&hand);
        CHECK(held.z > start.z + 0.01);
        CHECK(apart(held, rv_solid_node(world, beam, corner)) < 1e-9);
        CHECK(apart(force, rv_vec3_scale(rv_vec3_sub(target, held), hand.stiffness)) < 1e-6);
        rv_hand_release(&hand);
        CHECK(!rv_hand_holds(&hand) && rv_body_count(world) == bodies && rv_tie_count(world) == 0);
        for (int i = 0; i < 300; i++) {
            rv_solid_apply_force(world, beam, corner, force);
            rv_world_step(world, STEP);
        }
        CHECK(apart(rv_solid_node(world, beam, corner), held) < 1e-6);
        rv_world_destroy(world);
    }
}

TEST(a_solid_that_is_destroyed_is_let_go) {
    rv_world* world = default_world();
    rv_solid_id beam = rubber_beam(world, RV_SOLID_DYNAMIC);
    rv_hand hand = {0};
    CHECK(rv_hand_take_solid(&hand, world, beam, vec(0.3, 0, 0.2)));
    steps(world, 10);
    rv_solid_destroy(world, beam);
    rv_hand_check(&hand);
    CHECK(!rv_hand_holds(&hand) && rv_body_count(world) == 0);
    CHECK(!rv_hand_take_solid(&hand, world, beam, vec(0.3, 0, 0.2)));
    steps(world, 10);
    rv_world_destroy(world);
}

TEST(a_page_names_solids_in_their_order) {
    rv_world* world = weightless_world();
    rubber_beam(world, RV_SOLID_DYNAMIC);
    solid_rig r = box_rig(vec(0.2, 0.2, 0.2), 2, 2, 2);
    r.def.pose.position = vec(0, 2, 0);
    rv_solid_id box = solid_of(world, &r);
    rv_inputs inputs;
    CHECK(rv_inputs_begin(&inputs, &(rv_inputs_def){.world = world}));
    rv_request grab = {.kind = RV_REQUEST_GRAB_SOLID, .index = 1, .point = vec(0.1, 2, 0)};
    CHECK(rv_inputs_apply(&inputs, &grab));
    CHECK(inputs.hand.solid.slot == box.slot);
    rv_request move = {.kind = RV_REQUEST_MOVE, .point = vec(0.5, 2, 0)};
    CHECK(rv_inputs_apply(&inputs, &move));
    steps(world, 60);
    // it floats, and comes along
    CHECK(solid_middle(world, box).x > 0.3);
    grab.index = 2;
    CHECK(rv_inputs_apply(&inputs, &grab) && !rv_hand_holds(&inputs.hand));
    rv_inputs_end(&inputs);
    rv_world_destroy(world);
}
