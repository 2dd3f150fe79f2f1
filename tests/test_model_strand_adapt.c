// Segments that become two, one, longer or none: what must stay the same. The states before are
// made by hand or come out of a moving world; the sums of mass, length and momentum are counted
// here, body by body.
#include "model/body.h"
#include "model/strand.h"
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

static rv_strand* strand_of(const rv_world* world, int index) {
    return &world->strands.data[index];
}

static rv_body* segment(const rv_world* world, int strand, int k) {
    return &world->bodies.data[rv_strand_bodies(world, strand_of(world, strand))[k]];
}

static double length_of(const rv_world* world, int strand, int k) {
    return rv_strand_lengths(world, strand_of(world, strand))[k];
}

static rv_vec3 end_of(const rv_world* world, int k, int side) {
    return rv_segment_end(segment(world, 0, k), length_of(world, 0, k), side);
}

static rv_link_geometry geometry(const rv_world* world, int link) {
    return rv_link_geometry_of(world, NULL, rv_strand_links(world, strand_of(world, 0)) + link,
                               RV_CABLE_BEND_VECTOR);
}

static const rv_link* link_at(const rv_world* world, int link) {
    return rv_strand_links(world, strand_of(world, 0)) + link;
}

static void split(rv_world* world, int k, double first) {
    CHECK(rv_strand_reserve(world, 0, 1));
    rv_strand_split(world, strand_of(world, 0), k, first);
}

// --- sums ---

typedef struct sums {
    double mass, length, kinetic;
    rv_vec3 linear, angular; // angular: about the origin
    double moving, turning;  // sums of sizes, to which rounding is relative
} sums;

static sums sums_of(const rv_world* world, int first, int count) {
    sums s = {0};
    for (int k = first; k < first + count; k++) {
        const rv_body* b = segment(world, 0, k);
        rv_vec3 w = rv_mat3_apply_transpose(b->R, b->w), own = rv_mat3_apply(b->inertia, w);
        rv_vec3 p = rv_vec3_scale(b->v, b->mass);
        rv_vec3 L = rv_vec3_add(rv_vec3_cross(b->x, p), rv_mat3_apply(b->R, own));
        s.mass += b->mass;
        s.length += length_of(world, 0, k);
        s.kinetic += 0.5 * rv_vec3_dot(b->v, p) + 0.5 * rv_vec3_dot(w, own);
        s.linear = rv_vec3_add(s.linear, p);
        s.angular = rv_vec3_add(s.angular, L);
        s.moving += rv_vec3_length(p);
        s.turning += rv_vec3_length(b->x) * rv_vec3_length(p) + rv_vec3_length(own);
    }
    return s;
}

static double off(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_length(rv_vec3_sub(a, b));
}

// arms: angular momentum that may differ besides
static void check_momenta(const sums* now, const sums* before, double tolerance, double arms) {
    CHECK_NEAR(now->mass, before->mass, tolerance * before->mass);
    CHECK_NEAR(now->length, before->length, tolerance * before->length);
    CHECK_NEAR(off(now->linear, before->linear), 0.0, tolerance * before->moving);
    CHECK_NEAR(off(now->angular, before->angular), 0.0, tolerance * before->turning + arms);
}

static void check_sums(const sums* now, const sums* before, double tolerance) {
    check_momenta(now, before, tolerance, 0.0);
}

// --- one becomes two ---

// a chain of 6 with a load, twisted, bent by a blow and in full swing
static rv_world* swinging(double twist, rv_vec3 blow) {
    rv_world* world = default_world();
    rv_body_id load = add_rigid(world, 5.0, vec(0.1, 0.2, 0.3), vec(3, 0, 0));
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(load, vec(0, 0, 0))};
    rv_cable_def def = strand_def(nodes, 6);
    def.twist = twist;
    def.material.young = 1e9;
    cable_of(world, &def);
    rv_body_set_velocity(world, load, blow);
    for (int i = 0; i < 25; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    return world;
}

// how far the halves are from where they were in the segment, times what they carry
static double moved_momentum(const rv_world* world, int k, const rv_body* whole, rv_vec3 arm[2]) {
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        const rv_body* b = segment(world, 0, k + i);
        rv_vec3 axes[2] = {rv_mat3_column(whole->R, 0), rv_mat3_column(b->R, 0)};
        double moved = off(b->x, rv_vec3_add(whole->x, arm[i])), turned = off(axes[0], axes[1]);
        sum += b->mass * rv_vec3_length(b->v) * moved;
        // its own is at most the largest moment times w, before and after
        sum += 2.0 * turned * b->inertia.m[1][1] * rv_vec3_length(b->w);
    }
    return sum;
}

