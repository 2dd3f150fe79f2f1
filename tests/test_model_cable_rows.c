// Rows of massless cables against central differences, for random paths over bodies of every kind,
// also where they are nearly singular; and their symmetries.
#include "cable_fixture.h"
#include "model/body.h"
#include "model/cable.h"
#include "step/step.h"

enum { TRIALS = 1000, NODES_MAX = 8, POOL = 6, ROWS_MAX = NODES_MAX + 1 };
static const double H = 0.01;
// of the scale on which the path bends: differences of fourth order, lever arms of up to 5 m
static const double NUDGE = 3e-4;
static const double SHARPEST_KINK = 0.0175; // cosine of half of 178 degrees

typedef enum tension_kind { ONE_TENSION, GRIPPING, SLIPPING, MIXED, TENSION_KINDS } tension_kind;
typedef enum pose_kind { GENERAL, SHORT_SPAN, SHARP_KINK, CLOSE_WHEELS, POSE_KINDS } pose_kind;

typedef struct wish {
    tension_kind tension;
    pose_kind pose;
    bool all_rigid; // no particles (they do not turn), no world, nothing that is moved
} wish;

typedef struct rig {
    rv_world* world;
    rv_island* island;
    rv_cable* cable;
    rv_path_node* nodes;
    const rv_member* member;
    rv_path_node kept_nodes[NODES_MAX];
    rv_cable kept;
} rig;

static rv_vec3 random_unit(fixture_random* random) {
    rv_vec3 v;
    do
        v = random_vec(random, 1.0);
    while (rv_vec3_length(v) < 0.1);
    return rv_vec3_normalize(v);
}

// two rigid bodies, then one of every kind
static void random_bodies(rv_world* world, fixture_random* random, rv_body_id body[POOL]) {
    for (int i = 0; i < POOL; i++) {
        rv_body_def def = rv_body_def_default();
        def.kind = i == 3 ? RV_BODY_PARTICLE : RV_BODY_RIGID;
        def.type = i == 4 ? RV_BODY_KINEMATIC : i == 5 ? RV_BODY_STATIC : RV_BODY_DYNAMIC;
        def.mass = random_in(random, 0.5, 3.0);
        if (def.kind == RV_BODY_RIGID) {
            def.inertia = rv_mat3_diagonal(1, 1.2, 1.5);
            def.center = random_vec(random, 0.3);
            def.angular_velocity = random_vec(random, 1.0);
        }
        def.pose = random_pose(random, 1.0, def.kind == RV_BODY_PARTICLE ? 0.0 : 3.0);
        def.velocity = random_vec(random, 1.0);
        body[i] = body_of(world, &def);
    }
}

// where the nodes are in the world
static void random_places(fixture_random* random, pose_kind kind, int count, rv_vec3* place) {
    for (int i = 0; i < count; i++)
        place[i] = random_vec(random, 2.0);
    int at = 1 + (int)random_in(random, 0.0, count - 1.0);
    if (kind == SHORT_SPAN) {
        double length = pow(10.0, random_in(random, -2.0, -0.5));
        place[at] = rv_vec3_mul_add(place[at - 1], length, random_unit(random));
    }
    if (kind == SHARP_KINK && count > 2) {
        at = at == count - 1 ? 1 : at;
        // back by the way it came, but for up to a fifth of a radian
        rv_vec3 back = rv_vec3_normalize(rv_vec3_sub(place[at - 1], place[at]));
        double off = pow(10.0, random_in(random, -1.4, -0.7));
        back = rv_vec3_mul_add(back, off, rv_vec3_perpendicular(back));
        place[at + 1] = rv_vec3_mul_add(place[at], random_in(random, 0.5, 2.0), back);
    }
}

