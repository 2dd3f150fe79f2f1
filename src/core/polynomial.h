// Polynomials by their coefficients.
#ifndef REEVE_CORE_POLYNOMIAL_H
#define REEVE_CORE_POLYNOMIAL_H

// A polynomial with this many coefficients, an odd number, and its derivative: even powers and odd
// ones apart, which need not wait for each other.
static inline double rv_polynomial(const double* c, int count, double x, double* derivative) {
    double y = x * x, even = c[count - 1], odd = 0.0, even_slope = 0.0, odd_slope = 0.0;
    for (int k = count - 3; k >= 0; k -= 2) {
        even_slope = even_slope * y + even;
        even = even * y + c[k];
        odd_slope = odd_slope * y + odd;
        odd = odd * y + c[k + 1];
    }
    *derivative = (odd + 2.0 * y * odd_slope) + 2.0 * x * even_slope;
    return even + x * odd;
}

#endif
