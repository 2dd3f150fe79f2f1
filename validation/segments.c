// Suite "servin_2007_segments": its parts in the order of the paper.
#include "validation/segments.h"

#include "validation/segments_contact.h"

const validation_part servin_2007_segments_parts[] = {
    {"Chains of particles", segments_chains, false},
    {"Stretch, twist and bend", segments_shapes, false},
    {"Heavy loads", segments_loads, false},
    {"Frequencies and energy", segments_motion, false},
    {"The gantry crane", segments_crane, false},
    {"Speed, and slack cables", segments_figures, false},
    {"Contact", segments_contact, false},
    {NULL, NULL, false},
};
