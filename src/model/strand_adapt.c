// Segments that come and go: two become one, one grows or shrinks at its end (one becomes two:
// strand_split.c). Links keep their force: with s the ratio of the lengths that a link stands for
// after and before, its gap g becomes s g. Two that become one keep their linear momentum and the
// angular one about their centre of mass, across the axis. What is lost is their motion against each
// other, and what the links stored in the angle between them. One that grows by slack cable while it
// turns or goes farther than a step can follow leaves a share of its momentum with the wheel that the
// cable rested on.
#include "model/strand_adapt.h"
#include "model/body.h"

#include <math.h>
#include <string.h>

static const double TURNS_FAR = 1.0; // [rad] in a step

// --- lists ---

// places of later strands move with those before them
static void shift_later(rv_world* world, const rv_strand* strand, int by) {
    for (rv_strand* later = (rv_strand*)strand + 1;
         later < world->strands.data + world->strands.count; later++) {
        later->first_segment += by;
        later->first_link += by;
    }
}

void rv_strand_insert_place(rv_world* world, rv_strand* strand, int k, int link) {
    int at = strand->first_segment + k, row = strand->first_link + link;
    rv_array_part(&world->segment_body, at, 1);
    rv_array_part(&world->segment_length, at, 1);
    rv_array_part(&world->links, row, 1);
    rv_array_part(&world->link_bends, row, 1);
    world->link_bends.data[row] = (rv_link_bend){0};
    rv_array_part(&world->link_lambda, RV_LINK_ROWS * row, RV_LINK_ROWS);
    rv_array_part(&world->link_state, RV_LINK_ROWS * row, RV_LINK_ROWS);
    for (int i = 0; i < RV_LINK_ROWS; i++) {
        world->link_lambda.data[RV_LINK_ROWS * row + i] = 0.0;
        world->link_state.data[RV_LINK_ROWS * row + i] = 0;
    }
    strand->segment_count++;
    strand->link_count++;
    shift_later(world, strand, 1);
}

static void remove_place(rv_world* world, rv_strand* strand, int k, int link) {
    int at = strand->first_segment + k, row = strand->first_link + link;
    rv_array_cut(&world->segment_body, at, 1);
    rv_array_cut(&world->segment_length, at, 1);
    rv_array_cut(&world->links, row, 1);
    rv_array_cut(&world->link_bends, row, 1);
    rv_array_cut(&world->link_lambda, RV_LINK_ROWS * row, RV_LINK_ROWS);
    rv_array_cut(&world->link_state, RV_LINK_ROWS * row, RV_LINK_ROWS);
    strand->segment_count--;
    strand->link_count--;
    shift_later(world, strand, -1);
}

int rv_strand_link_index(const rv_world* world, const rv_strand* strand, const rv_link* link) {
    return (int)(link - rv_strand_links(world, strand));
}

// --- momentum ---

typedef struct momentum {
    double mass;
    rv_vec3 linear, angular; // angular: about the origin
    rv_vec3 center;          // of mass, times it
    rv_vec3 passed; // what bodies have moved by since the substep began, times their masses
    double kinetic; // energy
    double spin;    // about their own axes, by mass
} momentum;

static rv_mat3 inertia_of(const rv_body* body) {
    return rv_mat3_mul_transpose(rv_mat3_mul(body->R, body->inertia), body->R);
}

static double turning_energy(const rv_body* body, rv_vec3 w) {
    return 0.5 * rv_vec3_dot(w, rv_mat3_apply(inertia_of(body), w));
}

static void add_momentum(momentum* sum, const rv_body* body) {
    rv_vec3 p = rv_vec3_scale(body->v, body->mass);
    sum->kinetic += 0.5 * rv_vec3_dot(body->v, p) + turning_energy(body, body->w);
    sum->spin += body->mass * rv_vec3_dot(body->w, rv_mat3_column(body->R, 0));
    sum->mass += body->mass;
    sum->center = rv_vec3_mul_add(sum->center, body->mass, body->x);
    sum->passed = rv_vec3_mul_add(sum->passed, body->mass, rv_vec3_sub(body->x, body->x_before));
    sum->linear = rv_vec3_add(sum->linear, p);
    rv_vec3 spin = rv_mat3_apply(inertia_of(body), body->w);
    sum->angular = rv_vec3_add(sum->angular, rv_vec3_add(rv_vec3_cross(body->x, p), spin));
}

