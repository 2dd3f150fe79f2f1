// What has a hole: a point of a body, of the world, or of a solid, there a weighted sum of nodes.
//   P' = share (v + w x r) + sum_k w_k R u_k'
// v, w: of the body, or of that which holds the solid's frame; share: 1 of a body and of a static
// solid, whose nodes move against their frame, else the weights of held nodes; r from the body's
// centre of mass to what goes with it; u': the dofs of nodes that are free, in the block's axes R.
// What forces move is a reference of the hole's rows, body before solid; of the rest the velocity is
// known.
#include "collide/segment.h"
#include "model/solid.h"
#include "model/suture.h"

#include <math.h>

static const double INSIDE = -1e-9; // least barycentric coordinate of a point in a tetrahedron

// --- the nodes of a solid ---

static bool find_tet(const rv_fem* fem, rv_vec3 p, rv_suture_holder* holder) {
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

static void weigh_triangle(const rv_vec3 x[3], rv_vec3 p, double weight[3]) {
    rv_vec3 normal = rv_vec3_cross(rv_vec3_sub(x[1], x[0]), rv_vec3_sub(x[2], x[0]));
    double whole = rv_vec3_dot(normal, normal);
    for (int k = 0; k < 3; k++) {
        rv_vec3 a = rv_vec3_sub(x[(k + 1) % 3], p), b = rv_vec3_sub(x[(k + 2) % 3], p);
        weight[k] = rv_vec3_dot(rv_vec3_cross(a, b), normal) / whole;
    }
}

static void find_triangle(const rv_solid_work* work, rv_vec3 p, rv_suture_holder* holder) {
    double nearest = INFINITY;
    for (int t = 0; t < work->triangles.count / 3; t++) {
        rv_vec3 x[3];
        for (int k = 0; k < 3; k++)
            x[k] = work->fem.rest.data[work->triangles.data[3 * t + k]];
        rv_vec3 at = rv_nearest_on_triangle(p, x);
        double distance = rv_vec3_length(rv_vec3_sub(p, at));
        if (!(distance < nearest))
            continue;
        nearest = distance;
        weigh_triangle(x, at, holder->weight);
        for (int k = 0; k < 3; k++)
            holder->node[k] = work->triangles.data[3 * t + k];
        holder->node[3] = holder->node[0];
        holder->weight[3] = 0.0;
    }
}

void rv_hole_find_nodes(const rv_world* world, rv_suture_holder* holder) {
    const rv_solid* solid = &world->solids.data[holder->solid];
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    bool is_static = solid->model == RV_SOLID_STATIC;
    if (is_static || !find_tet(&work->fem, holder->point, holder))
        find_triangle(work, holder->point, holder);
    holder->body = solid->body;
    // what goes with the frame, in it
    rv_vec3 sum = {0, 0, 0};
    holder->share = 0.0;
    for (int k = 0; k < RV_SUTURE_NODES; k++) {
        if (!is_static && work->free.data[holder->node[k]] >= 0)
            continue;
        holder->share += holder->weight[k];
        sum = rv_vec3_mul_add(sum, holder->weight[k], work->fem.rest.data[holder->node[k]]);
    }
    holder->share = solid->floats ? 0.0 : holder->share;
    holder->point = holder->share > 0.0 ? rv_vec3_scale(sum, 1.0 / holder->share) : sum;
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

// from the centre of mass of its body to what goes with that
static rv_vec3 arm_of(const rv_world* world, const rv_island* island,
                      const rv_suture_holder* holder, const rv_motion* body) {
    if (holder->solid < 0)
        return rv_mat3_apply(body->R,
                             rv_vec3_sub(holder->point, world->bodies.data[holder->body].center));
    rv_motion frame = rv_solid_motion(world, island, &world->solids.data[holder->solid]);
    rv_vec3 at = rv_vec3_add(frame.x, rv_mat3_apply(frame.R, holder->point));
    return rv_vec3_sub(at, body->x);
}

rv_vec3 rv_hole_place(const rv_world* world, const rv_island* island,
                      const rv_suture_holder* holder, double ahead) {
    if (holder->solid < 0 && holder->body < 0)
        return holder->point;
    if (holder->solid < 0) {
        rv_motion m =
            advance(world, holder->body, rv_motion_of(world, island, holder->body), ahead);
        return rv_vec3_add(m.x, arm_of(world, island, holder, &m));
    }
    const rv_solid* solid = &world->solids.data[holder->solid];
    rv_motion frame = advance(world, holder->body, rv_solid_motion(world, island, solid), ahead);
    rv_vec3 sum = {0, 0, 0};
    for (int k = 0; k < RV_SUTURE_NODES; k++)
        sum = rv_vec3_mul_add(sum, holder->weight[k],
                              rv_solid_point_with(world, solid, holder->node[k], &frame));
    return sum;
}

rv_vec3 rv_hole_known_velocity(const rv_world* world, const rv_island* island,
                               const rv_suture_holder* holder) {
    // the mean over the substep
    rv_vec3 from = rv_hole_place(world, island, holder, 0.0);
    rv_vec3 to = rv_hole_place(world, island, holder, island->h);
    return rv_vec3_scale(rv_vec3_sub(to, from), 1.0 / island->h);
}

// --- what its rows reach ---

int32_t rv_hole_body(const rv_world* world, const rv_suture_holder* holder) {
    bool moves = holder->body >= 0 && rv_body_dofs(&world->bodies.data[holder->body]) > 0;
    return moves && holder->share > 0.0 ? holder->body : -1;
}

int rv_hole_dofs(const rv_world* world, const rv_suture_holder* holder, int* dofs) {
    int count = 0;
    if (holder->solid < 0 || world->solids.data[holder->solid].frozen)
        return 0;
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    for (int k = 0; k < RV_SUTURE_NODES; k++) {
        int at = work->free.data[holder->node[k]];
        for (int c = 0; c < 3 && at >= 0 && holder->weight[k] != 0.0; c++)
            dofs[count++] = work->tie + 3 * at + c;
    }
    return count;
}

bool rv_hole_moves(const rv_world* world, const rv_suture_holder* holder) {
    int dofs[3 * RV_SUTURE_NODES];
    return rv_hole_body(world, holder) >= 0 || rv_hole_dofs(world, holder, dofs) > 0;
}

static void write_body(const rv_world* world, rv_island* island, int reference,
                       const rv_suture_holder* holder, const rv_vec3 axis[RV_SUTURE_ROWS]) {
    const rv_body* body = &world->bodies.data[holder->body];
    rv_motion m = rv_motion_of(world, island, holder->body);
    rv_vec3 arm = arm_of(world, island, holder, &m);
    double* J = rv_kkt_jacobian(&island->kkt, reference);
    for (int r = 0; r < RV_SUTURE_ROWS; r++) {
        rv_vec3 turn = rv_vec3_cross(arm, axis[r]);
        double row[6] = {axis[r].x, axis[r].y, axis[r].z, turn.x, turn.y, turn.z};
        for (int c = 0; c < rv_body_dofs(body); c++)
            J[c * RV_SUTURE_ROWS + r] = -holder->share * row[c];
    }
}

static void write_nodes(const rv_world* world, rv_island* island, int reference,
                        const rv_suture_holder* holder, const rv_vec3 axis[RV_SUTURE_ROWS]) {
    const rv_solid* solid = &world->solids.data[holder->solid];
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    rv_mat3 axes = rv_solid_block_axes(world, island, solid);
    double* J = rv_kkt_jacobian(&island->kkt, reference);
    for (int k = 0; k < RV_SUTURE_NODES; k++) {
        if (work->free.data[holder->node[k]] < 0 || holder->weight[k] == 0.0)
            continue;
        for (int r = 0; r < RV_SUTURE_ROWS; r++) {
            double row[3];
            rv_vec3_store(row, rv_mat3_apply_transpose(axes, axis[r]));
            for (int c = 0; c < 3; c++)
                J[c * RV_SUTURE_ROWS + r] = -holder->weight[k] * row[c];
        }
        J += 3 * RV_SUTURE_ROWS;
    }
}

int rv_hole_write(const rv_world* world, rv_island* island, int reference,
                  const rv_suture_holder* holder, const rv_vec3 axis[RV_SUTURE_ROWS]) {
    int dofs[3 * RV_SUTURE_NODES];
    if (rv_hole_body(world, holder) >= 0)
        write_body(world, island, reference++, holder, axis);
    if (rv_hole_dofs(world, holder, dofs) > 0)
        write_nodes(world, island, reference++, holder, axis);
    return reference;
}
