// Rods that rest. One that touches a shape, or is in one piece with what does, sleeps with its island once
// none of its vertices has been faster than rv_sleep.speed for rv_sleep.time: it then keeps all of its
// state but its velocities, which are zero, and wakes with that. What holds it in a hand, and bodies
// that touch it and are moved by forces, keep it awake: it pushes these in every step.
#include "model/body.h"
#include "model/rod.h"

void rv_rods_wake_all(rv_world* world) {
    for (int i = 0; i < world->rods.count; i++)
        rv_rod_wake(&world->rods.data[i]);
}

// one of its shapes touches the rod, or is about to
static bool is_near(const rv_world* world, const rv_rod* rod, int32_t body) {
    for (int k = 0; k < rod->contact_count; k++) {
        int32_t shape = rv_rod_contacts(world, rod)[k].shape;
        if (shape >= 0 && world->shapes.data[shape].body == body)
            return true;
    }
    return false;
}

void rv_rods_wake_neighbours(rv_world* world, int body) {
    for (int i = 0; i < world->rods.count; i++) {
        rv_rod* rod = &world->rods.data[i];
        if (rod->bodies[0] == body || rod->bodies[1] == body || is_near(world, rod, body)) {
            rv_rod_wake(rod);
            rv_world_wake(world, rod->bodies, 2);
        }
    }
}

// a hand, or what moves by itself
static bool is_kept_awake(const rv_world* world, const rv_rod* rod) {
    for (int k = 0; k < RV_CABLE_GRIPS; k++)
        if (rod->hand[k].holds)
            return true;
    for (int k = 0; k < rod->contact_count; k++) {
        const rv_rod_contact* c = &rv_rod_contacts(world, rod)[k];
        if (c->shape >= 0 && c->touches
            && rv_body_moves(&world->bodies.data[world->shapes.data[c->shape].body]))
            return true;
    }
    return false;
}

bool rv_rod_note_rest(rv_world* world, int index, double dt) {
    rv_rod* rod = &world->rods.data[index];
    const rv_vec3* v = rv_rod_velocities(world, rod);
    double most = world->def.sleep.speed * world->def.sleep.speed;
    bool slow = true;
    for (int i = 0; i < rod->count && slow; i++)
        slow = rv_vec3_dot(v[i], v[i]) < most;
    rod->rest_time = slow ? rod->rest_time + dt : 0.0;
    return rod->rest_time > world->def.sleep.time && !is_kept_awake(world, rod);
}

bool rv_rod_is_asleep_at(const rv_world* world, int index) {
    return world->rods.data[index].asleep;
}

void rv_rod_wake_at(rv_world* world, int index) {
    rv_rod_wake(&world->rods.data[index]);
}

bool rv_rod_is_touched_at(const rv_world* world, int index) {
    return rv_rod_is_touched(world, &world->rods.data[index]);
}

void rv_rod_put_to_sleep(rv_world* world, int index) {
    rv_rod* rod = &world->rods.data[index];
    rv_vec3* v = rv_rod_velocities(world, rod);
    rod->asleep = true;
    for (int i = 0; i < rod->count; i++)
        v[i] = (rv_vec3){0, 0, 0};
}

void rv_rods_keep_rest(rv_world* world, bool restore) {
    for (int i = 0; i < world->rods.count; i++) {
        rv_rod* rod = &world->rods.data[i];
        if (restore) {
            rod->asleep = rod->kept_asleep;
            rod->rest_time = rod->kept_rest_time;
        } else {
            rod->kept_asleep = rod->asleep;
            rod->kept_rest_time = rod->rest_time;
        }
    }
}
