// Solids between and after steps: what contacts reach of them, and what they tell of a step.
#include "model/cable_press.h"
#include "model/rod.h"
#include "model/solid.h"

#include <string.h>

void rv_soft_islands(const rv_world* world, const rv_soft_site* soft, int32_t islands[2]) {
    for (int s = 0; s < 2; s++) {
        const rv_soft_side* side = &soft->side[s];
        islands[s] = side->solid >= 0 ? world->solid_work.data[side->solid]->island
                     : side->rod >= 0 ? world->rod_work.data[side->rod]->island
                                      : world->bodies.data[side->body].island;
    }
}

static void mark_rod(const rv_world* world, const rv_soft_side* side) {
    const rv_rod* rod = &world->rods.data[side->rod];
    for (int k = 0; k < side->count; k++)
        world->rod_reached.data[rod->first + side->node[k]] = 0;
}

static void mark(const rv_world* world, const rv_soft_side* side) {
    if (side->rod >= 0)
        mark_rod(world, side);
    if (side->solid < 0)
        return;
    rv_solid_work* work = world->solid_work.data[side->solid];
    for (int k = 0; k < side->count; k++)
        if (work->free.data[side->node[k]] >= 0)
            work->contact_dof.data[side->node[k]] = 0;
}

// the rows of cables that lie on solids are solved with the contacts
static void mark_knots(const rv_world* world) {
    for (int i = 0; i < world->cable_nodes.count; i++) {
        const rv_holder* holder = &world->cable_nodes.data[i].holder;
        for (int k = 0; k < RV_KNOT_NODES && holder->solid >= 0; k++) {
            rv_solid_work* work = world->solid_work.data[holder->solid];
            if (work->free.data[holder->node[k]] >= 0)
                work->contact_dof.data[holder->node[k]] = 0;
        }
    }
}

// vertices of the rods of a block, one rod after the other
static void list_bundle(rv_world* world, const rv_rod_work* lead) {
    rv_island* island = &world->islands.data[lead->island];
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        for (int k = 0; k < rod->count; k++) {
            int32_t* dof = &world->rod_reached.data[rod->first + k];
            if (*dof < 0)
                continue;
            *dof = island->contact_dofs;
            island->reached.data[island->reached.count++] =
                (rv_kkt_run){lead->own_block, 3 * (work->offset + k), 3};
            island->contact_dofs += 3;
        }
    }
}

void rv_solids_list_reached(rv_world* world) {
    if (world->solids.count == 0)
        return;
    world->rod_reached.count = world->rod_x.count;
    for (int k = 0; k < world->rod_reached.count; k++)
        world->rod_reached.data[k] = -1;
    for (int i = 0; i < world->solids.count; i++)
        if (rv_id_pool_alive(&world->solid_ids, i)) {
            rv_solid_work* work = world->solid_work.data[i];
            for (int k = 0; k < work->contact_dof.count; k++)
                work->contact_dof.data[k] = -1;
        }
    for (int c = 0; c < world->soft_sites.count; c++)
        for (int s = 0; s < 2; s++)
            mark(world, &world->soft_sites.data[c].side[s]);
    mark_knots(world);
    for (int i = 0; i < world->solids.count; i++) {
        rv_solid_work* work = world->solid_work.data[i];
        if (!rv_id_pool_alive(&world->solid_ids, i) || work->island < 0)
            continue;
        rv_island* island = &world->islands.data[work->island];
        for (int k = 0; k < work->contact_dof.count; k++) {
            if (work->contact_dof.data[k] < 0)
                continue;
            work->contact_dof.data[k] = island->contact_dofs;
            island->reached.data[island->reached.count++] =
                (rv_kkt_run){work->own_block, work->tie + 3 * work->free.data[k], 3};
            island->contact_dofs += 3;
        }
    }
    for (int i = 0; i < world->rods.count; i++) {
        const rv_rod_work* work = world->rod_work.data[i];
        if (!rv_rod_is_variational(world, &world->rods.data[i]) && work->lead == work)
            list_bundle(world, work);
    }
}

// --- what they tell ---

// adds a force on a weighted sum of nodes
static void add_force(rv_solid* solid, const rv_solid_work* work, const int32_t* node,
                      const double* weight, int count, rv_mat3 R, rv_vec3 f) {
    rv_vec3 arm = {0, 0, 0};
    for (int k = 0; k < count; k++)
        arm = rv_vec3_mul_add(arm, weight[k], work->fem.rest.data[node[k]]);
    solid->force = rv_vec3_add(solid->force, f);
    solid->torque = rv_vec3_add(solid->torque, rv_vec3_cross(rv_mat3_apply(R, arm), f));
}

