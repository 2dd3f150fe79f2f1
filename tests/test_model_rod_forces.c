// The mechanics of a discrete rod: forces against differences of the energies, what must balance,
// and twist that is followed over many turns.
#include "world_fixture.h"

#include "model/rod_forces.h"

enum { VERTICES_MAX = 128 };

typedef struct bench {
    rv_rod_line line;
    double values[RV_ROD_VALUES * VERTICES_MAX], length[VERTICES_MAX];
    rv_vec3 x[VERTICES_MAX], v[VERTICES_MAX], F[VERTICES_MAX];
    rv_vec3 first, last; // directors, of the tangents start and end
    rv_vec3 start, end;
    double B, C, Theta;
} bench;

static rv_vec3 random_unit(fixture_random* r) {
    return rv_vec3_normalize(random_vec(r, 1.0));
}

static rv_vec3 random_director(fixture_random* r, rv_vec3 tangent) {
    return rv_vec3_normalize(rv_vec3_cross(tangent, random_unit(r)));
}

static void measure(bench* b) {
    rv_rod_measure(&b->line, b->x, b->B);
}

static const rv_vec3* tangent_of_end(const bench* b) {
    return &b->line.tangent[b->line.closed ? 0 : b->line.vertices - 2];
}

// a random line: edges of unequal rest lengths that are stretched unequally, joints up to `bend` rad
static void make(bench* b, fixture_random* r, int n, double bend) {
    memset(b, 0, sizeof *b);
    b->B = random_in(r, 0.01, 0.1);
    b->C = random_in(r, 0.01, 0.1);
    rv_vec3 t = random_unit(r);
    b->x[0] = random_vec(r, 1.0);
    b->v[0] = random_vec(r, 1.0);
    for (int j = 0; j < n - 1; j++) {
        b->length[j] = random_in(r, 0.5, 1.5);
        b->x[j + 1] = rv_vec3_mul_add(b->x[j], b->length[j] * random_in(r, 0.8, 1.2), t);
        b->v[j + 1] = random_vec(r, 1.0);
        rv_vec3 axis = random_director(r, t);
        t = rv_quat_rotate(rv_quat_exp(rv_vec3_scale(axis, random_in(r, 0.0, bend))), t);
    }
    b->line = rv_rod_line_at(b->values, n, false, b->length);
    measure(b);
    b->start = b->line.tangent[0];
    b->end = *tangent_of_end(b);
    b->first = random_director(r, b->start);
    b->last = random_director(r, b->end);
    b->Theta = rv_rod_twist(&b->line, b->first, b->last, 0.0);
}

// a closed one: a wavy ring whose last vertex is its first
static void make_ring(bench* b, fixture_random* r, int n) {
    make(b, r, n, 1.0);
    for (int i = 0; i < n; i++) {
        double angle = 2.0 * RV_PI * i / (n - 1);
        b->x[i] =
            rv_vec3_add(vec(3.0 * rv_cos(angle), 3.0 * rv_sin(angle), 0.0), random_vec(r, 0.2));
    }
    b->x[n - 1] = b->x[0];
    b->v[n - 1] = b->v[0];
    b->line = rv_rod_line_at(b->values, n, true, b->length);
    measure(b);
    b->start = b->end = b->line.tangent[0];
    b->first = random_director(r, b->start);
    b->last = random_director(r, b->start);
    b->Theta = rv_rod_twist(&b->line, b->first, b->last, 0.0);
}

// bending and twist together, for directors that turn with their tangents and do not spin
static double energy_of(bench* b) {
    measure(b);
    rv_vec3 first = rv_rod_carry(b->first, b->start, b->line.tangent[0], 0.0);
    rv_vec3 last = rv_rod_carry(b->last, b->end, *tangent_of_end(b), 0.0);
    double Theta = rv_rod_twist(&b->line, first, last, b->Theta);
    return rv_rod_bend_energy(&b->line, b->B) + rv_rod_twist_energy(&b->line, b->C, Theta);
}

