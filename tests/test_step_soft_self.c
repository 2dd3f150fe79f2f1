// Solids that touch themselves: a clip of two unlike arms with a slot between them, squeezed shut,
// clapping, and turned by what holds it.
#include "model/solid.h"
#include "solid_fixture.h"

enum { ALONG = 6, ACROSS = 2, LEVELS = 4, CELLS = ALONG * ACROSS * (LEVELS - 1) };
enum { NODES = (ALONG + 1) * (ACROSS + 1) * LEVELS, UPPER = 2, LOWER = 1 };

static const double HEIGHT[LEVELS] = {0.0, 0.03, 0.04,
                                      0.06}; // of the levels; the slot is the second
static const double CELL = 0.03, WIDTH = 0.02;

typedef struct clip {
    rv_vec3 nodes[NODES];
    int32_t tets[24 * CELLS];
    int32_t held[NODES];
    rv_solid_def def;
} clip;

static int node_at(int i, int j, int level) {
    return (i * (ACROSS + 1) + j) * LEVELS + level;
}

// six tetrahedra, each a way along the three axes (Kuhn 1960)
static void add_cell(clip* c, int i, int j, int level) {
    static const int way[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int w = 0; w < 6; w++) {
        int32_t* tet = c->tets + 4 * c->def.tet_count++;
        int at[3] = {i, j, level};
        tet[0] = node_at(i, j, level);
        for (int s = 0; s < 3; s++) {
            at[way[w][s]]++;
            // ways of odd order turn the other way
            tet[w < 3 || s == 0 ? s + 1 : 4 - s] = node_at(at[0], at[1], at[2]);
        }
    }
}

// held at its bottom
static clip* make_clip(rv_solid_model model) {
    clip* c = calloc(1, sizeof *c);
    c->def = rv_solid_def_default();
    for (int i = 0; i <= ALONG; i++)
        for (int j = 0; j <= ACROSS; j++)
            for (int level = 0; level < LEVELS; level++) {
                c->nodes[node_at(i, j, level)] = vec(CELL * i, WIDTH * j, HEIGHT[level]);
                if (level == 0)
                    c->held[c->def.held_count++] = node_at(i, j, level);
                if (i < ALONG && j < ACROSS && level < LEVELS - 1 && (level != LOWER || i == 0))
                    add_cell(c, i, j, level);
            }
    c->def.nodes = c->nodes;
    c->def.node_count = NODES;
    c->def.tets = c->tets;
    c->def.held = c->held;
    c->def.model = model;
    c->def.material.poisson = 0.3;
    c->def.touches_self = true;
    return c;
}

static rv_solid_id clip_of(rv_world* world, clip* c) {
    rv_solid_id solid = rv_solid_create(world, &c->def);
    CHECK(solid.slot != 0);
    if (solid.slot == 0)
        printf("  %s\n", rv_world_error(world));
    return solid;
}

// how far p is above a triangle, INFINITY beside it
static double above(rv_vec3 p, rv_vec3 a, rv_vec3 b, rv_vec3 c) {
    rv_vec3 u = rv_vec3_sub(b, a), v = rv_vec3_sub(c, a), w = rv_vec3_sub(p, a);
    rv_vec3 n = rv_vec3_cross(u, v);
    double square = rv_vec3_dot(n, n);
    double s = rv_vec3_dot(rv_vec3_cross(w, v), n) / square;
    double t = rv_vec3_dot(rv_vec3_cross(u, w), n) / square;
    return s < 0.0 || t < 0.0 || s + t > 1.0 ? INFINITY : rv_vec3_dot(w, n) / sqrt(square);
}

// the least height of nodes of the upper arm over the faces of the lower one
static double slot_of(const rv_world* world, rv_solid_id solid) {
    double least = INFINITY;
    for (int node = node_at(1, 0, UPPER); node < NODES; node += LEVELS)
        for (int i = 1; i < ALONG; i++)
            for (int j = 0; j < ACROSS; j++) {
                rv_vec3 p = rv_solid_node(world, solid, node);
                rv_vec3 a = rv_solid_node(world, solid, node_at(i, j, LOWER));
                rv_vec3 b = rv_solid_node(world, solid, node_at(i + 1, j, LOWER));
                rv_vec3 c = rv_solid_node(world, solid, node_at(i + 1, j + 1, LOWER));
                rv_vec3 d = rv_solid_node(world, solid, node_at(i, j + 1, LOWER));
                least = fmin(least, fmin(above(p, a, b, c), above(p, a, c, d)));
            }
    return least;
}

