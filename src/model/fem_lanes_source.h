// The one source of fem_lanes_pairs.c and fem_lanes_fours.c: four elements at a time, each with its
// own numbers in a `quad` (fem_turned.c has the equations).

#include <string.h>

typedef struct trio {
    quad x, y, z;
} trio;
typedef struct nine { // row by row
    quad m[9];
} nine;

// the next step of Newton's iteration after one so short changes nothing (squared)
static const double NEWTON_SHORT = 1e-17;
static const double NEWTON_SCALED = 0.2;
// two axes of an element that is nearly flat turn as easily as if they had this sum of lengths
static const double LEAST_SUM = 0.1;
// off the diagonal over all of it, squared, at which axes are found: rounding
static const double AXES_SHORT = 1e-31;
enum { NEWTON_STEPS = 20, AXES_SWEEPS = 8 };

// --- vectors and matrices ---

LANES trio get3(const double* from) {
    return (trio){get(from), get(from + FEM_LANES), get(from + 2 * FEM_LANES)};
}
LANES void put3(double* to, trio v) {
    put(to, v.x);
    put(to + FEM_LANES, v.y);
    put(to + 2 * FEM_LANES, v.z);
}
LANES trio add(trio a, trio b) {
    return (trio){plus(a.x, b.x), plus(a.y, b.y), plus(a.z, b.z)};
}
LANES trio scale(trio a, quad s) {
    return (trio){times(a.x, s), times(a.y, s), times(a.z, s)};
}
LANES quad dot(trio a, trio b) {
    return plus(plus(times(a.x, b.x), times(a.y, b.y)), times(a.z, b.z));
}
LANES trio cross(trio a, trio b) {
    return (trio){minus(times(a.y, b.z), times(a.z, b.y)), minus(times(a.z, b.x), times(a.x, b.z)),
                  minus(times(a.x, b.y), times(a.y, b.x))};
}
LANES nine get9(const double* from) {
    nine a;
    for (int k = 0; k < 9; k++)
        a.m[k] = get(from + FEM_LANES * k);
    return a;
}
LANES nine zero9(void) {
    nine a;
    for (int k = 0; k < 9; k++)
        a.m[k] = all(0.0);
    return a;
}
LANES void put9(double* to, nine a) {
    for (int k = 0; k < 9; k++)
        put(to + FEM_LANES * k, a.m[k]);
}
LANES trio row(const nine* a, int r) {
    return (trio){a->m[3 * r], a->m[3 * r + 1], a->m[3 * r + 2]};
}
LANES trio column(const nine* a, int c) {
    return (trio){a->m[c], a->m[3 + c], a->m[6 + c]};
}
LANES nine from_rows(trio a, trio b, trio c) {
    return (nine){{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}};
}
LANES trio apply(const nine* a, trio v) {
    return (trio){dot(row(a, 0), v), dot(row(a, 1), v), dot(row(a, 2), v)};
}
LANES nine identity(void) {
    quad one = all(1.0), zero = all(0.0);
    return (nine){{one, zero, zero, zero, one, zero, zero, zero, one}};
}
LANES quad norm_squared(const nine* a) {
    return plus(plus(dot(row(a, 0), row(a, 0)), dot(row(a, 1), row(a, 1))),
                dot(row(a, 2), row(a, 2)));
}
LANES bool any_above(quad q, double bound) {
    double part[FEM_LANES];
    put(part, q);
    return part[0] > bound || part[1] > bound || part[2] > bound || part[3] > bound;
}

// --- rotations ---

// det F times F^-T
LANES nine cofactors(const nine* F) {
    trio a = row(F, 0), b = row(F, 1), c = row(F, 2);
    return from_rows(cross(b, c), cross(c, a), cross(a, b));
}

// as rv_fem_rotation does it; what is flat is left to that
LANES nine by_newton(nine R) {
    quad active = all(1.0), one = all(1.0), half = all(0.5);
    for (int k = 0; k < NEWTON_STEPS && any_above(active, 0.0); k++) {
        nine inverse = cofactors(&R), next;
        quad per_volume = over(one, dot(row(&R, 0), row(&inverse, 0))), change = all(0.0);
        for (int i = 0; i < 9; i++)
            inverse.m[i] = times(inverse.m[i], per_volume);
        quad ratio = over(norm_squared(&inverse), norm_squared(&R)), factor = one;
        quad off = minus(size(minus(ratio, one)), all(NEWTON_SCALED));
        if (any_above(off, 0.0))
            factor = choose(off, root(root(ratio)), one);
        quad own = times(half, factor), other = over(half, factor);
        for (int i = 0; i < 9; i++) {
            next.m[i] = plus(times(R.m[i], own), times(inverse.m[i], other));
            quad way = minus(next.m[i], R.m[i]);
            change = plus(change, times(way, way));
            R.m[i] = choose(active, next.m[i], R.m[i]);
        }
        active = choose(minus(change, all(NEWTON_SHORT)), active, all(0.0));
    }
    return R;
}

