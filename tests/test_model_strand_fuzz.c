// Cables of segments at random. Some are from rubber to steel, with loads of a thousandth to a
// million times their mass, hung, stretched, dropped, dragged, cut and destroyed: nothing may
// become infinite, and nothing may come out of nothing: kinetic and gravitational energy stay
// within 5 % of m g L of what was there at the start and what moved ends put in. Thousands more
// are small and of every kind, with all that can be done to them: no number is lost, no cable grows
// or shrinks, what is refused changes nothing, and what is brought back goes on as before. Where
// every instruction is watched there are fewer of both.
#include "strand_fixture.h"

#ifndef FUZZ_TRIALS
#define FUZZ_TRIALS (TEST_IS_WATCHED ? 20 : 100)
#endif
#ifndef FUZZ_FIRST
#define FUZZ_FIRST 1
#endif

#ifndef FUZZ_SMALL
#define FUZZ_SMALL (TEST_IS_WATCHED ? 3000 : 7000)
#endif

enum { CABLES = 2, STEPS = 40 };
enum { CROWD = 4, NODES_MOST = 5 }; // of the small ones: cables in a world, nodes of a path

typedef struct scene {
    rv_world* world;
    fixture_random random;
    rv_cable_id cable[CROWD];
    double total[CROWD]; // of the small ones: length in use and on drums; NaN: may have changed
    int cables;
    double mass, height; // of all that moves; of what may fall
    double start;        // energy at the start
    bool ground;
} scene;

static int choose(scene* s, int count) {
    return (int)random_in(&s->random, 0.0, count);
}

// evenly in its logarithm
static double between(scene* s, double low, double high) {
    return low * exp(random_in(&s->random, 0.0, log(high / low)));
}

static rv_material random_material(scene* s) {
    static const double YOUNG[] = {1e6, 2e9, 2e11}, DENSITY[] = {1100, 1150, 7850};
    rv_material m = rv_material_default();
    int which = choose(s, 3);
    m.young = YOUNG[which];
    m.density = DENSITY[which];
    m.friction = random_in(&s->random, 0.0, 1.0);
    return m;
}

// a rigid body, particle or moved body with its centre there
static rv_body_id random_end_body(scene* s, rv_vec3 at, double mass) {
    rv_body_def def = rv_body_def_default();
    def.type = (rv_body_type)(choose(s, 4) % 3);
    def.kind = choose(s, 4) == 0 ? RV_BODY_PARTICLE : RV_BODY_RIGID;
    def.pose.position = at;
    def.mass = mass;
    // small enough not to meet its own cable, so that it lands where that does
    rv_shape_def ball = rv_shape_def_default();
    ball.type = RV_SHAPE_SPHERE;
    ball.radius = 2e-4;
    def.shapes = &ball;
    def.shape_count = 1;
    double size = 0.1 * mass;
    if (def.kind == RV_BODY_RIGID) {
        def.pose.rotation = random_rotation(&s->random, 3.0);
        def.inertia = rv_mat3_diagonal(size, 1.3 * size, 1.7 * size);
    }
    if (def.type == RV_BODY_KINEMATIC)
        def.velocity = random_vec(&s->random, 0.5);
    if (def.type == RV_BODY_DYNAMIC)
        s->mass += mass;
    return body_of(s->world, &def);
}

// a load of up to a million cables, but none that would stretch it by more than a quarter
static rv_cable_node random_end(scene* s, rv_vec3 at, double cable_mass, double heaviest) {
    if (choose(s, 4) == 0)
        return free_at(at);
    if (choose(s, 3) == 0)
        return fixed_at(NO_BODY, at);
    rv_body_id body = random_end_body(s, at, fmin(cable_mass * between(s, 1e-3, 1e6), heaviest));
    rv_cable_node end = fixed_at(body, vec(0, 0, 0));
    end.clamped = rv_body_get_kind(s->world, body) == RV_BODY_RIGID && choose(s, 2) == 0;
    end.swivel = !end.clamped && choose(s, 2) == 0;
    return end;
}

