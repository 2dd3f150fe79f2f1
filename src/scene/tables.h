// The tables of keys: for every kind of object in a scene, which keys it has, of what type, in what
// range and unit, and where the value goes. They drive reading, the detection of unknown keys, the
// sentences about what would be right, and the test against docs/scene.schema.json.
#ifndef REEVE_SCENE_TABLES_H
#define REEVE_SCENE_TABLES_H

#include "scene/definition.h"

typedef enum rv_scene_type {
    RV_SCENE_NUMBER,   // double
    RV_SCENE_INTEGER,  // int
    RV_SCENE_BOOLEAN,  // bool
    RV_SCENE_TEXT,     // const char*
    RV_SCENE_NAME,     // const char*; a name that others refer to
    RV_SCENE_CHOICE,   // int: the index in choices
    RV_SCENE_VECTOR,   // rv_vec3
    RV_SCENE_ROTATION, // rv_quat, from [w, x, y, z] or {axis, angle}
    RV_SCENE_INERTIA,  // rv_mat3, from three or three times three numbers
    RV_SCENE_OBJECT,   // by a table of its own
    RV_SCENE_TRUE,     // nothing: that it is given says it all
    RV_SCENE_BITS,     // uint32_t: numbers of bits, or one of the choices: all or none of them
    RV_SCENE_GRID,     // rv_scene_grid
} rv_scene_type;

typedef enum rv_scene_many {
    RV_SCENE_ONE,
    RV_SCENE_PAIR,        // two side by side
    RV_SCENE_ONE_OR_MORE, // `least` to `most` side by side; those not given stay as they are
    RV_SCENE_LIST,        // rv_scene_list
    RV_SCENE_MAP,         // rv_scene_list; the key goes to the const char* at the item's start
} rv_scene_many;

// the largest number a scene may hold: far beyond any physics, far below overflow
#define RV_SCENE_LARGEST 1e15

typedef struct rv_scene_range {
    double min, max;
    bool above_min, below_max; // the bound itself is excluded
} rv_scene_range;

typedef struct rv_scene_field {
    const char* key;
    rv_scene_type type;
    rv_scene_many many;
    size_t offset;
    rv_scene_range range; // of a number, and of each number of a vector
    int least;            // elements of a list or of one or more
    int most;             // elements of these or of a map; 0: RV_SCENE_LIST_MAX
    const char* unit;
    const char* const* choices;         // ends with NULL
    const struct rv_scene_table* table; // of RV_SCENE_OBJECT and the items of maps
    const char* engine;                 // the engine's name for it, if it has another
    unsigned only; // bits of the values of the table's selector that have this key; 0: all
    bool required;
    bool alternative; // exactly one of the table's alternatives must be given
    bool enables;     // its struct starts with a bool: given means true
    bool or_boolean;  // true and false are allowed too, and go to that bool
    bool or_true;     // true is allowed too: the object without a key
    bool or_infinite; // the text "infinite" is allowed too
    bool or_number;   // of a vector: one number for all three is allowed too
    bool
        or_text; // of a list: a text in its place is allowed too, if there are choices one of these
    bool stands_by; // allowed, unused, with other values of a selector that is given
    bool part;      // an object whose keys are the owner's own
} rv_scene_field;

enum { RV_SCENE_FIELDS_MAX = 28, RV_SCENE_LIST_MAX = 100000 };

typedef struct rv_scene_table {
    const char* name; // of the definition in the schema
    size_t bytes;     // of an item
    void (*init)(void* item);
    bool tells_given;     // an item starts with rv_scene_given
    const char* selector; // the choice that decides which keys apply
    rv_scene_field fields[RV_SCENE_FIELDS_MAX];
} rv_scene_table;

// the table of the whole file
const rv_scene_table* rv_scene_table_root(void);
const rv_scene_table* rv_scene_table_of_rotation(void);
// index of a key in a table, or -1
int rv_scene_table_find(const rv_scene_table* table, const char* key);
int rv_scene_table_count(const rv_scene_table* table);
const rv_scene_field* rv_scene_table_field(const rv_scene_table* table, const char* key);

// the tables that others look things up in
extern const rv_scene_table rv_scene_body_table, rv_scene_shape_table, rv_scene_joint_table,
    rv_scene_chain_table, rv_scene_cable_table, rv_scene_cable_node_table,
    rv_scene_contact_law_table, rv_scene_solid_table, rv_scene_haptic_table, rv_scene_tets_table,
    rv_scene_device_table, rv_scene_udp_table, rv_scene_haply_table, rv_scene_suture_table,
    rv_scene_tie_table;

// The first of the keys that were given, by its place in the table; `last` if none before it was.
static inline int rv_scene_first_given(rv_scene_given given, int last) {
    int key = 0;
    while (key < last && (given >> key & 1u) == 0)
        key++;
    return key;
}
// was `key` given in this item? The item starts with rv_scene_given.
bool rv_scene_has(const rv_scene_table* table, const void* item, const char* key);

// {axis, angle}, read before it becomes a quaternion
typedef struct rv_scene_axis_angle {
    rv_vec3 axis;
    double angle;
} rv_scene_axis_angle;

#endif
