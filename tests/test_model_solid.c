// Solids: made, read, refused, destroyed, and brought back.
#include "failing_allocator.h"
#include "solid_fixture.h"

// --- made and read ---

static double volume_inside(const rv_world* world, rv_solid_id solid) {
    double sum = 0.0;
    for (int t = 0; t < rv_solid_triangle_count(world, solid); t++) {
        int32_t c[3];
        rv_solid_triangle(world, solid, t, c);
        rv_vec3 a = rv_solid_node(world, solid, c[0]), b = rv_solid_node(world, solid, c[1]);
        sum += rv_vec3_dot(a, rv_vec3_cross(b, rv_solid_node(world, solid, c[2]))) / 6.0;
    }
    return sum;
}

TEST(a_solid_is_read_as_it_was_made) {
    rv_world* world = weightless_world();
    solid_rig r = box_rig(vec(0.4, 0.2, 0.1), 2, 1, 1);
    int user = 0;
    r.def.user_data = &user;
    r.def.model = RV_SOLID_COROTATIONAL;
    r.def.pose = rv_pose_make(vec(1, 2, 3), rv_quat_from_axis_angle(vec(0, 0, 1), 0.7));
    r.def.velocity = vec(1, 0, 0);
    r.def.angular_velocity = vec(0, 0, 2);
    rv_solid_id solid = solid_made(world, &r);
    CHECK(rv_solid_count(world) == 1 && rv_solid_is_valid(world, solid));
    CHECK(rv_solid_get_model(world, solid) == RV_SOLID_COROTATIONAL);
    CHECK(rv_solid_user_data(world, solid) == &user);
    CHECK(rv_solid_node_count(world, solid) == 12);
    CHECK(rv_solid_triangle_count(world, solid) == 2 * 2 * (2 + 2 + 1));
    CHECK_NEAR(rv_solid_mass(world, solid), 1000.0 * 0.4 * 0.2 * 0.1, 1e-13);
    CHECK_NEAR(volume_inside(world, solid), 0.4 * 0.2 * 0.1, 1e-14);
    CHECK(rv_solid_frame_body(world, solid).slot == 0);
    rv_pose frame = rv_solid_frame(world, solid);
    CHECK(apart(frame.position, r.def.pose.position) < 1e-15);
    for (int k = 0; k < 12; k++) {
        rv_vec3 arm = rv_quat_rotate(r.def.pose.rotation, r.mesh.nodes[k]);
        rv_vec3 x = rv_vec3_add(vec(1, 2, 3), arm);
        rv_vec3 v = rv_vec3_add(vec(1, 0, 0), rv_vec3_cross(vec(0, 0, 2), arm));
        CHECK(apart(rv_solid_node(world, solid, k), x) < 1e-15);
        CHECK(apart(rv_solid_node_velocity(world, solid, k), v) < 1e-15);
    }
    CHECK(!rv_solid_is_frozen(world, solid));
    rv_tet_mesh_free(&r.mesh);
    rv_world_destroy(world);
}

TEST(energies_are_those_of_the_start_before_the_first_step) {
    rv_world* world = default_world();
    solid_rig r = box_rig(vec(0.4, 0.2, 0.1), 2, 1, 1);
    r.def.order = 2;
    r.def.pose.position = vec(0, 0, 3);
    r.def.velocity = vec(1, 2, 3);
    r.def.angular_velocity = vec(0, 0, 2);
    rv_solid_id solid = solid_of(world, &r);
    double mass = 8.0, turning = 0.5 * mass * (0.16 + 0.04) / 12.0 * 4.0;
    CHECK_NEAR(rv_solid_kinetic_energy(world, solid), 0.5 * mass * 14.0 + turning, 1e-12);
    CHECK_NEAR(rv_solid_elastic_energy(world, solid), 0.0, 1e-15);
    rv_energy energy = rv_world_energy(world);
    CHECK_NEAR(energy.kinetic, 0.5 * mass * 14.0 + turning, 1e-12);
    CHECK_NEAR(energy.gravitational, mass * 9.81 * 3.0, 1e-11);
    rv_world_destroy(world);
}

