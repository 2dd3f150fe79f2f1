// The section of a deformable surface with a plane, and the taut thread over it. In the plane the
// surface is a polygon with a corner on every edge that the plane cuts. From the one nearest to
// where the thread was it is followed both ways, from triangle to triangle, until it is behind the
// ends. From A along those corners to B the thread leaves out all at which it would turn away from
// the surface (Graham 1972): between the others it is straight, and at each of them it presses. The
// way off the surface is that of normals which are means at nodes and linear along edges: past a
// node, where it goes on to other edges, nothing jumps.
#include "collide/soft_section.h"

#include <math.h>
#include <string.h>

enum { CORNERS_MAX = 256, FAN_MAX = 64 };
static const double LOOKS_OUT = 0.05;  // n . y of a triangle that the polygon is followed over
static const double LEAST_TURN = 1e-6; // [rad]
static const double APART = 0.02;      // radii, of two bends that are not one

typedef struct section {
    const rv_soft_surface* surface;
    const rv_soft_cut* cut;
    rv_vec3 across; // normal of the plane
    rv_soft_bend corner[CORNERS_MAX];
    int count;
} section;

static rv_vec3 at(const section* s, int node) {
    return s->surface->x_to[node];
}

static double side(const section* s, int node) {
    return rv_vec3_dot(rv_vec3_sub(at(s, node), s->cut->from), s->across);
}

static bool is_cut(const section* s, int edge) {
    const int32_t* node = s->surface->edges.data[edge].node;
    return (side(s, node[0]) < 0.0) != (side(s, node[1]) < 0.0);
}

static rv_vec3 triangle_normal(const rv_soft_surface* surface, int triangle) {
    const int32_t* node = surface->triangles.data + 3 * triangle;
    const rv_vec3* x = surface->x_to;
    rv_vec3 a = x[node[0]];
    return rv_vec3_normalize(rv_vec3_cross(rv_vec3_sub(x[node[1]], a), rv_vec3_sub(x[node[2]], a)));
}

// the edge of a triangle, not the one given, that a node is on
static int other_edge(const rv_soft_surface* surface, int triangle, int edge, int node) {
    for (int k = 0; k < 3; k++) {
        int other = surface->triangle_edges.data[3 * triangle + k];
        const int32_t* end = surface->edges.data[other].node;
        if (other != edge && (end[0] == node || end[1] == node))
            return other;
    }
    return edge;
}

// of the triangles about a node of an edge
static rv_vec3 node_normal(const rv_soft_surface* surface, int edge, int node) {
    int first = surface->edges.data[edge].triangle[0], triangle = first;
    rv_vec3 sum = {0, 0, 0};
    for (int k = 0; k < FAN_MAX && triangle >= 0; k++) {
        sum = rv_vec3_add(sum, triangle_normal(surface, triangle));
        edge = other_edge(surface, triangle, edge, node);
        const int32_t* beside = surface->edges.data[edge].triangle;
        triangle = beside[0] == triangle ? beside[1] : beside[0];
        if (triangle == first)
            break;
    }
    return rv_vec3_normalize(sum);
}

// linear between the nodes of an edge
static rv_vec3 smooth_normal(const rv_soft_surface* surface, int edge, const double weight[2]) {
    const int32_t* node = surface->edges.data[edge].node;
    rv_vec3 a = rv_vec3_scale(node_normal(surface, edge, node[0]), weight[0]);
    return rv_vec3_mul_add(a, weight[1], node_normal(surface, edge, node[1]));
}

rv_vec3 rv_soft_edge_normal(const rv_soft_surface* surface, int edge) {
    const int32_t* triangle = surface->edges.data[edge].triangle;
    rv_vec3 normal = triangle_normal(surface, triangle[0]);
    if (triangle[1] >= 0)
        normal = rv_vec3_add(normal, triangle_normal(surface, triangle[1]));
    return rv_vec3_normalize(normal);
}

// how much a triangle looks out
static double outlook(const section* s, int triangle) {
    return rv_vec3_dot(triangle_normal(s->surface, triangle), s->cut->y);
}

// an end of the thread is outside of a triangle
static bool is_seen(const section* s, int triangle, rv_vec3 end) {
    rv_vec3 corner = at(s, s->surface->triangles.data[3 * triangle]);
    return rv_vec3_dot(triangle_normal(s->surface, triangle), rv_vec3_sub(end, corner)) > 0.0;
}

