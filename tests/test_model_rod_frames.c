// Rods that are curved and twisted at rest: forces against differences of the relaxed energy, and
// shapes whose answer is known.
#include "world_fixture.h"

#include "model/rod_frames.h"

enum { VERTICES_MAX = 64 };

typedef struct bench {
    rv_rod_line line;
    rv_rod_frames frames;
    rv_rod_stiffness s;
    double values[(RV_ROD_VALUES + RV_ROD_FRAMES_VALUES) * VERTICES_MAX], length[VERTICES_MAX];
    rv_vec3 x[VERTICES_MAX], F[VERTICES_MAX];
    rv_vec3 first, last, start, end; // directors and the tangents they belong to
    double Theta;
} bench;

static rv_vec3 random_director(fixture_random* r, rv_vec3 tangent) {
    return rv_vec3_normalize(rv_vec3_cross(tangent, random_vec(r, 1.0)));
}

// frames for the shape as it is, of directors that turn with their tangents; the energy
static double relax(bench* b) {
    int n = b->line.vertices;
    rv_rod_measure(&b->line, b->x, 0.0);
    rv_vec3 first = rv_rod_carry(b->first, b->start, b->line.tangent[0], 0.0);
    rv_rod_frames_carry(&b->frames, &b->line, first);
    if (b->frames.last_held) {
        rv_vec3 last = rv_rod_carry(b->last, b->end, b->line.tangent[n - 2], 0.0);
        b->frames.last = rv_rod_twist(&b->line, first, last, b->Theta);
    }
    CHECK(rv_rod_frames_relax(&b->frames, &b->line, b->s) > 0);
    // angles and what was turned with them on the way belong together, up to rounding on that way
    for (int i = 1; i < n - 1; i++) {
        double phi = 0.5 * (b->frames.theta[i - 1] + b->frames.theta[i]);
        CHECK_NEAR(b->frames.cosine[i], rv_cos(phi), 1e-14);
        CHECK_NEAR(b->frames.sine[i], rv_sin(phi), 1e-14);
    }
    return rv_rod_frames_energy(&b->frames, &b->line, b->s);
}

// a random line with random rest values; bits of `held`: the first, the last end is held, is pinned
static void make(bench* b, fixture_random* r, int n, double rest, int held) {
    memset(b, 0, sizeof *b);
    b->s = (rv_rod_stiffness){random_in(r, 0.02, 0.1), random_in(r, 0.02, 0.1)};
    rv_vec3 t = rv_vec3_normalize(random_vec(r, 1.0));
    for (int j = 0; j < n - 1; j++) {
        b->length[j] = random_in(r, 0.5, 1.5);
        b->x[j + 1] = rv_vec3_mul_add(b->x[j], b->length[j] * random_in(r, 0.9, 1.1), t);
        t = rv_vec3_normalize(rv_vec3_add(t, random_vec(r, 0.4)));
    }
    b->line = rv_rod_line_at(b->values, n, false, b->length);
    b->line.pinned[0] = held & 4;
    b->line.pinned[1] = held & 8;
    rv_rod_line_prepare(&b->line);
    b->frames = rv_rod_frames_at(b->values + RV_ROD_VALUES * VERTICES_MAX, n);
    for (int i = 1; i < n - 1; i++) {
        b->frames.rest_1[i] = random_in(r, -rest, rest);
        b->frames.rest_2[i] = random_in(r, -rest, rest);
        b->frames.rest_twist[i] = random_in(r, -rest, rest);
    }
    b->frames.rest_twist[0] = 0.3 * rest; // of half edges
    b->frames.rest_twist[n - 1] = -0.4 * rest;
    rv_rod_measure(&b->line, b->x, 0.0);
    b->start = b->line.tangent[0];
    b->end = b->line.tangent[n - 2];
    b->first = random_director(r, b->start);
    b->last = random_director(r, b->end);
    b->frames.first_held = held & 1;
    b->frames.last_held = held & 2;
    b->Theta = rv_rod_twist(&b->line, b->first, b->last, 1.0);
    relax(b);
}

static void find_forces(bench* b) {
    relax(b);
    memset(b->F, 0, sizeof b->F);
    rv_rod_frames_add_forces(&b->frames, &b->line, b->s, b->F);
}

static double largest_force(const bench* b) {
    double largest = 0.0;
    for (int i = 0; i < b->line.vertices; i++) {
        double size = rv_vec3_length(b->F[i]);
        largest = size <= largest ? largest : size;
    }
    return largest;
}

static double* component(rv_vec3* v, int k) {
    return k == 0 ? &v->x : k == 1 ? &v->y : &v->z;
}

