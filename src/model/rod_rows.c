// Rods, the implicit step. Unknowns are the velocities v' of the vertices and the impulses p = h T of
// the edges (T: tension), in one system with everything else:
//   A v' + G^T p = m v + h F + (gamma h^2 K) v,    A = m + h D + gamma h^2 K
//   G v' - Sigma p = -(|E + h dv'| - l_p)/h + G v'
// with Sigma and the length l_p without impulse from the law of stretch (rod_stretch.c).
// F: gravity, drag, bending and twist as they are now. K: their stiffness, and that of tension, as a
// modified mass (theory of geometric stiffness: stable at any stiffness, and slow motion keeps its
// energy), gamma = 1/2. The second line is solved by Newton's method with the one factor, so that
// edges have their length at the end of the step (SHAKE; Ryckaert et al. 1977).
// The matrix is made in rod_matrix.c. Twist: K = C/Lbar g g^T with g = dTheta/dx, one more unknown for all
// of the rod, which is eliminated by hand (Sherman, Morrison 1950).
//
// An edge that is pressed harder than it would carry as a column of its own, pi^2 B/l^2, is bent to one
// side a little: that is what lets a straight thread be pushed together.
#include "model/rod.h"

#include <math.h>
#include <string.h>

static const double STRAIN_LEFT = 1e-11;
static const double IMPERFECT = 1e-3; // of the load of an edge that buckles: its force to one side
static const double TENSION_GROWS =
    1.5;                            // more than that, and the stiffness of tension is made anew
static const double RESOLVED = 0.2; // (omega h)^2 of an edge's tension: a step that does without
static const double TENSION_SHARE = 0.1; // of the largest: growth that does not matter
static const double CLAMPED_SIGMA = 1e8; // in 1/mass, of an edge that carries nothing
static const double SHARE_MOST = 2.0;    // of a correction: a double root
enum { GIVES = 1, CLAMPED };             // of an edge: buckles; its body holds both of its vertices
enum { REFINEMENTS_MAX = 8, PASSES_MAX = 6 };

// --- the class: what it connects ---

static bool rod_is_alive(const rv_world* world, int index) {
    return !rv_rod_is_variational(world, &world->rods.data[index]);
}

static void rod_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    const rv_rod* rod = &world->rods.data[index];
    int group = world->cables.data[rod->cable].solver_group;
    int offset = world->rod_work.data[index]->offset;
    for (int side = 0; side < 2; side++) {
        const rv_rod_end* end = &rod->end[side];
        if (!rv_rod_end_has_rows(world, end))
            continue;
        int dofs[RV_ROD_END_ROWS], count = 3 * rv_rod_held_count(end);
        for (int k = 0; k < count; k++)
            dofs[k] = 3 * (offset + rv_rod_vertex(rod, side, k / 3)) + k % 3;
        rv_pattern_own_group(sink, dofs, count, end->body, group);
    }
}

// --- the block of the system ---

// of the block: velocities, then impulses of edges, of all rods that share it
static double* block_values(double* per_dof, const rv_island* island, const rv_member* member) {
    return per_dof + island->kkt.block_first.data[member->block];
}

// --- stage "rows": forces, and the rows that hold the ends ---

// Twist that is damped: a moment per rate of twist, now, and what it grows by with the change of that
// rate, which is what a modified mass does.
static void damp_twist(const rv_world* world, const rv_island* island, rv_rod* rod,
                       rv_rod_work* work) {
    double damping = world->cables.data[rod->cable].twist_damping / work->line.elastic;
    if (!(damping > 0.0))
        return;
    double rate = rv_rod_along_twist(work, &rv_rod_velocities(world, rod)->x);
    for (int side = 0; side < 2; side++) {
        rv_motion holder = rv_motion_of(world, island, rod->end[side].body);
        double spin = rv_vec3_dot(holder.w, work->line.tangent[side == 0 ? 0 : rod->count - 2]);
        rate += side == 0 ? -spin : spin;
    }
    work->M[0] = work->M[1] = rod->moment[0] = rod->moment[1] = work->M[0] + damping * rate;
    work->twist_stiffness += island->h * damping;
}

