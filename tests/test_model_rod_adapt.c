// Rods that adapt: where edges are halved and joined again, that steps go on as before, and what it is
// worth.
#include "collide/link.h"
#include "rod_adapt_fixture.h"

// --- where ---

// its ends are brought together and apart again: a U of few edges, which becomes fine where it bends
TEST(a_rod_is_fine_where_it_bends_and_coarse_again_where_it_is_straight) {
    rv_world* world = undamped_world(0.0);
    rv_body_id mover = add_kinematic(world, vec(0.99, 0, 0), vec(0, 0, 0));
    rv_cable_node ends[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(mover, vec(0, 0, 0))};
    rv_vec3 arc[21];
    for (int i = 0; i <= 20; i++)
        arc[i] = vec(0.0495 * i, 0, 0.05 * rv_sin(RV_PI * i / 20.0));
    rv_cable_def def = adaptive(ends, 16, 1e-3);
    def.segments.shape = arc;
    def.segments.shape_count = 21;
    def.segments.bend_damping = NAN;
    def.segments.drag.across = 1.2;
    def.segments.drag.density = 300.0;
    def.GJ = 0.0;
    rv_cable_id cable = cable_of(world, &def);
    rv_body_set_velocity(world, mover, vec(-0.5, 0, 0));
    rod_run(world, H, 1700);
    rv_body_set_velocity(world, mover, vec(0, 0, 0));
    rod_run(world, H, 1000);
    rv_cable_rod_edges bent = edges_of(world, cable);
    CHECK(bent.count > 20 && bent.count < 50 && bent.refused == 0);
    CHECK(bent.count == 16 + bent.halved - bent.joined);
    check_graded(world, 0.3);
    rv_body_set_velocity(world, mover, vec(0.5, 0, 0));
    rod_run(world, H, 1680);
    rv_body_set_velocity(world, mover, vec(0, 0, 0));
    rod_run(world, H, 2000);
    CHECK(edges_of(world, cable).count == 16);
    CHECK(worst_strain(world) < 1e-9);
    rv_world_destroy(world);
}

// a straight thread that is about to touch a post with one of five edges
TEST(what_is_beside_a_short_edge_is_halved_with_it) {
    rv_world* world = undamped_world(0.0);
    add_post(world, 0.01);
    double z = 0.01 + 0.5 * D + 1e-4;
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(-0.47, 0, z)),
                            fixed_at(NO_BODY, vec(0.53, 0, z))};
    rv_cable_def def = adaptive_touching(ends, 5, 1e-3, 0.0);
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, H, 20);
    // no more than 8 diameters, 32 mm: an eighth of 20 cm
    double least = INFINITY;
    for (int j = 0; j < world->rods.data[0].count - 1; j++)
        least = fmin(least, world->rod_length.data[j]);
    CHECK_NEAR(least, 0.025, 1e-12);
    CHECK(edges_of(world, cable).count <= 12);
    check_graded(world, 1e-6);
    rv_world_destroy(world);
}

// a thread between two hands, which lay it over a post and lift it again
typedef struct draped {
    rv_world* world;
    rv_body_id hands[2];
    rv_cable_id thread;
} draped;

static const double SPREAD = 0.297, LENGTH = 0.6;

static draped drape_build(void) {
    draped d = {.world = default_world()};
    add_post(d.world, 0.01);
    for (int k = 0; k < 2; k++)
        d.hands[k] = add_kinematic(d.world, vec(k == 0 ? -SPREAD : SPREAD, 0, 0.2), vec(0, 0, 0));
    rv_cable_node ends[] = {fixed_at(d.hands[0], vec(0, 0, 0)), fixed_at(d.hands[1], vec(0, 0, 0))};
    ends[0].swivel = ends[1].swivel = true;
    rv_cable_def def = adaptive_touching(ends, 12, 1e-5, 0.3);
    def.length = LENGTH;
    def.segments.drag.across = 1.2;
    def.segments.drag.density = 100.0;
    d.thread = cable_of(d.world, &def);
    return d;
}

static void drape_move(const draped* d, double in, double up, long steps) {
    for (int k = 0; k < 2; k++)
        rv_body_set_velocity(d->world, d->hands[k], vec(k == 0 ? in : -in, 0, up));
    rod_run(d->world, H, steps);
}

