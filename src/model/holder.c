// What holds a point, of sutures and ties: a place of a body, of the world, or of a solid, there a
// weighted sum of nodes.
//   P' = share (v + w x r) + sum_k w_k R u_k'
// v, w: of the body, or of that which holds the solid's frame; share: 1 of a body and of a static
// solid, whose nodes move against their frame, else the weights of held nodes; r from the body's
// centre of mass to what goes with it; u': the dofs of nodes that are free, in the block's axes R.
// What forces move is a reference of rows; of the rest the velocity is known.
#include "model/holder.h"

#include "collide/segment.h"
#include "model/solid.h"

#include <math.h>
#include <string.h>

static const double INSIDE = -1e-9; // least barycentric coordinate of a point in a tetrahedron

// --- the nodes of a solid ---

static bool find_tet(const rv_fem* fem, rv_vec3 p, rv_holder* holder) {
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* corner = fem->tets.data + fem->tet_nodes * t;
        rv_vec3 middle = {0, 0, 0};
        for (int k = 0; k < 4; k++)
            middle = rv_vec3_mul_add(middle, 0.25, fem->rest.data[corner[k]]);
        double least = INFINITY;
        for (int k = 0; k < 4; k++) {
            rv_vec3 gradient = fem->gradients.data[4 * t + k];
            holder->node[k] = corner[k];
            holder->weight[k] = 0.25 + rv_vec3_dot(gradient, rv_vec3_sub(p, middle));
            least = fmin(least, holder->weight[k]);
        }
        if (least >= INSIDE)
            return true;
    }
    return false;
}

// the nearest place of the surface, of corners at x
static void find_triangle(const rv_solid_work* work, const rv_vec3* x, rv_vec3 p,
                          rv_holder* holder) {
    double nearest = INFINITY;
    for (int t = 0; t < work->triangles.count / 3; t++) {
        const int32_t* node = work->triangles.data + 3 * t;
        rv_vec3 corner[3] = {x[node[0]], x[node[1]], x[node[2]]};
        rv_vec3 at = rv_nearest_on_triangle(p, corner);
        double distance = rv_vec3_length(rv_vec3_sub(p, at));
        if (!(distance < nearest))
            continue;
        nearest = distance;
        rv_weigh_in_triangle(corner, at, holder->weight);
        for (int k = 0; k < 3; k++)
            holder->node[k] = node[k];
        holder->node[3] = holder->node[0];
        holder->weight[3] = 0.0;
    }
}

// what of the place goes with the frame
static void find_share(const rv_world* world, rv_holder* holder) {
    const rv_solid* solid = &world->solids.data[holder->solid];
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    bool is_static = solid->model == RV_SOLID_STATIC;
    holder->body = solid->body;
    rv_vec3 sum = {0, 0, 0};
    holder->share = 0.0;
    for (int k = 0; k < RV_HOLDER_NODES; k++) {
        if (!is_static && work->free.data[holder->node[k]] >= 0)
            continue;
        holder->share += holder->weight[k];
        sum = rv_vec3_mul_add(sum, holder->weight[k], work->fem.rest.data[holder->node[k]]);
    }
    holder->share = solid->floats ? 0.0 : holder->share;
    holder->point = holder->share > 0.0 ? rv_vec3_scale(sum, 1.0 / holder->share) : sum;
}

void rv_holder_find_nodes(const rv_world* world, rv_holder* holder) {
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    bool is_static = work->model == RV_SOLID_STATIC;
    if (is_static || !find_tet(&work->fem, holder->point, holder))
        find_triangle(work, work->fem.rest.data, holder->point, holder);
    find_share(world, holder);
}