static void add_contact(rv_world* world, const rv_soft_site* soft, int s) {
    const rv_soft_side* side = &soft->side[s];
    rv_solid* solid = &world->solids.data[side->solid];
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    rv_vec3 f = rv_vec3_mul_add(soft->site.mean_friction, soft->site.mean_force, soft->site.normal);
    add_force(solid, world->solid_work.data[side->solid], side->node, side->weight, side->count,
              frame.R, rv_vec3_scale(f, s == 0 ? -1.0 : 1.0));
}

// what holds on to solids, and what lies on them
static void add_held(rv_world* world, double dt) {
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        int count = class->place == NULL ? 0 : class->capacity(world);
        for (int i = 0; i < count; i++) {
            const rv_holder* place = class->is_alive(world, i) ? class->place(world, i, 0) : NULL;
            for (int k = 0; place != NULL; place = class->place(world, i, ++k)) {
                if (place->solid < 0)
                    continue;
                rv_solid* solid = &world->solids.data[place->solid];
                add_force(solid, world->solid_work.data[place->solid], place->node, place->weight,
                          RV_HOLDER_NODES, rv_solid_motion(world, NULL, solid).R,
                          class->push(world, i, k, dt));
            }
        }
    }
}

// of a static one: half of force times displacement
static double energy_of_balance(const rv_world* world, const rv_solid* solid) {
    double sum = 0.0;
    for (int k = 0; k < solid->corners; k++)
        sum += 0.5
               * rv_vec3_dot(world->solid_x.data[solid->first + k],
                             world->solid_load.data[solid->first + k]);
    return sum;
}

void rv_solid_find_energies(const rv_world* world, rv_solid* solid, rv_solid_work* work) {
    if (solid->model == RV_SOLID_STATIC) {
        solid->elastic = energy_of_balance(world, solid);
        return;
    }
    int n = 3 * solid->count;
    double *x = work->a.data, *f = work->b.data;
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    bool turned = solid->model == RV_SOLID_COROTATIONAL;
    solid->moment = (rv_vec3){0, 0, 0};
    for (int k = 0; k < solid->count; k++) {
        rv_vec3 at = rv_solid_point_with(world, solid, k, &frame), X = work->fem.rest.data[k];
        rv_vec3 u = rv_vec3_sub(rv_mat3_apply_transpose(frame.R, rv_vec3_sub(at, frame.x)), X);
        rv_vec3_store(x + 3 * k, turned ? at : u);
        solid->moment = rv_vec3_mul_add(solid->moment, work->inertia.load.data[k], at);
    }
    solid->elastic = turned ? rv_fem_forces_turned(&work->fem, x, NULL, NULL)
                            : rv_solid_linear_forces(work, x, f);
    for (int k = 0; k < solid->count; k++)
        rv_vec3_store(x + 3 * k, rv_solid_point_velocity(world, solid, k));
    rv_fem_inertia_multiply(&work->inertia, x, f);
    solid->kinetic = 0.0;
    for (int k = 0; k < n; k++)
        solid->kinetic += 0.5 * x[k] * f[k];
}

void rv_solids_publish(rv_world* world, double dt) {
    for (int i = 0; i < world->solids.count; i++)
        world->solids.data[i].force = world->solids.data[i].torque = (rv_vec3){0, 0, 0};
    for (int c = 0; c < world->soft_sites.count; c++) {
        rv_soft_site* soft = &world->soft_sites.data[c];
        bool asleep = world->solids.data[soft->side[1].solid].asleep;
        // of what sleeps, the forces that it went to sleep with
        soft->site.mean_force = asleep ? soft->site.force : soft->site.impulse / dt;
        soft->site.mean_friction =
            asleep ? soft->site.friction : rv_vec3_scale(soft->site.friction_impulse, 1.0 / dt);
        for (int s = 0; s < 2; s++)
            // what it does to itself has no sum
            if (soft->side[s].solid >= 0 && !rv_soft_is_own(soft))
                add_contact(world, soft, s);
    }
    add_held(world, dt);
    if (world->solid_push.count > 0)
        memset(world->solid_push.data, 0,
               (size_t)world->solid_push.count * sizeof *world->solid_push.data);
    for (int i = 0; i < world->solids.count; i++) {
        if (!rv_id_pool_alive(&world->solid_ids, i))
            continue;
        rv_solid_work* work = world->solid_work.data[i];
        rv_solid_find_energies(world, &world->solids.data[i], work);
        if (!world->solids.data[i].frozen || work->island < 0)
            continue;
        work->island = -1; // it is in no system from now on
        world->topology_changed = true;
    }
}

void rv_solid_add_energy(const rv_world* world, int index, rv_energy* energy) {
    const rv_solid* solid = &world->solids.data[index];
    energy->kinetic += solid->kinetic;
    energy->elastic += solid->elastic;
    // a static one weighs nothing: its moment is zero
    energy->gravitational -= rv_vec3_dot(world->def.gravity, solid->moment);
}
