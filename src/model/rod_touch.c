// Rods, in the step: contact with themselves and with shapes. With u the speed of the second point
// against the first, n the normal and P = I - n n^T, forces belong to the end of the step:
//   normal    f = -k (gap + h n.u') where that is positive
//   friction  q = -k_q q',  q' = q + h P u':  k_q = k while it sticks, |k_q q'| = mu f while it slides
// q is how far friction has given way, carried on from step to step, so that what sticks does not
// creep (Cundall, Strack 1979). Both are stiffness in the rod's own system; which contacts push, and
// k_q, are found by solving again (a semi-smooth Newton method for n, a fixed point for k_q).
// k is the contact's own where the material has one, else that of a solid bar, k = E d, with E of its
// bending; a body that gives way by w per impulse makes it 1/(1/k + h^2 w), so that the force, which
// it feels in the next step, is never more than what stops it.
#include "model/contact.h"
#include "model/rod.h"

#include <math.h>

// k h^2 over the mass of a vertex: what can be told apart from rigid, and what keeps its digits
static const double SOFTEST = 50.0, STIFFEST = 1e6;
// [diameters] Pairs nearer than this are in the system; they must be once they are about to touch.
static const double COUPLED = 0.3, NEAR = 0.05;
static const double ROUND = 0.02;        // of the nearest points of edges side by side
static const double FRICTION_OFF = 0.05; // of the largest friction: what it may be wrong by
enum { CONTACT_PASSES = 8 };

// what a contact acts on
typedef struct arms {
    int vertex[4];
    double weight[4];
    int count; // 2 with a shape, else 4
} arms;

static arms arms_of(const rv_rod_contact* c) {
    return (arms){{c->edge, c->edge + 1, c->other, c->other + 1},
                  {c->s - 1.0, -c->s, 1.0 - c->t, c->t},
                  c->other < 0 ? 2 : 4};
}

// speed of the second point against the first; v: 3 per vertex
static rv_vec3 relative_speed(const rv_rod_contact* c, const arms* a, const double* v) {
    rv_vec3 u = c->other < 0 ? c->speed : (rv_vec3){0, 0, 0};
    for (int k = 0; k < a->count; k++)
        u = rv_vec3_mul_add(u, a->weight[k], rv_vec3_load(v + 3 * a->vertex[k]));
    return u;
}

static rv_vec3 across(rv_vec3 u, rv_vec3 n) {
    return rv_vec3_mul_add(u, -rv_vec3_dot(u, n), n);
}

// speed of a body's point per impulse on it along n
static double gives_way(const rv_world* world, const rv_rod_contact* c) {
    const rv_body* body = &world->bodies.data[world->shapes.data[c->shape].body];
    if (rv_body_dofs(body) == 0)
        return 0.0;
    rv_vec3 turn = rv_vec3_cross(rv_vec3_sub(c->point, body->x), c->normal);
    rv_vec3 local = rv_mat3_apply_transpose(body->R, turn);
    double turning = body->kind == RV_BODY_RIGID
                         ? rv_vec3_dot(local, rv_mat3_apply(rv_mat3_inverse(body->inertia), local))
                         : 0.0;
    return 1.0 / body->mass + turning;
}

static rv_contact_law law_of(const rv_world* world, const rv_rod* rod, const rv_rod_contact* c) {
    const rv_material* own = &world->cables.data[rod->cable].material;
    rv_shape a = {.def = {.material = *own}};
    return rv_contact_law_between(world, &a, c->shape < 0 ? &a : &world->shapes.data[c->shape]);
}

static void find_stiffness(const rv_world* world, const rv_rod* rod, rv_rod_contact* c, double h) {
    const rv_cable* cable = &world->cables.data[rod->cable];
    rv_contact_law law = law_of(world, rod, c);
    double mass = rv_rod_masses(world, rod)[c->edge], r = 0.5 * cable->diameter;
    double k = law.stiffness;
    if (!(k > 0.0))
        k = fmin(STIFFEST * mass / (h * h), 8.0 * cable->segments.EI / (RV_PI * r * r * r));
    k = fmax(k, SOFTEST * mass / (h * h));
    double w = c->shape < 0 ? 0.0 : gives_way(world, c);
    c->stiffness = 1.0 / (1.0 / k + h * h * w);
    bool slid = c->slides < c->stiffness;
    c->mu = slid || law.static_friction == 0.0 ? law.friction : law.static_friction;
}

