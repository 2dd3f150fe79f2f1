// Strands, stage "rows": drag, and six rows per link between parts a and b of a cable, with F_a,
// F_b their axes (x along the cable), D = F_a^T F_b, d = D e1, theta = atan2(|(d2, d3)|, d1),
// f = theta/sin(theta), g = (sin(theta) - theta cos(theta))/sin^3(theta):
//   stretch  phi = p_b - p_a                       J_b = [I, -[r_b]x],  J_a = -[I, -[r_a]x]
//   bend     phi = (-f d3, f d2) - rest            J_b = [0, K F_a^T],  J_a = -J_b
//   twist    phi = atan2(D32 - D23, D22 + D33) + turns - rest
//   K: f (c i2 - d2 i1) - g d3 e;  f (c i3 - d3 i1) + g d2 e;  (1 + c, d2, d3)/(1 + c)
// with c = d1, e = (0, -d3, d2): the energy of bending is that of theta, without a singularity when
// straight. Compliances l/EA, l/EI, l/GJ, l the length that the link stands for. The paper's own
// variants have one row of bend, theta about n = d_a x d_b/|.|, and twist as an angle of directors.
#include "model/pull.h"
#include "model/strand.h"

#include <math.h>
#include <string.h>

static const double STRAIGHT = 1e-4; // [rad]: series below
static const double FOLDED = 0.05;   // sine of the bend, beyond a right angle, near a reversal
static const double FOLDED_ANGLE = 3.0915718; // pi - asin(FOLDED)
static const double FOLLOWS = 0.8;    // cosine of the turn at which a pinned end's axes follow
static const double SINGULAR = 1e-12; // of the paper's variants, |d_x| when straight
static const double STIFF_BEND_SHARE = 0.75;
static const double SPIN_DAMPING = 100.0; // of a segment's spin, per step
static const double SOFT_TWIST = 0.1;     // GJ/EI below which spin is damped
static const double RELAXED_SHARE = 16.0; // (omega h)^4 at which half the relaxation acts

static int strand_capacity(const rv_world* world) {
    return world->strands.count;
}

static bool strand_is_alive(const rv_world* world, int index) {
    return world->strands.data[index].link_count > 0;
}

static int strand_bodies(const rv_world* world, int index, const int32_t** bodies) {
    const rv_strand* strand = &world->strands.data[index];
    *bodies = rv_strand_bodies(world, strand);
    return strand->segment_count + 2;
}

// --- one link ---

// bend as a vector, and its rows in the axes of a
static void bend_vector(rv_vec3 d, rv_link_geometry* g) {
    double s2 = d.y * d.y + d.z * d.z, s = sqrt(s2), c = d.x;
    double f = 1.0 + s2 / 6.0, k = 1.0 / 3.0 + 2.0 / 15.0 * s2;
    if (c < 0.0 && s < FOLDED) {
        // it has no direction at a reversal: towards it, it falls in line with d
        f = FOLDED_ANGLE / FOLDED;
        k = 0.0;
    } else if (s > STRAIGHT || c < 0.0) {
        double theta = rv_atan2(s, c);
        f = theta / s;
        k = (s - theta * c) / (s * s2);
    }
    g->bend[0] = -f * d.z;
    g->bend[1] = f * d.y;
    // f (c i2 - d2 i1) - k d3 e and f (c i3 - d3 i1) + k d2 e
    g->turn[0] = (rv_vec3){-f * d.y, f * c + k * d.z * d.z, -k * d.z * d.y};
    g->turn[1] = (rv_vec3){-f * d.z, -k * d.y * d.z, f * c + k * d.y * d.y};
    double per = 1.0 / fmax(1.0 + c, 1e-2);
    g->turn[2] = (rv_vec3){1.0, d.y * per, d.z * per};
    g->twist_share = fmin(1.0, 2.0 * (1.0 + c));
}

