// Builders of cables of segments for tests, in one line each.
#ifndef REEVE_STRAND_FIXTURE_H
#define REEVE_STRAND_FIXTURE_H

#include "cable_fixture.h"

// a steel cable of 10 mm between two nodes
static inline rv_cable_def strand_def(const rv_cable_node nodes[2], int segments) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.segments.count = segments;
    return def;
}

static inline rv_cable_id add_strand(rv_world* world, rv_cable_node first, rv_cable_node last,
                                     int segments) {
    rv_cable_node nodes[] = {first, last};
    rv_cable_def def = strand_def(nodes, segments);
    return cable_of(world, &def);
}

static inline rv_vec3 segment_center(const rv_world* world, rv_cable_id cable, int segment) {
    return rv_body_center(world, rv_cable_segment(world, cable, segment));
}

static inline double speed_of(const rv_world* world, rv_body_id body) {
    return rv_vec3_length(rv_body_velocity(world, body));
}

static inline double fastest_segment(const rv_world* world, rv_cable_id cable) {
    double fastest = 0.0;
    for (int i = 0; i < rv_cable_segment_count(world, cable); i++)
        fastest = fmax(fastest, speed_of(world, rv_cable_segment(world, cable, i)));
    return fastest;
}

static inline double widest_joint(const rv_world* world, rv_cable_id cable) {
    double widest = 0.0;
    for (int i = 0; i < rv_cable_joint_count(world, cable); i++)
        widest = fmax(widest, rv_cable_get_joint(world, cable, i).stretch);
    return widest;
}

#endif
