// A line that touches itself: which edges of a polyline lie near each other, where they are
// nearest, and whether they have passed through each other. Edge i runs from point i to the next
// one; the last edge of a closed line runs to point 0.
#ifndef REEVE_COLLIDE_SELF_H
#define REEVE_COLLIDE_SELF_H

#include "core/memory.h"
#include "reeve/math.h"

enum { RV_SELF_POINTS_MAX = 1 << 20 };

typedef struct rv_self_line {
    const rv_vec3* x; // the points
    int n;            // their number, up to RV_SELF_POINTS_MAX
    bool closed;      // the first point follows the last
    // How far along the line its points are (a closed one: n + 1 values). It says who is a
    // neighbour, and is best taken at rest: pairs then neither come nor go as the line stretches.
    // NULL: as the points lie.
    const double* along;
    // Edges whose nearest ends are less far apart along the line than this do not count. Whatever
    // it is, neither do edges with a common point, nor those with one edge between them.
    double apart;
} rv_self_line;

int rv_self_edge_count(const rv_self_line* line);

// two edges, i < j
typedef struct rv_self_pair {
    int32_t i, j;
} rv_self_pair;

// what a search takes out of its arena for a line of n points
size_t rv_self_bytes(int n);

// All pairs of edges whose distance is less than `reach`, by i, then by j. Takes a time
// proportional to the number of edges and of pairs, whatever the lengths of the edges are. Returns
// how many pairs there are: where these are more than `capacity`, the list is not complete, and
// room for as many as returned is enough. -1: a point is not finite, or there are too many, or the
// arena is too small.
int rv_self_search(const rv_self_line* line, double reach, rv_arena arena, rv_self_pair* pairs,
                   int capacity);

// How much nearer any two edges without a common point may have come while the points moved from
// `then` to `now`: the sum of the two largest ways. A list made at `then` with a reach of d +
// margin holds all pairs nearer than d as long as this is not above the margin. NaN if a point is.
double rv_self_drift(const rv_vec3* then, const rv_vec3* now, int n);

typedef struct rv_self_near {
    double s, t;    // along the edges, in [0, 1]
    rv_vec3 apart;  // from the point on a to the point on b
    double squared; // |apart|^2
    double beside;  // how much of one edge lies along the other, 0 .. 1; 0 beyond 30 degrees
} rv_self_near;

// Where two edges touch, as a function without jumps: the least of
//   |b(t) - a(s)|^2 + round (|u|^2 (s - s_m)^2 + |v|^2 (t - t_m)^2)
// for directions u, v and the middle (s_m, t_m) of what lies side by side. With round = 0 these are
// the nearest points, and the middle only for edges that are parallel to within 1e-5 rad. With
// `round`, say 0.02, the point of edges that are turned against each other runs from one end to the
// other while they do so by some degrees, instead of jumping: strands that lie along each other
// touch in the middle of their edges. The squared distance comes out larger than the least one, by
// at most round (|u|^2 + |v|^2).
rv_self_near rv_self_nearest(const rv_vec3 a[2], const rv_vec3 b[2], double round);

// the same for a pair of a line
rv_self_near rv_self_pair_nearest(const rv_self_line* line, rv_self_pair pair, double round);

typedef struct rv_self_touch {
    rv_self_pair pair;
    rv_self_near near;
    int32_t left_to; // -1, once it is found
} rv_self_touch;

// Where the pairs of a list (sorted, as a search leaves it) are nearer than `within`, each place
// once. An edge whose nearest place is its end, where the line goes on, leaves it to the next edge,
// which is at least as near. Edges along each other (a quarter of one of them) always stay: such
// strands touch in one or two pairs per edge instead of three or more. (Not across the seam of a
// closed line.) `touches` has room for `count`; returns how many there are, in the order of the
// list.
int rv_self_touches(const rv_self_line* line, const rv_self_pair* pairs, int count, double within,
                    double round, rv_self_touch* touches);

typedef struct rv_self_crossings {
    int count; // how often edges passed through each other
    int sum;   // with signs: a crossing that becomes positive counts +1, the writhe gains 2
} rv_self_crossings;

// Which of the pairs pass through each other while the points run straight from `then` to where
// they are now. The list must hold all pairs that meet on the way: made with a reach of at least
// rv_self_drift at either end of it. What moves in one plane passes through nothing. Signs at the
// ends of a step are the same bits as at the beginning of the next: nothing slips through between.
rv_self_crossings rv_self_passed(const rv_self_line* line, const rv_vec3* then,
                                 const rv_self_pair* pairs, int count);

#endif