// the paper's one angle, and twist between a director of each part
static void bend_angle(rv_cable_bend bend, rv_mat3 D, rv_link_geometry* g) {
    rv_vec3 d = rv_mat3_column(D, 0),
            other = rv_mat3_column(D, bend == RV_CABLE_BEND_ANGLE ? 2 : 1);
    rv_vec3 n = {0.0, -d.z, d.y};         // e1 x d
    rv_vec3 m = {other.z, 0.0, -other.x}; // e2 x other
    double size = rv_vec3_length(n), twisted = rv_vec3_length(m);
    g->bend[0] = rv_atan2(size, d.x);
    g->bend[1] = 0.0;
    g->twist_share = 1.0;
    g->turn[0] = rv_vec3_scale(n, 1.0 / (SINGULAR + size));
    g->turn[1] = (rv_vec3){0, 0, 0};
    double sign = m.x < 0.0 ? -1.0 : 1.0;
    g->twist =
        rv_atan2(sign * twisted, other.y) - (bend == RV_CABLE_BEND_ANGLE ? 0.5 * RV_PI : 0.0);
    g->turn[2] = rv_vec3_scale(m, sign / (SINGULAR + twisted));
}

static double unwrap(double angle, double near) {
    return angle + 2.0 * RV_PI * floor((near - angle) / (2.0 * RV_PI) + 0.5);
}

static void measure(const rv_link* link, const rv_motion motion[2], const rv_vec3 center[2],
                    rv_link_geometry* g) {
    for (int s = 0; s < 2; s++) {
        const rv_mat3* R = &motion[s].R;
        g->arm[s] = rv_mat3_apply(*R, rv_vec3_sub(link->point[s], center[s]));
        g->point[s] = rv_vec3_add(motion[s].x, g->arm[s]);
        g->axes[s] = link->is_plain ? *R : rv_mat3_mul(*R, rv_quat_to_mat3(link->turn[s]));
    }
    g->gap = rv_vec3_sub(g->point[1], g->point[0]);
    // what an end is fixed to has no direction of the cable's, unless it is clamped
    rv_vec3 x[2] = {rv_mat3_column(g->axes[0], 0), rv_mat3_column(g->axes[1], 0)};
    bool both = link->is_plain || link->holds_bend;
    g->along = both ? rv_vec3_normalize(rv_vec3_add(x[0], x[1])) : x[link->segment_side];
}

static void measure_turning(const rv_link* link, rv_cable_bend bend, rv_link_geometry* g) {
    rv_mat3 D = rv_mat3_mul(rv_mat3_transpose(g->axes[0]), g->axes[1]);
    if (bend == RV_CABLE_BEND_VECTOR) {
        bend_vector(rv_mat3_column(D, 0), g);
        g->twist = rv_atan2(D.m[2][1] - D.m[1][2], D.m[1][1] + D.m[2][2]);
    } else {
        bend_angle(bend, D, g);
    }
    g->twist = unwrap(g->twist, link->twist + link->last_h * link->twist_speed);
    for (int i = 0; i < 3; i++)
        g->turn[i] = rv_mat3_apply(g->axes[0], g->turn[i]);
}

rv_link_geometry rv_link_geometry_of(const rv_world* world, const rv_island* island,
                                     const rv_link* link, rv_cable_bend bend) {
    rv_motion motion[2];
    rv_vec3 center[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int s = 0; s < 2; s++) {
        motion[s] = rv_motion_of(world, island, link->body[s]);
        if (link->body[s] >= 0)
            center[s] = world->bodies.data[link->body[s]].center;
    }
    rv_link_geometry g;
    measure(link, motion, center, &g);
    measure_turning(link, bend, &g);
    return g;
}

double rv_link_tension(const rv_link_geometry* g, const double* forces) {
    return -rv_vec3_dot(rv_vec3_load(forces), g->along);
}

// --- drag ---

