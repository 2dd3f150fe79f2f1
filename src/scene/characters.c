// Which characters are hidden, by the categories Cc, Cf, Zl and Zp of Unicode 15. See characters.h.
// Two names that differ only in such characters look the same, and text after one that turns the
// direction of writing shows in another order than it has (Boucher, Anderson 2021: Trojan Source).
#include "scene/characters.h"

#include <stddef.h>

typedef struct character_range {
    uint32_t first, last;
    rv_scene_hidden hides;
} character_range;

// ascending
static const character_range ranges[] = {
    {0x0000, 0x001f, RV_SCENE_CONTROL},   {0x007f, 0x009f, RV_SCENE_CONTROL},
    {0x00ad, 0x00ad, RV_SCENE_FORMAT},    {0x0600, 0x0605, RV_SCENE_FORMAT},
    {0x061c, 0x061c, RV_SCENE_BIDI},      {0x06dd, 0x06dd, RV_SCENE_FORMAT},
    {0x070f, 0x070f, RV_SCENE_FORMAT},    {0x0890, 0x0891, RV_SCENE_FORMAT},
    {0x08e2, 0x08e2, RV_SCENE_FORMAT},    {0x180e, 0x180e, RV_SCENE_FORMAT},
    {0x200b, 0x200d, RV_SCENE_FORMAT},    {0x200e, 0x200f, RV_SCENE_BIDI},
    {0x2028, 0x2029, RV_SCENE_SEPARATOR}, {0x202a, 0x202e, RV_SCENE_BIDI},
    {0x2060, 0x2064, RV_SCENE_FORMAT},    {0x2066, 0x2069, RV_SCENE_BIDI},
    {0x206a, 0x206f, RV_SCENE_FORMAT},    {0xfeff, 0xfeff, RV_SCENE_FORMAT},
    {0xfff9, 0xfffb, RV_SCENE_FORMAT},    {0x110bd, 0x110bd, RV_SCENE_FORMAT},
    {0x110cd, 0x110cd, RV_SCENE_FORMAT},  {0x13430, 0x1343f, RV_SCENE_FORMAT},
    {0x1bca0, 0x1bca3, RV_SCENE_FORMAT},  {0x1d173, 0x1d17a, RV_SCENE_FORMAT},
    {0xe0001, 0xe0001, RV_SCENE_FORMAT},  {0xe0020, 0xe007f, RV_SCENE_FORMAT},
};

uint32_t rv_scene_character(const char* text, int* bytes) {
    const unsigned char* t = (const unsigned char*)text;
    int more = t[0] < 0xc0 ? 0 : t[0] < 0xe0 ? 1 : t[0] < 0xf0 ? 2 : 3;
    uint32_t character = more == 0 ? t[0] : t[0] & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((t[i] & 0xc0) != 0x80) {
            *bytes = 1;
            return t[0];
        }
        character = character << 6 | (t[i] & 0x3fu);
    }
    *bytes = 1 + more;
    return character;
}

rv_scene_hidden rv_scene_character_hides(uint32_t character) {
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (character <= ranges[i].last)
            return character >= ranges[i].first ? ranges[i].hides : RV_SCENE_VISIBLE;
    return RV_SCENE_VISIBLE;
}

rv_scene_hidden rv_scene_text_hides(const char* text, bool format, uint32_t* character) {
    int bytes;
    for (; *text != '\0'; text += bytes) {
        *character = rv_scene_character(text, &bytes);
        rv_scene_hidden hides = rv_scene_character_hides(*character);
        if (hides != RV_SCENE_VISIBLE && (format || hides != RV_SCENE_FORMAT))
            return hides;
    }
    return RV_SCENE_VISIBLE;
}
