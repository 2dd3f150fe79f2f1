// Distance between words: insertions, deletions, substitutions and swaps of neighbours
// (restricted Damerau-Levenshtein), with letter case ignored. Words that are too long or too far
// away get no suggestion: a wrong one is worse than none. A word that begins a part of a name
// ("gantry" of "gantry-crane") is an abbreviation of it: every slip is nearer, of abbreviations the
// one that leaves out least, the first part before later ones.
#include "scene/nearest.h"

#include <stdbool.h>
#include <string.h>

enum {
    WORD_MAX = 40,     // longer words are not worth a suggestion
    PART_LETTERS = 3,  // of an abbreviation, at least: fewer begin parts of too many names
    FAR = 2 * WORD_MAX // from an abbreviation: more than any distance between two words
};

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static int word_distance(const char* a, const char* b) {
    int rows = (int)strlen(a), columns = (int)strlen(b);
    // d[i][j]: the distance between the first i letters of a and the first j of b
    int d[WORD_MAX + 1][WORD_MAX + 1];
    for (int i = 0; i <= rows; i++)
        d[i][0] = i;
    for (int j = 0; j <= columns; j++)
        d[0][j] = j;
    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
            int differs = lower(a[i - 1]) != lower(b[j - 1]);
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + differs);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2])
                && lower(a[i - 2]) == lower(b[j - 1]))
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[rows][columns];
}

static bool begins(const char* text, const char* word, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (lower(text[i]) != lower(word[i]))
            return false;
    return true;
}

static bool is_letter(char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9');
}

// how far an abbreviation is from what it stands for: the letters that it leaves out, and more if it
// begins a later part; -1: it is none
static int abbreviation_distance(const char* word, const char* name) {
    size_t length = strlen(word), letters = 0;
    for (size_t i = 0; i < length; i++)
        letters += is_letter(word[i]);
    if (letters < PART_LETTERS)
        return -1;
    for (const char* part = name; strlen(part) > 0; part++) {
        bool starts = part == name || (is_letter(part[0]) && !is_letter(part[-1]));
        if (starts && begins(part, word, length))
            return FAR + (part > name ? WORD_MAX : 0) + (int)(strlen(name) - length);
    }
    return -1;
}

rv_scene_nearest rv_scene_nearest_begin(const char* word) {
    // one slip in a short word, a third of a long one: further away it is another word
    int length = (int)strlen(word);
    int allowed = length <= 3 ? 1 : length <= 5 ? 2 : length / 3;
    return (rv_scene_nearest){word, NULL, length > WORD_MAX ? -1 : allowed, 2 * FAR};
}

void rv_scene_nearest_try(rv_scene_nearest* nearest, const char* candidate) {
    if (nearest->allowed < 0 || strlen(candidate) > WORD_MAX)
        return;
    int distance = word_distance(nearest->word, candidate);
    // a word that shares no letter is no suggestion
    if (distance > nearest->allowed || distance >= (int)strlen(candidate))
        distance = abbreviation_distance(nearest->word, candidate);
    if (distance >= 0 && distance < nearest->distance) {
        nearest->best = candidate;
        nearest->distance = distance;
    }
}