static double* component(rv_vec3* v, int k) {
    return k == 0 ? &v->x : k == 1 ? &v->y : &v->z;
}

// the energy with one coordinate moved; both copies of the vertex where a ring is closed
static double energy_beside(bench* b, int i, int k, double step) {
    int twin = b->line.closed && i == 0 ? b->line.vertices - 1 : i;
    double was = *component(&b->x[i], k);
    *component(&b->x[i], k) = *component(&b->x[twin], k) = was + step;
    double energy = energy_of(b);
    *component(&b->x[i], k) = *component(&b->x[twin], k) = was;
    return energy;
}

// forces at the bench's own shape
static void find_forces(bench* b) {
    measure(b);
    memset(b->F, 0, sizeof b->F);
    rv_rod_add_forces(&b->line, rv_rod_twist_moment(&b->line, b->C, b->Theta), b->F);
    if (b->line.closed)
        b->F[0] = rv_vec3_add(b->F[0], b->F[b->line.vertices - 1]);
}

// NaN if any is
static double largest_force(const bench* b) {
    double largest = 0.0;
    for (int i = 0; i < b->line.vertices; i++) {
        double size = rv_vec3_length(b->F[i]);
        largest = size <= largest ? largest : size;
    }
    return largest;
}

// Largest difference from the derivative by central differences, relative to the largest force.
// Fourth order with steps of 1e-3: its own error is 1e-12 times the fifth derivative, and rounding
// 1e-13 of the energy.
static double gradient_error(bench* b) {
    find_forces(b);
    double worst = 0.0, step = 1e-3;
    for (int i = 0; i < b->line.vertices - (b->line.closed ? 1 : 0); i++)
        for (int k = 0; k < 3; k++) {
            double near = energy_beside(b, i, k, step) - energy_beside(b, i, k, -step);
            double far = energy_beside(b, i, k, 2.0 * step) - energy_beside(b, i, k, -2.0 * step);
            double slope = (8.0 * near - far) / (12.0 * step);
            worst = fmax(worst, fabs(slope + *component(&b->F[i], k)));
        }
    return worst / largest_force(b);
}

TEST(forces_of_bending_are_the_derivative_of_its_energy) {
    fixture_random r = {11};
    for (int round = 0; round < 20; round++) {
        bench b;
        make(&b, &r, 3 + round, 1.2);
        b.C = 0.0;
        CHECK(gradient_error(&b) < 1e-8);
    }
}

TEST(forces_of_twist_are_the_derivative_of_its_energy) {
    fixture_random r = {12};
    for (int round = 0; round < 20; round++) {
        bench b;
        make(&b, &r, 3 + round, 1.2);
        b.B = 0.0;
        b.Theta += 2.0 * RV_PI * (round - 10);
        CHECK(gradient_error(&b) < 1e-8);
    }
}

TEST(forces_of_a_closed_ring_are_the_derivative_of_its_energy) {
    fixture_random r = {13};
    for (int round = 0; round < 10; round++) {
        bench b;
        make_ring(&b, &r, 8 + 3 * round);
        CHECK(gradient_error(&b) < 1e-8);
    }
}

TEST(a_fold_beyond_the_floor_keeps_forces_that_are_derivatives) {
    bench b;
    fixture_random r = {14};
    make(&b, &r, 3, 1.0);
    b.C = 0.0;
    // 3e-4 rad short of folded: 1 + c = 4.5e-8, where the energy goes on along a line
    b.x[0] = vec(0.0, 0.0, 0.0);
    b.x[1] = vec(1.0, 0.0, 0.0);
    b.x[2] = vec(1.0 - rv_cos(3e-4), rv_sin(3e-4), 0.0);
    find_forces(&b);
    double step = 1e-5;
    double slope = (energy_beside(&b, 2, 1, step) - energy_beside(&b, 2, 1, -step)) / (2.0 * step);
    // energies are 4e6 a here and their curvature 1e12 a: differences have 6 digits
    CHECK_NEAR(b.F[2].y / -slope, 1.0, 1e-6);
    CHECK(b.F[2].y > 0.0);
    b.x[2] = b.x[0];
    find_forces(&b);
    CHECK(isfinite(largest_force(&b)));
    b.x[2] = b.x[1];
    find_forces(&b);
    CHECK_NEAR(largest_force(&b), 0.0, 0.0);
}

