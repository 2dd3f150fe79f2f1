// The one source of rod_core_pairs.c and rod_core_fours.c. Column j takes from every column k left of
// it
//   A_ij -= X_ik (D_k X_jk^T),  i >= j,
// then A_jj = L_j D_j L_j^T and X_ij = A_ij L_j^-T D_j^-1. Blocks are four columns of four doubles.
// A `quad` is a column of a block; get, put, all, times, plus and minus are what can be done with it.

enum { COLUMN = 4, INVERSE = 6, PIVOT = 10 };

// sum - x y
LANES quad less(quad sum, quad x, double y) {
    return minus(sum, times(x, all(y)));
}

// A -= X Y, Y by rows
LANES void update(double* A, const double* X, const double Y[16]) {
    quad x0 = get(X), x1 = get(X + COLUMN), x2 = get(X + 2 * COLUMN), x3 = get(X + 3 * COLUMN);
    for (int c = 0; c < 4; c++) {
        quad sum = get(A + COLUMN * c);
        sum = less(less(sum, x0, Y[c]), x1, Y[4 + c]);
        put(A + COLUMN * c, less(less(sum, x2, Y[8 + c]), x3, Y[12 + c]));
    }
}

// takes what columns on the left of j leave there
LANES void take(rv_rod_core* core, int j, const int* at) {
    const int *column = core->column.data, *row = core->row.data;
    double *blocks = core->blocks.data, *pivots = core->pivots.data;
    // pivots before vertices take from vertices, and multipliers from multipliers
    double *before = core->before.data + 4 * j, of_multiplier[4];
    quad by_vertices = get(before), by_multipliers = by_vertices;
    for (int e = core->left.data[j]; e < core->left.data[j + 1]; e++) {
        int k = core->left_column.data[e], first = core->left_block.data[e], end = column[k + 1];
        const double* X = blocks + (size_t)first * ROD_BLOCK;
        const double* d = pivots + (size_t)k * ROD_BLOCK + PIVOT;
        double Y[16];
        for (int r = 0; r < 4; r++) {
            quad x = get(X + COLUMN * r), y = times(x, all(d[r]));
            put(Y + 4 * r, y);
            if (r < 3)
                by_vertices = minus(by_vertices, times(x, y));
            else
                by_multipliers = minus(by_multipliers, times(x, y));
        }
        update(pivots + (size_t)j * ROD_BLOCK, X, Y);
        for (int b = first + 1; b < end; b++)
            update(blocks + (size_t)at[row[b]] * ROD_BLOCK, blocks + (size_t)b * ROD_BLOCK, Y);
    }
    put(before, by_multipliers);
    put(of_multiplier, by_vertices);
    before[3] = of_multiplier[3];
}

// A <- L, 1/D, D of the block A
LANES int factor_pivot(double* A, const double before[4]) {
    double L[6], inverse[4], pivot[4], own[4];
    int replaced = 0;
    for (int r = 0; r < 4; r++) {
        double d = A[COLUMN * r + r], *lower = L + r * (r - 1) / 2;
        for (int c = 0; c < r; c++) {
            own[c] = A[COLUMN * c + r];
            for (int k = 0; k < c; k++)
                own[c] -= L[c * (c - 1) / 2 + k] * own[k];
            lower[c] = own[c] * inverse[c];
            d -= lower[c] * own[c];
        }
        pivot[r] = d;
        replaced += rod_settle(&pivot[r], before[r], r == 3, &inverse[r]);
    }
    for (int i = 0; i < 6; i++)
        A[i] = L[i];
    for (int i = 0; i < 4; i++) {
        A[INVERSE + i] = inverse[i];
        A[PIVOT + i] = pivot[i];
    }
    return replaced;
}