double rv_holder_depth(const rv_world* world, const rv_holder* holder) {
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    const rv_vec3* X = work->fem.rest.data;
    rv_vec3 p = {0, 0, 0};
    for (int k = 0; k < RV_HOLDER_NODES; k++)
        p = rv_vec3_mul_add(p, holder->weight[k], X[holder->node[k]]);
    double nearest = INFINITY;
    for (int t = 0; t < work->triangles.count / 3; t++) {
        const int32_t* node = work->triangles.data + 3 * t;
        const rv_vec3 corner[3] = {X[node[0]], X[node[1]], X[node[2]]};
        rv_vec3 at = rv_nearest_on_triangle(p, corner);
        nearest = fmin(nearest, rv_vec3_length(rv_vec3_sub(p, at)));
    }
    return nearest;
}

void rv_holder_find_nearest(const rv_world* world, rv_holder* holder, const rv_vec3* x, rv_vec3 p) {
    find_triangle(world->solid_work.data[holder->solid], x, p, holder);
    find_share(world, holder);
}

void rv_holder_take_edge(const rv_world* world, rv_holder* holder, const int32_t node[2],
                         const double weight[2]) {
    for (int k = 0; k < RV_HOLDER_NODES; k++) {
        holder->node[k] = node[k < 2 ? k : 0];
        holder->weight[k] = k < 2 ? weight[k] : 0.0;
    }
    find_share(world, holder);
}

void rv_holder_take_corner(const rv_world* world, rv_holder* holder, int corner) {
    for (int k = 0; k < RV_HOLDER_NODES; k++) {
        holder->node[k] = corner;
        holder->weight[k] = k == 0 ? 1.0 : 0.0;
    }
    find_share(world, holder);
}

// --- where it is ---

// `ahead` of the running substep, where forces do not move it
static rv_motion advance(const rv_world* world, int32_t body, rv_motion m, double ahead) {
    if (body < 0 || ahead == 0.0 || rv_body_dofs(&world->bodies.data[body]) > 0)
        return m;
    m.x = rv_vec3_mul_add(m.x, ahead, m.v);
    m.q = rv_quat_mul(rv_quat_exp(rv_vec3_scale(m.w, ahead)), m.q);
    m.R = rv_quat_to_mat3(m.q);
    return m;
}

rv_vec3 rv_holder_arm(const rv_world* world, const rv_island* island, const rv_holder* holder,
                      const rv_motion* body) {
    if (holder->solid < 0)
        return rv_mat3_apply(body->R,
                             rv_vec3_sub(holder->point, world->bodies.data[holder->body].center));
    rv_motion frame = rv_solid_motion(world, island, &world->solids.data[holder->solid]);
    rv_vec3 at = rv_vec3_add(frame.x, rv_mat3_apply(frame.R, holder->point));
    return rv_vec3_sub(at, body->x);
}

rv_vec3 rv_holder_place(const rv_world* world, const rv_island* island, const rv_holder* holder,
                        double ahead) {
    if (holder->solid < 0 && holder->body < 0)
        return holder->point;
    if (holder->solid < 0) {
        rv_motion m =
            advance(world, holder->body, rv_motion_of(world, island, holder->body), ahead);
        return rv_vec3_add(m.x, rv_holder_arm(world, island, holder, &m));
    }
    const rv_solid* solid = &world->solids.data[holder->solid];
    rv_motion frame = advance(world, holder->body, rv_solid_motion(world, island, solid), ahead);
    rv_vec3 sum = {0, 0, 0};
    for (int k = 0; k < RV_HOLDER_NODES; k++)
        sum = rv_vec3_mul_add(sum, holder->weight[k],
                              rv_solid_point_with(world, solid, holder->node[k], &frame));
    return sum;
}

rv_vec3 rv_holder_known_velocity(const rv_world* world, const rv_island* island,
                                 const rv_holder* holder) {
    // the mean over the substep
    rv_vec3 from = rv_holder_place(world, island, holder, 0.0);
    rv_vec3 to = rv_holder_place(world, island, holder, island->h);
    return rv_vec3_scale(rv_vec3_sub(to, from), 1.0 / island->h);
}

// --- what its rows reach ---