// A straight segment goes on with the motion of two that it was: v = P/m; across its axis the angular
// momentum about their centre of mass, w = L/J, which takes less energy than they had, as J of a
// straight one is the largest; about the axis the mean of their spins, since bent ones turn about
// their chord with far more inertia than a thin one has. Two that were torn apart may have had a
// larger J, and energy that one has not: it turns no faster than with all that is left.
static void move_as_one(rv_body* body, const momentum* m) {
    double per = 1.0 / m->mass;
    rv_vec3 axis = rv_mat3_column(body->R, 0), center = rv_vec3_scale(m->center, per);
    rv_vec3 L = rv_vec3_sub(m->angular, rv_vec3_cross(center, m->linear));
    rv_vec3 across = rv_vec3_mul_add(L, -rv_vec3_dot(L, axis), axis);
    body->v = rv_vec3_scale(m->linear, per);
    body->x_before = rv_vec3_mul_add(body->x, -per, m->passed);
    rv_vec3 w = rv_vec3_scale(across, 1.0 / body->inertia.m[1][1]);
    w = rv_vec3_mul_add(w, per * m->spin, axis);
    double left = fmax(m->kinetic - 0.5 * rv_vec3_dot(body->v, m->linear), 0.0);
    double turns = turning_energy(body, w);
    body->w = turns > left ? rv_vec3_scale(w, sqrt(left / turns)) : w;
}

// --- places ---

void rv_segment_set_length(rv_world* world, const rv_cable* cable, rv_body* body, double length) {
    rv_body_def def = rv_body_def_default();
    rv_shape_def shape = rv_shape_def_default();
    rv_segment_define(cable, length, &def, &shape);
    body->mass = def.mass;
    rv_body_set_inertia(body, def.inertia);
    world->shapes.data[body->first_shape].def.half_length = shape.half_length;
}

void rv_segment_set_place(rv_body* body, rv_vec3 x, rv_quat q) {
    body->x = body->x_before = x;
    rv_body_set_rotation(body, q);
}

rv_link_hold rv_link_hold_of(const rv_world* world, const rv_cable* cable, const rv_link* link,
                             int side) {
    rv_link_hold h = {.is = link != NULL && !link->broken};
    if (!h.is)
        return h;
    rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
    rv_quat a = rv_quat_from_mat3(g.axes[0]), b = rv_quat_from_mat3(g.axes[1]);
    h.point = g.point[side];
    h.gap = g.gap;
    h.pinned = !link->is_plain && !link->holds_bend;
    h.axes = (side == 0) == h.pinned ? b : a;
    h.twist = g.twist;
    h.length = link->length;
    h.bending = rv_link_bend_hold(world, cable, link);
    return h;
}

// the end of the segment at a link whose gap becomes s times what it was
static rv_vec3 held_end(const rv_link_hold* h, int side, double s) {
    return rv_vec3_mul_add(h->point, side == 0 ? s : -s, h->gap);
}

void rv_strand_join_points(rv_world* world, const rv_strand* strand, int k) {
    const double* lengths = rv_strand_lengths(world, strand);
    const int32_t* bodies = rv_strand_bodies(world, strand);
    for (int side = 0; side < 2; side++) {
        rv_link* link = rv_strand_link_beside(world, strand, k, side);
        if (link == NULL)
            continue;
        link->point[1 - side] =
            (rv_vec3){side == 0 ? -0.5 * lengths[k] : 0.5 * lengths[k], 0.0, 0.0};
        link->body[1 - side] = bodies[k];
    }
}

void rv_link_set_twist(rv_link* link, double twist) {
    link->twist = twist;
    link->twist_speed = link->last_h = 0.0;
}

void rv_link_scale(rv_link* link, const rv_link_hold* h, double s) {
    rv_link_set_twist(link, s * h->twist);
    link->foreseen = rv_vec3_scale(h->gap, s);
    link->open = rv_vec3_scale(link->open, s);
    link->untwisted *= s;
}

// --- two become one ---

// the links beside a segment stand for another length than before; its ends move with their gaps
static void scale_links(rv_world* world, const rv_strand* strand, int k, const rv_link_hold held[2],
                        rv_vec3 ends[2]) {
    for (int side = 0; side < 2; side++) {
        rv_link* beside = rv_strand_link_beside(world, strand, k, side);
        if (!held[side].is)
            continue;
        double s = beside->length / held[side].length;
        ends[side] = held_end(&held[side], side, s);
        rv_link_scale(beside, &held[side], s);
    }
}

