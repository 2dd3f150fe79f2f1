// Meshes from files and from memory: tells the format by the ending of the name, lets the reader of
// the format work through all bytes and hands over arrays that are exactly as long as they are
// full. The memory in use is at most a few times the size of the file, whatever the file says of
// itself.
#include "io/mesh_private.h"

// --- the mesh -----------------------------------------------------------------------------------

bool rv_mesh_add_vertex(rv_mesh_reader* r, rv_vec3 position) {
    if (r->vertices.count == INT32_MAX || !rv_array_room(&r->in.memory, &r->vertices))
        return rv_reader_fail(&r->in, "not enough memory for more than %d vertices",
                              r->vertices.count);
    r->vertices.data[r->vertices.count++] = position;
    return true;
}

bool rv_mesh_add_triangle(rv_mesh_reader* r, int32_t a, int32_t b, int32_t c) {
    if (r->triangles.count > INT32_MAX - 3
        || !rv_array_reserve(&r->in.memory, &r->triangles, r->triangles.count + 3))
        return rv_reader_fail(&r->in, "not enough memory for more than %d triangles",
                              r->triangles.count / 3);
    int32_t* corners = &r->triangles.data[r->triangles.count];
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    r->triangles.count += 3;
    return true;
}

// a copy without room to spare; NULL without memory
static void* exact_copy(rv_mesh_reader* r, const void* items, int count, size_t bytes) {
    void* copy = rv_memory_allocate(&r->in.memory, (size_t)count * bytes);
    if (copy != NULL)
        memcpy(copy, items, (size_t)count * bytes);
    return copy;
}

static bool hand_over(rv_mesh_reader* r, rv_mesh_data* out) {
    int vertex_count = r->vertices.count, corner_count = r->triangles.count;
    out->vertices = exact_copy(r, r->vertices.data, vertex_count, sizeof *out->vertices);
    rv_array_free(&r->in.memory, &r->vertices);
    if (out->vertices == NULL)
        return rv_reader_fail(&r->in, "not enough memory for %d vertices", vertex_count);
    out->vertex_count = vertex_count;
    out->triangles = exact_copy(r, r->triangles.data, corner_count, sizeof *out->triangles);
    if (out->triangles == NULL)
        return rv_reader_fail(&r->in, "not enough memory for %d triangles", corner_count / 3);
    out->triangle_count = corner_count / 3;
    return true;
}

void rv_mesh_data_free(rv_mesh_data* data) {
    rv_memory memory = rv_memory_make(data->allocator);
    rv_memory_release(&memory, data->vertices, (size_t)data->vertex_count * sizeof *data->vertices);
    rv_memory_release(&memory, data->triangles,
                      3 * (size_t)data->triangle_count * sizeof *data->triangles);
    *data = (rv_mesh_data){.allocator = data->allocator};
}

// --- reading ------------------------------------------------------------------------------------

static bool read_obj(void* reader) {
    return rv_mesh_read_obj(reader);
}

static bool read_stl(void* reader) {
    return rv_mesh_read_stl(reader);
}

static rv_reader begin(const char* name, rv_mesh_data* out) {
    *out = (rv_mesh_data){.allocator = out->allocator};
    return (rv_reader){.name = name,
                       .memory = rv_memory_make(out->allocator),
                       .error = out->error,
                       .error_bytes = sizeof out->error};
}

static bool parse(const rv_reader* in, rv_mesh_format format, rv_mesh_data* out) {
    rv_mesh_reader reader = {.in = *in};
    bool good = rv_reader_run(&reader.in, format == RV_MESH_OBJ ? read_obj : read_stl, &reader)
                && hand_over(&reader, out);
    rv_array_free(&reader.in.memory, &reader.vertices);
    rv_array_free(&reader.in.memory, &reader.triangles);
    if (!good) {
        char error[sizeof out->error];
        memcpy(error, out->error, sizeof error);
        rv_mesh_data_free(out);
        memcpy(out->error, error, sizeof error);
    }
    return good;
}

bool rv_mesh_file_parse(const void* data, size_t bytes, rv_mesh_format format, rv_mesh_data* out) {
    rv_reader reader = begin(NULL, out);
    rv_reader_begin(&reader, data, bytes);
    return parse(&reader, format, out);
}

bool rv_mesh_file_read(const char* path, rv_mesh_data* out) {
    static const char* const endings[] = {[RV_MESH_OBJ] = ".obj", [RV_MESH_STL] = ".stl"};
    rv_reader reader = begin(path, out);
    int format = rv_name_ending(path, endings, 2);
    if (format < 0)
        return rv_reader_fail(&reader, "is no mesh file: its name must end in .obj or .stl");
    rv_file_bytes bytes;
    bool good = rv_reader_load(&reader, &bytes) && parse(&reader, (rv_mesh_format)format, out);
    rv_file_bytes_free(&reader.memory, &bytes);
    return good;
}
