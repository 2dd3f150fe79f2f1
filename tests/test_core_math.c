// Mathematics: the scalar functions against the C library in long double (64-bit significand or
// more), a million points each and the hard places; special values; bits that must never change;
// and the algebra of vectors, matrices, rotations and poses.
#include "reeve/math.h"
#include "test.h"

#include <float.h>
#include <stdint.h>

// pi/2 to long double
static const long double half_pi = 1.57079632679489661923132169163975144L;

// ---- numbers to try ---------------------------------------------------------------------------

// xorshift (Marsaglia 2003): the same numbers in every run
static uint64_t random_state = 0x9e3779b97f4a7c15;

static uint64_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static double between(double low, double high) {
    return low + (high - low) * ((double)(random_bits() >> 11) * 0x1p-53);
}

static double of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// all exponents alike, subnormal to huge
static double any_finite(void) {
    double x = of_bits(random_bits());
    return isfinite(x) ? x : 1.0;
}

static double any_positive(void) {
    return fabs(any_finite());
}

// +- 2^-n times something in [1/2, 1)
static double tiny_down_to(int n) {
    double x = ldexp(between(0.5, 1.0), -(int)(random_bits() % (uint64_t)n));
    return random_bits() & 1 ? x : -x;
}

// a double next to a multiple of pi/2, where sine or cosine all but vanishes
static double near_quarter_turn(uint64_t quarters) {
    double x = (double)((long double)(random_bits() % quarters) * half_pi);
    for (uint64_t steps = random_bits() % 3; steps > 0; steps--)
        x = nextafter(x, INFINITY);
    return random_bits() & 1 ? x : -x;
}

// ---- distances in ulp -------------------------------------------------------------------------

// distance of `actual` from `exact` in spacings of the doubles around `exact`
static double ulps_off(double actual, long double exact) {
    if (isinf(actual)) // fine if the exact result rounds to infinity
        return fabsl(exact) >= 0x1p1024L - 0x1p970L && (actual > 0) == (exact > 0) ? 0.0 : INFINITY;
    int exponent;
    frexpl(exact, &exponent);
    exponent = exponent - 53 < -1074 ? -1074 : exponent - 53;
    return (double)fabsl(ldexpl((long double)actual - exact, -exponent));
}

typedef struct worst_case {
    double ulps, x, y;
} worst_case;

static void note(worst_case* worst, double ulps, double x, double y) {
    if (!(ulps <= worst->ulps)) // a NaN counts too
        *worst = (worst_case){ulps, x, y};
}

// the bound is the header's promise; the reference is off by 2^-11 ulp itself
#define CHECK_WORST(worst_, bound_)                                                                \
    do {                                                                                           \
        CHECK((worst_).ulps <= (bound_));                                                          \
        if (!((worst_).ulps <= (bound_)))                                                          \
            printf("  %g ulp at %.17g %.17g\n", (worst_).ulps, (worst_).x, (worst_).y);            \
    } while (0)

typedef double function(double);
typedef long double reference(long double);

static void try_points(worst_case* worst, function* f, reference* exact, const double* x, int n) {
    for (int i = 0; i < n; i++)
        note(worst, ulps_off(f(x[i]), exact(x[i])), x[i], 0.0);
}

#define TRY_MANY(worst_, f_, exact_, count_, point_)                                               \
    for (int i_ = 0; i_ < (count_); i_++) {                                                        \
        double x_ = (point_);                                                                      \
        note(&(worst_), ulps_off(f_(x_), exact_(x_)), x_, 0.0);                                    \
    }

// ---- sine and cosine --------------------------------------------------------------------------

// the double closest to a multiple of pi/2, in relation: 61 bits cancel
static const double hardest_angle = 6381956970095103.0 * 0x1p797;
// ends of the ranges of the three reductions
static const double angle_edges[] = {0.7853981633974482,
                                     0.7853981633974483,
                                     0.7853981633974484,
                                     1e6,
                                     1000000.0000000001,
                                     -1e6,
                                     0x1p53,
                                     1e15,
                                     DBL_MAX,
                                     0x1p-1022,
                                     0x1p-1074,
                                     0x1p-27};

