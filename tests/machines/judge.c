// Judges a machine from outside: energies from masses, velocities and heights, work from tensions,
// lengths and displacements, lengths of paths from points. Nothing is taken from rv_world_report(),
// nor the work from rv_world_energy(): what the engine believes of itself is not asked.
//
// Kinetic energy must stay below all the energy there was,
//   K <= K0 + V0 + E0 + max W,
//   V0: of everything above the lowest height that the machine's ropes let it reach, E0: of springs
//   at the start, W: work of winches -T dL, of anchors -F dx, of motors and forces F dx, so far.
// A path must not be longer than L (1 + T / EA) by more than 2 %, T: the largest tension of the
// step and those beside it, nor than L (1 + e) by more than 20 %, where
//   e = (2 M g + F) / EA + sqrt(2 (K0 + V0) / (EA L))
// is what all loads at once, the strongest drive and all the energy can stretch it by.
#include "machines.h"

#include <math.h>
#include <string.h>

const char* const symptom_names[SYMPTOMS] = {"gain", "gain10",    "long",  "long20",
                                             "lost", "nonfinite", "failed"};

// a step that is not OK tells of what shows within this time [s]
static const double NOTICE = 1.0;

static void show(judge* j, symptom s, double time) {
    verdict* v = &j->verdict;
    if (!isnan(v->first[s]))
        return;
    v->first[s] = time;
    v->announced[s] = time - j->last_degraded <= NOTICE;
    // what happens to a wreck is of no interest
    if (s == LOST || s == GAIN_TEN || s == NONFINITE || s == FAILED)
        j->over = fmin(j->over, time + NOTICE);
}

// --- energy -------------------------------------------------------------------------------------

static double square(rv_vec3 v) {
    return rv_vec3_dot(v, v);
}

static double kinetic_of_body(const rv_world* world, rv_body_id body) {
    rv_mass_properties p = rv_body_mass_properties(world, body);
    double e = 0.5 * p.mass * square(rv_body_velocity(world, body));
    if (rv_body_get_kind(world, body) != RV_BODY_RIGID)
        return e;
    rv_vec3 spin = rv_quat_rotate_inverse(rv_body_pose(world, body).rotation,
                                          rv_body_angular_velocity(world, body));
    return e + 0.5 * rv_vec3_dot(spin, rv_mat3_apply(p.inertia, spin));
}

// of a rod's vertices: from where they were a step ago
static double kinetic_of_rod(judge* j, int cable, double dt) {
    judged_cable* c = &j->cables[cable];
    const rv_world* world = j->m->world;
    rv_cable_id id = j->m->cables[cable];
    rv_vec3 points[JUDGE_POINTS];
    int count = rv_cable_points(world, id, 1.0, points, NULL, JUDGE_POINTS);
    count = count < JUDGE_POINTS ? count : JUDGE_POINTS;
    double mass = rv_cable_length(world, id) * rv_cable_mass_per_length(world, id) / count, e = 0.0;
    if (count == c->point_count && dt > 0.0)
        for (int i = 0; i < count; i++)
            e += 0.5 * mass * square(rv_vec3_sub(points[i], c->points[i])) / (dt * dt);
    memcpy(c->points, points, (size_t)count * sizeof points[0]);
    c->point_count = count;
    return e;
}

static double kinetic(judge* j, double dt) {
    const rv_world* world = j->m->world;
    double sum = 0.0;
    for (rv_body_id b = rv_body_next(world, NO_BODY); !RV_ID_IS_NULL(b); b = rv_body_next(world, b))
        if (rv_body_get_type(world, b) == RV_BODY_DYNAMIC)
            sum += kinetic_of_body(world, b);
    for (int i = 0; i < j->m->cable_count; i++)
        if (rv_cable_get_model(world, j->m->cables[i]) == RV_CABLE_ROD)
            sum += kinetic_of_rod(j, i, dt);
    return sum;
}

static rv_vec3 node_point(const rv_world* world, const rv_cable_node* n) {
    return RV_ID_IS_NULL(n->body) ? n->point : rv_body_point(world, n->body, n->point);
}

static bool has_weight(const rv_world* world, rv_cable_id cable) {
    return rv_cable_get_model(world, cable) != RV_CABLE_MASSLESS;
}

static bool has_drum(const rv_world* world, rv_cable_id cable) {
    return rv_cable_get_node(world, cable, 0).type == RV_CABLE_DRUM;
}

static double highest(const rv_world* world, rv_cable_id cable) {
    double z = -INFINITY;
    for (int i = 0; i < rv_cable_node_count(world, cable); i++) {
        rv_cable_node n = rv_cable_get_node(world, cable, i);
        z = fmax(z, node_point(world, &n).z);
    }
    return z;
}