TEST(solids_are_visited_in_order) {
    rv_world* world = default_world();
    rv_solid_id made[3];
    for (int i = 0; i < 3; i++) {
        solid_rig r = box_rig(vec(1, 1, 1), 1, 1, 1);
        made[i] = solid_of(world, &r);
    }
    CHECK(rv_solid_destroy(world, made[1]));
    rv_solid_id at = rv_solid_next(world, (rv_solid_id){0});
    CHECK(at.slot == made[0].slot);
    at = rv_solid_next(world, at);
    CHECK(at.slot == made[2].slot);
    CHECK(rv_solid_next(world, at).slot == 0);
    CHECK(rv_solid_next(world, (rv_solid_id){.slot = UINT32_MAX}).slot == 0);
    rv_world_destroy(world);
}

static void check_stale(rv_world* world, rv_solid_id id) {
    int32_t corners[3] = {7, 7, 7};
    rv_solid_triangle(world, id, 0, corners);
    CHECK(corners[0] == 0 && corners[1] == 0 && corners[2] == 0);
    CHECK(!rv_solid_is_valid(world, id) && !rv_solid_is_frozen(world, id));
    CHECK((int)rv_solid_get_model(world, id) == 0 && rv_solid_user_data(world, id) == NULL);
    CHECK(rv_solid_frame_body(world, id).slot == 0);
    CHECK(isnan(rv_solid_frame(world, id).position.x) && isnan(rv_solid_node(world, id, 0).z));
    CHECK(rv_solid_node_count(world, id) == 0 && rv_solid_triangle_count(world, id) == 0);
    CHECK(rv_vec3_length(rv_solid_node_velocity(world, id, 0)) == 0.0);
    CHECK(rv_solid_mass(world, id) == 0.0 && rv_solid_kinetic_energy(world, id) == 0.0);
    CHECK(rv_solid_elastic_energy(world, id) == 0.0);
    CHECK(rv_vec3_length(rv_solid_force(world, id)) == 0.0);
    CHECK(rv_vec3_length(rv_solid_torque(world, id)) == 0.0);
    CHECK(!rv_solid_apply_force(world, id, 0, vec(0, 0, 1)));
    CHECK_TEXT(rv_world_error(world), "rv_solid_apply_force: no such solid");
    CHECK(!rv_solid_destroy(world, id));
    CHECK_TEXT(rv_world_error(world), "rv_solid_destroy: no such solid");
}

TEST(stale_ids_answer_zero_and_change_nothing) {
    rv_world *world = default_world(), *other = default_world();
    solid_rig r = box_rig(vec(1, 1, 1), 1, 1, 1);
    rv_solid_id gone = solid_made(world, &r);
    CHECK(rv_solid_destroy(world, gone));
    check_stale(world, gone);
    check_stale(world, (rv_solid_id){0});
    rv_solid_id there = solid_made(world, &r);
    CHECK(there.slot == gone.slot && there.generation != gone.generation);
    check_stale(world, gone);
    solid_of(other, &r);
    check_stale(other, there);
    CHECK(rv_solid_is_valid(world, there));
    rv_world_destroy(world);
    rv_world_destroy(other);
}

TEST(nodes_and_triangles_out_of_range_answer_zero) {
    rv_world* world = default_world();
    solid_rig r = beam_rig(vec(1, 1, 1), 1, 1, 1);
    rv_solid_id solid = solid_of(world, &r);
    int32_t corners[3] = {7, 7, 7};
    rv_solid_triangle(world, solid, 12, corners);
    CHECK(corners[0] == 0 && corners[1] == 0 && corners[2] == 0);
    for (int k = -1; k <= 8; k += 9) {
        CHECK(isnan(rv_solid_node(world, solid, k).x));
        CHECK(rv_vec3_length(rv_solid_node_velocity(world, solid, k)) == 0.0);
        CHECK(!rv_solid_apply_force(world, solid, k, vec(0, 0, 1)));
    }
    CHECK_TEXT(rv_world_error(world), "rv_solid_apply_force: node = 8: must be in [0, 8)");
    CHECK(!rv_solid_apply_force(world, solid, 0, vec(0, 0, 1)));
    CHECK_TEXT(rv_world_error(world),
               "rv_solid_apply_force: node = 0: must not be held, nor inside a static solid");
    CHECK(!rv_solid_apply_force(world, solid, 7, vec(0, 0, NAN)));
    CHECK_TEXT(rv_world_error(world), "rv_solid_apply_force: must be finite");
    CHECK(rv_world_solid_contact(world, 0).solid.slot == 0
          && rv_world_solid_contact_count(world) == 0);
    rv_world_destroy(world);
}

