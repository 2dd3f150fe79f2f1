// Gathering of contact points with meshes: groups by normal, extremes within a group, and at the
// end what is left out: points that a shallower contact explains, and ghosts of open edges.
#include "collide/touch_gather.h"

#include "collide/surface.h"

enum { PER_GROUP = 4, ALL_MAX = RV_GATHER_GROUPS * RV_GATHER_KEPT };

static const double SAME_NORMAL = 0.98480775301220802; // cos 10 degrees
// parts of the reach: the same point; the same plane
static const double SAME_POINT = 1e-3, SAME_PLANE = 1e-6;
// a ratio of depths: of two ways out about as long both are kept
static const double DEEPER = 1.05;
// how much farther out, or deeper, a point must be to replace another one: order does not decide
static const double BETTER = 1e-9;

// cos and sin of 22.5 + 45 k degrees: sides of shapes are seldom perpendicular to these
static const double COS_8 = 0.92387953251128674, SIN_8 = 0.38268343236508977;

void rv_gather_start(rv_gather* gather, double reach) {
    gather->reach = reach;
    gather->count = 0;
}

static rv_gather_group* group_for(rv_gather* gather, rv_vec3 out) {
    rv_gather_group* nearest = NULL;
    double most = -INFINITY;
    for (int g = 0; g < gather->count; g++) {
        double alike = rv_vec3_dot(gather->group[g].out, out);
        if (alike > most) {
            most = alike;
            nearest = &gather->group[g];
        }
    }
    if (most >= SAME_NORMAL || gather->count == RV_GATHER_GROUPS)
        return nearest;
    rv_gather_group* fresh = &gather->group[gather->count++];
    fresh->out = out;
    fresh->u = rv_vec3_perpendicular(out);
    fresh->v = rv_vec3_cross(out, fresh->u);
    fresh->filled = false;
    return fresh;
}

void rv_gather_add(rv_gather* gather, const rv_mesh_touch* touch) {
    rv_gather_group* group = group_for(gather, touch->out);
    double x = rv_vec3_dot(touch->on_b, group->u), y = rv_vec3_dot(touch->on_b, group->v);
    double a = COS_8 * x + SIN_8 * y, b = COS_8 * y - SIN_8 * x;
    double c = SIN_8 * x + COS_8 * y, d = COS_8 * x - SIN_8 * y;
    const double score[RV_GATHER_KEPT] = {a, c, b, -d, -a, -c, -b, d, -touch->gap};
    double better = BETTER * gather->reach;
    for (int k = 0; k < RV_GATHER_KEPT; k++)
        if (!group->filled || score[k] > group->score[k] + better) {
            group->score[k] = score[k];
            group->kept[k] = *touch;
            group->kept[k].group = (int)(group - gather->group);
        }
    group->filled = true;
}

// ---- what to leave out --------------------------------------------------------------------------

// whether all of the triangle of `touch` is behind the plane of `other`
static bool is_behind(const rv_mesh_touch* touch, const rv_mesh_touch* other, double slack) {
    for (int k = 0; k < 3; k++)
        if (rv_vec3_dot(rv_vec3_sub(touch->corner[k], other->on_b), other->out) > slack)
            return false;
    return true;
}

// A point on a triangle that leaves the shape when the shape is moved out of a shallower contact,
// to which the point itself is nearer: a box in the side of a table is not lifted through its top.
static bool is_explained(const rv_mesh_touch* touch, const rv_mesh_touch* other, double reach) {
    rv_vec3 p = rv_vec3_mul_add(touch->on_b, touch->gap, touch->out);
    double below = rv_vec3_dot(rv_vec3_sub(other->on_b, p), other->out);
    double least = SAME_PLANE * reach;
    return rv_vec3_dot(touch->out, other->out) < SAME_NORMAL
           && -touch->gap > DEEPER * fmax(below, 0.0) + least
           && touch->depth > DEEPER * fmax(other->depth, 0.0) + least
           && is_behind(touch, other, least);
}