static void drape_cycle(const draped* d) {
    drape_move(d, 0.1, 0.0, 500);
    drape_move(d, 0.0, -0.3, 1000);
    drape_move(d, 0.0, 0.0, 500);
}

static void drape_back(const draped* d) {
    drape_move(d, 0.0, 0.3, 1000);
    drape_move(d, -0.1, 0.0, 500);
    drape_move(d, 0.0, 0.0, 1000);
}

TEST(a_thread_over_a_post_is_fine_there_only_and_coarse_again_when_lifted) {
    draped d = drape_build();
    drape_move(&d, 0.0, 0.0, 500);
    CHECK(edges_of(d.world, d.thread).count == 12);
    drape_cycle(&d);
    const rv_rod* rod = &d.world->rods.data[0];
    const rv_vec3* x = rv_rod_points(d.world, rod);
    int near = 0, fine = 0;
    for (int j = 0; j < rod->count - 1; j++) {
        rv_vec3 middle = rv_vec3_scale(rv_vec3_add(x[j], x[j + 1]), 0.5);
        bool is_near = fabs(middle.x) < 0.02 && middle.z > -0.02;
        near += is_near;
        fine += rv_rod_edge_shares(d.world, rod)[j].level >= 3;
    }
    // the finest are a sixteenth of 5 cm, all of them on the post; as fine all along: 192
    CHECK(near >= 6 && fine >= 4 && fine <= near);
    CHECK(rod->count - 1 < 40);
    check_graded(d.world, 0.35); // it rubs to and fro
    drape_back(&d);
    CHECK(edges_of(d.world, d.thread).count == 12);
    CHECK_NEAR(rv_cable_length(d.world, d.thread), LENGTH, 1e-12);
    CHECK(worst_strain(d.world) < 1e-9);
    rv_world_destroy(d.world);
}

TEST(a_rod_without_room_is_not_refined_further) {
    rv_world* world = undamped_world(0.0);
    rv_cable_node ends[] = {free_at(vec(0.1, 0, 0)), free_at(vec(-0.1, 0, 0))};
    rv_vec3 arc[13];
    for (int i = 0; i <= 12; i++)
        arc[i] = vec(0.1 * rv_cos(RV_PI * i / 12.0), 0.1 * rv_sin(RV_PI * i / 12.0), 0);
    rv_cable_def def = adaptive(ends, 6, 1e-4);
    def.segments.shape = arc;
    def.segments.shape_count = 13;
    def.segments.max_count = 9;
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, H, 1);
    rv_cable_rod_edges edges = edges_of(world, cable);
    CHECK(edges.count == 9 && edges.max_count == 9 && edges.refused == 1);
    rod_run(world, H, 300);
    CHECK(edges_of(world, cable).count <= 9);
    rv_world_destroy(world);
    def.segments.max_count = 5;
    world = undamped_world(0.0);
    CHECK(rv_cable_create(world, &def).slot == 0);
    CHECK_TEXT(
        rv_world_error(world),
        "rv_cable_def.segments.max_count = 5: must be 0, or as many as the rod begins with, 6");
    rv_world_destroy(world);
}

// how far along the first rod a hand has hold of it
static double held_at(const rv_world* world, int hand) {
    const rv_rod* rod = &world->rods.data[0];
    double along = 0.0;
    for (int j = 0; j < rod->hand[hand].vertex; j++)
        along += rv_rod_lengths(world, rod)[j];
    return along;
}

TEST(a_hand_keeps_what_it_holds) {
    rv_world* world = default_world();
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = adaptive(ends, 20, 1e-5);
    def.segments.drag.across = 1.2;
    def.segments.drag.density = 100.0;
    rv_cable_id cable = cable_of(world, &def);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 0.5;
    for (int i = 0; i < 1500; i++) {
        grip.target = vec(0.3, 0.2 * rv_sin(0.002 * i), 0);
        CHECK(rv_cable_hold(world, cable, 2, &grip));
        rod_run(world, H, 1);
        CHECK_NEAR(held_at(world, 2), 0.5, 1e-12);
        CHECK(distance(rv_cable_grip_point(world, cable, 2), grip.target) < 0.3);
    }
    CHECK(edges_of(world, cable).halved > 10);
    // another one takes hold of a new vertex, too weakly to bend it; it hangs straight
    rv_cable_grip weak = {.at = 0.5125, .stiffness = 1.0, .max_force = 1e-7};
    CHECK(rv_cable_hold(world, cable, 1, &weak));
    double at = held_at(world, 1);
    CHECK_NEAR(at, 0.5125, 1e-9);
    CHECK(rv_cable_release(world, cable, 2));
    rod_run(world, H, 4000);
    CHECK_NEAR(held_at(world, 1), at, 1e-12);
    CHECK(edges_of(world, cable).count > 20 && edges_of(world, cable).count < 25);
    CHECK(rv_cable_release(world, cable, 1));
    rod_run(world, H, 300);
    CHECK(edges_of(world, cable).count == 20);
    rv_world_destroy(world);
}

