// What the engine refuses, told in the words of the scene file. The engine names a field of a def
// and a rule: "rv_joint_def.limit = [1, -1]: lower must be <= upper". The names are followed down
// the tables of keys, so that the rule is told at the line where the user wrote the value. See
// play.h.
#include "scene/play.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// the field that goes by this name in the engine's def
static const rv_scene_field* field_of(const rv_scene_table* table, const char* name,
                                      size_t length) {
    for (int i = 0; i < rv_scene_table_count(table); i++) {
        const rv_scene_field* field = &table->fields[i];
        const char* known = field->engine != NULL ? field->engine : field->key;
        if (strlen(known) == length && memcmp(known, name, length) == 0)
            return field;
    }
    return NULL;
}

// does the file have this key in the object at the current path?
static bool key_stands(rv_scene_place* place, const char* key) {
    int line, column, outer_line, outer_column;
    rv_scene_locate(place->text, place->bytes, &place->path, false, &outer_line, &outer_column);
    rv_scene_enter_key(place, key);
    rv_scene_locate(place->text, place->bytes, &place->path, false, &line, &column);
    rv_scene_leave(place);
    // what is not there is told at what should hold it
    return line != outer_line || column != outer_column;
}

// the engine has "radius" where the file has "pulley": {"radius": ...}: the part of the object that
// has the name, if the file has that part
static const rv_scene_field* part_with(rv_scene_place* place, const rv_scene_table* table,
                                       const char* name, size_t length) {
    for (int i = 0; i < rv_scene_table_count(table); i++) {
        const rv_scene_field* field = &table->fields[i];
        if (field->part && field_of(field->table, name, length) != NULL
            && key_stands(place, field->key))
            return field;
    }
    return NULL;
}

// one name of the engine's: enters what the file calls it, and returns its field
static const rv_scene_field* enter_name(rv_scene_place* place, const rv_scene_table* table,
                                        const char* name, size_t length, int* entered) {
    const rv_scene_field* part = part_with(place, table, name, length);
    if (part != NULL) {
        rv_scene_enter_key(place, part->key);
        ++*entered;
        table = part->table;
    }
    const rv_scene_field* field = field_of(table, name, length);
    // "body_a" and "body_b" are the two of "bodies"
    int side = -1;
    if (field == NULL && length > 2 && name[length - 2] == '_') {
        side = name[length - 1] - 'a';
        field = field_of(table, name, length - 2);
    }
    if (field == NULL)
        return NULL;
    rv_scene_enter_key(place, field->key);
    ++*entered;
    if (side == 0 || side == 1) {
        rv_scene_enter_index(place, side);
        ++*entered;
    }
    return field;
}

// follows "limit.lower" or "shapes[1].radius" down the tables; returns where the names end
static const char* follow(rv_scene_place* place, const rv_scene_table* table, const char* names,
                          int* entered) {
    for (const char* at = names;; at++) {
        size_t length = 0;
        while (isalpha((unsigned char)at[length]) || at[length] == '_')
            length++;
        const rv_scene_field* field =
            table != NULL ? enter_name(place, table, at, length, entered) : NULL;
        at += length;
        if (*at == '[' && isdigit((unsigned char)at[1])) {
            char* end;
            long index = strtol(at + 1, &end, 10);
            at = *end == ']' ? end + 1 : end;
            if (field != NULL) {
                rv_scene_enter_index(place, (int)index);
                ++*entered;
            }
        }
        // "pose.position": an outer name of the engine's alone is passed over
        if (field != NULL)
            table = field->table;
        if (*at != '.' || !isalpha((unsigned char)at[1]))
            return at;
    }
}

void rv_scene_complain_refused(rv_scene_place* place, const rv_scene_table* table,
                               const char* sentence) {
    int entered = 0;
    const char* rest = sentence;
    const char* dot = strchr(sentence, '.');
    // "rv_body_def.mass = -1 kg: must be ..."
    if (strncmp(sentence, "rv_", 3) == 0 && dot != NULL && dot < sentence + strcspn(sentence, " :"))
        rest = follow(place, table, dot + 1, &entered);
    const char* colon = strstr(rest, ": ");
    if (entered > 0 && strncmp(rest, " = ", 3) == 0 && colon != NULL)
        rv_scene_complain(place, "is %.*s; %s", (int)(colon - rest) - 3, rest + 3, colon + 2);
    else if (entered > 0 && rest[0] == ':')
        rv_scene_complain(place, "%s", rest + 2);
    else
        rv_scene_complain(place, "refused: %s", sentence);
    while (entered-- > 0)
        rv_scene_leave(place);
}
