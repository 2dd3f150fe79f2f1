// Meshes from files and from memory: opens the file, tells the format by its ending, lets the
// reader of the format work through all of its bytes and hands over arrays that are exactly as long
// as they are full. The memory in use is at most a few times the size of the file, whatever the
// file says of itself.
#include "io/mesh_private.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { FIRST_BYTES = 65536, NAME_SHOWN = 100 };

// --- sentences ----------------------------------------------------------------------------------

// "name" and `named` or, of what has no name, `unnamed` say where; then ": " and the sentence
typedef struct error_place {
    char named[32], unnamed[32];
} error_place;

static void write_error(rv_mesh_reader* r, const error_place* place, const char* format,
                        va_list arguments) {
    size_t bytes = sizeof((rv_mesh_data*)NULL)->error;
    int used;
    if (r->name == NULL) {
        used = snprintf(r->error, bytes, "%s%s", place->unnamed,
                        place->unnamed[0] != '\0' ? ": " : "");
    } else {
        // the end of a long name says more than its start
        size_t length = strlen(r->name), cut = length > NAME_SHOWN ? length - NAME_SHOWN : 0;
        used = snprintf(r->error, bytes, "%s%s%s: ", cut > 0 ? "..." : "", r->name + cut,
                        place->named);
    }
    vsnprintf(r->error + used, bytes - (size_t)used, format, arguments);
}

bool rv_mesh_fail(rv_mesh_reader* r, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_error(r, &(error_place){"", ""}, format, arguments);
    va_end(arguments);
    return false;
}

bool rv_mesh_fail_line(rv_mesh_reader* r, const char* format, ...) {
    error_place place;
    snprintf(place.named, sizeof place.named, ":%ld", r->line);
    snprintf(place.unnamed, sizeof place.unnamed, "line %ld", r->line);
    va_list arguments;
    va_start(arguments, format);
    write_error(r, &place, format, arguments);
    va_end(arguments);
    return false;
}

bool rv_mesh_fail_byte(rv_mesh_reader* r, size_t byte, const char* format, ...) {
    error_place place;
    snprintf(place.named, sizeof place.named, ": byte %zu", byte);
    snprintf(place.unnamed, sizeof place.unnamed, "byte %zu", byte);
    va_list arguments;
    va_start(arguments, format);
    write_error(r, &place, format, arguments);
    va_end(arguments);
    return false;
}

// --- the mesh -----------------------------------------------------------------------------------

bool rv_mesh_add_vertex(rv_mesh_reader* r, rv_vec3 position) {
    if (r->vertices.count == INT32_MAX || !rv_array_room(&r->memory, &r->vertices))
        return rv_mesh_fail(r, "not enough memory for more than %d vertices", r->vertices.count);
    r->vertices.data[r->vertices.count++] = position;
    return true;
}

