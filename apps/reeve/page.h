// The page of `reeve validate`: what the papers show and what was measured, checks, tables and plots,
// in one file that needs no other.
#ifndef REEVE_COMMAND_PAGE_H
#define REEVE_COMMAND_PAGE_H

#include "validation/validation.h"

#include <stdio.h>
#include <time.h>

// `when` is the date on it.
void page_write(const validation* v, time_t when, FILE* file);

// The section of a suite's paper, and that of all analytic results. In page_suite.c.
void page_paper_write(const validation* v, const validation_suite* suite, FILE* file);
void page_analytic_write(const validation* v, FILE* file);
// Checks that failed, of all suites.
void page_failed_write(const validation* v, FILE* file);
// Whether there is something in the section of analytic results.
bool page_has_analytic(const validation* v);
// Short enough for a list of contents: authors and year, and the model.
void page_paper_name(const validation_suite* suite, FILE* file);

// A figure as inline SVG; its colours come from the page's style. In plot.c.
void plot_write(const validation_figure* figure, const char* id, FILE* file);

// Text with &, < and > written as HTML wants them.
void page_text(const char* text, FILE* file);
// An element with a text; a class of NULL: none.
void page_element(const char* tag, const char* class, const char* text, FILE* file);
// A paragraph of a class; nothing if the text is NULL.
void page_paragraph(const char* class, const char* text, FILE* file);
// "Figure 5: what it shows", or what it shows alone.
void page_title(const char* item, const char* title, FILE* file);

// The style sheet, in page_style.c.
extern const char* const page_style[]; // ends with NULL

#endif
