// The forces of a drawing: of joints and cables on what they hold, and where surfaces press on each
// other. See drawing.h.
#include "view/drawing.h"

#include "view/list.h"

#include <math.h>

// surfaces that pass each other faster slide [m/s]
static const double SLIDE_SPEED = 1e-3;

static bool add_force(rv_drawing* d, rv_vec3 point, rv_vec3 force, rv_drawing_force_kind kind) {
    if (!RV_LIST_RESERVE(d->forces, d->force_capacity, d->force_count + 1))
        return false;
    d->forces[d->force_count++] = (rv_drawing_force){point, force, kind};
    return true;
}

static bool add_contact(rv_drawing* d, const rv_drawing_contact* contact) {
    if (!RV_LIST_RESERVE(d->contacts, d->contact_capacity, d->contact_count + 1))
        return false;
    d->contacts[d->contact_count++] = *contact;
    return true;
}

// --- of cables ----------------------------------------------------------------------------------

// the cable presses into the surface; the normal points out of it
static bool add_cable_contact(rv_drawing* d, rv_vec3 point, rv_vec3 force) {
    double size = rv_vec3_length(force);
    rv_drawing_contact contact = {.point = point,
                                  .normal = rv_vec3_scale(force, -1.0 / size),
                                  .force = size,
                                  .kind = RV_DRAWING_RUNS_ROUND};
    return !(size > 0.0) || add_contact(d, &contact);
}

static rv_vec3 pull(rv_vec3 from, rv_vec3 to, double tension) {
    return rv_vec3_scale(rv_vec3_normalize(rv_vec3_sub(to, from)), tension);
}

// where the middle of the arc lies on a wheel; elsewhere the point itself
static rv_vec3 middle_of_contact(const rv_world* world, const rv_cable_node* node,
                                 const rv_cable_contact* contact, rv_vec3 force) {
    if (node->type != RV_CABLE_PULLEY || !(rv_vec3_length(force) > 0.0))
        return contact->in;
    rv_vec3 center =
        RV_ID_IS_NULL(node->body) ? node->point : rv_body_point(world, node->body, node->point);
    return rv_vec3_mul_add(center, -node->radius, rv_vec3_normalize(force));
}

// the point of a line that is nearest
static int nearest_point(const rv_vec3* points, int count, rv_vec3 to) {
    int found = 0;
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        double distance = rv_vec3_length(rv_vec3_sub(points[i], to));
        found = distance < least ? i : found;
        least = fmin(least, distance);
    }
    return found;
}

// what segments do to a node that they run over or a drum, on the line that the cable follows
static bool add_node_force(rv_drawing* d, const rv_world* world, rv_cable_id cable, int index) {
    int last = rv_cable_node_count(world, cable) - 1, count = d->place_count;
    rv_cable_contact contact = rv_cable_get_contact(world, cable, index);
    rv_cable_node node = rv_cable_get_node(world, cable, index);
    int in = nearest_point(d->places, count, contact.in);
    int out = nearest_point(d->places, count, contact.out);
    rv_vec3 force = {0, 0, 0};
    if (index > 0 && in > 0)
        force = pull(contact.in, d->places[in - 1], contact.tension_in);
    if (index < last && out + 1 < count)
        force = rv_vec3_add(force, pull(contact.out, d->places[out + 1], contact.tension_out));
    // not a number beside a cut
    if (!contact.touches || !isfinite(rv_vec3_length(force)))
        return true;
    rv_vec3 point = middle_of_contact(world, &node, &contact, force);
    bool passes = index > 0 && index < last;
    return add_force(d, point, force, RV_DRAWING_CABLE)
           && (!passes || add_cable_contact(d, point, force));
}

// what segments do to what an end of their cable is fixed to, bending and all
static bool add_end_force(rv_drawing* d, const rv_world* world, rv_cable_id cable, bool last) {
    int joint = last ? rv_cable_joint_count(world, cable) - 1 : 0;
    rv_cable_joint at = rv_cable_get_joint(world, cable, joint);
    return add_force(d, at.point, rv_vec3_scale(at.force, last ? 1.0 : -1.0), RV_DRAWING_CABLE);
}

static bool add_segment_forces(rv_drawing* d, const rv_world* world, rv_cable_id cable) {
    int last = rv_cable_node_count(world, cable) - 1;
    bool good = true;
    for (int i = 0; i <= last && good; i++) {
        rv_cable_node_type type = rv_cable_get_node(world, cable, i).type;
        if (type == RV_CABLE_FIXED)
            good = add_end_force(d, world, cable, i > 0);
        else if (type != RV_CABLE_FREE)
            good = add_node_force(d, world, cable, i);
    }
    return good;
}

// what a rod does to what holds its ends
static bool add_rod_forces(rv_drawing* d, const rv_world* world, const rv_drawing_cable* cable) {
    bool good = true;
    for (int end = 0; end < 2 && good; end++)
        good = cable->free[end]
               || add_force(d, rv_cable_get_contact(world, cable->id, end).in,
                            rv_cable_end_force(world, cable->id, end), RV_DRAWING_CABLE);
    return good;
}

// where a path is held, in its order: at a node, or round a shape that it touches
typedef struct stop {
    int node, wrap; // of the node, or the one before; the next wrap
    bool is_wrap;
    rv_cable_contact contact;
} stop;

static stop stop_at_node(const rv_world* world, rv_cable_id cable, int node, int wrap) {
    return (stop){node, wrap, false, rv_cable_get_contact(world, cable, node)};
}

