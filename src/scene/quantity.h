// What probes read and what scripts and controls drive: quantities of things, written as
// "thing.quantity" or "thing.quantity.component". One parser for both; the tables are in probes.c
// and drives.c.
#ifndef REEVE_SCENE_QUANTITY_H
#define REEVE_SCENE_QUANTITY_H

#include "scene/names.h"

// what a thing must have for a quantity to mean something
enum {
    RV_SCENE_NEEDS_MOTOR = 1,
    RV_SCENE_NEEDS_LIMIT = 2,
    RV_SCENE_NEEDS_RIGID = 4,
    RV_SCENE_NEEDS_KINEMATIC = 8,
    RV_SCENE_NEEDS_WHEEL = 16,
    RV_SCENE_NEEDS_ROD = 32,
    RV_SCENE_NEEDS_NO_ROD = 64,
};

// the start of every row of the two tables; `name` is NULL in the last row
typedef struct rv_scene_quantity {
    const char* name;
    rv_scene_thing_kind kind;
    int components;       // 1, 3 (x y z) or 4 (w x y z)
    unsigned joint_types; // bits of rv_joint_type that have it; 0: all
    unsigned needs;
    const char* unit;         // "" if it has none
    const char* turning_unit; // of a joint whose coordinate is an angle; NULL: the same
} rv_scene_quantity;

// a table of rows that start with rv_scene_quantity
typedef struct rv_scene_quantity_table {
    const void* rows;
    size_t row_bytes;
    const char* verb; // "read" or "driven"
} rv_scene_quantity_table;

typedef struct rv_scene_reference {
    int quantity; // the row
    int index;
    int component; // -1: none was named
} rv_scene_reference;

// Resolves a text, or tells at the current path what is wrong with it.
bool rv_scene_quantity_resolve(const rv_scene* scene, rv_scene_place* place,
                               const rv_scene_quantity_table* table, const char* text,
                               rv_scene_reference* reference);
const rv_scene_quantity* rv_scene_quantity_row(const rv_scene_quantity_table* table, int row);
// The unit that a quantity of thing `index` has.
const char* rv_scene_quantity_unit(const rv_scene* scene, const rv_scene_quantity* quantity,
                                   int index);
// 'x' of component 0 of three, 'w' of component 0 of four
char rv_scene_component_letter(int components, int component);

// in drives.c and probes.c: resolve what the file asks for, telling what is wrong
void rv_scene_drives_resolve(rv_scene* scene, rv_scene_place* place);
void rv_scene_probes_resolve(rv_scene* scene, rv_scene_place* place);
// The unit of what drive `drive` of a scene sets. In drives.c.
const char* rv_scene_drive_unit(const rv_scene* scene, int drive);
// Whether it is a speed or a velocity, which is 0 when nobody drives it.
bool rv_scene_drive_is_rate(const rv_scene* scene, int drive);

#endif
