// Tetrahedral meshes from files and from memory: tells the format by the ending of the name, lets
// the reader of the format work through all bytes, leaves out nodes that no tetrahedron names,
// turns a mesh round that is inverted as a whole, and hands over arrays that are as long as they
// are full.
#include "io/tet_private.h"

#include "model/tet_mesh.h"
#include "model/tet_surface.h"

#include <stdio.h>
#include <stdlib.h>

// --- the mesh while it grows --------------------------------------------------------------------

static bool fail_memory(rv_tet_reader* r) {
    return rv_reader_fail(&r->in, "not enough memory for %d nodes and %d tetrahedra",
                          r->nodes.count, r->tets.count / 4);
}

bool rv_tet_reserve_nodes(rv_tet_reader* r, int64_t count) {
    int64_t needed = r->nodes.count + count;
    return (needed <= INT32_MAX && rv_array_reserve(&r->in.memory, &r->nodes, (int)needed)
            && rv_array_reserve(&r->in.memory, &r->tags, (int)needed))
           || fail_memory(r);
}

bool rv_tet_add_node(rv_tet_reader* r, int64_t tag, rv_vec3 position) {
    if (!rv_tet_reserve_nodes(r, 1))
        return false;
    r->tags.data[r->tags.count++] = (rv_tet_tag){tag, r->nodes.count};
    r->nodes.data[r->nodes.count++] = position;
    return true;
}

static int compare_tags(const void* first, const void* second) {
    const rv_tet_tag *a = first, *b = second;
    if (a->tag != b->tag)
        return a->tag < b->tag ? -1 : 1;
    return a->node - b->node;
}

bool rv_tet_end_nodes(rv_tet_reader* r) {
    bool ascending = true;
    for (int i = 1; i < r->tags.count && ascending; i++)
        ascending = r->tags.data[i - 1].tag < r->tags.data[i].tag;
    if (ascending)
        return true;
    qsort(r->tags.data, (size_t)r->tags.count, sizeof *r->tags.data, compare_tags);
    for (int i = 1; i < r->tags.count; i++)
        if (r->tags.data[i - 1].tag == r->tags.data[i].tag)
            return rv_reader_fail(&r->in, "two nodes have the number %lld: must be different",
                                  (long long)r->tags.data[i].tag);
    return true;
}

int32_t rv_tet_find_node(const rv_tet_reader* r, int64_t tag) {
    int low = 0, high = r->tags.count;
    // mostly they are numbered without gaps
    if (high > 0 && tag >= r->tags.data[0].tag && tag - r->tags.data[0].tag < high) {
        const rv_tet_tag* guess = &r->tags.data[tag - r->tags.data[0].tag];
        if (guess->tag == tag)
            return guess->node;
    }
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (r->tags.data[middle].tag < tag)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->tags.count && r->tags.data[low].tag == tag ? r->tags.data[low].node : -1;
}

bool rv_tet_add_tet(rv_tet_reader* r, const int32_t corners[4]) {
    if (r->tets.count / 4 >= RV_TETS_MAX)
        return rv_reader_fail(&r->in, "more than %d tetrahedra", RV_TETS_MAX);
    if (!rv_array_reserve(&r->in.memory, &r->tets, r->tets.count + 4))
        return fail_memory(r);
    memcpy(&r->tets.data[r->tets.count], corners, 4 * sizeof *corners);
    r->tets.count += 4;
    return true;
}

bool rv_tet_add_member(rv_tet_reader* r, int set, int32_t node) {
    if (!rv_array_room(&r->in.memory, &r->members))
        return fail_memory(r);
    r->members.data[r->members.count++] = (rv_tet_member){set, node};
    return true;
}

static void reader_free(rv_tet_reader* r) {
    rv_array_free(&r->in.memory, &r->nodes);
    rv_array_free(&r->in.memory, &r->tags);
    rv_array_free(&r->in.memory, &r->tets);
    rv_array_free(&r->in.memory, &r->sets);
    rv_array_free(&r->in.memory, &r->members);
}

// --- handing over -------------------------------------------------------------------------------

