// The five papers: every numbered table and figure, what it shows, and what became of it here.
#include "validation/papers.h"

#include <stddef.h>

static const validation_item DURIEZ_ITEMS[] = {
    {NULL, NULL, NULL},
};

const validation_paper paper_duriez_2004 = {
    .title = "A multi-threaded approach for deformable/rigid contacts with haptic feedback",
    .authors = "Christian Duriez, Claude Andriot",
    .year = 0,
    .items = DURIEZ_ITEMS,
};