TEST(sine_is_within_one_ulp) {
    worst_case worst = {0};
    TRY_MANY(worst, rv_sin, sinl, 300000, between(-4.0, 4.0));
    TRY_MANY(worst, rv_sin, sinl, 300000, between(-1e6, 1e6));
    TRY_MANY(worst, rv_sin, sinl, 200000, near_quarter_turn(636619)); // up to 1e6
    TRY_MANY(worst, rv_sin, sinl, 100000, near_quarter_turn(UINT64_MAX));
    TRY_MANY(worst, rv_sin, sinl, 50000, any_finite());
    TRY_MANY(worst, rv_sin, sinl, 50000, tiny_down_to(1070));
    try_points(&worst, rv_sin, sinl, angle_edges, sizeof angle_edges / sizeof *angle_edges);
    try_points(&worst, rv_sin, sinl, &hardest_angle, 1);
    CHECK_WORST(worst, 1.0);
}

TEST(cosine_is_within_one_ulp) {
    worst_case worst = {0};
    TRY_MANY(worst, rv_cos, cosl, 300000, between(-4.0, 4.0));
    TRY_MANY(worst, rv_cos, cosl, 300000, between(-1e6, 1e6));
    TRY_MANY(worst, rv_cos, cosl, 200000, near_quarter_turn(636619)); // up to 1e6
    TRY_MANY(worst, rv_cos, cosl, 100000, near_quarter_turn(UINT64_MAX));
    TRY_MANY(worst, rv_cos, cosl, 50000, any_finite());
    TRY_MANY(worst, rv_cos, cosl, 50000, tiny_down_to(1070));
    try_points(&worst, rv_cos, cosl, angle_edges, sizeof angle_edges / sizeof *angle_edges);
    try_points(&worst, rv_cos, cosl, &hardest_angle, 1);
    CHECK_WORST(worst, 1.0);
}

TEST(sine_and_cosine_together_have_the_bits_of_each_alone) {
    int wrong = 0;
    for (int i = 0; i < 100000; i++) {
        double x = i % 2 ? between(-100.0, 100.0) : any_finite();
        double s, c;
        rv_sincos(x, &s, &c);
        wrong += s != rv_sin(x) || c != rv_cos(x);
    }
    CHECK(wrong == 0);
}

TEST(sine_is_odd_and_cosine_is_even) {
    int wrong = 0;
    for (int i = 0; i < 100000; i++) {
        double x = i % 2 ? between(0.0, 1e6) : any_finite();
        wrong += rv_sin(-x) != -rv_sin(x) || rv_cos(-x) != rv_cos(x);
    }
    CHECK(wrong == 0);
}

TEST(sine_and_cosine_of_special_values) {
    CHECK(rv_sin(0.0) == 0.0 && !signbit(rv_sin(0.0)) && signbit(rv_sin(-0.0)));
    CHECK(rv_cos(0.0) == 1.0 && rv_cos(-0.0) == 1.0);
    CHECK(rv_sin(0x1p-1074) == 0x1p-1074 && rv_sin(-0x1p-1074) == -0x1p-1074);
    CHECK(rv_sin(RV_PI / 2.0) == 1.0);
    CHECK(isnan(rv_sin(INFINITY)) && isnan(rv_sin(-INFINITY)) && isnan(rv_sin(NAN)));
    CHECK(isnan(rv_cos(INFINITY)) && isnan(rv_cos(-INFINITY)) && isnan(rv_cos(NAN)));
}

// ---- arc functions ----------------------------------------------------------------------------

static void try_atan2(worst_case* worst, double y, double x) {
    note(worst, ulps_off(rv_atan2(y, x), atan2l(y, x)), y, x);
}

TEST(atan2_is_within_one_and_three_quarter_ulp) {
    worst_case worst = {0};
    for (int i = 0; i < 400000; i++)
        try_atan2(&worst, between(-1.0, 1.0), between(-1.0, 1.0));
    for (int i = 0; i < 200000; i++)
        try_atan2(&worst, any_finite(), any_finite());
    for (int i = 0; i < 200000; i++) // slopes around the sixteenths of the table and halfway
        try_atan2(&worst, (double)(random_bits() % 33) / 32.0 + tiny_down_to(54), 1.0);
    for (int i = 0; i < 100000; i++) // along the axes
        try_atan2(&worst, tiny_down_to(80), between(-1.0, 1.0));
    for (int i = 0; i < 50000; i++) // subnormal
        try_atan2(&worst, ldexp(between(-1.0, 1.0), -1030), ldexp(between(-1.0, 1.0), -1030));
    for (int i = 0; i < 50000; i++) // huge
        try_atan2(&worst, ldexp(between(-1.0, 1.0), 1024), ldexp(between(-1.0, 1.0), 1024));
    CHECK_WORST(worst, 1.75);
}

