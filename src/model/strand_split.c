// One segment becomes two, at rest against each other and as the cable was. The halves are where the
// segment was, with the velocities that its points had: momentum and kinetic energy are the same.
// From there they move by what the cable is deformed:
//   stretch  With s the ratio of the lengths that a link beside stands for after and before, its gap
//            g becomes s g; the halves move along by (1 - s) g, and the gap between them is the sum.
//            That of |g|^2/l is no more than before, as it is convex.
//   twist    of t about the axis, in the same way
//   bending  The joint of the halves moves across, to where the links store least (bent_by).
// Links have the forces that go with what they measure then. Centres of mass move by strains of half
// a segment and turn by some of the bends, with the same velocities: angular momentum has other arms.
// Where the cable bends to and fro, a joint between two that are held cannot follow: then links store
// more, up to 1/s of what their bending did.
#include "model/body.h"
#include "model/strand_adapt.h"

#include <math.h>

enum { BENDING_ITERATIONS = 8 };

static int32_t add_half(rv_world* world, const rv_cable* cable, int32_t of, double length) {
    rv_body_def def = rv_body_def_default();
    rv_shape_def shape = rv_shape_def_default();
    rv_segment_define(cable, length, &def, &shape);
    def.shapes = &shape;
    def.shape_count = 1;
    int32_t index = rv_body_add(world, &def);
    rv_body* made = &world->bodies.data[index];
    const rv_body* body = &world->bodies.data[of];
    made->strand = body->strand;
    made->travel = body->travel;
    made->last_h = body->last_h;
    made->asleep = body->asleep;
    made->rest_time = 0.0;
    return index;
}

// a new segment behind segment k, and the link between them
static rv_link* list_half(rv_world* world, rv_strand* strand, int k, int32_t made,
                          const double part[2]) {
    // the new link stands where the one behind segment k stood
    int link = (strand->held[0] ? 0 : -1) + k;
    rv_strand_insert_place(world, strand, k + 1, link);
    world->segment_body.data[strand->first_segment + k + 1] = made;
    for (int i = 0; i < 2; i++)
        world->segment_length.data[strand->first_segment + k + i] = part[i];
    rv_link* between = rv_strand_links(world, strand) + link;
    *between =
        rv_link_between(&world->cables.data[strand->cable], rv_strand_bodies(world, strand) + k,
                        rv_strand_lengths(world, strand) + k);
    rv_strand_join_points(world, strand, k);
    rv_strand_join_points(world, strand, k + 1);
    rv_strand_measure(world, strand);
    return between;
}

// The links beside a segment that becomes two, and the one between its halves. Index 0: the first
// half and the link before it; 1: the second half and the link behind it.
typedef struct division {
    rv_link_hold held[2];
    rv_link *beside[2], *between;
    double* forces[3]; // of the links beside, and of the one between
    double share[2];   // of the length that a link beside stood for, what it stands for now
    double part[2];    // lengths of the halves
    rv_vec3 axis;      // of the segment
    double strain;     // of a segment between two bridges, which stretch for it
    rv_vec3 bend[3];   // of the links, in the order of forces, while the halves are in line
} division;

static double stretched_length(const division* d) {
    double sum = d->between->length;
    for (int side = 0; side < 2; side++)
        sum += d->held[side].is ? d->beside[side]->length : 0.0;
    return sum;
}

// how far the three links are stretched along the segment
static double stretch_of(const division* d) {
    double sum = 0.0;
    for (int side = 0; side < 2; side++)
        if (d->held[side].is) {
            // of both its own part and what it left to the one between
            rv_vec3 open = rv_vec3_scale(d->beside[side]->open, 1.0 / d->share[side]);
            sum += rv_vec3_dot(rv_vec3_sub(d->held[side].gap, open), d->axis);
        }
    return sum + d->strain * (d->part[0] + d->part[1]);
}