TEST(forces_sum_to_zero_and_their_moment_is_what_the_end_couples_take) {
    fixture_random r = {15};
    for (int round = 0; round < 20; round++) {
        bench b;
        make(&b, &r, 3 + 5 * round, 1.2);
        find_forces(&b);
        int n = b.line.vertices;
        double M_t = rv_rod_twist_moment(&b.line, b.C, b.Theta);
        rv_vec3 force = vec(0, 0, 0), moment = vec(0, 0, 0);
        for (int i = 0; i < n; i++) {
            force = rv_vec3_add(force, b.F[i]);
            moment = rv_vec3_add(moment, rv_vec3_cross(b.x[i], b.F[i]));
        }
        rv_vec3 ends = rv_vec3_sub(b.line.tangent[n - 2], b.line.tangent[0]);
        // rounding: 1e-16 of the largest force and arm, of 100 vertices
        double scale = largest_force(&b);
        CHECK(rv_vec3_length(force) < 1e-13 * scale);
        CHECK(rv_vec3_length(rv_vec3_sub(moment, rv_vec3_scale(ends, M_t))) < 2e-12 * scale);
    }
}

TEST(bending_follows_a_circle) {
    // a regular polygon of n edges has |kb| = 2 tan(pi/n) at each joint, and every joint the moment
    // 2B tan(pi/n)/(D cos^2(pi/n)), which is B/R for many edges
    enum { EDGES = 60 };
    bench b;
    fixture_random r = {16};
    make_ring(&b, &r, EDGES + 1);
    double R = 2.0, B = b.B = 0.3, half = RV_PI / EDGES, tangent = rv_sin(half) / rv_cos(half);
    for (int i = 0; i <= EDGES; i++) {
        double angle = 2.0 * RV_PI * (i % EDGES) / EDGES;
        b.x[i] = vec(R * rv_cos(angle), R * rv_sin(angle), 0.0);
        b.length[i] = 2.0 * R * rv_sin(half);
    }
    rv_rod_line_prepare(&b.line);
    measure(&b);
    double D = b.length[0];
    for (int i = 0; i <= EDGES; i++) {
        rv_vec3 m = rv_vec3_scale(b.line.binormal[i], b.line.moment[i]);
        CHECK_NEAR(b.line.binormal[i].z, 2.0 * tangent, 1e-14);
        CHECK_NEAR(m.z, 2.0 * B * tangent / (D * rv_cos(half) * rv_cos(half)), 1e-13);
    }
    CHECK_NEAR(b.line.elastic, EDGES * D, 1e-12);
    double energy = EDGES * B * 2.0 * tangent * tangent / D;
    CHECK_NEAR(rv_rod_bend_energy(&b.line, B), energy, 1e-12);
    // B/(2R) per radian of the circle, up to the polygon's pi^2/n^2 = 0.3 %
    CHECK_NEAR(energy, RV_PI * B / R, 0.003 * energy);
}

TEST(joints_share_the_lengths_beside_them) {
    bench b;
    fixture_random r = {28};
    make(&b, &r, 3, 1.0);
    b.length[0] = 1.0;
    b.length[1] = 3.0;
    rv_rod_line_prepare(&b.line);
    b.x[0] = vec(1, 0, 0);
    b.x[1] = vec(0, 0, 0);
    b.x[2] = vec(0, 3, 0);
    measure(&b);
    // a right angle: |kb| = 2, energy B |kb|^2/(2D), D = 2
    CHECK_NEAR(rv_rod_bend_energy(&b.line, 0.5), 0.5, 1e-15);
    CHECK_NEAR(rv_rod_twist_energy(&b.line, 0.5, 2.0), 0.5, 1e-15);
}