// --- refused ---

typedef struct refusal {
    failing_allocator heap;
    rv_world* world;
    solid_rig r;
    rv_solid_def* d;
    rv_body_id particle, gone;
} refusal;

static void refusal_make(refusal* f) {
    *f = (refusal){0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&f->heap);
    f->world = world_of(&def);
    f->particle = add_particle(f->world, 1.0, vec(0, 0, 0));
    f->gone = add_particle(f->world, 1.0, vec(0, 0, 0));
    rv_body_destroy(f->world, f->gone);
    f->r = beam_rig(vec(1, 1, 1), 1, 1, 1);
    f->d = &f->r.def;
}

static void refusal_check(refusal* f, const char* text) {
    uint64_t hash = rv_world_hash(f->world), changes = rv_world_changes(f->world);
    size_t bytes = f->heap.live_bytes;
    CHECK(rv_solid_create(f->world, f->d).slot == 0);
    CHECK_TEXT(rv_world_error(f->world), text);
    CHECK(rv_world_hash(f->world) == hash && rv_world_changes(f->world) == changes);
    CHECK(rv_solid_count(f->world) == 0 && f->heap.live_bytes == bytes);
    rv_tet_mesh_free(&f->r.mesh);
    rv_world_destroy(f->world);
    CHECK(f->heap.live_blocks == 0);
}

// a fine definition, a change of it, and what creation says then
#define REFUSES(change_, text_)                                                                    \
    do {                                                                                           \
        refusal f;                                                                                 \
        refusal_make(&f);                                                                          \
        change_;                                                                                   \
        refusal_check(&f, text_);                                                                  \
    } while (0)

TEST(meshes_and_models_that_cannot_be_are_refused) {
    REFUSES(f.d = NULL, "rv_solid_def: start from rv_solid_def_default()");
    REFUSES(f.d->magic = 0, "rv_solid_def: start from rv_solid_def_default()");
    REFUSES(f.d->model = (rv_solid_model)4, "rv_solid_def.model = 4: must be an rv_solid_model");
    REFUSES(f.d->order = 3, "rv_solid_def.order = 3: must be 1 or 2");
    REFUSES(f.d->nodes = NULL, "rv_solid_def.nodes: must not be NULL");
    REFUSES(f.d->node_count = 3, "rv_solid_def.node_count = 3: must be in [4, 50000]");
    REFUSES(f.d->tets = NULL, "rv_solid_def.tet_count = 6: must be >= 1, with tets");
    REFUSES(f.d->tet_count = 0, "rv_solid_def.tet_count = 0: must be >= 1, with tets");
    REFUSES(f.r.mesh.nodes[3].x = NAN, "rv_solid_def.nodes, .tets: node 3: lies at (nan, 0.5, "
                                       "0.5): must be finite, at most 1e+100 "
                                       "m");
}

// counts say no before anything is looked at: there are only 8 nodes and 6 tetrahedra
TEST(solids_that_are_too_large_are_refused_by_their_counts) {
    REFUSES(f.d->node_count = 50001, "rv_solid_def.node_count = 50001: must be in [4, 50000]");
    REFUSES((f.d->order = 2, f.d->node_count = 10000, f.d->tet_count = 30001),
            "rv_solid_def.order = 2: makes about 50001 nodes: must be at most 50000");
}

TEST(a_static_solid_with_a_large_surface_is_refused_before_its_answer_is_computed) {
    refusal f;
    refusal_make(&f);
    rv_tet_mesh_free(&f.r.mesh);
    // 4 long sides of 1260 x 2 triangles each, and two ends of 2
    f.r = beam_rig(vec(1, 1, 1), 1260, 1, 1);
    f.d->model = RV_SOLID_STATIC;
    refusal_check(&f, "rv_solid_def.tets: a surface of 10084 triangles: must be at most 10000 of a "
                      "static solid");
}

