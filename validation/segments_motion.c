// Part of suite "servin_2007_segments": how cables of segments move, one file per question.
#include "validation/segments_motion.h"

#include "validation/segments.h"

void segments_motion(validation* v) {
    motion_modes(v);
    motion_damping(v);
    motion_energy(v);
    motion_rest(v);
}