// where `good` is not above zero, found one by one
LANES nine turn_flat(const nine* F, nine R, quad good) {
    double from[9][FEM_LANES], to[9][FEM_LANES], is_good[FEM_LANES];
    put9(from[0], *F);
    put9(to[0], R);
    put(is_good, good);
    for (int lane = 0; lane < FEM_LANES; lane++) {
        if (is_good[lane] > 0.0)
            continue;
        rv_mat3 one;
        for (int k = 0; k < 9; k++)
            one.m[k / 3][k % 3] = from[k][lane];
        one = rv_fem_rotation(one);
        for (int k = 0; k < 9; k++)
            to[k][lane] = one.m[k / 3][k % 3];
    }
    return get9(to[0]);
}

LANES nine turn_of(const nine* F) {
    nine cofactor = cofactors(F), R;
    quad volume = dot(row(F, 0), row(&cofactor, 0)), length = root(norm_squared(F));
    quad least = times(all(FEM_NEWTON_VOLUME), times(length, times(length, length)));
    // one: Newton's iteration; none: it is flat, inverted or no number
    quad good = choose(minus(volume, least), all(1.0), all(0.0));
    nine whole = identity();
    for (int k = 0; k < 9; k++)
        R.m[k] = choose(good, F->m[k], whole.m[k]);
    R = by_newton(R);
    return any_above(minus(all(1.0), good), 0.0) ? turn_flat(F, R, good) : R;
}

// --- axes of strain ---

// a symmetric matrix on the way to its axes: the diagonal, what is across of each, and the axes
typedef struct axes {
    quad value[3], off[3]; // off[k]: of the two others
    trio axis[3];
} axes;

// turns axes p and q, r being the third, until nothing is between them (Jacobi 1846)
LANES void turn_axes(axes* a, int p, int q, int r) {
    quad apart = minus(a->value[q], a->value[p]), twice = times(all(2.0), a->off[r]);
    quad length = plus(size(apart), root(plus(times(apart, apart), times(twice, twice))));
    quad signed_twice = choose(apart, twice, minus(all(0.0), twice)), one = all(1.0);
    quad t = over(signed_twice, choose(length, length, one));
    quad cosine = over(one, root(plus(one, times(t, t)))), sine = times(cosine, t);
    quad moved = times(t, a->off[r]), at_p = a->off[q], at_q = a->off[p];
    a->value[p] = minus(a->value[p], moved);
    a->value[q] = plus(a->value[q], moved);
    a->off[r] = all(0.0);
    a->off[q] = minus(times(cosine, at_p), times(sine, at_q));
    a->off[p] = plus(times(sine, at_p), times(cosine, at_q));
    trio x = a->axis[p], y = a->axis[q];
    a->axis[p] = add(scale(x, cosine), scale(y, minus(all(0.0), sine)));
    a->axis[q] = add(scale(x, sine), scale(y, cosine));
}

LANES axes axes_of(const nine* E) {
    nine whole = identity();
    axes a = {.value = {E->m[0], E->m[4], E->m[8]}, .off = {E->m[5], E->m[2], E->m[1]}};
    for (int k = 0; k < 3; k++)
        a.axis[k] = row(&whole, k);
    quad rounding = times(all(AXES_SHORT), norm_squared(E));
    for (int sweep = 0; sweep < AXES_SWEEPS; sweep++) {
        trio off = {a.off[0], a.off[1], a.off[2]};
        if (!any_above(minus(dot(off, off), rounding), 0.0))
            break;
        turn_axes(&a, 0, 1, 2);
        turn_axes(&a, 0, 2, 1);
        turn_axes(&a, 1, 2, 0);
    }
    return a;
}

// T of strain E = S - 1, in the axes of the world
LANES nine tension_of(const rv_fem* fem, const nine* E, const nine* R) {
    axes a = axes_of(E);
    quad pull = times(all(2.0 * fem->lambda), plus(plus(a.value[0], a.value[1]), a.value[2]));
    nine T;
    for (int k = 0; k < 9; k++)
        T.m[k] = all(0.0);
    for (int i = 0; i < 3; i++) {
        // 2 mu + 2 c / sum, with the sum's distance from 2, so that strain keeps its digits
        quad more = larger(plus(a.value[(i + 1) % 3], a.value[(i + 2) % 3]), all(LEAST_SUM - 2.0));
        quad across = over(plus(times(all(2.0 * fem->mu), more), pull), plus(all(2.0), more));
        trio turned = apply(R, a.axis[i]), stiff = scale(turned, larger(across, all(0.0)));
        nine part =
            from_rows(scale(turned, stiff.x), scale(turned, stiff.y), scale(turned, stiff.z));
        for (int k = 0; k < 9; k++)
            T.m[k] = plus(T.m[k], part.m[k]);
    }
    return T;
}