TEST(materials_that_cannot_be_are_refused) {
    REFUSES(f.d->material.density = 0,
            "rv_solid_def.material.density = 0 kg/m^3: must be finite and > 0");
    REFUSES(f.d->material.young = INFINITY,
            "rv_solid_def.material.young = inf Pa: must be finite and > 0");
    REFUSES(f.d->material.poisson = 0.5,
            "rv_solid_def.material.poisson = 0.5: must be in (-1, 0.5)");
    REFUSES(f.d->material.friction = -1,
            "rv_solid_def.material.friction = -1: must be finite and >= 0");
    REFUSES(f.d->material.static_friction = 0.25,
            "rv_solid_def.material.static_friction = 0.25: must be 0 or >= friction");
    REFUSES(f.d->material.surface = -2,
            "rv_solid_def.material.surface = -2: must be in [0, 65535]");
    REFUSES(f.d->damping_mass = -1, "rv_solid_def.damping_mass = -1 1/s: must be finite and >= 0");
    REFUSES(f.d->damping_stiffness = -1,
            "rv_solid_def.damping_stiffness = -1 s: must be finite and >= 0");
    REFUSES(f.d->skin = -1, "rv_solid_def.skin = -1 m: must be finite and >= 0");
}

static bool stop(void* context, double share) {
    (void)share;
    ++*(int*)context;
    return false;
}

TEST(frames_and_held_nodes_that_cannot_be_are_refused) {
    int32_t line[3] = {0, 1, 1}, beyond[1] = {8};
    REFUSES(f.d->pose.position.x = NAN,
            "rv_solid_def.pose: must be finite, with a rotation of length 1");
    REFUSES(f.d->frame = f.gone, "rv_solid_def.frame: no such body");
    REFUSES(f.d->frame = f.particle, "rv_solid_def.frame: must be a rigid body");
    REFUSES((f.d->model = RV_SOLID_TRAPEZOIDAL, f.d->frame = add_unit(f.world, vec(0, 0, 0))),
            "rv_solid_def.frame: must be a body that forces do not move, or null, for "
            "RV_SOLID_TRAPEZOIDAL");
    REFUSES(f.d->held_count = -1, "rv_solid_def.held_count = -1: must be >= 0, with held");
    REFUSES(f.d->held = NULL, "rv_solid_def.held_count = 4: must be >= 0, with held");
    REFUSES((f.d->held_count = 0, f.d->frame = add_unit(f.world, vec(0, 0, 0))),
            "rv_solid_def.frame: without held nodes it must be null");
    REFUSES((f.d->model = RV_SOLID_STATIC, f.d->held_count = 2),
            "rv_solid_def.held_count = 2: a static solid needs at least 3 held nodes");
    REFUSES(f.d->held_count = 8, "rv_solid_def.held_count = 8: must be less than node_count = 8");
    REFUSES((f.d->held = beyond, f.d->held_count = 1),
            "rv_solid_def.held[0] = 8: must be in [0, 8)");
    REFUSES(f.d->velocity.y = INFINITY, "rv_solid_def.velocity: must be finite");
    REFUSES(f.d->angular_velocity.y = NAN, "rv_solid_def.angular_velocity: must be finite");
    REFUSES((f.d->model = RV_SOLID_STATIC, f.d->held = line, f.d->held_count = 3),
            "rv_solid_def.held: must hold it against every motion: at least three nodes that do "
            "not lie on a line");
    int asked = 0;
    REFUSES((f.d->model = RV_SOLID_STATIC, f.d->progress = stop, f.d->progress_context = &asked),
            "rv_solid_create: stopped by rv_solid_def.progress");
    CHECK(asked == 1);
}

