// How far a cable turns in a step, which its island takes the number of its substeps from: its spans,
// the arms of bodies that it pulls at, the axes of its ends where it resists twist, and the bounce of
// what it catches, whose phase is an angle, too.
#include "model/cable.h"

#include "core/extremes.h"
#include "model/pull.h"

#include <math.h>

static const double SLOW = 0.05; // [rad] in a step: asks for no substeps
// Turning of a span for which there is one substep [rad] (RV_TRAVEL_PER_SUBSTEP)
static const double TURN = 0.1;
// Phase s of a bounce in a substep. The largest of the samples of a wave is less than its peak by s^2/24
// in the mean, 1 %, and by 1 - cos(s/2) at most, 3 %.
static const double PHASE = 0.5;
// How far the axis of an end turns: the torque of twist turns with it. It matters where that torque
// can turn the body far within the step.
static double end_travel(const rv_world* world, const rv_cable* cable, int which, double h) {
    const rv_path_node* node =
        rv_cable_nodes(world, cable) + (which == 0 ? 0 : cable->node_count - 1);
    const rv_body* body = node->body < 0 ? NULL : &world->bodies.data[node->body];
    if (body == NULL || rv_body_dofs(body) != 6 || cable->suspended)
        return 0.0;
    double torque = fabs(world->cable_lambda.data[cable->first_node + cable->section_count]);
    double inertia =
        rv_smaller(body->inertia.m[0][0], rv_smaller(body->inertia.m[1][1], body->inertia.m[2][2]));
    rv_vec3 axis = rv_twist_axis(world, NULL, cable, which);
    double turned = h * rv_vec3_length(rv_vec3_cross(body->w, axis));
    return turned * h * h * torque / (h * h * torque + inertia);
}

// nothing can have turned farther than this: bodies, and the fastest point of any over the shortest
// span
static double travel_bound(const rv_world* world, const rv_cable* cable, double h) {
    const int32_t* bodies = rv_cable_body_list(world, cable);
    double fastest = 0.0, spin = 0.0;
    for (int b = 0; b < cable->body_count; b++) {
        const rv_body* body = bodies[b] < 0 ? NULL : &world->bodies.data[bodies[b]];
        if (body == NULL || body->kind == RV_BODY_SCALAR || body->type == RV_BODY_STATIC)
            continue;
        double turns = body->kind == RV_BODY_RIGID ? rv_vec3_length(body->w) : 0.0;
        spin = rv_larger(spin, turns);
        fastest = rv_larger(fastest, rv_vec3_length(body->v) + turns * cable->reach);
    }
    return h * rv_larger(spin, 2.0 * fastest / rv_larger(cable->shortest, 10.0 * cable->diameter));
}

typedef struct arm_pull {
    rv_vec3 impulse; // of a catch that is foreseen, which turns it besides
    double tension;
} arm_pull;

// What the arm r of an end turns by, t = h |w x r|/|r|, as turning of a span of the length L. A step
// moves the end along a line, which leaves the circle of the arm by r t^2/2; a span that turns by t'
// leaves its own by L t'^2/2: the same for t' = t sqrt(r/L). That is all of it for a heavy body. The
// pull T has the stiffness T r against turning. Where h^2 T r is above the inertia I it, and not the
// inertia, says where the body stands after the step, by a torque whose direction the step takes to
// be that of a body that does not turn: there t counts wholly, h^2 T r/(h^2 T r + I) of it between. It is never more than t, by which
// joints count their arms.
static double arm_travel(const rv_world* world, const rv_path_node* end, double length,
                         arm_pull pulled, double h) {
    const rv_body* body = end->body < 0 ? NULL : &world->bodies.data[end->body];
    if (body == NULL || rv_body_dofs(body) != 6)
        return 0.0;
    rv_vec3 arm = rv_span_arm(end);
    double r = rv_vec3_length(arm);
    if (r < RV_PULL_SHORTEST)
        return 0.0;
    rv_vec3 w = body->w;
    if (rv_vec3_dot(pulled.impulse, pulled.impulse) > 0.0)
        w = rv_vec3_add(w, rv_mat3_apply(rv_mat3_inverse(body->inertia_world),
                                         rv_vec3_cross(arm, pulled.impulse)));
    double turned = h * rv_vec3_length(rv_vec3_cross(w, arm)) / r;
    double inertia =
        rv_smaller(body->inertia.m[0][0], rv_smaller(body->inertia.m[1][1], body->inertia.m[2][2]));
    double pull = h * h * pulled.tension * r;
    return turned * rv_larger(sqrt(rv_smaller(r / length, 1.0)), pull / (pull + inertia));
}

