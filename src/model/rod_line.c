// Rods: where a new one lies. Its elastic part is `length` long and begins in the middle of an edge
// where it is clamped, so that its n edges are length/(n - half a clamped end) long each.
#include "model/rod.h"
#include "model/strand.h"

#include <string.h>

// the node's own direction, or that in which the line leaves or reaches it
static rv_vec3 clamp_axis(const rv_world* world, const rv_path_node* node, rv_vec3 along) {
    rv_vec3 axis = node->def.axis;
    if (rv_vec3_dot(axis, axis) == 0.0)
        return rv_vec3_normalize(along);
    axis = rv_vec3_normalize(axis);
    return node->body < 0 ? axis : rv_mat3_apply(world->bodies.data[node->body].R, axis);
}

// `line` without what is nearer to its end than `reach` along it, which becomes `end`
static int cut_line(rv_vec3* line, int count, int side, double reach, rv_vec3 end) {
    int gone = 0;
    for (double left = reach; gone < count - 2; gone++) {
        int i = side == 0 ? gone : count - 1 - gone, next = side == 0 ? i + 1 : i - 1;
        left -= rv_vec3_length(rv_vec3_sub(line[next], line[i]));
        if (left < 0.0)
            break;
    }
    if (side == 0)
        memmove(line, line + gone, (size_t)(count - gone) * sizeof *line);
    count -= gone;
    line[side == 0 ? 0 : count - 1] = end;
    return count;
}

rv_rod_lie rv_rod_lay(rv_world* world, const rv_rod_layout* layout, rv_vec3* points) {
    const rv_path_node* nodes = layout->nodes;
    const rv_cable_segments* s = layout->line;
    int clamps = nodes[0].def.clamped + nodes[1].def.clamped, n = layout->count;
    double edge = layout->length / (n - 0.5 * clamps);
    rv_vec3 ends[2] = {nodes[0].rim.center, nodes[1].rim.center};
    bool follows = s->shape != NULL;
    rv_vec3 chord = rv_vec3_sub(ends[1], ends[0]), axis[2];
    for (int k = 0; k < 2; k++) {
        int i = k == 0 ? 0 : s->shape_count - 2;
        rv_vec3 along = follows ? rv_vec3_sub(s->shape[i + 1], s->shape[i]) : chord;
        axis[k] = clamp_axis(world, &nodes[k], along);
        if (nodes[k].def.clamped)
            points[k == 0 ? 0 : n] =
                rv_vec3_mul_add(ends[k], k == 0 ? -0.5 * edge : 0.5 * edge, axis[k]);
    }
    // the part between the clamps
    int first = nodes[0].def.clamped, count = n - clamps;
    for (int k = 0; k < 2; k++)
        if (nodes[k].def.clamped)
            ends[k] = rv_vec3_mul_add(ends[k], k == 0 ? 0.5 * edge : -0.5 * edge, axis[k]);
    if (!follows) {
        rv_strand_line(world, layout->cable,
                       &(rv_strand_line_def){.ends = {ends[0], ends[1]},
                                             .body = {nodes[0].body, nodes[1].body},
                                             .length = edge * count,
                                             .count = count},
                       points + first);
        return RV_ROD_LIES;
    }
    size_t bytes = (size_t)s->shape_count * sizeof(rv_vec3);
    rv_vec3* line = rv_memory_allocate(&world->memory, bytes);
    if (line == NULL)
        return RV_ROD_NO_MEMORY;
    memcpy(line, s->shape, bytes);
    rv_cable_segments inner = {.shape = line, .shape_count = s->shape_count};
    for (int k = 0; k < 2; k++)
        inner.shape_count =
            cut_line(line, inner.shape_count, k, nodes[k].def.clamped ? 0.5 * edge : 0.0, ends[k]);
    bool fits = rv_strand_follow(&inner, count, points + first);
    rv_memory_release(&world->memory, line, bytes);
    return fits ? RV_ROD_LIES : RV_ROD_TURNS_TOO_SHARPLY;
}
