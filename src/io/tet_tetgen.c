// TetGen (Si 2015): two text files, in which '#' starts a comment.
//   .node  points dimension attributes markers; then for each: number x y z [attributes] [marker]
//   .ele   tetrahedra nodes_each attributes; then for each: number nodes [attributes]
// Numbers begin with 0 or 1, which the first point tells; attributes and markers are passed over,
// and of 10 nodes (second order) the first four are the corners.
#include "io/tet_private.h"

// a whole number of the line; `what` it is, in the sentence
static bool take_integer(rv_tet_reader* r, const char* what, int64_t* value) {
    rv_word word;
    if (!rv_reader_next_word(&r->in, &word))
        return rv_reader_fail_line(&r->in, "the line ends where %s must stand", what);
    return rv_word_integer(word, value)
           || rv_reader_fail_line(&r->in, "%s where %s must stand", rv_word_quoted(word).text,
                                  what);
}

// moves to the first word of the next line that has one
static bool next_filled_line(rv_tet_reader* r, const char* what, int64_t done, int64_t count) {
    rv_word word;
    rv_reader_next_line(&r->in);
    if (!rv_reader_any_word(&r->in, &word))
        return rv_reader_fail_line(&r->in, "the file ends after %lld of %lld %s", (long long)done,
                                   (long long)count, what);
    r->in.at = word.start;
    return true;
}

// The first line of a file: how many, and the number that must be one of two. A line of text has at
// least `line_bytes` bytes: more than fit into the file cannot be there.
static bool take_head(rv_tet_reader* r, const char* what, int line_bytes, int64_t* count) {
    rv_word word;
    r->in.comments = true;
    if (!rv_reader_any_word(&r->in, &word))
        return rv_reader_fail(&r->in, "has no line but comments");
    int64_t most = (r->in.end - r->in.start) / line_bytes;
    if (!rv_word_integer(word, count))
        return rv_reader_fail_line(&r->in, "%s where the number of %s must stand",
                                   rv_word_quoted(word).text, what);
    if (*count < 1 || *count > most)
        return rv_reader_fail_line(&r->in,
                                   "%s %s: must be at least 1, and the file has room for %lld",
                                   rv_word_shown(word).text, what, (long long)most);
    return true;
}

bool rv_tet_read_tetgen_nodes(rv_tet_reader* r) {
    int64_t count, dimension, tag;
    rv_vec3 position;
    // "1 0 0 0" and the end of the line
    if (!take_head(r, "points", 8, &count) || !take_integer(r, "the dimension", &dimension))
        return false;
    if (dimension != 3)
        return rv_reader_fail_line(&r->in, "dimension %lld: must be 3", (long long)dimension);
    if (!rv_tet_reserve_nodes(r, count))
        return false;
    for (int64_t i = 0; i < count; i++) {
        if (!next_filled_line(r, "points", i, count)
            || !take_integer(r, "the number of a point", &tag))
            return false;
        if (i == 0 && tag != 0 && tag != 1)
            return rv_reader_fail_line(&r->in, "first point %lld: must be 0 or 1", (long long)tag);
        if (i > 0 && tag != r->tags.data[0].tag + i)
            return rv_reader_fail_line(&r->in,
                                       "point %lld: must be %lld, the one after that before",
                                       (long long)tag, (long long)(r->tags.data[0].tag + i));
        if (!rv_reader_position(&r->in, "a point", &position) || !rv_tet_add_node(r, tag, position))
            return false;
    }
    return true;
}

static bool read_tet(rv_tet_reader* r) {
    int32_t corners[4];
    int64_t tag, first = r->tags.data[0].tag;
    if (!take_integer(r, "the number of a tetrahedron", &tag))
        return false;
    for (int i = 0; i < 4; i++) {
        if (!take_integer(r, "a corner of a tetrahedron", &tag))
            return false;
        corners[i] = rv_tet_find_node(r, tag);
        if (corners[i] < 0)
            return rv_reader_fail_line(
                &r->in, "point %lld of a tetrahedron: must be in [%lld, %lld]", (long long)tag,
                (long long)first, (long long)(first + r->nodes.count - 1));
    }
    return rv_tet_add_tet(r, corners);
}

bool rv_tet_read_tetgen_tets(rv_tet_reader* r) {
    int64_t count, each;
    // "1 1 2 3 4" and the end of the line
    if (!take_head(r, "tetrahedra", 10, &count) || !take_integer(r, "the nodes of each", &each))
        return false;
    if (each != 4 && each != 10)
        return rv_reader_fail_line(&r->in, "%lld nodes of each tetrahedron: must be 4 or 10",
                                   (long long)each);
    for (int64_t i = 0; i < count; i++)
        if (!next_filled_line(r, "tetrahedra", i, count) || !read_tet(r))
            return false;
    return true;
}
