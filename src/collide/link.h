// How a line winds about itself and about another: writhe, linking number, and which knot it is as
// far as a determinant tells. These do not change while lines move without passing through each
// other (the writhe: together with twist), and so say whether they did.
#ifndef REEVE_COLLIDE_LINK_H
#define REEVE_COLLIDE_LINK_H

#include "core/memory.h"
#include "reeve/math.h"

// what a line does beyond its points
typedef enum rv_line_ends {
    RV_LINE_OPEN,      // nothing: it ends
    RV_LINE_CLOSED,    // the first point follows the last
    RV_LINE_DRAWN_OUT, // its first and last edges go on straight for ever
} rv_line_ends;

// The writhe of n points in a row, right-handed crossings positive: the mean over all directions of
// view of the sum of signs of the crossings that are seen. A line that passes through itself gains
// or loses 2. With Tw the turns of twist, Tw + writhe is kept by a closed thread; and by one whose
// ends keep their directions and do not turn about them, with RV_LINE_DRAWN_OUT. The time goes with
// n^2.
double rv_line_writhe(const rv_vec3* x, int n, rv_line_ends ends);

// how often closed line a winds about closed line b, with its sign
int rv_line_linking(const rv_vec3* a, int a_count, const rv_vec3* b, int b_count);

// what rv_line_determinant takes out of its arena
size_t rv_line_determinant_bytes(int n);

// The knot's determinant |Delta(-1)|: 1 for no knot, 3 overhand (trefoil), 5 figure eight and
// double overhand, 9 square and granny, 15 surgeon's. An open line is closed far away, along its
// ends. Exact below 2^60, for up to RV_LINE_CROSSINGS crossings that are left after loops that fall
// off and strands that slide apart are taken away. -1: there are more, or the arena is too small,
// or the line touches itself, or a point is not finite.
enum { RV_LINE_CROSSINGS = 256 };
int64_t rv_line_determinant(const rv_vec3* x, int n, bool closed, rv_arena arena);

#endif
