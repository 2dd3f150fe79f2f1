// Strands, stage "rows": six rows per link between parts a and b of a cable, with F_a,
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
static const double FOLLOWS = 0.8;        // cosine of the turn at which a pinned end's axes follow
static const double SINGULAR = 1e-12;     // of the paper's variants, |d_x| when straight
static const double SPIN_DAMPING = 100.0; // of a segment's spin, per step
static const double SOFT_TWIST = 0.1;     // GJ/EI below which spin is damped

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
    double per = 1.0 / (c > -0.99 ? 1.0 + c : 0.01);
    g->turn[2] = (rv_vec3){1.0, d.y * per, d.z * per};
    g->twist_share = c > -0.5 ? 1.0 : 2.0 * (1.0 + c);
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
    if (fabs(near - angle) < RV_PI)
        return angle;
    return angle + 2.0 * RV_PI * floor((near - angle) / (2.0 * RV_PI) + 0.5);
}

// a body that a link holds on to, as it is in the running substep
typedef struct link_part {
    int32_t body;      // -1: the world
    int size;          // dofs; 0: forces do not move it
    double inertia[3]; // against a pull, a bending and a twisting couple, roughly
    rv_vec3 center;
    rv_motion motion;
} link_part;

static void find_part(const rv_world* world, const rv_island* island, int32_t index,
                      link_part* part) {
    const rv_body* body = index < 0 ? NULL : &world->bodies.data[index];
    part->body = index;
    part->size = body == NULL ? 0 : rv_body_dofs(body);
    part->center = body == NULL ? (rv_vec3){0, 0, 0} : body->center;
    part->inertia[0] = part->size > 0 ? body->mass : INFINITY;
    part->inertia[1] = part->size == 6 ? body->inertia.m[1][1] : INFINITY;
    part->inertia[2] = part->size == 6 ? body->inertia.m[0][0] : INFINITY;
    // what forces move stands where it stands
    if (part->size > 0)
        part->motion = (rv_motion){body->x, body->v, body->w, body->q, body->R};
    else
        part->motion = rv_motion_of(world, island, index);
}

static inline void measure_gap(const rv_link* link, const link_part* const part[2],
                               rv_link_geometry* g) {
    for (int s = 0; s < 2; s++) {
        const rv_motion* m = &part[s]->motion;
        g->arm[s] = rv_mat3_apply(m->R, rv_vec3_sub(link->point[s], part[s]->center));
        g->point[s] = rv_vec3_add(m->x, g->arm[s]);
    }
    g->gap = rv_vec3_sub(g->point[1], g->point[0]);
}

// the cable's axes on both parts
typedef struct link_axes {
    rv_mat3 turned[2]; // at an end
    const rv_mat3* of[2];
} link_axes;

static inline void find_axes(const rv_link* link, const link_part* const part[2], link_axes* axes) {
    for (int s = 0; s < 2; s++) {
        axes->of[s] = &part[s]->motion.R;
        if (link->is_plain)
            continue;
        axes->turned[s] = rv_mat3_mul(part[s]->motion.R, rv_quat_to_mat3(link->turn[s]));
        axes->of[s] = &axes->turned[s];
    }
}

static rv_vec3 direction(const rv_link* link, const link_axes* axes) {
    rv_vec3 x[2] = {rv_mat3_column(*axes->of[0], 0), rv_mat3_column(*axes->of[1], 0)};
    // what an end is fixed to has no direction of the cable's, unless it is clamped
    bool both = link->is_plain || link->holds_bend;
    return both ? rv_vec3_normalize(rv_vec3_add(x[0], x[1])) : x[link->segment_side];
}

static void measure_turning(const rv_link* link, rv_cable_bend bend, const link_axes* axes,
                            rv_link_geometry* g) {
    const rv_mat3 *A = axes->of[0], *B = axes->of[1];
    if (bend == RV_CABLE_BEND_VECTOR) {
        rv_vec3 y[2] = {rv_mat3_column(*A, 1), rv_mat3_column(*B, 1)};
        rv_vec3 z[2] = {rv_mat3_column(*A, 2), rv_mat3_column(*B, 2)};
        bend_vector(rv_mat3_apply_transpose(*A, rv_mat3_column(*B, 0)), g);
        g->twist = rv_atan2(rv_vec3_dot(z[0], y[1]) - rv_vec3_dot(y[0], z[1]),
                            rv_vec3_dot(y[0], y[1]) + rv_vec3_dot(z[0], z[1]));
    } else {
        bend_angle(bend, rv_mat3_mul(rv_mat3_transpose(*A), *B), g);
    }
    g->twist = unwrap(g->twist, link->twist + link->last_h * link->twist_speed);
    for (int i = 0; i < 3; i++)
        g->turn[i] = rv_mat3_apply(*A, g->turn[i]);
}

