// Suite "garcia_2008": the layered cable against the paper that it is from and closed formulas.
#include "validation/garcia_2008.h"

const validation_part garcia_2008_parts[] = {
    {"Waves of a span", garcia_waves, VALIDATION_OF_PAPER},
    {"Spans at rest", garcia_sag, VALIDATION_OF_PAPER},
    {"Ends that move", garcia_motion, VALIDATION_OF_PAPER},
    {"The swing of the load", garcia_pendulum, VALIDATION_OF_PAPER},
    {"Decay of the hook's motion", garcia_decay, VALIDATION_OF_PAPER},
    {"The hook leaves the ground", garcia_hoist, VALIDATION_OF_PAPER},
    {"Energy and convergence", garcia_balance, VALIDATION_OF_PAPER},
    {"Schemes and laws of the tension", garcia_schemes, VALIDATION_OF_PAPER},
    {"Shapes that cables touch", garcia_touch, VALIDATION_OF_PAPER},
    {NULL, NULL, 0},
};
