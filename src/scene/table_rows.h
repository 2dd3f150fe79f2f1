// How rows of the tables of keys are written: the key, where its value goes, and what it may be.
#ifndef REEVE_SCENE_TABLE_ROWS_H
#define REEVE_SCENE_TABLE_ROWS_H

#include "scene/tables.h"

// ranges of numbers
#define RANGE(min_, max_, above_min_, below_max_)                                                  \
    { min_, max_, above_min_, below_max_ }
#define ANY RANGE(-RV_SCENE_LARGEST, RV_SCENE_LARGEST, false, false)
#define POSITIVE RANGE(0.0, RV_SCENE_LARGEST, true, false)
#define NOT_NEGATIVE RANGE(0.0, RV_SCENE_LARGEST, false, false)
#define FROM_TO(min_, max_) RANGE(min_, max_, false, false)

// rows: the key, where its value goes, and what it may be; more follows in the row where needed
#define NUMBER(key_, owner_, member_, range_, unit_)                                               \
    .key = key_, .type = RV_SCENE_NUMBER, .offset = offsetof(owner_, member_), .range = range_,    \
    .unit = unit_
#define INTEGER(key_, owner_, member_, range_)                                                     \
    .key = key_, .type = RV_SCENE_INTEGER, .offset = offsetof(owner_, member_), .range = range_
#define VECTOR(key_, owner_, member_, range_, unit_)                                               \
    .key = key_, .type = RV_SCENE_VECTOR, .offset = offsetof(owner_, member_), .range = range_,    \
    .unit = unit_
#define INERTIA(key_, owner_, member_, unit_)                                                      \
    .key = key_, .type = RV_SCENE_INERTIA, .offset = offsetof(owner_, member_), .range = ANY,      \
    .unit = unit_
#define BOOLEAN(key_, owner_, member_)                                                             \
    .key = key_, .type = RV_SCENE_BOOLEAN, .offset = offsetof(owner_, member_)
#define CHOICE(key_, owner_, member_, choices_)                                                    \
    .key = key_, .type = RV_SCENE_CHOICE, .offset = offsetof(owner_, member_), .choices = choices_
#define TEXT(key_, owner_, member_)                                                                \
    .key = key_, .type = RV_SCENE_TEXT, .offset = offsetof(owner_, member_)
#define NAME(key_, owner_, member_)                                                                \
    .key = key_, .type = RV_SCENE_NAME, .offset = offsetof(owner_, member_)
#define ROTATION(key_, owner_, member_)                                                            \
    .key = key_, .type = RV_SCENE_ROTATION, .offset = offsetof(owner_, member_)
#define OBJECT(key_, owner_, member_, table_)                                                      \
    .key = key_, .type = RV_SCENE_OBJECT, .offset = offsetof(owner_, member_), .table = table_
#define BITS(key_, owner_, member_)                                                                \
    .key = key_, .type = RV_SCENE_BITS, .offset = offsetof(owner_, member_), .range = FROM_TO(0, 31)
// what a shape is and what it touches
#define GROUP(owner_, member_) BITS("group", owner_, member_), .least = 1
#define TOUCHES(owner_, member_)                                                                   \
    BITS("touches", owner_, member_), .choices = rv_scene_touches_choices
// an object whose keys are the owner's own
#define PART(key_, table_) .key = key_, .type = RV_SCENE_OBJECT, .table = table_, .part = true

// the choices of RV_SCENE_BITS that TOUCHES has
extern const char* const rv_scene_touches_choices[];

#endif
