// Bodies and the world's def: mass, state, writers, ids, and every rule.
#include "world_fixture.h"

static void check_vec(rv_vec3 actual, rv_vec3 expected, double tolerance) {
    CHECK_NEAR(actual.x, expected.x, tolerance);
    CHECK_NEAR(actual.y, expected.y, tolerance);
    CHECK_NEAR(actual.z, expected.z, tolerance);
}

TEST(mass_comes_from_shapes_or_is_given_and_scales_their_inertia) {
    rv_world* world = default_world();
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = vec(0.1, 0.2, 0.3);
    box.local.position = vec(1, 0, 0);
    rv_body_def def = rv_body_def_default();
    def.shapes = &box;
    def.shape_count = 1;
    rv_body_id solid = body_of(world, &def);
    rv_mass_properties p = rv_body_mass_properties(world, solid);
    CHECK_NEAR(p.mass, 7850.0 * 8.0 * 0.006, 1e-10);
    CHECK_NEAR(p.inertia.m[0][0], p.mass * (0.04 + 0.09) / 3.0, 1e-10);
    check_vec(p.center, vec(1, 0, 0), 1e-12);
    check_vec(rv_body_center(world, solid), vec(1, 0, 0), 1e-12);
    def.mass = 3.0;
    p = rv_body_mass_properties(world, body_of(world, &def));
    CHECK_NEAR(p.mass, 3.0, 0.0);
    CHECK_NEAR(p.inertia.m[0][0], 3.0 * (0.04 + 0.09) / 3.0, 1e-12);
    def.shape_count = 0;
    p = rv_body_mass_properties(world, body_of(world, &def));
    CHECK_NEAR(p.inertia.m[1][1], 0.4 * 3.0 * 0.01, 1e-15); // a ball of 0.1 m
    def.inertia = rv_mat3_diagonal(1, 2, 3);
    def.center = vec(0, 0.5, 0);
    rv_body_id given = body_of(world, &def);
    p = rv_body_mass_properties(world, given);
    CHECK_NEAR(p.inertia.m[2][2], 3.0, 0.0);
    check_vec(rv_body_center(world, given), vec(0, 0.5, 0), 0.0);
    rv_world_destroy(world);
}

TEST(readers_give_back_what_was_created) {
    rv_world* world = default_world();
    int mine = 0;
    rv_shape_def shapes[2] = {rv_shape_def_default(), rv_shape_def_default()};
    shapes[0].radius = 0.1;
    shapes[1].radius = 0.2;
    rv_body_def def = rv_body_def_default();
    def.pose.position = vec(1, 2, 3);
    def.pose.rotation = rv_quat_from_axis_angle(vec(0, 0, 1), RV_PI / 2.0);
    def.velocity = vec(4, 5, 6);
    def.angular_velocity = vec(0, 0, 2);
    def.mass = 2.0;
    def.inertia = rv_mat3_diagonal(1, 1, 1);
    def.center = vec(0.5, 0, 0);
    def.shapes = shapes;
    def.shape_count = 2;
    def.user_data = &mine;
    rv_body_id body = body_of(world, &def);
    CHECK(rv_body_is_valid(world, body) && !rv_body_is_frozen(world, body));
    check_vec(rv_body_pose(world, body).position, vec(1, 2, 3), 1e-15);
    CHECK_NEAR(rv_body_pose(world, body).rotation.z, sqrt(0.5), 1e-15);
    check_vec(rv_body_center(world, body), vec(1, 2.5, 3), 1e-15);
    check_vec(rv_body_velocity(world, body), vec(4, 5, 6), 0.0);
    check_vec(rv_body_angular_velocity(world, body), vec(0, 0, 2), 0.0);
    check_vec(rv_body_point(world, body, vec(1.5, 0, 0)), vec(1, 3.5, 3), 1e-15);
    // 1 m from the centre of mass along world y: v + w x r
    check_vec(rv_body_point_velocity(world, body, vec(1.5, 0, 0)), vec(2, 5, 6), 1e-14);
    CHECK(rv_body_get_type(world, body) == RV_BODY_DYNAMIC);
    CHECK(rv_body_get_kind(world, body) == RV_BODY_RIGID);
    CHECK(rv_body_user_data(world, body) == &mine);
    CHECK(rv_body_shape_count(world, body) == 2);
    CHECK(rv_body_shape(world, body, 0).radius == 0.1);
    CHECK(rv_body_shape(world, body, 1).radius == 0.2);
    CHECK(rv_body_shape(world, body, 2).magic == 0 && rv_body_shape(world, body, -1).magic == 0);
    rv_world_destroy(world);
}