static double mass_of_rope(const rv_world* world, rv_cable_id cable) {
    return has_weight(world, cable)
               ? rv_cable_length(world, cable) * rv_cable_mass_per_length(world, cable)
               : 0.0;
}

// How far below the lowest height the middle of a rope's mass can be. No shape stops the sag of a
// layered one, so that the ground does not: folded between ends on the ground it hangs a quarter of its
// length below. Without a ground the lowest height allows for the ropes.
static double below_ground(const machine* m, rv_cable_id cable) {
    bool sinks = m->has_ground && rv_cable_get_model(m->world, cable) == RV_CABLE_LAYERED;
    return sinks ? 0.25 * rv_cable_length(m->world, cable) : 0.0;
}

// ropes count as if all of them were as high as their highest node; their segments do not, besides
static double height_energy(const machine* m) {
    const rv_world* world = m->world;
    double sum = 0.0;
    for (rv_body_id b = rv_body_next(world, NO_BODY); !RV_ID_IS_NULL(b); b = rv_body_next(world, b))
        if (rv_body_get_type(world, b) == RV_BODY_DYNAMIC && RV_ID_IS_NULL(rv_body_cable(world, b))
            && rv_body_get_kind(world, b) != RV_BODY_SCALAR)
            sum += rv_body_mass_properties(world, b).mass * GRAVITY
                   * fmax(0.0, rv_body_center(world, b).z - m->lowest);
    for (int i = 0; i < m->cable_count; i++)
        sum +=
            mass_of_rope(world, m->cables[i]) * GRAVITY
            * (fmax(0.0, highest(world, m->cables[i]) - m->lowest) + below_ground(m, m->cables[i]));
    return sum;
}

// --- work ---------------------------------------------------------------------------------------

// what a winch pulls in against the tension, and what it lifts on its drum of a rope with a weight
static double work_of_winch(judge* j, int cable) {
    const machine* m = j->m;
    rv_cable_id id = m->cables[cable];
    double length = rv_cable_length(m->world, id), fed = length - j->cables[cable].length;
    double work = -rv_cable_tension(m->world, id, 0) * fed;
    if (has_weight(m->world, id))
        work += rv_cable_mass_per_length(m->world, id) * GRAVITY * fed
                * (highest(m->world, id) - m->lowest);
    return work;
}

// of the cable on the node
static rv_vec3 force_on_node(const rv_world* world, rv_cable_id cable, int node) {
    int last = rv_cable_node_count(world, cable) - 1, joints = rv_cable_joint_count(world, cable);
    if (rv_cable_get_model(world, cable) == RV_CABLE_ROD)
        return rv_cable_end_force(world, cable, node > 0);
    if (joints > 0 && node == 0)
        return rv_vec3_neg(rv_cable_get_joint(world, cable, 0).force);
    if (joints > 0 && node == last)
        return rv_cable_get_joint(world, cable, joints - 1).force;
    rv_cable_contact here = rv_cable_get_contact(world, cable, node);
    rv_vec3 force = vec(0, 0, 0);
    if (node > 0) {
        rv_vec3 out = rv_cable_get_contact(world, cable, node - 1).out;
        force = rv_vec3_scale(rv_vec3_normalize(rv_vec3_sub(out, here.in)), here.tension_in);
    }
    if (node < last) {
        rv_vec3 in = rv_cable_get_contact(world, cable, node + 1).in;
        force =
            rv_vec3_mul_add(force, here.tension_out, rv_vec3_normalize(rv_vec3_sub(in, here.out)));
    }
    return force;
}

// of all cables that are fixed to it, or run over it
static double work_of_anchor(const machine* m, rv_body_id anchor, double dt) {
    double work = 0.0;
    for (int i = 0; i < m->cable_count; i++)
        for (int k = 0; k < rv_cable_node_count(m->world, m->cables[i]); k++)
            if (RV_ID_EQUAL(rv_cable_get_node(m->world, m->cables[i], k).body, anchor))
                work -= rv_vec3_dot(force_on_node(m->world, m->cables[i], k),
                                    rv_body_velocity(m->world, anchor))
                        * dt;
    for (rv_joint_id joint = rv_joint_next(m->world, (rv_joint_id){0}); !RV_ID_IS_NULL(joint);
         joint = rv_joint_next(m->world, joint))
        if (RV_ID_EQUAL(rv_joint_body_a(m->world, joint), anchor))
            work += rv_vec3_dot(rv_joint_force(m->world, joint), rv_body_velocity(m->world, anchor))
                    * dt;
    return work;
}