// Sums of a few numbers: 1e-12 is thousands of roundings. The points of the cable keep their
// velocities, so that angular momentum changes by the arms alone that the halves are moved by.
TEST(a_split_keeps_mass_length_momentum_and_kinetic_energy) {
    for (int k = 1; k <= 6; k++)
        for (double share = 0.2; share < 0.9; share += 0.3) {
            rv_world* world = swinging(9.0, vec(0, 2, 1));
            sums before = sums_of(world, 1, 6), one = sums_of(world, k, 1);
            CHECK(before.moving > 1.0 && before.turning > 1.0);
            const rv_body whole = *segment(world, 0, k);
            rv_vec3 axis = rv_mat3_column(whole.R, 0);
            rv_vec3 arm[2] = {rv_vec3_scale(axis, 0.25 * (share - 1.0)),
                              rv_vec3_scale(axis, 0.25 * share)};
            split(world, k, share * 0.5);
            sums now = sums_of(world, 1, 7), two = sums_of(world, k, 2);
            double arms = moved_momentum(world, k, &whole, arm);
            CHECK(arms < 1e-2 * before.turning);
            check_momenta(&now, &before, 1e-12, arms);
            check_momenta(&two, &one, 1e-12, arms);
            CHECK_NEAR(two.kinetic, one.kinetic, 1e-12 * one.kinetic);
            CHECK_NEAR(length_of(world, 0, k), share * 0.5, 1e-15);
            for (int i = 0; i < 2; i++) {
                const rv_body* b = segment(world, 0, k + i);
                rv_vec3 v = rv_vec3_add(whole.v, rv_vec3_cross(whole.w, arm[i]));
                CHECK_NEAR(off(b->v, v), 0.0, 1e-12 * rv_vec3_length(v));
                CHECK_NEAR(rv_vec3_length(b->w), rv_vec3_length(whole.w),
                           1e-12 * rv_vec3_length(whole.w));
            }
            CHECK(strand_of(world, 0)->segment_count == 6 + 1);
            CHECK(strand_of(world, 0)->link_count == 7 + 1);
            rv_world_destroy(world);
        }
}

// what a link stores per length: the strain, the curvatures and the twist that its forces come from
typedef struct strains {
    rv_vec3 gap;
    double bend[2], twist;
} strains;

static strains strains_of(const rv_world* world, int link) {
    rv_link_geometry g = geometry(world, link);
    double per = 1.0 / link_at(world, link)->length;
    return (strains){rv_vec3_scale(g.gap, per), {per * g.bend[0], per * g.bend[1]}, per * g.twist};
}

static rv_vec3 pull_of(const rv_world* world, int link) {
    return rv_vec3_load(rv_link_forces(world, strand_of(world, 0), link));
}

// how much farther a straight segment reaches than its bent halves
static rv_vec3 shortened_by(const rv_world* world, int k, rv_vec3 axis) {
    rv_vec3 sum = rv_vec3_scale(axis, length_of(world, 0, k) + length_of(world, 0, k + 1));
    for (int i = 0; i < 2; i++)
        sum = rv_vec3_mul_add(sum, -length_of(world, 0, k + i),
                              rv_mat3_column(segment(world, 0, k + i)->R, 0));
    return sum;
}

// Strain and twist per length stay, but for what the bent halves do not reach, which all three links
// share; so do the forces, by EA times that, and couples of bending are those of the new bends. 1e-9
// of the largest is rounding (1e-16 of 1 m in 1e-6).
TEST(a_split_keeps_the_strain_of_the_links_beside_it) {
    for (int trial = 0; trial < 12; trial++) {
        int k = 1 + trial % 6;
        rv_world* world = swinging(0.0, vec(0, trial < 6 ? 0 : 2, 1));
        const rv_cable* cable = &world->cables.data[0];
        strains before[7];
        double stretch = 0.0, bend = 0.0, forces[7][RV_LINK_ROWS];
        for (int i = 0; i < 7; i++) {
            before[i] = strains_of(world, i);
            stretch = fmax(stretch, rv_vec3_length(before[i].gap));
            bend = fmax(bend, fabs(before[i].bend[0]) + fabs(before[i].bend[1]));
            memcpy(forces[i], rv_link_forces(world, strand_of(world, 0), i), sizeof forces[i]);
        }
        CHECK(stretch > 1e-6 && bend > 0.1);
        rv_vec3 axis = rv_mat3_column(segment(world, 0, k)->R, 0);
        split(world, k, 0.2);
        double reach = 0.0;
        for (int i = k - 1; i <= k + 1; i++)
            reach += link_at(world, i)->length;
        rv_vec3 more = rv_vec3_scale(shortened_by(world, k, axis), 1.0 / reach);
        CHECK(rv_vec3_length(more) < 0.01);
        for (int i = 0; i < 7; i++) {
            int now = i < k ? i : i + 1;
            const double* kept = rv_link_forces(world, strand_of(world, 0), now);
            strains s = strains_of(world, now);
            if (i != k - 1 && i != k) {
                CHECK(memcmp(kept, forces[i], sizeof forces[i]) == 0);
                continue;
            }
            CHECK_NEAR(off(s.gap, rv_vec3_add(before[i].gap, more)), 0.0, 1e-9 * stretch);
            CHECK_NEAR(s.twist, before[i].twist, 1e-9);
            rv_vec3 pull = rv_vec3_mul_add(rv_vec3_load(forces[i]), -cable->EA, more);
            CHECK_NEAR(off(pull_of(world, now), pull), 0.0, 1e-9 * rv_vec3_length(pull));
            for (int j = 0; j < 2 && link_at(world, now)->holds_bend; j++)
                CHECK_NEAR(kept[3 + j], -cable->segments.EI * s.bend[j],
                           1e-9 * cable->segments.EI * bend);
        }
        // the new one has what the two let go of: 0.15 m and 0.1 m of cable
        rv_vec3 first = rv_vec3_load(forces[k - 1]), second = rv_vec3_load(forces[k]);
        rv_vec3 pull =
            rv_vec3_scale(rv_vec3_add(rv_vec3_scale(first, 0.6), rv_vec3_scale(second, 0.4)), 1.0);
        pull = rv_vec3_mul_add(pull, -cable->EA, more);
        CHECK_NEAR(off(pull_of(world, k), pull), 0.0, 1e-9 * rv_vec3_length(pull));
        rv_world_destroy(world);
    }
}

