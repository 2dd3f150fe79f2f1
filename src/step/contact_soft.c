// The rows of contacts with solids, in the network of the cluster. A place on a solid is a weighted
// sum of nodes; the speed of side 1 against side 0 along the axes n, t_1, t_2:
//   free node       w R^T axis           on the node's three dofs, in axes of the frame
//   frame's body    share (axis, arm x axis)   share 1 and the arm of the unstrained place for a static
//                                              solid, else the weight of held nodes and their arm
// A frame that forces do not move gives the rows a rate instead. Of a static solid that touches
// itself both sides go with the frame, and nothing of it with the body.
#include "model/rod.h"
#include "model/solid.h"
#include "step/contact_net.h"

enum { ROWS = 3 };

// one side of a contact in the running substep
typedef struct soft_place {
    rv_motion frame; // of the body behind it: a shape's, or a frame's
    int32_t body;    // -1: the world
    double share;    // of the place that moves with that body
    rv_vec3 arm;     // to that, from the body's centre
    double sign;
} soft_place;

// where the part of a place that goes with the frame is, from the frame's origin, in the frame
static rv_vec3 carried(const rv_solid* solid, const rv_solid_work* work, const rv_soft_side* side,
                       double* share) {
    rv_vec3 sum = {0, 0, 0};
    *share = 0.0;
    for (int k = 0; k < side->count; k++) {
        bool moves = work->free.data[side->node[k]] >= 0;
        if (solid->model != RV_SOLID_STATIC && moves)
            continue;
        *share += side->weight[k];
        sum = rv_vec3_mul_add(sum, side->weight[k], work->fem.rest.data[side->node[k]]);
    }
    return *share > 0.0 ? rv_vec3_scale(sum, 1.0 / *share) : sum;
}

static soft_place place_of(const rv_world* world, const rv_island* island, const rv_soft_site* soft,
                           int s) {
    const rv_soft_side* side = &soft->side[s];
    soft_place p = {.body = rv_soft_body(world, side), .share = 1.0, .sign = s == 0 ? -1.0 : 1.0};
    if (side->rod >= 0) {
        p.share = 0.0;
        return p;
    }
    if (side->solid < 0) {
        p.frame = rv_motion_of(world, island, p.body);
        p.arm = soft->site.arm[0];
        return p;
    }
    const rv_solid* solid = &world->solids.data[side->solid];
    if (solid->floats || (solid->model == RV_SOLID_STATIC && rv_soft_is_own(soft))) {
        p.share = 0.0;
        return p;
    }
    rv_motion frame = rv_solid_motion(world, island, solid);
    rv_vec3 at = carried(solid, world->solid_work.data[side->solid], side, &p.share);
    p.frame = rv_motion_of(world, island, p.body);
    rv_vec3 world_at = rv_vec3_add(frame.x, rv_mat3_apply(frame.R, at));
    p.arm = rv_vec3_sub(world_at, p.frame.x);
    return p;
}

// `v`: of its dofs at the start of the substep
static void add_reference(rv_contact_net* c, rv_net_unit* unit, rv_net_reference reference,
                          const double* H, const double* v) {
    reference.jacobian = c->jacobian_count;
    for (int r = 0; r < unit->rows; r++)
        for (int d = 0; d < reference.dofs; d++, H++) {
            c->jacobian[c->jacobian_count++] = *H;
            c->speed[unit->first_row + r] += *H * v[d];
        }
    c->references[c->reference_count++] = reference;
    unit->reference_count++;
}

static void add_body(rv_contact_net* c, rv_net_unit* unit, const soft_place* p,
                     const rv_vec3 axes[ROWS]) {
    const rv_body* body = p->body < 0 ? NULL : &c->world->bodies.data[p->body];
    int dofs = body == NULL ? 0 : rv_body_dofs(body);
    double H[ROWS * 6];
    for (int r = 0; r < ROWS; r++) {
        rv_vec3 axis = rv_vec3_scale(axes[r], p->sign * p->share);
        if (dofs == 0) {
            rv_vec3 v = rv_vec3_add(p->frame.v, rv_vec3_cross(p->frame.w, p->arm));
            c->rate[unit->first_row + r] += rv_vec3_dot(axis, v);
            continue;
        }
        rv_vec3_store(H + dofs * r, axis);
        if (dofs == 6)
            rv_vec3_store(H + dofs * r + 3, rv_vec3_cross(p->arm, axis));
    }
    if (dofs == 0)
        return;
    const rv_island* island = &c->world->islands.data[body->island];
    add_reference(c, unit,
                  (rv_net_reference){.domain = island->domain,
                                     .first = body->contact_dof,
                                     .dofs = dofs,
                                     .block = body->block},
                  H, island->v.data + island->kkt.block_first.data[body->block]);
}

