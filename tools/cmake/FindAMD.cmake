# Finds SuiteSparse's AMD, the fill-reducing ordering: target AMD::AMD.
# The archives are preferred, so that what links them needs no SuiteSparse at run time.
find_path(AMD_INCLUDE_DIR suitesparse/amd.h)
find_library(AMD_LIBRARY NAMES libamd.a amd)
find_library(AMD_CONFIG_LIBRARY NAMES libsuitesparseconfig.a suitesparseconfig)
mark_as_advanced(AMD_INCLUDE_DIR AMD_LIBRARY AMD_CONFIG_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(AMD
    REQUIRED_VARS AMD_LIBRARY AMD_CONFIG_LIBRARY AMD_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "install SuiteSparse (Debian: libsuitesparse-dev)")

if(AMD_FOUND AND NOT TARGET AMD::AMD)
    add_library(AMD::AMD UNKNOWN IMPORTED)
    set_target_properties(AMD::AMD PROPERTIES
        IMPORTED_LOCATION "${AMD_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${AMD_INCLUDE_DIR}"
        INTERFACE_LINK_LIBRARIES "${AMD_CONFIG_LIBRARY};m")
endif()
