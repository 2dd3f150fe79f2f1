// Convex hulls by quickhull (Barber, Dobkin, Huhdanpaa 1996): from a tetrahedron, the point
// farthest above a triangle replaces all triangles that see it by triangles from their rim to it.
// Then triangles in one plane become one face, and corners inside of faces and edges go. All in
// coordinates scaled to size 1, so that tolerances are plain numbers. What comes out is checked: a
// closed surface (corners - edges + faces = 2) with every corner on or below every face.
// Moments of the volume: tetrahedra from a point inside to triangles a, b, c of the surface,
//   V = a.(b x c) / 6,   integral of x x^T = V/20 (s s^T + a a^T + b b^T + c c^T),  s = a + b + c.
#include "collide/hull.h"

#include <stdlib.h>
#include <string.h>

// in coordinates of size 1:
static const double NO_SIZE = 1e-9;       // width of a set that counts as a line or a plane
static const double MERGE = 1e-5;         // unevenness of a face, at most,
static const double MERGE_OF_THIN = 1e-2; // and as part of the thickness
static const double EVEN = 1e-11;         // unevenness of rounding: no normal is asked for
static const double SAME_WAY = 0.999;     // cosine between normals in one face
// heights above a triangle that count as none; the next one is taken where rounding spoilt a hull
static const double ABOVE[] = {1e-14, 1e-12, 1e-10, 1e-8};

enum { NONE = -1, ABOVE_TRIES = 4, MERGE_TRIES = 4 };

typedef struct triangle {
    int corner[3], across[3]; // across the edge from corner k to k + 1
    rv_vec3 normal;
    double offset, area;
    int points; // first of the list of points above it; then the next triangle of the group
    int group;  // the face that it becomes part of
    bool alive, seen;
} triangle;

typedef struct rim {
    int from, to, beyond;
} rim;

typedef struct ranked {
    double area;
    int triangle;
} ranked;

// what making a hull needs on the way
typedef struct maker {
    rv_memory* memory;
    rv_vec3 centre;
    double size;
    double above;
    RV_ARRAY(rv_vec3) point; // scaled
    RV_ARRAY(int) next;      // by point: the next above the same triangle
    RV_ARRAY(int) starts;    // by point: the rim edge, or the edge of a face, that starts there
    RV_ARRAY(int) used;      // by point: in how many faces, then its number as a corner
    RV_ARRAY(triangle) triangles;
    RV_ARRAY(int)
    seen; // triangles: those seen; while merging a stack, then the first of each group
    RV_ARRAY(rim) rims;
    RV_ARRAY(ranked) order;
} maker;

static void maker_free(maker* m) {
    rv_array_free(m->memory, &m->point);
    rv_array_free(m->memory, &m->next);
    rv_array_free(m->memory, &m->starts);
    rv_array_free(m->memory, &m->used);
    rv_array_free(m->memory, &m->triangles);
    rv_array_free(m->memory, &m->seen);
    rv_array_free(m->memory, &m->rims);
    rv_array_free(m->memory, &m->order);
}

static double height(const triangle* t, rv_vec3 p) {
    return rv_vec3_dot(t->normal, p) - t->offset;
}

static void set_plane(const maker* m, triangle* t) {
    rv_vec3 p = m->point.data[t->corner[0]];
    rv_vec3 n = rv_vec3_cross(rv_vec3_sub(m->point.data[t->corner[1]], p),
                              rv_vec3_sub(m->point.data[t->corner[2]], p));
    t->area = 0.5 * rv_vec3_length(n);
    t->normal = rv_vec3_normalize(n);
    t->offset = rv_vec3_dot(t->normal, p);
}

// --- input ---------------------------------------------------------------------------------------

static bool input_is_valid(const rv_vec3* points, int count, rv_error_text* error) {
    if (!rv_error_check(error, count >= 4 && count <= RV_HULL_POINTS_MAX,
                        "rv_hull_def.point_count = %d: must be in [4, %d]", count,
                        RV_HULL_POINTS_MAX)
        || !rv_error_check(error, points != NULL, "rv_hull_def.points: must not be NULL"))
        return false;
    for (int i = 0; i < count; i++) {
        rv_vec3 p = points[i];
        if (!rv_error_check(error, isfinite(p.x) && isfinite(p.y) && isfinite(p.z),
                            "rv_hull_def.points[%d] = (%g, %g, %g) m: must be finite", i, p.x, p.y,
                            p.z))
            return false;
    }
    return true;
}

