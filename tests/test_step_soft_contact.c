// Solids in contact: weight, friction, exchange of momentum, Signorini's law, the answer of static
// ones, and that all of it repeats to the bit.
#include "solid_fixture.h"

static const double GRAVITY = 9.81, H = 0.005;

static const double SOLID_TOUCH = 1e-9; // [m] of the solver's tolerance: 1e-10 of a step's motion

static rv_vec3 force_on(const rv_world* world, rv_solid_id solid, rv_body_id body) {
    rv_vec3 sum = vec(0, 0, 0);
    for (int i = 0; i < rv_world_solid_contact_count(world); i++) {
        rv_solid_contact c = rv_world_solid_contact(world, i);
        if (c.solid.slot == solid.slot && same_body(c.body, body))
            sum = rv_vec3_add(sum, rv_vec3_mul_add(c.friction_force, c.normal_force, c.normal));
    }
    return sum;
}

static rv_solid_id add_block(rv_world* world, rv_solid_model model, double friction, rv_pose pose) {
    solid_rig r = box_rig(vec(0.1, 0.1, 0.1), 2, 2, 2);
    r.def.model = model;
    r.def.pose = pose;
    r.def.material.friction = friction;
    r.def.damping_mass = 2.0;
    return solid_of(world, &r);
}

// a block that is held below
static rv_solid_id add_cushion(rv_world* world, rv_solid_model model, double friction,
                               rv_body_id frame, rv_pose pose) {
    solid_rig r = box_rig(vec(0.1, 0.1, 0.1), 2, 2, 2);
    int32_t held[9];
    int count = 0;
    for (int k = 0; k < r.mesh.node_count; k++)
        if (r.mesh.nodes[k].z < -0.049)
            held[count++] = k;
    r.def.model = model;
    r.def.held = held;
    r.def.held_count = count;
    r.def.frame = frame;
    r.def.pose = pose;
    r.def.material.friction = friction;
    r.def.damping_mass = 5.0;
    return solid_of(world, &r);
}

// Signorini's law on a floor at z = 0: no node below, no force above, none that pulls
static void check_floor(const rv_world* world) {
    for (int i = 0; i < rv_world_solid_contact_count(world); i++) {
        rv_solid_contact c = rv_world_solid_contact(world, i);
        CHECK(c.position.z >= -SOLID_TOUCH && c.normal_force >= 0.0);
        CHECK(c.normal_force < 1e-6 || c.position.z <= SOLID_TOUCH);
    }
}

TEST(a_block_falls_on_the_ground_and_the_ground_carries_its_weight) {
    for (int model = RV_SOLID_DYNAMIC; model <= RV_SOLID_COROTATIONAL; model++) {
        rv_world* world = default_world();
        rv_body_id ground = add_floor(world, rough(0.5));
        rv_solid_id block = add_block(world, (rv_solid_model)model, 0.5, at(0, 0, 0.07));
        bool touched = false;
        for (int i = 0; i < 400; i++) {
            rv_world_step(world, H);
            check_floor(world);
            touched = touched || force_on(world, block, ground).z > 0.0;
        }
        CHECK(touched);
        rv_vec3 force = force_on(world, block, ground);
        double weight = rv_solid_mass(world, block) * GRAVITY;
        CHECK_NEAR(force.z, weight, 1e-3 * weight); // what still swings
        CHECK(fabs(force.x) < 1e-3 * weight && fabs(force.y) < 1e-3 * weight);
        CHECK(apart(force, rv_solid_force(world, block)) < 1e-12);
        for (int k = 0; k < rv_solid_node_count(world, block); k++)
            CHECK(rv_solid_node(world, block, k).z >= -SOLID_TOUCH);
        rv_world_destroy(world);
    }
}

// speed down a slope of 0.4 rad after half a second
static double speed_on_slope(double friction) {
    double angle = 0.4;
    rv_world* world = default_world();
    add_slope(world, angle, rough(friction));
    rv_solid_id block = add_block(world, RV_SOLID_DYNAMIC, friction, on_slope(angle, 0.05));
    run_steps(world, H, 100);
    rv_vec3 sum = vec(0, 0, 0);
    int count = rv_solid_node_count(world, block);
    for (int k = 0; k < count; k++)
        sum = rv_vec3_mul_add(sum, 1.0 / count, rv_solid_node_velocity(world, block, k));
    rv_world_destroy(world);
    return rv_vec3_dot(sum, rv_quat_rotate(slope_turn(angle), vec(1, 0, 0)));
}