// ---- twist ------------------------------------------------------------------------------------

TEST(twist_is_the_solid_angle_that_tangents_enclose) {
    // tangents x, y, z, x enclose an eighth of the sphere: pi/2, by which a direction carried along
    // comes back turned; the other way round with the other sign
    for (int way = 0; way < 2; way++) {
        bench b;
        fixture_random r = {17};
        make(&b, &r, 5, 1.0);
        rv_vec3 t[4] = {vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1), vec(1, 0, 0)};
        if (way == 1) {
            t[1] = vec(0, 0, 1);
            t[2] = vec(0, 1, 0);
        }
        for (int j = 0; j < 4; j++)
            b.x[j + 1] = rv_vec3_mul_add(b.x[j], b.length[j], t[j]);
        measure(&b);
        double Theta = rv_rod_twist(&b.line, vec(0, 1, 0), vec(0, 1, 0), 0.0);
        CHECK_NEAR(Theta, way == 0 ? -0.5 * RV_PI : 0.5 * RV_PI, 1e-15);
        // turned at the end, right-handed about the tangent
        rv_vec3 last = rv_rod_carry(vec(0, 1, 0), t[3], t[3], 0.3);
        CHECK_NEAR(rv_rod_twist(&b.line, vec(0, 1, 0), last, 0.0), Theta + 0.3, 1e-15);
        // only what is perpendicular to the tangent counts
        last = rv_vec3_mul_add(last, 0.5, t[3]);
        CHECK_NEAR(rv_rod_twist(&b.line, vec(0.7, 1, 0), last, 0.0), Theta + 0.3, 1e-15);
    }
}

// a wavy line that moves with the phase, its end edges fixed
static void pose_wave(bench* b, double phase, double size) {
    int n = b->line.vertices;
    for (int i = 2; i < n - 2; i++) {
        double s = (double)(i - 1) / (n - 3), hump = size * s * (1.0 - s);
        b->x[i] =
            vec(0.5 * i, hump * rv_sin(phase + 9.0 * s), hump * rv_cos(2.0 * phase - 5.0 * s));
    }
    for (int k = 0; k < 2; k++) {
        b->x[k] = vec(0.5 * k, 0.0, 0.0);
        b->x[n - 1 - k] = vec(0.5 * (n - 1 - k), 0.0, 0.0);
    }
    measure(b);
}

TEST(twist_comes_back_exactly_after_a_closed_cycle_of_shapes) {
    for (int n = 60; n <= 61; n++) {
        bench b;
        fixture_random r = {18};
        make(&b, &r, n, 0.1);
        pose_wave(&b, 0.0, 6.0);
        rv_vec3 first = vec(0, 1, 0), last = vec(0, 0, 1);
        double start = rv_rod_twist(&b.line, first, last, 0.0), Theta = start, spread = 0.0;
        int steps = 200;
        for (int k = 1; k <= steps; k++) {
            pose_wave(&b, 2.0 * RV_PI * k / steps, 6.0);
            Theta = rv_rod_twist(&b.line, first, last, Theta);
            spread = fmax(spread, fabs(Theta - start));
        }
        CHECK(spread > 0.1); // it has changed on the way
        CHECK_NEAR(Theta, start, 1e-12);
    }
}

