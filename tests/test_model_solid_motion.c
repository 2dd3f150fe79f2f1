// How solids move: in balance, swinging, falling, turning, and held by bodies.
#include "fem_box.h"
#include "model/solid.h"
#include "solid_fixture.h"

enum { END = 4 }; // nodes at the end of a beam of one cell across

static const double GRAVITY = 9.81;

// --- in balance ---

// where the end of a clamped beam is in balance, by one solve with K: with a force on its last node,
// or under its weight
static double sag_of_fem(rv_vec3 size, int along, rv_vec3 force, rv_vec3 gravity) {
    fem_box b = {.cells = {along, 1, 1}, .size = size, .order = 1};
    box_make(&b);
    rv_fem_system system = {0};
    int32_t held[8];
    int count = box_pick(&b, at_start, held);
    CHECK(rv_fem_system_make(&b.memory, &system, &b.fem, held, count));
    rv_fem_assemble(&b.fem, &system, (rv_fem_weights){.stiffness = 1.0}, NULL,
                    system.matrix.values.data);
    CHECK(rv_sparse_factor(&system.matrix));
    double *f = box_vector(&b), *x = box_vector(&b);
    double* scratch = malloc(rv_sparse_scratch(&system.matrix) * sizeof *scratch);
    rv_fem_add_load(&b.fem, RV_FEM_CONSISTENT, gravity, f);
    int last = b.corners - 1;
    rv_vec3_store(f + 3 * last, rv_vec3_add(rv_vec3_load(f + 3 * last), force));
    rv_fem_gather(&system, f, x);
    rv_sparse_solve(&system.matrix, x, scratch);
    rv_fem_scatter(&system, x, f);
    double sag = f[3 * last + 2];
    free(f);
    free(x);
    free(scratch);
    rv_fem_system_free(&b.memory, &system);
    box_free(&b);
    return sag;
}

// how far the last node went down after `steps` with a force on it
static double sag_in_world(rv_solid_model model, rv_vec3 force, rv_vec3 gravity, double damping,
                           double h, int steps) {
    rv_world_def def = rv_world_def_default();
    def.gravity = gravity;
    rv_world* world = world_of(&def);
    solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 4, 1, 1);
    r.def.model = model;
    r.def.damping_mass = damping;
    rv_solid_id beam = solid_of(world, &r);
    int last = rv_solid_node_count(world, beam) - 1;
    for (int i = 0; i < steps; i++) {
        rv_solid_apply_force(world, beam, last, force);
        CHECK(rv_world_step(world, h) == RV_STATUS_OK);
    }
    double sag = rv_solid_node(world, beam, last).z - 0.05;
    rv_world_destroy(world);
    return sag;
}

TEST(a_static_beam_is_where_the_elements_are_in_balance) {
    rv_vec3 none = vec(0, 0, 0), push = vec(1, 2, -3), g = vec(0, 0, -GRAVITY);
    double pushed = sag_of_fem(vec(0.4, 0.1, 0.1), 4, push, none);
    double weighed = sag_of_fem(vec(0.4, 0.1, 0.1), 4, none, g);
    CHECK(pushed < -1e-4 && weighed < -1e-4);
    CHECK_NEAR(sag_in_world(RV_SOLID_STATIC, push, none, 0.0, 0.05, 1), pushed, 1e-12 * -pushed);
    CHECK_NEAR(sag_in_world(RV_SOLID_STATIC, none, g, 0.0, 0.05, 1), weighed, 1e-12 * -weighed);
    // forces do not add up from step to step
    CHECK_NEAR(sag_in_world(RV_SOLID_STATIC, push, g, 0.0, 0.05, 5), pushed + weighed,
               1e-11 * -pushed);
}