// an end that no force moves
static bool is_held(const scene* s, const rv_cable_node* end) {
    return end->type != RV_CABLE_FREE
           && (end->body.slot == 0 || rv_body_get_type(s->world, end->body) != RV_BODY_DYNAMIC);
}

static void put_material(scene* s, rv_cable_def* def, double length) {
    def->material = random_material(s);
    def->diameter = between(s, 1e-3, 5e-2);
    double bar = RV_PI / 64.0 * def->material.young * pow(def->diameter, 4.0); // EI of a solid one
    if (choose(s, 4) == 0) {
        def->damping = 1e-3 * def->material.young * def->diameter * def->diameter;
        def->segments.bend_damping = bar * between(s, 1e-6, 1.0);
        def->twist_damping = bar * between(s, 1e-6, 1.0);
    }
    if (choose(s, 6) == 0)
        def->EA = INFINITY;
    // a rope bends and twists more easily than a solid bar
    if (choose(s, 6) == 0)
        def->segments.EI = choose(s, 2) == 0 ? 0.0 : bar * between(s, 1e-4, 1.0);
    if (choose(s, 6) == 0)
        def->GJ = choose(s, 2) == 0 ? 0.0 : bar * between(s, 1e-4, 1.0);
    if (choose(s, 4) == 0)
        def->segments.rest_curvature[choose(s, 2)] = random_in(&s->random, -1.0, 1.0) / length;
    def->segments.drag.across = choose(s, 2) == 0 ? 1.2 : 0.0;
    def->segments.drag.along = choose(s, 2) == 0 ? 0.02 : 0.0;
    def->segments.drag.density = choose(s, 2) == 0 ? 1.2 : 1000.0;
    def->segments.mask = choose(s, 3) == 0 ? 0 : UINT32_MAX;
    def->segments.touches_itself = choose(s, 2) == 0;
}

static rv_cable_id random_cable(scene* s, double side) {
    double length = between(s, 0.3, 20.0);
    rv_cable_def def = strand_def(NULL, 1 + choose(s, 60));
    put_material(s, &def, length);
    bool slack = choose(s, 2) == 0 && def.segments.count > 1;
    double distance = length * (slack ? random_in(&s->random, 0.1, 1.0) : 1.0);
    rv_vec3 first = vec(0, side, 0), along = rv_vec3_normalize(random_vec(&s->random, 1.0));
    if (slack)
        def.length = length;
    double mass = 0.25 * RV_PI * def.material.density * def.diameter * def.diameter * length;
    double EA = 0.25 * RV_PI * def.material.young * def.diameter * def.diameter;
    double heaviest = 0.25 * EA / 30.0;
    rv_cable_node nodes[] = {
        random_end(s, first, mass, heaviest),
        random_end(s, rv_vec3_mul_add(first, distance, along), mass, heaviest),
    };
    def.nodes = nodes;
    // what does not stretch cannot be pulled apart
    if (is_held(s, &nodes[0]) && is_held(s, &nodes[1]) && !slack)
        def.EA = NAN;
    s->mass += mass;
    s->height = fmax(s->height, length);
    return cable_of(s->world, &def);
}

static void add_plane(rv_world* world, double height) {
    rv_shape_def plane = rv_shape_def_default();
    plane.type = RV_SHAPE_PLANE;
    rv_body_def body = rv_body_def_default();
    body.type = RV_BODY_STATIC;
    body.pose.position = vec(0, 0, height);
    body.shapes = &plane;
    body.shape_count = 1;
    body_of(world, &body);
}