static void find_twist(rv_world* world, rv_island* island, rv_rod* rod, rv_rod_work* work) {
    const rv_rod_line* line = &work->line;
    int n = rod->count;
    work->M[0] = work->M[1] = work->twist_stiffness = 0.0;
    if (rod->shaped)
        island->report.rods_unsettled += !rv_rod_find_frames(world, island, rod, work);
    if (!rod->twists || rod->shaped)
        return;
    double C = world->cables.data[rod->cable].GJ;
    rv_vec3 director[2];
    for (int side = 0; side < 2; side++)
        director[side] =
            rv_rod_director(world, island, rod, side, line->tangent[side == 0 ? 0 : n - 2], 0.0);
    rod->twist = rv_rod_twist(line, director[0], director[1], rod->twist);
    work->M[0] = work->M[1] = rv_rod_twist_moment(line, C, rod->twist);
    work->twist_stiffness =
        world->def.geometric_stiffness.gamma * island->h * island->h * C / line->elastic;
    // dTheta/dx_i = p_(i-1) - p_i, p_j = dTheta/dE_j
    rv_vec3 before = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        rv_vec3 p = i < n - 1 ? rv_rod_twist_slope(line, i) : (rv_vec3){0, 0, 0};
        work->gradient.data[i] =
            work->prescribed.data[i] ? (rv_vec3){0, 0, 0} : rv_vec3_sub(before, p);
        before = p;
    }
    damp_twist(world, island, rod, work);
}

// Drag of vertex i, as of a cylinder: what the step takes of the velocity it ends with, and the
// force that is too much of that.
static double drag_of(const rv_world* world, const rv_rod* rod, const rv_rod_line* line, int i,
                      rv_vec3* force) {
    const rv_cable* cable = &world->cables.data[rod->cable];
    const rv_cable_drag* drag = &cable->segments.drag;
    const double* l = rv_rod_lengths(world, rod);
    double length = 0.5 * ((i > 0 ? l[i - 1] : 0.0) + l[i]);
    rv_vec3 axis = line->tangent[i < rod->count - 1 ? i : i - 1];
    double area = 0.5 * drag->density * cable->diameter * length;
    rv_vec3 speed = rv_vec3_sub(rv_rod_velocities(world, rod)[i], drag->flow);
    rv_vec3 along = rv_vec3_scale(axis, rv_vec3_dot(speed, axis));
    rv_vec3 across = rv_vec3_sub(speed, along);
    double normal = area * drag->across * rv_vec3_length(across);
    double tangent = area * drag->along * rv_vec3_length(along), most = fmax(normal, tangent);
    *force = rv_vec3_mul_add(*force, most, drag->flow);
    *force = rv_vec3_mul_add(*force, most - tangent, along);
    *force = rv_vec3_mul_add(*force, most - normal, across);
    return most;
}

