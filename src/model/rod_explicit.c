// Rods, the explicit step: variational rods move by themselves, in stage "move", by the integrator of
// rod_variational.h (Wang et al. 2017), in as many parts as the step needs to resolve their bending.
// Their state is what any rod has. The velocities v are those of the last part, (x - x_before)/h, so
// that the next one goes on from x - h v; where its length h is another than before, forces act for
// the mean of both: for half a part at first, when v belongs to x. Energies are those of the middle
// of the last part, of v and x - h v/2, as everywhere: they swing by (omega h)^2/4 and do not drift.
// A part after which lengths are lost is not made: the rod waits where it was.
#include "model/rod.h"
#include "model/rod_lanes.h"

#include <math.h>
#include <string.h>

static const double RESOLVES = 0.6; // share of the longest stable part that is taken
// an error of lengths, and a stretch, that have nothing to do with the thread any more
static const double STRAIN_LOST = 0.05, STRETCH_LOST = 10.0;
enum { PARTS_MAX = 64 };

// --- the class: a member without rows or unknowns ---

static bool explicit_is_alive(const rv_world* world, int index) {
    return rv_rod_is_variational(world, &world->rods.data[index]);
}

static void explicit_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    (void)world;
    (void)index;
    (void)sink;
}

static void explicit_rows(rv_world* world, rv_island* island, const rv_member* member) {
    (void)world;
    (void)island;
    (void)member;
}

// --- how long a part may be ---

// largest squared frequency and rate of damping of what a part has to resolve
typedef struct pace {
    double W, G; // [1/s^2], [1/s]
} pace;

// of twist: C/Lbar g g^T with g = dTheta/dx, and what the moment makes of a line that bends in space,
// M (2 - 2 cos a) sin a/l^2 at the angle a from edge to edge, 2.6 M/l^2 at most
static double twist_pace(const rv_rod_motion* m, double C) {
    const rv_rod_line* line = &m->line;
    int n = line->vertices;
    rv_vec3 first = rv_rod_twist_slope(line, 0), last = rv_rod_twist_slope(line, n - 2);
    double sum = m->weight[0] * rv_vec3_dot(first, first)
                 + m->weight[n - 1] * rv_vec3_dot(last, last)
                 + rv_rod_lanes()->twist_response(m, 1, n - 1);
    double l = line->length[n / 2 - 1];
    return C / line->elastic * sum + 2.6 * fabs(m->M_last) / (m->mass[n / 2] * l * l);
}

// The same of a shaped rod, whose joints twist each by themselves: C/D (kb.(dt + dt')/2)^2 at every
// joint, at most C kb^2/(m l^3), and the moment where it is largest.
static double frames_pace(const rv_rod_motion* m, double C) {
    const rv_rod_line* line = &m->line;
    const rv_rod_frames* f = m->frames;
    int n = line->vertices;
    double l = line->length[n / 2 - 1], sharpest = 0.0, strongest = 0.0;
    for (int i = 1; i < n - 1; i++) {
        double twist = f->theta[i] - f->theta[i - 1] - f->rest_twist[i];
        sharpest = fmax(sharpest, rv_vec3_dot(line->binormal[i], line->binormal[i]));
        strongest = fmax(strongest, fabs(C * line->density[i] * twist));
    }
    return (C * sharpest / l + 2.6 * strongest) / (m->mass[n / 2] * l * l);
}

// 1/(1 + c) of its sharpest joint at rest: a shaped rod resists as if it were bent as much
static double rest_fold(const rv_rod_frames* f, int n) {
    double sharpest = 0.0;
    for (int i = 1; i < n - 1; i++)
        sharpest = fmax(sharpest, f->rest_1[i] * f->rest_1[i] + f->rest_2[i] * f->rest_2[i]);
    return 0.5 + 0.125 * sharpest;
}

