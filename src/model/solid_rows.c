// Solids in a step: the class table. With z the velocities of the frame at the nodes, in axes of the
// block, for a frame that forces do not move; x* relative to where that is at the end of the step:
//   r = M w + h (f(x*) + M g + push) - M_fh z_h + h (alpha M_ff + beta K_ff) z_f
// since M w' has M_fh z_h on its left, and damping is against the motion of the frame, of which K
// knows nothing: K_ff z_f = -K_fh z_h. The trapezoidal rule takes half of h f(x*) with the velocities
// that it starts with, in place of those that it ends with.
#include "model/holder.h"
#include "model/solid.h"

#include <math.h>
#include <string.h>

static int solid_capacity(const rv_world* world) {
    return world->solids.count;
}

static bool solid_is_alive(const rv_world* world, int index) {
    return rv_id_pool_alive(&world->solid_ids, index) && !world->solids.data[index].frozen;
}

static int solid_bodies(const rv_world* world, int index, const int32_t** bodies) {
    *bodies = &world->solids.data[index].body;
    return 1;
}

static bool solid_moves_alone(const rv_world* world, int index) {
    (void)world;
    (void)index;
    return true;
}

static const rv_substructure* solid_block(const rv_world* world, int index) {
    return &world->solid_work.data[index]->block;
}

static void solid_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    static const int TWIST[RV_SOLID_TIE] = {0, 1, 2, 3, 4, 5};
    const rv_solid_work* work = world->solid_work.data[index];
    if (work->tie > 0)
        rv_pattern_own_group(sink, TWIST, RV_SOLID_TIE, world->solids.data[index].body, 0);
}

static double* solid_lambda(rv_world* world, int index, int8_t** state) {
    *state = world->solids.data[index].state;
    return world->solids.data[index].lambda;
}

// --- what a step begins with ---

// the frame where the substep ends, if forces do not move it
static rv_motion frame_then(const rv_world* world, const rv_island* island, const rv_solid* solid,
                            rv_motion now) {
    bool moved = solid->body >= 0 && rv_body_dofs(&world->bodies.data[solid->body]) == 0;
    if (!moved)
        return now;
    rv_motion then = now;
    then.x = rv_vec3_mul_add(now.x, island->h, now.v);
    then.q = rv_quat_normalize(rv_quat_mul(rv_quat_exp(rv_vec3_scale(now.w, island->h)), now.q));
    then.R = rv_quat_to_mat3(then.q);
    return then;
}

rv_mat3 rv_solid_block_axes(const rv_world* world, const rv_island* island, const rv_solid* solid) {
    rv_motion frame = rv_solid_motion(world, island, solid);
    if (solid->model != RV_SOLID_STATIC)
        frame = frame_then(world, island, solid, frame);
    return rv_solid_axes(solid, &frame);
}

// Velocities of all nodes in axes of the block. Of a tie they are as the last step left them: with
// arms that have turned since, momentum would be lost.
static void read_velocities(const rv_world* world, const rv_solid* solid, const rv_solid_work* work,
                            const rv_motion* frame, rv_mat3 axes, double* w) {
    for (int k = 0; k < solid->count; k++) {
        rv_vec3 v = world->solid_v.data[solid->first + k];
        if (work->free.data[k] < 0 && work->tie == 0) {
            rv_vec3 arm = rv_mat3_apply(frame->R, work->fem.rest.data[k]);
            v = rv_vec3_add(frame->v, rv_vec3_cross(frame->w, arm));
        }
        rv_vec3_store(w + 3 * k, rv_mat3_apply_transpose(axes, v));
    }
}

// elastic forces in axes of the block, with held nodes on the frame
static void find_forces(const rv_world* world, const rv_solid* solid, rv_solid_work* work,
                        const rv_motion* frame, double* f) {
    double* u = work->b.data;
    for (int k = 0; k < solid->count; k++) {
        rv_vec3 X = work->fem.rest.data[k], at = world->solid_x.data[solid->first + k];
        rv_vec3 from_rest =
            rv_vec3_sub(rv_mat3_apply_transpose(frame->R, rv_vec3_sub(at, frame->x)), X);
        rv_vec3_store(u + 3 * k, work->free.data[k] < 0 ? (rv_vec3){0, 0, 0} : from_rest);
    }
    // what holds it is felt by a body that forces move only
    if (work->tie > 0)
        rv_fem_forces(&work->fem, u, f);
    else
        rv_solid_linear_forces(work, u, f);
}