bool rv_mesh_add_triangle(rv_mesh_reader* r, int32_t a, int32_t b, int32_t c) {
    if (r->triangles.count > INT32_MAX - 3
        || !rv_array_reserve(&r->memory, &r->triangles, r->triangles.count + 3))
        return rv_mesh_fail(r, "not enough memory for more than %d triangles",
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
    void* copy = rv_memory_allocate(&r->memory, (size_t)count * bytes);
    if (copy != NULL)
        memcpy(copy, items, (size_t)count * bytes);
    return copy;
}

static bool hand_over(rv_mesh_reader* r, rv_mesh_data* out) {
    int vertex_count = r->vertices.count, corner_count = r->triangles.count;
    out->vertices = exact_copy(r, r->vertices.data, vertex_count, sizeof *out->vertices);
    rv_array_free(&r->memory, &r->vertices);
    if (out->vertices == NULL)
        return rv_mesh_fail(r, "not enough memory for %d vertices", vertex_count);
    out->vertex_count = vertex_count;
    out->triangles = exact_copy(r, r->triangles.data, corner_count, sizeof *out->triangles);
    if (out->triangles == NULL)
        return rv_mesh_fail(r, "not enough memory for %d triangles", corner_count / 3);
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

static bool read_format(rv_mesh_reader* r, rv_mesh_format format) {
    // numbers have a point, wherever the program lives; another thread does not notice
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return rv_mesh_fail(r, "not enough memory");
    locale_t before = uselocale(plain);
    bool good = format == RV_MESH_OBJ ? rv_mesh_read_obj(r) : rv_mesh_read_stl(r);
    uselocale(before);
    freelocale(plain);
    return good;
}

static bool parse(const char* name, const char* bytes, size_t count, rv_mesh_format format,
                  rv_mesh_data* out) {
    rv_mesh_reader reader = {.name = name,
                             .start = bytes,
                             .at = bytes,
                             .end = bytes + count,
                             .line = 1,
                             .memory = rv_memory_make(out->allocator),
                             .error = out->error};
    *out = (rv_mesh_data){.allocator = out->allocator};
    bool good = count > 0 ? read_format(&reader, format) : rv_mesh_fail(&reader, "is empty");
    good = good && hand_over(&reader, out);
    rv_array_free(&reader.memory, &reader.vertices);
    rv_array_free(&reader.memory, &reader.triangles);
    if (!good) {
        char error[sizeof out->error];
        memcpy(error, out->error, sizeof error);
        rv_mesh_data_free(out);
        memcpy(out->error, error, sizeof error);
    }
    return good;
}

bool rv_mesh_file_parse(const void* data, size_t bytes, rv_mesh_format format, rv_mesh_data* out) {
    return parse(NULL, data, bytes, format, out);
}

// --- files --------------------------------------------------------------------------------------

typedef struct file_bytes {
    char* data;
    size_t count, capacity;
} file_bytes;

static bool bytes_grow(rv_memory* memory, file_bytes* bytes, size_t capacity) {
    char* grown = rv_memory_allocate(memory, capacity);
    if (grown == NULL)
        return false;
    if (bytes->count > 0)
        memcpy(grown, bytes->data, bytes->count);
    rv_memory_release(memory, bytes->data, bytes->capacity);
    *bytes = (file_bytes){grown, bytes->count, capacity};
    return true;
}

// all of a file; one byte of room more than its size, so that its end is seen
static bool read_all(rv_mesh_reader* r, FILE* file, file_bytes* bytes) {
    struct stat status;
    size_t capacity = FIRST_BYTES;
    if (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode))
        capacity = (size_t)status.st_size + 1;
    while (!feof(file)) {
        if (bytes->count == bytes->capacity) {
            if (bytes->capacity > 0)
                capacity = bytes->capacity + bytes->capacity / 2;
            if (!bytes_grow(&r->memory, bytes, capacity))
                return rv_mesh_fail(r, "not enough memory for %zu bytes", capacity);
        }
        bytes->count += fread(bytes->data + bytes->count, 1, bytes->capacity - bytes->count, file);
        if (ferror(file))
            return rv_mesh_fail(r, "cannot be read: %s", strerror(errno));
    }
    return true;
}

static bool format_of(const char* path, rv_mesh_format* format) {
    static const char* const endings[] = {[RV_MESH_OBJ] = ".obj", [RV_MESH_STL] = ".stl"};
    size_t length = strlen(path);
    for (int i = 0; i < 2; i++) {
        *format = (rv_mesh_format)i;
        if (length >= 4 && rv_mesh_word_is((rv_mesh_word){path + length - 4, 4}, endings[i]))
            return true;
    }
    return false;
}

bool rv_mesh_file_read(const char* path, rv_mesh_data* out) {
    rv_mesh_reader reader = {
        .name = path, .memory = rv_memory_make(out->allocator), .error = out->error};
    *out = (rv_mesh_data){.allocator = out->allocator};
    rv_mesh_format format;
    if (!format_of(path, &format))
        return rv_mesh_fail(&reader, "is no mesh file: its name must end in .obj or .stl");
    FILE* file = fopen(path, "rb");
    if (file == NULL)
        return rv_mesh_fail(&reader, "cannot be opened: %s", strerror(errno));
    file_bytes bytes = {NULL, 0, 0};
    bool good =
        read_all(&reader, file, &bytes) && parse(path, bytes.data, bytes.count, format, out);
    rv_memory_release(&reader.memory, bytes.data, bytes.capacity);
    fclose(file);
    return good;
}
