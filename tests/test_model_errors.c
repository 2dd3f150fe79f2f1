// The rule of rv_world_error(): after every call it says why that call was refused, or nothing. Of each
// public function that takes a world to change: refused with a sentence, and done without one, even
// where another sentence stood before. tests/error_rule checks that no function is left out.
#include "tie_fixture.h"

// a sentence that is about something else
static void leave_a_sentence(rv_world* world) {
    CHECK(!rv_world_set_gravity(world, vec(NAN, 0, 0)));
    CHECK(rv_world_error(world)[0] != '\0');
}

static bool is_new_sentence(rv_world* world) {
    const char* error = rv_world_error(world);
    return error[0] != '\0' && strstr(error, "rv_world_set_gravity") == NULL;
}

#define REFUSED(call_)                                                                             \
    do {                                                                                           \
        leave_a_sentence(w);                                                                       \
        CHECK(!(call_));                                                                           \
        CHECK(is_new_sentence(w));                                                                 \
        if (!is_new_sentence(w))                                                                   \
            printf("  after %s: '%s'\n", #call_, rv_world_error(w));                               \
    } while (0)

#define DONE(call_)                                                                                \
    do {                                                                                           \
        leave_a_sentence(w);                                                                       \
        CHECK(call_);                                                                              \
        CHECK_TEXT(rv_world_error(w), "");                                                         \
        if (rv_world_error(w)[0] != '\0')                                                          \
            printf("  after %s\n", #call_);                                                        \
    } while (0)

static const rv_body_id NO_BODY;
static const rv_joint_id NO_JOINT;
static const rv_cable_id NO_CABLE;
static const rv_solid_id NO_SOLID;

TEST(calls_on_bodies_tell_of_themselves) {
    rv_world* w = default_world();
    rv_body_def def = rv_body_def_default();
    REFUSED(rv_body_create(w, &def).slot != 0);
    rv_body_id b = {0};
    def.mass = 1.0;
    DONE((b = rv_body_create(w, &def)).slot != 0);
    rv_mass_properties mass = rv_body_mass_properties(w, b);
    DONE(rv_body_wake(w, b));
    DONE(rv_body_set_pose(w, b, rv_pose_identity()));
    DONE(rv_body_set_velocity(w, b, vec(1, 0, 0)));
    DONE(rv_body_set_angular_velocity(w, b, vec(1, 0, 0)));
    DONE(rv_body_set_mass_properties(w, b, &mass));
    DONE(rv_body_apply_force(w, b, vec(1, 0, 0), vec(0, 0, 0)));
    DONE(rv_body_apply_force_at_center(w, b, vec(1, 0, 0)));
    DONE(rv_body_apply_torque(w, b, vec(1, 0, 0)));
    DONE(rv_world_step(w, 0.01) == RV_STATUS_OK);
    REFUSED(rv_body_wake(w, NO_BODY));
    REFUSED(rv_body_set_pose(w, b, (rv_pose){0}));
    REFUSED(rv_body_set_velocity(w, b, vec(NAN, 0, 0)));
    REFUSED(rv_body_set_angular_velocity(w, b, vec(0, INFINITY, 0)));
    REFUSED(rv_body_set_mass_properties(w, b, NULL));
    REFUSED(rv_body_apply_force(w, b, vec(NAN, 0, 0), vec(0, 0, 0)));
    REFUSED(rv_body_apply_force_at_center(w, NO_BODY, vec(1, 0, 0)));
    REFUSED(rv_body_apply_torque(w, b, vec(NAN, 0, 0)));
    REFUSED(rv_world_step(w, 0.0) != RV_STATUS_FAILED);
    DONE(rv_body_destroy(w, b));
    REFUSED(rv_body_destroy(w, b));
    rv_world_destroy(w);
}

TEST(calls_on_the_world_tell_of_themselves) {
    rv_world* w = default_world();
    rv_body_id b = add_unit(w, vec(0, 0, 0));
    rv_capacity capacity = {.bodies = 8};
    DONE(rv_world_reserve(w, &capacity));
    capacity.shapes = -1;
    REFUSED(rv_world_reserve(w, &capacity));
    CHECK_TEXT(rv_world_error(w), "rv_capacity.shapes = -1: must be in [0, 10000000]");
    capacity = (rv_capacity){.rod_contacts = INT32_MAX};
    REFUSED(rv_world_reserve(w, &capacity));
    CHECK_TEXT(rv_world_error(w),
               "rv_capacity.rod_contacts = 2147483647: must be in [0, 10000000]");
    DONE(rv_world_set_gravity(w, vec(0, 0, -1)));
    static unsigned char buffer[1 << 16];
    size_t bytes = rv_world_snapshot_bytes(w);
    CHECK(bytes <= sizeof buffer);
    DONE(rv_world_save(w, buffer, sizeof buffer) == bytes);
    DONE(rv_world_restore(w, buffer, bytes));
    REFUSED(rv_world_save(w, NULL, sizeof buffer));
    CHECK_TEXT(rv_world_error(w), "rv_world_save: buffer: must not be NULL");
    REFUSED(rv_world_save(w, buffer, bytes - 1));
    char text[200];
    snprintf(text, sizeof text,
             "rv_world_save: bytes = %zu: must be at least %zu, as rv_world_snapshot_bytes() tells",
             bytes - 1, bytes);
    CHECK_TEXT(rv_world_error(w), text);
    REFUSED(rv_world_restore(w, buffer, bytes - 1));
    rv_contact_law law = {.friction = 0.5};
    DONE(rv_world_set_contact_law(w, 0, 1, &law));
    REFUSED(rv_world_set_contact_law(w, -1, 1, &law));
    rv_shape_def shape = rv_shape_def_default();
    rv_shape_refs none = {NULL, 0};
    DONE(rv_world_overlap_shape(w, &shape, rv_pose_identity(), 1, none) == 0);
    shape.radius = -1.0;
    REFUSED(rv_world_overlap_shape(w, &shape, rv_pose_identity(), 1, none) >= 0);
    // readers leave it as it is
    (void)rv_body_pose(w, b);
    (void)rv_world_hash(w);
    (void)rv_world_snapshot_bytes(w);
    CHECK(strstr(rv_world_error(w), "rv_shape_def.radius") != NULL);
    rv_world_destroy(w);
}

static void evaluate_nothing(void* context, const rv_world* world, double time,
                             rv_rows_values values) {
    (void)context;
    (void)world;
    (void)time;
    (void)values;
}

TEST(calls_on_joints_rows_ports_and_geometries_tell_of_themselves) {
    rv_world* w = default_world();
    rv_body_id b = add_unit(w, vec(0, 0, 0));
    rv_joint_def joint = rv_joint_def_default();
    rv_joint_id j = {0};
    REFUSED(rv_joint_create(w, &joint).slot != 0);
    joint.type = RV_JOINT_HINGE;
    joint.body_b = b;
    DONE((j = rv_joint_create(w, &joint)).slot != 0);
    rv_joint_motor motor = {.enabled = true, .max_force = 1.0};
    rv_joint_limit limit = {.enabled = true, .lower = -1.0, .upper = 1.0};
    DONE(rv_joint_set_motor(w, j, &motor));
    DONE(rv_joint_set_motor_speed(w, j, 1.0));
    DONE(rv_joint_set_motor_max_force(w, j, 2.0));
    DONE(rv_joint_set_limit(w, j, &limit));
    REFUSED(rv_joint_set_motor(w, NO_JOINT, &motor));
    REFUSED(rv_joint_set_motor_speed(w, j, NAN));
    REFUSED(rv_joint_set_motor_max_force(w, j, -1.0));
    REFUSED(rv_joint_set_limit(w, j, NULL));
    REFUSED(rv_joint_set_rest(w, NO_JOINT, 1.0));
    rv_rows_def rows = rv_rows_def_default();
    rv_rows_id r = {0};
    REFUSED(rv_rows_create(w, &rows).slot != 0);
    rows.bodies = &b;
    rows.body_count = rows.row_count = 1;
    rows.evaluate = evaluate_nothing;
    DONE((r = rv_rows_create(w, &rows)).slot != 0);
    rv_port_def port = rv_port_def_default();
    rv_port_id p = {0};
    REFUSED(rv_port_create(w, &port).slot != 0);
    port.body = b;
    DONE((p = rv_port_create(w, &port)).slot != 0);
    DONE(rv_port_set_force(w, p, vec(1, 0, 0)));
    REFUSED(rv_port_set_force(w, p, vec(NAN, 0, 0)));
    REFUSED(rv_port_set_velocity(w, p, vec(1, 0, 0)));
    const rv_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    rv_hull_def hull = rv_hull_def_default();
    rv_geometry_id g = {0};
    REFUSED(rv_geometry_create_hull(w, &hull).slot != 0);
    rv_mesh_def mesh = rv_mesh_def_default();
    REFUSED(rv_geometry_create_mesh(w, &mesh).slot != 0);
    rv_height_field_def field = rv_height_field_def_default();
    REFUSED(rv_geometry_create_height_field(w, &field).slot != 0);
    hull.points = corners;
    hull.point_count = 4;
    DONE((g = rv_geometry_create_hull(w, &hull)).slot != 0);
    DONE(rv_joint_destroy(w, j) && rv_world_error(w)[0] == '\0');
    DONE(rv_rows_destroy(w, r));
    DONE(rv_port_destroy(w, p));
    DONE(rv_geometry_destroy(w, g));
    REFUSED(rv_joint_destroy(w, j));
    REFUSED(rv_rows_destroy(w, r));
    REFUSED(rv_port_destroy(w, p));
    REFUSED(rv_geometry_destroy(w, g));
    rv_world_destroy(w);
}

TEST(calls_on_cables_tell_of_themselves) {
    rv_world* w = default_world();
    rv_body_id b = add_unit(w, vec(1, 0, 0));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(b, vec(0, 0, 0))};
    rv_cable_def def = rigid_cable_def(nodes, 1);
    rv_cable_id c = {0};
    REFUSED(rv_cable_create(w, &def).slot != 0);
    def = elastic_cable_def(nodes, 2, 1e6);
    DONE((c = rv_cable_create(w, &def)).slot != 0);
    rv_cable_node eye = eye_at(NO_BODY, vec(0.5, 0, 0));
    DONE(rv_cable_set_length(w, c, 1.5));
    DONE(rv_cable_set_breaking_load(w, c, 100.0));
    DONE(rv_cable_insert_node(w, c, 1, &eye));
    DONE(rv_cable_remove_node(w, c, 1));
    DONE(rv_cable_attach(w, c, 0, &nodes[0]));
    DONE(rv_cable_cut(w, c));
    DONE(rv_cable_mend(w, c));
    rv_winch winch = {0};
    rv_cable_grip grip = rv_cable_grip_default();
    REFUSED(rv_cable_set_length(w, c, -1.0));
    REFUSED(rv_cable_set_breaking_load(w, c, -1.0));
    REFUSED(rv_cable_insert_node(w, c, 7, &eye));
    REFUSED(rv_cable_remove_node(w, c, 0));
    REFUSED(rv_cable_attach(w, c, 5, &nodes[0]));
    REFUSED(rv_cable_cut(w, NO_CABLE));
    REFUSED(rv_cable_cut_at(w, NO_CABLE, 0.5));
    REFUSED(rv_cable_mend(w, NO_CABLE));
    REFUSED(rv_cable_set_winch(w, c, 9, &winch));
    REFUSED(rv_cable_set_winch_speed(w, c, 0, 1.0));
    REFUSED(rv_cable_hold(w, c, 0, &grip));
    REFUSED(rv_cable_release(w, NO_CABLE, 0));
    DONE(rv_cable_destroy(w, c));
    REFUSED(rv_cable_destroy(w, c));
    rv_world_destroy(w);
}

TEST(calls_on_rods_solids_sutures_ties_and_haptics_tell_of_themselves) {
    rv_world* w = default_world();
    rv_cable_id rod = add_rod(w, free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0)), 10, 1e-3);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.target = vec(0, 0, 0);
    DONE(rv_cable_hold(w, rod, 0, &grip));
    DONE(rv_cable_release(w, rod, 0));
    rv_suture_def hole = rv_suture_def_default();
    rv_suture_id s = {0};
    REFUSED(rv_suture_create(w, &hole).slot != 0);
    hole.cable = rod;
    hole.point = vec(0.5, 0, 0);
    DONE((s = rv_suture_create(w, &hole)).slot != 0);
    DONE(rv_suture_set_friction(w, s, 0.1, 0.2, 0.0));
    REFUSED(rv_suture_set_friction(w, s, -1.0, 0.2, 0.0));
    DONE(rv_suture_destroy(w, s));
    REFUSED(rv_suture_destroy(w, s));
    solid_rig rig = tie_beam(RV_SOLID_DYNAMIC, 1e6);
    rv_solid_id solid = {0};
    REFUSED(rv_solid_create(w, NULL).slot != 0);
    DONE((solid = rv_solid_create(w, &rig.def)).slot != 0);
    rv_tet_mesh_free(&rig.mesh);
    DONE(rv_solid_wake(w, solid));
    DONE(rv_solid_apply_force(w, solid, beam_tip(w, solid), vec(0, 0, 1)));
    REFUSED(rv_solid_wake(w, NO_SOLID));
    REFUSED(rv_solid_apply_force(w, solid, -1, vec(0, 0, 1)));
    rv_tie_def tie = rv_tie_def_default();
    rv_tie_id t = {0};
    REFUSED(rv_tie_create(w, &tie).slot != 0);
    tie.solid = solid;
    tie.point = vec(0.4, 0, 0);
    DONE((t = rv_tie_create(w, &tie)).slot != 0);
    DONE(rv_tie_destroy(w, t));
    REFUSED(rv_tie_destroy(w, t));
    DONE(rv_tie_anchor(w, solid, vec(0.4, 0, 0), 0.01).slot != 0);
    REFUSED(rv_tie_anchor(w, solid, vec(NAN, 0, 0), 0.01).slot != 0);
    rv_haptic_def haptic = rv_haptic_def_default();
    rv_haptic_id h = {0};
    REFUSED(rv_haptic_create(w, &haptic).slot != 0);
    haptic.cable = rod;
    haptic.at = 0.5;
    DONE((h = rv_haptic_create(w, &haptic)).slot != 0);
    // a haptic whose rod was let go already goes all the same
    DONE(rv_cable_release(w, rod, 0));
    DONE(rv_haptic_destroy(w, h));
    REFUSED(rv_haptic_destroy(w, h));
    DONE(rv_solid_destroy(w, solid));
    REFUSED(rv_solid_destroy(w, solid));
    rv_world_destroy(w);
}

static void be_refused(void* context, rv_world* world, double time, double dt) {
    (void)time;
    (void)dt;
    CHECK(!rv_body_apply_force_at_center(world, NO_BODY, vec(1, 0, 0)));
    *(bool*)context =
        strcmp(rv_world_error(world), "rv_body_apply_force_at_center: no such body") == 0;
}

TEST(what_a_callback_is_refused_is_told_in_it_and_not_after_the_step) {
    bool told = false;
    rv_world_def def = rv_world_def_default();
    def.force = be_refused;
    def.force_context = &told;
    rv_world* world = world_of(&def);
    add_unit(world, vec(0, 0, 0));
    CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    CHECK(told);
    CHECK_TEXT(rv_world_error(world), "");
    rv_world_destroy(world);
}