// energy of the links of the strand: all of it, and that of the bending of one
static double elastic_of(const rv_world* world) {
    const rv_strand* strand = strand_of(world, 0);
    double energy = rv_strand_elastic_energy(world, strand);
    for (int i = 0; i < strand->link_count; i++) {
        const rv_link* link = link_at(world, i);
        rv_vec3 gap = geometry(world, i).gap, elastic = rv_vec3_sub(gap, link->open);
        energy += 0.5 * world->cables.data[0].EA / link->length
                  * (rv_vec3_dot(elastic, elastic) - rv_vec3_dot(gap, gap));
    }
    return energy;
}

static double bending_of(const rv_world* world, int link) {
    if (!link_at(world, link)->holds_bend)
        return 0.0;
    strains s = strains_of(world, link);
    double bent2 = s.bend[0] * s.bend[0] + s.bend[1] * s.bend[1];
    return 0.5 * world->cables.data[0].segments.EI * bent2 * link_at(world, link)->length;
}

static double angle_at(const rv_world* world, int link) {
    rv_link_geometry g = geometry(world, link);
    return link_at(world, link)->holds_bend ? hypot(g.bend[0], g.bend[1]) : 0.0;
}

// a cable with a load that has been thrown, taut or slack, for up to 1.5 s
static rv_world* thrown(fixture_random* random, bool clamped) {
    rv_world* world = default_world();
    double length = random_in(random, 1.0, 12.0);
    rv_vec3 at = rv_vec3_normalize(random_vec(random, 1.0));
    rv_body_id load = add_rigid(world, pow(10.0, random_in(random, 0.0, 3.0)), vec(0.1, 0.2, 0.3),
                                rv_vec3_scale(at, length * random_in(random, 0.6, 1.0)));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    nodes[0].clamped = nodes[1].clamped = clamped;
    rv_cable_def def = strand_def(nodes, 4 + (int)random_in(random, 0.0, 20.0));
    def.length = length;
    def.diameter = random_in(random, 0.004, 0.03);
    cable_of(world, &def);
    rv_body_set_velocity(world, load, random_vec(random, pow(10.0, random_in(random, -1.0, 1.0))));
    int steps = 1 + (int)random_in(random, 0.0, 90.0);
    for (int i = 0; i < steps; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    return world;
}

// Kinetic energy stays. Halves that stayed in line would give bending to links that are shorter by
// s: 1/s times as much of it. Where the joint can follow the cable none of that is left, where it
// bends to and fro all of it, in the mean a sixth. 1e-5: turning of the second order, at angles of up to 0.3.
TEST(a_split_gives_links_no_more_energy_than_halves_in_line_have) {
    fixture_random random = {7};
    int tried = 0;
    double raised = 0.0, could = 0.0;
    for (int trial = 0; trial < (TEST_IS_WATCHED ? 20 : 400); trial++) {
        rv_world* world = thrown(&random, trial % 2 == 0);
        int count = strand_of(world, 0)->segment_count;
        for (int k = 1 + trial % 3; k <= count; k += 3) {
            double share = trial % 4 < 2 ? 0.5 : random_in(&random, 0.3, 0.7);
            if (fmax(angle_at(world, k - 1), angle_at(world, k)) > 0.3)
                continue;
            double bending[2] = {bending_of(world, k - 1), bending_of(world, k)};
            double length[2] = {link_at(world, k - 1)->length, link_at(world, k)->length};
            double stored = elastic_of(world);
            sums before = sums_of(world, 1, count);
            split(world, k, share * length_of(world, 0, k));
            count++;
            k++;
            sums now = sums_of(world, 1, count);
            double more = elastic_of(world) - stored;
            CHECK_NEAR(now.kinetic, before.kinetic, 1e-12 * before.kinetic);
            CHECK_NEAR(off(now.linear, before.linear), 0.0, 1e-12 * before.moving);
            double in_place = 0.0;
            for (int i = 0; i < 2; i++) {
                double per = length[i] / link_at(world, k - 2 + 2 * i)->length;
                in_place += bending[i] * (per - 1.0);
            }
            CHECK(more <= in_place + 1e-5 * stored);
            raised += fmax(0.0, more);
            could += in_place;
            tried++;
        }
        rv_world_destroy(world);
    }
    CHECK(tried > (TEST_IS_WATCHED ? 10 : 1000));
    CHECK(raised < 0.2 * could);
}

// An evenly stretched and twisted bar stays one, the new link included. 1e-9: of 1 mm gaps between
// points at 2 m, 1e-16 each; whole turns count.
TEST(a_split_of_an_evenly_stretched_and_twisted_cable_leaves_it_even) {
    static const double TWISTS[] = {0.5, -5.0, 40.0};
    for (int t = 0; t < 3; t++)
        for (int k = 1; k <= 4; k++) {
            rv_world* world = default_world();
            rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)),
                                     clamped_at(NO_BODY, vec(2, 0, 0))};
            rv_cable_def def = strand_def(nodes, 4);
            def.length = 1.99;
            def.twist = TWISTS[t];
            rv_cable_id cable = cable_of(world, &def);
            split(world, k, 0.15);
            for (int i = 0; i < 6; i++) {
                strains s = strains_of(world, i);
                CHECK_NEAR(s.gap.x, 0.01 / 1.99, 1e-9 * 0.01);
                CHECK_NEAR(s.twist, TWISTS[t] / 1.99, 1e-9 * fabs(TWISTS[t]));
                CHECK_NEAR(fabs(s.bend[0]) + fabs(s.bend[1]), 0.0, 1e-9);
            }
            CHECK_NEAR(rv_cable_twist(world, cable), TWISTS[t], 1e-9 * fabs(TWISTS[t]));
            rv_world_destroy(world);
        }
}

