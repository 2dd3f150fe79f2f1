// Cantilevers bent far by an end load P that stays upright or by their own weight w, in the units L = B = 1:
//   theta'' = -alpha cos(theta),        theta(0) = 0, theta'(1) = 0,  alpha = P L^2/B
//   theta'' = -beta (1 - s) cos(theta), beta = w L^3/B
#ifndef REEVE_VALIDATION_ELASTICA_H
#define REEVE_VALIDATION_ELASTICA_H

#include <stdbool.h>

typedef struct elastica_tip {
    double drop, shortening; // over the length
} elastica_tip;

// where the free end is; load: alpha, or beta
elastica_tip elastica_find(double load, bool own_weight);

#endif
