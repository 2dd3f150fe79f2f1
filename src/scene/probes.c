// Probes: the table of what can be read, the columns that a scene asks for, and their values. A
// quantity writes one, three or four numbers; a column is one of them. A row more in the table is
// all that a new quantity needs.
#include "scene/play.h"
#include "scene/quantity.h"
#include "scene/read.h"

#include <math.h>
#include <stdio.h>

typedef struct probe_quantity {
    rv_scene_quantity base;
    // writes base.components numbers
    void (*read)(const rv_scene_play* play, int index, double* values);
} probe_quantity;

static void put(rv_vec3 vector, double* values) {
    values[0] = vector.x;
    values[1] = vector.y;
    values[2] = vector.z;
}

static void position_read(const rv_scene_play* play, int index, double* values) {
    put(rv_body_pose(play->world, play->bodies[index]).position, values);
}

static void center_read(const rv_scene_play* play, int index, double* values) {
    put(rv_body_center(play->world, play->bodies[index]), values);
}

static void rotation_read(const rv_scene_play* play, int index, double* values) {
    rv_quat rotation = rv_body_pose(play->world, play->bodies[index]).rotation;
    values[0] = rotation.w;
    put(rv_vec3_make(rotation.x, rotation.y, rotation.z), values + 1);
}

static void velocity_read(const rv_scene_play* play, int index, double* values) {
    put(rv_body_velocity(play->world, play->bodies[index]), values);
}

static void angular_velocity_read(const rv_scene_play* play, int index, double* values) {
    put(rv_body_angular_velocity(play->world, play->bodies[index]), values);
}

static void force_read(const rv_scene_play* play, int index, double* values) {
    put(rv_joint_force(play->world, play->joints[index]), values);
}

static void torque_read(const rv_scene_play* play, int index, double* values) {
    put(rv_joint_torque(play->world, play->joints[index]), values);
}

static void tension_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_tension(play->world, play->joints[index]);
}

static void coordinate_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_coordinate(play->world, play->joints[index]);
}

static void speed_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_speed(play->world, play->joints[index]);
}

static void motor_force_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_motor_force(play->world, play->joints[index]);
}

static void limit_force_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_limit_force(play->world, play->joints[index]);
}

static void gap_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_gap(play->world, play->joints[index]);
}

static void kinetic_read(const rv_scene_play* play, int index, double* values) {
    (void)index;
    values[0] = rv_world_energy(play->world).kinetic;
}

static void gravitational_read(const rv_scene_play* play, int index, double* values) {
    (void)index;
    values[0] = rv_world_energy(play->world).gravitational;
}

static void elastic_read(const rv_scene_play* play, int index, double* values) {
    (void)index;
    values[0] = rv_world_energy(play->world).elastic;
}

static void work_read(const rv_scene_play* play, int index, double* values) {
    (void)index;
    values[0] = rv_world_energy(play->world).work;
}

static void total_read(const rv_scene_play* play, int index, double* values) {
    (void)index;
    values[0] = rv_world_energy(play->world).total;
}

#define STRETCHED (1u << RV_JOINT_DISTANCE | 1u << RV_JOINT_SPRING)
#define WITH_COORDINATE                                                                            \
    (STRETCHED | 1u << RV_JOINT_HINGE | 1u << RV_JOINT_SLIDER | 1u << RV_JOINT_ANGLE)