static bool lies_in(rv_vec3 p, const rv_mesh_touch* face, double slack) {
    const rv_vec3* c = face->corner;
    if (fabs(rv_vec3_dot(rv_vec3_sub(p, c[0]), face->out)) > slack)
        return false;
    for (int k = 0; k < 3; k++) {
        rv_vec3 e = rv_vec3_normalize(rv_vec3_sub(c[(k + 1) % 3], c[k]));
        if (rv_vec3_dot(rv_vec3_sub(p, c[k]), rv_vec3_cross(face->out, e)) < -slack)
            return false;
    }
    return true;
}

// A point on an open edge that lies on another face: triangles that meet without common corners.
static bool is_ghost(const rv_mesh_touch* touch, const rv_mesh_touch* other, double reach) {
    return touch->open && other->on_face && other->triangle != touch->triangle
           && lies_in(touch->on_b, other, SAME_PLANE * reach);
}

static int leave_out(rv_mesh_touch* all, int count, double reach) {
    bool drop[ALL_MAX] = {false};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count && !drop[i]; k++)
            drop[i] =
                k != i
                && (is_explained(&all[i], &all[k], reach) || is_ghost(&all[i], &all[k], reach));
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!drop[i])
            all[kept++] = all[i];
    return kept;
}

// ---- the end ------------------------------------------------------------------------------------

// the different points of a group, the deeper one of two at the same place
static int distinct(const rv_gather_group* group, double same, rv_mesh_touch* out) {
    int count = 0;
    for (int k = RV_GATHER_KEPT - 1; k >= 0; k--) { // the deepest first
        const rv_mesh_touch* touch = &group->kept[k];
        int at = 0;
        while (at < count && rv_vec3_length(rv_vec3_sub(out[at].on_b, touch->on_b)) > same)
            at++;
        if (at == count)
            out[count++] = *touch;
        else if (touch->gap < out[at].gap)
            out[at] = *touch;
    }
    return count;
}

static rv_touch to_world(const rv_mesh_touch* touch, const rv_placed* surface) {
    rv_vec3 on_a = rv_vec3_mul_add(touch->on_b, touch->gap, touch->out);
    return (rv_touch){.on_a = rv_placed_to_world(surface, on_a),
                      .on_b = rv_placed_to_world(surface, touch->on_b),
                      .normal = rv_vec3_neg(rv_mat3_apply(surface->R, touch->out)),
                      .gap = touch->gap,
                      .feature = touch->feature};
}

// one corner of a shape may touch two faces alike: the later one gets a number of its own
static void make_features_differ(rv_touch* touches, int count) {
    for (int i = 1; i < count; i++)
        for (int k = 0; k < i; k++)
            if (touches[k].feature == touches[i].feature) {
                touches[i].feature = rv_touch_feature(7, touches[i].feature, (uint32_t)i);
                k = -1;
            }
}

int rv_gather_finish(const rv_gather* gather, const rv_placed* surface, rv_touch* out) {
    rv_mesh_touch all[ALL_MAX];
    rv_touch found[RV_GATHER_GROUPS * PER_GROUP], some[RV_GATHER_KEPT];
    int count = 0, total = 0;
    for (int g = 0; g < gather->count; g++)
        count += distinct(&gather->group[g], SAME_POINT * gather->reach, &all[count]);
    count = leave_out(all, count, gather->reach);
    // group by group: what is left of a group is still in a row
    for (int g = 0, i = 0; g < gather->count; g++) {
        int n = 0;
        for (; i < count && all[i].group == g; i++)
            some[n++] = to_world(&all[i], surface);
        n = rv_touch_reduce(some, n, PER_GROUP);
        for (int k = 0; k < n; k++)
            found[total++] = some[k];
    }
    total = rv_touch_reduce(found, total, RV_TOUCH_MAX);
    for (int k = 0; k < total; k++)
        out[k] = found[k];
    make_features_differ(out, total);
    return total;
}
