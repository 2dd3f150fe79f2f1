// Layered cables at random: reevings of every kind under random winch commands, with both schemes of
// their waves and both laws of their tension, at any rate. Nothing may become infinite, and no energy
// may come from nowhere.
#include "cable_fixture.h"

enum { LOADS = 3, NODES_MAX = 6 };

// fewer where every instruction is watched, and with the second compiler, whose bits are the same
#ifdef __clang__
enum { SHARE = FIXTURE_IS_WATCHED ? 20 : 4 };
#else
enum { SHARE = FIXTURE_IS_WATCHED ? 20 : 1 };
#endif

typedef struct scene {
    rv_world* world;
    rv_body_id load[LOADS];
    rv_cable_id cable;
    double h, top_speed;
    fixture_random random;
} scene;

static int choose(scene* s, int count) {
    return (int)random_in(&s->random, 0.0, count);
}

// a posts' node in the sky, or one on a load
static rv_cable_node random_node(scene* s, int i, int count) {
    bool end = i == 0 || i == count - 1, carried = i % 2 == 1;
    rv_cable_node node = fixed_at(NO_BODY, vec(2.0 * i, random_in(&s->random, -0.5, 0.5), 8.0));
    if (carried)
        node = fixed_at(s->load[i / 2], vec(0, 0, 0));
    if (end) {
        node.type = choose(s, 3) > 0 ? RV_CABLE_DRUM : RV_CABLE_FIXED;
        node.winch.max_force = choose(s, 3) == 0 ? 2e3 : INFINITY;
        node.winch.slip = choose(s, 4) == 0 ? 1e-4 : 0.0;
        return node;
    }
    node.type = choose(s, 2) == 0 ? RV_CABLE_PULLEY : RV_CABLE_EYE;
    if (node.type == RV_CABLE_PULLEY) {
        node.axis = vec(0, 1, 0);
        node.radius = random_in(&s->random, 0.05, 0.3);
    }
    static const double FRICTION[] = {0.0, 0.0, 0.0, 0.2, INFINITY};
    node.friction = FRICTION[choose(s, 5)];
    return node;
}

static rv_cable_def random_def(scene* s, const rv_cable_node* nodes, int count) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_LAYERED;
    def.nodes = nodes;
    def.node_count = count;
    def.diameter = 0.02;
    def.mass_per_length = rv_exp(random_in(&s->random, -3.0, 1.0));
    def.EA = choose(s, 3) == 0 ? INFINITY : rv_exp(random_in(&s->random, 9.0, 16.0));
    def.layer.cells = (int)rv_exp(random_in(&s->random, 0.7, 5.3));
    def.layer.waves = choose(s, 3) == 0 ? RV_CABLE_WAVES_EXPLICIT : RV_CABLE_WAVES_IMPLICIT;
    def.layer.damping = choose(s, 3) == 0 ? 0.0 : 0.2;
    def.GJ = choose(s, 2) == 0 ? 0.0 : NAN;
    return def;
}

static scene scene_make(uint64_t seed) {
    scene s = {.random = {seed * 0x9e3779b97f4a7c15ull + 1}};
    rv_world_def settings = rv_world_def_default();
    settings.solver = choose(&s, 4) == 0 ? RV_SOLVER_BLOCK_GS : RV_SOLVER_DIRECT;
    s.world = world_of(&settings);
    s.h = rv_exp(-random_in(&s.random, rv_log(30.0), rv_log(1000.0)));
    s.top_speed = random_in(&s.random, 0.1, 3.0);
    for (int i = 0; i < LOADS; i++) {
        rv_vec3 at = vec(2.0 + 4.0 * i, 0, random_in(&s.random, 1.0, 5.0));
        double mass = rv_exp(random_in(&s.random, -1.0, 7.0));
        s.load[i] = choose(&s, 2) == 0
                        ? add_particle(s.world, mass, at)
                        : add_rigid(s.world, mass, vec(0.1 * mass, 0.1 * mass, 0.1 * mass), at);
    }
    rv_cable_node nodes[NODES_MAX];
    int count = 2 + choose(&s, NODES_MAX - 1);
    for (int i = 0; i < count; i++)
        nodes[i] = random_node(&s, i, count);
    rv_cable_def def = random_def(&s, nodes, count);
    s.cable = rv_cable_create(s.world, &def);
    if (s.cable.slot == 0)
        CHECK(rv_world_error(s.world)[0] != '\0');
    return s;
}

static void command(scene* s) {
    int node = choose(s, 2) * (rv_cable_node_count(s->world, s->cable) - 1);
    double speed = choose(s, 4) == 0 ? 0.0 : random_in(&s->random, -s->top_speed, s->top_speed);
    // no drum there is fine; one that has wound in all but a metre only pays out
    if (rv_cable_length(s->world, s->cable) < 1.0)
        speed = s->top_speed;
    rv_cable_set_winch_speed(s->world, s->cable, node, speed);
}

static bool is_sound(const scene* s) {
    rv_energy e = rv_world_energy(s->world);
    bool sound = isfinite(e.total) && isfinite(e.work)
                 && isfinite(rv_cable_largest_tension(s->world, s->cable))
                 && isfinite(rv_cable_path_length(s->world, s->cable))
                 && rv_world_report(s->world).nonfinite_count == 0;
    for (int i = 0; i < rv_cable_node_count(s->world, s->cable) - 1; i++)
        sound &= isfinite(rv_cable_sag(s->world, s->cable, i));
    return sound;
}

#ifdef PROBE
static int probe_only;
#endif
TEST(random_winch_commands_leave_everything_finite) {
    int seeds = 1000 / SHARE;
    for (int seed = 1; seed <= seeds; seed++) {
        scene s = scene_make((uint64_t)seed);
        bool sound = true;
        double most = 0.0, start = 0.0;
        long steps = (long)(1.5 / s.h);
        for (long i = 0; i < steps && sound; i++) {
            if (i % (1 + steps / 6) == 0)
                command(&s);
            sound = rv_world_step(s.world, s.h) != RV_STATUS_FAILED && is_sound(&s);
            rv_energy e = rv_world_energy(s.world);
            if (i == 0)
                start = e.total;
            most = fmax(most, e.total - e.work - start);
        }
        CHECK(sound);
        if (!sound || most > 1.0)
            printf("  seed %d: gain %g of %g%s\n", seed, most, start, sound ? "" : " BAD");
        rv_world_destroy(s.world);
    }
}