// turns a whole straight cable about a point, across itself
static void swing_about(rv_world* world, rv_vec3 pin, rv_vec3 axis, double angle) {
    rv_quat turn = rv_quat_from_axis_angle(axis, angle);
    for (int k = 1; k <= strand_of(world, 0)->segment_count; k++) {
        rv_body* b = segment(world, 0, k);
        b->x = rv_vec3_add(pin, rv_quat_rotate(turn, rv_vec3_sub(b->x, pin)));
        b->x_before = b->x;
        rv_body_set_rotation(b, rv_quat_mul(turn, b->q));
    }
}

// The pin holds twist but no direction: the angle that the cable has swung by is nobody's bend. No
// gap and no bend anywhere, so nothing moves but by rounding; 1e-9 of 0.5 m is far above that, and
// a scaled angle of a radian moves things by centimetres.
TEST(a_split_beside_a_pinned_end_moves_nothing) {
    static const double ANGLES[] = {0.0, 0.6, -1.5, 2.8};
    for (int end = 0; end < 2; end++)
        for (int a = 0; a < 4; a++)
            for (double twist = -8.0; twist < 9.0; twist += 4.0) {
                rv_world* world = default_world();
                rv_cable_node pin = fixed_at(NO_BODY, vec(end == 0 ? 0 : 2, 0, 0));
                rv_cable_node loose = free_at(vec(end == 0 ? 2 : 0, 0, 0));
                rv_cable_id cable =
                    end == 0 ? add_strand(world, pin, loose, 4) : add_strand(world, loose, pin, 4);
                rv_strand* strand = strand_of(world, 0);
                int link = end == 0 ? 0 : 3, k = end == 0 ? 1 : 4;
                // the twist of the pin alone: all segments are turned about the line
                double sign = end == 0 ? 1.0 : -1.0;
                swing_about(world, pin.point, vec(1, 0, 0), sign * twist);
                rv_strand_links(world, strand)[link].twist = twist;
                swing_about(world, pin.point, vec(0, 0.6, 0.8), ANGLES[a]);
                rv_vec3 ends[2] = {end_of(world, k, 0), end_of(world, k, 1)};
                CHECK_NEAR(geometry(world, link).twist, twist, 1e-9);
                split(world, k, 0.2);
                CHECK_NEAR(off(end_of(world, k, 0), ends[0]), 0.0, 1e-9);
                CHECK_NEAR(off(end_of(world, k + 1, 1), ends[1]), 0.0, 1e-9);
                rv_vec3 middle = rv_vec3_mul_add(ends[0], 0.4, rv_vec3_sub(ends[1], ends[0]));
                CHECK_NEAR(off(end_of(world, k, 1), middle), 0.0, 1e-9);
                CHECK_NEAR(off(end_of(world, k + 1, 0), middle), 0.0, 1e-9);
                // half of a segment before the pin's link was 0.25 m, now it is 0.1 m or 0.15 m
                double s = end == 0 ? 0.4 : 0.6;
                int pinned = end == 0 ? 0 : 4, made = end == 0 ? 1 : 3;
                CHECK_NEAR(geometry(world, pinned).twist, s * twist, 1e-9);
                CHECK_NEAR(geometry(world, made).twist, (1.0 - s) * twist, 1e-9);
                CHECK_NEAR(rv_cable_twist(world, cable), twist, 1e-9);
                rv_world_destroy(world);
            }
}

