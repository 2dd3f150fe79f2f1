// The one reader of all objects: walks a JSON object along its table, puts values where the table
// says, and tells of unknown, missing, misplaced and wrong ones. It knows types, not meanings: what
// keys have to do with each other is in rules.c. See read.h and tables.h.
#include "scene/read.h"

#include "scene/characters.h"
#include "scene/nearest.h"

#include <math.h>
#include <string.h>

static void complain_type(rv_scene_reader* reader, const rv_scene_field* field,
                          const json_t* value) {
    rv_scene_complain(&reader->place, "is %s; must be %s", rv_scene_value_words(value).text,
                      rv_scene_field_words(field, false).text);
}

// --- single values ------------------------------------------------------------------------------

bool rv_scene_in_range(double number, const rv_scene_range* range) {
    bool low = range->above_min ? number > range->min : number >= range->min;
    bool high = range->below_max ? number < range->max : number <= range->max;
    return low && high;
}

static bool read_number(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                        double* number) {
    double read = json_number_value(value);
    if (field->or_infinite && json_is_string(value)
        && strcmp(json_string_value(value), "infinite") == 0) {
        *number = INFINITY;
        return true;
    }
    bool whole = field->type != RV_SCENE_INTEGER || read == floor(read);
    if (json_is_number(value) && whole && rv_scene_in_range(read, &field->range)) {
        *number = read;
        return true;
    }
    // of a vector it is one number that is wrong
    rv_scene_field one = *field;
    if (one.type != RV_SCENE_INTEGER)
        one.type = RV_SCENE_NUMBER;
    rv_scene_complain(&reader->place, "is %s; must be %s", rv_scene_value_words(value).text,
                      rv_scene_field_words(&one, fabs(read) >= RV_SCENE_LARGEST).text);
    return false;
}

static bool read_numbers(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                         double* numbers, int count) {
    if (!json_is_array(value) || json_array_size(value) != (size_t)count) {
        complain_type(reader, field, value);
        return false;
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        rv_scene_enter_index(&reader->place, i);
        good &= read_number(reader, field, json_array_get(value, (size_t)i), &numbers[i]);
        rv_scene_leave(&reader->place);
    }
    return good;
}

static bool read_vector(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                        rv_vec3* vector) {
    double numbers[3];
    if (field->or_number && json_is_number(value)) {
        if (!read_number(reader, field, value, numbers))
            return false;
        numbers[1] = numbers[2] = numbers[0];
    } else if (!read_numbers(reader, field, value, numbers, 3)) {
        return false;
    }
    *vector = rv_vec3_make(numbers[0], numbers[1], numbers[2]);
    return true;
}

static void read_axis_angle(rv_scene_reader* reader, const json_t* value, rv_quat* rotation) {
    int before = reader->place.problems->count;
    rv_scene_axis_angle read = {{0.0, 0.0, 0.0}, 0.0};
    rv_scene_read_object(reader, rv_scene_table_of_rotation(), value, &read);
    if (reader->place.problems->count > before)
        return;
    if (!(rv_vec3_length(read.axis) > 0.0))
        rv_scene_complain_value(&reader->place, "axis", "is zero; must have a direction");
    else
        *rotation = rv_quat_from_axis_angle(rv_vec3_normalize(read.axis), read.angle);
}

// a quaternion that is not of length 1 is a mistake, not a rotation to be guessed
#define QUATERNION_TOLERANCE 1e-3

static void read_rotation(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                          rv_quat* rotation) {
    static const rv_scene_field component = {
        .type = RV_SCENE_NUMBER, .range = {-RV_SCENE_LARGEST, RV_SCENE_LARGEST, false, false}};
    if (json_is_object(value)) {
        read_axis_angle(reader, value, rotation);
        return;
    }
    if (!json_is_array(value) || json_array_size(value) != 4) {
        complain_type(reader, field, value);
        return;
    }
    double q[4];
    if (!read_numbers(reader, &component, value, q, 4))
        return;
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (fabs(length - 1.0) > QUATERNION_TOLERANCE)
        rv_scene_complain(&reader->place,
                          "is a quaternion of length %g; must have length 1 (within %g), or be "
                          "{\"axis\": [x, y, z], \"angle\": radians}",
                          length, QUATERNION_TOLERANCE);
    else
        *rotation = rv_quat_normalize(rv_quat_make(q[0], q[1], q[2], q[3]));
}

