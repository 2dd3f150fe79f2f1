// Probes: one read of all columns sums the energy of the world once and reads every vector once, and
// the next read sees the world as it then is.
#include "scene/play.h"
#include "scene_fixture.h"

static int energy_sums, vector_reads;

static rv_energy counted_energy(const rv_world* world) {
    energy_sums++;
    return rv_world_energy(world);
}

static rv_vec3 counted_velocity(const rv_world* world, rv_body_id body) {
    vector_reads++;
    return rv_body_velocity(world, body);
}

#define rv_world_energy counted_energy
#define rv_body_velocity counted_velocity
#include "src/scene/probes.c"
#undef rv_world_energy
#undef rv_body_velocity

static const char FALLING[] =
    HEAD ", \"bodies\": [ { \"name\": \"a\", \"mass\": 2, \"position\": [0, 0, 3] },"
         "{ \"name\": \"b\", \"mass\": 2, \"position\": [1, 0, 3] } ],"
         "\"probes\": [ \"energy.total\", \"a.velocity\", \"energy.kinetic\", \"b.velocity\","
         "\"energy.gravitational\", \"energy.elastic\", \"energy.work\", \"energy.kinetic\" ] }";

TEST(one_read_sums_the_energy_once_and_reads_each_vector_once) {
    stage s = build(FALLING);
    double values[16];
    if (s.play != NULL) {
        energy_sums = vector_reads = 0;
        rv_scene_play_read(s.play, values);
        CHECK(energy_sums == 1);
        CHECK(vector_reads == 2);
        rv_scene_play_read(s.play, values);
        CHECK(energy_sums == 2);
    }
    tear_down(&s);
}

TEST(a_scene_without_energy_probes_sums_no_energy) {
    stage s = build(HEAD ", \"bodies\": [ { \"name\": \"a\", \"mass\": 2 } ],"
                         "\"probes\": [ \"a.position\" ] }");
    double values[16];
    if (s.play != NULL) {
        energy_sums = 0;
        rv_scene_play_read(s.play, values);
        CHECK(energy_sums == 0);
    }
    tear_down(&s);
}

static void check_energies(const stage* s) {
    rv_energy now = rv_world_energy(s->world);
    CHECK_NEAR(column(s, "energy.total"), now.total, 0.0);
    CHECK_NEAR(column(s, "energy.kinetic"), now.kinetic, 0.0);
    CHECK_NEAR(column(s, "energy.gravitational"), now.gravitational, 0.0);
    CHECK_NEAR(column(s, "energy.elastic"), now.elastic, 0.0);
    CHECK_NEAR(column(s, "energy.work"), now.work, 0.0);
}

TEST(every_read_is_of_the_world_as_it_is_then) {
    stage s = build(FALLING);
    if (s.play != NULL) {
        check_energies(&s);
        CHECK_NEAR(column(&s, "energy.kinetic"), 0.0, 0.0);
        rv_body_set_velocity(s.world, rv_scene_play_body(s.play, "b"), (rv_vec3){1, 2, 3});
        check_energies(&s);
        // 1/2 2 kg (1 + 4 + 9) m^2/s^2
        CHECK_NEAR(column(&s, "energy.kinetic"), 14.0, 1e-12);
        CHECK_NEAR(column(&s, "b.velocity.y"), 2.0, 0.0);
        CHECK_NEAR(column(&s, "a.velocity.y"), 0.0, 0.0);
        for (int i = 0; i < 3; i++) {
            rv_scene_play_step(s.play);
            check_energies(&s);
        }
        CHECK(column(&s, "energy.kinetic") < 14.0); // b was thrown up
    }
    tear_down(&s);
}
