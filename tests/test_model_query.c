// Rays and overlaps against the same question asked of every shape, before and after steps.
#include "contact_fixture.h"
#include "solid_fixture.h"

static const double H = 1.0 / 60.0;

TEST(a_ray_meets_the_first_shape_on_its_way) {
    rv_world* world = weightless_world();
    rv_body_id near = add_sphere(world, 0.5, rough(0.5), at(2, 0, 0));
    rv_body_id far = add_cube(world, 0.5, rough(0.5), at(4, 0, 0));
    for (int stepped = 0; stepped < 2; stepped++) {
        rv_ray_hit hit;
        CHECK(rv_world_cast_ray(world, vec(0, 0, 0), vec(10, 0, 0), 1, &hit));
        CHECK(same_body(hit.body, near) && hit.shape == 0);
        CHECK_NEAR(hit.distance, 1.5, 1e-12);
        CHECK_NEAR(hit.point.x, 1.5, 1e-12);
        CHECK_NEAR(hit.normal.x, -1.0, 1e-12);
        // past the ball, at the box
        CHECK(rv_world_cast_ray(world, vec(0, 0.48, 0.3), vec(10, 0.48, 0.3), 1, &hit));
        CHECK(same_body(hit.body, far));
        CHECK_NEAR(hit.distance, 3.5, 1e-12);
        // from inside the ball: it is not met
        CHECK(rv_world_cast_ray(world, vec(2, 0, 0), vec(10, 0, 0), 1, &hit));
        CHECK(same_body(hit.body, far));
        // too short, beside, backwards
        CHECK(!rv_world_cast_ray(world, vec(0, 0, 0), vec(1.49, 0, 0), 1, &hit));
        CHECK(!rv_world_cast_ray(world, vec(0, 2, 0), vec(10, 2, 0), 1, &hit));
        CHECK(!rv_world_cast_ray(world, vec(0, 0, 0), vec(-10, 0, 0), 1, &hit));
        CHECK(!rv_world_cast_ray(world, vec(NAN, 0, 0), vec(10, 0, 0), 1, &hit));
        CHECK(!rv_world_cast_ray(world, vec(0, 0, 0), vec(INFINITY, 0, 0), 1, &hit));
        CHECK(rv_world_cast_ray(world, vec(0, 0, 0), vec(10, 0, 0), 1, NULL));
        run_steps(world, H, 1);
    }
    rv_world_destroy(world);
}

TEST(a_ray_of_no_length_meets_nothing) {
    rv_world* world = default_world();
    add_floor(world, rough(0.5));
    rv_ray_hit hit;
    CHECK(!rv_world_cast_ray(world, vec(0, 0, 1), vec(0, 0, 1), 1, &hit));
    rv_world_destroy(world);
}

TEST(masks_choose_what_is_met) {
    rv_world* world = weightless_world();
    rv_shape_def sphere = sphere_shape(0.5, rough(0.5));
    rv_body_id bodies[3];
    for (int i = 0; i < 3; i++) {
        sphere.group = 1u << i;
        bodies[i] = add_shaped(world, RV_BODY_STATIC, &sphere, at(2 + 2 * i, 0, 0));
    }
    for (int stepped = 0; stepped < 2; stepped++) {
        for (uint32_t mask = 0; mask < 8; mask++) {
            rv_ray_hit hit;
            int first = mask & 1 ? 0 : mask & 2 ? 1 : mask & 4 ? 2 : -1;
            CHECK(rv_world_cast_ray(world, vec(0, 0, 0), vec(10, 0, 0), mask, &hit)
                  == (first >= 0));
            CHECK(first < 0 || same_body(hit.body, bodies[first]));
            int bits = (int)(mask & 1) + (int)(mask >> 1 & 1) + (int)(mask >> 2);
            CHECK(rv_world_overlap_box(world, vec(0, 0, 0), vec(10, 1, 1), mask,
                                       (rv_shape_refs){NULL, 0})
                  == bits);
        }
        run_steps(world, H, 1);
    }
    rv_world_destroy(world);
}

