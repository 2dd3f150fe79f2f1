// Suite "garcia_2008": the layered cable against the paper that it is from and closed formulas.
#include "validation/garcia_2008.h"

const validation_part garcia_2008_parts[] = {
    {"Waves of a span", garcia_waves, false},
    {"Spans at rest", garcia_sag, false},
    {"Ends that move", garcia_motion, false},
    {"The swing of the load", garcia_pendulum, false},
    {"Decay of the hook's motion", garcia_decay, false},
    {"The hook leaves the ground", garcia_hoist, false},
    {"Energy and convergence", garcia_balance, false},
    {"Schemes and laws of the tension", garcia_schemes, false},
    {"Shapes that cables touch", garcia_touch, false},
    {NULL, NULL, false},
};
