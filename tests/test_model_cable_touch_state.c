// Cables while they touch shapes: the numbers of their nodes, changes of the path, bodies that go,
// groups, snapshots, threads, memory, and what is refused.
#include "cable_touch_fixture.h"
#include "failing_allocator.h"

static const double H = 1.0 / 120.0;

// --- a world in the middle of it ---

// A hoist over a box and a cylinder: drum, eye, load, with two wraps between drum and eye and one
// between eye and load. The load hangs over the cylinder, which stands in its way.
typedef struct hoist {
    rv_world* world;
    rv_body_id box, cylinder, load;
    rv_cable_id cable;
} hoist;

static const rv_cable_model MODELS[2] = {RV_CABLE_MASSLESS, RV_CABLE_LAYERED};

static hoist hoist_in(rv_world* world, rv_cable_model model) {
    hoist h = {.world = world};
    rv_shape_def box = box_shape(vec(0.5, 1.0, 0.4), rv_material_default()),
                 cylinder = cylinder_shape(0.3, 1.0);
    h.box = add_shaped(world, RV_BODY_KINEMATIC, &box, pose_at(vec(0, 0, -0.6)));
    h.cylinder = add_shaped(world, RV_BODY_KINEMATIC, &cylinder, pose_at(vec(1.6, 0, -1)));
    rv_body_def load = rv_body_def_default();
    load.kind = RV_BODY_PARTICLE;
    load.mass = 20.0;
    load.linear_damping = 20.0;
    load.pose.position = vec(2, 0, -3);
    h.load = body_of(world, &load);
    rv_cable_node nodes[3] = {drum_at(NO_BODY, vec(-2, 0, 0), 0.0), eye_at(NO_BODY, vec(2, 0, 0)),
                              fixed_at(h.load, vec(0, 0, 0))};
    nodes[0].winch.max_force = nodes[0].winch.brake_force = INFINITY;
    rv_cable_def def = touching_def(nodes, 3, model);
    def.touch.friction = 0.1;
    h.cable = cable_of(world, &def);
    return h;
}

// with its memory from there
static hoist hoist_on(failing_allocator* heap, rv_cable_model model) {
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(heap);
    return hoist_in(world_of(&def), model);
}

static void destroy_twins(const hoist* twin, const hoist* h, const failing_allocator* heap) {
    rv_world_destroy(twin->world);
    rv_world_destroy(h->world);
    CHECK(heap->live_blocks == 0);
}

// the box comes up from below, the cylinder from the side, and back: the same at the same step
static void drive(const hoist* h, long first, long count) {
    for (long i = first; i < first + count; i++) {
        double speed = 0.5 * sin(2.0 * RV_PI * (double)i / 480.0);
        if (rv_body_is_valid(h->world, h->box))
            rv_body_set_velocity(h->world, h->box, vec(0, 0, speed));
        if (rv_body_is_valid(h->world, h->cylinder))
            rv_body_set_velocity(h->world, h->cylinder, vec(speed, 0, 0));
        CHECK(rv_world_step(h->world, H) != RV_STATUS_FAILED);
    }
}

// as far in as they come
static hoist hoist_that_touches(rv_cable_model model) {
    hoist h = hoist_in(default_world(), model);
    drive(&h, 0, 240);
    CHECK(rv_cable_wrap_count(h.world, h.cable) == 3);
    return h;
}

static bool is_at(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_length(rv_vec3_sub(a, b)) < 1e-9;
}

// --- numbers ---

