// Chains: `count` equal bodies in a row and the links between them, made from one object of the
// file.
//   particles  points that part the line evenly, joined by distances
//   segments   cylinders that fill the line, joined at their ends
// The nodes of a chain are what it hangs on at the start (if anything), its bodies, and what it
// hangs on at the end (if anything); link j joins node j to node j + 1.
#include "scene/names.h"
#include "scene/play.h"

typedef struct chain_line {
    rv_vec3 from;
    rv_vec3 step; // from one node or joint to the next
    rv_quat along;
    double spacing;
} chain_line;

static chain_line line_of(const rv_scene_chain* chain) {
    rv_vec3 whole = rv_vec3_sub(chain->to, chain->from);
    int parts = chain->kind == RV_SCENE_CHAIN_SEGMENTS ? chain->count
                : chain->joint_count > 0               ? chain->joint_count
                                                       : 1;
    rv_vec3 step = rv_vec3_scale(whole, 1.0 / parts);
    return (chain_line){chain->from, step, rv_quat_from_x_axis(rv_vec3_normalize(whole)),
                        rv_vec3_length(step)};
}

static rv_vec3 point_at(const chain_line* line, double steps) {
    return rv_vec3_mul_add(line->from, steps, line->step);
}

static rv_shape_def shape_of(const rv_scene* scene, rv_scene_place* place,
                             const rv_scene_chain* chain, const chain_line* line) {
    rv_shape_def shape = rv_shape_def_default();
    bool segments = chain->kind == RV_SCENE_CHAIN_SEGMENTS;
    shape.type = segments ? RV_SHAPE_CYLINDER : RV_SHAPE_SPHERE;
    shape.radius = chain->radius;
    if (segments)
        shape.half_length = 0.5 * line->spacing;
    if (chain->material != NULL)
        shape.material = *rv_scene_find_material(scene, place, "material", chain->material);
    shape.group = chain->group;
    shape.mask = chain->touches;
    return shape;
}

bool rv_scene_chain_bodies(rv_scene_play* play, rv_scene_place* place,
                           const rv_scene_chain* chain) {
    chain_line line = line_of(chain);
    rv_shape_def shape = shape_of(play->scene, place, chain, &line);
    bool segments = chain->kind == RV_SCENE_CHAIN_SEGMENTS;
    // the first particle of a chain that hangs stands one step from where it hangs
    double first = segments ? 0.5 : chain->ends[0] != NULL ? 1.0 : 0.0;
    rv_body_def def = rv_body_def_default();
    def.kind = segments ? RV_BODY_RIGID : RV_BODY_PARTICLE;
    def.mass = chain->mass;
    if (segments)
        def.pose.rotation = line.along;
    if (chain->radius > 0.0) {
        def.shapes = &shape;
        def.shape_count = 1;
    }
    for (int i = 0; i < chain->count; i++) {
        def.pose.position = point_at(&line, first + i);
        def.user_data = rv_scene_mark(chain->first_body + i);
        rv_body_id body = rv_body_create(play->world, &def);
        if (!rv_body_is_valid(play->world, body)) {
            rv_scene_complain_refused(place, &rv_scene_chain_table, rv_world_error(play->world));
            return false;
        }
        play->bodies[chain->first_body + i] = body;
    }
    return true;
}

// node j of the chain: an end, or a body
static rv_body_id node_body(const rv_scene_play* play, const rv_scene_chain* chain, int node) {
    int body = chain->ends[0] != NULL ? node - 1 : node;
    if (body < 0)
        return rv_scene_play_body_at(play, chain->end_index[0]);
    if (body >= chain->count)
        return rv_scene_play_body_at(play, chain->end_index[1]);
    return play->bodies[chain->first_body + body];
}

static rv_joint_def link_def(const rv_scene_play* play, const rv_scene_chain* chain,
                             const chain_line* line, int link) {
    rv_body_id a = node_body(play, chain, link), b = node_body(play, chain, link + 1);
    if (chain->joint == RV_SCENE_CHAIN_DISTANCE)
        return rv_joint_def_between(play->world, RV_JOINT_DISTANCE, a, b, point_at(line, link),
                                    point_at(line, link + 1));
    // segments meet at the ends of the one before
    rv_vec3 point = point_at(line, chain->ends[0] != NULL ? link : link + 1);
    rv_joint_type type = chain->joint == RV_SCENE_CHAIN_BALL ? RV_JOINT_BALL : RV_JOINT_LOCK;
    return rv_joint_def_at(play->world, type, a, b, point, line->step);
}

bool rv_scene_chain_links(rv_scene_play* play, rv_scene_place* place, const rv_scene_chain* chain) {
    chain_line line = line_of(chain);
    for (int i = 0; i < chain->joint_count; i++) {
        rv_joint_def def = link_def(play, chain, &line, i);
        def.compliance = chain->link.compliance;
        def.damping = chain->link.damping;
        def.angular_compliance = chain->link.angular_compliance;
        def.angular_damping = chain->link.angular_damping;
        rv_joint_id joint = rv_joint_create(play->world, &def);
        if (!rv_joint_is_valid(play->world, joint)) {
            rv_scene_complain_refused(place, &rv_scene_chain_table, rv_world_error(play->world));
            return false;
        }
        play->joints[chain->first_joint + i] = joint;
    }
    return true;
}