TEST(a_beam_with_inertia_comes_to_rest_there) {
    rv_vec3 push = vec(0, 0, -3), g = vec(0, 0, -GRAVITY);
    double expected = sag_of_fem(vec(0.4, 0.1, 0.1), 4, push, g);
    // implicit Euler at a long step damps itself
    double sag = sag_in_world(RV_SOLID_DYNAMIC, push, g, 20.0, 0.05, 200);
    CHECK_NEAR(sag, expected, 1e-9 * -expected);
    // the trapezoidal rule does not: exp(-10 t)
    sag = sag_in_world(RV_SOLID_TRAPEZOIDAL, push, g, 20.0, 0.002, 2000);
    CHECK_NEAR(sag, expected, 1e-7 * -expected);
    // the same for small strain and turning, to the order of both
    sag = sag_in_world(RV_SOLID_COROTATIONAL, push, g, 20.0, 0.05, 200);
    CHECK_NEAR(sag, expected, 0.02 * -expected);
}

TEST(forces_on_nodes_are_gone_after_a_step) {
    rv_world* world = weightless_world();
    solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 2, 1, 1);
    r.def.model = RV_SOLID_STATIC;
    rv_solid_id beam = solid_of(world, &r);
    rv_solid_apply_force(world, beam, 11, vec(0, 0, -3));
    rv_world_step(world, 0.01);
    double sag = rv_solid_node(world, beam, 11).z - 0.05;
    CHECK(sag < -1e-5);
    CHECK_NEAR(rv_solid_elastic_energy(world, beam), 0.5 * 3.0 * -sag, 1e-14);
    rv_world_step(world, 0.01);
    CHECK_NEAR(rv_solid_node(world, beam, 11).z, 0.05, 1e-16);
    rv_world_destroy(world);
}

// --- swinging ---

// a clamped beam that was let go, bent by its weight
static rv_world* let_go(rv_solid_model model, int order, rv_solid_id* beam) {
    rv_world* world = default_world();
    solid_rig r = beam_rig(vec(0.5, 0.05, 0.05), 5, 1, 1);
    r.def.model = model;
    r.def.order = order;
    r.def.material.poisson = 0.0;
    r.def.material.young = 4e6;
    *beam = solid_of(world, &r);
    for (int i = 0; i < 50; i++)
        rv_world_step(world, 0.5);
    rv_world_set_gravity(world, vec(0, 0, 0));
    return world;
}

TEST(a_cantilever_of_quadratic_elements_swings_at_the_frequency_of_beams) {
    rv_solid_id beam;
    rv_world* world = let_go(RV_SOLID_DYNAMIC, 2, &beam);
    // 1.8751^2 / (2 pi) sqrt(E I / (m L^4)), less 1 % for shear and turning (Timoshenko)
    double f = 0.5596 * sqrt(4e6 * 0.05 * 0.05 / (12.0 * 1000.0)) / (0.5 * 0.5);
    double h = 1.0 / (f * 400.0), before = -1.0;
    int crossings = 0, first = 0, last = 0;
    for (int i = 0; i < 1000; i++) {
        rv_world_step(world, h);
        double z = beam_end(world, beam, END).z;
        if (before < 0.0 && z >= 0.0) {
            last = i;
            first = crossings++ == 0 ? i : first;
        }
        before = z;
    }
    CHECK(crossings >= 2);
    double measured = (crossings - 1) / ((last - first) * h);
    CHECK_NEAR(measured, f, 0.02 * f);
    rv_world_destroy(world);
}

TEST(implicit_euler_never_gains_energy) {
    for (int k = 0; k < 2; k++) {
        rv_solid_id beam;
        rv_world* world = let_go(k == 0 ? RV_SOLID_DYNAMIC : RV_SOLID_COROTATIONAL, 1, &beam);
        double before = rv_world_energy(world).total, start = before;
        CHECK(start > 1e-4);
        for (int i = 0; i < 200; i++) {
            rv_world_step(world, 0.004);
            double now = rv_world_energy(world).total;
            CHECK(now <= before * (1.0 + 1e-12) + 1e-15);
            before = now;
        }
        CHECK(before < 0.9 * start); // and takes some
        rv_world_destroy(world);
    }
}

