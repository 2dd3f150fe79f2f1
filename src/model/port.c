// Ports: a point of a body where another simulator pushes or pulls. A velocity port is three loose
// rows, so that the small space that solves it is also its mobility.
#include "model/constraint.h"
#include "model/family.h"

#include <math.h>

enum { AXES = 3 };

rv_port_def rv_port_def_default(void) {
    return (rv_port_def){.max_force = INFINITY, .magic = RV_DEF_MAGIC};
}

static rv_port* find(const rv_world* world, rv_port_id id) {
    int index = rv_id_pool_find(&world->port_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 ? NULL : &world->ports.data[index];
}

static bool def_is_valid(rv_world* w, const rv_port_def* d) {
    if (!RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                  "rv_port_def: start from rv_port_def_default()"))
        return false;
    const rv_body* body = rv_world_body(w, d->body);
    return RV_CHECK(w, !w->stepping, "rv_port_create: not callable during a step")
           && RV_CHECK(w, body != NULL, "rv_port_def.body: no such body")
           && RV_CHECK(w, body->type == RV_BODY_DYNAMIC && body->kind != RV_BODY_SCALAR,
                       "rv_port_def.body: must be dynamic, rigid or particle")
           && RV_CHECK(w, rv_is_finite3(d->point), "rv_port_def.point: must be finite")
           && RV_CHECK(w, d->mode == RV_PORT_FORCE || d->mode == RV_PORT_VELOCITY,
                       "rv_port_def.mode = %d: must be an rv_port_mode", (int)d->mode)
           && RV_CHECK(w, d->max_force > 0.0, "rv_port_def.max_force = %g N: must be > 0",
                       d->max_force);
}

rv_port_id rv_port_create(rv_world* world, const rv_port_def* def) {
    rv_call_begin(world);
    if (!def_is_valid(world, def))
        return (rv_port_id){0};
    int capacity = world->port_ids.slots.count + 1;
    bool room = rv_id_pool_reserve(&world->memory, &world->port_ids, capacity)
                && rv_array_reserve(&world->memory, &world->ports, capacity);
    if (!RV_CHECK(world, room, "rv_port_create: out of memory"))
        return (rv_port_id){0};
    int index = rv_id_pool_add(&world->memory, &world->port_ids);
    world->ports.data[index] =
        (rv_port){.body = (int32_t)(rv_world_body(world, def->body) - world->bodies.data),
                  .point = def->point,
                  .mode = def->mode,
                  .max_force = def->max_force};
    if (index >= world->ports.count)
        world->ports.count = index + 1;
    rv_world_touch(world);
    rv_id id = rv_id_pool_id(&world->port_ids, index);
    return (rv_port_id){id.slot, id.generation, id.world};
}

bool rv_port_destroy(rv_world* world, rv_port_id id) {
    rv_call_begin(world);
    rv_port* port = find(world, id);
    if (!RV_CHECK(world, port != NULL, "rv_port_destroy: no such port")
        || !RV_CHECK(world, !world->stepping, "rv_port_destroy: not callable during a step"))
        return false;
    rv_id_pool_remove(&world->port_ids, (int)(port - world->ports.data));
    rv_world_touch(world);
    return true;
}

bool rv_port_is_valid(const rv_world* world, rv_port_id id) {
    return find(world, id) != NULL;
}

rv_port_id rv_port_next(const rv_world* world, rv_port_id id) {
    rv_id next = rv_id_pool_next(&world->port_ids, id.slot);
    return (rv_port_id){next.slot, next.generation, next.world};
}

int rv_port_count(const rv_world* world) {
    return world->port_ids.alive_count;
}

static bool set_input(rv_world* world, rv_port_id id, rv_vec3 input, rv_port_mode mode,
                      const char* what) {
    rv_port* port = find(world, id);
    if (!RV_CHECK(world, port != NULL, "%s: no such port", what)
        || !RV_CHECK(world, port->mode == mode, "%s: the port has the other mode", what)
        || !RV_CHECK(world, rv_is_finite3(input), "%s: must be finite", what))
        return false;
    port->input = input;
    return true;
}

bool rv_port_set_force(rv_world* world, rv_port_id id, rv_vec3 force) {
    rv_call_begin(world);
    return set_input(world, id, force, RV_PORT_FORCE, "rv_port_set_force");
}

bool rv_port_set_velocity(rv_world* world, rv_port_id id, rv_vec3 velocity) {
    rv_call_begin(world);
    return set_input(world, id, velocity, RV_PORT_VELOCITY, "rv_port_set_velocity");
}

rv_port_state rv_port_read(const rv_world* world, rv_port_id id) {
    const rv_port* port = find(world, id);
    if (port == NULL)
        return (rv_port_state){0};
    rv_vec3 reaction = {port->lambda[0], port->lambda[1], port->lambda[2]};
    return (rv_port_state){
        .position = rv_body_point(world, rv_world_body_id(world, port->body), port->point),
        .velocity = rv_body_point_velocity(world, rv_world_body_id(world, port->body), port->point),
        .force = port->mode == RV_PORT_FORCE ? port->input : reaction,
        .mobility = port->mobility};
}