TEST(friction_holds_a_block_on_a_slope_or_lets_it_slide_as_coulomb_says) {
    CHECK(fabs(speed_on_slope(0.5)) < 1e-4); // tan 0.4 = 0.42
    for (double mu = 0.0; mu < 0.35; mu += 0.15) {
        // damping of mass brakes it: v' = a - 2 v
        double a = GRAVITY * (sin(0.4) - mu * cos(0.4)), v = 0.5 * a * (1.0 - exp(-1.0));
        CHECK_NEAR(speed_on_slope(mu), v, 0.02 * v);
    }
}

// with friction: without, the load tilts, slides and falls off, as it must
TEST(a_soft_block_carries_a_rigid_body) {
    for (int k = 0; k < 2; k++) {
        rv_world_def def = rv_world_def_default();
        def.sleep.enabled = false; // it would sleep with what swings still
        rv_world* world = world_of(&def);
        rv_solid_model model = k == 0 ? RV_SOLID_STATIC : RV_SOLID_DYNAMIC;
        rv_solid_id cushion = add_cushion(world, model, 0.5, NO_BODY, at(0, 0, 0));
        rv_body_id load = add_cube(world, 0.08, rough(0.5), at(0, 0, 0.1301));
        run_steps(world, H, 400);
        double weight = rv_body_mass_properties(world, load).mass * GRAVITY;
        // what swings falls tenfold in half a second
        CHECK_NEAR(force_on(world, cushion, load).z, -weight, 1e-7 * weight);
        CHECK(fabs(rv_body_velocity(world, load).z) < 1e-8);
        CHECK(rv_body_center(world, load).z < 0.13 - 1e-4); // and gives way
        rv_world_destroy(world);
    }
}

TEST(a_body_that_hits_a_block_gives_it_what_it_loses) {
    rv_world* world = weightless_world();
    solid_rig r = box_rig(vec(0.1, 0.1, 0.1), 2, 2, 2);
    r.def.material.friction = 0.5;
    rv_solid_id block = solid_of(world, &r);
    rv_body_id ball = add_sphere(world, 0.05, rough(0.5), at(0.01, 0.02, 0.12));
    rv_body_set_velocity(world, ball, vec(0.1, 0, -1));
    double mass = rv_body_mass_properties(world, ball).mass;
    rv_vec3 before = vec(0.1, 0, -1), given = vec(0, 0, 0);
    for (int i = 0; i < 60; i++) {
        rv_world_step(world, H);
        rv_vec3 now = rv_body_velocity(world, ball), force = rv_solid_force(world, block);
        rv_vec3 lost = rv_vec3_scale(rv_vec3_sub(before, now), mass / H);
        CHECK(apart(lost, force) < 1e-9 * (1.0 + rv_vec3_length(force)));
        given = rv_vec3_mul_add(given, H, force);
        before = now;
    }
    CHECK(given.z < -0.1); // they met
    // its momentum is its mass times the mean speed of its middle, but for how that swings
    run_steps(world, H, 200);
    rv_vec3 from = solid_middle(world, block);
    run_steps(world, H, 200);
    rv_vec3 p = rv_vec3_scale(rv_vec3_sub(solid_middle(world, block), from),
                              rv_solid_mass(world, block) / (200 * H));
    CHECK(apart(p, given) < 0.02 * rv_vec3_length(given));
    rv_world_destroy(world);
}

