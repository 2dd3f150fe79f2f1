// Wire ropes: six strands of 36 wires each round a fibre core (6x36WS-FC, EN 12385-4), d thick.
// Strength: K R0 d^2, K the breaking force factor and R0 the grade of the wires; 4 K R0/pi per cross section
// of a solid bar. Softer cables are weaker, by far less than they are softer: per d^2, ropes of nylon of 3
// GPa (EN ISO 1140, 12 mm: 29.4 kN) have 204 MPa, cords of rubber of 5 MPa (20 MPa of a solid bar) 16 MPa,
// where the steel rope has 584 MPa. (E/200 GPa)^(1/3) of that are 144 and 17 MPa.
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

#include <math.h>

static const double BREAKING_FACTOR = 0.33;  // K
static const double GRADE = 1770e6;          // R0 [Pa]
static const double METAL = 0.393;           // C
static const double WIRES = 216.0;           // n
static const double STRAND = 1.0 / 6.0;      // r/d: three strands of d/3 side by side
static const double LAY_TANGENT = 0.3057307; // tan g: 17 degrees

static const double STEEL = 200e9; // E of the wires [Pa]

double rv_rope_strength(const rv_material* material, double diameter) {
    double section = 0.25 * RV_PI * diameter * diameter;
    if (material->strength > 0.0)
        return material->strength * section;
    double softer = fmin(material->young / STEEL, 1.0);
    return BREAKING_FACTOR * GRADE * diameter * diameter * rv_exp(rv_log(softer) / 3.0);
}

double rv_rope_GJ(double E, double G, double diameter) {
    double d2 = diameter * diameter, arm = STRAND * LAY_TANGENT;
    double wires = METAL * METAL / (2.0 * RV_PI * WIRES);
    double lay = METAL * arm * arm / 12.0;
    return (wires * G + lay * E) * d2 * d2;
}
