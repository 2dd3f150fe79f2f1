// Wire ropes: six strands of 36 wires each round a fibre core (6x36WS-FC, EN 12385-4), d thick.
// Strength: K R0 d^2, K the breaking force factor and R0 the grade of the wires.
// Twist: their metal is C d^2 in n wires of the diameter a, n pi a^2/4 = C d^2. At the tension that
// its load gives it a rope resists twist by
//   its wires, as bars:        n G pi a^4/32 = C^2/(2 pi n) G d^4
//   the lay of its strands:    E C d^2 (r tan g)^2/12
// r is the radius of a strand and g the lay angle of its outer wires. All wires of a strand have
// one lay length: at the radius s their angle has the tangent s tan g/r. Twist t strains them by t
// s^2 tan g/r, less the mean of all, since the tension stays; over a disc s^2 has the variance
// r^4/12. The strands lie round the core in one layer: its torque goes with the tension, not with
// twist. What the tension T adds, T d^2/8 at most, is left out: about half as much again at
// a fifth of the strength.
#include "model/rope.h"

#include "reeve/math.h"

static const double BREAKING_FACTOR = 0.33;  // K
static const double GRADE = 1770e6;          // R0 [Pa]
static const double METAL = 0.393;           // C
static const double WIRES = 216.0;           // n
static const double STRAND = 1.0 / 6.0;      // r/d: three strands of d/3 side by side
static const double LAY_TANGENT = 0.3057307; // tan g: 17 degrees

double rv_rope_strength(double diameter) {
    return BREAKING_FACTOR * GRADE * diameter * diameter;
}

double rv_rope_GJ(double E, double G, double diameter) {
    double d2 = diameter * diameter, arm = STRAND * LAY_TANGENT;
    double wires = METAL * METAL / (2.0 * RV_PI * WIRES);
    double lay = METAL * arm * arm / 12.0;
    return (wires * G + lay * E) * d2 * d2;
}