// Displacement q = u x p of the joint of the halves by p, across the axis u, at which links store
// least: with psi_i the bends of the links beside from their rest and psi that of the one between,
// a_i the lengths of the halves, l_i and l those that links stand for, c = 1/a_0 + 1/a_1 and L the
// sum of l, T the tension of all three in series,
//   U = EI/2 (sum |psi_i + q/a_i|^2/l_i + |psi - c q|^2/l) + T c q^2/2 + EA/(2 L) (c q^2/2)^2
// the last two by how much shorter the halves reach when they are bent. q is along
// N = EI (c psi/l - sum psi_i/(a_i l_i)), and (A + T c) q + EA c^2 q^3/(2 L) = |N|: Newton from above.
static rv_vec3 bent_by(const rv_cable* cable, const division* d) {
    double c = 1.0 / d->part[0] + 1.0 / d->part[1], EI = cable->segments.EI;
    double A = EI * c * c / d->between->length;
    rv_vec3 N = rv_vec3_scale(d->bend[2], EI * c / d->between->length);
    for (int side = 0; side < 2; side++) {
        if (!d->held[side].is || d->held[side].pinned)
            continue;
        double per = EI / (d->part[side] * d->beside[side]->length);
        A += per / d->part[side];
        N = rv_vec3_mul_add(N, -per, d->bend[side]);
    }
    double most = rv_vec3_length(N);
    // inextensible ones cannot reach any farther
    if (!(most > 0.0) || !(cable->EA < INFINITY))
        return (rv_vec3){0, 0, 0};
    double length = stretched_length(d), cubic = cable->EA * c * c / (2.0 * length);
    A += fmax(cable->EA / length * stretch_of(d), 0.0) * c;
    double q = most / A;
    for (int i = 0; i < BENDING_ITERATIONS; i++)
        q -= ((A + cubic * q * q) * q - most) / (A + 3.0 * cubic * q * q);
    return rv_vec3_scale(N, q / most);
}

// the bend of a link from its rest, as a rotation in world axes
static rv_vec3 bend_of(const rv_world* world, const rv_cable* cable, const rv_link* link) {
    // the paper's variants have an angle without a direction
    if (!link->holds_bend || cable->segments.bend != RV_CABLE_BEND_VECTOR)
        return (rv_vec3){0, 0, 0};
    rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
    rv_vec3 bend = {0.0, g.bend[0] - link->rest[0], g.bend[1] - link->rest[1]};
    return rv_mat3_apply(g.axes[0], bend);
}

static void spin_body(rv_body* body, double angle) {
    rv_quat turn = rv_quat_from_axis_angle((rv_vec3){1, 0, 0}, angle);
    rv_body_set_rotation(body, rv_quat_normalize(rv_quat_mul(body->q, turn)));
}

// Turns a half with its angular velocity, then about its axis until the link beside has its share
// of its twist.
static void turn_half(const rv_world* world, const rv_cable* cable, const division* d, int side,
                      rv_vec3 turn, rv_body* half) {
    rv_quat by = rv_quat_exp(turn);
    rv_body_set_rotation(half, rv_quat_normalize(rv_quat_mul(by, half->q)));
    half->w = rv_quat_rotate(by, half->w);
    if (!d->held[side].is)
        return;
    double twist = d->share[side] * d->held[side].twist, more = side == 0 ? 1.0 : -1.0;
    spin_body(half, more * (twist - d->held[side].twist));
    // bending that turns twists the link besides
    rv_link_geometry g = rv_link_geometry_of(world, NULL, d->beside[side], cable->segments.bend);
    spin_body(half, more * (twist - g.twist));
}

// couples of bending of a link at rest, as its rows have them
static void take_bend(const rv_world* world, const rv_cable* cable, const rv_link* link,
                      double* forces) {
    rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
    if (rv_link_bend_forces(world, cable, link, &g, forces + 3))
        return;
    for (int i = 0; i < 2; i++)
        forces[3 + i] =
            link->holds_bend ? -cable->segments.EI / link->length * (g.bend[i] - link->rest[i]) : 0;
}