void rv_strand_merge(rv_world* world, rv_strand* strand, int k) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const int32_t parts[2] = {rv_strand_bodies(world, strand)[k],
                              rv_strand_bodies(world, strand)[k + 1]};
    const double* lengths = rv_strand_lengths(world, strand);
    double whole = lengths[k] + lengths[k + 1];
    rv_link_hold held[2];
    momentum before = {0};
    rv_vec3 ends[2];
    for (int side = 0; side < 2; side++) {
        const rv_body* body = &world->bodies.data[parts[side]];
        held[side] = rv_link_hold_of(world, cable,
                                     rv_strand_link_beside(world, strand, k + side, side), side);
        add_momentum(&before, body);
        ends[side] = rv_segment_end(body, lengths[k + side], side);
    }
    const rv_link* between = rv_strand_link_beside(world, strand, k, 1);
    double inner = between->twist + between->last_h * between->twist_speed;
    remove_place(world, strand, k + 1, rv_strand_link_index(world, strand, between));
    // a bridge stays on the body that it is on
    int kept = held[0].is && !held[1].is ? 1 : 0;
    world->segment_body.data[strand->first_segment + k] = parts[kept];
    world->segment_length.data[strand->first_segment + k] = whole;
    rv_strand_join_points(world, strand, k);
    rv_strand_measure(world, strand);
    rv_body* body = &world->bodies.data[parts[kept]];
    scale_links(world, strand, k, held, ends);
    rv_vec3 along = rv_vec3_normalize(rv_vec3_sub(ends[1], ends[0]));
    // an end that nothing holds gives way to the other
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(ends[0], ends[1]), 0.5);
    if (held[0].is != held[1].is)
        middle = rv_vec3_mul_add(ends[held[1].is], held[1].is ? -0.5 * whole : 0.5 * whole, along);
    // half of the twist between the two is before the middle
    rv_quat half =
        rv_quat_from_axis_angle((rv_vec3){1, 0, 0}, kept == 0 ? 0.5 * inner : -0.5 * inner);
    rv_quat q = rv_quat_along(rv_quat_mul(body->q, half), along);
    rv_segment_set_length(world, cable, body, whole);
    rv_segment_set_place(body, middle, q);
    move_as_one(body, &before);
    for (int side = 0; side < 2; side++)
        rv_link_bend_put(world, cable, rv_strand_link_beside(world, strand, k, side),
                         &held[side].bending);
    world->bodies.data[parts[1 - kept]].strand = -1;
    rv_body_remove(world, parts[1 - kept]);
}

void rv_strand_drop(rv_world* world, rv_strand* strand, int side) {
    int k = side == 0 ? 1 : strand->segment_count;
    int32_t body = rv_strand_bodies(world, strand)[k];
    const rv_link* link = rv_strand_link_beside(world, strand, k, 1 - side);
    remove_place(world, strand, k, rv_strand_link_index(world, strand, link));
    rv_strand_measure(world, strand);
    world->bodies.data[body].strand = -1;
    rv_body_remove(world, body);
}

// --- one grows ---

// What comes in goes on with the motion of the segment, which is straight there. Beside one that
// turns or goes so far in a step that nothing is straight, slack cable rests on its wheel: taken
// along it shares the momentum, and the ends of the segment keep what is left of their speeds.
static void grow_motion(rv_body* body, rv_vec3 shift, double before,
                        const rv_strand_growth* growth) {
    rv_vec3 axis = rv_mat3_column(body->R, 0);
    rv_vec3 spin = rv_vec3_scale(axis, rv_vec3_dot(body->w, axis));
    rv_vec3 across = rv_vec3_sub(body->w, spin), passes = rv_vec3_sub(body->v, growth->rests);
    double turns = rv_vec3_length(across) * growth->dt;
    double goes = growth->slack ? rv_vec3_length(passes) * growth->dt : 0.0;
    if (turns <= TURNS_FAR && goes <= before) {
        body->v = rv_vec3_add(body->v, rv_vec3_cross(body->w, shift));
        return;
    }
    double share = fmin(before / (before + growth->length), 1.0);
    body->w = rv_vec3_mul_add(spin, share, across);
    if (growth->slack)
        body->v = rv_vec3_mul_add(growth->rests, share, passes);
}

void rv_strand_grow(rv_world* world, rv_strand* strand, int side, const rv_strand_growth* growth) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    int k = side == 0 ? 1 : strand->segment_count;
    rv_body* body = &world->bodies.data[rv_strand_bodies(world, strand)[k]];
    double out = side == 0 ? -1.0 : 1.0;
    rv_vec3 axis = rv_vec3_scale(rv_mat3_column(body->R, 0), out);
    double length = growth->length, before = rv_strand_lengths(world, strand)[k];
    rv_link* behind = rv_strand_link_beside(world, strand, k, 1 - side);
    rv_bend_held bending = rv_link_bend_hold(world, cable, behind), less = {0};
    double stood_for = behind == NULL ? 0.0 : behind->length;
    world->segment_length.data[strand->first_segment + k] += length;
    rv_segment_set_length(world, cable, body, rv_strand_lengths(world, strand)[k]);
    rv_strand_join_points(world, strand, k);
    rv_strand_measure(world, strand);
    // its centre moves by half of it; the link behind stands for more cable, which is stretched
    rv_vec3 shift = rv_vec3_scale(axis, 0.5 * length);
    grow_motion(body, shift, before, growth);
    // without one, both bridges stretch for it
    rv_vec3 stretch = rv_vec3_scale(axis, (behind != NULL ? 1.0 : 0.5) * growth->strain * length);
    // what comes is straight
    if (bending.is) {
        rv_bend_held_add(&less, stood_for / behind->length, &bending);
        rv_link_bend_put(world, cable, behind, &less);
    }
    if (behind != NULL)
        behind->foreseen = rv_vec3_mul_add(behind->foreseen, out, stretch);
    shift = rv_vec3_add(shift, stretch);
    body->x = rv_vec3_add(body->x, shift);
    body->x_before = rv_vec3_add(body->x_before, shift);
}