static void squeeze(rv_world* world, rv_solid_id solid, double force, int steps) {
    for (int i = 0; i < steps; i++) {
        for (int j = 0; j <= ACROSS; j++)
            rv_solid_apply_force(world, solid, node_at(ALONG, j, LEVELS - 1),
                                 vec(0, 0, -force * fmin(1.0, 0.05 * i) / (ACROSS + 1)));
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    }
}

// elastic forces of all elements on one side of the slot, up
static double elastic_at(const rv_world* world, rv_solid_id id, int level) {
    const rv_solid* solid = rv_world_solid(world, id);
    const rv_fem* fem = &rv_solid_work_of(world, solid)->fem;
    double x[3 * NODES], f[3 * NODES], sum = 0.0;
    bool turned = solid->model == RV_SOLID_COROTATIONAL;
    for (int k = 0; k < NODES; k++) {
        rv_vec3 X = turned ? vec(0, 0, 0) : fem->rest.data[k];
        rv_vec3_store(x + 3 * k, rv_vec3_sub(rv_solid_node(world, id, k), X));
    }
    turned ? rv_fem_forces_turned(fem, x, f, NULL) : rv_fem_forces(fem, x, f);
    for (int i = 1; i <= ALONG; i++)
        for (int j = 0; j <= ACROSS; j++)
            sum += f[3 * node_at(i, j, level) + 2];
    return sum;
}

static const rv_solid_model MODELS[] = {RV_SOLID_STATIC, RV_SOLID_DYNAMIC, RV_SOLID_COROTATIONAL};
enum { MODEL_COUNT = sizeof MODELS / sizeof MODELS[0] };

TEST(a_clip_that_is_squeezed_closes_and_carries) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        double force[2], slot[2];
        for (int own = 0; own < 2; own++) {
            rv_world* world = weightless_world();
            clip* c = make_clip(MODELS[k]);
            c->def.touches_self = own == 1;
            c->def.damping_mass = 20.0;
            rv_solid_id solid = clip_of(world, c);
            squeeze(world, solid, 6.0, 200);
            slot[own] = slot_of(world, solid);
            force[own] = 0.0;
            for (int i = 0; i < rv_world_solid_contact_count(world); i++) {
                rv_solid_contact contact = rv_world_solid_contact(world, i);
                CHECK(contact.solid.slot == solid.slot && contact.other.slot == solid.slot);
                rv_vec3 f =
                    rv_vec3_mul_add(contact.friction_force, contact.normal_force, contact.normal);
                force[own] += fabs(f.z);
            }
            // what closes the slot is in balance with the elements on both sides of it
            CHECK_NEAR(elastic_at(world, solid, UPPER), -force[own], 1e-6);
            CHECK_NEAR(elastic_at(world, solid, LOWER), force[own], 1e-6);
            rv_world_destroy(world);
            free(c);
        }
        // without itself in its way the upper arm goes through the lower one
        CHECK(slot[0] < -0.05 && force[0] == 0.0);
        CHECK(slot[1] > -1e-6 && slot[1] < 1e-4);
        CHECK(force[1] > 5.0 && force[1] < 6.0); // the rest is what bends the arm
    }
}

static rv_vec3 momentum_of(const rv_world* world, rv_solid_id id, rv_vec3* angular) {
    const rv_fem* fem = &rv_solid_work_of(world, rv_world_solid(world, id))->fem;
    double v[3 * NODES], p[3 * NODES];
    for (int k = 0; k < NODES; k++)
        rv_vec3_store(v + 3 * k, rv_solid_node_velocity(world, id, k));
    rv_fem_mass_multiply(fem, RV_FEM_CONSISTENT, v, p);
    rv_vec3 sum = vec(0, 0, 0);
    *angular = vec(0, 0, 0);
    for (int k = 0; k < NODES; k++) {
        rv_vec3 part = rv_vec3_load(p + 3 * k);
        sum = rv_vec3_add(sum, part);
        *angular = rv_vec3_add(*angular, rv_vec3_cross(rv_solid_node(world, id, k), part));
    }
    return sum;
}