TEST(nodes_of_the_path_keep_their_numbers_while_shapes_are_touched) {
    for (int m = 0; m < 2; m++) {
        hoist h = hoist_that_touches(MODELS[m]);
        CHECK(rv_cable_node_count(h.world, h.cable) == 3);
        CHECK(rv_cable_get_node(h.world, h.cable, 0).type == RV_CABLE_DRUM);
        CHECK(is_at(rv_cable_get_node(h.world, h.cable, 1).point, vec(2, 0, 0)));
        CHECK(rv_cable_get_node(h.world, h.cable, 2).body.slot == h.load.slot);
        CHECK(isnan(rv_cable_get_node(h.world, h.cable, 3).radius));
        CHECK(is_at(rv_cable_get_contact(h.world, h.cable, 0).out, vec(-2, 0, 0)));
        CHECK(is_at(rv_cable_get_contact(h.world, h.cable, 1).in, vec(2, 0, 0)));
        CHECK(is_at(rv_cable_get_contact(h.world, h.cable, 2).in, rv_body_center(h.world, h.load)));
        CHECK(isnan(rv_cable_get_contact(h.world, h.cable, 3).wrap));
        CHECK(isnan(rv_cable_tension(h.world, h.cable, 2)));
        CHECK(isnan(rv_cable_sag(h.world, h.cable, 2)));
        CHECK(isfinite(rv_cable_winch(h.world, h.cable, 0).speed));
        CHECK(isnan(rv_cable_winch(h.world, h.cable, 2).speed));
        CHECK(isnan(rv_cable_get_wrap(h.world, h.cable, 3).angle));
        CHECK(isnan(rv_cable_get_wrap(h.world, h.cable, -1).angle));
        rv_world_destroy(h.world);
    }
}

TEST(wraps_name_their_body_shape_and_the_node_before_them) {
    hoist h = hoist_that_touches(RV_CABLE_MASSLESS);
    const rv_body_id body[3] = {h.box, h.box, h.cylinder};
    const int node[3] = {0, 0, 1};
    double before = rv_cable_tension(h.world, h.cable, 0);
    for (int i = 0; i < 3; i++) {
        rv_cable_wrap wrap = rv_cable_get_wrap(h.world, h.cable, i);
        CHECK(wrap.body.slot == body[i].slot && wrap.shape == 0 && wrap.node == node[i]);
        CHECK(wrap.angle > 0.1 && wrap.tension_out > 0.0);
        // what leaves one comes to the next
        CHECK_NEAR(wrap.tension_in, before, 1e-9 * before);
        before = wrap.tension_out;
    }
    rv_cable_contact end = rv_cable_get_contact(h.world, h.cable, 2);
    CHECK_NEAR(end.tension_in, before, 1e-9 * before);
    rv_world_destroy(h.world);
}

// --- changes of the path ---

TEST(a_winch_winds_in_while_the_cable_touches) {
    for (int m = 0; m < 2; m++) {
        hoist h = hoist_that_touches(MODELS[m]);
        rv_body_set_velocity(h.world, h.box, vec(0, 0, 0));
        rv_body_set_velocity(h.world, h.cylinder, vec(0, 0, 0));
        for (int i = 0; i < 240; i++)
            rv_world_step(h.world, H);
        double length = rv_cable_length(h.world, h.cable);
        double way = rv_cable_path_length(h.world, h.cable);
        rv_winch winch = rv_cable_winch(h.world, h.cable, 0);
        winch.speed = -0.25;
        CHECK(rv_cable_set_winch(h.world, h.cable, 0, &winch));
        for (int i = 0; i < 240; i++)
            CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
        CHECK(rv_cable_wrap_count(h.world, h.cable) == 3);
        CHECK_NEAR(rv_cable_length(h.world, h.cable), length - 0.5, 1e-6);
        // the load sways a little, and waves take some of it
        CHECK_NEAR(rv_cable_path_length(h.world, h.cable), way - 0.5, 2e-3);
        CHECK_NEAR(rv_cable_winch_speed(h.world, h.cable, 0), -0.25, 1e-9);
        rv_world_destroy(h.world);
    }
}