// Drag of a segment: k_n across it and k_t along it, k = coefficient * area * speed, on its
// velocity against the fluid, and k_n l^2/12 against turning across. The step takes k_n (v' - flow)
// in all directions, and adds what that is too much of along it (and about it) from the velocity it
// has: exact where the motion is steady, stable for any k.
static void add_segment_drag(rv_island* island, const rv_cable* cable, rv_body* body,
                             double length) {
    const rv_cable_drag* drag = &cable->segments.drag;
    double area = 0.5 * drag->density * cable->diameter * length, h = island->h;
    rv_vec3 axis = rv_mat3_column(body->R, 0), speed = rv_vec3_sub(body->v, drag->flow);
    rv_vec3 along = rv_vec3_scale(axis, rv_vec3_dot(speed, axis));
    rv_vec3 across = rv_vec3_sub(speed, along);
    rv_vec3 spin = rv_vec3_scale(axis, rv_vec3_dot(body->w, axis));
    double turning = 0.5 * length * rv_vec3_length(rv_vec3_sub(body->w, spin));
    double normal = area * drag->across * rv_vec3_length(across);
    double tangent = area * drag->along * rv_vec3_length(along);
    double most = fmax(normal, tangent);
    double turn = area * drag->across * (rv_vec3_length(across) + turning) * length * length / 12.0;
    body->linear_damping = most;
    body->angular_damping = turn;
    rv_vec3 force = rv_vec3_scale(drag->flow, most);
    force = rv_vec3_mul_add(force, most - tangent, along);
    force = rv_vec3_mul_add(force, most - normal, across);
    double* r = island->r.data + island->kkt.block_first.data[body->block];
    rv_vec3_store(r, rv_vec3_mul_add(rv_vec3_load(r), h, force));
    rv_vec3_store(r + 3, rv_vec3_mul_add(rv_vec3_load(r + 3), h * turn, spin));
}

static void add_drag(rv_world* world, rv_island* island, const rv_strand* strand) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_cable_drag* drag = &cable->segments.drag;
    if (!(drag->density * (drag->across + drag->along) > 0.0))
        return;
    const int32_t* bodies = rv_strand_bodies(world, strand);
    const double* lengths = rv_strand_lengths(world, strand);
    for (int i = 1; i <= strand->segment_count; i++)
        if (world->bodies.data[bodies[i]].block >= 0)
            add_segment_drag(island, cable, &world->bodies.data[bodies[i]], lengths[i]);
}

// --- rows ---

typedef struct strand_writer {
    rv_world* world;
    rv_island* island;
    const rv_cable* cable;
    double relaxation; // of motion that the step cannot resolve [s]
    double h2;
    double stiffness[3]; // EA, EI, GJ
    double tau[3];       // NaN: none given
} strand_writer;

// the share of a motion that the step cannot resolve
static double unresolved(const strand_writer* w, double compliance, double response) {
    double x = compliance > 0.0 ? w->h2 * response / compliance : 0.0;
    return isfinite(x * x) ? x * x / (RELAXED_SHARE + x * x) : 1.0;
}

// The damping that it is given, but at least the world's relaxation in motion that the step cannot
// resolve; without any, that is all.
static double damping_time(const strand_writer* w, int mode, double share) {
    double least = w->relaxation * share;
    return w->tau[mode] > least ? w->tau[mode] : least;
}

// how the two parts answer a pull, a bending and a twisting couple, roughly
static void responses(const rv_world* world, const rv_link* link, double out[3]) {
    out[0] = out[1] = out[2] = 0.0;
    for (int s = 0; s < 2; s++) {
        const rv_body* body = link->body[s] < 0 ? NULL : &world->bodies.data[link->body[s]];
        if (body == NULL || rv_body_dofs(body) == 0)
            continue;
        out[0] += 1.0 / body->mass;
        if (body->kind == RV_BODY_RIGID) {
            out[1] += 1.0 / body->inertia.m[1][1];
            out[2] += 1.0 / body->inertia.m[0][0];
        }
    }
}

