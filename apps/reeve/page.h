// The page of `reeve validate --html`: checks and plots in one self-contained file.
#ifndef REEVE_COMMAND_PAGE_H
#define REEVE_COMMAND_PAGE_H

#include "validation/validation.h"

#include <stdio.h>

void page_write(const validation* v, FILE* file);

// A figure as inline SVG; its colours come from the page's style. In plot.c.
void plot_write(const validation_figure* figure, FILE* file);
// Text with &, < and > written as HTML wants them.
void page_text(const char* text, FILE* file);
// A paragraph of a class; nothing if the text is NULL.
void page_paragraph(const char* class, const char* text, FILE* file);

#endif