static void read_inertia(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                         rv_mat3* inertia) {
    bool matrix = json_is_array(value) && json_array_size(value) == 3
                  && json_is_array(json_array_get(value, 0));
    if (!matrix) {
        double diagonal[3];
        if (read_numbers(reader, field, value, diagonal, 3))
            *inertia = rv_mat3_diagonal(diagonal[0], diagonal[1], diagonal[2]);
        return;
    }
    rv_scene_field row_field = *field;
    row_field.type = RV_SCENE_VECTOR;
    for (int row = 0; row < 3; row++) {
        rv_scene_enter_index(&reader->place, row);
        read_numbers(reader, &row_field, json_array_get(value, (size_t)row), inertia->m[row], 3);
        rv_scene_leave(&reader->place);
    }
}

// a name has none of them, any other text none that changes how it is shown; else told
static bool shows_as_written(rv_scene_reader* reader, const char* text, bool name) {
    static const char* const words[] = {[RV_SCENE_CONTROL] = "control character",
                                        [RV_SCENE_SEPARATOR] = "line separator",
                                        [RV_SCENE_BIDI] = "character for the direction of writing",
                                        [RV_SCENE_FORMAT] = "format character"};
    uint32_t character = 0;
    rv_scene_hidden hides = rv_scene_text_hides(text, name, &character);
    if (hides == RV_SCENE_VISIBLE)
        return true;
    if (hides == RV_SCENE_CONTROL && character < 0x80)
        rv_scene_complain(&reader->place, "has the control character 0x%02x; must be one line",
                          (unsigned)character);
    else
        rv_scene_complain(&reader->place, "has the %s U+%04X, which is not seen; must do without",
                          words[hides], (unsigned)character);
    return false;
}

static void read_text(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                      const char** to) {
    bool name = field->type == RV_SCENE_NAME;
    size_t most = name ? RV_SCENE_NAME_BYTES : RV_SCENE_TEXT_BYTES;
    const char* text = json_string_value(value);
    if (text == NULL) {
        complain_type(reader, field, value);
        return;
    }
    const char* refused = name ? ".[],:\"'\\/" : "";
    size_t good = strcspn(text, refused);
    if (*text == '\0')
        rv_scene_complain(&reader->place, "is an empty text; must be %s",
                          rv_scene_field_words(field, false).text);
    else if (strlen(text) > most)
        rv_scene_complain(&reader->place, "is a text of %zu bytes; must have at most %zu",
                          strlen(text), most);
    else if (!shows_as_written(reader, text, name))
        return;
    else if (text[good] != '\0')
        rv_scene_complain(&reader->place, "is \"%s\" with '%c'; a name must do without %s",
                          rv_scene_quoted(text).text, text[good], refused);
    else
        *to = text;
}

static bool read_choice(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                        int* to) {
    const char* text = json_string_value(value);
    if (text == NULL) {
        complain_type(reader, field, value);
        return false;
    }
    rv_scene_nearest nearest = rv_scene_nearest_begin(text);
    for (int i = 0; field->choices[i] != NULL; i++) {
        if (strcmp(text, field->choices[i]) == 0) {
            *to = i;
            return true;
        }
        rv_scene_nearest_try(&nearest, field->choices[i]);
    }
    if (nearest.best != NULL)
        rv_scene_complain(&reader->place, "unknown choice '%s': did you mean '%s'?",
                          rv_scene_quoted(text).text, nearest.best);
    else
        rv_scene_complain(&reader->place, "unknown choice '%s'; must be %s",
                          rv_scene_quoted(text).text, rv_scene_choice_words(field, ~0u).text);
    return false;
}

static void read_bit(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                     uint32_t* bits) {
    rv_scene_field one = *field;
    double number;
    one.type = RV_SCENE_INTEGER;
    if (read_number(reader, &one, value, &number))
        *bits |= (uint32_t)1 << (int)number;
}

