// The parts of a gmsh file, the same in text and binary but for the elements of 2.2:
//   2.2  Nodes     count; number x y z
//        Elements  count; text: number type tags tag... node...; binary: groups of type, how many,
//                  tags, then for each number tag... node...; the first tag is the physical group
//   4.1  Entities  points, curves, surfaces, volumes; for each its tag, place or bounds, physical
//                  groups, and (but points) what bounds it
//        Nodes     blocks nodes lowest highest; for each block dimension entity parametric count,
//                  all numbers, then all places, with as many parameters as dimensions if
//                  parametric
//        Elements  blocks elements lowest highest; for each block dimension entity type count, then
//                  number node... for each
#include "io/tet_gmsh.h"

#include <stdlib.h>

enum {
    NODES_MOST = 56,       // of an element
    ENTITY_GROUPS_MAX = 16 // named ones of one entity, so that memory stays within the file's size
};

// --- nodes --------------------------------------------------------------------------------------

static bool read_nodes_2(rv_gmsh* g) {
    int64_t count, tag;
    rv_vec3 position;
    // "1 0 0 0" and an end of line; an int and three numbers
    if (!rv_gmsh_count(g, "nodes", 8, 28, &count) || !rv_tet_reserve_nodes(g->r, count))
        return false;
    for (int64_t i = 0; i < count; i++)
        if (!rv_gmsh_int(g, "the number of a node", &tag) || !rv_gmsh_position(g, &position)
            || !rv_tet_add_node(g->r, tag, position))
            return false;
    return true;
}

// a block of nodes: its numbers, then its places
static bool read_node_block(rv_gmsh* g, int64_t left) {
    rv_tet_reader* r = g->r;
    int64_t dimension, entity, parametric, count, tag;
    double parameter;
    if (!rv_gmsh_int(g, "the dimension of an entity", &dimension)
        || !rv_gmsh_int(g, "the tag of an entity", &entity)
        || !rv_gmsh_int(g, "0 or 1 (parametric)", &parametric)
        || !rv_gmsh_count(g, "nodes of a block", 8, 32, &count))
        return false;
    if (dimension < 0 || dimension > 3)
        return rv_reader_fail_line(&r->in, "dimension %lld of an entity: must be in [0, 3]",
                                   (long long)dimension);
    if (count > left)
        return rv_reader_fail_line(&r->in, "%lld nodes of a block: only %lld of all are left",
                                   (long long)count, (long long)left);
    int first = r->nodes.count;
    for (int64_t i = 0; i < count; i++)
        if (!rv_gmsh_size(g, "the number of a node", &tag)
            || !rv_tet_add_node(r, tag, (rv_vec3){0.0, 0.0, 0.0}))
            return false;
    for (int64_t i = 0; i < count; i++) {
        if (!rv_gmsh_position(g, &r->nodes.data[first + i]))
            return false;
        for (int64_t k = 0; parametric != 0 && k < dimension; k++)
            if (!rv_gmsh_number(g, "parameter", &parameter))
                return false;
    }
    return true;
}

// what stands at the head of nodes and elements: how many blocks and how many in all
static bool read_head_4(rv_gmsh* g, const char* what, int text_bytes, int binary_bytes,
                        int64_t* blocks, int64_t* count) {
    int64_t lowest, highest;
    // a block has four values, even if it is empty
    return rv_gmsh_count(g, "blocks", 8, 20, blocks)
           && rv_gmsh_count(g, what, text_bytes, binary_bytes, count)
           && rv_gmsh_size(g, "the lowest number", &lowest)
           && rv_gmsh_size(g, "the highest number", &highest);
}

static bool read_nodes_4(rv_gmsh* g) {
    int64_t blocks, count;
    if (!read_head_4(g, "nodes", 8, 32, &blocks, &count) || !rv_tet_reserve_nodes(g->r, count))
        return false;
    for (int64_t i = 0; i < blocks; i++)
        if (!read_node_block(g, count - g->r->nodes.count))
            return false;
    return g->r->nodes.count == count
           || rv_reader_fail_line(&g->r->in, "%d nodes in all blocks: must be %lld",
                                  g->r->nodes.count, (long long)count);
}

bool rv_gmsh_read_nodes(rv_gmsh* g) {
    g->has_nodes = true;
    return (g->version4 ? read_nodes_4(g) : read_nodes_2(g)) && rv_tet_end_nodes(g->r);
}

// --- entities -----------------------------------------------------------------------------------

// passes over so many numbers
static bool skip_numbers(rv_gmsh* g, int count) {
    double number;
    for (int i = 0; i < count; i++)
        if (!rv_gmsh_number(g, "bound", &number))
            return false;
    return true;
}