static scene scene_make(uint64_t seed) {
    scene s = {.random = {seed * 0x9e3779b97f4a7c15ull + 1}};
    static const double GRAVITY[] = {0.0, 1.6, 9.81, 9.81, 30.0};
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, -GRAVITY[choose(&s, 5)]);
    s.world = world_of(&def);
    s.ground = choose(&s, 2) == 0;
    s.cables = 1 + choose(&s, CABLES);
    for (int i = 0; i < s.cables; i++)
        s.cable[i] = random_cable(&s, 100.0 * i);
    // below everything, whichever way the cables lie
    if (s.ground)
        add_plane(s.world, -1.01 * s.height - 0.05);
    rv_energy e = rv_world_energy(s.world);
    s.start = e.kinetic + e.gravitational + e.elastic;
    s.height *= rv_vec3_length(def.gravity); // of m g L
    return s;
}

// false: something is wrong with it
static bool is_sane(const scene* s, uint64_t seed, int step) {
    rv_report report = rv_world_report(s->world);
    rv_energy e = rv_world_energy(s->world);
    bool ok = report.nonfinite_count == 0 && isfinite(e.total) && isfinite(e.work);
    double gain = e.kinetic + e.gravitational - e.work - s->start;
    double allowed = 0.05 * s->mass * s->height + 0.05 * fabs(e.work) + 1e-9;
    if (ok && gain <= allowed)
        return true;
    printf("seed %llu, step %d: %d not finite, gained %g J, allowed %g J\n",
           (unsigned long long)seed, step, report.nonfinite_count, gain, allowed);
    return false;
}

static void check_readers(const scene* s, rv_cable_id cable) {
    if (!rv_cable_is_valid(s->world, cable))
        return;
    CHECK(isfinite(rv_cable_path_length(s->world, cable)));
    CHECK(isfinite(rv_cable_largest_tension(s->world, cable)));
    CHECK(isfinite(rv_cable_twist(s->world, cable)) && isfinite(rv_cable_torque(s->world, cable)));
    for (int i = 0; i < rv_cable_joint_count(s->world, cable); i++) {
        rv_cable_joint j = rv_cable_get_joint(s->world, cable, i);
        CHECK(isfinite(j.tension) && isfinite(j.bend_moment) && isfinite(j.torque));
        CHECK(isfinite(j.bend[0] + j.bend[1] + j.twist + j.stretch) && j.length > 0.0);
    }
}

static bool run(scene* s, uint64_t seed) {
    double h = choose(s, 4) == 0 ? 1.0 / 240.0 : 1.0 / 60.0;
    int when = choose(s, 2 * STEPS);
    bool ok = true;
    for (int i = 0; ok && i < STEPS; i++) {
        CHECK(rv_world_step(s->world, h) != RV_STATUS_FAILED);
        ok = is_sane(s, seed, i);
        if (i != when)
            continue;
        rv_cable_id cable = s->cable[choose(s, s->cables)];
        double length = rv_cable_length(s->world, cable);
        if (rv_cable_joint_count(s->world, cable) > 0)
            CHECK(rv_cable_cut_at(s->world, cable, random_in(&s->random, 0.0, length)));
    }
    return ok;
}

TEST(random_cables_neither_blow_up_nor_gain_energy) {
    int bad = 0;
    for (uint64_t seed = FUZZ_FIRST; seed < FUZZ_FIRST + FUZZ_TRIALS; seed++) {
        scene s = scene_make(seed);
        bad += !run(&s, seed);
        check_readers(&s, s.cable[0]);
        int bodies = rv_body_count(s.world), gone = rv_cable_segment_count(s.world, s.cable[0]);
        CHECK(rv_cable_destroy(s.world, s.cable[0]));
        CHECK(rv_body_count(s.world) == bodies - gone);
        CHECK(rv_world_step(s.world, 1.0 / 60.0) != RV_STATUS_FAILED);
        rv_world_destroy(s.world);
    }
    CHECK_NEAR(bad, 0, 0);
}

// --- ten thousand small ones ---

