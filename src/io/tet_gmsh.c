// gmsh (Geuzaine, Remacle 2009), versions 2.2 and 4.1: sections from $Name to $EndName, of which
// MeshFormat, PhysicalNames, Entities (4.1), Nodes and Elements are read and all others passed
// over. A binary file has text for $-lines, format and names, and (2.2) for counts; the rest are
// ints of 4 bytes and sizes and numbers of 8, in the order of bytes that the int 1 after the format
// tells.
#include "io/tet_gmsh.h"

#include <math.h>
#include <stdio.h>

enum { NAMES_MAX = 1000 };

// --- values -------------------------------------------------------------------------------------

static bool text_integer(rv_gmsh* g, const char* what, int64_t* value) {
    rv_word word;
    rv_reader* in = &g->r->in;
    if (!rv_reader_any_word(in, &word))
        return rv_reader_fail_line(in, "the file ends where %s must stand", what);
    return rv_word_integer(word, value)
           || rv_reader_fail_line(in, "%s where %s must stand", rv_word_quoted(word).text, what);
}

// bytes of a binary value; NULL: the file ends, told
static const char* take_bytes(rv_gmsh* g, int bytes, const char* what) {
    rv_reader* in = &g->r->in;
    in->last = in->at;
    if (in->end - in->at < bytes) {
        rv_reader_fail_line(in, "the file ends where %s must stand", what);
        return NULL;
    }
    in->at += bytes;
    return in->last;
}

bool rv_gmsh_int(rv_gmsh* g, const char* what, int64_t* value) {
    if (!g->binary)
        return text_integer(g, what, value);
    const char* bytes = take_bytes(g, 4, what);
    if (bytes == NULL)
        return false;
    *value = (int32_t)rv_bytes_u32(bytes, g->big_endian);
    return true;
}

bool rv_gmsh_size(rv_gmsh* g, const char* what, int64_t* value) {
    if (!g->binary)
        return text_integer(g, what, value);
    const char* bytes = take_bytes(g, 8, what);
    if (bytes == NULL)
        return false;
    uint64_t size = rv_bytes_u64(bytes, g->big_endian);
    *value = size < (uint64_t)INT64_MAX ? (int64_t)size : INT64_MAX;
    return true;
}

bool rv_gmsh_number(rv_gmsh* g, const char* what, double* value) {
    rv_word word;
    rv_reader* in = &g->r->in;
    if (!g->binary) {
        if (!rv_reader_any_word(in, &word))
            return rv_reader_fail_line(in, "the file ends where a %s must stand", what);
        return rv_reader_number(in, word, what, value);
    }
    const char* bytes = take_bytes(g, 8, "a coordinate");
    if (bytes == NULL)
        return false;
    uint64_t bits = rv_bytes_u64(bytes, g->big_endian);
    memcpy(value, &bits, sizeof bits);
    return isfinite(*value)
           || rv_reader_fail_line(in, "%s %g: must be a finite number", what, *value);
}

bool rv_gmsh_position(rv_gmsh* g, rv_vec3* position) {
    return rv_gmsh_number(g, "coordinate", &position->x)
           && rv_gmsh_number(g, "coordinate", &position->y)
           && rv_gmsh_number(g, "coordinate", &position->z);
}

bool rv_gmsh_count(rv_gmsh* g, const char* what, int text_bytes, int binary_bytes, int64_t* count) {
    rv_reader* in = &g->r->in;
    char sentence[64];
    snprintf(sentence, sizeof sentence, "the number of %s", what);
    if (g->version4 ? !rv_gmsh_size(g, sentence, count) : !text_integer(g, sentence, count))
        return false;
    // the last one of a text needs no end of its line
    int64_t left = in->end - in->at + 1;
    int64_t most = left / (g->binary ? binary_bytes : text_bytes);
    if (*count < 0 || *count > most)
        return rv_reader_fail_line(in,
                                   "%lld %s: must be at least 0, and the file has room for %lld",
                                   (long long)*count, what, (long long)most);
    if (!g->version4)
        rv_reader_next_line(in);
    return true;
}

// --- format and names ---------------------------------------------------------------------------