TEST(nodes_are_put_in_and_taken_out_by_their_numbers_while_shapes_are_touched) {
    for (int m = 0; m < 2; m++) {
        hoist h = hoist_that_touches(MODELS[m]);
        double length = rv_cable_length(h.world, h.cable);
        rv_cable_node eye = eye_at(NO_BODY, vec(2, 0, -0.2));
        CHECK(rv_cable_insert_node(h.world, h.cable, 2, &eye));
        CHECK(rv_cable_node_count(h.world, h.cable) == 4);
        CHECK(is_at(rv_cable_get_node(h.world, h.cable, 1).point, vec(2, 0, 0)));
        CHECK(is_at(rv_cable_get_node(h.world, h.cable, 2).point, vec(2, 0, -0.2)));
        CHECK(rv_cable_get_node(h.world, h.cable, 3).body.slot == h.load.slot);
        CHECK_NEAR(rv_cable_length(h.world, h.cable), length, 1e-9);
        for (int i = 0; i < 60; i++)
            CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
        CHECK(rv_cable_remove_node(h.world, h.cable, 2));
        CHECK(rv_cable_node_count(h.world, h.cable) == 3);
        CHECK(!rv_cable_remove_node(h.world, h.cable, 2)); // the end
        CHECK(!rv_cable_insert_node(h.world, h.cable, 3, &eye));
        for (int i = 0; i < 60; i++)
            CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
        CHECK(rv_cable_wrap_count(h.world, h.cable) >= 2);
        rv_world_destroy(h.world);
    }
}

TEST(ends_are_attached_cables_cut_and_mended_while_shapes_are_touched) {
    for (int m = 0; m < 2; m++) {
        hoist h = hoist_that_touches(MODELS[m]);
        CHECK(rv_cable_cut(h.world, h.cable));
        CHECK(rv_cable_get_state(h.world, h.cable) == RV_CABLE_BROKEN);
        for (int i = 0; i < 10; i++)
            CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
        CHECK(rv_cable_largest_tension(h.world, h.cable) == 0.0);
        CHECK(rv_cable_mend(h.world, h.cable));
        // it is caught, and thrown back
        double pull = 0.0;
        for (int i = 0; i < 120; i++) {
            CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
            pull = fmax(pull, rv_cable_tension(h.world, h.cable, 1));
        }
        CHECK(pull > 10.0);
        rv_vec3 near = rv_vec3_add(rv_body_center(h.world, h.load), vec(0, 0.05, 0.05));
        rv_body_id other = add_particle(h.world, 10.0, near);
        rv_cable_node end = fixed_at(other, vec(0, 0, 0));
        CHECK(rv_cable_attach(h.world, h.cable, 2, &end));
        CHECK(!rv_cable_attach(h.world, h.cable, 3, &end));
        CHECK(rv_cable_get_node(h.world, h.cable, 2).body.slot == other.slot);
        for (int i = 0; i < 240; i++)
            CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
        CHECK(rv_cable_tension(h.world, h.cable, 1) > 10.0);
        rv_world_destroy(h.world);
    }
}

TEST(a_cable_that_breaks_while_it_touches_names_a_node_of_the_path) {
    hoist h = hoist_that_touches(RV_CABLE_MASSLESS);
    CHECK(rv_cable_set_breaking_load(h.world, h.cable, 50.0));
    rv_cable_event event = {0};
    int broken = 0;
    for (int i = 0; i < 5 && broken == 0; i++) {
        rv_world_step(h.world, H);
        broken = events_of(h.world, RV_CABLE_EVENT_BROKEN, &event);
    }
    CHECK(broken == 1 && event.node >= 0 && event.node <= 1);
    rv_world_destroy(h.world);
}

TEST(the_length_in_use_is_set_while_shapes_are_touched) {
    hoist h = hoist_that_touches(RV_CABLE_MASSLESS);
    rv_body_set_velocity(h.world, h.box, vec(0, 0, 0));
    rv_body_set_velocity(h.world, h.cylinder, vec(0, 0, 0));
    for (int i = 0; i < 240; i++)
        rv_world_step(h.world, H);
    double length = rv_cable_length(h.world, h.cable);
    CHECK(rv_cable_set_length(h.world, h.cable, length - 0.05));
    for (int i = 0; i < 360; i++)
        CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
    CHECK_NEAR(rv_cable_path_length(h.world, h.cable), length - 0.05, 1e-3);
    rv_world_destroy(h.world);
}

