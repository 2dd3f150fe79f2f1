// Nodes inside static solids: where the elements are in balance, whatever was asked before.
#include "fem_box.h"
#include "model/tet_surface.h"
#include "solid_fixture.h"

static const rv_vec3 GRAVITY = {0, 0, -9.81}, PUSH = {40, -20, 30};

// held corners come first, then middles of edges between them, which are held with them
enum { HELD = 16, HELD_NODES = 64 };

static fem_box box_of(int order) {
    fem_box b = {.cells = {4, 3, 3}, .size = {0.4, 0.3, 0.3}, .order = order, .uneven = 0.2};
    box_make(&b);
    return b;
}

static rv_solid_id box_in(rv_world* world, const fem_box* b, rv_pose pose,
                          const rv_answer_store* store) {
    int32_t held[HELD_NODES];
    box_pick(b, at_start, held);
    solid_rig r = {.def = rv_solid_def_default()};
    r.def.nodes = b->nodes;
    r.def.node_count = b->corners;
    r.def.tets = b->tets;
    r.def.tet_count = b->tet_count;
    r.def.held = held;
    r.def.held_count = HELD;
    r.def.model = RV_SOLID_STATIC;
    r.def.order = b->order;
    r.def.material = b->material;
    r.def.pose = pose;
    r.def.store = store;
    return solid_made(world, &r);
}

static rv_fem_means means_of(fem_box* b, const rv_fem_system* system) {
    rv_fem_means means = {0};
    rv_index_list surface = {0};
    int triangles = rv_tet_surface(&b->memory, b->tets, b->tet_count, b->corners, &surface);
    CHECK(rv_fem_means_make(&b->memory, &means, &b->fem, surface.data, triangles,
                            system->unknown.data));
    rv_array_free(&b->memory, &surface);
    return means;
}

// where a corner is: inside it is a node, at the surface the mean
static rv_vec3 mean_at(const rv_fem_means* means, int corner, const double* u) {
    rv_vec3 sum = {0, 0, 0};
    for (int k = means->first.data[corner]; k < means->first.data[corner + 1]; k++)
        sum = rv_vec3_mul_add(sum, means->weight.data[k],
                              rv_vec3_load(u + 3 * (size_t)means->node.data[k]));
    return sum;
}

// displacements of all corners for a push on the last one and gravity, both in the frame: one
// solve with K; to be freed
static double* balance(fem_box* b, rv_vec3 push, rv_vec3 gravity) {
    rv_fem_system system = {0};
    int32_t held[HELD_NODES];
    box_pick(b, at_start, held);
    CHECK(rv_fem_system_make(&b->memory, &system, &b->fem, held, HELD));
    rv_fem_assemble(&b->fem, &system, (rv_fem_weights){.stiffness = 1.0}, NULL,
                    system.matrix.values.data);
    CHECK(rv_sparse_factor(&system.matrix));
    double *f = box_vector(b), *x = box_vector(b);
    double* scratch = malloc(rv_sparse_scratch(&system.matrix) * sizeof *scratch);
    rv_fem_add_load(&b->fem, RV_FEM_CONSISTENT, gravity, f);
    rv_fem_means means = means_of(b, &system);
    for (int k = means.first.data[b->corners - 1]; k < means.first.data[b->corners]; k++) {
        double* at = f + 3 * (size_t)means.node.data[k];
        rv_vec3_store(at, rv_vec3_mul_add(rv_vec3_load(at), means.weight.data[k], push));
    }
    rv_fem_gather(&system, f, x);
    rv_sparse_solve(&system.matrix, x, scratch);
    rv_fem_scatter(&system, x, f);
    for (int k = 0; k < b->corners; k++)
        rv_vec3_store(x + 3 * (size_t)k, mean_at(&means, k, f));
    memcpy(f, x, 3 * (size_t)b->corners * sizeof *f);
    rv_fem_means_free(&b->memory, &means);
    free(x);
    free(scratch);
    rv_fem_system_free(&b->memory, &system);
    return f;
}

// how far the farthest corner is from where it should be
static double farthest(const rv_world* world, rv_solid_id solid, const fem_box* b,
                       const double* u) {
    rv_pose frame = rv_solid_frame(world, solid);
    double worst = 0.0;
    for (int k = 0; k < b->corners; k++) {
        rv_vec3 X = rv_vec3_add(b->nodes[k], rv_vec3_load(u + 3 * k));
        rv_vec3 at = rv_vec3_add(frame.position, rv_quat_rotate(frame.rotation, X));
        worst = fmax(worst, apart(rv_solid_node(world, solid, k), at));
    }
    return worst;
}

