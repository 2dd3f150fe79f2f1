// "hook.position.x": parted into name, quantity and component, looked up in a table, and checked
// against what the thing has: a joint without a motor has no motor force, a particle does not turn.
// See quantity.h.
#include "scene/quantity.h"

#include "scene/nearest.h"
#include "scene/read.h"

#include <string.h>

typedef struct parted_text {
    char name[RV_SCENE_TEXT_BYTES + 1];
    const char* quantity; // in name; "" if there is none
    char component;       // '\0' if there is none
} parted_text;

static const char letters_of[] = "wxyz";

char rv_scene_component_letter(int components, int component) {
    return letters_of[component + 4 - components];
}

const rv_scene_quantity* rv_scene_quantity_row(const rv_scene_quantity_table* table, int row) {
    return (const void*)((const char*)table->rows + (size_t)row * table->row_bytes);
}

// from the right, because the name of a chain's link has a dot of its own
static void part(const char* text, parted_text* parted) {
    *parted = (parted_text){"", "", '\0'};
    strncpy(parted->name, text, RV_SCENE_TEXT_BYTES);
    char* dot = strrchr(parted->name, '.');
    if (dot != NULL && dot[1] != '\0' && dot[2] == '\0' && strchr(letters_of, dot[1]) != NULL) {
        parted->component = dot[1];
        *dot = '\0';
        dot = strrchr(parted->name, '.');
    }
    if (dot != NULL) {
        *dot = '\0';
        parted->quantity = dot + 1;
    }
}

static bool find_thing(const rv_scene* scene, rv_scene_place* place, const parted_text* parted,
                       rv_scene_thing* thing) {
    static const rv_scene_thing_kind reserved[] = {RV_SCENE_THING_ENERGY, RV_SCENE_THING_GRAVITY,
                                                   RV_SCENE_THING_CONTACTS};
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        *thing = (rv_scene_thing){reserved[i], 0};
        if (strcmp(parted->name, rv_scene_reserved_name(reserved[i])) == 0)
            return true;
    }
    return rv_scene_find_or_complain(scene, place, "body, joint, cable, solid, tie or haptic",
                                     parted->name, thing);
}

static int find_row(rv_scene_place* place, const rv_scene_quantity_table* table,
                    const parted_text* parted, rv_scene_thing_kind kind) {
    rv_scene_nearest nearest = rv_scene_nearest_begin(parted->quantity);
    rv_scene_words known = {""};
    const rv_scene_quantity* row;
    for (int i = 0; (row = rv_scene_quantity_row(table, i))->name != NULL; i++) {
        if (row->kind != kind)
            continue;
        if (strcmp(row->name, parted->quantity) == 0)
            return i;
        rv_scene_nearest_try(&nearest, row->name);
        rv_scene_words_add(&known, "%s'%s.%s'", known.text[0] != '\0' ? ", " : "", parted->name,
                           row->name);
    }
    rv_scene_quote quote = rv_scene_quoted(parted->quantity);
    if (known.text[0] == '\0')
        rv_scene_complain(place,
                          "nothing of '%s' can be %s; must be of a body, a joint, a cable, "
                          "a winch, a solid or a haptic",
                          parted->name, table->verb);
    else if (nearest.best != NULL)
        rv_scene_complain(place, "unknown quantity '%s' of '%s': did you mean '%s.%s'?", quote.text,
                          parted->name, parted->name, nearest.best);
    else
        rv_scene_complain(place, "unknown quantity '%s' of '%s'; can be %s: %s", quote.text,
                          parted->name, table->verb, known.text);
    return -1;
}

// the def of a joint that the file spells out, or of a chain's links
static const rv_joint_def* joint_def(const rv_scene* scene, int index, rv_joint_type* type) {
    if (index < scene->joints.count) {
        const rv_scene_joint* joint = (const rv_scene_joint*)scene->joints.items + index;
        *type = joint->def.type;
        return &joint->def;
    }
    static const rv_joint_type types[] = {
        [RV_SCENE_CHAIN_DISTANCE] = RV_JOINT_DISTANCE,
        [RV_SCENE_CHAIN_BALL] = RV_JOINT_BALL,
        [RV_SCENE_CHAIN_LOCK] = RV_JOINT_LOCK,
    };
    const rv_scene_chain* chain = scene->chains.items;
    while (index >= chain->first_joint + chain->joint_count)
        chain++;
    *type = types[chain->joint];
    return &chain->link;
}

const char* rv_scene_quantity_unit(const rv_scene* scene, const rv_scene_quantity* quantity,
                                   int index) {
    if (quantity->turning_unit == NULL)
        return quantity->unit;
    rv_joint_type type;
    joint_def(scene, index, &type);
    bool turns = type == RV_JOINT_HINGE || type == RV_JOINT_ANGLE;
    return turns ? quantity->turning_unit : quantity->unit;
}

static const char* joint_lacks(const rv_scene* scene, const rv_scene_quantity* row, int index) {
    rv_joint_type type;
    const rv_joint_def* def = joint_def(scene, index, &type);
    if (row->joint_types != 0 && (row->joint_types >> type & 1u) == 0)
        return "a joint of this type does not have it";
    if ((row->needs & RV_SCENE_NEEDS_MOTOR) != 0 && !def->motor.enabled)
        return "the joint has no motor; give it a \"motor\"";
    if ((row->needs & RV_SCENE_NEEDS_LIMIT) != 0 && !def->limit.enabled)
        return "the joint has no limit; give it a \"limit\"";
    return NULL;
}