TEST(the_trapezoidal_rule_keeps_its_energy) {
    rv_world* world = weightless_world();
    solid_rig r = beam_rig(vec(0.5, 0.05, 0.05), 5, 1, 1);
    r.def.model = RV_SOLID_TRAPEZOIDAL;
    rv_solid_id beam = solid_of(world, &r);
    rv_solid_apply_force(world, beam, 20, vec(1, 2, -3));
    rv_world_step(world, 0.004);
    double start = rv_world_energy(world).total;
    CHECK(start > 1e-4);
    for (int i = 0; i < 300; i++) {
        rv_world_step(world, 0.004);
        CHECK_NEAR(rv_world_energy(world).total, start, 1e-11 * start);
    }
    rv_world_destroy(world);
}

// Total energy, with that of a force that pulls at the last four nodes. Without the stiffness of
// tension it grows: waves across a stretched band would be stepped explicitly.
TEST(a_soft_band_that_is_stretched_gains_no_energy) {
    rv_world* world = weightless_world();
    solid_rig r = beam_rig(vec(0.5, 0.02, 0.02), 10, 1, 1);
    r.def.model = RV_SOLID_COROTATIONAL;
    r.def.material.young = 1e5;
    r.def.material.poisson = 0.0;
    rv_solid_id band = solid_of(world, &r);
    double before = INFINITY;
    for (int i = 0; i < 300; i++) {
        for (int k = 40; k < 44; k++)
            rv_solid_apply_force(world, band, k, vec(5.0, 0, 0));
        if (i == 100)
            rv_solid_apply_force(world, band, 20, vec(0, 0.1, 0.2));
        rv_world_step(world, 0.016);
        double now = rv_world_energy(world).total - 20.0 * (beam_end(world, band, END).x - 0.5);
        CHECK(i <= 100 || now <= before + 1e-9); // of 2.5 J that are in it
        before = now;
    }
    CHECK(beam_end(world, band, END).x > 0.74 && beam_end(world, band, END).x < 0.76);
    rv_world_destroy(world);
}

// --- floating ---

// momentum, and angular momentum about the origin, of corners with the masses of the elements: exact
// for order 1 by M = (1 + delta_ij) m / 20 of each tetrahedron
static void momenta(const rv_world* world, rv_solid_id solid, const solid_rig* r, rv_vec3* linear,
                    rv_vec3* angular) {
    *linear = *angular = vec(0, 0, 0);
    for (int t = 0; t < r->mesh.tet_count; t++) {
        const int32_t* c = r->mesh.tets + 4 * t;
        const rv_vec3* X = r->mesh.nodes;
        rv_vec3 a = rv_vec3_sub(X[c[1]], X[c[0]]), b = rv_vec3_sub(X[c[2]], X[c[0]]);
        rv_vec3 d = rv_vec3_sub(X[c[3]], X[c[0]]);
        double mass = 1000.0 * rv_vec3_dot(rv_vec3_cross(a, b), d) / 6.0;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                double m = mass / 20.0 * (i == j ? 2.0 : 1.0);
                rv_vec3 p = rv_vec3_scale(rv_solid_node_velocity(world, solid, c[j]), m);
                *linear = rv_vec3_add(*linear, p);
                rv_vec3 x = rv_solid_node(world, solid, c[i]);
                *angular = rv_vec3_add(*angular, rv_vec3_cross(x, p));
            }
    }
}

