// Solids that rest. One that touches something sleeps with its island once none of its nodes has been
// faster than rv_sleep.speed for rv_sleep.time, of a static one against its frame. It keeps all of its
// state but its velocities, which are zero, and wakes with that.
#include "model/rod.h"
#include "model/solid.h"

#include <string.h>

void rv_solids_wake_all(rv_world* world) {
    for (int i = 0; i < world->solids.count; i++)
        rv_solid_rouse(&world->solids.data[i]);
}

// what lies on one side of a contact
static void wake_side(rv_world* world, const rv_soft_side* side) {
    if (side->solid >= 0)
        rv_solid_rouse(&world->solids.data[side->solid]);
    if (side->rod >= 0)
        rv_rod_wake(&world->rods.data[side->rod]);
    int32_t body = side->rod >= 0 ? -1 : rv_soft_body(world, side);
    rv_world_wake(world, &body, 1);
}

static void wake_sides(rv_world* world, const rv_soft_site* soft) {
    for (int s = 0; s < 2; s++)
        wake_side(world, &soft->side[s]);
}

void rv_solids_wake_neighbours(rv_world* world, int body) {
    for (int i = 0; i < world->solids.count; i++)
        if (world->solids.data[i].body == body)
            rv_solid_rouse(&world->solids.data[i]);
    for (int k = 0; k < world->soft_sites.count; k++) {
        const rv_soft_site* soft = &world->soft_sites.data[k];
        if (rv_soft_body(world, &soft->side[0]) == body
            || rv_soft_body(world, &soft->side[1]) == body)
            wake_sides(world, soft);
    }
}

void rv_solid_wake_touched(rv_world* world, int solid) {
    for (int k = 0; k < world->soft_sites.count; k++) {
        const rv_soft_site* soft = &world->soft_sites.data[k];
        if (soft->side[0].solid == solid || soft->side[1].solid == solid)
            wake_sides(world, soft);
    }
}

bool rv_solid_note_rest(rv_world* world, int index, double dt) {
    rv_solid* solid = &world->solids.data[index];
    const rv_vec3* v = world->solid_v.data + solid->first;
    double most = world->def.sleep.speed * world->def.sleep.speed;
    bool slow = true;
    for (int i = 0; i < solid->count && slow; i++)
        slow = rv_vec3_dot(v[i], v[i]) < most;
    solid->rest_time = slow ? solid->rest_time + dt : 0.0;
    return solid->rest_time > world->def.sleep.time;
}

bool rv_solid_is_asleep_at(const rv_world* world, int index) {
    return world->solids.data[index].asleep;
}

void rv_solid_rouse_at(rv_world* world, int index) {
    rv_solid_rouse(&world->solids.data[index]);
}

void rv_solid_put_to_sleep(rv_world* world, int index) {
    rv_solid* solid = &world->solids.data[index];
    solid->asleep = true;
    memset(world->solid_v.data + solid->first, 0,
           (size_t)solid->count * sizeof *world->solid_v.data);
}

void rv_solids_keep_rest(rv_world* world, bool restore) {
    for (int i = 0; i < world->solids.count; i++) {
        rv_solid* solid = &world->solids.data[i];
        if (restore) {
            solid->asleep = solid->kept_asleep;
            solid->rest_time = solid->kept_rest_time;
        } else {
            solid->kept_asleep = solid->asleep;
            solid->kept_rest_time = solid->rest_time;
        }
    }
}
