// A hash table from names to things, and what references mean: see names.h. Bodies and links of
// chains are not in the table: "chain[3]" is found by its chain and its number, so that a chain of
// ten thousand costs one name.
#include "scene/names.h"

#include "scene/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct name_slot {
    const char* name; // NULL: free
    rv_scene_thing thing;
} name_slot;

struct rv_scene_names {
    name_slot* slots;
    size_t mask; // number of slots (a power of two) less one
};

static const char* const list_of[] = {"bodies", "joints", "chains"};

static uint64_t text_hash(const char* text, size_t length) {
    uint64_t hash = 14695981039346656037u; // FNV-1a
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return hash ^ hash >> 32;
}

// the slot of a name, or the free slot where it would go
static name_slot* slot_of(const rv_scene_names* names, const char* text, size_t length) {
    size_t at = (size_t)text_hash(text, length) & names->mask;
    while (names->slots[at].name != NULL
           && (strlen(names->slots[at].name) != length
               || memcmp(names->slots[at].name, text, length) != 0))
        at = (at + 1) & names->mask;
    return &names->slots[at];
}

static void add(rv_scene* scene, rv_scene_place* place, const char* name, rv_scene_thing thing) {
    rv_scene_enter_key(place, list_of[thing.kind]);
    rv_scene_enter_index(place, thing.index);
    name_slot* slot = slot_of(scene->names, name, strlen(name));
    if (strcmp(name, "world") == 0 || strcmp(name, "energy") == 0 || strcmp(name, "gravity") == 0)
        rv_scene_complain_value(place, "name", "'%s' is reserved; choose another name", name);
    else if (slot->name != NULL)
        rv_scene_complain_value(place, "name", "'%s' is already the name of %s[%d]; choose another",
                                name, list_of[slot->thing.kind], slot->thing.index);
    else
        *slot = (name_slot){name, thing};
    rv_scene_leave(place);
    rv_scene_leave(place);
}

void rv_scene_names_collect(rv_scene* scene, rv_scene_place* place) {
    size_t wanted = 2 * (size_t)(scene->bodies.count + scene->chains.count + scene->joints.count);
    size_t slots = 8;
    while (slots < wanted)
        slots *= 2;
    scene->names = rv_scene_allocate(scene, 1, sizeof *scene->names);
    name_slot* memory = rv_scene_allocate(scene, slots, sizeof *memory);
    if (scene->names == NULL || memory == NULL) {
        rv_scene_complain(place, "not enough memory for the names");
        return;
    }
    *scene->names = (rv_scene_names){memory, slots - 1};

    const rv_scene_body* bodies = scene->bodies.items;
    for (int i = 0; i < scene->bodies.count; i++)
        add(scene, place, bodies[i].name, (rv_scene_thing){RV_SCENE_THING_BODY, i});
    const rv_scene_chain* chains = scene->chains.items;
    for (int i = 0; i < scene->chains.count; i++)
        add(scene, place, chains[i].name, (rv_scene_thing){RV_SCENE_THING_CHAIN, i});
    const rv_scene_joint* joints = scene->joints.items;
    for (int i = 0; i < scene->joints.count; i++)
        add(scene, place, joints[i].name, (rv_scene_thing){RV_SCENE_THING_JOINT, i});
}

// "chain[3]" and "chain.link[3]", parted
typedef struct chain_member {
    const rv_scene_chain* chain;
    bool link;
    long number;
    int count; // of the chain's bodies or links
} chain_member;

static bool member_parse(const rv_scene* scene, const char* name, chain_member* member) {
    const char* bracket = strchr(name, '[');
    if (bracket == NULL || bracket[1] < '0' || bracket[1] > '9')
        return false;
    char* end;
    member->number = strtol(bracket + 1, &end, 10);
    if (strcmp(end, "]") != 0)
        return false;
    static const char link[] = ".link";
    size_t length = (size_t)(bracket - name), tail = sizeof link - 1;
    member->link = length > tail && memcmp(bracket - tail, link, tail) == 0;
    if (member->link)
        length -= tail;
    const name_slot* slot = slot_of(scene->names, name, length);
    if (slot->name == NULL || slot->thing.kind != RV_SCENE_THING_CHAIN)
        return false;
    member->chain = (const rv_scene_chain*)scene->chains.items + slot->thing.index;
    member->count = member->link ? member->chain->joint_count : member->chain->count;
    return true;
}

bool rv_scene_find(const rv_scene* scene, const char* name, rv_scene_thing* thing) {
    chain_member member;
    const name_slot* slot = slot_of(scene->names, name, strlen(name));
    if (slot->name != NULL) {
        *thing = slot->thing;
        return true;
    }
    if (!member_parse(scene, name, &member) || member.number >= member.count)
        return false;
    if (member.link)
        *thing =
            (rv_scene_thing){RV_SCENE_THING_JOINT, member.chain->first_joint + (int)member.number};
    else
        *thing =
            (rv_scene_thing){RV_SCENE_THING_BODY, member.chain->first_body + (int)member.number};
    return true;
}

