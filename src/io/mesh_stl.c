// STL: triangles without shared corners, in binary or text. Corners at exactly the same place
// become one vertex, by a hash table of their coordinates (-0 is 0).
//   binary  80 bytes of anything, the number of triangles n, then n times 50 bytes: normal and
//           corners as 12 floats, and two bytes of anything; all little-endian
//   text    solid NAME, then facets (facet normal x y z, outer loop, three times vertex x y z,
//           endloop, endfacet), then endsolid NAME; any number of solids
// Many binary files begin with "solid" too: what has exactly the size that its number of triangles
// asks for is binary, and so is what has a zero byte in its head. Normals are passed over: the
// order of the corners says the same.
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

static uint64_t mix(uint64_t hash, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

// the slot of a place, or the free one where it would go
static int32_t* slot_of(const place_table* places, const rv_vec3* vertices, rv_vec3 p) {
    size_t at = (size_t)mix(mix(mix(0, p.x), p.y), p.z) & (places->count - 1);
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
    grown.slots = rv_memory_allocate(&r->memory, grown.count * sizeof *grown.slots);
    if (grown.slots == NULL)
        return rv_mesh_fail(r, "not enough memory for %d vertices", r->vertices.count);
    for (size_t i = 0; i < grown.count; i++)
        grown.slots[i] = -1;
    for (int32_t v = 0; v < r->vertices.count; v++)
        *slot_of(&grown, r->vertices.data, r->vertices.data[v]) = v;
    rv_memory_release(&r->memory, places->slots, places->count * sizeof *places->slots);
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

static uint32_t read_u32(const char* bytes) {
    const unsigned char* b = (const unsigned char*)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double read_float(const char* bytes) {
    uint32_t bits = read_u32(bytes);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static bool read_binary_triangle(rv_mesh_reader* r, place_table* places, size_t at, long number) {
    int32_t corners[3];
    for (int i = 0; i < 3; i++) {
        double p[3];
        for (int axis = 0; axis < 3; axis++, at += sizeof(float)) {
            p[axis] = read_float(r->start + at);
            if (!isfinite(p[axis]))
                return rv_mesh_fail_byte(r, at,
                                         "coordinate %g of triangle %ld: must be a finite number",
                                         p[axis], number);
        }
        if (!add_corner(r, places, (rv_vec3){p[0], p[1], p[2]}, &corners[i]))
            return false;
    }
    return rv_mesh_add_triangle(r, corners[0], corners[1], corners[2]);
}

static bool read_binary(rv_mesh_reader* r, place_table* places) {
    size_t bytes = (size_t)(r->end - r->start);
    if (bytes < HEAD_BYTES)
        return rv_mesh_fail_byte(r, bytes, "ends in the head of %d bytes: is no STL file",
                                 HEAD_BYTES);
    uint64_t count = read_u32(r->start + COUNT_AT);
    uint64_t wanted = HEAD_BYTES + count * TRIANGLE_BYTES;
    if (bytes < wanted)
        return rv_mesh_fail_byte(r, bytes, "ends in triangle %llu of %llu: must have %llu bytes",
                                 (unsigned long long)((bytes - HEAD_BYTES) / TRIANGLE_BYTES + 1),
                                 (unsigned long long)count, (unsigned long long)wanted);
    if (bytes > wanted)
        return rv_mesh_fail_byte(r, (size_t)wanted,
                                 "goes on after its last triangle, number %llu: must end here",
                                 (unsigned long long)count);
    if (count > TRIANGLES_MAX)
        return rv_mesh_fail_byte(r, COUNT_AT, "%llu triangles: must be at most %d",
                                 (unsigned long long)count, TRIANGLES_MAX);
    for (uint64_t i = 0; i < count; i++)
        if (!read_binary_triangle(r, places, HEAD_BYTES + i * TRIANGLE_BYTES + CORNERS_AT,
                                  (long)i + 1))
            return false;
    return true;
}

// --- text ---------------------------------------------------------------------------------------

// the next word of the file, in this line or a later one
static bool next_word(rv_mesh_reader* r, rv_mesh_word* word) {
    while (!rv_mesh_next_word(r, word))
        if (!rv_mesh_next_line(r))
            return false;
    return true;
}

static bool fail_end(rv_mesh_reader* r, const char* expected) {
    return rv_mesh_fail_line(r, "the file ends at byte %zu where '%s' must stand",
                             (size_t)(r->end - r->start), expected);
}

static bool expect(rv_mesh_reader* r, const char* expected) {
    rv_mesh_word word;
    if (!next_word(r, &word))
        return fail_end(r, expected);
    if (!rv_mesh_word_is(word, expected))
        return rv_mesh_fail_line(r, "'%s' where '%s' must stand", rv_mesh_quoted(word).text,
                                 expected);
    return true;
}

// what comes after "facet"
static bool read_facet(rv_mesh_reader* r, place_table* places) {
    int32_t corners[3];
    rv_vec3 position;
    if (!expect(r, "normal"))
        return false;
    // in some files the normal of a triangle without area is no number
    rv_mesh_next_line(r);
    if (!expect(r, "outer") || !expect(r, "loop"))
        return false;
    for (int i = 0; i < 3; i++)
        if (!expect(r, "vertex") || !rv_mesh_read_position(r, "a vertex", &position)
            || !add_corner(r, places, position, &corners[i]))
            return false;
    return expect(r, "endloop") && expect(r, "endfacet")
           && rv_mesh_add_triangle(r, corners[0], corners[1], corners[2]);
}

// begins at the name of a solid
static bool read_solid(rv_mesh_reader* r, place_table* places) {
    rv_mesh_word word;
    rv_mesh_next_line(r);
    while (next_word(r, &word)) {
        if (rv_mesh_word_is(word, "endsolid")) {
            rv_mesh_next_line(r);
            return true;
        }
        if (!rv_mesh_word_is(word, "facet"))
            return rv_mesh_fail_line(r, "'%s' where 'facet' or 'endsolid' must stand",
                                     rv_mesh_quoted(word).text);
        if (!read_facet(r, places))
            return false;
    }
    return fail_end(r, "endsolid");
}

static bool read_text(rv_mesh_reader* r, place_table* places) {
    rv_mesh_word word;
    while (next_word(r, &word)) {
        if (!rv_mesh_word_is(word, "solid"))
            return rv_mesh_fail_line(r, "'%s' where 'solid' must stand", rv_mesh_quoted(word).text);
        if (!read_solid(r, places))
            return false;
    }
    return true;
}

// --- both ---------------------------------------------------------------------------------------

static bool is_binary(rv_mesh_reader* r) {
    size_t bytes = (size_t)(r->end - r->start);
    if (bytes >= HEAD_BYTES
        && bytes == HEAD_BYTES + (uint64_t)read_u32(r->start + COUNT_AT) * TRIANGLE_BYTES)
        return true;
    rv_mesh_word first;
    bool solid = next_word(r, &first) && rv_mesh_word_is(first, "solid");
    r->at = r->start;
    r->line = 1;
    return !solid || memchr(r->start, '\0', bytes < HEAD_BYTES ? bytes : HEAD_BYTES) != NULL;
}

bool rv_mesh_read_stl(rv_mesh_reader* r) {
    place_table places = {NULL, 0};
    bool good = is_binary(r) ? read_binary(r, &places) : read_text(r, &places);
    rv_memory_release(&r->memory, places.slots, places.count * sizeof *places.slots);
    if (good && r->triangles.count == 0)
        return rv_mesh_fail(r, "has no triangles: must have at least one");
    return good;
}