// what has happened to them, and how often at least in ten thousand
typedef enum kind {
    SEGMENTS,
    AUTOMATIC,
    ADAPTIVE,
    FREE_END,
    PINNED_END,
    CLAMPED_END,
    END_ON_BODY,
    EYE,
    PULLEY,
    WINCH,
    SLACK,
    TOUCHED,
    HANDED_OVER,
    DIVIDED_ANEW,
    CUT,
    BROKEN,
    WINCHED,
    LENGTHENED,
    EDITED,
    PULLED,
    LOST_ITS_BODY,
    BROUGHT_BACK,
    REFUSED_AT_CREATION,
    REFUSED_LATER,
    KINDS
} kind;

static const struct {
    const char* name;
    int least;
} KIND[KINDS] = {
    [SEGMENTS] = {"of segments", 4000},
    [AUTOMATIC] = {"of the automatic model", 2000},
    [ADAPTIVE] = {"with adaptive resolution", 2000},
    [FREE_END] = {"with a free end", 500},
    [PINNED_END] = {"with a pinned end", 2000},
    [CLAMPED_END] = {"with a clamped end", 500},
    [END_ON_BODY] = {"with an end on a body", 2000},
    [EYE] = {"with an eye", 1000},
    [PULLEY] = {"with a pulley", 1000},
    [WINCH] = {"with a winch", 2000},
    [SLACK] = {"longer than their path", 500},
    [TOUCHED] = {"steps with contacts", 500},
    [HANDED_OVER] = {"changes of the model", 500},
    [DIVIDED_ANEW] = {"changes of the number of segments", 200},
    [CUT] = {"cut", 500},
    [BROKEN] = {"broken by their load", 300},
    [WINCHED] = {"winches set", 300},
    [LENGTHENED] = {"lengths set", 100},
    [EDITED] = {"paths changed or mended", 50},
    [PULLED] = {"segments pulled", 300},
    [LOST_ITS_BODY] = {"destroyed with a body", 100},
    [BROUGHT_BACK] = {"saved, run, brought back and run again", 500},
    [REFUSED_AT_CREATION] = {"bad definitions", 500},
    [REFUSED_LATER] = {"changes refused", 500},
};

static int seen[KINDS];
static const double LOWEST = -0.6; // [m]

static rv_cable_node small_end(scene* s, rv_vec3 at, bool is_auto) {
    int what = choose(s, 7);
    if (what == 0 && !is_auto)
        return free_at(at);
    if (what <= 1)
        return fixed_at(NO_BODY, at);
    if (what <= 3) {
        rv_cable_node drum = drum_at(NO_BODY, at, random_in(&s->random, -1.0, 1.0));
        drum.winch.stored = random_in(&s->random, 0.0, 1.0);
        if (choose(s, 2) == 0)
            drum.winch.capacity = drum.winch.stored + random_in(&s->random, 0.0, 0.3);
        if (choose(s, 2) == 0)
            drum.winch.max_force = drum.winch.brake_force = between(s, 1.0, 1e4);
        if (choose(s, 2) == 0) {
            drum.radius = random_in(&s->random, 0.02, 0.1);
            drum.axis = vec(0, 1, 0);
        }
        return drum;
    }
    rv_body_id body = random_end_body(s, at, between(s, 0.1, 1e3));
    rv_cable_node end = fixed_at(body, vec(0, 0, 0));
    end.clamped =
        !is_auto && rv_body_get_kind(s->world, body) == RV_BODY_RIGID && choose(s, 2) == 0;
    end.swivel = !end.clamped && choose(s, 2) == 0;
    return end;
}

// an eye or a pulley, higher than the ends
static rv_cable_node small_turn(scene* s, rv_vec3 at) {
    rv_cable_node turn = eye_at(NO_BODY, at);
    rv_vec3 across = vec(0, 1, 0);
    if (choose(s, 4) == 0) {
        turn.body = random_end_body(s, at, between(s, 1.0, 1e2));
        turn.point = vec(0, 0, 0);
        across = rv_quat_rotate_inverse(rv_body_pose(s->world, turn.body).rotation, across);
    }
    if (choose(s, 2) == 0) {
        double radius = random_in(&s->random, 0.03, 0.15);
        turn = pulley_at(turn.body, turn.point, across, radius);
        turn.side = 1;
    }
    if (choose(s, 3) == 0)
        turn.friction = random_in(&s->random, 0.0, 0.5);
    return turn;
}

