// The parts of suite "duriez_2004", deformable solids in contact and the haptic loop (Duriez,
// Andriot, Kheddar 2004: A multi-threaded approach for deformable/rigid contacts with haptic
// feedback), and the small dense problems that they are made of.
#ifndef REEVE_VALIDATION_DURIEZ_2004_H
#define REEVE_VALIDATION_DURIEZ_2004_H

#include "reeve/reeve.h"
#include "solve/lcp.h"
#include "validation/validation.h"

// xorshift64 (Marsaglia 2003), in [-1, 1); the state must not be 0
double duriez_random(uint64_t* state);

// delta = W f + q, f >= 0, delta >= 0, f delta = 0, with the memory that solving it takes
typedef struct duriez_lcp {
    int n, capacity;
    double *W, *q, *f; // n x n, n, n
    int8_t* state;     // where rows stood, for the next start; all -1: cold
    double *lower, *upper;
    void* scratch;
    size_t scratch_bytes;
} duriez_lcp;

typedef rv_lcp_result duriez_method(const rv_lcp*, double*, int8_t*, rv_arena);

bool duriez_lcp_make(duriez_lcp* lcp, int capacity);
void duriez_lcp_free(duriez_lcp* lcp);
// from state and f as they are
rv_lcp_result duriez_lcp_solve(duriez_lcp* lcp, duriez_method* method);
// from all rows parted
rv_lcp_result duriez_lcp_solve_cold(duriez_lcp* lcp, duriez_method* method);
// The largest of -f_i, -delta_i and f_i delta_i, of the largest f and of what row i sums: what
// rounding leaves is 1e-16 times the number of rows, whatever the condition is.
double duriez_lcp_error(const duriez_lcp* lcp);

// a check whose answer is yes or no
void duriez_holds(validation* v, const char* name, const char* source, bool holds);

// the parts of the suite
extern const validation_part duriez_2004_parts[];
void duriez_complementarity(validation* v); // section 3.5: a thousand problems
void duriez_suture(validation* v);          // threads through holes
void duriez_hertz(validation* v);           // a ball pressed into a block
void duriez_formulation(validation* v); // sections 3.3 and 3.4: what is printed and what is right

#endif
