// Ends of layered cables that are moved make waves, whether their body shifts or turns.
#include "world_fixture.h"

static const double ARM = 0.05, TURNING = 8.0; // [m], [rad/s]

typedef enum mover {
    SHIFTED, // kinematic, on a circle
    TURNED,  // kinematic, a disc
    FREE,    // a disc too heavy for the line to slow
} mover;

typedef struct shaken {
    rv_world* world;
    rv_body_id end, load;
    rv_cable_id line;
} shaken;

static rv_body_id end_create(rv_world* world, mover how) {
    rv_body_def def = rv_body_def_default();
    def.type = how == FREE ? RV_BODY_DYNAMIC : RV_BODY_KINEMATIC;
    def.mass = 1e6;
    def.inertia = rv_mat3_diagonal(1e6, 1e6, 1e6);
    def.velocity = vec(0.0, how == SHIFTED ? ARM * TURNING : 0.0, 0.0);
    def.angular_velocity = vec(how == SHIFTED ? 0.0 : TURNING, 0.0, 0.0);
    rv_body_id end = rv_body_create(world, &def);
    if (how == FREE) {
        rv_joint_def hinge = rv_joint_def_at(world, RV_JOINT_HINGE, (rv_body_id){0}, end,
                                             vec(0, 0, 0), vec(1, 0, 0));
        CHECK(rv_joint_is_valid(world, rv_joint_create(world, &hinge)));
    }
    return end;
}

// a line of 10 m without weight, 0.2 kg/m under 40 N, over an eye to a load
static shaken shaken_create(mover how) {
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, 0);
    shaken s = {.world = world_of(&def)};
    s.end = end_create(s.world, how);
    rv_body_def load = rv_body_def_default();
    load.kind = RV_BODY_PARTICLE;
    load.mass = 50.0;
    load.pose.position = vec(10, 0, -1);
    rv_cable_node path[3] = {rv_cable_node_default(), rv_cable_node_default(),
                             rv_cable_node_default()};
    path[0].body = s.end;
    path[0].point = vec(0, 0, -ARM);
    path[1].type = RV_CABLE_EYE;
    path[1].point = vec(10, 0, -ARM);
    path[2].body = s.load = rv_body_create(s.world, &load);
    rv_cable_def cable = rv_cable_def_default();
    cable.model = RV_CABLE_LAYERED;
    cable.nodes = path;
    cable.node_count = 3;
    cable.mass_per_length = 0.2;
    cable.layer.cells = 40;
    s.line = rv_cable_create(s.world, &cable);
    CHECK_TEXT(rv_world_error(s.world), "");
    return s;
}

// how far the line stands off across itself, a quarter of the way along, after two seconds
static rv_vec3 shake(mover how) {
    enum { STEPS = 240, POINTS = 128 };
    const double h = 1.0 / 120.0;
    shaken s = shaken_create(how);
    for (int i = 0; i < STEPS; i++) {
        // where a disc would carry its pin within this step
        double before = TURNING * h * i, after = before + TURNING * h;
        if (how == SHIFTED)
            rv_body_set_velocity(
                s.world, s.end,
                vec(0, ARM * (sin(after) - sin(before)) / h, ARM * (cos(before) - cos(after)) / h));
        rv_body_apply_force_at_center(s.world, s.load, vec(0, 0, -40));
        rv_world_step(s.world, h);
    }
    rv_vec3 points[POINTS];
    int count = rv_cable_points(s.world, s.line, 0.1, points, NULL, POINTS);
    CHECK(count > 40 && count <= POINTS);
    rv_vec3 at = rv_vec3_add(points[10], vec(-points[10].x, 0, ARM));
    rv_world_destroy(s.world);
    return at;
}

TEST(a_line_is_shaken_alike_by_what_shifts_and_what_turns) {
    rv_vec3 shifted = shake(SHIFTED), turned = shake(TURNED), freely = shake(FREE);
    // waves, not the straight line between the ends, which is nowhere farther off than the pin
    CHECK(rv_vec3_length(shifted) > 2.5 * ARM);
    // a turning arm is taken where it stands at the start of a step: half a step's turn, 0.033 rad
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(turned, shifted)), 0.0, 0.035 * rv_vec3_length(shifted));
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(freely, turned)), 0.0, 1e-4 * rv_vec3_length(shifted));
}
