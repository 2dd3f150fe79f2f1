// Suite "garcia_2008": the layered cable against the paper that it is from and closed formulas.
#include "validation/garcia_2008.h"

void validation_garcia_2008(validation* v) {
    garcia_waves(v);
    garcia_sag(v);
    garcia_motion(v);
    garcia_pendulum(v);
    garcia_decay(v);
    garcia_hoist(v);
    garcia_balance(v);
    garcia_schemes(v);
    garcia_touch(v);
}