// one bit, a list of them, or the choices "all" and "none"
static void read_bits(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                      uint32_t* to) {
    int choice = 0, before = reader->place.problems->count;
    uint32_t bits = 0;
    if (field->choices != NULL && json_is_string(value)) {
        read_choice(reader, field, value, &choice);
        bits = choice == 0 ? UINT32_MAX : 0;
    } else if (json_is_number(value)) {
        read_bit(reader, field, value, &bits);
    } else if (!json_is_array(value) || json_array_size(value) < (size_t)field->least) {
        complain_type(reader, field, value);
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        rv_scene_enter_index(&reader->place, (int)i);
        read_bit(reader, field, json_array_get(value, i), &bits);
        rv_scene_leave(&reader->place);
    }
    if (reader->place.problems->count == before)
        *to = bits;
}

// rows as long as the first
static void read_grid(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                      rv_scene_grid* grid) {
    size_t rows = json_array_size(value);
    size_t columns = json_array_size(json_array_get(value, 0));
    size_t least = (size_t)field->least, most = (size_t)field->most;
    if (rows < least || rows > most || columns < least || columns > most) {
        complain_type(reader, field, value);
        return;
    }
    grid->numbers = rv_scene_allocate(reader->scene, rows * columns, sizeof *grid->numbers);
    if (grid->numbers == NULL) {
        rv_scene_complain(&reader->place, "not enough memory for %zu numbers", rows * columns);
        return;
    }
    grid->columns = (int)columns;
    grid->rows = (int)rows;
    for (size_t row = 0; row < rows; row++) {
        const json_t* numbers = json_array_get(value, row);
        rv_scene_enter_index(&reader->place, (int)row);
        if (json_array_size(numbers) != columns)
            rv_scene_complain(&reader->place, "is %s; must be a list of %zu, as the first row",
                              rv_scene_value_words(numbers).text, columns);
        else
            read_numbers(reader, field, numbers, grid->numbers + row * columns, (int)columns);
        rv_scene_leave(&reader->place);
    }
}

static void read_nested(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                        void* to) {
    bool* enabled = to;
    if (field->or_boolean && json_is_boolean(value)) {
        *enabled = json_is_true(value);
    } else if (field->or_true && json_is_true(value)) {
        return;
    } else if (!json_is_object(value)) {
        complain_type(reader, field, value);
    } else {
        if (field->enables)
            *enabled = true;
        rv_scene_read_object(reader, field->table, value, to);
    }
}

static void read_one(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                     void* to) {
    double number;
    switch (field->type) {
    case RV_SCENE_NUMBER:
        read_number(reader, field, value, to);
        break;
    case RV_SCENE_INTEGER:
        if (read_number(reader, field, value, &number))
            *(int*)to = (int)number;
        break;
    case RV_SCENE_BOOLEAN:
        if (json_is_boolean(value))
            *(bool*)to = json_is_true(value);
        else
            complain_type(reader, field, value);
        break;
    case RV_SCENE_TEXT:
    case RV_SCENE_NAME:
        read_text(reader, field, value, to);
        break;
    case RV_SCENE_CHOICE:
        read_choice(reader, field, value, to);
        break;
    case RV_SCENE_VECTOR:
        read_vector(reader, field, value, to);
        break;
    case RV_SCENE_ROTATION:
        read_rotation(reader, field, value, to);
        break;
    case RV_SCENE_INERTIA:
        read_inertia(reader, field, value, to);
        break;
    case RV_SCENE_OBJECT:
        read_nested(reader, field, value, to);
        break;
    case RV_SCENE_TRUE:
        if (!json_is_true(value))
            complain_type(reader, field, value);
        break;
    case RV_SCENE_BITS:
        read_bits(reader, field, value, to);
        break;
    case RV_SCENE_GRID:
        read_grid(reader, field, value, to);
        break;
    }
}

// --- several values -----------------------------------------------------------------------------

static size_t element_bytes(const rv_scene_field* field) {
    if (field->table != NULL)
        return field->table->bytes;
    switch (field->type) {
    case RV_SCENE_VECTOR:
        return sizeof(rv_vec3);
    case RV_SCENE_TEXT:
        return sizeof(const char*);
    case RV_SCENE_INTEGER:
        return sizeof(int);
    default:
        return sizeof(double);
    }
}