// physical groups, signed by how they are turned
static bool read_entity_groups(rv_gmsh* g, rv_gmsh_entity* entity) {
    rv_memory* memory = &g->r->in.memory;
    int64_t count, tag;
    if (!rv_gmsh_count(g, "physical groups", 2, 4, &count))
        return false;
    entity->first = g->entity_sets.count;
    for (int64_t i = 0; i < count; i++) {
        if (!rv_gmsh_int(g, "a physical group", &tag))
            return false;
        int set = rv_gmsh_set(g, entity->dimension, tag < 0 ? -tag : tag);
        if (set < 0)
            continue;
        if (entity->count == ENTITY_GROUPS_MAX)
            return rv_reader_fail_line(&g->r->in, "an entity in more than %d named groups",
                                       ENTITY_GROUPS_MAX);
        if (!rv_array_room(memory, &g->entity_sets))
            return rv_reader_fail(&g->r->in, "not enough memory for entities");
        g->entity_sets.data[g->entity_sets.count++] = set;
        entity->count++;
    }
    return true;
}

static bool read_entity(rv_gmsh* g, int dimension) {
    rv_gmsh_entity entity = {.dimension = dimension};
    int64_t bounds, bound;
    if (!rv_gmsh_int(g, "the tag of an entity", &entity.tag)
        || !skip_numbers(g, dimension == 0 ? 3 : 6) || !read_entity_groups(g, &entity))
        return false;
    if (dimension > 0) {
        if (!rv_gmsh_count(g, "bounding entities", 2, 4, &bounds))
            return false;
        for (int64_t i = 0; i < bounds; i++)
            if (!rv_gmsh_int(g, "a bounding entity", &bound))
                return false;
    }
    if (entity.count == 0)
        return true;
    if (!rv_array_room(&g->r->in.memory, &g->entities))
        return rv_reader_fail(&g->r->in, "not enough memory for entities");
    g->entities.data[g->entities.count++] = entity;
    return true;
}

static int compare_entities(const void* first, const void* second) {
    const rv_gmsh_entity *a = first, *b = second;
    if (a->dimension != b->dimension)
        return a->dimension < b->dimension ? -1 : 1;
    return a->tag < b->tag ? -1 : a->tag > b->tag;
}

bool rv_gmsh_read_entities(rv_gmsh* g) {
    int64_t counts[4];
    for (int i = 0; i < 4; i++)
        if (!rv_gmsh_count(g, "entities", 10, 36, &counts[i]))
            return false;
    for (int dimension = 0; dimension < 4; dimension++)
        for (int64_t i = 0; i < counts[dimension]; i++)
            if (!read_entity(g, dimension))
                return false;
    if (g->entities.count > 0)
        qsort(g->entities.data, (size_t)g->entities.count, sizeof *g->entities.data,
              compare_entities);
    return true;
}

// --- elements -----------------------------------------------------------------------------------

// dimension and nodes of the types of elements, by their number; 0 nodes: unknown
typedef struct element_type {
    int dimension;
    int nodes;
} element_type;

static element_type type_of(int64_t type) {
    static const element_type types[32] = {
        {0, 0},  {1, 2},  {2, 3},  {2, 4},  {3, 4},  {3, 8},  {3, 6},  {3, 5},
        {1, 3},  {2, 6},  {2, 9},  {3, 10}, {3, 27}, {3, 18}, {3, 14}, {0, 1},
        {2, 8},  {3, 20}, {3, 15}, {3, 13}, {2, 9},  {2, 10}, {2, 12}, {2, 15},
        {2, 15}, {2, 21}, {1, 4},  {1, 5},  {1, 6},  {3, 20}, {3, 35}, {3, 56}};
    return type >= 0 && type < 32 ? types[type] : (element_type){0, 0};
}

// of any order: the corners come first
static bool is_tet(int64_t type) {
    return type == 4 || type == 11 || (type >= 29 && type <= 31);
}

static bool type_is_allowed(rv_gmsh* g, int64_t type) {
    if (type_of(type).nodes == 0)
        return rv_reader_fail_line(&g->r->in, "element type %lld: is not known", (long long)type);
    if (type_of(type).dimension == 3 && !is_tet(type))
        return rv_reader_fail_line(
            &g->r->in, "element type %lld: must be tetrahedra (4 or 11), or no solid elements",
            (long long)type);
    return true;
}

// an element of several groups stands several times in version 2.2, one after the other
static bool is_last_tet(const rv_tet_reader* r, const int32_t corners[4]) {
    return r->tets.count >= 4
           && memcmp(&r->tets.data[r->tets.count - 4], corners, 4 * sizeof *corners) == 0;
}