// --- what goes ---

TEST(bodies_and_cables_are_destroyed_while_they_touch) {
    for (int m = 0; m < 2; m++) {
        hoist h = hoist_that_touches(MODELS[m]);
        CHECK(rv_body_destroy(h.world, h.box));
        CHECK(rv_world_step(h.world, H) != RV_STATUS_FAILED);
        for (int i = 0; i < rv_cable_wrap_count(h.world, h.cable); i++)
            CHECK(rv_cable_get_wrap(h.world, h.cable, i).node == 1);
        // another takes its place in memory, far away
        rv_shape_def box = box_shape(vec(0.5, 1.0, 0.4), rv_material_default());
        add_shaped(h.world, RV_BODY_STATIC, &box, pose_at(vec(20, 0, 0)));
        drive(&h, 241, 60);
        CHECK(rv_cable_destroy(h.world, h.cable));
        CHECK(rv_cable_wrap_count(h.world, h.cable) == 0);
        CHECK(isnan(rv_cable_get_wrap(h.world, h.cable, 0).angle));
        drive(&h, 301, 10);
        rv_world_destroy(h.world);
    }
}

// --- what is touched ---

static int wraps_with(const rv_shape_def* shape, const rv_cable_touch* touch, bool contacts,
                      rv_vec3 from) {
    rv_world_def def = rv_world_def_default();
    def.contact.enabled = contacts;
    rv_world* world = world_of(&def);
    add_shaped(world, RV_BODY_STATIC, shape, pose_at(vec(0, 0, 0)));
    rv_body_id lift = add_kinematic(world, vec(0, 0, 0.8), vec(0, 0, -1));
    rv_body_id load = add_particle(world, 10.0, rv_vec3_add(from, vec(3.7, 0, 0.8)));
    rv_body_set_velocity(world, load, vec(0, 0, -1));
    const rv_cable_node nodes[2] = {fixed_at(lift, from), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def cable = touching_def(nodes, 2, RV_CABLE_MASSLESS);
    cable.touch = *touch;
    rv_cable_id id = cable_of(world, &cable);
    int most = 0;
    for (int i = 0; i < 48; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        int count = rv_cable_wrap_count(world, id);
        most = count > most ? count : most;
    }
    rv_world_destroy(world);
    return most;
}

TEST(groups_masks_and_switches_say_what_is_touched) {
    const rv_vec3 from = {-2, 0, 0};
    rv_shape_def box = box_shape(vec(0.5, 1.0, 0.5), rv_material_default());
    rv_cable_touch touch = rv_cable_def_default().touch;
    CHECK(!touch.enabled && touch.group == 1 && touch.mask == UINT32_MAX && isnan(touch.friction));
    CHECK(wraps_with(&box, &touch, true, from) == 0);
    touch.enabled = true;
    CHECK(wraps_with(&box, &touch, true, from) > 0);
    CHECK(wraps_with(&box, &touch, false, from) == 0);
    touch.mask = 2;
    CHECK(wraps_with(&box, &touch, true, from) == 0);
    box.group = 2;
    CHECK(wraps_with(&box, &touch, true, from) > 0);
    box.mask = 4;
    CHECK(wraps_with(&box, &touch, true, from) == 0);
    touch.group = 4;
    CHECK(wraps_with(&box, &touch, true, from) > 0);
}

TEST(what_is_not_convex_is_not_touched) {
    rv_cable_touch touch = rv_cable_def_default().touch;
    touch.enabled = true;
    rv_shape_def plane = rv_shape_def_default();
    plane.type = RV_SHAPE_PLANE;
    plane.local.position = vec(0, 0, 0.5);
    CHECK(wraps_with(&plane, &touch, true, vec(-2, 0, 0)) == 0);
}

TEST(a_span_comes_out_of_the_shape_that_its_node_lies_in) {
    // the first end is on the box that moves, deep within it
    rv_world* world = default_world();
    rv_shape_def box = box_shape(vec(0.5, 0.5, 0.5), rv_material_default());
    rv_body_id body = add_shaped(world, RV_BODY_KINEMATIC, &box, pose_at(vec(0, 0, 0)));
    rv_body_id load = add_particle(world, 10.0, vec(0.2, 0, -3));
    const rv_cable_node nodes[2] = {fixed_at(body, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = touching_def(nodes, 2, RV_CABLE_MASSLESS);
    rv_cable_id cable = cable_of(world, &def);
    for (int i = 0; i < 240; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        CHECK(rv_cable_wrap_count(world, cable) == 0);
    }
    rv_world_destroy(world);
}

// --- state ---

TEST(a_restored_world_goes_on_bit_by_bit_while_nodes_come_and_go) {
    for (int m = 0; m < 2; m++) {
        hoist h = hoist_in(default_world(), MODELS[m]);
        int most = 0, least = 9;
        for (long at = 0; at < 480; at += 24) {
            size_t bytes = rv_world_snapshot_bytes(h.world);
            void* buffer = malloc(bytes);
            CHECK(rv_world_save(h.world, buffer, bytes) == bytes);
            int wraps = rv_cable_wrap_count(h.world, h.cable);
            most = wraps > most ? wraps : most;
            least = wraps < least ? wraps : least;
            uint64_t now = rv_world_hash(h.world);
            drive(&h, at, 60);
            uint64_t later = rv_world_hash(h.world);
            CHECK(rv_world_restore(h.world, buffer, bytes));
            CHECK(rv_world_hash(h.world) == now);
            CHECK(rv_cable_wrap_count(h.world, h.cable) == wraps);
            drive(&h, at, 60);
            CHECK(rv_world_hash(h.world) == later);
            CHECK(rv_world_restore(h.world, buffer, bytes));
            drive(&h, at, 24);
            free(buffer);
        }
        CHECK(most == 3 && least == 0);
        rv_world_destroy(h.world);
    }
}

// several apart from each other
static uint64_t hash_of_hoists(int threads) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    rv_world* world = world_of(&def);
    fixture_random random = {3};
    rv_cable_id cable[6];
    rv_body_id box[6];
    for (int k = 0; k < 6; k++) {
        rv_vec3 at = vec(0, 20.0 * k, 0);
        rv_shape_def shape =
            k % 2 ? cylinder_shape(0.4, 1.0) : box_shape(vec(0.5, 1.0, 0.4), rv_material_default());
        box[k] =
            add_shaped(world, RV_BODY_KINEMATIC, &shape, pose_at(rv_vec3_add(at, vec(0, 0, -0.6))));
        rv_body_id load =
            add_particle(world, random_in(&random, 5, 50), rv_vec3_add(at, vec(2, 0, -3)));
        const rv_cable_node nodes[3] = {fixed_at(NO_BODY, rv_vec3_add(at, vec(-2, 0, 0))),
                                        eye_at(NO_BODY, rv_vec3_add(at, vec(2, 0, 0))),
                                        fixed_at(load, vec(0, 0, 0))};
        rv_cable_def touching = touching_def(nodes, 3, MODELS[k % 2]);
        touching.touch.friction = 0.2;
        cable[k] = cable_of(world, &touching);
    }
    int touched = 0;
    for (int i = 0; i < 480; i++) {
        for (int k = 0; k < 6; k++) {
            rv_body_set_velocity(world, box[k], vec(0, 0, 0.5 * sin(2.0 * RV_PI * i / 480.0 + k)));
            touched += rv_cable_wrap_count(world, cable[k]);
        }
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    CHECK(touched > 1000);
    uint64_t hash = rv_world_hash(world);
    rv_world_destroy(world);
    return hash;
}

TEST(cables_that_touch_have_the_same_hash_with_1_2_and_4_threads) {
    uint64_t hash = hash_of_hoists(1);
    CHECK(hash_of_hoists(2) == hash && hash_of_hoists(4) == hash);
}

// --- memory ---

TEST(nodes_that_come_and_go_within_room_allocate_nothing) {
    for (int m = 0; m < 2; m++) {
        failing_allocator heap = {0};
        hoist h = hoist_on(&heap, MODELS[m]);
        // through all that happens makes the room: what sags has more nodes at some times than at others
        const long rounds = 4;
        drive(&h, 0, rounds * 480);
        long before = heap.calls;
        uint64_t counted = 0;
        for (long i = rounds * 480; i < 2 * rounds * 480; i++) {
            drive(&h, i, 1);
            counted += rv_world_report(h.world).allocations;
        }
        CHECK(heap.calls == before && counted == 0);
        rv_world_destroy(h.world);
        CHECK(heap.live_blocks == 0);
    }
}

TEST(wraps_within_capacity_allocate_nothing_from_the_first_step_on) {
    for (int m = 0; m < 2; m++) {
        failing_allocator heap = {0};
        hoist twin = hoist_in(default_world(), MODELS[m]), h = hoist_on(&heap, MODELS[m]);
        CHECK(rv_world_reserve(h.world, &(rv_capacity){.cable_wraps = 12}));
        long before = heap.calls;
        int most = 0;
        for (long i = 0; i < 960; i++) {
            drive(&h, i, 1);
            drive(&twin, i, 1);
            int wraps = rv_cable_wrap_count(h.world, h.cable);
            most = wraps > most ? wraps : most;
        }
        CHECK(most >= 3 && most <= 12);
        CHECK(heap.calls == before);
        // what is reserved changes nothing
        CHECK(rv_world_hash(h.world) == rv_world_hash(twin.world));
        destroy_twins(&twin, &h, &heap);
    }
}

// one wrap between two nodes on the world: two spans that share their stiffness
TEST(a_first_wrap_without_friction_within_capacity_allocates_nothing) {
    for (int m = 0; m < 2; m++) {
        failing_allocator heap = {0};
        rv_world_def def = rv_world_def_default();
        def.allocator = failing_allocator_hooks(&heap);
        rv_world* world = world_of(&def);
        rv_shape_def cylinder = cylinder_shape(0.4, 1.0);
        rv_body_id body = add_shaped(world, RV_BODY_KINEMATIC, &cylinder, pose_at(vec(0, 0, -0.6)));
        rv_body_id load = add_particle(world, 20.0, vec(2, 0, -3));
        const rv_cable_node nodes[3] = {fixed_at(NO_BODY, vec(-2, 0, 0)),
                                        eye_at(NO_BODY, vec(2, 0, 0)),
                                        fixed_at(load, vec(0, 0, 0))};
        rv_cable_def touching = touching_def(nodes, 3, MODELS[m]);
        rv_cable_id cable = cable_of(world, &touching);
        CHECK(rv_world_reserve(world, &(rv_capacity){.cable_wraps = 4}));
        long before = heap.calls;
        rv_body_set_velocity(world, body, vec(0, 0, 0.5));
        for (int i = 0; i < 120; i++)
            CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        CHECK(rv_cable_wrap_count(world, cable) == 1);
        CHECK(heap.calls == before);
        rv_world_destroy(world);
    }
}

TEST(room_for_wraps_that_finds_no_memory_changes_nothing) {
    failing_allocator heap = {0};
    hoist twin = hoist_in(default_world(), RV_CABLE_LAYERED), h = hoist_on(&heap, RV_CABLE_LAYERED);
    drive(&h, 0, 240);
    drive(&twin, 0, 240);
    long refused = 0;
    for (bool done = false; !done && refused < 1000; refused += !done) {
        heap.fail_at = heap.calls + 1 + refused;
        done = rv_world_reserve(h.world, &(rv_capacity){.cable_wraps = 100});
        heap.fail_at = 0;
        if (!done)
            CHECK_TEXT(rv_world_error(h.world), "rv_world_reserve: out of memory");
        CHECK(rv_world_hash(h.world) == rv_world_hash(twin.world));
    }
    CHECK(refused > 5 && refused < 1000);
    drive(&h, 240, 240);
    drive(&twin, 240, 240);
    CHECK(rv_world_hash(h.world) == rv_world_hash(twin.world));
    destroy_twins(&twin, &h, &heap);
}

TEST(a_step_that_makes_nodes_is_refused_without_memory_and_goes_on_when_there_is_some) {
    for (int m = 0; m < 2; m++) {
        failing_allocator heap = {0};
        hoist twin = hoist_in(default_world(), MODELS[m]), h = hoist_on(&heap, MODELS[m]);
        long refused = 0;
        for (long i = 0; i < 300; i++) {
            rv_vec3 speed = vec(0, 0, 0.5 * sin(2.0 * RV_PI * (double)i / 480.0));
            rv_body_set_velocity(h.world, h.box, speed);
            rv_body_set_velocity(h.world, h.cylinder, vec(speed.z, 0, 0));
            for (long n = 1; n < 100; n++) {
                heap.fail_at = heap.calls + n;
                bool done = rv_world_step(h.world, H) != RV_STATUS_FAILED;
                heap.fail_at = 0;
                if (done)
                    break;
                refused++;
                CHECK_TEXT(rv_world_error(h.world), "rv_world_step: out of memory");
            }
            drive(&twin, i, 1);
            // nodes that came before memory ran out stay, and come no other way
            CHECK(rv_world_hash(h.world) == rv_world_hash(twin.world));
        }
        CHECK(refused > 5);
        CHECK(rv_cable_wrap_count(h.world, h.cable) == 3);
        destroy_twins(&twin, &h, &heap);
    }
}

// --- what is refused ---

static void refuses(rv_world* world, const rv_cable_def* def, const char* text) {
    CHECK(rv_cable_create(world, def).slot == 0);
    CHECK_TEXT(rv_world_error(world), text);
}

TEST(bad_definitions_of_touch_are_refused) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 1.0, vec(0, 0, -3));
    rv_cable_node nodes[3] = {fixed_at(NO_BODY, vec(0, 0, 0)), eye_at(NO_BODY, vec(0.1, 0, -1)),
                              fixed_at(load, vec(0, 0, 0))};
    rv_cable_def good = touching_def(nodes, 3, RV_CABLE_MASSLESS), def = good;
    def.touch.friction = -0.1;
    refuses(world, &def, "rv_cable_def.touch.friction = -0.1: must be finite and >= 0, or NaN");
    def.touch.friction = INFINITY;
    refuses(world, &def, "rv_cable_def.touch.friction = inf: must be finite and >= 0, or NaN");
    def = good;
    def.model = RV_CABLE_SEGMENTS;
    refuses(
        world, &def,
        "rv_cable_def.touch: only of a massless or layered cable; segments touch by themselves");
    def.model = RV_CABLE_AUTO;
    refuses(
        world, &def,
        "rv_cable_def.touch: only of a massless or layered cable; segments touch by themselves");
    def = good;
    def.pushes = true;
    refuses(world, &def, "rv_cable_def.touch: not of a cable that pushes");
    def = good;
    def.tension = RV_CABLE_TENSION_SPRING;
    def.touch.friction = 0.2;
    refuses(
        world, &def,
        "rv_cable_def.touch.friction = 0.2: must be 0 or NaN where the cable pulls as a spring");
    def.touch.friction = 0.0;
    nodes[1].friction = 0.2;
    refuses(
        world, &def,
        "rv_cable_def.nodes[1].friction: must be 0 or INFINITY, and its efficiency 1, on a cable "
        "that pulls as a spring");
    nodes[1].friction = 0.0;
    rv_cable_id cable = cable_of(world, &def);
    rv_cable_node eye = eye_at(NO_BODY, vec(0.1, 0, -2));
    eye.efficiency = 0.9;
    CHECK(!rv_cable_insert_node(world, cable, 2, &eye));
    CHECK_TEXT(rv_world_error(world),
               "rv_cable_insert_node: nodes[2].friction: must be 0 or INFINITY, and its efficiency "
               "1, on a cable that pulls as a spring");
    CHECK(rv_cable_count(world) == 1);
    rv_world_destroy(world);
}