// moves nodes that are named by a tetrahedron up; `moved` says where each went, or -1
static void leave_out_unused(rv_tet_reader* r, int32_t* moved) {
    for (int i = 0; i < r->nodes.count; i++)
        moved[i] = -1;
    for (int i = 0; i < r->tets.count; i++)
        moved[r->tets.data[i]] = 0;
    int count = 0;
    for (int i = 0; i < r->nodes.count; i++) {
        if (moved[i] < 0)
            continue;
        r->nodes.data[count] = r->nodes.data[i];
        moved[i] = count++;
    }
    r->nodes.count = count;
    for (int i = 0; i < r->tets.count; i++)
        r->tets.data[i] = moved[r->tets.data[i]];
    int kept = 0;
    for (int i = 0; i < r->members.count; i++) {
        rv_tet_member member = r->members.data[i];
        member.node = moved[member.node];
        if (member.node >= 0)
            r->members.data[kept++] = member;
    }
    r->members.count = kept;
}

static void turn_round_if_all_inverted(rv_tet_mesh* mesh) {
    for (int t = 0; t < mesh->tet_count; t++)
        if (!(rv_tet_volume6(mesh->nodes, &mesh->tets[4 * t]) < 0.0))
            return;
    for (int t = 0; t < mesh->tet_count; t++) {
        int32_t* corners = &mesh->tets[4 * t];
        int32_t last = corners[3];
        corners[3] = corners[2];
        corners[2] = last;
    }
}

// sets from members sorted by set and node
static bool add_sets(const rv_tet_reader* r, const int32_t* order, int32_t* nodes,
                     rv_tet_mesh* out) {
    int next = 0;
    for (int set = 0; set < r->sets.count; set++) {
        int count = 0;
        for (; next < r->members.count && r->members.data[order[next]].set == set; next++) {
            int32_t node = r->members.data[order[next]].node;
            if (count == 0 || nodes[count - 1] != node)
                nodes[count++] = node;
        }
        if (count > 0 && !rv_tet_mesh_add_set(out, r->sets.data[set].text, nodes, count))
            return false;
    }
    return true;
}

static bool make_sets(rv_tet_reader* r, rv_tet_mesh* out) {
    int count = r->members.count;
    int keys = out->node_count > r->sets.count ? out->node_count : r->sets.count;
    size_t words = 2 * (size_t)count + (size_t)keys + 1;
    int32_t* order = rv_memory_allocate(&r->in.memory, words * sizeof *order);
    if (order == NULL)
        return fail_memory(r);
    for (int i = 0; i < count; i++)
        order[i] = i;
    int32_t* scratch = order + count;
    int32_t* starts = scratch + count;
    if (count > 0) {
        rv_sort_stable(order, count, &r->members.data->node, 2, out->node_count, starts, scratch);
        rv_sort_stable(order, count, &r->members.data->set, 2, r->sets.count, starts, scratch);
    }
    // a set has at most as many nodes as there are members
    bool good = add_sets(r, order, scratch, out) || fail_memory(r);
    rv_memory_release(&r->in.memory, order, words * sizeof *order);
    return good;
}

static bool hand_over(rv_tet_reader* r, rv_tet_mesh* out) {
    if (r->tets.count == 0)
        return rv_reader_fail(&r->in, "has no tetrahedra: must have at least one");
    size_t bytes = (size_t)r->nodes.count * sizeof(int32_t);
    int32_t* moved = rv_memory_allocate(&r->in.memory, bytes);
    if (moved == NULL)
        return fail_memory(r);
    leave_out_unused(r, moved);
    rv_memory_release(&r->in.memory, moved, bytes);
    if (!rv_tet_mesh_reserve(out, r->nodes.count, r->tets.count / 4))
        return fail_memory(r);
    memcpy(out->nodes, r->nodes.data, (size_t)r->nodes.count * sizeof *out->nodes);
    memcpy(out->tets, r->tets.data, (size_t)r->tets.count * sizeof *out->tets);
    turn_round_if_all_inverted(out);
    return make_sets(r, out);
}

// --- reading ------------------------------------------------------------------------------------

