// Scalar functions with the same bits on every machine, and the larger vector and rotation
// functions. Each scalar function brings its argument into a small interval (Cody and Waite 1980;
// Payne and Hanek 1983 for huge angles; tables for exp and atan), evaluates a polynomial there, and
// carries the rounding errors that matter as a second double (Dekker 1971, Knuth 1969). The
// coefficients are fits of our own at Chebyshev points, in 400-bit arithmetic; the first ones are
// close to Taylor's. Only + - * / and sqrt: IEEE 754 fixes these to the bit, as long as nothing is
// fused or widened.
#include "reeve/math.h"

#include <float.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "intermediate results must be doubles");

// ---- pieces of doubles ------------------------------------------------------------------------

// a number as the unevaluated sum hi + lo, |lo| <= ulp(hi) / 2
typedef struct double2 {
    double hi, lo;
} double2;

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// 2^n for n in [-1022, 1023]
static double power_of_two(int n) {
    return from_bits((uint64_t)(n + 1023) << 52);
}

// the leading 26 bits of x: products of two such numbers are exact
static double leading_bits(double x) {
    return from_bits(bits_of(x) & ~(uint64_t)0x7ffffff);
}

// nearest integer for |x| < 2^51: adding 1.5 * 2^52 leaves no room for a fraction
static double nearest_integer(double x) {
    const double no_fraction = 6755399441055744.0;
    return (x + no_fraction) - no_fraction;
}

// a - b exactly
static double2 exact_difference(double a, double b) {
    double hi = a - b;
    double b_seen = a - hi;
    double a_seen = hi + b_seen;
    return (double2){hi, (a - a_seen) + (b_seen - b)};
}