TEST(atan2_of_zeros_and_infinities_is_as_in_annex_f) {
    const double special[] = {0.0, 1.0, 0x1p-1074, DBL_MAX, INFINITY};
    int wrong = 0;
    for (int i = 0; i < 100; i++) {
        double y = (i & 1 ? -1.0 : 1.0) * special[i / 4 % 5];
        double x = (i & 2 ? -1.0 : 1.0) * special[i / 20];
        double expected = atan2(y, x), actual = rv_atan2(y, x);
        // these are 0, pi/4, pi/2, 3 pi/4, pi and 0 again by underflow: all rounded the same way
        wrong += actual != expected || signbit(actual) != signbit(expected);
    }
    CHECK(wrong == 0);
    CHECK(isnan(rv_atan2(NAN, 1.0)) && isnan(rv_atan2(1.0, NAN)) && isnan(rv_atan2(NAN, NAN)));
}

TEST(acos_is_within_one_ulp) {
    worst_case worst = {0};
    TRY_MANY(worst, rv_acos, acosl, 500000, between(-1.0, 1.0));
    TRY_MANY(worst, rv_acos, acosl, 200000, 1.0 - fabs(tiny_down_to(54)));
    TRY_MANY(worst, rv_acos, acosl, 100000, fabs(tiny_down_to(54)) - 1.0);
    TRY_MANY(worst, rv_acos, acosl, 100000, tiny_down_to(1070));
    TRY_MANY(worst, rv_acos, acosl, 100000, 0.5 + tiny_down_to(54) * 0.5);
    const double edges[] = {0.5, 0.49999999999999994, -0.5, -0.49999999999999994, -1.0, 1.0};
    try_points(&worst, rv_acos, acosl, edges, 6);
    CHECK_WORST(worst, 1.0);
}

TEST(acos_of_special_values) {
    CHECK(rv_acos(1.0) == 0.0 && !signbit(rv_acos(1.0)));
    CHECK(rv_acos(-1.0) == RV_PI && rv_acos(0.0) == RV_PI / 2.0 && rv_acos(-0.0) == RV_PI / 2.0);
    CHECK(isnan(rv_acos(1.0000000000000002)) && isnan(rv_acos(-1.0000000000000002)));
    CHECK(isnan(rv_acos(INFINITY)) && isnan(rv_acos(-INFINITY)) && isnan(rv_acos(NAN)));
}

// ---- exponential and logarithm ----------------------------------------------------------------

TEST(exp_is_within_one_ulp) {
    worst_case worst = {0};
    TRY_MANY(worst, rv_exp, expl, 400000, between(-746.0, 710.0));
    TRY_MANY(worst, rv_exp, expl, 300000, between(-2.0, 2.0));
    TRY_MANY(worst, rv_exp, expl, 200000, between(-745.2, -708.0)); // subnormal results
    TRY_MANY(worst, rv_exp, expl, 50000, between(709.0, 709.79));
    TRY_MANY(worst, rv_exp, expl, 50000, tiny_down_to(1070));
    CHECK_WORST(worst, 1.0);
}

TEST(exp_of_special_values) {
    CHECK(rv_exp(0.0) == 1.0 && rv_exp(-0.0) == 1.0 && rv_exp(0x1p-1074) == 1.0);
    // the last arguments with a finite and with a non-zero result, and the ones after them
    CHECK(isfinite(rv_exp(709.782712893384)) && isinf(rv_exp(709.7827128933841)));
    CHECK(rv_exp(-745.1332191019411) == 0x1p-1074 && rv_exp(-745.1332191019412) == 0.0);
    CHECK(rv_exp(INFINITY) == INFINITY && rv_exp(DBL_MAX) == INFINITY);
    CHECK(rv_exp(-INFINITY) == 0.0 && rv_exp(-DBL_MAX) == 0.0);
    CHECK(isnan(rv_exp(NAN)));
}

