// What `reeve validate` prints: a table that grows check by check, what comes after it, and the same
// for a program.
#ifndef REEVE_COMMAND_CHECKS_H
#define REEVE_COMMAND_CHECKS_H

#include "validation/validation.h"

#include <stdio.h>

// The newest check as a row of the table; over the first of a suite stand the heads of the columns.
void checks_print_row(const validation* v, FILE* to);
// What falls short, and one line per suite: checks, failures, seconds.
void checks_print_summary(const validation* v, FILE* to);
// As JSON; `page` is where the page was written, NULL if it was not.
void checks_write_json(const validation* v, const char* page, FILE* to);

#endif