// a * b to twice the digits, where nothing overflows or underflows
static double2 exact_product(double a, double b) {
    double a_hi = leading_bits(a), b_hi = leading_bits(b);
    double a_lo = a - a_hi, b_lo = b - b_hi;
    double hi = a * b;
    return (double2){hi, ((a_hi * b_hi - hi) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

// ---- sine and cosine --------------------------------------------------------------------------

// pi/2 in pieces of 33 bits, so that piece * quadrant number is exact below 2^20, and a remainder
static const double half_pi_1 = 1.5707963267341256, half_pi_2 = 6.077100506303966e-11,
                    half_pi_3 = 2.0222662487111665e-21, half_pi_4 = 8.4784276603689e-32;
// pi/2 as hi + lo
static const double half_pi_hi = 1.5707963267948966, half_pi_lo = 6.123233995736766e-17;
static const double two_over_pi = 0.6366197723675814;

static const double largest_direct_angle = 0.7853981633974483; // pi/4
static const double largest_split_angle = 1e6;                 // quadrant numbers below 2^20

// 2/pi: the first 32-bit words after the binary point, behind three words of zero before it
enum { WORDS_BEFORE_POINT = 3 };
static const uint32_t two_over_pi_words[] = {
    0x00000000u, 0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u,
    0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau,
    0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu, 0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u,
    0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu, 0x1ff897ffu, 0xde05980fu, 0xef2f118bu,
    0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du, 0x7527bac7u, 0xebe5f17bu,
    0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u,
    0x9af4361du,
};

// an angle as quadrant * pi/2 + rest, |rest| <= pi/4
typedef struct reduced_angle {
    int quadrant; // 0..3
    double2 rest;
} reduced_angle;

// |x| <= largest_split_angle. The two leading differences are exact; near a multiple of pi/2 they
// cancel down to 1e-18, and 132 bits of pi/2 still leave more than a double of correct bits
static reduced_angle reduce_by_splitting(double x) {
    double k = nearest_integer(x * two_over_pi);
    double2 a = exact_difference(x - k * half_pi_1, k * half_pi_2);
    double2 b = exact_difference(a.hi, k * half_pi_3);
    double lo = (a.lo + b.lo) - k * half_pi_4;
    double hi = b.hi + lo;
    return (reduced_angle){(int)k & 3, {hi, (b.hi - hi) + lo}};
}

// word[k] of the product |x| * 2/pi has weight 2^(-32 k); what is above word[0] is whole turns
enum { TURN_WORDS = 7 };
static void multiply_by_two_over_pi(double x, uint32_t word[TURN_WORDS]) {
    // |x| = (m[0] + 2^32 m[1] + 2^64 m[2]) * 2^(32 scale)
    uint64_t bits = bits_of(x);
    uint64_t mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075 + 64; // > 0 for |x| > 1e6
    int scale = exponent / 32 - 2;
    int shift = exponent % 32;
    uint64_t low = (mantissa & 0xffffffff) << shift;
    uint64_t high = ((mantissa >> 32) << shift) + (low >> 32);
    uint64_t m[3] = {low & 0xffffffff, high & 0xffffffff, high >> 32};

    // long multiplication by columns, the columns right of the last one cut off: off by < 2^-180
    const uint32_t* first = two_over_pi_words + WORDS_BEFORE_POINT + scale - 1;
    uint64_t carry = 0;
    for (int k = TURN_WORDS - 1; k >= 0; k--) {
        uint64_t column = carry, above = 0;
        for (int i = 0; i < 3; i++) {
            uint64_t product = m[i] * first[i + k];
            column += product & 0xffffffff;
            above += product >> 32;
        }
        word[k] = (uint32_t)column;
        carry = (column >> 32) + above;
    }
}

// any finite x of more than largest_split_angle: x * 2/pi modulo 4 in integers, then times pi/2
static reduced_angle reduce_by_long_product(double x) {
    uint32_t word[TURN_WORDS];
    multiply_by_two_over_pi(x, word);
    int quadrant = (int)(word[0] & 3);

    // a fraction of half a quadrant or more belongs to the next quadrant, from below
    bool from_below = (word[1] >> 31) != 0;
    if (from_below) {
        quadrant++;
        for (int k = 1; k < TURN_WORDS; k++)
            word[k] = ~word[k];
    }

    // the fraction as hi + lo
    double part[TURN_WORDS];
    double hi = 0.0;
    for (int k = TURN_WORDS - 1; k > 0; k--) {
        part[k] = word[k] * power_of_two(-32 * k);
        hi += part[k];
    }
    double lo = part[1] - hi;
    for (int k = 2; k < TURN_WORDS; k++)
        lo += part[k];

    double2 product = exact_product(hi, half_pi_hi);
    product.lo += hi * half_pi_lo + lo * half_pi_hi;
    double2 angle = {product.hi + product.lo, 0.0};
    angle.lo = (product.hi - angle.hi) + product.lo;
    if (from_below != (x < 0.0))
        angle = (double2){-angle.hi, -angle.lo};
    return (reduced_angle){(x < 0.0 ? -quadrant : quadrant) & 3, angle};
}

static reduced_angle reduce_angle(double x) {
    double size = fabs(x);
    if (size <= largest_direct_angle)
        return (reduced_angle){0, {x, 0.0}};
    if (size <= largest_split_angle)
        return reduce_by_splitting(x);
    if (size <= DBL_MAX)
        return reduce_by_long_product(x);
    return (reduced_angle){0, {(double)NAN, 0.0}};
}

// (sin(a) / a - 1) / t for t = a^2 <= (pi/4)^2; sine off by 2^-57
static double sine_polynomial(double t) {
    double tt = t * t;
    return (-0.16666666666666632 + t * 0.008333333333322363)
           + tt
                 * ((-0.00019841269829766253 + t * 2.7557313677068034e-06)
                    + tt * (-2.5050755725543447e-08 + t * 1.5896653553070555e-10));
}

// (cos(a) - 1 + t/2) / t^2 for t = a^2 <= (pi/4)^2; cosine off by 2^-60
static double cosine_polynomial(double t) {
    double tt = t * t;
    return (0.041666666666666664 + t * -0.0013888888888887382)
           + tt
                 * ((2.480158729874308e-05 + t * -2.755731726001471e-07)
                    + tt * (2.0876143829213935e-09 + t * -1.1382456865840483e-11));
}

// sin(hi + lo), |hi| <= pi/4
static double sine_of_rest(double2 a) {
    double t = a.hi * a.hi;
    if (t < 1e-16) // below rounding; returning a.hi keeps a negative zero
        return a.hi;
    return a.hi + (a.hi * (t * sine_polynomial(t)) + a.lo * (1.0 - 0.5 * t));
}

// cos(hi + lo), |hi| <= pi/4; the rounding of 1 - t/2 is put back
static double cosine_of_rest(double2 a) {
    double t = a.hi * a.hi;
    double half = 0.5 * t;
    double rounded = 1.0 - half;
    return rounded + (((1.0 - rounded) - half) + (t * t * cosine_polynomial(t) - a.hi * a.lo));
}

double rv_sin(double x) {
    reduced_angle a = reduce_angle(x);
    double s = (a.quadrant & 1) ? cosine_of_rest(a.rest) : sine_of_rest(a.rest);
    return (a.quadrant & 2) ? -s : s;
}

double rv_cos(double x) {
    reduced_angle a = reduce_angle(x);
    double c = (a.quadrant & 1) ? sine_of_rest(a.rest) : cosine_of_rest(a.rest);
    return ((a.quadrant + 1) & 2) ? -c : c;
}

void rv_sincos(double x, double* sine, double* cosine) {
    reduced_angle a = reduce_angle(x);
    double s = sine_of_rest(a.rest), c = cosine_of_rest(a.rest);
    double s_turned = (a.quadrant & 1) ? c : s;
    double c_turned = (a.quadrant & 1) ? s : c;
    *sine = (a.quadrant & 2) ? -s_turned : s_turned;
    *cosine = ((a.quadrant + 1) & 2) ? -c_turned : c_turned;
}

// ---- arc functions ----------------------------------------------------------------------------

// atan(j/16) as hi + lo, j = 0..16
static const double2 atan_table[17] = {
    {0.0, 0.0},
    {0.06241880999595735, -1.5490756308295046e-18},
    {0.12435499454676144, -3.1253241424539383e-18},
    {0.18534794999569476, 4.180692268843079e-18},
    {0.24497866312686414, 1.0698755618734451e-17},
    {0.3028848683749714, -1.1010827903001369e-17},
    {0.35877067027057225, -2.4623815582638635e-17},
    {0.4124104415973873, -1.587652227770689e-17},
    {0.4636476090008061, 2.2698777452961687e-17},
    {0.5123894603107377, -2.5462781472855804e-17},
    {0.5585993153435624, -5.4556305485916264e-18},
    {0.6022873461349642, 2.950430737228402e-17},
    {0.6435011087932844, 1.5834785051444286e-17},
    {0.6823165548747481, 6.943223671560008e-18},
    {0.7188299996216245, -2.1478388444456983e-17},
    {0.7531512809621944, -2.4256934659182068e-17},
    {0.7853981633974483, 3.061616997868383e-17},
};

// atan(small / big), 0 <= small <= big, small finite, big > 0:
//   atan(small/big) = atan(c) + atan(z),  z = (small - c big) / (big + c small),  c = j/16 close by
static double2 atan_of_ratio(double small, double big) {
    double z = small / big;
    // not below 1/16: there atan(1/16) would be cancelled by half and its rounding would show
    int j = z < 0.0625 ? 0 : (int)(z * 16.0 + 0.5);
    if (j > 0) {
        // keep the products below clear of overflow and of subnormals
        double scale = big > 0x1p1000 ? 0x1p-200 : big < 0x1p-900 ? 0x1p200 : 1.0;
        small *= scale;
        big *= scale;
        // both products are exact and so is the first difference
        double c = j * 0.0625;
        double big_hi = leading_bits(big);
        z = ((small - c * big_hi) - c * (big - big_hi)) / (big + c * small);
    }
    // |z| <= 1/16: Taylor, off by 2^-60
    double t = z * z, tt = t * t;
    double series =
        t
        * ((-1.0 / 3.0 + t * (1.0 / 5.0))
           + tt * ((-1.0 / 7.0 + t * (1.0 / 9.0)) + tt * (-1.0 / 11.0 + t * (1.0 / 13.0))));
    return (double2){atan_table[j].hi, atan_table[j].lo + (z + z * series)};
}

double rv_atan2(double y, double x) {
    if (x != x || y != y)
        return (double)NAN;
    double width = fabs(x), height = fabs(y);
    if (width > DBL_MAX && height > DBL_MAX) // a diagonal at infinity
        width = height = 1.0;
    bool steep = height > width;
    bool left = signbit(x) != 0;
    double big = steep ? height : width;
    double2 a = {0.0, 0.0};
    if (big > 0.0)
        a = atan_of_ratio(steep ? width : height, big);

    // unfold the octant: a, pi/2 - a, pi/2 + a or pi - a
    if (!steep && !left)
        return copysign(a.hi + a.lo, y);
    double2 base =
        steep ? (double2){half_pi_hi, half_pi_lo} : (double2){2.0 * half_pi_hi, 2.0 * half_pi_lo};
    if (!(steep && left))
        a = (double2){-a.hi, -a.lo};
    double hi = base.hi + a.hi;
    double rounding = (base.hi - hi) + a.hi;
    return copysign(hi + (rounding + (base.lo + a.lo)), y);
}

// (asin(a) / a - 1) / t for t = a^2 <= 1/4; asin off by 2^-59
static double arcsine_polynomial(double t) {
    double tt = t * t, tttt = tt * tt;
    double p0 = (0.16666666666666752 + t * 0.0749999999997315)
                + tt * (0.04464285717236861 + t * 0.030381942815076998);
    double p4 = (0.022372211982030567 + t * 0.0173516655888634)
                + tt * (0.013980184093834582 + t * 0.011404068082388074);
    double p8 = (0.010751656079494408 + t * 0.003813270416705725)
                + tt * (0.021450242779625966 + t * -0.020638983964698716);
    return p0 + tttt * (p4 + tttt * (p8 + tttt * 0.032405832749597234));
}

double rv_acos(double x) {
    double size = fabs(x);
    if (!(size <= 1.0))
        return (double)NAN;
    // pi/2 - asin(x)
    if (size < 0.5) {
        double t = x * x;
        double curve = x * (t * arcsine_polynomial(t));
        double hi = half_pi_hi - x;
        double rounding = (half_pi_hi - hi) - x;
        return hi + (rounding + (half_pi_lo - curve));
    }
    // 2 asin(s) of the small angle's half, s = sqrt((1 - |x|) / 2); 1 - |x| is exact here
    double t = 0.5 * (1.0 - size);
    double s = sqrt(t);
    double curve = s * (t * arcsine_polynomial(t));
    if (x < 0.0)
        return 2.0 * (half_pi_hi - (s + (curve - half_pi_lo)));
    if (s == 0.0)
        return 0.0;
    // the part of the square root that its rounding lost: t - s^2 = (s_hi + s_lo)^2 - s_hi^2
    double s_hi = leading_bits(s);
    double s_lo = (t - s_hi * s_hi) / (s + s_hi);
    return 2.0 * (s_hi + (s_lo + curve));
}

// ---- exponential and logarithm ----------------------------------------------------------------

// 2^(j/32) as hi + lo
static const double2 exp_table[32] = {
    {1.0, 0.0},
    {1.0218971486541166, 5.109225028973444e-17},
    {1.0442737824274138, 8.551889705537965e-17},
    {1.0671404006768237, -7.899853966841582e-17},
    {1.0905077326652577, -3.046782079812471e-17},
    {1.1143867425958924, 1.0410278456845571e-16},
    {1.1387886347566916, 8.912812676025408e-17},
    {1.1637248587775775, 3.8292048369240935e-17},
    {1.189207115002721, 3.982015231465646e-17},
    {1.215247359980469, -7.712630692681488e-17},
    {1.241857812073484, 4.658027591836937e-17},
    {1.2690509571917332, 2.667932131342186e-18},
    {1.2968395546510096, 2.5382502794888315e-17},
    {1.3252366431597413, -2.8587312100388614e-17},
    {1.3542555469368927, 7.70094837980299e-17},
    {1.383909881963832, -6.770511658794786e-17},
    {1.4142135623730951, -9.667293313452913e-17},
    {1.4451808069770467, -3.0237581349939873e-17},
    {1.4768261459394993, -3.483994556892796e-17},
    {1.5091644275934228, -1.016455327754295e-16},
    {1.5422108254079407, 7.949834809697621e-17},
    {1.5759808451078865, -1.0136916471278304e-17},
    {1.6104903319492543, 2.4707192569797888e-17},
    {1.645755478153965, -1.0125679913674773e-16},
    {1.681792830507429, 8.199010020581497e-17},
    {1.718619298122478, -1.851380418263111e-17},
    {1.7562521603732995, 2.960140695448873e-17},
    {1.7947090750031072, 1.8227458427912087e-17},
    {1.8340080864093424, 3.283107224245627e-17},
    {1.8741676341103, -6.122763413004143e-17},
    {1.9152065613971474, -1.0619946056195963e-16},
    {1.9571441241754002, 8.960767791036668e-17},
};

// e^x = 2^n 2^(j/32) e^r,  x = (32 n + j) ln(2)/32 + r,  |r| <= ln(2)/64
double rv_exp(double x) {
    const double ln2_over_32_hi = 0.021660849392446835; // 37 bits: exact products with k
    const double ln2_over_32_lo = 5.145609244655338e-14;
    const double per_step = 46.16624130844683; // 32 / ln(2)
    if (x != x)
        return x;
    if (x > 710.0)
        return (double)INFINITY;
    if (x < -746.0)
        return 0.0;
    double steps = nearest_integer(x * per_step);
    double r = (x - steps * ln2_over_32_hi) - steps * ln2_over_32_lo;
    int k = (int)steps;
    int j = k & 31;
    int n = (k - j) / 32;

    // e^r - 1, off by 2^-60
    double rr = r * r;
    double growth = r
                    + rr
                          * ((0.5 + r * 0.16666666666581015)
                             + rr
                                   * ((0.041666666666559604 + r * 0.008333362483384042)
                                      + rr * 0.001388892532644038));
    double2 root = exp_table[j];
    double result = root.hi + (root.lo + root.hi * growth);

    // in two steps: 2^n alone may be out of range, and only the second one can round
    int half = n / 2;
    return result * power_of_two(half) * power_of_two(n - half);
}

// ln(x) = e ln(2) + ln(1 + f),  sqrt(1/2) <= 1 + f < sqrt(2)
// ln(1 + f) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + s^2 L(s^2)),  s = f / (2 + f)
double rv_log(double x) {
    const double ln2_hi = 0.693147180559663; // 41 bits: exact products with e
    const double ln2_lo = 2.8235290563031577e-13;
    const uint64_t one = 0x3ff0000000000000, root_half = 0x3fe6a09e667f3bcd;
    if (!(x > 0.0))
        return x == 0.0 ? -(double)INFINITY : (double)NAN;
    if (x > DBL_MAX)
        return x;
    int e = -1023;
    if (x < DBL_MIN) {
        x *= 0x1p54;
        e -= 54;
    }
    uint64_t shifted = bits_of(x) + (one - root_half);
    e += (int)(shifted >> 52);
    double f = from_bits((shifted & 0xfffffffffffff) + root_half) - 1.0;

    // L, off by 2^-58 in the result
    double s = f / (2.0 + f);
    double t = s * s, tt = t * t;
    double L = (0.6666666666666734 + t * 0.39999999999418895)
               + tt
                     * ((0.2857142874146856 + t * 0.22222198665287882)
                        + tt
                              * ((0.18183559660031626 + t * 0.15314166824655298)
                                 + tt * 0.14794816945523873));
    double half_square = 0.5 * f * f;
    double curve = s * (half_square + t * L) - half_square;

    double whole = e * ln2_hi;
    double hi = whole + f;
    double rounding = (whole - hi) + f;
    return hi + (rounding + (e * ln2_lo + curve));
}

// ---- vectors and matrices ---------------------------------------------------------------------

// below this the squared sine of the angle to -x says nothing of the direction any more
static const double smallest_square = 1e-280;

rv_vec3 rv_vec3_perpendicular(rv_vec3 unit) {
    double x = unit.x, y = unit.y, z = unit.z;
    // the smallest rotation takes +y to (-y, 1 - y^2/(1 + x), -y z/(1 + x))
    if (x >= 0.0) {
        double s = y / (1.0 + x);
        return rv_vec3_make(-y, 1.0 - y * s, -z * s);
    }
    // the same with 1/(1 + x) = (1 - x)/(y^2 + z^2), which does not cancel
    double square = y * y + z * z;
    if (square < smallest_square)
        return rv_vec3_make(0.0, -1.0, 0.0);
    return rv_vec3_make(-y, (z * z + x * (y * y)) / square, -y * z * (1.0 - x) / square);
}

double rv_mat3_determinant(rv_mat3 a) {
    return a.m[0][0] * (a.m[1][1] * a.m[2][2] - a.m[1][2] * a.m[2][1])
           + a.m[0][1] * (a.m[1][2] * a.m[2][0] - a.m[1][0] * a.m[2][2])
           + a.m[0][2] * (a.m[1][0] * a.m[2][1] - a.m[1][1] * a.m[2][0]);
}

rv_mat3 rv_mat3_inverse(rv_mat3 a) {
    double determinant = rv_mat3_determinant(a);
    if (determinant == 0.0)
        return rv_mat3_zero();
    // entry (j, i) is the cofactor (i, j); cyclic indices take care of its sign
    rv_mat3 inverse;
    double scale = 1.0 / determinant;
    for (int i = 0; i < 3; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            inverse.m[j][i] = (a.m[i1][j1] * a.m[i2][j2] - a.m[i1][j2] * a.m[i2][j1]) * scale;
        }
    }
    return inverse;
}

// ---- rotations --------------------------------------------------------------------------------

rv_quat rv_quat_from_mat3(rv_mat3 r) {
    // 4 w^2 - 1 is the trace, 4 x^2 - 1 = 2 m00 - trace, ...: divide by the largest of the four
    double trace = r.m[0][0] + r.m[1][1] + r.m[2][2];
    int i = r.m[1][1] > r.m[0][0] ? 1 : 0;
    if (r.m[2][2] > r.m[i][i])
        i = 2;
    double q[4]; // w, x, y, z, all times the same factor
    if (trace >= 2.0 * r.m[i][i] - trace) {
        q[0] = 1.0 + trace;
        q[1] = r.m[2][1] - r.m[1][2];
        q[2] = r.m[0][2] - r.m[2][0];
        q[3] = r.m[1][0] - r.m[0][1];
    } else {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        q[0] = r.m[k][j] - r.m[j][k];
        q[1 + i] = 1.0 + (r.m[i][i] - r.m[j][j] - r.m[k][k]);
        q[1 + j] = r.m[j][i] + r.m[i][j];
        q[1 + k] = r.m[k][i] + r.m[i][k];
    }
    double sign = q[0] < 0.0 ? -1.0 : 1.0;
    return rv_quat_normalize(rv_quat_make(sign * q[0], sign * q[1], sign * q[2], sign * q[3]));
}

rv_quat rv_quat_from_axis_angle(rv_vec3 axis, double angle) {
    double s, c;
    rv_sincos(0.5 * angle, &s, &c);
    return rv_quat_make(c, s * axis.x, s * axis.y, s * axis.z);
}

rv_quat rv_quat_from_x_axis(rv_vec3 unit) {
    // half-angle form: (1 + x, the cross product of +x and unit)
    if (unit.x >= 0.0)
        return rv_quat_normalize(rv_quat_make(1.0 + unit.x, 0.0, -unit.z, unit.y));
    // the same divided by the sine, with (1 + x)/sine = sine/(1 - x), which does not cancel
    double square = unit.y * unit.y + unit.z * unit.z;
    if (square < smallest_square)
        return rv_quat_make(0.0, 0.0, 0.0, 1.0);
    double sine = sqrt(square);
    return rv_quat_normalize(
        rv_quat_make(sine / (1.0 - unit.x), 0.0, -unit.z / sine, unit.y / sine));
}

rv_quat rv_quat_exp(rv_vec3 v) {
    const double largest_direct_square = 0.6168502750680849; // (pi/4)^2, of the half angle
    double square = 0.25 * rv_vec3_dot(v, v);
    double s, c;
    if (square <= largest_direct_square) {
        s = 0.5 + 0.5 * (square * sine_polynomial(square));
        c = 1.0 - (0.5 * square - square * square * cosine_polynomial(square));
    } else {
        double half = sqrt(square);
        rv_sincos(half, &s, &c);
        s = 0.5 * s / half;
    }
    return rv_quat_make(c, s * v.x, s * v.y, s * v.z);
}

static const double LOG_SERIES_BELOW = 0.0025; // sine of the half angle, squared

rv_vec3 rv_quat_log(rv_quat q) {
    rv_vec3 u = rv_vec3_make(q.x, q.y, q.z);
    double square = rv_vec3_dot(u, u);
    double w = fabs(q.w);
    // angle / sine of the half angle; for tiny u it is 2, and the sine may have underflowed
    double factor = 0.0;
    if (square < LOG_SERIES_BELOW && fabs(q.w * q.w + square - 1.0) < 1e-12) {
        // small turns of unit quaternions, the common case: asin(s)/s, whose next term is below
        // 1e-17
        double s2 = square;
        factor =
            2.0
            + s2
                  * (1.0 / 3.0
                     + s2
                           * (3.0 / 20.0
                              + s2 * (5.0 / 56.0 + s2 * (35.0 / 576.0 + s2 * (63.0 / 1408.0)))));
    } else if (square >= smallest_square) {
        double sine = sqrt(square);
        factor = 2.0 * rv_atan2(sine, w) / sine;
    } else if (w > 0.0) {
        factor = 2.0 / w;
    }
    return rv_vec3_scale(u, q.w < 0.0 ? -factor : factor);
}
