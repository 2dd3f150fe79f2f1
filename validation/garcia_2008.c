// Suite "garcia_2008": the layered cable against the paper that it is from and closed formulas.
#include "validation/garcia_2008.h"

const validation_part garcia_2008_parts[] = {
    {"Nodes and tension", garcia_nodes, VALIDATION_OF_PAPER},
    {"Variables of the oscillation", garcia_variables, VALIDATION_OF_PAPER},
    {"Curves in spans", garcia_supports, VALIDATION_OF_PAPER},
    {"A cable against a beam", garcia_obstacle, VALIDATION_OF_PAPER},
    {"Decay of the hook's motion", garcia_decay, VALIDATION_OF_PAPER},
    {"The hook leaves the ground", garcia_hoist, VALIDATION_OF_PAPER},
    {"Ends that move", garcia_motion, VALIDATION_OF_PAPER},
    {"Schemes and laws of the tension", garcia_schemes, VALIDATION_OF_PAPER},
    {"The swing of the load", garcia_pendulum, VALIDATION_OF_PAPER},
    {"What a step costs", garcia_cost, VALIDATION_OF_PAPER},
    {"Shapes that cables touch", garcia_touch, VALIDATION_OF_PAPER},
    {"Random shapes that cables touch", garcia_sweeps, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {"Waves of a span", garcia_waves, VALIDATION_ANALYTIC},
    {"Spans at rest", garcia_sag, VALIDATION_ANALYTIC},
    {"Energy and convergence", garcia_balance, VALIDATION_ANALYTIC},
    {NULL, NULL, 0},
};
