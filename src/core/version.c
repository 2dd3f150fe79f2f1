// The version of the library, as the header had it when it was built.
#include "reeve/types.h"

#define TEXT(number) #number
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char* rv_version(void) {
    return VERSION(RV_VERSION_MAJOR, RV_VERSION_MINOR, RV_VERSION_PATCH);
}