// what was halved within a piece is joined again, and the rest is left as it is
TEST(pieces_of_a_thread_that_is_cut_go_on_adapting) {
    draped d = drape_build();
    drape_move(&d, 0.0, 0.0, 100);
    drape_cycle(&d);
    int count = edges_of(d.world, d.thread).count, most = edges_of(d.world, d.thread).max_count;
    CHECK(count > 20);
    // beside the post, through a half
    CHECK(rv_cable_cut_at(d.world, d.thread, 0.32));
    CHECK(edges_of(d.world, d.thread).count == count && d.world->rods.count == 2);
    CHECK(edges_of(d.world, d.thread).max_count == most);
    drape_move(&d, 0.0, 0.3, 1000);
    drape_move(&d, 0.0, 0.0, 4000);
    // they hang straight down
    CHECK(edges_of(d.world, d.thread).count >= 12 && edges_of(d.world, d.thread).count < 20);
    CHECK_NEAR(rv_cable_length(d.world, d.thread), LENGTH, 1e-12);
    rv_world_destroy(d.world);
}

// --- state and memory ---

TEST(a_snapshot_goes_on_with_the_same_bits) {
    draped d = drape_build(), other = drape_build();
    drape_move(&d, 0.1, 0.0, 500);
    drape_move(&d, 0.0, -0.3, 850);
    size_t bytes = rv_world_snapshot_bytes(d.world);
    void* saved = malloc(bytes);
    CHECK(rv_world_save(d.world, saved, bytes) == bytes);
    int count = edges_of(d.world, d.thread).count, halved = edges_of(d.world, d.thread).halved;
    uint64_t begin = rv_world_hash(d.world);
    drape_move(&d, 0.0, -0.3, 400);
    uint64_t hash = rv_world_hash(d.world);
    CHECK(edges_of(d.world, d.thread).halved > halved);
    CHECK(rv_world_restore(d.world, saved, bytes));
    CHECK(edges_of(d.world, d.thread).count == count);
    CHECK(rv_world_hash(d.world) == begin);
    drape_move(&d, 0.0, -0.3, 400);
    CHECK(rv_world_hash(d.world) == hash);
    // and so does another world that does the same
    drape_move(&other, 0.1, 0.0, 500);
    drape_move(&other, 0.0, -0.3, 1250);
    CHECK(rv_world_hash(other.world) == hash);
    free(saved);
    rv_world_destroy(d.world);
    rv_world_destroy(other.world);
}

TEST(within_its_room_a_step_allocates_nothing) {
    rv_world* world = default_world();
    rv_body_id mover = add_kinematic(world, vec(0.9, 0, 0), vec(0, 0, 0));
    rv_body_id load = add_rigid(world, 0.02, vec(1e-5, 1e-5, 1e-5), vec(0, 1, -0.5));
    for (int k = 0; k < 2; k++) {
        rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, k, 0)),
                                fixed_at(k == 0 ? mover : load, vec(0, 0, 0))};
        rv_cable_def def = adaptive(ends, 12, 1e-5);
        def.length = 1.0;
        cable_of(world, &def);
    }
    rod_run(world, H, 1);
    int counts[2] = {INT32_MAX, 0};
    for (int i = 0; i < (TEST_IS_WATCHED ? 1600 : 4000); i++) {
        double sign = i % 1600 < 800 ? -1.0 : 1.0;
        rv_body_set_velocity(world, mover, vec(0.9 * sign, 0, 0));
        rod_run(world, H, 1);
        CHECK(rv_world_report(world).allocations == 0);
        int count = world->rods.data[0].count;
        counts[0] = count < counts[0] ? count : counts[0];
        counts[1] = count > counts[1] ? count : counts[1];
    }
    CHECK(counts[1] >= counts[0] + 8 && world->rods.data[0].joined > 8);
    CHECK(world->rods.data[1].halved > 8);
    rv_world_destroy(world);
}