// spheres: distance of the ray to a centre, brute force
static double cast_at_sphere(rv_vec3 center, double radius, rv_vec3 from, rv_vec3 way) {
    rv_vec3 d = rv_vec3_sub(from, center);
    double a = rv_vec3_dot(way, way), b = rv_vec3_dot(way, d);
    double c = rv_vec3_dot(d, d) - radius * radius, root = b * b - a * c;
    if (c <= 0.0 || root < 0.0)
        return INFINITY;
    double t = (-b - sqrt(root)) / a;
    return t >= 0.0 && t <= 1.0 ? t : INFINITY;
}

enum { COUNT = 80 };

TEST(rays_and_overlaps_agree_with_brute_force_while_everything_moves) {
    fixture_random random = {17};
    rv_world* world = weightless_world();
    rv_body_id bodies[COUNT];
    double radius[COUNT];
    int met = 0, overlapping = 0;
    for (int i = 0; i < COUNT; i++) {
        radius[i] = random_in(&random, 0.1, 0.5);
        rv_pose pose = rv_pose_make(random_vec(&random, 3.0), rv_quat_identity());
        bodies[i] = add_sphere(world, radius[i], rough(0.3), pose);
        rv_body_set_velocity(world, bodies[i], random_vec(&random, 2.0));
    }
    for (int step = 0; step < 40; step++) {
        rv_vec3 from = random_vec(&random, 4.0), to = random_vec(&random, 4.0);
        rv_shape_def probe = sphere_shape(random_in(&random, 0.5, 2.0), rough(0.1));
        double first = INFINITY;
        int closest = -1, touching = 0;
        for (int i = 0; i < COUNT; i++) {
            rv_vec3 center = rv_body_center(world, bodies[i]);
            double t = cast_at_sphere(center, radius[i], from, rv_vec3_sub(to, from));
            closest = t < first ? i : closest;
            first = fmin(first, t);
            touching += rv_vec3_length(rv_vec3_sub(center, from)) <= radius[i] + probe.radius;
        }
        rv_ray_hit hit;
        CHECK(rv_world_cast_ray(world, from, to, 1, &hit) == (closest >= 0));
        CHECK(closest < 0 || same_body(hit.body, bodies[closest]));
        if (closest >= 0)
            CHECK_NEAR(hit.distance, first * rv_vec3_length(rv_vec3_sub(to, from)), 1e-9);
        rv_shape_ref refs[COUNT];
        rv_pose pose = rv_pose_make(from, rv_quat_identity());
        CHECK(rv_world_overlap_shape(world, &probe, pose, 1, (rv_shape_refs){refs, COUNT})
              == touching);
        met += closest >= 0;
        overlapping += touching;
        if (step % 3 == 0)
            rv_body_set_pose(world, bodies[step],
                             rv_pose_make(random_vec(&random, 3.0), rv_quat_identity()));
        else
            run_steps(world, H, 1);
    }
    CHECK(met >= 5 && overlapping >= 20);
    rv_world_destroy(world);
}

TEST(overlaps_are_counted_beyond_the_capacity_and_written_within) {
    rv_world* world = weightless_world();
    for (int i = 0; i < 6; i++)
        add_cube(world, 0.1, rough(0.5), at(i, 0, 0));
    rv_shape_ref refs[6] = {0};
    CHECK(rv_world_overlap_box(world, vec(-1, -1, -1), vec(9, 1, 1), 1, (rv_shape_refs){refs, 2})
          == 6);
    CHECK(refs[0].body.slot != 0 && refs[1].body.slot != 0 && refs[2].body.slot == 0);
    CHECK(rv_world_overlap_box(world, vec(1.5, -1, -1), vec(3.5, 1, 1), 1, (rv_shape_refs){refs, 6})
          == 2);
    CHECK(rv_world_overlap_box(world, vec(1.2, -1, -1), vec(1.8, 1, 1), 1, (rv_shape_refs){refs, 6})
          == 0);
    CHECK(rv_world_overlap_box(world, vec(1.2, -1, -1), vec(1.8, 1, 1), 1, (rv_shape_refs){NULL, 6})
          == 0);
    rv_world_destroy(world);
}

