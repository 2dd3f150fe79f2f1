// The tables of keys that drive reading, compared with the published schema: the same keys, which
// are required, ranges, choices, lengths of lists and units, in both directions.
#include "scene/tables.h"
#include "test.h"

#include <stdlib.h>

static json_t* schema;
static int tables_seen;

static json_t* definition(const char* name) {
    return json_object_get(json_object_get(schema, "$defs"), name);
}

// what a schema says after its $ref
static json_t* resolved(json_t* node) {
    const char* reference = json_string_value(json_object_get(node, "$ref"));
    static const char prefix[] = "#/$defs/";
    if (reference == NULL)
        return node;
    CHECK(strncmp(reference, prefix, sizeof prefix - 1) == 0);
    return definition(reference + sizeof prefix - 1);
}

static void check(bool same, const rv_scene_table* table, const char* key, const char* what) {
    if (!same)
        printf("%s.%s: %s differs between table and schema\n", table->name, key, what);
    CHECK(same);
}

static void check_bound(const rv_scene_table* table, const char* key, json_t* node,
                        const char* inclusive, const char* exclusive, double bound, bool excluded) {
    json_t* expected = json_object_get(node, excluded ? exclusive : inclusive);
    json_t* other = json_object_get(node, excluded ? inclusive : exclusive);
    check(json_is_number(expected) && json_number_value(expected) == bound, table, key, inclusive);
    check(other == NULL, table, key, inclusive);
}

static void check_range(const rv_scene_table* table, const rv_scene_field* field, json_t* node) {
    const rv_scene_range* range = &field->range;
    check_bound(table, field->key, node, "minimum", "exclusiveMinimum", range->min,
                range->above_min);
    check_bound(table, field->key, node, "maximum", "exclusiveMaximum", range->max,
                range->below_max);
}

static void check_choices(const rv_scene_table* table, const rv_scene_field* field, json_t* node) {
    json_t* choices = json_object_get(node, "enum");
    size_t count = 0;
    while (field->choices[count] != NULL) {
        const char* choice = json_string_value(json_array_get(choices, count));
        check(choice != NULL && strcmp(choice, field->choices[count]) == 0, table, field->key,
              "enum");
        count++;
    }
    check(json_array_size(choices) == count, table, field->key, "enum");
}

// what else there is of two choices, one of which is a constant
static json_t* beside_constant(const rv_scene_table* table, const rv_scene_field* field,
                               json_t* node, size_t place, json_t* constant) {
    json_t* choices = json_object_get(node, "oneOf");
    json_t* found = json_object_get(json_array_get(choices, place), "const");
    check(json_array_size(choices) == 2 && json_equal(found, constant), table, field->key, "const");
    json_decref(constant);
    return resolved(json_array_get(choices, 1 - place));
}

static void check_table(const rv_scene_table* table);

static void check_length(const rv_scene_table* table, const rv_scene_field* field, json_t* node) {
    int most = field->most > 0 ? field->most : RV_SCENE_LIST_MAX;
    check(json_number_value(json_object_get(node, "maxItems")) == most, table, field->key,
          "maxItems");
    check(json_number_value(json_object_get(node, "minItems")) == field->least, table, field->key,
          "minItems");
}

// what has no type of JSON's: a constant, and bits as one number, a list or a choice
static void check_odd(const rv_scene_table* table, const rv_scene_field* field, json_t* node) {
    if (field->type == RV_SCENE_TRUE) {
        check(json_is_true(json_object_get(node, "const")), table, field->key, "const");
        return;
    }
    json_t* choices = json_object_get(node, "oneOf");
    json_t* list = json_array_get(choices, 1);
    check_range(table, field, resolved(json_array_get(choices, 0)));
    check_range(table, field, resolved(json_object_get(list, "items")));
    check(json_number_value(json_object_get(list, "minItems")) == field->least, table, field->key,
          "minItems");
    check(json_array_size(choices) == (field->choices != NULL ? 3u : 2u), table, field->key,
          "oneOf");
    if (field->choices != NULL)
        check_choices(table, field, json_array_get(choices, 2));
}

static void check_one(const rv_scene_table* table, const rv_scene_field* field, json_t* node) {
    static const char* const type_names[] = {
        [RV_SCENE_NUMBER] = "number", [RV_SCENE_INTEGER] = "integer", [RV_SCENE_TEXT] = "string",
        [RV_SCENE_NAME] = "string",   [RV_SCENE_VECTOR] = "array",    [RV_SCENE_OBJECT] = "object",
        [RV_SCENE_INERTIA] = "array", [RV_SCENE_BOOLEAN] = "boolean", [RV_SCENE_GRID] = "array",
    };
    if (field->type == RV_SCENE_TRUE || field->type == RV_SCENE_BITS) {
        check_odd(table, field, node);
        return;
    }
    if (field->or_boolean)
        node = resolved(json_array_get(json_object_get(node, "oneOf"), 1));
    if (field->or_true)
        node = beside_constant(table, field, node, 0, json_true());
    if (field->or_number) {
        json_t* choices = json_object_get(node, "oneOf");
        check_range(table, field, resolved(json_array_get(choices, 0)));
        node = json_array_get(choices, 1);
    }
    if (field->or_infinite)
        node = beside_constant(table, field, node, 1, json_string("infinite"));
    const char* type = json_string_value(json_object_get(node, "type"));
    if (field->type == RV_SCENE_ROTATION)
        check(node == definition("rotation"), table, field->key, "type");
    else if (field->type == RV_SCENE_CHOICE)
        check_choices(table, field, node);
    else
        check(type != NULL && strcmp(type, type_names[field->type]) == 0, table, field->key,
              "type");
    if (field->type == RV_SCENE_NUMBER || field->type == RV_SCENE_INTEGER)
        check_range(table, field, node);
    if (field->type == RV_SCENE_VECTOR)
        check_range(table, field, resolved(json_object_get(node, "items")));
    if (field->type == RV_SCENE_GRID) {
        json_t* row = json_object_get(node, "items");
        check_length(table, field, node);
        check_length(table, field, row);
        check_range(table, field, resolved(json_object_get(row, "items")));
    }
    if (field->type == RV_SCENE_OBJECT) {
        check(node == definition(field->table->name), table, field->key, "definition");
        check_table(field->table);
    }
}