static double work_of_drive(judge* j, int index, double dt) {
    const machine* m = j->m;
    const drive* d = &m->drives[index];
    if (d->type == DRIVE_ANCHOR)
        return work_of_anchor(m, d->body, dt);
    if (d->type == DRIVE_MOTOR) {
        double at = rv_joint_coordinate(m->world, d->joint), before = j->coordinates[index];
        j->coordinates[index] = at;
        return rv_joint_motor_force(m->world, d->joint) * (at - before);
    }
    if (d->type == DRIVE_PUSH) {
        rv_vec3 at = rv_body_center(m->world, d->body), before = j->places[index];
        j->places[index] = at;
        return d->now * rv_vec3_dot(d->axis, rv_vec3_sub(at, before));
    }
    return 0.0;
}

static double energy_now(const judge* j) {
    return j->kinetic + height_energy(j->m) + rv_world_energy(j->m->world).elastic;
}

static void judge_energy(judge* j, double time, double dt) {
    const machine* m = j->m;
    for (int i = 0; i < m->cable_count; i++)
        if (has_drum(m->world, m->cables[i]))
            j->work += work_of_winch(j, i);
    for (int i = 0; i < m->drive_count; i++)
        j->work += work_of_drive(j, i, dt);
    j->most_work = fmax(j->most_work, j->work);
    j->kinetic = kinetic(j, dt);
    // cables that choose their model are laid, and bent, in the first step
    if (m->model->bit == AUTO && j->verdict.steps == 1)
        j->begun = fmax(j->begun, energy_now(j));
    double gain = j->kinetic / (j->begun + j->most_work);
    j->verdict.worst_gain = fmax(j->verdict.worst_gain, gain);
    if (!isfinite(gain))
        show(j, NONFINITE, time);
    if (gain > 1.05)
        show(j, GAIN, time);
    if (gain > 10.0)
        show(j, GAIN_TEN, time);
}

// --- lengths ------------------------------------------------------------------------------------

// a cable that has come off a wheel runs straight
static bool is_off(const rv_world* world, rv_cable_id cable, int node) {
    return rv_cable_get_node(world, cable, node).type == RV_CABLE_PULLEY
           && !rv_cable_get_contact(world, cable, node).touches;
}

// no path between the nodes that it touches is shorter
static double least_path(const rv_world* world, rv_cable_id cable) {
    double sum = 0.0;
    rv_cable_node a = rv_cable_get_node(world, cable, 0);
    for (int i = 1; i < rv_cable_node_count(world, cable); i++) {
        if (is_off(world, cable, i))
            continue;
        rv_cable_node b = rv_cable_get_node(world, cable, i);
        double apart = rv_vec3_length(rv_vec3_sub(node_point(world, &b), node_point(world, &a)));
        sum += fmax(0.0, apart - a.radius - b.radius);
        a = b;
    }
    return sum;
}

// off its wheels a cable reaches farther: by all of its length at most
static void judge_wheels(judge* j, int cable) {
    machine* m = j->m;
    judged_cable* c = &j->cables[cable];
    bool off = false;
    for (int i = 0; i < rv_cable_node_count(m->world, m->cables[cable]); i++)
        off |= is_off(m->world, m->cables[cable], i);
    if (!off || c->came_off || m->has_ground)
        return;
    c->came_off = true;
    m->lowest -= c->length;
    double mass = m->mass;
    for (int i = 0; i < m->cable_count; i++)
        mass += mass_of_rope(m->world, m->cables[i]);
    j->begun += mass * GRAVITY * c->length;
}

// without the bow of a layered cable, which is drawn as a parabola and not as long as its arc
static double drawn_path(const rv_world* world, rv_cable_id cable) {
    if (rv_cable_get_model(world, cable) == RV_CABLE_LAYERED)
        return rv_cable_path_length(world, cable);
    rv_vec3 points[JUDGE_POINTS];
    int count = rv_cable_points(world, cable, 0.1, points, NULL, JUDGE_POINTS);
    double sum = 0.0;
    for (int i = 0; i + 1 < count && i + 1 < JUDGE_POINTS; i++)
        sum += rv_vec3_length(rv_vec3_sub(points[i + 1], points[i]));
    return sum;
}

static void judge_cable(judge* j, int cable, double time, double dt) {
    const rv_world* world = j->m->world;
    rv_cable_id id = j->m->cables[cable];
    judged_cable* c = &j->cables[cable];
    double EA = rv_cable_EA(world, id), least = least_path(world, id);
    double largest = rv_cable_largest_tension(world, id) + c->weight;
    // the last step, now that the tension after it is known
    double tension = fmax(largest, fmax(c->tension[0], c->tension[1]));
    double ratio = c->path / (c->length * (1.0 + tension / EA));
    j->verdict.worst_length = fmax(j->verdict.worst_length, ratio);
    if (ratio > 1.02)
        show(j, LONG, time - dt);
    c->tension[1] = c->tension[0];
    c->tension[0] = largest;
    // without a winch it is as long as it was, whatever the engine lends it
    if (has_drum(world, id))
        c->length = rv_cable_length(world, id);
    c->path = fmax(least, drawn_path(world, id));
    double allowed = c->length * (1.0 + c->strain);
    if (!isfinite(c->path) || !isfinite(largest))
        show(j, NONFINITE, time);
    if (c->path > 1.2 * allowed)
        show(j, LONG_FIFTH, time);
    if (least > 2.0 * allowed)
        show(j, LOST, time);
}

