// Bending damped in the material: forces against differences of the dissipation, rates against frames
// that are followed, and motions whose answer is known.
#include "world_fixture.h"

#include "model/rod_frames.h"
#include "model/rod_viscous.h"

enum { VERTICES_MAX = 40 };

typedef struct bench {
    rv_rod_line line;
    rv_rod_viscous viscous;
    double values[RV_ROD_VALUES * VERTICES_MAX], room[RV_ROD_VISCOUS_VALUES * VERTICES_MAX];
    double length[VERTICES_MAX];
    rv_vec3 x[VERTICES_MAX], v[VERTICES_MAX], F[VERTICES_MAX];
} bench;

// a random line that moves at random, ends turned; bits of `held`: the first, the last is held, pinned
static void make(bench* b, fixture_random* r, int n, int held) {
    memset(b, 0, sizeof *b);
    rv_vec3 t = rv_vec3_normalize(random_vec(r, 1.0));
    for (int j = 0; j < n - 1; j++) {
        b->length[j] = random_in(r, 0.5, 1.5);
        b->x[j + 1] = rv_vec3_mul_add(b->x[j], b->length[j] * random_in(r, 0.9, 1.1), t);
        t = rv_vec3_normalize(rv_vec3_add(t, random_vec(r, 0.6)));
    }
    for (int i = 0; i < n; i++)
        b->v[i] = random_vec(r, 1.0);
    b->line = rv_rod_line_at(b->values, n, false, b->length);
    b->line.pinned[0] = held & 4;
    b->line.pinned[1] = held & 8;
    rv_rod_line_prepare(&b->line);
    b->viscous = (rv_rod_viscous){.viscosity = 0.3,
                                  .first_held = held & 1,
                                  .last_held = held & 2,
                                  .first = random_in(r, -1.0, 1.0),
                                  .last = random_in(r, -1.0, 1.0),
                                  .values = b->room};
    rv_rod_measure(&b->line, b->x, 0.0);
}

// forces, and the power that is lost
static double damp(bench* b) {
    memset(b->F, 0, sizeof b->F);
    memset(b->line.stress, 0, (size_t)b->line.vertices * sizeof *b->line.stress);
    return rv_rod_add_viscous(&b->line, b->v, &b->viscous, b->F);
}

static double* component(rv_vec3* v, int k) {
    return k == 0 ? &v->x : k == 1 ? &v->y : &v->z;
}

static double largest_force(const bench* b) {
    double largest = 0.0;
    for (int i = 0; i < b->line.vertices; i++) {
        double size = rv_vec3_length(b->F[i]);
        largest = size <= largest ? largest : size;
    }
    return largest;
}

TEST(forces_are_the_derivative_of_the_dissipation) {
    fixture_random r = {51};
    for (int round = 0; round < 16; round++) {
        bench b;
        make(&b, &r, 3 + round, round);
        double lost = damp(&b), size = largest_force(&b);
        rv_vec3 F[VERTICES_MAX];
        memcpy(F, b.F, sizeof F);
        for (int i = 0; i < b.line.vertices; i++) {
            for (int k = 0; k < 3; k++) {
                // R = lost/2 is quadratic: its central difference is exact
                double was = *component(&b.v[i], k);
                *component(&b.v[i], k) = was + 1.0;
                double up = damp(&b);
                *component(&b.v[i], k) = was - 1.0;
                double down = damp(&b);
                *component(&b.v[i], k) = was;
                CHECK_NEAR(*component(&F[i], k), -0.25 * (up - down), 1e-12 * size);
            }
        }
        CHECK(lost > 0.0);
        // stresses are those of the forces, and add up
        damp(&b);
        rv_rod_add_viscous(&b.line, b.v, &b.viscous, b.F);
        CHECK(rv_vec3_length(rv_vec3_sub(b.line.stress[0], b.F[0])) < 1e-12 * size);
        CHECK(rv_vec3_length(rv_vec3_mul_add(b.F[0], -2.0, F[0])) < 1e-12 * size);
    }
}

// components of the binormals that the sections see at x + time v
static void look(bench* b, double time, rv_rod_frames* f, rv_vec3 director, double last) {
    rv_vec3 x[VERTICES_MAX];
    int n = b->line.vertices;
    rv_vec3 tangent = rv_vec3_normalize(rv_vec3_sub(b->x[1], b->x[0]));
    for (int i = 0; i < n; i++)
        x[i] = rv_vec3_mul_add(b->x[i], time, b->v[i]);
    rv_rod_measure(&b->line, x, 0.0);
    rv_vec3 first = rv_rod_carry(director, tangent, b->line.tangent[0], time * b->viscous.first);
    rv_rod_frames_carry(f, &b->line, first);
    f->first_held = true;
    f->last_held = b->viscous.last_held;
    f->last = last;
    CHECK(rv_rod_frames_relax(f, &b->line, (rv_rod_stiffness){1.0, 1.0}) > 0);
}

