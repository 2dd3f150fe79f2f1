// STL: triangles without shared corners, in binary or text. Corners at exactly the same place
// become one vertex, by a hash table of their coordinates (-0 is 0).
//   binary  80 bytes of anything, the number of triangles n, then n times 50 bytes: normal and
//           corners as 12 floats, and two bytes of anything; all little-endian
//   text    solid NAME, then facets (facet normal x y z, outer loop, three times vertex x y z,
//           endloop, endfacet), then endsolid NAME; any number of solids
// Many binary files begin with "solid" too: what has exactly the size that its number of triangles
// asks for is binary, and so is what has a zero byte in its head. Normals are passed over: the
// order of the corners says the same.
#include "core/hash.h"
#include "io/mesh_private.h"

#include <math.h>
#include <string.h>

enum {
    HEAD_BYTES = 84,
    COUNT_AT = 80,
    TRIANGLE_BYTES = 50,
    CORNERS_AT = 12,
    TRIANGLES_MAX = INT32_MAX / 3,
    FIRST_SLOTS = 64,
};

// --- one vertex for each place ------------------------------------------------------------------

// open addressing; at most half of the slots are taken
typedef struct place_table {
    int32_t* slots; // vertex, or -1: free
    size_t count;   // a power of two
} place_table;

// the slot of a place, or the free one where it would go
static int32_t* slot_of(const place_table* places, const rv_vec3* vertices, rv_vec3 p) {
    size_t at = (size_t)rv_hash_spread(rv_hash_words(0, &p, 3)) & (places->count - 1);
    for (;; at = (at + 1) & (places->count - 1)) {
        int32_t vertex = places->slots[at];
        if (vertex < 0)
            return &places->slots[at];
        const rv_vec3* q = &vertices[vertex];
        if (q->x == p.x && q->y == p.y && q->z == p.z)
            return &places->slots[at];
    }
}

static bool places_grow(rv_mesh_reader* r, place_table* places) {
    if (places->count / 2 > (size_t)r->vertices.count)
        return true;
    place_table grown = {NULL, places->count > 0 ? places->count * 2 : FIRST_SLOTS};
    grown.slots = rv_memory_allocate(&r->in.memory, grown.count * sizeof *grown.slots);
    if (grown.slots == NULL)
        return rv_reader_fail(&r->in, "not enough memory for %d vertices", r->vertices.count);
    for (size_t i = 0; i < grown.count; i++)
        grown.slots[i] = -1;
    for (int32_t v = 0; v < r->vertices.count; v++)
        *slot_of(&grown, r->vertices.data, r->vertices.data[v]) = v;
    rv_memory_release(&r->in.memory, places->slots, places->count * sizeof *places->slots);
    *places = grown;
    return true;
}

static bool add_corner(rv_mesh_reader* r, place_table* places, rv_vec3 p, int32_t* corner) {
    // -0 becomes 0, so that equal places have equal bits
    p = (rv_vec3){p.x + 0.0, p.y + 0.0, p.z + 0.0};
    if (!places_grow(r, places))
        return false;
    int32_t* slot = slot_of(places, r->vertices.data, p);
    if (*slot < 0) {
        if (!rv_mesh_add_vertex(r, p))
            return false;
        *slot = r->vertices.count - 1;
    }
    *corner = *slot;
    return true;
}

// --- binary -------------------------------------------------------------------------------------