// to a box of which the longest edge is 1
static bool scale_points(maker* m, const rv_vec3* points, int count, rv_error_text* error) {
    rv_vec3 lower = points[0], upper = points[0];
    for (int i = 1; i < count; i++) {
        rv_vec3 p = points[i];
        lower = rv_vec3_make(fmin(lower.x, p.x), fmin(lower.y, p.y), fmin(lower.z, p.z));
        upper = rv_vec3_make(fmax(upper.x, p.x), fmax(upper.y, p.y), fmax(upper.z, p.z));
    }
    rv_vec3 extent = rv_vec3_sub(upper, lower);
    m->size = fmax(fmax(extent.x, extent.y), extent.z);
    m->centre = rv_vec3_mul_add(lower, 0.5, extent);
    if (!rv_error_check(error, m->size > 0.0, "rv_hull_def.points: all at one place")
        || !rv_error_check(error, m->size >= 1e-30 && m->size <= 1e30,
                           "rv_hull_def.points: extend over %g m: must be in [1e-30, 1e30]",
                           m->size))
        return false;
    for (int i = 0; i < count; i++)
        m->point.data[i] = rv_vec3_scale(rv_vec3_sub(points[i], m->centre), 1.0 / m->size);
    return true;
}

// --- quickhull -----------------------------------------------------------------------------------

// the first two corners: the farthest apart of the points that are extreme along an axis
static void first_edge(const maker* m, int c[4]) {
    int extreme[6] = {0};
    for (int i = 0; i < m->point.count; i++) {
        rv_vec3 p = m->point.data[i];
        const double x[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; k++) {
            rv_vec3 low = m->point.data[extreme[2 * k]], high = m->point.data[extreme[2 * k + 1]];
            const double lows[3] = {low.x, low.y, low.z}, highs[3] = {high.x, high.y, high.z};
            extreme[2 * k] = x[k] < lows[k] ? i : extreme[2 * k];
            extreme[2 * k + 1] = x[k] > highs[k] ? i : extreme[2 * k + 1];
        }
    }
    double most = -1.0;
    for (int i = 0; i < 6; i++)
        for (int j = i + 1; j < 6; j++) {
            rv_vec3 e = rv_vec3_sub(m->point.data[extreme[j]], m->point.data[extreme[i]]);
            if (rv_vec3_dot(e, e) > most) {
                most = rv_vec3_dot(e, e);
                c[0] = extreme[i];
                c[1] = extreme[j];
            }
        }
}

// four points with volume
static bool first_corners(const maker* m, int c[4], rv_error_text* error) {
    first_edge(m, c);
    rv_vec3 p = m->point.data[c[0]];
    rv_vec3 u = rv_vec3_normalize(rv_vec3_sub(m->point.data[c[1]], p));
    double most = -1.0;
    for (int i = 0; i < m->point.count; i++) {
        double d = rv_vec3_length(rv_vec3_cross(u, rv_vec3_sub(m->point.data[i], p)));
        if (d > most) {
            most = d;
            c[2] = i;
        }
    }
    if (!rv_error_check(error, most > NO_SIZE,
                        "rv_hull_def.points: all on one line (within %g m): need 4 that do not lie "
                        "in one plane",
                        most * m->size))
        return false;
    rv_vec3 n = rv_vec3_normalize(rv_vec3_cross(u, rv_vec3_sub(m->point.data[c[2]], p)));
    most = -1.0;
    for (int i = 0; i < m->point.count; i++) {
        double d = fabs(rv_vec3_dot(n, rv_vec3_sub(m->point.data[i], p)));
        if (d > most) {
            most = d;
            c[3] = i;
        }
    }
    return rv_error_check(error, most > NO_SIZE,
                          "rv_hull_def.points: all in one plane (within %g m): need 4 that do not",
                          most * m->size);
}

// puts a point on the list of the triangle, of those from `first` on, that it is highest above
static void assign(maker* m, int point, int first) {
    int best = NONE;
    double most = m->above;
    for (int t = first; t < m->triangles.count; t++) {
        double h = height(&m->triangles.data[t], m->point.data[point]);
        if (h > most) {
            most = h;
            best = t;
        }
    }
    if (best == NONE)
        return;
    m->next.data[point] = m->triangles.data[best].points;
    m->triangles.data[best].points = point;
}