TEST(writers_change_what_they_say) {
    rv_world* world = default_world();
    rv_body_def def = rv_body_def_default();
    def.mass = 2.0;
    def.inertia = rv_mat3_diagonal(1, 1, 1);
    def.center = vec(0.5, 0, 0);
    rv_body_id body = body_of(world, &def);
    rv_pose pose = rv_pose_make(vec(1, 1, 1), rv_quat_from_axis_angle(vec(0, 0, 1), RV_PI / 2.0));
    CHECK(rv_body_set_pose(world, body, pose));
    check_vec(rv_body_pose(world, body).position, vec(1, 1, 1), 1e-15);
    check_vec(rv_body_center(world, body), vec(1, 1.5, 1), 1e-15);
    CHECK(rv_body_set_velocity(world, body, vec(1, 2, 3)));
    check_vec(rv_body_velocity(world, body), vec(1, 2, 3), 0.0);
    CHECK(rv_body_set_angular_velocity(world, body, vec(3, 2, 1)));
    check_vec(rv_body_angular_velocity(world, body), vec(3, 2, 1), 0.0);
    rv_mass_properties p = {4.0, vec(0, 0.25, 0), rv_mat3_diagonal(2, 3, 4)};
    CHECK(rv_body_set_mass_properties(world, body, &p));
    CHECK_NEAR(rv_body_mass_properties(world, body).mass, 4.0, 0.0);
    // the frame stays, the centre of mass moves
    check_vec(rv_body_pose(world, body).position, vec(1, 1, 1), 1e-15);
    check_vec(rv_body_center(world, body), vec(0.75, 1, 1), 1e-15);
    rv_body_id particle = add_particle(world, 1.0, vec(0, 0, 0));
    CHECK(rv_body_set_angular_velocity(world, particle, vec(1, 1, 1)));
    check_vec(rv_body_angular_velocity(world, particle), vec(0, 0, 0), 0.0);
    rv_world_destroy(world);
}

TEST(a_static_body_never_moves_and_a_kinematic_one_moves_as_told) {
    rv_world* world = default_world();
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.velocity = vec(1, 0, 0);
    rv_body_id fixed = body_of(world, &def);
    def.type = RV_BODY_KINEMATIC;
    def.angular_velocity = vec(0, 0, 2);
    rv_body_id moved = body_of(world, &def);
    rv_body_apply_force_at_center(world, fixed, vec(1, 1, 1));
    rv_body_apply_force_at_center(world, moved, vec(1, 1, 1));
    steps_are_ok(world, 0.01, 100);
    check_vec(rv_body_center(world, fixed), vec(0, 0, 0), 0.0);
    check_vec(rv_body_center(world, moved), vec(1, 0, 0), 1e-13);
    check_vec(rv_quat_log(rv_body_pose(world, moved).rotation), vec(0, 0, 2), 1e-13);
    rv_world_destroy(world);
}

TEST(bodies_are_visited_in_the_order_of_their_slots) {
    rv_world* world = default_world();
    rv_body_id bodies[5];
    for (int i = 0; i < 5; i++)
        bodies[i] = add_unit(world, vec(i, 0, 0));
    CHECK(rv_body_count(world) == 5);
    rv_body_destroy(world, bodies[1]);
    rv_body_destroy(world, bodies[4]);
    static const int LEFT[] = {0, 2, 3};
    rv_body_id at = NO_BODY;
    for (int i = 0; i < 3; i++) {
        at = rv_body_next(world, at);
        CHECK(memcmp(&at, &bodies[LEFT[i]], sizeof at) == 0);
    }
    CHECK(rv_body_next(world, at).slot == 0);
    CHECK(rv_body_next(world, (rv_body_id){.slot = UINT32_MAX}).slot == 0);
    CHECK(rv_body_count(world) == 3);
    // a new body takes the slot that was freed last, with another generation
    rv_body_id again = add_unit(world, vec(0, 0, 0));
    CHECK(again.slot == bodies[4].slot && again.generation != bodies[4].generation);
    CHECK(RV_ID_EQUAL(again, again) && !RV_ID_EQUAL(again, bodies[4]));
    CHECK(!RV_ID_EQUAL(again, NO_BODY) && RV_ID_EQUAL(NO_BODY, NO_BODY));
    CHECK(RV_ID_IS_NULL(NO_BODY) && !RV_ID_IS_NULL(bodies[4])); // stale, but not null
    rv_world_destroy(world);
}