TEST(all_nodes_of_a_static_solid_are_where_the_elements_are_in_balance) {
    for (int order = 1; order <= 2; order++) {
        fem_box b = box_of(order);
        rv_quat turn = rv_quat_exp(vec(0.3, -0.5, 0.8));
        rv_vec3 g = rv_quat_rotate(rv_quat_conjugate(turn), GRAVITY);
        rv_vec3 push = rv_quat_rotate(rv_quat_conjugate(turn), PUSH), none = vec(0, 0, 0);
        double *resting = balance(&b, none, g), *pushed = balance(&b, push, g);
        rv_world_def def = rv_world_def_default();
        rv_world* world = world_of(&def);
        rv_solid_id box = box_in(world, &b, rv_pose_make(vec(1, 2, 3), turn), NULL);
        // the push moves nodes inside by some millimetres
        CHECK(farthest(world, box, &b, resting) < 1e-12);
        CHECK(farthest(world, box, &b, pushed) > 1e-3);
        rv_solid_apply_force(world, box, b.corners - 1, PUSH);
        rv_world_step(world, 0.01);
        CHECK(farthest(world, box, &b, pushed) < 1e-12);
        // and go back without it
        rv_world_step(world, 0.01);
        CHECK(farthest(world, box, &b, resting) < 1e-12);
        free(resting);
        free(pushed);
        rv_world_destroy(world);
        box_free(&b);
    }
}

// keeps what it is given, in order
typedef struct shelf {
    int count;
    void* data[2];
} shelf;

static bool shelf_load(void* context, const uint64_t key[2], void* data, size_t bytes) {
    shelf* s = context;
    (void)key;
    if (s->count < 2)
        return false;
    memcpy(data, s->data[s->count++ % 2], bytes);
    return true;
}

static void shelf_save(void* context, const uint64_t key[2], const void* data, size_t bytes) {
    shelf* s = context;
    (void)key;
    s->data[s->count] = malloc(bytes);
    memcpy(s->data[s->count++], data, bytes);
}

TEST(nodes_inside_a_solid_with_a_kept_answer_are_there_too) {
    fem_box b = box_of(2);
    shelf kept = {0};
    rv_answer_store store = {shelf_load, shelf_save, &kept};
    double* resting = balance(&b, vec(0, 0, 0), GRAVITY);
    for (int run = 0; run < 2; run++) {
        rv_world_def def = rv_world_def_default();
        rv_world* world = world_of(&def);
        rv_solid_id box = box_in(world, &b, at(0, 0, 0), &store);
        CHECK(farthest(world, box, &b, resting) < 1e-12);
        rv_world_destroy(world);
    }
    CHECK(kept.count == 4); // saved, then loaded
    free(kept.data[0]);
    free(kept.data[1]);
    free(resting);
    box_free(&b);
}

TEST(nodes_inside_follow_what_presses_the_surface_and_a_state_that_is_brought_back) {
    fem_box b = box_of(1);
    rv_world* world = weightless_world();
    rv_solid_id box = box_in(world, &b, at(0, 0, 0), NULL);
    rv_shape_def plate = box_shape(vec(0.5, 0.5, 0.05), slippery());
    rv_body_id press = add_shaped(world, RV_BODY_KINEMATIC, &plate, at(0.3, 0.15, 0.3505));
    int inner = box_corner(&b, 3, 1, 2);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* before = malloc(bytes);
    rv_vec3 start = rv_solid_node(world, box, inner);
    CHECK(apart(start, b.nodes[inner]) < 1e-15);
    CHECK(rv_world_save(world, before, bytes) == bytes);
    for (int i = 0; i < 10; i++) {
        rv_body_set_velocity(world, press, vec(0, 0, -0.05));
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    }
    CHECK(start.z - rv_solid_node(world, box, inner).z > 0.003); // the plate has gone 4.5 mm
    // elements are in balance without a force on it
    double *u = box_vector(&b), *f = box_vector(&b);
    for (int k = 0; k < b.corners; k++)
        rv_vec3_store(u + 3 * k, rv_vec3_sub(rv_solid_node(world, box, k), b.nodes[k]));
    rv_fem_forces(&b.fem, u, f);
    CHECK(rv_vec3_length(rv_vec3_load(f + 3 * inner)) < 1e-9 * -rv_solid_force(world, box).z);
    CHECK(rv_world_restore(world, before, bytes));
    CHECK(apart(rv_solid_node(world, box, inner), start) < 1e-15);
    free(before);
    free(u);
    free(f);
    rv_world_destroy(world);
    box_free(&b);
}