static void complain_unknown(const rv_scene* scene, rv_scene_place* place, const char* what,
                             const char* name) {
    rv_scene_quote quote = rv_scene_quoted(name);
    chain_member member;
    if (member_parse(scene, name, &member)) {
        const char* kind = member.link ? ".link" : "";
        rv_scene_complain(place, "unknown %s '%s'; the chain has '%s%s[0]' to '%s%s[%d]'", what,
                          quote.text, member.chain->name, kind, member.chain->name, kind,
                          member.count - 1);
        return;
    }
    rv_scene_nearest nearest = rv_scene_nearest_begin(name);
    for (size_t i = 0; i <= scene->names->mask; i++) {
        const name_slot* slot = &scene->names->slots[i];
        bool fits = slot->name != NULL
                    && (slot->thing.kind == RV_SCENE_THING_JOINT ? strstr(what, "joint") != NULL
                                                                 : strstr(what, "body") != NULL);
        if (fits)
            rv_scene_nearest_try(&nearest, slot->name);
    }
    if (strcmp(what, "body") == 0)
        rv_scene_nearest_try(&nearest, "world");
    if (nearest.best != NULL)
        rv_scene_complain(place, "unknown %s '%s': did you mean '%s'?", what, quote.text,
                          nearest.best);
    else
        rv_scene_complain(place, "unknown %s '%s'; must be the name of one in this scene", what,
                          quote.text);
}

bool rv_scene_find_or_complain(const rv_scene* scene, rv_scene_place* place, const char* what,
                               const char* name, rv_scene_thing* thing) {
    if (!rv_scene_find(scene, name, thing)) {
        complain_unknown(scene, place, what, name);
        return false;
    }
    if (thing->kind == RV_SCENE_THING_CHAIN) {
        rv_scene_complain(place,
                          "'%s' is a chain; must be one of its bodies '%s[0]'... or links "
                          "'%s.link[0]'...",
                          name, name, name);
        return false;
    }
    return true;
}

int rv_scene_find_body(const rv_scene* scene, rv_scene_place* place, const char* name) {
    rv_scene_thing thing;
    if (strcmp(name, "world") == 0)
        return RV_SCENE_WORLD;
    if (!rv_scene_find_or_complain(scene, place, "body", name, &thing))
        return RV_SCENE_UNKNOWN;
    if (thing.kind == RV_SCENE_THING_BODY)
        return thing.index;
    rv_scene_complain(place, "'%s' is a joint; must be the name of a body", name);
    return RV_SCENE_UNKNOWN;
}

const rv_material* rv_scene_find_material(const rv_scene* scene, rv_scene_place* place,
                                          const char* key, const char* name) {
    const rv_scene_material* materials = scene->materials.items;
    for (int i = 0; i < scene->materials.count; i++)
        if (strcmp(materials[i].name, name) == 0)
            return &materials[i].material;
    rv_scene_nearest nearest = rv_scene_nearest_begin(name);
    for (int i = 0; i < scene->materials.count; i++)
        rv_scene_nearest_try(&nearest, materials[i].name);
    if (nearest.best != NULL)
        rv_scene_complain_value(place, key, "unknown material '%s': did you mean '%s'?",
                                rv_scene_quoted(name).text, rv_scene_quoted(nearest.best).text);
    else
        rv_scene_complain_value(place, key, "unknown material '%s'; must be a key of \"materials\"",
                                rv_scene_quoted(name).text);
    return NULL;
}

int rv_scene_thing_name(const rv_scene* scene, rv_scene_thing thing, char* buffer, size_t bytes) {
    bool joint = thing.kind == RV_SCENE_THING_JOINT;
    if (joint && thing.index < scene->joints.count)
        return snprintf(buffer, bytes, "%s",
                        ((const rv_scene_joint*)scene->joints.items)[thing.index].name);
    if (!joint && thing.index < scene->bodies.count)
        return snprintf(buffer, bytes, "%s",
                        ((const rv_scene_body*)scene->bodies.items)[thing.index].name);
    const rv_scene_chain* chain = scene->chains.items;
    for (int i = 0; i < scene->chains.count; i++, chain++) {
        int first = joint ? chain->first_joint : chain->first_body;
        int count = joint ? chain->joint_count : chain->count;
        if (thing.index >= first && thing.index < first + count)
            return snprintf(buffer, bytes, "%s%s[%d]", chain->name, joint ? ".link" : "",
                            thing.index - first);
    }
    return snprintf(buffer, bytes, "%s", "");
}