TEST(a_destroyed_body_takes_what_stands_on_it) {
    rv_world* world = default_world();
    zoo z;
    zoo_build(world, &z);
    steps_are_ok(world, 0.01, 2);
    int joints = rv_joint_count(world);
    CHECK(rv_body_destroy(world, z.arm));
    CHECK(!rv_joint_is_valid(world, z.hinge_motor));
    CHECK(rv_joint_count(world) == joints - 2); // hinge and the ball of the spinner
    CHECK(rv_body_destroy(world, z.spinner));
    CHECK(!rv_port_is_valid(world, z.push) && rv_port_is_valid(world, z.pull));
    CHECK(rv_body_destroy(world, z.block));
    CHECK(!rv_rows_is_valid(world, z.floor) && !rv_rows_is_valid(world, z.grip));
    CHECK(rv_rows_is_valid(world, z.rope));
    CHECK(rv_body_destroy(world, z.drum));
    CHECK(!rv_rows_is_valid(world, z.rope));
    steps_are_ok(world, 0.01, 2);
    rv_world_destroy(world);
}

static void check_dead(rv_world* world, rv_body_id id) {
    uint64_t hash = rv_world_hash(world);
    CHECK(!rv_body_is_valid(world, id) && !rv_body_is_frozen(world, id));
    rv_pose pose = rv_body_pose(world, id);
    CHECK(isnan(pose.position.x) && isnan(pose.rotation.w));
    CHECK(isnan(rv_body_center(world, id).x) && isnan(rv_body_point(world, id, vec(0, 0, 0)).z));
    check_vec(rv_body_velocity(world, id), vec(0, 0, 0), 0.0);
    check_vec(rv_body_angular_velocity(world, id), vec(0, 0, 0), 0.0);
    check_vec(rv_body_point_velocity(world, id, vec(1, 1, 1)), vec(0, 0, 0), 0.0);
    CHECK(rv_body_mass_properties(world, id).mass == 0.0);
    CHECK(rv_body_get_type(world, id) == RV_BODY_DYNAMIC);
    CHECK(rv_body_get_kind(world, id) == RV_BODY_RIGID);
    CHECK(rv_body_user_data(world, id) == NULL);
    CHECK(rv_body_shape_count(world, id) == 0 && rv_body_shape(world, id, 0).magic == 0);
    rv_mass_properties p = {1.0, {0, 0, 0}, rv_mat3_diagonal(1, 1, 1)};
    CHECK(!rv_body_set_pose(world, id, rv_pose_identity()));
    CHECK_TEXT(rv_world_error(world), "rv_body_set_pose: no such body");
    CHECK(!rv_body_set_velocity(world, id, vec(0, 0, 0)));
    CHECK_TEXT(rv_world_error(world), "rv_body_set_velocity: no such body");
    CHECK(!rv_body_set_angular_velocity(world, id, vec(0, 0, 0)));
    CHECK_TEXT(rv_world_error(world), "rv_body_set_angular_velocity: no such body");
    CHECK(!rv_body_set_mass_properties(world, id, &p));
    CHECK_TEXT(rv_world_error(world), "rv_body_set_mass_properties: no such body");
    CHECK(!rv_body_apply_force(world, id, vec(1, 0, 0), vec(0, 0, 0)));
    CHECK_TEXT(rv_world_error(world), "rv_body_apply_force: no such body");
    CHECK(!rv_body_apply_force_at_center(world, id, vec(1, 0, 0)));
    CHECK_TEXT(rv_world_error(world), "rv_body_apply_force_at_center: no such body");
    CHECK(!rv_body_apply_torque(world, id, vec(1, 0, 0)));
    CHECK_TEXT(rv_world_error(world), "rv_body_apply_torque: no such body");
    CHECK(!rv_body_destroy(world, id));
    CHECK_TEXT(rv_world_error(world), "rv_body_destroy: no such body");
    CHECK(rv_world_hash(world) == hash);
}