rv_link_geometry rv_link_geometry_of(const rv_world* world, const rv_island* island,
                                     const rv_link* link, rv_cable_bend bend) {
    link_part parts[2];
    const link_part* const part[2] = {&parts[0], &parts[1]};
    link_axes axes;
    rv_link_geometry g;
    find_part(world, island, link->body[0], &parts[0]);
    find_part(world, island, link->body[1], &parts[1]);
    find_axes(link, part, &axes);
    measure_gap(link, part, &g);
    measure_turning(link, bend, &axes, &g);
    g.axes[0] = *axes.of[0];
    g.axes[1] = *axes.of[1];
    g.along = direction(link, &axes);
    return g;
}

double rv_link_tension(const rv_link_geometry* g, const double* forces) {
    return -rv_vec3_dot(rv_vec3_load(forces), g->along);
}

// --- rows ---

// stretch, bend and twist of a link
enum { STRETCH, BEND, TWIST, MODES };

// what the laws of a link depend on, but for how it moves: most links of a strand are of one kind
typedef struct link_kind {
    double length;
    double inertia[2][MODES]; // of its parts
    bool is_plain;
} link_kind;

typedef struct link_laws {
    double compliance[MODES], tau[MODES];
    double rubbing; // torque per spin of the parts against each other
} link_laws;

typedef struct strand_writer {
    rv_world* world;
    rv_island* island;
    const rv_cable* cable;
    rv_strand* strand;
    double stiffness[MODES]; // EA, EI, GJ
    double tau[MODES];       // NaN: none given
    link_part parts[2];      // of the running link: see find_parts
    link_kind kind;          // of the last link, and its laws
    link_laws laws;
    rv_excess excess; // of the links so far
} strand_writer;

// Where a cable twists far more easily than it bends, segments that are bent would spin up about
// themselves: the spin of neighbours against each other is damped, as if they rubbed. Torque per
// spin.
static double spin_damping(const strand_writer* w, const link_kind* kind, double response) {
    double bends = SOFT_TWIST * w->stiffness[BEND];
    if (!kind->is_plain || !(w->stiffness[TWIST] < bends))
        return 0.0;
    double h = w->island->h, most = fmax(SPIN_DAMPING / (response * h), h * bends / kind->length);
    return (1.0 - w->stiffness[TWIST] / bends) * most;
}

static link_laws laws_of(const strand_writer* w, const link_kind* kind) {
    link_laws laws;
    for (int mode = 0; mode < MODES; mode++)
        laws.compliance[mode] = w->stiffness[mode] > 0.0 ? kind->length / w->stiffness[mode] : 0.0;
    for (int mode = 0; mode < MODES; mode++)
        laws.tau[mode] = w->tau[mode] > 0.0 ? w->tau[mode] : 0.0;
    laws.rubbing =
        spin_damping(w, kind, 1.0 / kind->inertia[0][TWIST] + 1.0 / kind->inertia[1][TWIST]);
    return laws;
}

static bool is_of_kind(const rv_link* link, const link_part* const part[2], const link_kind* kind) {
    bool same = link->length == kind->length && link->is_plain == kind->is_plain;
    for (int s = 0; s < 2; s++)
        for (int mode = 0; mode < MODES; mode++)
            same &= part[s]->inertia[mode] == kind->inertia[s][mode];
    return same;
}

static void find_laws(strand_writer* w, const rv_link* link, const link_part* const part[2]) {
    if (is_of_kind(link, part, &w->kind))
        return;
    w->kind.length = link->length;
    w->kind.is_plain = link->is_plain;
    for (int s = 0; s < 2; s++)
        memcpy(w->kind.inertia[s], part[s]->inertia, sizeof part[s]->inertia);
    w->laws = laws_of(w, &w->kind);
}

// `before`: its force in the last step
static rv_row held_row(double phi, double compliance, double tau, double before) {
    bool rigid = !(compliance > 0.0);
    return (rv_row){.phi = phi,
                    .compliance = compliance,
                    .tau = rigid ? -1.0 : tau,
                    .lower = -INFINITY,
                    .upper = INFINITY,
                    .law = rigid ? RV_ROW_POSITION : RV_ROW_ELASTIC,
                    .force_before = before};
}