static rv_cable_node random_node(rv_world* world, fixture_random* random, const wish* w,
                                 const rv_body_id pool[POOL], bool end) {
    int choice = (int)random_in(random, 0.0, end ? 2.0 : w->all_rigid ? 3.0 : POOL + 1.0);
    rv_body_id body = choice < POOL ? pool[choice] : NO_BODY;
    bool wheel = random_in(random, 0.0, 1.0) < (w->pose == SHARP_KINK ? 0.2 : 0.5);
    rv_cable_node node = fixed_at(body, vec(0, 0, 0));
    node.type = end     ? wheel ? RV_CABLE_DRUM : RV_CABLE_FIXED
                : wheel ? RV_CABLE_PULLEY
                        : RV_CABLE_EYE;
    if (wheel) {
        node.axis = random_vec(random, 1.0);
        node.radius = random_in(random, 0.05, w->pose == CLOSE_WHEELS ? 0.8 : 0.3);
        node.side = random_in(random, 0.0, 1.0) < 0.5 ? 1 : -1;
    }
    if (end && wheel && random_in(random, 0.0, 1.0) < 0.3)
        node.radius = 0.0;
    bool splits = !end && w->tension != ONE_TENSION && random_in(random, 0.0, 1.0) < 0.6;
    bool grips =
        w->tension == GRIPPING || (w->tension == MIXED && random_in(random, 0.0, 1.0) < 0.4);
    if (splits)
        node.friction = grips ? INFINITY : 0.3;
    if (splits && wheel && random_in(random, 0.0, 1.0) < 0.5)
        node.wheel = add_scalar(world, 1.0, 0.0);
    return node;
}

// false: the path cannot run there
static bool try_cable(rig* r, fixture_random* random, const wish* w) {
    rv_body_id pool[POOL];
    rv_vec3 place[NODES_MAX];
    rv_cable_node node[NODES_MAX];
    int count = 2 + (int)random_in(random, 0.0, NODES_MAX - 1.0);
    r->world = weightless_world();
    random_bodies(r->world, random, pool);
    random_places(random, w->pose, count, place);
    for (int i = 0; i < count; i++) {
        node[i] = random_node(r->world, random, w, pool, i == 0 || i == count - 1);
        node[i].point = place[i];
        if (node[i].body.slot != 0)
            node[i].point = rv_pose_apply_inverse(rv_body_pose(r->world, node[i].body), place[i]);
    }
    rv_cable_def def = rv_cable_def_default();
    def.nodes = node;
    def.node_count = count;
    def.twist = 0.3;
    if (rv_cable_create(r->world, &def).slot == 0 || !rv_islands_make(r->world))
        return false;
    r->cable = &r->world->cables.data[0];
    r->nodes = rv_cable_nodes(r->world, r->cable);
    r->island = NULL;
    for (int i = 0; i < r->world->island_count; i++)
        if (r->world->islands.data[i].members.count > 0)
            r->island = &r->world->islands.data[i];
    if (r->island == NULL || !r->cable->has_twist)
        return false;
    r->member = &r->island->members.data[0];
    // taut: a slack one may share its length anew
    r->cable->state = RV_CABLE_TAUT;
    for (int i = 0; i < r->cable->node_count; i++)
        r->nodes[i].tension = 1.0; // a slack chain would share its cable out
    return true;
}

// what the derivatives divide by: of the spans, and cosines of half the kinks
typedef struct sharpness {
    double q, kink;
} sharpness;

static double half_kink(rv_vec3 a, rv_vec3 b) {
    return sqrt(0.5 * fmax(0.0, 1.0 + rv_vec3_dot(a, b)));
}

static sharpness sharpness_of(const rig* r) {
    sharpness s = {1.0, 1.0};
    int last = r->cable->node_count - 1;
    rv_vec3 along = {0, 0, 0};
    for (int i = 0; i < last; i = r->nodes[i].next) {
        const rv_path_node *node = &r->nodes[i], *next = &r->nodes[node->next];
        const rv_rim rim[2] = {node->rim, next->rim};
        s.q = fmin(s.q, span_divisor(rim, &node->span));
        if (node->rim.radius > 0.0)
            along = node->span.tangent[0];
        if (i > 0 || node->rim.radius > 0.0)
            s.kink = fmin(s.kink, half_kink(along, node->span.u));
        along = node->span.u;
        if (next->rim.radius > 0.0)
            s.kink = fmin(s.kink, half_kink(along, node->span.tangent[1]));
    }
    return s;
}