// force per speed over mass, of air
static double drag_pace(const rv_cable* cable, const rv_rod_motion* m, double h) {
    const rv_cable_drag* drag = &cable->segments.drag;
    double fastest = 0.0, most = fmax(drag->across, drag->along);
    if (!(drag->density * most > 0.0))
        return 0.0;
    for (int i = 0; i < m->line.vertices; i++) {
        rv_vec3 v = rv_vec3_scale(rv_vec3_sub(m->x[i], m->before[i]), 1.0 / h);
        v = rv_vec3_sub(v, drag->flow);
        fastest = fmax(fastest, rv_vec3_dot(v, v));
    }
    return 0.5 * drag->density * most * cable->diameter * sqrt(fastest) / cable->mass_per_length;
}

// The longest part that is stable, h^2 W + 2 h G = 4, for the sums of squares of frequencies and of
// rates of damping: of bending with its sharpest joint as it was measured last (as in
// rv_rod_step_limit), of twist, drag and contact. A pair of edges that touches at their ends has
// k_s h^2 < m, damped as it is by the penalty's mean.
static double step_limit(const rv_cable* cable, const rv_rod* rod, const rv_rod_work* work,
                         double h) {
    const rv_rod_motion* m = &work->motion;
    double fold = 0.5, mass = m->mass[rod->count / 2], l = m->line.length[rod->count / 2 - 1];
    for (int i = 1; i < rod->count - 1; i++)
        fold = m->line.fold[i] > fold ? m->line.fold[i] : fold;
    if (rod->shaped)
        fold = fmax(fold, rest_fold(m->frames, rod->count));
    double opening = 1.0 / fold, c = opening - 1.0, damping = cable->segments.bend_damping;
    double K = work->sluggish * 0.0625 * opening * opening / (3.0 - opening);
    pace p = {.W = cable->segments.EI / K, .G = damping > 0.0 ? damping / K : 0.0};
    if (rod->shaped)
        p.W += frames_pace(m, cable->GJ);
    else if (rod->twists)
        p.W += twist_pace(m, cable->GJ);
    p.G += 16.0 * cable->rod.cosine_damping * (1.0 - c * c) / (mass * l * l);
    p.G += drag_pace(cable, m, h);
    if (rod->contact_count > 0)
        p.W += 4.0 * cable->rod.contact_stiffness / mass;
    double rate = p.G + sqrt(p.G * p.G + 4.0 * p.W);
    return rate > 0.0 ? 4.0 / rate : INFINITY;
}

// Parts of a step of length h. A number that is not much too large stays: each change costs accuracy.
static int count_parts(const rv_cable* cable, const rv_rod* rod, double h) {
    if (cable->rod.substeps > 0)
        return cable->rod.substeps;
    double wanted = ceil(h / (RESOLVES * rod->moved.step_limit));
    int before = rod->moved.substeps;
    if (wanted > PARTS_MAX)
        return PARTS_MAX;
    int parts = wanted > 1.0 ? (int)wanted : 1;
    return parts < before && 2 * parts > before ? before : parts;
}

// --- one part of the step ---

// what a part is made with
typedef struct part {
    rv_world* world;
    const rv_island* island;
    const rv_cable* cable;
    rv_rod* rod;
    rv_rod_work* work;
    rv_rod_law law;
    double begins; // after the substep does
    rv_rod_spring springs[RV_CABLE_GRIPS];
} part;

static rv_rod_law law_of(const rv_world* world, const rv_cable* cable, double h) {
    bool viscous = cable->segments.bend_damping > 0.0;
    return (rv_rod_law){.h = h,
                        .share = 1.0,
                        .B = cable->segments.EI,
                        .C = cable->GJ,
                        .EA = cable->EA,
                        .gravity = world->def.gravity,
                        .damping = {.cosine = cable->rod.cosine_damping},
                        .viscosity = viscous ? cable->segments.bend_damping : 0.0,
                        .method = cable->rod.integrator == RV_CABLE_ROD_NEWTON ? RV_ROD_NEWTON
                                                                               : RV_ROD_CONTRACTION,
                        .tolerance = cable->rod.tolerance,
                        .iterations_max = cable->rod.iterations};
}