TEST(a_floating_solid_keeps_its_momentum) {
    for (int model = RV_SOLID_DYNAMIC; model <= RV_SOLID_TRAPEZOIDAL; model++) {
        rv_world* world = weightless_world();
        solid_rig r = box_rig(vec(0.2, 0.1, 0.1), 2, 1, 1);
        r.def.model = (rv_solid_model)model;
        r.def.velocity = vec(0.3, 0.2, -0.1);
        r.def.angular_velocity = vec(1, 2, 3);
        rv_solid_id solid = solid_made(world, &r);
        rv_vec3 p0, L0, p, L;
        momenta(world, solid, &r, &p0, &L0);
        run_steps(world, 0.005, 100);
        momenta(world, solid, &r, &p, &L);
        CHECK(apart(p, p0) < 1e-12 * rv_vec3_length(p0));
        // Forces of elements have no torque about where these are without strain, and what is left is
        // of its order; the trapezoidal rule knows nothing of how its frame turns within a step.
        static const double lost[] = {0.0, 1e-5, 1e-3, 0.03};
        CHECK(apart(L, L0) < lost[model] * rv_vec3_length(L0));
        rv_tet_mesh_free(&r.mesh);
        rv_world_destroy(world);
    }
}

TEST(a_floating_solid_falls_as_everything_does) {
    for (int model = RV_SOLID_DYNAMIC; model <= RV_SOLID_TRAPEZOIDAL; model++) {
        rv_world* world = default_world();
        solid_rig r = box_rig(vec(0.2, 0.1, 0.1), 2, 1, 1);
        r.def.model = (rv_solid_model)model;
        r.def.order = 2;
        r.def.pose.rotation = rv_quat_from_axis_angle(vec(0.6, 0, 0.8), 1.0);
        r.def.velocity = vec(1, 0, 2);
        rv_solid_id solid = solid_of(world, &r);
        int n = 50;
        double h = 0.01, t = n * h;
        run_steps(world, h, n);
        bool mean = model == RV_SOLID_TRAPEZOIDAL;
        double fall = 0.5 * GRAVITY * t * (mean ? t : t + h); // sums of h^2 g
        CHECK(apart(solid_middle(world, solid), vec(t, 0, 2.0 * t - fall)) < 1e-12);
        for (int k = 0; k < rv_solid_node_count(world, solid); k++)
            CHECK(apart(rv_solid_node_velocity(world, solid, k), vec(1, 0, 2.0 - GRAVITY * t))
                  < 1e-11);
        CHECK_NEAR(rv_solid_elastic_energy(world, solid), 0.0, 1e-15);
        rv_world_destroy(world);
    }
}

TEST(a_corotational_solid_turns_without_strain) {
    rv_world* world = weightless_world();
    solid_rig r = box_rig(vec(0.2, 0.1, 0.1), 2, 1, 1);
    r.def.model = RV_SOLID_COROTATIONAL;
    r.def.material.young = 1e8;
    r.def.angular_velocity = vec(0, 0, 2);
    rv_solid_id solid = solid_made(world, &r);
    // a step goes straight on: strain (h w)^2 / 2 in the plane, of which this is the energy
    double h = 0.002, turned = 0.0, strain = 0.5 * 0.004 * 0.004;
    double lambda = 1e8 * 0.3 / (1.3 * 0.4), mu = 1e8 / 2.6;
    double energy = 2.0 * (lambda + mu) * strain * strain * 0.002;
    for (int i = 0; i < 500; i++) {
        rv_quat before = rv_solid_frame(world, solid).rotation;
        rv_world_step(world, h);
        rv_quat now = rv_solid_frame(world, solid).rotation;
        turned += 2.0 * rv_quat_mul(now, rv_quat_conjugate(before)).z;
        CHECK(rv_solid_elastic_energy(world, solid) < 1.1 * energy);
    }
    CHECK_NEAR(turned, 2.0, 1e-3);
    for (int k = 0; k < r.mesh.node_count; k++) {
        rv_pose frame = rv_solid_frame(world, solid);
        rv_vec3 x = rv_vec3_add(frame.position, rv_quat_rotate(frame.rotation, r.mesh.nodes[k]));
        CHECK(apart(rv_solid_node(world, solid, k), x) < 2e-6);
    }
    rv_tet_mesh_free(&r.mesh);
    rv_world_destroy(world);
}