static int small_path(scene* s, rv_cable_node* nodes, double side, bool is_auto) {
    int turns = choose(s, 2) == 0 ? choose(s, NODES_MOST - 1) : 0, count = 0;
    // near the ground, if there is one
    double x = random_in(&s->random, -0.05, 0.05), low = LOWEST + 0.02, high = low + 0.04;
    if (!s->ground)
        high = 0.0;
    nodes[count++] = small_end(s, vec(x, side, random_in(&s->random, low, high)), is_auto);
    for (int i = 0; i < turns; i++) {
        x += random_in(&s->random, 0.5, 0.9);
        nodes[count++] = small_turn(s, vec(x, side, random_in(&s->random, 0.3, 0.5)));
    }
    x += random_in(&s->random, 0.4, 1.2);
    nodes[count++] = small_end(s, vec(x, side, random_in(&s->random, low, high)), is_auto);
    return count;
}

static rv_cable_def small_def(scene* s, rv_cable_node nodes[NODES_MOST], double side) {
    rv_cable_def def = rv_cable_def_default();
    bool is_auto = choose(s, 3) == 0;
    def.nodes = nodes;
    def.node_count = small_path(s, nodes, side, is_auto);
    def.model = is_auto ? RV_CABLE_AUTO : RV_CABLE_SEGMENTS;
    put_material(s, &def, 1.0);
    def.diameter = between(s, 2e-3, 2e-2);
    if (s->ground || choose(s, 3) == 0)
        def.segments.count = 2 + choose(s, s->ground ? 3 : 8);
    else
        def.segments.length = random_in(&s->random, 0.1, 0.4);
    if (choose(s, 3) == 0)
        def.segments.resolution = RV_CABLE_ADAPTIVE;
    if (choose(s, 5) == 0)
        def.breaking_load = between(s, 1.0, 1e4);
    // ends less than two metres apart
    if (!s->ground && def.node_count == 2 && nodes[0].type != RV_CABLE_DRUM
        && nodes[1].type != RV_CABLE_DRUM && choose(s, 3) == 0)
        def.length = random_in(&s->random, 2.0, 2.5);
    if (is_held(s, &nodes[0]) && is_held(s, &nodes[def.node_count - 1]))
        def.EA = NAN;
    // of two winches on a cable with friction one must be strong
    rv_winch* winch = &nodes[def.node_count - 1].winch;
    if (nodes[0].type == RV_CABLE_DRUM)
        winch->max_force = winch->brake_force = INFINITY;
    if (!s->ground)
        def.segments.mask = 0;
    return def;
}

static bool has_drum(const rv_world* world, rv_cable_id cable) {
    int last = rv_cable_node_count(world, cable) - 1;
    return rv_cable_get_node(world, cable, 0).type == RV_CABLE_DRUM
           || rv_cable_get_node(world, cable, last).type == RV_CABLE_DRUM;
}

static double total_of(const rv_world* world, rv_cable_id cable) {
    double total = rv_cable_length(world, cable);
    for (int end = 0; end < 2; end++) {
        double on =
            rv_cable_winch(world, cable, end * (rv_cable_node_count(world, cable) - 1)).stored;
        total += isnan(on) ? 0.0 : on;
    }
    return total;
}