// where the holders have the ends when the part is over, and how these are turned now
static void place_ends(const part* p) {
    rv_rod_motion* m = &p->work->motion;
    rv_rod_section* section[2] = {&m->first, &m->last};
    for (int side = 0; side < 2; side++) {
        const rv_rod_end* end = &p->rod->end[side];
        for (int k = 0; k < rv_rod_held_count(end); k++)
            m->goal[rv_rod_vertex(p->rod, side, k)] =
                rv_rod_hold_point(p->world, p->island, p->rod, side, k, p->begins + p->law.h);
        if (!p->rod->twists && !p->rod->shaped)
            continue;
        rv_vec3 director = end->clamped ? rv_rod_director(p->world, p->island, p->rod, side,
                                                          end->tangent, p->begins)
                                        : end->director;
        rv_motion holder = rv_motion_of(p->world, p->island, end->body);
        *section[side] = (rv_rod_section){.director = director,
                                          .tangent = end->tangent,
                                          .rate = rv_vec3_dot(holder.w, end->tangent)};
    }
}

// of a cylinder, with the velocities of the last part
static void add_drag(const part* p, rv_vec3* force) {
    const rv_cable_drag* drag = &p->cable->segments.drag;
    const rv_rod_motion* m = &p->work->motion;
    int n = p->rod->count;
    for (int i = 0; i < n; i++) {
        int j = i < n - 1 ? i : i - 1;
        rv_vec3 axis = rv_vec3_normalize(rv_vec3_sub(m->x[j + 1], m->x[j]));
        double length =
            0.5 * ((i > 0 ? m->line.length[i - 1] : 0.0) + (i < n - 1 ? m->line.length[i] : 0.0));
        double area = 0.5 * drag->density * p->cable->diameter * length;
        rv_vec3 v = rv_vec3_scale(rv_vec3_sub(m->x[i], m->before[i]), 1.0 / p->law.h);
        v = rv_vec3_sub(v, drag->flow);
        rv_vec3 along = rv_vec3_scale(axis, rv_vec3_dot(v, axis)), across = rv_vec3_sub(v, along);
        force[i] = rv_vec3_mul_add(force[i], -area * drag->across * rv_vec3_length(across), across);
        force[i] = rv_vec3_mul_add(force[i], -area * drag->along * rv_vec3_length(along), along);
    }
}

static void take_hands(part* p) {
    rv_rod_motion* m = &p->work->motion;
    m->springs = p->springs;
    m->spring_count = 0;
    for (int k = 0; k < RV_CABLE_GRIPS; k++) {
        const rv_cable_grip* g = &p->rod->hand[k].grip;
        if (!p->rod->hand[k].holds)
            continue;
        rv_vec3 target = rv_vec3_mul_add(g->target, p->begins + p->law.h, g->velocity);
        p->springs[m->spring_count++] = (rv_rod_spring){.vertex = p->rod->hand[k].vertex,
                                                        .stiffness = g->stiffness,
                                                        .damping = g->damping,
                                                        .target = target,
                                                        .velocity = g->velocity,
                                                        .max_force = g->max_force};
    }
}

// true: there are any
static bool find_outer_forces(part* p) {
    const rv_cable_drag* drag = &p->cable->segments.drag;
    rv_rod_motion* m = &p->work->motion;
    rv_vec3* force = p->work->force.data;
    bool drags = drag->density * (drag->across + drag->along) > 0.0;
    if (!drags && p->rod->contact_count == 0)
        return false;
    memset(force, 0, (size_t)p->rod->count * sizeof *force);
    if (drags)
        add_drag(p, force);
    if (p->rod->contact_count > 0) {
        // `free` is not yet in use
        for (int i = 0; i < p->rod->count; i++)
            m->free[i] = rv_vec3_sub(rv_vec3_scale(m->x[i], 2.0), m->before[i]);
        rv_rod_push_apart(p->world, p->rod, m->x, m->free, force);
    }
    return true;
}