static void measure(const rv_world* world, const rv_island* island, const rv_rod* rod,
                    rv_rod_contact* c) {
    const rv_vec3* x = rv_rod_points(world, rod);
    double d = world->cables.data[rod->cable].diameter;
    if (c->other >= 0) {
        rv_self_near near = rv_self_nearest(x + c->edge, x + c->other, ROUND);
        double distance = sqrt(near.squared);
        c->s = near.s;
        c->t = near.t;
        c->gap = distance - d;
        if (distance > 0.0)
            c->normal = rv_vec3_scale(near.apart, 1.0 / distance);
        return;
    }
    rv_vec3 at = rv_vec3_mul_add(x[c->edge], c->s, rv_vec3_sub(x[c->edge + 1], x[c->edge]));
    rv_vec3 point = rv_vec3_mul_add(c->point, island->substep * island->h, c->speed);
    c->gap = rv_vec3_dot(c->normal, rv_vec3_sub(point, at)) - 0.5 * d;
}

// pairs of vertices of all contacts that are in the system, four each
static void couple(rv_world* world, const rv_rod* rod, rv_rod_work* work, bool anew) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    double d = world->cables.data[rod->cable].diameter;
    work->pairs.count = 0;
    for (int k = 0; k < rod->contact_count && list[k].other >= 0; k++) {
        rv_rod_contact* c = &list[k];
        if (anew)
            c->coupled = c->gap < COUPLED * d;
        for (int p = 0; p < 4 && c->coupled; p++) {
            work->pairs.data[work->pairs.count++] = c->edge + p / 2;
            work->pairs.data[work->pairs.count++] = c->other + p % 2;
        }
    }
    // there is room
    rv_rod_system_analyse(&world->memory, &work->system,
                          &(rv_rod_pattern){.vertex_count = rod->count,
                                            .prescribed = work->prescribed.data,
                                            .pairs = work->pairs.data,
                                            .pair_count = work->pairs.count / 2});
}

void rv_rod_measure_contacts(rv_world* world, const rv_island* island, rv_rod* rod,
                             rv_rod_work* work) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    double d = world->cables.data[rod->cable].diameter, h = island->h;
    const double* v = &rv_rod_velocities(world, rod)->x;
    bool missing = false;
    for (int k = 0; k < rod->contact_count; k++) {
        rv_rod_contact* c = &list[k];
        measure(world, island, rod, c);
        if (c->gap > COUPLED * d && !c->touches && c->other >= 0)
            continue;
        arms a = arms_of(c);
        double then = c->gap + h * rv_vec3_dot(c->normal, relative_speed(c, &a, v));
        find_stiffness(world, rod, c, h);
        c->stick = across(c->stick, c->normal);
        if (!c->touches)
            c->slides = 0.0;
        c->touches = then < 0.0 || (c->touches && c->gap < 0.0);
        missing |= c->other >= 0 && !c->coupled && fmin(then, c->gap) < NEAR * d;
    }
    couple(world, rod, work, missing);
}

static void add_block(rv_mat3* to, const rv_mat3* K, double s) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to->m[r][c] += s * K->m[r][c];
}