TEST(overlap_shape_is_exact_where_boxes_are_not) {
    rv_world* world = weightless_world();
    add_sphere(world, 0.5, rough(0.5), at(0, 0, 0));
    rv_shape_def probe = sphere_shape(0.5, rough(0.5));
    // corners of the bounding boxes meet, the balls do not
    CHECK(rv_world_overlap_box(world, vec(0.4, 0.4, 0.4), vec(1, 1, 1), 1, (rv_shape_refs){NULL, 0})
          == 1);
    CHECK(rv_world_overlap_shape(world, &probe, at(0.9, 0.9, 0.0), 1, (rv_shape_refs){NULL, 0})
          == 0);
    CHECK(rv_world_overlap_shape(world, &probe, at(0.7, 0.7, 0.0), 1, (rv_shape_refs){NULL, 0})
          == 1);
    probe.local.position.x = -0.2; // the shape's own place counts
    CHECK(rv_world_overlap_shape(world, &probe, at(0.9, 0.7, 0.0), 1, (rv_shape_refs){NULL, 0})
          == 1);
    rv_world_destroy(world);
}

TEST(overlap_shape_refuses_what_cannot_ask) {
    rv_world* world = weightless_world();
    rv_shape_def plane = plane_shape(rough(0.5)), sphere = sphere_shape(-1.0, rough(0.5));
    CHECK(rv_world_overlap_shape(world, NULL, at(0, 0, 0), 1, (rv_shape_refs){NULL, 0}) == -1);
    CHECK_TEXT(rv_world_error(world), "rv_world_overlap_shape: must not be NULL");
    CHECK(rv_world_overlap_shape(world, &plane, at(0, 0, 0), 1, (rv_shape_refs){NULL, 0}) == -1);
    CHECK_TEXT(rv_world_error(world),
               "rv_shape_def.type: a plane, mesh or height field cannot ask for overlaps");
    CHECK(rv_world_overlap_shape(world, &sphere, at(0, 0, 0), 1, (rv_shape_refs){NULL, 0}) == -1);
    CHECK_TEXT(rv_world_error(world), "rv_shape_def.radius = -1 m: must be finite and > 0");
    sphere.radius = 1.0;
    CHECK(rv_world_overlap_shape(world, &sphere, at(NAN, 0, 0), 1, (rv_shape_refs){NULL, 0}) == -1);
    CHECK_TEXT(rv_world_error(world),
               "rv_world_overlap_shape: pose: must be finite with a unit quaternion");
    rv_world_destroy(world);
}

TEST(moved_platforms_are_met_where_they_are) {
    rv_world* world = weightless_world();
    rv_shape_def box = cube_shape(0.5, rough(0.5));
    rv_body_id lift = add_shaped(world, RV_BODY_KINEMATIC, &box, at(0, 0, 0));
    rv_body_set_velocity(world, lift, vec(30, 0, 0));
    for (int i = 0; i < 10; i++) {
        run_steps(world, H, 1);
        double x = rv_body_center(world, lift).x;
        rv_ray_hit hit;
        CHECK(rv_world_cast_ray(world, vec(x, 0, 5), vec(x, 0, -5), 1, &hit));
        CHECK_NEAR(hit.distance, 4.5, 1e-12);
        CHECK(!rv_world_cast_ray(world, vec(x - 0.51, 0, 5), vec(x - 0.51, 0, -5), 1, &hit));
    }
    rv_world_destroy(world);
}

TEST(worlds_without_contacts_answer_too) {
    rv_world_def def = rv_world_def_default();
    def.contact.enabled = false;
    rv_world* world = world_of(&def);
    rv_body_id floor = add_floor(world, rough(0.5));
    run_steps(world, H, 2);
    rv_ray_hit hit;
    CHECK(rv_world_cast_ray(world, vec(0, 0, 2), vec(0, 0, -2), 1, &hit));
    CHECK(same_body(hit.body, floor));
    CHECK_NEAR(hit.distance, 2.0, 1e-12);
    rv_body_destroy(world, floor);
    CHECK(!rv_world_cast_ray(world, vec(0, 0, 2), vec(0, 0, -2), 1, &hit));
    rv_world_destroy(world);
}