TEST(a_split_beside_a_cut_leaves_its_end_where_it_is) {
    rv_world* world = swinging(3.0, vec(0, 2, 1));
    rv_strand_links(world, strand_of(world, 0))[3].broken = true;
    rv_vec3 before = end_of(world, 3, 1), behind = end_of(world, 4, 0);
    split(world, 4, 0.25);
    split(world, 3, 0.25);
    // no link pulls there: rounding of points at 3 m
    CHECK_NEAR(off(end_of(world, 4, 1), before), 0.0, 1e-14);
    CHECK_NEAR(off(end_of(world, 5, 0), behind), 0.0, 1e-14);
    CHECK(link_at(world, 4)->broken && !link_at(world, 3)->broken && !link_at(world, 5)->broken);
    rv_world_destroy(world);
}

// --- two become one ---

// a straight chain of 6 between two clamps, twisted by this much at every link
static rv_world* straight(double twist) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(NO_BODY, vec(3, 0, 0))};
    rv_cable_def def = strand_def(nodes, 6);
    def.twist = 6.0 * twist;
    cable_of(world, &def);
    return world;
}

// 1e-9: J of one thin segment is inverted, whose moments have a ratio of 7000
TEST(a_merge_of_two_straight_segments_keeps_mass_length_and_momentum) {
    fixture_random random = {11};
    for (int trial = 0; trial < 20; trial++) {
        rv_world* world = straight(0.0);
        int k = 1 + trial % 5;
        // any motion in which the joint of the two stays whole
        rv_body *a = segment(world, 0, k), *b = segment(world, 0, k + 1);
        a->v = random_vec(&random, 3.0);
        a->w = random_vec(&random, 3.0);
        b->w = trial % 2 == 0 ? a->w : random_vec(&random, 3.0);
        rv_vec3 half = vec(0.25, 0, 0);
        b->v = rv_vec3_add(rv_vec3_add(a->v, rv_vec3_cross(a->w, half)), rv_vec3_cross(b->w, half));
        sums before = sums_of(world, k, 2);
        rv_strand_merge(world, strand_of(world, 0), k);
        sums now = sums_of(world, k, 1);
        check_sums(&now, &before, 1e-9);
        CHECK(now.kinetic <= before.kinetic * (1.0 + 1e-9));
        if (trial % 2 == 0) // as one before, too: nothing is lost
            CHECK_NEAR(now.kinetic, before.kinetic, 1e-9 * before.kinetic);
        CHECK_NEAR(off(end_of(world, k, 0), vec(0.5 * (k - 1), 0, 0)), 0.0, 1e-12);
        CHECK_NEAR(off(end_of(world, k, 1), vec(0.5 * (k + 1), 0, 0)), 0.0, 1e-12);
        CHECK(strand_of(world, 0)->segment_count == 5 && strand_of(world, 0)->link_count == 6);
        CHECK(rv_body_count(world) == 5);
        rv_world_destroy(world);
    }
}

// segments k and k + 1 of a straight chain are bent by `angle` about their joint, ends on the line
static void fold(rv_world* world, int k, double angle) {
    for (int i = 0; i < 2; i++) {
        rv_body* b = segment(world, 0, k + i);
        double half = (i == 0 ? -0.5 : 0.5) * angle;
        rv_vec3 u = vec(rv_cos(half), 0, -rv_sin(half));
        rv_body_set_rotation(b, rv_quat_along(b->q, u));
        double x = 0.5 * k + (i == 0 ? -0.25 : 0.25) * u.x;
        b->x = b->x_before = vec(x, 0, 0.25 * rv_sin(0.5 * angle));
    }
}

// Two bent ones that turn about their chord have an inertia about it that the straight one has not
// (a thousandth of it): they would spin a thousand times faster.
TEST(a_merge_of_two_bent_segments_that_turn_about_their_chord_does_not_make_one_that_spins) {
    for (double spin = -20.0; spin < 21.0; spin += 8.0) {
        rv_world* world = straight(0.0);
        fold(world, 3, 0.3);
        for (int i = 0; i < 2; i++) {
            rv_body* b = segment(world, 0, 3 + i);
            b->w = vec(spin, 0, 0);
            b->v = rv_vec3_cross(b->w, rv_vec3_sub(b->x, vec(1.5, 0, 0)));
        }
        sums before = sums_of(world, 3, 2);
        rv_strand_merge(world, strand_of(world, 0), 3);
        sums now = sums_of(world, 3, 1);
        CHECK(now.kinetic <= before.kinetic);
        CHECK_NEAR(off(now.linear, before.linear), 0.0, 1e-12 * before.moving);
        // the mean of what both had about themselves: cos(0.15) of the spin about the chord
        rv_vec3 w = segment(world, 0, 3)->w;
        CHECK_NEAR(w.x, spin * rv_cos(0.15), 1e-9 * fabs(spin));
        rv_world_destroy(world);
    }
}