TEST(rates_are_those_that_sections_in_equilibrium_see) {
    // the first end held, or both: frames are followed over a short time
    fixture_random r = {52};
    for (int round = 0; round < 10; round++) {
        bench b;
        make(&b, &r, 12, (round % 2 ? 3 : 1) + 4 * (round / 2 % 4));
        double room[2][RV_ROD_FRAMES_VALUES * VERTICES_MAX], time = 1e-4, sum = 0.0;
        rv_rod_frames f[2] = {rv_rod_frames_at(room[0], 12), rv_rod_frames_at(room[1], 12)};
        rv_vec3 t = b.line.tangent[0], end = b.line.tangent[10];
        rv_vec3 director = rv_vec3_normalize(rv_vec3_cross(t, random_vec(&r, 1.0)));
        rv_vec3 last = rv_vec3_normalize(rv_vec3_cross(end, random_vec(&r, 1.0)));
        for (int side = 0; side < 2; side++) {
            double when = side ? -time : time;
            look(&b, when, &f[side], director, 0.0);
            rv_vec3 now = b.line.tangent[10];
            rv_vec3 first = f[side].u[0],
                    turned = rv_rod_carry(last, end, now, when * b.viscous.last);
            double Theta = rv_rod_twist(&b.line, first, turned, 0.5);
            if (b.viscous.last_held)
                look(&b, when, &f[side], director, Theta);
        }
        for (int i = 1; i < 11; i++) {
            double a = (f[0].k_1[i] - f[1].k_1[i]) / (2.0 * time);
            double c = (f[0].k_2[i] - f[1].k_2[i]) / (2.0 * time);
            sum += b.viscous.viscosity * b.line.density[i] * (a * a + c * c);
        }
        rv_rod_measure(&b.line, b.x, 0.0);
        // differences of second order: 1e-8 times rates of order 1 to 10
        CHECK_NEAR(damp(&b) / sum, 1.0, 1e-6);
    }
}

TEST(motion_of_the_whole_is_not_damped) {
    fixture_random r = {53};
    for (int held = 0; held < 16; held++) {
        bench b;
        make(&b, &r, 20, held);
        rv_vec3 spin = random_vec(&r, 1.0), velocity = random_vec(&r, 1.0);
        for (int i = 0; i < 20; i++)
            b.v[i] = rv_vec3_add(velocity, rv_vec3_cross(spin, b.x[i]));
        // holders that turn with it
        b.viscous.first = rv_vec3_dot(spin, b.line.tangent[0]);
        b.viscous.last = rv_vec3_dot(spin, b.line.tangent[18]);
        CHECK_NEAR(damp(&b), 0.0, 1e-25);
        CHECK(largest_force(&b) < 1e-13);
    }
}

TEST(forces_and_couples_balance) {
    fixture_random r = {54};
    for (int held = 0; held < 16; held++) {
        bench b;
        make(&b, &r, 20, held);
        double lost = damp(&b), power = 0.0;
        rv_vec3 force = vec(0, 0, 0), moment = vec(0, 0, 0);
        for (int i = 0; i < 20; i++) {
            force = rv_vec3_add(force, b.F[i]);
            moment = rv_vec3_add(moment, rv_vec3_cross(b.x[i], b.F[i]));
            power += rv_vec3_dot(b.F[i], b.v[i]);
        }
        CHECK(rv_vec3_length(force) < 1e-13);
        double first = b.viscous.couple_first, last = b.viscous.couple_last;
        moment = rv_vec3_mul_add(moment, -first, b.line.tangent[0]);
        moment = rv_vec3_mul_add(moment, -last, b.line.tangent[18]);
        CHECK(rv_vec3_length(moment) < 1e-12);
        // what is lost comes from the vertices and from the holders
        double given = first * b.viscous.first + last * b.viscous.last;
        CHECK_NEAR(given - power, lost, 1e-12 * lost);
    }
}

TEST(bending_in_a_plane_is_damped_as_its_angles_are) {
    fixture_random r = {55};
    bench b;
    make(&b, &r, 20, 3);
    b.viscous.first = b.viscous.last = 0.0;
    rv_vec3 plain[VERTICES_MAX] = {{0.0, 0.0, 0.0}};
    for (int i = 0; i < 20; i++)
        b.x[i].z = b.v[i].z = 0.0;
    rv_rod_measure(&b.line, b.x, 0.0);
    double lost = damp(&b);
    rv_rod_damping damping = {0.0, 0.3};
    CHECK_NEAR(rv_rod_damp(&b.line, b.v, &damping) / lost, 1.0, 1e-12);
    rv_rod_add_forces(&b.line, 0.0, plain);
    for (int i = 0; i < 20; i++)
        CHECK(rv_vec3_length(rv_vec3_sub(plain[i], b.F[i])) < 1e-12 * largest_force(&b));
}

TEST(a_thread_that_whirls_between_held_ends_is_damped) {
    // a shallow bow that turns about the line of its ends at 3 rad/s: its curvature, 1/R in size, goes
    // round the sections at that rate, which loses viscosity (3/R)^2 per metre; its angles do not
    // change. The sections of a bow with slope a do not quite stand still: 1 - a^2/2 or so.
    fixture_random r = {56};
    bench b;
    make(&b, &r, 21, 3);
    b.viscous.first = b.viscous.last = 0.0;
    for (int i = 0; i < 21; i++) {
        double s = i / 20.0;
        b.x[i] = vec(s, 0.0, 0.005 * s * (1.0 - s)); // curvature 0.01/m
        b.length[i] = 0.05;
        b.v[i] = rv_vec3_cross(vec(3.0, 0.0, 0.0), b.x[i]);
    }
    rv_rod_line_prepare(&b.line);
    rv_rod_measure(&b.line, b.x, 0.0);
    // of 19 joints, 5 cm each
    CHECK_NEAR(damp(&b) / (0.3 * 9.0 * 1e-4 * 0.95), 1.0, 1e-4);
    rv_rod_damping damping = {0.0, 0.3};
    CHECK_NEAR(rv_rod_damp(&b.line, b.v, &damping), 0.0, 1e-20);
    // free to turn, the sections go with it
    b.viscous.first_held = b.viscous.last_held = false;
    CHECK_NEAR(damp(&b), 0.0, 1e-20);
}