static void count_kinds(const rv_cable_def* def) {
    bool has[KINDS] = {false};
    has[def->model == RV_CABLE_AUTO ? AUTOMATIC : SEGMENTS] = true;
    has[ADAPTIVE] = def->segments.resolution == RV_CABLE_ADAPTIVE;
    has[SLACK] = !isnan(def->length);
    for (int i = 0; i < def->node_count; i++) {
        const rv_cable_node* node = &def->nodes[i];
        has[FREE_END] |= node->type == RV_CABLE_FREE;
        has[CLAMPED_END] |= node->clamped;
        has[PINNED_END] |= node->type == RV_CABLE_FIXED && !node->clamped;
        has[END_ON_BODY] |= node->type == RV_CABLE_FIXED && node->body.slot != 0;
        has[EYE] |= node->type == RV_CABLE_EYE;
        has[PULLEY] |= node->type == RV_CABLE_PULLEY;
        has[WINCH] |= node->type == RV_CABLE_DRUM;
    }
    for (int k = 0; k < KINDS; k++)
        seen[k] += has[k];
}

// a new cable in a place of the crowd
static void add_small(scene* s, int place) {
    rv_cable_node nodes[NODES_MOST];
    rv_cable_def def = small_def(s, nodes, s->ground ? 0.05 * place : 3.0 * place);
    s->cable[place] = cable_of(s->world, &def);
    s->total[place] = total_of(s->world, s->cable[place]);
    count_kinds(&def);
}

// one value of a good definition is made a bad one
static void spoil(scene* s, rv_cable_def* def, rv_cable_node* nodes) {
    static const double BAD[] = {NAN, INFINITY, -INFINITY, -1.0};
    double bad = BAD[choose(s, 4)], worse = BAD[1 + choose(s, 3)]; // where NaN is a default
    double* const value[] = {&def->diameter, &def->material.young, &nodes[0].point.x,
                             &def->segments.drag.across, &def->twist};
    double* const optional[] = {&def->segments.length, &def->segments.EI, &def->length,
                                &def->mass_per_length, &def->damping};
    switch (choose(s, 8)) {
    case 0:
        def->node_count = choose(s, 2);
        break;
    case 1:
        def->magic = 0;
        break;
    case 2:
        nodes[def->node_count - 1].type = RV_CABLE_EYE;
        break;
    case 3:
        nodes[0].body = (rv_body_id){.slot = 9999};
        break;
    case 4:
        def->segments.count = choose(s, 2) == 0 ? -1 : 100001;
        break;
    case 5:
        def->breaking_load = choose(s, 2) == 0 ? 0.0 : NAN;
        break;
    case 6: {
        int which = choose(s, 5);
        *value[which] = which == 2 || which == 4 ? BAD[choose(s, 3)] : bad;
        break;
    }
    default:
        *optional[choose(s, 5)] = worse;
        break;
    }
}

static void refuse(scene* s) {
    rv_cable_node nodes[NODES_MOST];
    rv_cable_def def = small_def(s, nodes, 100.0);
    spoil(s, &def, nodes);
    uint64_t before = rv_world_hash(s->world);
    int bodies = rv_body_count(s->world), cables = rv_cable_count(s->world);
    CHECK(rv_cable_create(s->world, &def).slot == 0);
    CHECK(rv_world_error(s->world)[0] != '\0');
    CHECK(rv_world_hash(s->world) == before);
    CHECK(rv_body_count(s->world) == bodies && rv_cable_count(s->world) == cables);
    seen[REFUSED_AT_CREATION]++;
}

static void bring_back(scene* s) {
    size_t bytes = rv_world_snapshot_bytes(s->world);
    void* buffer = malloc(bytes);
    CHECK(rv_world_save(s->world, buffer, bytes) == bytes);
    uint64_t hash[2], before = rv_world_hash(s->world);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3; i++)
            CHECK(rv_world_step(s->world, 1.0 / 60.0) != RV_STATUS_FAILED);
        hash[round] = rv_world_hash(s->world);
        CHECK(rv_world_restore(s->world, buffer, bytes));
        CHECK(rv_world_hash(s->world) == before);
    }
    CHECK(hash[0] == hash[1]);
    free(buffer);
    seen[BROUGHT_BACK]++;
}

