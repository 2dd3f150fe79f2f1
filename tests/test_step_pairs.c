// The broad phase: every pair that may touch is found, against all pairs; and what does not ask is
// not found.
#include "contact_fixture.h"
#include "model/contact.h"
#include "step/step.h"

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

// --- the narrow phase on all pairs ---------------------------------------------------------------

enum { MIXED = 40 };

// what has points with other pairs to look at
typedef struct looked {
    rv_world* world;
    rv_step step;
} looked;

static void find_pairs(looked* l) {
    l->step = (rv_step){.world = l->world, .dt = H};
    rv_stage_adapt(&l->step);
    rv_stage_inputs(&l->step);
    rv_stage_pairs(&l->step);
}

static rv_shape_def mixed_shape(fixture_random* random, int i) {
    // much smaller than the margin, up to much larger
    double size = 1e-3 * pow(10.0, random_in(random, -0.5, 2.3));
    rv_shape_def shape = i % 3 == 0 ? sphere_shape(size, rough(0.3)) : cube_shape(size, rough(0.3));
    if (i % 3 == 2) {
        shape.type = RV_SHAPE_CAPSULE;
        shape.radius = 0.2 * size;
        shape.half_length = 0.8 * size;
    }
    return shape;
}

// a crowd of given width before its first step; bodies go as far as `way` in a step, and one goes
// ten times as far
static looked begin_crowd(uint64_t seed, double width, double way) {
    fixture_random random = {seed};
    looked l = {.world = weightless_world()};
    for (int i = 0; i < MIXED; i++) {
        rv_shape_def shape = mixed_shape(&random, i);
        rv_body_type type = i % 7 == 0 ? RV_BODY_STATIC : RV_BODY_DYNAMIC;
        rv_body_id body = add_shaped(l.world, type, &shape, random_pose(&random, width, RV_PI));
        rv_vec3 v = random_vec(&random, way / H), w = random_vec(&random, 2.0 / H);
        if (type == RV_BODY_STATIC)
            continue;
        rv_body_set_velocity(l.world, body, rv_vec3_scale(v, i == 1 ? 10.0 : 1.0));
        rv_body_set_angular_velocity(l.world, body, rv_vec3_scale(w, i % 2));
    }
    find_pairs(&l);
    return l;
}

// bounds with the whole margin of the world
static rv_aabb widest(const looked* l, int shape) {
    const rv_proxy* proxy = &l->world->proxies.data[shape];
    rv_aabb way = rv_proxy_way(proxy, H);
    double margin = proxy->moves ? l->world->def.contact.margin : 0.0;
    return rv_aabb_grow(way, margin + proxy->turned);
}

// instead of what the stage found: all pairs, or those whose bounds meet with the whole margin
static void look_at_all(looked* l, bool only_widest) {
    rv_world* world = l->world;
    world->near_keys.count = 0;
    for (int a = 0; a < MIXED; a++)
        for (int b = a + 1; b < MIXED; b++) {
            rv_aabb one = widest(l, a), other = widest(l, b);
            if ((only_widest && !rv_aabb_overlap(&one, &other))
                || !rv_shapes_may_touch(world, a, b))
                continue;
            CHECK(rv_array_reserve(&world->memory, &world->near_keys, world->near_keys.count + 1));
            world->near_keys.data[world->near_keys.count++] = (uint64_t)a << 32 | (uint64_t)b;
        }
}

static bool same_points(const looked* a, const looked* b) {
    bool same = a->world->pairs.count == b->world->pairs.count
                && a->world->sites.count == b->world->sites.count;
    for (int p = 0; same && p < a->world->pairs.count; p++)
        same = rv_pair_key(&a->world->pairs.data[p]) == rv_pair_key(&b->world->pairs.data[p])
               && a->world->pairs.data[p].count == b->world->pairs.data[p].count;
    for (int k = 0; same && k < a->world->sites.count; k++) {
        const rv_site *one = &a->world->sites.data[k], *other = &b->world->sites.data[k];
        same = one->gap == other->gap && one->time == other->time && one->speed == other->speed
               && one->feature == other->feature;
    }
    return same;
}

