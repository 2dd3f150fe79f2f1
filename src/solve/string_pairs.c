// Sweeps along strings (string_sweep.h) in vectors of two: for every machine.
#include "solve/string_sweep.h"

#define LANES static inline __attribute__((always_inline))
#define LANES_SWEEP static
#define LANES_SWEEPS rv_string_in_pairs

// values lie on double's boundaries
typedef double lanes __attribute__((vector_size(16), aligned(8), may_alias));
enum { GROUPS = 2 };

LANES lanes at_nodes(const double* values, int first, int last, int g) {
    return *(const lanes*)(values + 2 * (g == 0 ? first : last));
}
LANES void put_nodes(double* values, int first, int last, int g, lanes x) {
    *(lanes*)(values + 2 * (g == 0 ? first : last)) = x;
}
LANES lanes of_four(const double* values, int g) {
    return *(const lanes*)(values + 2 * g);
}
LANES void put_four(double* values, int g, lanes x) {
    *(lanes*)(values + 2 * g) = x;
}
LANES lanes of_pair(const double* values) {
    return *(const lanes*)values;
}
LANES lanes last_of(lanes both, lanes first, int g) {
    return g == 0 ? first : both;
}
LANES void step_back(const lanes before[2], const lanes here[2], lanes out[2]) {
    out[0] = before[1];
    out[1] = here[0];
}
// one that is alone is a group
LANES lanes inner(lanes x, bool alone) {
    (void)alone;
    return x;
}
LANES lanes of_inner(const double* values, int g, bool alone) {
    return of_four(values, alone ? 0 : g);
}
LANES void put_inner(double* values, int g, lanes x, bool alone) {
    (void)alone;
    put_four(values, g, x);
}

#include "solve/string_lanes.h"
