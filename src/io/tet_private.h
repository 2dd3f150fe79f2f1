// What the readers of tetrahedral meshes share: the mesh while it grows, and nodes by the numbers
// that files give them. tet_file.c begins and ends, tet_gmsh*.c and tet_tetgen.c know the formats.
#ifndef REEVE_IO_TET_PRIVATE_H
#define REEVE_IO_TET_PRIVATE_H

#include "io/reader.h"
#include "reeve/tet_file.h"

// a node by its number in the file
typedef struct rv_tet_tag {
    int64_t tag;
    int32_t node;
} rv_tet_tag;

typedef struct rv_tet_set_name {
    char text[sizeof((rv_tet_set*)NULL)->name];
} rv_tet_set_name;

// a node is in a set
typedef struct rv_tet_member {
    int32_t set;
    int32_t node;
} rv_tet_member;

typedef struct rv_tet_reader {
    rv_reader in;
    RV_ARRAY(rv_vec3) nodes;
    RV_ARRAY(rv_tet_tag) tags; // of the nodes, ascending once they are all there
    RV_ARRAY(int32_t) tets;    // four nodes each
    RV_ARRAY(rv_tet_set_name) sets;
    RV_ARRAY(rv_tet_member) members; // in any order, some of them more than once
} rv_tet_reader;

// the whole of a file; false: `error` is written
bool rv_tet_read_gmsh(rv_tet_reader* reader);
// the two files of TetGen, one after the other through the same reader
bool rv_tet_read_tetgen_nodes(rv_tet_reader* reader);
bool rv_tet_read_tetgen_tets(rv_tet_reader* reader);

// All but the last: false without memory, told.
// room for as many nodes more
bool rv_tet_reserve_nodes(rv_tet_reader* reader, int64_t count);
bool rv_tet_add_node(rv_tet_reader* reader, int64_t tag, rv_vec3 position);
// after the last node; false also if a number stands twice
bool rv_tet_end_nodes(rv_tet_reader* reader);
bool rv_tet_add_tet(rv_tet_reader* reader, const int32_t corners[4]);
bool rv_tet_add_member(rv_tet_reader* reader, int set, int32_t node);
// the node with a number; -1: none
int32_t rv_tet_find_node(const rv_tet_reader* reader, int64_t tag);

#endif