static rv_row held_row(double phi, double compliance, double tau) {
    return (rv_row){
        .phi = phi, .compliance = compliance, .tau = tau, .lower = -INFINITY, .upper = INFINITY};
}

// a row that never acts
static rv_row dead_row(void) {
    return (rv_row){
        .law = RV_ROW_VELOCITY, .compliance = 1.0, .lower = -INFINITY, .upper = INFINITY};
}

// Where a cable twists far more easily than it bends, segments that are bent would spin up about
// themselves: the spin of neighbours against each other is damped, as if they rubbed. Torque per
// spin.
static double spin_damping(const strand_writer* w, const rv_link* link, double response) {
    double bends = SOFT_TWIST * w->stiffness[1];
    if (!link->is_plain || !(w->stiffness[2] < bends))
        return 0.0;
    double h = w->island->h, most = fmax(SPIN_DAMPING / (response * h), h * bends / link->length);
    return (1.0 - w->stiffness[2] / bends) * most;
}

// `forces`: of the last step
static void put_laws(const strand_writer* w, const rv_link* link, const rv_link_geometry* g,
                     const double* forces, rv_row* rows) {
    double response[3], compliance[3], tau[3], share[3];
    responses(w->world, link, response);
    for (int mode = 0; mode < 3; mode++) {
        compliance[mode] = w->stiffness[mode] > 0.0 ? link->length / w->stiffness[mode] : 0.0;
        share[mode] = unresolved(w, compliance[mode], response[mode]);
    }
    // Bending that the step cannot resolve holds back what shakes the cable: stretch and twist need
    // less damping, and so does bending itself where it is stiff against the pull.
    double needed = 1.0 - STIFF_BEND_SHARE * share[1];
    double pull = rv_vec3_length(rv_vec3_load(forces)) * link->length * compliance[1];
    share[0] *= needed;
    share[1] *= link->last_h > 0.0 ? 1.0 - (1.0 - needed) / (1.0 + pull) : 1.0;
    share[2] *= needed;
    for (int mode = 0; mode < 3; mode++)
        tau[mode] = compliance[mode] > 0.0 ? damping_time(w, mode, share[mode]) : -1.0;
    // near a reversal twist has no meaning
    compliance[2] /= fmax(g->twist_share, 1e-3);
    bool bends = link->holds_bend && !link->broken, twists = link->holds_twist && !link->broken;
    const double gap[3] = {g->gap.x, g->gap.y, g->gap.z};
    for (int i = 0; i < 3; i++)
        rows[i] = link->broken ? dead_row() : held_row(gap[i], compliance[0], tau[0]);
    for (int i = 0; i < 2; i++)
        rows[3 + i] =
            bends ? held_row(g->bend[i] - link->rest[i], compliance[1], tau[1]) : dead_row();
    rows[5] = twists ? held_row(g->twist - link->rest[2], compliance[2], tau[2]) : dead_row();
    double rubs = link->broken ? 0.0 : spin_damping(w, link, response[2]);
    if (twists)
        rows[5].tau = fmax(tau[2], rubs * compliance[2]);
    else if (rubs > 0.0)
        rows[5].compliance = 1.0 / rubs;
    if (w->cable->segments.bend != RV_CABLE_BEND_VECTOR)
        rows[4] = dead_row();
}

// the Jacobian on one side, 6 rows x `size` columns; without a block, what it adds to the rates
static void put_side(const rv_link_geometry* g, int side, int size, double* J) {
    double sign = side == 0 ? -1.0 : 1.0;
    memset(J, 0, (size_t)(RV_LINK_ROWS * size) * sizeof *J);
    for (int i = 0; i < 3; i++)
        J[RV_LINK_ROWS * i + i] = sign;
    if (size < 6)
        return;
    rv_vec3 r = rv_vec3_scale(g->arm[side], sign);
    double *x = J + 3 * RV_LINK_ROWS, *y = x + RV_LINK_ROWS, *z = y + RV_LINK_ROWS;
    // e_i . (w x r)
    x[1] = -r.z, x[2] = r.y;
    y[0] = r.z, y[2] = -r.x;
    z[0] = -r.y, z[1] = r.x;
    for (int i = 0; i < 3; i++) {
        x[3 + i] = sign * g->turn[i].x;
        y[3 + i] = sign * g->turn[i].y;
        z[3 + i] = sign * g->turn[i].z;
    }
}