LANES int factor_column(rv_rod_core* core, int j) {
    double* A = core->pivots.data + (size_t)j * ROD_BLOCK;
    int replaced = factor_pivot(A, core->before.data + 4 * j);
    const double *L = A, *inverse = A + INVERSE;
    for (int b = core->column.data[j]; b < core->column.data[j + 1]; b++) {
        double* X = core->blocks.data + (size_t)b * ROD_BLOCK;
        quad x0 = get(X), x1 = less(get(X + COLUMN), x0, L[0]);
        quad x2 = less(less(get(X + 2 * COLUMN), x0, L[1]), x1, L[2]);
        quad x3 = less(less(less(get(X + 3 * COLUMN), x0, L[3]), x1, L[4]), x2, L[5]);
        put(X, times(x0, all(inverse[0])));
        put(X + COLUMN, times(x1, all(inverse[1])));
        put(X + 2 * COLUMN, times(x2, all(inverse[2])));
        put(X + 3 * COLUMN, times(x3, all(inverse[3])));
    }
    return replaced;
}

LANES_CORE int factor(rv_rod_core* core) {
    const int *column = core->column.data, *row = core->row.data;
    int* at = core->work.data; // where a row is in column j
    int replaced = 0;
    for (int j = 0; j < core->node_count; j++) {
        for (int b = column[j]; b < column[j + 1]; b++)
            at[row[b]] = b;
        take(core, j, at);
        replaced += factor_column(core, j);
    }
    return replaced;
}

// z = L^-1 b goes on, D^-1 z stays
LANES void go_forward(const rv_rod_core* core, double* x) {
    for (int j = 0; j < core->node_count; j++) {
        const double* L = core->pivots.data + (size_t)j * ROD_BLOCK;
        double* own = x + 4 * j;
        double z0 = own[0], z1 = own[1] - L[0] * z0, z2 = (own[2] - L[1] * z0) - L[2] * z1;
        double z3 = ((own[3] - L[3] * z0) - L[4] * z1) - L[5] * z2;
        for (int b = core->column.data[j]; b < core->column.data[j + 1]; b++) {
            const double* X = core->blocks.data + (size_t)b * ROD_BLOCK;
            double* to = x + 4 * core->row.data[b];
            quad sum = less(less(get(to), get(X), z0), get(X + COLUMN), z1);
            put(to, less(less(sum, get(X + 2 * COLUMN), z2), get(X + 3 * COLUMN), z3));
        }
        own[0] = z0 * L[INVERSE];
        own[1] = z1 * L[INVERSE + 1];
        own[2] = z2 * L[INVERSE + 2];
        own[3] = z3 * L[INVERSE + 3];
    }
}

LANES double total(quad q) {
    double value[4];
    put(value, q);
    return (value[0] + value[1]) + (value[2] + value[3]);
}

LANES void come_back(const rv_rod_core* core, double* x) {
    for (int j = core->node_count - 1; j >= 0; j--) {
        const double* L = core->pivots.data + (size_t)j * ROD_BLOCK;
        quad sum[4] = {all(0.0), all(0.0), all(0.0), all(0.0)};
        for (int b = core->column.data[j]; b < core->column.data[j + 1]; b++) {
            const double* X = core->blocks.data + (size_t)b * ROD_BLOCK;
            quad from = get(x + 4 * core->row.data[b]);
            for (int c = 0; c < 4; c++)
                sum[c] = plus(sum[c], times(get(X + COLUMN * c), from));
        }
        double* z = x + 4 * j;
        z[3] -= total(sum[3]);
        z[2] = (z[2] - total(sum[2])) - L[5] * z[3];
        z[1] = ((z[1] - total(sum[1])) - L[4] * z[3]) - L[2] * z[2];
        z[0] = (((z[0] - total(sum[0])) - L[3] * z[3]) - L[1] * z[2]) - L[0] * z[1];
    }
}

LANES_CORE void solve(const rv_rod_core* core, double* x) {
    go_forward(core, x);
    come_back(core, x);
}

const rod_core_kernels LANES_KERNELS = {factor, solve};