// of a corotational one, carried along by a frame that forces do not move
static void find_turned_forces(const rv_world* world, const rv_solid* solid, rv_solid_work* work,
                               const rv_motion* now, const rv_motion* then, double* f) {
    bool carried = then->x.x != now->x.x || then->x.y != now->x.y || then->x.z != now->x.z
                   || rv_vec3_dot(now->w, now->w) > 0.0;
    for (int k = 0; k < solid->count; k++) {
        rv_vec3 X = work->fem.rest.data[k], at = world->solid_x.data[solid->first + k];
        if (work->free.data[k] >= 0)
            X = rv_mat3_apply_transpose(now->R, rv_vec3_sub(at, now->x));
        if (carried || work->free.data[k] < 0)
            at = rv_vec3_add(then->x, rv_mat3_apply(then->R, X));
        rv_vec3_store(work->at.data + 3 * k, at);
    }
    rv_fem_forces_turned(&work->fem, work->at.data, f, work->turns.data);
}

// the frame's own motion at the nodes: all of them, or only those that it holds
static void frame_velocities(const rv_solid_work* work, const rv_motion* frame, rv_mat3 axes,
                             bool only_held, double* z) {
    for (int k = 0; k < work->fem.node_count; k++) {
        rv_vec3 v = {0, 0, 0};
        if (!only_held || work->free.data[k] < 0) {
            rv_vec3 arm = rv_mat3_apply(frame->R, work->fem.rest.data[k]);
            v = rv_vec3_add(frame->v, rv_vec3_cross(frame->w, arm));
        }
        rv_vec3_store(z + 3 * k, rv_mat3_apply_transpose(axes, v));
    }
}

// sum += scale * values, over all nodes
static void add(double* sum, double scale, const double* values, int count) {
    for (int k = 0; k < count; k++)
        sum[k] += scale * values[k];
}

// --- known motion of corotational ones ---
// f(x + h w') is f(x*) - K (x + h w' - x*). A frame that forces do not move carries x* along. The
// stiffness of tension is against turning, too, and would brake that of all nodes together, since a
// step goes straight on: only what differs from it counts.

// the motion without strain that is nearest to that of a floating one
static rv_motion fit_motion(const rv_world* world, const rv_solid* solid) {
    const rv_vec3 *x = world->solid_x.data + solid->first, *v = world->solid_v.data + solid->first;
    rv_motion m = {0};
    double share = 1.0 / solid->count;
    for (int k = 0; k < solid->count; k++) {
        m.x = rv_vec3_mul_add(m.x, share, x[k]);
        m.v = rv_vec3_mul_add(m.v, share, v[k]);
    }
    rv_vec3 L = {0, 0, 0};
    rv_mat3 inertia = rv_mat3_zero();
    for (int k = 0; k < solid->count; k++) {
        rv_vec3 arm = rv_vec3_sub(x[k], m.x);
        rv_mat3 skew = rv_mat3_skew(arm);
        L = rv_vec3_add(L, rv_vec3_cross(arm, rv_vec3_sub(v[k], m.v)));
        inertia = rv_mat3_add(inertia, rv_mat3_mul(rv_mat3_transpose(skew), skew));
    }
    m.w = rv_mat3_apply(rv_mat3_inverse(inertia), L);
    return m;
}

static void add_known_motion(const rv_world* world, const rv_solid* solid, rv_solid_work* work,
                             const rv_motion* now, double* sum) {
    bool forced = solid->floats || work->tie > 0;
    rv_motion m = solid->floats ? fit_motion(world, solid) : *now;
    double *z = work->b.data, most = 0.0;
    for (int k = 0; k < solid->count; k++) {
        rv_vec3 at = rv_vec3_load(work->at.data + 3 * k);
        rv_vec3 v = rv_vec3_cross(m.w, rv_vec3_sub(at, m.x));
        if (!forced)
            v = rv_vec3_scale(rv_vec3_sub(at, world->solid_x.data[solid->first + k]),
                              work->free.data[k] < 0 ? 0.0 : 1.0 / work->h);
        rv_vec3_store(z + 3 * k, v);
        most = fmax(most, rv_vec3_dot(v, v));
    }
    rv_fem_weights weights = {.stiffness = work->h * (work->h + work->damping_stiffness),
                              .tension = work->h * work->h};
    weights.stiffness = forced ? 0.0 : weights.stiffness;
    if (most > 0.0) {
        rv_fem_turned_slope(&work->fem, weights, work->turns.data, z, work->c.data);
        add(sum, -1.0, work->c.data, 3 * solid->count);
    }
}