static bool read_byte_order(rv_gmsh* g) {
    rv_reader_next_line(&g->r->in);
    const char* one = take_bytes(g, 4, "the order of bytes");
    if (one == NULL)
        return false;
    g->big_endian = rv_bytes_u32(one, true) == 1;
    return g->big_endian || rv_bytes_u32(one, false) == 1
           || rv_reader_fail_line(&g->r->in, "the order of bytes: must be the int 1");
}

static bool read_format(rv_gmsh* g) {
    rv_word word;
    int64_t kind, size;
    rv_reader* in = &g->r->in;
    if (!rv_reader_any_word(in, &word))
        return rv_reader_fail_end(in, "version");
    g->version4 = rv_word_is(word, "4.1");
    if (!g->version4 && !rv_word_is(word, "2.2"))
        return rv_reader_fail_line(in, "version %s: must be 2.2 or 4.1", rv_word_quoted(word).text);
    if (!text_integer(g, "the kind of file", &kind) || !text_integer(g, "the size of data", &size))
        return false;
    if (kind != 0 && kind != 1)
        return rv_reader_fail_line(in, "kind of file %lld: must be 0 (text) or 1 (binary)",
                                   (long long)kind);
    if (size != 8)
        return rv_reader_fail_line(in, "size of data %lld: must be 8 bytes", (long long)size);
    g->known = true;
    g->binary = in->binary = kind == 1;
    return !g->binary || read_byte_order(g);
}

// a name in quotes, in what is left of the line
static bool read_name(rv_gmsh* g, rv_tet_set_name* name) {
    rv_reader* in = &g->r->in;
    const char* open = in->at;
    while (open < in->end && (*open == ' ' || *open == '\t'))
        open++;
    const char* close = open + 1;
    while (close < in->end && *close != '"' && *close != '\n' && *close != '\r')
        close++;
    if (open >= in->end || *open != '"' || close >= in->end || *close != '"')
        return rv_reader_fail_line(in, "a physical group: must have a name in quotes");
    size_t length = 0;
    for (const char* at = open + 1; at < close && length + 1 < sizeof name->text; at++)
        name->text[length++] = (unsigned char)*at < 0x20 || *at == 0x7f ? '?' : *at;
    name->text[length] = '\0';
    in->at = close + 1;
    return true;
}

// the set of a name, a new one if there is none yet; -1: no memory, told
static int set_of_name(rv_gmsh* g, const rv_tet_set_name* name) {
    rv_tet_reader* r = g->r;
    for (int i = 0; i < r->sets.count; i++)
        if (strcmp(r->sets.data[i].text, name->text) == 0)
            return i;
    if (!rv_array_room(&r->in.memory, &r->sets)) {
        rv_reader_fail(&r->in, "not enough memory for %d sets", r->sets.count + 1);
        return -1;
    }
    r->sets.data[r->sets.count] = *name;
    return r->sets.count++;
}

static bool read_names(rv_gmsh* g) {
    int64_t count;
    rv_tet_set_name name;
    rv_reader* in = &g->r->in;
    if (!text_integer(g, "the number of physical groups", &count))
        return false;
    if (count < 0 || count > NAMES_MAX - g->groups.count)
        return rv_reader_fail_line(in, "%lld physical groups: must be at most %d", (long long)count,
                                   NAMES_MAX);
    for (int64_t i = 0; i < count; i++) {
        rv_gmsh_group group = {0};
        if (!text_integer(g, "the dimension of a group", &group.dimension)
            || !text_integer(g, "the number of a group", &group.tag) || !read_name(g, &name))
            return false;
        group.set = set_of_name(g, &name);
        if (group.set < 0)
            return false;
        if (!rv_array_room(&in->memory, &g->groups))
            return rv_reader_fail(in, "not enough memory for %d groups", g->groups.count + 1);
        g->groups.data[g->groups.count++] = group;
    }
    return true;
}

int rv_gmsh_set(const rv_gmsh* g, int64_t dimension, int64_t tag) {
    for (int i = 0; i < g->groups.count; i++)
        if (g->groups.data[i].tag == tag && g->groups.data[i].dimension == dimension)
            return g->groups.data[i].set;
    return -1;
}

// --- sections -----------------------------------------------------------------------------------