// a corner of the polygon, moved out by the thread's radius
static rv_soft_bend corner_on(const section* s, int edge) {
    const rv_soft_edge* e = &s->surface->edges.data[edge];
    const rv_soft_cut* cut = s->cut;
    double d[2] = {side(s, e->node[0]), side(s, e->node[1])}, w = d[0] / (d[0] - d[1]);
    rv_soft_bend b = {.edge = edge, .node = {e->node[0], e->node[1]}, .weight = {1.0 - w, w}};
    rv_vec3 normal = smooth_normal(s->surface, edge, b.weight);
    double nx = rv_vec3_dot(normal, cut->x), ny = rv_vec3_dot(normal, cut->y);
    double size = sqrt(nx * nx + ny * ny);
    if (!(size > 0.0)) {
        nx = 0.0;
        ny = size = 1.0;
    }
    double scale = cut->radius / size;
    b.off = rv_vec3_add(rv_vec3_scale(cut->x, scale * nx), rv_vec3_scale(cut->y, scale * ny));
    rv_vec3 p =
        rv_vec3_add(rv_vec3_scale(at(s, e->node[0]), 1.0 - w), rv_vec3_scale(at(s, e->node[1]), w));
    p = rv_vec3_sub(rv_vec3_add(p, b.off), cut->from);
    b.along = rv_vec3_dot(p, cut->x);
    b.height = rv_vec3_dot(p, cut->y);
    return b;
}

static rv_vec3 place_of(const section* s, const rv_soft_bend* b) {
    return rv_vec3_add(rv_vec3_scale(at(s, b->node[0]), b->weight[0]),
                       rv_vec3_scale(at(s, b->node[1]), b->weight[1]));
}

// the edge that is cut nearest to where the thread was; -1: none
static int nearest_edge(const section* s) {
    double least = INFINITY;
    int best = -1;
    for (int e = 0; e < s->surface->edges.count; e++) {
        const int32_t* triangle = s->surface->edges.data[e].triangle;
        bool out = outlook(s, triangle[0]) > LOOKS_OUT
                   || (triangle[1] >= 0 && outlook(s, triangle[1]) > LOOKS_OUT);
        if (!is_cut(s, e) || !out)
            continue;
        rv_soft_bend b = corner_on(s, e);
        double distance = rv_vec3_length(rv_vec3_sub(place_of(s, &b), s->cut->near));
        if (distance < least) {
            least = distance;
            best = e;
        }
    }
    return best;
}

// the other edge of a triangle that is cut
static int way_out(const section* s, int triangle, int edge) {
    for (int k = 0; k < 3; k++) {
        int other = s->surface->triangle_edges.data[3 * triangle + k];
        if (other != edge && is_cut(s, other))
            return other;
    }
    return -1;
}

// The corners beyond an edge, through one of its triangles, towards an end of the thread. Over what
// looks out to the end there may be another rise, so that it is followed in any case; round what
// looks elsewhere, as long as the end is behind it.
static void follow(section* s, int start, int triangle, rv_vec3 end) {
    bool free = false;
    for (int edge = start; triangle >= 0 && s->count < CORNERS_MAX;) {
        bool seen = is_seen(s, triangle, end), out = outlook(s, triangle) > LOOKS_OUT;
        if (!out && (free || seen))
            return;
        free = out && seen;
        edge = way_out(s, triangle, edge);
        if (edge < 0 || edge == start)
            return;
        s->corner[s->count++] = corner_on(s, edge);
        const int32_t* next = s->surface->edges.data[edge].triangle;
        triangle = next[0] == triangle ? next[1] : next[0];
    }
}

static void reverse(rv_soft_bend* list, int count) {
    for (int i = 0, k = count - 1; i < k; i++, k--) {
        rv_soft_bend b = list[i];
        list[i] = list[k];
        list[k] = b;
    }
}

// A triangle lies ahead of its edge, as the thread runs, which has the outside on its left in the
// plane: seen from there, nodes on the far side of the plane are on its right, and the triangle is
// on the left of its edges.
static bool is_ahead(const section* s, int edge, int triangle) {
    int k = 0;
    while (s->surface->triangle_edges.data[3 * triangle + k] != edge)
        k++;
    return !(side(s, s->surface->triangles.data[3 * triangle + (k + 1) % 3]) < 0.0);
}