// a ray meets the surface as it is: bent, moved, and in every model
TEST(rays_meet_the_surface_of_solids_where_it_is) {
    static const rv_solid_model models[] = {RV_SOLID_STATIC, RV_SOLID_DYNAMIC,
                                            RV_SOLID_COROTATIONAL};
    for (int m = 0; m < 3; m++) {
        rv_world* world = default_world();
        solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 8, 2, 2);
        r.def.model = models[m];
        r.def.pose.position = vec(0, 0, 1);
        r.def.group = 4;
        r.def.damping_mass = 20.0;
        r.def.material.young = 2e5;
        rv_solid_id beam = solid_of(world, &r);
        for (int i = 0; i < 40; i++)
            rv_world_step(world, 0.05);
        // through each triangle from outside, and from inside, as the other side of the beam
        double sag = 1.05 - beam_end(world, beam, 9).z;
        CHECK(sag > 0.02);
        for (int i = 0; i < rv_solid_triangle_count(world, beam); i++) {
            int32_t c[3];
            rv_vec3 x[3], middle = vec(0, 0, 0);
            rv_solid_triangle(world, beam, i, c);
            const double weight[3] = {0.2, 0.3, 0.5};
            for (int k = 0; k < 3; k++) {
                x[k] = rv_solid_node(world, beam, c[k]);
                middle = rv_vec3_mul_add(middle, weight[k], x[k]);
            }
            rv_vec3 n =
                rv_vec3_normalize(rv_vec3_cross(rv_vec3_sub(x[1], x[0]), rv_vec3_sub(x[2], x[0])));
            rv_vec3 from = rv_vec3_mul_add(middle, 0.005, n);
            rv_vec3 to = rv_vec3_mul_add(middle, -0.5, n);
            rv_ray_hit hit;
            CHECK(rv_world_cast_ray(world, from, to, 4, &hit));
            CHECK(hit.solid.slot == beam.slot && hit.body.slot == 0 && hit.triangle == i);
            CHECK_NEAR(hit.distance, 0.005, 1e-12);
            CHECK(apart(hit.point, middle) < 1e-12 && apart(hit.normal, n) < 1e-12);
            for (int k = 0; k < 3; k++)
                CHECK_NEAR(hit.weight[k], weight[k], 1e-9);
            CHECK(!rv_world_cast_ray(world, from, to, 3, &hit));
            // not from inside
            CHECK(!rv_world_cast_ray(world, rv_vec3_mul_add(middle, -1e-6, n), from, 4, &hit));
        }
        rv_world_destroy(world);
    }
}

TEST(a_ray_meets_what_is_first_of_a_shape_and_a_solid_and_passes_no_edge) {
    rv_world* world = weightless_world();
    solid_rig r = box_rig(vec(0.4, 0.4, 0.2), 4, 4, 2);
    rv_solid_id block = solid_of(world, &r);
    rv_shape_def ball = sphere_shape(0.1, slippery());
    rv_body_id body = add_shaped(world, RV_BODY_STATIC, &ball, at(0, 0, 0.5));
    rv_ray_hit hit;
    CHECK(rv_world_cast_ray(world, vec(0, 0, 2), vec(0, 0, -2), 1, &hit));
    CHECK(same_body(hit.body, body) && hit.solid.slot == 0);
    CHECK(rv_world_cast_ray(world, vec(0, 0, -2), vec(0, 0, 2), 1, &hit));
    CHECK(hit.solid.slot == block.slot && hit.body.slot == 0);
    // along edges and through corners of triangles, too
    for (int i = -7; i <= 7; i++)
        for (int j = -7; j <= 7; j++) {
            rv_vec3 to = vec(0.025 * i, 0.025 * j, 0.0);
            CHECK(rv_world_cast_ray(world, vec(0.025 * i, 0.025 * j, -2), to, 1, &hit));
            CHECK_NEAR(hit.point.z, -0.1, 1e-12);
            CHECK(rv_world_cast_ray(world, vec(0.3, 0.7, -2), to, 1, &hit));
        }
    rv_solid_destroy(world, block);
    CHECK(!rv_world_cast_ray(world, vec(0, 0, -2), vec(0, 0, 0), 1, &hit));
    rv_world_destroy(world);
}