static void add_nodes(rv_contact_net* c, rv_net_unit* unit, const rv_soft_side* side, double sign,
                      const rv_vec3 axes[ROWS]) {
    const rv_solid_work* work = c->world->solid_work.data[side->solid];
    const rv_island* island = &c->world->islands.data[work->island];
    const double* v = island->v.data + island->kkt.block_first.data[work->own_block] + work->tie;
    for (int k = 0; k < side->count; k++) {
        if (work->free.data[side->node[k]] < 0)
            continue;
        double H[ROWS * 3];
        for (int r = 0; r < ROWS; r++)
            rv_vec3_store(H + 3 * r, rv_vec3_scale(rv_mat3_apply_transpose(work->axes, axes[r]),
                                                   sign * side->weight[k]));
        add_reference(c, unit,
                      (rv_net_reference){.domain = island->domain,
                                         .first = work->contact_dof.data[side->node[k]],
                                         .dofs = 3,
                                         .block = work->own_block},
                      H, v + 3 * work->free.data[side->node[k]]);
    }
}

// vertices of a rod; those that are held by what no force moves give the rows a rate
static void add_vertices(rv_contact_net* c, rv_net_unit* unit, const rv_soft_side* side,
                         double sign, const rv_vec3 axes[ROWS]) {
    const rv_world* world = c->world;
    const rv_rod* rod = &world->rods.data[side->rod];
    const rv_rod_work* work = world->rod_work.data[side->rod];
    const rv_island* island = &world->islands.data[work->island];
    const double* v = island->v.data + island->kkt.block_first.data[work->own_block];
    for (int k = 0; k < side->count; k++) {
        int vertex = side->node[k];
        double H[ROWS * 3];
        for (int r = 0; r < ROWS; r++)
            rv_vec3_store(H + 3 * r, rv_vec3_scale(axes[r], sign * side->weight[k]));
        if (work->prescribed.data[vertex]) {
            rv_vec3 known = rv_rod_known_velocity(world, island, rod, vertex);
            for (int r = 0; r < ROWS; r++)
                c->rate[unit->first_row + r] += rv_vec3_dot(rv_vec3_load(H + 3 * r), known);
            continue;
        }
        add_reference(c, unit,
                      (rv_net_reference){.domain = island->domain,
                                         .first = world->rod_reached.data[rod->first + vertex],
                                         .dofs = 3,
                                         .block = work->own_block},
                      H, v + 3 * (work->offset + vertex));
    }
}

void rv_contact_net_add_soft(rv_contact_net* c, int index) {
    rv_world* world = c->world;
    rv_soft_site* soft = &world->soft_sites.data[index];
    int i = c->net.unit_count++;
    rv_net_unit* unit = &c->units[i];
    double friction = soft->site.sticks ? soft->law.static_friction : soft->law.friction;
    *unit = (rv_net_unit){.first_row = c->net.row_count,
                          .rows = ROWS,
                          .first_reference = c->reference_count,
                          .cone = {.first = c->net.row_count, .friction = friction}};
    c->net.row_count += ROWS;
    const rv_island* island = rv_cluster_island(world, c->cluster, 0);
    if (island->substep == 0) {
        soft->site.impulse = 0.0;
        soft->site.friction_impulse = (rv_vec3){0, 0, 0};
    }
    rv_vec3 n = soft->site.normal, t = rv_vec3_perpendicular(n);
    const rv_vec3 axes[ROWS] = {n, t, rv_vec3_cross(n, t)};
    for (int s = 0; s < 2; s++) {
        soft_place p = place_of(world, island, soft, s);
        if (p.share > 0.0)
            add_body(c, unit, &p, axes);
        if (soft->side[s].rod >= 0)
            add_vertices(c, unit, &soft->side[s], p.sign, axes);
        if (soft->side[s].solid < 0)
            continue;
        add_nodes(c, unit, &soft->side[s], p.sign, axes);
    }
    c->site[i] = &soft->site;
    c->law[i] = &soft->law;
    c->pair[i] = -1;
    c->tangent[2 * i] = axes[1];
    c->tangent[2 * i + 1] = axes[2];
    c->phi[i] = soft->site.gap;
    rv_contact_net_set_normal(c, i);
    rv_contact_net_set_start(c, i);
}