// rows that do not act have no Jacobian
static void clear_dead(const rv_link* link, int size, rv_cable_bend bend, double* J) {
    for (int c = 0; c < size; c++)
        for (int i = 0; i < RV_LINK_ROWS; i++) {
            bool turns = link->holds_twist || link->is_plain; // it may rub
            bool acts = i < 3 || (i < 5 ? link->holds_bend : turns);
            if (link->broken || !acts || (i == 4 && bend != RV_CABLE_BEND_VECTOR))
                J[RV_LINK_ROWS * c + i] = 0.0;
        }
}

static void add_moved_rates(const double* J, int size, const rv_motion* m, rv_row* rows) {
    double v[6];
    rv_vec3_store(v, m->v);
    rv_vec3_store(v + 3, m->w);
    for (int c = 0; c < size; c++)
        for (int i = 0; i < RV_LINK_ROWS; i++)
            rows[i].rate += J[RV_LINK_ROWS * c + i] * v[c];
}

// An end that does not hold the direction follows it: the cable's axes on what it is fixed to are
// turned to where the cable points by the shortest way, which leaves its twist as it is.
static void follow_direction(rv_link* link, const rv_link_geometry* g, const rv_motion motion[2]) {
    int side = link->segment_side, fixed = 1 - side;
    rv_vec3 along = rv_mat3_column(g->axes[side], 0);
    if (rv_vec3_dot(along, rv_mat3_column(g->axes[fixed], 0)) > FOLLOWS)
        return;
    rv_quat axes = rv_quat_mul(motion[fixed].q, link->turn[fixed]);
    rv_quat turned = rv_quat_along(axes, along);
    link->turn[fixed] = rv_quat_normalize(rv_quat_mul(rv_quat_conjugate(motion[fixed].q), turned));
}

// Damping is of the gap as the cable sees it: one that only turns with the cable is not damped.
static void turn_with_cable(const rv_link* link, const rv_motion motion[2], rv_vec3 gap,
                            rv_row* rows) {
    rv_vec3 w = rv_vec3_scale(rv_vec3_add(motion[0].w, motion[1].w), 0.5);
    if (!link->is_plain)
        w = motion[link->segment_side].w;
    if (!(rows[0].compliance > 0.0) || !(rows[0].tau > 0.0))
        return;
    // it acts on the next step: no more where it turns far within its time
    double turned2 = rv_vec3_dot(w, w) * rows[0].tau * rows[0].tau;
    rv_vec3 turning = rv_vec3_scale(rv_vec3_cross(w, gap), rows[0].tau / (1.0 + turned2));
    rows[0].phi -= turning.x;
    rows[1].phi -= turning.y;
    rows[2].phi -= turning.z;
}

