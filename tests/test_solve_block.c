// Small dense blocks: every kernel, for every size, against the plain loops that define it. The
// kernels are compiled for some sizes; results must have the same bits for all.
#include "solve/block.h"
#include "test.h"

#include <stdint.h>

static uint64_t seed = 12345;

static double random_number(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(seed ^ (seed >> 29)) / 9223372036854775808.0;
}

static void random_values(int count, double* values) {
    for (int i = 0; i < count; i++)
        values[i] = random_number();
}

// sign * (I + P P^T)
static void random_definite(int size, double sign, double* block) {
    double P[RV_BLOCK_VALUES];
    random_values(size * size, P);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            double sum = i == j ? 1.0 : 0.0;
            for (int k = 0; k < size; k++)
                sum += P[k * size + i] * P[k * size + j];
            block[j * size + i] = sign * sum;
        }
}

TEST(the_factor_multiplies_back_to_the_block) {
    const double smallest[RV_BLOCK_MAX] = {0};
    for (int size = 1; size <= RV_BLOCK_MAX; size++)
        for (int repeat = 0; repeat < 20; repeat++) {
            double sign = repeat % 2 ? -1.0 : 1.0;
            double block[RV_BLOCK_VALUES], factor[RV_BLOCK_VALUES], inverse_d[RV_BLOCK_MAX];
            random_definite(size, sign, block);
            memcpy(factor, block, sizeof block);
            CHECK(rv_block_factor(size, factor, inverse_d, sign, smallest) == 0);
            for (int i = 0; i < size; i++)
                for (int j = 0; j <= i; j++) {
                    double sum = 0.0;
                    for (int k = 0; k <= j; k++) {
                        double li = i == k ? 1.0 : factor[k * size + i];
                        double lj = j == k ? 1.0 : factor[k * size + j];
                        sum += li * lj / inverse_d[k];
                    }
                    CHECK_NEAR(sum, block[j * size + i], 1e-14); // entries up to 7, a few roundings
                }
        }
}

TEST(only_the_lower_triangle_is_read) {
    const double smallest[RV_BLOCK_MAX] = {0};
    for (int size = 1; size <= RV_BLOCK_MAX; size++) {
        double full[RV_BLOCK_VALUES], lower[RV_BLOCK_VALUES];
        double d_full[RV_BLOCK_MAX], d_lower[RV_BLOCK_MAX];
        random_definite(size, 1.0, full);
        memcpy(lower, full, sizeof full);
        for (int j = 0; j < size; j++)
            for (int i = 0; i < j; i++)
                lower[j * size + i] = NAN;
        rv_block_factor(size, full, d_full, 1.0, smallest);
        rv_block_factor(size, lower, d_lower, 1.0, smallest);
        for (int k = 0; k < size; k++)
            CHECK(d_full[k] == d_lower[k]);
    }
}

TEST(a_pivot_that_is_too_small_or_has_the_wrong_sign_is_replaced_and_counted) {
    for (int size = 1; size <= RV_BLOCK_MAX; size++) {
        double block[RV_BLOCK_VALUES] = {0}, inverse_d[RV_BLOCK_MAX];
        double smallest[RV_BLOCK_MAX] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
        for (int k = 0; k < size; k++)
            block[k * size + k] = 1.0;
        block[(size - 1) * (size + 1)] = 0.25;
        CHECK(rv_block_factor(size, block, inverse_d, 1.0, smallest) == 1);
        CHECK(inverse_d[size - 1] == 2.0);
        // as a row's block, whose pivots are negative, all of it is wrong
        CHECK(rv_block_factor(size, block, inverse_d, -1.0, smallest) == size);
        CHECK(inverse_d[0] == -2.0);
        block[0] = NAN;
        CHECK(rv_block_factor(size, block, inverse_d, 1.0, smallest) >= 1);
        CHECK(inverse_d[0] == 2.0);
    }
}

