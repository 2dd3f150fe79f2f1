// Numbers as text that other programs read: with a point, whatever the host's locale says.
#ifndef REEVE_VIEW_NUMBER_H
#define REEVE_VIEW_NUMBER_H

enum { RV_NUMBER_BYTES = 40, RV_NUMBER_DIGITS = 17 };

// At most `digits` (<= RV_NUMBER_DIGITS) significant digits; 17 read back as the same bits. Returns
// `buffer`.
const char* rv_number_text(char buffer[RV_NUMBER_BYTES], int digits, double number);

#endif