// The two turn against each other in any way, as they stand about their common centre of mass;
// there becoming one can only lose. 1e-12: rounding.
TEST(a_merge_of_two_bent_segments_never_gains_kinetic_energy) {
    fixture_random random = {5};
    for (int trial = 0; trial < 200; trial++) {
        rv_world* world = straight(0.0);
        fold(world, 3, random_in(&random, -0.3, 0.3));
        rv_body *a = segment(world, 0, 3), *b = segment(world, 0, 4);
        a->w = random_vec(&random, 30.0);
        b->w = random_vec(&random, 30.0);
        a->v = random_vec(&random, 1.0);
        b->v = rv_vec3_neg(a->v);
        sums before = sums_of(world, 3, 2);
        rv_strand_merge(world, strand_of(world, 0), 3);
        sums now = sums_of(world, 3, 1);
        CHECK(now.kinetic <= before.kinetic * (1.0 + 1e-12));
        CHECK_NEAR(off(now.linear, before.linear), 0.0, 1e-12 * before.moving);
        // across the chord momentum stays, whatever is lost about it
        CHECK_NEAR(now.angular.y, before.angular.y, 1e-9 * before.turning);
        CHECK_NEAR(now.angular.z, before.angular.z, 1e-9 * before.turning);
        rv_world_destroy(world);
    }
}

// Bent, torn apart by up to half of their length, and with any motion of their own and in common.
// Straightening moves their centre of mass: what they have about the origin is not what they have
// about that. 1e-12: rounding.
TEST(a_merge_of_two_that_go_and_turn_in_any_way_gains_no_kinetic_energy) {
    fixture_random random = {23};
    for (int trial = 0; trial < 1000; trial++) {
        rv_world* world = straight(0.0);
        fold(world, 3, random_in(&random, -0.3, 0.3));
        rv_vec3 common = random_vec(&random, 50.0);
        rv_vec3 torn = random_vec(&random, trial % 2 == 0 ? 0.0 : 0.5);
        for (int i = 0; i < 2; i++) {
            rv_body* b = segment(world, 0, 3 + i);
            b->w = random_vec(&random, 30.0);
            b->v = rv_vec3_add(common, random_vec(&random, 5.0));
            b->x = rv_vec3_mul_add(b->x, i == 0 ? -0.5 : 0.5, torn);
        }
        sums before = sums_of(world, 3, 2);
        rv_strand_merge(world, strand_of(world, 0), 3);
        sums now = sums_of(world, 3, 1);
        CHECK(now.kinetic <= before.kinetic * (1.0 + 1e-12));
        CHECK_NEAR(off(now.linear, before.linear), 0.0, 1e-12 * before.moving);
        rv_world_destroy(world);
    }
}

// Every link is turned by `twist`. The two beside the new segment get half of what was between:
// 1.5 times as much, as their length; turns are counted, not lost. 1e-9: rounding of angles.
TEST(a_merge_keeps_twist_beyond_a_turn) {
    static const double TWISTS[] = {0.4, 2.0, -4.0, 7.0, 20.0};
    for (int t = 0; t < 5; t++) {
        rv_world* world = straight(TWISTS[t]);
        rv_cable_id cable = rv_cable_next(world, (rv_cable_id){0});
        // the ends stand for half a segment: 5 links of 0.5 m and two of 0.25 m share 6 times it
        CHECK_NEAR(geometry(world, 3).twist, TWISTS[t], 1e-9);
        rv_strand_merge(world, strand_of(world, 0), 3);
        for (int i = 0; i < 6; i++) {
            double share = link_at(world, i)->length / 0.5;
            CHECK_NEAR(geometry(world, i).twist, share * TWISTS[t], 1e-9);
            CHECK_NEAR(link_at(world, i)->twist, share * TWISTS[t], 1e-9);
        }
        CHECK_NEAR(rv_cable_twist(world, cable), 6.0 * TWISTS[t], 1e-8);
        // and back
        split(world, 3, 0.5);
        for (int i = 0; i < 7; i++)
            CHECK_NEAR(geometry(world, i).twist, 2.0 * link_at(world, i)->length * TWISTS[t], 1e-9);
        rv_world_destroy(world);
    }
}

// The stretch of links beside the new segment stays, as for a split: an even bar. Two of
// unequal lengths become one, or one of them with its neighbour.
TEST(a_merge_in_an_evenly_stretched_cable_leaves_it_even) {
    for (int k = 1; k <= 4; k++) {
        rv_world* world = default_world();
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(2, 0, 0))};
        rv_cable_def def = strand_def(nodes, 4);
        def.length = 1.99;
        cable_of(world, &def);
        split(world, 2, 0.15);
        rv_strand_merge(world, strand_of(world, 0), k);
        for (int i = 0; i < 5; i++) // 1e-9 of a millimetre: rounding
            CHECK_NEAR(strains_of(world, i).gap.x, 0.01 / 1.99, 1e-9 * 0.01);
        rv_world_destroy(world);
    }
}

