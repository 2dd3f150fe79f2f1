// One picture of a world as PNG: what `run --picture` writes and the gallery's thumbnails are.
#ifndef REEVE_COMMAND_STILL_H
#define REEVE_COMMAND_STILL_H

#include "view/picture.h"

// The drawing in a view that holds all of it; `look` says the rest. A PNG file to be freed by the
// caller; NULL without memory.
void* still_png(const rv_drawing* drawing, const rv_world* world, const rv_picture_def* look,
                size_t* bytes);

#endif