static const char* body_lacks(const rv_scene* scene, const rv_scene_quantity* row, int index) {
    bool rigid, kinematic = false;
    if (index < scene->bodies.count) {
        const rv_scene_body* body = (const rv_scene_body*)scene->bodies.items + index;
        rigid = body->def.kind == RV_BODY_RIGID;
        kinematic = body->def.type == RV_BODY_KINEMATIC;
    } else {
        const rv_scene_chain* chain = scene->chains.items;
        while (index >= chain->first_body + chain->count)
            chain++;
        rigid = chain->kind == RV_SCENE_CHAIN_SEGMENTS;
    }
    if ((row->needs & RV_SCENE_NEEDS_RIGID) != 0 && !rigid)
        return "a particle does not turn; only a rigid body has it";
    if ((row->needs & RV_SCENE_NEEDS_KINEMATIC) != 0 && !kinematic)
        return "only a body of \"type\": \"kinematic\" can be driven";
    return NULL;
}

static const char* node_lacks(const rv_scene* scene, const rv_scene_quantity* row, int index) {
    const rv_scene_cable* cable = scene->cables.items;
    while (index >= cable->first_node + cable->path.count)
        cable++;
    const rv_scene_cable_node* nodes = cable->path.items;
    if ((row->needs & RV_SCENE_NEEDS_WHEEL) != 0
        && !(nodes[index - cable->first_node].inertia > 0.0))
        return "the node has no wheel of its own; give it a \"pulley\" with an \"inertia\"";
    if ((row->needs & RV_SCENE_NEEDS_ROD) != 0 && cable->def.model != RV_CABLE_ROD)
        return "only the end of a cable of \"model\": \"rod\" has it";
    return NULL;
}

static const char* suture_lacks(const rv_scene* scene, int index) {
    const rv_scene_cable* cable = scene->cables.items;
    while (index >= cable->first_suture + cable->sutures.count)
        cable++;
    return cable->def.model != RV_CABLE_ROD
               ? "only a cable of \"model\": \"rod\" passes through holes"
               : NULL;
}

static const char* cable_lacks(const rv_scene* scene, const rv_scene_quantity* row, int index) {
    const rv_scene_cable* cable = (const rv_scene_cable*)scene->cables.items + index;
    if ((row->needs & RV_SCENE_NEEDS_NO_ROD) != 0 && cable->def.model == RV_CABLE_ROD)
        return "a rod keeps its length";
    return NULL;
}

static const char* what_lacks(const rv_scene* scene, const rv_scene_quantity* row,
                              rv_scene_thing thing) {
    if (thing.kind == RV_SCENE_THING_JOINT)
        return joint_lacks(scene, row, thing.index);
    if (thing.kind == RV_SCENE_THING_BODY)
        return body_lacks(scene, row, thing.index);
    if (thing.kind == RV_SCENE_THING_NODE)
        return node_lacks(scene, row, thing.index);
    if (thing.kind == RV_SCENE_THING_SUTURE)
        return suture_lacks(scene, thing.index);
    if (thing.kind == RV_SCENE_THING_CABLE)
        return cable_lacks(scene, row, thing.index);
    return NULL;
}

// the number of a component by its letter; -1: none was named, -2: there is no such
static int component_of(int components, char letter) {
    if (letter == '\0')
        return -1;
    for (int i = 0; i < components && components > 1; i++)
        if (rv_scene_component_letter(components, i) == letter)
            return i;
    return -2;
}

bool rv_scene_quantity_resolve(const rv_scene* scene, rv_scene_place* place,
                               const rv_scene_quantity_table* table, const char* text,
                               rv_scene_reference* reference) {
    static const char* const component_words[] = {"", "none", "", "x, y and z", "w, x, y and z"};
    rv_scene_quote quote = rv_scene_quoted(text);
    parted_text parted;
    rv_scene_thing thing;
    part(text, &parted);
    if (parted.quantity[0] == '\0' && strcmp(parted.name, "gravity") != 0) {
        rv_scene_complain(place,
                          "'%s' names no quantity; must be like 'hook.position' or 'rail.speed'",
                          quote.text);
        return false;
    }
    if (!find_thing(scene, place, &parted, &thing))
        return false;
    int found = find_row(place, table, &parted, thing.kind);
    if (found < 0)
        return false;
    const rv_scene_quantity* row = rv_scene_quantity_row(table, found);
    const char* lack = what_lacks(scene, row, thing);
    if (lack != NULL) {
        rv_scene_complain(place, "'%s' cannot be %s: %s", quote.text, table->verb, lack);
        return false;
    }
    int component = component_of(row->components, parted.component);
    if (component == -2) {
        rv_scene_complain(place, "'%s' has no component '%c'; its components: %s", quote.text,
                          parted.component, component_words[row->components]);
        return false;
    }
    *reference = (rv_scene_reference){found, thing.index, component};
    return true;
}