// --- held by bodies ---

static rv_solid_model with_inertia(int k) {
    static const rv_solid_model models[] = {RV_SOLID_DYNAMIC, RV_SOLID_COROTATIONAL,
                                            RV_SOLID_TRAPEZOIDAL};
    return models[k];
}

TEST(a_frame_that_moves_evenly_strains_nothing) {
    for (int k = 0; k < 4; k++) {
        rv_world* world = weightless_world();
        rv_body_id cart = add_kinematic(world, vec(1, 0, 0), vec(0.5, 1, -2));
        solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 4, 1, 1);
        r.def.model = k == 3 ? RV_SOLID_STATIC : with_inertia(k);
        r.def.frame = cart;
        r.def.damping_mass = 3.0; // against the frame
        r.def.damping_stiffness = 0.01;
        r.def.pose.position = vec(1, 0.5, 0);
        rv_solid_id beam = solid_of(world, &r);
        run_steps(world, 0.01, 100);
        CHECK(apart(beam_end(world, beam, END), vec(1.9, 1.5, -2)) < 1e-12);
        CHECK(rv_solid_elastic_energy(world, beam) < 1e-20);
        rv_world_destroy(world);
    }
}

TEST(a_frame_that_turns_evenly_pulls_outward) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = weightless_world();
        rv_body_id hub = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
        rv_body_set_angular_velocity(world, hub, vec(0, 0, 2));
        solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 4, 1, 1);
        r.def.model = with_inertia(k);
        r.def.frame = hub;
        r.def.material.poisson = 0.0;
        r.def.damping_mass = 20.0;
        rv_solid_id beam = solid_of(world, &r);
        run_steps(world, 0.005, 400);
        rv_pose frame = rv_solid_frame(world, beam);
        rv_vec3 end = rv_quat_rotate(rv_quat_conjugate(frame.rotation), beam_end(world, beam, END));
        double out = 1000.0 * 4.0 * 0.064 / 3e6; // rho w^2 L^3 / (3 E)
        CHECK_NEAR(end.x - 0.4, out, 0.06 * out);
        // half of the turn of a step aside, 11 q L^4 / (120 E I); and the mesh is not the same on both
        // sides
        double q = 0.005 * 1000.0 * 0.01 * 4.0 * 0.4, I = 1e-4 / 12.0;
        double aside = 11.0 * q * 0.0256 / (120.0 * 1e6 * I);
        CHECK(fabs(end.y) < 1.2 * aside && fabs(end.z) < 0.3 * aside);
        rv_world_destroy(world);
    }
}

// a body with a soft beam in front, both moving
static rv_world* tied(rv_solid_model model, rv_vec3 gravity, solid_rig* r, rv_body_id* body,
                      rv_solid_id* beam) {
    rv_world_def def = rv_world_def_default();
    def.gravity = gravity;
    rv_world* world = world_of(&def);
    *body = add_rigid(world, 2.0, vec(0.02, 0.03, 0.04), vec(-0.1, 0, 0));
    rv_body_set_velocity(world, *body, vec(0.1, 0.2, 0.3));
    *r = beam_rig(vec(0.3, 0.1, 0.1), 3, 1, 1);
    r->def.model = model;
    r->def.frame = *body;
    *beam = solid_made(world, r);
    return world;
}

static rv_vec3 tied_momentum(const rv_world* world, const solid_rig* r, rv_body_id body,
                             rv_solid_id beam) {
    rv_vec3 p, L;
    momenta(world, beam, r, &p, &L);
    return rv_vec3_mul_add(p, 2.0, rv_body_velocity(world, body));
}

