// The page and what it needs, put into the program by the build.
#ifndef REEVE_VIEW_ASSETS_H
#define REEVE_VIEW_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rv_asset {
    const char* path; // as a browser asks for it: "/" is the page, "/viewer.js"
    const char* type; // for Content-Type, with the charset
    const void* data;
    size_t bytes;
} rv_asset;

// False: there is none at this path.
bool rv_asset_find(const char* path, rv_asset* asset);

#endif