TEST(twist_changes_at_the_rate_that_its_gradient_says) {
    // along the same cycle, integrated by the midpoint rule: Theta-dot = sum of dTheta/dE_j.Edot_j
    bench b;
    fixture_random r = {19};
    make(&b, &r, 60, 0.1);
    double error[2];
    for (int round = 0; round < 2; round++) {
        int steps = 200 << round;
        pose_wave(&b, 0.0, 6.0);
        double sum = rv_rod_twist(&b.line, vec(0, 1, 0), vec(0, 0, 1), 0.0), Theta = sum;
        error[round] = 0.0;
        for (int k = 0; k < steps; k++) {
            rv_vec3 before[VERTICES_MAX];
            memcpy(before, b.x, sizeof before);
            pose_wave(&b, 2.0 * RV_PI * (k + 0.5) / steps, 6.0);
            memset(b.line.moment, 0, 60 * sizeof *b.line.moment);
            memset(b.F, 0, sizeof b.F);
            rv_rod_add_forces(&b.line, 1.0, b.F);
            pose_wave(&b, 2.0 * RV_PI * (k + 1) / steps, 6.0);
            for (int i = 0; i < 60; i++)
                sum -= rv_vec3_dot(b.F[i], rv_vec3_sub(b.x[i], before[i]));
            Theta = rv_rod_twist(&b.line, vec(0, 1, 0), vec(0, 0, 1), Theta);
            error[round] = fmax(error[round], fabs(sum - Theta));
        }
    }
    CHECK(error[0] < 2e-3);
    CHECK_NEAR(error[0] / error[1], 4.0, 0.4); // second order
}

TEST(fifty_turns_of_twist_are_followed_there_and_back) {
    bench b;
    fixture_random r = {20};
    make(&b, &r, 40, 0.1);
    pose_wave(&b, 0.0, 4.0);
    rv_vec3 first = vec(0, 1, 0), t = vec(1, 0, 0);
    double start = rv_rod_twist(&b.line, first, first, 0.0), Theta = start;
    int steps = 500;
    for (int k = 1; k <= 2 * steps; k++) {
        double turned = 100.0 * RV_PI * (k <= steps ? k : 2 * steps - k) / steps;
        pose_wave(&b, 2.0 * RV_PI * k / steps, 4.0);
        rv_vec3 last = rv_rod_carry(first, t, t, turned);
        Theta = rv_rod_twist(&b.line, first, last, Theta);
        if (k == steps)
            CHECK_NEAR(Theta, start + 100.0 * RV_PI, 1e-12);
    }
    CHECK_NEAR(Theta, start, 1e-12);
}

TEST(a_director_that_is_carried_stays_a_director) {
    fixture_random r = {21};
    rv_vec3 t = random_unit(&r), d = random_director(&r, t);
    for (int k = 0; k < 1000; k++) {
        rv_vec3 to = rv_vec3_normalize(rv_vec3_add(t, random_vec(&r, 0.3)));
        rv_vec3 plain = rv_rod_carry(d, t, to, 0.0), spun = rv_rod_carry(d, t, to, 0.7);
        CHECK_NEAR(rv_vec3_dot(spun, to), 0.0, 1e-15);
        CHECK_NEAR(rv_vec3_dot(spun, spun), 1.0, 1e-15);
        CHECK_NEAR(rv_vec3_dot(rv_vec3_cross(plain, spun), to), rv_sin(0.7), 1e-14);
        // the smallest rotation leaves what is across both tangents where it is
        rv_vec3 axis = rv_vec3_cross(t, to);
        CHECK_NEAR(rv_vec3_dot(plain, axis), rv_vec3_dot(d, axis), 1e-15);
        t = to;
        d = spun;
    }
}

// ---- dissipation ------------------------------------------------------------------------------

// forces of dissipation alone; its power
static double find_damping(bench* b, const rv_rod_damping* damping) {
    measure(b);
    memset(b->line.moment, 0, (size_t)b->line.vertices * sizeof *b->line.moment);
    memset(b->F, 0, sizeof b->F);
    double power = rv_rod_damp(&b->line, b->v, damping);
    rv_rod_add_forces(&b->line, 0.0, b->F);
    return power;
}

static double power_of(const bench* b) {
    double power = 0.0;
    for (int i = 0; i < b->line.vertices; i++)
        power += rv_vec3_dot(b->F[i], b->v[i]);
    return power;
}

