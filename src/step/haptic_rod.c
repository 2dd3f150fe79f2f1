// A haptic tool that holds a rod. In the world a hand of the rod (rod_hand.c) pulls the place to where
// the tool is with a stiffness k, well above that of the coupling. The ticks get how the place gives
// way without the hand,
//   G^-1 = C^-1 - k,   C = h^2 H KKT^-1 H^T with the hand in the system,
// the hand in a row with that, G + 1/k, and where the place would be without it, x - G F.
#include "step/haptic.h"

#include "model/rod.h"
#include "step/step.h"

static const double STIFFER = 10.0; // the hand in the world than the coupling

static rv_rod* held_rod(const rv_world* world, const rv_haptic* haptic) {
    const rv_cable* cable = rv_world_cable(world, haptic->def.cable);
    for (int r = 0; cable != NULL && r < cable->rod_count; r++)
        if (rv_cable_rods(world, cable)[r].hand[haptic->def.hand].holds)
            return rv_cable_rods(world, cable) + r;
    return NULL;
}

bool rv_haptic_take_rod(rv_world* world, rv_haptic* haptic) {
    rv_cable_grip grip = rv_cable_grip_default();
    const rv_haptic_def* def = &haptic->def;
    grip.at = def->at;
    grip.stiffness = STIFFER * def->stiffness;
    // first where it is: the place is known when it is held
    if (!rv_cable_hold(world, def->cable, def->hand, &grip))
        return false;
    grip.target = rv_cable_grip_point(world, def->cable, def->hand);
    haptic->core.tool.position = haptic->core.target.position = grip.target;
    haptic->core.report.tool = haptic->core.tool;
    return rv_cable_hold(world, def->cable, def->hand, &grip);
}

void rv_haptic_follow_rod(rv_world* world, rv_haptic* haptic) {
    rv_rod* rod = held_rod(world, haptic);
    (void)rv_triple_take(&haptic->to_world);
    const rv_haptic_told* told = &haptic->told[haptic->to_world.front];
    if (rod == NULL || told->report.ticks == 0)
        return;
    rod->hand[haptic->def.hand].grip.target = told->report.tool.position;
    rv_world_wake(world, rod->bodies, 2);
    rv_rod_wake(rod);
}

// the member of a system that is awake; NULL: the rod has no block in any
static const rv_member* find_member(const rv_world* world, int32_t rod, rv_island** island) {
    for (int i = 0; i < world->island_count; i++) {
        *island = &world->islands.data[i];
        // rods are the last of an island's members
        for (int k = (*island)->members.count - 1; k >= 0 && !(*island)->asleep; k--) {
            const rv_member* member = &(*island)->members.data[k];
            if (member->kind != RV_MEMBER_ROD)
                break;
            if (member->index == rod)
                return member;
        }
    }
    return NULL;
}

// C of a vertex; false: it is not known
static bool find_give(rv_world* world, rv_haptic* haptic, const rv_rod* rod, int vertex,
                      rv_mat3* C) {
    int32_t index = (int32_t)(rod - world->rods.data);
    rv_island* island = NULL;
    const rv_member* member = find_member(world, index, &island);
    if (member == NULL)
        return false;
    rv_loose_rows* rows = &haptic->rows;
    for (int axis = 0; axis < 3; axis++) {
        rows->rows.data[axis] = (rv_loose_row){.first_reference = axis, .reference_count = 1};
        rows->references.data[axis] = (rv_loose_reference){member->block, axis, 1, axis};
        rows->jacobian.data[axis] = 1.0;
        rows->dof.data[axis] = 3 * (world->rod_work.data[index]->offset + vertex) + axis;
    }
    rows->rows.count = 3;
    rv_kkt_response(&island->kkt, rows, haptic->response);
    rv_mat3 W;
    for (int a = 0; a < 9; a++)
        W.m[a / 3][a % 3] = haptic->response[a];
    W = rv_mat3_add(W, rv_mat3_transpose(W));
    *C = rv_mat3_scale(W, 0.5 * island->h * island->h);
    return true;
}

void rv_haptic_publish_rod(rv_world* world, rv_haptic* haptic, double dt) {
    const rv_rod* rod = held_rod(world, haptic);
    rv_haptic_model* model = &haptic->models[haptic->to_tick.back];
    if (rod == NULL)
        return;
    const rv_rod_hand* hand = &rod->hand[haptic->def.hand];
    double k = hand->grip.stiffness;
    rv_mat3 C, G = rv_mat3_zero();
    if (find_give(world, haptic, rod, hand->vertex, &C))
        G = rv_mat3_inverse(rv_mat3_sub(rv_mat3_inverse(C), rv_mat3_diagonal(k, k, k)));
    rv_vec3 place = rv_rod_points(world, rod)[hand->vertex];
    rv_vec3 free = rv_vec3_sub(place, rv_mat3_apply(G, hand->force));
    model->sequence = ++haptic->sequence;
    model->time = world->time;
    model->step = dt;
    model->tool = rv_pose_make(place, rv_quat_identity());
    model->count = 1;
    model->tool_gives = false;
    model->world_gives = true;
    for (int a = 0; a < 9; a++)
        model->C_world[a] = G.m[a / 3][a % 3] + (a % 4 == 0 ? 1.0 / k : 0.0);
    model->points[0] = (rv_haptic_point){.key = 1,
                                         .kind = RV_HAPTIC_HELD_POINT,
                                         .pose = rv_pose_make(free, rv_quat_identity()),
                                         .force = rv_vec3_neg(hand->force)};
    rv_triple_publish(&haptic->to_tick);
}
