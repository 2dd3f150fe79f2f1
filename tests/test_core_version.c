// The version that the library tells of itself.
#include "test.h"

#include <reeve/reeve.h>
#include <stdio.h>

TEST(the_library_tells_the_version_of_the_headers_that_it_was_built_with) {
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", RV_VERSION_MAJOR, RV_VERSION_MINOR, RV_VERSION_PATCH);
    CHECK_TEXT(rv_version(), text);
}