typedef struct tally {
    int points, looked_at, all;
} tally;

static void compare_crowd(uint64_t seed, double width, double way, tally* t) {
    // of what goes far in a step, the linear laws of rows may list what is passed by at a distance
    bool only_widest = way > 1e-3;
    looked stage = begin_crowd(seed, width, way), all = begin_crowd(seed, width, way);
    look_at_all(&all, only_widest);
    t->looked_at += stage.world->near_keys.count;
    t->all += all.world->near_keys.count;
    rv_stage_contacts(&stage.step);
    rv_stage_contacts(&all.step);
    CHECK(!stage.step.failed && !all.step.failed && same_points(&stage, &all));
    t->points += stage.world->sites.count;
    rv_world_destroy(stage.world);
    rv_world_destroy(all.world);
}

TEST(of_shapes_of_all_sizes_and_speeds_the_pairs_that_have_points_are_those_of_all_pairs) {
    static const double WIDTH[] = {0.03, 0.1, 0.4}, WAY[] = {0.0, 3e-4, 5e-3, 0.05, 0.5};
    tally t = {0};
    for (int w = 0; w < 3; w++)
        for (int k = 0; k < 5; k++)
            for (uint64_t seed = 1; seed <= 20; seed++)
                compare_crowd(seed, WIDTH[w], WAY[k], &t);
    CHECK(t.points > 10000);
    CHECK(t.looked_at < t.all);
}

// links of a chain that are much smaller than the margin meet their neighbours, not all around them
TEST(what_is_small_looks_at_what_is_near_for_its_size) {
    static const double RADIUS = 1e-3;
    rv_world* world = weightless_world();
    for (int i = 0; i < COUNT; i++)
        add_sphere(world, RADIUS, rough(0.3), at(3.0 * RADIUS * i, 0, 0));
    run_steps(world, H, 1);
    CHECK(world->near_keys.count == 0);
    rv_world_destroy(world);
}

// Two needles point at each other along a diagonal of the ground; the tips are `apart`, and the first
// goes `way` in the step, along x alone. What is left of the gap along the diagonal at the end,
// apart - way / sqrt(2), is within their margins, so that they have a point. But along y their bounds
// are apart / sqrt(2) from each other all the time: only bounds that grow by the speed meet.
static void check_needles(double reach, double apart, double way, rv_body_type second) {
    const double radius = 0.01 * reach;
    rv_shape_def needle = sphere_shape(radius, rough(0.3));
    needle.type = RV_SHAPE_CAPSULE;
    needle.half_length = reach - radius;
    looked l = {.world = weightless_world()};
    rv_quat turned = rv_quat_from_x_axis(vec(sqrt(0.5), sqrt(0.5), 0));
    double between = (2.0 * reach + apart) / sqrt(2.0);
    rv_body_id first =
        add_shaped(l.world, RV_BODY_DYNAMIC, &needle, rv_pose_make(vec(0, 0, 0), turned));
    add_shaped(l.world, second, &needle, rv_pose_make(vec(between, between, 0), turned));
    rv_body_set_velocity(l.world, first, vec(way / H, 0, 0));
    find_pairs(&l);
    CHECK(l.world->near_keys.count == 1);
    rv_stage_contacts(&l.step);
    CHECK(!l.step.failed && l.world->sites.count == 1);
    rv_world_destroy(l.world);
}

// a margin is a fifth of the reach, and that of the world 10 mm
TEST(fast_shapes_are_pairs_with_what_they_come_near_along_no_axis) {
    // one that moves, by less than the margin of the world: it grows by its own way
    check_needles(5e-3, 3.01e-3, 3e-3, RV_BODY_STATIC);
    check_needles(5e-3, 3.01e-3, 3e-3, RV_BODY_DYNAMIC);
    // one that goes beyond the margin of the world: the other grows by what is beyond
    check_needles(0.04, 26.5e-3, 26.4e-3, RV_BODY_DYNAMIC);
}
