// Reads JSON values into the structs of definition.h as the tables say. A value that is wrong is
// told at its place and left at its default, and reading goes on: one run tells all problems of a
// file. describe.c has the sentences.
#ifndef REEVE_SCENE_READ_H
#define REEVE_SCENE_READ_H

#include "scene/tables.h"

typedef struct rv_scene_reader {
    rv_scene* scene; // owns the memory of lists
    rv_scene_place place;
} rv_scene_reader;

enum { RV_SCENE_NAME_BYTES = 64, RV_SCENE_TEXT_BYTES = 400 };

// Fills `item` from `object`; what is wrong is told at its place and the rest is still read.
void rv_scene_read_object(rv_scene_reader* reader, const rv_scene_table* table,
                          const json_t* object, void* item);

bool rv_scene_in_range(double number, const rv_scene_range* range);

// --- sentences (describe.c) ---

typedef struct rv_scene_words {
    char text[256];
} rv_scene_words;

// what a field takes: "a number > 0 [kg]"; with `bounds`, even those that only guard overflow
rv_scene_words rv_scene_field_words(const rv_scene_field* field, bool bounds);
// what a value is: "the text \"heavy\""
rv_scene_words rv_scene_value_words(const json_t* value);
// "\"hinge\", \"slider\" or \"lock\"": the choices of a field whose bits are set
rv_scene_words rv_scene_choice_words(const rv_scene_field* field, unsigned bits);
// adds to the end, and cuts what does not fit
RV_SCENE_FORMAT(2, 3)
void rv_scene_words_add(rv_scene_words* words, const char* format, ...);

#endif