static const probe_quantity quantities[] = {
    {{"position", RV_SCENE_THING_BODY, 3, 0, 0}, position_read},
    {{"center", RV_SCENE_THING_BODY, 3, 0, 0}, center_read},
    {{"rotation", RV_SCENE_THING_BODY, 4, 0, RV_SCENE_NEEDS_RIGID}, rotation_read},
    {{"velocity", RV_SCENE_THING_BODY, 3, 0, 0}, velocity_read},
    {{"angular_velocity", RV_SCENE_THING_BODY, 3, 0, RV_SCENE_NEEDS_RIGID}, angular_velocity_read},
    {{"force", RV_SCENE_THING_JOINT, 3, 0, 0}, force_read},
    {{"torque", RV_SCENE_THING_JOINT, 3, 0, 0}, torque_read},
    {{"tension", RV_SCENE_THING_JOINT, 1, STRETCHED, 0}, tension_read},
    {{"coordinate", RV_SCENE_THING_JOINT, 1, WITH_COORDINATE, 0}, coordinate_read},
    {{"speed", RV_SCENE_THING_JOINT, 1, WITH_COORDINATE, 0}, speed_read},
    {{"motor_force", RV_SCENE_THING_JOINT, 1, 0, RV_SCENE_NEEDS_MOTOR}, motor_force_read},
    {{"limit_force", RV_SCENE_THING_JOINT, 1, 0, RV_SCENE_NEEDS_LIMIT}, limit_force_read},
    {{"gap", RV_SCENE_THING_JOINT, 1, 0, 0}, gap_read},
    {{"kinetic", RV_SCENE_THING_ENERGY, 1, 0, 0}, kinetic_read},
    {{"gravitational", RV_SCENE_THING_ENERGY, 1, 0, 0}, gravitational_read},
    {{"elastic", RV_SCENE_THING_ENERGY, 1, 0, 0}, elastic_read},
    {{"work", RV_SCENE_THING_ENERGY, 1, 0, 0}, work_read},
    {{"total", RV_SCENE_THING_ENERGY, 1, 0, 0}, total_read},
    {{NULL, RV_SCENE_THING_BODY, 0, 0, 0}, NULL},
};

static const rv_scene_quantity_table table = {quantities, sizeof quantities[0], "read"};

// a probe is at most a quaternion
enum { COLUMNS_PER_PROBE = 4 };

void rv_scene_probes_resolve(rv_scene* scene, rv_scene_place* place) {
    const char* const* probes = scene->probes.items;
    size_t most = (size_t)scene->probes.count * COLUMNS_PER_PROBE + 1;
    rv_scene_column* columns = rv_scene_allocate(scene, most, sizeof *columns);
    if (columns == NULL) {
        rv_scene_complain(place, "not enough memory for the probes");
        return;
    }
    int count = 0;
    rv_scene_enter_key(place, "probes");
    for (int i = 0; i < scene->probes.count; i++) {
        rv_scene_reference reference;
        rv_scene_enter_index(place, i);
        bool good = rv_scene_quantity_resolve(scene, place, &table, probes[i], &reference);
        rv_scene_leave(place);
        if (!good)
            continue;
        int components = quantities[reference.quantity].base.components;
        for (int c = 0; c < components; c++) {
            if (reference.component < 0 || reference.component == c)
                columns[count++] = (rv_scene_column){reference.quantity, reference.index,
                                                     components == 1 ? -1 : c, i};
        }
    }
    rv_scene_leave(place);
    scene->columns = (rv_scene_list){columns, count};
}

int rv_scene_play_column_count(const rv_scene_play* play) {
    return play->scene->columns.count;
}

int rv_scene_play_column_name(const rv_scene_play* play, int column, char* buffer, size_t bytes) {
    if (column < 0 || column >= play->scene->columns.count)
        return snprintf(buffer, bytes, "%s", "");
    const rv_scene_column* c = (const rv_scene_column*)play->scene->columns.items + column;
    const rv_scene_quantity* quantity = &quantities[c->quantity].base;
    const char* name = quantity->kind == RV_SCENE_THING_ENERGY ? "energy" : NULL;
    char found[RV_SCENE_NAME_BYTES + 32];
    if (name == NULL) {
        rv_scene_thing thing = {quantity->kind, c->index};
        rv_scene_thing_name(play->scene, thing, found, sizeof found);
        name = found;
    }
    if (c->component < 0)
        return snprintf(buffer, bytes, "%s.%s", name, quantity->name);
    return snprintf(buffer, bytes, "%s.%s.%c", name, quantity->name,
                    rv_scene_component_letter(quantity->components, c->component));
}

void rv_scene_play_read(const rv_scene_play* play, double* values) {
    const rv_scene_column* columns = play->scene->columns.items;
    for (int i = 0; i < play->scene->columns.count; i++) {
        double read[COLUMNS_PER_PROBE];
        quantities[columns[i].quantity].read(play, columns[i].index, read);
        values[i] = read[columns[i].component < 0 ? 0 : columns[i].component];
    }
}