TEST(what_has_touched_once_touches_again_without_memory) {
    draped d = drape_build();
    drape_move(&d, 0.0, 0.0, 500);
    drape_cycle(&d);
    drape_back(&d);
    int halved = edges_of(d.world, d.thread).halved;
    for (int step = 0; step < 1500; step++) {
        drape_move(&d, step < 500 ? 0.1 : 0.0, step >= 500 ? -0.3 : 0.0, 1);
        CHECK(rv_world_report(d.world).allocations == 0);
    }
    CHECK(edges_of(d.world, d.thread).halved > halved + 10);
    rv_world_destroy(d.world);
}

// --- threads over threads ---

// one along x, and one across it that is drawn down over it
typedef struct crossed {
    rv_world* world;
    rv_body_id hands[2];
    rv_cable_id threads[2];
} crossed;

static crossed cross_build(void) {
    crossed c = {.world = default_world()};
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(-0.3, 0, 0)), fixed_at(NO_BODY, vec(0.3, 0, 0))};
    for (int k = 0; k < 2; k++) {
        rv_cable_def def = adaptive_touching(ends, 14, 1e-5, 0.2);
        def.length = 0.62;
        def.segments.drag.across = 1.2;
        def.segments.drag.density = 100.0;
        c.threads[k] = cable_of(c.world, &def);
        for (int side = 0; side < 2 && k == 0; side++) {
            rv_vec3 at = vec(0, side == 0 ? -0.3 : 0.3, 0.1);
            c.hands[side] = add_kinematic(c.world, at, vec(0, 0, 0));
            ends[side] = fixed_at(c.hands[side], vec(0, 0, 0));
            ends[side].swivel = true;
        }
    }
    return c;
}

static void cross_run(const crossed* c, double in, double down, long steps) {
    for (int k = 0; k < 2; k++)
        rv_body_set_velocity(c->world, c->hands[k], vec(0, k == 0 ? in : -in, -down));
    rod_run(c->world, H, steps);
}

// the shortest edge of a rod
static double shortest(const rv_world* world, int index) {
    const rv_rod* rod = &world->rods.data[index];
    double least = INFINITY;
    for (int j = 0; j < rod->count - 1; j++)
        least = fmin(least, rv_rod_lengths(world, rod)[j]);
    return least;
}

TEST(rods_that_touch_each_other_are_fine_there_and_go_on_after_a_restore) {
    crossed c = cross_build();
    cross_run(&c, 0.1, 0.0, 500);
    cross_run(&c, 0.0, 0.3, 1000);
    size_t bytes = rv_world_snapshot_bytes(c.world);
    void* saved = malloc(bytes);
    CHECK(rv_world_save(c.world, saved, bytes) == bytes);
    cross_run(&c, 0.1, 0.0, 500);
    uint64_t hash = rv_world_hash(c.world);
    for (int k = 0; k < 2; k++) {
        CHECK(edges_of(c.world, c.threads[k]).halved > 3);
        CHECK(shortest(c.world, k) <= 0.0111 + 1e-6); // a quarter of 44 mm
    }
    rod_line over = rod_read(c.world, c.threads[1]), under = rod_read(c.world, c.threads[0]);
    double top = -INFINITY, beam = INFINITY;
    for (int i = 0; i < over.count; i++)
        top = fmax(top, over.at[i].z);
    for (int i = 0; i < under.count; i++)
        beam = fmin(beam, under.at[i].z);
    CHECK(top > beam + 0.9 * D);
    CHECK(rv_world_restore(c.world, saved, bytes));
    cross_run(&c, 0.1, 0.0, 500);
    CHECK(rv_world_hash(c.world) == hash);
    free(saved);
    rv_world_destroy(c.world);
}

// --- what it is worth ---

// an overhand in 1 m of thread, 5 mm thick, without friction
typedef struct knot {
    rv_world* world;
    rv_body_id puller;
    rv_cable_id thread;
    double apart;
} knot;

