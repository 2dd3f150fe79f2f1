// The broad phase: every pair that may touch is found, against all pairs; and what does not ask is
// not found.
#include "contact_fixture.h"

static const double H = 1.0 / 60.0;

enum { COUNT = 60 };

// spheres of many sizes that are drawn to the middle
typedef struct swarm {
    rv_world* world;
    rv_body_id bodies[COUNT];
    double radius[COUNT];
} swarm;

static swarm begin_swarm(void) {
    fixture_random random = {3};
    swarm s = {.world = weightless_world()};
    for (int i = 0; i < COUNT; i++) {
        s.radius[i] = random_in(&random, 0.02, i % 20 == 0 ? 0.4 : 0.1);
        rv_pose pose = rv_pose_make(random_vec(&random, 0.8), rv_quat_identity());
        s.bodies[i] = add_sphere(s.world, s.radius[i], rough(0.3), pose);
        rv_body_set_velocity(s.world, s.bodies[i], random_vec(&random, 3.0));
    }
    return s;
}

static bool overlap(const swarm* s, int i, int k) {
    rv_vec3 d =
        rv_vec3_sub(rv_body_center(s->world, s->bodies[i]), rv_body_center(s->world, s->bodies[k]));
    return rv_vec3_length(d) < s->radius[i] + s->radius[k] - 1e-6;
}

// a pair that overlaps before and after a step is a contact of it
TEST(every_pair_of_spheres_that_touches_is_found) {
    swarm s = begin_swarm();
    static bool before[COUNT][COUNT];
    int touching = 0;
    for (int step = 0; step < 60; step++) {
        for (int i = 0; i < COUNT; i++) {
            rv_vec3 pull = rv_vec3_scale(rv_body_center(s.world, s.bodies[i]), -500.0);
            rv_body_apply_force_at_center(s.world, s.bodies[i], pull);
            for (int k = i + 1; k < COUNT; k++)
                before[i][k] = overlap(&s, i, k);
        }
        run_steps(s.world, H, 1);
        for (int i = 0; i < COUNT; i++)
            for (int k = i + 1; k < COUNT; k++) {
                if (!before[i][k] || !overlap(&s, i, k))
                    continue;
                int index = find_contact(s.world, s.bodies[i], s.bodies[k]);
                CHECK(index >= 0 && rv_world_contact(s.world, index).state != RV_CONTACT_ENDED);
                touching++;
            }
    }
    CHECK(touching > 100);
    rv_world_destroy(s.world);
}

TEST(far_shapes_are_not_looked_at) {
    rv_world* world = weightless_world();
    for (int i = 0; i < 10; i++)
        add_sphere(world, 0.1, rough(0.3), at(i, 0, 0));
    run_steps(world, H, 1);
    CHECK(rv_world_report(world).pair_count == 0 && rv_world_report(world).contact_count == 0);
    rv_world_destroy(world);
}

TEST(near_shapes_are_watched_before_they_touch) {
    rv_world* world = weightless_world();
    rv_body_id a = add_sphere(world, 0.1, rough(0.3), at(0, 0, 0));
    add_sphere(world, 0.1, rough(0.3), at(0.205, 0, 0)); // margin: 1 cm
    run_steps(world, H, 1);
    CHECK(rv_world_report(world).pair_count == 1 && rv_world_report(world).contact_count == 1);
    CHECK(rv_world_contact_count(world) == 0); // no force, a gap: not yet a contact
    rv_body_set_velocity(world, a, vec(1, 0, 0));
    run_steps(world, H, 1);
    CHECK(rv_world_contact_count(world) == 1);
    rv_world_destroy(world);
}

TEST(two_bodies_that_forces_do_not_move_are_no_pair) {
    rv_world* world = default_world();
    add_floor(world, rough(0.5));
    rv_shape_def sphere = sphere_shape(1.0, rough(0.5));
    rv_body_id moved = add_shaped(world, RV_BODY_KINEMATIC, &sphere, at(0, 0, 0));
    add_shaped(world, RV_BODY_STATIC, &sphere, at(0.5, 0, 0));
    rv_body_set_velocity(world, moved, vec(1, 0, 0));
    run_steps(world, H, 3);
    CHECK(rv_world_report(world).pair_count == 0 && rv_world_contact_count(world) == 0);
    rv_world_destroy(world);
}

TEST(shapes_of_one_body_do_not_touch_each_other_and_name_themselves) {
    rv_world* world = default_world();
    rv_body_id floor = add_floor(world, rough(0.5));
    rv_shape_def shapes[3];
    for (int i = 0; i < 3; i++) {
        shapes[i] = sphere_shape(0.1, rough(0.5));
        shapes[i].local.position = vec(0.15 * i, i == 1 ? 0.15 : 0, 0);
    }
    rv_body_def def = rv_body_def_default();
    def.shapes = shapes;
    def.shape_count = 3;
    def.pose.position.z = 0.1;
    rv_body_id body = body_of(world, &def);
    run_steps(world, H, 10);
    CHECK(rv_world_contact_count(world) == 3);
    bool seen[3] = {false};
    for (int i = 0; i < 3; i++) {
        rv_contact c = rv_world_contact(world, i);
        int side = same_body(c.body[1], body);
        CHECK(same_body(c.body[1 - side], floor) && c.shape[1 - side] == 0);
        CHECK(c.shape[side] >= 0 && c.shape[side] < 3);
        seen[c.shape[side] % 3] = true;
    }
    CHECK(seen[0] && seen[1] && seen[2]);
    CHECK_NEAR(contact_force_on(world, body).z, 9.81 * rv_body_mass_properties(world, body).mass,
               1e-4);
    rv_world_destroy(world);
}

TEST(bodies_moved_by_hand_are_found_where_they_are) {
    rv_world* world = default_world();
    add_floor(world, rough(0.5));
    rv_shape_def step_shape = cube_shape(0.5, rough(0.5));
    rv_body_id step = add_shaped(world, RV_BODY_STATIC, &step_shape, at(50, 0, 0.5));
    rv_body_id ball = add_sphere(world, 0.1, rough(0.5), at(0, 0, 0.1));
    run_steps(world, H, 3);
    rv_body_set_pose(world, ball, at(-70, 30, 1.1));
    rv_body_set_pose(world, step, at(-70, 30, 0.5));
    run_steps(world, H, 30);
    CHECK_NEAR(rv_body_center(world, ball).z, 1.1, 1e-5);
    CHECK(find_contact(world, step, ball) >= 0);
    rv_world_destroy(world);
}

TEST(scalars_have_no_place_and_touch_nothing) {
    rv_world* world = default_world();
    add_floor(world, rough(0.5));
    add_scalar(world, 1.0, 0.0);
    run_steps(world, H, 3);
    CHECK(rv_world_report(world).pair_count == 0);
    rv_world_destroy(world);
}
