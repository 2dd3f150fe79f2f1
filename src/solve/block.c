// Small dense blocks: each kernel is one inline loop nest, compiled once for the sizes that cables
// and bodies are made of (6, 3 and 1) and once for any size. Columns are worked on two rows at a
// time; what is done to an element, and in which order, is the same in all of them and for every
// compiler.
#include "solve/block.h"

#include "solve/block_pair.h"

#include <math.h>
#include <string.h>

// a column of up to six rows in registers
typedef struct column {
    pair rows[3];
    double odd; // the last row of an odd number
} column;

ALWAYS_INLINE column column_load(int rows, const double* from) {
    column c = {0};
    for (int i = 0; i < rows / 2; i++)
        c.rows[i] = load(from + 2 * i);
    if (rows % 2)
        c.odd = from[rows - 1];
    return c;
}

ALWAYS_INLINE void column_store(int rows, double* to, column c) {
    for (int i = 0; i < rows / 2; i++)
        store(to + 2 * i, c.rows[i]);
    if (rows % 2)
        to[rows - 1] = c.odd;
}

// c - a x
ALWAYS_INLINE column column_subtract(int rows, column c, const double* x, double a) {
    for (int i = 0; i < rows / 2; i++)
        c.rows[i] -= load(x + 2 * i) * both(a);
    if (rows % 2)
        c.odd -= x[rows - 1] * a;
    return c;
}

ALWAYS_INLINE double column_row(int rows, const column* c, int k) {
    return k == rows - 1 && rows % 2 ? c->odd : c->rows[k / 2][k % 2];
}

ALWAYS_INLINE void copy_transposed(int rows, int columns, double* target, const double* values) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            target[r * columns + c] = values[c * rows + r];
}

void rv_block_copy(int rows, int columns, double* target, const double* values, bool transposed) {
    if (!transposed)
        memcpy(target, values, (size_t)(rows * columns) * sizeof(double));
    else if (rows == 6 && columns == 6)
        // two by two
        for (int r = 0; r < 6; r += 2)
            for (int c = 0; c < 6; c += 2) {
                pair left = load(values + c * 6 + r), right = load(values + c * 6 + 6 + r);
                store(target + r * 6 + c, (pair){left[0], right[0]});
                store(target + r * 6 + 6 + c, (pair){left[1], right[1]});
            }
    else if (rows == 3 && columns == 6)
        copy_transposed(3, 6, target, values);
    else
        copy_transposed(rows, columns, target, values);
}

// Column k of the factor. Columns to the right are updated from the pair of rows that holds their
// diagonal: what stands above it is not read.
ALWAYS_INLINE int eliminate_column(int size, int k, column* c, double* inverse_d, double sign,
                                   const double* smallest) {
    double d = column_row(size, &c[k], k);
    double inverse = 1.0 / d, size_d = sign * d;
    // written so that a NaN is replaced too; without a floor the unknown is held at zero
    int replaced = !(size_d >= smallest[k] && size_d > 0.0);
    if (UNLIKELY(replaced))
        inverse = smallest[k] > 0.0 ? sign / smallest[k] : 0.0;
    inverse_d[k] = inverse;
    for (int j = k + 1; j < size; j++) {
        double a = column_row(size, &c[k], j) * inverse;
        for (int i = j / 2; i < size / 2; i++)
            c[j].rows[i] -= c[k].rows[i] * both(a);
        if (size % 2)
            c[j].odd -= c[k].odd * a;
    }
    for (int i = k / 2; i < size / 2; i++)
        c[k].rows[i] *= both(inverse);
    if (size % 2)
        c[k].odd *= inverse;
    return replaced;
}

ALWAYS_INLINE int factor(int size, double* block, double* inverse_d, double sign,
                         const double* smallest) {
    column c[RV_BLOCK_MAX];
    int replaced = 0;
    for (int k = 0; k < size; k++) {
        for (int i = k / 2; i < size / 2; i++)
            c[k].rows[i] = load(block + k * size + 2 * i);
        c[k].odd = block[k * size + size - 1];
    }
    if (size == 6 || size == 3) {
        replaced += eliminate_column(size, 0, c, inverse_d, sign, smallest);
        replaced += eliminate_column(size, 1, c, inverse_d, sign, smallest);
        replaced += eliminate_column(size, 2, c, inverse_d, sign, smallest);
    }
    if (size == 6) {
        replaced += eliminate_column(size, 3, c, inverse_d, sign, smallest);
        replaced += eliminate_column(size, 4, c, inverse_d, sign, smallest);
        replaced += eliminate_column(size, 5, c, inverse_d, sign, smallest);
    }
    for (int k = 0; k < size && size != 6 && size != 3; k++)
        replaced += eliminate_column(size, k, c, inverse_d, sign, smallest);
    for (int k = 0; k < size; k++) {
        for (int i = k / 2; i < size / 2; i++)
            store(block + k * size + 2 * i, c[k].rows[i]);
        if (size % 2)
            block[k * size + size - 1] = c[k].odd;
    }
    return replaced;
}