int32_t rv_holder_body(const rv_world* world, const rv_holder* holder) {
    bool moves = holder->body >= 0 && rv_body_dofs(&world->bodies.data[holder->body]) > 0;
    return moves && holder->share > 0.0 ? holder->body : -1;
}

int rv_holder_dofs(const rv_world* world, const rv_holder* holder, int* dofs) {
    int count = 0;
    if (holder->solid < 0 || world->solids.data[holder->solid].frozen)
        return 0;
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    for (int k = 0; k < RV_HOLDER_NODES; k++) {
        int at = work->free.data[holder->node[k]];
        for (int c = 0; c < 3 && at >= 0 && holder->weight[k] != 0.0; c++)
            dofs[count++] = work->tie + 3 * at + c;
    }
    return count;
}

bool rv_holder_moves(const rv_world* world, const rv_holder* holder) {
    int dofs[3 * RV_HOLDER_NODES];
    return rv_holder_body(world, holder) >= 0 || rv_holder_dofs(world, holder, dofs) > 0;
}

void rv_holder_write_body(const rv_world* world, rv_island* island, int reference,
                          const rv_holder* holder, const rv_holder_rows* rows) {
    const rv_body* body = &world->bodies.data[holder->body];
    rv_motion m = rv_motion_of(world, island, holder->body);
    rv_vec3 arm = rv_holder_arm(world, island, holder, &m);
    double* J = rv_kkt_jacobian(&island->kkt, reference);
    for (int r = 0; r < rows->count; r++) {
        rv_vec3 axis = rows->axis[r], turn = rv_vec3_cross(arm, axis);
        double row[6] = {axis.x, axis.y, axis.z, turn.x, turn.y, turn.z};
        for (int c = 0; c < rv_body_dofs(body); c++) {
            double* value = &J[c * rows->count + r];
            *value = -holder->share * row[c] + (rows->adds ? *value : 0.0);
        }
    }
}

void rv_holder_write_nodes(const rv_world* world, rv_island* island, int reference,
                           const rv_holder* holder, const rv_holder_rows* rows) {
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    rv_mat3 axes = rv_solid_block_axes(world, island, &world->solids.data[holder->solid]);
    double* J = rv_kkt_jacobian(&island->kkt, reference);
    for (int k = 0; k < RV_HOLDER_NODES; k++) {
        if (work->free.data[holder->node[k]] < 0 || holder->weight[k] == 0.0)
            continue;
        for (int r = 0; r < rows->count; r++) {
            double row[3];
            rv_vec3_store(row, rv_mat3_apply_transpose(axes, rows->axis[r]));
            for (int c = 0; c < 3; c++)
                J[c * rows->count + r] = -holder->weight[k] * row[c];
        }
        J += 3 * rows->count;
    }
}

void rv_holder_leave_rows(rv_island* island, int group, rv_row* rows) {
    rv_kkt* kkt = &island->kkt;
    int size = kkt->group_size.data[group];
    for (int r = 0; r < size; r++)
        rows[r] = (rv_row){.law = RV_ROW_VELOCITY};
    for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
        int block = kkt->reference_block.data[k];
        const int* first = kkt->reference_dof_first.data + k;
        int count = kkt->block_substructure.data[block] != NULL ? first[1] - first[0]
                                                                : kkt->block_size.data[block];
        memset(rv_kkt_jacobian(kkt, k), 0, (size_t)(count * size) * sizeof(double));
    }
}

void rv_holder_add_load(rv_world* world, const rv_holder* holder, rv_mat3 R, rv_vec3 force) {
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    rv_vec3* load = world->solid_load.data + world->solids.data[holder->solid].first;
    rv_vec3 f = rv_mat3_apply_transpose(R, force);
    for (int k = 0; k < RV_HOLDER_NODES; k++) {
        rv_vec3* at = &load[holder->node[k]];
        if (work->free.data[holder->node[k]] >= 0)
            *at = rv_vec3_mul_add(*at, holder->weight[k], f);
    }
}