static void read_element(rv_scene_reader* reader, const rv_scene_field* field, size_t index,
                         const json_t* list, void* first) {
    rv_scene_field one = *field;
    one.many = RV_SCENE_ONE;
    one.or_text = false; // in place of all of them
    rv_scene_enter_index(&reader->place, (int)index);
    read_one(reader, &one, json_array_get(list, index),
             (char*)first + index * element_bytes(field));
    rv_scene_leave(&reader->place);
}

static void read_side_by_side(rv_scene_reader* reader, const rv_scene_field* field,
                              const json_t* value, void* to) {
    bool pair = field->many == RV_SCENE_PAIR;
    size_t least = pair ? 2 : (size_t)field->least, most = pair ? 2 : (size_t)field->most;
    size_t count = json_array_size(value);
    if (!pair && !json_is_array(value))
        read_one(reader, field, value, to);
    else if (!json_is_array(value) || count < least || count > most)
        complain_type(reader, field, value);
    else
        for (size_t i = 0; i < count; i++)
            read_element(reader, field, i, value, to);
}

// room for `count` items, each as its table starts it
static bool list_begin(rv_scene_reader* reader, const rv_scene_field* field, size_t count,
                       rv_scene_list* list) {
    int most = field->most > 0 ? field->most : RV_SCENE_LIST_MAX;
    if (count > (size_t)most) {
        rv_scene_complain(&reader->place, "has %zu elements; must have at most %d", count, most);
        return false;
    }
    if (count < (size_t)field->least) {
        rv_scene_complain(&reader->place, "has %zu element%s; must have at least %d", count,
                          count == 1 ? "" : "s", field->least);
        return false;
    }
    list->items = rv_scene_allocate(reader->scene, count, element_bytes(field));
    if (list->items == NULL && count > 0) {
        rv_scene_complain(&reader->place, "not enough memory for %zu elements", count);
        return false;
    }
    list->count = (int)count;
    for (size_t i = 0; i < count && field->table != NULL && field->table->init != NULL; i++)
        field->table->init((char*)list->items + i * field->table->bytes);
    return true;
}

static void read_list(rv_scene_reader* reader, const rv_scene_field* field, const json_t* value,
                      rv_scene_list* list) {
    if (field->or_text && json_is_string(value)) {
        int choice;
        if (field->choices == NULL || read_choice(reader, field, value, &choice))
            read_text(reader, field, value, &list->text);
        return;
    }
    if (!json_is_array(value)) {
        complain_type(reader, field, value);
        return;
    }
    if (!list_begin(reader, field, json_array_size(value), list))
        return;
    for (int i = 0; i < list->count; i++)
        read_element(reader, field, (size_t)i, value, list->items);
}

static void read_map(rv_scene_reader* reader, const rv_scene_field* field, json_t* value,
                     rv_scene_list* list) {
    if (!json_is_object(value)) {
        complain_type(reader, field, value);
        return;
    }
    if (!list_begin(reader, field, json_object_size(value), list))
        return;
    rv_scene_field one = *field;
    one.many = RV_SCENE_ONE;
    char* item = list->items;
    const char* key;
    json_t* member;
    json_object_foreach(value, key, member) {
        *(const char**)(void*)item = key;
        rv_scene_enter_key(&reader->place, key);
        shows_as_written(reader, key, true);
        size_t skip = field->type == RV_SCENE_OBJECT ? 0 : offsetof(rv_scene_setting, value);
        read_one(reader, &one, member, item + skip);
        rv_scene_leave(&reader->place);
        item += field->table->bytes;
    }
}

static void read_field(rv_scene_reader* reader, const rv_scene_field* field, json_t* value,
                       void* to) {
    switch (field->many) {
    case RV_SCENE_ONE:
        read_one(reader, field, value, to);
        break;
    case RV_SCENE_PAIR:
    case RV_SCENE_ONE_OR_MORE:
        read_side_by_side(reader, field, value, to);
        break;
    case RV_SCENE_LIST:
        read_list(reader, field, value, to);
        break;
    case RV_SCENE_MAP:
        read_map(reader, field, value, to);
        break;
    }
}