TEST(a_body_and_the_solid_that_it_holds_keep_their_momentum) {
    for (int k = 0; k < 2; k++) {
        solid_rig r;
        rv_body_id body;
        rv_solid_id beam;
        rv_world* world = tied(with_inertia(k), vec(0, 0, 0), &r, &body, &beam);
        rv_vec3 before = tied_momentum(world, &r, body, beam);
        rv_solid_apply_force(world, beam, 15, vec(0, 1, 3));
        rv_world_step(world, 0.01);
        before = rv_vec3_add(before, vec(0, 0.01, 0.03));
        for (int i = 0; i < 100; i++) {
            rv_world_step(world, 0.01);
            rv_vec3 now = tied_momentum(world, &r, body, beam);
            // velocities of held nodes are told with arms that have turned since
            CHECK(apart(now, before) < 5e-6 * rv_vec3_length(before));
        }
        rv_tet_mesh_free(&r.mesh);
        rv_world_destroy(world);
    }
}

TEST(mass_of_a_solid_on_a_body_counts_once) {
    for (int k = 0; k < 2; k++) {
        solid_rig r;
        rv_body_id body;
        rv_solid_id beam;
        rv_world* world = tied(with_inertia(k), vec(0, 0, -GRAVITY), &r, &body, &beam);
        // all fall alike
        run_steps(world, 0.01, 20);
        CHECK_NEAR(rv_body_velocity(world, body).z, 0.3 - 0.2 * GRAVITY, 1e-9);
        CHECK(rv_solid_elastic_energy(world, beam) < 1e-15);
        // a push on the body moves both
        rv_world_set_gravity(world, vec(0, 0, 0));
        rv_body_set_velocity(world, body, vec(0.1, 0.2, 0.3 - 0.2 * GRAVITY));
        rv_vec3 before = tied_momentum(world, &r, body, beam);
        rv_body_apply_force_at_center(world, body, vec(5, 0, 0));
        run_steps(world, 0.01, 1);
        rv_vec3 now = tied_momentum(world, &r, body, beam);
        CHECK(apart(now, rv_vec3_add(before, vec(0.05, 0, 0))) < 1e-10);
        rv_tet_mesh_free(&r.mesh);
        rv_world_destroy(world);
    }
}

// the largest difference between answers of nodes and solutions for one push after the other
static double answers_differ(rv_solid_work* work, const int* nodes, int count) {
    enum { MOST = 12 };
    double C[MOST * MOST], x[600], worst = 0.0, largest = 0.0;
    int dofs[MOST] = {0};
    for (int k = 0; k < 3 * count; k++)
        dofs[k] = work->tie + 3 * work->free.data[nodes[k / 3]] + k % 3;
    CHECK(work->block.size <= 600);
    work->block.compliance(work, 3 * count, dofs, C);
    for (int j = 0; j < 3 * count; j++) {
        memset(x, 0, sizeof x);
        x[dofs[j]] = 1.0;
        work->block.solve(work, x);
        for (int i = 0; i < 3 * count; i++) {
            worst = fmax(worst, fabs(C[3 * count * i + j] - x[dofs[i]]));
            largest = fmax(largest, fabs(x[dofs[i]]));
        }
    }
    CHECK(largest > 0.0);
    return worst / largest;
}

TEST(nodes_of_a_solid_answer_together_as_they_do_one_by_one) {
    // more than are solved for at a time, in no order; and one of them alone
    const int nodes[4] = {15, 4, 9, 12};
    for (int k = 0; k < 4; k++) {
        rv_world_def def = rv_world_def_default();
        rv_world* world = world_of(&def);
        solid_rig r = beam_rig(vec(0.3, 0.1, 0.1), 3, 1, 1);
        r.def.model = with_inertia(k % 2);
        if (k >= 2)
            r.def.frame = add_rigid(world, 2.0, vec(0.02, 0.03, 0.04), vec(-0.1, 0, 0));
        solid_of(world, &r);
        run_steps(world, 0.01, 3);
        rv_solid_work* work = world->solid_work.data[0];
        CHECK(work->tie == (k < 2 ? 0 : RV_SOLID_TIE));
        CHECK(answers_differ(work, nodes, 4) < 1e-13);
        CHECK(answers_differ(work, nodes + 2, 1) < 1e-13);
        rv_world_destroy(world);
    }
}

