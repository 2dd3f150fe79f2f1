// Geometric stiffness of a pull between two points (joints, spans of cables).
#include "model/pull.h"

void rv_pull_moved(const rv_world* world, int32_t index, rv_stiffness* k, int s) {
    const rv_body* body = index < 0 ? NULL : &world->bodies.data[index];
    k->moved_now[s] = k->moved_before[s] = (rv_vec3){0, 0, 0};
    if (body == NULL || body->type != RV_BODY_KINEMATIC)
        return;
    k->moved_now[s] = rv_vec3_add(body->v, rv_vec3_cross(body->w, k->arm[s]));
    k->moved_before[s] = rv_vec3_add(body->v_before, rv_vec3_cross(body->w_before, k->arm[s]));
}

void rv_pull_stiffness(rv_stiffness* k, double tension) {
    k->has_span = tension > 0.0 && k->length > RV_PULL_SHORTEST;
    k->load = k->has_span ? tension : 0.0;
    k->force[0] = k->force[1] = (rv_vec3){0, 0, 0};
    if (!k->has_span)
        return;
    rv_vec3 f = rv_vec3_scale(k->u, k->load);
    rv_pull_turning(k, 0, f);
    rv_pull_turning(k, 1, rv_vec3_neg(f));
    for (int s = 0; s < 2; s++)
        if (k->pull[s] > 0.0 && !k->thin[s]) {
            k->still[s] = rv_pull_still(s == 0 ? k->u : rv_vec3_neg(k->u), k->arm[s]);
            k->per_still2[s] = 1.0 / rv_vec3_dot(k->still[s], k->still[s]);
        }
}

// With g = J^T u = (u, r x u): [I, -[r_t]x; [r_s]x, (r_s.r_t) I - r_t r_s^T] - g_s g_t^T.
static inline void add_sized(double* restrict A, const int size[2], rv_vec3 u, const rv_vec3 arm[2],
                             double scale) {
    const int size_s = size[0], size_t_ = size[1];
    rv_vec3 rs = arm[0], rt = arm[1];
    double gs[6], gt[6];
    rv_vec3_store(gs, u);
    rv_vec3_store(gs + 3, rv_vec3_cross(rs, u));
    rv_vec3_store(gt, rv_vec3_scale(u, scale));
    rv_vec3_store(gt + 3, rv_vec3_cross(rt, rv_vec3_scale(u, scale)));
    for (int c = 0; c < size_t_; c++)
        for (int r = 0; r < size_s; r++)
            A[c * size_s + r] -= gs[r] * gt[c];
    for (int i = 0; i < 3; i++)
        A[i * size_s + i] += scale;
    rt = rv_vec3_scale(rt, scale);
    if (size_t_ == 6) {
        double *x = A + 3 * size_s, *y = x + size_s, *z = y + size_s;
        x[1] -= rt.z, x[2] += rt.y;
        y[0] += rt.z, y[2] -= rt.x;
        z[0] -= rt.y, z[1] += rt.x;
    }
    if (size_s == 6) {
        double *x = A + 3, *y = x + size_s, *z = y + size_s;
        rv_vec3 a = rv_vec3_scale(rs, scale);
        x[1] += a.z, x[2] -= a.y;
        y[0] -= a.z, y[2] += a.x;
        z[0] += a.y, z[1] -= a.x;
    }
    if (size_s == 6 && size_t_ == 6) {
        double to[3] = {rt.x, rt.y, rt.z}, from[3] = {rs.x, rs.y, rs.z};
        double dot = rv_vec3_dot(rs, rt);
        for (int c = 0; c < 3; c++) {
            for (int r = 0; r < 3; r++)
                A[(3 + c) * 6 + 3 + r] -= to[r] * from[c];
            A[(3 + c) * 7] += dot;
        }
    }
}

void rv_pull_add(double* A, const int size[2], rv_vec3 u, const rv_vec3 arm[2], double scale) {
    // with sizes that the compiler knows
    if (size[0] == 6 && size[1] == 6)
        add_sized(A, (const int[2]){6, 6}, u, arm, scale);
    else if (size[0] == 3 && size[1] == 3)
        add_sized(A, (const int[2]){3, 3}, u, arm, scale);
    else
        add_sized(A, size, u, arm, scale);
}