// What of the gaps goes to the link between: of each what its link no longer stands for, or what the
// bridges no longer do.
static rv_vec3 inner_gap(const division* d) {
    rv_vec3 gap = rv_vec3_scale(d->axis, d->strain * (d->part[0] + d->part[1]));
    for (int side = 0; side < 2; side++)
        if (d->held[side].is)
            gap = rv_vec3_mul_add(gap, 1.0 - d->share[side], d->held[side].gap);
    return gap;
}

// Strains of the links beside stay, and the link between gets what is left of gap and twist, and of
// the forces in proportion to the lengths that they come from.
static void divide_links(const rv_cable* cable, division* d) {
    double twist = 0.0;
    rv_vec3_store(d->forces[2],
                  rv_vec3_scale(d->axis, d->strain > 0.0 ? -cable->EA * d->strain : 0.0));
    for (int side = 0; side < 2; side++) {
        rv_link* beside = d->beside[side];
        if (!d->held[side].is)
            continue;
        double left = 1.0 - d->share[side], weight = left * d->held[side].length;
        twist += left * d->held[side].twist;
        d->between->untwisted += left * beside->untwisted;
        d->between->open = rv_vec3_mul_add(d->between->open, left, beside->open);
        for (int i = 0; i < RV_LINK_ROWS; i++)
            d->forces[2][i] += weight * d->forces[side][i] / d->between->length;
        rv_link_scale(beside, &d->held[side], d->share[side]);
    }
    rv_link_set_twist(d->between, twist);
    d->between->foreseen = inner_gap(d);
    d->between->is_followed = true;
}

// What friction bears in the links beside stays, and the link between gets the mean.
static void divide_friction(rv_world* world, const rv_cable* cable, const division* d) {
    rv_bend_held mean = {0};
    int count = d->held[0].is + d->held[1].is;
    for (int side = 0; side < 2; side++) {
        rv_link_bend_put(world, cable, d->beside[side], &d->held[side].bending);
        if (d->held[side].is)
            rv_bend_held_add(&mean, 1.0 / count, &d->held[side].bending);
    }
    rv_link_bend_put(world, cable, d->between, &mean);
}

// a link gets this strain more; returns by how much its gap grows
static rv_vec3 strain_link(const rv_cable* cable, rv_link* link, rv_vec3 strain, double* forces) {
    rv_vec3 gap = rv_vec3_scale(strain, link->length);
    link->foreseen = rv_vec3_add(link->foreseen, gap);
    rv_vec3 pull = rv_vec3_load(forces);
    // bodies of an inextensible one have not moved apart
    if (cable->EA < INFINITY)
        rv_vec3_store(forces, rv_vec3_mul_add(pull, -cable->EA, strain));
    return gap;
}

// Where the halves go: the ends by what leaves the gaps beside, the joint by q, and all gaps get the
// same strain more where the bent halves do not reach as far as the straight one. An end without a
// link stays.
static void place_halves(const rv_world* world, const rv_cable* cable, const division* d, rv_vec3 q,
                         rv_body* halves[2]) {
    rv_vec3 short_by = rv_vec3_scale(d->axis, d->part[0] + d->part[1]), u[2];
    for (int side = 0; side < 2; side++) {
        double tilt = (side == 0 ? 1.0 : -1.0) / d->part[side];
        turn_half(world, cable, d, side, rv_vec3_scale(q, tilt), halves[side]);
        u[side] = rv_mat3_column(halves[side]->R, 0);
        short_by = rv_vec3_mul_add(short_by, -d->part[side], u[side]);
    }
    rv_vec3 strain = rv_vec3_scale(short_by, 1.0 / stretched_length(d));
    for (int side = 0; side < 2; side++) {
        double out = side == 0 ? -1.0 : 1.0;
        rv_vec3 moved = rv_vec3_scale(rv_vec3_sub(d->axis, u[side]), 0.5 * out * d->part[side]);
        if (d->held[side].is) {
            rv_vec3 gap = strain_link(cable, d->beside[side], strain, d->forces[side]);
            moved = rv_vec3_mul_add(moved, out * (1.0 - d->share[side]), d->held[side].gap);
            moved = rv_vec3_mul_add(moved, -out, gap);
        }
        moved = rv_vec3_mul_add(moved, 0.5 * out * d->strain * (d->part[0] + d->part[1]), d->axis);
        halves[side]->x = rv_vec3_add(halves[side]->x, moved);
        halves[side]->x_before = rv_vec3_add(halves[side]->x_before, moved);
    }
    strain_link(cable, d->between, strain, d->forces[2]);
}