TEST(forces_of_dissipation_are_the_derivative_of_its_potential) {
    fixture_random r = {22};
    for (int round = 0; round < 12; round++) {
        bench b;
        if (round % 3 == 2)
            make_ring(&b, &r, 12);
        else
            make(&b, &r, 3 + round, 1.2);
        rv_rod_damping damping = {round % 2 ? 0.2 : 0.0, round % 2 ? 0.0 : 0.3};
        double lost = find_damping(&b, &damping), size = largest_force(&b);
        CHECK_NEAR(power_of(&b), -lost, 1e-13 * lost);
        CHECK(lost > 0.0);
        rv_vec3 F[VERTICES_MAX];
        memcpy(F, b.F, sizeof F);
        int n = b.line.vertices;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                // R = lost/2 is a quadratic form: its central difference is exact
                double was = *component(&b.v[i], k);
                *component(&b.v[i], k) = was + 1.0;
                double up = find_damping(&b, &damping);
                *component(&b.v[i], k) = was - 1.0;
                double down = find_damping(&b, &damping);
                *component(&b.v[i], k) = was;
                CHECK_NEAR(*component(&F[i], k), -0.25 * (up - down), 1e-12 * size);
            }
    }
}

TEST(dissipation_leaves_rigid_motion_alone) {
    fixture_random r = {23};
    bench b;
    make(&b, &r, 30, 1.2);
    rv_vec3 velocity = random_vec(&r, 1.0), spin = random_vec(&r, 1.0);
    for (int i = 0; i < 30; i++)
        b.v[i] = rv_vec3_add(velocity, rv_vec3_cross(spin, b.x[i]));
    rv_rod_damping damping = {0.2, 0.3};
    find_damping(&b, &damping);
    CHECK(largest_force(&b) < 1e-12);
}

TEST(viscous_moments_are_the_same_at_every_angle) {
    // a joint that opens at 1 rad/s: the moment is viscous/D times the rate of 2 tan(phi/2), along
    // the axis, times what a turn of the joint does to that; nothing fades near the straight line
    bench b;
    fixture_random r = {24};
    make(&b, &r, 3, 1.0);
    b.length[0] = b.length[1] = 1.0;
    rv_rod_line_prepare(&b.line);
    rv_rod_damping viscous = {0.0, 0.3}, cosine = {0.3, 0.0};
    for (double phi = 1e-6; phi < 2.5; phi *= 3.0) {
        b.x[0] = vec(-1, 0, 0);
        b.x[1] = vec(0, 0, 0);
        b.x[2] = vec(rv_cos(phi), rv_sin(phi), 0.0);
        b.v[0] = b.v[1] = vec(0, 0, 0);
        b.v[2] = vec(-rv_sin(phi), rv_cos(phi), 0.0);
        double half = rv_cos(0.5 * phi), slope = 1.0 / (half * half); // d(2 tan(phi/2))/dphi
        // |kb|^2 keeps 1e-16/phi of its digits
        CHECK_NEAR(find_damping(&b, &viscous) / (0.3 * slope * slope), 1.0, 1e-15 / phi + 1e-14);
        CHECK_NEAR(b.F[0].y, -0.3 * slope * slope, 1e-9);
        double sine = rv_sin(phi);
        CHECK_NEAR(find_damping(&b, &cosine) / (0.3 * sine * sine), 1.0, 1e-15 / phi + 1e-14);
    }
}

TEST(drag_is_quadratic_and_shared_by_length) {
    bench b;
    fixture_random r = {25};
    make(&b, &r, 3, 1.0);
    b.length[0] = 1.0;
    b.length[1] = 3.0;
    for (int i = 0; i < 3; i++)
        b.v[i] = vec(0.0, 3.0, 4.0);
    memset(b.F, 0, sizeof b.F);
    double lost = rv_rod_add_drag(&b.line, b.v, 0.2, b.F);
    CHECK_NEAR(b.F[0].y, -0.2 * 0.5 * 5.0 * 3.0, 1e-15);
    CHECK_NEAR(b.F[1].z, -0.2 * 2.0 * 5.0 * 4.0, 1e-15);
    CHECK_NEAR(b.F[2].z, -0.2 * 1.5 * 5.0 * 4.0, 1e-15);
    CHECK_NEAR(lost, 0.2 * 4.0 * 125.0, 1e-13); // air |v|^3 per metre
    CHECK_NEAR(power_of(&b), -lost, 1e-13);
}

