// Joints among the soft groups: the same solution as a dense one in quadruple precision, whatever
// order they are eliminated in and whatever they are mixed with.
#include "kkt_system.h"

#include "reeve/math.h"

static rv_memory heap_memory(void) {
    return rv_memory_make((rv_allocator){0});
}

static rv_vec3 random_vector(kkt_system* s) {
    double x = system_random(s), y = system_random(s);
    return rv_vec3_make(x, y, system_random(s));
}

// J = n [1, -[r]x; 0, T] on a block of 6, its first half on one of 3; column by column
static void put_side(double* J, int size, double n, rv_vec3 arm, rv_mat3 T) {
    rv_mat3 turned = rv_mat3_skew(arm);
    for (int c = 0; c < size; c++)
        for (int r = 0; r < 6; r++) {
            double translation = c == r ? n : 0.0;
            double rotation = r < 3 ? -n * turned.m[r][c % 3] : n * T.m[r - 3][c % 3];
            J[6 * c + r] = c < 3 ? translation : rotation;
        }
}

// one that does not hold (`holds` 0) has nothing but its couples
static void put_joint(kkt_system* s, rv_kkt* kkt, int group, double holds) {
    rv_mat3 T;
    for (int i = 0; i < 9; i++)
        T.m[i / 3][i % 3] = system_random(s);
    for (int k = s->group_first[group]; k < s->group_first[group + 1]; k++) {
        double n = k == s->group_first[group] ? -1.0 : 1.0;
        double* J = rv_kkt_jacobian(kkt, k);
        int size = s->block_size[s->reference_block[k]];
        put_side(J, size, n, random_vector(s), T);
        for (int c = 0; c < size; c++)
            for (int r = 0; r < 3; r++)
                J[6 * c + r] *= holds;
    }
}

static int add_joint(kkt_system* s, int a, int b) {
    int group = system_group(s, 6, false, 2, (int[]){a, b});
    s->soft[group] = RV_KKT_JOINT;
    return group;
}

// A tree of rigid bodies in any order. Every fifth group is no joint; the last body is a particle.
static void make_tree(kkt_system* s, int n) {
    for (int i = 0; i < n; i++)
        system_block(s, i == n - 1 ? 3 : 6);
    s->soft[system_group(s, 6, true, 1, (int[]){0})] = RV_KKT_JOINT;
    for (int i = 1; i < n; i++) {
        int other = system_random_below(s, i);
        bool first = system_random(s) > 0.0;
        int group = add_joint(s, first ? i : other, first ? other : i);
        if (i % 5 == 0)
            s->soft[group] = RV_KKT_SOFT;
    }
}

static void fill(kkt_system* s, rv_memory* memory, rv_kkt* kkt) {
    CHECK(system_fill(s, memory, kkt, (fill_options){1.0, 0.5, false}));
    for (int g = 0; g < s->groups; g++)
        if (s->soft[g] == RV_KKT_JOINT)
            put_joint(s, kkt, g, g % 7 == 3 ? 0.0 : 1.0);
    // rows that turn have a compliance each
    for (int i = 0; i < kkt->row_count; i++)
        if (i % 6 >= 3)
            kkt->sigma.data[i] = 0.2 + 0.1 * (i % 5);
}

static void check_against_dense(rv_kkt* kkt) {
    rv_kkt_report report = rv_kkt_solve(kkt);
    dense_system d = dense_of(kkt);
    dense_solve_quad(&d);
    // conditions stay below 1e4
    CHECK_NEAR(error_of_v(kkt, &d), 0.0, 1e-12);
    CHECK_NEAR(error_of_impulses(kkt, &d), 0.0, 1e-12);
    CHECK(report.factorisations == 1 && report.floored == 0 && report.residual < 1e-12);
    dense_free(&d);
}

TEST(trees_of_joints_agree_with_the_dense_solution) {
    int later[2] = {0, 0};
    for (int repeat = 0; repeat < 40; repeat++) {
        kkt_system s = {.seed = (uint64_t)repeat};
        rv_memory memory = heap_memory();
        rv_kkt kkt = {0};
        make_tree(&s, 3 + repeat % 17);
        fill(&s, &memory, &kkt);
        check_against_dense(&kkt);
        for (int k = 0; k < kkt.soft.count; k++)
            if (kkt.soft.data[k].is_joint)
                later[kkt.soft.data[k].between.transposed]++;
        rv_kkt_free(&memory, &kkt);
        CHECK(memory.used == 0);
    }
    // both bodies have been the later one
    CHECK(later[0] > 50 && later[1] > 50);
}

TEST(only_rigid_bodies_and_the_first_of_several_are_joints) {
    kkt_system s = {.seed = 3};
    for (int i = 0; i < 3; i++)
        system_block(&s, i == 2 ? 3 : 6);
    add_joint(&s, 0, 1);
    add_joint(&s, 1, 0);
    add_joint(&s, 1, 2);
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    fill(&s, &memory, &kkt);
    CHECK(kkt.softness.data[1] == RV_KKT_JOINT && kkt.softness.data[2] == RV_KKT_SOFT);
    CHECK(kkt.soft.data[0].is_joint && !kkt.soft.data[1].is_joint && !kkt.soft.data[2].is_joint);
    check_against_dense(&kkt);
    rv_kkt_free(&memory, &kkt);
}