// --- elements ---

// of the shapes of all nodes at a point, as fem_gradients has them
LANES void gradients(const rv_fem* fem, const trio corner[4], int point, trio* g) {
    for (int a = 0; a < 4; a++)
        g[a] = fem->order == 1 ? corner[a]
                               : scale(corner[a], all(4.0 * fem_barycentric(point, a) - 1.0));
    for (int e = 0; e < fem->tet_nodes - 4; e++) {
        int i = fem_edge_corners[e][0], j = fem_edge_corners[e][1];
        double l_i = fem_barycentric(point, i), l_j = fem_barycentric(point, j);
        g[4 + e] = add(scale(corner[i], all(4.0 * l_j)), scale(corner[j], all(4.0 * l_i)));
    }
}

// sum of x_a g_a^T
LANES nine gradient_of(const fem_four* four, const trio* g) {
    nine F;
    for (int k = 0; k < 9; k++)
        F.m[k] = all(0.0);
    for (int a = 0; a < four->fem->tet_nodes; a++) {
        trio x = get3(four->x[a][0]);
        nine part = from_rows(scale(g[a], x.x), scale(g[a], x.y), scale(g[a], x.z));
        for (int k = 0; k < 9; k++)
            F.m[k] = plus(F.m[k], part.m[k]);
    }
    return F;
}

// the symmetric part
LANES nine even(const nine* a) {
    nine b;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            b.m[3 * r + c] = times(all(0.5), plus(a->m[3 * r + c], a->m[3 * c + r]));
    return b;
}

// of a strain, times `share`
LANES nine stress_of(const rv_fem* fem, const nine* strain, double share) {
    quad pressure =
        times(all(share * fem->lambda), plus(plus(strain->m[0], strain->m[4]), strain->m[8]));
    nine stress;
    for (int k = 0; k < 9; k++)
        stress.m[k] = times(strain->m[k], all(share * 2.0 * fem->mu));
    for (int k = 0; k < 9; k += 4)
        stress.m[k] = plus(stress.m[k], pressure);
    return stress;
}

// f_a -= weight P g_a
LANES void take_stress(fem_four* four, const nine* P, const trio* g, quad weight) {
    quad less = minus(all(0.0), weight);
    for (int a = 0; a < four->fem->tet_nodes; a++)
        put3(four->f[a][0], add(get3(four->f[a][0]), scale(apply(P, g[a]), less)));
}

LANES void clear(fem_four* four) {
    trio zero = {all(0.0), all(0.0), all(0.0)};
    for (int a = 0; a < four->fem->tet_nodes; a++)
        put3(four->f[a][0], zero);
    put(four->energy, all(0.0));
}

LANES_LOOP void forces(fem_four* four, rv_fem_turn* turns) {
    const rv_fem* fem = four->fem;
    trio corner[4], g[RV_FEM_NODES];
    for (int a = 0; a < 4; a++)
        corner[a] = get3(four->group->gradients[a][0]);
    quad weight = times(get(four->group->volume), all(1.0 / fem_points(fem)));
    clear(four);
    for (int q = 0; q < fem_points(fem); q++) {
        gradients(fem, corner, q, g);
        nine F = gradient_of(four, g), R = turn_of(&F), S, P;
        for (int k = 0; k < 9; k++)
            S.m[k] = dot(column(&R, k / 3), column(&F, k % 3));
        nine E = even(&S);
        for (int k = 0; k < 9; k += 4)
            E.m[k] = minus(E.m[k], all(1.0));
        nine stress = stress_of(fem, &E, 1.0);
        quad density =
            plus(plus(dot(row(&stress, 0), row(&E, 0)), dot(row(&stress, 1), row(&E, 1))),
                 dot(row(&stress, 2), row(&E, 2)));
        for (int k = 0; k < 9; k++)
            P.m[k] = dot(row(&R, k / 3), column(&stress, k % 3));
        put(four->energy, plus(get(four->energy), times(times(all(0.5), weight), density)));
        take_stress(four, &P, g, weight);
        if (turns != NULL) {
            put9(turns[q].R[0], R);
            put9(turns[q].T[0], tension_of(fem, &E, &R));
        }
    }
}