TEST(log_is_within_one_ulp) {
    worst_case worst = {0};
    TRY_MANY(worst, rv_log, logl, 300000, any_positive() + 0x1p-1074);
    TRY_MANY(worst, rv_log, logl, 300000, between(0.5, 2.0));
    TRY_MANY(worst, rv_log, logl, 300000, 1.0 + 0.5 * tiny_down_to(53)); // near 1
    TRY_MANY(worst, rv_log, logl, 100000,
             ldexp(between(0.5, 1.0), -1022 - (int)(random_bits() % 51)));
    CHECK_WORST(worst, 1.0);
}

TEST(log_of_special_values) {
    CHECK(rv_log(1.0) == 0.0 && !signbit(rv_log(1.0)));
    CHECK(rv_log(0.0) == -INFINITY && rv_log(-0.0) == -INFINITY);
    CHECK(rv_log(INFINITY) == INFINITY);
    CHECK(isnan(rv_log(-1.0)) && isnan(rv_log(-0x1p-1074)) && isnan(rv_log(-INFINITY)));
    CHECK(isnan(rv_log(NAN)));
}

// ---- the same bits everywhere -----------------------------------------------------------------

static void hash_double(uint64_t* hash, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    *hash = (*hash ^ bits) * 0x100000001b3; // FNV-1a over whole words
    *hash ^= *hash >> 32;
}

// 20000 points, no NaN among the results; a compiler that fuses, widens or reorders changes this
TEST(the_bits_of_all_functions_are_what_they_always_were) {
    const uint64_t golden = 0x8f1e6dc7fee8c5ea;
    random_state = 0x9e3779b97f4a7c15;
    uint64_t hash = 0xcbf29ce484222325;
    for (int i = 0; i < 20000; i++) {
        double x = i % 2 ? between(-100.0, 100.0) : any_finite(), y = between(-1.0, 1.0);
        hash_double(&hash, rv_sin(x));
        hash_double(&hash, rv_cos(x));
        hash_double(&hash, rv_atan2(x, y));
        hash_double(&hash, rv_exp(x));
        hash_double(&hash, rv_log(fabs(x) + 0x1p-1074));
        hash_double(&hash, rv_acos(y));
        rv_quat q = rv_quat_exp(rv_vec3_make(between(-4.0, 4.0), y, 0.1));
        rv_vec3 v = rv_quat_log(rv_quat_mul(q, rv_quat_from_axis_angle(rv_vec3_make(0, 0, 1), y)));
        hash_double(&hash, q.w);
        hash_double(&hash, v.x);
        hash_double(&hash, v.z);
    }
    CHECK(hash == golden);
    if (hash != golden)
        printf("  the hash is 0x%016llx\n", (unsigned long long)hash);
}

// ---- vectors and matrices ---------------------------------------------------------------------

// what a handful of operations on numbers around 1 may lose: some tens of roundings of 1.1e-16
static const double rounding = 4e-15;

static rv_vec3 random_vector(double size) {
    return rv_vec3_make(between(-size, size), between(-size, size), between(-size, size));
}

static rv_vec3 random_unit(void) {
    rv_vec3 v = random_vector(1.0);
    return rv_vec3_length(v) > 0.1 ? rv_vec3_normalize(v) : random_unit();
}

static rv_quat random_rotation(void) {
    return rv_quat_exp(rv_vec3_scale(random_unit(), between(-RV_PI, RV_PI)));
}

static rv_mat3 random_matrix(void) {
    rv_mat3 a;
    for (int i = 0; i < 9; i++)
        a.m[i / 3][i % 3] = between(-1.0, 1.0);
    return a;
}

static double distance(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_length(rv_vec3_sub(a, b));
}

static double mat3_distance(rv_mat3 a, rv_mat3 b) {
    double largest = 0.0;
    for (int i = 0; i < 9; i++)
        largest = fmax(largest, fabs(a.m[i / 3][i % 3] - b.m[i / 3][i % 3]));
    return largest;
}

// q and -q are the same rotation
static double quat_distance(rv_quat a, rv_quat b) {
    double dot = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    double s = dot < 0.0 ? -1.0 : 1.0;
    return fmax(fmax(fabs(a.w - s * b.w), fabs(a.x - s * b.x)),
                fmax(fabs(a.y - s * b.y), fabs(a.z - s * b.z)));
}

