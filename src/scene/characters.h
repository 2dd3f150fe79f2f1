// Characters of a scene's texts that are not seen, or that change how what is near them is seen.
#ifndef REEVE_SCENE_CHARACTERS_H
#define REEVE_SCENE_CHARACTERS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum rv_scene_hidden {
    RV_SCENE_VISIBLE,   // a letter, a sign or a space
    RV_SCENE_CONTROL,   // a control character (category Cc)
    RV_SCENE_SEPARATOR, // ends a line or a paragraph (Zl, Zp)
    RV_SCENE_BIDI,      // a format character that turns the direction of writing
    RV_SCENE_FORMAT,    // any other format character (Cf)
} rv_scene_hidden;

// The first character of UTF-8 text, and how many bytes it has (at least 1): what is no UTF-8 is
// taken byte by byte.
uint32_t rv_scene_character(const char* text, int* bytes);
rv_scene_hidden rv_scene_character_hides(uint32_t character);

// The first hidden character of a text; RV_SCENE_VISIBLE if it has none. With `format` false, format
// characters that leave the direction of writing alone are allowed: emoji and Persian need them.
rv_scene_hidden rv_scene_text_hides(const char* text, bool format, uint32_t* character);

#endif