enum { ERROR_BYTES = sizeof((rv_tet_mesh*)NULL)->error };

static rv_tet_reader begin(const char* name, char* error, rv_tet_mesh* out) {
    rv_tet_mesh_free(out);
    error[0] = '\0';
    return (rv_tet_reader){.in = {.name = name,
                                  .memory = rv_memory_make(out->allocator),
                                  .error = error,
                                  .error_bytes = ERROR_BYTES}};
}

static bool end(rv_tet_reader* r, bool good, rv_tet_mesh* out) {
    good = good && hand_over(r, out);
    reader_free(r);
    return good || rv_tet_mesh_fail(out, "%s", r->in.error);
}

static bool read_gmsh(void* reader) {
    return rv_tet_read_gmsh(reader);
}

static bool read_tetgen_nodes(void* reader) {
    return rv_tet_read_tetgen_nodes(reader);
}

static bool read_tetgen_tets(void* reader) {
    return rv_tet_read_tetgen_tets(reader);
}

bool rv_tet_file_parse_gmsh(const void* data, size_t bytes, rv_tet_mesh* out) {
    char error[ERROR_BYTES];
    rv_tet_reader reader = begin(NULL, error, out);
    rv_reader_begin(&reader.in, data, bytes);
    return end(&reader, rv_reader_run(&reader.in, read_gmsh, &reader), out);
}

bool rv_tet_file_parse_tetgen(const void* nodes, size_t node_bytes, const void* tets,
                              size_t tet_bytes, rv_tet_mesh* out) {
    char error[ERROR_BYTES];
    rv_tet_reader reader = begin(".node", error, out);
    rv_reader_begin(&reader.in, nodes, node_bytes);
    bool good = rv_reader_run(&reader.in, read_tetgen_nodes, &reader);
    if (good) {
        reader.in.name = ".ele";
        rv_reader_begin(&reader.in, tets, tet_bytes);
        good = rv_reader_run(&reader.in, read_tetgen_tets, &reader);
    }
    return end(&reader, good, out);
}

static bool load_and_run(rv_tet_reader* r, const char* name, rv_reader_work* work) {
    rv_file_bytes bytes;
    r->in.name = name;
    bool good = rv_reader_load(&r->in, &bytes) && rv_reader_run(&r->in, work, r);
    rv_file_bytes_free(&r->in.memory, &bytes);
    return good;
}

// the path with another ending
static char* sibling(rv_memory* memory, const char* path, size_t ending, const char* other) {
    size_t stem = strlen(path) - ending, bytes = stem + strlen(other) + 1;
    char* name = rv_memory_allocate(memory, bytes);
    if (name != NULL)
        snprintf(name, bytes, "%.*s%s", (int)stem, path, other);
    return name;
}

static bool read_tetgen(rv_tet_reader* r, const char* path, bool nodes_named) {
    char* beside = nodes_named ? sibling(&r->in.memory, path, strlen(".node"), ".ele")
                               : sibling(&r->in.memory, path, strlen(".ele"), ".node");
    if (beside == NULL)
        return rv_reader_fail(&r->in, "not enough memory");
    bool good = load_and_run(r, nodes_named ? path : beside, read_tetgen_nodes)
                && load_and_run(r, nodes_named ? beside : path, read_tetgen_tets);
    // what is wrong from here on is said of the file that was asked for
    r->in.name = path;
    rv_memory_release(&r->in.memory, beside, strlen(beside) + 1);
    return good;
}

bool rv_tet_file_read(const char* path, rv_tet_mesh* out) {
    static const char* const endings[] = {".msh", ".node", ".ele"};
    char error[ERROR_BYTES];
    rv_tet_reader reader = begin(path, error, out);
    int format = rv_name_ending(path, endings, 3);
    bool good = format < 0 ? rv_reader_fail(&reader.in, "is no mesh of tetrahedra: its name must "
                                                        "end in .msh, .node or .ele")
                : format == 0 ? load_and_run(&reader, path, read_gmsh)
                              : read_tetgen(&reader, path, format == 1);
    return end(&reader, good, out);
}
