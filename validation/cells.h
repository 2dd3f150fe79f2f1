// The cells of a table that is made row by row: formatted texts, in room of their own.
#ifndef REEVE_VALIDATION_CELLS_H
#define REEVE_VALIDATION_CELLS_H

#include "validation/validation.h"

enum { CELLS_MAX = 160, CELL_BYTES = 96 };

typedef struct cells {
    char text[CELLS_MAX][CELL_BYTES];
    const char* at[CELLS_MAX];
    int count;
} cells;

// The next cell; what does not fit is cut off.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void cells_add(cells* c, const char* format, ...);
// Gives them to a table, whose columns say how many make a row, and tabulates it.
void cells_tabulate(validation* v, const cells* c, validation_table table);

#endif