TEST(a_joint_beside_a_stiffness_block_adds_to_it) {
    kkt_system s = {.seed = 5};
    for (int i = 0; i < 3; i++)
        system_block(&s, 6);
    add_joint(&s, 0, 1);
    add_joint(&s, 1, 2);
    system_pair(&s, 1, 0);
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    fill(&s, &memory, &kkt);
    CHECK(!kkt.soft.data[0].is_joint && kkt.soft.data[1].is_joint);
    check_against_dense(&kkt);
    rv_kkt_free(&memory, &kkt);
}

TEST(speeds_of_a_joint_are_those_of_its_jacobian) {
    kkt_system s = {.seed = 11};
    for (int i = 0; i < 5; i++)
        system_block(&s, 6);
    for (int i = 1; i < 5; i++)
        add_joint(&s, i - 1, i);
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    fill(&s, &memory, &kkt);
    for (int i = 0; i < kkt.dof_count; i++)
        kkt.v.data[i] = system_random(&s);
    for (int g = 0; g < 4; g++) {
        double speed[6];
        rv_kkt_group_speeds(&kkt, g, speed);
        for (int r = 0; r < 6; r++) {
            double sum = 0.0;
            for (int k = 2 * g; k < 2 * g + 2; k++)
                for (int c = 0; c < 6; c++)
                    sum += rv_kkt_jacobian(&kkt, k)[6 * c + r]
                           * kkt.v.data[6 * s.reference_block[k] + c];
            CHECK_NEAR(speed[r], sum, 1e-15 * 12.0);
        }
    }
    rv_kkt_free(&memory, &kkt);
}

// S >= floor * sum of J^2/A over the least responsive body, and one for the first three
TEST(a_joint_without_compliance_gets_the_floor_and_one_for_all_directions) {
    kkt_system s = {.seed = 2};
    system_block(&s, 6);
    system_block(&s, 6);
    add_joint(&s, 0, 1);
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    fill(&s, &memory, &kkt);
    kkt.sigma_floor = 1e-6;
    double expected[6] = {0};
    for (int r = 0; r < 6; r++) {
        kkt.sigma.data[r] = 0.0;
        double least = INFINITY;
        for (int b = 0; b < 2; b++) {
            double response = 0.0;
            for (int c = 0; c < 6; c++) {
                double J = rv_kkt_jacobian(&kkt, b)[6 * c + r];
                response += J * J / rv_kkt_block(&kkt, b)[7 * c];
            }
            least = fmin(least, response);
        }
        expected[r] = 1e-6 * least;
    }
    double largest = fmax(expected[0], fmax(expected[1], expected[2]));
    rv_kkt_apply_floor(&kkt);
    for (int r = 0; r < 6; r++)
        CHECK_NEAR(kkt.sigma.data[r], r < 3 ? largest : expected[r], 1e-21);
    // one that is clearly above stays as it is
    for (int r = 0; r < 6; r++)
        kkt.sigma.data[r] = 1.0;
    rv_kkt_apply_floor(&kkt);
    for (int r = 0; r < 6; r++)
        CHECK(kkt.sigma.data[r] == 1.0);
    rv_kkt_free(&memory, &kkt);
}

// A body whose own inertia is 1e-10 of what the joints put onto it, far from what they hold on to:
// its pivots are bounded from below by those of its own, and none is replaced.
TEST(light_bodies_in_stiff_joints_keep_their_pivots) {
    kkt_system s = {.seed = 8};
    enum { N = 12 };
    for (int i = 0; i < N; i++)
        system_block(&s, 6);
    s.soft[system_group(&s, 6, true, 1, (int[]){0})] = RV_KKT_JOINT;
    for (int i = 1; i < N; i++)
        add_joint(&s, i - 1, i);
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    fill(&s, &memory, &kkt);
    for (int g = 1; g < N; g++)
        put_joint(&s, &kkt, g, 1.0);
    for (int i = 0; i < N; i++) {
        double* A = rv_kkt_block(&kkt, i);
        memset(A, 0, 36 * sizeof *A);
        for (int k = 0; k < 6; k++)
            A[7 * k] = k < 3 ? 1.0 : 0.3;
        A[6 * 3 + 4] = A[6 * 4 + 3] = 0.1;
    }
    for (int i = 0; i < kkt.row_count; i++)
        kkt.sigma.data[i] = 1e-10;
    rv_kkt_report report = rv_kkt_solve(&kkt);
    dense_system d = dense_of(&kkt);
    dense_solve_quad(&d);
    CHECK(report.floored == 0);
    // speeds keep their digits, but for the condition of the chain
    CHECK_NEAR(error_of_v(&kkt, &d), 0.0, 1e-9);
    dense_free(&d);
    rv_kkt_free(&memory, &kkt);
}