int rv_block_factor(int size, double* block, double* inverse_d, double sign,
                    const double* smallest) {
    switch (size) {
    case 6:
        return factor(6, block, inverse_d, sign, smallest);
    case 3:
        return factor(3, block, inverse_d, sign, smallest);
    case 1:
        return factor(1, block, inverse_d, sign, smallest);
    default:
        return factor(size, block, inverse_d, sign, smallest);
    }
}

// Two rows of panel L^-T, all columns in registers, and the same over the pivots.
ALWAYS_INLINE void solve_two_rows(int rows, int size, double* panel, const double* block,
                                  double* scaled, const double* inverse_d) {
    pair c[RV_BLOCK_MAX];
    for (int j = 0; j < size; j++) {
        c[j] = load(panel + j * rows);
        for (int k = 0; k < j; k++)
            c[j] -= c[k] * both(block[k * size + j]);
        store(panel + j * rows, c[j]);
        store(scaled + j * rows, c[j] * both(inverse_d[j]));
    }
}

ALWAYS_INLINE void solve_row(int rows, int size, double* panel, const double* block, double* scaled,
                             const double* inverse_d) {
    double c[RV_BLOCK_MAX];
    for (int j = 0; j < size; j++) {
        c[j] = panel[j * rows];
        for (int k = 0; k < j; k++)
            c[j] -= c[k] * block[k * size + j];
        panel[j * rows] = c[j];
        scaled[j * rows] = c[j] * inverse_d[j];
    }
}

ALWAYS_INLINE void right_solve(int rows, int size, double* panel, const double* block,
                               double* scaled, const double* inverse_d) {
    for (int i = 0; i + 1 < rows; i += 2)
        solve_two_rows(rows, size, panel + i, block, scaled + i, inverse_d);
    if (rows % 2)
        solve_row(rows, size, panel + rows - 1, block, scaled + rows - 1, inverse_d);
}

void rv_block_right_solve(int rows, int size, double* panel, const double* block, double* scaled,
                          const double* inverse_d) {
    if (rows == 6 && size == 6)
        right_solve(6, 6, panel, block, scaled, inverse_d);
    else if (rows == 3 && size == 3)
        right_solve(3, 3, panel, block, scaled, inverse_d);
    else if (rows == 3 && size == 6)
        right_solve(3, 6, panel, block, scaled, inverse_d);
    else if (rows == 6 && size == 3)
        right_solve(6, 3, panel, block, scaled, inverse_d);
    else if (rows == 1 && size == 3)
        right_solve(1, 3, panel, block, scaled, inverse_d);
    else if (rows == 3 && size == 1)
        right_solve(3, 1, panel, block, scaled, inverse_d);
    else
        right_solve(rows, size, panel, block, scaled, inverse_d);
}

ALWAYS_INLINE void update(int rows, int columns, int inner, double* target, const double* left,
                          const double* right) {
    for (int c = 0; c < columns; c++) {
        column sum = column_load(rows, target + c * rows);
        for (int k = 0; k < inner; k++)
            sum = column_subtract(rows, sum, left + k * rows, right[k * columns + c]);
        column_store(rows, target + c * rows, sum);
    }
}

void rv_block_update(int rows, int columns, int inner, double* target, const double* left,
                     const double* right) {
    if (rows == 6 && columns == 6) {
        if (inner == 6)
            update(6, 6, 6, target, left, right);
        else if (inner == 3)
            update(6, 6, 3, target, left, right);
        else
            update(6, 6, inner, target, left, right);
    } else if (rows == 3 && columns == 3) {
        update(3, 3, inner, target, left, right);
    } else if (rows == 1 && columns == 1) {
        update(1, 1, inner, target, left, right);
    } else {
        update(rows, columns, inner, target, left, right);
    }
}

// columns c and c + 1 of the lower triangle, from row c on
ALWAYS_INLINE void update_two(int size, int c, int inner, double* target, const double* left,
                              const double* right) {
    double *first = target + c * size + c, *second = first + size;
    column a = column_load(size - c, first), b = column_load(size - c, second);
    for (int k = 0; k < inner; k++) {
        const double* from = left + k * size + c;
        a = column_subtract(size - c, a, from, right[k * size + c]);
        b = column_subtract(size - c, b, from, right[k * size + c + 1]);
    }
    column_store(size - c, first, a);
    column_store(size - c, second, b);
}

// the last column of an odd size
ALWAYS_INLINE void update_last(int size, int inner, double* target, const double* left,
                               const double* right) {
    double sum = target[size * size - 1];
    for (int k = 0; k < inner; k++)
        sum -= left[k * size + size - 1] * right[k * size + size - 1];
    target[size * size - 1] = sum;
}