// an end that nothing holds gives way: it moves to where the length says
TEST(a_merge_at_a_free_end_keeps_the_end_that_is_held) {
    for (int side = 0; side < 2; side++) {
        rv_world* world = default_world();
        rv_cable_node held = fixed_at(NO_BODY, vec(side == 0 ? 0 : 2, 0, 0));
        rv_cable_node loose = free_at(vec(side == 0 ? 2 : 0, 0, 0));
        add_strand(world, side == 0 ? held : loose, side == 0 ? loose : held, 4);
        int k = side == 0 ? 3 : 1;
        fold(world, k, 0.2);
        // the joint with the rest is where it was before it was folded
        double gone = 0.5 - 0.5 * rv_cos(0.1);
        for (int i = 0; i < 2; i++)
            segment(world, 0, k + i)->x.x += side == 0 ? -gone : gone;
        rv_vec3 fixed = vec(1, 0, 0);
        CHECK_NEAR(off(end_of(world, side == 0 ? 3 : 2, side), fixed), 0.0, 1e-12);
        rv_strand_merge(world, strand_of(world, 0), k);
        CHECK_NEAR(length_of(world, 0, side == 0 ? 3 : 1), 1.0, 1e-15);
        CHECK_NEAR(off(end_of(world, side == 0 ? 3 : 1, side), fixed), 0.0, 1e-12);
        CHECK_NEAR(off(end_of(world, side == 0 ? 3 : 1, 1 - side), vec(side == 0 ? 2 : 0, 0, 0)),
                   0.0, 1e-12);
        rv_world_destroy(world);
    }
}

// --- growing, dropping, lists ---

// Both ends are free: the segment grows at one, and its other end, what that is doing and all that
// is linked to it stay. 1e-14 is rounding at 2 m.
TEST(growing_keeps_the_far_end_and_its_velocity) {
    for (int side = 0; side < 2; side++)
        for (double more = -0.1; more < 0.35; more += 0.2) {
            rv_world* world = default_world();
            add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(2, 0, 0)), 4);
            int k = side == 0 ? 1 : 4;
            rv_body* b = segment(world, 0, k);
            b->v = vec(1, 2, 3);
            b->w = vec(4, 5, 6);
            rv_vec3 far = end_of(world, k, 1 - side);
            rv_vec3 v = rv_vec3_add(b->v, rv_vec3_cross(b->w, rv_vec3_sub(far, b->x)));
            double mass = b->mass;
            rv_strand_grow(world, strand_of(world, 0), side, &(rv_strand_growth){.length = more});
            CHECK_NEAR(length_of(world, 0, k), 0.5 + more, 1e-15);
            CHECK_NEAR(b->mass, mass * (0.5 + more) / 0.5, 1e-12 * mass);
            CHECK_NEAR(off(end_of(world, k, 1 - side), far), 0.0, 1e-14);
            rv_vec3 now = rv_vec3_add(b->v, rv_vec3_cross(b->w, rv_vec3_sub(far, b->x)));
            CHECK_NEAR(off(now, v), 0.0, 1e-14 * 10.0);
            CHECK_NEAR(off(b->x, b->x_before), 0.0, 1e-14);
            CHECK_NEAR(rv_vec3_length(geometry(world, side == 0 ? 0 : 2).gap), 0.0, 1e-14);
            CHECK_NEAR(link_at(world, side == 0 ? 0 : 2)->length, 0.75 + more, 1e-14);
            CHECK_NEAR(world->shapes.data[b->first_shape].def.half_length, 0.25 + 0.5 * more,
                       1e-15);
            rv_world_destroy(world);
        }
}

// slack cable that rests on its wheel is taken along by a segment that goes by more than its length
// in a step: p = m v stays
TEST(a_segment_that_goes_far_in_a_step_shares_its_momentum_with_slack_cable) {
    rv_world* world = default_world();
    add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(2, 0, 0)), 4);
    rv_body* b = segment(world, 0, 4);
    b->v = vec(0, 300, 40);
    rv_vec3 before = rv_vec3_scale(b->v, b->mass);
    rv_strand_growth growth = {.length = 1.0, .dt = 1.0 / 60.0, .slack = true};
    rv_strand_grow(world, strand_of(world, 0), 1, &growth);
    CHECK_NEAR(off(rv_vec3_scale(b->v, b->mass), before), 0.0, 1e-12 * rv_vec3_length(before));
    rv_world_destroy(world);
}

// two that pass each other metres apart have m v d of angular momentum: one body with all of it
// would have (d/l)^2 times their energy
TEST(torn_segments_that_become_one_do_not_spin_up) {
    rv_world* world = default_world();
    add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(2, 0, 0)), 4);
    rv_body *a = segment(world, 0, 2), *b = segment(world, 0, 3);
    a->v = vec(0, 100, 0);
    b->v = vec(0, -100, 0);
    a->x.x -= 4.0;
    b->x.x += 4.0;
    double before = 0.5 * (a->mass + b->mass) * 100.0 * 100.0;
    rv_strand_merge(world, strand_of(world, 0), 2);
    const rv_body* one = segment(world, 0, 2);
    rv_vec3 w = rv_mat3_apply_transpose(one->R, one->w);
    double kinetic = 0.5 * one->mass * rv_vec3_dot(one->v, one->v)
                     + 0.5 * rv_vec3_dot(w, rv_mat3_apply(one->inertia, w));
    CHECK(kinetic <= before * (1.0 + 1e-12));
    rv_world_destroy(world);
}