// what the known motion of the frame does: sum += -M_fh z_h + h (alpha M_ff + beta K_ff) z_f
static void add_frame(rv_solid_work* work, const rv_motion* frame, rv_mat3 axes, double* sum) {
    int n = 3 * work->fem.node_count;
    double *z = work->b.data, *product = work->c.data, h = work->h;
    double share = work->model == RV_SOLID_TRAPEZOIDAL ? 0.5 * h : h;
    frame_velocities(work, frame, axes, true, z);
    rv_fem_inertia_multiply(&work->inertia, z, product);
    add(sum, -1.0 - share * work->damping_mass, product, n);
    if (work->damping_stiffness > 0.0 && work->model != RV_SOLID_COROTATIONAL) {
        rv_fem_forces(&work->fem, z, product); // K_ff z_f where nodes are free
        add(sum, share * work->damping_stiffness, product, n);
    }
    frame_velocities(work, frame, axes, false, z);
    rv_fem_inertia_multiply(&work->inertia, z, product);
    add(sum, h * work->damping_mass, product, n); // at both ends of a step of the trapezoidal rule
    if (work->model != RV_SOLID_TRAPEZOIDAL)
        return;
    frame_velocities(work, frame, axes, true, z);
    rv_fem_forces(&work->fem, z, product);
    add(sum, -0.75 * h * h, product, n);
}

// The trapezoidal rule: minus half of the damping, and a quarter of h^2 K, of the old velocities
static void add_trapezoidal(rv_solid_work* work, const double* w, double* sum) {
    int n = 3 * work->fem.node_count;
    double *product = work->c.data, h = work->h;
    rv_fem_inertia_multiply(&work->inertia, w, product);
    add(sum, -0.5 * h * work->damping_mass, product, n);
    rv_fem_forces(&work->fem, w, product);
    add(sum, 0.5 * h * work->damping_stiffness + 0.25 * h * h, product, n);
}

// J^T of forces on held nodes: what a twist of the frame feels
static void gather_tie(const rv_solid_work* work, const rv_motion* frame, rv_mat3 axes,
                       const double* all, double* out) {
    rv_vec3 force = {0, 0, 0}, torque = {0, 0, 0};
    for (int k = 0; k < work->fem.node_count; k++) {
        if (work->free.data[k] >= 0)
            continue;
        rv_vec3 arm =
            rv_mat3_apply_transpose(axes, rv_mat3_apply(frame->R, work->fem.rest.data[k]));
        rv_vec3 f = rv_vec3_load(all + 3 * k);
        force = rv_vec3_add(force, f);
        torque = rv_vec3_add(torque, rv_vec3_cross(arm, f));
    }
    rv_vec3_store(out, force);
    rv_vec3_store(out + 3, torque);
}

// weights and pushes
static void add_loads(const rv_world* world, const rv_solid* solid, const rv_solid_work* work,
                      rv_mat3 axes, double* sum) {
    rv_vec3 g = rv_mat3_apply_transpose(axes, world->def.gravity);
    for (int k = 0; k < solid->count; k++) {
        rv_vec3 f = rv_mat3_apply_transpose(axes, world->solid_push.data[solid->first + k]);
        f = rv_vec3_mul_add(f, work->inertia.load.data[k], g);
        rv_vec3_store(sum + 3 * k, rv_vec3_mul_add(rv_vec3_load(sum + 3 * k), work->h, f));
    }
}