static double energy_beside(bench* b, int i, int k, double step) {
    double was = *component(&b->x[i], k);
    *component(&b->x[i], k) = was + step;
    double energy = relax(b);
    *component(&b->x[i], k) = was;
    return energy;
}

TEST(forces_are_the_derivative_of_the_relaxed_energy) {
    // ends held or free; fourth-order differences, as accurate as 1e-10 here
    fixture_random r = {41};
    for (int round = 0; round < 16; round++) {
        bench b;
        make(&b, &r, 3 + round, 0.5, round);
        find_forces(&b);
        double worst = 0.0, step = 1e-4;
        for (int i = 0; i < b.line.vertices; i++)
            for (int k = 0; k < 3; k++) {
                double near = energy_beside(&b, i, k, step) - energy_beside(&b, i, k, -step);
                double far =
                    energy_beside(&b, i, k, 2.0 * step) - energy_beside(&b, i, k, -2.0 * step);
                double slope = (8.0 * near - far) / (12.0 * step);
                worst = fmax(worst, fabs(slope + *component(&b.F[i], k)));
            }
        CHECK(worst < 1e-8 * largest_force(&b));
    }
}

TEST(couples_are_the_derivative_by_the_angles_of_the_ends) {
    fixture_random r = {42};
    for (int pinned = 0; pinned < 4; pinned++) {
        bench b;
        make(&b, &r, 12, 0.5, 3 + 4 * pinned);
        double step = 1e-3;
        for (int last = 0; last < 2; last++) {
            double energy[2];
            rv_vec3* director = last ? &b.last : &b.first;
            rv_vec3 was = *director, tangent = last ? b.end : b.start;
            for (int side = 0; side < 2; side++) {
                *director = rv_rod_carry(was, tangent, tangent, side ? -step : step);
                energy[side] = relax(&b);
            }
            *director = was;
            relax(&b);
            double M = rv_rod_frames_couple(&b.frames, &b.line, b.s, last);
            CHECK_NEAR((energy[0] - energy[1]) / (2.0 * step), M, 1e-5 * fabs(M));
        }
        // an end that is free has none
        b.frames.last_held = false;
        relax(&b);
        CHECK_NEAR(rv_rod_frames_couple(&b.frames, &b.line, b.s, true), 0.0, 1e-15);
    }
}

TEST(forces_and_couples_balance) {
    fixture_random r = {43};
    for (int held = 0; held < 16; held++) {
        bench b;
        make(&b, &r, 30, 0.5, held);
        find_forces(&b);
        rv_vec3 force = vec(0, 0, 0), moment = vec(0, 0, 0);
        for (int i = 0; i < 30; i++) {
            force = rv_vec3_add(force, b.F[i]);
            moment = rv_vec3_add(moment, rv_vec3_cross(b.x[i], b.F[i]));
        }
        CHECK(rv_vec3_length(force) < 1e-14);
        // what the rod does to its holders, with the forces on its vertices, is no moment
        double M0 = rv_rod_frames_couple(&b.frames, &b.line, b.s, false);
        double M1 = rv_rod_frames_couple(&b.frames, &b.line, b.s, true);
        moment = rv_vec3_mul_add(moment, -M0, b.line.tangent[0]);
        moment = rv_vec3_mul_add(moment, -M1, b.line.tangent[28]);
        CHECK(rv_vec3_length(moment) < 1e-12);
    }
}

TEST(a_rod_that_is_straight_at_rest_bends_and_twists_as_without_frames) {
    fixture_random r = {44};
    for (int held = 0; held < 16; held++) {
        bench b;
        make(&b, &r, 25, 0.0, held);
        find_forces(&b);
        double energy = rv_rod_frames_energy(&b.frames, &b.line, b.s);
        // twisted only where both ends are held; then evenly, by length
        double Theta = held % 4 == 3 ? b.Theta : 0.0, along = b.frames.theta[0];
        for (int i = 1; i < 24; i++) {
            along += Theta / (b.line.density[i] * b.line.elastic);
            CHECK_NEAR(b.frames.theta[i], along, 1e-12);
        }
        rv_rod_measure(&b.line, b.x, b.s.B);
        double plain = rv_rod_bend_energy(&b.line, b.s.B);
        CHECK_NEAR(energy, plain + rv_rod_twist_energy(&b.line, b.s.C, Theta), 1e-14);
        rv_vec3 F[VERTICES_MAX] = {{0.0, 0.0, 0.0}};
        rv_rod_add_forces(&b.line, rv_rod_twist_moment(&b.line, b.s.C, Theta), F);
        for (int i = 0; i < 25; i++)
            CHECK(rv_vec3_length(rv_vec3_sub(F[i], b.F[i])) < 1e-13);
    }
}