static rv_vec3 end_speed(const rv_world* world, const rv_path_node* end) {
    const rv_body* body = end->body < 0 ? NULL : &world->bodies.data[end->body];
    if (body == NULL || body->type == RV_BODY_STATIC)
        return (rv_vec3){0, 0, 0};
    return rv_vec3_add(body->v, rv_vec3_cross(body->w, rv_span_arm(end)));
}

// What a section pulls its bodies with, along which they answer: J of its row, body by body.
static double body_response(const rv_world* world, const rv_cable* cable, const int between[2],
                            int32_t index, bool aligned) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_body* body = &world->bodies.data[index];
    rv_vec3 pull = {0, 0, 0}, turn = {0, 0, 0};
    for (int i = between[0]; i < between[1]; i = nodes[i].next)
        for (int s = 0; s < 2; s++) {
            const rv_path_node* end = s == 0 ? &nodes[i] : &nodes[nodes[i].next];
            rv_vec3 u = s == 0 ? nodes[i].span.u : rv_vec3_neg(nodes[i].span.u);
            if (end->body != index)
                continue;
            pull = rv_vec3_add(pull, u);
            turn = rv_vec3_add(turn, rv_vec3_cross(rv_span_arm(end), u));
        }
    double sum = rv_vec3_dot(pull, pull) / body->mass;
    if (body->kind == RV_BODY_RIGID && !aligned)
        sum += rv_vec3_dot(turn, rv_mat3_apply(rv_mat3_inverse(body->inertia_world), turn));
    return sum;
}

// How the ends of a section part. The path is that of the beginning of the last step.
typedef struct parting {
    double rate;        // of its path
    double over;        // the path beyond the unstretched length at the end of the step
    double response[2]; // to its pull: of bodies as they are, and of bodies that it has turned
    double compliance;
} parting;

static parting find_parting(const rv_world* world, const rv_cable* cable, int start, double h) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const int32_t* bodies = rv_cable_body_list(world, cable);
    const int between[2] = {start, rv_section_end(nodes, cable->node_count, start)};
    parting p = {0};
    for (int i = between[0]; i < between[1]; i = nodes[i].next) {
        const rv_path_node *a = &nodes[i], *b = &nodes[a->next];
        p.rate += rv_vec3_dot(a->span.u, rv_vec3_sub(end_speed(world, b), end_speed(world, a)));
    }
    // what a winch takes in at an end of it parts them, too
    for (int which = 0; which < 2; which++)
        if (rv_cable_has_drum(world, cable, which) && rv_drum_section(world, cable, which) == start)
            p.rate -= cable->winch_speed[which];
    p.over = nodes[start].geometric + (cable->last_h + h) * p.rate - nodes[start].material;
    p.compliance = cable->EA < INFINITY ? nodes[start].material / cable->EA : 0.0;
    for (int b = 0; b < cable->body_count && p.rate > 0.0; b++) {
        const rv_body* body = bodies[b] < 0 ? NULL : &world->bodies.data[bodies[b]];
        if (body == NULL || rv_body_dofs(body) == 0 || body->kind == RV_BODY_SCALAR)
            continue;
        for (int k = 0; k < 2; k++)
            p.response[k] += body_response(world, cable, between, bodies[b], k > 0);
    }
    return p;
}

// The impulses with which a slack section will catch its ends within the step: of bodies as they are,
// and of bodies that it has turned. 0: it does not.
static void foresee_catch(const parting* p, double h, double caught[2]) {
    for (int k = 0; k < 2; k++)
        caught[k] = p->over > 0.0 && p->rate > 0.0 && p->response[k] > 0.0
                        ? p->rate / (p->response[k] + p->compliance / (h * h))
                        : 0.0;
}

double rv_snap_travel(const rv_snap* snap, double h) {
    if (!(snap->rate > 0.0) || !(snap->response > 0.0) || !(snap->compliance > 0.0))
        return 0.0;
    double omega = sqrt(snap->response / snap->compliance);
    return snap->rate * omega > snap->weight ? TURN / snap->phase * omega * h : 0.0;
}