// differences make sense: tangents exist and nothing lifts off or touches down close by
static bool is_regular(const rig* r) {
    for (int i = 1; i < r->cable->node_count - 1; i++) {
        const rv_path_node* node = &r->nodes[i];
        if (node->def.type == RV_CABLE_PULLEY
            && (fabs(node->wrap) < 0.02 || (node->lifted && node->splits)))
            return false;
    }
    for (int i = 0; i < r->cable->node_count - 1; i = r->nodes[i].next)
        if (r->nodes[i].span.inside)
            return false;
    sharpness s = sharpness_of(r);
    return s.q > 0.01 && s.kink > SHARPEST_KINK;
}

static rig random_rig(fixture_random* random, wish w) {
    rig r;
    for (;;) {
        if (try_cable(&r, random, &w) && is_regular(&r))
            break;
        rv_world_destroy(r.world);
    }
    r.island->h = H;
    r.island->substep = 0;
    r.island->substeps = 1;
    rv_stage_route(r.world, r.island);
    rv_stage_forces(r.world, r.island);
    rv_stage_rows(r.world, r.island);
    r.kept = *r.cable;
    memcpy(r.kept_nodes, r.nodes, (size_t)r.cable->node_count * sizeof *r.nodes);
    return r;
}

static int row_count(const rig* r) {
    return r->cable->section_count + 1;
}

static const rv_row* row_of(const rig* r, int k) {
    return &r->island->rows.data[r->member->first_row + k];
}

// d(rate of row k) / d(velocity of a body)
static double jacobian(const rig* r, int k, const rv_body* body, int dof) {
    rv_kkt* kkt = &r->island->kkt;
    if (r->cable->loose) {
        const rv_loose_row* row = &kkt->loose.rows.data[r->member->first_loose + k];
        for (int i = 0; i < row->reference_count; i++) {
            const rv_loose_reference* ref = &kkt->loose.references.data[row->first_reference + i];
            if (ref->block == body->block)
                return kkt->loose.jacobian.data[ref->first_value + dof];
        }
        return 0.0;
    }
    int group = r->member->first_group + k;
    for (int i = kkt->group_first.data[group]; i < kkt->group_first.data[group + 1]; i++)
        if (kkt->reference_block.data[i] == body->block)
            return rv_kkt_jacobian(kkt, i)[dof];
    return 0.0;
}

// --- what the rows are derivatives of ---

typedef struct outcome {
    double path, twist;
    double phi[ROWS_MAX]; // of the rows: sections, or sums of a chain
} outcome;

// a motion of bodies: velocities of all dofs, times `by`
typedef struct motion {
    rv_vec3 v[32], w[32];
} motion;

static void move_all(rig* r, const rv_body* from, const motion* m, double by) {
    for (int i = 0; i < r->world->bodies.count; i++) {
        rv_body* body = &r->world->bodies.data[i];
        *body = from[i];
        body->x = rv_vec3_mul_add(body->x, by, m->v[i]);
        if (body->kind == RV_BODY_RIGID) {
            rv_quat turn = rv_quat_exp(rv_vec3_scale(m->w[i], by));
            rv_body_set_rotation(body, rv_quat_mul(turn, body->q));
        }
    }
}

// the cable sticks to wheels: what they carry past their node, against the body that holds them
static double carried(const rig* r, int i, const motion* m, double by) {
    const rv_path_node* node = &r->kept_nodes[i];
    if (node->wheel < 0)
        return 0.0;
    double turn = node->def.side * m->v[node->wheel].x * by;
    if (node->body >= 0 && r->world->bodies.data[node->body].kind == RV_BODY_RIGID)
        turn -= rv_vec3_dot(m->w[node->body], node->rim.axis) * by;
    return node->def.radius * turn;
}