// a beam hangs down from a body that joints hold: the weight of both is what the joint gives
TEST(a_body_that_holds_a_sagging_beam_carries_it) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = default_world();
        rv_body_id body = add_rigid(world, 1e4, vec(1e4, 1e4, 1e4), vec(0, 0, 0));
        rv_joint_def lock =
            rv_joint_def_at(world, RV_JOINT_LOCK, body, NO_BODY, vec(0, 0, 0), vec(0, 0, 1));
        joint_of(world, &lock);
        solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 4, 1, 1);
        r.def.model = with_inertia(k);
        r.def.frame = body;
        r.def.damping_mass = 5.0;
        rv_solid_id beam = solid_of(world, &r);
        run_steps(world, 0.05, 200);
        double expected = sag_of_fem(vec(0.4, 0.1, 0.1), 4, vec(0, 0, 0), vec(0, 0, -GRAVITY));
        CHECK_NEAR(rv_solid_node(world, beam, 19).z - 0.05, expected,
                   (k == 0 ? 1e-5 : 0.02) * -expected);
        rv_world_destroy(world);
    }
}

TEST(a_body_that_holds_a_solid_feels_what_pushes_it) {
    static const rv_solid_model models[] = {RV_SOLID_STATIC, RV_SOLID_DYNAMIC};
    for (int k = 0; k < 2; k++) {
        rv_world* world = weightless_world();
        rv_body_id body = add_rigid(world, 2.0, vec(1, 1, 1), vec(0.1, 0, 0));
        rv_joint_def lock =
            rv_joint_def_at(world, RV_JOINT_LOCK, NO_BODY, body, vec(0, 0, 0), vec(0, 0, 1));
        rv_joint_id joint = joint_of(world, &lock);
        solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 4, 1, 1);
        r.def.model = models[k];
        r.def.frame = body;
        r.def.damping_mass = 20.0;
        int last = r.def.node_count - 1;
        rv_vec3 push = vec(1, 2, -3), torque = rv_vec3_cross(r.def.nodes[last], push);
        rv_solid_id beam = solid_of(world, &r);
        for (int i = 0; i < 200; i++) {
            rv_solid_apply_force(world, beam, last, push);
            CHECK(rv_world_step(world, 0.05) == RV_STATUS_OK); // the first moves the solid alone
        }
        CHECK(apart(rv_joint_force(world, joint), rv_vec3_neg(push)) < 1e-9);
        CHECK(apart(rv_joint_torque(world, joint), rv_vec3_neg(torque)) < 1e-9);
        rv_world_destroy(world);
    }
}

TEST(a_solid_that_is_not_finite_is_kept_where_it_was) {
    for (int k = 0; k < 3; k++) {
        rv_world* world = default_world();
        solid_rig r = beam_rig(vec(0.3, 0.1, 0.1), 3, 1, 1);
        r.def.model = with_inertia(k);
        r.def.pose.position = vec(0, 0, 0.05);
        if (k == 2)
            add_floor(world, rough(0.5)); // which it touches
        else
            r.def.frame = add_rigid(world, 2.0, vec(0.02, 0.03, 0.04), vec(0, 0, 0));
        rv_solid_id beam = solid_of(world, &r);
        run_steps(world, 0.01, 3);
        rv_vec3 before = rv_solid_node(world, beam, 15);
        for (int i = 0; i < 2; i++) // each is finite, their sum is not
            CHECK(rv_solid_apply_force(world, beam, 15, vec(0, 0, 1e308)));
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_DEGRADED);
        CHECK(rv_solid_is_frozen(world, beam));
        for (int i = 0; i < 3; i++)
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
        CHECK(apart(rv_solid_node(world, beam, 15), before) == 0.0);
        CHECK(rv_world_solid_contact_count(world) == 0);
        rv_world_destroy(world);
    }
}
