// The suites of `reeve validate`: a row here and a file beside it per family of results.
#include "validation/validation.h"

const validation_suite validation_suites[] = {
    {"rigid", "rigid bodies and particles against closed formulas", validation_rigid},
};

const int validation_suite_count = sizeof validation_suites / sizeof validation_suites[0];
