// Scenarios of `reeve bench` about cables of segments: 12 mm steel with its true stiffness.
#include "bench/segments.h"

#include <math.h>

static const double LENGTH = 10.0, DIAMETER = 0.012;

rv_cable_def segments_def(rv_cable_node nodes[2], int segments) {
    nodes[0] = nodes[1] = rv_cable_node_default();
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = DIAMETER;
    def.segments.count = segments;
    return def;
}

void segments_ground(rv_world* world) {
    rv_shape_def plane = rv_shape_def_default();
    plane.type = RV_SHAPE_PLANE;
    rv_body_def ground = rv_body_def_default();
    ground.type = RV_BODY_STATIC;
    ground.shapes = &plane;
    ground.shape_count = 1;
    rv_body_create(world, &ground);
}

static rv_body_id add_load(rv_world* world, double mass, rv_vec3 at) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position = at;
    return rv_body_create(world, &def);
}

static void start(bench_context* context) {
    rv_world_def def = bench_world_def(context);
    context->h = 1.0 / 60.0;
    context->world = rv_world_create(&def, NULL, 0);
}

// one tonne that swings on it; the cable touches nothing
static bool swing(bench_context* context, int segments, rv_cable_resolution resolution) {
    start(context);
    rv_cable_node nodes[2];
    rv_cable_def def = segments_def(nodes, segments);
    rv_vec3 at = {0.3 * LENGTH, 0.0, -sqrt(1.0 - 0.09) * LENGTH};
    nodes[1].body = add_load(context->world, 1000.0, at);
    def.segments.group = def.segments.mask = 0;
    def.segments.resolution = resolution;
    return rv_cable_create(context->world, &def).slot != 0;
}

bool segments_swing(bench_context* context) {
    return swing(context, (int)context->size, RV_CABLE_FIXED_RESOLUTION);
}

bool segments_adaptive(bench_context* context) {
    return swing(context, 100, RV_CABLE_ADAPTIVE);
}

// both ends free, dropped a little, kept awake
bool segments_on_ground(bench_context* context) {
    rv_world_def world = bench_world_def(context);
    world.sleep.enabled = false;
    context->h = 1.0 / 60.0;
    context->world = rv_world_create(&world, NULL, 0);
    segments_ground(context->world);
    rv_cable_node nodes[2];
    rv_cable_def def = segments_def(nodes, (int)context->size);
    nodes[0].type = nodes[1].type = RV_CABLE_FREE;
    nodes[0].point = (rv_vec3){0.0, 0.0, 0.01};
    nodes[1].point = (rv_vec3){LENGTH, 0.0, 0.01};
    return rv_cable_create(context->world, &def).slot != 0;
}

// a winch pays out and takes in: segments come and go
void segments_feed_step(bench_context* context) {
    rv_cable_id cable = rv_cable_next(context->world, (rv_cable_id){0});
    double phase = fmod(rv_world_time(context->world), 8.0);
    rv_cable_set_winch_speed(context->world, cable, 0, phase < 4.0 ? 1.0 : -1.0);
    rv_world_step(context->world, context->h);
}

bool segments_feed(bench_context* context) {
    start(context);
    rv_cable_node nodes[2];
    rv_cable_def def = segments_def(nodes, 100);
    nodes[0].type = RV_CABLE_DRUM;
    nodes[1].body = add_load(context->world, 1000.0, (rv_vec3){0.0, 0.0, -LENGTH});
    def.segments.group = def.segments.mask = 0;
    return rv_cable_create(context->world, &def).slot != 0;
}