LANES_LOOP void slope(fem_four* four, const rv_fem_turn* turns, const rv_fem_weights* weights) {
    const rv_fem* fem = four->fem;
    trio corner[4], g[RV_FEM_NODES];
    quad weight = times(get(four->group->volume), all(1.0 / fem_points(fem)));
    clear(four);
    for (int q = 0; q < fem_points(fem); q++) {
        nine R = get9(turns[q].R[0]), T = get9(turns[q].T[0]);
        for (int a = 0; a < 4; a++)
            corner[a] = apply(&R, get3(four->group->gradients[a][0]));
        gradients(fem, corner, q, g);
        nine H = gradient_of(four, g), E = even(&H), P = stress_of(fem, &E, weights->stiffness);
        // [T c]x / 2, c = sum of g_a x x_a
        trio c = {minus(H.m[7], H.m[5]), minus(H.m[2], H.m[6]), minus(H.m[3], H.m[1])};
        trio t = scale(apply(&T, c), all(0.5 * weights->tension));
        P.m[1] = minus(P.m[1], t.z);
        P.m[2] = plus(P.m[2], t.y);
        P.m[3] = plus(P.m[3], t.z);
        P.m[5] = minus(P.m[5], t.x);
        P.m[6] = minus(P.m[6], t.y);
        P.m[7] = plus(P.m[7], t.x);
        take_stress(four, &P, g, weight);
    }
}

// --- blocks ---

// B += lambda g_a g_b^T + mu g_b g_a^T + mu (g_a . g_b) 1
LANES nine add_stiffness(nine B, trio a, trio b, quad lambda, quad mu) {
    quad across = times(mu, dot(a, b));
    trio along = scale(a, lambda), against = scale(b, mu);
    nine first = from_rows(scale(b, along.x), scale(b, along.y), scale(b, along.z));
    nine second = from_rows(scale(a, against.x), scale(a, against.y), scale(a, against.z));
    for (int k = 0; k < 9; k++)
        B.m[k] = plus(B.m[k], plus(first.m[k], second.m[k]));
    for (int k = 0; k < 9; k += 4)
        B.m[k] = plus(B.m[k], across);
    return B;
}

// B += L [b]x, whose rows are those of L times b
LANES nine add_tension(nine B, const nine* L, trio b) {
    nine K = from_rows(cross(row(L, 0), b), cross(row(L, 1), b), cross(row(L, 2), b));
    for (int k = 0; k < 9; k++)
        B.m[k] = plus(B.m[k], K.m[k]);
    return B;
}

// 1/2 [g]x^T T, whose columns are those of T times g
LANES nine half_tension(const nine* T, trio g, quad weight) {
    g = scale(g, times(all(0.5), weight));
    trio x = cross(column(T, 0), g), y = cross(column(T, 1), g), z = cross(column(T, 2), g);
    return (nine){{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
}

// one point of quadrature; the first finds nothing in B
LANES void add_point(const fem_four* four, const rv_fem_turn* turn, int q,
                     const rv_fem_weights* weights, fem_four_blocks B) {
    const rv_fem* fem = four->fem;
    trio corner[4], g[RV_FEM_NODES];
    nine R = identity(), T = R;
    if (turn != NULL) {
        R = get9(turn->R[0]);
        T = get9(turn->T[0]);
    }
    for (int a = 0; a < 4; a++)
        corner[a] = turn == NULL ? get3(four->group->gradients[a][0])
                                 : apply(&R, get3(four->group->gradients[a][0]));
    gradients(fem, corner, q, g);
    quad share = over(get(four->group->volume), all(fem_points(fem)));
    quad weight = times(all(weights->stiffness), share), pull = times(all(weights->tension), share);
    quad lambda = times(weight, all(fem->lambda)), mu = times(weight, all(fem->mu));
    for (int a = 0, pair = 0; a < fem->tet_nodes; a++) {
        nine L = half_tension(&T, g[a], pull);
        for (int b = 0; b <= a; b++, pair++) {
            nine before = q == 0 ? zero9() : get9(B[pair][0]);
            nine K = add_stiffness(before, g[a], g[b], lambda, mu);
            if (turn != NULL)
                K = add_tension(K, &L, g[b]);
            put9(B[pair][0], K);
        }
    }
}

LANES_LOOP void blocks(const fem_four* four, const rv_fem_turn* turns, const fem_parts* parts,
                       fem_four_blocks B) {
    const rv_fem* fem = four->fem;
    const rv_fem_weights* weights = &parts->weights;
    bool is_elastic = weights->stiffness != 0.0 || weights->tension != 0.0;
    if (!is_elastic)
        memset(B, 0, (size_t)fem_pairs(fem) * sizeof *B);
    for (int q = 0; q < fem_points(fem) && is_elastic; q++)
        add_point(four, turns == NULL ? NULL : turns + q, q, weights, B);
    for (int pair = 0; pair < fem_pairs(fem); pair++) {
        quad mass = times(all(parts->share[pair]), get(four->group->volume));
        for (int k = 0; k < 9; k += 4)
            put(B[pair][k], plus(get(B[pair][k]), mass));
    }
}

const fem_kernels LANES_KERNELS = {forces, slope, blocks};
