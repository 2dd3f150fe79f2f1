// Cables that choose their model: what their mass does to what they hang on when it comes to be.
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

static rv_cable_def auto_def(const rv_cable_node nodes[2], double length) {
    rv_cable_def def = strand_def(nodes, 8);
    def.model = RV_CABLE_AUTO;
    def.segments.EI = 0.0;
    def.length = length;
    return def;
}

typedef struct motion {
    rv_vec3 momentum, angular; // about the origin
    double kinetic;
} motion;

static void add_motion(motion* sum, const rv_world* world, rv_body_id body) {
    rv_mass_properties m = rv_body_mass_properties(world, body);
    rv_pose pose = rv_body_pose(world, body);
    rv_vec3 v = rv_body_velocity(world, body), w = rv_body_angular_velocity(world, body);
    rv_vec3 local = rv_quat_rotate_inverse(pose.rotation, w);
    rv_vec3 spin = rv_quat_rotate(pose.rotation, rv_mat3_apply(m.inertia, local));
    rv_vec3 p = rv_vec3_scale(v, m.mass);
    sum->momentum = rv_vec3_add(sum->momentum, p);
    rv_vec3 about = rv_vec3_cross(rv_body_center(world, body), p);
    sum->angular = rv_vec3_add(sum->angular, rv_vec3_add(about, spin));
    sum->kinetic += 0.5 * m.mass * rv_vec3_dot(v, v) + 0.5 * rv_vec3_dot(w, spin);
}

static motion motion_of(const rv_world* world, rv_cable_id cable, const rv_body_id ends[2]) {
    motion sum = {.kinetic = 0.0};
    for (int i = 0; i < 2; i++)
        add_motion(&sum, world, ends[i]);
    for (int i = 0; i < rv_cable_segment_count(world, cable); i++)
        add_motion(&sum, world, rv_cable_segment(world, cable, i));
    return sum;
}

// Two bodies of 1 g to 1 kg fly with a slack cable of 1 kg between them, which has no mass until the
// first step: momentum and angular momentum stay, and no energy comes of it. In one step they turn
// by 3e-3 rad at most, to the square of which what the step does afterwards is exact.
TEST(mass_that_comes_to_be_takes_its_motion_from_the_ends) {
    fixture_random random = {11};
    for (int k = 0; k < 50; k++) {
        rv_world* world = weightless_world();
        rv_body_id ends[2];
        for (int i = 0; i < 2; i++) {
            double mass = exp(random_in(&random, log(1e-3), log(1.0)));
            ends[i] = add_rigid(world, mass, vec(0.1, 0.1, 0.1), vec(2.0 * i, 0, 0));
            rv_body_set_velocity(world, ends[i], random_vec(&random, 0.1));
        }
        rv_cable_node nodes[] = {fixed_at(ends[0], vec(0.05, 0, 0)),
                                 fixed_at(ends[1], vec(-0.05, 0, 0))};
        rv_cable_def def = auto_def(nodes, 1.9 * (1.0 + 1e-6));
        rv_cable_id cable = cable_of(world, &def);
        motion before = motion_of(world, cable, ends);
        CHECK(rv_cable_segment_count(world, cable) == 0);
        CHECK(rv_world_step(world, H) == RV_STATUS_OK);
        CHECK(rv_cable_segment_count(world, cable) > 0);
        motion after = motion_of(world, cable, ends);
        double p = 2.0 * 0.1 * 1.7;
        CHECK(rv_vec3_length(rv_vec3_sub(after.momentum, before.momentum)) < 1e-9 * p);
        CHECK(rv_vec3_length(rv_vec3_sub(after.angular, before.angular)) < 1e-4 * p * 2.0);
        CHECK(after.kinetic <= before.kinetic * (1.0 + 1e-9));
        rv_world_destroy(world);
    }
}