// a row that never acts
static rv_row dead_row(void) {
    return (rv_row){
        .law = RV_ROW_VELOCITY, .compliance = 1.0, .lower = -INFINITY, .upper = INFINITY};
}

// where what a link measures does not go on from the last step, its forces do not either
typedef struct link_forces {
    double of[RV_LINK_ROWS];
} link_forces;

static link_forces forces_before(const rv_link* link, const double* forces) {
    link_forces before;
    for (int i = 0; i < RV_LINK_ROWS; i++)
        before.of[i] = link->is_followed ? forces[i] : NAN;
    return before;
}

static void put_stretch(const link_laws* laws, rv_vec3 gap, const double* before, rv_row* rows) {
    rows[0] = held_row(gap.x, laws->compliance[STRETCH], laws->tau[STRETCH], before[0]);
    rows[1] = held_row(gap.y, laws->compliance[STRETCH], laws->tau[STRETCH], before[1]);
    rows[2] = held_row(gap.z, laws->compliance[STRETCH], laws->tau[STRETCH], before[2]);
}

static void put_bend(const strand_writer* w, const rv_link* link, const rv_link_geometry* g,
                     const double* before, rv_row rows[2]) {
    double compliance = w->laws.compliance[BEND], tau = w->laws.tau[BEND];
    int count = w->cable->segments.bend == RV_CABLE_BEND_VECTOR ? 2 : 1;
    for (int i = 0; i < 2; i++)
        rows[i] = link->holds_bend && i < count
                      ? held_row(g->bend[i] - link->rest[i], compliance, tau, before[i])
                      : dead_row();
}

static void put_twist(const link_laws* laws, const rv_link* link, const rv_link_geometry* g,
                      double before, rv_row* row) {
    double compliance = laws->compliance[TWIST];
    // near a reversal twist has no meaning
    if (g->twist_share < 1.0)
        compliance /= fmax(g->twist_share, 1e-3);
    if (link->holds_twist) {
        double rubs = laws->rubbing * compliance;
        *row = held_row(g->twist - link->rest[2], compliance,
                        laws->tau[TWIST] > rubs ? laws->tau[TWIST] : rubs, before);
        return;
    }
    *row = dead_row();
    if (laws->rubbing > 0.0)
        row->compliance = 1.0 / laws->rubbing;
}

// a law of the user's in place of EI
static void put_bend_law(strand_writer* w, const rv_link* link, const link_part* const part[2],
                         const rv_link_geometry* g, const link_forces* before, rv_row rows[2]) {
    rv_vec3 turning = rv_vec3_sub(part[1]->motion.w, part[0]->motion.w);
    rv_vec3 along =
        rv_mat3_apply(part[0]->motion.R, rv_quat_rotate(link->turn[0], (rv_vec3){1, 0, 0}));
    const double* forces =
        w->world->link_lambda.data + RV_LINK_ROWS * (link - w->world->links.data);
    rv_link_bend_rows(w->world, w->strand, link, g,
                      &(rv_bend_rows){.damping = w->cable->segments.bend_damping,
                                      .h = w->island->h,
                                      .speed = {rv_vec3_dot(g->turn[0], turning),
                                                rv_vec3_dot(g->turn[1], turning)},
                                      .tension = -rv_vec3_dot(rv_vec3_load(forces), along),
                                      .before = before->of + 3},
                      rows);
}

static void put_laws(strand_writer* w, const rv_link* link, const link_part* const part[2],
                     const rv_link_geometry* g, const link_forces* before, rv_row* rows) {
    for (int i = 0; link->broken && i < RV_LINK_ROWS; i++)
        rows[i] = dead_row();
    if (link->broken)
        return;
    put_stretch(&w->laws, g->gap, before->of, rows);
    if (link->holds_bend && rv_cable_has_bend_law(w->cable))
        put_bend_law(w, link, part, g, before, rows + 3);
    else
        put_bend(w, link, g, before->of + 3, rows + 3);
    put_twist(&w->laws, link, g, before->of[5], rows + 5);
}

// a column: a pull, and a couple about the axes of the cable
static inline void put_column(double* J, rv_vec3 pull, rv_vec3 couple) {
    rv_vec3_store(J, pull);
    rv_vec3_store(J + 3, couple);
}