void rv_bundle_clear(const rv_world* world, const int32_t body[2], rv_bundle* bundle) {
    *bundle = (rv_bundle){.per_length = 0.0};
    for (int s = 0; s < 2; s++) {
        const rv_body* b = body[s] < 0 ? NULL : &world->bodies.data[body[s]];
        bundle->needed[s] = b != NULL && rv_body_dofs(b) > 0;
        bundle->needed[2] |= b != NULL && b->type != RV_BODY_STATIC && body[1 - s] >= 0;
        if (b == NULL || b->type != RV_BODY_KINEMATIC)
            continue;
        bundle->moved_now[s][0] = b->v;
        bundle->moved_now[s][1] = b->w;
        bundle->moved_before[s][0] = b->v_before;
        bundle->moved_before[s][1] = b->w_before;
    }
}

// scale (|r|^2 I - r r^T)
static void add_moment(double* m, rv_vec3 r, double scale) {
    rv_vec3 t = rv_vec3_scale(r, scale);
    m[0] += t.y * r.y + t.z * r.z;
    m[1] += t.x * r.x + t.z * r.z;
    m[2] += t.x * r.x + t.y * r.y;
    m[3] -= t.x * r.y;
    m[4] -= t.x * r.z;
    m[5] -= t.y * r.z;
}

// one side: sums of 1, r, (|r|^2 I - r r^T) and g g^T, each with its weight
static void add_side(rv_bundle* bundle, int s, rv_vec3 u, rv_vec3 r, double stiffness) {
    rv_vec3 f = s == 0 ? u : rv_vec3_neg(u);
    double pull = rv_vec3_dot(f, r);
    bundle->arm[s] = rv_vec3_mul_add(bundle->arm[s], stiffness, r);
    add_moment(bundle->moment[s], r, stiffness);
    // the turning of the body by the pull has the form of the second moment, too
    if (pull > 0.0 && rv_vec3_dot(r, r) > RV_PULL_SHORTEST * RV_PULL_SHORTEST) {
        rv_vec3 still = rv_pull_still(f, r);
        add_moment(bundle->moment[s], still, pull / rv_vec3_dot(still, still));
    }
    double g[6], scaled[6];
    rv_vec3_store(g, u);
    rv_vec3_store(g + 3, rv_vec3_cross(r, u));
    for (int i = 0; i < 6; i++)
        scaled[i] = stiffness * g[i];
    double* out = bundle->rank[s];
    for (int c = 0; c < 6; c++)
        for (int k = 0; k <= c; k++)
            *out++ += scaled[c] * g[k];
}

void rv_bundle_add(rv_bundle* bundle, rv_vec3 u, double length, const rv_vec3 arm[2]) {
    if (!(length > RV_PULL_SHORTEST))
        return;
    double stiffness = 1.0 / length;
    bundle->per_length += stiffness;
    for (int s = 0; s < 2; s++)
        if (bundle->needed[s])
            add_side(bundle, s, u, arm[s], stiffness);
    if (bundle->needed[2])
        rv_pull_add(bundle->K[2], (const int[2]){6, 6}, u, arm, -stiffness);
}

void rv_bundle_finish(rv_bundle* bundle) {
    for (int s = 0; s < 2; s++) {
        if (!bundle->needed[s])
            continue;
        double* K = bundle->K[s];
        const double* rank = bundle->rank[s];
        for (int c = 0; c < 6; c++)
            for (int r = 0; r <= c; r++, rank++)
                K[c * 6 + r] = K[r * 6 + c] = -*rank;
        const double* m = bundle->moment[s];
        const double moment[3][3] = {{m[0], m[3], m[4]}, {m[3], m[1], m[5]}, {m[4], m[5], m[2]}};
        const rv_mat3 skew = rv_mat3_skew(bundle->arm[s]);
        for (int c = 0; c < 3; c++) {
            K[c * 7] += bundle->per_length;
            for (int r = 0; r < 3; r++) {
                K[(3 + c) * 6 + r] -= skew.m[r][c];
                K[c * 6 + 3 + r] += skew.m[r][c];
                K[(3 + c) * 6 + 3 + r] += moment[r][c];
            }
        }
    }
}