// a change of the path, of which cables of segments refuse most
static bool edit(scene* s, int place) {
    rv_cable_id cable = s->cable[place];
    int last = rv_cable_node_count(s->world, cable) - 1;
    rv_vec3 at = vec(random_in(&s->random, 0.3, 0.5), 3.0 * place, random_in(&s->random, 0.6, 0.8));
    rv_cable_node node = choose(s, 2) == 0 ? eye_at(NO_BODY, at) : fixed_at(NO_BODY, at);
    s->total[place] = NAN;
    switch (choose(s, 4)) {
    case 0:
        return rv_cable_insert_node(s->world, cable, choose(s, last + 2), &node);
    case 1:
        return rv_cable_remove_node(s->world, cable, choose(s, last + 2));
    case 2:
        return rv_cable_attach(s->world, cable, choose(s, 2) * last, &node);
    default:
        return rv_cable_mend(s->world, cable);
    }
}

// pulls a segment, which is a body like any other but goes with its cable
static bool pull(scene* s, rv_cable_id cable) {
    int count = rv_cable_segment_count(s->world, cable);
    if (count == 0)
        return false;
    rv_body_id body = rv_cable_segment(s->world, cable, choose(s, count));
    rv_body_apply_force_at_center(s->world, body, random_vec(&s->random, 10.0));
    CHECK(!rv_body_destroy(s->world, body));
    return true;
}

// cables on the body go with it
static bool lose_body(scene* s, rv_cable_id cable) {
    rv_body_id body = rv_cable_get_node(s->world, cable, 0).body;
    if (body.slot == 0 || !rv_cable_is_valid(s->world, cable))
        return false;
    CHECK(rv_body_destroy(s->world, body));
    CHECK(!rv_cable_is_valid(s->world, cable));
    return true;
}

// true: done; false: refused, or there was nothing to do
static bool change(scene* s, int place, kind what) {
    rv_cable_id cable = s->cable[place];
    double length = rv_cable_length(s->world, cable);
    int last = rv_cable_node_count(s->world, cable) - 1;
    switch (what) {
    case CUT:
        return choose(s, 2) == 0
                   ? rv_cable_cut(s->world, cable)
                   : rv_cable_cut_at(s->world, cable, random_in(&s->random, -0.1, 1.0) * length);
    case BROKEN:
        return rv_cable_set_breaking_load(s->world, cable, between(s, 1e-3, 1e3));
    case WINCHED:
        return rv_cable_set_winch_speed(s->world, cable, choose(s, 2) * last,
                                        random_in(&s->random, -1.0, 1.0));
    case LENGTHENED:
        return rv_cable_set_length(s->world, cable, random_in(&s->random, -0.1, 1.1) * length);
    case EDITED:
        return edit(s, place);
    case PULLED:
        return pull(s, cable);
    default:
        return choose(s, 4) == 0 && lose_body(s, cable);
    }
}

// Something happens to a cable. What is refused, also because the cable is gone, changes nothing.
static void happen(scene* s, int place) {
    static const kind WHAT[] = {CUT, BROKEN, WINCHED, LENGTHENED, EDITED, PULLED, LOST_ITS_BODY};
    kind what = WHAT[choose(s, sizeof WHAT / sizeof *WHAT)];
    double before = s->total[place];
    uint64_t hash = rv_world_hash(s->world);
    bool done = change(s, place, what);
    CHECK(done || rv_world_hash(s->world) == hash);
    if (!done) {
        seen[REFUSED_LATER]++;
        return;
    }
    // what a drum gives it has
    if (what == EDITED || (what == LENGTHENED && !has_drum(s->world, s->cable[place])))
        before = NAN;
    s->total[place] = before;
    // a small breaking load is not a break yet
    if (what != BROKEN)
        seen[what]++;
}