static double read_float(const char* bytes) {
    uint32_t bits = rv_bytes_u32(bytes, false);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static bool read_binary_triangle(rv_mesh_reader* r, place_table* places, size_t at, long number) {
    int32_t corners[3];
    for (int i = 0; i < 3; i++) {
        double p[3];
        for (int axis = 0; axis < 3; axis++, at += sizeof(float)) {
            p[axis] = read_float(r->in.start + at);
            if (!isfinite(p[axis]))
                return rv_reader_fail_byte(&r->in, at,
                                           "coordinate %g of triangle %ld: must be a finite number",
                                           p[axis], number);
        }
        if (!add_corner(r, places, (rv_vec3){p[0], p[1], p[2]}, &corners[i]))
            return false;
    }
    return rv_mesh_add_triangle(r, corners[0], corners[1], corners[2]);
}

static bool read_binary(rv_mesh_reader* r, place_table* places) {
    size_t bytes = (size_t)(r->in.end - r->in.start);
    if (bytes < HEAD_BYTES)
        return rv_reader_fail_byte(&r->in, bytes, "ends in the head of %d bytes: is no STL file",
                                   HEAD_BYTES);
    uint64_t count = rv_bytes_u32(r->in.start + COUNT_AT, false);
    uint64_t wanted = HEAD_BYTES + count * TRIANGLE_BYTES;
    if (bytes < wanted)
        return rv_reader_fail_byte(&r->in, bytes,
                                   "ends in triangle %llu of %llu: must have %llu bytes",
                                   (unsigned long long)((bytes - HEAD_BYTES) / TRIANGLE_BYTES + 1),
                                   (unsigned long long)count, (unsigned long long)wanted);
    if (bytes > wanted)
        return rv_reader_fail_byte(&r->in, (size_t)wanted,
                                   "goes on after its last triangle, number %llu: must end here",
                                   (unsigned long long)count);
    if (count > TRIANGLES_MAX)
        return rv_reader_fail_byte(&r->in, COUNT_AT, "%llu triangles: must be at most %d",
                                   (unsigned long long)count, TRIANGLES_MAX);
    for (uint64_t i = 0; i < count; i++)
        if (!read_binary_triangle(r, places, HEAD_BYTES + i * TRIANGLE_BYTES + CORNERS_AT,
                                  (long)i + 1))
            return false;
    return true;
}

// --- text ---------------------------------------------------------------------------------------

// what comes after "facet"
static bool read_facet(rv_mesh_reader* r, place_table* places) {
    int32_t corners[3];
    rv_vec3 position;
    if (!rv_reader_expect(&r->in, "normal"))
        return false;
    // in some files the normal of a triangle without area is no number
    rv_reader_next_line(&r->in);
    if (!rv_reader_expect(&r->in, "outer") || !rv_reader_expect(&r->in, "loop"))
        return false;
    for (int i = 0; i < 3; i++)
        if (!rv_reader_expect(&r->in, "vertex")
            || !rv_reader_position(&r->in, "a vertex", &position)
            || !add_corner(r, places, position, &corners[i]))
            return false;
    return rv_reader_expect(&r->in, "endloop") && rv_reader_expect(&r->in, "endfacet")
           && rv_mesh_add_triangle(r, corners[0], corners[1], corners[2]);
}

// begins at the name of a solid
static bool read_solid(rv_mesh_reader* r, place_table* places) {
    rv_word word;
    rv_reader_next_line(&r->in);
    while (rv_reader_any_word(&r->in, &word)) {
        if (rv_word_is(word, "endsolid")) {
            rv_reader_next_line(&r->in);
            return true;
        }
        if (!rv_word_is(word, "facet"))
            return rv_reader_fail_line(&r->in, "%s where 'facet' or 'endsolid' must stand",
                                       rv_word_quoted(word).text);
        if (!read_facet(r, places))
            return false;
    }
    return rv_reader_fail_end(&r->in, "endsolid");
}

static bool read_text(rv_mesh_reader* r, place_table* places) {
    rv_word word;
    while (rv_reader_any_word(&r->in, &word)) {
        if (!rv_word_is(word, "solid"))
            return rv_reader_fail_line(&r->in, "%s where 'solid' must stand",
                                       rv_word_quoted(word).text);
        if (!read_solid(r, places))
            return false;
    }
    return true;
}

// --- both ---------------------------------------------------------------------------------------

static bool is_binary(rv_mesh_reader* r) {
    size_t bytes = (size_t)(r->in.end - r->in.start);
    if (bytes >= HEAD_BYTES
        && bytes
               == HEAD_BYTES
                      + (uint64_t)rv_bytes_u32(r->in.start + COUNT_AT, false) * TRIANGLE_BYTES)
        return true;
    rv_word first;
    bool solid = rv_reader_any_word(&r->in, &first) && rv_word_is(first, "solid");
    r->in.at = r->in.start;
    r->in.line = 1;
    return !solid || memchr(r->in.start, '\0', bytes < HEAD_BYTES ? bytes : HEAD_BYTES) != NULL;
}

bool rv_mesh_read_stl(rv_mesh_reader* r) {
    place_table places = {NULL, 0};
    bool good = is_binary(r) ? read_binary(r, &places) : read_text(r, &places);
    rv_memory_release(&r->in.memory, places.slots, places.count * sizeof *places.slots);
    if (good && r->triangles.count == 0)
        return rv_reader_fail(&r->in, "has no triangles: must have at least one");
    return good;
}