TEST(vector_operations_by_hand) {
    rv_vec3 a = rv_vec3_make(1.0, 2.0, 3.0), b = rv_vec3_make(-4.0, 5.0, 6.0);
    CHECK(distance(rv_vec3_add(a, b), rv_vec3_make(-3.0, 7.0, 9.0)) == 0.0);
    CHECK(distance(rv_vec3_sub(a, b), rv_vec3_make(5.0, -3.0, -3.0)) == 0.0);
    CHECK(distance(rv_vec3_scale(a, 2.0), rv_vec3_make(2.0, 4.0, 6.0)) == 0.0);
    CHECK(distance(rv_vec3_neg(a), rv_vec3_make(-1.0, -2.0, -3.0)) == 0.0);
    CHECK(distance(rv_vec3_mul_add(a, 2.0, b), rv_vec3_make(-7.0, 12.0, 15.0)) == 0.0);
    CHECK(rv_vec3_dot(a, b) == 24.0);
    CHECK(distance(rv_vec3_cross(a, b), rv_vec3_make(-3.0, -18.0, 13.0)) == 0.0);
    CHECK(rv_vec3_length(rv_vec3_make(2.0, 3.0, 6.0)) == 7.0);
    CHECK(distance(rv_vec3_normalize(rv_vec3_make(0.0, -5.0, 0.0)), rv_vec3_make(0, -1, 0)) == 0.0);
}

TEST(the_zero_vector_normalised_is_the_zero_vector) {
    rv_vec3 zero = rv_vec3_make(0.0, 0.0, 0.0);
    CHECK(distance(rv_vec3_normalize(zero), zero) == 0.0);
    CHECK(distance(rv_vec3_normalize(rv_vec3_make(1e-200, 0.0, 0.0)), zero) == 0.0);
}

TEST(matrix_products_agree_with_each_other) {
    for (int i = 0; i < 1000; i++) {
        rv_mat3 a = random_matrix(), b = random_matrix();
        rv_vec3 v = random_vector(1.0), w = random_vector(1.0);
        CHECK_NEAR(mat3_distance(rv_mat3_mul_transpose(a, b), rv_mat3_mul(a, rv_mat3_transpose(b))),
                   0.0, 0.0);
        CHECK_NEAR(
            distance(rv_mat3_apply(rv_mat3_mul(a, b), v), rv_mat3_apply(a, rv_mat3_apply(b, v))),
            0.0, rounding);
        CHECK_NEAR(distance(rv_mat3_apply_transpose(a, v), rv_mat3_apply(rv_mat3_transpose(a), v)),
                   0.0, 0.0);
        CHECK_NEAR(distance(rv_mat3_apply(rv_mat3_skew(v), w), rv_vec3_cross(v, w)), 0.0, rounding);
        CHECK_NEAR(
            distance(rv_mat3_apply(rv_mat3_outer(v, w), v), rv_vec3_scale(v, rv_vec3_dot(w, v))),
            0.0, rounding);
    }
}

TEST(matrix_sums_and_constants) {
    rv_mat3 a = random_matrix(), b = random_matrix();
    CHECK(mat3_distance(rv_mat3_sub(rv_mat3_add(a, a), a), a) == 0.0);
    CHECK(mat3_distance(rv_mat3_add(a, a), rv_mat3_scale(a, 2.0)) == 0.0);
    CHECK(mat3_distance(rv_mat3_sub(b, b), rv_mat3_zero()) == 0.0);
    CHECK(mat3_distance(rv_mat3_mul(a, rv_mat3_identity()), a) == 0.0);
    rv_mat3 d = rv_mat3_diagonal(2.0, 3.0, 5.0);
    CHECK(d.m[0][0] == 2.0 && d.m[1][1] == 3.0 && d.m[2][2] == 5.0 && d.m[0][1] == 0.0);
}

TEST(a_matrix_times_its_inverse_is_the_identity) {
    int tried = 0;
    for (int i = 0; i < 2000; i++) {
        rv_mat3 a = random_matrix();
        double determinant = rv_mat3_determinant(a);
        if (fabs(determinant) < 0.05)
            continue;
        tried++;
        rv_mat3 product = rv_mat3_mul(a, rv_mat3_inverse(a));
        // cofactors of rounded products, divided by the determinant
        CHECK_NEAR(mat3_distance(product, rv_mat3_identity()), 0.0, rounding / fabs(determinant));
    }
    CHECK(tried > 1000);
}

