// Reproducible random numbers, vectors and rotations for the tests of src/collide.
#ifndef REEVE_COLLIDE_RANDOM_H
#define REEVE_COLLIDE_RANDOM_H

#include "reeve/math.h"

static uint64_t random_state;

// uniform in [0, 1)
static inline double random_unit(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) * 0x1p-53;
}

static inline double random_between(double lower, double upper) {
    return lower + (upper - lower) * random_unit();
}

// one number after the other: the order within braces is up to the compiler
static inline rv_vec3 random_vector(double size) {
    double x = random_between(-size, size), y = random_between(-size, size);
    return (rv_vec3){x, y, random_between(-size, size)};
}

static inline rv_mat3 random_rotation(void) {
    rv_vec3 v = random_vector(1.0);
    rv_quat q = {random_between(-1.0, 1.0), v.x, v.y, v.z};
    return rv_quat_to_mat3(rv_quat_normalize(q));
}

#endif