// n [1, -[r]x; 0, T], n: -1 on the part before, 1 behind; of a particle only its first half
static inline void put_side(const rv_vec3 T[3], double n, rv_vec3 arm, int size, double* J) {
    const rv_vec3 none = {0, 0, 0};
    put_column(J, (rv_vec3){n, 0, 0}, none);
    put_column(J + RV_LINK_ROWS, (rv_vec3){0, n, 0}, none);
    put_column(J + 2 * RV_LINK_ROWS, (rv_vec3){0, 0, n}, none);
    if (size < 6)
        return;
    // e_i . (w x r)
    rv_vec3 r = rv_vec3_scale(arm, n);
    put_column(J + 3 * RV_LINK_ROWS, (rv_vec3){0, -r.z, r.y},
               (rv_vec3){n * T[0].x, n * T[1].x, n * T[2].x});
    put_column(J + 4 * RV_LINK_ROWS, (rv_vec3){r.z, 0, -r.x},
               (rv_vec3){n * T[0].y, n * T[1].y, n * T[2].y});
    put_column(J + 5 * RV_LINK_ROWS, (rv_vec3){-r.y, r.x, 0},
               (rv_vec3){n * T[0].z, n * T[1].z, n * T[2].z});
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
static void follow_direction(rv_link* link, const link_axes* axes, const link_part* const part[2]) {
    int side = link->segment_side, fixed = 1 - side;
    rv_quat q = part[fixed]->motion.q;
    rv_vec3 along = rv_mat3_column(*axes->of[side], 0);
    if (rv_vec3_dot(along, rv_mat3_column(*axes->of[fixed], 0)) > FOLLOWS)
        return;
    rv_quat turned = rv_quat_along(rv_quat_mul(q, link->turn[fixed]), along);
    link->turn[fixed] = rv_quat_normalize(rv_quat_mul(rv_quat_conjugate(q), turned));
}

// Damping is of the gap as the cable sees it: one that only turns with the cable is not damped.
static void turn_with_cable(const rv_link* link, const link_part* const part[2], rv_vec3 gap,
                            rv_row* rows) {
    if (!(rows[0].compliance > 0.0) || !(rows[0].tau > 0.0))
        return;
    rv_vec3 w = rv_vec3_scale(rv_vec3_add(part[0]->motion.w, part[1]->motion.w), 0.5);
    if (!link->is_plain)
        w = part[link->segment_side]->motion.w;
    // it acts on the next step: no more where it turns far within its time
    double turned2 = rv_vec3_dot(w, w) * rows[0].tau * rows[0].tau;
    rv_vec3 turning = rv_vec3_scale(rv_vec3_cross(w, gap), rows[0].tau / (1.0 + turned2));
    rows[0].phi -= turning.x;
    rows[1].phi -= turning.y;
    rows[2].phi -= turning.z;
}

// of a link some of whose rows do not act, or at an end
static void put_end_jacobians(const strand_writer* w, const rv_link* link,
                              const link_part* const part[2], const rv_link_geometry* g,
                              int group) {
    rv_kkt* kkt = &w->island->kkt;
    rv_row* rows = w->island->rows.data + kkt->row_first.data[group];
    int reference = kkt->group_first.data[group];
    for (int s = 0; s < 2; s++) {
        // without a block, what it adds to the rates
        double moved[36];
        int size = part[s]->size, columns = size > 0 ? size : 6;
        double* J = size > 0 ? rv_kkt_jacobian(kkt, reference++) : moved;
        put_side(g->turn, s == 0 ? -1.0 : 1.0, g->arm[s], columns, J);
        clear_dead(link, columns, w->cable->segments.bend, J);
        if (size == 0)
            add_moved_rates(J, columns, &part[s]->motion, rows);
    }
}

static void put_jacobians(const strand_writer* w, const rv_link* link,
                          const link_part* const part[2], const rv_link_geometry* g, int group) {
    rv_kkt* kkt = &w->island->kkt;
    bool all = link->holds_bend && link->holds_twist && !link->broken
               && w->cable->segments.bend == RV_CABLE_BEND_VECTOR && part[0]->size == 6
               && part[1]->size == 6;
    if (!all) {
        put_end_jacobians(w, link, part, g, group);
        return;
    }
    int reference = kkt->group_first.data[group];
    put_side(g->turn, -1.0, g->arm[0], 6, rv_kkt_jacobian(kkt, reference));
    put_side(g->turn, 1.0, g->arm[1], 6, rv_kkt_jacobian(kkt, reference + 1));
}

// its twist, for the next substep
static void remember_twist(rv_link* link, const rv_link_geometry* g, const link_part* const part[2],
                           double h) {
    link->twist = g->twist;
    link->twist_speed = rv_vec3_dot(g->turn[2], rv_vec3_sub(part[1]->motion.w, part[0]->motion.w));
    link->last_h = h;
}

static void put_link(strand_writer* w, rv_link* link, const link_part* const part[2], int group,
                     rv_stiffness* k) {
    rv_link_geometry g;
    link_axes axes;
    find_axes(link, part, &axes);
    measure_gap(link, part, &g);
    measure_turning(link, w->cable->segments.bend, &axes, &g);
    const double* forces =
        w->world->link_lambda.data + RV_LINK_ROWS * (link - w->world->links.data);
    rv_row* rows = w->island->rows.data + w->island->kkt.row_first.data[group];
    find_laws(w, link, part);
    if (!link->broken)
        rv_excess_add_link(&w->excess, w->cable, link, g.gap, rv_vec3_load(forces));
    double twist = g.twist;
    link_forces before = forces_before(link, forces);
    rv_link_stretched elastic = rv_link_stretch(link, &g, w->island->h);
    g.gap = elastic.gap;
    g.twist = elastic.twist;
    put_laws(w, link, part, &g, &before, rows);
    g.twist = twist;
    turn_with_cable(link, part, g.gap, rows);
    put_jacobians(w, link, part, &g, group);
    rv_pull_place(k, 0, g.arm[0]);
    rv_pull_place(k, 1, g.arm[1]);
    k->load = 0.0;
    k->has_span = false;
    rv_link_place_spin(link, rv_mat3_column(*axes.of[0], 0), w->cable->segments.bend, k);
    remember_twist(link, &g, part, w->island->h);
    if (!link->is_plain && !link->holds_bend)
        follow_direction(link, &axes, part);
}

// The body behind a link is the one before the next: it is looked at once, and changes its side.
static void put_links(strand_writer* w, rv_strand* strand, const rv_member* member) {
    rv_link* links = rv_strand_links(w->world, strand);
    rv_stiffness* k = w->island->stiffness.data + member->first_stiffness;
    link_part *before = &w->parts[0], *behind = &w->parts[1];
    for (int i = 0; i < strand->link_count; i++) {
        if (i == 0 || links[i].body[0] != behind->body) {
            find_part(w->world, w->island, links[i].body[0], before);
        } else {
            link_part* other = before;
            before = behind;
            behind = other;
        }
        find_part(w->world, w->island, links[i].body[1], behind);
        put_link(w, &links[i], (const link_part* const[2]){before, behind}, member->first_group + i,
                 &k[i]);
    }
    strand->excess = rv_excess_of_step(w->island, strand->excess, w->excess);
}

// of stretch, bend and twist, as the user gave them
static void damping_times(const rv_cable* cable, double tau[MODES]) {
    tau[STRETCH] = cable->damping / cable->EA;
    tau[BEND] = cable->segments.bend_damping / cable->segments.EI;
    tau[TWIST] = cable->twist_damping / cable->GJ;
}

static void strand_rows(rv_world* world, rv_island* island, const rv_member* member) {
    rv_strand* strand = &world->strands.data[member->index];
    const rv_cable* cable = &world->cables.data[strand->cable];
    strand_writer w = {
        .world = world,
        .island = island,
        .cable = cable,
        .strand = strand,
        .stiffness = {cable->EA < INFINITY ? cable->EA : 0.0, cable->segments.EI, cable->GJ}};
    damping_times(cable, w.tau);
    rv_strand_add_drag(world, island, strand);
    rv_strand_add_crooked(world, island, strand);
    put_links(&w, strand, member);
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
            rv_pattern_joint_group(sink, links[i].body, label);
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
    const rv_link* links = rv_strand_links(world, strand);
    const rv_cable* cable = &world->cables.data[strand->cable];
    bool has_bend_law = rv_cable_has_bend_law(cable);
    double per_h = 1.0 / island->h, EI = cable->segments.EI;
    for (int i = 0; i < strand->link_count; i++, impulse += RV_LINK_ROWS) {
        rv_vec3 f = rv_vec3_scale(rv_vec3_load(impulse), per_h);
        k[i].load = rv_vec3_length(f);
        rv_pull_turning(&k[i], 0, rv_vec3_neg(f));
        rv_pull_turning(&k[i], 1, f);
        if (has_bend_law)
            EI = rv_link_bend_EI(world, cable, &links[i]);
        const double moment[2] = {impulse[3] * per_h, impulse[4] * per_h};
        if (k[i].spins)
            rv_link_find_spin(&links[i], EI, moment, &k[i]);
    }
}

// --- after ---

typedef struct strand_settler {
    const rv_island* island;
    double work, elastic;
} strand_settler;

// how fast a row that holds changes until the substep ends: G v = b - S Lam
static inline double row_speed(const rv_island* island, int row) {
    const rv_kkt* kkt = &island->kkt;
    return kkt->bias.data[row] - kkt->sigma.data[row] * kkt->impulse.data[row]
           + island->rows.data[row].rate + island->turned.data[row] / island->h;
}

// Work that moves the zeros of a link's rows, and what they store in the middle of the substep.
static inline void settle_link(strand_settler* settler, int first, const double* speed,
                               bool has_bend_law) {
    const rv_island* island = settler->island;
    const rv_row* row = island->rows.data + first;
    const double* impulse = island->kkt.impulse.data + first;
    for (int i = 0; i < RV_LINK_ROWS; i++) {
        settler->work -= impulse[i] * row[i].rate;
        if (row[i].law != RV_ROW_ELASTIC || (has_bend_law && (i == 3 || i == 4)))
            continue;
        settler->elastic += rv_elastic_row_energy(&row[i], impulse[i], speed[i], island->h);
    }
}

static void strand_settle(rv_world* world, rv_island* island, const rv_member* member) {
    rv_strand* strand = &world->strands.data[member->index];
    bool has_bend_law = rv_cable_has_bend_law(&world->cables.data[strand->cable]);
    strand_settler settler = {.island = island};
    rv_link* links = rv_strand_links(world, strand);
    int row = island->kkt.row_first.data[member->first_group];
    for (int k = 0; k < strand->link_count; k++, row += RV_LINK_ROWS) {
        double speed[RV_LINK_ROWS];
        for (int i = 0; i < RV_LINK_ROWS; i++)
            speed[i] = row_speed(island, row + i);
        rv_link_foresee(&links[k], rv_vec3_load(speed), links[k].holds_twist ? speed[5] : 0.0,
                        island->h);
        settle_link(&settler, row, speed, has_bend_law);
        if (has_bend_law)
            settler.elastic += rv_link_bend_settle(world, island, strand, &links[k], row);
    }
    island->report.work += settler.work;
    island->report.elastic += settler.elastic;
    if (rv_peak_begin(island, &strand->peak))
        strand->peak = rv_peak_of(strand->peak, rv_strand_tensions(world, strand));
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
        double across2 = rv_vec3_dot(body->w, body->w) - along * along;
        largest = across2 > largest ? across2 : largest;
    }
    return fmax(h * sqrt(largest), rv_strand_snap(world, strand, h));
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
        if (link->holds_bend && rv_cable_has_bend_law(cable))
            energy += rv_link_bend_energy(world, cable, link, &g);
        else if (link->holds_bend)
            energy += per * cable->segments.EI * (bend[0] * bend[0] + bend[1] * bend[1]);
        if (link->holds_twist)
            energy += per * cable->GJ * twist * twist;
    }
    return energy;
}

static bool strand_is_unsettled(rv_world* world, rv_island* island, const rv_member* member,
                                int pass) {
    return rv_strand_bend_is_unsettled(world, island, member, pass);
}

static bool strand_wants_again(const rv_world* world, int index) {
    return rv_cable_has_bend_law(&world->cables.data[world->strands.data[index].cable]);
}

static int strand_again(rv_world* world, rv_island* island, const rv_member* member) {
    rv_strand_bend_again(world, island, member);
    return world->strands.data[member->index].link_count;
}

static void strand_remove(rv_world* world, int index) {
    rv_cable_remove(world, world->strands.data[index].cable);
}

const rv_constraint_class rv_strand_class = {
    .name = "strand",
    .capacity = strand_capacity,
    .is_alive = strand_is_alive,
    .remove = strand_remove,
    .bodies = strand_bodies,
    .pattern = strand_pattern,
    .rows = strand_rows,
    .wants_again = strand_wants_again,
    .again = strand_again,
    .is_unsettled = strand_is_unsettled,
    .lambda = strand_lambda,
    .settle = strand_settle,
    .stiffness = strand_stiffness,
    .move = rv_strand_calm,
    .travel = strand_travel,
    .turn = rv_strand_turn,
    .turned = rv_strand_turned,
};