static stop next_stop(const rv_world* world, rv_cable_id cable, const stop* s) {
    rv_cable_wrap w = rv_cable_get_wrap(world, cable, s->wrap);
    if (w.node != s->node)
        return stop_at_node(world, cable, s->node + 1, s->wrap);
    return (stop){s->node,
                  s->wrap + 1,
                  true,
                  {.in = w.in,
                   .out = w.out,
                   .wrap = w.angle,
                   .tension_in = w.tension_in,
                   .tension_out = w.tension_out,
                   .touches = true}};
}

// what the spans of a path do to what holds it: F = T_in u_in + T_out u_out, u away from there
static bool add_path_forces(rv_drawing* d, const rv_world* world, rv_cable_id cable) {
    int last = rv_cable_node_count(world, cable) - 1;
    stop before = {0}, here = stop_at_node(world, cable, 0, 0);
    for (bool first = true; here.node <= last; first = false) {
        bool is_last = here.node == last && !here.is_wrap;
        stop after = next_stop(world, cable, &here);
        const rv_cable_contact* at = &here.contact;
        rv_vec3 force = {0, 0, 0};
        if (!first)
            force = pull(at->in, before.contact.out, at->tension_in);
        if (!is_last)
            force = rv_vec3_add(force, pull(at->out, after.contact.in, at->tension_out));
        rv_cable_node node = rv_cable_get_node(world, cable, here.node);
        rv_vec3 point = here.is_wrap ? rv_vec3_scale(rv_vec3_add(at->in, at->out), 0.5)
                                     : middle_of_contact(world, &node, at, force);
        bool passes = !first && !is_last;
        if (at->touches || !passes) {
            if (!add_force(d, point, force, RV_DRAWING_CABLE)
                || (passes && !add_cable_contact(d, point, force)))
                return false;
        }
        before = here;
        here = after;
    }
    return true;
}

// --- between surfaces ---------------------------------------------------------------------------

// of the material at a world point: v + w x r
static rv_vec3 velocity_at(const rv_world* world, rv_body_id body, rv_vec3 point) {
    if (RV_ID_IS_NULL(body))
        return (rv_vec3){0, 0, 0};
    rv_vec3 arm = rv_vec3_sub(point, rv_body_center(world, body));
    return rv_vec3_add(rv_body_velocity(world, body),
                       rv_vec3_cross(rv_body_angular_velocity(world, body), arm));
}

static bool slides(const rv_world* world, const rv_contact* contact, const rv_contact_point* at) {
    rv_vec3 passing = rv_vec3_sub(velocity_at(world, contact->body[1], at->position),
                                  velocity_at(world, contact->body[0], at->position));
    rv_vec3 across = rv_vec3_mul_add(passing, -rv_vec3_dot(passing, at->normal), at->normal);
    return rv_vec3_length(across) > SLIDE_SPEED;
}

static bool add_shape_contact(rv_drawing* d, const rv_world* world, const rv_contact* contact) {
    for (int i = 0; i < contact->point_count && contact->state != RV_CONTACT_ENDED; i++) {
        const rv_contact_point* at = &contact->points[i];
        bool sliding = slides(world, contact, at);
        rv_drawing_contact drawn = {.point = at->position,
                                    .normal = at->normal,
                                    .force = at->normal_force,
                                    .friction = at->friction_force,
                                    .kind = sliding ? RV_DRAWING_SLIDES : RV_DRAWING_STICKS};
        if (!add_contact(d, &drawn))
            return false;
    }
    return true;
}

// only those that push: there are many more that are near
static bool add_solid_contacts(rv_drawing* d, const rv_world* world) {
    for (int i = 0; i < rv_world_solid_contact_count(world); i++) {
        rv_solid_contact at = rv_world_solid_contact(world, i);
        rv_drawing_contact drawn = {.point = at.position,
                                    .normal = at.normal,
                                    .force = at.normal_force,
                                    .friction = at.friction_force,
                                    .kind = RV_DRAWING_STICKS};
        if (at.normal_force > 0.0 && !add_contact(d, &drawn))
            return false;
    }
    return true;
}

// --- all of them --------------------------------------------------------------------------------

bool rv_drawing_add_joint_forces(rv_drawing* d, const rv_world* world) {
    bool good = true;
    for (int i = 0; i < d->joint_count && good && !d->without_forces; i++) {
        rv_joint_id id = d->joints[i].id;
        good = add_force(d, rv_joint_point(world, id), rv_joint_force(world, id), RV_DRAWING_JOINT);
    }
    return good;
}

bool rv_drawing_add_cable_forces(rv_drawing* d, const rv_world* world,
                                 const rv_drawing_cable* cable) {
    if (d->without_forces || cable->point_count == 0)
        return true;
    if (rv_cable_segment_count(world, cable->id) > 0)
        return add_segment_forces(d, world, cable->id);
    if (rv_cable_get_model(world, cable->id) == RV_CABLE_ROD)
        return add_rod_forces(d, world, cable);
    return add_path_forces(d, world, cable->id);
}

bool rv_drawing_add_contacts(rv_drawing* d, const rv_world* world) {
    if (d->without_forces)
        return true;
    for (int i = 0; i < rv_world_contact_count(world); i++) {
        rv_contact contact = rv_world_contact(world, i);
        if (!add_shape_contact(d, world, &contact))
            return false;
    }
    return add_solid_contacts(d, world);
}
