// Suite "servin_2007_segments": its parts in the order of the paper.
#include "validation/segments.h"

#include "validation/segments_contact.h"

const validation_part servin_2007_segments_parts[] = {
    {"Chains of particles", segments_chains, VALIDATION_OF_PAPER},
    {"Stretch, twist and bend", segments_shapes, VALIDATION_OF_PAPER},
    {"Heavy loads", segments_loads, VALIDATION_OF_PAPER},
    {"Frequencies and energy", segments_motion, VALIDATION_OF_PAPER},
    {"The gantry crane", segments_crane, VALIDATION_OF_PAPER},
    {"Speed, and slack cables", segments_figures, VALIDATION_OF_PAPER},
    {"Contact", segments_contact, VALIDATION_OF_PAPER | VALIDATION_SLOW},
    {NULL, NULL, 0},
};
