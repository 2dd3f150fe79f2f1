// A hash table from names to things, and what references mean: see names.h. Parts of chains and
// cables are not in the table: "chain[3]" is found by its chain and its number, so that a chain of
// ten thousand costs one name.
#include "scene/names.h"

#include "scene/nearest.h"

#include <stddef.h>
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

// lists of the file whose things have names
typedef struct named_list {
    const char* key;
    size_t list; // in rv_scene
    size_t item_bytes, name;
} named_list;

#define NAMED(list_, item_)                                                                        \
    { #list_, offsetof(rv_scene, list_), sizeof(item_), offsetof(item_, name) }

static const named_list named_lists[] = {
    [RV_SCENE_THING_BODY] = NAMED(bodies, rv_scene_body),
    [RV_SCENE_THING_CHAIN] = NAMED(chains, rv_scene_chain),
    [RV_SCENE_THING_JOINT] = NAMED(joints, rv_scene_joint),
    [RV_SCENE_THING_CABLE] = NAMED(cables, rv_scene_cable),
    [RV_SCENE_THING_SOLID] = NAMED(solids, rv_scene_solid),
    [RV_SCENE_THING_TIE] = NAMED(ties, rv_scene_tie),
    [RV_SCENE_THING_HAPTIC] = NAMED(haptics, rv_scene_haptic),
};

enum { NAMED_LISTS = sizeof named_lists / sizeof named_lists[0] };

static const rv_scene_list* list_of(const rv_scene* scene, int kind) {
    return (const rv_scene_list*)((const char*)scene + named_lists[kind].list);
}

static const char* name_at(const rv_scene* scene, int kind, int index) {
    const named_list* named = &named_lists[kind];
    const char* item = (const char*)list_of(scene, kind)->items + (size_t)index * named->item_bytes;
    return *(const char* const*)(item + named->name);
}

static const char* const kind_words[] = {
    [RV_SCENE_THING_BODY] = "body",     [RV_SCENE_THING_JOINT] = "joint",
    [RV_SCENE_THING_CHAIN] = "chain",   [RV_SCENE_THING_CABLE] = "cable",
    [RV_SCENE_THING_SPAN] = "span",     [RV_SCENE_THING_NODE] = "node",
    [RV_SCENE_THING_WINCH] = "winch",   [RV_SCENE_THING_SOLID] = "solid",
    [RV_SCENE_THING_HAPTIC] = "haptic", [RV_SCENE_THING_CORNER] = "node",
    [RV_SCENE_THING_TIE] = "tie",       [RV_SCENE_THING_SUTURE] = "suture",
};

static const char* const reserved_names[] = {
    [RV_SCENE_THING_ENERGY] = "energy",
    [RV_SCENE_THING_GRAVITY] = "gravity",
    [RV_SCENE_THING_CONTACTS] = "contacts",
};

enum { RESERVED_NAMES = sizeof reserved_names / sizeof reserved_names[0] };

const char* rv_scene_reserved_name(rv_scene_thing_kind kind) {
    return (int)kind < RESERVED_NAMES ? reserved_names[kind] : NULL;
}

static bool is_reserved(const char* name) {
    for (int kind = 0; kind < RESERVED_NAMES; kind++)
        if (reserved_names[kind] != NULL && strcmp(name, reserved_names[kind]) == 0)
            return true;
    return strcmp(name, "world") == 0;
}

void rv_scene_enter_body(const rv_scene* scene, rv_scene_place* place, int index) {
    rv_scene_enter_key(place, index == scene->ground_index ? "ground" : "bodies");
    if (index != scene->ground_index)
        rv_scene_enter_index(place, index);
}

void rv_scene_leave_body(const rv_scene* scene, rv_scene_place* place, int index) {
    rv_scene_leave(place);
    if (index != scene->ground_index)
        rv_scene_leave(place);
}

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

static void add(rv_scene* scene, rv_scene_place* place, rv_scene_thing thing) {
    const char* name = name_at(scene, (int)thing.kind, thing.index);
    rv_scene_enter_key(place, named_lists[thing.kind].key);
    rv_scene_enter_index(place, thing.index);
    name_slot* slot = slot_of(scene->names, name, strlen(name));
    if (is_reserved(name))
        rv_scene_complain_value(place, "name", "'%s' is reserved; choose another name", name);
    else if (slot->name != NULL && slot->thing.kind == RV_SCENE_THING_BODY
             && slot->thing.index == scene->ground_index)
        rv_scene_complain_value(place, "name",
                                "'%s' is already the name of the ground; choose another", name);
    else if (slot->name != NULL)
        rv_scene_complain_value(place, "name", "'%s' is already the name of %s[%d]; choose another",
                                name, named_lists[slot->thing.kind].key, slot->thing.index);
    else
        *slot = (name_slot){name, thing};
    rv_scene_leave(place);
    rv_scene_leave(place);
}

void rv_scene_names_collect(rv_scene* scene, rv_scene_place* place) {
    size_t wanted = 0, slots = 8;
    for (int kind = 0; kind < NAMED_LISTS; kind++)
        wanted += 2 * (size_t)list_of(scene, kind)->count;
    while (slots < wanted)
        slots *= 2;
    scene->names = rv_scene_allocate(scene, 1, sizeof *scene->names);
    name_slot* memory = rv_scene_allocate(scene, slots, sizeof *memory);
    if (scene->names == NULL || memory == NULL) {
        rv_scene_complain(place, "not enough memory for the names");
        return;
    }
    *scene->names = (rv_scene_names){memory, slots - 1};

    // the ground first: what takes its name is told where it does
    int ground = scene->ground_index;
    if (ground >= 0)
        add(scene, place, (rv_scene_thing){RV_SCENE_THING_BODY, ground});
    for (int kind = 0; kind < NAMED_LISTS; kind++)
        for (int i = 0; i < list_of(scene, kind)->count; i++)
            if (kind != RV_SCENE_THING_BODY || i != ground)
                add(scene, place, (rv_scene_thing){(rv_scene_thing_kind)kind, i});
}

// --- parts of chains and cables -----------------------------------------------------------------

// what has a number: the name of its owner, `tail`, and "[3]"
typedef struct numbered_kind {
    rv_scene_thing_kind owner;
    const char* tail;
    rv_scene_thing_kind kind;
} numbered_kind;

static const numbered_kind numbered_kinds[] = {
    {RV_SCENE_THING_CHAIN, "", RV_SCENE_THING_BODY},
    {RV_SCENE_THING_CHAIN, ".link", RV_SCENE_THING_JOINT},
    {RV_SCENE_THING_CABLE, ".span", RV_SCENE_THING_SPAN},
    {RV_SCENE_THING_CABLE, ".node", RV_SCENE_THING_NODE},
    {RV_SCENE_THING_CABLE, ".suture", RV_SCENE_THING_SUTURE},
    {RV_SCENE_THING_SOLID, ".node", RV_SCENE_THING_CORNER},
};

enum { NUMBERED_KINDS = sizeof numbered_kinds / sizeof numbered_kinds[0] };

static const char* const winch_tails[2] = {".winch", ".winch2"};

// all that an owner has of a numbered kind
typedef struct numbered {
    const numbered_kind* kind;
    const char* owner; // its name
    int first, count;  // indices of the scene's
} numbered;

static numbered numbered_of(const rv_scene* scene, const numbered_kind* kind, int owner) {
    if (kind->owner == RV_SCENE_THING_SOLID) {
        const rv_scene_solid* solid = (const rv_scene_solid*)scene->solids.items + owner;
        return (numbered){kind, solid->name, solid->first_node, solid->mesh.node_count};
    }
    if (kind->owner == RV_SCENE_THING_CABLE) {
        const rv_scene_cable* cable = (const rv_scene_cable*)scene->cables.items + owner;
        bool span = kind->kind == RV_SCENE_THING_SPAN;
        if (kind->kind == RV_SCENE_THING_SUTURE)
            return (numbered){kind, cable->name, cable->first_suture, cable->sutures.count};
        return (numbered){kind, cable->name, cable->first_node, cable->path.count - span};
    }
    const rv_scene_chain* chain = (const rv_scene_chain*)scene->chains.items + owner;
    if (kind->kind == RV_SCENE_THING_BODY)
        return (numbered){kind, chain->name, chain->first_body, chain->count};
    return (numbered){kind, chain->name, chain->first_joint, chain->joint_count};
}

// the owner that a longer name starts with
static const name_slot* owner_slot(const rv_scene* scene, const char* name) {
    const name_slot* slot = slot_of(scene->names, name, strcspn(name, ".["));
    rv_scene_thing_kind kind = slot->thing.kind;
    bool owns = slot->name != NULL
                && (kind == RV_SCENE_THING_CHAIN || kind == RV_SCENE_THING_CABLE
                    || kind == RV_SCENE_THING_SOLID);
    return owns ? slot : NULL;
}

// `length` bytes of text are the name before the number
static bool find_numbered(const rv_scene* scene, const char* text, size_t length, numbered* found) {
    const name_slot* owner = owner_slot(scene, text);
    if (owner == NULL)
        return false;
    size_t name = strlen(owner->name);
    for (int i = 0; i < NUMBERED_KINDS; i++) {
        const numbered_kind* kind = &numbered_kinds[i];
        if (kind->owner == owner->thing.kind && length == name + strlen(kind->tail)
            && memcmp(text + name, kind->tail, length - name) == 0) {
            *found = numbered_of(scene, kind, owner->thing.index);
            return true;
        }
    }
    return false;
}

int rv_scene_find_numbered(const rv_scene* scene, const char* text, size_t length) {
    numbered found;
    return find_numbered(scene, text, length, &found) ? found.count : 0;
}

// "chain.link[3]", parted
static bool number_parse(const rv_scene* scene, const char* name, numbered* found, long* number) {
    const char* bracket = strchr(name, '[');
    if (bracket == NULL || bracket[1] < '0' || bracket[1] > '9')
        return false;
    char* end;
    *number = strtol(bracket + 1, &end, 10);
    return strcmp(end, "]") == 0 && find_numbered(scene, name, (size_t)(bracket - name), found);
}

// which winch "cable.winch" or "cable.winch2" names, whether it is there or not; -1: neither
static int winch_parse(const rv_scene* scene, const char* name, const rv_scene_cable** cable) {
    const name_slot* owner = owner_slot(scene, name);
    if (owner == NULL || owner->thing.kind != RV_SCENE_THING_CABLE)
        return -1;
    *cable = (const rv_scene_cable*)scene->cables.items + owner->thing.index;
    for (int i = 0; i < 2; i++)
        if (strcmp(name + strlen(owner->name), winch_tails[i]) == 0)
            return i;
    return -1;
}

// --- finding ------------------------------------------------------------------------------------

bool rv_scene_find(const rv_scene* scene, const char* name, rv_scene_thing* thing) {
    const name_slot* slot = slot_of(scene->names, name, strlen(name));
    if (slot->name != NULL) {
        *thing = slot->thing;
        return true;
    }
    const rv_scene_cable* cable;
    int winch = winch_parse(scene, name, &cable);
    if (winch >= 0) {
        *thing = (rv_scene_thing){RV_SCENE_THING_WINCH, cable->first_node + cable->winches[winch]};
        return cable->winches[winch] >= 0;
    }
    numbered found;
    long number;
    if (!number_parse(scene, name, &found, &number) || number >= found.count)
        return false;
    *thing = (rv_scene_thing){found.kind->kind, found.first + (int)number};
    return true;
}

// a part of something that is there: what that has instead. False if it is about nothing known.
static bool complain_part(const rv_scene* scene, rv_scene_place* place, const char* what,
                          const char* name) {
    rv_scene_quote quote = rv_scene_quoted(name);
    const rv_scene_cable* cable;
    numbered found;
    long number;
    if (winch_parse(scene, name, &cable) >= 0) {
        rv_scene_complain(
            place, "'%s' is not there: the cable has %s; give an end of its path a \"winch\"",
            quote.text, cable->winches[0] < 0 ? "no winch" : "only one winch");
        return true;
    }
    if (number_parse(scene, name, &found, &number) && found.count == 0) {
        rv_scene_complain(place, "'%s' is not there: the %s has no %s", quote.text,
                          kind_words[found.kind->owner], kind_words[found.kind->kind]);
        return true;
    }
    if (number_parse(scene, name, &found, &number)) {
        rv_scene_complain(place, "unknown %s '%s'; the %s has '%s%s[0]' to '%s%s[%d]'", what,
                          quote.text, kind_words[found.kind->owner], found.owner, found.kind->tail,
                          found.owner, found.kind->tail, found.count - 1);
        return true;
    }
    const name_slot* owner = owner_slot(scene, name);
    if (owner == NULL || owner->thing.kind != RV_SCENE_THING_CABLE)
        return false;
    rv_scene_complain(place,
                      "unknown '%s'; of a cable there are '%s.winch', '%s.span[0]'... and "
                      "'%s.node[0]'...",
                      quote.text, owner->name, owner->name, owner->name);
    return true;
}

static bool kind_fits(rv_scene_thing_kind kind, const char* what) {
    if (kind == RV_SCENE_THING_JOINT)
        return strstr(what, "joint") != NULL;
    if (kind == RV_SCENE_THING_CABLE || kind == RV_SCENE_THING_SOLID || kind == RV_SCENE_THING_TIE
        || kind == RV_SCENE_THING_HAPTIC)
        return strstr(what, kind_words[kind]) != NULL;
    return strstr(what, "body") != NULL;
}

static void complain_unknown(const rv_scene* scene, rv_scene_place* place, const char* what,
                             const char* name) {
    if (complain_part(scene, place, what, name))
        return;
    rv_scene_quote quote = rv_scene_quoted(name);
    rv_scene_nearest nearest = rv_scene_nearest_begin(name);
    for (size_t i = 0; i <= scene->names->mask; i++) {
        const name_slot* slot = &scene->names->slots[i];
        if (slot->name != NULL && kind_fits(slot->thing.kind, what))
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
    rv_scene_complain(place, "'%s' is a %s; must be the name of a body", name,
                      kind_words[thing.kind]);
    return RV_SCENE_UNKNOWN;
}

int rv_scene_find_of_kind(const rv_scene* scene, rv_scene_place* place, rv_scene_thing_kind kind,
                          const char* name) {
    rv_scene_thing thing;
    if (!rv_scene_find_or_complain(scene, place, kind_words[kind], name, &thing))
        return RV_SCENE_UNKNOWN;
    if (thing.kind == kind)
        return thing.index;
    rv_scene_complain(place, "'%s' must be the name of a %s", name, kind_words[kind]);
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
    if (key != NULL)
        rv_scene_enter_key(place, key);
    if (nearest.best != NULL)
        rv_scene_complain(place, "unknown material '%s': did you mean '%s'?",
                          rv_scene_quoted(name).text, rv_scene_quoted(nearest.best).text);
    else
        rv_scene_complain(place, "unknown material '%s'; must be a key of \"materials\"",
                          rv_scene_quoted(name).text);
    if (key != NULL)
        rv_scene_leave(place);
    return NULL;
}

// the name of a winch, by its node
static int winch_name(const rv_scene* scene, int index, char* buffer, size_t bytes) {
    const rv_scene_cable* cable = scene->cables.items;
    while (index >= cable->first_node + cable->path.count)
        cable++;
    bool second = index - cable->first_node == cable->winches[1];
    return snprintf(buffer, bytes, "%s%s", cable->name, winch_tails[second]);
}

int rv_scene_thing_name(const rv_scene* scene, rv_scene_thing thing, char* buffer, size_t bytes) {
    // bodies and joints of chains come after those of the lists
    if ((int)thing.kind < NAMED_LISTS && thing.index < list_of(scene, (int)thing.kind)->count)
        return snprintf(buffer, bytes, "%s", name_at(scene, (int)thing.kind, thing.index));
    if (thing.kind == RV_SCENE_THING_WINCH)
        return winch_name(scene, thing.index, buffer, bytes);
    for (int k = 0; k < NUMBERED_KINDS; k++) {
        const numbered_kind* kind = &numbered_kinds[k];
        for (int i = 0; kind->kind == thing.kind && i < list_of(scene, (int)kind->owner)->count;
             i++) {
            numbered all = numbered_of(scene, kind, i);
            if (thing.index >= all.first && thing.index < all.first + all.count)
                return snprintf(buffer, bytes, "%s%s[%d]", all.owner, kind->tail,
                                thing.index - all.first);
        }
    }
    return snprintf(buffer, bytes, "%s", "");
}