ALWAYS_INLINE void update_lower(int size, int inner, double* target, const double* left,
                                const double* right) {
    if (size >= 2)
        update_two(size, 0, inner, target, left, right);
    if (size >= 4)
        update_two(size, 2, inner, target, left, right);
    if (size >= 6)
        update_two(size, 4, inner, target, left, right);
    if (size % 2)
        update_last(size, inner, target, left, right);
}

void rv_block_update_lower(int size, int inner, double* target, const double* left,
                           const double* right) {
    if (size == 6 && inner == 6)
        update_lower(6, 6, target, left, right);
    else if (size == 6 && inner == 3)
        update_lower(6, 3, target, left, right);
    else if (size == 6)
        update_lower(6, inner, target, left, right);
    else if (size == 3 && inner == 6)
        update_lower(3, 6, target, left, right);
    else if (size == 3)
        update_lower(3, inner, target, left, right);
    else if (size == 1)
        update_lower(1, inner, target, left, right);
    else
        update_lower(size, inner, target, left, right);
}

// takes unknown k of L x = b out of those after it
ALWAYS_INLINE void forward_step(int size, int k, const double* block, column* c) {
    double x = column_row(size, c, k);
    const double* l = block + k * size;
    if (k % 2 == 0 && k + 1 < size)
        c->rows[k / 2][1] -= l[k + 1] * x;
    for (int i = k / 2 + 1; i < size / 2; i++)
        c->rows[i] -= load(l + 2 * i) * both(x);
    if (size % 2 && k + 1 < size)
        c->odd -= l[size - 1] * x;
}

// x <- L^-1 x, then x over the pivots
ALWAYS_INLINE void forward(int size, const double* block, const double* inverse_d, double* x) {
    column c = column_load(size, x);
    if (size == 6 || size == 3) {
        forward_step(size, 0, block, &c);
        forward_step(size, 1, block, &c);
    }
    if (size == 6) {
        forward_step(size, 2, block, &c);
        forward_step(size, 3, block, &c);
        forward_step(size, 4, block, &c);
    }
    for (int k = 0; k < size && size != 6 && size != 3; k++)
        forward_step(size, k, block, &c);
    for (int i = 0; i < size / 2; i++)
        c.rows[i] *= load(inverse_d + 2 * i);
    if (size % 2)
        c.odd *= inverse_d[size - 1];
    column_store(size, x, c);
}

void rv_block_forward(int size, const double* block, const double* inverse_d, double* x) {
    if (size == 6)
        forward(6, block, inverse_d, x);
    else if (size == 3)
        forward(3, block, inverse_d, x);
    else if (size == 1)
        forward(1, block, inverse_d, x);
    else
        forward(size, block, inverse_d, x);
}

// takes unknown i of L^T x = b out of those before it
ALWAYS_INLINE void backward_step(int size, int i, const double* block, column* c) {
    double x = column_row(size, c, i);
    const double* l = block + i; // L_ik = l[k * size]
    for (int k = 0; k < i / 2; k++)
        c->rows[k] -= (pair){l[2 * k * size], l[(2 * k + 1) * size]} * both(x);
    if (i % 2)
        c->rows[i / 2][0] -= l[(i - 1) * size] * x;
}

// from the last unknown up, so that none waits for more than the one before it
ALWAYS_INLINE void backward(int size, const double* block, double* x) {
    column c = column_load(size, x);
    if (size == 6) {
        backward_step(size, 5, block, &c);
        backward_step(size, 4, block, &c);
        backward_step(size, 3, block, &c);
    }
    if (size == 6 || size == 3) {
        backward_step(size, 2, block, &c);
        backward_step(size, 1, block, &c);
    }
    for (int i = size - 1; i > 0 && size != 6 && size != 3; i--)
        backward_step(size, i, block, &c);
    column_store(size, x, c);
}

void rv_block_backward(int size, const double* block, double* x) {
    if (size == 6)
        backward(6, block, x);
    else if (size == 3)
        backward(3, block, x);
    else if (size > 1)
        backward(size, block, x);
}

ALWAYS_INLINE void multiply_sub(int rows, int columns, const double* panel, const double* x,
                                double* y) {
    column sum = column_load(rows, y);
    for (int k = 0; k < columns; k++)
        sum = column_subtract(rows, sum, panel + k * rows, x[k]);
    column_store(rows, y, sum);
}

void rv_block_multiply_sub(int rows, int columns, const double* panel, const double* x, double* y) {
    if (rows == 6 && columns == 6)
        multiply_sub(6, 6, panel, x, y);
    else if (rows == 6)
        multiply_sub(6, columns, panel, x, y);
    else if (rows == 3)
        multiply_sub(3, columns, panel, x, y);
    else
        multiply_sub(rows, columns, panel, x, y);
}