static void rows_of_inertia(rv_world* world, rv_island* island, const rv_solid* solid,
                            rv_solid_work* work, double* v, double* r) {
    rv_motion now = rv_solid_motion(world, island, solid);
    rv_motion frame = frame_then(world, island, solid, now);
    rv_mat3 axes = work->axes = rv_solid_axes(solid, &frame);
    bool turned = solid->model == RV_SOLID_COROTATIONAL;
    int n = 3 * solid->count;
    double *sum = work->a.data, *f = work->c.data, *w = work->scratch.data;
    work->tie_turn = now.R;
    if (turned)
        find_turned_forces(world, solid, work, &now, &frame, f);
    else
        find_forces(world, solid, work, &frame, f);
    memset(sum, 0, (size_t)n * sizeof(double));
    add(sum, island->h, f, n);
    read_velocities(world, solid, work, &now, axes, w);
    rv_fem_inertia_multiply(&work->inertia, w, f);
    add(sum, 1.0, f, n);
    add_loads(world, solid, work, axes, sum);
    if (solid->model == RV_SOLID_TRAPEZOIDAL)
        add_trapezoidal(work, w, sum);
    rv_fem_gather(&work->system, w, v + work->tie);
    if (turned)
        add_known_motion(world, solid, work, &now, sum);
    if (work->tie > 0) {
        rv_vec3_store(v, rv_mat3_apply_transpose(axes, now.v));
        rv_vec3_store(v + 3, rv_mat3_apply_transpose(axes, now.w));
        gather_tie(work, &now, axes, sum, r);
    } else if (!solid->floats) {
        add_frame(work, &frame, axes, sum);
    }
    rv_fem_gather(&work->system, sum, r + work->tie);
}

// A push on a static solid, which has no inertia of its own, is felt by the body that forces move, with
// the arm of the unstrained solid.
static void push_body(const rv_world* world, rv_island* island, const rv_solid* solid,
                      rv_vec3 place, rv_vec3 push) {
    const rv_body* body = solid->body < 0 ? NULL : &world->bodies.data[solid->body];
    if (body == NULL || rv_body_dofs(body) != 6 || rv_vec3_dot(push, push) == 0.0)
        return;
    rv_vec3 arm = rv_vec3_sub(place, rv_motion_of(world, island, solid->body).x);
    double* r = island->r.data + island->kkt.block_first.data[body->block];
    rv_vec3_store(r, rv_vec3_mul_add(rv_vec3_load(r), island->h, push));
    rv_vec3 torque = rv_vec3_cross(arm, push);
    rv_vec3_store(r + 3, rv_vec3_mul_add(rv_vec3_load(r + 3), island->h, torque));
}

// r = h (f_ext - f): what holds it now and will not
static void rows_of_balance(const rv_world* world, rv_island* island, const rv_solid* solid,
                            rv_solid_work* work, double* v, double* r) {
    rv_motion frame = rv_solid_motion(world, island, solid);
    work->axes = frame.R;
    for (int k = 0; k < solid->corners; k++) {
        int at = work->free.data[k];
        if (at < 0)
            continue;
        rv_vec3 pushed = world->solid_push.data[solid->first + k];
        rv_vec3 place = rv_vec3_add(frame.x, rv_mat3_apply(frame.R, work->fem.rest.data[k]));
        push_body(world, island, solid, place, pushed);
        rv_vec3 push = rv_mat3_apply_transpose(frame.R, pushed);
        rv_vec3 held = world->solid_load.data[solid->first + k];
        rv_vec3_store(r + 3 * at, rv_vec3_scale(rv_vec3_sub(push, held), island->h));
        rv_vec3_store(v + 3 * at, world->solid_v.data[solid->first + k]);
    }
}

// the twist of the frame against that of its body, in axes of the block
static void rows_of_tie(rv_world* world, rv_island* island, const rv_member* member,
                        const rv_solid* solid) {
    rv_motion frame = rv_solid_motion(world, island, solid);
    rv_mat3 axes = rv_solid_axes(solid, &frame);
    const rv_body* body = &world->bodies.data[solid->body];
    rv_vec3 arm = rv_vec3_sub(frame.x, body->x);
    int reference = island->kkt.group_first.data[member->first_group];
    double* J = rv_kkt_jacobian(&island->kkt, reference);
    double* own = rv_kkt_jacobian(&island->kkt, reference + 1);
    memset(J, 0, 36 * sizeof(double));
    memset(own, 0, 36 * sizeof(double));
    for (int r = 0; r < 3; r++) {
        double axis[3], turn[3];
        rv_vec3_store(axis, rv_mat3_column(axes, r));
        rv_vec3_store(turn, rv_vec3_cross(arm, rv_mat3_column(axes, r)));
        for (int c = 0; c < 3; c++) {
            J[c * 6 + r] = axis[c];
            J[(3 + c) * 6 + r] = turn[c];
            J[(3 + c) * 6 + 3 + r] = axis[c];
        }
        own[r * 6 + r] = own[(3 + r) * 6 + 3 + r] = -1.0;
    }
    for (int r = 0; r < RV_SOLID_TIE; r++)
        island->rows.data[member->first_row + r] =
            (rv_row){.law = RV_ROW_VELOCITY, .tau = -1.0, .lower = -INFINITY, .upper = INFINITY};
}