TEST(determinants_by_hand) {
    rv_mat3 a = {{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}, {7.0, 8.0, 10.0}}};
    CHECK(rv_mat3_determinant(a) == -3.0);
    CHECK(rv_mat3_determinant(rv_mat3_diagonal(2.0, 3.0, 5.0)) == 30.0);
}

TEST(the_inverse_of_a_singular_matrix_is_zero) {
    rv_mat3 singular = {{{1.0, 2.0, 3.0}, {2.0, 4.0, 6.0}, {0.0, 1.0, 1.0}}};
    CHECK(mat3_distance(rv_mat3_inverse(singular), rv_mat3_zero()) == 0.0);
}

// ---- directions -------------------------------------------------------------------------------

// random, and ever closer to +x and -x
static rv_vec3 test_direction(int i) {
    if (i % 2)
        return random_unit();
    double angle = ldexp(1.0, -(int)(random_bits() % 200)), s = rv_sin(angle);
    double around = between(-RV_PI, RV_PI), side = i % 4 ? 1.0 : -1.0;
    return rv_vec3_make(side * rv_cos(angle), s * rv_cos(around), s * rv_sin(around));
}

TEST(a_perpendicular_is_a_unit_vector_at_a_right_angle) {
    for (int i = 0; i < 20000; i++) {
        rv_vec3 d = test_direction(i), p = rv_vec3_perpendicular(d);
        CHECK_NEAR(rv_vec3_length(p), 1.0, rounding);
        CHECK_NEAR(rv_vec3_dot(p, d), 0.0, rounding);
    }
    rv_vec3 at_minus_x = rv_vec3_perpendicular(rv_vec3_make(-1.0, 0.0, 0.0));
    CHECK(distance(at_minus_x, rv_vec3_make(0.0, -1.0, 0.0)) == 0.0);
    rv_vec3 at_x = rv_vec3_perpendicular(rv_vec3_make(1.0, 0.0, 0.0));
    CHECK(distance(at_x, rv_vec3_make(0.0, 1.0, 0.0)) == 0.0);
}

TEST(a_perpendicular_turns_smoothly_away_from_minus_x) {
    for (int i = 0; i < 20000; i++) {
        rv_vec3 d = random_unit();
        if (d.x < -0.9)
            continue;
        rv_vec3 e = rv_vec3_normalize(rv_vec3_mul_add(d, 1e-8, random_vector(1.0)));
        // it turns at most about tan(angle to +x / 2) <= 4.4 times as fast, and a little for itself
        double moved = distance(rv_vec3_perpendicular(d), rv_vec3_perpendicular(e));
        CHECK(moved <= 6.0 * distance(d, e) + rounding);
    }
}

TEST(the_smallest_rotation_takes_x_to_the_direction) {
    for (int i = 0; i < 20000; i++) {
        rv_vec3 d = test_direction(i);
        rv_quat q = rv_quat_from_x_axis(d);
        CHECK_NEAR(distance(rv_quat_rotate(q, rv_vec3_make(1.0, 0.0, 0.0)), d), 0.0, rounding);
        CHECK(q.x == 0.0 && q.w >= 0.0); // smallest: no turn about x, no more than half a turn
        rv_vec3 y = rv_quat_rotate(q, rv_vec3_make(0.0, 1.0, 0.0));
        CHECK_NEAR(distance(y, rv_vec3_perpendicular(d)), 0.0, rounding);
    }
    rv_quat half_turn = rv_quat_from_x_axis(rv_vec3_make(-1.0, 0.0, 0.0));
    CHECK(quat_distance(half_turn, rv_quat_make(0.0, 0.0, 0.0, 1.0)) == 0.0);
}

// ---- rotations --------------------------------------------------------------------------------

TEST(a_quarter_turn_about_z_takes_x_to_y) {
    rv_quat q = rv_quat_from_axis_angle(rv_vec3_make(0.0, 0.0, 1.0), RV_PI / 2.0);
    rv_vec3 y = rv_quat_rotate(q, rv_vec3_make(1.0, 0.0, 0.0));
    CHECK_NEAR(distance(y, rv_vec3_make(0.0, 1.0, 0.0)), 0.0, rounding);
}