// column^T x: even and odd rows apart
ALWAYS_INLINE pair column_dot(int rows, const double* column, const double* x) {
    pair sum = {0.0, 0.0};
    int i = 0;
    for (; i + 2 <= rows; i += 2)
        sum += load(column + i) * load(x + i);
    if (i < rows)
        sum[0] += column[i] * x[i];
    return sum;
}

ALWAYS_INLINE void multiply_transpose_sub(int rows, int columns, const double* panel,
                                          const double* x, double* y) {
    int k = 0;
    // even and odd rows together, of two columns at a time
    for (; k + 2 <= columns; k += 2) {
        pair a = column_dot(rows, panel + k * rows, x);
        pair b = column_dot(rows, panel + (k + 1) * rows, x);
        store(y + k, load(y + k) - ((pair){a[0], b[0]} + (pair){a[1], b[1]}));
    }
    if (k < columns) {
        pair a = column_dot(rows, panel + k * rows, x);
        y[k] -= a[0] + a[1];
    }
}

void rv_block_multiply_transpose_sub(int rows, int columns, const double* panel, const double* x,
                                     double* y) {
    if (rows == 6 && columns == 6)
        multiply_transpose_sub(6, 6, panel, x, y);
    else if (rows == 6)
        multiply_transpose_sub(6, columns, panel, x, y);
    else if (rows == 3)
        multiply_transpose_sub(3, columns, panel, x, y);
    else
        multiply_transpose_sub(rows, columns, panel, x, y);
}

ALWAYS_INLINE void response(int rows, int columns, const double* panel, const double* inverse,
                            double* sum) {
    double total[RV_BLOCK_MAX] = {0};
    for (int k = 0; k < columns; k++) {
        const double* column = panel + k * rows;
        for (int i = 0; i < rows; i++)
            total[i] += column[i] * column[i] * inverse[k];
    }
    for (int i = 0; i < rows; i++)
        sum[i] = total[i];
}

void rv_block_response(int rows, int columns, const double* panel, const double* inverse,
                       double* sum) {
    if (rows == 6 && columns == 6)
        response(6, 6, panel, inverse, sum);
    else if (rows == 3 && columns == 6)
        response(3, 6, panel, inverse, sum);
    else
        response(rows, columns, panel, inverse, sum);
}

ALWAYS_INLINE void residual_sub(int rows, int columns, const double* panel, const double* x,
                                rv_block_sum y) {
    column sum = column_load(rows, y.sum), size = column_load(rows, y.size);
    for (int k = 0; k < columns; k++) {
        const double* from = panel + k * rows;
        for (int i = 0; i < rows / 2; i++) {
            pair term = load(from + 2 * i) * both(x[k]);
            sum.rows[i] -= term;
            size.rows[i] += magnitude(term);
        }
        if (rows % 2) {
            sum.odd -= from[rows - 1] * x[k];
            size.odd += fabs(from[rows - 1] * x[k]);
        }
    }
    column_store(rows, y.sum, sum);
    column_store(rows, y.size, size);
}

void rv_block_residual_sub(int rows, int columns, const double* panel, const double* x,
                           rv_block_sum y) {
    if (rows == 6 && columns == 6)
        residual_sub(6, 6, panel, x, y);
    else if (rows == 3 && columns == 6)
        residual_sub(3, 6, panel, x, y);
    else if (rows == 3)
        residual_sub(3, columns, panel, x, y);
    else
        residual_sub(rows, columns, panel, x, y);
}

ALWAYS_INLINE void residual_transpose_add(int rows, int columns, const double* panel,
                                          const double* x, rv_block_sum y) {
    for (int k = 0; k < columns; k++) {
        const double* column = panel + k * rows;
        pair sum = {0.0, 0.0}, size = {0.0, 0.0};
        int i = 0;
        for (; i + 2 <= rows; i += 2) {
            pair term = load(column + i) * load(x + i);
            sum += term;
            size += magnitude(term);
        }
        if (i < rows) {
            sum[0] += column[i] * x[i];
            size[0] += fabs(column[i] * x[i]);
        }
        y.sum[k] += sum[0] + sum[1];
        y.size[k] += size[0] + size[1];
    }
}

void rv_block_residual_transpose_add(int rows, int columns, const double* panel, const double* x,
                                     rv_block_sum y) {
    if (rows == 6 && columns == 6)
        residual_transpose_add(6, 6, panel, x, y);
    else if (rows == 3 && columns == 6)
        residual_transpose_add(3, 6, panel, x, y);
    else if (rows == 1)
        residual_transpose_add(1, columns, panel, x, y);
    else
        residual_transpose_add(rows, columns, panel, x, y);
}
