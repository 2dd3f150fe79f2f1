// What a cable feels when a shape comes against it, beside an eye, a wheel or a drum; and slings that
// hang deep when a box lands in them.
#include "cable_touch_fixture.h"

static const double MASS = 30.0, WEIGHT = 30.0 * 9.81;

// --- a shape comes against a taut cable ---

typedef struct blow {
    rv_cable_model model;
    rv_shape_def shape;
    double EA;
    bool wheel, drum; // at the second node, at the first
    double way;       // 1: from below, -1: from above
} blow;

// a span of 4 m to an eye or a wheel, and as much down to the load; stretched as it hangs
static rv_cable_id add_taut_cable(rv_world* world, const blow* b, rv_body_id load) {
    rv_cable_node nodes[3] = {fixed_at(NO_BODY, vec(-2, 0, 0)), eye_at(NO_BODY, vec(2, 0, 0)),
                              fixed_at(load, vec(0, 0, 0))};
    if (b->wheel)
        nodes[1] = pulley_at(NO_BODY, vec(2, 0, -0.1), vec(0, 1, 0), 0.1);
    if (b->drum) {
        nodes[0] = drum_at(NO_BODY, vec(-2, 0, -0.2), 0.0);
        nodes[0].radius = 0.2;
        nodes[0].axis = vec(0, 1, 0);
    }
    rv_cable_def def = touching_def(nodes, 3, b->model);
    double path = b->wheel ? 7.9 + 0.05 * RV_PI : 8.0, sags = 0.0;
    def.EA = b->EA;
    def.diameter = 0.01;
    def.mass_per_length = 0.3;
    if (b->model == RV_CABLE_LAYERED)
        sags = pow(0.3 * 9.81 / WEIGHT, 2) * 64.0 / 24.0;
    def.length = path * (1.0 - WEIGHT / b->EA) + sags;
    return cable_of(world, &def);
}

// the most that it pulls while the shape moves 0.9 m, from 0.25 m before it meets the cable, over
// what it pulls before
static double largest_pull(const blow* b, double speed, double h) {
    rv_world* world = default_world();
    rv_body_id body =
        add_shaped(world, RV_BODY_KINEMATIC, &b->shape, pose_at(vec(0.3, 0, -0.45 * b->way)));
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = MASS;
    def.linear_damping = MASS;
    def.pose.position = vec(b->wheel ? 2.1 : 2.0, 0, -4);
    rv_cable_id cable = add_taut_cable(world, b, body_of(world, &def));
    for (int i = 0; i < lround(3.0 / h); i++)
        rv_world_step(world, h);
    double before = rv_cable_largest_tension(world, cable), most = 0.0;
    rv_body_set_velocity(world, body, vec(0, 0, b->way * speed));
    for (int i = 0; i < lround(0.9 / (speed * h)); i++) {
        CHECK(rv_world_step(world, h) != RV_STATUS_FAILED);
        most = fmax(most, rv_cable_largest_tension(world, cable));
    }
    CHECK(rv_cable_wrap_count(world, cable) > 0);
    rv_world_destroy(world);
    return most / before;
}

// of a cylinder and a box, from below and above, on a stiff cable and a soft one
static double largest_of_all(blow b, double speed, double h) {
    double most = 0.0;
    for (int k = 0; k < 8; k++) {
        b.shape =
            k % 2 ? cylinder_shape(0.2, 1.0) : box_shape(vec(0.5, 1.0, 0.2), rv_material_default());
        b.way = k / 2 % 2 ? 1.0 : -1.0;
        b.EA = k / 4 ? 1e6 : 1e7;
        most = fmax(most, largest_pull(&b, speed, h));
    }
    return most;
}

TEST(a_shape_that_comes_against_a_massless_cable_does_not_jerk_it) {
    // 30 kg that are drawn up faster by and by: 4 %
    blow b = {.model = RV_CABLE_MASSLESS};
    CHECK_NEAR(largest_of_all(b, 0.3, 0.01), 1.02, 0.025);
    b.wheel = true;
    CHECK_NEAR(largest_of_all(b, 0.3, 0.01), 1.02, 0.025);
    b.drum = true;
    CHECK_NEAR(largest_of_all(b, 0.3, 0.01), 1.02, 0.025);
}