TEST(quaternion_and_matrix_turn_a_vector_alike) {
    for (int i = 0; i < 5000; i++) {
        rv_quat a = random_rotation(), b = random_rotation();
        rv_mat3 A = rv_quat_to_mat3(a), B = rv_quat_to_mat3(b);
        rv_vec3 v = random_vector(1.0);
        CHECK_NEAR(distance(rv_quat_rotate(a, v), rv_mat3_apply(A, v)), 0.0, rounding);
        CHECK_NEAR(distance(rv_quat_rotate_inverse(a, v), rv_mat3_apply_transpose(A, v)), 0.0,
                   rounding);
        CHECK_NEAR(mat3_distance(rv_quat_to_mat3(rv_quat_mul(a, b)), rv_mat3_mul(A, B)), 0.0,
                   rounding);
        CHECK_NEAR(mat3_distance(rv_mat3_mul_transpose(A, A), rv_mat3_identity()), 0.0, rounding);
        CHECK_NEAR(rv_mat3_determinant(A), 1.0, rounding);
    }
}

TEST(a_quaternion_comes_back_from_its_matrix) {
    for (int i = 0; i < 20000; i++) {
        // half of them close to a half turn, where w vanishes
        rv_vec3 axis = i % 2 ? test_direction(i) : random_unit();
        double angle = i % 4 < 2 ? RV_PI + 0.1 * tiny_down_to(60) : between(-RV_PI, RV_PI);
        rv_quat q = rv_quat_from_axis_angle(axis, angle);
        rv_quat back = rv_quat_from_mat3(rv_quat_to_mat3(q));
        CHECK(back.w >= 0.0);
        CHECK_NEAR(quat_distance(q, back), 0.0, rounding);
    }
}

TEST(normalising_a_quaternion) {
    rv_quat q = rv_quat_normalize(rv_quat_make(2.0, -4.0, 5.0, 6.0)); // length 9
    CHECK_NEAR(quat_distance(q, rv_quat_make(2.0 / 9, -4.0 / 9, 5.0 / 9, 6.0 / 9)), 0.0, rounding);
    rv_quat zero = rv_quat_normalize(rv_quat_make(0.0, 0.0, 0.0, 0.0));
    CHECK(zero.w == 1.0 && zero.x == 0.0 && zero.y == 0.0 && zero.z == 0.0);
}

TEST(the_exponential_is_cosine_and_sine_of_the_half_angle) {
    for (int i = 0; i < 50000; i++) {
        // small, around the change of method at pi/2, and several turns
        double angle = i % 3 == 0   ? fabs(tiny_down_to(400))
                       : i % 3 == 1 ? between(1.4, 1.7)
                                    : between(0.0, 20.0);
        rv_vec3 v = rv_vec3_scale(random_unit(), angle);
        rv_quat q = rv_quat_exp(v);
        long double length =
            sqrtl((long double)v.x * v.x + (long double)v.y * v.y + (long double)v.z * v.z);
        // the sine by its relation to the angle, so that small angles are tested as sharply
        double s = (double)(sinl(0.5L * length) / length), c = (double)cosl(0.5L * length);
        CHECK_NEAR(q.w, c, rounding);
        CHECK_NEAR(distance(rv_vec3_make(q.x, q.y, q.z), rv_vec3_scale(v, s)), 0.0,
                   rounding * (angle < 1.0 ? angle : 1.0));
    }
}

TEST(the_exponential_of_tiny_vectors_is_half_of_them) {
    rv_quat zero = rv_quat_exp(rv_vec3_make(0.0, 0.0, 0.0));
    CHECK(zero.w == 1.0 && zero.x == 0.0 && zero.y == 0.0 && zero.z == 0.0);
    rv_quat q = rv_quat_exp(rv_vec3_make(2e-300, -4e-170, 6e-9));
    CHECK(q.w == 1.0 && q.x == 1e-300 && q.y == -2e-170 && q.z == 3e-9);
}

TEST(logarithm_undoes_exponential_up_to_half_a_turn) {
    for (int i = 0; i < 50000; i++) {
        // small, any, and close to half a turn from below
        double angle = i % 3 == 0   ? fabs(tiny_down_to(900))
                       : i % 3 == 1 ? between(0.0, RV_PI)
                                    : RV_PI * (1.0 - 0.5 * fabs(tiny_down_to(45)));
        rv_vec3 v = rv_vec3_scale(random_unit(), angle);
        rv_vec3 back = rv_quat_log(rv_quat_exp(v));
        // relative to the angle at every size
        CHECK(distance(rv_vec3_scale(back, 1.0 / angle), rv_vec3_scale(v, 1.0 / angle))
              <= rounding);
    }
}