static void write_contact(const rv_rod_contact* c, rv_rod_system* system, int pair, double h,
                          double* r) {
    arms a = arms_of(c);
    rv_vec3 n = c->normal;
    double k = h * h * c->stiffness, q = h * h * c->slides;
    rv_mat3 K = rv_mat3_add(rv_mat3_diagonal(q, q, q), rv_mat3_scale(rv_mat3_outer(n, n), k - q));
    rv_vec3 impulse = rv_vec3_scale(n, -h * c->stiffness * c->gap);
    impulse = rv_vec3_mul_add(impulse, -h * c->slides, c->stick);
    if (c->other < 0)
        impulse = rv_vec3_sub(impulse, rv_mat3_apply(K, c->speed));
    for (int i = 0; i < a.count; i++) {
        rv_vec3 at = rv_vec3_load(r + 3 * a.vertex[i]);
        rv_vec3_store(r + 3 * a.vertex[i], rv_vec3_mul_add(at, a.weight[i], impulse));
        add_block(&system->diagonal.data[a.vertex[i]], &K, a.weight[i] * a.weight[i]);
    }
    for (int e = 0; e < a.count; e += 2)
        add_block(&system->next.data[a.vertex[e]], &K, a.weight[e] * a.weight[e + 1]);
    for (int p = 0; p < 4 && a.count == 4; p++)
        add_block(&system->extra.data[pair + p], &K, a.weight[p / 2] * a.weight[2 + p % 2]);
}

void rv_rod_write_contacts(const rv_world* world, const rv_rod* rod, rv_rod_work* work, double h,
                           double* r) {
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    for (int k = 0, pair = 0; k < rod->contact_count; k++) {
        if (list[k].touches && (list[k].coupled || list[k].other < 0))
            write_contact(&list[k], &work->system, pair, h, r);
        pair += list[k].coupled ? 4 : 0;
    }
}

// what a contact does for the velocities v
typedef struct answer {
    double gap, force;
    rv_vec3 stick; // trial: as if it stuck
    double slides;
} answer;

static answer answer_of(const rv_rod_contact* c, double h, const double* v) {
    arms a = arms_of(c);
    rv_vec3 u = relative_speed(c, &a, v);
    answer now = {.gap = c->gap + h * rv_vec3_dot(c->normal, u)};
    now.force = fmax(0.0, -c->stiffness * now.gap);
    now.stick = rv_vec3_mul_add(c->stick, h, across(u, c->normal));
    double way = rv_vec3_length(now.stick), most = c->mu * now.force;
    now.slides = c->stiffness * way > most ? most / way : c->stiffness;
    return now;
}

bool rv_rod_update_contacts(rv_world* world, const rv_rod* rod, double h, const double* v,
                            int pass) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    bool changed = false;
    double largest = 0.0;
    if (pass >= CONTACT_PASSES)
        return false;
    for (int k = 0; k < rod->contact_count; k++)
        largest = fmax(largest, list[k].mu * list[k].force);
    for (int k = 0; k < rod->contact_count; k++) {
        rv_rod_contact* c = &list[k];
        if (c->stiffness == 0.0 || (c->other >= 0 && !c->coupled))
            continue;
        answer now = answer_of(c, h, v);
        bool touches = now.gap < 0.0;
        changed |= touches != c->touches;
        double slides = touches ? now.slides : 0.0;
        double off = fabs(slides - c->slides) * rv_vec3_length(now.stick);
        changed |= off > FRICTION_OFF * fmax(largest, c->mu * now.force);
        c->touches = touches;
        c->slides = slides;
        c->force = now.force;
    }
    return changed;
}

void rv_rod_settle_contacts(rv_world* world, const rv_rod* rod, double h, const double* v) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    for (int k = 0; k < rod->contact_count; k++) {
        rv_rod_contact* c = &list[k];
        if (!c->touches) {
            c->force = c->slides = 0.0;
            c->stick = c->friction = (rv_vec3){0, 0, 0};
            continue;
        }
        answer now = answer_of(c, h, v);
        c->force = now.force;
        c->friction = rv_vec3_scale(now.stick, -now.slides);
        c->stick = rv_vec3_scale(now.stick, now.slides / c->stiffness);
    }
}

bool rv_rod_is_touched(const rv_world* world, const rv_rod* rod) {
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    bool touched = false;
    for (int k = 0; k < rod->contact_count; k++)
        touched |= list[k].shape >= 0 && list[k].touches;
    return touched;
}