static knot knot_make(int edges, bool adapts) {
    knot k = {.world = undamped_world(0.0), .apart = 0.55};
    k.puller = add_kinematic(k.world, vec(k.apart, 0, 0), vec(0, 0, 0));
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(k.puller, vec(0, 0, 0))};
    ends[0].swivel = ends[1].swivel = true;
    rv_cable_def def = adaptive_touching(ends, edges, 1e-3, 0.0);
    def.diameter = 0.005;
    def.length = 1.0;
    def.segments.resolution = adapts ? RV_CABLE_ADAPTIVE : RV_CABLE_FIXED_RESOLUTION;
    def.segments.knot = RV_KNOT_OVERHAND;
    def.segments.drag.across = 1.2;
    def.segments.drag.density = 100.0;
    k.thread = cable_of(k.world, &def);
    return k;
}

// the mean force while its ends rest, so far apart
static double knot_pull(knot* k, double apart) {
    long moving = lround((apart - k->apart) / 0.05 / H);
    rv_body_set_velocity(k->world, k->puller, vec(0.05, 0, 0));
    rod_run(k->world, H, moving);
    k->apart += 0.05 * H * (double)moving;
    rv_body_set_velocity(k->world, k->puller, vec(0, 0, 0));
    rod_run(k->world, H, 400);
    double sum = 0.0;
    for (int i = 0; i < 400; i++) {
        rod_run(k->world, H, 1);
        sum -= rv_cable_end_force(k->world, k->thread, 1).x;
    }
    return sum / 400.0;
}

TEST(a_knot_of_few_edges_is_as_tight_as_one_of_many) {
    if (ROD_RUNS_ARE_SHORT)
        return;
    static double memory[1 << 20];
    knot fine = knot_make(400, false), few = knot_make(60, true);
    static const double APART[] = {0.84, 0.88, 0.9};
    for (int i = 0; i < 3; i++) {
        double F[2] = {knot_pull(&fine, APART[i]), knot_pull(&few, APART[i])};
        double E[2] = {rv_world_energy(fine.world).elastic, rv_world_energy(few.world).elastic};
        // edges that pass over each other jerk: so do those of the fine one, by 3 %
        CHECK_NEAR(F[1], F[0], 0.06 * F[0]);
        CHECK_NEAR(E[1], E[0], 0.015 * E[0]);
        CHECK(edges_of(few.world, few.thread).count < 130);
        rod_line line = rod_read(few.world, few.thread);
        CHECK(rv_line_determinant(line.at, line.count, false, rv_arena_make(memory, sizeof memory))
              == 3);
    }
    rv_world_destroy(fine.world);
    rv_world_destroy(few.world);
}

// twist and writhe together are the turns of its end, whatever edges come and go
TEST(a_plectoneme_keeps_its_link) {
    if (ROD_RUNS_ARE_SHORT)
        return;
    rv_world* world = undamped_world(0.0);
    rv_body_id chuck = add_kinematic(world, vec(1, 0, 0), vec(0, 0, 0));
    rv_cable_node ends[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(chuck, vec(0, 0, 0))};
    rv_cable_def def = adaptive_touching(ends, 50, 2.5e-4, 0.1);
    def.GJ = 1e-3;
    def.diameter = 0.006;
    def.segments.drag.across = 1.2;
    def.segments.drag.density = 50.0;
    rv_cable_id cable = cable_of(world, &def);
    double turned = 0.0;
    for (long n = 0; n < 4400; n++) {
        double turn = n < 720 ? 1.5 / 0.72 : n < 2400 ? 0.0 : 1.4, spin = 2.0 * RV_PI * turn;
        rv_body_set_velocity(world, chuck, vec(n < 2400 ? -0.4 / 2.4 : 0.0, 0, 0));
        rv_body_set_angular_velocity(world, chuck, vec(spin, 0, 0));
        rod_run(world, H, 1);
        CHECK(rv_world_report(world).crossings_held == 0);
        turned += spin * H;
        if (n % 100 != 99)
            continue;
        rod_line line = rod_read(world, cable);
        double writhe = rv_line_writhe(line.at, line.count, RV_LINE_DRAWN_OUT);
        double link = rv_cable_twist(world, cable) / (2.0 * RV_PI) + writhe;
        // the ends are drawn out along their edges, which clamps turn by rounding only
        CHECK_NEAR(link, turned / (2.0 * RV_PI), 1e-3);
    }
    rod_line line = rod_read(world, cable);
    CHECK(rv_line_writhe(line.at, line.count, RV_LINE_DRAWN_OUT) > 2.5);
    rv_world_destroy(world);
}
