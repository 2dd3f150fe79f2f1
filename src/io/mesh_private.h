// What the readers of triangle meshes share: the mesh while it grows. mesh_file.c begins and ends,
// mesh_obj.c and mesh_stl.c know the formats.
#ifndef REEVE_IO_MESH_PRIVATE_H
#define REEVE_IO_MESH_PRIVATE_H

#include "io/reader.h"
#include "reeve/mesh_file.h"

typedef struct rv_mesh_reader {
    rv_reader in;
    RV_ARRAY(rv_vec3) vertices;
    RV_ARRAY(int32_t) triangles; // three corners each
} rv_mesh_reader;

// the whole of a file; the mesh is in the reader. False: `error` is written.
bool rv_mesh_read_obj(rv_mesh_reader* reader);
bool rv_mesh_read_stl(rv_mesh_reader* reader);

// false without memory, told
bool rv_mesh_add_vertex(rv_mesh_reader* reader, rv_vec3 position);
bool rv_mesh_add_triangle(rv_mesh_reader* reader, int32_t a, int32_t b, int32_t c);

#endif