// Both halves where the segment was, with the velocities that their points had.
static void cut_in_place(rv_world* world, const rv_cable* cable, const division* d,
                         rv_body* halves[2]) {
    const rv_body before = *halves[0];
    for (int side = 0; side < 2; side++) {
        double to = side == 0 ? -0.5 * d->part[1] : 0.5 * d->part[0];
        rv_vec3 arm = rv_vec3_scale(d->axis, to);
        rv_segment_set_length(world, cable, halves[side], d->part[side]);
        rv_segment_set_place(halves[side], rv_vec3_add(before.x, arm), before.q);
        halves[side]->x_before = rv_vec3_add(before.x_before, arm);
        halves[side]->v = rv_vec3_add(before.v, rv_vec3_cross(before.w, arm));
        halves[side]->w = before.w;
    }
}

// the three links and their forces, once they are listed
static void find_links(rv_world* world, const rv_strand* strand, int k, division* d) {
    d->forces[2] = rv_link_forces(world, strand, rv_strand_link_index(world, strand, d->between));
    for (int side = 0; side < 2; side++) {
        rv_link* beside = d->beside[side] = rv_strand_link_beside(world, strand, k + side, side);
        if (!d->held[side].is)
            continue;
        d->share[side] = beside->length / d->held[side].length;
        d->forces[side] =
            rv_link_forces(world, strand, rv_strand_link_index(world, strand, beside));
    }
}

// of a strand of one segment between two bridges: half of it stretches with either
static double strain_of_single(const rv_world* world, const rv_strand* strand) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    double tension = 0.0;
    for (int side = 0; side < 2 && strand->link_count == 0; side++)
        tension += 0.5 * rv_strand_bridge_tension(world, strand, side);
    return cable->EA < INFINITY ? tension / cable->EA : 0.0;
}

void rv_strand_split(rv_world* world, rv_strand* strand, int k, double first_length) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    int32_t index = rv_strand_bodies(world, strand)[k];
    double whole = rv_strand_lengths(world, strand)[k];
    division d = {.part = {first_length, whole - first_length}};
    d.axis = rv_mat3_column(world->bodies.data[index].R, 0);
    for (int side = 0; side < 2; side++) {
        d.held[side] =
            rv_link_hold_of(world, cable, rv_strand_link_beside(world, strand, k, side), side);
    }
    d.strain = strain_of_single(world, strand);
    int32_t made = add_half(world, cable, index, d.part[1]);
    d.between = list_half(world, strand, k, made, d.part);
    find_links(world, strand, k, &d);
    divide_links(cable, &d);
    rv_body* halves[2] = {&world->bodies.data[index], &world->bodies.data[made]};
    cut_in_place(world, cable, &d, halves);
    for (int side = 0; side < 2; side++)
        if (d.held[side].is)
            d.bend[side] = bend_of(world, cable, d.beside[side]);
    d.bend[2] = bend_of(world, cable, d.between);
    place_halves(world, cable, &d, bent_by(cable, &d), halves);
    divide_friction(world, cable, &d);
    for (int side = 0; side < 2; side++)
        if (d.held[side].is)
            take_bend(world, cable, d.beside[side], d.forces[side]);
    take_bend(world, cable, d.between, d.forces[2]);
}