TEST(a_zero_pivot_without_a_floor_holds_its_unknown_at_zero) {
    double block[9] = {2.0, 0, 0, 0, 0.0, 0, 0, 0, 4.0}, inverse_d[3];
    const double smallest[3] = {0};
    CHECK(rv_block_factor(3, block, inverse_d, 1.0, smallest) == 1);
    CHECK(inverse_d[0] == 0.5 && inverse_d[1] == 0.0 && inverse_d[2] == 0.25);
}

TEST(a_panel_times_its_factor_gives_the_panel_back) {
    const double smallest[RV_BLOCK_MAX] = {0};
    for (int rows = 1; rows <= RV_BLOCK_MAX; rows++)
        for (int size = 1; size <= RV_BLOCK_MAX; size++) {
            double block[RV_BLOCK_VALUES], panel[RV_BLOCK_VALUES], before[RV_BLOCK_VALUES];
            double inverse_d[RV_BLOCK_MAX], scaled[RV_BLOCK_VALUES];
            random_definite(size, 1.0, block);
            rv_block_factor(size, block, inverse_d, 1.0, smallest);
            random_values(rows * size, before);
            memcpy(panel, before, sizeof panel);
            rv_block_right_solve(rows, size, panel, block, scaled, inverse_d);
            // (panel L^T)_rj = sum over k <= j
            for (int r = 0; r < rows; r++)
                for (int j = 0; j < size; j++) {
                    double sum = panel[j * rows + r];
                    for (int k = 0; k < j; k++)
                        sum += panel[k * rows + r] * block[k * size + j];
                    CHECK_NEAR(sum, before[j * rows + r], 1e-14);
                }
            for (int j = 0; j < size; j++)
                for (int r = 0; r < rows; r++)
                    CHECK(scaled[j * rows + r] == panel[j * rows + r] * inverse_d[j]);
        }
}

TEST(an_update_has_the_bits_of_the_plain_loop_in_every_size) {
    for (int rows = 1; rows <= RV_BLOCK_MAX; rows++)
        for (int columns = 1; columns <= RV_BLOCK_MAX; columns++)
            for (int inner = 1; inner <= RV_BLOCK_MAX; inner++) {
                double target[RV_BLOCK_VALUES], expected[RV_BLOCK_VALUES];
                double left[RV_BLOCK_VALUES], right[RV_BLOCK_VALUES];
                random_values(rows * columns, target);
                random_values(rows * inner, left);
                random_values(columns * inner, right);
                memcpy(expected, target, sizeof target);
                for (int c = 0; c < columns; c++)
                    for (int r = 0; r < rows; r++)
                        for (int k = 0; k < inner; k++)
                            expected[c * rows + r] -= left[k * rows + r] * right[k * columns + c];
                rv_block_update(rows, columns, inner, target, left, right);
                CHECK(memcmp(target, expected, (size_t)(rows * columns) * sizeof(double)) == 0);
            }
}

TEST(forward_and_backward_substitution_invert_the_factor) {
    const double smallest[RV_BLOCK_MAX] = {0};
    for (int size = 1; size <= RV_BLOCK_MAX; size++) {
        double block[RV_BLOCK_VALUES], factor[RV_BLOCK_VALUES], inverse_d[RV_BLOCK_MAX];
        double x[RV_BLOCK_MAX], b[RV_BLOCK_MAX];
        random_definite(size, 1.0, block);
        memcpy(factor, block, sizeof block);
        rv_block_factor(size, factor, inverse_d, 1.0, smallest);
        random_values(size, b);
        memcpy(x, b, sizeof x);
        rv_block_forward(size, factor, inverse_d, x);
        rv_block_backward(size, factor, x);
        for (int i = 0; i < size; i++) {
            double sum = 0.0;
            for (int j = 0; j < size; j++)
                sum += block[j * size + i] * x[j];
            CHECK_NEAR(sum, b[i], 1e-13); // condition of I + P P^T is below 20
        }
    }
}

