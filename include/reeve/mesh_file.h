// Triangle meshes from files: Wavefront OBJ, and STL in text or binary.
#ifndef REEVE_MESH_FILE_H
#define REEVE_MESH_FILE_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How many bytes a file of a mesh may have, of triangles or of tetrahedra: 256 MB, five million
/// triangles of a binary STL file. Reading takes up to about ten times the size of the file.
enum { RV_MESH_FILE_BYTES_MAX = 256 * 1024 * 1024 };

/// Formats of triangle meshes.
typedef enum rv_mesh_format {
    RV_MESH_OBJ, ///< v and f lines; polygons become fans; everything else is passed over
    RV_MESH_STL, ///< text or binary, told apart by their content
} rv_mesh_format;

/// What a file holds. Start from a zeroed one (with an allocator, if it is not to be malloc).
typedef struct rv_mesh_data {
    rv_vec3* vertices;      ///< corners of STL triangles at the same place have become one vertex
    int vertex_count;       ///< of the array
    int32_t* triangles;     ///< three indices of vertices each
    int triangle_count;     ///< of the array
    rv_allocator allocator; ///< where the two arrays come from; null functions: malloc
    char error[256];        ///< why reading failed: the file, the line (or byte) and what is wrong
} rv_mesh_data;

/// Reads a file; the ending of its name (.obj, .stl, in any case) tells the format. False: `error`
/// says why, and there are no vertices and triangles. The file must be a regular one (no pipe, no
/// device) of at most RV_MESH_FILE_BYTES_MAX bytes. Sentences quote only words that a mesh file may
/// have; of others they tell the size.
RV_API bool rv_mesh_file_read(const char* path, rv_mesh_data* out);
/// The same from memory; `bytes` need not end in a zero.
RV_API bool rv_mesh_file_parse(const void* data, size_t bytes, rv_mesh_format format,
                               rv_mesh_data* out);
/// Gives the memory back and empties it; a zeroed one is allowed.
RV_API void rv_mesh_data_free(rv_mesh_data* data);

#ifdef __cplusplus
}
#endif
#endif
