// Requests become changes of a world: see inputs.h. Bodies, cables and solids are named by their place
// in the order of rv_body_next(), rv_cable_next() and rv_solid_next(), without the hand's own particle and the segments
// of cables: the order in which the page and a log see them.
#include "view/inputs.h"

#include "view/drawing.h"

#include <stdlib.h>

bool rv_inputs_begin(rv_inputs* inputs, const rv_inputs_def* def) {
    *inputs = (rv_inputs){.def = *def};
    inputs->snapshot_bytes = rv_world_snapshot_bytes(def->world);
    inputs->snapshot = malloc(inputs->snapshot_bytes);
    inputs->positions = calloc((size_t)def->control_count + 1, sizeof *inputs->positions);
    bool good = inputs->snapshot != NULL && inputs->positions != NULL
                && rv_world_save(def->world, inputs->snapshot, inputs->snapshot_bytes) > 0;
    if (!good) {
        inputs->def.world = NULL;
        rv_inputs_end(inputs);
    }
    return good;
}

void rv_inputs_end(rv_inputs* inputs) {
    if (inputs->def.world != NULL)
        rv_inputs_let_go(inputs);
    free(inputs->snapshot);
    free(inputs->positions);
    *inputs = (rv_inputs){0};
}

static bool set_control(rv_inputs* inputs, int control, double position) {
    if (control < 0 || control >= inputs->def.control_count || inputs->def.control == NULL)
        return false;
    inputs->positions[control] = position;
    inputs->def.control(inputs->def.context, control, position);
    return true;
}

static bool tell_tool(rv_inputs* inputs, rv_body_id body, bool held, rv_vec3 offset) {
    return inputs->def.tool != NULL && inputs->def.tool(inputs->def.context, body, held, offset);
}

static void release(rv_inputs* inputs) {
    if (inputs->hand.holds_tool)
        tell_tool(inputs, inputs->hand.body, false, (rv_vec3){0, 0, 0});
    rv_hand_release(&inputs->hand);
}

static void move(rv_inputs* inputs, rv_vec3 target) {
    rv_hand* hand = &inputs->hand;
    rv_hand_move(hand, target);
    if (hand->holds_tool)
        tell_tool(inputs, hand->body, true, rv_vec3_sub(target, hand->taken_at));
}

void rv_inputs_let_go(rv_inputs* inputs) {
    release(inputs);
    for (int i = 0; i < inputs->def.control_count; i++)
        if (inputs->positions[i] != 0.0)
            set_control(inputs, i, 0.0);
}

static void grab_body(rv_inputs* inputs, uint32_t index, rv_vec3 local) {
    rv_world* world = inputs->def.world;
    release(inputs);
    rv_body_id body = rv_drawing_next_body(world, (rv_body_id){0, 0, 0});
    for (uint32_t i = 0; i < index && !RV_ID_IS_NULL(body); i++)
        body = rv_drawing_next_body(world, body);
    if (!RV_ID_IS_NULL(body) && tell_tool(inputs, body, true, (rv_vec3){0, 0, 0}))
        rv_hand_take_tool(&inputs->hand, world, body, local);
    else if (!RV_ID_IS_NULL(body))
        rv_hand_take_body(&inputs->hand, world, body, local);
}

static void grab_cable(rv_inputs* inputs, uint32_t index, rv_vec3 point) {
    rv_world* world = inputs->def.world;
    release(inputs);
    rv_cable_id cable = rv_cable_next(world, (rv_cable_id){0, 0, 0});
    for (uint32_t i = 0; i < index && !RV_ID_IS_NULL(cable); i++)
        cable = rv_cable_next(world, cable);
    if (!RV_ID_IS_NULL(cable))
        rv_hand_take_cable(&inputs->hand, world, cable, point);
}

static void grab_solid(rv_inputs* inputs, uint32_t index, rv_vec3 point) {
    rv_world* world = inputs->def.world;
    release(inputs);
    rv_solid_id solid = rv_solid_next(world, (rv_solid_id){0, 0, 0});
    for (uint32_t i = 0; i < index && !RV_ID_IS_NULL(solid); i++)
        solid = rv_solid_next(world, solid);
    if (RV_ID_IS_NULL(solid))
        return;
    // what a tool holds goes where the tool goes
    rv_body_id holder = rv_solid_frame_body(world, solid);
    if (!RV_ID_IS_NULL(holder) && tell_tool(inputs, holder, true, (rv_vec3){0, 0, 0}))
        rv_hand_take_tool(&inputs->hand, world, holder,
                          rv_pose_apply_inverse(rv_body_pose(world, holder), point));
    else
        rv_hand_take_solid(&inputs->hand, world, solid, point);
}

static void reset(rv_inputs* inputs) {
    rv_inputs_let_go(inputs);
    if (rv_world_restore(inputs->def.world, inputs->snapshot, inputs->snapshot_bytes)
        && inputs->def.reset != NULL)
        inputs->def.reset(inputs->def.context);
}

bool rv_inputs_apply(rv_inputs* inputs, const rv_request* request) {
    switch (request->kind) {
    case RV_REQUEST_CONTROL:
        return request->index < (uint32_t)inputs->def.control_count
               && set_control(inputs, (int)request->index, request->number);
    // a grab that fails may have let something go, and made and destroyed the hand's particle
    case RV_REQUEST_GRAB_BODY:
        grab_body(inputs, request->index, request->point);
        return true;
    case RV_REQUEST_GRAB_CABLE:
        grab_cable(inputs, request->index, request->point);
        return true;
    case RV_REQUEST_GRAB_SOLID:
        grab_solid(inputs, request->index, request->point);
        return true;
    case RV_REQUEST_MOVE:
        if (!rv_hand_holds(&inputs->hand))
            return false;
        move(inputs, request->point);
        return true;
    case RV_REQUEST_RELEASE:
        if (request->scene == RV_REQUEST_EVERYTHING)
            rv_inputs_let_go(inputs);
        release(inputs);
        return true;
    case RV_REQUEST_RESET:
        reset(inputs);
        return true;
    default:
        return false; // of the page or the pace, not of the world
    }
}
