// Wavefront OBJ: lines "v x y z" are vertices, lines "f a b c ..." faces, whose corners "a", "a/t",
// "a//n" or "a/t/n" name a vertex by its number from 1 in the file, or from -1 back from the last
// one read. A face of n corners becomes the fan (0, i, i + 1), i = 1 .. n - 2. Every other line is
// passed over. A first pass counts the vertices, because a face may name one that comes later.
#include "io/mesh_private.h"

// "a", "a/t", "a//n" or "a/t/n", where t and n may be left out; *length is that of "a"
static bool corner_parse(rv_word word, int64_t* vertex, int* length) {
    const char* at = word.start;
    const char* end = at + word.length;
    int64_t other;
    if (!rv_take_integer(&at, end, vertex))
        return false;
    *length = (int)(at - word.start);
    for (int i = 0; i < 2 && at < end && *at == '/'; i++) {
        at++;
        if (at < end && *at != '/' && !rv_take_integer(&at, end, &other))
            return false;
    }
    return at == end;
}

// the vertex that a corner names, from 0
static bool read_corner(rv_mesh_reader* r, rv_word word, int vertex_count, int32_t* corner) {
    int64_t number;
    rv_word name = {word.start, 0};
    if (!corner_parse(word, &number, &name.length))
        return rv_reader_fail_line(&r->in,
                                   "corner %s of a face: must be like 1, 1/2, 1//3 or 1/2/3",
                                   rv_word_quoted(word).text);
    if (vertex_count == 0)
        return rv_reader_fail_line(&r->in, "vertex %s of a face: the file has no vertices",
                                   rv_word_shown(name).text);
    if (number < 0 && r->vertices.count == 0)
        return rv_reader_fail_line(&r->in, "vertex %s of a face: no vertex stands before it",
                                   rv_word_shown(name).text);
    if (number < 0 && number < -r->vertices.count)
        return rv_reader_fail_line(&r->in, "vertex %s of a face: must be in [%d, -1]",
                                   rv_word_shown(name).text, -r->vertices.count);
    if (number == 0 || number > vertex_count)
        return rv_reader_fail_line(&r->in, "vertex %s of a face: must be in [1, %d]",
                                   rv_word_shown(name).text, vertex_count);
    *corner = (int32_t)(number < 0 ? r->vertices.count + number : number - 1);
    return true;
}

static bool read_face(rv_mesh_reader* r, int vertex_count) {
    int32_t first = 0, previous = 0, corner = 0;
    int64_t corners = 0;
    for (rv_word word; rv_reader_next_word(&r->in, &word); corners++) {
        if (!read_corner(r, word, vertex_count, &corner))
            return false;
        if (corners == 0)
            first = corner;
        else if (corners > 1 && !rv_mesh_add_triangle(r, first, previous, corner))
            return false;
        previous = corner;
    }
    if (corners < 3)
        return rv_reader_fail_line(&r->in, "a face of %d corner%s: must have at least 3",
                                   (int)corners, corners == 1 ? "" : "s");
    return true;
}

// leaves the reader at the start of the file
static bool count_vertices(rv_mesh_reader* r, int* count) {
    rv_word word;
    *count = 0;
    do {
        if (rv_reader_next_word(&r->in, &word) && word.length == 1 && *word.start == 'v') {
            if (*count == INT32_MAX)
                return rv_reader_fail_line(&r->in, "more than %d vertices", INT32_MAX);
            ++*count;
        }
    } while (rv_reader_next_line(&r->in));
    r->in.at = r->in.start;
    r->in.line = 1;
    return true;
}

bool rv_mesh_read_obj(rv_mesh_reader* r) {
    int vertex_count;
    r->in.comments = r->in.joined_lines = true;
    if (!count_vertices(r, &vertex_count))
        return false;
    do {
        rv_word word;
        rv_vec3 position;
        if (!rv_reader_next_word(&r->in, &word) || word.length != 1)
            continue;
        if (*word.start == 'v'
            && !(rv_reader_position(&r->in, "a vertex", &position)
                 && rv_mesh_add_vertex(r, position)))
            return false;
        if (*word.start == 'f' && !read_face(r, vertex_count))
            return false;
    } while (rv_reader_next_line(&r->in));
    if (r->triangles.count == 0)
        return rv_reader_fail(&r->in, "has no faces: must have at least one");
    return true;
}