// ---- ends and sums ----------------------------------------------------------------------------

TEST(grips_balance_the_rod_that_they_hold) {
    fixture_random r = {26};
    for (int clamped = 0; clamped < 2; clamped++) {
        bench b;
        make(&b, &r, 12, 1.0);
        int n = 12;
        double tension[VERTICES_MAX], M_t = rv_rod_twist_moment(&b.line, b.C, b.Theta);
        for (int j = 0; j < n - 1; j++)
            tension[j] = random_in(&r, -1.0, 1.0);
        find_forces(&b);
        // forces of all stresses on the vertices between the grips, about the origin
        rv_vec3 force = vec(0, 0, 0), moment = vec(0, 0, 0);
        int from = clamped ? 2 : 1, to = n - 1 - from;
        for (int i = from; i <= to; i++) {
            rv_vec3 F = rv_vec3_mul_add(b.F[i], tension[i], b.line.tangent[i]);
            F = rv_vec3_mul_add(F, -tension[i - 1], b.line.tangent[i - 1]);
            force = rv_vec3_add(force, F);
            moment = rv_vec3_add(moment, rv_vec3_cross(b.x[i], F));
        }
        rv_rod_grip first = rv_rod_grip_first(&b.line, tension, M_t, clamped);
        rv_rod_grip last = rv_rod_grip_last(&b.line, tension, M_t, clamped);
        // what the grips do minus what arrives at the free vertices is nothing
        force = rv_vec3_sub(rv_vec3_add(first.force, last.force), force);
        CHECK(rv_vec3_length(force) < 1e-13);
        rv_vec3 at = b.x[clamped ? 1 : 0], there = b.x[clamped ? n - 2 : n - 1];
        rv_vec3 grips = rv_vec3_add(first.couple, last.couple);
        grips = rv_vec3_add(grips, rv_vec3_cross(at, first.force));
        grips = rv_vec3_add(grips, rv_vec3_cross(there, last.force));
        CHECK(rv_vec3_length(rv_vec3_sub(grips, moment)) < 1e-13);
    }
}

TEST(a_clamp_feels_the_bending_moment_at_its_joint) {
    fixture_random r = {27};
    bench b;
    make(&b, &r, 12, 1.0);
    find_forces(&b);
    double tension[VERTICES_MAX] = {0}, M_t = rv_rod_twist_moment(&b.line, b.C, b.Theta);
    rv_rod_grip last = rv_rod_grip_last(&b.line, tension, M_t, true);
    rv_vec3 m = rv_vec3_scale(b.line.binormal[10], b.line.moment[10]);
    rv_vec3 t = b.line.tangent[10];
    rv_vec3 twist = rv_vec3_mul_add(t, 0.5, rv_vec3_cross(t, b.line.binormal[10]));
    rv_vec3 expected = rv_vec3_mul_add(m, M_t, twist);
    CHECK(rv_vec3_length(rv_vec3_sub(last.couple, expected)) < 1e-14);
}

TEST(sums_over_masses_are_those_of_a_turning_bar) {
    double mass[2] = {1.0, 2.0};
    rv_vec3 x[2] = {vec(2, 0, 0), vec(-1, 0, 0)}, v[2] = {vec(0, 4, 0), vec(0, -2, 1)};
    rv_vec3 P = rv_rod_momentum(2, mass, v), L = rv_rod_angular_momentum(2, mass, x, v);
    CHECK_NEAR(P.y, 0.0, 0.0);
    CHECK_NEAR(P.z, 2.0, 0.0);
    CHECK_NEAR(L.z, 12.0, 0.0);
    CHECK_NEAR(L.y, 2.0, 0.0);
    CHECK_NEAR(rv_rod_kinetic_energy(2, mass, v), 13.0, 0.0);
}