static bool start_hull(maker* m, int c[4]) {
    static const int loop[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int beyond[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    rv_vec3 p = m->point.data[c[0]];
    rv_vec3 e1 = rv_vec3_sub(m->point.data[c[1]], p), e2 = rv_vec3_sub(m->point.data[c[2]], p);
    rv_vec3 e3 = rv_vec3_sub(m->point.data[c[3]], p);
    // the fourth corner is to be below the first triangle
    if (rv_vec3_dot(rv_vec3_cross(e1, e2), e3) > 0.0) {
        int first = c[0];
        c[0] = c[1];
        c[1] = first;
    }
    m->triangles.count = 0;
    if (!rv_array_resize(m->memory, &m->triangles, 4))
        return false;
    for (int t = 0; t < 4; t++) {
        triangle* made = &m->triangles.data[t];
        *made = (triangle){.alive = true, .points = NONE, .group = NONE};
        for (int k = 0; k < 3; k++) {
            made->corner[k] = c[loop[t][k]];
            made->across[k] = beyond[t][k];
        }
        set_plane(m, made);
    }
    for (int i = 0; i < m->point.count; i++)
        assign(m, i, 0);
    return true;
}

// what is seen from a point, and its rim
static bool look(maker* m, int first, rv_vec3 from) {
    m->seen.count = 0;
    m->rims.count = 0;
    if (!rv_array_reserve(m->memory, &m->seen, m->triangles.count)
        || !rv_array_reserve(m->memory, &m->rims, 3 * m->triangles.count))
        return false;
    m->seen.data[m->seen.count++] = first;
    m->triangles.data[first].seen = true;
    for (int i = 0; i < m->seen.count; i++) {
        const triangle* t = &m->triangles.data[m->seen.data[i]];
        for (int k = 0; k < 3; k++) {
            triangle* beyond = &m->triangles.data[t->across[k]];
            if (beyond->seen)
                continue;
            if (height(beyond, from) > m->above) {
                beyond->seen = true;
                m->seen.data[m->seen.count++] = t->across[k];
            } else {
                m->rims.data[m->rims.count++] =
                    (rim){t->corner[k], t->corner[(k + 1) % 3], t->across[k]};
            }
        }
    }
    return true;
}

// one closed loop?
static bool rim_is_loop(maker* m) {
    int count = m->rims.count, at = 0, steps = 0;
    for (int i = 0; i < count; i++)
        m->starts.data[m->rims.data[i].from] = m->starts.data[m->rims.data[i].to] = NONE;
    for (int i = 0; i < count; i++) {
        if (m->starts.data[m->rims.data[i].from] != NONE)
            return false;
        m->starts.data[m->rims.data[i].from] = i;
    }
    do {
        at = m->starts.data[m->rims.data[at].to];
        steps++;
    } while (at > 0 && steps < count);
    return at == 0 && steps == count;
}

// triangles from the rim to the point
static bool cover(maker* m, int point) {
    int first = m->triangles.count, count = m->rims.count;
    if (!rv_array_resize(m->memory, &m->triangles, first + count))
        return false;
    for (int i = 0; i < count; i++) {
        rim edge = m->rims.data[i];
        triangle* made = &m->triangles.data[first + i];
        *made = (triangle){.corner = {edge.from, edge.to, point}, .alive = true};
        made->across[0] = edge.beyond;
        made->across[1] = first + m->starts.data[edge.to];
        made->points = made->group = NONE;
        set_plane(m, made);
        triangle* beyond = &m->triangles.data[edge.beyond];
        for (int k = 0; k < 3; k++)
            if (beyond->corner[k] == edge.to && beyond->corner[(k + 1) % 3] == edge.from)
                beyond->across[k] = first + i;
    }
    for (int i = first; i < first + count; i++)
        m->triangles.data[m->triangles.data[i].across[1]].across[2] = i;
    // points above what is gone
    for (int i = 0; i < m->seen.count; i++) {
        triangle* gone = &m->triangles.data[m->seen.data[i]];
        gone->alive = false;
        for (int p = gone->points, next; p != NONE; p = next) {
            next = m->next.data[p];
            if (p != point)
                assign(m, p, first);
        }
    }
    return true;
}

typedef enum outcome { MADE, SPOILT, NO_MEMORY } outcome;

// triangles of the hull
static outcome quickhull(maker* m, const int corners[4]) {
    int c[4];
    memcpy(c, corners, sizeof c);
    if (!start_hull(m, c))
        return NO_MEMORY;
    for (int t = 0; t < m->triangles.count; t++) {
        const triangle* here = &m->triangles.data[t];
        if (!here->alive || here->points == NONE)
            continue;
        int farthest = here->points;
        for (int p = here->points; p != NONE; p = m->next.data[p])
            if (height(here, m->point.data[p]) > height(here, m->point.data[farthest]))
                farthest = p;
        if (!look(m, t, m->point.data[farthest]))
            return NO_MEMORY;
        if (!rim_is_loop(m))
            return SPOILT;
        if (!cover(m, farthest))
            return NO_MEMORY;
    }
    return MADE;
}

// --- triangles to faces --------------------------------------------------------------------------

// large ones first; of equal ones the older
static int compare_ranked(const void* left, const void* right) {
    const ranked *a = left, *b = right;
    if (a->area != b->area)
        return a->area > b->area ? -1 : 1;
    return a->triangle < b->triangle ? -1 : 1;
}

static bool rank_triangles(maker* m) {
    m->order.count = 0;
    if (!rv_array_reserve(m->memory, &m->order, m->triangles.count)
        || !rv_array_reserve(m->memory, &m->seen, m->triangles.count))
        return false;
    for (int t = 0; t < m->triangles.count; t++)
        if (m->triangles.data[t].alive)
            m->order.data[m->order.count++] = (ranked){m->triangles.data[t].area, t};
    qsort(m->order.data, (size_t)m->order.count, sizeof *m->order.data, compare_ranked);
    return true;
}

// how deep the hull is below the triangle below which it is least deep
static double thickness_of(const maker* m) {
    double least = INFINITY;
    for (int i = 0; i < m->order.count; i++) {
        const triangle* t = &m->triangles.data[m->order.data[i].triangle];
        double depth = 0.0;
        for (int p = 0; p < m->point.count; p++)
            depth = fmax(depth, -height(t, m->point.data[p]));
        least = fmin(least, depth);
    }
    return least;
}

static bool lies_in(const maker* m, const triangle* t, const triangle* face, double tolerance) {
    double most = 0.0;
    for (int k = 0; k < 3; k++)
        most = fmax(most, fabs(height(face, m->point.data[t->corner[k]])));
    return most <= fmin(tolerance, EVEN)
           || (most <= tolerance && rv_vec3_dot(t->normal, face->normal) > SAME_WAY);
}

// from the largest triangle on, neighbours in its plane join it; returns how many groups
static int group_triangles(maker* m, double tolerance) {
    int groups = 0;
    for (int t = 0; t < m->triangles.count; t++)
        m->triangles.data[t].group = NONE;
    for (int i = 0; i < m->order.count; i++) {
        const triangle* seed = &m->triangles.data[m->order.data[i].triangle];
        if (seed->group != NONE)
            continue;
        m->triangles.data[m->order.data[i].triangle].group = groups;
        m->seen.count = 0;
        m->seen.data[m->seen.count++] = m->order.data[i].triangle;
        while (m->seen.count > 0) {
            const triangle* t = &m->triangles.data[m->seen.data[--m->seen.count]];
            for (int k = 0; k < 3; k++) {
                triangle* beyond = &m->triangles.data[t->across[k]];
                if (beyond->group != NONE || !lies_in(m, beyond, seed, tolerance))
                    continue;
                beyond->group = groups;
                m->seen.data[m->seen.count++] = t->across[k];
            }
        }
        groups++;
    }
    return groups;
}

// lists of the triangles of each group, and of each point in how many groups' outlines it is
static void list_groups(maker* m, int groups) {
    m->seen.count = groups;
    for (int g = 0; g < groups; g++)
        m->seen.data[g] = NONE;
    memset(m->used.data, 0, (size_t)m->used.count * sizeof *m->used.data);
    for (int i = 0; i < m->order.count; i++) {
        int index = m->order.data[i].triangle;
        triangle* t = &m->triangles.data[index];
        t->points = m->seen.data[t->group];
        m->seen.data[t->group] = index;
        for (int k = 0; k < 3; k++)
            if (m->triangles.data[t->across[k]].group != t->group)
                m->used.data[t->corner[k]]++;
    }
}

// the outline of a group, as points, without those that are in two outlines only: they lie on an
// edge. SPOILT: it is no loop, or nothing is left
static outcome take_outline(maker* m, int group, rv_hull* hull) {
    int edges = 0, start = NONE, steps = 0;
    for (int t = m->seen.data[group]; t != NONE; t = m->triangles.data[t].points)
        for (int k = 0; k < 3; k++) {
            const triangle* here = &m->triangles.data[t];
            if (m->triangles.data[here->across[k]].group == group)
                continue;
            start = here->corner[k];
            m->starts.data[start] = here->corner[(k + 1) % 3];
            edges++;
        }
    if (start == NONE || !rv_array_reserve(m->memory, &hull->loop, hull->loop.count + edges)
        || !rv_array_room(m->memory, &hull->faces))
        return start == NONE ? SPOILT : NO_MEMORY;
    rv_hull_face face = {.first = hull->loop.count};
    int at = start;
    do {
        if (m->used.data[at] >= 3)
            hull->loop.data[hull->loop.count++] = at;
        at = m->starts.data[at];
        steps++;
    } while (at != start && steps < edges);
    face.count = hull->loop.count - face.first;
    hull->faces.data[hull->faces.count++] = face;
    return at == start && steps == edges && face.count >= 3 ? MADE : SPOILT;
}

// corners in the order of the points; the loops then hold corners
static outcome take_corners(maker* m, const rv_vec3* points, rv_hull* hull) {
    int count = 0;
    for (int i = 0; i < m->used.count; i++)
        count += m->used.data[i] >= 3;
    if (!rv_array_reserve(m->memory, &hull->corners, count))
        return NO_MEMORY;
    for (int i = 0; i < m->used.count; i++) {
        if (m->used.data[i] < 3)
            continue;
        m->used.data[i] = hull->corners.count;
        hull->corners.data[hull->corners.count++] = points[i];
    }
    for (int k = 0; k < hull->loop.count; k++)
        hull->loop.data[k] = m->used.data[hull->loop.data[k]];
    return hull->corners.count - hull->loop.count / 2 + hull->faces.count == 2 ? MADE : SPOILT;
}

static outcome take_faces(maker* m, const rv_vec3* points, double tolerance, rv_hull* hull) {
    int groups = group_triangles(m, tolerance);
    list_groups(m, groups);
    hull->faces.count = hull->loop.count = hull->corners.count = 0;
    for (int g = 0; g < groups; g++) {
        outcome o = take_outline(m, g, hull);
        if (o != MADE)
            return o;
    }
    return take_corners(m, points, hull);
}

// --- what is known of a hull ---------------------------------------------------------------------

// a face of uneven triangles may have a corner that points inwards
static bool is_convex(const rv_hull* hull, const rv_hull_face* face) {
    const int32_t* loop = hull->loop.data + face->first;
    for (int k = 0; k < face->count; k++) {
        rv_vec3 a = hull->corners.data[loop[k]];
        rv_vec3 b = hull->corners.data[loop[(k + 1) % face->count]];
        rv_vec3 c = hull->corners.data[loop[(k + 2) % face->count]];
        rv_vec3 turned = rv_vec3_cross(rv_vec3_sub(b, a), rv_vec3_sub(c, b));
        if (!(rv_vec3_dot(turned, face->normal) > 0.0))
            return false;
    }
    return true;
}

// normals by the sum over the edges of a face (Newell), offsets such that no corner is above.
// False: some corner would be above by more than `uneven`, or a face is not convex
static bool set_planes(rv_hull* hull, double uneven) {
    for (int f = 0; f < hull->faces.count; f++) {
        rv_hull_face* face = &hull->faces.data[f];
        const int32_t* loop = hull->loop.data + face->first;
        rv_vec3 origin = hull->corners.data[loop[0]], sum = {0.0, 0.0, 0.0};
        for (int k = 1; k + 1 < face->count; k++)
            sum = rv_vec3_add(sum,
                              rv_vec3_cross(rv_vec3_sub(hull->corners.data[loop[k]], origin),
                                            rv_vec3_sub(hull->corners.data[loop[k + 1]], origin)));
        face->normal = rv_vec3_normalize(sum);
        double own = -INFINITY;
        face->offset = -INFINITY;
        for (int k = 0; k < face->count; k++)
            own = fmax(own, rv_vec3_dot(face->normal, hull->corners.data[loop[k]]));
        for (int i = 0; i < hull->corners.count; i++)
            face->offset = fmax(face->offset, rv_vec3_dot(face->normal, hull->corners.data[i]));
        if (face->offset - own > uneven || !is_convex(hull, face))
            return false;
    }
    return true;
}

// every edge must be in two faces, once each way; lists it once
static outcome list_edges(rv_memory* memory, rv_hull* hull) {
    int corners = hull->corners.count;
    if (!rv_array_reserve(memory, &hull->edges, hull->loop.count)
        || !rv_array_resize(memory, &hull->neighbour_first, corners + 1)
        || !rv_array_resize(memory, &hull->neighbours, hull->loop.count))
        return NO_MEMORY;
    // edges by the corner that they start from
    int32_t *first = hull->neighbour_first.data, *to = hull->neighbours.data;
    memset(first, 0, (size_t)(corners + 1) * sizeof *first);
    for (int k = 0; k < hull->loop.count; k++)
        first[hull->loop.data[k] + 1]++;
    for (int i = 0; i < corners; i++)
        first[i + 1] += first[i];
    for (int f = 0; f < hull->faces.count; f++) {
        const rv_hull_face* face = &hull->faces.data[f];
        const int32_t* loop = hull->loop.data + face->first;
        for (int k = 0; k < face->count; k++)
            to[first[loop[k]]++] = loop[(k + 1) % face->count];
    }
    for (int i = corners; i > 0; i--)
        first[i] = first[i - 1];
    first[0] = 0;
    hull->edges.count = 0;
    for (int i = 0; i < corners; i++)
        for (int k = first[i]; k < first[i + 1]; k++) {
            int back = 0, forth = 0;
            for (int j = first[to[k]]; j < first[to[k] + 1]; j++)
                back += to[j] == i;
            for (int j = first[i]; j < first[i + 1]; j++)
                forth += to[j] == to[k];
            if (back != 1 || forth != 1)
                return SPOILT;
            if (i < to[k]) {
                hull->edges.data[hull->edges.count++] = i;
                hull->edges.data[hull->edges.count++] = to[k];
            }
        }
    return MADE;
}

// faces as fans of triangles
static bool list_triangles(rv_memory* memory, rv_hull* hull) {
    if (!rv_array_reserve(memory, &hull->triangles, 3 * (hull->loop.count - 2 * hull->faces.count)))
        return false;
    for (int f = 0; f < hull->faces.count; f++) {
        const int32_t* loop = hull->loop.data + hull->faces.data[f].first;
        for (int k = 1; k + 1 < hull->faces.data[f].count; k++) {
            hull->triangles.data[hull->triangles.count++] = loop[0];
            hull->triangles.data[hull->triangles.count++] = loop[k];
            hull->triangles.data[hull->triangles.count++] = loop[k + 1];
        }
    }
    return true;
}

// volume, centre and second moment, with tetrahedra from `origin`; the moment is about `origin`
static void integrate(rv_hull* hull, rv_vec3 origin) {
    rv_vec3 first = {0.0, 0.0, 0.0};
    hull->volume = 0.0;
    hull->second_moment = rv_mat3_zero();
    for (int t = 0; t < hull->triangles.count; t += 3) {
        const int32_t* corner = hull->triangles.data + t;
        rv_vec3 a = rv_vec3_sub(hull->corners.data[corner[0]], origin);
        rv_vec3 b = rv_vec3_sub(hull->corners.data[corner[1]], origin);
        rv_vec3 c = rv_vec3_sub(hull->corners.data[corner[2]], origin);
        rv_vec3 s = rv_vec3_add(rv_vec3_add(a, b), c);
        double v = rv_vec3_dot(a, rv_vec3_cross(b, c)) / 6.0;
        rv_mat3 m = rv_mat3_add(rv_mat3_add(rv_mat3_outer(a, a), rv_mat3_outer(b, b)),
                                rv_mat3_add(rv_mat3_outer(c, c), rv_mat3_outer(s, s)));
        hull->volume += v;
        first = rv_vec3_mul_add(first, 0.25 * v, s);
        hull->second_moment = rv_mat3_add(hull->second_moment, rv_mat3_scale(m, v / 20.0));
    }
    hull->inside = rv_vec3_mul_add(origin, 1.0 / hull->volume, first);
}

static void measure(rv_hull* hull) {
    rv_vec3 middle = {0.0, 0.0, 0.0};
    for (int i = 0; i < hull->corners.count; i++) {
        middle = rv_vec3_mul_add(middle, 1.0 / hull->corners.count, hull->corners.data[i]);
        hull->reach = fmax(hull->reach, rv_vec3_length(hull->corners.data[i]));
    }
    // once to find the centre, once about it
    integrate(hull, middle);
    integrate(hull, hull->inside);
    hull->thickness = INFINITY;
    for (int f = 0; f < hull->faces.count; f++) {
        const rv_hull_face* face = &hull->faces.data[f];
        double depth = face->offset - rv_vec3_dot(face->normal, hull->inside);
        hull->thickness = fmin(hull->thickness, 2.0 * depth);
    }
}

// --- all together --------------------------------------------------------------------------------

// faces as even as the thickness allows; where they do not close, of less uneven triangles
static outcome merge(maker* m, const rv_vec3* points, rv_hull* hull) {
    if (!rank_triangles(m))
        return NO_MEMORY;
    double most = fmin(MERGE, MERGE_OF_THIN * thickness_of(m));
    double tolerance[MERGE_TRIES] = {most, 1e-2 * most, EVEN, 0.0};
    for (int k = 0; k < MERGE_TRIES; k++) {
        outcome o = take_faces(m, points, tolerance[k], hull);
        if (o == MADE && !set_planes(hull, m->size * (tolerance[k] + 1e2 * m->above)))
            o = SPOILT;
        if (o == MADE)
            o = list_edges(m->memory, hull);
        if (o != SPOILT)
            return o;
    }
    return SPOILT;
}

static bool is_within_limits(const rv_hull* hull, rv_error_text* error) {
    int most = 0;
    for (int f = 0; f < hull->faces.count; f++)
        most = hull->faces.data[f].count > most ? hull->faces.data[f].count : most;
    return rv_error_check(error, hull->corners.count <= RV_HULL_CORNERS_MAX,
                          "rv_hull_def.points: their hull has %d corners: at most %d are allowed",
                          hull->corners.count, RV_HULL_CORNERS_MAX)
           && rv_error_check(
               error, most <= RV_HULL_FACE_CORNERS_MAX,
               "rv_hull_def.points: a face of their hull has %d corners: at most %d are allowed",
               most, RV_HULL_FACE_CORNERS_MAX);
}

static outcome make(maker* m, rv_hull* hull, const rv_vec3* points, const int corners[4]) {
    outcome o = SPOILT;
    for (int k = 0; k < ABOVE_TRIES && o == SPOILT; k++) {
        m->above = ABOVE[k];
        o = quickhull(m, corners);
        if (o == MADE)
            o = merge(m, points, hull);
    }
    return o;
}

bool rv_hull_make(rv_memory* memory, rv_hull* hull, const rv_vec3* points, int count,
                  rv_error_text* error) {
    *hull = (rv_hull){0};
    if (!input_is_valid(points, count, error))
        return false;
    maker m = {.memory = memory};
    int corners[4] = {0};
    bool room = rv_array_resize(memory, &m.point, count) && rv_array_resize(memory, &m.next, count)
                && rv_array_resize(memory, &m.starts, count)
                && rv_array_resize(memory, &m.used, count);
    bool made = false;
    if (room && scale_points(&m, points, count, error) && first_corners(&m, corners, error)) {
        outcome o = make(&m, hull, points, corners);
        room = o != NO_MEMORY;
        made = rv_error_check(error, o != SPOILT,
                              "rv_hull_def.points: their hull cannot be made in double precision")
               && room && is_within_limits(hull, error);
        room = room && (!made || list_triangles(memory, hull));
    }
    maker_free(&m);
    if (rv_error_check(error, room, "rv_geometry_create_hull: out of memory") && made) {
        measure(hull);
        return true;
    }
    rv_hull_free(memory, hull);
    return false;
}

void rv_hull_free(rv_memory* memory, rv_hull* hull) {
    rv_array_free(memory, &hull->corners);
    rv_array_free(memory, &hull->faces);
    rv_array_free(memory, &hull->loop);
    rv_array_free(memory, &hull->edges);
    rv_array_free(memory, &hull->neighbour_first);
    rv_array_free(memory, &hull->neighbours);
    rv_array_free(memory, &hull->triangles);
    *hull = (rv_hull){0};
}
