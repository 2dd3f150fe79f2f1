// A small font of our own: ASCII 32 to 126, five dots wide, seven high and two below the line.
#ifndef REEVE_VIEW_FONT_H
#define REEVE_VIEW_FONT_H

#include <stdbool.h>

enum { RV_FONT_WIDTH = 5, RV_FONT_HEIGHT = 9, RV_FONT_ADVANCE = 6 };

// Is there a dot? Columns from the left, rows from the top; false outside. Characters that the font
// does not have show as "?".
bool rv_font_dot(char character, int column, int row);

#endif