static void feel_hands(const part* p) {
    for (int k = 0, s = 0; k < RV_CABLE_GRIPS; k++)
        if (p->rod->hand[k].holds) {
            p->rod->hand[k].limit = p->springs[s].gives ? RV_HAND_AT_LIMIT : RV_HAND_FREE;
            p->rod->hand[k].force = p->springs[s++].force;
        }
}

// Lengths cannot be had: an end is out of reach, or the part was too long for what happens. All of it
// but what is held stays where it was, and begins again from rest.
static void halt(const part* p) {
    rv_rod_motion* m = &p->work->motion;
    int n = p->rod->count;
    memcpy(m->x, m->before, (size_t)n * sizeof *m->x);
    for (int i = 0; i < n; i++)
        m->x[i] = m->weight[i] > 0.0 ? m->x[i] : m->goal[i];
    memcpy(m->before, m->x, (size_t)n * sizeof *m->x);
    memcpy(m->older, m->x, (size_t)n * sizeof *m->x);
    memset(m->tension, 0, (size_t)n * sizeof *m->tension);
}

static double largest_stretch(const part* p) {
    const double* T = p->work->motion.tension;
    double largest = 0.0;
    if (p->law.EA == INFINITY)
        return 0.0;
    for (int j = 0; j < p->rod->count - 1; j++)
        largest = T[j] > largest ? T[j] : largest;
    return largest / p->law.EA;
}

// false: it had to be halted
static bool move_part(part* p) {
    rv_rod_motion* m = &p->work->motion;
    place_ends(p);
    take_hands(p);
    m->push = find_outer_forces(p) ? p->work->force.data : NULL;
    rv_rod_report report = rv_rod_motion_step(m, &p->law);
    bool lost = !(report.strain <= STRAIN_LOST) || !(largest_stretch(p) <= STRETCH_LOST);
    if (lost)
        halt(p);
    rv_rod_carry_directors(p->world, p->island, p->rod, m->x, p->law.h);
    feel_hands(p);
    rv_cable_rod_report* moved = &p->rod->moved;
    moved->iterations += report.iterations;
    moved->converged &= report.converged && !lost;
    moved->strain = report.strain <= moved->strain ? moved->strain : report.strain;
    return !lost;
}

// --- all of it: stage "move" ---