TEST(null_stale_and_foreign_bodies_are_answered_with_nothing) {
    rv_world* world = default_world();
    rv_world* other = default_world();
    rv_body_id stale = add_unit(world, vec(0, 0, 0));
    CHECK(rv_body_destroy(world, stale));
    rv_body_id live = add_unit(world, vec(0, 0, 0));
    CHECK(live.slot == stale.slot);
    rv_body_id foreign = add_unit(other, vec(0, 0, 0));
    check_dead(world, NO_BODY);
    check_dead(world, stale);
    check_dead(world, foreign);
    check_dead(world, (rv_body_id){UINT32_MAX, live.generation, live.world});
    rv_world_destroy(world);
    rv_world_destroy(other);
}

TEST(writers_refuse_what_is_not_finite) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    uint64_t hash = rv_world_hash(world);
    rv_vec3 bad = vec(0, NAN, 0);
    rv_pose pose = rv_pose_identity();
    pose.rotation.w = 1.1;
    CHECK(!rv_body_set_pose(world, body, pose));
    CHECK_TEXT(rv_world_error(world),
               "rv_body_set_pose: must be finite (rotations: of unit length)");
    CHECK(!rv_body_set_velocity(world, body, bad));
    CHECK_TEXT(rv_world_error(world),
               "rv_body_set_velocity: must be finite (rotations: of unit length)");
    CHECK(!rv_body_set_angular_velocity(world, body, bad));
    CHECK(!rv_body_apply_force(world, body, bad, vec(0, 0, 0)));
    CHECK(!rv_body_apply_force(world, body, vec(0, 0, 0), bad));
    CHECK(!rv_body_apply_force_at_center(world, body, vec(INFINITY, 0, 0)));
    CHECK(!rv_body_apply_torque(world, body, bad));
    rv_mass_properties p = {1.0, bad, rv_mat3_diagonal(1, 1, 1)};
    CHECK(!rv_body_set_mass_properties(world, body, &p));
    p = (rv_mass_properties){0.0, {0, 0, 0}, rv_mat3_diagonal(1, 1, 1)};
    CHECK(!rv_body_set_mass_properties(world, body, &p));
    CHECK_TEXT(rv_world_error(world), "rv_mass_properties.mass = 0 kg: must be finite and > 0");
    p = (rv_mass_properties){1.0, {0, 0, 0}, rv_mat3_diagonal(1, -1, 1)};
    CHECK(!rv_body_set_mass_properties(world, body, &p));
    CHECK_TEXT(rv_world_error(world),
               "rv_mass_properties.inertia: must be symmetric and positive definite with no "
               "principal moment above the sum of the others");
    CHECK(!rv_world_set_gravity(world, bad));
    CHECK_TEXT(rv_world_error(world), "rv_world_set_gravity: (0, nan, 0) m/s^2: must be finite");
    CHECK(rv_world_hash(world) == hash);
    rv_world_destroy(world);
}

#define REFUSES(change_, text_)                                                                    \
    do {                                                                                           \
        rv_body_def def = rv_body_def_default();                                                   \
        def.mass = 1.0;                                                                            \
        change_;                                                                                   \
        uint64_t hash_ = rv_world_hash(world);                                                     \
        CHECK(rv_body_create(world, &def).slot == 0);                                              \
        CHECK_TEXT(rv_world_error(world), text_);                                                  \
        CHECK(rv_world_hash(world) == hash_ && rv_body_count(world) == 1);                         \
    } while (0)

