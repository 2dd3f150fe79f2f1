// Strands, stage "rows": straight ones that are pressed buckle (crooked.h). Each segment has the couple
// of the compression in the joints beside it.
#include "model/crooked.h"
#include "model/strand.h"

#include <math.h>

static rv_column column_of(const rv_world* world, const rv_strand* strand) {
    const rv_path_node* nodes = rv_cable_nodes(world, &world->cables.data[strand->cable]);
    const double* lengths = rv_strand_lengths(world, strand);
    rv_vec3 chord = rv_vec3_sub(rv_strand_end(world, strand, 1), rv_strand_end(world, strand, 0));
    rv_column c = {.EI = world->cables.data[strand->cable].segments.EI,
                   .held = {strand->held[0], strand->held[1]},
                   .axis = rv_vec3_normalize(chord)};
    for (int side = 0; side < 2; side++)
        c.clamped[side] = strand->held[side] && nodes[strand->node + side].def.clamped;
    for (int i = 1; i <= strand->segment_count; i++)
        c.length += lengths[i];
    return c;
}

static rv_vec3 axis_of(const rv_world* world, const rv_strand* strand, int segment) {
    int32_t body = rv_strand_bodies(world, strand)[segment];
    return rv_mat3_column(world->bodies.data[body].R, 0);
}

static bool is_straight(const rv_world* world, const rv_strand* strand, double curvature) {
    const double* lengths = rv_strand_lengths(world, strand);
    for (int i = 1; i < strand->segment_count; i++) {
        rv_vec3 turn = rv_vec3_cross(axis_of(world, strand, i), axis_of(world, strand, i + 1));
        if (rv_vec3_length(turn) > curvature * 0.5 * (lengths[i] + lengths[i + 1]))
            return false;
    }
    return true;
}

// compression in the joint before segment i, of a straight strand; 0 where there is none
static double pressed_before(const rv_world* world, const rv_strand* strand, const rv_column* c,
                             int i) {
    int link = i - (strand->held[0] ? 1 : 2);
    if (link < 0 || link >= strand->link_count)
        return 0.0;
    return rv_vec3_dot(rv_vec3_load(rv_link_forces(world, strand, link)), c->axis);
}

static bool is_pressed(const rv_world* world, const rv_strand* strand, const rv_column* c) {
    for (int i = 1; i <= strand->segment_count + 1; i++)
        if (pressed_before(world, strand, c, i) > 0.0)
            return true;
    return false;
}

static double pressed_in(const rv_world* world, const rv_strand* strand, const rv_column* c,
                         int i) {
    return 0.5 * (pressed_before(world, strand, c, i) + pressed_before(world, strand, c, i + 1));
}

// pressed harder than the column carries
static bool is_overloaded(const rv_world* world, const rv_strand* strand, const rv_column* c) {
    const double* lengths = rv_strand_lengths(world, strand);
    double load = rv_column_load(c), pressed = 0.0, all = 0.0, along = 0.0;
    for (int i = 1; i <= strand->segment_count; i++) {
        double P = pressed_in(world, strand, c, i);
        double slope = rv_column_slope(c, along + 0.5 * lengths[i]);
        pressed += P * slope * slope * lengths[i];
        all += slope * slope * lengths[i];
        along += lengths[i];
    }
    return pressed > load * all;
}

void rv_strand_add_crooked(rv_world* world, rv_island* island, const rv_strand* strand) {
    rv_column c = column_of(world, strand);
    const double* lengths = rv_strand_lengths(world, strand);
    double along = 0.0;
    if (rv_column_load(&c) == INFINITY || !is_pressed(world, strand, &c)
        || !is_straight(world, strand, rv_crooked_curvature(&c))
        || !is_overloaded(world, strand, &c))
        return;
    rv_vec3 turn = rv_vec3_cross(c.axis, rv_crooked_direction(&c, world->def.gravity));
    for (int i = 1; i <= strand->segment_count; i++) {
        const rv_body* body = &world->bodies.data[rv_strand_bodies(world, strand)[i]];
        double P = pressed_in(world, strand, &c, i);
        double l = lengths[i], most = body->mass * l / (12.0 * island->h * island->h);
        double couple = fmin(fmax(P, 0.0), most) * l * rv_crooked_tilt(&c, along, l);
        along += l;
        if (body->block < 0)
            continue;
        double* r = island->r.data + island->kkt.block_first.data[body->block] + 3;
        rv_vec3_store(r, rv_vec3_mul_add(rv_vec3_load(r), island->h * couple, turn));
    }
}