double rv_port_effective_mass(const rv_world* world, rv_port_id id, rv_vec3 direction) {
    const rv_port* port = find(world, id);
    if (port == NULL)
        return NAN;
    rv_vec3 n = rv_vec3_normalize(direction);
    double mobility = rv_vec3_dot(n, rv_mat3_apply(port->mobility, n));
    return mobility > 0.0 ? 1.0 / mobility : INFINITY;
}

static int port_capacity(const rv_world* world) {
    return world->ports.count;
}

static bool port_is_alive(const rv_world* world, int index) {
    return rv_id_pool_alive(&world->port_ids, index);
}

static int port_bodies(const rv_world* world, int index, const int32_t** bodies) {
    *bodies = &world->ports.data[index].body;
    return 1;
}

static void port_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    if (world->ports.data[index].mode == RV_PORT_VELOCITY)
        rv_pattern_loose(sink, 3, 1, 0);
}

// one row per axis: the velocity of the point
static void put_axis(const rv_body* body, rv_vec3 arm, int axis, rv_loose_rows* out,
                     rv_loose_row* row) {
    rv_vec3 n = rv_mat3_column(rv_mat3_identity(), axis), turn = rv_vec3_cross(arm, n);
    double J[6] = {n.x, n.y, n.z, turn.x, turn.y, turn.z};
    int dofs = rv_body_dofs(body);
    row->reference_count = dofs > 0;
    if (dofs == 0)
        return;
    out->references.data[row->first_reference] =
        (rv_loose_reference){body->block, out->jacobian.count, dofs, -1};
    for (int k = 0; k < dofs; k++)
        out->jacobian.data[out->jacobian.count++] = J[k];
}

static void put_velocity(const rv_world* world, int index, rv_loose_rows* out, int first_row) {
    const rv_port* port = &world->ports.data[index];
    const rv_body* body = &world->bodies.data[port->body];
    rv_vec3 arm = rv_mat3_apply(body->R, rv_vec3_sub(port->point, body->center));
    for (int axis = 0; axis < AXES; axis++)
        put_axis(body, arm, axis, out, &out->rows.data[first_row + axis]);
}

static void port_rows(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_port* port = &world->ports.data[member->index];
    if (port->mode != RV_PORT_VELOCITY)
        return;
    double target[3] = {port->input.x, port->input.y, port->input.z};
    rv_row* rows = island->rows.data + member->first_row;
    for (int axis = 0; axis < AXES; axis++)
        rows[axis] = (rv_row){.rate = -target[axis],
                              .lower = -port->max_force,
                              .upper = port->max_force,
                              .law = RV_ROW_VELOCITY};
    put_velocity(world, member->index, &island->kkt.loose, member->first_loose);
}

static double* port_lambda(rv_world* world, int index, int8_t** state) {
    *state = world->ports.data[index].state;
    return world->ports.data[index].lambda;
}

static void port_remove(rv_world* world, int index) {
    rv_id id = rv_id_pool_id(&world->port_ids, index);
    rv_port_destroy(world, (rv_port_id){id.slot, id.generation, id.world});
}

// the other side may do anything
static bool port_drives(const rv_world* world, int index) {
    (void)world;
    (void)index;
    return true;
}

static void learn_mobility(rv_world* world, int index, const double* mobility, int columns) {
    for (int r = 0; r < AXES; r++)
        for (int c = 0; c < AXES; c++)
            world->ports.data[index].mobility.m[r][c] = mobility[r * columns + c];
}

const rv_constraint_class rv_port_class = {
    .name = "port",
    .capacity = port_capacity,
    .is_alive = port_is_alive,
    .remove = port_remove,
    .bodies = port_bodies,
    .pattern = port_pattern,
    .rows = port_rows,
    .lambda = port_lambda,
    .drives = port_drives,
    .axes = AXES,
    .ask = put_velocity,
    .learn = learn_mobility,
};

static void take_inputs(rv_world* world) {
    for (int i = 0; i < world->ports.count; i++) {
        const rv_port* port = &world->ports.data[i];
        if (!rv_id_pool_alive(&world->port_ids, i) || port->mode != RV_PORT_FORCE)
            continue;
        rv_body* body = &world->bodies.data[port->body];
        rv_vec3 arm = rv_mat3_apply(body->R, rv_vec3_sub(port->point, body->center));
        body->force = rv_vec3_add(body->force, port->input);
        body->torque = rv_vec3_add(body->torque, rv_vec3_cross(arm, port->input));
    }
}

const rv_family rv_port_family = {.take_inputs = take_inputs};