TEST(create_refuses_bad_defs) {
    static const char INERTIA[] = "rv_body_def.inertia: must be zero, or symmetric and positive "
                                  "definite with no principal moment above the sum of the "
                                  "others, and a mass > 0";
    rv_world* world = default_world();
    add_unit(world, vec(0, 0, 0));
    CHECK(rv_body_create(world, NULL).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_body_def: start from rv_body_def_default()");
    REFUSES(def.magic = 7, "rv_body_def: start from rv_body_def_default()");
    REFUSES(def.type = (rv_body_type)3, "rv_body_def.type = 3: must be an rv_body_type");
    REFUSES(def.kind = (rv_body_kind)4, "rv_body_def.kind = 4: must be an rv_body_kind");
    REFUSES(def.pose.position.x = NAN, "rv_body_def.pose.position = (nan, 0, 0) m: must be finite");
    REFUSES(def.pose.rotation.x = 1.0,
            "rv_body_def.pose.rotation = (1, 1, 0, 0): must be a unit quaternion");
    REFUSES(def.velocity.y = INFINITY, "rv_body_def.velocity = (0, inf, 0) m/s: must be finite");
    REFUSES(def.angular_velocity.z = NAN,
            "rv_body_def.angular_velocity = (0, 0, nan) rad/s: must be finite");
    REFUSES(def.linear_damping = -1.0,
            "rv_body_def.linear_damping = -1 N s/m: must be finite and >= 0");
    REFUSES(def.angular_damping = NAN,
            "rv_body_def.angular_damping = nan N m s/rad: must be finite and >= 0");
    REFUSES(def.mass = -1.0, "rv_body_def.mass = -1 kg: must be finite and >= 0");
    REFUSES(def.mass = INFINITY, "rv_body_def.mass = inf kg: must be finite and >= 0");
    REFUSES(def.shape_count = 1, "rv_body_def.shape_count = 1: must be >= 0, with shapes");
    REFUSES(def.shape_count = -1, "rv_body_def.shape_count = -1: must be >= 0, with shapes");
    REFUSES(def.mass = 0.0, "rv_body_def.mass = 0 kg: a dynamic body needs a mass or shapes");
    REFUSES(def.center.x = NAN, "rv_body_def.center = (nan, 0, 0) m: must be finite");
    REFUSES(def.inertia = rv_mat3_diagonal(1, 1, 0), INERTIA);
    REFUSES((def.inertia = rv_mat3_diagonal(1, 1, 1), def.inertia.m[0][1] = 0.5), INERTIA);
    REFUSES(def.inertia = rv_mat3_diagonal(1, 1, 2.1), INERTIA);
    REFUSES(def.inertia.m[0][0] = NAN, INERTIA);
    REFUSES((def.inertia = rv_mat3_diagonal(1, 1, 1), def.mass = 0.0, def.type = RV_BODY_STATIC),
            INERTIA);
    rv_world_destroy(world);
}

#define REFUSES_WORLD(change_, text_)                                                              \
    do {                                                                                           \
        rv_world_def def = rv_world_def_default();                                                 \
        char error_[128] = "";                                                                     \
        change_;                                                                                   \
        CHECK(rv_world_create(&def, error_, sizeof error_) == NULL);                               \
        CHECK_TEXT(error_, text_);                                                                 \
    } while (0)

static void* never_allocate(void* context, size_t bytes) {
    (void)context;
    (void)bytes;
    return NULL;
}

TEST(worlds_refuse_bad_defs) {
    char error[64];
    CHECK(rv_world_create(NULL, error, sizeof error) == NULL);
    CHECK_TEXT(error, "rv_world_def: must not be NULL");
    CHECK(rv_world_create(NULL, NULL, 0) == NULL);
    // cut, but a string
    CHECK(rv_world_create(NULL, error, 10) == NULL);
    CHECK_TEXT(error, "rv_world_");
    REFUSES_WORLD(def.magic = 0, "rv_world_def: start from rv_world_def_default()");
    REFUSES_WORLD(def.gravity.x = NAN,
                  "rv_world_def.gravity = (nan, 0, -9.81) m/s^2: must be finite");
    REFUSES_WORLD(def.stepper = (rv_stepper)5, "rv_world_def.stepper = 5: must be an rv_stepper");
    REFUSES_WORLD(def.relaxation = -1.0, "rv_world_def.relaxation = -1 steps: must be in [0, 100]");
    REFUSES_WORLD(def.relaxation = NAN, "rv_world_def.relaxation = nan steps: must be in [0, 100]");
    REFUSES_WORLD(def.solver = (rv_solver)2, "rv_world_def.solver = 2: must be an rv_solver");
    REFUSES_WORLD(def.iterations = 0, "rv_world_def.iterations = 0: must be in [1, 10000]");
    REFUSES_WORLD(def.compliance_floor = 0.0,
                  "rv_world_def.compliance_floor = 0: must be in [1e-30, 1e-3]");
    REFUSES_WORLD(def.geometric_stiffness.gamma = 0.2,
                  "rv_world_def.geometric_stiffness.gamma = 0.2: must be in [0.25, 1]");
    REFUSES_WORLD(def.geometric_stiffness.delta = 0.6,
                  "rv_world_def.geometric_stiffness.delta = 0.6: must be in [0, gamma]");
    REFUSES_WORLD(def.geometric_stiffness.max_passes = 0,
                  "rv_world_def.geometric_stiffness.max_passes = 0: must be in [1, 20]");
    REFUSES_WORLD(def.substeps.min = 0, "rv_world_def.substeps.min = 0: must be in [1, 64]");
    REFUSES_WORLD(def.substeps.max = 0, "rv_world_def.substeps.max = 0: must be in [min, 64]");
    REFUSES_WORLD(def.threads = 65, "rv_world_def.threads = 65: must be in [1, 64]");
    REFUSES_WORLD(def.allocator.allocate = never_allocate,
                  "rv_world_def.allocator: give both functions or none");
}

TEST(a_new_world_is_empty) {
    rv_world* world = default_world();
    CHECK_TEXT(rv_world_error(world), "");
    CHECK(rv_body_count(world) == 0 && rv_joint_count(world) == 0);
    CHECK(rv_world_time(world) == 0.0 && rv_world_step_count(world) == 0);
    CHECK(rv_world_gravity(world).z == -9.81);
    CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    CHECK(rv_world_report(world).island_count == 0);
    rv_world_destroy(world);
    rv_world_destroy(NULL);
}

// --- what comes out of a def --------------------------------------------------------------------

static bool state_is_finite(const rv_world* world, rv_body_id body) {
    rv_vec3 x = rv_body_center(world, body);
    rv_mass_properties p = rv_body_mass_properties(world, body);
    double sum = rv_vec3_dot(x, x) + p.mass + 1.0 / p.mass + p.center.x;
    for (int i = 0; i < 9; i++)
        sum += p.inertia.m[i / 3][i % 3] + rv_mat3_inverse(p.inertia).m[i / 3][i % 3];
    return isfinite(sum);
}

static void check_refused(rv_world* world, const rv_body_def* def, const char* text) {
    uint64_t hash = rv_world_hash(world);
    CHECK(rv_body_create(world, def).slot == 0);
    CHECK_TEXT(rv_world_error(world), text);
    CHECK(rv_world_hash(world) == hash);
}

TEST(shapes_whose_mass_or_inertia_does_not_come_out_are_refused_with_what_broke) {
    rv_world* world = default_world();
    rv_shape_def shape = rv_shape_def_default();
    rv_body_def def = rv_body_def_default();
    def.shapes = &shape;
    def.shape_count = 1;
    shape.radius = 1e-100;
    check_refused(
        world, &def,
        "rv_body_def.shapes: moments of inertia 0, 0, 0 kg m^2: they and the inverse must "
        "be finite and positive");
    def.mass = 1.0;
    check_refused(
        world, &def,
        "rv_body_def.shapes: moments of inertia 0, 0, 0 kg m^2: they and the inverse must "
        "be finite and positive");
    // its own mass is so small that 1 kg over it is infinite: moments of 0 times that are NaN
    shape.radius = 1e-108;
    CHECK(rv_body_create(world, &def).slot == 0);
    CHECK(strstr(rv_world_error(world), "they and the inverse must be finite and positive")
          != NULL);
    shape.radius = 1e-300;
    check_refused(world, &def,
                  "rv_shape_def.radius = 1e-300 m: its square must be finite and > 0, too");
    def.mass = 0.0;
    shape.radius = 1e120;
    check_refused(world, &def,
                  "rv_body_def.shapes: mass inf kg: it and its inverse must be finite and > 0");
    shape.radius = 0.5;
    shape.local.position.x = 1e308;
    check_refused(world, &def,
                  "rv_shape_def.local.position = (1e+308, 0, 0) m: its square must be finite, too");
    shape.local.position.x = 0.0;
    def.pose.position.x = 1e200;
    check_refused(world, &def,
                  "rv_body_def.pose.position = (1e+200, 0, 0) m: its square must be finite, too");
    rv_world_destroy(world);
}

TEST(a_mass_or_place_that_no_step_can_use_is_refused) {
    rv_world* world = default_world();
    rv_body_def def = rv_body_def_default();
    def.mass = 1e-310;
    check_refused(world, &def,
                  "rv_body_def.mass: mass 1e-310 kg: it and its inverse must be finite and > 0");
    def.mass = 1e-200;
    check_refused(world, &def,
                  "rv_body_def.inertia: moments of inertia 4e-203, 4e-203, 4e-203 kg m^2: they and "
                  "the inverse must be finite and positive");
    def.mass = 1.0;
    rv_body_id body = body_of(world, &def);
    CHECK(!rv_body_set_pose(world, body, rv_pose_make(vec(0, 0, 1e160), rv_quat_identity())));
    rv_mass_properties p = rv_body_mass_properties(world, body);
    p.inertia = rv_mat3_scale(p.inertia, 1e-150);
    CHECK(!rv_body_set_mass_properties(world, body, &p));
    rv_world_destroy(world);
}

// sizes over 240 orders of magnitude: a body is refused, or its state is finite before and after a step
TEST(a_body_of_any_size_is_refused_or_has_a_finite_state) {
    int made = 0;
    for (int exponent = -120; exponent <= 120; exponent++) {
        rv_world* world = default_world();
        rv_shape_def shape = rv_shape_def_default();
        rv_body_def def = rv_body_def_default();
        shape.type = (rv_shape_type)((exponent + 120) % 4);
        shape.radius = shape.half_length = rv_exp(exponent * rv_log(10.0));
        shape.half_extents = vec(shape.radius, 2.0 * shape.radius, shape.radius);
        def.shapes = &shape;
        def.shape_count = 1;
        rv_body_id body = rv_body_create(world, &def);
        if (body.slot != 0) {
            made++;
            CHECK(state_is_finite(world, body));
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
            CHECK(state_is_finite(world, body) && !rv_body_is_frozen(world, body));
        } else {
            CHECK(rv_world_error(world)[0] != '\0');
        }
        rv_world_destroy(world);
    }
    // the determinant of the inertia goes as r^15: from about 1e-21 to 1e20 m it is a number
    CHECK(made > 36 && made < 44);
}

TEST(a_kinematic_body_that_leaves_all_numbers_is_frozen_and_told) {
    rv_world* world = weightless_world();
    rv_body_id body = add_kinematic(world, vec(1.3e154, 0, 0), vec(1.3e154, 0, 0));
    CHECK(rv_world_step(world, 1.0) == RV_STATUS_DEGRADED);
    rv_report report = rv_world_report(world);
    CHECK(report.nonfinite_count == 1 && RV_ID_EQUAL(report.nonfinite, body));
    CHECK(rv_body_is_frozen(world, body));
    CHECK_NEAR(rv_body_center(world, body).x, 1.3e154, 0.0);
    CHECK(rv_world_step(world, 1.0) == RV_STATUS_OK);
    CHECK(rv_world_report(world).nonfinite_count == 1);
    rv_world_destroy(world);
}

// no call makes one: it can only come from a snapshot whose bytes were damaged
TEST(a_static_body_without_a_place_is_frozen_and_told) {
    rv_world* world = weightless_world();
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.pose.position = vec(12345.678, 0, 0);
    rv_body_id body = body_of(world, &def);
    static unsigned char bytes[1 << 16];
    size_t count = rv_world_save(world, bytes, sizeof bytes);
    CHECK(count > 0);
    double place = 12345.678, nowhere = NAN;
    for (size_t i = 0; i + sizeof place <= count; i++)
        if (memcmp(bytes + i, &place, sizeof place) == 0)
            memcpy(bytes + i, &nowhere, sizeof nowhere);
    CHECK(rv_world_restore(world, bytes, count));
    CHECK(rv_world_step(world, 0.01) == RV_STATUS_DEGRADED);
    CHECK(RV_ID_EQUAL(rv_world_report(world).nonfinite, body) && rv_body_is_frozen(world, body));
    CHECK(rv_world_report(world).nonfinite_count == 1);
    rv_world_destroy(world);
}
