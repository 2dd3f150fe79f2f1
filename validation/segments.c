// Suite "servin_2007_segments": its parts in the order of the paper.
#include "validation/segments.h"

#include "validation/segments_contact.h"

void validation_servin_2007_segments(validation* v) {
    segments_chains(v);
    segments_shapes(v);
    segments_loads(v);
    segments_motion(v);
    segments_crane(v);
    segments_contact(v);
}
