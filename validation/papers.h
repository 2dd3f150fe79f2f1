// The five papers that Reeve is held against, with a list of their tables and figures.
#ifndef REEVE_VALIDATION_PAPERS_H
#define REEVE_VALIDATION_PAPERS_H

#include "validation/validation.h"

extern const validation_paper paper_servin_2007_massless;
extern const validation_paper paper_servin_2007_segments;
extern const validation_paper paper_garcia_2008;
extern const validation_paper paper_wang_2017;
extern const validation_paper paper_duriez_2004;

#endif