static void put_link(strand_writer* w, rv_link* link, int group, rv_stiffness* k) {
    const double* forces =
        w->world->link_lambda.data + RV_LINK_ROWS * (link - w->world->links.data);
    rv_motion motion[2];
    rv_vec3 center[2] = {{0, 0, 0}, {0, 0, 0}};
    int size[2];
    for (int s = 0; s < 2; s++) {
        const rv_body* body = link->body[s] < 0 ? NULL : &w->world->bodies.data[link->body[s]];
        motion[s] = rv_motion_of(w->world, w->island, link->body[s]);
        size[s] = body == NULL ? 0 : rv_body_dofs(body);
        if (body != NULL)
            center[s] = body->center;
    }
    rv_cable_bend bend = w->cable->segments.bend;
    rv_link_geometry g;
    measure(link, motion, center, &g);
    measure_turning(link, bend, &g);
    rv_kkt* kkt = &w->island->kkt;
    rv_row* rows = w->island->rows.data + kkt->row_first.data[group];
    put_laws(w, link, &g, forces, rows);
    turn_with_cable(link, motion, g.gap, rows);
    int reference = kkt->group_first.data[group];
    bool all =
        link->holds_bend && link->holds_twist && !link->broken && bend == RV_CABLE_BEND_VECTOR;
    for (int s = 0; s < 2; s++) {
        double moved[36];
        double* J = size[s] > 0 ? rv_kkt_jacobian(kkt, reference++) : moved;
        int columns = size[s] > 0 ? size[s] : 6;
        put_side(&g, s, columns, J);
        if (!all)
            clear_dead(link, columns, bend, J);
        if (size[s] == 0)
            add_moved_rates(J, columns, &motion[s], rows);
        rv_pull_place(k, s, g.arm[s]);
    }
    k->load = 0.0;
    k->has_span = false;
    if (!link->is_plain && !link->holds_bend)
        follow_direction(link, &g, motion);
    link->twist = g.twist;
    link->twist_speed = rv_vec3_dot(g.turn[2], rv_vec3_sub(motion[1].w, motion[0].w));
    link->last_h = w->island->h;
}

static void strand_rows(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_strand* strand = &world->strands.data[member->index];
    const rv_cable* cable = &world->cables.data[strand->cable];
    strand_writer w = {
        .world = world,
        .island = island,
        .cable = cable,
        .relaxation = world->def.relaxation * island->h,
        .h2 = island->h * island->h,
        .stiffness = {cable->EA < INFINITY ? cable->EA : 0.0, cable->segments.EI, cable->GJ},
        .tau = {cable->damping / cable->EA, cable->segments.bend_damping / cable->segments.EI,
                cable->twist_damping / cable->GJ}};
    rv_link* links = rv_strand_links(world, strand);
    rv_stiffness* k = island->stiffness.data + member->first_stiffness;
    add_drag(world, island, strand);
    for (int i = 0; i < strand->link_count; i++)
        put_link(&w, &links[i], member->first_group + i, &k[i]);
}

// Eliminating compliant rows before their bodies is fast, and loses digits where they are stiff
// against the inertia of the segments: those are eliminated in the order of the chain.
static bool is_soft(const rv_world* world, const rv_cable* cable, const rv_link* link) {
    const double STIFFEST = 3e10, LONGEST_STEP = 0.02; // [s]
    double mass = INFINITY;
    for (int s = 0; s < 2; s++)
        if (link->body[s] >= 0 && rv_body_dofs(&world->bodies.data[link->body[s]]) > 0)
            mass = fmin(mass, world->bodies.data[link->body[s]].mass);
    return cable->EA / link->length * LONGEST_STEP * LONGEST_STEP < STIFFEST * mass;
}

static void strand_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    enum { FIRST_LABEL = 1 << 24 }; // beyond those of users
    const rv_strand* strand = &world->strands.data[index];
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* links = rv_strand_links(world, strand);
    int label = cable->solver_group > 0 ? cable->solver_group : FIRST_LABEL + index;
    for (int i = 0; i < strand->link_count; i++) {
        if (is_soft(world, cable, &links[i]))
            rv_pattern_soft_group(sink, RV_LINK_ROWS, links[i].body, label);
        else
            rv_pattern_group(sink, RV_LINK_ROWS, links[i].body, 2, label);
        rv_pattern_stiffness(sink, links[i].body, false);
    }
}

static double* strand_lambda(rv_world* world, int index, int8_t** state) {
    int row = RV_LINK_ROWS * world->strands.data[index].first_link;
    *state = world->link_state.data + row;
    return world->link_lambda.data + row;
}