static void solid_rows(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_solid* solid = &world->solids.data[member->index];
    rv_solid_work* work = world->solid_work.data[member->index];
    int first = island->kkt.block_first.data[member->block];
    double *v = island->v.data + first, *r = island->r.data + first;
    work->h = island->h;
    if (solid->model == RV_SOLID_STATIC)
        rows_of_balance(world, island, solid, work, v, r);
    else
        rows_of_inertia(world, island, solid, work, v, r);
    if (work->tie > 0)
        rows_of_tie(world, island, member, solid);
}

// --- where it goes ---

static bool is_finite(const double* x, int count) {
    double sum = 0.0;
    for (int k = 0; k < count; k++)
        sum += x[k] * x[k];
    return isfinite(sum);
}

// the rotation that fits the nodes of a floating one best, and its origin
static void fit_frame(const rv_world* world, rv_solid* solid, const rv_solid_work* work) {
    rv_vec3 mean = {0, 0, 0}, rest = {0, 0, 0};
    double share = 1.0 / solid->corners;
    const rv_vec3* x = world->solid_x.data + solid->first;
    for (int k = 0; k < solid->corners; k++) {
        mean = rv_vec3_mul_add(mean, share, x[k]);
        rest = rv_vec3_mul_add(rest, share, work->fem.rest.data[k]);
    }
    rv_mat3 F = rv_mat3_zero();
    for (int k = 0; k < solid->corners; k++)
        F = rv_mat3_add(
            F, rv_mat3_outer(rv_vec3_sub(x[k], mean), rv_vec3_sub(work->fem.rest.data[k], rest)));
    rv_mat3 R = rv_fem_rotation(F);
    solid->pose.rotation = rv_quat_normalize(rv_quat_from_mat3(R));
    solid->pose.position = rv_vec3_sub(mean, rv_mat3_apply(R, rest));
}

// velocity of a held node for the twist of a tie, in axes of the block
static rv_vec3 tied_velocity(const rv_solid* solid, const rv_solid_work* work, const double* twist,
                             int node) {
    rv_vec3 arm = work->fem.rest.data[node];
    if (solid->model == RV_SOLID_COROTATIONAL)
        arm = rv_mat3_apply(work->tie_turn, arm);
    return rv_vec3_add(rv_vec3_load(twist), rv_vec3_cross(rv_vec3_load(twist + 3), arm));
}

static void move_inertia(rv_world* world, const rv_island* island, rv_solid* solid,
                         const rv_solid_work* work, const double* twist) {
    const double* w = twist + work->tie;
    rv_mat3 axes = work->axes;
    for (int k = 0; k < solid->count; k++) {
        int at = work->free.data[k];
        rv_vec3 *x = &world->solid_x.data[solid->first + k],
                *old = &world->solid_v.data[solid->first + k];
        if (at < 0) {
            if (work->tie > 0)
                *old = rv_mat3_apply(axes, tied_velocity(solid, work, twist, k));
            continue;
        }
        rv_vec3 v = rv_mat3_apply(axes, rv_vec3_load(w + 3 * at));
        bool mean = solid->model == RV_SOLID_TRAPEZOIDAL;
        rv_vec3 way = mean ? rv_vec3_scale(rv_vec3_add(v, *old), 0.5) : v;
        *x = rv_vec3_mul_add(*x, island->h, way);
        *old = v;
    }
    if (solid->floats)
        fit_frame(world, solid, work);
}

// forces of contacts on the nodes of a static one, in its frame
static void add_contact_loads(rv_world* world, const rv_solid* solid, const rv_solid_work* work,
                              rv_mat3 R) {
    int index = (int)(solid - world->solids.data);
    for (int c = 0; c < world->soft_sites.count; c++) {
        const rv_soft_site* soft = &world->soft_sites.data[c];
        for (int s = 0; s < 2; s++) {
            const rv_soft_side* side = &soft->side[s];
            if (side->solid != index)
                continue;
            rv_vec3 f = rv_vec3_mul_add(soft->site.friction, soft->site.force, soft->site.normal);
            f = rv_mat3_apply_transpose(R, rv_vec3_scale(f, s == 0 ? -1.0 : 1.0));
            for (int k = 0; k < side->count; k++) {
                rv_vec3* load = &world->solid_load.data[solid->first + side->node[k]];
                if (work->free.data[side->node[k]] >= 0)
                    *load = rv_vec3_mul_add(*load, side->weight[k], f);
            }
        }
    }
}