// Bridges between segments give way by what segments feed, and segments count their turning themselves.
static bool may_catch(const rv_cable* cable) {
    return cable->state == RV_CABLE_SLACK && cable->parent < 0;
}

bool rv_section_is_line(const rv_world* world, const rv_cable* cable, const int between[2]) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    bool is = cable->model != RV_CABLE_LAYERED && cable->parent < 0
              && nodes[between[0]].next == between[1];
    for (int k = 0; k < 2; k++) {
        const rv_path_node* end = &nodes[between[k]];
        const rv_body* body = end->body < 0 ? NULL : &world->bodies.data[end->body];
        is &= body == NULL || rv_body_dofs(body) != 6
              || rv_vec3_length(rv_span_arm(end)) < RV_PULL_SHORTEST;
    }
    return is;
}

// Of all its sections that are a line between points that no body turns: on an arm light bodies gain by
// what substeps change, and a path round wheels is no line for its bounce. So does a row that is not
// damped at all (a damping of 0 that was given).
static double snap_travel(const rv_world* world, const rv_cable* cable, double h) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double largest = 0.0, weight = rv_vec3_length(world->def.gravity);
    for (int i = 0, end; i < cable->node_count - 1 && cable->damping != 0.0; i = end) {
        end = rv_section_end(nodes, cable->node_count, i);
        if (!rv_section_is_line(world, cable, (const int[2]){i, end}))
            continue;
        parting p = find_parting(world, cable, i, h);
        rv_snap snap = {p.rate, p.response[1], p.compliance, weight, PHASE};
        if (p.rate > 0.0 && p.over + h * h * weight > 0.0)
            largest = rv_larger(largest, rv_snap_travel(&snap, h));
    }
    return largest;
}

double rv_cable_travel(const rv_world* world, int index, double h) {
    const rv_cable* cable = &world->cables.data[index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double largest = 0.0, caught[2] = {0.0, 0.0}, bound = travel_bound(world, cable, h);
    for (int s = 0; s < 2 && cable->has_twist && cable->state != RV_CABLE_BROKEN; s++)
        largest = rv_larger(largest, end_travel(world, cable, s, h));
    if (may_catch(cable))
        largest = rv_larger(largest, snap_travel(world, cable, h));
    if (bound < SLOW && !may_catch(cable))
        return largest;
    // from the spans of the last step: what turns now turned then
    for (int i = 0; i < cable->node_count - 1 && cable->state != RV_CABLE_BROKEN; i++) {
        if (nodes[i].lifted || nodes[i].body == nodes[nodes[i].next].body)
            continue;
        const rv_path_node* end[2] = {&nodes[i], &nodes[nodes[i].next]};
        rv_vec3 speed = {0, 0, 0};
        for (int s = 0; s < 2; s++) {
            const rv_body* body = end[s]->body < 0 ? NULL : &world->bodies.data[end[s]->body];
            if (body == NULL || body->type == RV_BODY_STATIC)
                continue;
            rv_vec3 at = rv_vec3_add(body->v, rv_vec3_cross(body->w, rv_span_arm(end[s])));
            speed = rv_vec3_mul_add(speed, s == 0 ? -1.0 : 1.0, at);
        }
        rv_vec3 u = nodes[i].span.u;
        speed = rv_vec3_mul_add(speed, -rv_vec3_dot(speed, u), u);
        double turned = h * rv_vec3_length(speed);
        // a short span turns fast and matters little: it is as long as the cable is thick at least
        double length = rv_larger(nodes[i].span.length, 10.0 * cable->diameter);
        largest = rv_larger(largest, turned / length);
        if ((i == 0 || nodes[i].splits) && may_catch(cable)) {
            parting p = find_parting(world, cable, i, h);
            foresee_catch(&p, h, caught);
        }
        for (int s = 0; s < 2; s++)
            largest = rv_larger(
                largest, arm_travel(world, end[s], length,
                                    (arm_pull){rv_vec3_scale(nodes[i].span.u,
                                                             s == 0 ? caught[0] : -caught[0]),
                                               rv_larger(nodes[i].tension, caught[1] / h)},
                                    h));
    }
    return largest;
}