TEST(products_with_a_panel_have_the_bits_of_the_plain_loop_in_every_size) {
    for (int rows = 1; rows <= RV_BLOCK_MAX; rows++)
        for (int columns = 1; columns <= RV_BLOCK_MAX; columns++) {
            double panel[RV_BLOCK_VALUES], x[RV_BLOCK_MAX], y[RV_BLOCK_MAX], expected[RV_BLOCK_MAX];
            random_values(rows * columns, panel);
            random_values(columns, x);
            random_values(rows, y);
            memcpy(expected, y, sizeof y);
            for (int k = 0; k < columns; k++)
                for (int r = 0; r < rows; r++)
                    expected[r] -= panel[k * rows + r] * x[k];
            rv_block_multiply_sub(rows, columns, panel, x, y);
            CHECK(memcmp(y, expected, (size_t)rows * sizeof(double)) == 0);
            random_values(rows, x);
            random_values(columns, y);
            memcpy(expected, y, sizeof y);
            for (int k = 0; k < columns; k++) {
                double sum[2] = {0.0, 0.0}; // even and odd rows apart
                for (int r = 0; r < rows; r++)
                    sum[r % 2] += panel[k * rows + r] * x[r];
                expected[k] -= sum[0] + sum[1];
            }
            rv_block_multiply_transpose_sub(rows, columns, panel, x, y);
            CHECK(memcmp(y, expected, (size_t)columns * sizeof(double)) == 0);
        }
}

TEST(an_update_of_the_lower_triangle_is_that_of_the_whole_block) {
    for (int size = 1; size <= RV_BLOCK_MAX; size++)
        for (int inner = 1; inner <= RV_BLOCK_MAX; inner++) {
            double lower[RV_BLOCK_VALUES], whole[RV_BLOCK_VALUES];
            double left[RV_BLOCK_VALUES], right[RV_BLOCK_VALUES];
            random_values(size * size, lower);
            random_values(size * inner, left);
            random_values(size * inner, right);
            memcpy(whole, lower, sizeof whole);
            rv_block_update(size, size, inner, whole, left, right);
            rv_block_update_lower(size, inner, lower, left, right);
            for (int c = 0; c < size; c++)
                for (int r = c; r < size; r++)
                    CHECK(lower[c * size + r] == whole[c * size + r]);
        }
}

TEST(residuals_and_their_sizes_are_sums_over_all_terms) {
    for (int rows = 1; rows <= RV_BLOCK_MAX; rows++)
        for (int columns = 1; columns <= RV_BLOCK_MAX; columns++) {
            double panel[RV_BLOCK_VALUES], x[RV_BLOCK_MAX], y[2][RV_BLOCK_MAX], sums[2][6] = {0};
            random_values(rows * columns, panel);
            random_values(RV_BLOCK_MAX, x);
            random_values(2 * RV_BLOCK_MAX, y[0]);
            memcpy(sums, y, sizeof y);
            rv_block_residual_sub(rows, columns, panel, x, (rv_block_sum){y[0], y[1]});
            for (int r = 0; r < rows; r++) {
                for (int k = 0; k < columns; k++) {
                    sums[0][r] -= panel[k * rows + r] * x[k];
                    sums[1][r] += fabs(panel[k * rows + r] * x[k]);
                }
                CHECK(y[0][r] == sums[0][r] && y[1][r] == sums[1][r]);
            }
            memcpy(sums, y, sizeof y);
            rv_block_residual_transpose_add(rows, columns, panel, x, (rv_block_sum){y[0], y[1]});
            for (int k = 0; k < columns; k++) {
                double sum = 0.0, size = 0.0;
                for (int r = 0; r < rows; r++) {
                    sum += panel[k * rows + r] * x[r];
                    size += fabs(panel[k * rows + r] * x[r]);
                }
                CHECK_NEAR(y[0][k], sums[0][k] + sum, 1e-14);
                CHECK_NEAR(y[1][k], sums[1][k] + size, 1e-14);
            }
            double response[RV_BLOCK_MAX];
            rv_block_response(rows, columns, panel, x, response);
            for (int r = 0; r < rows; r++) {
                double sum = 0.0;
                for (int k = 0; k < columns; k++)
                    sum += panel[k * rows + r] * panel[k * rows + r] * x[k];
                CHECK(response[r] == sum);
            }
        }
}