// of cables that lie on it, by dof of its block: all rows that are in no pattern
static const double* find_loose_loads(const rv_island* island, rv_solid_work* work) {
    const rv_loose_rows* loose = &island->kkt.loose;
    double* load = work->a.data;
    memset(load, 0, (size_t)work->block.size * sizeof *load);
    for (int i = 0; i < loose->rows.count; i++) {
        const rv_loose_row* row = &loose->rows.data[i];
        for (int k = row->first_reference; k < row->first_reference + row->reference_count; k++) {
            const rv_loose_reference* ref = &loose->references.data[k];
            for (int c = 0; c < ref->count && ref->block == work->own_block; c++)
                load[loose->dof.data[ref->first_dof + c]] +=
                    loose->jacobian.data[ref->first_value + c] * row->impulse / island->h;
        }
    }
    return load;
}

// what holds on to it, or lies on it, pushes its nodes
static void add_held_loads(rv_world* world, int solid, rv_mat3 R) {
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        int count = class->place == NULL ? 0 : class->capacity(world);
        for (int i = 0; i < count; i++) {
            const rv_holder* place = class->place(world, i, 0);
            // whose it is comes first: what is on others may be another thread's
            for (int k = 0; place != NULL; place = class->place(world, i, ++k))
                if (place->solid == solid && class->is_alive(world, i))
                    rv_holder_add_load(world, place, R, class->load(world, i, k));
        }
    }
}

static void move_balance(rv_world* world, const rv_island* island, const rv_solid* solid,
                         rv_solid_work* work, const double* rate) {
    rv_motion frame = rv_solid_motion(world, island, solid);
    const double* load = find_loose_loads(island, work);
    for (int k = 0; k < solid->corners; k++) {
        int at = work->free.data[k], node = solid->first + k;
        if (at < 0)
            continue;
        rv_vec3 u = rv_vec3_load(rate + 3 * at);
        world->solid_v.data[node] = u;
        world->solid_x.data[node] = rv_vec3_mul_add(world->solid_x.data[node], island->h, u);
        world->solid_load.data[node] =
            rv_vec3_add(rv_mat3_apply_transpose(frame.R, world->solid_push.data[node]),
                        rv_vec3_load(load + 3 * at));
    }
    add_contact_loads(world, solid, work, frame.R);
    add_held_loads(world, (int)(solid - world->solids.data), frame.R);
}

static void solid_move(rv_world* world, rv_island* island, const rv_member* member) {
    rv_solid* solid = &world->solids.data[member->index];
    rv_solid_work* work = world->solid_work.data[member->index];
    const double* v = island->kkt.v.data + island->kkt.block_first.data[member->block];
    if (!is_finite(v, work->block.size)) {
        solid->frozen = true;
        memset(world->solid_v.data + solid->first, 0,
               (size_t)solid->count * sizeof *world->solid_v.data);
        island->report.nonfinite++;
        return;
    }
    if (solid->model == RV_SOLID_STATIC)
        move_balance(world, island, solid, work, v);
    else
        move_inertia(world, island, solid, work, v);
}

static void note_block(rv_world* world, int index, int island, int block) {
    world->solid_work.data[index]->island = island;
    world->solid_work.data[index]->own_block = block;
}

static int most_reached(const rv_world* world, int index) {
    return world->solids.data[index].corners;
}

const rv_constraint_class rv_solid_class = {.name = "solid",
                                            .works_unseen = true,
                                            .add_energy = rv_solid_add_energy,
                                            .capacity = solid_capacity,
                                            .is_alive = solid_is_alive,
                                            .bodies = solid_bodies,
                                            .moves_alone = solid_moves_alone,
                                            .pattern = solid_pattern,
                                            .rows = solid_rows,
                                            .lambda = solid_lambda,
                                            .block = solid_block,
                                            .note_block = note_block,
                                            .most_reached = most_reached,
                                            .move = solid_move,
                                            .note_rest = rv_solid_note_rest,
                                            .is_asleep = rv_solid_is_asleep_at,
                                            .wake = rv_solid_rouse_at,
                                            .put_to_sleep = rv_solid_put_to_sleep};