// what comes is as stretched as what is there: the link behind has more cable and its old force
TEST(growing_by_stretched_cable_keeps_the_force_of_the_link_behind) {
    for (int side = 0; side < 2; side++) {
        rv_world* world = default_world();
        add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(2, 0, 0)), 4);
        const double STRAIN = 0.003;
        int k = side == 0 ? 1 : 4, link = side == 0 ? 0 : 2;
        rv_body* b = segment(world, 0, k);
        b->x.x += (side == 0 ? -1.0 : 1.0) * STRAIN * link_at(world, link)->length;
        CHECK_NEAR(strains_of(world, link).gap.x, STRAIN, 1e-14);
        rv_strand_growth growth = {.length = 0.2, .strain = STRAIN};
        rv_strand_grow(world, strand_of(world, 0), side, &growth);
        CHECK_NEAR(strains_of(world, link).gap.x, STRAIN, 1e-14);
        rv_world_destroy(world);
    }
}

TEST(a_dropped_end_leaves_the_rest_as_it_was) {
    for (int side = 0; side < 2; side++) {
        rv_world* world = default_world();
        add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(2, 0, 0)), 4);
        rv_body_id gone = rv_world_body_id(
            world, rv_strand_bodies(world, strand_of(world, 0))[side == 0 ? 1 : 4]);
        rv_strand_drop(world, strand_of(world, 0), side);
        CHECK(!rv_body_is_valid(world, gone) && rv_body_count(world) == 3);
        CHECK(strand_of(world, 0)->segment_count == 3 && strand_of(world, 0)->link_count == 2);
        for (int k = 1; k <= 3; k++)
            CHECK_NEAR(segment(world, 0, k)->x.x, 0.5 * k - (side == 0 ? -0.25 : 0.25), 1e-14);
        // the links are those between what is left, and stand for all of it
        double length = 0.0;
        for (int i = 0; i < 2; i++) {
            CHECK(link_at(world, i)->body[0] == segment(world, 0, i + 1) - world->bodies.data);
            CHECK(link_at(world, i)->body[1] == segment(world, 0, i + 2) - world->bodies.data);
            length += link_at(world, i)->length;
        }
        CHECK_NEAR(length, 1.5, 1e-14);
        rv_world_destroy(world);
    }
}

// what a strand has, as numbers that must not change when another one does
static void list(const rv_world* world, int strand, rv_vec3* out) {
    const rv_strand* s = strand_of(world, strand);
    for (int k = 1; k <= s->segment_count; k++)
        *out++ = segment(world, strand, k)->x;
    for (int i = 0; i < s->link_count; i++) {
        *out++ = rv_strand_links(world, s)[i].point[1];
        *out++ = rv_vec3_load(rv_link_forces(world, s, i));
    }
}

TEST(other_cables_keep_their_places_in_the_lists) {
    rv_world* world = swinging(1.0, vec(0, 2, 1));
    rv_cable_id other =
        add_strand(world, fixed_at(NO_BODY, vec(5, 0, 0)), free_at(vec(7, 0, 0)), 4);
    for (int i = 0; i < 5; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    rv_vec3 before[12], now[12];
    list(world, 1, before);
    split(world, 6, 0.25);
    split(world, 1, 0.1);
    list(world, 1, now);
    CHECK(memcmp(before, now, sizeof now) == 0);
    rv_strand_merge(world, strand_of(world, 0), 1);
    rv_strand_merge(world, strand_of(world, 0), 2);
    rv_strand_merge(world, strand_of(world, 0), 2);
    list(world, 1, now);
    CHECK(memcmp(before, now, sizeof now) == 0);
    CHECK(rv_cable_segment_count(world, other) == 4 && rv_cable_joint_count(world, other) == 4);
    for (int i = 0; i < 60; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    rv_world_destroy(world);
}

// --- torn twist ---

static void check_torn_twist(const rv_world* world, int links, double per_length) {
    CHECK(strand_of(world, 0)->link_count == links);
    for (int i = 0; i < links; i++)
        CHECK_NEAR(link_at(world, i)->untwisted, per_length * link_at(world, i)->length, 1e-15);
}

TEST(torn_twist_of_a_metre_stays_when_a_segment_becomes_two_and_they_become_one) {
    static const double TORN = 0.8; // [rad/m]
    rv_world* world = weightless_world();
    add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(6, 0, 0)), 6);
    for (int i = 0; i < 5; i++) {
        rv_link* link = rv_strand_links(world, strand_of(world, 0)) + i;
        link->untwisted = TORN * link->length;
    }
    split(world, 2, 0.3);
    check_torn_twist(world, 6, TORN);
    rv_strand_merge(world, strand_of(world, 0), 2);
    check_torn_twist(world, 5, TORN);
    rv_world_destroy(world);
}