// the polygon as the thread runs
static void walk(section* s, int start) {
    const int32_t* triangle = s->surface->edges.data[start].triangle;
    bool ahead = is_ahead(s, start, triangle[0]);
    int back = triangle[ahead ? 1 : 0], on = triangle[ahead ? 0 : 1];
    s->count = 0;
    follow(s, start, back, s->cut->from);
    reverse(s->corner, s->count);
    if (s->count < CORNERS_MAX)
        s->corner[s->count++] = corner_on(s, start);
    follow(s, start, on, rv_vec3_mul_add(s->cut->from, s->cut->length, s->cut->x));
}

static bool is_kept(const section* s, const rv_soft_bend* b) {
    bool is = false;
    for (int k = 0; k < s->cut->kept_count; k++)
        is |= s->cut->kept[k] == b->edge;
    return is;
}

// how far b is out of the straight line from a to c
static double rise(const rv_soft_bend* a, const rv_soft_bend* b, const rv_soft_bend* c) {
    double x = c->along - a->along, y = c->height - a->height, size = sqrt(x * x + y * y);
    return size > 0.0 ? ((b->height - a->height) * x - (b->along - a->along) * y) / size : 0.0;
}

static void drop(rv_soft_bend* list, int* count, int i) {
    (*count)--;
    memmove(list + i, list + i + 1, (size_t)(*count - i) * sizeof *list);
}

// what of the corners the thread turns at, with its ends
static int stretch(const section* s, rv_soft_bend list[CORNERS_MAX + 2]) {
    int count = 1;
    list[0] = (rv_soft_bend){.edge = -1};
    for (int i = 0; i <= s->count; i++) {
        rv_soft_bend b = {.edge = -1, .along = s->cut->length};
        if (i < s->count)
            b = s->corner[i];
        while (count > 1 && !is_kept(s, &list[count - 1])
               && !(rise(&list[count - 2], &list[count - 1], &b) > 0.0))
            count--;
        list[count++] = b;
    }
    return count;
}

static double turn_at(const rv_soft_bend* a, const rv_soft_bend* b, const rv_soft_bend* c) {
    double x = b->along - a->along, y = b->height - a->height;
    double u = c->along - b->along, v = c->height - b->height;
    return rv_atan2(y * u - x * v, x * u + y * v);
}

static double distance(const rv_soft_bend* a, const rv_soft_bend* b) {
    double x = b->along - a->along, y = b->height - a->height;
    return sqrt(x * x + y * y);
}

// bends that hardly turn, that are one with another, and those that are too many
static int thin_out(const section* s, rv_soft_bend* list, int count) {
    for (;;) {
        int least = 0;
        double lowest = INFINITY;
        for (int i = 1; i < count - 1; i++) {
            const rv_soft_bend *a = &list[i - 1], *b = &list[i], *c = &list[i + 1];
            list[i].turn = turn_at(a, b, c);
            double near = fmin(distance(a, b), distance(b, c)), lifts = rise(a, b, c);
            bool idle = !(lifts > 0.0) || fabs(list[i].turn) < LEAST_TURN;
            idle = (idle && !is_kept(s, b)) || near < APART * s->cut->radius;
            if ((idle || count - 2 > RV_SECTION_MAX) && lifts < lowest) {
                lowest = lifts;
                least = i;
            }
        }
        if (least == 0)
            return count;
        drop(list, &count, least);
    }
}

int rv_soft_section(const rv_soft_surface* surface, const rv_soft_cut* cut,
                    rv_soft_bend bends[RV_SECTION_MAX]) {
    section s;
    s.surface = surface;
    s.cut = cut;
    s.across = rv_vec3_cross(cut->x, cut->y);
    int start = nearest_edge(&s);
    if (start < 0)
        return 0;
    walk(&s, start);
    rv_soft_bend list[CORNERS_MAX + 2];
    int count = thin_out(&s, list, stretch(&s, list));
    if (count > 2)
        memcpy(bends, list + 1, (size_t)(count - 2) * sizeof *list);
    return count - 2;
}