static void create_within(void* context, rv_world* world, double time, double dt) {
    (void)time;
    (void)dt;
    solid_rig* r = context;
    CHECK(rv_solid_create(world, &r->def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_solid_create: not callable during a step");
    CHECK(!rv_solid_destroy(world, rv_solid_next(world, (rv_solid_id){0})));
    CHECK_TEXT(rv_world_error(world), "rv_solid_destroy: not callable during a step");
}

TEST(solids_are_not_made_or_destroyed_during_a_step) {
    solid_rig r = beam_rig(vec(1, 1, 1), 1, 1, 1);
    rv_world_def def = rv_world_def_default();
    def.force = create_within;
    def.force_context = &r;
    rv_world* world = world_of(&def);
    solid_made(world, &r);
    rv_world_step(world, 0.01);
    CHECK(rv_solid_count(world) == 1);
    rv_tet_mesh_free(&r.mesh);
    rv_world_destroy(world);
}

// --- memory ---

// what is made: every kind of block
static solid_rig kind_of(rv_world* world, int kind) {
    solid_rig r = beam_rig(vec(0.3, 0.1, 0.1), 2, 1, 1);
    r.def.pose.position = vec(0, 0, 0.05);
    r.def.model = kind == 0   ? RV_SOLID_STATIC
                  : kind == 1 ? RV_SOLID_COROTATIONAL
                              : RV_SOLID_DYNAMIC;
    r.def.order = kind == 1 ? 2 : 1;
    if (kind == 3)
        r.def.frame = add_unit(world, vec(0, 0, 1));
    return r;
}

// false: enough memory
static bool fails_at(long call, int kind) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    rv_world* world = world_of(&def);
    add_floor(world, rough(0.5));
    solid_rig r = kind_of(world, kind);
    uint64_t hash = rv_world_hash(world), changes = rv_world_changes(world);
    heap.fail_at = heap.calls + call;
    bool failed = rv_solid_create(world, &r.def).slot == 0;
    CHECK(failed == (heap.failed > 0));
    heap.fail_at = 0;
    if (failed) {
        CHECK_TEXT(rv_world_error(world), "rv_solid_create: out of memory");
        CHECK(rv_world_hash(world) == hash && rv_world_changes(world) == changes);
        CHECK(rv_solid_count(world) == 0);
    }
    solid_of(world, &r);
    CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0 && heap.live_bytes == 0);
    return failed;
}

TEST(without_memory_nothing_is_made_and_nothing_lost) {
    for (int kind = 0; kind < 4; kind++) {
        long call = 1;
        while (call < 1000 && fails_at(call, kind))
            call++;
        CHECK(call > 20 && call < 1000);
    }
}

// the state after three steps of which the first fails without memory, once
static uint64_t hash_after_failure(int kind, long call, bool* failed) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    rv_world* world = world_of(&def);
    add_floor(world, rough(0.5));
    solid_rig r = kind_of(world, kind);
    rv_solid_id solid = solid_of(world, &r);
    heap.fail_at = call > 0 ? heap.calls + call : 0;
    rv_solid_apply_force(world, solid, 11, vec(0, 0, -1));
    rv_status status = rv_world_step(world, 0.01);
    *failed = heap.failed > 0;
    CHECK((status == RV_STATUS_FAILED) == *failed);
    heap.fail_at = 0;
    for (int i = *failed ? 0 : 1; i < 3; i++)
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    uint64_t hash = rv_world_hash(world);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
    return hash;
}

TEST(a_step_without_memory_is_refused_and_goes_on_as_if_it_had_not_been) {
    for (int kind = 0; kind < 4; kind++) {
        bool failed;
        uint64_t hash = hash_after_failure(kind, 0, &failed);
        long call = 1;
        for (failed = true; failed && call < 1000; call++)
            CHECK(hash_after_failure(kind, call, &failed) == hash);
        CHECK(call > 5 && call < 1000);
    }
}

TEST(steady_steps_allocate_nothing) {
    for (int kind = 0; kind < 4; kind++) {
        rv_world* world = default_world();
        add_floor(world, rough(0.5));
        solid_rig r = kind_of(world, kind);
        rv_solid_id solid = solid_of(world, &r);
        for (int i = 0; i < 40; i++) {
            rv_solid_apply_force(world, solid, 11, vec(0, 0, -5));
            rv_world_step(world, 0.01);
            CHECK(i < 20 || rv_world_report(world).allocations == 0);
        }
        CHECK(kind == 3 || rv_world_solid_contact_count(world) > 0);
        rv_world_destroy(world);
    }
}

// --- destroyed ---

TEST(a_destroyed_solid_leaves_the_others_as_they_are) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    rv_world* world = world_of(&def);
    add_floor(world, rough(0.5));
    rv_solid_id made[3];
    for (int i = 0; i < 3; i++) {
        solid_rig r = box_rig(vec(0.1, 0.1, 0.1 * (i + 1)), 1, 1, i + 1);
        r.def.pose.position = vec(i, 0, 0.05 * (i + 1));
        made[i] = solid_of(world, &r);
    }
    run_steps(world, 0.01, 5);
    rv_vec3 before = solid_middle(world, made[2]);
    int contacts = rv_world_solid_contact_count(world), of_first = 0;
    for (int c = 0; c < contacts; c++)
        of_first += rv_world_solid_contact(world, c).solid.slot == made[0].slot;
    CHECK(of_first > 0 && of_first < contacts);
    CHECK(rv_solid_destroy(world, made[0]));
    CHECK(rv_world_solid_contact_count(world) == contacts - of_first);
    CHECK(apart(solid_middle(world, made[2]), before) == 0.0);
    CHECK(rv_solid_count(world) == 2 && rv_solid_node_count(world, made[2]) == 16);
    CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    CHECK(apart(solid_middle(world, made[2]), before) < 1e-6); // and still rests
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

