#include "validation/cells.h"

#include <stdarg.h>
#include <stdio.h>

void cells_add(cells* c, const char* format, ...) {
    if (c->count == CELLS_MAX)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->text[c->count], CELL_BYTES, format, arguments);
    va_end(arguments);
    c->at[c->count] = c->text[c->count];
    c->count++;
}

void cells_tabulate(validation* v, const cells* c, validation_table table) {
    table.cells = c->at;
    table.row_count = c->count / table.column_count;
    validation_tabulate(v, &table);
}
