// Cables of segments: what a bend makes of the spin of a segment about its own axis.
//
// The bend b of a link is measured in the axes of the part before it, with U = k |b - rest|^2/2 and
// the moment m = k (b - rest). Where that part spins by s, b turns back by s: the rows know of a
// stiffness k |b|^2 of s, while U'' = k b.rest. The difference,
//   U'' - k |b|^2 = -m.b = -(|m|^2/k + m.rest),
// is the turning of the rows' gradient, which a step takes explicitly. Without a rest bend it undoes
// what the rows hold of s: U does not know of s, and rows whose law is T(z) leave
//   (T - 1) k (theta s - o)^2 + k o^2,    o: the turning out of the plane of the bend.
// A thin segment has next to no inertia about its axis, so that s follows o and the first term is
// gone: o is a spring k that is stepped explicitly, and grows where 4 I < h^2 k. With an inertia
// X = c h^2 k theta^2 of s, what is left of the first term at z = -1, where T = -1/3, is the series of
// (1 - T) k theta^2 and 4 c k theta^2, and holds o for any h if it is no less than k:
//   16 c/3/(4/3 + 4 c) >= 1,    c >= 1,    X = h^2 |m|^2/k.
// With a rest bend -m.b may also be positive, up to |m| |rest|: an explicit spring, which a modified
// mass of h^2 |m| |rest|/4 holds. Both together:
//   X = h^2 (|m|^2/k + |m| |rest|/4).
// The part behind has none of it: the rows of a bend have no component about its axis.
#include "model/strand.h"

#include <math.h>

void rv_link_place_spin(const rv_link* link, rv_vec3 axis, rv_cable_bend bend, rv_stiffness* k) {
    bool spins = link->is_plain || link->segment_side == 0;
    k->spins = spins && link->holds_bend && !link->broken && bend == RV_CABLE_BEND_VECTOR;
    k->axis = axis;
    k->spin = 0.0;
}

void rv_link_find_spin(const rv_link* link, double EI, const double moment[2], rv_stiffness* k) {
    if (!(EI > 0.0))
        return;
    double m2 = moment[0] * moment[0] + moment[1] * moment[1];
    double rest2 = link->rest[0] * link->rest[0] + link->rest[1] * link->rest[1];
    k->spin = m2 * link->length / EI + (rest2 > 0.0 ? 0.25 * sqrt(m2 * rest2) : 0.0);
}