TEST(a_static_block_under_a_plate_pushes_back_by_its_compliance) {
    rv_world *pressed = weightless_world(), *free = weightless_world();
    rv_solid_id block = add_cushion(pressed, RV_SOLID_STATIC, 0.0, NO_BODY, at(0, 0, 0));
    rv_solid_id twin = add_cushion(free, RV_SOLID_STATIC, 0.0, NO_BODY, at(0, 0, 0));
    rv_shape_def plate = box_shape(vec(0.2, 0.2, 0.1), slippery());
    rv_body_id press = add_shaped(pressed, RV_BODY_KINEMATIC, &plate, at(0, 0, 0.151));
    rv_body_set_velocity(pressed, press, vec(0, 0, -0.02));
    run_steps(pressed, H, 30); // 1 mm to come, 2 mm in
    double sum = 0.0;
    for (int i = 0; i < rv_world_solid_contact_count(pressed); i++) {
        rv_solid_contact c = rv_world_solid_contact(pressed, i);
        sum += c.normal_force;
        CHECK(c.normal.z < -0.999999);
        CHECK_NEAR(c.position.z, 0.048, 1e-8);
        int node = -1;
        for (int k = 0; k < rv_solid_node_count(pressed, block); k++)
            if (apart(rv_solid_node(pressed, block, k), c.position) < 1e-9)
                node = k;
        CHECK(node >= 0 || c.normal_force < 1e-9);
        if (node >= 0)
            CHECK(rv_solid_apply_force(free, twin, node, vec(0, 0, -c.normal_force)));
    }
    CHECK(sum > 1e6 * 0.01 * 0.02 && sum < 2e6 * 0.01 * 0.02); // E A d / L and more
    CHECK_NEAR(rv_solid_force(pressed, block).z, -sum, 1e-9 * sum);
    rv_world_step(free, H);
    for (int k = 0; k < rv_solid_node_count(free, twin); k++)
        CHECK(apart(rv_solid_node(free, twin, k), rv_solid_node(pressed, block, k)) < 1e-9);
    rv_world_destroy(pressed);
    rv_world_destroy(free);
}

// --- it repeats ---

// one of everything that solids do
static rv_world* build(int threads) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    rv_world* world = world_of(&def);
    add_floor(world, rough(0.5));
    add_block(world, RV_SOLID_DYNAMIC, 0.5, at(0, 0, 0.06));
    add_block(world, RV_SOLID_COROTATIONAL, 0.3, at(0.5, 0, 0.06));
    add_cube(world, 0.03, rough(0.4), at(0.01, 0, 0.15));
    rv_body_id cart = add_kinematic(world, vec(1, 0, 0.05), vec(0.1, 0, 0));
    add_cushion(world, RV_SOLID_STATIC, 0.5, cart, at(1, 0, 0.1));
    add_sphere(world, 0.03, rough(0.4), at(1.01, 0, 0.19));
    rv_body_id hand = add_rigid(world, 0.5, vec(0.001, 0.001, 0.001), vec(1.5, 0, 0.2));
    for (int k = 0; k < 2; k++) {
        solid_rig r = beam_rig(vec(0.1, 0.03, 0.03), 2, 1, 1);
        r.def.model = k == 0 ? RV_SOLID_DYNAMIC : RV_SOLID_COROTATIONAL;
        r.def.frame = hand;
        r.def.pose = at(1.5, k == 0 ? -0.05 : 0.05, 0.2);
        solid_of(world, &r);
    }
    return world;
}

TEST(solids_have_the_same_hash_with_every_number_of_threads) {
    uint64_t hash = 0;
    for (int threads = 1; threads <= 4; threads *= 2) {
        rv_world* world = build(threads);
        run_steps(world, H, 40);
        CHECK(rv_world_solid_contact_count(world) > 4);
        hash = threads == 1 ? rv_world_hash(world) : hash;
        CHECK(rv_world_hash(world) == hash);
        rv_world_destroy(world);
    }
}

TEST(steps_after_a_restore_are_those_after_the_save) {
    rv_world* world = build(1);
    for (int from = 0; from < 36; from += 12) {
        size_t bytes = rv_world_snapshot_bytes(world);
        void* saved = malloc(bytes);
        CHECK(rv_world_save(world, saved, bytes) == bytes);
        uint64_t start = rv_world_hash(world);
        run_steps(world, H, 12);
        uint64_t hash = rv_world_hash(world);
        CHECK(hash != start);
        CHECK(rv_world_restore(world, saved, bytes) && rv_world_hash(world) == start);
        run_steps(world, H, 12);
        CHECK(rv_world_hash(world) == hash);
        free(saved);
    }
    rv_world_destroy(world);
}