TEST(a_shape_at_rest_is_without_force_however_it_lies) {
    fixture_random r = {45};
    for (int held = 0; held < 16; held++) {
        bench b;
        make(&b, &r, 25, 0.5, held);
        rv_rod_frames_set_rest(&b.frames, &b.line);
        rv_pose pose = random_pose(&r, 1.0, 3.0);
        for (int i = 0; i < 25; i++)
            b.x[i] = rv_pose_apply(pose, b.x[i]);
        b.first = rv_quat_rotate(pose.rotation, b.first);
        b.last = rv_quat_rotate(pose.rotation, b.last);
        b.start = rv_quat_rotate(pose.rotation, b.start);
        b.end = rv_quat_rotate(pose.rotation, b.end);
        b.Theta = b.frames.last;
        find_forces(&b);
        CHECK(largest_force(&b) < 1e-13);
        CHECK_NEAR(rv_rod_frames_energy(&b.frames, &b.line, b.s), 0.0, 1e-25);
    }
}

TEST(a_free_rod_turns_until_its_bow_lies_in_the_plane_of_bending) {
    // rest curvature along x of the section, bent along another direction: the ends are free, so that
    // all of it turns by the angle between them, and only the difference of the curvatures is left
    bench b;
    fixture_random r = {46};
    make(&b, &r, 20, 0.0, 0);
    for (int i = 0; i < 20; i++) {
        double angle = 0.1 * i;
        b.x[i] = vec(rv_cos(angle), rv_sin(angle), 0.0);
        b.length[i] = 2.0 * rv_sin(0.05);
        b.frames.rest_1[i] = 0.0;
        b.frames.rest_2[i] = 0.03;
        b.frames.theta[i] = 1.0;
    }
    rv_rod_line_prepare(&b.line);
    rv_rod_measure(&b.line, b.x, 0.0);
    b.start = b.line.tangent[0];
    b.first = vec(0, 0, 1); // kb is along it
    double energy = relax(&b), kb = 2.0 * rv_sin(0.05) / rv_cos(0.05);
    for (int j = 0; j < 19; j++)
        CHECK_NEAR(b.frames.theta[j], -0.5 * RV_PI, 1e-9);
    CHECK_NEAR(energy, 18.0 * b.s.B * (kb - 0.03) * (kb - 0.03) / (2.0 * b.length[0]), 1e-12);
}

TEST(angles_settle_from_wherever_they_start) {
    // over ridges, where the matrix is not positive; soft in twist, which makes many of them
    fixture_random r = {47};
    for (int round = 0; round < 3000; round++) {
        bench b;
        make(&b, &r, 5 + round % 50, round % 2 ? 0.3 : 2.0, round % 16);
        if (round % 3 == 0)
            b.s.C *= 0.1;
        int from = rv_rod_frames_fixed(&b.frames, &b.line, 0);
        int to = b.line.vertices - 2 - rv_rod_frames_fixed(&b.frames, &b.line, 1);
        for (int j = from; j <= to; j++)
            b.frames.theta[j] += random_in(&r, -3.0, 3.0);
        relax(&b);
        for (int j = from; j <= to; j++)
            CHECK_NEAR(b.frames.slope[j], 0.0, 1e-12);
        // from there it needs no more than to see that
        CHECK(rv_rod_frames_relax(&b.frames, &b.line, b.s) == 1);
    }
}

TEST(damping_acts_as_without_frames) {
    fixture_random r = {48};
    bench b;
    make(&b, &r, 15, 0.5, 3);
    rv_vec3 v[VERTICES_MAX], plain[VERTICES_MAX] = {{0.0, 0.0, 0.0}};
    for (int i = 0; i < 15; i++)
        v[i] = random_vec(&r, 1.0);
    rv_rod_damping damping = {0.1, 0.2};
    find_forces(&b);
    rv_vec3 without[VERTICES_MAX];
    memcpy(without, b.F, sizeof without);
    rv_rod_damp(&b.line, v, &damping);
    rv_rod_add_forces(&b.line, 0.0, plain);
    memset(b.F, 0, sizeof b.F);
    rv_rod_frames_add_forces(&b.frames, &b.line, b.s, b.F);
    for (int i = 0; i < 15; i++) {
        rv_vec3 both = rv_vec3_add(plain[i], without[i]);
        CHECK(rv_vec3_length(rv_vec3_sub(b.F[i], both)) < 1e-13);
    }
}