// in the order of the rows: sections as they are, chains summed from where they start
static void order_rows(const rig* r, const double* section, int count, double* phi) {
    for (int k = 0; k < count; k++)
        phi[k] = section[k];
    if (!r->cable->loose)
        return;
    rv_chain chain = rv_chain_first(r->world, r->cable);
    do {
        double sum = 0.0;
        for (int k = 0; k < chain.count; k++) {
            sum += section[chain.row + (chain.backward ? chain.count - 1 - k : k)];
            phi[chain.row + k] = sum;
        }
    } while (rv_chain_next(r->world, r->cable, &chain));
}

static outcome evaluate(rig* r, const rv_body* from, const motion* m, double by) {
    outcome out = {0};
    move_all(r, from, m, by);
    rv_cable_route(r->world, NULL, 0);
    out.path = rv_path_measure(r->nodes, r->cable->node_count);
    double room;
    CHECK(rv_twist_angle(r->world, NULL, r->cable, &out.twist, &room));
    out.twist = rv_angle_near(out.twist, r->kept.twist);
    double section[ROWS_MAX] = {0};
    int count = 0;
    for (int i = 0; i < r->cable->node_count - 1; i++) {
        if (i > 0 && !r->nodes[i].splits)
            continue;
        double flow = i > 0 ? carried(r, i, m, by) : 0.0;
        if (i > 0)
            section[count - 1] -= flow;
        section[count++] += r->nodes[i].material - r->nodes[i].geometric + flow;
    }
    order_rows(r, section, count, out.phi);
    // back to where it was
    memcpy(r->nodes, r->kept_nodes, (size_t)r->cable->node_count * sizeof *r->nodes);
    *r->cable = r->kept;
    return out;
}

// fourth order: (f(-2h) - 8 f(-h) + 8 f(h) - f(2h)) / 12h
static outcome difference(rig* r, const motion* m, double nudge) {
    static const double WEIGHT[] = {1.0, -8.0, 8.0, -1.0}, PLACE[] = {-2.0, -1.0, 1.0, 2.0};
    rv_body from[32];
    CHECK(r->world->bodies.count <= 32);
    memcpy(from, r->world->bodies.data, (size_t)r->world->bodies.count * sizeof *from);
    outcome sum = {0};
    for (int p = 0; p < 4; p++) {
        outcome at = evaluate(r, from, m, PLACE[p] * nudge);
        double weight = WEIGHT[p] / (12.0 * nudge);
        sum.path += weight * at.path;
        sum.twist += weight * at.twist;
        for (int k = 0; k < ROWS_MAX; k++)
            sum.phi[k] += weight * at.phi[k];
    }
    memcpy(r->world->bodies.data, from, (size_t)r->world->bodies.count * sizeof *from);
    return sum;
}

// derivative of row k along a motion, by the system
static double row_rate(const rig* r, int k, const motion* m) {
    double sum = 0.0;
    for (int i = 0; i < r->world->bodies.count; i++) {
        const rv_body* body = &r->world->bodies.data[i];
        const double v[6] = {m->v[i].x, m->v[i].y, m->v[i].z, m->w[i].x, m->w[i].y, m->w[i].z};
        for (int dof = 0; dof < rv_body_dofs(body); dof++)
            if (body->island == r->island - r->world->islands.data)
                sum += jacobian(r, k, body, dof) * v[dof];
    }
    return sum;
}

static motion random_motion(const rig* r, fixture_random* random) {
    motion m = {0};
    for (int i = 0; i < r->world->bodies.count; i++) {
        const rv_body* body = &r->world->bodies.data[i];
        if (rv_body_dofs(body) == 0)
            continue;
        m.v[i] = random_vec(random, 1.0);
        if (body->kind == RV_BODY_SCALAR)
            m.v[i].y = m.v[i].z = 0.0;
        else if (body->kind == RV_BODY_RIGID)
            m.w[i] = random_vec(random, 1.0);
    }
    return m;
}