static void load(const part* p) {
    const rv_vec3 *x = rv_rod_points(p->world, p->rod), *v = rv_rod_velocities(p->world, p->rod);
    rv_rod_motion* m = &p->work->motion;
    int n = p->rod->count;
    memcpy(m->x, x, (size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        m->before[i] = rv_vec3_mul_add(x[i], -p->law.h, v[i]);
    memcpy(m->tension, rv_rod_tensions(p->world, p->rod), (size_t)n * sizeof *m->tension);
    m->twisted = p->rod->twists || p->rod->shaped;
    m->Theta = p->rod->twist;
    if (p->rod->shaped)
        rv_rod_load_frames(p->world, p->rod, m->frames);
}

// what the holders felt in the last part
static void feel_ends(const part* p) {
    const rv_rod_motion* m = &p->work->motion;
    rv_rod* rod = p->rod;
    rv_rod_grip grip[2] = {rv_rod_grip_first(&m->line, m->tension, m->M_first, rod->end[0].clamped),
                           rv_rod_grip_last(&m->line, m->tension, m->M_last, rod->end[1].clamped)};
    for (int side = 0; side < 2; side++) {
        rv_vec3 a[2];
        for (int k = 0; k < rv_rod_held_count(&rod->end[side]); k++) {
            int i = rv_rod_vertex(rod, side, k);
            rv_vec3 bend =
                rv_vec3_sub(rv_vec3_add(m->x[i], m->older[i]), rv_vec3_scale(m->before[i], 2.0));
            a[k] = rv_vec3_scale(bend, 1.0 / (p->law.h * p->law.h));
            if (m->push != NULL)
                a[k] = rv_vec3_mul_add(a[k], -1.0 / m->mass[i], m->push[i]);
        }
        rv_rod_set_grip(p->world, rod, side, &grip[side], a);
    }
}

// its new state; false: that is not finite
static bool store(const part* p) {
    const rv_rod_motion* m = &p->work->motion;
    rv_vec3 *x = rv_rod_points(p->world, p->rod), *v = rv_rod_velocities(p->world, p->rod);
    int n = p->rod->count;
    double per_h = 1.0 / p->law.h, size = 0.0;
    for (int i = 0; i < n; i++) {
        rv_vec3 way = rv_vec3_sub(m->x[i], m->before[i]);
        size += rv_vec3_dot(way, way) + m->tension[i] * m->tension[i];
    }
    if (!isfinite(size * per_h * per_h))
        return false;
    for (int i = 0; i < n; i++)
        v[i] = rv_vec3_scale(rv_vec3_sub(m->x[i], m->before[i]), per_h);
    memcpy(x, m->x, (size_t)n * sizeof *x);
    memcpy(rv_rod_tensions(p->world, p->rod), m->tension, (size_t)n * sizeof *m->tension);
    memcpy(rv_rod_kept(p->world, p->rod), m->tension, (size_t)n * sizeof *m->tension);
    p->rod->twist = m->Theta;
    if (p->rod->shaped) {
        rv_rod_store_angles(p->world, p->rod, m->frames);
        p->rod->moment[0] = m->M_first;
        p->rod->moment[1] = m->M_last;
    }
    p->rod->last_h = p->law.h;
    return true;
}

static void freeze(const part* p, rv_island* island) {
    rv_vec3* v = rv_rod_velocities(p->world, p->rod);
    memset(v, 0, (size_t)p->rod->count * sizeof *v);
    p->rod->frozen = true;
    island->report.nonfinite++;
}

// before its first step: how long that may be
static void find_first_limit(const part* p) {
    load(p);
    rv_rod_measure(&p->work->motion.line, p->work->motion.x, 0.0);
    p->rod->moved.step_limit = step_limit(p->cable, p->rod, p->work, p->law.h);
}

static void explicit_move(rv_world* world, rv_island* island, const rv_member* member) {
    rv_rod* rod = &world->rods.data[member->index];
    const rv_cable* cable = &world->cables.data[rod->cable];
    part p = {.world = world,
              .island = island,
              .cable = cable,
              .rod = rod,
              .work = world->rod_work.data[member->index],
              .law = law_of(world, cable, island->h)};
    if (rod->frozen)
        return;
    if (rod->last_h == 0.0)
        find_first_limit(&p);
    int parts = count_parts(cable, rod, island->h);
    double h = p.law.h = island->h / parts;
    bool too_long = h > rod->moved.step_limit;
    rod->moved = (rv_cable_rod_report){.substeps = parts, .converged = true};
    load(&p);
    p.law.share = 0.5 + 0.5 * rod->last_h / h;
    for (int k = 0; k < parts; k++) {
        p.begins = k * h;
        p.law.share = move_part(&p) ? 1.0 : 0.5;
    }
    feel_ends(&p);
    rod->moved.step_limit = step_limit(cable, rod, p.work, h);
    if (!store(&p))
        freeze(&p, island);
    island->report.rods_unsettled += too_long || !rod->moved.converged;
}

const rv_constraint_class rv_rod_explicit_class = {.name = "variational rod",
                                                   .works_unseen = true,
                                                   .add_energy = rv_rod_add_energy,
                                                   .capacity = rv_rods_capacity,
                                                   .is_alive = explicit_is_alive,
                                                   .remove = rv_rod_remove,
                                                   .bodies = rv_rod_bodies,
                                                   .moves_alone = rv_rod_moves_alone,
                                                   .pattern = explicit_pattern,
                                                   .rows = explicit_rows,
                                                   .lambda = rv_rod_lambda,
                                                   .move = explicit_move,
                                                   .note_rest = rv_rod_note_rest,
                                                   .is_asleep = rv_rod_is_asleep_at,
                                                   .wake = rv_rod_wake_at,
                                                   .is_touched = rv_rod_is_touched_at,
                                                   .put_to_sleep = rv_rod_put_to_sleep};