static void judge_loads(judge* j, double time) {
    const machine* m = j->m;
    for (int i = 0; i < m->load_count; i++) {
        double z = rv_body_center(m->world, m->loads[i]).z;
        if (!isfinite(z) || rv_body_is_frozen(m->world, m->loads[i]))
            show(j, NONFINITE, time);
        if (z < m->lowest - j->depth)
            show(j, LOST, time);
    }
    // off its hook, or a piece off its hinge
    rv_joint_id joint = rv_joint_next(m->world, (rv_joint_id){0});
    for (; !RV_ID_IS_NULL(joint); joint = rv_joint_next(m->world, joint))
        if (rv_joint_gap(m->world, joint) > j->depth)
            show(j, LOST, time);
}

// --- a run --------------------------------------------------------------------------------------

// The strongest pull of drives with a limit: what the kind knows of, and winches, whose limits follow
// from the rope where the kind gives none.
static double strongest(const machine* m) {
    double force = m->thrust;
    for (int i = 0; i < m->cable_count; i++)
        if (has_drum(m->world, m->cables[i])) {
            rv_winch winch = rv_cable_winch(m->world, m->cables[i], 0);
            double holds = fmax(winch.max_force, winch.brake_force);
            force = isfinite(holds) ? fmax(force, holds) : force;
        }
    return force;
}

static void begin_cable(judge* j, int cable) {
    const machine* m = j->m;
    judged_cable* c = &j->cables[cable];
    rv_cable_id id = m->cables[cable];
    double EA = rv_cable_EA(m->world, id);
    c->length = rv_cable_length(m->world, id);
    // the tension of a layered cable is the same all along its span, but for its weight
    if (rv_cable_get_model(m->world, id) == RV_CABLE_LAYERED)
        c->weight = c->length * rv_cable_mass_per_length(m->world, id) * GRAVITY;
    c->strain = (2.0 * m->mass * GRAVITY + strongest(m)) / EA
                + sqrt(2.0 * (j->begun + m->mass * m->speed * m->speed) / (EA * c->length));
}

void judge_begin(judge* j, machine* m) {
    *j = (judge){.m = m, .last_degraded = -INFINITY, .over = INFINITY};
    for (int i = 0; i < SYMPTOMS; i++)
        j->verdict.first[i] = NAN;
    double top = m->lowest;
    for (int i = 0; i < m->load_count; i++)
        top = fmax(top, rv_body_center(m->world, m->loads[i]).z);
    j->depth = 0.2 * (top - m->lowest);
    j->kinetic = kinetic(j, 0.0);
    j->begun = energy_now(j);
    for (int i = 0; i < m->cable_count; i++)
        begin_cable(j, i);
    for (int i = 0; i < m->drive_count; i++) {
        if (m->drives[i].type == DRIVE_MOTOR)
            j->coordinates[i] = rv_joint_coordinate(m->world, m->drives[i].joint);
        if (m->drives[i].type == DRIVE_PUSH)
            j->places[i] = rv_body_center(m->world, m->drives[i].body);
    }
}

void judge_step(judge* j, rv_status status, double time, double dt, double cpu) {
    verdict* v = &j->verdict;
    v->steps++;
    v->degraded += status != RV_STATUS_OK;
    // of 60 steps a second, whatever the rate
    v->slow += cpu > 1.0 / 60.0;
    v->slowest = fmax(v->slowest, cpu);
    if (status != RV_STATUS_OK)
        j->last_degraded = time;
    if (status == RV_STATUS_FAILED)
        show(j, FAILED, time);
    for (int i = 0; i < j->m->cable_count; i++)
        judge_wheels(j, i);
    judge_energy(j, time, dt);
    for (int i = 0; i < j->m->cable_count; i++)
        judge_cable(j, i, time, dt);
    judge_loads(j, time);
}

bool verdict_failed(const verdict* v) {
    for (int i = 0; i < SYMPTOMS; i++)
        if (!isnan(v->first[i]))
            return true;
    return false;
}

bool verdict_unannounced(const verdict* v) {
    for (int i = 0; i < SYMPTOMS; i++)
        if (!isnan(v->first[i]) && !v->announced[i])
            return true;
    return false;
}
