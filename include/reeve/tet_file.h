// Tetrahedral meshes from files: gmsh (.msh, versions 2.2 and 4.1, text and binary) and TetGen
// (.node and .ele).
#ifndef REEVE_TET_FILE_H
#define REEVE_TET_FILE_H

#include "reeve/mesh_file.h"
#include "reeve/tet_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// What all of these have in common: coordinates are taken as metres. Tetrahedra of higher order
// give their four corners; points, lines and triangles are passed over, and so are nodes that no
// tetrahedron names; hexahedra, prisms and pyramids are refused. Nodes keep their order. Where all
// tetrahedra of a file are inverted they are turned round; where some are, rv_tet_mesh_check() says
// so. Indices of what comes out are in range and coordinates finite; the other rules of a mesh are
// left to rv_tet_mesh_check(). False: `error` names the file, the line (or byte) and what is wrong,
// and the mesh is empty. The memory in use is bounded by the size of the file, whatever the file
// says of itself.

/// Reads a file; the ending of its name (.msh, .node or .ele, in any case) tells the format. Of the
/// two files of TetGen either may be named; the other one lies beside it. Each must be a regular
/// file (no pipe, no device) of at most RV_MESH_FILE_BYTES_MAX bytes.
/// Named physical groups of gmsh become sets: all nodes of their elements, of any dimension; groups
/// of the same name become one set.
RV_API bool rv_tet_file_read(const char* path, rv_tet_mesh* out);
/// The same from a gmsh file in memory, which need not end in a zero.
RV_API bool rv_tet_file_parse_gmsh(const void* data, size_t bytes, rv_tet_mesh* out);
/// The same from the two files of TetGen in memory: that of the nodes and that of the tetrahedra.
RV_API bool rv_tet_file_parse_tetgen(const void* nodes, size_t node_bytes, const void* tets,
                                     size_t tet_bytes, rv_tet_mesh* out);

/// Writes a mesh as a text of gmsh 2.2, for other programs; the name must end in .msh. Reading it
/// gives the same mesh to the bit, but for nodes that no tetrahedron names. A set becomes a
/// physical group of points; quotes in its name become underscores. False: there is no such file
/// then, and `error` (of `bytes`, may be null with 0) says why.
RV_API bool rv_tet_file_write(const char* path, const rv_tet_mesh* mesh, char* error, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
