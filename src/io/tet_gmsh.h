// What the two parts of the gmsh reader share. tet_gmsh.c knows sections, values and names,
// tet_gmsh_parts.c nodes, entities and elements.
#ifndef REEVE_IO_TET_GMSH_H
#define REEVE_IO_TET_GMSH_H

#include "io/tet_private.h"

// a named physical group
typedef struct rv_gmsh_group {
    int64_t dimension, tag;
    int set;
} rv_gmsh_group;

// an entity of the geometry that is in named groups (version 4.1)
typedef struct rv_gmsh_entity {
    int64_t dimension, tag;
    int first, count; // of its sets, in rv_gmsh.entity_sets
} rv_gmsh_entity;

typedef struct rv_gmsh {
    rv_tet_reader* r;
    bool known;    // the format has been read
    bool version4; // 4.1, else 2.2
    bool binary, big_endian;
    bool has_nodes, has_elements;
    RV_ARRAY(rv_gmsh_group) groups;
    RV_ARRAY(rv_gmsh_entity) entities; // ascending by dimension and tag once they are all there
    RV_ARRAY(int) entity_sets;
} rv_gmsh;

// values, of text in any line and of binary files (tet_gmsh.c); false: told with `what` it is
bool rv_gmsh_int(rv_gmsh* g, const char* what, int64_t* value);   // 4 bytes
bool rv_gmsh_size(rv_gmsh* g, const char* what, int64_t* value);  // 8 bytes
bool rv_gmsh_number(rv_gmsh* g, const char* what, double* value); // 8 bytes, finite
bool rv_gmsh_position(rv_gmsh* g, rv_vec3* position);
// how many things of at least so many bytes each follow: no more than the file has room for; as
// text on a line of its own in version 2.2
bool rv_gmsh_count(rv_gmsh* g, const char* what, int text_bytes, int binary_bytes, int64_t* count);
// the set of a physical group; -1: it has no name
int rv_gmsh_set(const rv_gmsh* g, int64_t dimension, int64_t tag);

// sections, from after their first line to before their last (tet_gmsh_parts.c)
bool rv_gmsh_read_entities(rv_gmsh* g);
bool rv_gmsh_read_nodes(rv_gmsh* g);
bool rv_gmsh_read_elements(rv_gmsh* g);

#endif
