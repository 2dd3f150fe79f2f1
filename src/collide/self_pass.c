// Edges that pass through each other. With d = b0 - a0 and directions u, v, two lines meet where
// the volume V = d . (u x v) changes its sign; V < 0 is a positive crossing. Points that move
// straight make it a cubic in time; as a Bezier curve its coefficients bound it: no change of sign
// among them, no root; one change, one root; else it is halved (de Casteljau). A root counts if the
// lines meet within both edges, their last points left out: those are the first of the next.
#include "collide/self.h"

enum { HALVINGS = 52 }; // a step to the last bit

typedef struct moving {
    rv_vec3 d[2], u[2], v[2]; // before and after
} moving;

// V over the part of a step from `from` on
typedef struct cubic {
    double c[4];
    double from, width;
} cubic;

static cubic volume_of(const moving* m) {
    rv_vec3 before = rv_vec3_cross(m->u[0], m->v[0]), after = rv_vec3_cross(m->u[1], m->v[1]);
    rv_vec3 mixed = rv_vec3_add(rv_vec3_cross(m->u[0], m->v[1]), rv_vec3_cross(m->u[1], m->v[0]));
    cubic V = {.width = 1.0};
    V.c[0] = rv_vec3_dot(m->d[0], before);
    V.c[1] = (rv_vec3_dot(m->d[1], before) + rv_vec3_dot(m->d[0], mixed)) / 3.0;
    V.c[2] = (rv_vec3_dot(m->d[0], after) + rv_vec3_dot(m->d[1], mixed)) / 3.0;
    V.c[3] = rv_vec3_dot(m->d[1], after);
    return V;
}

// zero counts as positive, everywhere
static int sign_changes(const cubic* V) {
    int changes = 0;
    for (int k = 0; k < 3; k++)
        changes += (V->c[k] < 0.0) != (V->c[k + 1] < 0.0);
    return changes;
}

// leaves the first half in V and returns the second
static cubic halve(cubic* V) {
    double* c = V->c;
    double ab = 0.5 * (c[0] + c[1]), bc = 0.5 * (c[1] + c[2]), cd = 0.5 * (c[2] + c[3]);
    double abc = 0.5 * (ab + bc), bcd = 0.5 * (bc + cd), middle = 0.5 * (abc + bcd);
    double width = 0.5 * V->width;
    cubic second = {{middle, bcd, cd, c[3]}, V->from + width, width};
    *V = (cubic){{c[0], ab, abc, middle}, V->from, width};
    return second;
}

static rv_vec3 between(const rv_vec3 ends[2], double time) {
    return rv_vec3_mul_add(ends[0], time, rv_vec3_sub(ends[1], ends[0]));
}

// of lines that meet: s u = d + t v
static bool meet_inside(const moving* m, double time) {
    rv_vec3 d = between(m->d, time), u = between(m->u, time), v = between(m->v, time);
    rv_vec3 n = rv_vec3_cross(u, v);
    double nn = rv_vec3_dot(n, n);
    double s = rv_vec3_dot(rv_vec3_cross(d, v), n), t = rv_vec3_dot(rv_vec3_cross(d, u), n);
    return s >= 0.0 && s < nn && t >= 0.0 && t < nn;
}

static void count_roots(const moving* m, cubic V, rv_self_crossings* sum) {
    cubic later[HALVINGS];
    int waiting = 0;
    for (;;) {
        int changes = sign_changes(&V);
        if (changes > 0 && V.width > ldexp(1.0, -HALVINGS)) {
            cubic second = halve(&V);
            if (sign_changes(&second) > 0)
                later[waiting++] = second;
            continue;
        }
        bool changed = (V.c[0] < 0.0) != (V.c[3] < 0.0);
        if (changed && meet_inside(m, V.from + 0.5 * V.width)) {
            sum->count++;
            sum->sum += V.c[3] < 0.0 ? 1 : -1;
        }
        if (waiting == 0)
            return;
        V = later[--waiting];
    }
}

// along one axis, what edges of two ends each move over: from before to after
static bool are_apart(const double a[4], const double b[4]) {
    double a_low = a[0], a_high = a[0], b_low = b[0], b_high = b[0];
    for (int k = 1; k < 4; k++) {
        a_low = a[k] < a_low ? a[k] : a_low;
        a_high = a[k] > a_high ? a[k] : a_high;
        b_low = b[k] < b_low ? b[k] : b_low;
        b_high = b[k] > b_high ? b[k] : b_high;
    }
    return a_high < b_low || b_high < a_low;
}

// most pairs never come near each other: the box about what an edge moves over tells them
static bool can_meet(const rv_vec3* const at[2], int i, int j, int after_j) {
    const rv_vec3* a[4] = {&at[0][i], &at[0][i + 1], &at[1][i], &at[1][i + 1]};
    const rv_vec3* b[4] = {&at[0][j], &at[0][after_j], &at[1][j], &at[1][after_j]};
    const double ax[4] = {a[0]->x, a[1]->x, a[2]->x, a[3]->x};
    const double bx[4] = {b[0]->x, b[1]->x, b[2]->x, b[3]->x};
    if (are_apart(ax, bx))
        return false;
    const double ay[4] = {a[0]->y, a[1]->y, a[2]->y, a[3]->y};
    const double by[4] = {b[0]->y, b[1]->y, b[2]->y, b[3]->y};
    if (are_apart(ay, by))
        return false;
    const double az[4] = {a[0]->z, a[1]->z, a[2]->z, a[3]->z};
    const double bz[4] = {b[0]->z, b[1]->z, b[2]->z, b[3]->z};
    return !are_apart(az, bz);
}

rv_self_crossings rv_self_passed(const rv_self_line* line, const rv_vec3* then,
                                 const rv_self_pair* pairs, int count) {
    rv_self_crossings sum = {0, 0};
    const rv_vec3* at[2] = {then, line->x};
    for (int k = 0; k < count; k++) {
        int i = pairs[k].i, j = pairs[k].j, after_j = j + 1 < line->n ? j + 1 : 0;
        if (!can_meet(at, i, j, after_j))
            continue;
        moving m;
        for (int end = 0; end < 2; end++) {
            m.d[end] = rv_vec3_sub(at[end][j], at[end][i]);
            m.u[end] = rv_vec3_sub(at[end][i + 1], at[end][i]);
            m.v[end] = rv_vec3_sub(at[end][after_j], at[end][j]);
        }
        cubic V = volume_of(&m);
        if (sign_changes(&V) > 0)
            count_roots(&m, V, &sum);
    }
    return sum;
}