// m v + h F of the vertices, and what their drag adds to A
static void add_momentum(const rv_world* world, const rv_island* island, const rv_rod* rod,
                         rv_rod_work* work, double* r) {
    const rv_vec3* v = rv_rod_velocities(world, rod);
    const double* m = rv_rod_masses(world, rod);
    const rv_cable_drag* drag = &world->cables.data[rod->cable].segments.drag;
    bool drags = drag->density * (drag->across + drag->along) > 0.0;
    rv_vec3 *F = work->force.data, gravity = world->def.gravity;
    for (int i = 0; i < rod->count; i++) {
        F[i] = rv_vec3_scale(gravity, m[i]);
        work->drag.data[i] = drags ? drag_of(world, rod, &work->line, i, &F[i]) : 0.0;
    }
    if (rod->shaped)
        rv_rod_add_frame_forces(world, rod, work, F);
    else
        rv_rod_add_forces(&work->line, work->M[0], F);
    rv_rod_add_crooked(world, rod, &work->line, island->h, work->acted.data, F);
    for (int i = 0; i < rod->count; i++)
        rv_vec3_store(r + 3 * i, rv_vec3_mul_add(rv_vec3_scale(v[i], m[i]), island->h, F[i]));
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

// by how much edges would be too long after the step, as speeds: (|E + h dv| - l)/h
static void find_excess(const rv_rod_work* work, double h, const double* v, double* excess) {
    const rv_rod_line* line = &work->line;
    int edges = line->vertices - 1;
    double per_h = 1.0 / h;
    for (int j = 0; j < edges; j++) {
        rv_vec3 dv = rv_vec3_sub(rv_vec3_load(v + 3 * j + 3), rv_vec3_load(v + 3 * j));
        rv_vec3 E = rv_vec3_mul_add(rv_vec3_scale(line->tangent[j], line->current[j]), h, dv);
        excess[j] = rv_vec3_dot(E, E);
    }
    for (int j = 0; j < edges; j++)
        excess[j] = (sqrt(excess[j]) - work->wanted.data[j]) * per_h;
}

// the most that it can be pressed with
static double pressed_most(const rv_rod_line* line, int j, double EI) {
    return RV_PI * RV_PI * EI / (line->length[j] * line->length[j]);
}

// right-hand sides of the edges, for what is not linear as if the motion went on, and with the same
// correction as in the last step: mostly one more of them is enough
static void add_edges(const rv_rod_work* work, double h, const double* v, const double* bow,
                      double* b) {
    const rv_rod_line* line = &work->line;
    find_excess(work, h, v, b);
    for (int j = 0; j < line->vertices - 1; j++) {
        rv_vec3 dv = rv_vec3_sub(rv_vec3_load(v + 3 * j + 3), rv_vec3_load(v + 3 * j));
        b[j] = rv_vec3_dot(line->tangent[j], dv) - b[j] + bow[j];
    }
}

// its vertices stay with the body: phi = x_i - (x + r)
static void write_end_rows(const rv_world* world, rv_island* island, const rv_rod* rod, int side,
                           int group) {
    const rv_rod_end* end = &rod->end[side];
    const rv_body* body = &world->bodies.data[end->body];
    rv_kkt* kkt = &island->kkt;
    int rows = 3 * rv_rod_held_count(end), first = kkt->row_first.data[group];
    double* J[2] = {rv_kkt_jacobian(kkt, kkt->group_first.data[group]),
                    rv_kkt_jacobian(kkt, kkt->group_first.data[group] + 1)};
    int columns = rv_body_dofs(body);
    memset(J[0], 0, (size_t)(rows * columns) * sizeof(double));
    memset(J[1], 0, (size_t)(rows * rows) * sizeof(double));
    for (int k = 0; k < rows / 3; k++) {
        rv_vec3 at = rv_rod_hold_point(world, island, rod, side, k, 0.0);
        rv_vec3 phi = rv_vec3_sub(rv_rod_points(world, rod)[rv_rod_vertex(rod, side, k)], at);
        rv_mat3 turn = rv_mat3_skew(rv_vec3_sub(at, body->x));
        double gap[3];
        rv_vec3_store(gap, phi);
        for (int a = 0; a < 3; a++) {
            int row = 3 * k + a;
            J[1][row * rows + row] = 1.0;
            J[0][a * rows + row] = -1.0;
            for (int c = 0; c < 3 && columns == 6; c++)
                J[0][(3 + c) * rows + row] = turn.m[a][c];
            island->rows.data[first + row] =
                (rv_row){.phi = gap[a], .tau = -1.0, .lower = -INFINITY, .upper = INFINITY};
        }
    }
}

// the couple of twist on a body that forces move
static void push_end(const rv_world* world, rv_island* island, const rv_rod* rod,
                     const rv_rod_work* work, int side) {
    const rv_body* body = &world->bodies.data[rod->end[side].body];
    if (!rv_rod_end_twists(rod, side) || rv_body_dofs(body) != 6)
        return;
    rv_vec3 t = work->line.tangent[side == 0 ? 0 : rod->count - 2];
    double* r = island->r.data + island->kkt.block_first.data[body->block] + 3;
    double couple = (side == 0 ? 1.0 : -1.0) * island->h * work->M[side];
    rv_vec3_store(r, rv_vec3_mul_add(rv_vec3_load(r), couple, t));
}

static void rod_rows(rv_world* world, rv_island* island, const rv_member* member) {
    rv_rod* rod = &world->rods.data[member->index];
    rv_rod_work* work = world->rod_work.data[member->index];
    const rv_vec3* v = rv_rod_velocities(world, rod);
    const double* T = work->acted.data;
    int n = rod->count;
    double h = island->h;
    rv_rod_begin_hands(world, rod, h);
    memset(work->gives.data, 0, (size_t)n);
    for (int side = 0; side < 2; side++)
        if (rod->end[side].clamped && rv_rod_end_has_rows(world, &rod->end[side]))
            work->gives.data[side == 0 ? 0 : n - 2] = CLAMPED;
    // forces of a shaped rod come from its frames
    rv_rod_measure(&work->line, rv_rod_points(world, rod),
                   rod->shaped ? 0.0 : world->cables.data[rod->cable].segments.EI);
    rv_rod_find_acted(world, rod, work);
    find_twist(world, island, rod, work);
    rv_rod_measure_contacts(world, island, rod, work);
    double* block = block_values(island->v.data, island, member);
    double *before = rv_rod_own_v(work, block), *p = rv_rod_own_p(work, block);
    for (int i = 0; i < n; i++)
        rv_vec3_store(before + 3 * i, v[i]);
    for (int j = 0; j < n - 1; j++) {
        p[j] = h * T[j];
        work->used.data[j] = larger(T[j], 0.0);
    }
    double* r = block_values(island->r.data, island, member);
    add_momentum(world, island, rod, work, rv_rod_own_v(work, r));
    rv_rod_find_wanted(world, rod, work, h);
    double* bow = rv_rod_bows(world, rod);
    if (rod->last_h != h)
        memset(bow, 0, (size_t)n * sizeof *bow);
    add_edges(work, h, before, bow, rv_rod_own_p(work, r));
    for (int side = 0, group = member->first_group; side < 2; side++)
        if (rv_rod_end_has_rows(world, &rod->end[side])) {
            write_end_rows(world, island, rod, side, group++);
            push_end(world, island, rod, work, side);
        }
}

// --- stage "solve": the matrix ---

static void push(double* r, int i, double s, rv_vec3 a) {
    rv_vec3_store(r + 3 * i, rv_vec3_mul_add(rv_vec3_load(r + 3 * i), s, a));
}

// Edges that are pressed too hard begin to bend to one side, without momentum; those that a body's clamp
// holds carry nothing.
static void write_pressed(const rv_rod_step* s) {
    const rv_rod_line* line = &s->work->line;
    double* sigma = rv_rod_entry(s->work).sigma;
    for (int j = 0; j < line->vertices - 1; j++) {
        if (s->work->gives.data[j] == CLAMPED) {
            sigma[j] = CLAMPED_SIGMA / fmax(s->m[j], s->m[j + 1]);
            s->b[j] = 0.0;
        }
        if (s->work->gives.data[j] != GIVES || j == 0)
            continue;
        double p = s->h * pressed_most(line, j, s->EI);
        rv_vec3 aside = rv_vec3_perpendicular(line->tangent[j]);
        push(s->r, j - 1, -0.5 * IMPERFECT * p, aside);
        push(s->r, j, IMPERFECT * p, aside);
        push(s->r, j + 1, -0.5 * IMPERFECT * p, aside);
    }
}

// velocities of vertices that are held by what no force moves
static void prescribe(const rv_world* world, const rv_island* island, const rv_rod* rod,
                      const rv_rod_work* work, double* r) {
    for (int i = 0; i < rod->count; i++)
        if (work->prescribed.data[i])
            rv_vec3_store(r + 3 * i, rv_rod_known_velocity(world, island, rod, i));
}

// what the modified mass of twist carries on of the motion before
static void write_twist(const rv_rod_work* work, const double* v, double* r) {
    if (work->twist_stiffness == 0.0)
        return;
    double turning = work->twist_stiffness * rv_rod_along_twist(work, v);
    for (int i = 0; i < work->gradient.count; i++)
        push(r, i, turning, work->gradient.data[i]);
}

// and its stiffness, as a modified mass; as far as the step does not resolve it, it is carried on by
// nothing, and the twist fades instead of swinging to and fro by more than a turn can be told from
static void write_end_twist(const rv_world* world, rv_island* island, const rv_rod* rod,
                            const rv_rod_work* work) {
    rv_kkt* kkt = &island->kkt;
    for (int side = 0; side < 2; side++) {
        const rv_rod_end* end = &rod->end[side];
        const rv_body* body = end->body < 0 ? NULL : &world->bodies.data[end->body];
        double stiffness = rod->shaped ? work->end_stiffness[side] : work->twist_stiffness;
        if (stiffness == 0.0 || body == NULL || rv_body_dofs(body) != 6)
            continue;
        rv_vec3 t = work->line.tangent[side == 0 ? 0 : rod->count - 2];
        rv_mat3 K = rv_mat3_scale(rv_mat3_outer(t, t), stiffness);
        double inertia = rv_vec3_dot(t, rv_mat3_apply(body->inertia_world, t));
        double ratio = 2.0 * stiffness / inertia;
        double unresolved = ratio * ratio / (ratio * ratio + 4.0);
        double* A = rv_kkt_block(kkt, body->block);
        for (int c = 0; c < 3; c++)
            for (int r = 0; r < 3; r++)
                A[(3 + c) * 6 + 3 + r] += (1.0 + unresolved) * K.m[r][c];
        int first = kkt->block_first.data[body->block] + 3;
        rv_vec3 w = rv_vec3_load(island->v.data + first), at = rv_vec3_load(kkt->r.data + first);
        rv_vec3_store(kkt->r.data + first, rv_vec3_add(at, rv_mat3_apply(K, w)));
    }
}

// What waits until all rods of a bundle have written their parts: contacts, and what is known
static void write_bundle(rv_world* world, const rv_island* island, rv_rod_work* lead, double* r) {
    rv_rod_system_clear_pairs(&lead->system);
    rv_bundle_write_between(lead, r);
    rv_bundle_write_spins(lead);
    rv_rod_write_contacts(world, lead, island->h, r);
    for (const rv_rod_work* work = lead; work != NULL; work = work->next)
        prescribe(world, island, &world->rods.data[work->rod], work, rv_rod_own_v(work, r));
    if (lead->spins > 0)
        rv_bundle_prescribe(lead, r);
    else
        rv_rod_system_prescribe(&lead->system, r, r + 3 * lead->all);
    for (int k = 0; k < lead->system.idle.count; k++)
        r[3 * lead->all + lead->system.idle.data[k]] = 0.0;
}

static void rod_write(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_rod* rod = &world->rods.data[member->index];
    const rv_cable* cable = &world->cables.data[rod->cable];
    const rv_geometric_stiffness* g = &world->def.geometric_stiffness;
    rv_rod_work* work = world->rod_work.data[member->index];
    double* r = block_values(island->kkt.r.data, island, member);
    // damping of its own, or of what the step does not resolve
    bool given = !isnan(cable->segments.bend_damping);
    rv_rod_step s = {.work = work,
                     .v = rv_rod_velocities(world, rod),
                     .m = rv_rod_masses(world, rod),
                     .before = work->acted.data,
                     .h = island->h,
                     .gamma = g->gamma,
                     .EA = cable->EA * rv_rod_stretch_of(world, rod, island->h).acts,
                     .EI = cable->segments.EI,
                     .GJ = cable->GJ,
                     .viscous = given ? cable->segments.bend_damping : 0.0,
                     .rubbing = g->delta,
                     .damped = given && !rod->shaped ? 0.0 : g->delta,
                     .out_share = rod->shaped ? work->out_share.data : NULL,
                     .lost = rod->shaped ? work->lost.data : NULL,
                     .r = rv_rod_own_v(work, r),
                     .b = rv_rod_own_p(work, r)};
    if (rod->shaped)
        rv_rod_find_shares(&s);
    rv_rod_write_matrix(&s);
    if (rod->shaped)
        rv_rod_write_spins(&s);
    write_pressed(&s);
    write_twist(work, rv_rod_own_v(work, block_values(island->v.data, island, member)), s.r);
    write_end_twist(world, island, rod, work);
    rv_rod_write_hands(world, rod, rv_rod_entry(work).diagonal, s.h, s.r);
    work->refinements = 0;
    memset(work->corrections.data, 0, (size_t)rod->count * sizeof(double));
    if (work->next == NULL)
        write_bundle(world, island, work->lead, r);
}

// --- between solutions ---

// by how much edges are off with the velocities and impulses in the system; of their length, at worst
static double find_off(rv_rod_work* work, double h, const double* block, double* off) {
    const rv_rod_line* line = &work->line;
    int edges = line->vertices - 1;
    const double *p = rv_rod_own_p(work, (double*)block), *sigma = rv_rod_entry(work).sigma;
    const unsigned char* known = work->prescribed.data;
    double worst = 0.0;
    find_excess(work, h, rv_rod_own_v(work, (double*)block), off);
    for (int j = 0; j < edges; j++)
        off[j] -= sigma[j] * p[j];
    for (int j = 0; j < edges; j++) {
        if (work->gives.data[j] == CLAMPED || (known[j] && known[j + 1]))
            off[j] = 0.0;
        worst = larger(fabs(off[j]) * line->inverse[j], worst);
    }
    return worst * h;
}

// How much of what edges are off is corrected: all of it, or what the last correction says that it takes
// (Irons, Tuck 1969). A rod that comes straight between heavy ends is as long as the square of its sag says:
// there Newton's method halves the error and no more, and twice the correction is right.
static double correction_share(rv_rod_work* work, const double* off) {
    double* before = work->missed.data;
    double along = 0.0, all = 0.0;
    for (int j = 0; j < work->line.vertices - 1; j++) {
        double change = before[j] - off[j];
        along += before[j] * change;
        all += change * change;
        before[j] = off[j];
    }
    double share = work->refinements > 0 && all > 0.0 ? work->share * along / all : 1.0;
    return work->share = larger(1.0, share < SHARE_MOST ? share : SHARE_MOST);
}

static bool rod_refine(rv_world* world, rv_island* island, const rv_member* member) {
    rv_rod_work* work = world->rod_work.data[member->index];
    int n = work->line.vertices;
    const double* block = block_values(island->kkt.v.data, island, member);
    double* b = rv_rod_own_p(work, block_values(island->kkt.r.data, island, member));
    double* off = work->product.data;
    double worst = find_off(work, island->h, block, off);
    // a correction that does not help is the last one
    bool helps = work->refinements == 0 || worst < 0.5 * work->off;
    work->off = worst;
    if (!(worst > STRAIN_LEFT) || !helps || work->refinements >= REFINEMENTS_MAX)
        return false;
    double share = correction_share(work, off);
    work->refinements++;
    for (int j = 0; j < n - 1; j++) {
        b[j] -= share * off[j];
        work->corrections.data[j] -= share * off[j];
    }
    return true;
}

// edges that are pressed too hard; true: there are some that were not yet
static bool find_pressed(const rv_world* world, const rv_rod* rod, rv_rod_work* work, double h,
                         const double* p) {
    double most = -h * RV_PI * RV_PI * world->cables.data[rod->cable].segments.EI;
    bool changed = false;
    for (int j = 0; j < rod->count - 1; j++) {
        double l = work->line.length[j];
        bool gives = !work->gives.data[j] && p[j] * (l * l) < most;
        changed |= gives;
        if (gives)
            work->gives.data[j] = GIVES;
    }
    return changed;
}

// a tension that has grown much needs its stiffness
static bool rod_is_unsettled(rv_world* world, rv_island* island, const rv_member* member,
                             int pass) {
    rv_rod_work* work = world->rod_work.data[member->index];
    int n = work->line.vertices;
    double* block = block_values(island->kkt.v.data, island, member);
    const double *v = rv_rod_own_v(work, block), *p = rv_rod_own_p(work, block);
    rv_rod* rod = &world->rods.data[member->index];
    bool gave = rv_rod_update_hands(world, rod, island->h, v) && pass < PASSES_MAX;
    // what hands pulled with before they came to their limits is no tension to go by
    double most = gave ? rv_rod_strongest_hand(rod) : INFINITY;
    gave |= rv_rod_update_contacts(world, rod, work, island->h, block, pass);
    gave |= pass < PASSES_MAX && find_pressed(world, rod, work, island->h, p);
    double largest = 0.0, grown = 0.0, per_h = 1.0 / island->h;
    double stiff = 4.0 * island->h * island->h;
    const double* m = rv_rod_masses(world, rod);
    for (int j = 0; j < n - 1; j++) {
        double T = fmin(p[j] * per_h, most), lighter = m[j] < m[j + 1] ? m[j] : m[j + 1];
        largest = larger(T, largest);
        // what the step resolves anyway needs none
        if (stiff * T * work->line.inverse[j] > RESOLVED * lighter)
            grown = larger(T - TENSION_GROWS * work->used.data[j], grown);
    }
    if (!world->def.geometric_stiffness.enabled || !(grown > TENSION_SHARE * largest)
        || pass >= PASSES_MAX || !(largest < INFINITY))
        return gave;
    for (int j = 0; j < n - 1; j++)
        work->used.data[j] = larger(fmin(p[j] * per_h, most), 0.0);
    return true;
}

static void rod_move(rv_world* world, rv_island* island, const rv_member* member) {
    rv_rod_work* work = world->rod_work.data[member->index];
    if (work->next == NULL)
        rv_bundle_move(world, island, work->lead, block_values(island->kkt.v.data, island, member));
}

static int fewest_substeps(const rv_world* world, int index) {
    return world->cables.data[world->rods.data[index].cable].rod.substeps;
}

static void note_block(rv_world* world, int index, int island, int block) {
    world->rod_work.data[index]->island = island;
    world->rod_work.data[index]->own_block = block;
}

// vertices, by solids; as many as it may come to have
static int most_reached(const rv_world* world, int index) {
    return world->solids.count == 0 ? 0 : world->rods.data[index].room;
}

static bool may_resize(const rv_world* world, int index) {
    return rv_rod_adapts(world, &world->rods.data[index]);
}

static bool is_resized(const rv_world* world, int index) {
    return world->rod_work.data[index]->resized;
}

const rv_constraint_class rv_rod_class = {.name = "rod",
                                          .add_energy = rv_rod_add_energy,
                                          .capacity = rv_rods_capacity,
                                          .is_alive = rod_is_alive,
                                          .remove = rv_rod_remove,
                                          .bodies = rv_rod_bodies,
                                          .link = rv_rod_link,
                                          .moves_alone = rv_rod_moves_alone,
                                          .goes_first = true,
                                          .pattern = rod_pattern,
                                          .rows = rod_rows,
                                          .lambda = rv_rod_lambda,
                                          .travel = rv_rod_travel,
                                          .fewest_substeps = fewest_substeps,
                                          .block = rv_bundle_block,
                                          .shares = rv_rod_shares,
                                          .note_block = note_block,
                                          .most_reached = most_reached,
                                          .may_resize = may_resize,
                                          .is_resized = is_resized,
                                          .resize = rv_rod_resize,
                                          .write = rod_write,
                                          .refine = rod_refine,
                                          .is_unsettled = rod_is_unsettled,
                                          .move = rod_move,
                                          .note_rest = rv_rod_note_rest,
                                          .is_asleep = rv_rod_is_asleep_at,
                                          .wake = rv_rod_wake_at,
                                          .is_touched = rv_rod_is_touched_at,
                                          .put_to_sleep = rv_rod_put_to_sleep};
