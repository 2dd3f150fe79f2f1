// The rules about what touches: materials and the laws between them, the ground, and the shapes of
// a body. See rules.h. On the way materials get the labels by which laws name them, values left out
// of a law come from its two materials, and a shape gets its type and what its body says for all of
// its shapes.
#include "scene/names.h"
#include "scene/rules.h"
#include "scene/tables.h"

#include <string.h>

// --- materials and the laws between them --------------------------------------------------------

// label 0 is of shapes without a material
static int surface_of(const rv_scene* scene, const rv_material* material) {
    const rv_scene_material* materials = scene->materials.items;
    int index = 0;
    while (&materials[index].material != material)
        index++;
    return index + 1;
}

static void check_static_friction(rv_scene_place* place, double static_friction, double friction) {
    if (static_friction > 0.0 && static_friction < friction)
        rv_scene_complain_value(place, "static_friction",
                                "is %g; must be at least the friction, %g, or 0: the same",
                                static_friction, friction);
}

void rv_scene_rules_materials(rv_scene* scene, rv_scene_place* place) {
    rv_scene_material* materials = scene->materials.items;
    rv_scene_enter_key(place, "materials");
    for (int i = 0; i < scene->materials.count; i++) {
        rv_material* material = &materials[i].material;
        rv_scene_enter_key(place, materials[i].name);
        material->surface = surface_of(scene, material);
        check_static_friction(place, material->static_friction, material->friction);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

// what the file leaves out of a law, from its two materials
static void complete_law(rv_scene_contact_law* item, const rv_contact_law* combined) {
    const rv_scene_table* table = &rv_scene_contact_law_table;
    for (int i = 0; i < rv_scene_table_count(table); i++) {
        const rv_scene_field* field = &table->fields[i];
        if (field->type == RV_SCENE_NUMBER && (item->given >> i & 1u) == 0)
            memcpy((char*)item + field->offset,
                   (const char*)combined + (field->offset - offsetof(rv_scene_contact_law, law)),
                   sizeof(double));
    }
    // friction of its own speaks for both
    if (rv_scene_has(table, item, "friction") && !rv_scene_has(table, item, "static_friction"))
        item->law.static_friction = 0.0;
}

static bool same_pair(const rv_scene_contact_law* a, const rv_scene_contact_law* b) {
    return (a->surfaces[0] == b->surfaces[0] && a->surfaces[1] == b->surfaces[1])
           || (a->surfaces[0] == b->surfaces[1] && a->surfaces[1] == b->surfaces[0]);
}

static void apply_law(const rv_scene* scene, rv_scene_place* place, rv_scene_contact_law* item) {
    const rv_material* materials[2];
    rv_scene_enter_key(place, "materials");
    for (int i = 0; i < 2; i++) {
        rv_scene_enter_index(place, i);
        materials[i] = rv_scene_find_material(scene, place, NULL, item->materials[i]);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
    if (materials[0] == NULL || materials[1] == NULL)
        return;
    rv_contact_law combined = rv_contact_law_of(materials[0], materials[1]);
    complete_law(item, &combined);
    check_static_friction(place, item->law.static_friction, item->law.friction);
    for (int i = 0; i < 2; i++)
        item->surfaces[i] = materials[i]->surface;
    const rv_scene_contact_law* first = scene->contacts.items;
    for (const rv_scene_contact_law* other = first; other < item; other++)
        if (same_pair(item, other))
            rv_scene_complain_value(place, "materials",
                                    "are those of contacts[%d] already; must be another pair",
                                    (int)(other - first));
}

void rv_scene_rules_contacts(rv_scene* scene, rv_scene_place* place) {
    rv_scene_enter_key(place, "contacts");
    for (int i = 0; i < scene->contacts.count; i++) {
        rv_scene_enter_index(place, i);
        apply_law(scene, place, (rv_scene_contact_law*)scene->contacts.items + i);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

// --- the ground ---------------------------------------------------------------------------------

static void ground_make(const rv_scene_ground* ground, rv_scene_body* body, rv_scene_shape* plane) {
    rv_scene_body_table.init(body);
    rv_scene_shape_table.init(plane);
    plane->given = (rv_scene_given)1 << RV_SHAPE_PLANE;
    body->name = "ground";
    body->material = ground->material;
    body->def.type = RV_BODY_STATIC;
    body->def.pose.position.z = ground->height;
    body->shapes = (rv_scene_list){plane, 1, NULL};
}

void rv_scene_rules_ground(rv_scene* scene, rv_scene_place* place) {
    scene->ground_index = -1;
    if (!scene->ground.enabled)
        return;
    int count = scene->bodies.count;
    rv_scene_body* bodies = rv_scene_allocate(scene, (size_t)count + 1, sizeof *bodies);
    rv_scene_shape* plane = rv_scene_allocate(scene, 1, sizeof *plane);
    if (bodies == NULL || plane == NULL) {
        rv_scene_complain(place, "not enough memory for the ground");
        return;
    }
    if (count > 0)
        memcpy(bodies, scene->bodies.items, (size_t)count * sizeof *bodies);
    ground_make(&scene->ground, &bodies[count], plane);
    scene->bodies = (rv_scene_list){bodies, count + 1, NULL};
    scene->ground_index = count;
}

// --- shapes -------------------------------------------------------------------------------------

// full sizes become the engine's halves; the shape's type is the alternative that was given
static void finish_shape(rv_scene_shape* shape) {
    for (int type = RV_SHAPE_SPHERE; type <= RV_SHAPE_HEIGHT_FIELD; type++)
        if ((shape->given >> type & 1u) != 0)
            shape->def.type = (rv_shape_type)type;
    if (shape->def.type == RV_SHAPE_CAPSULE || shape->def.type == RV_SHAPE_CYLINDER)
        shape->def.half_length = 0.5 * shape->length;
    if (shape->def.type == RV_SHAPE_BOX)
        shape->def.half_extents = rv_vec3_scale(shape->size, 0.5);
}

// what the body says of all its shapes holds for those that do not say it themselves
static void inherit(const rv_scene_body* body, const rv_material* material, rv_scene_shape* shape) {
    const rv_scene_table* table = &rv_scene_shape_table;
    if (material != NULL)
        shape->def.material = *material;
    if (!rv_scene_has(table, shape, "group"))
        shape->def.group = body->group;
    if (!rv_scene_has(table, shape, "touches"))
        shape->def.mask = body->touches;
}

static void check_shape(rv_scene_place* place, const rv_scene_body* body,
                        const rv_scene_shape* shape) {
    const rv_scene_table* table = &rv_scene_shape_table;
    rv_shape_type type = shape->def.type;
    bool still = type == RV_SHAPE_PLANE || type == RV_SHAPE_MESH || type == RV_SHAPE_HEIGHT_FIELD;
    if (still && body->def.type == RV_BODY_DYNAMIC)
        rv_scene_complain_key(place, table->fields[type].key,
                              "not on a body that forces move; its \"type\" must be \"static\" or "
                              "\"kinematic\"");
    if (rv_scene_has(table, shape, "scale") && shape->mesh == NULL && shape->hull.text == NULL)
        rv_scene_complain_key(place, "scale", "used only with a file; remove it");
}

void rv_scene_rules_shapes(rv_scene* scene, rv_scene_place* place, rv_scene_body* body) {
    const rv_material* common = NULL;
    if (body->material != NULL)
        common = rv_scene_find_material(scene, place, "material", body->material);
    rv_scene_shape* shapes = body->shapes.items;
    rv_shape_def* defs = rv_scene_allocate(scene, (size_t)body->shapes.count, sizeof *defs);
    if (defs == NULL && body->shapes.count > 0)
        rv_scene_complain_value(place, "shapes", "not enough memory for the shapes");
    rv_scene_enter_key(place, "shapes");
    for (int i = 0; i < body->shapes.count && defs != NULL; i++) {
        rv_scene_enter_index(place, i);
        const rv_material* own = common;
        if (shapes[i].material != NULL)
            own = rv_scene_find_material(scene, place, "material", shapes[i].material);
        finish_shape(&shapes[i]);
        inherit(body, own, &shapes[i]);
        check_shape(place, body, &shapes[i]);
        defs[i] = shapes[i].def;
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
    body->def.shapes = defs;
    body->def.shape_count = body->shapes.count;
}