// of the twist, by its form alone
static double twist_rate(const rig* r, const motion* m) {
    double values[6 * 2 * NODES_MAX + 6] = {0}, sum = 0.0;
    const int32_t* bodies = rv_cable_body_list(r->world, r->cable);
    rv_row_sink sink = {.values = values, .nodes = r->nodes};
    rv_twist_row(r->world, NULL, r->cable, &sink);
    for (int b = 0; b < r->cable->body_count; b++) {
        if (bodies[b] < 0)
            continue;
        sum += rv_vec3_dot(rv_vec3_load(values + 6 * b), m->v[bodies[b]]);
        if (r->world->bodies.data[bodies[b]].kind == RV_BODY_RIGID)
            sum += rv_vec3_dot(rv_vec3_load(values + 6 * b + 3), m->w[bodies[b]]);
    }
    return sum;
}

static bool has_wound_end(const rig* r) {
    return r->nodes[0].def.radius > 0.0 || r->nodes[r->cable->node_count - 1].def.radius > 0.0;
}

// the row that is the whole chain, or a section of its own
static bool is_last_of_chain(const rig* r, int k) {
    bool last = !r->cable->loose;
    rv_chain chain = rv_chain_first(r->world, r->cable);
    do
        last |= k == chain.row + chain.count - 1;
    while (rv_chain_next(r->world, r->cable, &chain));
    return last;
}

static void check_rows(rig* r, const motion* m) {
    // derivatives grow like 1/q (spans) and 1/c (kinks); the path bends over q^2 and over q c; what
    // is differenced has rounding of 1e-15/q and 1e-15/c^2
    sharpness s = sharpness_of(r);
    double nudge = NUDGE * fmin(s.q * s.q, s.q * s.kink);
    outcome d = difference(r, m, nudge);
    double tolerance = 1e-8 / s.q + 2e-14 / (s.q * nudge), whole = 0.0;
    int sections = r->cable->section_count;
    for (int k = 0; k < sections; k++) {
        double rate = row_rate(r, k, m);
        whole += is_last_of_chain(r, k) ? rate : 0.0;
        CHECK_NEAR(rate, d.phi[k], tolerance);
    }
    // all sections together are the path; what is wound on an end is not in it
    if (!has_wound_end(r))
        CHECK_NEAR(whole, -d.path, tolerance);
    double twist = twist_rate(r, m), amplified = 1.0 / (s.q * s.kink);
    CHECK_NEAR(twist, d.twist, 1e-8 * amplified + 2e-14 * amplified / (s.kink * nudge));
    CHECK_NEAR(row_rate(r, sections, m), twist, 1e-12 * amplified);
    if (r->cable->suspended)
        CHECK(row_of(r, sections)->lower == 0.0 && row_of(r, sections)->upper == 0.0);
}

static void check_trials(uint64_t seed, tension_kind tension) {
    fixture_random random = {seed};
    for (int trial = 0; trial < TRIALS; trial++) {
        wish w = {tension, (pose_kind)(trial % POSE_KINDS), false};
        rig r = random_rig(&random, w);
        motion m = random_motion(&r, &random);
        check_rows(&r, &m);
        rv_world_destroy(r.world);
    }
}

TEST(rows_of_1000_cables_with_one_tension_are_the_derivatives_of_length_and_twist) {
    check_trials(31, ONE_TENSION);
}

TEST(rows_of_1000_cables_that_grip_are_the_derivatives_of_their_sections) {
    check_trials(32, GRIPPING);
}

TEST(rows_of_1000_cables_with_friction_are_the_derivatives_of_sums_of_sections) {
    check_trials(33, SLIPPING);
}

TEST(rows_of_1000_cables_that_grip_here_and_slip_there_are_the_derivatives_of_their_chains) {
    check_trials(36, MIXED);
}