// the nodes of an element, which is in so many sets
static bool read_element_nodes(rv_gmsh* g, int64_t type, const int* sets, int set_count) {
    rv_tet_reader* r = g->r;
    int32_t nodes[NODES_MOST];
    int64_t tag;
    int count = type_of(type).nodes;
    for (int i = 0; i < count; i++) {
        if (g->version4 ? !rv_gmsh_size(g, "a node of an element", &tag)
                        : !rv_gmsh_int(g, "a node of an element", &tag))
            return false;
        nodes[i] = rv_tet_find_node(r, tag);
        if (nodes[i] < 0)
            return rv_reader_fail_line(&r->in, "node %lld of an element: is not in $Nodes",
                                       (long long)tag);
        for (int k = 0; k < set_count; k++)
            if (!rv_tet_add_member(r, sets[k], nodes[i]))
                return false;
    }
    return !is_tet(type) || is_last_tet(r, nodes) || rv_tet_add_tet(r, nodes);
}

// 2.2: tags and nodes of an element
static bool read_element_2(rv_gmsh* g, int64_t type, int64_t tags) {
    int64_t tag, group = 0;
    for (int64_t i = 0; i < tags; i++) {
        if (!rv_gmsh_int(g, "a tag of an element", &tag))
            return false;
        group = i == 0 ? tag : group;
    }
    int set = group != 0 ? rv_gmsh_set(g, type_of(type).dimension, group) : -1;
    return read_element_nodes(g, type, &set, set >= 0);
}

static bool read_elements_2(rv_gmsh* g) {
    int64_t count, number, type, tags, alike = 1;
    // "1 15 0 1" and an end of line; a point has two ints, without its head
    if (!rv_gmsh_count(g, "elements", 9, 8, &count))
        return false;
    for (int64_t i = 0; i < count;) {
        if (!g->binary && !rv_gmsh_int(g, "the number of an element", &number))
            return false;
        if (!rv_gmsh_int(g, "the type of an element", &type) || !type_is_allowed(g, type)
            || (g->binary && !rv_gmsh_int(g, "how many elements are alike", &alike))
            || !rv_gmsh_int(g, "the number of tags", &tags))
            return false;
        if (alike < 1 || alike > count - i || tags < 0)
            return rv_reader_fail_line(&g->r->in,
                                       "%lld elements with %lld tags: must be in [1, %lld], >= 0",
                                       (long long)alike, (long long)tags, (long long)(count - i));
        for (int64_t k = 0; k < alike; k++, i++)
            if ((g->binary && !rv_gmsh_int(g, "the number of an element", &number))
                || !read_element_2(g, type, tags))
                return false;
    }
    return true;
}

// takes the elements of the block off those that are left
static bool read_element_block(rv_gmsh* g, int64_t* left) {
    rv_gmsh_entity key = {0};
    int64_t type, count, number;
    if (!rv_gmsh_int(g, "the dimension of an entity", &key.dimension)
        || !rv_gmsh_int(g, "the tag of an entity", &key.tag)
        || !rv_gmsh_int(g, "the type of elements", &type) || !type_is_allowed(g, type)
        || !rv_gmsh_count(g, "elements of a block", 4, 16, &count))
        return false;
    if (count > *left)
        return rv_reader_fail_line(&g->r->in, "%lld elements of a block: only %lld of all are left",
                                   (long long)count, (long long)*left);
    *left -= count;
    const rv_gmsh_entity* entity = NULL;
    if (g->entities.count > 0)
        entity = bsearch(&key, g->entities.data, (size_t)g->entities.count,
                         sizeof *g->entities.data, compare_entities);
    const int* sets = entity != NULL ? &g->entity_sets.data[entity->first] : NULL;
    for (int64_t i = 0; i < count; i++)
        if (!rv_gmsh_size(g, "the number of an element", &number)
            || !read_element_nodes(g, type, sets, entity != NULL ? entity->count : 0))
            return false;
    return true;
}

static bool read_elements_4(rv_gmsh* g) {
    int64_t blocks, count;
    // "1 1" and an end of line: a point; its number and that of its node
    if (!read_head_4(g, "elements", 4, 16, &blocks, &count))
        return false;
    int64_t left = count;
    for (int64_t i = 0; i < blocks; i++)
        if (!read_element_block(g, &left))
            return false;
    return left == 0
           || rv_reader_fail_line(&g->r->in, "%lld elements in all blocks: must be %lld",
                                  (long long)(count - left), (long long)count);
}

bool rv_gmsh_read_elements(rv_gmsh* g) {
    g->has_elements = true;
    return g->version4 ? read_elements_4(g) : read_elements_2(g);
}
