// Answers of static solids that are kept: the same bits as computed ones, computed only once, and
// only for the same solid.
#include "world_fixture.h"

enum { CELLS = 3, KEPT_MAX = 4, STEPS = 20 };

// a store in memory that counts
typedef struct shelf {
    int count, loads, saves;
    uint64_t keys[KEPT_MAX][2];
    void* data[KEPT_MAX];
    size_t bytes[KEPT_MAX];
    bool is_broken; // hands out rubbish and says that it did not find it
} shelf;

static bool shelf_load(void* context, const uint64_t key[2], void* data, size_t bytes) {
    shelf* s = context;
    if (s->is_broken) {
        memset(data, 0x5a, bytes);
        return false;
    }
    for (int i = 0; i < s->count; i++)
        if (memcmp(s->keys[i], key, sizeof s->keys[i]) == 0) {
            // one key is of one length
            CHECK(s->bytes[i] == bytes);
            memcpy(data, s->data[i], bytes < s->bytes[i] ? bytes : s->bytes[i]);
            s->loads++;
            return true;
        }
    return false;
}

static void shelf_save(void* context, const uint64_t key[2], const void* data, size_t bytes) {
    shelf* s = context;
    s->saves++;
    if (s->count == KEPT_MAX)
        return;
    memcpy(s->keys[s->count], key, sizeof s->keys[0]);
    s->bytes[s->count] = bytes;
    s->data[s->count] = malloc(bytes);
    memcpy(s->data[s->count++], data, bytes);
}

static void shelf_free(shelf* s) {
    for (int i = 0; i < s->count; i++)
        free(s->data[i]);
}

static bool count_progress(void* context, double share) {
    (void)share;
    ++*(int*)context;
    return true;
}

// a cantilever that is held at its start
typedef struct beam {
    rv_tet_mesh mesh;
    rv_solid_def def;
} beam;

static beam beam_make(void) {
    beam b = {0};
    const int cells[3] = {2 * CELLS, CELLS, CELLS};
    CHECK(rv_tet_mesh_beam(&b.mesh, vec(0.2, 0.1, 0.1), cells));
    const rv_tet_set* start = rv_tet_mesh_set(&b.mesh, "start");
    b.def = rv_solid_def_default();
    b.def.model = RV_SOLID_STATIC;
    b.def.order = 2;
    b.def.nodes = b.mesh.nodes;
    b.def.node_count = b.mesh.node_count;
    b.def.tets = b.mesh.tets;
    b.def.tet_count = b.mesh.tet_count;
    b.def.held = start->nodes;
    b.def.held_count = start->node_count;
    return b;
}

// the state after a few steps under its weight and a pull; *calls: of progress
static uint64_t hash_of(const rv_solid_def* given, const rv_answer_store* store, int* calls) {
    rv_world_def world_def = rv_world_def_default();
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_solid_def def = *given;
    *calls = 0;
    def.progress = count_progress;
    def.progress_context = calls;
    def.store = store;
    rv_solid_id solid = rv_solid_create(world, &def);
    CHECK(rv_solid_is_valid(world, solid));
    for (int i = 0; i < STEPS; i++) {
        rv_solid_apply_force(world, solid, def.node_count - 1, vec(0.1 * i, 2.0, -1.0));
        rv_world_step(world, 0.01);
    }
    uint64_t hash = rv_world_hash(world);
    // the sag is no part of the state
    rv_vec3 tip = rv_solid_node(world, solid, def.node_count - 1);
    uint64_t bits[3];
    memcpy(bits, &tip, sizeof bits);
    rv_world_destroy(world);
    return hash ^ bits[0] ^ bits[1] << 1 ^ bits[2] << 2;
}

TEST(a_kept_answer_gives_the_same_bits_and_is_not_computed_again) {
    beam b = beam_make();
    shelf s = {0};
    rv_answer_store store = {shelf_load, shelf_save, &s};
    int alone, first, second;
    uint64_t expected = hash_of(&b.def, NULL, &alone);
    CHECK(hash_of(&b.def, &store, &first) == expected);
    CHECK(alone > 0 && first == alone && s.loads == 0 && s.saves == 2);
    CHECK(hash_of(&b.def, &store, &second) == expected);
    CHECK(second == 0 && s.loads == 2 && s.saves == 2);
    // another material is other bits: the hash can tell
    b.def.material.young *= 1.0 + 1e-15;
    CHECK(hash_of(&b.def, NULL, &alone) != expected);
    shelf_free(&s);
    rv_tet_mesh_free(&b.mesh);
}

TEST(a_store_without_it_leaves_nothing_behind) {
    beam b = beam_make();
    shelf s = {.is_broken = true};
    rv_answer_store store = {shelf_load, shelf_save, &s};
    int calls;
    uint64_t expected = hash_of(&b.def, NULL, &calls);
    CHECK(hash_of(&b.def, &store, &calls) == expected);
    CHECK(calls > 0 && s.saves == 2);
    shelf_free(&s);
    rv_tet_mesh_free(&b.mesh);
}

TEST(a_kept_answer_belongs_to_one_solid) {
    beam b = beam_make();
    shelf s = {0};
    rv_answer_store store = {shelf_load, shelf_save, &s};
    int calls;
    hash_of(&b.def, &store, &calls);
    CHECK(s.count == 2);
    // where it stands, what it is like outside and what touches it do not matter
    rv_solid_def same = b.def;
    same.pose.position = vec(1, 2, 3);
    same.material.friction = 0.1;
    same.skin = 0.001;
    hash_of(&same, &store, &calls);
    CHECK(calls == 0);
    // all that follows does
    rv_solid_def other[6];
    for (int i = 0; i < 6; i++)
        other[i] = b.def;
    other[0].order = 1;
    other[1].material.young = 2e6;
    other[2].material.poisson = 0.4;
    other[3].material.density = 900.0;
    other[4].held_count--;
    other[5].tet_count--; // its last node belongs to others, too
    for (int i = 0; i < 6; i++) {
        hash_of(&other[i], &store, &calls);
        CHECK(calls > 0);
    }
    // any bit of any node
    b.mesh.nodes[b.mesh.node_count - 1].z *= 1.0 + 1e-15;
    hash_of(&b.def, &store, &calls);
    CHECK(calls > 0);
    shelf_free(&s);
    rv_tet_mesh_free(&b.mesh);
}

TEST(a_store_must_have_both_functions) {
    beam b = beam_make();
    rv_answer_store store = {shelf_load, NULL, NULL};
    rv_world_def world_def = rv_world_def_default();
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    b.def.store = &store;
    CHECK(!rv_solid_is_valid(world, rv_solid_create(world, &b.def)));
    CHECK_TEXT(rv_world_error(world),
               "rv_solid_def.store: must be NULL or have both load and save");
    rv_world_destroy(world);
    rv_tet_mesh_free(&b.mesh);
}