static void strand_stiffness(const rv_world* world, rv_island* island, const rv_member* member) {
    const rv_strand* strand = &world->strands.data[member->index];
    rv_stiffness* k = island->stiffness.data + member->first_stiffness;
    const double* impulse =
        island->kkt.impulse.data + island->kkt.row_first.data[member->first_group];
    double per_h = 1.0 / island->h;
    for (int i = 0; i < strand->link_count; i++, impulse += RV_LINK_ROWS) {
        rv_vec3 f = rv_vec3_scale(rv_vec3_load(impulse), per_h);
        k[i].load = rv_vec3_length(f);
        rv_pull_turning(&k[i], 0, rv_vec3_neg(f));
        rv_pull_turning(&k[i], 1, f);
    }
}

// --- after ---

// What the step cannot resolve is relaxed: there phi is an error of position that will not come
// back, and only the force tells what is stored.
static double stored_in(const rv_row* row, double relaxation, double phi, double force) {
    double least = (1.0 - STIFF_BEND_SHARE) * relaxation;
    double relaxed = least > 0.0 ? fmin(row->tau / least, 1.0) : 0.0;
    return (1.0 - relaxed) * 0.5 * phi * phi / row->compliance
           + relaxed * 0.5 * force * force * row->compliance;
}

static void strand_settle(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_strand* strand = &world->strands.data[member->index];
    const rv_kkt* kkt = &island->kkt;
    double h = island->h, relaxation = world->def.relaxation * h;
    for (int k = 0; k < strand->link_count; k++) {
        int first = kkt->row_first.data[member->first_group + k];
        for (int i = 0; i < RV_LINK_ROWS; i++) {
            const rv_row* row = &island->rows.data[first + i];
            double impulse = kkt->impulse.data[first + i];
            island->report.work -= impulse * row->rate;
            if (row->law != RV_ROW_POSITION || !(row->compliance > 0.0))
                continue;
            // a row that holds has G v = b - S Lam
            double after = kkt->bias.data[first + i] - kkt->sigma.data[first + i] * impulse;
            double middle = row->phi + 0.5 * h * (after + row->rate);
            island->report.elastic += stored_in(row, relaxation, middle, impulse / h);
        }
    }
}

// how far its segments turn across themselves in h
static double strand_travel(const rv_world* world, int index, double h) {
    const rv_strand* strand = &world->strands.data[index];
    const int32_t* bodies = rv_strand_bodies(world, strand);
    double largest = 0.0;
    for (int i = 1; i <= strand->segment_count; i++) {
        const rv_body* body = &world->bodies.data[bodies[i]];
        rv_vec3 axis = rv_mat3_column(body->R, 0);
        double along = rv_vec3_dot(body->w, axis);
        largest = fmax(largest, rv_vec3_dot(body->w, body->w) - along * along);
    }
    return h * sqrt(largest);
}

double rv_strand_elastic_energy(const rv_world* world, const rv_strand* strand) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* links = rv_strand_links(world, strand);
    double energy = 0.0;
    for (int i = 0; i < strand->link_count; i++) {
        const rv_link* link = &links[i];
        if (link->broken)
            continue;
        rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
        double per = 0.5 / link->length, twist = g.twist - link->rest[2];
        double bend[2] = {g.bend[0] - link->rest[0], g.bend[1] - link->rest[1]};
        if (cable->EA < INFINITY)
            energy += per * cable->EA * rv_vec3_dot(g.gap, g.gap);
        if (link->holds_bend)
            energy += per * cable->segments.EI * (bend[0] * bend[0] + bend[1] * bend[1]);
        if (link->holds_twist)
            energy += per * cable->GJ * twist * twist;
    }
    return energy;
}

const rv_constraint_class rv_strand_class = {
    .name = "strand",
    .capacity = strand_capacity,
    .is_alive = strand_is_alive,
    .bodies = strand_bodies,
    .pattern = strand_pattern,
    .rows = strand_rows,
    .lambda = strand_lambda,
    .settle = strand_settle,
    .stiffness = strand_stiffness,
    .travel = strand_travel,
};
