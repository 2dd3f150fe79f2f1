// Readers of cables of segments.
#include "model/strand.h"

#include <math.h>

// place of a segment: its strand, and which of that
typedef struct segment_place {
    const rv_strand* strand;
    int index; // in the strand's list of bodies
} segment_place;

static segment_place segment_at(const rv_world* world, rv_cable_id id, int segment) {
    const rv_cable* cable = rv_world_cable(world, id);
    for (int s = 0; cable != NULL && segment >= 0 && s < cable->strand_count; s++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + s;
        if (segment < strand->segment_count)
            return (segment_place){strand, segment + 1};
        segment -= strand->segment_count;
    }
    return (segment_place){NULL, 0};
}

int rv_cable_segment_count(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    int count = 0;
    for (int s = 0; cable != NULL && s < cable->strand_count; s++)
        count += rv_cable_strands(world, cable)[s].segment_count;
    return count;
}

rv_body_id rv_cable_segment(const rv_world* world, rv_cable_id id, int segment) {
    segment_place at = segment_at(world, id, segment);
    return at.strand == NULL
               ? (rv_body_id){0}
               : rv_world_body_id(world, rv_strand_bodies(world, at.strand)[at.index]);
}

double rv_cable_segment_length(const rv_world* world, rv_cable_id id, int segment) {
    segment_place at = segment_at(world, id, segment);
    return at.strand == NULL ? NAN : rv_strand_lengths(world, at.strand)[at.index];
}

rv_cable_id rv_body_cable(const rv_world* world, rv_body_id id) {
    const rv_body* body = rv_world_body(world, id);
    if (body == NULL || body->strand < 0)
        return (rv_cable_id){0};
    rv_id cable = rv_id_pool_id(&world->cable_ids, world->strands.data[body->strand].cable);
    return (rv_cable_id){cable.slot, cable.generation, cable.world};
}

int rv_cable_joint_count(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    int count = 0;
    for (int s = 0; cable != NULL && s < cable->strand_count; s++)
        count += rv_cable_strands(world, cable)[s].link_count;
    return count;
}

static rv_cable_joint read_joint(const rv_world* world, const rv_strand* strand, int index) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* link = rv_strand_links(world, strand) + index;
    const double* f = rv_link_forces(world, strand, index);
    rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(g.point[0], g.point[1]), 0.5);
    return (rv_cable_joint){.point = middle,
                            .force = rv_vec3_load(f),
                            .tension = rv_link_tension(&g, f),
                            .bend = {g.bend[0], g.bend[1]},
                            .twist = g.twist,
                            .bend_moment = sqrt(f[3] * f[3] + f[4] * f[4]),
                            .torque = -f[5],
                            .stretch = rv_vec3_length(g.gap),
                            .length = link->length,
                            .broken = link->broken};
}

rv_cable_joint rv_cable_get_joint(const rv_world* world, rv_cable_id id, int joint) {
    const rv_cable* cable = rv_world_cable(world, id);
    for (int s = 0; cable != NULL && joint >= 0 && s < cable->strand_count; s++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + s;
        if (joint < strand->link_count)
            return read_joint(world, strand, joint);
        joint -= strand->link_count;
    }
    const rv_vec3 nowhere = {NAN, NAN, NAN};
    return (rv_cable_joint){nowhere, nowhere, NAN, {NAN, NAN}, NAN, NAN, NAN, NAN, NAN, false};
}