TEST(a_solid_goes_with_the_body_that_holds_it_and_loses_the_one_that_it_touches) {
    rv_world* world = default_world();
    rv_body_id ground = add_floor(world, rough(0.5)),
               frame = add_kinematic(world, vec(0, 0, 1), vec(0, 0, 0));
    solid_rig r = beam_rig(vec(0.3, 0.1, 0.1), 2, 1, 1);
    r.def.frame = frame;
    rv_solid_id held = solid_of(world, &r);
    solid_rig box = box_rig(vec(0.1, 0.1, 0.1), 1, 1, 1);
    box.def.pose.position = vec(1, 0, 0.05);
    rv_solid_id rests = solid_of(world, &box);
    run_steps(world, 0.01, 5);
    CHECK(rv_world_solid_contact_count(world) > 0);
    CHECK(rv_body_destroy(world, frame));
    CHECK(!rv_solid_is_valid(world, held) && rv_solid_is_valid(world, rests));
    CHECK(rv_body_destroy(world, ground));
    CHECK(rv_solid_is_valid(world, rests) && rv_world_solid_contact_count(world) == 0);
    run_steps(world, 0.01, 2);
    CHECK(rv_solid_node_velocity(world, rests, 0).z < -0.1); // and falls
    rv_world_destroy(world);
}

// --- brought back ---

static void* save(const rv_world* world, size_t* bytes) {
    *bytes = rv_world_snapshot_bytes(world);
    void* saved = malloc(*bytes);
    CHECK(rv_world_save(world, saved, *bytes) == *bytes);
    return saved;
}

TEST(a_state_with_a_solid_that_is_gone_is_not_brought_back) {
    rv_world* world = default_world();
    solid_rig r = box_rig(vec(0.1, 0.1, 0.1), 1, 1, 1);
    rv_solid_id solid = solid_made(world, &r);
    size_t bytes;
    void* saved = save(world, &bytes);
    CHECK(rv_world_restore(world, saved, bytes));
    CHECK(rv_solid_destroy(world, solid));
    uint64_t hash = rv_world_hash(world);
    for (int i = 0; i < 2; i++) {
        CHECK(!rv_world_restore(world, saved, bytes));
        CHECK_TEXT(rv_world_error(world), "rv_world_restore: a solid has been destroyed since");
        CHECK(rv_world_hash(world) == hash);
        solid_made(world, &r); // another one in its place is not that one
        hash = rv_world_hash(world);
    }
    free(saved);
    rv_tet_mesh_free(&r.mesh);
    rv_world_destroy(world);
}

TEST(a_state_before_a_solid_is_brought_back_again_and_again) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    rv_world* world = world_of(&def);
    solid_rig first = box_rig(vec(0.1, 0.1, 0.1), 1, 1, 1);
    solid_rig second = box_rig(vec(0.2, 0.1, 0.1), 2, 1, 1);
    rv_solid_id stays = solid_of(world, &first);
    size_t bytes, later_bytes;
    void* saved = save(world, &bytes);
    for (int i = 0; i < 3; i++) {
        rv_solid_id made = solid_made(world, &second);
        void* later = save(world, &later_bytes);
        run_steps(world, 0.01, 2);
        CHECK(rv_world_restore(world, later, later_bytes)); // both are there
        CHECK(rv_solid_count(world) == 2);
        CHECK(rv_world_restore(world, saved, bytes));
        CHECK(rv_solid_count(world) == 1 && rv_solid_is_valid(world, stays));
        CHECK(!rv_solid_is_valid(world, made));
        CHECK(!rv_world_restore(world, later, later_bytes));
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
        free(later);
    }
    free(saved);
    rv_tet_mesh_free(&second.mesh);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}
