// The pattern sink: appends what it is told; on lack of memory it remembers that and goes on.
#include "model/pattern.h"

void rv_pattern_clear(rv_pattern_sink* sink, const rv_world* world, rv_memory* memory) {
    sink->world = world;
    sink->memory = memory;
    sink->group_size.count = sink->group_first.count = sink->group_anchored.count = 0;
    sink->group_soft.count = sink->group_label.count = sink->reference_block.count =
        sink->pairs.count = 0;
    sink->reference_dof_first.count = sink->reference_dof.count = 0;
    sink->stiffness.count = 0;
    sink->bundle_count = 0;
    sink->row_count = sink->loose_rows = sink->loose_references = sink->loose_terms = 0;
    sink->largest_set = 0;
    sink->has_moving_dofs = false;
    sink->failed = false;
}

void rv_pattern_free(rv_memory* memory, rv_pattern_sink* sink) {
    rv_array_free(memory, &sink->group_size);
    rv_array_free(memory, &sink->group_first);
    rv_array_free(memory, &sink->group_anchored);
    rv_array_free(memory, &sink->group_soft);
    rv_array_free(memory, &sink->group_label);
    rv_array_free(memory, &sink->reference_block);
    rv_array_free(memory, &sink->pairs);
    rv_array_free(memory, &sink->reference_dof_first);
    rv_array_free(memory, &sink->reference_dof);
    rv_array_free(memory, &sink->stiffness);
}

static int block_of(const rv_pattern_sink* sink, int32_t body) {
    return body < 0 ? -1 : sink->world->bodies.data[body].block;
}

// there is room; what dofs it has are added behind it
static void add_reference(rv_pattern_sink* sink, int block) {
    sink->reference_dof_first.data[sink->reference_dof_first.count++] = sink->reference_dof.count;
    sink->reference_block.data[sink->reference_block.count++] = block;
}

void rv_pattern_group(rv_pattern_sink* sink, int rows, const int32_t* bodies, int count,
                      int solver_group) {
    rv_memory* m = sink->memory;
    if (!rv_array_room(m, &sink->group_size) || !rv_array_room(m, &sink->group_first)
        || !rv_array_room(m, &sink->group_anchored) || !rv_array_room(m, &sink->group_soft)
        || !rv_array_room(m, &sink->group_label)
        || !rv_array_reserve(m, &sink->reference_block, sink->reference_block.count + count)
        || !rv_array_reserve(m, &sink->reference_dof_first,
                             sink->reference_dof_first.count + count + 1)) {
        sink->failed = true;
        return;
    }
    int anchored = 0;
    sink->group_first.data[sink->group_first.count++] = sink->reference_block.count;
    for (int i = 0; i < count; i++) {
        int block = block_of(sink, bodies[i]);
        if (block >= 0)
            add_reference(sink, block);
        else
            anchored = 1;
    }
    sink->group_size.data[sink->group_size.count++] = rows;
    sink->group_anchored.data[sink->group_anchored.count++] = anchored;
    sink->group_soft.data[sink->group_soft.count++] = RV_KKT_HARD;
    sink->group_label.data[sink->group_label.count++] = solver_group;
    sink->row_count += rows;
    if (rows * count > sink->largest_set)
        sink->largest_set = rows * count;
}

// dofs of one more block of the last group, which has room for the reference
static void add_part(rv_pattern_sink* sink, int block, const int* dofs, int count) {
    if (!rv_array_reserve(sink->memory, &sink->reference_dof, sink->reference_dof.count + count)) {
        sink->failed = true;
        return;
    }
    add_reference(sink, block);
    for (int k = 0; k < count; k++)
        sink->reference_dof.data[sink->reference_dof.count++] = dofs[k];
}

void rv_pattern_own_group(rv_pattern_sink* sink, const int* dofs, int count, int32_t body,
                          int solver_group) {
    int groups = sink->group_size.count;
    // with room for one reference more
    rv_pattern_group(sink, count, (const int32_t[]){body, -1}, 2, solver_group);
    if (sink->group_size.count == groups)
        return;
    sink->group_anchored.data[groups] = 0;
    add_part(sink, sink->own_block, dofs, count);
}

void rv_pattern_reaching_group(rv_pattern_sink* sink, int rows, const int32_t* bodies,
                               int body_count, const rv_pattern_part* parts, int count,
                               int solver_group) {
    enum { PARTS_MAX = 4 };
    int32_t all[2 * PARTS_MAX] = {0};
    int anchored = 0, groups = sink->group_size.count;
    for (int k = 0; k < body_count + count; k++)
        all[k] = k < body_count ? bodies[k] : -1;
    for (int k = 0; k < body_count; k++)
        anchored |= block_of(sink, bodies[k]) < 0;
    const rv_world* world = sink->world;
    rv_pattern_group(sink, rows, all, body_count + count, solver_group);
    if (sink->group_size.count == groups)
        return;
    sink->group_anchored.data[groups] = anchored;
    sink->has_moving_dofs = true;
    for (int k = 0; k < count; k++) {
        int block = world->block_substructure.count - 1;
        while (block > 0 && world->block_substructure.data[block] != parts[k].block)
            block--;
        add_part(sink, block, parts[k].dofs, parts[k].count);
    }
}

void rv_pattern_joint_group(rv_pattern_sink* sink, const int32_t bodies[2], int solver_group) {
    enum { ROWS = 6 };
    int group = sink->group_soft.count;
    rv_pattern_group(sink, ROWS, bodies, 2, solver_group);
    if (sink->group_soft.count > group)
        sink->group_soft.data[group] = RV_KKT_JOINT;
}

void rv_pattern_loose(rv_pattern_sink* sink, int rows, int body_count, int terms) {
    sink->loose_rows += rows;
    sink->loose_references += rows * body_count;
    sink->loose_terms += terms;
    if (rows * body_count > sink->largest_set)
        sink->largest_set = rows * body_count;
}

void rv_pattern_stiffness(rv_pattern_sink* sink, const int32_t bodies[2], bool coupled) {
    rv_memory* m = sink->memory;
    if (!rv_array_room(m, &sink->stiffness)
        || !rv_array_reserve(m, &sink->pairs, sink->pairs.count + 2)) {
        sink->failed = true;
        return;
    }
    rv_stiffness* k = &sink->stiffness.data[sink->stiffness.count++];
    *k = (rv_stiffness){.block = {block_of(sink, bodies[0]), block_of(sink, bodies[1])},
                        .pair = -1,
                        .bundle = -1,
                        .is_span = coupled};
    if (!coupled || k->block[0] < 0 || k->block[1] < 0)
        return;
    k->pair = sink->pairs.count / 2;
    sink->pairs.data[sink->pairs.count++] = k->block[0];
    sink->pairs.data[sink->pairs.count++] = k->block[1];
}

void rv_pattern_wave(rv_pattern_sink* sink, const int32_t bodies[2]) {
    int count = sink->stiffness.count;
    rv_pattern_stiffness(sink, bodies, bodies[0] != bodies[1]);
    if (sink->stiffness.count > count)
        sink->stiffness.data[count].is_span = true;
}

void rv_pattern_bundle(rv_pattern_sink* sink, const int32_t bodies[2]) {
    int count = sink->stiffness.count;
    rv_pattern_stiffness(sink, bodies, true);
    if (sink->stiffness.count == count)
        return;
    sink->stiffness.data[count].is_span = false;
    sink->stiffness.data[count].bundle = sink->bundle_count++;
}