// The arms fly together by five slots in a step.
TEST(a_clip_that_claps_does_not_cross_itself_and_keeps_its_momentum) {
    for (int k = 1; k < MODEL_COUNT; k++) {
        rv_world* world = weightless_world();
        clip* c = make_clip(MODELS[k]);
        c->def.held_count = 0;
        rv_solid_id solid = clip_of(world, c);
        const rv_solid* state = rv_world_solid(world, solid);
        for (int i = 2; i <= ALONG; i++)
            for (int j = 0; j <= ACROSS; j++)
                for (int level = UPPER; level < LEVELS; level++)
                    world->solid_v.data[state->first + node_at(i, j, level)] = vec(1, 0.5, -5);
        rv_vec3 L0, L, p0 = momentum_of(world, solid, &L0), p;
        double least = INFINITY, most = 0.0;
        for (int i = 0; i < 100; i++) {
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
            least = fmin(least, slot_of(world, solid));
            for (int t = 0; t < rv_world_solid_contact_count(world); t++)
                most = fmax(most, rv_world_solid_contact(world, t).normal_force);
        }
        p = momentum_of(world, solid, &L);
        CHECK(least > -5e-4); // of 50 mm that they would go in a step
        CHECK(most > 1.0);
        CHECK(apart(p, p0) < 1e-10 * rv_vec3_length(p0));
        // steps as long as this lose some by themselves: 2 and 15 % if the arms pass each other
        CHECK(apart(L, L0) < 0.05 * rv_vec3_length(L0));
        rv_world_destroy(world);
        free(c);
    }
}

// A body holds a clip that a plate presses shut: it feels the plate alone.
TEST(what_a_solid_does_to_itself_is_not_felt_by_what_holds_it) {
    rv_world* world = weightless_world();
    rv_body_id grip = add_rigid(world, 1.0, vec(0.01, 0.01, 0.01), vec(0, 0, 0));
    rv_joint_def hold = rv_joint_def_default();
    hold.type = RV_JOINT_LOCK;
    hold.body_b = grip;
    rv_joint_id joint = rv_joint_create(world, &hold);
    clip* c = make_clip(RV_SOLID_STATIC);
    c->def.frame = grip;
    rv_solid_id solid = clip_of(world, c);
    rv_shape_def plate = box_shape(vec(0.02, 0.05, 0.01), slippery());
    rv_body_id press = add_shaped(world, RV_BODY_KINEMATIC, &plate, at(0.18, 0.02, 0.0705));
    for (int i = 0; i < 60; i++) {
        rv_body_set_velocity(world, press, vec(0, 0, i < 12 ? -0.1 : 0.0));
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    }
    int own = 0;
    for (int i = 0; i < rv_world_solid_contact_count(world); i++)
        own += rv_world_solid_contact(world, i).other.slot != 0
               && rv_world_solid_contact(world, i).normal_force > 0.1;
    CHECK(own > 0);
    rv_vec3 torque = rv_joint_torque(world, joint), force = rv_joint_force(world, joint);
    CHECK(apart(force, rv_vec3_neg(rv_solid_force(world, solid))) < 1e-6); // of 66 N
    CHECK(apart(torque, rv_vec3_neg(rv_solid_torque(world, solid))) < 1e-6);
    rv_world_destroy(world);
    free(c);
}

TEST(both_sides_of_a_thin_plate_do_not_touch_each_other) {
    for (int k = 0; k < MODEL_COUNT; k++) {
        rv_world* world = default_world();
        solid_rig r = beam_rig(vec(0.4, 0.1, 0.004), 8, 2, 1);
        r.def.model = MODELS[k];
        r.def.material.young = 1e8;
        r.def.pose.rotation = rv_quat_exp(vec(0.6, 0.4, 0));
        r.def.touches_self = true;
        rv_solid_id plate = solid_of(world, &r);
        for (int i = 0; i < 20; i++) {
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
            CHECK(rv_world_solid_contact_count(world) == 0);
        }
        CHECK(rv_solid_is_valid(world, plate));
        rv_world_destroy(world);
    }
}