TEST(bodies_that_are_moved_enter_the_rows_by_their_rate) {
    fixture_random random = {34};
    for (int trial = 0; trial < TRIALS; trial++) {
        wish w = {(tension_kind)(trial % TENSION_KINDS),
                  (pose_kind)(trial / TENSION_KINDS % POSE_KINDS), false};
        rig r = random_rig(&random, w);
        motion m = {0};
        for (int i = 0; i < r.world->bodies.count; i++) {
            const rv_body* body = &r.world->bodies.data[i];
            if (body->type == RV_BODY_KINEMATIC) {
                m.v[i] = body->v;
                m.w[i] = body->w;
            }
        }
        sharpness s = sharpness_of(&r);
        double nudge = NUDGE * fmin(s.q * s.q, s.q * s.kink);
        outcome d = difference(&r, &m, nudge);
        double tolerance = 1e-8 / s.q + 2e-14 / (s.q * nudge);
        for (int k = 0; k < r.cable->section_count; k++)
            CHECK_NEAR(row_of(&r, k)->rate, d.phi[k], tolerance);
        CHECK_NEAR(row_of(&r, row_count(&r) - 1)->rate, d.twist,
                   1e-8 / (s.q * s.kink) + 2e-14 / (s.q * s.kink * s.kink * nudge));
        rv_world_destroy(r.world);
    }
}

TEST(rows_do_not_feel_a_motion_of_everything_as_one_body) {
    fixture_random random = {35};
    for (int trial = 0; trial < TRIALS; trial++) {
        wish w = {(tension_kind)(trial % TENSION_KINDS),
                  (pose_kind)(trial / TENSION_KINDS % POSE_KINDS), true};
        rig r = random_rig(&random, w);
        rv_vec3 v = random_vec(&random, 1.0), turn = random_vec(&random, 1.0);
        motion m = {0};
        for (int i = 0; i < r.world->bodies.count; i++) {
            m.v[i] = rv_vec3_add(v, rv_vec3_cross(turn, r.world->bodies.data[i].x));
            m.w[i] = turn;
        }
        // a wheel's angle is counted in the world
        for (int i = 0; i < r.cable->node_count; i++)
            if (r.nodes[i].wheel >= 0)
                m.v[r.nodes[i].wheel] =
                    vec(r.nodes[i].def.side * rv_vec3_dot(turn, r.nodes[i].rim.axis), 0, 0);
        sharpness s = sharpness_of(&r);
        for (int k = 0; k < row_count(&r); k++) {
            // rounding of the places (1e-15 / q, at a kink / c^2) times the derivatives
            bool is_twist = k == row_count(&r) - 1;
            CHECK_NEAR(row_rate(&r, k, &m), 0.0,
                       1e-12 / (s.q * s.q) / (is_twist ? s.kink * s.kink : 1.0));
        }
        rv_world_destroy(r.world);
    }
}

TEST(the_length_row_of_two_points_is_a_pull_along_the_line_between_them) {
    rv_world* world = weightless_world();
    rv_body_id a = add_particle(world, 1.0, vec(0, 0, 0)),
               b = add_particle(world, 1.0, vec(1, 2, 2));
    rv_cable_node nodes[] = {fixed_at(a, vec(0, 0, 0)), fixed_at(b, vec(0, 0, 0))};
    rv_cable_def def = rigid_cable_def(nodes, 2);
    def.length = 4.0;
    cable_of(world, &def);
    CHECK(rv_islands_make(world));
    rv_island* island = &world->islands.data[0];
    island->h = H;
    rv_stage_route(world, island);
    rv_stage_forces(world, island);
    rv_stage_rows(world, island);
    CHECK_NEAR(island->rows.data[0].phi, 4.0 - 3.0, 1e-15);
    rig r = {.world = world, .island = island, .cable = &world->cables.data[0]};
    r.member = &island->members.data[0];
    const double u[3] = {1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0};
    for (int dof = 0; dof < 3; dof++) {
        CHECK_NEAR(jacobian(&r, 0, rv_world_body(world, a), dof), u[dof], 1e-15);
        CHECK_NEAR(jacobian(&r, 0, rv_world_body(world, b), dof), -u[dof], 1e-15);
    }
    rv_world_destroy(world);
}