TEST(a_shape_that_comes_against_a_layered_cable_makes_waves_but_no_jerk) {
    // what it sags is given free when the span is divided, and rings, on the soft cable most: 1.22 with
    // a step of 1 ms and 80 cells
    blow b = {.model = RV_CABLE_LAYERED};
    CHECK(largest_of_all(b, 0.3, 0.01) < 1.3);
    b.wheel = true;
    CHECK(largest_of_all(b, 0.3, 0.01) < 1.3);
    b.drum = true;
    CHECK(largest_of_all(b, 0.3, 0.01) < 1.3);
}

TEST(a_drum_gives_what_a_shape_winds_off_it) {
    for (int m = 0; m < 2; m++) {
        const double radius = 0.2, h = 0.01;
        rv_world* world = default_world();
        rv_shape_def box = box_shape(vec(0.5, 1.0, 0.2), rv_material_default());
        rv_body_id body = add_shaped(world, RV_BODY_KINEMATIC, &box, pose_at(vec(0.3, 0, -0.45)));
        rv_body_id load = add_particle(world, MASS, vec(2, 0, -4));
        rv_cable_node nodes[3] = {drum_at(NO_BODY, vec(-2, 0, -radius), 0.0),
                                  eye_at(NO_BODY, vec(2, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        nodes[0].radius = radius;
        nodes[0].axis = vec(0, 1, 0);
        nodes[0].winch.stored = 1.0;
        rv_cable_def def = touching_def(nodes, 3, m ? RV_CABLE_LAYERED : RV_CABLE_MASSLESS);
        rv_cable_id cable = cable_of(world, &def);
        for (int i = 0; i < 300; i++) {
            rv_body_set_velocity(world, body, vec(0, 0, i < 200 ? 0.3 : 0.0));
            CHECK(rv_world_step(world, h) != RV_STATUS_FAILED);
        }
        // from the top of the drum the cable has turned to where it leaves now
        rv_vec3 out = rv_cable_get_contact(world, cable, 0).out;
        double turned = -atan2(out.x + 2.0, out.z + radius);
        CHECK(turned > 0.1);
        CHECK_NEAR(rv_cable_winch(world, cable, 0).stored, 1.0 - radius * turned, 1e-6);
        CHECK(rv_cable_wrap_count(world, cable) == 2);
        rv_world_destroy(world);
    }
}

// --- slings ---

// a box of 190 kg lands in two slings that are longer than straight by a share: how deep it hangs
static double hangs_in_slings(double longer, double h) {
    rv_world* world = default_world();
    rv_shape_def shape = box_shape(vec(0.3, 0.4, 0.2), rv_material_default());
    shape.material.density = 1000.0;
    // 0.1 m above where they hang: a parabola
    double sag = sqrt(0.75 * 2.0 * longer);
    rv_body_id box = add_shaped(world, RV_BODY_DYNAMIC, &shape, pose_at(vec(0, 0, 0.3 - sag)));
    for (int s = 0; s < 2; s++) {
        double y = s == 0 ? -0.25 : 0.25;
        const rv_cable_node nodes[2] = {fixed_at(NO_BODY, vec(-1, y, 0)),
                                        fixed_at(NO_BODY, vec(1, y, 0))};
        rv_cable_def def = touching_def(nodes, 2, RV_CABLE_LAYERED);
        def.length = 2.0 * (1.0 + longer);
        def.diameter = 0.01;
        def.mass_per_length = 0.5;
        def.touch.friction = 0.4;
        cable_of(world, &def);
    }
    for (int i = 0; i < lround(5.0 / h); i++)
        CHECK(rv_world_step(world, h) != RV_STATUS_FAILED);
    double z = rv_body_center(world, box).z;
    rv_world_destroy(world);
    return -z;
}

TEST(a_box_that_lands_in_slings_that_hang_deep_is_held) {
    for (int k = 0; k < 5; k++) {
        double longer = 0.05 + 0.05 * k;
        // Taut over the lower edges, 0.7 m beside the ends: L = 2 sqrt(0.7^2 + d^2) + 0.6. Its middle
        // runs 5 mm off them; round the edges it is a little shorter than that line.
        double side = 0.5 * (2.0 * (1.0 + longer) - 0.6);
        double depth = sqrt(side * side - 0.49) - 0.2 - 0.005;
        CHECK_NEAR(hangs_in_slings(longer, 1.0 / 60.0), depth, 2e-3);
        CHECK_NEAR(hangs_in_slings(longer, 1.0 / 120.0), depth, 2e-3);
    }
}