// past the line "$EndName" of a section that is not read
static bool skip_section(rv_gmsh* g, rv_word name) {
    rv_reader* in = &g->r->in;
    static const char end[] = "$End";
    const ptrdiff_t head = sizeof end - 1, tail = name.length - 1;
    for (const char* at = in->at; in->end - at >= head + tail; at++) {
        in->line += *at == '\n';
        if (*at != '$' || memcmp(at, end, (size_t)head) != 0
            || memcmp(at + head, name.start + 1, (size_t)tail) != 0)
            continue;
        in->at = at + head + tail;
        return true;
    }
    return rv_reader_fail(in, "section %s has no end", rv_word_quoted(name).text);
}

static bool word_equals(rv_word word, const char* text) {
    return strlen(text) == (size_t)word.length && memcmp(word.start, text, strlen(text)) == 0;
}

// the line "$EndName"
static bool expect_end(rv_gmsh* g, const char* name) {
    rv_word word;
    char end[32];
    rv_reader* in = &g->r->in;
    snprintf(end, sizeof end, "$End%s", name + 1);
    if (!rv_reader_any_word(in, &word))
        return rv_reader_fail_end(in, end);
    return word_equals(word, end)
           || rv_reader_fail_line(in, "%s where '%s' must stand", rv_word_quoted(word).text, end);
}

enum { FORMAT, NAMES, ENTITIES, NODES, ELEMENTS, SECTIONS };

// may this section stand here?
static bool section_fits(rv_gmsh* g, int section, const char* name) {
    rv_reader* in = &g->r->in;
    const bool have[SECTIONS] = {
        [FORMAT] = g->known, [NODES] = g->has_nodes, [ELEMENTS] = g->has_elements};
    if (have[section])
        return rv_reader_fail_line(in, "a second %s: must be one", name);
    if (section != FORMAT && !g->known)
        return rv_reader_fail_line(in, "%s before $MeshFormat: must come after it", name);
    if (section == ENTITIES && !g->version4)
        return rv_reader_fail_line(in, "$Entities in version 2.2: must be 4.1");
    if (section == ELEMENTS && !g->has_nodes)
        return rv_reader_fail_line(in, "$Elements before $Nodes: must come after them");
    return true;
}

static bool read_section(rv_gmsh* g, rv_word name) {
    static const struct {
        const char* name;
        bool (*read)(rv_gmsh* g);
    } sections[SECTIONS] = {
        [FORMAT] = {"$MeshFormat", read_format},           [NAMES] = {"$PhysicalNames", read_names},
        [ENTITIES] = {"$Entities", rv_gmsh_read_entities}, [NODES] = {"$Nodes", rv_gmsh_read_nodes},
        [ELEMENTS] = {"$Elements", rv_gmsh_read_elements},
    };
    rv_reader* in = &g->r->in;
    for (int i = 0; i < SECTIONS; i++) {
        if (!word_equals(name, sections[i].name))
            continue;
        if (!section_fits(g, i, sections[i].name))
            return false;
        rv_reader_next_line(in);
        return sections[i].read(g) && expect_end(g, sections[i].name);
    }
    return skip_section(g, name);
}

static bool read_sections(rv_gmsh* g) {
    rv_word word;
    rv_reader* in = &g->r->in;
    while (rv_reader_any_word(in, &word)) {
        if (word.length < 2 || *word.start != '$')
            return rv_reader_fail_line(in, "%s where a section, like $Nodes, must begin",
                                       rv_word_quoted(word).text);
        if (!read_section(g, word))
            return false;
    }
    if (!g->known)
        return rv_reader_fail(in, "has no section $MeshFormat: is no gmsh file");
    if (!g->has_nodes)
        return rv_reader_fail(in, "has no section $Nodes");
    return g->has_elements || rv_reader_fail(in, "has no section $Elements");
}

bool rv_tet_read_gmsh(rv_tet_reader* r) {
    rv_gmsh g = {.r = r};
    bool good = read_sections(&g);
    rv_array_free(&r->in.memory, &g.groups);
    rv_array_free(&r->in.memory, &g.entities);
    rv_array_free(&r->in.memory, &g.entity_sets);
    return good;
}
