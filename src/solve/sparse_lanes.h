// The one source of sparse_pairs.c and sparse_fours.c: kernels on dense panels, stored by columns,
// with SPARSE_PAD rows of zeros below, so that loops over rows may end late. A `quad` is four rows
// of a column, or four right-hand sides; get, put, all, times, plus and minus are what can be done.

enum { QUAD = 4, WIDE_QUADS = SPARSE_WIDE / QUAD };

LANES quad less(quad sum, quad x, quad y) {
    return minus(sum, times(x, y));
}

// --- factor ---

// eight rows, six columns of C -= A B^T; `fresh`: of -A B^T
LANES void subtract_six(double* C, size_t C_stride, const double* A, const double* B, size_t stride,
                        int inner, bool fresh) {
    quad low[6], high[6];
    for (int c = 0; c < 6; c++) {
        low[c] = fresh ? all(0.0) : get(C + (size_t)c * C_stride);
        high[c] = fresh ? all(0.0) : get(C + (size_t)c * C_stride + QUAD);
    }
    for (int k = 0; k < inner; k++, A += stride, B += stride) {
        quad a = get(A), b = get(A + QUAD);
#pragma GCC unroll 6
        for (int c = 0; c < 6; c++) {
            quad factor = all(B[c]);
            low[c] = less(low[c], a, factor);
            high[c] = less(high[c], b, factor);
        }
    }
    for (int c = 0; c < 6; c++) {
        put(C + (size_t)c * C_stride, low[c]);
        put(C + (size_t)c * C_stride + QUAD, high[c]);
    }
}

// eight rows, three columns
LANES void subtract_three(double* C, size_t C_stride, const double* A, const double* B,
                          size_t stride, int inner, bool fresh) {
    quad low[3], high[3];
    for (int c = 0; c < 3; c++) {
        low[c] = fresh ? all(0.0) : get(C + (size_t)c * C_stride);
        high[c] = fresh ? all(0.0) : get(C + (size_t)c * C_stride + QUAD);
    }
    for (int k = 0; k < inner; k++, A += stride, B += stride) {
        quad a = get(A), b = get(A + QUAD);
        for (int c = 0; c < 3; c++) {
            quad factor = all(B[c]);
            low[c] = less(low[c], a, factor);
            high[c] = less(high[c], b, factor);
        }
    }
    for (int c = 0; c < 3; c++) {
        put(C + (size_t)c * C_stride, low[c]);
        put(C + (size_t)c * C_stride + QUAD, high[c]);
    }
}

LANES void subtract_all(double* C, int C_stride, const sparse_product* p, int rows, int columns,
                        bool fresh) {
    size_t to = (size_t)C_stride, from = (size_t)p->stride;
    for (int c = 0; c < columns; c += 6)
        for (int r = 0; r < rows; r += 2 * QUAD) {
            double* at = C + r + (size_t)c * to;
            if (columns - c >= 6)
                subtract_six(at, to, p->A + r, p->B + c, from, p->inner, fresh);
            else
                subtract_three(at, to, p->A + r, p->B + c, from, p->inner, fresh);
        }
}

LANES_SPARSE void subtract(double* C, int C_stride, const sparse_product* p, int rows,
                           int columns) {
    subtract_all(C, C_stride, p, rows, columns, false);
}

LANES_SPARSE void multiply(double* C, int C_stride, const sparse_product* p, int rows,
                           int columns) {
    subtract_all(C, C_stride, p, rows, columns, true);
}

// columns [from, to) of a panel, from which those on the left have been subtracted
LANES int factor_tile(const sparse_panel* panel, const double* floor, int from, int to) {
    size_t stride = (size_t)panel->stride;
    for (int c = from; c < to; c++) {
        double* column = panel->L + (size_t)c * stride;
        for (int r = c; r < panel->rows; r += QUAD) {
            quad sum = get(column + r);
            for (int k = from; k < c; k++) {
                const double* left = panel->L + (size_t)k * stride;
                sum = less(sum, get(left + r), all(left[c]));
            }
            put(column + r, sum);
        }
        // also false for what is not a number
        if (!(column[c] > floor[c]))
            return c;
        double root = sqrt(column[c]), inverse = 1.0 / root;
        panel->inverse[c] = inverse;
        for (int r = c; r < panel->rows; r += QUAD)
            put(column + r, times(get(column + r), all(inverse)));
        column[c] = root;
    }
    return -1;
}

LANES_SPARSE int factor(const sparse_panel* panel, const double* floor) {
    for (int c = 0; c < panel->width; c += SPARSE_TILE) {
        int end = panel->width - c < SPARSE_TILE ? panel->width : c + SPARSE_TILE;
        sparse_product left = {panel->L + c, panel->L + c, panel->stride, c};
        subtract(panel->L + c + (size_t)c * (size_t)panel->stride, panel->stride, &left,
                 panel->rows - c, end - c);
        int failed = factor_tile(panel, floor, c, end);
        if (failed >= 0)
            return failed;
    }
    return -1;
}

// --- one right-hand side ---

// three columns of a panel from their diagonal block on
typedef struct triple {
    const double *a, *b, *c;
} triple;

LANES triple columns_at(const sparse_panel* panel, int k) {
    const double* L = panel->L + (size_t)k * (size_t)panel->stride;
    return (triple){L, L + panel->stride, L + 2 * panel->stride};
}