static void check_field(const rv_scene_table* table, const rv_scene_field* field, json_t* node) {
    const char* description = json_string_value(json_object_get(node, "description"));
    check(description != NULL, table, field->key, "description");
    char unit[64];
    snprintf(unit, sizeof unit, "[%s]", field->unit);
    if (field->unit != NULL)
        check(strstr(description, unit) != NULL, table, field->key, "unit");

    json_t* node_of_one = resolved(node);
    int most = field->most > 0 ? field->most : RV_SCENE_LIST_MAX;
    if (field->or_text) {
        json_t* choices = json_object_get(node, "oneOf");
        if (field->choices != NULL)
            check_choices(table, field, json_array_get(choices, 0));
        else
            check(resolved(json_array_get(choices, 0)) == definition("text"), table, field->key,
                  "oneOf");
        node = json_array_get(choices, 1);
    }
    if (field->many == RV_SCENE_LIST) {
        check_length(table, field, node);
        node_of_one = resolved(json_object_get(node, "items"));
    } else if (field->many == RV_SCENE_MAP) {
        check(json_number_value(json_object_get(node, "maxProperties")) == most, table, field->key,
              "maxProperties");
        node_of_one = resolved(json_object_get(node, "additionalProperties"));
    } else if (field->many == RV_SCENE_PAIR) {
        check(json_number_value(json_object_get(node, "minItems")) == 2.0, table, field->key,
              "minItems");
        node_of_one = resolved(json_object_get(node, "items"));
    } else if (field->many == RV_SCENE_ONE_OR_MORE) {
        json_t* choices = json_object_get(node, "oneOf");
        json_t* list = json_array_get(choices, 1);
        node_of_one = resolved(json_array_get(choices, 0));
        check_length(table, field, list);
        check_one(table, field, resolved(json_object_get(list, "items")));
    }
    check_one(table, field, node_of_one);
}

static void check_required(const rv_scene_table* table, json_t* node) {
    json_t* required = json_object_get(node, "required");
    size_t count = 0;
    for (int i = 0; i < rv_scene_table_count(table); i++)
        count += table->fields[i].required;
    check(json_array_size(required) == count, table, "", "required");
    for (size_t i = 0; i < json_array_size(required); i++) {
        const char* key = json_string_value(json_array_get(required, i));
        const rv_scene_field* field = rv_scene_table_field(table, key);
        check(field != NULL && field->required, table, key, "required");
    }
    size_t alternatives = 0;
    for (int i = 0; i < rv_scene_table_count(table); i++)
        alternatives += table->fields[i].alternative;
    check(json_array_size(json_object_get(node, "oneOf")) == alternatives, table, "", "oneOf");
}

static void check_table(const rv_scene_table* table) {
    tables_seen++;
    json_t* node = definition(table->name);
    json_t* properties = json_object_get(node, "properties");
    check(node != NULL, table, "", "definition");
    check(json_is_false(json_object_get(node, "additionalProperties")), table, "",
          "additionalProperties");
    check(json_object_size(properties) == (size_t)rv_scene_table_count(table), table, "",
          "number of properties");
    const char* key;
    json_t* value;
    json_object_foreach(properties, key, value) {
        check(rv_scene_table_find(table, key) >= 0, table, key, "key");
    }
    check_required(table, node);
    for (int i = 0; i < rv_scene_table_count(table); i++) {
        json_t* property = json_object_get(properties, table->fields[i].key);
        check(property != NULL, table, table->fields[i].key, "key");
        if (property != NULL)
            check_field(table, &table->fields[i], property);
    }
}

TEST(every_key_of_the_tables_stands_in_the_schema_and_vice_versa) {
    json_error_t error;
    schema = json_load_file(RV_TEST_SOURCE_DIR "/docs/scene.schema.json", 0, &error);
    CHECK(schema != NULL);
    if (schema == NULL)
        return;
    const char* root = json_string_value(json_object_get(schema, "$ref"));
    CHECK_TEXT(root != NULL ? root : "", "#/$defs/scene");
    check_table(rv_scene_table_root());
    check_table(rv_scene_table_of_rotation());
    // scene, step and its four, material, contact law, ground, body, shape, sphere, cylinder
    // (twice), height field, chain, joint, frame, limit, motor, cable, segments, layer, rod, touch, drag,
    // node, eye, pulley, winch, suture, tie, solid, its mesh, box (twice), tube, clip, hold, side and damping, haptic,
    // device, hand, script, key (twice) and workspace, control, entry, axis_angle
    CHECK(tables_seen == 56);
    json_decref(schema);
}