TEST(exponential_undoes_logarithm) {
    for (int i = 0; i < 50000; i++) {
        rv_quat q = i % 2 ? random_rotation()
                          : rv_quat_normalize(rv_quat_make(tiny_down_to(60), between(-1.0, 1.0),
                                                           between(-1.0, 1.0), 0.5));
        rv_vec3 v = rv_quat_log(q);
        CHECK(rv_vec3_length(v) <= RV_PI + rounding);
        CHECK_NEAR(quat_distance(rv_quat_exp(v), q), 0.0, rounding);
    }
}

TEST(logarithms_of_q_and_minus_q_are_the_same_vector) {
    for (int i = 0; i < 1000; i++) {
        rv_quat q = random_rotation();
        rv_vec3 a = rv_quat_log(q), b = rv_quat_log(rv_quat_make(-q.w, -q.x, -q.y, -q.z));
        CHECK(distance(a, b) == 0.0);
    }
}

TEST(logarithms_of_special_rotations) {
    CHECK(rv_vec3_length(rv_quat_log(rv_quat_identity())) == 0.0);
    CHECK(rv_vec3_length(rv_quat_log(rv_quat_make(-1.0, 0.0, 0.0, 0.0))) == 0.0);
    CHECK(rv_vec3_length(rv_quat_log(rv_quat_make(0.0, 0.0, 0.0, 0.0))) == 0.0);
    CHECK_NEAR(rv_quat_log(rv_quat_make(0.0, 0.0, 1.0, 0.0)).y, RV_PI, 0.0);
    CHECK_NEAR(rv_quat_log(rv_quat_make(-0.0, 0.0, -1.0, 0.0)).y, -RV_PI, 0.0);
    // so small that the square of the sine underflows
    CHECK(rv_quat_log(rv_quat_make(1.0, 1e-200, 0.0, 0.0)).x == 2e-200);
    CHECK(rv_quat_log(rv_quat_make(-1.0, 1e-200, 0.0, 0.0)).x == -2e-200);
}

// ---- poses ------------------------------------------------------------------------------------

static rv_pose random_pose(void) {
    return rv_pose_make(random_vector(1.0), random_rotation());
}

TEST(a_pose_and_its_inverse_undo_each_other) {
    for (int i = 0; i < 5000; i++) {
        rv_pose a = random_pose();
        rv_vec3 p = random_vector(1.0);
        CHECK_NEAR(distance(rv_pose_apply_inverse(a, rv_pose_apply(a, p)), p), 0.0, rounding);
        CHECK_NEAR(distance(rv_pose_apply(rv_pose_inverse(a), p), rv_pose_apply_inverse(a, p)), 0.0,
                   rounding);
        rv_pose none = rv_pose_mul(a, rv_pose_inverse(a));
        CHECK_NEAR(rv_vec3_length(none.position), 0.0, rounding);
        CHECK_NEAR(quat_distance(none.rotation, rv_quat_identity()), 0.0, rounding);
    }
}

TEST(a_product_of_poses_applies_the_right_one_first) {
    for (int i = 0; i < 5000; i++) {
        rv_pose a = random_pose(), b = random_pose(), c = random_pose();
        rv_vec3 p = random_vector(1.0);
        CHECK_NEAR(
            distance(rv_pose_apply(rv_pose_mul(a, b), p), rv_pose_apply(a, rv_pose_apply(b, p))),
            0.0, rounding);
        rv_pose left = rv_pose_mul(rv_pose_mul(a, b), c), right = rv_pose_mul(a, rv_pose_mul(b, c));
        CHECK_NEAR(distance(left.position, right.position), 0.0, rounding);
        CHECK_NEAR(quat_distance(left.rotation, right.rotation), 0.0, rounding);
    }
}

TEST(the_identity_pose_changes_nothing) {
    rv_vec3 p = rv_vec3_make(0.1, -0.2, 0.3);
    CHECK(distance(rv_pose_apply(rv_pose_identity(), p), p) == 0.0);
    CHECK(distance(rv_pose_apply_inverse(rv_pose_identity(), p), p) == 0.0);
}