// --- objects ------------------------------------------------------------------------------------

static void complain_unknown_key(rv_scene_reader* reader, const rv_scene_table* table,
                                 const char* key) {
    rv_scene_nearest nearest = rv_scene_nearest_begin(key);
    rv_scene_words known = {""};
    for (int i = 0; i < rv_scene_table_count(table); i++) {
        rv_scene_nearest_try(&nearest, table->fields[i].key);
        rv_scene_words_add(&known, "%s%s", i > 0 ? ", " : "", table->fields[i].key);
    }
    rv_scene_quote quote = rv_scene_quoted(key);
    if (nearest.best != NULL)
        rv_scene_complain_key(&reader->place, key, "unknown key '%s': did you mean '%s'?",
                              quote.text, nearest.best);
    else
        rv_scene_complain_key(&reader->place, key, "unknown key '%s'; known here: %s", quote.text,
                              known.text);
}

static void check_required(rv_scene_reader* reader, const rv_scene_table* table,
                           rv_scene_given given) {
    int alternatives = 0, chosen = 0;
    rv_scene_words words = {""};
    for (int i = 0; i < rv_scene_table_count(table); i++) {
        const rv_scene_field* field = &table->fields[i];
        bool here = (given >> i & 1u) != 0;
        if (field->required && !here)
            rv_scene_complain(&reader->place, "missing key '%s'; add \"%s\": %s", field->key,
                              field->key, rv_scene_field_words(field, false).text);
        if (!field->alternative)
            continue;
        rv_scene_words_add(&words, "%s'%s'", alternatives++ > 0 ? ", " : "", field->key);
        if (here && ++chosen == 2)
            rv_scene_complain_key(&reader->place, field->key,
                                  "one too many; a %s must have only one such key", table->name);
    }
    if (alternatives > 0 && chosen == 0)
        rv_scene_complain(&reader->place, "missing key; must have one of %s", words.text);
}

// Keys that only some values of the selector have. Those that stand by are told only where the
// selector was left out: it may be what was forgotten.
static void check_selected(rv_scene_reader* reader, const rv_scene_table* table,
                           rv_scene_given given, const void* item) {
    int selector = rv_scene_table_find(table, table->selector);
    const rv_scene_field* field = &table->fields[selector];
    bool chosen = (given >> selector & 1u) != 0;
    if (field->required && !chosen)
        return;
    int selected;
    memcpy(&selected, (const char*)item + field->offset, sizeof selected);
    for (int i = 0; i < rv_scene_table_count(table); i++) {
        unsigned only = table->fields[i].only;
        bool unused = (given >> i & 1u) != 0 && only != 0 && (only >> selected & 1u) == 0;
        if (unused && !(table->fields[i].stands_by && chosen))
            rv_scene_complain_key(
                &reader->place, table->fields[i].key,
                "used only with \"%s\": %s; remove it, or change \"%s\" (here \"%s\")",
                table->selector, rv_scene_choice_words(field, only).text, table->selector,
                field->choices[selected]);
    }
}

void rv_scene_read_object(rv_scene_reader* reader, const rv_scene_table* table,
                          const json_t* object, void* item) {
    rv_scene_given given = 0;
    int before = reader->place.problems->count;
    bool misspelt = false;
    const char* key;
    json_t* value;
    // jansson's iteration takes no const, and changes nothing
    json_object_foreach((json_t*)(uintptr_t)object, key, value) {
        int index = rv_scene_table_find(table, key);
        if (index < 0) {
            complain_unknown_key(reader, table, key);
            misspelt = true;
            continue;
        }
        given |= (rv_scene_given)1 << index;
        rv_scene_enter_key(&reader->place, key);
        read_field(reader, &table->fields[index], value, (char*)item + table->fields[index].offset);
        rv_scene_leave(&reader->place);
    }
    // what is missing may be what is misspelt: one mistake, one line
    if (!misspelt)
        check_required(reader, table, given);
    // a selector that could not be read says nothing about the other keys
    if (table->selector != NULL && reader->place.problems->count == before)
        check_selected(reader, table, given, item);
    if (table->tells_given)
        memcpy(item, &given, sizeof given);
}
