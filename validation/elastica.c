// The elastica by shooting: midpoint rule from the clamped end, bisection in its curvature. See elastica.h.
#include "validation/elastica.h"

#include <math.h>

enum { FINE = 4000, HALVINGS = 60 };

static double shoot(double load, bool own_weight, double curvature, elastica_tip* end) {
    double theta = 0.0, kappa = curvature, h = 1.0 / FINE;
    *end = (elastica_tip){0.0, 0.0};
    for (int n = 0; n < FINE; n++) {
        double s = n * h, weight = own_weight ? load * (1.0 - s) : load;
        double middle = own_weight ? load * (1.0 - s - 0.5 * h) : load;
        double theta_half = theta + 0.5 * h * kappa;
        double kappa_half = kappa - 0.5 * h * weight * cos(theta);
        kappa -= h * middle * cos(theta_half);
        theta += h * kappa_half;
        end->drop += h * sin(theta_half);
        end->shortening += h * (1.0 - cos(theta_half));
    }
    return kappa;
}

elastica_tip elastica_find(double load, bool own_weight) {
    double low = 0.0, high = load;
    elastica_tip end;
    for (int n = 0; n < HALVINGS; n++) {
        double middle = 0.5 * (low + high);
        if (shoot(load, own_weight, middle, &end) > 0.0)
            high = middle;
        else
            low = middle;
    }
    return end;
}