LANES_SPARSE void forward(const sparse_panel* panel, double* t) {
    for (int k = 0; k < panel->width; k += 3) {
        triple L = columns_at(panel, k);
        const double* inverse = panel->inverse + k;
        double x = t[k] * inverse[0];
        double y = (t[k + 1] - L.a[k + 1] * x) * inverse[1];
        double z = (t[k + 2] - L.a[k + 2] * x - L.b[k + 2] * y) * inverse[2];
        t[k] = x;
        t[k + 1] = y;
        t[k + 2] = z;
        quad all_x = all(x), all_y = all(y), all_z = all(z);
        for (int r = k + 3; r < panel->rows; r += QUAD) {
            quad sum = less(get(t + r), get(L.a + r), all_x);
            sum = less(sum, get(L.b + r), all_y);
            put(t + r, less(sum, get(L.c + r), all_z));
        }
    }
}

LANES double total(quad q) {
    double part[QUAD];
    put(part, q);
    return (part[0] + part[1]) + (part[2] + part[3]);
}

LANES_SPARSE void backward(const sparse_panel* panel, double* t) {
    for (int k = panel->width - 3; k >= 0; k -= 3) {
        triple L = columns_at(panel, k);
        quad a = all(0.0), b = a, c = a;
        for (int r = k + 3; r < panel->rows; r += QUAD) {
            quad x = get(t + r);
            a = plus(a, times(get(L.a + r), x));
            b = plus(b, times(get(L.b + r), x));
            c = plus(c, times(get(L.c + r), x));
        }
        const double* inverse = panel->inverse + k;
        double z = (t[k + 2] - total(c)) * inverse[2];
        double y = (t[k + 1] - total(b) - L.b[k + 2] * z) * inverse[1];
        t[k] = (t[k] - total(a) - L.a[k + 1] * y - L.a[k + 2] * z) * inverse[0];
        t[k + 1] = y;
        t[k + 2] = z;
    }
}

// --- SPARSE_WIDE right-hand sides ---

typedef struct wide {
    quad q[WIDE_QUADS];
} wide;

LANES wide get_wide(const double* from) {
    wide w;
    for (int k = 0; k < WIDE_QUADS; k++)
        w.q[k] = get(from + QUAD * k);
    return w;
}
LANES void put_wide(double* to, wide w) {
    for (int k = 0; k < WIDE_QUADS; k++)
        put(to + QUAD * k, w.q[k]);
}
// sum - factor x
LANES wide less_wide(wide sum, double factor, wide x) {
    quad every = all(factor);
    for (int k = 0; k < WIDE_QUADS; k++)
        sum.q[k] = less(sum.q[k], every, x.q[k]);
    return sum;
}
LANES wide scaled(wide w, double factor) {
    quad every = all(factor);
    for (int k = 0; k < WIDE_QUADS; k++)
        w.q[k] = times(w.q[k], every);
    return w;
}

LANES_SPARSE void forward_wide(const sparse_panel* panel, double* t) {
    for (int k = 0; k < panel->width; k += 3) {
        triple L = columns_at(panel, k);
        const double* inverse = panel->inverse + k;
        double* own = t + SPARSE_WIDE * (size_t)k;
        wide x = scaled(get_wide(own), inverse[0]);
        wide y = less_wide(get_wide(own + SPARSE_WIDE), L.a[k + 1], x);
        y = scaled(y, inverse[1]);
        wide z = less_wide(get_wide(own + 2 * SPARSE_WIDE), L.a[k + 2], x);
        z = scaled(less_wide(z, L.b[k + 2], y), inverse[2]);
        put_wide(own, x);
        put_wide(own + SPARSE_WIDE, y);
        put_wide(own + 2 * SPARSE_WIDE, z);
        for (int r = k + 3; r < panel->rows; r++) {
            double* at = t + SPARSE_WIDE * (size_t)r;
            wide sum = less_wide(get_wide(at), L.a[r], x);
            put_wide(at, less_wide(less_wide(sum, L.b[r], y), L.c[r], z));
        }
    }
}

LANES_SPARSE void backward_wide(const sparse_panel* panel, double* t) {
    for (int k = panel->width - 3; k >= 0; k -= 3) {
        triple L = columns_at(panel, k);
        double* own = t + SPARSE_WIDE * (size_t)k;
        wide x = get_wide(own), y = get_wide(own + SPARSE_WIDE);
        wide z = get_wide(own + 2 * SPARSE_WIDE);
        for (int r = k + 3; r < panel->rows; r++) {
            wide at = get_wide(t + SPARSE_WIDE * (size_t)r);
            x = less_wide(x, L.a[r], at);
            y = less_wide(y, L.b[r], at);
            z = less_wide(z, L.c[r], at);
        }
        const double* inverse = panel->inverse + k;
        z = scaled(z, inverse[2]);
        y = scaled(less_wide(y, L.b[k + 2], z), inverse[1]);
        x = less_wide(less_wide(x, L.a[k + 1], y), L.a[k + 2], z);
        put_wide(own, scaled(x, inverse[0]));
        put_wide(own + SPARSE_WIDE, y);
        put_wide(own + 2 * SPARSE_WIDE, z);
    }
}

const sparse_kernels LANES_KERNELS = {multiply, factor,       forward,
                                      backward, forward_wide, backward_wide};