static void check_small(scene* s, int place, int segments_before) {
    rv_cable_id cable = s->cable[place];
    if (!rv_cable_is_valid(s->world, cable))
        return;
    check_readers(s, cable);
    // as long as it was, to what sums of lengths are rounded by
    if (!isnan(s->total[place]))
        CHECK_NEAR(total_of(s->world, cable), s->total[place], 1e-9);
    else
        s->total[place] = total_of(s->world, cable);
    int segments = rv_cable_segment_count(s->world, cable);
    if (segments != segments_before)
        seen[segments == 0 || segments_before == 0 ? HANDED_OVER : DIVIDED_ANEW]++;
}

static void step_small(scene* s) {
    int segments[CROWD];
    for (int i = 0; i < s->cables; i++)
        segments[i] = rv_cable_segment_count(s->world, s->cable[i]);
    rv_status status = rv_world_step(s->world, 1.0 / 60.0);
    rv_report report = rv_world_report(s->world);
    CHECK(status != RV_STATUS_FAILED);
    CHECK(report.nonfinite_count == 0 && isfinite(rv_world_energy(s->world).total));
    seen[TOUCHED] += report.contact_count > 0;
    seen[BROKEN] += events_of(s->world, RV_CABLE_EVENT_BROKEN, NULL);
    for (int i = 0; i < s->cables; i++)
        check_small(s, i, segments[i]);
}

// all of it goes, one after the other and in any order
static void clear_away(scene* s) {
    for (int i = s->cables; i > 0; i--) {
        int place = choose(s, i);
        rv_cable_id cable = s->cable[place];
        s->cable[place] = s->cable[i - 1];
        s->total[place] = s->total[i - 1];
        s->cables--;
        int bodies = rv_body_count(s->world), gone = rv_cable_segment_count(s->world, cable);
        bool there = rv_cable_is_valid(s->world, cable);
        CHECK(rv_cable_destroy(s->world, cable) == there);
        CHECK(rv_body_count(s->world) == bodies - gone);
        if (choose(s, 3) == 0)
            step_small(s);
    }
    CHECK(rv_cable_count(s->world) == 0);
}

// a world of a few; returns how many there were
static int live_small(uint64_t seed) {
    scene s = {.random = {seed * 0x9e3779b97f4a7c15ull + 7}};
    rv_world_def def = rv_world_def_default();
    if (choose(&s, 8) == 0)
        def.solver = RV_SOLVER_BLOCK_GS;
    s.world = world_of(&def);
    s.ground = choose(&s, 6) == 0;
    s.cables = s.ground ? 2 : CROWD;
    if (s.ground)
        add_plane(s.world, LOWEST);
    int made = s.cables;
    for (int i = 0; i < s.cables; i++)
        add_small(&s, i);
    for (int steps = 3 + choose(&s, 5), i = 0; i < steps; i++) {
        step_small(&s);
        if (choose(&s, 3) != 0)
            happen(&s, choose(&s, s.cables));
        if (i == steps / 2 && choose(&s, 4) == 0)
            bring_back(&s);
        if (i == steps / 2 && choose(&s, 4) == 0)
            refuse(&s);
    }
    // or all at once
    if (choose(&s, 4) != 0)
        clear_away(&s);
    rv_world_destroy(s.world);
    return made;
}

TEST(ten_thousand_small_cables_of_every_kind_live_and_go) {
    memset(seen, 0, sizeof seen);
    uint64_t seed = FUZZ_FIRST;
    for (int made = 0; made < FUZZ_SMALL; seed++) {
        int failures = test_failures;
        made += live_small(seed);
        if (test_failures != failures)
            printf("  seed %llu\n", (unsigned long long)seed);
    }
    for (int k = 0; k < KINDS; k++) {
        bool enough = seen[k] >= (int)((double)KIND[k].least * FUZZ_SMALL / 10000.0);
        CHECK(enough);
        if (!enough)
            printf("  %d %s\n", seen[k], KIND[k].name);
    }
}
